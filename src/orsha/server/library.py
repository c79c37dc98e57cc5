"""What can be played, as lists: missions, ready forces, linked campaigns, bots. Nothing of any game is in them."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from shapely import MultiPolygon

from orsha.server.players import PLAYERS
from orsha.tabletop.layout import Side

SIDES: tuple[Side, Side] = ("attacker", "defender")


class MissionLine(Struct, frozen=True):
    slug: str
    name: str
    pack: str
    about: str
    edges: str
    size: tuple[float, float]
    """Inches."""
    special_rules: dict[str, tuple[str, ...]]


class ForceLine(Struct, frozen=True):
    slug: str
    name: str
    nation: str
    points: int
    limit: int | None
    units: int


class LinkedLine(Struct, frozen=True):
    slug: str
    name: str
    about: str
    missions: tuple[str, ...]


class SoloLine(Struct, frozen=True):
    slug: str
    name: str
    about: str


class Library(Struct, frozen=True):
    """All that a new game can be made from."""

    missions: tuple[MissionLine, ...]
    forces: tuple[ForceLine, ...]
    series: tuple[LinkedLine, ...]
    solo: tuple[SoloLine, ...]
    bots: dict[str, tuple[str, ...]]
    """For each kind of game that has any."""
    seats: dict[str, tuple[str, ...]]


class MissionSheet(Struct, frozen=True):
    """One mission in words and outlines, as its card has it."""

    slug: str
    name: str
    pack: str
    about: str
    source: str
    size: tuple[float, float]
    set_up: tuple[str, ...]
    set_up_with_snipers: tuple[str, ...]
    """The same where a force has snipers, who are asked for besides."""
    winning: tuple[str, ...]
    rules: dict[str, dict[str, tuple[str, ...]]]
    """For each side its special rules, line by line."""
    zones: dict[str, tuple[tuple[tuple[float, float], ...], ...]]
    """Outlines in inches; the defender's edge is the lower or the left one."""


@cache
def library() -> Library:
    from orsha.series import linked_campaigns
    from orsha.solo.files import missions as solo_missions
    from orsha.tabletop.force import ready_forces
    from orsha.tabletop.mission import missions

    return Library(
        tuple(
            MissionLine(
                one.slug, one.file.name, one.file.pack, one.file.about, one.file.edges, one.file.table,
                {side: tuple(one.file.special_rules[side]) for side in SIDES},
            )
            for one in missions().values()
        ),
        tuple(
            ForceLine(slug, one.name, one.nation, one.points, one.limit, len(one.units))
            for slug, one in ready_forces().items()
        ),
        tuple(
            LinkedLine(one.slug, one.name, one.about, tuple(stage.mission for stage in one.stages))
            for one in linked_campaigns().values()
        ),
        tuple(SoloLine(one.slug, one.title, one.briefing) for one in solo_missions().values()),
        {kind: tuple(bots) for kind, bots in PLAYERS.items()},
        {
            "battle": ("allied", "axis"),
            "mission": ("allied", "axis"),
            "series": ("soviet", "german"),
            "campaign": ("german", "russian"),
            "solo": ("player",),
        },
    )  # fmt: skip


@cache
def mission_sheet(slug: str) -> MissionSheet:
    from orsha.tabletop.mission import mission, words
    from orsha.tabletop.mission.change import with_snipers

    found = mission(slug)
    file = found.file
    rules: dict[str, dict[str, tuple[str, ...]]] = {}
    for side in SIDES:
        own: dict[str, tuple[str, ...]] = {
            rule: tuple(words.special_words(found, rule, side)) for rule in file.special_rules[side]
        }
        if found.reserve(side) is not None:
            own["reserves"] = tuple(words.reserve_words(found, side))
        rules[side] = own
    return MissionSheet(
        slug,
        file.name,
        file.pack,
        file.about,
        file.source,
        file.table,
        tuple(words.step_words(found, step) for step in file.setup),
        tuple(words.step_words(found, step) for step in with_snipers(found).file.setup),
        tuple(words.win_lines(found)),
        rules,
        {name: _outlines(found.zone(name, found.layout())) for name in file.zones},
    )


def _outlines(shape: MultiPolygon) -> tuple[tuple[tuple[float, float], ...], ...]:
    from orsha.tabletop.zones import rings

    return tuple(tuple((round(x, 3), round(y, 3)) for x, y in ring) for ring in rings(shape))
