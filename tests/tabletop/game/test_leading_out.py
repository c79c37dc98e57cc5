"""core 12 Spearhead and the catalogue's Redemption: units that move as they are put down, and the ground they gain."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.kernel import Dice, Illegal, Match, Seeded
from orsha.kernel.conformance import check
from orsha.tabletop.game import Battle, BattleSetup, deploying, facts
from orsha.tabletop.game.commands import Deploy, March, Pass, Place
from orsha.tabletop.game.events import Asked, Deployed, LedOut, Marched
from orsha.tabletop.game.game import options
from orsha.tabletop.game.leading_out import gained_zones
from orsha.tabletop.game.state import BattleState, Pending
from orsha.tabletop.mission import state as m
from orsha.tabletop.region import covers
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game.stage import (
    INCH,
    Group,
    battle,
    decided,
    force,
    leg,
    march,
    marked,
    next_turn,
    with_mission,
    with_team,
)
from tests.tabletop.game.test_moving import wood

SCOUT, PENAL = rifles(rules=("spearhead",)), rifles(rules=("redemption",))
CAR = tank("Car", (0, 0, 0), rules=("spearhead",))
SCOUTS = Group("Scouts", (SCOUT, SCOUT), ())
PENALS = Group("Penal company", (PENAL, PENAL), ())
MEN = Group("Rifles", (rifles(), rifles()), ())
FOE = Group("Grenadiers", (rifles(),), [(36, 46)])
LATE, LAST = Group("Others", (rifles(),), ()), Group("The last", (rifles(),), ())
DEPLOY = 4
"""Where in the set-up of Free-for-All units are put down, one each in turn, the attacker's first."""


def setting_up(*ours: Group, foes: tuple[Group, ...] = (FOE, LATE, LAST), **of: Any) -> BattleState:
    """Allied attack in Free-for-All and put a unit down: they have the 12 inches at the lower edge, axis the upper 12.
    Units that stand somewhere already have been put down."""
    state = battle(ours, foes, step="none", active="axis", **of)
    sides: tuple[tuple[m.Seat, tuple[Group, ...]], ...] = (("allied", ours), ("axis", foes))
    units = {
        f"{seat} {n}": m.Standing(seat, "table" if group.spots else "roster")
        for seat, groups in sides
        for n, group in enumerate(groups)
    }
    return with_mission(state, stage="setup", step=DEPLOY, active=None, turns={}, first=None, units=units)


def put(state: BattleState, unit: str, *spots: tuple[float, float]) -> Deploy:
    teams = deploying.ground_teams(state, deploying.with_unit(state, unit))
    return Deploy(
        unit, tuple(Place(id, (round(x * INCH), round(y * INCH)), 0) for id, (x, y) in zip(teams, spots, strict=True))
    )


def asked(*ours: Group, at: tuple[tuple[float, float], ...] = ((30, 11), (32, 11)), **of: Any) -> BattleState:
    """The first unit has just been put down."""
    state = setting_up(*ours, **of)
    return decided(state, "allied", put(state, "allied 0", *at)).state


def out(state: BattleState, *ends: tuple[float, float], pace: Any = "tactical", unit: str = "allied 0") -> March:
    """Teams of a unit go straight there, the first of them first."""
    return march(state, *(leg(state, f"{unit}.{n}", end, pace=pace) for n, end in enumerate(ends)))


def led(*ours: Group, ends: tuple[tuple[float, float], ...] = ((30, 19), (32, 19)), **of: Any) -> BattleState:
    """The scouts have led out 8 inches, and it is the enemy's turn to put a unit down; he does."""
    state = asked(*ours, **of)
    state = decided(state, "allied", out(state, *ends)).state
    return decided(state, "axis", put(state, "axis 1", (10, 46))).state


def refused(state: BattleState, seat: m.Seat, command: Any, why: str) -> Illegal:
    with pytest.raises(Illegal, match=why) as caught:
        list(Battle().decide(state, seat, command, Dice(Seeded(1))))
    assert caught.value.rule
    return caught.value


