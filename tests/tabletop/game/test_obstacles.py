"""000 Obstacles Rules, clause by clause, on the virtual table: minefields, booby traps, barbed wire, Wire Gapping.

What a failed test does is in test_crossing.py, how orders clear in test_ordering.py; here stand the clauses between.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.game import facts, leaving, ordering, surveying
from orsha.tabletop.game.charging import Field, chargers
from orsha.tabletop.game.commands import GiveOrder, LayTraps
from orsha.tabletop.game.events import AssaultEnded, Marched, Moved, TeamsGone
from orsha.tabletop.game.obstacles import dangers, markers
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game import assault_stage
from tests.tabletop.game.stage import (
    INCH,
    Group,
    Told,
    act,
    battle,
    leg,
    march,
    marked,
    mounted,
    next_turn,
    refused,
    told,
    with_team,
    with_unit,
)
from tests.tabletop.game.test_building import onslaught

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])


def foot(*teams: Any, step: Any = "movement") -> BattleState:
    own = teams or (rifles(),) * 3
    return battle([Group("Ours", own, [(10 + 2 * n, 10) for n in range(len(own))])], [FAR], step=step)


# -- markers at one spot


def clear(state: BattleState) -> BattleState:
    return act(state, "allied", GiveOrder("allied 0", "clear-minefield")).state


def test_000_who_clears_a_minefield_leaves_the_wire_that_lies_with_it() -> None:
    state = clear(marked(marked(foot(), "minefield", (10, 12)), "wire", (10, 12)))
    assert markers(state) == {"minefield": [], "booby trap": [], "barbed wire": [(10_000, 12_000)]}


def test_000_one_team_clears_one_of_two_minefields_at_one_spot() -> None:
    state = clear(marked(foot(rifles()), "minefield", (10, 12), (10, 12)))
    assert markers(state)["minefield"] == [(10_000, 12_000)]
    assert markers(clear(marked(foot(), "minefield", (10, 12), (10, 12))))["minefield"] == [], "two teams clear two"


def test_000_a_booby_trap_laid_where_wire_was_cleared_is_live() -> None:
    state = replace(gap(at_wire()), traps=((10_000, 12_000),))
    assert markers(state) == {"minefield": [], "booby trap": [(10_000, 12_000)], "barbed wire": []}


# -- booby traps


def test_000_booby_traps_any_or_all_minefields_may_be_exchanged_before_fortifications_are_placed() -> None:
    match = onslaught()
    kinds = [step.__class__.__name__ for step in _steps(match.state)]
    assert kinds.index("BoobyTraps") < kinds.index("Fortifications")
    for count in (0, 4):
        assert _exchanged(count).mission.traps is not None
    with pytest.raises(Illegal, match="a number from 0 to 4"):
        _exchanged(5)


def _steps(state: BattleState) -> Any:
    from orsha.tabletop.mission.ground import mission_of

    return mission_of(state.mission).file.setup


def _exchanged(count: int) -> BattleState:
    """As `onslaught` does it, up to the exchange."""
    from orsha.kernel import Match
    from orsha.tabletop.game import Battle, BattleSetup
    from tests.tabletop.game.test_building import FORCES

    match: Any = Match.open(Battle(), BattleSetup(FORCES, mission="onslaught", attacker="allied"), name="t", dice=1)
    match.do("allied", mc.Begin())
    match.do("axis", mc.PickPlace("left"))
    match.do("axis", mc.Put("objective 1", (12_000, 20_000)))
    match.do("allied", mc.Put("objective 2", (20_000, 33_000)))
    match.do("axis", mc.Exchange(count))
    state: BattleState = match.state
    return state


def test_000_booby_traps_are_not_on_the_table_at_the_start_and_the_enemy_does_not_know_of_them() -> None:
    from orsha.tabletop.game import Battle

    state = _exchanged(2)
    assert markers(state)["booby trap"] == [] and state.traps == ()
    assert state.mission.traps is not None and state.mission.traps.shown == 2
    seen = Battle().view(state, "allied").mission.traps
    assert seen is not None and seen.sealed
    refused(state, "axis", LayTraps(((10_000, 10_000),) * 4), "no booby traps to lay now")


def test_000_a_booby_trap_is_the_same_as_a_minefield_to_who_moves_on_to_it() -> None:
    trapped, mined = replace(foot(), traps=((10 * INCH, 14 * INCH),)), marked(foot(), "minefield", (10, 14))
    for state in (trapped, mined):
        lost = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 16))), 3, 2)
        assert lost.one(TeamsGone).teams == ("allied 0.0",)


def test_000_a_booby_trap_hurts_nobody_who_moves_off_it() -> None:
    state = replace(foot(), traps=((10 * INCH, 10 * INCH),))
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (10, 14)))).state.teams["allied 0.0"].y == 14_000


def test_000_who_shifts_on_a_booby_trap_laid_under_it_still_rolls_before_it_clears_it() -> None:
    state = with_team(replace(foot(rifles()), traps=((10 * INCH, 10 * INCH),)), "allied 0.0", trapped=True)
    shifted = next_turn(act(state, "allied", march(state, leg(state, "allied 0.0", (10.2, 10)))).state, "allied")
    lost = act(shifted, "allied", GiveOrder("allied 0", "clear-minefield"), 3, 2)
    assert lost.one(TeamsGone).teams == ("allied 0.0",)


def test_000_who_moves_off_a_booby_trap_and_back_on_to_it_is_hit_by_it() -> None:
    state = with_team(replace(foot(rifles()), traps=((10 * INCH, 10 * INCH),)), "allied 0.0", trapped=True)
    back = march(state, leg(state, "allied 0.0", (13, 10), (10, 10)))
    assert act(state, "allied", back, 3, 2).one(TeamsGone).teams == ("allied 0.0",)
    through = act(state, "allied", back, 6).state.teams["allied 0.0"]
    assert (through.x, through.y) == (10_000, 10_000) and not through.trapped


def test_000_who_brushes_a_booby_trap_is_hit_where_the_trap_is() -> None:
    state = replace(foot(rifles()), traps=((10_490, 12_120),))
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 17))), 1, 6).state.teams["allied 0.0"]
    assert held.y == 12_120, "beside the marker, not at the end of its way"


def test_000_a_minefield_is_felt_again_by_who_moves_within_two_inches_of_it() -> None:
    state = marked(foot(), "minefield", (10, 11))
    way = ((10_000, 10_000), (10_000, 8_000))
    assert [danger.kind for danger in dangers(state, "allied 0.0", way, 180)] == ["minefield"]


# -- barbed wire


def test_000_wire_is_where_its_marker_is_and_tests_who_moves_within_two_inches() -> None:
    state = marked(foot(), "wire", (10, 14))
    short = march(state, leg(state, "allied 0.0", (10, 10.6)))
    assert act(state, "allied", short).state.teams["allied 0.0"].y == 10_600, "no die: it is farther off"


def test_000_infantry_that_start_near_wire_test_again_to_move_on() -> None:
    state = marked(foot(), "wire", (10, 11))
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 16))), 3).state.teams["allied 0.0"]
    assert held.y == 10_000 and held.moved


def test_000_wire_only_stops_and_does_not_hurt() -> None:
    state = marked(foot(), "wire", (10, 14))
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 16))), 1)
    assert after.of(TeamsGone) == [] and not after.state.teams["allied 0.0"].wired


def test_000_wire_stops_infantry_that_charge_too() -> None:
    ours, theirs = Group("Ours", (rifles(),), [(20, 20)]), Group("Theirs", (rifles(),), [(20, 24)], 180)
    state = marked(battle([ours], [theirs], step="assault"), "wire", (20, 22.5))
    assert assault_stage.charge(state, "allied 0", "axis 0", 1).one(AssaultEnded).winner is None
    assert assault_stage.charge(state, "allied 0", "axis 0", 6).state.assault is not None


# -- getting out of a transport


def aboard(what: str, at: tuple[float, float]) -> BattleState:
    ours = Group("Ours", (rifles(), half_track()), [(10, 10), (10, 10)])
    return mounted(marked(battle([ours], [FAR], step="movement"), what, at), "allied 0.0", "allied 0.1")


@pytest.mark.parametrize("what", ["wire", "minefield"])
def test_a71_who_gets_out_on_the_far_side_does_not_move_within_two_inches_of_what_the_vehicle_stands_near(
    what: str,
) -> None:
    state = aboard(what, (10, 13))
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 5)))).state.teams["allied 0.0"]
    assert (after.y, after.aboard) == (5_000, None)


def test_a47_who_gets_out_into_wire_and_is_held_stands_beside_its_vehicle() -> None:
    state = aboard("wire", (10, 12.5))
    for way in ((10, 13), (10, 11.9)):
        held = act(state, "allied", march(state, leg(state, "allied 0.0", way)), 1)
        assert held.one(Marched).legs[0].held == "held by barbed wire"
        assert held.state.teams["allied 0.0"].aboard is None
        assert facts.apart(facts.spot(held.state, "allied 0.0"), facts.spot(held.state, "allied 0.1")) > 1_500


def test_000_who_gets_out_on_to_a_booby_trap_is_hit_by_it() -> None:
    state = replace(aboard("wire", (40, 40)), traps=((10_000, 12_000),))
    out = march(state, leg(state, "allied 0.0", (10, 14)))
    assert act(state, "allied", out, 3, 2).one(TeamsGone).teams == ("allied 0.0",)


def test_a71_who_gets_out_and_goes_no_farther_is_tested_for_the_wire_beside_it() -> None:
    state = aboard("wire", (13, 10))
    beside = march(state, leg(state, "allied 0.0", (11.4, 10)))
    assert act(state, "allied", beside, 6).state.teams["allied 0.0"].wired == ((13_000, 10_000),)
    far = aboard("wire", (30, 10))
    assert act(far, "allied", march(far, leg(far, "allied 0.0", (11.4, 10)))).state.teams["allied 0.0"].x == 11_400


# -- falling back


def falls_back(state: BattleState, *faces: int) -> Told:
    return told(state, lambda story: leaving.fall_back(story, ["allied 0.0"]), *faces)


def face_to_face() -> BattleState:
    ours, theirs = Group("Ours", (rifles(),), [(10, 10)]), Group("Theirs", (rifles(),), [(10, 12)], 180)
    return battle([ours], [theirs], step="assault")


def test_000_who_falls_back_tests_for_the_wire_on_its_way() -> None:
    state = marked(face_to_face(), "wire", (10, 7.5))
    held = falls_back(state, 1)
    assert held.one(Moved).legs[0].held == "held by barbed wire" and held.state.teams["allied 0.0"].y > 9_500
    assert falls_back(state, 6).state.teams["allied 0.0"].y < 9_500


def test_000_who_falls_back_into_a_minefield_is_hit_by_it() -> None:
    state = marked(face_to_face(), "minefield", (10, 7.5))
    assert falls_back(state, 3, 2).one(TeamsGone).teams == ("allied 0.0",)


def test_a177_who_falls_back_takes_a_way_without_a_booby_trap_if_there_is_one() -> None:
    state = replace(face_to_face(), traps=((10 * INCH, 8_900),))
    (way,) = [one.way for one in falls_back(state).one(Moved).legs]
    assert dangers(state, "allied 0.0", way, 0) == [] and way[-1] != (10 * INCH, 10 * INCH)


# -- Wire Gapping


def at_wire(*teams: Any, **changes: Any) -> BattleState:
    state = marked(foot(*teams), "wire", (10, 12))
    return with_team(state, "allied 0.0", **{"wired_before": ((10_000, 12_000),), **changes})


def gap(state: BattleState) -> BattleState:
    return act(state, "allied", GiveOrder("allied 0", "wire-gapping")).state


def test_000_wire_gapping_is_not_ordered_by_a_leader_who_is_pinned_down() -> None:
    refused(with_unit(at_wire(), "allied 0", pinned=True), "allied", GiveOrder("allied 0", "wire-gapping"), "[Pp]inned")


def test_000_wire_gapping_is_ordered_by_an_infantry_leader() -> None:
    refused(at_wire(tank(), rifles()), "allied", GiveOrder("allied 0", "wire-gapping"), "leader on foot")


def test_000_wire_gapping_is_ordered_in_the_movement_step_instead_of_moving() -> None:
    state = at_wire()
    moved = act(state, "allied", march(state, leg(state, "allied 0.2", (14, 8)))).state
    refused(moved, "allied", GiveOrder("allied 0", "wire-gapping"), "before the unit moves")
    shooting = replace(state, step="shooting")
    refused(shooting, "allied", GiveOrder("allied 0", "wire-gapping"), "Movement Step")


def test_000_wire_gapping_takes_away_one_marker_within_two_inches_for_each_team() -> None:
    state = marked(at_wire(), "wire", (12.5, 12))
    after = gap(state)
    assert len(after.cleared) == 1, "one team takes one marker"
    both = gap(with_team(state, "allied 0.1", wired_before=((12_500, 12_000),)))
    assert len(both.cleared) == 2
    far = with_team(marked(foot(), "wire", (10, 13.4)), "allied 0.0", wired_before=((10_000, 13_400),))
    refused(far, "allied", GiveOrder("allied 0", "wire-gapping"), "no team of the unit")


def test_000_any_team_gaps_wire_that_it_can_where_another_team_has_one_more_in_reach() -> None:
    near, far = (12_000, 10_500), (7_500, 10_000)
    state = marked(
        battle([Group("Ours", (rifles(),) * 2, [(10, 10), (13, 10)])], [FAR], step="movement"),
        "wire",
        (12, 10.5),
        (7.5, 10),
    )
    for id in ("allied 0.0", "allied 0.1"):
        state = with_team(state, id, wired_before=(near, far))
    assert [at for _, at in ordering.clearable(state, "allied 0.0", "wire-gapping")] == [near, far]
    assert [at for _, at in ordering.clearable(state, "allied 0.1", "wire-gapping")] == [near]
    assert markers(gap(state))["barbed wire"] == []


def test_000_wire_gapping_takes_away_the_wire_that_was_come_into_and_not_the_next_that_held() -> None:
    start = marked(foot(rifles()), "wire", (10, 12), (10, 20))
    held = act(start, "allied", march(start, leg(start, "allied 0.0", (10, 18))), 6, 1).state
    assert held.teams["allied 0.0"].wired == ((10_000, 12_000),) and held.teams["allied 0.0"].y > 15_000
    refused(next_turn(held, "allied"), "allied", GiveOrder("allied 0", "wire-gapping"), "no team of the unit")


def test_000_wire_gapping_is_done_by_infantry_teams_only() -> None:
    state = marked(foot(rifles(), gun()), "wire", (12, 12))
    came = with_team(state, "allied 0.1", wired_before=((12_000, 12_000),))
    assert ordering.followers(came, "allied 0", "wire-gapping") == []


def test_000_who_gaps_wire_counts_as_moving_and_neither_moves_nor_shoots_nor_assaults() -> None:
    after = gap(at_wire())
    assert facts.deeds(after, "allied 0.0").moved and facts.spot(after, "allied 0.0") == (10_000, 10_000)
    refused(after, "allied", march(after, leg(after, "allied 0.0", (10, 12))), "has moved")
    assert facts.deeds(after, "allied 0.0").forbidden_by == "its order"
    assert "allied 0.0" not in chargers(Field(after, "allied 0", counter=False))
    assert not any(gun.team == "allied 0.0" for gun in surveying.guns(after, "allied 0"))


def test_000_gapped_wire_holds_nobody_any_more() -> None:
    after = next_turn(gap(at_wire()), "allied")
    assert act(after, "allied", march(after, leg(after, "allied 0.0", (10, 16)))).state.teams["allied 0.0"].y == 16_000
