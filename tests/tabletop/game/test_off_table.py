"""Artillery off the table (002 Across the Volga), Ranged In markers in sight of an edge, and Outpost reserves (002)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Match, OneOf, Option
from orsha.tabletop.force import Force
from orsha.tabletop.game import Battle, BattleSetup, batteries, bombarding, chain, edge_sight, events, facts, off_table
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.beginning import _counted
from orsha.tabletop.game.commands import Bombard, StayOff
from orsha.tabletop.game.events import LeftOff
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story, lose
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import events as me
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission import turn
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.city_forces import assault_gun, city_forces, mortar
from tests.tabletop.game.room_stage import city
from tests.tabletop.game.stage import Group, act, force, next_turn, refused, told, with_mission, with_unit

FOE = [Group("Theirs", (rifles(), rifles()), [(30, 4), (32, 4)])]
"""In the open, in the defender's corner."""


def off(state: BattleState, unit: str, *teams: str) -> BattleState:
    """Artillery of a unit off the table, as if it had been left there in the set-up."""
    state = apply(state, LeftOff(unit, facts.unit_name(state, unit), teams))
    if set(facts.unit_sheet(state, unit).teams) == set(teams):
        state = apply(state, me.UnitMoved(unit, "", "off-table"))
    return state


def mortars(*, mission: str = "the-factory", foe: list[Group] | None = None, **of: Any) -> BattleState:
    """Two mortars off the table behind the attacker's corner, riflemen on it; the enemy in the open."""
    men = Group("Men", (rifles(), rifles()), [(30, 20), (32, 20)])
    state = city([Group("Mortars", (mortar(), mortar()), ()), men], foe or FOE, mission=mission, **of)
    return off(state, "allied 0", "allied 0.0", "allied 0.1")


# -- firing from off the table


def test_002_artillery_off_the_table_fires_bombardments_from_there() -> None:
    state = mortars(foe=[Group("Theirs", (rifles(),), [(34, 14)])])
    fired = act(state, "allied", Bombard("allied 0", "allied 0.0", (34_000, 14_000)), 6, 1)
    assert fired.one(events.Ranged).guns == ("allied 0.0", "allied 0.1")
    assert fired.one(events.Shelled).missed == ("axis 0.0",)
    assert {id: team.bombarded for id, team in fired.state.off.items()} == {"allied 0.0": "yes", "allied 0.1": "yes"}


def test_002_it_bombards_once_a_step_and_again_in_its_next_turn() -> None:
    state = mortars(foe=[Group("Theirs", (rifles(),), [(34, 14)])])
    at = Bombard("allied 0", "allied 0.0", (34_000, 14_000))
    now = act(state, "allied", at, 1, 1, 1).state
    refused(now, "allied", at, "has fired a bombardment")
    assert bombarding.options(now, "allied") == []
    assert bombarding.options(next_turn(now, "allied", "shooting"), "allied")


def test_002_teams_on_the_table_fire_no_artillery_or_smoke_bombardments() -> None:
    state = city([Group("Mortars", (mortar(),), [(34, 22)])], [Group("Theirs", (rifles(),), [(34, 12)])])
    for smoke in (False, True):
        command = Bombard("allied 0", "allied 0.0", (34_000, 12_000), smoke=smoke)
        refused(state, "allied", command, "Across the Volga, and it is on the table")
    assert bombarding.options(state, "allied") == []


def test_002_elsewhere_they_do() -> None:
    from tests.tabletop.game.stage import battle

    state = battle([Group("Mortars", (mortar(),), [(20, 10)])], [Group("Theirs", (rifles(),), [(20, 30)])])
    assert bombarding.options(state, "allied")


def test_002_artillery_off_the_table_cannot_be_targeted_and_is_in_nobodys_way() -> None:
    state = mortars()
    assert not {id for id in facts.targets(state, "axis") if id.startswith("allied 0")}
    assert facts.teams_of(state, "allied 0") == [] and facts.units_on_table(state, "allied") == ["allied 1"]


