"""Where a side may set up now (001 7.522, CG11, CG12), read off its own view: a zone for each piece, work and plan."""

from __future__ import annotations

from functools import lru_cache

from orsha.campaign.arriving import OFF_BOARD, ON_BOARD
from orsha.campaign.counters import gun, vehicle
from orsha.campaign.files import Side
from orsha.campaign.groups import chart, dates, group
from orsha.campaign.hiding import Hiding
from orsha.campaign.isolation import other
from orsha.campaign.laying import kinds_of
from orsha.campaign.observers import PRE_REGISTERED, edge_hexes, kind_of, modules, pre_registered
from orsha.campaign.places import enterable, facts, immobile, is_cupola, russian_set_up
from orsha.campaign.placing import ISOLATED, PLANS, REST, SetUp
from orsha.campaign.recovery import numbers
from orsha.campaign.report import Piece
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import CampaignState, Fort, Front, RecordLine
from orsha.campaign.telling import area_of, holder_side, is_isolated, isolated_hexes
from orsha.hexmap.grid import distance, parse
from orsha.hexmap.map import hex_map

PERIMETER = "your perimeter, where it is not cut off"
FAR = "your perimeter, where it is not cut off, far from the German front line"
ANYWHERE = "any hex of the map"
EDGE = "the hexes of your map edge that you control"
REARMING = "it was recalled for ammunition and is not back yet (7.5131c)"
RETURNING = "it was recalled for ammunition and comes back from off the map (7.5131c)"
ENTERS = "it was not bought onto the board and enters from the east edge (CG12b)"
HELD_BACK = "it was bought for less, to enter from off the map or to wait (CG12)"


def set_up_for(view: CampaignState, side: Side) -> SetUp:
    """What the standing question lets a side put down."""
    build = {PLANS: plans, ISOLATED: isolated, REST: rest}
    return build[view.asked[side].shown.rule](view, side)


# -- hexes


def free_hexes(view: CampaignState, side: Side) -> tuple[str, ...]:
    """001 7.5224: a side's own ground in its main perimeter, not cut off, not ablaze, no enemy in sight on it."""
    return _free(view.fronts[side].main, isolated_hexes(view), _owned(view, side), _shut(view, side))


def _owned(view: CampaignState, side: Side) -> frozenset[str]:
    return frozenset(hex for hex, holder in view.control.items() if holder == side)


def _shut(view: CampaignState, side: Side) -> frozenset[str]:
    """Blazes, and hexes with enemies or "?" counters of theirs that all can see."""
    enemies = {one.hex for one in view.pieces.values() if holder_side(view, one) != side and _is_unit(one)}
    return frozenset({*_fires(view)} | enemies | set(view.covered.get(other(side), ())))


def _fires(view: CampaignState) -> tuple[str, ...]:
    return tuple(marker.hex for marker in view.markers if marker.what == "blaze")


def _is_unit(piece: Piece) -> bool:
    manned = piece.kind == "vehicle" and not piece.has("abandoned")
    return (piece.man or manned) and not piece.has("prisoner")


@lru_cache(maxsize=16)
def _free(
    main: tuple[str, ...], isolated: frozenset[str], owned: frozenset[str], shut: frozenset[str]
) -> tuple[str, ...]:
    return tuple(hex for hex in main if hex in owned and hex not in isolated and hex not in shut)


@lru_cache(maxsize=16)
def _far(free: tuple[str, ...], german: Front) -> tuple[str, ...]:
    """001 CG12b: nine hexes or more from every German front-line hex."""
    found = russian_set_up(
        frozenset(map(parse, free)), frozenset(), frozenset(map(parse, german.front_line))
    )  # fmt: skip
    return tuple(hex for hex in free if parse(hex) in found)


@lru_cache(maxsize=256)
def _drivable(hexes: tuple[str, ...], type: str) -> tuple[str, ...]:
    board = hex_map()
    return tuple(hex for hex in hexes if enterable(board, parse(hex), frozenset(), type))


@lru_cache(maxsize=64)
def _diggable(hexes: tuple[str, ...]) -> tuple[str, ...]:
    board, rule = hex_map(), set_up_rules().terrain
    return tuple(hex for hex in hexes if not board[parse(hex)].has(*rule.no_entrenchments))


