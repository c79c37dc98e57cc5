"""The Assault Step (core 9.1, 9.2): who charges whom, how far, into contact; how an assault goes on; any samples."""

from __future__ import annotations

import random

import msgspec
import pytest

from orsha.kernel import Dice, Illegal, Seeded
from orsha.tabletop.force.card import Motivation
from orsha.tabletop.game import assaulting, charging, commands, events, facts
from orsha.tabletop.game import state as s
from orsha.tabletop.game.commands import BattleCommand
from orsha.tabletop.game.contact import gap, in_contact, touch
from orsha.tabletop.game.leaving import clear_legs
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import grenadiers, gun, half_track, rifles, tank, team, truck
from tests.tabletop.game.assault_stage import ACTS, act, charge, face_to_face, group, held, refused, straight
from tests.tabletop.game.stage import INCH, Group, battle, with_team, with_unit

MEN = rifles()


def one(**changes: object) -> BattleState:
    """One team before another, of which it does not know whether it may charge."""
    return with_team(face_to_face([MEN], [MEN]), "allied 0.0", **changes)


def at_him(state: BattleState, y: float = 21.89) -> commands.Charge:
    return commands.Charge("allied 0", (straight(state, "allied 0.0", (20, y)),))


class TestWhoMayCharge:
    def test_core_9_1_a_team_charges_four_inches_into_contact(self) -> None:
        told = act(one(), "allied", at_him(one()))
        assert told.one(events.Charged).assault.teams == ("allied 0.0",)
        assert touch(facts.stand(told.state, "allied 0.0"), facts.stand(told.state, "axis 0.0"))
        far = face_to_face([MEN], [MEN])
        far = with_team(far, "axis 0.0", y=26 * INCH)
        refused(
            far, "allied", commands.Charge("allied 0", (straight(far, "allied 0.0", (20, 24.39)),)), "charges up to 4"
        )

    def test_core_12_urrah_charges_six(self) -> None:
        brave = face_to_face([rifles(rules=("urrah",))], [MEN])
        far = with_team(brave, "axis 0.0", y=27 * INCH)
        told = act(far, "allied", commands.Charge("allied 0", (straight(far, "allied 0.0", (20, 25.39)),)))
        assert told.state.asked is not None and told.state.asked.kind == "defend"

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"dashed": True}, "dashed"),
            ({"bailed_out": True}, "Bailed Out"),
            ({"bombarded": "yes"}, "bombarded"),
            ({"fired_at_aircraft": True}, "aircraft"),
            ({"mils": 8001}, "no more than 8 inches"),
            ({"shot": "halted", "shot_at": (20_000, 23_500)}, "moving rate"),
            ({"forbidden": ("assault",)}, "order forbids"),
        ],
    )
    def test_core_9_1_what_a_team_did_keeps_it_from_charging(self, changes: dict[str, object], why: str) -> None:
        state = one(**changes)
        refused(state, "allied", at_him(state), why)

    def test_core_9_1_it_shot_only_within_eight_inches_of_whom_it_charges(self) -> None:
        near = one(shot="moving", shot_at=(20_000, 31_000))
        act(near, "allied", at_him(near))
        far = one(shot="moving", shot_at=(20_000, 33_000))
        refused(far, "allied", at_him(far), "within 8 inches of what it shot at")

    def test_core_9_1_a_pinned_unit_does_not_charge(self) -> None:
        state = with_unit(one(), "allied 0", pinned=True)
        refused(state, "allied", at_him(state), "pinned")
        assert assaulting.options(state, "allied") == []

    def test_core_9_1_a_team_out_of_command_does_not_charge(self) -> None:
        state = battle(
            [Group("Ours", [MEN, MEN], [(40, 20), (20, 20)])], [group("Theirs", [MEN], 20, 23.5)], step="assault"
        )
        command = commands.Charge("allied 0", (straight(state, "allied 0.1", (20, 21.89)),))
        refused(state, "allied", command, "Out of Command")

    @pytest.mark.parametrize(
        ("who", "why"),
        [(gun(), "gun"), (truck(), "unarmoured"), (rifles(rules=("heavy-weapon",)), "heavy weapon")],
    )
    def test_core_9_1_guns_lorries_and_heavy_weapons_do_not_charge(self, who: object, why: str) -> None:
        state = face_to_face([who], [MEN])  # type: ignore[list-item]
        refused(state, "allied", at_him(state, 21.5), f"{why} teams do not charge")

    def test_core_9_1_a_unit_charges_once_in_its_own_step_and_not_after_scooting(self) -> None:
        from orsha.tabletop.battle.orders import Given

        refused(with_unit(one(), "allied 0", charged=True), "allied", at_him(one()), "has charged")
        refused(one(), "axis", at_him(one()), "is allied's")
        scooted = with_unit(one(), "allied 0", given=(Given("shoot-and-scoot", True),))
        refused(scooted, "allied", at_him(one()), "something else in this step")
        waiting = act(one(), "allied", at_him(one())).state
        refused(waiting, "allied", at_him(one()), "must answer a question first")


