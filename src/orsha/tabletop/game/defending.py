"""Defensive Fire (core 9.2 steps 2 and 3): who may shoot at those who charge, what it does, whether it stops them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import assault
from orsha.tabletop.battle.assault import Protection
from orsha.tabletop.battle.hits import Beside, Volley, evenly, may_share
from orsha.tabletop.battle.moves import within
from orsha.tabletop.battle.pinning import can_be_pinned
from orsha.tabletop.battle.saves import Strike, Struck, resolve
from orsha.tabletop.battle.to_hit import Target, check_may_shoot, check_target, hidden, shots, to_hit
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import aiming, aims, exploding, facts, room_assault, room_contact
from orsha.tabletop.game.commands import Aim, Defend
from orsha.tabletop.game.contact import (
    assaulting,
    gap,
    in_contact,
    meets,
    near,
    side,
    those_near,
    those_near_any,
    touch,
    under_way,
)
from orsha.tabletop.game.events import Asked, AssaultEnded, ChargeStopped, Fired, Volleyed
from orsha.tabletop.game.fighting import capture
from orsha.tabletop.game.fighting import strike as strike_blows
from orsha.tabletop.game.leaving import fall_back
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.shooting import Shot, roll
from orsha.tabletop.game.state import BattleState, Rate
from orsha.tabletop.game.telling import Story, harm, pin
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Look, Stand
from orsha.tabletop.table.kinds import MIL

DEFENSIVE = "core 9.2 Defensive Fire"
Arms = list[tuple[int, Weapon, int]]
"""Weapons of a team by their numbers, and how many shots each has."""


# -- who may


def why_not(state: BattleState, team: str, seen: Sequence[str]) -> str | None:
    """Why a team does not shoot at those who charge; `seen`: the assaulting teams in its sight."""
    its, here, most = state.teams[team], facts.stand(state, team), state.setup.moves.defensive_fire.within
    far: int | None = None
    for id in seen:
        far = _far(state, here, facts.stand(state, id))
        if within(far, most):
            break
    who = assault.Shooter(far or 0, far is not None, its.bailed_out, its.aboard is not None)
    return assault.forbids_defensive_fire(facts.card(state, team), who, state.setup.moves)


def _far(state: BattleState, here: Stand, there: Stand) -> int:
    fray = under_way(state).fray
    return round(gap(here, there)) if fray is None else room_contact.fire_gap(state, fray, here, there)


def near_enough(state: BattleState) -> dict[str, Arms]:
    """The defending teams that could shoot if they see anybody, and what with."""
    return facts.unasked(state, "near enough", lambda: _near_enough(state))


def _near_enough(state: BattleState) -> dict[str, Arms]:
    fight = under_way(state)
    if fight.fray is not None:
        able = room_contact.shooters(state)
    else:
        charging, most = assaulting(state), state.setup.moves.defensive_fire.within * MIL
        close = those_near_any(list(charging.values()), side(state, facts.enemy(fight.by)), most)
        able = {id: those_near(facts.stand(state, id), charging, most) for id in close}
    armed = {id: _arms(state, id) for id, at in able.items() if why_not(state, id, at) is None}
    return {id: arms for id, arms in armed.items() if arms}


def _arms(state: BattleState, team: str) -> Arms:
    """The weapons that a team can shoot with, and how often."""
    rules, found = state.setup.rules, []
    for n, weapon in enumerate(facts.card(state, team).weapons):
        if weapon.fires == "direct":
            count = shots(aiming.shooter(state, team, weapon, defensive=True), rules)
            if count:
                found.append((n, weapon, count))
    return found


def looks(state: BattleState) -> dict[str, dict[str, Look]]:
    """What the defenders that could shoot see of those who charge. Teams in contact see each other."""
    return facts.unasked(state, "defenders see", lambda: _looks(state))


def _looks(state: BattleState) -> dict[str, dict[str, Look]]:
    charging = assaulting(state)
    far = {id: dict(row) for id, row in aiming.looks(state, list(near_enough(state)), list(charging)).items()}
    if under_way(state).fray is not None:
        able = room_contact.shooters(state)
        return {id: _in_rooms(state, id, row, able.get(id, ())) for id, row in far.items()}
    for id, row in far.items():
        here = facts.stand(state, id)
        for other, stand in charging.items():
            if not row[other] and meets(state, here, stand):
                row[other] = 1
    return far


def _in_rooms(state: BattleState, team: str, row: dict[str, Look], may: Sequence[str]) -> dict[str, Look]:
    """002 Defensive Fire: what a defender sees of those whom it may shoot at; of others nothing."""
    fray, here = room_contact.fray_of(state), facts.stand(state, team)
    touching = room_contact.touches(state, fray)
    seen: dict[str, Look] = dict.fromkeys(row, 0)
    for other in may:
        met = touching(here, facts.stand(state, other))
        seen[other] = 1 if met and not row[other] else row[other]
    return seen


def guns(state: BattleState) -> tuple[aiming.Gun, ...]:
    """Every weapon that can fire defensively now, and at whom."""
    return facts.unasked(state, "guns", lambda: _guns(state))


def _guns(state: BattleState) -> tuple[aiming.Gun, ...]:
    seen, found = looks(state), []
    for id, arms in near_enough(state).items():
        row = [other for other, look in seen[id].items() if look]
        if why_not(state, id, row) is not None:
            continue
        for n, weapon, count in arms:
            at = tuple([other for other in row if _bears(state, id, weapon, other)])
            if at:
                gun = aiming.gun_of(facts.card(state, id), id, n, count, at, state.setup.rules)
                found.append(_without_smoke(gun))
    return tuple(found)


def _without_smoke(gun: aiming.Gun) -> aiming.Gun:
    """Nobody lays smoke in Defensive Fire."""
    return replace(gun, smoke=False) if gun.smoke else gun


def _bears(state: BattleState, team: str, weapon: Weapon, at: str) -> bool:
    if _room_to_room(state, team, at):
        return True
    return (
        aiming.within(state, team, at, weapon.range)
        and aiming.faces(state, team, weapon, facts.stand(state, at)) is not None
    )


def _room_to_room(state: BattleState, team: str, at: str) -> bool:
    return under_way(state).fray is not None and room_contact.face_to_face(state, team, at)


def _faces(state: BattleState, team: str, weapon: Weapon, at: str) -> int | None:
    """How a team stands when it shoots at one that charges; from room to room as it does (002)."""
    if _room_to_room(state, team, at):
        return state.teams[team].facing
    return aiming.faces(state, team, weapon, facts.stand(state, at))


# -- the shots


def protected(state: BattleState, by: str, at: str) -> Protection:
    """What helps an assaulting team against one defender: nothing, unless the table's switches say so."""
    moves, housed = state.setup.moves, state.teams[at].room is not None
    smoke = moves.defensive_fire.assault_smoke_conceals and _behind_smoke(state, by, at)
    return assault.protection(moves, smoke_and_untouched=smoke, in_a_room=housed)


