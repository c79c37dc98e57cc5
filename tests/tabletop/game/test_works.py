"""000 Bunker, Nests, Defilade Walls: what works are in a battle, who shoots at them and assaults them, and from where.

The allies come from below (y grows upward); works of the axis look down at them (facing 180).
"""

from __future__ import annotations

from typing import Any

import pytest

from orsha.tabletop.battle.artillery import Ranging, bombardment_number
from orsha.tabletop.battle.to_hit import hidden
from orsha.tabletop.game import (
    aiming,
    assault_chances,
    beginning,
    building,
    chain,
    commands,
    defending,
    events,
    facts,
    firing_odds,
    ordering,
    surveying,
)
from orsha.tabletop.game.charging import Field, charge_legs, chargers
from orsha.tabletop.game.commands import Aim, GiveOrder, NextStep, Shoot
from orsha.tabletop.game.events import Harmed, TeamsGone
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import lose
from orsha.tabletop.mission.ending import losses
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import lost_units
from orsha.tabletop.table import sees
from tests.tabletop.battle.told import GUN, PANZERFAUST, RIFLE, gun, rifles, tank
from tests.tabletop.game import assault_stage
from tests.tabletop.game.stage import INCH, Group, act, battle, decided, leg, march, refused, told, with_team
from tests.tabletop.game.works_stage import BUNKER, NESTS, TURRET, site, with_works

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])


def before(team: Any = None, at: tuple[float, float] = (20, 10), step: Any = "shooting", **of: Any) -> BattleState:
    """One allied team that looks up, and the axis far away."""
    return battle([Group("Ours", (team or tank(),), [at], 0)], [FAR], step=step, **of)


def shot(at: str = "axis w0.0") -> Shoot:
    return Shoot("allied 0", (Aim("allied 0.0", 0, at),))


# -- the printed cards

FORWARD = ("forward-firing",)
PRINTED = {
    "7.5 cm anti-tank bunker": (10, 2, (32, 2, 2, 12, 3, FORWARD)),
    "5 cm anti-tank bunker": (8, 2, (28, 2, 1, 8, 4, FORWARD)),
    "2 cm AA nest": (4, 3, None),
    "1 machine-gun nest": (2, 3, (16, 4, 2, 2, 6, ())),
    "Panzer II turret": (2, None, (20, 2, 2, 5, 5, ())),
    "T-70 turret": (2, None, (20, 1, 1, 7, 4, ())),
    "T-34 turret": (5, None, (24, 2, 2, 9, 3, ())),
    "Panther turret": (12, None, (40, 2, 2, 14, 3, ())),
}
"""Points, Is Hit On, and the weapon's range, rates of fire, anti-tank, firepower and notes, where the scan has them;
the numbers that it lost are the catalogue's (A22)."""


@pytest.mark.parametrize("item", PRINTED)
def test_000_the_numbers_of_each_printed_card(item: str) -> None:
    points, hit_on, printed = PRINTED[item]
    (name,) = set(building.teams_of(item))
    card = building.card_of(item, name)
    assert fortifications().items[item].points == points
    assert fortifications().items[item].units == len(building.teams_of(item)), "each team is a unit of its own"
    assert (card.motivation.rating, card.skill.rating, card.skill.needed("assault")) == (4, 5, 6)
    assert hit_on in (card.hit_on, None)
    gun = card.weapons[0]
    if printed is not None:
        assert (gun.range, gun.halted, gun.moving, gun.anti_tank, gun.firepower, gun.rules) == printed
    if card.armoured:
        second = card.weapons[1]
        assert (second.range, second.halted, second.moving, second.anti_tank, second.firepower) == (16, 3, 3, 2, 6)


# -- units of their own


def test_000_bunker_each_team_is_a_separate_unit_even_of_the_same_selection() -> None:
    state = with_works(before(), "4 machine-gun nests", *(site(10 + 6 * n, 40) for n in range(4)))
    units = [id for id in facts.units_on_table(state, "axis") if is_work(id)]
    assert units == ["axis w0", "axis w1", "axis w2", "axis w3"]
    assert [facts.unit_name(state, id) for id in units] == [
        "Machine-gun nest", "Machine-gun nest 2", "Machine-gun nest 3", "Machine-gun nest 4",
    ]  # fmt: skip
    assert all(facts.unit_sheet(state, id).unit.points == 2 for id in units)
    assert chain.formation_of(state, "axis w0") is None


