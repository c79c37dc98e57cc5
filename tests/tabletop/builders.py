"""Small forces and mission games with names, for tests that read as stories."""

from __future__ import annotations

import random
from typing import Any

from orsha.kernel import Match, Typed
from orsha.tabletop.mission import Changes, MissionGame, Setup, Unit
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import state as s

GAME = MissionGame()

HQ = Unit("HQ", 5, 2, commander=True)
RIFLES = Unit("Rifles", 15, 12)
TRUCKS = Unit("Trucks", 3, 3, "tank", attached_to="Rifles")
TANKS = Unit("Tanks", 25, 5, "tank", front_armour=6)
HEAVIES = Unit("Heavies", 20, 3, "tank", front_armour=9)
GUNS = Unit("Guns", 12, 4, "gun", artillery=True)
SCOUTS = Unit("Scouts", 10, 3, "tank", front_armour=1)
AIR = Unit("Air", 7, 2, "aircraft")
OBSERVER = Unit("Observer", 1, 1, independent=True)
FORCE = (HQ, RIFLES, TRUCKS, TANKS, HEAVIES, GUNS, SCOUTS, AIR, OBSERVER)

Game = Match[Any, Any, Any, Any]


def opened(slug: str, *, dice: Any = 0, attacker: s.Seat | None = "allied", forces: Any = None, **kwargs: Any) -> Game:
    """A mission game on a virtual table, begun; the allied seat attacks unless said otherwise."""
    forces = forces if forces is not None else {"allied": FORCE, "axis": FORCE}
    match: Game = Match.open(GAME, Setup(mission=slug, attacker=attacker, forces=forces, **kwargs), dice=dice)
    match.do("allied", mc.Begin())
    return match


def typed(slug: str, **kwargs: Any) -> Game:
    return opened(slug, dice=Typed(), **kwargs)


def options(match: Game) -> dict[str, list[Any]]:
    return {seat: list(match.options(seat)) for seat in match.seats}


def play_on(match: Game, until: Any, seed: int = 1, avoid: tuple[str, ...] = ("lose",), most: int = 400) -> None:
    """Plays random legal options until something holds."""
    rng = random.Random(seed)
    for _ in range(most):
        if until(match):
            return
        offers = [(seat, o) for seat in match.seats for o in match.options(seat) if not (o.ends or o.act in avoid)]
        seat, option = rng.choice(offers)
        if match.position.waiting is not None:
            match.accept(match.answer(seat, option.sample(rng)["faces"]))
        else:
            match.do(seat, GAME.command(option.sample(rng)))
    raise AssertionError("it never came to that")


def step_name(match: Game) -> str:
    from orsha.tabletop.mission.steps import current

    return str(current(match.state).__struct_config__.tag)


def at_step(name: str, count: int = 1) -> Any:
    """Holds when the set-up has come to a step, for the given time."""

    def holds(match: Game) -> bool:
        from orsha.tabletop.mission.ground import mission_of

        if match.state.mission is None or match.state.stage != "setup":
            return False
        tags = [str(step.__struct_config__.tag) for step in mission_of(match.state).file.setup]
        return tags[match.state.step] == name and tags[: match.state.step + 1].count(name) == count

    return holds


def playing(match: Game) -> bool:
    return bool(match.state.stage != "setup")


def begun(slug: str, seed: int = 1, **kwargs: Any) -> Game:
    """A mission game whose set-up is done."""
    match = opened(slug, **kwargs)
    play_on(match, playing, seed)
    return match


def turn(match: Game, **answers: Any) -> None:
    """Plays the active seat's turn with nothing special in it: formations hold, nobody is near, the turn ends."""
    seat, number = match.state.active, match.state.turns[match.state.active]
    near = answers.get("near", ())
    while match.result is None and match.state.active == seat and match.state.turns[seat] == number:
        if match.state.asked is not None:
            kind = match.state.asked.kind
            match.do(
                seat,
                mc.Near(near if match.state.asked.when == "start" else answers.get("end", match.state.asked.objectives))
                if kind == "near"
                else mc.Answer(answers.get("yes", False)),
            )
        elif match.state.stage == "morale":
            match.do(seat, mc.Morale(answers.get("formation", True)))
        elif match.state.stage == "main":
            match.do(seat, mc.EndTurn())
        else:
            rng = random.Random(number)
            option = next((o for o in match.options(seat) if o.act == "done"), match.options(seat)[0])
            match.do(seat, GAME.command(option.sample(rng)))


__all__ = ["Changes"]
