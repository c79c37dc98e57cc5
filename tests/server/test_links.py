"""Links: used once, withdrawn, made anew; and what nobody can do with somebody else's."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.serving import Served

SERIES = {"begin": "series", "campaign": "bagration-fortified"}
BATTLE = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}


def asking(served: Served, method: str, path: str, token: str, body: dict[str, Any] | None = None) -> httpx.Response:
    return served.client.request(method, f"/api/games/{path}", headers={"authorization": f"Bearer {token}"}, json=body)


def test_an_invitation_is_used_once_and_its_sender_does_not_know_the_seats_link(served: Served) -> None:
    opened = served.open(SERIES)
    invitation = opened["invites"][0]["token"]
    joined = served.client.post("/api/join", json={"token": invitation})
    assert joined.status_code == 200
    assert joined.json()["link"]["seat"] == "german" and joined.json()["link"]["token"] != invitation
    assert served.client.post("/api/join", json={"token": invitation}).status_code == 401
    assert asking(served, "GET", opened["game"], invitation).status_code == 401


def test_tokens_are_kept_only_as_hashes(served: Served) -> None:
    opened = served.open(SERIES)
    database = served.settings.database
    assert database is not None
    from pathlib import Path

    folder = Path(database.removeprefix("sqlite:///")).parent
    kept = b"".join(file.read_bytes() for file in folder.iterdir())
    for link in (*opened["mine"], *opened["invites"], opened["watch"], opened["host"]):
        assert link["token"].encode() not in kept
        assert link["link"].endswith(link["token"]) and link["link"].startswith("/#/")


def test_who_sits_at_a_seat_makes_its_link_anew(served: Served) -> None:
    opened = served.open(SERIES)
    game, old = opened["game"], opened["mine"][0]["token"]
    anew = asking(served, "POST", f"{game}/seats/soviet/link", old).json()
    assert anew["seat"] == "soviet" and anew["token"] != old
    assert asking(served, "GET", game, old).status_code == 401
    assert asking(served, "GET", game, anew["token"]).json()["seat"] == "soviet"


def test_the_host_invites_anew_but_never_to_a_seat_where_somebody_sits(served: Served) -> None:
    opened = served.open(SERIES)
    game, host, first = opened["game"], opened["host"]["token"], opened["invites"][0]["token"]
    second = asking(served, "POST", f"{game}/seats/german/link", host).json()["token"]
    assert served.client.post("/api/join", json={"token": first}).status_code == 401
    german = served.client.post("/api/join", json={"token": second}).json()["link"]["token"]
    taken = asking(served, "POST", f"{game}/seats/german/link", host)
    assert taken.status_code == 403 and "secrets" in taken.json()["detail"]
    assert asking(served, "DELETE", f"{game}/seats/german/link", host).status_code == 403
    assert asking(served, "POST", f"{game}/seats/german/link", opened["mine"][0]["token"]).status_code == 403
    assert asking(served, "DELETE", f"{game}/seats/german/link", german).status_code == 200
    again = asking(served, "POST", f"{game}/seats/german/link", host)
    assert again.status_code == 200, "the seat is empty now"


def test_spectators_links_are_withdrawn_and_made_anew(served: Served) -> None:
    opened = served.open(SERIES)
    game, host, watch = opened["game"], opened["host"]["token"], opened["watch"]["token"]
    assert asking(served, "GET", game, watch).json()["role"] == "watch"
    assert asking(served, "POST", f"{game}/commands", watch, {"command": {}, "seen": 1}).status_code == 403
    assert asking(served, "DELETE", f"{game}/seats/watch/link", host).status_code == 200
    assert asking(served, "GET", game, watch).status_code == 401
    anew = asking(served, "POST", f"{game}/seats/watch/link", host).json()
    assert asking(served, "GET", game, anew["token"]).status_code == 200


def test_the_host_sees_no_more_than_a_spectator(served: Served) -> None:
    opened = served.open({"begin": "battle", "choose": "plans", "points": 50})
    people = served.everybody(opened)
    people["allied"].does({"do": "choose-plan", "plan": "manoeuvre"})
    for path in ("", "/view", "/options", "/log", "/scene"):
        assert "manoeuvre" not in asking(served, "GET", opened["game"] + path, opened["host"]["token"]).text


def test_a_seat_is_given_to_a_bot_and_the_bot_goes_on(served: Served) -> None:
    opened = served.open(BATTLE)
    game, host = opened["game"], opened["host"]["token"]
    given = asking(served, "POST", f"{game}/seats/axis/bot", host, {"bot": "random"})
    assert given.status_code == 200 and given.json()["seats"]["axis"] == {"by": "bot", "bot": "random", "here": False}
    assert served.client.post("/api/join", json={"token": opened["invites"][0]["token"]}).status_code == 401
    last = asking(served, "POST", f"{game}/seats/allied/bot", opened["mine"][0]["token"], {"bot": "random"})
    assert last.status_code == 422 and "person" in last.json()["detail"]
