"""Conclusion of melee: 001 7.501, 7.5011, 7.13."""

from __future__ import annotations

import random

import pytest

from orsha.campaign.report import MapMarker
from orsha.campaign.state import CampaignState
from orsha.kernel import Illegal
from tests.campaign.stage import GAME, Stage, crew, gun, half, leader, piece, squad, sw, tank

NOTHING: tuple[str, ...] = ()


def melee(*pieces: object, **changes: object) -> Stage:
    return Stage("7.501", *pieces, **changes).run()  # type: ignore[arg-type]


def say(stage: Stage, *answers: tuple[str, ...]) -> Stage:
    """The Russian player's answers, one after the other."""
    for chosen in answers:
        stage.answer("russian", *chosen)
    return stage


def test_7_501_opposing_units_in_one_location_are_in_melee() -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"), squad("g2", "P21"))
    assert set(stage.asked("russian").choices) == {"g1", "r1"}


@pytest.mark.parametrize("other", [squad("r1", "P21"), tank("r1", "P20", "abandoned"), gun("r1", "P20")])
def test_7_501_no_melee_across_hexes_or_with_what_nobody_mans(other: object) -> None:
    assert melee(squad("g1", "P20"), other).done


def test_7_501_a_prisoner_does_not_fight_his_guard() -> None:
    assert melee(squad("g1", "P20"), squad("r1", "P20", "prisoner", by="g1")).done


def test_7_501_levels_of_a_hex_are_different_locations() -> None:
    assert melee(squad("g1", "B32", level=0), squad("r1", "B32", level=-1)).done
    assert not melee(squad("g1", "B32"), squad("r1", "B32", level=-1)).done, "without a level a gully's floor is meant"


def test_7_501_a_captured_vehicle_fights_for_its_captors() -> None:
    assert melee(tank("g1", "P20", "captured"), squad("r1", "P20")).done


def test_7_501_the_russians_say_what_happened_and_the_germans_agree() -> None:
    stage = say(melee(squad("g1", "P20"), squad("r1", "P20")), ("g1",), NOTHING, NOTHING)
    assert "g1" in stage.pieces, "nothing happens before the Germans agree"
    assert "german 4-6-7 g1" in stage.asked("german").words
    stage.answer("german", "yes")
    assert stage.done and "g1" not in stage.pieces and "r1" in stage.pieces


