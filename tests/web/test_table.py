"""The battle's table in a real browser: somebody against the bot, from home through the set-up and two whole turns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.axe import findings
from tests.web.conftest import DESK, PHONE, PROJECTOR, Comes, Person

SLOW = 90_000
"""How long a bot may think on a busy machine."""


class Commander:
    """A person at the table, who does everything by clicking."""

    def __init__(self, who: Person) -> None:
        self.who, self.page = who, who.page
        self.done: set[str] = set()
        """The kinds of things that were done."""

    # -- from home to the table

    def begins(self, mission: str, points: int = 50) -> None:
        page = self.page
        self.who.goes_to("")
        page.get_by_role("link", name="The virtual table").first.click()
        page.locator("form").wait_for()
        page.locator("label", has_text=mission).first.click()
        for n, force in enumerate((f"soviet-{points}", f"german-{points}")):
            page.locator("select", has=page.locator(f"option[value='{force}']")).nth(n).select_option(force)
        page.locator("label", has_text="The staff").first.click()
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("#step-title").wait_for()

    # -- looking

    def asked(self) -> str:
        """What is asked of the person, once something is."""
        title = self.page.locator("#step-title")
        expect(title).not_to_have_text(re.compile("Waiting|Loading|Nothing"), timeout=SLOW)
        expect(self.page.locator(".steps button, .unit.ready").first).to_be_visible(timeout=SLOW)
        return title.inner_text()

    @property
    def plan(self) -> Locator:
        return self.page.locator(".plan")

    def ready(self, act: str) -> list[str]:
        """The units that may still do something."""
        rows = self.page.locator(".unit.ready", has=self.page.locator(".acts", has_text=act))
        return [row.locator(".number").inner_text() for row in rows.all()]

    def picks(self, number: str) -> None:
        self.page.locator(".unit.a.ready", has=self.page.locator(f".number >> text=/^{number}$/")).first.click()
        self.page.locator("#chosen-title").wait_for()

    # -- doing

    def confirms(self) -> bool:
        """Does what is planned, if the rules allow it; drops it otherwise."""
        button = self.plan.locator("button.main")
        self.page.locator(".plan .good, .plan .verdict strong, .hint").first.wait_for()
        if button.is_disabled():
            self.plan.get_by_role("button", name="Not this").click()
            return False
        before = self.page.locator(".foot span").last.inner_text()
        button.click()
        expect(self.page.locator(".foot span").last).not_to_have_text(before, timeout=SLOW)
        return True

    def sets_up(self) -> None:
        """Every step of the set-up, until the first turn has begun."""
        for _ in range(60):
            title = self.asked()
            if "set-up" not in title:
                return
            self._one_step()
        raise AssertionError("the set-up comes to no end")

    def _one_step(self) -> None:
        page, steps = self.page, self.page.locator(".steps")
        count = page.locator(".foot span").last.inner_text()
        if self.plan.count():
            self.done.add("put" if "Place objective" in self.plan.inner_text() else "placed")
            assert self.confirms(), "what the table proposed in the set-up is refused"
            return
        if page.get_by_role("button", name="Put on the table").count():
            page.get_by_role("button", name="Put on the table").click()
            self.plan.wait_for()
            return
        rest = steps.get_by_role("button", name=re.compile("the rest|go on", re.IGNORECASE))
        button = rest.first if rest.count() else steps.locator("button:not(.plain)").first
        if "Place objective" in button.inner_text():
            self.plan.wait_for()  # the table begins it by itself
            return
        button.click()
        expect(page.locator(".foot span").last).not_to_have_text(count, timeout=SLOW)

    def moves(self) -> None:
        """Every unit that can goes toward the middle of the table: by a click on the ground, the first by keys."""
        self.page.locator(".table").scroll_into_view_if_needed()
        for n, number in enumerate(self.ready("Move")):
            self.picks(number)
            if n == 0:
                self.by_keys()
            else:
                self.page.get_by_role("button", name="Move", exact=True).first.click()
                self.clicks_ground()
            if self.plan.count() and self.confirms():
                self.done.add("moved")

    def by_keys(self) -> None:
        board = self.page.locator("svg.board")
        board.focus()
        board.press("m")
        for _ in range(2):
            with self.page.expect_response(re.compile("/ask$")):
                board.press("ArrowUp")
        self.page.wait_for_timeout(300)

    def clicks_ground(self) -> None:
        """The barest spot near the middle of the table."""
        box = self.page.locator("svg.board").bounding_box()
        assert box is not None
        for share in (0.5, 0.55, 0.45, 0.6, 0.4):
            x, y = box["x"] + box["width"] * share, box["y"] + box["height"] * 0.5
            bare = self.page.evaluate(
                "([x, y]) => !document.elementFromPoint(x, y)?.closest('[data-team],[data-mark]')", [x, y]
            )
            if bare:
                self.page.mouse.click(x, y)
                break
        self.page.wait_for_timeout(700)

    def shoots(self) -> None:
        for number in self.ready("Shoot"):
            if "Shooting" not in self.asked() or number not in self.ready("Shoot"):
                continue
            self.picks(number)
            fire = self.page.locator(".targets").get_by_role("button", name=re.compile("^Fire everything at"))
            self.page.locator(".chosen .targets, .chosen p.small:not(.quiet)").first.wait_for()
            if fire.count():
                before = self.page.locator(".foot span").last.inner_text()
                fire.first.click()
                expect(self.page.locator(".foot span").last).not_to_have_text(before, timeout=SLOW)
                self.done.add("shot")

    def answers(self) -> None:
        """A question of the enemy's turn, or of one's own assault: the first answer that there is."""
        if self.plan.count() and self.plan.locator("button.main").is_enabled():
            self.confirms()
            return
        self.page.locator(".steps button:not(.plain)").last.click()
        self.page.wait_for_timeout(400)

    def goes_on(self) -> None:
        before = self.page.locator(".foot span").last.inner_text()
        self.page.locator(".steps .ends button").first.click()
        expect(self.page.locator(".foot span").last).not_to_have_text(before, timeout=SLOW)

    def plays_turns(self, most: int) -> int:
        """Whole turns of one's own, with every question between them."""
        turns = 0
        for _ in range(200):
            title = self.asked()
            if "won" in title or turns == most:
                return turns
            if "Movement" in title:
                self.moves()
                self.goes_on()
            elif "Shooting" in title:
                self.shoots()
                if "Shooting" in self.asked():
                    self.goes_on()
            elif "Assault" in title:
                self.goes_on()
                turns += 1
            elif self.page.get_by_role("button", name="Put on the table").count():
                self._one_step()
            else:
                self.answers()
        raise AssertionError("the game comes to no end")


