"""Scenes: everything a browser needs to draw a table or the map, from what a seat sees."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from orsha.bots.battle_auto import play_battle
from orsha.bots.campaign_auto import play_campaign
from orsha.hexmap import hex_map
from orsha.kernel import Match
from orsha.server import api, grounds, maps, scenes
from orsha.server.eyes import Eyes
from orsha.server.recipes import opened
from orsha.tabletop.table import base


def battle(turns: int = 2) -> Match[Any, Any, Any, Any]:
    match, _ = opened(api.NewGame(api.Battle("dust-up", points=50, seed=3)))
    played, _ = play_battle(match.opened.setup, {"allied": "staff", "axis": "staff"}, 1, record=True, most_turns=turns)
    return played


def drawn(match: Match[Any, Any, Any, Any], seat: str | None) -> dict[str, Any]:
    make = {"battle": scenes.battle, "campaign": maps.campaign}[match.game.kind]
    found: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(make(Eyes.of(match, seat).view(match, match.state)))
    )
    return found


def test_a_battles_scene_has_all_that_is_on_the_table() -> None:
    match = battle()
    scene, state = drawn(match, "allied"), match.state
    assert scene["scene"] == "table" and scene["ground"]["size"] == list(state.table.size)
    assert len(scene["ground"]["features"]) == len(state.table.features)
    assert all(
        len(one["outline"]) >= 3 and one["going"].keys() == {"infantry", "tank", "gun"}
        for one in scene["ground"]["features"]
    )
    assert {one["id"] for one in scene["teams"]} == set(state.teams)
    for team in scene["teams"]:
        its = state.teams[team["id"]]
        assert team["at"] == [its.x, its.y] and team["facing"] == its.facing
        assert team["base"]["half_width"] == base(team["base"]["name"]).half_width
        assert team.get("bailed_out", False) == its.bailed_out
    assert {one["id"] for one in scene["units"]} == set(state.roster.units)
    assert {one["label"] for one in scene["objectives"]} == set(state.mission.objectives)
    assert all(len(ring) >= 3 for rings in scene["zones"].values() for ring in rings) and scene["zones"]
    assert scene["headline"].startswith("Dust Up")


def test_the_ground_changes_its_name_only_when_the_table_does() -> None:
    match = battle()
    table = match.state.table
    assert grounds.ground(table).id == grounds.ground(table).id
    assert grounds.ground(table.plus(table.features[0])).id != grounds.ground(table).id


def test_a_campaigns_scene_has_the_map_and_what_the_seat_may_see() -> None:
    match = play_campaign(3, 1)
    scene = drawn(match, "german")
    assert scene["scene"] == "map" and len(scene["ground"]["hexes"]) > 500
    assert sum(one.get("victory", False) for one in scene["ground"]["hexes"]) == len(hex_map().file.victory_locations)
    own = set(match.state.sides["german"].box.shown)
    theirs = set(match.state.sides["russian"].box.shown)
    shown = {one["id"] for one in (*scene["pieces"], *scene["box"])}
    assert own <= shown and not theirs & shown
    watched = drawn(match, None)
    assert not any(one.get("secret") for one in (*watched["pieces"], *watched["works"])) and not watched["box"]


def test_scenes_can_be_drawn_at_every_moment_of_a_random_battle() -> None:
    match, _ = opened(api.NewGame(api.Battle("encounter", points=50, seed=5), dice=api.DiceOf("seeded", "1")))
    rng = random.Random(2)
    for _ in range(60):
        for seat in (*match.seats, None):
            drawn(match, seat)
        if match.result is not None:
            break
        seat = match.to_act()[0]
        open_to = [option for option in match.options(seat) if not option.ends]
        match.do(seat, match.game.command(rng.choice(open_to).sample(rng)))
