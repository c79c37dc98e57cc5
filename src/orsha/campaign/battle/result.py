"""The report of an automatic battle: what is left, where, in what state, and what it cost."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.battle.situation import Situation
from orsha.campaign.battle.units import Unit
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.report import Casualties, Piece, ScenarioReport, WorkMarker
from orsha.campaign.state import SIDES


def reported(now: Situation) -> ScenarioReport:
    """All that the reorganization asks, in an order that depends on nothing but the battle."""
    pieces = [_piece(unit) for _, unit in sorted(now.units.items()) if unit.hex is not None]
    changed: dict[Side, tuple[str, ...]] = {
        side: tuple(
            str(hex)
            for hex, holder in sorted(now.control.items())
            if holder == side and now.state.control.get(str(hex)) != side
        )
        for side in SIDES
    }
    return ScenarioReport(
        now.state.date,
        turns=max(1, now.turn),
        pieces=tuple(pieces),
        markers=tuple(now.markers),
        works=_works(now),
        removed=tuple(now.removed),
        control=changed,
        casualties={side: Casualties(max(0, now.cvp[side]), dict(sorted(now.lost[side].items()))) for side in SIDES},
        evp=now.evp,
        exited=dict(sorted(now.exited.items())),
        ft_dc=tuple(now.ft_dc),
        used={side: tuple(now.used[side]) for side in SIDES},
    )


def _piece(unit: Unit) -> Piece:
    assert unit.hex is not None
    status = tuple(one for one in unit.piece.status if one not in ("pinned", "motion"))
    holder = unit.holder.id if unit.holder is not None else None
    return replace(unit.piece, hex=str(unit.hex), level=None, held_by=holder, status=status, last="")


def _works(now: Situation) -> tuple[WorkMarker, ...]:
    """Hidden minefields that were found."""
    found = [now.forts[id] for id in sorted(now.shown) if not now.forts[id].known]
    return tuple(WorkMarker(fort.what, fort.hex, fort.side, False, fort.ap, fort.at) for fort in found)


def encircle(now: Situation) -> None:
    """At the end: men with enemies on opposite sides and none of their own beside them are encircled."""
    for side in SIDES:
        for hex in now.places(side):
            beside = now.field.beside[hex]
            if len(beside) < 6 or any(now.solid(side, one) for one in beside):
                continue
            if any(now.solid(other(side), beside[n]) and now.solid(other(side), beside[n + 3]) for n in range(3)):
                for unit in now.of(side, hex):
                    if unit.man:
                        unit.mark("encircled")
