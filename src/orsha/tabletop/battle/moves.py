"""The numbers of command, movement, orders, morale, assaults, transports, mines and leading out, and their switches.

Everything is in moves.toml. What no source settles is a switch: it has a name, a default (the value in its section)
and the values that a table may choose instead. Measured facts come in thousandths of an inch, numbers here are inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from orsha.kernel import Illegal, Unknown
from orsha.kernel.complaints import in_words
from orsha.kernel.data import Wrong, converted, load
from orsha.kernel.table import Strict
from orsha.kernel.values import as_typed
from orsha.tabletop.force.card import MotivationTest, Rating, Team, TeamClass
from orsha.tabletop.table.kinds import MIL

HERE = Path(__file__).parent
SWITCH_RULE = "core 17"

Inches = Annotated[int, Meta(ge=0, le=72)]
Number = Annotated[int, Meta(ge=1, le=60)]
Needed = Annotated[int, Meta(ge=2, le=7)]
"""What a die must show; 7 is never."""
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Facing = Literal["front", "side", "top"]
Firepower = Rating | Literal["auto"]
Act = Literal["move", "dash", "shoot", "bombard", "assault", "hold"]
"""What a team may be forbidden; `hold`: to take an objective, or to keep the enemy from it."""
Pace = Literal["tactical", "road", "terrain", "cross-country"]
Class = Literal["infantry", "gun", "tank", "unarmoured", "aircraft"]
Setting = bool | int | str | tuple[str, ...]


class Command(Strict, frozen=True):
    source: str
    distance: Inches
    large_distance: Inches
    large_tanks: Number
    large_teams: Number
    size_basis: Literal["current", "starting"]
    to_hit: Number


class Leaders(Strict, frozen=True):
    source: str
    nobody_near: Literal["nearest", "nobody"]
    commander_replaced_on: Needed
    commander_reach: Inches


class Reroll(Strict, frozen=True):
    source: str
    reach: Inches
    tests: tuple[MotivationTest, ...]
    by_bailed_out_commander: bool


class DashRules(Strict, frozen=True):
    source: str
    streets: tuple[Pace, ...]
    pinned: Literal["way", "end"]


class Cross(Strict, frozen=True):
    source: str
    here: Number
    here_reach: Inches
    here_least: Literal[1, 2]


class SpiritRules(Strict, frozen=True):
    source: str
    least: dict[Class, Number]
    large_from: Number
    large_infantry: Number
    tests_at: Literal["fewer", "or-fewer"]
    mixed: Literal["any", "all"]


class FormationRules(Strict, frozen=True):
    source: str
    least_units: Number


class Charge(Strict, frozen=True):
    source: str
    reach: Inches
    longer: dict[Slug, Inches]
    most_moved: Inches
    shot_within: Inches
    never: tuple[Slug, ...]
    not_by_tanks: tuple[Slug, ...]
    orders_count: bool


class Demolitions(Strict, frozen=True):
    source: str
    control: Inches
    """From a tank to the carrier that it steers."""
    explodes_up_to: int


class DefensiveFire(Strict, frozen=True):
    source: str
    within: Inches
    concealed: bool
    bulletproof: bool
    mistaken_target: bool
    armour: Literal["facing", "side"]
    assault_smoke_conceals: bool


class StoppedRules(Strict, frozen=True):
    source: str
    hits: Number
    large_hits: Number
    large_teams: Number
    tanks: Number
    fall_back: Inches
    pinned: bool


class Hands(Strict, frozen=True):
    """What infantry without a better weapon do to a tank."""

    anti_tank: Number
    firepower: Firepower
    armour: Facing


class Melee(Strict, frozen=True):
    source: str
    hands: Hands
    weapon_armour: Facing
    guns_hit_tanks: Literal["hands", "weapon", "no"]
    no_armour: tuple[Slug, ...]
    body_armour: dict[Slug, Rating]
    works_firepower: Literal["weapon", "hands"]


class After(Strict, frozen=True):
    source: str
    contact: Inches
    clear: Inches
    break_off_pins: bool
    consolidate: Inches


class TransportRules(Strict, frozen=True):
    source: str
    changes_a_turn: Literal[1, 2]
    moves_after_mounting: Literal["if-unmoved", "always", "never"]
    dismount: Literal["before-transport", "any-time"]
    pinned_may_mount: bool
    out_within: Inches
    bailed_out: Literal["dismount", "stay"]
    destroyed: Literal["save", "destroyed", "safe"]
    destroyed_pins: bool
    leader_within: Inches
    guns_a_tractor: Number
    limbering_forbids: tuple[Act, ...]


class Mines(Strict, frozen=True):
    source: str
    within: Inches
    pioneers: Rating
    anti_tank: Number
    firepower: Firepower
    armour: Facing
    survivors: Literal["stop", "go-on"]


class Wire(Strict, frozen=True):
    source: str
    within: Inches
    guns: Literal["difficult", "skill", "free"]


class LeadOut(Strict, frozen=True):
    """Moves of units as they are put on the table before the game."""

    source: str
    rules: tuple[Slug, ...]
    unconcealed: Inches
    enemy: Inches
    area: Inches
    objective: Inches
    measured: Literal["way", "end"]
    gains: tuple[Slug, ...]
    ground: Inches
    from_ground: tuple[Slug, ...]


class Effect(Strict, frozen=True):
    """What an order does to the teams that carry it out."""

    inches: Inches = 0
    forward: bool = False
    """They lead no farther from the enemy."""
    forbids: tuple[Act, ...] = ()
    to_hit: Annotated[int, Meta(ge=0, le=2)] = 0
    counts_as: Literal["moved", "dashed"] | None = None
    alone: Literal["halted"] | None = None
    """What a team counts as that makes no other move than these inches."""
    hidden: bool = False
    """It may still be Gone to Ground, if it neither shoots nor assaults."""
    gives: Literal["foxholes", "easier crossing", "cleared mines", "gapped wire"] | None = None


class Order(Strict, frozen=True):
    """A Movement Order as data: its test, its moment, who gives it, who carries it out, and what comes of it."""

    name: str
    source: str
    when: Literal["before-moving", "instead-of-moving", "after-moving", "assault-step"]
    success: Effect
    failure: Effect = Effect()
    test: Literal["tactics", "motivation"] | None = None
    """Nothing: it always succeeds."""
    leaders: tuple[TeamClass, ...] = ()
    """The classes of leaders who may give it; nothing: all."""
    teams: tuple[TeamClass, ...] = ()
    needs: tuple[
        Literal["in-command", "unmoved", "ground-to-dig", "near-leader", "near-marker", "came-last-turn"], ...
    ] = ()
    leader: Inches | None = None
    marker: Inches | None = None
    pinned: Literal["as-ordering-says", "never"] = "as-ordering-says"


class Second(Strict, frozen=True):
    """A special rule that allows a second, different order after a success; only these two where it names them."""

    rule: Slug
    first: Slug | None = None
    then: Slug | None = None


class OrderingRules(Strict, frozen=True):
    source: str
    orders_a_turn: Number
    when_pinned: Literal["none", "standing"]
    second: tuple[Second, ...]


class Switch(Strict, frozen=True):
    """Something the sources leave open: what it sets, what it may be set to, and why it is open."""

    of: str
    why: str
    choices: tuple[Setting, ...] = ()
    least: int | None = None
    most: int | None = None

    def allows(self, value: Setting) -> bool:
        if self.choices:
            return any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in self.choices)
        return type(value) is int and (self.least or 0) <= value <= (self.most or 0)

    def words(self) -> str:
        """What it may be set to."""
        if self.choices:
            return "one of " + ", ".join(map(as_typed, self.choices))
        return f"a whole number from {self.least} to {self.most}"


class Moves(Strict, frozen=True):
    """All numbers of this half of the battle."""

    command: Command
    leaders: Leaders
    reroll: Reroll
    dash: DashRules
    cross: Cross
    spirits: SpiritRules
    formation: FormationRules
    charge: Charge
    demolitions: Demolitions
    defensive_fire: DefensiveFire
    stopped: StoppedRules
    melee: Melee
    after: After
    transports: TransportRules
    mines: Mines
    wire: Wire
    lead_out: LeadOut
    orders: dict[Slug, Order]
    ordering: OrderingRules
    switches: dict[Slug, Switch]

    def order(self, slug: str) -> Order:
        if slug not in self.orders:
            raise Unknown("movement order", slug, list(self.orders))
        return self.orders[slug]

    def setting(self, name: str) -> Setting:
        """What a switch stands at."""
        return cast(Setting, _read(self, self._switch(name).of.split(".")))

    def set(self, name: str, value: Setting) -> Moves:
        """The same rules with one switch set otherwise."""
        switch = self._switch(name)
        if not switch.allows(value):
            raise Illegal(SWITCH_RULE, f"the switch {name!r} is {switch.words()}, not {as_typed(value)}")
        return cast(Moves, _write(self, switch.of.split("."), value))

    def _switch(self, name: str) -> Switch:
        if name not in self.switches:
            raise Unknown("switch", name, list(self.switches))
        return self.switches[name]


def _read(value: object, path: list[str]) -> object:
    for key in path:
        value = value[key] if isinstance(value, Mapping) else getattr(value, key)
    return value


def _write(value: object, path: list[str], new: Setting) -> object:
    if not path:
        return new
    key, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, key: _write(value[key], rest, new)}
    assert isinstance(value, Struct)
    return replace(value, **{key: _write(getattr(value, key), rest, new)})


def _check(rules: Moves) -> None:
    for slug, order in rules.orders.items():
        for need, number in (("near-leader", order.leader), ("near-marker", order.marker)):
            if (need in order.needs) != (number is not None):
                raise Wrong(("orders", slug), f"an order with {need} says how near, and no other does")
    for n, second in enumerate(rules.ordering.second):
        for named in (second.first, second.then):
            if named is not None and named not in rules.orders:
                raise Wrong(("ordering", "second", n), f"there is no order called {named!r}")
    for name, switch in rules.switches.items():
        _check_switch(rules, name, switch)


def _check_switch(rules: Moves, name: str, switch: Switch) -> None:
    place = ("switches", name)
    if bool(switch.choices) == (switch.least is not None and switch.most is not None):
        raise Wrong(place, "a switch has choices, or a least and a most")
    try:
        now = rules.setting(name)
    except (AttributeError, KeyError):
        raise Wrong(place, f"there is nothing called {switch.of!r} to switch") from None
    if not switch.allows(now):
        raise Wrong(place, f"the default {as_typed(now)} is not {switch.words()}")
    for choice in switch.choices or (cast(int, switch.least), cast(int, switch.most)):
        try:
            converted(msgspec.to_builtins(rules.set(name, choice)), Moves)
        except msgspec.ValidationError as error:
            raise Wrong(place, f"{as_typed(choice)} does not fit: {in_words(error)}") from None


@cache
def moves() -> Moves:
    """The rules as they come."""
    return load(HERE / "moves.toml", Moves, _check)


@lru_cache(maxsize=64)
def switched(settings: tuple[tuple[str, Setting], ...]) -> Moves:
    """The rules with some switches set."""
    found = moves()
    for name, value in settings:
        found = found.set(name, value)
    return found


def class_of(team: Team) -> Class:
    """A team's class; a vehicle without armour is a class of its own. core 2.1"""
    return "unarmoured" if team.kind == "tank" and not team.armoured else team.kind


def within(mils: int, inches: int) -> bool:
    """Whether something measured is no farther than a rule's distance."""
    return mils <= inches * MIL
