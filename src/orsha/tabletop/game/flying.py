"""Aircraft (core 8): they are placed, the enemy's anti-aircraft weapons fire, they attack, and they fly home.

Their attack itself is a Shoot (shooting.py) or a Bombard (bombarding.py).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.tabletop.battle import hits, saves
from orsha.tabletop.battle.aircraft import (
    AntiAircraft,
    anti_aircraft_number,
    anti_aircraft_shots,
    check_anti_aircraft,
    shoot_at_aircraft,
)
from orsha.tabletop.battle.hits import Beside, Volley
from orsha.tabletop.game import aiming, aims, facts
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.commands import Aim, Flak, Fly, Place
from orsha.tabletop.game.events import Asked, Deployed, Fired, Volleyed
from orsha.tabletop.game.shooting import check_step, strikes_of
from orsha.tabletop.game.state import BattleState, Fire, Pending
from orsha.tabletop.game.telling import Story, harm, lose
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL, bearing

AIRCRAFT = "core 8"


# -- placing them


def squadron(state: BattleState, unit: str) -> list[str]:
    """The aircraft of a unit that still fly."""
    lost = set(state.lost.get(unit, ()))
    return [id for id in facts.unit_sheet(state, unit).teams if id not in lost]


def check_fly(state: BattleState, seat: Seat, unit: str, places: Sequence[Place]) -> None:
    """core 8; 003 Meeting Engagement: aircraft that came this turn are placed anywhere on the table."""
    check_step(state, seat)
    if unit not in state.flying or facts.seat_of(unit) != seat:
        raise Illegal(
            AIRCRAFT, f"{unit!r} is no aircraft unit of {seat}'s that came this turn and waits for its attack"
        )
    if facts.meeting(state, seat):
        raise Illegal("003 Meeting Engagement", "the first player's aircraft do not come in the first turn")
    if sorted(place.team for place in places) != sorted(squadron(state, unit)):
        raise Illegal(AIRCRAFT, f"each aircraft of {facts.unit_name(state, unit)} is placed, once")
    for place in places:
        if place.aboard is not None:
            raise Illegal(AIRCRAFT, "aircraft ride on nothing")
        if not facts.ground(state).holds(place.at):
            raise Illegal(AIRCRAFT, f"{facts.team_name(state, place.team)} is placed over the table")


def fly(story: Story, seat: Seat, command: Fly) -> None:
    """core 8: the aircraft are placed; whoever can shoot at them is asked first."""
    check_fly(story.state, seat, command.unit, command.places)
    name = facts.unit_name(story.state, command.unit)
    story.tell(Deployed(command.unit, name, command.places, "air"))
    if flak_guns(story.state, command.unit):
        story.tell(Asked(Pending(facts.enemy(seat), "flak", (command.unit,))))


def fly_home(story: Story, seat: Seat) -> None:
    """core 8: a side's aircraft leave the table; those that live may come again."""
    lose(story, facts.aloft(story.state, seat), "left")


# -- anti-aircraft fire


def _gun(state: BattleState, aim: Aim, seen: bool) -> AntiAircraft:
    its = state.teams[aim.team]
    return AntiAircraft(
        facts.card(state, aim.team),
        aims.weapon_of(state, aim),
        facts.gap(state, aim.team, aim.at),
        seen,
        its.bailed_out,
        its.aboard is not None,
    )


def flak_guns(state: BattleState, unit: str) -> tuple[aiming.Gun, ...]:
    """The enemy weapons that can shoot at a unit of aircraft now. A team that fired at others does not fire again."""
    rules = state.setup.rules
    planes = facts.teams_of(state, unit)
    able = [
        id
        for id in facts.on_table(state, facts.enemy(facts.seat_of(unit)))
        if facts.acting(state.teams[id])
        and not state.teams[id].fired_at_aircraft
        and any(anti_aircraft_shots(weapon, rules) for weapon in facts.card(state, id).weapons)
    ]
    seen = aiming.looks(state, able, planes)
    found = []
    for id in able:
        card = facts.card(state, id)
        for n, weapon in enumerate(card.weapons):
            count = anti_aircraft_shots(weapon, rules)
            at = tuple(plane for plane in planes if seen[id][plane] and aiming.within(state, id, plane, weapon.range))
            if count and at:
                found.append(replace(aiming.gun_of(card, id, n, count, at, rules), smoke=False))
    return tuple(found)


class FlakShot(Struct, frozen=True):
    """An anti-aircraft aim that was looked into."""

    aim: Aim
    gun: AntiAircraft
    others: tuple[str, ...]
    """The other aircraft that its hits may go to."""


def _asked(state: BattleState, seat: Seat) -> str:
    asked = state.asked
    if asked is None or asked.seat != seat or asked.kind != "flak":
        raise Illegal(AIRCRAFT, f"{seat} is not asked for anti-aircraft fire now")
    return asked.units[0]