@lru_cache(maxsize=1024)
def _within(hex: str, most: int) -> frozenset[str]:
    middle = parse(hex)
    return frozenset(str(other) for other in hex_map().ground if distance(middle, other) <= most)


@lru_cache(maxsize=1)
def _map_hexes() -> tuple[str, ...]:
    return tuple(map(str, sorted(hex_map().ground)))


def _burnt(view: CampaignState) -> frozenset[str]:
    return frozenset(marker.hex for marker in view.markers if marker.what == "open-ground")


def _terrain(hex: str, burnt: frozenset[str]) -> frozenset[str]:
    """What is printed in a hex, less what a fire has taken from it (001 7.5092): shellholes stay."""
    printed = frozenset(hex_map()[parse(hex)].terrain)
    return printed - {"building-wood", *numbers().blaze.burns_away} if hex in burnt else printed


def shellholes(view: CampaignState) -> tuple[str, ...]:
    """Shellholes outside orchards, printed or made."""
    made, burnt = {marker.hex for marker in view.markers if marker.what == "shellholes"}, _burnt(view)
    return tuple(
        name for name in _map_hexes() if "orchard" not in (ground := _terrain(name, burnt))
        and (name in made or "shellholes" in ground)
    )  # fmt: skip


def concealing(view: CampaignState, hex: str) -> bool:
    """Whether a hex is concealment terrain, as the base game has it (CG10)."""
    made = any(marker.hex == hex and marker.what in ("shellholes", "rubble") for marker in view.markers)
    return made or not _terrain(hex, _burnt(view)).isdisjoint(set_up_rules().terrain.concealment)


# -- building a set-up


class _Builder:
    """Collects things and the zones they may go to."""

    def __init__(self, view: CampaignState, side: Side) -> None:
        self.view = view
        self.side = side
        self.zones: dict[str, tuple[str, ...]] = {}
        self.where: dict[str, str] = {}
        self.barred: dict[str, str] = {}

    def put(self, id: str, name: str, hexes: tuple[str, ...]) -> None:
        self.zones.setdefault(name, hexes)
        self.where[id] = name

    def piece(self, piece: Piece, name: str, hexes: tuple[str, ...]) -> None:
        """A piece's share of a zone: vehicles where they can go, cupolas where one can dig."""
        if is_cupola(piece):
            self.put(piece.id, f"{name}, where one can dig", _diggable(hexes))
        elif piece.kind == "vehicle":
            how = "tracked" if vehicle(piece.type).tracked else "wheeled and half-tracked"
            self.put(piece.id, f"{name}, where {how} vehicles can go", _drivable(hexes, piece.type))
        else:
            self.put(piece.id, name, hexes)

    def fort(self, fort: Fort, name: str, hexes: tuple[str, ...]) -> None:
        if fort.what in set_up_rules().terrain.entrenchments:
            self.put(fort.id, f"{name}, where one can dig", _diggable(hexes))
        else:
            self.put(fort.id, name, hexes)

    def gun(self, piece: Piece, among: tuple[str, ...]) -> None:
        """001 CG11: not far from where it stood, and not at all out of a building, a trench or a pillbox."""
        stood = piece.hex or piece.last
        if fixed_gun(self.view, piece):
            self.put(piece.id, f"{stood} and no other hex (CG11)", (stood,))
            return
        rule = set_up_rules().guns
        most = rule.mortar_hexes if gun(piece.type).mortar else rule.hexes
        near = _within(stood, most)
        self.put(piece.id, f"{most} hexes around {stood} (CG11)", tuple(hex for hex in among if hex in near))


def fixed_gun(view: CampaignState, piece: Piece) -> bool:
    """001 CG11: a gun on the map in a building, a trench or a pillbox stays there."""
    if not piece.hex:
        return False
    works = {fort.what for fort in view.forts.values() if fort.hex == piece.hex}
    ruined = any(one.hex == piece.hex and one.what in ("rubble", "open-ground") for one in view.markers)
    housed = hex_map()[parse(piece.hex)].has("building-wood") and not ruined
    return housed or bool(works & set(facts().clearing.guns_stay_in))


