"""One running game: a game's rules, its dice and its journal.

A seat's command becomes a `Step` without changing anything; accepting the step is what moves the
match on. A store writes the step down between the two, so what was acknowledged is what was written.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from orsha.kernel.dice import (
    ROLLED,
    Committed,
    Dice,
    NeedRoll,
    Roll,
    Seeded,
    SeedShown,
    Source,
    Typed,
    check_answer,
)
from orsha.kernel.errors import Broken, Damaged, Illegal
from orsha.kernel.game import Command, Domain, Event, Game, Option, Result
from orsha.kernel.journal import (
    NO_LINK,
    Asked,
    Codec,
    Commitment,
    DiceKind,
    Did,
    Happened,
    Line,
    Opened,
    Real,
    Recommitted,
    Seed,
    Undid,
    check_links,
    checksum,
    link_of,
)

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Told = tuple[E | Roll | SeedShown, S]
"""An event of a decision, or a roll, and the state after it."""

SEATS = "kernel: seats"
UNDO = "kernel: undo"
MOST_UNDO = 50
_NAME = re.compile(r"^[A-Za-z0-9_-]{0,64}\Z")


class Undo(Struct, Generic[S], frozen=True):
    """A decision that may still be taken back: whose, and the state before it."""

    seat: str
    state: S


class Position(Struct, Generic[S, C], frozen=True):
    """Where a match stands: all that a snapshot needs."""

    count: int
    link: str
    state: S
    next_roll: int = 1
    waiting: Asked[C] | None = None
    undo: tuple[Undo[S], ...] = ()


class Step(Struct, Generic[S, C], frozen=True):
    """The next entry of a journal and the position it leads to."""

    line: Line
    entry: Any
    position: Position[S, C]


class Faces(Domain, frozen=True, tag="faces"):
    """What some real dice can show."""

    count: int
    sides: int

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == self.count
            and all(type(f) is int and 1 <= f <= self.sides for f in value)
        )

    def sample(self, rng: random.Random) -> object:
        return tuple(rng.randint(1, self.sides) for _ in range(self.count))


class Match(Generic[P, S, C, E]):
    """A game being played. One that is not recorded has no journal, and no decision in it is taken back."""

    def __init__(
        self, game: Game[P, S, C, E], opened: Opened[P], source: Source | None, *, record: bool = True
    ) -> None:
        self.game = game
        self.opened = opened
        self.source = source
        self.record = record
        self.codec = Codec(game)
        self.seats = game.seats(opened.setup)
        self._final = {Roll, SeedShown, *game.reveals}
        """What is never taken back."""
        self.lines: list[Line] = []
        self.entries: list[Any] = []
        start = game.start(opened.setup)
        self.position: Position[S, C] = Position(0, NO_LINK, start)

    @classmethod
    def open(
        cls,
        game: Game[P, S, C, E],
        setup: P,
        *,
        name: str = "",
        dice: Seeded | Committed | Typed | int | str = 0,
        record: bool = True,
    ) -> Match[P, S, C, E]:
        """Starts a game. A number or word for dice is a seed."""
        kind: DiceKind
        source: Source
        if isinstance(dice, Committed):
            kind, source = Commitment(dice.commitment), dice
        elif isinstance(dice, Typed):
            kind, source = Real(), dice
        else:
            seed = dice if isinstance(dice, (int, str)) else 0
            source = dice if isinstance(dice, Seeded) else Seeded(seed, name)
            kind = Seed(str(seed))
        state = checksum(game.start(setup)) if record else ""
        opened = Opened(name, game.kind, game.version, setup, kind, state)
        match = cls(game, opened, source, record=record)
        match.accept(match._step(opened))
        return match

    # -- what a seat does

    def act(self, seat: str, command: C) -> Step[S, C]:
        """The step that a command makes, or `Illegal`. Changes nothing."""
        self._check_seat(seat)
        if self.game.result(self.position.state) is not None:
            raise Illegal("kernel: the end", "the game is over; nothing more can be done in it")
        if self.position.waiting is not None:
            ask = self.position.waiting.ask
            raise Illegal(ROLLED, f"first {ask.who} must say what the dice showed for: {ask.purpose}")
        return self._decided(seat, command, ())

    def answer(self, seat: str, faces: Sequence[int]) -> Step[S, C]:
        """The step that follows when real dice were thrown for the question that waits."""
        self._check_seat(seat)
        waiting = self.position.waiting
        if waiting is None:
            raise Illegal(ROLLED, "no roll is asked for now")
        if seat != waiting.ask.who:
            raise Illegal(ROLLED, f"this roll is {waiting.ask.who}'s, not {seat}'s")
        check_answer(waiting.ask, faces)
        return self._decided(waiting.seat, waiting.command, (*waiting.answers, tuple(faces)))

    def take_back(self, seat: str) -> Step[S, C]:
        """The step that undoes a seat's last decision: never past a die, a shown secret or another seat's act."""
        self._check_seat(seat)
        position = self.position
        waiting = position.waiting
        if waiting is not None:
            if waiting.seat != seat or waiting.answers:
                raise Illegal(UNDO, "a roll is under way: a decision cannot be taken back past a die")
            return self._step(Undid(seat, self._sum(position.state)), waiting=None)
        if not position.undo or position.undo[-1].seat != seat:
            raise Illegal(
                UNDO,
                "there is no decision of yours to take back: undo stops at a die, a shown secret or another seat's act",
            )
        state = position.undo[-1].state
        return self._step(Undid(seat, self._sum(state)), state=state, undo=position.undo[:-1])

    def accept(self, step: Step[S, C]) -> None:
        """Moves the match on. The step must be the one after the present position."""
        if step.position.count != self.position.count + 1:
            raise Broken("a step was accepted out of order")
        self.position = step.position
        if self.record:
            self.lines.append(step.line)
            self.entries.append(step.entry)

    def do(self, seat: str, command: C) -> None:
        self.accept(self.act(seat, command))

    def _check_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise Illegal(SEATS, f"there is no seat {seat!r} here; the seats are {', '.join(self.seats)}")

    def _sum(self, state: S) -> str:
        return checksum(state) if self.record else ""

    def _decided(self, seat: str, command: C, answers: tuple[tuple[int, ...], ...]) -> Step[S, C]:
        position = self.position
        if self.source is None:
            raise Illegal(ROLLED, "this copy of the game has no dice; it can be read but not played on")
        dice = Dice(Typed(answers) if isinstance(self.source, Typed) else self.source, position.next_roll)
        try:
            told, state = self.played(seat, command, dice)
        except NeedRoll as need:
            if need.ask.who not in self.seats:
                raise Broken(f"a roll is asked of {need.ask.who!r}, who has no seat") from need
            asked = Asked(seat, command, answers, need.ask)
            return self._step(asked, waiting=asked)
        except Illegal as error:
            if dice.rolls:
                raise Broken(f"the rules refused after rolling: {error}") from error
            raise
        happened = self.happened(told) if self.record else ()
        undo = self._undo(seat, happened) if self.record else ()
        return self._step(Did(seat, command, happened), state=state, next_roll=dice.next, waiting=None, undo=undo)

    def played(self, seat: str, command: C, dice: Dice) -> tuple[list[Told[E, S]], S]:
        """Every event of a decision, each after the rolls that led to it, and the state at the end."""
        state = self.position.state
        told: list[Told[E, S]] = [*self.game.unfold(state, seat, command, dice)]
        if told:
            state = told[-1][1]
        if isinstance(self.source, Committed) and self.game.result(state) is not None:
            told.append((SeedShown(self.source.secret.hex()), state))
        return told, state

    def happened(self, told: Iterable[Told[E, S]]) -> tuple[Happened[E], ...]:
        """The same as it is written down."""
        return tuple(Happened(what, self._sum(state)) for what, state in told)

    def _undo(self, seat: str, happened: Iterable[Happened[E]]) -> tuple[Undo[S], ...]:
        if not self._final.isdisjoint([type(h.what) for h in happened]):
            return ()
        before = Undo(seat, self.position.state)
        undo = self.position.undo
        if undo and undo[-1].seat != seat:
            return (before,)
        return (*undo[-MOST_UNDO + 1 :], before)

    def _step(self, entry: Any, **changes: Any) -> Step[S, C]:
        """The next step, and what it changes in the position."""
        position = self.position
        raw = self.codec.encode(entry) if self.record else b""
        line = Line(position.count, link_of(position.link, raw) if self.record else NO_LINK, raw)
        after = msgspec.structs.replace(position, count=position.count + 1, link=line.link, **changes)
        return Step(line, entry, after)

    # -- what a seat sees; everything passes the door

    @property
    def state(self) -> S:
        return self.position.state

    @property
    def result(self) -> Result | None:
        return self.game.result(self.position.state)

    def view(self, seat: str) -> S:
        return self.game.view(self.position.state, seat)

    def options(self, seat: str) -> tuple[Option, ...]:
        """What a seat may do now; with real dice under way, only their answer."""
        waiting = self.position.waiting
        if self.result is not None or seat not in self.seats:
            return ()
        if waiting is not None:
            ask = waiting.ask
            if seat != ask.who:
                return ()
            return (
                Option("answer", f"what the dice showed for: {ask.purpose}", {"faces": Faces(ask.count, ask.sides)}),
            )
        return tuple(self.game.options(self.view(seat), seat))

    def to_act(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.seats if self.options(seat))

    def may_undo(self, seat: str) -> bool:
        try:
            self.take_back(seat)
        except Illegal:
            return False
        return True

    # -- from a journal

    @classmethod
    def replay(
        cls,
        game: Game[P, S, C, E],
        lines: list[Line],
        *,
        secret: bytes | None = None,
        snapshot: Position[S, C] | None = None,
    ) -> Match[P, S, C, E]:
        """A match from its journal: links checked, every event applied, every checksum compared.

        With a snapshot the events before it are read but not applied again.
        """
        check_links(lines)
        if not lines:
            raise Damaged("the journal is empty")
        opened = Codec(game).decode(lines[0])
        if not isinstance(opened, Opened) or opened.kind != game.kind:
            raise Damaged(f"the journal does not begin by opening a game of {game.kind}")
        if not _NAME.match(opened.game):
            raise Damaged("the game has no proper name: letters, digits, - and _, 64 at most")
        if opened.version > game.version:
            raise Damaged(f"the game was played by newer rules (version {opened.version}): update the program")
        if opened.version < game.oldest:
            raise Damaged(
                f"the game was played by older rules (version {opened.version}), which this program can no longer "
                "read: finish it with the program that it was begun with"
            )
        match = cls(game, opened, None)
        for line in lines:
            match.follow(line, applied=snapshot is None or line.n >= snapshot.count)
            if snapshot is not None and line.n == snapshot.count - 1:
                match.position = snapshot
        match.source = source_of(match, secret)
        return match

    def follow(self, line: Line, *, applied: bool = True) -> None:
        """Moves the match on by an entry that is on record, deciding nothing."""
        entry = self.codec.decode(line)
        self.lines.append(line)
        self.entries.append(entry)
        if applied:
            after = self._after(line, entry)
            self.position = msgspec.structs.replace(after, count=line.n + 1, link=line.link)

    def _after(self, line: Line, entry: object) -> Position[S, C]:
        position = self.position
        if isinstance(entry, Did):
            return self._after_did(line, entry)
        if isinstance(entry, Asked):
            return msgspec.structs.replace(position, waiting=entry)
        if isinstance(entry, Undid):
            if position.waiting is not None:
                if position.waiting.seat != entry.seat or position.waiting.answers:
                    raise Damaged(f"entry {line.n} takes back a command past a die, or another seat's")
                return msgspec.structs.replace(position, waiting=None)
            if not position.undo or position.undo[-1].seat != entry.seat:
                raise Damaged(f"entry {line.n} takes back what cannot be taken back")
            state = position.undo[-1].state
            self._compare(line, 0, state, entry.state)
            return msgspec.structs.replace(position, state=state, undo=position.undo[:-1])
        if isinstance(entry, Opened):
            if line.n:
                raise Damaged(f"entry {line.n} opens the game a second time")
            self._compare(line, 0, position.state, entry.state)
        return position

    def _after_did(self, line: Line, entry: Did[C, E]) -> Position[S, C]:
        state = self.position.state
        rolls = 0
        for k, happened in enumerate(entry.happened, start=1):
            if isinstance(happened.what, Roll):
                rolls += 1
            elif not isinstance(happened.what, SeedShown):
                try:
                    state = self.game.apply(state, happened.what)
                except Exception as error:
                    raise Damaged(f"entry {line.n}, event {k} does not fit the game so far: {error}") from error
            self._compare(line, k, state, happened.state)
        undo = self._undo(entry.seat, entry.happened)
        return msgspec.structs.replace(
            self.position, state=state, next_roll=self.position.next_roll + rolls, waiting=None, undo=undo
        )

    def _compare(self, line: Line, event: int, state: S, expected: str) -> None:
        # A game recorded under older rules may have had a state of another shape: its links still hold.
        if self.opened.version == self.game.version and checksum(state) != expected:
            raise Damaged(f"entry {line.n}, event {event}: the state after it differs from the one on record")


def source_of(match: Match[P, S, C, E], secret: bytes | None) -> Source | None:
    """The dice that a replayed match goes on with; none where the secret is elsewhere."""
    dice: DiceKind = match.opened.dice
    for entry in match.entries:
        if isinstance(entry, Recommitted):
            dice = entry.dice
    if isinstance(dice, Real):
        return Typed()
    if isinstance(dice, Seed):
        return Seeded(dice.seed, match.opened.game)
    if secret is None:
        return None
    source = Committed(match.opened.game, secret)
    if source.commitment != dice.sha256:
        raise Damaged("the secret seed kept for this game is not the one that was committed to")
    return source


def recommit(match: Match[P, S, C, E]) -> Step[S, C]:
    """Gives a game that came from elsewhere dice with a new secret, and says so in its journal."""
    source = Committed(match.opened.game)
    match.source = source
    return match._step(Recommitted(Commitment(source.commitment)))


def position_type(game: Game[P, S, C, E]) -> Any:
    """The type of a game's snapshots."""
    return cast(Any, Position)[game.state_type, game.command_type]
