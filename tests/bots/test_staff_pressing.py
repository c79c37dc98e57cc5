"""The staff presses home: who can charge does not shoot his chance away, and what wins attacks is not left at home."""

from __future__ import annotations

import random

from orsha.bots.staff import assaults, closing, moving
from orsha.bots.staff.goals import Goals
from orsha.bots.staff.plan import Task, plan
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.assault_chances import estimate
from orsha.tabletop.game.commands import Charge, March
from orsha.tabletop.game.shooting import check_shoot
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import state as m
from tests.tabletop.battle.told import gun, rifles, tank, team
from tests.tabletop.game.stage import Group, act, battle, with_mission, with_team, with_unit

HOME, GOAL = (10_000, 24_000), (60_000, 24_000)
NOWHERE = Goals((), (), ())


def row(name: str, x: float, y: float, count: int, **of: bool) -> Group:
    return Group(name, (rifles(),) * count, [(x, y + 1.5 * n) for n in range(count)], **of)


def company(x: float, y: float = 20) -> Group:
    return row("Rifle company", x, y, 8)


def moved(state: BattleState, unit: str) -> BattleState:
    for id in facts.teams_of(state, unit):
        state = with_team(state, id, moved=True, mils=1000)
    return state


# -- shooting before a charge (core 9.1: at the moving rate, and near whom it charges)


def test_who_halted_and_will_charge_shoots_at_his_moving_rate_for_the_full_one_would_nail_him_down() -> None:
    state = battle([company(40)], [row("Grenadiers", 43.5, 24, 2)], step="shooting")
    charge = assaults.charge(state, "allied", "allied 0", NOWHERE)
    assert isinstance(charge, Charge)
    going = {leg.team for leg in charge.legs}
    aims = assaults.aims(state, "allied", "allied 0", NOWHERE)
    assert len(going) >= 4 and going & {aim.team for aim in aims}
    assert all(aim.moving == (aim.team in going) for aim in aims)
    assert check_shoot(state, "allied", "allied 0", aims)


def test_who_moved_shoots_at_those_whom_he_will_charge_and_at_nobody_else() -> None:
    far = row("Others", 40, 38, 4)
    state = moved(battle([company(40)], [row("Grenadiers", 43.5, 24, 2), far], step="shooting"), "allied 0")
    aims = assaults.aims(state, "allied", "allied 0", NOWHERE)
    assert aims and {facts.unit_id(aim.at) for aim in aims} == {"axis 0"}


def test_who_will_charge_does_not_shoot_at_those_who_are_still_in_boats() -> None:
    state = moved(battle([company(40)], [row("Grenadiers", 43.5, 24, 4)], step="shooting"), "allied 0")
    afloat = with_team(state, "axis 0.0", aboard="axis boat 0")
    assert "axis 0.0" in {aim.at for aim in assaults.aims(state, "allied", "allied 0", NOWHERE)}
    assert "axis 0.0" not in {aim.at for aim in assaults.aims(afloat, "allied", "allied 0", NOWHERE)}


def test_who_could_only_charge_to_his_ruin_shoots() -> None:
    state = battle([row("Two", 40, 24, 2)], [row("Grenadiers", 43.5, 18, 9)], step="shooting")
    assert len(assaults.aims(state, "allied", "allied 0", NOWHERE)) == 2


def test_late_in_a_battle_worse_odds_will_do() -> None:
    state = battle([company(40)], [row("Grenadiers", 43.5, 24, 2)])
    late = with_mission(state, turns={"allied": 8, "axis": 7})
    assert assaults.least(late, "allied", "axis 0", NOWHERE) < assaults.least(state, "allied", "axis 0", NOWHERE)


# -- the last inches


def test_infantry_that_would_stop_short_steps_up_to_where_it_can_charge() -> None:
    state = battle([company(40)], [row("Grenadiers", 46.2, 24, 2)], step="movement")
    command = moving.act(state, "allied", "allied 0", Task("take", GOAL), set())
    assert isinstance(command, March)
    done = act(state, "allied", command).state
    assert assaults.charge(done, "allied", "allied 0", NOWHERE) is not None


def test_tanks_go_up_to_few_men_and_thin_ones_not_to_many() -> None:
    tanks = Group("Tanks", (tank(),) * 5, [(40, 18 + 3 * n) for n in range(5)])
    few = battle([tanks], [row("Grenadiers", 50, 24, 2)], step="movement")
    assert closing.legs(few, "allied", "allied 0", Task("take", GOAL))
    one = Group("Scout car", (tank("Scout car", (0, 0, 0)),), [(40, 24)])
    many = battle([one], [row("Grenadiers", 50, 18, 9)], step="movement")
    assert closing.legs(many, "allied", "allied 0", Task("take", GOAL)) == ()


