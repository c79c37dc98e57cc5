"""What a person at a campaign's desk asks before deciding: the chart, the chances, whether a set-up or a report holds.

Every answer is worked out from the seat's view, by the campaign's own functions; nothing is rolled, nothing happens.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from orsha.kernel import Illegal, OrshaError
from orsha.kernel.complaints import explained, in_words
from orsha.kernel.data import Wrong
from orsha.server.desk_sheets import (
    Bound,
    Chances,
    ChanceTable,
    ChartOf,
    DeskAnswer,
    DeskAsk,
    DeskExtra,
    DeskGroup,
    DeskNote,
    DeskPrice,
    DeskQuestion,
    DeskSaid,
    Draft,
    Fault,
    FrontSheet,
    FrontWithout,
    MapPaint,
    Outlook,
    Paper,
    PaperColumn,
    Papers,
    PaperSheets,
    ReadReport,
    ReportFile,
    ReportOf,
    ReportSheet,
    SaleChart,
    SetUpLine,
    SetUpOf,
    SetUpSheet,
    StepOf,
    StepSheet,
    WhatStaffWould,
)
from orsha.server.house import house_of
from orsha.server.problems import Refused
from orsha.server.wire import Id, body, describes, reply

if TYPE_CHECKING:
    from orsha.campaign.files import Group, Side
    from orsha.campaign.report import ScenarioReport

router = APIRouter(prefix="/api")


@router.post("/games/{game}/desk", **describes(DeskSaid, body=DeskAsk))
async def desk(request: Request, game: Id) -> Response:
    """Ask at a campaign's desk: what can be bought and what it brings, odds, set-ups, reports, perimeters, papers."""
    house, wanted = house_of(request), await body(request, DeskAsk)
    found = await house.passed(request, game, "seat", "watch", "host")
    room = await house.rooms.room(game)
    if room.match.game.kind != "campaign":
        raise Refused(422, "such questions are asked about campaigns")
    position = room.match.position

    def made() -> Response:
        seen = room.eyes(found.seat).view(room.match, position.state)
        return reply(DeskSaid(position.count, desk_answer(seen, found.seat, wanted.question)))

    return await house.rooms.run(made)


@router.get("/library/map", **describes(MapPaint, link=False))
async def painted_map(request: Request) -> Response:
    """The campaign's map as a printed one, layer by layer, to lie under what is drawn on it."""
    return await house_of(request).rooms.run(lambda: reply(_painted()))


@cache
def _painted() -> MapPaint:
    from orsha.hexmap.map import hex_map
    from orsha.paper import hex_ground, hex_lines
    from orsha.paper.hex_shapes import STEP, place

    board = hex_map()
    spot = place(board, 0.0, 0.0)
    parts = {
        "levels": hex_ground.levels_svg(spot),
        "terrain": "".join(paint(spot, chosen(board)) for chosen, paint in hex_ground.PAINTERS.values()),
        "gullies": hex_lines.gullies_svg(spot),
        "roads": hex_lines.roads_svg(spot) + hex_lines.bridges_svg(spot),
        "rail": hex_lines.railway_svg(spot),
        "slopes": hex_lines.slopes_svg(spot) + hex_lines.hedges_svg(spot),
        "buildings": hex_ground.buildings_svg(spot, hex_ground.with_terrain(board, "building-wood")),
        "victory": hex_lines.discs_svg(spot),
    }
    return MapPaint(board.file.title, STEP, spot.edge.right, spot.edge.bottom, parts)


def desk_answer(view: Any, seat: str | None, question: DeskQuestion) -> DeskAnswer:
    """The answer, from a campaign's view. Runs in a thread. Spectators have charts, odds and the public roster."""
    match question:
        case ChartOf(side):
            return _chart(view, seat, side)
        case Chances(chart, modifier):
            return _odds(chart, modifier)
        case StepOf(step):
            return _step(view, seat, step)
        case Papers():
            return PaperSheets(tuple(_papers(view, seat)))
    side = _seated(seat)
    match question:
        case SetUpOf(placed):
            return _set_up(view, side, placed)
        case FrontWithout(left_out):
            return _front(view, side, left_out)
        case WhatStaffWould():
            return _propose(view, side)
        case ReportOf(report):
            return ReportSheet(_report_faults(view, side, report))
        case ReportFile(name, text, save):
            return _read(view, side, name, text, save)


