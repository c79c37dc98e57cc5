"""The numbers of moving, morale and assaults, and their switches: strict data, every doubt a named switch."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from orsha.kernel import BadData, Illegal, Unknown
from orsha.kernel.data import loads
from orsha.tabletop.battle import moves as m
from tests.tabletop.battle.told import RULES, gun, rifles, tank, truck

TEXT = (Path(m.__file__).parent / "moves.toml").read_text()


def read(text: str) -> m.Moves:
    return loads(text, m.Moves, m._check, "moves.toml")


class TestTheFile:
    def test_every_section_and_every_order_names_its_source(self) -> None:
        tree = tomllib.loads(TEXT)
        sections = [section for name, section in tree.items() if name not in ("orders", "switches")]
        assert all(re.search(r"core \d|00\d", part["source"]) for part in [*sections, *tree["orders"].values()])

    def test_the_numbers_of_the_digest(self) -> None:
        assert (RULES.command.distance, RULES.command.large_distance) == (6, 8)
        assert (RULES.command.large_tanks, RULES.command.large_teams) == (8, 12)
        assert (RULES.stopped.hits, RULES.stopped.large_hits, RULES.stopped.tanks) == (5, 8, 2)
        assert (RULES.charge.reach, RULES.charge.longer["urrah"], RULES.charge.most_moved) == (4, 6, 10)
        assert (RULES.after.contact, RULES.after.clear, RULES.after.consolidate) == (4, 6, 4)
        assert RULES.spirits.least == {"infantry": 3, "gun": 2, "tank": 2, "unarmoured": 2, "aircraft": 1}

    def test_an_unknown_key_is_an_error_with_its_line(self) -> None:
        line = TEXT[: TEXT.index("distance = 6")].count("\n") + 1
        with pytest.raises(BadData, match=f"moves.toml:{line}: unknown key 'distanz'"):
            read(TEXT.replace("distance = 6", "distanz = 6", 1))

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ('of = "mines.armour"', 'of = "mines.amour"', "nothing called 'mines.amour' to switch"),
            ('choices = ["side", "top", "front"]', 'choices = ["top", "front"]', "default side is not one of"),
            ('choices = ["side", "top", "front"]', 'choices = ["side", "back"]', "back does not fit"),
            ('choices = ["side", "top", "front"]', "least = 1", "has choices, or a least and a most"),
            ('then = "shoot-and-scoot"', 'then = "run"', "no order called 'run'"),
            ("leader = 6\nmarker = 2", "marker = 2", "near-leader says how near"),
            ("pioneers = 2", "pioneers = 9", "6 or less"),
        ],
    )
    def test_a_wrong_word_is_a_clear_error(self, old: str, new: str, why: str) -> None:
        assert TEXT.count(old) == 1
        with pytest.raises(BadData, match=re.escape(why)):
            read(TEXT.replace(old, new))


class TestSwitches:
    def test_every_doubt_of_the_digest_about_these_rules_is_a_switch(self) -> None:
        # The numbers of tabletop-core 17 that are about moving, morale, assaults, transports and mines.
        of_the_digest = {
            5: "mine-armour",
            6: "good-spirits",
            7: "good-spirits-large",
            10: "defensive-fire-armour",
            11: "break-off-pins",
            12: "fall-back",
            13: "commander-replaced",
            14: "mounting",
            15: "bailed-transport",
            18: "command-size",
            22: "follow-me-failed",
        }
        assert set(of_the_digest.values()) <= set(RULES.switches)

    @pytest.mark.parametrize("name", list(RULES.switches))
    def test_each_can_be_set_to_all_it_allows_and_to_nothing_else(self, name: str) -> None:
        switch = RULES.switches[name]
        for value in switch.choices or (switch.least, switch.most):
            assert value is not None and RULES.set(name, value).setting(name) == value
        with pytest.raises(Illegal, match=f"the switch '{name}' is"):
            RULES.set(name, "whatever")

    def test_setting_one_changes_that_one_alone(self) -> None:
        changed = RULES.set("follow-me-failed", ("shoot",))
        assert changed.order("follow-me").failure.forbids == ("shoot",)
        assert RULES.order("follow-me").failure.forbids == ()
        assert [n for n in RULES.switches if changed.setting(n) != RULES.setting(n)] == ["follow-me-failed"]

    def test_yes_is_not_one(self) -> None:
        with pytest.raises(Illegal, match="one of true, false"):
            RULES.set("break-off-pins", 1)
        with pytest.raises(Illegal, match="one of 1, 2"):
            RULES.set("mount-and-dismount", True)
        with pytest.raises(Illegal, match="from 0 to 12"):
            RULES.set("fall-back", 13)
        with pytest.raises(Illegal, match="from 2 to 7"):
            RULES.set("commander-replaced", 1)

    def test_unknown_names_are_told_what_is_there(self) -> None:
        with pytest.raises(Unknown, match="fall-back"):
            RULES.set("fall-bak", 3)
        with pytest.raises(Unknown, match="dig-in"):
            RULES.order("dig-inn")

    def test_several_at_once(self) -> None:
        rules = m.switched((("fall-back", 4), ("break-off-pins", False)))
        assert rules.stopped.fall_back == 4 and not rules.after.break_off_pins


def test_a_vehicle_without_armour_is_a_class_of_its_own() -> None:
    teams: list[Any] = [rifles(), gun(), tank(), truck()]
    assert [m.class_of(one) for one in teams] == ["infantry", "gun", "tank", "unarmoured"]
