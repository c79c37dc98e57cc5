"""Strength, weapons and leaders: 001 7.519, the notes to the charts, CG7, CG12b, CG13, the special rules of 7.4."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import Asset, RecordLine, SideState
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, tank


def having(stage: Stage, side: Side, **fields: Any) -> Stage:
    """The stage with some of a side's secrets set."""
    own = stage.state.sides[side]
    sealed = {name: Hidden((side,), value) for name, value in fields.items()}
    stage.state = replace(stage.state, sides={**stage.state.sides, side: replace(own, **sealed)})
    return stage


def ordered(side: Side, date: str, *order: Purchase, dice: tuple[tuple[int, ...], ...] = (), **more: Any) -> Stage:
    stage = Stage("7.519", dice=dice, date=date)
    counted = dict(Counter(more.pop("bought", {})) + Counter(one.id for one in order))
    given = {"order": order, "bought": counted, "assets": {}, **more}
    having(stage, "russian", assets={})
    return having(stage, side, **given).run()


def own(stage: Stage, side: Side) -> SideState:
    return stage.state.sides[side]


def types(stage: Stage, kind: str) -> Counter[str]:
    return Counter(one.type for one in stage.pieces.values() if one.kind == kind)


def line(stage: Stage, side: Side) -> RecordLine:
    return own(stage, side).record.shown[-1]


class TestGroups:
    def test_7_5191_a_full_company_has_the_number_left_of_the_slash(self) -> None:
        stage = ordered("german", "23PM", Purchase("I1"), dice=((4, 4), (3,), (3, 4)))
        assert types(stage, "squad") == {"4-6-7": 12}
        assert line(stage, "german").received.full is True  # type: ignore[union-attr]

    def test_7_5191_a_depleted_one_the_number_right_of_it(self) -> None:
        dice = ((4, 5), *[(5,)] * 5, (3,), (3, 4))
        stage = ordered("german", "23PM", Purchase("I1"), dice=dice)
        assert types(stage, "squad") == {"4-6-7": 9} and not types(stage, "sw")

    def test_7_5192_weapons_come_with_it_and_nobody_holds_them_yet(self) -> None:
        stage = ordered("german", "23PM", Purchase("I1"), dice=((1, 1), (3,), (3, 4)))
        assert types(stage, "sw") == {"LMG": 3, "MMG": 2, "PSK": 1}
        assert all(one.held_by is None for one in stage.pieces.values())

    def test_7_5196_leaders_are_pieces_of_their_group(self) -> None:
        stage = ordered("german", "23PM", Purchase("I1"), dice=((1, 1), (4,), (3, 4)))
        assert types(stage, "leader") == {"9-1": 1, "8-1": 1, "7-0": 1}
        assert {one.group for one in stage.pieces.values()} == {"I1/23PM/1"}

    def test_note_d_engineers_are_marked(self) -> None:
        stage = ordered("german", "23PM", Purchase("I3"), dice=((1, 1), (3,)))
        assert all(one.has("engineer") for one in stage.pieces.values() if one.kind == "squad")
        assert types(stage, "squad") == {"8-3-8": 3} and types(stage, "leader") == {"9-1": 1}
        plain = ordered("german", "23PM", Purchase("I4"), dice=((1, 1), (3,)))
        assert not any(one.has("engineer") for one in plain.pieces.values())

    def test_note_b_a_crew_has_each_gun_and_each_heavy_weapon(self) -> None:
        stage = ordered("russian", "23PM", Purchase("G1"), Purchase("I6"), dice=((1, 1), (1, 1)))
        assert types(stage, "crew") == {"2-2-8": 5}
        manned = [one for one in stage.pieces.values() if one.kind in ("gun", "sw")]
        assert Counter(one.type for one in manned) == {"76* INF (obr. 27)": 2, "HMG": 2, ".50 cal": 1}
        for one in manned:
            crew = stage.pieces[one.held_by or ""]
            assert crew.kind == "crew" and crew.group == one.group

    def test_7_5193_of_a_depleted_section_each_weapon_comes_on_4_or_less_with_its_crew(self) -> None:
        stage = ordered("german", "23PM", Purchase("I5"), dice=((5, 5), (4,), (5,)))
        assert types(stage, "sw") == {"HMG": 1} and types(stage, "crew") == {"2-2-8": 1}

    def test_7_5193_cupolas_come_always_full(self) -> None:
        stage = ordered("german", "23PM", Purchase("I7"))
        assert types(stage, "vehicle") == {"HMG Cupola": 1, "MMG Cupola": 1}

    def test_7_5197_an_armour_leader_is_in_an_afv_of_the_platoon(self) -> None:
        stage = ordered("german", "23PM", Purchase("V3"), dice=((1, 1), (1, 2)))
        leader = next(one for one in stage.pieces.values() if one.kind == "armor-leader")
        assert leader.type == "9-1" and stage.pieces[leader.held_by or ""].type == "StuG IIIG"

    def test_7_5197_or_there_is_none(self) -> None:
        stage = ordered("german", "23PM", Purchase("V3"), dice=((1, 1), (4, 4)))
        assert types(stage, "vehicle") == {"StuG IIIG": 3} and not types(stage, "armor-leader")

    def test_note_o_a_truck_for_each_gun_that_came(self) -> None:
        stage = ordered("russian", "23PM", Purchase("G2", {"trucks": 1}), dice=((5, 5),))
        assert types(stage, "gun") == {"76L (obr. 39)": 1} and types(stage, "vehicle") == {"GAZ-MM": 1}
        without = ordered("russian", "23PM", Purchase("G2"), dice=((1, 1),))
        assert not types(without, "vehicle")

    def test_note_j_a_minefield_is_eight_hexes_of_one_field(self) -> None:
        stage = ordered("german", "23PM", Purchase("M2"))
        mines = own(stage, "german").forts.shown.values()
        assert [(one.ap, one.at, one.field, one.known) for one in mines] == [(8, 3, "M2/23PM/1", False)] * 8

    def test_m1_adds_fifty_fpp_each(self) -> None:
        stage = ordered("german", "23PM", Purchase("M1"), Purchase("M1"), fpp=3)
        assert own(stage, "german").fpp.shown == 103

    def test_no_two_pieces_share_an_id(self) -> None:
        dice = ((1, 1), (3,), (3, 4), (1, 1), (3,), (3, 4))
        stage = ordered("german", "23PM", Purchase("I1"), Purchase("I1"), dice=dice)
        made = own(stage, "german").box.shown
        assert len(made) == 2 * (12 + 6 + 3) and {one.group for one in made.values()} == {"I1/23PM/1", "I1/23PM/2"}


