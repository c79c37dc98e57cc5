"""The parts of the automatic battle, each on a few named pieces."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orsha.campaign.battle.artillery import Batteries, bombard
from orsha.campaign.battle.assault import assaults, captured
from orsha.campaign.battle.field import field
from orsha.campaign.battle.fire import armour_hit, strike
from orsha.campaign.battle.luck import Luck
from orsha.campaign.battle.moving import march
from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.orders import wants
from orsha.campaign.battle.rallying import recover, run
from orsha.campaign.battle.result import encircle, reported
from orsha.campaign.battle.situation import Situation, capture_factor
from orsha.campaign.battle.units import against_armour, strength
from orsha.campaign.counters import counters, cvp
from orsha.campaign.files import Side
from orsha.campaign.groups import chart
from orsha.campaign.report import MapMarker, check
from orsha.campaign.state import Asset, Fort
from tests.campaign.battle.scenes import at, scene, underway
from tests.campaign.stage import crew, gun, leader, piece, squad, sw, tank


def test_the_numbers_know_every_counter_of_the_campaign() -> None:
    """A type that is missing would silently fight as some other."""
    known = numbers()
    assert {one.type for one in counters().vehicles} <= set(known.vehicles)
    assert {one.type for one in counters().guns} <= set(known.guns)
    shooting = {one.type for one in counters().weapons} - {"Radio", "Field phone"}
    assert shooting <= set(known.weapons)
    calibers = {str(one.caliber) for side in ("german", "russian") for one in chart(side).groups if one.caliber}
    assert calibers <= set(known.artillery.strength)


def test_luck_is_the_same_for_the_same_seed() -> None:
    assert [Luck("x").two() for _ in range(2)] == [Luck("x").two()] * 2
    luck = Luck(7)
    assert {luck.die() for _ in range(200)} == {1, 2, 3, 4, 5, 6}


# -- ground


def test_sight_is_the_same_both_ways_and_ends_at_obstacles() -> None:
    ground = field()
    hexes = ground.hexes[::97]
    assert all(ground.sees(one, other) == ground.sees(other, one) for one in hexes for other in hexes)
    beyond = [other for other in ground.hexes if ground.distance(at("X38"), other) > numbers().going.sees]
    assert all(ground.sees(at("X38"), other) == 0 for other in beyond)


def test_the_way_to_a_place_gets_shorter_step_by_step() -> None:
    ground = field()
    way = ground.way(frozenset({at("K33")}), "foot")
    assert way[at("K33")] == 0
    assert all(any(way[n] < way[hex] for n in ground.beside[hex]) for hex in way if way[hex])


def test_vehicles_stay_out_of_the_marsh() -> None:
    ground = field()
    marsh = next(hex for hex in ground.hexes if ground.board[hex].terrain == ("marsh",) and not ground.board[hex].road)
    beside = ground.beside[marsh][0]
    assert ground.cost(beside, marsh, "tracks") is None
    assert ground.cost(beside, marsh, "foot") is not None


def test_6_enterable_nobody_goes_into_a_blaze() -> None:
    state = replace(scene(squad("r1", "P20")), markers=(MapMarker("blaze", "P21"),))
    now = Situation(state, Luck(1))
    assert not now.room("russian", at("P21"), now.units["r1"])
    march(now, "russian", {"r1": frozenset({at("P21")})})
    assert now.units["r1"].hex != at("P21")


# -- strength


def test_a_squad_fires_its_rifles_and_one_weapon() -> None:
    now = underway(squad("g1", "P20"), sw("g2", "LMG", "P20", by="g1"), sw("g3", "MMG", "P20", by="g1"))
    one = now.units["g1"]
    assert strength(one, 6) == 4 + 4, "the better of the two machine guns"
    assert strength(one, 1) == 8 * numbers().fire.close
    one.mark("broken")
    assert strength(one, 6) == 0


def test_a_broken_down_gun_does_not_shoot() -> None:
    now = underway(crew("g1", "P20"), gun("g2", "P20", by="g1"))
    assert against_armour(now.units["g1"], 10) == numbers().gun("75L (PaK 40)").armour
    now.units["g2"].mark("malfunctioned")
    assert against_armour(now.units["g1"], 10) == 0


def test_works_cover_better_than_the_ground() -> None:
    bare_ground = underway(squad("g1", "P30"))
    dug_in = underway(squad("g1", "P30"), forts=[Fort("g9", "trench", "german", "P30")])
    assert dug_in.cover(at("P30")) == numbers().cover.trench < bare_ground.cover(at("P30"))


# -- what fire does


def _hit(now: Situation, id: str) -> None:
    """Fire that cannot miss."""
    hex = now.units[id].hex
    assert hex is not None
    strike(now, hex, 1e9, now.units[id].side)


def test_men_under_fire_break_and_broken_men_fall() -> None:
    seen = set()
    for seed in range(40):
        now = underway(squad("g1", "P20"), seed=seed)
        for _ in range(4):
            if not now.units["g1"].gone:
                _hit(now, "g1")
        seen.add(now.units["g1"].gone or now.units["g1"].kind)
    assert seen == {"squad", "half-squad", "lost"}


def test_a_reduced_squad_costs_a_point_and_a_lost_one_two() -> None:
    now = underway(squad("g1", "P20"))
    now.reduce(now.units["g1"])
    assert (now.units["g1"].kind, now.units["g1"].piece.type, now.cvp["german"]) == ("half-squad", "2-4-7", 1)
    now.reduce(now.units["g1"])
    assert (now.units["g1"].gone, now.cvp["german"]) == ("lost", 2)
    assert now.lost["german"] == {"4-6-7": 1}


def test_men_who_fail_by_more_than_their_elr_are_replaced() -> None:
    now = underway(squad("g1", "P20"))
    now.elr["german"] = 0
    while not now.units["g1"].has("broken"):
        now.shaken(now.units["g1"])
    assert now.units["g1"].piece.type in ("4-4-7", "2-3-7")


def test_a_leader_who_is_hit_is_wounded_or_dies() -> None:
    seen = set()
    for seed in range(30):
        now = underway(leader("r1", "P20"), seed=seed)
        now.reduce(now.units["r1"])
        seen.add(now.units["r1"].gone or ("wounded" if now.units["r1"].has("wounded") else "well"))
    assert seen == {"wounded", "lost"}


def test_a_destroyed_tank_leaves_a_wreck_and_takes_its_leader_along() -> None:
    now = underway(tank("r1", "P20"), piece("r2", "armor-leader", "9-1", "P20", by="r1"))
    while not now.units["r1"].gone:
        armour_hit(now, now.units["r1"], 50)
    assert now.units["r2"].gone == "lost"
    assert now.cvp["russian"] == sum(cvp(now.units[id].start) for id in ("r1", "r2"))
    assert {one.what for one in now.markers} < {"wreck", "burning-wreck"}


def test_a_cupola_leaves_no_wreck() -> None:
    now = underway(tank("g1", "P20", type="HMG Cupola"))
    now.wrecked(now.units["g1"])
    assert (now.markers, now.cvp["german"]) == ([], cvp(now.units["g1"].start))


def test_the_hidden_are_not_shot_at() -> None:
    now = underway(squad("g1", "P20", "hidden"))
    _hit(now, "g1")
    assert not now.units["g1"].has("broken")


def test_bombardments_strike_around_their_centre() -> None:
    men = [squad(f"g{n}", f"P{20 + n}") for n in range(1, 10)]
    state = scene(*men, assets={"russian": [Asset("r9", "B1", "Bombardment", hexes=("P25",))]})
    shaken = set()
    for seed in range(20):
        now = Situation(state, Luck(seed))
        bombard(now)
        assert now.used["russian"] == ["r9"]
        assert {now.field.distance(at("P25"), at(one.hex)) <= 5 for one in now.markers} <= {True}
        shaken |= {one.id for one in now.units.values() if one.has("broken", "pinned") or one.gone}
    assert shaken == {one.id for one in men}


def test_cg7_one_that_is_not_aimed_is_kept() -> None:
    now = Situation(scene(squad("g1", "P20"), assets={"russian": [Asset("r9", "B1", "Bombardment")]}), Luck(1))
    bombard(now)
    assert not now.used["russian"] and not now.markers


class Told(Luck):
    """Everything that may happen does, and every pair of dice shows the same."""

    def __init__(self, two: int) -> None:
        super().__init__(1)
        self.shown = two

    def happens(self, chance: float) -> bool:
        return True

    def two(self) -> int:
        return self.shown


def counter_battery(two: int) -> list[bool]:
    """A Russian module fires twice at Germans who have counter battery: was it silenced, and is that lost?"""
    held: dict[Side, list[Asset]] = {"russian": [Asset("r9", "O1", "OBA")], "german": [Asset("g9", "O5", "CBM")]}
    now = Situation(scene(squad("g1", "P20"), squad("r1", "P30"), assets=held), Told(two))
    guns, found = Batteries(now, "russian"), []
    for _ in range(2):
        found.append(guns._silenced(now))
        guns.fire(now)
    return [*found, "g9" in now.used["german"]]


def test_5_2_counter_battery_answers_no_sooner_than_the_first_ffe_and_is_not_used_up() -> None:
    assert counter_battery(7) == [False, True, False]


def test_5_3c_an_original_12_costs_it() -> None:
    assert counter_battery(12) == [False, False, True]


# -- moving


def test_russians_go_for_the_nearest_location_and_take_it() -> None:
    now = underway(squad("r1", "X40"))
    for _ in range(3):
        recover(now, "russian")
        march(now, "russian", wants(now, "russian"))
    assert now.control[at("X38")] == "russian"


def test_nobody_walks_through_the_enemy() -> None:
    now = underway(squad("r1", "X41"), squad("g1", "X39"))
    march(now, "russian", wants(now, "russian"))
    there = now.units["r1"].hex
    assert there is not None
    assert there in now.field.beside[at("X39")], "he stops next to him"


def test_wire_stops_men_and_mines_hurt_them() -> None:
    across = [Fort(f"g{n}", "wire", "german", str(hex)) for n, hex in enumerate(field().beside[at("X43")], 10)]
    now = underway(squad("r1", "X43"), forts=across)
    march(now, "russian", wants(now, "russian"))
    there = now.units["r1"].hex
    assert there is not None
    assert now.field.distance(there, at("X43")) == 1
    mined = [Fort(f"g{n}", "minefield", "german", str(h), 12, 5, known=False) for n, h in enumerate(field().hexes, 10)]
    hurt = 0
    for seed in range(20):
        now = underway(squad("r1", "X43"), forts=mined, seed=seed)
        march(now, "russian", wants(now, "russian"))
        hurt += now.units["r1"].has("broken", "pinned") or bool(now.units["r1"].gone)
        report = reported(now)
        assert report.works, "the minefield is known now"
        assert not report.works[0].hidden
    assert hurt > 3


@pytest.mark.parametrize("known", [True, False])
def test_minerollers_clear_mines(known: bool) -> None:
    hexes = enumerate(field().beside[at("X43")], 10)
    around = [Fort(f"g{n}", "minefield", "german", str(hex), 6, 3, known=known) for n, hex in hexes]
    now = underway(tank("r1", "X43", type="PT-34"), forts=around)
    march(now, "russian", wants(now, "russian"))
    assert now.units["r1"].hex != at("X43")
    assert [one.split()[0] for one in now.removed] == ["minefield"]
    assert not now.units["r1"].has("immobilized")
    assert not reported(now).works, "what is swept is not shown"


def test_ditches_stop_tanks() -> None:
    around = [Fort(f"g{n}", "at-ditch", "german", str(h)) for n, h in enumerate(field().beside[at("X43")], 10)]
    now = underway(tank("r1", "X43"), forts=around)
    march(now, "russian", wants(now, "russian"))
    assert now.units["r1"].hex == at("X43")


def test_a_leader_goes_with_his_men() -> None:
    now = underway(squad("r1", "X45"), leader("r2", "X45"))
    march(now, "russian", wants(now, "russian"))
    assert now.units["r1"].hex == now.units["r2"].hex != at("X45")


def test_guns_are_unhooked_near_the_enemy() -> None:
    now = underway(
        tank("r1", "X45", type="GAZ-MM"), gun("r2", "X45", "hooked", by="r1"), crew("r3", "X45", by="r1"),
        squad("g1", "X41"),
    )  # fmt: skip
    recover(now, "russian")
    assert now.units["r2"].holder is now.units["r3"]
    assert not now.units["r2"].has("hooked")


# -- close combat


def test_an_assault_takes_the_hex_or_is_beaten_off() -> None:
    seen = set()
    for seed in range(40):
        men = [squad(f"r{n}", "X40") for n in (1, 2, 3)]
        now = underway(*men, squad("g1", "X39"), seed=seed)
        assaults(now, "russian")
        check(reported(now))
        seen.add(now.control[at("X39")])
        if now.control[at("X39")] == "russian":
            assert not now.of("german", at("X39"))
    assert seen == {"german", "russian"}


def test_a_prisoner_counts_and_has_a_guard_and_is_freed_with_his_guards_end() -> None:
    now = underway(squad("g1", "X39", "broken"), sw("g2", "LMG", "X39", by="g1"), squad("r1", "X40"))
    captured(now, now.units["g1"], now.units["r1"])
    check(reported(now))
    assert now.units["g1"].has("prisoner")
    assert now.units["g1"].hex == at("X40")
    assert now.units["g2"].holder is None
    assert now.cvp["german"] == 2 * capture_factor()
    now.remove(now.units["r1"])
    assert not now.units["g1"].has("prisoner")
    assert now.cvp["german"] == 0
    check(reported(now))


def test_broken_men_with_nowhere_to_run_give_up_sometimes() -> None:
    beside = [str(hex) for hex in field().beside[at("P30")]]
    seen = set()
    for seed in range(30):
        guards = [squad(f"r{n}", hex) for n, hex in enumerate(beside, 1)]
        now = underway(squad("g1", "P30", "broken"), *guards, seed=seed)
        run(now, "german")
        seen.add(now.units["g1"].has("prisoner"))
        check(reported(now))
    assert seen == {True, False}


def test_those_between_two_enemies_are_encircled() -> None:
    one, *_ = beside = [str(hex) for hex in field().beside[at("P30")]]
    now = underway(squad("g1", "P30"), squad("r1", one), squad("r2", beside[3]), squad("g2", "P35"))
    encircle(now)
    assert now.units["g1"].has("encircled")
    assert not now.units["g2"].has("encircled")


def test_a_leader_rallies_most_of_the_broken() -> None:
    back = 0
    for seed in range(60):
        now = underway(squad("g1", "P20", "broken"), leader("g2", "P20", type="9-1"), seed=seed)
        recover(now, "german")
        back += not now.units["g1"].has("broken")
    assert 20 < back < 60
