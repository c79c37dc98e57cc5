"""What a loss brings with it, whatever step it happens in: places, prisoners, equipment, wrecks, casualty points.

The facts behind it are the base game's (ruling B37); their numbers stand in `data/hazards.toml` and `counters.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign.counters import counters, cvp, half_squads, half_type, leadership, morale
from orsha.campaign.files import DATA, Count, Side
from orsha.campaign.isolation import Holder, other
from orsha.campaign.places import beneath, immobile
from orsha.campaign.places import is_cupola as is_cupola
from orsha.campaign.report import MMC, MapMarker, Marker, Piece
from orsha.campaign.state import SIDES, CampaignState
from orsha.campaign.telling import Telling, held, holder_side, name, with_status, without
from orsha.hexmap.map import hex_map
from orsha.hexmap.sight import floor_level
from orsha.kernel import Modifier
from orsha.kernel.data import load
from orsha.kernel.table import Strict

# -- numbers


class Capture(Strict, frozen=True):
    source: str
    cvp_factor: Count


class TaskCheck(Strict, frozen=True):
    source: str
    test: int


class Bog(Strict, frozen=True):
    source: str
    squad: int
    half_squad: int


class WoundedLeader(Strict, frozen=True):
    source: str
    wounded: int


class Crew(Strict, frozen=True):
    source: str
    type: str
    morale: Count


class HazardFile(Strict, frozen=True):
    capture: Capture
    encirclement: TaskCheck
    minefield: TaskCheck
    bog: Bog
    leader: WoundedLeader
    crew: Crew


@cache
def numbers() -> HazardFile:
    return load(DATA / "hazards.toml", HazardFile)


# -- places


class Location(NamedTuple):
    """A place that units share: a hex and a level of it."""

    hex: str
    level: int

    @property
    def key(self) -> str:
        return f"{self.hex}/{self.level}"

    def words(self) -> str:
        ground = hex_map()[hex_map().hex(self.hex)].level
        return self.hex if self.level == ground else f"{self.hex}, level {self.level}"


def location(piece: Piece) -> Location:
    """Where a piece on the map stands; without a level on the ground, in a gully on its floor."""
    board = hex_map()
    return Location(piece.hex, floor_level(board, board.hex(piece.hex)) if piece.level is None else piece.level)


def is_unit(piece: Piece) -> bool:
    """Armed men and manned vehicles on the map; no prisoners, nothing abandoned, nothing that only lies there."""
    if not piece.hex or piece.has("prisoner", "abandoned"):
        return False
    return piece.man or piece.kind == "vehicle"


def units_at(state: CampaignState, place: Location) -> list[Piece]:
    return [one for one in state.pieces.values() if is_unit(one) and location(one) == place]


def is_mobile(piece: Piece) -> bool:
    """A vehicle that could drive off."""
    return piece.kind == "vehicle" and not immobile(piece) and not piece.has("abandoned")


def in_hands_of(state: CampaignState, piece: Piece) -> Side:
    """Whose it is now: prisoners go with their guards."""
    return other(piece.side) if piece.has("prisoner") else holder_side(state, piece)


def listed(pieces: Iterable[Piece]) -> str:
    *most, last = [name(piece) for piece in pieces]
    return f"{', '.join(most)} and {last}" if most else last


# -- losses


def eliminate(told: Telling, rule: str, why: str, *pieces: Piece, burning: Collection[str] = ()) -> list[Piece]:
    """Pieces are lost: what they held lies there, vehicles leave wrecks. Returns the prisoners that are free now."""
    if not pieces:
        return []
    told.remove(rule, f"{listed(pieces)}: {why}", *(one.id for one in _with_inside(told.state, pieces)))
    for piece in pieces:
        if piece.kind == "vehicle" and piece.hex and not is_cupola(piece):
            _leave_wreck(told, rule, piece, "burning-wreck" if piece.id in burning else "wreck")
    return settle_prisoners(told, rule, {piece.hex for piece in pieces})


def _with_inside(state: CampaignState, pieces: Iterable[Piece]) -> list[Piece]:
    """Armour leaders are lost with their vehicle."""
    lost = list(pieces)
    return lost + [one for piece in lost for one in held(state, piece.id) if one.kind == "armor-leader"]


def _leave_wreck(told: Telling, rule: str, vehicle: Piece, what: Marker) -> None:
    text = f"{vehicle.hex} has a {what.replace('-', ' ')}"
    told.tell(ev.MarkersSet(rule, text, (*told.state.markers, MapMarker(what, vehicle.hex))))


def count_casualties(told: Telling, rule: str, lost: Iterable[Piece], factor: int = 1) -> None:
    """001 7.13: what is lost before 7.5031 counts for the side that loses it."""
    by_side = dict.fromkeys(SIDES, 0)
    for piece in _with_inside(told.state, lost):
        by_side[holder_side(told.state, piece)] += factor * cvp(piece)
    for side, points in by_side.items():
        if points:
            told.tell(ev.CvpCounted(rule, side, points))


# -- prisoners


def settle_prisoners(told: Telling, rule: str, hexes: Collection[str]) -> list[Piece]:
    """001 7.5041: prisoners without a guard are claimed by another of his side there, or are rearmed and free."""
    freed = []
    for prisoner in [one for one in told.state.pieces.values() if one.has("prisoner") and one.hex in hexes]:
        guard = told.state.pieces.get(prisoner.held_by or "")
        if guard is not None and is_unit(guard):
            continue
        taker = guard_at(told.state, location(prisoner), other(prisoner.side))
        if taker is not None:
            told.change(rule, f"{name(taker)} guards {name(prisoner)} now", replace(prisoner, held_by=taker.id))
            continue
        free = replace(without(prisoner, "prisoner"), held_by=None)
        told.change(rule, f"{name(prisoner)} has no guard left, takes up arms and is free", free)
        freed.append(free)
    return freed


def guard_at(state: CampaignState, place: Location, side: Side, without: Collection[str] = ()) -> Piece | None:
    """Who of a side would guard prisoners in a place: the strongest of its men, those not encircled first."""
    able = [
        one
        for one in units_at(state, place)
        if one.side == side and one.man and not one.has("broken") and one.id not in without
    ]
    return min(able, key=lambda one: (one.has("encircled"), -half_squads(one), one.id), default=None)


# -- tests of morale and casualty reduction


def passes(told: Telling, piece: Piece, test: int, untested: Collection[str]) -> bool:
    """A task check on two dice against morale. A leader helps where he lowers it, once he has had his own test."""
    helper = _helper(told.state, piece, untested)
    modifiers = [Modifier(f"{test}TC", test)] if test else []
    if helper is not None:
        modifiers.append(Modifier(f"leader {helper.type}", _modifier(helper)))
    limit = numbers().crew.morale if piece.kind == "vehicle" else morale(piece)
    what = f"{test or 'N'}TC of {name(piece)} against morale {limit}"
    return told.dice.total(what, piece.side, 2, modifiers=tuple(modifiers)).result <= limit


def _modifier(leader: Piece) -> int:
    return leadership(leader.type) + numbers().leader.wounded * leader.has("wounded")


def _helper(state: CampaignState, piece: Piece, untested: Collection[str]) -> Piece | None:
    """The leader in the same place who helps most; a crew's own armour leader helps no other unit."""
    if piece.has("prisoner"):
        return None
    kind = "armor-leader" if piece.kind == "vehicle" else "leader"
    able = [
        one
        for one in state.pieces.values()
        if one.kind == kind
        and one.side == piece.side
        and one.id not in {piece.id, *untested}
        and not one.has("prisoner", "broken")
        and (one.held_by == piece.id if kind == "armor-leader" else bool(one.hex) and location(one) == location(piece))
        and _modifier(one) < 0
    ]
    return min(able, key=lambda one: (_modifier(one), one.id), default=None)


