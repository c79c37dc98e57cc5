"""A saved battle: read and replayed up to a moment, its story in chapters, its units by number or name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from orsha.kernel import Damaged, Match, OrshaError, Roll, Unknown
from orsha.kernel import export as file_format
from orsha.kernel.game import told
from orsha.kernel.journal import Did, Line
from orsha.kernel.sheet import tell
from orsha.tabletop.game import Battle, BattleSetup, events, facts, obstacles
from orsha.tabletop.game.commands import BattleCommand
from orsha.tabletop.game.events import BattleEvent
from orsha.tabletop.game.roster import UnitSheet
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import events as me

BattleMatch = Match[BattleSetup, BattleState, BattleCommand, BattleEvent]
QUIET = (me.StageBegan, me.Asking, me.Answered, me.Passed, me.TurnEnded, events.Asked, events.HitsAsked)
"""What a story is not about: questions to the table and to the seats."""
_ID = re.compile(r"(allied|axis)[ _-]?(w?)(\d{1,4})(?:\.(\d{1,4}))?\Z", re.IGNORECASE)


# -- reading


def read_battle(file: Path) -> list[Line]:
    """A file's journal, every link checked."""
    data = file_format.fetch(file)
    try:
        head, lines = file_format.read(data)
    except Damaged as error:
        raise Damaged(f"{file}: {error}") from error
    if head.kind != Battle.kind:
        raise OrshaError(f"{file} holds a game of the kind {head.kind!r}, not a battle; see it with orsha games import")
    return lines


def replayed(file: Path, lines: list[Line]) -> BattleMatch:
    """A journal's battle: every event applied again, every checksum compared."""
    try:
        match: BattleMatch = Match.replay(Battle(), lines)
        _check(match.state)
    except OrshaError as error:
        raise Damaged(f"{file}: {error}") from error
    except Exception as error:  # a forged beginning may lead the rules anywhere
        raise Damaged(f"{file}: entry 0 opens no battle that could be fought ({error!r})") from error
    if match.opened.version != match.game.version:
        raise OrshaError(
            f"{file} was played by version {match.opened.version} of the rules, this program has version "
            f"{match.game.version}: its states cannot be compared"
        )
    return match


def _check(state: BattleState) -> None:
    """Who stands on the table is in the forces: a forged event may have put anybody there."""
    roster = state.roster
    strangers = [id for id in (*state.teams, *(one.leader for one in state.units.values())) if id not in roster.teams]
    strangers += [id for id in state.units if id not in roster.units]
    strangers += [id for id in state.teams if roster.teams[id].unit not in state.units]
    if strangers:
        raise Damaged(f"{strangers[0]!r} stands on the table and is in no force")


def battle_at(file: Path, entry: int | None) -> tuple[BattleMatch, int]:
    """A battle as it stood after an entry, the last one if none is told; and the number of the last."""
    lines = read_battle(file)
    last = len(lines) - 1
    if entry is not None and not 0 <= entry <= last:
        raise OrshaError(f"{file} has the entries 0 to {last}; there is no entry {entry}")
    return replayed(file, lines[: (last if entry is None else entry) + 1]), last


# -- the story


class Page(Struct, frozen=True):
    """An entry in words, and the turn that it belongs to; turn 0 is the set-up."""

    n: int
    turn: int
    of: str
    """Whose turn."""
    by: str
    """Who acted."""
    words: tuple[str, ...]


def story(match: BattleMatch, everything: bool = False) -> Iterator[Page]:
    """A battle entry by entry, as a spectator may know it. What begins a turn stands in the turn's own first page."""
    turn, of = 0, ""
    for n, entry in enumerate(match.entries):
        seen = tell(match, n, "")
        if not isinstance(entry, Did):
            yield Page(n, turn, of, seen.seat, seen.words)
            continue
        words: list[str] = []
        for event in seen.events:
            if isinstance(event, me.TurnBegan):
                if words:
                    yield Page(n, turn, of, seen.seat, tuple(words))
                turn, of, words = event.turn, event.seat, []
            elif (everything or _worth(event)) and (said := told(match.game, event)):
                words.append(said)
        if words:
            yield Page(n, turn, of, seen.seat, tuple(words))


