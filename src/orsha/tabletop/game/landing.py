"""The far side of a river assault (000): disembarking, the shallows, units that drifted off, boats that return."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.kernel.dice import Ask
from orsha.tabletop.game import boats, facts
from orsha.tabletop.game.boat_state import BackWater, BoatBacked, BoatsReturned, DriftersRolled
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.moving import bulk_after, now, planned
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.rivers import return_dice
from orsha.tabletop.rivers.boats import river_rules
from orsha.tabletop.table import Bulk, walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

DISEMBARKING = boats.DISEMBARKING
STEP = 250
"""A boat goes back into the river so much at a time until it is far enough from the enemy, in mils."""
TURNS = (0, 20, -20, 40, -40, 60, -60, 78, -78)
"""Directions off the straight way inland that are tried."""
ASIDE = (2 * MIL, 4 * MIL, 6 * MIL)
"""How far along the bank, in mils, where nobody gets straight inland."""
SHARES = (1.0, 0.8, 0.6, 0.4, 0.25, 0.12, 0.0)
"""Of its whole move."""


# -- disembarking


def ashore(
    state: BattleState, unit: str, goal: Spot | None = None, rng: random.Random | None = None
) -> tuple[Leg, ...]:
    """Ways off their boats for those of a unit that find room: as far inland, or as near to a goal, as they can."""
    teams = boats.landers(state, unit)
    if not teams or state.units[unit].moved:
        return ()
    seat, leader = facts.seat_of(unit), state.units[unit].leader
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    legs: list[Leg] = []
    for id in sorted(teams, key=lambda one: (one != leader, one)):
        leg = next(_off(state, id, goal, rng, enemies, list(crowd.values())), None)
        if leg is not None:
            legs.append(leg)
            crowd[id] = bulk_after(state, leg)
    return tuple(legs)


def _off(
    state: BattleState,
    team: str,
    goal: Spot | None,
    rng: random.Random | None,
    enemies: Sequence[Bulk],
    friends: Sequence[Bulk],
) -> Iterator[Leg]:
    """Ways of a team off its boat, the best first."""
    sheet = facts.sheet(state, team)
    river, bank = boats.the_river(state), boats.landing_bank(state, team)
    for found in (_straight(state, team), _bent(state, team)):
        ways = list(found)
        if rng is not None:
            rng.shuffle(ways)
        elif goal is not None:
            ways.sort(key=lambda way: facts.apart(way[-1], goal))
        for way in ways:
            if river.side_at(way[-1]) != bank:
                continue
            gone = walk(facts.ground(state), sheet.mover, way, enemies, friends)
            if gone.stopped is not None or gone.length < 1:
                continue
            if not facts.overlaps(state, team, gone.end, gone.facing, friends):
                yield Leg(team, gone.path)


def _straight(state: BattleState, team: str) -> Iterator[tuple[Spot, ...]]:
    """Straight ways that a team might go from its boat, the farthest first."""
    start, ahead = facts.spot(state, team), _ahead(state, team)
    least, most = boats.getting_out(state, team), _most(state, team)
    for share in SHARES:
        for turn in TURNS:
            spot = shifted(start, (ahead + turn) % 360, least + round(share * most) - 2)
            if facts.ground(state).holds(spot):
                yield start, spot


def _bent(state: BattleState, team: str) -> Iterator[tuple[Spot, ...]]:
    """Ways along the bank first, past an enemy who stands before the boat, and then inland."""
    start, ahead = facts.spot(state, team), _ahead(state, team)
    far = boats.getting_out(state, team) + _most(state, team) - 4
    for aside in ASIDE:
        for turn in (90, 270):
            knee = shifted(start, (ahead + turn) % 360, aside)
            for share in SHARES[:5]:
                spot = shifted(knee, ahead, round((far - aside) * share))
                if far > aside and facts.ground(state).holds(knee) and facts.ground(state).holds(spot):
                    yield start, knee, spot


def _ahead(state: BattleState, team: str) -> int:
    """The direction inland from a team's boat."""
    river = boats.the_river(state)
    inland = river.inland(boats.landing_bank(state, team))
    return (90 if inland > 0 else 270) if river.upright else (0 if inland > 0 else 180)


