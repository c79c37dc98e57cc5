"""Bombardments in the Shooting Step (core 7, 8): artillery, salvoes, bombs, repeats on a marker, smoke screens."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Domain, Illegal, OneOf, Option, Whole, passes
from orsha.tabletop.battle import artillery, saves
from orsha.tabletop.battle.artillery import AimingPoint, Battery, Ranging, Spotter, Under
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import batteries, chain, facts, room_shelling, room_sight, shelter, template
from orsha.tabletop.game.batteries import BATTERY
from orsha.tabletop.game.bound import a_spot
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.events import Ranged, Shelled, SmokeLaid
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.shooting import check_step, check_unit
from orsha.tabletop.game.state import BattleState, Screen, Spot
from orsha.tabletop.game.telling import Story, harm
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL
from orsha.tabletop.table.kernels_template import ASK, NO
from orsha.tabletop.table.shapes import shifted

SPOTTING, REPEAT, SMOKE = "core 7.2", "core 7.4", "core 7.5"


class Bombardment(Struct, frozen=True):
    """A bombardment that was looked into."""

    battery: Battery
    spotter: Spotter
    point: AimingPoint
    guns: tuple[str, ...]
    turned: dict[str, int]
    at: Spot

    @property
    def weapon(self) -> Weapon:
        return self.battery.weapon


# -- looking into it


def check_bombard(state: BattleState, seat: Seat, command: Bombard) -> Bombardment:
    """core 7.1, 7.2, 7.4, 7.5: everything that a bombardment asks for, before a die is thrown."""
    check_battery(state, seat, command.unit)
    if not facts.ground(state).holds(command.at):
        raise Illegal(SPOTTING, "the aiming point is on the table")
    weapon = batteries.weapon_of(state, command.unit, command.weapon)
    able = batteries.able_guns(state, seat, command.unit, weapon)
    _check_kind(state, seat, command, weapon, able)
    guns, turned = batteries.bearing_guns(state, able, weapon, command.at)
    if not guns:
        why = f"within {weapon.range} inches of a gun that can face it"
        raise Illegal(BATTERY, f"the aiming point of {weapon.name} is not {why}")
    team = command.spotter
    if not _may_spot(state, seat, command.unit, team):
        raise Illegal(SPOTTING, f"{team!r} is no team of {seat}'s that can spot")
    seen = batteries.seen_by(state, team, [command.at])[0]
    found = Bombardment(
        batteries.battery_of(state, seat, guns, weapon),
        batteries.spotter_of(state, command.unit, team, weapon, seen),
        aiming_point(state, seat, command.at, weapon, command.smoke),
        guns,
        turned,
        command.at,
    )
    artillery.check_spotter(found.battery, found.spotter, command.repeat, state.setup.rules)
    artillery.check_aiming_point(found.battery, found.point, state.setup.rules)
    return found


def check_battery(state: BattleState, seat: Seat, unit: str) -> None:
    """core 7.1, 002: it is the seat's Shooting Step, and the unit is on the table or has guns off it."""
    if state.off and any(facts.unit_id(id) == unit for id in state.off) and facts.seat_of(unit) == seat:
        check_step(state, seat)
    else:
        check_unit(state, seat, unit)


def _may_spot(state: BattleState, seat: Seat, unit: str, team: str) -> bool:
    if team in state.off:
        return team == batteries.gunners(state, unit)[0]
    return team in state.teams and facts.seat_of(team) == seat and facts.acting(state.teams[team])


def _check_kind(state: BattleState, seat: Seat, command: Bombard, weapon: Weapon, able: Sequence[str]) -> None:
    """Shells, smoke, or the marker again: what each of them asks for."""
    if command.smoke:
        if command.repeat:
            raise Illegal(SMOKE, "a Smoke Bombardment ranges in")
        if any(team.shot is not None for id, team in state.teams.items() if facts.seat_of(id) == seat):
            raise Illegal(SMOKE, f"Smoke Bombardments come before all other shooting, and {seat} has shot")
        laid = state.units[command.unit].smokes
        artillery.check_smoke(batteries.battery_of(state, seat, able, weapon), laid, state.setup.rules)
        return
    if weapon.anti_tank is None:
        raise Illegal(SMOKE, f"{weapon.name} lays smoke and nothing else")
    if command.repeat:
        lies = batteries.marker(state, command.unit)
        if lies is None:
            raise Illegal(REPEAT, f"{facts.unit_name(state, command.unit)} has no Ranged In marker")
        if lies != command.at:
            raise Illegal(REPEAT, "a repeat bombardment falls on the Ranged In marker")


