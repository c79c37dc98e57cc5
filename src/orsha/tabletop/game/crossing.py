"""Moves that take dice: Cross Checks, mines and wire stop teams on their way (core 4.2, 5.4; 000 obstacles)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from orsha.tabletop.battle import dashes, mines
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.game import boats, chain, facts
from orsha.tabletop.game.commanded import hasty
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.events import Harm, Harmed, Marched
from orsha.tabletop.game.moving import Step, marched, plan, went
from orsha.tabletop.game.obstacles import STRIDE, Danger, dangers, slowing
from orsha.tabletop.game.roster import TeamSheet
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story, bailed, lose
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Ranks, Walk
from orsha.tabletop.table.underfoot import counting, kinds_at
from orsha.tabletop.table.walking import shortened


def march(story: Story, seat: Seat, command: March) -> None:
    """Moves a unit: Cross Checks, mines and wire are rolled as each team comes to them."""
    steps = plan(story.state, seat, command)
    perils = [ahead(story.state, step) for step in steps]
    if any(perils):
        _go_with_dice(story, seat, command, steps, perils)
    else:
        story.tell(marched(story.state, command.unit, steps))


def _go_with_dice(
    story: Story, seat: Seat, command: March, steps: Sequence[Step], perils: Sequence[list[Danger]]
) -> None:
    """Team by team: each stops where a die stops it; who comes later minds where it stands."""
    unit = command.unit
    ends: list[tuple[str, tuple[Spot, ...]]] = []
    hurt: list[tuple[str, str]] = []
    leader = story.state.units[unit].leader
    crossing = crossing_points(story.state, leader, steps)
    clear = Clear(story.state, seat, steps)
    final = list(steps)
    for n, (step, there) in enumerate(zip(steps, perils, strict=True)):
        after, held, fate, wired = rolled(story, seat, step.leg.team, there, crossing)
        if after is not None:
            path = tuple(shortened(step.walk.path, after))
            aboard = boats.held_aboard(story.state, step.left, path[-1])
            if aboard:
                path, after = (step.start,), 0.0
            facing = step.walk.facing if len(path) > 1 else story.state.teams[step.leg.team].facing
            step = Step(step.leg, Walk(path, after, facing), step.start, None if aboard else step.left, step.out)
            clear.stop()
        final[n] = clear.of(step)
        if final[n] is not step and not held:
            held = "a friend in the way"
        ends.append((held, wired))
        if fate:
            hurt.append((step.leg.team, fate))
    name = facts.unit_name(story.state, unit)
    state, hurried = story.state, hasty(story.state, unit, final)
    legs = tuple(
        [went(state, unit, step, hurried, held, wired=wired) for step, (held, wired) in zip(final, ends, strict=True)]
    )
    story.tell(Marched(unit, name, legs))
    for team, fate in hurt:
        if fate == "destroyed":
            lose(story, [team], "destroyed")
        else:
            bail(story, team)


def bail(story: Story, team: str) -> None:
    story.tell(Harmed((Harm(team, facts.team_name(story.state, team), "bailed out", "bailed out"),)))
    bailed(story, team)


class Clear:
    """Where a side stands while teams go one after the other. What they meant to do was looked into as if every die
    would let them pass: from the first on that is stopped, whoever would end on somebody halts short of him."""

    def __init__(self, state: BattleState, seat: Seat, steps: Sequence[Step]) -> None:
        self.state, self.seat = state, seat
        self._going = [step.leg.team for step in steps]
        self._gone: list[Step] = []
        self._crowd: Ranks | None = None

    def stop(self) -> None:
        """A die has stopped somebody."""
        if self._crowd is not None:
            return
        self._crowd = facts.crowd(self.state, self.seat)
        for team in self._going:
            self._crowd.leave(team)
        for step in self._gone:
            self._stand(self._crowd, step)

    def of(self, step: Step) -> Step:
        """The step, or as much of it as ends on nobody."""
        if self._crowd is not None and step.leg.board is None and step.into is None:
            step = self._short(self._crowd, step)
        self._gone.append(step)
        if self._crowd is not None:
            self._stand(self._crowd, step)
        return step

    def _short(self, crowd: Ranks, step: Step) -> Step:
        state, team = self.state, step.leg.team
        path, long, facing = step.walk.path, step.walk.length, step.walk.facing
        crowd.aside(step.left)
        while long > 0 and (facts.overlaps(state, team, path[-1], facing, crowd) or _in_water(state, path[-1])):
            long = max(long - STRIDE, 0.0)
            path = tuple(shortened(step.walk.path, long))
        crowd.back(step.left)
        if path == step.walk.path:
            return step
        facing = facing if len(path) > 1 else state.teams[team].facing
        return structs.replace(step, walk=Walk(path, long, facing))

    def _stand(self, crowd: Ranks, step: Step) -> None:
        team = step.leg.team
        stays_aboard = self.state.teams[team].aboard is not None and step.left is None
        if step.leg.board is None and step.into is None and not stays_aboard:
            crowd[team] = facts.bulk_at(self.state, team, step.walk.end, step.walk.facing)


def _in_water(state: BattleState, at: Spot) -> bool:
    """000 Rivers: nobody ends its movement in a river or lake."""
    table = facts.ground(state)
    return any(not kind.stop for kind in kinds_at(table, counting(table, at)))


def crossing_points(state: BattleState, leader: str, steps: Sequence[Step]) -> tuple[Spot, ...]:
    """core 4.6 Cross Here: where the leader crosses difficult ground, wire too if it is that to him."""
    if not state.units[facts.unit_id(leader)].crossing:
        return ()
    kinds = ("ground", "barbed wire") if slowing(state, leader) else ("ground",)
    own = [step for step in steps if step.leg.team == leader]
    return tuple(danger.at for step in own for danger in ahead(state, step) if danger.kind in kinds)


def from_crossing(points: Sequence[Spot], danger: Danger) -> int | None:
    """How far what is in the way is from where the leader crosses; nothing if he does not."""
    return min((round(facts.apart(at, danger.at)) for at in points), default=None)


def ahead(state: BattleState, step: Step) -> list[Danger]:
    """All that a step comes to and that takes a die, in order."""
    gone = step.walk
    ground = [Danger(one.after, "ground", one.at, one.feature, one.needs, one.stays_after) for one in gone.checks]
    laid = dangers(state, step.leg.team, gone.path, gone.facing)
    return sorted([*ground, *laid], key=lambda one: one.after) if laid else ground


def rolled(
    story: Story, seat: Seat, team: str, there: Sequence[Danger], crossing: Sequence[Spot]
) -> tuple[float | None, str, str, tuple[Spot, ...]]:
    """After how many mils a team is stopped by what it comes to, by what, what became of it, and the wire that it came
    into.

    Nothing stopped it: it comes through.
    """
    wired: tuple[Spot, ...] = ()
    state = story.state
    table, rules = facts.ground(state), state.setup.moves
    sheet = facts.sheet(state, team)
    for danger in there:
        far = from_crossing(crossing, danger)
        if danger.kind == "ground":
            obstacle = dashes.Obstacle(table.called(danger.feature), danger.needs, far)
            if not dashes.cross_check(sheet.card, obstacle, rules).roll(story.dice, seat).passed:
                return danger.stays, f"held at {obstacle.name}", "", wired
        elif danger.kind == "barbed wire":
            check = mines.wire_check(sheet.card, sheet.name, rules, far)
            if check is not None and not check.roll(story.dice, seat).passed:
                return danger.stays, "held by barbed wire", "", wired
            wired = (*wired, danger.at)
        else:
            found = in_mines(story, seat, sheet, danger.kind)
            if found is not None:
                return danger.stays, f"hit by a {danger.kind}" if found else f"held by a {danger.kind}", found, wired
    return None, "", "", wired


def in_mines(story: Story, seat: Seat, sheet: TeamSheet, kind: mines.Marker) -> str | None:
    """core 5.4: what mines do to a team; nothing if it gets through, an empty word if it is only held."""
    state = story.state
    crossing = mines.enter_mines(
        in_mines_as(state, sheet),
        story.dice,
        facts.enemy(seat),
        seat,
        state.setup.moves,
        kind,
        state.setup.rules,
    )
    if crossing.passage == "through":
        return None
    return "" if crossing.passage == "held" else crossing.passage


def in_mines_as(state: BattleState, sheet: TeamSheet) -> Victim:
    """A team as mines find it."""
    return Victim(
        sheet.name,
        sheet.card,
        state.teams[sheet.id].bailed_out,
        chain.commander_helps(state, "remount", sheet.id),
        chain.komissar(state, sheet.unit),
    )
