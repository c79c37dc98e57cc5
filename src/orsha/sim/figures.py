"""The figures of many games, computed once; words, tables, plots and JSON all read them from here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from msgspec import Struct

from orsha.sim.plan import Seat
from orsha.sim.playing import Played
from orsha.sim.running import Run
from orsha.sim.stats import CONFIDENCE, Share, Spread, share, spread

if TYPE_CHECKING:
    from orsha.bots.battle_auto import Outcome

K = TypeVar("K", int, str)
Role = Literal["attacker", "defender"]
Side = Literal["attacker", "defender", "allied", "axis"]
SIDES: tuple[Side, ...] = get_args(Side)
ROLES: tuple[Role, ...] = get_args(Role)
SEATS: tuple[Seat, ...] = get_args(Seat)


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody fared: a side, a force or a bot."""

    name: str
    wins: Share
    """Of all games, those that nobody won among them."""
    points: Spread
    units_lost: Spread
    """As a part of the units it had,"""
    teams_lost: Spread
    """and of the teams."""


class Contest(Struct, frozen=True, forbid_unknown_fields=True):
    """Games between an attacker and a defender: of one mission, or of all."""

    name: str
    games: int
    unfinished: int
    """Called off after the last turn that is played: nobody won."""
    sides: dict[Side, Standing]
    decided: Share
    """The attacker's, of the games that somebody won."""
    turns: Spread
    """Of the games that somebody won."""
    lengths: dict[int, dict[Role, int]]
    """How many games each won in which turn."""
    grades: dict[str, dict[Role, int]]
    """How many games each won by which victory points, "6-3" and so on."""


class Contender(Struct, frozen=True, forbid_unknown_fields=True):
    """A force or a bot: in its games against others, and in all its games by what it was."""

    name: str
    whole: Standing
    sides: dict[Side, Standing]


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a report says."""

    missions: tuple[Contest, ...]
    whole: Contest
    forces: tuple[Contender, ...]
    bots: tuple[Contender, ...]
    asked: int
    stopped: bool
    failed: tuple[str, ...]
    illegal: int
    seed: str
    tables: int
    attacker: str
    confidence: float = CONFIDENCE


class Seen(Struct, frozen=True):
    """A game as one seat saw it."""

    seat: Seat
    outcome: Outcome

    @property
    def role(self) -> Role:
        return "attacker" if self.seat == self.outcome.attacker else "defender"

    @property
    def won(self) -> bool:
        return self.outcome.winner == self.seat


def figures(run: Run) -> Figures:
    """A run's figures. A run without a single game has figures too: they say nothing, with intervals from 0 to 1."""
    return Figures(
        missions=tuple(contest(slug, _outcomes(run, slug)) for slug in run.plan.missions),
        whole=contest("all", [one.outcome for one in run.played]),
        forces=_contenders(run.played, lambda one, seat: one.game.pairing.forces[seat]),
        bots=_contenders(run.played, lambda one, seat: one.game.pairing.bots[seat]),
        asked=run.asked,
        stopped=run.stopped,
        failed=tuple(one.words() for one in run.failed),
        illegal=sum(one.illegal for one in run.failed),
        seed=run.plan.seed,
        tables=len({(one.game.mission, one.game.table) for one in run.played}),
        attacker=run.plan.attacker,
    )


def _outcomes(run: Run, mission: str) -> list[Outcome]:
    return [one.outcome for one in run.played if one.game.mission == mission]


def contest(name: str, outcomes: Sequence[Outcome]) -> Contest:
    seen = [Seen(seat, one) for one in outcomes for seat in SEATS]
    won = [one for one in seen if one.won]
    return Contest(
        name,
        len(outcomes),
        len(outcomes) - len(won),
        _sides(seen),
        share(sum(one.role == "attacker" for one in won), len(won)),
        spread([length(one.outcome) for one in won]),
        _counted(won, lambda one: length(one.outcome)),
        _counted(won, _grade),
    )


def length(outcome: Outcome) -> int:
    """The turn in which a battle ended, by the side that had more of them."""
    return max(outcome.turns.values())


def _grade(one: Seen) -> str:
    points = sorted(one.outcome.points.values(), reverse=True)
    return "-".join(map(str, points))


def _counted(won: Iterable[Seen], key: Callable[[Seen], K]) -> dict[K, dict[Role, int]]:
    counts = Counter((key(one), one.role) for one in won)
    keys = sorted({one for one, _ in counts})
    return {one: {role: counts[one, role] for role in ROLES} for one in keys}


def _sides(seen: Sequence[Seen]) -> dict[Side, Standing]:
    return {side: standing(side, [one for one in seen if side in (one.role, one.seat)]) for side in SIDES}


def standing(name: str, seen: Sequence[Seen]) -> Standing:
    return Standing(
        name,
        share(sum(one.won for one in seen), len(seen)),
        spread([one.outcome.points[one.seat] for one in seen]),
        spread([_part(one.outcome.lost, one.outcome.units, one.seat) for one in seen]),
        spread([_part(one.outcome.teams_lost, one.outcome.teams, one.seat) for one in seen]),
    )


def _part(some: dict[Seat, int], whole: dict[Seat, int], seat: Seat) -> float:
    return some[seat] / whole[seat] if whole[seat] else 0.0


def _contenders(played: Sequence[Played], name_of: Callable[[Played, Seat], str]) -> tuple[Contender, ...]:
    """Each by its name, in the order of first appearance.

    Games against itself say how it fares as attacker and defender; as a whole they say nothing, for it wins and loses.
    """
    seen: dict[str, list[Seen]] = {}
    against_others: dict[str, list[Seen]] = {}
    for one in played:
        names = {seat: name_of(one, seat) for seat in SEATS}
        for seat, name in names.items():
            seen.setdefault(name, []).append(Seen(seat, one.outcome))
            if len(set(names.values())) > 1:
                against_others.setdefault(name, []).append(seen[name][-1])
    return tuple(
        Contender(name, standing(name, against_others.get(name, [])), _sides(ones)) for name, ones in seen.items()
    )
