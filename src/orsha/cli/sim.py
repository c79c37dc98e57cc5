"""`orsha sim`: many games at once, and what they say about missions, forces and bots."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orsha.cli.output import Json, show_json, show_rows
from orsha.cli.sides import READY, bots_named, force_named, half_of, ready_force_of

if TYPE_CHECKING:
    from orsha.sim import Attacker, Engine, Figures, Pairing, Plan, Player, Result
    from orsha.sim.plan import Seat
    from orsha.tabletop.table import Table

ALL = "all"


def register(app: typer.Typer) -> None:
    app.command("sim")(sim)


def sim(
    mission: Annotated[str, typer.Argument(help="A mission, as `orsha missions` lists it, or all.")],
    games: Annotated[int, typer.Option(help="How many games of each mission.")] = 100,
    allied: Annotated[
        list[str] | None, typer.Option(help="The Allied force: a ready one or a file. Repeatable.")
    ] = None,
    axis: Annotated[list[str] | None, typer.Option(help="The Axis force, likewise.")] = None,
    points: Annotated[int, typer.Option(help="The points of the ready forces, where no force is named.")] = 100,
    bots: Annotated[
        list[str] | None, typer.Option(help="Who plays: ALLIED:AXIS, staff:staff without it. Repeatable.")
    ] = None,
    attacker: Annotated[str, typer.Option(help="Who attacks: turns, roll, allied or axis.")] = "turns",
    tables: Annotated[int | None, typer.Option(help="On how many tables a mission is played.")] = None,
    table: Annotated[
        str | None,
        typer.Option(help="The one table of all games: a name, as `orsha table list` shows it, or a .toml file."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed, the same games.")] = "1",
    workers: Annotated[int | None, typer.Option(help="Processes that play; as many as cores without it.")] = None,
    engine: Annotated[str, typer.Option(help="local, or ray for a Ray cluster.")] = "local",
    keep: Annotated[
        Path | None, typer.Option(help="A file that keeps every game as it is done; the next run goes on from there.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A report to write: .html, .md, .pdf or .json.")] = None,
    json: Json = False,
) -> None:
    """Play many games between bots and report who wins how often, how long games take and what they cost."""
    import time

    from orsha.cli.tables import table_named
    from orsha.kernel import OrshaError
    from orsha.sim import TABLES, Plan, figures, run

    if table is not None and tables is not None:
        raise OrshaError("--table names the one table of all games, --tables says how many are made: give one of them")
    ground = table_named(table) if table is not None else None
    plan = Plan(
        _missions(mission),
        _pairings(allied, axis, points, bots),
        games,
        seed,
        _attacker(attacker),
        TABLES if tables is None else tables,
        None if ground is None else _number_of(ground),
    )
    plan.check()
    if out is not None:
        from orsha.paper.sim_report import check_out

        check_out(out)
    player = player_for(plan, ground)
    begun = time.perf_counter()
    with Watching(games * len(plan.missions)) as watching:
        played = run(plan, player, workers=_workers(workers), engine=_engine(engine), told=watching.told, keep=keep)
    seconds = time.perf_counter() - begun
    found = figures(played)
    if out is not None:
        from orsha.paper.sim_report import write_report

        write_report(found, out)
    _show(found, seconds, out, json)
    if found.failed:
        raise typer.Exit(1)


# -- what was asked for


def _missions(asked: str) -> tuple[str, ...]:
    from orsha.tabletop.mission.library import mission, missions

    return tuple(missions()) if asked == ALL else (mission(asked).slug,)


def _pairings(
    allied: list[str] | None, axis: list[str] | None, points: int, bots: list[str] | None
) -> tuple[Pairing, ...]:
    from orsha.sim import pairings

    named = {
        seat: forces or [ready_force_of(READY[seat], points)] for seat, forces in (("allied", allied), ("axis", axis))
    }
    pairs = [bots_named(pair) for pair in bots or ["staff:staff"]]
    return pairings(
        list(dict.fromkeys(named["allied"])), list(dict.fromkeys(named["axis"])), list(dict.fromkeys(pairs))
    )


def _attacker(asked: str) -> Attacker:
    from typing import get_args

    from orsha.kernel import Unknown
    from orsha.sim import Attacker

    known: dict[str, Attacker] = {one: one for one in get_args(Attacker)}
    if asked not in known:
        raise Unknown("way to say who attacks", asked, list(known))
    return known[asked]


def _engine(asked: str) -> Engine:
    from typing import get_args

    from orsha.kernel import Unknown
    from orsha.sim import Engine

    known: dict[str, Engine] = {one: one for one in get_args(Engine)}
    if asked not in known:
        raise Unknown("engine", asked, list(known))
    return known[asked]


def _workers(asked: int | None) -> int:
    import os

    return (os.cpu_count() or 1) if asked is None else asked


def _number_of(table: Table) -> int:
    """What a table made beforehand is known by in the file of kept games: another table, another number."""
    from hashlib import sha256

    from orsha.tabletop.table import table_text

    return int(sha256(table_text(table).encode()).hexdigest()[:13], 16)


def player_for(plan: Plan, table: Table | None = None) -> Player:
    """The player of a plan's battles, with all its forces loaded and checked; on one table, if it is given."""
    from orsha.sim.battles import Battles
    from orsha.tabletop.game import BattleSetup

    forces = {name: force_named(name) for pairing in plan.pairings for name in pairing.forces.values()}
    setups = tuple(
        (one, BattleSetup({seat: forces[name] for seat, name in one.forces.items()}, table=table))
        for one in plan.pairings
    )
    halves = {name: half for name in forces if (half := half_of(name)) is not None}
    player = Battles(setups, halves)
    both: tuple[Seat, Seat] = ("allied", "axis")
    seats: dict[Attacker, tuple[Seat | None, ...]] = {
        "turns": both,
        "roll": (None,),
        "allied": both[:1],
        "axis": both[1:],
    }
    for pairing, setup in setups:
        for mission in plan.missions:
            for attacker in seats[plan.attacker]:
                player.setup(pairing, mission, attacker).check()
        setup.roster.mission_units()
    return player


