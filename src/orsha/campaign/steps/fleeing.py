"""How men and vehicles get out of an isolated area (001 7.5063-7.5064): who may, with what, and what the roll does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from orsha.campaign import counters
from orsha.campaign.escape import Escapee, escape, excess_pp, ways_to_safety
from orsha.campaign.files import Side
from orsha.campaign.places import burnt_down, enterable, facts, immobile, solid
from orsha.campaign.recovery import equipment_left_behind
from orsha.campaign.report import MEN, THINGS, Piece
from orsha.campaign.state import CampaignState
from orsha.campaign.steps.casualties import eliminate, listed, location, numbers, reduce, settle_prisoners
from orsha.campaign.steps.crews import has_crew, leave
from orsha.campaign.steps.perimeters import on_map
from orsha.campaign.telling import Telling, an, held, is_isolated, isolated_hexes, name, with_status, without
from orsha.hexmap.grid import Hex, parse
from orsha.hexmap.map import hex_map

ESCAPE = "001 7.5063"
RESULTS = "001 7.5064"
Blow = Literal["replaced", "reduced"]
# What a result of the escape chart does to the man or men whom random selection picks.
BLOWS: Mapping[str, tuple[Blow, ...]] = {
    "escapes": (),
    "escapes, replaced": ("replaced",),
    "escapes, casualty reduced": ("reduced",),
    "escapes, replaced, then casualty reduced": ("replaced", "reduced"),
}


# -- the way


def friendly_ground(state: CampaignState, side: Side) -> frozenset[Hex]:
    """001 7.5063: hexes that a side controls and that are not isolated."""
    isolated = isolated_hexes(state)
    return frozenset(parse(hex) for hex, holder in state.control.items() if holder == side and hex not in isolated)


def havens(state: CampaignState, side: Side) -> frozenset[Hex]:
    """001 7.5064: the perimeter that is not isolated, and the map edge that a side controls."""
    safe = (
        {hex for hex in state.fronts[side].main if hex not in isolated_hexes(state)} if side in state.fronts else set()
    )
    edge = {hex for hex in hex_map().edge if state.control.get(str(hex)) == side}
    return frozenset(map(parse, safe)) | edge


def ways(state: CampaignState, side: Side, hex: str, driving: str | None = None) -> list[Hex]:
    """The nearest havens that men, or a vehicle of a type, can reach."""
    board, safe = hex_map(), havens(state, side)
    fires = frozenset(parse(marker.hex) for marker in state.markers if marker.what == "blaze")
    burnt = burnt_down(state.markers)
    return ways_to_safety(
        board, parse(hex), safe, dict.fromkeys(safe), lambda next_hex: enterable(board, next_hex, fires, driving, burnt)
    )


# -- who may try


def vehicles_that_may(state: CampaignState, side: Side) -> list[Piece]:
    """Manned, mobile and cut off, with a way out; an immobile one stays where it is (7.5071)."""
    return [
        piece
        for piece in on_map(state, side)
        if piece.kind == "vehicle" and solid(piece) and not immobile(piece) and is_isolated(state, piece)
        if ways(state, side, piece.hex, piece.type)
    ]


def places_of_men(state: CampaignState, side: Side) -> dict[str, list[Piece]]:
    """A side's men in isolated areas by location; those in a vehicle get out of it to go on foot."""
    found: dict[str, list[Piece]] = {}
    for piece in on_map(state, side):
        if piece.man and is_isolated(state, piece):
            found.setdefault(location(piece).key, []).append(piece)
    return dict(sorted(found.items()))


def deploy(told: Telling, squad: Piece) -> None:
    """A squad with a leader becomes two half-squads; the first of them has what it held."""
    first, second = (
        replace(squad, id=id, kind="half-squad", type=counters.half_type(squad.side, squad.type))
        for id in told.new_ids(squad.side, 2)
    )
    things = [replace(thing, held_by=first.id) for thing in held(told.state, squad.id)]
    told.change(ESCAPE, f"{name(squad)} deploys", first, second, *things, gone=[squad.id])


# -- what goes along


def burdens(state: CampaignState, ids: Collection[str]) -> list[Piece]:
    """What a stack holds: weapons, guns and prisoners."""
    kinds = (*THINGS, *MEN, "armor-leader")
    return [thing for id in ids for thing in held(state, id) if thing.kind in kinds and thing.id not in ids]


def too_heavy(piece: Piece) -> bool:
    """001 7.5063: a gun that is not dismantled stays."""
    return piece.kind == "gun" and not piece.has("dismantled")


