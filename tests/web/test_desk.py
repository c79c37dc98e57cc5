"""The campaign's desk: a date bought for, set up, reported by clicking hexes and reorganized; every page to axe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from orsha.server.maps import ground
from tests.hexmap.vasl.saves.tables import Table, squad, weapon
from tests.web.axe import findings
from tests.web.conftest import DESK, PHONE, PROJECTOR, Comes, Person
from tests.web.moments import MOMENTS, MOST, campaign_at


def brought_in(address: str, moment: str, name: str) -> dict[str, str]:
    """The links of a campaign at a moment."""
    answer = httpx.post(
        f"{address}/api/import",
        content=campaign_at(moment, name),
        headers={"content-type": "application/x-ndjson"},
        timeout=60,
    )
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    return {link["seat"]: link["link"] for link in opened["mine"]} | {"watch": opened["watch"]["link"]}


def sits(who: Person, link: str) -> Page:
    who.page.goto(f"{who.address}{link}")
    who.page.locator(".desk .map svg g path").first.wait_for(state="attached")
    who.page.locator("#desk-step").wait_for()
    return who.page


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def step(page: Page) -> str:
    return page.locator("#desk-step").inner_text()


def answers(page: Page) -> None:
    """Answers whatever the step asks as the staff would, or with the first that will do."""
    before = page.locator(".log .number").first.inner_text()
    form = page.locator(".posed form").first
    form.wait_for()
    propose = form.get_by_role("button", name="Let the staff propose")
    if propose.count():
        propose.click()
        page.wait_for_function("button => !button.disabled", arg=propose.element_handle())  # the draft has come
    elif form.locator("input[type=radio]").count():
        form.locator("input[type=radio]").first.check()
    send = form.locator("button[type=submit]")
    page.wait_for_function("button => !button.disabled", arg=send.element_handle())
    send.click()
    stays = form.get_by_role("button", name="They shall stay off: set up")
    page.wait_for_function(
        """before => document.querySelector('.log .number').innerText !== before
        || [...document.querySelectorAll('.posed form button')].some(one => one.innerText.startsWith('They shall'))""",
        arg=before,
    )
    if stays.count() and page.locator(".log .number").first.inner_text() == before:
        stays.click()
        page.wait_for_function(
            "before => document.querySelector('.log .number').innerText !== before", arg=before, timeout=60_000
        )


def waits_for_me(page: Page) -> None:
    page.locator(".posed form, .posed .form").first.wait_for(timeout=90_000)


@pytest.mark.slow
def test_a_date_is_bought_for_set_up_reported_and_reorganized(person: Comes) -> None:
    who = person(DESK)
    page = who.page
    page.set_default_timeout(60_000)
    who.goes_to("#/new/campaign")
    page.locator("form").wait_for()
    page.locator("label", has_text="German").first.click()
    page.locator("label", has_text="The staff").first.click()
    who.presses("Begin", exact=True)

    # 7.518: points run along, and the maximum of a date closes the group.
    page.get_by_role("heading", name="Purchasing reinforcement groups").wait_for()
    waits_for_me(page)
    more = page.get_by_role("button", name="One I1 more")
    more.click()
    more.click()
    assert more.is_disabled()
    assert "52" in page.locator(".purse").inner_text() and "of 66 CPP left" in page.locator(".purse").inner_text()
    page.locator(".checked.ok").wait_for()
    assert findings(page) == []
    for _ in range(12):
        waits_for_me(page)
        if "The scenario is fought" in step(page):
            break
        answers(page)
    page.get_by_role("heading", name="The scenario is fought").wait_for()

    # The end by clicking hexes: a squad of ours moves, another one is lost, and more points than there are is refused.
    waits_for_me(page)
    page.get_by_role("button", name="Forces", exact=True).click()
    squads = page.locator(".forces details").filter(has_text="squad").filter(has=page.locator("button")).first
    squads.locator("summary").click()
    hex = squads.get_by_role("button").first.inner_text()
    squads.get_by_role("button").first.click()
    page.get_by_role("button", name="The step", exact=True).click()
    here = page.get_by_role("region", name=f"The end in {hex}")
    here.get_by_role("checkbox").first.wait_for()
    gone = here.locator("li .name").first.inner_text().split()[-1]
    here.get_by_role("button", name="Lost").first.click()
    assert gone not in here.inner_text()
    page.get_by_label("CVP suffered, German").fill("9999")
    page.get_by_role("alert").filter(has_text="CVP are more than all german counters are worth").wait_for()
    assert page.get_by_role("button", name="File the report").is_disabled()
    page.get_by_label("CVP suffered, German").fill("2")
    page.get_by_text("The report holds together.").wait_for()
    assert findings(page) == []
    page.get_by_role("button", name="File the report").click()

    # The staff agrees; step by step the reorganization asks until the next date's order.
    for _ in range(MOST):
        waits_for_me(page)
        if page.locator(".page .eyebrow", has_text="23PM").count() and "7.518" in step(page):
            break
        answers(page)
    assert "7.518" in step(page)
    who.page.locator(".log li").filter(has_text="The report counts").wait_for()

    # Looking back through the pages, a roll shows its odds.
    for _ in range(25):
        page.get_by_role("button", name="The step before").click()
        odds = page.locator("summary", has_text="The odds of this roll")
        if odds.count():
            odds.first.click()
            page.locator(".told table td", has_text="%").first.wait_for()
            break
    else:
        raise AssertionError("no roll of the reorganization shows its odds")
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("look", "screen"), [("light", PHONE), ("dark", PROJECTOR)], ids=["phone", "projector"])
def test_every_page_of_the_desk(person: Comes, address: str, look: str, screen: dict[str, int]) -> None:
    for moment in MOMENTS:
        links = brought_in(address, moment, f"{moment.replace(' ', '-')}-{look}")
        who = person(screen, look)
        page = sits(who, links["german"])
        page.locator(".posed").wait_for()
        page.wait_for_timeout(300)
        assert findings(page) == [], moment
        assert fits(page), moment
        for tab in ("Papers", "Forces") if moment == "second order" else ():
            page.get_by_role("button", name=tab, exact=True).click()
            page.wait_for_timeout(500)
            assert findings(page) == [], tab
            assert fits(page), tab
        who.context.close()


def test_a_draft_stays_while_the_other_side_acts(person: Comes, address: str) -> None:
    """Both buy at once and in secret: whoever is slower must not begin anew."""
    seats = {"german": "mine", "russian": "mine"}
    opened = httpx.post(f"{address}/api/games", json={"begin": {"begin": "campaign"}, "seats": seats}).json()
    links = {link["seat"]: link for link in opened["mine"]}
    page = sits(person(), links["german"]["link"])
    page.get_by_role("button", name="One I1 more").click()
    page.locator(".purse").filter(has_text="59 of 66").wait_for()
    done = httpx.post(
        f"{address}/api/games/{opened['game']}/commands",
        headers={"authorization": f"Bearer {links['russian']['token']}"},
        json={"command": {"do": "order", "purchases": []}, "seen": 1},
    )
    assert done.status_code == 200, done.text
    page.locator(".log li", has_text="Russian").wait_for()
    page.wait_for_timeout(500)
    assert "59" in page.locator(".purse").inner_text()
    send = page.locator(".posed button[type=submit]")
    page.wait_for_function("button => !button.disabled", arg=send.element_handle())
    send.click()
    page.locator(".log li .number", has_text="2").first.wait_for()


def test_a_set_up_by_clicking_pieces_and_hexes(person: Comes, address: str) -> None:
    who = person()
    page = sits(who, brought_in(address, "set-up", "clicked")["german"])
    tray = page.get_by_role("region", name="To set up")
    full = int(re.findall(r"\((\d+)\)", tray.locator("h4").inner_text())[0])
    tray.get_by_role("button", name=re.compile("^4-6-7")).first.click()
    tray.get_by_role("button", name=re.compile("^LMG")).first.click()
    tray.get_by_text("2 in hand").wait_for()
    page.get_by_label("Hex", exact=True).fill("P50")  # the Russians' ground
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Pick P50").click()
    page.get_by_role("alert").filter(has_text="That cannot go to P50").wait_for()
    # A click in the middle of the map, where P30 is shown.
    page.get_by_label("Hex", exact=True).fill("P30")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    here = page.get_by_role("region", name="Set up in P30")
    here.get_by_text("2 of").wait_for()
    assert here.get_by_label(re.compile("Who holds")).input_value().startswith("g")
    assert f"({full - 2})" in tray.locator("h4").inner_text()
    here.get_by_label(re.compile("How .* is set up")).first.select_option("hidden")
    page.locator(".why").filter(has_text="FPP").first.wait_for()
    assert page.locator(".posed button[type=submit]").is_disabled()
    # By keyboard alone: the map takes arrows and Enter.
    tray.get_by_role("button", name=re.compile("^4-6-7")).first.click()
    page.locator(".map svg").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Set up in P29").wait_for()


def test_a_perimeter_is_proposed_and_changed_by_hand(person: Comes, address: str) -> None:
    who = person()
    page = sits(who, brought_in(address, "perimeter", "by-hand")["german"])
    words = page.locator(".proposal")
    words.filter(has_text="hexes").wait_for()
    before = words.inner_text()
    page.locator(".map path.proposed").first.wait_for(state="attached")
    for tick in page.locator(".choices input").all()[1:]:
        tick.check()
    page.wait_for_function("before => document.querySelector('.proposal').innerText !== before", arg=before)


def test_a_report_is_read_from_a_file_and_agreed_to(person: Comes, address: str, tmp_path: Path) -> None:
    links = brought_in(address, "battle", "from-a-file")
    one, other = person(), person(PHONE)
    page, asked = sits(one, links["russian"]), sits(other, links["german"])
    bad, good = tmp_path / "bad.toml", tmp_path / "end.json"
    bad.write_text('date = "23AM"\nevpp = 3\n', encoding="utf-8")
    page.locator("input[type=file]").set_input_files(bad)
    page.get_by_role("alert").filter(has_text="unknown key 'evpp'").wait_for()
    good.write_text(json.dumps({"date": "23AM", "turns": 7, "casualties": {"german": {"cvp": 3}}}), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(good)
    page.get_by_text("The report holds together.").wait_for()
    page.get_by_role("button", name="File the report").click()

    asked.get_by_role("heading", name="Russian says it ended like this").wait_for()
    asked.locator("details", has_text="Gone (").first.wait_for()
    assert findings(asked) == []
    asked.get_by_role("button", name="No, file it anew").click()
    page.get_by_role("heading", name="The scenario is fought").wait_for()


def test_a_saved_game_of_vasl_is_read_and_a_level_is_set(person: Comes, address: str, tmp_path: Path) -> None:
    where = next(one for one in ground().hexes if one.levels and "gully" in one.terrain)
    saved = tmp_path / "evening.vsav"
    saved.write_bytes(Table().pile("P20", squad()).pile(where.hex, squad(), weapon("LMG")).bytes())
    who = person()
    page = sits(who, brought_in(address, "battle", "from-vasl")["german"])
    page.locator("input[type=file]").set_input_files(saved)
    page.get_by_text("No turn track").first.wait_for()  # what the file leaves open is asked
    page.get_by_label("Hex", exact=True).fill(where.hex)
    page.keyboard.press("Enter")
    here = page.get_by_role("region", name=f"The end in {where.hex}")
    here.locator("li .name", has_text="4-6-7").wait_for()
    here.get_by_role("button", name="State").first.click()
    here.get_by_label("Level").select_option(str(where.levels[-1]))
    assert here.get_by_text(f"level {where.levels[-1]}").count() == 2, "the machine-gun goes along with its squad"
    assert findings(page) == []


def test_the_page_of_a_step_prints_with_the_map_whole(person: Comes, address: str) -> None:
    who = person()
    page = sits(who, brought_in(address, "second order", "step-printed")["german"])
    inside = """() => {
        const box = document.querySelector('.map').getBoundingClientRect();
        const frame = document.querySelector('.map svg .frame').getBoundingClientRect();
        return [frame.left >= box.left, frame.right <= box.right, frame.top >= box.top, frame.bottom <= box.bottom];
    }"""
    page.get_by_role("button", name="Whole map").click()
    assert page.evaluate(inside) == [True] * 4
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate(inside) == [True] * 4, "the paper is narrower than the screen, and the map with it"
    data = page.pdf(format="A4")
    assert data.startswith(b"%PDF") and 1 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 6


def test_what_a_side_keeps_to_itself_is_not_on_the_other_desk(person: Comes, address: str) -> None:
    links = brought_in(address, "battle", "secrets")
    german, russian, watcher = person(), person(), person()
    own = sits(german, links["german"])
    own.get_by_role("button", name="Forces", exact=True).click()
    own.locator(".stacks .counter.b.secret").first.wait_for(state="attached")
    assert own.locator(".stacks .counter.b.secret").count() > 0
    for who, link in ((russian, links["russian"]), (watcher, links["watch"])):
        page = sits(who, link)
        page.get_by_role("button", name="Forces", exact=True).click()
        page.locator(".stacks .query").first.wait_for(state="attached")
        assert page.locator(".stacks .counter.b.secret").count() == 0
        page.get_by_role("button", name="Papers", exact=True).click()
        page.get_by_role("heading", name="Campaign roster").first.wait_for()
        assert page.get_by_text("for the German player only").count() == 0


def test_the_papers_print_on_a4(person: Comes, address: str, tmp_path: Path) -> None:
    who = person()
    page = sits(who, brought_in(address, "second order", "printed")["russian"])
    page.get_by_role("button", name="Papers", exact=True).click()
    page.get_by_role("heading", name="Purchase record: Russian").wait_for()
    data = page.pdf(format="A4", landscape=True)
    assert data.startswith(b"%PDF") and 2 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 8
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Papers", exact=True).is_visible()
    assert not page.locator(".log").is_visible()