# -- spotting from the edge


def test_002_batteries_spot_from_any_point_along_the_edges_of_the_deployment_area() -> None:
    """The attacker's corner is the upper right one: twelve inches each way."""
    state = mortars()
    eyes = edge_sight.deployment_edges(state, "allied")
    assert (36_000, 12_000) in eyes and (24_000, 24_000) in eyes and (36_000, 24_000) in eyes
    assert all((x == 36_000 and y >= 12_000) or (y == 24_000 and x >= 24_000) for x, y in eyes)


def test_002_what_the_factory_hides_from_the_whole_edge_is_not_seen() -> None:
    state = mortars(foe=[Group("Theirs", (rifles(), rifles()), [(9, 5), (34, 14)])])
    assert batteries.seen_by(state, "allied 0.0", [(9_000, 5_000), (34_000, 14_000)]) == [False, True]
    refused(state, "allied", Bombard("allied 0", "allied 0.0", (9_000, 5_000)), "does not see the aiming point")


def test_002_a_room_is_seen_through_its_openings() -> None:
    state = mortars()
    assert batteries.seen_by(state, "allied 0.0", [(25_500, 14_500), (10_500, 9_500)]) == [True, False]


def test_002_observers_and_commanders_spot_for_it_as_ever() -> None:
    hq = Group("HQ", (rifles(),), [(33, 20)], hq=True)
    state = city([Group("Mortars", (mortar(),), ()), hq], [Group("Theirs", (rifles(),), [(33, 10)])])
    state = off(state, "allied 0", "allied 0.0")
    assert batteries.spotters(state, "allied", "allied 0") == ["allied 0.0", "allied 1.0"]


def test_002_three_attempts_at_ranging_in_from_the_edge_too() -> None:
    state = mortars(foe=[Group("Theirs", (rifles(),), [(34, 14)])])
    now = act(state, "allied", Bombard("allied 0", "allied 0.0", (34_000, 14_000)), 1, 1, 1).state
    assert now.off["allied 0.0"].spotted == 3


def test_002_its_range_is_not_measured() -> None:
    state = mortars()
    weapon = facts.card(state, "allied 0.0").weapons[0]
    assert batteries.bearing_all(state, ["allied 0.0"], weapon, [(0, 0)]) == [("allied 0.0",)]


# -- Good Spirits


def test_002_artillery_off_the_table_is_ignored_for_the_good_spirits_of_unit_and_formation() -> None:
    storm = Group("Storm", (rifles(), mortar(), mortar()), [(33, 20)])
    state = off(city([storm, Group("Mortars", (mortar(),), ())], FOE), "allied 0", "allied 0.1", "allied 0.2")
    state = off(state, "allied 1", "allied 1.0")
    muster = chain.muster(state, "allied 0")
    assert [one.team.name for one in muster.standing] == ["Rifle team"] and muster.lost == ()
    assert _counted(state, "allied 1").place == "off-table"


def test_002_off_table_guns_are_not_pinned_with_the_part_on_the_table() -> None:
    storm = Group("Storm", (rifles(), mortar()), [(33, 20)])
    state = off(city([storm], [Group("Theirs", (rifles(),), [(34, 10)])]), "allied 0", "allied 0.1")
    assert bombarding.options(with_unit(state, "allied 0", pinned=True), "allied")


# -- the Artillery Attachment


def test_002_if_the_part_on_the_table_is_destroyed_the_attachment_is_too() -> None:
    storm = Group("Storm", (rifles(), mortar()), [(33, 20)])
    state = off(city([storm], FOE), "allied 0", "allied 0.1")
    gone = told(state, lambda story: lose(story, ["allied 0.0"], "destroyed"))
    assert gone.state.off == {} and gone.state.mission.units["allied 0"].where == "lost"
    assert set(gone.state.lost["allied 0"]) == {"allied 0.0", "allied 0.1"}