def test_a_battle_without_works_has_the_roster_of_its_forces_and_one_with_works_keeps_its_own() -> None:
    plain = before()
    assert plain.roster is plain.setup.roster
    state = with_works(plain, TURRET, site(20, 30))
    assert state.roster is with_team(state, "allied 0.0", x=0).roster and "axis w0.0" in state.roster.teams
    assert "axis w0" not in state.roster.of_seat["axis"], "works are no part of the force"


def test_000_each_nest_is_a_unit_lost_for_victory_points_but_none_of_the_force_or_of_a_formation() -> None:
    other = Group("Others", (rifles(), rifles()), [(60, 40), (62, 40)])
    state = battle([Group("Ours", (tank(),), [(20, 10)])], [FAR, other], step="assault")
    state = with_works(state, NESTS, site(30, 40), site(40, 40))
    after = told(state, lambda story: lose(story, ["axis w0.0", "axis w1.0"], "destroyed"))
    assert after.state.lost == {"axis w0": ("axis w0.0",), "axis w1": ("axis w1.0",)}
    assert lost_units(after.state.mission, "axis") == 0 and losses(after.state.mission, "axis") == 2
    assert told(after.state, lambda story: assert_stands(beginning.formations(story, "axis"))).events == []


def assert_stands(formation_left: bool) -> None:
    assert formation_left


def test_core_11_a_nest_is_a_gun_team_and_keeps_the_enemy_from_holding_an_objective() -> None:
    state = with_works(before(), NESTS, site(30, 40), site(40, 40))
    assert facts.may_hold(state, "axis w0.0")


# -- shot at


def test_000_bunker_can_only_be_shot_at_from_within_its_field_of_fire() -> None:
    front = with_works(before(), BUNKER, site(20, 30, 180))
    act(front, "allied", shot(), 1, *())
    behind = with_works(before(), BUNKER, site(20, 30, 0))
    assert refused(behind, "allied", shot(), "from within its own field of fire").rule == "000 Bunker"
    assert surveying.guns(behind, "allied 0", ["axis w0.0"]) == ()
    aside = with_works(before(at=(40, 30)), BUNKER, site(20, 30, 180))
    refused(aside, "allied", shot(), "field of fire")


def test_000_nests_are_shot_at_from_anywhere() -> None:
    state = with_works(before(), NESTS, site(20, 30, 0), site(40, 30, 0))
    assert act(state, "allied", shot(), (1, 1)).state


def test_000_turret_bunkers_shoot_and_are_shot_at_all_round() -> None:
    state = with_works(before(), TURRET, site(20, 30, 0))
    assert act(state, "allied", shot(), (1, 1)).state
    weapon = facts.card(state, "axis w0.0").weapons[0]
    assert aiming.faces(state, "axis w0.0", weapon, facts.stand(state, "allied 0.0")) == 0, "as it stands"


def test_core_6_2_works_never_turn_to_shoot() -> None:
    state = with_works(before(), NESTS, site(20, 30, 0), site(40, 30, 180))
    weapon = facts.card(state, "axis w0.0").weapons[0]
    assert aiming.faces(state, "axis w0.0", weapon, facts.stand(state, "allied 0.0")) is None


@pytest.mark.parametrize("item", (BUNKER, "1 machine-gun nest", TURRET))
def test_000_bunker_and_nest_are_always_concealed(item: str) -> None:
    state = with_works(before(), item, site(20, 30))
    target = aiming.target(state, "allied 0.0", "axis w0.0", 2)
    assert hidden(target) == "Concealed and Gone to Ground"
    fired = aiming.target(with_team(state, "axis w0.0", shot="halted"), "allied 0.0", "axis w0.0", 2)
    assert hidden(fired) == "Concealed"


