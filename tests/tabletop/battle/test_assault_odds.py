"""The chance that an assault carries: exact against brute force, and the sampled one against the exact one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from orsha.kernel import Dice, Illegal, Odds
from orsha.tabletop.battle import assault_odds as o
from orsha.tabletop.battle.assault import Involved
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.battle.melee import Fighter, arm
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force.card import Motivation, Skill, Team
from tests.tabletop.battle.told import PANZERFAUST, RULES, Told, every, grenadiers, half_track, nest, rifles, tank

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def side(teams: int, hits: Fraction = HALF, counterattacks: Fraction = HALF, **more: Any) -> o.Side:
    return o.Side(teams, o.Arms(hits), counterattacks, **more)


def band(seat: str, one: Team, teams: int, commander: bool = False) -> o.Band:
    fighters = tuple(Fighter(f"{seat} {n}", one) for n in range(teams))
    return o.Band(seat, fighters, Involved(seat, one, commander))


def by_rounds(ours: o.Side, theirs: o.Side, rounds: int) -> dict[str, Fraction]:
    """The same fight round by round, die by die, for so many rounds: what is not over by then is still open."""
    now = {(ours.teams, theirs.teams): Fraction(1)}
    over = {"attacker": Fraction(0), "defender": Fraction(0)}
    for number in range(rounds):
        one, other, name = (ours, theirs, "attacker") if number % 2 == 0 else (theirs, ours, "defender")
        after: dict[tuple[int, int], Fraction] = {}
        for (a, d), chance in now.items():
            fighting, enemy = (a, d) if number % 2 == 0 else (d, a)
            for falls in product((True, False), repeat=fighting):
                p = chance
                for fell in falls:
                    p *= one.arms.hits if fell else 1 - one.arms.hits
                left = max(enemy - sum(falls), 0)
                on = p * (other.counterattacks if left else 0)
                over[name] += p - on
                place = (a, left) if number % 2 == 0 else (left, d)
                after[place] = after.get(place, Fraction(0)) + on
        now = {place: p for place, p in after.items() if p}
    over["open"] = sum(now.values(), Fraction(0))
    return over


class TestExact:
    @pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 1), (1, 2), (3, 2)])
    def test_against_every_die_of_many_rounds(self, attackers: int, defenders: int) -> None:
        ours, theirs = side(attackers), side(defenders, THIRD)
        forced = by_rounds(ours, theirs, 24)
        exact = o.carries(ours, theirs, RULES)
        assert forced["open"] < Fraction(1, 10**5)
        assert forced["attacker"] <= exact <= forced["attacker"] + forced["open"]

    def test_a_duel_by_hand(self) -> None:
        """Both hit and go on on 4+: the attacker wins at once by a hit or by flight, or after two idle rounds again."""
        duel = side(1)
        at_once = HALF + HALF * HALF
        idle = HALF * HALF
        assert o.carries(duel, duel, RULES) == at_once / (1 - idle * idle)

    def test_endings_say_who_is_left(self) -> None:
        sure = side(2, Fraction(1), Fraction(1))
        assert o.ends(sure, side(2), RULES).as_dict() == {o.Ending("attacker", 2, 0): 1}
        assert o.ends(side(1, Fraction(1), HALF), side(3, Fraction(1), Fraction(1)), RULES).as_dict() == {
            o.Ending("defender", 0, 2): 1
        }

    def test_chances_add_up_to_one_with_fire_and_all(self) -> None:
        fire = o.volley([o.Shots(6, HALF, THIRD), o.Shots(3, Fraction(2, 3), HALF)])
        odds = o.ends(side(7), side(5), RULES, fire)
        assert sum(odds.as_dict().values()) == 1

    def test_two_sides_that_cannot_hurt_each_other_and_never_leave_end_with_nobody(self) -> None:
        idle = side(2, Fraction(0), Fraction(1))
        assert o.ends(idle, idle, RULES).as_dict() == {o.Ending("nobody", 2, 2): 1}

    def test_only_so_many_are_in_contact(self) -> None:
        assert o.felled(side(6, front=2), 5, 9).as_dict() == {0: HALF**2, 1: HALF, 2: HALF**2}

    @pytest.mark.parametrize(
        ("one", "teams", "target", "enemies"),
        [
            (grenadiers(), 2, half_track(), 2),
            (grenadiers(), 2, tank(), 1),
            (rifles(), 2, rifles(rules=("sapper-body-armour",)), 1),
            (tank(), 2, rifles(), 3),
            (grenadiers(), 2, nest(), 1),
        ],
    )
    def test_a_round_of_blows_is_exact(self, one: Team, teams: int, target: Team, enemies: int) -> None:
        ours, theirs = band("allied", one, teams), band("axis", target, enemies)
        victim = Victim("x", target)
        (best,) = arm([Fighter("x", one)], [victim], RULES)
        exact = o.felled(o.side_of(best, teams, victim, ours.unit, RULES), teams, enemies)

        def fell(dice: Dice) -> int:
            return enemies - len(o._after_blows(ours, theirs, dice, RULES, STANDARD).fighters)

        assert exact.as_dict() == every(fell)

    def test_a_company_against_a_platoon_is_exact(self) -> None:
        odds = o.ends(side(22), side(12, THIRD, Fraction(2, 3)), RULES)
        assert sum(odds.as_dict().values()) == 1


class TestFire:
    def test_a_volley_by_every_die(self) -> None:
        shots = [o.Shots(2, HALF, THIRD), o.Shots(1, Fraction(2, 3), HALF)]
        found: dict[tuple[int, int], Fraction] = {}
        each = [shots[0], shots[0], shots[1]]
        for ends in product((0, 1, 2), repeat=3):
            p = Fraction(1)
            for shot, end in zip(each, ends, strict=True):
                p *= (1 - shot.hits, shot.hits * (1 - shot.fells), shot.hits * shot.fells)[end]
            key = (sum(end == 2 for end in ends), sum(end > 0 for end in ends))
            found[key] = found.get(key, Fraction(0)) + p
        assert o.volley(shots).as_dict() == found

    def test_five_hits_stop_infantry_and_two_lost_tanks_stop_tanks(self) -> None:
        men, crews = side(7), side(3, tanks=True)
        stopped = Odds({(1, 5): 1})
        assert o.ends(men, men, RULES, stopped).as_dict() == {o.Ending("stopped", 6, 7): 1}
        assert o.ends(crews, men, RULES, Odds({(2, 2): 1})).as_dict() == {o.Ending("stopped", 1, 7): 1}
        assert all(one.how != "stopped" for one in o.ends(crews, men, RULES, Odds({(1, 9): 1})).weights)

    def test_fire_that_leaves_nobody_ends_it(self) -> None:
        assert o.ends(side(2), side(2), RULES, Odds({(2, 2): 1})).as_dict() == {o.Ending("defender", 0, 2): 1}

    def test_a_position_that_nobody_holds_is_taken(self) -> None:
        assert o.ends(side(3), side(0), RULES).as_dict() == {o.Ending("attacker", 3, 0): 1}

    def test_more_fire_never_helps_the_attacker(self) -> None:
        men = side(7)
        chances = [o.carries(men, side(5), RULES, o.volley([o.Shots(n, HALF, THIRD)])) for n in (0, 3, 6, 9)]
        assert chances == sorted(chances, reverse=True) and chances[0] > chances[-1]


class TestFromCards:
    def test_a_side_is_made_from_its_card(self) -> None:
        man = rifles(skill=Skill(5, assault=3), motivation=Motivation(4, counterattack=3))
        made = o.side_of(Fighter("Anna", man), 7, Victim("B", rifles()), Involved("Rifles", man, commander=True), RULES)
        assert (made.teams, made.arms, made.tanks) == (7, o.Arms(Fraction(2, 3)), False)
        assert made.counterattacks == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)

    def test_tanks_do_nothing_to_tanks(self) -> None:
        made = o.side_of(Fighter("Tiger", tank("Tiger")), 3, Victim("T-34", tank()), Involved("Tigers", tank()), RULES)
        assert made.arms.hits == 0 and made.tanks

    def test_a_limited_weapon_arms_so_many(self) -> None:
        man = Fighter("Karl", grenadiers(), PANZERFAUST)
        made = o.side_of(man, 5, Victim("T-34", tank()), Involved("Grenadiers", grenadiers()), RULES)
        assert made.best == 1 and made.best_arms == o.Arms(HALF), "its hit always bails out or destroys a T-34"
        assert made.arms == o.Arms(HALF, Fraction(1, 6)), "a hand grenade on its roof does so on a 1"


class TestSampled:
    def test_one_assault_told_die_by_die(self) -> None:
        ours, theirs = band("allied", rifles(), 2), band("axis", grenadiers(), 2)
        dice = Told((4, 1), 4, (3,), 4, (1, 6))
        assert o.play_out(ours, theirs, dice, RULES) == o.Ending("attacker", 2, 0) and dice.all_thrown()
        assert dice.purposes[1] == "counterattack (axis 4+)"

    def test_tanks_against_tanks_end_with_who_gives_way(self) -> None:
        assert o.play_out(band("allied", tank(), 1), band("axis", tank(), 1), Told(3), RULES).how == "attacker"

    def test_a_tank_fights_the_men_among_tanks(self) -> None:
        ours = band("allied", tank("T-34"), 1)
        theirs = o.Band(
            "axis", (Fighter("Panzer", tank("Panzer")), Fighter("Karl", rifles())), band("axis", tank(), 1).unit
        )
        assert o.play_out(ours, theirs, Told((4,), 3), RULES) == o.Ending("attacker", 1, 1)

    def test_it_agrees_with_the_exact_chance(self) -> None:
        ours, theirs = band("allied", rifles(), 4), band("axis", grenadiers(motivation=Motivation(3)), 3)
        exact = o.carries(
            o.side_of(ours.fighters[0], 4, Victim("x", theirs.fighters[0].team), ours.unit, RULES),
            o.side_of(theirs.fighters[0], 3, Victim("x", ours.fighters[0].team), theirs.unit, RULES),
            RULES,
        )
        low, high = o.sampled(ours, theirs, RULES, tries=1500, seed=7).interval
        assert low <= float(exact) <= high

    def test_it_agrees_where_panzerfausts_meet_tanks(self) -> None:
        """Limited weapons go from hand to hand, so that the exact chance with so many of them holds."""
        ours, theirs = band("allied", tank(), 3), band("axis", grenadiers(motivation=Motivation(3)), 4)
        exact = o.carries(
            o.side_of(ours.fighters[0], 3, Victim("x", grenadiers()), ours.unit, RULES),
            o.side_of(Fighter("x", theirs.fighters[0].team, PANZERFAUST), 4, Victim("x", tank()), theirs.unit, RULES),
            RULES,
        )
        low, high = o.sampled(ours, theirs, RULES, tries=1500, seed=3).interval
        assert low <= float(exact) <= high

    def test_the_interval_is_wilsons(self) -> None:
        low, high = o.Sampled(50, 100, 0).interval
        assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
        low, high = o.Sampled(0, 10, 0).interval
        assert (round(low, 4), round(high, 4)) == (0, 0.2775)

    def test_no_tries_are_no_answer(self) -> None:
        with pytest.raises(Illegal, match="at least one try"):
            o.sampled(band("allied", rifles(), 1), band("axis", rifles(), 1), RULES, tries=0)
        assert o.sampled(band("allied", rifles(), 1), band("axis", rifles(), 1), RULES, tries=1).tries == 1

    def test_it_is_repeatable_and_says_that_it_was_sampled(self) -> None:
        ours, theirs = band("allied", rifles(), 3), band("axis", rifles(), 3)
        first = o.sampled(ours, theirs, RULES, tries=100, seed=1)
        assert first == o.sampled(ours, theirs, RULES, tries=100, seed=1)
        assert "100 tries, seed 1" in first.words() and first.share == Fraction(first.carried, 100)

    def test_fire_may_leave_fewer_or_stop_them(self) -> None:
        ours, theirs = band("allied", rifles(), 3), band("axis", rifles(), 3)
        assert o.sampled(ours, theirs, RULES, tries=20, fire=lambda dice: None).carried == 0

        def halved(dice: Dice) -> o.Band:
            dice.total("Defensive Fire", "axis")
            return o.Band("allied", ours.fighters[:1], ours.unit)

        whole, left = (o.sampled(ours, theirs, RULES, tries=300, fire=f).carried for f in (None, halved))
        assert left < whole
