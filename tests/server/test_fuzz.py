"""Whatever is sent, the server answers in words: never with a bug, never late, and the game stays what it was."""

from __future__ import annotations

import copy
import json
import time
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orsha.server import Settings
from tests.server.serving import Person, Served

BATTLE = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}
REPORT = {
    "date": "23AM",
    "turns": 7,
    "evp": 3,
    "pieces": [{"id": "g1", "side": "german", "kind": "squad", "type": "4-6-7", "hex": "P30", "level": 1}],
    "casualties": {"german": {"cvp": 3}},
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=15,
)
BODIES: dict[str, list[dict[str, Any]]] = {
    "/api/games": [
        {"begin": BATTLE, "title": "a", "dice": {"kind": "seeded", "seed": "1"}, "seats": {"axis": "bot:random"}},
        {"begin": {"begin": "setup", "kind": "mission", "setup": {"choose": "plans", "forces": {"allied": []}}}},
        {"begin": {"begin": "companion", "mission": "dust-up", "forces": {"axis": "german-50"}, "changes": {}}},
        {"begin": {"begin": "solo", "mission": "s1"}, "seats": {"player": "mine"}},
    ],
    "/api/join": [{"token": "x" * 43}],
    "/api/mine": [{"tokens": ["x" * 43]}],
    "commands": [
        {"command": {"do": "begin"}, "seen": 1},
        {"command": {"do": "put", "what": "objective", "at": [1000, 2000]}, "seen": 1},
        {"command": {"do": "deploy", "unit": "allied 0", "places": [{"team": "allied 0.0", "at": [1, 2]}]}, "seen": 1},
        {"command": {"do": "move", "unit": "allied 0", "legs": [{"team": "allied 0.0", "way": [[1, 2]]}]}, "seen": 1},
        {"command": {"do": "shoot", "unit": "allied 0", "aims": [{"team": "a", "weapon": 0, "at": "b"}]}, "seen": 1},
    ],
    "try": [{"command": {"do": "bombard", "unit": "allied 1", "spotter": "allied 1.0", "at": [0, 0]}}],
    "dice": [{"faces": [1, 6], "seen": 1}],
    "undo": [{"seen": 1}],
    "auto": [{"seen": 1}],
    "export": [{"tokens": ["x" * 43]}],
    "ask": [
        {"question": {"ask": "reach", "team": "allied 0.0", "inches": 4}},
        {"question": {"ask": "way", "unit": "allied 0", "to": [1, 2], "dash": True}},
        {"question": {"ask": "targets", "unit": "axis 0", "charges": True}},
        {"question": {"ask": "draw-up", "unit": "allied 0", "at": [36000, 6000]}},
        {"question": {"ask": "sees", "team": "allied 0.0", "at": [1, 1]}},
        {"question": {"ask": "propose", "act": "deploy", "unit": "allied 0", "at": [36000, 6000]}},
        {"question": {"ask": "odds", "unit": "allied 0", "aims": [{"team": "a", "weapon": 0, "at": "b"}]}},
        {"question": {"ask": "charge odds", "command": {"do": "charge", "unit": "allied 0", "legs": []}}},
    ],
    "seats/axis/bot": [{"bot": "staff"}],
    "/api/library/force": [
        {"name": "mine.toml", "data": b64encode(b'name = "x"\nnation = "soviet"\nperiod = "late"\n').decode()},
        {
            "name": "mine.ros",
            "data": b64encode(b'<roster name="x"><forces><force name="y"/></forces></roster>').decode(),
        },
        {"name": "mine.json", "data": b64encode(b'{"roster": {"forces": [{"selections": [{}]}]}}').decode()},
    ],
    "desk": [
        {"question": {"ask": "chart", "side": "german"}},
        {"question": {"ask": "odds", "chart": "rg-strength", "modifier": 1}},
        {"question": {"ask": "step", "step": "7.518"}},
        {"question": {"ask": "set-up", "placed": [{"id": "g1", "hex": "P30", "how": "hidden", "level": 1}]}},
        {"question": {"ask": "perimeter", "left_out": ["P30"]}},
        {"question": {"ask": "report", "report": REPORT}},
        {"question": {"ask": "read", "name": "end.json", "text": json.dumps(REPORT)}},
        {"question": {"ask": "read", "name": "end.toml", "text": 'date = "23AM"\nevp = 3\n'}},
        {"question": {"ask": "read", "name": "end.vsav", "save": "UEsDBA=="}},
        {"question": {"ask": "papers"}},
        {"question": {"ask": "propose"}},
    ],
}


