"""Figures of a few games that can be counted by hand."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.bots.battle_auto import Outcome
from orsha.sim import Figures, Plan, Played, Run, Share, figures, pairings, paragraphs, run, share, sheets
from orsha.sim.plan import Pairing, Seat, game
from tests.sim.fake import MET, Fake, outcome, plan


def of(*outcomes: Outcome, met: tuple[Pairing, ...] = MET) -> Figures:
    asked = Plan(("contact",), met, len(outcomes), "1")
    played = tuple(Played(game(asked, "contact", n), one) for n, one in enumerate(outcomes, 1))
    return figures(Run(asked, len(outcomes), played, ()))


FOUR = of(
    outcome(attacker="allied", winner="allied", turns=4, lost=(1, 8)),
    outcome(attacker="axis", winner="axis", turns=6, lost=(3, 6)),
    outcome(attacker="allied", winner="axis", turns=8, lost=(2, 10)),
    outcome(attacker="axis", winner=None, turns=13, lost=(2, 4)),
)


def test_wins_are_counted_for_attacker_defender_and_both_seats() -> None:
    wins = {side: one.wins for side, one in FOUR.whole.sides.items()}
    assert wins == {"attacker": share(2, 4), "defender": share(1, 4), "allied": share(1, 4), "axis": share(2, 4)}
    assert FOUR.whole.decided == share(2, 3)


def test_a_game_that_nobody_won_is_counted_and_has_no_length() -> None:
    assert (FOUR.whole.games, FOUR.whole.unfinished) == (4, 1)
    assert (FOUR.whole.turns.count, FOUR.whole.turns.mean) == (3, 6.0)
    assert FOUR.whole.lengths == {
        4: {"attacker": 1, "defender": 0},
        6: {"attacker": 1, "defender": 0},
        8: {"attacker": 0, "defender": 1},
    }


def test_losses_are_parts_of_what_a_side_had() -> None:
    lost = FOUR.whole.sides["allied"].units_lost
    assert (lost.least, lost.most) == (0.1, 1.0)
    assert round(lost.mean, 6) == round((0.1 + 0.6 + 1.0 + lost_by_nobody("allied")) / 4, 6)


def lost_by_nobody(seat: Seat) -> float:
    """In the game that nobody won the builder gives its first number to the axis seat."""
    return 0.4 if seat == "allied" else 0.2


def test_points_are_those_of_the_games() -> None:
    assert FOUR.whole.grades == {"6-3": {"attacker": 1, "defender": 1}, "8-1": {"attacker": 1, "defender": 0}}
    assert FOUR.whole.sides["allied"].points.mean == (8 + 3 + 3 + 0) / 4


def test_a_bot_that_meets_itself_says_nothing_as_a_whole() -> None:
    (staff,) = FOUR.bots
    assert staff.whole.wins.games == 0
    assert staff.sides["attacker"].wins == share(2, 4)


def test_bots_that_meet_each_other_are_told_apart() -> None:
    met = pairings(["soviet-100"], ["german-100"], [("staff", "random")])
    found = of(outcome(winner="allied"), outcome(winner="allied"), outcome(winner="axis"), met=met)
    wins = {one.name: one.whole.wins for one in found.bots}
    assert wins == {"staff": share(2, 3), "random": share(1, 3)}


def test_missions_stand_in_the_order_they_were_asked_for() -> None:
    found = figures(run(plan(6, ("encounter", "contact")), Fake()))
    assert [(one.name, one.games) for one in found.missions] == [("encounter", 6), ("contact", 6)]
    assert found.whole.games == 12 and found.tables == 6


def test_a_run_without_a_game_has_figures_that_say_nothing() -> None:
    nothing = figures(Run(plan(5), 5, (), ()))
    assert nothing.stopped and nothing.whole.sides["attacker"].wins == Share(0, 0, 0.0, 0.0, 1.0)
    assert paragraphs(nothing) == ("Stopped after 0 of 5 games of contact: there is nothing to report.",)
    assert sheets(nothing)[0].rows[0][:3] == ("contact", "0", "-")


# -- words


def test_the_words_say_what_was_played_and_who_won() -> None:
    told = " ".join(paragraphs(FOUR))
    assert "4 games of contact were played. soviet-100 (staff) met german-100 (staff) on 2 tables" in told
    assert "The attacker won 50.0 % of the games (95 % interval 15.0-85.0 %), the defender 25.0 %" in told
    assert "1 game (25.0 %) had no winner when the last turn was over: both sides scored as the loser does" in told
    assert "so many games show no advantage for either side" in told
    assert "ended in turn 6.0 on average, eight of ten of them between turn 4 and turn 8" in told


def test_an_advantage_is_said_only_when_the_games_show_it() -> None:
    assert "the attacker has the better chances" in " ".join(paragraphs(of(*[outcome()] * 20)))
    for_defender = paragraphs(of(*[outcome(attacker="axis")] * 20))
    assert "the defender has the better chances" in " ".join(for_defender)


def test_uneven_missions_are_named_with_what_chance_would_do() -> None:
    uneven = figures(run(plan(60, ("contact", "encounter")), Fake(wins=100)))
    told = " ".join(paragraphs(uneven))
    assert "the attacker is favoured in contact and encounter" in told
    assert "With 2 missions, 0.1 of them would look uneven by chance alone" in told


def test_a_run_that_was_stopped_says_so_first() -> None:
    whole = run(plan(10), Fake())
    cut = figures(Run(whole.plan, 10, whole.played[:4], ()))
    assert paragraphs(cut)[0].startswith("Stopped after 4 of 10 games of contact: the figures are of those only.")


def test_broken_games_are_said_and_not_counted() -> None:
    found = figures(run(plan(6), Fake(raises=2, cheats=3)))
    assert found.whole.games == 4 and found.illegal == 1
    told = paragraphs(found)[-1]
    assert told.startswith("2 games were broken off by a mistake of the program and were not counted: contact, game 2")
    assert "a tank cannot fly" in told
    many = replace(found, failed=found.failed * 5)
    assert paragraphs(many)[-1].endswith("; and 5 more.")


def test_the_tables_show_the_same_numbers_as_the_figures() -> None:
    by_mission, by_seat, costs, by_side, by_force, by_bot = sheets(FOUR)
    assert by_mission.rows == (("contact", "4", "50.0", "15.0-85.0", "25.0", "4.6-69.9"),)
    assert by_seat.rows == (("contact", "4", "25.0", "4.6-69.9", "50.0", "15.0-85.0"),)
    assert costs.rows[0][:3] == ("contact", "1", "6.0 (4-8)")
    assert [row[:3] for row in by_side.rows][:2] == [("attacker", "4", "50.0"), ("defender", "4", "25.0")]
    assert [row[0] for row in by_force.rows][:3] == ["soviet-100", "soviet-100, attacker", "soviet-100, defender"]
    assert "staff" not in [row[0] for row in by_bot.rows]
    for sheet in sheets(FOUR):
        assert all(len(row) == len(sheet.heads) for row in sheet.rows)
