"""`orsha series new|status|record|next`: linked campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.games import with_store
from orsha.cli.output import Database, Json, show_json

if TYPE_CHECKING:
    from orsha.kernel import Match
    from orsha.kernel.store import Kept, Store
    from orsha.series import Record, RecordDraw

Id = Annotated[
    str | None, typer.Argument(help="A series' name, or the beginning of it; without it the only one under way.")
]

series = typer.Typer(help="Linked campaigns: battles whose results change the next.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(series, name="series")


@series.command()
def new(
    campaign: Annotated[str, typer.Argument(help="bagration-fortified or river-assault.")],
    points: Annotated[int, typer.Option(min=1, max=1000, help="The points of each battle.")] = 100,
    json: Json = False,
    database: Database = None,
) -> None:
    """Start a linked campaign."""
    import secrets

    from orsha.kernel import Match
    from orsha.series import SeriesGame, SeriesSetup, linked_campaign

    name = linked_campaign(campaign).name
    match = Match.open(SeriesGame(), SeriesSetup(campaign, points), name=secrets.token_hex(6))
    with_store(database, lambda store: store.add(match, name))
    _show(match, json)


@series.command()
def status(id: Id = None, json: Json = False, database: Database = None) -> None:
    """Show what was fought, what it changed, and what comes next."""
    _show(with_store(database, lambda store: _load(store, id)), json)


@series.command("next")
def next_(id: Id = None, json: Json = False, database: Database = None) -> None:
    """Show the next battle: the mission, who attacks, and what the campaign has changed in it."""
    from orsha.series import next_battle

    coming = next_battle(with_store(database, lambda store: _load(store, id)).state)
    if json:
        show_json(coming)
    else:
        typer.echo("The campaign is over." if coming is None else _next_words(coming))


@series.command()
def record(
    *,
    id: Id = None,
    winner: Annotated[Literal["soviet", "german", "nobody"], typer.Option(help="Who won the battle.")],
    lost: Annotated[int | None, typer.Option(help="How many units the winner lost.")] = None,
    soviet_lost: Annotated[int | None, typer.Option(help="Where nobody won: how many units the Soviets lost.")] = None,
    german_lost: Annotated[int | None, typer.Option(help="Likewise the Germans; then both score.")] = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Record the result of the battle that was fought."""
    command = _result(winner, lost, {"soviet": soviet_lost, "german": german_lost})

    async def work(store: Store) -> Match[Any, Any, Any, Any]:
        match = await _load(store, id)
        await store.keep(match, match.act("soviet", command))
        return match

    _show(with_store(database, work), json)


def _result(winner: Any, lost: int | None, of: dict[str, int | None]) -> Record | RecordDraw:
    """003 Victory Points: what the winner lost decides, so it is never guessed."""
    from orsha.kernel import Illegal
    from orsha.series import Record, RecordDraw

    rule = "003 Victory Points"
    if winner == "nobody":
        if lost is not None:
            raise Illegal(rule, "nobody won, so no winner lost units: say --soviet-lost and --german-lost, or neither")
        return RecordDraw(of["soviet"], of["german"])
    units = of[winner] if lost is None else lost
    if units is None:
        raise Illegal(rule, f"the points go by what the winner lost: add --lost with the {winner} side's units, 0 too")
    if of[winner] not in (None, units):
        raise Illegal(
            rule, f"--lost says {units} and --{winner}-lost {of[winner]}: the winner lost one number of units"
        )
    return Record(winner, units)


@series.command()
def sheet(
    *,
    id: Id = None,
    out: Annotated[Path, typer.Option(help="The file to write: .svg, .pdf or .png.")],
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")] = "a4",
    json: Json = False,
    database: Database = None,
) -> None:
    """Write the score sheet, filled in as far as the campaign was played."""
    from orsha.paper.score import write_score_sheet

    write_score_sheet(with_store(database, lambda store: _load(store, id)).state, out, paper)
    show_json({"file": str(out)}) if json else typer.echo(f"{out}")


async def _load(store: Store, id: str | None) -> Match[Any, Any, Any, Any]:
    from orsha.series import SeriesGame

    kept = await store.find(id) if id is not None else await _only(store)
    return await store.load(SeriesGame(), kept.id)


async def _only(store: Store) -> Kept:
    """The only series under way, or the only one that is kept."""
    from orsha.kernel import OrshaError
    from orsha.series import SeriesGame

    found = [kept for kept in await store.list() if kept.kind == SeriesGame.kind]
    found = [kept for kept in found if not kept.result] or found
    if not found:
        raise OrshaError("no series is kept: begin one with `orsha series new bagration-fortified`")
    if len(found) > 1:
        names = ", ".join(f"{kept.id} ({kept.title})" for kept in found)
        raise OrshaError(f"which series? Several are kept: {names}")
    return found[0]


def _show(match: Match[Any, Any, Any, Any], json: bool) -> None:
    from orsha.kernel import log
    from orsha.series import linked_campaign, next_battle, totals

    state = match.state
    coming = next_battle(state)
    if json:
        show_json(
            {
                "series": match.opened.game,
                "campaign": state.setup.campaign,
                "battles": state.battles,
                "totals": totals(state),
                "next": coming,
                "winner": match.result.winner if match.result else None,
                "over": match.result is not None,
            }
        )
        return
    typer.echo(f"{linked_campaign(state.setup.campaign).name}  ({match.opened.game})")
    for told in log(match, "soviet")[1:]:
        for words in told.words:
            typer.echo(f"  {words}")
    points = totals(state)
    typer.echo(f"  points: Soviet {points['soviet']}, German {points['german']}")
    if coming is not None:
        typer.echo(_next_words(coming))
    elif match.result is not None:
        winner = match.result.winner
        typer.echo(f"Over: {f'the {winner.capitalize()}s win' if winner else 'nobody wins'} the campaign.")


def _next_words(coming: Any) -> str:
    from orsha.tabletop.mission import mission

    changed = f" {coming.says}" if coming.says else ""
    name = mission(coming.mission).file.name
    return f"Battle {coming.number}: {name}; the {coming.attacker.capitalize()}s attack.{changed}"