class Table(NamedTuple):
    """A seat at a battle, and one at a campaign's desk."""

    served: Served
    me: Person
    desk: Person


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A battle with its table laid, whose allied seat is ours."""
    file = tmp_path_factory.mktemp("fuzz") / "games.db"
    served = Served(Settings(database=f"sqlite:///{file}", rates=None)).start()
    me = served.everybody(served.open(BATTLE))["allied"]
    me.does({"do": "begin"})
    yield Table(served, me, served.everybody(served.open({"begin": "campaign"}))["german"])
    served.stop()


@st.composite
def bent(draw: st.DrawFn) -> tuple[str, Any]:
    """A right body with something in it replaced, left out or put in."""
    path = draw(st.sampled_from(list(BODIES)))
    body: Any = copy.deepcopy(draw(st.sampled_from(BODIES[path])))
    for _ in range(draw(st.integers(1, 3))):
        place, keys = body, []
        while isinstance(place, (dict, list)) and place:
            key = draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
            keys.append((place, key))
            place = place[key]
            if draw(st.booleans()):
                break
        if not keys:
            return path, draw(VALUES)
        holder, key = keys[-1]
        if isinstance(holder, dict) and draw(st.booleans()):
            holder.pop(key)
            holder[draw(st.text(max_size=8))] = draw(VALUES)
        else:
            holder[key] = draw(VALUES)
    return path, body


def sent(at: Table, path: str, body: Any) -> httpx.Response:
    data = json.dumps(body, allow_nan=True).encode("utf-8", "surrogatepass")
    headers = {"content-type": "application/json"}
    if path.startswith("/"):
        return at.served.client.post(path, content=data, headers=headers)
    who = at.desk if path == "desk" else at.me
    return who.client.post(f"/api/games/{who.game}/{path}", content=data, headers=headers)


def test_what_is_bent_is_right_before(table: Table) -> None:
    """Bodies that were refused anyway would prove nothing."""
    for body in BODIES["desk"]:
        answer = sent(table, "desk", body)
        wrong = body["question"].get("name") == "end.vsav" or body["question"]["ask"] == "set-up"
        assert answer.status_code == (422 if wrong else 200), (body, answer.text)


def check(answer: httpx.Response, began: float) -> None:
    assert answer.status_code < 500, answer.text
    assert time.perf_counter() - began < 10
    if answer.status_code >= 400:
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem["status"] == answer.status_code and problem["detail"] and problem["title"]


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(bent())
def test_bodies_that_are_almost_right(table: Table, wrong: tuple[str, Any]) -> None:
    began = time.perf_counter()
    check(sent(table, *wrong), began)
    assert table.me.get().status_code in (200, 401)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=40),
    st.text(max_size=20),
    st.integers(-(2**70), 2**70),
    st.sampled_from(["GET", "POST", "DELETE", "PUT"]),
)
def test_addresses_that_are_nothing(table: Table, path: str, token: str, number: int, method: str) -> None:
    served, me, _ = table
    clean = "".join(letter for letter in path if letter.isprintable())
    for url in (f"/api/{clean}", f"/{clean}", f"/api/games/{clean}/view", f"/api/library/missions/{clean}"):
        try:
            request = served.client.build_request(method, url)
        except (httpx.InvalidURL, UnicodeError, ValueError):
            continue
        answer = served.client.send(request)
        assert answer.status_code < 500, (url, answer.text)
    for query in ("/view", "/scene", "/log"):
        answer = me.get(query, after=number, event=number, since=number, most=number)
        assert answer.status_code < 500, answer.text


def test_fuzzing_has_left_the_game_as_it_was(table: Table) -> None:
    served, me, _ = table
    status = me.get().json()
    if "count" in status:
        assert [one["n"] for one in me.get("/log", most=2000).json()["told"]] == list(range(status["count"]))
    assert served.client.get("/api/health").json()["ok"]
