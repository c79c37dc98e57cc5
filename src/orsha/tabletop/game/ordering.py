"""Movement Orders in a battle (core 4.6): given by the unit's leader, tested, carried out by its teams."""

from __future__ import annotations

from orsha.kernel import Illegal
from orsha.tabletop.battle import orders
from orsha.tabletop.battle.orders import Moment, Ordering, takes_part
from orsha.tabletop.game import facts
from orsha.tabletop.game.moving import check_unit, follower
from orsha.tabletop.game.obstacles import markers
from orsha.tabletop.game.state import BattleState, GiveOrder, Ordered, Spot
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat

MARKED: dict[str, tuple[str, ...]] = {
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
        not its.arriving,
        its.charged,
        its.given,
        facts.komissar(state, unit),
    )


def why_not(state: BattleState, seat: Seat, unit: str, slug: str) -> str | None:
    """Why an order cannot be given now; nothing if it can."""
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
    if not any(carries_out(state, id, slug) for id in facts.teams_of(state, unit)):
        return f"no team of the unit can carry out {rules.order(slug).name} now"
    return None


def followers(state: BattleState, unit: str, slug: str) -> list[str]:
    """The teams that carry an order out."""
    return [id for id in facts.teams_of(state, unit) if carries_out(state, id, slug)]


def carries_out(state: BattleState, team: str, slug: str) -> bool:
    if not facts.acting(state.teams[team]):
        return False
    at = marker(state, team, slug)
    to_marker = None if at is None else facts.gap_to_spot(state, team, at)
    return takes_part(slug, follower(state, team, slug, to_marker), state.setup.moves) is None


def marker(state: BattleState, team: str, slug: str) -> Spot | None:
    """The nearest marker that an order is about."""
    if slug not in MARKED:
        return None
    spots = [at for kind in MARKED[slug] for at in markers(state)[kind]]
    return min(spots, key=lambda at: facts.apart(at, facts.spot(state, team)), default=None)


def available(state: BattleState, seat: Seat, unit: str) -> list[str]:
    """The orders that a unit may be given now."""
    return [slug for slug in state.setup.moves.orders if why_not(state, seat, unit, slug) is None]


def give(story: Story, seat: Seat, command: GiveOrder) -> None:
    """Gives an order: tests it and tells what it does to the teams that carry it out."""
    state, unit, slug = story.state, command.unit, command.order
    rules = state.setup.moves
    order = rules.order(slug)
    check_unit(state, seat, unit, "assault" if order.when == "assault-step" else "movement")
    why = why_not(state, seat, unit, slug)
    if why is not None:
        raise Illegal(order.source, f"{facts.unit_name(state, unit)}: {why}")
    teams = followers(state, unit, slug)
    outcome = orders.give(slug, ordering(state, unit), story.dice, seat, rules)
    effect = outcome.effect
    cleared = marker(state, teams[0], slug) if effect.gives in ("cleared mines", "gapped wire") else None
    story.tell(
        Ordered(
            unit,
            facts.unit_name(state, unit),
            slug,
            outcome.passed,
            tuple(teams) if slug not in MARKED else (teams[0],),
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