def test_7_501_what_the_germans_deny_is_said_again() -> None:
    stage = say(melee(squad("g1", "P20"), squad("r1", "P20")), ("g1",), NOTHING, NOTHING).answer("german", "no")
    assert {"g1", "r1"} <= set(stage.pieces)
    say(stage, ("r1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and "r1" not in stage.pieces


def test_7_501_rounds_go_on_until_no_more_attacks_can_be_made() -> None:
    stage = say(melee(squad("g1", "P20"), squad("r1", "P20")), NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
    assert set(stage.asked("russian").choices) == {"again", "stay"}
    say(stage, ("again",), ("r1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and set(stage.pieces) == {"g1"}


def test_7_501_they_stay_where_nobody_can_attack_any_more() -> None:
    stage = say(melee(tank("g1", "P20"), tank("r1", "P20")), NOTHING, ("stay",)).answer("german", "yes")
    assert stage.done and set(stage.pieces) == {"g1", "r1"}


def test_7_5011_the_russians_say_which_melee_is_next() -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"), squad("g2", "R20"), squad("r2", "R20"))
    assert stage.asked("russian").rule == "001 7.5011"
    say(stage, ("R20/0",))
    assert set(stage.asked("russian").choices) == {"g2", "r2"}
    say(stage, ("g2",), NOTHING, NOTHING).answer("german", "yes")
    assert set(stage.asked("russian").choices) == {"g1", "r1"}, "one is left: nothing to choose"


# -- what happens to units


def captured(*pieces: object) -> Stage:
    return say(melee(*pieces), NOTHING, NOTHING, ("g1",))


def test_7_501_a_captured_unit_is_a_prisoner_of_one_who_is_left_there() -> None:
    stage = captured(
        squad("g1", "P20", "pinned"), squad("r1", "P20"), leader("r2", "P20"), sw("g9", "LMG", "P20", by="g1")
    )
    say(stage, NOTHING).answer("german", "yes")
    prisoner = stage.pieces["g1"]
    assert prisoner.status == ("prisoner",) and prisoner.held_by == "r1", "the strongest guards him"
    assert stage.pieces["g9"].held_by is None, "he drops his weapon"


def test_7_501_nobody_is_captured_where_no_enemy_is_left_to_guard() -> None:
    stage = say(melee(squad("g1", "P20"), squad("r1", "P20")), ("r1",), NOTHING)
    assert set(stage.asked("russian").choices) == {"g1"} and "withdrew" in stage.asked("russian").words


def test_7_501_the_last_guard_cannot_be_captured_himself() -> None:
    stage = captured(squad("g1", "P20"), squad("g2", "P20"), squad("r1", "P20"))
    assert "withdrew" in stage.asked("russian").words, "r1 guards g1 and is not offered to g2"


def test_7_501_a_captive_whose_captors_fall_in_a_later_round_is_free() -> None:
    stage = captured(squad("g1", "P20"), squad("g2", "P20"), squad("r1", "P20"))
    say(stage, NOTHING, ("again",), ("r1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and not stage.pieces["g1"].has("prisoner")
    assert stage.state.cvp_since == {"russian": 2}


def test_7_501_a_unit_withdraws_with_its_weapons_but_not_with_a_gun() -> None:
    stage = melee(
        crew("g1", "P20", "encircled"), squad("r1", "P20"), sw("g8", "LMG", "P20", by="g1"), gun("g9", "P20", by="g1")
    )
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING, ("g1",), ("P19",)).answer("german", "yes")
    assert [stage.pieces[id].hex for id in ("g1", "g8", "g9")] == ["P19", "P19", "P20"]
    assert stage.pieces["g9"].held_by is None and stage.pieces["g1"].status == ()


def test_7_501_nobody_withdraws_to_enemies_or_into_a_blaze() -> None:
    blaze = (MapMarker("blaze", "P19"),)
    stage = melee(squad("g1", "P20"), squad("r1", "P20"), squad("r2", "P21"), markers=blaze)
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING, ("g1",))
    assert set(stage.asked("russian").choices) == {"O20", "O21", "Q20", "Q21"}


def test_3_2_out_of_the_culvert_one_withdraws_into_the_gullies_at_its_ends_only() -> None:
    stage = melee(squad("g1", "M23", level=-1), squad("r1", "M23", level=-1))
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING, ("g1",))
    assert set(stage.asked("russian").choices) == {"L23", "N22"}


def test_7_501_both_sides_cannot_withdraw_to_the_same_hex() -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"))
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING, ("g1", "r1"), ("P19",))
    assert "r1" in stage.asked("russian").words and "P19" not in stage.asked("russian").choices


def test_7_501_vehicles_and_those_aboard_do_not_withdraw() -> None:
    stage = melee(tank("g1", "P20"), squad("g2", "P20", by="g1"), squad("r1", "P20"))
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING)
    assert set(stage.asked("russian").choices) == {"r1"}


def test_7_501_a_squad_may_be_reduced_and_a_leader_wounded() -> None:
    stage = say(melee(squad("g1", "P20"), leader("g2", "P20"), half("r1", "P20")), ("r1",))
    assert set(stage.asked("russian").choices) == {"g1", "g2"}
    say(stage, ("g1", "g2"), NOTHING).answer("german", "yes")
    assert (stage.pieces["g1"].kind, stage.pieces["g1"].type) == ("half-squad", "2-4-7")
    assert stage.pieces["g2"].status == ("wounded",)
    assert stage.state.cvp_since == {"german": 1, "russian": 1}


def test_7_501_a_squad_reduced_and_then_lost_counts_once() -> None:
    stage = say(melee(squad("g1", "P20"), squad("r1", "P20")), NOTHING, ("g1",), NOTHING, NOTHING, NOTHING, ("again",))
    say(stage, ("g1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and stage.state.cvp_since == {"german": 2}


def test_7_501_a_vehicle_leaves_a_wreck_that_may_burn() -> None:
    stage = say(melee(tank("g1", "P20"), tank("g2", "P20"), squad("r1", "P20")), ("g1", "g2"), NOTHING, NOTHING)
    assert "burn" in stage.asked("russian").words
    say(stage, ("g2",)).answer("german", "yes")
    assert set(stage.state.markers) == {MapMarker("wreck", "P20"), MapMarker("burning-wreck", "P20")}


def test_4_1_a_cupola_leaves_no_wreck() -> None:
    stage = melee(tank("g1", "P20", type="HMG Cupola"), squad("r1", "P20"))
    say(stage, ("g1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and not stage.state.markers


def test_7_501_prisoners_whose_guard_falls_are_free() -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"), squad("r2", "P20", "prisoner", by="g1"))
    say(stage, ("g1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.pieces["r2"].status == () and stage.pieces["r2"].held_by is None


# -- rounds


def test_7_501_vehicles_in_the_hex_stop_before_the_first_round() -> None:
    stage = melee(tank("g1", "P20", "motion"), squad("r1", "P20"))
    assert not stage.pieces["g1"].has("motion")


def test_7_501_after_the_first_round_units_are_seen_and_on_their_feet() -> None:
    stage = melee(
        squad("g1", "P20", "concealed", "pinned"), crew("g2", "P20", "hidden"), gun("g3", "P20", "hidden", by="g2"),
        squad("r1", "P20"),
    )  # fmt: skip
    say(stage, ("r1",), NOTHING, NOTHING).answer("german", "yes")
    assert [stage.pieces[id].status for id in ("g1", "g2", "g3")] == [(), (), ()]


def test_7_501_a_stunned_vehicle_stays_stunned_and_under_recall() -> None:
    stage = melee(tank("g1", "P20", "stunned", "recall"), squad("r1", "P20"))
    say(stage, ("r1",)).answer("german", "yes")
    assert stage.pieces["g1"].status == ("stunned", "recall")
    assert any("+1 side" in line for line in stage.log)


# -- points and control


def test_7_13_what_melee_costs_is_counted_and_captured_men_twice() -> None:
    stage = say(melee(squad("g1", "P20"), squad("g2", "P20"), squad("r1", "P20")), ("g1",), NOTHING, ("g2",), NOTHING)
    stage.answer("german", "yes")
    assert stage.state.cvp_since == {"german": 2 + 2 * 2}


def test_a26_11_who_is_left_alone_controls_the_hex() -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"))
    before = stage.state.control["P20"]
    after = say(stage, ("g1",), NOTHING, NOTHING).answer("german", "yes").state.control["P20"]
    assert (before, after) == ("german", "russian")


@pytest.mark.parametrize("before", ["german", "russian"])
def test_a26_11_nobody_takes_a_hex_where_both_stay(before: str) -> None:
    stage = melee(squad("g1", "P20"), squad("r1", "P20"), control={"P20": before})
    say(stage, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, ("stay",)).answer("german", "yes")
    assert stage.done and stage.state.control == {"P20": before}


def test_a26_11_single_men_and_vehicles_take_no_hex() -> None:
    stage = melee(squad("g1", "P20"), tank("r1", "P20"), leader("r2", "P20"))
    say(stage, ("g1",), NOTHING, NOTHING).answer("german", "yes")
    assert stage.done and stage.state.control["P20"] == "german"


def test_nothing_else_than_what_is_offered_can_be_said() -> None:
    with pytest.raises(Illegal):
        melee(squad("g1", "P20"), squad("r1", "P20"), squad("g2", "P21")).answer("russian", "g2")


def test_any_answers_come_to_an_end() -> None:
    """Random players of a crowded hex: every melee ends, and no prisoner is without a guard."""
    for seed in range(60):
        rng = random.Random(seed)
        stage = melee(
            squad("g1", "P20"), leader("g2", "P20"), tank("g3", "P20"), half("g4", "P20", by="g3"),
            squad("r1", "P20"), crew("r2", "P20", "broken"), squad("r3", "P20", "prisoner", by="g1"),
            squad("g5", "Q20"), squad("r5", "Q20"),
        )  # fmt: skip
        while not stage.done:
            side = next(iter(stage.state.asked))
            (option,) = GAME.options(GAME.view(stage.state, side), side)
            stage.answer(side, *option.sample(rng)["chosen"])  # type: ignore[misc]
        assert all(_guarded(stage.state, id) for id, one in stage.pieces.items() if one.has("prisoner")), seed


def _guarded(state: CampaignState, id: str) -> bool:
    prisoner = state.pieces[id]
    guard = state.pieces[prisoner.held_by or ""]
    return guard.hex == prisoner.hex and {guard.side, prisoner.side} == {"german", "russian"}


def test_7_501_an_armour_leader_on_foot_fights_and_can_be_captured() -> None:
    """Ruling B108; in his vehicle he is a part of it."""
    loose = piece("g1", "armor-leader", "9-1", "P20")
    stage = say(melee(loose, squad("r1", "P20")), NOTHING, NOTHING)
    assert set(stage.asked("russian").choices) == {"g1"}
    say(stage, ("g1",), NOTHING).answer("german", "yes")
    assert stage.done and (stage.pieces["g1"].status, stage.pieces["g1"].held_by) == (("prisoner",), "r1")
    inside = melee(tank("g2", "P20"), piece("g3", "armor-leader", "9-1", "P20", by="g2"), squad("r1", "P20"))
    assert set(inside.asked("russian").choices) == {"g2", "r1"}
