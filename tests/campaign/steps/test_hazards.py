"""Encirclement, minefields, bog and shock: 001 7.5041-7.5044."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.campaign.events import CvpCounted
from orsha.campaign.isolation import Holder
from orsha.campaign.report import MapMarker, Status
from orsha.campaign.state import Fort
from orsha.hexmap.grid import neighbours, parse
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, crew, gun, half, leader, piece, squad, sw, tank
from tests.campaign.steps.rolled import rolls

SEVEN, EIGHT, TWELVE = (3, 4), (4, 4), (6, 6)


def hazards(*pieces: object, **changes: object) -> Stage:
    return Stage("7.504", *pieces, **changes).run()  # type: ignore[arg-type]


# -- encirclement


def test_7_5041_a_passed_1tc_leaves_the_unit_where_it_is_and_encircled() -> None:
    stage = hazards(squad("g1", "P20", "encircled"), dice=[(3, 3)])
    assert stage.done and stage.pieces["g1"] == squad("g1", "P20", "encircled"), "6 + 1 is not more than morale 7"


def test_7_5041_a_failed_1tc_eliminates_and_equipment_is_left() -> None:
    stage = hazards(squad("g1", "P20", "encircled"), sw("g2", "LMG", "P20", by="g1"), dice=[SEVEN])
    assert set(stage.pieces) == {"g2"} and stage.pieces["g2"].held_by is None


def test_7_5041_each_unit_has_its_own_test_and_a_prisoner_none() -> None:
    stage = hazards(
        squad("g1", "P20", "encircled"), squad("g2", "P20", "encircled"),
        squad("r1", "P20", "encircled", "prisoner", by="g1"), squad("g3", "P20"), dice=[(1, 1), TWELVE],
    )  # fmt: skip
    assert stage.done and set(stage.pieces) == {"g1", "g3", "r1"}


def test_7_5031_what_is_lost_now_counts_no_more() -> None:
    stage = hazards(squad("g1", "P20", "encircled"), dice=[TWELVE])
    assert not any(isinstance(event, CvpCounted) for event in stage.events) and not stage.state.cvp_since


def test_7_5041_a_leader_who_is_there_helps() -> None:
    stage = hazards(squad("g1", "P20", "encircled"), leader("g2", "P20", type="9-1"), dice=[SEVEN])
    assert "g1" in stage.pieces
    assert [one.value for one in rolls(stage)[0].ask.modifiers] == [1, -1]


@pytest.mark.parametrize(
    "useless",
    [
        leader("g2", "P20", type="6+1"),
        leader("g2", "P20", "wounded", type="9-1"),
        leader("g2", "P21", type="9-2"),
        leader("r2", "P20", "prisoner", type="9-2", by="g1"),
    ],
)
def test_7_5041_a_leader_who_does_not_help_is_not_used(useless: object) -> None:
    assert "g1" not in hazards(squad("g1", "P20", "encircled"), useless, dice=[SEVEN]).pieces


def test_7_5041_leaders_are_tested_first_and_help_if_they_pass() -> None:
    men = squad("g1", "P20", "encircled"), leader("g2", "P20", "encircled", type="9-2")
    assert set(hazards(*men, dice=[EIGHT, EIGHT]).pieces) == {"g1", "g2"}, "8 + 1 of 9 for him, then 8 + 1 - 2 of 7"
    assert not hazards(*men, dice=[TWELVE, SEVEN]).pieces, "dead he helps nobody"


def test_7_5041_a_leader_helps_another_only_after_his_own_test() -> None:
    stage = hazards(
        leader("g1", "P20", "encircled", type="8-1"),
        leader("g2", "P20", "encircled", type="9-1"),
        dice=[(1, 1), (1, 1)],
    )
    first, second = rolls(stage)
    assert "g2" in first.ask.purpose and [one.value for one in first.ask.modifiers] == [1]
    assert "g1" in second.ask.purpose and [one.value for one in second.ask.modifiers] == [1, -1]


def test_7_5041_an_encircled_crew_of_an_immobilized_vehicle_leaves_it_abandoned() -> None:
    inside = piece("g2", "armor-leader", "8-1", "P20", by="g1")
    stage = hazards(tank("g1", "P20", "immobilized", "encircled"), inside, dice=[(4, 5)])
    assert set(stage.pieces) == {"g1"} and stage.pieces["g1"].status == ("immobilized", "abandoned")
    assert not stage.state.markers
    helped = hazards(tank("g1", "P20", "immobilized", "encircled"), inside, dice=[EIGHT])
    assert helped.pieces["g1"].has("encircled"), "8 + 1 - 1 is not more than the crew's morale 8"


def test_7_5041_a_mobile_vehicle_is_eliminated() -> None:
    stage = hazards(tank("g1", "P20", "encircled"), dice=[TWELVE])
    assert not stage.pieces and stage.state.markers == (MapMarker("wreck", "P20"),)


def test_4_1_a_cupola_is_lost_with_its_crew_and_never_abandoned() -> None:
    stage = hazards(tank("g1", "P20", "encircled", type="HMG Cupola"), dice=[TWELVE])
    assert not stage.pieces and not stage.state.markers, "no wreck either"


def test_7_5041_the_prisoners_of_an_eliminated_guard_are_claimed_by_another() -> None:
    stage = hazards(
        squad("g1", "P20", "encircled"), half("g2", "P20"), squad("r1", "P20", "prisoner", by="g1"), dice=[TWELVE]
    )
    assert stage.done and stage.pieces["r1"].held_by == "g2" and stage.pieces["r1"].has("prisoner")


def test_7_5041_unclaimed_prisoners_are_rearmed_and_may_take_what_was_dropped() -> None:
    stage = hazards(
        squad("g1", "P20", "encircled"), squad("r1", "P20", "prisoner", by="g1"), half("g2", "P21"),
        sw("g3", "LMG", "P20", by="g1"), sw("r4", "DC", "P20", "captured", by="g1"), sw("g5", "MMG", "P20", by="g1"),
        dice=[TWELVE],
    )  # fmt: skip
    assert stage.pieces["r1"].status == () and stage.pieces["r1"].held_by is None
    assert set(stage.asked("russian").choices) == {"g3", "r4", "g5"}
    stage.answer("russian", "g3", "r4")
    assert stage.done
    assert (stage.pieces["g3"].held_by, stage.pieces["g3"].status) == ("r1", ("captured",))
    assert (stage.pieces["r4"].held_by, stage.pieces["r4"].status) == ("r1", ())
    assert stage.pieces["g5"].held_by is None


# -- minefields

BOTH = Fort("g90", "minefield", "german", "P20", ap=6, at=3)
AT_ONLY = replace(BOTH, ap=0)


def cut_off() -> dict[str, Holder]:
    """P20 with German ground all around: no way out for Russians."""
    return {str(hex): "german" for hex in neighbours(parse("P20"))}


def mined(*pieces: object, **changes: object) -> Stage:
    return hazards(*pieces, **{"forts": [BOTH], "control": cut_off(), **changes})


def test_7_5042_infantry_among_mines_takes_an_ntc() -> None:
    assert mined(squad("r1", "P20"), squad("r2", "P21"), dice=[SEVEN]).pieces["r1"] == squad("r1", "P20")


def test_7_5042_a_failed_ntc_is_a_casualty_reduction() -> None:
    stage = mined(squad("r1", "P20"), half("r2", "P20"), crew("r3", "P20"), dice=[EIGHT, EIGHT, (4, 5)])
    assert set(stage.pieces) == {"r1"}
    assert (stage.pieces["r1"].kind, stage.pieces["r1"].type) == ("half-squad", "2-3-7")


@pytest.mark.parametrize(
    ("before", "die", "after"),
    [((), 4, ("wounded",)), ((), 5, None), (("wounded",), 3, ("wounded",)), (("wounded",), 4, None)],
)
def test_7_5042_a_single_man_is_wounded_or_dies(
    before: tuple[Status, ...], die: int, after: tuple[Status, ...] | None
) -> None:
    stage = mined(leader("r1", "P20", *before), dice=[TWELVE, (die,)])
    assert (stage.pieces["r1"].status if "r1" in stage.pieces else None) == after


def test_7_5042_leadership_applies_to_the_ntc() -> None:
    stage = mined(squad("r1", "P20"), leader("r2", "P20", type="8-1"), dice=[SEVEN, EIGHT])
    assert stage.pieces["r1"].kind == "squad"


def test_7_5042_at_mines_do_not_test_infantry() -> None:
    stage = mined(squad("r1", "P20"), forts=[AT_ONLY], control={})
    assert stage.done and not rolls(stage)


def test_7_5042_who_can_leave_without_mines_and_enemies_is_spared() -> None:
    stage = mined(squad("r1", "P20"), squad("r2", "P20"), control={}, dice=[TWELVE])
    assert set(stage.asked("russian").choices) == {"r1", "r2"}
    stage.answer("russian", "r1")
    assert stage.done and stage.pieces["r1"].kind == "squad" and stage.pieces["r2"].kind == "half-squad"


def test_7_5042_nobody_is_spared_with_enemies_and_mines_all_around() -> None:
    around = sorted(cut_off())
    other = replace(BOTH, id="g91", hex=around[0])
    stage = mined(squad("r1", "P20"), forts=[BOTH, other], control=dict.fromkeys(around[1:], "german"), dice=[SEVEN])
    assert stage.done and len(rolls(stage)) == 1


def test_7_5042_a_trailbreak_spares_all() -> None:
    trail = (MapMarker("trailbreak", "P20"),)
    stage = mined(squad("r1", "P20"), tank("r2", "P20"), control={}, markers=trail)
    assert stage.done and not rolls(stage)
    assert rolls(mined(squad("r1", "P20"), markers=trail, dice=[SEVEN])), "a trail to the enemy spares nobody"


@pytest.mark.parametrize("stuck", ["immobilized", "bogged", "abandoned"])
def test_7_5042_only_mobile_vehicles_are_attacked(stuck: Status) -> None:
    stage = mined(tank("r1", "P20", stuck))
    assert "russian" not in stage.state.asked or stage.asked("russian").rule == "001 7.5043"


def test_4_1_a_cupola_never_leaves_a_minefield() -> None:
    assert mined(tank("g1", "P20", type="HMG Cupola")).done


@pytest.mark.parametrize("forts", [[BOTH], [AT_ONLY], [replace(BOTH, at=0)]])
def test_7_5042_the_owner_says_what_any_mines_did_to_his_vehicle(forts: list[Fort]) -> None:
    stage = mined(tank("r1", "P20"), forts=forts).answer("russian", "immobilized")
    assert stage.done and stage.pieces["r1"].status == ("immobilized",)


@pytest.mark.parametrize(
    ("outcome", "status"),
    [("unharmed", ()), ("stunned", ("stunned",)), ("recalled", ("stunned", "recall")), ("crew-lost", ("abandoned",))],
)
def test_7_5042_a_vehicle_may_come_off_lightly(outcome: str, status: tuple[Status, ...]) -> None:
    stage = mined(tank("r1", "P20")).answer("russian", outcome)
    assert stage.done and stage.pieces["r1"].status == status


@pytest.mark.parametrize(("outcome", "marker"), [("wreck", "wreck"), ("burns", "burning-wreck")])
def test_7_5042_a_vehicle_lost_to_mines_is_a_wreck(outcome: str, marker: str) -> None:
    stage = mined(tank("r1", "P20")).answer("russian", outcome)
    assert not stage.pieces and [one.what for one in stage.state.markers] == [marker]


def test_7_5042_a_broken_crew_unloads_in_good_order_and_takes_the_ntc() -> None:
    stage = mined(tank("r1", "P20"), dice=[(3, 3)]).answer("russian", "crew-out")
    (got_out,) = (one for one in stage.pieces.values() if one.kind == "crew")
    assert (got_out.hex, got_out.status, got_out.side) == ("P20", (), "russian")
    assert stage.pieces["r1"].status == ("abandoned",)
    assert got_out.id in rolls(stage)[0].ask.purpose


def test_7_5042_a_truck_has_a_driver_who_never_leaves_it() -> None:
    choices = set(mined(tank("r1", "P20", type="GAZ-MM")).asked("russian").choices)
    assert "wreck" in choices and not {"crew-out", "crew-lost", "wreck-crew-out"} & choices


def test_7_5042_the_armour_leader_gets_out_with_the_crew_or_is_lost_with_it() -> None:
    inside = piece("r2", "armor-leader", "9-1", "P20", by="r1")
    out = mined(tank("r1", "P20"), inside, dice=[(1, 1), (1, 1)]).answer("russian", "wreck-crew-out")
    assert out.pieces["r2"].held_by is None and "r1" not in out.pieces and len(rolls(out)) == 2, "on foot he is tested"
    lost = mined(tank("r1", "P20"), inside).answer("russian", "wreck")
    assert not lost.pieces


def test_7_5042_men_who_were_not_trained_for_it_get_out_as_a_half_squad() -> None:
    stage = mined(tank("r1", "P20", "unqualified"), dice=[(1, 1)]).answer("russian", "crew-out")
    (men,) = (one for one in stage.pieces.values() if one.kind == "half-squad")
    assert men.type == "2-3-7" and stage.pieces["r1"].status == ("abandoned",)


def test_7_5042_riders_suffer_with_their_vehicle() -> None:
    stage = mined(tank("r1", "P20"), squad("r2", "P20", by="r1"), dice=[SEVEN]).answer("russian", "unharmed")
    assert "r2" in stage.asked("russian").words
    stage.answer("russian", "off")
    assert stage.done and stage.pieces["r2"].held_by is None and len(rolls(stage)) == 1, "on foot he is tested too"
    lost = mined(tank("r1", "P20"), squad("r2", "P20", by="r1")).answer("russian", "unharmed").answer("russian", "lost")
    assert set(lost.pieces) == {"r1"}


def test_7_5042_passengers_that_stay_aboard_are_no_infantry() -> None:
    stage = mined(tank("r1", "P20"), squad("r2", "P20", by="r1"))
    stage.answer("russian", "unharmed").answer("russian", "unharmed")
    assert stage.done and not rolls(stage)


# -- hidden minefields


def hidden(*pieces: object, **changes: object) -> Stage:
    stage = Stage("7.504", *pieces, **changes)  # type: ignore[arg-type]
    own = replace(stage.state.sides["german"], forts=Hidden(("german",), {"g90": replace(BOTH, known=False)}))
    stage.state = replace(stage.state, sides={**stage.state.sides, "german": own})
    return stage.run()


def test_7_5042_own_hidden_mines_stay_hidden_where_all_are_spared() -> None:
    stage = hidden(squad("g1", "P20"))
    assert b"minefield" not in stage.seen_by("russian")
    stage.answer("german", "g1")
    assert stage.done and not stage.state.forts and b"minefield" not in stage.seen_by("russian")


def test_7_5042_hidden_mines_that_somebody_is_tested_for_are_seen() -> None:
    stage = hidden(squad("g1", "P20"), dice=[SEVEN]).answer("german")
    assert stage.state.forts["g90"].known and stage.done


def test_7_5042_hidden_mines_with_enemies_in_them_are_seen() -> None:
    stage = hidden(squad("r1", "P20"), control={})
    assert stage.state.forts["g90"].known and set(stage.asked("russian").choices) == {"r1"}


def test_b59_an_immobile_enemy_shows_hidden_mines_too() -> None:
    stage = hidden(tank("r1", "P20", "immobilized"), control={})
    assert stage.state.forts["g90"].known and "russian" not in stage.state.asked


# -- bog and shock


def test_7_5043_bogged_vehicles_get_free_or_are_immobilized() -> None:
    stage = hazards(tank("r1", "P20", "bogged"), tank("r2", "P20", "mired"), tank("g1", "Q20", "bogged"))
    assert set(stage.asked("german").choices) == {"g1"}
    stage.answer("german", "g1").answer("russian", "r1")
    assert stage.done
    assert [stage.pieces[id].status for id in ("g1", "r1", "r2")] == [(), (), ("immobilized",)]


def test_7_5043_note_l_is_told() -> None:
    words = hazards(tank("r1", "P20", "bogged")).asked("russian").words
    assert "note L" in words and "-2" in words and "-1" in words


@pytest.mark.parametrize("past_help", ["abandoned", "immobilized"])
def test_7_5043_nothing_is_tried_with_one_abandoned_or_immobilized(past_help: Status) -> None:
    assert hazards(tank("r1", "P20", "bogged", past_help)).done


def test_7_5044_shocked_vehicles_recover_or_are_eliminated() -> None:
    stage = hazards(tank("r1", "P20", "shocked"), tank("r2", "Q20", "unconfirmed-kill"), gun("r3", "P20"))
    stage.answer("russian", "r1")
    assert stage.done and stage.pieces["r1"].status == () and "r2" not in stage.pieces
    assert stage.state.markers == (MapMarker("wreck", "Q20"),)


def test_7_504_nothing_to_do_asks_nothing() -> None:
    stage = hazards(squad("g1", "P20"), tank("r1", "Q20"))
    assert stage.done and not rolls(stage)


def test_cg5_two_vehicles_lost_in_one_hex_leave_two_wrecks() -> None:
    stage = Stage("7.504", tank("g1", "P20", "shocked"), tank("g2", "P20", "shocked")).run().answer("german")
    assert stage.state.markers == (MapMarker("wreck", "P20"),) * 2
