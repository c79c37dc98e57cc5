"""Charges and counterattacks as moves into contact (core 9.1, 9.2): who may, how far, to whom; and ways that do it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain as links

from orsha.kernel import Illegal
from orsha.tabletop.battle import assault
from orsha.tabletop.game import chain, facts, room_charging
from orsha.tabletop.game.approach import places_about, stands_on_any
from orsha.tabletop.game.charge_field import SLACK
from orsha.tabletop.game.charge_field import Field as Field
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.contact import gap, near, those_about
from orsha.tabletop.game.moving import Step, check_legs, facing_after, why_stopped
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.wall_contact import before_walls
from orsha.tabletop.game.works import in_its_field
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

CHARGE = "core 9.1 charging"
CONTACT = "core 9.2 charge into contact"


# -- who may


def why_not(field: Field, team: str, target: str | None = None) -> str | None:
    """Why a team may not charge (or counterattack) an enemy team, or at all; nothing if it may."""
    state, its, card = field.state, field.state.teams[team], facts.card(field.state, team)
    rules = state.setup.moves
    if field.counter:
        who = assault.Charger(bailed_out=its.bailed_out, mounted=its.aboard is not None)
    else:
        who = _charger(state, team, field.leads[team], target)
    why = assault.forbids_charge(card, who, rules)
    if why is None and target is not None:
        its_field = in_its_field(state, target, facts.stand(state, team))
        why = assault.forbids_target(card, facts.card(state, target), rules, in_its_field=its_field)
    return why


def why_never(state: BattleState, team: str) -> str | None:
    """Why a team may not charge anybody; nothing if it may."""
    who = _charger(state, team, chain.in_command(state, team), None)
    return assault.forbids_charge(facts.card(state, team), who, state.setup.moves)


def _charger(state: BattleState, team: str, in_command: bool, target: str | None) -> assault.Charger:
    its = state.teams[team]
    return assault.Charger(
        in_command=in_command,
        pinned=state.units[facts.unit_id(team)].pinned,
        bailed_out=its.bailed_out,
        mounted=its.aboard is not None,
        dashed=its.dashed,
        bombarded=its.bombarded,
        fired_at_aircraft=its.fired_at_aircraft,
        moved=its.mils,
        ordered=its.ordered,
        shot=its.shot,
        shot_from_target=_from_shot(state, team, target),
        forbidden=its.forbidden,
    )


def _from_shot(state: BattleState, team: str, target: str | None) -> int:
    """How far what a team shot at stood from the team that it charges."""
    at = state.teams[team].shot_at
    return 0 if at is None or target is None else facts.gap_to_spot(state, target, at)


def chargers(field: Field) -> list[str]:
    """The teams of the unit that may charge at all."""
    return facts.unasked(field.state, ("chargers", field.unit, field.counter), lambda: _chargers(field))


def farthest(state: BattleState, unit: str) -> int:
    """How far any team of a unit charges, in mils; nothing if none is of a kind that does."""
    reach = _inches(state)
    return max([reach[id] for id in facts.teams_of(state, unit)], default=0) * MIL


def may_ever(state: BattleState, team: str) -> bool:
    """Whether a team is of a kind that charges."""
    return _inches(state)[team] > 0


def _inches(state: BattleState) -> dict[str, int]:
    """How far each team of a battle charges, nothing for those of kinds that never do; kept with its roster."""
    roster, rules = state.roster, state.setup.moves
    found: dict[str, int] | None = roster.__dict__.get("charges")
    if found is None:
        cards = dict.fromkeys([its.card for its in roster.teams.values()])
        reach = {one: 0 if assault.never_charges(one, rules) else assault.charge_reach(one, rules) for one in cards}
        found = roster.__dict__["charges"] = {id: reach[its.card] for id, its in roster.teams.items()}
    return found


def _chargers(field: Field) -> list[str]:
    return [id for id in facts.teams_of(field.state, field.unit) if id in field.own and why_not(field, id) is None]


# -- looking into legs


def plan(state: BattleState, unit: str, legs: Sequence[Leg], *, counter: bool = False) -> list[Step]:
    """Every leg as it goes if no die fails; refuses what is no charge, or no counterattack, into contact."""
    field = Field(state, unit, counter)
    if not legs and not field.front:
        raise Illegal(CONTACT, f"{facts.unit_name(state, unit)} must bring a team into contact with the enemy")
    check_legs(state, unit, legs, CONTACT, "a team charges once")
    return [look(field, leg) for leg in legs]


def look(field: Field, leg: Leg) -> Step:
    """One leg, and where its team stands afterwards."""
    state, team = field.state, leg.team
    name, start = facts.team_name(state, team), facts.spot(state, team)
    why = why_not(field, team)
    if why is not None:
        raise Illegal(CHARGE, f"{name}: {why}")
    if leg.way[0] != start:
        raise Illegal(CONTACT, f"{name} starts where it stands, at {start}, not at {leg.way[0]}")
    way = room_charging.outside_way(field, leg) if field.city else leg.way
    gone = field.walk(team, way, _facing(field, leg))
    if gone.stopped is not None and gone.stopped.by != "enemy":
        raise Illegal(CONTACT, f"{name} cannot go there: {why_stopped(state, gone)}")
    if gone.length > field.reach(team) + 1:
        most = field.reach(team) // MIL
        raise Illegal(CONTACT, f"{name} goes {facts.inches(gone.length)} inches; it charges up to {most}")
    end = facts.stand_at(state, team, gone.end, gone.facing)
    if not field.room(team, end):
        raise Illegal(CONTACT, f"{name} would stand on a friend")
    _check_contact(field, leg, end)
    field.put(team, end)
    return Step(leg, gone, start, out=way is not leg.way)


def _facing(field: Field, leg: Leg) -> int:
    """How a team faces after a leg."""
    return leg.facing if leg.facing is not None else facing_after(leg, field.own[leg.team].facing)


def _check_contact(field: Field, leg: Leg, end: Stand) -> None:
    """core 9.2: it ends in contact, with enemies whom nobody has gone to yet if it can; infantry may stand behind."""
    state, team, name = field.state, leg.team, facts.team_name(field.state, leg.team)
    met = _met(field, end)
    ahead = [*met, *_ahead(field, team, end)]
    if not ahead:
        beside = next(iter(field.touches(end)), None)
        if beside is not None:
            target = facts.team_name(state, beside)
            raise Illegal("000 Bunker", f"{name}: {target} is assaulted only from its field of fire, and at its front")
        raise Illegal(CONTACT, f"{name} must end in contact with an enemy, or as infantry right behind a friend who is")
    barred = [why_not(field, team, id) for id in ahead]
    if None not in barred:
        raise Illegal(CHARGE, f"{name}: {barred[0]}")
    if field.counter or not field.contacted.issuperset(met):
        return
    fresh = _fresh(field, team)
    if fresh is not None:
        raise Illegal(CONTACT, f"{name} must go to {facts.team_name(state, fresh)} first: nobody is in contact with it")


def _met(field: Field, end: Stand) -> list[str]:
    """The enemies that a team touches where it ends. 000: bunkers only in their field of fire."""
    return [id for id in field.touches(end) if not is_work(id) or in_its_field(field.state, id, end)]


def _ahead(field: Field, team: str, end: Stand) -> list[str]:
    """The enemies that an infantry team is in contact with through the friends whom it stands right behind."""
    if facts.card(field.state, team).kind != "infantry":
        return []
    friends = [id for id in field.front if id != team and field.beside(end, field.own[id])]
    return list(dict.fromkeys(enemy for id in friends for enemy in field.touches(field.own[id])))


def _fresh(field: Field, team: str) -> str | None:
    """An enemy whom nobody has gone to yet and whom a team can reach."""
    untouched = [id for id in field.enemies if id not in field.contacted]
    return next((id for id in field.within_reach(team, untouched) if way_to(field, team, id) is not None), None)


# -- ways into contact


def way_to(field: Field, team: str, enemy: str) -> Leg | None:
    """A straight way for a team into contact with an enemy; from the side where there is no room in front."""
    if why_not(field, team, enemy) is not None:
        return None
    return _way(field, team, field.enemies[enemy], enemy)


def way_behind(field: Field, team: str, friend: str) -> Leg | None:
    """A straight way for an infantry team to right behind a friend who is in contact."""
    return _way(field, team, field.own[friend], None)


def _way(field: Field, team: str, there: Stand, enemy: str | None) -> Leg | None:
    if field.city:
        return room_charging.way(field, team, there, enemy)
    state, here, most = field.state, field.own[team], field.reach(team)
    foot = facts.card(state, team).kind == "infantry"
    enemies = [field.enemies[id] for id in field.in_its_way(team)]
    friends = [field.own[id] for id in those_about(here, field.own, most) if id != team]
    to_wall = before_walls(field.table, here, there) if enemy is not None else []
    for end, facing in links(places_about(here, there), to_wall):
        if not field.table.holds(end) or facts.apart(here.spot, end) > most:
            continue
        stand = facts.stand_at(state, team, end, facing)
        if stands_on_any(field.table, stand, friends, SLACK) or stands_on_any(field.table, stand, enemies):
            continue
        leg = Leg(team, (here.spot, end), facing=None if foot else facing)
        gone = field.walk(team, leg.way, _facing(field, leg))
        if gone.stopped is None and (enemy is None or _meets(field, enemy, stand)):
            return Leg(team, gone.path, facing=leg.facing)
    return None


def _meets(field: Field, enemy: str, stand: Stand) -> bool:
    """Whether a team at a place is in contact with an enemy. 000: with a bunker only in its field of fire."""
    open_there = not is_work(enemy) or in_its_field(field.state, enemy, stand)
    return open_there and field.touching(stand, field.enemies[enemy])


# -- a whole unit


def legs_into(field: Field, teams: Sequence[str], wanted: Sequence[str]) -> tuple[Leg, ...]:
    """A charge of some teams, those in `wanted` first among their enemies; who reaches nobody stays."""
    legs: list[Leg] = []
    late: list[str] = []
    for team in teams:
        leg = _into(field, team, wanted)
        if leg is None:
            late.append(team)
        else:
            field.go(leg)
            legs.append(leg)
    for team in late:
        leg = _up_behind(field, team)
        if leg is not None:
            field.go(leg)
            legs.append(leg)
    return tuple(legs)


def _into(field: Field, team: str, wanted: Sequence[str]) -> Leg | None:
    """Into contact: with those whom nobody has gone to yet first, as the rules want it."""
    rank = {id: n for n, id in enumerate(wanted)}
    close = field.within_reach(team)
    order = sorted(close, key=lambda id: (id in field.contacted, id not in rank, close.index(id)))
    for enemy in order:
        leg = way_to(field, team, enemy)
        if leg is not None:
            return leg
    return None


def _up_behind(field: Field, team: str) -> Leg | None:
    if facts.card(field.state, team).kind != "infantry":
        return None
    here, most = field.own[team], field.reach(team)
    close = sorted(
        (gap(here, field.own[id]), id)
        for id in field.front
        if id != team and near(here, field.own[id], most) and field.in_the_open(field.own[id])
    )
    for _, friend in close[:4]:
        ahead = field.touches(field.own[friend])
        leg = way_behind(field, team, friend) if any(why_not(field, team, id) is None for id in ahead) else None
        if leg is not None:
            return leg
    return None


def charge_legs(state: BattleState, unit: str, target_unit: str) -> tuple[Leg, ...] | None:
    """The best charge of a unit at another: every team that gets into contact; nothing if none reaches it."""
    field = Field(state, unit, counter=False)
    wanted = [id for id in facts.teams_of(state, target_unit) if id in field.enemies]
    able = chargers(field)
    if not who_reach(field, able, wanted):
        return None
    legs = legs_into(field, _by_nearness(field, able), wanted)
    return legs if legs and field.contacted.intersection(wanted) else None


def counter_legs(state: BattleState, unit: str) -> tuple[Leg, ...]:
    """A counterattack with every team of a unit that gets into contact and is not in it yet."""
    field = Field(state, unit, True)
    able = [id for id in chargers(field) if id not in field.front]
    return legs_into(field, _by_nearness(field, able), list(field.enemies))


def who_reach(field: Field, teams: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Those of some teams that might get to any of some enemies."""
    goals = set(wanted)
    return [id for id in teams if not goals.isdisjoint(field.within_reach(id))]


def _by_nearness(field: Field, teams: Sequence[str]) -> list[str]:
    """Those in front first, so that nobody is in the way of the next."""
    found = []
    for id in teams:
        close = field.within_reach(id)
        far = gap(field.own[id], field.enemies[close[0]]) if close else 1e9
        if field.city and close:
            far = room_charging.reach_gap(field, id, close[0])
        found.append((far, id))
    return [id for _, id in sorted(found)]


def can_contact(field: Field) -> str | None:
    """A team of the unit that can get into contact; nothing if none can."""
    for team in _by_nearness(field, chargers(field)):
        if any(way_to(field, team, enemy) is not None for enemy in field.within_reach(team)[:6]):
            return team
    return None
