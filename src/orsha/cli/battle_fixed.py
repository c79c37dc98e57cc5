"""What the sources leave open and no battle sets: dice tables, zones of scattered reserves, names of victories."""

from __future__ import annotations

from collections.abc import Callable


def stands_at(name: str) -> str:
    """What a switch stands at, read from the file that keeps it."""
    return READ[name]()


def _scattered() -> str:
    from orsha.tabletop.mission import missions

    found: dict[str, dict[str, None]] = {}
    for slug, mission in missions().items():
        for side, reserve in mission.file.reserves.items():
            if "scattered" in reserve.kinds:
                zones = ", ".join(f"{faces} {zone.removeprefix(f'{side}-')}" for faces, zone in reserve.arrive.items())
                found.setdefault(zones, {})[slug] = None
    return "; ".join(f"{zones} ({', '.join(slugs)})" for zones, slugs in found.items())


def _chart(name: str) -> Callable[[], str]:
    def told() -> str:
        from orsha.tabletop.mission import charts

        return ", ".join(f"{row.span()}: {row.result}" for row in charts()[name].rows)

    return told


def _grades() -> str:
    from orsha.tabletop.mission import rules

    return ", ".join(f"{one.grade} {one.winner} to {one.loser}" for one in rules().victory_points)


def _foothold() -> str:
    from orsha.series.campaign import linked_campaign

    stage = next(one for one in linked_campaign("river-assault").stages if one.mission == "a-foothold")
    return f"{stage.attacker}, where neither side won by enough"


READ: dict[str, Callable[[], str]] = {
    "scattered-reserves": _scattered,
    "boat-drift": _chart("assault-boat-drift"),
    "current": _chart("current-direction"),
    "bridging": _chart("river-crossing-type"),
    "victory-grades": _grades,
    "foothold-attacker": _foothold,
}
