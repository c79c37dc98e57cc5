"""The cards that come with the program: how many, of what arms, and with the printed values."""

from __future__ import annotations

import msgspec
import pytest

from orsha.kernel import OrshaError, Unknown
from orsha.tabletop.force import Armour, Card, Motivation, Move, Skill, arsenal, card, glossary, works
from orsha.tabletop.mission.fortify import fortifications

STOCKS = [("soviet", "late"), ("german", "late"), ("soviet", "mid"), ("german", "mid")]
ARMS = {
    "infantry",
    "machine-guns",
    "reconnaissance",
    "tanks",
    "assault-guns",
    "anti-tank-guns",
    "mortars",
    "artillery",
    "rockets",
    "anti-aircraft",
    "aircraft",
    "transport",
}


def cards_of(nation: str, period: str) -> dict[str, Card]:
    return arsenal(nation, period).cards  # type: ignore[arg-type]


@pytest.mark.parametrize(("nation", "period"), STOCKS)
def test_there_are_enough_cards_and_every_arm_has_some(nation: str, period: str) -> None:
    cards = cards_of(nation, period).values()
    assert len(cards) >= (40 if period == "late" else 15)
    missing = ARMS - {c.arm for c in cards}
    assert not missing
    if nation == "german":
        assert any(c.arm == "infantry-guns" for c in cards)
    if (nation, period) != ("soviet", "mid"):
        assert any(team.observer and team.independent for c in cards for team in c.teams.values())
    if nation == "soviet":
        assert sum(team.komissar for c in cards for team in c.teams.values()) >= 5


@pytest.mark.parametrize(("nation", "period"), STOCKS)
def test_every_card_is_whole(nation: str, period: str) -> None:
    known = glossary()
    for name, found in cards_of(nation, period).items():
        assert found.source and set(found.rules) <= set(known), name
        for team in found.teams.values():
            assert (team.armour is None) != (team.save is None), name
            assert team.weapons or team.transport, f"{name}: {team.name} has no weapon"
            assert (team.move is None) == (team.kind == "aircraft"), name
            if team.komissar:
                assert team.motivation.komissar is not None, name
        assert all(size.points > 0 for size in found.sizes) or found.arm == "transport", name


def test_a_tiger_as_printed() -> None:
    tiger = card("Tiger Tank Platoon", "german", "late").teams["Tiger (8.8cm)"]
    assert tiger.motivation == Motivation(4, last_stand=2, remount=2) and tiger.skill == Skill(3) and tiger.hit_on == 4
    assert tiger.armour == Armour(9, 8, 2) and tiger.move == Move(10, 12, 18, 20, 2)
    gun, machine_guns = tiger.weapons
    assert (gun.range, gun.halted, gun.moving, gun.anti_tank, gun.firepower) == (40, 2, 1, 14, 3)
    assert (machine_guns.halted, machine_guns.moving, machine_guns.anti_tank) == (4, 4, 2)
    assert [size.points for size in card("Tiger Tank Platoon").sizes] == [24, 36, 48]


def test_a_rifle_company_with_its_komissar() -> None:
    company = card("Rifle Company", "soviet", "late")
    rifles, komissar = company.teams["DP MG & M1891 rifle team"], company.teams["Komissar team"]
    assert rifles.motivation == Motivation(4, komissar=3) and rifles.skill == Skill(5, assault=4)
    assert komissar.komissar and not rifles.komissar and "urrah" in rifles.rules
    assert company.teams["Maksim HMG team"].skill.assault == 5
    assert "heavy-weapon" in company.teams["Maksim HMG team"].rules and "heavy-weapon" not in rifles.rules


def test_ratings_in_a_test() -> None:
    stubborn = Motivation(5, last_stand=4, komissar=3, counterattack=6)
    assert stubborn.needed() == 5 and stubborn.needed("last_stand") == 4 and stubborn.needed("rally") == 5
    assert stubborn.needed(komissar=True) == 3 and stubborn.needed("counterattack", komissar=True) == 3
    assert Motivation(3, last_stand=2, komissar=3).needed("last_stand", komissar=True) == 2
    assert Skill(4, assault=3).needed("assault") == 3 and Skill(4, assault=3).needed("tactics") == 4


def test_mounted_assault_has_its_own_numbers() -> None:
    half_track = card("Sd Kfz 251 Half-Track", "german", "late").teams["Sd Kfz 251 half-track"]
    assert half_track.passengers == 3 and half_track.transport and half_track.motivation.counterattack_mounted == 4
    assert half_track.skill.assault_mounted == (4, 3)


def test_weapons_that_bombard() -> None:
    howitzer = card("10.5cm Artillery Battery", "german", "late").teams["10.5cm howitzer"]
    bombardment, direct = howitzer.weapons
    assert bombardment.fires == "artillery" and bombardment.bombards and not direct.bombards
    katyusha = card("Katyusha Guards Rocket Battery", "soviet", "late").teams["Katyusha"]
    assert katyusha.weapons[0].fires == "salvo" and not katyusha.armoured and katyusha.save == 5
    pots = card("Engineer-Sapper Company").teams["PPSh SMG team"].weapons[1]
    assert pots.limited == 2 and not pots.bombards


def test_a_card_is_found_by_name_and_a_double_name_asks_for_more() -> None:
    assert card("Hetzer Tank-Hunter Platoon").nation == "german"
    with pytest.raises(OrshaError, match="several cards called 'Rifle Company': mid soviet, late soviet"):
        card("Rifle Company")
    with pytest.raises(Unknown, match="Tiger Tank Platoon"):
        card("Tiger Tank Platon")
    with pytest.raises(Unknown, match="late soviet"):
        arsenal("other", "late")


def test_every_fortification_of_the_missions_has_a_card_at_its_price() -> None:
    assert {name: found.sizes[0].points for name, found in works().items()} == {
        name: item.points for name, item in fortifications().items.items()
    }
    nest = works()["4 machine-gun nests"]
    assert nest.sizes[0].teams == {"Machine-gun nest": 4} and nest.rules == ("nest",)
    assert works()["Panther turret"].teams["Panther turret"].move == Move(None, None, None, None, None)


def test_a_card_has_a_text_form_and_survives_being_written() -> None:
    platoon = card("Grenadier Platoon", "german", "late")
    said = platoon.words()
    assert "up to 2 sMG42 HMG: 2 points each" in said and "motivation 4+, last stand 3+" in said
    assert 'MG42 & K98 rifle: 16", ROF 2/1, anti-tank 2, firepower 6' in said
    assert "moves anywhere" in card("IL-2 Shturmovik Assault Company", "soviet", "late").words()
    assert "Sd Kfz 251 half-track" in card("Armoured Panzergrenadier Platoon", "german", "late").sizes[0].words()
    assert msgspec.json.decode(msgspec.json.encode(platoon), type=Card) == platoon
    with pytest.raises(AttributeError):
        platoon.name = "other"  # type: ignore[misc]
