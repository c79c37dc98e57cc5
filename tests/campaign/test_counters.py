"""The base game's counters that 001 takes for granted: every name known, every ladder closed, every number read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from orsha.campaign import charts
from orsha.campaign.counters import (
    CLASSES,
    Infantry,
    better_type,
    counters,
    cvp,
    gun,
    half_squads,
    half_type,
    infantry_class,
    leadership,
    morale,
    squad_type,
    vehicle,
    weapon,
    worse_type,
)
from orsha.campaign.files import Group, Side
from orsha.campaign.groups import allotments, groups, initial, leader_chart, note
from orsha.campaign.receiving import NONE
from orsha.campaign.report import Kind, Piece, Status
from orsha.campaign.state import SIDES

FILE = counters()
WEAPONS = {one.type for one in FILE.weapons}
GUNS = {one.type for one in FILE.guns}
VEHICLES = {one.type for one in FILE.vehicles}
LEADERS = {*FILE.leaders.ladder, *FILE.leaders.better, *FILE.leaders.worse}


def squads_of(side: Side) -> dict[str, Infantry]:
    return {one.squad: one for one in FILE.infantry if one.side == side}


def piece(kind: Kind, type: str, *status: Status, side: Side = "german") -> Piece:
    return Piece("x1", side, kind, type, "P20", status=status)


def received(side: Side, group: Group) -> Iterator[str]:
    """The names that a group's pieces come with: those of its dice where it has dice, else those of its row."""
    drawn = [draw for letter in group.notes for draw in note(side, letter).draws if group.id in draw.groups]
    for draw in drawn:
        yield from (str(row.result) for row in draw.rows)
    if not drawn:
        yield from (unit.name for unit in group.units)


def group_names(*kinds: str) -> list[tuple[Side, str]]:
    return [
        (side, name)
        for side in SIDES
        for group in groups(side)
        if group.kind in kinds
        for name in received(side, group)
    ]


class TestEveryNameIsKnown:
    @pytest.mark.parametrize(("side", "name"), group_names("squads"))
    def test_squads_of_the_charts(self, side: Side, name: str) -> None:
        assert name in squads_of(side)

    @pytest.mark.parametrize(("side", "name"), group_names("weapons"))
    def test_heavy_weapons_of_the_charts(self, side: Side, name: str) -> None:
        """Machine guns are support weapons; the mortars of 5/8 inch are guns."""
        assert name in (GUNS if "MTR" in name else WEAPONS)

    @pytest.mark.parametrize(("side", "name"), group_names("guns"))
    def test_guns_of_the_charts(self, side: Side, name: str) -> None:
        assert name in GUNS

    @pytest.mark.parametrize(("side", "name"), group_names("vehicles", "cupolas"))
    def test_vehicles_and_cupolas_of_the_charts(self, side: Side, name: str) -> None:
        assert name in VEHICLES

    def test_no_kind_of_group_with_counters_is_left_out(self) -> None:
        paper = {"oba", "rockets", "observer", "counter-battery", "aircraft", "bombardment"}
        bought = {"fortifications", "minefield", "san", "recon"}
        counted = {"squads", "weapons", "guns", "vehicles", "cupolas"}
        assert {group.kind for side in SIDES for group in groups(side)} == paper | bought | counted

    def test_support_weapons_of_the_allotments(self) -> None:
        file = allotments()
        assert {*file.weapons.german, *file.weapons.russian} <= WEAPONS

    def test_units_of_the_orders_of_battle(self) -> None:
        start = initial()
        assert {*start.german.units, *start.russian.units, *start.armor_leader_rolls} <= VEHICLES

    def test_trucks_that_come_with_guns(self) -> None:
        assert "GAZ-MM" in note("russian", "o").means and "GAZ-MM" in VEHICLES

    def test_every_leader_that_a_chart_can_give(self) -> None:
        names = {name for side in SIDES for group in groups(side) if (name := leader_chart(side, group.id))}
        assert names == {"leader-generation-german", "leader-generation-russian", "armor-leader", "platoon-leader"}
        given = {one for name in names for row in charts()[name].rows for one in str(row.result).split(", ")} - {NONE}
        hardened = {str(row.result) for row in charts()["leader-battle-hardening"].rows}
        assert given | hardened <= LEADERS

    def test_nothing_is_there_twice(self) -> None:
        for names in (
            [one.type for one in FILE.weapons],
            [one.type for one in FILE.guns],
            [one.type for one in FILE.vehicles],
            [(one.side, one.squad) for one in FILE.infantry],
        ):
            assert len(names) == len(set(names))
        assert not (WEAPONS & GUNS or WEAPONS & VEHICLES or GUNS & VEHICLES)

    def test_every_kind_of_piece_has_its_points(self) -> None:
        kinds: tuple[Kind, ...] = (
            "squad",
            "half-squad",
            "crew",
            "leader",
            "hero",
            "armor-leader",
            "sw",
            "gun",
            "vehicle",
        )
        assert set(FILE.cvp) == set(kinds)


