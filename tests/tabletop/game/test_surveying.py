"""Who can shoot at whom, and what it is worth: the quick ways find in whole battles what the slow ones do."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.tabletop.battle import hits, odds
from orsha.tabletop.battle.to_hit import Shooter, hidden, shots, to_hit, why_not_shoot
from orsha.tabletop.force import load_force
from orsha.tabletop.game import aiming, facts, firing_guess, shooting, surveying
from orsha.tabletop.game.aiming import Gun
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL, Look, lookout
from orsha.tabletop.table.sight import FARTHER

MISSIONS = ("annihilation", "contact")


@cache
def played(mission: str) -> tuple[list[BattleState], list[BattleState]]:
    """Some moments of Shooting Steps, and some when hits lie on teams, of a battle between two staffs."""
    steps: list[BattleState] = []
    fires: list[BattleState] = []

    def seen(match: BattleMatch) -> None:
        state = match.state
        if state.fire is not None:
            fires.append(state)
        elif state.step == "shooting" and state.asked is None:
            steps.append(state)

    forces = {"allied": load_force("soviet-50"), "axis": load_force("german-50")}
    setup = BattleSetup(forces, mission=mission, seed=0, points=50)
    play_battle(setup, {"allied": "staff", "axis": "staff"}, 0, most_turns=8, seen=seen)
    return steps[:: max(len(steps) // 20, 1)], fires


def fresh(state: BattleState) -> BattleState:
    """The same state, with nothing worked out about it yet."""
    return replace(state)


def forgetful(state: BattleState) -> BattleState:
    """The same in a battle of which nothing is remembered at all."""
    return replace(state, setup=replace(state.setup))


def sight(state: BattleState, by: str, at: str) -> Look:
    return lookout(
        facts.ground(state), [facts.stand(state, by)], [facts.stand(state, at)], facts.screens(state)
    )[0][0]  # fmt: skip


def slow_guns(state: BattleState, unit: str) -> dict[tuple[str, int], tuple[int, list[str]]]:
    """By team and weapon the dice and the targets, pair by pair."""
    found = {}
    for id in facts.teams_of(state, unit):
        card, deeds = facts.card(state, id), facts.deeds(state, id)
        for n, weapon in enumerate(card.weapons):
            count = shots(Shooter(card, weapon, deeds), state.setup.rules)
            if weapon.fires != "direct" or not count or why_not_shoot(deeds) is not None:
                continue
            at = [
                foe
                for foe in facts.targets(state, facts.seat_of(unit))
                if sight(state, id, foe)
                and aiming.shot_range(state, id, foe) <= weapon.range * MIL
                and aiming.faces_team(state, id, weapon, foe) is not None
                and aiming.exposed(state, foe, id)
            ]
            if at:
                found[id, n] = count, at
    return found


def slow_worth(state: BattleState, gun: Gun, at: str) -> float:
    """A weapon's shots at a team by the rules alone, nothing remembered; smoke screens and cover left out."""
    rules, weapon = state.setup.rules, facts.card(state, gun.team).weapons[gun.weapon]
    target = aiming.target(state, gun.team, at, sight(state, gun.team, at))
    smoke = state.teams[gun.team].smoked or state.teams[at].smoked
    needed = to_hit(aiming.shooter(state, gun.team, weapon), replace(target, smoke=smoke), rules)
    strike = replace(
        aiming.strike(state, gun.team, at, weapon), cover_in_front=False, commander=False, komissar=False
    )  # fmt: skip
    ends = odds.fate((strike,), rules)
    bailed = float(ends.chance("bailed out")) if strike.condition == "fighting" else 0.0
    share = float(ends.chance("destroyed")) + firing_guess.BAILED_OUT * bailed
    return gun.shots * float(needed.chance) * share * firing_guess.price(state, at)


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_survey_finds_the_guns_and_targets_that_are_found_one_by_one(mission: str) -> None:
    pairs = 0
    for state in map(fresh, played(mission)[0]):
        for seat in facts.SEATS:
            for unit in facts.units_on_table(state, seat):
                guns, seen = surveying.survey(state, unit)
                found = {(gun.team, gun.weapon): (gun.shots, list(gun.at)) for gun in guns}
                assert found == slow_guns(fresh(state), unit)
                for gun in guns:
                    for at in gun.at:
                        far = aiming.shot_range(state, gun.team, at) > state.setup.rules.shooting.long_range * MIL
                        assert seen[gun.team][at] == sight(state, gun.team, at) + FARTHER * far
                        pairs += 1
    assert pairs > 100


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_guess_is_what_the_rules_say_shot_by_shot(mission: str) -> None:
    asked = 0
    for state in map(fresh, played(mission)[0]):
        for seat in facts.SEATS:
            for unit in facts.units_on_table(state, seat):
                guns, seen = surveying.survey(state, unit)
                for gun in guns:
                    guess = firing_guess._Guess(state, unit)
                    guess.seen.update(seen)
                    _, at, worth = guess.best(gun)
                    exact = {foe: slow_worth(state, gun, foe) for foe in gun.at}
                    assert worth == pytest.approx(max(exact.values()), abs=1e-12)
                    assert exact[at] == pytest.approx(worth, abs=1e-12)
                    asked += 1
    assert asked > 30


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_plan_remembers_nobody_as_he_was_before(mission: str) -> None:
    aims = 0
    for state in played(mission)[0]:
        hurt = replace(state, teams={id: replace(its, bailed_out=True, moved=True) for id, its in state.teams.items()})
        for now in (state, hurt, fresh(state)):
            for seat in facts.SEATS:
                for unit in facts.units_on_table(now, seat):
                    best = firing_guess.plan(now, unit)
                    assert best == firing_guess.plan(forgetful(now), unit)
                    aims += len(best.aims)
    assert aims > 100