class TestIntoContact:
    def test_core_9_2_it_must_end_in_contact(self) -> None:
        refused(one(), "allied", at_him(one(), 21.5), "must end in contact")

    def test_core_9_2_who_runs_into_the_enemy_is_stopped_at_his_base(self) -> None:
        told = act(one(), "allied", at_him(one(), 23.5))
        assert gap(facts.stand(told.state, "allied 0.0"), facts.stand(told.state, "axis 0.0")) < 5

    def test_core_9_2_teams_go_to_enemies_nobody_has_gone_to_yet(self) -> None:
        state = battle([group("Ours", [MEN] * 2, 20, 20)], [group("Theirs", [MEN] * 2, 20, 23.5, 3.5)], step="assault")
        both_at_one = (
            straight(state, "allied 0.0", (20, 21.89)),
            straight(state, "allied 0.1", (21.513, 22.949)),
        )
        refused(state, "allied", commands.Charge("allied 0", both_at_one), "must go to Theirs, team 2 first")
        each = (straight(state, "allied 0.0", (20, 21.89)), straight(state, "allied 0.1", (23.5, 21.89)))
        act(state, "allied", commands.Charge("allied 0", each))

    def test_core_9_2_nobody_ends_on_a_friend(self) -> None:
        state = face_to_face([MEN] * 2, [MEN])
        twice = (straight(state, "allied 0.0", (20, 21.89)), straight(state, "allied 0.1", (20.4, 21.95)))
        refused(state, "allied", commands.Charge("allied 0", twice), "stand on a friend")

    def test_core_9_2_infantry_may_stand_right_behind_a_friend_in_contact(self) -> None:
        state = face_to_face([MEN] * 2, [MEN])
        behind = (straight(state, "allied 0.0", (20, 21.89)), straight(state, "allied 0.1", (20.2, 20.28)))
        told = act(state, "allied", commands.Charge("allied 0", behind))
        now = act(told.state, "axis", commands.Pass(), [6, 6])
        assert now.one(events.Fought).strikers == ("allied 0.0", "allied 0.1")

    def test_core_9_1_who_stands_behind_must_have_shot_at_those_in_front_too(self) -> None:
        state = with_team(face_to_face([MEN] * 2, [MEN]), "allied 0.1", shot="moving", shot_at=(60_000, 20_000))
        behind = (straight(state, "allied 0.0", (20, 21.89)), straight(state, "allied 0.1", (20.2, 20.28)))
        refused(state, "allied", commands.Charge("allied 0", behind), "within 8 inches of what it shot at")
        legs = charging.charge_legs(state, "allied 0", "axis 0")
        assert legs is not None and [leg.team for leg in legs] == ["allied 0.0"]

    def test_core_9_2_the_best_charge_brings_all_that_reach_into_contact(self) -> None:
        state = face_to_face([MEN] * 4, [MEN] * 2)
        legs = charging.charge_legs(state, "allied 0", "axis 0")
        assert legs is not None and len(legs) >= 3
        told = act(state, "allied", commands.Charge("allied 0", legs))
        assert told.state.assault is not None
        assert in_contact(told.state)[1] == ["axis 0.0", "axis 0.1"]

    def test_core_4_2_a_failed_cross_check_stops_a_charging_tank(self) -> None:
        woods = Feature("woods", area=((18_000, 21_500), (22_000, 21_500), (22_000, 25_000), (18_000, 25_000)))
        state = face_to_face([tank()], [MEN], features=[woods])
        told = charge(state, "allied 0", "axis 0", 1)
        assert told.one(events.Charged).legs[0].held
        assert told.one(events.AssaultEnded).winner is None
        assert told.state.units["allied 0"].charged and told.state.asked is None

    def test_core_9_1_a_tank_stops_with_its_hull_at_the_enemys_base(self) -> None:
        told = charge(face_to_face([tank()], [MEN]))
        assert gap(facts.stand(told.state, "allied 0.0"), facts.stand(told.state, "axis 0.0")) < 100

    def test_core_9_2_units_in_contact_distance_are_assaulted_too(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), group("Near", [MEN], 24, 23.5), group("Far", [MEN], 32, 23.5)],
            step="assault",
        )
        assert charge(state).one(events.Charged).assault.defenders == ("axis 0", "axis 1")

    def test_a_charge_names_known_teams_once(self) -> None:
        state = one()
        leg = straight(state, "allied 0.0", (20, 21.89))
        refused(state, "allied", commands.Charge("allied 0", (leg, leg)), "charges once")
        refused(state, "allied", commands.Charge("allied 0", (commands.Leg("axis 0.0", leg.way),)), "no team axis 0.0")
        refused(state, "allied", commands.Charge("allied 0", ()), "at least one team")
        refused(
            state,
            "allied",
            commands.Charge("allied 0", (commands.Leg("allied 0.0", leg.way[1:]),)),
            "starts where it stands",
        )


