"""How likely a charge is to carry: for people exactly if the teams are alike, else tried out; for bots a quick guess.

The charge is looked at as if every Cross Check were passed, every defender shot with its best weapon at the nearest
team, and whoever may fight on did so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, exp

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Dice
from orsha.kernel.odds import percent
from orsha.tabletop.battle import assault, assault_odds, melee
from orsha.tabletop.battle.assault_odds import Band, Sampled, Shots, Side
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.battle.odds import results
from orsha.tabletop.battle.saves import Strike, resolve
from orsha.tabletop.battle.to_hit import Deeds, Shooter, Target, shots, to_hit
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import aiming, defending, facts, fighting, room_assault, room_charging, room_contact, works
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.assaulting import opened
from orsha.tabletop.game.charging import Field, charge_legs, chargers, farthest, plan, who_reach
from orsha.tabletop.game.commands import Aim, Leg
from orsha.tabletop.game.contact import (
    Stands,
    active,
    gap,
    in_box,
    in_contact,
    involved,
    near,
    roughly_near,
    side,
    under_way,
)
from orsha.tabletop.game.events import Asked, Charged, Went
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.rooms import Room, rooms
from orsha.tabletop.game.shooting import Shot, roll
from orsha.tabletop.game.state import BattleState, Pending
from orsha.tabletop.game.telling import Story
from orsha.tabletop.table.kinds import MIL

TRIES = 400


class Chance(Struct, frozen=True):
    """The chance that a charge carries: exact, or tried out so and so often."""

    exact: Fraction | None = None
    sampled: Sampled | None = None

    @property
    def share(self) -> Fraction:
        if self.exact is not None:
            return self.exact
        assert self.sampled is not None
        return self.sampled.share

    def words(self) -> str:
        if self.exact is not None:
            return f"{percent(self.exact)}, exactly"
        assert self.sampled is not None
        return self.sampled.words()


# -- for people


def chance(
    state: BattleState,
    unit: str,
    target_unit: str,
    legs: tuple[Leg, ...] | None = None,
    *,
    names: tuple[str, ...] = (),
    tries: int = TRIES,
    seed: int = 0,
) -> Chance | None:
    """The chance that a charge carries, with these legs or the best there are; nothing if nobody gets there.

    `names`: the rooms that are contested from inside (002); without legs, those that the other unit is in.
    """
    found = charge_legs(state, unit, target_unit) if legs is None and not names else legs or ()
    if not found and not names:
        names = tuple(room.name for room in room_charging.contestable(state, unit, target_unit))
    if not found and not names:
        return None
    after = charged(state, unit, found or (), names)
    shots_at = best_shots(after)
    ours, theirs = in_contact(after)
    close = _close_defenders(after)
    if not close:
        return Chance(Fraction(1))
    cards = {facts.card(after, id) for id in ours}, {facts.card(after, id) for id in close}
    units = dict.fromkeys(facts.unit_id(id) for id in close)
    barred = barred_pairs(after, ours, close)
    alike = len(cards[0]) == len(cards[1]) == len(units) == 1 and not barred
    if alike and not any(after.teams[id].bailed_out for id in theirs):
        return Chance(_exact(after, ours, theirs, close, shots_at))
    return Chance(sampled=_tried(after, ours, close, shots_at, tries, seed, barred))


def barred_pairs(state: BattleState, ours: list[str], close: list[str]) -> frozenset[tuple[str, str]]:
    """Who of the two sides does not come to blows with whom, both ways: works that one is not in the field of (000),
    rooms that one is not at (002). Ours: as it is after the charge, in every round."""
    found = works.barred(state, ours, close) | room_assault.barred(state, ours, close)
    return found | {(b, a) for a, b in found}


def charged(state: BattleState, unit: str, legs: tuple[Leg, ...], names: tuple[str, ...] = ()) -> BattleState:
    """The battle right after a charge in which no die failed, the enemy being asked for Defensive Fire.

    `names`: the rooms that are contested from inside (002).
    """
    seat = facts.seat_of(unit)
    steps = plan(state, unit, legs) if legs else []
    ends = {s.leg.team: facts.stand_at(state, s.leg.team, s.walk.end, s.walk.facing) for s in steps}
    went = [Went(s.leg.team, s.walk.path, s.walk.facing, round(s.walk.length), "charge") for s in steps]
    fight = opened(state, unit, ends, names)
    if names:
        went += room_charging.standing(state, fight, went)
    after = apply(state, Charged(fight, facts.unit_name(state, unit), tuple(went)))
    return apply(after, Asked(Pending(facts.enemy(seat), "defend", fight.defenders)))


def best_shots(state: BattleState) -> list[Shot]:
    """The best Defensive Fire, shot by shot."""
    aims = best_aims(state)
    return defending.check(state, facts.seat_of(aims[0].team), aims) if aims else []


def best_aims(state: BattleState) -> tuple[Aim, ...]:
    """Every defender's best weapon at the nearest team that it can hit, Limited weapons as often as they may."""
    used: dict[tuple[str, str], int] = {}
    best: dict[str, tuple[float, Aim]] = {}
    for gun in defending.guns(state):
        key = (facts.unit_id(gun.team), gun.name)
        if gun.secondary or (gun.limited is not None and used.get(key, 0) >= gun.limited):
            continue
        here = facts.stand(state, gun.team)
        at = min(gun.at, key=lambda id: (gap(here, facts.stand(state, id)), id))
        worth = fire_of(state, gun.team, facts.card(state, gun.team).weapons[gun.weapon], at)
        if gun.team not in best or worth > best[gun.team][0]:
            best[gun.team] = (worth, Aim(gun.team, gun.weapon, at))
            used[key] = used.get(key, 0) + 1
    return tuple(aim for _, aim in best.values())


