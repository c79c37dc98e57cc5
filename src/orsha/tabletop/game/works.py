"""Bunkers, nests and turrets among the teams of a battle (000): who may assault them, and from where."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.tabletop.battle import assault
from orsha.tabletop.battle.to_hit import field_of_fire
from orsha.tabletop.game import facts
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Stand, in_arc


def in_its_field(state: BattleState, work: str, other: Stand) -> bool:
    """000 Bunker: whether another stands in a bunker's field of fire; everything else is come at from anywhere."""
    card, rules = facts.card(state, work), state.setup.rules
    if not card.weapons or not any(rule in card.rules for rule in rules.works.only_from_its_field):
        return True
    return in_arc(facts.stand(state, work), other, field_of_fire(card, card.weapons[0], rules))


def assaultable(state: BattleState, by: str, work: str, at: Stand | None = None) -> bool:
    """000 Bunker, Nests: whether a team may assault a work where it stands (or `at`): no tank, in a bunker's field."""
    stand = facts.stand(state, by) if at is None else at
    why = assault.forbids_target(
        facts.card(state, by),
        facts.card(state, work),
        state.setup.moves,
        in_its_field=in_its_field(state, work, stand),
    )
    return why is None


def may_fight(state: BattleState, one: str, other: str, at: Stand | None = None) -> bool:
    """Whether two teams that touch fight each other: a work does so only with who may assault it."""
    if is_work(other):
        return assaultable(state, one, other, at)
    return not is_work(one) or assaultable(state, other, one)


def barred(state: BattleState, ours: Iterable[str], theirs: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The pairs of two sides that do not fight each other; nobody where there are no works."""
    if not state.works:
        return frozenset()
    enemies = list(theirs)
    return frozenset((a, b) for a in ours for b in enemies if not may_fight(state, a, b))