def may_repeat(
    state: BattleState, seat: Seat, unit: str, weapon: Weapon, able: Sequence[str], teams: Sequence[str]
) -> str | None:
    """The first of some teams with which a unit may bombard its marker again: what `check_bombard` asks, and no more
    than is needed to know that."""
    lies = batteries.marker(state, unit)
    if lies is None or not passes(check_battery, state, seat, unit) or not facts.ground(state).holds(lies):
        return None
    guns = batteries.bearing_all(state, able, weapon, [lies])[0]
    if not guns:
        return None
    rules, battery = state.setup.rules, batteries.battery_of(state, seat, guns, weapon)
    may = (
        id
        for id in teams
        if _may_spot(state, seat, unit, id)
        and artillery.why_not_spot(battery, batteries.spotter_of(state, unit, id, weapon, True), True, rules) is None
    )
    found = next(may, None)
    if found is None:
        return None
    (near,) = _near_friends(state, seat, battery, [lies])
    clear = near == NO or (near == ASK and _clear(state, seat, battery, lies))
    return found if clear else None


def _clear(state: BattleState, seat: Seat, battery: Battery, at: Spot, smoke: bool = False) -> bool:
    """core 7.2: whether friends are far enough from a place."""
    point = _beside(state, seat, at, battery.weapon, smoke)
    return passes(artillery.check_aiming_point, battery, point, state.setup.rules)


def aiming_point(state: BattleState, seat: Seat, at: Spot, weapon: Weapon, smoke: bool) -> AimingPoint:
    """A place as ranging in sees it. Ours: smoke harms nobody, so friends may be near."""
    point = _beside(state, seat, at, weapon, smoke)
    if point.in_terrain:
        return point
    return replace(point, in_terrain=template.in_terrain(state, at, artillery.template(weapon, state.setup.rules)))


def _beside(state: BattleState, seat: Seat, at: Spot, weapon: Weapon, smoke: bool) -> AimingPoint:
    """A place and the friends near to it; what lies under the template is not asked."""
    if rooms(state):
        point = room_shelling.aiming_point(state, seat, at, salvo=weapon.fires == "salvo", smoke=smoke)
        if point is not None:
            return point
    own = [] if smoke else room_shelling.friends_near(state, seat)
    return AimingPoint(facts.nearest_edge(state, at, own))


# -- the bombardment


def bombard(story: Story, seat: Seat, command: Bombard) -> None:
    """core 7: ranges in, and lets the shells fall or the smoke rise."""
    state, rules = story.state, story.state.setup.rules
    found = check_bombard(state, seat, command)
    name = facts.unit_name(state, command.unit)
    if command.repeat:
        ranging = artillery.repeat(found.battery, found.spotter, marker=True, rules=rules)
    else:
        ranging = artillery.range_in(
            story.dice, seat, found.battery, found.spotter, found.point, command.attempts, rules
        )
    story.tell(
        Ranged(
            command.unit,
            name,
            command.spotter,
            ranging.attempts,
            command.at,
            ranging.ranged_in,
            ranging.penalty,
            found.guns,
            "assault-smoke" in found.weapon.rules,
            found.turned,
        )
    )
    if not ranging.ranged_in:
        return
    if command.smoke:
        ends = batteries.smoke_ends(state, found.battery, command.at, command.along)
        story.tell(SmokeLaid(command.unit, name, Screen(seat, ends)))
        return
    _shells(story, seat, command, found, ranging)


