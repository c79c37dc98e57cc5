"""The solo game's tables that 001 does not print: stand-ins, and a player's own in their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.kernel import BadData, Match, OrshaError, Typed
from orsha.kernel.table import Row
from orsha.solo.game import Solo
from orsha.solo.standins import (
    LAST_FIRST_DIE,
    BookEvent,
    Case,
    Cases,
    GivenFile,
    GivenTable,
    book,
    for_players,
    load_given,
    stand_ins,
)
from orsha.solo.state import Activate, Begin, NextTurn, SoloSetup
from tests.solo.stage import Stage, match, opened, suspect

CITED = [
    "a1", "a5", "a6a", "a6c", "a6e", "a6f", "a6g", "a9a", "a9b", "a9d", "a9e", "a10b", "g2", "r2", "r3", "r5", "r7",
    "r8", "h1-53", "e7-21", "oto-12-2",
]  # fmt: skip


@pytest.mark.parametrize("name", CITED)
def test_every_table_that_001_cites_is_there_and_says_stand_in(name: str) -> None:
    table = book(GivenFile())[name]
    assert "(stand-in)" in table.title and "ruling B16" in table.source


def test_both_event_tables_of_the_solo_game_are_there() -> None:
    for table, last in LAST_FIRST_DIE.items():
        rows = book(GivenFile()).events(table)
        assert sum(row.holds(10 * last + 6) for row in rows) == 1


def table(name: str, rows: str, dice: str = "2d6") -> str:
    return f'[[tables]]\nname = "{name}"\ndice = "{dice}"\nrows = [{rows}]\n'


class TestTheGivenFile:
    def given(self, tmp_path: Path, text: str) -> GivenFile:
        file = tmp_path / "mine.toml"
        file.write_text(text)
        return load_given(file)

    def test_one_table_is_replaced_and_the_words_say_so(self, tmp_path: Path) -> None:
        given = self.given(tmp_path, table("g2", '{ result = "8-3-8" }', "1d6"))
        assert "stand-in" not in book(given)["g2"].title and "(stand-in)" in book(given)["a5"].title
        dice = {"activation of S1": [(1,)], "enemy activation, P15": [(3, 3)], "G2": [(4,)]}
        stage = Stage("s1", suspect("S1", "P15"), dice=dice, given=given).do(Activate("S1"))
        assert [unit.what for unit in stage.state.units.values()] == ["8-3-8"]

    def test_the_file_that_the_program_writes_is_a_players_file(self, tmp_path: Path) -> None:
        given = self.given(tmp_path, for_players())
        assert {table.name for table in given.tables} == {table.name for table in stand_ins().tables}
        assert book(given).mark("random_event") == "" and book(given).mark("a11") == ""

    def test_procedures_one_by_one(self, tmp_path: Path) -> None:
        changed = book(self.given(tmp_path, '[procedures]\nrandom_event = "at-most"\n'))
        assert changed.procedures.random_event == "at-most" and changed.procedures.failed_activation == "removed"
        assert changed.mark("random_event") == "" and changed.mark("failed_activation") == " (stand-in)"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (table("a7", '{ result = "1" }', "1d6"), "no table 'a7'"),
            (table("a6a", '{ result = "many" }', "1d6"), "must be a number"),
            (table("g2", '{ result = "none" }', "2d6"), "a squad such as"),
            (table("a1", '{ result = "TANK" }', "2d6"), "none, or some of"),
            (table("r3", '{ result = "none" }', "2d6"), "gives a leader"),
            (table("r3", '{ to = 1, result = "9-1" }, { from = 2, result = "none" }', "2d6"), "gives a leader"),
            (table("a6a", '', "1d6"), "1 to 40 rows"),
            (table("a6a", '{ to = 3, result = "1" }, { from = 5, result = "2" }', "1d6"), "does not begin where"),
            (table("a6a", '{ from = 1, result = "1" }', "1d6"), "no from"),
            (table("a6a", '{ result = "1" }', "4d6"), "cannot be"),
            ('[[tables]]\nname = "a6a"\ntitel = "x"\ndice = "1d6"\nrows = [{ result = "1" }]', "unknown key 'titel'"),
            ('[procedures]\nrandom_event = "never"', "cannot be"),
            ('[[events]]\ntable = "r9"\nfrom = 11\nto = 66\nwhat = "rain"', "cannot be"),
            ('[[events]]\ntable = "r9"\nfrom = 11\nto = 56\nwhat = "hero"', "61 stands in no row"),
            ('[[events]]\ntable = "a11"\nfrom = 11\nto = 66\nwhat = "minefield"', "71 stands in no row"),
        ],
    )  # fmt: skip
    def test_a_wrong_word_is_a_sentence_with_its_line(self, tmp_path: Path, text: str, why: str) -> None:
        with pytest.raises(BadData, match=why) as error:
            self.given(tmp_path, text)
        assert error.value.line >= 1

    def test_a_table_given_twice_is_refused(self, tmp_path: Path) -> None:
        once = table("a6a", '{ result = "1" }')
        with pytest.raises(BadData, match="twice"):
            self.given(tmp_path, once + once)

    def test_cases_of_s_placement(self) -> None:
        stage = opened("s1")
        stage.state = Solo().start(SoloSetup("s1", GivenFile(suspect_cases=Cases(b=Case(("woods",), 1)))))
        places = {one.place for one in stage.do(Begin()).state.suspects.values()}
        assert {"Q6", "Q7"} <= places and "by cases a, b and d of 4.1 (stand-in)" in stage.told


def test_the_players_tables_travel_with_the_game() -> None:
    """They are in the journal: a replay needs no file."""
    given = GivenFile(tables=(GivenTable("g2", "1d6", (Row("8-3-8"),)),))
    playing = match("s1", 3, given)
    playing.do("player", Begin())
    again = Match.replay(Solo(), playing.lines)
    assert again.state == playing.state and again.state.setup.given == given


def test_a_set_up_with_wrong_tables_is_refused_in_words() -> None:
    wrong = GivenFile(tables=(GivenTable("g2", "1d6", (Row("a tank"),)),))
    with pytest.raises(OrshaError, match="own tables are wrong"):
        match("s1", 3, wrong)


def test_an_event_table_of_the_players_own_without_an_event_that_can_come_does_not_hang() -> None:
    events = tuple(BookEvent("leader-hardens", 10 * n + 1, 10 * n + 6, table="a11") for n in range(1, 8))
    stage = Stage("s2", given=GivenFile(events=events), dice={"numbers 4/5": [(2, 2)]})
    assert "None of the events can come now" in stage.do(NextTurn()).told


def test_real_dice_are_asked_for_one_roll_at_a_time() -> None:
    playing = Match.open(Solo(), SoloSetup("s1"), name="real", dice=Typed())
    playing.accept(playing.act("player", Begin()))
    assert playing.position.waiting is not None and "SAN, enemy" in playing.position.waiting.ask.purpose
    for faces in ((5, 5), (1, 1), (4,), (1,), (1,)):
        playing.accept(playing.answer("player", faces))
    assert playing.state.figures.san_enemy == 5 and playing.state.asked is not None
