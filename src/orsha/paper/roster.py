"""The campaign roster (001 7.15, 7.5152): a line for each date, the works, the tracks of casualty and exit points.

A side's roster has its secret columns, CPP and purchases; the public one has what both sides know. What has not
happened yet is left blank, so that the sheet is a form to go on with by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.groups import dates, fortifications, history, initial
from orsha.campaign.report import Work
from orsha.campaign.state import SIDES, CampaignState, CppLine, Fort, RosterLine
from orsha.campaign.victory import needed_to_win, victory_points
from orsha.hexmap import hex_map
from orsha.paper.campaign_data import SPACE, Column, Form, counted, own, reached, record_lines, seen, signed
from orsha.paper.press import format_of, paper_size, printed, with_words, written

TRACK_ROWS = (8, 12)
"""Rows of boxes on a track, at least and at most: each is a victory point."""
MOST_HEXES = 100
"""Hexes that are named of one kind of work; of more there is only the number."""
SKY = (Column("date", 1.1), Column("weather", 1.8), Column("EC", 1.5), Column("wind", 2.1))
MONEY = ("Start", "Repl", "Total", "Spent", "Recon", "Left")
VICTORY = ("LVP", "EVP", "VP")


class Track(Struct, frozen=True):
    """Points counted on boxes, a row of them for each victory point."""

    title: str
    wide: int
    first: int
    """Full rows that are left out because there is no room for them."""
    rows: int
    points: int


class Location(Struct, frozen=True):
    """A victory location and who has it."""

    hex: str
    holder: str


class RosterData(Struct, frozen=True):
    """A roster as the template prints it."""

    title: str
    about: str
    side: str
    lines: Form
    works: Form
    locations: tuple[Location, ...]
    tracks: tuple[Track, ...]
    foot: str


class Sheet(Struct, frozen=True):
    width: float
    height: float
    paged: bool
    rosters: tuple[RosterData, ...]


def write_roster(state: CampaignState, side: Side | None, out: Path, paper: str = "a4") -> None:
    """A side's roster, or with no side the public one, as .pdf, .svg or .png."""
    how = format_of(out, "a roster")
    width, height = paper_size(paper)
    data = roster_data(state, side)
    content = printed("roster.typ", Sheet(height, width, how == "pdf", (data,)), how)
    if how == "svg":
        content = with_words(content, data.title, "\n".join(form_lines(data.lines)))
    written(out, content)


def form_lines(form: Form) -> list[str]:
    """A form as text, a line for each row."""
    heads = [column.head for column in form.columns]
    return [
        ", ".join(f"{head} {cell}" for head, cell in zip(heads, row, strict=True) if cell)
        for row in form.rows
        if any(row)
    ]


def roster_data(state: CampaignState, side: Side | None) -> RosterData:
    """What a roster shows to its reader."""
    view = seen(state, None) if side is None else own(state, side, "the roster")
    need = needed_to_win(view.setup)
    points = victory_points(view)
    if side is None:
        title, about = "Campaign roster", "what both sides know"
    else:
        title, about = f"Campaign roster: {side.capitalize()}", f"secret: for the {side.capitalize()} player only"
    return RosterData(
        title,
        about,
        side or "",
        _lines(view, side),
        _public_works(view) if side is None else _works(view, side),
        tuple(Location(hex, view.control.get(hex, "")) for hex in hex_map().file.victory_locations),
        _tracks(view),
        f"The Russians have {points} VP of the {need} that win the campaign. After 001 7.15, 7.5152. Printed by Orsha.",
    )


# -- a line for each date


def _lines(view: CampaignState, side: Side | None) -> Form:
    known = {line.date: line for line in view.roster}
    rows = tuple(_row(view, side, date, known.get(date)) for date in dates())
    return Form("", _columns(side), rows)


def _columns(side: Side | None) -> tuple[Column, ...]:
    numbers = [Column(head, 0.85, "CPP") for head in MONEY]
    secret = [Column("Hist DRM", 0.95), *numbers, Column("RG purchased (CPP)", 5.2, middle=False)]
    shown = SIDES if side is None else (side,)
    own_numbers = [_side_column(what, one, side) for what in ("ELR", "SAN") for one in shown]
    cvp = [Column(head, 1.0, _over(one, side)) for one in shown for head in ("date", "tally")]
    scenario = [Column("recon, locations", 1.2), *cvp, Column("scenario won by", 1.5)]
    score = [Column(head, 0.8, "Russian points") for head in VICTORY]
    return (*SKY, *(secret if side is not None else ()), *own_numbers, *scenario, *score)


def _side_column(what: str, one: Side, side: Side | None) -> Column:
    return Column(one.capitalize(), 1.1, what) if side is None else Column(what, 0.8)


def _over(one: Side, side: Side | None) -> str:
    return f"CVP, {one.capitalize()}" if side is None else "CVP suffered"


def _row(view: CampaignState, side: Side | None, date: str, line: RosterLine | None) -> tuple[str, ...]:
    shown = SIDES if side is None else (side,)
    sky = (date, line.weather, line.ground, line.wind) if line else (date, "", "", "")
    secret = () if side is None else _secret(view, side, date)
    elr, san = zip(*(_levels(view, one, date, line) for one in shown), strict=True)
    cvp = [cell for one in shown for cell in _casualties(view, one, date)]
    if line is None:
        return (*sky, *secret, *elr, *san, "", *cvp, "", "", "", "")
    recon, won = _number(line.recon), (line.winner or "").capitalize()
    scored = line.winner is not None
    score = (str(len(line.lvp)), str(line.evp), _number(line.vp)) if scored else ("", "", "")
    return (*sky, *secret, *elr, *san, recon, *cvp, won, *score)