def fire_of(state: BattleState, team: str, weapon: Weapon, at: str) -> float:
    """How many teams a weapon is likely to put out of action, or hit if they are infantry."""
    pinned = state.units[facts.unit_id(team)].pinned
    dice, hits, fells = _fire(state, facts.card(state, team), weapon, facts.card(state, at), pinned)
    return dice * hits * (fells if facts.card(state, at).armoured else 1.0)


def _close_defenders(state: BattleState) -> list[str]:
    """The active defenders who are near enough to fight."""
    fight, units = under_way(state), set(involved(state))
    own = facts.stands(state, fight.teams).values()
    most = state.setup.moves.after.contact * MIL
    found = [id for id in active(state, facts.targets(state, fight.by)) if facts.unit_id(id) in units]
    if fight.fray is not None:
        far, fray = room_contact.far, fight.fray
        return [id for id in found if any(far(state, fray, facts.stand(state, id), one) <= most for one in own)]
    return [id for id in found if any(near(facts.stand(state, id), other, most) for other in own)]


def _exact(state: BattleState, ours: list[str], theirs: list[str], close: list[str], made: list[Shot]) -> Fraction:
    rules, shooting = state.setup.moves, state.setup.rules
    us, them = fighting.victim(state, ours[0]), fighting.victim(state, close[0])
    sides: list[Side] = []
    for teams, enemy, front in ((ours, them, None), (close, us, len(theirs))):
        card = facts.card(state, teams[0])
        (armed,) = melee.arm([melee.Fighter(teams[0], card)], [enemy], rules, shooting)
        unit = fighting.tests(state, facts.unit_id(teams[0]))
        alike = assault_odds.side_of(armed, len(teams), enemy, unit, rules, shooting)
        sides.append(replace(alike, front=front))
    fire = assault_odds.volley([_as_shots(state, shot) for shot in made])
    return assault_odds.carries(sides[0], sides[1], rules, fire)


def _as_shots(state: BattleState, shot: Shot) -> Shots:
    strike = aiming.strike(state, shot.aim.team, shot.aim.at, shot.weapon, assaulting=True)
    out = results(strike, state.setup.rules).where(lambda result: result in ("destroyed", "bailed out"))
    return Shots(shot.count, shot.needed.chance, out)


def _tried(
    state: BattleState,
    ours: list[str],
    close: list[str],
    made: list[Shot],
    tries: int,
    seed: int,
    barred: frozenset[tuple[str, str]] = frozenset(),
) -> Sampled:
    assert state.assault is not None
    units = involved(state)
    own = _band(state, ours, state.assault.unit)
    others = _band(state, close, units[0] if units else facts.unit_id(close[0]))
    return assault_odds.sampled(
        own,
        others,
        state.setup.moves,
        tries=tries,
        seed=seed,
        fire=_fired(state, own, made),
        shooting=state.setup.rules,
        barred=barred,
    )


def _band(state: BattleState, teams: list[str], unit: str) -> Band:
    men = tuple(melee.Fighter(id, facts.card(state, id), passengers=len(facts.passengers(state, id))) for id in teams)
    return Band(facts.seat_of(unit), men, fighting.tests(state, unit))


