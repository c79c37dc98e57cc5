"""Where a mission's river runs, whose its banks are, and which way it flows (000 River Assaults)."""

from __future__ import annotations

import pytest

from orsha.tabletop.rivers import River, river_of
from tests.tabletop.game.river_stage import men, river_battle
from tests.tabletop.game.stage import with_mission


def river(**mission: object) -> River:
    found = river_of(with_mission(river_battle([men(1)]), **mission).mission)
    assert found is not None
    return found


def test_the_attackers_bank_is_on_the_attackers_side_of_the_table() -> None:
    left = river()
    assert (left.bank("defender"), left.bank("attacker")) == (32_000, 40_000)
    turned = river(defender_pick="right")
    assert (turned.bank("attacker"), turned.bank("defender")) == (32_000, 40_000)
    assert turned.side_at((31_000, 0)) == "attacker" and turned.side_at((41_000, 0)) == "defender"
    assert turned.side_at((36_000, 9)) is None


@pytest.mark.parametrize(
    ("pick", "current", "flow"),
    [("left", "left", -1), ("left", "right", 1), ("right", "left", 1), ("right", "right", -1)],
)
def test_a10_the_current_flows_left_or_right_as_the_attacker_looks_at_the_river(
    pick: str, current: str, flow: int
) -> None:
    assert river(defender_pick=pick, current=current).flow == flow


def test_before_anybody_has_rolled_the_river_flows_nowhere() -> None:
    assert river(current=None).flow == 0


def test_a_mission_without_a_river_has_none() -> None:
    assert river_of(with_mission(river_battle([men(1)]), river=None).mission) is None


def test_how_far_a_spot_is_from_a_bank() -> None:
    one = river()
    assert one.to_bank("attacker", (42_500, 7)) == 2500 and one.to_bank("defender", (30_000, 7)) == 2000
    assert one.to_bank("attacker", (39_000, 7)) == -1000
    assert one.beside("defender", 9000, 750) == (32_750, 9000) and one.beside("attacker", -5, 750) == (39_250, 0)


def test_000_disembarking_a_way_is_wet_until_it_first_comes_to_a_bank() -> None:
    one = river()
    assert one.wet(((33_000, 24_000), (31_000, 24_000))) == 1000
    assert one.wet(((33_000, 24_000), (33_000, 28_000), (30_000, 28_000))) == 5000
    assert one.wet(((39_000, 24_000), (42_000, 28_000))) == pytest.approx(5000 / 3)
    assert one.wet(((31_000, 24_000), (33_000, 24_000))) == 0 and one.wet(((33_000, 24_000),)) == 0
