"""Artillery off the table (002 Across the Volga): which teams may stay there, and leaving them there."""

from __future__ import annotations

import random

from orsha.kernel import Domain, Illegal, OneOf, Option
from orsha.tabletop.game import facts
from orsha.tabletop.game.batteries import across_the_volga
from orsha.tabletop.game.commands import StayOff
from orsha.tabletop.game.deploying import deployable
from orsha.tabletop.game.events import LeftOff
from orsha.tabletop.game.refereeing import Referee, advance
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps, turn
from orsha.tabletop.mission.state import Seat

VOLGA = "002 Across the Volga"


def may_stay(state: BattleState, seat: Seat) -> dict[str, tuple[str, ...]]:
    """The units whose artillery may be left off the table now, and the teams of each that may."""
    mission = state.mission
    if mission.mission is None or not across_the_volga(state, seat):
        return {}
    if mission.stage == "setup":
        if not isinstance(steps.current(mission), f.Deploy):
            return {}
    elif mission.stage != "arrive":
        return {}
    found = {unit: guns(state, unit) for unit in deployable(state, seat)}
    return {unit: teams for unit, teams in found.items() if teams and not state.off.keys() & set(teams)}


def guns(state: BattleState, unit: str) -> tuple[str, ...]:
    """The teams of a unit that fire bombardments which do harm."""
    teams = facts.unit_sheet(state, unit).teams
    return tuple(id for id in teams if facts.card(state, id).bombards and not facts.sheet(state, id).flies)


def divides(state: BattleState, unit: str) -> bool:
    """Whether a unit has artillery and other types of weapons, and so may leave some of its teams on the table."""
    cards = [facts.card(state, id) for id in facts.unit_sheet(state, unit).teams]
    return any(not card.bombards or any(weapon.fires == "direct" for weapon in card.weapons) for card in cards)


def check(state: BattleState, seat: Seat, command: StayOff) -> None:
    """Refuses what may not be left off the table."""
    can = may_stay(state, seat)
    if command.unit not in can:
        named = ", ".join(facts.unit_name(state, unit) for unit in can) or "no unit"
        sheet = state.roster.units.get(command.unit)
        name = sheet.name if sheet else repr(command.unit)
        raise Illegal(VOLGA, f"{name} cannot be left off the table by {seat} now; {named} can")
    name, able = facts.unit_name(state, command.unit), can[command.unit]
    wrong = [id for id in command.teams if id not in able]
    if wrong or len(set(command.teams)) < len(command.teams):
        raise Illegal(VOLGA, f"of {name} these teams may stay off the table, each once: {', '.join(able)}")
    if not divides(state, command.unit) and len(command.teams) < len(able):
        raise Illegal(VOLGA, f"{name} has nothing but artillery: all of it stays off the table, or none")


def stay_off(story: Story, seat: Seat, command: StayOff) -> None:
    """Leaves artillery off the table: a whole unit, or some of its teams as an Artillery Attachment of the rest."""
    check(story.state, seat, command)
    unit = command.unit
    story.tell(LeftOff(unit, facts.unit_name(story.state, unit), command.teams))
    if set(facts.unit_sheet(story.state, unit).teams) - set(command.teams):
        return
    if story.state.mission.stage == "setup":
        steps.act(Referee(story), seat, mc.Choose(unit))
        advance(story)
    else:
        turn.act(Referee(story), seat, mc.Choose(unit))


class OffTable(Domain, frozen=True, tag="off-table", dict=True):
    """Teams that stay off the table: all of these, or where `some` is true as many of them as one likes."""

    teams: tuple[str, ...]
    some: bool

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not value or len(set(value)) < len(value):
            return False
        return set(value) <= set(self.teams) and (self.some or len(value) == len(self.teams))

    def sample(self, rng: random.Random) -> object:
        if not self.some or rng.random() < 0.4:
            return self.teams
        return tuple(rng.sample(self.teams, rng.randint(1, len(self.teams))))


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "stay-off" for each unit with artillery that is to be put down now."""
    return [
        Option(
            "stay-off",
            f"leave the artillery of {facts.unit_name(state, unit)} off the table",
            {"unit": OneOf((unit,)), "teams": OffTable(teams, divides(state, unit))},
        )
        for unit, teams in may_stay(state, seat).items()
    ]
