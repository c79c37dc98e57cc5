"""A battle's picture: every team is there with its state, nothing is written over anything else."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from orsha.kernel import OrshaError
from orsha.paper.battle_counters import Counter, counters_svg, team_mark
from orsha.paper.battle_picture import Scene, draw, headline, standing, write_battle
from orsha.paper.battle_table import MARGIN, TITLE, Frame
from orsha.paper.ink import COLOUR, Box, text_width
from orsha.tabletop.game.events import Fired, Marched, Shelled, Volleyed, Went
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState, Pending, Screen
from orsha.tabletop.mission import MissionGame
from orsha.tabletop.mission import state as m
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import grenadiers, gun, rifles, tank
from tests.tabletop.game.stage import Group, battle, marked, mounted, with_mission, with_team, with_unit

SVG = "{http://www.w3.org/2000/svg}"
RIFLES, TANK, GUN, GRENADIERS = rifles(), tank(), gun(), grenadiers()
SPOTS = [(20 + 2 * n, 20.0) for n in range(6)]


def scene(**of: Any) -> BattleState:
    """Riflemen and tanks against grenadiers and guns."""
    state = battle(
        [
            Group("Riflemen", [RIFLES] * 6, SPOTS, hq=True),
            Group("Tanks", [TANK] * 3, [(10, 10), (13, 10), (16, 10)], facing=90),
        ],
        [
            Group("Grenadiers", [GRENADIERS] * 4, [(30 + 2 * n, 30) for n in range(4)]),
            Group("Guns", [GUN] * 2, [(50, 40), (53, 40)], facing=180),
        ],
        **of,
    )
    goals = {"1": m.Objective("1", "allied", "defender", (20_000, 20_000)), "2": _goal("2", 60, 12)}
    return with_mission(state, objectives=goals)


def _goal(label: str, x: int, y: int) -> m.Objective:
    return m.Objective(label, "axis", "attacker", (x * 1000, y * 1000))


def on_paper(state: BattleState) -> Scene:
    assert state.table is not None
    return Scene(state, Frame(state.table.size, 4.0))


def texts(state: BattleState, **of: Any) -> str:
    return " ".join(ElementTree.fromstring(draw(state, **of).svg()).itertext())


def test_every_team_on_the_table_is_drawn_once_where_it_stands() -> None:
    state = scene()
    picture = ElementTree.fromstring(draw(state).svg())
    marks = [one.get("id") for one in picture.iter(f"{SVG}g") if (one.get("id") or "").startswith("team-a")]
    assert sorted(marks, key=str) == sorted(team_mark(id) for id in state.teams)
    found = {one.team: one for one in on_paper(state).counters}
    tank = found["allied 1.0"]
    assert tank.at == (MARGIN + 10 * 4, TITLE + MARGIN + (48 - 10) * 4)
    assert (tank.kind, tank.number, tank.facing, tank.side) == ("tank", "1", 90, "attacker")
    assert (found["axis 1.0"].kind, found["axis 0.0"].kind, found["axis 0.0"].side) == ("gun", "infantry", "defender")


def test_a_counter_that_faces_east_is_as_long_as_it_is_deep() -> None:
    east, north = (Counter("a", "a", "1", "attacker", "tank", (50, 50), 2, 5, way) for way in (90, 0))
    assert (round(east.box().right, 6), round(east.box().bottom, 6)) == (55, 52)
    assert (round(north.box().right, 6), round(north.box().bottom, 6)) == (52, 55)
    nose = east.place(0, 5)
    assert (round(nose[0], 6), round(nose[1], 6)) == (55, 50)
    south = Counter("a", "a", "1", "attacker", "tank", (50, 50), 2, 5, 180).place(0, 5)
    assert (round(south[0], 6), round(south[1], 6)) == (50, 55)


def test_what_befell_a_team_is_on_its_counter() -> None:
    state = with_unit(scene(), "axis 0", pinned=True)
    state = with_team(state, "allied 1.1", bailed_out=True)
    state = with_team(state, "axis 1.0", foxholes=True, smoked=True)
    state = mounted(state, "allied 0.5", "allied 1.2")
    found = {one.team: one for one in on_paper(state).counters}
    assert all(found[f"axis 0.{n}"].pinned for n in range(4)) and not found["axis 1.0"].pinned
    assert found["allied 1.1"].bailed_out and not found["allied 1.0"].bailed_out
    assert found["axis 1.0"].foxholes and found["axis 1.0"].smoked
    assert found["allied 1.2"].riders == 1 and "allied 0.5" not in found
    assert [id for id, one in found.items() if one.leader] == ["allied 0.0", "allied 1.0", "axis 0.0", "axis 1.0"]
    assert [id for id, one in found.items() if one.commander] == ["allied 0.0"]
    assert standing(state, "axis 0") == "4 of 4 teams, pinned down"
    assert standing(state, "allied 1") == "3 of 3 teams, 1 Bailed Out"


def test_each_state_has_a_sign_of_its_own_beside_its_colour() -> None:
    plain = Counter("a", "a", "7", "attacker", "tank", (50, 50), 2, 4)
    states = ("leader", "commander", "pinned", "bailed_out", "foxholes", "smoked", "riders")
    drawn = [counters_svg([replace(plain, **{name: 1})]) for name in states]
    assert len(set(drawn)) == len(states) and all(len(one) > len(counters_svg([plain])) for one in drawn)
    other = counters_svg([replace(plain, side="defender")])
    assert f'fill="{COLOUR["attacker"]}"' in counters_svg([plain]) and f'fill="{COLOUR["attacker"]}"' not in other


def crowded() -> BattleState:
    """Two large units in a heap, on an objective, with tanks about them."""
    heap = [(30 + 1.7 * (n % 5), 20 + 1.7 * (n // 5)) for n in range(15)]
    return with_mission(
        battle(
            [
                Group("A rifle company with a long name", [RIFLES] * 15, heap),
                Group("Another rifle company", [RIFLES] * 15, [(x + 8.5, y) for x, y in heap]),
                Group("Tanks", [TANK] * 4, [(29 + 3 * n, 17) for n in range(4)]),
            ],
            [Group("Grenadiers", [GRENADIERS] * 5, [(1 + 1.7 * n, 47) for n in range(5)])],
        ),
        objectives={"1": _goal("1", 33, 23)},
    )


@pytest.mark.parametrize("state", [scene(), crowded()], ids=["open", "crowded"])
def test_names_lie_neither_on_each_other_nor_on_teams_nor_off_the_table(state: BattleState) -> None:
    drawn = on_paper(state)
    boxes = [label.box() for label, _ in drawn.labels]
    assert len(boxes) >= 4
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)
    for box in boxes:
        assert not any(box.overlaps(one.box()) for one in drawn.counters)
        assert box.inside(Box(MARGIN, TITLE + MARGIN, MARGIN + 72 * 4, TITLE + MARGIN + 48 * 4))


def test_an_objective_under_a_team_has_its_name_beside_it() -> None:
    names = [label.lines[0] for label, _ in on_paper(scene()).labels]
    assert "objective 1" in names and "objective 2" not in names
    assert {"0: Riflemen", "1: Guns"} <= set(names)


def test_the_title_says_whose_turn_and_step_it_is_and_what_is_asked() -> None:
    assert headline(scene()) == "Free-for-All: allied's turn 2, Shooting Step"
    assert headline(scene(step="assault", active="axis")) == "Free-for-All: axis's turn 2, Assault Step"
    asked = replace(scene(step="assault"), asked=Pending("axis", "defend", ("axis 0",)))
    assert "axis may fire in defence" in texts(asked)
    won = with_mission(scene(), stage="over", winner="axis", why="axis holds objective 2")
    assert headline(won) == "Free-for-All: axis has won" and "axis holds objective 2" in texts(won)


def test_the_rosters_tell_of_every_unit_on_the_table_or_not() -> None:
    state = scene()
    units = {**state.mission.units, "axis 1": m.Standing("axis", "ambush")}
    state = replace(state, teams={id: one for id, one in state.teams.items() if not id.startswith("axis 1")})
    told = texts(with_mission(state, units=units), note="entry 7 of 9")
    for words in ("allied (attacker): soviet force", "axis (defender): german force", "in ambush", "entry 7 of 9"):
        assert words in told
    assert "6 of 6 teams" in told and "Guns" in told


def test_smoke_mines_traps_wire_and_wrecks_lie_on_the_table() -> None:
    plain = scene()
    state = marked(plain, "minefield", (40, 10), (44, 10))
    state = marked(state, "wire", (48, 10))
    state = replace(state, traps=((30_000, 5_000),), cleared=(("minefield", (44_000, 10_000)),))
    told = texts(state)
    assert "minefield" in told and "booby trap" in told and "barbed wire" in told
    assert "minefield" not in texts(plain)
    smoky = replace(plain, smoke=(Screen("allied", ((20_000, 25_000), (28_000, 25_000))),))
    assert draw(smoky).svg().count("#e9eaec") > draw(plain).svg().count("#e9eaec")
    wreck = scene(features=[Feature("wreck", area=((5000, 5000), (7000, 5000), (7000, 6000), (5000, 6000)))])
    assert "wreck" in texts(wreck) and "wreck" not in texts(plain)


def test_a_ranged_in_marker_carries_its_units_number() -> None:
    state = with_unit(scene(), "axis 1", shells=(25_000, 40_000))
    assert draw(state).svg().count(">1</text>") == draw(scene()).svg().count(">1</text>") + 2


def number_of_marker(state: BattleState) -> Box:
    """The box of the only Ranged In number: its edge of paper has a width of its own; the legend's is empty."""
    edged = r'<text stroke="[^"]+" stroke-width="0.8"[^>]* x="([^"]+)" y="([^"]+)"[^>]*>\d'
    found = re.findall(edged, draw(state).svg())
    assert len(found) == 1
    x, y = map(float, found[0])
    return Box(x, y - 1.7, x + text_width("1", 2.1, bold=True), y + 0.2)


