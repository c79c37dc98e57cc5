"""Games through the generic page: at one phone, by link, looking back, links withdrawn."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute

from tests.web.axe import findings
from tests.web.conftest import PHONE, Comes, Person


def begins(who: Person, what: str, *choices: str) -> None:
    """Opens a game from its page, after choosing some of what it offers."""
    who.goes_to(f"#/new/{what}")
    who.page.locator("form").wait_for()
    for choice in choices:
        who.page.locator("label", has_text=choice).first.click()
    who.presses("Begin", exact=True)
    who.page.locator("#asked-title").wait_for()


def rolls(who: Person) -> None:
    """Taps the dice in that are asked for, all of them fours."""
    page = who.page
    page.locator(".pad").wait_for()
    while page.locator(".slot.next").count():
        page.get_by_role("button", name="A die shows 4").click()
    who.presses("Do it")


def test_a_mission_beside_a_real_table_on_one_phone(person: Comes) -> None:
    who = person(PHONE)
    begins(who, "companion", "Hasty Attack", "As the rules say")
    who.is_asked("Everything is ready")
    assert findings(who.page) == []
    who.presses("Begin", exact=True)

    who.is_asked("Who attacks")
    assert findings(who.page) == []
    assert who.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page = who.page
    page.get_by_role("button", name="A die shows 5").click()
    who.presses("Do it")
    page.locator(".eyebrow", has_text="Axis rolls").wait_for()  # the phone asks whoever is to act
    page.get_by_role("button", name="A die shows 2").click()
    who.presses("Do it")

    who.is_asked("Pick where you play from")
    page.get_by_role("img", name=re.compile("Plan of Hasty Attack")).wait_for()
    buttons = page.locator(".asked .buttons button")
    assert all(box is not None and box["height"] >= 44 for box in (one.bounding_box() for one in buttons.all()))
    assert findings(page) == []
    buttons.first.click()
    for n in range(1, 5):
        who.is_asked(f"Place objective {n}")
        who.presses("Done", exact=True)
    who.is_asked("Hold a unit in reserve")

    page.locator(".log li").filter(has_text="Allied attacks").wait_for()
    page.locator(".roll", has_text="makes 5").wait_for()


def test_a_decision_is_taken_back(person: Comes) -> None:
    who = person(PHONE)
    begins(who, "companion", "Hasty Attack", "The program's dice", "Allied")
    who.presses("Begin", exact=True)
    who.is_asked("Pick where you play from")
    who.page.locator(".asked .buttons button").first.click()
    who.is_asked("Place objective 1")
    who.presses("Take the last decision back")
    who.is_asked("Pick where you play from")
    who.page.locator(".log li").filter(has_text="takes the last decision back").wait_for()


def test_secret_plans_wait_behind_a_cover_at_a_shared_phone(person: Comes) -> None:
    who = person(PHONE)
    begins(who, "companion", "By battle plans", "The program's dice")
    page = who.page
    who.is_asked("Choose a battle plan, in secret")
    page.get_by_role("button", name="Attack", exact=True).click()
    page.get_by_role("heading", name="Hand the device to Axis").wait_for()
    assert page.locator("#asked-title").count() == 0
    assert findings(page) == []
    who.presses("I am Axis: show it")
    who.is_asked("Choose a battle plan, in secret")


def test_two_people_by_link(person: Comes) -> None:
    one, other = person(), person(PHONE)
    begins(one, "companion", "Hasty Attack", "The program's dice", "One each")
    invitation = one.page.get_by_label("The invitation for Axis").input_value()
    token = invitation.rpartition("/")[2]

    other.page.goto(invitation)
    other.page.get_by_role("button", name="Sit down as Axis").wait_for()
    assert token not in other.page.url, "the token is still in the address bar"
    assert findings(other.page) == []
    other.presses("Sit down as Axis")
    other.page.locator("#asked-title").wait_for()

    one.page.get_by_label("The invitation for Axis").wait_for(state="detached")
    one.presses("Begin", exact=True)
    other.page.locator(".log li").filter(has_text="The mission is Hasty Attack").wait_for()
    spoken = other.page.locator("[aria-live=polite]").last
    spoken.filter(has_text="The mission is Hasty Attack").wait_for(state="attached")

    kept = json.loads(one.page.evaluate("() => localStorage.getItem('orsha.games')"))
    held = json.loads(other.page.evaluate("() => localStorage.getItem('orsha.games')"))
    game = one.page.url.split("/")[-2]
    assert set(held[game]["tokens"]) == {"axis"}
    assert token not in held[game]["tokens"].values() and "axis" not in kept[game]["tokens"]
    assert not any(secret in url for url in one.asked + other.asked for secret in kept[game]["tokens"].values())

    again = person()
    again.page.goto(invitation)
    again.page.get_by_role("heading", name="This link opens nothing").wait_for()


def test_spectators_look_on_until_their_link_is_withdrawn(person: Comes) -> None:
    host, guest = person(), person()
    begins(host, "companion", "Hasty Attack", "The program's dice")
    host.presses("Seats and links")
    link = host.page.get_by_label("The link for spectators").input_value()
    assert findings(host.page) == []
    guest.page.goto(link)
    guest.page.get_by_text("You are watching").wait_for()
    host.presses("Begin", exact=True)
    guest.page.locator(".log li").filter(has_text="The mission is Hasty Attack").wait_for()
    host.page.locator("li", has_text="Spectators").get_by_role("button", name="Withdraw the link").click()
    guest.page.get_by_role("alert").filter(has_text="withdrawn").wait_for()


def test_looking_back_and_forth(person: Comes) -> None:
    who = person()
    begins(who, "companion", "Hasty Attack", "The program's dice", "Allied")
    who.presses("Begin", exact=True)
    who.is_asked("Pick where you play from")
    slider = who.page.get_by_role("slider", name="Look at the game after an entry")
    slider.focus()
    who.page.keyboard.press("Home")
    who.is_asked("You look at the game after entry 0")
    assert findings(who.page) == []
    who.presses("Back to now")
    who.is_asked("Pick where you play from")


def records_a_draw(who: Person) -> None:
    who.presses("Record that nobody won")
    who.presses("Do it")


def test_a_page_that_is_loaded_again_goes_on_where_it_was(person: Comes) -> None:
    who = person()
    begins(who, "series")
    records_a_draw(who)
    who.page.locator(".log li").nth(1).wait_for()
    who.page.reload()
    who.page.locator(".log li").nth(1).wait_for()
    who.goes_to("")
    who.page.locator(".game").filter(has_text="Bagration").wait_for()
    assert findings(who.page) == []


def test_a_form_with_several_values(person: Comes) -> None:
    who = person()
    begins(who, "series")
    page = who.page
    who.presses("Record who won")
    page.locator(".opened").get_by_role("button", name="German").click()
    page.get_by_role("spinbutton").fill("3")
    assert findings(page) == []
    who.presses("Do it")
    page.locator(".log li").nth(1).wait_for()


def test_a_structure_is_filled_in_and_a_refusal_names_its_rule(person: Comes) -> None:
    who = person()
    begins(who, "campaign")
    page = who.page
    who.is_asked("What there is to do stands above")
    page.locator(".asked.sheet summary").click()  # the desk has its own form; the generic one is folded away
    who.presses("Order groups")
    who.presses("Add", exact=True)
    assert findings(page) == []
    who.presses("Do it")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text().strip()


def test_a_finished_or_own_game_is_saved_as_a_file(person: Comes, tmp_path: Path) -> None:
    who = person()
    begins(who, "solo")
    with who.page.expect_download() as coming:
        who.presses("Save as a file")
    saved = tmp_path / "game.orsha"
    coming.value.save_as(saved)
    assert saved.read_bytes().startswith(b"{")


def test_without_a_line_nothing_is_done_and_the_page_says_so(person: Comes) -> None:
    who = person()
    begins(who, "series")
    who.is_asked("What do you do?")
    who.context.set_offline(True)
    records_a_draw(who)
    who.page.get_by_role("alert").filter(has_text="cannot be reached").wait_for()
    who.context.set_offline(False)
    who.presses("Do it")
    who.page.locator(".log li").nth(1).wait_for()
    who.complaints = [words for words in who.complaints if "net::ERR_INTERNET_DISCONNECTED" not in words]


def test_the_channel_breaks_in_mid_game_and_resumes(person: Comes) -> None:
    one, other = person(), person()
    begins(one, "series", "Somebody with a link")
    invitation = one.page.get_by_label("The invitation for German").input_value()
    lines: list[WebSocketRoute] = []
    hellos: list[dict[str, object]] = []

    def joined(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def passed_on(message: str | bytes) -> None:
            hellos.append(json.loads(message))
            server.send(message)

        line.on_message(passed_on)
        lines.append(line)

    other.page.route_web_socket(re.compile("/api/live"), joined)
    other.page.goto(invitation)
    other.presses("Sit down as German")
    other.is_asked("What do you do?")
    one.is_asked("What do you do?")
    lines[-1].close(code=1011, reason="a cable is cut")
    records_a_draw(one)
    one.page.locator(".log li").nth(1).wait_for()
    other.page.locator(".log li").nth(1).wait_for()
    assert [hello["since"] for hello in hellos] == [0, 1]
    assert other.page.locator(".log li .number").all_inner_texts() == ["1", "0"]
