"""`orsha campaign new|status|order|file|agree`: the purchase desk of On Track to Orsha."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.games import with_store
from orsha.cli.output import Database, Json, show_json

if TYPE_CHECKING:
    from orsha.kernel import Match
    from orsha.kernel.store import Store

Id = Annotated[str, typer.Argument(help="A campaign's name, or the beginning of it.")]
SideOption = Annotated[Literal["german", "russian"], typer.Option("--side", help="Whose seat this is.")]
Seen = Annotated[
    Literal["german", "russian"] | None, typer.Option("--side", help="Whose eyes; without it, what all may know.")
]

campaign = typer.Typer(
    help="On Track to Orsha: orders, arrivals and victory points from date to date.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    app.add_typer(campaign, name="campaign")


@campaign.command()
def new(
    balance: Annotated[
        Literal["german", "russian"] | None, typer.Option(help="The side the balance provision helps.")
    ] = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Start a campaign. Its dice are committed to and can be proved at the end."""
    import secrets

    from orsha.campaign.desk import Desk
    from orsha.campaign.desk_state import DeskSetup
    from orsha.kernel import Committed, Match

    name = secrets.token_hex(6)
    match: Match[Any, Any, Any, Any] = Match.open(Desk(), DeskSetup(balance), name=name, dice=Committed(name))
    with_store(database, lambda store: store.add(match, "On Track to Orsha"))
    _show(match, "", json)


@campaign.command()
def status(id: Id, side: Seen = None, json: Json = False, database: Database = None) -> None:
    """Show where the campaign stands, as a side may know it."""
    _show(with_store(database, lambda store: _load(store, id)), side or "", json)


@campaign.command()
def order(
    id: Id,
    groups: Annotated[list[str] | None, typer.Argument(help="Groups, as I1 or V1+off-board.")] = None,
    side: SideOption = "german",
    json: Json = False,
    database: Database = None,
) -> None:
    """Place a side's order for the date, in secret. With nothing named it buys nothing."""
    from orsha.campaign.desk_state import Order
    from orsha.campaign.purchases import Purchase

    def parsed(text: str) -> Purchase:
        group, *having = text.split("+")
        return Purchase(group, {name: having.count(name) for name in having})

    command = Order(tuple(parsed(text) for text in groups or []))
    _show(_kept(id, database, lambda match: match.act(side, command)), side, json)


@campaign.command()
def file(
    id: Id,
    german_cvp: Annotated[int, typer.Option(help="Casualty points that the Germans suffered.")],
    russian_cvp: Annotated[int, typer.Option(help="Casualty points that the Russians suffered.")],
    evp: Annotated[int, typer.Option(help="Exit points of Russian units off the west edge.")] = 0,
    lvp: Annotated[str, typer.Option(help="Victory locations the Russians control: P3,K33,...")] = "",
    side: SideOption = "russian",
    json: Json = False,
    database: Database = None,
) -> None:
    """File how the scenario ended; the other side must agree."""
    from orsha.campaign.desk_state import File

    names = tuple(name.strip().upper() for name in lvp.split(",") if name.strip())
    command = File(german_cvp, russian_cvp, evp, names)
    _show(_kept(id, database, lambda match: match.act(side, command)), side, json)


@campaign.command()
def agree(
    id: Id,
    yes: Annotated[bool, typer.Option("--yes/--no", help="Whether that is how it ended.")] = True,
    side: SideOption = "german",
    json: Json = False,
    database: Database = None,
) -> None:
    """Agree to the scenario's end as it was filed, or not. With agreement the next date begins."""
    from orsha.campaign.desk_state import Agree

    _show(_kept(id, database, lambda match: match.act(side, Agree(yes))), side, json)


def _kept(id: str, database: str | None, step: Callable[[Match[Any, Any, Any, Any]], Any]) -> Match[Any, Any, Any, Any]:
    async def work(store: Store) -> Match[Any, Any, Any, Any]:
        match = await _load(store, id)
        await store.keep(match, step(match))
        return match

    return with_store(database, work)


async def _load(store: Store, id: str) -> Match[Any, Any, Any, Any]:
    from orsha.campaign.desk import Desk

    kept = await store.find(id)
    return await store.load(Desk(), kept.id)


def _show(match: Match[Any, Any, Any, Any], seat: str, json: bool) -> None:
    from orsha.campaign.desk import victory_points
    from orsha.kernel import log

    state = match.view(seat)
    if json:
        show_json({"campaign": match.opened.game, "state": state, "vp": victory_points(state), "result": match.result})
        return
    typer.echo(f"On Track to Orsha ({match.opened.game}): {state.date}, {state.phase}; {state.weather}, {state.ground}")
    for side, own in state.sides.items():
        secret = "" if own.cpp.sealed else f", {own.cpp.shown} CPP"
        typer.echo(f"  {side}: ELR {own.elr}, SAN {own.san}{secret}{', has ordered' if own.finished else ''}")
    typer.echo(f"  the Russians have {victory_points(state)} VP")
    for told in log(match, seat)[-3:]:
        for words in told.words:
            typer.echo(f"  - {words}")
    if match.result is not None:
        typer.echo(f"Over: the {match.result.winner}s win; {match.result.why}.")
