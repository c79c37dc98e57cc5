"""A whole campaign between two bots, with the automatic battle for every scenario, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from orsha.bots.campaign import CampaignBot
from orsha.campaign.battle import fight
from orsha.campaign.commands import CampaignCommand, File
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState, CppLine, RosterLine
from orsha.campaign.victory import needed_to_win, victory_points
from orsha.hexmap.map import hex_map
from orsha.kernel import Broken, Match

CampaignMatch = Match[CampaignSetup, CampaignState, CampaignCommand, CampaignEvent]
FILES: Side = "russian"
"""Who files the report of an automatic battle; the other side agrees."""
MOST_ACTS = 20_000


def play_campaign(
    seed: int | str,
    dates: int = 4,
    *,
    setup: CampaignSetup | None = None,
    record: bool = True,
    seen: Callable[[CampaignState], None] | None = None,
) -> CampaignMatch:
    """Plays until the campaign is over, or until so many scenarios are fought and scored; `seen` watches it go on."""
    match: CampaignMatch = Match.open(Campaign(), setup or CampaignSetup(), name="auto", dice=seed, record=record)
    bots = {side: CampaignBot(side, seed) for side in SIDES}
    for _ in range(MOST_ACTS):
        if match.result is not None or scored(match.state) >= dates:
            return match
        _act(match, bots, seed)
        if seen is not None:
            seen(match.state)
    raise Broken(f"the campaign of seed {seed} comes to no end")


def scored(state: CampaignState) -> int:
    """How many scenarios have a winner."""
    return sum(line.winner is not None for line in state.roster)


def _act(match: CampaignMatch, bots: Mapping[Side, CampaignBot], seed: int | str) -> None:
    """The battle is fought by nobody's hand; everything else is some bot's turn."""
    if match.state.step == "battle":
        match.do(FILES, File(fight(match.state, f"{seed} {match.state.date}")))
        return
    for side in SIDES:
        options = match.options(side)
        if options:
            match.do(side, bots[side].choose(match.view(side), options))
            return
    raise Broken(f"nobody can act in step {match.state.step}")


# -- what came of it


def summary(match: CampaignMatch) -> dict[str, Any]:
    """The campaign in figures, for `orsha campaign auto --json`. No winner is named before the end."""
    state = match.state
    result = match.result
    return {
        "seed": getattr(match.opened.dice, "seed", None),
        "dates": [_date(state, line) for line in state.roster if line.winner is not None],
        "over": result is not None,
        "winner": result.winner if result is not None else None,
        "vp": victory_points(state),
        "needed": needed_to_win(state.setup),
        "german_cpp_left": state.german_cpp_left,
        "control": _control(state),
    }


def _date(state: CampaignState, line: RosterLine) -> dict[str, Any]:
    return {
        "date": line.date,
        "weather": line.weather,
        "ground": line.ground,
        "wind": line.wind,
        "elr": line.elr,
        "san": line.san,
        "cpp": {side: _cpp(state, side, line.date) for side in SIDES},
        "groups": {side: _groups(state, side, line.date) for side in SIDES},
        "winner": line.winner,
        "vp": line.vp,
        "cvp": line.cvp,
        "evp": line.evp,
        "lvp": {"russian": line.lvp, "german": [one for one in _locations() if one not in line.lvp]},
    }


def _cpp(state: CampaignState, side: Side, date: str) -> dict[str, int]:
    columns = {one.date: one for one in state.sides[side].columns.shown}
    found = columns.get(date, CppLine(date, 0, 0))
    spent = found.spent + found.recon
    return {"start": found.start, "replenished": found.replenished, "spent": spent, "left": found.left}


def _groups(state: CampaignState, side: Side, date: str) -> list[str]:
    """Ids of what was bought, in the order of the record; the order of battle is not bought."""
    return [line.group for line in state.sides[side].record.shown if line.date == date and line.number]


def _locations() -> tuple[str, ...]:
    return hex_map().file.victory_locations


def _control(state: CampaignState) -> dict[str, Any]:
    """Who holds the victory locations now, and how many hexes each side has."""
    return {
        "locations": {name: state.control.get(name) for name in _locations()},
        "hexes": {side: sum(holder == side for holder in state.control.values()) for side in SIDES},
    }
