"""The square template of a bombardment: who and what lies under it. Its sides run along the table's (ruling: any part
of a base under it counts)."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.tabletop.game import facts, room_shelling, shelter
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import MIL, Stand, Table
from orsha.tabletop.table.bases import radius, reach
from orsha.tabletop.table.kernels import meet


def under(state: BattleState, at: Spot, inches: int, *, salvo: bool = False) -> list[str]:
    """core 7.3: every team on the ground with a part of its base under a template, friend and foe. 002: in a room
    everybody there, for a salvo also in the rooms about it; outside nobody in rooms. Nobody may change the list."""
    return facts.placed(state, ("under", at, inches, salvo), lambda: _under(state, at, inches, salvo=salvo))


def _under(state: BattleState, at: Spot, inches: int, *, salvo: bool) -> list[str]:
    if rooms(state):
        housed = room_shelling.under(state, at, salvo=salvo)
        if housed is not None:
            return housed
    half, (x, y) = inches * MIL // 2, at
    left, low, right, high = x - half, y - half, x + half, y + half
    near = [
        (id, tx, ty)
        for id, tx, ty, far in facts.placed(state, "on the ground", lambda: _on_the_ground(state))
        if left - far <= tx <= right + far and low - far <= ty <= high + far
    ]
    return [
        id
        for id, tx, ty in near
        if (left <= tx <= right and low <= ty <= high) or touches(facts.stand(state, id), at, half)
    ]


def _on_the_ground(state: BattleState) -> list[tuple[str, int, int, int]]:
    """Everybody there: where, and how far a base reaches from there."""
    sheets = state.roster.teams
    return [
        (id, team.x, team.y, reach(sheets[id].base))
        for id, team in state.teams.items()
        if team.aboard is team.room is None and not sheets[id].flies
    ]


def touches(stand: Stand, at: Spot, half: int) -> bool:
    """Whether a part of a base lies under a square."""
    far = reach(stand.base)
    dx, dy = max(abs(stand.x - at[0]) - half, 0), max(abs(stand.y - at[1]) - half, 0)
    if dx * dx + dy * dy > far * far:
        return False
    if radius(stand.base) or (not dx and not dy):
        return True
    return not _apart(stand.corners(), at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def _apart(outline: Sequence[Spot], left: int, low: int, right: int, high: int) -> bool:
    """Whether a side of the square or of a convex outline, counter-clockwise, has all of the other beyond it. Of the
    square the corner says it that lies farthest to the outline's side."""
    east, north = [x for x, _ in outline], [y for _, y in outline]
    if max(east) < left or min(east) > right or max(north) < low or min(north) > high:
        return True
    ax, ay = outline[-1]
    for bx, by in outline:
        dx, dy = bx - ax, by - ay
        if dx * ((high if dx > 0 else low) - ay) < dy * ((left if dy > 0 else right) - ax):
            return True
        ax, ay = bx, by
    return False


def in_terrain(state: BattleState, at: Spot, inches: int) -> bool:
    """core 7.2: whether short or tall terrain, or smoke, lies under a template. Hills are ground, not cover."""
    table, half = facts.ground(state), inches * MIL // 2
    kept: dict[tuple[Spot, int], bool] = shelter.kept(table, "in terrain")
    found = kept.get((at, half))
    if found is None:
        found = kept[at, half] = _on_features(table, at, half)
    return found or any(_crosses(ends, _square(at, half)) for ends in facts.screens(state))


def _on_features(table: Table, at: Spot, half: int) -> bool:
    """Whether features that conceal lie under a square."""
    ground, (x, y) = table.flat, at
    some = table.__dict__.get("concealing")
    if some is None:
        some = ground.engine.ints([n for n, kind in enumerate(table.kinds) if kind.conceals])
        table.__dict__["concealing"] = some
    sides = float(x - half), float(y - half), float(x + half), float(y + half)
    return bool(ground.engine.shares(*ground.flat, some, *sides))


def _square(at: Spot, half: int) -> tuple[Spot, ...]:
    x, y = at
    return (x + half, y + half), (x - half, y + half), (x - half, y - half), (x + half, y - half)


def _inside(square: Sequence[Spot], spot: Spot) -> bool:
    return square[1][0] <= spot[0] <= square[0][0] and square[2][1] <= spot[1] <= square[0][1]


def _crosses(ends: tuple[Spot, Spot], square: Sequence[Spot]) -> bool:
    if _inside(square, ends[0]) or _inside(square, ends[1]):
        return True
    return any(
        meet(*map(float, (*ends[0], *ends[1])), *map(float, (*c, *d)))
        for c, d in zip(square, [*square[1:], square[0]], strict=True)
    )