def _fired(state: BattleState, own: Band, made: list[Shot]) -> Callable[[Dice], Band | None]:
    """Rolls the Defensive Fire by the rules; who of the attackers is left, or nothing if it stopped them."""
    assert state.assault is not None
    seat, teams = facts.enemy(state.assault.by), len(facts.teams_of(state, state.assault.unit))
    tanks = [one.name for one in own.fighters if one.team.armoured]

    def fire(dice: Dice) -> Band | None:
        landed = list(zip(made, roll(Story(state, dice), seat, made), strict=True))
        if rooms(state):
            landed = room_assault.brutal(state, dice, seat, landed)
        strikes = defending.strikes_of(state, landed)
        struck = resolve(dice, strikes, seat, facts.enemy(seat), state.setup.rules) if strikes else ()
        out = {one.name for one in struck if one.condition != "fighting"}
        under = defending.under_fire(strikes, struck, teams, tanks)
        if assault.stopped(under, state.setup.moves).stopped:
            return None
        return Band(own.seat, tuple(one for one in own.fighters if one.name not in out), own.unit)

    return fire


# -- for bots: quick, roughly


def estimate(state: BattleState, unit: str, target_unit: str) -> float:
    """About how likely a charge of a unit at another is to carry. Neither ways nor sight are looked at."""
    field = Field(state, unit, counter=False)
    wanted = [id for id in facts.teams_of(state, target_unit) if id in field.enemies]
    own = _goers(field, wanted)
    if field.city and not own:
        names = {state.teams[id].room for id in wanted}
        own = room_charging.insiders(field, [room for name, room in rooms(state).items() if name in names])
    return estimate_of(state, unit, {id: field.own[id] for id in own}, target_unit)


def estimate_of(state: BattleState, unit: str, own: Stands, target_unit: str) -> float:
    """The same for some teams of a unit, from where they would stand."""
    enemies = side(state, facts.enemy(facts.seat_of(unit)))
    wanted = {id: enemies[id] for id in facts.teams_of(state, target_unit) if id in enemies}
    if not own or not wanted:
        return 0.0
    fit = active(state, wanted)
    if not fit:
        return 1.0
    most = farthest(state, unit) + state.setup.moves.after.contact * MIL
    fit = roughly_near({id: wanted[id] for id in fit}, own.values(), most) or fit[:1]
    about = in_box([wanted[id] for id in fit], enemies, state.setup.moves.defensive_fire.within * MIL)
    return _likely(state, unit, list(own), fit, active(state, about), target_unit)


def _goers(field: Field, wanted: list[str]) -> list[str]:
    """The teams that might get to some enemies, about."""
    if field.city:
        return who_reach(field, chargers(field), wanted)
    able = {id: field.own[id] for id in chargers(field)}
    return roughly_near(able, [field.enemies[id] for id in wanted], farthest(field.state, field.unit))


def estimate_room(state: BattleState, unit: str, room: Room) -> float:
    """The same for a room that is assaulted from next door (002): only those who are in it shoot and fight."""
    field = Field(state, unit, counter=False)
    own = room_charging.insiders(field, [room])
    fit = active(state, [id for id in field.enemies if state.teams[id].room == room.name])
    if not own or not fit:
        return 0.0 if not own else 1.0
    return _likely(state, unit, own, fit, fit, facts.unit_id(fit[0]))


def _likely(
    state: BattleState, unit: str, own: list[str], fit: list[str], shooters: list[str], target_unit: str
) -> float:
    """About how likely some teams carry a charge at others, all of them like the first, if these teams shoot first."""
    lead, against = facts.card(state, own[0]), facts.card(state, fit[0])
    stop, lost = _stopped_by(state, unit, own, shooters)
    left = max(1, round(len(own) - lost))
    blow, back = _blow(state, lead, against), _blow(state, against, lead)
    ours, theirs = _fights_on(state, unit), _fights_on(state, target_unit)
    return (1 - stop) * _carries(left, len(fit), blow, back, ours, theirs)


def _blow(state: BattleState, own: Team, other: Team) -> float:
    """The chance that one team's die puts an enemy out of the fight, with the best weapon that is not Limited."""
    kept: dict[object, float] = remembered(state.setup, "blows")
    found = kept.get((own, other))
    if found is None:
        rules, shooting = state.setup.moves, state.setup.rules
        enemy = Victim("", other)
        ready = [melee.Fighter("", own)]
        if other.armoured:
            ready += [melee.Fighter("", own, w) for w in melee.tank_weapons(own, rules) if w.limited is None]
        found = kept[own, other] = float(max(melee.felling(one, enemy, rules, shooting) for one in ready))
    return found