# -- what is shown


class Watching:
    """A bar on standard error while games are played, where there is a terminal to show it."""

    def __init__(self, games: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(file=sys.stderr)
        self.progress = Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self.task = self.progress.add_task("making tables", total=games)

    def __enter__(self) -> Watching:
        self.progress.start()
        return self

    def __exit__(self, *wrong: object) -> None:
        self.progress.stop()

    def told(self, results: Sequence[Result]) -> None:
        if results:
            self.progress.update(self.task, advance=len(results), description="games")


def _show(found: Figures, seconds: float, out: Path | None, json: bool) -> None:
    if json:
        show_json(_told(found, seconds) | ({"file": str(out)} if out else {}))
        return
    from orsha.sim import paragraphs, sheets

    for text in paragraphs(found):
        typer.echo(text)
    for sheet in sheets(found) if found.whole.games else ():
        show_rows((sheet.title, *sheet.heads[1:]), sheet.rows)
    typer.echo(f"{found.whole.games:,} games in {seconds:.1f} seconds.")
    if out is not None:
        typer.echo(f"Written to {out}.")


def _told(found: Figures, seconds: float) -> dict[str, Any]:
    """The figures that scripts rely on, then all of them."""
    whole = found.whole
    attacker = whole.sides["attacker"].wins
    return {
        "games": whole.games,
        "attacker_wins": attacker.wins,
        "defender_wins": whole.sides["defender"].wins.wins,
        "draws": whole.unfinished,
        "attacker_share": attacker.share,
        "attacker_interval": [attacker.low, attacker.high],
        "mean_turns": whole.turns.mean,
        "seconds": round(seconds, 3),
        "games_per_second": round(whole.games / seconds, 3),
        "illegal": found.illegal,
        "figures": found,
    }
