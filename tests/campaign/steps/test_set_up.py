"""Wind and set-up as a whole: 001 7.522, CG10, CG12, CG13, CG16, note m."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from orsha.campaign.commands import Place, Placed
from orsha.campaign.domains import APlacement
from orsha.campaign.game import Campaign
from orsha.campaign.placing import settle
from orsha.campaign.purchases import Purchase
from orsha.campaign.report import MapMarker
from orsha.campaign.sampling import Draft
from orsha.campaign.state import SIDES, Area, Asset, Fort
from orsha.campaign.zones import rest
from orsha.hexmap.map import hex_map
from orsha.kernel import Dice, Illegal, Seeded
from tests.campaign.stage import Stage, crew, gun, leader, squad, sw, tank
from tests.campaign.steps.setting import CALM, begun, bought, place, scene, wire

CUT_OFF = Area(("P45", "P46", "Q46", "Q47"), "C", "german")


def texts(stage: Stage) -> str:
    return "\n".join(stage.log)


class TestWind:
    def test_7_5221_the_german_player_tells_what_the_base_game_rolled(self) -> None:
        stage = scene().run()
        assert CALM in stage.asked("german").choices and len(stage.asked("german").choices) == 13
        stage.answer("german", "heavy winds, direction 4")
        assert stage.state.wind == "heavy winds, direction 4" and stage.state.roster[-1].wind == stage.state.wind

    def test_7_5221_a_mild_breeze_drives_smoke_where_there_is_a_blaze(self) -> None:
        fire = (MapMarker("blaze", "P20"),)
        assert "drifting smoke" in texts(scene(markers=fire).run().answer("german", "mild breeze, direction 1"))
        assert "drifting smoke" not in texts(scene(markers=fire).run().answer("german", "heavy winds, direction 1"))
        assert "drifting smoke" not in texts(scene().run().answer("german", "mild breeze, direction 1"))

    def test_7_517_gusty_weather_has_its_wind(self) -> None:
        stage = scene(weather="Clear and gusty").run()
        assert stage.state.wind == "gusts" and "german" not in stage.state.asked


class TestPlans:
    def module(self, id: str, **more: object) -> Asset:
        return Asset(id, "O1", "OBA", "Normal ammo", since="23AM", **more)  # type: ignore[arg-type]

    def test_note_h_an_observer_stands_on_a_west_edge_hex_that_its_side_controls(self) -> None:
        watched = self.module("g9", observer=True, level=2, hexes=("P0",))
        stage = begun(german={"assets": [watched]})
        with pytest.raises(Illegal):
            place(stage, "german", Placed("g9/observer", "P52"))
        place(stage, "german", Placed("g9/observer", "H0"))
        assert stage.state.sides["german"].assets.shown["g9"].hexes == ("H0",)

    def test_note_i_the_russians_on_the_east_edge_before_the_germans_set_up(self) -> None:
        watched = Asset("r9", "O4", "rockets", observer=True, level=2, hexes=("P52",), since="23AM")
        stage = begun(squad("g1"), russian={"assets": [watched]})
        assert set(stage.state.asked) == {"russian"}
        place(stage, "russian", Placed("r9/observer", "B52"))
        assert set(stage.state.asked) == {"german"}
        assert stage.state.sides["russian"].assets.shown["r9"].hexes == ("B52",)

    def test_cg13_an_observer_leaves_a_hex_that_was_lost(self) -> None:
        watched = self.module("g9", observer=True, level=2, hexes=("P0", "K20"))
        stage = scene(german={"assets": [watched]}, date="23PM")
        stage.state = replace(stage.state, control={**stage.state.control, "P0": "russian"})
        stage.run().answer("german", CALM)
        place(stage, "german")
        moved = stage.state.sides["german"].assets.shown["g9"].hexes
        assert moved[0] in ("O1", "Q1") and moved[1:] == ("K20",)

    def test_note_f_the_hexes_that_were_paid_for_are_written_down_once(self) -> None:
        line = replace(bought("O1/23AM/1", pre_registered_hex=2), assets=("g9",))
        held = {"assets": [self.module("g9")], "record": (line,)}
        stage = begun(german=held)
        place(stage, "german", Placed("g9/1", "K45"))
        assert stage.state.sides["german"].assets.shown["g9"].hexes == ("K45",)
        later = begun(german={**held, "assets": [self.module("g9", hexes=("K45", "K46"))]}, date="23PM")
        assert "german" not in later.state.asked

    def test_cg7_a_retained_module_gets_no_new_hex_though_one_was_paid_for(self) -> None:
        line = replace(bought("O1/23AM/1", pre_registered_hex=2), assets=("g9",))
        kept = self.module("g9", hexes=("K45",))
        assert "german" not in begun(german={"assets": [kept], "record": (line,)}, date="23PM").state.asked

    def test_cg13_not_more_modules_than_three_and_four(self) -> None:
        stage = begun(german={"assets": [self.module(f"g{n}") for n in range(1, 5)]})
        assert (stage.asked("german").least, stage.asked("german").most) == (3, 3)
        stage.answer("german", "g1", "g2", "g4")
        assert "only these modules are used: g1, g2, g4" in texts(stage)
        few = begun(german={"assets": [self.module(f"g{n}") for n in range(1, 4)]})
        assert "german" not in few.state.asked


class TestIsolated:
    def test_7_5222_germans_first_then_russians_then_the_rest(self) -> None:
        both = replace(CUT_OFF, kind="D", occupier=None)
        pieces = (squad("g1", "P45"), squad("r1", "Q47"), squad("g2"), squad("r2"))
        stage = begun(*pieces, areas=[both], date="23PM")
        asked = []
        for _ in range(4):
            (side,) = stage.state.asked
            asked.append((side, stage.asked(side).rule))
            place(stage, side)
        assert asked == [
            ("german", "001 7.5222"), ("russian", "001 7.5222"), ("german", "001 7.5224"), ("russian", "001 7.5224"),
        ]  # fmt: skip

    def test_7_5222_all_that_is_cut_off_is_short_of_ammunition_but_not_captured_weapons(self) -> None:
        pieces = (
            squad("g1", "P45"), sw("g2", "LMG", "P45", by="g1"), sw("r3", "LMG", "P45", "captured", by="g1"),
            tank("g4", "P46", "immobilized"),
        )  # fmt: skip
        stage = place(begun(*pieces, areas=[CUT_OFF], date="23PM"), "german", Placed("g1", "Q46"))
        short = {id for id, one in stage.pieces.items() if one.has("short-of-ammunition")}
        assert short == {"g1", "g2", "g4"} and stage.pieces["r3"].hex == "Q46"

    def test_7_5222_unseen_ones_too(self) -> None:
        stage = begun(squad("g1", "P45"), areas=[CUT_OFF], date="23PM")
        place(stage, "german", Placed("g1", "Q46", "concealed"))
        moved = stage.state.sides["german"].box.shown["g1"]
        assert moved.hex == "Q46" and set(moved.status) == {"short-of-ammunition", "concealed"}
        assert "g1" not in stage.state.pieces and b'"hex":"Q46"' not in stage.seen_by("russian")

    def test_only_immobile_ones_are_not_asked_about(self) -> None:
        stage = begun(tank("g1", "P45", "immobilized"), areas=[CUT_OFF], date="23PM")
        assert stage.done and stage.pieces["g1"].has("short-of-ammunition")

    def test_prisoners_go_with_their_guards(self) -> None:
        prisoner = squad("r1", "P45", "prisoner", by="g1")
        stage = begun(squad("g1", "P45"), prisoner, areas=[CUT_OFF], date="23PM")
        place(stage, "german", Placed("g1", "Q47"))
        assert stage.pieces["r1"].hex == "Q47" and not stage.pieces["r1"].has("short-of-ammunition")


class TestSettingUp:
    def test_7_5224_what_is_put_down_in_sight_is_seen_before_the_russians_set_up(self) -> None:
        stage = begun(squad("g1"), squad("r1"), date="23PM")
        place(stage, "german", Placed("g1", "P20"))
        assert stage.state.pieces["g1"].hex == "P20" and set(stage.state.asked) == {"russian"}

    def test_7_522_what_is_concealed_or_hidden_is_its_sides_secret(self) -> None:
        stage = begun(squad("g1"), crew("g2"), gun("g3", by="g2"), squad("g4"), date="23PM")
        place(stage, "german", Placed("g1", "P20", "concealed"), Placed("g2", "K21", "hidden"), Placed("g4", "P22"))
        box = stage.state.sides["german"].box.shown
        assert {id: (one.hex, one.status) for id, one in box.items()} == {
            "g1": ("P20", ("concealed",)), "g2": ("K21", ("hidden",)), "g3": ("K21", ("hidden",)),
        }  # fmt: skip
        seen = stage.seen_by("russian")
        assert b'"g1"' not in seen and b'"g3"' not in seen and b"PaK" not in seen and b'"g4"' in seen

    def test_cg16_works_are_seen_when_all_are_set_up_and_mines_are_not(self) -> None:
        mines = Fort("g8", "minefield", "german", "", 6, 3, known=False)
        stage = begun(squad("r1"), date="23PM", german={"forts": [wire("g7"), mines]})
        place(stage, "german", Placed("g7", "P20"), Placed("g8", "P21"))
        assert not stage.state.forts and b"wire" not in stage.seen_by("russian")
        place(stage, "russian")
        assert stage.state.forts["g7"].hex == "P20" and set(stage.state.forts) == {"g7"}
        assert stage.state.sides["german"].forts.shown["g8"].hex == "P21"
        assert b"minefield" not in stage.seen_by("russian")

    def test_6_the_germans_are_told_how_far_their_north_entry_reaches(self) -> None:
        first = place(begun(squad("g1"), squad("g2")), "german", Placed("g1", "P20"))
        assert "the west edge or on the north edge from it to DD26" in texts(first)
        later = begun(squad("g1"), squad("g2"), date="23PM")
        later.state = replace(later.state, control={**later.state.control, "DD22": "russian"})
        place(later, "german", Placed("g1", "P20"))
        assert "on the north edge from it to DD17" in texts(later), "five hexes from the Russians there"

    def test_what_is_not_placed_waits(self) -> None:
        stage = begun(squad("g1"), date="23PM", german={"forts": [wire("g7")]})
        place(stage, "german")
        assert stage.pieces["g1"].hex == "" and stage.state.sides["german"].forts.shown["g7"].hex == ""
        assert "off the map: 1 counter" in texts(stage) and "by turn 2 of 24PM" in texts(stage)

    def test_cg11_a_gun_that_stood_is_moved_in_sight_or_out_of_it(self) -> None:
        stage = begun(gun("g1", "P20"), gun("g2", "Q20"), crew("g3"), date="23PM")
        moved = (Placed("g1", "P22"), Placed("g3", "Q22", "concealed"), Placed("g2", "Q22", held_by="g3"))
        place(stage, "german", *moved)
        assert stage.state.pieces["g1"].hex == "P22" and "g2" not in stage.state.pieces
        hidden = stage.state.sides["german"].box.shown["g2"]
        assert (hidden.hex, hidden.held_by, hidden.status) == ("Q22", "g3", ("concealed",))

    def test_cg11_a_gun_in_tow_is_hooked(self) -> None:
        stage = begun(gun("r1", "P45"), tank("r2", type="GAZ-MM"), date="23PM")
        place(stage, "russian", Placed("r2", "P46"), Placed("r1", "P46", held_by="r2"))
        assert stage.state.pieces["r1"].has("hooked")

    def test_cg11_a_gun_that_stayed_hidden_is_hidden_again(self) -> None:
        stage = place(begun(gun("g1", "P20", "hidden"), date="23PM"), "german")
        assert "g1" not in stage.state.pieces and stage.state.sides["german"].box.shown["g1"].hex == "P20"

    def test_7_520_fpp_for_hiding_are_spent_and_the_rest_forfeited(self) -> None:
        stage = begun(squad("g1"), date="23PM", german={"fpp": 9})
        place(stage, "german", Placed("g1", "P20", "hidden"))
        assert stage.state.sides["german"].fpp.shown == 0 and "3 german FPP are spent on hiding" in texts(stage)

    def test_7_520_what_hides_cut_off_leaves_less_for_the_rest(self) -> None:
        stage = begun(squad("g1", "P45"), squad("g2"), areas=[CUT_OFF], date="23PM", german={"fpp": 5})
        place(stage, "german", Placed("g1", "P45", "hidden"))
        assert stage.state.sides["german"].fpp.shown == 2
        with pytest.raises(Illegal):
            place(stage, "german", Placed("g2", "P20", "hidden"))

    def test_cg10_russians_concealed_elsewhere_than_in_concealment_terrain_are_reminded_of_a12_12(self) -> None:
        for hex, told in (("P45", True), (self.grain(), False)):
            stage = begun(squad("r1"), date="23PM")
            place(stage, "russian", Placed("r1", hex, "concealed"))
            assert ("A12.12" in texts(stage)) is told

    def grain(self) -> str:
        ground = hex_map().ground
        return next(str(hex) for hex in sorted(ground) if ground[hex].has("grain") and hex.number >= 42)

    def test_7_5131c_a_rearmed_vehicle_waits_off_the_map_and_is_fit_again(self) -> None:
        stage = begun(tank("g1", "", "recall"), date="23PM")
        assert stage.done and not stage.pieces["g1"].has("recall")

    def test_7_5131c_an_abandoned_vehicle_stays_under_recall_and_may_stand_on_the_map(self) -> None:
        stage = place(begun(tank("g1", "", "abandoned", "recall"), date="23PM"), "german")
        assert stage.done and stage.pieces["g1"].status == ("abandoned", "recall")
        stage = place(begun(tank("g1", "", "abandoned", "recall"), date="23PM"), "german", Placed("g1", "P20"))
        assert stage.done and (stage.pieces["g1"].hex, stage.pieces["g1"].status) == ("P20", ("abandoned", "recall"))

    def test_cg10_dummies_are_put_down_unseen(self) -> None:
        dummy = Asset("g9", "M1", "dummy concealment counter", since="23PM")
        stage = begun(date="23PM", german={"assets": [dummy]})
        place(stage, "german", Placed("g9", "P20"))
        assert stage.state.sides["german"].assets.shown["g9"].hexes == ("P20",)

    def test_nobody_is_asked_who_has_nothing_to_set_up(self) -> None:
        assert begun(date="23PM").done
        assert begun(squad("r1"), date="23AM").done, "on the first date an unbought squad only enters"


class TestBombardments:
    def aimed(self) -> Stage:
        stage = begun(russian={"assets": [Asset("r9", "B1", "Bombardment", since="23AM")]})
        return place(stage, "russian", Placed("r9", "K20"))

    def test_footnote_20_its_centre_strays_from_one_to_three_hexes(self) -> None:
        choices = self.aimed().asked("russian").choices
        assert len(choices) == 18 and {"K17", "K21", "K23"} <= set(choices) and "K20" not in choices

    def test_note_m_it_strikes_every_hex_within_five(self) -> None:
        stage = self.aimed().answer("russian", "K21")
        assert "every hex within 5 of K21" in texts(stage)
        assert stage.state.sides["russian"].assets.shown["r9"].hexes == ("K21",)

    def test_one_that_falls_off_the_map_is_wasted(self) -> None:
        stage = begun(russian={"assets": [Asset("r9", "B1", "Bombardment", since="23AM")]})
        place(stage, "russian", Placed("r9", "A1")).answer("russian", "off the map")
        assert not stage.state.sides["russian"].assets.shown

    def test_cg7_one_that_is_not_aimed_is_kept(self) -> None:
        stage = begun(russian={"assets": [Asset("r9", "B1", "Bombardment", since="23AM")]})
        place(stage, "russian")
        assert stage.done and stage.state.sides["russian"].assets.shown["r9"].hexes == ()

    def test_the_aim_is_secret_until_it_strikes(self) -> None:
        stage = begun(squad("g1"), russian={"assets": [Asset("r9", "B1", "Bombardment", since="23AM")]})
        place(stage, "russian", Placed("r9", "K20"))
        log = stage.seen_by("german")
        assert b"aim" not in log and set(stage.state.asked) == {"german"}


class TestTheEnd:
    def test_b32_a_bought_san_increase_adds_one(self) -> None:
        stage = scene(german={"order": (Purchase("M3"),)}, russian={"order": (Purchase("M2"),)})
        stage.run().answer("german", CALM)
        assert (stage.state.sides["german"].san, stage.state.sides["russian"].san) == (4, 4)

    def test_base_game_seven_at_most(self) -> None:
        stage = scene(german={"order": (Purchase("M3"),)})
        high = replace(stage.state.sides["german"], san=7)
        stage.state = replace(stage.state, sides={**stage.state.sides, "german": high})
        assert stage.run().answer("german", CALM).state.sides["german"].san == 7


class TestTheOption:
    """Random set-ups of a later date: guns that stood, groups of the date, leaders, works, an isolated area."""

    def busy(self) -> Stage:
        tag = "I1/23PM/1"
        german = [
            *(squad(f"g{n}", group=tag) for n in range(1, 13)), leader("g20", group=tag), leader("g21", last="P20"),
            *(sw(f"g{n}", "LMG") for n in range(22, 26)), gun("g30", "P20"), gun("g31", "Q20", "hidden"),
            gun("g32", last="R20"), crew("g33"), crew("g34"), tank("g40"), tank("g41"),
        ]  # fmt: skip
        russian = [
            *(squad(f"r{n}", group="I2/23PM/1") for n in range(1, 9)), squad("r10"), squad("r11", "Q47"),
            gun("r20", "P49"), crew("r21"), tank("r22", type="GAZ-MM"), sw("r23", "MMG"),
        ]  # fmt: skip
        mines = [Fort(f"g{n}", "minefield", "german", "", 8, 3, known=False, field="M2/23PM/1") for n in range(50, 58)]
        both = replace(CUT_OFF, kind="D", occupier=None)
        return scene(
            *german, squad("g19", "P45"), *russian, areas=[both], date="23PM",
            german={"record": (bought(tag),), "forts": [*mines, *(wire(f"g{n}") for n in range(60, 70))]},
            russian={"record": (bought("I2/23PM/1"),)},
        )  # fmt: skip

    def test_every_drawn_set_up_is_allowed(self) -> None:
        state = self.busy().state
        for side in SIDES:
            set_up = rest(state, side)
            for seed in range(40):
                drawn = Draft(set_up, random.Random(seed)).draw()
                settle(set_up, drawn)
                assert len(drawn) > 5

    def test_and_the_step_takes_it_to_the_end(self) -> None:
        for seed in range(5):
            rng, stage = random.Random(seed), self.busy().run().answer("german", CALM)
            while stage.state.asked:
                ((side, _),) = stage.state.asked.items()
                (option,) = Campaign().options(Campaign().view(stage.state, side), side)
                stage.send(side, Campaign().command(option.sample(rng)))
            assert stage.done

    def test_nonsense_is_refused(self) -> None:
        domain = APlacement(rest(self.busy().state, "german"))
        wrongs: tuple[object, ...] = (None, 3, "g1", [], (1,), (Placed("g1", "P99"),), (Placed("", ""),))
        for wrong in wrongs:
            assert not domain.contains(wrong)
        assert domain.contains(())

    def test_a_refusal_names_the_rule(self) -> None:
        stage = self.busy().run().answer("german", CALM)
        wrong = Place((Placed("g19", "P20"),))
        with pytest.raises(Illegal) as no:
            list(Campaign().decide(stage.state, "german", wrong, Dice(Seeded(1))))
        assert no.value.rule == "001 7.5222"
