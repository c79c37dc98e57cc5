"""Which of a mission's zones are drawn on its map, as what, and what is written in each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.tabletop.layout import Side
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.library import SIDES, Mission

Kind = Literal["deploy", "objectives", "rooms", "river", "crossings", "recon", "obstacles"]
STAR = "★"


class ZonePart(Struct, frozen=True):
    """A zone that is drawn."""

    zone: str
    kind: Kind
    words: tuple[str, ...]
    side: Side | None = None


class Arrival(Struct, frozen=True):
    """Where a side's reserves come on; scattered ones by the faces of a die."""

    zone: str
    side: Side
    words: str


def zone_parts(mission: Mission) -> list[ZonePart]:
    """The zones of the set-up, once each, in the order in which they are painted."""
    setup = mission.file.setup
    deploys = [ZonePart(f"{side}-deploy", "deploy", (f"{side.capitalize()} deploys",), side) for side in SIDES]
    found = [*deploys, *_river_parts(mission)]
    for step in setup:
        if isinstance(step, f.Recon):
            found.append(ZonePart(step.zone, "recon", ("one infantry unit deploys ahead",), step.by))
        if isinstance(step, (f.Obstacles, f.Fortifications)) and not _elsewhere(mission, step.zone):
            found.append(ZonePart(step.zone, "obstacles", ("obstacles",), step.by))
    return [*_once(found), *_objective_parts(setup)]


def _river_parts(mission: Mission) -> list[ZonePart]:
    found = []
    for step in mission.file.setup:
        if isinstance(step, f.PlaceRiver):
            found.append(ZonePart(step.zone, "river", ("river between dotted lines",)))
        if isinstance(step, f.Crossings) and mission.file.zones[step.zone] != "river":
            found.append(ZonePart(step.zone, "crossings", ("crossings",)))
    return found


def _elsewhere(mission: Mission, zone: str) -> bool:
    """Whether a zone is only the rest of the table, or somebody's deployment area, which is drawn anyway."""
    return mission.file.zones[zone].startswith("not ") or zone in ("attacker-deploy", "defender-deploy")


def _once(found: list[ZonePart]) -> list[ZonePart]:
    return list({part.zone: part for part in reversed(found)}.values())[::-1]


def _objective_parts(setup: tuple[f.SetupStep, ...]) -> list[ZonePart]:
    steps: dict[str, list[f.Objectives]] = {}
    for step in setup:
        if isinstance(step, f.Objectives):
            steps.setdefault(step.zone, []).append(step)
    return [
        ZonePart(zone, "rooms" if here[0].room else "objectives", _objective_words(here))
        for zone, here in steps.items()
    ]


def _objective_words(steps: list[f.Objectives]) -> tuple[str, ...]:
    words = _who_places(steps)
    return (*words, "or on a crossing") if steps[0].on_crossings else words


def _who_places(steps: list[f.Objectives]) -> tuple[str, ...]:
    first = steps[0]
    if first.by == "both" or len(steps) > 1:
        return (f"{STAR} {first.count} objective{'s' * (first.count > 1)}", "by each player")
    if first.label:
        return (f"{STAR} objective {first.label}", f"by the {first.by}")
    return (f"{STAR} {first.count} objective{'s' * (first.count > 1)}", f"by the {first.by}")


def arrivals(mission: Mission) -> list[Arrival]:
    """Where reserves come on."""
    found = []
    for side, reserve in mission.file.reserves.items():
        for faces, zone in reserve.arrive.items():
            words = f"{side}'s reserves" if faces == "any" else f"reserves on {faces}"
            found.append(Arrival(zone, side, words))
    return found
