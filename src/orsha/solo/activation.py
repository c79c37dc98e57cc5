"""Activation: an S? that the player's men see is tried, and what it stands for is rolled piece by piece."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from orsha.campaign.counters import half_type, leadership
from orsha.kernel import Modifier, Table
from orsha.solo import charts
from orsha.solo import state as s
from orsha.solo.domains import turn_key
from orsha.solo.files import MissionFile
from orsha.solo.standins import Book
from orsha.solo.telling import Telling

ITEM_WORDS = {
    "S": "a squad", "HS": "a half-squad", "L": "a leader", "F": "perhaps a fortification", "SW": "a support weapon",
    "GUN": "a gun", "VEHICLE": "a vehicle", "none": "nothing at all",
}  # fmt: skip
CREW = "2-2-8"


def activation_table(file: MissionFile, book: Book) -> Table:
    """The mission's own table, or A1 of the solo game."""
    return charts()[file.charts.activation] if file.charts.activation else book["a1"]


def item_drm(file: MissionFile) -> tuple[Modifier, ...]:
    """OtO-S2 special rule 1."""
    return (Modifier("special rule 1", file.drm.activation),) if file.drm.activation else ()


def activate(told: Telling, id: str) -> None:
    """One die against the AC#; the enemy is there on a die no higher."""
    suspect = told.state.suspects[id]
    mark = told.book.mark("failed_activation")
    number = told.state.figures.activation
    die = told.total(f"activation of {id} in {suspect.place}, AC# {number}{mark}", 1)
    if die > number:
        _nothing(told, suspect, mark)
        return
    told.change("activation", f"{id} in {suspect.place} is the enemy!", gone=[id])
    reveal(told, suspect)


def _nothing(told: Telling, suspect: s.Suspect, mark: str) -> None:
    if told.book.procedures.failed_activation == "removed":
        told.change("activation", f"{suspect.id} in {suspect.place} was nothing: take it off{mark}.", gone=[suspect.id])
        return
    tried = replace(suspect, tried=turn_key(told.state))
    told.change("activation", f"{suspect.id} in {suspect.place} stays as it is for now{mark}.", suspects=[tried])


def reveal(told: Telling, suspect: s.Suspect) -> None:
    """What the S? stands for, item by item."""
    file = told.file
    outcome = told.on(activation_table(file, told.book), suspect.place, item_drm(file))
    items = outcome.result.split(", ")
    if file.forts_on_even and outcome.roll.result % 2 == 0 and "F" not in items:
        # OtO-S2 special rule 2
        told.say("MSR 2", "An even DR: there may be a fortification too.")
        items.append("F")
    for item in items:
        if item in ITEMS:
            ITEMS[item](told, suspect)
        else:
            told.say("activation", f"{suspect.place}: {ITEM_WORDS[item]}.")
    if suspect.attitude == "advance" and file.attitude != "advance":
        told.say("ENEMY RE 34-36", f"What was activated in {suspect.place} takes the prevailing attitude, Hold.")


def _add(told: Telling, suspect: s.Suspect, kind: s.UnitKind, what: str, text: str, note: str = "") -> None:
    [id] = told.new_ids("g", 1)
    unit = s.Unit(id, kind, what, suspect.place, told.file.attitude, note)
    told.change("activation", f"{suspect.place}: {text} ({id}).", units=[unit])


def _squad_type(told: Telling, about: str) -> str:
    """G2, with the squads that OtO-S1 special rule 6 rules out replaced."""
    drm = (Modifier("special rule 1", told.file.drm.squads),) if told.file.drm.squads else ()
    rolled = told.stand_in("g2", about, *drm)
    return told.file.squads_replaced.get(rolled, rolled)


def _squad(told: Telling, suspect: s.Suspect) -> None:
    what = _squad_type(told, suspect.place)
    _add(told, suspect, "squad", what, f"squad {what}")


def _half_squad(told: Telling, suspect: s.Suspect) -> None:
    squad = _squad_type(told, f"half-squad, {suspect.place}")
    half = half_type("german", squad)
    _add(told, suspect, "half-squad", half, f"half-squad of a {squad}" if half == squad else f"half-squad {half}")


def _leader(told: Telling, suspect: s.Suspect) -> None:
    what = told.stand_in("german-leader", suspect.place)
    if what == "none":
        told.say("activation", f"{suspect.place}: no leader.")
        return
    first = told.state.leaders == 0
    _add(told, suspect, "leader", what, f"leader {what}")
    if told.file.artillery_on_leaders and (first or leadership(what) == -2):
        why = "the first leader" if first else f"a {what}"
        told.say("MSR 3", f"With {why} comes an enemy artillery strike.")
        artillery(told, "MSR 3", "a6a", "FFE")


def artillery(told: Telling, what: str, table: str, kind: str) -> None:
    """8.7.75 of the solo game places the shells; how many is rolled."""
    count = told.stand_in(table, kind)
    told.say(what, f"Enemy artillery: {count} x {kind}, placed as rule 8.7 of the solo game says.")


def _weapon(told: Telling, suspect: s.Suspect) -> None:
    what = told.stand_in("german-weapon", suspect.place)
    _add(told, suspect, "sw", what, f"support weapon {what}")


def _gun(told: Telling, suspect: s.Suspect) -> None:
    chart = told.file.charts.gun
    what = told.chart(chart, suspect.place) if chart else told.stand_in("german-gun", suspect.place)
    if "cupola" in what.lower():
        _add(told, suspect, "cupola", what, f"{what}, its crew inside", "rule 4: counts as an AFV")
    else:
        _add(told, suspect, "gun", what, f"gun {what} with a {CREW} crew", f"{CREW} crew")


def _vehicle(told: Telling, suspect: s.Suspect) -> None:
    chart = told.file.charts.vehicle
    what = told.chart(chart, suspect.place) if chart else told.stand_in("german-vehicle", suspect.place)
    _add(told, suspect, "vehicle", what, what)


def _fortification(told: Telling, suspect: s.Suspect) -> None:
    """5.74 of the solo game, by A5."""
    what = told.stand_in("a5", suspect.place)
    if what == "none":
        told.say("activation", f"{suspect.place}: no fortification.")
    else:
        _add(told, suspect, "works", what, what)


ITEMS: dict[str, Callable[[Telling, s.Suspect], None]] = {
    "S": _squad,
    "HS": _half_squad,
    "L": _leader,
    "SW": _weapon,
    "GUN": _gun,
    "VEHICLE": _vehicle,
    "F": _fortification,
}
