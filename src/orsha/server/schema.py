"""The API as an OpenAPI document, the games' own types spelled out kind by kind: what the browser's types come from.

`python -m orsha.server.schema [FILE]` writes it, to web/openapi.json if no file is named.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from orsha.kernel import Domain, OneOf, Option, Roll, SeedShown, Some, Told, Whole
from orsha.kernel.match import Faces
from orsha.kinds import KINDS, game_of
from orsha.server import advice, api, desk_sheets, forces, library, linked, maps, scenes
from orsha.server.problems import Problem

PLACE = "#/components/schemas/"
OUT = Path(__file__).parents[3] / "web" / "openapi.json"
OURS = ("Setup", "View", "Command", "Event", "Domain")
COMMON = (OneOf, Some, Whole, Faces)


def described(app: FastAPI) -> dict[str, Any]:
    """The document of an application."""
    document = get_openapi(
        title="Orsha",
        version=app.version,
        description=(
            "Every kind of game through the same few routes. Tokens go in the Authorization header. A refusal is a "
            "problem document (RFC 9457). The live channel is a websocket at /api/live: Hello goes in, LiveMessage "
            "comes out; see docs/server.md."
        ),
        routes=app.routes,
    )
    parts = _components()
    document["components"] = {
        "schemas": parts,
        "securitySchemes": {"link": {"type": "http", "scheme": "bearer", "description": "A link's token."}},
    }
    problem = {
        "description": "Why not.",
        "content": {"application/problem+json": {"schema": {"$ref": PLACE + "Problem"}}},
    }
    for path in document["paths"].values():
        for route in path.values():
            route["responses"].pop("422", None)
            route["responses"]["default"] = problem
    return document


@cache
def _components() -> dict[str, Any]:
    from orsha.server.routes import Advised, AskAbout, Scene

    own = [
        kind
        for module in (api, scenes, maps, library, advice, desk_sheets, forces, linked)
        for kind in vars(module).values()
        if _is_own(kind, module)
    ]
    _, parts = msgspec.json.schema_components(
        [*own, Scene, AskAbout, Advised, Problem, Option, Told, Roll, SeedShown, *COMMON],
        ref_template=PLACE + "{name}",
    )
    parts = dict(parts)
    kinds = list(KINDS)
    for kind in kinds:
        parts |= _of_kind(kind)
    _open_ends(parts, kinds)
    return dict(sorted(parts.items()))


def _is_own(value: object, module: Any) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__


def _of_kind(kind: str) -> dict[str, Any]:
    """A game's own types, their names after the kind's: battle.View, battle.Command, battle.TeamState, ..."""
    game = game_of(kind)
    domains: list[Any] = [
        one for one in _domains(Domain) if _belongs(one, game) and one.__struct_config__.tag != one.__name__
    ]
    wanted: list[Any] = [game.setup_type, game.state_type, game.command_type, game.event_type, *domains]
    tops, parts = msgspec.json.schema_components(wanted, ref_template=PLACE + "{name}")
    themselves = {str(top.get("$ref", "")).removeprefix(PLACE) for top in tops[:4]}
    names = _names(kind, list(parts), themselves)
    renamed: dict[str, Any] = {names[name]: _renamed(part, names) for name, part in parts.items()}
    setup, view, command, event, *offers = [_renamed(top, names) for top in tops]
    common = [{"$ref": PLACE + one.__name__} for one in COMMON]
    spelled = {
        f"{kind}.Setup": setup,
        f"{kind}.View": view,
        f"{kind}.Command": command,
        f"{kind}.Event": event,
        f"{kind}.Domain": {"anyOf": [*common, *offers]},
    }
    # A type that is called as its part is stands for itself.
    return renamed | {name: top for name, top in spelled.items() if top != {"$ref": PLACE + name}}


def _belongs(domain: type, game: Any) -> bool:
    """Whether a domain is made by a kind's package: the mission's are the battle's too."""
    home = {"mission": ("orsha.tabletop.region", "orsha.tabletop.mission"), "battle": ("orsha.tabletop",)}
    modules = home.get(game.kind, (type(game).__module__.rpartition(".")[0],))
    return any(domain.__module__.startswith(module) for module in modules)


def _domains(kind: Any) -> list[Any]:
    found: list[Any] = []
    for one in kind.__subclasses__():
        found += [one, *_domains(one)]
    return found


def _names(kind: str, names: list[str], themselves: set[str]) -> dict[str, str]:
    """Short names where they are clear; of several that would be the same, those with their module.

    A type that only happens to be called as one of the four is not taken for it.
    """
    short = {name: _tidy(name.split(".")[-1] if re.fullmatch(r"[a-z_.]+\.\w+", name) else name) for name in names}
    long = {name: _tidy("_".join(name.split(".")[-3:])) for name in names}
    short |= {name: f"{short[name]}Part" for name in names if short[name] in OURS and name not in themselves}
    taken = list(short.values())
    return {name: f"{kind}.{short[name] if taken.count(short[name]) == 1 else long[name]}" for name in names}


def _tidy(name: str) -> str:
    name = re.sub(r"(?<![A-Za-z])(?:[a-z]+\.)+", "", name)
    return re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9_]", "_", name)).strip("_")


def _renamed(part: Any, names: dict[str, str]) -> Any:
    if isinstance(part, dict):
        return {key: _renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, names) for value in part]
    if isinstance(part, str) and part.startswith(PLACE):
        return PLACE + names[part.removeprefix(PLACE)]
    return part


def _open_ends(parts: dict[str, Any], kinds: list[str]) -> None:
    """Where our own types say `anything`, the games' types are named."""

    def any_of(what: str, *more: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [*({"$ref": f"{PLACE}{kind}.{what}"} for kind in kinds), *more]}

    rolls = [{"$ref": PLACE + "Roll"}, {"$ref": PLACE + "SeedShown"}]
    nothing = {"type": "null"}
    parts["View"]["properties"]["view"] = any_of("View")
    parts["News"]["properties"]["view"] = any_of("View", nothing)
    scene = [{"$ref": PLACE + "TableScene"}, {"$ref": PLACE + "MapScene"}]
    parts["News"]["properties"]["scene"] = {"anyOf": [*scene, nothing]}
    parts["Told"]["properties"]["command"] = any_of("Command", nothing)
    parts["Told"]["properties"]["events"]["items"] = any_of("Event", *rolls)
    parts["Option"]["properties"]["takes"]["additionalProperties"] = any_of("Domain")
    parts["FromSetup"]["properties"]["setup"] = any_of("Setup")
    for name in ("Do", "Try"):
        parts[name]["properties"]["command"] = any_of("Command")
    parts["Legs"]["properties"]["legs"]["items"] = {"$ref": PLACE + "battle.Leg"}
    parts["Places"]["properties"]["places"]["items"] = {"$ref": PLACE + "battle.Place"}
    parts["LiveMessage"] = {
        "anyOf": [{"$ref": PLACE + one} for one in ("Welcome", "News", "NowOpen", "Seated", "Gone")]
    }


def text() -> str:
    from orsha.server.app import make_app

    return json.dumps(described(make_app()), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> None:
    out = Path(arguments[0]) if arguments else OUT
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{out}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
