"""The dice that a move or a unit's next turn will bring, with their chances, in words for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from orsha.server.api import In
from orsha.tabletop.game.commands import March

if TYPE_CHECKING:
    from orsha.tabletop.mission.state import Seat


class MoveOdds(In, frozen=True, tag="move odds", tag_field="ask"):
    """What a move promises where it crosses something, as the command would be given."""

    command: March


class ToCome(In, frozen=True, tag="to come", tag_field="ask"):
    """The rolls that a unit, and its side, have before them."""

    unit: Annotated[str, Meta(max_length=24)]


class RollsAhead(Struct, frozen=True, tag="rolls", tag_field="answer"):
    lines: tuple[str, ...]
    """One for each roll, with its chances; none where no die is thrown."""


def of_move(view: Any, seat: Seat, command: March) -> RollsAhead:
    """Refused by the rule that forbids the move."""
    from orsha.tabletop.game import crossing_odds, facts

    found = crossing_odds.chances(view, seat, command)
    if not found.teams:
        return RollsAhead(())
    each = (f"{facts.team_name(view, one.team)}: {one.words()}" for one in found.teams)
    return RollsAhead((found.words(), *each))


def to_come(view: Any, seat: Seat, unit: str) -> RollsAhead:
    from orsha.tabletop.game import prospects

    found = [*prospects.of_unit(view, unit), *prospects.of_side(view, seat)]
    return RollsAhead(tuple(one.words() for one in found))
