"""What the table is offered ready made: whole commands that the rules accept, odds of chosen shots, cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.kernel import Dice, Illegal, Typed
from orsha.kernel.dice import NeedRoll
from orsha.server import api
from orsha.server.advice import Targets, WayTo, advise
from orsha.server.problems import Refused
from orsha.server.proposals import CardOf, Propose, ShellsOdds, ShotsOdds
from orsha.server.recipes import opened
from orsha.server.rolls_ahead import MoveOdds, ToCome
from orsha.server.scenes import battle as battle_scene
from orsha.tabletop.game import Battle
from orsha.tabletop.game.commands import Aim, Leg, March
from orsha.tabletop.game.ways import legal
from tests.tabletop.game.stage import decided
from tests.tabletop.game.test_leading_out import SCOUTS
from tests.tabletop.game.test_leading_out import asked as led_out
from tests.tabletop.game.test_leading_out import out as lead

Held = dict[str, tuple[Any, str]]
GAME = Battle()


def moments(mission: str, seed: int, turns: int, wanted: Callable[[Any], dict[str, str]]) -> Held:
    """The first view of every moment that is wanted, with the seat that is to act."""
    match, _ = opened(api.NewGame(api.Battle(mission, points=75, seed=seed)))
    held: Held = {}

    def seen(played: Any) -> None:
        for name, seat in wanted(played.state).items():
            if name not in held and any(option.act == name for option in played.options(seat)):
                held[name] = (played.view(seat), seat)

    play_battle(match.opened.setup, {"allied": "staff", "axis": "staff"}, seed, most_turns=turns, seen=seen)
    return held


def of_state(state: Any) -> dict[str, str]:
    if state.asked is not None:
        acts = {"defend": ("defend",), "react": ("counterattack", "break-off")}.get(state.asked.kind, ())
        return dict.fromkeys(acts, state.asked.seat)
    acts = {"movement": ("move",), "shooting": ("shoot", "bombard"), "assault": ("charge",)}.get(state.step, ())
    return dict.fromkeys(acts, state.mission.active)


@pytest.fixture(scope="module")
def held() -> Held:
    return moments("encounter", 2, 6, of_state)


def accepts(view: Any, seat: str, command: Any) -> None:
    """The rules take a command: refused is what fails, a roll is as good as done."""
    parsed = GAME.command(command) if isinstance(command, dict) else command
    try:
        for _ in GAME.decide(view, seat, parsed, Dice(Typed(()), 0)):
            pass
    except NeedRoll:
        return


def unit_with(view: Any, seat: str, act: str) -> str:
    option = next(option for option in GAME.options(view, seat) if option.act == act)
    return str(option.takes["unit"].values[0])  # type: ignore[attr-defined]


def proposed(held: Held, act: str, target: Callable[[Any, str, str], str | None] = lambda *_: None) -> Any:
    view, seat = held[act]
    unit = unit_with(view, seat, act) if act in ("shoot", "bombard", "charge") else None
    found = advise(view, seat, Propose(act, unit, target(view, seat, unit or "")))
    assert found.command is not None  # type: ignore[union-attr]
    accepts(view, seat, found.command)  # type: ignore[union-attr]
    return found.command  # type: ignore[union-attr]


def test_everything_is_fired_at_the_team_that_was_clicked(held: Held) -> None:
    view, seat = held["shoot"]
    unit = unit_with(view, seat, "shoot")
    shots = advise(view, seat, Targets(unit)).shots  # type: ignore[union-attr]
    command = proposed(held, "shoot", lambda *_: shots[0].team)
    assert {aim.at for aim in command.aims} == {shots[0].team}


def test_odds_of_chosen_aims_are_those_of_the_target_list_when_all_are_chosen(held: Held) -> None:
    view, seat = held["shoot"]
    unit = unit_with(view, seat, "shoot")
    shot = advise(view, seat, Targets(unit)).shots[0]  # type: ignore[union-attr]
    aims = advise(view, seat, Propose("shoot", unit, shot.team)).command.aims  # type: ignore[union-attr]
    chosen = advise(view, seat, ShotsOdds(unit, aims)).shots  # type: ignore[union-attr]
    assert [(one.team, one.destroyed, one.dice) for one in chosen] == [(shot.team, shot.destroyed, shot.dice)]
    with pytest.raises(Illegal):
        advise(view, seat, ShotsOdds(unit, (Aim(aims[0].team, 29, shot.team),)))


def test_a_bombardment_is_proposed_with_its_chances(held: Held) -> None:
    view, seat = held["bombard"]
    command = proposed(held, "bombard")
    found = advise(view, seat, ShellsOdds(command))
    assert 0 < found.first <= found.ranged_in <= 1  # type: ignore[union-attr]
    assert all(0 <= one.destroyed <= one.hit <= 1 for one in found.teams)  # type: ignore[union-attr]


def test_charges_and_the_answers_to_them_are_proposed(held: Held) -> None:
    def enemy(view: Any, seat: str, unit: str) -> str:
        return str(advise(view, seat, Targets(unit, charges=True)).charges[0].unit)  # type: ignore[union-attr]

    proposed(held, "charge", enemy)
    for act in ("defend", "counterattack", "break-off"):
        if act in held:
            proposed(held, act)
    assert {"defend", "counterattack"} & set(held), "the battle of this seed has no assault to answer"


def test_one_team_goes_its_own_way(held: Held) -> None:
    view, seat = held["move"]
    middle = (view.table.size[0] // 2, view.table.size[1] // 2)
    gone = 0
    for option in (one for one in GAME.options(view, seat) if one.act == "move"):
        unit = str(option.takes["unit"].values[0])  # type: ignore[attr-defined]
        team = next(id for id in view.teams if id.startswith(f"{unit}."))
        legs = advise(view, seat, WayTo(unit, middle, teams=(team,))).legs  # type: ignore[union-attr]
        assert {leg.team for leg in legs} <= {team}
        assert not legs or legal(view, unit, legs)
        gone += bool(legs)
    assert gone, "no team of any unit finds a way of its own"


def test_mounting_where_there_is_nothing_to_mount_finds_nothing(held: Held) -> None:
    view, seat = held["move"]
    unit = unit_with(view, seat, "move")
    found = advise(view, seat, WayTo(unit, (0, 0), ride="off"))
    assert found.legs == ()  # type: ignore[union-attr]


def test_a_card_says_what_is_printed(held: Held) -> None:
    view, seat = held["move"]
    found = advise(view, seat, CardOf(unit_with(view, seat, "move")))
    assert all(card.lines and card.teams for card in found.cards)  # type: ignore[union-attr]


def test_what_is_not_open_is_not_proposed(held: Held) -> None:
    view, seat = held["move"]
    with pytest.raises(Refused, match="cannot be done now"):
        advise(view, seat, Propose("charge", unit_with(view, seat, "move")))


def with_tanks(state: Any) -> dict[str, str]:
    """The moments of the side that has most of the tanks: infantry crosses nothing by dice."""
    return {act: seat for act, seat in of_state(state).items() if seat == "allied"}


def test_a_move_says_which_dice_it_needs() -> None:
    view, seat = moments("encounter", 2, 2, with_tanks)["move"]
    wide, high = view.table.size
    told = []
    for option in (one for one in GAME.options(view, seat) if one.act == "move"):
        unit = str(option.takes["unit"].values[0])  # type: ignore[attr-defined]
        for goal in product((wide // 6, wide // 2, 5 * wide // 6), (high // 6, high // 2, 5 * high // 6)):
            legs = advise(view, seat, WayTo(unit, goal)).legs  # type: ignore[union-attr]
            if legs:
                told.append(advise(view, seat, MoveOdds(March(unit, legs))).lines)  # type: ignore[union-attr]
    assert any(told) and not all(told), "some cross something and some do not"
    assert all(first.startswith("all ") and each for first, *each in filter(None, told))
    with pytest.raises(Illegal):
        advise(view, seat, MoveOdds(March(unit, (Leg(f"{unit}.0", ((0, 0), (200_000, 0))),))))


def test_the_dice_to_come_are_told_of_ones_own_units_only(held: Held) -> None:
    view, seat = held["move"]
    unit = unit_with(view, seat, "move")
    lines = advise(view, seat, ToCome(unit)).lines  # type: ignore[union-attr]
    assert lines and all("%" in line for line in lines), "an order at least can be given"
    theirs = next(id for id in view.units if not id.startswith(seat))
    with pytest.raises(Refused, match=f"is not {seat}'s"):
        advise(view, seat, ToCome(theirs))


@pytest.mark.parametrize("dash", [False, True])
def test_who_leads_out_is_shown_a_way_as_far_as_it_may_go(dash: bool) -> None:
    view = led_out(SCOUTS, at=((30, 11), (32, 11)))
    found = advise(view, "allied", WayTo("allied 0", (31_000, 40_000), dash=dash)).legs  # type: ignore[union-attr]
    assert legal(view, "allied 0", found)
    ends = [leg.way[-1][1] for leg in found]
    assert 18_000 < min(ends) <= max(ends) <= 20_000 - 800, "16 inches from the enemy's deployment area"
    lines = advise(view, "allied", MoveOdds(March("allied 0", found)))
    assert lines.farthest > 6000  # type: ignore[union-attr]
    assert advise(view, "allied", ToCome("allied 0")) is not None


def test_ground_that_was_gained_is_an_area_of_the_scene() -> None:
    state = led_out(SCOUTS, at=((30, 11), (32, 11)))
    assert "attacker-ground-gained" not in battle_scene(state).zones
    asked = battle_scene(state).asked
    assert asked is not None and (asked.kind, asked.units) == ("lead-out", ("allied 0",))
    after = decided(state, "allied", lead(state, (30, 15), (32, 15))).state
    assert "attacker-ground-gained" in battle_scene(after).zones
