"""A side's set-up as the rules see it (001 7.522): what may be put where, and how a placement comes out.

A `SetUp` is made from a side's own view (`zones.py`) and is all that checking, sampling and drawing a placement need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from orsha.campaign.commands import Placed
from orsha.campaign.counters import half_squads, vehicle
from orsha.campaign.files import Side
from orsha.campaign.groups import group
from orsha.campaign.hiding import Hiding, check_hidden, price_of
from orsha.campaign.laying import in_a_row, kinds_of
from orsha.campaign.report import MEN, MMC, THINGS, Kind, Piece, in_culvert, levels_of
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import Fort, Value
from orsha.hexmap.grid import distance, parse
from orsha.hexmap.map import hex_map
from orsha.hexmap.sight import floor_level
from orsha.kernel import Illegal

How = Literal["open", "concealed", "hidden"]
PLANS, ISOLATED, REST = "001 CG13", "001 7.5222", "001 7.5224"
GUNS = "001 CG11"
# Who can have what in hand, aboard or in tow.
HOLDERS: dict[Kind, tuple[Kind, ...]] = {
    **dict.fromkeys(MEN, ("vehicle",)),
    "armor-leader": ("vehicle",),
    "sw": (*MEN, "vehicle"),
    "gun": (*MMC, "vehicle"),
    "vehicle": (),
}


class SetUp(Value, frozen=True):
    """What a side may set up now, and where. Zones are lists of hexes by name; `where` says which is a thing's."""

    rule: str
    side: Side
    pieces: dict[str, Piece] = {}
    """Pieces that may be put down or moved; those without a zone stay off the map."""
    forts: dict[str, Fort] = {}
    slots: dict[str, str] = {}
    """Hexes to write down, and dummies, in words: g12/observer, g12/1, a bombardment's or a dummy's own id."""
    zones: dict[str, tuple[str, ...]] = {}
    where: dict[str, str] = {}
    barred: dict[str, str] = {}
    """Why a piece may not be set up, by id."""
    standing: dict[str, Piece] = {}
    """Pieces of the side that stay where they are, and may hold others."""
    built: tuple[str, ...] = ()
    """Works that are there already, as trench P20."""
    today: tuple[str, ...] = ()
    """Groups that came on this date, by tag."""
    guards: tuple[str, ...] = ()
    """Units with prisoners: they stay in sight."""
    hiding: Hiding = Hiding()
    ablaze: tuple[str, ...] = ()

    def in_fire(self, piece: Piece) -> bool:
        """001 6, 7.5094: whether it may not stay in its hex: that is ablaze, and there is another for it."""
        unit = piece.man or piece.kind == "vehicle"
        return unit and piece.hex in self.ablaze and bool(self.hexes(piece.id))

    def hexes(self, id: str) -> frozenset[str]:
        return _as_set(self.zones.get(self.where.get(id, ""), ()))


@lru_cache(maxsize=256)
def _as_set(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)


class Stand(NamedTuple):
    """A piece as it was, and where and how it comes to stand."""

    before: Piece
    piece: Piece
    how: How

    @property
    def moved(self) -> bool:
        return self.piece.hex != self.before.hex


class Settled(NamedTuple):
    """A placement that the rules allow: every piece, the hexes of works and slots, and the FPP that hiding costs."""

    pieces: dict[str, Stand]
    forts: dict[str, str]
    slots: dict[str, str]
    fpp: int


def settle(set_up: SetUp, placed: Iterable[Placed]) -> Settled:
    """How a placement comes out, or the rule that forbids it."""
    named = _named(set_up, placed)
    forts = {id: one.hex for id, one in named.items() if id in set_up.forts and one.hex}
    slots = {id: one.hex for id, one in named.items() if id in set_up.slots and one.hex}
    for id, hex in (*forts.items(), *slots.items()):
        _check_zone(set_up, id, set_up.forts[id].what if id in forts else set_up.slots[id], hex)
    _check_plain(set_up, named)
    _check_works(set_up, forts)
    found = _Settling(set_up, named)
    stands = {id: found.stand(id) for id in (*set_up.pieces, *set_up.standing)}
    for check in _CHECKS:
        check(set_up, stands)
    pieces = {id: one for id, one in stands.items() if id in set_up.pieces}
    placing = [(one.before, one.piece, one.how) for one in stands.values()]
    check_hidden(set_up.hiding, placing)
    return Settled(pieces, forts, slots, price_of(set_up.hiding, placing))


