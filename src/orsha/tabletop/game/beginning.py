"""The Starting Step (core 3.1): remount, rally, last stands, then the mission's own: victory, withdrawal, ambush,
reserves; then aircraft, and the turn's own smoke is lifted."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Literal

from orsha.kernel import Illegal
from orsha.tabletop.battle import aircraft, starting
from orsha.tabletop.battle.check import Check
from orsha.tabletop.battle.starting import Counted, formation_last_stand, motivation_check
from orsha.tabletop.battle.transports import Convoy, sent_to_rear
from orsha.tabletop.force.card import MotivationTest
from orsha.tabletop.game import chain, facts, preliminary, refereeing
from orsha.tabletop.game.commands import PullOut
from orsha.tabletop.game.events import (
    AircraftCame,
    CommanderFell,
    FormationBroken,
    Rallied,
    Remounted,
    SmokeLifted,
    StepBegan,
    StoodLast,
    TeamsGone,
)
from orsha.tabletop.game.landing import roll_for_drifters
from orsha.tabletop.game.refereeing import Referee
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story, carriers_leave, formation_name, get_out, lose, succeed
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import turn
from orsha.tabletop.mission.events import UnitMoved
from orsha.tabletop.mission.ground import attachments
from orsha.tabletop.mission.state import Seat, Where

WHEREABOUTS: dict[Where, Literal["table", "ambush", "reserve", "off-table", "gone"]] = {
    "roster": "reserve",
    "table": "table",
    "reserve": "reserve",
    "ambush": "ambush",
    "off-table": "off-table",
    "lost": "gone",
    "withdrawn": "gone",
}
"""Where a unit is, as its formation's last stand counts it."""


def go_on(story: Story) -> None:
    """Everything that happens by itself, until somebody must choose."""
    while not story.state.mission.over:
        state = story.state
        mission = state.mission
        if mission.stage == "setup" or mission.active is None:
            return
        seat = mission.active
        if mission.asked is not None:
            refereeing.answer(story)
        elif mission.stage == "morale":
            morale(story, seat)
        elif mission.stage == "main" and state.step == "starting":
            into_movement(story, seat)
        else:
            return


def morale(story: Story, seat: Seat) -> None:
    """core 3.1: 1 to 4, in order; then the mission checks victory."""
    story.tell(StepBegan(seat, "starting"))
    _remounts(story, seat)
    if story.state.shaken:
        preliminary.remounts(story, seat)
    _rallies(story, seat)
    for unit in facts.units_on_table(story.state, seat):
        _last_stand(story, seat, unit)
    left = formations(story, seat)
    turn.act(Referee(story), seat, mc.Morale(left))


def _remounts(story: Story, seat: Seat) -> None:
    for id in [id for id in facts.on_table(story.state, seat) if story.state.teams[id].bailed_out]:
        state = story.state
        unit = facts.unit_id(id)
        check = motivation_check(
            "remount",
            facts.card(state, id),
            facts.team_name(state, id),
            komissar=chain.komissar(state, unit),
            commander=chain.commander_helps(state, "remount", id),
        )
        back = starting.remount(id, check, story.dice, seat)
        story.tell(Remounted(id, facts.team_name(state, id), back.active))
        if back.active:
            _led_again(story, unit, id)


def _led_again(story: Story, unit: str, team: str) -> None:
    """core 2.5: a unit whose leader was lost or Bailed Out when nobody else could lead is led by who can now."""
    leader = story.state.units[unit].leader
    there = story.state.teams.get(leader)
    if there is None or there.bailed_out:
        succeed(story, unit, facts.stand(story.state, leader if there is not None else team))


def _rallies(story: Story, seat: Seat) -> None:
    for unit in facts.units_on_table(story.state, seat):
        state = story.state
        if state.units[unit].pinned:
            found = starting.rally(unit, _unit_check(state, unit, "rally"), story.dice, seat)
            story.tell(Rallied(unit, facts.unit_name(state, unit), found.pinned))


def _unit_check(state: BattleState, unit: str, test: MotivationTest) -> Check:
    leader = facts.leading(state, unit)
    return motivation_check(
        test,
        facts.card(state, leader),
        facts.unit_name(state, unit),
        komissar=chain.komissar(state, unit),
        commander=chain.commander_helps(state, test, leader),
    )


def _last_stand(story: Story, seat: Seat, unit: str) -> None:
    """core 10: a unit that is not in Good Spirits tests, or is destroyed."""
    state = story.state
    if unit not in state.units or not facts.teams_of(state, unit):
        return
    if not state.lost.get(unit) and not any(state.teams[id].bailed_out for id in facts.teams_of(state, unit)):
        return
    check = partial(_unit_check, state, unit, "last_stand")
    stood = starting.last_stand(chain.muster(state, unit), check, story.dice, seat, state.setup.moves)
    if stood.checked is None:
        return
    why = stood.spirits.why if stood.spirits is not None else ""
    story.tell(StoodLast(unit, facts.unit_name(state, unit), stood.destroyed, why))
    if stood.destroyed:
        _remove(story, unit)


def _remove(story: Story, unit: str) -> None:
    """A whole unit is gone, wherever it was; nobody takes over."""
    _take_off(story, unit, "removed")
    name = facts.unit_name(story.state, unit)
    if unit in story.state.mission.units and story.state.mission.units[unit].where not in ("lost", "withdrawn"):
        story.tell(UnitMoved(unit, name, "lost"))
        carriers_leave(story, unit)


