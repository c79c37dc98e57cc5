"""Putting units on the table: in the set-up, out of ambush, from reserve, and booby traps (003, 000)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from shapely import MultiPolygon

from orsha.kernel import Illegal
from orsha.tabletop.battle.to_hit import any_of
from orsha.tabletop.battle.transports import room_for
from orsha.tabletop.game import boats, crowding, facts, leading_out, room_placing, set_up_moves
from orsha.tabletop.game.commands import Deploy, LayTraps, Place
from orsha.tabletop.game.events import Deployed, FoxholesDug, TrapsLaid
from orsha.tabletop.game.leading_out import Forbids as Forbids
from orsha.tabletop.game.leading_out import home as home
from orsha.tabletop.game.obstacles import on_marker
from orsha.tabletop.game.placing import Area, area_of, command_reach, drawn_up
from orsha.tabletop.game.refereeing import Referee, advance, may_dig
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import forces, steps, turn
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ambush import HIDING, far_enough, sniper_zone, snipers_at
from orsha.tabletop.mission.ground import attachments, core, mission_of, polygons, side_of, unit_of, units_at, zone_of
from orsha.tabletop.mission.rulebook import rules as mission_rules
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import covers
from orsha.tabletop.table import fits, sees
from orsha.tabletop.table.kinds import MIL

OUTSIDE = "it is outside the zone"


class Zone(NamedTuple):
    """Where teams may stand."""

    shape: MultiPolygon
    clear: int
    """How many inches from every enemy."""
    area: Area
    own: Area | None = None
    """The same without ground that was gained; nothing if none was."""


def deployable(state: BattleState, seat: Seat) -> list[str]:
    """The units that the seat may put on the table now: first one that has left artillery off it (002)."""
    found = facts.kept(state, ("deployable", seat), lambda: _deployable(state, seat))
    begun = [unit for unit in found if any(facts.unit_id(id) == unit for id in state.off)] if state.off else []
    return begun or list(found)


def _deployable(state: BattleState, seat: Seat) -> list[str]:
    mission = state.mission
    if mission.mission is None:
        return []
    if mission.stage == "setup":
        step = steps.current(mission)
        if isinstance(step, f.Deploy):
            return forces.deployable(mission, seat) if forces.deployer(mission, step) == seat else []
        if isinstance(step, f.Recon):
            right = side_of(mission, seat) == step.by
            return list(forces.infantry(mission, seat)) if right and mission.recon is None else []
        return []
    if mission.active != seat:
        return []
    if mission.stage == "ambush":
        return [id for id in units_at(mission, seat, "ambush") if core(mission, id)]
    if mission.stage == "snipers":
        return list(snipers_at(mission, seat, "ambush"))
    if mission.stage == "arrive" and mission.arrive_at is not None:
        if mission.coming is not None:
            return [mission.coming]
        return [id for id in units_at(mission, seat, "reserve") if core(mission, id)]
    return []


def zone(state: BattleState, seat: Seat, unit: str) -> Zone:
    """Where a unit that is put down now may stand."""
    far = hiding(state) and is_sniper(state, unit)
    return facts.kept(state, ("zone", seat, far), lambda: _zone(state, seat, far))


def hiding(state: BattleState) -> bool:
    """Whether ambushes are revealed now."""
    return state.mission.stage in HIDING


def is_sniper(state: BattleState, unit: str) -> bool:
    its = state.mission.units.get(unit)
    return its is not None and unit_of(state.mission, unit).sniper


def _zone(state: BattleState, seat: Seat, far: bool) -> Zone:
    shape, clear = _ground(state, seat, far)
    more = leading_out.gained(state, seat) if state.led_out else None
    if more is None:
        return Zone(shape, clear, area_of(shape))
    wider = polygons(shape.union(more))
    return Zone(wider, clear, area_of(wider), area_of(shape))


def _ground(state: BattleState, seat: Seat, far: bool) -> tuple[MultiPolygon, int]:
    """The ground, and how far from enemies. `far`: for a sniper out of ambush."""
    mission = state.mission
    if far:
        return sniper_zone(mission, seat), 0
    if mission.stage == "setup":
        step = steps.current(mission)
        if isinstance(step, f.Recon):
            return zone_of(mission, step.zone), 0
        assert isinstance(step, f.Deploy)
        area = zone_of(mission, step.zone or step.zones[side_of(mission, seat)])
        return room_placing.with_own_rooms(state, seat, area), int(step.clear_of_enemy)
    if hiding(state):
        return home(state, seat), 0
    assert mission.arrive_at is not None
    return zone_of(mission, mission.arrive_at), 0


def home_middle(state: BattleState, seat: Seat) -> Spot:
    centre = home(state, seat).centroid
    return round(centre.x * MIL), round(centre.y * MIL)


def with_unit(state: BattleState, unit: str) -> list[str]:
    """A unit and its attachments that come with it."""
    return facts.kept(state, ("with unit", unit), lambda: _with_unit(state, unit))


def _with_unit(state: BattleState, unit: str) -> list[str]:
    mission = state.mission
    where = mission.units[unit].where
    return [unit, *(id for id in attachments(mission, unit) if mission.units[id].where == where)]


def ground_teams(state: BattleState, units: Sequence[str]) -> list[str]:
    """The teams of some units that stand on the ground and are still there (a bombardment may have hit an ambush)."""
    roster, lost, off = state.roster, state.lost, state.off
    return [
        id
        for unit in units
        for id in roster.units[unit].teams
        if not roster.teams[id].flies and id not in lost.get(unit, ()) and id not in off
    ]


def may_stand(state: BattleState, seat: Seat, unit: str) -> Forbids:
    """What forbids a team of a unit a place, by the mission: its zone, and how far from the enemy."""
    _, clear, (inside, _), own_area = zone(state, seat, unit)
    ambush = hiding(state)
    beyond = None if own_area is None else leading_out.near_enemies(state, seat)
    if not clear and not ambush and beyond is None:
        return lambda team, spot, facing: None if inside(spot) else OUTSIDE
    enemies = [*facts.targets(state, seat), *boats.crews(state, facts.enemy(seat))]
    table = facts.ground(state)
    from_sight = mission_rules().ambush.from_enemy_in_sight

    def why(team: str, spot: Spot, facing: int) -> str | None:
        if not inside(spot):
            return OUTSIDE
        if beyond is not None and own_area is not None and not own_area.holds(spot):
            found = beyond(team, spot, facing)
            if found is not None:
                return found
        own = facts.stand_at(state, team, spot, facing)
        for enemy in enemies:
            far = facts.stands_gap(table, own, facts.stand(state, enemy)) / MIL
            if ambush and far < from_sight and is_large(state, team):
                return f"so large a team is not placed out of ambush within {from_sight:g} inches of an enemy"
            if clear and far < clear:
                return f"it is within {clear} inches of the enemy"
            if ambush and far < from_sight:
                look = sees(table, facts.stand(state, enemy), own, facts.screens(state))
                if not far_enough(far, in_sight=look.clear, concealed=look.concealed):
                    return "an ambush is not placed so near to an enemy who sees it"
        return None

    return why


def is_large(state: BattleState, team: str) -> bool:
    """core 12 Large Gun, the catalogues' Gigantic: ambushes no enemy near by, though he may not see it."""
    return any_of(mission_rules().ambush.far_from_all, facts.card(state, team).rules)