def _shells(story: Story, seat: Seat, command: Bombard, found: Bombardment, ranging: Ranging) -> None:
    """core 7.3: who is under the template, who is hit, and what becomes of them: first the enemy's, then one's own."""
    state, rules = story.state, story.state.setup.rules
    inches = artillery.template(found.weapon, rules)
    salvo = found.weapon.fires == "salvo"
    there = [Under(id, facts.card(state, id)) for id in template.under(state, command.at, inches, salvo=salvo)]
    landed = artillery.bombard(story.dice, seat, found.battery, ranging, there, rules)
    hit = tuple(one.name for one in landed if one.hit)
    missed = tuple(one.name for one in landed if not one.hit)
    struck_rooms = tuple(room.name for room in room_shelling.struck_rooms(state, command.at, salvo=salvo))
    name = facts.unit_name(state, command.unit)
    story.tell(Shelled(command.unit, name, command.at, inches, hit, missed, struck_rooms))
    struck = room_shelling.brutal(story, seat, found.weapon, hit)
    for owner in (facts.enemy(seat), seat):
        strikes = [
            strike(story.state, id, found.weapon, repeat=command.repeat)
            for id in struck
            if facts.seat_of(id) == owner and id in story.state.teams
        ]
        if strikes:
            harm(story, strikes, saves.resolve(story.dice, strikes, seat, owner, rules))


def strike(state: BattleState, team: str, weapon: Weapon, *, repeat: bool = False) -> Strike:
    """core 7.3: a bombardment's hit on a team."""
    its, who = state.teams[team], facts.card(state, team)
    crew = who.armoured and its.bailed_out
    return Strike(
        team,
        who,
        weapon,
        facing="top",
        bombardment=True,
        repeat=repeat,
        cover_all_round=covered(state, team),
        in_room=its.room is not None,
        foxholes=its.foxholes,
        dashed=its.dashed,
        condition="bailed out" if its.bailed_out else "fighting",
        commander=crew and chain.commander_helps(state, "remount", team),
        komissar=crew and chain.komissar(state, facts.unit_id(team)),
    )


def covered(state: BattleState, team: str) -> bool:
    """core 6.7: whether the ground saves a team from shells, where its foxholes or its room do not."""
    its = state.teams[team]
    if its.foxholes or its.room is not None or facts.card(state, team).kind not in ("infantry", "gun"):
        return False
    return shelter.cover_all_round(state, team)


# -- options