def test_002_a_unit_that_is_wholly_off_the_table_outlives_the_others_of_its_force() -> None:
    state = mortars()
    gone = told(state, lambda story: lose(story, ["allied 1.0", "allied 1.1"], "destroyed")).state
    assert set(gone.off) == {"allied 0.0", "allied 0.1"}


def test_a_broken_formation_takes_its_artillery_off_the_table_with_it() -> None:
    state = mortars()

    def broken(story: Story) -> None:
        story.tell(me.UnitMoved("allied 0", "Mortars", "lost"))

    assert told(state, broken).state.off == {}


# -- leaving it off the table


class Played:
    """A battle from its set-up on, by random options but for what a test wants."""

    def __init__(self, mission: str, forces: dict[Any, Force] | None = None, seed: int = 1, **of: Any) -> None:
        setup = BattleSetup(forces or city_forces(), mission=mission, seed=seed, **of)
        self.match = Match.open(Battle(), setup, name="t", dice=seed)
        self.rng = random.Random(seed)

    @property
    def state(self) -> BattleState:
        return self.match.state

    def options(self) -> tuple[m.Seat, list[Option]]:
        for seat in m.SEATS:
            found = [option for option in Battle().options(self.state, seat) if not option.ends]
            if found:
                return seat, found
        raise AssertionError("nobody may do anything")

    def until(self, wanted: str, most: int = 400) -> tuple[m.Seat, Option]:
        """Goes on until something is offered; never leaves artillery off the table by itself."""
        for _ in range(most):
            seat, found = self.options()
            hit = next((option for option in found if option.act == wanted), None)
            if hit is not None:
                return seat, hit
            option = self.rng.choice([option for option in found if option.act != "stay-off"])
            self.match.do(seat, Battle().command(option.sample(self.rng)))
        raise AssertionError(f"{wanted} was never offered")

    def deploy(self, unit: str) -> None:
        while True:
            seat, found = self.options()
            deploys = [option for option in found if option.act == "deploy"]
            own = next((option for option in deploys if unit in option.takes["unit"].values), None)  # type: ignore[attr-defined]
            command = Battle().command((own or deploys[0]).sample(self.rng))
            self.match.do(seat, command)
            if own is not None:
                return


def test_002_during_deployment_artillery_may_be_left_off_the_table() -> None:
    game = Played("the-square")
    seat, option = game.until("stay-off")
    can = off_table.may_stay(game.state, seat)
    unit = next(id for id in can if not off_table.divides(game.state, id))
    game.match.do(seat, StayOff(unit, can[unit]))
    assert set(can[unit]) <= set(game.state.off) and game.state.mission.units[unit].where == "off-table"
    assert unit not in game.state.units or facts.teams_of(game.state, unit) == []
    assert option.act == "stay-off"


def test_002_a_unit_of_nothing_but_artillery_stays_off_whole() -> None:
    game = Played("the-square")
    seat, _ = game.until("stay-off")
    unit, teams = next(
        (id, teams)
        for id, teams in off_table.may_stay(game.state, seat).items()
        if not off_table.divides(game.state, id)
    )
    refused(game.state, seat, StayOff(unit, teams[:1]), "all of it stays off")
    refused(game.state, seat, StayOff(unit, (*teams, teams[0])), "each once")


def test_002_a_unit_with_other_weapons_chooses_which_teams_stay_off_and_the_rest_is_deployed() -> None:
    game = Played("the-boulevard")
    seat, _ = game.until("stay-off")
    unit = next(id for id in off_table.may_stay(game.state, seat) if "Storm" in facts.unit_name(game.state, id))
    rifle, tube = f"{unit}.0", f"{unit}.3"
    refused(game.state, seat, StayOff(unit, (rifle,)), "these teams may stay off")
    game.match.do(seat, StayOff(unit, (tube,)))
    assert [option.takes["unit"].values for option in game.options()[1]] == [(unit,)]  # type: ignore[attr-defined]
    game.deploy(unit)
    assert facts.teams_of(game.state, unit) == [rifle, f"{unit}.1", f"{unit}.2"] and tube in game.state.off
    refused(game.state, seat, StayOff(unit, (tube,)), "cannot be left off the table")