@pytest.mark.parametrize("at", [(24_000, 20_500), (25_000, 20_000), (20_000, 20_000), (50_000, 40_000)])
def test_a_ranged_in_number_never_shows_from_under_a_counter(at: tuple[int, int]) -> None:
    state = with_unit(scene(), "axis 1", shells=at)
    box = number_of_marker(state)
    assert not any(box.overlaps(one.box()) for one in on_paper(state).counters)


def test_what_just_happened_is_drawn_in() -> None:
    state = scene()
    moved = Marched("allied 1", "Tanks", (Went("allied 1.0", ((5000, 10000), (10000, 10000)), 90, 5000, "tactical"),))
    shot = Fired("axis 1", "Guns", (Volleyed("axis 1.0", "gun", "allied 1.0", (10000, 10000), 2, 1, "3+", "halted"),))
    fell = Shelled("axis 1", "Guns", (20000, 20000), 6, (), ())
    drawn = [draw(state, events=[event]).svg() for event in (moved, shot, fell)]
    plain = draw(state).svg()
    assert len({plain, *drawn}) == 4
    start = f"M{MARGIN + 5 * 4:.2f} {TITLE + MARGIN + 38 * 4:.2f}L"
    assert start in drawn[0] and start not in plain


def test_zones_are_drawn_when_they_are_asked_for() -> None:
    assert "attacker deploy" in texts(scene(), zones=True)
    assert "attacker deploy" not in texts(scene())


