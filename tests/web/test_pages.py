"""Every page opens, on every screen, by day and by night, and says nothing grave to axe."""

from __future__ import annotations

import pytest

from tests.web.axe import findings
from tests.web.conftest import DESK, PHONE, PROJECTOR, Comes, Person

BEGINNINGS = ("battle", "companion", "series", "campaign", "solo", "file")
SCREENS = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk"), pytest.param(PROJECTOR, id="projector")]


def fits(who: Person) -> None:
    """Nothing hangs out at the side."""
    wide = who.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], f"the page is {wide[0]} wide on a screen of {wide[1]}"


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_home_and_every_beginning(person: Comes, screen: dict[str, int], look: str) -> None:
    who = person(screen, look)
    who.goes_to("")
    assert findings(who.page) == []
    fits(who)
    for what in BEGINNINGS:
        who.goes_to(f"#/new/{what}")
        who.page.locator("form").wait_for()
        if what in ("battle", "companion"):
            who.page.locator(".card svg").wait_for()
        assert findings(who.page) == [], what
        fits(who)


def test_home_paints_within_a_second(person: Comes) -> None:
    who = person()
    who.goes_to("")
    paints = """() => new Promise(done => new PerformanceObserver(seen => {
        const found = seen.getEntriesByName("first-contentful-paint")[0]; if (found) done(found.startTime);
    }).observe({type: "paint", buffered: true}))"""
    times = []
    for _ in range(3):  # the first look warms Chromium up, which is no property of the page
        who.page.reload()
        times.append(who.page.evaluate(paints))
    assert min(times) < 1000


def test_an_address_that_is_none(person: Comes) -> None:
    who = person()
    who.goes_to("#/join/short")
    who.page.get_by_role("heading", name="There is nothing here").wait_for()
    assert findings(who.page) == []


def test_light_and_dark_by_a_switch_that_is_remembered(person: Comes) -> None:
    who = person(look="light")
    who.goes_to("")
    colour = "getComputedStyle(document.body).backgroundColor"
    before = who.page.evaluate(colour)
    who.presses("Light or dark")
    who.page.wait_for_function(f"before => {colour} !== before", arg=before)
    dark = who.page.evaluate(colour)
    who.page.reload()
    who.page.wait_for_function(f"dark => {colour} === dark", arg=dark)


def test_everything_on_home_is_reached_by_keyboard(person: Comes) -> None:
    who = person()
    who.goes_to("")
    ring_of = """() => {
        const at = document.activeElement;
        return [at.innerText.split("\\n")[0], getComputedStyle(at).outlineStyle];
    }"""
    reached = []
    for _ in range(10):
        who.page.keyboard.press("Tab")
        ring = who.page.evaluate(ring_of)
        assert ring[1] == "solid", f"{ring[0]} shows no focus"
        reached.append(ring[0].strip())
    assert reached[0] == "Skip to the page"
    assert {"The virtual table", "Beside a real table", "On Track to Orsha"} <= set(reached)
