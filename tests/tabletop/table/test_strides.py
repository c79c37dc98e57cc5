"""Strides: the longest legal beginning of a way, worked out in one go, against the same found walk by walk."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.tabletop.table import (
    Bulk,
    Goer,
    Lengths,
    Mover,
    Ranks,
    Spot,
    Stand,
    Stride,
    Walk,
    base,
    laps,
    strides,
    tables,
    walk,
    way_of,
)
from orsha.tabletop.table.bases import MIL, to_spot
from orsha.tabletop.table.shapes import bearing
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.walking import ROOM, Dash, shortened, to_way
from tests.tabletop.table.builders import Scene

TANK, FOOT = Mover("tank", "tank"), Mover("infantry", "infantry")
TABLE = tables()["fields-and-village"]
CLEAR = round(TABLE.terrain.movement.dash_clear * MIL)
LAP = 60
EMPTY = Scene().table
OPEN: list[Spot] = [(3000, 3000), (3000, 20000)]
spots = st.tuples(st.integers(1000, 71000), st.integers(1000, 47000))
lengths = st.integers(-1, 24000).map(float)
NOBODY = Ranks({})


def stride(
    table: Table,
    who: Mover,
    path: list[Spot],
    most: Lengths,
    enemies: list[Bulk],
    friends: Ranks,
    *,
    beside: Spot = (0, 0),
    wire: list[Bulk] | None = None,
    lap: int = 0,
) -> Stride | None:
    """The stride of one team that nobody has reckoned with yet."""
    own = Bulk(0, 0, base(who.base).half_width, who.kind != "infantry")
    goer = Goer("own", who, (path[0][0] + beside[0], path[0][1] + beside[1]), most)
    files = friends.files({"own": own})
    (found,) = strides(table, [goer], way_of(path), path[0], enemies, files, wire=wire or (), lap=lap)
    return found


def by_walks(
    who: Mover, path: list[Spot], most: Lengths, enemies: list[Bulk], friends: Ranks, wire: list[Bulk]
) -> Stride | None:
    """Each pace in turn, each length of it less by the width of a base, until nobody stands where it ends."""
    half = base(who.base).half_width
    near = True
    for pace, after in (
        ("road", most.road),
        ("cross-country", most.cross_country),
        ("terrain", most.terrain),
        (None, most.steady),
    ):
        for _ in range(5):
            if after < 1 or (pace is not None and not near):
                break
            gone = walk(TABLE, who, shortened(path, after), enemies, friends, was=0)
            if gone.length < 1:
                break
            at = None if pace is None else dash(who, gone, wire)
            if at != pace and (pace, at) != ("terrain", "cross-country"):
                break
            if pace is not None and gone.nearest_enemy is not None and gone.nearest_enemy < CLEAR:
                near = False
                break
            if not laps(TABLE, Stand(*gone.end, who.base, gone.facing), friends, LAP):
                return Stride(gone.path, at)
            after = gone.length - 2 * half
    return None


def dash(who: Mover, gone: Walk, wire: list[Bulk]) -> Dash:
    """Wire reaches to a team's side on the way, and to all of it where it stops."""
    half, (x, y) = base(who.base).half_width, gone.end
    for one in wire:
        end = to_spot(who.base, gone.facing, one.x - x, one.y - y)
        if min(to_way((one.x, one.y), gone.path) - half, end) <= one.radius:
            return "terrain"
    return gone.dash


