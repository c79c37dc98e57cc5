"""Setting up: each step as the rule has it, on a virtual table."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Typed, log
from orsha.series import linked_campaign
from orsha.tabletop.mission import Unit
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.fortify import affordable, fits
from orsha.tabletop.mission.ground import layout_of, zone_of
from orsha.tabletop.region import MIL, covers
from tests.tabletop.builders import (
    AIR,
    FORCE,
    GUNS,
    HEAVIES,
    HQ,
    RIFLES,
    SCOUTS,
    TANKS,
    TRUCKS,
    Game,
    at_step,
    opened,
    play_on,
    playing,
    typed,
)


def spot(x: float, y: float) -> tuple[int, int]:
    return (round(x * MIL), round(y * MIL))


def acts(match: Game, seat: str) -> set[str]:
    return {option.act for option in match.options(seat)}


def test_both_roll_until_one_is_higher_and_the_higher_attacks() -> None:
    match = typed("annihilation", attacker=None)
    for seat, face in (("allied", 3), ("axis", 3), ("allied", 2), ("axis", 5)):
        match.accept(match.answer(seat, (face,)))
    assert match.state.attacker == "axis"


class TestPickingSides:
    def test_the_defender_picks_and_the_attacker_gets_the_opposite_edge(self) -> None:
        match = opened("bridgehead")
        assert acts(match, "axis") == {"pick"} and acts(match, "allied") == set()
        match.do("axis", mc.PickPlace("upper"))
        assert zone_of(match.state, "defender-deploy").bounds == (20, 24, 52, 48)

    def test_an_edge_of_the_other_kind_is_refused(self) -> None:
        with pytest.raises(Illegal, match="takes one of lower, upper"):
            opened("bridgehead").do("axis", mc.PickPlace("left"))

    def test_breakthrough_defends_two_diagonal_quarters_and_is_attacked_from_one_of_the_others(self) -> None:
        match = opened("breakthrough")
        match.do("axis", mc.PickPlace("lower-right"))
        with pytest.raises(Illegal, match="takes one of lower-left, upper-right"):
            match.do("allied", mc.PickPlace("upper-left"))
        match.do("allied", mc.PickPlace("upper-right"))
        assert covers(zone_of(match.state, "defender-deploy"), spot(10, 40))
        assert zone_of(match.state, "attacker-deploy").bounds == (44, 32, 72, 48)
        assert zone_of(match.state, "objectives").bounds == (8, 8, 36, 24)

    def test_counterattack_is_attacked_from_a_neighbouring_quarter(self) -> None:
        match = opened("counterattack")
        match.do("axis", mc.PickPlace("upper-left"))
        match.do("allied", mc.PickPlace("lower-left"))
        assert zone_of(match.state, "attacker-deploy").bounds == (0, 0, 28, 16)
        assert zone_of(match.state, "defender-reserves").bounds == (56, 0, 72, 16)


class TestObjectives:
    def test_an_objective_outside_its_zone_is_refused_with_the_rule(self) -> None:
        match = opened("rearguard")
        match.do("axis", mc.PickPlace("lower"))
        with pytest.raises(Illegal) as no:
            match.do("allied", mc.Put("objective 1", spot(36, 20)))
        assert no.value.rule == "003 Rearguard, set-up step 2"
        assert 'the place 36", 20" is not allowed' in str(no.value)
        match.do("allied", mc.Put("objective 1", spot(36, 15)))
        assert match.state.objectives["1"].side == "defender"

    def test_no_retreat_each_player_places_one_the_defender_first(self) -> None:
        match = opened("no-retreat")
        match.do("axis", mc.PickPlace("left"))
        match.do("axis", mc.Put("objective 1", spot(20, 20)))
        assert acts(match, "axis") == set()
        match.do("allied", mc.Put("objective 2", spot(20, 30)))
        assert [o.by for o in match.state.objectives.values()] == ["axis", "allied"]

    def test_hasty_attack_takes_one_of_the_attackers_objectives_away_again(self) -> None:
        match = opened("hasty-attack")
        play_on(match, at_step("remove-objective"))
        own = [o.label for o in match.state.objectives.values() if o.by == "allied"]
        with pytest.raises(Illegal):
            match.do("allied", mc.Choose("1"))
        match.do("allied", mc.Choose(own[0]))
        assert own[0] not in match.state.objectives and len(match.state.objectives) == 3

    def test_the_square_no_two_objectives_in_one_room(self) -> None:
        match = opened("the-square")
        match.do("axis", mc.Choose("hall 2"))
        with pytest.raises(Illegal):
            match.do("allied", mc.Choose("hall 2"))
        match.do("allied", mc.Choose("hall 3"))

    def test_the_crossroads_objectives_may_stand_on_a_bridge_but_not_in_the_water(self) -> None:
        match = opened("the-crossroads")
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.LayRiver(8000, 14000))
        match.do("allied", mc.Put("road-bridge", spot(14, 14)))
        match.do("axis", mc.Put("ford", spot(14, 34)))
        match.do("axis", mc.Put("objective 1", spot(30, 24)))
        with pytest.raises(Illegal):
            match.do("allied", mc.Put("objective 2", spot(14, 24)))
        match.do("allied", mc.Put("objective 2", spot(14, 14)))
        match.do("allied", mc.Put("objective 3", spot(20, 24)))


class TestRivers:
    def test_a_river_is_as_wide_as_the_mission_says_and_in_its_zone(self) -> None:
        match = opened("the-crossroads")
        match.do("axis", mc.PickPlace("right"))
        for width, middle in ((5000, 14000), (8000, 9000), (8000, 19000)):
            with pytest.raises(Illegal):
                match.do("allied", mc.LayRiver(width, middle))
        match.do("allied", mc.LayRiver(8000, 12000))
        assert zone_of(match.state, "crossings").bounds == (72 - 16, 12, 72 - 8, 36)

    @pytest.mark.parametrize("side", ["left", "right"])
    def test_a_river_laid_before_the_sides_are_picked_keeps_its_place(self, side: Any) -> None:
        match = opened("river-crossing")
        match.do("allied", mc.LayRiver(8000, 33000))
        before = layout_of(match.state).placed(layout_of(match.state).river_bed()).bounds
        match.do("axis", mc.PickPlace(side))
        assert layout_of(match.state).placed(layout_of(match.state).river_bed()).bounds == before == (29, 0, 37, 48)

    def test_one_crossing_for_each_24_inches_12_apart_placed_in_turn(self) -> None:
        match = opened("river-crossing")
        match.do("allied", mc.LayRiver(8000, 36000))
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.Put("ford", spot(36, 10)))
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("ford", spot(36, 20)))
        match.do("axis", mc.Put("rail-bridge", spot(36, 30)))
        assert at_step("objectives")(match)

    def test_the_crossroads_the_first_crossing_leaves_room_for_the_second(self) -> None:
        """000 The Crossroads: 12 inches from the long edges and 16 apart: one near the middle would be alone."""
        match = opened("the-crossroads")
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.LayRiver(8000, 14000))
        for y in (20.1, 24, 27.9):
            with pytest.raises(Illegal):
                match.do("allied", mc.Put("road-bridge", spot(14, y)))
        match.do("allied", mc.Put("road-bridge", spot(14, 20)))
        assert acts(match, "axis") == {"put"}, "there is just room for it"
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("ford", spot(14, 35.9)))
        match.do("axis", mc.Put("ford", spot(14, 36)))
        assert at_step("objectives")(match) and len(match.state.markers) == 2

    @pytest.mark.parametrize("seed", range(8))
    @pytest.mark.parametrize(("slug", "size"), [("the-crossroads", (72, 48)), ("the-crossroads", (72, 40)),
                                                ("a-foothold", (96, 60)), ("river-crossing", (84, 73))])  # fmt: skip
    def test_crossings_anywhere_in_the_region_leave_room_for_all(
        self, slug: str, size: tuple[int, int], seed: int
    ) -> None:
        match = opened(slug, table=size)
        play_on(match, at_step("objectives"), seed=seed)
        places = sorted(marker.at[1] for marker in match.state.markers if marker.at is not None)
        assert len(places) == (2 if slug == "the-crossroads" else -(-size[1] // 24))
        least = 16 if slug == "the-crossroads" else 12
        assert all(b - a >= 1000 * least - 5 for a, b in pairwise(places)), "but for a hair"

    def test_crossings_are_so_far_apart_along_the_river_not_slantwise(self) -> None:
        match = opened("river-crossing")
        match.do("allied", mc.LayRiver(10_000, 36000))
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.Put("ford", spot(31.2, 20)))
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("road-bridge", spot(40.8, 27.5)))
        match.do("axis", mc.Put("road-bridge", spot(40.8, 32)))

    def test_a78_a_crossing_at_the_edge_is_moved_in_before_the_distance_is_measured(self) -> None:
        match = opened("river-crossing")
        match.do("allied", mc.LayRiver(8000, 36000))
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.Put("ford", spot(36, 0)))
        assert match.state.markers[0].at == spot(36, 1.5)
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("road-bridge", spot(36, 13.4)))
        match.do("axis", mc.Put("road-bridge", spot(36, 13.5)))
        other = opened("river-crossing")
        other.do("allied", mc.LayRiver(8000, 36000))
        other.do("axis", mc.PickPlace("left"))
        other.do("allied", mc.Put("ford", spot(36, 35)))
        with pytest.raises(Illegal):
            other.do("axis", mc.Put("ford", spot(36, 48)))  # it would lie at 46.5

    def test_a_crossing_may_be_rolled_for(self) -> None:
        match = typed("the-crossroads")
        match.do("axis", mc.PickPlace("left"))
        match.do("allied", mc.LayRiver(8000, 14000))
        match.do("allied", mc.Put("roll", spot(14, 14)))
        match.accept(match.answer("allied", (5,)))
        assert match.state.markers[0].what == "damaged-bridge"

    @pytest.mark.parametrize(("face", "direction"), [(1, "left"), (3, "left"), (4, "right"), (6, "right")])
    def test_a_die_for_the_current(self, face: int, direction: str) -> None:
        match = typed("river-crossing")
        match.do("allied", mc.LayRiver(8000, 36000))
        match.accept(match.answer("allied", (face,)))
        assert match.state.current == direction


class TestObstacles:
    @pytest.mark.parametrize(("points", "minefields"), [(100, 4), (101, 5), (75, 3), (50, 2)])
    def test_one_minefield_for_each_25_points_or_part(self, points: int, minefields: int) -> None:
        match = opened("no-retreat", points=points)
        play_on(match, at_step("hold-reserves"))
        assert len(match.state.markers) == minefields

    def test_hammering_the_line_one_minefield_and_two_wire_for_each_full_25_points_and_they_may_be_left(self) -> None:
        match = opened("hammering-the-line", points=110)
        play_on(match, at_step("obstacles"), avoid=("done",))
        play_on(match, at_step("hold-reserves"), avoid=("done", "exchange"))
        kinds = [marker.what for marker in match.state.markers]
        traps = match.state.traps.shown
        assert kinds.count("minefield") == 4 - traps and kinds.count("wire") == 8
        fewer = opened("hammering-the-line")
        play_on(fewer, at_step("obstacles"))
        fewer.do("axis", mc.Done())
        assert at_step("obstacles", 2)(fewer)

    def test_minefields_stay_out_of_the_attackers_deployment_area(self) -> None:
        match = opened("rearguard")
        play_on(match, at_step("obstacles"))
        inside = zone_of(match.state, "attacker-deploy").representative_point()
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("minefield", spot(inside.x, inside.y)))

    def test_booby_traps_are_exchanged_in_secret_and_shown_when_they_are_laid(self) -> None:
        match = opened("onslaught")
        play_on(match, at_step("booby-traps"))
        match.do("axis", mc.Exchange(3))
        words = log(match, "allied")[-1].words
        assert words[0] == "axis settles on booby traps" and "3" not in words[0]
        play_on(match, at_step("hold-reserves"))
        assert [m.what for m in match.state.markers].count("minefield") == 1


class TestFortifications:
    def test_eight_points_for_each_25_of_the_attackers(self) -> None:
        match = opened("onslaught")
        play_on(match, at_step("fortifications"))
        assert acts(match, "axis") == {"choose", "done"}
        for item in ("Panther turret", "5 cm anti-tank bunker", "4 machine-gun nests"):
            match.do("axis", mc.Choose(item))
        with pytest.raises(Illegal):
            match.do("axis", mc.Choose("5 cm anti-tank nest"))  # 28 of 32 points are spent
        match.do("axis", mc.Choose("2 cm AA nest"))
        match.do("axis", mc.Done())
        assert acts(match, "axis") == {"put"}

    def test_one_pick_from_each_of_the_six_boxes(self) -> None:
        assert fits(("5 cm anti-tank nest", "2 cm AA nest", "2 cm AA nest"))
        assert not fits(("5 cm anti-tank nest", "2 cm AA nest", "2 cm AA nest", "2 cm AA nest"))
        assert not fits(
            ("5 cm anti-tank bunker", "7.5 cm anti-tank bunker", "5 cm anti-tank nest", "2 cm AA nest", "2 cm AA nest")
        )
        assert "T-34 turret" not in affordable(("Panzer II turret", "T-70 turret"), 100)

    def test_two_inches_apart_and_from_objectives(self) -> None:
        match = opened("onslaught")
        play_on(match, at_step("fortifications"))
        for item in ("T-34 turret", "2 cm AA nest"):
            match.do("axis", mc.Choose(item))
        match.do("axis", mc.Done())
        objective = next(iter(match.state.objectives.values())).at
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("T-34 turret", (objective[0] + 1000, objective[1])))
        zone = zone_of(match.state, "defender-deploy").bounds
        far = spot(zone[0] + 4, zone[1] + 4)
        match.do("axis", mc.Put("T-34 turret", far))
        with pytest.raises(Illegal):
            match.do("axis", mc.Put("2 cm AA nest", (far[0] + 1500, far[1])))


PENAL = Unit("Penal company", 18, 16, penal=True)


def holding(slug: str, *units: Unit, points: int = 100) -> Game:
    match = opened(slug, forces={"allied": FORCE, "axis": units}, points=points)
    play_on(match, at_step("hold-reserves"))
    return match


class TestHoldingBack:
    def test_no_more_than_60_percent_of_the_points_start_on_the_table(self) -> None:
        match = holding("breakthrough", HQ, RIFLES, TANKS, HEAVIES, GUNS)  # 77 points
        assert acts(match, "axis") == {"choose"}
        match.do("axis", mc.Choose("axis 1"))  # 62 left
        assert acts(match, "axis") == {"choose"}
        match.do("axis", mc.Choose("axis 0"))  # 57 left
        assert acts(match, "axis") == {"choose", "done"}

    def test_attachments_are_held_with_their_unit(self) -> None:
        match = holding("breakthrough", RIFLES, TRUCKS, TANKS, HEAVIES)
        match.do("axis", mc.Choose("axis 0"))
        assert match.state.units["axis 1"].where == "reserve"

    def test_deep_reserves_leave_one_heavy_tank_unit_or_aircraft_on_the_table(self) -> None:
        match = holding("bridgehead", TANKS, HEAVIES, SCOUTS)  # 55 points, two with front armour of 3 or more
        with pytest.raises(Illegal):
            match.do("axis", mc.Done())
        match.do("axis", mc.Choose("axis 0"))
        match.do("axis", mc.Done())
        air = holding("no-retreat", HEAVIES, AIR)
        assert acts(air, "axis") == {"choose"}

    def test_the_attacker_of_breakthrough_holds_at_least_one_unit(self) -> None:
        match = opened("breakthrough")
        play_on(match, at_step("hold-reserves", 2))
        assert acts(match, "allied") == {"choose"}
        match.do("allied", mc.Choose("allied 0"))
        assert "done" in acts(match, "allied")

    def test_the_soviets_of_the_river_campaign_hold_two_units_no_more_and_no_less(self) -> None:
        """000 Linked Campaign: after a German win at The Crossroads."""
        after = linked_campaign("river-assault").stages[1].german
        assert after is not None
        match = opened("river-crossing", changes=after.changes)
        play_on(match, at_step("hold-reserves", 2))
        match.do("allied", mc.Choose("allied 0"))
        assert acts(match, "allied") == {"choose"}
        match.do("allied", mc.Choose("allied 1"))
        assert acts(match, "allied") == {"done"}

    def test_redemption_a_penal_unit_is_not_held_in_reserve(self) -> None:
        match = holding("breakthrough", PENAL, RIFLES, TANKS, HEAVIES)
        assert match.options("axis")[0].takes["what"].values == ("axis 1", "axis 2", "axis 3")
        with pytest.raises(Illegal, match="hold a unit in reserve takes one of axis 1, axis 2, axis 3"):
            match.do("axis", mc.Choose("axis 0"))

    def test_a200_who_has_nobody_else_left_to_hold_deploys_the_penal_units(self) -> None:
        match = holding("breakthrough", PENAL, replace(PENAL, name="Others", points=50), RIFLES)
        assert acts(match, "axis") == {"choose"}
        match.do("axis", mc.Choose("axis 2"))
        assert acts(match, "axis") == {"done"}, "68 of 100 points may not start on the table; they must"
        match.do("axis", mc.Done())
        assert match.state.units["axis 0"].where == match.state.units["axis 1"].where == "roster"

    def test_fortified_reserves_leave_40_percent_of_half_the_points(self) -> None:
        match = holding("onslaught", HQ, RIFLES, Unit("More", 20, 10))  # 40 of 50 points; 20 may deploy
        match.do("axis", mc.Choose("axis 1"))
        assert acts(match, "axis") == {"choose"}
        match.do("axis", mc.Choose("axis 0"))
        assert "done" in acts(match, "axis")


class TestDeploying:
    def test_in_turn_the_attacker_first_and_who_has_more_units_goes_on(self) -> None:
        match = opened("free-for-all", forces={"allied": (RIFLES,), "axis": (HQ, TANKS, GUNS)})
        play_on(match, at_step("deploy"))
        order = []
        while not playing(match):
            seat = match.to_act()[0]
            order.append(seat)
            unit = match.options(seat)[0].takes["what"].values[0]
            match.do(
                seat,
                mc.Put(
                    unit,
                    spot(
                        30,
                        46
                        if zone_of(match.state, f"{'attacker' if seat == 'allied' else 'defender'}-deploy").bounds[1]
                        > 20
                        else 2,
                    ),
                ),
            )
        assert order == ["allied", "axis", "axis", "axis"]

    def test_outside_the_deployment_area_is_refused(self) -> None:
        match = opened("annihilation")
        match.do("allied", mc.PickPlace("lower"))
        with pytest.raises(Illegal, match="003 Annihilation, set-up step 3"):
            match.do("allied", mc.Put("allied 1", spot(36, 13)))
        match.do("allied", mc.Put("allied 1", spot(36, 12)))
        assert match.state.units["allied 2"].at == spot(36, 12), "the trucks are placed with their rifles"

    def test_river_crossing_16_inches_from_every_defending_team(self) -> None:
        match = opened("river-crossing", forces={"allied": (RIFLES,), "axis": (HQ,)})
        match.do("allied", mc.LayRiver(8000, 36000))
        play_on(match, at_step("deploy"), avoid=("choose",))
        left = match.state.defender_pick == "left"
        over = spot(43, 24) if left else spot(29, 24)
        match.do("axis", mc.Put("axis 0", over))
        near, clear = (spot(55, 24), spot(60, 24)) if left else (spot(17, 24), spot(12, 24))
        with pytest.raises(Illegal):
            match.do("allied", mc.Put("allied 0", near))
        match.do("allied", mc.Put("allied 0", clear))

    def test_aircraft_are_not_placed_and_wait_off_the_table(self) -> None:
        match = opened("free-for-all")
        play_on(match, playing)
        assert match.state.units["allied 7"].where == "off-table"

    def test_the_reconnaissance_in_force_is_infantry_only_and_goes_ahead(self) -> None:
        match = opened(
            "onslaught", forces={"allied": (HQ, RIFLES, TRUCKS, TANKS, Unit("Sappers", 9, 7)), "axis": FORCE}
        )
        play_on(match, at_step("reconnaissance-in-force"))
        offered = match.options("allied")[0].takes["what"].values
        assert offered == ("allied 0", "allied 4"), "rifles with trucks and tanks are not infantry alone"

    def test_the_factory_rooms_are_chosen_in_turn_and_belong_to_the_deployment_area(self) -> None:
        match = opened("the-factory")
        play_on(match, at_step("choose-rooms"))
        match.do("allied", mc.Choose("factory 1"))
        with pytest.raises(Illegal):
            match.do("axis", mc.Choose("factory 1"))
        play_on(match, at_step("deploy"))
        assert len(match.state.rooms) == 8
        mine = [room for room, seat in match.state.rooms.items() if seat == "allied"]
        assert len(mine) == 4

    def test_across_the_volga_artillery_may_stay_off_the_table(self) -> None:
        match = opened("the-boulevard")
        play_on(match, at_step("deploy"))
        match.do("allied", mc.Choose("allied 5"))
        assert match.state.units["allied 5"].where == "off-table"


class TestBeforeTheFirstTurn:
    def test_ranged_in_markers_for_artillery_that_is_not_in_reserve(self) -> None:
        match = opened("rearguard")
        play_on(match, at_step("ranged-in"))
        assert match.to_act() == ("axis",)
        match.do("axis", mc.Put("ranged in: axis 5", spot(40, 40)))
        assert match.to_act() == ("allied",)
        match.do("allied", mc.Done())
        assert at_step("ambush")(match)

    def test_one_unit_may_wait_in_ambush_with_its_attachment(self) -> None:
        match = opened("rearguard")
        play_on(match, at_step("ambush"))
        match.do("axis", mc.Choose("axis 1"))
        assert [match.state.units[f"axis {n}"].where for n in (1, 2)] == ["ambush", "ambush"]
        assert at_step("deploy")(match)

    def test_or_its_attachment_deploys_as_usual(self) -> None:
        match = opened("rearguard")
        play_on(match, at_step("ambush"))
        match.do("axis", mc.Choose("axis 1 alone"))
        assert [match.state.units[f"axis {n}"].where for n in (1, 2)] == ["ambush", "roster"]
        play_on(match, playing)
        assert match.state.units["axis 2"].where == "table"

    def test_aircraft_do_not_lie_in_ambush(self) -> None:
        match = opened("rearguard")
        play_on(match, at_step("ambush"))
        assert "axis 7" not in match.options("axis")[0].takes["what"].values

    def test_the_bombardment_rolls_for_every_team_but_commanders_ambush_included(self) -> None:
        forces: Any = {"allied": (RIFLES,), "axis": (HQ, Unit("Grenadiers", 9, 5))}
        match = opened("onslaught", dice=Typed(), forces=forces)
        play_on(
            match, lambda m: m.position.waiting is not None and "bombardment" in m.position.waiting.ask.purpose, seed=5
        )
        waiting = match.position.waiting
        assert waiting is not None and waiting.ask.needed == 4
        assert waiting.ask.count == (1 if "HQ" in waiting.ask.purpose else 5)

    def test_the_first_turn_is_the_attackers_or_rolled_for(self) -> None:
        attacker = opened("contact")
        play_on(attacker, playing)
        assert attacker.state.active == "allied"
        first = set()
        for seed in range(12):
            match = opened("free-for-all", dice=seed, forces={"allied": (), "axis": ()})
            play_on(match, playing)
            first.add(match.state.active)
        assert first == {"allied", "axis"}
