"""Wounded leaders: 001 7.510."""

from __future__ import annotations

from orsha.campaign.state import Area
from tests.campaign.stage import Stage, half, leader, piece, sw
from tests.campaign.steps.rolled import rolls

POCKET = [Area(("Q20",), "C", "german")]


def rolled(face: int, *status: str, isolated: bool = False) -> Stage:
    one = leader("g1", "Q20" if isolated else "", "wounded", *status)  # type: ignore[arg-type]
    return Stage("7.510", one, dice=[(face,)], areas=POCKET).run()


def test_7_510_1_heals_2_stays_wounded_3_is_evacuated() -> None:
    assert rolled(1).pieces["g1"].status == ()
    assert rolled(2).pieces["g1"].status == ("wounded",)
    assert "g1" not in rolled(3).pieces


def test_7_510_a_cut_off_leader_has_plus_1() -> None:
    assert rolled(1, isolated=True).pieces["g1"].has("wounded")
    assert "g1" not in rolled(2, isolated=True).pieces


def test_7_510_a_heroic_leader_has_minus_1() -> None:
    assert rolled(2, "heroic").pieces["g1"].status == ("heroic",)
    assert rolled(3, "heroic").pieces["g1"].has("wounded")


def test_7_510_each_wounded_leader_of_both_sides_rolls_and_nobody_else() -> None:
    stage = Stage(
        "7.510",
        leader("g1", "", "wounded"),
        leader("g2"),
        piece("g3", "hero", "1-4-9", "", "wounded"),
        leader("r1", "", "wounded"),
        leader("r2", "Q20", "wounded", "prisoner", by="g9"),
        dice=[(3,), (1,)],
    ).run()
    assert stage.done and set(stage.pieces) == {"g2", "g3", "r1", "r2"}
    assert stage.pieces["g3"].has("wounded") and stage.pieces["r2"].has("wounded")


def test_7_510_what_an_evacuated_leader_held_stays() -> None:
    stage = Stage("7.510", leader("g1", "", "wounded"), sw("g2", "Radio", by="g1"), dice=[(6,)]).run()
    assert stage.pieces["g2"].held_by is None


def test_7_510_and_his_prisoners_have_another_guard() -> None:
    """Ruling B141."""
    captive = half("r1", "Q20", "prisoner", by="g1")
    stage = Stage("7.510", leader("g1", "Q20", "wounded"), captive, half("g2", "Q20"), areas=POCKET, dice=[(6,)])
    assert stage.run().pieces["r1"].held_by == "g2"


def test_7_16_who_is_off_the_map_is_rolled_for_in_secret() -> None:
    stage = Stage("7.510", leader("g1", "", "wounded", type="9-2"), dice=[(6,)]).run()
    assert b"9-2" in stage.seen_by("german") and b"9-2" not in stage.seen_by("russian")
    (roll,) = rolls(stage)
    assert roll.ask.seen_by == ("german",)
    assert [one.ask.seen_by for one in rolls(rolled(1, isolated=True))] == [None]


def test_7_510_a_wounded_armour_leader_is_a_leader() -> None:
    """Ruling B108."""
    stage = Stage("7.510", piece("g1", "armor-leader", "9-1", "", "wounded"), dice=[(3,)]).run()
    assert stage.done and not stage.pieces
