"""Nothing that is hidden from a seat is in any byte that the server sends it.

Two ways to look: marks are planted in place of everything that a seat may not know, and every route is asked; and
two people play at random while every byte they receive is searched for the other's secrets as they are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from orsha.kernel.conformance import MARK, MARK_NUMBER, Report, _Run, _tokens
from orsha.kernel.journal import Did
from orsha.kinds import game_of
from orsha.server.rooms import Room
from tests.server.serving import Person, Served

PATHS = ("", "/view", "/scene", "/options", "/log", "/picture")
DESK: tuple[dict[str, Any], ...] = (
    {"ask": "chart", "side": "german"},
    {"ask": "chart", "side": "russian"},
    {"ask": "step", "step": "7.505"},
    {"ask": "papers"},
    {"ask": "propose"},
    {"ask": "perimeter", "left_out": []},
    {"ask": "set-up", "placed": []},
    {"ask": "set-up", "placed": [{"id": "nobody", "hex": "P30"}]},
    {"ask": "report", "report": {"date": "23AM", "pieces": [{"id": "g1", "side": "german", "kind": "squad"}]}},
    {"ask": "report", "report": {"date": "23AM", "casualties": {"german": {"cvp": 9999}, "russian": {"cvp": 9999}}}},
    {"ask": "read", "name": "end.toml", "text": 'date = "23AM"'},
)
"""Everything that can be asked at a campaign's desk, right or wrong."""
GAMES: dict[str, dict[str, Any]] = {
    "battle": {"begin": "battle", "choose": "plans", "points": 50},
    "campaign": {"begin": "campaign"},
    "mission": {"begin": "companion", "choose": "plans"},
}


def looker(room: Room) -> _Run[Any, Any, Any, Any]:
    """The conformance kit's own searcher, set upon a game of the server."""
    game = room.match.game
    run = _Run(game, room.match.opened.setup, random.Random(1), "look", Report(), 1, True)
    run.match = room.match
    return run


@contextmanager
def planted(room: Room, seat: str | None) -> Iterator[None]:
    """The room with marks in place of what a seat may not know; a spectator knows what no seat is denied."""
    real = room.match
    for each in real.seats:
        room.offers(each)  # worked out before, and kept: rules may stumble over a mark
    run = looker(room)
    for each in (seat,) if seat is not None else real.seats:
        run.match = run.planted(each)
    room.match = run.match
    try:
        yield
    finally:
        room.match = real


def asked(person: Person, seat: str | None, count: int) -> bytes:
    """Everything that a person can be told at a moment."""
    said = [person.get(path).content for path in PATHS]
    said.append(person.get("/log", since=max(0, count - 3)).content)
    if seat is not None:
        for never in (
            {"do": "choose", "what": "nobody"},
            {"do": "answer", "chosen": ["nobody"]},
            {"do": "next", "x": 1},
        ):
            refusal = person.post("/commands", {"command": never, "seen": count})
            assert refusal.status_code == 422, refusal.text
            said.append(refusal.content)
        said.append(person.post("/try", {"command": {"do": "done"}}).content)
    if person.get().json()["kind"] == "campaign":
        said += at_desk(person)
    with person.live(since=max(0, count - 5), wants=("view", "scene", "offers")) as channel:
        channel.until("offers")
    return b"".join([*said, *person.received[-3:]])


def at_desk(person: Person) -> list[bytes]:
    """What is said to every question at a campaign's desk."""
    said = []
    for question in DESK:
        answer = person.post("/desk", {"question": question})
        assert answer.status_code < 500, (question, answer.text)
        said.append(answer.content)
    return said


def at_random(room: Room, rng: random.Random) -> tuple[str, dict[str, Any]]:
    offers = [(seat, option) for seat in room.match.seats for option in room.offers(seat)]
    seat, option = rng.choice(offers)
    return seat, msgspec.to_builtins(option.sample(rng))