def _fire(state: BattleState, own: Team, weapon: Weapon, other: Team, pinned: bool) -> tuple[int, float, float]:
    """Defensive Fire of a weapon at a kind of team: dice, the chance of a hit, and that it puts it out of action."""
    kept: dict[object, tuple[int, float, float]] = remembered(state.setup, "defensive fire")
    key = own, weapon, other, pinned
    found = kept.get(key)
    if found is None:
        rules = state.setup.rules
        who = Shooter(own, weapon, Deeds(pinned=pinned), defensive=True)
        at = Target(other, assaulting=True)
        out = results(Strike("", other, weapon, assaulting=True), rules).where(
            lambda result: result in ("destroyed", "bailed out")
        )
        found = kept[key] = (shots(who, rules), float(to_hit(who, at, rules).chance), float(out))
    return found


def _best_fire(state: BattleState, own: Team, other: Team, pinned: bool) -> tuple[float, float]:
    """How often the weapon that is best at it is likely to hit, and to put out of action."""
    direct = [w for w in own.weapons if w.fires == "direct" and w.limited is None and w.range > 0]
    fires = [_fire(state, own, weapon, other, pinned) for weapon in direct]
    likely = [(dice * hit, dice * hit * fells) for dice, hit, fells in fires]
    return max(likely, key=lambda one: one[1], default=(0.0, 0.0))


def _stopped_by(state: BattleState, unit: str, own: list[str], shooters: list[str]) -> tuple[float, float]:
    """About how likely the Defensive Fire of some teams stops a charge, and how many teams it costs."""
    card = facts.card(state, own[0])
    hits = lost = 0.0
    known: dict[tuple[Team, Team, bool], tuple[float, float]] = remembered(state.setup, "best defensive fire")
    sheets, units = state.roster.teams, state.units
    for team in shooters:
        its = sheets[team]
        key = its.card, card, units[its.unit].pinned
        found = known.get(key)
        if found is None:
            found = known[key] = _best_fire(state, *key)
        more, out = found
        hits += more
        lost += out
    rules = state.setup.moves
    if card.armoured:
        return _at_least(lost, assault.tanks_to_stop(len(own), rules)), lost
    return _at_least(hits, assault.hits_to_stop(len(facts.teams_of(state, unit)), rules)), lost


def _at_least(mean: float, number: int) -> float:
    """The chance of so many or more of something that comes so often in the mean (Poisson)."""
    term = below = exp(-mean)
    for n in range(1, number):
        term *= mean / n
        below += term
    return max(0.0, 1 - below)


def _fights_on(state: BattleState, unit: str) -> float:
    """How likely a unit passes the test to counterattack, with nobody's help."""
    return (7 - facts.card(state, facts.leading(state, unit)).motivation.needed("counterattack")) / 6


@lru_cache(maxsize=65536)
def _carries(own: int, other: int, blow: float, back: float, ours: float, theirs: float) -> float:
    """The chance that those who strike first are left in possession, all their teams in contact."""
    first: dict[tuple[int, int], float] = {}
    for a in range(1, own + 1):
        for b in range(1, other + 1):
            kills, falls = _out(a, blow, b), _out(b, back, a)
            done = sum(
                share * (1.0 if k == b else 1 - theirs + theirs * _second(first, a, b - k, back, ours))
                for k, share in enumerate(kills)
                if k
            )
            idle = kills[0] * (1 - theirs)
            later = sum(share * ours * first[a - k, b] for k, share in enumerate(falls) if 0 < k < a)
            loop = kills[0] * theirs
            keep = falls[0] * ours
            first[a, b] = (done + idle + loop * later) / max(1 - loop * keep, 1e-9)
    found: float = first[own, other]
    return min(found, 1.0)


def _second(first: dict[tuple[int, int], float], a: int, b: int, back: float, ours: float) -> float:
    """The attackers' chance when the defenders strike next."""
    return sum(share * ours * first[a - k, b] for k, share in enumerate(_out(b, back, a)) if k < a)


@lru_cache(maxsize=65536)
def _out(dice: int, chance: float, enemies: int) -> tuple[float, ...]:
    """How many enemies so many dice put out of the fight: the share of none, one, two, and so on."""
    found = [0.0] * (enemies + 1)
    for n in range(dice + 1):
        found[min(n, enemies)] += comb(dice, n) * chance**n * (1 - chance) ** (dice - n)
    return tuple(found)
