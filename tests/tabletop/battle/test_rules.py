"""The numbers of shooting: strict, sourced, and every doubt of the digest a switch."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import orsha
from orsha.kernel import BadData, Illegal, Unknown
from orsha.kernel.data import loads
from orsha.tabletop.battle.rules import FILE, STANDARD, Rules, _check, switched

PACKAGE = Path(orsha.__file__).parent
TEXT = FILE.read_text()


def changed(old: str, new: str) -> Rules:
    assert TEXT.count(old) >= 1, f"{old!r} is not in the file"
    return loads(TEXT.replace(old, new, 1), Rules, _check, "rules.toml")


def test_every_section_names_its_source() -> None:
    sections = [name for name in STANDARD.__struct_fields__ if name != "switches"]
    assert all(getattr(STANDARD, name).source for name in sections) and len(sections) == 12


def test_core_17_every_number_of_the_digests_list_has_a_switch() -> None:
    assert {switch.number for switch in STANDARD.switches.values() if switch.number} == set(range(1, 23))


def test_a_switch_kept_elsewhere_is_really_there() -> None:
    for name, switch in STANDARD.switches.items():
        if switch.kept_in is None:
            continue
        file = PACKAGE / switch.kept_in
        assert file.exists(), f"{name}: there is no {file}"
        known = tomllib.loads(file.read_text()).get("switches", {}) if file.is_file() else {}
        assert set(switch.called) <= set(known), f"{name}: {switch.kept_in} has no {set(switch.called) - set(known)}"


def test_every_switch_stands_at_something_that_it_allows_and_can_be_set_to_all_of_it() -> None:
    for name, switch in STANDARD.switches.items():
        if switch.of is None:
            continue
        assert switch.allows(STANDARD.stands_at(name))
        for value in switch.choices or (switch.least or 0, switch.most or 0):
            assert STANDARD.set(name, value).stands_at(name) == value


def test_a_switch_changes_one_number_and_nothing_else() -> None:
    near = STANDARD.set("mistaken-target", 4)
    assert near.mistaken_target.barred_within == 4 and STANDARD.mistaken_target.barred_within == 8
    assert near.set("mistaken-target", 8) == STANDARD
    both = switched({"range-in-skill": "worse", "one-misses": "no"})
    assert both.artillery.skill_of == "worse" and both.to_hit.one_misses is False


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("mistaken-target", 49, "a whole number from 0 to 48, not 49"),
        ("mistaken-target", "near", "a whole number from 0 to 48, not near"),
        ("mistaken-target", True, "not true"),
        ("range-in-skill", "spotter", "one of battery, worse, not spotter"),
        ("fall-back", 3, "is set in tabletop/battle/moves.toml"),
    ],
)
def test_a_switch_set_to_something_else_is_refused(name: str, value: str | int, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        STANDARD.set(name, value)


def test_a_switch_that_is_none_is_refused_with_the_ones_that_are_near() -> None:
    with pytest.raises(Unknown, match="did you mean mistaken-target"):
        STANDARD.set("mistaken-targets", 4)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("long_range = 16", "long_range = 16\nlonger_range = 20", "unknown key 'longer_range'"),
        ("needed = 3", "needed = 1", "'needed' must be a whole number, 2 or more"),
        ("spread_within = 6", "", "the key 'spread_within' is missing"),
        ("large_hits = 8", "large_hits = 4", "at least as many hits"),
        ("many = 5 ", "many = 2 ", "many weapons are more than few"),
        (
            "template = { artillery = 6, salvo = 10 }",
            "template = { artillery = 6 }",
            "a template and a distance for each kind",
        ),
        ("salvo = 6, aircraft = 8", "salvo = 6", "a template and a distance for each kind"),
        ('"nest"]', '"nestling"]', "there is no special rule called 'nestling'"),
        ('choices = ["battery", "worse"]', 'choices = ["worse"]', "the default battery is not one of worse"),
        ('choices = ["battery", "worse"]', 'choices = ["battery", "best"]', "cannot be best"),
        ('of = "artillery.skill_of"', 'of = "artillery.skil_of"', "nothing called 'artillery.skil_of'"),
        (
            'of = "artillery.skill_of"',
            'of = "artillery.skill_of"\nleast = 1\nmost = 2',
            "choices, or a least and a most",
        ),
        ('kept_in = "tabletop/missions"', "", "a switch is of a number here, or kept in another file"),
        ('source = "core 8"', 'source = ""', "says where its numbers come from"),
    ],
)
def test_a_wrong_word_in_the_file_is_an_error_with_its_line(old: str, new: str, why: str) -> None:
    with pytest.raises(BadData, match=why) as error:
        changed(old, new)
    assert error.value.line > 1, "the line is named"


def test_the_line_is_the_one_with_the_wrong_word() -> None:
    with pytest.raises(BadData) as error:
        changed("long_range = 16", "long_range = 16\nlonger_range = 20")
    wrong = TEXT.replace("long_range = 16", "long_range = 16\nlonger_range = 20", 1).splitlines()
    assert wrong[error.value.line - 1].startswith("longer_range")