@pytest.mark.parametrize("mission", MISSIONS)
def test_of_looks_only_those_are_new_that_nobody_has_taken(mission: str) -> None:
    for state in map(fresh, played(mission)[0]):
        seat = state.mission.active or "allied"
        own, foes = facts.targets(state, facts.enemy(seat)), facts.targets(state, seat)
        if len(own) < 4:
            continue
        aiming.sighted(state)[own[0]] = dict.fromkeys(foes[:3], 2 + FARTHER)
        wanted = {own[0]: foes[:3], own[1]: foes[2:5], own[2]: foes[4:6], own[3]: []}
        found = aiming.looks_at(state, wanted)
        assert found[own[0]] == dict.fromkeys(foes[:3], 2), "as it was taken down"
        for id in own[1:4]:
            assert all(found[id][foe] == sight(state, id, foe) for foe in wanted[id])


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_a_survey_saw_answers_later_looks_as_new_looks_would(mission: str) -> None:
    for state in map(fresh, played(mission)[0]):
        seat = state.mission.active or "allied"
        for unit in facts.units_on_table(state, seat):
            surveying.survey(state, unit)
        own, foes = facts.targets(state, facts.enemy(seat)), facts.targets(state, seat)
        new = fresh(state)
        for id in own:
            near = [foe for foe in foes if foe in aiming.sighted(state).get(id, {})]
            assert aiming.looks(state, [id], near) == aiming.looks(new, [id], near)
        for foe in foes:
            for look in (1, 2):
                view = replace(aiming.target(state, own[0], foe, look), smoke=False)  # type: ignore[arg-type]
                assert hidden(aiming.in_view(state, foe, look)) == hidden(view)  # type: ignore[arg-type]


@pytest.mark.parametrize("mission", MISSIONS)
def test_alike_hits_are_the_strikes_that_each_would_be_by_itself(mission: str) -> None:
    for state in played(mission)[1]:
        fire = state.fire
        assert fire is not None
        counts = hits.count(fire.hits)
        order = sorted(fire.hits, key=lambda hit: list(counts).index(hit.team))
        assert shooting.strikes_of(state, fire) == [
            aiming.strike(
                fresh(state),
                fire.shooters[hit.volley],
                hit.team,
                fire.volleys[hit.volley].weapon,
                again=counts[hit.team] > 1,
            )
            for hit in order
        ]
    assert sum(len(played(one)[1]) for one in MISSIONS) > 0