def _behind_smoke(state: BattleState, by: str, at: str) -> bool:
    """core 12 Assault Smoke: a unit that laid it, seen by a team with which nobody who charges is in contact."""
    laid = any(state.teams[id].bombarded == "assault smoke" for id in facts.teams_of(state, facts.unit_id(at)))
    own = facts.stand(state, by)
    return laid and not any(touch(own, stand) for stand in assaulting(state).values())


def target(state: BattleState, by: str, at: str, weapon: Weapon, look: Look) -> Target:
    """A charging team as a defender sees it."""
    found = aiming.target(state, by, at, look, in_field=_faces(state, by, weapon, at) is not None, assaulting=True)
    if _room_to_room(state, by, at):
        found = replace(found, range=0)
    if protected(state, by, at).concealed:
        found = replace(found, assaulting=False, concealed=True)
    return found


def check(state: BattleState, seat: Seat, wanted: Sequence[Aim]) -> list[Shot]:
    """Every aim looked into; refuses what the rules do not allow."""
    asked = state.asked
    if asked is None or asked.kind != "defend" or asked.seat != seat:
        raise Illegal(DEFENSIVE, f"{seat} has no Defensive Fire to give now")
    if not wanted:
        raise Illegal(DEFENSIVE, "Defensive Fire takes at least one weapon; pass to hold fire")
    charging, able = assaulting(state), near_enough(state)
    for aim in wanted:
        if aim.team not in able:
            most = state.setup.moves.defensive_fire.within
            raise Illegal(DEFENSIVE, f"{aim.team} is no team that can shoot within {most} inches of the charge")
        if aim.at not in charging:
            raise Illegal(DEFENSIVE, f"{aim.at} is no assaulting team: Defensive Fire is at those who charge")
        if aim.smoke or aim.moving:
            raise Illegal(DEFENSIVE, "nobody lays smoke in Defensive Fire, or chooses how fast he shoots")
    aims.check_together(state, wanted)
    beside = aims.beside(state, wanted)
    seen = looks(state)
    return [_shot(state, aim, (aim.team, aim.weapon) in beside, seen[aim.team]) for aim in wanted]


