"""The enemy's random events (001, the random events table of OtO-S1)."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.counters import better_type, leadership
from orsha.campaign.report import Piece
from orsha.solo import ground
from orsha.solo import state as s
from orsha.solo.activation import artillery
from orsha.solo.happenings.common import (
    Answered,
    Do,
    Impossible,
    again,
    find_target,
    further,
    highest,
    learnt,
    nearest_west,
    numbers,
    occurs,
    on_boards,
    own_objectives,
    rule_of,
)
from orsha.solo.mines import mines_in
from orsha.solo.state import SoloState, Task
from orsha.solo.telling import Telling, enemy_edge, listed

MOBILE = ("squad", "half-squad", "leader", "vehicle")
MOST_STACKS = 6


# -- 11-12: S? near a lost VPO go over to the attack


def holding(state: SoloState) -> list[s.Suspect]:
    return [one for one in state.suspects.values() if one.attitude == "hold"]


def _near(state: SoloState, target: str) -> list[str]:
    """S? on Hold that are near enough to a place of the Orsha map."""
    most = numbers().counterattack_range
    away = {one.id: ground.range_between(one.place, target) for one in holding(state)}
    return [id for id, hexes in away.items() if hexes is not None and hexes <= most]


def taken(state: SoloState) -> list[str]:
    """VPO that were the enemy's and are the player's."""
    return [place for place in own_objectives(state) if on_boards(state) or not ground.own_at_start(place)]


def no_advance(state: SoloState) -> str:
    if not taken(state):
        return "you have taken no VPO of the enemy's"
    if on_boards(state):
        return "" if holding(state) else "no S? is on Hold"
    near = any(_near(state, target) for target in nearest_west(own_objectives(state)))
    return "" if near else f"no S? is within {numbers().counterattack_range} hexes of your foremost VPO"


def _suspects_advance(told: Telling, task: Task) -> None:
    target = find_target(told, task)
    if target is None:
        return
    if not on_boards(told.state):
        _go_over(told, task, target, _near(told.state, target))
        return
    if len(learnt(task)) == 0:
        further(told, task, target)
        return
    words = f"Which S? on Hold are within {numbers().counterattack_range} hexes of {target}?"
    told.choose(rule_of(task), words, {one.id: one.place for one in holding(told.state)})


def _advance_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if learnt(task):
        _go_over(told, task, learnt(task)[0], list(chosen))
    else:
        further(told, task, chosen[0])


def _go_over(told: Telling, task: Task, target: str, ids: list[str]) -> None:
    if not ids:
        again(told, task, f"No S? is within {numbers().counterattack_range} hexes of {target}")
        return
    occurs(told, task)
    changed = [replace(told.state.suspects[id], attitude="advance") for id in ids]
    text = f"Local counterattack on {target}! {listed(ids)} go over to Advance: put S? of another colour there."
    told.change(rule_of(task), text, suspects=changed)


# -- 13-16, 25-26, 51-56: mines underfoot


def _minefield(told: Telling, task: Task) -> None:
    words = (
        f"Minefield! Where is your infantry, not in melee, that is nearest to the {enemy_edge(told.state)} edge in a "
        "place where mines can lie (no building)? Name each such place, none if it is all in your set-up area or "
        "elsewhere than mines can be."
    )
    area: s.Area = "boards" if on_boards(told.state) else "mine-targets"
    told.where(rule_of(task), words, area, 0, MOST_STACKS)


def _minefield_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if not chosen:
        again(told, task, "No stack of yours can stand on mines")
        return
    occurs(told, task)
    places = list(chosen) if on_boards(told.state) else nearest_west(list(chosen))
    for place in places:
        mines_in(told, place, "marked there")
    told.say(
        rule_of(task),
        f"The mines attack each stack in {listed(places)} as the first thing of the coming enemy Prep Fire Phase, "
        "as if it had just entered together.",
    )


# -- 21-22: rumours


def enough_enemy_rumours(state: SoloState) -> str:
    return highest(state.figures.events_enemy, "the enemy's")


def _rumours(told: Telling, task: Task) -> None:
    occurs(told, task)
    low = told.state.figures.events_enemy + 1
    text = f"Rumours of enemy reinforcements: the enemy's random event numbers rise to {low}/{low + 1}."
    told.tell(s.FigureSet(told.rule(rule_of(task)), text, "events_enemy", low))


# -- 23-24, 44-46: activated units counterattack


def movable(state: SoloState) -> list[s.Unit]:
    return [unit for unit in state.units.values() if unit.kind in MOBILE]


def no_counterattack(state: SoloState) -> str:
    if not own_objectives(state):
        return "you control no VPO"
    return "" if movable(state) else "no enemy unit that could move is activated"


def _counterattack(told: Telling, task: Task) -> None:
    target = find_target(told, task)
    if target is None:
        return
    if not learnt(task):
        further(told, task, target)
        return
    choices = {unit.id: _away(unit, target) for unit in movable(told.state)}
    words = f"Local counterattack on {target}! Which enemy units are within {numbers().counterattack_range} hexes?"
    told.choose(rule_of(task), words, choices)


def _away(unit: s.Unit, target: str) -> str:
    hexes = ground.range_between(unit.place, target)
    return f"{unit.what}, last in {unit.place}{'' if hexes is None else f', {hexes} hexes away'}"


def _counterattack_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if not learnt(task):
        further(told, task, chosen[0])
        return
    target = learnt(task)[0]
    if not chosen:
        again(told, task, f"No enemy unit is near enough to {target}")
        return
    occurs(told, task)
    units = [replace(told.state.units[id], attitude="advance", against=target) for id in chosen]
    told.change(rule_of(task), f"{listed(chosen)} go over to Advance on {target}.", units=units)
    told.say(
        rule_of(task),
        f"When {target} is the enemy's they go back to Hold. Their infantry crosses minefields unharmed, ends its "
        "Movement Phase in each such hex it enters, and is fired on there with another -1 DRM.",
    )


# -- 31-33, 41, 42-43: artillery


def _strike(told: Telling, task: Task) -> None:
    occurs(told, task)
    table = task.what.rsplit("-", 1)[1]
    if task.what.startswith("harassing"):
        artillery(told, rule_of(task), table, "FFE of Harassing Fire (C1.72)")
    else:
        artillery(told, rule_of(task), table, "FFE")


# -- 34-36 with its second part: reinforcements


def _reinforcements(told: Telling, task: Task) -> None:
    occurs(told, task)
    count = told.total("enemy reinforcements, 2 more S? than the DR", 2) + numbers().reinforcements_more
    _enter(told, rule_of(task), count)
    text = "In each later enemy Rally Phase a die says whether more of them come."
    told.tell(s.Settled(told.rule(rule_of(task)), text, reinforcing=True))


def _enter(told: Telling, rule: str, count: int) -> None:
    edge = f"{enemy_edge(told.state)} edge"
    text = f"Enemy reinforcements! {count} S? on Advance enter along the {edge} this turn."
    told.place_suspects(rule, text, [edge] * count, "advance")


def reinforcement_die(told: Telling) -> None:
    """The second part of 34-36, in each later enemy Rally Phase."""
    rule = "ENEMY RE 34-36"
    if told.chart("reinforcement-die") == "more":
        _enter(told, rule, told.total("additional S?", 2))
        return
    told.tell(s.Settled(told.rule(rule), "No further reinforcements come.", reinforcing=False))


# -- 61-62: a leader battle hardens


def hardened(unit: s.Unit) -> str | None:
    return better_type(Piece(unit.id, "german", "leader", unit.what))


def hardening(state: SoloState) -> list[s.Unit]:
    """The best of the leaders that can still become better."""
    found = [unit for unit in state.units.values() if unit.kind == "leader" and hardened(unit)]
    rank = {unit.id: (-leadership(unit.what), int(unit.what.replace("+", "-").split("-")[0])) for unit in found}
    return [unit for unit in found if rank[unit.id] == max(rank.values())]


def no_leader(state: SoloState) -> str:
    return "" if hardening(state) else "no enemy leader on the map can become better"


def _leader_hardens(told: Telling, task: Task) -> None:
    occurs(told, task)
    best = told.select("the best leader", [unit.id for unit in hardening(told.state)])
    leader = told.state.units[best]
    better = hardened(leader)
    assert better is not None
    text = (
        f"Enemy leader {best} in {leader.place} battle hardens from {leader.what} to {better}. If broken he rallies, "
        "and so do all broken enemy units with him."
    )
    told.change(rule_of(task), text, units=[replace(leader, what=better)])


# -- 63-64, 65-66: sniper, aircraft


def _sniper(told: Telling, task: Task) -> None:
    occurs(told, task)
    number = told.chart("sniper-strike")
    told.say(rule_of(task), f"The enemy sniper strikes now, as on a Sniper attack dr of {number} (A14.3).")


def _air(told: Telling, task: Task) -> None:
    occurs(told, task)
    count = int(told.stand_in("e7-21", "Ju-87G Stukas"))
    ids = told.new_ids("g", count)
    text = (
        f"Enemy air support: {count} x Ju-87G Stuka (OtO Aircraft 12.1), able to enter in your next Movement Phase. "
        f"They attack with cannon the AFV of yours closest to the {enemy_edge(told.state)} edge, placed so that a "
        "strafing run meets more than one AFV where that is possible."
    )
    told.change(rule_of(task), text, units=[s.Unit(id, "aircraft", "Ju-87G Stuka", "the sky") for id in ids])


DO: dict[str, Do] = {
    "suspects-advance": _suspects_advance,
    "minefield": _minefield,
    "enemy-rumours": _rumours,
    "counterattack": _counterattack,
    "artillery-a6a": _strike,
    "artillery-a6c": _strike,
    "harassing-a6e": _strike,
    "reinforcements": _reinforcements,
    "leader-hardens": _leader_hardens,
    "enemy-sniper": _sniper,
    "enemy-air": _air,
}
ANSWERED: dict[str, Answered] = {
    "suspects-advance": _advance_answered,
    "minefield": _minefield_answered,
    "counterattack": _counterattack_answered,
}
IMPOSSIBLE: dict[str, Impossible] = {
    "suspects-advance": no_advance,
    "enemy-rumours": enough_enemy_rumours,
    "counterattack": no_counterattack,
    "leader-hardens": no_leader,
}
