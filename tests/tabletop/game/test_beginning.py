"""core 3.1 and 10, 000 and 003 withdrawal: the Starting Step in its order."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from orsha.kernel import Roll
from orsha.tabletop.force.card import Motivation
from orsha.tabletop.game import beginning, chain, facts
from orsha.tabletop.game.commands import PullOut
from orsha.tabletop.game.events import (
    AircraftCame,
    CommanderFell,
    FormationBroken,
    Led,
    Rallied,
    Remounted,
    SmokeLifted,
    StepBegan,
    StoodLast,
    TeamsGone,
)
from orsha.tabletop.game.state import BattleState, Screen
from orsha.tabletop.mission.events import Broke, CountersSet, UnitMoved, Won
from orsha.tabletop.mission.ground import lost_units
from orsha.tabletop.mission.state import Standing
from tests.tabletop.battle.told import half_track, rifles, tank, team
from tests.tabletop.game.stage import (
    INCH,
    Group,
    Told,
    battle,
    decided,
    mounted,
    refused,
    told,
    with_mission,
    with_team,
    with_unit,
)

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])
HQ = Group("Headquarters", (rifles(),), [(40, 10)], hq=True)


def row(name: str, *teams: Any, y: float = 10, **of: Any) -> Group:
    return Group(name, teams, [(10 + 3 * n, y) for n in range(len(teams))], **of)


def morale(state: BattleState, *faces: int) -> Told:
    state = with_mission(state, stage="morale", active="allied")
    return told(replace(state, step="none"), lambda story: beginning.morale(story, "allied"), *faces)


def losing(state: BattleState, *teams: str) -> BattleState:
    """Teams that were lost earlier."""
    lost = dict(state.lost)
    for id in teams:
        lost[facts.unit_id(id)] = (*lost.get(facts.unit_id(id), ()), id)
    return replace(state, teams={id: t for id, t in state.teams.items() if id not in teams}, lost=lost)


# -- remount and rally


def test_core_3_1_each_bailed_out_tank_rolls_to_remount() -> None:
    state = battle([row("Tanks", tank(), tank(), tank()), HQ], [FAR])
    state = with_team(with_team(state, "allied 0.0", bailed_out=True), "allied 0.1", bailed_out=True)
    after = morale(state, 4, 3)
    assert [one.active for one in after.of(Remounted)] == [True, False]
    assert not after.state.teams["allied 0.0"].bailed_out and after.state.teams["allied 0.1"].bailed_out


def test_core_3_1_one_roll_rallies_a_whole_unit() -> None:
    state = with_unit(battle([row("Rifles", rifles(), rifles()), HQ], [FAR]), "allied 0", pinned=True)
    assert not morale(state, 4).state.units["allied 0"].pinned
    assert morale(state, 3).state.units["allied 0"].pinned


def test_core_3_1_remounting_comes_before_rallying_before_last_stands() -> None:
    state = battle([row("Tanks", tank(), tank()), row("Rifles", *(rifles(),) * 4, y=14), HQ], [FAR])
    state = with_unit(with_team(state, "allied 0.0", bailed_out=True), "allied 1", pinned=True)
    events = morale(losing(state, "allied 1.1", "allied 1.2"), 6, 6, 6).events
    kinds = [type(one) for one in events if isinstance(one, Remounted | Rallied | StoodLast)]
    assert kinds == [Remounted, Rallied, StoodLast]


def test_core_2_4_the_commander_near_and_in_sight_lets_them_roll_again() -> None:
    near = Group("Headquarters", (rifles(),), [(16, 10)], hq=True)
    state = with_unit(battle([row("Rifles", rifles(), rifles()), near], [FAR]), "allied 0", pinned=True)
    assert not morale(state, 1, 4).state.units["allied 0"].pinned
    far = with_team(state, "allied 1.0", x=40 * INCH)
    assert morale(far, 1).state.units["allied 0"].pinned


def test_core_2_2_a_komissar_in_command_betters_the_number() -> None:
    brave = Motivation(4, komissar=3)
    men, komissar = rifles(motivation=brave), team("Komissar", motivation=brave, rules=("komissar",))
    state = with_unit(battle([row("Rifles", men, men, komissar), HQ], [FAR]), "allied 0", pinned=True)
    assert chain.komissar(state, "allied 0")
    assert not morale(state, 3).state.units["allied 0"].pinned
    away = with_team(state, "allied 0.2", x=40 * INCH, y=30 * INCH)
    assert morale(away, 3).state.units["allied 0"].pinned


def test_core_2_5_a_unit_that_nobody_could_lead_is_led_by_the_first_who_is_back() -> None:
    state = battle([row("Tanks", tank(), tank(), tank()), HQ], [FAR])
    for n in (1, 2):
        state = with_team(state, f"allied 0.{n}", bailed_out=True)
    state = losing(state, "allied 0.0")
    after = morale(state, 1, 4, 6)
    assert after.one(Led).team == "allied 0.2"
    assert after.state.units["allied 0"].leader == "allied 0.2"


# -- last stands


def test_core_10_a_unit_that_lost_nothing_does_not_test() -> None:
    assert not morale(battle([row("Rifles", rifles()), HQ], [FAR])).of(StoodLast)


def test_core_10_three_infantry_in_command_are_enough_and_two_test() -> None:
    state = battle([row("Rifles", *(rifles(),) * 4), row("More", rifles(), y=14), HQ], [FAR])
    assert not morale(losing(state, "allied 0.3")).of(StoodLast)
    assert not morale(losing(state, "allied 0.3", "allied 0.2"), 4).one(StoodLast).destroyed


def test_core_10_who_fails_is_destroyed_whole() -> None:
    state = battle([row("Rifles", *(rifles(),) * 4), row("More", rifles(), y=14), HQ], [FAR])
    gone = morale(losing(state, "allied 0.3", "allied 0.2"), 3)
    assert gone.one(StoodLast).destroyed and facts.teams_of(gone.state, "allied 0") == []
    assert gone.state.mission.units["allied 0"].where == "lost"


def test_core_10_teams_out_of_command_and_bailed_out_do_not_count() -> None:
    state = battle([row("Rifles", *(rifles(),) * 4), row("More", rifles(), y=14), HQ], [FAR])
    apart = with_team(losing(state, "allied 0.3"), "allied 0.2", x=60 * INCH)
    assert morale(apart, 4).of(StoodLast)
    tanks = battle([row("Tanks", tank(), tank()), HQ], [FAR])
    assert morale(with_team(tanks, "allied 0.1", bailed_out=True), 1, 4).of(StoodLast)


def test_core_10_headquarters_do_not_test() -> None:
    hq = row("Headquarters", rifles(), rifles(), hq=True)
    state = losing(battle([hq, row("Rifles", rifles(), y=14)], [FAR]), "allied 0.1")
    assert not morale(state).of(StoodLast)


def test_passengers_of_a_unit_that_breaks_get_out() -> None:
    rides = row("Rides", half_track(), half_track(), half_track())
    state = battle([rides, row("Rifles", rifles(), rifles(), y=20), HQ], [FAR])
    state = mounted(mounted(state, "allied 1.0", "allied 0.0"), "allied 1.1", "allied 0.1")
    gone = morale(with_team(losing(state, "allied 0.2"), "allied 0.1", bailed_out=True), 1, 1).state
    assert facts.teams_of(gone, "allied 0") == []
    assert [gone.teams[f"allied 1.{n}"].aboard for n in range(2)] == [None, None]


# -- formations


def test_core_10_a_formation_with_one_unit_left_is_destroyed_and_the_game_lost() -> None:
    state = battle([HQ, row("Rifles", rifles())], [FAR], mission="annihilation")
    alone = with_mission(
        losing(state, "allied 1.0"),
        units={**state.mission.units, "allied 1": Standing("allied", "lost")},
    )
    gone = morale(alone)
    assert gone.one(FormationBroken).formation == "allied 0"
    assert gone.one(CommanderFell).name == "soviet formation"
    assert gone.of(Broke) and gone.one(Won).seat == "axis"
    assert not facts.on_table(gone.state, "allied")


def test_core_10_units_in_reserve_and_in_ambush_count_and_those_off_the_table_do_not() -> None:
    state = battle([HQ, row("Rifles", rifles())], [FAR])
    for where, stands in (("reserve", True), ("ambush", True), ("off-table", False), ("withdrawn", False)):
        away = losing(state, "allied 1.0")
        away = with_mission(away, units={**state.mission.units, "allied 1": Standing("allied", where)})  # type: ignore[arg-type]
        assert (not morale(replace(away, lost={})).of(FormationBroken)) == stands


def test_core_10_transports_do_not_count() -> None:
    state = battle([HQ, row("Rides", half_track(), attached_to="Headquarters")], [FAR])
    assert morale(state).of(FormationBroken)


def test_core_10_support_units_fight_on_for_nobody() -> None:
    state = battle([HQ, row("Rifles", rifles()), row("Support", tank(), tank(), y=20, support=True)], [FAR],
                   mission="annihilation")  # fmt: skip
    gone = with_mission(
        losing(state, "allied 1.0"), units={**state.mission.units, "allied 1": Standing("allied", "lost")}
    )
    assert morale(gone).one(Won).seat == "axis"


# -- withdrawal


def rearguard(*groups: Group, counters: int = 0, turn: int = 2) -> BattleState:
    state = battle([FAR, Group("Also far", (rifles(),), [(60, 40)])], groups, active="axis", mission="rearguard")
    return with_mission(
        state, stage="withdraw", counters=counters, turns={"allied": turn, "axis": turn}, attacker="allied"
    )


SIX = [Group(f"Platoon {n}", (rifles(),) * 4, [(5 + 2 * k, 4 + 5 * n) for k in range(4)]) for n in range(6)]


def test_003_a_unit_in_good_spirits_withdraws_and_costs_nothing() -> None:
    state = rearguard(*SIX, counters=1)
    after = decided(state, "axis", PullOut("axis 2"))
    assert after.state.mission.units["axis 2"].where == "withdrawn" and lost_units(after.state.mission, "axis") == 0
    assert facts.teams_of(after.state, "axis 2") == [] and after.one(CountersSet).counters == 0
    assert after.one(TeamsGone).how == "withdrawn"


def test_003_one_that_is_not_in_good_spirits_counts_as_destroyed() -> None:
    state = losing(rearguard(*SIX), "axis 2.0", "axis 2.1")
    after = decided(state, "axis", PullOut("axis 2")).state
    assert lost_units(after.mission, "axis") == 1


def test_003_attachments_go_with_their_unit_each_in_its_own_spirits() -> None:
    rides = Group("Rides", (half_track(),) * 3, [(30, 8), (33, 8), (36, 8)], attached_to="Platoon 0")
    state = losing(rearguard(*SIX, rides), "axis 6.0", "axis 6.1")
    state = mounted(state, "axis 0.0", "axis 6.2")
    after = decided(state, "axis", PullOut("axis 0")).state
    assert after.mission.units["axis 0"].where == "withdrawn"
    assert after.mission.units["axis 6"].where == "lost"
    assert not facts.teams_of(after, "axis 0") and not facts.teams_of(after, "axis 6")


def test_003_the_withdrawal_is_the_defenders_in_its_own_stage() -> None:
    state = rearguard(*SIX)
    refused(state, "allied", PullOut("axis 2"), "no unit is withdrawn now")
    refused(state, "axis", PullOut("allied 0"), "cannot be withdrawn")
    refused(with_mission(state, stage="main"), "axis", PullOut("axis 2"), "no unit is withdrawn now")


def test_003_a_commander_who_withdraws_commands_no_more() -> None:
    hq = Group("Headquarters", (rifles(),), [(5, 4)], hq=True)
    state = rearguard(hq, *SIX[1:])
    assert decided(state, "axis", PullOut("axis 0")).state.commanders == {"axis 0": None}


# -- aircraft and smoke, and on to the Movement Step


def flight(mission: str = "rearguard", turn: int = 2) -> BattleState:
    plane = team("Stuka", "aircraft", save=3, move=None)
    state = battle([HQ, Group("Stukas", (plane,), (), support=True)], [FAR], mission=mission)
    units = {**state.mission.units, "allied 1": Standing("allied", "off-table")}
    return replace(with_mission(state, units=units, turns={"allied": turn, "axis": 1}), step="starting")


def into(state: BattleState, *faces: int) -> Told:
    return told(state, lambda story: beginning.into_movement(story, "allied"), *faces)


def test_core_8_aircraft_come_on_four() -> None:
    assert into(flight(), 4).state.flying == ("allied 1",)
    stayed = into(flight(), 3)
    assert stayed.state.flying == () and not stayed.one(AircraftCame).came


def test_003_meeting_engagement_the_first_players_aircraft_do_not_come_in_the_first_turn() -> None:
    first = into(flight("dust-up", turn=1))
    assert not first.of(AircraftCame) and not first.of(Roll)
    assert into(flight("dust-up", turn=2), 4).state.flying


def test_core_7_5_a_sides_own_smoke_lifts_and_the_enemys_stays() -> None:
    state = battle([HQ], [FAR])
    ends = ((0, 0), (4 * INCH, 0))
    state = replace(state, step="starting", smoke=(Screen("allied", ends), Screen("axis", ends)))
    after = into(state)
    assert after.of(SmokeLifted) and [screen.seat for screen in after.state.smoke] == ["axis"]
    assert after.one(StepBegan).step == "movement"


def test_a_unit_that_finds_no_room_waits_in_reserve_and_its_wagons_alone_do_not() -> None:
    rides = Group("Rides", (half_track(),), [(10, 0)], attached_to="Rifles")
    state = battle([Group("Rifles", (rifles(),), [(10, 0)]), rides], [FAR], step="movement")
    state = with_unit(state, "allied 1", arriving=True)
    alone = told(state, lambda story: beginning.wait_outside(story, "allied 1"))
    assert alone.one(UnitMoved).where == "withdrawn"
    both = with_unit(state, "allied 0", arriving=True)
    assert told(both, lambda story: beginning.wait_outside(story, "allied 0")).one(UnitMoved).where == "reserve"
