"""Whole automatic battles: they can be repeated, both sides can agree to what they report, and nothing is made up."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from orsha.campaign.applying import apply
from orsha.campaign.battle import fight
from orsha.campaign.counters import half_squads
from orsha.campaign.events import Filed
from orsha.campaign.filing import adopt, check_filed, own_forces, own_pieces
from orsha.campaign.groups import initial
from orsha.campaign.report import Piece, ScenarioReport
from orsha.campaign.state import SIDES, CampaignState
from orsha.campaign.telling import Telling, everything
from orsha.hexmap import hex_map
from orsha.kernel import Dice, Typed
from tests.campaign.battle.scenes import Whole, scene
from tests.campaign.stage import leader, piece, squad, sw, tank

SEEDS = (1, 2, 3, 4)


@pytest.fixture(scope="module", params=SEEDS)
def battle(request: pytest.FixtureRequest) -> tuple[CampaignState, ScenarioReport]:
    state = Whole(request.param).state()
    return state, fight(state, request.param)


def test_the_same_seed_fights_the_same_battle() -> None:
    state = Whole(1).state()
    once, again = (msgspec.json.encode(fight(state, "a seed")) for _ in range(2))
    assert once == again
    assert once != msgspec.json.encode(fight(state, "another"))


def test_both_sides_can_agree(battle: tuple[CampaignState, ScenarioReport]) -> None:
    state, report = battle
    for side in SIDES:
        check_filed(report, state.date, side, own_forces(state, side))


def test_the_state_is_left_alone() -> None:
    state = Whole(2).state()
    before = msgspec.json.encode(state)
    fight(state, 2)
    assert msgspec.json.encode(state) == before


def test_every_piece_of_the_report_was_there(battle: tuple[CampaignState, ScenarioReport]) -> None:
    state, report = battle
    known = everything(state)
    for one in report.pieces:
        was = known[one.id]
        assert one.side == was.side
        assert one.kind == was.kind or (was.kind, one.kind) == ("squad", "half-squad")
        assert half_squads(one) <= half_squads(was)


def test_what_is_not_left_is_lost(battle: tuple[CampaignState, ScenarioReport]) -> None:
    """Who was on the map is on it still or is lost; who waits off the map may wait on."""
    state, report = battle
    left = {one.id for one in report.pieces}
    for side in SIDES:
        gone = Counter(one.type for one in own_pieces(state, side) if one.hex and one.id not in left)
        said = Counter(report.casualties[side].lost)
        assert gone <= said
        waited = Counter(one.type for one in own_pieces(state, side) if not one.hex and one.id not in left)
        assert said <= gone + waited


def test_casualty_points_are_those_of_the_losses(battle: tuple[CampaignState, ScenarioReport]) -> None:
    """Men count by half-squads and things by type; prisoners count twice."""
    _, report = battle
    for side in SIDES:
        casualties = report.casualties[side]
        assert (casualties.cvp > 0) == bool(casualties.lost)


def test_a_battle_costs_both_sides(battle: tuple[CampaignState, ScenarioReport]) -> None:
    _, report = battle
    assert report.casualties["german"].cvp > 10
    assert report.casualties["russian"].cvp > 10
    assert report.control["russian"]


def test_cg4_it_ends_after_turn_6_at_the_earliest(battle: tuple[CampaignState, ScenarioReport]) -> None:
    assert initial().game_end.from_turn <= battle[1].turns <= 30


def test_control_lists_changes_only(battle: tuple[CampaignState, ScenarioReport]) -> None:
    state, report = battle
    for side, names in report.control.items():
        assert all(state.control.get(name) != side for name in names)


def test_enemies_share_no_hex_when_it_is_over(battle: tuple[CampaignState, ScenarioReport]) -> None:
    """What is locked in close combat fights on until it is decided (001 7.501)."""
    _, report = battle
    there: dict[str, set[str]] = {}
    for one in report.pieces:
        if one.kind in ("squad", "half-squad", "crew", "vehicle") and not one.has("prisoner", "captured"):
            there.setdefault(one.hex, set()).add(one.side)
    assert not [hex for hex, sides in there.items() if len(sides) == 2]


def test_a_bombardment_is_used_up_and_leaves_shellholes(battle: tuple[CampaignState, ScenarioReport]) -> None:
    _, report = battle
    assert "r900" in report.used["russian"]
    assert any(one.what == "shellholes" for one in report.markers)


def test_adopted_nothing_is_made(battle: tuple[CampaignState, ScenarioReport]) -> None:
    """When the report counts, no side has more men in half-squads, leaders, or of any thing, than it had."""
    state, report = battle
    after = _adopted(state, report)
    for side in SIDES:
        had, has = own_pieces(state, side), own_pieces(after, side)
        assert sum(map(half_squads, has)) <= sum(map(half_squads, had))
        things = [Counter(map(_sort, (one for one in pieces if not one.mmc))) for pieces in (has, had)]
        assert things[0] <= things[1]


def _sort(piece: Piece) -> str:
    """A leader who breaks too badly is replaced by a lesser one."""
    return piece.kind if piece.kind == "leader" else f"{piece.kind} {piece.type}"


def _adopted(state: CampaignState, report: ScenarioReport) -> CampaignState:
    told = Telling(apply(state, Filed("russian", report)), Dice(Typed()))
    adopt(told)
    return told.state


# -- small battles


def test_an_empty_map_gives_an_empty_report() -> None:
    report = fight(scene(), 1)
    assert report.pieces == ()
    assert report.evp == 0
    assert report.casualties["german"].cvp == 0


def test_alone_the_russians_take_what_they_reach() -> None:
    """Tanks with nobody against them roll up the nearest victory locations."""
    tanks = [tank(f"r{n}", "X45", type="T-34/M43") for n in (1, 2)]
    report = fight(scene(*tanks), 1)
    taken = set(report.control["russian"]) & set(hex_map().file.victory_locations)
    assert "X38" in taken
    assert report.casualties["russian"].cvp == 0


def test_on_the_last_date_they_leave_by_the_west_edge() -> None:
    """When there is nothing left to take, and only on that date, since they would be missed on the next."""
    men = [squad(f"r{n}", "P2") for n in range(1, 4)]
    held = dict.fromkeys(hex_map().file.victory_locations, "russian")
    assert fight(replace(scene(*men, date="24AM"), control=held), 3).evp == 0
    report = fight(replace(scene(*men, date="24PM"), control=held), 3)
    assert report.evp == 2 * len(men)
    assert report.casualties["russian"].cvp == 0
    assert report.casualties["russian"].lost == {}
    assert report.exited == {"4-4-7": 3}


def test_who_waits_comes_on_by_his_own_edge_with_his_weapons() -> None:
    waiting = [squad("r1"), leader("r2"), sw("r3", "LMG"), piece("r4", "vehicle", "GAZ-MM")]
    report = fight(scene(*waiting), 1)
    there = {one.id: one for one in report.pieces}
    assert set(there) == {"r1", "r2", "r3"}, "a truck without a load stays away"
    assert there["r3"].held_by == "r1"
    assert there["r3"].hex == there["r1"].hex


def test_a_recalled_vehicle_does_not_come() -> None:
    report = fight(scene(tank("r1", "", "recall-ammo"), tank("r2")), 1)
    assert [one.id for one in report.pieces] == ["r2"]
