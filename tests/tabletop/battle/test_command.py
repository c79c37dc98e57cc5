"""Command (core 4.5, 2.4, 2.5; rooms 002): distance, being out of it, leaders and commanders who fall, re-rolls."""

from __future__ import annotations

from fractions import Fraction

from orsha.tabletop.battle import command as c
from tests.tabletop.battle.told import INCH, RULES, Told, every, rifles, tank


class TestDistance:
    def test_six_inches_and_eight_in_large_units(self) -> None:
        def distance(tanks: int = 0, men: int = 0) -> int:
            unit = [tank()] * tanks + [rifles()] * men
            return c.command_distance(unit, unit, RULES)

        assert [distance(tanks=n) for n in (3, 7, 8, 10)] == [6, 6, 8, 8]
        assert [distance(men=n) for n in (7, 11, 12, 22)] == [6, 6, 8, 8]
        assert distance(tanks=5, men=7) == 8, "twelve teams of any kind"

    def test_losses_shorten_it_unless_the_switch_counts_the_start(self) -> None:
        started, now = [rifles()] * 15, [rifles()] * 11
        assert c.command_distance(now, started, RULES) == 6
        assert c.command_distance(now, started, RULES.set("command-size", "starting")) == 8

    def test_the_edge_itself_is_in_command(self) -> None:
        assert c.in_command(6 * INCH, 6) and not c.in_command(6 * INCH + 1, 6)

    def test_002_between_rooms_only_the_rooms_count(self) -> None:
        assert c.in_command(9 * INCH, 6, "same") and c.in_command(9 * INCH, 6, "adjacent")
        assert not c.in_command(2 * INCH, 6, "apart")


class TestOutOfCommand:
    def test_who_stays_put_has_no_penalty(self) -> None:
        stays = c.LostMove("stays")
        assert c.forbids_out_of_command(stays) is None and c.out_of_command_penalty(stays, RULES) is None

    def test_who_moves_at_tactical_shoots_worse(self) -> None:
        wanders = c.LostMove("tactical")
        assert c.forbids_out_of_command(wanders) is None
        penalty = c.out_of_command_penalty(wanders, RULES)
        assert penalty is not None and (penalty.name, penalty.value) == ("out of command", 1)

    def test_a_dash_goes_straight_to_the_leader(self) -> None:
        assert c.forbids_out_of_command(c.LostMove("dash", to_leader=True)) is None
        assert "toward its leader" in str(c.forbids_out_of_command(c.LostMove("dash")))


class TestLeaders:
    NEAR = c.Candidate("Anna", 4 * INCH)
    FAR = c.Candidate("Boris", 9 * INCH)
    FARTHER = c.Candidate("Vera", 12 * INCH)

    def test_a_team_within_command_distance_takes_over(self) -> None:
        assert c.successors([self.NEAR, self.FAR], 6, RULES) == ("Anna",)
        assert c.successors([self.NEAR, self.FAR], 9, RULES) == ("Anna", "Boris"), "the owner chooses"

    def test_with_nobody_near_the_nearest_leads_or_nobody_by_the_switch(self) -> None:
        assert c.successors([self.FARTHER, self.FAR], 6, RULES) == ("Boris",)
        assert c.successors([self.FAR], 6, RULES.set("leader-out-of-reach", "nobody")) == ()

    def test_a_bailed_out_crew_leads_nobody(self) -> None:
        assert c.successors([c.Candidate("Anna", 0, bailed_out=True), self.FAR], 6, RULES) == ("Boris",)
        assert c.successors([c.Candidate("Anna", 0, bailed_out=True)], 6, RULES) == ()


class TestCommanders:
    TEAMS = (c.Candidate("Anna", 6 * INCH), c.Candidate("Boris", 7 * INCH))

    def lost(self, chosen: str | None, dice: Told) -> c.CommanderLost:
        return c.commander_lost("1st Battalion", chosen, self.TEAMS, dice, "allied", RULES)

    def test_on_3_he_takes_over_a_team_of_his_formation_near_him(self) -> None:
        dice = Told(3)
        assert self.lost("Anna", dice).takes_over == "Anna"
        assert dice.purposes == ["the commander of 1st Battalion takes over another team"]
        assert self.lost("Anna", Told(2)).takes_over is None

    def test_nobody_near_no_die(self) -> None:
        assert self.lost("Boris", Told()) == c.CommanderLost(None, None)
        assert self.lost(None, Told()) == c.CommanderLost(None, None)

    def test_its_odds_are_those_of_the_die(self) -> None:
        by_force = every(lambda d: c.commander_lost("F", "Anna", self.TEAMS, d, "allied", RULES).takes_over)
        assert by_force["Anna"] == c.commander_check("F", RULES).chance

    def test_6_takes_a_6(self) -> None:
        six = RULES.set("commander-replaced", 6)
        found = [c.commander_lost("F", "Anna", self.TEAMS, Told(face), "a", six).takes_over for face in (5, 6)]
        assert found == [None, "Anna"] and c.commander_check("F", six).chance == Fraction(1, 6)

    def test_7_is_never(self) -> None:
        never = RULES.set("commander-replaced", 7)
        assert c.commander_lost("F", "Anna", self.TEAMS, Told(), "allied", never).takes_over is None
        assert c.commander_check("F", never).chance == 0


class TestReroll:
    def test_a_commander_near_and_in_sight_helps(self) -> None:
        assert c.commander_helps("rally", [c.Commander(6 * INCH, True)], RULES)
        assert not c.commander_helps("rally", [c.Commander(6 * INCH + 1, True)], RULES)
        assert not c.commander_helps("rally", [c.Commander(2 * INCH, False)], RULES)
        assert not c.commander_helps("rally", [], RULES)

    def test_units_of_a_formation_need_their_own_support_units_take_any(self) -> None:
        other = [c.Commander(INCH, True, own_formation=False)]
        assert not c.commander_helps("last_stand", other, RULES)
        assert c.commander_helps("last_stand", other, RULES, support=True)

    def test_a_bailed_out_commander_helps_unless_the_switch_says_no(self) -> None:
        bailed = [c.Commander(INCH, True, bailed_out=True)]
        assert c.commander_helps("counterattack", bailed, RULES)
        assert not c.commander_helps("counterattack", bailed, RULES.set("bailed-out-commander", False))
