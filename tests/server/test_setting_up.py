"""What the page shows and proposes in a battle's set-up: prices, what is left, works that look to the enemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from shapely import Point, Polygon, union_all

from orsha.bots.battle_auto import play_battle
from orsha.server import api, scenes
from orsha.server.advice import Reach, advise
from orsha.server.proposals import Propose
from orsha.server.recipes import opened
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import layout_of
from orsha.tabletop.region import MIL
from orsha.tabletop.table.barriers import no_stopping
from orsha.tabletop.table.shapes import shifted


class Reached(Exception):
    pass


def first(match: Any, wanted: Callable[[Any], bool]) -> Any:
    """A battle between staffs when something is so for the first time."""
    found = []

    def seen(played: Any) -> None:
        if wanted(played):
            found.append(played)
            raise Reached

    with pytest.raises(Reached):
        play_battle(match.opened.setup, {"allied": "staff", "axis": "staff"}, 1, most_turns=1, seen=seen)
    return found[0]


def onslaught() -> Any:
    forces: dict[Any, Any] = {"allied": "soviet-50", "axis": "german-25"}
    return opened(api.NewGame(api.Battle("onslaught", forces=forces, points=50, seed=1)))[0]


def offered(act: str, word: str = "") -> Callable[[Any], bool]:
    return lambda match: any(
        one.act == act and word in one.words for seat in ("allied", "axis") for one in match.options(seat)
    )


def test_fortifications_are_taken_by_their_points() -> None:
    match = first(onslaught(), lambda played: bool(played.state.mission.taken))
    purse = scenes.battle(match.view("axis")).purse
    items = fortifications().items
    (taken,) = match.state.mission.taken
    assert purse is not None and purse.prices == {name: one.points for name, one in items.items()}
    assert purse.words == f"{16 - items[taken].points} of 16 points left; taken: {taken}"


def test_a_reserve_is_held_with_its_limits_in_sight() -> None:
    match = first(onslaught(), offered("choose", "reserve"))
    purse = scenes.battle(match.view("axis")).purse
    assert purse is not None and "24 points would start on the table, at most 10 may" in purse.words
    assert purse.words.endswith("held so far: nobody (0 points)")
    assert sum(purse.prices.values()) == 24


def test_nothing_is_paid_for_in_the_battle() -> None:
    match = first(onslaught(), lambda played: played.state.step == "movement")
    assert scenes.battle(match.view("axis")).purse is None


def test_works_are_proposed_looking_to_the_attackers_edge_and_without_a_wall() -> None:
    match = first(onslaught(), offered("build"))
    view = match.view("axis")
    layout = layout_of(view.mission)
    edge = layout.placed(layout.edge("attacker"))
    for option in match.options("axis"):
        item = option.takes["item"].values[0]
        sites = advise(view, "axis", Propose("build", target=item)).command["sites"]  # type: ignore[union-attr, index]
        assert option.takes["sites"].contains(sites) and not any(site.wall for site in sites)
        for site in sites:
            there, ahead = (Point(at[0] / MIL, at[1] / MIL) for at in (site.at, shifted(site.at, site.facing, MIL)))
            assert edge.distance(there) - edge.distance(ahead) > 0.99


def test_nobody_is_shown_a_reach_into_the_river() -> None:
    match, _ = opened(api.NewGame(api.Battle("river-crossing", points=50, seed=1)))
    view = first(match, lambda played: played.state.step == "movement").state
    water = no_stopping(view.table)
    near = [id for id, its in view.teams.items() if water.distance(Point(its.x, its.y)) < 6 * MIL]
    assert near and not water.is_empty
    for id in near:
        rings = advise(view, id.split()[0], Reach(id)).paces  # type: ignore[union-attr]
        for outlines in rings.values():
            assert union_all([Polygon(one) for one in outlines]).intersection(water).area < 0.1 * MIL**2
