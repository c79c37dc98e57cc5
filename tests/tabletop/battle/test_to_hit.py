"""Shooting: who may, how often, at what number (core 6.1-6.3, 4.7)."""

from __future__ import annotations

from typing import Any

import icepool
import pytest

from orsha.kernel import Illegal, Modifier
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.battle.to_hit import (
    Deeds,
    Needed,
    Shooter,
    Target,
    check_limited,
    check_target,
    check_weapons,
    field_of_fire,
    gone_to_ground,
    hidden,
    machine_gun,
    shoot,
    shots,
    throw,
    to_hit,
    why_not_shoot,
)
from orsha.tabletop.force import arsenal
from orsha.tabletop.force.card import Team, Weapon
from tests.tabletop.battle.told import INCH, Told, bunker, every, gun, nest, rifles, tank, team

GUN = Weapon("76mm gun", 24, halted=2, moving=1, anti_tank=9, firepower=3)
MOVED = Deeds(moved=True)
STILL = Deeds()
SHOT = Deeds(shot=True)


def armed(*rules: str, **changes: Any) -> Weapon:
    given: dict[str, Any] = {"name": "gun", "range": 40, "halted": 3, "moving": 2, "anti_tank": 9, "firepower": 4}
    return Weapon(rules=rules, **{**given, **changes})


def tank_with(weapon: Weapon = GUN, **changes: Any) -> Shooter:
    return Shooter(tank(weapons=(weapon,)), weapon, **changes)


def enemy(**changes: Any) -> Target:
    """A tank in the open that moved and shot, 10 inches away: nothing is added."""
    return Target(
        **{"team": tank("Panther", hit_on=4), "range": 10 * INCH, "deeds": Deeds(moved=True, shot=True), **changes}
    )


def added(shooter: Shooter, target: Target) -> list[tuple[str, int]]:
    needed = to_hit(shooter, target)
    assert needed.number == target.team.hit_on + sum(m.value for m in needed.modifiers)
    return [(m.name, m.value) for m in needed.modifiers]


class TestTheNumber:
    def test_core_6_3_it_is_the_targets_own_number(self) -> None:
        assert to_hit(tank_with(), enemy()) == Needed(4)
        assert to_hit(tank_with(), enemy(team=tank(hit_on=2))) == Needed(2)

    def test_core_6_3_more_than_16_inches_adds_1(self) -> None:
        assert added(tank_with(), enemy(range=16 * INCH)) == []
        assert added(tank_with(), enemy(range=16 * INCH + 1)) == [("over 16 inches", 1)]

    def test_core_6_3_concealed_adds_1_and_gone_to_ground_makes_it_2(self) -> None:
        assert added(tank_with(), enemy(concealed=True)) == [("Concealed", 1)]
        assert added(tank_with(), enemy(concealed=True, deeds=STILL)) == [("Concealed and Gone to Ground", 2)]
        assert added(tank_with(), enemy(deeds=STILL)) == [], "gone to ground in the open is nothing"

    def test_core_6_3_out_of_command_or_a_failed_blitz_adds_1_once(self) -> None:
        assert added(tank_with(out_of_command=True), enemy()) == [("out of command", 1)]
        assert added(tank_with(failed_blitz=True), enemy()) == [("failed Blitz Move", 1)]
        assert added(tank_with(out_of_command=True, failed_blitz=True), enemy()) == [("out of command", 1)]

    def test_core_6_3_smoke_and_night_add_1_each(self) -> None:
        assert added(tank_with(), enemy(smoke=True, night=True)) == [("smoke", 1), ("night", 1)]

    def test_core_6_3_no_he_adds_1_against_infantry_and_guns_only(self) -> None:
        shooter = tank_with(armed("no-he"))
        assert added(shooter, enemy(team=rifles())) == [("No HE", 1)]
        assert added(shooter, enemy(team=gun())) == [("No HE", 1)]
        assert added(shooter, enemy()) == []

    @pytest.mark.parametrize(
        ("rule", "name"),
        [("overworked", "Overworked"), ("slow-firing", "Slow Firing"), ("one-man-turret", "One-man Turret")],
    )
    def test_core_6_3_three_rules_add_1_when_moving(self, rule: str, name: str) -> None:
        assert added(tank_with(armed(rule), deeds=MOVED), enemy()) == [(name, 1)]
        assert added(tank_with(armed(rule)), enemy()) == []
        assert added(tank_with(armed(rule), deeds=Deeds(pinned=True)), enemy()) == []
        assert added(tank_with(armed("overworked", rule), deeds=MOVED), enemy()) == [("Overworked", 1)], "once"

    def test_a_switch_makes_slow_firing_count_at_the_moving_rate(self) -> None:
        shooter = tank_with(armed("slow-firing"), deeds=Deeds(pinned=True))
        assert to_hit(shooter, enemy(), STANDARD.set("slow-firing", "moving-rate")).number == 5

    def test_core_6_3_a_secondary_weapon_fired_beside_another_adds_1(self) -> None:
        assert added(tank_with(armed("secondary-weapon"), beside=True), enemy()) == [("Secondary Weapon", 1)]
        assert added(tank_with(armed("secondary-weapon")), enemy()) == [], "fired alone it is like any other"

    def test_core_6_3_everything_at_once(self) -> None:
        shooter = tank_with(armed("no-he", "overworked"), deeds=MOVED, out_of_command=True)
        target = enemy(team=rifles(hit_on=4), range=20 * INCH, concealed=True, deeds=STILL, smoke=True, night=True)
        needed = to_hit(shooter, target)
        assert needed.number == 12 and needed.impossible and needed.chance == 0
        assert "out of reach at 12+, +1 over 16 inches, +2 Concealed and Gone to Ground" in needed.words()


