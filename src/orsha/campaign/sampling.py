"""A set-up drawn at random, such as a careless player might make: for bots, and to try the rules out."""

from __future__ import annotations

import random
from collections import Counter

from orsha.campaign.commands import Placed
from orsha.campaign.counters import half_squads
from orsha.campaign.laying import kinds_of
from orsha.campaign.placing import How, SetUp, is_new_truck, may_hold, needs_own_crew, needs_own_group
from orsha.campaign.report import Piece
from orsha.campaign.set_up_rules import set_up_rules
from orsha.hexmap.grid import grain, neighbours, parse

TRIES = 12
WILLING = 0.9
"""The share of what may be set up that is."""


class Draft:
    """A placement as it grows. Hexes with works and hexes with pieces are kept apart, and a hex hides all or none."""

    def __init__(self, set_up: SetUp, rng: random.Random) -> None:
        self.set_up = set_up
        self.rng = rng
        self.placed: dict[str, Placed] = {}
        self.works: set[str] = set()
        self.crowd: Counter[str] = Counter()
        self.how: dict[str, How] = {}
        for one in set_up.standing.values():
            if one.hex:
                self.crowd[one.hex] += half_squads(one)
                self.how[one.hex] = "open"
        for one in set_up.pieces.values():
            if one.hex:
                self.crowd[one.hex] += half_squads(one)

    def draw(self) -> tuple[Placed, ...]:
        self._slots()
        self._forts()
        pieces = list(self.set_up.pieces.values())
        for one in pieces:
            if one.mmc or one.kind == "vehicle" or (one.kind == "gun" and one.held_by is None):
                self._unit(one)
        for one in pieces:
            if one.kind in ("leader", "hero"):
                self._leader(one)
            elif one.kind == "sw":
                self._weapon(one)
        return tuple(self.placed.values())

    def _willing(self) -> bool:
        return self.rng.random() < WILLING

    def _zone(self, id: str) -> tuple[str, ...]:
        return self.set_up.zones.get(self.set_up.where.get(id, ""), ())

    def _slots(self) -> None:
        for id in self.set_up.slots:
            if self._zone(id) and self._willing():
                self.placed[id] = Placed(id, self.rng.choice(self._zone(id)))

    # -- works

    def _forts(self) -> None:
        taken = set(self.set_up.built)
        fields: dict[str, list[str]] = {}
        for id, fort in self.set_up.forts.items():
            if fort.field:
                fields.setdefault(fort.field, []).append(id)
            elif self._zone(id) and self._willing():
                hex = self.rng.choice(self._zone(id))
                kinds = {f"{what} {hex}" for what in kinds_of(fort)}
                if not kinds & taken:
                    taken |= kinds
                    self._work(id, hex)
        for ids in fields.values():
            self._field(ids, taken)

    def _field(self, ids: list[str], taken: set[str]) -> None:
        zone = self._zone(ids[0])
        kinds = kinds_of(self.set_up.forts[ids[0]])
        open_to = {hex for hex in zone if not any(f"{what} {hex}" in taken for what in kinds)}
        for _ in range(TRIES if zone else 0):
            start = parse(self.rng.choice(zone))
            row = [start, *grain(start, self.rng.randrange(6), len(ids) - 1)]
            if open_to.issuperset(map(str, row)):
                for id, hex in zip(ids, row, strict=True):
                    self._work(id, str(hex))
                taken |= {f"{what} {hex}" for hex in row for what in kinds}
                return

    def _work(self, id: str, hex: str) -> None:
        self.placed[id] = Placed(id, hex)
        self.works.add(hex)

    # -- pieces

    def _room(self, hex: str, size: int) -> bool:
        """Whether one more can go there; a hex where a gun hides is left alone."""
        free = hex not in self.works and self.how.get(hex) != "hidden"
        return free and self.crowd[hex] + size <= set_up_rules().stacking.half_squads

    def _put(self, piece: Piece, hex: str, held_by: str | None = None) -> None:
        self.crowd[hex] += half_squads(piece)
        if piece.hex:
            self.crowd[piece.hex] -= half_squads(piece)
        guarded = piece.id in self.set_up.guards
        how = self.how.setdefault(hex, "open" if guarded else self.rng.choice(("open", "concealed")))
        self.placed[piece.id] = Placed(piece.id, hex, "open" if guarded else how, held_by)

    def _unit(self, piece: Piece) -> None:
        """Men, vehicles and guns that nobody has; what they hold comes along, so all of it must be let in."""
        if piece.held_by is not None and may_hold(piece, self.set_up.pieces.get(piece.held_by)):
            return
        cargo = [one.id for one in self.set_up.pieces.values() if one.held_by == piece.id]
        zone = self._near_gun(piece) if is_new_truck(piece) else self._zone(piece.id)
        bound = [self.set_up.hexes(id) for id in cargo]
        must = self.set_up.in_fire(piece)
        if not zone or not (must or self._willing()) or needs_own_crew(self.set_up, piece):
            return
        for hex in self.rng.sample(zone, len(zone)) if must else self.rng.choices(zone, k=TRIES):
            if self._room(hex, half_squads(piece)) and all(hex in one for one in bound):
                if self._hides(piece, cargo, hex):
                    self.how[hex] = "hidden"
                self._put(piece, hex)
                return

    def _hides(self, piece: Piece, cargo: list[str], hex: str) -> bool:
        """A crew with a gun that nobody has seen, alone in its hex."""
        guns = [self.set_up.pieces[id] for id in cargo]
        unseen = [one for one in guns if one.kind == "gun" and not one.hex and not one.last]
        alone = hex not in self.how and len(unseen) == len(guns) == 1 and piece.kind == "crew"
        return alone and piece.id not in self.set_up.guards and self.rng.random() < 0.5

    def _near_gun(self, truck: Piece) -> tuple[str, ...]:
        guns = [one for one in self.set_up.pieces.values() if one.kind == "gun" and one.group == truck.group]
        stand = [self.placed[one.held_by].hex for one in guns if one.held_by in self.placed]
        near = {str(hex) for name in stand for hex in neighbours(parse(name))}
        return tuple(sorted(near & self.set_up.hexes(truck.id)))

    def _men(self, group: str | None, among: frozenset[str]) -> list[Piece]:
        """Men that were put down in some hexes and are not hidden, of one group if it is named."""
        return [
            one
            for id, put in self.placed.items()
            if (one := self.set_up.pieces.get(id)) is not None and one.mmc and put.hex in among
            and self.how.get(put.hex) != "hidden" and group in (None, one.group)
        ]  # fmt: skip

    def _leader(self, piece: Piece) -> None:
        own = piece.group if needs_own_group(self.set_up, piece) else None
        men = self._men(own, self.set_up.hexes(piece.id))
        if self.set_up.in_fire(piece):
            self._put(piece, self.rng.choice([hex for hex in self._zone(piece.id) if self._room(hex, 0)]))
        elif men and self._willing() and piece.id not in self.set_up.guards:
            self._put(piece, self.placed[self.rng.choice(men).id].hex)

    def _weapon(self, piece: Piece) -> None:
        if piece.held_by is not None or needs_own_crew(self.set_up, piece):
            return
        men = self._men(None, self.set_up.hexes(piece.id))
        if men and self._willing():
            holder = self.rng.choice(men)
            self._put(piece, self.placed[holder.id].hex, holder.id)
