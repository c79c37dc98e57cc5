"""000 Preliminary Bombardment: who is rolled for, what hits do, on the table and in ambush."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from orsha.tabletop.force.card import Team
from orsha.tabletop.game import preliminary
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.events import Deployed, Shaken, TeamsGone
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.events import Bombarded
from orsha.tabletop.mission.library import missions
from orsha.tabletop.mission.state import Standing
from tests.tabletop.battle.told import half_track, rifles, tank
from tests.tabletop.game.stage import Group, Told, battle, mounted, told, with_mission
from tests.tabletop.game.works_stage import NESTS, site, with_works

STEP = next(step for step in missions()["onslaught"].file.setup if isinstance(step, f.Bombard))
OURS = Group("Ours", (rifles(),), [(60, 10)])


def defended(*groups: Group, ambush: Sequence[str] = (), **of: Any) -> BattleState:
    """The axis defends in Onslaught; some of its units wait in ambush, without places."""
    state = battle([OURS], groups, step="none", mission="onslaught", **of)
    units = dict(state.mission.units)
    for unit in ambush:
        units[unit] = Standing("axis", "ambush")
    return with_mission(state, units=units, stage="setup", defender_pick="left")


def men(*teams: Team, name: str = "Grenadiers", at: float = 20, **of: Any) -> Group:
    return Group(name, teams or (rifles(), rifles()), [(at, 20 + 3 * n) for n in range(len(teams or (1, 2)))], **of)


def bombarded(state: BattleState, *faces: int | Sequence[int]) -> Told:
    return told(state, lambda story: preliminary.bombard(story, STEP), *faces)


def test_000_the_attacker_rolls_a_die_for_each_defending_team_and_four_or_more_hits() -> None:
    after = bombarded(defended(men(), men(name="Others", at=30)), (4, 3), 3, (3, 3))
    assert [event.hits for event in after.of(Bombarded)] == [1, 0]
    assert [ask.who for ask in after.dice.asked] == ["allied", "axis", "allied"]


def test_000_the_defender_rolls_a_save_for_each_team_hit_and_firepower_is_automatic() -> None:
    after = bombarded(defended(men()), (4, 4), (2, 3))
    assert after.one(TeamsGone).teams == ("axis 0.0",) and "axis 0.1" in after.state.teams
    assert after.state.units["axis 0"].leader == "axis 0.1"


def test_000_armoured_tanks_are_hit_on_their_top_armour_by_anti_tank_5() -> None:
    state = defended(men(tank(armour=(9, 9, 2)), tank(armour=(9, 9, 2)), name="Tanks"))
    after = bombarded(state, (4, 4), (2, 3)).state
    assert "axis 0.0" not in after.teams, "2 + 2 is below 5: destroyed"
    assert after.teams["axis 0.1"].bailed_out, "3 + 2 matches 5: bailed out"
    safe = bombarded(state, (4, 4), (4, 4)).state
    assert not any(safe.teams[id].bailed_out for id in ("axis 0.0", "axis 0.1"))


def test_000_formation_commanders_are_not_rolled_for() -> None:
    state = defended(men(name="Headquarters", hq=True))
    assert preliminary.under_fire(state, "axis 0") == ["axis 0.1"]
    assert bombarded(state, (3,)).state.teams.keys() == state.teams.keys()


def test_000_fortifications_are_not_rolled_for() -> None:
    state = with_works(defended(men()), NESTS, site(10, 10), site(15, 10))
    assert [event.unit for event in bombarded(state, (3, 3)).of(Bombarded)] == ["axis 0"]


def test_000_units_in_reserve_are_not_rolled_for() -> None:
    state = defended(men())
    held = with_mission(state, units={**state.mission.units, "axis 0": Standing("axis", "reserve")})
    assert bombarded(held).events == []


def test_ours_passengers_share_the_fate_of_what_carries_them() -> None:
    state = defended(men(half_track(), name="Rides"), men(rifles(), rifles(), at=30))
    state = mounted(state, "axis 1.0", "axis 0.0")
    assert preliminary.under_fire(state, "axis 1") == ["axis 1.1"]


def test_ours_the_bombardment_pins_nobody() -> None:
    state = defended(men(*(rifles(),) * 6))
    after = bombarded(state, 4, 3).state
    assert len(after.teams) == 7 and not after.units["axis 0"].pinned


# -- in ambush


def hidden(*teams: Team) -> BattleState:
    state = defended(Group("Hidden", teams, ()), men(name="Others", at=30), ambush=("axis 0",))
    return with_mission(state, units={**state.mission.units, "axis 1": Standing("axis", "reserve")})


def shown(state: BattleState) -> BattleState:
    left = [id for id in state.roster.units["axis 0"].teams if id not in state.lost.get("axis 0", ())]
    places = tuple(Place(id, (10_000 + 2_500 * n, 20_000)) for n, id in enumerate(left))
    return apply(state, Deployed("axis 0", "Hidden", places, "ambush"))


def test_000_teams_held_in_ambush_are_rolled_for_too() -> None:
    after = bombarded(hidden(rifles(), rifles(), rifles()), (4, 4, 3), (2, 3)).state
    assert after.lost == {"axis 0": ("axis 0.0",)}
    assert after.mission.units["axis 0"].where == "ambush"
    out = shown(after)
    assert set(out.teams) >= {"axis 0.1", "axis 0.2"} and out.units["axis 0"].leader == "axis 0.1"


def test_000_a_leader_who_comes_through_it_in_ambush_leads_wherever_he_is_put() -> None:
    after = bombarded(hidden(rifles(), rifles(), rifles()), (4, 3, 3), (6,)).state
    places = tuple(Place(f"axis 0.{n}", (10_000 + 2_500 * n, 20_000)) for n in (2, 1, 0))
    out = apply(after, Deployed("axis 0", "Hidden", places, "ambush"))
    assert out.units["axis 0"].leader == "axis 0.0"


def test_000_a_unit_that_is_destroyed_in_ambush_is_lost() -> None:
    after = bombarded(hidden(rifles()), (4,), (1,)).state
    assert after.mission.units["axis 0"].where == "lost"


def test_000_a_tank_bailed_out_in_ambush_shows_itself_bailed_out_unless_its_crew_comes_back() -> None:
    state = hidden(tank(armour=(9, 9, 2)), tank(armour=(9, 9, 2)))
    after = bombarded(state, (4, 3), (3,))
    assert after.one(Shaken).bailed_out and after.state.shaken == ("axis 0.0",)
    out = shown(after.state)
    assert out.teams["axis 0.0"].bailed_out and not out.teams["axis 0.1"].bailed_out and out.shaken == ()
    assert out.units["axis 0"].leader == "axis 0.1", "core 2.5: another leads"
    back = told(after.state, lambda story: preliminary.remounts(story, "axis"), 4)
    assert back.state.shaken == () and not shown(back.state).teams["axis 0.0"].bailed_out
    assert told(after.state, lambda story: preliminary.remounts(story, "axis"), 3).state.shaken == ("axis 0.0",)
    assert told(after.state, lambda story: preliminary.remounts(story, "allied")).events == []


# -- odds


def test_the_chance_of_each_team_is_known() -> None:
    state = defended(men(name="Headquarters", hq=True), men(tank(armour=(9, 9, 2)), name="Tanks", at=30))
    assert preliminary.chance(state, STEP, "axis 0.0") == 0
    assert preliminary.chance(state, STEP, "axis 0.1") == Fraction(1, 2) * Fraction(1, 3)
    assert preliminary.chance(state, STEP, "axis 1.0") == Fraction(1, 2) * Fraction(3, 6)


def test_the_set_up_runs_it_before_anybody_is_in_foxholes() -> None:
    kinds = [type(step) for step in missions()["onslaught"].file.setup]
    assert kinds.index(f.Bombard) < kinds.index(f.Foxholes) < kinds.index(f.FirstTurn)
    assert replace(STEP, needed=4) == STEP and STEP.anti_tank == 5 and STEP.firepower == "auto"
