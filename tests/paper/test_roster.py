"""The campaign roster (001 7.15, 7.5152): what stands in each line, who may see it, and that it prints."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.groups import dates
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import CampaignState, Fort, RosterLine
from orsha.hexmap import hex_map
from orsha.kernel import Hidden, OrshaError, Unknown
from orsha.paper.campaign_data import Form, plain
from orsha.paper.roster import roster_data, write_roster
from tests.campaign.stage import bare
from tests.paper.campaigns import german_afternoon, pages, spaced


def cells(form: Form, row: int) -> dict[str, str]:
    """A row by its heads, with the heading over them where they share one."""
    names = [f"{column.over} {column.head}".strip() for column in form.columns]
    assert len(set(names)) == len(names)
    return dict(zip(names, map(spaced, form.rows[row]), strict=True))


def line(state: CampaignState, side: Side | None, date: str) -> dict[str, str]:
    return cells(roster_data(state, side).lines, dates().index(date))


def with_secret(state: CampaignState, side: Side, **values: object) -> CampaignState:
    sealed = {name: Hidden((side,), value) for name, value in values.items()}
    return replace(state, sides={**state.sides, side: replace(state.sides[side], **sealed)})


# -- the lines


def test_7_5152_total_is_start_and_replenishment_and_left_is_what_is_not_spent() -> None:
    found = line(german_afternoon(), "german", "23PM")
    assert [found[f"CPP {head}"] for head in ("Start", "Repl", "Total", "Spent", "Recon", "Left")] == [
        "6", "22", "28", "20", "1", "7",
    ]  # fmt: skip


def test_7_518_every_group_bought_stands_in_its_line_with_its_price() -> None:
    assert line(german_afternoon(), "german", "23AM")["RG purchased (CPP)"] == "I1 (7), I5 (2), O1 (5)"
    assert line(german_afternoon(), "german", "23PM")["RG purchased (CPP)"] == "V3 (5)"


def test_7_518_an_order_stands_there_before_its_groups_are_rolled_in() -> None:
    state = with_secret(bare("23AM"), "german", order=(Purchase("I1"), Purchase("V3")))
    assert line(state, "german", "23AM")["RG purchased (CPP)"] == "I1 (7), V3 (6)"


def test_7_5151_the_historical_drm_is_written_in_for_every_date() -> None:
    assert [line(bare(), "german", date)["Hist DRM"] for date in dates()] == ["−1", "0", "0", "+1"]
    assert [line(bare(), "russian", date)["Hist DRM"] for date in dates()] == ["−2", "+1", "−1", "0"]


def test_7_517_weather_and_ground_stand_in_the_line() -> None:
    found = line(german_afternoon(), None, "23PM")
    assert (found["weather"], found["EC"], found["recon, locations"]) == ("Clear and gusty", "Moderate", "5")


def test_7_516_elr_and_san_are_those_of_the_scenario_or_of_now() -> None:
    state = german_afternoon()
    german = replace(state.sides["german"], elr=2, san=5)
    state = replace(state, sides={**state.sides, "german": german})
    assert (line(state, "german", "23AM")["ELR"], line(state, "german", "23AM")["SAN"]) == ("3", "3")
    assert (line(state, "german", "23PM")["ELR"], line(state, "german", "23PM")["SAN"]) == ("2", "5")
    assert line(state, "german", "24AM")["ELR"] == ""


def test_7_13_casualty_points_are_tallied_from_date_to_date() -> None:
    state = german_afternoon()
    second = replace(state.roster[1], winner="russian", vp=9, cvp={"german": 25, "russian": 7})
    state = replace(state, roster=(state.roster[0], second))
    assert line(state, "german", "23PM")["CVP suffered tally"] == "63"
    found = line(state, None, "23PM")
    assert (found["CVP, German date"], found["CVP, German tally"], found["CVP, Russian tally"]) == ("25", "63", "73")


def test_what_has_not_come_is_left_blank_to_write_into() -> None:
    for side in ("german", None):
        found = line(german_afternoon(), side, "24PM")
        assert {head for head, cell in found.items() if cell} <= {"date", "Hist DRM"}
    assert line(german_afternoon(), "german", "23PM")["scenario won by"] == ""


def test_7_4_the_score_stands_beside_the_winner() -> None:
    found = line(german_afternoon(), None, "23AM")
    assert found["scenario won by"] == "German"
    assert [found[f"Russian points {head}"] for head in ("LVP", "EVP", "VP")] == ["3", "12", "4"]


# -- works and tracks


def test_7_16_works_stand_by_kind_placed_hidden_and_waiting() -> None:
    data = roster_data(german_afternoon(), "german").works
    rows = {row[0]: row[1:] for row in data.rows}
    assert rows["trench"] == ("", "1: P20", "")
    assert rows["wire"] == ("1", "1: P21", "")
    assert rows["minefield"] == ("", "", "1 (6 AP, 3 AT): J27")
    assert data.note.startswith("FPP in hand: 20")


def test_7_520_a_work_with_a_maximum_says_how_many_are_left_of_it() -> None:
    state = with_secret(german_afternoon(), "german", works_bought={"at-ditch": 4, "wire": 2})
    assert "at-ditch 4 of 15, wire 2" in roster_data(state, "german").works.note


def test_7_4_twenty_casualty_points_fill_a_row_of_the_track() -> None:
    cvp, evp = roster_data(german_afternoon(), None).tracks
    assert (cvp.wide, cvp.points, evp.wide, evp.points) == (20, 38, 20, 12)


@pytest.mark.parametrize("points", [0, 19, 20, 159, 160, 999])
def test_a_track_has_room_for_the_points_to_come(points: int) -> None:
    track = roster_data(replace(german_afternoon(), cvp=points), None).tracks[0]
    assert points < (track.first + track.rows) * track.wide
    assert track.first * track.wide <= points and track.rows <= 12


def test_works_by_the_hundred_fit_on_the_sheet(tmp_path: Path) -> None:
    names = [str(hex) for hex in sorted(hex_map().ground)]
    forts = {f"g{n}": Fort(f"g{n}", "foxhole", "german", hex) for n, hex in enumerate(names[:300])}
    state = replace(german_afternoon(), forts=forts)
    assert roster_data(state, None).works.rows[0][1].endswith("and 200 more")
    for side in ("german", None):
        write_roster(state, side, tmp_path / "roster.pdf")
        assert pages((tmp_path / "roster.pdf").read_bytes()) == 1


# -- who may see it


@pytest.mark.parametrize("side", ["russian", None])
def test_7_518_no_german_secret_is_on_a_paper_for_others(side: Side | None) -> None:
    shown = msgspec.json.encode(roster_data(german_afternoon(), side)).decode()
    for secret in ("I5", "V3", "J27", '"60"', '"28"'):
        assert secret not in shown
        assert secret in msgspec.json.encode(roster_data(german_afternoon(), "german")).decode()


def test_a_view_prints_its_own_roster_and_no_other() -> None:
    view = Campaign().view(german_afternoon(), "german")
    assert roster_data(view, "german") == roster_data(german_afternoon(), "german")
    with pytest.raises(OrshaError, match="russian side cannot be printed from what another seat sees"):
        roster_data(view, "russian")
    with pytest.raises(Unknown, match="side"):
        roster_data(view, "polish")  # type: ignore[arg-type]


# -- on paper


@pytest.mark.parametrize("side", ["german", "russian", None])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_roster_in_three_formats(side: Side | None, paper: str, tmp_path: Path) -> None:
    pdf, svg, png = (tmp_path / f"roster.{suffix}" for suffix in ("pdf", "svg", "png"))
    for out in (pdf, svg, png):
        write_roster(german_afternoon(), side, out, paper)
    assert pages(pdf.read_bytes()) == 1
    content = png.read_bytes()
    assert content.startswith(b"\x89PNG") and int.from_bytes(content[20:24], "big") > 900
    words = spaced(" ".join(ElementTree.fromstring(svg.read_text()).itertext()))
    assert "weather Clear and gusty" in words
    assert ("V3 (5)" in words) == (side == "german")


def test_the_same_roster_is_printed_each_time(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        write_roster(german_afternoon(), "german", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize("words", ["#panic()", "$x$ *b* _i_ <l> @r", "`raw` \\ // [", "a\x00b", "Ω" * 300])
def test_words_are_set_as_they_are_and_never_run(words: str, tmp_path: Path) -> None:
    state = replace(german_afternoon(), roster=(RosterLine("23AM", plain(words), "Wet"),))
    write_roster(state, None, tmp_path / "roster.pdf")
    assert pages((tmp_path / "roster.pdf").read_bytes()) == 1


def test_other_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="a roster cannot be written"):
        write_roster(german_afternoon(), None, tmp_path / "roster.gif")
    with pytest.raises(Unknown, match="paper"):
        write_roster(german_afternoon(), None, tmp_path / "roster.pdf", "a5")
    assert not list(tmp_path.iterdir())
