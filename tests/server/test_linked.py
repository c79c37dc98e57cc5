"""A linked campaign opens its next battle as a game, and learns how it ended."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

from orsha.kernel import Match
from orsha.kernel.export import write
from orsha.kinds import game_of
from orsha.series import RecordDraw, SeriesSetup
from orsha.server.linked import result_of
from orsha.tabletop.mission import Setup as MissionSetup
from tests.server.serving import QUICK, Person, Served

RIVER = {"begin": "series", "campaign": "river-assault", "points": 50}
FORTIFIED = {"begin": "series", "campaign": "bagration-fortified", "points": 50}
UNITS = [{"name": "Unit 1", "points": 25}, {"name": "Unit 2", "points": 25}]


def campaign(served: Served, begin: dict[str, Any]) -> dict[str, Person]:
    return served.everybody(served.open(begin))


def sits(served: Served, opened: dict[str, Any], seat: str) -> Person:
    link = next(one for one in opened["mine"] if one["seat"] == seat)
    return served.person(opened["game"], link["token"])


def until_fought(who: Person, number: int) -> dict[str, Any]:
    """The campaign, once so many of its battles are recorded."""
    until = time.monotonic() + QUICK
    while time.monotonic() < until:
        now: dict[str, Any] = who.get("/battles").json()
        if sum(one["fought"] for one in now["stages"]) == number:
            return now
        time.sleep(0.05)
    raise AssertionError("the battle was not recorded")


def test_the_next_battle_is_told_with_forces_that_fit(served: Served) -> None:
    soviet = campaign(served, FORTIFIED)["soviet"]
    now = soviet.get("/battles").json()
    assert [one["mission"] for one in now["stages"]][:2] == ["onslaught", "hammering-the-line"]
    coming = now["coming"]
    assert (coming["number"], coming["mission"], coming["attacker"]) == (1, "onslaught", "allied")
    assert coming["points"] == {"allied": 50, "axis": 25}, "a fortified defender has half"
    assert coming["ready"] == {"allied": "soviet-50", "axis": "german-25"}
    assert now["underway"] is None and now["totals"] == {"soviet": 0, "german": 0}


def test_the_next_battle_is_opened_and_the_other_side_sits_down_from_the_campaign(served: Served) -> None:
    people = campaign(served, RIVER)
    soviet, german = people["soviet"], people["german"]
    opened = soviet.post("/battles", {}).json()
    assert opened["kind"] == "battle" and [one["seat"] for one in opened["mine"]] == ["allied"]
    assert opened["title"].startswith("The Crossroads: battle 1 of")
    view = sits(served, opened, "allied").get("/view").json()["view"]
    assert view["setup"]["mission"] == "the-crossroads" and view["setup"]["attacker"] == "allied"
    assert soviet.get("/battles").json()["underway"]["seat"] is None
    assert german.get("/battles").json()["underway"]["seat"] == "axis"
    joined = german.post("/battles/link", {}).json()
    assert joined["link"]["seat"] == "axis"
    assert served.person(joined["game"], joined["link"]["token"]).get().json()["seat"] == "axis"
    assert german.post("/battles/link", {}).status_code == 403, "the seat waits for nobody any more"
    assert soviet.post("/battles", {}).status_code == 409
    again = soviet.post("/battles", {"again": True}).json()
    assert soviet.get("/battles").json()["underway"]["game"] == again["game"] != opened["game"]


def test_what_the_last_battle_changed_is_in_the_next(served: Served) -> None:
    soviet = campaign(served, FORTIFIED)["soviet"]
    soviet.does({"do": "record", "winner": "soviet", "lost": 0})
    opened = soviet.post("/battles", {"seats": {"allied": "mine", "axis": "bot:staff"}}).json()
    setup = sits(served, opened, "allied").get("/view").json()["view"]["setup"]
    assert setup["mission"] == "hammering-the-line" and setup["changes"]["no_ambush"] is True
    assert setup["points"] == 50


def test_a_battle_beside_a_real_table_is_recorded_when_it_ends(served: Served) -> None:
    people = campaign(served, RIVER)
    wanted = {
        "where": "companion",
        "forces": {"allied": UNITS, "axis": UNITS},
        "dice": {"kind": "seeded", "seed": "4"},
        "seats": {"allied": "mine", "axis": "mine"},
    }
    opened = people["german"].post("/battles", wanted).json()
    assert opened["kind"] == "mission"
    seats = {seat: sits(served, opened, seat) for seat in ("allied", "axis")}
    played_to_the_end(served, seats)
    result = seats["allied"].get().json()["result"]
    now = until_fought(people["soviet"], 1)
    first = now["stages"][0]
    assert first["winner"] == {"allied": "soviet", "axis": "german"}[result["winner"]]
    assert first["game"] == opened["game"] and f"lost {first['lost']} units" in result["why"]
    assert sum(now["totals"].values()) == sum(result["points"].values())
    assert now["coming"]["number"] == 2 and now["underway"] is None
    assert people["german"].post("/battles/record", {"seen": 2}).status_code == 422, "it is recorded once"


def played_to_the_end(served: Served, seats: dict[str, Person]) -> None:
    """Whoever is asked does anything that will do, until somebody has won."""
    who, luck = next(iter(seats.values())), random.Random(3)
    room = served.app.state.house.rooms.rooms[who.game]
    for _ in range(2000):
        able = {seat: [one for one in room.match.options(seat) if one.act != "call-off"] for seat in seats}
        seat = next((seat for seat in seats if able[seat]), None)
        if seat is None:
            return
        command = luck.choice(able[seat]).sample(luck)
        seats[seat].does(command, room.count)
    raise AssertionError("the mission comes to no end")


@pytest.mark.parametrize("path", ["/battles", "/battles/link", "/battles/record"])
def test_only_a_campaign_has_battles_and_only_its_seats_open_them(served: Served, path: str) -> None:
    battle = served.open({"begin": "battle", "mission": "dust-up", "points": 25})
    assert (
        served.everybody(battle)["allied"].post(path, {"seen": 1} if path == "/battles/record" else {}).status_code
        == 422
    )
    opened = served.open(RIVER)
    assert served.watcher(opened).post(path, {"seen": 1} if path == "/battles/record" else {}).status_code == 403
    assert served.watcher(opened).get("/battles").status_code == 200


def test_forces_that_do_not_fit_are_refused(served: Served) -> None:
    soviet = campaign(served, {**FORTIFIED, "points": 50})["soviet"]
    answer = soviet.post("/battles", {"forces": {"axis": "german-50"}})
    assert answer.status_code == 422 and answer.json()["rule"] == "000 Fortified Defence"
    assert soviet.get("/battles").json()["underway"] is None
    poor = campaign(served, {**RIVER, "points": 10})["soviet"]
    assert "no ready force of 10 points" in poor.post("/battles", {}).json()["detail"]


def test_a_battle_that_nobody_won_gives_both_their_points() -> None:
    match: Any = Match.open(
        game_of("mission"),
        MissionSetup(mission="annihilation", attacker="allied", turns=1),
        name="called-off",
        dice="3",
    )
    rng = random.Random(1)
    while match.result is None:
        seat = match.to_act()[0]
        option = rng.choice([one for one in match.options(seat) if not one.ends])
        quiet = {"formation_left": True} if option.act == "morale" else {}
        match.do(seat, match.game.command({**option.sample(rng), **quiet}))
    room = SimpleNamespace(match=match, result=match.result)
    assert result_of(room) == RecordDraw(0, 0)  # type: ignore[arg-type]


def test_a_campaign_that_is_over_opens_nothing(served: Served) -> None:
    game = game_of("series")
    match: Any = Match.open(game, SeriesSetup("river-assault"), name="all-fought", dice="3")
    for _ in range(5):
        match.do("soviet", game.command({"do": "record-draw"}))
    data = write("series", "All fought", list(match.lines))
    opened = served.client.post("/api/import", content=data, headers={"content-type": "application/x-ndjson"}).json()
    who = sits(served, opened, "german")
    assert who.get("/battles").json()["coming"] is None
    assert who.post("/battles", {}).status_code == 422