class TestSevenAndEight:
    def far(self, number: int) -> Target:
        return enemy(team=tank("Panther", hit_on=number - 3), range=20 * INCH, concealed=True, deeds=STILL)

    def test_core_6_3_a_7_is_a_6_and_then_5_or_more(self) -> None:
        dice = Told((6, 6), (5, 4))
        fired = shoot(dice, "soviet", tank_with(), self.far(7))
        assert (fired.hits, fired.needed.number) == (1, 7) and dice.all_thrown()
        assert dice.purposes == ["to hit Panther with 76mm gun, 7+: sixes", "to hit Panther with 76mm gun, 7+: again"]

    def test_core_6_3_an_8_is_a_6_and_then_a_6(self) -> None:
        assert shoot(Told((6, 6), (5, 6)), "soviet", tank_with(), self.far(8)).hits == 1
        assert shoot(Told((6, 6), (5, 5)), "soviet", tank_with(), self.far(8)).hits == 0

    def test_core_6_3_above_8_no_die_is_thrown(self) -> None:
        dice = Told()
        assert shoot(dice, "soviet", tank_with(), self.far(9)).hits == 0 and dice.rolls == []

    @pytest.mark.parametrize("number", range(1, 10))
    def test_which_dice_hit_is_known_and_the_chance_is_exact(self, number: int) -> None:
        faces = every(lambda dice: throw(dice, "x", "red", Needed(number), 2))
        assert sum(chance for hits, chance in faces.items() if hits[0]) == Needed(number).chance
        assert sum(chance for hits, chance in faces.items() if hits == (False, True)) == (
            Needed(number).chance * (1 - Needed(number).chance)
        )

    def test_the_second_throw_belongs_to_the_die_that_showed_the_6(self) -> None:
        assert throw(Told((1, 6, 6), (4, 5)), "x", "red", Needed(7), 3) == (False, False, True)

    @pytest.mark.parametrize("number", range(2, 7))
    def test_the_chance_agrees_with_icepool(self, number: int) -> None:
        assert icepool.d6.probability(">=", number) == Needed(number).chance

    def test_the_roll_shows_what_made_it_harder(self) -> None:
        dice = Told((5, 3))
        fired = shoot(dice, "soviet", tank_with(), enemy(range=20 * INCH))
        assert dice.rolls[0].words() == (
            "soviet rolls to hit Panther with 76mm gun: 5, 3 -1 over 16 inches, needing 4+ gives 1 of 2"
        )
        assert fired.words() == "T-34 hits Panther (5+, +1 over 16 inches)"


