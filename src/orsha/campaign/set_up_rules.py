"""The numbers of arrivals, fortifications and set-up (`data/set-up.toml`) that stand in no chart."""

from __future__ import annotations

from functools import cache
from typing import Literal

from orsha.campaign.files import DATA, Count
from orsha.campaign.report import Work
from orsha.hexmap.map import Terrain
from orsha.kernel.data import load
from orsha.kernel.table import Strict

Edge = Literal["west", "east"]
Values = tuple[int, int, int]


class Guns(Strict, frozen=True):
    """How far a gun may be moved between two scenarios (CG11)."""

    source: str
    hexes: Count
    mortar_hexes: Count
    towed_hexes: Count
    free_on: str


class Trucks(Strict, frozen=True):
    source: str
    type: str
    from_gun: Count


class Observers(Strict, frozen=True):
    source: str
    german: Edge
    russian: Edge


class Bombardment(Strict, frozen=True):
    source: str
    error_hexes: Count


class Recon(Strict, frozen=True):
    """How far it reaches, and for each price in CPP whether it earns the bonus."""

    source: str
    reach: Count
    prices: dict[str, bool]


class San(Strict, frozen=True):
    source: str
    most: Count


class Stacking(Strict, frozen=True):
    source: str
    half_squads: Count


class Mines(Strict, frozen=True):
    source: str
    ap: tuple[Count, ...]
    at: tuple[Count, ...]


class Pillboxes(Strict, frozen=True):
    source: str
    values: tuple[Values, ...]


class Covers(Strict, frozen=True):
    source: str
    concealment: tuple[Terrain, ...]
    no_entrenchments: tuple[Terrain, ...]
    entrenchments: tuple[Work, ...]


class Wind(Strict, frozen=True):
    source: str
    calm: str
    forces: tuple[str, ...]
    directions: Count
    drifts: str
    gusty_weather: str
    gusty_wind: str


class SetUpFile(Strict, frozen=True):
    guns: Guns
    trucks: Trucks
    observers: Observers
    bombardment: Bombardment
    recon: Recon
    san: San
    stacking: Stacking
    mines: Mines
    pillboxes: Pillboxes
    terrain: Covers
    wind: Wind


@cache
def set_up_rules() -> SetUpFile:
    return load(DATA / "set-up.toml", SetUpFile)
