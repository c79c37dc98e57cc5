"""Marker removal: 001 7.502, with CG7, CG11 and CG16."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import Asset, Fort
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, crew, gun, squad, sw, tank


def with_own(stage: Stage, side: Side, **lists: list[Piece] | list[Fort] | list[Asset]) -> Stage:
    """More in a side's secret lists."""
    own = stage.state.sides[side]
    sealed = {name: Hidden((side,), {one.id: one for one in many}) for name, many in lists.items()}
    sides = {**stage.state.sides, side: replace(own, **sealed)}
    stage.state = replace(stage.state, sides=sides)
    return stage


@pytest.mark.parametrize("status", ["disrupted", "fanatic", "berserk", "concealed", "hidden", "pinned"])
def test_7_502_markers_come_off_men(status: str) -> None:
    stage = Stage("7.502", squad("g1", "P20", status, "encircled")).run()  # type: ignore[arg-type]
    assert stage.done and stage.pieces["g1"].status == ("encircled",)


def test_7_502f_motion_ends_and_other_states_of_a_vehicle_stay() -> None:
    stage = Stage("7.502", tank("r1", "P20", "motion", "bogged", "recall")).run()
    assert stage.pieces["r1"].status == ("bogged", "recall")


def test_7_502_the_broken_are_not_rallied_yet() -> None:
    assert Stage("7.502", squad("g1", "P20", "broken", "disrupted")).run().pieces["g1"].status == ("broken",)


def test_7_502_players_are_told_what_the_program_does_not_keep() -> None:
    (line,) = (line for line in Stage("7.502").run().log if line.startswith("take off the map"))
    for what in ("smoke", "acquisition", "snipers", "aircraft", "radios", "fire for effect", "labor"):
        assert what in line


def test_cg11_a_gun_that_nobody_found_may_be_hidden_again() -> None:
    stage = Stage("7.502", gun("g1", "P20", "hidden", by="g2"), crew("g2", "P20", "hidden")).run()
    assert stage.pieces["g1"].has("hidden") and not stage.pieces["g2"].has("hidden")


# -- what was hidden


def test_7_502g_hidden_units_are_placed_on_the_map() -> None:
    stage = with_own(Stage("7.502"), "german", box=[squad("g1", "P20", "hidden"), squad("g2")]).run()
    assert stage.state.pieces["g1"].status == () and "g2" not in stage.state.pieces
    assert set(stage.state.sides["german"].box.shown) == {"g2"}


def test_7_502g_hidden_entrenchments_are_shown_and_hidden_minefields_are_not() -> None:
    trench = Fort("g1", "trench", "german", "P20", known=False)
    mines = Fort("g2", "minefield", "german", "Q20", ap=6, known=False)
    bought = Fort("g3", "trench", "german", known=False)
    stage = with_own(Stage("7.502"), "german", forts=[trench, mines, bought]).run()
    assert stage.state.forts == {"g1": replace(trench, known=True)}
    assert set(stage.state.sides["german"].forts.shown) == {"g2", "g3"}
    assert b"minefield" not in stage.seen_by("russian")


def test_7_502g_a_work_that_the_report_called_hidden_is_known_now() -> None:
    stage = Stage("7.502", forts=[Fort("g1", "foxhole", "german", "P20", known=False)]).run()
    assert stage.state.forts["g1"].known


# -- radios (7.502d)

MODULE = Asset("g90", "O1", "80mm OBA")
RADIO, PHONE = sw("g1", "Radio", "P20", by="g9"), sw("g2", "Field phone", "Q20")


def test_7_502d_radios_and_field_phones_come_off() -> None:
    stage = Stage("7.502", RADIO, PHONE, squad("g9", "P20")).run()
    assert stage.done and set(stage.pieces) == {"g9"}


def test_cg7_one_stays_for_each_module_that_is_retained() -> None:
    stage = with_own(Stage("7.502", RADIO, squad("g9", "P20")), "german", assets=[MODULE]).run()
    assert stage.done and "g1" in stage.pieces


def test_cg7_the_owner_says_which_stay_where_not_all_do() -> None:
    stage = with_own(Stage("7.502", RADIO, PHONE, squad("g9", "P20")), "german", assets=[MODULE]).run()
    stage.answer("german", "g2")
    assert stage.done and "g1" not in stage.pieces and "g2" in stage.pieces


def test_cg13_a_module_with_an_observer_needs_no_radio() -> None:
    seen = replace(MODULE, observer=True)
    stage = with_own(Stage("7.502", RADIO, squad("g9", "P20")), "german", assets=[seen]).run()
    assert "g1" not in stage.pieces
