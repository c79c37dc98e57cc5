"""Friends that step aside and come to stand elsewhere while a move is worked out."""

from __future__ import annotations

from orsha.tabletop.table import Bulk, Ranks, Stand
from orsha.tabletop.table.kernels_bulk import BULK


def friends() -> Ranks:
    return Ranks({"tank": Bulk(20000, 20000, 800), "men": Bulk(24000, 20000, 500, solid=False)})


def test_tanks_are_minded_by_tanks_and_men_by_nobody_who_passes() -> None:
    ranks = friends()
    assert list(ranks.rows) == [20000, 20000, 800, 0, 0, 0, 24000, 20000, 500, 0, 0, 0]
    assert list(ranks.solid) == [20000, 20000, 800, 0, 0, 0]
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
    other["tank"] = Bulk(1000, 2000, 800)
    other["gun"] = Bulk(5000, 5000, 600)
    other.leave("men")
    other.leave("men")
    assert ranks.rows[0] == 20000 and "men" in ranks and "gun" not in ranks
    assert list(other.rows)[:2] == [1000, 2000] and list(other.rows)[2 * BULK :] == [5000, 5000, 600, 0, 0, 0]
    assert list(other.solid) == [1000, 2000, 800, 0, 0, 0, 5000, 5000, 600, 0, 0, 0] and other.rows[BULK] > 1e8
    other["men"] = Bulk(7000, 7000, 500, solid=False)
    assert list(other.rows)[BULK : BULK + 3] == [7000, 7000, 500]


def test_who_comes_to_stand_elsewhere_may_face_another_way() -> None:
    ranks = Ranks({"tank": Bulk.about(Stand(20000, 20000, "tank", 0))})
    assert list(ranks.rows) == list(ranks.solid) == [20000, 20000, 600, 1150, 0, 1]
    ranks["tank"] = Bulk.about(Stand(9000, 9000, "tank", 90))
    assert list(ranks.rows) == list(ranks.solid) == [9000, 9000, 600, 1150, 1, 0]
    ranks.expect({"gun": Bulk.about(Stand(0, 0, "gun", 180))})
    assert ranks.rows[BULK] > 1e8 and list(ranks.rows[BULK + 2 :]) == [800, 1000, 0, -1]
