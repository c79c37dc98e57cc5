"""`orsha battle odds`: what attacks, moves and the dice to come promise at a moment, before any die is thrown."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli.output import Json, show_json

if TYPE_CHECKING:
    from orsha.tabletop.game.assault_chances import Chance
    from orsha.tabletop.game.bombarding_odds import Shells
    from orsha.tabletop.game.commands import Bombard
    from orsha.tabletop.game.crossing_odds import MoveChances
    from orsha.tabletop.game.firing_odds import Chances
    from orsha.tabletop.game.prospects import Prospect
    from orsha.tabletop.game.roster import UnitSheet
    from orsha.tabletop.game.state import BattleState

File = Annotated[Path, typer.Argument(help="A battle's .orsha file.")]
Entry = Annotated[int | None, typer.Option(help="After which entry of its journal; the last one without it.")]
ABOUT = "about: its weapons' hits may go to different teams"


def register(app: typer.Typer) -> None:
    app.command()(odds)


def odds(
    file: File,
    unit: Annotated[str, typer.Argument(help='Whose dice: its number ("allied 3", allied-3) or its name.')],
    enemy: Annotated[
        str | None, typer.Argument(help="Whom it attacks: a unit likewise, or one team of it (axis-4.2).")
    ] = None,
    to: Annotated[str | None, typer.Option(help="A place that it would move to, in inches: 24,30.")] = None,
    entry: Entry = None,
    tries: Annotated[int, typer.Option(min=1, max=20_000, help="How often a charge is tried out if it must be.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="The seed of those tries.")] = 0,
    json: Json = False,
) -> None:
    """Tell what a unit's dice promise at a moment, before any is thrown: attacks, a move, or what is to come."""
    from orsha.cli.battle_file import battle_at, unit_called

    match, _ = battle_at(file, entry)
    state, n = match.state, len(match.lines) - 1
    own = unit_called(state, unit)
    if enemy is not None:
        _attack(state, n, own, enemy, tries, seed, json)
    elif to is not None:
        _move(state, n, own, to, json)
    else:
        _to_come(state, n, own, json)


def _check_there(state: BattleState, n: int, own: UnitSheet) -> None:
    from orsha.kernel import OrshaError

    if not any(id in state.teams for id in own.teams):
        raise OrshaError(f"{own.name} ({own.id}) is not on the table after entry {n}")


# -- attacks


def _attack(state: BattleState, n: int, own: UnitSheet, enemy: str, tries: int, seed: int, json: bool) -> None:
    from orsha.cli.battle_file import target_called
    from orsha.kernel import OrshaError

    other, teams = target_called(state, enemy)
    if own.seat == other.seat:
        raise OrshaError(f"{own.id} and {other.id} are both {own.seat}'s; odds are asked against the enemy")
    _check_there(state, n, own)
    if not teams:
        raise OrshaError(f"{enemy} ({other.name}) is not on the table after entry {n}")
    shooting, no_shots = _shooting(state, own.id, teams)
    charge, no_charge = _charging(state, own.id, other.id, tries, seed)
    if json:
        shots = [{"team": id, **_chances_told(one)} for id, one in shooting]
        found: dict[str, object] = {"entry": n, "unit": own.id, "enemy": other.id, "shooting": shots}
        show_json(found | {"why_no_shot": no_shots, "charge": _charge_told(charge), "why_no_charge": no_charge})
        return
    typer.echo(f"{own.name} ({own.id}) against {other.name} ({other.id}), after entry {n}:")
    for id, one in shooting:
        typer.echo(f"  shooting at {id}: {one.words()} ({'exact' if one.exact else ABOUT})")
    typer.echo(f"  no shooting: {no_shots}" if no_shots else "", nl=bool(no_shots))
    typer.echo(f"  a charge carries: {charge.words()}" if charge else f"  no charge: {no_charge}")


def _shooting(state: BattleState, unit: str, teams: list[str]) -> tuple[list[tuple[str, Chances]], str | None]:
    """What shots at each team promise; or why there are none."""
    from orsha.kernel import Illegal
    from orsha.tabletop.game import facts
    from orsha.tabletop.game.firing_odds import chances

    try:
        found = [(id, chances(state, unit, id)) for id in teams if state.teams[id].aboard is None]
    except Illegal as error:
        return [], str(error)
    shots = [(id, one) for id, one in found if one.dice]
    if any(state.teams[id].shot is not None for id in facts.teams_of(state, unit)):
        return shots, None if shots else "it has shot in this turn"
    return shots, None if shots else "none of its weapons can be fired at it from where they stand"


def _charging(state: BattleState, unit: str, other: str, tries: int, seed: int) -> tuple[Chance | None, str | None]:
    from orsha.kernel import Illegal
    from orsha.tabletop.game.assault_chances import chance

    try:
        found = chance(state, unit, other, tries=tries, seed=seed)
    except Illegal as error:
        return None, str(error)
    return found, None if found else "none of its teams gets into contact"


