"""Random play of the Shooting Step for tests: options are sampled and carried out, and the state stays whole."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from orsha.kernel import Dice, Illegal, Option, Seeded
from orsha.tabletop.game import bombarding, commands, facts, flying, shooting
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import SEATS, Seat

ACTS: dict[type, Callable[[Story, Seat, Any], None]] = {
    commands.Shoot: shooting.shoot,
    commands.Mistake: shooting.mistake,
    commands.Bombard: bombarding.bombard,
    commands.Fly: flying.fly,
    commands.Flak: flying.flak,
}


def offered(state: BattleState, seat: Seat) -> list[Option]:
    if state.asked is not None:
        if state.asked.seat != seat:
            return []
        mistake = state.asked.kind == "mistake"
        return shooting.question_options(state, seat) if mistake else flying.question_options(state, seat)
    if state.mission.active != seat:
        return []
    return [*shooting.options(state, seat), *bombarding.options(state, seat), *flying.options(state, seat)]


def done(state: BattleState, seat: Seat, command: Any, dice: Dice) -> BattleState:
    story = Story(state, dice)
    if isinstance(command, commands.Pass):
        assert state.asked is not None
        (shooting.no_mistake if state.asked.kind == "mistake" else flying.no_flak)(story, seat)
    else:
        ACTS[type(command)](story, seat, command)
    return story.state


def sampled(option: Option, rng: random.Random) -> Any:
    command = msgspec.convert(option.sample(rng), commands.BattleCommand)
    assert option.accepts(command), f"{option.words} does not accept its own {command}"
    return command


def play(state: BattleState, seed: int, most: int = 60) -> tuple[BattleState, list[str]]:
    """Plays a Shooting Step to its end by random options; what was done, act by act."""
    rng, dice = random.Random(seed), Dice(Seeded(seed))
    told: list[str] = []
    for _ in range(most):
        offers = [(seat, option) for seat in SEATS for option in offered(state, seat)]
        if not offers:
            break
        seat, option = rng.choice(offers)
        command = sampled(option, rng)
        before = msgspec.json.encode(state)
        refused(state, facts.enemy(seat), command)
        after = done(state, seat, command, dice)
        assert msgspec.json.encode(state) == before, f"{command} changed the state that it was decided on"
        state = after
        whole(state)
        told.append(option.act)
    return state, told


def refused(state: BattleState, seat: Seat, command: Any) -> None:
    """The other seat may not do it; it changes nothing and rolls nothing."""
    dice = Dice(Seeded(0))
    try:
        done(state, seat, command, dice)
    except Illegal as error:
        assert error.rule
        assert not dice.rolls
    else:
        raise AssertionError(f"{seat} is let do {command}")


def whole(state: BattleState) -> None:
    """Nobody is lost and there at once, every unit with somebody able is led by one who is there."""
    lost = [id for ids in state.lost.values() for id in ids]
    assert len(set(lost)) == len(lost)
    assert not set(lost) & set(state.teams)
    for unit, its in state.units.items():
        there = facts.teams_of(state, unit)
        if any(not state.teams[id].bailed_out for id in there):
            assert its.leader in there, f"{unit} is led by {its.leader}, who is gone"
    assert (state.fire is None) == (state.asked is None or state.asked.kind != "mistake")
    assert msgspec.json.decode(msgspec.json.encode(state), type=BattleState) == state
