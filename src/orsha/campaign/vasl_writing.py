"""The next scenario's map as a saved game of VASL, made out of one that the players have.

Every counter of the campaign that stands on the template's map is taken off; what the campaign has on its map is put
there instead, with the template's own counters: moved while there are enough, copied where not. What the template has
no counter for is listed. All else in the file stays as it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count, cycle

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import MEN, MapMarker, Piece, ScenarioReport, Status, WorkMarker
from orsha.campaign.state import CampaignState
from orsha.campaign.vasl_names import MapSign, Meaning, Plain, Sign, Unit, WorkSign, meaning
from orsha.campaign.vasl_posing import kept_by, labelled, posed
from orsha.campaign.vasl_report import board_of, layout_of
from orsha.campaign.vasl_sight import Seen, Sight
from orsha.hexmap.map import hex_map
from orsha.hexmap.vasl.saves import MAPS, Save, Stack, position, with_pieces
from orsha.hexmap.vasl.saves import Piece as Counter
from orsha.hexmap.vasl.saves.commands import Logged
from orsha.kernel import OrshaError

OFFSETS = ((0, 0), (8, 8), (-8, 8), (8, -8), (-8, -8), (0, 13), (0, -13), (13, 0), (-13, 0))
"""Pixels that the stacks of a hex stand apart, all of them well inside it."""
_NUMBER = re.compile(r"^[0-9]{1,18}$")
NO_SIGN: tuple[Status, ...] = ("captured", "hidden", "concealed", "engineer")
"""What no sign lies on a counter for: that is seen by who has it, who keeps it, or what it is."""


class Setting(Struct, frozen=True):
    """What stands on the campaign's map."""

    pieces: tuple[Piece, ...] = ()
    works: tuple[WorkMarker, ...] = ()
    markers: tuple[MapMarker, ...] = ()


class Written(Struct, frozen=True):
    """The saved game, and what became of what."""

    save: Save
    moved: int
    copied: int
    missing: tuple[str, ...]
    """What the template has no counter for."""
    not_shown: tuple[str, ...]
    """What players have to do themselves: states without a sign, secrets of a player whom the file does not name."""


def of_report(report: ScenarioReport) -> Setting:
    return Setting(tuple(one for one in report.pieces if one.hex), report.works, report.markers)


def of_campaign(view: CampaignState, side: Side | None) -> Setting:
    """What all can see on the map, and what a side keeps there to itself."""
    own = view.sides[side] if side is not None else None
    pieces = [*view.pieces.values(), *(own.box.shown.values() if own else ())]
    forts = [*view.forts.values(), *(own.forts.shown.values() if own else ())]
    works = [WorkMarker(one.what, one.hex, one.side, not one.known, one.ap, one.at) for one in forts if one.hex]
    return Setting(tuple(one for one in pieces if one.hex), tuple(works), view.markers)


def to_save(template: Save, setting: Setting, ids: bool = False) -> Written:
    """The template with the campaign's map on it; with ids, each counter is labelled with the campaign's own."""
    if any(isinstance(line.command, Logged) for line in template.lines):
        raise OrshaError("a log cannot be the template: open it in VASL, play it to its end and save the game")
    return _Writing(template, ids).put(setting)