# -- the question


@pytest.mark.parametrize("group", [SCOUTS, PENALS])
def test_such_a_unit_may_move_as_it_is_put_down_in_the_set_up(group: Group) -> None:
    state = asked(group, MEN)
    assert state.asked == Pending("allied", "lead-out", ("allied 0",))
    assert [option.act for option in options(state, "allied")] == ["move", "pass"]
    assert not list(options(state, "axis")), "the set-up waits"
    after = decided(state, "allied", out(state, (30, 19), (32, 19)))
    assert facts.spot(after.state, "allied 0.0") == (30 * INCH, 19 * INCH)
    assert after.state.asked is None and after.one(Marched).unit == "allied 0"


def test_others_just_stand_where_they_are_put() -> None:
    assert asked(MEN, SCOUTS).asked is None
    mixed = Group("Patrol", (SCOUT, rifles()), ())
    assert asked(mixed, MEN).asked is None, "A194: all its teams have the rule"


def test_it_may_stay_too() -> None:
    state = asked(SCOUTS, MEN)
    after = decided(state, "allied", Pass()).state
    assert after.asked is None and not after.led_out
    assert deploying.deployable(after, "axis") == ["axis 1", "axis 2"], "the enemy places next, as he would have anyway"


def test_only_after_the_answer_does_the_set_up_go_on() -> None:
    state = asked(SCOUTS, MEN)
    refused(state, "axis", put(state, "axis 1", (10, 46)), "first allied leads out what was just put down, or passes")
    refused(state, "allied", put(state, "allied 1", (10, 6), (12, 6)), "first allied leads out")
    refused(state, "axis", out(state, (30, 19)), "allied may lead out Scouts")
    refused(state, "axis", Pass(), "axis is asked nothing")
    after = decided(state, "allied", out(state, (30, 19), (32, 19))).state
    assert [option.act for option in options(after, "axis")] == ["deploy"] * 2
    assert not list(options(after, "allied"))


def test_only_the_unit_that_was_put_down_moves() -> None:
    state = asked(SCOUTS, Group("Rifles", (rifles(),), [(50, 6)]))
    refused(state, "allied", march(state, leg(state, "allied 1.0", (50, 8))), "may lead out Scouts")


def test_transports_that_came_with_it_lead_out_too_each_by_itself() -> None:
    cars = Group("Half-tracks", (half_track(rules=("spearhead",)),), (), attached_to="Scouts", support=True)
    state = asked(SCOUTS, cars, at=((30, 11), (32, 11), (34, 10)))
    assert state.asked is not None and state.asked.units == ("allied 0", "allied 1")
    state = decided(state, "allied", out(state, (34, 16), unit="allied 1")).state
    assert state.asked is not None and state.asked.units == ("allied 0",)
    refused(state, "allied", out(state, (34, 18), unit="allied 1"), "may lead out Scouts")
    assert decided(state, "allied", out(state, (30, 16), (32, 16))).state.asked is None


def test_a194_transports_do_not_lead_out_without_the_unit_that_they_carry() -> None:
    cars = Group("Half-tracks", (half_track(rules=("spearhead",)),), (), attached_to="Rifles", support=True)
    assert asked(MEN, cars, at=((30, 11), (32, 11), (34, 10))).asked is None


def test_not_out_of_ambush_nor_from_reserve() -> None:
    hidden = battle([FOE], [SCOUTS, LATE], step="starting", active="axis", mission="bridgehead")
    units = {**hidden.mission.units, "axis 0": m.Standing("axis", "ambush")}
    hidden = with_mission(hidden, stage="ambush", units=units)
    hidden = with_team(hidden, "allied 0.0", y=2 * INCH)
    after = decided(hidden, "axis", put(hidden, "axis 0", (30, 40), (32, 40)))
    assert after.one(Deployed).how == "ambush" and not after.of(Asked)