def test_one_person_against_the_bot_from_home_through_two_turns(person: Comes) -> None:
    commander = Commander(person(DESK))
    commander.begins("Dust Up")
    commander.sets_up()
    assert {"put", "placed"} <= commander.done
    assert findings(commander.page) == []
    assert commander.plays_turns(2) == 2 or "won" in commander.asked()
    assert "moved" in commander.done
    looks_back(commander)
    looks_right(commander)


def looks_back(commander: Commander) -> None:
    """The slider shows the table as it was, and comes back."""
    page = commander.page
    page.get_by_role("slider").first.focus()
    page.keyboard.press("Home")
    expect(page.locator("#step-title")).to_contain_text("entry 0", timeout=SLOW)
    page.locator(".steps").get_by_role("button", name=re.compile("now", re.IGNORECASE)).click()
    expect(page.locator("#step-title")).not_to_contain_text("entry 0")


def looks_right(commander: Commander) -> None:
    """Every tab of the panel, the key and the story among them, passes the scan; nothing hangs out at the side."""
    page = commander.page
    for tab in ("What happened", "Key", "Units"):
        page.locator(".tabs").get_by_role("button", name=tab).first.click()
        assert findings(page) == [], tab
    wide, screen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen


@pytest.mark.parametrize(
    ("screen", "look"),
    [pytest.param(PHONE, "dark", id="phone"), pytest.param(PROJECTOR, "light", id="projector")],
)
def test_the_set_up_by_dragging_on_other_screens(person: Comes, screen: dict[str, int], look: str) -> None:
    """An objective is dragged out of its area and back: the rules say no, by their name, and then yes."""
    commander = Commander(person(screen, look))
    page = commander.page
    commander.begins("Dust Up")
    for _ in range(8):
        commander.asked()
        if commander.plan.count():
            break
        commander._one_step()
    commander.plan.locator(".good").wait_for()
    page.locator("svg.board").scroll_into_view_if_needed()
    mark = page.locator("[data-mark]").first
    home = center(mark)
    corner = page.locator("svg.board .ground .frame").bounding_box()
    assert corner is not None
    drags(commander, home, (corner["x"] + 3, corner["y"] + corner["height"] / 2))
    expect(commander.plan.locator(".verdict strong")).to_be_visible()
    expect(commander.plan.locator("button.main")).to_be_disabled()
    assert findings(page) == []
    drags(commander, center(mark), home)
    expect(commander.plan.locator(".good")).to_be_visible()
    assert commander.confirms()


def center(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(commander: Commander, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = commander.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    mouse.move(*end, steps=4)
    mouse.up()


def test_a_spectator_sees_the_table_and_can_do_nothing(person: Comes) -> None:
    commander = Commander(person(DESK))
    commander.begins("Dust Up")
    kept = commander.page.evaluate("() => Object.values(JSON.parse(localStorage['orsha.games']))[0].tokens.watch")
    other = person(PROJECTOR, "dark")
    other.goes_to(f"#/watch/{kept}")
    other.page.locator("svg.board .ground path").first.wait_for(state="attached")
    assert other.page.locator("svg.board .ground path").count() > 20
    expect(other.page.locator("#step-title")).to_contain_text("Waiting")
    assert other.page.locator(".steps button").count() == 0
    assert findings(other.page) == []
