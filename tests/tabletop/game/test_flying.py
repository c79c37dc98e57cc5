"""Aircraft on the table (core 8): placed, shot at, attacking, flying home."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import bombarding, flying, shooting
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import Aim, Bombard, Flak, Fly, Place, Shoot
from orsha.tabletop.game.events import AircraftCame, Asked, Fired, Harmed, Ranged, Shelled, StepBegan, TeamsGone
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.events import UnitMoved
from tests.tabletop.battle.told import RIFLE, rifles, tank, team
from tests.tabletop.game.fuzzing import play
from tests.tabletop.game.stage import Faces, Group, Told, battle, told, with_team

CANNON = Weapon("23mm guns", 6, moving=2, anti_tank=6, firepower=5)
BOMBS = Weapon("Bombs", 6, fires="artillery", anti_tank=5, firepower=4, rules=("bombs",))
FLAK38 = Weapon("2cm FlaK", 16, halted=4, moving=2, anti_tank=5, firepower=5, rules=("dedicated-aa",))
AA_MG = Weapon("Panzer (AA MG)", 16, halted=3, moving=2, anti_tank=2, firepower=6, rules=("self-defence-aa",))
IL2 = team("IL-2", "aircraft", move=None, save=3, weapons=(CANNON, BOMBS))
AAGUN = team("2cm FlaK", "gun", weapons=(FLAK38,))
UNIT = "allied 1"


def sky(theirs: Any = None, planes: int = 2, more: Any = (), **of: Any) -> BattleState:
    """Two Shturmoviks that came this turn, and a far friend; enemies without flak about (40, 30)."""
    ours = [Group("Rifles", [rifles()], [(5, 5)]), Group("Shturmoviks", [IL2] * planes, []), *more]
    foes = theirs or [Group("Panzers", [tank("Panzer", (6, 3, 1))] * 2, [(40, 30), (44, 30)], 180)]
    return apply(battle(ours, foes, **of), AircraftCame(UNIT, "Shturmoviks", True))


def fly(*spots: tuple[float, float]) -> Fly:
    return Fly(UNIT, tuple(Place(f"{UNIT}.{n}", (int(x * 1000), int(y * 1000))) for n, (x, y) in enumerate(spots)))


def flies(state: BattleState, *spots: tuple[float, float]) -> Told:
    return told(state, lambda story: flying.fly(story, "allied", fly(*(spots or ((40, 26), (43, 26))))))


def refused(state: BattleState, command: Fly, why: str, seat: Any = "allied") -> str:
    story = Story(state, Dice(Faces()))
    with pytest.raises(Illegal, match=why) as error:
        flying.fly(story, seat, command)
    assert not story.events
    return str(error.value.rule)


class TestPlacing:
    def test_core_8_anywhere_over_the_table(self) -> None:
        placed = flies(sky(), (0, 0), (72, 48)).state
        assert (placed.teams[f"{UNIT}.1"].x, placed.teams[f"{UNIT}.1"].y) == (72_000, 48_000)
        assert placed.flying == ()
        assert refused(sky(), fly((0, 0), (73, 48)), "over the table") == "core 8"

    def test_core_8_each_of_them_and_only_once(self) -> None:
        refused(sky(), fly((0, 0)), "each aircraft")
        refused(sky(), Fly(UNIT, (Place(f"{UNIT}.0", (0, 0)), Place(f"{UNIT}.0", (0, 0)))), "each aircraft")
        refused(sky(), Fly(UNIT, (Place(f"{UNIT}.0", (0, 0)), Place("allied 0.0", (0, 0)))), "each aircraft")
        aboard = Place(f"{UNIT}.0", (0, 0), aboard="allied 0.0")
        refused(sky(), Fly(UNIT, (aboard, Place(f"{UNIT}.1", (0, 0)))), "ride on nothing")

    def test_core_8_only_those_that_came(self) -> None:
        refused(replace(sky(), flying=()), fly((0, 0), (1, 1)), "came this turn")
        refused(sky(), Fly("allied 0", (Place("allied 0.0", (0, 0)),)), "came this turn")
        refused(sky(), fly((0, 0), (1, 1)), "Shooting Step", seat="axis")
        refused(flies(sky()).state, fly((0, 0), (1, 1)), "came this turn")

    def test_core_8_aircraft_that_were_lost_do_not_come_back(self) -> None:
        state = replace(sky(), lost={UNIT: (f"{UNIT}.0",)})
        one = Fly(UNIT, (Place(f"{UNIT}.1", (40_000, 26_000)),))
        assert f"{UNIT}.1" in told(state, lambda story: flying.fly(story, "allied", one)).state.teams
        refused(state, fly((0, 0), (1, 1)), "each aircraft")

    def test_003_meeting_engagement(self) -> None:
        state = sky(mission="encounter")
        first = replace(state, mission=replace(state.mission, turns={"allied": 1}))
        assert refused(first, fly((0, 0), (1, 1)), "first turn") == "003 Meeting Engagement"
        assert not flying.options(first, "allied")

    def test_core_8_who_was_not_sent_in_does_not_wait_for_the_next_turn(self) -> None:
        assert apply(sky(), StepBegan("axis", "starting")).flying == ()


class TestFlak:
    def guarded(self, *foes: Team) -> BattleState:
        theirs = [Group("Foes", list(foes) or [AAGUN], [(40 + 3 * n, 30) for n in range(len(foes) or 1)], 180)]
        return flies(sky(theirs)).state

    def fires(self, state: BattleState, *dice: Any, aims: Any = None) -> Told:
        command = Flak(aims or (Aim("axis 0.0", 0, f"{UNIT}.0"),))
        return told(state, lambda story: flying.flak(story, "axis", command), *dice)

    def refused(self, state: BattleState, why: str, *aims: Aim, seat: Any = "axis") -> None:
        story = Story(state, Dice(Faces()))
        with pytest.raises(Illegal, match=why):
            flying.flak(story, seat, Flak(aims))
        assert not story.events

    def test_core_8_the_enemy_is_asked_before_the_attack(self) -> None:
        state = self.guarded()
        assert state.asked is not None
        assert (state.asked.seat, state.asked.kind, state.asked.units) == ("axis", "flak", (UNIT,))

    def test_core_8_nobody_is_asked_who_cannot_fire(self) -> None:
        assert not flies(sky()).of(Asked)
        far = [Group("Foes", [AAGUN], [(10, 40)])]
        assert not flies(sky(far)).of(Asked)

    def test_core_8_dedicated_aa_at_its_halted_rate_self_defence_one_shot(self) -> None:
        moved = with_team(self.guarded(), "axis 0.0", moved=True)
        assert self.fires(moved, 1).one(Fired).volleys[0].shots == 4
        assert self.fires(self.guarded(tank(weapons=(AA_MG,))), 1).one(Fired).volleys[0].shots == 1

    def test_core_8_a_hit_that_is_not_saved_needs_firepower(self) -> None:
        # one hit on 4+, the save of 3+ fails, and firepower 5+ decides
        assert self.fires(self.guarded(), [4, 1, 1, 1], 1, 4).one(Harmed).harms[0].result == "flew on"
        lost = self.fires(self.guarded(), [4, 1, 1, 1], 1, 5)
        assert lost.one(TeamsGone).teams == (f"{UNIT}.0",)
        assert lost.state.lost[UNIT] == (f"{UNIT}.0",)

    def test_core_6_4_more_hits_go_to_the_aircraft_beside(self) -> None:
        told_ = self.fires(self.guarded(), [4, 4, 1, 1], 6)
        assert [harm.team for harm in told_.one(Harmed).harms] == [f"{UNIT}.0", f"{UNIT}.1"]

    def test_core_8_the_unit_is_lost_with_its_last_aircraft(self) -> None:
        told_ = self.fires(self.guarded(), [4, 4, 1, 1], 1, 5)
        assert told_.one(UnitMoved).where == "lost"

    def test_core_8_who_fired_does_not_shoot_in_its_own_turn(self) -> None:
        state = self.fires(self.guarded(), 1).state
        assert state.asked is None
        assert state.teams["axis 0.0"].fired_at_aircraft
        own = apply(state, StepBegan("axis", "starting"))
        assert own.teams["axis 0.0"].fired_at_aircraft
        assert not apply(own, StepBegan("allied", "starting")).teams["axis 0.0"].fired_at_aircraft

    def test_core_8_a_team_fires_once_a_step(self) -> None:
        more = [Group("More", [IL2], [])]
        theirs = [Group("Foes", [AAGUN], [(40, 30)], 180)]
        state = apply(sky(theirs, more=more), AircraftCame("allied 2", "More", True))
        first = self.fires(flies(state).state, 1).state
        second = Fly("allied 2", (Place("allied 2.0", (40_000, 26_000)),))
        assert not told(first, lambda story: flying.fly(story, "allied", second)).of(Asked)

    def test_core_8_what_may_not_fire(self) -> None:
        state = self.guarded(AAGUN, rifles())
        plane = f"{UNIT}.0"
        self.refused(state, "does not shoot at aircraft", Aim("axis 0.1", 0, plane))
        self.refused(with_team(state, "axis 0.0", bailed_out=True), "Bailed Out", Aim("axis 0.0", 0, plane))
        self.refused(with_team(state, "axis 0.0", x=2_000), "inches away", Aim("axis 0.0", 0, plane))
        self.refused(state, "at least one team")
        self.refused(state, "not one of the aircraft", Aim("axis 0.0", 0, "allied 0.0"))
        self.refused(state, "no team", Aim("allied 0.0", 0, plane))
        self.refused(state, "not asked", Aim("axis 0.0", 0, plane), seat="allied")
        self.refused(state, "each of its weapons once", Aim("axis 0.0", 0, plane), Aim("axis 0.0", 0, plane))

    def test_holding_the_fire_settles_it(self) -> None:
        told_ = told(self.guarded(), lambda story: flying.no_flak(story, "axis"))
        assert told_.state.asked is None
        assert not told_.state.teams["axis 0.0"].fired_at_aircraft

    def test_nothing_else_is_done_before_the_answer(self) -> None:
        story = Story(self.guarded(), Dice(Faces()))
        with pytest.raises(Illegal, match="answer a question first"):
            shooting.shoot(story, "allied", Shoot(UNIT, (Aim(f"{UNIT}.0", 0, "axis 0.0"),)))


class TestAttack:
    def strafes(self, state: BattleState, *dice: Any, at: str = "axis 0.0") -> Told:
        aims = (Aim(f"{UNIT}.0", 0, at),)
        return told(state, lambda story: shooting.shoot(story, "allied", Shoot(UNIT, aims)), *dice)

    def test_core_8_guns_at_the_moving_rate(self) -> None:
        told_ = self.strafes(flies(sky()).state, 1)
        assert told_.one(Fired).how == "strafing"
        assert (told_.one(Fired).volleys[0].shots, told_.one(Fired).volleys[0].rate) == (2, "moving")

    def test_core_8_not_within_eight_inches_of_friends(self) -> None:
        near = with_team(flies(sky()).state, "allied 0.0", x=40_000, y=21_000)
        with pytest.raises(Illegal, match="from a friendly team, less than 8"):
            self.strafes(near)
        units = [option.takes["unit"] for option in shooting.options(near, "allied")]
        assert not any(unit.contains(UNIT) for unit in units)
        self.strafes(with_team(near, "allied 0.0", y=20_000), 1)

    def test_core_8_standing_infantry_is_not_concealed_from_the_air(self) -> None:
        theirs = [Group("Rifles", [rifles()], [(40, 30)])]
        assert self.strafes(flies(sky(theirs)).state, 1).one(Fired).volleys[0].needed == "4+"

    def test_rulings_an_aircrafts_guns_meet_the_armour_that_faces_it(self) -> None:
        # anti-tank 6 from the front against 6: the die decides nothing; from behind side armour 3 may be matched
        front = self.strafes(flies(sky()).state, [4, 1])
        assert front.one(Harmed).harms[0].result == "bounced off"
        rear = self.strafes(flies(sky(), (40, 34), (43, 34)).state, [4, 1], 3, 4)
        assert rear.one(Harmed).harms[0].result == "glanced off"

    def test_core_8_bombs_fall_like_shells(self) -> None:
        state = flies(sky()).state
        command = Bombard(UNIT, f"{UNIT}.0", (40_000, 30_000), 1)
        told_ = told(state, lambda story: bombarding.bombard(story, "allied", command), 4, 4, 6)
        assert told_.one(Ranged).guns == (f"{UNIT}.0", f"{UNIT}.1")
        # two of them, and yet hits are not rolled again: bombs are never too few
        assert told_.one(Shelled).hit == ("axis 0.0",)
        assert told_.one(Harmed).harms[0].result == "bounced off"
        assert told_.state.units[UNIT].shells == (40_000, 30_000)

    def test_core_7_4_aircraft_have_no_marker_to_repeat_on(self) -> None:
        state = flies(sky()).state
        state = replace(state, units={**state.units, UNIT: replace(state.units[UNIT], shells=(40_000, 30_000))})
        command = Bombard(UNIT, f"{UNIT}.0", (40_000, 30_000), 1, repeat=True)
        with pytest.raises(Illegal, match="no Ranged In marker"):
            bombarding.bombard(Story(state, Dice(Faces())), "allied", command)

    def test_core_8_bombs_keep_eight_inches_from_friends_and_only_the_crew_spots(self) -> None:
        scouts = [Group("Scouts", [rifles(rules=("observer",))], [(20, 24)])]
        state = flies(sky(more=scouts)).state
        story = Story(with_team(state, "allied 0.0", x=40_000, y=21_500), Dice(Faces()))
        with pytest.raises(Illegal, match="within 8 inches"):
            bombarding.bombard(story, "allied", Bombard(UNIT, f"{UNIT}.0", (40_000, 30_000), 1))
        with pytest.raises(Illegal, match="another unit"):
            bombarding.bombard(Story(state, Dice(Faces())), "allied", Bombard(UNIT, "allied 2.0", (40_000, 30_000), 1))

    def test_core_6_2_guns_or_bombs(self) -> None:
        shot = self.strafes(flies(sky(planes=1), (40, 26)).state, 1).state
        with pytest.raises(Illegal, match="has shot"):
            command = Bombard(UNIT, f"{UNIT}.0", (40_000, 30_000), 1)
            bombarding.bombard(Story(shot, Dice(Faces())), "allied", command)

    def test_core_8_nobody_on_the_ground_shoots_at_them_otherwise(self) -> None:
        state = flies(sky([Group("Foes", [AAGUN], [(40, 30)], 180)])).state
        state = replace(state, asked=None, mission=replace(state.mission, active="axis"))
        assert not any("Shturm" in str(option.takes) for option in shooting.options(state, "axis"))
        with pytest.raises(Illegal, match="no enemy team"):
            aims = (Aim("axis 0.0", 0, f"{UNIT}.0"),)
            shooting.shoot(Story(state, Dice(Faces())), "axis", Shoot("axis 0", aims))


class TestHome:
    def test_core_8_they_leave_and_may_come_again(self) -> None:
        told_ = told(flies(sky()).state, lambda story: flying.fly_home(story, "allied"))
        assert told_.one(TeamsGone).how == "left"
        assert not told_.of(UnitMoved)
        again = apply(told_.state, AircraftCame(UNIT, "Shturmoviks", True))
        assert f"{UNIT}.1" in flies(again).state.teams

    def test_the_enemys_stay(self) -> None:
        state = flies(sky()).state
        assert told(state, lambda story: flying.fly_home(story, "axis")).state == state


class TestOptions:
    @pytest.mark.parametrize("seed", range(10))
    def test_random_air_attacks_are_accepted_and_leave_a_whole_state(self, seed: int) -> None:
        theirs = [
            Group("Flak", [AAGUN, tank("Panzer", (6, 3, 1), weapons=(AA_MG,))], [(40, 30), (43, 30)], 180),
            Group("Rifles", [rifles(weapons=(RIFLE,))] * 4, [(36 + 2 * n, 34) for n in range(4)]),
        ]
        _, acts = play(sky(theirs), seed)
        assert acts[0] == "fly"
