"""The dice that are about to be asked for: reserves, boats, orders and the shells before the first turn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from orsha.kernel import Dice
from orsha.tabletop.game import landing, launching, preliminary, prospects
from orsha.tabletop.game.applying import REFEREE
from orsha.tabletop.game.boat_state import BoatsReturned, DriftersRolled, Launched
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import turn
from orsha.tabletop.mission.commands import Choose
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import Standing
from orsha.tabletop.mission.story import Story as MissionStory
from orsha.tabletop.mission.words import zone_words
from tests.tabletop.battle.told import every, tank
from tests.tabletop.game.brute import share
from tests.tabletop.game.river_stage import afloat, launch, men, river_battle
from tests.tabletop.game.stage import with_mission
from tests.tabletop.game.test_ordering import trap
from tests.tabletop.game.test_preliminary import STEP, defended
from tests.tabletop.game.test_preliminary import men as some

TWO = ("allied 0.0", "allied 0.1")


def counted(
    state: BattleState, act: Callable[[Story], None], event: type, of: Callable[[Any], int]
) -> dict[str, Fraction]:
    """A number that an event tells, by all ways that the dice can fall."""
    return share(state, act, lambda story: str(of(next(one for one in story.events if isinstance(one, event)))))


# -- boats


def test_000_units_that_drifted_off_come_back() -> None:
    state = afloat(river_battle([men(2)], boats=2), "allied boat 1", (32.75, 0), *TWO, off=True, tries=1)
    (one,) = prospects.drifters(state, "allied")
    expected = counted(state, lambda s: landing.roll_for_drifters(s, "allied"), DriftersRolled, lambda e: len(e.back))
    assert one.odds == expected == {"0": Fraction(1, 9), "1": Fraction(8, 9)}
    assert one.words() == "units that drifted off come back: 0 11 %, 1 89 %"
    assert not list(prospects.drifters(river_battle([men(2)]), "allied"))


def test_000_empty_boats_return() -> None:
    state = afloat(afloat(river_battle([men(2)]), "allied boat 1", (32.75, 20)), "allied boat 2", (32.75, 24))
    (one,) = prospects.returning(state, "allied")
    expected = counted(state, lambda s: landing.return_boats(s, "allied"), BoatsReturned, lambda e: len(e.back))
    assert one.odds == expected and sum(one.odds.values()) == 1


def test_000_boats_of_others_shove_a_unit_on() -> None:
    """One lies two inches down current of where ours is launched: a drift of two or four comes to it."""
    state = afloat(river_battle([men(2)]), "allied boat 1", (32.75, 22))
    command = launch("allied 0", (25, TWO))
    found = launching.chances(state, command.loads)

    def shoved(story: Story) -> bool:
        (one,) = [event for event in story.events if isinstance(event, Launched)]
        return one.boats[0].at[1] != 25_000 - 1000 * one.inches

    moved = share(state, lambda story: launching.launch(story, "allied", command), shoved)
    assert found.shoved == moved[True] > 0 and "on past other boats" in found.words()
    assert launching.chances(river_battle([men(2)]), command.loads).shoved == 0


def test_a_unit_at_the_bank_is_told_how_it_drifts() -> None:
    told = prospects.of_unit(river_battle([men(2)]), "allied 0")
    drift = next(one for one in told if one.what == "its boats drift")
    assert sum(drift.odds.values()) == 1 and drift.rule == "000 Hitting the Enemy River Bank"
    assert any(one.what == "Blitz Move succeeds" for one in told)
    assert prospects.of_unit(river_battle([men(2)], active="axis"), "allied 0") == []


def test_000_a_trap_under_its_feet_is_told_to_who_may_clear_it() -> None:
    (one,) = [p for p in prospects.of_unit(trap(10, 10, trapped=True), "allied 0") if "Clear" in p.what]
    assert one.odds == {"cleared": Fraction(5, 6), "it is destroyed": Fraction(1, 6)} and one.about == "allied 0.0"


# -- shells before the first turn


def test_000_what_the_preliminary_bombardment_costs_a_unit() -> None:
    state = defended(some(tank(armour=(9, 9, 1)), name="Tanks"))

    def lost(story: Story) -> int:
        return len(story.state.lost.get("axis 0", ()))

    found = share(state, lambda story: preliminary.bombard(story, STEP), lost)
    assert prospects.losses(state, STEP, "axis 0").as_dict() == found


def test_it_is_told_while_the_set_up_still_has_it_to_come() -> None:
    state = with_mission(defended(some(name="Rifles")), mission="onslaught", stage="setup", step=0)
    told = prospects.of_side(state, "axis")
    assert [one.about for one in told if one.rule == "000 Preliminary Bombardment"] == ["axis 0"]
    assert not list(prospects.shells_to_come(state, "allied"))
    assert not list(prospects.shells_to_come(with_mission(state, stage="main"), "axis"))


# -- reserves


def test_003_how_many_units_the_next_roll_brings() -> None:
    state = river_battle([men(2)], mission="hasty-attack")
    units = {**state.mission.units, "axis 0": Standing("axis", "reserve")}
    state = with_mission(replace(state), units=units, turns={"allied": 4, "axis": 3})
    (one,) = prospects.reserves(state, "axis")
    assert one.odds.keys() <= {"0", "1"} and sum(one.odds.values()) == 1
    assert one.what == "units from reserve in turn 4"
    assert not list(prospects.reserves(state, "allied"))


def in_reserve(mission: str, *units: str) -> BattleState:
    """A battle in which some of the enemy's units still wait."""
    state = river_battle([men(2)], [men(2), men(2)], mission=mission)
    waiting = {unit: Standing("axis", "reserve") for unit in units}
    return with_mission(state, units={**state.mission.units, **waiting}, turns={"allied": 4, "axis": 3})


def test_003_where_a_scattered_reserve_comes_on() -> None:
    state = in_reserve("hasty-attack", "axis 0", "axis 1")
    (one,) = prospects.scattered(state, "axis")
    rolling = with_mission(state, active="axis", stage="arrive", arriving=1).mission

    def comes_on(dice: Dice) -> str:
        story = MissionStory(rolling, REFEREE.apply, dice)
        turn.act(story, "axis", Choose("axis 0"))
        return zone_words(mission_of(rolling), str(story.state.arrive_at))

    assert one.odds == every(comes_on) and set(one.odds.values()) == {Fraction(1, 3)}
    assert one.words().startswith(
        'where each unit from reserve comes on: along the edge: within 16" of defender left corner 33 %'
    )
    assert one in prospects.of_side(state, "axis") and not list(prospects.scattered(state, "allied"))


def test_003_who_has_been_rolled_for_is_not_told_again() -> None:
    known = {"arrive_at": "defender-edge", "coming": "axis 0"}
    assert not list(prospects.scattered(with_mission(in_reserve("hasty-attack", "axis 0"), **known), "axis"))
    assert list(prospects.scattered(with_mission(in_reserve("hasty-attack", "axis 0", "axis 1"), **known), "axis"))


def test_003_other_reserves_come_on_where_their_owner_likes() -> None:
    assert not list(prospects.scattered(in_reserve("counterattack", "axis 0"), "axis"))