def _seated(seat: str | None) -> Side:
    if seat == "german" or seat == "russian":
        return seat  # type: ignore[return-value]
    raise Refused(403, "only who sits at the desk asks that")


# -- charts


def _chart(view: Any, seat: str | None, side: Side) -> SaleChart:
    from orsha.campaign.groups import chart
    from orsha.campaign.purchases import works_limit

    file, own = chart(side), view.sides[side]
    limit = works_limit(side, own.cpp.shown) if seat == side and not own.cpp.sealed else None
    return SaleChart(
        side,
        view.date,
        tuple(_group(side, view.date, group) for group in file.groups),
        tuple(DeskNote(note.letter, note.words()) for note in file.notes),
        limit,
        tuple(_prices(side, view.date)),
        file.oba_per_scenario,
        {each: _counters(each) for each in ("german", "russian")},
    )


def _group(side: Side, date: str, group: Group) -> DeskGroup:
    from orsha.campaign.groups import extras
    from orsha.campaign.receiving import prospect

    found = prospect(side, group.id, date)
    shares = (
        {key: float(chance) for key, chance in part.items() if chance}
        for part in (found.leaders, found.weapons, found.ammunition)
    )
    return DeskGroup(
        group.id, group.type, group.kind, group.units_words(), group.cpp, group.full, group.depleted, group.notes,
        group.date_max, group.campaign_max, side == "german" and "i" in group.notes,
        tuple(DeskExtra(e.name, e.rule, e.means, e.cpp, e.most) for e in extras(side, group.id, date)),
        Outlook(None if found.full is None else float(found.full), *shares),
    )  # fmt: skip


def _prices(side: Side, date: str) -> list[DeskPrice]:
    from orsha.campaign.groups import on_sale
    from orsha.campaign.set_up_rules import set_up_rules
    from orsha.campaign.works import AP, AT, HIP, PILLBOX, for_sale

    rules = set_up_rules()
    counts = {AP: rules.mines.ap, AT: rules.mines.at}
    found = [
        DeskPrice(
            one.id, one.name, one.fpp, one.per, one.campaign_max, tuple(counts.get(one.id, ())),
            rules.pillboxes.values if one.id == PILLBOX else (),
        )
        for one in on_sale(side, date)
    ]  # fmt: skip
    hiding = [DeskPrice(HIP, "set aside for hidden set-up", 1, "each", None)]
    return found + (hiding if HIP in for_sale(side, date) else [])


def _counters(side: Side) -> dict[str, tuple[str, ...]]:
    from orsha.campaign.counter_names import names

    found: dict[str, dict[str, None]] = {}
    for named in names(side).values():
        found.setdefault(named.kind, {})[named.type] = None
    return {kind: tuple(types) for kind, types in found.items()}


def _odds(chart: str, modifier: int) -> ChanceTable:
    from orsha.campaign import charts

    chances = charts()[chart].odds(modifier).as_dict()
    return ChanceTable(
        {str(result): (f"{chance.numerator}/{chance.denominator}", float(chance)) for result, chance in chances.items()}
    )


def _step(view: Any, seat: str | None, step: str) -> StepSheet:
    from orsha.campaign.reminders import reminders

    side = seat if seat in ("german", "russian") else None
    found = reminders(step, side, view.date)  # type: ignore[arg-type]
    return StepSheet(step, tuple(Bound(one.rule, one.words, one.side) for one in found))


# -- set-up, perimeters


def _set_up(view: Any, side: Side, lines: tuple[SetUpLine, ...]) -> SetUpSheet:
    from orsha.campaign.commands import Placed
    from orsha.campaign.placing import settle
    from orsha.campaign.set_up_rules import set_up_rules
    from orsha.campaign.unplaced import faults, left_out
    from orsha.campaign.zones import set_up_for

    if side not in view.asked or view.asked[side].shown.form != "place":
        raise Refused(422, f"{side} sets nothing up now", rule="001 7.522")
    offered, room = set_up_for(view, side), set_up_rules().stacking.half_squads
    placed = [Placed(one.id, one.hex, one.how, one.held_by, one.level) for one in lines]
    wrong = faults(offered, placed)
    if wrong:
        return SetUpSheet(tuple(Fault((str(n),), error.why, error.rule) for n, error in wrong.items()), {}, 0, room)
    settled = settle(offered, placed)
    return SetUpSheet((), left_out(view, offered, settled), settled.fpp, room)


