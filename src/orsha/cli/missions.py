"""`orsha missions`, `orsha mission show|zones|card`, `orsha pick`, `orsha share`, `orsha reserves`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.output import Json, Seed, show_json, show_rows

if TYPE_CHECKING:
    from orsha.tabletop.mission import Mission
    from orsha.tabletop.mission.format import Objectives

Slug = Annotated[str, typer.Argument(help="A mission's name, as `orsha missions` lists it.")]
PlanName = Annotated[Literal["attack", "manoeuvre", "defend"] | None, typer.Option(help="A battle plan.")]
SIDES: tuple[Literal["attacker", "defender"], ...] = ("attacker", "defender")

mission_app = typer.Typer(help="Show a mission, its zones or its printed card.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.command("missions")(missions)
    mission_app.command("list")(missions)
    app.add_typer(mission_app, name="mission")
    app.command("pick")(pick)
    app.command("share")(share)
    app.command("reserves")(reserves)


def missions(json: Json = False) -> None:
    """List the 21 missions."""
    from orsha.tabletop.mission import missions as known

    found = known().values()
    if json:
        show_json([as_json(mission) for mission in found])
    else:
        rows = [(m.slug, m.file.pack, m.file.edges, m.file.about) for m in found]
        show_rows(("mission", "pack", "edges", "what it is"), rows)


def as_json(mission: Mission) -> dict[str, Any]:
    """A mission with the keys of the contract."""
    from orsha.tabletop.mission.format import Objectives

    file = mission.file
    return {
        "slug": file.slug,
        "name": file.name,
        "pack": file.pack,
        "source": file.source,
        "about": file.about,
        "table": [_plain(size) for size in file.table],
        "edges": file.edges,
        "first_turn": mission.first_turn(),
        "special_rules": file.special_rules,
        "reserves": {side: _reserve(mission, side) for side in SIDES},
        "objectives": [
            {"by": side, "count": step.count, "in": step.zone}
            for step in file.setup
            if isinstance(step, Objectives)
            for side in _placers(step)
        ],
        "earliest_win": {side: mission.earliest_win(side) for side in SIDES},
    }


def _placers(step: Objectives) -> tuple[str, ...]:
    """Who places a step's objectives, in order."""
    if step.by != "both":
        return (step.by,)
    return ("defender", "attacker") if step.first == "defender" else ("attacker", "defender")


def _plain(number: float) -> float | int:
    return int(number) if float(number).is_integer() else number


def _reserve(mission: Mission, side: Literal["attacker", "defender"]) -> dict[str, Any] | None:
    reserve = mission.reserve(side)
    if reserve is None:
        return None
    return {
        "kinds": sorted(reserve.kinds),
        "share": reserve.share,
        "min_units": reserve.min_units,
        "max_units": reserve.max_units,
        "first_turn": mission.first_reserve_turn(side),
        "arrive": reserve.arrive,
    }


@mission_app.command()
def show(slug: Slug, json: Json = False) -> None:
    """Show a mission: set-up, special rules, how it is won."""
    from orsha.tabletop.mission import mission as find
    from orsha.tabletop.mission import words

    mission = find(slug)
    if json:
        show_json(as_json(mission))
        return
    file = mission.file
    lines = [f"{file.name}  ({file.pack}, {file.table[0]:g} x {file.table[1]:g} inches; {file.source})", file.about, ""]
    lines += [
        "Set-up",
        *(f"{n:3}. {words.step_words(mission, step)}" for n, step in enumerate(file.setup, start=1)),
        "",
    ]
    lines += ["Winning", *(f"  - {line}" for line in words.win_lines(mission)), ""]
    for side in SIDES:
        lines += _rule_lines(mission, side)
    typer.echo("\n".join(lines).rstrip())


def _rule_lines(mission: Mission, side: Literal["attacker", "defender"]) -> list[str]:
    from orsha.tabletop.mission import words

    lines: list[str] = []
    for rule in mission.file.special_rules[side]:
        lines += [f"{words.rule_title(rule)} ({side})"]
        lines += [f"  {line}" for line in words.special_words(mission, rule, side)] + [""]
    if mission.reserve(side) is not None:
        lines += [f"Reserves ({side})", *(f"  {line}" for line in words.reserve_words(mission, side)), ""]
    return lines


