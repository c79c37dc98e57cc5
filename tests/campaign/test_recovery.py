"""Recovery between battles: 001 7.5063-7.5064, 7.5094, 7.510-7.5113, 7.5131-7.5135, 7.514."""

from __future__ import annotations

import pytest

from orsha.campaign import recovery as r
from orsha.campaign.escape import Escapee, escape, escape_facts, ways_to_safety
from orsha.hexmap.grid import parse
from orsha.kernel import Dice, Illegal, Typed
from tests.hexmap.maps import tiny


def typed(*answers: tuple[int, ...]) -> Dice:
    return Dice(Typed(answers))


class TestLeaders:
    def test_7_510_a_wounded_leader(self) -> None:
        def rolled(face: int, **facts: bool) -> str:
            return r.wounded_leader(
                "german", typed((face,)), isolated=facts.get("isolated", False), heroic=facts.get("heroic", False)
            ).result

        assert [rolled(face) for face in (1, 2, 3)] == ["retained, unwounded", "retained, wounded", "evacuated"]
        assert rolled(1, isolated=True) == "retained, wounded" and rolled(2, heroic=True) == "retained, unwounded"

    def test_7_5112_mmc_harden_more_after_a_victory_and_losses_inflicted(self) -> None:
        assert r.hardened_mmc("russian", typed((3, 4)), won=False, cvp_inflicted=0) == 0
        assert r.hardened_mmc("russian", typed((3, 4)), won=True, cvp_inflicted=65) == 2

    def test_7_5113_the_leader_rolled_or_the_next_lower_that_is_there(self) -> None:
        assert r.hardened_leader("russian", typed((2, 2)), ["9-1", "8-0"], won=False) == "9-1"
        assert r.hardened_leader("russian", typed((2, 2)), ["8-0", "7-0"], won=False) == "8-0"
        assert r.hardened_leader("german", typed((2, 2)), ["9-2", "8-0"], won=False) == "9-2", "-1 for the Germans"
        assert r.hardened_leader("russian", typed((6, 6)), ["9-1"], won=False) is None


class TestVehicles:
    def test_7_5131b_immobilization_is_repaired_only_after_23pm(self) -> None:
        assert r.repair_immobilization("german", "23PM", r.VehicleFacts(), typed((4,)))
        assert not r.repair_immobilization("german", "23PM", r.VehicleFacts(front_line=True), typed((4,)))
        assert r.repair_immobilization(
            "german", "23PM", r.VehicleFacts(isolated=True, armor_leader_drm=-1), typed((4,))
        )
        with pytest.raises(Illegal, match="only after 23PM, not after 23AM"):
            r.repair_immobilization("german", "23AM", r.VehicleFacts(), typed((1,)))

    def test_7_5131c_back_from_recall_on_3_or_less(self) -> None:
        assert [r.back_from_recall("russian", typed((face,))) for face in (3, 4)] == [True, False]

    def test_7_5131d_stun(self) -> None:
        assert r.stun_recovery("german", r.VehicleFacts(), typed((3,))) == "recovers"
        assert r.stun_recovery("german", r.VehicleFacts(isolated=True), typed((3,))) == "stays stunned"
        assert r.stun_recovery("german", r.VehicleFacts(), typed((6,))) == "eliminated"


class TestWeapons:
    def test_7_5132_repair(self) -> None:
        assert r.repair_weapon("german", r.WeaponFacts(repair_number=1), typed((3,))) == "repaired"
        assert r.repair_weapon("german", r.WeaponFacts(repair_number=1), typed((4,))) == "eliminated"
        assert r.repair_weapon("german", r.WeaponFacts(vehicle_mounted=True), typed((4,))) == "repaired"
        assert r.repair_weapon("german", r.WeaponFacts(vehicle_mounted=True), typed((5,))) == "disabled"

    def test_7_5132_a_weapon_with_an_x_number_is_removed_without_a_roll(self) -> None:
        assert r.repair_weapon("german", r.WeaponFacts(x_number=True), typed()) == "eliminated"

    def test_7_5134_ft_and_dc_by_the_roll_that_removed_them(self) -> None:
        assert r.retains_ft_or_dc("german", "FT", 10) and not r.retains_ft_or_dc("german", "FT", 11)
        assert r.retains_ft_or_dc("russian", "FT", 11) and not r.retains_ft_or_dc("russian", "DC", 11)
        assert r.ft_dc_limit(5, engineer_squads=3) == 3

    def test_7_5135_captured_weapons(self) -> None:
        assert r.captured_weapon("russian", typed((2,)), malfunctioned=False, vehicle_mounted=False) is None
        assert r.captured_weapon("russian", typed((3,)), malfunctioned=False, vehicle_mounted=False) == "eliminated"
        assert r.captured_weapon("russian", typed(), malfunctioned=True, vehicle_mounted=True) == "disabled"


