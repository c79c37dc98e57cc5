"""The staff: it reads the victory clauses, gives every unit a task, and beats a player who plays at random."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.bots.battle_auto import BattleMatch, bot, play_battle
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import plan
from orsha.kernel import Unknown
from orsha.tabletop.battle.starting import good_spirits
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import BattleSetup, chain, facts
from orsha.tabletop.game.commands import PullOut
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.mission.turn import withdrawable


def setup(mission: str, attacker: Seat = "allied", seed: int = 1) -> BattleSetup:
    forces = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    return BattleSetup(forces, mission=mission, attacker=attacker, seed=seed)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def deployed() -> BattleState:
    """Bridgehead as the first turn begins: the allies attack."""
    states: list[BattleState] = []

    class Enough(Exception):
        pass

    def seen(match: object) -> None:
        state: BattleState = match.state  # type: ignore[attr-defined]
        if state.step == "movement":
            states.append(state)
            raise Enough

    with pytest.raises(Enough):
        play_battle(setup("bridgehead"), {"allied": "staff", "axis": "staff"}, 1, seen=seen)
    return states[0]


def test_the_attacker_wants_the_objectives_and_the_defender_keeps_them(deployed: BattleState) -> None:
    attacker, defender = goals(deployed, "allied"), goals(deployed, "axis")
    assert attacker.take and not attacker.keep
    assert defender.keep == attacker.take and not defender.take
    assert attacker.near == attacker.take, "the defender also wins by keeping the attacker away"


def test_guns_support_infantry_and_tanks_attack(deployed: BattleState) -> None:
    made = plan(deployed, "allied")
    roster = deployed.roster
    kinds = {unit: roster.units[unit].unit for unit in made.tasks}
    guns = {unit: one for unit, one in kinds.items() if one.kind == "gun"}
    assert {made.tasks[unit].role for unit, one in guns.items() if one.artillery} <= {"support"}
    assert {made.tasks[unit].role for unit in guns} <= {"support", "take"}, "those that reach nobody come up"
    takers = [unit for unit, task in made.tasks.items() if task.role == "take"]
    assert takers and all(made.tasks[unit].at in made.goals.take for unit in takers)


def test_support_withdraws_before_what_a_formation_counts() -> None:
    """003 Strategic Withdrawal: a formation that sends its own units home is sooner at its end."""
    seen: list[BattleState] = []

    def look(match: BattleMatch) -> None:
        if match.state.mission.stage == "withdraw":
            seen.append(match.state)

    forces: Any = {"allied": ready_force("soviet-100"), "axis": ready_force("german-100")}
    battle = BattleSetup(forces, mission="swinging-the-sickle", attacker="axis", seed=1)
    play_battle(battle, {"allied": "staff", "axis": "staff"}, 1, seen=look)
    assert seen
    for state in seen:
        command = bot("staff", "allied", 1).choose(state)
        assert isinstance(command, PullOut)
        units = [state.roster.units[unit] for unit in withdrawable(state.mission, "allied")]
        sound = [one for one in units if good_spirits(chain.muster(state, one.id), state.setup.moves).good]
        support = [one for one in sound if one.formation is None and facts.teams_of(state, one.id)]
        assert state.roster.units[command.unit].formation is None or not support


def test_a_plan_is_not_changed_for_a_little(deployed: BattleState) -> None:
    first = plan(deployed, "allied").goal
    other = next(at for at in goals(deployed, "allied").take if at != first)
    assert plan(deployed, "allied", first).goal == first
    assert plan(deployed, "allied", other).goal in (first, other)


@pytest.mark.parametrize(
    ("mission", "seat"),
    [
        ("dust-up", "axis"),
        pytest.param("dust-up", "allied", marks=pytest.mark.slow),
        pytest.param("bridgehead", "allied", marks=pytest.mark.slow),
        pytest.param("bridgehead", "axis", marks=pytest.mark.slow),
    ],
)
def test_it_beats_a_random_player_from_either_side(mission: str, seat: Seat) -> None:
    bots = {one: "staff" if one == seat else "random" for one in SEATS}
    _, found = play_battle(setup(mission), bots, 3)  # type: ignore[arg-type]
    assert found.winner == seat, found.why


def test_the_same_seed_is_the_same_battle() -> None:
    both: dict[Seat, str] = {"allied": "staff", "axis": "staff"}
    one, other = (play_battle(setup("contact"), both, 5)[1] for _ in range(2))
    assert one == other


@pytest.mark.parametrize("mission", ["contact", "the-factory"])
def test_it_takes_a_seat_over_in_any_step(mission: str) -> None:
    """As a server does that was started again, or a player who leaves his seat to it."""
    both: dict[Seat, str] = {"allied": "staff", "axis": "staff"}
    asked: set[str] = set()

    def seen(match: BattleMatch) -> None:
        seat = match.state.mission.active
        if seat is not None and match.state.asked is None and match.state.mission.stage == "main":
            command = bot("staff", seat, 2).choose(match.view(seat))
            assert command is not None
            match.act(seat, command)
            asked.add(match.state.step)

    play_battle(setup(mission), both, 5, most_turns=2, seen=seen)
    assert asked == {"movement", "shooting", "assault"}


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(Unknown, match="genius"):
        bot("genius", "allied", 1)
