"""Encirclement, minefields, bog and shock (001 7.504). Nothing that is lost from here on counts as CVP (7.5031)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.commands import Answer
from orsha.campaign.counters import first_line_half
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.report import MEN, THINGS, Piece, Status
from orsha.campaign.state import SIDES, CampaignState, Fort, Task
from orsha.campaign.steps import casualties as c
from orsha.campaign.steps.crews import has_crew
from orsha.campaign.steps.markers import reveal
from orsha.campaign.steps.retained import armor_leaders
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, all_forts, held, holder_side, name, with_status, without
from orsha.hexmap.map import hex_map
from orsha.kernel import Command

ENCIRCLED = "001 7.5041"
MINES = "001 7.5042"
BOG = "001 7.5043"
SHOCK = "001 7.5044"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("encirclement"), Task("minefields"), *_of_both("bog"), *_of_both("shock")]


def _of_both(what: str) -> list[Task]:
    return [Task(what, side) for side in SIDES]


# -- encirclement (7.5041)


def _encirclement(told: Telling, task: Task) -> None:
    encircled = [one for one in told.state.pieces.values() if one.has("encircled") and _tested(one)]
    men = c.leaders_first(one for one in encircled if one.man)
    vehicles = sorted((one for one in encircled if one.kind == "vehicle"), key=lambda one: one.id)
    told.queue(*(Task("test", one.side, (one.id,)) for one in (*men, *vehicles)))


def _tested(piece: Piece) -> bool:
    return not piece.has("prisoner", "abandoned")


def _test(told: Telling, task: Task) -> None:
    """One unit's own 1TC. Who passes stays where he is, and encircled until 7.5065."""
    piece = told.state.pieces.get(task.about[0])
    if piece is None or not _tested(piece):
        return
    waiting = [one.about[0] for one in told.state.queue.shown if one.what == "test"]
    if c.passes(told, piece, c.numbers().encirclement.test, waiting):
        told.say(ENCIRCLED, f"{name(piece)} holds out")
    elif piece.kind == "vehicle" and not (c.is_mobile(piece) or c.is_cupola(piece)):
        _abandoned(told, ENCIRCLED, piece, "its encircled crew is eliminated, and it is abandoned")
    else:
        _encircled_and_lost(told, piece)


def _encircled_and_lost(told: Telling, piece: Piece) -> None:
    """Prisoners that nobody claims may take what their guard dropped."""
    guarded = [one.id for one in held(told.state, piece.id) if one.has("prisoner")]
    things = [one.id for one in held(told.state, piece.id) if one.kind in THINGS]
    freed = [one.id for one in c.eliminate(told, ENCIRCLED, "encircled and eliminated", piece) if one.id in guarded]
    if freed and things:
        told.queue(Task("rearm", told.state.pieces[freed[0]].side, (str(len(freed)), *freed, *things)))


def _rearmed(task: Task) -> tuple[list[str], list[str]]:
    """The freed men and the things that lie before them."""
    count, *ids = task.about
    return ids[: int(count)], ids[int(count) :]


def _rearm(told: Telling, task: Task) -> None:
    assert task.side is not None
    freed, things = _rearmed(task)
    who = c.listed(told.state.pieces[id] for id in freed)
    choices = {id: name(told.state.pieces[id]) for id in things}
    told.choose(task.side, ENCIRCLED, f"what of their guard's equipment do {who} take?", choices)


