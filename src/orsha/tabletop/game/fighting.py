"""Hand to hand (core 9.2): rounds of blows, counterattack tests, and how an assault goes on until it ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from orsha.tabletop.battle import assault, melee
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.game import chain, facts, room_assault, room_contact, works
from orsha.tabletop.game.charging import Field, can_contact
from orsha.tabletop.game.contact import active, in_contact, involved, locked, near, side, touch, under_way
from orsha.tabletop.game.events import Asked, AssaultEnded, Fought, SidesChanged, Tested, Went
from orsha.tabletop.game.leaving import (
    clear_legs,
    fall_back,
    leave,
    leavers,
    may_get_clear,
    plan_break_off,
    suffer,
)
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import Assault, BattleState, Pending
from orsha.tabletop.game.telling import Story, fall, harms_of, lose
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table.kinds import MIL

MOST_ROUNDS = 12
"""After so many rounds of blows both sides let go of each other. Ours."""


# -- blows


def fighters(state: BattleState) -> tuple[list[melee.Fighter], list[Victim]]:
    """The assaulting teams in contact, and the enemies that they may hit."""
    ours, theirs = in_contact(state)
    struck = [victim(state, id) for id in theirs]
    return [
        melee.Fighter(id, facts.card(state, id), passengers=len(facts.passengers(state, id))) for id in ours
    ], struck


def victim(state: BattleState, team: str) -> Victim:
    card, its = facts.card(state, team), state.teams[team]
    crew = card.armoured
    return Victim(
        team,
        card,
        its.bailed_out,
        crew and chain.commander_helps(state, "remount", team),
        crew and chain.komissar(state, facts.unit_id(team)),
    )


def blows(story: Story) -> None:
    """core 9.2 step 4: each team in contact rolls once; hits are given out evenly, the best weapons used."""
    state, fight = story.state, under_way(story.state)
    rules, shooting = state.setup.moves, state.setup.rules
    ours, theirs = fighters(state)
    able = [one for one in ours if any(melee.forbids_strike(one.team, v.team, rules) is None for v in theirs)]
    hit: list[melee.Fighter] = []
    for _, some in groupby(able, key=lambda one: facts.unit_id(one.name)):
        armed = melee.arm(list(some), theirs, rules, shooting)
        hit += melee.roll_blows(armed, story.dice, fight.by).hit
    other = facts.enemy(fight.by)
    barred = works.barred(state, [one.name for one in ours], [one.name for one in theirs])
    barred |= room_assault.barred(state, [one.name for one in ours], [one.name for one in theirs])
    given = melee.spread(hit, theirs, rules, barred)
    struck = melee.fight(given, theirs, story.dice, fight.by, other, rules, shooting) if given else ()
    story.tell(Fought(fight.by, tuple(one.name for one in able), len(hit), harms_of(state, struck)))
    fall(story, state, struck)


def strike(story: Story) -> None:
    """A round of blows, and what follows from it: won, or the others test to counterattack."""
    blows(story)
    if not room_assault.clear(story):
        follow(story)


def follow(story: Story) -> None:
    """What follows from a round of blows, when nobody has to say who moves into a cleared room (002)."""
    units = involved(story.state)
    if not units:
        finish(story, under_way(story.state).by, "no defender is left near the assaulting teams")
        return
    failed = test(story, units)
    if failed:
        _break_off(story, failed)
    else:
        react(story)


# -- the counterattack test


def tests(state: BattleState, unit: str) -> assault.Involved:
    """A unit as the counterattack test sees it."""
    team = facts.leading(state, unit)
    card = facts.card(state, team)
    carried = sum(len(facts.passengers(state, id)) for id in facts.teams_of(state, unit)) if card.transport else 0
    return assault.Involved(
        unit, card, chain.commander_helps(state, "counterattack", team), chain.komissar(state, unit), carried
    )


def test(story: Story, units: Sequence[str]) -> tuple[str, ...]:
    """core 9.2 step 6: one die of the player for all units; who failed is returned."""
    state = story.state
    seat = facts.seat_of(units[0])
    result = assault.counterattack([tests(state, unit) for unit in units], story.dice, seat)
    names = ", ".join(dict.fromkeys(facts.unit_name(state, unit) for unit in units))
    story.tell(Tested(seat, result.passed, result.failed, names))
    return result.failed


def _break_off(story: Story, failed: tuple[str, ...]) -> None:
    """core 9.2 step 7: their player says where they go; nobody is asked where nobody can get clear."""
    state = story.state
    if any(may_get_clear(state, id) for unit in failed for id in leavers(state, unit)):
        story.tell(Asked(Pending(facts.seat_of(failed[0]), "break-off", failed)))
    else:
        leave(story, failed, ())
        react(story)


def react(story: Story, after: str | None = None) -> None:
    """The next unit that passed says whether it counterattacks or breaks off; when all have, the assault goes on.

    A unit that passed and can neither fight where it stands nor get into contact stays where it is.
    """
    fight = under_way(story.state)
    for unit in fight.waiting if after is None else _later(fight, after):
        if can_fight(story.state, unit):
            story.tell(Asked(Pending(facts.seat_of(unit), "react", (unit,))))
            return
        send_away(story, unit)
    if fight.ready:
        _change_sides(story, fight.ready)
    else:
        finish(story, fight.by, "nobody counterattacks")


def _later(fight: Assault, after: str) -> tuple[str, ...]:
    return fight.waiting[fight.waiting.index(after) + 1 :]


def can_fight(state: BattleState, unit: str) -> bool:
    """Whether a unit can counterattack: with a team that is in contact, or that gets there."""
    field = Field(state, unit, counter=True)
    return bool(field.front) or can_contact(field) is not None


def send_away(story: Story, unit: str) -> None:
    """core 9.2: unarmoured teams always break off, whatever their unit does. Ours: by the shortest way."""
    state = story.state
    soft = [id for id in leavers(state, unit) if assault.must_break_off(facts.card(state, id))]
    if soft:
        legs = [leg for leg in clear_legs(state, (unit,)) if leg.team in soft]
        leave(story, (unit,), plan_break_off(state, (unit,), legs), only=soft)


def counterattacks(story: Story, unit: str, legs: Sequence[Went], hurt: dict[str, str]) -> None:
    """A unit fights on, some of its teams go into contact; the sides change when all units have said what they do."""
    fight = under_way(story.state)
    ready = (*fight.ready, unit)
    if any(can_fight(story.state, other) for other in _later(fight, unit)):
        story.tell(SidesChanged(replace(fight, ready=ready), facts.unit_name(story.state, unit), tuple(legs)))
        suffer(story, hurt)
        react(story, unit)
    else:
        _change_sides(story, ready, legs, hurt)


def _change_sides(
    story: Story, ready: Sequence[str], legs: Sequence[Went] = (), hurt: dict[str, str] | None = None
) -> None:
    """Those who counterattack strike now, with every team of theirs that is in contact."""
    state, fight = story.state, under_way(story.state)
    ends = {leg.team: facts.stand_at(state, leg.team, leg.way[-1], leg.facing) for leg in legs}
    own = active(state, (id for unit in ready for id in facts.teams_of(state, unit)))
    fit = [id for id in own if not assault.must_break_off(facts.card(state, id))]
    ours, theirs = {**facts.stands(state, fit), **ends}, side(state, fight.by)
    teams, struck = (locked if fight.fray is None else room_contact.locked)(state, ours, theirs)
    units = tuple(dict.fromkeys([*fight.attackers, *(facts.unit_id(id) for id in struck)]))
    seat, attackers = facts.enemy(fight.by), tuple(ready)
    names = ", ".join(dict.fromkeys(facts.unit_name(state, unit) for unit in attackers))
    after = Assault(fight.unit, seat, attackers, units, tuple(teams), fight.round, fray=fight.fray)
    story.tell(SidesChanged(after, names, tuple(legs)))
    suffer(story, hurt or {})
    if fight.round >= MOST_ROUNDS:
        let_go(story)
    elif in_contact(story.state)[0]:
        strike(story)
    else:
        _lost_touch(story)


def _lost_touch(story: Story) -> None:
    """Nobody who counterattacks came into contact: those who assaulted before have won."""
    finish(story, facts.enemy(under_way(story.state).by), "nobody is in contact any more")


# -- the end


def let_go(story: Story) -> None:
    """Neither side gives way: nobody wins, and those who charged go back."""
    fight = under_way(story.state)
    charged = facts.teams_of(story.state, fight.unit)
    fall_back(story, charged)
    capture(story)
    story.tell(AssaultEnded(None, "neither side gives way, and they let go of each other"))


def finish(story: Story, winner: Seat, why: str) -> None:
    """The assault is over: Bailed Out tanks are captured, the winner may consolidate."""
    fight = under_way(story.state)
    capture(story)
    story.tell(AssaultEnded(winner, why))
    won = fight.attackers if fight.by == winner else fight.defenders
    units = tuple(unit for unit in won if consolidators(story.state, unit))
    if units:
        names = room_assault.to_consolidate(story.state, fight, winner)
        story.tell(Asked(Pending(winner, "consolidate", units, names)))


def consolidators(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that may consolidate: it is not pinned, they can move."""
    its = state.units[unit]
    if not assault.consolidation(its.pinned, state.setup.moves):
        return []
    return [id for id in active(state, facts.teams_of(state, unit)) if assault.break_off_inches(facts.card(state, id))]


def capture(story: Story) -> None:
    """core 9.2: Bailed Out tanks in contact with the enemy and without active friends about them are captured."""
    state = story.state
    touching = room_contact.touches(state, None) if rooms(state) else touch
    lost: list[str] = []
    for seat in SEATS:
        out = [id for id, team in state.teams.items() if team.bailed_out and facts.seat_of(id) == seat]
        if not out:
            continue
        friends = facts.stands(state, active(state, facts.targets(state, facts.enemy(seat))))
        foes = facts.stands(state, active(state, facts.targets(state, seat)))
        most = state.setup.moves.after.contact * MIL
        for id in out:
            here = facts.stand(state, id)
            held = any(near(here, friend, most) for friend in friends.values())
            met_by = any(touching(here, foe) and works.may_fight(state, by, id) for by, foe in foes.items())
            card = facts.card(state, id)
            if assault.captured(card, bailed_out=True, touched=met_by, active_friends=held):
                lost.append(id)
    lose(story, lost, "captured")
