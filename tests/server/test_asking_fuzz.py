"""Whatever is asked in the middle of a battle is answered or refused in words: in the open, at a river, in rooms."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest

from orsha.bots.battle_auto import in_mission, play_battle
from orsha.kernel import OrshaError
from orsha.server.advice import Question, advise
from orsha.server.problems import Refused
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

SEATS: tuple[Seat, Seat] = ("allied", "axis")
EVERY = 12
"""One state of so many is asked about."""
ODDS = {"move": "move odds", "launch": "launch odds", "charge": "charge odds", "bombard": "shells"}
WRONG = (None, [], "", {}, -1, 0, 10**6, 1.5, float("nan"), [0, 0], [[0, 0]], True, "axis 0", ["allied 0.0"])


def states(mission: str) -> list[BattleState]:
    """Some of all that a battle between two staffs comes through."""
    found: list[BattleState] = []
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    setup = in_mission(BattleSetup(forces, seed=4), mission, "allied", {})
    play_battle(
        setup, {"allied": "staff", "axis": "staff"}, 2, most_turns=5, seen=lambda match: found.append(match.state)
    )
    return [state for state in found if state.table is not None][::EVERY]


def asked(view: BattleState, seat: Seat, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Questions about what may be done now, and about anybody and anything."""
    game, ids = Battle(), [*view.teams, *view.units, "allied 99", "x"]
    for option in list(game.options(view, seat))[:20]:
        command = msgspec.to_builtins(game.command(option.sample(rng)))
        if command["do"] in ODDS:
            yield {"ask": ODDS[command["do"]], "command": command}
        if "aims" in command:
            yield {"ask": "defence", "aims": command["aims"]}
            yield {"ask": "odds", "unit": command.get("unit", rng.choice(ids)), "aims": command["aims"]}
    own = [unit for unit in view.units if unit.startswith(seat)]
    one, other, at = rng.choice([*own, *ids]), rng.choice(ids), [rng.randint(0, 72_000), rng.randint(0, 48_000)]
    for what in ("why not", "to come", "card", "targets"):
        yield {"ask": what, "unit": one}
    yield {"ask": "draw-up", "unit": one, "at": at}
    yield {"ask": "way", "unit": one, "to": at, "ride": rng.choice((None, "on", "off"))}
    yield {"ask": "sees", "team": one, "at": at}
    yield {"ask": "propose", "act": rng.choice((*ODDS, "shoot", "defend", "build")), "unit": one, "target": other}
    yield {"ask": "defence", "aims": [{"team": one, "weapon": 0, "at": other}]}
    yield {"ask": "charge odds", "command": {"do": "charge", "unit": one, "legs": []}}
    yield {"ask": "move odds", "command": {"do": "move", "unit": one, "legs": []}}
    yield {"ask": "launch odds", "command": {"do": "launch", "unit": one, "loads": [{"at": at, "teams": [other]}]}}


def bent(question: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with one thing in it replaced, but for what is asked."""
    found: Any = msgspec.json.decode(msgspec.json.encode(question))
    holder, key = found, rng.choice([name for name in found if name != "ask"])
    while holder[key] and isinstance(holder[key], (dict, list)) and rng.random() < 0.7:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    holder[key] = rng.choice(WRONG)
    return cast("dict[str, Any]", found)


@pytest.mark.parametrize("mission", ["dust-up", "river-crossing", "the-factory"])
def test_whatever_is_asked_is_answered_or_refused(mission: str) -> None:
    rng, game, told = random.Random(mission), Battle(), Counter[str]()
    for state in states(mission):
        for seat in SEATS:
            view = game.view(state, seat)
            for question in asked(view, seat, rng):
                for one in (question, bent(question, rng)):
                    told[answered(view, seat, one)] += 1
    assert told["answered"] > 20 and told["refused"] > 20 and told["not a question"] > 20, told


def answered(view: BattleState, seat: Seat, question: dict[str, Any]) -> str:
    """Anything else that is raised is a bug, which a server would answer with 500."""
    try:
        advise(view, seat, msgspec.convert(question, Question))
    except msgspec.ValidationError:
        return "not a question"
    except (Refused, OrshaError):
        return "refused"
    return "answered"
