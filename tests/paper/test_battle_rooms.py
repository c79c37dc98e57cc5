"""City buildings in the picture of a battle: rooms without their roofs, openings, floors (002)."""

from __future__ import annotations

from orsha.paper.battle_picture import draw
from orsha.paper.battle_rooms import SILL, THIN, WALL
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.room_stage import city
from tests.tabletop.game.stage import Group, battle


def test_every_room_is_drawn_with_its_name_its_walls_and_its_openings() -> None:
    ours = Group("Rifles", (rifles(), rifles()), [(9, 9), (9, 9)])
    state = city([ours], [Group("Foe", (rifles(),), [(35, 1)])], levels={"allied 0.1": 2})
    inside = draw(state).inside
    assert all(f"factory {n}</text>" in inside for n in range(1, 9))
    assert inside.count(f'stroke="{SILL}"') == 12 and inside.count(f'stroke="{THIN}"') == 20 and WALL in inside
    assert "upper floor" in inside and ">2</text>" in inside


def test_a_battle_without_rooms_shows_none_of_it() -> None:
    state = battle([Group("Rifles", (rifles(),), [(9, 9)])], [Group("Foe", (rifles(),), [(35, 1)])])
    inside = draw(state).inside
    assert "upper floor" not in inside and SILL not in inside
