"""Movement Orders in a battle (core 4.6): given by the unit's leader, tested, carried out by its teams."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.kernel import Illegal
from orsha.tabletop.battle import mines, orders
from orsha.tabletop.battle.orders import Moment, Ordering, takes_part
from orsha.tabletop.game import chain, facts, landing
from orsha.tabletop.game.commands import GiveOrder
from orsha.tabletop.game.crossing import in_mines
from orsha.tabletop.game.events import Ordered
from orsha.tabletop.game.moving import check_unit, follower
from orsha.tabletop.game.obstacles import MARKER, markers, on_marker
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState, Marked, Obstacle, Spot
from orsha.tabletop.game.telling import Story, lose
from orsha.tabletop.mission.state import Seat

MARKED: dict[str, tuple[Obstacle, ...]] = {
    "clear-minefield": ("minefield", "booby trap"),
    "wire-gapping": ("barbed wire",),
}
"""What each order needs a marker of."""


def ordering(state: BattleState, unit: str) -> Ordering:
    """A unit as an order sees it."""
    its = state.units[unit]
    leader = state.teams[its.leader]
    moment: Moment = "assault-step" if state.step == "assault" else "after-moving" if its.moved else "before-moving"
    return Ordering(
        facts.card(state, its.leader),
        moment,
        its.pinned,
        leader.bailed_out,
        leader.aboard is not None,
        not its.arriving and leader.aboard not in state.boats,
        its.charged,
        its.given,
        chain.komissar(state, unit),
    )


def why_not(state: BattleState, unit: str, slug: str) -> str | None:
    """Why an order cannot be given now; nothing if it can."""
    if is_work(unit):
        return "works never move, and take no Movement Orders"
    rules = state.setup.moves
    step = "assault" if rules.order(slug).when == "assault-step" else "movement"
    if state.step != step:
        return f"{rules.order(slug).name} is ordered in the {step.title()} Step"
    if state.units[unit].leader not in state.teams:
        return "the unit has no leader"
    if state.units[unit].extra:
        return "the unit has the inches of its last order to move first"
    why = orders.forbids_order(slug, ordering(state, unit), rules)
    if why is not None:
        return why
    if state.boats and rules.order(slug).when == "instead-of-moving" and landing.may_land(state, unit):
        return "those of it who are across must get off their boats first"  # 000 Disembarking, ruling A91
    if not any(carries_out(state, id, slug) for id in facts.teams_of(state, unit)):
        return f"no team of the unit can carry out {rules.order(slug).name} now"
    return None


def followers(state: BattleState, unit: str, slug: str) -> list[str]:
    """The teams that carry an order out."""
    return [id for id in facts.teams_of(state, unit) if carries_out(state, id, slug)]


def carries_out(state: BattleState, team: str, slug: str) -> bool:
    if not facts.acting(state.teams[team]):
        return False
    if state.setup.moves.order(slug).success.inches and "move" in state.teams[team].forbidden:
        return False
    if slug in MARKED:
        return bool(clearable(state, team, slug))
    return takes_part(slug, follower(state, team, slug), state.setup.moves) is None


def clearable(state: BattleState, team: str, slug: str) -> list[Marked]:
    """The markers that a team can take away by an order, the nearest first. 000: a booby trap only by who is on it."""
    there = _marked(state, slug)
    return [there[n] for n in _reached(state, team, slug, there)]


def _marked(state: BattleState, slug: str) -> list[Marked]:
    """The markers that an order takes away."""
    return [(kind, at) for kind in MARKED[slug] for at in markers(state)[kind]]


def _reached(state: BattleState, team: str, slug: str, there: Sequence[Marked]) -> list[int]:
    """Which of them, by their numbers, a team can take away, the nearest first."""
    found = [n for n, one in enumerate(there) if _in_reach(state, team, slug, *one)]
    return sorted(found, key=lambda n: facts.apart(there[n][1], facts.spot(state, team)))


def _in_reach(state: BattleState, team: str, slug: str, kind: Obstacle, at: Spot) -> bool:
    trap = kind == "booby trap"
    rim = max(facts.gap_to_spot(state, team, at) - MARKER, 0)
    far = (0 if on_marker(state, team, at) else None) if trap else rim
    came = at in state.teams[team].wired_before  # 000: into this one
    who = follower(state, team, slug, far, booby_trap=trap, came_into=came)
    return takes_part(slug, who, state.setup.moves) is None


def clearers(state: BattleState, unit: str, slug: str) -> dict[str, Marked]:
    """Which team takes which marker away: as many teams as can, each one, and no two the same. Ruling A72"""
    there = _marked(state, slug)
    reach = {id: _reached(state, id, slug, there) for id in followers(state, unit, slug)}
    taken: dict[int, str] = {}
    for id in reach:
        _take(id, reach, taken, set())
    by = {id: there[n] for n, id in taken.items()}
    return {id: by[id] for id in reach if id in by}


def _take(team: str, reach: dict[str, list[int]], taken: dict[int, str], asked: set[int]) -> bool:
    """A team takes the nearest marker that is left to it, or else one whose team can take another instead."""
    for n in reach[team]:
        if n not in taken:
            taken[n] = team
            return True
    for n in reach[team]:
        if n not in asked:
            asked.add(n)
            if _take(taken[n], reach, taken, asked):
                taken[n] = team
                return True
    return False


def available(state: BattleState, unit: str) -> list[str]:
    """The orders that a unit may be given now."""
    return [slug for slug in state.setup.moves.orders if why_not(state, unit, slug) is None]


def give(story: Story, seat: Seat, command: GiveOrder) -> None:
    """Gives an order: tests it and tells what it does to the teams that carry it out."""
    state, unit, slug = story.state, command.unit, command.order
    rules = state.setup.moves
    if slug not in rules.orders:
        raise Illegal("core 4.6 movement orders", f"there is no order {slug!r}; there are {', '.join(rules.orders)}")
    order = rules.order(slug)
    check_unit(state, seat, unit, "assault" if order.when == "assault-step" else "movement")
    why = why_not(state, unit, slug)
    if why is not None:
        raise Illegal(order.source, f"{facts.unit_name(state, unit)}: {why}")
    by = clearers(state, unit, slug) if slug in MARKED else {}
    teams = list(by) or followers(state, unit, slug)
    outcome = orders.give(slug, ordering(state, unit), story.dice, seat, rules)
    effect = outcome.effect
    hit = {id: _under_foot(story, seat, id, kind) for id, (kind, _) in by.items()}
    cleared = tuple(one for id, one in by.items() if hit[id] != "destroyed")
    story.tell(
        Ordered(
            unit,
            facts.unit_name(state, unit),
            slug,
            outcome.passed,
            tuple(teams),
            effect.inches,
            effect.forbids,
            effect.counts_as,
            effect.to_hit > 0,
            effect.gives == "foxholes",
            effect.hidden,
            effect.gives == "easier crossing",
            cleared,
        )
    )
    lose(story, [id for id, fate in hit.items() if fate == "destroyed"], "destroyed")


def _under_foot(story: Story, seat: Seat, team: str, kind: Obstacle) -> str | None:
    """000 Booby Traps: who clears one that was laid under it rolls to be hit first; if it lives it clears it."""
    if kind == "barbed wire" or not mines.must_be_hit_first(kind, story.state.teams[team].trapped):
        return None
    return in_mines(story, seat, facts.sheet(story.state, team), kind)