def _on_map(view: CampaignState, side: Side) -> dict[str, Piece]:
    """A side's pieces that all can see, captured ones with it, prisoners with nobody."""
    return {id: one for id, one in view.pieces.items() if holder_side(view, one) == side and not one.has("prisoner")}


def _guards(view: CampaignState) -> set[str]:
    return {one.held_by for one in view.pieces.values() if one.has("prisoner") and one.held_by}


def _waiting_forts(view: CampaignState, side: Side) -> dict[str, Fort]:
    return {id: fort for id, fort in view.sides[side].forts.shown.items() if not fort.hex}


def _built(view: CampaignState, side: Side) -> tuple[str, ...]:
    known = (*view.forts.values(), *view.sides[side].forts.shown.values())
    return tuple(f"{what} {fort.hex}" for fort in known if fort.hex for what in kinds_of(fort))


def _lines(view: CampaignState, side: Side) -> dict[str, RecordLine]:
    return {line.tag: line for line in view.sides[side].record.shown if line.tag}


def _hiding(view: CampaignState, side: Side) -> Hiding:
    """001 7.4, special rule 5: cupolas bought on the first date are hidden for nothing."""
    own = view.sides[side]
    first = view.date == dates()[0]
    bought = {tag for tag, line in _lines(view, side).items() if line.number}
    free = tuple(one.id for one in own.box.shown.values() if first and is_cupola(one) and one.group in bought)
    return Hiding(own.fpp.shown, free, shellholes(view) if side == "german" else ())


# -- 7.5224: what is not cut off


def rest(view: CampaignState, side: Side) -> SetUp:
    """All that a side has off the map, guns on it that may be moved, its works and its dummies."""
    own, build, free = view.sides[side], _Builder(view, side), free_hexes(view, side)
    on_map = _on_map(view, side)
    moving = {
        id: one for id, one in on_map.items()
        if one.kind == "gun" and view.control.get(one.hex) == side and not is_isolated(view, one)
    }  # fmt: skip
    pieces = {id: one for id, one in own.box.shown.items() if not one.hex and not one.has("prisoner")}
    lines = _lines(view, side)
    for one in (*pieces.values(), *moving.values()):
        _place_one(build, one, lines.get(one.group or ""), free)
    forts = _waiting_forts(view, side)
    for fort in forts.values():
        build.fort(fort, PERIMETER, free)
    dummies = {
        id: f"{one.words} {id}" for id, one in own.assets.shown.items()
        if kind_of(side, one) == "fortifications" and not one.hexes
    }  # fmt: skip
    for id in dummies:
        build.put(id, PERIMETER, free)
    hidden = {id: one for id, one in own.box.shown.items() if one.hex}
    return SetUp(
        REST, side, {**pieces, **moving}, forts, dummies, build.zones, build.where, build.barred,
        {**{id: one for id, one in on_map.items() if id not in moving}, **hidden}, _built(view, side),
        tuple(tag for tag, line in lines.items() if line.date == view.date),
        tuple(sorted(_guards(view) & pieces.keys())), _hiding(view, side),
    )  # fmt: skip


def _place_one(build: _Builder, piece: Piece, line: RecordLine | None, free: tuple[str, ...]) -> None:
    view, side = build.view, build.side
    why = _barred(view, side, piece, line)
    if why:
        build.barred[piece.id] = why
        return
    bought = line is not None and line.date == view.date and sets_up_or_enters(side, line.group)
    far = side == "russian" and view.date != dates()[0] and bought
    name, hexes = (FAR, _far(free, view.fronts["german"])) if far else (PERIMETER, free)
    stood = piece.kind == "gun" and bool(piece.hex or piece.last)
    if stood and (fixed_gun(view, piece) or view.date != set_up_rules().guns.free_on):
        build.gun(piece, hexes)
    else:
        build.piece(piece, name, hexes)


