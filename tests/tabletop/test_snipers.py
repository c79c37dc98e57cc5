"""The cards' Sniper's Hide in the missions: snipers wait in ambush besides what a mission permits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.kernel import Illegal, Typed
from orsha.kernel.data import BadData
from orsha.tabletop.mission import Setup, Unit
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.ambush import ambush_region, sniper_region, sniper_zone
from orsha.tabletop.mission.format import HideSnipers
from orsha.tabletop.mission.ground import layout_of, mission_of
from orsha.tabletop.mission.library import MISSIONS, loads_mission, missions
from orsha.tabletop.region import covers
from tests.tabletop.builders import HQ, RIFLES, TANKS, Game, at_step, opened, play_on, playing, step_name
from tests.tabletop.test_turns import TestReserves, until_turn

SNIPER = Unit("Sniper", 3, independent=True, sniper=True)
SECOND = Unit("Second sniper", 3, independent=True, sniper=True)
OURS = (RIFLES, HQ, SNIPER, SECOND)
FORCES: Any = {"allied": (RIFLES,), "axis": OURS}


def hiding(slug: str, *units: str, **of: Any) -> Game:
    """The defender's (axis) snipers go into ambush, and everybody else deploys."""
    match = opened(slug, **{"forces": FORCES, **of})
    to_snipers(match)
    for unit in units:
        match.do("axis", mc.Choose(unit))
    if len(units) < 2:
        match.do("axis", mc.Done())
    return match


def to_snipers(match: Game) -> None:
    """Up to the snipers' step; who must hold back reserves takes the dearest unit, so that snipers stay."""
    while not at_step("snipers")(match):
        play_on(match, lambda one: at_step("hold-reserves")(one) or at_step("snipers")(one))
        if at_step("hold-reserves")(match):
            seat = match.to_act()[0]
            done = any(option.act == "done" for option in match.options(seat))
            match.do(seat, mc.Done() if done else mc.Choose(match.options(seat)[0].takes["what"].values[0]))


@pytest.mark.parametrize("slug", sorted(missions()))
def test_in_any_mission_they_may_wait_in_ambush(slug: str) -> None:
    match = opened(slug, forces=FORCES)
    to_snipers(match)
    waiting = [id for id in ("axis 2", "axis 3") if match.state.units[id].where == "roster"]
    assert match.options("axis")[0].takes["what"].values == tuple(waiting)
    for unit in waiting:
        match.do("axis", mc.Choose(unit))
    assert {match.state.units[unit].where for unit in waiting} == {"ambush"}
    assert step_name(match) != "snipers"


def test_nobody_is_asked_where_nobody_has_any() -> None:
    match = opened("contact", forces={"allied": (RIFLES,), "axis": (RIFLES, HQ)})
    steps = [type(step) for step in mission_of(match.state).file.setup]
    assert HideSnipers not in steps
    with_some = opened("contact", forces=FORCES)
    assert HideSnipers in [type(step) for step in mission_of(with_some.state).file.setup]


def test_besides_the_one_unit_of_the_mission() -> None:
    match = hiding("rearguard", "axis 2", "axis 3")
    assert at_step("ambush")(match)
    match.do("axis", mc.Choose("axis 0"))
    assert [match.state.units[f"axis {n}"].where for n in range(4)] == ["ambush", "roster", "ambush", "ambush"]


def test_one_may_deploy_with_the_others() -> None:
    match = hiding("annihilation", "axis 2")
    assert at_step("deploy")(match)
    match.do("allied", mc.Put("allied 0", _some(match, 0, 1, "allied")))
    assert match.options("axis")[0].takes["what"].values == ("axis 0", "axis 1", "axis 3")


def test_a204_the_attacker_hides_his_first() -> None:
    match = opened("annihilation", forces={"allied": (RIFLES, SNIPER), "axis": OURS})
    play_on(match, at_step("snipers"))
    assert match.to_act() == ("allied",)
    with pytest.raises(Illegal):
        match.do("allied", mc.Choose("allied 0"))
    match.do("allied", mc.Done())
    assert match.to_act() == ("axis",)
    with pytest.raises(Illegal):
        match.do("axis", mc.Choose("axis 0"))


def test_they_come_out_in_no_mans_land_too_and_others_do_not() -> None:
    match = hiding("no-retreat", "axis 2")
    match.do("axis", mc.Choose("axis 0"))
    play_on(match, playing)
    until_turn(match, "axis", 1)
    match.do("axis", mc.Morale(True))
    assert match.state.stage == "ambush"
    ours, any_where = ambush_region(match.state, "axis"), sniper_region(match.state, "axis")
    between = next(
        spot for seed in range(99) if not covers(ours, spot := _some(match, 1, seed)) and covers(any_where, spot)
    )
    with pytest.raises(Illegal):
        match.do("axis", mc.Put("axis 0", between))
    match.do("axis", mc.Put("axis 2", between))
    assert match.state.units["axis 2"].where == "table"


