"""The staff's plan of a turn in a city (002): who keeps which room, who goes for which, who shoots from outside."""

from __future__ import annotations

from collections.abc import Mapping

from orsha.bots.staff import city
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import Plan, Task
from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import Room, holder, room_at, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

KEEPERS = (3, 10)
"""How many teams keep a place, at the least and at the most;"""
PER_ENEMY = 0.6
"""and for each enemy near it."""
INCH = 0.2
"""What an inch of way costs, beside what a place is worth;"""
GUARD = 0.15
"""what an enemy who holds it does,"""
CROWDED = 4.0
"""and that enough others go for it already."""
ENOUGH = 2.0
"""So many teams for each enemy are enough, and"""
SPARE = 6
ROUND = 4.0
"""Who is in the building does not gladly go around outside."""
STEADY = 2.0
"""So much better another place must be to be gone for instead."""
ASIDE = 5.0
"""So much less an objective is worth that is not the one all go for."""
TOGETHER = 2
"""Until that turn the smaller side stays together in a building that must be had alone."""
AT_HAND = 4000
"""Who is so near to a place outside contests it, in mils."""


def plan(state: BattleState, seat: Seat, before: Plan | None = None) -> Plan:
    """A task for every unit on the table; `before`: the last plan."""
    units = facts.units_on_table(state, seat)
    tasks = {unit: Task("support", None) for unit in units}
    foot = [unit for unit in units if city.storms(state, unit)]
    if state.mission.turns.get(seat, 0) < TOGETHER and city.together(state, seat):
        tasks |= {unit: Task("keep", spot_of(state, unit)) for unit in foot if city.housed(state, unit)}
    _keep(state, seat, foot, tasks)
    free = [unit for unit in foot if tasks[unit].role == "support"]
    staff = [unit for unit in free if _hq(state, unit)]
    _take(state, seat, [unit for unit in free if unit not in staff], tasks, {} if before is None else before.tasks)
    for unit in staff:
        tasks[unit] = Task("keep", behind(state, seat, unit))
    _drive(state, seat, [unit for unit in units if unit not in foot], tasks)
    return Plan(goals(state, seat), tasks)


def spot_of(state: BattleState, unit: str) -> Spot:
    return facts.spot(state, facts.leading(state, unit))


def _keep(state: BattleState, seat: Seat, foot: list[str], tasks: dict[str, Task]) -> None:
    """The nearest units, and not too many, stay where the enemy must not come; not half of them where he is far."""
    posts = sorted(city.keeps(state, seat), key=lambda post: -city.threat(state, seat, post.at))
    for post in posts:
        near = city.threat(state, seat, post.at)
        keepers = sum(task.role == "keep" for task in tasks.values())
        if not near and keepers and 2 * keepers >= len(foot):
            continue
        least = KEEPERS[0] if near else 1
        busy = [unit for unit in foot if tasks[unit].role != "keep"]
        need = min(max(least, round(PER_ENEMY * near)), KEEPERS[1]) - _there(state, seat, post.at, busy)
        while need > 0:
            free = [unit for unit in foot if tasks[unit].role == "support"]
            if not free:
                return
            unit = min(free, key=lambda one: (_hq(state, one), _way(state, one, post.at), one))
            tasks[unit] = Task("keep", post.at)
            need -= _size(state, unit)


def _there(state: BattleState, seat: Seat, at: Spot, busy: list[str]) -> int:
    """How many teams keep a place that stay there anyhow: guns, tanks for the while, who keeps another place by it."""
    room, found = room_at(state, at), 0
    for id in facts.on_table(state, seat):
        if facts.unit_id(id) in busy or not facts.may_hold(state, id):
            continue
        own = state.teams[id].room
        found += own == room.name if room is not None else facts.gap_to_spot(state, id, at) < AT_HAND
    return found


def _hq(state: BattleState, unit: str) -> bool:
    return facts.unit_sheet(state, unit).unit.hq


def _size(state: BattleState, unit: str) -> int:
    return len(facts.teams_of(state, unit))