class TestHowItGoesOn:
    def test_core_9_2_nobody_is_asked_where_nobody_can_shoot(self) -> None:
        unarmed = face_to_face([MEN], [team("Cooks", weapons=())])
        told = charge(unarmed, "allied 0", "axis 0", 6)
        assert told.of(events.Fought) and told.state.asked is not None and told.state.asked.kind == "consolidate"

    def test_core_9_2_a_counterattack_changes_the_sides(self) -> None:
        told = held(face_to_face([MEN], [MEN]), 1, 4)
        assert told.state.asked == s.Pending("axis", "react", ("axis 0",))
        now = act(told.state, "axis", commands.Counterattack(()), 6)
        assert now.one(events.SidesChanged).assault.by == "axis"
        assert "allied 0.0" not in now.state.teams and now.one(events.AssaultEnded).winner == "axis"

    def test_core_9_2_who_counterattacks_may_go_four_inches_into_contact(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)], [Group("Theirs", [MEN] * 2, [(20, 23.5), (23, 24.5)])], step="assault"
        )
        told = held(state, 6, 4)
        assert told.state.asked == s.Pending("axis", "react", ("axis 0",))
        legs = charging.counter_legs(told.state, "axis 0")
        now = act(told.state, "axis", commands.Counterattack(legs), 6)
        assert "allied 0.0" not in now.state.teams
        far = commands.Counterattack((straight(told.state, "axis 0.1", (26, 24), (20, 20.3)),))
        refused(told.state, "axis", far, "up to 4")
        refused(told.state, "axis", commands.Counterattack(()), "must bring a team into contact")

    def test_core_9_2_each_unit_that_passed_says_for_itself_what_it_does(self) -> None:
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20, 2.2)],
            [group("Left", [MEN], 20, 23.5), group("Right", [MEN], 22.2, 23.5)],
            step="assault",
        )
        told = held(state, 1, 4)
        assert told.state.asked == s.Pending("axis", "react", ("axis 0",))
        first = act(told.state, "axis", commands.Counterattack(()))
        assert first.state.asked == s.Pending("axis", "react", ("axis 1",))
        out = clear_legs(first.state, ("axis 1",))
        then = act(first.state, "axis", commands.BreakOff(out), 6, 4)
        fought = then.one(events.Fought)
        assert fought.by == "axis" and fought.strikers == ("axis 0.0",)
        assert then.state.units["axis 1"].pinned

    def test_core_9_2_a_unit_that_passed_and_cannot_fight_stays(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), Group("Guns", [gun()], [(24.5, 24)], 180)],
            step="assault",
        )
        told = held(state, 6, 6)
        assert "axis 0.0" not in told.state.teams and "axis 1.0" in told.state.teams
        assert told.one(events.AssaultEnded).winner == "allied"

    def test_ours_after_many_rounds_both_sides_let_go(self) -> None:
        iron = tank(motivation=Motivation(2))
        told = held(face_to_face([iron], [iron]), 6)
        rounds = 1
        while told.state.assault is not None:
            told = act(told.state, told.state.asked.seat, commands.Counterattack(()), *((6,) if rounds < 12 else ()))  # type: ignore[union-attr]
            rounds += 1
        assert told.one(events.AssaultEnded).winner is None and rounds == 13
        assert gap(facts.stand(told.state, "allied 0.0"), facts.stand(told.state, "axis 0.0")) > 2 * INCH

    def test_questions_are_answered_by_whom_they_are_put_to(self) -> None:
        state = charge(face_to_face([MEN], [MEN])).state
        refused(state, "allied", commands.Pass(), "not asked")
        refused(state, "axis", commands.Counterattack(()), "not asked")
        refused(state, "axis", commands.BreakOff(()), "not asked")
        refused(state, "axis", commands.Consolidate(()), "not asked")
        assert assaulting.question_options(state, "allied") == []


