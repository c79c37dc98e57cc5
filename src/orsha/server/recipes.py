"""How games begin: from a whole set-up, or from the few words that a person says."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from orsha.kernel import Committed, Game, Illegal, Match, OrshaError, Seeded, Typed
from orsha.kernel.complaints import in_words
from orsha.kinds import KINDS, game_of
from orsha.server import api
from orsha.server.eyes import AnyMatch
from orsha.server.problems import Refused

if TYPE_CHECKING:
    from orsha.tabletop.force import Force

FORM = "a set-up's form"
NATIONS: dict[api.Side, str] = {"allied": "soviet", "axis": "german"}
"""Whose ready forces a seat gets where none is named."""
READY_POINTS = 100
"""Of the ready forces, where nobody says."""
NAMES = {"battle": "A battle", "mission": "A mission", "series": "A linked campaign", "campaign": "On Track to Orsha"}


def opened(wanted: api.NewGame) -> tuple[AnyMatch, str]:
    """A new game and its title. Whatever a strange set-up leads the rules to is the set-up's fault."""
    game, setup = _setup(wanted.begin)
    name = secrets.token_hex(12)
    dice: Committed | Typed | Seeded | str
    match wanted.dice.kind:
        case "committed":
            dice = Committed(name)
        case "typed":
            dice = Typed()
        case _:
            dice = wanted.dice.seed
    try:
        match = Match.open(game, setup, name=name, dice=dice)
        for seat in match.seats:
            match.options(seat)
    except OrshaError:
        raise
    except Exception as error:
        raise Refused(422, f"a game cannot begin like that ({type(error).__name__})", rule=FORM) from error
    title = " ".join(wanted.title.split()) or _title(wanted.begin, game.kind)
    return match, "".join(letter if letter.isprintable() else "?" for letter in title)


def taken_in(data: bytes) -> tuple[AnyMatch, str]:
    """A game from its file: links, states and dice proved, and every event decided again by the rules."""
    from orsha.kernel import Damaged, redecide, verify
    from orsha.kernel.export import read

    head, lines = read(data)
    game = game_of(head.kind)
    try:
        match: AnyMatch = Match.replay(game, lines)
        verify(match)
        if match.opened.version == game.version:
            redecide(match)
    except OrshaError:
        raise
    except Exception as error:  # a forged beginning may lead the rules anywhere
        raise Damaged(f"the file holds no game that could be played ({type(error).__name__})") from error
    return match, head.title


def _title(begin: api.Begin, kind: str) -> str:
    if isinstance(begin, (api.Battle, api.Companion)) and begin.mission is not None:
        from orsha.tabletop.mission import mission

        return mission(begin.mission).file.name
    if isinstance(begin, api.Series):
        from orsha.series import linked_campaign

        return linked_campaign(begin.campaign).name
    if isinstance(begin, api.Solo):
        from orsha.solo.files import missions

        return missions()[begin.mission].title
    return NAMES.get(kind, "A solo mission")


def _setup(begin: api.Begin) -> tuple[Game[Any, Any, Any, Any], Any]:
    match begin:
        case api.FromSetup(kind, setup):
            return _checked(kind, setup)
        case api.Battle():
            return _checked("battle", battle_setup(begin))
        case api.Companion():
            return _checked("mission", _companion(begin))
        case api.Series(campaign, points):
            return _checked("series", {"campaign": campaign, "points": points})
        case api.Campaign(balance):
            return _checked("campaign", {"balance": balance})
        case api.Solo(mission):
            return _checked("solo", {"mission": mission})


def _checked(kind: str, raw: Any) -> tuple[Game[Any, Any, Any, Any], Any]:
    if kind not in KINDS:
        raise Refused(404, f"there is no kind of game called {kind!r}")
    game = game_of(kind)
    try:
        setup: Any = msgspec.convert(raw, type=game.setup_type)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Illegal(FORM, f"that is no set-up of a {kind}: {in_words(error)}") from error
    if kind == "battle":
        _check_battle(setup)
    return game, setup


def _check_battle(setup: Any) -> None:
    """Forces and table, before the rules work with them."""
    from orsha.kernel.data import Wrong
    from orsha.tabletop.table import check

    setup.check()
    try:
        if setup.table is not None:
            check(setup.table)
        setup.roster.mission_units()
        setup.for_mission  # noqa: B018
    except OrshaError:
        raise
    except Wrong as error:
        raise Illegal(FORM, f"the table, {'.'.join(map(str, error.place))}: {error.why}") from error
    except Exception as error:
        raise Illegal(FORM, f"those forces do not hold together ({type(error).__name__}: {error})") from error


def battle_setup(begin: api.Battle) -> dict[str, Any]:
    """A battle's whole set-up from the few words that a person says."""
    from orsha.tabletop.force import ready_force, ready_forces

    forces: dict[str, Any] = {}
    for seat, nation in NATIONS.items():
        wanted = begin.forces.get(seat, f"{nation}-{begin.points or READY_POINTS}")
        if isinstance(wanted, str):
            wanted = msgspec.to_builtins(ready_force(_known(wanted, list(ready_forces()))))
        forces[seat] = wanted
    seed = secrets.randbits(32) if begin.seed is None else begin.seed
    return {
        "forces": forces,
        "choose": begin.choose,
        "mission": begin.mission,
        "attacker": begin.attacker,
        "seed": seed,
        "flavour": begin.flavour,
        "points": begin.points,
        "turns": begin.turns,
    }


def _companion(begin: api.Companion) -> dict[str, Any]:
    from orsha.tabletop.force import ready_force, ready_forces
    from orsha.tabletop.force.missions import mission_units

    forces: dict[str, Any] = {}
    for seat, wanted in begin.forces.items():
        if isinstance(wanted, str):
            wanted = msgspec.to_builtins(mission_units(ready_force(_known(wanted, list(ready_forces())))))
        elif isinstance(wanted, dict):
            wanted = msgspec.to_builtins(mission_units(_written_out(wanted)))
        forces[seat] = wanted
    return {
        "choose": begin.choose,
        "mission": begin.mission,
        "attacker": begin.attacker,
        "points": begin.points,
        "forces": forces,
        "fortified": begin.fortified,
        "real": True,
        "changes": begin.changes,
        "turns": begin.turns,
    }


def _written_out(raw: dict[str, Any]) -> Force:
    from orsha.tabletop.force import Force

    try:
        return msgspec.convert(raw, Force)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Illegal(FORM, f"that is no force: {in_words(error)}") from error


def _known(name: str, known: list[str]) -> str:
    """A ready force's name: nothing else is ever looked for on the server's disk."""
    from orsha.kernel import Unknown

    if name not in known:
        raise Unknown("ready force", name, known)
    return name
