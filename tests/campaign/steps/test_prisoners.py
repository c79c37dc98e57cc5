"""Prisoners: 001 7.508 and footnote 12."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import Area
from tests.campaign.stage import Stage, crew, half, leader, piece, squad, tank

HERE, THERE, ELSEWHERE = "Q20", "Q21", "Q25"


def guarded(*pieces: Piece, **more: Any) -> Stage:
    """Russians hold Q20 and Q21, cut off together, and Q25 on its own."""
    pockets = [Area((HERE, THERE), "C", "russian", True), Area((ELSEWHERE,), "C", "russian", True)]
    return Stage("7.508", *pieces, areas=pockets, **more).run()


def taken(make: Any = squad, **more: Any) -> Piece:
    piece: Piece = make("g1", HERE, "prisoner", by="r1", **more)
    return piece


def box(stage: Stage, side: Side = "german") -> dict[str, Piece]:
    return stage.state.sides[side].box.shown


def test_7_508_without_prisoners_there_is_nothing_to_do() -> None:
    stage = guarded(squad("r1", HERE))
    assert stage.done and len(stage.events) == 1


def test_7_508_prisoners_of_a_guard_who_is_not_isolated_are_eliminated() -> None:
    stage = guarded(squad("r1", "Q50"), squad("g1", "Q50", "prisoner", by="r1"))
    assert stage.done and "g1" not in stage.pieces


def test_7_508_so_are_those_of_a_guard_off_the_map() -> None:
    stage = guarded(squad("r1"), squad("g1", "Q50", "prisoner", by="r1"))
    assert stage.done and "g1" not in stage.pieces


def test_7_508_an_isolated_guard_may_keep_them() -> None:
    stage = guarded(squad("r1", HERE), taken())
    assert stage.asked("russian").least == 0
    assert stage.answer("russian").pieces["g1"].held_by == "r1" and stage.pieces["g1"].has("prisoner")


def test_7_508_or_hand_them_to_another_in_the_same_area() -> None:
    others = (half("r2", THERE), squad("r3", ELSEWHERE), tank("r4", HERE), squad("g2", THERE))
    stage = guarded(squad("r1", HERE), taken(), *others)
    assert set(stage.asked("russian").choices) == {"g1 free", "g1 to r2"}
    stage.answer("russian", "g1 to r2")
    assert stage.pieces["g1"].held_by == "r2" and stage.pieces["g1"].hex == THERE


@pytest.mark.parametrize(
    ("prisoner", "kind", "type"),
    [
        (taken(), "squad", "4-3-6"),
        (taken(half), "half-squad", "2-3-6"),
        (taken(crew), "half-squad", "2-3-6"),
        (taken(leader, type="9-1"), "leader", "9-1"),
    ],
)
def test_7_508_or_free_them_as_conscripts_or_as_who_they_were(prisoner: Piece, kind: str, type: str) -> None:
    stage = guarded(squad("r1", HERE), prisoner).answer("russian", "g1 free")
    freed = box(stage)["g1"]
    assert (freed.kind, freed.type, freed.held_by, freed.hex, freed.last) == (kind, type, None, "", HERE)
    assert not freed.has("prisoner")


def test_7_508_a_freed_leader_keeps_his_wound() -> None:
    wounded = leader("g1", HERE, "prisoner", "wounded", by="r1")
    assert box(guarded(squad("r1", HERE), wounded).answer("russian", "g1 free"))["g1"].status == ("wounded",)


def test_the_last_word_about_a_prisoner_counts() -> None:
    stage = guarded(squad("r1", HERE), half("r2", THERE), taken()).answer("russian", "g1 free", "g1 to r2")
    assert stage.pieces["g1"].held_by == "r2"


def test_prisoners_without_a_guard_are_free() -> None:
    stage = guarded(squad("g1", HERE, "prisoner"))
    assert stage.done and box(stage)["g1"].type == "4-3-6"


def test_7_508_both_sides_are_asked_about_their_own() -> None:
    both = (squad("g5", ELSEWHERE), squad("r5", ELSEWHERE, "prisoner", by="g5"))
    stage = guarded(squad("r1", HERE), taken(), *both)
    assert set(stage.asked("german").choices) == {"r5 free"}
    assert set(stage.answer("german", "r5 free").asked("russian").choices) == {"g1 free"}
    assert stage.pieces["r5"].type == "4-2-6"


def test_7_508_a_freed_armour_leader_is_who_he_was() -> None:
    him = piece("g1", "armor-leader", "9-1", HERE, "prisoner", "wounded", by="r1")
    stage = guarded(squad("r1", HERE), him).answer("russian", "g1 free")
    assert (box(stage)["g1"].type, box(stage)["g1"].status, box(stage)["g1"].held_by) == ("9-1", ("wounded",), None)
