"""The purchase record (001 7.5189): a line for each group, every weapon in its column, and nobody else's eyes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from orsha.campaign.game import Campaign
from orsha.campaign.groups import groups
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import CampaignState, RecordLine
from orsha.kernel import Hidden, OrshaError
from orsha.paper.purchase_record import LINES, record_data, weapon_columns, write_record
from tests.campaign.stage import bare
from tests.paper.campaigns import MODULE, german_afternoon, pages, spaced


def rows(state: CampaignState) -> list[dict[str, str]]:
    """The German lines that are written, each by its heads."""
    form = record_data(state, "german").lines
    heads = [column.head for column in form.columns]
    return [dict(zip(heads, map(spaced, row), strict=True)) for row in form.rows if any(row)]


def with_record(*lines: RecordLine, order: tuple[Purchase, ...] = ()) -> CampaignState:
    state = bare("23AM")
    german = replace(state.sides["german"], record=Hidden(("german",), lines), order=Hidden(("german",), order))
    return replace(state, sides={**state.sides, "german": german})


def test_7_5189_one_line_for_each_group_bought_or_given() -> None:
    found = rows(german_afternoon())
    assert [(row["date"], row["ID"], row["group type"], row["CPP"]) for row in found] == [
        ("23AM", "I1", "Rifle Co. I", "0"),
        ("23AM", "I1", "Rifle Co. I", "7"),
        ("23AM", "I5", "HW Sect. I", "2"),
        ("23AM", "O1", "100mm+ OBA", "5"),
        ("23PM", "V3", "AG Plt. I", "5"),
    ]


def test_7_5188_groups_are_counted_against_their_maximum_and_given_ones_are_not() -> None:
    assert [row["no."] for row in rows(german_afternoon())] == ["OB", "1 of 4", "1 of 6", "1 of 6", "1 of 4"]


def test_7_5192_every_support_weapon_stands_in_its_column() -> None:
    given = rows(german_afternoon())[0]
    assert [given[name] for name in weapon_columns("german")[:5]] == ["3", "2", "1", "", ""]
    assert (given["units received"], given["leaders"]) == ("4-6-7 × 12", "9-1, 8-0")


def test_7_5193_weapons_of_a_section_stand_in_their_columns_and_not_among_the_units() -> None:
    section = rows(german_afternoon())[2]
    assert (section["HMG"], section["units received"], section["str."]) == ("2", "", "F")


@pytest.mark.parametrize("side", ["german", "russian"])
def test_7_5193_every_weapon_of_every_section_has_a_column(side: str) -> None:
    columns = weapon_columns(side)  # type: ignore[arg-type]
    for group in groups(side):  # type: ignore[arg-type]
        if group.kind in ("weapons", "cupolas"):
            assert {unit.name for unit in group.units} <= set(columns)
    assert len(set(columns)) == len(columns)


def test_7_5191_strength_and_7_5195_ammunition_share_a_column() -> None:
    assert [row["str."] for row in rows(german_afternoon())] == ["F", "F", "F", "normal", "D"]


def test_what_a_group_was_bought_with_and_what_became_of_it() -> None:
    module, platoon = rows(german_afternoon())[3:]
    assert module["with it"] == "pre registered hex (2); at M31"
    assert platoon["with it"] == "off board"


def test_cg7_hexes_of_a_module_that_is_gone_are_gone_too() -> None:
    state = german_afternoon()
    german = replace(state.sides["german"], assets=Hidden(("german",), {"g71": replace(MODULE, id="g71")}))
    state = replace(state, sides={**state.sides, "german": german})
    assert rows(state)[3]["with it"] == "pre registered hex (2)"


def test_7_5189_an_order_is_written_down_before_it_is_rolled_in() -> None:
    before = RecordLine("23AM", "I1", 0, 0)
    found = rows(with_record(before, order=(Purchase("I1"), Purchase("I1"), Purchase("V3", {"off-board": 1}))))
    assert [(row["ID"], row["no."], row["CPP"], row["str."]) for row in found] == [
        ("I1", "OB", "0", ""),
        ("I1", "1 of 4", "7", ""),
        ("I1", "2 of 4", "7", ""),
        ("V3", "1 of 4", "5", ""),
    ]


def test_an_order_that_was_rolled_in_stands_there_once() -> None:
    assert [row["ID"] for row in rows(german_afternoon())].count("V3") == 1


def test_7_518_a_record_is_its_own_sides_only() -> None:
    view = Campaign().view(german_afternoon(), "russian")
    with pytest.raises(OrshaError, match="german side cannot be printed from what another seat sees"):
        record_data(view, "german")
    assert "StuG" not in str(record_data(german_afternoon(), "russian"))


# -- on paper


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_record_in_three_formats(paper: str, tmp_path: Path) -> None:
    pdf, svg, png = (tmp_path / f"record.{suffix}" for suffix in ("pdf", "svg", "png"))
    for out in (pdf, svg, png):
        write_record(german_afternoon(), "german", out, paper)
    assert pages(pdf.read_bytes()) == 1
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "units received StuG IIIG × 2" in spaced(" ".join(ElementTree.fromstring(svg.read_text()).itertext()))


def test_a_blank_sheet_is_full_of_lines(tmp_path: Path) -> None:
    write_record(bare(), "russian", tmp_path / "record.pdf")
    assert pages((tmp_path / "record.pdf").read_bytes()) == 1
    assert len(record_data(bare(), "russian").lines.rows) == LINES


def test_a_long_record_goes_on_on_the_next_page_and_a_picture_grows(tmp_path: Path) -> None:
    line = german_afternoon().sides["german"].record.shown[0]
    state = with_record(*(line for _ in range(60)))
    for suffix in ("pdf", "png", "svg"):
        write_record(state, "german", tmp_path / f"record.{suffix}")
    assert pages((tmp_path / "record.pdf").read_bytes()) > 1


def test_the_same_record_is_printed_each_time(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        write_record(german_afternoon(), "german", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_other_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="a purchase record cannot be written"):
        write_record(german_afternoon(), "german", tmp_path / "record.txt")
