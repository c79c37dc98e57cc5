"""The reserve planner against every throw there is, and against icepool."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from orsha.kernel import OrshaError
from orsha.paper.reserves import turn_chances, write_plot
from orsha.tabletop.mission.library import mission
from orsha.tabletop.mission.reserves import arrival_odds, dice_in, successes
from orsha.tabletop.mission.rulebook import rules


def every_throw(units, first_turn, turns, extra):
    """How many units have come, for every way the dice can fall."""
    pools = [dice_in(turn, first_turn, extra) for turn in range(1, turns + 1)]
    found = {}
    for faces in product(range(1, 7), repeat=sum(pools)):
        thrown, arrived = iter(faces), 0
        for dice in pools:
            hits = sum(next(thrown) >= 5 for _ in range(dice))
            arrived += max(hits, 1) if dice >= 3 else hits
        arrived = min(arrived, units)
        found[arrived] = found.get(arrived, 0) + 1
    total = sum(found.values())
    return {n: Fraction(ways, total) for n, ways in found.items()}


@pytest.mark.parametrize(
    ("units", "first_turn", "turns", "extra"), [(1, 1, 2, 0), (3, 1, 3, 0), (2, 3, 4, 0), (4, 2, 3, 1), (5, 1, 1, 4)]
)
def test_the_planner_counts_every_throw(units, first_turn, turns, extra):
    assert arrival_odds(units, first_turn, turns, extra)[-1].as_dict() == every_throw(units, first_turn, turns, extra)


def test_the_planner_agrees_with_icepool():
    arrived = icepool.Die([0])
    for dice, odds in enumerate(arrival_odds(6, 1, 6), 1):
        hits = dice @ (icepool.d6 >= 5)
        arrived = (arrived + (hits.map(lambda n: max(n, 1)) if dice >= 3 else hits)).map(lambda n: min(n, 6))
        theirs = {n: Fraction(w, arrived.denominator()) for n, w in arrived.items() if w}
        assert odds.as_dict() == theirs


def test_nothing_comes_before_the_first_turn():
    before = arrival_odds(3, 3, 4)
    assert before[1].chance(0) == 1
    assert before[2].at_least(1) == Fraction(1, 3)
    assert [chance.dice for chance in turn_chances(3, 5)] == [0, 0, 1, 2, 3]


def test_three_dice_always_bring_a_unit():
    chances = turn_chances(1, 3)
    assert [c.now for c in chances] == [Fraction(1, 3), Fraction(5, 9), 1]
    assert [c.by_now for c in chances] == [Fraction(1, 3), Fraction(19, 27), 1]


@pytest.mark.parametrize(
    ("units", "first_turn", "turns", "extra"), [(0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 0), (1, 1, 1, -1)]
)
def test_senseless_questions_are_refused(units, first_turn, turns, extra):
    with pytest.raises(OrshaError):
        arrival_odds(units, first_turn, turns, extra)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_the_plot_is_drawn_and_the_same_each_time(tmp_path, suffix):
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    for out in (one, two):
        write_plot(mission("contact"), "defender", 4, out)
    assert one.read_bytes() == two.read_bytes()


def test_a_side_without_reserves_has_no_plot(tmp_path):
    with pytest.raises(OrshaError, match="no reserves"):
        write_plot(mission("counterattack"), "attacker", 3, tmp_path / "plot.png")
    with pytest.raises(OrshaError, match="plot"):
        write_plot(mission("contact"), "attacker", 3, tmp_path / "plot.gif")


def test_a_first_success_that_is_rolled_again_comes_out_as_every_throw_says() -> None:
    """Linked campaigns may give it: once in a game the first die that succeeds is rolled again."""
    needed = rules().reserves.needed
    automatic = rules().reserves.automatic_from_dice

    def brings(faces: tuple[int, ...], more: int) -> int:
        hits = sum(face >= needed for face in faces)
        hits += (more >= needed) - 1 if hits else 0
        return max(hits, 1) if len(faces) >= automatic else hits

    for dice in (1, 2, 3):
        found: dict[int, Fraction] = {}
        for *faces, more in product(range(1, 7), repeat=dice + 1):
            number = brings(tuple(faces), more)
            found[number] = found.get(number, Fraction(0)) + Fraction(1, 6 ** (dice + 1))
        assert successes(dice, again=True).as_dict() == found
    plain, again = arrival_odds(3, 1, 4), arrival_odds(3, 1, 4, again=True)
    assert all(one.mean() > other.mean() for one, other in zip(plain, again, strict=True))
