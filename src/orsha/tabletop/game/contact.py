"""Who touches whom (core 9.2): gaps between bases, teams in contact, infantry behind a friend in contact.

An assault asks this of many pairs, so it is plain arithmetic on bases, without the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import hypot

from orsha.tabletop.battle.assault import won
from orsha.tabletop.game import facts
from orsha.tabletop.game.riding import TOUCH
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import Assault, BattleState
from orsha.tabletop.game.wall_contact import wall_reach, walled, walled_among
from orsha.tabletop.game.works import may_fight
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Stand
from orsha.tabletop.table.bases import halves, radius, reaches
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import UNIT, Outline, direction

Stands = Mapping[str, Stand]
WIDEST = 4500
"""More than any two bases reach from their middles, in mils."""


# -- gaps


def gap(one: Stand, other: Stand) -> float:
    """From edge to edge, in mils."""
    first, second = radius(one.base), radius(other.base)
    if first and second:
        far = hypot(one.x - other.x, one.y - other.y) - second - first
    elif first:
        far = _to_hull(other, ((one.x, one.y),)) - first
    elif second:
        far = _to_hull(one, ((other.x, other.y),)) - second
    else:
        far = min(
            _to_hull(other, ((one.x, one.y), *one.corners())), _to_hull(one, ((other.x, other.y), *other.corners()))
        )
    return far if far > 0 else 0.0


def _to_hull(stand: Stand, points: Outline) -> float:
    """How far the nearest of some points is from a hull's edge; nothing if it is on it."""
    middle_x, middle_y, (wide, long), (ux, uy) = stand.x, stand.y, halves(stand.base), direction(stand.facing)
    found = []
    for x, y in points:
        dx, dy = x - middle_x, y - middle_y
        ahead, right = dx * ux + dy * uy, dx * uy - dy * ux
        out, beside = (ahead if ahead > 0 else -ahead) / UNIT - long, (right if right > 0 else -right) / UNIT - wide
        if out > 0 and beside > 0:
            found.append(hypot(out, beside))
        else:
            found.append(out if out > 0 else beside if beside > 0 else 0.0)
    return min(found)


def near(one: Stand, other: Stand, mils: float) -> bool:
    """Whether two teams are no farther apart than so many mils; measured only where their middles do not say."""
    dx, dy = one.x - other.x, one.y - other.y
    square = dx * dx + dy * dy
    (inner, outer), (other_inner, other_outer) = reaches(one.base), reaches(other.base)
    most, least = outer + other_outer + mils, inner + other_inner + mils
    if square > most * most:
        return False
    return square <= least * least or gap(one, other) <= mils


def those_about(stand: Stand, others: Stands, mils: float) -> list[str]:
    """The teams that may be so near to one: a quick look at their middles."""
    x, y, far = stand.x, stand.y, mils + WIDEST
    left, right, low, high, square = x - far, x + far, y - far, y + far, far * far
    return [
        id
        for id, other in others.items()
        if left <= other.x <= right and low <= other.y <= high and (other.x - x) ** 2 + (other.y - y) ** 2 <= square
    ]


def those_near(stand: Stand, others: Stands, mils: float) -> list[str]:
    """The teams that are no farther from one than so many mils."""
    return [id for id in those_about(stand, others, mils) if near(stand, others[id], mils)]


def gaps_near(stand: Stand, others: Stands, mils: float) -> list[tuple[float, str]]:
    """The same, with how far each of them is."""
    x, y, (inner, outer) = stand.x, stand.y, reaches(stand.base)
    found = []
    for id, other in others.items():
        least, most = reaches(other.base)
        square, near, far = (x - other.x) ** 2 + (y - other.y) ** 2, inner + least + mils, outer + most + mils
        if square <= far * far:
            apart = gap(stand, other)
            if apart <= mils or square <= near * near:
                found.append((apart, id))
    return found


def those_near_any(stands: Sequence[Stand], others: Stands, mils: float) -> list[str]:
    """The teams that are no farther from any of some than so many mils."""
    some = [(one, one.x, one.y, *reaches(one.base)) for one in stands]
    found = []
    for id, other in boxed(stands, others, mils).items():
        ox, oy, (least, most) = other.x, other.y, reaches(other.base)
        for one, x, y, inner, outer in some:
            square, near, far = (x - ox) ** 2 + (y - oy) ** 2, inner + least + mils, outer + most + mils
            if square <= near * near or (square <= far * far and gap(one, other) <= mils):
                found.append(id)
                break
    return found


def boxed(stands: Collection[Stand], others: Stands, mils: float) -> Stands:
    """The teams that may be so near to any of some: a quick look at a box about these."""
    return in_box(stands, others, mils + WIDEST)


def in_box(stands: Collection[Stand], others: Stands, far: float) -> Stands:
    """The teams whose middles are in a box about those of some, so wide."""
    if not stands:
        return {}
    across, up = [one.x for one in stands], [one.y for one in stands]
    left, right, low, high = min(across) - far, max(across) + far, min(up) - far, max(up) + far
    return {id: one for id, one in others.items() if left <= one.x <= right and low <= one.y <= high}


def roughly_near(teams: Stands, others: Collection[Stand], mils: float) -> list[str]:
    """Those of some teams that are about so near to any of some others: hulls count as discs."""
    there = [(one.x, one.y, mils + _about(one.base)) for one in others]
    found = []
    for id, one in teams.items():
        x, y, own = one.x, one.y, _about(one.base)
        for ox, oy, far in there:
            if (x - ox) * (x - ox) + (y - oy) * (y - oy) <= (own + far) * (own + far):
                found.append(id)
                break
    return found