def check_flak(state: BattleState, seat: Seat, chosen: Sequence[Aim]) -> list[FlakShot]:
    """core 8, 6.2: anti-aircraft fire, all of it at once."""
    planes = facts.teams_of(state, _asked(state, seat))
    if not chosen:
        raise Illegal(AIRCRAFT, "at least one team fires, or the question is passed on")
    for aim in chosen:
        if aim.team not in state.teams or facts.seat_of(aim.team) != seat or facts.sheet(state, aim.team).flies:
            raise Illegal(AIRCRAFT, f"{seat} has no team {aim.team!r} on the table")
        if aim.at not in planes:
            raise Illegal(AIRCRAFT, f"{aim.at!r} is not one of the aircraft that attack")
        if aim.smoke or aim.moving:
            raise Illegal(AIRCRAFT, "smoke ammunition is not shot at aircraft, and nobody chooses how fast he shoots")
        if state.teams[aim.team].fired_at_aircraft:
            raise Illegal(AIRCRAFT, f"{facts.team_name(state, aim.team)} has fired at aircraft in this step")
    aims.check_together(state, chosen)
    seen = aiming.looks(state, list(dict.fromkeys(aim.team for aim in chosen)), planes)
    found = []
    for aim in chosen:
        gun = _gun(state, aim, seen[aim.team][aim.at] > 0)
        check_anti_aircraft(gun, state.setup.rules)
        found.append(FlakShot(aim, gun, _others(state, aim, gun, planes, seen)))
    return found


def _others(
    state: BattleState, aim: Aim, gun: AntiAircraft, planes: Sequence[str], seen: aiming.Looks
) -> tuple[str, ...]:
    """core 6.4: the aircraft beside the target, in range and sight."""
    near = [
        Beside(id, facts.card(state, id), facts.gap(state, aim.at, id))
        for id in planes
        if id != aim.at and seen[aim.team][id] and aiming.within(state, aim.team, id, gun.weapon.range)
    ]
    return hits.may_share(facts.card(state, aim.at), "in the open", near, state.setup.rules)


def flak(story: Story, seat: Seat, command: Flak) -> None:
    """core 8: anti-aircraft fire before the attack. Ours: no Mistaken Target among aircraft."""
    state, rules = story.state, story.state.setup.rules
    found = check_flak(state, seat, command.aims)
    landed = [
        shoot_at_aircraft(story.dice, seat, shot.gun, facts.card(state, shot.aim.at), rules).hits for shot in found
    ]
    for unit in dict.fromkeys(facts.unit_id(shot.aim.team) for shot in found):
        told = tuple(
            _told(state, shot, count)
            for shot, count in zip(found, landed, strict=True)
            if facts.unit_id(shot.aim.team) == unit
        )
        story.tell(Fired(unit, facts.unit_name(state, unit), told, "flak"))
    story.tell(Asked(None))
    hit = [(shot, count) for shot, count in zip(found, landed, strict=True) if count]
    if not hit:
        return
    volleys = tuple(Volley(shot.gun.weapon, shot.aim.at, count, shot.others, shot.gun.range) for shot, count in hit)
    shooters = tuple(shot.aim.team for shot, _ in hit)
    fire = Fire(facts.unit_id(shooters[0]), seat, volleys, shooters, hits.evenly(volleys))
    strikes = strikes_of(story.state, fire)
    harm(story, strikes, saves.resolve(story.dice, strikes, seat, facts.enemy(seat), rules))


def _told(state: BattleState, shot: FlakShot, landed: int) -> Volleyed:
    aim, rules = shot.aim, state.setup.rules
    needed = anti_aircraft_number(shot.gun, facts.card(state, aim.at), rules).words()
    count = anti_aircraft_shots(shot.gun.weapon, rules)
    spot = facts.spot(state, aim.at)
    return Volleyed(aim.team, shot.gun.weapon.name, aim.at, spot, count, landed, needed, "halted")


def no_flak(story: Story, seat: Seat) -> None:
    """Nobody fires at the aircraft."""
    _asked(story.state, seat)
    story.tell(Asked(None))


# -- options


class Flights(Bound, frozen=True, tag="flights", dict=True):
    """A place over the table for each aircraft of a unit."""

    unit: str
    teams: tuple[str, ...]
    targets: tuple[tuple[int, int], ...]
    """Where the enemy's teams stand."""
    size: tuple[int, int]
    reach: int
    """The longest range of their weapons, in inches."""

    def contains(self, value: object) -> bool:
        return all_of(value, Place) and passes(check_fly, self.about, self.who, self.unit, value)

    def sample(self, rng: random.Random) -> object:
        wide, high = self.size
        at = rng.choice(self.targets) if self.targets else (wide // 2, high // 2)
        return tuple(_about(team, at, self.size, self.reach * MIL, rng) for team in self.teams)


def _about(team: str, at: tuple[int, int], size: tuple[int, int], reach: int, rng: random.Random) -> Place:
    spot = tuple(
        min(max(middle + rng.randint(-reach, reach) // 2, 0), most) for middle, most in zip(at, size, strict=True)
    )
    return Place(team, (spot[0], spot[1]), bearing((spot[0], spot[1]), at) or 0)


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "fly" for each unit of aircraft that came."""
    if not state.flying or facts.meeting(state, seat):
        return []
    foes = tuple(facts.spot(state, id) for id in facts.targets(state, seat))
    size = facts.ground(state).size
    found = []
    for unit in state.flying:
        if facts.seat_of(unit) == seat:
            teams = tuple(squadron(state, unit))
            reach = max((weapon.range for id in teams for weapon in facts.card(state, id).weapons), default=0)
            places = bound(Flights(unit, teams, foes, size, reach), state, seat)
            words = f"{facts.unit_name(state, unit)} flies in"
            found.append(Option("fly", words, {"unit": OneOf((unit,)), "places": places}))
    return found


def question_options(state: BattleState, seat: Seat) -> list[Option]:
    """Anti-aircraft fire, or none."""
    able = flak_guns(state, _asked(state, seat))
    fire = aims.aims_domain(able, lambda chosen: check_flak(state, seat, chosen))
    return [Option("flak", "fire at the aircraft", {"aims": fire}), Option("pass", "hold the fire")]
