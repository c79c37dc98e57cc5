"""Rally, unloading, victory, the campaign's end: 001 7.503, 7.5031, 6 (LVP), CG12a, 7.5131c."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.campaign.counters import cvp
from orsha.campaign.events import Scored
from orsha.campaign.game import Campaign
from orsha.campaign.report import Casualties, MapMarker, Piece, ScenarioReport
from orsha.campaign.victory import victory_points
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, bare, crew, gun, leader, piece, squad, sw, tank

NOBODY = dict.fromkeys(bare().control, "german")


def fought(date: str = "23PM", cvp: int = 0, russian_cvp: int = 0, evp: int = 0) -> ScenarioReport:
    lost = {"german": Casualties(cvp), "russian": Casualties(russian_cvp)}
    return ScenarioReport(date, casualties=lost, evp=evp)  # type: ignore[arg-type]


def scored(*pieces: object, held: tuple[str, ...] = (), date: str = "23PM", **more: object) -> tuple[Stage, Scored]:
    control = {**NOBODY, **dict.fromkeys(held, "russian")}
    given = {"report": fought(date), "control": control, **more}
    stage = Stage("7.503", *pieces, date=date, **given).run()  # type: ignore[arg-type]
    (event,) = (event for event in stage.events if isinstance(event, Scored))
    return stage, event


# -- rally


def test_7_503_all_the_broken_of_both_sides_rally_without_a_roll() -> None:
    stage = Stage("7.503", squad("g1", "P20", "broken"), leader("r1", "Q20", "broken", "disrupted", "wounded")).run()
    assert stage.pieces["g1"].status == () and stage.pieces["r1"].status == ("wounded",)


# -- unloading


def test_7_503_each_side_may_unload_what_its_vehicles_carry() -> None:
    stage = Stage(
        "7.503", tank("r1", "P20"), squad("r2", "P20", by="r1"), squad("r3", "P20", by="r1"),
        tank("g1", "Q20"), squad("g2", "Q20", by="g1"), sw("r4", "LMG", "P20", by="r2"),
    ).run()  # fmt: skip
    assert set(stage.asked("russian").choices) == {"r2", "r3"} and set(stage.asked("german").choices) == {"g2"}
    stage.answer("russian", "r2").answer("german")
    assert stage.done
    assert [stage.pieces[id].held_by for id in ("r2", "r3", "g2", "r4")] == [None, "r1", "g1", "r2"]


def test_7_503_a_gun_is_unhooked_and_manned_by_the_crew_that_gets_off_with_it() -> None:
    truck = tank("r1", "P20", type="GAZ-MM")
    stage = Stage("7.503", truck, crew("r2", "P20", by="r1"), gun("r3", "P20", "hooked", by="r1")).run()
    stage.answer("russian", "r2", "r3")
    assert stage.pieces["r3"].status == () and stage.pieces["r3"].held_by == "r2"


def test_7_503_a_gun_without_its_crew_is_nobodys() -> None:
    truck = tank("r1", "P20", type="GAZ-MM")
    stage = Stage("7.503", truck, crew("r2", "P20", by="r1"), gun("r3", "P20", "hooked", by="r1")).run()
    stage.answer("russian", "r3")
    assert stage.pieces["r3"].held_by is None


def test_7_503_nothing_is_asked_where_nothing_is_aboard() -> None:
    inside = piece("r2", "armor-leader", "9-1", "P20", by="r1")
    assert Stage("7.503", tank("r1", "P20"), inside, squad("r3", "P20"), sw("r4", "LMG", "P20", by="r3")).run().done


# -- the score


def test_7_5031_cvp_of_the_report_and_of_melee_are_counted() -> None:
    _, event = scored(report=fought(cvp=19, russian_cvp=4, evp=21), cvp_since={"german": 1, "russian": 2})
    assert event.cvp == {"german": 20, "russian": 6} and event.evp == 21
    assert event.vp == 2 and event.winner == "german"


def test_7_4_earlier_points_carry_over() -> None:
    stage, event = scored(report=fought(cvp=10), cvp=30, evp=5)
    assert event.vp == 2 and stage.state.cvp == 40


@pytest.mark.parametrize(("date", "needed"), [("23AM", 5), ("23PM", 7)])
def test_7_4_victory_locations_held_win_the_scenario(date: str, needed: int) -> None:
    every = ("A12", "CC5", "D22", "DD13", "I7", "I14", "K33", "P3")
    assert scored(held=every[: needed - 1], date=date)[1].winner == "german"
    stage, event = scored(held=every[:needed], date=date)
    assert event.winner == "russian" and event.lvp == every[:needed] and event.vp == needed
    assert stage.state.sides["russian"].won_last


def test_7_5062_a_location_that_both_sides_control_counts() -> None:
    assert scored(control={**NOBODY, "I7": "both"})[1].lvp == ("I7",)


def test_6_a_victory_location_ablaze_is_russian() -> None:
    stage, event = scored(markers=(MapMarker("blaze", "D22"), MapMarker("flame", "I14"), MapMarker("blaze", "P20")))
    assert event.lvp == ("D22",)
    assert stage.state.control["D22"] == "russian", "and stays so once it has burnt down, until the Germans take it"
    assert stage.state.control["P20"] == "german"


def test_6_the_bridge_ablaze_stays_with_who_had_it() -> None:
    fire = (MapMarker("blaze", "K33"),)
    assert scored(markers=fire)[1].lvp == ()
    assert scored(markers=fire, held=("K33",))[1].lvp == ("K33",)


def test_7_503_the_campaign_goes_on_before_the_last_date() -> None:
    stage, _ = scored(date="24AM")
    assert stage.done and stage.state.step == "7.503"


# -- the end


def ended(*pieces: Piece, cpp: int = 0, left: Piece | None = None, report: ScenarioReport | None = None) -> Stage:
    """The last date; `left` is on no map, but among what the report names."""
    stage = Stage("7.503", *pieces, date="24PM", report=report or fought("24PM"), control=NOBODY)
    german = replace(stage.state.sides["german"], cpp=Hidden(("german",), cpp))
    named = {**stage.state.pieces, **({left.id: left} if left else {})}
    stage.state = replace(stage.state, sides={**stage.state.sides, "german": german}, pieces=named)
    return stage.run()


def test_6_the_campaign_ends_with_the_score_of_the_last_date() -> None:
    stage = ended(report=fought("24PM", cvp=400))
    assert stage.state.step == "over" and stage.done
    result = Campaign().result(stage.state)
    assert result is not None and result.winner == "russian"


def test_b14_german_cpp_left_are_taken_from_the_russian_vp() -> None:
    stage = ended(cpp=3, report=fought("24PM", cvp=100))
    assert stage.state.german_cpp_left == 3 and victory_points(stage.state) == 2


def test_cg12a_germans_that_never_came_count_for_the_russians() -> None:
    absent = squad("g1"), leader("g2", type="9-1"), sw("g3", "LMG")
    stage = ended(*absent, squad("g4", "P20"), squad("r1"))
    assert stage.state.cvp == sum(map(cvp, absent)) > 0


def test_7_5131c_vehicles_recalled_for_ammunition_count_at_the_end() -> None:
    """One that waits since an earlier date, and one that left in this very scenario and came with the report."""
    waits, left, stays = tank("g1", "", "recall-ammo"), tank("g2", "", "recall-ammo"), tank("g3", "P20", "recall-ammo")
    stage = ended(waits, stays, left=left)
    assert stage.state.cvp == cvp(waits) + cvp(left), "one still on the map was not lost"


def test_7_5131c_russian_ones_count_against_nobody() -> None:
    stage = ended(tank("r1", "", "recall-ammo"))
    assert stage.state.cvp == 0
    assert any("Russian vehicles recalled" in line for line in stage.log)


def test_what_the_russians_captured_is_no_german_that_never_came() -> None:
    assert ended(gun("g1", "", "captured")).state.cvp == 0
