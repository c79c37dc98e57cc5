"""Charges and set-ups look for much by short cuts; here they are held to the slow and certain way."""

from __future__ import annotations

import random
from math import dist

import pytest
from msgspec.structs import replace

from orsha.tabletop.game import assaulting, charging, contact, deploying, facts, placing
from orsha.tabletop.game.commands import Deploy
from orsha.tabletop.game.domains import places_at
from orsha.tabletop.game.riding import TOUCH
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.region import _between
from orsha.tabletop.table import Bulk, Ranks, Stand, Table, laps
from orsha.tabletop.table.compiling import Engine, engine, plain
from orsha.tabletop.table.shapes import direction, shifted
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game.stage import INCH, Group, battle
from tests.tabletop.game.test_deploying import hidden
from tests.tabletop.game.test_moving import wood

BASES = ("infantry", "tank", "tank-large", "gun-large", "bunker")


def scattered(rng: random.Random, count: int = 30, wide: int = 20) -> dict[str, Stand]:
    spots = [(rng.randint(0, wide * INCH), rng.randint(0, wide * INCH)) for _ in range(count)]
    return {str(n): Stand(*at, rng.choice(BASES), rng.randrange(360)) for n, at in enumerate(spots)}


def melee(seed: int) -> BattleState:
    """Two sides in each other's midst."""
    rng = random.Random(seed)
    spots = [(10 + 4 * (n % 6) + rng.random(), 10 + 4 * (n // 6) + rng.random()) for n in range(24)]
    rng.shuffle(spots)
    teams = (rifles(), tank(), gun())
    ours = [Group(f"Ours {n}", (teams[n],) * 4, spots[4 * n : 4 * n + 4]) for n in range(3)]
    theirs = [Group(f"Theirs {n}", (teams[n],) * 4, spots[12 + 4 * n : 16 + 4 * n]) for n in range(3)]
    return battle(ours, theirs, step="assault", features=[wood(15, 14, 20, 18)])


# -- charges


@pytest.mark.parametrize("mils", [0, TOUCH, 2000, 8000])
def test_who_is_near_is_found_among_those_about(mils: int) -> None:
    rng = random.Random(mils)
    some = scattered(rng)
    for stand in scattered(rng).values():
        near = [id for id, other in some.items() if contact.near(stand, other, mils)]
        assert set(near) <= set(contact.those_about(stand, some, mils))
        assert contact.those_near(stand, some, mils) == near


@pytest.mark.parametrize("mils", [0, 2000, 8000])
def test_who_is_near_any_of_a_unit_is_found_at_once(mils: int) -> None:
    rng = random.Random(mils)
    some, wide = list(scattered(rng, 4).values()), scattered(rng, 200, 48)
    slow = [id for id, other in wide.items() if any(contact.near(one, other, mils) for one in some)]
    assert 0 < len(slow) < 200
    assert contact.those_near_any(some, wide, mils) == slow


@pytest.mark.parametrize("mils", [4000, 8000])
def test_who_is_roughly_near_is_near_but_for_the_corners_of_hulls(mils: int) -> None:
    rng = random.Random(mils)
    some, wide = scattered(rng, 4), scattered(rng, 200, 48)
    rough = contact.roughly_near(wide, some.values(), mils)
    surely, perhaps = (set(contact.those_near_any(list(some.values()), wide, mils + slack)) for slack in (-800, 800))
    assert surely < set(rough) < perhaps
    assert perhaps <= set(contact.in_box(some.values(), wide, mils + 2 * contact.WIDEST))


def test_a_field_knows_whom_each_team_might_get_to_wherever_it_has_gone() -> None:
    found = 0
    for seed in range(6):
        field = charging.Field(melee(seed), "allied 0", counter=False)
        for _ in range(2):
            for team in facts.teams_of(field.state, "allied 0"):
                here, most = field.own[team], field.reach(team)
                slow = sorted((contact.gap(here, there), id) for id, there in field.enemies.items())
                close = [id for far, id in slow if far <= most]
                some = [id for n, id in enumerate(field.enemies) if n % 2]
                assert field.within_reach(team) == close
                assert field.within_reach(team, some) == [id for id in close if id in some]
                assert field.touches(here) == [id for id, one in field.enemies.items() if field.touching(here, one)]
                found += len(close)
            field.put("allied 0.0", facts.stand_at(field.state, "allied 0.0", (22 * INCH, 16 * INCH)))
    assert found > 20


def test_who_can_charge_might_charge() -> None:
    for seed in range(6):
        state = melee(seed)
        for unit in facts.units_on_table(state, "allied"):
            can = charging.can_contact(charging.Field(state, unit, counter=False)) is not None
            assert assaulting.can_charge(state, unit) == can
            assert assaulting.might_charge(state, unit) or not can
    far = battle([Group("Us", (rifles(),), [(5, 5)])], [Group("Them", (rifles(),), [(40, 40)])], step="assault")
    assert not assaulting.might_charge(far, "allied 0")


def test_who_may_charge_is_of_a_kind_that_charges() -> None:
    for seed in range(6):
        state = melee(seed)
        for unit in facts.units_on_table(state, "allied"):
            able = charging.chargers(charging.Field(state, unit, counter=False))
            assert charging.farthest(state, unit) > 0 or not able
            assert able == [id for id in facts.teams_of(state, unit) if charging.why_never(state, id) is None]
    assert charging.farthest(melee(0), "allied 0") == 4 * INCH
    assert not charging.farthest(melee(0), "allied 2")


@pytest.mark.parametrize("mils", [0, 2000, 4500.5])
def test_who_is_near_a_spot_is_measured_as_everybody_is(mils: float) -> None:
    rng, said = random.Random(3), set()
    for seed in range(6):
        state = melee(seed)
        for id in state.teams:
            at = rng.randint(8 * INCH, 36 * INCH), rng.randint(8 * INCH, 28 * INCH)
            for spot in (at, facts.spot(state, id)):
                near = facts.near_spot(state, id, spot, mils)
                assert near == (facts.gap_to_spot(state, id, spot) <= mils)
                said.add(near)
    assert said == {True, False}


# -- set-up

EMPTY = Table("empty", "Empty", (72_000, 48_000), ())


@pytest.mark.parametrize("compiled", [True, False])
def test_the_first_free_place_is_the_first_that_is_free(compiled: bool) -> None:
    run, rng, found = engine() if compiled else plain(), random.Random(8), set()
    for _ in range(60):
        at, facing = (rng.randint(0, 20_000), rng.randint(0, 20_000)), rng.randrange(360)
        leader, most, halves, own = (rng.randint(0, 20_000), rng.randint(0, 20_000)), rng.randint(0, 12_000), 1600, 800
        box = (500.0, 800.0, 19_000.0, 21_000.0)
        others = [
            Bulk.about(Stand(rng.randint(0, 20_000), rng.randint(0, 20_000), base, rng.randrange(360)))
            for base in ("infantry", "tank", "gun") * 20
        ]
        spiral = placing.spiral(1850, 8000)

        def free(offset: placing.Offset) -> bool:
            x, y = shifted(at, facing, *offset)  # noqa: B023
            inside = box[0] <= x <= box[2] and box[1] <= y <= box[3]  # noqa: B023
            led = facts.apart(leader, (x, y)) - halves <= most  # noqa: B023
            return inside and led and not laps(EMPTY, Stand(x, y, "infantry"), others)  # noqa: B023

        slow = [n for n, offset in enumerate(spiral) if free(offset)]
        rows = run.floats([number for other in others for number in other.row])
        offsets = run.ints([number for offset in spiral for number in offset])
        quick, n = [], -1
        while len(quick) <= len(slow):
            n = run.first_free(
                offsets, n + 1, *at, *direction(facing), *box, *map(float, leader), float(most), float(halves),
                float(own), rows,
            )  # fmt: skip
            if n < 0:
                break
            quick.append(n)
        assert quick == slow
        found.add(bool(slow))
    assert found == {True, False}


def test_those_who_are_expected_count_when_they_have_come() -> None:
    here, tall = {"a": Bulk(0, 0, 500), "b": Bulk(3000, 0, 500, solid=False)}, Bulk(9000, 0, 700)
    small = Bulk(12_000, 0, 300, solid=False)
    ranks = Ranks(here)
    ranks.expect({"a": here["a"], "c": tall, "d": small})
    assert "c" not in ranks and not laps(EMPTY, Stand(9000, 0, "infantry"), ranks)
    ranks["d"], ranks["c"] = small, tall
    whole = Ranks({**here, "c": tall, "d": small})
    assert list(ranks.rows) == list(whole.rows) and list(ranks.solid) == list(whole.solid)
    assert ranks == whole


@pytest.mark.parametrize("least, most", [(0, 0), (-500, 700), (1000, 72_000)])
def test_numbers_are_drawn_as_the_library_draws_them(least: int, most: int) -> None:
    rng, again = random.Random(5), random.Random(5)
    drawn = _between(rng, least, most)
    assert [drawn() for _ in range(200)] == [again.randint(least, most) for _ in range(200)]


@pytest.mark.parametrize("run", [engine(), plain()])
@pytest.mark.parametrize("count", [0, 1, 25])
def test_places_are_liked_for_what_is_near_and_not_for_crowds(run: Engine, count: int) -> None:
    rng = random.Random(count)
    spots, wanted, friends = (
        [(rng.randint(0, 20_000), rng.randint(0, 20_000)) for _ in range(n)] for n in (24, count % 3, count)
    )
    looks, places, crowd = (run.floats([number for at in some for number in at]) for some in (spots, wanted, friends))
    found = run.places(24)
    run.likings(looks, places, crowd, 6000, 600, found)
    crowds = [sum(dist(at, friend) < 6000 for friend in friends) for at in spots]
    far = [min((dist(at, place) for place in wanted), default=0.0) for at in spots]
    assert run.listed(found, 24) == pytest.approx([-a - 600 * b for a, b in zip(far, crowds, strict=True)])


def test_a_unit_that_is_drawn_up_stands_by_all_the_rules() -> None:
    men = Group("Men", (rifles(),) * 5, ())
    guns = Group("Guns", (gun(), gun()), ())
    state = hidden(men, guns, features=[wood(24, 30, 34, 40)])
    rng, drawn = random.Random(2), 0
    for _ in range(60):
        for unit in deploying.deployable(state, "axis"):
            found = places_at(state, "axis", unit, (rng.randint(15, 55) * INCH, rng.randint(15, 46) * INCH))
            if found:
                deploying.check(replace(state), "axis", Deploy(unit, found))  # who remembers nothing says the same
                drawn += 1
    assert drawn > 20
