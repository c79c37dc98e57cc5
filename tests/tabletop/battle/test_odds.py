"""The odds against the rules themselves, played with every dice there can be, and against icepool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.kernel import Dice, Seeded
from orsha.tabletop.battle import odds
from orsha.tabletop.battle.artillery import AimingPoint, Battery, Ranging, Spotter, Under, bombard, range_in
from orsha.tabletop.battle.hits import Volley, count, evenly
from orsha.tabletop.battle.pinning import taken, why_pinned
from orsha.tabletop.battle.saves import Strike, resolve
from orsha.tabletop.battle.to_hit import Deeds, Needed, Shooter, Target, shoot
from orsha.tabletop.force.card import Motivation, Weapon
from tests.tabletop.battle.told import FLAME, INCH, RIFLE, bunker, every, gun, nest, rifles, tank, team, truck

PANTHER = tank("Panther", (9, 5, 1), motivation=Motivation(4, remount=3))
STUG = tank("StuG", (7, 3, 1), rules=("bazooka-skirts",))
STUKA = team("Stuka", "aircraft", hit_on=5, save=3)
HOWITZER = Weapon("122mm", 80, fires="artillery", anti_tank=3, firepower=3)


def weapon(anti_tank: int = 12, firepower: Any = 3, *rules: str) -> Weapon:
    return Weapon("gun", 40, halted=2, moving=1, anti_tank=anti_tank, firepower=firepower, rules=rules)


def hit(on: Any, by: Weapon, **changes: Any) -> Strike:
    return Strike("A", on, by, **changes)


HITS = {
    "a tank in front": hit(PANTHER, weapon(12)),
    "a tank from the side, far away": hit(PANTHER, weapon(12), facing="side", range=20 * INCH),
    "HEAT far away": hit(PANTHER, weapon(12, 5, "heat"), range=20 * INCH),
    "a tank that is bailed out": hit(PANTHER, weapon(12), condition="bailed out"),
    "with its commander near": hit(PANTHER, weapon(12), condition="bailed out", commander=True),
    "skirts": hit(STUG, weapon(9, 5), facing="side"),
    "a rifle at a tank": hit(PANTHER, RIFLE),
    "a tank under flame": hit(tank(), FLAME),
    "a shell from above": hit(tank(), weapon(3, 3), bombardment=True),
    "infantry in the open": hit(rifles(), RIFLE),
    "infantry in foxholes": hit(rifles(), RIFLE, foxholes=True),
    "infantry in a wood, Brutal": hit(rifles(), weapon(14, 2, "brutal"), cover_in_front=True),
    "a repeat bombardment": hit(rifles(), weapon(3, 3), bombardment=True, repeat=True, foxholes=True),
    "a lorry, Brutal": hit(truck(), weapon(14, 2, "brutal")),
    "a gun behind its shield": hit(gun(rules=("gun-shield",)), weapon(9), shot_from_front=True),
    "a nest": hit(nest(), weapon(9)),
    "a bunker and Auto": hit(bunker(), weapon(13, "auto")),
    "a turret": hit(tank("Turret", (6, 5, 2), rules=("bunker",)), weapon(9)),
    "an aircraft": hit(STUKA, weapon(5, 5)),
    "smoke": hit(rifles(), Weapon("Smoke Pots", 16, fires="artillery")),
}


@pytest.mark.parametrize("strike", HITS.values(), ids=HITS.keys())
def test_one_hit_does_what_its_odds_say(strike: Strike) -> None:
    assert odds.results(strike).as_dict() == every(lambda dice: resolve(dice, [strike], "red", "grey")[0].result)


@pytest.mark.parametrize("name", sorted(HITS.keys() - {"with its commander near"}))
def test_two_hits_on_the_same_team_too(name: str) -> None:
    """All but the one that would take eight dice."""
    strike = HITS[name]
    played = every(lambda dice: resolve(dice, [strike] * 2, "red", "grey")[-1].condition)
    assert odds.fate([strike] * 2).as_dict() == odds.after_hits(strike, 2)[2].as_dict() == played


def test_hits_of_two_weapons_in_their_order() -> None:
    pair = [HITS["a tank in front"], HITS["a tank from the side, far away"]]
    assert odds.fate(pair).as_dict() == every(lambda dice: resolve(dice, pair, "red", "grey")[-1].condition)
    with pytest.raises(ValueError, match="a fate needs a hit"):
        odds.fate([])


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 15), st.sampled_from([2, 3, 4, 5, 6]), st.integers(0, 10))
def test_armour_against_icepool(anti_tank: int, strength: int, plate: int) -> None:
    strike = hit(tank("T", (plate, 0, 0)), weapon(anti_tank, strength))
    both = icepool.tupleize(icepool.d6 + plate, icepool.d6 >= strength)

    def fate(total: int, enough: bool) -> str:
        if total > anti_tank:
            return "fighting"
        if total == anti_tank:
            return "bailed out" if enough else "fighting"
        return "destroyed" if enough else "bailed out"

    theirs = both.map(fate, star=True)
    assert odds.fate([strike]).as_dict() == {k: Fraction(v, theirs.denominator()) for k, v in theirs.items()}


def test_known_chances() -> None:
    """Worked by hand. A T-34/85 at a Panther's front: 12 against 9, glances on 3, goes through on 1 and 2."""
    chances = odds.results(HITS["a tank in front"])
    assert chances.chance("destroyed") == Fraction(2, 6) * Fraction(4, 6)
    assert chances.chance("bailed out") == Fraction(2, 6) * Fraction(2, 6) + Fraction(1, 6) * Fraction(4, 6)
    assert odds.results(HITS["infantry in foxholes"]).chance("destroyed") == Fraction(1, 3) * Fraction(1, 6)
    assert odds.results(HITS["a nest"]).chance("destroyed") == Fraction(1, 3) * Fraction(2, 3) ** 2


