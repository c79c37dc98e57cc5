"""The special rules in our words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import orsha
from orsha.kernel import Unknown
from orsha.kernel.data import loads
from orsha.kernel.errors import BadData
from orsha.tabletop.force import arsenal, glossary, rule
from orsha.tabletop.force.arsenal import NATIONS, PERIODS
from orsha.tabletop.force.glossary import GlossaryFile, _check, rule_named
from tests.tabletop.force.test_catalogues import FILES, imported


def test_every_rule_is_one_line_and_says_who_sees_to_it() -> None:
    for slug, found in glossary().items():
        assert "\n" not in found.says and found.says.endswith("."), slug
        assert found.enforced in ("battle", "mission", "numbers", "people")
    assert rule("urrah").enforced == "battle" and rule("protected-ammo").enforced == "numbers"
    with pytest.raises(Unknown, match="stormtroopers"):
        rule("stormtrooper")


def test_rules_that_cards_name_are_mostly_the_battles_own() -> None:
    named = {r for n in NATIONS for p in PERIODS for c in arsenal(n, p).cards.values() for r in c.rules}
    assert named <= set(glossary())
    left_to_people = {slug for slug in named if glossary()[slug].enforced == "people"}
    assert not left_to_people


def test_no_card_of_the_eastern_front_catalogues_has_a_rule_that_is_left_to_people(shared: Path) -> None:
    """docs/battle.md, Not in yet: such rules are of other armies' cards."""
    found: dict[str, set[str]] = {}
    for name in FILES:
        for one in imported(shared / "data" / "bsdata", name).cards:
            left = {slug for slug in one.rules if glossary()[slug].enforced == "people"}
            found |= {one.name: left} if left else {}
    assert found == {}


FOLLOWS = {
    "overhead-fire": "no team hides another (core 5.3)",
    "hq-transport": "its card has it among the headquarters' own teams",
    "transport-attachment": "the transports of a unit are a unit of their own (force/choosing.py)",
    "no-mg": "its card has no such weapon",
}
"""Rules that the battle keeps without a word about them."""


def test_a_rule_that_the_battle_or_mission_carries_out_is_named_there() -> None:
    room = Path(orsha.__file__).parent / "tabletop"
    code = [file for there in ("battle", "game", "mission") for file in (room / there).glob("*.py")]
    said = "".join(file.read_text() for file in [*code, *(room / "force").glob("*.py")])
    data = "".join(file.read_text() for there in ("battle", "mission") for file in (room / there).glob("*.toml"))
    named = {*re.findall(r'"([\w-]+)"', said), *re.findall(r"[\w-]+", re.sub("#.*", "", data))}
    numbers = {name.replace("_", "-") for name in re.findall(r"\.(\w+)", said)}
    kept = [slug for slug, rule in glossary().items() if rule.enforced in ("battle", "mission")]
    unnamed = {slug for slug in kept if slug not in named and not (rule(slug).of == "number" and slug in numbers)}
    assert unnamed == set(FOLLOWS), "told as enforced and not; or named now"


@pytest.mark.parametrize(
    ("spelt", "slug"),
    [
        ("Self Defence AA", "self-defence-aa"),
        ("Not One Step back", "not-one-step-back"),
        ("Kommisar", "komissar"),
        ("Butal", "brutal"),
        ("Independent Tank Unit", "independent"),
        ("Passengers 3", None),
        ("Lucky", None),
    ],
)
def test_other_spellings_are_understood(spelt: str, slug: str | None) -> None:
    assert rule_named(spelt) == slug


def test_two_rules_cannot_share_a_spelling() -> None:
    text = 'source = "x"\n' + "".join(
        f'[rules.{slug}]\nname = "Same"\nof = "team"\nenforced = "people"\nsays = "Does it."\n' for slug in ("a", "b")
    )
    with pytest.raises(BadData, match="glossary.toml:7: 'Same' is 'a' already"):
        loads(text, GlossaryFile, _check, Path("glossary.toml"))
