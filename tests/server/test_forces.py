"""Forces out of somebody's own files: lists, rosters of army builders, saved ones; and a game with them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from orsha.tabletop.force import ready_force, save_force
from orsha.tabletop.force.ready import FOLDER
from tests.server.serving import Served
from tests.tabletop.force.rosters import as_json, as_xml, as_zip, formation, roster
from tests.tabletop.force.test_rosters import GERMAN, MG42, infantry, pick

BATTLE = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}


def built() -> dict[str, Any]:
    """A small roster as an army builder has it."""
    rifles: dict[str, Any] = {"categories": [{"name": "Infantry", "primary": True}], "type": "unit"}
    squad = pick("7x MG42 & K98 rifle team", 12, number=1, profiles=[MG42])
    company = pick("Grenadier Company HQ", 2, profiles=[infantry("Grenadier Company HQ"), MG42], **rifles)
    platoon = pick("Grenadier Platoon", 0, squad, profiles=[infantry("Grenadier Platoon")], **rifles)
    return roster(GERMAN, formation("Grenadier Company", company, platoon))


def reads(served: Served, name: str, data: bytes) -> Any:
    return served.client.post("/api/library/force", json={"name": name, "data": base64.b64encode(data).decode()})


def test_a_list_in_toml_is_read_and_checked(served: Served) -> None:
    text = (FOLDER / "soviet-50.toml").read_bytes()
    read = reads(served, "mine.toml", text).json()
    assert (read["nation"], read["points"], read["problems"]) == ("soviet", ready_force("soviet-50").points, [])
    wrong = reads(served, "mine.toml", text.replace(b"nation", b"country", 1)).json()
    assert wrong["status"] == 422 and wrong["detail"].startswith("mine.toml:2: unknown key 'country'")
    few = reads(served, "mine.toml", text.replace(b"points = 50", b"points = 20")).json()
    assert few["status"] == 422 and few["rule"] and "20" in few["detail"]


@pytest.mark.parametrize("name", ["mine.ros", "mine.rosz", "mine.json"])
def test_a_roster_of_an_army_builder_is_read(served: Served, name: str) -> None:
    data = {"mine.ros": as_xml(built()), "mine.rosz": as_zip(as_xml(built())), "mine.json": as_json(built())}[name]
    answer = reads(served, name, data)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["nation"], answer.json()["units"], answer.json()["points"]) == ("german", 2, 14)


def test_a_game_begins_with_forces_from_files(served: Served) -> None:
    saved = reads(served, "mine.json", save_force(ready_force("german-37"))).json()["force"]
    listed = reads(served, "mine.toml", (FOLDER / "soviet-75.toml").read_bytes()).json()["force"]
    battle = served.open({**BATTLE, "forces": {"allied": listed, "axis": saved}})
    scene = served.everybody(battle)["allied"].get("/scene").json()["scene"]
    own = sum(unit["seat"] == "axis" for unit in scene["units"])
    assert own == len(ready_force("german-37").units)
    beside = served.open({"begin": "companion", "mission": "dust-up", "forces": {"allied": listed, "axis": saved}})
    units = served.everybody(beside)["allied"].get("/view").json()["view"]["setup"]["forces"]["axis"]
    assert len(units) == own and all(unit["points"] for unit in units)
    wrong = served.client.post(
        "/api/games", json={"begin": {"begin": "companion", "mission": "dust-up", "forces": {"axis": {"a": 1}}}}
    )
    assert wrong.status_code == 422 and "no force" in wrong.json()["detail"]


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("mine.cat", b"<catalogue/>", "catalogue"),
        ("mine.exe", b"MZ", ".rosz"),
        ("mine.ros", b"<catalogue/>", "not a roster"),
        ("mine.ros", b'<!DOCTYPE r [<!ENTITY a "b">]><roster/>', "entities"),
        ("mine.rosz", b"PK\x03\x04", "zip"),
        ("mine.json", b"[" * 100_000, "no force"),
        ("mine.json", b'{"roster": 3}', "no roster"),
        ("mine.toml", b"\xff\xfe", "UTF-8"),
        ("", b"", "''"),
    ],
)
def test_what_is_no_force_is_refused_in_a_sentence(served: Served, name: str, data: bytes, why: str) -> None:
    answer = reads(served, name, data)
    assert answer.status_code == 422, answer.text
    assert why in answer.json()["detail"]


def test_a_catalogue_of_the_samples_is_named_as_one(served: Served, shared: Path) -> None:
    file = next((shared / "data" / "bsdata").glob("*.cat"))
    assert "army builder" in reads(served, file.name, file.read_bytes()[:500_000]).json()["detail"]
