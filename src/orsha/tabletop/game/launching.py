"""Launching assault boats (000 River Assaults): who may, how many boats it takes, and where they drift to."""

from __future__ import annotations

import random
from fractions import Fraction

from msgspec import Struct

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.tabletop.game import boats, chain, facts, landing
from orsha.tabletop.game.boat_state import BoatsCounted, Crossing, Launch, Launched, Load
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.moving import check_unit
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story, lose
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.rulebook import charts
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.rivers import River, boats_for, boats_needed, drift_odds, infantry_points, landed
from orsha.tabletop.rivers.boats import DRIFT, river_rules
from orsha.tabletop.table.kinds import MIL

LAUNCHING = "000 Launching Assault Boats"
AIR = 60
"""What is left between boats that are put down together, in mils."""
TRIES = 6


def count_boats(story: Story) -> None:
    """000 Calculate Number of Assault Boats: before the first turn, for each side that assaults rivers."""
    for seat in SEATS:
        if boats.river(story.state) is None or not boats.assaults_rivers(story.state, seat):
            continue
        points = infantry_points(story.state.setup.forces[seat].units)
        ids = tuple(f"{seat} boat {n}" for n in range(1, boats_for(points) + 1))
        story.tell(BoatsCounted(seat, ids, str(points)))


# -- who may launch


def on_bank(state: BattleState, unit: str, side: Side | None = None) -> list[str]:
    """The teams of a unit on a Friendly Bank's side of the river, on foot; its own transports are not."""
    river, side = boats.the_river(state), side or boats.friendly(state, unit)
    return [
        id
        for id in facts.teams_of(state, unit)
        if state.teams[id].aboard is None
        and river.side_at(facts.spot(state, id)) == side
        and not facts.card(state, id).transport
    ]


def head(state: BattleState, unit: str, side: Side | None = None) -> str | None:
    """Who must be next to the bank: the leader; for those whose leader is across already, the nearest of them."""
    side = side or boats.friendly(state, unit)
    left, leader = on_bank(state, unit, side), state.units[unit].leader
    if leader in left:
        return leader
    return min(left, key=lambda id: (boats.the_river(state).to_bank(side, facts.spot(state, id)), id), default=None)


def to_bank(state: BattleState, team: str) -> int:
    """From a team's edge to the bank that it stands on, in mils; for one over the water, to its unit's own."""
    river, at = boats.the_river(state), facts.spot(state, team)
    side = river.side_at(at) or boats.friendly(state, facts.unit_id(team))
    return max(river.to_bank(side, at) - facts.sheet(state, team).half_width, 0)


def may_use_boats(state: BattleState, unit: str) -> bool:
    """000 Calculate Number of Assault Boats: units of nothing but infantry teams; transports of its own that a
    headquarters has do not keep it from them."""
    cards = [facts.card(state, id) for id in facts.teams_of(state, unit)]
    fighting = [card for card in cards if not card.transport]
    return bool(fighting) and all(card.kind == "infantry" for card in fighting)


def enough(state: BattleState, unit: str, side: Side) -> bool:
    """000 Following Units: whether boats for all of a unit lie ready; for a unit too big for all boats, all boats."""
    seat = facts.seat_of(unit)
    have, need = len(boats.ready(state, seat)), boats_needed(len(on_bank(state, unit, side)))
    return have > 0 and (have >= need or have == len(boats.fleet(state, seat)))


def why_not(state: BattleState, seat: Seat, unit: str, side: Side | None = None) -> str | None:
    """Why a unit may not launch now, from a bank; nothing if it may."""
    its = state.units[unit]
    if not boats.fleet(state, seat):
        return f"{seat} has no assault boats"
    if not may_use_boats(state, unit):
        return "only units that are all infantry use assault boats"
    if its.arriving:
        return "it is not on the table yet"
    if any(
        state.teams[id].aboard is not None and id not in boats.afloat(state, unit) for id in facts.teams_of(state, unit)
    ):
        return "its teams first get off their transports"
    side = side or boats.friendly(state, unit)
    first = head(state, unit, side)
    if first is None:
        return "it is not on the Friendly Bank"
    if its.moved or state.teams[first].moved or state.teams[first].ordered:
        return "it has moved in this turn, and boats are launched by who begins the step at the bank"
    if to_bank(state, first) > river_rules().next_to * MIL:
        return f"its leader must be next to the Friendly Bank, within {river_rules().next_to} inch of it"
    if its.pinned:
        return "a unit that is pinned down does not mount boats"
    if not enough(state, unit, side):
        need = boats_needed(len(on_bank(state, unit, side)))
        return f"it needs {need} boats and {len(boats.ready(state, seat))} lie ready: it waits until others are back"
    if landing.may_land(state, unit):
        return "those of it who are across must get off their boats first"
    return None