RECON = 10
"""Where in the set-up of Onslaught the reconnaissance in force is put down, 16 inches from the enemy's half or less."""


def test_a194_nor_in_the_zone_of_the_reconnaissance_in_force() -> None:
    state = with_mission(setting_up(SCOUTS, MEN, mission="onslaught"), step=RECON)
    left, low, right, high = deploying.zone(state, "allied", "allied 0").shape.bounds
    x, y = (left + right) / 2, (low + high) / 2
    after = decided(state, "allied", put(state, "allied 0", (x, y), (x, y + 2)))
    assert after.state.mission.recon == "allied 0" and not after.of(Asked)


def test_it_may_mount_and_be_driven_on() -> None:
    cars = Group("Half-tracks", (half_track(rules=("spearhead",)),), (), attached_to="Scouts", support=True)
    state = asked(SCOUTS, cars, at=((30, 8), (32, 8), (31, 11)))
    aboard = march(state, *(leg(state, f"allied 0.{n}", (31, 11), board="allied 1.0") for n in range(2)))
    state = decided(state, "allied", aboard).state
    assert facts.passengers(state, "allied 1.0") == ["allied 0.0", "allied 0.1"]
    state = decided(state, "allied", out(state, (31, 18), unit="allied 1")).state
    assert facts.spot(state, "allied 0.0") == facts.spot(state, "allied 1.0") == (31 * INCH, 18 * INCH)
    assert not state.teams["allied 0.0"].moved and not state.teams["allied 0.0"].changes
    assert state.led_out == ("allied 0", "allied 1")


# -- the move


def test_at_tactical_or_a_dash_and_by_no_order() -> None:
    state = asked(SCOUTS)
    refused(state, "allied", out(state, (30, 19.2), (32, 19)), "tactical movement is 8")
    start = asked(SCOUTS, at=((30, 6), (32, 6)))
    assert decided(start, "allied", out(start, (30, 18), (32, 18), pace="cross-country")).state
    refused(state, "allied", out(state, (30, 15), (32, 15), pace="order"), "no order lets Scouts move")


def test_it_rolls_what_any_move_rolls() -> None:
    state = asked(Group("Cars", (CAR,), ()), at=((30, 11),), features=[wood(20, 12, 40, 30)])
    held = decided(state, "allied", out(state, (30, 16)), 1)
    assert held.dice.asked and held.one(Marched).legs[0].held
    assert facts.spot(held.state, "allied 0.0")[1] < 16 * INCH


def test_mines_hurt_who_leads_out_and_the_enemy_still_places_next() -> None:
    state = marked(asked(Group("Scouts", (SCOUT,), ()), MEN, at=((30, 8),)), "minefield", (30, 15), seat="axis")
    after = decided(state, "allied", out(state, (30, 14)), 1, 1).state
    assert after.mission.units["allied 0"].where == "lost"
    assert [option.act for option in options(after, "axis")] == ["deploy"] * 2


@pytest.mark.parametrize(("y", "legal"), [(20.1, False), (19.15, True)])
def test_sixteen_inches_from_the_enemy_deployment_area(y: float, legal: bool) -> None:
    state = asked(SCOUTS, at=((30, 12), (32, 12)))
    command = out(state, (30, y), (32, 13), pace="cross-country")
    if legal:
        assert decided(state, "allied", command).state
    else:
        refused(state, "allied", command, "within 16 inches of the enemy's deployment area")


def objective(state: BattleState, x: float, y: float) -> BattleState:
    one = m.Objective("1", "axis", "attacker", (round(x * INCH), round(y * INCH)))
    return with_mission(state, objectives={"1": one})


def test_sixteen_inches_from_an_objective_outside_its_own_deployment_area() -> None:
    state = objective(asked(SCOUTS), 30, 31)
    refused(state, "allied", out(state, (30, 14.3)), "within 16 inches of objective 1, outside its own area")
    assert decided(state, "allied", out(state, (30, 14.1))).state
    own = objective(state, 30, 8)
    assert decided(own, "allied", out(own, (30, 14.3))).state, "its own area it may keep"


