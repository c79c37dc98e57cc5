"""What a person is told before deciding, in rooms and at rivers: what a move leaves behind, why not, with what odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.kernel import Illegal, Unknown
from orsha.server import scenes
from orsha.server.advice import ChargeOdds, Targets, WayTo, advise
from orsha.server.proposals import CardOf, Propose
from orsha.server.reasons import WhyNot
from orsha.server.rolls_ahead import DefendOdds, LaunchOdds, MoveOdds, RollsAhead, ToCome
from orsha.tabletop.force import ready_forces
from orsha.tabletop.game import Battle, BattleSetup, crowding, landing
from orsha.tabletop.game.commands import Charge, Leg, March
from orsha.tabletop.game.deploying import deployable

GAME = Battle()
Moment = tuple[Any, str, str]
"""A view, the seat that is to act, and the unit that it is about."""


def moments(mission: str, wanted: dict[str, Callable[[Any, str], str | None]]) -> dict[str, Moment]:
    """The first view of every moment that is wanted, in as many battles as it takes."""
    forces = {"allied": ready_forces()["soviet-50"], "axis": ready_forces()["german-50"]}
    held: dict[str, Moment] = {}

    def seen(played: Any) -> None:
        state = played.state
        seat = state.asked.seat if state.asked is not None else state.mission.active or "allied"
        for name in [name for name in wanted if name not in held]:
            unit = wanted[name](played, seat) if state.table is not None else None
            if unit is not None:
                held[name] = (played.view(seat), seat, unit)

    for seed in (2, 6, 1, 3, 4, 5, 7, 8):
        setup = BattleSetup(forces, mission=mission, seed=seed)  # type: ignore[arg-type]
        play_battle(setup, {"allied": "staff", "axis": "staff"}, seed, most_turns=6, seen=seen)
        if len(held) == len(wanted):
            return held
    raise AssertionError(f"no battle in {mission} comes to {', '.join(set(wanted) - set(held))}")


def with_act(act: str, step: str) -> Callable[[Any, str], str | None]:
    def found(played: Any, seat: str) -> str | None:
        if played.state.step != step or played.state.asked is not None:
            return None
        units = (option.takes["unit"].values[0] for option in played.options(seat) if option.act == act)
        return next(units, None)

    return found


# -- in the city


def _next_door(played: Any, seat: str) -> str | None:
    """A unit that can assault the next room, and also from outside."""
    if played.state.step != "assault" or played.state.asked is not None:
        return None
    charges = [option for option in played.options(seat) if option.act == "charge"]
    units = [option.takes["unit"].values[0] for option in charges]
    return next((unit for unit in units if units.count(unit) > 1), None)


def _crowded(played: Any, seat: str) -> str | None:
    state = played.state
    if state.mission.stage != "setup" or state.asked is not None:
        return None
    full = (unit for unit in deployable(state, "allied") if crowding.packed(state, "allied", unit) is None)
    noted = (unit for unit in full if advise(played.view("allied"), "allied", Propose("deploy", unit)).note)  # type: ignore[union-attr]
    return next(noted, None)


def _under_fire(played: Any, seat: str) -> str | None:
    asked = played.state.asked
    return asked.units[0] if asked is not None and asked.kind == "defend" else None


@pytest.fixture(scope="module")
def city() -> dict[str, Moment]:
    wanted = {"next door": _next_door, "crowded": _crowded, "defend": _under_fire, "move": with_act("move", "movement")}
    return moments("two-buildings", wanted)


def test_an_enemy_in_the_next_room_is_assaulted_from_inside_and_from_outside_where_that_is_asked_for(
    city: dict[str, Moment],
) -> None:
    view, seat, unit = city["next door"]
    targets = {id: advise(view, seat, Propose("charge", unit, id)).command for id in _foes(view, seat)}  # type: ignore[union-attr]
    enemy, inside = next((id, one) for id, one in targets.items() if one is not None and one.rooms)
    assert inside.legs == ()
    outside = advise(view, seat, Propose("charge", unit, enemy, outside=True)).command  # type: ignore[union-attr]
    assert outside is None or (outside.legs and not outside.rooms)
    listed = {one.unit: one.carries for one in advise(view, seat, Targets(unit, charges=True)).charges}  # type: ignore[union-attr]
    chosen = advise(view, seat, ChargeOdds(inside)).charges  # type: ignore[union-attr]
    assert [one.carries for one in chosen] == [listed[enemy]], "the list tells of the same charge"
    with pytest.raises(Illegal):
        advise(view, seat, ChargeOdds(Charge(unit, (), ("no such room",))))


def _foes(view: Any, seat: str) -> list[str]:
    return [id for id in view.units if not id.startswith(seat)]


def test_where_the_enemy_who_was_named_cannot_be_charged_nobody_else_is(city: dict[str, Moment]) -> None:
    view, seat, unit = city["next door"]
    charged = {one.unit for one in advise(view, seat, Targets(unit, charges=True)).charges}  # type: ignore[union-attr]
    others = [id for id in _foes(view, seat) if id not in charged]
    assert others, "everybody is near"
    assert all(advise(view, seat, Propose("charge", unit, id)).command is None for id in others)  # type: ignore[union-attr]


def test_a_unit_that_does_not_charge_is_told_why(city: dict[str, Moment]) -> None:
    view, seat, unit = city["next door"]
    assert advise(view, seat, WhyNot(unit)).lines == ()  # type: ignore[union-attr]
    told = [line for id in view.units if id.startswith(seat) for line in advise(view, seat, WhyNot(id)).lines]  # type: ignore[union-attr]
    assert told and all(line.startswith("it cannot charge: ") and not line.endswith(": ") for line in told)


def test_a_unit_without_room_is_said_to_go_into_reserve(city: dict[str, Moment]) -> None:
    view, _, unit = city["crowded"]
    found: Any = advise(view, "allied", Propose("deploy", unit))
    assert found.command["places"] == () and "it goes into reserve" in found.note


def test_defensive_fire_says_what_it_promises(city: dict[str, Moment]) -> None:
    view, seat, _ = city["defend"]
    command = advise(view, seat, Propose("defend")).command  # type: ignore[union-attr]
    (line,) = advise(view, seat, DefendOdds(command.aims)).lines  # type: ignore[union-attr]
    assert "stop the charge" in line and line.endswith("%")


def test_a_move_says_how_far_it_is_who_stays_and_who_is_out_of_command(city: dict[str, Moment]) -> None:
    view, seat, unit = city["move"]
    leader, own = view.units[unit].leader, [id for id in view.teams if id.startswith(f"{unit}.")]
    x, y = view.teams[leader].x, view.teams[leader].y
    stays = next(id for id in own if id != leader and view.teams[id].room is None)
    at = (view.teams[stays].x, view.teams[stays].y)
    found = advise(view, seat, MoveOdds(March(unit, (Leg(stays, (at,), facing=90),))))
    assert (found.farthest, len(found.stay)) == (0, len(own) - 1)  # type: ignore[union-attr]
    middle = (view.table.size[0] // 2, view.table.size[1] // 2)
    legs = advise(view, seat, WayTo(unit, middle)).legs  # type: ignore[union-attr]
    found = advise(view, seat, MoveOdds(March(unit, legs)))
    assert set(found.stay) == set(own) - {leg.team for leg in legs}  # type: ignore[union-attr]
    assert found.farthest <= 8001, "never farther than the rules allow, whatever is gone inside of rooms"  # type: ignore[union-attr]
    assert (x, y) == (view.teams[leader].x, view.teams[leader].y), "nothing has happened"


# -- at the river


def _must_land(played: Any, seat: str) -> str | None:
    if played.state.step != "movement" or played.state.asked is not None:
        return None
    return next(iter(landing.must_land(played.state, played.state.mission.active)), None)


def _not_placed(played: Any, seat: str) -> str | None:
    if played.state.mission.active is not None:
        return None
    return next((id for id in played.state.roster.of_seat[seat] if id not in played.state.units), None)


@pytest.fixture(scope="module")
def river() -> dict[str, Moment]:
    wanted = {
        "move": with_act("move", "movement"), "launch": with_act("launch", "movement"), "land": _must_land,
        "waits": _not_placed,
    }  # fmt: skip
    return moments("river-crossing", wanted)


def test_the_dice_to_come_and_the_reasons_are_told_of_every_unit_at_a_river(river: dict[str, Moment]) -> None:
    view, seat, _ = river["move"]
    for unit in [id for id in view.units if id.startswith(seat)]:
        advise(view, seat, ToCome(unit))
    view, seat, unit = river["launch"]
    told = {id: advise(view, seat, WhyNot(id)).lines for id in view.units if id.startswith(seat)}  # type: ignore[union-attr]
    assert told[unit] == (f"{len(view.boats)} of {len(view.boats)} boats lie ready",)
    assert any(
        "boats cannot be launched: its leader must be next to" in line for lines in told.values() for line in lines
    )


def test_a_unit_that_is_not_placed_yet_has_no_dice_before_it_and_the_question_is_no_mistake(
    river: dict[str, Moment],
) -> None:
    view, seat, unit = river["waits"]
    assert advise(view, seat, ToCome(unit)) == RollsAhead(())


def test_a_launch_says_its_boats_who_stays_behind_and_the_drift(river: dict[str, Moment]) -> None:
    view, seat, unit = river["launch"]
    command: Any = GAME.command(advise(view, seat, Propose("launch", unit)).command)  # type: ignore[union-attr]
    boats, *_, drift = advise(view, seat, LaunchOdds(command)).lines  # type: ignore[union-attr]
    assert boats.startswith(f"{len(command.loads)} of {len(view.boats)} boats") and drift.startswith("drift: ")


def test_who_must_get_off_the_boats_is_marked_and_getting_off_is_proposed(river: dict[str, Moment]) -> None:
    view, seat, unit = river["land"]
    assert unit in [one.id for one in scenes.battle(view).units if one.lands]
    legs = advise(view, seat, WayTo(unit, (0, 0), ride="off")).legs  # type: ignore[union-attr]
    found = advise(view, seat, MoveOdds(March(unit, legs)))
    assert legs and found.farthest <= 8001, "measured from the boat's edge"  # type: ignore[union-attr]


def test_the_card_of_nobody_is_not_known(river: dict[str, Moment]) -> None:
    view, seat, _ = river["move"]
    with pytest.raises(Unknown):
        advise(view, seat, CardOf("allied 99"))
