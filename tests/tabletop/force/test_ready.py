"""The ready forces make games: legal, near their points, of mixed arms, and with units to hold back."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from orsha.kernel import Unknown
from orsha.kernel.conformance import check
from orsha.tabletop.force import (
    Force,
    load_force,
    mission_units,
    read_list,
    ready_force,
    ready_forces,
    save_force,
    seat_of,
)
from orsha.tabletop.force.ready import FOLDER
from orsha.tabletop.game import BattleSetup
from orsha.tabletop.mission import MissionGame, Setup, Unit
from orsha.tabletop.mission.shares import defender_points, share_points
from tests.tabletop.builders import begun

POINTS = (50, 75, 100, 125, 150)
DEFENDERS = (25, 37, 62)
"""Sizes that are only half of another: they hold works, and have no tanks."""
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def test_both_sides_have_one_at_every_size_of_game() -> None:
    assert {f"{nation}-{points}" for nation in ("german", "soviet") for points in POINTS} <= set(ready_forces())
    halves = {f"{nation}-{defender_points(points)}" for nation in ("german", "soviet") for points in POINTS}
    assert halves <= set(ready_forces()), "whoever attacks, a fortified defender with half the points meets it"
    assert {"mid-german-50", "mid-soviet-50"} <= set(ready_forces())
    assert sorted(ready_forces()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_ready_force_uses_its_points_and_mixes_arms(name: str) -> None:
    force = ready_force(name)
    assert force.limit == int(name.rpartition("-")[2]) and force.limit - 2 <= force.points <= force.limit
    units = [unit for unit in mission_units(force) if unit.attached_to is None and not unit.independent]
    assert len(units) >= (6 if force.limit > 25 else 5) and sum(unit.commander for unit in units) == len(
        force.formations
    )
    kinds = {unit.kind for unit in units}
    assert {"infantry", "gun"} <= kinds and any(unit.artillery for unit in units)
    if force.limit not in DEFENDERS:
        assert "tank" in kinds
    assert read_list(FOLDER / f"{name}.toml").about


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [60, 40])
def test_its_points_can_be_shared_out_between_table_and_reserve(name: str, share: int) -> None:
    """Some choice of units comes close to what may start on the table, and neither part is empty."""
    force = ready_force(name)
    most = share_points(force.limit or 0, share)
    points = [unit.points for unit in mission_units(force) if unit.attached_to is None]
    on_table = max(
        total
        for count in range(1, len(points))
        for total in map(sum, combinations(points, count))
        if total <= most
    )  # fmt: skip
    assert on_table >= most - 3


@pytest.mark.parametrize("points", POINTS)
@pytest.mark.parametrize("nation", ["german", "soviet"])
def test_000_fortified_defence_whoever_attacks_at_whatever_size(nation: str, points: int) -> None:
    """Every size of game can be an Onslaught of either side, with ready forces that fit."""
    other = {"german": "soviet", "soviet": "german"}[nation]
    ours, theirs = ready_force(f"{nation}-{points}"), ready_force(f"{other}-{defender_points(points)}")
    forces = {seat_of(force): force for force in (ours, theirs)}
    BattleSetup(forces, mission="onslaught", attacker=seat_of(ours), points=points).check()


@pytest.mark.parametrize("name", ["german-50", "soviet-125", "german-150"])
def test_deep_reserves_leave_something_to_deploy(name: str) -> None:
    thin = [
        u for u in mission_units(ready_force(name)) if u.kind != "aircraft" and (u.kind != "tank" or u.front_armour < 3)
    ]
    assert sum(unit.points for unit in thin) >= 20


@pytest.mark.parametrize("slug", ["bridgehead", "dust-up", "annihilation", "river-crossing", "the-factory"])
def test_missions_are_set_up_with_them(slug: str) -> None:
    forces = {seat_of(f): mission_units(f) for f in (ready_force("german-100"), ready_force("soviet-100"))}
    match = begun(slug, forces=forces)
    assert match.state.stage != "setup" and len(match.state.units) == sum(len(units) for units in forces.values())


def test_the_mission_game_conforms_with_them() -> None:
    forces = {seat_of(f): mission_units(f) for f in (ready_force("german-75"), ready_force("soviet-75"))}
    assert check(MissionGame(), Setup(mission="contact", forces=forces, points=75), games=2, seed=3).games == 2  # type: ignore[arg-type]


def test_a_force_as_the_missions_see_it() -> None:
    units = {unit.name: unit for unit in mission_units(ready_force("german-125"))}
    assert units["Panzer IV Tank Company HQ"] == Unit("Panzer IV Tank Company HQ", 11, 2, "tank", 6, commander=True)
    assert units["Wespe Artillery Battery"].artillery and units["15cm Nebelwerfer Battery"].artillery
    carriers = units["Armoured Panzergrenadier Platoon, transports"]
    assert (
        carriers.attached_to == "Armoured Panzergrenadier Platoon" and carriers.points == 0 and carriers.kind == "tank"
    )
    assert units["Sd Kfz 250 OP Observation Post"].independent and not units["StuG Assault Gun Platoon"].artillery
    planes = {unit.name: unit for unit in mission_units(ready_force("soviet-125"))}["IL-2 Shturmovik Assault Company"]
    assert planes.kind == "aircraft" and not planes.artillery, "bombs are no battery"


def test_little_tanks_are_held_back_like_big_ones(tmp_path: Path) -> None:
    file = tmp_path / "t60.toml"
    text = (FOLDER / "mid-soviet-100.toml").read_text().replace("points = 100", "points = 110")
    file.write_text(text + '\n[[support]]\ncard = "T-60 Tank Company"\n')
    units = {unit.name: unit for unit in mission_units(load_force(file))}
    assert units["T-60 Tank Company"].front_armour == 3


def test_a_force_is_loaded_by_name_by_file_and_from_what_was_saved(tmp_path: Path) -> None:
    force = load_force("soviet-100")
    assert force == load_force(FOLDER / "soviet-100.toml") == ready_force("soviet-100")
    file = tmp_path / "force.json"
    file.write_bytes(save_force(force))
    assert load_force(file) == force
    assert msgspec.json.decode(msgspec.json.encode(force), type=Force) == force
    with pytest.raises(Unknown, match="soviet-100"):
        ready_force("soviet-101")
    with pytest.raises(Unknown, match="Rifle Battalion HQ"):
        force.unit("Rifle Batallion HQ")


def test_a_force_has_a_text_form() -> None:
    said = ready_force("german-50").words()
    assert said.startswith("Grenadiers with assault guns: late german, 50 of 50 points")
    assert "    9  Grenadier Platoon: 7 MG42 & K98 rifle team" in said and "  support" in said
    hq = ready_force("german-50").unit("Grenadier Company HQ")
    assert hq.words() == "   4  Grenadier Company HQ: 2 MP40 SMG team"
    assert ready_force("german-50").formations[0].words().startswith("Grenadier Company: 33 points")