def _most(state: BattleState, team: str) -> int:
    return facts.tactical(state, team) * MIL


def may_land(state: BattleState, unit: str) -> bool:
    """Whether a unit that is in boats can disembark now."""
    return bool(afloat_legs(state, unit))


def afloat_legs(
    state: BattleState, unit: str, goal: Spot | None = None, rng: random.Random | None = None
) -> tuple[Leg, ...]:
    """Legal ways ashore: all that were found, or those of them that are legal together."""
    if goal is None and rng is None:
        return facts.kept(state, ("ashore", unit), lambda: _legal(state, unit, ashore(state, unit)))
    return _legal(state, unit, ashore(state, unit, goal, rng))


def _legal(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The legs if they are legal, or those of them that are; and then whoever else can get off with them."""
    if not legs or _goes(state, unit, legs):
        return _with_rest(state, unit, legs) if legs else ()
    kept: tuple[Leg, ...] = ()
    for leg in legs:
        if _goes(state, unit, (*kept, leg)):
            kept = (*kept, leg)
    return _with_rest(state, unit, kept)


def _with_rest(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """Ways with those of all others in the unit's boats who can get off too."""
    leg = _another(state, unit, legs)
    while leg is not None:
        legs = (*legs, leg)
        leg = _another(state, unit, legs)
    return legs


def _another(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> Leg | None:
    """A way off for somebody whom a move of the unit leaves in its boat; nothing: nobody else can get off with it."""
    going, seat = {leg.team for leg in legs}, facts.seat_of(unit)
    left = [id for id in boats.landers(state, unit) if id not in going]
    if not left:
        return None
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    for leg in legs:
        crowd.leave(leg.team)
        if leg.board is None:
            crowd[leg.team] = bulk_after(state, leg)
    friends = list(crowd.values())
    found = (leg for id in left for leg in _off(state, id, None, None, enemies, friends))
    return next((leg for leg in found if _goes(state, unit, (*legs, leg))), None)


def _goes(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> bool:
    """Whether a move is legal as far as it goes."""
    return passes(planned, state, facts.seat_of(unit), March(unit, legs))


def check_all_land(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> None:
    """000 Disembarking: who can get off its boat does so when its unit moves. Ruling A91"""
    if all(leg.pace == "order" for leg in legs):
        return
    leg = _another(state, unit, legs)
    if leg is not None:
        raise Illegal(DISEMBARKING, f"{facts.team_name(state, leg.team)} must get off its boat when its unit moves")


def must_land(state: BattleState, seat: Seat) -> list[str]:
    """000 Disembarking: units that came to the bank in an earlier turn and can get off their boats."""
    if not state.boats:
        return []
    return [unit for unit in facts.units_on_table(state, seat) if may_land(state, unit)]


# -- the shallows


def shallows(state: BattleState, boat: str) -> Spot | None:
    """000 Disembarking: where a boat, and whoever gets off it, is far enough from enemies who are within two inches;
    nothing if none are, or if the river has no such place."""
    at = state.boats[boat].at
    assert at is not None
    river, seat = boats.the_river(state), state.boats[boat].seat
    clear = river_rules().shallows * MIL
    foes = facts.targets(state, seat)
    if not any(boats.gap_to(state, at, id) < clear for id in foes):
        return None
    wide = max((facts.sheet(state, id).half_width for id in facts.passengers(state, boat)), default=0)
    over = max(wide - boats.half(), 0)
    out = -river.inland(boats.enemy_bank(state, state.boats[boat]))
    across, last = river.across(at), river.high - river.low - 2 * boats.half()
    for back in range(STEP, last + 1, STEP):
        spot = river.spot(across + out * back, river.along(at))
        if river.side_at(spot) is not None:
            return None
        if all(boats.gap_to(state, spot, id) >= clear + over for id in foes):
            return spot
    return None


def why_not_back(state: BattleState, seat: Seat, boat: str) -> str | None:
    its = state.boats.get(boat)
    if its is None or its.seat != seat:
        return f"{seat} has no boat {boat}"
    teams = facts.passengers(state, boat)
    if its.at is None or not teams:
        return f"nobody is in {boat}"
    why = boats.why_not_leave(state, teams[0])
    if why is not None:
        return why
    if state.units[facts.unit_id(teams[0])].moved:
        return "its unit has moved in this turn"
    if shallows(state, boat) is None:
        return f"no enemy is within {river_rules().shallows} inches of it, or the river has no room for it"
    return None


def back_water(story: Story, seat: Seat, command: BackWater) -> None:
    """000 Disembarking: a boat goes back to two inches from the enemy; its passengers disembark from there."""
    state = story.state
    if state.asked is not None or state.mission.active != seat or state.step != "movement":
        raise Illegal(DISEMBARKING, f"boats are taken back in {seat}'s own Movement Step; it is {now(state)}")
    why = why_not_back(state, seat, command.boat)
    if why is not None:
        raise Illegal(DISEMBARKING, why)
    spot = shallows(state, command.boat)
    assert spot is not None
    unit = facts.unit_id(facts.passengers(state, command.boat)[0])
    story.tell(BoatBacked(command.boat, facts.unit_name(state, unit), spot))


def options(state: BattleState, seat: Seat) -> Iterator[Option]:
    """A "back-water" for the boats that have enemies close by."""
    found = tuple(id for id in boats.fleet(state, seat) if why_not_back(state, seat, id) is None)
    if found:
        yield Option("back-water", "take a boat back into the shallows, away from the enemy", {"boat": OneOf(found)})


# -- off the table


def roll_for_drifters(story: Story, seat: Seat) -> None:
    """000 Hitting the Enemy River Bank: at the beginning of a turn dice bring back units that drifted off the table.

    Each die that succeeds brings one of them, those first that are away for longest; they come from the edge where
    they drifted off, at the Enemy Bank, and disembark in this turn.
    """
    state = story.state
    away = boats.off_table(state, seat)
    if not away:
        return
    dice, needed = return_dice(boats.tries_of(state, away), len(away)), river_rules().arrives_on
    hits = story.dice.each("boats that drifted off come back", seat, dice, needed)
    back, still = tuple(away[:hits]), tuple(away[hits:])
    names = ", ".join(facts.unit_name(state, unit) for unit in back or still)
    story.tell(DriftersRolled(seat, back, still, names, _at_edge(state, back)))


def _at_edge(state: BattleState, units: tuple[str, ...]) -> dict[str, Spot]:
    """Where the boats of units that come on lie: side by side, from the edge where they drifted off."""
    river, wide = boats.the_river(state), 2 * boats.half()
    found: dict[str, Spot] = {}
    for id, boat in state.boats.items():
        if not boat.off or boat.unit not in units or boat.at is None:
            continue
        bank = boats.enemy_bank(state, boat)
        taken = [river.along(at) for at in (*boats.lying(state, bank), *found.values())]
        inward = 1 if river.along(boat.at) == 0 else -1
        tries = (river.along(boat.at) + inward * n for n in range(0, river.long, boats.half() // 3))
        free = (along for along in tries if all(abs(along - other) >= wide for other in taken))
        found[id] = river.beside(bank, next(free, river.along(boat.at)), boats.half())
    return found


# -- returning for more


def return_boats(story: Story, seat: Seat) -> None:
    """000 Returning for More: at the end of the Movement Step each empty boat across comes back, or is stuck."""
    empty = boats.empty(story.state, seat)
    if not empty:
        return
    needed = river_rules().returns_on
    roll = story.dice.roll(Ask("empty boats return", seat, len(empty), 6, "each", (), needed))
    back = tuple(id for id, face in zip(empty, roll.faces, strict=True) if face >= needed)
    stuck = tuple(id for id in empty if id not in back)
    story.tell(BoatsReturned(seat, back, stuck))
