"""An evening of two people at two browsers: from home over secret plans, link, set-up and turns to victory points."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Route, TimeoutError, WebSocketRoute, expect

from orsha.server import Settings
from tests.server.serving import Served
from tests.web.commander import OVER, SLOW, WAITING, Commander
from tests.web.conftest import DESK, PHONE, Comes, Person

NAME, SEED = "evening", "18"
"""With this name and these dice two who manoeuvre come to a Counterattack, which is over after six turns."""
MOST = 200


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that gives its game the name on which, with the seed, all dice depend."""
    named = SimpleNamespace(token_hex=lambda _: NAME, randbits=secrets.randbits)
    monkeypatch.setattr("orsha.server.recipes.secrets", named)
    served = Served(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", rates=None)).start()
    yield served.url
    served.stop()


class Evening:
    """Host and guest, whoever is asked acts."""

    def __init__(self, person: Comes) -> None:
        self.host, self.guest = Commander(person(DESK)), Commander(person(DESK, "dark"))
        self.lines: list[WebSocketRoute] = []
        self.hellos: list[dict[str, object]] = []
        self.stumbles = 0

    @property
    def both(self) -> tuple[Commander, Commander]:
        return self.host, self.guest

    # -- coming together

    def opens(self, how: str = "By battle plans") -> str:
        """The host opens a battle with small forces, by secret plans or another way; gives the invitation."""
        page = self.host.page
        page.route("**/api/games", _with_dice)
        self.host.who.goes_to("")
        page.get_by_role("link", name="The virtual table").first.click()
        page.locator("form").wait_for()
        page.locator("label", has_text=how).first.click()
        for n, force in enumerate(("soviet-50", "german-37")):
            page.locator("select", has=page.locator(f"option[value='{force}']")).nth(n).select_option(force)
        page.locator("label", has_text="Somebody with a link").first.click()
        page.locator("form summary", has_text="More").last.click()
        page.get_by_label("The table's number").fill("3")
        page.get_by_role("button", name="Begin", exact=True).click()
        return page.get_by_label("The invitation for Axis").input_value()

    def sits_down(self, invitation: str) -> None:
        """The guest comes by the link; the host sees it at once, without anything having happened in the game."""
        page = self.guest.page
        page.route_web_socket(re.compile("/api/live"), self._through)
        page.goto(invitation)
        self.guest.who.presses("Sit down as Axis")
        page.locator("#step-title").wait_for()
        self.host.page.get_by_label("The invitation for Axis").wait_for(state="detached")

    def _through(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def passed_on(message: str | bytes) -> None:
            self.hellos.append(json.loads(message))
            server.send(message)

        line.on_message(passed_on)
        self.lines.append(line)

    def choose_plans(self) -> None:
        for who, other in (self.both, self.both[::-1]):
            who.page.locator(".steps").get_by_role("button", name="Manoeuvre", exact=True).click()
            assert "manoeuvre" not in other.page.locator(".log").inner_text().lower() or who is self.guest
        for who in self.both:
            who.page.locator(".log li").filter(has_text=re.compile("manoeuvre", re.IGNORECASE)).first.wait_for()

    # -- playing

    def over(self) -> bool:
        return all(who.over for who in self.both)

    def whose(self) -> Commander | None:
        """Who is asked; nobody when the game is over."""
        until = time.monotonic() + SLOW / 1000
        while time.monotonic() < until:
            for who in self.both:
                title = who.page.locator("#step-title").inner_text()
                ready = who.page.locator(".steps button:enabled, .plan button:enabled, .unit.ready").count()
                if ready and not WAITING.search(title) and not OVER.search(title) and self._settled(who, title):
                    return who
            if self.over():
                return None
            self.host.page.wait_for_timeout(100)
        raise AssertionError("nobody is asked, and the game is not over")

    def _settled(self, who: Commander, title: str) -> bool:
        """Both have heard of the same entries, and a moment later still: the options follow the news."""
        before = told(self.host)[0], told(self.guest)[0]
        self.host.page.wait_for_timeout(200)
        after = told(self.host)[0], told(self.guest)[0]
        return len({*before, *after}) == 1 and who.page.locator("#step-title").inner_text() == title

    def goes_on(self, until_turn: int) -> bool:
        """Whoever is asked acts, until a turn of the game begins or it is over; says whether it is over."""
        for _ in range(MOST):
            who = self.whose()
            if who is None:
                return True
            if f"turn {until_turn}" in who.page.locator("p.now").inner_text().lower():
                return False
            self.acts(who)
        raise AssertionError("the evening comes to no end")

    def acts(self, who: Commander) -> None:
        """One act. What was offered may be gone when it is clicked: then it is looked anew who is asked."""
        try:
            self._acts(who)
        except TimeoutError:
            self.stumbles += 1
            assert self.stumbles < 6, "what is offered cannot be done"

    def _acts(self, who: Commander) -> None:
        title = who.page.locator("#step-title").inner_text()
        ends = who.page.locator(".steps .ends button:not(.plain)")
        if "set-up" not in title and ends.count() and not who.plan.count():
            who.goes_on()
        elif "set-up" in title or who.plan.count() or who.page.get_by_role("button", name="Put on the table").count():
            who.sets_one_thing_up()
        else:
            who.answers()


def _with_dice(route: Route) -> None:
    """The dice of this evening are known before: the rest of what the page asks for stays as it is."""
    wanted = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps({**wanted, "dice": {"kind": "seeded", "seed": SEED}}))


def told(who: Commander) -> list[str]:
    return who.page.locator(".log li .number").all_inner_texts()


def test_two_people_come_together_and_begin_to_set_up(person: Comes) -> None:
    evening = Evening(person)
    evening.sits_down(evening.opens())
    evening.choose_plans()
    for _ in range(4):
        asked = evening.whose()
        assert asked is not None
        evening.acts(asked)
    for who in evening.both:
        expect(who.page.locator(".log li").filter(has_text="counterattack").first).to_be_visible(timeout=SLOW)


def test_two_people_let_a_die_say_which_mission(person: Comes) -> None:
    evening = Evening(person)
    evening.sits_down(evening.opens("By die"))
    expect(evening.host.page.locator("p.now")).to_contain_text("A battle: the set-up", timeout=SLOW)
    asked = evening.whose()
    assert asked is not None
    asked.page.locator(".steps").get_by_role("button", name=re.compile("begin", re.IGNORECASE)).click()
    for who in evening.both:
        line = who.page.locator(".log li").filter(has_text=re.compile("random mission", re.IGNORECASE)).first
        expect(line.locator(".die").first).to_be_visible(timeout=SLOW)  # both see what was rolled
        expect(who.page.locator("p.now")).not_to_contain_text("A battle", timeout=SLOW)
    headlines = {who.page.locator("p.now").inner_text() for who in evening.both}
    assert len(headlines) == 1, "both play the same mission"
    for _ in range(2):
        asked = evening.whose()
        assert asked is not None
        evening.acts(asked)


@pytest.mark.slow
def test_an_evening_from_home_to_victory_points(person: Comes) -> None:
    evening = Evening(person)
    evening.sits_down(evening.opens())
    evening.choose_plans()
    assert not evening.goes_on(until_turn=2), "both have set up, and the first turn is over"

    # Somebody looks on, on a phone.
    watch = evening.host.page.evaluate("() => Object.values(JSON.parse(localStorage['orsha.games']))[0].tokens.watch")
    third: Person = person(PHONE)
    third.goes_to(f"#/watch/{watch}")
    third.page.get_by_text("You are watching").wait_for()

    # The guest's line breaks in the middle of a turn: what comes meanwhile is told once, from the very next entry on.
    asked, seen = evening.whose(), int(told(evening.guest)[0])
    assert asked is not None
    evening.lines[-1].close(code=1011, reason="a cable is cut")
    evening.acts(asked)
    assert not evening.goes_on(until_turn=3)
    expect(evening.guest.page.locator(".log li .number").first).to_have_text(told(evening.host)[0], timeout=SLOW)
    assert evening.hellos[-1]["since"] == seen + 1 and len(evening.hellos) == 2
    assert told(evening.guest) == told(evening.host) == [str(n) for n in range(len(told(evening.host)))][::-1]

    # The page is loaded anew in the middle of a turn, and goes on where it was.
    evening.host.page.reload()
    evening.host.page.locator("#step-title").wait_for()

    assert evening.goes_on(until_turn=99)
    for page in (evening.host.page, evening.guest.page, third.page):
        result = page.locator(".asked.sheet")
        expect(result).to_contain_text("Allied wins", timeout=SLOW)
        expect(result.locator(".points")).to_contain_text("8 victory points")
        expect(result.locator(".points")).to_contain_text("one victory point")

    # At home it stands among the finished games.
    evening.guest.who.goes_to("")
    evening.guest.page.locator(".game").filter(has_text="won").wait_for()
