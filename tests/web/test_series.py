"""A linked campaign in the browser: its next battle is opened from its page, and its result comes back by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from orsha.server import Settings
from tests.server.serving import Served
from tests.server.test_linked import played_to_the_end
from tests.web.axe import findings
from tests.web.conftest import DESK, PHONE, Comes, Person
from tests.web.test_playing import begins


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", rates=None)).start()
    yield one
    one.stop()


@pytest.fixture
def address(served: Served) -> str:
    return served.url


def kept(who: Person, game: str) -> dict[str, str]:
    """The tokens that a browser has of a game."""
    tokens: dict[str, str] = json.loads(who.page.evaluate("() => localStorage['orsha.games']"))[game]["tokens"]
    return tokens


def opened(who: Person) -> str:
    """The game that somebody is at."""
    return who.page.url.split("/")[-2]


def test_two_people_go_from_their_campaign_to_its_next_battle(person: Comes) -> None:
    host, guest = person(DESK), person(PHONE, "dark")
    begins(host, "series", "the river assaults", "Somebody with a link")
    guest.page.goto(host.page.get_by_label("The invitation for German").input_value())
    guest.presses("Sit down as German")
    guest.page.get_by_role("heading", name="The Crossroads").wait_for()
    guest.page.locator(".series button", has_text="Open battle 1").wait_for()
    assert findings(guest.page) == []
    assert guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    campaign = host.page.url
    host.page.get_by_role("button", name="Open battle 1").click()
    host.page.locator("#step-title").wait_for()
    expect(host.page.locator("h1")).to_contain_text("The Crossroads: battle 1 of")

    # The guest's page learns of it by itself, and is the way to the seat.
    guest.presses("Sit down as Axis")
    guest.page.locator("#step-title").wait_for()
    assert opened(guest) == opened(host)
    host.page.goto(campaign)
    host.page.get_by_role("link", name="Go to the battle").wait_for()
    host.page.get_by_text("is being fought").wait_for()
    assert findings(host.page) == []


def test_a_battle_beside_a_real_table_is_in_the_campaign_when_it_is_over(person: Comes, served: Served) -> None:
    who = person(DESK)
    begins(who, "series", "the fortified battles", "Somebody here")
    campaign = who.page.url
    who.page.locator(".series label", has_text="Beside a real table").click()
    who.page.locator(".series label", has_text="The program's dice").click()
    assert findings(who.page) == []
    who.presses("Open battle 1")
    who.page.locator("h1", has_text="Onslaught: battle 1 of").wait_for()
    game = opened(who)
    tokens = kept(who, game)
    played_to_the_end(served, {seat: served.person(game, tokens[seat]) for seat in ("allied", "axis")})
    who.page.locator(".asked .points").wait_for()
    who.page.goto(campaign)
    who.page.locator(".stages .fought", has_text="Onslaught").filter(has_text="won").wait_for()
    who.page.get_by_role("heading", name="Hammering the Line").wait_for()
    assert findings(who.page) == []
