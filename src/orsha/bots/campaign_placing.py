"""How a bot sets up: the Germans in works around what they must hold, in depth; the Russians massed before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from orsha.campaign.commands import Placed
from orsha.campaign.counters import half_squads, vehicle
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.places import is_cupola
from orsha.campaign.placing import PLANS, REST, SetUp, needs_own_group
from orsha.campaign.report import Piece
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import CampaignState, Fort
from orsha.campaign.zones import set_up_for
from orsha.hexmap.grid import Hex, distance, grain, parse
from orsha.hexmap.map import hex_map

DEPTH = 8.0
"""Hexes from the enemy's front at which a location counts a quarter of what one right at it does."""
CROWDING = 0.4
"""Hexes of distance that the Germans go to be with one half-squad fewer in a hex."""
A_HEX = 4
"""Half-squads that the Germans put into one hex; the Russians fill theirs."""
HIDDEN, CONCEALED, OPEN = "hidden", "concealed", "open"


def place(view: CampaignState, side: Side) -> tuple[Placed, ...]:
    """Everything that the standing question asks to be set up; what is cut off stays, unless its hex is ablaze."""
    set_up = set_up_for(view, side)
    if set_up.rule == PLANS:
        return _plans(view, side, set_up)
    return _Layout(view, side, set_up).whole() if set_up.rule == REST else out_of_fire(set_up)


def out_of_fire(set_up: SetUp) -> tuple[Placed, ...]:
    """Each to the nearest hex of its area where there is room; what they hold goes with them."""
    crowd: Counter[str] = Counter()
    for one in (*set_up.pieces.values(), *set_up.standing.values()):
        crowd[one.hex] += half_squads(one)
    placed = []
    for one in set_up.pieces.values():
        if one.held_by in set_up.pieces or not set_up.in_fire(one):
            continue
        size, most = half_squads(one), set_up_rules().stacking.half_squads
        open_to = [hex for hex in set_up.hexes(one.id) if crowd[hex] + size <= most]
        hex = min(open_to, key=lambda hex: (distance(parse(one.hex), parse(hex)), hex))
        crowd[hex] += size
        placed.append(Placed(one.id, hex))
    return tuple(placed)


def fronts(view: CampaignState, side: Side) -> list[Hex]:
    """The enemy's front line, as all know it."""
    return [parse(name) for name in view.fronts[other(side)].front_line]


def strongpoints(view: CampaignState) -> list[tuple[Hex, float]]:
    """Victory locations that the Germans hold, each with its share of the defence: more for those near the front."""
    front = fronts(view, "german")
    found = []
    for name in hex_map().file.victory_locations:
        if view.control.get(name) == "german":
            hex = parse(name)
            near = min((distance(hex, one) for one in front), default=0)
            found.append((hex, 1 / (1 + near / DEPTH) ** 2))
    return found


# -- hexes that are written down before anybody sets up


