"""Conclusion of melee (001 7.501): what opposing units do to each other that share a location when a scenario ends.

Close combat is the base game's (ruling B15): the Russian seat, always the attacker, says how each melee ended, the
German seat agrees or has it said again. What is said so far is kept in the tasks, as marks, until it is agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.commands import Answer
from orsha.campaign.counters import cvp
from orsha.campaign.events import CvpCounted
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.places import beneath
from orsha.campaign.report import Piece, Status, in_culvert
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps import casualties as c
from orsha.campaign.steps.casualties import Location
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, held, holder_side, name, with_status, without
from orsha.hexmap.culvert import inside, joined
from orsha.hexmap.grid import Hex
from orsha.hexmap.map import hex_map
from orsha.kernel import Command

RULE = "001 7.501"
ATTACKER: Side = "russian"
DEFENDER: Side = "german"
LASTING: tuple[Status, ...] = ("wounded", "heroic", "engineer")
BEFORE = (
    "units of both sides in one location are in melee: no ambush, the Russians attack first, and rounds are fought "
    "until nobody can attack any more. Units attack, capture and withdraw as ever. After the first round the hidden "
    "and concealed are seen and fight, the pinned get up, CX is off, hatches may be opened or closed and a stun is "
    "turned to its +1 side; a recall stands"
)


class Outcome(Struct, frozen=True):
    """How a melee ends, as far as it is said: marks of a verb, a piece's id and a hex."""

    place: Location
    marks: tuple[tuple[str, str, str], ...] = ()

    @classmethod
    def of(cls, task: Task) -> Outcome:
        hex, level, *rest = task.about
        marks = tuple(zip(rest[::3], rest[1::3], rest[2::3], strict=True))
        return cls(Location(hex, int(level)), marks)

    def task(self, what: str, side: Side | None = None) -> Task:
        return Task(
            what, side, (self.place.hex, str(self.place.level), *(part for mark in self.marks for part in mark))
        )

    def plus(self, verb: str, ids: Iterable[str], hex: str = "") -> Outcome:
        return replace(self, marks=(*self.marks, *((verb, id, hex) for id in ids)))

    def ids(self, *verbs: str) -> list[str]:
        return [id for verb, id, _ in self.marks if verb in verbs]

    def left(self, state: CampaignState) -> list[Piece]:
        """Who would still stand there."""
        gone = self.ids("lost", "taken", "away")
        return [one for one in c.units_at(state, self.place) if one.id not in gone]


# -- which melees, in which order


def contested(state: CampaignState) -> list[Location]:
    """001 7.501: locations with units of both sides."""
    sides: dict[Location, set[Side]] = {}
    for piece in state.pieces.values():
        if c.is_unit(piece):
            sides.setdefault(c.location(piece), set()).add(holder_side(state, piece))
    return sorted(place for place, there in sides.items() if len(there) == len(SIDES))


def plan(state: CampaignState) -> Iterable[Task]:
    places = contested(state)
    return [Task("begin"), Task("order", about=tuple(place.key for place in places))] if places else []


def _begin(told: Telling, task: Task) -> None:
    told.say(RULE, BEFORE)


def _order(told: Telling, task: Task) -> None:
    """001 7.5011: the Russian player says which is next."""
    places = {place.key: place for place in contested(told.state) if place.key in task.about}
    if len(places) > 1:
        words = "which melee is fought next?"
        told.choose(ATTACKER, "001 7.5011", words, {key: one.words() for key, one in places.items()}, 1, 1)
    elif places:
        _take_order(told, task, tuple(places))


