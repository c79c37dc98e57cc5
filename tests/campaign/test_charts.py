"""The charts of seed 001: rows as printed, odds against icepool, and the rules' own examples."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from orsha.campaign import charts
from orsha.kernel import Table

CHARTS = charts()

# What the printed charts say, read off seed 001 a second time: dice, and the result at each final roll.
PRINTED = {
    "cpp-replenishment": ("2d6", {-3: "25", 2: "25", 3: "24", 4: "24", 5: "23", 6: "23", 7: "22", 8: "22", 9: "21", 10: "21", 11: "20", 14: "20"}),
    "elr": ("2d6", {2: "+1", 3: "no", 11: "no", 12: "-1"}),
    "weather": ("2d6", {1: "Rain", 3: "Rain", 4: "Overcast", 7: "Overcast", 8: "Clear", 11: "Clear", 12: "Clear and gusty"}),
    "environmental-conditions": ("1d6", {-3: "Wet", 2: "Wet", 3: "Moist", 4: "Moist", 5: "Moderate", 6: "Moderate"}),
    "san-adjustment": ("1d6", {4: "no change", 5: "-1 SAN"}),
    "escape-infantry": ("2d6", {8: "escapes", 9: "escapes, replaced", 10: "escapes, casualty reduced", 11: "escapes, replaced, then", 12: "eliminated"}),
    "escape-vehicle": ("2d6", {8: "escapes", 9: "escapes", 10: "abandoned, crew escapes", 11: "abandoned, crew eliminated", 12: "eliminated"}),
    "leader-generation-german": (
        "2d6",
        {1: "10-3, 9-1, 8-0", 2: "10-2, 9-1, 8-0", 3: "10-1, 9-1, 7-1", 4: "9-2, 9-1, 8-0", 5: "10-0, 8-1, 7-1", 6: "9-1, 8-1, 8-0",
         7: "9-1, 8-1, 7-0", 8: "9-1, 8-0, 8-0", 9: "8-1, 8-0", 10: "8-1, 7-0", 11: "8-0, 8-0", 12: "8-0, 7-0", 13: "8-0, 6+1"},
    ),
    "leader-generation-russian": (
        "2d6",
        {1: "10-3, 9-1, 8-0", 2: "10-2, 9-1, 7-0", 3: "10-1, 9-1, 7-1", 4: "9-1, 8-1", 5: "9-1, 7-1", 6: "8-1, 7-1",
         7: "9-1, 8-0", 8: "8-1, 7-0", 9: "8-0, 7-0", 10: "8-0, 7-0", 11: "7-0, 7-0", 12: "8-0, 6+1", 13: "7-0, 6+1"},
    ),
    "oba-german": ("2d6", {2: "Plentiful", 3: "Normal", 8: "Normal", 9: "Scarce"}),
    "oba-russian": ("2d6", {5: "Plentiful", 6: "Normal", 11: "Normal", 12: "Scarce"}),
    "weapon-repair": ("1d6", {2: "repaired", 3: "eliminated"}),
    "rg-strength": ("2d6", {8: "Full", 9: "Depleted"}),
    "recon": ("1d6", {1: "1", 6: "6", 12: "12"}),
    "wounded-leader": ("1d6", {1: "retained, unwounded", 2: "retained, wounded", 3: "evacuated"}),
    "mmc-battle-hardening": ("2d6", {-1: "4", 0: "3", 1: "3", 2: "2", 4: "2", 5: "1", 6: "1", 7: "0"}),
    "leader-battle-hardening": ("2d6", {2: "10-2", 3: "9-2", 4: "9-1", 5: "8-1", 6: "8-0", 7: "8-0", 8: "7-0", 9: "7-0", 10: "6+1"}),
    "immobilization-repair": ("1d6", {4: "becomes mobile", 5: "no change"}),
    "vehicle-stun-recovery": ("1d6", {3: "recovers", 4: "stays stunned", 5: "stays stunned", 6: "eliminated"}),
    "removal": ("1d6", {3: "eliminated and removed", 4: "no effect"}),
    "armor-leader": ("2d6", {-1: "10-2", 1: "10-2", 2: "10-1", 3: "9-2", 4: "9-1", 5: "8-1", 6: "none", 7: "none", 15: "none"}),
    "platoon-leader": ("1d6", {1: "none", 2: "9-2", 3: "9-1", 4: "8-1", 5: "8-0", 6: "8-0", 7: "7-0"}),
    "counter-battery": (
        "2d6",
        {1: "the enemy OBA module of the lowest", 2: "the enemy OBA module of the lowest", 3: "a red card goes into any enemy",
         4: "a red card goes into the draw pile of the enemy OBA module of the lowest", 5: "an enemy FFE is reduced to harassing",
         6: "no effect", 11: "no effect", 12: "on an original 12 the counter battery module is itself eliminated", 14: "on an original 12"},
    ),
}  # fmt: skip

SECRET = {"elr", "cpp-replenishment", "leader-generation-german", "leader-generation-russian", "oba-german", "oba-russian",
          "rg-strength", "mmc-battle-hardening", "leader-battle-hardening", "armor-leader", "platoon-leader"}  # fmt: skip


def test_every_chart_is_compared_here() -> None:
    assert set(CHARTS.names()) == set(PRINTED)


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_rows_are_the_printed_ones(name: str) -> None:
    dice, rows = PRINTED[name]
    table = CHARTS[name]
    assert table.dice == dice
    for final, result in rows.items():
        assert table.result(final).startswith(result), f"{name} at {final}"


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_secret_rolls_are_the_ones_the_rules_call_secret(name: str) -> None:
    assert CHARTS[name].secret == (name in SECRET)


@pytest.mark.parametrize("modifier", [-4, -1, 0, 2, 5])
@pytest.mark.parametrize("name", sorted(PRINTED))
def test_odds_agree_with_icepool(name: str, modifier: int) -> None:
    table: Table = CHARTS[name]
    theirs = (table.count @ icepool.d6 + modifier).map(table.result)
    assert table.odds(modifier).as_dict() == {k: Fraction(v, theirs.denominator()) for k, v in theirs.items()}
    assert sum(table.odds(modifier).as_dict().values()) == 1


def granted(name: str, **facts: bool | int) -> int:
    return sum(m.value for m in CHARTS[name].explain(facts))


def test_7_516_elr_drm() -> None:
    assert granted("elr", won_last_scenario=True) == -1
    assert granted("elr", elite_groups_bought=2) == -2
    assert granted("elr", scenarios_done=3) == 6
    assert [granted("elr", cvp_suffered=n) for n in (49, 50, 99, 100)] == [0, 2, 2, 4]
    assert granted("elr", history=-2) == -2


def test_7_517_weather_leans_to_rain_after_overcast() -> None:
    assert granted("weather", was_overcast=True) == -1
    assert CHARTS["weather"].odds().chance("Rain") == Fraction(3, 36)
    assert CHARTS["weather"].odds(-1).chance("Rain") == Fraction(6, 36)


def test_7_5171_rain_before_makes_it_wet_more_often() -> None:
    assert granted("environmental-conditions", was_rain=True) == -3
    assert CHARTS["environmental-conditions"].odds(-3).chance("Wet") == Fraction(5, 6)


def test_7_5122_a_higher_san_is_more_easily_lost() -> None:
    """The drm is SAN less 4: at SAN 3 only a 6 loses one, at SAN 8 any roll does."""
    losing = {san: CHARTS["san-adjustment"].odds_given({"san": san}).chance("-1 SAN") for san in range(3, 9)}
    assert losing == {
        3: Fraction(1, 6),
        4: Fraction(1, 3),
        5: Fraction(1, 2),
        6: Fraction(2, 3),
        7: Fraction(5, 6),
        8: 1,
    }


def test_7_5063_escape_drm() -> None:
    assert granted("escape-infantry", within_two_of_safety=True, adjacent_to_safety=True) == -2
    assert granted("escape-infantry", extra_half_squads=3, excess_pp=1, encircled=True) == 6
    assert granted("escape-infantry", lone_unwounded_smc=True) == -1
    assert granted("escape-infantry", leader_drm=-2) == -2
    assert granted("escape-vehicle", captured_afv=True) == 2


def test_7_5132_weapon_repair_drm() -> None:
    assert granted("weapon-repair", vehicle_mounted=True, repair_number=2, unqualified=True, isolated=True) == -2


def test_7_5196_leader_drm_by_group() -> None:
    assert granted("leader-generation-german", german_i2=True, depleted=True) == 2
    assert granted("leader-generation-russian", russian_i2_i4_i5=True) == -1


def test_7_5225_recon_adds_1_for_russians_2_in_the_morning_and_3_for_2_cpp() -> None:
    assert granted("recon", russian=True, morning=True, two_cpp_on_recon=True) == 6
    assert set(CHARTS["recon"].odds(6).weights) == {"7", "8", "9", "10", "11", "12"}


def test_7_5112_battle_hardening_by_casualties_inflicted() -> None:
    assert [granted("mmc-battle-hardening", cvp_inflicted=n) for n in (29, 30, 61)] == [0, -1, -2]


def test_7_5197_armour_leaders_come_to_kv_platoons_more_often_and_to_germans_and_minerollers_less() -> None:
    assert granted("armor-leader", kv_platoon=True) == -1
    assert granted("armor-leader", german=True, depleted=True) == 2
    assert granted("armor-leader", kv_platoon=True, mineroller_platoon=True) == 0
    assert granted("platoon-leader", depleted=True) == 1
    assert CHARTS["armor-leader"].odds(-1).chance("none") == Fraction(21, 36)


def test_5_3_counter_battery_fire_gets_better_as_the_enemy_fires_more() -> None:
    assert granted("counter-battery", enemy_ffe_at_most_one=True) == 2
    assert granted("counter-battery", enemy_ffe_three_or_more=True) == -1
    assert CHARTS["counter-battery"].odds(-1).chance(CHARTS["counter-battery"].result(2)) == Fraction(3, 36)


def test_5_3c_every_row_that_an_original_12_can_fall_in_says_what_it_does() -> None:
    table = CHARTS["counter-battery"]
    assert all("c" in table.row(12 + drm).notes for drm in (-1, 0, 2))
    assert "original 12" in table.footnotes["c"]
