"""Which mission: by name, by die, or by battle plans."""

from __future__ import annotations

from msgspec import Struct

from orsha.kernel import Odds, OneOf, Option, Table
from orsha.tabletop.mission.rulebook import charts
from orsha.tabletop.mission.state import PLANS, Plan, Seat, Setup, State

FORTIFIED = "003 Fortified Forces"


class Picked(Struct, frozen=True):
    """A mission and who attacks in it; nobody yet where that is rolled for."""

    mission: str
    attacker: Seat | None


def plan_table(allied: Plan, axis: Plan) -> Table:
    """003 Battle Plans: the list of missions for a pair of plans."""
    if allied == axis:
        return charts()["plans-even"]
    first, second = sorted((allied, axis), key=PLANS.index)
    return charts()[f"plans-{first}-{second}"]


def plan_attacker(allied: Plan, axis: Plan) -> Seat | None:
    """003 Battle Plans: the bolder plan attacks; the same plans roll for it."""
    if allied == axis:
        return None
    return "allied" if PLANS.index(allied) < PLANS.index(axis) else "axis"


def picked(allied: Plan, axis: Plan, die: int) -> Picked:
    return Picked(plan_table(allied, axis).result(die), plan_attacker(allied, axis))


def random_mission(die: int) -> Picked:
    """003 Random Mission: a die for the mission, and a roll for who attacks."""
    return Picked(charts()["random-mission"].result(die), None)


def plan_odds(allied: Plan, axis: Plan) -> Odds[str]:
    return plan_table(allied, axis).odds()


def allowed_plans(setup: Setup, seat: Seat) -> tuple[Plan, ...]:
    """A force with fortifications must defend."""
    return ("defend",) if seat in setup.fortified else PLANS


def plan_options(state: State, seat: Seat) -> list[Option]:
    if seat in state.plans:
        return []
    return [Option("choose-plan", "choose a battle plan, in secret", {"plan": OneOf(allowed_plans(state.setup, seat))})]


def options(state: State, seat: Seat) -> list[Option]:
    """Plans first, where plans decide; once both are shown, or without plans, anybody may begin.

    The plans are shown by a command of their own: a roll that names them must not be one that can still be taken back.
    """
    if state.setup.choose == "plans" and len(state.plans) < 2:
        return plan_options(state, seat)
    return [Option("begin", "begin")]