class TestInfantry:
    @pytest.mark.parametrize("side", SIDES)
    def test_ladders_are_closed(self, side: Side) -> None:
        known = squads_of(side)
        for one in known.values():
            assert {one.better, one.worse} - {None} <= set(known)

    @pytest.mark.parametrize("side", SIDES)
    def test_halves_are_unique_and_no_squad_is_a_half(self, side: Side) -> None:
        halves = [one.half for one in squads_of(side).values()]
        assert len(halves) == len(set(halves))
        assert not set(halves) & set(squads_of(side))

    @pytest.mark.parametrize("side", SIDES)
    def test_a_ladder_climbs_and_sinks_by_class_and_ends(self, side: Side) -> None:
        rank = {name: place for place, name in enumerate(reversed(CLASSES))}
        known = squads_of(side)
        for one in known.values():
            if one.better is not None:
                assert rank[known[one.better].class_] > rank[one.class_]
            if one.worse is not None:
                assert rank[known[one.worse].class_] < rank[one.class_]
            assert (one.better is None) == (one.class_ == "elite")  # 001 7.5112: elite MMC do not harden
            assert (one.worse is None) == (one.class_ == "conscript")

    @pytest.mark.parametrize("side", SIDES)
    def test_a_half_has_its_squads_morale_and_less_firepower(self, side: Side) -> None:
        for one in squads_of(side).values():
            squad, half = ([int(n) for n in type.split("-")] for type in (one.squad, one.half))
            assert half[2] == squad[2] and half[0] < squad[0] and half[1] <= squad[1]

    def test_7_508_both_sides_have_a_conscript_for_a_freed_prisoner(self) -> None:
        for side in SIDES:
            assert [one.squad for one in squads_of(side).values() if one.class_ == "conscript"] == [
                {"german": "4-3-6", "russian": "4-2-6"}[side]
            ]

    def test_squads_and_halves_step_alike(self) -> None:
        assert better_type(piece("squad", "4-4-7")) == "4-6-7"
        assert better_type(piece("half-squad", "2-3-7")) == "2-4-7"
        assert worse_type(piece("squad", "4-5-8", side="russian")) == "4-4-7"
        assert worse_type(piece("half-squad", "3-2-8", side="russian")) == "2-2-7"
        assert better_type(piece("squad", "4-6-8")) is None
        assert worse_type(piece("squad", "4-2-6", side="russian")) is None

    def test_a_5_4_8_is_a_conscript_after_two_replacements_a_4_6_8_after_three(self) -> None:
        def replacements(type: str | None) -> int:
            lower = worse_type(piece("squad", type)) if type else None
            return 1 + replacements(lower) if lower else 0

        assert (replacements("5-4-8"), replacements("4-6-8")) == (2, 3)

    def test_two_halves_make_their_squad(self) -> None:
        for one in FILE.infantry:
            assert squad_type(one.side, half_type(one.side, one.squad)) == one.squad
        assert half_type("german", "9-9-9") == squad_type("german", "9-9-9") == "9-9-9"

    def test_the_same_name_is_of_another_class_on_the_other_side(self) -> None:
        assert infantry_class(piece("squad", "4-4-7")) == "second"
        assert infantry_class(piece("squad", "4-4-7", side="russian")) == "first"
        assert infantry_class(piece("half-squad", "2-4-8", side="russian")) == "elite"
        assert infantry_class(piece("crew", "2-2-8")) is None
        assert infantry_class(piece("squad", "9-9-9")) is None

    def test_crews_do_not_step(self) -> None:
        assert better_type(piece("crew", "2-2-8")) is None and worse_type(piece("crew", "2-2-8")) is None


