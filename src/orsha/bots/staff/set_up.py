"""The staff's set-up: objectives, reserves, ambush, and where units are put."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from shapely import MultiPolygon

from orsha.bots.staff import city_setup, river, works
from orsha.bots.staff.goals import goals
from orsha.kernel import Option
from orsha.tabletop.game import Battle, deploying, facts, leading_out
from orsha.tabletop.game.commands import BattleCommand, Deploy, LayTraps, Place
from orsha.tabletop.game.domains import places_at, some_places
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import Region
from orsha.tabletop.table import engine
from orsha.tabletop.table.kernels import Floats
from orsha.tabletop.table.kinds import MIL

LOOKS = 24
"""Spots that are compared for a unit."""
HANDFULS = 16
"""So many times as many are drawn of a zone, once for all games: one of these is what is compared."""
OBSTACLES = ("minefield", "wire")
CROWDED = 6000
"""Friends so near make a spot worse, in mils."""
JAMMED = 9000
"""And a spot on the edge to come on from much worse: a large unit finds no room behind them."""


def act(state: BattleState, seat: Seat, options: list[Option], rng: random.Random) -> BattleCommand:
    """One act of the set-up."""
    by_act = {option.act: option for option in options}
    if "deploy" in by_act:
        return deploy(state, seat, [str(one.choices("unit")[0]) for one in options if one.act == "deploy"], rng)
    if "build" in by_act:
        return works.build(state, seat, rng)
    if "lay-river" in by_act:
        return river.lay(state, options)
    if "put" in by_act:
        option = by_act["put"]
        what = str(option.takes["what"].sample(rng))
        if option.takes["what"].contains("road-bridge"):
            what = river.crossing(state, seat)
        return mc.Put(what, _place(state, seat, option, rng))
    if "choose" in by_act:
        return _choose(state, seat, by_act, rng)
    if "done" in by_act:
        return mc.Done()
    if "exchange" in by_act:
        return mc.Exchange(0)  # minefields serve it better, as was measured: docs/balance.md
    option = rng.choice(options)
    return Battle().command(option.sample(rng))


def _place(state: BattleState, seat: Seat, option: Option, rng: random.Random) -> Spot | None:
    """Objectives where they suit: those to be taken near to us, those to be kept far from the enemy."""
    domain = option.takes["at"]
    if rooms(state):
        ranging = "ranged in" in str(option.takes["what"])
        found_in = city_setup.ranged_in(state, option) if ranging else city_setup.objective(state, seat, option, rng)
        if found_in is not None:
            return found_in
    if any(thing in OBSTACLES for thing in option.choices("what")):
        spot = works.obstacle(state, seat, option, rng)
        if spot is not None:
            return spot
    spots = [domain.sample(rng) for _ in range(8 if state.mission.river is None else LOOKS)]
    by_river = _by_river(state, seat, str(option.takes["what"]), spots) if state.mission.river is not None else None
    if by_river is not None:
        return by_river
    middle = own_side(state, seat)
    found = [spot for spot in spots if isinstance(spot, tuple)]
    if not found or middle is None:
        return None if not found else (found[0][0], found[0][1])
    what = str(option.takes["what"])
    near = min(found, key=lambda at: facts.apart((at[0], at[1]), middle))
    far = max(found, key=lambda at: facts.apart((at[0], at[1]), middle))
    best = far if "ranged in" in what else near
    return best[0], best[1]


def _by_river(state: BattleState, seat: Seat, what: str, spots: list[object]) -> Spot | None:
    """Objectives and Ranged In markers where the river matters."""
    found = [(at[0], at[1]) for at in spots if isinstance(at, tuple)]
    if "ranged in" in what:
        return river.ranged_in(state, seat, found)
    return river.objective(state, seat, found) if "objective" in what else None


def own_side(state: BattleState, seat: Seat) -> Spot | None:
    """The middle of a side's deployment area, as far as it is known."""
    if state.mission.attacker is None or state.mission.mission is None:
        return None
    try:
        return deploying.home_middle(state, seat)
    except (ValueError, LookupError):
        return None


def _choose(state: BattleState, seat: Seat, by_act: dict[str, Option], rng: random.Random) -> BattleCommand:
    """Reserves and ambushes: what is dear waits only if it must; the best gun lies in ambush."""
    units = [str(what) for what in by_act["choose"].choices("what")]
    plain = [id for id in units if " alone" not in id and id in state.roster.units]
    words = by_act["choose"].words
    if words == "choose a room":
        return mc.Choose(city_setup.choose_room(state, seat, units))
    if words.endswith("in a room"):
        return mc.Choose(city_setup.objective_room(state, seat, units))
    if rooms(state) and plain and "done" not in by_act:
        held = "reserve" in words and "hold" in words
        return mc.Choose((city_setup.held_back if held else city_setup.comes_on)(state, plain))
    if "fortification" in words:
        item = works.pick(state)
        return mc.Choose(item) if item is not None and item in units else mc.Done()
    if words.startswith("hold a sniper"):
        return mc.Choose(plain[0])
    if "ambush" in words:
        best = max(plain, key=lambda id: _sting(state, id), default=None)
        if best is not None and _sting(state, best) >= 10:
            return mc.Choose(best)
        return mc.Done() if "done" in by_act else mc.Choose(rng.choice(units))
    if "reserve" in words and "hold" in words:
        if "done" in by_act:
            return mc.Done()
        return mc.Choose(max(plain, key=lambda id: (_fast(state, id), id)) if plain else rng.choice(units))
    if plain:
        return mc.Choose(max(plain, key=lambda id: (state.roster.units[id].unit.points, id)))
    return mc.Done() if "done" in by_act else mc.Choose(rng.choice(units))