def beside(*foes: tuple[float, float]) -> tuple[Group, ...]:
    """Enemies that stand forward."""
    return (Group("Outpost", (rifles(),) * len(foes), foes), LATE, LAST)


@pytest.mark.parametrize(("gap", "legal"), [(15.9, False), (16.0, True)])
def test_sixteen_inches_from_an_enemy_from_whom_it_is_not_concealed(gap: float, legal: bool) -> None:
    state = asked(SCOUTS, at=((30, 2), (32, 2)), foes=beside((30, 8 + 1.6 + gap)))
    command = out(state, (30, 8))
    if legal:
        assert decided(state, "allied", command).state
    else:
        refused(state, "allied", command, "within 16 inches of an enemy from whom it is not Concealed")


@pytest.mark.parametrize(("gap", "legal"), [(7.9, False), (8.0, True)])
def test_eight_inches_from_any_enemy(gap: float, legal: bool) -> None:
    cover = [wood(20, 0.5, 44, 14)]
    state = asked(SCOUTS, at=((30, 2), (32, 2)), foes=beside((30, 8 + 1.6 + gap)), features=cover)
    command = out(state, (30, 8))
    if legal:
        assert decided(state, "allied", command).state
    else:
        refused(state, "allied", command, "within 8 inches of an enemy")


def test_the_whole_way_counts_or_by_the_switch_only_its_end() -> None:
    foes = beside((34, 19))
    state = asked(Group("Cars", (CAR,), ()), at=((28, 2),), foes=foes)
    past_it = march(state, leg(state, "allied 0.0", (34, 5), (40, 2), pace="cross-country"))
    refused(state, "allied", past_it, "within 16 inches of an enemy")
    state = asked(Group("Cars", (CAR,), ()), at=((28, 2),), foes=foes, moving={"lead-out-limits": "end"})
    past_it = march(state, leg(state, "allied 0.0", (34, 5), (42, 2), pace="cross-country"))
    assert decided(state, "allied", past_it).state


def test_nobody_is_asked_who_stands_too_near_to_go_anywhere() -> None:
    state = asked(SCOUTS, MEN, foes=beside((31, 20)))
    assert state.asked is None
    assert [option.act for option in options(state, "axis")] == ["deploy"] * 2


def test_a195_who_only_turns_is_taken_nowhere() -> None:
    state = asked(SCOUTS, at=((25, 2), (30, 2)), foes=beside((30, 19)), features=[wood(23, 0.5, 27, 5)])
    near = leg(state, "allied 0.1", (30, 1.5))
    refused(state, "allied", march(state, near), "within 16 inches of an enemy from whom it is not Concealed")
    turned = leg(state, "allied 0.1", facing=90)
    after = decided(state, "allied", march(state, leg(state, "allied 0.0", (25, 3)), turned)).state
    assert after.teams["allied 0.1"].facing == 90


def test_a199_the_move_is_none_of_a_turn() -> None:
    state = asked(SCOUTS, at=((30, 4), (32, 4)))
    state = decided(state, "allied", out(state, (30, 14), (32, 14), pace="cross-country")).state
    team, unit = state.teams["allied 0.0"], state.units["allied 0"]
    assert not (team.moved or team.dashed or team.mils or unit.moved)
    assert not facts.deeds(state, "allied 0.0").moved
    assert facts.may_hold(state, "allied 0.0")


# -- the ground that is gained


def zone_holds(state: BattleState, x: float, y: float) -> bool:
    return covers(deploying.zone(state, "allied", "allied 0").shape, (round(x * INCH), round(y * INCH)))