def test_000_nests_are_in_bulletproof_cover_and_a_passed_firepower_test_is_rolled_again() -> None:
    near = before(at=(20, 24))
    state = with_works(near, NESTS, site(20, 30), site(40, 30))
    lost = act(state, "allied", shot(), (6, 1), 1, 3, 3)  # hit on 5+, save failed, firepower 3+ twice
    assert lost.one(TeamsGone).teams == ("axis w0.0",)
    saved = act(state, "allied", shot(), (6, 1), 1, 3, 2)
    assert saved.one(Harmed).harms[0].result == "saved by bulletproof cover" and "axis w0.0" in saved.state.teams
    first = act(state, "allied", shot(), (6, 1), 1, 2)
    assert "axis w0.0" in first.state.teams, "a failed test is not rolled again"


def test_000_turret_bunkers_are_hit_as_tanks_on_the_armour_that_faces_the_shooter() -> None:
    state = with_works(before(at=(20, 24)), TURRET, site(20, 30, 180))
    bailed = act(state, "allied", shot(), (6, 1), 5, 3)  # front 6: 11 matches, and firepower bails it out at once
    assert bailed.state.teams["axis w0.0"].bailed_out
    pierced = act(state, "allied", shot(), (6, 1), 4, 3, 3)
    assert pierced.one(TeamsGone).wrecks == ("axis w0.0",)
    again = act(state, "allied", shot(), (6, 1), 4, 3, 2)
    assert again.state.teams["axis w0.0"].bailed_out, "the test to destroy it was rolled again, and failed"
    from_behind = with_works(before(at=(20, 24)), TURRET, site(20, 30, 0))
    assert aiming.strike(from_behind, "allied 0.0", "axis w0.0", GUN).facing == "side"


def test_core_3_1_the_crew_of_a_bailed_out_turret_comes_back() -> None:
    state = with_works(before(step="assault"), TURRET, site(20, 30))
    state = with_team(state, "axis w0.0", bailed_out=True)
    after = decided(state, "allied", NextStep(), 4)
    assert after.one(events.Remounted).active and not after.state.teams["axis w0.0"].bailed_out
    lost = decided(state, "allied", NextStep(), 3, 3).state
    assert "axis w0.0" not in lost.teams, "a bailed out unit of one stands its last stand, as any tank does"


def test_000_bunker_cannot_be_hit_by_an_artillery_bombardment_but_a_nest_can() -> None:
    state = with_works(with_works(before(), BUNKER, site(20, 30)), TURRET, site(30, 30))
    state = with_works(state, "1 machine-gun nest", site(40, 30))
    ranging = Ranging(1, True)
    numbers = [bombardment_number(facts.card(state, f"axis w{n}.0"), ranging) for n in range(3)]
    assert [number.impossible for number in numbers] == [True, True, False]


# -- the odds know it


def test_odds_of_shots_at_works_count_the_second_firepower_test() -> None:
    state = with_works(before(at=(20, 24)), NESTS, site(20, 30), site(40, 30))
    chance = firing_odds.chances(state, "allied 0", "axis w0.0", (Aim("allied 0.0", 0, "axis w0.0"),))
    hit, fails, firepower = 2 / 6, 2 / 6, 4 / 6  # 5+: hit on 3+, and two for Concealed and Gone to Ground
    assert float(chance.destroyed) == pytest.approx(1 - (1 - hit * fails * firepower**2) ** 2)


# -- assaulted


def assault_on(item: str, *sites: commands.Site, ours: Any = None, at: tuple[float, float] = (20, 26)) -> BattleState:
    teams = ours or (rifles(), rifles())
    group = Group("Ours", teams, [(at[0] + 2 * n, at[1]) for n in range(len(teams))])
    return with_works(battle([group], [FAR], step="assault"), item, *sites)


def test_000_bunker_can_only_be_assaulted_from_within_its_field_of_fire() -> None:
    front = assault_on(BUNKER, site(21, 30, 180))
    assert assault_stage.charge(front, at="axis w0").state.assault is not None
    behind = assault_on(BUNKER, site(21, 30, 0))
    assert charge_legs(behind, "allied 0", "axis w0") is None
    straight = assault_stage.straight(behind, "allied 0.0", (20, 27.65))
    assault_stage.refused(behind, "allied", commands.Charge("allied 0", (straight,)), "only from its field of fire")


