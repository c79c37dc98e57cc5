"""Those who fight in an automatic battle: men and vehicles, with what they carry, and what they are worth."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.battle.numbers import Arm, Carriage, Mobility, numbers
from orsha.campaign.counters import half_squads, leadership, morale, weapon
from orsha.campaign.files import Side
from orsha.campaign.report import MEN, Kind, Piece, Status
from orsha.hexmap.grid import Hex

FIGHTERS: tuple[Kind, ...] = ("squad", "half-squad", "crew")
STILL: tuple[Status, ...] = ("immobilized", "bogged", "mired", "abandoned", "stunned", "shocked", "prisoner")
DEAD_WEIGHT: tuple[Status, ...] = ("malfunctioned", "disabled", "dismantled", "hooked")


class Unit(Struct, eq=False):
    """One counter in the battle. `piece` is what it is now, `start` what it was; where it stands is `hex`."""

    piece: Piece
    start: Piece
    side: Side
    hex: Hex | None
    things: list[Unit] = []
    """Weapons and guns that it has, guns and men that it carries."""
    holder: Unit | None = None
    moved: bool = False
    fired: bool = False
    locked: bool = False
    """In close combat that nothing has decided yet."""
    gone: str = ""
    """How it left the battle: lost, exited, or led off as a prisoner."""

    @property
    def id(self) -> str:
        return self.piece.id

    @property
    def kind(self) -> Kind:
        return self.piece.kind

    @property
    def man(self) -> bool:
        return self.piece.kind in MEN

    @property
    def fighter(self) -> bool:
        """A squad, half-squad or crew."""
        return self.piece.kind in FIGHTERS

    @property
    def vehicle(self) -> bool:
        return self.piece.kind == "vehicle"

    def has(self, *status: Status) -> bool:
        return self.piece.has(*status)

    def mark(self, *status: Status) -> None:
        self.piece = replace(self.piece, status=tuple(dict.fromkeys((*self.piece.status, *status))))

    def clear(self, *status: Status) -> None:
        if self.piece.has(*status):
            self.piece = replace(self.piece, status=tuple(one for one in self.piece.status if one not in status))

    # -- what it can do

    @property
    def able(self) -> bool:
        """Men in good order, and vehicles with a crew that knows what it does."""
        return not self.piece.has("broken", "prisoner", "abandoned", "stunned", "shocked", "recall", "unconfirmed-kill")

    @property
    def carriage(self) -> Carriage:
        return numbers().vehicle(self.piece.type)

    @property
    def armoured(self) -> bool:
        return self.vehicle and self.carriage.plate > 0

    @property
    def riding(self) -> bool:
        """A passenger, a prisoner or an armour leader: it goes where its holder goes and does nothing itself."""
        return self.holder is not None

    @property
    def weight(self) -> int:
        return half_squads(self.piece)

    @property
    def morale(self) -> int:
        return morale(self.piece)

    @property
    def leads(self) -> int:
        """The points of a leader's modifier, for good."""
        return -leadership(self.piece.type) if self.kind == "leader" and self.able else 0

    def arms(self) -> list[tuple[Unit, Arm]]:
        """Weapons and guns that it can use now."""
        found = []
        for thing in self.things:
            if thing.kind in ("sw", "gun") and not thing.piece.has(*DEAD_WEIGHT):
                known = numbers().gun if thing.kind == "gun" else numbers().weapon
                found.append((thing, known(thing.piece.type)))
        return found

    @property
    def small_arms(self) -> tuple[int, int]:
        """The strength and the normal range of its own rifles."""
        first, second, *_ = (int(part) for part in self.piece.type.split("-"))
        return first, second

    # -- moving

    @property
    def mobility(self) -> Mobility:
        return self.carriage.on if self.vehicle else "foot"

    def speed(self, *, near: bool) -> float:
        men = numbers().men
        if self.vehicle:
            return 0.0 if self.piece.has(*STILL) else self.carriage.speed
        if not self.fighter:
            return men.leader_speed
        held = [thing for thing in self.things if thing.kind in ("sw", "gun")]
        if any(thing.kind == "gun" for thing in held):
            return men.gun_speed
        if any(weapon(thing.piece.type).pp >= men.heavy for thing in held):
            return men.heavy_speed
        return men.speed if near else men.runs


def strength(unit: Unit, range: int) -> float:
    """What a unit's fire is worth against men at a range."""
    if not unit.able or unit.riding:
        return 0.0
    if unit.vehicle:
        car = unit.carriage
        silent = unit.piece.has("malfunctioned", "disabled")
        worth = 0.0 if silent else _reaches(car.fire, car.range, range)
    elif unit.fighter:
        worth = _men_fire(unit, range)
    else:
        return 0.0
    weak = unit.piece.has("pinned", "short-of-ammunition")
    return worth * numbers().fire.short if weak else worth


def _men_fire(unit: Unit, range: int) -> float:
    """A squad fires its rifles and its best weapon; smaller units the better of the two."""
    own = _reaches(*unit.small_arms, range)
    best = max((_reaches(arm.fire, arm.range, range) for _, arm in unit.arms()), default=0.0)
    return own + best if unit.kind == "squad" else max(own, best)


def _reaches(fire: int, normal: int, range: int) -> float:
    rule = numbers().fire
    if range <= 1 <= normal:
        return fire * rule.close
    if range <= normal:
        return float(fire)
    return fire * rule.far if range <= 2 * normal else 0.0


def reach(unit: Unit) -> int:
    """The farthest hex that any of its fire gets to."""
    if unit.vehicle:
        return 2 * unit.carriage.range
    if not unit.fighter:
        return 0
    return 2 * max([unit.small_arms[1], *(arm.range for _, arm in unit.arms())])


def against_armour(unit: Unit, range: int) -> int:
    """The best it has against armour at a range."""
    if not unit.able or unit.riding:
        return 0
    if unit.vehicle:
        car = unit.carriage
        return car.armour if range <= car.range and not unit.piece.has("malfunctioned", "disabled") else 0
    return max((arm.armour for _, arm in unit.arms() if range <= arm.range), default=0)
