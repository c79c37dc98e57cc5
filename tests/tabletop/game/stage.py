"""A small battle for tests: an open table, a few named units, in whatever step a test wants.

Places are inches. `battle(...)` makes a state in the middle of a turn without any set-up; `told` decides a command on
it with dice that show what the test says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal, Roll
from orsha.kernel.dice import Ask
from orsha.tabletop.force import Force, Formation, Unit
from orsha.tabletop.force.card import Card, Size, Team
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import Leg, March, Place
from orsha.tabletop.game.events import BattleEvent, Deployed, StepBegan
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState, TurnStep
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import state as m
from orsha.tabletop.table import Feature, Table

INCH = 1000
Spots = Sequence[tuple[float, float]]


class Group:
    """A unit of a test: its card's name in the arsenal (or teams of one's own), and where its teams stand."""

    def __init__(self, name: str, teams: Sequence[Team], spots: Spots, facing: int = 0, **of: Any) -> None:
        self.name, self.teams, self.spots, self.facing, self.of = name, tuple(teams), tuple(spots), facing, of

    def unit(self) -> Unit:
        names = {f"team {n}": team for n, team in enumerate(self.teams)}
        card = Card(
            self.name,
            "soviet",
            "late",
            "infantry",
            "test",
            names,
            (Size({"team 0": 1}, 1),),
            hq=self.of.get("hq", False),
        )
        return Unit(self.name, card, self.teams, self.of.get("points", 5), attached_to=self.of.get("attached_to"))


def force(nation: str, groups: Sequence[Group]) -> Force:
    own = [group for group in groups if not group.of.get("support")]
    more = [group for group in groups if group.of.get("support")]
    formation = Formation(f"{nation} formation", tuple(group.unit() for group in own))
    return Force(f"{nation} force", nation, "late", (formation,), tuple(g.unit() for g in more))  # type: ignore[arg-type]


def battle(
    allied: Sequence[Group],
    axis: Sequence[Group],
    *,
    step: TurnStep = "shooting",
    active: m.Seat = "allied",
    features: Sequence[Feature] = (),
    size: tuple[int, int] = (72, 48),
    mission: str = "free-for-all",
    **of: Any,
) -> BattleState:
    """A battle in a step of a turn. Units are "allied 0", "axis 1" in the order given, teams "allied 0.0"."""
    table = Table("test", "Test", (size[0] * INCH, size[1] * INCH), tuple(features))
    setup = BattleSetup(
        {"allied": force("soviet", allied), "axis": force("german", axis)}, mission=mission, table=table, **of
    )
    sides: tuple[tuple[m.Seat, Sequence[Group]], ...] = (("allied", allied), ("axis", axis))
    units = {
        f"{seat} {n}": m.Standing(seat, "table", _mils(group.spots[0]) if group.spots else None)
        for seat, groups in sides
        for n, group in enumerate(groups)
    }
    referee = m.State(
        setup.for_mission,
        begun=True,
        mission=mission,
        attacker="allied",
        defender_pick="upper",
        units=units,
        first="allied",
        active=active,
        turns={"allied": 2, "axis": 2 if active == "axis" else 1},
        stage="main",
    )
    state = BattleState(setup, referee, table)
    for seat, groups in sides:
        for n, group in enumerate(groups):
            if group.spots:
                places = tuple(
                    Place(f"{seat} {n}.{t}", _mils(spot), group.facing) for t, spot in enumerate(group.spots)
                )
                state = apply(state, Deployed(f"{seat} {n}", group.name, places, "set-up"))
    return apply(replace(state, step="none"), StepBegan(active, step)) if step != "none" else state


def _mils(spot: tuple[float, float]) -> tuple[int, int]:
    return round(spot[0] * INCH), round(spot[1] * INCH)


def with_team(state: BattleState, team: str, **changes: Any) -> BattleState:
    return replace(state, teams={**state.teams, team: replace(state.teams[team], **changes)})


def with_unit(state: BattleState, unit: str, **changes: Any) -> BattleState:
    return replace(state, units={**state.units, unit: replace(state.units[unit], **changes)})


class Faces:
    """Dice that show what they are told, roll by roll: a number for every die of a roll, or a list for each of them."""

    def __init__(self, *faces: int | Sequence[int]) -> None:
        self.faces_left = list(faces)
        self.asked: list[Ask] = []

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        self.asked.append(ask)
        assert self.faces_left, f"nobody said what these dice show: {ask.purpose} ({ask.count})"
        shown = self.faces_left.pop(0)
        found = (shown,) * ask.count if isinstance(shown, int) else tuple(shown)
        assert len(found) == ask.count, f"{ask.purpose} takes {ask.count} dice, not {len(found)}"
        return found


class Told:
    """What came of a decision."""

    def __init__(self, state: BattleState, events: list[BattleEvent | Roll], dice: Faces) -> None:
        self.state, self.events, self.dice = state, events, dice

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type) -> Any:
        (found,) = self.of(kind)
        return found


def told(state: BattleState, act: Callable[[Story], None], *faces: int | Sequence[int]) -> Told:
    """Decides something: `told(state, lambda story: shooting.shoot(story, "allied", Shoot(...)), 6, 1)`."""
    dice = Faces(*faces)
    story = Story(state, Dice(dice))
    act(story)
    rest = story.dice.rolls[sum(isinstance(event, Roll) for event in story.events) :]
    assert not dice.faces_left, f"dice that nobody threw: {dice.faces_left}"
    return Told(story.state, [*story.events, *rest], dice)


# -- whole commands


def act(state: BattleState, seat: m.Seat, command: Any, *faces: int | Sequence[int]) -> Told:
    """Decides a command by the part of the game that it belongs to; every die that is thrown must have been told."""
    from orsha.tabletop.game.game import ACTS

    return told(state, lambda story: ACTS[type(command)](story, seat, command), *faces)


def decided(state: BattleState, seat: m.Seat, command: Any, *faces: int | Sequence[int]) -> Told:
    """The same with everything that follows by itself: the referee's questions, the enemy's Starting Step."""
    from orsha.tabletop.game import Battle

    dice = Faces(*faces)
    events = list(Battle().decide(state, seat, command, Dice(dice)))
    assert not dice.faces_left, f"dice that nobody threw: {dice.faces_left}"
    for event in events:
        if not isinstance(event, Roll):
            state = apply(state, event)
    return Told(state, events, dice)


def refused(state: BattleState, seat: m.Seat, command: Any, why: str) -> Illegal:
    """A command is refused in such words, by a rule, before a die is thrown or an event told."""
    from orsha.tabletop.game.game import ACTS

    told_of: list[object] = []

    def try_it(story: Story) -> None:
        try:
            ACTS[type(command)](story, seat, command)
        finally:
            told_of.extend([*story.events, *story.dice.rolls])

    with pytest.raises(Illegal, match=why) as caught:
        told(state, try_it)
    assert told_of == []
    assert caught.value.rule
    return caught.value


def leg(state: BattleState, team: str, *spots: tuple[float, float], **of: Any) -> Leg:
    """A leg from where a team stands, over some places in inches."""
    where = state.teams[team]
    return Leg(team, ((where.x, where.y), *(_mils(spot) for spot in spots)), **of)


def march(state: BattleState, *legs: Leg) -> March:
    return March(legs[0].team.rpartition(".")[0], legs)


def mounted(state: BattleState, team: str, ride: str) -> BattleState:
    """A team aboard a vehicle, as if it had been there from the beginning."""
    on = state.teams[ride]
    return with_team(state, team, x=on.x, y=on.y, facing=on.facing, aboard=ride)


def with_mission(state: BattleState, **changes: Any) -> BattleState:
    return replace(state, mission=replace(state.mission, **changes))


def marked(state: BattleState, what: str, *spots: tuple[float, float], seat: m.Seat = "axis") -> BattleState:
    """Minefields or wire on the table."""
    laid = tuple(m.Marker(what, seat, _mils(spot)) for spot in spots)
    return with_mission(state, markers=(*state.mission.markers, *laid))


def next_turn(state: BattleState, seat: m.Seat, step: TurnStep = "movement") -> BattleState:
    """A side's next turn: what its teams did is forgotten, and it is in that step."""
    turns = {**state.mission.turns, seat: state.mission.turns.get(seat, 0) + 1}
    state = with_mission(state, active=seat, turns=turns)
    return apply(apply(state, StepBegan(seat, "starting")), StepBegan(seat, step))