def _named(set_up: SetUp, placed: Iterable[Placed]) -> dict[str, Placed]:
    named: dict[str, Placed] = {}
    for one in placed:
        if one.id in named:
            raise Illegal(set_up.rule, f"{one.id} is placed twice")
        if one.id not in set_up.pieces and one.id not in set_up.forts and one.id not in set_up.slots:
            why = "stays where it is" if one.id in set_up.standing else "is not among what can be set up now"
            raise Illegal(set_up.rule, f"{one.id} {why}")
        named[one.id] = one
    return named


def how_of(piece: Piece) -> How:
    return "hidden" if piece.has("hidden") else "concealed" if piece.has("concealed") else "open"


def may_hold(piece: Piece, holder: Piece | None) -> bool:
    return holder is not None and holder.kind in HOLDERS[piece.kind]


class _Settling:
    """Works out where everything ends, each piece after the one that holds it."""

    def __init__(self, set_up: SetUp, named: dict[str, Placed]) -> None:
        self.set_up = set_up
        self.named = named
        self.known = {**set_up.standing, **set_up.pieces}
        self.done: dict[str, Stand] = {}

    def stand(self, id: str) -> Stand:
        if id not in self.done:
            before = self.known[id]
            if id in self.set_up.standing:
                self.done[id] = Stand(before, before, how_of(before))
            elif id in self.named:
                self.done[id] = self._as_named(before, self.named[id])
            else:
                self.done[id] = self._following(before)
        return self.done[id]

    def _as_named(self, before: Piece, entry: Placed) -> Stand:
        if entry.held_by is not None:
            holder = self._holder(before, entry.held_by)
            if holder.piece.hex != entry.hex:
                there = holder.piece.hex or "off the map"
                raise Illegal(
                    self.set_up.rule,
                    f"{before.id} is put in {entry.hex or 'no hex'} and its holder {entry.held_by} is {there}",
                )
            piece = replace(before, hex=entry.hex, held_by=entry.held_by, level=holder.piece.level)
            return Stand(before, piece, holder.how)
        kept = self._kept_holder(before)
        if kept is not None and kept.piece.hex == entry.hex:
            return Stand(before, replace(before, hex=entry.hex, level=kept.piece.level), kept.how)
        stays = entry.level is None and entry.hex == before.hex
        level = before.level if stays else entry.level
        piece = replace(before, hex=entry.hex, held_by=None, level=level)
        return Stand(before, piece, entry.how if entry.hex else "open")

    def _following(self, before: Piece) -> Stand:
        """What is not named goes with the unit that has it; a gun on the map stays, whatever its crew does."""
        holder = self._kept_holder(before)
        if holder is None:
            return Stand(before, before, how_of(before) if before.hex else "open")
        stays = holder.before.id in self.set_up.standing or (before.kind == "gun" and bool(before.hex))
        if stays and holder.piece.hex != before.hex:
            return Stand(before, replace(before, held_by=None), how_of(before) if before.hex else "open")
        return Stand(before, replace(before, hex=holder.piece.hex, level=holder.piece.level), holder.how)

    def _holder(self, piece: Piece, id: str) -> Stand:
        holder = self.known.get(id)
        if not may_hold(piece, holder):
            what = f"a {holder.kind}" if holder else "not there"
            raise Illegal(self.set_up.rule, f"{piece.id} ({piece.type}) cannot be held by {id}, which is {what}")
        return self.stand(id)

    def _kept_holder(self, piece: Piece) -> Stand | None:
        holder = self.known.get(piece.held_by or "")
        return self.stand(holder.id) if holder is not None and may_hold(piece, holder) else None


# -- where things may stand


def _check_zone(set_up: SetUp, id: str, what: str, hex: str) -> None:
    if id in set_up.barred:
        raise Illegal(set_up.rule, f"{id} ({what}) cannot be set up: {set_up.barred[id]}")
    if hex not in set_up.hexes(id):
        zone = set_up.where.get(id, "")
        raise Illegal(set_up.rule, f"{id} ({what}) cannot stand in {hex}: {zone or 'it has no place on the map now'}")


def _check_plain(set_up: SetUp, named: dict[str, Placed]) -> None:
    """001 7.520: units hide, and nothing else; works and hexes that are written down have no level and no holder."""
    for id, one in named.items():
        if id in set_up.pieces:
            continue
        what = set_up.forts[id].what if id in set_up.forts else set_up.slots[id]
        if one.how == "hidden" or (one.how == "concealed" and id in set_up.forts):
            raise Illegal("001 7.520", f"{id} ({what}) is no unit and cannot be set up {one.how}: name its hex alone")
        if one.held_by is not None or one.level is not None:
            raise Illegal(set_up.rule, f"{id} ({what}) has neither a holder nor a level: name its hex alone")