def after_shots(volley: odds.Aimed, strike: Strike) -> dict[str, Fraction]:
    """From the shots to what is left of a lone team."""
    ends = odds.after_hits(strike, max(volley.hits.weights))
    return dict(volley.hits.then(lambda count: ends[count]).as_dict())


class TestShooting:
    SHOOTER = Shooter(tank(), Weapon("85mm", 28, halted=2, moving=1, anti_tank=12, firepower=3))
    TARGET = Target(PANTHER, 20 * INCH, Deeds(moved=True))

    def test_from_the_shots_to_what_is_left_of_the_tank(self) -> None:
        strike = hit(PANTHER, self.SHOOTER.weapon, range=20 * INCH)

        def play(dice: Dice) -> str:
            fired = shoot(dice, "red", self.SHOOTER, self.TARGET)
            struck = resolve(dice, [strike] * fired.hits, "red", "grey")
            return struck[-1].condition if struck else "fighting"

        assert after_shots(odds.aimed(self.SHOOTER, self.TARGET), strike) == every(play)

    def test_a_7_counts_as_one_in_eighteen(self) -> None:
        far = odds.Aimed(2, Needed(7))
        assert far.hits.chance(0) == Fraction(17, 18) ** 2 and far.hits.mean() == Fraction(1, 9)

    def test_hits_of_several_weapons(self) -> None:
        together = odds.all_hits([odds.Aimed(1, Needed(4)), odds.Aimed(2, Needed(5))])
        theirs = (icepool.d6 >= 4).map({True: 1, False: 0}) + 2 @ (icepool.d6 >= 5).map({True: 1, False: 0})
        assert together.as_dict() == {k: Fraction(v, theirs.denominator()) for k, v in theirs.items()}
        assert odds.all_hits([]).as_dict() == {0: 1}


class TestKills:
    def brute(self, volleys: list[odds.Aimed], strike: Strike, teams: int) -> dict[int, Fraction]:
        """Every number of hits of every weapon, spread by the rule, every team's fate."""
        names = [str(n) for n in range(teams)]
        found: dict[int, Fraction] = {}
        for hits in product(*(range(v.shots + 1) for v in volleys)):
            chance = Fraction(1)
            for volley, number in zip(volleys, hits, strict=True):
                chance *= volley.hits.chance(number)
            spread = count(evenly([Volley(RIFLE, names[0], number, tuple(names)) for number in hits]))
            dies = [odds.after_hits(strike, n)[n].chance("destroyed") for n in spread.values()]
            for fates in product((0, 1), repeat=len(dies)):
                each = chance
                for fate, p in zip(fates, dies, strict=True):
                    each *= p if fate else 1 - p
                found[sum(fates)] = found.get(sum(fates), Fraction(0)) + each
        return {kills: chance for kills, chance in found.items() if chance}

    @pytest.mark.parametrize("teams", [1, 2, 3, 5])
    @pytest.mark.parametrize("name", ["infantry in the open", "infantry in foxholes", "a tank in front"])
    def test_kills_are_exact(self, name: str, teams: int) -> None:
        volleys = [odds.Aimed(3, Needed(4)), odds.Aimed(2, Needed(5)), odds.Aimed(1, Needed(7))]
        kills = odds.kills(volleys, HITS[name], teams)
        assert kills.as_dict() == self.brute(volleys, HITS[name], teams)

    def test_a_machine_gun_at_a_platoon_by_hand(self) -> None:
        """Six shots at 5+, each hit on another team of seven that saves on 3+: a mean of 6 x 1/3 x 1/3."""
        assert odds.kills([odds.Aimed(6, Needed(5))], hit(rifles(), RIFLE), 7).mean() == Fraction(2, 3)

    def test_hits_on_one_team_are_worth_less_than_spread_ones(self) -> None:
        shots = [odds.Aimed(6, Needed(3))]
        assert odds.kills(shots, hit(rifles(), RIFLE), 1).mean() < odds.kills(shots, hit(rifles(), RIFLE), 3).mean()

    def test_no_shots_no_kills(self) -> None:
        assert odds.kills([], hit(rifles(), RIFLE), 3).as_dict() == {0: 1}

    def test_a_whole_company_shooting_is_worked_out_at_once(self) -> None:
        volleys = [odds.Aimed(2, Needed(4 + n % 3)) for n in range(22)]
        assert 0 < odds.kills(volleys, hit(rifles(), RIFLE), 16).mean() < 16


