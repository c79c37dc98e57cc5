"""Two at once, and several processes on one store: players kept in step, one command of two refused, nothing lost."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from orsha.kernel.store import Store
from orsha.kinds import game_of
from tests.server.conftest import Serve
from tests.server.serving import Person, Served

SERIES = {"begin": "series", "campaign": "bagration-fortified"}
WON = {"do": "record", "winner": "soviet", "lost": 1}


@pytest.fixture
def pair(serve: Serve, database: str) -> tuple[Served, Served]:
    """Two servers, each with its own memory, on one database of either kind."""
    return serve(database=database), serve(database=database)


def elsewhere(person: Person, served: Served) -> Person:
    return Person(served.url, person.game, person.token)


def test_of_two_commands_at_once_one_is_refused_and_nothing_is_lost(served: Served) -> None:
    people = served.everybody(served.open(SERIES))
    at_once = threading.Barrier(8)
    answers: list[int] = []

    def act(person: Person) -> None:
        mine = Person(served.url, person.game, person.token)
        at_once.wait()
        answers.append(mine.does(WON, seen=1).status_code)

    threads = [threading.Thread(target=act, args=(people[seat],)) for seat in ("soviet", "german") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    count = people["soviet"].get().json()["count"]
    assert answers.count(200) == count - 1 >= 1, "every acknowledged command is in the journal, no other is"
    assert set(answers) <= {200, 409, 422}


def test_what_is_done_at_one_process_is_seen_at_the_other(pair: tuple[Served, Served]) -> None:
    one, other = pair
    people = one.everybody(one.open(SERIES))
    german = elsewhere(people["german"], other)
    with german.live() as channel:
        channel.until("offers")
        assert people["soviet"].does(WON).status_code == 200
        assert "the Soviets win" in channel.until("news", 2)["told"][0]["words"][0]
        assert german.does({"do": "record", "winner": "german", "lost": 1}).status_code == 200
    assert people["soviet"].get().json()["count"] == 3


def test_two_processes_at_once_never_interleave(pair: tuple[Served, Served], database: str) -> None:
    one = pair[0]
    people = one.everybody(opened := one.open({"begin": "campaign"}))
    seats: list[tuple[str, Person]] = [
        (seat, elsewhere(person, each)) for each in pair for seat, person in people.items()
    ]
    answers: list[tuple[int, str]] = []
    at_once = threading.Barrier(len(seats))

    def act(seat: str, person: Person) -> None:
        person.options()
        at_once.wait()
        answer = person.does({"do": "order", "purchases": []}, seen=1)
        answers.append((answer.status_code, answer.text))

    threads = [threading.Thread(target=act, args=pair) for pair in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = sum(status == 200 for status, _ in answers)
    assert 1 <= done <= 2 and all(status in (200, 409, 422) for status, _ in answers), answers

    async def kept() -> Any:
        async with await Store.open(database) as store:
            return await store.load(game_of("campaign"), opened["game"])

    assert asyncio.run(kept()).position.count == 1 + done
    counts = {elsewhere(people["german"], each).get().json()["count"] for each in pair}
    assert counts == {1 + done}


def test_who_sits_down_at_one_process_is_told_at_the_other(pair: tuple[Served, Served], database: str) -> None:
    if database.startswith("sqlite"):
        pytest.skip("SQLite tells no other process: there it is seen with the next entry")
    one, other = pair
    opened = one.open(SERIES)
    mine = other.person(opened["game"], opened["mine"][0]["token"])
    with mine.live() as channel:
        assert channel.until("offers")["seats"]["german"]["by"] == "invited"
        joined = one.client.post("/api/join", json={"token": opened["invites"][0]["token"]}).json()
        assert channel.until("seats")["seats"]["german"]["by"] == "person"
        german = Person(other.url, opened["game"], joined["link"]["token"])
        assert german.get().status_code == 200
        Person(one.url, opened["game"], german.token).client.delete(f"/api/games/{opened['game']}/seats/german/link")
        assert channel.until("seats")["seats"]["german"]["by"] == "nobody"
        assert german.get().status_code == 401, "what the other process believed of the link is forgotten"


def test_both_answer_at_once_at_two_processes_and_both_go_through(pair: tuple[Served, Served], database: str) -> None:
    """Each decides on its own: whoever is second has seen the same choice, so nothing has to be done again."""
    if database.startswith("sqlite"):
        pytest.skip("what a seat was offered by another process is known only where processes are expected")
    one, other = pair
    people = one.everybody(one.open({"begin": "campaign"}))
    russian = elsewhere(people["russian"], other)
    assert russian.get().json()["count"] == 1
    order = {"do": "order", "purchases": []}
    assert people["german"].does(order, seen=1).status_code == 200
    late = russian.does(order, seen=1)
    assert late.status_code == 200, late.text


def test_the_automatic_battle_is_asked_for_at_two_processes(pair: tuple[Served, Served]) -> None:
    from tests.web.moments import campaign_at

    one, other = pair
    headers = {"content-type": "application/x-ndjson"}
    opened = one.client.post("/api/import", content=campaign_at("battle", "two-desks"), headers=headers).json()
    people = one.everybody({**opened, "invites": []})
    russian = elsewhere(people["russian"], other)
    count = russian.get().json()["count"]
    asked = people["german"].post("/auto", {"seen": count}).json()
    assert (asked["fought"], asked["waits_for"]) == (False, ["russian"])
    again = people["german"].post("/auto", {"seen": count}).json()
    assert again["waits_for"] == ["russian"], "who asks twice is still one"
    fought = russian.post("/auto", {"seen": count})
    assert fought.status_code == 200, fought.text
    assert fought.json()["fought"] and fought.json()["count"] > count


def test_a_link_withdrawn_at_one_process_ends_at_the_other(pair: tuple[Served, Served]) -> None:
    one, other = pair
    people = one.everybody(opened := one.open(SERIES))
    with elsewhere(people["german"], other).live() as channel:
        channel.until("offers")
        people["german"].client.delete(f"/api/games/{opened['game']}/seats/german/link")
        assert "withdrawn" in channel.until("gone")["why"]


def test_a_bot_whose_process_died_is_moved_by_another(serve: Serve, database: str) -> None:
    first = serve(database=database)
    first.app.state.house.rooms.closed = True  # it moves no bots, as if it were dead
    opened = first.open(
        {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}, {"allied": "mine", "axis": "bot:random"}
    )
    second = serve(database=database)
    me = Person(second.url, opened["game"], opened["mine"][0]["token"])
    with me.live(since=1) as channel:
        news = channel.until("news", 2)
        assert any(told["seat"] == "axis" for told in news["told"]), "the bot begins the battle by itself"