class TestWorksAndFires:
    def test_7_514_removal_and_the_casualty_of_an_unmodified_6(self) -> None:
        assert r.remove_work("russian", r.RemovalFacts(), typed((3,))) == r.Removal(True, False)
        assert r.remove_work("russian", r.RemovalFacts(obstacle_in_front_line=True), typed((2,))) == r.Removal(
            False, False
        )
        assert r.remove_work("russian", r.RemovalFacts(three_engineer_squads=True), typed((5,))).removed
        assert r.remove_work("german", r.RemovalFacts(), typed((6,))) == r.Removal(False, True)

    def test_7_5094_a_flame_goes_out_on_1_to_4(self) -> None:
        assert [r.flame_becomes_blaze("german", typed((face,))) for face in (4, 5)] == [False, True]

    def test_7_5064_equipment_of_an_eliminated_escapee(self) -> None:
        assert [r.equipment_left_behind("german", typed((face,))) for face in (3, 4)] == [True, False]


SAFE = frozenset({parse("D1")})


class TestEscape:
    def drm(self, escapee: Escapee) -> int:
        return sum(m.value for m in escape(escapee, SAFE, typed((3, 4))).roll.ask.modifiers)

    def test_7_5063_near_safety_counts_twice_when_adjacent(self) -> None:
        assert [self.drm(Escapee("german", "infantry", parse(hex), 1)) for hex in ("D2", "D3", "D4")] == [-2, -1, 0]

    def test_7_5063_every_half_squad_beyond_the_first_and_every_portage_point(self) -> None:
        assert self.drm(Escapee("german", "infantry", parse("D5"), half_squads=4, excess_pp=2)) == 5

    def test_7_5063_a_lone_smc_has_minus_1_and_no_leadership(self) -> None:
        lone = Escapee("german", "infantry", parse("D5"), lone_unwounded_smc=True, leader_drm=-2)
        assert self.drm(lone) == -1
        wounded = Escapee("german", "infantry", parse("D5"), lone_smc=True, leader_drm=-2)
        assert self.drm(wounded) == 0

    def test_7_5063_what_is_not_for_an_afv(self) -> None:
        truck = Escapee("russian", "vehicle", parse("D5"), encircled=True, half_squads=3)
        tank = Escapee("russian", "vehicle", parse("D5"), encircled=True, afv=True, captured=True)
        assert self.drm(truck) == 4 and self.drm(tank) == 2
        assert "encircled" not in escape_facts(tank, SAFE)

    def test_7_5063_results(self) -> None:
        stack = Escapee("german", "infantry", parse("D6"), half_squads=2)
        assert escape(stack, SAFE, typed((3, 4))).result == "escapes"
        assert escape(stack, SAFE, typed((6, 5))).result == "eliminated"
        tank = Escapee("german", "vehicle", parse("D6"), afv=True)
        assert escape(tank, SAFE, typed((5, 5))).result == "abandoned, crew escapes"

    def test_7_5064_the_way_runs_to_the_nearest_safe_ground_through_what_is_not_ones_own(self) -> None:
        board = tiny(5, 7)
        safe = frozenset(map(parse, ("A1", "E7")))
        assert ways_to_safety(board, parse("C3"), safe, dict.fromkeys(safe), lambda hex: True) == [parse("A1")]
        wall = frozenset(hex for hex in board.ground if hex.column == 1)
        assert ways_to_safety(board, parse("C3"), safe, dict.fromkeys(safe), lambda hex: hex not in wall) == [
            parse("E7")
        ]
        own = dict.fromkeys(safe | wall)
        assert ways_to_safety(board, parse("C3"), safe, own, lambda hex: True) == [parse("E7")]
        assert ways_to_safety(board, parse("C3"), frozenset(), {}, lambda hex: True) == []
