"""`orsha solo`: a mission played command by command, kept in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import orsha

__all__ = ["orsha"]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ORSHA_SOLO_TABLES", raising=False)


@pytest.fixture
def s1(orsha: Any) -> Any:
    """OtO-S1 set up, the first turn begun."""
    orsha("solo", "new", "s1", "--seed", "1945")
    orsha("solo", "answer", "r13", "A25")
    orsha("solo", "answer", "p28")
    orsha("solo", "turn")
    return orsha


class TestNew:
    def test_a_mission_begins_with_its_tables_and_a_question(self, orsha: Any) -> None:
        shown = orsha("solo", "new", "s1", "--seed", "1945").out
        assert "Breakthrough to Orsha" in shown and "The enemy's SAN is" in shown
        assert "You are asked: Place up to 6 wrecks" in shown and "orsha solo answer" in shown

    def test_the_same_seed_gives_the_same_game_to_the_byte(self, orsha: Any, monkeypatch: Any, tmp_path: Path) -> None:
        first = orsha("solo", "new", "s2", "--seed", "5", "--json").out
        monkeypatch.setenv("ORSHA_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
        assert orsha("solo", "new", "s2", "--seed", "5", "--json").out == first

    def test_an_unknown_mission_is_refused(self, orsha: Any) -> None:
        ran = orsha("solo", "new", "s3")
        assert ran.code == 2 and "no solo mission called 's3'" in ran.err

    def test_own_tables_by_option_and_by_environment(self, orsha: Any, tmp_path: Path, monkeypatch: Any) -> None:
        file = tmp_path / "mine.toml"
        file.write_text('[[tables]]\nname = "r3"\ndice = "2d6"\nrows = [{ result = "9-2" }]\n')
        for extra in (("--tables", str(file)), ()):
            monkeypatch.setenv("ORSHA_SOLO_TABLES", str(file) if not extra else "")
            orsha("solo", "new", "s1", *extra, "--seed", f"1{extra}")
            told = orsha("solo", "answer", "none").out
            assert "3rd company" in told and "1 x 9-2, 1 x 9-2, 1 x 9-2" in told
            assert "R3, Russian leader, leader 1" in told and "R3, Russian leader (stand-in)" not in told

    def test_wrong_tables_are_refused_with_file_and_line(self, orsha: Any, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        file.write_text('[[tables]]\nname = "r3"\ndice = "2d6"\nrows = [{ result = "a hero" }]\n')
        ran = orsha("solo", "new", "s1", "--tables", str(file))
        assert ran.code == 2 and "mine.toml:4: " in ran.err and "leader such as 9-1" in ran.err

    def test_real_dice(self, orsha: Any) -> None:
        shown = orsha("solo", "new", "s1", "--real-dice")
        assert "Throw 2 dice" in shown.out
        ran = orsha("solo", "roll", "7", "1")
        assert ran.code == 2 and "showing 1 to 6" in ran.err
        assert "dice are asked for, SAN, enemy" in orsha("solo", "answer", "none").err
        assert "The enemy's SAN is 5" not in orsha("solo", "roll", "5", "5").out
        assert orsha("solo", "status", "--json").json["dice"]["purpose"] == "SAN, friendly"
        for faces in (("1", "1"), ("3",), ("1",), ("1",)):
            last = orsha("solo", "roll", *faces)
        assert "The enemy's SAN is 5" in last.out and "You are asked" in last.out
        assert orsha("solo", "new", "s1", "--real-dice", "--seed", "3").code == 2


class TestPlaying:
    def test_turns_and_status(self, s1: Any) -> None:
        shown = s1("solo", "status")
        assert "turn 1, friendly" in shown.out and "V17" in shown.out and "Flak 18 88L" in shown.out
        assert "Turn 1, the enemy's player turn" in s1("solo", "turn").out
        data = s1("solo", "status", "--json").json
        assert (data["turn"], data["side"], data["phase"]) == (1, "enemy", "play")
        assert set(data) >= {"game", "mission", "asked", "dice", "state", "result", "told"}

    def test_activation(self, s1: Any) -> None:
        ran = s1("solo", "activate", "s7", "--json")
        assert ran.code == 0 and any("activation of S7" in line for line in ran.json["told"])
        ran = s1("solo", "activate", "S999")
        assert ran.code == 2 and "cannot be tried now" in ran.err

    def test_an_event_now_and_the_answer_it_asks_for(self, s1: Any) -> None:
        assert s1("solo", "event").code == 2
        for _ in range(40):
            ran = s1("solo", "event", "friendly", "--json")
            if ran.json["asked"]:
                break
        asked = ran.json["asked"]
        answer = list(asked["choices"])[: asked["least"]] or ["none"]
        ran = s1("solo", "event", *answer, "--json")
        assert ran.code == 0 and any("You answer" in line for line in ran.json["told"])

    def test_enemy_events_wait_for_an_activation(self, s1: Any) -> None:
        ran = s1("solo", "event", "enemy", "--json")
        assert ran.code == 2 and "for: friendly" in ran.json["error"] and ran.json["rule"] == "001 OtO-S1 random events"

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("lost", "s7", "g1"), "Gone: S7"),
            (("moved", "S7", "p14"), "is now in P14"),
            (("control", "p3", "friendly"), "P3: you control it now"),
            (("mines", "h22"), "H22: "),
            (("losses", "r4*2"), "You lose 2 x 6-2-8"),
            (("losses", "r4*2", "R4"), "You lose 3 x 6-2-8"),
        ],
    )
    def test_what_the_player_tells(self, s1: Any, words: tuple[str, ...], said: str) -> None:
        ran = s1("solo", "tell", *words)
        assert ran.code == 0 and said in ran.out

    @pytest.mark.parametrize(
        "words",
        [("moved", "S7"), ("control", "P3", "me"), ("losses", "r4*x"), ("losses", "r4*99999999999"), ("sky", "x", "1"),
         ("sky", "recalled", "1"), ("mines", "P99"), ("lost", "")],
    )  # fmt: skip
    def test_what_is_not_understood_or_cannot_be(self, s1: Any, words: tuple[str, ...]) -> None:
        ran = s1("solo", "tell", *words)
        assert ran.code == 2 and ran.err.startswith("orsha: ") and "Traceback" not in ran.err

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("losses", "r4*9", "r5"), "no more than you have: 9 x r4 (you have 4)"),
            (("lost", "S1", "S300"), "no enemy is called S300; there are S1, "),
            (("lost", "S1", "S1"), "each enemy is named once"),
            (("moved", "S1", "P40"), "P40 is no place in play"),
        ],
    )
    def test_a_refused_report_names_what_is_wrong_in_it(self, s1: Any, words: tuple[str, ...], why: str) -> None:
        before = s1("solo", "status", "--json").json["state"]
        assert why in s1("solo", "tell", *words).err
        assert s1("solo", "status", "--json").json["state"] == before, "nothing is changed"

    def test_undo(self, s1: Any) -> None:
        s1("solo", "tell", "control", "P3", "friendly")
        assert s1("solo", "undo").code == 0
        assert s1("solo", "status", "--json").json["state"]["objectives"]["P3"]["holder"] == "enemy"
        s1("solo", "activate", "S7")
        assert s1("solo", "undo").code == 2

    def test_nothing_is_asked_and_answered_all_the_same(self, s1: Any) -> None:
        ran = s1("solo", "answer", "yes")
        assert ran.code == 2 and "nothing is asked now" in ran.err

    def test_odds(self, s1: Any) -> None:
        data = s1("solo", "odds", "--json").json
        assert data["events"]["enemy"]["comes"] == "0" and data["mission_end"]["turn 8"] == "1/2"
        assert "/" in data["activation"]["succeeds"] and data["stand_ins"]
        shown = s1("solo", "odds").out
        assert "An S? is the enemy on" in shown and "stand-ins: failed_activation" in shown

    def test_log_reads_as_a_report(self, s1: Any) -> None:
        told = s1("solo", "log").out
        assert told.index("24 June 1944") < told.index("Wrecks stand in R13, A25") < told.index("--- Turn 1, your")
        assert s1("solo", "log", "--json").json

    def test_the_end(self, s1: Any) -> None:
        assert s1("solo", "end").code == 2
        for _ in range(60):
            data = s1("solo", "status", "--json").json
            if data["phase"] != "play":
                break
            if data["asked"]:
                least = data["asked"]["least"]
                s1("solo", "answer", *(list(data["asked"]["choices"])[:least] or ["none"]))
            elif data["turn"] >= 8 and data["side"] == "enemy" and data["state"]["end_rolled"] < data["turn"]:
                assert s1("solo", "turn").code == 2
                s1("solo", "end")
            else:
                s1("solo", "turn")
        assert data["phase"] == "ending"
        s1("solo", "end", "V17")
        s1("solo", "end", "yes")
        s1("solo", "end", "no")
        shown = s1("solo", "end", "none").out
        assert "Points: 3" in shown and "The enemy wins" in shown
        assert s1("solo", "status", "--json").json["result"]["winner"] == "enemy"
        assert s1("solo", "turn").code == 2

    def test_the_newest_open_mission_is_meant_unless_one_is_named(self, s1: Any) -> None:
        first = s1("solo", "status", "--json").json["game"]
        s1("solo", "new", "s2", "--seed", "9")
        assert s1("solo", "status", "--json").json["mission"] == "s2"
        assert s1("solo", "status", "--game", first, "--json").json["mission"] == "s1"

    def test_kept_games_can_be_proved(self, s1: Any) -> None:
        game = s1("solo", "status", "--json").json["game"]
        assert s1("games", "verify", game).code == 0


def test_on_boards_a_hex_alone_is_on_the_board_that_is_asked_about(orsha: Any) -> None:
    orsha("solo", "new", "s2", "--seed", "5")
    orsha("solo", "answer", "SOUTH")
    data = orsha("solo", "status", "--json").json
    if "river" in data["asked"]["words"]:
        data = orsha("solo", "answer", "no", "--json").json
    board = data["state"]["boards"][0]["name"]
    data = orsha("solo", "answer", "k5", f"{board.upper()}:l6", "--json").json
    assert data["state"]["boards"][0]["crossroads"] == [f"{board}:K5", f"{board}:L6"]


def test_a_refused_place_says_what_the_question_wants(orsha: Any) -> None:
    orsha("solo", "new", "s1", "--seed", "5")
    refused = orsha("solo", "answer", "R13", "R14", "--json")
    assert refused.code == 2 and refused.json["rule"] == "001 OtO-S1 MSR 8"
    assert "0 to 6 different places" in refused.json["error"]
    assert "outside your set-up area, at most 2 hexes from it" in refused.json["error"]
    assert "no two next to each other" in refused.json["error"]


def test_no_mission_yet(orsha: Any) -> None:
    ran = orsha("solo", "turn")
    assert ran.code == 2 and "orsha solo new s1" in ran.err


def test_tables_are_shown_and_written(orsha: Any, tmp_path: Path) -> None:
    assert {"a6a", "g2", "r3"} <= {table["name"] for table in orsha("solo", "tables", "--json").json}
    assert "A10b" in orsha("solo", "tables").out
    out = tmp_path / "mine.toml"
    assert orsha("solo", "tables", "--out", str(out)).code == 0
    assert orsha("solo", "tables", "--out", str(out)).code == 2, "nothing is written over"
    assert orsha("solo", "new", "s1", "--tables", str(out)).code == 0
