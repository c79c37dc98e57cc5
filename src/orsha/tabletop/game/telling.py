"""A battle's decision as it unfolds, and what follows from losses: wrecks, passengers, leaders, commanders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from orsha.kernel import Dice
from orsha.kernel import Story as KernelStory
from orsha.tabletop.battle import command, transports
from orsha.tabletop.battle.moves import class_of
from orsha.tabletop.battle.pinning import Taken, taken, why_pinned
from orsha.tabletop.battle.saves import Strike, Struck
from orsha.tabletop.game import chain, facts
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.events import BattleEvent, CommanderFell, Harm, Harmed, Led, Moved, PinnedDown, TeamsGone, Went
from orsha.tabletop.game.placing import beside
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.events import UnitMoved, WorkLost
from orsha.tabletop.mission.state import Where
from orsha.tabletop.table import Stand

How = Literal["destroyed", "captured", "left", "rear", "withdrawn", "removed", "spent"]


class Story(KernelStory[BattleState, BattleEvent]):
    """The events of a decision so far, and the state they lead to."""

    def __init__(self, state: BattleState, dice: Dice) -> None:
        super().__init__(state, apply, dice)
        self.exploding: set[str] = set()
        """Demolition carriers that explode, or that were rolled for: no explosion hits them any more."""


# -- harm


def harm(story: Story, strikes: Sequence[Strike], struck: Sequence[Struck], *, pins: bool = True) -> None:
    """Tells what hits did: bailed out, destroyed; then who is pinned. Teams are named by their ids in the strikes."""
    state = story.state
    by_unit: dict[str, list[Strike]] = {}
    for strike in strikes:
        by_unit.setdefault(facts.unit_id(strike.name), []).append(strike)
    counts: dict[str, Taken] = {unit: taken(some, state.setup.rules) for unit, some in by_unit.items()}
    told = {unit: count for unit, count in counts.items() if count != Taken()} if pins else {}
    story.tell(Harmed(harms_of(state, struck), told))
    fall(story, state, struck)
    if pins:
        for unit in counts:
            pin_if_due(story, unit)


def harms_of(state: BattleState, struck: Sequence[Struck]) -> tuple[Harm, ...]:
    """What hits did, as it is told."""
    return tuple(Harm(one.name, facts.team_name(state, one.name), one.result, one.condition) for one in struck)


def fall(story: Story, before: BattleState, struck: Sequence[Struck]) -> None:
    """What follows from hits that were told: the destroyed leave the table, who was not Bailed Out `before` is now."""
    condition = {one.name: one.condition for one in struck}
    lose(story, [id for id, now in condition.items() if now == "destroyed"], "destroyed")
    for id, now in condition.items():
        if now == "bailed out" and id in story.state.teams and not before.teams[id].bailed_out:
            bailed(story, id)


def pin_if_due(story: Story, unit: str) -> None:
    """core 6.8: pinned by the hits of the step so far."""
    state = story.state
    now = state.units.get(unit)
    if now is None or now.pinned or not facts.teams_of(state, unit):
        return
    sheet = facts.unit_sheet(state, unit)
    there = [*facts.teams_of(state, unit)]
    lost = [id for id in sheet.teams if id not in state.teams]
    cards = [facts.card(state, id) for id in [*there, *lost][: max(now.teams_then, len(there))]]
    why = why_pinned(cards, now.taken, state.setup.rules)
    if why is not None:
        pin(story, unit, why)


def pin(story: Story, unit: str, why: str) -> None:
    if not story.state.units[unit].pinned:
        story.tell(PinnedDown(unit, facts.unit_name(story.state, unit), why))


# -- losses


def lose(story: Story, teams: Iterable[str], how: How) -> None:
    """Teams leave the table; wrecks stay, passengers suffer, others take over, empty units are lost."""
    ids = [id for id in dict.fromkeys(teams) if id in story.state.teams]
    for unit, some in groupby(ids, key=facts.unit_id):
        _lose_of(story, unit, list(some), how)


def _lose_of(story: Story, unit: str, ids: list[str], how: How, wreck_of: str | None = None) -> None:
    """Teams of one unit leave the table. `wreck_of`: the vehicle whose wreck stays in their stead."""
    if how == "destroyed" and any(facts.card(story.state, id).demolitions for id in ids):
        from orsha.tabletop.game.exploding import destroyed

        destroyed(story, ids)
    state = story.state
    ids = [id for id in ids if id in state.teams]
    if not ids:
        return
    ids = _commanders_saved(story, ids, how)
    state = story.state
    ids = [id for id in ids if id in state.teams]
    if not ids:
        return
    name = facts.unit_name(state, unit)
    wrecked = ids if wreck_of is None else [wreck_of]
    vehicles = tuple(id for id in wrecked if how == "destroyed" and facts.card(state, id).kind == "tank")
    stands = {id: facts.stand(state, id) for id in ids}
    aboard = {id: facts.passengers(state, id) for id in ids}
    chiefs = [key for key, chief in state.commanders.items() if chief in stands]
    led_by = state.units[unit].leader
    story.tell(TeamsGone(tuple(ids), name, how, vehicles))
    for id in ids:
        if aboard[id] or "softskin" in facts.card(state, id).rules:
            _passengers_of(story, id, stands[id], aboard[id], how)
    if led_by in stands:
        succeed(story, unit, stands[led_by])
    for key in chiefs:
        story.tell(CommanderFell(key, formation_name(state, key), None))
    if not facts.teams_of(story.state, unit):
        _unit_gone(story, unit, how)


def _unit_gone(story: Story, unit: str, how: How) -> None:
    """A unit without teams on the table: lost, or withdrawn; one that only left may come back."""
    if is_work(unit):
        story.tell(WorkLost(facts.seat_of(unit)))
        return
    known = story.state.mission.units.get(unit)
    if how == "left" or known is None or known.where in ("lost", "withdrawn"):
        return
    off = tuple(id for id in story.state.off if facts.unit_id(id) == unit)
    if off:  # 002 Across the Volga: an Artillery Attachment goes with the part on the table
        story.tell(TeamsGone(off, facts.unit_name(story.state, unit), "removed"))
    where: Where = "withdrawn" if how in ("withdrawn", "rear", "spent") else "lost"
    story.tell(UnitMoved(unit, facts.unit_name(story.state, unit), where))
    if where == "lost":
        carriers_leave(story, unit)


def carriers_leave(story: Story, unit: str) -> None:
    """card, Demolitions Attachment: removed with the tanks that steer it, and not destroyed."""
    for id, sheet in story.state.roster.units.items():
        if sheet.attached_to != unit or not sheet.unit.demolitions:
            continue
        if story.state.mission.units[id].where not in ("lost", "withdrawn"):
            teams = tuple(facts.teams_of(story.state, id))
            if teams:
                story.tell(TeamsGone(teams, sheet.name, "withdrawn"))
            story.tell(UnitMoved(id, sheet.name, "withdrawn"))


def _passengers_of(story: Story, vehicle: str, at: Stand, aboard: list[str], how: How) -> None:
    """core 4.8: what becomes of the passengers of a vehicle that is gone."""
    state = story.state
    people = [transports.Passenger(id, facts.card(state, id)) for id in aboard]
    seat = facts.seat_of(vehicle)
    if how in ("withdrawn", "removed", "left"):
        lose(story, aboard, how)
        return
    if how == "rear":
        get_out(story, aboard, at)
        return
    fates = transports.transport_destroyed(facts.card(state, vehicle), people, story.dice, seat, state.setup.moves)
    get_out(story, [id for id in fates.out if id in story.state.teams], at)
    lose(story, fates.destroyed, "destroyed")
    if fates.pinned:
        for unit in dict.fromkeys(facts.unit_id(id) for id in aboard):
            if facts.teams_of(story.state, unit):
                pin(story, unit, "its transport was destroyed")
    if fates.others_to_rear:
        others = [id for id in facts.teams_of(story.state, facts.unit_id(vehicle)) if id != vehicle]
        lose(story, [id for id in others if "softskin" in facts.card(story.state, id).rules], "rear")


def get_out(story: Story, teams: Sequence[str], at: Stand) -> None:
    """Passengers dismount beside a vehicle, within the distance that the rules give; who finds no room is lost."""
    for id in teams:
        spot = beside(story.state, id, at, story.state.setup.moves.transports.out_within)
        if spot is None:
            lose(story, [id], "destroyed")
            continue
        went = Went(id, (spot,), at.facing, 0, "get out")
        story.tell(Moved(facts.team_name(story.state, id), (went,)))


def bailed(story: Story, team: str) -> None:
    """core 2.5, 4.8: a tank is Bailed Out: another team leads, passengers get out."""
    state = story.state
    unit = facts.unit_id(team)
    aboard = facts.passengers(state, team)
    if aboard:
        people = [transports.Passenger(id, facts.card(state, id)) for id in aboard]
        get_out(story, list(transports.transport_bailed_out(people, state.setup.moves).out), facts.stand(state, team))
    if state.units[unit].leader == team:
        succeed(story, unit, facts.stand(state, team))


def succeed(story: Story, unit: str, old: Stand) -> None:
    """core 2.5: another team within command distance leads, or else the nearest. Ours: always the nearest."""
    state = story.state
    others = [id for id in facts.teams_of(state, unit) if id != state.units[unit].leader or id in state.teams]
    found = chain.heirs(state, others, old) or [
        command.Candidate(id, 0, state.teams[id].bailed_out) for id in sorted(others)
    ]
    able = command.successors(found, chain.command_inches(state, unit), state.setup.moves)
    if not able:
        return
    heir = next(one.name for one in found if one.name in able)
    if heir != state.units[unit].leader:
        story.tell(Led(unit, heir, facts.team_name(state, heir)))


def _commanders_saved(story: Story, ids: list[str], how: How) -> list[str]:
    """core 2.5: a destroyed commander may take over a team near him, which is removed in his stead.

    Ours: the nearest of his formation that is of his own class, so that his card goes on to count.
    """
    kept = list(ids)
    for formation, chief in list(story.state.commanders.items()):
        if chief not in kept or how != "destroyed":
            continue
        chosen = _takes_over(story, formation, str(chief), kept)
        if chosen is None:
            continue
        kept.remove(str(chief))
        at, holes = facts.stand(story.state, chosen), story.state.teams[chosen].foxholes
        level = story.state.teams[chosen].level
        _lose_of(story, facts.unit_id(chosen), [chosen], "destroyed", wreck_of=str(chief))
        story.tell(CommanderFell(formation, formation_name(story.state, formation), chief))
        went = Went(str(chief), (at.spot,), at.facing, 0, "take over", foxholes=holes, level=level)
        story.tell(Moved(facts.team_name(story.state, str(chief)), (went,)))
    return kept


def _takes_over(story: Story, formation: str, chief: str, doomed: Sequence[str]) -> str | None:
    state = story.state
    own = facts.card(state, chief)
    mates = [
        id
        for unit in facts.units_on_table(state, facts.seat_of(chief))
        if chain.formation_of(state, unit) == formation
        for id in facts.teams_of(state, unit)
        if id != chief
        and id not in doomed
        and class_of(facts.card(state, id)) == class_of(own)
        and not facts.card(state, id).independent
        and not facts.card(state, id).transport
        and not facts.card(state, id).demolitions
    ]
    near = chain.mates(state, mates, facts.stand(state, chief))
    name = formation_name(state, formation)
    heir = next(iter(command.commanders_near(near, state.setup.moves)), None)
    return command.commander_lost(name, heir, near, story.dice, facts.seat_of(chief), state.setup.moves).takes_over


def formation_name(state: BattleState, formation: str) -> str:
    seat, _, number = formation.partition(" ")
    return state.setup.forces[facts.seat_of(seat)].formations[int(number)].name
