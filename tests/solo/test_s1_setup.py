"""OtO-S1, Breakthrough to Orsha: the briefing and the set-up, in the order of its sequence."""

from __future__ import annotations

from collections import Counter

import pytest

from orsha.kernel import Illegal
from orsha.solo.state import Begin, NextTurn
from tests.solo.stage import Stage, opened


@pytest.fixture
def begun() -> Stage:
    return opened("s1").do(Begin())


def set_up(**dice: list[tuple[int, ...]]) -> Stage:
    """A whole set-up with two wrecks and the observer in P28."""
    stage = opened("s1", {purpose.replace("_", " "): faces for purpose, faces in dice.items()})
    return stage.do(Begin()).answer("R13", "A25").answer("P28")


def test_briefing_and_attitude_are_told(begun: Stage) -> None:
    assert "24 June 1944" in begun.told and "78th Sturm Division" in begun.told
    assert "prevailing attitude is Hold" in begun.told


def test_the_mission_tables_are_rolled() -> None:
    stage = opened(
        "s1",
        {
            "SAN, enemy": [(5, 5)], "SAN, friendly": [(1, 2)], "activation number": [(3,)],
            "event numbers, enemy": [(1,)], "event numbers, friendly": [(5,)],
        },
    ).do(Begin())  # fmt: skip
    figures = stage.state.figures
    assert (figures.san_enemy, figures.san_friendly, figures.activation) == (5, 2, 3)
    assert (figures.events_enemy, figures.events_friendly) == (4, 3) and stage.all_dice_thrown()
    assert "random event numbers are 4/5" in stage.told


def test_s_stand_in_buildings_woods_grain_and_vpo(begun: Stage) -> None:
    places = {one.place for one in begun.state.suspects.values()}
    assert {"Q10", "Z15", "CC5"} <= places, "case a: buildings"
    assert {"Q6", "N14", "H10", "A15"} <= places, "case b: woods and grain"
    assert {"A12", "D22", "I7", "I14", "P3", "DD13"} <= places, "case d: the VPO"
    assert "V17" not in places, "it lies in the set-up area"
    assert {one.attitude for one in begun.state.suspects.values()} == {"hold"}
    assert "by cases a, b and d of 4.1 (stand-in)" in begun.told


def test_never_two_s_in_one_hex(begun: Stage) -> None:
    assert set(Counter(one.place for one in begun.state.suspects.values()).values()) == {1}


def test_the_vpo_are_the_enemys_but_the_one_in_the_set_up_area(begun: Stage) -> None:
    holders = {place: one.holder for place, one in begun.state.objectives.items()}
    assert len(holders) == 10 and [place for place, holder in holders.items() if holder == "friendly"] == ["V17"]


def test_three_german_guns_stand_as_printed(begun: Stage) -> None:
    guns = {one.place: (one.what, one.note) for one in begun.state.units.values()}
    assert guns == {
        "I10": ("Flak 38 20L(6)", "2-2-8 crew, AA mode, concealed, CA H10/I11"),
        "U6": ("Flak 38 20L(6)", "2-2-8 crew, AA mode, concealed, CA T6/U7"),
        "CC2": ("Flak 18 88L", "2-2-8 crew, AA mode, CA BB2/CC3"),
    }
    assert not begun.state.activated, "they are set up, not activated"


def test_known_minefields_of_unknown_strength(begun: Stage) -> None:
    assert len(begun.state.mines) == 16 and {"A26", "H22", "S15", "Z18"} <= set(begun.state.mines)
    assert all(field.ap is None and field.anti_tank for field in begun.state.mines.values())
    assert "known to both sides (B28.46)" in begun.told


def test_msr_1_4_5_6_are_told_at_the_briefing(begun: Stage) -> None:
    assert "moist and there is no wind" in begun.told and "house rules" in begun.told
    assert begun.state.conditions == "Moist, no wind at the start"
    assert "this mission's own tables" in begun.told
    assert "ELR is 3" in begun.told and "sniper in P18" in begun.told


def test_up_to_six_wrecks_are_placed_after_the_enemy_and_before_the_player(begun: Stage) -> None:
    assert begun.asked.rule == "001 OtO-S1 MSR 8" and begun.asked.most == 6 and not begun.state.own
    begun.answer("R13", "A25")
    assert begun.state.wrecks == {"R13": "a wreck", "A25": "a wreck"} and begun.state.own


@pytest.mark.parametrize(
    ("places", "why"),
    [
        (("A26", "A25"), "next to one another"),
        (("A24",), "more than two hexes away"),
        (("A28",), "in the set-up area"),
        (("A26", "C26", "E25", "G24", "R13", "T14", "V15"), "more than six"),
        (("A26", "A26"), "the same twice"),
    ],
)
def test_msr_8_wrecks_where_they_may_not_be(begun: Stage, places: tuple[str, ...], why: str) -> None:
    with pytest.raises(Illegal, match="MSR 8"):
        begun.answer(*places)


def test_wreck_status_is_rolled_after_the_friendly_set_up() -> None:
    stage = opened("s1", {"wreck status, in R13": [(5,)], "wreck status, in A25": [(6,)]}).do(Begin())
    stage.answer("R13", "A25")
    assert "wreck status" not in str([roll.ask.purpose for roll in stage.rolls])
    stage.answer("P28")
    assert stage.state.wrecks == {"R13": "burning"} and stage.all_dice_thrown()


