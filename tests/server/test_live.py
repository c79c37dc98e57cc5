"""The live channel: news at once, exactly what was missed after a break, nothing for a link that was withdrawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.conftest import Serve
from tests.server.serving import Served

SERIES = {"begin": "series", "campaign": "bagration-fortified"}
BATTLE = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}
WON = {"do": "record", "winner": "soviet", "lost": 1}


def test_what_one_does_the_other_hears_at_once(served: Served) -> None:
    people = served.everybody(served.open(SERIES))
    with people["german"].live() as channel:
        welcome = channel.next()
        assert welcome["live"] == "welcome" and welcome["status"]["seat"] == "german"
        assert channel.until("offers")["to_act"] == ["soviet", "german"]
        people["soviet"].does(WON)
        news = channel.until("news", 2)
        assert "the Soviets win" in news["told"][0]["words"][0] and news["told"][0]["command"] is None
        assert channel.until("offers", 2)["options"][0]["act"] == "record"


def test_a_browser_that_was_away_gets_exactly_what_it_missed(served: Served) -> None:
    people = served.everybody(served.open(BATTLE))
    allied, axis = people["allied"], people["axis"]
    with axis.live() as channel:
        allied.does({"do": "begin"})
        seen = channel.until("news", 2)["count"]
    count = play_on(served, people, allied.game, 12)
    with axis.live(since=seen) as channel:
        news = channel.until("news")
        assert [one["n"] for one in news["told"]] == list(range(seen, count)), "the very next entry, and none twice"
        assert news["scene"]["scene"] == "table"
    with axis.live(since=count) as channel:
        assert channel.next()["status"]["count"] == count
        assert channel.next()["live"] == "offers", "nothing was missed, so nothing is told again"
    with axis.live(since=0) as channel:
        whole = channel.until("news")["told"]
    assert whole == axis.get("/log").json()["told"]


def play_on(served: Served, people: dict[str, Any], game: str, steps: int) -> int:
    """Some legal acts by whoever is asked, given through the server."""
    import random

    import msgspec

    rng = random.Random(1)
    room = served.app.state.house.rooms.rooms[game]
    for _ in range(steps):
        seat = room.to_act()[0]
        option = rng.choice(room.offers(seat))
        answer = people[seat].does(msgspec.to_builtins(option.sample(rng)))
        assert answer.status_code == 200, answer.text
    return int(room.count)


def test_the_ground_goes_along_once(served: Served) -> None:
    people = served.everybody(served.open(BATTLE))
    with people["axis"].live() as channel:
        first = channel.until("news", 1)
        assert first["scene"]["ground"] is None, "no table is laid yet"
        people["allied"].does({"do": "begin"})
        laid = channel.until("news", 2)
        assert laid["scene"]["ground"]["features"]
        play_on(served, people, people["axis"].game, 1)
        assert "ground" not in channel.until("news", 3)["scene"]


def test_a_view_comes_with_its_set_up_only_once(served: Served) -> None:
    people = served.everybody(served.open(SERIES))
    with people["german"].live(wants=("view",)) as channel:
        assert "setup" in channel.until("news", 1)["view"]
        people["soviet"].does(WON)
        later = channel.until("news", 2)["view"]
        assert "setup" not in later and later["battles"][0]["winner"] == "soviet"


def test_who_sits_down_comes_or_goes_is_told_at_once(served: Served) -> None:
    opened = served.open(SERIES)
    mine = served.person(opened["game"], opened["mine"][0]["token"])
    with mine.live() as channel, served.watcher(opened).live() as watching:
        assert channel.until("offers")["seats"]["german"] == {"by": "invited", "bot": None, "here": False}
        watching.until("welcome")  # who looks in after somebody sat down is told so in the welcome
        joined = served.client.post("/api/join", json={"token": opened["invites"][0]["token"]}).json()
        assert channel.until("seats")["seats"]["german"]["by"] == "person"
        assert watching.until("seats")["seats"]["german"]["by"] == "person"
        german = served.person(opened["game"], joined["link"]["token"])
        with german.live() as other:
            assert other.until("welcome")["status"]["seats"]["german"]["here"]
            assert channel.until("seats")["seats"]["german"]["here"]
        assert not channel.until("seats")["seats"]["german"]["here"]
        german.client.delete(f"/api/games/{opened['game']}/seats/german/link")
        assert channel.until("seats")["seats"]["german"] == {"by": "nobody", "bot": None, "here": False}
        host = {"authorization": f"Bearer {opened['host']['token']}"}
        again = served.client.post(f"/api/games/{opened['game']}/seats/german/link", headers=host).json()
        assert channel.until("seats")["seats"]["german"]["by"] == "invited"
        assert served.client.post("/api/join", json={"token": again["token"]}).status_code == 200
        assert channel.until("seats")["seats"]["german"]["by"] == "person"


def test_a_seat_given_to_a_bot_is_told_at_once(served: Served) -> None:
    opened = served.open(BATTLE)
    mine = served.person(opened["game"], opened["mine"][0]["token"])
    with mine.live() as channel:
        channel.until("offers")
        host = {"authorization": f"Bearer {opened['host']['token']}"}
        served.client.post(f"/api/games/{opened['game']}/seats/axis/bot", headers=host, json={"bot": "random"})
        seats = next(seats for _ in range(9) if (seats := channel.next().get("seats")))
        assert seats["axis"] == {"by": "bot", "bot": "random", "here": False}


def test_spectators_hear_what_both_may_know(served: Served) -> None:
    opened = served.open({"begin": "battle", "choose": "plans", "points": 50})
    people, watcher = served.everybody(opened), served.watcher(opened)
    with watcher.live(wants=("view", "offers")) as channel:
        people["allied"].does({"do": "choose-plan", "plan": "manoeuvre"})
        hidden = channel.until("news", 2)
        assert "manoeuvre" not in json.dumps(hidden)
        people["axis"].does({"do": "choose-plan", "plan": "defend"})
        shown = channel.until("news", 3)
        assert shown["view"]["mission"]["plans"]["allied"]["value"] == "manoeuvre", "both know it now, so may others"
        assert channel.until("offers", 3)["options"] == []


def test_a_withdrawn_link_ends_its_channels(served: Served) -> None:
    opened = served.open(SERIES)
    people = served.everybody(opened)
    with people["german"].live() as channel:
        channel.until("offers")
        gone = people["german"].client.delete(f"/api/games/{opened['game']}/seats/german/link")
        assert gone.status_code == 200
        assert "withdrawn" in channel.until("gone")["why"]
        with pytest.raises(ConnectionClosed) as closed:
            channel.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    assert people["german"].get().status_code == 401


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"token": "' + "x" * 43 + '"}', 4401),
        ("not json", 4400),
        ('{"since": 1}', 4400),
        ('{"token": "' + "x" * 43 + '", "wants": ["secrets"]}', 4400),
        ("x" * 5000, 4400),
    ],
)
def test_a_wrong_first_message_ends_the_channel(served: Served, first: str, code: int) -> None:
    with connect(served.url.replace("http", "ws") + "/api/live") as socket:
        socket.send(first)
        assert json.loads(socket.recv(10))["live"] == "gone"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def test_an_invitation_opens_no_channel_and_a_count_beyond_the_end_neither(served: Served) -> None:
    opened = served.open(SERIES)
    invited = served.person(opened["game"], opened["invites"][0]["token"])
    with invited.live() as channel:
        assert channel.next()["live"] == "gone"
    mine = served.person(opened["game"], opened["mine"][0]["token"])
    with mine.live(since=99) as channel:
        assert "entries" in channel.next()["why"]


def test_the_number_of_channels_is_limited(serve: Serve) -> None:
    served = serve(channels=1)
    opened = served.open(SERIES)
    me = served.person(opened["game"], opened["mine"][0]["token"])
    with me.live() as channel:
        channel.until("offers")
        with me.live() as second:
            assert "too many" in second.next()["why"]


def test_a_channel_that_opens_while_links_are_compared_is_not_taken_for_withdrawn(serve: Serve) -> None:
    served = serve(poll=0.001)
    opened = served.open(SERIES)
    me = served.person(opened["game"], opened["mine"][0]["token"])
    for _ in range(15):
        with me.live() as channel:
            assert channel.next()["live"] == "welcome"
            assert channel.until("offers")["options"]