class TestConcealment:
    def test_core_4_7_infantry_that_did_not_move_are_concealed_in_the_open(self) -> None:
        assert hidden(Target(rifles(), deeds=SHOT)) == "Concealed"
        assert hidden(Target(rifles(), deeds=STILL)) == "Concealed and Gone to Ground"
        assert hidden(Target(rifles(), deeds=MOVED)) == "in the open"
        assert hidden(Target(tank(), deeds=STILL)) == "in the open"

    def test_core_8_but_not_from_aircraft(self) -> None:
        assert hidden(Target(rifles(), deeds=STILL), by_aircraft=True) == "in the open"
        stuka = Shooter(team("Stuka", "aircraft"), armed(halted=None))
        assert added(stuka, Target(rifles(), deeds=STILL)) == []
        assert added(stuka, Target(rifles(), deeds=STILL, concealed=True)) == [("Concealed and Gone to Ground", 2)]

    def test_core_6_7_foxholes_conceal_infantry_and_guns(self) -> None:
        moved = Deeds(moved=True, shot=True)
        assert hidden(Target(rifles(), deeds=moved, foxholes=True)) == "Concealed"
        assert hidden(Target(gun(), deeds=moved, foxholes=True)) == "Concealed"
        assert hidden(Target(tank(), deeds=moved, foxholes=True)) == "in the open"

    def test_000_bunkers_and_nests_are_always_concealed(self) -> None:
        assert hidden(Target(bunker(), deeds=SHOT)) == hidden(Target(nest(), deeds=SHOT)) == "Concealed"

    def test_002_teams_in_a_city_building_are_concealed_even_in_defensive_fire(self) -> None:
        assert hidden(Target(rifles(), deeds=MOVED, in_room=True, assaulting=True)) == "Concealed"

    def test_core_9_2_assaulting_teams_are_not_concealed(self) -> None:
        assert hidden(Target(rifles(), deeds=MOVED, concealed=True, foxholes=True, assaulting=True)) == "in the open"

    def test_core_4_7_who_moves_shoots_or_assaults_is_not_gone_to_ground(self) -> None:
        assert gone_to_ground(tank(), STILL)
        for deeds in (MOVED, SHOT, Deeds(assaulted=True), Deeds(bombarded=True)):
            assert not gone_to_ground(tank(), deeds)

    def test_core_4_7_digging_in_is_allowed(self) -> None:
        assert gone_to_ground(rifles(), Deeds(moved=True, dug_in=True))
        assert not gone_to_ground(rifles(), Deeds(moved=True, dug_in=True, shot=True))

    def test_core_4_7_scouts_may_move_but_not_shoot_and_a_sniper_always_hides(self) -> None:
        assert gone_to_ground(rifles(rules=("scout",)), MOVED)
        assert not gone_to_ground(rifles(rules=("scout",)), Deeds(moved=True, shot=True))
        assert gone_to_ground(rifles(rules=("snipers-hide",)), SHOT)


