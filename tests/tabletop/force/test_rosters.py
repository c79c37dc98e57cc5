"""Rosters of BattleScribe and New Recruit become forces that can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orsha.kernel import OrshaError
from orsha.tabletop.force import Roster, load_force, mission_units, read_roster, save_force, seat_of
from orsha.tabletop.force.battlescribe.cards import card_of, cards_in
from orsha.tabletop.force.battlescribe.catalogue import Catalogue, origin_of
from orsha.tabletop.force.battlescribe.report import Effort
from orsha.tabletop.force.battlescribe.roster import roster_force
from orsha.tabletop.force.battlescribe.tree import Node
from orsha.tabletop.force.battlescribe.xml import parse
from tests.tabletop.builders import begun
from tests.tabletop.force.rosters import Flavour, as_json, as_xml, as_zip, chosen, formation, roster

GERMAN, SOVIET = "Late-War - Bagration: German", "Late-War - Bagration: Soviet"


def line(name: str, kind: str, **fields: str) -> dict[str, Any]:
    values = [{"name": key.replace("_", " "), "$text": text} for key, text in fields.items()]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": values}


def weapon(name: str, reach: str, halted: str, moving: str, at: str, power: str, notes: str = "") -> dict[str, Any]:
    fields = {"Range": reach, "Halted_ROF": halted, "Moving_ROF": moving, "Anti-Tank": at, "Firepower": power}
    return line(name, "Weapon", **fields, Notes=notes)


def infantry(name: str, motivation: str = "4+ Last Stand 3+", skill: str = "4+", save: str = "3+") -> dict[str, Any]:
    moves = {
        "Tactical": '8"/20cm',
        "Terrain_Dash": '8"/20cm',
        "Cross_Country_Dash": '12"/30cm',
        "Road_Dash": '12"/30cm',
    }
    ratings = {"Motivation": motivation, "Skill": skill, "Is_Hit_On": "4+", "Save": save}
    return line(name, "Infantry Unit", **ratings, **moves, Cross="AUTO")


def tank(name: str, front: str = "6") -> dict[str, Any]:
    moves = {
        "Tactical": '12"/30cm',
        "Terrain_Dash": '16"/40cm',
        "Cross_Country_Dash": '24"/60cm',
        "Road_Dash": '28"/70cm',
    }
    armour = {"Armour_Front": front, "Armour_Side & Rear": "5", "Armour_Top": "1"}
    ratings = {
        "Motivation": "Confident 4+\n\nNot One Step Back\nLast Stand 3+",
        "Skill": "Green 5+",
        "Is_Hit_On": "Aggressive 3+",
    }
    return line(name, "Tank Unit", **ratings, **armour, **moves, Cross="2+")


def pick(name: str, points: float = 0, *inside: dict[str, Any], number: int = 1, **more: Any) -> dict[str, Any]:
    """A selection with its points and what is selected inside it."""
    costs = [{"name": "pts", "typeId": "995a-4d67-6920-bfe4", "value": points}]
    return {"name": name, "number": number, "type": "upgrade", "costs": costs, "selections": list(inside), **more}


MG42 = weapon("MG42 & K98 rifle team", '16"/40cm', "2", "1", "2", "6")
FAUST = weapon("Panzerfaust anti-tank", '4"/10cm', "1", "1", "12", "5+", "Limited 1, Slow Firing")
SCHRECK = weapon("Panzerschreck anti-tank", '8"/20cm', "1", "1", "11", "5+", "Assault 4+, Slow Firing")
HMG = weapon("sMG42 HMG", '24"/60cm', "6", "2", "2", "6", "Assault 4+, Heavy Weapon")


def grenadiers() -> dict[str, Any]:
    size = pick("7x MG42 & K98 rifle team with Panzerfaust", 9, group="Unit Size")
    machine_guns = pick("sMG42 HMG", 4, number=2, profiles=[HMG], rules=[{"name": "Heavy Weapon"}])
    schreck = pick("Panzerschreck anti-tank team", 2, profiles=[SCHRECK])
    return pick(
        "Grenadier Platoon", 0, size, machine_guns, schreck,
        profiles=[infantry("MG42 & K98 rifle team"), MG42, FAUST],
        rules=[{"name": "Stormtroopers"}, {"name": "Panzerfaust - Limited 1"}],
    )  # fmt: skip


def company_hq() -> dict[str, Any]:
    smg = weapon("MP40 SMG team", '4"/10cm', "3", "3", "1", "6", "Pinned ROF 1")
    size = pick("2x MP40 SMG team with Panzerfaust", 4)
    return pick("Grenadier Company HQ", 0, size, profiles=[infantry("MP40 SMG team", skill="3+"), smg, FAUST])


def half_tracks() -> dict[str, Any]:
    ratings = tank("Sd Kfz 251 Half-Track", "1")
    guns = weapon("Sd Kfz 251 (MGs)", '16"/40cm', "4", "4", "2", "6", "Self-defence AA")
    rules = [{"name": "Passengers 3"}, {"name": "Unit Transport"}, {"name": "Transport Attachment"}]
    return pick("3x Sd Kfz 251 (MG) half-track", 0, profiles=[ratings, guns], rules=rules)


def armoured() -> dict[str, Any]:
    size = pick("5x MG42 with Panzerfaust, 3x Sd Kfz 251", 11, pick("5x MG42 team"), half_tracks())
    return pick(
        "Armoured Panzergrenadier Platoon",
        0,
        size,
        profiles=[infantry("MG42 team"), MG42 | {"name": "MG42 team"}, FAUST],
    )


def german(flavour: Flavour) -> dict[str, Any]:
    luck = pick("Lucky", 1, categories=[{"name": "Command Cards"}])
    company = formation("Grenadier Company", company_hq(), grenadiers(), grenadiers())
    return roster(GERMAN, company, armoured(), luck, flavour=flavour)


def every_form(flavour: Flavour, tree: dict[str, Any]) -> list[bytes]:
    xml = as_xml(tree, flavour)
    return [xml, as_zip(xml), *([as_json(tree)] if flavour == "new-recruit" else [])]


@pytest.mark.parametrize("flavour", ["battlescribe", "new-recruit"])
def test_a_german_roster_becomes_a_force(flavour: Flavour) -> None:
    for data in every_form(flavour, german(flavour)):
        read = roster_force(data)
        force = read.force
        assert (force.nation, force.period, force.limit, seat_of(force)) == ("german", "late", 100, "axis")
        assert ("newrecruit" in force.source) == (flavour == "new-recruit")
        hq, first, second = force.formations[0].units
        assert hq.hq and [unit.name for unit in (first, second)] == ["Grenadier Platoon", "Grenadier Platoon (2)"]
        assert first.points == 9 + 4 + 2 and len(first.teams) == 7 + 2 + 1
        weapons = {team.name: [w.name for w in team.weapons] for team in first.teams}
        assert weapons["MG42 & K98 rifle team with Panzerfaust"] == ["MG42 & K98 rifle team", "Panzerfaust anti-tank"]
        assert weapons["sMG42 HMG"] == ["sMG42 HMG"] and weapons["Panzerschreck anti-tank team"] == [
            "Panzerschreck anti-tank"
        ]
        machine_gun = next(team for team in first.teams if team.name == "sMG42 HMG")
        assert machine_gun.skill.assault == 4 and "heavy-weapon" in machine_gun.rules
        platoon, carriers = force.support
        assert len(platoon.teams) == 5 and len(carriers.teams) == 3 and carriers.attached_to == platoon.name
        assert carriers.teams[0].passengers == 3 and carriers.teams[0].armour is not None
        assert [problem.words() for problem in read.problems] == ["Lucky: selection: is no unit; it is left out"]


def tanks() -> dict[str, Any]:
    guns = [
        weapon("T-34 (76mm)", '24"/60cm', "2", "1", "9", "3+", "Overworked"),
        weapon("T-34 (85mm)", '28"/70cm', "2", "1", "12", "3+"),
        weapon("T-34 (MGs)", '16"/40cm', "4", "4", "2", "6"),
    ]
    size = pick("6x T-34 (76mm)", 18, pick("2x T-34 (85mm)", 4))
    return pick("T-34 Tank Company [LS122]", 0, size, profiles=[tank("T-34"), *guns])


def heavy_guns() -> dict[str, Any]:
    guns = [
        weapon(
            "ISU-152 (152mm) [Direct Fire]", '20"/50cm', "1", "1", "13", "AUTO", "Brutal, Forward Firing, Slow Firing"
        ),
        weapon("ISU-152 (152mm) [Indirect Fire]", '64"/160cm', "ARTILLERY", "ARTILLERY", "3", "2+", "Forward Firing"),
        weapon("Optional: ISU-152 (12.7mm AA MG)", '20"/50cm', "3", "2", "4", "5+", "Self-defence AA"),
    ]
    size = pick("3x ISU-152 (152mm)", 22, pick("3x ISU-152 (12.7mm AA MG)", 1))
    return pick("ISU-152 Heavy SP Battery [LS158]", 0, size, profiles=[tank("ISU-152", "9"), *guns])


def rifles() -> dict[str, Any]:
    lines = [
        infantry(
            "Rifle Company", "Confident 4+\n\nKomissar 3+", "Green 5+\n\nFor the Motherland\nAssault 4+", "Infantry 4+"
        ),
        weapon("DP MG & M1891 rifle team", '16"/40cm', "1", "1", "2", "6"),
        weapon("Optional: Maksim HMG team", '24"/60cm', "6", "2", "2", "6", "Assault 5+, Heavy Weapon"),
        weapon(
            "Optional: Flame-thrower team", '4"/10cm', "4", "4", "2", "AUTO", "Assault 5+, Flame-thrower, Heavy Weapon"
        ),
    ]
    size = pick("15x DP MG & M1891 rifle team, 1x Komissar team", 12, pick("2x Maksim HMG teams", 2))
    return pick("Rifle Company [LS170]", 0, size, profiles=lines, rules=[{"name": "Komissar"}, {"name": "Urrah"}])


@pytest.mark.parametrize("flavour", ["battlescribe", "new-recruit"])
def test_a_soviet_roster_becomes_a_force(flavour: Flavour) -> None:
    hq = pick("T-34 Tank Battalion HQ [LS180]", 0, pick("1x T-34 (76mm)", 3), profiles=tanks()["profiles"])
    tree = roster(SOVIET, formation("T-34 Tank Battalion", hq, tanks()), rifles(), heavy_guns(), flavour=flavour)
    for data in every_form(flavour, tree):
        force = roster_force(data).force
        _, company = force.formations[0].units
        names = [team.name for team in company.teams]
        assert names.count("T-34 (76mm)") == 4 and names.count("T-34 (85mm)") == 2 and company.points == 22
        long_gun = next(team for team in company.teams if team.name == "T-34 (85mm)")
        assert [w.anti_tank for w in long_gun.weapons] == [12, 2] and long_gun.motivation.last_stand == 3
        riflemen, guns = force.support
        counts = {name: [t.name for t in riflemen.teams].count(name) for name in {t.name for t in riflemen.teams}}
        assert counts == {"DP MG & M1891 rifle team": 15, "Komissar team": 1, "Maksim HMG team": 2}
        assert [t.komissar for t in riflemen.teams].count(True) == 1 and riflemen.points == 14
        assert riflemen.teams[riflemen.leader].name == "DP MG & M1891 rifle team"
        assert len(guns.teams) == 3 and all(len(team.weapons) == 3 for team in guns.teams) and guns.points == 23
        assert [unit.artillery for unit in mission_units(force)] == [False, False, False, True]


def test_a_roster_is_played(tmp_path: Path) -> None:
    files = {"a.rosz": as_zip(as_xml(german("battlescribe"))), "b.ros": as_xml(german("new-recruit"), "new-recruit")}
    forces = {}
    for (name, data), seat in zip(files.items(), ("allied", "axis"), strict=True):
        (tmp_path / name).write_bytes(data)
        forces[seat] = mission_units(load_force(tmp_path / name))
    assert begun("annihilation", forces=forces).state.stage != "setup"


def test_an_imported_force_can_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_bytes(as_json(german("new-recruit")))
    force = load_force(file)
    file.write_bytes(save_force(force))
    assert load_force(file) == force


def test_what_a_roster_lacks_is_told() -> None:
    broken = grenadiers()
    broken["profiles"] = [infantry("MG42 & K98 rifle team", motivation="brave"), MG42]
    read = roster_force(as_xml(roster(GERMAN, formation("Grenadier Company", company_hq(), broken))))
    assert [p.words() for p in read.problems] == ["Grenadier Platoon: motivation 'brave': has no rating"]
    assert len(read.force.units) == 1, "the rest can be played"


def test_a_list_that_forgot_the_ratings_gets_the_programs_own_card() -> None:
    forgot = rifles()
    forgot["profiles"] = forgot["profiles"][1:]
    read = roster_force(as_xml(roster(SOVIET, formation("Rifle Battalion", forgot))))
    company = read.force.units[0]
    assert len(company.teams) == 16 and company.teams[0].motivation.komissar == 3 and company.points == 14
    assert read.problems[0].field == "ratings"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<catalogue/>", "not a roster"),
        (as_xml(roster(GERMAN)), "no formation"),
        (b"{}", "holds no 'roster'"),
        (as_zip(b"<roster/>", "list.txt"), "its zip holds 0 files"),
        (b"", "no element found"),
    ],
    ids=["a catalogue", "no formation", "empty JSON", "a zip of something else", "nothing"],
)
def test_what_is_no_roster_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    file = tmp_path / "list.rosz"
    file.write_bytes(data)
    with pytest.raises(OrshaError, match=why):
        read_roster(file)


# -- every card of the catalogues, chosen in a roster


def entries(folder: Path, name: str) -> tuple[str, list[Node]]:
    roots = [parse((folder / file).read_bytes()) for file in (name, "Flames_of_War_v4.gst")]
    catalogue = Catalogue(roots)
    sections = ("selectionEntries", "sharedSelectionEntries", "sharedSelectionEntryGroups")
    nodes = [node for section in sections for node in catalogue.nodes(roots[0], section)]
    cards = {card.id: card for node in nodes for card in cards_in(node)}
    return roots[0].get("name") or "", list(cards.values())


@pytest.mark.parametrize("flavour", ["battlescribe", "new-recruit"])
@pytest.mark.parametrize(
    "name",
    ["Fortifications.cat", "LW - Bagration_German.cat", "LW - Bagration_Soviet.cat", "MW - Eastern Front_German.cat",
     "MW - Eastern Front_Soviet.cat"],
)  # fmt: skip
def test_every_card_of_a_catalogue_can_be_chosen_in_every_size(shared: Path, name: str, flavour: Flavour) -> None:
    title, nodes = entries(shared / "data" / "bsdata", name)
    for node in nodes:
        card, _ = card_of(node, origin_of(title, "a test"), Effort())
        ways = max((len(child.children) for child in node.children if child.kind == "group" and child.least), default=1)
        for way in range(ways if card is not None else 0):
            assert card is not None
            tree = roster(title, formation("Formation", chosen(node, way)), flavour=flavour)
            read: Roster = roster_force(as_xml(tree, flavour))
            counts = sorted(_counts([team.name for unit in read.force.units for team in unit.teams]).values())
            sizes = [(sorted(size.teams.values()), size.points) for size in card.sizes]
            assert (counts, read.force.points) in sizes, (card.name, way)


def _counts(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in names}