def _most(state: BattleState, unit: str, side: Side) -> int:
    """How many boats a unit may take: what it needs, of those that lie ready."""
    return min(boats_needed(len(on_bank(state, unit, side))), len(boats.ready(state, facts.seat_of(unit))))


def side_of(state: BattleState, unit: str, loads: tuple[Load, ...]) -> Side:
    """The bank that boats are launched from: where they were put down, if it is a Friendly Bank of the unit."""
    river, usual = boats.the_river(state), boats.friendly(state, unit)
    found = (side for side in boats.banks(state, unit) if loads and river.to_bank(side, loads[0].at) == 0)
    return next(found, usual)


def check(state: BattleState, seat: Seat, command: Launch) -> Side:
    """Refuses what may not be launched so; else the side from whose bank it is."""
    unit = command.unit
    check_unit(state, seat, unit, "movement")
    if boats.river(state) is None:
        raise Illegal(LAUNCHING, f"{seat} has no assault boats: there is no river")
    side = side_of(state, unit, command.loads)
    why = why_not(state, seat, unit, side)
    if why is not None:
        raise Illegal(LAUNCHING, f"{facts.unit_name(state, unit)}: {why}")
    most = _most(state, unit, side)
    if not 0 < len(command.loads) <= most:
        raise Illegal(LAUNCHING, f"{facts.unit_name(state, unit)} takes one to {most} boats, not {len(command.loads)}")
    _check_boats(state, unit, command.loads, side)
    _check_teams(state, unit, command.loads, side)
    return side


def _check_boats(state: BattleState, unit: str, loads: tuple[Load, ...], side: Side) -> None:
    """On the edge of the Friendly Bank, within command of the leader, side by side."""
    river = boats.the_river(state)
    first, reach = head(state, unit, side), chain.command_inches(state, unit)
    assert first is not None
    width = 2 * boats.half()
    for n, load in enumerate(loads):
        if river.to_bank(side, load.at) != 0 or not 0 <= river.along(load.at) <= river.long:
            raise Illegal(LAUNCHING, "boats are put down on the edge of the Friendly Bank")
        if boats.gap_to(state, load.at, first) > reach * MIL:
            raise Illegal(LAUNCHING, f"boats are put down within command of the leader, {reach} inches")
        if any(abs(river.along(load.at) - river.along(other.at)) < width for other in loads[:n]):
            raise Illegal(LAUNCHING, f"boats are put down side by side, {river_rules().boat:g} inches each")


def _check_teams(state: BattleState, unit: str, loads: tuple[Load, ...], side: Side) -> None:
    """Three to a boat, each on the Friendly Bank and within four inches of one of the unit's boats."""
    its = river_rules()
    left = set(on_bank(state, unit, side))
    for load in loads:
        if len(load.teams) > its.passengers:
            raise Illegal(LAUNCHING, f"a boat carries {its.passengers} teams, not {len(load.teams)}")
        for id in load.teams:
            if id not in left:
                raise Illegal(LAUNCHING, f"{id} is no team of the unit on the Friendly Bank, or mounts twice")
            left.remove(id)
            why = _keeps_out(state, id, loads)
            if why is not None:
                raise Illegal(LAUNCHING, f"{facts.team_name(state, id)}: {why}")


