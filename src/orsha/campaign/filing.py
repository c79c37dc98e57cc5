"""A filed report against what each side had, and how it becomes the map that the reorganization works on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from orsha.campaign import claims
from orsha.campaign import events as ev
from orsha.campaign.counters import counters, half_squads
from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder
from orsha.campaign.observers import modules
from orsha.campaign.places import beneath
from orsha.campaign.report import FORMS, Kind, MapMarker, Piece, ScenarioReport, Status, check
from orsha.campaign.state import SIDES, CampaignState, Fort, Value
from orsha.campaign.telling import Telling, all_forts, everything, holder_side
from orsha.hexmap.map import hex_map
from orsha.kernel import Illegal
from orsha.kernel.data import Wrong

RULE = "001 7.5"
MEN = "half-squads of infantry"
# What a battle can make more of: heroes, leaders promoted in the field, crews that leave their vehicle, weapons taken
# from wrecks. Captured things are in the other side's hands and are not counted either.
UNCOUNTED = ("leader", "hero", "armor-leader", "crew", "sw")
# What a battle takes from nobody: training, and weapons that only 7.5133 can mend (ruling B143).
LASTING: tuple[Status, ...] = ("engineer", "disabled", "mg-disabled")


def account(pieces: Iterable[Piece]) -> Counter[str]:
    """Pieces by what a report must not have more of than there was: men by half-squads, guns and vehicles by type."""
    found: Counter[str] = Counter()
    for piece in pieces:
        if piece.kind in ("squad", "half-squad"):
            found[MEN] += half_squads(piece)
        elif piece.kind not in UNCOUNTED and not piece.has("captured"):
            found[f"{piece.kind} {piece.type}"] += 1
    return found


class Own(Value, frozen=True):
    """What a side can have in play, as its own view knows it, and its artillery and aircraft."""

    pieces: tuple[Piece, ...] = ()
    assets: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    """Those of its assets that are modules of artillery, whose number in a scenario is limited (CG13)."""
    works: tuple[str, ...] | None = None
    """Works and markers that the side knew of, as "wire K33"; nothing where they are not asked for."""
    blazes: tuple[str, ...] = ()


def check_filed(report: ScenarioReport, date: str, side: Side, own: Own) -> None:
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
    for id in report.used.get(side, ()):
        if id not in own.assets:
            raise Illegal("001 CG7", f"{id!r} is no artillery or aircraft of the {side} side")
    claims.check_modules(report, side, own.modules)
    claims.check_types(report, side, own.pieces)
    claims.check_cupolas(report)
    claims.check_culvert(report)
    _check_counts(report, side, own)
    claims.check_points(report, side, own.pieces)
    claims.check_ft_dc(report, side, own.pieces)
    claims.check_fires(report, own.blazes)
    if own.works is not None:
        claims.check_removed(report, own.works, side == "russian")


def _check_counts(report: ScenarioReport, side: Side, own: Own) -> None:
    """001 7.13: not more on the map, lost and gone west than there were."""
    had = account(own.pieces)
    there = account(piece for piece in report.pieces if piece.side == side)
    lost = _counted(_said_lost(report, side), side, own)
    for what in sorted(there | lost):
        if there[what] + lost[what] > had[what]:
            are = "is" if there[what] == 1 else "are"
            raise Illegal(
                "001 7.13",
                f"{what}: {there[what]} {are} on the map and {lost[what]} gone, but the {side} side had {had[what]}",
            )


def _said_lost(report: ScenarioReport, side: Side) -> Counter[str]:
    """The counters that a report says a side has no more, by type: casualties, and Russians who left by the west."""
    lost = Counter(report.casualties[side].lost if side in report.casualties else {})
    return lost + Counter(report.exited if side == "russian" else {})


def _counted(types: Counter[str], side: Side, own: Own) -> Counter[str]:
    known = {piece.type: piece.kind for piece in own.pieces} | {
        type: kind
        for one in counters().infantry
        if one.side == side
        for type, kind in ((one.squad, "squad"), (one.half, "half-squad"))
    }
    found: Counter[str] = Counter()
    for type, count in types.items():
        # A type of men that is neither squad nor half-squad is a crew, a hero or a leader.
        kind = known.get(type) or next((kind for kind in ("crew", "leader") if FORMS[kind].match(type)), None)
        if kind is None:
            raise Illegal("001 7.13", f"{count} {type} are lost, but the {side} side had none")
        one = Piece("-", side, cast(Kind, kind), type)
        found += Counter({what: number * count for what, number in account([one]).items()})
    return found


def own_pieces(state: CampaignState, side: Side) -> tuple[Piece, ...]:
    pieces = (*state.pieces.values(), *state.sides[side].box.shown.values())
    return tuple(piece for piece in pieces if piece.side == side)


def own_forces(state: CampaignState, side: Side) -> Own:
    """All that a side can have in play, as its own view knows it."""
    forts = (*state.forts.values(), *state.sides[side].forts.shown.values())
    works = [f"{one.what} {one.hex}" for one in forts if one.hex]
    works += [f"{one.what} {one.hex}" for one in state.markers]
    blazes = tuple(one.hex for one in state.markers if one.what == "blaze")
    firing = tuple(module.id for module in modules(state, side))
    return Own(own_pieces(state, side), tuple(state.sides[side].assets.shown), firing, tuple(works), blazes)


def may_agree(state: CampaignState, side: Side) -> bool:
    assert state.filed is not None
    try:
        check_filed(state.filed, state.date, side, own_forces(state, side))
    except Illegal:
        return False
    return True


# -- the report becomes the map


def adopt(told: Telling) -> None:
    """The report both sides agree on. Its pieces are found among those in play, by id or else by type."""
    state = told.state
    report = state.filed
    assert report is not None
    found = _with_armor_leaders(state, _identified(told, report))
    claimed = {piece.id for piece in found}
    lost = {side: _lost(state, report, side, found) for side in SIDES}
    gone = claimed | {piece.id for pieces in lost.values() for piece in pieces}
    emptied = {side: tuple(id for id in state.sides[side].box.shown if id in gone) for side in SIDES}
    cleared = {side: _cleared(state, report, side) for side in SIDES}
    told.tell(
        ev.Adopted(
            tuple(found), lost, emptied, cleared, _forts(told, report), _markers(state, report),
            _control(state, report), _exited(report, lost["russian"]),
        )
    )  # fmt: skip


def _exited(report: ScenarioReport, lost: Iterable[Piece]) -> tuple[str, ...]:
    """001 CG14, ruling B42: Russians who left by the west edge, as many of each type as the report says."""
    left = Counter(report.exited)
    found = []
    for piece in lost:
        if left[piece.type] > 0:
            left[piece.type] -= 1
            found.append(piece.id)
    return tuple(found)


def _identified(told: Telling, report: ScenarioReport) -> list[Piece]:
    """Each piece of the report with the id that it has in the campaign."""
    in_play = everything(told.state)
    names: dict[str, str] = {}
    free: dict[tuple[Side, str, str], list[str]] = {}
    for piece in report.pieces:
        known = in_play.get(piece.id)
        if known is not None and known.side == piece.side and _same(known.kind, piece.kind):
            names[piece.id] = piece.id
    # Those set up come before those that waited, plain ones before engineers, of whom a report says so.
    for id, piece in sorted(in_play.items(), key=lambda pair: (pair[1].hex == "", pair[1].has("engineer"), pair[0])):
        if id not in names:
            free.setdefault((piece.side, piece.kind, piece.type), []).append(id)
    fresh = {side: iter(told.new_ids(side, len(report.pieces))) for side in SIDES}
    for piece in report.pieces:
        if piece.id not in names:
            candidates = free.get((piece.side, piece.kind, piece.type), [])
            best = min(candidates, key=lambda id: _unlike(in_play[id], piece), default=None)
            names[piece.id] = best or next(fresh[piece.side])
            if names[piece.id] in candidates:
                candidates.remove(names[piece.id])
    return [_as_known(piece, names, in_play) for piece in report.pieces]


def _with_armor_leaders(state: CampaignState, found: list[Piece]) -> list[Piece]:
    """An armour leader whom a report does not mention is in his vehicle still."""
    there = {piece.id: piece for piece in found}
    along = [
        replace(piece, hex=there[piece.held_by].hex, last="")
        for piece in everything(state).values()
        if piece.kind == "armor-leader" and piece.id not in there and piece.held_by in there
    ]
    return [*found, *along]


def _same(one: str, other: str) -> bool:
    """Whether a counter can be the other one still: itself, or what a casualty reduction left of it."""
    return one == other or (one, other) == ("squad", "half-squad")


def _lasting(piece: Piece) -> tuple[Status, ...]:
    return tuple(status for status in LASTING if piece.has(status))


def _stuck_here(known: Piece, piece: Piece) -> bool:
    """001 7.5131b: who was immobilized where the report has him is so still."""
    return known.has("immobilized") and known.hex == piece.hex.upper()


def _unlike(known: Piece, piece: Piece) -> tuple[bool, bool, bool]:
    """How little a counter in play is like one of the report: the stuck have not moved, what lasts is the same."""
    here = _stuck_here(known, piece)
    return not here, known.has("immobilized") and not here, _lasting(known) != _lasting(piece)


def _as_known(piece: Piece, names: dict[str, str], in_play: dict[str, Piece]) -> Piece:
    """With the campaign's id, its holder's too, and the group and what no battle changes: a report need not say it."""
    known = in_play.get(names[piece.id])
    kept = known.group if known else None
    kept_on: tuple[Status, ...] = ()
    if known is not None:
        stuck: tuple[Status, ...] = ("immobilized",) if _stuck_here(known, piece) else ()
        kept_on = tuple(one for one in (*_lasting(known), *stuck) if not piece.has(one))
    return replace(
        piece,
        id=names[piece.id],
        hex=piece.hex.upper(),
        held_by=names[piece.held_by] if piece.held_by else None,
        group=piece.group or kept,
        status=(*piece.status, *kept_on),
        last="",
    )


def _lost(state: CampaignState, report: ScenarioReport, side: Side, found: list[Piece]) -> tuple[Piece, ...]:
    """What was set up and is not there any more, and as many of those off the map as are said to be lost.

    Half-squads that nobody had before are what is left of squads: those are gone from the map, or from off it.
    """
    in_play, claimed = everything(state), {piece.id for piece in found}
    absent = [piece for piece in in_play.values() if piece.side == side and piece.id not in claimed]
    gone = [piece for piece in absent if piece.hex]
    waiting = [piece for piece in absent if not piece.hex]
    said = _said_lost(report, side) - Counter(piece.type for piece in gone)
    made = sum(half_squads(piece) for piece in found if piece.side == side and piece.id not in in_play and _foot(piece))
    made -= sum(half_squads(piece) for piece in gone if _foot(piece))
    for piece in waiting:
        reduced = piece.kind == "squad" and made > 0
        # What a unit held as it entered and the report does not mention is lost.
        if said[piece.type] > 0 or reduced or piece.held_by in claimed:
            said[piece.type] -= 1
            made -= half_squads(piece) if _foot(piece) else 0
            gone.append(piece)
    return tuple(gone)


def _foot(piece: Piece) -> bool:
    return piece.kind in ("squad", "half-squad")


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


def _cleared(state: CampaignState, report: ScenarioReport, side: Side) -> tuple[str, ...]:
    """Works that only their own side knew and that are gone: mines that were swept."""
    removed = {text.upper() for text in report.removed}
    hidden = state.sides[side].forts.shown
    return tuple(id for id, fort in hidden.items() if fort.hex and f"{fort.what} {fort.hex}".upper() in removed)


def _markers(state: CampaignState, report: ScenarioReport) -> tuple[MapMarker, ...]:
    """001 CG5: all stay but those removed, one for each time it is said; several wrecks can lie in a hex."""
    removed = Counter(text.upper() for text in report.removed)
    kept: list[MapMarker] = []
    for one in (*state.markers, *(replace(one, hex=one.hex.upper()) for one in report.markers)):
        key = f"{one.what} {one.hex}".upper()
        if removed[key]:
            removed[key] -= 1
        elif one not in kept or "wreck" in one.what:
            kept.append(one)
    return tuple(kept)


def _control(state: CampaignState, report: ScenarioReport) -> dict[str, Holder]:
    """As it was; a hex where only one side has an MMC or a vehicle is that side's; what the report says rules.

    Who is under a bridge or in the culvert does not take what is above (ruling B132).
    """
    standing: dict[str, set[Side]] = {}
    on_top: set[str] = set()
    for piece in report.pieces:
        if piece.hex and (piece.mmc or piece.kind == "vehicle") and not piece.has("prisoner", "abandoned"):
            standing.setdefault(piece.hex.upper(), set()).add(holder_side(state, piece))
            on_top |= set() if beneath(hex_map(), piece) else {piece.hex.upper()}
    control = dict(state.control)
    control.update({hex: next(iter(sides)) for hex, sides in standing.items() if len(sides) == 1 and hex in on_top})
    for side, names in report.control.items():
        control.update(dict.fromkeys((name.upper() for name in names), side))
    return control