def leaders_first(pieces: Iterable[Piece]) -> list[Piece]:
    """The order of tests: leaders, the steadiest first, then the others."""
    return sorted(pieces, key=lambda one: (one.kind != "leader", -morale(one) if one.kind == "leader" else 0, one.id))


def reduce(told: Telling, rule: str, piece: Piece) -> None:
    """Casualty reduction: a squad becomes a half-squad, a half-squad or crew is lost, a single man wounded or dead."""
    if piece.kind == "squad":
        told.change(rule, f"{name(piece)} is reduced to a half-squad", halved(piece))
    elif piece.kind in MMC:
        eliminate(told, rule, "eliminated by casualty reduction", piece)
    else:
        _wound(told, rule, piece)


def halved(squad: Piece) -> Piece:
    return replace(squad, kind="half-squad", type=half_type(squad.side, squad.type))


def _wound(told: Telling, rule: str, piece: Piece) -> None:
    rules = counters().wound
    again = (Modifier("wounded already", rules.wounded_already),) if piece.has("wounded") else ()
    roll = told.dice.total(f"severity of the wound of {name(piece)}", piece.side, modifiers=again)
    if roll.result >= rules.dies_from:
        eliminate(told, rule, "dies of his wound", piece)
    else:
        told.change(rule, f"{name(piece)} is wounded", with_status(piece, "wounded"))


# -- control


def seize(told: Telling, rule: str, hexes: Collection[str]) -> None:
    """Base game A26.11: whose unbroken MMC stand alone in a hex controls it."""
    taken: dict[str, Holder] = {}
    for hex in sorted(hexes):
        there = [one for one in told.state.pieces.values() if is_unit(one) and one.hex == hex]
        sides = {holder_side(told.state, one) for one in there}
        holding = [one for one in there if one.mmc and not one.has("broken") and not beneath(hex_map(), one)]
        if len(sides) == 1 and holding:
            taken[hex] = sides.pop()
    set_control(told, rule, taken)


def set_control(told: Telling, rule: str, taken: dict[str, Holder]) -> None:
    """Hexes change hands; perimeters and isolated areas stay as they were drawn last."""
    now = told.state
    new = {hex: side for hex, side in taken.items() if now.control.get(hex) != side}
    if new:
        text = "; ".join(f"{hex} is {side} now" for hex, side in new.items())
        told.tell(ev.FrontsDrawn(rule, text, now.fronts, now.areas, {**now.control, **new}))
