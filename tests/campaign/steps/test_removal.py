"""Removal of works, wrecks and immobile vehicles (001 7.514)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import Area, Fort, Front
from orsha.kernel import Hidden
from tests.campaign.stage import Stage, crew, half, piece, squad, sw, tank
from tests.campaign.steps.repairing import POCKET, fort
from tests.campaign.steps.rolled import rolls

NO_FRONTS: dict[Side, Front] = {"german": Front(), "russian": Front()}
WRECK = (MapMarker("wreck", "P20"),)


def removal(*pieces: Piece, dice: Iterable[tuple[int, ...]] = (), **more: Any) -> Stage:
    """The step, with no front line near unless it is given."""
    more.setdefault("fronts", NO_FRONTS)
    return Stage("7.514", *pieces, dice=dice, **more).run()


def offered(stage: Stage, side: Side = "german") -> list[str]:
    return sorted(stage.asked(side).choices) if side in stage.state.asked else []


def engineers(count: int, side: str = "r") -> list[Piece]:
    return [squad(f"{side}{n}", "", "engineer", type="6-2-8") for n in range(1, count + 1)]


class TestWhat:
    def test_7_514_wire_and_known_minefields_first_then_entrenchments(self) -> None:
        forts = [
            fort("g50", "wire", "P20"), fort("g51", "minefield", "P21", ap=8), fort("g52", "foxhole", "P22"),
            fort("g53", "trench", "P23"), fort("g54", "at-ditch", "P24"),
        ]  # fmt: skip
        stage = removal(squad("g1"), squad("g2"), forts=forts)
        assert offered(stage) == ["g50", "mines P21"]
        assert offered(stage.answer("german")) == ["g52", "g53", "g54"]
        assert stage.answer("german").done

    def test_7_514_pillboxes_and_roadblocks_are_not_named(self) -> None:
        assert removal(squad("g1"), forts=[fort("g50", "pillbox", "P20"), fort("g51", "roadblock", "P21")]).done

    def test_7_514_not_a_minefield_that_is_still_hidden(self) -> None:
        assert removal(squad("g1"), forts=[fort("g50", "minefield", "P20", ap=8, known=False)]).done

    def test_7_514_a_minefield_that_recon_found_is_known(self) -> None:
        """It stays in its owner's own list (ruling B100)."""
        stage = Stage("7.514", squad("g1"), squad("g2"), fronts=NO_FRONTS, dice=[(1,)])
        found, hidden = (fort(f"g5{n}", "minefield", f"P2{n}", ap=6, known=not n) for n in (0, 1))
        mines = {"g50": found, "g51": hidden}
        own = replace(stage.state.sides["german"], forts=Hidden(("german",), mines))
        stage.state = replace(stage.state, sides={**stage.state.sides, "german": own})
        assert offered(stage.run()) == ["mines P20"]
        stage.answer("german", "mines P20")
        assert set(stage.state.sides["german"].forts.shown) == {"g51"}

    def test_7_514_only_on_friendly_ground_that_is_not_isolated(self) -> None:
        forts = [fort("g50", "wire", "P20"), fort("g51", "wire", "P45", "russian")]
        assert removal(squad("g1"), forts=forts, areas=[POCKET]).done
        assert offered(removal(squad("r1"), forts=forts, areas=[POCKET]), "russian") == ["g51"]

    def test_7_514_wrecks_and_immobile_vehicles(self) -> None:
        markers = (*WRECK, MapMarker("burnt-out-wreck", "P21"), MapMarker("shellholes", "P22"))
        stage = removal(tank("g1"), tank("g2"), tank("g3", "P23", "immobilized"), markers=markers)
        assert offered(stage) == ["burnt-out-wreck P21", "g3", "wreck P20"]

    def test_7_514_a_cupola_is_no_immobile_vehicle(self) -> None:
        assert removal(tank("g1"), tank("g2", "P23", type="HMG Cupola")).done

    def test_7_514_removed_on_3(self) -> None:
        stage = removal(squad("g1"), forts=[fort("r50", "wire", "P20", built_by="russian")], dice=[(3,)])
        stage.answer("german", "r50")
        assert not stage.state.forts and stage.done
        stage = removal(squad("g1"), forts=[fort("r50", "wire", "P20", built_by="russian")], dice=[(4,)])
        stage.answer("german", "r50")
        assert set(stage.state.forts) == {"r50"} and stage.done, "one attempt for each item"

    def test_7_514_several_wrecks_in_a_hex_are_an_item_each(self) -> None:
        men = (tank("g1"), tank("g2"), squad("g4"))
        stage = removal(*men, markers=WRECK * 3, dice=[(3,), (6,), (1,)])
        assert offered(stage) == ["wreck P20", "wreck P20 2", "wreck P20 3"] and stage.asked("german").most == 2
        assert stage.answer("german", "wreck P20", "wreck P20 3").state.markers == WRECK * 2, "one went, one stayed"
        assert removal(*men, markers=WRECK * 2, dice=[(3,), (3,)]).answer(
            "german", "wreck P20 2", "wreck P20"
        ).state.markers == ()  # fmt: skip

    def test_7_514_a_wreck_and_a_vehicle_go(self) -> None:
        him = piece("g4", "armor-leader", "8-1", "P23", by="g3")
        men = [tank("g1"), tank("g2"), tank("g3", "P23", "immobilized"), him]
        stage = removal(*men, markers=WRECK, dice=[(3,), (3,)]).answer("german", "wreck P20", "g3")
        assert not stage.state.markers and not stage.state.pieces and stage.done

    def test_7_514_the_roll_says_what_it_is_for(self) -> None:
        stage = removal(squad("g1"), forts=[fort("r50", "wire", "P20")], dice=[(4,)]).answer("german", "r50")
        assert rolls(stage)[0].ask.purpose.endswith("wire in P20")


