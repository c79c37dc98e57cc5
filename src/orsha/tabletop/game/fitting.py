"""Whether a mission can be played on a table that was made beforehand."""

from __future__ import annotations

from functools import lru_cache

from orsha.kernel import Illegal
from orsha.tabletop.layout import Layout
from orsha.tabletop.mission.library import mission
from orsha.tabletop.table import MIL, Table
from orsha.tabletop.zones import BadZone


def check_fits(slug: str, table: Table) -> None:
    """Refuses a table that is too small for the mission's zones, or has no room for its buildings."""
    layout = mission(slug).layout((table.size[0] / MIL, table.size[1] / MIL))
    why = _zones_fail(slug, layout) or _rooms_fail(table, layout)
    if why is not None:
        file = mission(slug).file
        raise Illegal(file.source, f"{file.name} does not fit the table {table.name}: {why}")


@lru_cache(maxsize=64)
def _zones_fail(slug: str, layout: Layout) -> str | None:
    """Why the mission's zones cannot be drawn on a table, if they cannot."""
    its = mission(slug)
    try:
        for name in its.file.zones:
            its.zone(name, layout)
    except BadZone as error:
        return str(error)
    return None


def _rooms_fail(table: Table, layout: Layout) -> str | None:
    """002: the mission's buildings are put on any table, on top of what lies there, and must be whole on it."""
    from orsha.tabletop.game.room_laying import features

    for house in features(layout):
        if not all(table.holds(corner) for corner in house.area):
            return f"its {house.name or 'city building'} reaches over the table's edge"
    return None
