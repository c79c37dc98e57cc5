"""`orsha solo ...`: the two solo missions, one command a decision; the enemy's staff is the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.games import with_store
from orsha.cli.output import Database, Json, Seed, show_json, show_rows

if TYPE_CHECKING:
    from orsha.kernel import Match
    from orsha.kernel.match import Step
    from orsha.kernel.store import Store
    from orsha.solo.state import SoloCommand, SoloState

    Playing = Match[Any, Any, Any, Any]

Game = Annotated[str | None, typer.Option("--game", help="A mission's name, or its beginning; else the newest open.")]
Words = Annotated[list[str] | None, typer.Argument(help="The answer: choices by their keys, or hexes. None: `none`.")]
Tables = Annotated[
    Path | None,
    typer.Option(
        help="Your own tables in the place of stand-ins (see `orsha solo tables`).", envvar="ORSHA_SOLO_TABLES"
    ),
]

solo = typer.Typer(help="The two solo missions: you against tables and dice.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(solo, name="solo")


@solo.command()
def new(
    mission: Annotated[str, typer.Argument(help="s1, Breakthrough to Orsha, or s2, The Cross Roads.")],
    seed: Seed = None,
    tables: Tables = None,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="Throw your own dice; tell them with `roll`.")] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Begin a mission: its tables are rolled and the enemy is set up."""
    from orsha.kernel import Match, OrshaError
    from orsha.solo.files import mission as known
    from orsha.solo.game import Solo
    from orsha.solo.standins import GivenFile, load_given
    from orsha.solo.state import SEAT, Begin, SoloSetup

    file = known(mission)
    if seed is not None and real_dice:
        raise OrshaError("a seed is for the program's dice: leave it away with --real-dice")
    setup = SoloSetup(file.slug, GivenFile() if tables is None else load_given(tables))
    name, dice = _dice(file.slug, seed, real_dice)
    match: Playing = Match.open(Solo(), setup, name=name, dice=dice)
    match.do(SEAT, Begin())
    with_store(database, lambda store: store.add(match, file.title))
    _show(match, 0, json)


def _dice(mission: str, seed: str | None, real: bool) -> tuple[str, Any]:
    """A name and dice: a seed gives both, so that the same seed gives the same game."""
    import hashlib
    import secrets

    from orsha.kernel import Committed, Typed

    if seed is not None:
        return f"{mission}-{hashlib.sha256(seed.encode(errors='surrogatepass')).hexdigest()[:10]}", seed
    name = f"{mission}-{secrets.token_hex(5)}"
    return name, Typed() if real else Committed(name)


@solo.command()
def status(game: Game = None, json: Json = False, database: Database = None) -> None:
    """Show where the mission stands: places, S?, enemies, your own, and what is asked."""
    match = with_store(database, lambda store: _load(store, game))
    if json:
        show_json(_as_json(match, []))
    else:
        _show_all(match)


@solo.command()
def turn(game: Game = None, json: Json = False, database: Database = None) -> None:
    """End the player turn under way and begin the next: events, arrivals, what is to do."""
    from orsha.solo.state import NextTurn

    _act(NextTurn(), game, json, database)