def _worth(event: object) -> bool:
    if isinstance(event, me.UnitMoved):
        return event.where not in ("table",)  # its deployment is told by itself
    if isinstance(event, events.StepBegan):
        return event.step != "none"
    return not isinstance(event, (Roll, *QUIET))


def pages_of(match: BattleMatch, turn: int | None, everything: bool) -> list[Page]:
    """The pages of a turn, of both players; of the whole battle if none is told."""
    pages = list(story(match, everything))
    if turn is None:
        return pages
    most = max(page.turn for page in pages)
    if not 0 <= turn <= most:
        raise OrshaError(f"the battle has the turns 1 to {most} (and 0, its set-up); there is no turn {turn}")
    return [page for page in pages if page.turn == turn]


# -- who is meant


def unit_called(state: BattleState, asked: str) -> UnitSheet:
    """A unit by its number ("allied 3", also "allied-3") or by its name."""
    roster = state.roster
    found = _ID.match(asked.strip())
    if found is not None and found[4] is None:
        return roster.unit(_unit_id(found))
    named = [unit for unit in roster.units.values() if unit.name.casefold() == asked.strip().casefold()]
    if len(named) > 1:
        raise OrshaError(f"several units are called {asked!r}: say which of {', '.join(one.id for one in named)}")
    if not named:
        raise Unknown("unit", asked, [*roster.units, *(unit.name for unit in roster.units.values())])
    return named[0]


def _unit_id(found: re.Match[str]) -> str:
    """The id of a unit as it was written; works have theirs: "axis w2"."""
    return f"{found[1].lower()} {found[2].lower()}{int(found[3])}"


def target_called(state: BattleState, asked: str) -> tuple[UnitSheet, list[str]]:
    """An enemy: a whole unit, or one team of it ("axis 4.2"); with the teams on the table that are meant."""
    found = _ID.match(asked.strip())
    if found is None or found[4] is None:
        unit = unit_called(state, asked)
        return unit, [id for id in unit.teams if id in state.teams]
    team = state.roster.team(f"{_unit_id(found)}.{int(found[4])}")
    return state.roster.units[team.unit], [team.id] if team.id in state.teams else []


# -- a moment


def moment(state: BattleState, n: int, last: int) -> dict[str, object]:
    """A moment of a battle in inches."""
    from orsha.paper.battle_picture import headline, standing

    mission = state.mission
    units = [
        {
            "id": unit.id,
            "name": unit.name,
            "side": unit.seat,
            "standing": standing(state, unit.id),
            "pinned": unit.id in state.units and state.units[unit.id].pinned,
            "leader": state.units[unit.id].leader if unit.id in state.units else None,
            "teams": [_team_told(state, id) for id in facts.teams_of(state, unit.id)],
            "lost": list(state.lost.get(unit.id, ())),
        }
        for unit in state.roster.units.values()
    ]
    return {
        "entry": n,
        "entries": last + 1,
        "now": headline(state),
        "mission": mission.mission,
        "attacker": mission.attacker,
        "active": mission.active,
        "turns": mission.turns,
        "step": state.step,
        "asked": state.asked,
        "winner": mission.winner,
        "units": units,
        "objectives": {label: _inches(one.at) for label, one in mission.objectives.items()},
        "boats": [_boat_told(state, id) for id in state.boats],
        "smoke": [[_inches(end) for end in screen.ends] for screen in state.smoke],
        "dangers": {kind: [_inches(at) for at in spots] for kind, spots in obstacles.markers(state).items()},
    }


def _team_told(state: BattleState, id: str) -> dict[str, object]:
    its = state.teams[id]
    told: dict[str, object] = {"id": id, "at": _inches((its.x, its.y)), "facing": its.facing}
    return told | {"bailed_out": its.bailed_out, "foxholes": its.foxholes, "aboard": its.aboard}


def _boat_told(state: BattleState, id: str) -> dict[str, object]:
    """An assault boat: nothing for a place means that it lies ready at the near bank."""
    boat = state.boats[id]
    told: dict[str, object] = {"id": id, "unit": boat.unit, "at": _inches(boat.at), "off_table": boat.off}
    return told | {"stuck": boat.stuck, "teams": facts.passengers(state, id)}


def _inches(at: tuple[int, int] | None) -> list[float] | None:
    return None if at is None else [at[0] / 1000, at[1] / 1000]
