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
        assert "the soviets win" in channel.until("news", 2)["told"][0]["words"][0]
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
