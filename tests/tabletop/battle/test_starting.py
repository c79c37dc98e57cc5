"""The Starting Step (core 3.1, 10, 2.4): remounting, rallying, Good Spirits, last stands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.tabletop.battle import starting as s
from orsha.tabletop.force import arsenal
from orsha.tabletop.force.card import Motivation, Team
from tests.tabletop.battle.told import RULES, Told, gun, rifles, tank, team, truck

PANZER = tank("Panzer IV", motivation=Motivation(4, remount=3, last_stand=3))


def muster(*teams: Team, lost: tuple[Team, ...] = (), bailed: int = 0, far: int = 0, **facts: Any) -> s.Muster:
    """A unit of some teams, the first of them Bailed Out, the last of them Out of Command."""
    standing = [s.Standing(one, n < len(teams) - far, n < bailed) for n, one in enumerate(teams)]
    return s.Muster("The unit", tuple(standing), lost, **facts)


def good(unit: s.Muster, rules: Any = RULES) -> bool:
    return s.good_spirits(unit, rules).good


class TestRemountAndRally:
    def test_a_crew_remounts_on_its_own_number_else_on_motivation(self) -> None:
        assert s.remount("A", s.motivation_check("remount", PANZER, "A"), Told(3), "axis").active
        assert not s.remount("A", s.motivation_check("remount", tank(), "A"), Told(3), "axis").active

    def test_the_commander_near_by_lets_a_failure_be_thrown_again_and_that_stands(self) -> None:
        check = s.motivation_check("remount", PANZER, "A", commander=True)
        dice = Told(1, 3)
        assert s.remount("A", check, dice, "axis").active
        assert [roll.ask.again_of for roll in dice.rolls] == [None, 1]
        assert not s.remount("A", check, Told(2, 2), "axis").active
        assert check.chance == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)

    def test_one_roll_rallies_a_unit_and_a_komissar_helps(self) -> None:
        led = rifles(motivation=Motivation(4, komissar=3))
        assert s.rally("Rifles", s.motivation_check("rally", led, "Rifles"), Told(3), "allied").pinned
        helped = s.motivation_check("rally", led, "Rifles", komissar=True)
        assert not s.rally("Rifles", helped, Told(3), "allied").pinned


class TestGoodSpirits:
    def test_a_unit_that_lost_nothing_however_small_or_scattered(self) -> None:
        assert good(muster(rifles())) and good(muster(tank(), far=1))

    @pytest.mark.parametrize(
        ("one", "enough"), [(rifles(), 3), (gun(), 2), (tank(), 2), (truck(), 2), (team("Stuka", "aircraft"), 1)]
    )
    def test_enough_teams_of_its_class(self, one: Team, enough: int) -> None:
        assert good(muster(*[one] * enough, lost=(one,)))
        assert not good(muster(*[one] * (enough - 1), lost=(one,)))

    def test_only_those_in_command_and_not_bailed_out_count(self) -> None:
        assert not good(muster(*[rifles()] * 3, lost=(rifles(),), far=1))
        assert not good(muster(*[tank()] * 3, bailed=2))
        assert good(muster(*[tank()] * 3, bailed=1))

    def test_a_bailed_out_tank_is_a_loss(self) -> None:
        assert good(muster(tank(), tank())) and not good(muster(tank(), tank(), bailed=1))

    def test_losses_of_escort_tanks_do_not_count(self) -> None:
        escort = tank("Panzer III", rules=("escort-tanks",))
        assert good(muster(tank("Tiger"), escort, bailed=0, lost=(escort,)))
        assert not good(muster(escort, lost=(tank("Tiger"),)))
        assert good(muster(escort, tank("Tiger"), bailed=1)), "the escort is the one that bailed out"

    @pytest.mark.parametrize(
        ("platoon", "own"),
        [("Tiger Heavy Tank Platoon", "Tiger (8.8cm)"), ("Ferdinand Tank-Hunter Platoon", "Ferdinand (8.8cm)")],
    )
    def test_escort_tanks_is_of_the_escorts_and_not_of_the_tanks_they_escort(self, platoon: str, own: str) -> None:
        teams = dict(arsenal("german", "mid").card(platoon).teams)
        heavy = teams.pop(own)
        for escort in teams.values():
            assert not good(muster(heavy, lost=(heavy,))) and not good(muster(escort, lost=(heavy, escort)))
            assert good(muster(heavy, lost=(escort,)))

    def test_a_unit_that_started_with_16_needs_5_infantry(self) -> None:
        assert not good(muster(*[rifles()] * 4, lost=(rifles(),) * 12))
        assert good(muster(*[rifles()] * 5, lost=(rifles(),) * 11))
        assert good(muster(*[rifles()] * 4, lost=(rifles(),) * 11)), "fifteen is not large"
        assert good(muster(*[rifles()] * 3, lost=(rifles(),) * 13), RULES.set("good-spirits-large", 3))

    def test_mixed_units_pass_by_any_class_or_by_the_switch_need_all(self) -> None:
        mixed = muster(rifles(), gun(), gun(), lost=(rifles(), rifles()))
        assert good(mixed) and not good(mixed, RULES.set("good-spirits-mixed", "all"))
        assert good(muster(*[rifles()] * 3, gun(), gun(), lost=(gun(),)), RULES.set("good-spirits-mixed", "all"))

    def test_the_other_sources_reading_tests_at_the_number_itself(self) -> None:
        other = RULES.set("good-spirits", "or-fewer")
        assert not good(muster(*[rifles()] * 3, lost=(rifles(),)), other)
        assert good(muster(*[rifles()] * 4, lost=(rifles(),)), other)

    def test_it_says_why(self) -> None:
        assert s.good_spirits(muster(rifles()), RULES).why == "it lost nothing"
        few = s.good_spirits(muster(rifles(), rifles(), lost=(rifles(),)), RULES)
        assert few == s.Spirits(False, "it has 2 of 3 infantry teams In Command")


class TestLastStand:
    @staticmethod
    def check() -> s.Check:
        return s.motivation_check("last_stand", PANZER, "The unit")

    def test_a_unit_in_good_spirits_does_not_test(self) -> None:
        assert not s.last_stand(muster(PANZER, PANZER), self.check, Told(), "axis", RULES).destroyed

    def test_any_other_stands_on_its_number_or_is_destroyed(self) -> None:
        alone = muster(PANZER, lost=(PANZER,))
        assert not s.last_stand(alone, self.check, Told(3), "axis", RULES).destroyed
        assert s.last_stand(alone, self.check, Told(2), "axis", RULES).destroyed

    def test_headquarters_and_independent_teams_never_test(self) -> None:
        for facts in ({"hq": True}, {"independent": True}):
            assert not s.last_stand(muster(PANZER, lost=(PANZER,), **facts), self.check, Told(), "a", RULES).destroyed


class TestFormations:
    def counted(self, *places: Any) -> list[s.Counted]:
        return [s.Counted(str(n), place) for n, place in enumerate(places)]

    def stands(self, *units: s.Counted) -> bool:
        return s.formation_last_stand(units, RULES).stands

    def test_two_units_on_the_table_in_ambush_or_in_reserve_hold_a_formation(self) -> None:
        assert self.stands(*self.counted("table", "reserve")) and self.stands(*self.counted("ambush", "reserve"))
        assert not self.stands(*self.counted("table", "gone", "gone"))

    def test_transports_independent_teams_and_artillery_off_the_table_do_not_count(self) -> None:
        hq = s.Counted("HQ", "table")
        assert not self.stands(hq, s.Counted("Trucks", "table", attachment=True))
        assert not self.stands(hq, s.Counted("Observer", "table", independent=True))
        assert not self.stands(hq, s.Counted("Mortars", "off-table"))
        assert self.stands(hq, s.Counted("Rifles", "table"))