@cache
def _about(base: str) -> float:
    """How far a base reaches from its middle, about."""
    return sum(reaches(base)) / 2


def touch(one: Stand, other: Stand) -> bool:
    return near(one, other, TOUCH)


def meets(state: BattleState, one: Stand, other: Stand) -> bool:
    """Whether two teams are in contact: they touch, or only the wall of a building keeps them from it (002)."""
    return touch(one, other) or walled(facts.ground(state), one, other)


def met_by(state: BattleState, stand: Stand, others: Stands) -> list[str]:
    """The teams that one is in contact with."""
    about = {id: others[id] for id in those_about(stand, others, _met_within())}
    if not about:
        return []
    through = walled_among(facts.ground(state), stand, about)
    return [id for id, other in about.items() if near(stand, other, TOUCH) or id in through]


@cache
def _met_within() -> int:
    """How near those are who may be in contact, as `those_about` looks: they touch, or a wall is between."""
    return max(TOUCH, wall_reach() - WIDEST)


# -- in contact


def locked(state: BattleState, ours: Stands, theirs: Stands) -> tuple[list[str], list[str]]:
    """The teams of each side that are in contact, and infantry right behind one of them. 000: works only with who may
    assault them."""
    close = boxed(ours.values(), theirs, _met_within())
    pairs = [(a, b) for a, stand in ours.items() for b in met_by(state, stand, close)] if close else []
    if state.works:
        pairs = [(a, b) for a, b in pairs if may_fight(state, a, b, ours[a])]
    first, second = {a for a, _ in pairs}, {b for _, b in pairs}
    return _with_those_behind(state, ours, first), _with_those_behind(state, theirs, second)


def _with_those_behind(state: BattleState, side: Stands, front: set[str]) -> list[str]:
    foot = foot_of(state, those_near_any([side[id] for id in front], side, TOUCH))
    return [id for id in side if id in front or id in foot]


def foot_of(state: BattleState, teams: Iterable[str]) -> set[str]:
    return {id for id in teams if facts.card(state, id).kind == "infantry"}


def side(state: BattleState, seat: Seat) -> Stands:
    """Where a side's teams stand that can be met on the ground."""
    return facts.stood(state, seat, "side", lambda: facts.stands(state, facts.targets(state, facts.enemy(seat))))


def foe_spots(state: BattleState, seat: Seat) -> list[tuple[int, int, str]]:
    """Where the enemies are that a side can meet. Nobody may change the list."""
    return facts.stood(state, facts.enemy(seat), "spots", lambda: spots(state, facts.targets(state, seat)))


def spots(state: BattleState, teams: Iterable[str]) -> list[tuple[int, int, str]]:
    there = state.teams
    return [(there[id].x, there[id].y, id) for id in teams]


def active(state: BattleState, teams: Iterable[str]) -> list[str]:
    """Those of some teams that are on the table and can fight."""
    return [id for id in teams if id in state.teams and facts.acting(state.teams[id])]


# -- an assault under way


def under_way(state: BattleState) -> Assault:
    assert state.assault is not None
    return state.assault


def assaulting(state: BattleState) -> dict[str, Stand]:
    """The teams that assault now: those that charged or counterattacked and can still fight."""
    return facts.stands(state, active(state, under_way(state).teams))


def in_contact(state: BattleState) -> tuple[list[str], list[str]]:
    """The assaulting teams that are in contact, and the enemies that they are in contact with. Nobody may change the
    lists."""
    return facts.unasked(state, "in contact", lambda: _in_contact(state))


def _in_contact(state: BattleState) -> tuple[list[str], list[str]]:
    fight = under_way(state)
    if fight.fray is not None:
        from orsha.tabletop.game import room_contact

        return room_contact.in_contact(state)
    return locked(state, assaulting(state), side(state, facts.enemy(fight.by)))


def nearest(stand: Stand, others: Stands) -> int | None:
    """How far the nearest of some teams is."""
    return min((round(gap(stand, other)) for other in others.values()), default=None)


def involved(state: BattleState) -> list[str]:
    """The units that keep the assault going: with an active team near enough to an assaulting one. core 9.2

    When those who charged are assaulted in turn, only units that are in the assault count; bystanders do not.
    """
    fight = under_way(state)
    if fight.fray is not None:
        from orsha.tabletop.game import room_contact

        return room_contact.involved(state)
    ours, rules = assaulting(state), state.setup.moves
    charged = facts.seat_of(fight.unit) != fight.by
    most = rules.after.contact * MIL + 1
    far: dict[str, list[int]] = {}
    for id in active(state, those_near_any(list(ours.values()), side(state, facts.enemy(fight.by)), most)):
        unit, stand = facts.unit_id(id), facts.stand(state, id)
        if charged and unit not in fight.defenders:
            continue
        close = those_near(stand, ours, most)
        if close and state.works:
            close = [by for by in close if may_fight(state, by, id)]
        far.setdefault(unit, []).extend([round(gap(stand, ours[by])) for by in close])
    return [unit for unit, mils in far.items() if not won(mils, rules)]


def met(state: BattleState, own: Stands, seat: Seat) -> list[str]:
    """The enemy units that some teams of a seat touch where they stand, or have within contact distance."""
    most = state.setup.moves.after.contact * MIL
    found = [
        facts.unit_id(id)
        for id, stand in side(state, facts.enemy(seat)).items()
        if any(
            near(stand, other, most) and (not is_work(id) or may_fight(state, by, id, other))
            for by, other in own.items()
        )
    ]
    return list(dict.fromkeys(found))
