"""The numbers of the battle's rules, from rules.toml: strict, each with its source, and the switches among them.

A switch is something that the sources leave open: it has a name, a default (the number itself) and what it may be set
to instead. Functions take the rules they go by, and go by `STANDARD` when nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from orsha.kernel import Illegal, Unknown
from orsha.kernel.data import Wrong, converted, load
from orsha.kernel.values import as_typed
from orsha.tabletop.force.card import Data, Rating, Shots, Slug, TeamClass
from orsha.tabletop.force.glossary import glossary

FILE: Final = Path(__file__).parent / "rules.toml"
SWITCH_RULE = "rulings A21"

Inches = Annotated[int, Meta(ge=0, le=240)]
Add = Annotated[int, Meta(ge=0, le=6)]
"""What is added to a number needed."""
Number = Annotated[int, Meta(ge=1, le=60)]
Hurt = Literal["infantry", "gun", "unarmoured"]
Setting = str | int
"""What a switch is set to; yes and no for those that are one or the other."""


class Shooting(Data, frozen=True):
    source: str
    long_range: Inches
    secondary_shots: Shots
    guns_field: Literal["front", "all-round"]
    machine_gun_words: tuple[str, ...]


class ToHit(Data, frozen=True):
    source: str
    long_range: Add
    concealed: Add
    gone_to_ground: Add
    out_of_command: Add
    smoke: Add
    night: Add
    no_he: Add
    on_the_move: Add
    secondary: Add
    slow_firing: Literal["moved", "moving-rate"]
    one_misses: bool


class Concealment(Data, frozen=True):
    source: str
    standing_infantry: bool
    always_concealed: tuple[Slug, ...]
    always_to_ground: tuple[Slug, ...]
    to_ground_on_the_move: tuple[Slug, ...]


class Hits(Data, frozen=True):
    source: str
    spread_within: Inches
    brutal_in_room_dice: Number


class MistakenTarget(Data, frozen=True):
    source: str
    needed: Rating
    barred_within: Inches


class Saves(Data, frozen=True):
    source: str
    long_range_armour: Add
    skirts_side: Number
    skirts_against: tuple[Rating, ...]
    brutal: tuple[Hurt, ...]
    flame: tuple[Hurt, ...]
    repeat: tuple[Hurt, ...]
    fallback: dict[TeamClass, Rating]


class Works(Data, frozen=True):
    source: str
    bulletproof: tuple[Slug, ...]
    firepower_again: tuple[Slug, ...]
    no_bombardment: tuple[Slug, ...]
    only_from_its_field: tuple[Slug, ...]
    firepower_again_in_bombardment: bool


class Pinning(Data, frozen=True):
    source: str
    hits: Number
    large_hits: Number
    large_teams: Number
    bombardment_hits: Number
    at_once: tuple[Slug, ...]


class Artillery(Data, frozen=True):
    source: str
    template: dict[Literal["artillery", "salvo"], Inches]
    from_friends: dict[Literal["artillery", "salvo", "aircraft"], Inches]
    attempts: Number
    per_attempt: Add
    in_terrain: Add
    night: Add
    skill_of: Literal["battery", "worse"]
    few: Number
    many: Number
    few_does_not_count_for: tuple[Slug, ...]
    only_own_spotter: tuple[Slug, ...]
    repeat_unseen: Add


class Smoke(Data, frozen=True):
    source: str
    per_gun: Inches
    a_game: Number


class Aircraft(Data, frozen=True):
    source: str
    arrive: Rating
    self_defence_shots: Shots
    gun_armour: Literal["facing", "side", "top"]


class Turns(Data, frozen=True):
    source: str
    numbered: Literal["own", "game"]
    defender_wins_at_the_end_of: Literal["own", "either"]
    unfinished: Literal["both-lose", "draw"]
    called_off_after: Number
    guns_turn_to_shoot: bool


class Switch(Data, frozen=True):
    """Something the sources leave open. Its value stands in this file (`of`) or in another one (`kept_in`)."""

    line: str
    why: str
    number: Annotated[int, Meta(ge=1, le=22)] | None = None
    """In the digest's own list; several switches may share one."""
    of: str | None = None
    kept_in: str | None = None
    called: tuple[Slug, ...] = ()
    """The names of the switches that the other file has for it."""
    choices: tuple[str | int, ...] = ()
    least: int | None = None
    most: int | None = None

    def allows(self, value: Setting) -> bool:
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and (self.least or 0) <= value <= (self.most or 0)

    def span(self) -> str:
        if self.choices:
            return f"one of {', '.join(map(str, self.choices))}"
        return f"a whole number from {self.least} to {self.most}"