def _keeps_out(state: BattleState, team: str, loads: tuple[Load, ...]) -> str | None:
    its, most = state.teams[team], state.setup.moves.transports.changes_a_turn
    if its.moved or its.ordered or "move" in its.forbidden or its.changes >= most:
        return "it has moved in this turn"
    if all(boats.gap_to(state, load.at, team) > river_rules().mount_within * MIL for load in loads):
        return f"only teams within {river_rules().mount_within} inches of a boat mount"
    return None


# -- crossing


def launch(story: Story, seat: Seat, command: Launch) -> None:
    """000 Getting Across: the unit mounts, its boats drift together, and lie off the Enemy Bank until its next turn."""
    state, unit = story.state, command.unit
    side = check(state, seat, command)
    name, over = facts.unit_name(state, unit), boats.OTHER[side]
    drift = int(charts()[DRIFT].roll(story.dice, seat, {}, about=name).result)
    found = ends(state, over, command.loads, drift)
    ids = boats.ready(state, seat)
    crossed = tuple(
        Crossing(id, load.teams, load.at, at, off)
        for id, load, (at, off) in zip(ids, command.loads, found, strict=False)
    )
    usual = boats.enemy_bank(state, state.boats[ids[0]])
    story.tell(Launched(unit, name, drift, crossed, None if over == usual else over))
    if not on_bank(story.state, unit, side):
        _transports_to_rear(story, unit, side)


def ends(state: BattleState, over: Side, loads: tuple[Load, ...], drift: int) -> list[tuple[Spot, bool]]:
    """Where boats are off a side's bank after a drift of so many inches, and which are off the table."""
    river, own = boats.the_river(state), boats.half()
    taken = [river.along(at) for at in boats.lying(state, over)]
    starts = [river.along(load.at) for load in loads]
    places = landed(starts, drift * MIL, river.flow, taken, river.long, 2 * own)
    return [(river.beside(over, along, own), not 0 <= along <= river.long) for along in places]


def _transports_to_rear(story: Story, unit: str, side: Side) -> None:
    """000 Friendly Bank of the River: transports that do not carry their unit over a bridge or ford go to the rear:
    its own and attached ones on the bank that all of it has left, but for those with others aboard."""
    river = boats.the_river(story.state)
    for other, sheet in story.state.roster.units.items():
        state = story.state
        if unit in (other, sheet.attached_to):
            rides = [id for id in facts.teams_of(state, other) if facts.card(state, id).transport]
            there = [id for id in rides if river.side_at(facts.spot(state, id)) == side]
            lose(story, [id for id in there if not facts.passengers(state, id)], "rear")


# -- what it promises


class Chances(Struct, frozen=True):
    """What a launch promises."""

    drift: dict[int, Fraction]
    """Inches down current."""
    off: Fraction
    """That some boat of the unit drifts off the table."""
    shoved: Fraction = Fraction(0)
    """That boats of others lie where they come to, so that they drift farther than the die says."""

    def words(self) -> str:
        told = ", ".join(f'{inches}" {share}' for inches, share in self.drift.items())
        more = f"; on past other boats {self.shoved}" if self.shoved else ""
        return f"drift {told}{more}" + (f"; off the table {self.off}" if self.off else "")


def chances(state: BattleState, loads: tuple[Load, ...]) -> Chances:
    """000 Hitting the Enemy River Bank: the odds of the drift, of a place that is taken, of the table's end."""
    odds, river = drift_odds(), boats.the_river(state)
    over = next(other for side, other in boats.OTHER.items() if river.to_bank(side, loads[0].at) == 0)
    taken = [river.along(at) for at in boats.lying(state, over)]
    starts = [river.along(load.at) for load in loads]

    def shoved(drift: int) -> bool:
        free = landed(starts, drift * MIL, river.flow, (), river.long, 2 * boats.half())
        return landed(starts, drift * MIL, river.flow, taken, river.long, 2 * boats.half()) != free

    off = odds.where(lambda drift: any(off for _, off in ends(state, over, loads, drift)))
    return Chances(odds.as_dict(), off, odds.where(shoved) if taken else Fraction(0))


# -- boats for a unit


