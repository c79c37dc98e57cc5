"""The counter battery module, seed 001 rule 5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.campaign.counter_battery import (
    EFFECTS,
    Effect,
    Module,
    Phase,
    attack,
    chart,
    check_attack,
    drm,
    effect_of,
    facts,
    module_card,
    struck,
    targets,
)
from orsha.kernel import Dice, Illegal, Typed, passes

MORTARS = Module("80mm", 80, ffe_placed=1)
MORE_MORTARS = Module("80mm, second", 80, ffe_placed=2, on_board="fire")
HOWITZERS = Module("150mm", 150, ffe_placed=1, on_board="smoke")
SILENT = Module("70mm, silent", 70)
COUNTER = Module("counter battery", attacks=1)
ENEMY = (MORTARS, MORE_MORTARS, HOWITZERS, SILENT, COUNTER)


def rolled(faces: tuple[int, int], enemy_ffe1: int) -> Effect:
    return attack(Dice(Typed([faces])), "german", enemy_ffe1).effect


def test_5_1_it_needs_no_access_has_no_ammunition_and_strikes_nobody_on_the_board() -> None:
    card = module_card()
    assert card.available_by == ("SBR", "purchase")
    assert not (card.ammunition or card.access_draw or card.places_ffe or card.strikes_units)


class TestWhen:
    def test_5_2_not_before_the_enemy_has_placed_an_ffe(self) -> None:
        with pytest.raises(Illegal, match="before the enemy has placed an FFE"):
            check_attack(0, "prep-fire", own_turn=True)
        check_attack(1, "prep-fire", own_turn=True)

    @pytest.mark.parametrize("phase", ["defensive-fire", "movement", "advancing-fire"])
    def test_5_2_only_in_the_prep_fire_phase(self, phase: Phase) -> None:
        assert not passes(check_attack, 1, phase, own_turn=True)
        assert not passes(check_attack, 1, "prep-fire", own_turn=False)

    def test_5_2_only_as_the_first_activity(self) -> None:
        with pytest.raises(Illegal, match="first thing"):
            check_attack(1, "prep-fire", own_turn=True, done_this_phase=1)

    def test_5_2_again_in_each_prep_fire_phase(self) -> None:
        assert all(passes(check_attack, ffe, "prep-fire", own_turn=True) for ffe in (1, 2, 7))

    def test_5_2_its_roll_wakes_no_sniper(self) -> None:
        assert not module_card().activates_snipers


class TestTheRoll:
    def test_5_3_the_modifier_hangs_on_the_ffe1_counters_placed(self) -> None:
        assert [drm(count) for count in range(5)] == [2, 2, 0, -1, -1]

    def test_5_3_each_row_of_the_chart_has_its_effect(self) -> None:
        assert len(chart().rows) == len(EFFECTS)
        assert [effect_of(7, final) for final in (1, 2, 3, 4, 5, 6, 11)] == [
            "elimination",
            "elimination",
            "red-card",
            "red-card-lowest",
            "harassing",
            "nothing",
            "nothing",
        ]

    def test_5_3_the_dice_decide(self) -> None:
        assert rolled((1, 1), enemy_ffe1=2) == "elimination"
        assert rolled((1, 1), enemy_ffe1=1) == "red-card-lowest"
        assert rolled((1, 2), enemy_ffe1=3) == "elimination"
        assert rolled((3, 3), enemy_ffe1=3) == "harassing"

    def test_5_3c_an_original_12_costs_the_module_whatever_is_added(self) -> None:
        assert [rolled((6, 6), count) for count in (1, 2, 3)] == ["own-loss"] * 3

    def test_5_3c_a_final_12_that_was_less_does_not(self) -> None:
        assert rolled((4, 6), enemy_ffe1=1) == "nothing"
        assert rolled((5, 6), enemy_ffe1=1) == "nothing"

    def test_5_3_the_first_ffe_makes_an_elimination_impossible(self) -> None:
        assert "elimination" not in {effect_of(a + b, a + b + drm(1)) for a in range(1, 7) for b in range(1, 7)}
        assert chart().odds_given(facts(3)).chance(chart().result(2)) == Fraction(3, 36)


class TestWhom:
    def test_5_3a_and_d_a_2_strikes_a_known_module_of_the_lowest_calibre_or_counter_battery(self) -> None:
        assert targets("elimination", ENEMY) == (MORTARS, MORE_MORTARS, COUNTER)
        assert struck("elimination", COUNTER) is None

    def test_5_3a_counter_battery_that_never_attacked_is_not_known(self) -> None:
        assert targets("elimination", [Module("counter battery")]) == ()

    def test_5_3a_a_3_puts_a_red_card_into_any_known_artillery_module(self) -> None:
        assert targets("red-card", ENEMY) == (MORTARS, MORE_MORTARS, HOWITZERS)
        after = struck("red-card", HOWITZERS)
        assert after is not None and after.red_cards_added == 1

    def test_5_3a_and_d_a_4_does_so_to_the_lowest_calibre_the_owner_choosing_between_equals(self) -> None:
        assert targets("red-card-lowest", ENEMY) == (MORTARS, MORE_MORTARS)
        assert targets("red-card-lowest", [HOWITZERS, SILENT]) == (HOWITZERS,)

    def test_5_3b_a_5_needs_an_ffe_on_the_board(self) -> None:
        assert targets("harassing", ENEMY) == (MORE_MORTARS, HOWITZERS)
        assert targets("harassing", [MORTARS, COUNTER]) == ()

    def test_5_3_a_5_weakens_fire_and_smoke(self) -> None:
        def after(module: Module) -> str | None:
            left = struck("harassing", module)
            assert left is not None
            return left.on_board

        assert after(MORE_MORTARS) == "harassing"
        assert after(HOWITZERS) == "dispersed-smoke"
        assert after(Module("smoke", 80, 1, on_board="dispersed-smoke")) is None
        assert struck("harassing", MORTARS) == MORTARS

    def test_5_3_nothing_and_ones_own_loss_strike_no_enemy(self) -> None:
        assert targets("nothing", ENEMY) == targets("own-loss", ENEMY) == ()
        assert struck("nothing", MORTARS) == MORTARS