def _barred(view: CampaignState, side: Side, piece: Piece, line: RecordLine | None) -> str:
    """Why a piece stays off the map, if it must."""
    if piece.has("recall-ammo"):
        return REARMING
    if returning(piece):
        return RETURNING
    if line is not None and not sets_up_or_enters(side, line.group):
        return ""
    if side == "russian" and view.date == dates()[0] and not piece.hex:
        return "" if line is not None and line.extras.get(ON_BOARD) else ENTERS
    if line is not None and line.date == view.date and line.extras.get(OFF_BOARD):
        return HELD_BACK
    return ""


def returning(piece: Piece) -> bool:
    """001 7.5131c: off the map and under Recall after rearming; an abandoned vehicle kept there waits for nothing."""
    return piece.has("recall") and not piece.has("recall-ammo", "abandoned") and not piece.hex


def sets_up_or_enters(side: Side, id: str) -> bool:
    """001 CG12, ruling B31: groups of units; a radio goes with whoever has it."""
    ways = [extra for extra in chart(side).extras if extra.name in (ON_BOARD, OFF_BOARD)]
    return any(extra.is_for(group(side, id)) for extra in ways)


# -- 7.5222: what is cut off


def own_ground(view: CampaignState, side: Side, hex: str) -> tuple[str, ...]:
    """001 7.5222: a side's own pocket around a hex, or its share of an isolated area that both perimeters enclose."""
    area = area_of(view, hex)
    assert area is not None
    front = view.fronts[side]
    own = next((frozenset(part) for part in (*front.pockets, front.main) if hex in part), frozenset(area.hexes))
    return tuple(one for one in area.hexes if one in own)


def isolated(view: CampaignState, side: Side) -> SetUp:
    """A side's pieces in isolated areas, each in its own area; new works too."""
    build, on_map = _Builder(view, side), _on_map(view, side)
    cut_off = {id: one for id, one in on_map.items() if is_isolated(view, one)}
    pieces = {id: one for id, one in cut_off.items() if not (immobile(one) or one.has("abandoned"))}
    shut = _shut(view, side)
    every: list[str] = []
    names: dict[tuple[str, ...], str] = {}
    for one in cut_off.values():
        ground = own_ground(view, side, one.hex)
        hexes = tuple(hex for hex in ground if hex not in shut)
        every += hexes
        if one.id in pieces:
            if one.kind == "gun":
                build.gun(one, hexes)
            else:
                build.piece(one, names.setdefault(ground, f"its isolated area number {len(names) + 1}"), hexes)
    forts = _waiting_forts(view, side) if cut_off else {}
    for fort in forts.values():
        build.fort(fort, "ground of yours that is cut off", tuple(dict.fromkeys(every)))
    return SetUp(
        ISOLATED, side, pieces, forts, {}, build.zones, build.where, {},
        {id: one for id, one in on_map.items() if id not in pieces}, _built(view, side), (),
        tuple(sorted(_guards(view) & pieces.keys())), _hiding(view, side), _fires(view),
    )  # fmt: skip


# -- CG7, CG13, footnote 20: hexes written down before anybody sets up


def plans(view: CampaignState, side: Side) -> SetUp:
    """Observers' hexes, pre-registered hexes, the aim of bombardments."""
    own, build = view.sides[side], _Builder(view, side)
    slots: dict[str, str] = {}
    lines = {id: line for line in own.record.shown for id in line.assets}
    for module in modules(view, side):
        if module.observer:
            slots[f"{module.id}/observer"] = f"the observer of {module.words}, at level {module.level}"
            build.put(f"{module.id}/observer", EDGE, edge_hexes(view, side))
        line = lines.get(module.id)
        paid = line.extras.get(PRE_REGISTERED, 0) if line else 0
        for n in range(len(pre_registered(module)) + 1, paid + 1):
            slots[f"{module.id}/{n}"] = f"a pre-registered hex of {module.words}"
            build.put(f"{module.id}/{n}", ANYWHERE, _map_hexes())
    for asset in own.assets.shown.values():
        if kind_of(side, asset) == "bombardment":
            slots[asset.id] = f"the aim of {asset.words} {asset.id}"
            build.put(asset.id, ANYWHERE, _map_hexes())
    return SetUp(PLANS, side, slots=slots, zones=build.zones, where=build.where)