def test_000_nests_are_assaulted_from_anywhere_even_those_that_shoot_forward_only() -> None:
    behind = assault_on("5 cm anti-tank nest", site(21, 30, 0))
    assert facts.card(behind, "axis w0.0").weapons[0].rules == FORWARD
    assert charge_legs(behind, "allied 0", "axis w0") is not None


def test_000_bunker_is_assaulted_at_its_front_by_who_ends_there() -> None:
    state = assault_on(BUNKER, site(24, 30, 180), at=(20, 27))
    aside = assault_stage.straight(state, "allied 0.0", (21.65, 29.5))
    assault_stage.refused(state, "allied", commands.Charge("allied 0", (aside,)), "at its front")


def test_000_works_cannot_be_assaulted_by_tanks() -> None:
    state = assault_on(NESTS, site(20, 30), site(40, 30), ours=(tank(),))
    ahead = assault_stage.straight(state, "allied 0.0", (20, 27.8), facing=0)
    assault_stage.refused(state, "allied", commands.Charge("allied 0", (ahead,)), "tank teams do not assault")


def test_000_works_near_a_tank_assault_are_not_in_it() -> None:
    """A nest beside grenadiers whom tanks assault need not test, and cannot be made to break off."""
    ours = Group("Tanks", (tank(),), [(20, 26)], 0)
    theirs = Group("Grenadiers", (rifles(), rifles(), rifles()), [(20, 30), (22, 30), (24, 30)], 180)
    state = with_works(battle([ours], [theirs], step="assault"), "1 machine-gun nest", site(17, 30))
    charged = assault_stage.charge(state)
    assert charged.state.assault is not None and charged.state.assault.defenders == ("axis 0",)
    fought = assault_stage.act(charged.state, "axis", commands.Pass(), 1, 1)
    assert fought.one(events.Tested).failed == ("axis 0",) and "axis w0.0" in fought.state.teams


def test_000_works_cannot_charge_into_contact_or_move_or_turn_or_take_orders() -> None:
    state = with_works(battle([FAR], [], step="assault", active="axis"), NESTS, site(60, 42), site(20, 20))
    assert chargers(Field(state, "axis w0", counter=False)) == []
    moving = with_works(battle([FAR], [FAR], step="movement", active="axis"), NESTS, site(30, 30), site(20, 20))
    refused(moving, "axis", march(moving, leg(moving, "axis w0.0", (30, 29))), "never moves")
    refused(moving, "axis", march(moving, leg(moving, "axis w0.0", facing=90)), "never moves")
    refused(moving, "axis", GiveOrder("axis w0", "dig-in"), "takes no Movement Orders")
    assert ordering.available(moving, "axis w0") == []


def test_000_a_nest_that_is_assaulted_falls_to_two_passed_firepower_tests() -> None:
    state = assault_on(NESTS, site(20, 30), site(40, 30), ours=(rifles(),))
    charged = assault_stage.charge(state, at="axis w0")
    lost = assault_stage.act(charged.state, "axis", commands.Pass(), 4, 6, 6)
    assert lost.one(TeamsGone).teams == ("axis w0.0",)
    stands = assault_stage.act(charged.state, "axis", commands.Pass(), 4, 6, 5, 4)
    assert "axis w0.0" in stands.state.teams and stands.state.asked is not None


def test_core_9_2_a_nest_that_must_break_off_cannot_and_is_lost() -> None:
    state = assault_on(NESTS, site(20, 30), site(40, 30), ours=(rifles(),))
    charged = assault_stage.charge(state, at="axis w0")
    after = assault_stage.act(charged.state, "axis", commands.Pass(), 3, 3)
    assert after.one(events.Tested).failed == ("axis w0",)
    assert after.one(TeamsGone).teams == ("axis w0.0",)


