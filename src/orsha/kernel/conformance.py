"""The conformance kit: plays random legal games of any `Game` and checks the kernel's contract.

    report = conformance.check(MyGame(), my_setup, games=50, seed=1)

What it checks, at every decision of every game:

- *options*: what is offered is legal, what is not offered is refused with a rule, and a refusal changes nothing;
- *purity*: deciding leaves the state alone and gives the same events twice; apply never fails; a game that unfolds
  its decisions itself comes to what deciding and applying come to;
- *secrets*: every hidden value, secret roll and foreign command is replaced by a mark, and everything a seat
  receives (view, options, log, question, errors) is searched for the marks;
- *undo*: gives back the very state, and is refused once a die was thrown or a secret shown;
- *journal*: entries, states and snapshots survive writing and reading; the replay is exact; the rules decide every
  command again the same way; committed dice prove themselves, typed dice lead to the same game;
- *an end*: no dead end, and a result within a bounded number of decisions.

A failure is `Nonconforming` with the seed of the game and the journal so far.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from orsha.kernel.dice import Ask, Committed, Dice, Roll, Typed
from orsha.kernel.errors import Illegal
from orsha.kernel.game import Command, Event, Game, Option
from orsha.kernel.hidden import Hidden
from orsha.kernel.journal import Asked, Did, Happened
from orsha.kernel.match import Match, position_type
from orsha.kernel.playthrough import playthrough
from orsha.kernel.proof import redecide, verify
from orsha.kernel.sheet import sheet, tell

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

MARK = "SECRET-MARK"
MARK_NUMBER = 918273645
SPECTATOR = "a spectator"
GIVES_UP = 0.01
"""How often an act that may end the game is among those chosen from."""


class Nonconforming(AssertionError):
    """A game broke the contract; the text says how, and holds the game that shows it."""


class Report(Struct):
    """What a run of the kit saw."""

    games: int = 0
    decisions: int = 0
    refusals: int = 0
    undone: int = 0
    hidden: int = 0


class Foreign(Struct, frozen=True):
    """Stands for another seat's command while the kit searches for leaks."""

    mark: str = MARK


def check(
    game: Game[P, S, C, E],
    setup: P | Callable[[random.Random], P],
    *,
    games: int = 20,
    seed: int = 0,
    most: int = 2000,
    thorough: bool = True,
) -> Report:
    """Plays games from random options and checks everything. `most` bounds the decisions of one game."""
    report = Report()
    for index in range(games):
        rng = random.Random(f"{seed}/{index}")
        chosen = setup(rng) if callable(setup) else setup
        _Run(game, chosen, rng, f"{seed}-{index}", report, most, thorough).play()
        report.games += 1
    return report