def test_002_a_leader_who_stays_off_leaves_the_rest_to_another() -> None:
    forces = city_forces()
    lead = Group("Leads", (assault_gun(), rifles(), rifles()), ())
    hq = Group("HQ", (rifles(),), (), hq=True)
    game = Played("the-square", {**forces, "allied": force("soviet", [hq, lead])})
    seat, _ = game.until("stay-off")
    while not (seat == "allied" and "allied 1" in off_table.may_stay(game.state, seat)):
        found = next(option for option in game.options()[1] if option.act == "deploy")
        game.match.do(seat, Battle().command(found.sample(game.rng)))
        seat, _ = game.until("stay-off")
    game.match.do("allied", StayOff("allied 1", ("allied 1.0",)))
    game.deploy("allied 1")
    assert game.state.units["allied 1"].leader == "allied 1.1"
    assert all(chain.all_in_command(game.state, "allied 1").values())


def test_002_the_missions_own_word_for_it_is_refused_on_the_virtual_table() -> None:
    game = Played("the-square")
    seat, _ = game.until("stay-off")
    unit = next(iter(off_table.may_stay(game.state, seat)))
    with pytest.raises(Illegal, match="team by team: stay-off"):
        game.match.act(seat, mc.Choose(unit))


def test_002_no_other_mission_leaves_artillery_off_the_table() -> None:
    game = Played("free-for-all")
    seat, option = game.until("deploy")
    assert off_table.options(game.state, seat) == []
    unit = option.takes["unit"].values[0]  # type: ignore[attr-defined]
    refused(game.state, seat, StayOff(unit, (f"{unit}.0",)), "cannot be left off")


def test_002_from_reserve_it_may_start_firing_from_off_the_table_at_once() -> None:
    """Everything of the attacker's in reserve has come but his mortars; it is their turn to arrive."""
    state = city([Group("Mortars", (mortar(), mortar()), ()), Group("Men", (rifles(),), [(33, 20)])], FOE)
    units = {**state.mission.units, "allied 0": m.Standing("allied", "reserve")}
    state = with_mission(state, units=units, stage="arrive", arriving=1, arrive_at="attacker-reserves")
    assert {option.act for option in Battle().options(state, "allied")} == {"deploy", "stay-off"}
    now = act(state, "allied", StayOff("allied 0", ("allied 0.0", "allied 0.1"))).state
    assert now.mission.units["allied 0"].where == "off-table" and now.mission.stage == "main"
    now = replace(now, step="shooting")
    assert {option.takes["unit"].values[0] for option in bombarding.options(now, "allied")} == {"allied 0"}  # type: ignore[attr-defined]


def test_002_of_a_unit_from_reserve_the_rest_comes_on_before_any_other() -> None:
    storm = Group("Storm", (rifles(), mortar()), ())
    state = city([storm, Group("Men", (rifles(),), ())], FOE)
    units = {**state.mission.units, **{f"allied {n}": m.Standing("allied", "reserve") for n in (0, 1)}}
    state = with_mission(state, units=units, stage="arrive", arriving=2, arrive_at="attacker-reserves")
    now = act(state, "allied", StayOff("allied 0", ("allied 0.1",))).state
    assert now.mission.stage == "arrive"
    options = Battle().options(now, "allied")
    assert [(option.act, option.takes["unit"].values) for option in options] == [("deploy", ("allied 0",))]  # type: ignore[attr-defined]


