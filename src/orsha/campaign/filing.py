"""A filed report against what each side had, and how it becomes the map that the reorganization works on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign import state as s
from orsha.campaign.counters import half_squads
from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder
from orsha.campaign.report import MapMarker, Piece, ScenarioReport, check
from orsha.campaign.state import SIDES, CampaignState, Fort
from orsha.campaign.telling import Telling, all_forts, everything
from orsha.kernel import Illegal
from orsha.kernel.data import Wrong

RULE = "001 7.5"
MEN = "half-squads of infantry"
# Men that a battle can make: heroes, leaders promoted in the field, crews that leave their vehicle.
UNCOUNTED = ("leader", "hero", "armor-leader", "crew")


def account(pieces: Iterable[Piece]) -> Counter[str]:
    """Pieces by what a report must not have more of than there was: men by half-squads, things by type."""
    found: Counter[str] = Counter()
    for piece in pieces:
        if piece.kind in ("squad", "half-squad"):
            found[MEN] += half_squads(piece)
        elif piece.kind not in UNCOUNTED:
            found[f"{piece.kind} {piece.type}"] += 1
    return found


def check_filed(report: ScenarioReport, date: str, side: Side, own: Iterable[Piece]) -> None:
    """A report that a side files or agrees to: whole, of this date, and with no more of its own than it had."""
    try:
        check(report)
    except Wrong as error:
        place = ".".join(str(part) for part in error.place)
        raise Illegal(RULE, f"{error.why} (at {place})") from error
    if report.date != date:
        raise Illegal(RULE, f"the report is of {report.date}, and the scenario of {date} is being fought")
    for work in report.works:
        if work.hidden:
            raise Illegal(
                "001 7.502", f"a hidden {work.what} stays its side's secret: leave it out, it is not forgotten"
            )
    had = account(own)
    there = account(piece for piece in report.pieces if piece.side == side)
    lost: Counter[str] = Counter()
    known = {piece.type: piece for piece in own}
    for type, count in report.casualties[side].lost.items() if side in report.casualties else ():
        if type not in known:
            raise Illegal("001 7.13", f"{count} {type} are lost, but the {side} side had none")
        lost += Counter({what: number * count for what, number in account([known[type]]).items()})
    for what in sorted(there | lost):
        if there[what] + lost[what] > had[what]:
            raise Illegal(
                "001 7.13",
                f"{what}: {there[what]} are on the map and {lost[what]} lost, but the {side} side had {had[what]}",
            )


def own_pieces(state: CampaignState, side: Side) -> tuple[Piece, ...]:
    """All that a side can have in play, as its own view knows it."""
    boxed = state.sides[side].box.shown
    return tuple(piece for piece in (*state.pieces.values(), *boxed.values()) if piece.side == side)


def may_agree(state: CampaignState, side: Side) -> bool:
    assert state.filed is not None
    try:
        check_filed(state.filed, state.date, side, own_pieces(state, side))
    except Illegal:
        return False
    return True


# -- the report becomes the map


def adopt(told: Telling) -> None:
    """The report both sides agree on. Its pieces are found among those in play, by id or else by type."""
    state = told.state
    report = state.filed
    assert report is not None
    found = _identified(told, report)
    claimed = {piece.id for piece in found}
    lost = {side: _lost(state, report, side, claimed) for side in SIDES}
    gone = claimed | {piece.id for pieces in lost.values() for piece in pieces}
    emptied = {side: tuple(id for id in state.sides[side].box.shown if id in gone) for side in SIDES}
    told.tell(
        s.Adopted(tuple(found), lost, emptied, _forts(told, report), _markers(state, report), _control(state, report))
    )


def _identified(told: Telling, report: ScenarioReport) -> list[Piece]:
    """Each piece of the report with the id that it has in the campaign."""
    in_play = everything(told.state)
    names: dict[str, str] = {}
    free: dict[tuple[Side, str, str], list[str]] = {}
    for piece in report.pieces:
        known = in_play.get(piece.id)
        if known is not None and (known.side, known.kind) == (piece.side, piece.kind):
            names[piece.id] = piece.id
    for id, piece in sorted(in_play.items(), key=lambda pair: (pair[1].hex == "", pair[0])):
        if id not in names:
            free.setdefault((piece.side, piece.kind, piece.type), []).append(id)
    fresh = {side: iter(told.new_ids(side, len(report.pieces))) for side in SIDES}
    for piece in report.pieces:
        if piece.id not in names:
            candidates = free.get((piece.side, piece.kind, piece.type))
            names[piece.id] = candidates.pop(0) if candidates else next(fresh[piece.side])
    return [_as_known(piece, names, in_play) for piece in report.pieces]


def _as_known(piece: Piece, names: dict[str, str], in_play: dict[str, Piece]) -> Piece:
    """With the campaign's id, its holder's too, and the group and training that a report need not repeat."""
    known = in_play.get(names[piece.id])
    kept = known.group if known else None
    trained = ("engineer",) if known and known.has("engineer") and not piece.has("engineer") else ()
    return replace(
        piece,
        id=names[piece.id],
        hex=piece.hex.upper(),
        held_by=names[piece.held_by] if piece.held_by else None,
        group=piece.group or kept,
        status=(*piece.status, *trained),
        last="",
    )


def _lost(state: CampaignState, report: ScenarioReport, side: Side, claimed: set[str]) -> tuple[Piece, ...]:
    """What was set up and is not there any more; and as many of those off the map as are said to be lost."""
    absent = [piece for piece in everything(state).values() if piece.side == side and piece.id not in claimed]
    gone = [piece for piece in absent if piece.hex]
    said = Counter(report.casualties[side].lost if side in report.casualties else {})
    said -= Counter(piece.type for piece in gone)
    for piece in absent:
        if not piece.hex and said[piece.type] > 0:
            said[piece.type] -= 1
            gone.append(piece)
    return tuple(gone)


def _forts(told: Telling, report: ScenarioReport) -> tuple[Fort, ...]:
    """What stood and was not removed, and what the report adds or shows; hidden minefields stay their side's secret."""
    state = told.state
    removed = {text.upper() for text in report.removed}
    standing = {id: fort for id, fort in state.forts.items() if f"{fort.what} {fort.hex}".upper() not in removed}
    places = {(fort.what, fort.hex): id for id, fort in all_forts(state).items() if fort.hex}
    fresh = {side: iter(told.new_ids(side, len(report.works) + len(report.pieces))) for side in SIDES}
    used = {piece.id for piece in report.pieces}
    for work in report.works:
        hex = work.hex.upper()
        id = places.get((work.what, hex)) or next(id for id in fresh[work.side] if id not in used)
        known = all_forts(state).get(id)
        drawn = Fort(id, work.what, work.side, hex, work.ap, work.at, built_by=work.side)
        standing[id] = replace(known, side=work.side, ap=work.ap, at=work.at, known=True) if known else drawn
    return tuple(standing.values())


def _markers(state: CampaignState, report: ScenarioReport) -> tuple[MapMarker, ...]:
    removed = {text.upper() for text in report.removed}
    kept = [one for one in state.markers if f"{one.what} {one.hex}".upper() not in removed]
    return tuple(dict.fromkeys((*kept, *(replace(one, hex=one.hex.upper()) for one in report.markers))))


def _control(state: CampaignState, report: ScenarioReport) -> dict[str, Holder]:
    """As it was; a hex where only one side has an MMC or a vehicle is that side's; what the report says rules."""
    standing: dict[str, set[Side]] = {}
    for piece in report.pieces:
        if piece.hex and (piece.mmc or piece.kind == "vehicle") and not piece.has("prisoner", "abandoned"):
            standing.setdefault(piece.hex.upper(), set()).add(piece.side)
    control = dict(state.control)
    control.update({hex: next(iter(sides)) for hex, sides in standing.items() if len(sides) == 1})
    for side, names in report.control.items():
        control.update(dict.fromkeys((name.upper() for name in names), side))
    return control
