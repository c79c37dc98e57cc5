"""The other lines of a report, the parts they belong to, and the file that is written of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.campaign import report_words as w
from orsha.campaign.counter_names import names
from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.campaign.report import (
    Casualties,
    MapMarker,
    Piece,
    RemovedWeapon,
    ScenarioReport,
    WorkMarker,
    load_report,
    loads_report,
)
from orsha.campaign.report_sections import SECTIONS, Section, added, begun, place_of, taken_back
from orsha.campaign.report_writing import dumps_report
from orsha.hexmap.map import hex_map
from orsha.kernel import OrshaError
from tests.campaign.test_report import REPORT

BOARD = hex_map()
sides = st.sampled_from(w.SIDES)
hexes = st.sampled_from([str(hex) for hex in sorted(BOARD.ground)])


class TestReading:
    def test_works_stand_in_each_hex_named(self) -> None:
        assert w.parse_works("wire k33, K34", "german", BOARD) == (
            WorkMarker("wire", "K33", "german"),
            WorkMarker("wire", "K34", "german"),
        )
        assert w.parse_works("minefield S22 8AP 3at hip", "german", BOARD) == (
            WorkMarker("minefield", "S22", "german", True, 8, 3),
        )

    def test_markers_and_what_is_gone(self) -> None:
        assert w.parse_markers("blaze Q10", BOARD) == (MapMarker("blaze", "Q10"),)
        assert w.parse_removed("wire K33 K34", BOARD) == ("wire K33", "wire K34")
        assert w.parse_removed("wreck K33", BOARD) == ("wreck K33",)

    def test_control_and_what_was_used(self) -> None:
        assert w.parse_control("r: x38, K33", BOARD) == ("russian", ("X38", "K33"))
        assert w.parse_used("german: g31 g32") == ("german", ("g31", "g32"))

    def test_casualties_with_what_was_lost(self) -> None:
        assert w.parse_casualties("german 12: 4x 467, lmg, LMG") == ("german", Casualties(12, {"4-6-7": 4, "LMG": 2}))
        assert w.parse_casualties("russian 0") == ("russian", Casualties(0))

    def test_ft_and_dc(self) -> None:
        assert w.parse_ft_dc("ft russian 9") == RemovedWeapon("russian", "FT", 9)

    @pytest.mark.parametrize(
        ("read", "typed", "expected"),
        [
            (lambda t: w.parse_works(t, "german", BOARD), "fence K33", "'fence' is no work: foxhole, trench"),
            (lambda t: w.parse_works(t, "german", BOARD), "", "a work and its hexes are wanted"),
            (lambda t: w.parse_works(t, "german", BOARD), "wire", "after 'wire' come hexes"),
            (lambda t: w.parse_works(t, "german", BOARD), "wire K33 K33", "twice"),
            (lambda t: w.parse_works(t, "german", BOARD), "wire K33 8AP", "a minefield, and nothing else, has mines"),
            (lambda t: w.parse_works(t, "german", BOARD), "minefield S22", "a minefield, and nothing else, has mines"),
            (lambda t: w.parse_works(t, "german", BOARD), "minefield S22 8AP 3AP", "AP mines stand there twice"),
            (lambda t: w.parse_works(t, "german", BOARD), "minefield S22 100AP", "a number from 0 to 99 is wanted"),
            (lambda t: w.parse_markers(t, BOARD), "smoke Q10", "'smoke' is no marker: flame, blaze"),
            (lambda t: w.parse_markers(t, BOARD), "blaze Q99", "there is no hex Q99"),
            (lambda t: w.parse_control(t, BOARD), "X38, K33", "a side and a colon come first"),
            (lambda t: w.parse_control(t, BOARD), "polish: X38", "'polish' is no side: german or russian"),
            (lambda t: w.parse_control(t, BOARD), "german:", "come hexes"),
            (w.parse_used, "german: g31 g31", "each once"),
            (w.parse_used, "german: 'x'", "is no id, as g31 is"),
            (w.parse_casualties, "german", "as 'german 12'"),
            (w.parse_casualties, "german 12: 0x 4-6-7", "none at all"),
            (w.parse_casualties, "german 12: 4x KV-1S", "KV-1S is russian"),
            (w.parse_casualties, "german 10000", "casualty points: a number from 0 to 9999 is wanted"),
            (w.parse_ft_dc, "FT russian", "as 'FT russian 9'"),
            (w.parse_ft_dc, "FT russian 13", "the effects roll: a number from 2 to 12 is wanted, not '13'"),
            (w.parse_ft_dc, "LMG russian 9", "FT or DC"),
            (w.parse_turns, "0", "turns played: a number from 1 to 30 is wanted, not '0'"),
            (w.parse_evp, "some", "exit points: a number from 0 to 9999 is wanted, not 'some'"),
        ],
    )
    def test_what_cannot_be_read_says_what_was_expected(
        self, read: Callable[[str], object], typed: str, expected: str
    ) -> None:
        with pytest.raises(OrshaError) as refused:
            read(typed)
        assert expected in str(refused.value)


class TestBackToWords:
    @given(st.sampled_from(w.WORKS), hexes, sides, st.booleans(), st.integers(0, 99), st.integers(1, 99))
    def test_works(self, what: str, hex: str, side: Side, hidden: bool, ap: int, at: int) -> None:
        mines = (ap, at) if what == "minefield" else (0, 0)
        work = WorkMarker(what, hex, side, hidden, *mines)  # type: ignore[arg-type]
        assert w.parse_works(w.format_work(work), side, BOARD) == (work,)

    @given(st.sampled_from(w.MARKERS), hexes)
    def test_markers(self, what: str, hex: str) -> None:
        marker = MapMarker(what, hex)  # type: ignore[arg-type]
        assert w.parse_markers(w.format_marker(marker), BOARD) == (marker,)

    @given(sides, st.integers(0, 9999), st.data())
    def test_casualties(self, side: Side, cvp: int, data: st.DataObject) -> None:
        types = st.sampled_from(sorted({named.type for named in names(side).values()}))
        casualties = Casualties(cvp, data.draw(st.dictionaries(types, st.integers(1, 99), max_size=4)))
        assert w.parse_casualties(w.format_casualties(side, casualties)) == (side, casualties)

    @given(sides, st.sampled_from(["FT", "DC"]), st.integers(2, 12))
    def test_ft_dc(self, side: Side, type: str, roll: int) -> None:
        one = RemovedWeapon(side, type, roll)  # type: ignore[arg-type]
        assert w.parse_ft_dc(w.format_ft_dc(one)) == one

    @given(sides, st.lists(hexes, min_size=1, max_size=5, unique=True))
    def test_control_and_used(self, side: Side, there: list[str]) -> None:
        line = w.format_of_side(side, there)
        assert w.parse_control(line, BOARD) == w.parse_used(line) == (side, tuple(there))


def section(name: str) -> Section:
    return SECTIONS[place_of(name)]


class TestParts:
    def test_a_date_begins_a_report(self) -> None:
        assert begun(" 23am ") == ScenarioReport("23AM")
        with pytest.raises(OrshaError, match="23AM, 23PM, 24AM or 24PM"):
            begun("25AM")

    def test_a_line_is_checked_with_the_whole_report(self) -> None:
        report = added(section("german"), begun("23AM"), "P20: 4-6-7 #g1")
        with pytest.raises(OrshaError, match="'g1' stands in two places"):
            added(section("german"), report, "P21: 4-6-7 #g1")
        with pytest.raises(OrshaError, match="needs a guard"):
            added(section("german"), report, "P21: prisoner 4-4-7")
        with pytest.raises(OrshaError, match="R24 has the levels 0, not 3"):
            added(section("german"), report, "R24/3: 4-6-7")
        report = added(section("control"), report, "german: K33")
        with pytest.raises(OrshaError, match="K33 is controlled by both sides"):
            added(section("control"), report, "russian: K33")

    def test_both_sides_in_one_hex_get_ids_of_their_own(self) -> None:
        report = added(section("german"), begun("23AM"), "P20: 4-6-7")
        report = added(section("russian"), report, "P20: 4-4-7")
        assert [piece.id for piece in report.pieces] == ["P20.1", "P20.2"]

    @pytest.mark.parametrize(
        ("name", "typed"),
        [
            ("german", ["P20: 3x 4-6-7, LMG", "Q20: 9-1", "wire K33"]),
            ("russian", ["P20: 4-4-7", "S22: prisoner 4-6-7, 4-5-8"]),
            ("markers", ["blaze Q10", "wreck R25"]),
            ("removed", ["wire K33"]),
            ("control", ["german: P3", "russian: X38"]),
            ("casualties", ["german 12: 4x 4-6-7", "russian 3"]),
            ("ft-dc", ["FT russian 9", "DC german 4"]),
            ("used", ["german: g31", "russian: r7"]),
        ],
    )
    def test_the_last_line_goes_until_none_is_left(self, name: str, typed: list[str]) -> None:
        part, reports = section(name), [begun("23AM")]
        for line in typed:
            reports.append(added(part, reports[-1], line))
        assert len(part.lines(reports[-1])) == len(typed)
        report = reports.pop()
        while reports:
            left = taken_back(part, report)
            assert left == reports.pop()
            report = left
        assert taken_back(part, report) is None

    def test_a_second_line_of_casualties_replaces_the_first(self) -> None:
        report = added(section("casualties"), begun("23AM"), "german 12")
        assert added(section("casualties"), report, "german 14").casualties == {"german": Casualties(14)}

    def test_every_part_explains_itself(self) -> None:
        assert all(part.help and part.asks for part in SECTIONS)
        with pytest.raises(OrshaError, match="'weather' is no part of a report: date, turns, german"):
            place_of("weather")


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
pieces = st.builds(
    Piece,
    id=st.text(min_size=1, max_size=8),
    side=sides,
    kind=st.just("squad"),
    type=texts,
    hex=hexes,
    level=st.none() | st.integers(-2, 4),
    status=st.lists(st.sampled_from(["broken", "engineer"]), unique=True).map(tuple),
    held_by=st.none() | texts,
    group=st.none() | texts,
    last=texts,
)
reports = st.builds(
    ScenarioReport,
    date=st.sampled_from(dates()),
    turns=st.integers(1, 30),
    pieces=st.lists(pieces, max_size=3).map(tuple),
    markers=st.lists(st.builds(MapMarker, what=st.sampled_from(w.MARKERS), hex=hexes), max_size=2).map(tuple),
    works=st.lists(
        st.builds(WorkMarker, what=st.sampled_from(w.WORKS), hex=hexes, side=sides, hidden=st.booleans()), max_size=2
    ).map(tuple),
    removed=st.lists(texts, max_size=20).map(tuple),
    control=st.dictionaries(sides, st.lists(hexes, max_size=30).map(tuple)),
    casualties=st.dictionaries(
        sides, st.builds(Casualties, cvp=st.integers(0, 99), lost=st.dictionaries(texts, st.integers(1, 9), max_size=3))
    ),
    evp=st.integers(0, 99),
    ft_dc=st.lists(
        st.builds(RemovedWeapon, side=sides, type=st.sampled_from(["FT", "DC"]), roll=st.integers(2, 12)), max_size=2
    ).map(tuple),
    used=st.dictionaries(sides, st.lists(texts, max_size=3).map(tuple)),
)


class TestTheFile:
    @settings(max_examples=100, deadline=None)
    @given(reports)
    def test_what_is_written_is_read_as_the_same(self, report: ScenarioReport) -> None:
        tree = tomllib.loads(dumps_report(report, "a comment"))
        assert msgspec.convert(tree, ScenarioReport) == report

    def test_a_report_written_by_hand_survives(self, tmp_path: Path) -> None:
        report, file = loads_report(REPORT), tmp_path / "r.toml"
        file.write_text(dumps_report(report, "mine"))
        assert load_report(file) == report
        assert file.read_text().startswith('# mine\ndate = "23AM"\nturns = 7\nevp = 4\n')

    def test_long_lists_are_broken_into_lines(self) -> None:
        text = dumps_report(ScenarioReport("23AM", control={"german": tuple(map(str, sorted(BOARD.ground)))}))
        assert max(map(len, text.splitlines())) < 120
        assert len(loads_report(text).control["german"]) == len(BOARD.ground)
