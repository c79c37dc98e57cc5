"""Isolation and escape: 001 7.506-7.5067, with 7.5064's way to safety and ruling B21."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.escape import excess_pp, ways_to_safety
from orsha.campaign.files import Side
from orsha.campaign.isolation import IsolatedArea, Presence, isolated_areas, passed_over, settle
from orsha.campaign.perimeter import Perimeter
from orsha.campaign.places import enterable
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import SIDES, Area, Front
from orsha.campaign.steps.perimeters import drawn_area, perimeter_of, presence
from orsha.hexmap.grid import Hex, parse
from orsha.hexmap.map import Ground, hex_map
from orsha.kernel import Illegal
from tests.campaign.stage import Stage, bare, crew, gun, half, leader, piece, squad, sw, tank
from tests.campaign.steps.rolled import rolls
from tests.hexmap.maps import tiny

BOARD = hex_map()
NO_FIRE: frozenset[Hex] = frozenset()
FAR, NEAR, NEXT = "Q20", "Q40", "Q41"
"""Hexes behind the German line, the first Russian one in their column being Q42."""
SAFE, LOST = (2, 2), (6, 6)


def cut_off(
    *pieces: Piece, pocket: tuple[str, ...] = (FAR,), dice: list[tuple[int, ...]] | None = None, **more: Any
) -> Stage:
    """The map as the campaign begins, and a Russian pocket behind the German line; the step has begun."""
    start = bare()
    fronts = {**start.fronts, "russian": replace(start.fronts["russian"], pockets=(pocket,))}
    control = {**start.control, **dict.fromkeys(pocket, "russian")}
    more = {"control": control, "fronts": fronts, **more}
    stage = Stage("7.506", *pieces, dice=dice or [], **more)
    drawn = {side: perimeter_of(stage.state.fronts[side]) for side in SIDES}
    stage.state = replace(stage.state, areas=tuple(map(drawn_area, isolated_areas(drawn, presence(stage.state)))))
    return stage.run()


def drm(stage: Stage) -> int:
    [first, *_] = rolls(stage)
    return sum(modifier.value for modifier in first.ask.modifiers)


def areas(stage: Stage) -> list[Area]:
    return list(stage.state.areas)


def box(stage: Stage, side: Side = "russian") -> dict[str, Piece]:
    return stage.state.sides[side].box.shown


def go(stage: Stage, *who: str) -> Stage:
    """The Russians choose who tries: vehicles by id, men by their place."""
    return stage.answer("russian", *who)


PLACE = f"{FAR}/0"


class TestWhoTries:
    def test_7_506_without_an_isolated_area_nobody_is_asked(self) -> None:
        stage = cut_off(squad("g1", "Q30"), fronts=bare().fronts)
        assert stage.done and not rolls(stage)

    def test_7_5063_any_unit_may_try_and_none_need(self) -> None:
        stage = cut_off(squad("r1", FAR), tank("r2", FAR))
        question = stage.asked("russian")
        assert set(question.choices) == {PLACE, "r2"} and question.least == 0
        stage.answer("russian")
        assert stage.done and stage.pieces["r1"].hex == FAR and not rolls(stage)

    def test_7_5061_an_smc_among_the_enemy_must_try(self) -> None:
        stage = cut_off(squad("r1", FAR), leader("g1", FAR), dice=[SAFE])
        assert "g1" in box(stage, "german"), "the German tried before anybody was asked"
        assert set(stage.asked("russian").choices) == {PLACE}

    def test_7_5061_an_smc_with_an_mmc_of_his_own_need_not(self) -> None:
        stage = cut_off(squad("r1", FAR), leader("r2", FAR))
        assert stage.answer("russian").done and not rolls(stage)

    def test_7_5061_nor_one_in_an_area_of_both_sides(self) -> None:
        stage = cut_off(squad("r1", FAR), squad("g1", FAR), leader("g2", FAR))
        stage.answer("german").answer("russian")
        assert stage.done and not rolls(stage) and areas(stage)[0].kind == "D"

    def test_7_5071_an_immobile_vehicle_cannot_try_nor_a_cupola_nor_an_abandoned_one(self) -> None:
        stage = cut_off(
            squad("r1", FAR), tank("r2", FAR, "immobilized"), tank("r3", FAR, "abandoned"),
            tank("r4", FAR, type="HMG Cupola"), tank("r5", FAR, "bogged"),
        )  # fmt: skip
        assert set(stage.asked("russian").choices) == {PLACE}

    def test_7_5064_nobody_is_asked_who_has_nowhere_to_go(self) -> None:
        fires = tuple(MapMarker("blaze", hex) for hex in ("Q19", "Q21", "P19", "P20", "R19", "R20"))
        assert cut_off(squad("r1", FAR), markers=fires).done

    def test_7_5064_an_smc_who_must_go_and_has_nowhere_to_go_is_lost(self) -> None:
        fires = tuple(MapMarker("blaze", hex) for hex in ("Q19", "Q21", "P19", "P20", "R19", "R20"))
        stage = cut_off(squad("r1", FAR), leader("g1", FAR), markers=fires, fronts=_main("german", "A1", FAR))
        assert "g1" not in stage.pieces and not rolls(stage)

    def test_prisoners_do_not_try(self) -> None:
        stage = cut_off(squad("r1", FAR), squad("g1", FAR, "prisoner", by="r1"))
        assert "german" not in stage.state.asked and areas(stage)[0].kind == "C"


def _main(side: Side, *hexes: str) -> dict[Side, Front]:
    """The fronts of these tests, one side's main perimeter made of a few hexes only."""
    start = bare().fronts
    fronts = {**start, "russian": replace(start["russian"], pockets=((FAR,),))}
    return {**fronts, side: replace(fronts[side], main=hexes)}


