"""What shooting promises: exact chances against brute force, the quick guess, and aims that are always legal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal, Typed
from orsha.kernel.dice import Ask, NeedRoll
from orsha.kernel.odds import pool
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import bombarding, facts, shooting
from orsha.tabletop.game.commands import Aim, Shoot
from orsha.tabletop.game.firing_guess import plan
from orsha.tabletop.game.firing_odds import Chances, chances
from orsha.tabletop.game.shelling_guess import best_bombardment
from orsha.tabletop.game.state import BattleState, Screen
from orsha.tabletop.game.telling import Story
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import GUN, RIFLE, gun, rifles, tank
from tests.tabletop.game.stage import Faces, Group, battle, told, with_team, with_unit
from tests.tabletop.game.test_shooting import big_battle

TWICE = replace(RIFLE, halted=2)
HOWITZER = Weapon("122mm", 80, fires="artillery", anti_tank=3, firepower=3)
PANZER = tank("Panzer", (6, 3, 1))
ONE_SHOT = replace(GUN, halted=1)


def expected(state: BattleState, unit: str, target_unit: str) -> float:
    return plan(state, unit, facts.teams_of(state, target_unit)).points


def moved(state: BattleState) -> BattleState:
    for id in state.teams:
        if id.startswith("axis"):
            state = with_team(state, id, moved=True)
    return state


def outcomes(play: Callable[[Dice], tuple[str, bool]]) -> dict[tuple[str, bool], Fraction]:
    """Plays something with every way its dice can fall. A test is passed by a 6 and failed by a 1, each with its
    chance; dice against armour, which can be matched too, show every face."""
    found: dict[tuple[str, bool], Fraction] = {}
    left: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while left:
        thrown, chance = left.pop()
        try:
            result = play(Dice(Typed(list(thrown))))
        except NeedRoll as need:
            for faces in product(faces_of(need.ask), repeat=need.ask.count):
                share = prod((p for _, p in faces), start=Fraction(1))
                left.append(((*thrown, tuple(face for face, _ in faces)), chance * share))
        else:
            found[result] = found.get(result, Fraction(0)) + chance
    return found


def faces_of(ask: Ask) -> list[tuple[int, Fraction]]:
    if ask.purpose.startswith("armour"):
        return [(face, Fraction(1, 6)) for face in range(1, 7)]
    least = (ask.needed or 0) - sum(one.value for one in ask.modifiers)
    passes = Fraction(sum(face >= least for face in range(1, 7)), 6)
    return [(1, 1 - passes), (6, passes)]


def brute(state: BattleState, aims: tuple[Aim, ...], at: str) -> dict[str, Fraction]:
    """Every roll that the shots can make, hits let be: what becomes of the target, and whether its unit is pinned."""

    def play(dice: Dice) -> tuple[str, bool]:
        story = Story(state, dice)
        shooting.shoot(story, "allied", Shoot("allied 0", aims))
        if story.state.asked is not None:
            shooting.no_mistake(story, "axis")
        now = story.state.teams.get(at)
        condition = "destroyed" if now is None else "bailed out" if now.bailed_out else "fighting"
        unit = story.state.units["axis 0"]
        nobody = not any(id.startswith("axis 0.") for id in story.state.teams)
        return condition, unit.pinned or (nobody and unit.taken.hits >= 5)

    found = outcomes(play)
    conditions = {name: Fraction(0) for name in ("fighting", "bailed out", "destroyed")}
    for (condition, _), chance in found.items():
        conditions[condition] += chance
    return {**conditions, "pinned": sum((p for (_, pinned), p in found.items() if pinned), Fraction(0))}


def agree(state: BattleState, aims: tuple[Aim, ...], at: str) -> None:
    odds, truth = chances(state, "allied 0", at, aims), brute(state, aims, at)
    assert odds.exact
    assert (odds.destroyed, odds.bailed_out, odds.pinned) == (truth["destroyed"], truth["bailed out"], truth["pinned"])


class TestExact:
    def test_two_shots_at_a_lone_tank(self) -> None:
        state = moved(battle([Group("Ours", [tank()], [(20, 10)])], [Group("Theirs", [PANZER], [(20, 20)], 180)]))
        agree(state, (Aim("allied 0.0", 0, "axis 0.0"),), "axis 0.0")

    def test_a_tank_that_is_bailed_out_already(self) -> None:
        state = moved(battle([Group("Ours", [tank()], [(20, 10)])], [Group("Theirs", [PANZER], [(20, 20)], 180)]))
        agree(with_team(state, "axis 0.0", bailed_out=True), (Aim("allied 0.0", 0, "axis 0.0"),), "axis 0.0")

    @pytest.mark.parametrize("theirs", [1, 2, 3])
    def test_hits_that_others_share(self, theirs: int) -> None:
        ours = Group("Ours", [rifles(weapons=(TWICE,))] * 2, [(19, 10), (21, 10)])
        state = moved(battle([ours], [Group("Theirs", [rifles()] * theirs, [(20 + 2 * n, 24) for n in range(theirs)])]))
        state = with_unit(state, "axis 0", taken=replace(state.units["axis 0"].taken, hits=3))
        agree(state, (Aim("allied 0.0", 0, "axis 0.0"), Aim("allied 0.1", 0, "axis 0.0")), "axis 0.0")

    def test_two_kinds_of_weapons(self) -> None:
        hard = replace(RIFLE, name="carbine", halted=2, rules=("brutal",))
        ours = Group("Ours", [rifles(weapons=(TWICE,)), rifles(weapons=(hard,))], [(19, 10), (21, 10)])
        state = moved(battle([ours], [Group("Theirs", [rifles()] * 2, [(20, 24), (22, 24)])]))
        agree(state, (Aim("allied 0.0", 0, "axis 0.0"), Aim("allied 0.1", 0, "axis 0.0")), "axis 0.0")

    def test_what_it_says_of_hits_and_dice(self) -> None:
        state = moved(battle([Group("Ours", [tank()], [(20, 10)])], [Group("Theirs", [PANZER], [(20, 20)], 180)]))
        odds = chances(state, "allied 0", "axis 0.0")
        assert odds.dice == 2
        assert odds.hits.at_least(1) == Fraction(3, 4)
        assert "1.0 hits of 2 dice" in odds.words()

    def test_a_unit_that_is_pinned_already_is_told_so(self) -> None:
        ours = Group("Ours", [rifles(weapons=(TWICE,))] * 3, [(17, 10), (19, 10), (21, 10)])
        state = moved(battle([ours], [Group("Theirs", [rifles()] * 6, [(15 + 2 * n, 24) for n in range(6)])]))
        assert "pinned" in chances(state, "allied 0", "axis 0.2").words()
        pinned = chances(with_unit(state, "axis 0", pinned=True), "allied 0", "axis 0.2")
        assert pinned.pinned == 1 and pinned.words().endswith(", its unit is pinned already")
        assert "100 %" not in pinned.words()

    def test_what_it_says_of_rare_hits(self) -> None:
        rare = Chances(1, pool(1, Fraction(1, 18)), Fraction(1, 54), Fraction(0), Fraction(0), 0)
        assert rare.words() == "0.06 hits of 1 die; destroyed 2 %"

    def test_shots_that_nobody_can_fire(self) -> None:
        state = battle([Group("Ours", [rifles()], [(20, 10)])], [Group("Theirs", [rifles()], [(60, 40)])])
        assert chances(state, "allied 0", "axis 0.0").destroyed == 0

    def test_only_shots_at_the_team_that_is_asked_about(self) -> None:
        with pytest.raises(Illegal, match="at one team"):
            chances(big_battle(), "allied 0", "axis 0.0", (Aim("allied 0.0", 0, "axis 0.1"),))

    def test_the_odds_may_be_asked_before_the_shooting_step(self) -> None:
        ours, theirs = Group("Ours", [tank()], [(20, 10)]), Group("Theirs", [PANZER], [(20, 20)], 180)
        state = moved(battle([ours], [theirs], step="movement"))
        assert chances(state, "allied 0", "axis 0.0").dice == 2


class TestGuess:
    def guess(self, far: float = 10, theirs: Any = PANZER, **of: Any) -> float:
        ours = Group("Ours", [tank(weapons=(ONE_SHOT,))], [(20, 10)])
        state = moved(battle([ours], [Group("Theirs", [theirs], [(20, 10 + far)], 180, points=6)]))
        return expected(with_team(state, "axis 0.0", **of), "allied 0", "axis 0")

    def test_one_shot_is_worth_what_the_exact_odds_say(self) -> None:
        ours = Group("Ours", [tank(weapons=(ONE_SHOT,))], [(20, 10)])
        state = moved(battle([ours], [Group("Theirs", [PANZER], [(20, 20)], 180, points=6)]))
        odds = chances(state, "allied 0", "axis 0.0")
        worth = 6 * (float(odds.destroyed) + 0.4 * float(odds.bailed_out))
        assert expected(state, "allied 0", "axis 0") == pytest.approx(worth)

    def test_the_side_is_worth_more_than_the_front_and_the_near_more_than_the_far(self) -> None:
        assert self.guess(facing=0) > self.guess() > self.guess(far=25)

    def test_foxholes_and_standing_still_make_it_worth_less(self) -> None:
        infantry = self.guess(theirs=rifles())
        assert infantry > self.guess(theirs=rifles(), moved=False) > 0
        assert infantry > self.guess(theirs=rifles(), foxholes=True) > 0

    def test_nothing_in_reach_is_worth_nothing(self) -> None:
        assert self.guess(far=37) == 0

    def test_the_guess_is_kept_with_the_battle_and_does_not_mix_up_states(self) -> None:
        ours = Group("Ours", [tank(weapons=(ONE_SHOT,))], [(20, 10)])
        state = moved(battle([ours], [Group("Theirs", [PANZER], [(20, 20)], 180, points=6)]))
        first = expected(state, "allied 0", "axis 0")
        other = with_team(state, "allied 0.0", moved=True, hasty=True)
        assert expected(other, "allied 0", "axis 0") < first
        assert expected(state, "allied 0", "axis 0") == first

    def test_a_guess_through_a_smoke_screen_does_not_stay_when_the_smoke_lifts(self) -> None:
        ours = Group("Ours", [tank(weapons=(ONE_SHOT,))], [(20, 10)])
        state = moved(battle([ours], [Group("Theirs", [PANZER], [(20, 17)], 180, points=6)]))
        screen = Screen("axis", ((10_000, 13_500), (30_000, 13_500)))
        expected(replace(state, smoke=(screen,)), "allied 0", "axis 0")
        odds = chances(state, "allied 0", "axis 0.0")
        worth = 6 * (float(odds.destroyed) + 0.4 * float(odds.bailed_out))
        assert expected(state, "allied 0", "axis 0") == pytest.approx(worth)

    def test_003_nor_does_a_guess_of_the_meeting_engagements_first_turn(self) -> None:
        slow = replace(ONE_SHOT, moving=1, rules=("slow-firing",))
        ours = Group("Ours", [tank(weapons=(slow,))], [(20, 10)])
        foes = [Group("Theirs", [PANZER], [(20, 20)], 180, points=6)]
        later = moved(battle([ours], foes, mission="encounter"))
        first = replace(later, mission=replace(later.mission, turns={"allied": 1}))
        assert expected(first, "allied 0", "axis 0") < expected(later, "allied 0", "axis 0")

    def test_plans_are_legal_and_hit_the_right_things(self) -> None:
        state = big_battle()
        for n in range(4):
            found = plan(state, f"allied {n}")
            assert found.points > 0
            shooting.check_shoot(state, "allied", f"allied {n}", found.aims)
        faust = [aim for aim in plan(state, "allied 2").aims if aim.weapon == 1]
        assert len(faust) <= 1

    def test_rifles_leave_tanks_alone_where_there_is_infantry(self) -> None:
        foes = [Group("Panzers", [PANZER], [(20, 22)], 180), Group("Rifles", [rifles()], [(24, 22)])]
        state = moved(battle([Group("Ours", [rifles()] * 3, [(18, 10), (20, 10), (22, 10)])], foes))
        assert {aim.at for aim in plan(state, "allied 0").aims} == {"axis 1.0"}


class TestBombardments:
    def field(self, **of: Any) -> BattleState:
        battery = Group("Battery", [gun(weapons=(HOWITZER,))] * 3, [(18 + 3 * n, 6) for n in range(3)])
        spots = [(20, 30), (22, 30), (20, 32), (60, 40)]
        return battle([battery], [Group("Rifles", [rifles()] * 4, spots)], **of)

    def test_it_falls_where_most_stand(self) -> None:
        found = best_bombardment(self.field(), "allied 0")
        assert found is not None
        assert found.command.at[0] < 30_000
        bombarding.check_bombard(self.field(), "allied", found.command)
        far = replace(found.command, at=(60_000, 40_000))
        bombarding.check_bombard(self.field(), "allied", far)

    def test_a_marker_among_them_is_better_than_ranging_in(self) -> None:
        state = with_unit(self.field(), "allied 0", shells=(20_000, 30_000), strayed=True)
        found = best_bombardment(state, "allied 0")
        assert found is not None
        assert found.command.repeat
        told(state, lambda story: bombarding.bombard(story, "allied", found.command), 1)

    def test_none_where_nobody_is_seen(self) -> None:
        house = Feature("building", area=((0, 12000), (72000, 12000), (72000, 15000), (0, 15000)))
        assert best_bombardment(self.field(features=(house,)), "allied 0") is None
        assert best_bombardment(with_unit(self.field(), "allied 0", pinned=True), "allied 0") is None


def test_the_odds_throw_no_dice() -> None:
    dice = Dice(Faces())
    chances(big_battle(), "allied 0", "axis 0.0")
    assert not dice.rolls