@mission_app.command()
def zones(
    slug: Slug,
    table: Annotated[str | None, typer.Option(help="Another table size, as 72x48.")] = None,
    json: Json = False,
) -> None:
    """Show a mission's zones as polygons on a table, in inches."""
    from orsha.kernel import Illegal
    from orsha.tabletop.mission import mission as find
    from orsha.tabletop.zones import BadZone, rings

    mission = find(slug)
    layout = mission.layout(_size(table))
    try:
        drawn = {name: mission.zone(name, layout) for name in mission.file.zones}
    except BadZone as error:
        raise Illegal(mission.file.source, f"the mission does not fit that table: {error}") from error
    if json:
        show_json({name: {"polygons": rings(zone), "area": round(zone.area, 4)} for name, zone in drawn.items()})
    else:
        rows = [(name, f"{zone.area:g}", mission.file.zones[name]) for name, zone in drawn.items()]
        show_rows(("zone", "square inches", "where"), rows)


def _size(text: str | None) -> tuple[float, float] | None:
    import re

    from orsha.kernel import Illegal
    from orsha.tabletop.table.kinds import LARGEST, SMALLEST

    if text is None:
        return None
    length = "([0-9]{1,5}(?:[.][0-9]{1,3})?)"
    found = re.fullmatch(f"{length}x{length}", text)
    if found is None:
        raise typer.BadParameter(f"{text!r}: a table is given as 72x48")
    size = float(found[1]), float(found[2])
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise Illegal("000 table size", f"a table is {SMALLEST} to {LARGEST} inches each way, not {text}")
    return size


@mission_app.command()
def card(
    slug: Slug,
    out: Annotated[Path, typer.Option(help="The file to write: .svg, .pdf or .png.")],
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")] = "a4",
    json: Json = False,
) -> None:
    """Write a mission's card: front with the map to scale, back with its rules."""
    from orsha.paper.card import write_card
    from orsha.tabletop.mission import mission as find

    write_card(find(slug), out, paper)
    show_json({"file": str(out)}) if json else typer.echo(f"{out}")


@mission_app.command()
def booklet(
    out: Annotated[Path, typer.Option(help="The PDF file to write.")],
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")] = "a4",
    json: Json = False,
) -> None:
    """Write all the mission cards as one PDF, and the pages to have at hand behind them."""
    from orsha.paper.card import write_booklet

    write_booklet(out, paper)
    show_json({"file": str(out)}) if json else typer.echo(f"{out}")


@mission_app.command()
def page(
    name: Annotated[Literal["works", "rivers", "rooms"], typer.Argument(help="Which page.")],
    out: Annotated[Path | None, typer.Option(help="A file to write: .svg, .pdf or .png.")] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")] = "a4",
    json: Json = False,
) -> None:
    """Show a page to have at hand: works and obstacles, rivers and boats, or rooms; or write it."""
    from orsha.tabletop.reference import reference

    found = reference(name)
    if out is not None:
        from orsha.paper.card import write_reference

        write_reference(found, out, paper)
    if json:
        show_json(found if out is None else {"file": str(out)})
    else:
        typer.echo(found.words() if out is None else f"{out}")


@mission_app.command()
def plans(
    out: Annotated[Path, typer.Option(help="The file to write: .svg, .pdf or .png.")],
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")] = "a4",
    json: Json = False,
) -> None:
    """Write the six battle plan cards, to cut out."""
    from orsha.paper.plan_cards import write_plan_cards

    write_plan_cards(out, paper)
    show_json({"file": str(out)}) if json else typer.echo(f"{out}")


