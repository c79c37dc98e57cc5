"""Two people at one game through the server: opened, joined, played, looked back at, taken back, given out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from orsha.kernel import Match
from orsha.kernel.export import read
from orsha.kinds import game_of
from tests.server.conftest import Serve
from tests.server.serving import Person, Served

BATTLE = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}
SERIES = {"begin": "series", "campaign": "bagration-fortified"}
BEGINNINGS: list[dict[str, Any]] = [
    BATTLE,
    {"begin": "battle", "choose": "plans", "points": 50},
    {"begin": "companion", "mission": "breakthrough", "forces": {"allied": "soviet-50", "axis": "german-50"}},
    SERIES,
    {"begin": "campaign"},
    {"begin": "campaign", "balance": "german"},
    {"begin": "solo", "mission": "s1"},
    {"begin": "solo", "mission": "s2"},
    {"begin": "setup", "kind": "series", "setup": {"campaign": "bagration-fortified", "points": 75}},
    {"begin": "setup", "kind": "mission", "setup": {"choose": "random"}},
]


def test_a_solo_mission_is_listed_and_titled_by_its_name(served: Served) -> None:
    one, other = served.client.get("/api/library").json()["solo"]
    assert (one["name"], other["name"]) == ("OtO-S1, Breakthrough to Orsha", "OtO-S2, The Cross Roads")
    assert one["about"].startswith("You stand before the last line")
    opened = served.open({"begin": "solo", "mission": "s2"})
    assert served.everybody(opened)["player"].get().json()["title"] == other["name"]


@pytest.mark.parametrize("begin", BEGINNINGS, ids=lambda begin: "-".join(map(str, list(begin.values())[:2])))
def test_every_kind_of_game_goes_through_the_same_routes(served: Served, begin: dict[str, Any]) -> None:
    opened = served.open(begin)
    people = served.everybody(opened)
    first = next(iter(people.values()))
    status = first.get().json()
    assert status["kind"] == opened["kind"] and status["count"] == 1 and status["result"] is None
    assert all(seat["by"] == "person" for seat in status["seats"].values())
    seat = status["to_act"][0]
    offers = people[seat].options()
    assert offers["options"] and offers["count"] == 1
    assert people[seat].get("/view").json()["kind"] == opened["kind"]
    scene = people[seat].get("/scene")
    assert scene.status_code == (404 if opened["kind"] == "series" else 200)
    assert people[seat].get("/log").json()["told"][0]["words"][0].startswith("the game is opened")


def test_an_evening_of_a_linked_campaign(served: Served) -> None:
    people = served.everybody(served.open(SERIES))
    soviet, german = people["soviet"], people["german"]
    done = soviet.does({"do": "record", "winner": "soviet", "lost": 0}).json()
    assert done["count"] == 2 and "the Soviets win" in done["told"][0]["words"][0]
    assert german.get("/log", since=1).json()["told"][0]["command"] is None, "a command is its giver's own"
    assert soviet.get("/log", since=1).json()["told"][0]["command"]["winner"] == "soviet"
    assert soviet.get().json()["undo"] and not german.get().json()["undo"]
    assert german.post("/undo", {"seen": 2}).status_code == 422
    assert soviet.post("/undo", {"seen": 2}).json()["count"] == 3
    assert soviet.get("/view").json()["view"]["battles"] == []
    assert len(soviet.get("/view", after=1).json()["view"]["battles"]) == 1, "the past is still there"
    while german.get().json()["result"] is None:
        german.does({"do": "record", "winner": "german", "lost": 2})
    assert german.get().json()["result"]["winner"] == "german"


def test_a_refusal_names_the_rule_and_what_is_allowed_instead(served: Served) -> None:
    people = served.everybody(served.open(BATTLE))
    refusal = people["allied"].does({"do": "next"})
    assert refusal.status_code == 422 and refusal.headers["content-type"] == "application/problem+json"
    problem = refusal.json()
    assert problem["rule"] and problem["detail"] and problem["count"] == 1
    assert {"act": "begin", "words": "begin"} in problem["allowed"]
    nonsense = people["allied"].does({"do": "fly to the moon"})
    assert nonsense.status_code == 422 and nonsense.json()["rule"] == "kernel: a command's form"


def test_a_command_is_tried_without_being_done(served: Served) -> None:
    people = served.everybody(served.open(BATTLE))
    assert people["allied"].post("/try", {"command": {"do": "begin"}}).json() == {
        "ok": True,
        "count": 1,
        "detail": "",
        "rule": None,
    }
    tried = people["allied"].post("/try", {"command": {"do": "next"}}).json()
    assert not tried["ok"] and tried["rule"]
    assert people["allied"].get().json()["count"] == 1


def test_real_dice_are_asked_for_and_answered(served: Served) -> None:
    begin = {"begin": "companion", "mission": "dust-up"}
    people = served.everybody(served.open(begin, dice={"kind": "typed"}))
    allied, axis = people["allied"], people["axis"]
    assert allied.does({"do": "begin"}).status_code == 200
    status = axis.get().json()
    ask = status["waiting"]
    assert ask is not None and status["to_act"] == [ask["who"]]
    roller = people[ask["who"]]
    other = axis if roller is allied else allied
    assert other.post("/dice", {"faces": [3] * ask["count"], "seen": status["count"]}).status_code == 422
    assert roller.post("/dice", {"faces": [9] * ask["count"], "seen": status["count"]}).status_code == 422
    answered = roller.post("/dice", {"faces": [3] * ask["count"], "seen": status["count"]})
    assert answered.status_code == 200 and answered.json()["count"] == status["count"] + 1


def test_who_acts_on_an_old_look_is_told_so(served: Served) -> None:
    people = served.everybody(served.open(SERIES))
    command = {"do": "record", "winner": "soviet", "lost": 0}
    assert people["soviet"].does(command, seen=1).status_code == 200
    twice = people["soviet"].does(command, seen=1)
    assert twice.status_code == 409 and "moved on" in twice.json()["detail"] and twice.json()["count"] == 2
    assert people["german"].does(command, seen=7).status_code == 409
    assert people["german"].get().json()["count"] == 2


def test_both_sides_may_answer_at_once_where_their_choices_do_not_meet(served: Served) -> None:
    people = served.everybody(served.open({"begin": "battle", "choose": "plans", "points": 50}))
    for person in people.values():
        assert person.options()["count"] == 1
    assert people["allied"].does({"do": "choose-plan", "plan": "attack"}, seen=1).status_code == 200
    assert people["axis"].does({"do": "choose-plan", "plan": "defend"}, seen=1).status_code == 200


def test_a_finished_game_is_given_out_an_open_one_only_to_all_its_seats(served: Served) -> None:
    people = served.everybody(served.open(SERIES, title="Three battles"))
    soviet, german = people["soviet"], people["german"]
    alone = soviet.post("/export", {})
    assert alone.status_code == 403 and "german" in alone.json()["detail"]
    together = soviet.post("/export", {"tokens": [german.token]})
    assert together.status_code == 200 and read(together.content)[0].title == "Three battles"
    while german.get().json()["result"] is None:
        german.does({"do": "record", "winner": "german", "lost": 2})
    file = soviet.post("/export", {})
    head, lines = read(file.content)
    assert Match.replay(game_of(head.kind), lines).result is not None
    assert ".orsha" in file.headers["content-disposition"]


def test_a_game_is_taken_in_from_its_file_on_another_server(serve: Serve, tmp_path: Path) -> None:
    first, second = serve(), serve(database=f"sqlite:///{tmp_path / 'other.db'}")
    people = first.everybody(first.open(SERIES, title="Three battles"))
    people["soviet"].does({"do": "record", "winner": "soviet", "lost": 0})
    file = people["soviet"].post("/export", {"tokens": [people["german"].token]}).content
    ndjson = {"content-type": "application/x-ndjson"}
    taken = second.client.post("/api/import", content=file, headers=ndjson)
    assert taken.status_code == 201, taken.text
    assert [link["seat"] for link in taken.json()["mine"]] == ["soviet", "german"]
    mine = second.everybody(taken.json())
    assert len(mine["german"].get("/view").json()["view"]["battles"]) == 1
    assert mine["german"].does({"do": "record", "winner": "german", "lost": 2}).status_code == 200, "it goes on"
    assert second.client.post("/api/import", content=file, headers=ndjson).status_code == 409
    for wrong in (b"", b"nonsense", file[:-30], file.replace(b'"lost":0', b'"lost":9')):
        refused = second.client.post("/api/import", content=wrong, headers=ndjson)
        assert refused.status_code in (400, 422) and refused.json()["detail"], wrong[:40]


def test_the_games_of_a_browser_are_listed_with_whose_move_it_is(served: Served) -> None:
    battle, series = served.open(BATTLE), served.open(SERIES, title="Our summer")
    tokens = [battle["mine"][0]["token"], series["mine"][0]["token"], battle["watch"]["token"], "x" * 43]
    listed = served.client.post("/api/mine", json={"tokens": tokens}).json()
    assert [one["place"] for one in listed["games"]] == [0, 1, 2] and listed["unknown"] == [3]
    assert listed["games"][1]["title"] == "Our summer" and listed["games"][1]["mine"]
    assert listed["games"][2]["role"] == "watch" and not listed["games"][2]["mine"]
    assert listed["games"][0]["seats"]["axis"]["by"] == "invited"


def settled(person: Person, seconds: float = 60) -> dict[str, Any]:
    """The status once the person is asked, or the game is over."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        status: dict[str, Any] = person.get().json()
        if status["result"] is not None or status["seat"] in status["to_act"]:
            return status
        time.sleep(0.05)
    raise AssertionError(f"nobody asks {status['seat']}: {status}")


