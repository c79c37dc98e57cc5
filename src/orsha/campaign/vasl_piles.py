"""One pile of counters of a saved game as the campaign's pieces: how each is, and who holds what.

A sign lies on what it speaks of, and a weapon with who has it; in a pile of several the file does not say which, and
the players are asked.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import count

from msgspec.structs import replace

from orsha.campaign.counter_names import STATUSES
from orsha.campaign.report import MEN, MMC, ONLY, Kind, Piece, Status
from orsha.campaign.vasl_names import Sign, Unit, shown
from orsha.campaign.vasl_sight import Seen

MOST_LISTED = 12
MOST_QUESTIONS = 200
_ID = re.compile(r"^#([A-Za-z0-9._]{1,39})$")
HOLDERS: dict[Kind, tuple[Kind, ...]] = {"sw": MEN, "gun": (*MMC, "vehicle"), "armor-leader": ("vehicle",)}
"""Who can have what: weapons are men's, guns also a vehicle's that tows them, armour leaders are in a vehicle."""


def listed(words: Iterable[str]) -> str:
    """Some words, the same ones counted, and not too many."""
    counted = Counter(iter(words))
    found = [f"{n}x {word}" if n > 1 else word for word, n in counted.items()]
    more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    return ", ".join(found[:MOST_LISTED]) + more


class Questions:
    """What is to be asked, the same things together."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.unknown: dict[str, list[str]] = defaultdict(list)
        """Counters that mean nothing here, and where they are."""
        self.on_sides: dict[str, list[str]] = defaultdict(list)
        self.works: dict[str, list[str]] = defaultdict(list)
        self.prisoners: list[str] = []
        self.riders: list[str] = []
        self.beside: Counter[str] = Counter()
        self.odd: Counter[str] = Counter()
        self.labels: dict[str, str] = {}
        """The campaign's own ids, where they are written on counters."""
        self.numbers = count(1)

    def say(self, text: str) -> None:
        self.said.append(text)

    def fresh(self) -> str:
        """An id for the moment."""
        return f"-{next(self.numbers)}"

    def all(self) -> tuple[str, ...]:
        found = [f"What is {name!r} in {listed(where)}?" for name, where in self.unknown.items()]
        found += [f"Which hex is {name} in: {listed(sides)}?" for name, sides in self.on_sides.items()]
        found += [f"Whose is the {work} in {listed(where)}?" for work, where in self.works.items()]
        if self.prisoners:
            found.append(f"Who are the prisoners in {listed(self.prisoners)}, and who guards them?")
        if self.riders:
            found.append(f"Men lie in one stack with a vehicle in {listed(self.riders)}: does it carry any of them?")
        if self.beside:
            found.append(
                f"Beside the map are {listed(self.beside.elements())}: they are not in the report. Is any in play?"
            )
        if self.odd:
            found.append(f"Counters say {listed(self.odd)}: does that matter to the campaign?")
        every = [*self.said, *found]
        more = len(every) - MOST_QUESTIONS
        return (*every[:MOST_QUESTIONS], *([f"{more} more questions like these."] if more > 0 else []))


def read_pile(hex: str, seen: Sequence[Seen], ask: Questions) -> list[Piece]:
    """The pieces of a pile in a hex."""
    found: list[Piece] = []
    for one in seen:
        if isinstance(one.meaning, Unit):
            found.append(_piece(hex, one, one.meaning, ask))
        elif isinstance(one.meaning, Sign):
            found = _signed(hex, found, one.meaning.status, shown(str(one.piece.name)), ask)
    if any(one.kind == "vehicle" for one in found) and any(one.kind in MEN for one in found):
        ask.riders.append(hex)
    return _handed(hex, found, ask)


def _piece(hex: str, one: Seen, unit: Unit, ask: Questions) -> Piece:
    status = [*unit.status, *([one.how] if one.how else [])]
    ask.odd.update(shown(word) for word in unit.odd)
    id = ask.fresh()
    named = next((found[1] for label in one.piece.labels if (found := _ID.match(label.strip()))), None)
    if named is not None:
        ask.labels[id] = named
    return Piece(id, unit.side, unit.kind, unit.type, hex, status=_sorted(status))


def _sorted(status: Iterable[Status]) -> tuple[Status, ...]:
    return tuple(sorted(set(status), key=STATUSES.index))


def _signed(hex: str, below: list[Piece], status: Status, name: str, ask: Questions) -> list[Piece]:
    """A sign counts for the one counter under it that can be so."""
    able = [one for one in below if one.kind in ONLY.get(status, (one.kind,)) and status not in one.status]
    if len(able) > 1:
        ask.say(f"Which counter does {name} in {hex} lie on: {listed(one.type for one in able)}?")
    if len(able) != 1:
        return below
    return [replace(one, status=_sorted([*one.status, status])) if one is able[0] else one for one in below]


def _handed(hex: str, pieces: list[Piece], ask: Questions) -> list[Piece]:
    """Weapons and guns with the one who can have them; in the enemy's hands alone they are captured."""
    given: list[Piece] = []
    unclear: list[str] = []
    for piece in pieces:
        able = [one for one in pieces if one is not piece and one.kind in HOLDERS.get(piece.kind, ())]
        own = [one for one in able if one.side == piece.side]
        who = own or ([] if piece.kind == "armor-leader" else [one for one in able if one.kind in MEN])
        captured = bool(who) and not own
        if len(who) > 1:
            unclear.append(piece.type)
        status = _sorted([*piece.status, "captured"]) if captured else piece.status
        given.append(replace(piece, status=status, held_by=who[0].id if len(who) == 1 else None))
    if unclear:
        ask.say(f"Who in {hex} has {listed(unclear)}?")
    return given
