"""What a group that has come in is made of (001 7.519): its counters, its mines, its artillery and aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from orsha.campaign.counters import is_gun, vehicle
from orsha.campaign.events import Change
from orsha.campaign.files import COUNTED_BY_STRENGTH, COUNTED_BY_UNIT, Group, Kind, Side
from orsha.campaign.groups import cost, group, note, surcharge
from orsha.campaign.observers import RAISED, level
from orsha.campaign.receiving import Received
from orsha.campaign.report import Kind as PieceKind
from orsha.campaign.report import Piece, Status
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import Asset, Fort, RecordLine, Value

GIVEN = "OB"
ON_BOARD = "on-board"
OFF_BOARD = "off-board"
TRUCKS = "trucks"


class Arrival(Value, frozen=True):
    """One group as it comes in, with what its extras and its place in the campaign say."""

    side: Side
    id: str
    date: str
    number: int
    """The how manieth of its kind in the campaign; 0 for the order of battle."""
    received: Received
    given: int = 0
    """The how manieth of its kind in the order of battle."""
    extras: dict[str, int] = {}
    aircraft: str = ""
    """What a die says about the aircraft of the group."""
    observer: str = ""
    """Where the observer stands whom a rocket module brings with it (CG13)."""

    @property
    def group(self) -> Group:
        return group(self.side, self.id)

    @property
    def tag(self) -> str:
        return tag(self.id, self.date, self.number, self.given)

    def line(self, assets: tuple[str, ...]) -> RecordLine:
        """001 7.5189: a group of the order of battle costs only what it is given beside."""
        price = surcharge if self.given else cost
        cpp = price(self.side, self.id, self.date, self.extras)
        return RecordLine(self.date, self.id, self.number, cpp, self.received, self.extras, self.tag, assets)


def tag(id: str, date: str, number: int, given: int = 0) -> str:
    """What the pieces of one group carry: I1/23AM/2, or I1/OB/1."""
    return f"{id}/{GIVEN}/{given}" if given else f"{id}/{date}/{number}"


def words(arrival: Arrival) -> str:
    """What came, in a sentence."""
    got = arrival.received
    strength = {True: " at full strength", False: ", depleted", None: ""}[got.full]
    pieces = {**got.units, **got.weapons} if arrival.group.kind in (*COUNTED_BY_STRENGTH, *COUNTED_BY_UNIT) else {}
    listed = [f"{number} {name}" for name, number in pieces.items()]
    parts = [", ".join(listed), f"leaders {', '.join(got.leaders)}" if got.leaders else "", got.ammunition or ""]
    more = "; ".join(part for part in (*parts, arrival.aircraft) if part)
    return f"{arrival.tag}, {arrival.group.type}, comes{strength}{': ' + more if more else ''}"


def counters_of(arrival: Arrival, ids: Iterator[str]) -> Change:
    """All that a group brings, with ids from the side's own row."""
    return _MAKE[arrival.group.kind](arrival, ids)


def _piece(
    arrival: Arrival, ids: Iterator[str], kind: PieceKind, type: str, *status: Status, by: str | None = None
) -> Piece:
    return Piece(next(ids), arrival.side, kind, type, status=status, held_by=by, group=arrival.tag)


def _each(counted: dict[str, int]) -> Iterator[str]:
    return Counter(counted).elements()


def _squads(arrival: Arrival, ids: Iterator[str]) -> Change:
    """Squads, their leaders and support weapons; note d makes them assault engineers and sappers."""
    got = arrival.received
    trained: tuple[Status, ...] = ("engineer",) if "d" in arrival.group.notes else ()
    squads = [_piece(arrival, ids, "squad", type, *trained) for type in _each(got.units)]
    leaders = [_piece(arrival, ids, "leader", type) for type in got.leaders]
    weapons = [_piece(arrival, ids, "sw", type) for type in _each(got.weapons)]
    return Change(words(arrival), (*squads, *leaders, *weapons))


def _manned(arrival: Arrival, ids: Iterator[str]) -> Change:
    """Machine guns, mortars and guns, each in the hands of a crew (note b), and the trucks of note o."""
    side = arrival.side
    pieces: list[Piece] = []
    for type in _each(arrival.received.units):
        crew = _piece(arrival, ids, "crew", str(note(side, "b").facts["crew"]))
        pieces += (crew, _piece(arrival, ids, "gun" if is_gun(type) else "sw", type, by=crew.id))
    trucks = sum(arrival.received.units.values()) if arrival.extras.get(TRUCKS) else 0
    pieces += [_piece(arrival, ids, "vehicle", set_up_rules().trucks.type) for _ in range(trucks)]
    return Change(words(arrival), tuple(pieces))


def _vehicles(arrival: Arrival, ids: Iterator[str]) -> Change:
    """Vehicles, and an armour leader in the first AFV of the platoon (7.5197)."""
    found = [_piece(arrival, ids, "vehicle", type) for type in _each(arrival.received.units)]
    tank = next((one for one in found if vehicle(one.type).afv), None)
    leaders = [
        _piece(arrival, ids, "armor-leader", type, by=tank.id) for type in arrival.received.leaders if tank is not None
    ]
    return Change(words(arrival), (*found, *leaders))


def _asset(arrival: Arrival, ids: Iterator[str], **more: object) -> Change:
    kind = arrival.group
    units = kind.units_words()
    parts = (kind.type, units if "See " not in units else "", arrival.aircraft)
    text = ", ".join(part for part in parts if part)
    made = Asset(next(ids), arrival.id, text, arrival.received.ammunition, since=arrival.date, **more)  # type: ignore[arg-type]
    return Change(words(arrival), assets=(made,))


def _rockets(arrival: Arrival, ids: Iterator[str]) -> Change:
    """001 CG13: a rocket module comes with its observer."""
    return _asset(arrival, ids, hexes=(arrival.observer,), level=level(arrival.side, False), observer=True)


def _observer(arrival: Arrival, ids: Iterator[str]) -> Change:
    return _asset(arrival, ids, level=level(arrival.side, bool(arrival.extras.get(RAISED))))


def _minefield(arrival: Arrival, ids: Iterator[str]) -> Change:
    """German note j: so many hexes, all of one field."""
    facts = note(arrival.side, "j").facts
    ap, at = int(facts["ap"]), int(facts["at"])
    mines = tuple(
        Fort(
            next(ids), "minefield", arrival.side, "", ap, at, known=False, built_by=arrival.side, field=arrival.tag
        )
        for _ in range(int(facts["hexes"]))
    )  # fmt: skip
    return Change(words(arrival), forts=mines)


def _nothing(arrival: Arrival, ids: Iterator[str]) -> Change:
    """FPP, a higher SAN and a reconnaissance are no counters."""
    return Change(words(arrival))


_MAKE: dict[Kind, Callable[[Arrival, Iterator[str]], Change]] = {
    "squads": _squads,
    "weapons": _manned,
    "guns": _manned,
    "vehicles": _vehicles,
    "cupolas": _vehicles,
    "oba": _asset,
    "rockets": _rockets,
    "observer": _observer,
    "counter-battery": _asset,
    "aircraft": _asset,
    "bombardment": _asset,
    "minefield": _minefield,
    "fortifications": _nothing,
    "san": _nothing,
    "recon": _nothing,
}
