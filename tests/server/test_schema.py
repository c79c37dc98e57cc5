"""The API's description: fresh, whole, and true of what the server says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orsha.server.schema import OUT, PLACE, text
from tests.server.serving import Served

DOCUMENT: dict[str, Any] = json.loads(text())


def test_the_document_in_web_is_fresh() -> None:
    if not OUT.parent.is_dir():
        pytest.skip("there is no web folder beside this package")
    assert OUT.read_text(encoding="utf-8") == text(), "write it anew: python -m orsha.server.schema"


def test_every_reference_in_it_leads_somewhere() -> None:
    wanted = {part for part in json.dumps(DOCUMENT).split('"') if part.startswith(PLACE)}
    known = {PLACE + name for name in DOCUMENT["components"]["schemas"]}
    assert wanted <= known, wanted - known


def test_every_route_says_what_it_takes_gives_and_refuses() -> None:
    for path, routes in DOCUMENT["paths"].items():
        for method, route in routes.items():
            assert "default" in route["responses"], (method, path)
            assert ("requestBody" in route) == (method == "post" and not path.endswith("/link")), (method, path)
            assert route["summary"] and route["description"], (method, path)


def test_every_kind_of_game_is_spelled_out() -> None:
    known = DOCUMENT["components"]["schemas"]
    for kind in ("battle", "mission", "series", "campaign", "solo"):
        for part in ("Setup", "View", "Command", "Event", "Domain"):
            assert f"{kind}.{part}" in known
    assert "battle.TeamState" in known and "campaign.Piece" in known


def conforms(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is of a schema: as much of it as our types use."""
    if "$ref" in schema:
        return conforms(value, DOCUMENT["components"]["schemas"][schema["$ref"].removeprefix(PLACE)])
    if "anyOf" in schema:
        return any(conforms(value, one) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return bool(value == schema["const"])
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    kind = schema.get("type")
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind is not None and not isinstance(value, kinds[kind]):
        return False
    if kind == "object":
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        if any(name not in value for name in schema.get("required", ())):
            return False
        return all(
            conforms(one, known[name]) if name in known else rest is not False and (rest is True or conforms(one, rest))
            for name, one in value.items()
        )
    if kind == "array" and isinstance(schema.get("items"), dict):
        return all(conforms(one, schema["items"]) for one in value)
    return True


@pytest.mark.parametrize(
    "begin",
    [
        {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3},
        {"begin": "campaign"},
        {"begin": "solo", "mission": "s1"},
        {"begin": "companion", "mission": "dust-up"},
        {"begin": "series", "campaign": "bagration-fortified"},
    ],
    ids=lambda begin: str(begin["begin"]),
)
def test_what_the_server_says_is_what_the_document_says(served: Served, begin: dict[str, Any]) -> None:
    opened = served.open(begin)
    people = served.everybody(opened)
    me = next(iter(people.values()))
    for _ in range(2):
        answers = {path: me.get(path) for path in ("", "/view", "/scene", "/options", "/log")}
        for path, answer in answers.items():
            schema = DOCUMENT["paths"]["/api/games/{game}" + path]["get"]["responses"]
            if answer.status_code == 200:
                assert conforms(answer.json(), schema["200"]["content"]["application/json"]["schema"]), path
            else:
                assert conforms(answer.json(), {"$ref": PLACE + "Problem"})
        with me.live(since=0, wants=("view", "scene", "offers")) as channel:
            for _ in range(3):
                message = channel.next()
                assert conforms(message, {"$ref": PLACE + "LiveMessage"}), message["live"]
        me.does({"do": "begin"})
    assert conforms(served.client.get("/api/library").json(), {"$ref": PLACE + "Library"})
    assert conforms(opened, {"$ref": PLACE + "Opened"})


def test_the_checker_itself_can_say_no() -> None:
    assert not conforms({"game": 3}, {"$ref": PLACE + "Status"})
    assert not conforms({"live": "news"}, {"$ref": PLACE + "LiveMessage"})
