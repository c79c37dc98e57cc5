"""Spreading hits, and Mistaken Target (core 6.4, 6.5; 002)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.kernel import Illegal
from orsha.tabletop.battle.hits import (
    Beside,
    Hit,
    Swap,
    Volley,
    brutal_in_room,
    count,
    each_swap,
    evenly,
    may_share,
    mistake,
    spread,
    swaps,
    to_spread,
    why_no_mistake,
    why_not_swap,
)
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force.card import Weapon
from tests.tabletop.battle.told import INCH, RIFLE, Told, gun, rifles, tank, truck

BRUTAL = Weapon("122mm", 28, halted=1, moving=1, anti_tank=14, firepower=2, rules=("brutal",))
SNIPER = Weapon("sniper rifle", 16, halted=1, moving=1, anti_tank=0, firepower=5, rules=("unseen-killer",))


def volley(hits: int = 1, target: str = "A", others: str = "BC", weapon: Weapon = RIFLE, **changes: Any) -> Volley:
    return Volley(weapon, target, hits, tuple(others), **{"range": 12 * INCH, **changes})


class TestWhoSharesHits:
    def beside(self, name: str = "B", **changes: Any) -> Beside:
        return Beside(name, **{"team": rifles(), "from_target": 6 * INCH, **changes})

    def test_core_6_4_teams_of_the_same_kind_within_6_inches_that_are_valid_targets(self) -> None:
        others = [
            self.beside("B"),
            self.beside("far", from_target=6 * INCH + 1),
            self.beside("unseen", valid=False),
            self.beside("gun", team=gun()),
        ]
        assert may_share(rifles(), "in the open", others) == ("B",)

    def test_core_6_4_not_those_that_are_better_hidden(self) -> None:
        others = [self.beside("B", hidden="Concealed"), self.beside("C", hidden="Concealed and Gone to Ground")]
        assert may_share(rifles(), "in the open", others) == ()
        assert may_share(rifles(), "Concealed", others) == ("B",)
        assert may_share(rifles(), "Concealed and Gone to Ground", others) == ("B", "C")

    def test_core_6_4_armoured_and_unarmoured_vehicles_do_not_share(self) -> None:
        others = [self.beside("truck", team=truck()), self.beside("tank", team=tank())]
        assert may_share(tank(), "in the open", others) == ("tank",)


class TestSpreading:
    def test_core_6_4_the_first_hit_of_each_weapon_is_the_targets(self) -> None:
        assert evenly([volley(1), volley(1)]) == (Hit("A", 0), Hit("A", 1))
        assert evenly([volley(0)]) == ()

    def test_core_6_4_the_rest_go_round_and_nobody_has_two_before_all_have_one(self) -> None:
        assert count(evenly([volley(3)])) == {"A": 1, "B": 1, "C": 1}
        assert count(evenly([volley(4)])) == {"A": 2, "B": 1, "C": 1}
        assert count(evenly([volley(6, others="B")])) == {"A": 3, "B": 3}

    def test_core_6_4_the_shooter_picks_who_is_next(self) -> None:
        volleys = [volley(3, others="BCD")]
        assert to_spread(volleys) == (0, 0)
        assert count(spread(volleys, ["D", "B"])) == {"A": 1, "D": 1, "B": 1}
        assert count(evenly(volleys, prefer="DC")) == {"A": 1, "D": 1, "C": 1}

    def test_core_6_4_an_uneven_spread_is_refused(self) -> None:
        with pytest.raises(Illegal, match="B cannot take the next hit; C or D can"):
            spread([volley(3, others="BCD")], ["B", "B"])
        with pytest.raises(Illegal, match="A cannot take the next hit"):
            spread([volley(2)], ["A"])
        with pytest.raises(Illegal, match="there are 2 hits to spread, not 1"):
            spread([volley(3)], ["B"])

    def test_core_6_4_when_all_have_one_the_round_begins_anew(self) -> None:
        assert count(spread([volley(4, others="B")], ["B", "A", "B"])) == {"A": 2, "B": 2}
        with pytest.raises(Illegal, match="A cannot take the next hit; B can"):
            spread([volley(4, others="B")], ["B", "A", "A"])

    def test_core_6_4_a_team_that_a_weapon_cannot_hit_is_refused(self) -> None:
        with pytest.raises(Illegal, match="Z cannot take"):
            spread([volley(2)], ["Z"])

    def test_hits_of_several_weapons_count_together(self) -> None:
        volleys = [volley(2), volley(2, target="B", others="AC")]
        assert count(evenly(volleys)) == {"A": 1, "B": 2, "C": 1}, "after A and B have one each C is next"

    def test_a_lone_target_takes_everything(self) -> None:
        assert count(evenly([volley(5, others="")])) == {"A": 5}

    @given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from("ABCD")), max_size=6))
    def test_any_spread_keeps_every_hit_and_is_as_even_as_its_first_hits_allow(
        self, shot: list[tuple[int, str]]
    ) -> None:
        volleys = [volley(hits, target, "ABCD") for hits, target in shot]
        hits = evenly(volleys)
        counts = count(hits)
        assert len(hits) == sum(hits for hits, _ in shot)
        assert [sum(hit.volley == n for hit in hits) for n in range(len(volleys))] == [hits for hits, _ in shot]
        first = count([Hit(target, 0) for hits, target in shot if hits])
        for name, number in counts.items():
            if number > first.get(name, 0):
                assert number <= 1 + min(counts.get(other, 0) for other in "ABCD")


class TestBrutalInRooms:
    def test_002_a_die_of_hits_more(self) -> None:
        room = volley(1, weapon=BRUTAL, in_room=True)
        assert brutal_in_room(Told(4), "soviet", room).hits == 5

    def test_002_not_outside_not_without_a_hit_and_not_for_others(self) -> None:
        for other in (volley(1, weapon=BRUTAL), volley(0, weapon=BRUTAL, in_room=True), volley(1, in_room=True)):
            assert brutal_in_room(Told(), "soviet", other) == other


class TestMistakenTarget:
    VOLLEYS = (volley(2),)
    HITS = (Hit("A", 0), Hit("B", 0))
    TWICE = (Hit("A", 0), Hit("A", 0), Hit("B", 0))

    def test_core_6_5_on_3_the_two_teams_change_all_their_hits(self) -> None:
        done = mistake(Told(3), "german", [volley(3)], self.TWICE, Swap("A", "B"))
        assert done.swapped and count(done.hits) == {"B": 2, "A": 1} and done.used == ("A", "B")

    def test_core_6_5_on_2_nothing_changes_but_both_are_used_up(self) -> None:
        failed = mistake(Told(2), "german", [volley(3)], self.TWICE, Swap("A", "C"))
        assert not failed.swapped and failed.hits == self.TWICE and failed.used == ("A", "C")
        with pytest.raises(Illegal, match="C was part of a Mistaken Target already"):
            mistake(Told(), "german", [volley(3)], failed.hits, Swap("B", "C"), failed.used)

    def test_core_6_5_a_team_without_hits_may_take_the_others(self) -> None:
        done = mistake(Told(6), "german", [volley(1)], (Hit("A", 0),), Swap("A", "C"))
        assert done.hits == (Hit("C", 0),)

    def test_every_swap_that_would_change_something_is_an_option(self) -> None:
        assert swaps(self.VOLLEYS, self.HITS) == (Swap("A", "C"), Swap("B", "C")), "A and B have the same hit each"
        assert swaps(self.VOLLEYS, self.HITS, used=("C",)) == ()
        assert swaps([volley(0)], ()) == ()

    def test_core_6_5_a_hit_goes_only_to_a_team_that_its_weapon_could_have_hit(self) -> None:
        volleys = [volley(1, others="B"), volley(1, target="C", others="B")]
        hits = (Hit("A", 0), Hit("C", 1))
        assert why_not_swap(volleys, hits, Swap("A", "C")) == "C cannot be hit by rifle"
        assert swaps(volleys, hits) == (Swap("A", "B"), Swap("B", "C"))

    @pytest.mark.parametrize(
        ("barred", "why"),
        [
            (volley(defensive=True), "Defensive Fire"),
            (volley(bombardment=True), "bombardments"),
            (volley(in_room=True), "room"),
            (volley(weapon=SNIPER), "Unseen Killer"),
            (volley(range=8 * INCH), "within 8 inches"),
        ],
    )
    def test_core_6_5_where_it_is_barred(self, barred: Volley, why: str) -> None:
        assert why in str(why_no_mistake(barred))
        assert swaps([barred], (Hit("A", 0),)) == ()
        with pytest.raises(Illegal, match=why):
            mistake(Told(), "german", [barred], (Hit("A", 0),), Swap("A", "B"))

    def test_core_6_5_a_shooter_farther_than_8_inches_may_be_mistaken(self) -> None:
        assert why_no_mistake(volley(range=8 * INCH + 1)) is None

    def test_core_6_5_one_close_shooter_among_the_hits_is_enough_to_bar_the_swap(self) -> None:
        volleys = [volley(1), volley(1, range=4 * INCH)]
        assert swaps(volleys, (Hit("A", 0), Hit("A", 1))) == ()

    def test_the_distance_is_a_switch(self) -> None:
        assert why_no_mistake(volley(range=8 * INCH), STANDARD.set("mistaken-target", 4)) is None

    def test_a_team_is_not_mistaken_for_itself(self) -> None:
        assert why_not_swap(self.VOLLEYS, self.HITS, Swap("A", "A")) == "nothing would change"


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("ABCD"), st.sets(st.sampled_from("ABCDE")), st.booleans())),
    st.sets(st.sampled_from("ABCDE"), max_size=2),
    st.randoms(use_true_random=False),
)
def test_core_6_5_the_swaps_are_the_pairs_that_nothing_forbids(volleys: Any, used: set[str], luck: Any) -> None:
    told = [volley(n, at, "".join(sorted(others)), range=(2 if near else 12) * INCH) for n, at, others, near in volleys]
    lie = [Hit(luck.choice("ABCDE"), n) for n, one in enumerate(told) for _ in range(one.hits)]
    names = list(dict.fromkeys(name for one in told if one.hits for name in one.teams))
    pairs = [Swap(one, other) for one, other in combinations(names, 2)]
    allowed = [swap for swap in pairs if why_not_swap(told, lie, swap, tuple(used)) is None]
    assert list(swaps(told, lie, tuple(used))) == allowed
    assert next(each_swap(told, lie, tuple(used)), None) == (allowed[0] if allowed else None)
