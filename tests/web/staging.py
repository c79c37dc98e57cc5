"""Battles brought to a moment by bots, for a person to sit down at: a file, taken in by the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.request import Request, urlopen

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.kernel.export import write
from orsha.tabletop.force import Force, ready_forces
from orsha.tabletop.game import BattleSetup
from orsha.tabletop.mission import missions
from tests.web.conftest import Person

BATTLES = 8
"""So many are played until one comes to the moment."""


class Reached(Exception):
    """The moment has come."""


def until(mission: str, act: str, points: int = 25, seed: int = 1, axis: int | None = None) -> tuple[bytes, str]:
    """A battle between staffs up to where the side whose turn it is may do something; and which side that is."""
    forces = {"allied": ready_forces()[f"soviet-{points}"], "axis": ready_forces()[f"german-{axis or points}"]}

    def may(match: BattleMatch) -> bool:
        state = match.state
        seat = state.mission.active
        playing = seat is not None and state.asked is None and state.step in ("shooting", "assault")
        return playing and any(option.act == act for option in match.options(seat))

    return brought(mission, forces, seed, f"{mission}-{act}-{seed}", may)


def until_asked(mission: str, kind: str, points: int, seed: int, axis: int | None = None) -> tuple[bytes, str]:
    """The same up to where a side is asked a question of some kind."""
    forces = {"allied": ready_forces()[f"soviet-{points}"], "axis": ready_forces()[f"german-{axis or points}"]}

    def asked(match: BattleMatch) -> bool:
        return match.state.asked is not None and match.state.asked.kind == kind

    return brought(mission, forces, seed, f"{mission}-{kind}-{seed}", asked)


def brought(
    mission: str, forces: dict[str, Force], seed: int, name: str, there: Callable[[BattleMatch], bool]
) -> tuple[bytes, str]:
    """The same up to where something holds, in the first battle from this seed on that comes to it; the side whose turn
    it is, or who decides in the set-up."""
    reached: list[BattleMatch] = []

    def seen(match: BattleMatch) -> None:
        if there(match):
            reached.append(match)
            raise Reached

    for n in range(seed, seed + BATTLES):
        try:
            play_battle(
                BattleSetup(forces, mission=mission, seed=n),  # type: ignore[arg-type]
                {"allied": "staff", "axis": "staff"},
                n,
                record=True,
                name=name,
                seen=seen,
            )
        except Reached:
            match = reached[0]
            side = match.state.mission.active or match.to_act()[0]
            return write("battle", missions()[mission].file.name, list(match.lines)), side
    raise AssertionError(f"it never came to {name}")


def sits_down(who: Person, battle: bytes) -> None:
    """Takes the battle in, and opens both seats at this person's device."""
    headers = {"Content-Type": "application/x-ndjson"}
    with urlopen(Request(f"{who.address}/api/import", battle, headers), timeout=120) as answer:
        opened = json.load(answer)
    for link in opened["mine"]:
        who.goes_to(f"#/game/{link['token']}")
        who.page.locator("svg.board").wait_for()
        who.page.goto("about:blank")
    who.goes_to(f"#/game/{opened['mine'][0]['token']}")
    who.page.locator("#step-title").wait_for()
