"""The pages to have at hand: every number in them is the rules' own, every mission gets those that it needs."""

from __future__ import annotations

import pytest

from orsha.kernel import Unknown
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.force import works
from orsha.tabletop.mission.library import missions
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.reference import for_mission, reference, references


def test_each_mission_has_the_pages_that_it_needs() -> None:
    needs = {slug: [page.slug for page in for_mission(one)] for slug, one in missions().items()}
    assert needs["onslaught"] == ["works"] and needs["the-factory"] == ["rooms"] and needs["contact"] == []
    assert "rivers" in needs["river-crossing"] and "rivers" in needs["the-crossroads"]
    city = [slug for slug, pages in needs.items() if "rooms" in pages]
    assert city == [slug for slug, one in missions().items() if one.file.buildings]


def test_the_numbers_are_those_of_the_rules() -> None:
    said = reference("rivers").words()
    its = rules().river_assault
    assert f"{its.boats} boats for each {its.points} points" in said and f"come back on {its.arrives_on}+" in said
    assert '16"; 1/6' in said, "the drift with its odds"
    assert "3-4; road bridge; 1/3" in said and "4-6; right; 1/2" in said, "and the river's other dice"
    assert f"pioneers {moves().mines.pioneers}+" in reference("works").words()


def test_every_work_is_on_its_page() -> None:
    _, table = reference("works").tables
    assert [row[0] for row in table.rows] == list(works())
    assert all(len(row) == len(table.heads) for row in table.rows)


def test_the_chart_of_fortifications_has_its_six_boxes() -> None:
    chart, _ = reference("works").tables
    assert [row[0] for row in chart.rows] == ["1", "2", "3", "4", "5", "6"]
    assert chart.rows[3][1] == "gun nest or anti-tank bunker"
    assert "counts as a unit lost for victory points" in reference("works").words(), "ruling A127"


def test_a_page_that_there_is_not_is_named_so() -> None:
    assert list(references()) == ["works", "rivers", "rooms"]
    with pytest.raises(Unknown, match="works"):
        reference("trenches")
