"""The lines that players type for counters, as the module's own words say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from orsha.campaign.counter_names import (
    KINDS,
    STATUSES,
    counter_named,
    names,
    other,
    plain,
    shorthand,
    status_named,
)
from orsha.campaign.counters import counters
from orsha.campaign.files import Side
from orsha.campaign.report import MEN, ONLY, Piece, ScenarioReport, Status, check
from orsha.campaign.shorthand import LOOSE, Counters, HexLine, format, keeper, lines_of, parse, pieces_of
from orsha.campaign.state import SIDES
from orsha.hexmap.map import hex_map
from orsha.kernel import OrshaError
from orsha.kernel.data import Wrong

BOARD = hex_map()
EXAMPLE = "P20: 3x 4-6-7, LMG, 9-1 wounded, HMG malfunctioned, StuG IIIG immobilized"


def read(text: str, side: Side = "german") -> tuple[Piece, ...]:
    return pieces_of(parse(text, side, BOARD))


def held(text: str, side: Side = "german") -> dict[str, str | None]:
    """Each counter's name with the id of who holds it."""
    return {piece.type: piece.held_by for piece in read(text, side)}


def why(text: str, side: Side = "german") -> str:
    with pytest.raises(OrshaError) as refused:
        parse(text, side, BOARD)
    return str(refused.value)


class TestCounters:
    def test_a_line_becomes_counters_with_ids_kinds_states_and_holders(self) -> None:
        pieces = read(EXAMPLE)
        assert [(one.id, one.kind, one.type, one.status, one.held_by) for one in pieces] == [
            ("P20.1", "squad", "4-6-7", (), None),
            ("P20.2", "squad", "4-6-7", (), None),
            ("P20.3", "squad", "4-6-7", (), None),
            ("P20.4", "sw", "LMG", (), "P20.1"),
            ("P20.5", "leader", "9-1", ("wounded",), None),
            ("P20.6", "sw", "HMG", ("malfunctioned",), "P20.2"),
            ("P20.7", "vehicle", "StuG IIIG", ("immobilized",), None),
        ]
        assert {(one.side, one.hex) for one in pieces} == {("german", "P20")}

    def test_ids_that_are_taken_are_not_given_again(self) -> None:
        line = parse("P20: 2x 4-6-7, 9-1 #P20.3", "german", BOARD)
        assert [one.id for one in pieces_of(line, {"P20.1"})] == ["P20.2", "P20.4", "P20.3"]

    @pytest.mark.parametrize(
        ("typed", "kind", "type"),
        [
            ("467", "squad", "4-6-7"),
            ("2-4-7", "half-squad", "2-4-7"),
            ("91", "leader", "9-1"),
            ("6+1", "leader", "6+1"),
            ("lmg", "sw", "LMG"),
            ("50 cal", "sw", ".50 cal"),
            ("stug", "vehicle", "StuG IIIG"),
            ("PaK 40", "gun", "75L (PaK 40)"),
            ("2-2-8", "crew", "2-2-8"),
            ("crew", "crew", "2-2-8"),
            ("hero", "hero", "1-4-9"),
            ("al 9-1", "armor-leader", "9-1"),
            ("vehicle Tiger", "vehicle", "Tiger"),
            ("tank StuG", "vehicle", "StuG"),
            ("hs 6-5-8", "half-squad", "6-5-8"),
            ("gun 75* (leIG 18)", "gun", "75* (leIG 18)"),
        ],
    )
    def test_kinds_come_from_names_or_from_a_word_before_them(self, typed: str, kind: str, type: str) -> None:
        (piece,) = read(f"P20: {typed}")
        assert (piece.kind, piece.type) == (kind, type)

    def test_a_squad_of_one_side_may_be_nothing_on_the_other(self) -> None:
        assert read("P20: 4-5-8", "russian")[0].kind == "squad"
        assert "4-5-8 is russian; one in german hands is written 'prisoner 4-5-8'" in why("P20: 4-5-8")
        assert "written 'captured KV-1S'" in why("P20: kv-1s")

    def test_states_may_be_short_and_stand_before_or_after(self) -> None:
        (piece,) = read("P20: broken 4-6-7 enc fan")
        assert set(piece.status) == {"broken", "encircled", "fanatic"}
        assert read("P20: 9-1 hero")[0].status == ("heroic",)
        assert read("P20: StuG uk")[0].status == ("unconfirmed-kill",)

    def test_levels_and_off_the_map(self) -> None:
        assert read("b32/-1: 4-6-7")[0].level == -1
        assert (read("off: T-34 recall-ammo", "russian")[0].hex, read("P20: 467")[0].level) == ("", None)

    def test_a_counter_of_the_campaign_keeps_its_id(self) -> None:
        assert [one.id for one in read("P20: 4-6-7 #g12, 4-6-7")] == ["g12", "P20.1"]