def _take_rearm(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """Shared out in turn; what was the enemy's is captured now, what was their own is theirs again."""
    freed, _ = _rearmed(task)
    taken = []
    for number, id in enumerate(chosen):
        thing, taker = told.state.pieces[id], told.state.pieces[freed[number % len(freed)]]
        marked = without(thing, "captured") if thing.side == taker.side else with_status(thing, "captured")
        taken.append(replace(marked, held_by=taker.id))
    if taken:
        told.change(ENCIRCLED, f"{c.listed(taken)}: taken up by the freed prisoners", *taken)


def _abandoned(told: Telling, rule: str, vehicle: Piece, why: str) -> None:
    """Nobody is left at the wheel; the crew's own leader is lost with it."""
    inside = [one.id for one in armor_leaders(told.state, vehicle)]
    empty = with_status(without(vehicle, "encircled", "stunned", "unqualified"), "abandoned")
    told.change(rule, f"{name(vehicle)}: {why}", empty, gone=inside)


# -- minefields (7.5042)


def _mines(state: CampaignState) -> dict[str, list[Fort]]:
    """Minefields on the map by hex, hidden ones too."""
    found: dict[str, list[Fort]] = {}
    for fort in all_forts(state).values():
        if fort.what == "minefield" and fort.hex:
            found.setdefault(fort.hex, []).append(fort)
    return dict(sorted(found.items()))


def _on_foot(state: CampaignState, side: Side, hex: str) -> list[Piece]:
    """Men in a hex who ride on nothing; prisoners go with their guards' side."""
    vehicles = {one.id for one in state.pieces.values() if one.kind == "vehicle"}
    men = (*MEN, "armor-leader")
    there = [one for one in state.pieces.values() if one.hex == hex and one.kind in men and one.held_by not in vehicles]
    return [one for one in there if c.in_hands_of(state, one) == side]


def _endangered(state: CampaignState, side: Side, hex: str) -> list[Piece]:
    """Mobile vehicles in any minefield, and men on foot where there are mines against them."""
    vehicles = [
        one for one in state.pieces.values() if one.hex == hex and c.is_mobile(one) and holder_side(state, one) == side
    ]
    against_men = any(fort.ap for fort in _mines(state)[hex])
    return [*vehicles, *(_on_foot(state, side, hex) if against_men else [])]


def _unit(piece: Piece) -> bool:
    return piece.man or (piece.kind == "vehicle" and not piece.has("abandoned"))


def _minefields(told: Telling, task: Task) -> None:
    """A hidden minefield with enemies in it, mobile or not, cannot be hidden any more (ruling B59)."""
    state, tasks = told.state, []
    for hex, forts in _mines(state).items():
        sides = [side for side in SIDES if _endangered(state, side, hex)]
        inside = {
            *sides,
            *(c.in_hands_of(state, one) for one in state.pieces.values() if one.hex == hex and _unit(one)),
        }
        reveal(told, MINES, [fort for fort in forts if fort.id not in state.forts and other(fort.side) in inside])
        tasks += [Task("leave", side, (hex,)) for side in sides]
    told.queue(*tasks)


def _ways_out(state: CampaignState, side: Side, hex: str) -> bool:
    """Whether a neighbouring hex is neither the enemy's nor, as far as this side knows, mined."""
    board = hex_map()
    seen = {fort.id for fort in state.forts.values() if fort.known} | set(state.sides[side].forts.shown)
    mined = {at for at, forts in _mines(state).items() if any(fort.id in seen for fort in forts)}
    around = map(str, board.neighbours(board.hex(hex)))
    return any(at not in mined and state.control.get(at) != other(side) for at in around)


def _leave(told: Telling, task: Task) -> None:
    """Who could leave without mines and without entering mines or the enemy's ground is spared."""
    (hex,), side = task.about, task.side
    assert side is not None
    there = _endangered(told.state, side, hex)
    if not _ways_out(told.state, side, hex):
        _take_leave(told, task, ())
    elif any(marker.what == "trailbreak" and marker.hex == hex for marker in told.state.markers):
        _take_leave(told, task, tuple(one.id for one in there))
    else:
        words = (
            f"the minefield in {hex}: which units could leave it without an attack by mines, "
            "and without entering another minefield or an enemy location?"
        )
        told.choose(side, MINES, words, {one.id: name(one) for one in there})


def _take_leave(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """The others are attacked or tested, in the open; all of them stay in the hex until 7.5067."""
    (hex,), side = task.about, task.side
    assert side is not None
    left = [one for one in _endangered(told.state, side, hex) if one.id not in chosen]
    if left:
        reveal(told, MINES, [fort for fort in _mines(told.state)[hex] if fort.id not in told.state.forts])
        told.say(MINES, f"{hex}: mines threaten {c.listed(left)}; who survives stays there until 7.5067")
        vehicles = [Task("attack", side, (one.id,)) for one in left if one.kind == "vehicle"]
        told.queue(*vehicles, Task("infantry", side, (hex, *chosen)))


class Attack(Struct, frozen=True):
    """What a mine attack did to a vehicle."""

    words: str
    status: tuple[Status, ...] = ()
    crew: bool = True
    """Whether its crew stays with it."""
    out: bool = False
    """Whether the crew gets out alive."""
    wreck: bool = False
    burns: bool = False

    @property
    def leaves(self) -> bool:
        """Whether the crew is parted from a vehicle that is still one, or gets out of a wreck."""
        return self.out or not (self.crew or self.wreck)


ATTACKS = {
    "unharmed": Attack("unharmed"),
    "immobilized": Attack("immobilized", ("immobilized",)),
    "stunned": Attack("its crew is stunned", ("stunned",)),
    "recalled": Attack("its crew is stunned, and it is under recall", ("stunned", "recall")),
    "crew-out": Attack("its crew breaks and gets out in good order", crew=False, out=True),
    "immobilized-crew-out": Attack("immobilized, and its crew gets out", ("immobilized",), crew=False, out=True),
    "crew-lost": Attack("its crew is eliminated", crew=False),
    "wreck": Attack("eliminated", crew=False, wreck=True),
    "wreck-crew-out": Attack("eliminated, and its crew gets out", crew=False, out=True, wreck=True),
    "burns": Attack("eliminated and burning", crew=False, wreck=True, burns=True),
    "burns-crew-out": Attack(
        "eliminated and burning, and its crew gets out", crew=False, out=True, wreck=True, burns=True
    ),
}


def _attack(told: Telling, task: Task) -> None:
    """Resolved by the base game's rules, as if the vehicle were leaving; its owner says what came of it."""
    assert task.side is not None
    vehicle = told.state.pieces[task.about[0]]
    words = f"mines attack {name(vehicle)} as it would leave them (B28), its vulnerable crew too: what happens to it?"
    manned = has_crew(vehicle)
    choices = {key: attack.words for key, attack in ATTACKS.items() if manned or not attack.leaves}
    told.choose(task.side, MINES, words, choices, 1, 1)


def _take_attack(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    assert task.side is not None
    vehicle, attack = told.state.pieces[task.about[0]], ATTACKS[chosen[0]]
    riders = [one.id for one in held(told.state, vehicle.id) if one.kind in MEN and not one.has("prisoner")]
    if attack.out:
        _get_out(told, vehicle)
    if attack.wreck:
        c.eliminate(told, MINES, attack.words, vehicle, burning=[vehicle.id] if attack.burns else ())
    elif not attack.crew:
        _abandoned(told, MINES, with_status(vehicle, *attack.status), f"{attack.words}, and it is abandoned")
    elif attack.status:
        told.change(MINES, f"{name(vehicle)}: {attack.words}", with_status(vehicle, *attack.status))
    else:
        told.say(MINES, f"{name(vehicle)}: {attack.words}")
    told.queue(*(Task("rider", task.side, (id,)) for id in riders))


def _get_out(told: Telling, vehicle: Piece) -> None:
    """A crew gets out in good order, into the minefield, with its armour leader; untrained men are a half-squad."""
    side = holder_side(told.state, vehicle)
    (id,) = told.new_ids(side, 1)
    men = Piece(id, side, "crew", c.numbers().crew.type, vehicle.hex, vehicle.level)
    if vehicle.has("unqualified"):
        men = replace(men, kind="half-squad", type=first_line_half(side))
    leaders = [replace(one, held_by=None) for one in armor_leaders(told.state, vehicle)]
    told.change(MINES, f"{name(men)} gets out of {vehicle.type} {vehicle.id}", men, *leaders)


RIDERS = {
    "unharmed": "unharmed",
    "off": "breaks and gets off, in good order",
    "reduced": "suffers a casualty reduction",
    "lost": "eliminated",
}


def _rider(told: Telling, task: Task) -> None:
    assert task.side is not None
    rider = told.state.pieces[task.about[0]]
    words = f"what do the mines do to {name(rider)}, if they attack riders and passengers too (B28.42)?"
    told.choose(task.side, MINES, words, RIDERS, 1, 1)


def _take_rider(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    rider = told.state.pieces[task.about[0]]
    if "off" in chosen and rider.held_by is not None:
        told.change(MINES, f"{name(rider)} gets off in good order", replace(rider, held_by=None))
    elif "reduced" in chosen:
        c.reduce(told, MINES, rider)
    elif "lost" in chosen:
        c.eliminate(told, MINES, "eliminated by mines", rider)


def _infantry(told: Telling, task: Task) -> None:
    """An NTC for every man on foot, a crew that has just got out among them; failing it is a casualty reduction."""
    hex, *spared = task.about
    assert task.side is not None
    if not any(fort.ap for fort in _mines(told.state)[hex]):
        return
    men = c.leaders_first(one for one in _on_foot(told.state, task.side, hex) if one.id not in spared)
    for number, one in enumerate(men):
        piece = told.state.pieces.get(one.id)
        waiting = [later.id for later in men[number + 1 :]]
        if piece is not None and not c.passes(told, piece, c.numbers().minefield.test, waiting):
            c.reduce(told, MINES, piece)


# -- bog and shock (7.5043, 7.5044)


def _marked(state: CampaignState, side: Side, *status: Status) -> list[Piece]:
    found = [one for one in state.pieces.values() if one.has(*status) and one.hex and not one.has("abandoned")]
    return [one for one in found if one.kind == "vehicle" and holder_side(state, one) == side]


def _ask_which(told: Telling, task: Task, rule: str, words: str, vehicles: list[Piece]) -> None:
    assert task.side is not None
    if vehicles:
        told.choose(task.side, rule, words, {one.id: name(one) for one in vehicles})


def _bog(told: Telling, task: Task) -> None:
    assert task.side is not None
    helped = c.numbers().bog
    words = (
        "bog removal (D8.3) is tried until a vehicle is free or immobilized, whatever it costs in MP; under vehicle "
        f"note L a squad of its perimeter area gives {helped.squad} to the coloured die, a crew or half-squad "
        f"{helped.half_squad}. Which are free? The others are immobilized"
    )
    _ask_which(told, task, BOG, words, _stuck(told.state, task.side))


def _stuck(state: CampaignState, side: Side) -> list[Piece]:
    """A vehicle that is immobilized already has nothing more to try."""
    return [one for one in _marked(state, side, "bogged", "mired") if not one.has("immobilized")]


def _take_bog(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    assert task.side is not None
    for one in _stuck(told.state, task.side):
        dry = without(one, "bogged", "mired")
        free = one.id in chosen
        text = f"{name(one)} {'gets free' if free else 'is immobilized'}"
        told.change(BOG, text, dry if free else with_status(dry, "immobilized"))


def _shock(told: Telling, task: Task) -> None:
    assert task.side is not None
    words = (
        "shocked vehicles and unconfirmed kills (C7.42) try to recover until they do or are lost. Which recover? "
        "The others are eliminated"
    )
    _ask_which(told, task, SHOCK, words, _marked(told.state, task.side, "shocked", "unconfirmed-kill"))


def _take_shock(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    assert task.side is not None
    for one in _marked(told.state, task.side, "shocked", "unconfirmed-kill"):
        if one.id in chosen:
            told.change(SHOCK, f"{name(one)} recovers", without(one, "shocked", "unconfirmed-kill"))
        else:
            c.eliminate(told, SHOCK, "does not recover and is eliminated", one)


_DO: dict[str, Callable[[Telling, Task], None]] = {
    "encirclement": _encirclement,
    "test": _test,
    "rearm": _rearm,
    "minefields": _minefields,
    "leave": _leave,
    "attack": _attack,
    "rider": _rider,
    "infantry": _infantry,
    "bog": _bog,
    "shock": _shock,
}
_TAKE: dict[str, Callable[[Telling, Task, tuple[str, ...]], None]] = {
    "rearm": _take_rearm,
    "leave": _take_leave,
    "attack": _take_attack,
    "rider": _take_rider,
    "bog": _take_bog,
    "shock": _take_shock,
}


def do(told: Telling, task: Task) -> None:
    _DO[task.what](told, task)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _TAKE[task.what](told, task, command.chosen)


STEP = Step("7.504", "Encirclement, minefields, bog, shock", plan, do, answered)