def load_choices(state: CampaignState, side: Side, ids: Sequence[str]) -> dict[str, str]:
    """What may be done with each thing before the roll: left, handed to another man there, taken apart."""
    place = location(state.pieces[ids[0]])
    men = places_of_men(state, side).get(place.key, [])
    choices: dict[str, str] = {}
    for thing in burdens(state, ids):
        if not too_heavy(thing):
            choices[f"{thing.id} stays"] = f"{thing.type} {thing.id} stays behind"
        if counters.can_dismantle(thing) and not thing.has("dismantled"):
            choices[f"{thing.id} dismantled"] = f"{thing.type} {thing.id} is dismantled"
        for man in men:
            if man.id != thing.held_by:
                choices[f"{thing.id} to {man.id}"] = f"{thing.type} {thing.id} is handed to {man.type} {man.id}"
    return choices


def arrange(told: Telling, chosen: Iterable[str]) -> None:
    """Does what was chosen, in that order: the last word about a thing counts."""
    for choice in chosen:
        id, what, *to = choice.split()
        thing = told.state.pieces[id]
        match what:
            case "dismantled":
                told.change(ESCAPE, f"{name(thing)} is dismantled", with_status(thing, "dismantled"))
            case "to":
                taker = told.state.pieces[to[0]]
                told.change(ESCAPE, f"{name(taker)} takes {name(thing)}", replace(thing, held_by=taker.id))
            case _:
                told.change(ESCAPE, f"{name(thing)} is left behind", replace(thing, held_by=None))


def leave_guns(told: Telling, ids: Collection[str]) -> None:
    """Guns in one piece stay, unhooked if they were in tow."""
    for gun in [thing for thing in burdens(told.state, ids) if too_heavy(thing)]:
        told.change(ESCAPE, f"{name(gun)} must stay", replace(without(gun, "hooked"), held_by=None))


# -- the roll


def on_foot(state: CampaignState, side: Side, stack: Sequence[Piece]) -> Escapee:
    """A stack as the escape chart sees it; prisoners are driven along on the same roll."""
    capacity = counters.counters().capacity
    over = {man.id: _carried(state, man) - (capacity.mmc if man.mmc else capacity.smc) for man in stack}
    prisoners = [one for one in burdens(state, [man.id for man in stack]) if one.has("prisoner")]
    lone = len(stack) == 1 and stack[0].smc and not prisoners
    return Escapee(
        side,
        "infantry",
        parse(stack[0].hex),
        half_squads=sum(map(counters.half_squads, (*stack, *prisoners))),
        lone_unwounded_smc=lone and not stack[0].has("wounded"),
        lone_smc=lone,
        leader_drm=leader_drm(stack),
        excess_pp=excess_pp(
            [over[man.id] for man in stack if man.mmc or over[man.id] > 0],
            [-over[man.id] for man in stack if man.kind == "leader" and over[man.id] < 0],
        ),
        encircled=any(man.has("encircled") for man in stack),
    )


def _carried(state: CampaignState, man: Piece) -> int:
    return sum(_weight(thing) for thing in held(state, man.id) if thing.kind in THINGS)


def _weight(thing: Piece) -> int:
    """Portage points; a gun in pieces weighs as much as the heaviest weapon that men carry."""
    if thing.kind == "gun":
        return max(one.pp for one in counters.counters().weapons)
    saved = facts().fleeing.dismantled_saves if thing.has("dismantled") else 0
    return counters.weapon(thing.type).pp - saved


def leader_drm(men: Iterable[Piece]) -> int:
    """The best modifier of a leader, armour leader or hero among them; a wound takes from a leader's."""
    heroic = facts().fleeing.heroic_drm
    found = []
    for man in men:
        if man.kind == "hero":
            found.append(heroic)
        elif man.kind in ("leader", "armor-leader"):
            wound = numbers().leader.wounded if man.has("wounded") else 0
            found.append(counters.leadership(man.type) + wound + (heroic if man.has("heroic") else 0))
    return min(found, default=0)


def flee(told: Telling, side: Side, ids: Sequence[str]) -> list[str]:
    """001 7.5063: one roll for a stack on foot; the ids of those who get away."""
    state = told.state
    stack = [state.pieces[id] for id in ids]
    if not ways(state, side, stack[0].hex):
        _lose(told, "no way leads back to their own lines", stack)
        return []
    outcome = escape(on_foot(state, side, stack), friendly_ground(state, side), told.dice, listed(stack))
    blows = BLOWS.get(outcome.result)
    if blows is None:
        _lose(told, "caught on the way out and lost", stack)
        return []
    for id in _selected(told, side, stack) if blows else ():
        _strike(told, side, id, blows)
    return [id for id in ids if id in told.state.pieces]


def _lose(told: Telling, why: str, stack: Sequence[Piece]) -> None:
    """A whole stack is lost with all that it took along; prisoners with it are free."""
    things = [one for one in burdens(told.state, [man.id for man in stack]) if not one.has("prisoner")]
    eliminate(told, RESULTS, why, *stack, *things)


