"""Breaking off and consolidating (core 9.2 steps 7 and 8): how far, who is lost, who is pinned."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.force.card import Move, Team
from orsha.tabletop.game import commands, events, facts
from orsha.tabletop.game import state as s
from orsha.tabletop.game.charging import counter_legs
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.contact import gap
from orsha.tabletop.game.leaving import clear_legs
from orsha.tabletop.game.shooting import check_shoot
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import ON_TRACKS, gun, rifles, tank, truck
from tests.tabletop.game.assault_stage import act, charge, face_to_face, group, held, refused, straight
from tests.tabletop.game.stage import INCH, Group, battle, next_turn, with_team, with_unit

MEN = rifles()


def failed(theirs: Team = MEN, **of: Any) -> BattleState:
    """One rifle team charged another team and missed, which failed its test and has to break off."""
    return held(face_to_face([MEN], [theirs], **of), 1, 1).state


class TestBreakingOff:
    def test_core_9_2_it_moves_to_more_than_six_inches_from_every_assaulting_team_and_is_pinned(self) -> None:
        state = failed()
        assert state.asked == s.Pending("axis", "break-off", ("axis 0",))
        told = act(state, "axis", commands.BreakOff(clear_legs(state, ("axis 0",))))
        far = gap(facts.stand(told.state, "axis 0.0"), facts.stand(told.state, "allied 0.0"))
        assert 6 * INCH < far <= 8 * INCH
        assert told.state.units["axis 0"].pinned
        assert told.one(events.AssaultEnded).winner == "allied"

    def test_core_9_2_no_farther_than_its_tactical_move_and_clear(self) -> None:
        state = failed()
        refused(state, "axis", commands.BreakOff((straight(state, "axis 0.0", (20, 33)),)), "it may go 8")
        refused(state, "axis", commands.BreakOff((straight(state, "axis 0.0", (20, 28)),)), "more than 6 inches")
        refused(state, "axis", commands.BreakOff((straight(state, "axis 0.0", (20, 18)),)), "enemy is in the way")
        refused(
            state,
            "axis",
            commands.BreakOff((straight(state, "allied 0.0", (20, 12)),)),
            "no team that has to break off",
        )

    def test_core_9_2_a_team_that_does_not_get_clear_is_destroyed(self) -> None:
        told = act(failed(), "axis", commands.BreakOff(()))
        assert told.one(events.TeamsGone).how == "destroyed" and told.one(events.TeamsGone).teams == ("axis 0.0",)

    def test_core_9_2_nobody_is_asked_where_nobody_can_get_clear(self) -> None:
        told = held(face_to_face([MEN], [gun()]), 1, 1)
        assert "axis 0.0" not in told.state.teams
        assert told.state.asked is not None and told.state.asked.kind == "consolidate"

    def test_core_9_2_teams_that_are_clear_already_stay(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)], [Group("Theirs", [MEN] * 2, [(20, 23.5), (30.5, 23.5)])], step="assault"
        )
        now = held(state, 1, 1).state
        told = act(now, "axis", commands.BreakOff(()))
        assert list(facts.teams_of(told.state, "axis 0")) == ["axis 0.1"] and told.state.units["axis 0"].pinned

    def test_core_9_2_a_bailed_out_tank_is_captured_as_its_unit_breaks_off(self) -> None:
        state = with_team(face_to_face([MEN], [tank(), tank()]), "axis 0.0", bailed_out=True)
        now = held(state, 1, 1).state
        told = act(now, "axis", commands.BreakOff(clear_legs(now, ("axis 0",))))
        assert told.one(events.TeamsGone).how == "captured" and told.one(events.TeamsGone).teams == ("axis 0.0",)
        assert not told.state.units["axis 0"].pinned

    def test_core_4_2_a_tank_that_fails_a_cross_check_does_not_get_clear(self) -> None:
        ring = Feature("woods", area=((10_000, 25_000), (30_000, 25_000), (30_000, 26_000), (10_000, 26_000)))
        state = held(face_to_face([MEN], [tank(move=ON_TRACKS)], features=[ring]), 1, 1).state
        away = commands.BreakOff((straight(state, "axis 0.0", (20, 32)),))
        assert "axis 0.0" not in act(state, "axis", away, 1).state.teams
        assert "axis 0.0" in act(state, "axis", away, 6).state.teams

    def test_core_9_2_lorries_always_break_off(self) -> None:
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20, 2.5)],
            [Group("Theirs", [MEN, truck(weapons=MEN.weapons)], [(20, 23.5), (22.5, 23.5)])],
            step="assault",
        )
        now = held(state, [1, 1], 6)
        told = act(now.state, "axis", commands.Counterattack(()), 1, 1)
        moved = told.of(events.Moved)[0]
        assert [leg.team for leg in moved.legs] == ["axis 0.1"] and moved.legs[0].pace == "break off"
        assert told.of(events.Fought)[0].strikers == ("axis 0.0",)

    def test_core_9_2_lorries_alone_break_off_though_they_passed(self) -> None:
        told = charge(face_to_face([MEN], [truck()]), "allied 0", "axis 0", 1, 6)
        assert told.one(events.Tested).passed == ("axis 0",)
        assert gap(facts.stand(told.state, "axis 0.0"), facts.stand(told.state, "allied 0.0")) > 6 * INCH

    def test_who_passed_may_break_off_too(self) -> None:
        now = held(face_to_face([MEN], [MEN]), 1, 6).state
        told = act(now, "axis", commands.BreakOff(clear_legs(now, ("axis 0",))))
        assert told.state.units["axis 0"].pinned and told.one(events.AssaultEnded).winner == "allied"

    def test_a_way_out_goes_around_the_enemy_or_is_none(self) -> None:
        state = failed()
        (leg,) = clear_legs(state, ("axis 0",))
        assert leg.way[0] == facts.spot(state, "axis 0.0")
        stuck = rifles(move=Move(2, 2, 4, 6, 5))
        slow = charge(face_to_face([MEN], [stuck])).state
        assert clear_legs(slow, ("axis 0",)) == ()


class TestConsolidating:
    def won(self, **of: Any) -> BattleState:
        return held(face_to_face([MEN] * 2, [MEN], **of), [6, 6]).state

    def test_core_9_2_the_winner_may_move_four_inches(self) -> None:
        state = self.won()
        assert state.asked == s.Pending("allied", "consolidate", ("allied 0",)) and state.assault is None
        x, y = (n / INCH for n in facts.spot(state, "allied 0.0"))
        told = act(state, "allied", commands.Consolidate((straight(state, "allied 0.0", (x, y + 4)),)))
        assert facts.spot(told.state, "allied 0.0")[1] == facts.spot(state, "allied 0.0")[1] + 4 * INCH
        assert told.one(events.Moved).legs[0].pace == "consolidate" and told.state.asked is None
        refused(state, "allied", commands.Consolidate((straight(state, "allied 0.0", (x, y + 4.5)),)), "it may go 4")

    def test_core_9_2_or_stay(self) -> None:
        told = act(self.won(), "allied", commands.Pass())
        assert told.state.asked is None and not told.of(events.Moved)

    def test_core_9_2_not_within_two_inches_of_enemies(self) -> None:
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), group("Others", [MEN], 20, 29)],
            step="assault",
        )
        told = held(state, [6, 6])
        now = told.state
        x, y = (n / INCH for n in facts.spot(now, "allied 0.0"))
        refused(now, "allied", commands.Consolidate((straight(now, "allied 0.0", (x, y + 4)),)), "enemy is in the way")

    def test_core_9_2_not_if_pinned(self) -> None:
        state = charge(face_to_face([MEN] * 2, [MEN])).state
        told = act(with_unit(state, "allied 0", pinned=True), "axis", commands.Pass(), [6, 6])
        assert told.one(events.AssaultEnded).winner == "allied" and told.state.asked is None

    def test_core_9_2_also_who_wins_because_a_counterattack_does_not_come_into_contact(self) -> None:
        """The tank behind the rifle team that fell counterattacks, and fails to cross the wood between."""
        strip = Feature("woods", area=((10_000, 24_000), (30_000, 24_000), (30_000, 25_000), (10_000, 25_000)))
        theirs = Group("Theirs", [MEN, tank(move=ON_TRACKS)], [(20, 23.5), (20, 27.2)], 180)
        state = held(battle([group("Ours", [MEN], 20, 20)], [theirs], step="assault", features=[strip]), 6, 6).state
        assert state.asked == s.Pending("axis", "react", ("axis 0",))
        told = act(state, "axis", commands.Counterattack(counter_legs(state, "axis 0")), 1)
        assert told.one(events.AssaultEnded).winner == "allied"
        assert told.state.asked == s.Pending("allied", "consolidate", ("allied 0",))
        here = straight(told.state, "allied 0.0", (20, 20))
        assert act(told.state, "allied", commands.Consolidate((here,))).state.asked is None

    def test_a_consolidation_names_the_winners_teams_once(self) -> None:
        state = self.won()
        leg = commands.Leg("allied 0.0", (facts.spot(state, "allied 0.0"),), facing=90)
        refused(state, "allied", commands.Consolidate((leg, leg)), "consolidates once")
        refused(
            state,
            "allied",
            commands.Consolidate((commands.Leg("allied 9.9", leg.way),)),
            "no team that may consolidate",
        )
        assert act(state, "allied", commands.Consolidate((leg,))).state.teams["allied 0.0"].facing == 90


class TestMoved:
    def test_core_4_7_who_moved_in_an_assault_moved_and_is_not_concealed_in_the_open(self) -> None:
        """A team wins, consolidates in the open, and is shot at in the enemy's turn as one that moved."""
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), group("Others", [MEN], 22, 36)],
            step="assault",
        )
        won = held(state, 6).state
        end = act(won, "allied", commands.Consolidate((straight(won, "allied 0.0", (20, 24)),))).state
        for now, hidden in ((end, ()), (with_team(end, "allied 0.0", moved=False), ("Concealed",))):
            after = next_turn(now, "axis", "shooting")
            (shot,) = check_shoot(after, "axis", "axis 1", (Aim("axis 1.0", 0, "allied 0.0"),))
            assert tuple(one.name for one in shot.needed.modifiers) == hidden

    def test_core_4_7_also_by_the_charge_alone_falling_back_or_breaking_off(self) -> None:
        charged = charge(face_to_face([MEN], [MEN])).state
        assert charged.teams["allied 0.0"].moved and not charged.teams["axis 0.0"].moved
        state = failed()
        gone = act(state, "axis", commands.BreakOff(clear_legs(state, ("axis 0",)))).state
        assert gone.teams["axis 0.0"].moved and not next_turn(gone, "axis").teams["axis 0.0"].moved
