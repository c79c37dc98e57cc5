"""Takes the pictures of the browser's pages that the docs show: `make pictures`, or with names as arguments some.

Every picture is of a real server in a real Chromium; games are brought to their moment by bots with known dice.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, sync_playwright

from orsha.server import Settings
from tests.server.serving import Served
from tests.web.commander import Commander, per_cent
from tests.web.conftest import CHROMIUM, PHONE, ROOT, SWITCHES, Person
from tests.web.staging import sits_down, until
from tests.web.test_desk import brought_in, sits
from tests.web.test_playing import begins

OUT = ROOT / "docs" / "pictures"
MOST = 300_000
FAIR = 25
"""A chance, in per cent, that makes a picture."""
WIDE = {"width": 1280, "height": 800}
DESK = {"width": 1440, "height": 900}
TALL = {"width": 390, "height": 1100}

Comes = Callable[..., Person]
Shot = Callable[[Comes], Person]
PICTURES: dict[str, Shot] = {}
NUMBERS = count(1)


def picture(name: str) -> Callable[[Shot], Shot]:
    def named(shot: Shot) -> Shot:
        PICTURES[f"web-{name}"] = shot
        return shot

    return named


# -- home, and coming together


def some_games(who: Person) -> None:
    """A few games of different kinds in this browser."""
    begins(who, "series", "the river assaults", "Somebody here")
    begins(who, "companion", "Hasty Attack", "One each")
    Commander(who).begins("Dust Up", 25)


@picture("home")
def home(comes: Comes) -> Person:
    who = comes(WIDE)
    some_games(who)
    who.goes_to("")
    who.page.locator(".game").nth(2).wait_for()
    return who


@picture("home-dark")
def home_dark(comes: Comes) -> Person:
    who = comes(PHONE, "dark")
    begins(who, "companion", "Hasty Attack", "One each")
    who.goes_to("")
    who.page.locator(".game").first.wait_for()
    return who


@picture("new")
def new(comes: Comes) -> Person:
    who = comes({"width": 1280, "height": 1150})
    who.goes_to("#/new/battle")
    who.page.locator("label", has_text="Breakthrough").first.click()
    who.page.locator(".card svg path").first.wait_for()
    return who


@picture("invite")
def invite(comes: Comes) -> Person:
    who = comes({"width": 1280, "height": 720})
    begins(who, "companion", "Hasty Attack", "One each")
    who.page.get_by_label("The invitation for Axis").wait_for()
    who.presses("Seats and links")
    return who


@picture("join")
def join(comes: Comes) -> Person:
    host, guest = comes(WIDE), comes(PHONE)
    begins(host, "companion", "Hasty Attack", "One each")
    guest.page.goto(host.page.get_by_label("The invitation for Axis").input_value())
    guest.page.get_by_role("button", name="Sit down as Axis").wait_for()
    return guest


@picture("companion")
def companion(comes: Comes) -> Person:
    who = comes(PHONE)
    begins(who, "companion", "Hasty Attack", "As the rules say")
    who.presses("Begin", exact=True)
    who.is_asked("Who attacks")
    who.page.get_by_role("button", name="A die shows 5").click()
    return who


@picture("companion-plan")
def companion_plan(comes: Comes) -> Person:
    who = comes(PHONE)
    begins(who, "companion", "Hasty Attack", "The program's dice", "Allied")
    who.presses("Begin", exact=True)
    who.is_asked("Pick where you play from")
    who.page.locator(".asked .buttons button").first.click()
    who.is_asked("Place objective 1")
    return who


@picture("series")
def series(comes: Comes) -> Person:
    who = comes(DESK)
    begins(who, "series", "the river assaults", "Somebody here")
    who.presses("Record who won")
    who.page.locator(".opened").get_by_role("button", name="German").click()
    who.page.get_by_role("spinbutton").first.fill("1")
    who.presses("Do it")
    who.page.get_by_role("heading", name="River Crossing").wait_for()
    who.page.evaluate("scrollTo(0, 0)")
    return who


# -- the desk


def at_desk(moment: str, screen: dict[str, int] = DESK, look: str = "light") -> Shot:
    def shot(comes: Comes) -> Person:
        who = comes(screen, look)
        sits(who, brought_in(who.address, moment, f"picture-{next(NUMBERS)}")["german"])
        who.page.locator(".posed").wait_for()
        return who

    return shot


PICTURES["web-desk-agree"] = at_desk("agree")
PICTURES["web-desk-fortify"] = at_desk("fortify")
PICTURES["web-desk-perimeter"] = at_desk("perimeter")
PICTURES["web-desk-phone"] = at_desk("second order", TALL)


@picture("desk-order")
def order(comes: Comes) -> Person:
    who = at_desk("second order")(comes)
    who.page.get_by_role("button", name=re.compile("^One .* more$")).first.click()
    who.page.locator(".checked.ok").wait_for()
    return who


@picture("desk-dark")
def dark(comes: Comes) -> Person:
    return at_desk("battle", DESK, "dark")(comes)


@picture("desk-setup")
def desk_setup(comes: Comes) -> Person:
    who = at_desk("set-up")(comes)
    propose = who.page.get_by_role("button", name="Let the staff propose")
    propose.click()
    who.page.wait_for_function("button => !button.disabled", arg=propose.element_handle())
    return who


@picture("desk-report")
def report(comes: Comes) -> Person:
    who = at_desk("battle")(comes)
    who.page.get_by_role("button", name="Forces", exact=True).click()
    squads = who.page.locator(".forces details").filter(has_text="squad").filter(has=who.page.locator("button")).first
    squads.locator("summary").click()
    squads.get_by_role("button").first.click()
    who.page.get_by_role("button", name="The step", exact=True).click()
    region = who.page.get_by_role("region", name=re.compile("^The end in"))
    region.wait_for()
    region.scroll_into_view_if_needed()
    return who


@picture("desk-papers")
def papers(comes: Comes) -> Person:
    who = at_desk("second order")(comes)
    who.page.get_by_role("button", name="Papers", exact=True).click()
    who.page.get_by_role("heading", name="Campaign roster").first.wait_for()
    return who


@picture("desk-rolls")
def rolls(comes: Comes) -> Person:
    """Back to a step that rolled, with the odds of its roll."""
    who = at_desk("second order")(comes)
    page = who.page
    for _ in range(25):
        page.get_by_role("button", name="The step before").click()
        odds = page.locator("summary", has_text="The odds of this roll")
        if odds.count():
            odds.first.click()
            page.locator(".told table td", has_text="%").first.wait_for()
            return who
    raise AssertionError("no step shows its odds")


# -- the table


def at_table(comes: Comes, mission: str, act: str, points: int = 50, **at: object) -> Commander:
    screen, look = at.get("screen", WIDE), at.get("look", "light")
    battle, _ = until(mission, act, points, int(str(at.get("seed", 1))), int(str(at.get("axis", points))))
    commander = Commander(comes(screen, look))
    sits_down(commander.who, battle)
    commander.asked()
    commander.settles()
    return commander


def picks_a_target(commander: Commander) -> None:
    """The unit with the most targets, and the weapons at the best of them."""
    for number in commander.ready("Shoot"):
        commander.picks(number)
        commander.page.locator(".chosen .targets, .chosen p.small:not(.quiet)").first.wait_for()
        if commander.page.locator(".targets .who").count() > 2:
            break
    commander.page.wait_for_timeout(600)


@picture("table-setup")
def table_setup(comes: Comes) -> Person:
    commander = Commander(comes(WIDE))
    commander.begins("Hammering the Line", 50)
    for _ in range(40):
        commander.asked()
        if commander.plan.count() and "Place:" in commander.plan.inner_text():
            break
        commander.sets_one_thing_up()
    commander.plan.locator(".good").wait_for()
    return commander.who


@picture("table-shooting")
def table_shooting(comes: Comes) -> Person:
    commander = at_table(comes, "dust-up", "bombard", 100)
    commander.picks(commander.ready("Bombard")[0])
    commander.page.locator(".chosen").get_by_role("button", name="Bombard", exact=True).click()
    commander.plan.locator(".under li").first.wait_for()
    return commander.who


@picture("table-targets")
def table_targets(comes: Comes) -> Person:
    commander = at_table(comes, "breakthrough", "shoot", 100)
    picks_a_target(commander)
    return commander.who


@picture("table-river")
def table_river(comes: Comes) -> Person:
    commander = at_table(comes, "river-crossing", "shoot", 100)
    picks_a_target(commander)
    return commander.who


@picture("table-city")
def table_city(comes: Comes) -> Person:
    commander = at_table(comes, "the-factory", "shoot", 50)
    picks_a_target(commander)
    return commander.who


@picture("table-assault")
def table_assault(comes: Comes) -> Person:
    """The first charge with a fair chance, of several battles."""
    for seed in range(3, 12):
        commander = at_table(comes, "dust-up", "charge", 50, seed=seed)
        for number in commander.ready("Charge"):
            commander.picks(number)
            commander.page.locator(".chosen .targets li").first.wait_for()
            best = commander.page.locator(".targets .who").first
            if best.count() and per_cent(best.locator("strong").inner_text()) >= FAIR:
                best.click()
                commander.plan.locator(".good").wait_for()
                return commander.who
    raise AssertionError("nobody has a fair chance")


@picture("table-log")
def table_log(comes: Comes) -> Person:
    """What happened in words, and the table as it was at an earlier entry."""
    commander = at_table(comes, "dust-up", "charge", 50, seed=2)
    page = commander.page
    page.locator(".table .tabs").get_by_role("button", name="What happened").click()
    slider: Locator = page.get_by_role("slider").first
    slider.focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    page.locator("#step-title", has_text="You look at the game").wait_for()
    return commander.who


@picture("table-phone")
def table_phone(comes: Comes) -> Person:
    commander = at_table(comes, "dust-up", "shoot", 50, screen=TALL)
    picks_a_target(commander)
    commander.page.evaluate("document.querySelector('.table').scrollIntoView()")
    return commander.who


@picture("table-dark")
def table_dark(comes: Comes) -> Person:
    commander = at_table(comes, "hammering-the-line", "shoot", 100, look="dark", axis=50)
    picks_a_target(commander)
    return commander.who


# -- taking them


@contextmanager
def studio() -> Iterator[tuple[Browser, str]]:
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Settings(database=f"sqlite:///{folder}/games.db", rates=None)).start()
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield browser, served.url
        browser.close()
        served.stop()


def taken(browser: Browser, address: str, shot: Shot) -> bytes:
    people: list[Person] = []

    def comes(screen: dict[str, int], look: str = "light") -> Person:
        context = browser.new_context(viewport=screen, color_scheme=look, reduced_motion="reduce")  # type: ignore[arg-type]
        people.append(Person(context, address))
        return people[-1]

    who = shot(comes)
    who.page.mouse.move(0, 0)
    who.page.wait_for_timeout(800)
    picture = who.page.screenshot()
    for one in people:
        one.context.close()
    return picture


def small(png: bytes) -> bytes:
    """A picture of at most 256 colours: enough for a page, and a third of the size."""
    out = io.BytesIO()
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    whole.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(wanted: list[str]) -> None:
    names = [name for name in PICTURES if not wanted or name in wanted or name.removeprefix("web-") in wanted]
    with studio() as (browser, address):
        for name in names:
            file = Path(OUT / f"{name}.png")
            file.write_bytes(small(taken(browser, address, PICTURES[name])))
            size = file.stat().st_size
            sys.stdout.write(f"{file.relative_to(ROOT)}: {size // 1000} kB{'  TOO LARGE' if size > MOST else ''}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
