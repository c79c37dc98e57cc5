"""What shooting promises, before the dice: exact chances, for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.kernel.odds import Odds, certain, percent
from orsha.tabletop.battle import odds
from orsha.tabletop.battle.odds import Aimed, aimed, all_hits, pin_chance
from orsha.tabletop.battle.pinning import can_be_pinned
from orsha.tabletop.battle.saves import Condition, Strike
from orsha.tabletop.game import aiming, facts
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.firing_guess import plan
from orsha.tabletop.game.shooting import Shot, look_into, volleys_of
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL

CONDITIONS: tuple[Condition, ...] = ("fighting", "bailed out", "destroyed")


class Chances(Struct, frozen=True):
    """What a unit's shots at one enemy team promise. A Mistaken Target is not counted in: nobody knows his mind."""

    dice: int
    hits: Odds[int]
    destroyed: Fraction
    """The team that is shot at."""
    bailed_out: Fraction
    """It is Bailed Out afterwards, as it may have been before."""
    pinned: Fraction
    """Its unit takes the hits that pin it, whoever is left of it."""
    shared_with: int
    """How many other teams take a share of the hits."""
    exact: bool = True
    """Otherwise the weapons' hits may go to different teams, and it is as if only those counted that all may hit."""
    already: bool = False
    """Its unit is pinned before anybody shoots."""

    def words(self) -> str:
        mean = float(self.hits.mean())
        few = f"{mean:.2f}" if 0 < mean < 0.1 else f"{mean:.1f}"
        said = f"{few} hits of {self.dice} {'die' if self.dice == 1 else 'dice'}; destroyed {percent(self.destroyed)}"
        if self.bailed_out:
            said += f", Bailed Out {percent(self.bailed_out)}"
        if self.already:
            said += ", its unit is pinned already"
        elif self.pinned:
            said += f", its unit pinned {percent(self.pinned)}"
        return said


def chances(state: BattleState, unit: str, at: str, aims: Sequence[Aim] | None = None) -> Chances:
    """The exact chances of a unit's shots at a team: of the aims that are told, or of all that it can fire."""
    chosen = plan(state, unit, [at]).aims if aims is None else tuple(aims)
    if any(aim.at != at for aim in chosen):
        raise Illegal("core 6.1", "the odds are those of shots at one team")
    if not chosen:
        return Chances(0, certain(0), Fraction(0), *_as_it_is(state, at), 0)
    rules, its = state.setup.rules, state.units[facts.unit_id(at)]
    shots = [shot for shot in look_into(state, facts.seat_of(unit), unit, chosen) if not shot.aim.smoke]
    volleys = [aimed(shot.shooter, shot.target, rules) for shot in shots]
    others = [set(volley.others) for volley in volleys_of(state, [(shot, 1) for shot in shots])]
    shared = set.intersection(*others) if others else set()
    strikes = _strikes(state, shots)
    ends = _ends(state, strikes, volleys, len(shared))
    return Chances(
        sum(volley.shots for volley in volleys),
        all_hits(volleys),
        ends["destroyed"],
        ends["bailed out"],
        _pinned(state, at, volleys),
        len(shared),
        all(one == shared for one in others) and (not shared or _in_turn(strikes)),
        its.pinned,
    )


def _as_it_is(state: BattleState, at: str) -> tuple[Fraction, Fraction]:
    return Fraction(state.teams[at].bailed_out), Fraction(state.units[facts.unit_id(at)].pinned)


def _pinned(state: BattleState, at: str, volleys: Sequence[Aimed]) -> Fraction:
    """core 6.8"""
    unit = facts.unit_id(at)
    its = state.units[unit]
    if its.pinned:
        return Fraction(1)
    if not can_be_pinned(facts.card(state, at)):
        return Fraction(0)
    teams = [facts.card(state, id) for id in facts.teams_of(state, unit)]
    return pin_chance(volleys, teams, its.taken.hits, state.setup.rules)