class TestMines:
    def test_7_514_all_mines_of_a_location_are_one_and_go_together(self) -> None:
        field = [fort("r50", "minefield", "P20", ap=8), fort("r51", "minefield", "P20", at=3)]
        stage = removal(squad("g1"), squad("g2"), forts=field, dice=[(3,)])
        assert offered(stage) == ["mines P20"]
        assert not stage.answer("german", "mines P20").state.forts

    def test_7_514_those_that_only_their_owner_knew_of_too(self) -> None:
        hidden = fort("g51", "minefield", "P20", at=3, known=False)
        stage = Stage(
            "7.514", squad("g1"), forts=[fort("g50", "minefield", "P20", ap=8)], dice=[(3,)], fronts=NO_FRONTS
        )
        stage.state = _hide(stage, hidden)
        stage.run().answer("german", "mines P20")
        assert not stage.state.forts and not stage.state.sides["german"].forts.shown

    def test_7_514_a_wreck_among_mines_only_once_they_are_gone(self) -> None:
        field = [fort("r50", "minefield", "P20", ap=8, built_by="russian")]
        men = [tank("g1"), squad("g2"), tank("g3", "P20", "immobilized")]
        stage = removal(*men, forts=field, markers=WRECK, dice=[(5,)]).answer("german", "mines P20")
        assert stage.done, "the mines are still there"
        stage = removal(*men, forts=field, markers=WRECK, dice=[(3,)]).answer("german", "mines P20")
        assert offered(stage) == ["g3", "wreck P20"]

    def test_7_514_ones_own_hidden_mines_count_as_well(self) -> None:
        stage = Stage("7.514", tank("g1"), markers=WRECK, fronts=NO_FRONTS)
        stage.state = _hide(stage, fort("g51", "minefield", "P20", at=3, known=False))
        assert stage.run().done

    def test_7_514_bypass_is_not_recorded_and_the_players_are_reminded(self) -> None:
        assert "bypass" in removal(tank("g1"), markers=WRECK).asked("german").words


def _hide(stage: Stage, work: Fort) -> Any:
    own = replace(stage.state.sides["german"], forts=Hidden(("german",), {work.id: work}))
    return replace(stage.state, sides={**stage.state.sides, "german": own})


class TestHowMany:
    def test_7_514_wire_and_mines_no_more_than_squad_equivalents(self) -> None:
        wires = [fort(f"g5{n}", "wire", f"P2{n}") for n in range(4)]
        men = [squad("g1"), half("g2"), crew("g3"), half("g4"), squad("g5", "P30")]
        cut_off = Area(("P30",), "C", "german")
        assert removal(*men, forts=wires, areas=[cut_off]).asked("german").most == 2
        assert removal(half("g1"), forts=wires).done, "half a squad is none"

    def test_7_514_entrenchments_as_many_as_one_likes(self) -> None:
        holes = [fort(f"g5{n}", "foxhole", f"P2{n}") for n in range(4)]
        assert removal(forts=holes).asked("german").most == 4

    def test_7_514_wrecks_no_more_than_mobile_tracked_vehicles(self) -> None:
        markers = tuple(MapMarker("wreck", f"P2{n}") for n in range(4))
        stuck, truck = tank("g3", "P30", "immobilized"), tank("g4", type="SdKfz 10/4")
        away, empty = tank("g5", "", "recall-ammo"), tank("g6", "", "abandoned")
        stage = removal(tank("g1"), stuck, truck, away, empty, squad("g9"), markers=markers)
        assert stage.asked("german").most == 1
        assert removal(stuck, truck, squad("g9"), markers=markers).done

    def test_7_514_it_is_nobodys_duty(self) -> None:
        stage = removal(squad("g1"), forts=[fort("g50", "wire", "P20")])
        assert stage.asked("german").least == 0 and stage.answer("german").done


