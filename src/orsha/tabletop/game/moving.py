"""The Movement Step: a unit's teams move, mount and dismount (core 4, 5.4; 000 obstacles).

A move is checked as a whole before a die is thrown, as if every Cross Check would be passed; then the teams go one
after the other, each minding where the others stand by then.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import Struct

from orsha.kernel import Illegal
from orsha.tabletop.battle import dashes, orders
from orsha.tabletop.battle.moves import Pace as DashPace
from orsha.tabletop.battle.orders import Ordered as Follower
from orsha.tabletop.game import boats, chain, facts, leading_out, riding, room_moving
from orsha.tabletop.game.closing import closing, goes_back, to_enemy, with_sight
from orsha.tabletop.game.commanded import check_command, hasty
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.events import Marched, Went
from orsha.tabletop.game.laying import Laid, laid
from orsha.tabletop.game.obstacles import in_wire
from orsha.tabletop.game.room_moving import Berth
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Bulk, Ranks, Walk, walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import bearing
from orsha.tabletop.table.sight import holds
from orsha.tabletop.table.underfoot import counting, kinds_at

MOVEMENT = "core 4 movement"


class Step(Struct, frozen=True):
    """A leg that was looked into."""

    leg: Leg
    walk: Walk
    start: Spot
    left: str | None = None
    """The transport that it gets out of."""
    out: bool = False
    """It comes out of a room: its walk begins before the opening (002)."""
    into: Spot | None = None
    """The place in a room where it ends: its walk ends before the opening."""

    @property
    def end(self) -> Spot:
        """Where it stands in the end."""
        return self.walk.end if self.into is None else self.into


# -- whose move, and when


def check_unit(state: BattleState, seat: Seat, unit: str, step: str) -> None:
    """A unit of the seat that has the turn, on the table, in the right step."""
    if unit not in state.roster.units:
        raise Illegal("core 3 turns", f"there is no unit {unit!r}")
    sheet = state.roster.unit(unit)
    if sheet.seat != seat:
        raise Illegal("core 3 turns", f"{sheet.name} is {sheet.seat}'s, not {seat}'s")
    if state.asked is not None:
        raise Illegal("core 3 turns", f"{state.asked.seat} must answer a question first")
    if state.mission.active != seat or state.step != step:
        raise Illegal("core 3 turns", f"this is done in {seat}'s own {step.title()} Step; it is {now(state)}")
    if not facts.teams_of(state, unit):
        raise Illegal("core 3 turns", f"{sheet.name} is not on the table")
    if is_work(unit):
        raise Illegal("000 Fortifications", f"{sheet.name} never moves, and takes no Movement Orders")


def now(state: BattleState) -> str:
    """Whose step it is."""
    return f"{state.mission.active}'s {state.step.title()} Step" if state.step != "none" else "not a turn yet"


# -- looking into a move


def plan(state: BattleState, seat: Seat, command: March) -> Sequence[Step]:
    """Every leg of a move as it goes if no die fails; refuses what the rules do not allow. Who plans a move and then
    makes it has it looked into once."""
    return facts.kept(state, ("plan", seat, command), lambda: _plan(state, seat, command))


def _plan(state: BattleState, seat: Seat, command: March) -> tuple[Step, ...]:
    steps = planned(state, seat, command)
    if state.boats and not state.units[command.unit].moved:
        from orsha.tabletop.game.landing import check_all_land

        check_all_land(state, command.unit, command.legs)
    return steps


def planned(state: BattleState, seat: Seat, command: March) -> tuple[Step, ...]:
    """The same of a move that others of the unit may still be added to."""
    unit = command.unit
    paces = {leg.pace for leg in command.legs}
    by_order = paces == {"order"}
    if leading_out.leading(state):
        leading_out.check_asked(state, seat, unit)
    else:
        check_unit(state, seat, unit, "assault" if by_order and state.step == "assault" else "movement")
    if not command.legs:
        raise Illegal(MOVEMENT, f"{facts.unit_name(state, unit)} moves with at least one team")
    check_legs(state, unit, command.legs, MOVEMENT, "a team moves once")
    if "order" in paces:
        _check_order_move(state, unit, command.legs)
    elif state.units[unit].moved:
        raise Illegal(MOVEMENT, f"{facts.unit_name(state, unit)} has moved in this turn")
    if state.units[unit].arriving:
        _check_all_come_on(state, unit, command.legs)
    steps = _walks(state, seat, command.legs)
    check_command(state, unit, steps)
    if leading_out.leading(state):
        leading_out.check_ways(state, seat, steps)
    return tuple(steps)


def check_legs(state: BattleState, unit: str, legs: Sequence[Leg], rule: str, once: str) -> None:
    """Each of a team of the unit, and no two of the same; `once` says so."""
    check_once(legs, rule, once)
    known = facts.teams_of(state, unit)
    for leg in legs:
        if leg.team not in known:
            raise Illegal(rule, f"there is no team {leg.team} of {facts.unit_name(state, unit)} on the table")


def check_once(legs: Sequence[Leg], rule: str, once: str) -> None:
    if len({leg.team for leg in legs}) < len(legs):
        raise Illegal(rule, once)


def _check_all_come_on(state: BattleState, unit: str, legs: Sequence[Leg]) -> None:
    """003 Reserves: a unit comes on whole."""
    going = {leg.team for leg in legs}
    for id in facts.teams_of(state, unit):
        if id not in going and state.teams[id].aboard is None:
            raise Illegal("003 Reserves", f"{facts.team_name(state, id)} must come on with its unit")


def _check_order_move(state: BattleState, unit: str, legs: Sequence[Leg]) -> None:
    """core 4.6: the inches that an order gave, to the teams that carry it out."""
    its = state.units[unit]
    rules = state.setup.moves
    if not its.extra or not its.given:
        raise Illegal("core 4.6 movement orders", f"no order lets {facts.unit_name(state, unit)} move now")
    slug = its.given[-1].order
    for leg in legs:
        if leg.pace != "order":
            raise Illegal("core 4.6 movement orders", "the inches of an order are a move of their own")
        if leg.board is not None or state.teams[leg.team].aboard is not None:
            raise Illegal("core 4.6 movement orders", "nobody mounts or dismounts by the inches of an order")
        why = orders.takes_part(slug, follower(state, leg.team, slug), rules)
        if why is not None:
            raise Illegal(rules.order(slug).source, f"{facts.team_name(state, leg.team)}: {why}")
        if rules.order(slug).success.forward and goes_back(state, leg):
            name = facts.team_name(state, leg.team)
            raise Illegal(rules.order(slug).source, f"{name}: {rules.order(slug).name} leads forward, to the enemy")


def follower(
    state: BattleState,
    team: str,
    slug: str,
    to_marker: int | None = None,
    *,
    booby_trap: bool = False,
    came_into: bool = False,
) -> Follower:
    """A team as its unit's order sees it; only what that order asks about is looked up. Of the marker in question: how
    far it is, whether it is a trap, and whether the team came into it in its last turn."""
    needs = state.setup.moves.order(slug).needs
    leader = state.units[facts.unit_id(team)].leader
    far = facts.gap(state, team, leader) if "near-leader" in needs and leader in state.teams else 0
    return Follower(
        facts.card(state, team),
        "in-command" not in needs or chain.in_command(state, team),
        state.teams[team].moved,
        "ground-to-dig" not in needs or may_dig(state, team),
        far,
        to_marker,
        came_into,
        booby_trap,
    )


def may_dig(state: BattleState, team: str) -> bool:
    """Whether the ground under a team, and all that lies on it, lets it dig in. 002 City Streets; buildings; wrecks."""
    table, (x, y) = facts.ground(state), facts.spot(state, team)
    at = (x, y)
    about = [n for n, (left, low, right, high) in table.flat.undug if left <= x <= right and low <= y <= high]
    if any(holds(table, n, (at,)) for n in about):
        return False
    return all(kind.dig_in for kind in kinds_at(table, counting(table, at)))


def _walks(state: BattleState, seat: Seat, legs: Sequence[Leg]) -> list[Step]:
    crowd, known = None, laid(state)
    found: list[Step] = []
    for leg in legs:
        its = None if known is None else known.get(leg)
        if its is not None:
            found.append(_laid_step(state, leg, its.walk))
            known = its.then
            continue
        if crowd is None:
            crowd = facts.crowd(state, seat)
            for step in found:
                _stand_after(state, crowd, step)
        step = look(state, leg, facts.foes(state, seat), crowd, legs)
        found.append(step)
        _stand_after(state, crowd, step)
        known = None if known is None else _lay(state, known, step)
    if rooms(state):
        inside = [step.leg.team for step in found if step.into is not None and not step.out]
        berths = [Berth(step.leg.team, step.into, step.leg.level) for step in found if step.into is not None]
        room_moving.check_berths(state, berths, inside)
    return found


def _stand_after(state: BattleState, crowd: Ranks, step: Step) -> None:
    """A team stands where a step ends."""
    crowd.leave(step.leg.team)
    if step.leg.board is None and step.into is None:
        crowd[step.leg.team] = facts.bulk_at(state, step.leg.team, step.walk.end, step.walk.facing)


def _lay(state: BattleState, known: dict[Leg, Laid], step: Step) -> dict[Leg, Laid] | None:
    """Enters a step that was looked into, so that it need not be again in another move that begins so."""
    if step.left is not None or step.leg.board is not None or rooms(state):
        return None
    return known.setdefault(step.leg, Laid(step.walk)).then


def _laid_step(state: BattleState, leg: Leg, gone: Walk) -> Step:
    """A leg that was laid out already: the table allows it, its team may still not go so."""
    _check_goes(state, leg)
    _check_pace(state, leg, gone)
    return Step(leg, gone, leg.way[0])


def _check_goes(state: BattleState, leg: Leg) -> None:
    """A team that moves, from where it stands."""
    its, sheet = state.teams[leg.team], state.roster.teams[leg.team]
    if sheet.flies:
        raise Illegal(MOVEMENT, f"{sheet.name} flies: it is placed in the Shooting Step")
    if sheet.card.transport:
        riding.check_driving(state, leg.team)
    if leg.way[0] != (its.x, its.y):
        start = _said((its.x, its.y))
        raise Illegal(MOVEMENT, f"{sheet.name} starts where it stands, at {start}, not at {_said(leg.way[0])}")


def look(state: BattleState, leg: Leg, enemies: Sequence[Bulk], crowd: Ranks, legs: Sequence[Leg] = ()) -> Step:
    """One leg: refused where its team may not go so. `legs` are those of the whole move."""
    its, sheet = state.teams[leg.team], facts.sheet(state, leg.team)
    left = its.aboard
    if left is not None:
        riding.check_dismounting(state, leg.team, left, legs)
    _check_goes(state, leg)
    start = leg.way[0]
    passage = room_moving.passage(state, leg)
    if passage is not None and not passage.outside:
        facing = leg.facing if leg.facing is not None else its.facing
        return Step(leg, Walk((start,), 0, facing), start, into=leg.way[-1])
    way = leg.way if passage is None else passage.outside
    facing = leg.facing if leg.facing is not None else facing_after(leg, its.facing)
    crowd.aside(leg.team, left, leg.board)
    gone = walk(facts.ground(state), sheet.mover, way, enemies, crowd, was=its.facing, facing=facing)
    crowd.back(left, leg.board)
    if left is not None and left in state.boats:
        gone = boats.dry(state, leg.team, gone)
    if gone.stopped is not None:
        raise Illegal(MOVEMENT, f"{sheet.name} cannot go to {_about(leg.way[-1])}: {why_stopped(state, gone)}")
    if passage is not None and passage.end is not None:
        _check_pace(state, leg, gone)
        return Step(leg, gone, start, left, out=passage.start is not None, into=leg.way[-1])
    goes = gone.length >= 1 or left is not None or state.units[facts.unit_id(leg.team)].arriving
    if goes and leg.board is None and facts.overlaps(state, leg.team, gone.end, gone.facing, crowd):
        raise Illegal(MOVEMENT, f"{sheet.name} cannot stop at {_about(gone.end)}: a friendly team stands there")
    _check_pace(state, leg, gone)
    if leg.board is not None:
        riding.check_boarding(state, leg, facts.stand_at(state, leg.team, gone.end, gone.facing), legs)
    return Step(leg, gone, start, left, out=passage is not None)


def bulk_after(state: BattleState, leg: Leg) -> Bulk:
    """A team as others must mind it when it has gone."""
    facing = leg.facing if leg.facing is not None else facing_after(leg, state.teams[leg.team].facing)
    return facts.bulk_at(state, leg.team, leg.way[-1], facing)


def facing_after(leg: Leg, facing: int) -> int:
    """How a team faces that went a way: along its last stretch, or as it did."""
    if len(leg.way) < 2:
        return facing
    found = bearing(leg.way[-2], leg.way[-1])
    return facing if found is None else found


def why_stopped(state: BattleState, gone: Walk) -> str:
    stop = gone.stopped
    assert stop is not None
    if stop.by == "enemy":
        gap = facts.ground(state).terrain.movement.enemy_gap
        return f"no nearer to an enemy than {gap:g} inches, unless it charges"
    if stop.by == "friend":
        return "a friendly vehicle or gun is in the way"
    if stop.which is None:
        return "there is no room for it"
    return f"{facts.ground(state).called(stop.which)} is in the way"


def _check_pace(state: BattleState, leg: Leg, gone: Walk) -> None:
    """core 4.1, 4.3: how far, and whether it may move so at all."""
    sheet, its, rules = state.roster.teams[leg.team], state.teams[leg.team], state.setup.moves
    card, unit = sheet.card, state.units[sheet.unit]
    pace: DashPace = "tactical" if leg.pace == "order" else leg.pace
    most = unit.extra if leg.pace == "order" else dashes.inches_of(card, pace)
    way, enemy = dashes.Way(), None
    if pace != "tactical":
        wired = in_wire(state, leg.team, gone)
        way = dashes.Way(gone.on_road and not wired, gone.in_terrain or wired, False)
        enemy = to_enemy(state, leg, gone)
    start, end, nearest = closing(state, leg, gone) if unit.pinned else (None, None, None)
    who = dashes.Mover(enemy, True, start, end, nearest, unit.pinned, its.bailed_out, its.forbidden)
    near = facts.ground(state).terrain.movement
    if near.dash_clear_needs_sight and pace != "tactical":
        who = with_sight(state, leg, gone, who, round(near.dash_clear * MIL))
    why = dashes.forbids_move(card, pace, way, who, rules, near)
    if why is not None:
        raise Illegal(MOVEMENT, f"{facts.team_name(state, leg.team)}: {why}")
    if most is not None and gone.length > most * MIL + riding.getting_out(state, leg.team) + 1:
        said = "its order" if leg.pace == "order" else f"{leg.pace.replace('-', ' ')} movement"
        raise Illegal(
            MOVEMENT, f"{facts.team_name(state, leg.team)} goes {facts.inches(gone.length)} inches; {said} is {most}"
        )


def _said(spot: Spot) -> str:
    return f'{spot[0] / MIL:g}", {spot[1] / MIL:g}"'


def _about(spot: Spot) -> str:
    """To a tenth of an inch: a spot that the pointer chose has three places more than anybody reads."""
    return f'{round(spot[0] / MIL, 1):g}", {round(spot[1] / MIL, 1):g}"'


# -- what is told of it


def marched(state: BattleState, unit: str, steps: Sequence[Step]) -> Marched:
    hurried = hasty(state, unit, steps)
    return Marched(unit, facts.unit_name(state, unit), tuple([went(state, unit, step, hurried) for step in steps]))


def went(
    state: BattleState, unit: str, step: Step, hurried: Container[str], held: str = "", *, wired: tuple[Spot, ...] = ()
) -> Went:
    """What is told of a step; `hurried` are those of the unit who shoot worse after it."""
    leg = step.leg
    return Went(
        leg.team,
        whole_way(step),
        step.walk.facing,
        round(step.walk.length),
        leg.pace,
        held=held,
        hasty=leg.team in hurried,
        board=leg.board if not held else None,
        left=step.left,
        halted=leg.pace == "order" and _alone_halts(state, unit),
        wired=wired,
        level=leg.level if step.into is not None else state.teams[leg.team].level,
        into="" if step.into is None else room_moving.came_into(state, leg.team, step.into),
    )


def whole_way(step: Step) -> tuple[Spot, ...]:
    """All of a team's way, in and out of rooms too. Who is held at the opening stays in its room."""
    if step.out and step.walk.length < 1 and step.into is None:
        return (step.start,)
    before = (step.start,) if step.out else ()
    return (*before, *step.walk.path, *((step.into,) if step.into is not None else ()))


def _alone_halts(state: BattleState, unit: str) -> bool:
    """core 4.6 Blitz Move: by itself it does not count as moving."""
    given = state.units[unit].given
    return bool(given) and state.setup.moves.order(given[-1].order).success.alone == "halted"