def pick(
    random: Annotated[bool, typer.Option("--random", help="Pick by a die alone.")] = False,
    allied: PlanName = None,
    axis: PlanName = None,
    die: Annotated[int | None, typer.Option(min=1, max=6, help="What the die shows; without it one is rolled.")] = None,
    roll_off: Annotated[Literal["allied", "axis"] | None, typer.Option(help="Who won the roll to attack.")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="Show the odds of each mission instead.")] = False,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Pick a mission by a die or by battle plans."""
    from orsha.kernel import Illegal
    from orsha.tabletop.mission import choosing

    if odds:
        _pick_odds(json)
        return
    if random == (allied is not None or axis is not None):
        raise Illegal("003 Which Mission?", "pick either with --random, or with --allied PLAN and --axis PLAN")
    face = _face(seed) if die is None else die
    if random:
        chosen = choosing.random_mission(face)
    elif allied is None or axis is None:
        raise Illegal("003 Battle Plans", "both players choose a plan: give --allied and --axis")
    else:
        chosen = choosing.picked(allied, axis, face)
    attacker = chosen.attacker or roll_off or "roll"
    if json:
        show_json({"mission": chosen.mission, "attacker": attacker, "die": face})
    else:
        who = "roll to see who attacks" if attacker == "roll" else f"{attacker} attacks"
        typer.echo(f"A {face}: {chosen.mission}; {who}.")


def _face(seed: str | None) -> int:
    import secrets

    from orsha.kernel import Dice, Seeded

    return Dice(Seeded(seed or secrets.token_hex(16))).total("which mission", "you").result


def _pick_odds(json: bool) -> None:
    from orsha.tabletop.mission import choosing
    from orsha.tabletop.mission.state import PLANS

    table: dict[str, dict[str, Any]] = {
        f"allied {allied}, axis {axis}": {
            "attacker": choosing.plan_attacker(allied, axis) or "roll",
            "odds": {mission: str(chance) for mission, chance in choosing.plan_odds(allied, axis).items()},
        }
        for allied in PLANS
        for axis in PLANS
    }
    if json:
        show_json(table)
    else:
        rows = [(p, c["attacker"], ", ".join(f"{m} {o}" for m, o in c["odds"].items())) for p, c in table.items()]
        show_rows(("plans", "attacks", "missions"), rows)


def share(
    points: Annotated[int, typer.Argument(help="The points agreed on.")],
    rule: Annotated[Literal["reserves", "fortified", "outpost", "onslaught"], typer.Option(help="Which rule.")],
    json: Json = False,
) -> None:
    """Show the points that follow from a rule: what may start on the table, what is held back."""
    from orsha.tabletop.mission.shares import shares

    row = shares(points, rule)
    if json:
        show_json(row)
    else:
        show_rows(("what", "points"), [(name.replace("_", " "), value) for name, value in row.items()])


def reserves(
    slug: Slug,
    side: Annotated[Literal["attacker", "defender"], typer.Option(help="Whose reserves.")] = "defender",
    units: Annotated[int, typer.Option(min=1, max=30, help="How many units are held back.")] = 4,
    turns: Annotated[int, typer.Option(min=1, max=20, help="How many turns to look at.")] = 8,
    plot: Annotated[Path | None, typer.Option(help="Also draw it, to a .png, .svg or .pdf file.")] = None,
    json: Json = False,
) -> None:
    """Plan reserves: the exact chance, turn by turn, of how many units have arrived."""
    from orsha.kernel import Illegal
    from orsha.kernel.odds import percent
    from orsha.tabletop.mission import mission as find
    from orsha.tabletop.mission.reserves import arrival_odds

    mission = find(slug)
    first = mission.first_reserve_turn(side)
    if first is None:
        raise Illegal(mission.file.source, f"the {side} has no reserves in {mission.file.name}")
    by_turn = arrival_odds(units, first, turns)
    if plot is not None:
        from orsha.paper.reserves import write_plot

        write_plot(mission, side, units, plot)
    if json:
        show_json(
            [
                {"turn": turn, "arrived": {str(k): str(odds.chance(k)) for k in range(units + 1)}}
                for turn, odds in enumerate(by_turn, start=1)
            ]
        )
    else:
        rows = [
            (turn, *(percent(odds.at_least(k)) for k in range(1, units + 1)), f"{float(odds.mean()):.1f}")
            for turn, odds in enumerate(by_turn, start=1)
        ]
        show_rows(("turn", *(f"{k}+ in" for k in range(1, units + 1)), "on average"), rows)