def _chances_told(one: Chances) -> dict[str, object]:
    chances = {"destroyed": one.destroyed, "bailed_out": one.bailed_out, "pinned": one.pinned}
    return {
        "dice": one.dice,
        "hits": {str(hits): _share(share) for hits, share in one.hits.as_dict().items()},
        **{name: _share(share) for name, share in chances.items()},
        "shared_with": one.shared_with,
        "exact": one.exact,
        "words": one.words(),
    }


def _charge_told(one: Chance | None) -> dict[str, object] | None:
    if one is None:
        return None
    told: dict[str, object] = {"carries": _share(one.share), "exact": one.exact is not None, "words": one.words()}
    if one.sampled is not None:
        told |= {"tries": one.sampled.tries, "seed": one.sampled.seed, "interval": list(one.sampled.interval)}
    return told


def _share(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


# -- a move


def _move(state: BattleState, n: int, own: UnitSheet, to: str, json: bool) -> None:
    _check_there(state, n, own)
    found = _moving(state, own, _place(state, to))
    if json:
        teams = [
            {
                "team": one.team,
                "over": list(one.over),
                "ends": {str(end): _share(part) for end, part in one.ends.items()},
            }
            for one in found.teams
        ]
        told = {"entry": n, "unit": own.id, "all_through": _share(found.all_through), "teams": teams}
        show_json(told | {"exact": True, "words": found.words()})
        return
    typer.echo(f"{own.name} ({own.id}) toward {to}, after entry {n}: {found.words()}")
    for one in found.teams:
        typer.echo(f"  {one.team} over {one.words()}")


def _place(state: BattleState, to: str) -> tuple[int, int]:
    from orsha.kernel import OrshaError

    try:
        x, y = (round(float(part) * 1000) for part in to.split(","))
    except (ValueError, OverflowError):
        raise OrshaError(f"--to takes a place in inches, such as 24,30; not {to!r}") from None
    if state.table is None or not state.table.holds((x, y)):
        raise OrshaError(f"{to} is not on the table")
    return x, y


def _moving(state: BattleState, own: UnitSheet, to: tuple[int, int]) -> MoveChances:
    """The legal move toward a place that the program would propose."""
    from orsha.kernel import OrshaError
    from orsha.tabletop.game import landing, ways
    from orsha.tabletop.game.commands import March
    from orsha.tabletop.game.crossing_odds import chances

    legs = landing.afloat_legs(state, own.id, to) if state.boats else ()
    legs = legs or ways.toward(state, own.id, to)
    if not legs:
        raise OrshaError(f"{own.name} ({own.id}) finds no way there")
    return chances(state, own.seat, March(own.id, legs))


# -- what is to come


def _to_come(state: BattleState, n: int, own: UnitSheet, json: bool) -> None:
    from orsha.tabletop.game import prospects

    found = [*prospects.of_side(state, own.seat), *prospects.of_unit(state, own.id)]
    found = [one for one in found if one.about in (own.seat, own.id) or one.about in own.teams]
    shells = _bombarding(state, own)
    if json:
        told = [_prospect_told(one) for one in found]
        show_json({"entry": n, "unit": own.id, "to_come": told, "bombardment": _shells_told(shells)})
        return
    typer.echo(f"{own.name} ({own.id}), after entry {n}:")
    for one in found:
        typer.echo(f"  {one.words()} [{one.rule}]" + (f" ({one.about})" if one.about in own.teams else ""))
    if shells is not None:
        at, chances = shells[0].at, shells[1]
        typer.echo(f"  its best bombardment, at {at[0] / 1000:g}, {at[1] / 1000:g}: {chances.words()} (exact)")
    if not found and shells is None:
        typer.echo("  none of its dice are to come now")


def _bombarding(state: BattleState, own: UnitSheet) -> tuple[Bombard, Shells] | None:
    """The bombardment of a unit that promises most, in its own Shooting Step, and what it promises."""
    from orsha.kernel import Illegal
    from orsha.tabletop.game.bombarding_odds import chances
    from orsha.tabletop.game.shelling_guess import best_bombardment

    if own.id not in state.units or state.step != "shooting" or state.mission.active != own.seat:
        return None
    best = best_bombardment(state, own.id)
    try:
        return None if best is None else (best.command, chances(state, own.seat, best.command))
    except Illegal:
        return None


def _prospect_told(one: Prospect) -> dict[str, object]:
    return {"rule": one.rule, "about": one.about, "what": one.what, "odds": _shares(dict(one.odds)), "exact": True}


def _shells_told(shells: tuple[Bombard, Shells] | None) -> dict[str, object] | None:
    if shells is None:
        return None
    command, found = shells
    teams = [
        {"team": one.team, **_shares({"hit": one.hit, "destroyed": one.destroyed, "bailed_out": one.bailed_out})}
        for one in found.teams
    ]
    at = [mils / 1000 for mils in command.at]
    return {"at": at, "ranges_in": _share(found.ranges_in), "teams": teams, "exact": True, "words": found.words()}


def _shares(odds: dict[str, Fraction]) -> dict[str, str]:
    return {outcome: _share(share) for outcome, share in odds.items()}
