"""`orsha force`: lists, cards, checks, building by arguments and by questions, importing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from orsha import cli
from orsha.cli import forces
from orsha.tabletop.force import load_force, read_list, ready_forces
from orsha.tabletop.force.ready import FOLDER
from tests.cli.test_cli import orsha
from tests.tabletop.force.rosters import as_json, as_xml, as_zip
from tests.tabletop.force.test_rosters import german

__all__ = ["orsha"]

if "force" not in {group.name for group in cli.app.registered_groups}:
    forces.register(cli.app)


def test_ready_forces_are_listed(orsha: Any) -> None:
    listed = orsha("force", "list", "--json").json
    assert {row["force"] for row in listed} == set(ready_forces())
    assert {"points", "limit", "period", "nation", "units", "name"} <= set(listed[0])
    german_only = orsha("force", "list", "--nation", "german", "--period", "late", "--json").json
    assert {row["nation"] for row in german_only} == {"german"} and {row["period"] for row in german_only} == {"late"}
    assert "Grenadiers with all arms" in orsha("force", "list").out


def test_cards_formations_and_rules_are_listed(orsha: Any) -> None:
    cards = orsha("force", "list", "cards", "--nation", "soviet", "--period", "late", "--arm", "tanks", "--json").json
    assert {"card", "arm", "from", "to", "hq"} <= set(cards[0]) and {row["arm"] for row in cards} == {"tanks"}
    assert len(orsha("force", "list", "cards", "--json").json) > 200
    formations = orsha("force", "list", "formations", "--nation", "german", "--json").json
    assert {"Grenadier Company", "Tiger Tank Company"} <= {row["formation"] for row in formations}
    rules = {row["rule"]: row for row in orsha("force", "list", "rules", "--json").json}
    assert rules["urrah"]["enforced"] == "battle"
    assert "Stormtroopers" in orsha("force", "list", "rules").out


def test_a_force_is_shown(orsha: Any) -> None:
    shown = orsha("force", "show", "german-125", "--json").json
    assert shown["points"] == 125 and shown["formations"][0]["name"] == "Panzer IV Tank Company"
    hq = shown["formations"][0]["units"][0]
    assert hq["hq"] and hq["teams"] == {"Panzer IV (7.5cm)": 2} and hq["leader"] == "Panzer IV (7.5cm)"
    carriers = [unit for unit in shown["formations"][0]["units"] if unit["attached_to"]]
    assert carriers[0]["attached_to"] == "Armoured Panzergrenadier Platoon"
    assert "125 of 125 points" in orsha("force", "show", "german-125").out
    assert orsha("force", "show", str(FOLDER / "german-125.toml"), "--json").json == shown


def test_cards_formations_and_rules_are_shown(orsha: Any) -> None:
    tiger = orsha("force", "show", "Tiger Tank Platoon", "--json").json
    assert tiger["teams"]["Tiger (8.8cm)"]["armour"] == {"front": 9, "side": 8, "top": 2}
    assert len(orsha("force", "show", "Rifle Company", "--json").json) == 2, "mid-war and late-war"
    assert orsha("force", "show", "Rifle Company", "--period", "late", "--json").json["sizes"][0]["points"] == 12
    company = orsha("force", "show", "Grenadier Company", "--period", "late")
    assert " 1 compulsory: Grenadier Platoon" in company.out and "headquarters: Grenadier Company HQ" in company.out
    assert "Charges 6 inches" in orsha("force", "show", "urrah").out
    refused = orsha("force", "show", "Tiger Tank Platon", "--json")
    assert refused.code == 2 and "Tiger Tank Platoon" in refused.json["error"]


def test_a_legal_force_is_checked(orsha: Any) -> None:
    done = orsha("force", "check", str(FOLDER / "soviet-100.toml"), "--json")
    assert done.code == 0 and done.json["legal"] and done.json["points"] == 100 and done.json["violations"] == []
    assert "Rifle battalion with all arms" in orsha("force", "check", str(FOLDER / "soviet-100.toml")).out


def test_a_force_that_breaks_rules_is_told_each(orsha: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (FOLDER / "german-50.toml").read_text().replace("points = 50", "points = 40")
    file.write_text(text.replace('card = "Grenadier Company HQ"', 'card = "Tiger Tank Platoon"'))
    refused = orsha("force", "check", str(file), "--json")
    assert refused.code == 2 and not refused.json["legal"] and refused.err.startswith("orsha: Grenadier Company:")
    said = [violation["says"] for violation in refused.json["violations"]]
    assert any("one headquarters" in says for says in said) and any(
        "it has no box for a Tiger" in says for says in said
    )
    assert any("more than the 40 agreed" in says for says in said)
    assert refused.json["rule"] == "Formations (rulebook p. 94)" and refused.json["error"]
    assert orsha("force", "check", str(file)).code == 2


def test_a_mistake_in_a_force_file_has_its_line(orsha: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\nnation = "german"\nperiod = "late"\npionts = 3\n')
    refused = orsha("force", "check", str(file))
    assert refused.code == 2 and "mine.toml:4: unknown key 'pionts'" in refused.err
    assert "cannot be read" in orsha("force", "check", str(tmp_path / "none.toml")).err


BUILD = (
    "force", "build", "--nation", "german", "--points", "50", "--name", "Mine", "--formation", "Grenadier Company",
    "--unit", "Grenadier Platoon: 7: sMG42 HMG=1, Panzerschreck anti-tank=1", "--unit", "Grenadier Platoon:5",
    "--support", "StuG Assault Gun Platoon: 3 StuG (7.5cm)",
)  # fmt: skip


def test_a_force_is_built_from_arguments(orsha: Any, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    done = orsha(*BUILD, "--out", str(out), "--json")
    assert done.code == 0 and done.json["points"] == 4 + 13 + 7 + 17
    force = load_force(out)
    assert force.name == "Mine" and force.limit == 50 and force.formations[0].units[0].hq, "the HQ came by itself"
    assert read_list(out).formations[0].units[1].options == {"sMG42 HMG": 1, "Panzerschreck anti-tank": 1}
    assert '[[formations.units]]\ncard = "Grenadier Company HQ"' in orsha(*BUILD).out


def test_a_force_is_built_on_top_of_a_file(orsha: Any, tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    orsha(*BUILD, "--out", str(first))
    done = orsha(
        "force", "build", "--from", str(first), "--support", "2cm Light AA Platoon:2", "--out", str(second), "--json"
    )
    assert done.code == 0 and done.json["points"] == 41 + 3
    over = orsha("force", "build", "--from", str(first), "--support", "Panther Tank Platoon", "--json")
    assert over.code == 2 and "more than the 50 agreed" in over.json["error"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--unit", "Grenadier Platoon: 6"), "there is no size '?6"),
        (("--unit", "Grenadier Platoon: 7: Wings=1"), "there is no option 'Wings'"),
        (("--unit", "Grenadier Platoon: 7: sMG42 HMG=many"), "comes a number from 1 to 60"),
        (("--unit", "Grenadier Platon"), "did you mean Grenadier Platoon"),
        (("--support", "8cm Mortar Platoon"), "does not come as support"),
    ],
)
def test_what_cannot_be_built_is_refused_and_not_written(
    orsha: Any, tmp_path: Path, more: tuple[str, str], why: str
) -> None:
    import re

    refused = orsha(*BUILD, *more, "--out", str(tmp_path / "mine.toml"))
    assert refused.code == 2 and re.search(why, refused.err) and not (tmp_path / "mine.toml").exists()


def test_arguments_without_a_nation_are_refused(orsha: Any) -> None:
    refused = orsha("force", "build", "--formation", "Grenadier Company", "--json")
    assert refused.code == 2 and "add --nation" in refused.json["error"]
    assert (
        "did you mean Grenadier Company"
        in orsha("force", "build", "--nation", "german", "--formation", "Grenadiers").err
    )


def test_a_force_is_built_by_answering_questions(orsha: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = [
        "2", "1", "50",  # german, late, 50 points
        "4",  # Grenadier Company; its headquarters comes by itself
        "2", "1", "0",  # first platoon: 7 teams, one sMG42, no Panzerschreck
        "9", "1", "0", "0",  # a slip, then 5 teams
        "1", "2",  # 5cm or 7.5cm guns: the first, three of them
        "", "", "", "", "", "", "",  # no more boxes
        "n",  # no other formation
        "6", "1",  # StuGs as support
        "",
    ]  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    out = tmp_path / "asked.toml"
    done = orsha("force", "build", "--out", str(out))
    assert done.code == 0, done.err
    assert "points so far of 50" in done.out and "Please type a number from 1 to 2." in done.out
    force = load_force(out)
    assert [unit.card.name for unit in force.units] == [
        "Grenadier Company HQ", "Grenadier Platoon", "Grenadier Platoon", "5cm Tank-Hunter Platoon",
        "StuG Assault Gun Platoon",
    ]  # fmt: skip
    assert force.points == 4 + 11 + 7 + 8 + 16


def test_questions_that_are_not_answered_stop(orsha: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    refused = orsha("force", "build")
    assert refused.code == 2 and "stopped" in refused.err


def test_a_catalogue_is_imported_with_a_report(orsha: Any, shared: Path) -> None:
    file = shared / "data" / "bsdata" / "MW - Eastern Front_German.cat"
    found = orsha("force", "import", str(file), "--json").json
    assert len(found["cards"]) == 66 and "Panther Tank Company" in found["formations"]
    assert any(p["card"] == "Hornisse Tank-Hunter Platoon" and p["field"] == "skill" for p in found["problems"])
    assert "66 cards and 9 formations read" in orsha("force", "import", str(file)).out


@pytest.mark.parametrize("name", ["list.ros", "list.rosz", "list.json"])
def test_a_roster_is_imported_and_kept(orsha: Any, tmp_path: Path, name: str) -> None:
    tree = german("new-recruit")
    xml = as_xml(tree, "new-recruit")
    (tmp_path / name).write_bytes({"list.ros": xml, "list.rosz": as_zip(xml), "list.json": as_json(tree)}[name])
    out = tmp_path / "force.json"
    found = orsha("force", "import", str(tmp_path / name), "--out", str(out), "--json").json
    assert found["points"] == 45 and found["problems"][0]["card"] == "Lucky"
    assert orsha("force", "show", str(out), "--json").json["points"] == 45
    assert orsha("force", "check", str(tmp_path / name), "--json").json["legal"]
    assert "not read: Lucky" in orsha("force", "import", str(tmp_path / name)).out


def test_a_hostile_roster_is_refused_with_a_sentence(orsha: Any, tmp_path: Path) -> None:
    file = tmp_path / "list.ros"
    file.write_text('<!DOCTYPE r [<!ENTITY a "b">]><roster name="&a;"/>')
    refused = orsha("force", "import", str(file), "--json")
    assert refused.code == 2 and "declares a document type or entities" in refused.json["error"]


def test_the_cards_of_works_are_shown_too(orsha: Any) -> None:
    listed = {row["card"]: row for row in orsha("force", "list", "cards", "--arm", "works", "--json").json}
    assert listed["Panther turret"]["from"] == 12 and "2 machine-gun nests" in listed
    assert "armour 9/5/2" in orsha("force", "show", "Panther turret").out
