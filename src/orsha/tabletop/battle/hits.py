"""Who is hit (core 6.4, 6.5): the shooter spreads the hits, the other player may have one team mistaken for another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.to_hit import Hidden, Needed, throw
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.table.kinds import MIL

SPREAD = "core 6.4"
MISTAKEN = "core 6.5 Mistaken Target"
DEPTH: dict[Hidden, int] = {"in the open": 0, "Concealed": 1, "Concealed and Gone to Ground": 2}


# -- whom a weapon's hits may go to


class Beside(Struct, frozen=True):
    """A team of the target's unit, as the shooter sees it."""

    name: str
    team: Team
    from_target: int
    """Distance to the target team, at the most."""
    valid: bool = True
    """In range, in sight and in the field of fire."""
    hidden: Hidden = "in the open"


@lru_cache(maxsize=1024)
def class_of(team: Team) -> str:
    """Teams of one class share hits: infantry, gun, aircraft, armoured and unarmoured tanks."""
    return team.kind if team.kind != "tank" or team.armoured else "unarmoured"


def may_share(target: Team, seen: Hidden, others: Sequence[Beside], rules: Rules = STANDARD) -> tuple[str, ...]:
    """core 6.4: the other teams that may be hit instead of the target: its own class, near, valid, no better hidden."""
    kind, near, depth = class_of(target), rules.hits.spread_within * MIL, DEPTH[seen]
    return tuple(
        [
            other.name
            for other in others
            if class_of(other.team) == kind
            and other.from_target <= near
            and other.valid
            and DEPTH[other.hidden] <= depth
        ]
    )


# -- spreading


class Volley(Struct, frozen=True):
    """The hits of one weapon: on whom they were declared and whom else they may go to."""

    weapon: Weapon
    target: str
    hits: int
    others: tuple[str, ...] = ()
    range: int = 0
    """From the shooter to the target."""
    defensive: bool = False
    bombardment: bool = False
    in_room: bool = False

    @property
    def teams(self) -> tuple[str, ...]:
        """Everybody whom its hits may go to, the target first."""
        others = self.others
        if self.target in others:
            others = tuple([name for name in others if name != self.target])
        return (self.target, *others)


class Hit(Struct, frozen=True):
    """One hit on one team: which volley it is of."""

    team: str
    volley: int


def forced(volleys: Sequence[Volley]) -> tuple[Hit, ...]:
    """core 6.4: the first hit of each weapon is the target's."""
    return tuple([Hit(volley.target, n) for n, volley in enumerate(volleys) if volley.hits])


def to_spread(volleys: Sequence[Volley]) -> tuple[int, ...]:
    """The hits that are left for the shooter to spread: the number of the volley, once for each."""
    return tuple([n for n, volley in enumerate(volleys) for _ in range(volley.hits - 1)])


