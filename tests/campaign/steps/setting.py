"""A small stage for 7.522: a side's secrets are set by name, the wind is still, the Russians have no CPP for recon."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from orsha.campaign.commands import Place, Placed
from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import Area, CampaignState, Fort, RecordLine
from orsha.kernel import Hidden
from tests.campaign.stage import Stage

CALM = "no wind"


def having(state: CampaignState, side: Side, **fields: Any) -> CampaignState:
    """The state with some of a side's secrets set; record lines, works and assets are given as lists."""
    own = state.sides[side]
    keyed = ("forts", "assets")
    sealed = {
        name: Hidden((side,), {one.id: one for one in value} if name in keyed else value)
        for name, value in fields.items()
    }
    return replace(state, sides={**state.sides, side: replace(own, **sealed)})


def scene(
    *pieces: Piece,
    date: str = "23AM",
    german: dict[str, Any] | None = None,
    russian: dict[str, Any] | None = None,
    areas: Iterable[Area] = (),
    **changes: Any,
) -> Stage:
    """7.522 before it begins. The ground of isolated areas is its occupier's."""
    stage = Stage("7.522", *pieces, date=date, areas=areas, **changes)
    state = having(stage.state, "german", **{"assets": (), "cpp": 0, "record": (), **(german or {})})
    state = having(state, "russian", **{"assets": (), "cpp": 0, "record": (), **(russian or {})})
    held = {hex: area.occupier or "both" for area in areas for hex in area.hexes}
    stage.state = replace(state, control={**state.control, **held})
    return stage


def begun(*pieces: Piece, **more: Any) -> Stage:
    """7.522 with the wind rolled for."""
    return scene(*pieces, **more).run().answer("german", CALM)


def bought(tag: str, **extras: int) -> RecordLine:
    """A line of the purchase record for a group as I1/23PM/2 or I1/OB/1."""
    id, date, number = tag.split("/")
    given = date == "OB"
    having = {name.replace("_", "-"): count for name, count in extras.items()}
    return RecordLine("23AM" if given else date, id, 0 if given else int(number), 1, extras=having, tag=tag)


def place(stage: Stage, side: Side, *placed: Placed) -> Stage:
    return stage.send(side, Place(placed))


def wire(id: str, hex: str = "", **more: Any) -> Fort:
    return Fort(id, "wire", "german" if id[0] == "g" else "russian", hex, **more)