class TestTheRecord:
    def test_7_5189_a_line_says_the_how_manieth_of_its_kind_it_is_and_what_it_cost(self) -> None:
        dice = ((1, 1), (1, 2))
        stage = ordered("german", "24AM", Purchase("V3", {"off-board": 1}), dice=dice, bought={"V3": 2})
        found = line(stage, "german")
        assert (found.group, found.number, found.cpp, found.tag) == ("V3", 3, 5, "V3/24AM/3")
        assert found.extras == {"off-board": 1} and found.date == "24AM"

    def test_7_518_the_other_side_learns_nothing(self) -> None:
        stage = ordered("german", "23PM", Purchase("V3"), Purchase("M2"), dice=((1, 1), (1, 2)))
        seen = stage.seen_by("russian")
        assert b"StuG" not in seen and b"V3/23PM" not in seen and b"minefield" not in seen
        assert b"StuG" in stage.seen_by("german")


class TestTheOrdersOfBattle:
    GERMAN = ((6,), (3, 4))
    RUSSIAN = (*[(1,), (1,), (6, 6)] * 3, *[(6, 6)] * 2, (3, 4))
    AIRCRAFT = ((1,), (2,), (3,), (6,))

    def stage(self, *more: tuple[int, ...]) -> Stage:
        tanks = [tank(f"r{900 + n}", type="T-34/M43", group="OB") for n in range(4)]
        dice = (*self.GERMAN, *self.RUSSIAN, *more, *self.AIRCRAFT)
        return Stage("7.519", *tanks, dice=dice, date="23AM").run()

    def test_special_rule_2_all_groups_come_at_full_strength_without_a_roll(self) -> None:
        stage = self.stage((6, 6), (6, 6)).answer("russian")
        assert types(stage, "squad") == {"4-6-7": 12, "6-2-8": 8}
        assert types(stage, "vehicle") == {"PT-34(L)": 6, "KV-1S": 4, "T-34/M43": 4}

    def test_cg12b_groups_of_the_order_of_battle_may_pay_a_cpp_to_set_up_on_board(self) -> None:
        stage = self.stage((6, 6), (6, 6))
        assert set(stage.asked("russian").choices) == {
            "V5/OB/1", "V5/OB/2", "V5/OB/3", "V4/OB/1", "V4/OB/2", "I5/OB/1",
        }  # fmt: skip
        stage.answer("russian", "I5/OB/1", "V4/OB/2")
        lines = {one.tag: one for one in own(stage, "russian").record.shown}
        assert lines["I5/OB/1"].extras == {"on-board": 1} and lines["I5/OB/1"].cpp == 1
        assert lines["V4/OB/1"].extras == {} and lines["V4/OB/1"].cpp == 0
        assert own(stage, "russian").cpp.shown == 66 and own(stage, "russian").columns.shown[-1].spent == 2

    def test_cg12b_not_more_than_the_cpp_that_are_left(self) -> None:
        stage = having(Stage("7.519", dice=self.GERMAN), "russian", cpp=1).run()
        assert stage.asked("russian").most == 1

    def test_7_5188_a_group_that_was_given_has_the_number_0(self) -> None:
        stage = self.stage((6, 6), (6, 6)).answer("russian")
        assert {one.number for one in own(stage, "german").record.shown} == {0}

    def test_special_rule_3_two_bombardments(self) -> None:
        stage = self.stage((6, 6), (6, 6)).answer("russian")
        assert [one.group for one in own(stage, "russian").assets.shown.values()].count("B1") == 2

    def test_special_rule_4_each_aircraft_rolls_for_atcb(self) -> None:
        stage = self.stage((6, 6), (6, 6)).answer("russian")
        flying = [one.words for one in own(stage, "russian").assets.shown.values() if one.since == "OB"]
        assert [text.rsplit(", ", 1)[1] for text in flying] == ["ATCB", "ATCB", "no ATCB", "no ATCB"]

    def test_special_rule_6_two_rolls_for_armour_leaders_of_the_t34s(self) -> None:
        stage = self.stage((2, 3), (6, 6)).answer("russian")
        leaders = [one for one in stage.pieces.values() if one.kind == "armor-leader"]
        assert [(one.type, one.held_by, one.group) for one in leaders] == [("8-1", "r900", "OB")]


