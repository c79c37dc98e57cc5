"""A placement becomes events (001 7.522): what all can see, what stays its side's secret, what is written down."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign.events import Points
from orsha.campaign.files import Side
from orsha.campaign.observers import recorded
from orsha.campaign.placing import PLANS, Settled, SetUp, Stand
from orsha.campaign.report import Piece, Status
from orsha.campaign.state import Asset, CampaignState
from orsha.campaign.telling import Telling, with_status, without
from orsha.campaign.works import DUMMY_WORDS, HIP, for_sale
from orsha.hexmap.grid import parse
from orsha.kernel import counted

PEOPLE: dict[Side, str] = {"german": "Germans", "russian": "Russians"}


def put_down(told: Telling, set_up: SetUp, settled: Settled) -> None:
    """Pieces, works and hexes of one placement. Works stay unseen until all are set up (CG16)."""
    side, rule = set_up.side, set_up.rule
    state = told.state
    now = {id: _as_it_stands(state, side, one) for id, one in settled.pieces.items()}
    seen, unseen = _sorted(state, settled, now)
    lifted = [one.id for one in unseen if one.id in state.pieces]
    told.take_in(rule, f"the {PEOPLE[side]} take counters off the map to set them up unseen", side, lifted)
    forts = tuple(replace(set_up.forts[id], hex=hex) for id, hex in settled.forts.items())
    assets = tuple(_written_down(told.state, side, settled.slots))
    # What is unseen, and what hiding costs, is told also where it is nothing: that could be counted.
    text = f"{side} {_summary(unseen, len(forts), len(assets))}"
    told.change_in_secret(rule, side, ev.Change(text, tuple(unseen), forts=forts, assets=assets))
    if rule != PLANS and may_hide(side, state.date):
        left = told.state.sides[side].fpp.shown - settled.fpp
        told.points("001 7.520", side, Points(f"{settled.fpp} {side} FPP are spent on hiding", fpp=left))
    _show(told, rule, side, seen)
    show_covered(told, rule, side)
    _prisoners_follow(told, rule, now.values())


def show_covered(told: Telling, rule: str, side: Side) -> None:
    """Where "?" counters lie is seen by all, stacks and dummies alike; what is hidden shows nothing (CG10, 7.520)."""
    own = told.state.sides[side]
    stacks = {one.hex for one in own.box.shown.values() if one.hex and one.has("concealed")}
    dummies = {hex for one in own.assets.shown.values() if one.words == DUMMY_WORDS for hex in one.hexes}
    hexes = tuple(map(str, sorted(map(parse, stacks | dummies))))
    if hexes != told.state.covered.get(side, ()):
        told.tell(ev.Covered(rule, side, hexes))


def may_hide(side: Side, date: str) -> bool:
    """Whether a side can have FPP for hiding, which everybody knows."""
    return HIP in for_sale(side, date)


def _as_it_stands(state: CampaignState, side: Side, one: Stand) -> Piece:
    """With the statuses that its place gives it; what is put down has left the place it was last in."""
    piece = one.piece
    if not piece.hex:
        return piece
    marks: dict[str, tuple[Status, ...]] = {"concealed": ("concealed",), "hidden": ("hidden",)}
    towed = piece.kind == "gun" and _vehicle(state, side, piece.held_by)
    hooked: tuple[Status, ...] = ("hooked",) if towed else ()
    bare = without(piece, "concealed", "hidden", *(("hooked",) if piece.kind == "gun" else ()))
    return replace(with_status(bare, *marks.get(one.how, ()), *hooked), last="")


def _vehicle(state: CampaignState, side: Side, id: str | None) -> bool:
    known = state.sides[side].box.shown.get(id or "") or state.pieces.get(id or "")
    return known is not None and known.kind == "vehicle"


def _sorted(state: CampaignState, settled: Settled, now: dict[str, Piece]) -> tuple[list[Piece], list[Piece]]:
    """What changes, parted into what all see and what they do not."""
    seen: list[Piece] = []
    unseen: list[Piece] = []
    for id, one in settled.pieces.items():
        in_sight = bool(now[id].hex) and one.how == "open"
        public = id in state.pieces
        if in_sight and (not public or now[id] != one.before):
            seen.append(now[id])
        elif not in_sight and (public or now[id] != one.before):
            unseen.append(now[id])
    return seen, unseen


def _show(told: Telling, rule: str, side: Side, seen: list[Piece]) -> None:
    fresh = tuple(one for one in seen if one.id not in told.state.pieces)
    moved = tuple(one for one in seen if one.id in told.state.pieces)
    if fresh:
        told.tell(ev.Shown(rule, f"the {PEOPLE[side]} set up {counted(len(fresh), 'counter')} in sight", side, fresh))
    if moved:
        told.tell(
            ev.Changed(rule, f"the {PEOPLE[side]} set up {counted(len(moved), 'counter')} that stood on the map", moved)
        )


def _prisoners_follow(told: Telling, rule: str, guards: Iterable[Piece]) -> None:
    places = {one.id: one.hex for one in guards}
    led = [
        replace(one, hex=places[one.held_by])
        for one in told.state.pieces.values()
        if one.has("prisoner") and one.held_by and places.get(one.held_by, one.hex) != one.hex
    ]
    if led:
        told.tell(ev.Changed(rule, "prisoners go with their guards", tuple(led)))


def _written_down(state: CampaignState, side: Side, slots: dict[str, str]) -> list[Asset]:
    """Assets with the hexes that were named for them."""
    assets = state.sides[side].assets.shown
    named: dict[str, dict[str, str]] = {}
    for slot, hex in slots.items():
        id, _, part = slot.partition("/")
        named.setdefault(id, {})[part] = hex
    found = []
    for id, parts in named.items():
        aim = parts.pop("", None)
        if aim is not None:
            found.append(replace(assets[id], hexes=(aim,)))
        else:
            observer = parts.pop("observer", None)
            found.append(recorded(assets[id], observer, tuple(parts.values())))
    return found


def _summary(pieces: list[Piece], forts: int, assets: int) -> str:
    placed = sum(bool(one.hex) for one in pieces)
    parts = [
        f"{counted(placed, 'counter')} unseen",
        counted(forts, "work"),
        f"{counted(assets, 'asset')} written down",
    ]
    numbers = (placed, forts, assets)
    return f"set up: {', '.join(part for part, n in zip(parts, numbers, strict=True) if n) or 'as it was'}"