class _Writing:
    def __init__(self, template: Save, ids: bool) -> None:
        self.template, self.ids = template, ids
        self.board = board_of(template)
        self.there = position(template)
        self.layout = layout_of(template, self.there)
        self.map = hex_map(self.board.map)
        piles = self.there.piles()
        sight = Sight((pile for *_, pile in piles), None)
        self.owners: dict[Side, str] = {side: owner for owner, side in sight.sides.items()}
        self.map_name = next((map for map, *_ in piles if map in MAPS), MAPS[0])
        self.stock: list[Seen] = []
        """Open counters of the template, those on the map first; what is kept hidden is no stock."""
        self.marks: dict[Side, Counter] = {}
        """Question marks of players whose side is known."""
        self.off: set[str] = set()
        """What is taken off the map."""
        self.standing: set[tuple[str, Meaning]] = set()
        """Works and markers that lie on the map and stay there."""
        for on_map in (True, False):
            for map, x, y, pile in piles:
                hex = self.hex(map, x, y)
                if (hex is not None) == on_map:
                    self.look(hex, sight.look(pile)[0])
        numbers = [int(id) for id in (*self.there.pieces, *self.there.stacks) if _NUMBER.match(id)]
        self.new_ids = (str(number) for number in count(max(numbers, default=0) + 1))
        self.used: set[str] = set()
        self.moved = self.copied = 0
        self.missing: list[str] = []
        self.not_shown: list[str] = []
        self.new: list[Counter | Stack] = []
        self.apart: dict[str, Iterator[tuple[int, int]]] = defaultdict(lambda: cycle(OFFSETS))
        self.layers = {id: stack.rest for stack in self.there.stacks.values() for id in stack.members}

    def hex(self, map: str, x: int, y: int) -> str | None:
        spot = self.layout.spot(x, y) if map in MAPS else None
        if spot is None or spot.board != self.board.name or spot.hexes[0] not in self.map:
            return None
        return str(spot)

    def look(self, hex: str | None, pile: list[Seen]) -> None:
        for one in pile:
            if hex is not None and (isinstance(one.meaning, Unit | Sign) or one.meaning == Plain("mark")):
                self.off.add(one.piece.id)
            if hex is not None and one.how is None and isinstance(one.meaning, WorkSign | MapSign):
                self.standing.add((hex, _plain(one.meaning)))
            if one.how is None:
                self.stock.append(one)
            elif one.meaning == Plain("mark") and one.how == "concealed" and one.owner is not None:
                self.marks[one.owner] = one.piece

    # -- putting down

    def put(self, setting: Setting) -> Written:
        known = {piece.id: piece for piece in setting.pieces}
        held: dict[str, list[Piece]] = defaultdict(list)
        for piece in setting.pieces:
            if piece.held_by in known and piece.held_by != piece.id:
                held[piece.held_by or ""].append(piece)
        self.put_pieces([one for one in setting.pieces if one.held_by not in known], held)
        for work in setting.works:
            self.put_work(work)
        for marker in setting.markers:
            self.put_marker(marker)
        save = with_pieces(self.template, *self.changes())
        return Written(save, self.moved, self.copied, tuple(self.missing), tuple(self.not_shown))

    def put_pieces(self, roots: Iterable[Piece], held: dict[str, list[Piece]]) -> None:
        """Men who hold nothing lie together; whoever has something, or has a sign on him, lies apart with it."""
        together: dict[tuple[str, Side], list[Counter]] = defaultdict(list)
        for root in roots:
            pile = list(self.pile(root, held, set()))
            if len(pile) == 1 and root.kind in MEN:
                together[root.hex.upper(), root.side] += pile
            else:
                self.stack(root.hex.upper(), pile)
        for (hex, _), pile in together.items():
            self.stack(hex, pile)

    def pile(self, piece: Piece, held: dict[str, list[Piece]], seen: set[str]) -> Iterator[Counter]:
        """A piece with the signs on it, then what it holds."""
        if piece.id in seen:
            return
        seen.add(piece.id)
        yield from self.counters(piece)
        for one in held.get(piece.id, ()):
            yield from self.pile(one, held, seen)

    def counters(self, piece: Piece) -> Iterator[Counter]:
        where = f"{piece.type} in {piece.hex}"
        if piece.has("prisoner"):
            self.not_shown.append(f"{where} is a prisoner")
            return
        source = self.source(piece)
        if source is None:
            self.missing.append(f"{piece.side} {where}")
            return
        owner = self.owners.get(piece.side)
        if piece.has("hidden", "concealed") and owner is None:
            how = "hidden" if piece.has("hidden") else "concealed"
            self.not_shown.append(f"{where} is {how}, and the template does not show who its player is")
            return
        counter, unshown = posed(source, [one for one in piece.status if one not in NO_SIGN])
        kept = kept_by(
            counter,
            hidden=owner if piece.has("hidden") else None,
            concealed=owner if piece.has("concealed") and not piece.has("hidden") else None,
        )
        if kept is None:
            self.not_shown.append(f"{where} cannot be hidden or concealed in VASL")
            return
        if piece.has("engineer") and not _engineer(meaning(source)):
            unshown.append("engineer")
        if piece.level is not None:
            self.not_shown.append(f"{where} is at level {piece.level}")
        yield labelled(kept, f"#{piece.id}" if self.ids else "")
        yield from self.signs(where, unshown)
        if kept.concealed_by is not None:
            yield from self.mark(piece.side, where)

    def mark(self, side: Side, where: str) -> Iterator[Counter]:
        """The question mark that lies on what is concealed."""
        if side in self.marks:
            yield replace(self.marks[side], id=next(self.new_ids))
        else:
            self.not_shown.append(f"{where} needs a question mark on it")

    def signs(self, where: str, status: Iterable[Status]) -> Iterator[Counter]:
        for one in status:
            sign = next((seen.piece for seen in self.stock if seen.meaning == Sign(one)), None)
            if sign is None:
                self.not_shown.append(f"{where} is {one}")
            else:
                yield replace(sign, id=next(self.new_ids))

    def source(self, piece: Piece) -> Counter | None:
        """A counter of the template: one that stands on its map and was not moved yet, or else a copy."""
        same = [one for one in self.stock if _is(one.meaning, piece)]
        same.sort(key=lambda one: _engineer(one.meaning) != piece.has("engineer"))
        free = [one for one in same if one.piece.id in self.off and one.piece.id not in self.used]
        if free and _engineer(free[0].meaning) == _engineer(same[0].meaning):
            self.used.add(free[0].piece.id)
            self.moved += 1
            return free[0].piece
        if not same:
            return None
        self.copied += 1
        return replace(same[0].piece, id=next(self.new_ids))

    # -- works and markers

    def put_work(self, work: WorkMarker) -> None:
        where = f"{work.what} in {work.hex}"
        if work.hidden:
            self.not_shown.append(f"the hidden {where}")
            return
        if work.what != "minefield":
            self.put_sign(work.hex, [WorkSign(work.what)], where)
        for sign in [WorkSign("minefield", ap=work.ap)] if work.ap else []:
            self.put_sign(work.hex, [sign], f"{work.ap} AP {where}")
        for sign in [WorkSign("minefield", at=work.at)] if work.at else []:
            self.put_sign(work.hex, [sign], f"{work.at} AT {where}")

    def put_marker(self, marker: MapMarker) -> None:
        burning = marker.what == "burning-wreck"
        signs = [MapSign("wreck"), MapSign("blaze")] if burning else [MapSign(marker.what)]
        self.put_sign(marker.hex, signs, f"{marker.what} in {marker.hex}")

    def put_sign(self, hex: str, signs: list[WorkSign] | list[MapSign], where: str) -> None:
        """Counters without an owner; those that lie there already stay."""
        if all((hex.upper(), one) in self.standing for one in signs):
            return
        found = [next((one.piece for one in self.stock if _plain(one.meaning) == sign), None) for sign in signs]
        copies = [replace(one, id=next(self.new_ids)) for one in found if one is not None]
        if len(copies) < len(signs):
            self.missing.append(where)
            return
        self.copied += len(copies)
        self.stack(hex.upper(), copies)

    # -- the file

    def stack(self, hex: str, pile: list[Counter]) -> None:
        if not pile:
            return
        place = self.layout.position(self.board.name, self.map.hex(hex))
        if place is None:
            self.missing.append(f"{hex} itself: that part of the board is not on the template's map")
            return
        dx, dy = next(self.apart[hex])
        x, y = place[0] + dx, place[1] + dy
        self.new += [one.at(self.map_name, x, y) for one in pile]
        layer = next((self.layers[one.id] for one in pile if one.id in self.layers), ())
        self.new.append(Stack(next(self.new_ids), self.map_name, x, y, tuple(one.id for one in pile), layer))

    def changes(self) -> tuple[set[str], list[Counter | Stack]]:
        """What goes and what comes: counters, and the stacks that lost some of theirs."""
        gone = set(self.off)
        stacks: list[Counter | Stack] = []
        for stack in self.there.stacks.values():
            left = tuple(id for id in stack.members if id not in self.off)
            if left != stack.members:
                gone.add(stack.id)
                stacks += [replace(stack, members=left)] if left else []
        return gone, [*self.new, *stacks]


def _is(found: Meaning, piece: Piece) -> bool:
    return isinstance(found, Unit) and (found.side, found.kind, found.type) == (piece.side, piece.kind, piece.type)


def _engineer(found: Meaning) -> bool:
    return isinstance(found, Unit) and "engineer" in found.status


def _plain(found: Meaning) -> Meaning:
    """A sign without what its counter says beside: what a wreck was."""
    return MapSign(found.what) if isinstance(found, MapSign) else found
