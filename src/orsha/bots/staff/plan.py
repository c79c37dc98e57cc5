"""The staff's plan of a turn: which unit takes, which keeps, which supports, and where each goes."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Literal

from msgspec import Struct

from orsha.bots.staff import late
from orsha.bots.staff.both import split
from orsha.bots.staff.evicting import hunters
from orsha.bots.staff.goals import Goals, goals
from orsha.bots.staff.presence import sent
from orsha.tabletop.game import facts, firing_guess, shelling_guess
from orsha.tabletop.game.contact import foe_spots
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import engine
from orsha.tabletop.table.kinds import MIL

Role = Literal["take", "keep", "support", "hunt"]
KEEPERS = 1
"""Units that keep an objective, at most, if the side attacks elsewhere too."""
STEADY = 8.0
"""So much better, in inches of way, another objective must be to be gone for instead."""
GUARDS, GUARDED = 12_000, 0.8
"""Enemies so near to an objective guard it, in mils, and what each of them counts for, in inches of way."""
BLUR = 4000
"""Enemies threaten a place the more the nearer they are, but not much more when nearer than this, in mils."""
HEAVY = 1.0
"""So many inches farther away somebody may be who keeps a place, for each team that would be missed in the attack."""
CLOSE_BY, THREATENED = 4000, 16_000
"""Guns and mortars so near to a place keep it, while no enemy is so near to it, in mils."""
NOT_COUNTED = 2.0
"""So many times as far away an enemy seems whose loss breaks no formation."""
LITTLE = 0.5
"""Guns that do no more harm than that where they are move up late in a battle, in points; armoured ones always do."""
SPARE = 4.0
"""So many turns to spare mortars set out with to where a battle is decided."""
AT_ONCE = 10_000
"""Late in a battle only who could come at once is waited for, in mils: a battle that is called off is nobody's."""


class Task(Struct, frozen=True):
    role: Role
    at: Spot | None
    straight: bool = False
    """To its place and nowhere else: the enemy wins if nobody is near it."""


class Plan(Struct, frozen=True):
    goals: Goals
    tasks: dict[str, Task]
    goal: Spot | None = None
    """What everybody who attacks goes for."""


def plan(state: BattleState, seat: Seat, before: Spot | None = None) -> Plan:
    """A task for every unit on the table; `before`: what the last plan went for."""
    wanted = goals(state, seat)
    units = facts.units_on_table(state, seat)
    spots = {unit: facts.spot(state, facts.leading(state, unit)) for unit in units}
    tasks: dict[str, Task] = {unit: Task("support", None) for unit in units if _supports(state, unit)}
    free = [unit for unit in units if unit not in tasks]
    take = wanted.take or wanted.near
    defends = side_of(state.mission, seat) == "defender"
    if defends:
        also = [unit for unit in tasks if late.is_late(state, seat) and _assault_guns(state, unit)]
        for unit, at in hunters(state, seat, {unit: spots[unit] for unit in (*free, *also)}).items():
            tasks[unit] = Task("hunt", at)
    if wanted.near:
        for unit, at in sent(state, seat, {unit: spots[unit] for unit in free}).items():
            tasks[unit] = Task("take", at, straight=True)
    _keepers(state, seat, wanted, free, spots, tasks, everybody=defends and not wanted.take)
    left = [unit for unit in free if unit not in tasks]
    there = late.comers(state, seat, take) if late.is_late(state, seat) else {}
    goal = before
    if left and wanted.both is not None and all(wanted.both):
        own = [spots[unit] for unit in left]
        first, goal = (_softest(state, seat, some, own, before) for some in wanted.both)
        for unit, at in split(state, seat, (first, goal), left, spots).items():
            tasks[unit] = Task("take", at)
    elif take and left:
        goal = _softest(state, seat, take, [spots[unit] for unit in left], before)
        for unit in left:
            tasks[unit] = _late_task(state, seat, unit, there, spots[unit]) if there else Task("take", goal)
    if take or not wanted.keep:
        idle = {unit: spots[unit] for unit in units if unit not in free and _can_go(state, unit)}
        if idle and take and goal is None:
            goal = _softest(state, seat, take, list(idle.values()), before)
        tasks |= _moving_up(state, seat, idle, goal, there, few=len(left) < 3)
    for unit in left:
        if unit not in tasks:
            tasks[unit] = Task("hunt", _prey(state, seat, spots[unit]))
    return Plan(wanted, tasks, goal)


