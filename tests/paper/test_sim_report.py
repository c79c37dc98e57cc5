"""The report of many games in its four formats, and its plots."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from orsha.kernel import OrshaError
from orsha.paper.sim_plots import plots
from orsha.paper.sim_report import check_out, write_report
from orsha.sim import Figures, Plan, figures, pairings, paragraphs, run, sheets
from tests.sim.fake import Fake, plan

MET = pairings(["soviet-100"], ["german-100", "<b>&|.toml"], [("staff", "random")])
SOME = figures(run(Plan(("contact", "encounter"), MET, 24, "1"), Fake(open=10)))
NOBODY = figures(run(plan(4), Fake(open=100)))


def test_a_page_holds_the_words_the_tables_and_the_pictures_and_nothing_from_elsewhere(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    write_report(SOME, out)
    page = out.read_text()
    HTMLParser().feed(page)
    text = unescape(page)
    assert all(words in text for words in paragraphs(SOME))
    for sheet in sheets(SOME):
        assert all(f"<td>{cell}</td>" in text for row in sheet.rows for cell in row)
    drawn = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert len(drawn) == len(plots(SOME, "svg")) == 4
    assert all(ElementTree.fromstring(b64decode(one)).tag.endswith("svg") for one in drawn)
    assert "<b>" not in page and not re.search(r'(src|href)="(?!data:)', page)


def test_markdown_has_its_pictures_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "my report.md"
    write_report(SOME, out)
    page = out.read_text()
    named = re.findall(r"\]\(<([^>]+)>\)", page)
    assert sorted(named) == sorted(file.name for file in tmp_path.glob("*.svg")) and len(named) == 4
    assert all(ElementTree.parse(tmp_path / name).getroot().tag.endswith("svg") for name in named)
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len(rows) == sum(len(sheet.rows) + 2 for sheet in sheets(SOME))
    assert r"\<b\>&\|.toml" in page


def test_a_pdf_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    write_report(SOME, out)
    assert out.read_bytes().startswith(b"%PDF-")


def test_json_holds_all_figures(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    write_report(SOME, out)
    found = json.loads(out.read_text())
    assert found["whole"]["games"] == 48 and found["seed"] == "1"
    assert found["whole"]["sides"]["attacker"]["wins"]["wins"] == SOME.whole.sides["attacker"].wins.wins


@pytest.mark.parametrize("suffix", [".html", ".md", ".json", ".pdf"])
def test_the_same_games_make_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    first, again = tmp_path / "a" / f"report{suffix}", tmp_path / "b" / f"report{suffix}"
    for out in (first, again):
        out.parent.mkdir()
        write_report(SOME, out)
    for file in first.parent.iterdir():
        assert file.read_bytes() == (again.parent / file.name).read_bytes()


@pytest.mark.parametrize("found", [NOBODY, figures(run(plan(1), Fake(raises=1)))], ids=["no winner", "no game"])
@pytest.mark.parametrize("suffix", [".html", ".md", ".json", ".pdf"])
def test_games_without_a_winner_and_no_games_at_all_make_a_report_too(
    tmp_path: Path, found: Figures, suffix: str
) -> None:
    out = tmp_path / f"report{suffix}"
    write_report(found, out)
    assert out.stat().st_size > 500


def test_plots_come_as_png_too() -> None:
    assert all(one.content.startswith(b"\x89PNG") for one in plots(SOME, "png"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("report.docx", "cannot be written as .docx; it can be .html, .md, .json, .pdf"),
        ("report", "cannot be written to a name without a suffix"),
        ("nowhere/report.html", "there is no folder"),
        ("folder.html", "it is a folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(OrshaError, match=re.escape(sentence)):
        check_out(tmp_path / name)


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="cannot be written"):
        check_out(tmp_path / f"{'x' * 300}.html")
    with pytest.raises(OrshaError, match="cannot be written"):
        check_out(Path("a\0b.html"))


def test_a_dot_at_either_end_of_the_scale_is_whole() -> None:
    from matplotlib.figure import Figure

    from orsha.paper.sim_plots import _share_rows

    axes = Figure(figsize=(7, 2)).add_subplot()
    _share_rows(axes, ["contact"])
    low, high = axes.get_xlim()
    half = 2.5 / 72 / (7 * 0.775)  # a dot is 5 points wide, the axes some five inches
    assert low < -half and high > 1 + half
    assert [round(float(tick), 1) for tick in axes.get_xticks()] == [0, 0.2, 0.4, 0.6, 0.8, 1]