def _shot(state: BattleState, aim: Aim, beside: bool, seen: dict[str, Look]) -> Shot:
    why = why_not(state, aim.team, [id for id, look in seen.items() if look])
    if why is not None:
        raise Illegal(DEFENSIVE, f"{facts.team_name(state, aim.team)}: {why}")
    rules, weapon = state.setup.rules, aims.weapon_of(state, aim)
    shooter = aiming.shooter(state, aim.team, weapon, beside=beside, defensive=True)
    facing = _faces(state, aim.team, weapon, aim.at)
    at = target(state, aim.team, aim.at, weapon, seen[aim.at])
    check_may_shoot(shooter)
    check_target(shooter, at, rules)
    assert facing is not None
    return Shot(aim, shooter, at, facing, to_hit(shooter, at, rules), shots(shooter, rules))


def defend(story: Story, seat: Seat, command: Defend) -> None:
    """The defenders shoot at those who charge; enough hits or losses stop the charge, else blows fall."""
    made = check(story.state, seat, command.aims)
    story.tell(Asked(None))
    fire(story, seat, made)


def hold_fire(story: Story) -> None:
    story.tell(Asked(None))
    if under_way(story.state).tank is not None:
        exploding.after_fire(story)
    else:
        strike_blows(story)


def fire(story: Story, seat: Seat, made: Sequence[Shot]) -> None:
    state = story.state
    landed = list(zip(made, roll(story, seat, made), strict=True))
    if rooms(state):
        landed = room_assault.brutal(state, story.dice, seat, landed)
    for unit in dict.fromkeys(facts.unit_id(shot.aim.team) for shot in made):
        volleys = tuple(_told(state, shot, n) for shot, n in landed if facts.unit_id(shot.aim.team) == unit)
        story.tell(Fired(unit, facts.unit_name(state, unit), volleys, "defensive"))
    strikes = strikes_of(state, landed)
    struck = resolve(story.dice, strikes, seat, facts.enemy(seat), state.setup.rules) if strikes else ()
    fight = under_way(state)
    teams, tanks = facts.teams_of(state, fight.unit), _tanks(state, fight.teams)
    if strikes:
        harm(story, strikes, struck, pins=False)
    if fight.tank is not None:
        exploding.after_fire(story)
        return
    after_fire(story, strikes, struck, len(teams), tanks)


def _told(state: BattleState, shot: Shot, landed: int) -> Volleyed:
    aim = shot.aim
    rate: Rate = "moving" if shot.shooter.deeds.pinned else "halted"
    turned = shot.facing if shot.facing != state.teams[aim.team].facing else None
    spot = facts.spot(state, aim.at)
    return Volleyed(aim.team, shot.weapon.name, aim.at, spot, shot.count, landed, shot.needed.words(), rate, turned)


def _tanks(state: BattleState, teams: Sequence[str]) -> list[str]:
    """The armoured tanks among some teams that are still there."""
    return [id for id in teams if id in state.teams and facts.card(state, id).armoured]


