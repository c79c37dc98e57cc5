"""Machine-gun cupolas, seed 001 rule 4: the card, fact by fact."""

from __future__ import annotations

from orsha.hexmap.cupolas import cupola

CUPOLA = cupola()


def test_4_1_its_2_2_8_crew_never_leaves_and_does_not_survive_it() -> None:
    assert CUPOLA.crew == "2-2-8"
    assert not CUPOLA.crew_may_leave and not CUPOLA.crew_survival


def test_4_1_destroyed_it_neither_burns_nor_leaves_a_wreck_and_is_never_scrounged() -> None:
    assert not (CUPOLA.burns or CUPOLA.leaves_wreck or CUPOLA.may_be_scrounged)


def test_4_1_it_hides_at_setup_by_special_rule_or_for_fpp() -> None:
    assert CUPOLA.may_set_up_hidden(by_special_rule=True, bought_with_fpp=False)
    assert CUPOLA.may_set_up_hidden(by_special_rule=False, bought_with_fpp=True)
    assert not CUPOLA.may_set_up_hidden(by_special_rule=False, bought_with_fpp=False)


def test_4_1_it_is_hull_down_but_not_to_fire_from_the_air() -> None:
    assert CUPOLA.hull_down_to("ground") and not CUPOLA.hull_down_to("aerial")


def test_4_1_it_is_a_small_target_with_armour_5() -> None:
    assert CUPOLA.target_size == 1 and CUPOLA.armour == 5


def test_4_1_it_is_an_afv_that_cannot_move_but_may_lay_fire_lanes() -> None:
    assert CUPOLA.treated_as == "AFV" and not CUPOLA.moves and CUPOLA.fire_lanes


def test_4_1_buttoned_up_costs_nothing_and_in_close_combat_its_gun_is_a_cmg() -> None:
    assert not CUPOLA.buttoned_up_penalty and CUPOLA.close_combat_as == "CMG"


def test_4_1_it_malfunctions_but_neither_repair_nor_sustained_fire_disables_it() -> None:
    assert CUPOLA.malfunctions
    assert not CUPOLA.may_be_disabled_by("repair") and not CUPOLA.may_be_disabled_by("sustained-fire")


def test_4_1_the_reorganization_repairs_it() -> None:
    assert CUPOLA.works_after_reorganization(malfunctioned=True)


def test_4_1_no_leader_helps_it_and_no_fire_direction_binds_it() -> None:
    assert not CUPOLA.leadership
    assert set(CUPOLA.immune_to) == {"covering-fire-direction", "mandatory-fire-direction"}
