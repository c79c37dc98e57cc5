"""Makes a table for a mission from a seed: draws one, checks it, and draws again until it will do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from shapely import MultiPolygon, Polygon, union_all
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from orsha.kernel import Broken, Illegal, Unknown
from orsha.kernel.data import Wrong, load
from orsha.tabletop.table.barriers import polygons
from orsha.tabletop.table.checking import check
from orsha.tabletop.table.generator import places, ways
from orsha.tabletop.table.generator.flooding import Crossing, bed_of, crossing_features, river_feature
from orsha.tabletop.table.generator.luck import Luck
from orsha.tabletop.table.generator.site import Site
from orsha.tabletop.table.kinds import MIL, Data, Slug
from orsha.tabletop.table.shapes import Spot
from orsha.tabletop.table.table import Feature, Table

if TYPE_CHECKING:
    from orsha.tabletop.layout import Layout
    from orsha.tabletop.mission import Mission

HERE = Path(__file__).parent
ATTEMPTS = 60
LAID_ATTEMPTS = 20
"""After so many a river that players laid runs through open country."""
HULL = 750
"""Half the width of the largest hull, in mils: where it cannot pass, tanks cannot."""
PASSABLE = 0.8
"""The share of every zone that must not be water, swamp or the like."""
ROOMY = 0.5
"""The share of every zone in which the largest hull's middle can be, houses minded too."""
JOINED = 0.97
"""The share of all ground open to tanks that must hang together."""
EVEN = 0.06
"""By how much of its area one zone of a pair may be covered more than the other."""
EVENED = 0.006
"""The same where things are moved about until it is so, or no move helps any more."""
RULE = "000 terrain"

Span = tuple[Annotated[int, Meta(ge=0, le=40)], Annotated[int, Meta(ge=0, le=40)]]
Percent = Annotated[int, Meta(ge=0, le=100)]


class Flavour(Data, frozen=True):
    """A sort of country: how many of each feature, from least to most; percent for what may be there or not."""

    name: str
    about: str
    side_roads: Span
    houses: Span
    hamlets: Span
    hills: Span
    woods: Span
    wood_size: tuple[Annotated[float, Meta(ge=1, le=12)], Annotated[float, Meta(ge=1, le=12)]]
    """Half of how far a wood is across, in inches."""
    fields: Span
    orchards: Span
    scrub: Span
    marsh: Span
    stream: Percent
    railway: Percent
    pond: Percent

    @property
    def beside_river(self) -> bool:
        """Whether it goes with the river of a mission, which leaves room for no railway and no stream."""
        return max(self.stream, self.railway) < 100


class Flavours(Data, frozen=True):
    names: tuple[str, ...]
    flavours: dict[Slug, Flavour]


@cache
def _file() -> Flavours:
    return load(HERE / "flavours.toml", Flavours)


def flavours() -> dict[str, Flavour]:
    """The sorts of country that a table can be of."""
    return dict(_file().flavours)


def new_table(
    mission: Mission,
    seed: int,
    *,
    layout: Layout | None = None,
    flavour: str | None = None,
    crossings: tuple[Crossing, ...] = (),
) -> Table:
    """A table for a mission from a seed: the same seed, the same table.

    The layout is the mission's own, or the one of a game in which sides and a river have been picked; `crossings` are
    the bridges and fords that were placed in it, and stand there on any table.
    """
    used = layout or mission.layout()
    country = _countries(mission, used, flavour)
    if min(used.width, used.height) < 24 or max(used.width, used.height) > 120:
        raise Illegal(RULE, f"a table of {used.width:g} by {used.height:g} inches is not generated: 24 to 120 each way")
    bare = _bare(mission, used, seed, crossings) if crossings else None
    room = None if bare is None else open_ground(bare)
    for attempt in range(ATTEMPTS):
        luck = Luck(f"{mission.slug} {seed} {attempt}")
        name = luck.pick(country)
        site = _site(mission, used, luck)
        if mission.file.pack == "city":
            _city(site, mission, used)
        else:
            _country(site, mission, used, _file().flavours[name], crossings)
        table = _table(mission, site, seed, name)
        if _will_do(table, mission, used, site, room):
            return table
        if bare is not None and attempt >= LAID_ATTEMPTS:
            return bare
    raise Broken(f"no table for {mission.slug} from seed {seed} in {ATTEMPTS} attempts")