def _selected(told: Telling, side: Side, stack: Sequence[Piece]) -> list[str]:
    """Random selection: a die for each in a stack, and the highest suffer, all of them if they tie."""
    if len(stack) == 1:
        return [stack[0].id]
    faces = {man.id: told.dice.total(f"random selection, {name(man)}", side).result for man in stack}
    return [id for id, face in faces.items() if face == max(faces.values())]


def _strike(told: Telling, side: Side, id: str, blows: Iterable[Blow]) -> None:
    """What a man suffers on the way; where he is lost a die says whether his equipment is (7.5064)."""
    things = [thing for thing in held(told.state, id) if thing.kind in THINGS]
    for blow in blows:
        man = told.state.pieces.get(id)
        if man is None:
            break
        if blow == "reduced":
            reduce(told, RESULTS, man)
        else:
            _replace(told, man)
    if id not in told.state.pieces and things:
        left = equipment_left_behind(side, told.dice)
        what = ", ".join(f"{thing.type} {thing.id}" for thing in things)
        if left:
            told.say(RESULTS, f"{what}: left behind in {things[0].hex}")
        else:
            told.remove(RESULTS, f"{what}: lost with those who carried it", *(thing.id for thing in things))


def _replace(told: Telling, man: Piece) -> None:
    """A worse counter takes its place; who has none, and would be disrupted, is lost. A hero is wounded instead."""
    if man.kind == "hero":
        reduce(told, RESULTS, man)
        return
    worse = counters.worse_type(man)
    if worse is None:
        eliminate(told, RESULTS, "broken up on the way out and lost", man)
    else:
        told.change(RESULTS, f"{name(man)} is replaced by {an(worse)}", replace(man, type=worse))


def aboard(state: CampaignState, vehicle: str) -> list[Piece]:
    """The men in a vehicle: its armour leader, passengers, riders."""
    return [one for one in held(state, vehicle) if one.kind == "armor-leader" or one.kind in MEN]


def drive(told: Telling, side: Side, id: str) -> list[str]:
    """001 7.5063: one roll for a vehicle and those in it; the ids of what gets away."""
    state = told.state
    vehicle = state.pieces[id]
    inside = aboard(state, id)
    escapee = Escapee(
        side,
        "vehicle",
        parse(vehicle.hex),
        half_squads=sum(map(counters.half_squads, inside)),
        leader_drm=leader_drm(inside),
        encircled=vehicle.has("encircled") or any(man.has("encircled") for man in inside),
        afv=counters.vehicle(vehicle.type).afv,
        captured=vehicle.has("captured"),
    )
    riders = [man.id for man in inside]
    match escape(escapee, friendly_ground(state, side), told.dice, name(vehicle)).result:
        case "escapes":
            return [id, *riders]
        case "abandoned, crew escapes":
            return [*_bail_out(told, side, vehicle), *riders]
        case "abandoned, crew eliminated":
            empty = with_status(without(vehicle, "unqualified", "stunned"), "abandoned")
            told.change(RESULTS, f"{name(vehicle)} is abandoned; its crew is lost", empty)
            eliminate(told, RESULTS, "lost with the crew", *inside)
        case _:
            things = [one for one in burdens(state, [id, *riders]) if not one.has("prisoner")]
            lost = {one.id: one for one in (vehicle, *inside, *things)}
            eliminate(told, RESULTS, "destroyed on the way out, nobody survives", *lost.values())
    return []


def _bail_out(told: Telling, side: Side, vehicle: Piece) -> list[str]:
    """The vehicle stays abandoned; the id of the crew that gets out, if it has one."""
    if not has_crew(vehicle):
        told.change(RESULTS, f"{name(vehicle)} is abandoned", with_status(vehicle, "abandoned"))
        return []
    crew = told.new_ids(side, 1)
    leave(told, RESULTS, vehicle)
    return crew


# -- safe


def reach(told: Telling, side: Side, ids: Sequence[str], hex: str) -> None:
    """001 7.5064: those who got away are retained, with what they hold; their guns are counted from there (CG11)."""
    state = told.state
    group = [state.pieces[id] for id in ids]
    along = [thing for thing in burdens(state, ids) if not too_heavy(thing)]
    start = group[0].hex
    moved = [_arrived(piece, hex, {*ids}) for piece in (*group, *along)]
    told.change(RESULTS, f"{listed(group)} gets away to {hex}", *moved)
    taken = [piece.id for piece in moved if not piece.has("prisoner")]
    told.take_in(RESULTS, f"{listed(group)}: retained", side, taken)
    settle_prisoners(told, RESULTS, {start})


def _arrived(piece: Piece, hex: str, together: set[str]) -> Piece:
    holder = piece.held_by if piece.held_by in together else None
    return replace(without(piece, "encircled"), hex=hex, level=None, held_by=holder)
