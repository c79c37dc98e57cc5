"""What shooting does in rooms besides sight and range (002 Brutal Weapons, Shooting in a Building)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.tabletop.battle import hits
from orsha.tabletop.battle.hits import Volley
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat

MEAN = 3.5
"""Of a die."""


def brutal(story: Story, seat: Seat, volleys: Sequence[Volley]) -> tuple[Volley, ...]:
    """002 Brutal Weapons: who hits a team in a room hits as often more as a die says. 002 Shooting in a Building: room
    to room nobody is mistaken for another."""
    state = story.state
    if not rooms(state):
        return tuple(volleys)
    found = []
    for volley in volleys:
        housed = state.teams[volley.target].room is not None
        more = hits.brutal_in_room(story.dice, seat, replace(volley, in_room=housed), state.setup.rules)
        found.append(replace(more, in_room=housed and volley.range == 0))
    return tuple(found)


def may_share(state: BattleState, weapon: Weapon, at: str, other: str) -> bool:
    """002 Brutal Weapons: all of its hits go to teams in the same room."""
    room = state.teams[at].room
    return room is None or "brutal" not in weapon.rules or state.teams[other].room == room


def more_hits(state: BattleState, team: str, weapon: int, at: str) -> float:
    """How many dice more a Brutal weapon's shots at a team in a room are worth, at the least."""
    if state.teams[at].room is None or "brutal" not in facts.card(state, team).weapons[weapon].rules:
        return 0.0
    return state.setup.rules.hits.brutal_in_room_dice * MEAN