@solo.command()
def activate(
    suspect: Annotated[str, typer.Argument(help="The S?, as S7.")],
    game: Game = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Try an S? that your men can see: is the enemy there, and who?"""
    from orsha.solo.state import Activate

    _act(Activate(suspect.upper()), game, json, database)


@solo.command()
def event(
    words: Annotated[
        list[str] | None, typer.Argument(help="enemy or friendly; or the answer that an event asks for.")
    ] = None,
    game: Game = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Roll a random event now, or answer what one asks."""
    from orsha.kernel import OrshaError
    from orsha.solo.state import Happen

    def step(match: Playing) -> Step[Any, Any]:
        from orsha.solo.state import SEAT

        if match.state.asked is not None:
            return _answer_step(match, words)
        if len(words or []) != 1 or (words or [""])[0] not in ("enemy", "friendly"):
            raise OrshaError("whose random event? enemy or friendly")
        return match.act(SEAT, Happen((words or [""])[0]))  # type: ignore[arg-type]

    _do(step, game, json, database)


@solo.command()
def answer(words: Words = None, game: Game = None, json: Json = False, database: Database = None) -> None:
    """Answer what the program asks."""
    _do(lambda match: _answer_step(match, words), game, json, database)


@solo.command()
def end(words: Words = None, game: Game = None, json: Json = False, database: Database = None) -> None:
    """Roll the mission end die; after it, answer what the points depend on."""
    from orsha.solo.state import SEAT, End

    def step(match: Playing) -> Step[Any, Any]:
        if match.state.phase == "ending" and match.state.asked is not None:
            return _answer_step(match, words)
        return match.act(SEAT, End())

    _do(step, game, json, database)


@solo.command()
def tell(
    what: Annotated[
        Literal["lost", "moved", "control", "losses", "mines", "sky"],
        typer.Argument(
            help="lost g1 S3 | moved S3 P15 | control P3 friendly | losses r4*2 | mines H22 | sky recalled 1"
        ),
    ],
    words: Annotated[list[str], typer.Argument(help="What happened.")],
    game: Game = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Tell the program what happened on your table."""
    from orsha.solo.typed import report

    _act(report(what, words), game, json, database)


@solo.command()
def roll(
    faces: Annotated[list[int], typer.Argument(help="What your dice show, the coloured one first.")],
    game: Game = None,
    json: Json = False,
    database: Database = None,
) -> None:
    """Say what your own dice showed."""
    from orsha.solo.state import SEAT

    _do(lambda match: match.answer(SEAT, faces), game, json, database)


@solo.command()
def undo(game: Game = None, json: Json = False, database: Database = None) -> None:
    """Take the last thing back that no die has followed."""
    from orsha.solo.state import SEAT

    _do(lambda match: match.take_back(SEAT), game, json, database)


@solo.command()
def log(game: Game = None, json: Json = False, database: Database = None) -> None:
    """Tell the mission's whole story: the after-action report."""
    from orsha.kernel import log as told_to
    from orsha.solo.state import SEAT

    match = with_store(database, lambda store: _load(store, game))
    lines = [words for told in told_to(match, SEAT) for words in told.words]
    if json:
        show_json(lines)
        return
    for words in lines:
        typer.echo(words)


@solo.command()
def odds(game: Game = None, json: Json = False, database: Database = None) -> None:
    """Show the exact chances: activation, the next Rally Phases' events, the mission's end."""
    from orsha.solo.odds import coming

    found = coming(with_store(database, lambda store: _load(store, game)).state)
    if json:
        show_json(_fractions(found))
        return
    acts = found.activation
    typer.echo(f"An S? is the enemy on {acts.number} or less: {_chance(acts.succeeds)}")
    show_rows(("a try finds at least one", "chance"), [(item, _chance(c)) for item, c in acts.finds.items()])
    for side, events in found.events.items():
        low, high = events.numbers
        typer.echo(f"Random event, {side}, numbers {low}/{high}: {_chance(events.comes)}")
        show_rows(("event", "chance"), [(name, _chance(c)) for name, c in events.events.items()])
        for name, why in events.cannot.items():
            typer.echo(f"  not {name}: {why}")
    show_rows(("the mission ends with", "chance"), [(name, _chance(c)) for name, c in found.mission_end.items()])
    if found.stand_ins:
        typer.echo(f"Behind these chances are stand-ins: {', '.join(found.stand_ins)}.")


def _chance(chance: Any) -> str:
    return f"{chance} ({float(chance):.1%})"


def _fractions(value: Any) -> Any:
    """Fractions as p/q."""
    from fractions import Fraction

    from msgspec.structs import asdict

    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {key: _fractions(one) for key, one in value.items()}
    if hasattr(value, "__struct_fields__"):
        return _fractions(asdict(value))
    return value


@solo.command()
def tables(
    out: Annotated[Path | None, typer.Option(help="Write them to a file that can be changed.")] = None,
    json: Json = False,
) -> None:
    """Show the tables that stand in for those of the solo game."""
    from orsha.kernel import OrshaError
    from orsha.solo.standins import for_players, stand_ins

    if out is not None:
        if out.exists():
            raise OrshaError(f"{out} is there already")
        try:
            out.write_text(for_players(), encoding="utf-8")
        except OSError as error:
            raise OrshaError(f"{out} cannot be written: {error.strerror}") from error
        show_json({"file": str(out)}) if json else typer.echo(f"{out}: change what you own, and leave the rest out.")
        return
    found = stand_ins().tables
    if json:
        show_json(found)
        return
    rows = [(t.name, t.title, t.dice, "; ".join(f"{row.span()}: {row.result}" for row in t.rows)) for t in found]
    show_rows(("table", "stands in for", "dice", "rows"), rows)


# -- loading, acting, showing


def _answer_step(match: Playing, words: list[str] | None) -> Step[Any, Any]:
    from orsha.kernel import OrshaError
    from orsha.solo.state import SEAT, Answer
    from orsha.solo.typed import chosen

    if match.position.waiting is not None:
        raise OrshaError(f"dice are asked for, {match.position.waiting.ask.purpose}: say them with `orsha solo roll`")
    if match.state.asked is None:
        raise OrshaError("nothing is asked now")
    return match.act(SEAT, Answer(chosen(match.state.asked, words or [])))


def _act(command: SoloCommand, game: str | None, json: bool, database: str | None) -> None:
    from orsha.solo.state import SEAT

    _do(lambda match: match.act(SEAT, command), game, json, database)


def _do(step: Callable[[Playing], Step[Any, Any]], game: str | None, json: bool, database: str | None) -> None:
    async def work(store: Store) -> tuple[Playing, int]:
        match = await _load(store, game)
        since = len(match.entries)
        await store.keep(match, step(match))
        return match, since

    match, since = with_store(database, work)
    _show(match, since, json)


async def _load(store: Store, game: str | None) -> Playing:
    from orsha.kernel import OrshaError
    from orsha.solo.game import Solo

    if game is not None:
        kept = await store.find(game)
        if kept.kind != Solo.kind:
            raise OrshaError(f"the game {kept.id} is a {kept.kind}, no solo mission")
        return await store.load(Solo(), kept.id)
    found = [kept for kept in await store.list() if kept.kind == Solo.kind]
    newest = next((kept for kept in found if not kept.result), found[0] if found else None)
    if newest is None:
        raise OrshaError("no solo mission is kept: begin one with `orsha solo new s1`")
    return await store.load(Solo(), newest.id)


def _as_json(match: Playing, told: list[str]) -> dict[str, object]:
    state: SoloState = match.state
    waiting = match.position.waiting
    return {
        "game": match.opened.game,
        "mission": state.setup.mission,
        "phase": state.phase,
        "turn": state.turn,
        "side": state.side,
        "told": told,
        "asked": state.asked,
        "dice": None if waiting is None else waiting.ask,
        "state": state,
        "result": match.result,
    }


def _show(match: Playing, since: int, json: bool) -> None:
    """What a command led to, and what is asked next."""
    from orsha.kernel import log as told_to
    from orsha.solo.state import SEAT

    told = [words for entry in told_to(match, SEAT, since) for words in entry.words]
    if json:
        show_json(_as_json(match, told))
        return
    for words in told:
        typer.echo(words)
    _show_next(match)


def _show_next(match: Playing) -> None:
    state: SoloState = match.state
    waiting = match.position.waiting
    if waiting is not None:
        dice = "a die" if waiting.ask.count == 1 else f"{waiting.ask.count} dice"
        typer.echo(f"Throw {dice}: orsha solo roll FACES")
    elif state.asked is not None:
        for key, words in state.asked.choices.items():
            typer.echo(f"  {key}{': ' + words if words != key else ''}")
        few, many = state.asked.least, state.asked.most
        typer.echo(f"Answer with {few if few == many else f'{few} to {many}'}: orsha solo answer ...")
    elif match.result is not None:
        who = {"player": "You win", "enemy": "The enemy wins"}.get(match.result.winner or "", "Nobody wins")
        typer.echo(f"{who}: {match.result.why}.")


def _show_all(match: Playing) -> None:
    from orsha.solo.files import mission

    state: SoloState = match.state
    file, figures = mission(state.setup.mission), state.figures
    typer.echo(f"{file.title} ({match.opened.game}): turn {state.turn}, {state.side}; {state.conditions}")
    typer.echo(
        f"  SAN {figures.san_friendly}, enemy {figures.san_enemy}; AC# {figures.activation}; event numbers "
        f"{figures.events_friendly}/{figures.events_friendly + 1}, enemy "
        f"{figures.events_enemy}/{figures.events_enemy + 1}; aircraft {state.sky}"
    )
    whose = {"friendly": "yours", "enemy": "the enemy's"}
    show_rows(("VPO", "whose"), [(one.place, whose[one.holder]) for one in state.objectives.values()])
    enemies = [(one.id, "S?", one.place, one.attitude) for one in state.suspects.values()]
    enemies += [(one.id, one.what, one.place, one.attitude) for one in state.units.values()]
    show_rows(("enemy", "what", "where", "attitude"), enemies)
    own = [(one.id, one.what, one.count, one.group, one.note) for one in state.own.values()]
    show_rows(("yours", "what", "how many", "of", ""), own)
    fields = [(f.place, "?" if f.ap is None else f.ap, "?" if f.at is None else f.at) for f in state.mines.values()]
    if fields:
        show_rows(("mines", "AP", "AT"), fields)
    if state.wrecks:
        typer.echo("Wrecks: " + ", ".join(f"{hex} {what}" for hex, what in state.wrecks.items()))
    if state.asked is not None:
        typer.echo(f"You are asked: {state.asked.words}")
    _show_next(match)
