"""Recombining, battle hardening and promotion: 001 7.511."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import Area
from orsha.kernel import Illegal
from tests.campaign.stage import Stage, bare, crew, half, leader, piece, squad, sw, tank
from tests.campaign.steps.rolled import rolls

NONE = (6, 6)
POCKET = [Area(("Q20", "Q21"), "C", "german"), Area(("T20",), "C", "german")]


def hero(id: str, hex: str = "") -> Piece:
    return piece(id, "hero", "1-4-9", hex)


def armor(id: str, type: str = "9-1", **more: Any) -> Piece:
    return piece(id, "armor-leader", type, **more)


def stage(*pieces: Piece, dice: Sequence[tuple[int, ...]] | None = None, won: Side | None = None, **more: Any) -> Stage:
    """The step over these pieces; by default no MMC hardens for a roll, and leaders roll for nobody but a 6+1."""
    made = Stage("7.511", *pieces, dice=dice or [NONE] * 4, **more)
    sides = {side: replace(own, won_last=side == won) for side, own in made.state.sides.items()}
    made.state = replace(made.state, sides=sides)
    return made


def suffered(made: Stage, side: Side, cvp: int) -> Stage:
    own = replace(made.state.sides[side], cvp_last=cvp)
    made.state = replace(made.state, sides={**made.state.sides, side: own})
    return made


def types(played: Stage) -> dict[str, str]:
    return {id: one.type for id, one in played.pieces.items()}


class TestRecombining:
    def test_7_5111_two_half_squads_of_a_type_are_a_squad(self) -> None:
        played = stage(half("g1"), half("g2"), half("r1"), half("r2")).run()
        assert types(played) == {"g1": "4-6-7", "r1": "4-4-7"}
        assert {one.kind for one in played.pieces.values()} == {"squad"}

    def test_7_5111_at_most_one_of_each_type_is_left(self) -> None:
        played = stage(*(half(f"g{n}") for n in range(1, 6)), half("g6", type="2-3-7"), half("g7", type="2-4-8")).run()
        assert types(played) == {"g1": "4-6-7", "g3": "4-6-7", "g5": "2-4-7", "g6": "2-3-7", "g7": "2-4-8"}

    def test_7_5111_what_the_second_held_goes_to_the_squad(self) -> None:
        played = stage(half("g1"), half("g2"), sw("g3", "LMG", by="g2")).run()
        assert played.pieces["g3"].held_by == "g1"

    def test_7_5111_cut_off_ones_only_within_their_area(self) -> None:
        men = (half("g1", "Q20"), half("g2", "T20"), half("g3"), half("g4", "Q21"), sw("g5", "LMG", "Q21", by="g4"))
        played = stage(*men, areas=POCKET).run()
        assert types(played) == {"g1": "4-6-7", "g2": "2-4-7", "g3": "2-4-7", "g5": "LMG"}
        assert (played.pieces["g5"].held_by, played.pieces["g5"].hex) == ("g1", "Q20")

    def test_7_5111_in_two_pockets_that_touch_each_stays_by_itself(self) -> None:
        """R17 is a pocket of its own beside that of Q15 to Q17: one area, and no hex that both may set up in."""
        pockets = (("Q15", "Q16", "Q17"), ("R17",))
        area = [Area(("Q15", "Q16", "Q17", "R17"), "C", "russian", pocket=True)]
        fronts = {**bare().fronts, "russian": replace(bare().fronts["russian"], pockets=pockets)}
        played = stage(half("r1", "Q15"), half("r2", "R17"), half("r3", "Q17"), areas=area, fronts=fronts).run()
        assert types(played) == {"r1": "4-4-7", "r2": "2-3-7"}

    def test_7_5111_engineers_pair_with_engineers_first_and_a_mixed_squad_is_plain(self) -> None:
        men = (half("g1"), half("g2", "", "engineer"), half("g3", "", "engineer"), half("g4", "", "engineer"))
        played = stage(*men).run()
        assert {id: one.status for id, one in played.pieces.items()} == {"g2": ("engineer",), "g4": ()}

    def test_7_5111_prisoners_and_crews_stay_as_they_are(self) -> None:
        men = (half("g1", "Q20", "prisoner", by="r9"), half("g2", "Q20", "prisoner", by="r9"), crew("r1"), crew("r2"))
        played = stage(*men).run()
        assert set(played.pieces) == {"g1", "g2", "r1", "r2"}

    def test_7_5111_nothing_of_it_off_the_map_is_seen_by_the_other_side(self) -> None:
        played = stage(half("g1"), half("g2")).run()
        assert b"2-4-7" in played.seen_by("german") and b"2-4-7" not in played.seen_by("russian")


class TestMmc:
    def test_7_5112_a_hero_goes_and_an_mmc_hardens(self) -> None:
        played = stage(hero("g1"), squad("g2"), squad("g3")).run()
        assert "g1" not in played.pieces and played.asked("german").most == 1
        played.answer("german", "g2")
        assert types(played) == {"g2": "4-6-8", "g3": "4-6-7"} and played.done

    def test_7_5112_the_owner_may_leave_it(self) -> None:
        played = stage(hero("g1"), squad("g2")).run().answer("german")
        assert types(played) == {"g2": "4-6-7"} and played.done

    def test_7_5112_a_heros_weapon_stays(self) -> None:
        played = stage(hero("g1"), sw("g2", "LMG", by="g1")).run()
        assert played.pieces["g2"].held_by is None

    def test_7_5112_a_cut_off_hero_hardens_only_in_his_area(self) -> None:
        men = (hero("g1", "Q20"), squad("g2", "Q21"), squad("g3", "T20"), squad("g4"))
        played = stage(*men, areas=POCKET).run()
        assert list(played.asked("german").choices) == ["g2"]
        assert types(played.answer("german", "g2"))["g2"] == "4-6-8" and "g1" not in played.pieces

    def test_7_5112_the_prisoners_of_a_cut_off_hero_pass_to_another_of_his_area_or_are_free(self) -> None:
        """Ruling B141."""
        captive = half("r1", "Q20", "prisoner", by="g1")
        played = stage(hero("g1", "Q20"), captive, leader("g2", "Q21"), half("g3", "Q21"), areas=POCKET).run()
        assert played.answer("german").pieces["r1"].held_by == "g3" and played.pieces["r1"].hex == "Q21"
        alone = stage(hero("g1", "Q20"), captive, squad("g3", "T20"), areas=POCKET).run()
        freed = alone.pieces["r1"]
        assert (freed.type, freed.status, freed.hex) == ("2-2-6", (), ""), "back with their own as conscripts (7.508)"

    def test_7_5112_a_cut_off_hero_without_an_mmc_in_his_area_just_goes(self) -> None:
        played = stage(hero("g1", "Q20"), squad("g3", "T20"), areas=POCKET).run()
        assert played.done and set(played.pieces) == {"g3"}

    def test_7_5112_the_secret_roll(self) -> None:
        men = tuple(squad(f"g{n}") for n in range(1, 6))
        assert stage(*men, dice=[(3, 3), *[NONE] * 3]).run().asked("german").most == 1
        assert stage(*men, dice=[(2, 2), *[NONE] * 3]).run().asked("german").most == 2
        played = stage(*men, dice=[(3, 4), *[NONE] * 3]).run()
        assert played.done and rolls(played)[0].ask.seen_by == ("german",)

    def test_7_5112_a_victory_gives_minus_3_and_each_30_cvp_inflicted_minus_1(self) -> None:
        men = tuple(squad(f"g{n}") for n in range(1, 6))
        assert stage(*men, dice=[(3, 4), *[NONE] * 3], won="german").run().asked("german").most == 2
        assert suffered(stage(*men, dice=[(3, 4), *[NONE] * 3]), "russian", 59).run().asked("german").most == 1
        assert suffered(stage(*men, dice=[(3, 4), *[NONE] * 3]), "german", 90).run().done, "its own losses count not"

    def test_7_5112_heroes_and_the_roll_add_up(self) -> None:
        men = tuple(squad(f"g{n}") for n in range(1, 6))
        played = stage(hero("g8"), hero("g9"), *men, dice=[(2, 2), *[NONE] * 3]).run()
        assert played.asked("german").most == 4
        played.answer("german", "g1", "g2", "g3", "g4")
        assert sorted(types(played).values()) == ["4-6-7", *["4-6-8"] * 4]

    def test_7_5112_for_elite_men_and_crews_an_8_0_joins_instead(self) -> None:
        played = stage(hero("g1"), hero("g2"), crew("g3"), squad("g4", type="4-6-8")).run().answer("german", "g3", "g4")
        played.answer("german", "roll")
        new = [one for one in played.pieces.values() if one.kind == "leader"]
        assert [(one.type, one.hex) for one in new] == [("8-0", "")] * 2 and played.pieces["g4"].type == "4-6-8"

    def test_7_5112_the_8_0_for_a_cut_off_unit_is_with_it(self) -> None:
        played = stage(hero("g1", "Q20"), crew("g2", "Q21"), areas=POCKET).run().answer("german", "g2")
        (new,) = [one for one in played.pieces.values() if one.kind == "leader"]
        assert (new.type, new.hex) == ("8-0", "Q21") and new.id in played.state.pieces

    def test_7_5112_no_mmc_hardens_twice(self) -> None:
        men = (hero("g1", "Q20"), hero("g2", "Q20"), hero("g3"), squad("g4", "Q20", type="4-4-7"), squad("g5", "Q21"))
        played = stage(*men, areas=POCKET).run().answer("german", "g4")
        assert list(played.asked("german").choices) == ["g5"]
        played.answer("german")
        assert list(played.asked("german").choices) == ["g5"], "nor for the hero who was not cut off"
        with pytest.raises(Illegal):
            played.answer("german", "g4")
        assert types(played.answer("german", "g5")) == {"g4": "4-6-7", "g5": "4-6-8"}

    def test_7_5112_of_units_all_alike_no_more_are_listed_than_can_harden(self) -> None:
        men = (*(squad(f"g{n}") for n in range(10, 40)), squad("g1", type="4-4-7"), half("g2"))
        played = stage(*men, dice=[(2, 2), *[NONE] * 3]).run()
        assert list(played.asked("german").choices) == ["g10", "g11", "g1", "g2"]

    def test_7_5112_prisoners_do_not_harden_and_half_squads_do(self) -> None:
        men = (hero("r1"), squad("r2", "Q20", "prisoner", by="g9"), half("r3"))
        played = stage(*men).run()
        assert list(played.asked("russian").choices) == ["r3"]
        assert types(played.answer("russian", "r3"))["r3"] == "2-4-8"

    def test_7_518_what_is_asked_is_its_sides_secret(self) -> None:
        played = stage(hero("g1"), squad("g2"), squad("g3")).run().answer("german", "g2")
        assert b"4-6-8" in played.seen_by("german") and b"4-6-8" not in played.seen_by("russian")


class TestLeaders:
    def test_7_5113_a_heroic_leader_hardens_and_is_heroic_no_longer(self) -> None:
        played = stage(leader("g1", "", "heroic", type="9-1"), leader("r1", "", "heroic", type="10-3")).run()
        assert types(played) == {"g1": "9-2", "r1": "10-3"}
        assert not any(one.has("heroic") for one in played.pieces.values())

    def rolled(self, dice: tuple[int, int], *all: str, side: str = "r", won: Side | None = None) -> list[str]:
        """The types that a Russian (or German) roll offers."""
        faces = [NONE, dice, NONE] if side == "g" else [NONE, NONE, dice]
        men = [leader(f"{side}{n}", type=type) for n, type in enumerate(all, 1)]
        played = stage(*men, dice=faces, won=won).run()
        owner: Side = "german" if side == "g" else "russian"
        if owner in played.state.asked and "roll" in played.asked(owner).choices:
            played.answer(owner, "roll")
        return [played.pieces[id].type for id in played.asked(owner).choices] if played.state.asked else []

    def test_7_5113_the_leader_rolled_or_a_lower_one(self) -> None:
        assert self.rolled((2, 2), "10-2", "9-2", "9-1", "7-0") == ["9-1", "7-0"]
        assert self.rolled((1, 1), "10-2", "9-2", "6+1") == ["10-2", "9-2", "6+1"]

    def test_7_5113_the_next_lower_where_that_type_is_not_retained(self) -> None:
        assert self.rolled((2, 2), "10-2", "7-0") == ["7-0"]
        assert self.rolled((4, 4), "9-1") == [], "none is as low as a 7-0"

    def test_7_5113_minus_1_for_the_germans_and_minus_2_for_a_victory(self) -> None:
        assert self.rolled((2, 2), "9-2", "9-1", side="g") == ["9-2", "9-1"]
        assert self.rolled((2, 3), "9-2", "9-1", side="r", won="russian") == ["9-2", "9-1"]

    def test_7_5113_types_beside_the_ladder_stand_above_the_one_they_sink_to(self) -> None:
        assert self.rolled((1, 2), "10-2", "10-1", "9-1") == ["10-1", "9-1"]
        assert self.rolled((2, 2), "10-1", "9-1") == ["9-1"]
        assert self.rolled((4, 4), "7-1", "7-0") == ["7-0"] and self.rolled((3, 3), "7-1") == ["7-1"]

    def test_7_5113_he_hardens_or_is_left_as_he_is(self) -> None:
        played = stage(leader("r1", type="9-1"), dice=[NONE, NONE, (2, 2)]).run()
        assert types(played.answer("russian", "r1")) == {"r1": "9-2"} and played.done
        played = stage(leader("r1", type="9-1"), dice=[NONE, NONE, (2, 2)]).run().answer("russian")
        assert types(played) == {"r1": "9-1"} and played.done

    def test_7_5113_the_roll_is_secret_and_a_10_3_cannot_harden(self) -> None:
        played = stage(leader("r1", type="10-3"), leader("g1", type="9-1"), dice=[NONE, (1, 1), NONE]).run()
        assert [roll.ask.seen_by for roll in rolls(played)] == [("german",), ("german",)]
        assert list(played.asked("german").choices) == ["g1"]
        assert played.answer("german").done, "the Russians have nobody to roll for"

    def test_7_5113_instead_of_the_roll_an_8_0_for_two_7_0(self) -> None:
        played = stage(leader("g1")).run()
        assert list(played.asked("german").choices) == ["roll", "8-0"]
        played.answer("german", "8-0")
        assert sorted(types(played).values()) == ["7-0", "7-0"] and len(rolls(played)) == 2, "the MMC rolls alone"

    def test_7_5113_or_an_8_1_for_an_8_0_and_a_7_0(self) -> None:
        played = stage(leader("g1", type="8-1")).run().answer("german", "8-1")
        assert sorted(types(played).values()) == ["7-0", "8-0"]

    def test_7_5113_wounded_or_cut_off_leaders_are_not_exchanged(self) -> None:
        men = (leader("g1", "", "wounded"), leader("g2", "Q20"), leader("g3", type="9-1"))
        played = stage(*men, dice=[NONE, (6, 6), NONE], areas=POCKET).run()
        assert played.done

    def test_7_5114_an_armor_leader_never_hardens(self) -> None:
        played = stage(tank("g1"), armor("g2", by="g1")).run()
        assert played.done and types(played)["g2"] == "9-1"


class TestArmorLeaders:
    def test_7_5114_who_is_in_his_afv_stays_there(self) -> None:
        played = stage(tank("r1"), tank("r2"), armor("r3", by="r1")).run()
        assert played.done and played.pieces["r3"].held_by == "r1"

    def test_7_5114_who_lost_his_gets_one_of_the_same_type(self) -> None:
        tanks = (tank("r1", type="KV-1S"), tank("r2", type="SU-76M"), tank("r3", type="KV-1S"))
        played = stage(*tanks, armor("r4", group="V4/23AM/1")).run()
        assert list(played.asked("russian").choices) == ["r1", "r3"]
        with pytest.raises(Illegal):
            played.answer("russian")
        assert played.answer("russian", "r3").pieces["r4"].held_by == "r3" and played.done

    def test_7_5114_without_a_choice_nobody_is_asked(self) -> None:
        played = stage(tank("r1"), tank("r2", type="SU-76M"), armor("r4", group="V4/23AM/1")).run()
        assert played.done and played.pieces["r4"].held_by == "r1"

    def test_7_5114_else_he_may_take_any_other(self) -> None:
        played = stage(tank("r2", type="SU-76M"), armor("r4", group="V4/23AM/1")).run()
        assert list(played.asked("russian").choices) == ["r2"]
        assert played.answer("russian").pieces["r4"].held_by is None and played.done

    def test_7_5114_models_that_a_die_names_are_of_the_group(self) -> None:
        tanks = (tank("r1", type="KV-8"), tank("r2", type="KV-8(L)"), tank("r3", type="KV-1S"))
        played = stage(*tanks, armor("r4", group="V7/23PM/1")).run()
        assert list(played.asked("russian").choices) == ["r1", "r2"]

    def test_7_5114_armor_leaders_of_the_order_of_battle_had_t34s(self) -> None:
        played = stage(tank("r1"), tank("r2", type="T-34/M43"), armor("r4", group="OB")).run()
        assert played.pieces["r4"].held_by == "r2"

    def test_7_5114_where_his_type_is_not_known_his_side_says_it(self) -> None:
        played = stage(tank("r1"), tank("r2", type="T-34/M43"), armor("r4")).run()
        assert list(played.asked("russian").choices) == ["r1", "r2"]
        assert "of the type that he left" in played.asked("russian").words

    def test_7_5114_off_the_map_his_new_vehicle_is_his_sides_secret(self) -> None:
        played = stage(tank("r1"), armor("r4", type="10-2", group="V4/23AM/1")).run()
        assert "r4" in played.state.sides["russian"].box.shown and b"10-2" not in played.seen_by("german")

    def test_7_5114_an_afv_cut_off_abandoned_captured_or_led_takes_none(self) -> None:
        area = [Area(("Q20",), "C", "russian")]
        tanks = (tank("r1", "Q20"), tank("r2", "", "abandoned"), tank("r3"), tank("g3", "T20", "captured"))
        others = (tank("r6", type="GAZ-MM"), tank("r7", type="HMG Cupola"))
        played = stage(*tanks, *others, armor("r4", group="V4/23AM/1"), armor("r5", by="r3"), areas=area).run()
        assert played.done and played.pieces["r4"].held_by is None

    def test_7_5114_two_leaders_do_not_share_one(self) -> None:
        played = stage(tank("r1"), armor("r4", group="V4/23AM/1"), armor("r5", group="V4/23AM/1")).run()
        assert [played.pieces[id].held_by for id in ("r4", "r5")] == ["r1", None]

    def test_7_5114_a_cut_off_armor_leader_stays_where_he_is(self) -> None:
        area = [Area(("Q20",), "C", "russian")]
        played = stage(tank("r1"), armor("r4", hex="Q20", group="V4/23AM/1"), areas=area).run()
        assert played.done and played.pieces["r4"].held_by is None

    def test_7_5114_nor_does_one_on_the_map_take_over_a_vehicle_in_the_box(self) -> None:
        played = stage(tank("r1"), armor("r4", hex="Q20", group="V4/23AM/1")).run()
        assert played.done and played.pieces["r4"].held_by is None

    def test_7_5114_in_a_vehicle_on_the_map_he_is_seen(self) -> None:
        played = stage(tank("r1", "Q20", "immobilized"), armor("r4", group="V4/23AM/1")).run()
        assert played.state.pieces["r4"].hex == "Q20" and "r4" not in played.state.sides["russian"].box.shown
