"""Both linked campaigns of seed 000: what each result changes in the next battle."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import BadData, Illegal, Match, Unknown
from orsha.kernel.conformance import check
from orsha.kernel.data import loads
from orsha.series import Record, RecordDraw, SeriesGame, SeriesSetup, linked_campaign, next_battle, totals
from orsha.series.campaign import CAMPAIGNS, LinkedCampaign, _check
from orsha.tabletop.mission import mission
from orsha.tabletop.mission.change import altered
from orsha.tabletop.mission.format import HoldAmbush, HoldReserves, Obstacles
from orsha.tabletop.mission.words import reserve_words, special_words, step_words

FORTIFIED, RIVER = "bagration-fortified", "river-assault"


def after(campaign: str, *results: tuple[str, int]) -> Any:
    """The battle that follows some results: who won, and how many units the winner lost."""
    match = Match.open(SeriesGame(), SeriesSetup(campaign))
    for winner, lost in results:
        match.do("soviet", Record(winner, lost))  # type: ignore[arg-type]
    return next_battle(match.state)


def changed(coming: Any) -> Any:
    return altered(mission(coming.mission), coming.changes)


def test_the_battles_come_in_order_and_the_soviets_attack() -> None:
    order = {
        FORTIFIED: ["onslaught", "hammering-the-line", "breakthrough", "swinging-the-sickle", "bridgehead"],
        RIVER: ["the-crossroads", "river-crossing", "a-foothold", "rearguard", "breakthrough"],
    }
    for campaign, missions in order.items():
        for n, slug in enumerate(missions):
            coming = after(campaign, *[("soviet", 4)] * n)
            assert (coming.mission, coming.attacker, coming.number) == (slug, "soviet", n + 1)


@pytest.mark.parametrize("lost", [3, 9])
def test_a_minor_victory_changes_nothing(lost: int) -> None:
    coming = after(FORTIFIED, ("soviet", lost))
    assert coming.says == "" and changed(coming).file == mission("hammering-the-line").file


class TestFortifiedBattles:
    def test_a_soviet_onslaught_takes_the_german_ambush(self) -> None:
        file = changed(after(FORTIFIED, ("soviet", 2))).file
        assert "ambush" not in file.special_rules["defender"]
        assert not any(isinstance(step, HoldAmbush) for step in file.setup)

    def test_a_german_onslaught_makes_their_reserves_immediate_and_not_deep(self) -> None:
        reserve = changed(after(FORTIFIED, ("german", 0))).reserve("defender")
        assert set(reserve.kinds) == {"immediate"} and reserve.share == 60

    def test_hammering_the_line_gives_breakthrough_no_ambush_or_one_reserve_die_more(self) -> None:
        soviet = after(FORTIFIED, ("soviet", 9), ("soviet", 0))
        german = after(FORTIFIED, ("soviet", 9), ("german", 1))
        assert soviet.changes.no_ambush and german.changes.extra_reserve_dice == {"defender": 1}

    def test_breakthrough_moves_the_removal_of_the_sickles_objectives(self) -> None:
        before = (("soviet", 9), ("soviet", 9))
        german = changed(after(FORTIFIED, *before, ("german", 0)))
        soviet = changed(after(FORTIFIED, *before, ("soviet", 0)))
        assert german.file.withdrawal.removes == {"1": 2, "2": 5}
        assert soviet.file.withdrawal.removes == {"1": 3, "2": 6}

    def test_the_sickle_moves_the_turn_from_which_the_germans_win_bridgehead(self) -> None:
        before = (("soviet", 9),) * 3
        soviet = changed(after(FORTIFIED, *before, ("soviet", 1)))
        german = changed(after(FORTIFIED, *before, ("german", 2)))
        assert (soviet.earliest_win("defender"), german.earliest_win("defender")) == (7, 5)
        assert soviet.earliest_win("attacker") == 1


class TestRiverAssaults:
    def test_a_german_crossroads_puts_two_soviet_units_in_immediate_reserve(self) -> None:
        battle = changed(after(RIVER, ("german", 0)))
        reserve = battle.reserve("attacker")
        assert (reserve.kinds, reserve.min_units, reserve.max_units, reserve.share) == (("immediate",), 2, 2, None)
        assert any(isinstance(step, HoldReserves) and step.by == "attacker" for step in battle.file.setup)
        assert battle.first_reserve_turn("attacker") == 1

    def test_a_soviet_crossroads_delays_the_german_reserves_by_one_more_turn(self) -> None:
        """Ruling A17: they are Delayed already, so their first roll comes a turn later still."""
        assert changed(after(RIVER, ("soviet", 0))).first_reserve_turn("defender") == 4

    def test_river_crossing_decides_who_attacks_in_a_foothold(self) -> None:
        german = after(RIVER, ("soviet", 9), ("german", 2))
        assert german.attacker == "german" and german.changes.no_ambush
        assert after(RIVER, ("soviet", 9), ("soviet", 2)).attacker == "soviet"
        assert after(RIVER, ("soviet", 9), ("german", 3)).attacker == "soviet", "ruling A16"

    def test_a_foothold_gives_rearguard_a_minefield_or_a_delay_counter(self) -> None:
        before = (("soviet", 9), ("soviet", 9))
        assert after(RIVER, *before, ("german", 0)).changes.extra_minefields == 1
        assert after(RIVER, *before, ("soviet", 0)).changes.delay_counters == 1

    def test_rearguard_has_the_soviets_roll_again_or_win_from_turn_five(self) -> None:
        before = (("soviet", 9),) * 3
        assert after(RIVER, *before, ("german", 0)).changes.reroll_first_success == ("attacker",)
        assert changed(after(RIVER, *before, ("soviet", 0))).earliest_win("attacker") == 5


def test_what_a_result_changed_is_in_the_words_of_the_next_battle() -> None:
    """The players of a real table read them: they must not say the rule as it was before."""
    minor = ("soviet", 9)
    german = changed(after(FORTIFIED, minor, ("german", 0)))
    assert "first turn they roll two dice, then one more" in " ".join(reserve_words(german, "defender"))
    mines = changed(after(RIVER, minor, minor, ("german", 0)))
    [laying] = [step_words(mines, step) for step in mines.file.setup if isinstance(step, Obstacles)]
    assert "of the defender's force, and one more" in laying
    panic = changed(after(RIVER, minor, minor, ("soviet", 0)))
    assert "They start with one Delay Counter." in special_words(panic, "strategic-withdrawal", "defender")
    again = changed(after(RIVER, minor, minor, minor, ("german", 0)))
    assert "Their first success of the game is rolled again." in reserve_words(again, "attacker")
    assert "roll one die, then one more" in " ".join(reserve_words(mission("breakthrough"), "defender"))


def test_the_last_battle_decides_and_the_points_add_up() -> None:
    match = Match.open(SeriesGame(), SeriesSetup(FORTIFIED))
    for winner, lost in (("soviet", 0), ("soviet", 2), ("german", 3), ("soviet", 1), ("german", 2)):
        match.do("german", Record(winner, lost))  # type: ignore[arg-type]
    assert match.result is not None and match.result.winner == "german"
    assert totals(match.state) == {"soviet": 8 + 7 + 3 + 8 + 2, "german": 1 + 2 + 6 + 1 + 7}
    assert not SeriesGame().options(match.state, "soviet"), "nothing is left to record"
    with pytest.raises(Illegal, match="the game is over"):
        match.do("soviet", Record("soviet", 0))


def test_a_draw_changes_nothing_and_a_slip_can_be_taken_back() -> None:
    match = Match.open(SeriesGame(), SeriesSetup(RIVER))
    match.do("soviet", Record("german", 0))
    match.accept(match.take_back("soviet"))
    match.do("soviet", RecordDraw())
    coming = next_battle(match.state)
    assert coming is not None and coming.says == "" and coming.mission == "river-crossing"


def test_where_nobody_won_both_score_as_the_loser_by_what_the_other_lost() -> None:
    match = Match.open(SeriesGame(), SeriesSetup(RIVER))
    match.do("soviet", RecordDraw(soviet_lost=2, german_lost=5))
    assert totals(match.state) == {"soviet": 3, "german": 2}
    with pytest.raises(Illegal, match="a side lost 0 to 60 units, not 61"):
        match.do("soviet", RecordDraw(soviet_lost=61, german_lost=0))


@pytest.mark.parametrize("lost", [-1, 61])
def test_impossible_losses_are_refused(lost: int) -> None:
    with pytest.raises(Illegal, match="a winner lost 0 to 60 units"):
        Match.open(SeriesGame(), SeriesSetup(RIVER)).do("soviet", Record("soviet", lost))


def test_an_unknown_campaign_is_refused() -> None:
    with pytest.raises(Unknown, match="no linked campaign called 'kursk'"):
        linked_campaign("kursk")


@pytest.mark.parametrize("campaign", [FORTIFIED, RIVER])
def test_the_series_conforms(campaign: str) -> None:
    assert check(SeriesGame(), SeriesSetup(campaign), games=20, seed=1).decisions == 100


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('mission = "hammering-the-line"', 'mission = "hammering"', 10, "no mission 'hammering'"),
        ('removes = { "1" = 2 }', 'removes = { "4" = 2 }', 34, "removes no objective '4'"),
        ('any = "defender-reserves"', 'any = "rear"', 18, "has no zone 'rear'"),
        ("no_ambush = true", "no_ambushes = true", 14, "unknown key 'no_ambushes'"),
        ("changes = { no_ambush = true }", "changes = { }", 12, "this effect changes nothing"),
    ],
)
def test_a_campaign_file_with_a_mistake_is_refused_with_its_line(old: str, new: str, line: int, why: str) -> None:
    text = (CAMPAIGNS / f"{FORTIFIED}.toml").read_text()
    assert old in text
    with pytest.raises(BadData) as bad:
        loads(text.replace(old, new, 1), LinkedCampaign, _check, "c.toml")
    assert why in bad.value.why and abs(bad.value.line - line) <= 2
