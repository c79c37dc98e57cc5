"""`orsha report enter`: an evening's end typed in, with mistakes, pauses and second thoughts."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from orsha.campaign.report import ScenarioReport, load_report
from orsha.cli import app
from orsha.kernel import BadData

EVENING = [
    "23AM", "7",
    "P20: 3x 4-6-7, LMG, 9-1 wounded, HMG malfunctioned, StuG IIIG immobilized",
    "wire K33", "minefield S22 8AP 3AT", "done",
    "R24: KV-1S, 2x 4-5-8, prisoner 4-6-7", "done",
    "blaze Q10", "done",
    "wire K34", "done",
    "russian: X38, P3", "done",
    "german 12: 4x 4-6-7", "russian 30", "done",
    "4",
    "FT russian 9", "done",
    "german: g31", "done",
]  # fmt: skip


def enter(file: Path, *lines: str, options: tuple[str, ...] = ()) -> Result:
    typed = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["report", "enter", str(file), *options], input=typed)


def entered(file: Path, *lines: str) -> ScenarioReport:
    enter(file, *lines)
    return load_report(file)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "report.toml"


def test_an_evening_is_entered(file: Path) -> None:
    result = enter(file, *EVENING)
    assert result.exit_code == 0, result.output
    report = load_report(file)
    assert (report.date, report.turns, report.evp, len(report.pieces)) == ("23AM", 7, 4, 11)
    assert {piece.type: piece.held_by for piece in report.pieces if piece.kind == "sw"} == {
        "LMG": "P20.1",
        "HMG": "P20.2",
    }
    assert report.pieces[-1].held_by == "R24.2" and report.pieces[-1].side == "german"
    assert [(work.what, work.ap, work.at) for work in report.works] == [("wire", 0, 0), ("minefield", 8, 3)]
    assert report.markers[0].hex == "Q10" and report.removed == ("wire K34",)
    assert report.control == {"russian": ("X38", "P3")} and report.used == {"german": ("g31",)}
    assert report.casualties["german"].lost == {"4-6-7": 4} and report.casualties["russian"].cvp == 30
    assert report.ft_dc[0].roll == 9
    assert "LMG with 4-6-7 P20.1" in result.output
    assert "is the report of 23AM: 4 german squad" in result.output


def test_the_report_passes_the_check(file: Path) -> None:
    enter(file, *EVENING)
    result = CliRunner().invoke(app, ["report", "check", str(file)])
    assert result.exit_code == 0 and "The report of 23AM holds" in result.output


def test_a_wrong_line_says_what_was_expected_and_the_prompt_repeats(file: Path) -> None:
    lines = [
        "25AM",
        "23AM",
        "99",
        "7",
        "P99: 4-6-7",
        "P20: StuG wounded",
        "P20: 4-6-7",
        "P21: prisoner 4-4-7",
        "nonsense",
    ]
    result = enter(file, *lines)
    for sentence in (
        "No: '25AM' is no date of the campaign: 23AM, 23PM, 24AM or 24PM",
        "No: turns played: a number from 1 to 30 is wanted, not '99'",
        "No: there is no hex P99",
        "No: StuG IIIG is a vehicle and cannot be wounded",
        "No: the prisoner 'P21.1' needs a guard",
        "No: 'nonsense' is no work",
    ):
        assert sentence in result.output
    assert [piece.type for piece in load_report(file).pieces] == ["4-6-7"]


def test_help_and_empty_lines_change_nothing(file: Path) -> None:
    result = enter(file, "23AM", "7", "?", "", "  ", "P20: 4-6-7")
    assert "3x           so many of them" in result.output
    assert len(load_report(file).pieces) == 1


class TestGoingOn:
    @pytest.mark.parametrize("count", [n for n, line in enumerate(EVENING, start=1) if line != "done"])
    def test_every_line_is_in_the_file_when_the_input_breaks_off(self, tmp_path: Path, count: int) -> None:
        before, after = tmp_path / "before.toml", tmp_path / "after.toml"
        enter(before, *EVENING[: count - 1])
        result = enter(after, *EVENING[:count])
        assert "keeps what was entered; start again with it to go on" in str(result.exception)
        assert load_report(after) != (load_report(before) if before.exists() else None)

    def test_a_line_at_a_time_makes_the_same_report(self, file: Path, tmp_path: Path) -> None:
        for line in EVENING:
            enter(file, line)
        enter(tmp_path / "whole.toml", *EVENING)
        assert load_report(file) == load_report(tmp_path / "whole.toml")
        assert "# next: finished" in file.read_text()

    def test_what_is_there_is_shown_and_the_part_goes_on(self, file: Path) -> None:
        enter(file, "23AM", "7", "P20: 3x 4-6-7, LMG", "wire K33")
        result = enter(file, "P21: 9-1")
        assert "  P20: 3x 4-6-7, LMG\n  wire K33\n" in result.output
        assert "Turns" not in result.output
        assert [piece.id for piece in load_report(file).pieces][-2:] == ["P20.4", "P21.1"]

    def test_a_finished_report_says_so_and_a_part_can_be_gone_back_to(self, file: Path) -> None:
        enter(file, *EVENING)
        before = load_report(file)
        assert "start again with --from and a part" in enter(file).output
        assert load_report(file) == before
        enter(file, "german: A12", "done", options=("--from", "control"))
        assert load_report(file).control == {"russian": ("X38", "P3"), "german": ("A12",)}

    def test_a_report_written_by_hand_is_gone_on_with(self, file: Path) -> None:
        file.write_text('# mine\ndate = "23PM"\nturns = 6\n')
        result = enter(file, "done", "P20: 4-6-7")
        assert "its comments are not" in result.output
        assert load_report(file).date == "23PM" and load_report(file).turns == 6

    def test_nothing_is_written_before_the_date(self, file: Path) -> None:
        result = enter(file, "done", "back", "nonsense")
        assert "The date comes first" in result.output
        assert "nothing is kept" in str(result.exception) and not file.exists()


class TestBack:
    def test_it_takes_the_last_line_away_whole(self, file: Path) -> None:
        report = entered(file, "23AM", "7", "P20: 4-6-7", "wire K33 K34 K35", "back")
        assert report.works == () and len(report.pieces) == 1
        report = entered(file, "P20: 9-1", "back", "back")
        assert report.pieces == ()

    def test_after_a_new_start_it_takes_the_last_hex(self, file: Path) -> None:
        enter(file, "23AM", "7", "P20: 4-6-7", "P21: 2x 4-6-7, LMG")
        result = enter(file, "back")
        assert "Last now: P20: 4-6-7" in result.output
        assert [piece.hex for piece in load_report(file).pieces] == ["P20"]

    def test_without_a_line_it_goes_to_the_part_before(self, file: Path) -> None:
        report = entered(file, "23AM", "7", "back", "8", "P20: 4-6-7", "done", "back", "P21: 9-1")
        assert report.turns == 8 and [piece.side for piece in report.pieces] == ["german", "german"]

    def test_the_date_can_be_changed(self, file: Path) -> None:
        assert entered(file, "23AM", "back", "23PM", "6").date == "23PM"


class TestFiles:
    def test_another_ending_is_refused(self, tmp_path: Path) -> None:
        result = enter(tmp_path / "report.json", "23AM")
        assert "into a .toml file, not 'report.json'" in str(result.exception)

    def test_a_file_that_is_no_report_is_left_alone(self, file: Path) -> None:
        file.write_text("title = 1\n")
        result = enter(file, "23AM")
        assert isinstance(result.exception, BadData) and file.read_text() == "title = 1\n"

    def test_a_folder_that_is_not_there_is_a_sentence(self, tmp_path: Path) -> None:
        result = enter(tmp_path / "nowhere" / "report.toml", "23AM")
        assert "cannot be written" in str(result.exception)

    def test_a_part_that_is_not_there_is_a_sentence(self, file: Path) -> None:
        result = enter(file, options=("--from", "weather"))
        assert "'weather' is no part of a report" in str(result.exception)
