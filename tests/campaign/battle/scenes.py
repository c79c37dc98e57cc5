"""Scenes for the automatic battle: a few named pieces on an empty map, or a whole scenario of some 250."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import count

from msgspec.structs import replace

from orsha.campaign.battle.luck import Luck
from orsha.campaign.battle.situation import Situation
from orsha.campaign.files import Side
from orsha.campaign.report import Kind, Piece
from orsha.campaign.state import SIDES, Asset, CampaignState, Fort
from orsha.hexmap import Hex, distance, hex_map
from orsha.kernel import Hidden
from tests.campaign.stage import bare


def scene(
    *pieces: Piece, forts: Iterable[Fort] = (), assets: dict[Side, list[Asset]] | None = None, date: str = "23AM"
) -> CampaignState:
    """A battle about to begin. Pieces without a hex wait off the map; works that are not known are their side's own."""
    state = bare(date)
    works = list(forts)
    sides = {}
    for side, own in state.sides.items():
        box = {one.id: one for one in pieces if one.side == side and not one.hex}
        hidden = {fort.id: fort for fort in works if fort.side == side and not fort.known}
        has = {asset.id: asset for asset in (assets or {}).get(side, [])}
        sides[side] = replace(
            own, box=Hidden((side,), box), forts=Hidden((side,), hidden), assets=Hidden((side,), has)
        )  # fmt: skip
    return replace(
        state,
        sides=sides,
        step="battle",
        pieces={one.id: one for one in pieces if one.hex},
        forts={fort.id: fort for fort in works if fort.known},
    )


def underway(*pieces: Piece, seed: int = 1, forts: Iterable[Fort] = ()) -> Situation:
    """A battle in its sixth turn, so that it can be reported."""
    now = Situation(scene(*pieces, forts=forts), Luck(seed))
    now.turn = 6
    return now


def at(name: str) -> Hex:
    return hex_map().hex(name)


class Whole:
    """A scenario of the campaign's size: Germans in works around their locations, Russians waiting in the east."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.ids: dict[Side, Iterator[int]] = {side: count(1) for side in SIDES}
        self.pieces: list[Piece] = []
        self.forts: list[Fort] = []

    def state(self, date: str = "23AM") -> CampaignState:
        self._germans()
        self._russians()
        artillery = [Asset(f"r90{n}", group, group, "Normal Ammo") for n, group in enumerate(("O2", "O3"), 1)]
        artillery.append(Asset("r900", "B1", "B1", hexes=("X38",)))
        return scene(*self.pieces, forts=self.forts, assets={"russian": artillery}, date=date)

    def add(self, side: Side, kind: Kind, type: str, hex: str = "", group: str = "", by: str | None = None) -> Piece:
        piece = Piece(f"{side[0]}{next(self.ids[side])}", side, kind, type, hex, held_by=by, group=group or None)
        self.pieces.append(piece)
        return piece

    def _germans(self) -> None:
        for company in range(4):
            for n in range(12):
                squad = self.add("german", "squad", "4-6-7", self._position(), f"I1/{company}")
                if n < 4:
                    self.add("german", "sw", ("LMG", "MMG", "PSK", "LMG")[n], squad.hex, by=squad.id)
                if n in (5, 6):
                    self.add("german", "leader", "8-1", squad.hex)
        for type in ("75L (PaK 40)", "88L (FlaK 18 o. 36)") * 2:
            crew = self.add("german", "crew", "2-2-8", self._position())
            self.add("german", "gun", type, crew.hex, by=crew.id)
        for type in ("StuG IIIG", "StuG IIIG", "HMG Cupola"):
            self.add("german", "vehicle", type, self._position())
        for n, hex in enumerate(sorted({one.hex for one in self.pieces if one.kind == "squad"})):
            self.forts.append(Fort(f"g8{n:02}", "trench" if n % 3 else "foxhole", "german", hex))
        for n in range(12):
            hex = str(self.rng.choice([one for one in hex_map().ground if 30 <= one.number < 42]))
            self.forts.append(Fort(f"g9{n:02}", "minefield", "german", hex, 8, 3, known=n % 2 == 0))

    def _position(self) -> str:
        board = hex_map()
        centre = at(self.rng.choice(("X38", "K33", "D22", "V17")))
        return str(self.rng.choice([hex for hex in sorted(board.ground) if distance(hex, centre) <= 4]))

    def _russians(self) -> None:
        for company, type in enumerate(("4-4-7", "4-5-8", "4-5-8", "6-2-8", "4-4-7")):
            group = f"I{company}/23AM/1"
            for _ in range(11):
                self.add("russian", "squad", type, group=group)
            for kind, what in (("leader", "9-1"), ("leader", "8-0"), ("sw", "LMG"), ("sw", "MMG"), ("sw", "DC")):
                self.add("russian", kind, what, group=group)  # type: ignore[arg-type]
        for type in ("KV-1S", "PT-34(L)", "T-34/M43", "ISU-122 aamg", "GAZ-MM") * 3:
            tank = self.add("russian", "vehicle", type, group=f"V/{type}")
            if type == "KV-1S":
                self.add("russian", "armor-leader", "9-1", by=tank.id)
