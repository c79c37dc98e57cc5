"""The charts that 001 prints for its solo missions, row by row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.solo import charts
from orsha.solo.files import FACES, mission, missions
from orsha.solo.happenings.rolling import rows
from orsha.solo.state import SoloSetup, SoloState


def results(name: str) -> list[str]:
    """Every result of a chart from its lowest roll to its highest."""
    table = charts()[name]
    return [table.result(total) for total in range(table.count, 6 * table.count + 1)]


def test_s1_enemy_san_is_3_to_3_then_4_to_9_then_5() -> None:
    assert results("s1-san-enemy") == ["3"] * 2 + ["4"] * 6 + ["5"] * 3


def test_s1_friendly_san_is_one_lower() -> None:
    assert results("s1-san-friendly") == ["2"] * 2 + ["3"] * 6 + ["4"] * 3


def test_s1_activation_numbers_rise_with_the_die() -> None:
    assert results("s1-activation-number") == ["2", "2", "3", "4", "4", "4"]


def test_s1_event_numbers() -> None:
    assert results("s1-event-numbers-enemy") == ["4/5"] * 3 + ["3/4"] * 3
    assert results("s1-event-numbers-friendly") == ["5/6"] * 2 + ["4/5"] * 2 + ["3/4"] * 2


def test_s1_activation_table() -> None:
    assert results("s1-activation") == [
        "VEHICLE", "HS, GUN", "S, S, L, F, SW", "S, L, F, SW", "S", "HS", "S", "S, L, SW", "S, L, F, SW", "GUN, F",
        "VEHICLE",
    ]  # fmt: skip


def test_s1_gun_and_cupola_table() -> None:
    assert results("s1-gun") == [
        "20L(6) AA", "88L AA", "81* MTR", "HMG Cupola", "75* INF", "75L AT", "88L AA", "MMG Cupola", "75* INF",
        "150 INF", "20L(20) AA",
    ]  # fmt: skip


def test_s1_vehicle_table() -> None:
    pairs = ["StuH 42", "SdKfz 10/4", "Marder II", "StuG IIIG", "PzJg III/IV"]
    assert results("s1-vehicle") == [name for name in pairs for _ in range(2)] + ["SdKfz 7/1"]


def test_s1_armour_table_with_the_two_rows_that_ask_for_another_die() -> None:
    assert results("s1-armour")[:4] == ["SU-152", "ISU-122", "KV-1S", "SU-76M"]
    assert results(results("s1-armour")[4]) == ["OT-34(L)"] * 3 + ["T-34/ATO-42"] * 3
    assert results(results("s1-armour")[5]) == ["KV-8"] * 2 + ["KV-8S"] * 4


def test_s1_a_company_has_a_50_cal_on_1_or_2() -> None:
    assert results("s1-heavy-machine-gun") == [".50 cal HMG"] * 2 + ["HMG"] * 4


def test_s1_wrecks_stay_on_1_to_3_burn_on_4_and_5_and_go_on_6() -> None:
    assert results("s1-wreck") == ["a wreck"] * 3 + ["burning"] * 2 + ["removed"]


def test_minefields_are_6_8_or_12_strong_and_hold_at_mines_on_1_and_2() -> None:
    assert results("minefield-strength") == ["6", "6", "8", "8", "12", "12"]
    assert results("minefield-anti-tank") == ["yes"] * 2 + ["no"] * 4
    assert results("minefield-anti-tank-strength") == ["1"] * 3 + ["2"] * 2 + ["3"]


def test_dice_of_the_events_are_half_and_half() -> None:
    assert results("sniper-strike") == ["1"] * 3 + ["2"] * 3
    assert results("reinforcement-die") == ["more"] * 3 + ["no more"] * 3
    assert results("engineers-ride") == ["GAZ-MM"] * 3 + ["on foot"] * 3


def test_atcb_on_1_and_2_as_the_russian_note_says() -> None:
    assert results("atcb") == ["ATCB"] * 2 + ["no ATCB"] * 4


@pytest.mark.parametrize(("past", "chance"), [(0, "1/2"), (1, "2/3"), (2, "5/6"), (3, "1"), (4, "1")])
def test_s1_mission_end_is_3_or_less_with_1_off_for_each_turn_after_the_eighth(past: int, chance: str) -> None:
    assert charts()["s1-mission-end"].odds_given({"turns_past": past}).chance("the mission ends") == Fraction(chance)


def test_s2_mission_end_is_2_or_less() -> None:
    assert results("s2-mission-end") == ["the mission ends"] * 2 + ["the mission goes on"] * 4


def test_s2_san() -> None:
    assert results("s2-san-enemy") == ["6"] * 4 + ["5"] * 2 + ["4"] * 5
    assert results("s2-san-friendly") == ["3"] * 4 + ["2"] * 7


def test_s2_activation_number_is_2_to_4_and_3_above() -> None:
    assert results("s2-activation-number") == ["2"] * 4 + ["3"] * 2


def test_s2_event_numbers() -> None:
    assert results("s2-event-numbers-enemy") == ["4/5"] * 3 + ["3/4"] * 3
    assert results("s2-event-numbers-friendly") == ["5/6"] * 2 + ["4/5"] * 2 + ["3/4"] * 2


def test_s2_mapboard_table() -> None:
    assert results("s2-board-a") == ["40", "13", "w36", "37", "19", "v48", "16", "w32", "50", "47", "8"]
    assert results("s2-board-b") == ["w5", "w34", "44", "4", "33", "17", "v42", "v24", "43", "v12", "w52"]


def test_s2_month_is_june_on_1_to_4() -> None:
    assert results("s2-month") == ["June"] * 4 + ["July"] * 2


def test_s2_heavy_weapons() -> None:
    assert results("s2-heavy-weapon") == ["45L AT", "82mm MTR", "MMG", "HMG", ".50 cal HMG", "nothing"]


S1_ENEMY = {
    (11, 12): "suspects-advance", (13, 16): "minefield", (21, 22): "enemy-rumours", (23, 24): "counterattack",
    (25, 26): "minefield", (31, 33): "artillery-a6a", (34, 36): "reinforcements", (41, 41): "artillery-a6c",
    (42, 43): "harassing-a6e", (44, 46): "counterattack", (51, 56): "minefield", (61, 62): "leader-hardens",
    (63, 64): "enemy-sniper", (65, 66): "enemy-air",
}  # fmt: skip
S1_FRIENDLY = {
    (11, 13): "gun-section", (14, 16): "recalled", (21, 23): "artillery-granted", (24, 26): "hero",
    (31, 33): "engineers", (34, 36): "armour-arrives", (41, 43): "rally", (44, 46): "friendly-rumours",
    (51, 52): "infantry-arrives", (53, 53): "artillery-granted", (54, 56): "mines-discovered",
    (61, 62): "armour-arrives", (63, 63): "friendly-sniper", (64, 64): "artillery-granted", (65, 65): "sappers",
    (66, 66): "mines-discovered",
}  # fmt: skip


def test_s1_event_tables_row_by_row() -> None:
    for side, printed in (("enemy", S1_ENEMY), ("friendly", S1_FRIENDLY)):
        found = {(row.from_, row.to): row.what for row in rows(SoloState(SoloSetup("s1")), side)}  # type: ignore[arg-type]
        assert found == printed


def test_s1_starred_events_come_once() -> None:
    def starred(side: str) -> set[str]:
        return {row.span for row in mission("s1").events if row.once and row.side == side}

    assert starred("enemy") == {"23-24", "34-36", "44-46"}
    assert starred("friendly") == {"11-13", "21-23", "34-36", "51-52", "53", "54-56", "61-62", "64", "66"}


@pytest.mark.parametrize("slug", sorted(missions()))
@pytest.mark.parametrize("side", ["enemy", "friendly"])
def test_every_pair_of_dice_finds_one_event(slug: str, side: str) -> None:
    table = rows(SoloState(SoloSetup(slug)), side)  # type: ignore[arg-type]
    for first in FACES:
        for second in FACES:
            assert sum(row.holds(10 * first + second) for row in table) == 1
