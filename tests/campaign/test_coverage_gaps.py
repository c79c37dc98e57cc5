"""Rules of 001 that no other test would catch: told rules, the order of the steps, smaller exceptions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.campaign.commands import Agree, File, Order, Placed
from orsha.campaign.events import BattleBegan, StepBegan
from orsha.campaign.game import Campaign, doing
from orsha.campaign.groups import initial
from orsha.campaign.opening import opening
from orsha.campaign.placing import settle
from orsha.campaign.purchases import Purchase
from orsha.campaign.receiving import receive
from orsha.campaign.reminders import every_reminder
from orsha.campaign.report import MapMarker, Piece, ScenarioReport, check
from orsha.campaign.state import SIDES, Area, Asset, CampaignSetup, CampaignState, Fort
from orsha.campaign.zones import concealing, rest
from orsha.hexmap.grid import neighbours, parse
from orsha.kernel import Dice, Hidden, Illegal, Roll, Typed
from orsha.kernel.data import Wrong
from tests.campaign.stage import Stage, bare, crew, gun, half, leader, piece, squad, sw, tank
from tests.campaign.steps.repairing import declined, repairs, rules_asked
from tests.campaign.steps.rolled import rolls
from tests.campaign.steps.setting import CALM, bought, having, scene

GAME = Campaign()


# -- what the players are told and the program does not do for them

TOLD = {
    "001 CG1": ["whole map"],
    "001 CG2": ["chapter divider", "changes them"],
    "001 CG6": ["no massacres"],
    "001 CG8": ["optional machine guns", "each vehicle on its own", "no CPP"],
    "001 CG9": ["in secret", "buttoned up", "turrets", "malfunctioned", "within 16 hexes", "not concealed"],
    "001 CG14": ["is lost with all weapons", "recalled for low ammunition", "exit the west edge"],
    "001 CG15": ["self-rally 2 broken MMC", "not disrupted", "before any other rally attempt"],
    "001 7.4": ["turn 1 without rockets", "overcast and in rain", "recalled at the end of turn 2", "E7.21"],
    "001 7.5223": ["good order", "no smaller", "became TI", "machine gun is short no longer", "All other weapons"],
    "001 notes f, g": ["HE and smoke", "no barrages"],
    "001 Russian note g": ["smoke missions", "1."],
    "001 Russian note h": ["HE only"],
    "001 German note k": ["none is rolled for"],
    "001 5.2": ["first act", "prep fire phase", "placed an FFE"],
    "001 6": ["ablaze is the Russians'", "either side can take it", "K33", "held the bridge last"],
}


@pytest.mark.parametrize(("rule", "words"), TOLD.items())
def test_what_only_the_players_can_keep_is_told_in_full(rule: str, words: list[str]) -> None:
    said = " ".join(one.words for one in every_reminder() if one.rule == rule)
    assert said and not [part for part in words if part not in said], said


# -- the sequence (7.5, 7.32, CG End)

PRINTED = [f"7.{number}" for number in range(501, 524)]


def steps_begun(events: list[object]) -> list[str]:
    return [event.step for event in events if isinstance(event, StepBegan)]


def after(state: CampaignState, events: object) -> CampaignState:
    for event in events:  # type: ignore[attr-defined]
        if not isinstance(event, Roll):
            state = GAME.apply(state, event)
    return state


def agreed(date: str, report: ScenarioReport) -> tuple[CampaignState, list[str]]:
    """A battle on an empty map, filed by one side and agreed to by the other."""
    state = replace(bare(date), step="battle")
    for side in SIDES:
        own = replace(state.sides[side], assets=Hidden((side,), {}), cpp=Hidden((side,), 0))
        state = replace(state, sides={**state.sides, side: own})
    state = after(state, GAME.decide(state, "russian", File(report), Dice(Typed())))
    events = list(GAME.decide(state, "german", Agree(True), Dice(Typed())))
    return after(state, events), steps_begun(list(events))


def test_7_32_a_report_that_both_agree_on_begins_the_reorganization() -> None:
    state, begun = agreed("23AM", ScenarioReport("23AM"))
    assert begun == PRINTED[: len(begun)] and len(begun) > 3
    assert state.asked, doing(state)


def test_7_5_after_the_last_scenario_only_the_steps_up_to_victory() -> None:
    state, begun = agreed("24PM", ScenarioReport("24PM"))
    assert begun == ["7.501", "7.502", "7.503"] and state.step == "over"


@pytest.mark.parametrize("gives_up", SIDES)
def test_6_cg_end_a_side_that_concedes_has_lost_whatever_the_points(gives_up: str) -> None:
    state, begun = agreed("23AM", ScenarioReport("23AM", concedes=gives_up))  # type: ignore[arg-type]
    assert begun == ["7.501", "7.502", "7.503"] and state.step == "over"
    result = GAME.result(state)
    assert result is not None and result.winner == ({*SIDES} - {gives_up}).pop()


# -- 7.4


def test_special_rule_1_the_first_scenario_is_overcast_and_wet_without_a_roll() -> None:
    state = opening(CampaignSetup())
    assert (state.weather, state.ground) == ("Overcast", "Wet")
    assert [(line.date, line.weather, line.ground) for line in state.roster] == [("23AM", "Overcast", "Wet")]


# -- 6, LVP


def test_6_lvp_the_gully_below_the_bridge_is_a_place_of_k33_and_counts_as_it() -> None:
    """The bridge's hex has the gully's floor as a level, so whoever stands there when it has fallen can be reported."""
    check(ScenarioReport("23AM", pieces=(squad("r1", "K33", level=-1), squad("r2", "K33"))))
    stage = Stage("7.503", control={"K33": "russian"}).run()
    assert stage.state.lvp == ("K33",)


# -- 7.5055


def test_7_5055_no_hex_of_this_map_has_an_upper_level() -> None:
    with pytest.raises(Wrong, match="has the levels"):
        check(ScenarioReport("23AM", pieces=(squad("g1", "P3", level=2),)))


# -- 7.518: the orders


def orders(date: str = "23PM") -> Stage:
    return Stage("7.518", date=date).run()


def test_7_518_both_sides_are_asked_at_once_and_pay_at_once() -> None:
    stage = orders("23AM")
    assert set(stage.state.asked) == {*SIDES}
    stage.send("german", Order((Purchase("I1"), Purchase("V3", {"off-board": 1}))))
    own = stage.state.sides["german"]
    [line] = own.columns.shown
    assert own.cpp.shown == 66 - 7 - 5 == line.left and line.spent == 12
    assert own.bought.shown == {"I1": 1, "V3": 1} and len(own.order.shown) == 2
    assert set(stage.state.asked) == {"russian"}


def test_7_518_what_a_side_orders_pays_and_keeps_is_its_own_secret() -> None:
    stage = orders("23AM").send("german", Order((Purchase("V3"),)))
    assert b'"id":"V3"' in stage.seen_by("german") and b'"id":"V3"' not in stage.seen_by("russian")
    assert b"pays 6 CPP" in stage.seen_by("german") and b"pays 6 CPP" not in stage.seen_by("russian")


def test_7_518_nothing_need_be_bought_and_what_is_left_is_kept() -> None:
    stage = orders("23AM").send("german", Order(())).send("russian", Order(()))
    assert stage.done and stage.state.sides["russian"].cpp.shown == initial().russian.cpp


# -- 7.5194


def test_7_5194_a_platoon_has_as_many_vehicles_as_its_strength_says() -> None:
    assert receive("german", "V3", "23PM", Dice(Typed([(1, 1), (6, 6)]))).units == {"StuG IIIG": 3}
    assert receive("german", "V3", "23PM", Dice(Typed([(6, 6), (6, 6)]))).units == {"StuG IIIG": 2}


# -- German note l


def test_german_note_l_a_die_names_the_dive_bomber_and_atcb_is_rolled_for_each_that_comes() -> None:
    stage = Stage("7.519", date="23PM", dice=[(4,)])
    own = stage.state.sides["german"]
    order = replace(own, order=Hidden(("german",), (Purchase("F2"),)), assets=Hidden(("german",), {}))
    stage.state = replace(stage.state, sides={**stage.state.sides, "german": order})
    [asset] = stage.run().state.sides["german"].assets.shown.values()
    assert asset.group == "F2" and "type die 4" in asset.words and "≤ 2 ATCB" in asset.words


# -- 7.521, 7.523


def test_7_521_on_every_date_the_russians_attack_and_the_germans_set_up_first() -> None:
    for date in ("23AM", "23PM", "24AM", "24PM"):
        text = " ".join(Stage("7.521", date=date).run().log)
        assert "Russians attack and move first" in text and "Germans defend and set up first" in text


def test_7_523_both_sides_announce_elr_and_san_and_the_battle_begins() -> None:
    stage = Stage("7.523", date="23PM").run()
    text = " ".join(stage.log)
    assert "german: ELR 3, SAN 3" in text and "russian: ELR 4, SAN 3" in text
    assert stage.state.step == "battle" and any(isinstance(event, BattleBegan) for event in stage.events)
    assert b"ELR 3, SAN 3" in stage.seen_by("russian")


# -- 7.501: what melee does not touch

NOTHING: tuple[str, ...] = ()


def melee(*pieces: Piece, answers: tuple[tuple[str, ...], ...] = (), **more: object) -> Stage:
    stage = Stage("7.501", *pieces, **more).run()  # type: ignore[arg-type]
    for chosen in answers:
        stage.answer("russian", *chosen)
    return stage


def test_7_501_what_the_base_game_does_is_told_first() -> None:
    text = " ".join(melee(squad("g1", "P20"), squad("r1", "P20")).log)
    assert "no ambush" in text and "hatches may be opened" in text and "turned to its +1 side" in text


def test_7_501_motion_ends_only_in_the_hex_of_the_melee() -> None:
    stage = melee(squad("g1", "P20"), tank("r1", "P20", "motion"), tank("r2", "P22", "motion"))
    assert not stage.pieces["r1"].has("motion") and stage.pieces["r2"].has("motion")


def test_7_501_a_way_out_is_closed_by_enemy_units_and_blazes_and_by_nothing_else() -> None:
    around = sorted(map(str, neighbours(parse("P20"))))
    friends = [squad(f"r{n}", hex) for n, hex in enumerate(around[:2], 10)]
    things = gun("g9", around[2]), tank("g8", around[3], "abandoned")
    marks = (MapMarker("shellholes", around[4]), MapMarker("blaze", around[5]))
    men = (squad("g1", "P20"), squad("r1", "P20"))
    answers = (NOTHING, NOTHING, NOTHING, NOTHING, ("r1",))
    stage = melee(*men, *friends, *things, markers=marks, answers=answers)
    assert set(stage.asked("russian").choices) == set(around[:5])


def test_7_501_nobody_is_reduced_twice_and_a_wounded_man_is_not_wounded_again() -> None:
    men = (squad("g1", "P20"), leader("g2", "P20", "wounded"), leader("g3", "P20"), squad("r1", "P20"))
    stage = melee(*men, answers=(NOTHING,))
    assert set(stage.asked("russian").choices) == {"g1", "g3", "r1"}
    for chosen in (("g1",), NOTHING, NOTHING, NOTHING, ("again",), NOTHING):
        stage.answer("russian", *chosen)
    assert set(stage.asked("russian").choices) == {"g3", "r1"}


def test_7_501_the_broken_capture_nobody() -> None:
    stage = melee(squad("g1", "P20", "broken"), squad("r1", "P20"), answers=(NOTHING, NOTHING))
    assert "german units are captured" in stage.asked("russian").words
    stage.answer("russian")
    assert "captured" not in stage.asked("russian").words


def test_7_501_a_dismantled_gun_is_carried_off() -> None:
    mortar = gun("g2", "P20", "dismantled", type="81mm MTR", by="g1")
    stage = melee(crew("g1", "P20"), mortar, squad("r1", "P20"), answers=(NOTHING, NOTHING, NOTHING, NOTHING, ("g1",)))
    hex = sorted(stage.asked("russian").choices)[0]
    stage.answer("russian", hex).answer("german", "yes")
    assert stage.pieces["g2"].hex == hex and stage.pieces["g2"].held_by == "g1"


def test_7_501_the_prisoners_of_a_captured_guard_are_free() -> None:
    men = (squad("g1", "P20"), squad("r9", "P20", "prisoner", by="g1"), squad("r1", "P20"))
    stage = melee(*men, answers=(NOTHING, NOTHING, ("g1",), NOTHING)).answer("german", "yes")
    assert stage.pieces["g1"].has("prisoner") and not stage.pieces["r9"].has("prisoner")


def test_7_501_who_wins_one_hex_does_not_take_another() -> None:
    men = (squad("g1", "P20"), squad("r1", "P20"), squad("g2", "T20"))
    stage = melee(*men, control={"P20": "german", "T20": "german"}, answers=(("g1",), NOTHING, NOTHING))
    stage.answer("german", "yes")
    assert stage.state.control == {"P20": "russian", "T20": "german"}


# -- 7.502, 7.503


def test_7_502d_counter_battery_needs_no_radio() -> None:
    stage = Stage("7.502", sw("g1", "Radio", "P20"))
    stage.state = having(stage.state, "german", assets=[Asset("g9", "O5", "counter battery", since="23AM")])
    assert "g1" not in stage.run().pieces


def test_7_503_each_gun_is_manned_by_the_crew_of_its_own_truck() -> None:
    trucks = [tank(id, "P20", type="GAZ-MM") for id in ("r1", "r2")]
    men = (crew("r3", "P20", by="r2"), crew("r4", "P20", by="r1"))
    guns = (gun("r5", "P20", "hooked", by="r1"), gun("r6", "P20", "hooked", by="r2"))
    stage = Stage("7.503", *trucks, *men, *guns).run().answer("russian", "r3", "r4", "r5", "r6")
    assert (stage.pieces["r5"].held_by, stage.pieces["r6"].held_by) == ("r4", "r3")


def test_7_503_prisoners_aboard_are_not_unloaded() -> None:
    truck = tank("r1", "P20", type="GAZ-MM")
    stage = Stage("7.503", truck, squad("r2", "P20", by="r1"), squad("g1", "P20", "prisoner", by="r1")).run()
    assert set(stage.asked("russian").choices) == {"r2"}


# -- 7.504

MINES = Fort("g90", "minefield", "german", "P20", 8, 3)
TWELVE, SEVEN = (6, 6), (3, 4)


def around(side: str) -> dict[str, str]:
    return {str(hex): side for hex in neighbours(parse("P20"))}


def hazards(*pieces: Piece, **more: object) -> Stage:
    return Stage("7.504", *pieces, **more).run()  # type: ignore[arg-type]


def test_7_5041_men_who_are_lost_leave_no_wreck() -> None:
    assert hazards(squad("g1", "P20", "encircled"), dice=[TWELVE]).state.markers == ()


def test_7_5041_neither_an_enemy_nor_a_captive_leader_helps() -> None:
    foe = leader("r2", "P20", type="10-2")
    captive = leader("g2", "P20", "prisoner", type="10-2", by="r3")
    stage = hazards(squad("g1", "P20", "encircled"), foe, captive, squad("r3", "P20"), dice=[(3, 3)])
    assert [one.value for one in rolls(stage)[0].ask.modifiers] == [1]


def test_7_5041_only_men_can_claim_prisoners() -> None:
    captive = squad("r1", "P20", "prisoner", by="g1")
    stage = hazards(squad("g1", "P20", "encircled"), captive, tank("g2", "P20"), dice=[TWELVE])
    assert stage.done and not stage.pieces["r1"].has("prisoner"), "and nothing was dropped that he could be asked about"


def test_7_5042_only_mines_attack_and_only_those_in_their_hex() -> None:
    wire = Fort("g91", "wire", "german", "P20")
    assert hazards(tank("r1", "P20"), forts=[wire], control=around("german")).done
    stage = hazards(tank("r1", "P20"), tank("r2", "T20"), forts=[MINES], control=around("german"))
    stage.answer("russian", "unharmed")
    assert stage.done, "the tank in T20 is asked about nothing"


def test_7_5042_no_trail_elsewhere_and_no_other_marker_spares_anybody() -> None:
    marks = (MapMarker("trailbreak", "T20"), MapMarker("shellholes", "P20"))
    stage = hazards(squad("r1", "P20"), forts=[MINES], control={}, markers=marks)
    assert stage.asked("russian").rule == "001 7.5042"


def test_7_5042_hidden_mines_next_door_are_not_given_away() -> None:
    """To Russians who do not know of them a hex with hidden mines is a way out, as far as they can say."""
    hidden = [Fort(f"g{n}", "minefield", "german", hex, 6, known=False) for n, hex in enumerate(around("x"), 70)]
    stage = Stage("7.504", squad("r1", "P20"), forts=[MINES], control={})
    stage.state = having(stage.state, "german", forts=hidden)
    assert "russian" in stage.run().state.asked


def test_7_5042_riders_may_be_reduced() -> None:
    stage = hazards(tank("r1", "P20"), squad("r2", "P20", by="r1"), forts=[MINES], control=around("german"))
    stage.answer("russian", "unharmed").answer("russian", "reduced")
    assert stage.pieces["r2"].kind == "half-squad"


# -- 7.507

TRENCH = Fort("g91", "trench", "german", "T20")


def test_7_507_a_trench_elsewhere_keeps_no_gun_on_the_map() -> None:
    stage = Stage("7.507", crew("g1", "P20"), gun("g2", "P20", by="g1"), date="23PM", forts=[TRENCH]).run()
    assert not stage.pieces["g2"].hex


def test_7_5072_nothing_is_scrounged_from_what_has_no_machine_gun_left_or_where_no_men_are() -> None:
    bare_hull = tank("g1", "P20", "abandoned", "immobilized", "mg-disabled")
    no_mg = tank("g2", "P20", "abandoned", "immobilized", type="SdKfz 10/4")
    whole = tank("g3", "P20", "abandoned", "immobilized")
    offered = Stage("7.507", bare_hull, no_mg, whole, squad("g4", "P21")).run().asked("german")
    assert offered.rule == "001 7.5072" and set(offered.choices) == {"g3"}
    alone = Stage("7.507", whole).run().asked("german")
    assert "g3" not in alone.choices


def test_7_5073_works_on_ground_of_both_sides_stay_whose_they_were() -> None:
    area = [Area(("T20",), "D")]
    stage = Stage("7.507", areas=area, forts=[TRENCH], control={"T20": "both"}).run()
    assert stage.state.forts["g91"] == TRENCH


# -- 7.509


def test_7_5095_nothing_is_lost_where_nothing_burns() -> None:
    things = (gun("g1", "T20"), sw("g2", "HMG", "T20"), tank("g3", "T20", "immobilized"))
    wire = Fort("g92", "wire", "german", "T20")
    stage = Stage("7.509", *things, forts=[wire], markers=(MapMarker("blaze", "Q10"),)).run()
    assert set(stage.pieces) == {"g1", "g2", "g3"} and set(stage.state.forts) == {"g92"}


def test_7_5094_in_a_pocket_only_what_stands_in_the_fire_is_confined_to_it() -> None:
    area = [Area(("H2", "H3"), "C", "german", True)]
    elsewhere = (tank("g1", "H3", "immobilized"), gun("g2", "H2", "hooked"), gun("g3", "H2"))
    fire = {"markers": (MapMarker("flame", "H2"),), "areas": area, "forts": [TRENCH]}
    stage = Stage("7.509", *elsewhere, dice=[(5,)], **fire).run()  # type: ignore[arg-type]
    assert set(stage.pieces) == {"g1", "g2", "g3"}, "a trench in another hex confines no gun either"


def test_7_5094_an_abandoned_vehicle_cannot_be_moved_out_of_the_fire() -> None:
    area = [Area(("H2", "H3"), "C", "german", True)]
    empty = tank("g1", "H2", "abandoned")
    fire = (MapMarker("flame", "H2"),)
    assert Stage("7.509", empty, squad("g2", "H3"), dice=[(5,)], markers=fire, areas=area).run().pieces.keys() == {"g2"}


# -- 7.520, 7.522: hiding and set-up


def german(*pieces: Piece, **more: object) -> Stage:
    return scene(*pieces, **more)  # type: ignore[arg-type]


def test_7_520_a_crew_with_a_machine_gun_pays_for_hiding() -> None:
    stage = german(crew("g1"), sw("g2", "HMG", by="g1"), german={"fpp": 1})
    assert settle(rest(stage.state, "german"), (Placed("g1", "P20", "hidden"),)).fpp == 1


def test_7_520_a_leader_hides_with_hidden_men_of_his_own_hex() -> None:
    stage = german(squad("g1"), leader("g2"), german={"fpp": 9})
    with pytest.raises(Illegal, match="only with hidden men in his hex"):
        settle(rest(stage.state, "german"), (Placed("g1", "P20", "hidden"), Placed("g2", "P22", "hidden")))


def test_7_520_crews_are_no_squads_of_whom_a_tenth_may_hide() -> None:
    squads, crews = [squad(f"g{n}") for n in range(1, 11)], [crew(f"g{n}") for n in range(30, 40)]
    stage = german(*squads, *crews, german={"fpp": 99})
    spread = [Placed(one.id, f"P{n}", "hidden" if n < 22 else "open") for n, one in enumerate([*squads, *crews], 20)]
    with pytest.raises(Illegal, match="1 of 10 squads"):
        settle(rest(stage.state, "german"), tuple(spread))


def test_cg11_a_gun_taken_off_the_map_remembers_whether_it_was_found() -> None:
    placed = (Placed("g1", "P20", "hidden"), Placed("g2", "P20", held_by="g1"))
    found = german(crew("g1"), gun("g2", last="P20"), date="24AM")
    with pytest.raises(Illegal, match="was revealed"):
        settle(rest(found.state, "german"), placed)
    never = german(crew("g1"), gun("g2", "", "hidden", last="P22"), date="24AM")
    assert settle(rest(never.state, "german"), placed).pieces["g2"].how == "hidden"


def test_7_520_only_shellholes_make_hiding_dearer() -> None:
    stage = german(squad("g1"), german={"fpp": 6}, markers=(MapMarker("wreck", "P20"),))
    assert settle(rest(stage.state, "german"), (Placed("g1", "P20", "hidden"),)).fpp == 3


def test_7_5224_what_is_abandoned_or_only_lies_there_closes_no_hex() -> None:
    things = (tank("r1", "P20", "abandoned"), sw("r2", "LMG", "P21"), squad("r3", "P22", "prisoner", by="g9"))
    stage = german(squad("g1"), *things, squad("g9", "P22"), date="23PM")
    assert {"P20", "P21", "P22"} <= rest(stage.state, "german").hexes("g1")


def test_7_5224_of_what_stands_on_the_map_only_guns_are_moved() -> None:
    stage = german(squad("g1"), tank("g2", "P20", "immobilized"), gun("g3", "P22"), date="24PM")
    found = rest(stage.state, "german")
    assert "g3" in found.pieces and "g2" in found.standing
    with pytest.raises(Illegal, match="stays where it is"):
        settle(found, (Placed("g2", "P21"),))


def test_cg11_a_trench_elsewhere_fixes_no_gun() -> None:
    stage = german(crew("g1"), gun("g2", "P20"), date="23PM", forts=[TRENCH])
    assert {"P20", "P24"} <= rest(stage.state, "german").hexes("g2")


def test_cg11_a_gun_in_a_building_that_has_burnt_down_is_not_fixed() -> None:
    stage = german(crew("g1"), gun("g2", "Q10"), date="23PM", markers=(MapMarker("rubble", "Q10"),))
    assert len(rest(stage.state, "german").hexes("g2")) > 1


def test_cg10_rubble_conceals_and_a_marker_elsewhere_does_not() -> None:
    stage = german(markers=(MapMarker("rubble", "DD13"), MapMarker("wreck", "DD14")))
    assert concealing(stage.state, "DD13") and not concealing(stage.state, "DD14")


def test_7_5092_an_orchard_that_has_burnt_down_conceals_nobody() -> None:
    assert concealing(german().state, "A11")
    assert not concealing(german(markers=(MapMarker("open-ground", "A11"),)).state, "A11")


def test_7_5092_one_digs_where_a_building_has_burnt_down_to_open_ground() -> None:
    trench = {"forts": [Fort("g9", "trench", "german", built_by="german")]}
    assert "Q10" not in rest(scene(german=trench).state, "german").hexes("g9")
    burnt = scene(german=trench, markers=(MapMarker("open-ground", "Q10"),))
    assert "Q10" in rest(burnt.state, "german").hexes("g9")


def test_cg12a_germans_of_the_date_may_set_up_at_their_front_line() -> None:
    tag = "I1/23PM/1"
    stage = german(squad("g1", group=tag), date="23PM", german={"record": (bought(tag),)})
    assert "P41" in rest(stage.state, "german").hexes("g1")


def test_note_o_the_gun_beside_a_truck_is_one_of_its_own_group_and_older_trucks_are_free() -> None:
    tags = ("G2/23AM/1", "G2/23AM/2")
    record = tuple(bought(tag, on_board=1, trucks=1) for tag in tags)
    guns = [crew("r1", group=tags[0]), gun("r2", group=tags[0], by="r1"), squad("r4", group=tags[1])]
    truck = tank("r3", type="GAZ-MM", group=tags[1])
    placed = (Placed("r1", "P45"), Placed("r3", "P46"), Placed("r4", "P47"))
    stage = scene(*guns, truck, russian={"record": record})
    with pytest.raises(Illegal, match="next to a gun"):
        settle(rest(stage.state, "russian"), placed)
    fought = scene(*guns, replace(truck, last="P48"), russian={"record": record})
    assert settle(rest(fought.state, "russian"), placed).pieces["r3"].piece.hex == "P46"


def test_cg11_a_gun_that_was_taken_in_may_set_up_in_tow_and_a_new_one_not() -> None:
    truck, placed = tank("r1", type="GAZ-MM", last="P50"), (Placed("r1", "P46"), Placed("r2", "P46", held_by="r1"))
    stood = scene(truck, gun("r2", last="P45"), date="24AM")
    assert settle(rest(stood.state, "russian"), placed).pieces["r2"].piece.held_by == "r1"
    with pytest.raises(Illegal, match="cannot set up in tow"):
        settle(rest(scene(truck, gun("r2"), date="24AM").state, "russian"), placed)


def test_note_j_two_minefields_are_two_rows_and_other_mines_lie_anywhere() -> None:
    def mines(first: int, field: str) -> list[Fort]:
        return [
            Fort(f"g{n}", "minefield", "german", "", 8, 3, known=False, field=field) for n in range(first, first + 8)
        ]

    loose = Fort("g90", "minefield", "german", "", 6, known=False)
    stage = german(german={"forts": [*mines(10, "M2/23AM/1"), *mines(20, "M2/23AM/2"), loose]})
    rows = [Placed(f"g{n}", f"P{n}") for n in range(10, 18)] + [Placed(f"g{n}", f"T{n}") for n in range(20, 28)]
    assert len(settle(rest(stage.state, "german"), (*rows, Placed("g90", "B20"))).forts) == 17


def test_7_520_who_is_hidden_already_does_not_pay_again() -> None:
    stage = german(squad("g2"), date="23PM", german={"fpp": 0})
    own = stage.state.sides["german"].box.shown
    stage.state = having(stage.state, "german", box={**own, "g1": squad("g1", "P20", "hidden")})
    assert settle(rest(stage.state, "german"), (Placed("g2", "P22"),)).fpp == 0


def test_7_5197_no_armour_leader_begins_in_a_truck() -> None:
    tag = "V3/23AM/1"
    aboard = piece("g4", "armor-leader", "9-1", group=tag)
    stage = german(tank("g1", type="SdKfz 10/4", group=tag), aboard)
    with pytest.raises(Illegal, match="begins in an AFV"):
        settle(rest(stage.state, "german"), (Placed("g1", "P20"), Placed("g4", "P20", held_by="g1")))


def test_7_5193_a_leader_is_no_crew_for_a_new_heavy_weapon() -> None:
    tag = "I5/23AM/1"
    stage = german(sw("g1", "HMG", group=tag), leader("g2", group=tag), crew("g3", group=tag))
    with pytest.raises(Illegal, match="in the hands of men"):
        settle(rest(stage.state, "german"), (Placed("g2", "P20"), Placed("g1", "P20", held_by="g2")))


def test_cg13_an_observer_whose_hex_is_held_stays_where_he_is() -> None:
    watching = Asset("g9", "O1", "OBA", "Normal ammo", observer=True, level=2, hexes=("P0",), since="23AM")
    stage = german(date="23PM", german={"assets": [watching]}).run().answer("german", CALM)
    assert stage.state.sides["german"].assets.shown["g9"].hexes == ("P0",)


# -- 7.5225, 7.5226


def test_7_5225_another_purchase_is_no_reconnaissance() -> None:
    stage = scene(date="23PM", russian={"cpp": 2, "order": (Purchase("O1"),)}).run().answer("german", CALM)
    assert stage.asked("russian").rule == "001 7.5225"


def test_7_5226_only_mines_of_the_hex_looked_into_are_found() -> None:
    works = [
        Fort("g1", "minefield", "german", "P38", 6, known=False),
        Fort("g2", "minefield", "german", "P40", 6, known=False),
    ]
    stage = scene(date="23PM", german={"forts": works}, russian={"cpp": 1}, dice=[(1,)]).run()
    stage.answer("german", CALM).answer("russian", "1").answer("russian", "P38")
    known = {id: fort.known for id, fort in stage.state.sides["german"].forts.shown.items()}
    assert known == {"g1": True, "g2": False}


# -- 7.511, 7.513


def test_7_5113_an_armour_leader_is_no_infantry_leader_to_exchange() -> None:
    stage = Stage(
        "7.511", piece("g1", "armor-leader", "8-1", by="g2"), tank("g2"), dice=[TWELVE, TWELVE, TWELVE, TWELVE]
    )
    assert stage.run().done and set(stage.pieces) == {"g1", "g2"}


def test_7_5114_of_a_note_with_two_draws_only_the_groups_own_models_count() -> None:
    tanks = (tank("r1", type="PT-34"), tank("r2", type="OT-34(L)"))
    lost = piece("r4", "armor-leader", "9-1", group="V5/23PM/1")
    stage = Stage("7.511", *tanks, lost, dice=[TWELVE, TWELVE, TWELVE, TWELVE]).run()
    assert stage.pieces["r4"].held_by == "r1"


def test_7_513_on_enemy_ground_and_for_prisoners_nothing_is_asked() -> None:
    prisoner = squad("g1", "P45", "prisoner", by="r1")
    stage = repairs(prisoner, squad("r1", "P45"), tank("g2", "P46", "abandoned"), squad("g3"))
    assert rules_asked(stage, "german") == []
    captive = repairs(squad("g1", "P20", "prisoner", by="r1"), tank("g2", "P21", "abandoned"))
    assert "001 7.5131a" not in rules_asked(captive, "german"), "a prisoner mans nothing"


def test_7_5131_what_works_and_is_manned_is_neither_asked_about_nor_rolled_for() -> None:
    stage = repairs(tank("g1"), squad("g2"), sw("g3", "LMG"), date="23PM", dice=[])
    assert not {"001 7.5131a", "001 7.5133"} & {*rules_asked(stage, "german")} and not rolls(stage)


def test_7_5131d_nobody_recovers_in_an_abandoned_vehicle() -> None:
    stage = declined(repairs(tank("g1", "P20", "abandoned", "stunned", "immobilized")))
    assert stage.pieces["g1"].has("stunned") and not rolls(stage)


def test_7_5136_ones_own_afv_without_a_working_weapon_stays() -> None:
    stage = declined(repairs(tank("g1", "P20", "immobilized", "recall", "disabled", "mg-disabled"), half("g2")))
    assert "g1" in stage.pieces and stage.state.markers == ()


def test_7_5111_a_squad_of_which_one_half_is_short_of_ammunition_is_short_of_it() -> None:
    area = [Area(("P20", "P21"), "C", "german", True)]
    halves = (half("g1", "P20", "short-of-ammunition"), half("g2", "P21"))
    stage = Stage("7.511", *halves, areas=area, dice=[TWELVE, TWELVE, TWELVE, TWELVE]).run()
    assert [one.has("short-of-ammunition") for one in stage.pieces.values()] == [True]
