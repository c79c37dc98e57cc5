"""Preliminary Bombardment (000 Onslaught): a die for each defending team before the first turn, and its saves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from orsha.kernel.odds import success
from orsha.tabletop.battle.harm import Victim, bare, strike_on
from orsha.tabletop.battle.odds import results
from orsha.tabletop.battle.saves import Strike, Struck, resolve
from orsha.tabletop.battle.starting import motivation_check, remount
from orsha.tabletop.battle.to_hit import Needed, throw
from orsha.tabletop.game import chain, facts
from orsha.tabletop.game.events import Harmed, Shaken, TeamsGone
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story, carriers_leave, harm, harms_of
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.events import Bombarded, UnitMoved
from orsha.tabletop.mission.ground import enemy, full_name, seat_of
from orsha.tabletop.mission.state import Seat

SHELLS = "the preliminary bombardment"


def bombard(story: Story, step: f.Bombard) -> None:
    """000 Preliminary Bombardment: unit by unit, on the table and in ambush; hits are saved at once."""
    mission = story.state.mission
    attacker = seat_of(mission, step.by)
    defender = enemy(attacker)
    for unit in story.state.roster.of_seat[defender]:
        teams = under_fire(story.state, unit)
        if not teams:
            continue
        purpose = f"preliminary bombardment on {facts.unit_name(story.state, unit)}, a die a team"
        landed = throw(story.dice, purpose, attacker, Needed(step.needed), len(teams))
        hit = [id for id, lands in zip(teams, landed, strict=True) if lands]
        story.tell(Bombarded(unit, full_name(story.state.mission, unit), len(hit)))
        if hit:
            _suffer(story, step, unit, hit, attacker)


def under_fire(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that a die is rolled for: on the table or in ambush, the formation commander aside.

    Ours: passengers share the fate of what carries them. Works are units besides, and never rolled for.
    """
    where, sheet = state.mission.units[unit].where, facts.unit_sheet(state, unit)
    if where not in ("table", "ambush"):
        return []
    there = facts.teams_of(state, unit) if where == "table" else list(sheet.teams)
    return [
        id
        for id in there
        if not (sheet.unit.hq and id == sheet.leader)
        and not facts.sheet(state, id).flies
        and (id not in state.teams or state.teams[id].aboard is None)
    ]


def strike(state: BattleState, step: f.Bombard, team: str) -> Strike:
    """One hit: its anti-tank number against the top armour, or against the save; what is hit has no cover."""
    on_table = team in state.teams
    victim = Victim(
        team,
        facts.card(state, team),
        commander=on_table and chain.commander_helps(state, "remount", team),
        komissar=on_table and chain.komissar(state, facts.unit_id(team)),
    )
    firepower: Literal["auto"] | int = "auto" if step.firepower == "auto" else int(step.firepower[0])
    return strike_on(victim, bare(SHELLS, step.anti_tank, firepower), "top")


def _suffer(story: Story, step: f.Bombard, unit: str, hit: Sequence[str], attacker: Seat) -> None:
    state = story.state
    strikes = [strike(state, step, id) for id in hit]
    struck = resolve(story.dice, strikes, attacker, enemy(attacker), state.setup.rules)
    if state.mission.units[unit].where == "table":
        harm(story, strikes, struck, pins=False)
    else:
        _in_ambush(story, unit, struck)


def _in_ambush(story: Story, unit: str, struck: Sequence[Struck]) -> None:
    """A unit in ambush has no place on the table: what it lost is missing when it shows itself."""
    name = facts.unit_name(story.state, unit)
    story.tell(Harmed(harms_of(story.state, struck)))
    lost = tuple(one.name for one in struck if one.condition == "destroyed")
    if lost:
        story.tell(TeamsGone(lost, name, "destroyed"))
    for one in struck:
        if one.condition == "bailed out":
            story.tell(Shaken(one.name, facts.team_name(story.state, one.name), True))
    if set(facts.unit_sheet(story.state, unit).teams) <= set(story.state.lost.get(unit, ())):
        story.tell(UnitMoved(unit, full_name(story.state.mission, unit), "lost"))
        carriers_leave(story, unit)


def remounts(story: Story, seat: Seat) -> None:
    """core 3.1: tanks that were bailed out in ambush test in the Starting Step as those on the table do."""
    for id in story.state.shaken:
        if facts.seat_of(id) == seat:
            name = facts.team_name(story.state, id)
            check = motivation_check("remount", facts.card(story.state, id), name)
            if remount(id, check, story.dice, seat).active:
                story.tell(Shaken(id, name, False))


# -- odds


def chance(state: BattleState, step: f.Bombard, team: str) -> Fraction:
    """How likely a team is to be destroyed or bailed out by the bombardment that is to come; a commander never is."""
    if team not in under_fire(state, facts.unit_id(team)):
        return Fraction(0)
    harmed = results(strike(state, step, team), state.setup.rules)
    return success(step.needed) * harmed.where(lambda result: result in ("destroyed", "bailed out"))