def _bare(mission: Mission, layout: Layout, seed: int, crossings: tuple[Crossing, ...]) -> Table:
    """The river with its crossings and nothing else: for a river so laid that no country fits around it."""
    site = _site(mission, layout, Luck(f"{mission.slug} {seed}"))
    bed = bed_of(layout)
    for feature in (river_feature(bed), *crossing_features(bed, crossings, site.size)):
        site.put(feature)
    return _table(mission, site, seed, next(iter(flavours())))


def _countries(mission: Mission, layout: Layout, asked: str | None) -> list[str]:
    """The sorts of country to pick from: the one that was asked for, or all that the mission has room for."""
    if asked is not None and asked not in flavours():
        raise Unknown("sort of country", asked, list(flavours()))
    known = [name for name, one in flavours().items() if layout.river is None or one.beside_river]
    if asked is not None and asked not in known:
        raise Illegal(RULE, f"there is no {asked} beside the river of {mission.file.name}, but {', '.join(known)}")
    return known if asked is None else [asked]


def _table(mission: Mission, site: Site, seed: int, flavour: str) -> Table:
    city = mission.file.pack == "city"
    kind = "City" if city else flavours()[flavour].name
    return Table(
        slug=f"{mission.slug}-{seed}",
        name=f"{mission.file.name}: {kind.lower()}",
        size=site.size,
        features=tuple(site.features),
        ground="street" if city else "open",
        switches={"city-rooms": "impassable"} if city else {},
        about=f"Generated for {mission.file.name} from seed {seed}.{'' if city else f' {flavours()[flavour].about}'}",
    )


def _mils(shape: BaseGeometry) -> BaseGeometry:
    return scale(shape, MIL, MIL, origin=(0, 0))


def _site(mission: Mission, layout: Layout, luck: Luck) -> Site:
    """An empty table, and the pairs of zones whose cover is kept even: the halves, and the deployment areas."""
    size: Spot = (round(layout.width * MIL), round(layout.height * MIL))
    halves = [_mils(layout.placed(layout.half(side))) for side in ("attacker", "defender")]
    if layout.river is not None:
        halves = [half.difference(_mils(layout.placed(layout.river_bed()))) for half in halves]
    deploy = [_mils(mission.zone(f"{side}-deploy", layout)) for side in ("attacker", "defender")]
    return Site(size, luck, [(halves[0], halves[1]), (deploy[0], deploy[1])])


def _objective_zones(mission: Mission, layout: Layout) -> list[BaseGeometry]:
    from orsha.tabletop.mission.format import Objectives

    names = {step.zone for step in mission.file.setup if isinstance(step, Objectives)}
    return [_mils(mission.zone(name, layout)) for name in sorted(names)]


# -- the country


def _country(
    site: Site, mission: Mission, layout: Layout, flavour: Flavour, crossings: tuple[Crossing, ...] = ()
) -> None:
    """Water first, then roads, houses, hills, woods and fields, each where the others leave room."""
    luck = site.luck
    if layout.river is not None:
        if crossings:
            ways.laid_river(site, bed_of(layout), crossings, upright=layout.across)
        else:
            _river(site, mission, layout)
    else:
        if luck.chance(flavour.stream):
            ways.stream(site)
        ways.main_road(site)
        if luck.chance(flavour.railway):
            ways.railway(site)
    for _ in range(luck.whole(*flavour.side_roads)):
        ways.side_road(site)
    if layout.river is None:
        ways.cross_water(site)
    names = luck.mixed(_file().names)
    places.village(site, names.pop(), luck.whole(*flavour.houses))
    for _ in range(luck.whole(*flavour.hamlets)):
        places.village(site, "", luck.whole(2, 4))
    for _ in range(luck.whole(*flavour.hills)):
        places.hill(site)
    keep = union_all([*_objective_zones(mission, layout), *(zone for pair in site.pairs[1:] for zone in pair)])
    if luck.chance(flavour.pond):
        places.pond(site, keep)
    _cover(site, flavour)


