"""What the map's own rules (001 1 to 4) say of a hex, a step and a shot: for players whose battle is fought elsewhere.

Costs and modifiers of the base game are not ours: whoever asks gives them, and what the map adds is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from orsha.hexmap import combinations, culvert, slopes
from orsha.hexmap.combinations import Gear, Vehicle, combination
from orsha.hexmap.culvert import Place, culverts
from orsha.hexmap.cupolas import cupola
from orsha.hexmap.grid import SIDES, Hex, neighbour
from orsha.hexmap.map import HexMap
from orsha.hexmap.slopes import Mover, Shot
from orsha.kernel import OrshaError

_CULVERT_UNITS: dict[Mover, culvert.Unit] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "wagon": "horse",
    "vehicle": "vehicle",
}


class Said(Struct, frozen=True):
    """A rule, and what it says here."""

    rule: str
    words: str


class Cost(Struct, frozen=True):
    """What a step costs in all, in MF or MP, and how it is made."""

    cost: float
    how: str


class Step(Struct, frozen=True):
    """A step to a neighbouring hex."""

    way: str
    along_road: bool
    costs: tuple[Cost, ...]
    said: tuple[Said, ...]


class Fire(Struct, frozen=True):
    """What slopes do to a shot at infantry, and to a fire lane."""

    cover: int
    total: int
    fire_lane_reaches: bool
    fire_lane: int


# -- a hex ------------------------------------------------------------------------------------------------------------


def about_hex(board: HexMap, hex: Hex, *, shelled: bool = False) -> tuple[Said, ...]:
    """All that rules 1 to 3 say of a hex; `shelled` when shellholes came in play."""
    return (*_slopes(board, hex), *_combined(board, hex, shelled), *_culvert(board, hex))


def _slopes(board: HexMap, hex: Hex) -> Iterator[Said]:
    rules = slopes.rules()
    up = [str(neighbour(hex, side)) for side in SIDES if board.up_slope(hex, side)]
    down = [str(neighbour(hex, side)) for side in SIDES if board.down_slope(hex, side)]
    if up:
        nothing = [one.replace("-", " ") for one in rules.up_slope_gives if not slopes.up_slope_gives(one)]
        yield Said("001 1.2, 1.3", f"up-slope toward {_all(up)}: {rules.height:g} level higher for a line across there")
        yield Said("001 1.3, 1.41", f"being up-slope gives of itself no {', '.join(nothing)}")
    if down:
        more = ", ".join(f"{who} {cost:g}" for who, cost in rules.up_cost.items())
        yield Said("001 1.2, 1.51, 1.52", f"down-slope toward {_all(down)}: a step up there costs more ({more})")
    if slopes.offers_cover(board, hex):
        words = f"+{rules.cover} for infantry on its ground against direct fire across those sides, not from next to it"
        yield Said("001 1.41", words)


def _combined(board: HexMap, hex: Hex, shelled: bool) -> Iterator[Said]:
    both = combination(board[hex], shelled=shelled)
    if both == "orchard-shellholes" and not combinations.orchard_in_season(board[hex], True, shelled=shelled):
        yield Said("001 2.2", "orchard and shellholes: always out of season; every vehicle takes a bog check")
    elif both == "grain-road":
        yield Said(
            "001 2.3", "grain and road: a road for who comes along it, and no hindrance on it; grain for all else"
        )


def _culvert(board: HexMap, hex: Hex) -> Iterator[Said]:
    barred = [str(neighbour(hex, side)) for side in SIDES if not culvert.crest_allowed(board, hex, side)]
    if hex in culverts(board):
        yield from _inside(board, culvert.inside(board, hex))
        yield Said("001 3.4", "no crest status in this hex")
    elif barred:
        yield Said("001 3.4", f"no crest status along the side of {_all(barred)}")


def _inside(board: HexMap, place: Place) -> Iterator[Said]:
    joined = sorted(f"the {one.where} of {one.hex}" for one in culvert.joined(board, place))
    yield Said("001 3.1, 3.2", f"a culvert: infantry enters from {_all(joined)}, and only these are seen from inside")
    guns = [one for one in ("INF", "AT", "MTR", "AA", "ART", "RCL") if culvert.gun_may_be_in(culvert.Gun(one, True))]
    yield Said("001 3.2", f"inside only small guns of these types, mortars of any size: {_all(guns)}")
    rules = (culvert.may_mount_cycle, culvert.mortar_may_fire, culvert.indirect_fire_reaches, culvert.sniper_target)
    if not any(rule(place) for rule in rules):
        words = "inside no cycle is ridden, no mortar fires, no indirect fire reaches, no sniper finds anybody"
        yield Said("001 3.2, 3.3, 3.5", words)
    works = [one for one in ("ap-mines", "roadblock", "wire", "foxhole", "trench") if culvert.may_fortify(one)]
    yield Said(
        "001 3.6", f"of works only {_all([one.replace('ap-', 'AP ') for one in works])} inside, and no hidden mines"
    )


def about_cupolas() -> tuple[Said, ...]:
    """001 4.1, as far as a battle asks for it; the rest is the base game's."""
    card = cupola()
    seen = " and ".join(fire for fire in ("ground", "aerial") if card.hull_down_to(fire))
    safe = " or ".join(one.replace("-", " ") for one in card.never_disabled_by if not card.may_be_disabled_by(one))
    told = (
        f"counts as an {card.treated_as}: armour {card.armour}, small target +{card.target_size}, crew {card.crew}",
        f"hull down to {seen} fire only; " + ("fire lanes are allowed" if card.fire_lanes else "no fire lanes"),
        f"never disabled by {safe}; a malfunction is mended in the reorganization",
        f"no {' and no '.join(one.replace('-', ' ') for one in card.immune_to)}; no leadership; its crew stays inside",
    )
    return tuple(Said("001 4.1", words) for words in told)