class _Run(Generic[P, S, C, E]):
    """One game under the kit's eyes."""

    def __init__(
        self, game: Game[P, S, C, E], setup: P, rng: random.Random, name: str, report: Report, most: int, thorough: bool
    ) -> None:
        self.game = game
        self.rng = rng
        self.name = name
        self.report = report
        self.most = most
        self.thorough = thorough
        self.past: list[C] = []
        secret = rng.randbytes(32)
        self.match: Match[P, S, C, E] = Match.open(game, setup, name=name, dice=Committed(name, secret))
        self.secret = secret
        self.snapshot = msgspec.json.encode(self.match.position)

    def fail(self, why: str) -> Nonconforming:
        return Nonconforming(f"{self.game.kind}, game {self.name}: {why}\n{playthrough(self.match)}")

    def play(self) -> None:
        for _ in range(self.most):
            if self.match.result is not None:
                break
            self.turn()
        else:
            raise self.fail(f"the game has not ended after {self.most} decisions")
        for seat in self.match.seats:
            if self.match.options(seat):
                raise self.fail(f"the game is over and {seat} is still offered options")
        self.check_journal()
        self.check_typed()

    def turn(self) -> None:
        offers = [(seat, option) for seat in self.match.seats for option in self.match.options(seat)]
        if not offers:
            raise self.fail("a dead end: the game is not over and nobody may do anything")
        playing_on = [(seat, option) for seat, option in offers if not option.ends]
        if not playing_on:
            raise self.fail("a dead end: nothing can be done but to give up")
        may_end = len(playing_on) < len(offers) and self.rng.random() < GIVES_UP
        seat, option = self.rng.choice(offers if may_end else playing_on)
        command = self.sampled(option)
        before = self.frozen()
        self.try_wrong(seat, option, command)
        step = self.decided(seat, command)
        if step.line.raw != self.decided(seat, command).line.raw:
            raise self.fail(f"deciding {command} twice gives two different outcomes")
        if self.frozen() != before:
            raise self.fail(f"deciding {command} changed the state")
        self.check_unfolded(seat, command)
        sealed = self.sealed()
        known = {seat: self.secrets_of(seat) | _tokens(self.match.view(seat)) for seat in self.match.seats}
        old = self.match.state
        self.match.accept(step)
        if msgspec.json.encode(old) != before:
            raise self.fail(f"applying the events of {command} changed the state before them")
        self.report.decisions += 1
        self.past = [*self.past[-20:], command]
        self.check_written()
        self.check_told(command, old, known)
        self.check_undo(seat, command, old, sealed)
        if self.thorough or self.rng.random() < 0.2:
            self.check_secrets()
        if self.rng.random() < 0.1:
            self.snapshot = msgspec.json.encode(self.match.position)

    def frozen(self) -> bytes:
        return msgspec.json.encode(self.match.state)

    def sampled(self, option: Option) -> C:
        raw = option.sample(self.rng)
        try:
            command = self.game.command(raw)
        except Illegal as error:
            raise self.fail(f"the option {option} gives what is no command: {error}") from error
        if not option.accepts(command):
            raise self.fail(f"the option {option} does not accept its own sample {command}")
        return command

    def decided(self, seat: str, command: C) -> Any:
        try:
            return self.match.act(seat, command)
        except Illegal as error:
            raise self.fail(f"{seat} is offered {command} and refused: {error}") from error

    def check_unfolded(self, seat: str, command: C) -> None:
        if type(self.game).unfold is Game.unfold or not (self.thorough or self.report.decisions % 5 == 0):
            return
        position, source = self.match.position, cast(Committed, self.match.source)
        own = list(self.game.unfold(position.state, seat, command, Dice(source, position.next_roll)))
        if own != list(Game.unfold(self.game, position.state, seat, command, Dice(source, position.next_roll))):
            raise self.fail(f"{command} unfolds otherwise than it is decided and applied")

    def offered(self, seat: str, command: C) -> bool:
        return any(option.accepts(command) for option in self.match.options(seat))

    def try_wrong(self, seat: str, option: Option, command: C) -> None:
        """Commands of others, of other moments and with other values: refused, unless they are on offer too."""
        tries = [(other, command) for other in self.match.seats if other != seat]
        tries += [(seat, old) for old in self.past[-3:]]
        tries += [(seat, wrong) for wrong in self.bent(option)]
        for who, wrong in tries:
            if self.offered(who, wrong):
                continue
            before = self.frozen()
            try:
                self.match.act(who, wrong)
            except Illegal as error:
                self.report.refusals += 1
                if not error.rule:
                    raise self.fail(f"{wrong} is refused without naming a rule") from error
            else:
                raise self.fail(f"{who} is not offered {wrong} and it is not refused")
            if self.frozen() != before:
                raise self.fail(f"refusing {wrong} changed the state")
            self.check_error(who, wrong)

    def bent(self, option: Option) -> list[C]:
        """Samples of an option with one value replaced by another kind's or an outlandish one."""
        wrong: list[C] = []
        for name in option.takes:
            raw = option.sample(self.rng)
            raw[name] = self.rng.choice([-1, 0, 7, 10**6, "", "nobody", None, (), (1, 1), True, 1.5])
            try:
                wrong.append(self.game.command(raw))
            except Illegal:
                self.report.refusals += 1
        return wrong

    def check_written(self) -> None:
        match = self.match
        state = msgspec.json.decode(msgspec.json.encode(match.state), type=cast("type[S]", self.game.state_type))
        if state != match.state:
            raise self.fail("the state does not survive being written and read")
        if match.codec.decode(match.lines[-1]) != match.entries[-1]:
            raise self.fail("the last entry does not survive being written and read")

    def sealed(self) -> dict[str, int]:
        return {seat: _count_sealed(self.match.view(seat)) for seat in self.match.seats}

    def check_undo(self, seat: str, command: C, old: S, sealed: dict[str, int]) -> None:
        if not self.match.may_undo(seat):
            return
        now = self.sealed()
        for eyes in self.match.seats:
            if now[eyes] < sealed[eyes]:
                raise self.fail(f"{command} shows {eyes} a secret, and may be taken back all the same")
        twin = copy.copy(self.match)
        twin.lines, twin.entries = list(twin.lines), list(twin.entries)
        twin.accept(twin.take_back(seat))
        if twin.state != old:
            raise self.fail(f"taking {command} back does not give back the state before it")
        redone = twin.act(seat, command)
        if redone.position.state != self.match.state:
            raise self.fail(f"{command}, taken back and done again, comes out differently")
        self.report.undone += 1

    def check_secrets(self) -> None:
        for seat in (*self.match.seats, SPECTATOR):
            twin = self.planted(seat)
            if MARK.encode() in (sent := msgspec.json.encode(sheet(twin, seat))) or str(MARK_NUMBER).encode() in sent:
                raise self.fail(f"{seat} receives what is hidden from it: {sent.decode()}")

    def secrets_of(self, seat: str, state: S | None = None) -> set[str]:
        """The words and large numbers that are hidden from a seat now: telling enough to search for as they are.

        What the rules keep from every seat is their own to tell when its time comes.
        """
        found: set[str] = set()

        def note(hidden: Hidden[object]) -> Hidden[object]:
            if hidden.to and seat not in hidden.to:
                found.update(_telling(hidden.value))
            return hidden

        self.game.door.replaced(self.match.state if state is None else state, note)
        return found

    def seen_between(self, old: S, seat: str, fresh: set[str]) -> set[str]:
        """What lay open to a seat after one event of the last decision and was hidden by a later one."""
        seen: set[str] = set()
        entry = self.match.entries[-1]
        if not isinstance(entry, Did) or not fresh & _tokens(tell(self.match, len(self.match.entries) - 1, seat)):
            return seen
        for happened in entry.happened:
            if isinstance(happened.what, Event):
                old = self.game.apply(old, cast(E, happened.what))
                seen |= _tokens(self.game.view(old, seat)) - self.secrets_of(seat, old)
        return seen

    def check_told(self, command: C, old: S, known: dict[str, set[str]]) -> None:
        """What a decision has just hidden from a seat is not told to it in the same breath, in an event left open.

        What the seat could see until now, or between two events, it knows: that may be hidden as openly as one likes.
        """
        last = len(self.match.entries) - 1
        for seat in self.match.seats:
            fresh = self.secrets_of(seat) - known[seat] - set(self.match.seats) - self.game.vocabulary
            if not fresh:
                continue
            for secret in fresh & _tokens(tell(self.match, last, seat)) - self.seen_between(old, seat, fresh):
                raise self.fail(f"{command} hides {secret} from {seat} and tells it in the log")

    def check_error(self, seat: str, command: C) -> None:
        try:
            self.planted(seat).act(seat, command)
        except Illegal as error:
            if MARK in str(error) or str(MARK_NUMBER) in str(error):
                raise self.fail(f"the refusal of {command} tells {seat} a secret: {error}") from error
        except Exception:  # noqa: BLE001  the rules may stumble over a mark; only what they say matters here
            pass

    def planted(self, seat: str) -> Match[P, S, C, E]:
        """The match with a mark in place of everything that a seat may not know."""
        twin = copy.copy(self.match)
        plant = self.planter(seat)
        twin.position = msgspec.structs.replace(
            twin.position, state=self.game.door.replaced(twin.position.state, plant)
        )
        twin.entries = [self.planted_entry(entry, seat) for entry in twin.entries]
        return twin

    def planter(self, seat: str) -> Callable[[Hidden[object]], Hidden[object]]:
        def plant(hidden: Hidden[object]) -> Hidden[object]:
            if seat in hidden.to:
                return hidden
            self.report.hidden += 1
            return Hidden(hidden.to, _marked(hidden.value))

        return plant

    def planted_entry(self, entry: Any, seat: str) -> Any:
        if isinstance(entry, (Did, Asked)) and entry.seat != seat:
            entry = msgspec.structs.replace(entry, command=Foreign())
        if isinstance(entry, Did):
            happened = tuple(Happened(self.planted_event(h.what, seat), h.state) for h in entry.happened)
            return msgspec.structs.replace(entry, happened=happened)
        return entry

    def planted_event(self, event: Any, seat: str) -> Any:
        if isinstance(event, Roll):
            if event.ask.seen_by is None or seat in event.ask.seen_by:
                return event
            ask = Ask(MARK, event.ask.who, event.ask.count, seen_by=event.ask.seen_by)
            return Roll(event.number, ask, (MARK_NUMBER,), MARK_NUMBER)
        return self.game.door.replaced(event, self.planter(seat))

    def check_journal(self) -> None:
        match = self.match
        text = playthrough(match)
        again = Match.replay(self.game, match.lines, secret=self.secret)
        if again.state != match.state or playthrough(again) != text:
            raise self.fail("the replay of the journal differs from the game")
        snapshot = msgspec.json.decode(self.snapshot, type=position_type(self.game))
        short = Match.replay(self.game, match.lines, secret=self.secret, snapshot=snapshot)
        if short.position != again.position:
            raise self.fail("the replay from a snapshot differs from the whole one")
        redecide(match)
        if verify(match).dice != "proved":
            raise self.fail("the dice of the finished game do not prove themselves")

    def check_typed(self) -> None:
        """The same commands with the same faces, typed in, give the same game."""
        typed: Match[P, S, C, E] = Match.open(self.game, self.match.opened.setup, name=self.name, dice=Typed())
        for entry in self.match.entries:
            if not isinstance(entry, Did):
                continue
            typed.accept(typed.act(entry.seat, entry.command))
            for happened in entry.happened:
                if isinstance(happened.what, Roll):
                    self.check_waiting(typed, happened.what)
                    typed.accept(typed.answer(happened.what.ask.who, happened.what.faces))
        if typed.state != self.match.state:
            raise self.fail("with typed dice the same game comes out differently")

    def check_waiting(self, typed: Match[P, S, C, E], roll: Roll) -> None:
        waiting = typed.position.waiting
        if waiting is None or waiting.ask != roll.ask:
            raise self.fail(f"with typed dice the rules do not ask for {roll.words()!r}")
        for seat in typed.seats:
            if bool(typed.options(seat)) != (seat == roll.ask.who):
                raise self.fail(f"while {roll.ask.who} is to roll, {seat} has the wrong options")


