"""Where pieces and works may be set up, and what goes together: 001 7.519, 7.520, 7.522, CG10-CG12, notes b, j, o."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.bots.campaign_placing import out_of_fire
from orsha.campaign.commands import Placed
from orsha.campaign.laying import in_a_row
from orsha.campaign.placing import Settled, SetUp, settle
from orsha.campaign.report import MapMarker
from orsha.campaign.state import Area, Asset, Fort, Front
from orsha.campaign.zones import isolated, plans, rest
from orsha.hexmap.grid import distance, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Illegal
from tests.campaign.stage import GAME, Stage, crew, gun, half, leader, piece, squad, sw, tank
from tests.campaign.steps.setting import bought, scene, wire

CUT_OFF = Area(("P45", "P46", "Q46", "Q47"), "C", "german")


def german(stage: Stage) -> SetUp:
    return rest(stage.state, "german")


def russian(stage: Stage) -> SetUp:
    return rest(stage.state, "russian")


def put(set_up: SetUp, *placed: Placed) -> Settled:
    return settle(set_up, placed)


def refused(set_up: SetUp, *placed: Placed, match: str, rule: str = "") -> None:
    with pytest.raises(Illegal, match=match) as no:
        settle(set_up, placed)
    assert not rule or no.value.rule == rule


class TestPerimeter:
    def test_7_4_germans_set_up_in_hexes_numbered_below_42(self) -> None:
        set_up = german(scene(squad("g1")))
        assert put(set_up, Placed("g1", "P41")).pieces["g1"].piece.hex == "P41"
        refused(set_up, Placed("g1", "P42"), match="cannot stand in P42", rule="001 7.5224")

    def test_what_is_not_named_stays_off_the_map(self) -> None:
        assert put(german(scene(squad("g1")))).pieces["g1"].piece.hex == ""

    def test_no_such_hex_and_no_such_piece(self) -> None:
        set_up = german(scene(squad("g1")))
        refused(set_up, Placed("g1", "ZZ99"), match="ZZ99")
        refused(set_up, Placed("g7", "P20"), match="not among what can be set up")
        refused(set_up, Placed("g1", "P20"), Placed("g1", "P21"), match="placed twice")

    def test_6_a_blaze_cannot_be_entered(self) -> None:
        stage = scene(squad("g1"), markers=(MapMarker("blaze", "P20"), MapMarker("flame", "P21")))
        refused(german(stage), Placed("g1", "P20"), match="cannot stand in P20")
        put(german(stage), Placed("g1", "P21"))

    def test_6_vehicles_only_where_they_can_go(self) -> None:
        stage = scene(tank("g1"), squad("g2"))
        marsh = next(hex for hex in german(stage).hexes("g2") if hex not in german(stage).hexes("g1"))
        refused(german(stage), Placed("g1", marsh), match="tracked vehicles can go")
        put(german(stage), Placed("g2", marsh))

    def test_7_5224_nothing_is_set_up_on_ground_that_is_cut_off_or_not_ones_own(self) -> None:
        area = Area(("P20", "P21"), "C", "german")
        stage = scene(squad("g1"), areas=[area], date="23PM")
        refused(german(stage), Placed("g1", "P20"), match="cannot stand in P20")
        free = replace(stage.state, areas=(), control={**stage.state.control, "P20": "russian"})
        refused(rest(free, "german"), Placed("g1", "P20"), match="cannot stand in P20")

    def test_a_hex_with_an_enemy_in_it_is_no_place(self) -> None:
        refused(german(scene(squad("g1"), squad("r1", "P20"))), Placed("g1", "P20"), match="cannot stand")

    def test_base_game_three_squads_to_a_hex(self) -> None:
        set_up = german(scene(*[squad(f"g{n}") for n in range(1, 5)], crew("g9")))
        three = [Placed(f"g{n}", "P20") for n in range(1, 4)]
        put(set_up, *three)
        refused(set_up, *three, Placed("g9", "P20"), match="7 half-squads")

    def test_base_game_those_who_stand_there_already_count(self) -> None:
        standing = [squad(f"g{n}", "P20") for n in range(1, 4)]
        refused(german(scene(squad("g8"), *standing)), Placed("g8", "P20"), match="8 half-squads")


class TestLevels:
    def test_3_2_men_set_up_in_the_culvert_or_over_it(self) -> None:
        set_up = german(scene(squad("g1"), sw("g2", "LMG", by="g1"), tank("g3")))
        inside = put(set_up, Placed("g1", "M23", level=-1))
        assert [inside.pieces[id].piece.level for id in ("g1", "g2")] == [-1, -1]
        assert put(set_up, Placed("g1", "M23", level=0)).pieces["g1"].piece.level == 0
        refused(set_up, Placed("g3", "M23", level=-1), match="a vehicle and cannot be in the culvert", rule="001 3.2")

    def test_a_gully_and_a_bridge_have_two_levels_and_other_hexes_one(self) -> None:
        set_up = german(scene(squad("g1")))
        for hex in ("E30", "K33"):
            for level in (-1, 0):
                put(set_up, Placed("g1", hex, level=level))
        refused(set_up, Placed("g1", "P20", level=4), match="cannot be at level 4: P20 has")

    def test_each_level_has_room_for_three_squads(self) -> None:
        set_up = german(scene(*(squad(f"g{n}") for n in range(1, 7))))
        put(set_up, *(Placed(f"g{n}", "K33", level=-(n % 2)) for n in range(1, 7)))
        refused(set_up, *(Placed(f"g{n}", "K33") for n in range(1, 5)), match="would hold 8 half-squads")


class TestEntry:
    def test_cg12b_at_first_only_groups_bought_onto_the_board_set_up(self) -> None:
        lines = (bought("I1/23AM/1", on_board=1), bought("I1/23AM/2"), bought("V4/OB/1", on_board=1))
        stage = scene(
            squad("r1", group="I1/23AM/1"), squad("r2", group="I1/23AM/2"), tank("r3", group="V4/OB/1"),
            tank("r4", group="OB"), russian={"record": lines},
        )  # fmt: skip
        put(russian(stage), Placed("r1", "P42"), Placed("r3", "Q43"))
        refused(russian(stage), Placed("r1", "P41"), match="cannot stand in P41")
        refused(russian(stage), Placed("r2", "P45"), match="enters from the east edge")
        refused(russian(stage), Placed("r4", "P45"), match="enters from the east edge")

    def test_cg12b_later_groups_of_the_date_stay_nine_hexes_from_the_german_front_line(self) -> None:
        stage = scene(
            squad("r1", group="I1/23PM/3"), squad("r2", group="I1/23AM/1"), date="23PM",
            russian={"record": (bought("I1/23PM/3"), bought("I1/23AM/1"))},
        )  # fmt: skip
        front = [parse(hex) for hex in stage.state.fronts["german"].front_line]
        assert min(distance(parse("P49"), hex) for hex in front) == 8
        put(russian(stage), Placed("r1", "P50"))
        refused(russian(stage), Placed("r1", "P49"), match="far from the German front line")
        put(russian(stage), Placed("r2", "P42"))

    def test_cg12b_a_group_bought_for_less_does_not_set_up_on_its_date_and_does_later(self) -> None:
        record = (bought("I1/23PM/3", off_board=1),)
        stage = scene(squad("r1", group="I1/23PM/3"), date="23PM", russian={"record": record})
        refused(russian(stage), Placed("r1", "P50"), match="bought for less")
        later = scene(squad("r1", group="I1/23PM/3"), date="24AM", russian={"record": record})
        put(russian(later), Placed("r1", "P42"))

    def test_cg12a_the_same_for_the_germans(self) -> None:
        record = (bought("I1/23AM/1", off_board=1), bought("I1/23AM/2"))
        stage = scene(squad("g1", group="I1/23AM/1"), squad("g2", group="I1/23AM/2"), german={"record": record})
        refused(german(stage), Placed("g1", "P20"), match="bought for less")
        put(german(stage), Placed("g2", "P20"))

    def test_b31_a_radio_goes_with_whoever_has_it(self) -> None:
        record = (bought("O1/23AM/1"), bought("I1/23AM/1", on_board=1))
        stage = scene(
            sw("r1", "Radio", group="O1/23AM/1"), squad("r2", group="I1/23AM/1"), russian={"record": record}
        )  # fmt: skip
        put(russian(stage), Placed("r2", "P45"), Placed("r1", "P45", held_by="r2"))

    def test_7_5131c_a_vehicle_that_rearms_is_not_set_up(self) -> None:
        stage = scene(tank("g1", "", "recall-ammo"), tank("g2", "", "recall"), date="23PM")
        refused(german(stage), Placed("g1", "P20"), match="not back yet")
        refused(german(stage), Placed("g2", "P20"), match="comes back from off the map")


class TestGuns:
    def test_cg11_a_gun_moves_at_most_four_hexes(self) -> None:
        for where in ({"hex": "P20"}, {"last": "P20"}):
            set_up = german(scene(gun("g1", **where), date="23PM"))
            put(set_up, Placed("g1", "P24"))
            refused(set_up, Placed("g1", "P25"), match="4 hexes around P20")

    def test_cg11_a_large_mortar_eight(self) -> None:
        set_up = german(scene(gun("g1", "P20", type="120mm (GrW 42)"), date="24PM"))
        put(set_up, Placed("g1", "P28"))
        refused(set_up, Placed("g1", "P29"), match="8 hexes around P20")

    def test_cg11_between_23pm_and_24am_anywhere(self) -> None:
        put(german(scene(gun("g1", last="P20"), date="24AM")), Placed("g1", "P3"))

    def test_cg11_out_of_a_building_a_trench_or_a_pillbox_never(self) -> None:
        trench = Fort("g9", "trench", "german", "P20")
        for stage in (
            scene(gun("g1", "P20"), date="24AM", forts=[trench]),
            scene(gun("g1", "P20"), date="24AM", forts=[replace(trench, what="pillbox")]),
        ):
            refused(german(stage), Placed("g1", "P21"), match="P20 and no other hex")
        refused(german(scene(gun("g1", "Q10"), date="24AM")), Placed("g1", "Q11"), match="Q10 and no other hex")
        ruin = scene(gun("g1", "Q10"), date="24AM", markers=(MapMarker("rubble", "Q10"),))
        put(german(ruin), Placed("g1", "Q11"))

    def test_cg11_a_gun_left_on_the_map_cannot_be_taken_off_it(self) -> None:
        refused(german(scene(gun("g1", "P20"), date="23PM")), Placed("g1", ""), match="cannot leave it")

    def test_a_crew_takes_up_a_gun_that_stayed(self) -> None:
        set_up = german(scene(gun("g1", "P20"), crew("g2"), date="23PM"))
        found = put(set_up, Placed("g2", "P20"), Placed("g1", "P20", held_by="g2"))
        assert found.pieces["g1"].piece.held_by == "g2"

    def test_a_gun_on_the_map_does_not_follow_its_crew(self) -> None:
        set_up = german(scene(gun("g1", "P20", by="g2"), crew("g2"), date="23PM"))
        found = put(set_up, Placed("g2", "P22"))
        assert (found.pieces["g1"].piece.hex, found.pieces["g1"].piece.held_by) == ("P20", None)

    def test_cg11_russian_guns_set_up_in_tow_within_two_hexes(self) -> None:
        set_up = russian(scene(gun("r1", "P45"), tank("r2", type="GAZ-MM"), date="23PM"))
        put(set_up, Placed("r2", "P47"), Placed("r1", "P47", held_by="r2"))
        far = (Placed("r2", "P48"), Placed("r1", "P48", held_by="r2"))
        refused(set_up, *far, match="within 2 hexes of P45", rule="001 CG11")

    def test_cg11_german_guns_do_not_and_tanks_tow_nothing(self) -> None:
        towed = german(scene(gun("g1", "P20"), tank("g2", type="SdKfz 10/4"), date="23PM"))
        refused(towed, Placed("g2", "P21"), Placed("g1", "P21", held_by="g2"), match="cannot set up in tow")
        tanks = russian(scene(gun("r1", "P45"), tank("r2"), date="23PM"))
        refused(tanks, Placed("r2", "P45"), Placed("r1", "P45", held_by="r2"), match="tows no guns")

    def test_note_b_a_new_gun_sets_up_with_a_crew_of_its_group(self) -> None:
        pair = (crew("g1", group="G1/23AM/1"), gun("g2", group="G1/23AM/1", by="g1"), crew("g3", group="G1/23AM/2"))
        set_up = german(scene(*pair))
        assert put(set_up, Placed("g1", "P20")).pieces["g2"].piece.hex == "P20"
        refused(set_up, Placed("g2", "P20"), match="in the hands of men of G1/23AM/1")
        refused(set_up, Placed("g3", "P20"), Placed("g2", "P20", held_by="g3"), match="men of G1/23AM/1")

    def test_note_o_a_truck_sets_up_next_to_a_gun_of_its_group(self) -> None:
        record = (bought("G2/23AM/1", on_board=1, trucks=1),)
        tag = "G2/23AM/1"
        stage = scene(
            crew("r1", group=tag), gun("r2", group=tag, by="r1"), tank("r3", type="GAZ-MM", group=tag),
            russian={"record": record},
        )  # fmt: skip
        put(russian(stage), Placed("r1", "P45"), Placed("r3", "P46"))
        for hex in ("P45", "P47"):
            refused(russian(stage), Placed("r1", "P45"), Placed("r3", hex), match="next to a gun")
        refused(russian(stage), Placed("r3", "P46"), match="next to a gun")


class TestTogether:
    TAG = "I1/23AM/1"

    def test_7_5196_a_leader_begins_with_an_mmc_of_his_group(self) -> None:
        people = (squad("g1", group=self.TAG), squad("g2", group="I1/23AM/2"), leader("g3", group=self.TAG))
        set_up = german(scene(*people, german={"record": (bought(self.TAG), bought("I1/23AM/2"))}))
        put(set_up, Placed("g1", "P20"), Placed("g3", "P20"))
        refused(set_up, Placed("g2", "P20"), Placed("g3", "P20"), match="begins with squads of I1/23AM/1")

    def test_7_5196_unless_he_was_kept_off_the_map_for_a_scenario_or_has_fought(self) -> None:
        record = (bought(self.TAG),)
        kept = scene(leader("g3", group=self.TAG), date="23PM", german={"record": record})
        put(german(kept), Placed("g3", "P20"))
        veteran = scene(leader("g3", group=self.TAG, last="P21"), german={"record": record})
        put(german(veteran), Placed("g3", "P20"))

    def test_7_5193_a_heavy_weapon_is_first_set_up_in_the_hands_of_its_group(self) -> None:
        tag = "I5/23AM/1"
        people = (crew("g1", group=tag), sw("g2", "HMG", by="g1", group=tag), squad("g3"))
        set_up = german(scene(*people))
        put(set_up, Placed("g1", "P20"))
        refused(set_up, Placed("g3", "P20"), Placed("g2", "P20", held_by="g3"), match="men of I5", rule="001 7.5193")
        old = german(scene(crew("g1", group=tag), sw("g2", "HMG", group=tag, last="P19"), squad("g3"), date="23PM"))
        put(old, Placed("g3", "P20"), Placed("g2", "P20", held_by="g3"))

    def test_7_5193_so_are_the_mortars_of_a_heavy_weapons_section(self) -> None:
        tag = "I6/23AM/1"
        mortar = gun("g2", type="81mm MTR", by="g1", group=tag)
        set_up = german(scene(crew("g1", group=tag), mortar, squad("g3")))
        put(set_up, Placed("g1", "P20"))
        refused(set_up, Placed("g3", "P20"), Placed("g2", "P20", held_by="g3"), match="men of I6", rule="001 7.5193")
        refused(set_up, Placed("g2", "P20"), match="men of I6", rule="001 7.5193")

    def test_a_weapon_goes_with_the_unit_that_has_it(self) -> None:
        set_up = german(scene(squad("g1"), sw("g2", "LMG", by="g1")))
        found = put(set_up, Placed("g1", "P20", "concealed"))
        assert (found.pieces["g2"].piece.hex, found.pieces["g2"].how) == ("P20", "concealed")

    def test_a_holder_must_be_there_and_able(self) -> None:
        set_up = german(scene(squad("g1"), sw("g2", "LMG"), squad("g3"), tank("g4")))
        refused(set_up, Placed("g1", "P20"), Placed("g2", "P21", held_by="g1"), match="its holder g1 is P20")
        refused(set_up, Placed("g3", "P20", held_by="g1"), match="cannot be held by g1")
        refused(set_up, Placed("g2", "P20", held_by="g9"), match="not there")
        refused(set_up, Placed("g4", "P20", held_by="g4"), match="cannot be held by g4")
        put(set_up, Placed("g4", "P20"), Placed("g1", "P20", held_by="g4"), Placed("g2", "P20", held_by="g1"))

    def test_who_enters_may_be_given_weapons_too(self) -> None:
        found = put(german(scene(squad("g1"), sw("g2", "LMG"))), Placed("g2", "", held_by="g1"))
        assert found.pieces["g2"].piece.held_by == "g1" and found.pieces["g2"].piece.hex == ""

    def test_7_5197_an_armour_leader_begins_in_an_afv_of_his_platoon(self) -> None:
        tag = "V3/23AM/1"
        people = (
            tank("g1", group=tag), tank("g2", group=tag), tank("g3", group="V3/23AM/2"),
            piece("g4", "armor-leader", "9-1", by="g1", group=tag),
        )  # fmt: skip
        set_up = german(scene(*people))
        assert put(set_up, Placed("g1", "P20")).pieces["g4"].piece.hex == "P20"
        put(set_up, Placed("g2", "P21"), Placed("g4", "P21", held_by="g2"))
        refused(set_up, Placed("g3", "P21"), Placed("g4", "P21", held_by="g3"), match="his own platoon")
        refused(set_up, Placed("g4", "P21"), match="begins in an AFV")

    def test_7_5114_one_who_has_fought_stays_in_his_afv(self) -> None:
        people = (
            tank("g1", group="V3/23AM/1"), tank("g2", group="V3/23AM/1"),
            piece("g4", "armor-leader", "9-1", by="g1", group="V3/23AM/1", last="P10"),
        )  # fmt: skip
        set_up = german(scene(*people, date="23PM"))
        refused(set_up, Placed("g2", "P21"), Placed("g4", "P21", held_by="g2"), match="stays in g1", rule="001 7.5114")


class TestHiding:
    def test_7_520_a_gun_and_its_crew_hide_for_nothing_on_both_sides(self) -> None:
        put(german(scene(crew("g1"), gun("g2", by="g1"))), Placed("g1", "P20", "hidden"))
        tag = "G1/23AM/1"
        record = (bought(tag, on_board=1),)
        stage = scene(crew("r1", group=tag), gun("r2", by="r1", group=tag), russian={"record": record})
        assert put(russian(stage), Placed("r1", "P45", "hidden")).pieces["r2"].how == "hidden"

    def test_cg11_a_gun_that_was_revealed_hides_no_more_and_one_that_was_not_stays_hidden(self) -> None:
        seen = german(scene(crew("g1"), gun("g2", "P20"), date="23PM"))
        crewed = (Placed("g1", "P20", "hidden"), Placed("g2", "P20", held_by="g1"))
        refused(seen, *crewed, match="was revealed", rule="001 CG11")
        put(seen, replace(crewed[0], how="concealed"), crewed[1])
        put(german(scene(crew("g1"), gun("g2", "P20", "hidden"), date="23PM")), *crewed)

    @pytest.mark.parametrize(
        ("who", "fpp"), [(squad("g1"), 3), (half("g1"), 2), (crew("g1"), 1)], ids=["squad", "half-squad", "crew"]
    )
    def test_7_520_prices_of_men(self, who: object, fpp: int) -> None:
        others = [squad(f"g{n}") for n in range(20, 30)]
        there = [Placed(one.id, f"P{one.id[1:]}") for one in others]
        enough = german(scene(who, *others, german={"fpp": fpp}))  # type: ignore[arg-type]
        assert put(enough, Placed("g1", "P10", "hidden"), *there).fpp == fpp
        short = german(scene(who, *others, german={"fpp": fpp - 1}))  # type: ignore[arg-type]
        refused(short, Placed("g1", "P10", "hidden"), *there, match=f"costs {fpp} FPP")

    def test_7_520_a_leader_pays_one_and_hides_only_with_hidden_men(self) -> None:
        set_up = german(scene(squad("g1"), leader("g2"), german={"fpp": 4}))
        assert put(set_up, Placed("g1", "P20", "hidden"), Placed("g2", "P20", "hidden")).fpp == 4
        refused(set_up, Placed("g1", "P20"), Placed("g2", "P20", "hidden"), match="only with hidden men")

    def test_7_520_twice_as_dear_in_shellholes_outside_orchards(self) -> None:
        stage = scene(squad("g1"), german={"fpp": 6})
        hole = next(hex for hex in german(stage).hiding.dear if hex in german(stage).hexes("g1"))
        assert put(german(stage), Placed("g1", hole, "hidden")).fpp == 6
        made = scene(squad("g1"), german={"fpp": 6}, markers=(MapMarker("shellholes", "P20"),))
        assert put(german(made), Placed("g1", "P20", "hidden")).fpp == 6

    def test_7_520_but_not_in_those_of_an_orchard(self) -> None:
        ground = hex_map().ground
        hex = next(str(hex) for hex in sorted(ground) if ground[hex].has("orchard") and ground[hex].has("shellholes"))
        stage = scene(squad("g1"), german={"fpp": 6})
        assert put(german(stage), Placed("g1", hex, "hidden")).fpp == 3
        burnt = scene(squad("g1"), german={"fpp": 6}, markers=(MapMarker("open-ground", hex),))
        assert put(german(burnt), Placed("g1", hex, "hidden")).fpp == 6, "7.5092: the orchard is gone, its holes stay"

    def test_7_5092_but_in_those_of_one_that_has_burnt_down(self) -> None:
        ground = hex_map().ground
        hex = next(str(hex) for hex in sorted(ground) if ground[hex].has("orchard") and ground[hex].has("shellholes"))
        stage = scene(squad("g1"), german={"fpp": 6}, markers=(MapMarker("open-ground", hex),))
        assert put(german(stage), Placed("g1", hex, "hidden")).fpp == 6

    def test_7_520_a_tenth_of_the_squads_on_the_map_fractions_up(self) -> None:
        squads = [squad(f"g{n}") for n in range(1, 12)]
        set_up = german(scene(*squads, german={"fpp": 99}))
        spread = [Placed(one.id, f"P{20 + n}") for n, one in enumerate(squads)]
        hidden = [replace(one, how="hidden") for one in spread]
        put(set_up, *hidden[:2], *spread[2:])
        refused(set_up, *hidden[:3], *spread[3:], match="2 of 11 squads")
        refused(set_up, *hidden[:2], *spread[2:10], match="1 of 10 squads")

    def test_7_520_weapons_hide_with_their_men_only_and_vehicles_never(self) -> None:
        set_up = german(scene(squad("g1"), sw("g2", "LMG"), tank("g3"), german={"fpp": 99}))
        put(set_up, Placed("g1", "P20", "hidden"), Placed("g2", "P20", held_by="g1"))
        refused(set_up, Placed("g2", "P20", "hidden"), match="in the hands of a hidden unit")
        refused(set_up, Placed("g3", "P20", "hidden"), match="is a vehicle")

    def test_7_4_special_rule_5_cupolas_bought_on_the_first_date_hide_for_nothing(self) -> None:
        pair = (tank("g1", type="HMG Cupola", group="I7/23AM/1"), tank("g2", type="HMG Cupola", group="OB"))
        record = (bought("I7/23AM/1"),)
        set_up = german(scene(*pair, german={"record": record, "fpp": 5}))
        hex = next(iter(set_up.hexes("g1")))
        assert put(set_up, Placed("g1", hex, "hidden")).fpp == 0
        assert put(set_up, Placed("g2", hex, "hidden")).fpp == 5
        later = german(scene(*pair, date="23PM", german={"record": record, "fpp": 5}))
        assert put(later, Placed("g1", hex, "hidden")).fpp == 5

    def test_7_520_the_russians_have_nothing_to_pay_with(self) -> None:
        refused(russian(scene(squad("r1"), date="23PM")), Placed("r1", "P45", "hidden"), match="0 were set aside")


class TestIsolated:
    def test_7_5222_only_in_its_own_area(self) -> None:
        stage = scene(squad("g1", "P45"), squad("g2"), areas=[CUT_OFF], date="23PM")
        set_up = isolated(stage.state, "german")
        assert set(set_up.pieces) == {"g1"}
        put(set_up, Placed("g1", "Q47"))
        refused(set_up, Placed("g1", "P20"), match="isolated area", rule="001 7.5222")
        refused(set_up, Placed("g1", ""), match="cannot leave it")

    def test_7_5222_in_an_area_of_both_sides_only_in_ones_own_pocket(self) -> None:
        both = replace(CUT_OFF, kind="D", occupier=None)
        fronts = {"german": Front(pockets=(("P45", "P46"),)), "russian": Front(main=("Q46", "Q47", "Q48"))}
        stage = scene(squad("g1", "P45"), squad("r1", "Q47"), areas=[both], date="23PM", fronts=fronts)
        put(isolated(stage.state, "german"), Placed("g1", "P46"))
        refused(isolated(stage.state, "german"), Placed("g1", "Q46"), match="isolated area", rule="001 7.5222")
        put(isolated(stage.state, "russian"), Placed("r1", "Q46"))
        for hex in ("P46", "Q48"):
            refused(isolated(stage.state, "russian"), Placed("r1", hex), match="isolated area", rule="001 7.5222")

    def test_7_5222_an_enemy_whom_nobody_sees_bars_no_hex(self) -> None:
        """Ruling B106: a refusal would tell of him."""
        both = replace(CUT_OFF, kind="D", occupier=None)
        hidden = {"box": {"g1": squad("g1", "Q46", "hidden")}}
        stage = scene(squad("r1", "Q47"), areas=[both], date="23PM", german=hidden)
        put(isolated(GAME.view(stage.state, "russian"), "russian"), Placed("r1", "Q46"))

    def test_7_5222_an_immobile_vehicle_stays_in_its_hex(self) -> None:
        stage = scene(tank("g1", "P45", "immobilized"), squad("g2", "P45"), areas=[CUT_OFF], date="23PM")
        refused(isolated(stage.state, "german"), Placed("g1", "P46"), match="stays where it is")

    def test_7_5094_who_is_cut_off_in_a_blaze_sets_up_elsewhere_in_his_area(self) -> None:
        men = (squad("g1", "P45"), sw("g2", "LMG", "P45", by="g1"), squad("g3", "P46"))
        stage = scene(*men, areas=[CUT_OFF], date="23PM", markers=(MapMarker("blaze", "P45"),))
        set_up = isolated(stage.state, "german")
        refused(set_up, match="P45, which is ablaze", rule="001 7.5094")
        refused(set_up, Placed("g1", "P45"), match="ablaze")
        assert put(set_up, Placed("g1", "Q46")).pieces["g2"].piece.hex == "Q46"
        bot = out_of_fire(set_up)
        assert [one.id for one in bot] == ["g1"] and put(set_up, *bot).pieces["g1"].piece.hex != "P45"

    def test_7_5222_weapons_and_passengers_go_with_those_who_have_them(self) -> None:
        stage = scene(squad("g1", "P45"), sw("g2", "LMG", "P45", by="g1"), areas=[CUT_OFF], date="23PM")
        found = put(isolated(stage.state, "german"), Placed("g1", "Q46"))
        assert found.pieces["g2"].piece.hex == "Q46"

    def test_7_5222_new_works_too_may_be_set_up_there(self) -> None:
        stage = scene(squad("g1", "P45"), areas=[CUT_OFF], date="23PM", german={"forts": [wire("g9")]})
        put(isolated(stage.state, "german"), Placed("g9", "P46"))
        refused(isolated(stage.state, "german"), Placed("g9", "P20"), match="cut off")

    def test_7_5224_those_cut_off_take_no_part_in_the_rest(self) -> None:
        stage = scene(squad("g1", "P45"), gun("g2", "P45"), areas=[CUT_OFF], date="23PM")
        assert not german(stage).pieces

    def test_not_in_the_hex_of_an_enemy(self) -> None:
        both = replace(CUT_OFF, kind="D", occupier=None)
        stage = scene(squad("g1", "P45"), squad("r1", "P46"), areas=[both], date="23PM")
        refused(isolated(stage.state, "german"), Placed("g1", "P46"), match="cannot stand")

    def test_guards_stay_in_sight(self) -> None:
        prisoner = squad("r1", "P45", "prisoner", by="g1")
        stage = scene(squad("g1", "P45"), prisoner, areas=[CUT_OFF], date="23PM")
        put(isolated(stage.state, "german"), Placed("g1", "P46"))
        refused(isolated(stage.state, "german"), Placed("g1", "P46", "concealed"), match="has prisoners")


class TestWorks:
    def test_7_5224_works_stand_in_the_perimeter_one_of_a_kind_to_a_hex(self) -> None:
        set_up = german(scene(german={"forts": [wire("g1"), wire("g2")]}, forts=[wire("g3", "P22")]))
        put(set_up, Placed("g1", "P20"), Placed("g2", "P21"))
        refused(set_up, Placed("g1", "P20"), Placed("g2", "P20"), match="two of wire")
        refused(set_up, Placed("g1", "P22"), match="two of wire")
        refused(set_up, Placed("g1", "P45"), match="cannot stand")

    def test_b95_a_hex_has_one_field_against_men_and_one_against_tanks(self) -> None:
        factors = {"g1": (6, 3), "g2": (6, 3), "g3": (8, 0), "g4": (0, 5)}
        mines = [Fort(id, "minefield", "german", "", ap, at, known=False) for id, (ap, at) in factors.items()]
        set_up = german(scene(german={"forts": mines}))
        put(set_up, Placed("g3", "P20"), Placed("g4", "P20"), Placed("g1", "P21"), Placed("g2", "P22"))
        for one in ("g2", "g3", "g4"):
            refused(set_up, Placed("g1", "P20"), Placed(one, "P20"), match=r"two of A[PT]-minefield in P20")

    def test_7_520_dummies_bombardments_and_works_cannot_be_hidden(self) -> None:
        dummy = Asset("g9", "M1", "dummy concealment counter", since="23AM")
        set_up = german(scene(german={"assets": [dummy], "forts": [wire("g1")]}))
        put(set_up, Placed("g9", "P20"), Placed("g1", "P20"))
        refused(set_up, Placed("g9", "P20", "hidden"), match="no unit and cannot be set up hidden", rule="001 7.520")
        refused(set_up, Placed("g1", "P20", "concealed"), match="cannot be set up concealed")
        aim = Asset("r9", "B1", "Bombardment", since="23AM")
        offered = plans(scene(russian={"assets": [aim]}).state, "russian")
        refused(offered, Placed("r9", "P20", "hidden"), match="cannot be set up hidden")

    def test_base_game_no_trench_in_a_building(self) -> None:
        set_up = german(scene(german={"forts": [Fort("g1", "trench", "german")]}))
        refused(set_up, Placed("g1", "Q10"), match="where one can dig")

    def field(self) -> SetUp:
        mines = [Fort(f"g{n}", "minefield", "german", "", 8, 3, known=False, field="M2/23AM/1") for n in range(1, 9)]
        return german(scene(german={"forts": mines}))

    def test_note_j_a_minefield_lies_in_one_row(self) -> None:
        set_up = self.field()
        row = [Placed(f"g{n}", f"P{20 + n}") for n in range(1, 9)]
        put(set_up, *row)
        refused(set_up, *row[:7], Placed("g8", "P30"), match="one straight row", rule="001 German note j")
        refused(set_up, *row[:7], Placed("g8", "Q25"), match="one straight row")
        refused(set_up, *row[:7], match="laid together")
        refused(set_up, *row[:7], Placed("g8", "P27"), match="one straight row")

    def test_note_j_or_in_a_row_of_any_hex_grain(self) -> None:
        grain = ["K20", "L20", "M21", "N21", "O22", "P22", "Q23", "R23"]
        put(self.field(), *(Placed(f"g{n}", hex) for n, hex in enumerate(grain, 1)))

    def test_in_a_row(self) -> None:
        assert in_a_row([parse("P20"), parse("P22"), parse("P21")]) and in_a_row([parse("P20")])
        assert not in_a_row([parse("P20"), parse("P22")]) and not in_a_row([parse("P20"), parse("P20")])
        assert not in_a_row([parse("P20"), parse("P21"), parse("Q21")])
