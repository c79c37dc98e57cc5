"""What a force must keep to, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.kernel import Illegal
from orsha.kernel.errors import BadData
from orsha.tabletop.force import ForceList, FormationChoice, UnitChoice, check_list, legal_force, load_force, read_list

HQ = UnitChoice("Grenadier Company HQ")
PLATOON = UnitChoice("Grenadier Platoon", 5)
COMPANY = (HQ, PLATOON, PLATOON)


def force(*units: UnitChoice, support: tuple[UnitChoice, ...] = (), points: int | None = None) -> ForceList:
    formation = FormationChoice("Grenadier Company", units or COMPANY)
    return ForceList("Ours", "german", "late", points, formations=(formation,), support=support)


def said(chosen: ForceList) -> list[str]:
    return [violation.words() for violation in check_list(chosen).violations]


def test_the_least_of_a_company_is_legal() -> None:
    checked = check_list(force())
    assert checked.legal and checked.force is not None and checked.force.points == 4 + 7 + 7
    first, *others = checked.force.formations[0].units
    assert first.hq and [unit.name for unit in others] == ["Grenadier Platoon", "Grenadier Platoon (2)"]


def test_a_force_has_a_formation() -> None:
    assert said(ForceList("Nobody", "german", "late")) == [
        "Nobody: a force has at least one formation [Formations (rulebook p. 94)]"
    ]


def test_a_formation_has_one_headquarters() -> None:
    assert "one headquarters (Grenadier Company HQ); this one has 0" in said(force(PLATOON, PLATOON))[0]
    assert "this one has 2" in said(force(HQ, HQ, PLATOON, PLATOON))[0]


def test_compulsory_boxes_are_filled() -> None:
    assert said(force(HQ, PLATOON)) == [
        "Grenadier Company: its compulsory box 2 is empty; it takes Grenadier Platoon [Formations (rulebook p. 94)]"
    ]


def test_a_box_takes_one_unit() -> None:
    assert "its boxes for a Grenadier Platoon are full: 1, 2, 5" in said(force(*COMPANY, PLATOON, PLATOON))[0]


def test_a_unit_needs_a_box_that_takes_it() -> None:
    tigers = UnitChoice("Tiger Tank Platoon")
    assert "it has no box for a Tiger Tank Platoon" in said(force(*COMPANY, tigers))[0]
    mortars = UnitChoice("8cm Mortar Platoon", box=1)
    assert "its box 1 does not take a 8cm Mortar Platoon; boxes 4 do" in said(force(*COMPANY, mortars))[0]


def test_support_boxes_are_filled_once() -> None:
    stugs = UnitChoice("StuG Assault Gun Platoon", "3 StuG (7.5cm)")
    assert said(force(support=(stugs,))) == []
    assert said(force(support=(stugs, stugs))) == [
        "support: the chart has no room for another StuG Assault Gun Platoon [Support Units (rulebook p. 99)]"
    ]
    assert "8cm Mortar Platoon does not come as support" in said(force(support=(UnitChoice("8cm Mortar Platoon"),)))[0]


def test_two_choices_of_one_box_exclude_each_other() -> None:
    marders, guns = UnitChoice("Marder Tank-Hunter Platoon"), UnitChoice("7.5cm Tank-Hunter Platoon")
    elephants = UnitChoice("Elephant Tank-Hunter Platoon")
    assert said(force(support=(marders, guns))) == [], "the Marders move over to the other box"
    assert "no room" in said(force(support=(marders, guns, elephants)))[0]


def test_an_observer_comes_with_artillery() -> None:
    observer = UnitChoice("Sd Kfz 250 OP Observation Post")
    assert "it comes only with one of 10.5cm Artillery Battery" in said(force(support=(observer,)))[0]
    assert said(force(support=(observer, UnitChoice("10.5cm Artillery Battery")))) == []


def test_points_are_kept_to() -> None:
    assert said(force(points=18)) == []
    assert said(force(points=17)) == ["Ours: it costs 18 points, 1 more than the 17 agreed [Points]"]


def test_names_and_sizes_and_options_are_the_cards() -> None:
    assert "did you mean Grenadier Platoon" in said(force(HQ, PLATOON, UnitChoice("Grenadier Platon")))[-1]
    assert "there is no size 6" in said(force(HQ, PLATOON, UnitChoice("Grenadier Platoon", 6)))[0]
    too_many = UnitChoice("Grenadier Platoon", 5, {"sMG42 HMG": 3})
    assert "sMG42 HMG may be taken 2 times" in said(force(HQ, PLATOON, too_many))[0]
    unknown = ForceList("x", "german", "late", formations=(FormationChoice("Rifle Battalion", COMPANY),))
    assert "there is no such formation" in said(unknown)[0]


def test_every_violation_is_told_at_once() -> None:
    chosen = force(PLATOON, UnitChoice("Tiger Tank Platoon"), support=(UnitChoice("8cm Mortar Platoon"),), points=5)
    assert len(said(chosen)) == 5


def test_a_force_that_breaks_a_rule_cannot_be_loaded() -> None:
    with pytest.raises(Illegal, match=r"compulsory box 2 is empty.* \(and 1 more\) \[Formations"):
        legal_force(force(HQ, PLATOON, points=3))


def test_a_force_file_is_strict(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\nnation = "german"\nperiod = "late"\n\n[[support]]\ncard = "Hetzer"\nsise = 3\n')
    with pytest.raises(BadData, match=r"mine.toml:7: unknown key 'sise'"):
        read_list(file)
    file.write_text('name = "x"\nnation = "italian"\nperiod = "late"\n')
    with pytest.raises(BadData, match=r"mine.toml:2: .*italian"):
        load_force(file)
    with pytest.raises(BadData, match="cannot be read"):
        load_force(tmp_path / "none.toml")