def _supports(state: BattleState, unit: str) -> bool:
    """Guns, artillery and observers stay and shoot."""
    sheet = facts.unit_sheet(state, unit)
    its = sheet.unit
    if its.artillery or its.kind == "gun" or its.independent or sheet.attached_to is not None:
        return True
    return not any(facts.tactical(state, id) for id in facts.teams_of(state, unit))


def _late_task(state: BattleState, seat: Seat, unit: str, there: late.Comers, here: Spot) -> Task:
    """Where a unit goes late in a battle: straight to what it comes to first, or to what is softest for it."""
    open_to = late.race(state, seat, unit, there)
    return Task("take", open_to or late.softest(there, here), straight=open_to is not None)


def _moving_up(
    state: BattleState, seat: Seat, idle: Mapping[str, Spot], goal: Spot | None, there: late.Comers, *, few: bool
) -> dict[str, Task]:
    """Who of those that stay and shoot goes forward after all, and where to; late in a battle all who can be there in
    time, if not for long any more. `few`: hardly anybody else is left."""
    found: dict[str, Task] = {}
    for unit, here in idle.items():
        if there:
            task = _late_task(state, seat, unit, there, here)
            spare = late.spare(state, seat, unit, task.at) if task.at is not None else 0.0
            last = spare >= 0 and (few or spare < SPARE)
        else:
            task = Task("take", goal or _prey(state, seat, here))
            last = few and late.is_late(state, seat) and not _shells(state, unit)
        if _comes_up(state, seat, unit, here, last=last):
            found[unit] = task
    return found


def _can_go(state: BattleState, unit: str) -> bool:
    """Whether a unit that stays and shoots could go elsewhere by itself."""
    sheet = facts.unit_sheet(state, unit)
    if sheet.attached_to is not None or sheet.unit.independent:
        return False
    return all(facts.tactical(state, id) for id in facts.teams_of(state, unit))


def _comes_up(state: BattleState, seat: Seat, unit: str, here: Spot, *, last: bool) -> bool:
    """Whether guns of a side that attacks move up: those that shoot over open sights and reach nobody, late in a battle
    those that do little where they are, and at the last, when time is short or hardly anybody else is left, mortars
    too."""
    sheet, cards = facts.unit_sheet(state, unit), [facts.card(state, id) for id in facts.teams_of(state, unit)]
    if (sheet.unit.artillery and not _assault_guns(state, unit)) or sheet.unit.kind not in ("gun", "tank"):
        return last
    reach = max((weapon.range for card in cards for weapon in card.weapons), default=0) * MIL
    if nearest_foe(state, seat, here)[0] >= reach:
        return True
    if last or not late.is_late(state, seat):
        return last
    return _assault_guns(state, unit) or firing_guess.plan(state, unit).points <= LITTLE


def _shells(state: BattleState, unit: str) -> bool:
    """Whether mortars do enough harm where they are."""
    found = shelling_guess.best_bombardment(state, unit)
    return found is not None and found.points > LITTLE


def _assault_guns(state: BattleState, unit: str) -> bool:
    """Whether artillery is armoured, moves and shoots over open sights too."""
    cards = [facts.card(state, id) for id in facts.teams_of(state, unit)]
    if any(card.move is None or card.move.tactical is None for card in cards):
        return False
    return all(card.armoured and any(weapon.fires == "direct" for weapon in card.weapons) for card in cards)


