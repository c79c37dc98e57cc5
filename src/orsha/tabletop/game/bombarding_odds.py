"""What a bombardment promises, before the dice: exact, team by team, the extra hits in rooms among it (core 7, 002)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from orsha.kernel.odds import Odds, certain, percent, pool, total_of
from orsha.tabletop.battle import artillery, odds
from orsha.tabletop.battle.artillery import Ranging
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.game import bombarding, template
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.rooms import inside, rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

Hits = Odds[int]


class UnderFire(Struct, frozen=True):
    """What becomes of a team under the template, ranging in counted in."""

    team: str
    hit: Fraction
    """At least once."""
    destroyed: Fraction
    bailed_out: Fraction
    """It is Bailed Out afterwards, as it may have been before."""


class Shells(Struct, frozen=True):
    """What a bombardment promises."""

    ranges_in: Fraction
    first: Fraction
    """At the first attempt."""
    teams: tuple[UnderFire, ...]

    def words(self) -> str:
        said = f"ranges in {percent(self.ranges_in)}"
        if not self.teams:
            return f"{said}; nobody is under it"
        lost = float(sum((one.destroyed for one in self.teams), Fraction(0)))
        return f"{said}; {lost:.1f} of {len(self.teams)} teams under it destroyed on average"


def chances(state: BattleState, seat: Seat, command: Bombard) -> Shells:
    """A bombardment before any die; one that is not legal is refused as it would be itself."""
    found = bombarding.check_bombard(state, seat, command)
    rules, weapon = state.setup.rules, found.weapon
    ways: dict[int, Fraction] = {1: Fraction(1)}
    if not command.repeat:
        ways = odds.ranging(found.battery, found.spotter, found.point, command.attempts, rules).as_dict()
    inches, salvo = artillery.template(weapon, rules), weapon.fires == "salvo"
    under = [] if command.smoke else template.under(state, command.at, inches, salvo=salvo)
    ends = {id: [Fraction(0)] * 3 for id in under}
    strikes = {id: bombarding.strike(state, id, weapon, repeat=command.repeat) for id in under}
    for attempt, share in ways.items():
        if not attempt:
            _add(ends, share, {id: certain(0) for id in under}, strikes, state)
            continue
        ranged = Ranging(0, True) if command.repeat else Ranging(attempt, True, artillery.penalty(attempt, rules))
        alone = {id: odds.bombardment_hit(found.battery, strike.team, ranged, rules) for id, strike in strikes.items()}
        _add(ends, share, hits_of(state, weapon.rules, alone), strikes, state)
    done = 1 - ways.get(0, Fraction(0))
    return Shells(done, ways.get(1, Fraction(0)), tuple(UnderFire(id, *three) for id, three in ends.items()))


def _add(
    ends: Mapping[str, list[Fraction]],
    share: Fraction,
    hits: Mapping[str, Hits],
    strikes: Mapping[str, Strike],
    state: BattleState,
) -> None:
    """What so many hits do to each team, if it comes to it with this share."""
    for id, its in hits.items():
        most = max(its.weights)
        after = odds.after_hits(strikes[id], most, state.setup.rules)
        for count, chance in its.items():
            ends[id][0] += share * chance if count else 0
            ends[id][1] += share * chance * after[count].chance("destroyed")
            ends[id][2] += share * chance * after[count].chance("bailed out")


def hits_of(state: BattleState, rules: Iterable[str], alone: Mapping[str, Fraction]) -> dict[str, Hits]:
    """How many hits each team takes, if each is hit so likely: one at most, and in rooms more of Brutal weapons."""
    found: dict[str, Hits] = {id: pool(1, chance) for id, chance in alone.items()}
    if "brutal" not in rules or not rooms(state):
        return found
    dice = state.setup.rules.hits.brutal_in_room_dice
    for name in dict.fromkeys(state.teams[id].room for id in alone if state.teams[id].room is not None):
        there = inside(state, rooms(state)[str(name)])
        if all(id in alone for id in there):
            chances = [alone[id] for id in there]
            found |= {id: brutal_hits(chances, n, total_of(dice)) for n, id in enumerate(there)}
    return found


def brutal_hits(chances: Sequence[Fraction], n: int, more: Hits) -> Hits:
    """002 Brutal Weapons: the hits on the n-th of the teams in a room that shells fall on, each of which is hit so
    likely. The hits more go around the teams that were not hit first, then around those that were; see
    `room_shelling.brutal`."""
    teams, before, after = len(chances), chances[:n], chances[n + 1 :]
    missed_before, missed_after = _missed(before), _missed(after)

    def if_missed() -> Hits:
        """Its place in the round is among those before it that were missed; nothing falls if nobody was hit."""
        nobody = teams - 1

        def placed(first: int) -> Hits:
            return missed_after.then(
                lambda rest: certain(0) if first + rest == nobody else more.map(lambda k: _share(k, first, teams))
            )

        return missed_before.then(placed)

    def if_hit() -> Hits:
        """Those who were missed come first, then those before it that were hit."""
        return missed_after.then(lambda rest: more.map(lambda k: 1 + _share(k, n + rest, teams)))

    return odds.coin(chances[n]).then(lambda hit: if_hit() if hit else if_missed())


def _missed(chances: Sequence[Fraction]) -> Hits:
    """How many of some teams are not hit."""
    total = certain(0)
    for chance in chances:
        total = total + pool(1, 1 - chance)
    return total


def _share(hits: int, place: int, teams: int) -> int:
    """Of hits that go around some teams, how many the one at a place takes."""
    return (hits - place + teams - 1) // teams if hits > place else 0
