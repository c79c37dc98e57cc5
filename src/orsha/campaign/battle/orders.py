"""What each side wants in an automatic battle: where formations go, who holds, who falls back."""

from __future__ import annotations

from functools import cache

from orsha.campaign.battle.field import field
from orsha.campaign.battle.numbers import Mobility, numbers
from orsha.campaign.battle.situation import ENTRENCHED, Situation
from orsha.campaign.battle.units import Unit
from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.hexmap.grid import Hex

Goal = frozenset[Hex]
Goals = dict[str, Goal]
"""Where each unit goes, by its id; whoever is not named stays."""


@cache
def west_edge() -> Goal:
    board = field().board
    return frozenset(hex for hex in board.edge if board.west(hex))


def formation(unit: Unit) -> str:
    """Those that came as one group go as one."""
    return unit.piece.group or unit.piece.kind


def wants(now: Situation, side: Side) -> Goals:
    return _russian(now) if side == "russian" else _german(now)


# -- the attacker


def open_goals(now: Situation) -> list[Goal]:
    """Victory locations that the Russians do not have; with none left, the Germans wherever they are."""
    found = [frozenset({hex}) for hex in now.field.board.victory_locations if now.control.get(hex) != "russian"]
    germans = frozenset(now.places("german"))
    return found or ([germans] if germans else [])


class Plan:
    """Sends formations to goals, the near ones first, and not all of them to the same."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.goals = open_goals(now)
        self.sent: dict[Goal, int] = {}
        self.last = now.state.date == dates()[-1]

    def goal_for(self, members: list[Unit], starts: list[Hex]) -> Goal | None:
        """The goal that is nearest to any of the hexes they start from, crowding counted in."""
        rule = numbers().orders
        how: Mobility = members[0].mobility
        best: tuple[float, Goal] | None = None
        choices = [(goal, 0.0) for goal in self.goals]
        if self.last and self.now.turn >= rule.exit_from_turn:
            choices.append((west_edge(), rule.exit_far))
        for goal, extra in choices:
            way = self.now.field.way(goal, how)
            far = min((way[hex] for hex in starts if hex in way), default=None)
            if far is not None:
                cost = far + extra + rule.crowd * self.sent.get(goal, 0)
                if best is None or cost < best[0]:
                    best = (cost, goal)
        if best is None:
            return None
        self.sent[best[1]] = self.sent.get(best[1], 0) + sum(max(1, one.weight) for one in members)
        return best[1]


def _russian(now: Situation) -> Goals:
    plan = Plan(now)
    formations: dict[str, list[Unit]] = {}
    for unit in now.on_map("russian"):
        if unit.able and (unit.fighter or unit.vehicle) and not _garrison(now, unit):
            formations.setdefault(f"{formation(unit)} {unit.mobility}", []).append(unit)
    found: Goals = {}
    for _, members in sorted(formations.items()):
        places = sorted(one.hex for one in members if one.hex is not None)
        goal = plan.goal_for(members, [places[len(places) // 2]])
        if goal is not None:
            found.update(dict.fromkeys((one.id for one in members), goal))
    return found


def _garrison(now: Situation, unit: Unit) -> bool:
    """The first fighter in a victory location that is taken and still threatened stays in it."""
    hex = unit.hex
    if hex not in now.field.board.victory_locations or now.control.get(hex) != unit.side:
        return False
    first = next((one for one in now.of(unit.side, hex) if one.fighter and one.able), None)
    return first is unit and now.nearest(hex, now.places("german")) <= numbers().orders.threat


# -- the defender


def _german(now: Situation) -> Goals:
    enemy = now.places("russian")
    held = [hex for hex in now.field.board.victory_locations if now.control.get(hex) == "german"]
    lost = [hex for hex in now.field.board.victory_locations if now.control.get(hex) == "russian"]
    found: Goals = {}
    for unit in now.on_map("german"):
        if not unit.able or unit.hex is None or not (unit.fighter or unit.vehicle) or _rooted(unit):
            continue
        goal = _german_goal(now, unit, unit.hex, enemy, held, lost)
        if goal is not None:
            found[unit.id] = goal
    return found


def _rooted(unit: Unit) -> bool:
    return any(thing.kind == "gun" and not thing.has("hooked") for thing in unit.things)


def _german_goal(
    now: Situation, unit: Unit, hex: Hex, enemy: list[Hex], held: list[Hex], lost: list[Hex]
) -> Goal | None:
    rule = numbers().orders
    near = now.nearest(hex, enemy)
    if _outnumbered(now, hex, enemy) and now.luck.happens(rule.falls_back.chance):
        return _behind(hex, held)
    counter = [place for place in lost if now.field.distance(hex, place) <= rule.counter]
    if counter and not now.fort(hex, "trench"):
        return frozenset(counter)
    if near > rule.reserve and not _holds(now, unit, hex, held):
        threatened = [place for place in held if now.nearest(place, enemy) <= rule.threat]
        if threatened:
            best = min(threatened, key=lambda place: (now.field.distance(hex, place), place))
            return frozenset({best, *now.field.beside[best]})
    return None


def _holds(now: Situation, unit: Unit, hex: Hex, held: list[Hex]) -> bool:
    """In works, or on a victory location: men for that stay."""
    works = any(fort.what in ENTRENCHED for fort in now.works.get(hex, ()))
    return (works and unit.man) or hex in held


def _outnumbered(now: Situation, hex: Hex, enemy: list[Hex]) -> bool:
    rule = numbers().orders.falls_back
    against = sum(
        max(1, one.weight) * (3 if one.armoured else 1)
        for place in enemy
        if now.field.distance(hex, place) <= rule.within
        for one in now.of("russian", place)
        if one.able
    )
    friends = sum(
        max(1, one.weight) * (3 if one.armoured else 1)
        for place in (hex, *now.field.beside[hex])
        for one in now.of("german", place)
        if one.able
    )
    return against > 0 and against >= rule.odds * friends / max(now.cover(hex), 0.5)


def _behind(hex: Hex, held: list[Hex]) -> Goal:
    """The nearest victory location to the west that is still held, or else simply the west."""
    west = [place for place in held if place.number < hex.number - 2]
    if not west:
        return west_edge()
    return frozenset({min(west, key=lambda place: (field().distance(hex, place), place))})