def test_spearhead_enlarges_the_deployment_area_by_eight_inches_about_its_teams() -> None:
    state = led(SCOUTS, MEN, ends=((30, 15), (32, 15)))
    assert state.led_out == ("allied 0",)
    assert zone_holds(state, 30 - 8.7, 15) and not zone_holds(state, 30 - 8.9, 15), "from the edge of their bases"
    assert decided(state, "allied", put(state, "allied 1", (24, 16), (26, 16))).state
    refused(state, "allied", put(state, "allied 1", (20, 16), (22, 16)), "outside the zone")


def test_not_so_the_move_of_penal_troops_nor_standing_still() -> None:
    assert not zone_holds(led(PENALS, MEN), 30, 14)
    state = decided(asked(SCOUTS, MEN), "allied", Pass()).state
    state = decided(state, "axis", put(state, "axis 1", (10, 46))).state
    assert not zone_holds(state, 30, 14)


def test_a_switch_says_how_much() -> None:
    assert zone_holds(led(SCOUTS, MEN, ends=((30, 15), (32, 15)), moving={"spearhead-ground": 3}), 30 - 3.7, 15)
    assert not zone_holds(led(SCOUTS, MEN, ends=((30, 15), (32, 15)), moving={"spearhead-ground": 3}), 30 - 3.9, 15)
    assert not zone_holds(led(SCOUTS, MEN, moving={"spearhead-ground": 0}), 30, 21)


def test_ground_is_gained_no_nearer_to_the_enemys_area_and_to_objectives() -> None:
    state = led(SCOUTS, MEN)
    assert zone_holds(state, 30, 19.9) and not zone_holds(state, 30, 20.1)
    assert not zone_holds(objective(state, 24, 33), 24, 17.1)


def test_nor_near_to_enemies() -> None:
    cover = [wood(27, 0.5, 35, 14)]
    state = led(SCOUTS, MEN, ends=((30, 13), (32, 13)), features=cover, foes=beside((44, 13)))
    assert zone_holds(state, 35.1, 13) and not zone_holds(state, 35.3, 13)
    seen = "within 16 inches of an enemy from whom it is not Concealed"
    refused(state, "allied", put(state, "allied 1", (28.5, 15), (28.5, 17)), seen)
    assert decided(state, "allied", put(state, "allied 1", (28.5, 11), (25, 13))).state
    assert decided(state, "allied", put(state, "allied 1", (36, 9), (38, 9))).state, "in its own area nobody minds"


def test_what_is_put_down_on_such_ground_does_not_lead_out() -> None:
    for group in (PENALS, SCOUTS):
        state = led(SCOUTS, group, ends=((30, 15), (32, 15)))
        there = decided(state, "allied", put(state, "allied 1", (26, 14), (26, 11))).state
        assert there.asked is None, "A198: one team outside is enough"
        home = decided(state, "allied", put(state, "allied 1", (26, 8), (28, 8))).state
        assert home.asked is not None and home.asked.units == ("allied 1",)


def test_a_switch_lets_spearheads_go_on_from_it_but_no_penal_troops() -> None:
    again = {"spearhead-again": ("spearhead",)}
    for group, asks in ((SCOUTS, True), (PENALS, False)):
        state = led(SCOUTS, group, ends=((30, 15), (32, 15)), moving=again)
        there = decided(state, "allied", put(state, "allied 1", (26, 14), (26, 12))).state
        assert (there.asked is not None) == asks


def test_a197_ambushes_traps_and_the_enemy_keep_to_the_missions_area() -> None:
    state = led(SCOUTS, MEN)
    assert deploying.home(state, "allied").bounds == (0, 0, 72, 12)
    assert deploying.zone(state, "axis", "axis 0").shape.bounds == (0, 36, 72, 48)
    late = next_turn(with_mission(state, stage="ambush", turns={}), "allied", "starting")
    assert deploying.zone(late, "allied", "allied 0").shape.bounds == (0, 0, 72, 12)


