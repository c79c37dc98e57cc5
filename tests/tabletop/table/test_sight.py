"""Who sees whom, and why: small stories on small tables."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from orsha.tabletop.table import Sight, Stand, distance, lookout, sees
from orsha.tabletop.table.sight import protected
from tests.tabletop.table.builders import Scene, box, team

WEST, EAST = team(10, 24), team(40, 24)


def looked(
    scene: Scene, viewer: Stand = WEST, target: Stand = EAST, smoke: Sequence[tuple[float, ...]] | None = None
) -> Sight:
    screens = [((round(a * 1000), round(b * 1000)), (round(c * 1000), round(d * 1000))) for a, b, c, d in smoke or ()]
    seen = sees(scene.table, viewer, target, screens)
    assert protected(scene.table, viewer, target, screens) == seen.bulletproof
    return seen


def test_over_open_ground_everybody_is_seen() -> None:
    seen = looked(Scene())
    assert seen.clear and not seen.concealed and not seen.bulletproof
    assert seen.range == 30000 - 1600
    assert seen.words(Scene().table) == "Seen at 28.4 inches."


# -- tall ground


def test_woods_in_between_hide() -> None:
    scene = Scene().area("woods", box(20, 20, 25, 28), name="Birch wood")
    seen = looked(scene)
    assert not seen.clear and seen.blocked_by == (0,)
    assert "Birch wood is in the way" in seen.words(scene.table)


@pytest.mark.parametrize(("inside", "clear"), [(0.9, True), (1.9, True), (2.9, False)])
def test_one_sees_two_inches_into_woods(inside: float, clear: bool) -> None:
    """The edge of the base counts, so a team of radius 0.8 may have its middle at 2.8 inches."""
    scene = Scene().area("woods", box(40, 16, 60, 32))
    seen = looked(scene, target=team(40 + inside, 24))
    assert seen.clear is clear
    if clear:
        assert seen.concealed and seen.concealed_by == (0,)


@pytest.mark.parametrize(("inside", "clear"), [(1.5, True), (2.5, True), (3.2, False)])
def test_one_sees_two_inches_out_of_woods_and_what_is_outside_is_not_concealed(inside: float, clear: bool) -> None:
    scene = Scene().area("woods", box(5, 16, 20, 32))
    seen = looked(scene, viewer=team(20 - inside, 24))
    assert seen.clear is clear
    assert not clear or not seen.concealed


@pytest.mark.parametrize(("apart", "clear"), [(5.9, True), (6.1, False)])
def test_two_teams_in_the_same_woods_see_six_inches(apart: float, clear: bool) -> None:
    scene = Scene().area("woods", box(5, 5, 60, 43))
    other = team(20 + apart + 1.6, 24)
    seen = looked(scene, viewer=team(20, 24), target=other)
    assert seen.clear is clear
    assert not clear or seen.concealed


def test_a_corner_of_a_wood_hides_unless_the_switch_lets_one_see_past() -> None:
    scene = Scene().area("woods", box(20, 22.5, 21.5, 25.5))
    tank = team(40, 24, "tank", 270)
    assert not looked(scene, target=tank).clear
    seen = looked(scene.switched(see_through_tall=2), target=tank)
    assert seen.clear and seen.concealed


def test_an_orchard_switched_to_short_is_seen_over() -> None:
    scene = Scene().area("orchard", box(20, 20, 25, 28))
    assert not looked(scene).clear
    seen = looked(scene.switched(orchard_height="short"))
    assert seen.clear and seen.concealed


# -- short ground


@pytest.mark.parametrize("kind", ["crops", "scrub", "marsh", "rubble", "craters"])
def test_short_ground_never_hides_but_conceals_behind_it_and_in_it(kind: str) -> None:
    between, about = Scene().area(kind, box(20, 5, 30, 43)), Scene().area(kind, box(35, 5, 45, 43))
    for scene in (between, about):
        seen = looked(scene)
        assert seen.clear and seen.concealed and seen.concealed_by == (0,)


def test_a_hedge_conceals_what_is_behind_it_but_not_from_who_stands_at_it() -> None:
    scene = Scene().line("hedge", [(20, 10), (20, 40)])
    assert looked(scene).concealed
    assert not looked(scene, viewer=team(18.5, 24)).concealed
    assert looked(scene.switched(near_cover=0), viewer=team(18.5, 24)).concealed


def test_half_the_base_must_be_covered() -> None:
    """A hedge that ends before it covers half a tank conceals nothing."""
    tank = team(40, 24, "tank", 270)
    half, less = Scene().line("hedge", [(38, 23.95), (38, 30)]), Scene().line("hedge", [(38, 24.25), (38, 30)])
    assert looked(half, target=tank).concealed
    seen = looked(less, target=tank)
    assert seen.covered and not seen.concealed


def test_a_team_half_hidden_by_a_house_is_concealed() -> None:
    scene = Scene().area("building", box(36, 23.9, 38, 30))
    seen = looked(scene, target=team(40, 24, "tank", 270))
    assert seen.clear and seen.concealed and seen.hidden
    assert "concealed by the building" in seen.words(scene.table)


# -- buildings and walls


@pytest.mark.parametrize("kind", ["building", "city-building"])
def test_nobody_sees_past_a_building(kind: str) -> None:
    assert not looked(Scene().area(kind, box(20, 20, 22, 28))).clear


@pytest.mark.parametrize("kind", ["exterior-wall", "defilade-wall"])
def test_nobody_sees_through_a_wall(kind: str) -> None:
    assert not looked(Scene().line(kind, [(20, 20), (20, 28)])).clear


def test_a_team_in_a_building_sees_and_is_seen_concealed_and_bulletproof() -> None:
    scene = Scene().area("building", box(38, 22, 42, 26))
    seen = looked(scene)
    assert seen.clear and seen.concealed and seen.bulletproof_by == (0,)
    assert not looked(scene, viewer=EAST, target=WEST).concealed


# -- bulletproof cover


def test_a_low_wall_protects_who_is_close_behind_it() -> None:
    wall = Scene().line("stone-wall", [(38, 10), (38, 40)])
    assert looked(wall).bulletproof and not looked(wall, viewer=team(60, 24)).bulletproof
    assert not looked(wall, target=team(44, 24)).bulletproof
    assert looked(wall, target=team(44, 24)).concealed
    assert not looked(Scene().line("hedge", [(38, 10), (38, 40)])).bulletproof


def test_rubble_protects_only_who_is_wholly_in_it() -> None:
    rubble = Scene().area("rubble", box(38, 20, 44, 28))
    assert looked(rubble).bulletproof
    half = looked(rubble, target=team(38.2, 24))
    assert half.concealed and not half.bulletproof


def test_pieces_of_rubble_that_abut_protect_who_is_wholly_in_them_together() -> None:
    halves = Scene().area("rubble", box(38, 20, 40, 28)).area("rubble", box(40, 20, 44, 28))
    assert looked(halves, target=team(40, 24)).bulletproof
    assert not looked(halves, target=team(40, 20.2)).bulletproof
    quarters = [box(a, b, a + 3, b + 4) for a in (37, 40) for b in (20, 24)]
    patch = Scene()
    for quarter in quarters:
        patch = patch.area("rubble", quarter)
    assert looked(patch, target=team(40, 24)).bulletproof
    gap = Scene().area("rubble", box(38, 20, 39.7, 28)).area("rubble", box(40.3, 20, 44, 28))
    assert not looked(gap, target=team(40, 24)).bulletproof


def test_rubble_protects_who_is_wholly_in_it_but_for_what_hangs_over_the_edge_of_the_table() -> None:
    rubble = Scene().area("rubble", box(0, 20, 6, 28))
    assert looked(rubble, target=team(0.2, 24)).bulletproof
    assert not looked(rubble, target=team(0.2, 20.2)).bulletproof


# -- heights


def test_a_hill_hides_what_is_behind_it_and_shows_what_is_on_it() -> None:
    hill = Scene().area("hill", box(20, 10, 30, 38))
    assert not looked(hill).clear
    assert looked(hill, target=team(25, 24)).clear
    assert not looked(hill, target=team(25, 24)).concealed


def test_from_a_hill_one_sees_over_a_hedge_that_is_not_close_to_the_target() -> None:
    hill = Scene().area("hill", box(5, 10, 15, 38))
    assert not looked(hill.line("hedge", [(25, 10), (25, 38)])).concealed
    assert looked(hill.line("hedge", [(38.9, 10), (38.9, 38)])).concealed


def test_two_hills_look_over_a_house_between_them_but_not_over_woods() -> None:
    hills = Scene().area("hill", box(5, 10, 15, 38)).area("hill", box(35, 10, 45, 38))
    assert looked(hills.area("building", box(24, 20, 26, 28))).clear
    assert not looked(hills.area("woods", box(24, 20, 26, 28))).clear
    assert not looked(hills.area("city-building", box(24, 20, 26, 28))).clear
    assert looked(hills.area("woods", box(24, 20, 26, 28)), team(10, 24, up=1), team(40, 24, up=1)).clear


def test_what_stands_on_a_hill_is_that_much_higher() -> None:
    hills = Scene().area("hill", box(5, 10, 15, 38)).area("hill", box(22, 10, 28, 38)).area("hill", box(35, 10, 45, 38))
    assert looked(hills).clear
    assert not looked(hills.area("building", box(24, 20, 26, 28))).clear


def test_a_crest_hides_the_far_slope_but_not_from_who_is_at_it() -> None:
    hill = Scene().area("hill", box(20, 10, 34, 38)).line("crest", [(27, 11), (27, 37)])
    near_slope, far_slope, at_crest = team(23, 24), team(31.5, 24), team(28.5, 24)
    assert looked(hill, target=near_slope).clear
    assert not looked(hill, target=far_slope).clear
    seen = looked(hill, target=at_crest)
    assert seen.clear and seen.concealed and seen.bulletproof


# -- smoke


def test_smoke_hides_beyond_six_inches_and_dims_within() -> None:
    screen = [(25.0, 20.0, 25.0, 28.0)]
    assert not looked(Scene(), smoke=screen).clear
    close = looked(Scene(), viewer=team(22.5, 24), target=team(28.5, 24), smoke=screen)
    assert close.clear and close.smoke and close.range <= 6000
    assert "through smoke" in close.words(Scene().table)
    assert not looked(Scene(), smoke=[(25, 30, 25, 38)]).smoke
    assert "smoke is in the way" in looked(Scene(), smoke=screen).words(Scene().table)


# -- many at once


def test_a_lookout_says_the_same_as_each_look() -> None:
    scene = Scene().area("woods", box(20, 20, 25, 28)).line("hedge", [(30, 5), (30, 18)])
    ours, theirs = [team(10, y) for y in (10, 20, 30)], [team(40, y, "tank", 270) for y in (8, 12, 24, 44)]
    table = scene.table
    for viewer, row in zip(ours, lookout(table, ours, theirs), strict=True):
        for target, found in zip(theirs, row, strict=True):
            seen = sees(table, viewer, target)
            assert found == (0 if not seen.clear else 1 if seen.concealed else 2)
    assert lookout(table, ours, []) == [[], [], []]


# -- distance


def test_distance_is_from_edge_to_edge() -> None:
    table = Scene().table
    assert distance(table, team(10, 10), team(13, 14)) == 5000 - 1600
    assert distance(table, team(10, 10, "tank", 0), team(10, 15, "tank", 0)) == 5000 - 2300
    assert distance(table, team(10, 10, "tank", 90), team(10, 15, "tank", 90)) == 5000 - 1200
    assert distance(table, team(10, 10, "tank"), team(10.5, 10.5, "tank", 45)) == 0
    assert distance(table, team(10, 10, "tank"), team(10, 10)) == 0