def test_000_a_turret_in_an_assault_is_struck_as_a_tank() -> None:
    """Hands (2 against a top of 2) do nothing; a Panzerfaust (12 against a side of 5) needs its Firepower twice."""
    bare = assault_stage.charge(assault_on(TURRET, site(20, 30), ours=(rifles(),)), at="axis w0").state
    held = assault_stage.act(bare, "axis", commands.Pass(), 6, 4)
    assert held.one(events.Fought).harms[0].result == "bounced off"
    state = assault_on(TURRET, site(20, 30), ours=(rifles(weapons=(RIFLE, PANZERFAUST)),))
    charged = assault_stage.charge(state, at="axis w0").state
    lost = assault_stage.act(charged, "axis", commands.Pass(), 6, 5, 5)
    assert lost.one(TeamsGone).teams == ("axis w0.0",)
    again = assault_stage.act(charged, "axis", commands.Pass(), 6, 5, 4)
    assert again.one(events.Fought).harms[0].result == "bailed out", "the second test failed"


def test_000_a_nest_strikes_back_at_who_is_in_contact_without_charging() -> None:
    state = assault_on(NESTS, site(20, 30), site(40, 30), ours=(rifles(),))
    charged = assault_stage.charge(state, at="axis w0").state
    asked = assault_stage.act(charged, "axis", commands.Pass(), 1, 5).state
    fought = assault_stage.act(asked, "axis", commands.Counterattack(()), 6)
    assert fought.one(TeamsGone).teams == ("allied 0.0",)
    assert fought.one(events.SidesChanged).legs == (), "nothing moved"


def test_core_9_2_works_fire_at_who_charges_others_beside_them() -> None:
    """000 bars tanks from assaulting a bunker, not the bunker from shooting at tanks that charge its neighbours."""
    ours = Group("Tanks", (tank(),), [(20, 26)], 0)
    theirs = Group("Grenadiers", (rifles(),) * 3, [(20, 30), (22, 30), (24, 30)], 180)
    state = with_works(battle([ours], [theirs], step="assault"), BUNKER, site(16, 31))
    charged = assault_stage.charge(state).state
    assert "axis w0.0" in {gun.team for gun in defending.guns(charged)}
    behind = with_works(battle([ours], [theirs], step="assault"), BUNKER, site(16, 31, 0))
    assert "axis w0.0" not in {gun.team for gun in defending.guns(assault_stage.charge(behind).state)}


def test_the_chance_of_an_assault_on_a_nest_is_known() -> None:
    state = assault_on(NESTS, site(20, 30), site(40, 30), ours=(rifles(),) * 3)
    assert 0 < assault_chances.estimate(state, "allied 0", "axis w0") < 1


# -- defilade walls


def test_000_a_defilade_wall_is_impassable_and_cannot_be_seen_or_shot_through() -> None:
    bare = with_works(before(at=(28, 30)), BUNKER, site(20, 33, 180))
    walled = with_works(before(at=(28, 30)), BUNKER, site(20, 33, 180, wall="left"))
    stands = facts.stand(bare, "allied 0.0"), facts.stand(bare, "axis w0.0")
    assert sees(facts.ground(bare), *stands).clear
    assert not sees(facts.ground(walled), *stands).clear
    refused(walled, "allied", shot(), "out of sight")
    across = before(rifles(), (24, 30), "movement")
    across = with_works(across, BUNKER, site(20, 33, 180, wall="left"), seat="allied")
    refused(across, "allied", march(across, leg(across, "allied 0.0", (18, 30))), "wall")


def test_000_a_wall_limits_the_bunkers_own_field_too() -> None:
    walled = with_works(before(at=(28, 30)), BUNKER, site(20, 33, 180, wall="left"))
    assert aiming.looks(walled, ["axis w0.0"], ["allied 0.0"])["axis w0.0"]["allied 0.0"] == 0


def test_guns_of_the_force_still_turn() -> None:
    group = Group("Guns", (gun(),), [(20, 10)], 180)
    state = battle([group], [Group("Tanks", (tank(),), [(20, 20)], 180)])
    assert aiming.faces(state, "allied 0.0", GUN, facts.stand(state, "axis 0.0")) == 0
    assert state.teams["allied 0.0"].x == 20 * INCH
