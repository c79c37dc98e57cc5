"""Battles brought to a moment by bots, for a person to sit down at: a file, taken in by the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.request import Request, urlopen

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.kernel.export import write
from orsha.tabletop.force import ready_forces
from orsha.tabletop.game import BattleSetup
from orsha.tabletop.mission import missions
from tests.web.conftest import Person


class Reached(Exception):
    """The moment has come."""


def until(mission: str, act: str, points: int = 25, seed: int = 1, axis: int | None = None) -> tuple[bytes, str]:
    """A battle between staffs up to where the side whose turn it is may do something; and which side that is."""

    def may_act(match: BattleMatch) -> str | None:
        seat = match.state.mission.active
        if seat is None or match.state.asked is not None or match.state.step not in ("shooting", "assault"):
            return None
        return seat if any(option.act == act for option in match.options(seat)) else None

    return _brought(mission, act, points, seed, axis, may_act)


def until_asked(mission: str, kind: str, points: int, seed: int, axis: int | None = None) -> tuple[bytes, str]:
    """The same up to where a side is asked a question of some kind."""

    def is_asked(match: BattleMatch) -> str | None:
        asked = match.state.asked
        return asked.seat if asked is not None and asked.kind == kind else None

    return _brought(mission, kind, points, seed, axis, is_asked)


def _brought(
    mission: str, what: str, points: int, seed: int, axis: int | None, now: Callable[[BattleMatch], str | None]
) -> tuple[bytes, str]:
    forces = {"allied": ready_forces()[f"soviet-{points}"], "axis": ready_forces()[f"german-{axis or points}"]}
    reached: list[tuple[BattleMatch, str]] = []

    def seen(match: BattleMatch) -> None:
        seat = now(match)
        if seat is not None:
            reached.append((match, seat))
            raise Reached

    try:
        play_battle(
            BattleSetup(forces, mission=mission, seed=seed),  # type: ignore[arg-type]
            {"allied": "staff", "axis": "staff"},
            seed,
            record=True,
            name=f"{mission}-{what}-{seed}",
            seen=seen,
        )
    except Reached:
        match, seat = reached[0]
        return write("battle", missions()[mission].file.name, list(match.lines)), seat
    raise AssertionError(f"it never came to {what} in {mission} with seed {seed}")


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
