"""What was worked out about a state is remembered over events that leave it true, and never longer."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.bots.staff import assaults
from orsha.kernel import Dice, Seeded
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, batteries, chain, contact, defending, facts, remembered, template
from orsha.tabletop.game.commands import NextStep
from orsha.tabletop.game.events import Asked
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story, get_out, lose
from orsha.tabletop.mission.state import SEATS
from tests.tabletop.battle.told import half_track, rifles
from tests.tabletop.game.stage import Group, battle, decided, mounted, told
from tests.tabletop.game.test_leading_out import patrols

PLACES = ((12_000, 12_000), (24_000, 30_000), (40_000, 20_000))


def answers(state: BattleState) -> dict[str, Any]:
    """All that is remembered from state to state, as it is asked for."""
    units = [unit for unit in state.units if facts.teams_of(state, unit)]
    crowds = {seat: facts.crowd(state, seat) for seat in SEATS} if state.table is not None else {}
    fight = state.assault is not None
    return {
        "teams": {unit: facts.teams_of(state, unit) for unit in state.roster.units},
        "sides": {seat: (facts.on_table(state, seat), facts.units_on_table(state, seat)) for seat in SEATS},
        "targets": {seat: facts.targets(state, seat) for seat in SEATS},
        "aboard": {id: facts.passengers(state, id) for id in state.teams},
        "stands": {id: facts.stand(state, id) for id in state.teams},
        "bulks": {id: facts.bulk(state, id) for id in state.teams},
        "met": {seat: dict(contact.side(state, seat)) for seat in SEATS},
        "on foot": {seat: (facts.on_foot(state, seat), list(facts.foes(state, seat))) for seat in SEATS},
        "spots": {seat: assaults.foe_spots(state, seat) for seat in SEATS},
        "fight": (contact.in_contact(state), defending.guns(state)) if fight else None,
        "crowds": {seat: (list(crowd.items()), list(crowd.rows), list(crowd.solid)) for seat, crowd in crowds.items()},
        "command": {unit: chain.all_in_command(state, unit) for unit in units},
        "komissars": {unit: chain.komissar(state, unit) for unit in units},
        "leaders' words": {unit: chain.command_inches(state, unit) for unit in units},
        "shelled": {id: template.under(state, facts.spot(state, id), 6) for id in state.teams},
        "places seen": {id: batteries.seen_by(state, id, PLACES) for id in list(state.teams)[::5]},
    }


@pytest.mark.parametrize(
    ("mission", "bots"),
    [("rearguard", "random"), ("dust-up", "staff"), ("river-crossing", "random"), ("the-factory", "random")],
)
def test_a_state_knows_of_itself_what_one_without_memories_finds_out(mission: str, bots: str) -> None:
    game, asked = Battle(), 0

    def compare(match: BattleMatch) -> None:
        nonlocal asked
        asked += 1
        for seat in SEATS:
            assert match.view(seat) == game.door.masked(match.state, seat)
        if asked % 2:  # the others are remembered from two acts before
            assert answers(match.state) == answers(replace(match.state))

    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    setup = BattleSetup(forces, mission=mission, seed=2, attacker="allied")
    play_battle(setup, {"allied": bots, "axis": bots}, 7, most_turns=2, seen=compare)
    assert asked > 40


class Forgetful(dict[Any, Any]):
    """Keeps nothing: as if others emptied it, who find it full, whenever somebody has just written into it."""

    def __setitem__(self, key: object, value: object) -> None:
        return

    def setdefault(self, key: object, default: object = None) -> Any:
        return default


def test_guesses_that_nobody_keeps_come_out_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    setup = BattleSetup(forces, mission="dust-up", seed=2, attacker="allied")
    both = dict.fromkeys(SEATS, "staff")
    kept = play_battle(setup, both, 7, most_turns=3)[0].state
    arms: dict[Any, Any] = {}  # whose is the same is armed alike
    monkeypatch.setattr(remembered, "_by_the_usual_rules", lambda what: arms if what == "arms" else Forgetful())
    assert play_battle(replace(setup), both, 7, most_turns=3)[0].state == kept


def test_so_does_a_state_of_a_set_up_in_which_units_move() -> None:
    moved = 0

    def compare(match: BattleMatch) -> None:
        nonlocal moved
        moved += len(match.state.led_out)
        assert answers(match.state) == answers(replace(match.state))

    play_battle(patrols(1), {"allied": "random", "axis": "random"}, 7, most_turns=1, seen=compare)
    assert moved


def test_only_the_mission_has_secrets() -> None:
    assert Battle().door.carriers[BattleState] == ("mission",), "a view looks nowhere else"


def test_a_decision_leaves_nothing_for_the_collector() -> None:
    state = battle([Group("Us", (rifles(),), [(10, 10)])], [Group("Them", (rifles(),), [(10, 40)])])
    gc.disable()
    try:
        story = Story(state, Dice(Seeded(1)))
        story.tell(Asked(None))
        gone = weakref.ref(story)
        del story
        assert gone() is None
    finally:
        gc.enable()


def test_who_gets_out_of_his_transport_is_a_target_again() -> None:
    ours = [Group("Ride", (half_track(),), [(10, 10)]), Group("Men", (rifles(),), [(30, 10)])]
    state = mounted(battle(ours, [Group("Them", (rifles(),), [(10, 40)])]), "allied 1.0", "allied 0.0")
    assert facts.targets(state, "axis") == ["allied 0.0"] and facts.passengers(state, "allied 0.0") == ["allied 1.0"]
    out = told(state, lambda story: get_out(story, ["allied 1.0"], facts.stand(state, "allied 0.0"))).state
    assert facts.targets(out, "axis") == ["allied 0.0", "allied 1.0"] and not facts.passengers(out, "allied 0.0")


def test_who_is_gone_stands_nowhere() -> None:
    state = battle(
        [Group("Us", (rifles(),) * 3, [(10, 10), (12, 10), (14, 10)])], [Group("Them", (rifles(),), [(10, 40)])]
    )
    assert facts.stand(state, "allied 0.2").x == 14_000
    after = told(state, lambda story: lose(story, ["allied 0.2"], "destroyed")).state
    assert facts.teams_of(after, "allied 0") == ["allied 0.0", "allied 0.1"]
    with pytest.raises(KeyError):
        facts.stand(after, "allied 0.2")
    assert decided(after, "allied", NextStep()).state.stands is after.stands, "a step moves nobody"
