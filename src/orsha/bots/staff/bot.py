"""The staff as a player: what it does next, from what it sees."""

from __future__ import annotations

import random

from orsha.bots.staff import (
    answers,
    assaults,
    carriers,
    city_assaults,
    city_moves,
    city_plan,
    late,
    moving,
    set_up,
    smoke,
    snipers,
)
from orsha.bots.staff.plan import Plan, Task, plan
from orsha.kernel import Option
from orsha.tabletop.battle.starting import good_spirits
from orsha.tabletop.game import (
    Battle,
    chain,
    deploying,
    facts,
    flying,
    landing,
    shelling_guess,
    shooting,
    ways,
)
from orsha.tabletop.game.commands import BattleCommand, Fly, March, NextStep, PullOut, Shoot
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.ambush import HIDING
from orsha.tabletop.mission.rulebook import rules as mission_rules
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.turn import withdrawable

SHELLS = 0.3
"""What a bombardment must promise, in points, to be fired."""


class StaffBot:
    """Plans once a turn, or where it takes over in the middle of one, then takes its units one after the other through
    the steps."""

    name = "staff"

    def __init__(self, seat: Seat, seed: int | str = 0) -> None:
        self.seat = seat
        self.rng = random.Random(f"staff {seat} {seed}")
        self.game = Battle()
        self.now: tuple[int, str] = (0, "")
        self.todo: list[str] = []
        self.tried: dict[str, set[str]] = {}
        self.plan: Plan | None = None
        self.guns_done = False
        self.batteries: list[str] = []

    def choose(self, view: BattleState) -> BattleCommand | None:
        """Its next command; nothing if it has nothing to do now."""
        if view.mission.over:
            return None
        if view.mission.offered is not None:
            return mc.Agree(late.agrees(view, self.seat)) if view.mission.offered != self.seat else None
        if view.asked is not None:
            return answers.answer(view, self.seat, self.rng) if view.asked.seat == self.seat else None
        if view.mission.mission is None or view.mission.stage == "setup":
            return self._set_up(view)
        if view.mission.active != self.seat:
            return None
        if view.mission.stage != "main":
            return self._starting(view)
        return self._turn(view)

    def _set_up(self, view: BattleState) -> BattleCommand | None:
        units = deploying.deployable(view, self.seat)
        if units:
            return set_up.deploy(view, self.seat, units, self.rng)
        options = list(self.game.options(view, self.seat))
        return set_up.act(view, self.seat, options, self.rng) if options else None

    def _starting(self, view: BattleState) -> BattleCommand:
        stage = view.mission.stage
        if stage == "withdraw":
            units = withdrawable(view.mission, self.seat)
            return PullOut(min(units, key=lambda id: (self._missed(view, id), id)))
        units = deploying.deployable(view, self.seat)
        hidden = [unit for unit in units if deploying.is_sniper(view, unit)]
        if stage in HIDING:
            most = deploying.traps_left(view, self.seat)
            if most:
                return set_up.traps(view, self.seat, mission_rules().booby_traps.each, most, self.rng)
            others = [unit for unit in units if unit not in hidden]
            revealed = set_up.deploy(view, self.seat, others, self.rng) if others else mc.Done()
            if not isinstance(revealed, mc.Done):
                return revealed
            return snipers.reveal(view, self.seat, hidden, self.rng) or mc.Done()
        if hidden:
            return mc.Choose(hidden[0])
        if units:
            return set_up.deploy(view, self.seat, units, self.rng)
        options: list[Option] = list(self.game.options(view, self.seat))
        return set_up.act(view, self.seat, options, self.rng)

    def _missed(self, view: BattleState, unit: str) -> tuple[bool, bool, float]:
        """How much a unit that withdraws would be missed: one in bad spirits counts as lost, one of a formation brings
        that nearer to its end; then by what it is still worth. Who lies in ambush is worth most."""
        sheet, teams = facts.unit_sheet(view, unit), facts.teams_of(view, unit)
        bad = not teams or not good_spirits(chain.muster(view, unit), view.setup.moves).good
        return bad, sheet.formation is not None, sheet.unit.points * len(teams) / len(sheet.teams)

    # -- the turn

    def _turn(self, view: BattleState) -> BattleCommand:
        now = (view.mission.turns[self.seat], view.step)
        if now != self.now:
            self._begin(view, now)
        do = {"movement": self._move, "shooting": self._shoot, "assault": self._assault}[view.step]
        while self.todo:
            command = do(view, self.todo[0])
            if command is not None:
                return command
            self.todo.pop(0)
        return (self._late(view) if view.step == "movement" else None) or NextStep()

    def _late(self, view: BattleState) -> BattleCommand | None:
        """Who found no room at the edge or on the bank comes on when others have made some."""
        for unit in facts.units_on_table(view, self.seat):
            if view.units[unit].arriving:
                legs = ways.come_on(view, unit) if ways.movers(view, unit) else ()
                if legs and ways.legal(view, unit, legs):
                    return March(unit, legs)
        return next((March(unit, landing.afloat_legs(view, unit)) for unit in landing.must_land(view, self.seat)), None)

    def _begin(self, view: BattleState, now: tuple[int, str]) -> None:
        self.now = now
        if view.step == "movement" or self.plan is None:
            if rooms(view):
                self.plan = city_plan.plan(view, self.seat, self.plan)
            else:
                self.plan = plan(view, self.seat, self.plan.goal if self.plan is not None else None)
            self.tried = {}
        self.guns_done = False
        units = facts.units_on_table(view, self.seat)
        if view.step == "movement":
            foes = [moving.leader_spot(view, unit) for unit in facts.units_on_table(view, facts.enemy(self.seat))]
            here = [moving.leader_spot(view, unit) for unit in units]
            far = [min([(x - fx) * (x - fx) + (y - fy) * (y - fy) for fx, fy in foes], default=0) for x, y in here]
            units = [unit for _, unit in sorted(zip(far, units, strict=True))]
            if view.roster.carriers:
                units.sort(key=lambda unit: not carriers.steered(view, unit))
        if view.step == "shooting" and rooms(view):
            units.sort(key=lambda unit: city_assaults.storms_next(view, unit))
        self.todo = units if view.step != "shooting" else ["guns", *units]

    def _task(self, unit: str) -> Task:
        assert self.plan is not None
        return self.plan.tasks.get(unit, Task("support", None))

    def _move(self, view: BattleState, unit: str) -> BattleCommand | None:
        if unit not in view.units or not facts.teams_of(view, unit):
            return None
        tried = self.tried.setdefault(unit, set())
        if len(tried) > 6:
            return None
        tried.add(f"act {len(tried)}")
        if view.roster.carriers and carriers.steered(view, unit) and not view.units[unit].arriving:
            return None if view.units[unit].moved else carriers.march(view, self.seat, unit)
        if view.roster.carriers and carriers.stays(view, self.seat, unit):
            return None
        act = city_moves.act if rooms(view) else moving.act
        return act(view, self.seat, unit, self._task(unit), tried)

    def _shoot(self, view: BattleState, unit: str) -> BattleCommand | None:
        if unit == "guns":
            return self._bombard(view)
        if unit not in view.units or not facts.teams_of(view, unit):
            return None
        if shooting.has_shot(view, unit):
            return None
        assert self.plan is not None
        if rooms(view):
            found = city_assaults.aims(view, self.seat, unit)
        else:
            found = assaults.aims(view, self.seat, unit, self.plan.goals)
        if found and view.roster.carriers:
            found = carriers.hold_fire(view, self.seat, unit, found)
        return Shoot(unit, found) if found else None

    def _bombard(self, view: BattleState) -> BattleCommand | None:
        if not self.guns_done:
            self.guns_done = True
            off = dict.fromkeys(facts.unit_id(id) for id in view.off if facts.seat_of(id) == self.seat)
            units = dict.fromkeys((*off, *facts.units_on_table(view, self.seat)))
            self.batteries = [unit for unit in units if unit in view.roster.shelling]
            assert self.plan is not None
            screen = smoke.screen(view, self.seat, self.batteries, self.plan.tasks)
            if screen is not None:
                return screen
        while self.batteries:
            found = shelling_guess.best_bombardment(view, self.batteries.pop(0))
            if found is not None and found.points >= SHELLS:
                return found.command
        for option in flying.options(view, self.seat):
            command = self.game.command(option.sample(self.rng))
            if isinstance(command, Fly):
                self.batteries.append(command.unit)
                self.todo.append(command.unit)
            return command
        return None

    def _assault(self, view: BattleState, unit: str) -> BattleCommand | None:
        if unit not in view.units or not facts.teams_of(view, unit):
            return None
        assert self.plan is not None
        if view.roster.carriers and carriers.steered(view, unit):
            return carriers.control(view, self.seat, unit)
        if rooms(view):
            return city_assaults.charge(view, self.seat, unit)
        return assaults.charge(view, self.seat, unit, self.plan.goals)