def strikes_of(state: BattleState, landed: Sequence[tuple[Shot, int]]) -> list[Strike]:
    """The hits spread over those who charge, each as a strike."""
    volleys = [
        Volley(shot.weapon, shot.aim.at, n, _others(state, shot) if n > 1 else (), shot.target.range, defensive=True)
        for shot, n in landed
    ]
    found = []
    for hit in evenly(volleys):
        shot = landed[hit.volley][0]
        made = aiming.strike(state, shot.aim.team, hit.team, shot.weapon, assaulting=True, again=True)
        made = replace(made, range=0) if _room_to_room(state, shot.aim.team, hit.team) else made
        made = replace(made, steady=True) if under_way(state).tank is not None else made
        armour = protected(state, shot.aim.team, hit.team).armour
        found.append(replace(made, facing="side") if armour == "side" else made)
    return found


def _others(state: BattleState, shot: Shot) -> tuple[str, ...]:
    """The other charging teams that may take a weapon's further hits."""
    by, at = shot.aim.team, shot.aim.at
    here = facts.stand(state, at)
    most = state.setup.rules.hits.spread_within * MIL
    unit = facts.unit_id(at)
    mates = [
        id
        for id, stand in assaulting(state).items()
        if id != at and facts.unit_id(id) == unit and near(here, stand, most)
    ]
    if under_way(state).fray is not None:
        mates = [id for id in mates if state.teams[id].room == state.teams[at].room]
    if not mates:
        return ()
    seen = looks(state)[by]
    beside = []
    for id in mates:
        as_seen = target(state, by, id, shot.weapon, seen[id])
        valid = as_seen.seen and as_seen.in_field and as_seen.range <= shot.weapon.range * MIL
        hides = hidden(as_seen, rules=state.setup.rules)
        beside.append(Beside(id, facts.card(state, id), facts.gap(state, id, at), valid, hides))
    return may_share(shot.target.team, hidden(shot.target, rules=state.setup.rules), beside, state.setup.rules)


# -- stopped


def under_fire(
    strikes: Sequence[Strike], struck: Sequence[Struck], teams: int, tanks: Sequence[str]
) -> assault.UnderFire:
    """What Defensive Fire did to a unit of so many teams, these tanks among those that charged."""
    lost = {one.name for one in struck if one.condition != "fighting" and one.name in tanks}
    hits = sum(can_be_pinned(one.team) and one.weapon.anti_tank is not None for one in strikes)
    return assault.UnderFire(teams, len(tanks), hits, len(lost))


def after_fire(
    story: Story, strikes: Sequence[Strike], struck: Sequence[Struck], teams: int, tanks: Sequence[str]
) -> None:
    """core 9.2 step 3: whether the charge is stopped; a flame-thrower pins, which stops nobody."""
    state, fight = story.state, under_way(story.state)
    result = assault.stopped(under_fire(strikes, struck, teams, tanks), state.setup.moves)
    name = facts.unit_name(state, fight.unit)
    if result.stopped:
        story.tell(ChargeStopped(fight.unit, name, result.why))
        _repelled(story, result.pinned, result.why)
    elif not assaulting(state):
        _repelled(story, False, "nobody is left to assault")
    else:
        _pin_at_once(story, strikes)
        _fight_if_in_contact(story)


def _fight_if_in_contact(story: Story) -> None:
    if in_contact(story.state)[0]:
        strike_blows(story)
    else:
        _repelled(story, False, "nobody is in contact any more")


def _repelled(story: Story, pinned: bool, why: str) -> None:
    """The charge is over before a blow: those who are left go back."""
    fight = under_way(story.state)
    fall_back(story, fight.teams)
    capture(story)
    left = [facts.card(story.state, id) for id in facts.teams_of(story.state, fight.unit)]
    if pinned and any(map(can_be_pinned, left)):
        pin(story, fight.unit, "its charge was stopped")
    story.tell(AssaultEnded(facts.enemy(fight.by), why))


def _pin_at_once(story: Story, strikes: Sequence[Strike]) -> None:
    at_once = story.state.setup.rules.pinning.at_once
    unit = under_way(story.state).unit
    for one in strikes:
        if can_be_pinned(one.team) and any(rule in one.weapon.rules for rule in at_once):
            if facts.teams_of(story.state, unit):
                pin(story, unit, f"{one.weapon.name} hit it")
            return