def _plans(view: CampaignState, side: Side, set_up: SetUp) -> tuple[Placed, ...]:
    """Bombardments on the German locations next to the front, one each; everything else in the middle of its zone."""
    aims = [hex for hex, _ in sorted(strongpoints(view), key=lambda pair: -pair[1])]
    placed = []
    for n, id in enumerate(set_up.slots):
        zone = sorted(set_up.hexes(id))
        if not zone:
            continue
        aim = str(aims[n % len(aims)]) if aims and not id.endswith("/observer") else ""
        placed.append(Placed(id, aim if aim in zone else zone[len(zone) // 2]))
    return tuple(placed)


# -- men, guns, vehicles and works


class _Layout:
    """A set-up under way: what is placed so far, and how full every hex is."""

    def __init__(self, view: CampaignState, side: Side, set_up: SetUp) -> None:
        self.view = view
        self.side = side
        self.set_up = set_up
        self.placed: dict[str, Placed] = {}
        self.crowd: Counter[str] = Counter()
        for piece in set_up.standing.values():
            if piece.hex:
                self.crowd[piece.hex] += half_squads(piece)
        self.front = fronts(view, side)
        self.points = strongpoints(view)
        self.sent: Counter[Hex] = Counter()

    def whole(self) -> tuple[Placed, ...]:
        if not self.points:
            return ()
        free = [one for one in self.set_up.pieces.values() if self.set_up.hexes(one.id)]
        for guns in (True, False):
            for crew in self._crews(free):
                if bool(self._gun_of(crew)) == guns:
                    self._crew(crew)
        for squad in _by_group(one for one in free if one.kind in ("squad", "half-squad")):
            self._man(squad)
        for leader in (one for one in free if one.kind == "leader"):
            self._leader(leader)
        for tank in (one for one in free if one.kind == "vehicle"):
            self._vehicle(tank)
        self._hand_out([one for one in free if one.kind == "sw" and not one.has("dismantled")])
        self._works()
        return tuple(self.placed.values())

    def _put(self, piece: Piece, hex: str, how: str = OPEN, by: str | None = None) -> None:
        self.placed[piece.id] = Placed(piece.id, hex, how, by)  # type: ignore[arg-type]
        self.crowd[hex] += half_squads(piece)

    # -- where

    def _point(self, weight: int) -> Hex:
        """The location whose share is least used."""
        best = min(self.points, key=lambda pair: ((self.sent[pair[0]] + weight) / pair[1], pair[0]))[0]
        self.sent[best] += weight
        return best

    def _spot(self, piece: Piece, zone: frozenset[str], most: int) -> str | None:
        """A good hex of a zone with room for a piece, near the location that needs it most."""
        room = [hex for hex in zone if self.crowd[hex] + half_squads(piece) <= most]
        if not room:
            return None
        ranks = _ranks(self.side, self._point(max(1, half_squads(piece))))
        loose = CROWDING if self.side == "german" else 0.0
        return min(room, key=lambda name: (ranks[name] + loose * self.crowd[name], name))

    # -- who

    def _crews(self, free: list[Piece]) -> list[Piece]:
        return [one for one in free if one.kind == "crew"]

    def _things_of(self, piece: Piece) -> list[Piece]:
        return [one for one in self.set_up.pieces.values() if one.held_by == piece.id]

    def _gun_of(self, crew: Piece) -> Piece | None:
        return next((one for one in self._things_of(crew) if one.kind == "gun"), None)

    def _crew(self, crew: Piece) -> None:
        """With its weapon, and a gun only where the gun may stand; new guns are hidden."""
        gun = self._gun_of(crew)
        if not self._things_of(crew) and self._takes_over(crew):
            return
        zone = self.set_up.hexes(crew.id)
        if gun is not None:
            zone &= self.set_up.hexes(gun.id) | ({gun.hex} if gun.hex else set())
        hex = gun.hex if gun is not None and gun.hex in zone else self._spot(crew, zone, A_HEX)
        if hex is None:
            return
        new = gun is not None and not gun.hex and not gun.last and self.side == "german"
        self._put(crew, hex, HIDDEN if new else self._cover(hex))

    def _takes_over(self, crew: Piece) -> bool:
        """A crew with empty hands mans a gun that was left on the map."""
        zone = self.set_up.hexes(crew.id)
        for gun in self.set_up.pieces.values():
            alone = gun.kind == "gun" and gun.held_by is None and gun.id not in self.placed
            if alone and gun.hex in zone and self.crowd[gun.hex] + half_squads(crew) <= A_HEX:
                self._put(crew, gun.hex, self._cover(gun.hex))
                self._put(gun, gun.hex, OPEN, crew.id)
                return True
        return False

    def _man(self, piece: Piece) -> None:
        most = A_HEX if self.side == "german" else set_up_rules().stacking.half_squads
        hex = self._spot(piece, self.set_up.hexes(piece.id), most)
        if hex is not None:
            self._put(piece, hex, OPEN if piece.id in self.set_up.guards else self._cover(hex))

    def _cover(self, hex: str) -> str:
        """001 CG10: Germans are concealed, Russians where the ground allows it; seen is always allowed."""
        return CONCEALED if self.side == "german" else OPEN

    def _leader(self, leader: Piece) -> None:
        """With men, of his own group where the rules ask for it."""
        own = needs_own_group(self.set_up, leader)
        zone = self.set_up.hexes(leader.id)
        led = {one.hex for id, one in self.placed.items() if self._kind(id) == "leader"}
        hexes = [
            one.hex
            for id, one in self.placed.items()
            if self._kind(id) in ("squad", "half-squad")
            and one.hex in zone
            and (not own or self.set_up.pieces[id].group == leader.group)
        ]
        if hexes:
            best = max(hexes, key=lambda hex: (hex not in led, self.crowd[hex], hex))
            how = next(one.how for one in self.placed.values() if one.hex == best)
            self._put(leader, best, how if how != HIDDEN else OPEN)

    def _kind(self, id: str) -> str:
        piece = self.set_up.pieces.get(id)
        return piece.kind if piece else ""

    def _vehicle(self, tank: Piece) -> None:
        """Armour with the men; trucks stay away, there is nothing for them to do."""
        if not vehicle(tank.type).ma and not is_cupola(tank):
            return
        taken = Counter(one.hex for id, one in self.placed.items() if self._kind(id) == "vehicle")
        zone = frozenset(hex for hex in self.set_up.hexes(tank.id) if not taken[hex])
        hex = self._spot(tank, zone, 99)
        if hex is not None:
            self._put(tank, hex, HIDDEN if tank.id in self.set_up.hiding.free else OPEN)

    def _hand_out(self, weapons: list[Piece]) -> None:
        """Weapons without a holder go to squads that have none, of their own group first."""
        busy = {one.held_by for one in self.set_up.pieces.values() if one.held_by}
        squads = [self.set_up.pieces[id] for id in self.placed if self._kind(id) in ("squad", "half-squad")]
        for weapon in weapons:
            if weapon.held_by in self.placed or weapon.held_by in self.set_up.standing:
                continue
            zone = self.set_up.hexes(weapon.id)
            free = [one for one in squads if one.id not in busy and self.placed[one.id].hex in zone]
            if free:
                best = min(free, key=lambda one: (one.group != weapon.group, one.kind != "squad", one.id))
                busy.add(best.id)
                self._put(weapon, self.placed[best.id].hex, OPEN, best.id)

    # -- works

    def _works(self) -> None:
        there = set(self.set_up.built)
        fields: dict[str, list[Fort]] = {}
        for fort in self.set_up.forts.values():
            if fort.field:
                fields.setdefault(fort.field, []).append(fort)
                continue
            hex = self._work(fort, there)
            if hex is not None:
                there.add(f"{fort.what} {hex}")
                self.placed[fort.id] = Placed(fort.id, hex)
        for _, members in sorted(fields.items()):
            self._field(members, there)

    def _work(self, fort: Fort, there: set[str]) -> str | None:
        """Entrenchments under the men, the fullest hexes first; the rest in front of them."""
        zone = self.set_up.hexes(fort.id)
        dug = {text.split()[1] for text in there if text.split()[0] in ("trench", "foxhole", "pillbox")}
        if fort.what in ("trench", "foxhole", "pillbox"):
            open_to = [hex for hex in zone if self.crowd[hex] and hex not in dug]
            return max(open_to, key=lambda hex: (self.crowd[hex], hex), default=None)
        taken = {text.split()[1] for text in there if text.split()[0].endswith(("wire", "minefield", "at-ditch"))}
        before = [hex for hex in zone if not self.crowd[hex] and hex not in taken and hex not in dug]
        ranks = _before(self._point(1))
        return min(before, key=lambda name: (ranks[name], name), default=None)

    def _field(self, members: list[Fort], there: set[str]) -> None:
        """A minefield in one straight row across the enemy's way to some location."""
        zone = self.set_up.hexes(members[0].id)
        taken = {text.split()[1] for text in there if text.split()[0].endswith("minefield")}
        ranks = _before(self._point(2))
        open_to = {name for name in zone if name not in taken and not self.crowd[name]}
        rows = [row for name in open_to for side in (1, 2) if open_to.issuperset(row := _row(name, side, len(members)))]
        if rows:
            best = min(rows, key=lambda row: (sum(ranks[hex] for hex in row), row))
            for fort, hex in zip(members, best, strict=True):
                there.add(f"minefield {hex}")
                self.placed[fort.id] = Placed(fort.id, hex)


def _by_group(pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda one: (one.group or "", one.id))


@cache
def _row(start: str, side: int, length: int) -> tuple[str, ...]:
    """Hexes straight on through a side."""
    first = parse(start)
    return (start, *map(str, grain(first, side, length - 1)))


# -- what a hex is worth


def _ground(hex: Hex) -> float:
    """Hexes of distance that its cover is worth."""
    ground = hex_map()[hex]
    return 1.5 if ground.has("woods", "building-wood") else 0.7 if ground.has("shellholes", "gully", "orchard") else 0.0


@cache
def _ranks(side: Side, point: Hex) -> dict[str, float]:
    """Every hex for men of a side who are to hold or to take a location; the lower the better.

    Both want to be near it and in cover. The Germans are rather in front of it than behind it.
    """
    found = {}
    for hex in hex_map().ground:
        behind = max(0, point.number - hex.number) if side == "german" else 0
        found[str(hex)] = distance(hex, point) + 0.5 * behind - _ground(hex)
    return found


@cache
def _before(point: Hex) -> dict[str, int]:
    """Every hex by its distance from three hexes to the east of a location."""
    return {str(hex): distance(hex, Hex(point.column, point.number + 3)) for hex in hex_map().ground}
