"""What stands before the routes: names, origins, sizes, rates, headers, and a log without secrets."""

from __future__ import annotations

import logging
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from orsha.server import Rate, Rates
from tests.server.conftest import Serve
from tests.server.serving import Served

SERIES = {"begin": "series", "campaign": "bagration-fortified"}


def opening(served: Served, **headers: str) -> httpx.Response:
    return served.client.post("/api/games", json={"begin": SERIES}, headers=headers)


def test_a_page_of_another_site_may_not_speak_to_the_server(served: Served) -> None:
    assert opening(served, origin="https://evil.example").status_code == 403
    assert opening(served, origin="null").status_code == 403
    assert opening(served, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert opening(served, origin=served.url).status_code == 201
    assert opening(served).status_code == 201, "programs send no origin"
    live = served.url.replace("http", "ws") + "/api/live"
    with pytest.raises(InvalidStatus) as refused, connect(live, origin=Origin("https://evil.example")):
        pass
    assert refused.value.response.status_code == 403
    with connect(live, origin=Origin(served.url)):
        pass


def test_a_name_that_is_pointed_here_by_others_is_not_answered(served: Served) -> None:
    assert served.client.get("/api/health", headers={"host": "evil.example"}).status_code == 421
    assert served.client.get("/api/health", headers={"host": "localhost:1234"}).status_code == 200


def test_a_named_origin_and_host_are_let_in(serve: Serve) -> None:
    served = serve(hosts=("club.example", "127.0.0.1"), origins=("https://club.example",))
    assert opening(served, host="club.example", origin="https://club.example").status_code == 201
    assert opening(served, host="club.example", origin="http://other.example").status_code == 403


def test_bodies_are_limited_json_and_not_nested_without_end(serve: Serve) -> None:
    served = serve(body=20_000)
    large = served.client.post("/api/games", content=b" " * 30_000, headers={"content-type": "application/json"})
    assert large.status_code == 413 and large.json()["title"]

    def endless() -> Any:
        for _ in range(100):
            yield b" " * 1000

    streamed = served.client.post("/api/games", content=endless(), headers={"content-type": "application/json"})
    assert streamed.status_code == 413
    form = served.client.post("/api/games", content=b"begin=series", headers={"content-type": "text/plain"})
    assert form.status_code == 415
    for wrong in (b"{", b"[]", b'{"begin": {"begin": "setup", "kind": "battle", "setup": ' + b"[" * 9000, b"\xff"):
        began = time.perf_counter()
        answer = served.client.post("/api/games", content=wrong, headers={"content-type": "application/json"})
        assert answer.status_code == 400 and answer.json()["detail"], wrong[:20]
        assert time.perf_counter() - began < 1
    unknown = served.client.post("/api/games", json={"begin": SERIES, "cheat": True})
    assert unknown.status_code == 400 and "cheat" in unknown.json()["detail"]


def test_rates_are_limited_for_each_address(serve: Serve) -> None:
    served = serve(rates=Rates(opens=Rate(2, 1), misses=Rate(3, 1)))
    assert [opening(served).status_code for _ in range(4)] == [201, 201, 429, 429]
    slowed = opening(served)
    assert int(slowed.headers["retry-after"]) > 10 and slowed.json()["retry"] > 10
    guesses = [
        served.client.get("/api/games/x", headers={"authorization": f"Bearer {'g' * 43}"}).status_code for _ in range(5)
    ]
    assert guesses == [401, 401, 401, 429, 429]


def test_every_answer_carries_the_headers_that_protect_it(served: Served) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/no/such.file"):
        headers = served.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy and "http" not in policy and "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        assert (headers["cache-control"] == "no-store") == path.startswith("/api/") or "file" in path


def test_a_link_is_needed_and_only_in_the_header(served: Served) -> None:
    opened = served.open(SERIES)
    token, game = opened["mine"][0]["token"], opened["game"]
    bare = served.client.get(f"/api/games/{game}")
    assert bare.status_code == 401 and bare.headers["www-authenticate"].startswith("Bearer")
    assert served.client.get(f"/api/games/{game}", params={"token": token}).status_code == 401
    assert served.client.get(f"/api/games/{game}", headers={"authorization": f"Bearer {token}"}).status_code == 200
    other = served.open(SERIES)["game"]
    wrong = served.client.get(f"/api/games/{other}", headers={"authorization": f"Bearer {token}"})
    assert wrong.status_code == 403


def test_no_token_is_ever_logged(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    people = served.everybody(opened := served.open(SERIES))
    with people["german"].live() as channel:
        people["soviet"].does({"do": "record", "winner": "soviet", "lost": 1})
        people["soviet"].does({"do": "nonsense"})
        channel.until("offers", 2)
    served.client.post("/api/mine", json={"tokens": [one.token for one in people.values()]})
    served.client.post(f"/api/games/{opened['game']}/export", headers={"authorization": "Bearer " + "q" * 43})
    written = "\n".join(
        f"{record.name} {record.getMessage()}" for record in caplog.records if "http11" not in record.name
    )
    ours = "\n".join(line for line in written.splitlines() if line.startswith(("orsha", "uvicorn", "sqlalchemy")))
    assert "POST /api/games 201" in ours and "LIVE /api/live" in ours
    links = [*opened["mine"], *opened["invites"], opened["watch"], opened["host"]]
    for token in [*(one["token"] for one in links), *(one.token for one in people.values()), "q" * 43]:
        assert token not in ours


def test_a_mistake_of_the_program_tells_nothing_of_it(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    me = served.everybody(served.open(SERIES))["soviet"]
    monkeypatch.setattr("orsha.server.routes._done", lambda *_: 1 / 0)
    answer = me.does({"do": "record", "winner": "soviet", "lost": 1})
    assert answer.status_code == 500 and "division" not in answer.text and "mistake of the program" in answer.text
