"""`orsha battle auto|log|replay|show|odds`: battles on the virtual table, from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli import battle_odds as odds
from orsha.cli.battle_odds import Entry, File
from orsha.cli.output import Json, Seed, show_json, show_rows

if TYPE_CHECKING:
    from orsha.bots.battle_auto import BattleMatch, Outcome
    from orsha.tabletop.game import BattleSetup
    from orsha.tabletop.mission.state import Seat


app = typer.Typer(help="Fight battles between bots, and read, check and draw saved ones.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="battle")


# -- a battle between bots


@app.command()
def auto(
    mission: Annotated[str, typer.Argument(help="A mission, as `orsha missions` lists it.")],
    allied: Annotated[str | None, typer.Option(help="The Allied force: a ready one or a file.")] = None,
    axis: Annotated[str | None, typer.Option(help="The Axis force, likewise.")] = None,
    points: Annotated[int, typer.Option(help="The points of the ready forces, where no force is named.")] = 100,
    bots: Annotated[str, typer.Option(help="Who plays: ALLIED:AXIS.")] = "staff:staff",
    attacker: Annotated[str | None, typer.Option(help="Who attacks: allied or axis; else the mission says.")] = None,
    table: Annotated[
        str | None, typer.Option(help="The table: a name, as `orsha table list` shows it, or a .toml file.")
    ] = None,
    turns: Annotated[int | None, typer.Option(help="When to call it off: after so many turns of each side.")] = None,
    switch: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE, as `orsha battle switches` lists them. Repeatable.")
    ] = None,
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option(help="Where to save the battle: a name with .orsha.")] = None,
    json: Json = False,
) -> None:
    """Play one battle between bots, tell how it ended, and save it."""
    import secrets

    from orsha.bots.battle_auto import MOST_TURNS, play_battle
    from orsha.cli.sides import bots_named
    from orsha.kernel import OrshaError

    most = MOST_TURNS if turns is None else turns
    if not 1 <= most <= MOST_TURNS:
        raise OrshaError(f"a battle is called off after 1 to {MOST_TURNS} turns, not {most}")
    ours, theirs = bots_named(bots)
    chosen = seed if seed is not None else secrets.token_hex(4)
    setup = _setup(mission, {"allied": allied, "axis": axis}, points, attacker, chosen, switch or [], most, table)
    _check_out(out)
    with _Turns(most) as bar:
        match, result = play_battle(setup, {"allied": ours, "axis": theirs}, chosen, record=True, seen=bar.seen)
    if out is not None:
        _save(match, result, out)
    _tell(result, len(match.lines), out, json)


def _setup(
    mission: str,
    named: dict[Seat, str | None],
    points: int,
    attacker: str | None,
    seed: str,
    switched: list[str],
    turns: int,
    table: str | None,
) -> BattleSetup:
    from orsha.cli.battle_switches import settings
    from orsha.cli.sides import READY, force_named, ready_force_of
    from orsha.cli.tables import table_named
    from orsha.kernel import Unknown
    from orsha.tabletop.game import BattleSetup
    from orsha.tabletop.game.fortified import fortified
    from orsha.tabletop.mission.library import mission as known_mission
    from orsha.tabletop.mission.shares import defender_points
    from orsha.tabletop.mission.state import SEATS

    known_mission(mission)
    sides: dict[str, Seat] = {seat: seat for seat in SEATS}
    if attacker is not None and attacker not in sides:
        raise Unknown("side", attacker, list(sides))
    chosen = sides[attacker] if attacker is not None else None
    half = fortified(mission)
    if half and chosen is None and not any(named.values()):
        chosen = "allied"  # 000: the Soviets attack
    sizes = {seat: defender_points(points) if half and chosen not in (None, seat) else points for seat in SEATS}
    forces = {seat: force_named(named[seat] or ready_force_of(READY[seat], sizes[seat])) for seat in SEATS}
    set_to = settings(switched)
    setup = BattleSetup(
        forces,
        mission=mission,
        attacker=chosen,
        table=table_named(table) if table is not None else None,
        seed=_table_seed(seed),
        shooting=set_to.shooting,
        moving=set_to.moving,
        terrain=set_to.terrain,
        turns=turns,
    )
    setup.check()
    setup.roster.mission_units()
    return setup


def _table_seed(seed: str) -> int:
    """The table's seed: the battle's own where that is a number, so that `orsha table new` makes the same table."""
    from hashlib import blake2b

    if seed.isascii() and seed.isdigit() and len(seed) < 16:
        return int(seed)
    return int.from_bytes(blake2b(seed.encode(errors="surrogatepass"), digest_size=6).digest())


def _check_out(out: Path | None) -> None:
    """Before a battle is played for nothing."""
    from orsha.kernel import OrshaError

    if out is None:
        return
    if out.suffix.lower() != ".orsha":
        raise OrshaError(f"a battle is saved as .orsha, not as {out.name!r}; orsha battle show draws it")
    if not out.parent.is_dir():
        raise OrshaError(f"{out} cannot be written: there is no folder {out.parent}")


def _save(match: BattleMatch, result: Outcome, out: Path) -> None:
    from orsha.kernel import export as file_format

    names = " against ".join(result.forces.values())
    title = "".join(c if c.isprintable() else "?" for c in f"{result.mission}, seed {result.seed}: {names}")
    file_format.save(out, file_format.write(match.game.kind, title[: file_format.MOST_TITLE], match.lines))


class _Turns:
    """A bar of turns on standard error while a battle is fought, where there is a terminal to show it."""

    def __init__(self, most: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        hidden = not sys.stderr.isatty()
        self.progress = Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=hidden)
        self.task = self.progress.add_task("turns, at most", total=2 * most)

    def __enter__(self) -> _Turns:
        self.progress.start()
        return self

    def __exit__(self, *wrong: object) -> None:
        self.progress.stop()

    def seen(self, match: BattleMatch) -> None:
        self.progress.update(self.task, completed=sum(match.state.mission.turns.values()))


def _tell(result: Outcome, entries: int, out: Path | None, json: bool) -> None:
    if json:
        import msgspec

        told: dict[str, object] = msgspec.to_builtins(result)
        show_json(told | {"entries": entries} | ({"file": str(out)} if out else {}))
        return
    from orsha.kernel import counted

    won = f"{result.winner} ({result.bots[result.winner]}) wins" if result.winner else "nobody wins"
    typer.echo(f"{result.mission}, seed {result.seed}; {result.attacker} attacks: {won}: {result.why}")
    for seat, force in result.forces.items():
        units = f"{result.lost[seat]} of {counted(result.units[seat], 'unit')}"
        teams = f"{result.teams_lost[seat]} of {counted(result.teams[seat], 'team')}"
        points, turns = counted(result.points[seat], "victory point"), counted(result.turns[seat], "turn")
        typer.echo(f"{seat}: {force}; {points} after {turns}; lost {units}, {teams}.")
    if out is not None:
        typer.echo(f"{out}: {entries} entries.")


@app.command()
def switches(json: Json = False) -> None:
    """List what the sources of the rules leave open, what it stands at, and where it is kept."""
    from orsha.cli.battle_switches import show

    show(json)


# -- a saved battle


@app.command()
def log(
    file: File,
    turn: Annotated[int | None, typer.Option(help="Only this turn of both sides; 0 is the set-up.")] = None,
    rolls: Annotated[bool, typer.Option("--rolls", help="Every roll and question too.")] = False,
    json: Json = False,
) -> None:
    """Tell a battle's story in words, turn by turn."""
    from orsha.cli.battle_file import pages_of, read_battle, replayed

    match = replayed(file, read_battle(file))
    pages = pages_of(match, turn, rolls)
    if json:
        show_json(pages)
        return
    now: tuple[int, str] | None = None
    for page in pages:
        if now != (page.turn, page.of):
            typer.echo(f"\n{page.of}'s turn {page.turn}" if page.turn else "The set-up")
            now = (page.turn, page.of)
        for words in page.words:
            typer.echo(f"{page.n:5d}  {words}")
    if match.result is not None and turn is None:
        typer.echo(f"\n{match.result.winner or 'nobody'} wins: {match.result.why}")


