"""The player's other random events: recall, heroes, rallies, rumours, mines found, the sniper."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.solo import ground
from orsha.solo import state as s
from orsha.solo.files import Units
from orsha.solo.happenings.common import (
    Answered,
    Do,
    Impossible,
    again,
    further,
    highest,
    learnt,
    nearest_west,
    occurs,
    on_boards,
    rule_of,
)
from orsha.solo.mines import mines_in
from orsha.solo.state import Area, SoloState, Task
from orsha.solo.telling import Telling, enemy_edge, listed

MOST_PLACES = 6
MOST_BROKEN = 12
MINES_FOUND = 3


# -- 14-16: an AFV is recalled


def armour(state: SoloState) -> list[s.Own]:
    return [one for one in state.own.values() if one.kind == "afv" and not one.note]


def no_armour(state: SoloState) -> str:
    return "" if armour(state) else "you have no AFV"


def _recalled(told: Telling, task: Task) -> None:
    choices = {one.id: one.what for one in armour(told.state)}
    told.choose(rule_of(task), "Recall! Which of your AFV are on the board and can move?", choices)


def _recalled_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if not chosen:
        again(told, task, "No AFV of yours on the board can move")
        return
    occurs(told, task)
    id = told.select("the AFV", chosen)
    afv = told.state.own[id]
    told.change(
        rule_of(task), f"Your {afv.what} ({id}) is under Recall (D5.341) at once.", own=[replace(afv, note="recalled")]
    )


# -- 24-26: a hero


def _hero(told: Telling, task: Task) -> None:
    occurs(told, task)
    text = "A hero steps out of the MMC of yours that is closest to an unbroken or vehicular enemy unit."
    told.receive(rule_of(task), text, f"RE {task.about[1]}", [Units("hero", "hero", 1)])


# -- 41-43: broken men rally


def _area(told: Telling) -> Area:
    return "boards" if on_boards(told.state) else "in-play"


def _rally(told: Telling, task: Task) -> None:
    if not learnt(task):
        words = (
            f"Where are your broken units that are closest to the {enemy_edge(told.state)} edge? Several places only "
            "if they are equally close; none if nobody is broken."
        )
        told.where(rule_of(task), words, _area(told), 0, MOST_PLACES)
        return
    words = f"How many broken units are in {learnt(task)[0]}?"
    told.choose(rule_of(task), words, {str(n): f"{n}" for n in range(1, MOST_BROKEN + 1)}, 1, 1)


def _rally_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if learnt(task):
        place, count = learnt(task)[0], int(chosen[0])
        names = [f"unit {n}" for n in range(1, count + 1)]
        rallied = told.select_all("the broken units, from the top of the stack", names)
        told.say(rule_of(task), f"In {place} the broken {listed(rallied)} of {count}, counted from the top, rally.")
        return
    if not chosen:
        again(told, task, "None of your units is broken")
        return
    occurs(told, task)
    places = list(chosen) if on_boards(told.state) else nearest_west(list(chosen))
    further(told, task, told.select("the place", places))


# -- 44-46: rumours


def enough_rumours(state: SoloState) -> str:
    return highest(state.figures.events_friendly, "your")


def _rumours(told: Telling, task: Task) -> None:
    occurs(told, task)
    low = told.state.figures.events_friendly + 1
    text = f"Rumours of your own reinforcements: your random event numbers rise to {low}/{low + 1}."
    told.tell(s.FigureSet(told.rule(rule_of(task)), text, "events_friendly", low))


# -- 54-56, 66: a minefield is discovered


def _mines_discovered(told: Telling, task: Task) -> None:
    known = learnt(task)
    edge = enemy_edge(told.state)
    if not known:
        words = (
            f"A large minefield is discovered! Where is your infantry that is closest to the {edge} edge? Several "
            "places only if they are equally close."
        )
        told.where(rule_of(task), words, _area(told), 0, MOST_PLACES)
    elif len(known) == 1:
        words = f"Which hexes touch {known[0]} on the side of the {edge} edge? Three at most."
        told.where(rule_of(task), words, "boards", 0, MINES_FOUND, known[0].partition(":")[0])
    elif known[-1] != "enemy":
        words = "In which of these hexes are activated enemy units? No mines are put there."
        told.choose(rule_of(task), words, {place: place for place in known[1:]})
    else:
        words = "In which of these hexes are units of yours? The mines attack them at once."
        told.choose(rule_of(task), words, {place: place for place in known[1:-1]})


def _discovered_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    known = learnt(task)
    if not known:
        _scout(told, task, chosen)
    elif len(known) == 1:
        _found_in(told, task, chosen)
    elif known[-1] != "enemy":
        left = [place for place in known[1:] if place not in chosen]
        _lay(told, task, left)
    else:
        for place in chosen:
            mines_in(told, place, "and they attack your units there at once")


def _scout(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if not chosen:
        again(told, task, "You have no infantry on the board")
        return
    occurs(told, task)
    places = list(chosen) if on_boards(told.state) else nearest_west(list(chosen))
    place = told.select("the unit", places)
    if on_boards(told.state):
        further(told, task, place)
        return
    _found_in(told, Task(task.what, (*task.about, place)), ground.west_of(place))


def _found_in(told: Telling, task: Task, places: tuple[str, ...]) -> None:
    if not places:
        told.say(rule_of(task), f"There is no ground before {learnt(task)[0]} where the mines could lie.")
        return
    further(told, task, *places)


def _lay(told: Telling, task: Task, places: list[str]) -> None:
    """S? in the hexes are taken away; strength is rolled when somebody is in the mines."""
    if not places:
        told.say(rule_of(task), "The enemy stands in all of those hexes: no mines are put there.")
        return
    gone = [one.id for one in told.state.suspects.values() if one.place in places]
    fresh = [s.Minefield(place) for place in places if place not in told.state.mines]
    text = f"Minefields are put in {listed(places)}{f'; {listed(gone)} are taken off' if gone else ''}."
    told.change(rule_of(task), text, mines=fresh, gone=gone)
    told.queue(Task(task.what, (*task.about[:3], learnt(task)[0], *places, "enemy")))


# -- 63: the sniper


def _sniper(told: Telling, task: Task) -> None:
    occurs(told, task)
    number = told.chart("sniper-strike")
    attack = f'make a "{number}" Sniper attack (A14.3)'
    told.say(rule_of(task), f"Your sniper finds a target: {attack} as the first act of the coming Prep Fire Phase.")


DO: dict[str, Do] = {
    "recalled": _recalled,
    "hero": _hero,
    "rally": _rally,
    "friendly-rumours": _rumours,
    "mines-discovered": _mines_discovered,
    "friendly-sniper": _sniper,
}
ANSWERED: dict[str, Answered] = {
    "recalled": _recalled_answered,
    "rally": _rally_answered,
    "mines-discovered": _discovered_answered,
}
IMPOSSIBLE: dict[str, Impossible] = {"recalled": no_armour, "friendly-rumours": enough_rumours}