def check(state: BattleState, seat: Seat, command: Deploy) -> None:
    """Refuses what may not be put down so. Who lays it out first has it looked at once."""
    facts.kept(state, ("put down", seat, command), lambda: _check(state, seat, command))


def _check(state: BattleState, seat: Seat, command: Deploy) -> None:
    teams = _check_unit(state, seat, command)
    late = teams and not command.places and state.mission.stage == "setup"
    if late and crowding.packed(state, seat, command.unit) is None:
        return
    _check_teams(state, command, teams)
    forbids = may_stand(state, seat, command.unit)
    for place in command.places:
        if place.aboard is not None:
            _check_aboard(state, place, command.places)
        else:
            _check_spot(state, place, forbids)
    if state.mission.stage != "arrive" and command.places not in drawn_up(state, seat):
        _check_room(state, seat, command.places)
    _check_together(state, command)


def _check_unit(state: BattleState, seat: Seat, command: Deploy) -> list[str]:
    """The teams of a unit that may be put down now."""
    can = deployable(state, seat)
    if command.unit not in can:
        named = ", ".join(facts.unit_name(state, id) for id in can) or "no unit"
        sheet = state.roster.units.get(command.unit)
        raise Illegal(
            _rule(state),
            f"{sheet.name if sheet else repr(command.unit)} cannot be put on the table by {seat} now; {named} can",
        )
    return ground_teams(state, with_unit(state, command.unit))