class TestRateOfFire:
    def test_core_6_2_halted_moving_and_pinned(self) -> None:
        assert [shots(tank_with(armed(), deeds=deeds)) for deeds in (STILL, MOVED, Deeds(pinned=True))] == [3, 2, 2]

    def test_core_6_2_a_pinned_rof_of_its_own_comes_first(self) -> None:
        smg = armed(halted=3, moving=3, pinned_rof=1)
        assert [
            shots(tank_with(smg, deeds=d)) for d in (MOVED, Deeds(pinned=True), Deeds(moved=True, pinned=True))
        ] == [
            3,
            1,
            1,
        ]

    def test_core_9_2_defensive_fire_is_at_the_halted_rate_unless_pinned(self) -> None:
        assert shots(tank_with(armed("overworked"), deeds=MOVED, defensive=True)) == 3
        assert added(tank_with(armed("overworked"), deeds=MOVED, defensive=True), enemy()) == []
        assert shots(tank_with(armed(), deeds=Deeds(pinned=True), defensive=True)) == 2

    def test_core_6_2_a_secondary_weapon_beside_another_has_one_shot(self) -> None:
        assert shots(tank_with(armed("secondary-weapon"), beside=True)) == 1
        assert shots(tank_with(armed("secondary-weapon"))) == 3

    def test_core_8_aircraft_shoot_at_the_moving_rate(self) -> None:
        assert shots(Shooter(team("Stuka", "aircraft"), armed(halted=None, moving=2))) == 2

    def test_a_weapon_without_shots_is_refused(self) -> None:
        with pytest.raises(Illegal, match="no shots for a team that moved"):
            shoot(Told(), "red", tank_with(armed(moving=None), deeds=MOVED), enemy())


class TestWhoMayShoot:
    @pytest.mark.parametrize(
        ("deeds", "why"),
        [
            (Deeds(dashed=True), "dashed"),
            (Deeds(bailed_out=True), "Bailed Out"),
            (Deeds(mounted=True), "mounted"),
            (Deeds(forbidden_by="Follow Me"), "Follow Me forbids it"),
            (Deeds(bombarded=True), "bombardment"),
            (Deeds(crossing=True), "by boat"),
            (Deeds(fired_at_aircraft=True), "at aircraft"),
            (Deeds(shot=True), "has shot"),
        ],
    )
    def test_core_6_2_who_may_not(self, deeds: Deeds, why: str) -> None:
        with pytest.raises(Illegal, match=why):
            shoot(Told(), "red", tank_with(deeds=deeds), enemy())

    def test_core_9_2_in_defensive_fire_only_the_state_counts(self) -> None:
        assert (
            why_not_shoot(Deeds(dashed=True, shot=True, forbidden_by="Follow Me", fired_at_aircraft=True), True) is None
        )
        assert why_not_shoot(Deeds(bailed_out=True), defensive=True) is not None

    @pytest.mark.parametrize(
        ("target", "why"),
        [
            (enemy(seen=False), "out of sight"),
            (enemy(range=24 * INCH + 1), "24.0 inches away, 76mm gun reaches 24"),
            (enemy(in_field=False), "outside the field of fire"),
            (enemy(team=team("Stuka", "aircraft")), "only anti-aircraft weapons"),
            (enemy(team=bunker(), shooter_in_its_field=False), "only from within its own field of fire"),
        ],
    )
    def test_core_6_1_who_cannot_be_shot_at(self, target: Target, why: str) -> None:
        with pytest.raises(Illegal, match=why):
            shoot(Told(), "red", tank_with(), target)

    def test_000_a_nest_is_shot_at_from_anywhere(self) -> None:
        check_target(tank_with(), enemy(team=nest(), shooter_in_its_field=False))

    def test_core_6_2_fields_of_fire(self) -> None:
        assert field_of_fire(tank(), armed("forward-firing")) == "forward"
        assert field_of_fire(tank(), armed("rear-firing")) == "rear"
        assert field_of_fire(tank(), armed()) == field_of_fire(rifles(), armed()) == "all-round"
        assert field_of_fire(gun(), armed()) == "front" and field_of_fire(gun(), armed("forward-firing")) == "forward"

    def test_a_bombardment_weapon_does_not_shoot(self) -> None:
        with pytest.raises(Illegal, match="bombardments only"):
            shoot(Told(), "red", tank_with(armed(fires="artillery")), enemy())

    def test_a_weapon_fires_beside_another_only_as_a_secondary_weapon(self) -> None:
        with pytest.raises(Illegal, match="no Secondary Weapon"):
            shoot(Told(), "red", tank_with(beside=True), enemy())


