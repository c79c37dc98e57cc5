"""`orsha games list|show|export|import|verify`: the games that are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from orsha.cli.output import Database, Json, show_json, show_rows

if TYPE_CHECKING:
    from orsha.kernel.store import Store

T = TypeVar("T")
Id = Annotated[str, typer.Argument(help="A game's name, or the beginning of it.")]

games = typer.Typer(help="List, show, export, import and verify the games that are kept.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(games, name="games")


def with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    import asyncio

    from orsha.kernel.store import Store

    async def run() -> T:
        async with await Store.open(database) as store:
            return await work(store)

    return asyncio.run(run())


@games.command("list")
def list_games(json: Json = False, database: Database = None) -> None:
    """List the games, the newest first."""
    kept = with_store(database, lambda store: store.list())
    if json:
        show_json(kept)
    elif not kept:
        typer.echo("No games are kept yet.")
    else:
        rows = [(k.id[:12], k.kind, k.title, k.entries, k.last_at, "over" if k.result else "open") for k in kept]
        show_rows(("game", "kind", "title", "entries", "last", "state"), rows)


@games.command()
def show(
    id: Id,
    seat: Annotated[str, typer.Option(help="Whose eyes to look with; without it, a spectator's.")] = "",
    all: Annotated[bool, typer.Option("--all", help="Show everything, both sides' secrets too.")] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Tell a game's story so far, as a seat may know it."""
    from orsha.kernel import Match, Unknown, log, playthrough, sheet
    from orsha.kinds import game_of

    async def load(store: Store) -> object:
        kept = await store.find(id)
        return await store.load(game_of(kept.kind), kept.id)

    match = with_store(database, load)
    assert isinstance(match, Match)
    if seat and seat not in match.seats:
        raise Unknown("seat in this game", seat, list(match.seats))
    if json:
        show_json(sheet(match, seat))
    elif all:
        typer.echo(playthrough(match), nl=False)
    else:
        for told in log(match, seat):
            for words in told.words:
                typer.echo(f"{told.n:4d}  {words}")


@games.command()
def export(
    id: Id,
    out: Annotated[Path | None, typer.Option(help="The file to write; GAME.orsha without it.")] = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Write a game to one file. It holds both sides' secrets."""
    from orsha.kernel import export as file_format

    kept, lines, _ = with_store(database, lambda store: store.journal(id))
    file = out or Path(f"{kept.id}.orsha")
    file_format.save(file, file_format.write(kept.kind, kept.title, lines))
    if json:
        show_json({"file": str(file), "game": kept.id, "entries": len(lines)})
    else:
        typer.echo(f"{file}: {len(lines)} entries. It holds both sides' secrets; give it to no player of an open game.")


@games.command("import")
def import_game(
    file: Annotated[Path, typer.Argument(help="An .orsha file.")], json: Json = False, database: Database = None
) -> None:
    """Take a game in from a file, every checksum verified."""
    from orsha.kernel import export as file_format
    from orsha.kernel import redecide
    from orsha.kernel import verify as prove
    from orsha.kernel.match import Match
    from orsha.kinds import game_of

    head, lines = file_format.read(file_format.fetch(file))
    match = Match.replay(game_of(head.kind), lines)
    prove(match)
    if match.opened.version == match.game.version:
        redecide(match)
    with_store(database, lambda store: store.take_in(match, head.title))
    if json:
        show_json({"game": match.opened.game, "entries": len(match.lines)})
    else:
        typer.echo(f"The game {match.opened.game} is kept, with {len(match.lines)} entries.")


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


@games.command()
def verify(
    id: Annotated[str, typer.Argument(help="A kept game, or an .orsha file.")],
    json: Json = False,
    database: Database = None,
) -> None:
    """Prove a game: links, states, dice, and that every event follows from the rules."""
    from orsha.kernel import export as file_format
    from orsha.kernel import redecide
    from orsha.kernel import verify as prove
    from orsha.kernel.match import Match
    from orsha.kinds import game_of

    if _is_file(id):
        head, lines = file_format.read(file_format.fetch(Path(id)))
        kind = head.kind
    else:
        kept, lines, _ = with_store(database, lambda store: store.journal(id))
        kind = kept.kind
    match = Match.replay(game_of(kind), lines)
    redecide(match)
    proof = prove(match)
    if json:
        show_json(
            {"game": match.opened.game, "ok": True, "entries": proof.entries, "rolls": proof.rolls, "dice": proof.dice}
        )
    else:
        dice = {
            "proved": "every roll is the one its seed gives",
            "sealed": "the dice can be proved when the game is over and their seed is shown",
            "typed": "the dice were real ones",
            "partly": "every roll since the game came here is the one its seed gives; those before cannot be proved",
        }[proof.dice]
        typer.echo(f"{proof.entries} entries and {proof.rolls} rolls hold: every event follows from the rules; {dice}.")
