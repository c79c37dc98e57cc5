"""Artillery: spotting, ranging in, the template, repeat bombardments, smoke (core 7; 000, 002, 003)."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.battle.artillery import (
    AimingPoint,
    Battery,
    Ranging,
    Spotter,
    Under,
    attempts_left,
    bombard,
    bombardment_number,
    check_aiming_point,
    check_battery,
    check_smoke,
    check_spotter,
    from_friends,
    range_in,
    range_in_number,
    repeat,
    rolled_again,
    smoke_screen,
    template,
)
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force.card import Weapon
from tests.tabletop.battle.told import INCH, RIFLE, Told, bunker, nest, rifles, tank, team

HOWITZER = Weapon("122mm", 80, fires="artillery", anti_tank=3, firepower=3)
ROCKETS = Weapon("Katyusha", 64, fires="salvo", anti_tank=2, firepower=4)
BOMBS = Weapon("bombs", 6, fires="artillery", anti_tank=4, firepower=2, rules=("bombs",))
SMOKE = Weapon("Nebelwerfer", 64, fires="salvo", anti_tank=2, firepower=4, rules=("smoke-bombardment",))
POTS = Weapon("Smoke Pots", 16, fires="artillery", rules=("assault-smoke", "smoke-bombardment"))
FIELD = AimingPoint()
AT_ONCE = Ranging(1, True)


def battery(weapon: Weapon = HOWITZER, weapons: int = 4, skill: int = 4, **changes: Any) -> Battery:
    return Battery(weapon, weapons, skill, **changes)


def observer(**changes: Any) -> Spotter:
    return Spotter(**{"role": "observer", "skill": 4, **changes})


def four(*hit_on: int) -> list[Under]:
    return [Under(name, rifles(hit_on=n)) for name, n in zip("ABCD", hit_on, strict=False)]


class TestWhoMayBombard:
    @pytest.mark.parametrize(
        ("guns", "why"),
        [
            (battery(moved=True), "its guns moved"),
            (battery(pinned=True), "it is pinned"),
            (battery(shot=True), "has shot"),
            (battery(in_building=True), "in a building"),
            (battery(in_range=False), "not within 80 inches of every gun"),
            (battery(weapons=0), "no weapon fires"),
            (battery(forbidden_by="Meeting Engagement"), "Meeting Engagement forbids it"),
            (battery(RIFLE), "fires no bombardments"),
        ],
    )
    def test_core_7_1_who_may_not(self, guns: Battery, why: str) -> None:
        with pytest.raises(Illegal, match=why):
            check_battery(guns)
        with pytest.raises(Illegal, match=why):
            range_in(Told(), "soviet", guns, observer(), FIELD)

    def test_core_7_1_a_single_gun_may(self) -> None:
        check_battery(battery(weapons=1))

    def test_aircraft_have_always_moved(self) -> None:
        check_battery(battery(BOMBS, moved=True, aircraft=True))

    @pytest.mark.parametrize(
        ("spotter", "why"),
        [
            (observer(seen=False), "does not see"),
            (observer(moved=True), "it moved"),
            (observer(shot=True), "it shot"),
            (observer(linked=False), "out of command"),
            (observer(used=3), "no attempt left"),
            (observer(role="another unit"), "another unit"),
        ],
    )
    def test_core_7_2_who_may_not_spot(self, spotter: Spotter, why: str) -> None:
        with pytest.raises(Illegal, match=why):
            range_in(Told(), "soviet", battery(), spotter, FIELD)

    def test_card_bombs_and_rockets_are_spotted_by_their_own_unit_only(self) -> None:
        check_spotter(battery(BOMBS), observer(role="own unit"))
        for role in ("observer", "formation commander"):
            check_spotter(battery(), observer(role=role))
            with pytest.raises(Illegal, match="another unit"):
                check_spotter(battery(BOMBS), observer(role=role))

    @pytest.mark.parametrize(
        ("guns", "least"), [(battery(), 4), (battery(ROCKETS), 6), (battery(BOMBS, aircraft=True), 8)]
    )
    def test_core_7_2_the_aiming_point_keeps_away_from_friends(self, guns: Battery, least: int) -> None:
        assert from_friends(guns) == least
        check_aiming_point(guns, AimingPoint(nearest_friend=least * INCH + 1))
        check_aiming_point(guns, AimingPoint(nearest_friend=None))
        with pytest.raises(Illegal, match="from a friendly team"):
            check_aiming_point(guns, AimingPoint(nearest_friend=least * INCH - 1))

    def test_core_7_2_and_8_exactly_there_is_within_for_guns_and_far_enough_for_aircraft(self) -> None:
        with pytest.raises(Illegal, match="within 4 inches"):
            check_aiming_point(battery(), AimingPoint(nearest_friend=4 * INCH))
        check_aiming_point(battery(BOMBS, aircraft=True), AimingPoint(nearest_friend=8 * INCH))

    def test_002_no_room_beside_friends_is_bombarded(self) -> None:
        with pytest.raises(Illegal, match="room next to friendly teams"):
            check_aiming_point(battery(), AimingPoint(beside_friends=True))


class TestRangingIn:
    @pytest.mark.parametrize(
        ("dice", "came"),
        [
            (Told(4), Ranging(1, True, 0)),
            (Told(3, 4), Ranging(2, True, 1)),
            (Told(3, 3, 4), Ranging(3, True, 2)),
            (Told(3, 3, 3), Ranging(3, False)),
        ],
    )
    def test_core_7_2_three_attempts_and_each_that_fails_makes_hitting_harder(self, dice: Told, came: Ranging) -> None:
        assert range_in(dice, "soviet", battery(), observer(), FIELD) == came and dice.all_thrown()

    def test_core_7_2_a_spotter_has_three_attempts_a_turn_for_everybody(self) -> None:
        tired = observer(used=2)
        assert attempts_left(tired) == 1
        assert range_in(Told(3), "soviet", battery(), tired, FIELD) == Ranging(1, False)
        assert range_in(Told(4), "soviet", battery(), tired, FIELD) == Ranging(1, True, 0), "this battery's first"

    def test_a_player_may_keep_attempts_for_another_battery(self) -> None:
        assert range_in(Told(3, 3), "soviet", battery(), observer(), FIELD, most=2) == Ranging(2, False)
        assert range_in(Told(3), "soviet", battery(), observer(), FIELD, most=1) == Ranging(1, False)
        assert range_in(Told(3), "soviet", battery(), observer(used=2), FIELD, most=3) == Ranging(1, False)
        assert attempts_left(observer(used=3)) == attempts_left(observer(used=4)) == 0

    def test_core_7_2_terrain_or_smoke_under_the_template_and_night_add_1_each(self) -> None:
        needed = range_in_number(battery(), observer(), AimingPoint(in_terrain=True, night=True))
        assert needed.number == 6 and [m.value for m in needed.modifiers] == [1, 1]
        assert range_in_number(battery(), observer(), FIELD).number == 4

    def test_core_6_3_a_7_is_a_6_and_then_5_or_more_here_too(self) -> None:
        dark = AimingPoint(in_terrain=True, night=True)
        assert range_in(Told(6, 5), "soviet", battery(skill=5), observer(), dark).ranged_in
        assert range_in(Told(6, 4, 5, 6, 6), "soviet", battery(skill=5), observer(), dark) == Ranging(3, True, 2)

    def test_core_7_2_the_skill_is_the_batterys_and_a_switch_takes_the_worse(self) -> None:
        green = observer(skill=5)
        assert range_in_number(battery(skill=3), green, FIELD).number == 3
        assert range_in_number(battery(skill=3), green, FIELD, STANDARD.set("range-in-skill", "worse")).number == 5

    def test_the_roll_says_which_attempt_it_is(self) -> None:
        dice = Told(1, 6)
        told = range_in(dice, "soviet", battery(), observer(), FIELD).words()
        assert dice.purposes == ["ranging in 122mm, attempt 1", "ranging in 122mm, attempt 2"]
        assert told == "ranged in at attempt 2, +1 to hit"
        assert Ranging(1, True).words() == "ranged in at attempt 1"
        assert Ranging(3, False).words() == "not ranged in after 3 attempts"
        assert Ranging(1, False).words() == "not ranged in"


class TestTheTemplate:
    def test_core_7_3_6_inches_and_10_for_a_salvo(self) -> None:
        assert template(HOWITZER) == 6 and template(ROCKETS) == 10

    @pytest.mark.parametrize(
        ("weapons", "again"), [(1, "hits"), (2, "hits"), (3, None), (4, None), (5, "misses"), (9, "misses")]
    )
    def test_core_7_3_few_weapons_roll_hits_again_and_many_their_misses(self, weapons: int, again: str | None) -> None:
        assert rolled_again(battery(weapons=weapons)) == again

    def test_card_bombs_are_never_too_few(self) -> None:
        assert rolled_again(battery(BOMBS, weapons=1)) is None and rolled_again(battery(BOMBS, weapons=5)) == "misses"

    def landed(self, dice: Told, weapons: int, under: list[Under], ranging: Ranging = AT_ONCE) -> str:
        """The names of those that were hit."""
        hit = bombard(dice, "soviet", battery(weapons=weapons), ranging, under)
        assert dice.all_thrown() and [one.name for one in hit] == [one.name for one in under]
        return "".join(one.name for one in hit if one.hit)

    def test_core_7_3_every_team_under_it_is_rolled_for_once(self) -> None:
        assert self.landed(Told((4, 3, 6, 1)), 3, four(4, 4, 4, 4)) == "AC"

    def test_core_7_3_teams_of_different_numbers_are_rolled_apart(self) -> None:
        assert self.landed(Told((3, 2), (3, 4)), 3, four(3, 4, 3, 4)) == "AD"

    def test_core_7_3_one_or_two_weapons_hit_twice_or_not_at_all(self) -> None:
        assert self.landed(Told((4, 3, 6, 1), (3, 4)), 2, four(4, 4, 4, 4)) == "C"
        assert self.landed(Told((1, 1)), 2, four(4, 4)) == "", "no hit, nothing to roll again"

    def test_core_7_3_five_weapons_have_two_chances(self) -> None:
        assert self.landed(Told((4, 3, 6, 1), (3, 4)), 5, four(4, 4, 4, 4)) == "ACD"
        assert self.landed(Told((4, 4)), 5, four(4, 4)) == "AB"

    def test_core_7_3_ranging_in_late_is_all_that_makes_it_harder(self) -> None:
        late = Ranging(3, True, 2)
        assert bombardment_number(rifles(hit_on=4), late).number == 6
        assert self.landed(Told((6, 5)), 3, four(4, 4), late) == "A"

    def test_core_6_3_careful_teams_and_a_late_salvo_need_a_7(self) -> None:
        assert self.landed(Told((6, 5), 5), 3, four(5, 5), Ranging(3, True, 2)) == "A"

    def test_000_a_bunker_cannot_be_hit_but_a_nest_can(self) -> None:
        assert bombardment_number(bunker(), AT_ONCE).impossible
        assert bombardment_number(nest(), AT_ONCE).number == 4
        assert self.landed(Told(4), 5, [Under("A", bunker()), Under("B", nest())]) == "B"

    def test_friends_and_tanks_are_hit_alike(self) -> None:
        assert self.landed(Told((3, 3)), 3, [Under("A", tank(hit_on=3)), Under("B", rifles(hit_on=3))]) == "AB"
        assert bombardment_number(team("Stuka", "aircraft"), AT_ONCE).impossible

    def test_without_ranging_in_nothing_is_fired(self) -> None:
        with pytest.raises(Illegal, match="has not ranged in"):
            bombard(Told(), "soviet", battery(), Ranging(3, False), four(4))

    def test_smoke_pots_hit_nobody(self) -> None:
        with pytest.raises(Illegal, match="lays smoke and hits nobody"):
            bombard(Told(), "soviet", battery(POTS), AT_ONCE, four(4))


class TestRepeating:
    def test_core_7_4_on_the_marker_of_the_turn_before_nobody_rolls(self) -> None:
        assert repeat(battery(), observer(), marker=True) == Ranging(0, True, 0)

    def test_core_7_4_a_spotter_who_does_not_see_it_adds_1(self) -> None:
        blind = repeat(battery(), observer(seen=False), marker=True)
        needed = bombardment_number(rifles(hit_on=4), blind)
        assert needed.number == 5 and needed.modifiers[0].name == "spotter does not see"

    def test_core_7_4_a_spotter_out_of_attempts_may_still_repeat(self) -> None:
        assert repeat(battery(), observer(used=3), marker=True).ranged_in

    @pytest.mark.parametrize(
        ("guns", "facts", "why"),
        [
            (battery(), {"marker": False}, "no Ranged In marker"),
            (battery(), {"marker": True, "same_place": False}, "must range in anew"),
            (battery(moved=True), {"marker": True}, "its guns moved"),
        ],
    )
    def test_core_7_4_not_without_it(self, guns: Battery, facts: dict[str, bool], why: str) -> None:
        with pytest.raises(Illegal, match=why):
            repeat(guns, observer(), **facts)  # type: ignore[arg-type]


class TestSmoke:
    def test_core_7_5_4_inches_of_screen_a_gun(self) -> None:
        assert [smoke_screen(battery(SMOKE, weapons=n)) for n in (1, 3, 6)] == [4, 12, 24]

    def test_core_7_5_once_a_game_for_a_unit_that_has_it(self) -> None:
        check_smoke(battery(SMOKE), laid=0)
        with pytest.raises(Illegal, match="its Smoke Bombardment of the game"):
            check_smoke(battery(SMOKE), laid=1)
        with pytest.raises(Illegal, match="fires no Smoke Bombardment"):
            check_smoke(battery(), laid=0)

    def test_card_assault_smoke_is_laid_by_teams_that_moved(self) -> None:
        check_smoke(battery(POTS, moved=True), laid=0)
        with pytest.raises(Illegal, match="its guns moved"):
            check_smoke(battery(SMOKE, moved=True), laid=0)