class TestStacks:
    TWO = (squad("r1", FAR), squad("r2", FAR))

    def test_7_5063_men_go_in_one_stack(self) -> None:
        stage = go(cut_off(*self.TWO, dice=[SAFE]), PLACE).answer("russian", "r1", "r2")
        assert stage.done and {"r1", "r2"} <= box(stage).keys() and len(rolls(stage)) == 1
        assert drm(stage) == 3, "four half-squads on one roll"

    def test_7_5063_or_in_several_each_with_its_own_roll(self) -> None:
        stage = go(cut_off(*self.TWO, dice=[SAFE, LOST, (6,)]), PLACE).answer("russian", "r1").answer("russian", "r2")
        assert stage.done and "r1" in box(stage) and "r2" not in stage.pieces and len(rolls(stage)) == 2

    def test_7_5063_or_some_stay(self) -> None:
        stage = go(cut_off(*self.TWO, dice=[SAFE]), PLACE).answer("russian", "r1").answer("russian")
        assert stage.done and stage.pieces["r2"].hex == FAR

    def test_7_5063_the_first_stack_has_somebody_in_it(self) -> None:
        stage = go(cut_off(*self.TWO), PLACE)
        with pytest.raises(Illegal):
            stage.answer("russian")

    def test_7_5061_smc_who_must_go_may_go_together_but_none_stays(self) -> None:
        stage = cut_off(squad("r1", FAR), leader("g1", FAR), leader("g2", FAR), dice=[SAFE, SAFE])
        stage.answer("german", "g1")
        assert "g1" in box(stage, "german") and "g2" in box(stage, "german")

    def test_7_5063_squads_with_a_leader_may_deploy(self) -> None:
        stage = go(cut_off(squad("r1", FAR), leader("r2", FAR), sw("r3", "LMG", FAR, by="r1"), dice=[SAFE]), PLACE)
        assert set(stage.asked("russian").choices) == {"r1"}
        stage.answer("russian", "r1")
        halves = [one for one in stage.pieces.values() if one.kind == "half-squad"]
        assert [(one.type, one.hex) for one in halves] == [("2-3-7", FAR)] * 2 and "r1" not in stage.pieces
        assert stage.pieces["r3"].held_by == halves[0].id
        stage.answer("russian", halves[1].id).answer("russian")
        assert halves[1].id in box(stage) and stage.pieces[halves[0].id].hex == FAR

    def test_7_5063_without_a_leader_they_may_not(self) -> None:
        stage = go(cut_off(*self.TWO), PLACE)
        assert "together" in stage.asked("russian").words


