"""How an automatic battle stands: who is where, who holds which hex, what was lost, and what can change that."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from orsha.campaign.battle.field import Field, field
from orsha.campaign.battle.luck import Luck
from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.units import Unit
from orsha.campaign.counters import counters, cvp, half_type, worse_type
from orsha.campaign.files import Side
from orsha.campaign.filing import own_pieces
from orsha.campaign.isolation import Holder, other
from orsha.campaign.report import MapMarker, Marker, RemovedWeapon
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import SIDES, CampaignState, Fort
from orsha.campaign.steps.casualties import numbers as casualties
from orsha.campaign.telling import all_forts, everything
from orsha.hexmap.grid import Hex

ENTRENCHED = ("foxhole", "trench", "pillbox")


class Situation:
    """The whole of a battle under way. It is built from the umpire's state, and changed only by its own methods."""

    def __init__(self, state: CampaignState, luck: Luck) -> None:
        self.state = state
        self.luck = luck
        self.field: Field = field()
        self.turn = 0
        self.elr: dict[Side, int] = {side: state.sides[side].elr for side in SIDES}
        board = self.field.board
        self.units: dict[str, Unit] = {
            id: Unit(piece, piece, piece.side, board.hex(piece.hex) if piece.hex else None, [])
            for id, piece in sorted(everything(state).items())
        }
        for unit in self.units.values():
            held_by = self.units.get(unit.piece.held_by or "")
            if held_by is not None and held_by is not unit:
                unit.holder = held_by
                held_by.things.append(unit)
        self._places: dict[Side, list[Hex]] = {}
        self.at: dict[Hex, list[Unit]] = {}
        for unit in self.units.values():
            if unit.hex is not None:
                self.at.setdefault(unit.hex, []).append(unit)
        self.forts: dict[str, Fort] = {id: fort for id, fort in all_forts(state).items() if fort.hex}
        self.works: dict[Hex, list[Fort]] = {}
        for fort in self.forts.values():
            self.works.setdefault(board.hex(fort.hex), []).append(fort)
        self.control: dict[Hex, Holder] = {board.hex(name): holder for name, holder in state.control.items()}
        self.cvp: dict[Side, int] = dict.fromkeys(SIDES, 0)
        self.evp = 0
        self.ablaze = {board.hex(one.hex) for one in state.markers if one.what == "blaze"}
        self.markers: list[MapMarker] = []
        self.removed: list[str] = []
        self.shown: set[str] = set()
        """Hidden minefields that somebody has walked into, by id."""
        self.used: dict[Side, list[str]] = {side: [] for side in SIDES}
        self.ft_dc: list[RemovedWeapon] = []
        self.lost: dict[Side, Counter[str]] = {side: Counter() for side in SIDES}
        self.exited: Counter[str] = Counter()
        self.owned = {piece.id for side in SIDES for piece in own_pieces(state, side)}
        """Ids of what its own side knows of; weapons that the enemy took and keeps to himself are not among them."""

    # -- who is where

    def here(self, hex: Hex) -> list[Unit]:
        return self.at.get(hex, [])

    def of(self, side: Side, hex: Hex) -> list[Unit]:
        """A side's men and vehicles in a hex, prisoners and passengers left out."""
        return [one for one in self.at.get(hex, ()) if one.side == side and stands(one)]

    def solid(self, side: Side, hex: Hex) -> bool:
        """Whether a side has anything in a hex that bars the way."""
        return any(one.side == side and stands(one) for one in self.at.get(hex, ()))

    def places(self, side: Side) -> list[Hex]:
        """The hexes where a side has men or vehicles, in the map's order."""
        if side not in self._places:
            self._places[side] = sorted(hex for hex in self.at if self.solid(side, hex))
        return self._places[side]

    def on_map(self, side: Side) -> list[Unit]:
        return [one for one in self.units.values() if one.side == side and one.hex is not None and stands(one)]

    def nearest(self, hex: Hex, places: list[Hex]) -> int:
        return min((self.field.distance(hex, other) for other in places), default=99)

    def room(self, side: Side, hex: Hex, unit: Unit) -> bool:
        """Whether one more finds room in a hex; a blaze keeps everybody out (001 6, Enterable)."""
        if hex in self.ablaze:
            return False
        mine = self.of(side, hex)
        if unit.vehicle:
            return sum(one.vehicle for one in mine) < numbers().stack.vehicles
        return sum(one.weight for one in mine) + unit.weight <= set_up_rules().stacking.half_squads

    def cover(self, hex: Hex) -> float:
        """The share of fire that gets through to men in a hex."""
        rule = numbers().cover
        shares = {"foxhole": rule.foxhole, "trench": rule.trench, "pillbox": rule.pillbox}
        return min(
            [self.field.cover[hex], *(shares[fort.what] for fort in self.works.get(hex, ()) if fort.what in shares)]
        )

    def fort(self, hex: Hex, what: str) -> Fort | None:
        return next((fort for fort in self.works.get(hex, ()) if fort.what == what), None)

    def leader(self, side: Side, hex: Hex) -> int:
        """The points of the best leader in good order in a hex."""
        return max((one.leads for one in self.at.get(hex, ()) if one.side == side), default=0)

    # -- what changes

    def move(self, unit: Unit, hex: Hex) -> None:
        """A unit and all that it has with it."""
        self._lift(unit)
        self._places.clear()
        unit.hex = hex
        self.at.setdefault(hex, []).append(unit)
        for thing in unit.things:
            self.move(thing, hex)

    def _lift(self, unit: Unit) -> None:
        self._places.clear()
        if unit.hex is not None:
            self.at[unit.hex].remove(unit)
            if not self.at[unit.hex]:
                del self.at[unit.hex]
            unit.hex = None

    def take(self, unit: Unit) -> None:
        """Men in good order and armed vehicles take the hex that they are alone in."""
        hex = unit.hex
        armed = unit.fighter or (unit.vehicle and unit.carriage.fire > 0)
        if hex is not None and armed and unit.able and not self.solid(other(unit.side), hex):
            self.control[hex] = unit.side

    def marker(self, what: Marker, hex: Hex) -> None:
        one = MapMarker(what, str(hex))
        several = what in ("wreck", "burning-wreck")
        if several or (one not in self.markers and one not in self.state.markers):
            self.markers.append(one)

    def give(self, thing: Unit, to: Unit) -> None:
        """Puts a weapon, gun, passenger or prisoner into somebody's hands."""
        self.drop(thing)
        self._places.clear()
        thing.holder = to
        to.things.append(thing)
        if to.hex is not None and thing.hex != to.hex:
            self.move(thing, to.hex)

    def drop(self, thing: Unit) -> None:
        if thing.holder is not None:
            self._places.clear()
            thing.holder.things.remove(thing)
            thing.holder = None

    def remove(self, unit: Unit, how: str = "lost") -> None:
        """A unit leaves the battle. What it held lies where it was; whom it carried falls with it or goes with it."""
        if unit.gone:
            return
        unit.gone = how
        if how == "lost" and not unit.has("captured"):
            self.cvp[unit.side] += cvp(unit.piece)
        elif how == "exited" and unit.side == "russian":
            self.evp += cvp(unit.piece)
        if unit.id in self.owned:
            away = self.exited if how == "exited" and unit.side == "russian" else self.lost[unit.side]
            away[unit.start.type] += 1
        self.drop(unit)
        for thing in list(unit.things):
            self._left_by(unit, thing, how)
        self._lift(unit)

    def _left_by(self, unit: Unit, thing: Unit, how: str) -> None:
        self.drop(thing)
        if thing.has("prisoner") and how == "lost":
            self.free(thing)
        elif thing.has("prisoner"):
            self.remove(thing, "led off")
        elif how == "exited" or (unit.vehicle and thing.kind != "gun"):
            self.remove(thing, how)

    def free(self, unit: Unit) -> None:
        """A prisoner without a guard is his own man again, and his points do not count any more."""
        self.drop(unit)
        unit.clear("prisoner")
        unit.mark("broken")
        self.cvp[unit.side] -= cvp(unit.piece) * capture_factor()

    def reduce(self, unit: Unit) -> None:
        """A casualty: a squad becomes a half-squad, a leader is wounded or dies, others fall."""
        rule = counters().wound
        if unit.kind == "squad":
            self.cvp[unit.side] += 1
            unit.piece = replace(unit.piece, kind="half-squad", type=half_type(unit.side, unit.piece.type))
        elif unit.kind in ("leader", "hero"):
            die = self.luck.die() + rule.wounded_already * unit.has("wounded")
            if die >= rule.dies_from:
                self.remove(unit)
            else:
                unit.mark("wounded")
        else:
            self.remove(unit)

    def shaken(self, unit: Unit, by: int = 0) -> None:
        """Men under effective fire roll for their morale; `by` is added to the roll."""
        if unit.gone or not unit.man or unit.has("prisoner") or unit.hex is None:
            return
        leads = 0 if unit.kind == "leader" else self.leader(unit.side, unit.hex)
        roll = self.luck.two()
        over = roll + by - leads - unit.morale
        if over < 0:
            return
        if over == 0:
            unit.mark("pinned")
            return
        self.reveal(unit)
        if unit.has("broken"):
            self.reduce(unit)
            return
        unit.mark("broken")
        unit.clear("pinned")
        if over >= numbers().fire.much or roll == 12:
            self.reduce(unit)
        if over > self.elr[unit.side] and not unit.gone:
            self.replaced(unit)

    def replaced(self, unit: Unit) -> None:
        """Men who fail by more than their side's ELR are worse from now on."""
        worse = worse_type(unit.piece)
        if worse is not None:
            unit.piece = replace(unit.piece, type=worse)

    def reveal(self, unit: Unit) -> None:
        unit.clear("hidden", "concealed")
        for thing in unit.things:
            thing.clear("hidden", "concealed")

    def wrecked(self, unit: Unit) -> None:
        """A vehicle is destroyed; a cupola leaves nothing behind."""
        hex = unit.hex
        if unit.gone or hex is None:
            return
        if unit.carriage.speed > 0:
            burns = self.luck.happens(numbers().armour.burns)
            self.marker("burning-wreck" if burns else "wreck", hex)
        self.remove(unit)


def capture_factor() -> int:
    """How often the points of somebody count who is captured."""
    return casualties().capture.cvp_factor


def stands(unit: Unit) -> bool:
    """Men and vehicles that count where they are: no things, prisoners or passengers, no vehicle without a crew."""
    if unit.holder is not None or unit.kind in ("sw", "gun", "armor-leader"):
        return False
    return not unit.piece.has("prisoner", "captured", "abandoned")
