"""Secrets, and the one door they are cut out at.

A `Hidden` value in a state or an event names the seats that may see it. `Door` walks a value and
seals every `Hidden` that a seat may not see; it looks only where the value's type says a `Hidden` can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType, inspect

from orsha.kernel.dice import Ask, Roll

T = TypeVar("T")
V = TypeVar("V")
SECRET = "a secret roll"


class Hidden(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value that only the named seats may see. Sealed, it says no more than that it is there."""

    to: tuple[str, ...]
    value: T | UnsetType = UNSET

    @property
    def sealed(self) -> bool:
        return self.value is UNSET

    @property
    def shown(self) -> T:
        """The value; rules see it always, a seat's view only where the seat is named."""
        if isinstance(self.value, UnsetType):
            raise LookupError("this value is sealed for the seat that looks at it")
        return self.value


def is_hidden(cls: object) -> bool:
    return cls is Hidden or get_origin(cls) is Hidden


class Door:
    """Cuts what a seat may not see out of values of some types."""

    def __init__(self, *types: object) -> None:
        self.carriers: dict[type, tuple[str, ...]] = {}
        seen: dict[object, bool] = {}
        for kind in types:
            # Twice, because a type that contains itself is known to carry secrets only after the first walk.
            self._carries(inspect.type_info(kind), seen)
            self._carries(inspect.type_info(kind), {})

    def _carries(self, info: inspect.Type, seen: dict[object, bool]) -> bool:
        """Whether a value of this type can hold a `Hidden`; notes the fields through which structs can."""
        if isinstance(info, inspect.StructType):
            if is_hidden(info.cls):
                for field in info.fields:
                    self._carries(field.type, seen)
                return True
            if info.cls in seen:
                return seen[info.cls]
            plain = cast(type, get_origin(info.cls) or info.cls)
            seen[info.cls] = plain in self.carriers
            fields = tuple(f.name for f in info.fields if self._carries(f.type, seen))
            if fields:
                known = self.carriers.get(plain, ())
                self.carriers[plain] = (*known, *(f for f in fields if f not in known))
                seen[info.cls] = True
            return seen[info.cls]
        found = [self._carries(part, seen) for part in _parts(info)]
        return any(found)

    def masked(self, value: V, seat: str) -> V:
        """The value as a seat may see it."""
        return cast(V, self._walk(value, lambda hidden: hidden if seat in hidden.to else Hidden(hidden.to)))

    def replaced(self, value: V, change: Callable[[Hidden[object]], Hidden[object]]) -> V:
        """The value with every `Hidden` in it changed; for tests of the door itself."""
        return cast(V, self._walk(value, change))

    def _walk(self, value: object, change: Callable[[Hidden[object]], Hidden[object]]) -> object:
        kind = type(value)
        if kind is Hidden:
            outer = change(cast("Hidden[object]", value))
            if outer.sealed:
                return outer
            inner = self._walk(outer.value, change)
            return outer if inner is outer.value else Hidden(outer.to, inner)
        if isinstance(value, Struct):
            changes: dict[str, object] = {}
            for name in self.carriers.get(kind, ()):
                old = getattr(value, name)
                new = self._walk(old, change)
                if new is not old:
                    changes[name] = new
            return msgspec.structs.replace(value, **changes) if changes else value
        if isinstance(value, dict):
            pairs = {k: self._walk(v, change) for k, v in value.items()}
            return value if all(pairs[k] is v for k, v in value.items()) else pairs
        if isinstance(value, (tuple, list)):
            items = [self._walk(v, change) for v in value]
            return value if all(a is b for a, b in zip(items, value, strict=True)) else cast(Any, kind)(items)
        return value


def _parts(info: inspect.Type) -> list[inspect.Type]:
    """The types a container's or a union's type is made of."""
    if isinstance(info, inspect.UnionType):
        return list(info.types)
    if isinstance(info, inspect.DictType):
        return [info.value_type]
    if isinstance(info, (inspect.ListType, inspect.VarTupleType)):
        return [info.item_type]
    if isinstance(info, inspect.TupleType):
        return list(info.item_types)
    if isinstance(info, inspect.Metadata):
        return [info.type]
    return []


def masked_roll(roll: Roll, seat: str) -> Roll:
    """A secret roll shows others only that somebody rolled."""
    if roll.ask.seen_by is None or seat in roll.ask.seen_by:
        return roll
    return Roll(roll.number, masked_ask(roll.ask, seat), (), 0)


def masked_ask(ask: Ask, seat: str) -> Ask:
    if ask.seen_by is None or seat in ask.seen_by:
        return ask
    return Ask(SECRET, ask.who, 1, seen_by=ask.seen_by)
