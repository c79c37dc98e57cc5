"""A whole battle between two bots, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from orsha.bots.battle_random import RandomBot
from orsha.bots.battle_staff import StaffBot
from orsha.kernel import Broken, Match, Unknown
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force import Force as Force
from orsha.tabletop.game import Battle
from orsha.tabletop.game import BattleSetup as BattleSetup
from orsha.tabletop.game.commands import BattleCommand
from orsha.tabletop.game.events import BattleEvent
from orsha.tabletop.game.fortified import attackers, fortified
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.ground import lost_units
from orsha.tabletop.mission.state import SEATS, Seat

BattleMatch = Match[BattleSetup, BattleState, BattleCommand, BattleEvent]
MOST_ACTS = 20_000
MOST_TURNS = STANDARD.turns.called_off_after


class Bot(Protocol):
    name: str

    def choose(self, view: BattleState) -> BattleCommand | None: ...


BOTS: Mapping[str, Callable[[Seat, int | str], Bot]] = {"random": RandomBot, "staff": StaffBot}


def bot(name: str, seat: Seat, seed: int | str) -> Bot:
    if name not in BOTS:
        raise Unknown("bot", name, list(BOTS))
    return BOTS[name](seat, seed)


ATTACKS: Seat = SEATS[0]
"""Who attacks in a mission with Fortified Defence where nobody is named: the forces must fit before a die is rolled."""


def in_mission(setup: BattleSetup, mission: str, attacker: Seat | None, halves: Mapping[Seat, Force]) -> BattleSetup:
    """A battle in a mission. 000 Fortified Defence: a defender whose force is too large comes with its `halves`."""
    if not fortified(mission):
        return replace(setup, mission=mission, attacker=attacker)
    who = attacker or ATTACKS
    forces = dict(setup.forces)
    defender = next(seat for seat in SEATS if seat != who)
    if defender in halves and who not in attackers(forces, setup.points):
        forces[defender] = halves[defender]
    return replace(setup, forces=forces, mission=mission, attacker=who)


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """What came of one battle."""

    mission: str
    seed: str
    bots: dict[Seat, str]
    forces: dict[Seat, str]
    attacker: Seat
    winner: Seat | None
    why: str
    points: dict[Seat, int]
    turns: dict[Seat, int]
    units: dict[Seat, int]
    """How many units each side had,"""
    lost: dict[Seat, int]
    """and lost."""
    teams: dict[Seat, int]
    teams_lost: dict[Seat, int]
    acts: int


def play_battle(
    setup: BattleSetup,
    bots: Mapping[Seat, str],
    seed: int | str,
    *,
    record: bool = False,
    most_turns: int | None = None,
    name: str = "auto",
    seen: Callable[[BattleMatch], None] | None = None,
) -> tuple[BattleMatch, Outcome]:
    """Plays a battle to its end, or until a side begins one turn more than `most_turns`. A battle without a last turn
    of its own is called off when all between bots are (ruling A69)."""
    game = Battle()
    if setup.turns is None:
        setup = replace(setup, turns=MOST_TURNS)
    match: BattleMatch = Match.open(game, setup, name=name, dice=seed, record=record)
    players = {seat: bot(bots[seat], seat, f"{seed}") for seat in SEATS}
    acts = 0
    while match.result is None and (most_turns is None or _turn(match) <= most_turns):
        if not _act(match, players):
            raise Broken(f"nobody can act in {match.state.mission.stage}, {match.state.step}, seed {seed}")
        acts += 1
        if seen is not None:
            seen(match)
        if acts > MOST_ACTS:
            raise Broken(f"the battle of seed {seed} comes to no end")
    return match, outcome(match, bots, seed, acts)


def _turn(match: BattleMatch) -> int:
    return max(match.state.mission.turns.values(), default=0)


def _act(match: BattleMatch, players: Mapping[Seat, Bot]) -> bool:
    state = match.state
    first = state.asked.seat if state.asked is not None else state.mission.active or SEATS[0]
    for seat in (first, *(one for one in SEATS if one != first)):
        command = players[seat].choose(match.view(seat))
        if command is not None:
            match.do(seat, command)
            return True
    return False


def outcome(match: BattleMatch, bots: Mapping[Seat, str], seed: int | str, acts: int) -> Outcome:
    state, result = match.state, match.result
    mission = state.mission
    roster = state.roster
    winner = mission.winner
    teams_lost = {seat: sum(len(ids) for unit, ids in state.lost.items() if unit.startswith(seat)) for seat in SEATS}
    return Outcome(
        mission.mission or "",
        str(seed),
        dict(bots),
        {seat: state.setup.forces[seat].name for seat in SEATS},
        mission.attacker or SEATS[0],
        winner,
        result.why if result is not None else "it was not played to its end",
        {seat: result.points.get(seat, 0) if result is not None else 0 for seat in SEATS},
        {seat: mission.turns.get(seat, 0) for seat in SEATS},
        {seat: len(roster.of_seat[seat]) for seat in SEATS},
        {seat: lost_units(mission, seat) for seat in SEATS},
        {seat: sum(team.seat == seat for team in roster.teams.values()) for seat in SEATS},
        teams_lost,
        acts,
    )