def _propose(view: Any, side: Side) -> Draft:
    from orsha.bots.campaign import CampaignBot
    from orsha.campaign.domains import options_for

    options = options_for(view, side)
    if not options or view.step in ("battle", "agree"):
        raise Refused(422, f"{side} has nothing to answer now that the staff could", rule="001 7.5")
    seed = f"{view.date} {view.step} {view.sides[side].made.shown}"
    return Draft(msgspec.to_builtins(CampaignBot(side, seed).choose(view, options)))


def _front(view: Any, side: Side, without: tuple[str, ...]) -> FrontSheet:
    from orsha.campaign.perimeter import perimeter
    from orsha.campaign.steps.perimeters import control_of_units, front_of, situation
    from orsha.hexmap.map import hex_map

    board = hex_map()
    names = tuple(board.hex(name).name for name in without)
    drawn = front_of(perimeter(board, situation(view, side, control_of_units(view), names)))
    return FrontSheet(drawn.main, drawn.pockets, drawn.front_line)


# -- reports


def _report_faults(view: Any, side: Side, raw: dict[str, Any]) -> tuple[Fault, ...]:
    """The first thing that is wrong, with its place where it has one."""
    from orsha.campaign.filing import check_filed, own_forces
    from orsha.campaign.report import ScenarioReport, check

    try:
        report = msgspec.convert(raw, ScenarioReport)
        check(report)
        check_filed(report, view.date, side, own_forces(view, side))
    except msgspec.ValidationError as error:
        why, place = explained(str(error))
        return (Fault(tuple(map(str, place)), why),)
    except Wrong as error:
        return (Fault(tuple(map(str, error.place)), error.why),)
    except Illegal as error:
        return (Fault(_named(report, error.why), error.why, error.rule),)
    return ()


def _named(report: ScenarioReport, why: str) -> tuple[str, ...]:
    """The piece that a refusal names, if it names one."""
    words = set(why.replace("(", " ").replace(")", " ").replace("'", " ").split())
    return next((("pieces", str(n)) for n, one in enumerate(report.pieces) if one.id in words), ())


def _read(view: Any, side: Side, name: str, text: str, save: bytes) -> ReadReport:
    from pathlib import PurePath

    from orsha.campaign.report import ScenarioReport, loads_report

    ending = PurePath(name).suffix.lower()
    if ending in (".vsav", ".vlog"):
        from orsha.campaign.vasl_report import from_save
        from orsha.hexmap.vasl.saves import decode

        found = from_save(decode(save), side, view.date)
        return ReadReport(msgspec.to_builtins(found.report), found.questions, found.concealed)
    if ending == ".json":
        try:
            report = msgspec.json.decode(text, type=ScenarioReport)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(422, f"{name} is no report: {in_words(error)}") from error
    elif ending == ".toml":
        report = loads_report(text, name)
    else:
        raise OrshaError(f"a report is a .toml or .json file, or a saved game of VASL (.vsav), not {name!r}")
    return ReadReport(msgspec.to_builtins(report), (), {})


# -- papers


def _papers(view: Any, seat: str | None) -> list[Paper]:
    from orsha.paper.purchase_record import record_data
    from orsha.paper.roster import roster_data

    side = seat if seat in ("german", "russian") else None
    roster = roster_data(view, side)  # type: ignore[arg-type]
    found = [
        _paper("roster", roster.title, roster.about, roster.lines, roster.foot),
        _paper("works", roster.works.title, "", roster.works, roster.works.note),
    ]
    if side is not None:
        record = record_data(view, side)  # type: ignore[arg-type]
        found.append(_paper("record", record.title, record.about, record.lines, record.foot))
    return found


def _paper(name: str, title: str, about: str, form: Any, foot: str) -> Paper:
    columns = tuple(PaperColumn(one.head, one.wide, one.over, one.middle) for one in form.columns)
    return Paper(name, title, about, columns, form.rows, foot)
