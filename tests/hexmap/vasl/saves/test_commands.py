"""Single commands: what is known is a value, what is not is kept to the letter."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from orsha.hexmap.vasl.saves.commands import (
    Add,
    Boards,
    Change,
    Crop,
    Logged,
    Move,
    Other,
    PlacedBoard,
    Property,
    PropertyChange,
    Remove,
    parse,
    write,
)


def test_pieces_come_go_change_and_move() -> None:
    assert parse("+/7/stack/Main Map;1;2") == Add("7", "stack", "Main Map;1;2")
    assert parse("-/7") == Remove("7")
    assert parse("D/7/new/old") == Change("7", "new", "old")
    assert parse("D/7/new") == Change("7", "new")
    moved = parse("M/7/Main Map/10/-20/null/Main Map/1/2/8/ivan")
    assert moved == Move("7", "Main Map", 10, -20, "null", "Main Map", 1, 2, "8", "ivan")


def test_a_log_wraps_what_was_played() -> None:
    assert parse("LOG\t-/7") == Logged(Remove("7"))
    assert parse("LOG\tCHAT hello") == Logged(Other("CHAT hello"))
    assert parse("LOG\tMutableProperty\tAxisCVP\t0\t4\tCasualties") == Logged(
        PropertyChange("AxisCVP", "0", "4", "Casualties")
    )


def test_the_module_keeps_numbers() -> None:
    assert parse("GlobalProperty\t;AxisCVP;12;Casualties") == Property("AxisCVP", "12", "Casualties")
    odd = "GlobalProperty\t;Axishigh\tAxis Casualties\tCasualties;Axishigh;"
    assert isinstance(parse(odd), Other | Property) and write(parse(odd)) == odd


def test_several_boards_one_turned_one_cropped_one_zoomed() -> None:
    text = (
        "bd\t0\t0\tr02\tVER\t6.4\tbd\t1\t0\t04\t0\t0\t900\t-1\tVER\t6.1\tSSR\tNoRoads\tZOOM\t2.0bd\t0\t1\t03\tVER\t1\t"
    )
    found = parse(text)
    assert isinstance(found, Boards) and write(found) == text
    one, two, three = found.boards
    assert (one.name, two.crop, two.zoom, three.zoom) == ("r02", Crop(0, 0, 900, -1), 2.0, 1.0)
    assert (three.column, three.row, three.rest) == (0, 1, ("VER", "1", ""))
    assert parse("bd\t") == Boards(())


def test_a_zoom_of_nothing_is_none() -> None:
    assert PlacedBoard(0, 0, "02", None, ("ZOOM", "0")).zoom == 1.0
    assert PlacedBoard(0, 0, "02", None, ("ZOOM", "1e999")).zoom == 1.0


def test_what_cannot_be_written_back_is_kept() -> None:
    for text in ("+/1/2", "M/7/map/x/2/u/m/1/2/u/p", "M/7/map/007/2/u/m/1/2/u/p", "bd\tx\t0\t02", "bd\t0", "NOTES\t\\"):
        assert parse(text) == Other(text)


@given(st.text(alphabet="+-DM/bd\tLOG0123;\\'x", max_size=50))
def test_every_command_writes_itself(text: str) -> None:
    assert write(parse(text)) == text