def _marked(value: object) -> object:
    """A value of the same shape with a mark in place of every word and number."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return MARK
    if isinstance(value, int):
        return MARK_NUMBER
    if isinstance(value, Struct):
        fields = {name: _marked(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    if isinstance(value, dict):
        return {key: _marked(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(_marked(item) for item in value)
    return value


def _tokens(value: object) -> set[str]:
    return set(re.findall(r"[A-Za-z0-9_-]+", msgspec.json.encode(value).decode()))


def _telling(value: object) -> set[str]:
    """The leaves of a value that would not turn up by chance."""
    if isinstance(value, str):
        return {value} if len(value) >= 4 else set()
    if isinstance(value, int):
        return {str(value)} if value >= 1000 else set()
    if isinstance(value, Struct):
        return {leaf for name in value.__struct_fields__ for leaf in _telling(getattr(value, name))}
    if isinstance(value, dict):
        return {leaf for item in value.values() for leaf in _telling(item)}
    if isinstance(value, (tuple, list)):
        return {leaf for item in value for leaf in _telling(item)}
    return set()


def _count_sealed(value: object) -> int:
    if isinstance(value, Hidden):
        return 1 if value.sealed else _count_sealed(value.value)
    if isinstance(value, Struct):
        return sum(_count_sealed(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return sum(map(_count_sealed, value.values()))
    if isinstance(value, (tuple, list)):
        return sum(map(_count_sealed, value))
    return 0