def _take_order(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    place = next(one for one in contested(told.state) if one.key == chosen[0])
    rest = tuple(key for key in task.about if key != place.key)
    _stop(told, place)
    told.queue(Outcome(place).task("losses"), *([Task("order", about=rest)] if rest else []))


def _stop(told: Telling, place: Location) -> None:
    """Vehicles in the hex stop before the first round."""
    moving = [one for one in told.state.pieces.values() if one.hex == place.hex and one.has("motion")]
    if moving:
        told.change(RULE, f"{c.listed(moving)}: motion ends", *(without(one, "motion") for one in moving))


# -- what is asked about one melee, question by question


def _named(pieces: Iterable[Piece]) -> dict[str, str]:
    return {piece.id: name(piece) for piece in pieces}


def _ask(
    told: Telling, task: Task, words: str, choices: dict[str, str], least: int = 0, most: int | None = None
) -> None:
    """Asks the attacker, or goes on where there is nothing to choose."""
    if choices and most != 0:
        told.choose(ATTACKER, RULE, f"melee in {Outcome.of(task).place.words()}: {words}", choices, least, most)
    else:
        _TAKE[task.what](told, task, ())


def _losses(told: Telling, task: Task) -> None:
    _ask(told, task, "which units are eliminated?", _named(Outcome.of(task).left(told.state)))


def _take_losses(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    told.queue(Outcome.of(task).plus("lost", chosen).task("reductions"))


def _reductions(told: Telling, task: Task) -> None:
    """Casualty reduction leaves something of a squad and of an unwounded single man; the others are eliminated."""
    outcome = Outcome.of(task)
    able = [one for one in outcome.left(told.state) if one.kind == "squad" or (one.smc and not one.has("wounded"))]
    able = [one for one in able if one.id not in outcome.ids("reduced")]
    _ask(told, task, "which squads are reduced to half-squads, which single men wounded?", _named(able))


def _take_reductions(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    told.queue(Outcome.of(task).plus("reduced", chosen).task("captures", DEFENDER))


def _captures(told: Telling, task: Task) -> None:
    """Men are captured where an enemy is left to guard them; one side's after the other's."""
    outcome, side = Outcome.of(task), task.side
    assert side is not None
    men = [one for one in outcome.left(told.state) if one.man]
    own = [one for one in men if one.side == side]
    guards = [one for one in men if one.side != side and not one.has("broken")]
    captives = [told.state.pieces[id] for id in outcome.ids("taken")]
    needed = 1 if any(one.side != side for one in captives) else 0
    _ask(told, task, f"which {side} units are captured?", _named(own) if guards else {}, 0, max(0, len(own) - needed))


def _take_captures(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    outcome = Outcome.of(task).plus("taken", chosen)
    told.queue(outcome.task("captures", ATTACKER) if task.side == DEFENDER else outcome.task("withdrawals"))


def _withdrawals(told: Telling, task: Task) -> None:
    """Men on foot may have left, where there is a hex to go to."""
    left = Outcome.of(task).left(told.state)
    able = [one for one in left if one.man and one.held_by is None and _ways_out(told.state, one)]
    _ask(told, task, "which units withdrew to another hex?", _named(able))


def _ways_out(state: CampaignState, piece: Piece, outcome: Outcome | None = None) -> list[str]:
    """Neighbouring hexes without an enemy unit, where none of them has just withdrawn to, and without a blaze."""
    closed = {one.hex for one in state.pieces.values() if c.is_unit(one) and holder_side(state, one) != piece.side}
    closed |= {one.hex for one in state.markers if one.what == "blaze"}
    marks = outcome.marks if outcome else ()
    closed |= {hex for verb, id, hex in marks if verb == "away" and state.pieces[id].side != piece.side}
    return sorted(hex for hex in map(str, _beside(piece)) if hex not in closed)


def _beside(piece: Piece) -> Iterable[Hex]:
    """The hexes around; out of the culvert one goes only into the gullies at its ends (001 3.2)."""
    board, hex = hex_map(), hex_map().hex(piece.hex)
    if in_culvert(board, hex) and beneath(board, piece):
        return (place.hex for place in joined(board, inside(board, hex)))
    return board.neighbours(hex)


def _take_withdrawals(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    told.queue(Outcome.of(task).plus("away", chosen).task("where"))


def _going(outcome: Outcome) -> str | None:
    """The first who withdraws without a hex yet."""
    return next((id for verb, id, hex in outcome.marks if verb == "away" and not hex), None)


def _where(told: Telling, task: Task) -> None:
    outcome = Outcome.of(task)
    going = _going(outcome)
    if going is None:
        told.queue(outcome.task("rest"))
        return
    piece = told.state.pieces[going]
    ways = _ways_out(told.state, piece, outcome)
    if len(ways) > 1:
        _ask(told, task, f"where did {name(piece)} go?", {hex: hex for hex in ways}, 1, 1)
    else:
        _take_where(told, task, tuple(ways))


def _take_where(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """Who finds every way closed stays."""
    outcome = Outcome.of(task)
    going = _going(outcome)
    kept = replace(outcome, marks=tuple(mark for mark in outcome.marks if mark != ("away", going, "")))
    told.queue((kept.plus("away", [going], chosen[0]) if going and chosen else kept).task("where"))


def _rest(told: Telling, task: Task) -> None:
    """Rounds go on while both sides have units there, unless no attack is possible any more."""
    left = Outcome.of(task).left(told.state)
    still = len({holder_side(told.state, one) for one in left}) > 1
    choices = {"again": "another round", "stay": "they stay: no more attacks can be made"} if still else {}
    _ask(told, task, "both sides still have units there", choices, 1, 1)


def _take_rest(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    outcome = Outcome.of(task)
    if "again" in chosen:
        told.queue(outcome.task("losses"))
    else:
        told.queue(outcome.plus("stay", chosen).task("wrecks"))


def _wrecks(told: Telling, task: Task) -> None:
    lost = [told.state.pieces[id] for id in Outcome.of(task).ids("lost")]
    wrecks = [one for one in lost if one.kind == "vehicle" and not c.is_cupola(one)]
    _ask(told, task, "which of the wrecks burn?", _named(wrecks))


def _take_wrecks(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    told.queue(Outcome.of(task).plus("burns", chosen).task("agree"))


def _agree(told: Telling, task: Task) -> None:
    outcome = Outcome.of(task)
    words = f"melee in {outcome.place.words()}: {described(told.state, outcome)}. Is that so?"
    told.choose(DEFENDER, RULE, words, {"yes": "that is how it ended", "no": "it did not end so"}, 1, 1)


def _take_agree(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    outcome = Outcome.of(task)
    if "yes" in chosen:
        _settle(told, outcome)
    else:
        told.say(RULE, f"melee in {outcome.place.words()}: the Germans do not agree, and it is said again")
        told.queue(Outcome(outcome.place).task("losses"))


VERBS = {"lost": "eliminated", "reduced": "reduced or wounded", "taken": "captured", "burns": "burning"}


def described(state: CampaignState, outcome: Outcome) -> str:
    """An outcome in words, for those who are to agree to it."""
    parts = [
        f"{word}: {c.listed(state.pieces[id] for id in ids)}"
        for verb, word in VERBS.items()
        if (ids := outcome.ids(verb))
    ]
    parts += [f"{name(state.pieces[id])} withdraws to {hex}" for verb, id, hex in outcome.marks if verb == "away"]
    if outcome.ids("stay"):
        parts.append("the others stay, no more attacks can be made")
    return "; ".join(parts)


# -- what was agreed happens


def _settle(told: Telling, outcome: Outcome) -> None:
    """Losses with their points, captures and withdrawals, then what the first round changes for those who live."""
    for id in outcome.ids("reduced"):
        _reduce(told, told.state.pieces[id])
    lost = [told.state.pieces[id] for id in outcome.ids("lost")]
    guards = {id: _guard(told.state, outcome, told.state.pieces[id]) for id in outcome.ids("taken")}
    taken = [told.state.pieces[id] for id, guard in guards.items() if guard is not None]
    c.count_casualties(told, "001 7.13", lost)
    c.count_casualties(told, "001 7.13", taken, c.numbers().capture.cvp_factor)
    fighters = [one.id for one in c.units_at(told.state, outcome.place)]
    for id, guard in guards.items():
        _capture(told, told.state.pieces[id], guard)
    for verb, id, hex in outcome.marks:
        if verb == "away":
            _withdraw(told, told.state.pieces[id], hex)
    c.eliminate(told, RULE, "eliminated in melee", *lost, burning=outcome.ids("burns"))
    c.settle_prisoners(told, RULE, {outcome.place.hex})
    _after_first_round(told, fighters)
    c.seize(told, RULE, {outcome.place.hex, *(hex for verb, _, hex in outcome.marks if verb == "away")})


def _reduce(told: Telling, piece: Piece) -> None:
    if piece.smc:
        told.change(RULE, f"{name(piece)} is wounded", with_status(piece, "wounded"))
        return
    half = c.halved(piece)
    told.change(RULE, f"{name(piece)} is reduced to a half-squad", half)
    told.tell(CvpCounted("001 7.13", piece.side, cvp(piece) - cvp(half)))


def _guard(state: CampaignState, outcome: Outcome, captive: Piece) -> Piece | None:
    """Who guards a captive: one who stays rather than one who leaves; nobody where a later round killed them all."""
    out, away = outcome.ids("lost", "taken"), outcome.ids("away")
    captor = other(captive.side)
    return c.guard_at(state, outcome.place, captor, [*out, *away]) or c.guard_at(state, outcome.place, captor, out)


def _capture(told: Telling, piece: Piece, guard: Piece | None) -> None:
    """A prisoner drops what he has."""
    if guard is None:
        told.say(RULE, f"{name(piece)} is free again: nobody is left to guard him")
        return
    prisoner = replace(piece, status=("prisoner", *(one for one in LASTING if piece.has(one))), held_by=guard.id)
    dropped = [replace(one, held_by=None) for one in held(told.state, piece.id) if not one.has("prisoner")]
    told.change(RULE, f"{name(piece)} is captured and guarded by {name(guard)}", prisoner, *dropped)


def _withdraw(told: Telling, piece: Piece, hex: str) -> None:
    """Weapons and prisoners go with those who withdraw; guns stay behind."""
    moved = [replace(without(piece, "encircled"), hex=hex, level=None)]
    for one in held(told.state, piece.id):
        stays = one.kind == "gun" and not one.has("dismantled")
        moved.append(replace(one, held_by=None) if stays else replace(one, hex=hex, level=None))
    told.change(RULE, f"{name(piece)} withdraws to {hex}", *moved)


def _after_first_round(told: Telling, fighters: Iterable[str]) -> None:
    """Everyone who is left is seen and on his feet; the stunned stay so, on the +1 side."""
    left = [told.state.pieces[id] for id in fighters if id in told.state.pieces]
    with_theirs = [*left, *(thing for one in left for thing in held(told.state, one.id))]
    seen = [one for one in with_theirs if one.has("hidden", "concealed", "pinned")]
    if seen:
        cleared = (without(one, "hidden", "concealed", "pinned") for one in seen)
        told.change(RULE, f"{c.listed(seen)}: seen, and no longer pinned", *cleared)
    stunned = [one for one in left if one.has("stunned")]
    if stunned:
        told.say(RULE, f"{c.listed(stunned)}: the stun counter is turned to its +1 side")


_DO: dict[str, Callable[[Telling, Task], None]] = {
    "begin": _begin,
    "order": _order,
    "losses": _losses,
    "reductions": _reductions,
    "captures": _captures,
    "withdrawals": _withdrawals,
    "where": _where,
    "rest": _rest,
    "wrecks": _wrecks,
    "agree": _agree,
}
_TAKE: dict[str, Callable[[Telling, Task, tuple[str, ...]], None]] = {
    "order": _take_order,
    "losses": _take_losses,
    "reductions": _take_reductions,
    "captures": _take_captures,
    "withdrawals": _take_withdrawals,
    "where": _take_where,
    "rest": _take_rest,
    "wrecks": _take_wrecks,
    "agree": _take_agree,
}


def do(told: Telling, task: Task) -> None:
    _DO[task.what](told, task)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _TAKE[task.what](told, task, command.chosen)


STEP = Step("7.501", "Conclusion of melee", plan, do, answered)
