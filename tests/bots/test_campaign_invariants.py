"""Automatic campaigns under watch: nothing comes or goes without an event, maxima hold, points add up, secrets keep."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from orsha.bots.campaign_auto import CampaignMatch, play_campaign
from orsha.campaign import events as ev
from orsha.campaign.files import Side
from orsha.campaign.groups import dates, fortifications, group, initial
from orsha.campaign.purchases import works_limit
from orsha.campaign.state import SIDES, CampaignState
from orsha.campaign.telling import all_forts, everything
from orsha.campaign.victory import needed_to_win, points_of, victory_points
from orsha.hexmap.grid import neighbours, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Roll, SeedShown, redecide, verify
from orsha.kernel.journal import Did

MANY = 200


def told(event: Any) -> tuple[set[str], set[str]]:
    """The ids of pieces that an event says come or change, and of those that it says go."""
    match event:
        case ev.Changed(pieces=pieces, gone=gone):
            return {one.id for one in pieces}, set(gone)
        case ev.ChangedInSecret(change=change):
            return {one.id for one in change.shown.pieces}, set(change.shown.gone)
        case ev.TakenIn(ids=ids):
            return set(ids), set()
        case ev.Shown(pieces=pieces):
            return {one.id for one in pieces}, set()
        case ev.Adopted(pieces=pieces, lost=lost):
            return {one.id for one in pieces}, {one.id for each in lost.values() for one in each}
    return set(), set()


def watch(match: CampaignMatch) -> None:
    """Plays the journal again, event by event."""
    state = match.game.start(match.opened.setup)
    for entry in match.entries:
        if not isinstance(entry, Did):
            continue
        for happened in entry.happened:
            event = happened.what
            if isinstance(event, (Roll, SeedShown)):
                continue
            after = match.game.apply(state, event)
            _nothing_by_itself(state, after, event)
            state = after
        _one_place_each(state)
    assert state == match.state


def _nothing_by_itself(before: CampaignState, after: CampaignState, event: Any) -> None:
    old, new = everything(before), everything(after)
    come, gone = told(event)
    assert set(new) - set(old) <= come, f"{event} makes more than it says"
    assert set(old) - set(new) <= gone, f"{event} loses more than it says"
    changed = {id for id in old.keys() & new.keys() if old[id] != new[id]}
    assert changed <= come, f"{event} changes more than it says"


def _one_place_each(state: CampaignState) -> None:
    boxes = [set(state.sides[side].box.shown) for side in SIDES]
    assert not boxes[0] & boxes[1] and not (boxes[0] | boxes[1]) & set(state.pieces)
    pieces = everything(state)
    for piece in pieces.values():
        assert piece.held_by is None or piece.held_by in pieces, f"{piece} is held by nobody"
    assert all(piece.hex for piece in state.pieces.values()), "what all can see stands somewhere"


def _maxima(state: CampaignState) -> None:
    """001 7.5187, 7.5188, German note i, 7.520."""
    for side in SIDES:
        own = state.sides[side]
        bought = [line for line in own.record.shown if line.number]
        for date in dates():
            now = [line for line in bought if line.date == date]
            for id, count in Counter(line.group for line in now).items():
                assert count <= group(side, id).date_max
            column = next((one for one in own.columns.shown if one.date == date), None)
            limit = works_limit(side, column.start + column.replenished) if column else None
            if limit is not None:
                assert sum(line.cpp for line in now if "i" in group(side, line.group).notes) <= limit
        for id, count in Counter(line.group for line in bought).items():
            assert count <= group(side, id).campaign_max and count == own.bought.shown[id]
        for price in fortifications().prices:
            if price.campaign_max is not None:
                assert own.works_bought.shown.get(price.id, 0) <= price.campaign_max


def _points(match: CampaignMatch) -> None:
    state = match.state
    for side in SIDES:
        own = state.sides[side]
        start = initial().german.cpp if side == "german" else initial().russian.cpp
        for line in own.columns.shown:
            assert line.start == start and line.left >= 0
            start = line.left
        assert start == own.cpp.shown
    cvp = evp = 0
    for row in state.roster:
        assert row.vp is not None
        cvp, evp = cvp + row.cvp["german"], evp + row.evp
        assert row.vp == points_of(len(row.lvp), cvp, evp)
    left = state.german_cpp_left
    assert left is not None and left == state.sides["german"].cpp.shown
    assert match.result is not None and match.result.points["russian"] == victory_points(state)
    assert (match.result.winner == "russian") == (victory_points(state) >= needed_to_win(state.setup))


def _fronts(match: CampaignMatch) -> None:
    """Every perimeter as it was drawn: on the map, closed by its front line, every pocket away from the map's edge."""
    board = hex_map()
    edge = {str(hex) for hex in board.edge}
    for entry in match.entries:
        for happened in entry.happened if isinstance(entry, Did) else ():
            if not isinstance(happened.what, ev.FrontsDrawn):
                continue
            for front in happened.what.fronts.values():
                area = {*front.main, *(hex for pocket in front.pockets for hex in pocket)}
                assert all(parse(hex) in board for hex in area)
                assert set(front.front_line) <= area
                inner = area - set(front.front_line)
                assert all(str(n) in area for hex in inner for n in neighbours(parse(hex)) if n in board)
                assert not {hex for pocket in front.pockets for hex in pocket} & edge, "a pocket has no map edge hex"
                main = set(front.main)
                assert not any(main & set(pocket) for pocket in front.pockets), "a pocket is outside the main perimeter"


def _secrets(match: CampaignMatch, side: Side) -> None:
    """Of what the other side keeps to itself no id is in this side's view."""
    enemy = match.state.sides["russian" if side == "german" else "german"]
    hidden = {*enemy.box.shown, *enemy.assets.shown, *enemy.forts.shown}
    seen = msgspec.json.encode(match.view(side)).decode()
    assert not [id for id in hidden if f'"{id}"' in seen]


def check(seed: int) -> None:
    match = play_campaign(seed)
    assert match.result is not None and [row.date for row in match.state.roster] == list(dates())
    watch(match)
    _maxima(match.state)
    _points(match)
    _fronts(match)
    for side in SIDES:
        _secrets(match, side)
    assert len({fort.id for fort in all_forts(match.state).values()}) == len(all_forts(match.state))
    verify(match)


@pytest.mark.parametrize("seed", [11])
def test_a_campaign_keeps_every_invariant(seed: int) -> None:
    check(seed)


def test_the_rules_decide_an_automatic_campaign_again_the_same_way() -> None:
    match = play_campaign(13)
    redecide(match)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + MANY))
def test_two_hundred_campaigns_keep_every_invariant(seed: int) -> None:
    check(seed)