class TestLeaders:
    def test_the_ladder_is_climbed_one_by_one_and_closed_beside_it(self) -> None:
        ladder = FILE.leaders.ladder
        assert len(set(ladder)) == len(ladder)
        steps = [better_type(piece("leader", type)) for type in ladder]
        assert steps == [*ladder[1:], None]
        assert [worse_type(piece("leader", type)) for type in ladder] == [None, *ladder[:-1]]
        assert {*FILE.leaders.better.values(), *FILE.leaders.worse.values()} <= LEADERS

    def test_every_leader_beside_the_ladder_has_both_ways_and_comes_to_its_ends(self) -> None:
        assert set(FILE.leaders.better) == set(FILE.leaders.worse)
        assert not set(FILE.leaders.better) & set(FILE.leaders.ladder)
        for start in LEADERS:
            for step, end in ((better_type, FILE.leaders.ladder[-1]), (worse_type, FILE.leaders.ladder[0])):
                at, seen = start, {start}
                while (after := step(piece("leader", at))) is not None:
                    assert after not in seen
                    seen.add(after)
                    at = after
                assert at == end

    def test_a_better_leader_is_never_worse_in_morale_or_modifier(self) -> None:
        for type in LEADERS:
            better = better_type(piece("leader", type))
            if better is not None:
                assert morale(piece("leader", better)) >= morale(piece("leader", type))
                assert leadership(better) <= leadership(type)

    def test_a_leader_that_nobody_knows_does_not_step(self) -> None:
        assert better_type(piece("leader", "5-5")) is None and worse_type(piece("leader", "5-5")) is None

    @pytest.mark.parametrize(
        ("type", "modifier", "courage"),
        [("9-1", -1, 9), ("10-3", -3, 10), ("10-0", 0, 10), ("8-0", 0, 8), ("7-1", -1, 7), ("6+1", 1, 6)],
    )
    def test_leadership_and_morale_are_read_off_the_name(self, type: str, modifier: int, courage: int) -> None:
        assert leadership(type) == modifier
        assert morale(piece("leader", type)) == morale(piece("armor-leader", type)) == courage
        assert morale(piece("leader", type, "wounded")) == courage - 1

    def test_every_leader_and_unit_of_the_file_can_be_read(self) -> None:
        assert {leadership(type) for type in LEADERS} <= set(range(-3, 2))
        for one in FILE.infantry:
            assert morale(piece("squad", one.squad, side=one.side)) in range(6, 9)
        assert morale(piece("crew", "2-2-8")) == 8 and morale(piece("hero", "1-4-9")) == 9


class TestThings:
    def test_7_5132_what_has_an_x_number_has_no_repair_number(self) -> None:
        assert all(not one.repair for one in FILE.weapons if one.x)
        assert weapon("PSK").x and weapon("LMG").repair and not weapon("LMG").x

    def test_what_is_not_listed_counts_as_something_plain(self) -> None:
        assert weapon("MOL").repair == 0 and not weapon("MOL").x
        assert gun("37L").repair == 0 and not gun("37L").mortar
        assert vehicle("Tiger").afv and vehicle("Tiger").tracked and vehicle("Tiger").cvp == FILE.cvp["vehicle"]

    def test_cg11_the_mortars_of_five_eighths_are_those_of_81_82_and_120mm(self) -> None:
        mortars = {"81mm MTR", "82mm MTR", "120mm (GrW 42)", "120mm (PM obr 38)"}
        assert {one.type for one in FILE.guns if one.mortar} == mortars

    def test_7_514_trucks_half_tracks_and_cupolas_clear_no_wrecks(self) -> None:
        standing = {one.type for one in FILE.vehicles if not one.tracked}
        assert standing == {"SdKfz 10/4", "SdKfz 7/1", "GAZ-MM", "HMG Cupola", "MMG Cupola"}

    def test_4_1_cupolas_are_treated_as_afv(self) -> None:
        assert vehicle("HMG Cupola").afv and vehicle("MMG Cupola").afv and not vehicle("GAZ-MM").afv


class TestPoints:
    @pytest.mark.parametrize(
        ("kind", "type", "points"),
        [
            ("squad", "4-6-7", 2),
            ("half-squad", "2-4-7", 1),
            ("crew", "2-2-8", 2),
            ("leader", "6+1", 1),
            ("leader", "8-0", 1),
            ("leader", "9-2", 3),
            ("armor-leader", "9-1", 2),
            ("hero", "1-4-9", 0),
            ("gun", "75L (PaK 40)", 2),
            ("sw", "HMG", 0),
            ("vehicle", "GAZ-MM", 1),
            ("vehicle", "SdKfz 10/4", 4),
            ("vehicle", "StuG IIIG", 6),
            ("vehicle", "HMG Cupola", 5),
        ],
    )
    def test_casualty_points(self, kind: Kind, type: str, points: int) -> None:
        assert cvp(piece(kind, type)) == points

    def test_an_unarmoured_vehicle_costs_less_than_any_afv(self) -> None:
        afv = [one.cvp for one in FILE.vehicles if one.afv]
        assert max(one.cvp for one in FILE.vehicles if not one.afv) < min(afv)

    def test_half_squad_equivalents(self) -> None:
        kinds: tuple[Kind, ...] = ("squad", "half-squad", "crew", "leader", "sw")
        assert [half_squads(piece(kind, "4-6-7")) for kind in kinds] == [2, 1, 1, 0, 0]
