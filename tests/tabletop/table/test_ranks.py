"""Friends that step aside and come to stand elsewhere while a move is worked out."""

from __future__ import annotations

from orsha.tabletop.table import Disc, Ranks


def friends() -> Ranks:
    return Ranks({"tank": Disc(20000, 20000, 800), "men": Disc(24000, 20000, 500, solid=False)})


def test_tanks_are_minded_by_tanks_and_men_by_nobody_who_passes() -> None:
    ranks = friends()
    assert list(ranks.rows) == [20000, 20000, 800, 24000, 20000, 500]
    assert list(ranks.solid) == [20000, 20000, 800]
    assert ranks.place_of(0) == 0


def test_who_steps_aside_is_not_minded_until_he_is_back() -> None:
    ranks = friends()
    ranks.aside("tank", None, "nobody")
    assert ranks.rows[0] > 1e8 and ranks.solid[0] > 1e8 and "tank" in ranks
    ranks.back("tank", None)
    assert ranks.rows[0] == ranks.solid[0] == 20000


def test_a_copy_changes_by_itself_and_newcomers_find_a_place() -> None:
    ranks = friends()
    other = ranks.copy()
    other["tank"] = Disc(1000, 2000, 800)
    other["gun"] = Disc(5000, 5000, 600)
    other.leave("men")
    other.leave("men")
    assert ranks.rows[0] == 20000 and "men" in ranks and "gun" not in ranks
    assert list(other.rows)[:2] == [1000, 2000] and list(other.rows)[6:] == [5000, 5000, 600]
    assert list(other.solid) == [1000, 2000, 800, 5000, 5000, 600] and other.rows[3] > 1e8
    other["men"] = Disc(7000, 7000, 500, solid=False)
    assert list(other.rows)[3:6] == [7000, 7000, 500]