def _keepers(
    state: BattleState,
    seat: Seat,
    wanted: Goals,
    free: list[str],
    spots: dict[str, Spot],
    tasks: dict[str, Task],
    *,
    everybody: bool,
) -> None:
    """Some infantry stays by what must be kept, where guns do not: who is near, and least missed in the attack. A side
    that only defends keeps with all it has."""
    if not wanted.keep:
        return
    foot = [unit for unit in free if facts.unit_sheet(state, unit).unit.kind == "infantry"]
    pool = list(free) if everybody else foot
    room = len(pool) if everybody else min(KEEPERS * len(wanted.keep), (len(free) + 1) // 2)
    keep = wanted.keep
    if not everybody:
        keep = tuple(at for at in keep if _worth_keeping(state, seat, at) and not _kept_by_guns(state, seat, at, tasks))
        room = min(room, KEEPERS * len(keep))
    if not keep:
        return
    missed = {unit: 0.0 if everybody else HEAVY * stormers(state, unit) for unit in pool}
    counts, threats = dict.fromkeys(keep, 0), {at: _threat(state, seat, at) for at in keep}
    for _ in range(room):
        open_to = [unit for unit in pool if unit not in tasks]
        if not open_to:
            return
        spot = min(keep, key=lambda at: (counts[at], -threats[at]))
        unit = min(open_to, key=lambda one: (facts.apart(spots[one], spot) / MIL + missed[one], one))
        tasks[unit] = Task("keep", spot)
        counts[spot] += 1


def stormers(state: BattleState, unit: str) -> int:
    """How many teams of a unit can charge."""
    never = set(state.setup.moves.charge.never)
    return sum([never.isdisjoint(facts.card(state, id).rules) for id in facts.teams_of(state, unit)])


def _kept_by_guns(state: BattleState, seat: Seat, at: Spot, tasks: Mapping[str, Task]) -> bool:
    """Whether guns or mortars that stay stand by a place, and no enemy is about it."""
    if nearest_foe(state, seat, at)[0] < THREATENED:
        return False
    staying = [id for unit, task in tasks.items() if task.role == "support" for id in facts.teams_of(state, unit)]
    return any(facts.near_spot(state, id, at, CLOSE_BY) and facts.may_hold(state, id) for id in staying)


def _worth_keeping(state: BattleState, seat: Seat, at: Spot) -> bool:
    """Late in a game nobody waits where no enemy can come in time."""
    return not late.is_late(state, seat) or nearest_foe(state, seat, at)[0] < AT_ONCE


def _threat(state: BattleState, seat: Seat, at: Spot) -> float:
    """How much of the enemy is near to a place."""
    x, y = at
    return sum([1 / (BLUR + sqrt((x - fx) * (x - fx) + (y - fy) * (y - fy))) for fx, fy, _ in foe_spots(state, seat)])


def nearest_foe(state: BattleState, seat: Seat, at: Spot) -> tuple[float, str | None]:
    """How far the nearest enemy is from a place, and who it is."""
    foes, own = foe_spots(state, seat), engine()
    if not foes:
        return 1e9, None
    spots = facts.stood(
        state, facts.enemy(seat), "places", lambda: own.floats([number for x, y, _ in foes for number in (x, y)])
    )
    x, y, foe = foes[own.nearest(spots, float(at[0]), float(at[1]))]
    return facts.apart(at, (x, y)), foe


def _softest(state: BattleState, seat: Seat, take: tuple[Spot, ...], own: list[Spot], before: Spot | None) -> Spot:
    """The objective that is nearest to us and least guarded; a plan is not changed for a little."""
    foes = foe_spots(state, seat)

    def cost(at: Spot) -> float:
        way = sum([facts.apart(at, spot) for spot in own]) / len(own) / MIL
        x, y = at
        guards = sum([(x - fx) * (x - fx) + (y - fy) * (y - fy) < GUARDS * GUARDS for fx, fy, _ in foes])
        return way + GUARDED * guards - (STEADY if at == before else 0.0)

    return min(take, key=lambda at: (cost(at), at))


def _prey(state: BattleState, seat: Seat, spot: Spot) -> Spot | None:
    """The nearest enemy, those first whose loss breaks a formation: that is what wins where no place does."""

    def far(id: str) -> float:
        sheet = facts.unit_sheet(state, facts.unit_id(id))
        counts = sheet.formation is not None and sheet.attached_to is None and not sheet.unit.independent
        return facts.apart(facts.spot(state, id), spot) * (1.0 if counts else NOT_COUNTED)

    found = min(facts.targets(state, seat), key=lambda id: (far(id), id), default=None)
    return facts.spot(state, found) if found is not None else None