# -- what becomes of the target when others share the hits


class _Group(Struct, frozen=True):
    """Weapons whose hits are alike: how many of them hit, and how many hits there are besides."""

    strike: Strike
    counts: dict[tuple[int, int], Fraction]


def _counts(volleys: Sequence[Aimed]) -> dict[tuple[int, int], Fraction]:
    total: Odds[tuple[int, int]] = certain((0, 0))
    for volley in volleys:
        total = total.then(_and(volley.hits))
    return total.as_dict()


def _and(more: Odds[int]) -> Callable[[tuple[int, int]], Odds[tuple[int, int]]]:
    return lambda so_far: more.map(lambda n: (so_far[0] + min(n, 1), so_far[1] + max(n - 1, 0)))


def _ends(
    state: BattleState, strikes: Sequence[Strike], volleys: Sequence[Aimed], others: int
) -> dict[Condition, Fraction]:
    """How the target is in the end. core 6.4: the first hit of each weapon is its own; of the rest it takes the next
    one only when all who share them have as many as it has, so how many weapons hit decides which hits it takes."""
    alike: dict[Strike, list[Aimed]] = {}
    for strike, volley in zip(strikes, volleys, strict=True):
        alike.setdefault(strike, []).append(volley)
    groups = [_Group(strike, _counts(some)) for strike, some in alike.items()]
    before = groups[0].strike.condition if groups else "fighting"
    ends: dict[Condition, Fraction] = dict.fromkeys(CONDITIONS, Fraction(0))
    for weapons in range(len(volleys) + 1):
        for (hit, _, condition), chance in _play(state, groups, before, weapons, others).items():
            if hit == weapons:
                ends[condition] += chance
    return ends


_State = tuple[int, int, Condition]
"""Weapons that have hit, hits besides, and how the target is."""


def _play(
    state: BattleState, groups: Sequence[_Group], before: Condition, weapons: int, others: int
) -> dict[_State, Fraction]:
    """All that can come of the shots, if so many weapons hit in all."""
    now: dict[_State, Fraction] = {(0, 0, before): Fraction(1)}
    for group in groups:
        known: dict[tuple[Condition, int], dict[Condition, Fraction]] = {}
        after: dict[_State, Fraction] = {}
        for (hit, besides, condition), chance in now.items():
            for (first, more), share in group.counts.items():
                if hit + first > weapons:
                    continue
                own = first + _own(besides, besides + more, weapons, others)
                if (condition, own) not in known:
                    known[condition, own] = _fate(state, group.strike, condition, own)
                for end, part in known[condition, own].items():
                    key = (hit + first, besides + more, end)
                    after[key] = after.get(key, Fraction(0)) + chance * share * part
        now = after
    return now


def _own(start: int, stop: int, weapons: int, others: int) -> int:
    """Of the spread hits from one number to another, how many are the target's: it has one of each weapon already."""
    return sum(n >= others * weapons and (n - others * weapons) % (others + 1) == 0 for n in range(start, stop))


def _fate(state: BattleState, strike: Strike, before: Condition, count: int) -> dict[Condition, Fraction]:
    if not count:
        return {before: Fraction(1)}
    return odds.fate((replace(strike, condition=before),) * count, state.setup.rules).as_dict()


def _strikes(state: BattleState, shots: Sequence[Shot]) -> list[Strike]:
    """A hit of each weapon; those that do the same are the same."""
    far = state.setup.rules.shooting.long_range * MIL
    made = [aiming.strike(state, shot.aim.team, shot.aim.at, shot.weapon, again=True) for shot in shots]
    return [replace(one, range=far + 1 if one.range > far else 0) for one in made]


def _in_turn(strikes: Sequence[Strike]) -> bool:
    """Whether weapons that do the same stand beside each other: the order of hits is then that of the groups."""
    runs = [one for n, one in enumerate(strikes) if not n or strikes[n - 1] != one]
    return len(set(runs)) == len(runs)