def _take_off(story: Story, unit: str, how: Literal["removed", "withdrawn"], *, but: Collection[str] = ()) -> None:
    """A unit's teams leave the table; passengers of others than `but` get out first, its commander commands no more."""
    state = story.state
    teams = facts.teams_of(state, unit)
    for id in teams:
        others = [one for one in facts.passengers(story.state, id) if facts.unit_id(one) not in (unit, *but)]
        get_out(story, others, facts.stand(state, id))
    chiefs = [key for key, chief in state.commanders.items() if chief in teams]
    if teams:
        story.tell(TeamsGone(tuple(teams), facts.unit_name(state, unit), how))
    for key in chiefs:
        story.tell(CommanderFell(key, formation_name(state, key), None))


def formations(story: Story, seat: Seat) -> bool:
    """core 10: formations with too few units are destroyed, and what is left of them; whether one still stands."""
    state = story.state
    force = state.setup.forces[seat]
    stands = False
    for number, formation in enumerate(force.formations):
        units = [id for id in state.roster.of_seat[seat] if facts.unit_sheet(state, id).formation == number]
        found = formation_last_stand([_counted(story.state, id) for id in units], state.setup.moves)
        if found.stands:
            stands = True
            continue
        left = [id for id in units if story.state.mission.units[id].where not in ("lost", "withdrawn")]
        if not left:
            continue
        story.tell(FormationBroken(f"{seat} {number}", formation.name))
        for unit in left:
            _remove(story, unit)
    return stands


def _counted(state: BattleState, unit: str) -> Counted:
    sheet = facts.unit_sheet(state, unit)
    where = state.mission.units[unit].where
    return Counted(sheet.name, WHEREABOUTS[where], sheet.attached_to is not None, sheet.unit.independent)


# -- withdrawal: 000 Phased Withdrawal, 003 Strategic Withdrawal


def pull_out(story: Story, seat: Seat, command: PullOut) -> None:
    """Withdraws a unit and its attachments; one that is not in Good Spirits counts as lost."""
    state = story.state
    if state.mission.stage != "withdraw" or state.mission.active != seat:
        raise Illegal("003 Strategic Withdrawal", "no unit is withdrawn now")
    can = turn.withdrawable(state.mission, seat)
    if command.unit not in can:
        names = ", ".join(facts.unit_name(state, id) for id in can)
        raise Illegal("003 Strategic Withdrawal", f"{command.unit} cannot be withdrawn; one of {names} is")
    group = [command.unit, *attachments(state.mission, command.unit)]
    good = {unit: _in_good_spirits(state, unit) for unit in group}
    for unit in group:
        _take_off(story, unit, "withdrawn", but=group)
    for unit in group[1:]:
        if state.mission.units[unit].where in ("table", "ambush") and good[unit] != good[command.unit]:
            story.tell(UnitMoved(unit, facts.unit_name(state, unit), "withdrawn" if good[unit] else "lost"))
    turn.act(Referee(story), seat, mc.Withdraw(command.unit, good[command.unit]))


def _in_good_spirits(state: BattleState, unit: str) -> bool:
    """Whether a unit is; one in ambush has lost nothing."""
    return not facts.teams_of(state, unit) or starting.good_spirits(chain.muster(state, unit), state.setup.moves).good


# -- into the Movement Step


def into_movement(story: Story, seat: Seat) -> None:
    """core 3.1: 8 aircraft, 9 smoke; then the Movement Step. 000: first those who drifted off the table."""
    if story.state.boats:
        roll_for_drifters(story, seat)
    for unit in story.state.roster.of_seat[seat]:
        sheet = facts.unit_sheet(story.state, unit)
        ready = story.state.mission.units[unit].where in ("off-table", "table")
        if sheet.flies and ready and set(sheet.teams) - set(story.state.lost.get(unit, ())):
            first = facts.meeting(story.state, seat)
            if not first:
                came = aircraft.arrives(story.dice, seat, sheet.name, rules=story.state.setup.rules)
                story.tell(AircraftCame(unit, sheet.name, came))
    smoked = [id for id, team in story.state.teams.items() if team.smoked]
    if any(s.seat == seat for s in story.state.smoke) or any(not id.startswith(seat) for id in smoked):
        story.tell(SmokeLifted(seat))
    story.tell(StepBegan(seat, "movement"))


def wait_outside(story: Story, unit: str) -> None:
    """A unit for which there is no room at its edge goes back into reserve. Ours: no source speaks of it.

    Passengers who are on the table already get out; transports whose own unit is there have gone to the rear.
    """
    state = story.state
    name, teams = facts.unit_name(state, unit), facts.teams_of(state, unit)
    for id in teams:
        on = [one for one in facts.passengers(story.state, id) if not state.units[facts.unit_id(one)].arriving]
        get_out(story, on, facts.stand(state, id))
    story.tell(TeamsGone(tuple(teams), name, "left"))
    carried = facts.unit_sheet(state, unit).attached_to
    alone = carried is not None and carried in state.units and not state.units[carried].arriving
    story.tell(UnitMoved(unit, name, "withdrawn" if alone else "reserve"))


def to_rear(story: Story, seat: Seat) -> None:
    """core 4.8: transports that must not stay are sent to the rear at the end of the Movement Step."""
    for unit in facts.units_on_table(story.state, seat):
        state = story.state
        sheet = facts.unit_sheet(state, unit)
        teams = facts.teams_of(state, unit)
        if sheet.attached_to is None or not teams or not facts.card(state, teams[0]).transport:
            continue
        carried = state.units.get(sheet.attached_to)
        far = None
        if carried is not None and carried.leader in state.teams and state.units[unit].leader in state.teams:
            far = facts.gap(state, state.units[unit].leader, carried.leader)
        aboard = any(facts.passengers(state, id) for id in teams)
        if sent_to_rear(Convoy(facts.card(state, teams[0]), far, aboard), state.setup.moves) is not None:
            lose(story, teams, "rear")
