"""What was worked out about a state, kept with it, and handed on over events that leave it true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

from orsha.tabletop.game import events
from orsha.tabletop.game.events import BattleEvent
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.mission.state import Seat

T = TypeVar("T")


def kept(state: BattleState, key: object, make: Callable[[], T]) -> T:
    """Something worked out about a state once: states never change, so it stays true. Nobody may change it."""
    return once(state.__dict__, key, make)


def placed(state: BattleState, key: object, make: Callable[[], T]) -> T:
    """The same of what depends on nothing but who stands where on which table: states that an event leaves alike in
    that have it in common (remember)."""
    return once(state.places, key, make)


def stood(state: BattleState, seat: Seat, key: object, make: Callable[[], T]) -> T:
    """The same of what depends on nothing but where the teams of one side stand: the other side's moves do not change
    it."""
    return once(state.sides[seat], key, make)


def unasked(state: BattleState, key: object, make: Callable[[], T]) -> T:
    """The same of what depends on anything but the question that is asked: it stays true when that is answered."""
    return once(state.unasked, key, make)


def there(state: BattleState, key: object, make: Callable[[], T]) -> T:
    """The same of what depends on nothing but who is on the table, and aboard what: most moves change nothing in it."""
    return once(state.present, key, make)


def once(box: dict[Any, Any], key: object, make: Callable[[], T]) -> T:
    if key not in box:
        box[key] = make()
    found: T = box[key]
    return found


def share(before: BattleState, after: BattleState) -> None:
    """Everybody stands and faces in one state as in another: what was worked out about that is true of both."""
    box = after.__dict__
    box["roster"], box["present"], box["companies"] = before.roster, before.present, before.companies
    box["stands"], box["bulks"], box["sides"] = before.stands, before.bulks, before.sides
    if after.table is before.table:
        box["places"] = before.places


def remember(before: BattleState, after: BattleState, event: BattleEvent) -> None:
    """What was worked out about a state is still true after an event that leaves alike what it depends on."""
    box, now, then = after.__dict__, after.teams, before.teams
    if now is then or _all_stay(event):
        share(before, after)
        if isinstance(event, events.Asked):
            box["unasked"] = before.unasked
        return
    sheets, changed = before.roster.teams, _changed(then, now)
    regrouped = [id for id in changed if id not in now or id not in then or now[id].aboard != then[id].aboard]
    box["roster"], box["places"] = before.roster, {}
    if regrouped:
        companies = before.companies.copy()
        for id in regrouped:
            companies.pop(sheets[id].unit, None)
            companies.pop(sheets[id].seat, None)
        box["present"], box["companies"] = {}, companies
    else:
        box["present"], box["companies"] = before.present, before.companies
    stands, bulks = box["stands"], box["bulks"] = before.stands.copy(), before.bulks.copy()
    for id in changed:
        stands.pop(id, None)
        bulks.pop(id, None)
    went = {sheets[id].seat for id in changed}
    box["sides"] = {seat: {} if seat in went else known for seat, known in before.sides.items()}


def _changed(then: dict[str, TeamState], now: dict[str, TeamState]) -> list[str]:
    """The teams that came or went, or are not what they were."""
    if list(now) == list(then):
        return [*compress(then, map(is_not, then.values(), now.values()))]
    changed = [id for id, one in then.items() if now.get(id) is not one]
    new = [id for id in now if id not in then] if len(now) > len(then) - len(changed) else []
    return changed + new


_STAY = {
    events.Remounted,
    events.FoxholesDug,
    events.TrapsLaid,
    events.Ordered,
    events.LedOut,
    events.Harmed,
    events.Fought,
    events.SmokeLifted,
    events.StepBegan,
}
"""What changes teams, but not where they stand."""


def _all_stay(event: BattleEvent) -> bool:
    """Whether everybody stands and faces as before an event."""
    if type(event) in _STAY:
        return True
    if isinstance(event, events.Fired):
        return all(volley.facing is None for volley in event.volleys)
    return isinstance(event, events.Ranged) and not event.turned