def _some(match: Game, option: int, seed: int, seat: str = "axis") -> tuple[int, int]:
    found = match.options(seat)[option].takes["at"].sample(random.Random(seed))
    return found[0], found[1]


def test_a204_no_mans_land_is_all_that_is_in_neither_deployment_area() -> None:
    match = hiding("bridgehead", "axis 2")
    zone = sniper_zone(match.state, "axis")
    home = 1 if match.state.defender_pick == "upper" else -1

    def at(x: int, y: int) -> bool:
        return covers(zone, (x * 1000, (24 + home * y) * 1000))

    assert at(36, 20) and at(36, -10), "his own area, and before it as far as the enemy's, 16 inches off the middle"
    assert at(5, 20), "beside it, where nobody deploys"
    assert not at(36, -20) and not at(5, -20), "the enemy's area"


def test_no_rooms_that_the_enemy_chose_for_his_area() -> None:
    match = opened("the-factory", forces=FORCES)
    play_on(match, at_step("snipers"))
    zone = sniper_zone(match.state, "axis")
    layout = layout_of(match.state)
    for room in layout.rooms:
        middle = layout.placed(room.floor()).centroid
        assert covers(zone, (round(middle.x * 1000), round(middle.y * 1000))) == (
            match.state.rooms[room.name] == "axis"
        )


def arriving(face: int = 6) -> Game:
    """Two snipers and a company are in reserve; the third turn's dice, which typed dice show, bring all of them."""
    forces: Any = {"allied": (RIFLES,), "axis": (HQ, Unit("Guard", 9, 5), RIFLES, SNIPER, SECOND)}
    match = opened("counterattack", forces=forces, dice=Typed())
    play_on(match, at_step("hold-reserves"))
    for unit in ("axis 2", "axis 3", "axis 4"):
        match.do("axis", mc.Choose(unit))
    match.do("axis", mc.Done())
    play_on(match, playing, avoid=("choose",))
    turns = TestReserves()
    while not (match.state.active == "axis" and match.state.turns["axis"] == 2 and match.position.waiting):
        turns.quiet(match)
    match.accept(match.answer("axis", (face, face)))
    return match


def test_from_reserve_they_may_still_wait_in_ambush_and_come_out_at_once() -> None:
    match = arriving()
    assert match.state.stage == "arrive", "three dice bring somebody"
    match.do("axis", mc.Choose("axis 3"))
    assert match.state.units["axis 3"].where == "ambush"
    match.do("axis", mc.Put("axis 2", _some(match, 0, 1)))
    assert match.state.stage == "snipers", "also where he did not come last"
    match.do("axis", mc.Put("axis 3", _some(match, 0, 2)))
    assert match.state.units["axis 3"].where == "table"
    match.do("axis", mc.Done())
    assert match.state.stage == "main"


def test_or_later() -> None:
    match = arriving()
    match.do("axis", mc.Choose("axis 3"))
    match.do("axis", mc.Put("axis 4", _some(match, 0, 1)))
    match.do("axis", mc.Done())
    assert match.state.stage == "main" and match.state.units["axis 3"].where == "ambush"
    until_turn(match, "axis", 3)
    match.do("axis", mc.Morale(True))
    assert match.state.stage == "ambush"


def test_others_do_not_hide_as_they_come() -> None:
    match = arriving()
    with pytest.raises(Illegal):
        match.do("axis", mc.Choose("axis 2"))
    match.do("axis", mc.Put("axis 2", _some(match, 0, 1)))
    match.do("axis", mc.Put("axis 3", _some(match, 0, 1)))
    assert match.state.stage == "main", "nobody is asked who has nobody in hiding that came now"


def test_no_mission_says_it_of_itself() -> None:
    text = (MISSIONS / "annihilation.toml").read_text()
    with pytest.raises(BadData, match="comes by itself where a force has some"):
        loads_mission(text.replace('do = "foxholes"', 'do = "snipers"'))


def test_beside_a_real_table_it_is_the_same() -> None:
    match = opened("annihilation", forces=FORCES, real=True, dice=Typed())
    play_on(match, at_step("snipers"))
    match.do("axis", mc.Choose("axis 2"))
    match.do("axis", mc.Done())
    assert match.state.units["axis 2"].where == "ambush"
    assert Setup(forces=FORCES).snipers and not Setup(forces={"allied": (TANKS,)}).snipers


@pytest.mark.parametrize("slug", ["encounter", "the-square", "onslaught", "river-crossing"])
def test_missions_with_snipers_are_played_to_their_end(slug: str) -> None:
    forces: Any = {"allied": (*OURS, TANKS), "axis": (*OURS, TANKS)}
    match = opened(slug, forces=forces, turns=6)
    play_on(match, lambda one: one.state.over, seed=5, most=1500)
    assert match.result is not None