class TestModifiers:
    def drm(self, side: str, *men: Piece, what: str = "wire", hex: str = "P20", **more: Any) -> int:
        key: Side = "german" if side == "g" else "russian"
        work = fort("x1", what, hex, key, **more.pop("work", {}))
        stage = removal(*men, forts=[work], dice=[(4,)], **more).answer(key, "x1")
        return sum(one.value for one in rolls(stage)[0].ask.modifiers)

    @pytest.mark.parametrize(("line", "worth"), [("P45", 2), ("P46", 1), ("P47", 0)])
    def test_7_514_in_a_front_line_hex_and_next_to_one(self, line: str, worth: int) -> None:
        fronts = {"german": Front(), "russian": Front(front_line=(line,))}
        assert self.drm("r", squad("r1"), hex="P45", fronts=fronts) == worth
        assert self.drm("r", squad("r1"), hex="P45", fronts=fronts, what="foxhole") == 0, "not for entrenchments"

    def test_7_514_two_front_line_hexes_do_not_add_up(self) -> None:
        fronts = {"german": Front(front_line=("P44",)), "russian": Front(front_line=("P45", "P46"))}
        assert self.drm("r", squad("r1"), hex="P45", fronts=fronts) == 2

    def test_7_514_three_russian_engineer_squads_give_minus_2(self) -> None:
        assert self.drm("r", *engineers(3), hex="P45") == -2
        assert self.drm("r", *engineers(2), half("r9", "", "engineer"), hex="P45") == 0
        assert self.drm("g", *engineers(3, "g"), work={"built_by": "russian"}) == 0, "only the Russians'"
        isolated = replace(engineers(3)[2], hex="P50")
        area = Area(("P50",), "C", "russian")
        assert self.drm("r", *engineers(2), isolated, hex="P45", areas=[area]) == 0

    def test_7_514_the_germans_have_minus_2_on_their_own_works(self) -> None:
        assert self.drm("g", squad("g1"), work={"built_by": "german"}) == -2
        assert self.drm("g", squad("g1"), what="trench", work={"built_by": "german"}) == -2
        assert self.drm("g", squad("g1"), work={"built_by": "russian"}) == 0
        assert self.drm("r", squad("r1"), hex="P45", work={"built_by": "russian"}) == 0

    def test_7_514_but_not_on_their_own_wrecks(self) -> None:
        stage = removal(tank("g1"), tank("g2", "P20", "immobilized"), dice=[(4,)]).answer("german", "g2")
        assert rolls(stage)[0].ask.modifiers == ()


class TestCasualties:
    def hurt(self, *men: Piece, dice: tuple[int, ...] = (6,), **more: Any) -> Stage:
        holes = [fort("r50", "foxhole", "P45", "russian")]
        return removal(*men, forts=holes, dice=[dice], **more).answer("russian", "r50")

    def test_7_514_an_original_6_reduces_an_assault_engineer_first(self) -> None:
        elite = squad("r2", type="6-2-8")
        stage = self.hurt(squad("r1", "", "engineer", type="6-2-8"), elite, squad("r3"))
        assert stage.pieces["r1"].type == "3-2-8" and stage.pieces["r1"].kind == "half-squad"
        assert stage.pieces["r2"] == elite and stage.done

    def test_7_514_else_another_elite_mmc_of_the_owners_choice(self) -> None:
        stage = self.hurt(squad("r1", type="6-2-8"), half("r2", type="2-4-8"), squad("r3"))
        assert offered(stage, "russian") == ["r1", "r2"] and stage.asked("russian").least == 1
        assert "r2" not in stage.answer("russian", "r2").pieces and stage.done

    def test_7_514_without_elite_a_first_line_one_and_so_on(self) -> None:
        stage = self.hurt(squad("r1"), squad("r2", type="4-2-6"), crew("r3"))
        assert stage.pieces["r1"].type == "2-3-7"
        assert self.hurt(squad("r2", type="4-2-6"), crew("r3")).pieces["r2"].type == "2-2-6"
        assert not self.hurt(crew("r3")).pieces

    def test_7_514_isolated_men_are_not_there(self) -> None:
        area = Area(("P50",), "C", "russian")
        stage = self.hurt(squad("r1", "P50", type="6-2-8"), squad("r2"), areas=[area])
        assert stage.pieces["r1"].kind == "squad" and stage.pieces["r2"].kind == "half-squad"

    def test_7_514_the_owner_chooses_between_those_that_differ_only(self) -> None:
        stage = self.hurt(squad("r1", type="6-2-8"), squad("r2", type="6-2-8"))
        assert stage.done and sorted(one.kind for one in stage.pieces.values()) == ["half-squad", "squad"]
        stage = self.hurt(squad("r1", type="6-2-8"), squad("r2", type="6-2-8"), sw("r3", "LMG", by="r2"))
        assert offered(stage, "russian") == ["r1", "r2"]

    def test_7_514_no_other_roll_does_it(self) -> None:
        assert self.hurt(squad("r1", type="6-2-8"), dice=(5,)).pieces["r1"].kind == "squad"

    def test_7_514_nobody_to_hurt(self) -> None:
        assert self.hurt(tank("r1")).done

    def test_7_514_who_was_hurt_is_his_own_sides_secret(self) -> None:
        stage = self.hurt(squad("r77", type="6-2-8"))
        assert b"r77" not in stage.seen_by("german") and b"3-2-8" not in stage.seen_by("german")
        assert any("men are hurt" in text for text in stage.log)
