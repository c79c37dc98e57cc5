"""Quick answers about bombardments are those of the slow ones, whoever stands where."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery
from orsha.tabletop.battle.artillery import AimingPoint, Battery
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import batteries, bombarding, facts, shelling_guess, shelter, template
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.state import BattleState, Screen
from orsha.tabletop.table import Feature, Stand, Table
from orsha.tabletop.table.bases import bases_file
from orsha.tabletop.table.compiling import engine, plain
from orsha.tabletop.table.ground import Ground
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game import slow_shelling as slow
from tests.tabletop.game.stage import Group, battle, with_team, with_unit

HOWITZER = Weapon("122mm", 60, fires="artillery", anti_tank=3, firepower=3)
ROCKETS = Weapon("Katyusha", 40, fires="salvo", anti_tank=2, firepower=4, rules=("forward-firing",))
BACKWARD = replace(HOWITZER, name="Backward", range=30, rules=("rear-firing",), limited=2)
MORTAR = replace(HOWITZER, name="Mortar", range=20)
FEATURES = (
    Feature("building", area=((20_000, 20_000), (25_000, 20_000), (25_000, 24_000), (20_000, 24_000))),
    Feature("woods", area=((40_000, 30_000), (50_000, 30_000), (47_000, 41_000), (44_000, 33_000))),
    Feature("stone-wall", line=((10_000, 30_000), (16_000, 37_000))),
    Feature("hill", area=((50_000, 5_000), (65_000, 5_000), (60_000, 18_000))),
)


def anywhere(rng: random.Random, count: int, low: float = 0, high: float = 48) -> list[tuple[float, float]]:
    return [(rng.randint(2_000, 70_000) / 1000, rng.uniform(low, high)) for _ in range(count)]


def field(seed: int) -> BattleState:
    """Four batteries that aim in four ways, others of their side, and enemies about them."""
    rng = random.Random(seed)
    ours = [
        Group("Guns", [gun(weapons=(HOWITZER,))] * 4, anywhere(rng, 4, 2, 12), rng.randint(0, 359)),
        Group("Rockets", [tank("Truck", (1, 1, 0), weapons=(ROCKETS,))] * 3, anywhere(rng, 3, 2, 30), 20),
        Group("Backward", [tank("Truck", (1, 1, 0), weapons=(BACKWARD,))] * 3, anywhere(rng, 3, 2, 30), 200),
        Group("Mortars", [rifles(weapons=(MORTAR,))] * 3, anywhere(rng, 3, 10, 30)),
        Group("Rifles", [rifles()] * 6, anywhere(rng, 6, 10, 46)),
    ]
    foes = [
        Group("Theirs", [rifles()] * 10, anywhere(rng, 10, 16, 46)),
        Group("Tanks", [tank("Panzer", (6, 3, 1))] * 5, anywhere(rng, 5, 16, 46), rng.randint(0, 359), points=9),
    ]
    state = battle(ours, foes, features=FEATURES)
    state = with_team(with_team(state, "axis 0.0", foxholes=True), "axis 1.0", bailed_out=True)
    state = with_team(with_team(state, "axis 0.1", dashed=True), "allied 3.1", shot=1)
    return with_team(state, "allied 0.1", spotted=1)


UNITS = [f"allied {n}" for n in range(4)]


class TestTheGround:
    @pytest.mark.parametrize("slug", list(bases_file().bases))
    def test_who_touches_a_square(self, slug: str) -> None:
        rng = random.Random(slug)
        for _ in range(300):
            stand = Stand(rng.randint(25_000, 35_000), rng.randint(25_000, 35_000), slug, rng.randint(0, 359))
            assert template.touches(stand, (30_000, 30_000), 3_000) == slow.touches(stand, (30_000, 30_000), 3_000)

    def test_a_wreck_changes_nothing_about_who_is_in_what(self) -> None:
        state, rng = field(3), random.Random(3)
        wreck = Feature("wreck", area=((30_000, 20_000), (33_000, 20_000), (33_000, 22_000)))
        for n in range(200):
            at = {"x": rng.randint(19_000, 26_000), "y": rng.randint(19_000, 25_000)}
            state = with_team(state, "axis 0.2", **at)
            table = facts.ground(state)
            grown = replace(state, table=table.with_things(wreck))
            new = replace(state, table=Table(table.slug, table.name, table.size, (*table.features, wreck)))
            for ask in (shelter.cover_all_round, shelter.in_building):
                first, second = (state, grown) if n % 2 else (grown, state)
                assert ask(first, "axis 0.2") == ask(second, "axis 0.2") == ask(new, "axis 0.2")

    def test_what_lies_under_a_square(self) -> None:
        state, rng = battle([], [], features=FEATURES), random.Random(1)
        table, found = facts.ground(state), set()
        for _ in range(400):
            at = rng.randint(0, 72_000), rng.randint(0, 48_000)
            features = [n for n in range(len(FEATURES)) if table.kinds[n].conceals]
            under = any(slow.shares(table, n, at, 3_000) for n in features)
            assert template.in_terrain(state, at, 6) == template.in_terrain(state, at, 6) == under
            found.add(under)
        assert found == {True, False}

    def test_a_square_within_a_feature_and_one_that_only_touches_it(self) -> None:
        state = battle([], [], features=FEATURES)
        assert template.in_terrain(state, (23_000, 22_000), 1)
        assert template.in_terrain(state, (17_000, 22_000), 6)
        assert not template.in_terrain(state, (16_999, 22_000), 6)
        screen = Screen("axis", ((60_000, 40_000), (60_000, 44_000)))
        assert not template.in_terrain(state, (60_000, 42_000), 6)
        assert template.in_terrain(replace(state, smoke=(screen,)), (60_000, 42_000), 6)

    def test_who_is_in_cover_all_round_or_in_a_house(self) -> None:
        rng, found = random.Random(2), set()
        spots = [(rng.uniform(18, 27), rng.uniform(18, 26)) for _ in range(60)]
        state = battle([Group("Rifles", [rifles()] * 60, spots)], [], features=FEATURES)
        for id in state.teams:
            table, stand = facts.ground(state), facts.stand(state, id)
            answers = shelter.cover_all_round(state, id), shelter.in_building(state, id)
            assert answers == (slow.sheltered(table, stand), slow.housed(table, stand.spot))
            found.add(answers)
        assert len(found) > 1

    def test_a_house_that_is_built_counts_from_then_on(self) -> None:
        bare = battle([Group("Rifles", [rifles()], [(22, 22)])], [])
        assert not shelter.cover_all_round(bare, "allied 0.0")
        built = replace(bare, table=facts.ground(bare).plus(FEATURES[0]))
        assert shelter.cover_all_round(built, "allied 0.0")


class TestTheGuns:
    @pytest.mark.parametrize("unit", UNITS)
    def test_which_bear_on_which_places(self, unit: str) -> None:
        rng, counts = random.Random(3), set()
        for seed in range(8):
            state = field(seed)
            ((_, weapon),) = batteries.bombards(state, unit)
            teams = facts.teams_of(state, unit)
            near = [(x + rng.randint(-3000, 3000), y + rng.randint(-3000, 3000)) for x, y in self.spots(state, teams)]
            far = [(rng.randint(0, 72_000), rng.randint(0, 48_000)) for _ in range(60)]
            places = [*near, *far, *self.spots(state, teams)]
            found = batteries.bearing_all(state, teams, weapon, places)
            assert found == [batteries.bearing_guns(state, teams, weapon, at)[0] for at in places]
            counts |= {len(guns) for guns in found}
        assert len(counts) > 1

    def spots(self, state: BattleState, teams: list[str]) -> list[tuple[int, int]]:
        return [facts.spot(state, id) for id in teams]

    def test_the_last_place_in_range_and_the_first_that_is_not(self) -> None:
        state = battle([Group("Mortar", [rifles(weapons=(MORTAR,))], [(10, 10)])], [])
        for y in range(30_700, 30_900):
            (guns,) = batteries.bearing_all(state, ["allied 0.0"], MORTAR, [(10_000, y)])
            assert bool(guns) == (facts.gap_to_spot(state, "allied 0.0", (10_000, y)) <= 20_000)

    def test_friends_are_too_near_to_the_mil(self) -> None:
        for aircraft in (False, True):
            battery = Battery(HOWITZER, 1, 4, aircraft=aircraft)
            within, least = artillery.friends_within(battery), artillery.from_friends(battery) * 1000
            for friend in range(least - 3, least + 4):
                try:
                    artillery.check_aiming_point(battery, AimingPoint(friend))
                    refused = False
                except Illegal:
                    refused = True
                assert refused == (friend < within)


class TestTheChoice:
    def test_every_place_that_a_spotter_sees_may_be_aimed_at_and_no_other(self) -> None:
        for seed in range(6):
            state = field(seed)
            for unit in UNITS:
                ((number, weapon),) = batteries.bombards(state, unit)
                able = batteries.able_guns(state, "allied", unit, weapon)
                teams = batteries.spotters(state, "allied", unit)
                seen = bombarding.seen_points(state, "allied", unit, weapon, able, teams, most=1000)
                for team in teams:
                    for id in facts.targets(state, "allied"):
                        at = facts.spot(state, id)
                        legal = slow.legal(state, Bombard(unit, team, at, number))
                        assert legal == (at in seen.get(team, ()))

    def test_who_may_have_the_marker_shelled_again(self) -> None:
        found = set()
        for seed in range(12):
            state = field(seed)
            for unit, (x, y) in zip(UNITS, anywhere(random.Random(seed), 4), strict=True):
                marked = with_unit(state, unit, shells=(int(x * 1000), int(y * 1000)), strayed=True)
                ((number, weapon),) = batteries.bombards(marked, unit)
                able = batteries.able_guns(marked, "allied", unit, weapon)
                teams = batteries.spotters(marked, "allied", unit)
                at = batteries.marker(marked, unit)
                assert at is not None
                again = [team for team in teams if slow.legal(marked, Bombard(unit, team, at, number, repeat=True))]
                may = bombarding.may_repeat(marked, "allied", unit, weapon, able, teams)
                assert may == next(iter(again), None)
                found.add(may is None)
        assert found == {True, False}

    def test_the_guess_is_what_the_exact_odds_promise(self) -> None:
        count = 0
        for seed in range(10):
            state = field(seed)
            for unit in UNITS:
                state = with_unit(state, unit, shells=facts.spot(state, f"axis 1.{seed % 5}"), strayed=True)
                ((number, weapon),) = batteries.bombards(state, unit)
                able = batteries.able_guns(state, "allied", unit, weapon)
                some = list(shelling_guess._Guess(state, unit, number, weapon, able).all())
                for one in some:
                    assert one.points == pytest.approx(slow.promised(state, one.command), rel=1e-12)
                    count += 1
                best = shelling_guess.best_bombardment(state, unit)
                assert (best.points if best else None) == max((one.points for one in some), default=None)
        assert count > 50


def test_plain_and_compiled_kernels_agree() -> None:
    table, rng = Table("test", "Test", (72_000, 48_000), FEATURES), random.Random(4)
    ours, other = engine(), plain()
    spots = [float(rng.randint(0, 48_000)) for _ in range(200)]
    guns = [20_000.0, 20_000.0, 4e8, 3.6e7, 0.0, 0.0, 0.0, 3.6e8]
    guns += [30_000.0, 10_000.0, 9e8, 1e18, 6e8, 8e8, 1.2e12, 8.5e8]
    others = [10_000.0, 10_000.0, 800.0, 0.0, 0.0, 0.0, 30_000.0, 20_000.0, 1500.0, 0.0, 0.0, 0.0]
    answers = []
    for one in (ours, other):
        bears, near = one.room(200), one.room(100)
        one.bearing(one.floats(guns), one.floats(spots), bears)
        one.crowded(one.floats(others), 4000.5, 900.0, one.floats(spots), near)
        arrays = Ground.of(table, one).flat
        held = [one.held(*arrays, n, one.floats(spots), 100) for n in range(len(FEATURES))]
        some = one.ints(range(len(FEATURES)))
        shared = [
            bool(one.shares(*arrays, some, x, y, x + 6000, y + 6000))
            for x, y in zip(spots[::2], spots[1::2], strict=True)
        ]
        heaps, some = one.places(10), [tuple(spots[n : n + 3]) for n in range(0, 30, 3)]
        one.heaped(one.floats(spots[:30]), 9000.0, heaps)
        slow = [
            sum(worth for x, y, worth in some if max(abs(x - own_x), abs(y - own_y)) <= 9000)
            for own_x, own_y, _ in some
        ]
        assert one.listed(heaps, 10) == slow
        answers.append(([int(n) for n in bears], [int(n) for n in near], held, shared))
    assert answers[0] == answers[1]
    assert {0, 1, 2} == set(answers[0][0])
    assert any(answers[0][1]) and any(answers[0][2])