def _levels(view: CampaignState, side: Side, date: str, line: RosterLine | None) -> tuple[str, str]:
    """ELR and SAN as the scenario began, or as they are now (7.5122, 7.516)."""
    if line is not None and side in line.elr:
        return str(line.elr[side]), str(line.san[side])
    now = view.sides[side]
    return (str(now.elr), str(now.san)) if date == view.date else ("", "")


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _casualties(view: CampaignState, side: Side, date: str) -> tuple[str, str]:
    """001 7.13: points suffered in the scenario and its reorganization, and in the campaign so far."""
    scored = [line for line in view.roster if line.winner is not None]
    here = next((line for line in scored if line.date == date), None)
    if here is None:
        return "", ""
    so_far = scored[: scored.index(here) + 1]
    return str(here.cvp.get(side, 0)), str(sum(line.cvp.get(side, 0) for line in so_far))


def _secret(view: CampaignState, side: Side, date: str) -> tuple[str, ...]:
    """001 7.5151, 7.5152, 7.518: the columns that a side keeps to itself."""
    columns = {line.date: line for line in view.sides[side].columns.shown}
    return (signed(history(side, date)), *_money(columns.get(date)), _bought(view, side, date))


def _money(line: CppLine | None) -> tuple[str, ...]:
    if line is None:
        return ("",) * len(MONEY)
    total = line.start + line.replenished
    return tuple(map(str, (line.start, line.replenished, total, line.spent, line.recon, line.left)))


def _bought(view: CampaignState, side: Side, date: str) -> str:
    """Every group by its id with what it cost; those of the order of battle only where they cost something."""
    if not reached(view, date):
        return ""
    lines = [line for line in record_lines(view, side) if line.date == date and (line.number or line.cpp)]
    return counted(Counter(f"{line.group}{SPACE}({line.cpp})" for line in lines))


# -- works


WORK = Column("work", 1.5, middle=False)


def _public_works(view: CampaignState) -> Form:
    """Fortifications that stand on the map for all to see, by kind."""
    columns = (WORK, *(Column(f"{side.capitalize()}, on the map", 2.8) for side in SIDES))
    rows = tuple((what, *(_placed(_of(view.forts.values(), what, side)) for side in SIDES)) for what in _kinds())
    return Form("Fortifications", columns, rows)


def _works(view: CampaignState, side: Side) -> Form:
    """A side's fortifications by kind: bought and waiting, on the map, hidden there (7.16, 7.520)."""
    state = view.sides[side]
    columns = (WORK, Column("not placed yet", 1.6), Column("on the map, known", 2.6), Column("on the map, hidden", 2.6))
    rows = []
    for what in _kinds():
        private = _of(state.forts.shown.values(), what, side)
        waiting = [fort for fort in private if not fort.hex]
        hidden = [fort for fort in private if fort.hex]
        rows.append((what, _amount(waiting), _placed(_of(view.forts.values(), what, side)), _placed(hidden)))
    return Form("Fortifications", columns, tuple(rows), _fpp(state.fpp.shown, state.works_bought.shown))


def _kinds() -> tuple[Work, ...]:
    return get_args(Work)


def _of(forts: Iterable[Fort], what: Work, side: Side) -> list[Fort]:
    return sorted((f for f in forts if f.what == what and f.side == side), key=lambda f: (f.hex, f.id))


def _amount(forts: list[Fort]) -> str:
    return f"{len(forts)}{_mines(forts)}" if forts else ""


def _placed(forts: list[Fort]) -> str:
    if not forts:
        return ""
    more = f" and {len(forts) - MOST_HEXES} more" if len(forts) > MOST_HEXES else ""
    return f"{len(forts)}{_mines(forts)}: {' '.join(fort.hex for fort in forts[:MOST_HEXES])}{more}"


def _mines(forts: list[Fort]) -> str:
    ap, at = sum(fort.ap for fort in forts), sum(fort.at for fort in forts)
    return f" ({ap} AP, {at} AT)" if ap or at else ""


def _fpp(points: int, bought: dict[str, int]) -> str:
    """What is left to spend, and how near a maximum is."""
    limits = {price.id: price.campaign_max for price in fortifications().prices if price.campaign_max}
    so_far = [f"{name} {n}{f' of {limits[name]}' if name in limits else ''}" for name, n in bought.items() if n]
    told = f"bought in the campaign: {', '.join(so_far)}" if so_far else "none bought in the campaign yet"
    return f"FPP in hand: {points}; {told}."


# -- tracks


def _tracks(view: CampaignState) -> tuple[Track, ...]:
    """German casualties and Russian exits, which count for the Russians by twenties (7.13, 7.4)."""
    rule = initial().victory
    found = (
        ("German casualty points, counted for the Russians", rule.cvp, view.cvp),
        ("Russian exit points", rule.evp, view.evp),
    )
    least, most = TRACK_ROWS
    tracks = []
    for title, wide, points in found:
        rows = max(least, points // wide + 2)
        tracks.append(Track(title, wide, max(0, rows - most), min(rows, most), points))
    return tuple(tracks)