class TestModifiers:
    def alone(self, *pieces: Piece, **more: Any) -> int:
        """The modifiers of a stack of all these, who go along with all that they hold."""
        stage = go(cut_off(*pieces, dice=[SAFE], **more), f"{pieces[0].hex}/0")
        men = [one.id for one in pieces if one.kind in ("squad", "half-squad", "crew", "leader", "hero")]
        while stage.state.asked:
            stacking = "together" in stage.asked("russian").words and not rolls(stage)
            stage.answer("russian", *(men if stacking else ()))
        return drm(stage)

    def test_7_5063_half_squads_beyond_the_first(self) -> None:
        assert self.alone(half("r1", FAR)) == 0 and self.alone(squad("r1", FAR)) == 1

    def test_7_5063_the_best_leader_helps_less_when_wounded(self) -> None:
        assert self.alone(half("r1", FAR), leader("r2", FAR, type="9-2"), leader("r3", FAR, type="8-1")) == -2
        assert self.alone(half("r1", FAR), leader("r2", FAR, "wounded", type="9-2")) == -1
        assert self.alone(half("r1", FAR), leader("r2", FAR, type="6+1")) == 1

    def test_7_5063_a_hero_and_a_heroic_leader(self) -> None:
        assert self.alone(half("r1", FAR), piece("r2", "hero", "1-4-9", FAR)) == -1
        assert self.alone(half("r1", FAR), leader("r2", FAR, "heroic", type="8-1")) == -2

    @pytest.mark.parametrize(("hex", "expected"), [(FAR, 0), (NEAR, -1), (NEXT, -2)])
    def test_7_5063_near_to_ground_of_ones_own(self, hex: str, expected: int) -> None:
        assert self.alone(half("r1", hex), pocket=(hex,)) == expected

    def test_7_5063_encircled(self) -> None:
        assert self.alone(half("r1", FAR, "encircled")) == 2

    def test_7_5063_what_is_carried_beyond_the_capacity(self) -> None:
        assert self.alone(half("r1", FAR), sw("r2", "HMG", FAR, by="r1")) == 2
        assert self.alone(half("r1", FAR), sw("r2", "LMG", FAR, by="r1")) == 0
        helped = self.alone(half("r1", FAR), leader("r3", FAR), sw("r2", "HMG", FAR, by="r1"))
        assert helped == 1, "a leader carries too"

    def test_7_5063_the_one_most_over_it_counts(self) -> None:
        both = self.alone(
            half("r1", FAR), half("r2", FAR), sw("r3", "HMG", FAR, by="r1"), sw("r4", ".50 cal", FAR, by="r2")
        )
        assert both == 2 + 1, "two points too many, and a second half-squad"

    def test_7_5063_dismantled_it_is_lighter(self) -> None:
        assert self.alone(half("r1", FAR), sw("r2", "HMG", FAR, "dismantled", by="r1")) == 1

    def test_7_5063_a_lone_unwounded_smc(self) -> None:
        stage = cut_off(squad("r1", FAR), leader("g1", FAR, type="9-2"), control=_no_ground("german"), dice=[SAFE])
        assert drm(stage) == -1, "and his own leadership does not count"
        hurt = cut_off(squad("r1", FAR), leader("g1", FAR, "wounded"), control=_no_ground("german"), dice=[SAFE])
        assert drm(hurt) == 0

    def test_prisoners_go_on_the_same_roll(self) -> None:
        stage = go(cut_off(half("r1", FAR), squad("g1", FAR, "prisoner", by="r1"), dice=[SAFE]), PLACE)
        assert drm(stage.answer("russian")) == 2


def _no_ground(side: Side) -> dict[str, Any]:
    """No ground of a side within two hexes of the pocket."""
    control = {**bare().control, FAR: "russian"}
    return {
        hex: holder
        for hex, holder in control.items()
        if holder != side or int(hex.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) < 10
    }