def _cover(site: Site, flavour: Flavour) -> None:
    """All that conceals, in any order, so that no kind is always the one that evens things out."""
    luck = site.luck
    jobs: list[Callable[[Site], None]] = []
    for make, span in (
        (places.marsh, flavour.marsh),
        (partial(places.woods, low=flavour.wood_size[0], high=flavour.wood_size[1]), flavour.woods),
        (places.orchard, flavour.orchards),
        (places.scrub, flavour.scrub),
    ):
        jobs += [make] * luck.whole(*span)
    for job in luck.mixed(jobs):
        job(site)
    for _ in range(luck.whole(*flavour.fields)):
        places.field(site)
    for _ in range(luck.whole(0, 3)):
        places.haystack(site)
    site.even_out(EVENED)


def _river(site: Site, mission: Mission, layout: Layout) -> None:
    from orsha.tabletop.mission.format import Crossings

    steps = [step for step in mission.file.setup if isinstance(step, Crossings)]
    every = next((step.every for step in steps if step.every is not None), 24.0)
    bed = _mils(layout.placed(layout.river_bed()))
    crossings = ways.river(site, bed, every)
    ways.river_roads(site, crossings, upright=layout.across)


# -- the city


def _city(site: Site, mission: Mission, layout: Layout) -> None:
    """002: rubble all over and the mission's buildings on it, in one mission a fountain, and nothing else."""
    wide, high = site.size
    site.put(Feature("rubble", area=((0, 0), (wide, 0), (wide, high), (0, high)), name="rubble"))
    for name in dict.fromkeys(room.building for room in layout.rooms):
        floors = [_mils(layout.placed(room.floor())) for room in layout.rooms if room.building == name]
        left, low, right, top = (round(n) for n in union_all(floors).bounds)
        site.put(Feature("city-building", area=((left, low), (right, low), (right, top), (left, top)), name=name))
    if mission.fountain:
        site.put(places.fountain(site.size))


# -- whether it will do


def _will_do(table: Table, mission: Mission, layout: Layout, site: Site, room: BaseGeometry | None = None) -> bool:
    """`room`: where a river that players laid leaves any for tanks; no more can be asked."""
    try:
        check(table)
    except Wrong:
        return False
    city = mission.file.pack == "city"
    if city:
        return True
    if max(abs(lean) for lean in site.lean) > EVEN:
        return False
    zones = [*(zone for pair in site.pairs[1:] for zone in pair), *_objective_zones(mission, layout)]
    if room is not None:
        zones = [zone.intersection(room) for zone in zones]
    return _passable(table, zones)


def _passable(table: Table, zones: list[BaseGeometry]) -> bool:
    """Whether tanks can stand nearly all over every zone, and get from anywhere to anywhere."""
    ground = open_ground(table)
    largest = max(ground.geoms, key=lambda part: part.area)
    if largest.area < JOINED * ground.area:
        return False
    shut = shut_to_tanks(table, but="building")
    return all(
        zone.difference(shut).area >= PASSABLE * zone.area and largest.intersection(zone).area >= ROOMY * zone.area
        for zone in zones
    )


def shut_to_tanks(table: Table, but: str = "") -> BaseGeometry:
    """All ground that tanks may not enter, but for one group of kinds."""
    shut = [
        Polygon(outline)
        for outline, kind in zip(table.outlines, table.kinds, strict=True)
        if kind.going_for("tank") == "impassable" and kind.group != but
    ]
    dry = [Polygon(o) for o, k in zip(table.outlines, table.kinds, strict=True) if k.group == "crossing"]
    return union_all(shut).difference(union_all(dry))


def open_ground(table: Table) -> MultiPolygon:
    """All ground that the largest hull's middle can be on."""
    wide, high = table.size
    whole = Polygon([(0, 0), (wide, 0), (wide, high), (0, high)])
    return polygons(whole.difference(shut_to_tanks(table).buffer(HULL)))
