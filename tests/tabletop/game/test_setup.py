"""How a battle begins, who is in it, where it can be played."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Dice, Illegal, OrshaError, Seeded, Unknown
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup
from orsha.tabletop.game.events import TableLaid
from orsha.tabletop.game.roster import Roster, base_of
from orsha.tabletop.game.setup import generated
from orsha.tabletop.mission.commands import Begin
from orsha.tabletop.mission.library import missions
from tests.tabletop.battle.told import bunker, gun, nest, rifles, tank, team, truck
from tests.tabletop.game.stage import Group, force

FORCES: dict[Any, Any] = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}


def test_a_battle_needs_two_forces() -> None:
    with pytest.raises(Illegal, match="axis has no force"):
        Battle().start(BattleSetup({"allied": FORCES["allied"]}))


def test_an_unknown_mission_is_refused_in_a_sentence() -> None:
    with pytest.raises(OrshaError, match="no mission"):
        Battle().start(BattleSetup(FORCES, mission="picnic"))


def test_a_named_mission_has_a_name() -> None:
    with pytest.raises(Illegal, match="name a mission"):
        Battle().start(BattleSetup(FORCES))


@pytest.mark.parametrize("slug", missions())
def test_every_mission_can_be_fought(slug: str) -> None:
    forces = {**FORCES, "allied": ready_force("soviet-100")} if slug == "onslaught" else FORCES
    BattleSetup(forces, mission=slug, attacker="allied").check()


@pytest.mark.parametrize("switches", [{"moving": {"nonsense": 1}}, {"shooting": {"nonsense": 1}}])
def test_an_unknown_switch_is_refused(switches: Any) -> None:
    with pytest.raises(Unknown, match="nonsense"):
        Battle().start(BattleSetup(FORCES, mission="rearguard", **switches))


def test_a_switch_set_to_nonsense_is_refused_and_a_right_one_counts() -> None:
    with pytest.raises(Illegal, match="commander-replaced"):
        Battle().start(BattleSetup(FORCES, mission="rearguard", moving={"commander-replaced": 99}))
    setup = BattleSetup(FORCES, mission="rearguard", moving={"commander-replaced": 7})
    assert Battle().start(setup).setup.moves.leaders.commander_replaced_on == 7


def test_the_same_seed_lays_the_same_table_and_another_another() -> None:
    def laid(seed: int) -> Any:
        game = Battle()
        state = game.start(BattleSetup(FORCES, mission="free-for-all", seed=seed))
        return next(e for e in game.decide(state, "allied", Begin(), Dice(Seeded(1))) if isinstance(e, TableLaid)).table

    first = laid(5)
    generated.cache_clear()
    assert laid(5) == first and laid(6) != first


def test_ids_name_seat_unit_and_team() -> None:
    roster = Roster(FORCES)
    assert roster.units["axis 1"].teams[0] == "axis 1.0" == roster.teams["axis 1.0"].id
    assert roster.units["axis 1"].formation == 0 and roster.units["axis 6"].formation is None
    assert roster.of_seat["allied"] == tuple(f"allied {n}" for n in range(7))
    for name, look in (("unit", roster.unit), ("team", roster.team)):
        with pytest.raises(Unknown, match=f"no {name} called 'nobody'"):
            look("nobody")


def test_an_attachment_knows_whom_it_carries() -> None:
    soviets = force("soviet", [Group("Rifles", (rifles(),), ()), Group("Trucks", (truck(),), (), attached_to="Rifles")])
    roster = Roster({"allied": soviets, "axis": FORCES["axis"]})
    assert roster.units["allied 1"].attached_to == "allied 0" and roster.units["allied 0"].attached_to is None


def test_bases_are_judged_by_the_card() -> None:
    stuka = team("Stuka", "aircraft", move=None)
    cards = [rifles(), rifles(rules=("independent",)), gun(), gun(rules=("large-gun",)), bunker(), nest(), truck(),
             tank(armour=(2, 1, 0)), tank(), tank(armour=(10, 8, 2)), stuka]  # fmt: skip
    assert [base_of(card) for card in cards] == [
        "infantry", "infantry-small", "gun", "gun-large", "bunker", "nest", "truck", "tank-small", "tank",
        "tank-large", "tank",
    ]  # fmt: skip
