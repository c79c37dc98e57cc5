"""Extinguishing flames and blazes: 001 7.509, CG5; 6, LVP."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import MapMarker, Piece, Work
from orsha.campaign.state import Area, Fort, Front
from orsha.campaign.steps.terrain import burns_as
from orsha.hexmap.grid import parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, crew, gun, leader, piece, squad, sw, tank
from tests.campaign.steps.rolled import rolls

BUILDING, NEXT, ORCHARD, WOODS, GRAIN, OPEN = "Q10", "X39", "H2", "N14", "A15", "DD13"
OUT, ON = (4,), (5,)
ABANDONED = tank("g4", "X37", "abandoned")


def markers(text: str) -> tuple[MapMarker, ...]:
    """ "blaze Q10, wreck Q10" """
    return tuple(MapMarker(*one.split()) for one in text.split(", ") if one)  # type: ignore[arg-type]


def burning(text: str, *pieces: Piece, dice: list[tuple[int, ...]] | None = None, **more: Any) -> Stage:
    return Stage("7.509", *pieces, dice=dice or [], markers=markers(text), **more).run()


def lying(stage: Stage) -> list[str]:
    return sorted(f"{one.what} {one.hex}" for one in stage.state.markers)


def fort(id: str, what: Work, hex: str) -> Fort:
    return Fort(id, what, "german", hex, ap=6 if what == "minefield" else 0)


def pocket(*hexes: str) -> list[Area]:
    return [Area(hexes, "C", "german", True)]


def test_the_map_has_what_these_tests_burn() -> None:
    kinds = [hex_map()[parse(hex)].terrain[0] for hex in (BUILDING, NEXT, ORCHARD, WOODS, GRAIN, OPEN)]
    assert kinds == ["building-wood", "building-wood", "orchard", "woods", "grain", "open"]


def test_7_509_without_a_fire_nothing_is_done() -> None:
    stage = burning(f"wreck {OPEN}, shellholes H2", squad("g1", BUILDING), areas=pocket(BUILDING))
    assert lying(stage) == [f"wreck {OPEN}", "shellholes H2"][::-1] and "g1" in stage.pieces and len(stage.events) == 1


class TestBurningWrecks:
    def test_7_5091_a_burning_wreck_is_burnt_out(self) -> None:
        stage = burning(f"burning-wreck {OPEN}, wreck H3")
        assert lying(stage) == [f"burnt-out-wreck {OPEN}", "wreck H3"]
        assert any("scrounged" in line for line in stage.log), "CG5: what a burnt-out wreck is, is told"

    def test_7_5091_outside_buildings_its_blaze_leaves_the_terrain_alone(self) -> None:
        assert lying(burning(f"burning-wreck {ORCHARD}")) == [f"burnt-out-wreck {ORCHARD}"]

    def test_7_5091_in_a_building_the_blaze_takes_hold_of_it(self) -> None:
        assert lying(burning(f"burning-wreck {BUILDING}")) == [f"rubble {BUILDING}"]

    def test_7_5091_and_that_is_told(self) -> None:
        stage = burning(f"burning-wreck {BUILDING}, burning-wreck {OPEN}, blaze {NEXT}, wreck {NEXT}")
        assert f"wrecks burn out in {BUILDING}, {OPEN}, {NEXT}; the fire has taken hold of {BUILDING}" in stage.log

    def test_7_5091_in_rubble_too(self) -> None:
        stage = burning(f"burning-wreck {BUILDING}, rubble {BUILDING}")
        assert lying(stage) == [f"burnt-out-wreck {BUILDING}", f"open-ground {BUILDING}"]

    def test_cg5_a_wreck_in_a_terrain_blaze_is_burnt_out(self) -> None:
        assert lying(burning(f"blaze {ORCHARD}, wreck {ORCHARD}")) == [
            f"burnt-out-wreck {ORCHARD}",
            f"open-ground {ORCHARD}",
        ]


class TestBurntDown:
    @pytest.mark.parametrize("hex", [ORCHARD, WOODS, GRAIN])
    def test_7_5092_what_grows_is_open_ground(self, hex: str) -> None:
        stage = burning(f"blaze {hex}")
        assert lying(stage) == [f"open-ground {hex}"] and burns_as(stage.state, hex) is None

    def test_7_5092_wooden_rubble_is_open_ground(self) -> None:
        assert lying(burning(f"blaze {BUILDING}, rubble {BUILDING}")) == [f"open-ground {BUILDING}"]

    def test_7_5092_shellholes_stay(self) -> None:
        assert lying(burning(f"blaze {ORCHARD}, shellholes {ORCHARD}")) == [
            f"open-ground {ORCHARD}",
            f"shellholes {ORCHARD}",
        ]

    def test_7_509_where_nothing_burns_the_blaze_just_goes_out(self) -> None:
        stage = burning(f"blaze {OPEN}, blaze {ORCHARD}")
        assert lying(stage) == [f"open-ground {ORCHARD}"]
        assert f"burnt down to open ground: {ORCHARD}; the fire is out in {OPEN}" in stage.log

    def test_7_5092_works_and_men_in_an_orchard_are_spared(self) -> None:
        stage = burning(
            f"blaze {ORCHARD}",
            squad("g1", ORCHARD),
            gun("g2", ORCHARD),
            forts=[fort("g3", "wire", ORCHARD)],
            areas=pocket(ORCHARD),
        )
        assert {"g1", "g2"} <= set(stage.pieces) and "g3" in stage.state.forts and stage.state.areas


class TestBuildings:
    def test_7_5093_a_building_ablaze_is_wooden_rubble(self) -> None:
        stage = burning(f"blaze {BUILDING}, flame {BUILDING}")
        assert lying(stage) == [f"rubble {BUILDING}"] and not rolls(stage)

    def test_7_5093_who_is_confined_to_it_is_eliminated(self) -> None:
        stage = burning(
            f"blaze {BUILDING}",
            squad("g1", BUILDING),
            sw("g2", "LMG", BUILDING, by="g1"),
            leader("r1", BUILDING),
            squad("g4", "P9"),
            areas=pocket(BUILDING),
        )
        assert set(stage.pieces) == {"g4"}

    def test_7_5093_who_may_set_up_elsewhere_is_not(self) -> None:
        area = pocket(BUILDING, "P9")
        stage = burning(f"blaze {BUILDING}", squad("g1", BUILDING), leader("g2", BUILDING), areas=area)
        assert set(stage.pieces) == {"g1", "g2"} and stage.state.areas == tuple(area)

    def test_7_5071_an_immobile_vehicle_cannot_set_up_elsewhere(self) -> None:
        stage = burning(
            f"blaze {BUILDING}",
            squad("g1", "P9"),
            tank("g2", BUILDING, "immobilized"),
            piece("g3", "armor-leader", "9-1", BUILDING, by="g2"),
            areas=pocket(BUILDING, "P9"),
        )
        assert set(stage.pieces) == {"g1"}

    def test_7_5093_the_ground_passes_to_the_opponent(self) -> None:
        base = Stage("7.509").state
        fronts = {
            "german": replace(base.fronts["german"], main=("Q8", "Q9"), pockets=((BUILDING,),), front_line=("Q9",)),
            "russian": Front(("P9", "P10"), (), ("P9", "P10")),
        }
        control = {BUILDING: "german", "A1": "german", "P9": "russian"}
        stage = burning(
            f"blaze {BUILDING}",
            squad("g1", BUILDING),
            squad("g2", "Q8"),
            areas=pocket(BUILDING),
            fronts=fronts,
            control=control,
        )
        state = stage.state
        assert state.areas == () and state.control == {**control, BUILDING: "russian"}
        assert state.fronts["german"].pockets == () and state.fronts["german"].main == ("Q8", "Q9")
        assert BUILDING in state.fronts["russian"].main and BUILDING in state.fronts["russian"].front_line

    def test_7_5093_it_joins_the_perimeter_only_where_it_touches_it(self) -> None:
        fronts: dict[Side, Front] = {"german": Front(("A1",), ((BUILDING,),)), "russian": Front(("DD50",))}
        stage = burning(f"blaze {BUILDING}", squad("g1", BUILDING), areas=pocket(BUILDING), fronts=fronts)
        assert stage.state.control[BUILDING] == "russian" and stage.state.fronts["russian"] == fronts["russian"]

    def test_7_5093_two_burning_buildings_confine_together(self) -> None:
        area = pocket("X38", "X39")
        assert burning("blaze X38, blaze X39", squad("g1", "X38"), areas=area).pieces == {}
        assert "g1" in burning("blaze X38", squad("g1", "X38"), areas=area).pieces

    def test_7_5093_ground_of_both_sides_is_nobodys(self) -> None:
        area = [Area((BUILDING,), "D")]
        stage = burning(
            f"blaze {BUILDING}",
            squad("g1", BUILDING),
            squad("r1", BUILDING),
            areas=area,
            control={BUILDING: "both"},
        )
        assert stage.pieces == {} and stage.state.areas == () and stage.state.control == {}


class TestFlames:
    def test_7_5094_a_flame_goes_out_on_4_and_is_a_blaze_on_5(self) -> None:
        stage = burning("flame H2, flame H3", dice=[OUT, ON])
        assert lying(stage) == ["blaze H3"]

    def test_7_5094_the_new_blaze_consumes_nothing_yet(self) -> None:
        assert lying(burning(f"flame {BUILDING}", dice=[ON])) == [f"blaze {BUILDING}"]
        assert lying(burning(f"flame {BUILDING}", dice=[OUT])) == []

    def test_7_5094_who_is_confined_to_a_blaze_is_eliminated_and_an_afv_is_a_wreck(self) -> None:
        stage = burning(
            f"flame {ORCHARD}",
            tank("g1", ORCHARD),
            squad("g2", ORCHARD),
            gun("g3", ORCHARD),
            dice=[ON],
            areas=pocket(ORCHARD),
            control={ORCHARD: "german"},
        )
        assert stage.pieces == {} and lying(stage) == [f"blaze {ORCHARD}", f"burnt-out-wreck {ORCHARD}"]
        assert stage.state.areas == () and stage.state.control == {ORCHARD: "russian"}

    def test_7_5094_a_truck_and_a_cupola_leave_no_wreck(self) -> None:
        stage = burning(
            f"flame {ORCHARD}",
            tank("g1", ORCHARD, type="HMG Cupola"),
            tank("g2", ORCHARD, type="SdKfz 7/1"),
            dice=[ON],
            areas=pocket(ORCHARD),
        )
        assert stage.pieces == {} and lying(stage) == [f"blaze {ORCHARD}"]

    def test_7_5094_a_flame_that_goes_out_in_an_orchard_harms_nobody(self) -> None:
        stage = burning(f"flame {ORCHARD}", squad("g1", ORCHARD), gun("g2", ORCHARD), dice=[OUT], areas=pocket(ORCHARD))
        assert set(stage.pieces) == {"g1", "g2"} and stage.state.areas

    def test_7_5094_a_pocket_is_lost_only_where_all_of_it_blazes(self) -> None:
        area = pocket("H2", "H3")
        assert "g1" in burning("flame H2, flame H3", squad("g1", "H2"), dice=[ON, OUT], areas=area).pieces
        assert "g1" not in burning("flame H2, flame H3", squad("g1", "H2"), dice=[ON, ON], areas=area).pieces

    def test_cg11_a_gun_in_a_trench_is_confined_to_it(self) -> None:
        area, trench = pocket("H2", "H3"), [fort("g9", "trench", "H2")]
        men = (squad("g1", "H2"), gun("g2", "H2", by="g1"))
        assert set(burning("flame H2", *men, dice=[ON], areas=area, forts=trench).pieces) == {"g1"}
        assert set(burning("flame H2", *men, dice=[ON], areas=area).pieces) == {"g1", "g2"}

    @pytest.mark.parametrize("fixed", [tank("g2", "H2", "immobilized"), tank("g2", "H2", type="MMG Cupola")])
    def test_7_5071_an_immobile_vehicle_is_confined_to_its_hex(self, fixed: Piece) -> None:
        men = (squad("g1", "H2"), squad("g3", "H2", by="g2"), piece("g4", "armor-leader", "9-1", "H2"))
        stage = burning("flame H2", fixed, *men, dice=[ON], areas=pocket("H2", "H3"))
        assert set(stage.pieces) == {"g1", "g3", "g4"} and stage.pieces["g3"].held_by is None

    def test_7_5094_a_mobile_vehicle_is_not(self) -> None:
        assert "g2" in burning("flame H2", tank("g2", "H2"), dice=[ON], areas=pocket("H2", "H3")).pieces

    def test_7_5094_who_holds_the_hex_rolls_and_the_germans_elsewhere(self) -> None:
        stage = burning("flame H2, flame H3", dice=[OUT, OUT], control={"H3": "russian"})
        assert [(roll.ask.who, roll.ask.purpose) for roll in rolls(stage)] == [
            ("german", "flame in H2"),
            ("russian", "flame in H3"),
        ]

    def test_6_a_victory_location_that_blazes_counts_as_russian(self) -> None:
        assert burning("flame I14", dice=[ON], control={"I14": "german"}).state.control == {"I14": "russian"}
        assert burning("flame I14", dice=[OUT], control={"I14": "german"}).state.control == {"I14": "german"}
        assert burning("flame H2", dice=[ON], control={"H2": "german"}).state.control == {"H2": "german"}
        assert burning("flame K33", dice=[ON], control={"K33": "german"}).state.control == {"K33": "german"}, "a bridge"

    def test_6_even_where_russians_burned_in_it(self) -> None:
        area = [Area(("I14",), "C", "russian", True)]
        stage = burning("flame I14", squad("r1", "I14"), dice=[ON], areas=area, control={"I14": "russian"})
        assert stage.pieces == {} and stage.state.control == {"I14": "russian"}

    def test_6_once_consumed_either_side_can_hold_it(self) -> None:
        stage = burning("blaze I14", control={"I14": "german"})
        assert stage.state.control == {"I14": "german"} and any("either side" in line for line in stage.log)


class TestEliminations:
    WHAT: tuple[Work, ...] = ("wire", "minefield", "roadblock", "foxhole", "trench", "at-ditch", "pillbox")
    WORKS = tuple(fort(f"g{number}", what, BUILDING) for number, what in enumerate(WHAT))
    LAST = {"g3", "g4", "g5", "g6"}

    @pytest.mark.parametrize("fire", [f"blaze {BUILDING}", f"blaze {BUILDING}, rubble {BUILDING}"])
    def test_7_5095_works_in_a_blaze_are_lost_but_entrenchments_and_pillboxes(self, fire: str) -> None:
        assert set(burning(fire, forts=self.WORKS).state.forts) == self.LAST

    @pytest.mark.parametrize("die", [OUT, ON])
    def test_7_5095_a_flame_does_the_same_whether_it_goes_out_or_not(self, die: tuple[int, ...]) -> None:
        guns = (gun("g20", BUILDING), tank("g21", BUILDING, "immobilized"), sw("g22", "HMG", BUILDING))
        stage = burning(f"flame {BUILDING}", *guns, dice=[die], forts=self.WORKS)
        assert set(stage.state.forts) == self.LAST and stage.pieces == {}
        assert f"burnt-out-wreck {BUILDING}" in lying(stage)

    def test_7_5095_hidden_mines_burn_in_secret(self) -> None:
        made = Stage("7.509", markers=markers(f"blaze {BUILDING}"))
        mines = replace(fort("g77", "minefield", BUILDING), known=False)
        own = replace(made.state.sides["german"], forts=Hidden(("german",), {"g77": mines}))
        made.state = replace(made.state, sides={**made.state.sides, "german": own})
        made.run()
        assert made.state.sides["german"].forts.shown == {}
        assert b"minefield" in made.seen_by("german") and b"minefield" not in made.seen_by("russian")

    def test_7_5095_wrecks_in_a_building_just_rubbled_are_lost(self) -> None:
        stage = burning(
            f"blaze {BUILDING}, wreck {BUILDING}, burnt-out-wreck {BUILDING}, wreck H2",
            tank("g1", BUILDING, "immobilized"),
        )
        assert lying(stage) == [f"rubble {BUILDING}", "wreck H2"]

    def test_7_5095_who_is_confined_to_a_place_whose_flame_went_out_is_lost(self) -> None:
        men = (squad("g1", BUILDING), crew("g2", BUILDING))
        stage = burning(f"flame {BUILDING}", *men, dice=[OUT], areas=pocket(BUILDING), control={BUILDING: "german"})
        assert stage.pieces == {} and stage.state.control == {BUILDING: "russian"}

    def test_7_5095_others_in_it_lose_their_equipment_only(self) -> None:
        men = (squad("g1", BUILDING), sw("g2", "LMG", BUILDING, by="g1"))
        stage = burning(f"flame {BUILDING}", *men, dice=[OUT], areas=pocket(BUILDING, "P9"))
        assert set(stage.pieces) == {"g1"}

    def test_7_506_where_the_fire_leaves_one_side_of_two_it_has_the_area(self) -> None:
        area = [Area(("X38", "X37"), "D")]
        stage = burning("flame X38", tank("g1", "X38", "immobilized"), squad("r1", "X37"), dice=[ON], areas=area)
        assert stage.state.areas == (Area(("X38", "X37"), "C", "russian"),)
        assert stage.state.control["X38"] == "russian"

    @pytest.mark.parametrize("man", [squad("g2", "X37"), leader("g2", "X37")])
    def test_7_5093_ground_where_somebody_is_left_stays_as_it_is(self, man: Piece) -> None:
        area = [Area(("X38", "X37"), "D"), Area(("T20",), "C", "german")]
        men = (tank("g1", "X38", "immobilized"), squad("r1", "X37"))
        assert burning("flame X38", *men, man, dice=[ON], areas=area).state.areas == tuple(area)

    def test_7_5093_prisoners_and_things_hold_no_ground(self) -> None:
        men = (tank("g1", "X38", "immobilized"), squad("g2", "X37", "prisoner", by="r9"), gun("g3", "X37"), ABANDONED)
        assert burning("flame X38", *men, dice=[ON], areas=pocket("X38", "X37")).state.areas == ()
