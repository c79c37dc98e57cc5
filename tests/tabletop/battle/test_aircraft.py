"""Aircraft: arrival, anti-aircraft fire, strikes (core 8; 003)."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.battle.aircraft import (
    AntiAircraft,
    anti_aircraft_number,
    anti_aircraft_shots,
    arrival,
    arrives,
    check_strike,
    shoot_at_aircraft,
    strafed,
)
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.battle.saves import Strike, facing, resolve
from orsha.tabletop.battle.to_hit import Deeds, Shooter, Target, shoot
from orsha.tabletop.force.card import Weapon
from tests.tabletop.battle.told import INCH, RIFLE, Told, rifles, tank, team

QUAD = Weapon("2cm quad", 20, halted=5, moving=3, anti_tank=5, firepower=5, rules=("dedicated-aa",))
AA_MG = Weapon("AA MG", 20, halted=3, moving=2, anti_tank=4, firepower=5, rules=("self-defence-aa",))
GUNS = Weapon("23mm guns", 6, moving=2, anti_tank=6, firepower=5)
STUKA = team("Stuka", "aircraft", hit_on=5, save=3)
IL_2 = team("IL-2", "aircraft", hit_on=4, save=2, weapons=(GUNS,))


def battery(weapon: Weapon = QUAD, **changes: Any) -> AntiAircraft:
    return AntiAircraft(tank("Wirbelwind", weapons=(weapon,)), weapon, **changes)


class TestArrival:
    def test_core_8_they_come_on_4(self) -> None:
        assert arrives(Told(4), "german", "Stukas") and not arrives(Told(3), "german", "Stukas")
        assert arrival("Stukas").needed == 4

    def test_003_not_in_the_first_players_first_turn_of_a_meeting_engagement(self) -> None:
        dice = Told()
        assert not arrives(dice, "german", "Stukas", first_turn_of_meeting=True) and dice.rolls == []


class TestAntiAircraftFire:
    def test_core_8_dedicated_all_shots_self_defence_one_others_none(self) -> None:
        assert [anti_aircraft_shots(weapon) for weapon in (QUAD, AA_MG, RIFLE)] == [5, 1, 0]

    def test_core_8_the_number_is_the_aircrafts_own_and_more_beyond_16_inches(self) -> None:
        assert anti_aircraft_number(battery(range=16 * INCH), STUKA).number == 5
        assert anti_aircraft_number(battery(range=17 * INCH), STUKA).number == 6
        assert anti_aircraft_number(battery(night=True), STUKA).number == 6

    def test_core_8_a_hit_that_is_not_saved_and_has_the_firepower_brings_it_down(self) -> None:
        fired = shoot_at_aircraft(Told((5, 4, 6, 1, 2)), "soviet", battery(), STUKA)
        assert (fired.shots, fired.hits) == (5, 2)
        strikes = [Strike("Stuka 1", STUKA, QUAD)] * fired.hits
        lost = resolve(Told((2, 3), 5), strikes, "soviet", "german")
        assert [one.result for one in lost] == ["destroyed", "already destroyed"]

    @pytest.mark.parametrize(
        ("gun", "why"),
        [
            (battery(RIFLE), "does not shoot at aircraft"),
            (battery(seen=False), "does not see"),
            (battery(range=21 * INCH), "21.0 inches away, 2cm quad reaches 20"),
            (battery(bailed_out=True), "Bailed Out"),
            (battery(mounted=True), "mounted"),
        ],
    )
    def test_core_8_who_may_not(self, gun: AntiAircraft, why: str) -> None:
        with pytest.raises(Illegal, match=why):
            shoot_at_aircraft(Told(), "soviet", gun, STUKA)

    def test_core_8_as_far_as_the_weapon_reaches(self) -> None:
        assert shoot_at_aircraft(Told((6, 1, 1, 1, 1)), "soviet", battery(range=20 * INCH), STUKA).hits == 1

    def test_only_at_aircraft(self) -> None:
        with pytest.raises(Illegal, match="is no aircraft"):
            shoot_at_aircraft(Told(), "soviet", battery(), rifles())


class TestStrikes:
    SHOOTER = Shooter(IL_2, GUNS)
    FOE = Target(rifles(hit_on=4), 5 * INCH, Deeds())

    def test_core_8_guns_at_the_moving_rate_and_standing_infantry_is_not_concealed(self) -> None:
        fired = shoot(Told((4, 3)), "soviet", self.SHOOTER, self.FOE)
        assert (fired.shots, fired.hits, fired.needed.number) == (2, 1, 4)

    def test_core_8_not_within_8_inches_of_friends(self) -> None:
        check_strike(8 * INCH)
        check_strike(None)
        with pytest.raises(Illegal, match="less than 8"):
            check_strike(8 * INCH - 1)

    def test_which_armour_its_guns_meet_is_a_switch_and_its_bombs_strike_the_top(self) -> None:
        strike = Strike("Panther", tank(), GUNS, facing="front")
        assert strafed(strike).facing == "front"
        for armour in ("side", "top"):
            assert strafed(strike, STANDARD.set("aircraft-guns", armour)).facing == armour
        assert facing(Strike("Panther", tank(), GUNS, bombardment=True)) == "top"
