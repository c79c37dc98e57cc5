"""What rules 1 to 4 of 001 say to who asks: of a hex, a step, a shot, a cupola."""

from __future__ import annotations

import pytest

from orsha.hexmap import hex_map, parse
from orsha.hexmap.asked import about_cupolas, about_hex, about_shot, about_step
from orsha.hexmap.combinations import Vehicle
from orsha.hexmap.grid import Hex, neighbours
from orsha.kernel import Illegal, OrshaError

BOARD = hex_map()


def beside(hex: Hex) -> list[Hex]:
    return [one for one in neighbours(hex) if one in BOARD]


def climb() -> tuple[Hex, Hex]:
    """A step up the slope between U19 and U20, where a road leads over it."""
    one, other = parse("U19"), parse("U20")
    return (one, other) if about_step(BOARD, one, other, "infantry", base=1).way == "up" else (other, one)


def words(name: str, *, shelled: bool = False) -> str:
    return "\n".join(f"{one.rule}: {one.words}" for one in about_hex(BOARD, parse(name), shelled=shelled))


def test_1_2_a_slope_is_told_from_both_of_its_hexes() -> None:
    start, end = climb()
    assert f"up-slope toward {start}" in words(str(end)) and "0.75 level higher" in words(str(end))
    assert f"down-slope toward {end}" in words(str(start))


def test_3_the_culvert_says_who_gets_in_and_what_stays_outside() -> None:
    told = words("M23")
    assert "L23" in told and "N22" in told
    assert "INF, AT and MTR" in told and "AP mines and roadblock" in told and "wire" not in told
    assert "no crest status in this hex" in told
    assert "no crest status along the side of M23" in words("L23")


def test_a_plain_hex_has_nothing_to_say() -> None:
    quiet = [hex for hex in sorted(BOARD.ground) if not about_hex(BOARD, hex)]
    assert len(quiet) > len(BOARD.ground) // 2


def test_1_51_a_step_up_a_slope_costs_infantry_half_a_factor_more() -> None:
    start, end = climb()
    up = about_step(BOARD, start, end, "infantry", base=1)
    down = about_step(BOARD, end, start, "infantry", base=1)
    assert [one.cost for one in up.costs] == [1.5] and [one.cost for one in down.costs] == [1]
    assert up.along_road
    assert [one.cost for one in about_step(BOARD, start, end, "vehicle", base=1).costs] == [2]


def test_2_3_grain_beside_a_road_is_entered_in_two_ways_from_the_road() -> None:
    end = parse("W9")
    road = [about_step(BOARD, one, end, "infantry") for one in beside(end)]
    assert {tuple(cost.cost for cost in step.costs) for step in road} == {(1, 1.5), (1.5,)}
    both = next(step for step in road if len(step.costs) == 2)
    assert both.along_road and "FFMO applies" in both.costs[0].how and "does not" in both.costs[1].how


def test_2_2_a_shelled_orchard_costs_what_its_rule_says_and_vehicles_check_for_bog() -> None:
    end = next(hex for hex in sorted(BOARD.ground) if BOARD[hex].has("orchard"))
    start = next(one for one in beside(end) if about_step(BOARD, one, end, "infantry", base=1).way != "up")
    foot = about_step(BOARD, start, end, "infantry", shelled=True)
    assert [cost.cost for cost in foot.costs] == [2, 3]
    truck = about_step(BOARD, start, end, "vehicle", vehicle=Vehicle("wheeled"), shelled=True)
    assert [cost.cost for cost in truck.costs] == [6] and "+2 for wheeled" in truck.said[0].words
    tank = about_step(BOARD, start, end, "vehicle", vehicle=Vehicle("tracked", afv=True), shelled=True)
    assert [cost.cost for cost in tank.costs] == [3] and "+0 for tracked" in tank.said[0].words


def test_3_2_only_infantry_from_a_joined_gully_goes_into_the_culvert() -> None:
    gully, culvert = parse("L23"), parse("M23")
    assert about_step(BOARD, gully, culvert, "infantry", base=1, into_culvert=True).said[0].rule == "001 3.2"
    with pytest.raises(Illegal, match="no vehicle goes into a culvert"):
        about_step(BOARD, gully, culvert, "vehicle", base=1, into_culvert=True)
    with pytest.raises(Illegal, match="no way leads into M23"):
        about_step(BOARD, parse("M22"), culvert, "infantry", base=1, into_culvert=True)


def test_what_the_base_game_asks_must_be_given() -> None:
    with pytest.raises(OrshaError, match="--base"):
        about_step(BOARD, parse("U19"), parse("U20"), "infantry")
    with pytest.raises(Illegal, match="no side in common"):
        about_step(BOARD, parse("U19"), parse("U25"), "infantry", base=1)


def test_1_41_and_1_42_a_shot_is_told_cover_and_fire_lane() -> None:
    low = next(
        hex for hex in sorted(BOARD.ground) if any("+1 for infantry" in one.words for one in about_hex(BOARD, hex))
    )
    shots = {hex: about_shot(BOARD, [hex], low) for hex in sorted(BOARD.ground) if hex != low}
    assert {shot.cover for shot in shots.values()} == {0, 1}
    covered = next(hex for hex, shot in shots.items() if shot.cover)
    bare = next(hex for hex, shot in shots.items() if not shot.cover)
    assert about_shot(BOARD, [bare, covered], low).cover == 1, "a group takes the worst"
    assert about_shot(BOARD, [covered], low, other=2, mud=1).total == 3, "adds to no other cover but mud"
    lane = next(hex for hex, shot in shots.items() if shot.fire_lane)
    assert about_shot(BOARD, [lane], low, snap=lane).fire_lane == 0, "a snap shot needs it of both hexes"


def test_4_1_a_cupola_is_told_by_its_card() -> None:
    told = " ".join(one.words for one in about_cupolas())
    assert "armour 5" in told and "2-2-8" in told and "hull down to ground fire only" in told
    assert "never disabled by repair or sustained fire" in told and "no covering fire direction" in told