# -- a step -----------------------------------------------------------------------------------------------------------


def about_step(
    board: HexMap,
    start: Hex,
    end: Hex,
    by: Mover,
    *,
    base: float | None = None,
    wet: float = 0.0,
    vehicle: Vehicle | None = None,
    shelled: bool = False,
    into_culvert: bool = False,
) -> Step:
    """A step, and what it costs in all. `base` is what the base game asks for the hex, and need not be given where the
    map's own rules say it; `wet` what it adds in rain or snow for a change of elevation."""
    if into_culvert:
        here = Place(start, "culvert" if start in culverts(board) else "gully")
        culvert.check_entry(board, _CULVERT_UNITS[by], here, culvert.inside(board, end))
    way = slopes.movement_across(board, start, end)
    bases = [Cost(base, "as given")] if base is not None else _bases(board, start, end, by, vehicle, shelled)
    costs = [Cost(slopes.entry_cost(board, start, end, by, one.cost, wet=wet), one.how) for one in bases]
    said = tuple(_remarks(board, end, by, vehicle, shelled)) + (
        (Said("001 3.2", "entered as a gully is"),) if into_culvert else ()
    )
    return Step(way, slopes.keeps_road_bonus(board, (start, end)), tuple(costs), said)


def _bases(board: HexMap, start: Hex, end: Hex, by: Mover, vehicle: Vehicle | None, shelled: bool) -> list[Cost]:
    """What the map's own rules ask for a hex (001 2.2, 2.3)."""
    both = combination(board[end], shelled=shelled)
    if both == "orchard-shellholes" and by == "infantry":
        ways = {False: "beside the shellholes", True: "into the shellholes"}
        return [Cost(combinations.shelled_orchard_mf(into_shellholes=into), how) for into, how in ways.items()]
    if both == "orchard-shellholes" and vehicle is not None:
        return [Cost(combinations.shelled_orchard_mp(vehicle), "through the orchard")]
    if both == "grain-road" and by == "infantry":
        costs = combinations.grain_road_mf(board, start, end)
        return [Cost(one, _exposed(combinations.grain_road_ffmo(one))) for one in costs]
    raise OrshaError(f"what a {by} pays for {end} is the base game's: give it with --base, and the slopes are added")


def _exposed(ffmo: bool) -> str:
    return "on the road, where FFMO applies" if ffmo else "through the grain, where FFMO does not apply"


def _remarks(board: HexMap, end: Hex, by: Mover, vehicle: Vehicle | None, shelled: bool) -> Iterator[Said]:
    if by == "vehicle" and vehicle and combination(board[end], shelled=shelled) == "orchard-shellholes":
        yield Said("001 2.2", f"a bog check, DRM +{combinations.shelled_orchard_bog_drm(vehicle)} for {vehicle.gear}")


# -- a shot -----------------------------------------------------------------------------------------------------------


def about_shot(
    board: HexMap, firers: Sequence[Hex], target: Hex, *, storey: int = 0, other: int = 0, mud: int = 0,
    snap: Hex | None = None,
) -> Fire:  # fmt: skip
    """Direct fire of one hex or a group at infantry on the ground, and a fire lane from the first of them; `snap` is
    the other hex of a snap shot."""
    cover = slopes.group_cover(board, [Shot(firer, target, storey=storey) for firer in firers])
    first = firers[0]
    lane = slopes.fire_lane_drm(board, first, target)
    if snap is not None:
        lane = slopes.fire_lane_snap_shot_drm(board, first, target, snap)
    return Fire(cover, slopes.total_cover(cover, other, mud), slopes.fire_lane_reaches(board, first, target), lane)


def _all(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def vehicle_of(gear: Gear | None, afv: bool) -> Vehicle | None:
    return Vehicle(gear, afv) if gear is not None else None