# -- anything that is offered


def scene(rng: random.Random) -> BattleState:
    """Riflemen and tanks before grenadiers, guns, tanks and lorries; woods and a house sometimes."""
    men = [grenadiers()] * rng.randint(1, 6)
    features = []
    if rng.random() < 0.5:
        features.append(Feature("woods", area=((24_000, 22_500), (30_000, 22_500), (30_000, 28_000), (24_000, 28_000))))
    if rng.random() < 0.3:
        features.append(
            Feature("building", area=((36_000, 21_500), (37_500, 21_500), (37_500, 22_600), (36_000, 22_600)))
        )
    two_rows = [(20 + rng.random() * 4 + 2 * (n % 5), 19 + rng.random() + 1.7 * (n // 5)) for n in range(9)]
    return battle(
        [
            Group("Rifles", [MEN] * 9, two_rows),
            group("T-34", [tank()] * 3, 33, 20, 2.5),
            group("Half-tracks", [half_track()] * 2, 12, 20, 3),
            Group("HQ", [MEN], [(28, 18)], hq=True),
        ],
        [
            group("Grenadiers", men, 21 + rng.random() * 3, 24.6 + rng.random(), 1.8),
            Group("Guns", [gun()] * 2, [(31, 25.5), (34, 25)], 180),
            Group("Panzer", [tank("Panzer IV")] * 2, [(38, 24), (41, 24.5)], 180),
            Group("Lorries", [truck()] * 2, [(25, 29.2), (12, 23.8)]),
        ],
        step="assault",
        features=features,
    )


def check_whole(state: BattleState) -> None:
    for id, unit in state.units.items():
        there = facts.teams_of(state, id)
        assert not set(there) & set(state.lost.get(id, ()))
        if any(not state.teams[one].bailed_out for one in there):
            assert unit.leader in state.teams
    if state.assault is not None:
        assert state.asked is not None and state.asked.kind in ("defend", "react", "break-off")
    assert msgspec.json.decode(msgspec.json.encode(state), type=BattleState) == state


@pytest.mark.parametrize("seed", range(25))
def test_every_sample_of_every_option_is_accepted_and_leaves_a_whole_battle(seed: int) -> None:
    rng = random.Random(seed)
    state, thrown = scene(rng), 1
    for _ in range(200):
        seat = state.asked.seat if state.asked is not None else "allied"
        asked = state.asked is not None
        offered = assaulting.question_options(state, seat) if asked else assaulting.options(state, seat)
        if not offered:
            break
        option = rng.choice(offered)
        command = msgspec.convert(option.sample(rng), BattleCommand)
        assert option.accepts(command)
        before = msgspec.json.encode(state)
        dice = Dice(Seeded(seed), thrown)
        story = Story(state, dice)
        ACTS[type(command)](story, seat, command)
        assert msgspec.json.encode(state) == before
        state, thrown = story.state, dice.next
        check_whole(state)
    else:
        pytest.fail("the Assault Step does not end")
    assert state.asked is None and state.assault is None


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    rng = random.Random(7)
    state = scene(rng)
    option = assaulting.options(state, "allied")[0]
    legs = option.takes["legs"]
    assert not legs.contains(()) and not legs.contains("legs") and not legs.contains((1,))
    good = legs.sample(rng)
    assert isinstance(good, tuple) and legs.contains(good)
    wrong = (commands.Leg(good[0].team, (good[0].way[0], (good[0].way[0][0], 0))),)
    assert not legs.contains(wrong)
    story = Story(state, Dice(Seeded(1)))
    with pytest.raises(Illegal):
        assaulting.charge(story, "allied", commands.Charge("allied 0", wrong))
    assert story.events == [] and story.state is state
