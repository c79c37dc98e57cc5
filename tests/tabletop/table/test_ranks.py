"""Friends that step aside and come to stand elsewhere while a move is worked out, and strides among them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.tabletop.table import Disc, Mover, Ranks, Spot, base, stride, tables, walk
from orsha.tabletop.table.walking import shortened

TANK, FOOT = Mover("tank", "tank"), Mover("infantry", "infantry")
TABLE = tables()["fields-and-village"]
spots = st.tuples(st.integers(1000, 71000), st.integers(1000, 47000))


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


@settings(max_examples=150, deadline=None)
@given(st.lists(spots, min_size=2, max_size=4), st.integers(1, 20000), st.sampled_from([TANK, FOOT]), st.lists(spots))
def test_a_stride_is_the_walk_of_its_first_mils(path: list[Spot], after: int, who: Mover, others: list[Spot]) -> None:
    ranks = Ranks({str(n): Disc(x, y, 700, n % 2 == 0) for n, (x, y) in enumerate(others)})
    enemies = [Disc(36000, 24000, 800)]
    gone = walk(TABLE, who, shortened(path, after), enemies, ranks)
    found = stride(TABLE, who, path, float(after), enemies, ranks, 60)
    assert (found.path, found.length, found.dash) == (gone.path, gone.length, gone.dash)
    assert found.nearest_enemy == gone.nearest_enemy
    need = base(who.base).half_width + 700 - 60
    close = [(gone.end[0] - x) ** 2 + (gone.end[1] - y) ** 2 < need**2 for x, y in others]
    assert found.crowded == any(close)
