"""core 2.5, 6.8: what follows from losses: leaders, commanders, wrecks, pinned units, lost units."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.battle.pinning import Taken
from orsha.tabletop.game import facts
from orsha.tabletop.game.events import CommanderFell, Led, PinnedDown, TeamsGone
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import bailed, get_out, lose, pin, pin_if_due
from orsha.tabletop.mission.events import UnitMoved
from tests.tabletop.battle.told import half_track, rifles, tank
from tests.tabletop.game.room_stage import city
from tests.tabletop.game.stage import INCH, Group, Told, battle, mounted, told, with_team, with_unit

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])
CITY_FAR = Group("Far away", (rifles(),), [(35, 1)])


def lost(state: BattleState, *teams: str, faces: tuple[int, ...] = (), how: Any = "destroyed") -> Told:
    return told(state, lambda story: lose(story, teams, how), *faces)


def men(*spots: tuple[float, float], **of: Any) -> Group:
    return Group("Rifles", (rifles(),) * len(spots), spots, **of)


# -- leaders


def test_core_2_5_when_the_leader_falls_the_nearest_team_leads_at_once() -> None:
    state = battle([men((10, 10), (20, 10), (13, 10))], [FAR])
    after = lost(state, "allied 0.0")
    assert after.one(Led).team == "allied 0.2" and after.state.units["allied 0"].leader == "allied 0.2"


def test_core_2_5_beyond_command_distance_the_nearest_leads() -> None:
    state = battle([men((10, 10), (40, 10))], [FAR])
    assert lost(state, "allied 0.0").state.units["allied 0"].leader == "allied 0.1"


def test_002_who_is_in_command_of_a_leader_in_a_room_leads_before_a_nearer_one_who_is_not() -> None:
    other_room = city([men((12.1, 11.1), (8.9, 7.9), (13.9, 12.9))], [CITY_FAR])  # the last is across the corner
    assert lost(other_room, "allied 0.0").one(Led).team == "allied 0.1"
    behind_wall = city([men((8.9, 11.1), (12.1, 7.9), (7.1, 11.2))], [CITY_FAR])  # the last is beside the opening
    assert lost(behind_wall, "allied 0.0").one(Led).team == "allied 0.1"


def test_core_2_5_another_leads_when_the_leader_is_bailed_out() -> None:
    state = battle([Group("Tanks", (tank(),) * 3, [(10, 10), (13, 10), (16, 10)])], [FAR])
    out = with_team(with_team(state, "allied 0.0", bailed_out=True), "allied 0.1", bailed_out=True)
    assert told(out, lambda story: bailed(story, "allied 0.0")).state.units["allied 0"].leader == "allied 0.2"


def test_a_leader_stays_while_nobody_else_can_lead() -> None:
    state = battle([Group("Tank", (tank(),), [(10, 10)])], [FAR])
    out = with_team(state, "allied 0.0", bailed_out=True)
    assert not told(out, lambda story: bailed(story, "allied 0.0")).of(Led)


# -- commanders


def headquarters(*more: Group, chief: Any = None) -> BattleState:
    hq = Group("Headquarters", (chief or tank(),), [(10, 10)], hq=True)
    return battle([hq, *more], [FAR])


def test_core_2_5_a_destroyed_commander_takes_over_a_team_near_him_on_three() -> None:
    state = headquarters(Group("Tanks", (tank(), tank()), [(20, 10), (14, 10)]))
    assert state.commanders == {"allied 0": "allied 0.0"}
    saved = lost(state, "allied 0.0", faces=(3,))
    assert saved.one(TeamsGone).teams == ("allied 1.1",), "the team that he takes over is removed in his stead"
    assert saved.state.commanders == {"allied 0": "allied 0.0"}
    assert facts.spot(saved.state, "allied 0.0") == (14 * INCH, 10 * INCH)
    assert saved.state.mission.units["allied 0"].where == "table"


def test_002_a_commander_takes_over_a_team_near_his_room_by_the_edge_of_its_own() -> None:
    hq = Group("HQ", (rifles(rules=("independent",)),), [(8.9, 7.9)], hq=True)
    state = city([hq, men((17.1, 11.1), (17.1, 9))], [CITY_FAR])  # next door, over 6 inches from his base
    assert lost(state, "allied 0.0", faces=(6,)).one(CommanderFell).team == "allied 0.0"


def test_core_2_5_his_own_vehicle_is_the_wreck() -> None:
    state = headquarters(Group("Tanks", (tank(), tank()), [(20, 10), (14, 10)]))
    after = lost(state, "allied 0.0", faces=(3,)).state
    (wreck,) = facts.ground(after).features
    assert wreck.kind == "wreck"
    assert {round(x / INCH) for x, _ in wreck.area} <= {9, 10, 11}


def test_core_2_5_on_less_he_is_lost_and_nobody_commands_any_more() -> None:
    state = headquarters(Group("Tanks", (tank(), tank()), [(20, 10), (14, 10)]))
    gone = lost(state, "allied 0.0", faces=(2,))
    assert gone.one(CommanderFell).team is None and gone.state.commanders == {"allied 0": None}
    assert gone.state.mission.units["allied 0"].where == "lost"


def test_core_2_5_without_a_team_within_six_inches_nobody_rolls() -> None:
    state = headquarters(Group("Tanks", (tank(), tank()), [(20, 10), (25, 10)]))
    assert lost(state, "allied 0.0").state.commanders == {"allied 0": None}


def test_a_bailed_out_tank_near_him_does_not_keep_him_from_the_next() -> None:
    state = headquarters(Group("Tanks", (tank(), tank()), [(13, 10), (16, 10)]))
    state = with_team(state, "allied 1.0", bailed_out=True)
    assert lost(state, "allied 0.0", faces=(3,)).one(TeamsGone).teams == ("allied 1.1",)


def test_a_commander_takes_over_no_transport_and_no_support() -> None:
    rides = Group("Rides", (half_track(),), [(13, 10)])
    support = Group("Support", (tank(),), [(10, 14)], support=True)
    assert lost(headquarters(rides, support), "allied 0.0").state.commanders == {"allied 0": None}


def test_he_keeps_what_he_did_and_stands_in_the_foxholes_of_the_team_he_takes_over() -> None:
    state = headquarters(men((13, 10)), chief=rifles())
    state = with_team(with_team(state, "allied 1.0", foxholes=True), "allied 0.0", moved=True)
    after = lost(state, "allied 0.0", faces=(3,)).state.teams["allied 0.0"]
    assert after.foxholes and after.moved


# -- wrecks and lost units


def test_core_5_2_a_destroyed_vehicle_leaves_a_wreck_and_infantry_nothing() -> None:
    state = battle([Group("Mixed", (tank(), rifles()), [(10, 10), (14, 10)])], [FAR])
    assert len(facts.ground(lost(state, "allied 0.0").state).features) == 1
    assert len(facts.ground(lost(state, "allied 0.1").state).features) == 0
    assert len(facts.ground(lost(state, "allied 0.0", how="captured").state).features) == 0


def test_a_unit_without_teams_is_lost_and_one_that_only_left_is_not() -> None:
    state = battle([men((10, 10))], [FAR])
    gone = lost(state, "allied 0.0")
    assert gone.one(UnitMoved).where == "lost" and gone.state.lost == {"allied 0": ("allied 0.0",)}
    away = lost(state, "allied 0.0", how="left")
    assert not away.of(UnitMoved) and away.state.lost == {}


def test_a_team_is_lost_once() -> None:
    state = battle([men((10, 10), (12, 10))], [FAR])
    assert lost(state, "allied 0.0", "allied 0.0", "nobody.1").state.lost == {"allied 0": ("allied 0.0",)}


# -- passengers


def test_core_4_8_passengers_of_a_bailed_out_transport_get_out_within_two_inches() -> None:
    rides = Group("Rides", (half_track(),), [(10, 10)])
    state = mounted(battle([rides, men((30, 10))], [FAR]), "allied 1.0", "allied 0.0")
    state = with_team(state, "allied 0.0", bailed_out=True)
    after = told(state, lambda story: bailed(story, "allied 0.0")).state
    assert after.teams["allied 1.0"].aboard is None
    assert facts.gap(after, "allied 0.0", "allied 1.0") <= 2 * INCH


def test_who_finds_no_room_beside_his_vehicle_is_lost() -> None:
    crowd = Group("Crowd", (rifles(),) * 49, [(10 + 1.6 * (n % 7 - 3), 10 + 1.6 * (n // 7 - 3)) for n in range(49)])
    rides = Group("Rides", (half_track(),), [(10, 10)])
    state = mounted(battle([rides, men((30, 10)), crowd], [FAR]), "allied 1.0", "allied 0.0")
    at = facts.stand(state, "allied 0.0")
    assert "allied 1.0" not in told(state, lambda story: get_out(story, ["allied 1.0"], at)).state.teams


# -- pinning


def test_core_6_8_five_hits_pin_and_eight_a_large_unit() -> None:
    small = battle([men(*((10 + 2 * n, 10) for n in range(4)))], [FAR])
    large = battle([men(*((10 + 2 * n, 10) for n in range(12)))], [FAR])
    for state, hits, pinned in ((small, 4, False), (small, 5, True), (large, 7, False), (large, 8, True)):
        hit = with_unit(state, "allied 0", taken=Taken(hits))
        assert told(hit, lambda story: pin_if_due(story, "allied 0")).state.units["allied 0"].pinned == pinned


def test_a_unit_is_pinned_once() -> None:
    state = with_unit(battle([men((10, 10))], [FAR]), "allied 0", pinned=True)
    assert not told(state, lambda story: pin(story, "allied 0", "again")).of(PinnedDown)