class Rules(Data, frozen=True):
    """All numbers of shooting, artillery and aircraft, and the switches of the whole battle."""

    shooting: Shooting
    to_hit: ToHit
    concealment: Concealment
    hits: Hits
    mistaken_target: MistakenTarget
    saves: Saves
    works: Works
    pinning: Pinning
    artillery: Artillery
    smoke: Smoke
    aircraft: Aircraft
    turns: Turns
    switches: dict[Slug, Switch]

    def stands_at(self, name: str) -> Setting:
        """What a switch is set to."""
        return _read(self, _path(self._switch(name)))

    def set(self, name: str, value: Setting) -> Rules:
        """The same rules with one switch set otherwise."""
        switch = self._switch(name)
        if isinstance(value, bool) or not switch.allows(value):
            raise Illegal(SWITCH_RULE, f"the switch {name!r} is {switch.span()}, not {as_typed(value)}")
        return _write(self, _path(switch), value)

    def _switch(self, name: str) -> Switch:
        if name not in self.switches:
            raise Unknown("rules switch", name, list(self.switches))
        switch = self.switches[name]
        if switch.kept_in is not None:
            raise Illegal(SWITCH_RULE, f"the switch {name!r} is set in {switch.kept_in}")
        return switch


def _path(switch: Switch) -> tuple[str, str]:
    part, _, field = (switch.of or "").partition(".")
    return part, field


def _read(rules: Rules, path: tuple[str, str]) -> Setting:
    found = getattr(getattr(rules, path[0]), path[1])
    if isinstance(found, bool):
        return "yes" if found else "no"
    return cast(Setting, found)


def _write(rules: Rules, path: tuple[str, str], value: Setting) -> Rules:
    section = getattr(rules, path[0])
    meant: object = value == "yes" if isinstance(getattr(section, path[1]), bool) else value
    return replace(rules, **{path[0]: replace(section, **{path[1]: meant})})


def _check(rules: Rules) -> None:
    for section in rules.__struct_fields__:
        part = getattr(rules, section)
        if isinstance(part, Data) and not getattr(part, "source", ""):
            raise Wrong((section, "source"), "says where its numbers come from")
    _check_order(rules)
    for place, slugs in _named_rules(rules):
        for slug in slugs:
            if slug not in glossary():
                raise Wrong(place, f"there is no special rule called {slug!r}")
    for name, switch in rules.switches.items():
        _check_switch(rules, name, switch)


def _check_order(rules: Rules) -> None:
    """Numbers that make sense only beside each other."""
    pins, guns = rules.pinning, rules.artillery
    if pins.hits > pins.large_hits:
        raise Wrong(("pinning", "large_hits"), "a large unit takes at least as many hits as another")
    if guns.few >= guns.many:
        raise Wrong(("artillery", "many"), "many weapons are more than few")
    if set(rules.saves.fallback) != {"infantry", "gun", "tank", "aircraft"}:
        raise Wrong(("saves", "fallback"), "has a number for infantry, gun, tank and aircraft")
    if set(guns.template) != {"artillery", "salvo"} or set(guns.from_friends) != {"artillery", "salvo", "aircraft"}:
        raise Wrong(("artillery",), "has a template and a distance for each kind of bombardment")


def _named_rules(rules: Rules) -> list[tuple[tuple[str, str], tuple[str, ...]]]:
    """Every list of special rules in the file, with its place."""
    lists = {
        "concealment": ("always_concealed", "always_to_ground", "to_ground_on_the_move"),
        "works": ("bulletproof", "firepower_again", "no_bombardment", "only_from_its_field"),
        "pinning": ("at_once",),
        "artillery": ("few_does_not_count_for", "only_own_spotter"),
    }
    return [((part, field), getattr(getattr(rules, part), field)) for part, fields in lists.items() for field in fields]


def _check_switch(rules: Rules, name: str, switch: Switch) -> None:
    place = ("switches", name)
    if (switch.of is None) == (switch.kept_in is None):
        raise Wrong(place, "a switch is of a number here, or kept in another file")
    if switch.of is None:
        return
    if bool(switch.choices) == (switch.least is not None and switch.most is not None):
        raise Wrong(place, "a switch has choices, or a least and a most")
    try:
        default = _read(rules, _path(switch))
    except AttributeError:
        raise Wrong((*place, "of"), f"there is nothing called {switch.of!r} to switch") from None
    if not switch.allows(default):
        raise Wrong(place, f"the default {as_typed(default)} is not {switch.span()}")
    for choice in switch.choices:
        _check_choice(rules, place, switch, choice)


def _check_choice(rules: Rules, place: tuple[str, str], switch: Switch, choice: Setting) -> None:
    """A choice must be something that the number itself can be."""
    part = _path(switch)[0]
    changed = getattr(_write(rules, _path(switch), choice), part)
    try:
        converted(msgspec.to_builtins(changed), type(changed))
    except msgspec.ValidationError:
        raise Wrong((*place, "choices"), f"{switch.of} cannot be {as_typed(choice)}") from None


STANDARD: Final = load(FILE, Rules, _check)


def switched(settings: Mapping[str, Setting], rules: Rules = STANDARD) -> Rules:
    """The rules with some switches set."""
    for name, value in settings.items():
        rules = rules.set(name, value)
    return rules