def may_take_next(teams: Sequence[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """core 6.4: nobody takes another hit before all who can have as many."""
    have = [counts.get(name, 0) for name in teams]
    fewest = min(have)
    return tuple([name for name, count in zip(teams, have, strict=True) if count == fewest])


def spread(volleys: Sequence[Volley], picks: Sequence[str]) -> tuple[Hit, ...]:
    """The hits as the shooter spreads them: a team for each of `to_spread`, in that order. Refuses uneven ones."""
    left = to_spread(volleys)
    if len(picks) != len(left):
        raise Illegal(SPREAD, f"there are {len(left)} hits to spread, not {len(picks)}")
    hits = list(forced(volleys))
    counts = count(hits)
    for n, name in zip(left, picks, strict=True):
        allowed = may_take_next(volleys[n].teams, counts)
        if name not in allowed:
            raise Illegal(SPREAD, f"{name} cannot take the next hit; {' or '.join(allowed)} can")
        hits.append(Hit(name, n))
        counts[name] = counts.get(name, 0) + 1
    return tuple(hits)


def evenly(volleys: Sequence[Volley], prefer: Sequence[str] = ()) -> tuple[Hit, ...]:
    """The hits spread for a shooter who has nothing to choose, or would rather hit some teams first."""
    hits = list(forced(volleys))
    counts = count(hits)
    rank = {name: n for n, name in enumerate(prefer)}
    for n in to_spread(volleys):
        allowed = may_take_next(volleys[n].teams, counts)
        name = min(allowed, key=lambda one: rank.get(one, len(rank))) if rank else allowed[0]
        hits.append(Hit(name, n))
        counts[name] = counts.get(name, 0) + 1
    return tuple(hits)


def count(hits: Sequence[Hit]) -> dict[str, int]:
    """How many hits each team has."""
    counts: dict[str, int] = {}
    for hit in hits:
        counts[hit.team] = counts.get(hit.team, 0) + 1
    return counts


def team_by_team(hits: Sequence[Hit]) -> list[Hit]:
    """The hits on the team that was hit first, then those on the next."""
    order = {team: n for n, team in enumerate(dict.fromkeys([hit.team for hit in hits]))}
    return sorted(hits, key=lambda hit: order[hit.team])


def brutal_in_room(dice: Dice, who: str, volley: Volley, rules: Rules = STANDARD) -> Volley:
    """002 Brutal Weapons: one that hits a team in a room hits as often more as a die says, in the same room."""
    if not (volley.in_room and volley.hits and "brutal" in volley.weapon.rules):
        return volley
    more = dice.total(f"more hits of {volley.weapon.name} in the room", who, rules.hits.brutal_in_room_dice).result
    return replace(volley, hits=volley.hits + more)


# -- Mistaken Target


class Swap(Struct, frozen=True):
    """The target player's wish: these two teams change their hits."""

    one: str
    other: str

    @property
    def both(self) -> tuple[str, str]:
        return self.one, self.other


class Mistake(Struct, frozen=True):
    """What came of it: the hits as they are now, and who may not be mistaken again."""

    swapped: bool
    hits: tuple[Hit, ...]
    used: tuple[str, ...]


def why_no_mistake(volley: Volley, rules: Rules = STANDARD) -> str | None:
    """core 6.5, 002; card for Unseen Killer: what bars a mistake about a weapon's hits."""
    near = rules.mistaken_target.barred_within
    if volley.defensive:
        return "Defensive Fire is at close quarters"
    if volley.bombardment:
        return "bombardments hit what they hit"
    if volley.in_room:
        return "the fight is in a room"
    if "unseen-killer" in volley.weapon.rules:
        return "an Unseen Killer picks his man"
    return f"the shooter is within {near} inches" if volley.range <= near * MIL else None


def swaps(
    volleys: Sequence[Volley], hits: Sequence[Hit], used: Sequence[str] = (), rules: Rules = STANDARD
) -> tuple[Swap, ...]:
    """Every swap that the target player may try now."""
    return tuple(each_swap(volleys, hits, used, rules))


def each_swap(
    volleys: Sequence[Volley], hits: Sequence[Hit], used: Sequence[str] = (), rules: Rules = STANDARD
) -> Iterator[Swap]:
    """The same one after the other: for who wants to know only whether there is one."""
    if not any(volley.others for volley in volleys):
        return  # nobody can take another's hits
    lying = _Lying(volleys, hits, rules)
    if None not in lying.barred.values():
        return
    free = {name: None for teams in lying.teams.values() for name in teams if name not in used}
    for one, other in combinations(free, 2):
        if lying.on.get(one) != lying.on.get(other) and lying.why_not(swap := Swap(one, other), used) is None:
            yield swap


def why_not_swap(
    volleys: Sequence[Volley], hits: Sequence[Hit], swap: Swap, used: Sequence[str] = (), rules: Rules = STANDARD
) -> str | None:
    """core 6.5: what forbids a swap. Every hit that changes hands must be one that its new team could have taken."""
    return _Lying(volleys, hits, rules).why_not(swap, used)


class _Lying:
    """Hits as they lie on teams, for many questions about them."""

    def __init__(self, volleys: Sequence[Volley], hits: Sequence[Hit], rules: Rules) -> None:
        self.volleys = volleys
        self.on: dict[str, list[int]] = {}
        """The volleys whose hits lie on each team."""
        for hit in hits:
            self.on.setdefault(hit.team, []).append(hit.volley)
        for some in self.on.values():
            some.sort()
        found = sorted({hit.volley for hit in hits})
        self.teams = {n: volleys[n].teams for n in found}
        self.barred = {n: why_no_mistake(volleys[n], rules) for n in found}

    def why_not(self, swap: Swap, used: Sequence[str]) -> str | None:
        one, other = self.on.get(swap.one, []), self.on.get(swap.other, [])
        for name in (swap.one, swap.other):
            if name in used:
                return f"{name} was part of a Mistaken Target already"
        if swap.one == swap.other or one == other:
            return "nothing would change"
        for n in (*one, *other):
            barred = self.barred[n]
            if barred is not None:
                return barred
            for name in (swap.one, swap.other):
                if name not in self.teams[n]:
                    return f"{name} cannot be hit by {self.volleys[n].weapon.name}"
        return None


def mistaken_target(rules: Rules = STANDARD) -> Needed:
    return Needed(rules.mistaken_target.needed)


def mistake(
    dice: Dice,
    who: str,
    volleys: Sequence[Volley],
    hits: Sequence[Hit],
    swap: Swap,
    used: Sequence[str] = (),
    rules: Rules = STANDARD,
) -> Mistake:
    """core 6.5: on 3+ the two teams change all their hits; tried or done, neither is part of another swap."""
    why = why_not_swap(volleys, hits, swap, used, rules)
    if why is not None:
        raise Illegal(MISTAKEN, f"{swap.one} and {swap.other} cannot be mistaken for each other: {why}")
    purpose = f"Mistaken Target, {swap.one} for {swap.other}"
    swapped = all(throw(dice, purpose, who, mistaken_target(rules)))
    other = dict([swap.both, swap.both[::-1]])
    after = tuple(replace(hit, team=other.get(hit.team, hit.team)) for hit in hits) if swapped else tuple(hits)
    return Mistake(swapped, after, (*used, *swap.both))
