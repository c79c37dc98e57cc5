"""What a game is: rules that decide, a state that applies, options, an end.

Battle, series, campaign and solo mission are four subclasses of `Game`; everything else in the
kernel (journal, store, undo, replay, secrets, fuzzing) works on any of them.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args

import msgspec
from msgspec import Struct

from orsha.kernel.complaints import in_words
from orsha.kernel.dice import Dice, Roll, SeedShown
from orsha.kernel.errors import Illegal
from orsha.kernel.hidden import Door

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound="Command")
E = TypeVar("E", bound="Event")

Upgrade = Callable[[dict[str, object]], dict[str, object]]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What a seat asks for. The tag names the act; a changed act gets a new tag ("move.2") and an upgrade."""


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """What happened. Tags and versions as for commands."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: the winner (none in a draw), why, and the points of each seat where there are points."""

    winner: str | None
    why: str
    points: dict[str, int] = {}


class Domain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="domain"):
    """The values one parameter of an act may take: checked, sampled, drawn. Games add their own kinds."""

    def contains(self, value: object) -> bool:
        raise NotImplementedError

    def sample(self, rng: random.Random) -> object:
        raise NotImplementedError


class OneOf(Domain, frozen=True, tag="one-of"):
    values: tuple[Any, ...]

    def contains(self, value: object) -> bool:
        return any(value == v and type(value) is type(v) for v in self.values)

    def sample(self, rng: random.Random) -> object:
        return rng.choice(self.values)


class Some(Domain, frozen=True, tag="some"):
    """A choice of several different values, in any order."""

    values: tuple[Any, ...]
    least: int
    most: int

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= self.most
            and len(set(value)) == len(value)
            and all(v in self.values for v in value)
        )

    def sample(self, rng: random.Random) -> object:
        return tuple(rng.sample(self.values, rng.randint(self.least, self.most)))


class Whole(Domain, frozen=True, tag="whole"):
    """A whole number."""

    least: int
    most: int

    def contains(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def sample(self, rng: random.Random) -> object:
        return rng.randint(self.least, self.most)


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One act that is open to a seat now, and the values that each of its parameters may take."""

    act: str
    words: str
    takes: dict[str, Domain] = {}
    ends: bool = False
    """Gives the game up, or proposes to: nothing that anybody does by chance."""

    def accepts(self, command: Command) -> bool:
        return command.__struct_config__.tag == self.act and all(
            name in self.takes and self.takes[name].contains(getattr(command, name))
            for name in command.__struct_fields__
        )

    def choices(self, name: str) -> tuple[Any, ...]:
        """The values that a parameter is chosen from; nothing where they are not listed."""
        domain = self.takes[name]
        return domain.values if isinstance(domain, OneOf | Some) else ()

    def sample(self, rng: random.Random) -> dict[str, object]:
        return {"do": self.act, **{name: domain.sample(rng) for name, domain in self.takes.items()}}


class Game(ABC, Generic[P, S, C, E]):
    """The rules of one kind of game. Stateless: everything that changes is in the state."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    oldest: ClassVar[int] = 1
    """The oldest version whose journals can still be read; those before it are refused."""
    setup_type: ClassVar[object]
    state_type: ClassVar[object]
    command_type: ClassVar[object]
    event_type: ClassVar[object]
    reveals: ClassVar[tuple[type, ...]] = ()
    """Events that show a seat what was hidden from it: undo never goes back past one."""
    vocabulary: ClassVar[frozenset[str]] = frozenset()
    """Words of the rules that secrets are made of and that tell nothing by themselves: kinds, names of types."""
    upgrades: ClassVar[Mapping[str, Upgrade]] = {}
    """For each retired tag of a command or event, what makes the next version of it."""

    @abstractmethod
    def seats(self, setup: P) -> tuple[str, ...]: ...

    @abstractmethod
    def start(self, setup: P) -> S: ...

    @abstractmethod
    def decide(self, state: S, seat: str, command: C, dice: Dice) -> Iterable[E | Roll]:
        """What follows from a command, or `Illegal`. Reads only; refuses before it rolls.

        Rolls are told where they are made: before the next event that is yielded. Rules that return all their events
        at once set `dice.told_by_rules` and put the rolls among them.
        """

    @abstractmethod
    def apply(self, state: S, event: E) -> S:
        """The state after an event. Rolls nothing, cannot fail, leaves the old state alone."""

    def unfold(self, state: S, seat: str, command: C, dice: Dice) -> Iterable[tuple[E | Roll, S]]:
        """Every event of a decision, each after the rolls that led to it, with the state after it."""
        rolls = 0
        for event in self.decide(state, seat, command, dice):
            if isinstance(event, Roll):
                rolls += 1
                yield event, state
                continue
            if not dice.told_by_rules:
                yield from [(roll, state) for roll in dice.rolls[rolls:]]
                rolls = len(dice.rolls)
            state = self.apply(state, event)
            yield event, state
        yield from [(roll, state) for roll in dice.rolls[rolls:]]

    @abstractmethod
    def options(self, view: S, seat: str) -> Sequence[Option]:
        """All that a seat may do now, read off what it can see."""

    @abstractmethod
    def result(self, state: S) -> Result | None: ...

    @abstractmethod
    def words(self, event: E) -> str:
        """An event in a sentence. Gets the event as the reader may see it, with secrets sealed."""

    def view(self, state: S, seat: str) -> S:
        """What a seat may see: the state with every other seat's secrets sealed."""
        return self.door.masked(state, seat)

    @cached_property
    def door(self) -> Door:
        return Door(self.state_type, self.event_type)

    @cached_property
    def acts(self) -> dict[str, type[C]]:
        """The command types by their tags."""
        types = get_args(self.command_type) or (self.command_type,)
        return {str(t.__struct_config__.tag): cast("type[C]", t) for t in types}

    def command(self, raw: object) -> C:
        """A command from plain data, or `Illegal` in words."""
        try:
            return msgspec.convert(raw, cast("type[C]", self.command_type))
        except (msgspec.ValidationError, RecursionError) as error:
            raise Illegal("kernel: a command's form", f"that is no command of this game: {in_words(error)}") from error


def told(game: Game[P, S, C, E], event: Roll | SeedShown | E) -> str:
    """Any event of a journal in words."""
    return event.words() if isinstance(event, (Roll, SeedShown)) else game.words(event)
