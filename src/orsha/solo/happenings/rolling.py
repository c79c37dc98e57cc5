"""Whether a random event comes, and which: the dice of the Rally Phase, the event dice, and events rolled again."""

from __future__ import annotations

from typing import get_args

from orsha.kernel import Ask, Modifier
from orsha.solo.files import FACES, EventRow, Happening, Side, mission
from orsha.solo.happenings import arrivals, enemy, friendly
from orsha.solo.happenings.common import Answered, Do, Impossible
from orsha.solo.standins import EventTable, book
from orsha.solo.state import SEAT, SoloState, Task
from orsha.solo.telling import Telling
from orsha.solo.words import WHOSE

DO: dict[str, Do] = {**enemy.DO, **friendly.DO, **arrivals.DO}
ANSWERED: dict[str, Answered] = {**enemy.ANSWERED, **friendly.ANSWERED, **arrivals.ANSWERED}
IMPOSSIBLE: dict[str, Impossible] = {**enemy.IMPOSSIBLE, **friendly.IMPOSSIBLE}
BOOK_TABLES: dict[Side, EventTable] = {"enemy": "a11", "friendly": "r9"}
TITLES: dict[str, str] = {
    "suspects-advance": "S? near your foremost VPO go over to the attack",
    "minefield": "infantry on a minefield",
    "enemy-rumours": "rumours of enemy reinforcements",
    "counterattack": "a local counterattack",
    "artillery-a6a": "an artillery strike",
    "artillery-a6c": "an artillery strike",
    "harassing-a6e": "harassing fire",
    "reinforcements": "enemy reinforcements",
    "leader-hardens": "an enemy leader battle hardens",
    "enemy-sniper": "the enemy sniper strikes",
    "enemy-air": "enemy air support",
    "gun-section": "a gun section arrives",
    "recalled": "an AFV is recalled",
    "artillery-granted": "artillery support is granted",
    "hero": "a hero",
    "engineers": "an engineer platoon arrives",
    "armour-arrives": "armour arrives",
    "rally": "broken units rally",
    "friendly-rumours": "rumours of your own reinforcements",
    "infantry-arrives": "infantry reinforcements",
    "mines-discovered": "an enemy minefield is discovered",
    "friendly-sniper": "your sniper finds a target",
    "sappers": "sappers arrive",
}
assert set(DO) == set(TITLES) == set(get_args(Happening))


def rows(state: SoloState, side: Side) -> tuple[EventRow, ...]:
    """The event table of a side: the mission's own, or the solo game's A11 and R9."""
    file = mission(state.setup.mission)
    if file.events:
        return tuple(row for row in file.events if row.side == side)
    return book(state.setup.given).events(BOOK_TABLES[side])


def impossible(state: SoloState, side: Side, row: EventRow) -> str:
    """Why a row's event cannot come, as far as the program knows."""
    if row.once and f"{side}:{row.once}" in state.happened:
        return "it has happened and comes a single time"
    check = IMPOSSIBLE.get(row.what)
    return check(state) if check else ""


def first_die_more(state: SoloState, side: Side) -> int:
    """OtO-S2 special rule 1: the coloured die of A11."""
    return mission(state.setup.mission).drm.event_first_die if side == "enemy" else 0


def chances(state: SoloState, side: Side) -> dict[EventRow, int]:
    """In how many of the 36 throws each row comes up."""
    more = 10 * first_die_more(state, side)
    reads = [10 * first + second + more for first in FACES for second in FACES]
    counts = {row: sum(map(row.holds, reads)) for row in rows(state, side)}
    return {row: count for row, count in counts.items() if count}


def triggers(state: SoloState, side: Side, total: int) -> bool:
    """Whether the DR of the Rally Phase brings an event (ruling D10)."""
    low = event_number(state, side)
    if book(state.setup.given).procedures.random_event == "equal":
        return total in (low, low + 1)
    return total <= low + 1


def event_number(state: SoloState, side: Side) -> int:
    return state.figures.events_enemy if side == "enemy" else state.figures.events_friendly


def check(told: Telling, side: Side) -> None:
    """The DR of a side's Rally Phase."""
    if side == "enemy" and told.file.events_need_activation and not told.state.activated:
        told.say("random events", "No enemy event yet: none of the enemy's units has been activated.")
        return
    low = event_number(told.state, side)
    mark = told.book.mark("random_event")
    total = told.total(f"random events, {WHOSE[side]} numbers {low}/{low + 1}{mark}", 2)
    if triggers(told.state, side, total):
        told.queue(Task("event", (side,)))
    else:
        told.say("random events", "No random event.")


def roll_event(told: Telling, side: Side) -> None:
    """Two dice, the coloured one read first; what cannot come is rolled again."""
    table = chances(told.state, side)
    if all(impossible(told.state, side, row) for row in table):
        told.say("random events", "None of the events can come now.")
        return
    while True:
        read = _read(told, side)
        row = next(row for row in table if row.holds(read))
        why = impossible(told.state, side, row)
        if not why:
            break
        told.say(f"{side.upper()} RE {row.span}", f"{row.span}, {TITLES[row.what]}: {why}. The dice are rolled again.")
    told.say(f"{side.upper()} RE {row.span}", f"Random event {row.span}: {TITLES[row.what]}!")
    told.queue(Task(row.what, (side, row.span, row.once)))


def _read(told: Telling, side: Side) -> int:
    more = first_die_more(told.state, side)
    drm = (Modifier("coloured die +1, special rule 1", 10 * more),) if more else ()
    mark = "" if told.file.events else told.book.mark(BOOK_TABLES[side])
    whose = f"{WHOSE[side]} random event, coloured die first{mark}"
    return told.dice.roll(Ask(whose, SEAT, 2, 6, "read", drm)).result
