"""Six whole battles, staff against staff, as people read them, compared line by line with those on file.

After a change that is meant to be seen: `python -m tests.tabletop.game.test_golden` writes the files anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.kernel import Roll
from orsha.kernel.game import told
from orsha.kernel.journal import Did
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, facts
from orsha.tabletop.mission.state import SEATS

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "free-for-all": ("soviet-50", "german-50", 1),
    "dust-up": ("soviet-50", "german-50", 8),
    "bridgehead": ("soviet-50", "german-50", 3),
    "rearguard": ("soviet-50", "german-50", 4),
    "hammering-the-line": ("soviet-75", "german-62", 5),
    "counterattack": ("soviet-125", "german-125", 6),
}
"""Mission: the forces and the seed."""


def played(mission: str) -> BattleMatch:
    allied, axis, seed = GAMES[mission]
    setup = BattleSetup({"allied": ready_force(allied), "axis": ready_force(axis)}, mission=mission, seed=seed)
    return play_battle(setup, {"allied": "staff", "axis": "staff"}, seed, record=True)[0]


def story(match: BattleMatch) -> str:
    """Who did what, what came of it, and how it stood in the end."""
    lines: list[str] = []
    for entry in match.entries:
        if not isinstance(entry, Did):
            continue
        unit = getattr(entry.command, "unit", "")
        lines.append(f"{entry.seat}: {entry.command.__struct_config__.tag} {unit}".rstrip())
        for happened in entry.happened:
            words = told(Battle(), happened.what)
            if words:
                lines.append(f"    {'* ' if isinstance(happened.what, Roll) else ''}{words}")
    return "\n".join([*lines, "", *_stands(match), ""])


def _stands(match: BattleMatch) -> list[str]:
    state, result = match.state, match.result
    lines = []
    for seat in SEATS:
        for unit in state.roster.of_seat[seat]:
            there = " ".join("{}/{}".format(*facts.spot(state, id)) for id in facts.teams_of(state, unit))
            where = state.mission.units[unit].where
            lines.append(f"{unit} {facts.unit_name(state, unit)}: {there or where}")
    return [*lines, f"{result.winner or 'nobody'}: {result.why}" if result else "nobody won in time"]


@pytest.mark.parametrize("mission", GAMES)
def test_the_battle_is_the_one_on_file(mission: str) -> None:
    assert story(played(mission)) == (GOLDEN / f"{mission}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text(story(played(name)), encoding="utf-8")
