"""Command: how far a leader's word reaches, what a team beyond it may do, and what happens when leaders fall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Modifier
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.moves import Moves, within
from orsha.tabletop.force.card import MotivationTest, Team

Rooms = Literal["same", "adjacent", "apart"]
COMMAND = "core 4.5 command"


def command_distance(now: Sequence[Team], started: Sequence[Team], rules: Moves) -> int:
    """How many inches from its leader a team of the unit is In Command: more in large units. core 4.5"""
    counted = now if rules.command.size_basis == "current" else started
    tanks = [team.kind for team in counted].count("tank")
    large = tanks >= rules.command.large_tanks or len(counted) >= rules.command.large_teams
    return rules.command.large_distance if large else rules.command.distance


def in_command(mils: int, inches: int, rooms: Rooms | None = None) -> bool:
    """Whether a team that ended its move so far from its leader is In Command.

    002: where leader and team are both in rooms of a building, only the rooms count. If one of them is outside, the
    distance is measured to the room, or to an opening of it.
    """
    return within(mils, inches) if rooms is None else rooms != "apart"


# -- beyond the distance


class LostMove(Struct, frozen=True):
    """How a team moves that ends its move Out of Command."""

    pace: Literal["stays", "tactical", "dash"]
    to_leader: bool = False
    """It goes straight toward its leader."""


def forbids_out_of_command(move: LostMove) -> str | None:
    """Why a team may not end such a move Out of Command; nothing if it may. core 4.5"""
    if move.pace == "dash" and not move.to_leader:
        return "a team that ends Out of Command stays, moves at Tactical, or dashes straight toward its leader"
    return None


def out_of_command_penalty(move: LostMove, rules: Moves) -> Modifier | None:
    """What is added to the number that such a team needs to hit; who stays put has no penalty. core 4.5"""
    return Modifier("out of command", rules.command.to_hit) if move.pace == "tactical" else None


# -- leaders who fall


class Candidate(Struct, frozen=True):
    """A team that might take over: how far it is from the old leader, and whether it can act."""

    name: str
    mils: int
    bailed_out: bool = False


def successors(teams: Sequence[Candidate], inches: int, rules: Moves) -> tuple[str, ...]:
    """Who may lead a unit whose leader was destroyed or Bailed Out: a team within command distance. core 2.5

    If nobody is near, the nearest one; the owner chooses among several.
    """
    able = [team for team in teams if not team.bailed_out]
    near = tuple(team.name for team in able if within(team.mils, inches))
    if near or not able or rules.leaders.nobody_near == "nobody":
        return near
    nearest = min(team.mils for team in able)
    return tuple(team.name for team in able if team.mils == nearest)


def commander_check(formation: str, rules: Moves) -> Check:
    """The die for a formation commander who was destroyed. core 2.5"""
    return Check(f"the commander of {formation} takes over another team", rules.leaders.commander_replaced_on)


class CommanderLost(Struct, frozen=True):
    """What became of a commander: the team he takes over, which is removed in his stead; or nobody commands now."""

    takes_over: str | None
    checked: Checked | None
    """Nothing: there was no team near enough to try."""


def commanders_near(teams: Sequence[Candidate], rules: Moves) -> tuple[str, ...]:
    """The formation's teams that its commander could take over."""
    return tuple(t.name for t in teams if not t.bailed_out and within(t.mils, rules.leaders.commander_reach))


def commander_lost(
    formation: str, chosen: str | None, teams: Sequence[Candidate], dice: Dice, who: str, rules: Moves
) -> CommanderLost:
    """A formation commander is destroyed: on a passed check he takes over the team that his player chose. core 2.5"""
    if chosen is None or chosen not in commanders_near(teams, rules):
        return CommanderLost(None, None)
    checked = commander_check(formation, rules).roll(dice, who)
    return CommanderLost(chosen if checked.passed else None, checked)


# -- the commander's re-roll


class Commander(Struct, frozen=True):
    """A formation commander as a unit sees him. For Remount it is the bailed out tank that sees him."""

    mils: int
    seen: bool
    own_formation: bool = True
    bailed_out: bool = False


def commander_helps(
    test: MotivationTest, commanders: Sequence[Commander], rules: Moves, *, support: bool = False
) -> bool:
    """Whether a failed test is thrown once more: a commander is near and seen. core 2.4

    A unit of a formation needs its own; a support unit takes any.
    """
    rule = rules.reroll
    return test in rule.tests and any(
        one.seen
        and within(one.mils, rule.reach)
        and (support or one.own_formation)
        and (not one.bailed_out or rule.by_bailed_out_commander)
        for one in commanders
    )