@settings(max_examples=200, deadline=None)
@given(
    st.lists(spots, min_size=2, max_size=4),
    st.builds(Lengths, lengths, lengths, lengths, lengths),
    st.sampled_from([TANK, FOOT]),
    st.lists(spots, max_size=12),
    st.lists(spots, max_size=2),
    st.lists(spots, max_size=2),
)
def test_a_stride_is_the_walk_that_would_be_found_walk_by_walk(
    path: list[Spot], most: Lengths, who: Mover, others: list[Spot], foes: list[Spot], coils: list[Spot]
) -> None:
    ranks = Ranks({str(n): Bulk(x, y, 700, n % 2 == 0) for n, (x, y) in enumerate(others)})
    enemies, wire = [Bulk(x, y, 800) for x, y in foes], [Bulk(x, y, 2500) for x, y in coils]
    found = stride(TABLE, who, path, most, enemies, ranks, wire=wire, lap=LAP)
    assert (found and Stride(found.path, found.dash)) == by_walks(who, path, most, enemies, ranks, wire)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(spots, min_size=2, max_size=4),
    st.lists(st.tuples(spots, st.builds(Lengths, lengths, lengths, lengths, lengths)), min_size=1, max_size=6),
    st.sampled_from([TANK, FOOT]),
    st.lists(spots, max_size=12),
    st.lists(spots, max_size=2),
)
def test_those_of_a_unit_are_the_strides_of_one_after_the_other_each_minding_those_before(
    path: list[Spot], teams: list[tuple[Spot, Lengths]], who: Mover, others: list[Spot], foes: list[Spot]
) -> None:
    half, solid = base(who.base).half_width, who.kind != "infantry"
    goers = [Goer(f"own {n}", who, at, most) for n, (at, most) in enumerate(teams)]
    ranks = Ranks({str(n): Bulk(x, y, 700, n % 2 == 0) for n, (x, y) in enumerate(others)})
    ranks |= {goer.id: Bulk(*goer.spot, half, solid) for goer in goers[::2]}
    ranks = Ranks(ranks)
    enemies = [Bulk(x, y, 800) for x, y in foes]
    missing = {goer.id: Bulk(*goer.spot, half, solid) for goer in goers if goer.id not in ranks}
    found = strides(TABLE, goers, way_of(path), path[0], enemies, ranks.files(missing), lap=LAP)
    for goer, its in zip(goers, found, strict=True):
        there = ranks.get(goer.id)
        ranks.leave(goer.id)
        (x, y), (x0, y0) = goer.spot, path[0]
        assert its == stride(TABLE, who, path, goer.most, enemies, ranks, beside=(x - x0, y - y0), lap=LAP)
        if its is not None:
            again = walk(TABLE, who, its.path, enemies, ranks, was=0, facing=bearing(its.path[-2], its.path[-1]))
            assert its.walk == (again if again.stopped is None else None), "what it goes over is told with it"
            there = Bulk(*its.path[-1], half, solid)
        if there is not None:
            ranks[goer.id] = there


def test_a_stride_with_more_to_tell_than_there_is_room_for_is_told_all_the_same() -> None:
    zigzag: list[Spot] = [(1000 + 600 * n, 1000 + 14_000 * (n % 2)) for n in range(80)]
    found = stride(TABLE, FOOT, zigzag, Lengths(1e7), [], NOBODY)
    gone = walk(TABLE, FOOT, zigzag)
    assert len(gone.pieces) > ROOM and gone.stopped is None
    assert found is not None and found.path == tuple(zigzag) and found.walk == gone


def test_a_stride_beside_a_way_keeps_to_the_table() -> None:
    found = stride(EMPTY, FOOT, OPEN, Lengths(4000.0), [], NOBODY, beside=(-3500, 500))
    assert found is not None and found.path[0] == (0, 3500) and found.path[-1] == (0, 7500)


def test_it_is_shorter_by_a_base_where_a_friend_stands_at_its_end() -> None:
    free = stride(EMPTY, FOOT, OPEN, Lengths(4000.0), [], NOBODY)
    friend = Ranks({"friend": Bulk(3000, 7000, 500, solid=False)})
    found = stride(EMPTY, FOOT, OPEN, Lengths(4000.0), [], friend)
    assert free is not None and found is not None
    assert free.path[-1][1] - found.path[-1][1] == 2 * base(FOOT.base).half_width


def test_no_dash_where_an_enemy_is_near() -> None:
    most = Lengths(4000.0, cross_country=8000.0)
    far = stride(EMPTY, FOOT, OPEN, most, [], NOBODY)
    near = stride(EMPTY, FOOT, OPEN, most, [Bulk(8000, 8000, 500)], NOBODY)
    assert far is not None and far.dash == "cross-country"
    assert near is not None and near.dash is None and near.path[-1] == (3000, 7000)
