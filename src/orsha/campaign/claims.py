"""What a report claims, against what a side knows (001 7.13, 7.5134, CG5, CG14): points, types, works that are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orsha.campaign.counter_names import names, plain
from orsha.campaign.counters import cvp, half_squads
from orsha.campaign.files import Side
from orsha.campaign.groups import chart
from orsha.campaign.places import beneath
from orsha.campaign.report import Kind, Piece, ScenarioReport, Status, in_culvert
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.steps.casualties import is_cupola, numbers
from orsha.hexmap.culvert import has_room
from orsha.hexmap.cupolas import cupola
from orsha.hexmap.map import hex_map
from orsha.kernel import Illegal

MEN: tuple[Kind, ...] = ("squad", "half-squad", "crew", "leader", "hero")
NEVER_ANOTHER: tuple[Kind, ...] = ("sw", "gun", "vehicle")
FT_DC = ("FT", "DC")
STUCK: tuple[Status, ...] = ("motion", "bogged", "mired", "immobilized")
LEFT: tuple[Status, ...] = ("abandoned",)


def worth(pieces: Iterable[Piece]) -> int:
    """The most points that pieces can bring: those of prisoners are counted so many times (base game A20.1)."""
    return sum(map(cvp, pieces)) * numbers().capture.cvp_factor


def check_points(report: ScenarioReport, side: Side, own: Iterable[Piece]) -> None:
    """001 7.13, CG14: not more CVP than a side's counters are worth, nor more EVP than those who left by the west."""
    pieces = list(own)
    most, said = worth(pieces), report.casualties[side].cvp if side in report.casualties else 0
    if said > most:
        raise Illegal("001 7.13", f"{said} CVP are more than all {side} counters are worth, {most} with prisoners")
    if side != "russian":
        return
    left = _of_types(pieces, report.exited) if report.exited else pieces
    most = worth(left)
    if report.evp > most:
        who = "those who left by the west edge" if report.exited else "all russian counters"
        raise Illegal("001 CG14", f"{report.evp} EVP are more than {who} are worth, {most} with prisoners")


def _of_types(pieces: list[Piece], types: dict[str, int]) -> list[Piece]:
    """So many pieces of each type; what nobody has is not there to leave."""
    by_type = {piece.type: piece for piece in pieces}
    return [by_type[type] for type, number in types.items() if type in by_type for _ in range(number)]


def check_types(report: ScenarioReport, side: Side, own: Iterable[Piece]) -> None:
    """Men of a type that the side has; a weapon, gun or vehicle does not become another one."""
    known = {piece.id: piece for piece in own}
    had = {(piece.kind, piece.type) for piece in known.values()}
    for piece in report.pieces:
        if piece.side != side:
            continue
        before = known.get(piece.id)
        if before is not None and piece.kind in NEVER_ANOTHER and piece.kind == before.kind:
            if piece.type != before.type:
                raise Illegal("001 7.5", f"{piece.id} is a {before.type}, and the report has it as {piece.type}")
        elif piece.kind in MEN and (piece.kind, piece.type) not in had:
            named = names(side).get(plain(piece.type))
            if named is None or named.kind != piece.kind:
                raise Illegal(
                    "001 7.5", f"there is no {side} {piece.kind} {piece.type}, as {piece.id} is in the report"
                )


def check_modules(report: ScenarioReport, side: Side, modules: Iterable[str]) -> None:
    """001 CG13: no more modules of artillery have fired than a side may use in a scenario."""
    fired, most = {*modules}.intersection(report.used.get(side, ())), chart(side).oba_per_scenario
    if len(fired) > most:
        raise Illegal("001 CG13", f"{len(fired)} {side} modules are used, and at most {most} may be in a scenario")


def check_cupolas(report: ScenarioReport) -> None:
    """001 4.1: a cupola does not move, and its crew does not leave it."""
    card = cupola()
    never: tuple[Status, ...] = (*(() if card.moves else STUCK), *(() if card.crew_may_leave else LEFT))
    for piece in report.pieces:
        if is_cupola(piece) and piece.has(*never):
            what = next(status for status in never if piece.has(status))
            raise Illegal("001 4.1", f"{piece.id} ({piece.type}) is a cupola and cannot be {what}")


def check_culvert(report: ScenarioReport) -> None:
    """001 3.1, 3.2: no vehicle is in the culvert, and no more men of a side than fit."""
    board, limit = hex_map(report.map), set_up_rules().stacking.half_squads
    inside = [one for one in report.pieces if one.hex and in_culvert(board, board.hex(one.hex)) and beneath(board, one)]
    crowd: Counter[tuple[str, Side]] = Counter()
    for piece in inside:
        if piece.kind == "vehicle":
            raise Illegal("001 3.2", f"{piece.id} ({piece.type}) is a vehicle and cannot be in the culvert")
        crowd[piece.hex.upper(), piece.side] += half_squads(piece)
    for (hex, side), size in crowd.items():
        if not has_room(0, size, limit):
            raise Illegal("001 3.1", f"{size} {side} half-squads are in the culvert of {hex}, where {limit} have room")


def check_ft_dc(report: ScenarioReport, side: Side, own: Iterable[Piece]) -> None:
    """001 7.5134: only what was in play can leave it: on the map, in the hands of who entered, or said to be lost."""
    there = {piece.id for piece in report.pieces}
    had = Counter(p.type for p in own if p.type in FT_DC and (p.hex or p.id in there or p.held_by in there))
    lost = Counter(report.casualties[side].lost if side in report.casualties else {})
    left = Counter(piece.type for piece in report.pieces if piece.side == side)
    for type, removed in Counter(one.type for one in report.ft_dc if one.side == side).items():
        in_play = max(had[type] - left[type], 0) + lost[type]
        if removed > in_play:
            raise Illegal("001 7.5134", f"{removed} {side} {type} left play, but {in_play} that were in it are missing")


def check_removed(report: ScenarioReport, known: Iterable[str], mines_may_be_hidden: bool) -> None:
    """What is gone was there: works and markers as a side knows them, as "wire K33"; the enemy's mines it may not."""
    there = Counter(text.upper() for text in known)
    there += Counter(f"{work.what} {work.hex}".upper() for work in report.works)
    there += Counter(f"{marker.what} {marker.hex}".upper() for marker in report.markers)
    for text, times in Counter(text.upper() for text in report.removed).items():
        hidden = mines_may_be_hidden and text.startswith("MINEFIELD ")
        if times > there[text] and not hidden:
            raise Illegal("001 CG5", f"{text.lower().split()[0]} in {text.split()[1]} is gone, but there was none")


def check_fires(report: ScenarioReport, known: Iterable[str]) -> None:
    """001 6, Enterable: nobody is in a terrain blaze: who was has left it, or is lost."""
    removed = {text.upper() for text in report.removed}
    fires = {*known, *(one.hex.upper() for one in report.markers if one.what == "blaze")}
    burning = {hex for hex in fires if f"BLAZE {hex}" not in removed}
    for piece in report.pieces:
        unit = piece.man or (piece.kind == "vehicle" and not piece.has("abandoned"))
        if unit and piece.hex.upper() in burning:
            raise Illegal(
                "001 7.509", f"{piece.id} ({piece.type}) is in {piece.hex}, which is ablaze: it has left it, or is lost"
            )