def loads(state: BattleState, unit: str, side: Side, rng: random.Random | None = None) -> tuple[Load, ...]:
    """Boats beside each other for as many teams of a unit as can mount; by chance for fewer, and elsewhere."""
    river = boats.the_river(state)
    first, have = head(state, unit, side), len(boats.ready(state, facts.seat_of(unit)))
    near = river_rules().mount_within * MIL
    teams = [id for id in on_bank(state, unit, side) if to_bank(state, id) <= near]
    if first is None or not teams:
        return ()
    if rng is not None and rng.random() < 0.3:
        teams = rng.sample(teams, rng.randint(1, len(teams)))
    along = {id: river.along(facts.spot(state, id)) for id in teams}
    count = min(boats_needed(len(teams)), have)
    span = (max(along.values()) - min(along.values())) // max(count, 1)
    step = min(max(span, 2 * boats.half() + AIR), 2 * near)
    middle = (max(along.values()) + min(along.values())) // 2 + (rng.randint(-2000, 2000) if rng is not None else 0)
    reach = chain.command_inches(state, unit) * MIL
    spots = [river.spot(river.bank(side), middle + (2 * n - count + 1) * step // 2) for n in range(count)]
    spots = [at for at in spots if 0 <= river.along(at) <= river.long and boats.gap_to(state, at, first) <= reach]
    able = [id for id in teams if any(boats.gap_to(state, at, id) <= near for at in spots)]
    able.sort(key=lambda id: (along[id], id))
    size = river_rules().passengers
    room = able if len(able) <= size * len(spots) else _nearest(state, able, first, size * len(spots))
    groups = [tuple(room[n : n + size]) for n in range(0, len(room), size)]
    return tuple(Load(at, group) for at, group in zip(spots, groups, strict=False))


def _nearest(state: BattleState, teams: list[str], first: str, most: int) -> list[str]:
    """So many of some teams, those nearest to the first, in the order they had."""
    kept = sorted(teams, key=lambda id: (id != first, facts.apart(facts.spot(state, id), facts.spot(state, first))))
    return [id for id in teams if id in kept[:most]]


def proper(
    state: BattleState, seat: Seat, unit: str, rng: random.Random | None = None, side: Side | None = None
) -> tuple[Load, ...]:
    """Boats with which the unit may launch from a bank; nothing where none are found."""
    side = side or boats.friendly(state, unit)
    for n in range(TRIES if rng is not None else 1):
        found = loads(state, unit, side, rng if n < TRIES - 1 else None)
        if passes(check, state, seat, Launch(unit, found)):
            return found
    return ()


class Loads(Bound, frozen=True, tag="boat-loads", dict=True):
    """Boats on the Friendly Bank and who mounts them."""

    unit: str
    teams: tuple[str, ...]
    """Who may mount, near enough to a boat."""
    bank: tuple[Spot, Spot]
    """The edge of the Friendly Bank, from end to end."""
    boats: int
    """How many at most."""
    each: int
    """Teams to a boat."""
    odds: str
    """What the dice promise, for boats as the program would put them."""

    def contains(self, value: object) -> bool:
        return all_of(value, Load) and passes(check, self.about, self.who, Launch(self.unit, value))

    def sample(self, rng: random.Random) -> object:
        side = next(side for side in boats.OTHER if _bank(boats.the_river(self.about), side) == self.bank)
        return proper(self.about, self.who, self.unit, rng, side)


def _bank(river: River, side: Side) -> tuple[Spot, Spot]:
    """A side's bank from end to end."""
    return river.spot(river.bank(side), 0), river.spot(river.bank(side), river.long)


def option(state: BattleState, seat: Seat, unit: str) -> Option | None:
    """A "launch" of a unit, where it may."""
    if not boats.ready(state, seat):
        return None
    for side in boats.banks(state, unit):
        found = proper(state, seat, unit, side=side) if why_not(state, seat, unit, side) is None else ()
        if not found:
            continue
        there = tuple(on_bank(state, unit, side))
        most = _most(state, unit, side)
        told = chances(state, found).words()
        domain = Loads(unit, there, _bank(boats.the_river(state), side), most, river_rules().passengers, told)
        words = f"{facts.unit_name(state, unit)} crosses in assault boats ({told})"
        return Option("launch", words, {"unit": OneOf((unit,)), "loads": bound(domain, state, seat)})
    return None
