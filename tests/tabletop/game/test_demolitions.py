"""The cards for demolition carriers: Control Tank, Explosives, Demolitions Attachment."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.bots.battle_auto import play_battle
from orsha.bots.staff import carriers as staff
from orsha.bots.staff.bot import StaffBot
from orsha.kernel.journal import Did
from orsha.tabletop.battle.assault import must_break_off
from orsha.tabletop.battle.starting import formation_last_stand
from orsha.tabletop.force import Force, ForceList, FormationChoice, UnitChoice, arsenal, legal_force, ready_force
from orsha.tabletop.force.attaching import attached
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.force.choosing import fielded
from orsha.tabletop.game import Battle, BattleSetup, beginning, bombarding, facts, obstacles
from orsha.tabletop.game.commands import Aim, Bombard, Defend, Leg, NextStep, Pass, Shoot, TakeControl
from orsha.tabletop.game.events import AssaultEnded, Shelled, TeamsGone
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import lose
from orsha.tabletop.mission.ground import lost_units
from orsha.tabletop.mission.state import Marker
from tests.tabletop.battle.told import GUN, bunker, gun, rifles, tank
from tests.tabletop.game.stage import (
    INCH,
    Group,
    act,
    battle,
    decided,
    refused,
    told,
    with_mission,
    with_team,
)
from tests.tabletop.game.test_bombarding import HOWITZER
from tests.tabletop.game.test_moving import wood

CHARGE = Weapon("Demolitions", 0, "artillery", anti_tank=4, firepower="auto", rules=("brutal", "explosives"))
OUT = (40, 40)
"""Where nobody is."""


def carrier() -> Team:
    rules = ("control-tank", "demolitions-attachment")
    return tank("Borgward", (1, 0, 1), weapons=(CHARGE,), rules=rules)


def stugs(*spots: tuple[float, float], **of: Any) -> Group:
    return Group("StuGs", (tank("StuG", (7, 5, 1)),) * len(spots), spots, 0, **of)


def attachment(*spots: tuple[float, float], of: str = "StuGs") -> Group:
    return Group("Carriers", (carrier(),) * len(spots), spots, 0, attached_to=of)


def foes(*spots: tuple[float, float]) -> Group:
    return Group("Grenadiers", (rifles(),) * len(spots), spots, 180)


def before(*enemies: Group, tanks: Any = ((20, 4), (24, 4)), at: Any = ((20, 12),), **of: Any) -> BattleState:
    """Allied StuGs behind their carriers, which look up the table at the enemy: the allied Assault Step."""
    given: dict[str, Any] = {"step": "assault", **of}
    return battle([stugs(*tanks), attachment(*at)], list(enemies) or [foes(OUT)], **given)


STEERS = TakeControl("allied 1", "allied 0.0", "allied 1.0")


def drives(state: BattleState, x: float, y: float) -> TakeControl:
    leg = Leg("allied 1.0", (facts.spot(state, "allied 1.0"), (round(x * INCH), round(y * INCH))))
    return replace(STEERS, legs=(leg,))


# -- taking control


def test_control_tank_a_stug_that_neither_moved_nor_shot_takes_control() -> None:
    state = before()
    assert act(state, "allied", STEERS).one(AssaultEnded).why == "the carrier has exploded"
    for deed in ({"moved": True}, {"shot": "halted"}, {"bailed_out": True}, {"fired_at_aircraft": True}):
        refused(with_team(state, "allied 0.0", **deed), "allied", STEERS, "does not take control")
    refused(with_team(state, "allied 1.0", bailed_out=True), "allied", STEERS, "the carrier is Bailed Out")


def test_control_tank_in_the_assault_step_of_its_own_turn() -> None:
    refused(before(step="shooting"), "allied", STEERS, "own Assault Step")
    refused(before(active="axis"), "allied", STEERS, "own Assault Step")


@pytest.mark.parametrize(("y", "legal"), [(26, True), (26.1, False)])
def test_control_tank_within_twenty_inches(y: float, legal: bool) -> None:
    state = before(at=((20, y),))
    far = facts.gap(state, "allied 0.0", "allied 1.0") / INCH
    assert (far <= 20) == legal
    if legal:
        assert act(state, "allied", STEERS).of(Shelled)
    else:
        refused(state, "allied", STEERS, "farther than 20 inches")


def test_control_tank_in_its_line_of_sight() -> None:
    state = before(at=((20, 18),), features=[wood(10, 6.5, 30, 15)])
    refused(state, "allied", STEERS, "does not see the carrier")


def test_control_tank_of_its_own_attachment() -> None:
    state = battle(
        [stugs((20, 4)), attachment((20, 12), of="Others"), Group("Others", (tank("StuG", (7, 5, 1)),), [(30, 4)])],
        [foes(OUT)],
        step="assault",
    )
    refused(state, "allied", STEERS, "attached to another unit")
    assert act(state, "allied", replace(STEERS, tank="allied 2.0")).of(Shelled)


def test_control_tank_instead_of_assaulting_and_of_one_carrier() -> None:
    state = act(before(at=((20, 12), (30, 12))), "allied", STEERS).state
    other = replace(STEERS, carrier="allied 1.1")
    refused(state, "allied", other, "may not assault, or has taken control already")
    assert act(state, "allied", replace(other, tank="allied 0.1")).of(Shelled), "the other StuG steers the other"
    refused(with_team(before(), "allied 0.0", forbidden=("assault",)), "allied", STEERS, "may not assault")


def test_control_tank_the_carrier_stays_or_goes_up_to_four_inches() -> None:
    state = before()
    moved = act(state, "allied", drives(state, 20, 16))
    assert moved.one(Shelled).at == (20 * INCH, 16 * INCH)
    refused(state, "allied", drives(state, 20, 16.1), "steered it goes up to 4")
    assert act(state, "allied", STEERS).one(Shelled).at == (20 * INCH, 12 * INCH)
    wrong = replace(STEERS, legs=(Leg("allied 0.1", ((24000, 4000), (24000, 6000))),))
    refused(state, "allied", wrong, "Carriers")


def test_control_tank_it_goes_as_in_a_charge_up_to_the_enemy() -> None:
    state = before(foes((20, 17)))
    command = drives(state, 20, 14.5)
    assert act(state, "allied", command).state.asked is not None


# -- Defensive Fire


def fire(state: BattleState) -> BattleState:
    """The enemy is asked for Defensive Fire."""
    asked = act(state, "allied", STEERS).state
    assert asked.asked is not None and asked.asked.kind == "defend" and asked.asked.seat == "axis"
    return asked


def test_control_tank_the_enemy_fires_whether_or_not_it_moved() -> None:
    state = before(foes((20, 18)))
    assert act(fire(state), "axis", Pass()).one(Shelled).hit == (), "the enemy is beyond the template"
    moved = act(state, "allied", drives(state, 20, 15)).state
    assert moved.asked is not None and moved.asked.units == ("axis 0",)
    far = before(foes((20, 24)))
    assert act(far, "allied", STEERS).of(Shelled), "nobody is within 8 inches"


def anti_tank(at: tuple[float, float] = (20, 19)) -> Group:
    return Group("Tanks", (tank("Tiger", weapons=(replace(GUN, anti_tank=12, firepower=6),)),), [at], 180)


def test_control_tank_it_ignores_bailed_out() -> None:
    asked = fire(before(anti_tank()))
    after = act(asked, "axis", Defend((Aim("axis 0.0", 0, "allied 1.0"),)), (6, 6), (1, 1))
    assert after.one(Shelled).exploded, "firepower tests failed: a tank would be Bailed Out"


@pytest.mark.parametrize(("face", "explodes"), [(1, True), (2, True), (3, False)])
def test_explosives_a_carrier_that_is_destroyed_explodes_on_1_or_2(face: int, explodes: bool) -> None:
    asked = fire(before(anti_tank()))
    after = act(asked, "axis", Defend((Aim("axis 0.0", 0, "allied 1.0"),)), (6, 1), 6, face)
    assert bool(after.of(Shelled)) is explodes
    assert after.one(TeamsGone).how == "destroyed"
    assert after.one(AssaultEnded).why == "the carrier was destroyed" and after.state.assault is None
    assert after.state.mission.units["allied 1"].where == "lost"


def test_explosives_however_it_is_destroyed() -> None:
    state = battle(
        [Group("Tanks", (tank(weapons=(replace(GUN, anti_tank=12, firepower=2, halted=1, moving=1),)),), [(20, 4)])],
        [
            Group("Carriers", (carrier(),), [(20, 16)], 180, attached_to="StuGs"),
            stugs((30, 30)),
        ],
        step="shooting",
    )
    after = decided(state, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.0"),)), 6, 6, 2)
    assert after.one(Shelled).exploded


def test_explosives_one_sets_off_another_once() -> None:
    state = before(at=((20, 12), (22, 12)))

    def blow(story: Any) -> None:
        lose(story, ["allied 1.0"], "destroyed")

    # 1.0 explodes; 1.1 is hit, its armour is beaten, it explodes too and does not hit 1.0 again.
    after = told(state, blow, 1, 1, 2)
    first, second = after.of(Shelled)
    assert first.hit == ("allied 1.1",) and second.hit == ()
    assert not facts.teams_of(after.state, "allied 1")


# -- the explosion


def test_explosives_it_hits_everybody_under_the_template_friend_and_foe() -> None:
    state = before(foes((20, 15), (22.5, 15), (24.5, 15)), tanks=((20, 4), (24, 4), (17, 12)))
    after = act(fire(state), "axis", Pass(), (6, 6), (6, 6), 6)
    assert set(after.one(Shelled).hit) == {"axis 0.0", "axis 0.1", "allied 0.2"} and after.one(Shelled).inches == 6
    purposes = [ask.purpose for ask in after.dice.asked]
    assert "save" in purposes[0] and "Brutal" in purposes[1] and "anti-tank 4" in purposes[2], purposes


def test_explosives_a_bunker_is_hit_by_no_bombardment() -> None:
    state = before(Group("Bunker", (bunker(),), [(20, 15)], 180))
    fired = act(state, "allied", STEERS)
    done = fired if fired.of(Shelled) else act(fired.state, "axis", Pass())
    assert done.one(Shelled).hit == ()


def test_explosives_minefields_under_the_template_are_gone() -> None:
    laid = [Marker("minefield", "axis", (x * INCH, 12 * INCH)) for x in (22, 25)]
    state = with_mission(before(), markers=(*laid, Marker("wire", "axis", (20 * INCH, 14 * INCH))))
    after = act(state, "allied", STEERS)
    assert after.one(Shelled).cleared == (("minefield", (22 * INCH, 12 * INCH)),)
    left = obstacles.markers(after.state)
    assert left["minefield"] == [(25 * INCH, 12 * INCH)] and left["barbed wire"] == [(20 * INCH, 14 * INCH)]


def test_explosives_the_carrier_is_removed_and_was_not_lost() -> None:
    after = act(before(at=((20, 12), (30, 12))), "allied", STEERS)
    assert after.one(TeamsGone).how == "spent" and after.state.lost == {}
    last = act(after.state, "allied", TakeControl("allied 1", "allied 0.1", "allied 1.1")).state
    assert last.mission.units["allied 1"].where == "withdrawn"


# -- the attachment


def test_demolitions_attachment_it_charges_nobody_and_must_break_off() -> None:
    state = before(foes((20, 15)))
    charges = [one.choices("unit") for one in Battle().options(state, "allied") if one.act == "charge"]
    assert ("allied 1",) not in charges
    assert must_break_off(carrier()) and not must_break_off(tank())


def test_demolitions_attachment_it_fires_no_bombardment_of_its_own() -> None:
    assert not carrier().bombards
    state = before(step="shooting")
    assert not list(bombarding.options(state, "allied"))


def test_demolitions_attachment_it_neither_takes_nor_holds_objectives() -> None:
    state = before()
    assert not facts.may_hold(state, "allied 1.0") and facts.may_hold(state, "allied 0.0")


def test_demolitions_attachment_it_counts_for_no_last_stand_and_no_victory_points() -> None:
    state = before()
    counted = [beginning._counted(state, unit) for unit in ("allied 0", "allied 1")]
    assert formation_last_stand(counted, state.setup.moves).units == ("StuGs",)
    lost = with_mission(state, units={id: replace(one, where="lost") for id, one in state.mission.units.items()})
    assert lost_units(lost.mission, "allied") == 1


def test_demolitions_attachment_it_leaves_with_its_platoon_and_is_not_lost() -> None:
    def blow(story: Any) -> None:
        lose(story, ["allied 0.0", "allied 0.1"], "destroyed")

    after = told(before(), blow).state
    assert [after.mission.units[f"allied {n}"].where for n in (0, 1)] == ["lost", "withdrawn"]
    assert "allied 1.0" not in after.teams and "allied 1" not in after.lost


def test_demolitions_attachment_also_when_the_platoon_fails_its_last_stand() -> None:
    state = battle(
        [stugs((20, 4), (24, 4)), attachment((20, 12)), Group("HQ", (tank(),), [(60, 4)], hq=True)],
        [foes(OUT), Group("More", (rifles(),), [(40, 44)])],
        step="assault",
        active="axis",
    )
    left = {id: team for id, team in state.teams.items() if id != "allied 0.1"}
    state = replace(state, lost={"allied 0": ("allied 0.1",)}, teams=left)
    after = decided(state, "axis", NextStep(), 1)
    assert [after.state.mission.units[f"allied {n}"].where for n in (0, 1)] == ["lost", "withdrawn"]


def test_demolitions_attachment_shells_may_fall_as_close_as_one_likes() -> None:
    guns = Group("Howitzers", (gun(weapons=(HOWITZER,)),) * 3, [(6, 4), (9, 4), (12, 4)])
    at = (20 * INCH, 14 * INCH)
    state = battle([stugs((40, 4)), attachment((20, 12)), guns], [foes((20, 14))], step="shooting")
    assert bombarding.check_bombard(state, "allied", Bombard("allied 2", "allied 2.0", at)).at == at
    assert any(option.act == "bombard" for option in bombarding.options(state, "allied"))
    near = battle([stugs((20, 12)), guns], [foes((20, 14))], step="shooting")
    refused(near, "allied", Bombard("allied 1", "allied 1.0", at), "from a friendly team")


def test_a206_each_attachment_belongs_to_a_platoon_of_its_formation() -> None:
    stock = arsenal("german", "mid")

    def unit(card: str, name: str) -> Any:
        return fielded(stock.card(card), name, stock.card(card).sizes[0], {})[0]

    chief = unit("StuG (Late) Assault Gun Company HQ", "HQ")
    platoons = [unit("StuG (Late) Assault Gun Platoon", name) for name in ("A", "B")]
    own = [unit("Borgward Demolition Carriers", name) for name in ("X", "Y", "Z")]
    found = attached((chief, *platoons, *own))
    assert [(one.name, one.attached_to) for one in found] == [
        ("HQ", None), ("A", None), ("X", "A"), ("Z", "A"), ("B", None), ("Y", "B"),
    ]  # fmt: skip
    assert [one.attached_to for one in attached((chief, *own))] == [None] * 4


# -- what may be done, and the staff


def company(*more: tuple[str, int]) -> Force:
    """A company of StuGs with its carriers, as a list has it."""
    units = [UnitChoice("StuG (Late) Assault Gun Company HQ"), *(UnitChoice(card, size) for card, size in more)]
    formation = FormationChoice("StuG Assault Gun Company", tuple(units))
    return legal_force(ForceList("StuGs", "german", "mid", formations=(formation,)))


@pytest.mark.parametrize("bots", ["random", "staff"])
def test_bots_play_them(bots: str) -> None:
    platoon, carriers = ("StuG (Late) Assault Gun Platoon", 2), ("Borgward Demolition Carriers", 4)
    forces: Any = {"allied": ready_force("mid-soviet-50"), "axis": company(platoon, platoon, carriers, carriers)}
    setup = BattleSetup(forces, mission="annihilation", seed=3, turns=6)
    match, _ = play_battle(setup, {"allied": bots, "axis": bots}, 3, record=True)
    assert match.result is not None
    did = [entry.command for entry in match.entries if isinstance(entry, Did)]
    assert bots == "staff" or any(isinstance(command, TakeControl) for command in did)


def test_every_sampled_way_is_accepted() -> None:
    state, rng = before(foes((20, 17))), random.Random(4)
    options = [one for one in Battle().options(state, "allied") if one.act == "take-control"]
    assert [(one.choices("tank"), one.choices("carrier")) for one in options] == [
        (("allied 0.0",), ("allied 1.0",)),
        (("allied 0.1",), ("allied 1.0",)),
    ]
    for _ in range(20):
        command: Any = Battle().command(rng.choice(options).sample(rng))
        assert act(state, "allied", command).state
    assert not options[0].takes["legs"].contains("nothing")


def crowd() -> Group:
    return foes((19, 16), (20, 16), (21, 16), (19, 17), (21, 17))


def test_the_staff_holds_a_tanks_fire_and_sets_a_carrier_off_among_the_enemy() -> None:
    state = before(crowd(), step="shooting")
    aims = (Aim("allied 0.0", 0, "axis 0.0"), Aim("allied 0.1", 0, "axis 0.0"))
    assert staff.hold_fire(state, "allied", "allied 0", aims) == aims[1:]
    command = StaffBot("allied", 1).choose(before(crowd()))
    assert isinstance(command, TakeControl) and command.legs


def test_the_staff_blows_up_nobody_of_its_own() -> None:
    state = before(foes((20, 15)), tanks=((20, 4), (19, 14), (21, 14)))
    assert staff.control(state, "allied", "allied 1") is None


def test_the_staff_drives_at_the_enemy() -> None:
    state = before(foes((20, 22)), step="movement", at=((20, 8),))
    march = staff.march(state, "allied", "allied 1")
    assert march is not None and march.legs[0].way[-1][1] > 10 * INCH