def test_its_hope_is_what_it_would_reckon_with_from_where_it_would_stand() -> None:
    state = battle([company(40)], [row("Grenadiers", 46.2, 24, 2)], step="movement")
    ahead = state
    for id in facts.teams_of(state, "allied 0"):
        ahead = with_team(ahead, id, x=state.teams[id].x + 3200)
    own = next(id for id in facts.teams_of(state, "allied 0") if facts.spot(state, id)[1] == 24_500)
    foe = with_team(state, "axis 0.0", y=24_500)
    found = closing.hope(foe, "allied 0", own, "axis 0.0", 6200.0)
    there = estimate(with_team(ahead, "axis 0.0", y=24_500), "allied 0", "axis 0")
    assert 0 < there <= found < there + 0.05, "who is out of command now may be in command then"


def test_infantry_does_not_run_after_tanks_on_its_way() -> None:
    guns = (Weapon("MGs", 16, halted=6, moving=6, anti_tank=2, firepower=6),)
    heavy = Group("Tanks", (tank(weapons=guns),) * 3, [(37, 36), (40, 36), (43, 36)])
    state = battle([row("Three", 40, 24, 3)], [heavy], step="movement")
    assert closing.undeterred(state, "allied", "allied 0", Task("take", GOAL)).straight
    men = battle([company(40)], [row("Grenadiers", 40, 38, 2)], step="movement")
    assert not closing.undeterred(men, "allied", "allied 0", Task("take", GOAL)).straight


def test_the_nearest_enemy_is_the_one_nearest_to_its_leader_and_before_him_its_nearest_team() -> None:
    rng = random.Random(20)
    for _ in range(50):
        ours, theirs = ([(rng.uniform(10, 30), rng.uniform(10, 30)) for _ in range(4)] for _ in range(2))
        state = battle([Group("Ours", (rifles(),) * 4, ours)], [Group("Theirs", (rifles(),) * 4, theirs)])
        own, foes = facts.teams_of(state, "allied 0"), facts.targets(state, "allied")
        spots = {id: facts.spot(state, id) for id in (*own, *foes)}
        foe = min(foes, key=lambda id: facts.apart(spots["allied 0.0"], spots[id]))
        one = min(own, key=lambda id: facts.apart(spots[foe], spots[id]))
        assert assaults.nearest(state, "allied", "allied 0", own) == (facts.apart(spots[foe], spots[one]), one, foe)


def test_a_pinned_unit_hopes_for_no_charge() -> None:
    state = battle([company(40)], [row("Grenadiers", 46.2, 24, 2)], step="movement")
    pinned = with_unit(state, "allied 0", pinned=True)
    found = [closing.hope(one, "allied 0", "allied 0.0", "axis 0.0", 6200.0) for one in (state, pinned)]
    assert found[0] > found[1] == 0.0
    assert closing.legs(state, "allied", "allied 0", Task("take", GOAL))
    assert closing.legs(pinned, "allied", "allied 0", Task("take", GOAL)) == ()


# -- who stays at home


def meeting(allied: list[Group], axis: list[Group], turn: int = 2) -> BattleState:
    """Free-for-All: each side keeps an objective of its own and takes the enemy's."""
    state = battle(allied, axis, step="movement", mission="free-for-all")
    both = {"1": m.Objective("1", "allied", "attacker", HOME), "2": m.Objective("2", "axis", "defender", GOAL)}
    return with_mission(state, objectives=both, turns={"allied": turn, "axis": turn - 1})


def machine_guns(x: float, y: float) -> Group:
    heavy = team("HMG", rules=("heavy-weapon",))
    return Group("Machine-guns", (heavy,) * 3, [(x, y + 2 * n) for n in range(3)])


FOES = row("Grenadiers", 60, 22, 4)


def test_machine_guns_keep_what_is_ours_and_the_company_next_to_it_attacks() -> None:
    tasks = plan(meeting([company(11), machine_guns(16, 24)], [FOES]), "allied").tasks
    assert tasks["allied 1"] == Task("keep", HOME)
    assert tasks["allied 0"] == Task("take", GOAL)


def test_nobody_stays_where_guns_stand_until_the_enemy_is_about() -> None:
    guns = Group("Guns", (gun(), gun()), [(10, 22), (10, 26)])
    nobody = row("Grenadiers", 20, 24, 4)
    calm = plan(meeting([company(14), machine_guns(16, 24), guns], [row("Grenadiers", 30, 24, 4)]), "allied").tasks
    assert {calm["allied 0"].role, calm["allied 1"].role} == {"take"}
    pressed = plan(meeting([company(14, 36), machine_guns(16, 40), guns], [nobody]), "allied").tasks
    assert "keep" in {pressed["allied 0"].role, pressed["allied 1"].role}


def test_late_in_the_battle_nobody_waits_at_home_for_an_enemy_who_cannot_come() -> None:
    state = meeting([company(11), machine_guns(16, 24)], [FOES], turn=8)
    assert {task.role for task in plan(state, "allied").tasks.values()} == {"take"}


def test_where_no_place_wins_the_hunt_is_for_those_whose_loss_breaks_a_formation() -> None:
    extra, own = row("Extra", 30, 36, 3, support=True), row("Own", 26, 8, 3)
    state = battle([company(30)], [own, FOES, extra], step="movement", mission="annihilation")
    at = plan(state, "allied").tasks["allied 0"].at
    assert at in {facts.spot(state, id) for id in facts.teams_of(state, "axis 0")}, "though others are nearer"