def test_the_ground_that_is_drawn_lies_beyond_the_area_and_goes_with_the_set_up() -> None:
    state = led(SCOUTS, MEN, ends=((30, 15), (32, 15)))
    zones = gained_zones(state)
    left, low, right, high = zones["attacker-ground-gained"].bounds
    assert set(zones) == {"attacker-ground-gained"}
    assert (low, high) == (12, 20) and abs(left - 21.2) < 0.1 and abs(right - 40.8) < 0.1
    assert not gained_zones(asked(SCOUTS, MEN)) and not gained_zones(with_mission(state, stage="main"))


def test_what_is_remembered_of_the_area_grows_with_it() -> None:
    state = asked(SCOUTS, MEN)
    assert not zone_holds(state, 30, 14)
    led_out = decided(state, "allied", out(state, (30, 15), (32, 15))).state
    assert zone_holds(led_out, 30, 14), "deployed anew it is looked at anew"
    fresh = setting_up(SCOUTS, MEN)
    assert not zone_holds(fresh, 30, 14)


# -- whole set-ups


def patrols(seed: int = 0, **of: Any) -> BattleSetup:
    """Two small forces with such units on either side."""
    ours = [
        Group("Scouts", (SCOUT,) * 3, ()),
        Group("Half-tracks", (half_track(rules=("spearhead", "transport-attachment")),), (), attached_to="Scouts"),
        Group("Penal company", (PENAL,) * 3, ()),
        Group("Rifles", (rifles(),) * 2, (), hq=True),
    ]
    theirs = [
        Group("Cars", (CAR, CAR), ()),
        Group("Grenadiers", (rifles(),) * 2, (), hq=True),
        Group("Gun", (gun(),), ()),
    ]
    sides: Any = {"allied": force("soviet", ours), "axis": force("german", theirs)}
    return BattleSetup(sides, mission=of.pop("mission", "free-for-all"), seed=seed, turns=1, **of)


def set_up(mission: str, seed: int) -> tuple[Match[Any, Any, Any, Any], int]:
    """A set-up by random options, and how many units led out; what each of them did is taken back once."""
    match: Match[Any, Any, Any, Any] = Match.open(Battle(), patrols(seed, mission=mission), name="t", dice=seed)
    rng, game, count = random.Random(seed), Battle(), 0
    while match.state.mission.stage == "setup":
        seat = next(one for one in match.seats if match.options(one))
        command, before = game.command(rng.choice(match.options(seat)).sample(rng)), match.state
        match.do(seat, command)
        if isinstance(command, March):
            count += 1
            if match.may_undo(seat):
                match.accept(match.take_back(seat))
                assert match.state == before
                match.do(seat, command)
    return match, count


CITY_TOO = [("free-for-all", 1), ("rearguard", 1), ("the-square", 5), ("two-buildings", 4)]
"""The tables of the inner city are small: few who are put down there have anywhere to go."""


@pytest.mark.parametrize(("mission", "seed"), CITY_TOO)
def test_set_ups_with_such_units_are_played_taken_back_and_replayed(mission: str, seed: int) -> None:
    match, moves = set_up(mission, seed)
    assert moves > 0
    assert Match.replay(Battle(), match.lines).state == match.state


@pytest.mark.parametrize("mission", ["free-for-all", "rearguard", "two-buildings"])
def test_the_kit_finds_nothing_in_battles_with_such_units(mission: str) -> None:
    assert check(Battle(), patrols(mission=mission), games=2, seed=5, most=3000, thorough=False).games == 2


def test_the_log_tells_of_it() -> None:
    state = asked(SCOUTS, MEN)
    game = Battle()
    events = decided(state, "allied", out(state, (30, 15), (32, 15))).events
    told = [game.words(event) for event in events]
    assert "Scouts moves up to 4.0 inches" in told
    assert "Scouts gains ground to deploy on" in told
    assert game.words(Asked(Pending("allied", "lead-out", ("allied 0",)))) == "allied may move what was just put down"
    assert isinstance(events[1], LedOut)
