"""The force organizer (001 7.16): what a side has, box by box, as its reader may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.campaign.opening import OB
from orsha.campaign.report import Piece, Status
from orsha.campaign.state import CampaignState
from orsha.campaign.telling import holder_side
from orsha.paper.campaign_data import Column, Form, counted, known, types_of
from orsha.paper.purchase_record import asset_words

DAMAGED: tuple[Status, ...] = (
    "immobilized", "bogged", "mired", "malfunctioned", "disabled", "mg-malfunctioned", "mg-disabled", "abandoned",
    "recall", "recall-ammo", "shocked", "unconfirmed-kill", "depleted-ammo", "low-ammo",
)  # fmt: skip
"""A vehicle with one of these needs work, or rest."""


def organizer(view: CampaignState, side: Side, lost: Iterable[Piece]) -> Form:
    """A side's boxes. Those that are its secret stand there only where its box is open to the reader."""
    boxed = known(view.sides[side].box)
    rows = [("on the map", types_of(_placed(view, side)))]
    if boxed is not None:
        mine = [piece for piece in boxed.values() if not piece.has("prisoner")]
        rows.append(("on the map, unseen", types_of(piece for piece in mine if piece.hex)))
        rows += _kept(view, [piece for piece in mine if not piece.hex])
        rows.append(("fortification counters", _forts(view, side)))
        rows.append(("artillery and aircraft", _assets(view, side)))
    rows.append(("eliminated", types_of(lost)))
    columns = (Column("box", 1.3, middle=False), Column("what is in it", 4.2, middle=False))
    return Form(side.capitalize(), columns, tuple(rows))


def _placed(view: CampaignState, side: Side) -> list[Piece]:
    return [piece for piece in view.pieces.values() if holder_side(view, piece) == side and not piece.has("prisoner")]


def _kept(view: CampaignState, pieces: list[Piece]) -> list[tuple[str, str]]:
    """Pieces off the map, each in one box."""
    boxes: dict[str, list[Piece]] = {
        name: []
        for name in (
            "reinforcements to enter", "retained", "vehicles under repair", "wounded leaders",
            "captured or broken weapons",
        )
    }  # fmt: skip
    for piece in pieces:
        boxes[_box(view, piece)].append(piece)
    return [(name, types_of(found)) for name, found in boxes.items()]


def _box(view: CampaignState, piece: Piece) -> str:
    if piece.kind == "vehicle" and piece.has(*DAMAGED):
        return "vehicles under repair"
    if piece.has("wounded"):
        return "wounded leaders"
    if piece.kind in ("sw", "gun", "vehicle") and piece.has("captured", "malfunctioned", "disabled"):
        return "captured or broken weapons"
    return "reinforcements to enter" if _new(view, piece) else "retained"


def _new(view: CampaignState, piece: Piece) -> bool:
    """Whether it came with a group of this date, as I1/23AM/2 or of the order of battle, and was never on the map."""
    if piece.last or piece.group is None:
        return False
    came = piece.group.split("/")
    return view.date in came or (OB in came and view.date == dates()[0])


def _forts(view: CampaignState, side: Side) -> str:
    waiting = Counter(fort.what for fort in view.sides[side].forts.shown.values() if not fort.hex)
    return counted(dict(sorted(waiting.items())))


def _assets(view: CampaignState, side: Side) -> str:
    found: Counter[str] = Counter()
    for asset in view.sides[side].assets.shown.values():
        more = "; ".join(part for part in (asset.ammunition or "", asset_words(asset)) if part)
        found[f"{asset.words} ({more})" if more else asset.words] += 1
    return counted(found)
