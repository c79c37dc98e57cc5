"""Transports and passengers (core 4.8; Unit Transport, Softskin and Tractor by their cards)."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.battle import transports as t
from orsha.tabletop.force.card import Team
from tests.tabletop.battle.told import INCH, RULES, Told, gun, half_track, rifles, tank, truck

SOFT = truck(rules=("softskin", "unit-transport", "unarmoured"))
TRACTOR = truck(rules=("tractor",), passengers=0)
MEN = [t.Passenger("Anna", rifles()), t.Passenger("Boris", rifles()), t.Passenger("Vera", rifles(save=4))]


def mounting(team: Team, transport: Team, rules: Any = RULES, **facts: Any) -> str:
    return t.forbids_mounting(team, transport, t.Boarding(**{"touching": True, **facts}), rules) or ""


class TestMounting:
    def test_infantry_in_contact_with_a_transport_that_has_room(self) -> None:
        assert mounting(rifles(), half_track()) == "" and mounting(rifles(), half_track(), aboard=2) == ""
        assert mounting(rifles(), half_track(), aboard=3) == "Half-track is full: it carries 3"
        assert "does not reach" in mounting(rifles(), half_track(), touching=False)
        assert "does not carry" in mounting(rifles(), tank())
        assert "does not carry" in mounting(gun(), half_track())

    def test_a_tractor_tows_one_gun_and_no_men(self) -> None:
        assert mounting(gun(), TRACTOR) == "" and "full" in mounting(gun(), TRACTOR, aboard=1)
        assert "does not carry" in mounting(rifles(), TRACTOR)

    def test_once_a_turn_in_or_out(self) -> None:
        assert "this turn" in mounting(rifles(), half_track(), changes=1)
        assert mounting(rifles(), half_track(), rules=RULES.set("mount-and-dismount", 2), changes=1) == ""

    def test_not_when_pinned_nor_into_a_bailed_out_vehicle_nor_against_an_order(self) -> None:
        assert "pinned" in mounting(rifles(), half_track(), pinned=True)
        assert mounting(rifles(), half_track(), rules=RULES.set("pinned-mounting", True), pinned=True) == ""
        assert "Bailed Out" in mounting(rifles(), half_track(), transport_bailed_out=True)
        assert "order" in mounting(rifles(), half_track(), forbidden=("move",))

    def test_a_transport_drives_on_with_them_if_it_had_not_moved(self) -> None:
        assert t.may_drive_on(True, False, RULES) and not t.may_drive_on(True, True, RULES)
        assert t.may_drive_on(False, True, RULES)
        assert t.may_drive_on(True, True, RULES.set("mounting", "always"))
        assert not t.may_drive_on(True, False, RULES.set("mounting", "never"))


class TestDismounting:
    def leaving(self, transport: Team, rules: Any = RULES, **facts: Any) -> str:
        return t.forbids_dismounting(transport, t.Leaving(**facts), rules) or ""

    def test_before_the_transport_moves_and_once_a_turn(self) -> None:
        assert self.leaving(half_track()) == ""
        assert "before their transport moves" in self.leaving(half_track(), transport_moved=True)
        assert self.leaving(half_track(), RULES.set("dismounting", "any-time"), transport_moved=True) == ""
        assert "this turn" in self.leaving(half_track(), changes=1)

    def test_softskins_let_all_out_at_once(self) -> None:
        assert "at the same time" in self.leaving(SOFT, others_stay=True)
        assert self.leaving(half_track(), others_stay=True) == ""

    def test_a_gun_taken_up_or_left_does_not_shoot(self) -> None:
        assert t.limbering_forbids(gun(), True, RULES) == ("shoot",)
        assert t.limbering_forbids(gun(), False, RULES) == () == t.limbering_forbids(rifles(), True, RULES)
        assert t.limbering_forbids(gun(), True, RULES.set("limbering", ())) == ()


class TestWhenItIsHit:
    def test_passengers_of_a_destroyed_half_track_save_themselves_and_are_pinned(self) -> None:
        dice = Told(3, 2, 4)
        fates = t.transport_destroyed(half_track(), MEN, dice, "axis", RULES)
        assert fates.out == ("Anna", "Vera") and fates.destroyed == ("Boris",)
        assert fates.pinned and not fates.others_to_rear
        assert dice.purposes == ["Anna gets out", "Boris gets out", "Vera gets out"]

    def test_an_empty_one_pins_nobody(self) -> None:
        assert t.transport_destroyed(half_track(), [], Told(), "axis", RULES) == t.Fates()

    def test_softskins_die_with_all_aboard_and_the_others_go_to_the_rear(self) -> None:
        fates = t.transport_destroyed(SOFT, MEN, Told(), "axis", RULES)
        assert fates.destroyed == ("Anna", "Boris", "Vera") and fates.others_to_rear

    def test_a_bailed_out_one_lets_them_out_unless_the_switch_keeps_them_in(self) -> None:
        assert t.transport_bailed_out(MEN, RULES).out == ("Anna", "Boris", "Vera")
        assert t.transport_bailed_out(MEN, RULES.set("bailed-transport", "stay")).stay == ("Anna", "Boris", "Vera")

    def test_the_switches_of_a_destroyed_one(self) -> None:
        safe = t.transport_destroyed(half_track(), MEN, Told(), "axis", RULES.set("destroyed-transport", "safe"))
        assert len(safe.out) == 3 and safe.pinned
        dead = t.transport_destroyed(half_track(), MEN, Told(), "axis", RULES.set("destroyed-transport", "destroyed"))
        assert len(dead.destroyed) == 3 and not dead.others_to_rear
        calm = RULES.set("destroyed-transport-pins", False)
        assert not t.transport_destroyed(half_track(), MEN, Told(6, 6, 6), "axis", calm).pinned


class TestToTheRear:
    def sent(self, team: Team, mils: int | None, carries: bool = True) -> str:
        return t.sent_to_rear(t.Convoy(team, mils, carries), RULES) or ""

    def test_a_unit_transport_stays_within_6_inches_of_its_passengers_leader(self) -> None:
        assert self.sent(half_track(), 6 * INCH) == ""
        assert "over 6 inches" in self.sent(half_track(), 6 * INCH + 1)
        assert self.sent(half_track(), None) == "", "its unit is not on the table"
        assert self.sent(half_track(rules=()), 20 * INCH) == "", "no unit transport"

    def test_empty_softskins_leave(self) -> None:
        assert "empty softskin" in self.sent(SOFT, INCH, carries=False)
        assert self.sent(SOFT, INCH) == "" and self.sent(half_track(), INCH, carries=False) == ""