def _sting(state: BattleState, unit: str) -> int:
    """The best anti-tank number of a unit of guns or tanks."""
    sheet = state.roster.units[unit]
    if sheet.unit.artillery or sheet.flies:
        return 0
    return max((w.anti_tank or 0 for team in sheet.unit.teams for w in team.weapons if w.fires == "direct"), default=0)


def _fast(state: BattleState, unit: str) -> float:
    """Who is held back: fast and dear units, aircraft first since they come when they come."""
    sheet = state.roster.units[unit]
    if sheet.flies:
        return 100
    moves = [team.move.cross_country or 0 for team in sheet.unit.teams if team.move is not None]
    return (min(moves) if moves else 0) + sheet.unit.points / 20


# -- putting units down


def deploy(state: BattleState, seat: Seat, units: list[str], rng: random.Random) -> BattleCommand:
    """The next unit where it is of use: by the objective it will take or keep."""
    if rooms(state):
        off = city_setup.stay_off(state, seat, units)
        if off is not None:
            return off
    unit = max(units, key=lambda id: (_first(state, id), id) if not rooms(state) else city_setup.order(state, id))
    if not deploying.ground_teams(state, deploying.with_unit(state, unit)):
        return Deploy(unit, ())
    housed = city_setup.deploy(state, seat, unit) if rooms(state) else None
    if housed is not None:
        return housed
    places = _best(state, seat, unit, rng)
    if places is None:
        places = some_places(state, seat, unit, rng)
    if places is None and state.mission.stage == "ambush":
        return mc.Done()
    if places is None:
        for other in units:
            places = some_places(state, seat, other, rng) if other != unit else None
            if places is not None:
                return Deploy(other, places)
    return Deploy(unit, places or ())  # no room for anybody: it is left out


def _first(state: BattleState, unit: str) -> int:
    """Infantry first, then guns, then tanks; against works and rivers tanks first, so that no gun shuts them in. Before
    them all who gains ground for an attacker."""
    kind = state.roster.units[unit].unit.kind
    if side_of(state.mission, facts.seat_of(unit)) == "attacker":
        if leading_out.gains(state, unit):
            return 4
        if state.works or state.mission.river is not None:
            return {"tank": 3, "infantry": 2, "gun": 1}.get(kind, 0)
    return {"infantry": 3, "gun": 2, "tank": 1}.get(kind, 0)


class Looks(NamedTuple):
    """Some spots of a zone."""

    spots: list[Spot]
    numbers: Floats
    """The same as the kernels read them."""


@lru_cache(maxsize=4096)
def _looks(shape: MultiPolygon, handful: int) -> Looks:
    """One of the handfuls of spots of a zone."""
    spots = Region.of(shape).samples(random.Random(handful), LOOKS)
    return Looks(spots, engine().floats([number for spot in spots for number in spot]))


def _best(state: BattleState, seat: Seat, unit: str, rng: random.Random) -> tuple[Place, ...] | None:
    looks = _looks(deploying.zone(state, seat, unit).shape, rng.randrange(HANDFULS))
    likings = _likings(state, seat, unit, looks)
    for n in sorted(range(LOOKS), key=lambda n: (-likings[n], n))[:6]:
        found = places_at(state, seat, unit, looks.spots[n])
        if found is not None:
            return found
    return None


def _likings(state: BattleState, seat: Seat, unit: str, looks: Looks) -> list[float]:
    """How good some places are for a unit: by what it should take or keep, not on top of friends."""
    wanted = goals(state, seat)
    kind = state.roster.units[unit].unit.kind
    defends = side_of(state.mission, seat) == "defender"
    spots = (wanted.keep or wanted.take) if defends or kind == "gun" else (wanted.take or wanted.keep)
    if state.mission.river is not None and kind != "gun":
        spots = river.start_from(state, seat, unit, spots)
    arrives = state.mission.stage == "arrive" and not rooms(state)
    within, each = (JAMMED, 2.0 * MIL) if arrives else (CROWDED, 0.6 * MIL)
    run, there = engine(), state.teams
    friends = run.floats([number for id in facts.on_table(state, seat) for number in (there[id].x, there[id].y)])
    (found,), _ = run.desk.room((LOOKS,), ())
    run.likings(looks.numbers, run.floats([number for at in spots for number in at]), friends, within, each, found)
    return run.listed(found, LOOKS)


def traps(state: BattleState, seat: Seat, each: int, most: int, rng: random.Random) -> BattleCommand:
    """Booby traps about the objectives that must be kept."""
    keep = goals(state, seat).keep
    wide, high = facts.ground(state).size
    spots = []
    for n in range(each * most):
        at = keep[n % len(keep)] if keep else (wide // 2, high // 2)
        x, y = at[0] + rng.randint(-5000, 5000), at[1] + rng.randint(-5000, 5000)
        spots.append(facts.on_to_table(state, x, y))
    return LayTraps(tuple(spots))
