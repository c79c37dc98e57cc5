"""What each event of a campaign does to its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import CampaignState, SideState
from orsha.kernel import Hidden

T = TypeVar("T", bound=s.Value | Piece)


def apply(state: CampaignState, event: CampaignEvent) -> CampaignState:
    return _APPLY[type(event)](state, event)


def _own(side: Side, value: Any) -> Hidden[Any]:
    return Hidden((side,), value)


def _with(state: CampaignState, side: Side, **changes: Any) -> CampaignState:
    """One side with some fields changed; fields that are secret are sealed here."""
    own = state.sides[side]
    sealed = {
        name: _own(side, value) if isinstance(getattr(own, name), Hidden) else value for name, value in changes.items()
    }
    return replace(state, sides={**state.sides, side: replace(own, **sealed)})


def _merged(old: Mapping[str, T], new: Iterable[T], gone: Iterable[str] = ()) -> dict[str, T]:
    without = set(gone)
    return {
        key: value
        for key, value in {**old, **{_id(one): one for one in new}}.items()
        if key not in without
    }  # fmt: skip


def _id(value: Any) -> str:
    found: str = value.id
    return found


def _made(own: SideState, pieces: Iterable[Any]) -> int:
    """Ids end in a number; the highest that was given out."""
    numbers = [int(digits) for one in pieces if (digits := "".join(c for c in one.id if c.isdigit()))]
    return max([own.made.shown, *numbers])


def _step_began(state: CampaignState, event: ev.StepBegan) -> CampaignState:
    return replace(state, step=event.step, queue=event.tasks)


def _queued(state: CampaignState, event: ev.Queued) -> CampaignState:
    first, *rest = state.queue.shown or (None,)
    head = () if first is None else (first,)
    return replace(state, queue=Hidden((), (*head, *event.tasks.shown, *rest)))


def _task_done(state: CampaignState, event: ev.TaskDone) -> CampaignState:
    return replace(state, queue=Hidden((), state.queue.shown[1:]))


def _asked(state: CampaignState, event: ev.Asked) -> CampaignState:
    waiting = (*(side for side in state.waiting if side != event.side), event.side)
    return replace(state, questions={**state.questions, event.side: event.question}, waiting=waiting)


def _answered(state: CampaignState, event: ev.Answered) -> CampaignState:
    return replace(state, waiting=tuple(side for side in state.waiting if side != event.side))


def _unchanged(state: CampaignState, event: object) -> CampaignState:
    return state


def _changed(state: CampaignState, event: ev.Changed) -> CampaignState:
    state = replace(state, pieces=_merged(state.pieces, event.pieces, event.gone))
    for side in s.SIDES:
        own = state.sides[side]
        state = _with(state, side, made=_made(own, (one for one in event.pieces if one.side == side)))
    return state


def _changed_in_secret(state: CampaignState, event: ev.ChangedInSecret) -> CampaignState:
    own, change = state.sides[event.side], event.change.shown
    return _with(
        state,
        event.side,
        box=_merged(own.box.shown, change.pieces, change.gone),
        forts=_merged(own.forts.shown, change.forts, change.forts_gone),
        assets=_merged(own.assets.shown, change.assets, change.assets_gone),
        made=_made(own, (*change.pieces, *change.forts, *change.assets)),
    )


def _taken_in(state: CampaignState, event: ev.TakenIn) -> CampaignState:
    own = state.sides[event.side]
    taken = [replace(state.pieces[id], hex="", last=state.pieces[id].hex) for id in event.ids]
    state = replace(state, pieces=_merged(state.pieces, (), event.ids))
    return _with(state, event.side, box=_merged(own.box.shown, taken))


def _shown(state: CampaignState, event: ev.Shown) -> CampaignState:
    own = state.sides[event.side]
    state = replace(state, pieces=_merged(state.pieces, event.pieces), forts=_merged(state.forts, event.forts))
    return _with(
        state,
        event.side,
        box=_merged(own.box.shown, (), map(_id, event.pieces)),
        forts=_merged(own.forts.shown, (), map(_id, event.forts)),
    )


def _covered(state: CampaignState, event: ev.Covered) -> CampaignState:
    return replace(state, covered={**state.covered, event.side: event.hexes})


def _forts_changed(state: CampaignState, event: ev.FortsChanged) -> CampaignState:
    return replace(state, forts=_merged(state.forts, event.forts, event.gone))


def _markers_set(state: CampaignState, event: ev.MarkersSet) -> CampaignState:
    return replace(state, markers=event.markers)


def _fronts_drawn(state: CampaignState, event: ev.FrontsDrawn) -> CampaignState:
    return replace(state, fronts=event.fronts, areas=event.areas, control=event.control)


def _side_changed(state: CampaignState, event: ev.SideChanged) -> CampaignState:
    return _with(state, event.side, elr=event.elr, san=event.san)


def _points_changed(state: CampaignState, event: ev.PointsChanged) -> CampaignState:
    own, points = state.sides[event.side], event.points.shown
    changes: dict[str, Any] = {
        name: value
        for name in ("cpp", "fpp", "columns", "works_bought")
        if (value := getattr(points, name)) is not None
    }
    if points.line is not None:
        changes["record"] = (*own.record.shown, *points.line)
    return _with(state, event.side, **changes)


def _ordered(state: CampaignState, event: ev.Ordered) -> CampaignState:
    own = state.sides[event.side]
    bought = Counter(own.bought.shown) + Counter(one.id for one in event.order.shown)
    return _with(state, event.side, order=event.order.shown, bought=dict(bought))


def _date_began(state: CampaignState, event: ev.DateBegan) -> CampaignState:
    for side in s.SIDES:
        ids = tuple(one.id for one in state.sides[side].order.shown)
        state = _with(state, side, last_order=ids, order=())
    return replace(state, date=event.date)


def _line(state: CampaignState, **changes: Any) -> CampaignState:
    """This date's line of the roster, with some of it filled in."""
    lines = {line.date: line for line in state.roster}
    line = lines.get(state.date, s.RosterLine(state.date, state.weather, state.ground))
    return replace(state, roster=tuple({**lines, state.date: replace(line, **changes)}.values()))