def _check_levels(set_up: SetUp, stands: dict[str, Stand]) -> None:
    """A level that the hex has; in the culvert men with what they carry, light mortars and small guns (001 3.2)."""
    board = hex_map()
    for id, one in stands.items():
        if one.piece.level is None or not one.piece.hex or one.piece == one.before:
            continue
        hex = parse(one.piece.hex)
        levels = levels_of(board, hex)
        if one.piece.level not in levels:
            has = ", ".join(map(str, levels))
            raise Illegal(set_up.rule, f"{id} cannot be at level {one.piece.level}: {hex} has {has}")
        if one.piece.kind == "vehicle" and in_culvert(board, hex) and one.piece.level < board[hex].level:
            raise Illegal("001 3.2", f"{id} ({one.piece.type}) is a vehicle and cannot be in the culvert")


def _location(piece: Piece) -> tuple[str, int]:
    """Where a piece counts for stacking: its hex and level, the ground or a gully's floor without one."""
    level = floor_level(hex_map(), parse(piece.hex)) if piece.level is None else piece.level
    return piece.hex, level


def _check_places(set_up: SetUp, stands: dict[str, Stand]) -> None:
    for id, one in stands.items():
        if one.before.hex and not one.piece.hex:
            raise Illegal(set_up.rule, f"{id} ({one.before.type}) stands on the map and cannot leave it now")
        if one.moved:
            _check_zone(set_up, id, one.before.type, one.piece.hex)


def _check_fires(set_up: SetUp, stands: dict[str, Stand]) -> None:
    for id, one in stands.items():
        if id in set_up.pieces and set_up.in_fire(one.piece):
            raise Illegal(
                "001 7.5094", f"{id} ({one.piece.type}) stands in {one.piece.hex}, which is ablaze: name a hex"
            )


def _check_stacks(set_up: SetUp, stands: dict[str, Stand]) -> None:
    rule = set_up_rules().stacking
    crowd: Counter[tuple[str, int]] = Counter()
    for one in stands.values():
        if one.piece.hex:
            crowd[_location(one.piece)] += half_squads(one.piece)
    for one in stands.values():
        size = crowd[_location(one.piece)] if one.moved and half_squads(one.piece) and one.piece.hex else 0
        if size > rule.half_squads:
            raise Illegal(
                rule.source, f"{one.piece.hex} would hold {size} half-squads, and there is room for {rule.half_squads}"
            )


# -- what goes together


def fresh(piece: Piece) -> bool:
    """Whether it was never on the map."""
    return not piece.hex and not piece.last


def _group_kind(side: Side, piece: Piece) -> str:
    """The kind of the group that a piece came with, if it came with one."""
    id, _, rest = (piece.group or "").partition("/")
    return group(side, id).kind if rest else ""


def needs_own_group(set_up: SetUp, piece: Piece) -> bool:
    """001 7.5196: a leader begins with men of his group, unless he was off the map for a whole scenario."""
    return piece.kind == "leader" and fresh(piece) and piece.group in set_up.today


def needs_own_crew(set_up: SetUp, piece: Piece) -> bool:
    """001 7.5193, note b: heavy weapons and guns are first set up in the hands of their own group."""
    return piece.kind in THINGS and fresh(piece) and _group_kind(piece.side, piece) in ("weapons", "guns")


def _check_groups(set_up: SetUp, stands: dict[str, Stand]) -> None:
    men = {(one.piece.hex, one.piece.group) for one in stands.values() if one.piece.mmc and one.piece.hex}
    for id, one in stands.items():
        piece = one.piece
        if not piece.hex or not one.moved:
            continue
        if needs_own_group(set_up, one.before) and (piece.hex, piece.group) not in men:
            raise Illegal("001 7.5196", f"{id} ({piece.type}) begins with squads of {piece.group}, in the same hex")
        if needs_own_crew(set_up, one.before):
            holder = stands.get(piece.held_by or "")
            if holder is None or not holder.piece.mmc or holder.piece.group != piece.group:
                rule = "001 7.5193" if _group_kind(piece.side, piece) == "weapons" else "001 note b"
                raise Illegal(rule, f"{id} ({piece.type}) is first set up in the hands of men of {piece.group}")