class AimingPoints(Domain, frozen=True, tag="aiming-points", dict=True):
    """Where a battery may aim: any place in range that the spotter sees, away from friends; some of them as points."""

    unit: str
    spotter: str
    name: str
    range: int
    inches: int
    """The template's sides."""
    points: tuple[Spot, ...]

    def contains(self, value: object) -> bool:
        return a_spot(value) and passes(self.__dict__["check"], value)

    def sample(self, rng: random.Random) -> object:
        x, y = rng.choice(self.points)
        near = (x + rng.randint(-2, 2) * MIL // 2, y + rng.randint(-2, 2) * MIL // 2)
        return near if rng.random() < 0.5 and self.contains(near) else (x, y)


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "bombard" for each battery and spotter, and for each way of firing: shells, smoke, the marker again."""
    found: list[Option] = []
    units = dict.fromkeys(facts.unit_id(id) for id in (*state.off, *state.teams) if facts.seat_of(id) == seat)
    for unit in units:
        for number, weapon in batteries.bombards(state, unit):
            try:
                able = batteries.able_guns(state, seat, unit, weapon)
            except Illegal:
                continue
            found += _of_battery(state, seat, unit, number, weapon, able)
    return found


def _of_battery(
    state: BattleState, seat: Seat, unit: str, number: int, weapon: Weapon, able: Sequence[str]
) -> list[Option]:
    found: list[Option] = []
    teams = batteries.spotters(state, seat, unit)
    for smoke in (False, True):
        fires = Bombard(unit, "", (0, 0), number, smoke=smoke)
        if passes(_check_kind, state, seat, fires, weapon, able):
            for team, points in seen_points(state, seat, unit, weapon, able, teams, smoke=smoke).items():
                found.append(_option(state, seat, Bombard(unit, team, points[0], number, smoke=smoke), weapon, points))
    lies = batteries.marker(state, unit)
    if lies is not None:
        for team in teams:
            again = Bombard(unit, team, lies, number, repeat=True)
            if passes(check_bombard, state, seat, again):
                found.append(_option(state, seat, again, weapon, (lies,)))
    return found


def seen_points(
    state: BattleState,
    seat: Seat,
    unit: str,
    weapon: Weapon,
    able: Sequence[str],
    teams: Sequence[str],
    *,
    smoke: bool = False,
    most: int = 12,
) -> dict[str, tuple[Spot, ...]]:
    """For each spotter some places where the unit may aim: where enemies stand, and for smoke also before its guns."""
    places = [facts.spot(state, id) for id in facts.targets(state, seat)]
    if smoke:
        before = weapon.range * MIL // 2
        own_guns = [id for id in able if id not in state.off]
        places += [shifted(facts.spot(state, id), state.teams[id].facing, before) for id in own_guns]
    battery = batteries.battery_of(state, seat, able, weapon)
    points = list(open_points(state, seat, battery, able, list(dict.fromkeys(places)), smoke=smoke))
    return seen_of(state, unit, battery, teams, points[:: max(1, -(-len(points) // most))])


def seen_of(
    state: BattleState, unit: str, battery: Battery, teams: Sequence[str], points: Sequence[Spot]
) -> dict[str, tuple[Spot, ...]]:
    """What each of some teams sees of some places, if it may spot for a battery of a unit."""
    spotters = {id: batteries.spotter_of(state, unit, id, battery.weapon, True) for id in teams} if points else {}
    may = [id for id, its in spotters.items() if artillery.why_not_spot(battery, its, rules=state.setup.rules) is None]
    looks = _looks_of(state, may, points) if may else {}
    seen = {id: tuple([at for at, look in zip(points, row, strict=False) if look]) for id, row in looks.items()}
    return {id: some for id, some in seen.items() if some}


def _looks_of(state: BattleState, teams: Sequence[str], points: Sequence[Spot]) -> dict[str, Sequence[int]]:
    """Which of some places each of some teams sees, those off the table first; all at once."""
    found: dict[str, Sequence[int]] = {id: batteries.seen_by(state, id, points) for id in teams if id in state.off}
    there = [id for id in teams if id not in found]
    if rooms(state):
        return {**found, **room_sight.spots_seen(state, there, points)}
    return {**found, **batteries.looks(state, there, points)}


def open_points(
    state: BattleState,
    seat: Seat,
    battery: Battery,
    able: Sequence[str],
    places: Sequence[Spot],
    *,
    smoke: bool = False,
) -> Iterator[Spot]:
    """Those of some places that are on the table and clear of friends, and that some gun bears on. Where it must be
    measured how near friends are, that is done when it comes to them."""
    table = facts.ground(state)
    there = [at for at in places if table.holds(at)]
    guns = batteries.bearing_all(state, able, battery.weapon, there)
    near = _near_friends(state, seat, battery, there, smoke=smoke)
    for at, some, how in zip(there, guns, near, strict=True):
        if some and (how == NO or (how == ASK and _clear(state, seat, battery, at, smoke))):
            yield at


def _near_friends(
    state: BattleState, seat: Seat, battery: Battery, places: Sequence[Spot], *, smoke: bool = False
) -> Sequence[int]:
    """core 7.2: whether friends are too near to each of some places, or it must be measured; all at once."""
    if rooms(state):
        return [ASK] * len(places)
    if smoke:
        return [NO] * len(places)
    return facts.crowded(
        room_shelling.in_danger(state, seat), artillery.friends_within(battery, state.setup.rules), places
    )


def _option(state: BattleState, seat: Seat, one: Bombard, weapon: Weapon, points: tuple[Spot, ...]) -> Option:
    rules = state.setup.rules
    at = AimingPoints(one.unit, one.spotter, weapon.name, weapon.range, artillery.template(weapon, rules), points)
    at.__dict__["check"] = lambda spot: check_bombard(state, seat, replace(one, at=spot))
    fires = "lays smoke" if one.smoke else "bombards its marker again" if one.repeat else "bombards"
    words = f"{facts.unit_name(state, one.unit)} {fires}, spotted by {facts.team_name(state, one.spotter)}"
    takes: dict[str, Domain] = {
        "unit": OneOf((one.unit,)),
        "spotter": OneOf((one.spotter,)),
        "at": OneOf((one.at,)) if one.repeat else at,
        "weapon": OneOf((one.weapon,)),
        "attempts": Whole(1, 3),
        "repeat": OneOf((one.repeat,)),
        "smoke": OneOf((one.smoke,)),
        "along": Whole(0, 359),
    }
    return Option("bombard", words, takes)