class TestWeapons:
    MAIN, MG, BOW, SECOND = (
        armed(name="85mm"),
        armed(name="T-34 (MGs)"),
        armed(name="forward MG"),
        armed("secondary-weapon"),
    )

    def carrier(self, kind: str = "tank") -> Team:
        return team("Carrier", kind, weapons=(self.MAIN, self.MG, self.BOW, self.SECOND))

    def test_core_6_2_one_main_weapon_or_all_machine_guns_and_a_secondary_besides(self) -> None:
        for fired in ((self.MAIN,), (self.MG, self.BOW), (self.MAIN, self.SECOND), (self.MG, self.BOW, self.SECOND)):
            check_weapons(self.carrier(), fired)
        with pytest.raises(Illegal, match="one weapon at a time, or all its machine-guns"):
            check_weapons(self.carrier(), (self.MAIN, self.MG))

    def test_core_6_2_infantry_and_guns_fire_one_weapon(self) -> None:
        with pytest.raises(Illegal, match="one weapon at a time$|one weapon at a time \\["):
            check_weapons(self.carrier("infantry"), (self.MG, self.BOW))

    def test_a_weapon_it_does_not_have_or_twice_is_refused(self) -> None:
        with pytest.raises(Illegal, match="has no 76mm gun"):
            check_weapons(self.carrier(), (GUN,))
        with pytest.raises(Illegal, match="each of its weapons once"):
            check_weapons(self.carrier(), (self.MG, self.MG))

    def test_core_12_limited_weapons(self) -> None:
        faust = armed(name="Panzerfaust", limited=1)
        check_limited(faust, 1)
        check_limited(armed(), 9)
        with pytest.raises(Illegal, match="1 of the unit's teams may use Panzerfaust, not 2"):
            check_limited(faust, 2)

    def test_the_machine_guns_of_the_printed_tanks_are_known_by_name(self) -> None:
        tanks = [
            one
            for nation in ("soviet", "german")
            for card in arsenal(nation, "late").cards.values()
            for one in card.teams.values()
            if one.kind == "tank" and card.arm in ("tanks", "assault-guns")
        ]
        light = {
            weapon.name for one in tanks for weapon in one.weapons if (weapon.anti_tank, weapon.firepower) == (2, 6)
        }
        heavy = {weapon.name for one in tanks for weapon in one.weapons if (weapon.anti_tank or 0) > 5}
        by_name = {name for name in light | heavy if machine_gun(armed(name=name))}
        assert by_name == light and len(light) > 10


class TestSmoke:
    def test_core_7_5_smoke_ammunition_marks_the_team_it_hits(self) -> None:
        howitzer = armed("smoke", halted=1)
        fired = shoot(Told((4,)), "german", tank_with(howitzer, smoke_shell=True), enemy())
        assert fired.smoke and fired.words() == "T-34 puts smoke on Panther (4+)"
        missed = shoot(Told((3,)), "german", tank_with(howitzer, smoke_shell=True), enemy())
        assert not missed.smoke and missed.words() == "T-34 misses Panther (4+)"

    def test_a_weapon_without_smoke_ammunition_is_refused(self) -> None:
        with pytest.raises(Illegal, match="no smoke ammunition"):
            shoot(Told(), "german", tank_with(smoke_shell=True), enemy())


def test_core_6_3_a_switch_says_whether_a_1_may_hit() -> None:
    """No printed rating is better than 2+, so only a number made up for the test can show it."""
    easy = enemy(team=tank("Barn", hit_on=1))
    assert to_hit(tank_with(), easy).number == 2
    sure = STANDARD.set("one-misses", "no")
    assert to_hit(tank_with(), easy, sure).certain and shoot(Told(), "red", tank_with(), easy, sure).hits == 2


def test_modifiers_are_the_kernels() -> None:
    assert to_hit(tank_with(), enemy(smoke=True)).modifiers == (Modifier("smoke", 1),)
