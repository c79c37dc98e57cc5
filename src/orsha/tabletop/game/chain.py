"""Who commands whom: teams In Command, Komissars, commanders who let others throw again, who takes over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from orsha.tabletop.battle import command
from orsha.tabletop.battle.command import Candidate, Commander
from orsha.tabletop.battle.moves import within
from orsha.tabletop.battle.starting import Muster, Standing
from orsha.tabletop.force.card import MotivationTest
from orsha.tabletop.game import facts, rooms
from orsha.tabletop.game.presence import company
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Stand

Gap = Callable[[Stand, rooms.Room | None, Stand, rooms.Room | None], int | None]
"""How far it is between two teams in rooms, or one of them in one; nothing where both are outside."""


def command_inches(state: BattleState, unit: str) -> int:
    """How far the word of a unit's leader reaches."""
    return company(state, unit, "command", lambda: _command_inches(state, unit))


def _command_inches(state: BattleState, unit: str) -> int:
    sheets = state.roster.teams
    now = [sheets[id].card for id in facts.teams_of(state, unit)]
    return command.command_distance(now, facts.unit_sheet(state, unit).unit.teams, state.setup.moves)


def in_command(state: BattleState, team: str) -> bool:
    """core 4.5: within command distance of its leader."""
    unit = facts.unit_id(team)
    leader = state.units[unit].leader
    if team == leader:
        return True
    if leader not in state.teams:
        return False
    return _commanded(state, team, leader, command_inches(state, unit))


def _commanded(state: BattleState, team: str, leader: str, inches: int) -> bool:
    if state.teams[team].room is not None or state.teams[leader].room is not None:
        return rooms.in_command(state, leader, team, inches)
    return facts.near(state, team, leader, inches)


def all_in_command(state: BattleState, unit: str) -> dict[str, bool]:
    """Each team of a unit, and whether it is In Command. Nobody may change it."""
    leader = state.units[unit].leader
    return facts.stood(state, facts.seat_of(unit), (unit, leader), lambda: _all_in_command(state, unit, leader))


def _all_in_command(state: BattleState, unit: str, leader: str) -> dict[str, bool]:
    inches, there = command_inches(state, unit), leader in state.teams
    if there and not rooms.rooms(state):
        near = facts.near
        return {id: id == leader or near(state, id, leader, inches) for id in facts.teams_of(state, unit)}
    return {id: id == leader or (there and _commanded(state, id, leader, inches)) for id in facts.teams_of(state, unit)}


def komissar(state: BattleState, unit: str) -> bool:
    """Whether a Komissar team of the unit is In Command."""
    found = company(state, unit, "komissars", lambda: _komissars(state, unit))
    return any(in_command(state, id) for id in found) if found else False


def _komissars(state: BattleState, unit: str) -> list[str]:
    return [id for id in facts.teams_of(state, unit) if facts.card(state, id).komissar]


def formation_of(state: BattleState, unit: str) -> str | None:
    """A formation's key: its seat and number."""
    its = facts.unit_sheet(state, unit)
    return None if its.formation is None else f"{its.seat} {its.formation}"


def commander_helps(state: BattleState, test: MotivationTest, team: str) -> bool:
    """core 2.4: whether a formation commander lets `team` (a leader, or the tank that remounts) throw again."""
    own = formation_of(state, facts.unit_id(team))
    found: list[Commander] = []
    away = state.boats and facts.adrift(state, team)
    for formation, chief in state.commanders.items():
        if chief is None or chief not in state.teams or facts.seat_of(chief) != facts.seat_of(team):
            continue
        if own is not None and formation != own:
            continue
        if state.boats and (away or facts.adrift(state, chief)):
            continue
        if chief == team:
            found.append(Commander(0, True, True, state.teams[chief].bailed_out))
            continue
        far = facts.gap(state, chief, team)
        if within(far, state.setup.moves.reroll.reach):
            seen = facts.sight(state, chief, team).clear
            found.append(Commander(far, seen, formation == own, state.teams[chief].bailed_out))
    return command.commander_helps(test, found, state.setup.moves, support=own is None)


def heirs(state: BattleState, teams: Sequence[str], about: Stand) -> list[Candidate]:
    """Teams that might lead in place of one that stood somewhere. 002 In Command: measured as its word reached."""
    return _nearest_first(state, teams, about, rooms.command_gap)


def mates(state: BattleState, teams: Sequence[str], about: Stand) -> list[Candidate]:
    """Teams that a commander who stood somewhere might take over. 002 Occupying a Room: from the edges of rooms."""
    return _nearest_first(state, teams, about, rooms.between)


def _nearest_first(state: BattleState, teams: Sequence[str], about: Stand, gap: Gap) -> list[Candidate]:
    """Teams by how far they are. Ours: those whom rooms put equally far, by their bases."""
    table, room, found = facts.ground(state), rooms.room_at(state, about.spot), []
    for id in teams:
        if state.teams[id].aboard is not None:
            continue
        there = facts.stand(state, id)
        bases = facts.stands_gap(table, about, there)
        far = gap(about, room, there, rooms.room_of(state, id))
        found.append((bases if far is None else far, bases, id))
    return [Candidate(id, far, state.teams[id].bailed_out) for far, _, id in sorted(found)]


def muster(state: BattleState, unit: str) -> Muster:
    """A unit as Good Spirits sees it."""
    its = facts.unit_sheet(state, unit)
    there, sheets = state.teams, state.roster.teams
    led = all_in_command(state, unit).items()
    standing = tuple([Standing(sheets[id].card, leads, there[id].bailed_out) for id, leads in led])
    lost = tuple(facts.card(state, id) for id in state.lost.get(unit, ()))
    return Muster(its.name, standing, lost, its.unit.hq, its.unit.independent)