def played(served: Served, kind: str, steps: int, seed: int, look: int) -> None:
    opened = served.open(GAMES[kind])
    people: dict[str | None, Person] = {None: served.watcher(opened)}
    people |= served.everybody(opened).items()
    room: Room = served.app.state.house.rooms.rooms[opened["game"]]
    rng = random.Random(seed)
    for step in range(steps):
        if room.result is not None:
            break
        if step % look == 0:
            for seat, person in people.items():
                with planted(room, seat):
                    said = asked(person, seat, room.count)
                assert MARK.encode() not in said, f"{seat} is told a secret after entry {room.count - 1}"
                assert str(MARK_NUMBER).encode() not in said
        seat, command = at_random(room, rng)
        answer = people[seat].post("/commands", {"command": command, "seen": room.count})
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("kind", list(GAMES))
def test_marks_in_place_of_secrets_are_never_sent(served: Served, kind: str) -> None:
    played(served, kind, steps=25, seed=3, look=6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", list(GAMES))
def test_marks_in_place_of_secrets_are_never_sent_in_long_games(served: Served, kind: str, seed: int) -> None:
    played(served, kind, steps=400, seed=seed, look=10)


def test_the_searcher_finds_a_leak_that_is_there(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orsha.server.eyes.Eyes.view", lambda self, match, state: state)
    with pytest.raises(AssertionError, match="is told a secret"):
        played(served, "campaign", steps=10, seed=3, look=3)


def searched(served: Served, kind: str, steps: int, seed: int) -> int:
    """Plays at random with both live channels open; gives how many secrets were looked for."""
    opened = served.open(GAMES[kind])
    people, watcher = served.everybody(opened), served.watcher(opened)
    game = game_of(kind)
    room: Room = served.app.state.house.rooms.rooms[opened["game"]]
    rng, run = random.Random(seed), looker(room)
    vocabulary = set(room.match.seats) | set(game.vocabulary) | _tokens(room.match.view("")) | set(PATHS)
    looked = 0
    known = {seat: set(vocabulary) for seat in people}
    channels = [(seat, person.live(wants=("view", "scene", "offers"))) for seat, person in people.items()]
    with channels[0][1] as one, channels[1][1] as other:
        live = {channels[0][0]: one, channels[1][0]: other}
        for step in range(steps):
            if room.result is not None:
                break
            for seat, person in people.items():
                known[seat] |= _tokens(room.match.view(seat)) | _tokens(room.offers(seat))
                person.received.clear()
            before = room.match.state
            seat, command = at_random(room, rng)
            answer = people[seat].post("/commands", {"command": command, "seen": room.count})
            assert answer.status_code == 200, answer.text
            for eyes, person in people.items():
                live[eyes].until("offers", room.count)
                person.get("/view", after=room.count - 1, event=1)
                if kind == "campaign" and step % 5 == 0:
                    at_desk(person)
                    known[eyes] |= printed(watcher)
                seen = shown_between(room, before, eyes)
                secrets = run.secrets_of(eyes) - known[eyes] - seen
                looked += len(secrets)
                found = secrets & tokens_of(b" ".join(person.received))
                assert not found, f"{eyes} received {found} with entry {room.count - 1}"
    return looked


def printed(watcher: Person) -> set[str]:
    """The words of charts and rules, which anybody may read; that no secret is among them the marks have shown."""
    said = [watcher.post("/desk", {"question": one}).content for one in DESK if one["ask"] in ("chart", "step")]
    return tokens_of(b" ".join(said))


def shown_between(room: Room, state: Any, seat: str) -> set[str]:
    """What lay open to a seat after some event of the last entry."""
    seen: set[str] = set()
    entry = room.match.entries[-1]
    for happened in entry.happened if isinstance(entry, Did) else ():
        if hasattr(happened.what, "__struct_config__") and happened.what.__class__.__name__ not in (
            "Roll",
            "SeedShown",
        ):
            state = room.match.game.apply(state, happened.what)
            seen |= _tokens(room.match.game.view(state, seat))
    return seen


def tokens_of(received: bytes) -> set[str]:
    import re

    return set(re.findall(r"[A-Za-z0-9_-]+", received.decode()))


@pytest.mark.parametrize(("kind", "steps"), [("campaign", 25), ("battle", 30)])
def test_two_people_play_and_never_receive_the_others_secrets(served: Served, kind: str, steps: int) -> None:
    looked = searched(served, kind, steps, seed=1)
    assert looked > 100 or kind == "battle", "there were secrets to look for"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_two_people_play_a_whole_random_campaign(served: Served, seed: int) -> None:
    assert searched(served, "campaign", 600, seed) > 1000
