"""`orsha report from-vasl`, `orsha report to-vasl`: a scenario in from VASL, and the next one out to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from orsha.cli.output import Database, Json, show_json

if TYPE_CHECKING:
    from orsha.campaign.vasl_report import VaslReport
    from orsha.campaign.vasl_writing import Setting
    from orsha.kernel.store import Store


def register(report: typer.Typer) -> None:
    report.command("from-vasl")(from_vasl)
    report.command("to-vasl")(to_vasl)


def from_vasl(
    file: Annotated[Path, typer.Argument(help="A saved game or log of VASL, .vsav or .vlog.")],
    side: Annotated[
        Literal["russian", "german", "umpire"],
        typer.Option("--side", help="Whose eyes: nothing that this side may not know comes out."),
    ],
    out: Annotated[Path, typer.Option("--out", help="The report to write, .toml.")],
    date: Annotated[str | None, typer.Option("--date", help="The scenario's date, as 23AM.")] = None,
    both_agree: Annotated[
        bool, typer.Option("--both-agree", help="Both players let the umpire see what they hid.")
    ] = False,
    json: Json = False,
) -> None:
    """Make a scenario's report from a saved game of VASL. What the game does not tell is asked, not guessed."""
    from orsha.campaign.report_sections import begun
    from orsha.campaign.report_writing import dumps_report
    from orsha.campaign.vasl_report import from_save
    from orsha.hexmap.vasl.saves import load
    from orsha.kernel import OrshaError
    from orsha.kernel.export import save

    if out.suffix.lower() != ".toml":
        raise OrshaError(f"a report is written into a .toml file, not {out.name!r}")
    named = begun(date).date if date is not None else None
    found = from_save(load(file), side, named, both_agree)
    comments = (f"from {_plain(file.name)}, read with the eyes of {side}", *(f"ask: {one}" for one in found.questions))
    save(out, dumps_report(found.report, *comments).encode())
    if json:
        show_json(
            {
                "file": str(out),
                "report": found.report,
                "questions": found.questions,
                "concealed": found.concealed,
                "perimeters": found.perimeters,
            }
        )
    else:
        _tell(out, found)


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _tell(out: Path, found: VaslReport) -> None:
    from collections import Counter

    report = found.report
    counted = Counter(f"{piece.side} {piece.kind}" for piece in report.pieces)
    there = ", ".join(f"{n} {what}" for what, n in counted.items()) or "no pieces"
    typer.echo(f"{out} is the report of {report.date}: {there}.")
    for hex, number in found.concealed.items():
        typer.echo(f"  {number} concealed counters in {hex}")
    for one in found.perimeters:
        drawn = f"the {one.colour} trail" if one.colour else "perimeter counters"
        typer.echo(f"  {drawn} ({one.side or 'whose?'}): {' '.join(one.hexes)}")
    typer.echo("To be answered:")
    for question in found.questions:
        typer.echo(f"  - {question}")
    typer.echo(f"orsha report enter {out} goes through it, part by part.")


def to_vasl(
    template: Annotated[Path, typer.Argument(help="A saved game of VASL on the campaign's board, .vsav.")],
    out: Annotated[Path, typer.Option("--out", help="The saved game to write, .vsav.")],
    report: Annotated[Path | None, typer.Option("--report", help="What stands on the map: a report.")] = None,
    campaign: Annotated[str | None, typer.Option("--campaign", help="Or a campaign, by its name.")] = None,
    side: Annotated[
        Literal["german", "russian"] | None,
        typer.Option("--side", help="With --campaign: what this side keeps hidden on the map comes too."),
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help="Label each counter with its id in the campaign.")] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Put the campaign's map into a copy of a saved game of VASL, with the counters that are in it."""
    from orsha.campaign.vasl_writing import to_save
    from orsha.hexmap.vasl.saves import encode, load
    from orsha.kernel import OrshaError
    from orsha.kernel.export import save

    if out.suffix.lower() != ".vsav":
        raise OrshaError(f"a saved game is written into a .vsav file, not {out.name!r}")
    if out.exists() and template.exists() and out.samefile(template):
        raise OrshaError("the template stays as it is: give another file to write")
    if (report is None) == (campaign is None):
        raise OrshaError("what stands on the map comes from --report FILE or from --campaign NAME: one of them")
    if side is not None and campaign is None:
        raise OrshaError("--side goes with --campaign: a report has only what it says")
    setting = _of_report(report) if report is not None else _of_campaign(campaign or "", side, database)
    done = to_save(load(template), setting, ids)
    save(out, encode(done.save))
    if json:
        show_json(
            {
                "file": str(out),
                "moved": done.moved,
                "copied": done.copied,
                "missing": done.missing,
                "not_shown": done.not_shown,
            }
        )
        return
    typer.echo(f"{out}: {done.moved} counters moved, {done.copied} copied.")
    for what in done.missing:
        typer.echo(f"  the template has no counter for {what}")
    for what in done.not_shown:
        typer.echo(f"  to be done in VASL: {what}")


def _of_report(file: Path) -> Setting:
    from orsha.campaign.report import load_report
    from orsha.campaign.vasl_writing import of_report

    return of_report(load_report(file))


def _of_campaign(id: str, side: Literal["german", "russian"] | None, database: str | None) -> Setting:
    from orsha.campaign.state import CampaignState
    from orsha.campaign.vasl_writing import of_campaign
    from orsha.cli.games import with_store
    from orsha.kernel import Match, OrshaError
    from orsha.kinds import game_of

    async def load(store: Store) -> object:
        kept = await store.find(id)
        if kept.kind != "campaign":
            raise OrshaError(f"{kept.id} is a {kept.kind}, not a campaign")
        return await store.load(game_of(kept.kind), kept.id)

    match = with_store(database, load)
    assert isinstance(match, Match)
    view = match.view(side or "")
    assert isinstance(view, CampaignState)
    return of_campaign(view, side)