def _check_armour_leaders(set_up: SetUp, stands: dict[str, Stand]) -> None:
    """001 7.5197, 7.5114: in an AFV of the platoon; one who has fought in an AFV stays in it."""
    for id, one in stands.items():
        if one.piece.kind != "armor-leader" or not one.moved:
            continue
        holder = stands.get(one.piece.held_by or "")
        if holder is None or not vehicle(holder.piece.type).afv:
            raise Illegal("001 7.5197", f"the armour leader {id} begins in an AFV")
        changed = one.before.held_by is not None and one.piece.held_by != one.before.held_by
        if changed and not fresh(one.before):
            raise Illegal("001 7.5114", f"the armour leader {id} stays in {one.before.held_by}")
        if changed and holder.piece.group != one.before.group:
            raise Illegal("001 7.5197", f"the armour leader {id} begins in an AFV of his own platoon")


def is_new_truck(piece: Piece) -> bool:
    """Russian note o: a truck that came with a group of guns and was never on the map."""
    rule = set_up_rules().trucks
    return piece.type == rule.type and fresh(piece) and _group_kind(piece.side, piece) == "guns"


def _check_trucks(set_up: SetUp, stands: dict[str, Stand]) -> None:
    """Russian note o: a truck that sets up does so next to a gun of its group."""
    rule = set_up_rules().trucks
    for id, one in stands.items():
        if not (is_new_truck(one.before) and one.piece.hex):
            continue
        guns = [g.piece for g in stands.values() if g.piece.kind == "gun" and g.piece.group == one.piece.group]
        near = [g for g in guns if g.hex and distance(parse(g.hex), parse(one.piece.hex)) == rule.from_gun]
        if not near:
            raise Illegal(rule.source, f"the truck {id} sets up next to a gun of {one.piece.group}, or tows it in")


def _check_towing(set_up: SetUp, stands: dict[str, Stand]) -> None:
    """001 CG11: only Russian guns set up in tow, near where they stood."""
    rule = set_up_rules().guns
    for id, one in stands.items():
        holder = stands.get(one.piece.held_by or "")
        if one.piece.kind != "gun" or not one.piece.hex or holder is None or holder.piece.kind != "vehicle":
            continue
        stood = one.before.hex or one.before.last
        if vehicle(holder.piece.type).afv:
            raise Illegal(GUNS, f"{holder.piece.id} ({holder.piece.type}) tows no guns")
        if set_up.side != "russian" or not stood:
            raise Illegal(
                GUNS, f"{id} ({one.piece.type}) cannot set up in tow: that is for Russian guns that have stood"
            )
        if distance(parse(stood), parse(one.piece.hex)) > rule.towed_hexes:
            raise Illegal(GUNS, f"{id} in tow is set up within {rule.towed_hexes} hexes of {stood}")


def _check_guards(set_up: SetUp, stands: dict[str, Stand]) -> None:
    for id in set_up.guards:
        if stands[id].how != "open":
            raise Illegal(set_up.rule, f"{id} has prisoners and is set up in sight")


_CHECKS: tuple[Callable[[SetUp, dict[str, Stand]], None], ...] = (
    _check_places,
    _check_levels,
    _check_fires,
    _check_stacks,
    _check_groups,
    _check_armour_leaders,
    _check_trucks,
    _check_towing,
    _check_guards,
)


# -- works


def _check_works(set_up: SetUp, forts: dict[str, str]) -> None:
    """One work of a kind to a hex, one field of AP and one of AT mines; a minefield in one row (German note j)."""
    fields = {fort.field for fort in set_up.forts.values() if fort.field}
    for field in sorted(fields):
        ids = [id for id, fort in set_up.forts.items() if fort.field == field]
        laid = [parse(forts[id]) for id in ids if id in forts]
        if laid and (len(laid) != len(ids) or not in_a_row(laid)):
            raise Illegal(
                "001 German note j",
                f"the {len(ids)} hexes of {field} are laid together, in one straight row of a hexrow or hex grain",
            )
    there = set(set_up.built)
    for id, hex in forts.items():
        kinds = kinds_of(set_up.forts[id])
        twice = next((what for what in kinds if f"{what} {hex}" in there), None)
        if twice is not None:
            raise Illegal(set_up.rule, f"there would be two of {twice} in {hex}")
        there |= {f"{what} {hex}" for what in kinds}
