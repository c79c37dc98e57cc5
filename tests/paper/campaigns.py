"""Campaigns for the papers' tests: states made by hand, and matches whose journal is told event by event."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from orsha.campaign.commands import Order
from orsha.campaign.events import Answered, BattleBegan, CampaignEvent, Ordered, Said, StepBegan
from orsha.campaign.game import Campaign
from orsha.campaign.purchases import Purchase
from orsha.campaign.receiving import Received
from orsha.campaign.state import Asset, CampaignSetup, CampaignState, CppLine, Fort, RecordLine, RosterLine, Task
from orsha.kernel import Hidden, Match, Roll
from orsha.kernel.journal import Did, Happened, Undid
from orsha.paper.chronicle import CampaignMatch
from tests.campaign.stage import bare

RIFLES = Received("german", "I1", True, {"4-6-7": 12}, {"LMG": 3, "MMG": 2, "PSK": 1}, ("9-1", "8-0"))
RECORD = (
    RecordLine("23AM", "I1", 0, 0, RIFLES),
    RecordLine("23AM", "I1", 1, 7, replace(RIFLES, weapons={"LMG": 3, "MMG": 1}, leaders=("10-2",))),
    RecordLine("23AM", "I5", 1, 2, Received("german", "I5", True, {"HMG": 2})),
    RecordLine(
        "23AM", "O1", 1, 5, Received("german", "O1", None, ammunition="Normal ammo"), {"pre-registered-hex": 2},
        assets=("g70",),
    ),
    RecordLine("23PM", "V3", 1, 5, Received("german", "V3", False, {"StuG IIIG": 2}), {"off-board": 1}),
)  # fmt: skip
COLUMNS = (CppLine("23AM", 66, 0, 60), CppLine("23PM", 6, 22, 20, 1))
ROSTER = (
    RosterLine(
        "23AM", "Overcast", "Wet", "", {"german": 3, "russian": 4}, {"german": 3, "russian": 3}, "german", 4,
        {"german": 38, "russian": 66}, 12, ("P3", "K33", "X38"),
    ),
    RosterLine("23PM", "Clear and gusty", "Moderate", recon=5),
)  # fmt: skip
FORTS = {"g60": Fort("g60", "trench", "german", "P20"), "g61": Fort("g61", "wire", "german", "P21")}
SECRET_FORTS = {
    "g62": Fort("g62", "minefield", "german", "J27", 6, 3, known=False),
    "g63": Fort("g63", "wire", "german"),
}
MODULE = Asset("g70", "O1", "100mm+ OBA", "Normal ammo", ("M31",), since="23AM")


def german_afternoon() -> CampaignState:
    """The second date, as the Germans know it and as they keep it from the Russians."""
    state = bare("23PM")
    secrets: dict[str, Any] = {
        "record": RECORD, "columns": COLUMNS, "forts": SECRET_FORTS, "fpp": 20, "assets": {"g70": MODULE},
        "order": (Purchase("V3", {"off-board": 1}),),
    }  # fmt: skip
    german = replace(state.sides["german"], **{name: Hidden(("german",), value) for name, value in secrets.items()})
    sides = {**state.sides, "german": german}
    return replace(state, sides=sides, roster=ROSTER, forts=FORTS, cvp=38, evp=12, lvp=("P3", "K33", "X38"))


def first_orders(*ids: str) -> CampaignMatch:
    """A match at its first battle: the Germans ordered these groups, the Russians none, and nothing came in yet."""
    match = new_match()
    match.do("german", Order(tuple(map(Purchase, ids))))
    nothing: Hidden[Any] = Hidden(("russian",), ())
    told(
        match,
        "russian",
        Answered("russian", "001 7.518", nothing),
        Ordered("russian", nothing),
        began("7.521"),
        Said("001 7.521", "the Russians attack"),
        began("7.523"),
        BattleBegan("23AM"),
    )
    return match


def began(step: str) -> StepBegan:
    return StepBegan(step, Hidden((), (Task("x"),)))


def new_match() -> CampaignMatch:
    return Match.open(Campaign(), CampaignSetup(), dice=1)


def told(match: CampaignMatch, seat: str, *events: CampaignEvent | Roll) -> None:
    """Puts an entry into a match's journal, whatever the rules would have said."""
    state = match.position.state
    for event in events:
        if not isinstance(event, Roll):
            state = match.game.apply(state, event)
    match.entries.append(Did(seat, Order(()), tuple(Happened(event, "") for event in events)))
    match.position = replace(match.position, state=state)


def taken_back(match: CampaignMatch, seat: str, before: CampaignState) -> None:
    match.entries.append(Undid(seat, ""))
    match.position = replace(match.position, state=before)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def spaced(text: str) -> str:
    """Text with plain spaces, where a paper keeps words together."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
