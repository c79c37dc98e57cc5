"""The numbers of the automatic battle (`data/automatic-battle.toml`), each with its place in the model."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from orsha.campaign.files import DATA, Side
from orsha.kernel.data import load
from orsha.kernel.table import Strict

Share = Annotated[float, Meta(ge=0, le=1)]
Factor = Annotated[float, Meta(ge=0, le=100)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Mobility = Literal["foot", "tracks", "wheels"]


class Terrain(Strict, frozen=True):
    cover: Share
    foot: Factor | None = None
    tracks: Factor | None = None
    wheels: Factor | None = None
    height: int = 0
    """Levels that it stands in the way of sight."""
    hinders: Share = 1.0
    """The share of fire through it that gets on."""


class Going(Strict, frozen=True):
    road: Factor
    up: Factor
    cover_of_railway: Share
    sees: Number


class Cover(Strict, frozen=True):
    foxhole: Share
    trench: Share
    pillbox: Share


class Stack(Strict, frozen=True):
    vehicles: Number


class Men(Strict, frozen=True):
    speed: Factor
    runs: Factor
    near: Number
    heavy: Number
    heavy_speed: Factor
    crewed: Number
    gun_speed: Factor
    leader_speed: Factor


class Tanks(Strict, frozen=True):
    wary: Number
    abreast: Number


class Fire(Strict, frozen=True):
    even: Factor
    close: Factor
    far: Share
    moved: Factor
    concealed: Share
    short: Share
    leadership: Share
    malfunction: Number
    much: Number
    worth: Factor
    stands: dict[Side, Share]


class Arm(Strict, frozen=True):
    """A weapon or gun: its strength against men and against armour, and how far it shoots."""

    fire: Number
    range: Number
    armour: Number = 0
    assault: Number = 0


class Carriage(Strict, frozen=True):
    """A vehicle. Plate is none for soft ones; a speed of none never moves."""

    fire: Number
    range: Number
    armour: Number
    speed: Factor
    plate: Number = 0
    on: Mobility = "tracks"
    rolls_mines: bool = False


class Armour(Strict, frozen=True):
    hits: Share
    less_by_hex: Share
    least: Share
    moved: Share
    worth: Share
    immobilizes: Share
    stuns: Share
    recovers: Share
    burns: Share
    soft: Share


class Rally(Strict, frozen=True):
    leader: Number
    cover: Number
    alone: Number
    routs: Number


class Assault(Strict, frozen=True):
    odds: dict[Side, Factor]
    dares: dict[Side, Share]
    engineer: Factor
    cover: Share
    rounds: Number
    longest: Number
    kills: Share
    shakes: Share
    worse: Number
    captures: Share
    gun_taken: Share
    melee: Share
    tank: Number
    hunts: Share
    charge_used: Share
    flames: Share


class Works(Strict, frozen=True):
    ap: Share
    at: Share
    worse: Number
    destroys: Share
    wire_clears: Share
    bog: Share
    wet: dict[str, Factor]


class Artillery(Strict, frozen=True):
    bombardment: Factor
    shellholes: Share
    flames: Share
    radius: Number
    strength: dict[str, Factor]
    missions: dict[str, Number]
    rockets: Number
    contact: Share
    observed: Share
    silenced: Share
    near: Number
    own: Number


class Aircraft(Strict, frozen=True):
    comes: Share
    flies: tuple[str, ...]
    strength: Factor
    armour: Number
    hits: Share
    hunts: Share


class FallsBack(Strict, frozen=True):
    odds: Factor
    chance: Share
    within: Number
    breaks_off: Share


class Orders(Strict, frozen=True):
    crowd: Factor
    threat: Number
    reserve: Number
    counter: Number
    falls_back: FallsBack
    exit_from_turn: Number
    exit_far: Factor
    entry_a_turn: Number
    avoids: dict[str, Factor]
    detour: Factor
    sidesteps: Share


class Sniper(Strict, frozen=True):
    within: Number


class Numbers(Strict, frozen=True):
    source: Literal["ours"]
    terrain: dict[str, Terrain]
    going: Going
    cover: Cover
    stack: Stack
    men: Men
    tanks: Tanks
    fire: Fire
    weapons: dict[str, Arm]
    guns: dict[str, Arm]
    vehicles: dict[str, Carriage]
    armour: Armour
    rally: Rally
    assault: Assault
    works: Works
    artillery: Artillery
    aircraft: Aircraft
    orders: Orders
    sniper: Sniper

    def weapon(self, type: str) -> Arm:
        return self.weapons.get(type) or self.weapons["other"]

    def gun(self, type: str) -> Arm:
        return self.guns.get(type) or self.guns["other"]

    def vehicle(self, type: str) -> Carriage:
        return self.vehicles.get(type) or self.vehicles["other"]


@cache
def numbers() -> Numbers:
    return load(DATA / "automatic-battle.toml", Numbers)
