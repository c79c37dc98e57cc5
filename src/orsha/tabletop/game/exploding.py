"""Demolition carriers that explode (cards: Explosives): steered by a tank, or when they are destroyed."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.tabletop.battle import artillery, saves
from orsha.tabletop.battle.to_hit import any_of
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import bombarding, facts, obstacles, template
from orsha.tabletop.game.contact import under_way
from orsha.tabletop.game.events import AssaultEnded, Shelled
from orsha.tabletop.game.obstacles import MARKER
from orsha.tabletop.game.state import BattleState, Marked, Spot
from orsha.tabletop.game.telling import Story, harm, lose
from orsha.tabletop.table.kinds import MIL


def charge_of(state: BattleState, team: str) -> Weapon | None:
    """The charge that a team carries; nothing if it carries none."""
    return next((one for one in facts.card(state, team).weapons if one.explodes), None)


def inches(state: BattleState, team: str) -> int:
    """How wide the template is about a team that carries a charge."""
    weapon = charge_of(state, team)
    assert weapon is not None
    return artillery.template(weapon, state.setup.rules)


def under(state: BattleState, team: str, at: Spot) -> list[str]:
    """Whom it hits at a place: everybody under the template but itself. 000 Bunker: what no bombardment can hit is
    spared."""
    spared, there = state.setup.rules.works.no_bombardment, template.under(state, at, inches(state, team))
    return [id for id in there if id != team and not any_of(spared, facts.card(state, id).rules)]


def mines_under(state: BattleState, at: Spot, wide: int) -> tuple[Marked, ...]:
    """The minefields with a part of their marker under a template so many inches wide."""
    most = wide * MIL // 2 + MARKER
    mines = obstacles.markers(state)["minefield"]
    return tuple([("minefield", (x, y)) for x, y in mines if abs(x - at[0]) <= most and abs(y - at[1]) <= most])


def explode(story: Story, team: str) -> None:
    """card, Explosives: ranged in at once, it hits all under the template, friend and foe, and clears mines there."""
    state, rules, weapon = story.state, story.state.setup.rules, charge_of(story.state, team)
    assert weapon is not None
    seat, at, wide = facts.seat_of(team), facts.spot(state, team), inches(state, team)
    hit = tuple(id for id in under(state, team, at) if id not in story.exploding)
    story.exploding.add(team)
    mines = mines_under(state, at, wide)
    story.tell(Shelled(facts.unit_id(team), facts.team_name(state, team), at, wide, hit, (), (), True, mines))
    for owner in (facts.enemy(seat), seat):
        there = [id for id in hit if facts.seat_of(id) == owner and id in story.state.teams]
        strikes = [bombarding.strike(story.state, id, weapon) for id in there]
        if strikes:
            harm(story, strikes, saves.resolve(story.dice, strikes, seat, owner, rules))


def destroyed(story: Story, teams: Iterable[str]) -> None:
    """card, Explosives: a carrier that is destroyed explodes on a low die before it is removed."""
    most = story.state.setup.moves.demolitions.explodes_up_to
    for team in teams:
        state = story.state
        if team not in state.teams or team in story.exploding or charge_of(state, team) is None:
            continue
        story.exploding.add(team)
        purpose = f"whether {facts.team_name(state, team)} explodes, on {most} or less"
        if story.dice.total(purpose, facts.seat_of(team)).result <= most:
            explode(story, team)


def after_fire(story: Story) -> None:
    """card, Control Tank: after the Defensive Fire a carrier that is still there explodes, and is removed."""
    (carrier,) = under_way(story.state).teams
    why = "the carrier was destroyed"
    if carrier in story.state.teams:
        explode(story, carrier)
        lose(story, [carrier], "spent")
        why = "the carrier has exploded"
    story.tell(AssaultEnded(None, why))
