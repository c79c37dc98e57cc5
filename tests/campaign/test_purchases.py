"""Buying and receiving groups, and a new date's rolls: 001 7.512, 7.515-7.519."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.campaign.groups import groups
from orsha.campaign.new_date import SideRecord, adjust_san, change_elr, ground_conditions, replenish, weather
from orsha.campaign.purchases import Purchase, bill, works_limit
from orsha.campaign.receiving import prospect, receive
from orsha.kernel import Dice, Illegal, Seeded, Typed, Unknown


def typed(*answers: tuple[int, ...]) -> Dice:
    return Dice(Typed(answers))


class TestBuying:
    def test_an_order_costs_the_sum_of_its_groups(self) -> None:
        found = bill("german", "23AM", 66, [Purchase("I1"), Purchase("V1"), Purchase("G1")])
        assert (found.costs, found.spent, found.left) == ((7, 6, 5), 18, 48)

    def test_7_518_not_more_than_there_is(self) -> None:
        with pytest.raises(Illegal, match="costs 20 CPP and the russian side has 19"):
            bill("russian", "23PM", 19, [Purchase("I5"), Purchase("V5"), Purchase("V4")])

    def test_7_5187_the_maximum_of_a_date(self) -> None:
        with pytest.raises(Illegal, match="at most 1 O2 .* on a date, not 2") as no:
            bill("german", "23PM", 60, [Purchase("O2"), Purchase("O2")])
        assert no.value.rule == "001 7.5187"

    def test_7_5188_the_maximum_of_the_campaign(self) -> None:
        bill("german", "24AM", 60, [Purchase("V4")], {"V4": 1})
        with pytest.raises(Illegal, match="only 0 of the 2 V4") as no:
            bill("german", "24AM", 60, [Purchase("V4")], {"V4": 2})
        assert no.value.rule == "001 7.5188"

    @pytest.mark.parametrize(("available", "limit"), [(66, 14), (25, 5), (26, 6), (1, 1), (0, 0)])
    def test_note_i_20_percent_rounded_up_for_works(self, available: int, limit: int) -> None:
        assert works_limit("german", available) == limit

    def test_note_i_binds_fifty_fpp_and_minefields_together(self) -> None:
        order = [*[Purchase("M1")] * 5, Purchase("M2")]
        assert bill("german", "23AM", 35, order).spent == 7
        with pytest.raises(Illegal, match="at most 6 of 30 CPP"):
            bill("german", "23AM", 30, order)

    def test_the_russians_have_no_such_share(self) -> None:
        assert works_limit("russian", 60) is None
        assert bill("russian", "23PM", 2, [Purchase("M1"), Purchase("M1")]).left == 0

    def test_cg12_russian_groups_set_up_on_board_cost_one_more_at_first_and_off_board_one_less_later(self) -> None:
        assert bill("russian", "23AM", 68, [Purchase("V1", {"on-board": 1})]).spent == 4
        assert bill("russian", "23PM", 68, [Purchase("V1", {"off-board": 1})]).spent == 2
        with pytest.raises(Illegal):
            bill("russian", "23AM", 68, [Purchase("V1", {"off-board": 1})])

    def test_an_unknown_group_is_refused(self) -> None:
        with pytest.raises(Unknown, match="no german group called 'B1'"):
            bill("german", "23AM", 60, [Purchase("B1")])


class TestReceiving:
    def test_7_4_on_the_first_date_everything_is_at_full_strength(self) -> None:
        found = receive("german", "I1", "23AM", typed((3,), (3, 4)))
        assert found.full and found.units == {"4-6-7": 12}

    def test_7_5192_the_example_of_rifle_company_i(self) -> None:
        """Full: three LMG, an MMG, a second MMG on 3 or less. Depleted: each on 4 or less, that one on 2."""
        full = receive("german", "I1", "23PM", typed((4, 4), (3,), (3, 4)))
        assert full.full and full.weapons == {"LMG": 3, "MMG": 2, "PSK": 1}
        without = receive("german", "I1", "23PM", typed((4, 4), (4,), (3, 4)))
        assert without.weapons["MMG"] == 1
        depleted = receive("german", "I1", "23PM", typed((5, 4), (4,), (5,), (1,), (4,), (6,), (2,), (3, 4)))
        assert depleted.full is False and depleted.units == {"4-6-7": 9}
        assert depleted.weapons == {"LMG": 2, "MMG": 2}
        assert receive("german", "I1", "23PM", typed((5, 4), *[(5,)] * 5, (3,), (3, 4))).weapons == {}

    def test_7_5191_the_historical_drm_counts(self) -> None:
        """24PM gives the Germans +1: an 8 is depleted."""
        assert receive("german", "V1", "24PM", typed((4, 4), (6, 6))).units == {"PzJg III/IV": 2}
        assert receive("german", "V1", "24AM", typed((4, 4), (6, 6))).units == {"PzJg III/IV": 3}

    def test_7_5193_a_depleted_section_rolls_for_each_weapon_and_has_one_at_least(self) -> None:
        assert receive("german", "I5", "23PM", typed((6, 6), (4,), (5,))).units == {"HMG": 1}
        assert receive("german", "I5", "23PM", typed((6, 6), (6,), (6,))).units == {"HMG": 1}
        assert receive("russian", "I6", "24PM", typed((2, 2))).units == {"HMG": 2, ".50 cal": 1}

    def test_7_5193_cupolas_always_come(self) -> None:
        found = receive("german", "I7", "23PM", typed())
        assert found.full is None and sum(found.units.values()) == 2

    def test_note_k_and_ruling_b5_each_flame_kv_is_named_by_a_die(self) -> None:
        found = receive("russian", "V7", "24PM", typed((2, 2), (2,), (5,), (6, 6)))
        assert found.units == {"KV-8S": 1, "KV-8": 1}

    def test_7_5195_ammunition(self) -> None:
        assert receive("russian", "O1", "24PM", typed((2, 3))).ammunition == "Plentiful ammo"
        assert receive("german", "O1", "23PM", typed((4, 5))).ammunition == "Scarce ammo"
        assert receive("german", "O5", "23PM", typed()).ammunition is None

    def test_7_5196_leaders_of_a_company(self) -> None:
        """Rifle Co. II adds 1: a 6 reads as 7."""
        assert receive("german", "I2", "23PM", typed((2, 2), (3, 3))).leaders == ("9-1", "8-1", "7-0")
        assert receive("german", "I1", "23PM", typed((2, 2), (3,), (3, 3))).leaders == ("9-1", "8-1", "8-0")

    def test_7_5197_an_armour_leader_or_none(self) -> None:
        assert receive("russian", "V4", "24PM", typed((2, 2), (3, 3))).leaders == ("8-1",)
        assert receive("russian", "V1", "24PM", typed((2, 2), (3, 3))).leaders == ()

    @pytest.mark.parametrize("side", ["german", "russian"])
    @pytest.mark.parametrize("date", ["23AM", "23PM", "24AM", "24PM"])
    def test_every_group_can_be_received(self, side: str, date: str) -> None:
        for n, group in enumerate(groups(side)):  # type: ignore[arg-type]
            found = receive(side, group.id, date, Dice(Seeded(n)))  # type: ignore[arg-type]
            assert all(number > 0 for number in (*found.units.values(), *found.weapons.values()))

    def test_every_roll_of_it_is_secret(self) -> None:
        dice = Dice(Seeded(3))
        receive("german", "I1", "24PM", dice)
        assert dice.rolls and all(roll.ask.seen_by == ("german",) for roll in dice.rolls)


class TestProspects:
    def test_strength_leaders_and_ammunition_are_exact_and_make_one(self) -> None:
        found = prospect("german", "I1", "24PM")
        assert found.full == Fraction(21, 36) and sum(found.leaders.values()) == 1
        assert sum(prospect("russian", "O1", "23PM").ammunition.values()) == 1
        assert prospect("german", "I1", "23AM").full == 1

    def test_the_mean_number_of_weapons(self) -> None:
        """Full: a second MMG one time in two. Depleted: two thirds of each, and the second MMG one time in three."""
        full, found = Fraction(26, 36), prospect("german", "I1", "23PM").weapons
        assert found["MMG"] == full * (1 + Fraction(1, 2)) + (1 - full) * (Fraction(2, 3) + Fraction(1, 3))
        assert found["LMG"] == full * 3 + (1 - full) * 2

    def test_what_is_likely_is_what_happens_in_the_long_run(self) -> None:
        came = [receive("russian", "I4", "23PM", Dice(Seeded(n))) for n in range(600)]
        expected = prospect("russian", "I4", "23PM")
        assert expected.full is not None
        assert abs(sum(bool(one.full) for one in came) / 600 - float(expected.full)) < 0.06
        mean = sum(one.weapons.get("LMG", 0) for one in came) / 600
        assert abs(mean - float(expected.weapons["LMG"])) < 0.07


def record(side: str = "german", elr: int = 3, san: int = 3, **more: object) -> SideRecord:
    facts: dict[str, object] = {"won_last_scenario": False, "elite_groups_bought": 0, "cvp_suffered": 0}
    return SideRecord(side, elr, san, **(facts | more))  # type: ignore[arg-type]


class TestANewDate:
    def test_7_5122_san(self) -> None:
        assert adjust_san(record(san=5), typed((4,))).after == 4
        assert adjust_san(record(san=5), typed((3,))).after == 5
        assert adjust_san(record(san=2), typed()).after == 2
        assert [adjust_san(record(san=n), typed()).after for n in (0, 1)] == [2, 2]

    def test_7_515_cpp(self) -> None:
        assert replenish("german", "23PM", typed((3, 4)))[0] == 22
        assert replenish("russian", "24AM", typed((1, 2)))[0] == 25
        with pytest.raises(Illegal, match="after the initial scenario"):
            replenish("german", "23AM", typed((3, 4)))

    def test_7_516_elr_never_above_4_nor_under_1(self) -> None:
        assert change_elr(record(elr=4, won_last_scenario=True), "23PM", typed((1, 1))).after == 4
        assert change_elr(record(elr=3), "23PM", typed((5, 6))).after == 2
        assert change_elr(record(elr=1), "24PM", typed((6, 6))).after == 1

    def test_7_516_each_scenario_done_and_each_50_cvp_make_it_worse(self) -> None:
        """24AM is after two scenarios: +4; 120 CVP: +4; so a 4 is a 12."""
        assert change_elr(record(elr=3, cvp_suffered=120), "24AM", typed((2, 2))).after == 2
        assert change_elr(record(elr=3, cvp_suffered=120, elite_groups_bought=1), "24AM", typed((2, 2))).after == 3

    def test_7_517_weather_follows_the_date_before(self) -> None:
        assert weather("Overcast", typed((2, 2))).result == "Rain"
        assert weather("Clear", typed((2, 2))).result == "Overcast"
        assert ground_conditions("Rain", typed((5,))).result == "Wet"
        assert ground_conditions("Overcast", typed((5,))).result == "Moist"