def _check_teams(state: BattleState, command: Deploy, teams: Sequence[str]) -> None:
    given = [place.team for place in command.places]
    if sorted(given) != sorted(teams):
        name = facts.unit_name(state, command.unit)
        raise Illegal(_rule(state), f"every team of {name} has one place: {len(teams)} teams, {len(given)} places")


def _check_together(state: BattleState, command: Deploy) -> None:
    if rooms(state):
        room_placing.check_together(state, command.places)
    if hiding(state):
        _check_mounted(state, command)
    if state.mission.stage == "arrive":
        _check_one_point(state, command)
    else:
        _check_command(state, command)


def _check_spot(state: BattleState, place: Place, forbids: Forbids) -> None:
    """Refuses a spot off the table, or one that the mission forbids."""
    its = facts.sheet(state, place.team)
    if not facts.ground(state).holds(place.at):
        raise Illegal(_rule(state), f"{its.name} is not put beside the table")
    why = forbids(place.team, place.at, place.facing)
    if why is not None:
        raise Illegal(_rule(state), f"{its.name} may not be put there: {why}")
    if state.mission.stage == "arrive" and not on_edge(state, place.at):
        raise Illegal(_rule(state), f"{its.name} comes on from the very edge of the table")


def _check_room(state: BattleState, seat: Seat, places: Sequence[Place]) -> None:
    """Refuses places where there is no room for all that are put down, one after the other."""
    table, enemies, taken = facts.ground(state), facts.foes(state, seat), facts.crowd(state, seat)
    taken.expect({place.team: facts.bulk_at(state, place.team, place.at, place.facing) for place in places})
    for place in places:
        its = facts.sheet(state, place.team)
        if place.aboard is not None or (rooms(state) and room_placing.check_place(state, its.seat, place)):
            continue
        if facts.overlaps(state, place.team, place.at, place.facing, taken, lap=0):
            raise Illegal(_rule(state), f"{its.name} may not be put there: another team stands there")
        if not fits(table, its.mover, place.at, place.facing, enemies, taken):
            raise Illegal(_rule(state), f"{its.name} cannot stand there: the ground, or a team, leaves no room")
        taken[place.team] = facts.bulk_at(state, place.team, place.at, place.facing)


def _check_aboard(state: BattleState, place: Place, places: Sequence[Place]) -> None:
    carrier = next((one for one in places if one.team == place.aboard), None)
    if carrier is None or carrier.at != place.at:
        raise Illegal("core 4.8 transports", f"{facts.team_name(state, place.team)} is not where its transport is")
    card, guest = facts.card(state, carrier.team), facts.card(state, place.team)
    aboard = sum(one.aboard == carrier.team for one in places)
    if aboard > room_for(card, guest, state.setup.moves):
        raise Illegal("core 4.8 transports", f"{card.name} has no room for {aboard} teams")


def _check_command(state: BattleState, command: Deploy) -> None:
    """A unit is put down In Command, each of its attachments about its own leader."""
    at = {place.team: place for place in command.places}
    for unit in with_unit(state, command.unit):
        sheet = facts.unit_sheet(state, unit)
        teams = [id for id in sheet.teams if id in at]
        if not teams:
            continue
        leader = at.get(sheet.leader, at[teams[0]])
        reach = command_reach(state, unit) * MIL
        own = facts.stand_at(state, leader.team, leader.at, leader.facing)
        for id in teams:
            other = facts.stand_at(state, id, at[id].at, at[id].facing)
            if rooms(state) and id != leader.team:
                inside = room_placing.in_command(state, leader, at[id], reach)
                if inside is not None and not inside:
                    raise Illegal("002 In Command", f"{facts.team_name(state, id)} would be Out of Command")
                if inside:
                    continue
            if id != leader.team and facts.stands_gap(facts.ground(state), own, other) > reach:
                raise Illegal("core 4.5 command", f"{facts.team_name(state, id)} would be Out of Command")


def on_edge(state: BattleState, spot: Spot) -> bool:
    """003 Reserves: units move on from the table edge, so that their move is measured from there."""
    wide, high = facts.ground(state).size
    return spot[0] in (0, wide) or spot[1] in (0, high)


def _check_one_point(state: BattleState, command: Deploy) -> None:
    """003 Reserves: a unit and its attachments come on from one point. Ours: within command distance of its leader."""
    at = {place.team: place.at for place in command.places}
    first = at.get(facts.unit_sheet(state, command.unit).leader, command.places[0].at if command.places else (0, 0))
    reach = command_reach(state, command.unit) * MIL
    for id, spot in at.items():
        if facts.apart(first, spot) > reach:
            raise Illegal("003 Reserves", f"{facts.team_name(state, id)} must come on from where its unit does")


