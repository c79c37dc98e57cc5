"""Fields of fire and armour: lines across bases and hulls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from orsha.kernel import Unknown
from orsha.tabletop.table import Stand, armour_facing, in_arc
from orsha.tabletop.table.bases import bases_file
from tests.tabletop.table.builders import team

TANK = team(36, 24, "tank", 0)
"""Its front is 1.15 inches ahead of its middle."""


def test_turrets_and_infantry_fire_all_round() -> None:
    assert all(in_arc(TANK, team(x, y), "all-round") for x, y in ((36, 40), (50, 24), (36, 4)))


@pytest.mark.parametrize(
    ("y", "front", "forward"), [(40, True, True), (26, True, False), (25, True, False), (24.2, False, False)]
)
def test_a_gun_fires_at_any_part_before_its_line_and_a_hull_gun_at_whole_targets_only(
    y: float, front: bool, forward: bool
) -> None:
    """An infantry base reaches 0.8 inches either way; the line across the hull's front is at 25.15."""
    target = team(50, y if y != 26 else 25.8)
    assert in_arc(TANK, target, "front") is front
    assert in_arc(TANK, target, "forward") is forward


def test_rear_firing_needs_the_whole_target_behind() -> None:
    assert in_arc(TANK, team(36, 10), "rear") and not in_arc(TANK, team(36, 22.5), "rear")
    assert not in_arc(TANK, team(36, 40), "rear")


@pytest.mark.parametrize(
    ("place", "side"), [((36, 26), "front"), ((60, 25.2), "front"), ((60, 25), "side"), ((36, 10), "side")]
)
def test_armour_is_front_before_the_line_across_the_hull(place: tuple[float, float], side: str) -> None:
    assert armour_facing(TANK, team(*place)) == side


def test_arcs_turn_with_the_team() -> None:
    east = team(36, 24, "gun", 90)
    assert in_arc(east, team(60, 24), "forward") and not in_arc(east, team(36, 40), "forward")


def test_an_unknown_field_of_fire_is_refused() -> None:
    with pytest.raises(Unknown, match="field of fire"):
        in_arc(TANK, TANK, "sideways")


@given(
    st.builds(
        Stand, st.integers(0, 40000), st.integers(0, 40000), st.sampled_from(["tank", "gun"]), st.integers(0, 359)
    ),
    st.builds(
        Stand, st.integers(0, 40000), st.integers(0, 40000), st.sampled_from(["tank", "gun"]), st.integers(0, 359)
    ),
)
def test_forward_is_a_half_plane_that_shapely_knows_too(shooter: Stand, target: Stand) -> None:
    front_right, front_left = shooter.corners()[:2]
    from orsha.tabletop.table.shapes import shifted

    far = 200_000
    plane = Polygon(
        [
            shifted(front_right, shooter.facing, 0, far),
            shifted(front_right, shooter.facing, far, far),
            shifted(front_left, shooter.facing, far, -far),
            shifted(front_left, shooter.facing, 0, -far),
        ]
    )
    hull = Polygon(target.corners())
    if plane.exterior.distance(hull) > 10:
        assert in_arc(shooter, target, "forward") == plane.contains(hull)
        assert in_arc(shooter, target, "front") == plane.intersects(hull)


def test_every_base_is_a_disc_or_a_box() -> None:
    assert {base.kind for base in bases_file().bases.values()} == {"infantry", "gun", "tank"}
    for slug in bases_file().bases:
        stand = team(10, 10, slug, 30)
        assert len(stand.corners()) in (1, 4) and len(stand.parts()) == 32