@app.command()
def replay(
    file: File,
    check: Annotated[bool, typer.Option("--check", help="Say only whether everything holds.")] = False,
    json: Json = False,
) -> None:
    """Apply a saved battle again, event by event, and compare every checksum and roll."""
    from orsha.cli.battle_file import read_battle, replayed
    from orsha.kernel import Damaged
    from orsha.kernel import verify as prove
    from orsha.kernel.journal import Did

    lines = read_battle(file)
    match = replayed(file, lines)
    try:
        proof = prove(match)
    except Damaged as error:
        raise Damaged(f"{file}: {error}") from error
    events = sum(len(entry.happened) for entry in match.entries if isinstance(entry, Did))
    if not check and not json:
        _score(match)
    if json:
        found = {"file": str(file), "ok": True, "entries": proof.entries, "events": events, "rolls": proof.rolls}
        show_json(found | {"dice": proof.dice, "result": match.result})
    else:
        typer.echo(
            f"{proof.entries} entries hold: {events} events applied again, every state as it was on record; "
            f"{proof.rolls} rolls, dice {proof.dice}."
        )


def _score(match: BattleMatch) -> None:
    """How the battle stood as each turn began."""
    from orsha.kernel.match import Match
    from orsha.tabletop.mission.ground import lost_units
    from orsha.tabletop.mission.state import SEATS

    again: BattleMatch = Match(match.game, match.opened, None)
    rows, now = [], (0, "")
    for line in match.lines:
        again.follow(line)
        state = again.state
        active = state.mission.active
        at = (state.mission.turns.get(active, 0), active) if active is not None else (0, "")
        if at != now and at[0]:
            left = [sum(id.startswith(seat) for id in state.teams) for seat in SEATS]
            lost = [lost_units(state.mission, seat) for seat in SEATS]
            rows.append((at[0], at[1], line.n, *left, *lost))
            now = at
    heads = ("turn", "of", "entry", "allied teams", "axis teams", "allied units lost", "axis units lost")
    show_rows(heads, rows)


@app.command()
def show(
    file: File,
    entry: Entry = None,
    zones: Annotated[bool, typer.Option("--zones", help="Draw the mission's zones into the picture.")] = False,
    out: Annotated[Path | None, typer.Option(help="A picture to write: .svg, .png or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Show a battle at a moment: how every unit is; with --out, the table as a picture."""
    from orsha.cli.battle_file import battle_at, moment
    from orsha.kernel.journal import Did
    from orsha.paper.battle_picture import headline, standing, write_battle

    match, last = battle_at(file, entry)
    state, n = match.state, len(match.lines) - 1
    if out is not None:
        final = match.entries[-1]
        events = [one.what for one in final.happened] if isinstance(final, Did) else []
        write_battle(state, out, zones=zones, note=f"entry {n} of {last}", events=events)
    if json:
        show_json(moment(state, n, last) | ({"file": str(out)} if out else {}))
        return
    typer.echo(f"{headline(state)} (entry {n} of {last})")
    roster = state.roster.units.values()
    show_rows(("unit", "name", "how it is"), [(unit.id, unit.name, standing(state, unit.id)) for unit in roster])
    if out is not None:
        typer.echo(f"Written to {out}.")


odds.register(app)
