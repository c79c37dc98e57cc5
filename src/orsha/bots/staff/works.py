"""The staff and fortifications (000): what the defender builds and where, where mines and wire lie."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import sqrt

from orsha.bots.staff.goals import goals
from orsha.kernel import Option
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import building, deploying, facts
from orsha.tabletop.game.commands import Build, Site
from orsha.tabletop.game.roster import base_of, is_work
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.works import in_its_field
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.format import Fortifications
from orsha.tabletop.mission.fortify import fits, fortifications
from orsha.tabletop.mission.ground import seat_of
from orsha.tabletop.mission.placing import fortification_points
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL, Stand, bearing, in_arc, lookout
from orsha.tabletop.table.shapes import shifted

LOOKS = 40
"""Sites that are compared for a work."""
PICKS = 6
SPENT = 0.05
"""What a point that is not left over is worth."""
THICK = 6
"""Anti-tank numbers beyond this one count against armour."""
OUTPOSTS = (8, 14, 20, 26)
"""How far before an objective the enemy is looked out for, in inches."""
OBSTACLES = (5, 9)
"""How far before an objective mines and wire lie, in inches,"""
SPREAD = 9
"""and to either side of the straight way."""
CONTESTS = 10.0
BY_THE_GOAL = 8 * MIL
BESIDE = (3600, 3900)
"""A nest so far from an objective stands off it and keeps the enemy from holding it, in mils."""


# -- what is built


def pick(state: BattleState) -> str | None:
    """The next selection to take: of the set that makes most of the points against such an enemy."""
    step = steps.current(state.mission)
    assert isinstance(step, Fortifications)
    foes = state.setup.forces[facts.enemy(seat_of(state.mission, step.by))].units
    armour = sum(unit.points for unit in foes if any(team.armoured for team in unit.teams))
    share = round(4 * armour / max(sum(unit.points for unit in foes), 1))
    left = list(best(fortification_points(state.mission, step), share))
    for item in state.mission.taken:
        if item not in left:
            return None
        left.remove(item)
    return left[0] if left else None


@lru_cache(maxsize=64)
def best(points: int, quarters: int) -> tuple[str, ...]:
    """The selections that do most within the boxes and the points; `quarters` of the enemy's points are armour.

    Much of one thing is worth less than some of both: shots against men, and guns against armour.
    """
    items, armour = fortifications().items, quarters / 4
    men, tanks = {item: _men(item) for item in items}, {item: _tanks(item) for item in items}
    found: tuple[float, tuple[str, ...]] = (0.0, ())
    for count in range(1, PICKS + 1):
        for some in combinations_with_replacement(items, count):
            if sum(items[item].points for item in some) > points:
                continue
            value = (1 - armour) * sqrt(sum(men[item] for item in some))
            value += armour * sqrt(sum(tanks[item] for item in some))
            value += SPENT * sum(items[item].points for item in some)
            if value > found[0] and fits(some):
                found = value, some
    return found[1]


def _men(item: str) -> int:
    """The shots of a selection."""
    teams = [building.card_of(item, name) for name in building.teams_of(item)]
    return sum(max(weapon.halted or 0 for weapon in team.weapons) for team in teams)


def _tanks(item: str) -> int:
    """The same as far as they go through armour."""
    teams = [building.card_of(item, name) for name in building.teams_of(item)]
    deep = [max((w.halted or 0) * max((w.anti_tank or 0) - THICK, 0) for w in team.weapons) for team in teams]
    return sum(deep)


# -- where


def build(state: BattleState, seat: Seat, rng: random.Random) -> Build:
    """The next selection on sites that look over what must be kept and the way to it."""
    item = building.waiting(state, seat)[0]
    taken = [facts.stand(state, f"{work.unit}.0") for work in state.works]
    found: list[Site] = []
    for name in building.teams_of(item):
        site = _site(state, seat, item, name, taken, rng)
        if site is None:
            return Build(item, building.some_sites(state, item, rng))
        found.append(site)
        taken.append(Stand(*site.at, base_of(building.card_of(item, name)), site.facing))
    return Build(item, tuple(found))


def _site(
    state: BattleState, seat: Seat, item: str, name: str, taken: Sequence[Stand], rng: random.Random
) -> Site | None:
    card = building.card_of(item, name)
    way = enemy_way(state, seat)
    near = max((weapon.range for weapon in card.weapons), default=0) <= 16
    keep = sorted(goals(state, seat).keep, key=lambda at: sum(facts.apart(at, one.spot) < 9 * MIL for one in taken))
    ranked: list[tuple[float, Site]] = []
    for n in range(3 * LOOKS):
        if n >= LOOKS and ranked:
            break
        goal = keep[n % len(keep)] if keep else None
        farther = n * MIL // 4
        site = Site(_somewhere(state, goal, way, near, farther, rng), (way + rng.randint(-20, 20)) % 360)
        if building.stand_at(state, item, name, site, taken) is not None:
            ranked.append((_view(state, card, site, keep, way) + _contests(site, keep, taken), site))
    return max(ranked, key=lambda one: one[0])[1] if ranked else None


def _contests(site: Site, keep: Sequence[Spot], taken: Sequence[Stand]) -> float:
    """A work that keeps the enemy from holding an objective which no other work does is worth more than its view."""
    alone = [goal for goal in keep if not any(facts.apart(goal, one.spot) < BESIDE[1] for one in taken)]
    return CONTESTS if any(facts.apart(goal, site.at) < BESIDE[1] for goal in alone) else 0.0


def _somewhere(state: BattleState, goal: Spot | None, way: int, near: bool, farther: int, rng: random.Random) -> Spot:
    """A spot by an objective: right beside it for nests, anywhere about and behind it for guns that reach far."""
    wide, high = facts.ground(state).size
    if goal is None:
        return rng.randint(0, wide), rng.randint(0, high)
    if near:
        spot = shifted(goal, (way + rng.randint(-100, 100)) % 360, rng.randint(*BESIDE) + farther)
    else:
        spot = shifted(goal, way, rng.randint(-6 * MIL, 6 * MIL), rng.randint(-10 * MIL, 10 * MIL))
    return facts.on_to_table(state, *spot)


def enemy_way(state: BattleState, seat: Seat) -> int:
    """The bearing to where the enemy comes from."""
    here, there = (deploying.home_middle(state, one) for one in (seat, facts.enemy(seat)))
    return bearing(here, there) or 0


def _view(state: BattleState, card: Team, site: Site, keep: Sequence[Spot], way: int) -> float:
    """How much of the ways to the objectives a work would have under fire."""
    table = facts.ground(state)
    own = Stand(*site.at, base_of(card), site.facing)
    if not table.holds(site.at):
        return -1.0
    reach = max((weapon.range for weapon in card.weapons), default=0) * MIL
    spots = [spot for goal in keep for spot in _approach(goal, way) if table.holds(spot)]
    seen = [Stand(*spot, "infantry") for spot in spots if facts.apart(spot, site.at) <= reach]
    open_to = [stand for stand in seen if in_arc(own, stand, "front")]
    looks = lookout(table, [own], open_to, ())[0] if open_to else ()
    return sum(1.0 for look in looks if look) - min((facts.apart(site.at, at) for at in keep), default=0) / (20 * MIL)


def _approach(goal: Spot, way: int) -> Iterator[Spot]:
    for ahead in OUTPOSTS:
        for right in (-6, 0, 6):
            yield shifted(goal, way, ahead * MIL, right * MIL)


# -- against them


def to_storm(state: BattleState, seat: Seat, here: Spot, goal: Spot) -> tuple[float, str | None]:
    """The nearest enemy that infantry goes for: works that do not stand by its goal, or show it a blind side, it leaves
    alone and goes around."""
    own = Stand(*here, "infantry")
    found = [
        (facts.apart(here, facts.spot(state, id)), id)
        for id in facts.targets(state, seat)
        if not is_work(id) or (facts.apart(goal, facts.spot(state, id)) < BY_THE_GOAL and in_its_field(state, id, own))
    ]
    return min(found, default=(1e9, None))


# -- mines and wire


def obstacle(state: BattleState, seat: Seat, option: Option, rng: random.Random) -> Spot | None:
    """Where the next minefield or wire lies: before an objective, on the enemy's way, not beside another one."""
    domain, way = option.takes["at"], enemy_way(state, seat)
    keep = goals(state, seat).keep
    laid = [marker.at for marker in state.mission.markers if marker.what in ("minefield", "wire") and marker.at]
    found = []
    for goal in keep:
        for _ in range(LOOKS // 2):
            ahead, right = rng.randint(*(n * MIL for n in OBSTACLES)), rng.randint(-SPREAD * MIL, SPREAD * MIL)
            spot = shifted(goal, way, ahead, right)
            if domain.contains(spot):
                alone = min((facts.apart(spot, other) for other in laid), default=20.0 * MIL)
                found.append((min(alone, 5 * MIL) - facts.apart(spot, goal) / 10, spot))
    return max(found, default=(0.0, None))[1]
