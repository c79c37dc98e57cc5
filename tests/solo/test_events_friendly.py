"""The player's random events of OtO-S1, row by row."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.solo.state import Happen, Minefield, Mines
from tests.solo.stage import FIGURES, Stage, boards, own, suspect


def friendly(*things: Any, **more: Any) -> Stage:
    return Stage("s1", *things, **more)


def again(stage: Stage) -> None:
    """The next event is 24-26, a hero, which asks nothing."""
    stage.source.script.setdefault("coloured die first", []).append((2, 4))


def received(stage: Stage) -> Counter[str]:
    counts: Counter[str] = Counter()
    for one in stage.state.own.values():
        counts[one.what] += one.count
    return counts


class TestGunSection:
    """11-13."""

    def start(self, **more: Any) -> Stage:
        dice = {"A6f": [(4,)], "R5": [(3,)], "R7": [(1, 1), (3, 3)]}
        return friendly(dice=dice, **more).event("friendly", 11)

    def test_number_type_crews_and_transport(self) -> None:
        stage = self.start()
        stage.answer("yes")
        assert received(stage) == {"76L ART": 2, "2-2-8": 2, "jeep": 2}
        assert "through a road hex of your east edge" in stage.told and stage.state.happened == ("friendly:11-13",)

    def test_a_transport_that_cannot_tow_is_rolled_again(self) -> None:
        stage = self.start()
        assert "Can a jeep tow a 76L ART?" in stage.asked.words
        stage.answer("no").answer("yes")
        assert received(stage)["GAZ-MM truck"] == 2 and "jeep" not in received(stage) and stage.all_dice_thrown()

    def test_all_its_tables_say_that_they_are_stand_ins(self) -> None:
        purposes = [roll.ask.purpose for roll in self.start().rolls if "coloured" not in roll.ask.purpose]
        assert len(purposes) == 3 and all("(stand-in)" in purpose for purpose in purposes)


class TestRecalled:
    """14-16."""

    def test_one_mobile_afv_on_the_board_by_a_die(self) -> None:
        afvs = (own("r1", "afv", "KV-8"), own("r2", "afv", "KV-1S"), own("r3", "afv", "SU-152"))
        stage = friendly(*afvs, dice={"Random Selection of the AFV": [(2, 5)]}).event("friendly", 14)
        assert set(stage.asked.choices) == {"r1", "r2", "r3"}
        stage.answer("r1", "r3")
        assert stage.state.own["r3"].note == "recalled" and "under Recall (D5.341) at once" in stage.told

    def test_rolled_again_where_none_can_move(self) -> None:
        stage = friendly(own("r1", "afv", "KV-8")).event("friendly", 15)
        again(stage)
        stage.answer()
        assert "another event is rolled for" in stage.told and not stage.state.own["r1"].note

    def test_rolled_again_without_an_afv(self) -> None:
        stage = friendly(own("r1", "squad", "4-4-7"))
        stage.source.script["coloured die first"] = [(1, 6)]
        again(stage)
        assert "you have no AFV" in stage.do(Happen("friendly")).told


class TestArtilleryGranted:
    """21-23, 53, 64."""

    def start(self, read: int = 21, **more: Any) -> Stage:
        return friendly(dice={"H1.53": [(4, 4)], "R8": [(5,)]}, **more).event("friendly", read)

    @pytest.mark.parametrize(
        ("who", "brings"),
        [
            ("radio", {"radio (80+mm OBA, plentiful ammunition)": 1}),
            ("motorcycle", {"radio (80+mm OBA, plentiful ammunition)": 1, "8-0": 1, "motorcycle": 1}),
            ("gaz-67b", {"radio (80+mm OBA, plentiful ammunition)": 1, "8-0": 1, "GAZ-67B": 1}),
        ],
    )
    def test_type_supply_and_who_directs_it(self, who: str, brings: dict[str, int]) -> None:
        stage = self.start()
        assert "80+mm OBA with plentiful ammunition" in stage.asked.words
        assert received(stage.answer(who)) == brings
        assert ("enters along your east edge" in stage.told) == (who != "radio")

    @pytest.mark.parametrize("read", [53, 64])
    def test_53_and_64_conduct_it_even_if_it_has_happened(self, read: int) -> None:
        stage = self.start(read, happened=("friendly:21-23",)).answer("radio")
        assert stage.state.happened == ("friendly:21-23", f"friendly:{read}")

    def test_21_23_itself_comes_once(self) -> None:
        stage = friendly(happened=("friendly:21-23",))
        stage.source.script["coloured die first"] = [(2, 2)]
        again(stage)
        assert "comes a single time" in stage.do(Happen("friendly")).told


class TestPeople:
    def test_24_26_a_hero(self) -> None:
        stage = friendly().event("friendly", 26)
        assert received(stage) == {"hero": 1} and "closest to an unbroken or vehicular enemy unit" in stage.told

    def test_31_33_engineers_by_truck_or_on_foot(self) -> None:
        package = {"6-2-8 assault engineers": 3, "9-1": 1, "FT": 1, "DC": 2}
        stage = friendly(dice={"engineers by truck": [(3,)]}).event("friendly", 31)
        assert received(stage) == {**package, "GAZ-MM truck": 3} and "as Passenger of a GAZ-MM" in stage.told
        stage = friendly(dice={"engineers by truck": [(4,)]}).event("friendly", 33)
        assert received(stage) == package and "on foot along a road of your east edge" in stage.told

    def test_31_33_may_come_again(self) -> None:
        stage = friendly(dice={"engineers by truck": [(4,), (4,)]}).event("friendly", 31).event("friendly", 32)
        assert received(stage)["6-2-8 assault engineers"] == 6

    def test_51_52_infantry(self) -> None:
        dice = {"infantry reinforcements": [(2, 2)], "R2": [(3, 3)], "R3": [(2, 2), (6, 6)]}
        stage = friendly(dice=dice).event("friendly", 52)
        assert received(stage) == {"4-4-7": 5, "LMG": 2, "9-1": 1}, "5 squads: 2 rolls for leaders, one of them none"
        assert "H1.8 to H1.83 have it (stand-in)" in stage.told and stage.state.happened == ("friendly:51-52",)

    def test_65_sappers_each_squad_with_a_dc_and_an_lmg(self) -> None:
        stage = friendly(dice={"A6a": [(4,)], "R3": [(3, 3)]}).event("friendly", 65)
        assert received(stage) == {"4-5-8 sappers": 2, "DC": 2, "LMG": 2, "8-1": 1} and "(H1.23)" in stage.told


class TestArmourArrives:
    """34-36 and 61-62."""

    def test_number_type_and_a_leader_with_the_missions_minus_1(self) -> None:
        dice = {"A6a": [(4,)], "armour support, all": [(3,)], "armour leader": [(3, 3)]}
        stage = friendly(dice=dice).event("friendly", 34)
        assert received(stage) == {"KV-1S": 2, "9-1": 1} and stage.all_dice_thrown()
        assert [one.count for one in stage.state.own.values()] == [1, 1, 1], "each AFV is a piece of its own"

    def test_there_may_be_no_leader(self) -> None:
        dice = {"A6a": [(1,)], "armour support, all": [(6,)], "row 6": [(3,)], "armour leader": [(6, 4)]}
        stage = friendly(dice=dice).event("friendly", 35)
        assert received(stage) == {"KV-8S": 1} and "without an armour leader" in stage.told

    def test_61_62_conducts_it_even_if_it_has_happened(self) -> None:
        dice = {"A6a": [(1,)], "armour support, all": [(1,)], "armour leader": [(6, 4)]}
        stage = friendly(dice=dice, happened=("friendly:34-36",)).event("friendly", 61)
        assert received(stage) == {"SU-152": 1} and "friendly:61-62" in stage.state.happened


class TestRally:
    """41-43."""

    def test_units_in_one_place(self) -> None:
        stage = friendly(dice={"Random Selection of the broken units": [(5, 2, 5)]}).event("friendly", 41)
        stage.answer("P10").answer("3")
        assert "the broken unit 1, unit 3 of 3" in stage.told

    def test_one_place_only_by_a_die_ties_rolled_again(self) -> None:
        dice = {"Random Selection of the place": [(4, 4), (2, 3)]}
        stage = friendly(dice=dice).event("friendly", 42).answer("P10", "R10", "P12")
        assert "in R10?" in stage.asked.words and stage.all_dice_thrown(), "P12 is further from the edge"
        stage.answer("1")
        assert "In R10 the broken unit 1 of 1" in stage.told

    def test_rolled_again_where_nobody_is_broken(self) -> None:
        stage = friendly().event("friendly", 43)
        again(stage)
        stage.answer()
        assert "None of your units is broken: another event is rolled for" in stage.told


class TestRumours:
    """44-46."""

    def test_the_players_numbers_rise(self) -> None:
        assert friendly().event("friendly", 44).state.figures.events_friendly == 5

    def test_rolled_again_at_6_7(self) -> None:
        stage = friendly(figures=replace(FIGURES, events_friendly=6))
        stage.source.script["coloured die first"] = [(4, 6)]
        again(stage)
        assert "6/7 already" in stage.do(Happen("friendly")).told and stage.state.figures.events_friendly == 6


class TestMinesDiscovered:
    """54-56 and 66."""

    def test_three_minefields_to_the_west_strength_unknown(self) -> None:
        stage = friendly().event("friendly", 54).answer("P15").answer().answer()
        assert {place for place, field in stage.state.mines.items() if field.ap is None} == {"O15", "P14", "Q15"}
        stage.source.script["AP minefield strength"] = [(1,)]
        stage.do(Mines("P14"))
        assert (stage.state.mines["P14"].ap, stage.state.mines["P14"].at) == (6, 0), "no die for AT mines here"

    def test_the_foremost_unit_and_a_selection_between_equals(self) -> None:
        stage = (
            friendly(dice={"Random Selection of the unit": [(1, 2)]}).event("friendly", 55).answer("P15", "R15", "P17")
        )
        assert set(stage.asked.choices) == {"Q15", "R14", "S15"}

    def test_none_where_activated_enemies_stand(self) -> None:
        stage = friendly().event("friendly", 54).answer("P15").answer("P14").answer()
        assert set(stage.state.mines) == {"O15", "Q15"}

    def test_none_at_all_where_they_stand_everywhere(self) -> None:
        stage = friendly().event("friendly", 54).answer("P15").answer("P14", "O15", "Q15")
        assert not stage.state.mines and stage.state.asked is None

    def test_s_in_the_hexes_are_taken_off(self) -> None:
        stage = friendly(suspect("S1", "P14"), suspect("S2", "P13")).event("friendly", 54).answer("P15").answer()
        assert set(stage.state.suspects) == {"S2"} and "S1 are taken off" in stage.told

    def test_friends_in_the_hexes_are_attacked_at_once(self) -> None:
        stage = friendly(dice={"AP minefield strength": [(6,)]}).event("friendly", 54).answer("P15").answer()
        stage.answer("O15")
        assert stage.state.mines["O15"].ap == 12 and "they attack your units there at once" in stage.told

    def test_where_mines_were_known_before_friends_are_attacked_by_those(self) -> None:
        """Ruling B150."""
        stage = friendly(Minefield("O15", 8, 0)).event("friendly", 54).answer("P15").answer()
        stage.answer("O15")
        assert stage.state.mines["O15"].ap == 8 and "8 AP factors of mines, known before" in stage.told

    def test_66_is_the_same_single_event(self) -> None:
        stage = friendly(happened=("friendly:54-56",))
        stage.source.script["coloured die first"] = [(6, 6)]
        again(stage)
        assert "comes a single time" in stage.do(Happen("friendly")).told
        assert friendly().event("friendly", 66).answer("P15").state.happened == ("friendly:54-56",)

    def test_on_boards_the_player_names_the_hexes(self) -> None:
        stage = Stage("s2", boards=boards("44", "8", "17"), edge="south").event("friendly", 54).answer("44:B4")
        assert "north edge" in stage.asked.words
        stage.answer("44:A3", "44:B3").answer().answer()
        assert set(stage.state.mines) == {"44:A3", "44:B3"}

    def test_rolled_again_without_infantry_on_the_board(self) -> None:
        stage = friendly().event("friendly", 54)
        again(stage)
        assert "You have no infantry on the board" in stage.answer().told


@pytest.mark.parametrize(("die", "attack"), [(3, "1"), (4, "2")])
def test_63_the_players_sniper(die: int, attack: str) -> None:
    stage = friendly(dice={"sniper attack": [(die,)]}).event("friendly", 63)
    assert f'make a "{attack}" Sniper attack' in stage.told and "first act of the coming Prep Fire Phase" in stage.told
