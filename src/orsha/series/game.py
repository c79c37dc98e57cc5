"""A linked campaign as a game on the kernel: each battle's result goes in, the next battle comes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Command, Dice, Event, Game, Illegal, OneOf, Option, Result, Whole
from orsha.series.campaign import POWERS, Effect, LinkedCampaign, Power, linked_campaign
from orsha.tabletop.mission import Changes, mission
from orsha.tabletop.mission.ending import points_row

MOST_LOST = 60


class SeriesSetup(Struct, frozen=True, forbid_unknown_fields=True):
    campaign: str
    points: int = 100


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that was fought."""

    mission: str
    winner: Power | None
    lost: int
    grade: str
    points: dict[Power, int]


class SeriesState(Struct, frozen=True, forbid_unknown_fields=True):
    setup: SeriesSetup
    battles: tuple[Battle, ...] = ()


class Record(Command, frozen=True, tag="record"):
    """A battle's result: who won, and how many units the winner lost."""

    winner: Power
    lost: int


class RecordDraw(Command, frozen=True, tag="record-draw"):
    """A battle that nobody won; where it is known what both lost, both score."""

    soviet_lost: int | None = None
    german_lost: int | None = None


class Fought(Event, frozen=True, tag="fought"):
    battle: Battle
    changes: str
    """What it changes in the next battle, in words."""


class Next(Struct, frozen=True):
    """The battle to come: the mission, who attacks, and what the campaign has changed in it."""

    number: int
    mission: str
    attacker: Power
    changes: Changes
    says: str


def next_battle(state: SeriesState) -> Next | None:
    campaign = linked_campaign(state.setup.campaign)
    index = len(state.battles)
    if index >= len(campaign.stages):
        return None
    stage = campaign.stages[index]
    effect = _effect(campaign, state)
    attacker = effect.attacker if effect is not None and effect.attacker is not None else stage.attacker
    changes = effect.changes if effect is not None else Changes()
    return Next(index + 1, stage.mission, attacker, changes, effect.says if effect is not None else "")


def _effect(campaign: LinkedCampaign, state: SeriesState) -> Effect | None:
    if not state.battles:
        return None
    last = state.battles[-1]
    return campaign.effect(len(state.battles), last.winner, last.grade)


def graded(mission: str, winner: Power, lost: int) -> Battle:
    """003 Victory Points, with the grades of ruling A15."""
    row = points_row(lost)
    loser = POWERS[1] if winner == POWERS[0] else POWERS[0]
    return Battle(mission, winner, lost, row.grade, {winner: row.winner, loser: row.loser})


def drawn(mission: str, soviet_lost: int | None, german_lost: int | None) -> Battle:
    """core 11, ruling A167: both score as the loser does, by what the other side lost."""
    points: dict[Power, int] = {}
    if soviet_lost is not None and german_lost is not None:
        points = {"soviet": points_row(german_lost).loser, "german": points_row(soviet_lost).loser}
    return Battle(mission, None, 0, "draw", points)


class SeriesGame(Game[SeriesSetup, SeriesState, Record | RecordDraw, Fought]):
    """Two seats, soviet and german; either records what was fought."""

    kind = "series"
    setup_type = SeriesSetup
    state_type = SeriesState
    command_type = Record | RecordDraw
    event_type = Fought

    def seats(self, setup: SeriesSetup) -> tuple[str, ...]:
        return POWERS

    def start(self, setup: SeriesSetup) -> SeriesState:
        linked_campaign(setup.campaign)
        return SeriesState(setup)

    def decide(self, state: SeriesState, seat: str, command: Record | RecordDraw, dice: Dice) -> Iterable[Fought]:
        coming = next_battle(state)
        assert coming is not None
        if isinstance(command, RecordDraw):
            if (command.soviet_lost is None) != (command.german_lost is None):
                raise Illegal("003 Victory Points", "say what both sides lost, or of neither")
            check_losses("side", command.soviet_lost, command.german_lost)
            battle = drawn(coming.mission, command.soviet_lost, command.german_lost)
        else:
            check_losses("winner", command.lost)
            battle = graded(coming.mission, command.winner, command.lost)
        after = replace(state, battles=(*state.battles, battle))
        following = next_battle(after)
        yield Fought(battle, following.says if following is not None else "")

    def apply(self, state: SeriesState, event: Fought) -> SeriesState:
        return replace(state, battles=(*state.battles, event.battle))

    def options(self, view: SeriesState, seat: str) -> Sequence[Option]:
        if seat not in POWERS or next_battle(view) is None:
            return []
        lost = Whole(0, MOST_LOST)
        return [
            Option("record", "record who won", {"winner": OneOf(POWERS), "lost": lost}),
            Option("record-draw", "record that nobody won", {"soviet_lost": lost, "german_lost": lost}),
        ]

    def result(self, state: SeriesState) -> Result | None:
        """The last battle decides the campaign; the points of all battles are shown beside it."""
        if next_battle(state) is not None:
            return None
        last = state.battles[-1]
        return Result(
            last.winner,
            f"the last battle, {mission(last.mission).file.name}, decides the campaign",
            cast("dict[str, int]", totals(state)),
        )

    def words(self, event: Fought) -> str:
        battle = event.battle
        name = mission(battle.mission).file.name
        points = ", ".join(f"{power.capitalize()} {battle.points[power]}" for power in POWERS if battle.points)
        if battle.winner is None:
            return f"{name}: nobody won" + (f" ({points})" if points else "")
        after = f" {event.changes}" if event.changes else ""
        how = f"{battle.grade}, units lost: {battle.lost}; {points}"
        return f"{name}: the {battle.winner.capitalize()}s win ({how}).{after}"


def check_losses(whose: str, *lost: int | None) -> None:
    for units in lost:
        if units is not None and not 0 <= units <= MOST_LOST:
            raise Illegal("003 Victory Points", f"a {whose} lost 0 to {MOST_LOST} units, not {units}")


def totals(state: SeriesState) -> dict[Power, int]:
    return {power: sum(battle.points.get(power, 0) for battle in state.battles) for power in POWERS}