def _sky_changed(state: CampaignState, event: ev.SkyChanged) -> CampaignState:
    state = replace(state, weather=event.weather, ground=event.ground, wind=event.wind)
    return _line(state, weather=event.weather, ground=event.ground, wind=event.wind)


def _recon_bought(state: CampaignState, event: ev.ReconBought) -> CampaignState:
    return _line(state, recon=event.locations)


def _battle_began(state: CampaignState, event: ev.BattleBegan) -> CampaignState:
    state = replace(state, step="battle", queue=Hidden((), ()), report=None)
    numbers = {name: {side: getattr(state.sides[side], name) for side in s.SIDES} for name in ("elr", "san")}
    return _line(state, **numbers)


def _filed(state: CampaignState, event: ev.Filed) -> CampaignState:
    return replace(state, step="agree", filed=event.report, filed_by=event.side)


def _rejected(state: CampaignState, event: ev.Rejected) -> CampaignState:
    return replace(state, step="battle", filed=None, filed_by=None)


def _adopted(state: CampaignState, event: ev.Adopted) -> CampaignState:
    assert state.filed is not None
    report = state.filed
    state = replace(
        state,
        filed=None,
        filed_by=None,
        report=report,
        pieces={piece.id: piece for piece in event.pieces},
        forts={fort.id: fort for fort in event.forts},
        markers=event.markers,
        control=event.control,
        cvp_since={},
        covered={},
    )
    for side in s.SIDES:
        own = state.sides[side]
        used = report.used.get(side, ())
        state = _with(
            state,
            side,
            box=_merged(own.box.shown, (), event.emptied.get(side, ())),
            forts=_merged(own.forts.shown, (), (*(fort.id for fort in event.forts), *event.cleared.get(side, ()))),
            assets=_merged(own.assets.shown, (), used),
            made=_made(own, (*(p for p in event.pieces if p.side == side), *event.forts)),
        )
    return state


def _cvp_counted(state: CampaignState, event: ev.CvpCounted) -> CampaignState:
    since = state.cvp_since.get(event.side, 0) + event.points
    return replace(state, cvp_since={**state.cvp_since, event.side: since})


def _scored(state: CampaignState, event: ev.Scored) -> CampaignState:
    for side in s.SIDES:
        own, lost = state.sides[side], event.cvp.get(side, 0)
        state = _with(state, side, won_last=side == event.winner, cvp_last=lost, cvp_suffered=own.cvp_suffered + lost)
    state = replace(state, cvp=state.cvp + event.cvp.get("german", 0), evp=state.evp + event.evp, lvp=event.lvp)
    return _line(state, winner=event.winner, vp=event.vp, cvp=event.cvp, evp=event.evp, lvp=event.lvp)


def _ended(state: CampaignState, event: ev.Ended) -> CampaignState:
    return replace(
        state,
        step="over",
        queue=Hidden((), ()),
        waiting=(),
        german_cpp_left=event.german_cpp_left,
        cvp=state.cvp + event.german_left_out,
        conceded=event.conceded,
    )


_APPLY: dict[type, Callable[[CampaignState, Any], CampaignState]] = {
    ev.StepBegan: _step_began,
    ev.Queued: _queued,
    ev.TaskDone: _task_done,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.Said: _unchanged,
    ev.Whispered: _unchanged,
    ev.Changed: _changed,
    ev.ChangedInSecret: _changed_in_secret,
    ev.TakenIn: _taken_in,
    ev.Shown: _shown,
    ev.Covered: _covered,
    ev.FortsChanged: _forts_changed,
    ev.MarkersSet: _markers_set,
    ev.FrontsDrawn: _fronts_drawn,
    ev.SideChanged: _side_changed,
    ev.PointsChanged: _points_changed,
    ev.Ordered: _ordered,
    ev.DateBegan: _date_began,
    ev.SkyChanged: _sky_changed,
    ev.ReconBought: _recon_bought,
    ev.BattleBegan: _battle_began,
    ev.Filed: _filed,
    ev.Rejected: _rejected,
    ev.Adopted: _adopted,
    ev.CvpCounted: _cvp_counted,
    ev.Scored: _scored,
    ev.Ended: _ended,
}
