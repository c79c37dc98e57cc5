"""The verbs that the steps of a reorganization are told with: ask, change, remove, take in, show.

A step says what happens to pieces; whether all may see it, or only their own side, follows from where they are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import count, islice

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.applying import apply
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.report import Piece, Status
from orsha.campaign.state import SIDES, CampaignState, Fort, Question, Task
from orsha.kernel import Dice, Hidden, Story


class Telling(Story[CampaignState, CampaignEvent]):
    """A campaign's decision as it unfolds."""

    def __init__(self, state: CampaignState, dice: Dice) -> None:
        super().__init__(state, apply, dice)

    # -- asking

    def ask(self, side: Side, question: Question) -> None:
        """The question stands until its side answers; the step goes on with the answer."""
        self.tell(ev.Asked(side, Hidden((side,), question)))

    def choose(
        self, side: Side, rule: str, words: str, choices: Mapping[str, str], least: int = 0, most: int | None = None
    ) -> None:
        """Asks for some of the choices, given as keys with their words; without `most` for any number of them."""
        limit = len(choices) if most is None else min(most, len(choices))
        self.ask(side, Question(rule, words, dict(choices), min(least, limit), limit))

    def queue(self, *tasks: Task) -> None:
        """More for this step to do, right after what is under way, in this order."""
        if tasks:
            self.tell(ev.Queued(Hidden((), tasks)))

    # -- saying

    def say(self, rule: str, text: str, side: Side | None = None) -> None:
        """What happened, to all, or to one side only."""
        if side is None:
            self.tell(ev.Said(rule, text))
        else:
            self.tell(ev.Whispered(Hidden((side,), rule), side, Hidden((side,), text)))

    # -- pieces

    def change(self, rule: str, text: str, *pieces: Piece, gone: Iterable[str] = ()) -> None:
        """Pieces as they now are, new ones among them, and ids of those that are gone.

        A new piece with a hex stands on the map for all to see; one without goes into its side's box.
        """
        lost = list(gone)
        boxes = {side: self.state.sides[side].box.shown for side in SIDES}
        for side in SIDES:
            changed = tuple(one for one in pieces if one.id in boxes[side] or _new_in_box(self, one, side))
            away = tuple(id for id in lost if id in boxes[side])
            if changed or away:
                self.change_in_secret(rule, side, ev.Change(text, changed, away))
        seen = tuple(one for one in pieces if one.id in self.state.pieces or (_new(self, one) and one.hex))
        away = tuple(id for id in lost if id in self.state.pieces)
        if seen or away:
            self.tell(ev.Changed(rule, text, seen, away))

    def remove(self, rule: str, text: str, *ids: str) -> None:
        """Pieces are eliminated. What they held lies where they were, with nobody's hand on it."""
        dropped = [
            replace(piece, held_by=None)
            for piece in everything(self.state).values()
            if piece.held_by in ids and piece.id not in ids
        ]
        self.change(rule, text, *dropped, gone=ids)

    def change_in_secret(self, rule: str, side: Side, change: ev.Change) -> None:
        """What a side has to itself changes; the others see that something may have, not by which rule."""
        self.tell(ev.ChangedInSecret(Hidden((side,), rule), side, Hidden((side,), change)))

    def add(self, rule: str, text: str, side: Side, *pieces: Piece) -> None:
        """New pieces for a side's box."""
        self.change_in_secret(rule, side, ev.Change(text, pieces))

    def take_in(self, rule: str, text: str, side: Side, ids: Iterable[str]) -> None:
        """Pieces leave the map for their side's box."""
        found = tuple(id for id in ids if id in self.state.pieces)
        if found:
            self.tell(ev.TakenIn(rule, text, side, found))

    def new_ids(self, side: Side, number: int) -> list[str]:
        return list(islice(self.fresh_ids(side), number))

    def fresh_ids(self, side: Side) -> Iterator[str]:
        """Ids that nobody has yet, as many as are wanted."""
        return (f"{side[0]}{number}" for number in count(self.state.sides[side].made.shown + 1))

    # -- points

    def points(self, rule: str, side: Side, points: ev.Points) -> None:
        self.tell(ev.PointsChanged(Hidden((side,), rule), side, Hidden((side,), points)))


def _new(told: Telling, piece: Piece) -> bool:
    return piece.id not in everything(told.state)


def _new_in_box(told: Telling, piece: Piece, side: Side) -> bool:
    return not piece.hex and piece.side == side and _new(told, piece)


# -- what the steps ask of a state


def everything(state: CampaignState) -> dict[str, Piece]:
    """Every piece of both sides, on the map and off it."""
    return {**state.pieces, **state.sides["german"].box.shown, **state.sides["russian"].box.shown}


def pieces_of(state: CampaignState, side: Side) -> list[Piece]:
    """A side's own pieces, prisoners in enemy hands left out."""
    return [piece for piece in everything(state).values() if holder_side(state, piece) == side]


def holder_side(state: CampaignState, piece: Piece) -> Side:
    """Who has a piece: its captor where it was captured, else its own side. A prisoner stays its own side's."""
    if "captured" in piece.status:
        return "russian" if piece.side == "german" else "german"
    return piece.side


def all_forts(state: CampaignState) -> dict[str, Fort]:
    return {**state.forts, **state.sides["german"].forts.shown, **state.sides["russian"].forts.shown}


def isolated_hexes(state: CampaignState) -> frozenset[str]:
    return _isolated(state.areas)


@cache
def _isolated(areas: tuple[s.Area, ...]) -> frozenset[str]:
    return frozenset(hex for area in areas for hex in area.hexes)


def area_of(state: CampaignState, hex: str) -> s.Area | None:
    return next((area for area in state.areas if hex in area.hexes), None)


def is_isolated(state: CampaignState, piece: Piece) -> bool:
    """001 7.506: on the map, in an isolated area."""
    return bool(piece.hex) and piece.hex in isolated_hexes(state)


def held(state: CampaignState, holder: str) -> list[Piece]:
    return [piece for piece in everything(state).values() if piece.held_by == holder]


def without(piece: Piece, *status: Status) -> Piece:
    return replace(piece, status=tuple(one for one in piece.status if one not in status))


def with_status(piece: Piece, *status: Status) -> Piece:
    return replace(piece, status=tuple(dict.fromkeys((*piece.status, *status))))


def name(piece: Piece) -> str:
    """A piece as a log names it."""
    where = f" in {piece.hex}" if piece.hex else ""
    return f"{piece.side} {piece.type} {piece.id}{where}"


def an(type: str) -> str:
    """A type with its article: an 8-1, an LMG, an ISU-122, a 4-6-7, a StuG."""
    spelled = len(type) > 1 and type[0] in "FHLMNRSX" and type[1].isupper()
    return f"{'an' if spelled or type[0] in '8AEIO' else 'a'} {type}"
