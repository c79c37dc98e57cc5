"""Reconnaissance: 001 7.5225, 7.5226, ruling B7."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.campaign.game import Campaign
from orsha.campaign.purchases import Purchase
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import Area, Asset, Fort
from orsha.campaign.steps.recon import in_reach
from orsha.hexmap.map import hex_map
from orsha.kernel import Illegal
from tests.campaign.stage import Stage, crew, gun, squad
from tests.campaign.steps.setting import CALM, scene

GROUND = hex_map().ground
NEAR = [hex for hex in sorted(GROUND) if 36 <= hex.number <= 40]
GRAIN = next(str(hex) for hex in NEAR if GROUND[hex].terrain == ("grain",))
OPEN = next(str(hex) for hex in NEAR if GROUND[hex].terrain == ("open",))


def looking(*pieces: Piece, dice: int = 1, date: str = "23PM", cpp: int = 2, **more: Any) -> Stage:
    """7.522 up to the question what to spend; pieces in the Germans' box that stand in a hex are set up unseen."""
    unseen = {one.id: one for one in pieces}
    german = {"box": unseen, **more.pop("german", {})}
    stage = scene(date=date, german=german, russian={"cpp": cpp, **more.pop("russian", {})}, dice=[(dice,)], **more)
    return stage.run().answer("german", CALM)


def hidden(id: str, hex: str) -> Piece:
    return squad(id, hex, "hidden")


def rolls(stage: Stage) -> int | None:
    return next(line.recon for line in stage.state.roster if line.date == stage.state.date)


class TestBuying:
    def test_7_5225_only_the_russians_and_after_all_have_set_up(self) -> None:
        stage = looking()
        assert set(stage.state.asked) == {"russian"} and stage.asked("russian").rule == "001 7.5225"

    @pytest.mark.parametrize(
        ("date", "cpp", "found"), [("23PM", "1", 5), ("23PM", "2", 8), ("24AM", "1", 7), ("24AM", "2", 10)]
    )
    def test_7_5225_one_for_the_russians_two_in_the_morning_three_for_two_cpp(
        self, date: str, cpp: str, found: int
    ) -> None:
        stage = looking(dice=4, date=date).answer("russian", cpp)
        assert rolls(stage) == found

    def test_7_5225_what_it_costs_is_written_down(self) -> None:
        own = looking(cpp=9).answer("russian", "2").state.sides["russian"]
        assert own.cpp.shown == 7 and own.columns.shown[-1].recon == 2

    def test_7_5225_it_need_not_be_bought(self) -> None:
        stage = looking().answer("russian", "0")
        assert stage.done and rolls(stage) is None

    def test_7_5225_not_for_more_than_is_left(self) -> None:
        assert set(looking(cpp=1).asked("russian").choices) == {"0", "1"}
        assert looking(cpp=0).done

    @pytest.mark.parametrize(("extras", "found"), [({}, 5), ({"one-point-recon": 1}, 2)])
    def test_b7_one_that_was_ordered_is_paid_already_and_no_second_is_bought(
        self, extras: dict[str, int], found: int
    ) -> None:
        stage = looking(cpp=5, russian={"order": (Purchase("M3", extras),)})
        assert stage.asked("russian").rule == "001 7.5226" and rolls(stage) == found
        assert stage.state.sides["russian"].cpp.shown == 5


class TestLooking:
    def look(self, *pieces: Piece, at: tuple[str, ...] = (GRAIN,), **more: Any) -> Stage:
        return looking(*pieces, **more).answer("russian", "1").answer("russian", *at)

    def test_7_5226_seven_hexes_from_ones_own_ground(self) -> None:
        stage = looking().answer("russian", "1")
        choices = stage.asked("russian").choices
        assert "P35" in choices and "P34" not in choices and "P42" not in choices

    def test_7_5226_not_more_hexes_than_the_roll(self) -> None:
        stage = looking(dice=1).answer("russian", "1")
        with pytest.raises(Illegal):
            stage.answer("russian", "P40", "P39", "P38")
        stage.answer("russian", "P40", "P39")

    def test_7_5226_hidden_units_are_found_and_stand_concealed(self) -> None:
        stage = self.look(hidden("g1", GRAIN), hidden("g2", "P39"))
        box = stage.state.sides["german"].box.shown
        assert box["g1"].status == ("concealed",) and box["g2"].status == ("hidden",)

    def test_7_5226_the_russians_see_what_they_are_and_nobody_else_does(self) -> None:
        stage = self.look(crew("g1", GRAIN, "hidden"), gun("g2", GRAIN, "hidden", by="g1"))
        assert any("75L (PaK 40) (gun)" in text for text in stage.log)
        assert b"75L (PaK 40) (gun)" in stage.seen_by("russian")
        assert b"75L (PaK 40) (gun)" not in stage.seen_by("german"), "what was seen there is the Russians' to know"

    def test_7_5226_concealed_ones_are_inspected_and_stay_concealed(self) -> None:
        stage = self.look(squad("g1", GRAIN, "concealed"))
        assert stage.state.sides["german"].box.shown["g1"].status == ("concealed",)
        assert f"{GRAIN}: 4-6-7 (squad)" in stage.log

    def test_7_5226_only_in_concealment_terrain_do_they_take_their_counters_back(self) -> None:
        stage = self.look(squad("g1", OPEN, "concealed"), at=(OPEN,))
        assert stage.state.pieces["g1"].hex == OPEN and stage.state.pieces["g1"].status == ()

    def test_7_5226_nor_where_a_fire_has_made_open_ground(self) -> None:
        burnt = (MapMarker("open-ground", GRAIN),)
        stage = looking(hidden("g1", GRAIN), markers=burnt).answer("russian", "1").answer("russian", GRAIN)
        assert stage.state.pieces["g1"].status == ()

    def test_7_5226_mines_are_found_but_not_their_strength(self) -> None:
        mines = [Fort("g8", "minefield", "german", GRAIN, 6, 3, known=False)]
        stage = self.look(german={"forts": mines})
        assert any(f"mines are found in {GRAIN}" in text for text in stage.log)
        assert stage.state.sides["german"].forts.shown["g8"].known and not stage.state.forts
        assert b'"ap":6' not in stage.seen_by("russian")

    def dummy(self, hex: str) -> dict[str, list[Asset]]:
        return {"assets": [Asset("g9", "M1", "dummy concealment counter", hexes=(hex,), since="23PM")]}

    def test_dummies_are_seen_through_and_last_in_concealment_terrain(self) -> None:
        stage = self.look(german=self.dummy(GRAIN))
        assert f"{GRAIN}: nothing but dummies" in stage.log and stage.state.sides["german"].assets.shown
        assert not self.look(german=self.dummy(OPEN), at=(OPEN,)).state.sides["german"].assets.shown

    def test_an_empty_hex_is_empty(self) -> None:
        assert f"{OPEN}: nobody unseen is there" in self.look(german=self.dummy(GRAIN), at=(OPEN,)).log

    def test_looking_cannot_be_undone(self) -> None:
        stage = self.look(hidden("g1", GRAIN))
        assert any(isinstance(event, Campaign.reveals) for event in stage.events)

    def test_nowhere_is_a_choice_too(self) -> None:
        assert self.look(hidden("g1", GRAIN), at=()).done

    def test_7_5062_ground_that_both_control_counts_as_ones_own(self) -> None:
        stage = scene(areas=[Area(("P20",), "D")])
        assert {"P20", "P13"} <= set(in_reach(stage.state)) and "P12" not in in_reach(stage.state)