def seats_of(state: BattleState, teams: Sequence[str]) -> list[str]:
    """The transports among some teams, each as often as it has a seat for infantry."""
    cards = {id: facts.card(state, id) for id in teams}
    return [id for id, card in cards.items() if card.transport for _ in range(card.passengers)]


def _check_mounted(state: BattleState, command: Deploy) -> None:
    """003 Attachments and Ambushes: infantry that wait in ambush with their transports are placed mounted."""
    seats = len(seats_of(state, [place.team for place in command.places]))
    men = [place for place in command.places if facts.card(state, place.team).kind == "infantry"]
    if sum(place.aboard is not None for place in men) < min(seats, len(men)):
        raise Illegal("003 Attachments and Ambushes", "infantry in ambush with their transports are placed mounted")


def _rule(state: BattleState) -> str:
    if state.mission.mission is None:
        return "003 Which Mission?"
    stage = {"ambush": "003 Ambush", "snipers": "card: Sniper's Hide", "arrive": "003 Reserves"}.get(
        state.mission.stage
    )
    return stage or mission_of(state.mission).file.source


def deploy(story: Story, seat: Seat, command: Deploy) -> None:
    """Puts a unit and what comes with it on the table."""
    check(story.state, seat, command)
    mission = story.state.mission
    stage = mission.stage
    units = with_unit(story.state, command.unit)
    if not command.places and ground_teams(story.state, units):
        forces.move(Referee(story), command.unit, crowding.left_out(story.state, command.unit))
        advance(story)
        return
    at = {place.team: place for place in command.places}
    leader = next((at[id] for id in facts.unit_sheet(story.state, command.unit).teams if id in at), None)
    how: Literal["set-up", "ambush", "edge"] = "set-up"
    if stage != "setup":
        how = "ambush" if stage in HIDING else "edge"
    for unit in units:
        places = tuple(at[id] for id in facts.unit_sheet(story.state, unit).teams if id in at)
        if places:
            story.tell(Deployed(unit, facts.unit_name(story.state, unit), places, how))
    area = zone(story.state, seat, command.unit).own if stage == "setup" else None
    put = mc.Put(command.unit, leader.at if leader is not None else None)
    referee = Referee(story)
    if stage == "setup":
        units_out = set_up_moves.able(story.state, seat, units, area)
        steps.act(referee, seat, put)
        set_up_moves.ask(story, seat, units_out)
    else:
        turn.act(referee, seat, put)
    if stage in HIDING:
        holes = tuple(id for id in at if id in story.state.teams and may_dig(story.state, id))
        if holes:
            story.tell(FoxholesDug(holes, facts.unit_name(story.state, command.unit)))


# -- booby traps: 000


def lay_traps(story: Story, seat: Seat, command: LayTraps) -> None:
    """000 Booby Traps: laid with the ambushes, so many for each minefield that was given up."""
    state = story.state
    each = mission_rules().booby_traps.each
    most = traps_left(state, seat)
    if not most:
        raise Illegal("000 Booby Traps", f"{seat} has no booby traps to lay now")
    if not command.at or len(command.at) % each or len(command.at) > most * each:
        raise Illegal(
            "000 Booby Traps", f"booby traps are laid in {each}s, at most {most * each}; not {len(command.at)}"
        )
    check_traps(state, seat, command.at)
    under = tuple(id for id in state.teams if any(on_marker(state, id, spot) for spot in command.at))
    turn.act(Referee(story), seat, mc.SetTraps(len(command.at) // each))
    story.tell(TrapsLaid(seat, command.at, under))


def check_traps(state: BattleState, seat: Seat, spots: Sequence[Spot]) -> None:
    """000 Booby Traps: anywhere in one's own deployment area."""
    zone, table = home(state, seat), facts.ground(state)
    for spot in spots:
        if not table.holds(spot) or not covers(zone, spot):
            raise Illegal("000 Booby Traps", f"a booby trap is laid in {seat}'s own deployment area")
    if len({*spots, *state.traps}) < len(spots) + len(state.traps):
        raise Illegal("000 Booby Traps", "each booby trap has a place of its own")


def traps_left(state: BattleState, seat: Seat) -> int:
    traps = state.mission.traps
    if traps is None or traps.sealed or traps.to != (seat,) or state.mission.stage != "ambush":
        return 0
    return traps.shown if state.mission.active == seat else 0
