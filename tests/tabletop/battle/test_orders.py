"""Movement Orders (core 4.6; Stormtroopers core 12; wire and booby traps 000; reserves 003)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.battle import orders as o
from orsha.tabletop.battle.moves import Effect
from orsha.tabletop.force.card import Motivation, Skill
from tests.tabletop.battle.told import INCH, RULES, Told, every, gun, rifles, tank

LEADER = rifles(motivation=Motivation(3, komissar=2), skill=Skill(5, tactics=4))
STORM = rifles(rules=("stormtroopers",))


def unit(moment: Any = "before-moving", leader: Any = LEADER, **facts: Any) -> o.Ordering:
    return o.Ordering(leader, moment, **facts)


def give(slug: str, *dice: int, **facts: Any) -> o.Outcome:
    told = Told(*dice)
    outcome = o.give(slug, unit(**facts), told, "axis", RULES)
    assert told.all_thrown()
    return outcome


def refusal(slug: str, rules: Any = RULES, **facts: Any) -> str:
    return o.forbids_order(slug, unit(**facts), rules) or ""


class TestBlitzMove:
    def test_a_success_gives_4_inches_before_a_tactical_move(self) -> None:
        outcome = give("blitz-move", 4)
        assert outcome.passed and outcome.effect.inches == 4 and outcome.effect.forbids == ("dash",)

    def test_the_four_inches_alone_are_not_a_move(self) -> None:
        assert give("blitz-move", 4).effect.alone == "halted"

    def test_a_failure_leaves_tactical_and_costs_1_to_hit(self) -> None:
        outcome = give("blitz-move", 3)
        assert not outcome.passed and outcome.effect.to_hit == 1
        assert outcome.effect.inches == 0 and outcome.effect.forbids == ("dash",)

    def test_tactics_if_the_leader_has_it_or_skill(self) -> None:
        assert o.order_chance("blitz-move", unit(), RULES) == Fraction(1, 2)
        assert o.order_chance("blitz-move", unit(leader=rifles(skill=Skill(5))), RULES) == Fraction(1, 3)


class TestShootAndScoot:
    def test_in_the_assault_step_by_units_that_do_not_assault(self) -> None:
        assert give("shoot-and-scoot", 4, moment="assault-step").effect.inches == 4
        assert give("shoot-and-scoot", 3, moment="assault-step").effect == Effect(), "nothing happens"
        assert "a unit that assaults" in refusal("shoot-and-scoot", moment="assault-step", assaulting=True)
        assert "in the Assault Step" in refusal("shoot-and-scoot")

    def test_only_teams_that_did_not_move(self) -> None:
        assert o.takes_part("shoot-and-scoot", o.Ordered(tank()), RULES) is None
        assert o.takes_part("shoot-and-scoot", o.Ordered(tank(), moved=True), RULES) == "it moved this turn"


class TestDigIn:
    def test_foxholes_for_infantry_and_guns_in_command(self) -> None:
        assert give("dig-in", 4).effect.gives == "foxholes"
        assert o.takes_part("dig-in", o.Ordered(rifles()), RULES) is None
        assert o.takes_part("dig-in", o.Ordered(gun()), RULES) is None
        assert "infantry and gun teams" in str(o.takes_part("dig-in", o.Ordered(tank()), RULES))
        assert "Out of Command" in str(o.takes_part("dig-in", o.Ordered(rifles(), in_command=False), RULES))

    def test_002_nobody_digs_in_on_streets(self) -> None:
        assert "ground" in str(o.takes_part("dig-in", o.Ordered(rifles(), may_dig=False), RULES))

    @pytest.mark.parametrize("die", [3, 4])
    def test_either_way_it_counts_as_moved_and_stays_hidden(self, die: int) -> None:
        effect = give("dig-in", die).effect
        assert effect.counts_as == "moved" and effect.hidden
        assert effect.forbids == ("move", "bombard") and (effect.gives == "foxholes") == (die == 4)


class TestFollowMe:
    def test_motivation_after_the_move_and_no_shooting_then(self) -> None:
        outcome = give("follow-me", 3, moment="after-moving")
        assert outcome.effect.inches == 4 and outcome.effect.forbids == ("shoot",), "it may still assault"
        assert "after the unit moved" in refusal("follow-me")

    def test_a_komissar_in_command_betters_it(self) -> None:
        assert give("follow-me", 2, moment="after-moving", komissar=True).passed
        assert o.order_chance("follow-me", unit("after-moving", komissar=True), RULES) == Fraction(5, 6)

    def test_a_failure_costs_nothing_unless_the_switch_says_so(self) -> None:
        assert give("follow-me", 2, moment="after-moving").effect.forbids == ()
        strict = RULES.set("follow-me-failed", ("shoot",))
        assert o.give("follow-me", unit("after-moving"), Told(2), "axis", strict).effect.forbids == ("shoot",)

    def test_only_teams_in_command_follow(self) -> None:
        assert "Out of Command" in str(o.takes_part("follow-me", o.Ordered(rifles(), in_command=False), RULES))


class TestOrdersWithoutADie:
    def test_cross_here_eases_crossing_and_forbids_shooting_unless_switched(self) -> None:
        effect = give("cross-here").effect
        assert effect.gives == "easier crossing" and effect.forbids == ("shoot",)
        assert o.order_chance("cross-here", unit(), RULES) == 1
        assert RULES.set("cross-here-forbids", ()).order("cross-here").success.forbids == ()

    def test_clearing_a_minefield_takes_infantry_within_2_inches_and_counts_as_a_dash(self) -> None:
        effect = give("clear-minefield").effect
        assert effect.gives == "cleared mines" and effect.counts_as == "dashed"
        assert o.takes_part("clear-minefield", o.Ordered(rifles(), to_marker=2 * INCH), RULES) is None
        assert "within 2 inches" in str(o.takes_part("clear-minefield", o.Ordered(rifles(), to_marker=2001), RULES))
        assert "infantry teams" in str(o.takes_part("clear-minefield", o.Ordered(tank(), to_marker=0), RULES))

    def test_000_a_booby_trap_must_be_stood_on(self) -> None:
        beside = o.Ordered(rifles(), to_marker=INCH, booby_trap=True)
        assert o.takes_part("clear-minefield", beside, RULES) == "it is not on the booby trap"
        assert o.takes_part("clear-minefield", o.Ordered(rifles(), to_marker=0, booby_trap=True), RULES) is None


class TestWireGapping:
    def team(self, **facts: Any) -> str:
        given = {"to_leader": 6 * INCH, "to_marker": 2 * INCH, "came_last_turn": True, **facts}
        return o.takes_part("wire-gapping", o.Ordered(given.pop("team", rifles()), **given), RULES) or ""

    def test_000_infantry_within_6_inches_of_the_leader_and_2_of_the_wire(self) -> None:
        assert self.team() == ""
        assert "6 inches from its leader" in self.team(to_leader=6 * INCH + 1)
        assert "within 2 inches" in self.team(to_marker=2 * INCH + 1)
        assert "within 2 inches" in self.team(to_marker=None)
        assert "infantry teams" in self.team(team=gun())

    def test_000_that_came_into_the_wire_the_turn_before(self) -> None:
        assert "turn before" in self.team(came_last_turn=False)

    def test_000_the_team_counts_as_moving_and_does_nothing_else(self) -> None:
        effect = give("wire-gapping").effect
        assert effect.gives == "gapped wire" and effect.counts_as == "moved"
        assert set(effect.forbids) == {"move", "shoot", "assault"}

    def test_000_by_an_infantry_leader_who_is_not_pinned(self) -> None:
        assert refusal("wire-gapping") == ""
        assert "on foot" in refusal("wire-gapping", leader=tank())
        assert "on foot" in refusal("wire-gapping", mounted=True)
        standing = RULES.set("orders-when-pinned", "standing")
        assert "pinned" in refusal("wire-gapping", pinned=True)
        assert "pinned" in refusal("wire-gapping", rules=standing, pinned=True), "no switch moves the seed's own word"


class TestWhoMayOrder:
    def test_a_pinned_leader_gives_none_or_by_the_switch_those_without_a_move(self) -> None:
        assert "pinned" in refusal("dig-in", pinned=True) and "pinned" in refusal("blitz-move", pinned=True)
        standing = RULES.set("orders-when-pinned", "standing")
        assert refusal("dig-in", rules=standing, pinned=True) == ""
        assert "pinned" in refusal("blitz-move", rules=standing, pinned=True)

    def test_no_orders_when_bailed_out_or_not_on_the_table(self) -> None:
        assert "Bailed Out" in refusal("blitz-move", leader=tank(), bailed_out=True)
        assert "not on the table" in refusal("blitz-move", on_table=False)

    def test_one_order_a_turn(self) -> None:
        assert "one order" in refusal("dig-in", given=(o.Given("blitz-move", True),))

    def test_an_order_that_is_refused_rolls_nothing(self) -> None:
        with pytest.raises(Illegal, match="one order in a turn") as refused:
            give("dig-in", given=(o.Given("blitz-move", True),))
        assert refused.value.rule and refused.value.rule.startswith("core 4.6")

    def test_stormtroopers_try_a_second_and_different_one_after_a_success(self) -> None:
        blitz = o.Given("blitz-move", True)
        scoot = {"moment": "assault-step", "leader": STORM}
        assert refusal("shoot-and-scoot", given=(blitz,), **scoot) == ""
        assert "that succeeded" in refusal("shoot-and-scoot", given=(o.Given("blitz-move", False),), **scoot)
        assert "another than Blitz Move" in refusal("blitz-move", leader=STORM, given=(blitz,))
        assert "one order" in refusal("shoot-and-scoot", given=(blitz, o.Given("follow-me", True)), **scoot)

    def test_seek_strike_and_destroy_scoots_after_a_blitz_and_nothing_else(self) -> None:
        hunter = tank(rules=("seek-strike-and-destroy",))
        blitz = (o.Given("blitz-move", True),)
        assert refusal("shoot-and-scoot", moment="assault-step", leader=hunter, given=blitz) == ""
        assert "one order" in refusal("follow-me", moment="after-moving", leader=hunter, given=blitz)


@pytest.mark.parametrize("slug", list(RULES.orders))
def test_the_odds_of_every_order_are_those_of_its_die(slug: str) -> None:
    moment = {"after-moving": "after-moving", "assault-step": "assault-step"}.get(
        RULES.order(slug).when, "before-moving"
    )
    by_force = every(lambda dice: o.give(slug, unit(moment), dice, "axis", RULES).passed)
    assert by_force[True] == o.order_chance(slug, unit(moment), RULES)