def test_a_battle_whose_table_is_not_laid_cannot_be_drawn() -> None:
    ready = scene().setup
    setup = BattleSetup(ready.forces, mission="free-for-all")
    state = BattleState(setup, MissionGame().start(setup.for_mission))
    with pytest.raises(OrshaError, match="the table is not laid yet"):
        draw(state)


def test_it_is_written_in_three_formats_and_no_other(tmp_path: Path) -> None:
    for suffix, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        write_battle(scene(), tmp_path / f"b.{suffix}")
        assert (tmp_path / f"b.{suffix}").read_bytes().startswith(start)
    with pytest.raises(OrshaError, match=r"cannot be written as \.gif"):
        write_battle(scene(), tmp_path / "b.gif")


def test_the_same_moment_gives_the_same_picture() -> None:
    assert draw(crowded()).svg() == draw(crowded()).svg()


# -- 002: rooms that are fought for, artillery off the table


def in_the_factory() -> BattleState:
    from orsha.tabletop.game.applying import apply
    from orsha.tabletop.game.events import LeftOff
    from tests.tabletop.game.room_stage import city

    guns = Group("Howitzers", [GUN] * 3, [])
    ours = Group("Riflemen", [RIFLES] * 2, [(10, 8.5), (12, 8.5)])
    state = city([ours, guns], [Group("Grenadiers", [GRENADIERS] * 2, [(14, 8.5), (16, 8.5)])], step="assault")
    return apply(state, LeftOff("allied 1", "Howitzers", ("allied 1.0", "allied 1.1")))


def test_artillery_off_the_table_is_listed_at_the_edge() -> None:
    state = in_the_factory()
    told = texts(state)
    assert "allied's artillery off the table" in told and "axis's artillery" not in told
    assert standing(state, "allied 1") == "2 teams off the table"
    assert draw(state).height > draw(replace(state, off={})).height


def test_contested_rooms_are_framed_and_named() -> None:
    from orsha.tabletop.game import assault_chances

    state = in_the_factory()
    assert "contested" not in texts(state)
    fought = assault_chances.charged(state, "allied 0", (), ("factory 2",))
    told = texts(fought)
    assert "factory 2: contested" in told and "contested room" in told and "factory 1: contested" not in told


def test_the_legend_goes_on_in_a_second_line_on_a_narrow_table() -> None:
    from orsha.tabletop.game import assault_chances

    fought = assault_chances.charged(in_the_factory(), "allied 0", (), ("factory 2",))
    picture = draw(with_team(fought, "allied 0.0", level=1))
    places = {
        one.text: float(one.get("x", "0"))
        for one in ElementTree.fromstring(picture.svg()).iter(f"{SVG}text")
        if one.text in ("upper floor", "contested room", "leader")
    }
    assert len(places) == 3 and all(x + 20 < picture.width for x in places.values())
