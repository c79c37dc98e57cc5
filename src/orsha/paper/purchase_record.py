"""The purchase record (001 7.5189): a line for each group, bought or given, with all that came with it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.groups import allotments, group, groups
from orsha.campaign.receiving import Received
from orsha.campaign.state import Asset, CampaignState, RecordLine
from orsha.paper.campaign_data import Column, Form, counted, own, plain, record_lines
from orsha.paper.press import format_of, paper_size, printed, with_words, written
from orsha.paper.roster import form_lines

LINES = 25
"""Lines on a sheet, written or blank."""
WIDE = 26
"""Letters that fit into the last column; more take a second line."""
SECTIONS = ("weapons", "cupolas")
"""Groups whose units are weapons: they stand in the weapons' columns (7.5193)."""


class RecordData(Struct, frozen=True):
    """A purchase record as the template prints it."""

    title: str
    about: str
    side: str
    lines: Form
    foot: str


class Sheet(Struct, frozen=True):
    width: float
    height: float
    paged: bool
    records: tuple[RecordData, ...]


def write_record(state: CampaignState, side: Side, out: Path, paper: str = "a4") -> None:
    """A side's purchase record as .pdf, .svg or .png. All of it is that side's secret (7.518)."""
    how = format_of(out, "a purchase record")
    width, height = paper_size(paper)
    data = record_data(state, side)
    content = printed("record.typ", Sheet(height, width, how == "pdf", (data,)), how)
    if how == "svg":
        content = with_words(content, data.title, "\n".join(form_lines(data.lines)))
    written(out, content)


def record_data(state: CampaignState, side: Side) -> RecordData:
    """The record's lines, and blank ones up to a whole sheet."""
    view = own(state, side, "the purchase record")
    weapons = weapon_columns(side)
    columns = (
        Column("date", 1.3),
        Column("ID", 0.9),
        Column("no.", 1.2),
        Column("group type", 3.4, middle=False),
        Column("CPP", 1.0),
        Column("str.", 1.6),
        Column("units received", 4.4, middle=False),
        *(Column(name, 1.05, "weapons") for name in weapons),
        Column("leaders", 3.0, middle=False),
        Column("with it", 4.2, middle=False),
    )
    rows = [_row(view, side, line, weapons) for line in record_lines(view, side)]
    blank = ("",) * len(columns)
    used = len(rows) + sum(len(row[-1]) > WIDE for row in rows)
    return RecordData(
        f"Purchase record: {side.capitalize()}",
        f"secret: for the {side.capitalize()} player only",
        side,
        Form("", columns, (*rows, *(blank for _ in range(LINES - used)))),
        "no.: which of its kind it is in order, and how many the campaign has; OB: given in the order of battle, not "
        "counted (7.5188). str.: F full, D depleted, or the ammunition. After 001 7.5189. Printed by Orsha.",
    )


def weapon_columns(side: Side) -> tuple[str, ...]:
    """The weapons that groups of a side can bring: of the infantry (7.5192), then of the weapons' sections (7.5193)."""
    known = allotments().weapons
    listed = known.german if side == "german" else known.russian
    heavy = [unit.name for one in groups(side) if one.kind in SECTIONS for unit in one.units]
    return tuple(dict.fromkeys((*listed, *heavy)))


def _row(view: CampaignState, side: Side, line: RecordLine, weapons: tuple[str, ...]) -> tuple[str, ...]:
    bought = group(side, line.group)
    got = line.received
    arms = _arms(side, line.group, got)
    return (
        line.date,
        line.group,
        f"{line.number} of {bought.campaign_max}" if line.number else "OB",
        bought.type,
        str(line.cpp),
        _strength(got),
        units_words(side, line.group, got),
        *(str(arms[name]) if arms.get(name) else "" for name in weapons),
        ", ".join(got.leaders) if got else "",
        _extras(view, side, line),
    )


def _strength(got: Received | None) -> str:
    if got is None:
        return ""
    if got.ammunition:
        return got.ammunition.split()[0].lower()
    return {True: "F", False: "D", None: ""}[got.full]


def _arms(side: Side, id: str, got: Received | None) -> dict[str, int]:
    if got is None:
        return {}
    heavy = got.units if group(side, id).kind in SECTIONS else {}
    return {name: got.weapons.get(name, 0) + heavy.get(name, 0) for name in (*got.weapons, *heavy)}


def units_words(side: Side, id: str, got: Received | None) -> str:
    """The units that came, weapons of a section left to their columns."""
    if got is None or group(side, id).kind in SECTIONS:
        return ""
    return counted(got.units)


def _extras(view: CampaignState, side: Side, line: RecordLine) -> str:
    """What the group was bought with, and what became of it: hexes, an observer."""
    told = [f"{name.replace('-', ' ')}{f' ({n})' if n > 1 else ''}" for name, n in line.extras.items() if n]
    return "; ".join([*told, *_assets(view, side, line)])


def _assets(view: CampaignState, side: Side, line: RecordLine) -> list[str]:
    """Hexes and observers of what came with the group and is still there."""
    there = view.sides[side].assets.shown
    return [words for id in line.assets if id in there and (words := asset_words(there[id]))]


def asset_words(asset: Asset) -> str:
    where = f"at {' '.join(map(plain, asset.hexes))}" if asset.hexes else ""
    level = f"level {asset.level}" if asset.level is not None else ""
    watched = "with an offboard observer" if asset.observer else ""
    return ", ".join(part for part in (where, level, watched) if part)