class TestArtillery:
    def test_7_5195_a_module_has_its_ammunition(self) -> None:
        stage = ordered("german", "23PM", Purchase("O1"), dice=((4, 5),))
        module = next(iter(own(stage, "german").assets.shown.values()))
        assert (module.ammunition, module.since) == ("Scarce ammo", "23PM")
        assert line(stage, "german").assets == (module.id,)

    def test_cg13_a_radio_or_a_field_phone_as_its_player_likes(self) -> None:
        for chosen, made in (((), "Radio"), (("g501 phone",), "Field phone")):
            stage = ordered("german", "23PM", Purchase("O1"), dice=((3, 4),))
            assert set(stage.asked("german").choices) == {"g501 phone"}
            stage.answer("german", *chosen)
            assert types(stage, "sw") == {made: 1} and stage.done
            assert next(iter(stage.pieces.values())).group == "O1/23PM/1"

    def test_cg13_all_modules_are_in_one_question(self) -> None:
        stage = ordered("german", "23PM", Purchase("O1"), Purchase("O1"), Purchase("O4"), dice=((3, 4), (3, 4)))
        assert set(stage.asked("german").choices) == {"g501 phone", "g502 phone", "g501 g503", "g502 g503"}
        stage.answer("german", "g501 phone", "g502 g503")
        assert types(stage, "sw") == {"Field phone": 1} and stage.done
        assert {id: one.observer for id, one in own(stage, "german").assets.shown.items()} == {
            "g501": False, "g502": True,
        }  # fmt: skip

    def test_cg7_the_last_word_about_a_module_and_about_an_observer_counts(self) -> None:
        orders = [Purchase("O1"), Purchase("O1"), Purchase("O4")]
        stage = ordered("german", "23PM", *orders, dice=((3, 4), (3, 4)))
        stage.answer("german", "g501 g503", "g502 phone", "g502 g503")
        assert types(stage, "sw") == {"Radio": 1} and own(stage, "german").assets.shown["g502"].observer

    def test_cg13_or_an_offboard_observer_who_was_bought(self) -> None:
        stage = ordered("russian", "23PM", Purchase("O1"), Purchase("O6"), dice=((3, 4),))
        observer = next(one for one in own(stage, "russian").assets.shown.values() if one.group == "O6")
        stage.answer("russian", f"r501 {observer.id}")
        (module,) = own(stage, "russian").assets.shown.values()
        assert module.observer and module.level == 2 and not types(stage, "sw")
        assert int(module.hexes[0].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) >= 52

    def test_note_i_a_cpp_more_raises_him_one_level(self) -> None:
        stage = ordered("russian", "23PM", Purchase("O6", {"raised-observer": 1}))
        assert [one.level for one in own(stage, "russian").assets.shown.values()] == [3]

    def test_cg13_rockets_come_with_an_observer_and_need_no_radio(self) -> None:
        stage = ordered("russian", "23PM", Purchase("O4"), dice=((3, 4),))
        (module,) = own(stage, "russian").assets.shown.values()
        assert module.observer and module.level == 2 and stage.done

    def test_cg7_a_retained_module_may_be_given_an_observer(self) -> None:
        held = {"g9": Asset("g9", "O1", "100mm+ OBA", "Normal ammunition", ("K20",), since="23AM")}
        stage = ordered("german", "23PM", Purchase("O4"), assets=held)
        assert set(stage.asked("german").choices) == {"g9 g501"} and stage.asked("german").least == 0
        stage.answer("german", "g9 g501")
        (module,) = own(stage, "german").assets.shown.values()
        assert module.observer and module.hexes[1:] == ("K20",)

    def test_cg7_one_at_most(self) -> None:
        held = {"g9": Asset("g9", "O1", "OBA", hexes=("P0",), level=2, observer=True, since="23AM")}
        stage = ordered("german", "23PM", Purchase("O4"), assets=held)
        assert stage.done and len(own(stage, "german").assets.shown) == 2

    def test_note_n_a_die_names_the_type_of_aircraft(self) -> None:
        stage = ordered("russian", "23PM", Purchase("F1"), dice=((4,),))
        (flying,) = own(stage, "russian").assets.shown.values()
        assert "type die 4" in flying.words

    def test_note_k_german_stukas_are_what_they_were_bought_as(self) -> None:
        stage = ordered("german", "23PM", Purchase("F1"))
        (flying,) = own(stage, "german").assets.shown.values()
        assert flying.words == "DB Type '42 Stuka"

    def test_7_502_dummies_of_the_last_scenario_are_gone(self) -> None:
        old = {"g9": Asset("g9", "M1", "dummy concealment counter", hexes=("P20",), since="23AM")}
        stage = ordered("german", "23PM", assets=old)
        assert not own(stage, "german").assets.shown and any("dummies" in text for text in stage.log)

    def test_footnote_20_a_bombardment_that_struck_is_gone_and_one_that_waits_is_kept(self) -> None:
        held = {
            "r9": Asset("r9", "B1", "Bombardment", hexes=("K20",), since="23AM"),
            "r10": Asset("r10", "B1", "Bombardment", since="23AM"),
            "r11": Asset("r11", "F1", "44A GA", since="OB"),
        }
        stage = ordered("russian", "23PM", assets=held)
        assert set(own(stage, "russian").assets.shown) == {"r10"}
