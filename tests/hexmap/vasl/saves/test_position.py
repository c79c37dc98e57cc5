"""What commands do to the pieces, one after the other; and how pieces are taken out and put in."""

from __future__ import annotations

import pytest

from orsha.hexmap.vasl.saves import BIN, Save, Stack, decode, encode, position, with_pieces
from orsha.hexmap.vasl.saves.commands import Add, Change, Command, Move, PropertyChange, Remove
from orsha.hexmap.vasl.saves.pieces import add_of
from orsha.hexmap.vasl.saves.save import lines_of
from orsha.kernel import Damaged
from tests.hexmap.vasl.saves.tables import MAP, Table, leader, squad, trail, weapon

SQUAD, LMG, PILE, LEADER, ALONE = (str(1_600_000_000_000 + n) for n in range(5))


def game(*logged: Command) -> Save:
    return Table().pile("P20", squad(), weapon()).pile("R24", leader()).save(*logged)


def moved(id: str, map: str, x: int, y: int, under: str = "null") -> Move:
    return Move(id, map, x, y, under, MAP, 0, 0, "null", "ivan")


def piles(save: Save) -> list[list[str]]:
    return sorted([piece.name.base for piece in pile] for *_, pile in position(save).piles())


def test_as_it_was_saved() -> None:
    assert piles(game()) == [["4-6-7 1sq", "LMG"], ["9-1"]]


def test_a_piece_is_moved_onto_another() -> None:
    assert piles(game(moved(LEADER, MAP, 5, 6, SQUAD))) == [["4-6-7 1sq", "LMG", "9-1"]]
    assert piles(game(moved(LEADER, MAP, 5, 6, PILE))) == [["4-6-7 1sq", "LMG", "9-1"]]


def test_a_piece_is_moved_away_from_its_stack() -> None:
    save = game(moved(LMG, BIN, 5, 6))
    assert piles(save) == [["4-6-7 1sq"], ["9-1"], ["LMG"]]
    assert (BIN, 5, 6) in [(map, x, y) for map, x, y, _ in position(save).piles()]


def test_a_stack_moves_with_all_that_is_in_it() -> None:
    found = position(game(moved(PILE, MAP, 7, 8)))
    assert (MAP, 7, 8, 2) in [(map, x, y, len(pile)) for map, x, y, pile in found.piles()]


def test_a_piece_changes() -> None:
    state = add_of(position(Table().pile("P20", squad(broken=True)).save()).pieces[SQUAD]).state
    assert str(position(game(Change(SQUAD, state))).pieces[SQUAD].name) == "broken 4-6-7 1sq"


def test_a_change_that_does_not_fit_makes_a_piece_unreadable() -> None:
    found = position(game(Change(SQUAD, "no state")))
    assert SQUAD not in found.pieces and found.unread == 1


def test_a_stack_changes_its_members() -> None:
    save = game(Change(ALONE, f"{MAP};5;6;{LMG};{LEADER};@@2"))
    assert piles(save) == [["4-6-7 1sq"], ["LMG", "9-1"]]


def test_a_piece_is_removed_and_another_added() -> None:
    new = add_of(position(game()).pieces[LMG])
    save = game(Remove(LMG), Add("77", new.type, new.state), Remove("nobody"))
    assert piles(save) == [["4-6-7 1sq"], ["9-1"], ["LMG"]]


def test_a_stack_is_removed_and_its_pieces_stand_alone() -> None:
    assert piles(game(Remove(PILE))) == [["4-6-7 1sq"], ["9-1"], ["LMG"]]


def test_what_is_neither_piece_nor_stack_cannot_be_read() -> None:
    found = position(game(Add("8", "deck;x", "y"), Add("9", "a\tb\tc", "x")))
    assert found.unread == 2 and len(found.pieces) == 3


def test_numbers_change_in_a_log() -> None:
    assert game(PropertyChange("AxisCVP", "0", "7", BIN)).properties["AxisCVP"] == "7"


def test_a_trail_remembers_its_points() -> None:
    (piece,) = position(Table().pile("P20", trail([(1, 2), (3, -4)])).save()).pieces.values()
    assert piece.trails[0].points == ((1, 2), (3, -4)) and piece.trails[0].visible


def test_pieces_are_taken_out_and_put_in() -> None:
    save = game()
    new = position(save).pieces[LMG].at(MAP, 9, 9)
    changed = with_pieces(save, [SQUAD, LMG, PILE], [new, Stack("90", MAP, 9, 9, (LMG,))])
    assert piles(decode(encode(changed))) == [["9-1"], ["LMG"]]
    assert changed.boards == save.boards


def test_a_game_without_pieces_takes_some() -> None:
    empty = Table().save()
    one = position(game()).pieces[LMG]
    assert piles(decode(encode(with_pieces(empty, [], [one])))) == [["LMG"]]


def test_a_game_that_is_cut_short_is_refused() -> None:
    with pytest.raises(Damaged, match="its end is missing"):
        lines_of("begin_save\x1bbd\t")
    with pytest.raises(Damaged, match="does not begin as one"):
        lines_of("something else")