def test_002_who_goes_back_into_reserve_takes_his_guns_off_the_table_along() -> None:
    storm = Group("Storm", (rifles(), mortar()), [(33, 20)])
    state = off(city([storm], FOE), "allied 0", "allied 0.1")
    assert apply(state, me.UnitMoved("allied 0", "", "reserve")).off == {}


# -- Ranged In markers


def test_002_ranged_in_markers_lie_in_sight_of_the_reserves_edge() -> None:
    """The Square: the defender's reserves come along his own edge; the hall hides what is behind it."""
    game = Played("the-square")
    seat, option = game.until("put")
    while "Ranged In" not in option.words:
        game.match.do(seat, Battle().command(option.sample(game.rng)))
        seat, option = game.until("put")
    edge = edge_sight.reserves_edge(game.state, seat)
    what = option.takes["what"].sample(game.rng)
    hidden = next(spot for spot in _grid(game.state) if not edge_sight.in_sight(game.state, seat, spot))
    refused(game.state, seat, mc.Put(str(what), hidden), "reserves edge sees it")
    for _ in range(5):
        spot = option.takes["at"].sample(game.rng)
        assert edge_sight.seen_from(game.state, edge, [spot]) == [True]  # type: ignore[list-item]
    game.match.do(seat, mc.Put(str(what), spot))  # type: ignore[arg-type]
    assert game.state.mission.markers[-1].at == spot


def _grid(state: BattleState) -> list[tuple[int, int]]:
    wide, high = facts.ground(state).size
    return [(x, y) for x in range(500, wide, 1000) for y in range(500, high, 1000)]


def test_a36_a_side_without_reserves_looks_from_its_own_edge() -> None:
    state = city([Group("Men", (rifles(),), [(33, 20)])], FOE, mission="the-square")
    assert {x for x, _ in edge_sight.reserves_edge(state, "allied")} == {36_000}
    assert {x for x, _ in edge_sight.reserves_edge(state, "axis") if x > 1000} <= set(range(0, 9000, 1000))


# -- Outpost Reserves


@pytest.mark.parametrize(("mission", "sides"), [("the-factory", 2), ("two-buildings", 1), ("the-square", 1)])
def test_002_outpost_reserves_let_two_fifths_of_the_points_start_on_the_table(mission: str, sides: int) -> None:
    """A hundred points agreed on, and every unit is worth fifteen: two start, off the table or on it."""
    hq = Group("HQ", (rifles(),), (), hq=True, points=15)
    rest = [Group(f"Men {n}", (rifles(),) * 2, (), points=15) for n in range(5)]
    forces: dict[Any, Force] = {"allied": force("soviet", [hq, *rest]), "axis": force("german", [hq, *rest])}
    game = Played(mission, forces, points=100)
    game.until("deploy")
    held = {seat: _points(game.state, seat) for seat in m.SEATS}
    attacker = game.state.mission.attacker
    outposts = [seat for seat in m.SEATS if sides == 2 or seat != attacker]
    assert all(held[seat] <= 40 for seat in outposts)
    assert any(held[seat] >= 30 or held[seat] == 0 for seat in outposts)


def _points(state: BattleState, seat: m.Seat) -> int:
    there = [id for id, unit in state.mission.units.items() if unit.seat == seat and unit.where != "reserve"]
    return sum(facts.unit_sheet(state, id).unit.points for id in there)


def test_002_the_companion_too_leaves_artillery_from_reserve_off_the_table() -> None:
    """The mission's own game, as people play it on a real table."""
    state = city([Group("Mortars", (mortar(), mortar()), ()), Group("Men", (rifles(),), ())], FOE).mission
    units = {**state.units, **{f"allied {n}": m.Standing("allied", "reserve") for n in (0, 1)}}
    state = replace(state, units=units, stage="arrive", arriving=1, arrive_at="attacker-reserves")
    put, choose = (option for option in turn.options(state, "allied") if not option.ends)
    assert put.takes["what"] == OneOf(("allied 0", "allied 1")) and choose.takes["what"] == OneOf(("allied 0",))
