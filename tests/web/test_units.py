"""Units with rules of their own, played by clicking: snipers in ambush, demolition carriers under control."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from orsha.bots.battle_auto import BattleMatch
from orsha.tabletop.force import Force, legal_force, reads_list
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from tests.web.commander import Commander
from tests.web.conftest import Comes
from tests.web.staging import brought, sits_down


def listed(nation: str, formation: str, *cards: str) -> Force:
    units = "".join(f"[[formations.units]]\n{card}\n" for card in cards)
    head = f'name = "{formation}"\nnation = "{nation}"\nperiod = "mid"\n'
    return legal_force(reads_list(f'{head}[[formations]]\nformation = "{formation}"\n{units}'))


RIFLES = listed(
    "soviet",
    "Rifle Battalion",
    'card = "Rifle Battalion HQ"',
    'card = "Rifle Company"\nsize = 20',
    'card = "Rifle Company"\nsize = 20',
    'card = "Sniper Platoon"\nsize = 2',
)
STUGS = listed(
    "german",
    "StuG Assault Gun Company",
    'card = "StuG (Late) Assault Gun Company HQ"',
    'card = "StuG (Late) Assault Gun Platoon"',
    'card = "StuG (Late) Assault Gun Platoon"',
    'card = "Borgward Demolition Carriers"\nsize = 4',
)


def hiding(match: BattleMatch) -> bool:
    mission = match.state.mission
    begun = mission.mission is not None and mission.stage == "setup"
    return begun and isinstance(steps.current(mission), f.HideSnipers)


def test_snipers_are_hidden_and_revealed(person: Comes) -> None:
    battle, side = brought("annihilation", {"allied": RIFLES, "axis": STUGS}, 3, "hiding-snipers", hiding)
    assert side == "allied"
    who = person()
    sits_down(who, battle)
    page = who.page
    page.get_by_role("button", name="Sniper Platoon, team 1", exact=True).click()
    expect(page.get_by_text("allied Sniper Platoon, team 1 is held in ambush", exact=False).first).to_be_attached()
    page.get_by_role("button", name="The other snipers deploy").click()
    expect(page.get_by_text("Hold a sniper in ambush")).to_have_count(0)


def revealing(match: BattleMatch) -> bool:
    mission = match.state.mission
    return mission.stage == "ambush" and mission.active == "allied" and mission.turns["allied"] >= 2


def test_a_sniper_comes_out_of_ambush(person: Comes) -> None:
    battle, side = brought("annihilation", {"allied": RIFLES, "axis": STUGS}, 3, "revealing-snipers", revealing)
    assert side == "allied"
    who = person()
    sits_down(who, battle)
    page = who.page
    page.get_by_role("button", name="Put on the table").click()
    expect(page.get_by_text("The rules allow it.")).to_be_visible()
    page.get_by_role("button", name="Put them there").click()
    expect(page.get_by_text(re.compile("Sniper Platoon, team . springs its ambush")).first).to_be_visible()


def steering(match: BattleMatch) -> bool:
    state = match.state
    seat = state.mission.active
    return state.step == "assault" and seat == "axis" and any(o.act == "take-control" for o in match.options("axis"))


def test_a_carrier_is_steered_and_set_off(person: Comes) -> None:
    battle, side = brought("annihilation", {"allied": RIFLES, "axis": STUGS}, 2, "steering-carriers", steering)
    assert side == "axis"
    who = person()
    sits_down(who, battle)
    page = who.page
    commander = Commander(who)
    commander.picks(commander.ready("Take control")[0])
    page.get_by_role("button", name=re.compile("Take control of carrier")).first.click()
    expect(page.get_by_text("The rules allow it.")).to_be_visible()
    expect(page.locator(".draft rect.template")).to_be_visible()
    expect(page.get_by_text("It stays where it is.")).to_be_visible()
    page.locator("[data-mark]").first.press("ArrowLeft")
    expect(page.get_by_text("It stays where it is.")).to_have_count(0)
    commander.plan.locator(".good, .verdict strong").first.wait_for()
    page.get_by_role("button", name="Not this").click()
    page.get_by_role("button", name=re.compile("Take control of carrier")).first.click()
    expect(page.get_by_text("The rules allow it.")).to_be_visible()
    page.get_by_role("button", name="Set it off").click()
    expect(page.get_by_text(re.compile("a tank takes control of Borgward", re.I)).first).to_be_visible()