def test_alone_against_the_staff(served: Served) -> None:
    opened = served.open(BATTLE, {"allied": "mine", "axis": "bot:staff"})
    me = served.everybody(opened)["allied"]
    import random

    rng = random.Random(5)
    for _ in range(40):
        status = settled(me)
        if status["result"] is not None:
            break
        offers = me.options()
        assert status["trouble"] is None
        act = next((one for one in offers["options"] if not (one["takes"] or one["ends"])), None)
        if act is not None:
            me.does({"do": act["act"]})
            continue
        one = rng.choice(offers["options"])
        if one["act"] == "deploy":
            region = [spot for ring in one["takes"]["places"]["rings"] for spot in ring]
            x, y = (sum(spot[n] for spot in region) // len(region) for n in (0, 1))
            at = [x + rng.randint(-9000, 9000), y + rng.randint(-5000, 5000)]
            unit = one["takes"]["unit"]["values"][0]
            asked = {"question": {"ask": "draw-up", "unit": unit, "at": at}}
            answer = me.post("/ask", asked).json()
            if "answer" in answer and answer["answer"]["places"]:
                me.does({"do": "deploy", "unit": unit, "places": answer["answer"]["places"]})
        elif one["act"] == "put":
            ring = one["takes"]["at"]["rings"][0]
            at = [sum(spot[n] for spot in ring) // len(ring) for n in (0, 1)]
            me.does({"do": "put", "what": one["takes"]["what"]["values"][0], "at": at})
        else:
            me.does({"do": one["act"], **{name: rng.choice(take["values"]) for name, take in one["takes"].items()}})
    told = me.get("/log", most=2000).json()["told"]
    assert any(one["seat"] == "axis" for one in told), "the staff has acted"


def test_a_game_of_bots_alone_is_refused_and_so_is_a_bot_nobody_knows(served: Served) -> None:
    def refused(seats: dict[str, str], begin: dict[str, Any] = BATTLE) -> str:
        answer = served.client.post("/api/games", json={"begin": begin, "seats": seats})
        assert answer.status_code in (404, 422)
        return str(answer.json()["detail"])

    assert "person" in refused({"allied": "bot:staff", "axis": "bot:random"})
    assert "bot called 'napoleon'" in refused({"axis": "bot:napoleon"})
    assert "no bots" in refused({"german": "bot:staff"}, SERIES)
    assert "no seat 'umpire'" in refused({"umpire": "mine"})


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        ({"begin": "battle", "mission": "waterloo"}, "waterloo"),
        ({"begin": "battle", "mission": "dust-up", "forces": {"allied": "/etc/passwd"}}, "ready force"),
        ({"begin": "battle", "mission": "dust-up", "points": 51}, "soviet-51"),
        ({"begin": "battle", "mission": "dust-up", "forces": {"axis": {"name": "nobody"}}}, "is missing"),
        ({"begin": "series", "campaign": "nowhere"}, "nowhere"),
        ({"begin": "solo", "mission": "s9"}, "s9"),
        ({"begin": "setup", "kind": "battle", "setup": {"forces": []}}, "no set-up of a battle"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(served: Served, begin: dict[str, Any], words: str) -> None:
    answer = served.client.post("/api/games", json={"begin": begin})
    assert answer.status_code in (404, 422), answer.text
    assert words in answer.json()["detail"]
