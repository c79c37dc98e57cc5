"""The battle's table in a real browser, clause by clause: against the bot from home, and at battles begun by bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.web.axe import findings
from tests.web.commander import OVER, SLOW, Commander
from tests.web.conftest import DESK, PHONE, PROJECTOR, Comes, Person
from tests.web.staging import sits_down, until, until_asked

HEARD = """
window.heard = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
"""
"""Counts every sound that a page makes."""


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


# -- against the bot


def test_one_person_against_the_bot_from_home_through_a_turn(person: Comes) -> None:
    commander = Commander(person(DESK))
    commander.begins("Dust Up", 25)
    commander.sets_up()
    assert {"put", "placed"} <= commander.done
    assert findings(commander.page) == []
    if "Movement" in commander.asked():
        sees_its_reach_and_measures(commander)
        takes_a_move_back(commander)
    assert commander.plays(1) == 1 or commander.over
    assert "moved" in commander.done
    looks_back(commander)
    looks_right(commander)


def sees_its_reach_and_measures(commander: Commander) -> None:
    """A picked unit's reach is drawn; the ruler tells inches from it to wherever the pointer is."""
    page = commander.page
    commander.picks(commander.ready("Move")[0])
    expect(page.locator("path.reach").first).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Measure", exact=True).click()
    x, y = center(page.locator("svg.board .ground .frame"))
    page.mouse.move(x, y)
    expect(page.locator("svg.board .measure")).to_have_text(re.compile(r"^\d+\.\d″$"))
    page.get_by_role("button", name="Measure", exact=True).click()


def takes_a_move_back(commander: Commander) -> None:
    """A unit is dragged, its way measured, the move made and taken back: the first that needs no die on its way."""
    page = commander.page
    undo = page.locator(".steps").get_by_role("button", name="Take the last decision back")
    for number in commander.ready("Move"):
        commander.picks(number)
        team = page.locator(f"[data-team='{page.locator('.team.picked').first.get_attribute('data-team')}']")
        stood = team.get_attribute("style") or ""
        x, y = center(team)
        goal = center(page.locator("svg.board .ground .frame"))
        drags(commander, (x, y), (x + (goal[0] - x) * 0.15, y + (goal[1] - y) * 0.15))
        page.locator(".plan .good, .plan .verdict strong, .hint").first.wait_for()
        if not commander.plan.locator(".good").count():
            commander.drops()
            continue
        expect(page.locator(".draft .way").first).to_be_attached()
        expect(page.locator(".draft .tape text")).to_have_text(re.compile(r"\d″$"))
        assert commander.confirms()
        commander.asked()
        if undo.count():
            page.keyboard.press("u")  # wherever the focus is
            expect(team).to_have_attribute("style", stood, timeout=SLOW)
            return
    raise AssertionError("no unit could move and be taken back")


def looks_back(commander: Commander) -> None:
    """The slider shows the table as it was, and comes back."""
    page = commander.page
    page.get_by_role("slider").first.focus()
    page.keyboard.press("Home")
    expect(page.locator("#step-title")).to_contain_text("entry 0", timeout=SLOW)
    page.locator(".steps").get_by_role("button", name=re.compile("now", re.IGNORECASE)).click()
    expect(page.locator("#step-title")).not_to_contain_text("entry 0")


def looks_right(commander: Commander) -> None:
    """Every tab of the panel is within reach, however much there is to choose from, and passes the scan; nothing hangs
    out at the side."""
    page = commander.page
    page.locator(".steps").evaluate("one => one.append(Object.assign(new Image(1, 2000), {alt: ''}))")
    for tab in ("What happened", "Key", "Save", "Units"):
        page.locator(".table .tabs").get_by_role("button", name=tab).first.click()
        assert findings(page) == [], tab
    wide, screen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mission", "axis"), [("Hammering the Line", 50), ("The Factory", 50), ("River Crossing", 50), ("Onslaught", 25)]
)
def test_a_whole_game_by_clicking(person: Comes, mission: str, axis: int) -> None:
    commander = Commander(person(DESK))
    commander.begins(mission, axis=axis)
    commander.sets_up()
    commander.plays()
    assert commander.over
    assert {"placed", "moved"} <= commander.done
    looks_back(commander)
    looks_right(commander)


# -- setting up


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
        commander.sets_one_thing_up()
    commander.plan.locator(".good").wait_for()
    expect(commander.plan.locator("button.main")).to_be_in_viewport()
    page.locator("svg.board").scroll_into_view_if_needed()
    mark = page.locator("[data-mark]").first
    home = center(mark)
    corner = page.locator("svg.board .ground .frame").bounding_box()
    assert corner is not None
    drags(commander, home, (corner["x"] + 3, corner["y"] + corner["height"] / 2))
    expect(commander.plan.locator(".verdict strong")).to_be_visible(timeout=SLOW)
    expect(commander.plan.locator("button.main")).to_be_disabled()
    assert findings(page) == []
    drags(commander, center(mark), home)
    expect(commander.plan.locator(".good")).to_be_visible(timeout=SLOW)
    assert commander.confirms()


# -- looking