class TestEquipment:
    def test_7_5063_a_weapon_may_be_dropped(self) -> None:
        stage = go(cut_off(half("r1", FAR), sw("r2", "HMG", FAR, by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian", "r2 stays")
        assert stage.pieces["r2"].hex == FAR and stage.pieces["r2"].held_by is None and drm(stage) == 0

    def test_7_5063_or_handed_on(self) -> None:
        stage = go(cut_off(half("r1", FAR), half("r3", FAR), sw("r2", "LMG", FAR, by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian", "r1").answer("russian", "r2 to r3").answer("russian")
        assert stage.pieces["r2"].held_by == "r3" and stage.pieces["r2"].hex == FAR

    def test_7_5063_or_taken_apart(self) -> None:
        stage = go(cut_off(half("r1", FAR), sw("r2", "HMG", FAR, by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian", "r2 dismantled")
        assert box(stage)["r2"].has("dismantled") and drm(stage) == 1

    def test_the_last_word_about_a_thing_counts(self) -> None:
        stage = go(cut_off(half("r1", FAR), half("r3", FAR), sw("r2", "LMG", FAR, by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian", "r1").answer("russian", "r2 to r3", "r2 stays").answer("russian")
        assert stage.pieces["r2"].held_by is None

    def test_7_5063_a_gun_stays(self) -> None:
        stage = go(cut_off(crew("r1", FAR), gun("r2", FAR, by="r1"), dice=[SAFE]), PLACE)
        assert "r1" in box(stage) and stage.pieces["r2"].hex == FAR and stage.pieces["r2"].held_by is None

    def test_7_5063_a_dismantled_one_goes_along(self) -> None:
        stage = go(cut_off(crew("r1", FAR), gun("r2", FAR, "dismantled", by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian")
        assert drm(stage) == 2, "as heavy as a heavy machine gun"
        assert box(stage)["r2"].held_by == "r1"

    def test_7_5064_where_it_binds_a_gun_they_choose_among_the_nearest_ends_of_the_way(self) -> None:
        men = (crew("r1", "P41"), gun("r2", "P41", "dismantled", by="r1"))
        stage = go(cut_off(*men, pocket=("P41",), dice=[SAFE]), "P41/0").answer("russian")
        assert set(stage.asked("russian").choices) == {"O42", "P42", "Q42"}
        assert box(stage.answer("russian", "Q42"))["r2"].last == "Q42"

    def test_7_5064_what_they_hold_is_retained_with_them(self) -> None:
        stage = go(cut_off(half("r1", FAR), sw("r2", "LMG", FAR, by="r1"), dice=[SAFE]), PLACE).answer("russian")
        assert box(stage)["r2"].held_by == "r1"

    def test_a_captured_weapon_goes_into_its_captors_box(self) -> None:
        stage = go(cut_off(half("r1", FAR), sw("g2", "LMG", FAR, "captured", by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian")
        assert "g2" in box(stage) and "g2" not in box(stage, "german")


class TestResults:
    def fled(self, *pieces: Piece, dice: list[tuple[int, ...]]) -> Stage:
        stage = go(cut_off(*pieces, dice=dice), PLACE)
        while stage.state.asked:
            men = tuple(one.id for one in pieces if one.kind not in ("sw", "gun"))
            stage.answer("russian", *(men if "together" in stage.asked("russian").words else ()))
        assert stage.done and not stage.source.answers, "every die that was told is used"
        return stage

    def test_7_5063_up_to_8_they_escape(self) -> None:
        assert box(self.fled(half("r1", FAR), dice=[(4, 4)]))["r1"].type == "2-3-7"

    def test_7_5063_9_a_worse_counter_takes_their_place(self) -> None:
        assert box(self.fled(half("r1", FAR), dice=[(4, 5)]))["r1"].type == "2-2-6"

    @pytest.mark.parametrize("unit", [half("r1", FAR, type="2-2-6"), crew("r1", FAR)])
    def test_7_5063_note_1_who_has_no_worse_one_is_eliminated(self, unit: Piece) -> None:
        assert "r1" not in self.fled(unit, dice=[(4, 5)]).pieces

    def test_7_5063_note_1_nor_has_the_worst_of_leaders(self) -> None:
        stage = self.fled(leader("r1", FAR, type="6+1"), half("r2", FAR), dice=[(3, 5), (6,), (1,)])
        assert "r1" not in stage.pieces and "r2" in box(stage)

    def test_7_5063_10_casualty_reduction(self) -> None:
        reduced = box(self.fled(squad("r1", FAR), dice=[(4, 5)]))["r1"]
        assert (reduced.kind, reduced.type) == ("half-squad", "2-3-7")
        assert "r1" not in self.fled(half("r1", FAR), dice=[(5, 5)]).pieces

    def test_7_5063_10_a_leader_is_wounded_or_dies(self) -> None:
        def leader_of(*dice: tuple[int, ...]) -> Stage:
            return self.fled(half("r2", FAR), leader("r1", FAR), dice=[(5, 5), (1,), (6,), *dice])

        assert box(leader_of((4,)))["r1"].has("wounded") and "r1" not in leader_of((5,)).pieces

    def test_7_5063_11_both(self) -> None:
        stage = self.fled(squad("r1", FAR), dice=[(5, 5)])
        assert (box(stage)["r1"].kind, box(stage)["r1"].type) == ("half-squad", "2-2-6")

    def test_7_5063_12_eliminated_with_all_that_they_took(self) -> None:
        stage = self.fled(half("r1", FAR), sw("r2", "LMG", FAR, by="r1"), dice=[(6, 6)])
        assert not {"r1", "r2"} & stage.pieces.keys()

    def test_7_5063_note_2_random_selection_in_a_stack(self) -> None:
        stage = self.fled(half("r1", FAR), half("r2", FAR), dice=[(4, 4), (2,), (5,)])
        assert box(stage)["r1"].type == "2-3-7" and box(stage)["r2"].type == "2-2-6"

    def test_7_5063_note_2_a_tie_strikes_all_of_them(self) -> None:
        stage = self.fled(half("r1", FAR), half("r2", FAR), dice=[(4, 4), (5,), (5,)])
        assert {box(stage)[id].type for id in ("r1", "r2")} == {"2-2-6"}

    @pytest.mark.parametrize(("face", "left"), [(3, True), (4, False)])
    def test_7_5064_equipment_of_those_eliminated_on_the_way(self, face: int, left: bool) -> None:
        things = (sw("r2", "LMG", FAR, by="r1"), sw("r3", "ATR", FAR, by="r1"))
        stage = self.fled(half("r1", FAR), *things, dice=[(5, 5), (face,)])
        assert "r1" not in stage.pieces
        assert ({"r2", "r3"} <= stage.pieces.keys()) == left
        if left:
            assert stage.pieces["r2"].hex == FAR and stage.pieces["r2"].held_by is None


class TestVehicles:
    def drive(self, *pieces: Piece, dice: list[tuple[int, ...]], **more: Any) -> Stage:
        stage = go(cut_off(*pieces, dice=dice, **more), "r1")
        assert not stage.source.answers
        return stage

    def test_7_5063_9_it_still_escapes(self) -> None:
        stage = self.drive(tank("r1", FAR), dice=[(4, 5)])
        assert "r1" in box(stage) and stage.done

    def test_7_5063_10_abandoned_and_the_crew_escapes(self) -> None:
        ace = piece("r2", "armor-leader", "8-1", FAR, by="r1")
        stage = self.drive(tank("r1", FAR), ace, dice=[(5, 6)])
        assert stage.pieces["r1"].has("abandoned") and stage.pieces["r1"].hex == FAR
        assert [one.kind for one in box(stage).values()].count("crew") == 1 and box(stage)["r2"].held_by is None

    def test_7_5063_11_abandoned_and_the_crew_is_lost(self) -> None:
        stage = self.drive(tank("r1", FAR), piece("r2", "armor-leader", "8-0", FAR, by="r1"), dice=[(5, 6)])
        assert stage.pieces["r1"].has("abandoned") and "r2" not in stage.pieces and not box(stage)

    def test_7_5063_12_a_wreck_in_its_hex(self) -> None:
        stage = self.drive(tank("r1", FAR), dice=[(6, 6)])
        assert "r1" not in stage.pieces and MapMarker("wreck", FAR) in stage.state.markers and not box(stage)

    def test_7_5063_an_armour_leader_helps(self) -> None:
        assert drm(self.drive(tank("r1", FAR), piece("r2", "armor-leader", "9-1", FAR, by="r1"), dice=[SAFE])) == -1

    def test_7_5063_a_captured_afv(self) -> None:
        stage = go(cut_off(tank("g1", FAR, "captured"), dice=[SAFE]), "g1")
        assert drm(stage) == 2 and "g1" in box(stage)

    def test_b21_what_is_not_for_an_afv_counts_for_a_truck(self) -> None:
        truck = tank("r1", FAR, "encircled", type="GAZ-MM")
        stage = self.drive(truck, squad("r2", FAR, by="r1"), dice=[SAFE])
        assert drm(stage) == 3 and {"r1", "r2"} <= box(stage).keys()
        afv = self.drive(tank("r1", FAR, "encircled"), squad("r2", FAR, by="r1"), dice=[SAFE])
        assert drm(afv) == 0

    def test_a_truck_has_no_crew_that_could_get_away_but_its_passengers_do(self) -> None:
        stage = self.drive(tank("r1", FAR, type="GAZ-MM"), half("r2", FAR, by="r1"), dice=[(5, 5)])
        assert set(box(stage)) == {"r2"} and box(stage)["r2"].held_by is None

    def test_7_5063_a_gun_in_tow_stays(self) -> None:
        stage = self.drive(tank("r1", FAR, type="GAZ-MM"), gun("r2", FAR, "hooked", by="r1"), dice=[SAFE])
        assert stage.pieces["r2"].hex == FAR and not stage.pieces["r2"].has("hooked")
        riding = (tank("r1", FAR, type="GAZ-MM"), crew("r3", FAR, by="r1"), gun("r2", FAR, "hooked", by="r3"))
        left = self.drive(*riding, dice=[SAFE])
        assert left.pieces["r2"].held_by is None and "r3" in box(left)

    def test_6_a_vehicle_goes_by_ground_that_it_can_enter(self) -> None:
        board = tiny(C2=Ground(("marsh",)), C3=Ground(("woods",)), C4=Ground(("woods",), road=(0, 3)))
        marsh, woods, road = map(parse, ("C2", "C3", "C4"))
        assert not enterable(board, marsh, NO_FIRE, "KV-1S") and enterable(board, marsh, NO_FIRE)
        assert enterable(board, woods, NO_FIRE, "KV-1S") and not enterable(board, woods, NO_FIRE, "GAZ-MM")
        assert enterable(board, road, NO_FIRE, "GAZ-MM"), "a road leads through the woods"

    def test_6_a_blaze_bars_all(self) -> None:
        fire = frozenset({parse(FAR)})
        assert not enterable(BOARD, parse(FAR), fire) and enterable(BOARD, parse(NEAR), fire)


class TestSafety:
    def test_7_5064_to_the_nearest_ground_of_their_own(self) -> None:
        stage = go(cut_off(half("r1", NEXT), pocket=(NEXT,), dice=[SAFE]), f"{NEXT}/0")
        assert box(stage)["r1"].last in ("P41", "P42", "Q42", "R41", "R42") and box(stage)["r1"].hex == ""

    def test_7_5064_or_off_the_map_at_an_edge_hex_of_their_own(self) -> None:
        control = {**bare().control, FAR: "russian", "A19": "russian"}
        stage = go(
            cut_off(half("r1", "A20"), pocket=("A20",), control={**control, "A20": "german"}, dice=[SAFE]), "A20/0"
        )
        assert box(stage)["r1"].last == "A19"

    def test_7_5065_those_who_got_away_are_not_encircled(self) -> None:
        stage = go(cut_off(half("r1", FAR, "encircled"), dice=[SAFE]), PLACE)
        assert not box(stage)["r1"].has("encircled")

    def test_a_guard_who_gets_away_takes_his_prisoner_and_7_508_has_him(self) -> None:
        stage = go(cut_off(half("r1", FAR), squad("g1", FAR, "prisoner", by="r1"), dice=[SAFE]), PLACE)
        stage.answer("russian")
        assert "r1" in box(stage) and stage.pieces["g1"].held_by == "r1" and stage.pieces["g1"].hex != FAR

    def test_a_prisoner_left_behind_is_guarded_by_others_or_free(self) -> None:
        men = (half("r1", FAR), half("r2", FAR), squad("g1", FAR, "prisoner", by="r1"))
        stage = go(cut_off(*men, dice=[SAFE]), PLACE).answer("russian", "r1").answer("russian", "g1 stays")
        assert stage.answer("russian").pieces["g1"].held_by == "r2"
        alone = go(cut_off(men[0], men[2], dice=[SAFE]), PLACE).answer("russian", "g1 stays")
        assert not alone.pieces["g1"].has("prisoner")


class TestAfterwards:
    def test_7_5065_all_encircled_markers_are_removed(self) -> None:
        stage = cut_off(squad("r1", FAR, "encircled"), squad("g1", "Q30", "encircled")).answer("russian")
        assert not stage.pieces["r1"].has("encircled") and not stage.pieces["g1"].has("encircled")

    def test_7_5066_an_smc_left_alone_by_an_escape_must_try_too(self) -> None:
        stage = go(cut_off(squad("r1", FAR), leader("r2", FAR), dice=[SAFE, SAFE]), PLACE)
        stage.answer("russian").answer("russian", "r1").answer("russian")
        assert stage.done and {"r1", "r2"} <= box(stage).keys() and len(rolls(stage)) == 2

    def test_7_5062_an_empty_pocket_passes_to_the_side_around_it(self) -> None:
        stage = go(cut_off(squad("r1", FAR), dice=[SAFE]), PLACE)
        assert stage.state.control[FAR] == "german" and not areas(stage)
        assert stage.state.fronts["russian"].pockets == () and FAR in stage.state.fronts["german"].main

    def test_7_5062_type_c_is_its_occupiers_and_type_d_both_sides(self) -> None:
        one = cut_off(squad("r1", FAR)).answer("russian")
        assert one.state.control[FAR] == "russian"
        both = cut_off(squad("r1", FAR), squad("g1", FAR)).answer("german").answer("russian")
        assert both.state.control[FAR] == "both"

    def test_7_5066_both_sides_becomes_one_when_the_other_leaves(self) -> None:
        stage = cut_off(squad("r1", FAR), squad("g1", FAR), dice=[SAFE]).answer("german", PLACE).answer("russian")
        assert [(area.kind, area.occupier) for area in areas(stage)] == [("C", "russian")]
        assert "g1" in box(stage, "german")

    def test_7_5061_those_who_stay_are_short_of_ammunition(self) -> None:
        things = (sw("r2", "LMG", FAR, by="r1"), sw("g3", "LMG", FAR, "captured", by="r1"), sw("r4", "Radio", FAR))
        stage = cut_off(squad("r1", FAR), *things, squad("r5", "Q50")).answer("russian")
        short = {id for id, one in stage.pieces.items() if one.has("short-of-ammunition")}
        assert short == {"r1", "r2"}, "captured weapons never are (7.5222), a radio is no weapon"

    def test_7_5061_those_who_escape_are_not(self) -> None:
        stage = go(cut_off(squad("r1", FAR), dice=[SAFE]), PLACE)
        assert not box(stage)["r1"].has("short-of-ammunition")

    def test_7_5067_the_perimeters_are_told_with_the_types_of_the_areas(self) -> None:
        log = cut_off(squad("r1", FAR)).answer("russian").log
        assert any(f"type C (russian) at {FAR}, 1 hex" in line for line in log)
        assert any(line.startswith("the german side controls") for line in log)


class TestRules:
    def test_7_5063_a_leader_helps_whoever_carries_most_too_much(self) -> None:
        assert excess_pp([2, 1], [1]) == 1 and excess_pp([2, 2], [1, 1]) == 1 and excess_pp([3], [1, 1]) == 1
        assert excess_pp([-1], [1]) == 0 and excess_pp([], []) == 0

    def test_7_5064_who_stands_on_safe_ground_is_there(self) -> None:
        here = parse("A20")
        assert ways_to_safety(BOARD, here, frozenset({here, parse("A21")}), {}, lambda hex: True) == [here]

    def settled(self, strategic: dict[Hex, Side]) -> tuple[IsolatedArea, ...]:
        """A pocket in no-man's land that only Germans touch, but for a strategic location beside it."""
        pocket = frozenset({parse("Q20")})
        german = frozenset({parse("Q21")})
        nobody = Presence()
        drawn = {"german": Perimeter(german, (), german), "russian": Perimeter(frozenset(), (pocket,), pocket)}
        ground = settle(BOARD, drawn, {"german": nobody, "russian": nobody}, strategic)  # type: ignore[arg-type]
        return ground.areas

    def test_7_5062_a_strategic_location_beside_a_pocket_is_controlled_ground_too(self) -> None:
        assert self.settled({}) == ()
        assert [area.kind for area in self.settled({parse("Q19"): "russian"})] == ["A"]

    def test_7_5062_a_pocket_that_passed_joins_the_takers_perimeter(self) -> None:
        pocket, german = frozenset({parse("Q20")}), frozenset({parse("Q21")})
        drawn: dict[Side, Perimeter] = {
            "german": Perimeter(german, (), german),
            "russian": Perimeter(frozenset(), (pocket,), pocket),
        }
        there: dict[Side, Presence] = {"german": Presence(), "russian": Presence()}
        found = passed_over(BOARD, drawn, isolated_areas(drawn, there), settle(BOARD, drawn, there, {}))
        assert found["german"].main == pocket | german and found["russian"].pockets == ()


class TestArmourLeadersOnFoot:
    def armor(self, id: str, **more: Any) -> Piece:
        return piece(id, "armor-leader", "9-1", FAR, **more)

    def test_7_5061_alone_he_must_try_to_escape(self) -> None:
        stage = cut_off(self.armor("r1"), dice=[SAFE])
        assert set(box(stage)) == {"r1"} and drm(stage) == -1, "a lone unwounded SMC"

    def test_7_5063_with_a_crew_he_may_go_on_its_roll(self) -> None:
        stage = go(cut_off(crew("r1", FAR), self.armor("r2"), dice=[SAFE]), PLACE)
        stage.answer("russian", "r1", "r2")
        assert set(box(stage)) == {"r1", "r2"} and stage.done

    def test_7_5066_left_alone_he_must_go_after_all(self) -> None:
        stage = go(cut_off(crew("r1", FAR), self.armor("r2"), dice=[SAFE, LOST, (6,)]), PLACE)
        stage.answer("russian", "r1").answer("russian")
        assert set(stage.pieces) == {"r1"} and stage.done

    def test_7_5061_in_his_vehicle_he_need_not(self) -> None:
        stage = cut_off(tank("r1", FAR), self.armor("r2", by="r1"))
        assert set(stage.asked("russian").choices) == {"r1"}

    def test_7_5063_9_replaced_he_is_a_lesser_armour_leader_or_lost(self) -> None:
        replaced = cut_off(self.armor("r1"), dice=[(4, 6)])
        assert box(replaced)["r1"].type == "8-1"
        assert not cut_off(piece("r1", "armor-leader", "8-1", FAR), dice=[(4, 6)]).pieces


def test_7_5063_9_a_hero_is_wounded_where_others_are_replaced() -> None:
    """Ruling B107."""
    hero = piece("r1", "hero", "1-4-9", FAR)
    assert box(cut_off(hero, dice=[(4, 6), (1,)]))["r1"].has("wounded")
    assert not cut_off(hero, dice=[(4, 6), (6,)]).pieces