class TestTheEnemysInOursHands:
    def test_prisoners_are_the_enemys_and_guarded(self) -> None:
        squad, prisoner = read("P20: 4-6-7, prisoner 4-4-7")
        assert (prisoner.side, prisoner.status, prisoner.held_by) == ("russian", ("prisoner",), squad.id)

    def test_what_is_captured_stays_the_enemys_counter(self) -> None:
        _, gun, tank = read("P20: 4-6-7, captured MMG, captured KV-1S abandoned")
        assert {gun.side, tank.side} == {"russian"} and gun.held_by == "P20.1" and tank.held_by is None
        assert keeper(gun) == keeper(tank) == "german"


class TestWhoHoldsWhat:
    def test_weapons_go_to_the_mmc_in_order_and_again_from_the_first(self) -> None:
        assert [one.held_by for one in read("P20: 2x 4-6-7, 3x LMG")[2:]] == ["P20.1", "P20.2", "P20.1"]

    def test_those_with_something_already_come_later(self) -> None:
        assert held("P20: 4-6-7 +HMG, 2-4-7, LMG") == {"4-6-7": None, "HMG": "P20.1", "2-4-7": None, "LMG": "P20.3"}

    def test_guns_go_to_crews_one_each_and_to_nobody_else(self) -> None:
        assert held("P20: 4-6-7, 2-2-8, 75L, 88L") == {
            "4-6-7": None, "2-2-8": None, "75L (PaK 40)": "P20.2", "88L (FlaK 18 o. 36)": None,
        }  # fmt: skip
        assert held("P20: 2-2-8, 75L, 4-6-7, LMG")["LMG"] == "P20.3"

    def test_a_leader_alone_holds_what_there_is(self) -> None:
        assert held("P20: 9-1, Radio") == {"9-1": None, "Radio": "P20.1"}

    def test_nobody_there_or_dropped_is_nobody(self) -> None:
        assert held("P20: LMG") == {"LMG": None}
        assert held("P20: 4-6-7, LMG dropped, MMG") == {"4-6-7": None, "LMG": None, "MMG": "P20.1"}

    def test_a_plus_says_it_and_two_plusses_who_is_aboard(self) -> None:
        assert held("P20: GAZ-MM +2-2-8 ++82mm +LMG", "russian") == {
            "GAZ-MM": None, "2-2-8": "P20.1", "82mm MTR": "P20.2", "LMG": "P20.1",
        }  # fmt: skip

    def test_armour_leaders_are_in_the_vehicles_in_order(self) -> None:
        pieces = read("P20: StuG abandoned, 2x StuG, al 9-1, al 8-1, al 10-2")
        assert [one.held_by for one in pieces if one.kind == "armor-leader"] == ["P20.2", "P20.3", None]

    def test_prisoners_hold_and_guard_nothing(self) -> None:
        assert held("P20: prisoner 4-5-8, LMG, prisoner 9-1") == {"4-5-8": None, "LMG": None, "9-1": None}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", "begins with a hex and a colon"),
        ("4-6-7, LMG", "begins with a hex and a colon"),
        ("R99: 4-6-7", "there is no hex R99"),
        ("AB5: 4-6-7", "a hex is named like P15"),
        ("P20:", "after the colon come counters"),
        ("P20: , ,", "after the colon come counters"),
        ("off/1: 4-6-7", "no levels"),
        ("P20: 0x 4-6-7", "none at all"),
        ("P20: 3x", "names no counter"),
        ("P20: broken", "names no counter"),
        ("P20: 9-9-9", "no german counter called '9-9-9'"),
        ("P20: 4-6", "did you mean 4-6-8, 4-6-7"),
        ("P20: 20L", "may be 20L (FlaK 30) or 20L (FlaK 38)"),
        ("P20: StuG dis", "may be disrupted, disabled or dismantled"),
        ("P20: StuG wounded", "cannot be wounded; that is for leader or hero"),
        ("P20: 4-6-7 broken broken", "broken stands there twice"),
        ("P20: 2x 4-6-7 #g1", "#g1 is one counter, not 2"),
        ("P20: 4-6-7 #g1 #g2", "written once"),
        ("P20: 4-6-7 #", "written once"),
        ("P20: +LMG", "after whoever holds"),
        ("P20: 4-6-7 ++LMG", "nobody with one plus less"),
        ("P20: 3x 4-6-7 +LMG", "write that one by itself"),
        ("P20: LMG +4-6-7", "LMG holds nothing"),
        ("P20: prisoner 4-4-7 +LMG", "4-4-7 holds nothing"),
        ("P20: 9-1 +4-6-7", "4-6-7 is held by nobody"),
        ("P20: 4-6-7 +StuG", "StuG IIIG is held by nobody"),
        ("P20: 4-6-7 dropped", "nobody holding it"),
        ("P20: vehicle", "after 'vehicle' comes a name"),
        ("P20: vehicle Tiger broken II", "after 'vehicle' comes a name"),
        ("P20: vehicle Tïger", "after 'vehicle' comes a name"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(typed: str, expected: str) -> None:
    assert expected in why(typed)


class TestNames:
    def test_the_word_off_is_no_hex_and_every_name_is_found_by_itself(self) -> None:
        for side in SIDES:
            for named in names(side).values():
                assert counter_named(side, named.type) == named

    def test_every_counter_of_the_file_has_a_side(self) -> None:
        file = counters()
        there = {named.type for side in SIDES for named in names(side).values()}
        assert {one.type for one in file.weapons} | {one.type for one in file.guns} <= there
        assert {one.type for one in file.vehicles} <= there
        assert {one.squad for one in file.infantry} | {one.half for one in file.infantry} <= there

    def test_no_name_ends_like_a_state_or_begins_like_a_kind(self) -> None:
        for side in SIDES:
            for named in names(side).values():
                assert all(status_named(word) is None for word in named.type.split())
                assert named.type.split()[0].lower() not in (*KINDS, *shorthand().kinds)

    def test_plain_names_are_each_one_counter(self) -> None:
        for side in SIDES:
            types = {named.type for named in names(side).values()}
            assert len({plain(type) for type in types}) == len(types)


# -- fuzz

sides = st.sampled_from(SIDES)
hexes = st.sampled_from([str(hex) for hex in sorted(BOARD.ground)])


@st.composite
def entries(draw: st.DrawFn, side: Side, depth: int) -> Counters:
    theirs = draw(st.booleans())
    owner = other(side) if theirs else side
    named = draw(st.sampled_from(sorted(set(names(owner).values()))))
    kind, type = named
    if draw(st.integers(0, 9)) == 0:
        kind, type = draw(st.sampled_from(KINDS)), draw(st.sampled_from(["Tiger II", "9-9-9", "A/b (c)", "7-2"]))
    mark: Status = "captured" if kind in ("sw", "gun", "vehicle") else "prisoner"
    if kind == "armor-leader" and theirs:
        theirs = False
    own = [one for one in STATUSES if kind in ONLY.get(one, (kind,)) and one not in ("captured", "prisoner")]
    status: set[Status] = {*draw(st.lists(st.sampled_from(own), max_size=2)), *([mark] if theirs else [])}
    id = draw(st.none() | st.sampled_from(["g1", "r-2", "x.3"]))
    return Counters(
        kind,
        type,
        tuple(sorted(status, key=STATUSES.index)),
        1 if id else draw(st.integers(1, 3)),
        id,
        bool(kind in LOOSE and not depth and draw(st.booleans())),
        depth,
    )


def may_hold(holder: Counters, one: Counters) -> bool:
    if holder.count > 1 or "prisoner" in holder.status or one.kind == "vehicle":
        return False
    carried = one.kind not in MEN or "prisoner" in one.status
    return holder.kind == "vehicle" or (holder.kind in MEN and carried)


@st.composite
def hex_lines(draw: st.DrawFn) -> HexLine:
    side: Side = draw(sides)
    found: list[Counters] = []
    chain: list[Counters] = []
    for _ in range(draw(st.integers(1, 6))):
        one = draw(entries(side, draw(st.integers(0, len(chain)))))
        if one.depth and not may_hold(chain[one.depth - 1], one):
            one = replace(one, depth=0)
        chain = [*chain[: one.depth], one]
        found.append(one)
    return HexLine(side, draw(hexes), tuple(found), draw(st.none() | st.integers(-2, 4)))


@settings(max_examples=120, deadline=None)
@given(hex_lines())
def test_what_is_written_is_read_as_the_same(line: HexLine) -> None:
    assert parse(format(line), line.side, BOARD) == line


def shape(pieces: tuple[Piece, ...]) -> list[Any]:
    """Counters without their ids, each with the chain of those that hold it."""
    by_id = {piece.id: piece for piece in pieces}

    def chain(piece: Piece) -> tuple[Any, ...]:
        up = by_id.get(piece.held_by or "")
        return (piece.side, piece.kind, piece.type, piece.status, *(chain(up) if up else ()))

    return sorted(chain(piece) for piece in pieces)


@settings(max_examples=120, deadline=None)
@given(hex_lines())
def test_counters_that_stand_in_a_report_are_written_so_that_they_come_back(line: HexLine) -> None:
    pieces = pieces_of(replace(line, level=None, counters=tuple(replace(one, id=None) for one in line.counters)))
    try:
        check(ScenarioReport("23AM", pieces=pieces))
    except Wrong:
        return
    (again,) = lines_of(pieces, line.side)
    assert shape(pieces_of(parse(format(again), line.side, BOARD))) == shape(pieces)


WORDS = [
    "P20",
    "DD5",
    ":",
    ",",
    "3x",
    "x",
    "+",
    "++",
    "4-6-7",
    "LMG",
    "StuG",
    "9-1",
    "#g1",
    "#",
    "off",
    "/-1",
    "/",
    "prisoner",
    "captured",
    "broken",
    "dis",
    "vehicle",
    "hero",
    "al",
    "dropped",
    "2-2-8",
    "75L",
    "0",
    "99",
    "٣",
    "²",
]


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from([*WORDS, " ", " "]), max_size=14).map("".join)), sides)
def test_nothing_that_is_typed_fails_in_any_other_way(text: str, side: Side) -> None:
    try:
        line = parse(text, side, BOARD)
    except OrshaError as error:
        assert str(error)
        return
    assert parse(format(line), side, BOARD) == line
    assert len(pieces_of(line)) == sum(one.count for one in line.counters)