class TestPinning:
    def brute(self, volleys: list[odds.Aimed], teams: int, already: int) -> Fraction:
        total = Fraction(0)
        for hits in product(*(range(v.shots + 1) for v in volleys)):
            chance = Fraction(1)
            strikes = [hit(rifles(), RIFLE)] * already
            for volley, number in zip(volleys, hits, strict=True):
                chance *= volley.hits.chance(number)
                strikes += [hit(rifles(), FLAME if volley.pins_at_once else RIFLE)] * number
            total += chance * (why_pinned([rifles()] * teams, taken(strikes)) is not None)
        return total

    @pytest.mark.parametrize(("teams", "already"), [(7, 0), (7, 3), (12, 0), (12, 6), (7, 5)])
    def test_the_chance_to_pin_is_exact(self, teams: int, already: int) -> None:
        volleys = [odds.Aimed(4, Needed(4)), odds.Aimed(3, Needed(5))]
        assert odds.pin_chance(volleys, [rifles()] * teams, already) == self.brute(volleys, teams, already)

    def test_a_flame_thrower_pins_with_one_hit(self) -> None:
        volleys = [odds.Aimed(2, Needed(4), pins_at_once=True), odds.Aimed(5, Needed(4))]
        assert odds.pin_chance(volleys, [rifles()] * 7) == self.brute(volleys, 7, 0)
        flame = odds.aimed(Shooter(rifles(), FLAME), Target(rifles(), INCH, Deeds(moved=True)))
        assert flame.pins_at_once and odds.pin_chance([flame], [rifles()]) == 1 - Fraction(1, 2) ** 4

    def test_tanks_are_never_pinned(self) -> None:
        assert odds.pin_chance([odds.Aimed(60, Needed(2))], [tank()] * 3) == 0


def battery(weapons: int = 4, skill: int = 4) -> Battery:
    return Battery(HOWITZER, weapons, skill)


class TestArtillery:
    SPOTTER = Spotter("observer", 4)

    @pytest.mark.parametrize("skill", [3, 4, 5, 6])
    @pytest.mark.parametrize(
        "point", [AimingPoint(), AimingPoint(in_terrain=True), AimingPoint(in_terrain=True, night=True)]
    )
    def test_ranging_in(self, skill: int, point: AimingPoint) -> None:
        def play(dice: Dice) -> int:
            came = range_in(dice, "red", battery(skill=skill), self.SPOTTER, point, most=2)
            return came.attempts if came.ranged_in else 0

        assert odds.ranging(battery(skill=skill), self.SPOTTER, point, most=2).as_dict() == every(play)

    def test_three_attempts_by_hand(self) -> None:
        came = odds.ranging(battery(), self.SPOTTER, AimingPoint())
        assert [came.chance(n) for n in (1, 2, 3, 0)] == [
            Fraction(1, 2),
            Fraction(1, 4),
            Fraction(1, 8),
            Fraction(1, 8),
        ]

    @pytest.mark.parametrize("weapons", [1, 2, 3, 4, 5, 8])
    @pytest.mark.parametrize("late", [0, 1, 2, 3])
    def test_the_chance_to_be_hit(self, weapons: int, late: int) -> None:
        ranged = Ranging(late + 1, True, late)

        def play(dice: Dice) -> bool:
            return bombard(dice, "red", battery(weapons), ranged, [Under("A", rifles(hit_on=4))])[0].hit

        assert odds.bombardment_hit(battery(weapons), rifles(hit_on=4), ranged) == every(play)[True]

    def test_once_ranged_in(self) -> None:
        """Hit on 4+, top armour 1 against 3: glances on a 2, goes through on a 1."""
        exact = odds.bombarded(battery(), hit(tank(), HOWITZER), Ranging(1, True))
        assert exact.chance("destroyed") == Fraction(1, 2) * Fraction(1, 6) * Fraction(4, 6)
        assert exact.chance("bailed out") == Fraction(1, 2) * Fraction(1, 6)

    def test_a_bunker_is_safe(self) -> None:
        assert odds.bombarded(battery(), hit(bunker(), HOWITZER), Ranging(1, True)).as_dict() == {"fighting": 1}


def test_rolled_often_enough_the_dice_come_near_the_odds() -> None:
    """The same by chance: seeded, so it never flickers."""
    strikes = [Strike("A", PANTHER, weapon(12)), Strike("B", PANTHER, weapon(12)), Strike("A", PANTHER, weapon(12))]

    def lost(seed: int) -> bool:
        struck = resolve(Dice(Seeded(seed)), strikes, "red", "grey")
        return struck[-1].condition == "destroyed"

    exact = odds.after_hits(strikes[0], 2)[2].chance("destroyed")
    assert abs(sum(map(lost, range(4000))) / 4000 - float(exact)) < 0.03