def _way(state: BattleState, unit: str, at: Spot) -> float:
    """How far a unit is from a place, in whole inches; nothing for who is in the room."""
    room = room_at(state, at)
    if room is not None and any(state.teams[id].room == room.name for id in facts.teams_of(state, unit)):
        return 0
    return max(1, facts.apart(spot_of(state, unit), at) // MIL)


def _take(state: BattleState, seat: Seat, free: list[str], tasks: dict[str, Task], before: Mapping[str, Task]) -> None:
    """The others go for what is worth it, strong units first, each by its way and by who guards it."""
    posts = [*city.lost(state, seat), *city.takes(state, seat), *city.intruders(state, seat)]
    main = _main(state, seat, free, posts, before)
    posts = [post if main is None or post.worth < city.OBJECTIVE or post.at == main else _less(post) for post in posts]
    gone = dict.fromkeys((post.at for post in posts), 0)
    guards = {at: city.guard(state, seat, at) for at in gone}
    inside = {at: _reached_inside(state, seat, at) for at in gone}
    for unit in sorted(free, key=lambda one: (-_size(state, one), one)):

        def score(post: city.Post, unit: str = unit) -> tuple[float, Spot]:
            value = post.worth - INCH * _way(state, unit, post.at) - GUARD * guards[post.at]
            if _shut_off(state, unit, post.at, inside[post.at]):
                value -= ROUND
            if gone[post.at] >= ENOUGH * guards[post.at] + SPARE:
                value -= CROWDED
            old = before.get(unit)
            return value + (STEADY if old is not None and old.at == post.at else 0.0), post.at

        best = max(posts, key=score, default=None)
        if best is not None:
            tasks[unit] = Task("take", best.at)
            gone[best.at] += _size(state, unit)
        else:
            tasks[unit] = Task("keep", None) if city.housed(state, unit) else Task("hunt", _nearest(state, seat, unit))


def _main(
    state: BattleState, seat: Seat, free: list[str], posts: list[city.Post], before: Mapping[str, Task]
) -> Spot | None:
    """The one of several rooms with an objective that is gone for where one is enough: near to most, and not too
    well guarded."""
    rivals = [post.at for post in posts if post.worth >= city.OBJECTIVE and room_at(state, post.at) is not None]
    if len(rivals) < 2 or not free or city.goes_out(state):
        return None

    def cost(at: Spot) -> tuple[float, Spot]:
        ways = sum(_way(state, unit, at) * _size(state, unit) for unit in free) / sum(_size(state, one) for one in free)
        steady = sum(unit in before and before[unit].at == at for unit in free)
        return INCH * ways + GUARD * city.guard(state, seat, at) - STEADY * steady / len(free), at

    return min(rivals, key=cost)


def _less(post: city.Post) -> city.Post:
    return city.Post(post.at, post.worth - ASIDE)


def _reached_inside(state: BattleState, seat: Seat, at: Spot) -> set[str]:
    """The rooms from which a place is reached without going outside."""
    room = room_at(state, at)
    return (
        set() if room is None else set(city.steps_to(state, seat, (one.name for one in city.around(state, seat, room))))
    )


def _shut_off(state: BattleState, unit: str, at: Spot, reached: set[str]) -> bool:
    """Whether a unit in the same building would have to go around outside."""
    own, room = room_at(state, spot_of(state, unit)), room_at(state, at)
    return own is not None and room is not None and own.building == room.building and own.name not in reached


def behind(state: BattleState, seat: Seat, unit: str) -> Spot | None:
    """Where a headquarters goes: the nearest room that no enemy is next to, rather one by its men."""
    own, foe, here = list[Room](), facts.enemy(seat), spot_of(state, unit)
    for room in rooms(state).values():
        about = [room, *(rooms(state)[name] for name in room.neighbours)]
        if not any(holder(state, one) == foe for one in about):
            own.append(room)
    men = {room.name for room in own if any(holder(state, rooms(state)[name]) == seat for name in room.neighbours)}
    now = room_at(state, here)
    best = min(own, key=lambda room: (room != now, room.name not in men, facts.apart(room.middle, here)), default=None)
    return None if best is None else best.middle


def _nearest(state: BattleState, seat: Seat, unit: str) -> Spot | None:
    here = spot_of(state, unit)
    return min(
        (facts.spot(state, id) for id in facts.targets(state, seat)), key=lambda at: facts.apart(at, here), default=None
    )


def _drive(state: BattleState, seat: Seat, others: list[str], tasks: dict[str, Task]) -> None:
    """Tanks take objectives outside; where there are none they look into windows (see city_moves)."""
    outside = [post.at for post in city.takes(state, seat) if room_at(state, post.at) is None]
    tanks = [unit for unit in others if facts.unit_sheet(state, unit).unit.kind == "tank"]
    for unit in tanks if outside else ():
        if not facts.unit_sheet(state, unit).unit.independent:
            here = spot_of(state, unit)
            tasks[unit] = Task("take", min(outside, key=lambda at: facts.apart(at, here)))
