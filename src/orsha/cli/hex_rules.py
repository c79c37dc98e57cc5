"""`orsha hex` and `orsha counter-battery`: what 001 1 to 5 say in a battle that is fought elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from orsha.cli.output import Json, Seed, show_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from orsha.campaign.counter_battery import Module
    from orsha.hexmap.asked import Said

hex_ = typer.Typer(help="Ask what the map's own rules say of a hex, a step or a shot.", no_args_is_help=True)

Hex = Annotated[str, typer.Argument(help="A hex, such as P15.")]
Shelled = Annotated[bool, typer.Option("--shelled", help="Shellholes came there in play.")]
By = Literal["infantry", "cavalry", "wagon", "vehicle"]


def register(app: typer.Typer) -> None:
    app.add_typer(hex_, name="hex")
    app.command("counter-battery")(counter_battery)


@hex_.command()
def show(hex: Hex, shelled: Shelled = False, json: Json = False) -> None:
    """Say what slopes, mixed terrain and the culvert do in a hex."""
    from orsha.hexmap.asked import about_hex
    from orsha.hexmap.map import hex_map

    board = hex_map()
    at = board.hex(hex)
    _tell(about_hex(board, at, shelled=shelled), json, f"{at}: no rule of 001 1 to 3 says anything of this hex.")


@hex_.command()
def cupola(json: Json = False) -> None:
    """Say what a machine-gun cupola is."""
    from orsha.hexmap.asked import about_cupolas

    _tell(about_cupolas(), json, "")


def _tell(said: Sequence[Said], json: bool, nothing: str) -> None:
    if json:
        show_json(said)
    else:
        typer.echo("\n".join(f"{one.words} [{one.rule}]" for one in said) or nothing)


@hex_.command()
def step(
    from_: Annotated[str, typer.Argument(metavar="FROM", help="A hex, such as U19.")],
    to: Annotated[str, typer.Argument(help="A hex next to it.")],
    by: Annotated[By, typer.Option(help="Who goes.")] = "infantry",
    base: Annotated[float | None, typer.Option(min=0, help="The base game's cost, crest lines included.")] = None,
    wet: Annotated[float, typer.Option(min=0, help="What rain or snow add for a change of elevation.")] = 0.0,
    gear: Annotated[Literal["tracked", "half-tracked", "wheeled"] | None, typer.Option(help="A vehicle's.")] = None,
    afv: Annotated[bool, typer.Option("--afv", help="The vehicle is an AFV.")] = False,
    shelled: Shelled = False,
    into_culvert: Annotated[bool, typer.Option("--into-culvert", help="Into the culvert, not on to it.")] = False,
    json: Json = False,
) -> None:
    """Say what a step to the next hex costs in all: slopes, grain beside a road, shelled orchards, the culvert."""
    from orsha.hexmap.asked import about_step, vehicle_of
    from orsha.hexmap.map import hex_map

    board = hex_map()
    start, end, vehicle = board.hex(from_), board.hex(to), vehicle_of(gear, afv)
    found = about_step(
        board, start, end, by, base=base, wet=wet, vehicle=vehicle, shelled=shelled, into_culvert=into_culvert
    )
    if json:
        show_json(found)
        return
    road = ", along a road" if found.along_road else ""
    points = "MP" if by == "vehicle" else "MF"
    typer.echo(f"{start} to {end}: {found.way}{road}.")
    for one in found.costs:
        typer.echo(f"{one.cost:g} {points} in all ({one.how})")
    _tell(found.said, False, "") if found.said else None


@hex_.command()
def shot(
    hexes: Annotated[
        list[str], typer.Argument(metavar="FROM... TO", help="Who fires, a hex or a group's, and at what.")
    ],
    storey: Annotated[int, typer.Option(min=0, help="How many levels above the ground the firer is.")] = 0,
    other: Annotated[int, typer.Option(help="The target hex's other terrain modifier.")] = 0,
    mud: Annotated[int, typer.Option(min=0, help="Mud's modifier.")] = 0,
    snap: Annotated[str | None, typer.Option(help="The other hex of a snap shot.")] = None,
    json: Json = False,
) -> None:
    """Say what slopes do for infantry that is shot at, and to a fire lane."""
    from orsha.hexmap.asked import about_shot
    from orsha.hexmap.map import hex_map
    from orsha.kernel import OrshaError

    if len(hexes) < 2:
        raise OrshaError("a shot has a hex that it comes from and one that it goes to")
    board = hex_map()
    *firers, target = [board.hex(name) for name in hexes]
    beside = board.hex(snap) if snap is not None else None
    found = about_shot(board, firers, target, storey=storey, other=other, mud=mud, snap=beside)
    if json:
        show_json(found)
        return
    typer.echo(f"Infantry in {target}: +{found.cover} by slopes, {found.total:+d} in all [001 1.41]")
    lane = f"{found.fire_lane:+d}" if found.fire_lane_reaches else "out of its reach"
    typer.echo(f"Against a fire lane from {firers[0]}: {lane} [001 1.31, 1.42]")


def _module(text: str) -> Module:
    from typing import get_args

    from orsha.campaign.counter_battery import Barrage, Module

    size, _, lies = text.partition(":")
    barrages: dict[str, Barrage] = {one: one for one in get_args(Barrage)}
    if text == "cb":
        return Module(text, attacks=1)
    if not (size.isascii() and size.isdigit() and len(size) < 4 and (not lies or lies in barrages)):
        raise typer.BadParameter(f"{text!r}: a module is a calibre, with :{', :'.join(barrages)} or nothing; or cb")
    return Module(text, int(size), ffe_placed=1, on_board=barrages.get(lies))


def counter_battery(
    ffe: Annotated[int, typer.Argument(min=0, help="How many FFE:1 counters the enemy has placed so far.")],
    module: Annotated[
        list[str] | None,
        typer.Option(
            help="A known enemy module: its calibre, such as 120, with :fire or :smoke if it lies on the board; or cb."
        ),
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Make a counter battery attack, as the first act of one's own prep fire phase."""
    import secrets

    from orsha.campaign import counter_battery as rules
    from orsha.kernel import Dice, Seeded

    rules.check_attack(ffe, "prep-fire", own_turn=True)
    enemy = [_module(text) for text in module or []]
    made = rules.attack(Dice(Seeded(seed or secrets.token_hex(16))), "you", ffe)
    able = rules.targets(made.effect, enemy)
    if json:
        after = {one.name: rules.struck(made.effect, one) for one in able}
        show_json({"faces": made.outcome.roll.faces, "effect": made.effect, "targets": able, "after": after})
        return
    typer.echo(f"{made.outcome.roll.words()}: {made.outcome.result}")
    if enemy and made.effect not in ("nothing", "own-loss"):
        names = ", ".join(one.name for one in able)
        typer.echo(f"Yours to choose: {names} [001 5.3]" if able else "None of these can be struck [001 5.3]")