def test_the_table_is_panned_and_zoomed_by_mouse_keys_and_fingers(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=DESK, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
    commander = Commander(Person(context, address))
    commander.begins("Dust Up", 25)
    page, board = commander.page, commander.page.locator("svg.board")
    world = board.locator("> g")
    x, y = center(board)

    def changes(how: str) -> None:
        expect(world, how).not_to_have_attribute("transform", seen[-1])
        seen.append(world.get_attribute("transform") or "")

    seen = [world.get_attribute("transform") or ""]
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    changes("the wheel zooms")
    drags(commander, (x, y), (x + 80, y + 40))
    changes("dragging the ground pans")
    commander.asked()
    page.wait_for_timeout(500)
    if commander.plan.count():
        board.press("Escape")  # what is about to be placed would be shifted
        expect(commander.plan).to_have_count(0)
    for key in ("ArrowRight", "+", "0"):
        board.press(key)
        changes(key)
    fingers = context.new_cdp_session(page)
    for kind, apart in (("touchStart", 60), ("touchMove", 90), ("touchMove", 140)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    changes("two fingers zoom")
    assert commander.who.complaints == []
    context.close()


def test_a_unit_leads_out_by_a_click_and_its_ground_is_drawn(person: Comes) -> None:
    battle, seat = until_asked("free-for-all", "lead-out", points=100, seed=1, axis=75)
    who = person(DESK)
    sits_down(who, battle)
    page = who.page
    expect(page.locator("#step-title")).to_have_text(re.compile("may move what was just put down"))
    expect(page.locator(".steps .todo", has_text="click where to")).to_be_visible()
    picked = page.locator(".team.picked").first
    picked.wait_for()
    team = page.locator(f"[data-team='{picked.get_attribute('data-team')}']")
    x, y = center(team)
    goal = center(page.locator("svg.board .ground .frame"))
    page.mouse.click(x, y + (goal[1] - y) * 0.9)
    expect(page.locator(".plan .good, .plan .verdict strong").first).to_be_visible(timeout=SLOW)
    page.locator(".plan button.main").click()
    expect(page.locator("path.zone")).to_have_count(5, timeout=SLOW)
    expect(page.get_by_text(re.compile("ground gained")).first).to_be_visible()
    expect(page.locator("#step-title")).not_to_have_text(re.compile("may move what was just put down"))
    assert seat and findings(page) == []


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


# -- at battles that bots have begun


def test_who_will_not_stop_plays_on_and_who_concedes_has_lost(person: Comes) -> None:
    """core 11, ruling A167; both seats are at this screen, so who is asked is shown next."""
    battle, seat = until("dust-up", "shoot", seed=2)
    who = person(DESK)
    sits_down(who, battle)
    page = who.page
    page.get_by_text("End it early").click()
    who.presses("Propose to stop")
    expect(page.locator("#step-title")).to_have_text("Stop here?")
    who.presses("No", exact=True)
    page.get_by_text("End it early").click()
    expect(page.get_by_role("button", name="Propose to stop")).to_have_count(0)
    who.presses("Concede")
    winner = "Axis" if seat == "allied" else "Allied"
    expect(page.locator("#step-title")).to_have_text(f"{winner} wins")
    expect(page.locator(".steps li strong")).to_have_count(2)


def test_targets_with_odds_dice_that_are_heard_and_a_log_linked_to_the_board(person: Comes, tmp_path: Path) -> None:
    battle, _ = until("dust-up", "shoot")
    commander = Commander(person(DESK))
    page = commander.page
    page.add_init_script(HEARD)
    sits_down(commander.who, battle)
    assert "Shooting" in commander.asked()
    commander.picks(commander.ready("Shoot")[0])
    chances = page.locator("svg.board .chance text")
    expect(chances.first).to_have_text(re.compile(r"^[<>]?\d+\s%$"), timeout=SLOW)
    expect(page.locator("svg.board .eye").first).to_be_attached(timeout=SLOW)
    page.locator(".targets .who").first.click()
    commander.plan.locator(".odds").first.wait_for()
    assert page.locator(".draft .aim").count() == commander.plan.locator(".gun").count()
    page.get_by_role("button", name="Sound is off").click()
    assert commander.confirms()
    commander.asked()
    expect(page.locator(".latest .roll .die").first).to_be_visible(timeout=SLOW)
    page.wait_for_function("() => window.heard > 0")
    linked_log(commander)
    saves(commander, tmp_path)


def linked_log(commander: Commander) -> None:
    page = commander.page
    page.locator(".table .tabs").get_by_role("button", name="What happened").click()
    for line in page.locator(".story .what button").all()[:8]:
        line.hover()
        if page.locator(".team.marked").count():
            return
    raise AssertionError("no line of the log marks anybody on the table")


def saves(commander: Commander, folder: Path) -> None:
    """Both seats are here, so the open game can be had as a file; the table as a picture always."""
    page = commander.page
    page.locator(".table .tabs").get_by_role("button", name="Save").click()
    for name, begins in (("The game as a file", '{"orsha":"game"'), ("The table as a picture", "<svg")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        download.value.save_as(folder / "kept")
        assert begins in (folder / "kept").read_text()[:400]


def test_an_assault_step_by_step(person: Comes) -> None:
    battle, _ = until("dust-up", "charge", seed=4)
    moments: list[str] = []
    commander = Commander(person(DESK), moments.append)
    sits_down(commander.who, battle)
    assert "Assault" in commander.asked()
    commander.charges(at_least=0)
    assert "charged" in commander.done
    assert any(moment.startswith("asked ") for moment in moments) or OVER.search(commander.asked())
    assert findings(commander.page) == []
