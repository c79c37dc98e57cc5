"""Home: games and forces out of files, and one's open games with whose move it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from orsha.kernel import Match
from orsha.kernel.export import write
from orsha.kinds import game_of
from orsha.tabletop.force.ready import FOLDER
from tests.server.test_forces import built
from tests.tabletop.force.rosters import as_xml, as_zip
from tests.web.axe import findings
from tests.web.conftest import PHONE, Comes
from tests.web.test_playing import begins


def saved(name: str) -> bytes:
    """A linked campaign after its first battle, as its file."""
    game = game_of("series")
    setup: Any = msgspec.convert({"campaign": "bagration-fortified", "points": 100}, type=game.setup_type)
    match: Any = Match.open(game, setup, name=name, dice="3")
    match.do("soviet", game.command({"do": "record", "winner": "soviet", "lost": 1}))
    return write("series", "Our summer", list(match.lines))


def test_a_saved_game_is_brought_in_and_goes_on(person: Comes, tmp_path: Path) -> None:
    file, broken = tmp_path / "summer.orsha", tmp_path / "broken.orsha"
    file.write_bytes(saved("brought-in"))
    broken.write_bytes(saved("broken").replace(b'"winner":"soviet"', b'"winner":"german"', 1))
    who = person(PHONE)
    page = who.page
    who.goes_to("")
    page.get_by_role("link", name="From a file").click()
    page.locator("input[type=file]").set_input_files(broken)
    page.get_by_role("heading", name="Our summer").wait_for()
    assert findings(page) == []
    who.presses("Bring the game in")
    page.get_by_role("alert").wait_for()
    page.locator("input[type=file]").set_input_files(file)
    who.presses("Bring the game in")
    page.locator(".log li").nth(1).wait_for()
    who.presses("Record that nobody won")
    who.presses("Do it")
    page.locator(".log li").nth(2).wait_for()

    who.goes_to("")
    page.locator(".game").filter(has_text="Our summer").filter(has_text="Your move").wait_for()
    assert findings(page) == []
    who.goes_to("#/new/file")
    page.locator("input[type=file]").set_input_files(file)
    who.presses("Bring the game in")
    page.get_by_role("alert").filter(has_text="kept here already").wait_for()


def test_what_is_neither_a_game_nor_a_set_up_is_said_so(person: Comes, tmp_path: Path) -> None:
    nothing, setup = tmp_path / "nothing.orsha", tmp_path / "setup.json"
    nothing.write_bytes(b"\x00\x01")
    setup.write_text('{"mission": "s1"}', encoding="utf-8")
    who = person()
    who.goes_to("#/new/file")
    who.page.locator("input[type=file]").set_input_files(nothing)
    who.page.get_by_role("alert").filter(has_text="neither a saved game nor a set-up").wait_for()
    assert who.page.get_by_role("button", name="Begin", exact=True).is_disabled()
    who.page.locator("input[type=file]").set_input_files(setup)
    who.page.get_by_label("What kind of game?").select_option("solo")
    who.presses("Begin", exact=True)
    who.page.locator("#asked-title").wait_for()


def test_forces_from_ones_own_files(person: Comes, tmp_path: Path) -> None:
    listed, roster, wrong = tmp_path / "guards.toml", tmp_path / "grenadiers.rosz", tmp_path / "cards.cat"
    text = (FOLDER / "soviet-50.toml").read_text(encoding="utf-8")
    listed.write_text(text.replace("Rifle battalion with tanks", "Guards of ours"), encoding="utf-8")
    roster.write_bytes(as_zip(as_xml(built())))
    wrong.write_bytes(b"<catalogue/>")
    who = person(PHONE)
    page = who.page
    who.goes_to("#/new/battle")
    forces = page.locator(".force")
    forces.nth(0).locator("input[type=file]").set_input_files(listed)
    forces.nth(0).locator("option:checked", has_text="50 points: Guards of ours").wait_for(state="attached")
    forces.nth(1).locator("input[type=file]").set_input_files(wrong)
    forces.nth(1).get_by_role("alert").filter(has_text="army builder").wait_for()
    forces.nth(1).locator("input[type=file]").set_input_files(roster)
    forces.nth(1).locator("option:checked", has_text="14 points: A list").wait_for(state="attached")
    forces.nth(1).get_by_text("A list: German, 2 units").wait_for()
    assert forces.nth(1).get_by_role("alert").count() == 0
    assert findings(page) == []
    page.locator("label", has_text="Somebody here").first.click()
    who.presses("Begin", exact=True)
    page.locator("#step-title").wait_for()
    game = page.url.split("/")[-2]
    units = page.evaluate(
        """async game => {
            const token = Object.values(JSON.parse(localStorage['orsha.games'])[game].tokens)[0];
            const said = await fetch(`/api/games/${game}/scene`, {headers: {authorization: `Bearer ${token}`}});
            return (await said.json()).scene.units.filter(one => one.seat === 'axis').map(one => one.name);
        }""",
        game,
    )
    assert units == ["Grenadier Company HQ", "Grenadier Platoon"]


def test_open_games_say_whose_move_it_is(person: Comes) -> None:
    one, other = person(), person(PHONE)
    begins(one, "companion", "Hasty Attack", "Our own dice", "As the rules say", "One each")
    other.page.goto(one.page.get_by_label("The invitation for Axis").input_value())
    other.presses("Sit down as Axis")
    other.page.locator("#asked-title").wait_for()
    one.presses("Begin", exact=True)
    one.is_asked("Who attacks")  # the host has the first die
    for who, words in ((one, "Your move"), (other, "It is the move of")):
        who.goes_to("")
        card = who.page.locator(".game").filter(has_text="Hasty Attack")
        card.filter(has_text=words).wait_for()
    assert "Allied" in other.page.locator(".game .state").inner_text()
    other.page.locator(".game a").first.click()
    other.page.locator("#asked-title", has_text="Waiting").wait_for()


def test_who_sits_down_is_seen_at_once(person: Comes) -> None:
    """Nothing is asked for again and again: the live channel tells it."""
    host, guest = person(), person(PHONE)
    begins(host, "companion", "Hasty Attack", "The program's dice", "One each")
    invitation = host.page.get_by_label("The invitation for Axis").input_value()
    host.presses("Seats and links")
    asked = len(host.asked)
    guest.page.goto(invitation)
    guest.presses("Sit down as Axis")
    host.page.locator(".seats li", has_text="Axis").locator(".here").wait_for()
    guest.page.goto("about:blank")
    host.page.locator(".seats li", has_text="Axis").locator(".here").wait_for(state="detached")
    assert [url for url in host.asked[asked:] if "/api/games/" in url] == []
