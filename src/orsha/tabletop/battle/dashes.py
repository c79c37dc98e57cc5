"""Paces: which dash a move is, what a dash forbids, what keeps a team from it, and Cross Checks."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.kernel import Dice, Illegal, Modifier
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.moves import Act, Moves, Pace, within
from orsha.tabletop.force.card import Rating, Team
from orsha.tabletop.table.kinds import MIL, MovementRules
from orsha.tabletop.table.walking import Dash, dash_over

CROSS = "core 4.2 cross checks"


class Way(Struct, frozen=True):
    """What a move crosses, from end to end."""

    on_road: bool = False
    """All of it lies along roads."""
    in_terrain: bool = False
    """Some of it lies in terrain: anything that slows a dash, railways among it."""
    streets: bool = False
    """Some of it lies on city streets."""


def dash_of(way: Way) -> Dash:
    """Which dash a team makes that crosses such ground; city streets are never roads. core 4.1, 002"""
    return dash_over(way.on_road and not way.streets, way.in_terrain or way.streets)


def inches_of(team: Team, pace: Pace) -> int | None:
    """How far a team goes at a pace; nothing where its card has a dash in that place."""
    move = team.move
    if move is None:
        return None
    if pace == "tactical":
        return move.tactical
    if pace == "road":
        return move.road
    return move.terrain if pace == "terrain" else move.cross_country


class Mover(Struct, frozen=True):
    """What a move asks about the team that makes it. Distances are to the nearest enemy team, in mils."""

    enemy: int | None = None
    """The least distance on the way, start and end included; nothing: there is no enemy."""
    enemy_seen: bool = True
    """Whether an enemy that near is in sight."""
    enemy_at_start: int | None = None
    """From here on: the nearest enemy in sight, for pinned teams."""
    enemy_at_end: int | None = None
    enemy_nearest: int | None = None
    pinned: bool = False
    bailed_out: bool = False
    forbidden: tuple[Act, ...] = ()
    """What an order of this turn forbids it."""


def forbids_move(team: Team, pace: Pace, way: Way, who: Mover, rules: Moves, near: MovementRules) -> str | None:
    """Why a team may not make a move at a pace; nothing if it may. core 4.1, 4.3"""
    if who.bailed_out:
        return "a Bailed Out tank does not move"
    if inches_of(team, pace) is None:
        return f"{team.name} does not move at {_named(pace)}"
    if "move" in who.forbidden:
        return f"{team.name} does not move after its order"
    if way.streets and pace not in rules.dash.streets:
        return "on city streets teams move at Tactical or Terrain Dash"
    if who.pinned and _comes_nearer(who, rules):
        return "a pinned team does not move nearer to the enemy"
    return _forbids_dash(pace, way, who, near) if pace != "tactical" else None


def _forbids_dash(pace: Pace, way: Way, who: Mover, near: MovementRules) -> str | None:
    if "dash" in who.forbidden:
        return "after its order the unit moves at Tactical"
    if pace != dash_of(way):
        return f"such a move is made at {_named(dash_of(way))}"
    seen = who.enemy_seen or not near.dash_clear_needs_sight
    if who.enemy is not None and who.enemy < near.dash_clear * MIL and seen:
        return f"no dash within {near.dash_clear:g} inches of the enemy"
    return None


def _comes_nearer(who: Mover, rules: Moves) -> bool:
    after = who.enemy_nearest if rules.dash.pinned == "way" else who.enemy_at_end
    return after is not None and who.enemy_at_start is not None and after < who.enemy_at_start


def _named(pace: Pace) -> str:
    return "Tactical" if pace == "tactical" else f"{pace.replace('-', ' ').title()} Dash"


# -- difficult ground


class Obstacle(Struct, frozen=True):
    """Difficult ground that a team enters, or leaves because it starts in it."""

    name: str
    needs: Rating | None = None
    """The number where it is not the team's own: 4+ for infantry in a deep river."""
    leader_crosses: int | None = None
    """How far, in mils, from where its leader crosses; nothing: no Cross Here."""


def cross_check(team: Team, obstacle: Obstacle, rules: Moves) -> Check:
    """The Cross Check of one team at one obstacle. core 4.2, Cross Here core 4.6"""
    number = _cross_number(team, obstacle)
    helped = obstacle.leader_crosses is not None and within(obstacle.leader_crosses, rules.cross.here_reach)
    bonus = min(rules.cross.here, max(number - rules.cross.here_least, 0)) if helped else 0
    modifiers = (Modifier("Cross Here", bonus),) if bonus else ()
    return Check(f"{team.name} crosses {obstacle.name}", number, modifiers)


def _cross_number(team: Team, obstacle: Obstacle) -> int:
    own = None if team.move is None else team.move.cross
    if own is None:
        raise Illegal(CROSS, f"{team.name} does not move, so it does not cross {obstacle.name}")
    if obstacle.needs is not None:
        return obstacle.needs
    return 1 if own == "auto" else own


class Crossed(Struct, frozen=True):
    """How far a team came: past every obstacle, or held at one, where its move ends. It may still shoot, as moved."""

    held_at: Obstacle | None
    checks: tuple[Checked, ...]


def cross(team: Team, obstacles: Sequence[Obstacle], dice: Dice, who: str, rules: Moves) -> Crossed:
    """Each obstacle of a move in turn, until one holds the team. core 4.2"""
    made: list[Checked] = []
    for obstacle in obstacles:
        made.append(cross_check(team, obstacle, rules).roll(dice, who))
        if not made[-1].passed:
            return Crossed(obstacle, tuple(made))
    return Crossed(None, tuple(made))