def test_the_observer_is_recorded_at_set_up_on_the_east_edge() -> None:
    stage = opened("s1").do(Begin()).answer()
    with pytest.raises(Illegal, match="MSR 3"):
        stage.answer("P27")
    stage.answer("P28")
    assert stage.state.observer == "P28" and "level 2" in stage.told


def test_each_company_has_what_the_order_of_battle_says() -> None:
    stage = set_up()
    for company in ("1st company", "2nd company", "3rd company"):
        counts = Counter({one.what: 0 for one in stage.state.own.values()})
        for one in stage.state.own.values():
            if one.group == company and one.kind != "leader":
                counts[one.what] += one.count
        heavy = counts["HMG"] + counts[".50 cal HMG"]
        assert heavy == 1
        assert {name: counts[name] for name in ("6-2-8", "4-5-8", "4-4-7", "2-4-8", "1-2-7")} == {
            "6-2-8": 4, "4-5-8": 6, "4-4-7": 6, "2-4-8": 2, "1-2-7": 4,
        }  # fmt: skip
        assert {name: counts[name] for name in ("MMG", "LMG", "ATR", "DC", "50mm MTR", "FT")} == {
            "MMG": 1, "LMG": 4, "ATR": 2, "DC": 2, "50mm MTR": 2, "FT": 1,
        }  # fmt: skip
        leaders = [one for one in stage.state.own.values() if one.group == company and one.kind == "leader"]
        assert len(leaders) == 3


def test_a_die_for_each_company_may_make_its_heavy_machine_gun_a_50_cal() -> None:
    dice = {f"heavy machine gun, {n} company": [(die,)] for n, die in (("1st", 2), ("2nd", 3), ("3rd", 1))}
    stage = opened("s1", dice).do(Begin()).answer()
    heavy = {one.group: one.what for one in stage.state.own.values() if one.what in ("HMG", ".50 cal HMG")}
    assert heavy == {"1st company": ".50 cal HMG", "2nd company": "HMG", "3rd company": ".50 cal HMG"}


def test_leaders_are_rolled_until_there_are_three() -> None:
    dice = {"R3, Russian leader (stand-in), leader 1 of 3, 1st company": [(6, 6), (5, 6), (1, 1)]}
    stage = opened("s1", dice).do(Begin()).answer()
    assert stage.all_dice_thrown()
    first = [one.what for one in stage.state.own.values() if one.group == "1st company" and one.kind == "leader"]
    assert first[0] == "10-2" and len(first) == 3


def test_companies_are_told_their_hexrows_and_the_line() -> None:
    stage = opened("s1").do(Begin()).answer()
    for rows in ("hexrows E to K", "hexrows L to T", "hexrows U to DD"):
        assert rows in stage.told
    assert "on or east of A27-I23-I20-R15-DD21" in stage.asked.words
    assert "foxholes" in stage.told and "Armour stands anywhere in the set-up area" in stage.told


def test_armour_support_with_four_more_by_dice() -> None:
    dice = {
        "armour support, AFV 1": [(3,)], "armour support, AFV 2": [(5,)], "armour support, AFV 3": [(6,)],
        "armour support, AFV 4": [(1,)], "row 5, AFV 2": [(4,)], "row 6, AFV 3": [(2,)],
    }  # fmt: skip
    stage = opened("s1", dice).do(Begin()).answer()
    assert Counter(one.what for one in stage.state.own.values() if one.kind == "afv") == {
        "PT-34(L)": 4, "T-34 M43": 2, "ISU-122": 1, "KV-1S": 1, "T-34/ATO-42": 1, "KV-8": 1, "SU-152": 1,
    }  # fmt: skip
    assert stage.all_dice_thrown()


def test_three_armour_leaders_with_1_off_each_roll() -> None:
    stage = opened("s1", {"armour leader 1 of 3": [(6, 4), (3, 3)]}).do(Begin()).answer()
    found = [one.what for one in stage.state.own.values() if one.kind == "armour-leader"]
    assert len(found) == 3 and found[0] == "9-1", "10 - 1 is none, 6 - 1 a 9-1"
    rolls = [roll for roll in stage.rolls if "armour leader" in roll.ask.purpose]
    assert all(sum(m.value for m in roll.ask.modifiers) == -1 for roll in rolls)


def test_msr_2_3_9_and_the_elr_are_told_at_set_up() -> None:
    told = opened("s1").do(Begin()).answer().told
    assert "ELR 4" in told and "16th Guards Rifle Division" in told
    assert "elite" in told and "assault engineers (H1.22) and sappers (B28.8)" in told
    assert "No crew may leave its armoured vehicle" in told
    assert "80+mm artillery, HE and smoke, with plentiful ammunition" in told
    assert "need no command" in told


def test_then_the_player_moves_first() -> None:
    stage = set_up()
    assert stage.state.phase == "play" and stage.state.turn == 0
    stage.do(NextTurn())
    assert (stage.state.turn, stage.state.side) == (1, "friendly")


def test_nothing_goes_before_the_set_up() -> None:
    with pytest.raises(Illegal, match="begin it first"):
        opened("s1").do(NextTurn())
    stage = opened("s1").do(Begin())
    with pytest.raises(Illegal, match="the question comes first"):
        stage.do(NextTurn())
