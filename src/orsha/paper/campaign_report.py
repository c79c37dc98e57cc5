"""A whole campaign as one PDF: the result, each date with its steps and fronts, force organizers, rosters, records.

A report is for a reader: a side sees its own secrets, everybody only what both sides know, the umpire everything, and
the first page says which. The end of a campaign opens nothing by itself: the umpire's report is asked for by name.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.game import doing
from orsha.campaign.groups import dates, initial
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState
from orsha.campaign.victory import needed_to_win, points_of, victory_points
from orsha.paper.campaign_data import Column, Form, Reader, check_reader, seen, sides_open_to
from orsha.paper.chronicle import CampaignMatch, DateStory, chronicle
from orsha.paper.date_pages import DatePages, Fact, date_pages
from orsha.paper.organizer import organizer
from orsha.paper.press import format_of, paper_size, printed, written
from orsha.paper.purchase_record import RecordData, record_data
from orsha.paper.roster import RosterData, roster_data

TITLE = "On Track to Orsha"


class Share(Struct, frozen=True):
    """A part of the Russians' victory points."""

    name: str
    points: int


class ReportData(Struct, frozen=True):
    """A report as the template prints it."""

    width: float
    height: float
    title: str
    reader: str
    about: str
    result: str
    need: int
    shares: tuple[Share, ...]
    facts: tuple[Fact, ...]
    summary: Form
    dates: tuple[DatePages, ...]
    organizers: tuple[Form, ...]
    rosters: tuple[RosterData, ...]
    records: tuple[RecordData, ...]


def write_campaign_report(match: CampaignMatch, out: Path, side: Reader = None, paper: str = "a4") -> None:
    """The report of a campaign, over or not, as a PDF for one side, for the umpire, or for everybody."""
    format_of(out, "a campaign's report", ("pdf",))
    written(out, printed("report.typ", report_data(match, side, paper), "pdf"))


def report_data(match: CampaignMatch, reader: Reader, paper: str = "a4") -> ReportData:
    check_reader(reader)
    width, height = paper_size(paper)
    stories = chronicle(match, reader)
    view = seen(match.state, reader)
    open_sides = sides_open_to(reader)
    rosters = [None] if reader is None else list(open_sides)
    return ReportData(
        width,
        height,
        TITLE,
        reader or "",
        _about(reader),
        _result(match),
        needed_to_win(view.setup),
        _shares(view),
        tuple(_facts(view)),
        _summary(view),
        tuple(date_pages(story, reader) for story in stories),
        tuple(organizer(view, one, _lost(stories, one)) for one in SIDES),
        tuple(roster_data(view, one) for one in rosters),
        tuple(record_data(view, one) for one in open_sides),
    )


def _about(reader: Reader) -> str:
    if reader is None:
        return "what both sides know"
    if reader == "umpire":
        return "the umpire's: it shows the secrets of both sides"
    return f"secret: for the {reader.capitalize()} player only"


def _result(match: CampaignMatch) -> str:
    result = match.result
    if result is None:
        return f"Not over: {match.state.date}, {doing(match.state)}."
    return f"The {(result.winner or 'nobody').capitalize()}s win: {result.why}."


def _shares(view: CampaignState) -> tuple[Share, ...]:
    """Where the Russians' points come from (7.4, 7.518)."""
    kept = victory_points(view) - points_of(len(view.lvp), view.cvp, view.evp)
    return (
        Share("victory locations", points_of(len(view.lvp), 0, 0)),
        Share("German casualties", points_of(0, view.cvp, 0)),
        Share("exits to the west", points_of(0, 0, view.evp)),
        Share("German CPP kept", kept),
    )


def _facts(view: CampaignState) -> list[Fact]:
    rule = initial().victory
    held = {None: "none", "german": "to the Germans", "russian": "to the Russians"}[view.setup.balance]
    return [
        Fact("balance given (7.31)", held),
        Fact("German CVP so far", f"{view.cvp}, {rule.cvp} to a VP"),
        Fact("Russian EVP so far", f"{view.evp}, {rule.evp} to a VP"),
        Fact("victory locations of the Russians", " ".join(view.lvp) or "none"),
    ]


def _summary(view: CampaignState) -> Form:
    """A line for each date that has come."""
    columns = (
        Column("date", 1.0),
        Column("weather", 1.6),
        Column("ground", 1.2),
        Column("German", 1.0, "CVP suffered"),
        Column("Russian", 1.0, "CVP suffered"),
        Column("EVP", 0.8, "Russian points"),
        Column("LVP", 0.8, "Russian points"),
        Column("VP", 0.8, "Russian points"),
        Column("won by", 1.3),
    )
    lines = {line.date: line for line in view.roster}
    rows: list[tuple[str, ...]] = []
    for date in dates():
        line = lines.get(date)
        if line is None or line.winner is None:
            rows.append((date, line.weather if line else "", line.ground if line else "", *("",) * 6))
            continue
        cvp = [str(line.cvp.get(one, 0)) for one in SIDES]
        points = (str(line.evp), str(len(line.lvp)), str(line.vp))
        rows.append((date, line.weather, line.ground, *cvp, *points, line.winner.capitalize()))
    return Form("Date by date", columns, tuple(rows))


def _lost(stories: tuple[DateStory, ...], side: Side) -> list[Piece]:
    return [piece for story in stories for piece in story.lost[side]]
