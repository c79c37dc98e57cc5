"""Proof of a finished or running game: its dice, and that every event follows from the rules."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from msgspec import Struct

from orsha.kernel.dice import Ask, Dice, NeedRoll, Roll, SeedShown, Typed, check_answer, derive
from orsha.kernel.errors import Damaged, Illegal, OrshaError
from orsha.kernel.game import Command, Event, told
from orsha.kernel.journal import Asked, Commitment, Did, Real, Recommitted, Seed
from orsha.kernel.match import Match

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


MOST_DICE = 1000
MOST_SIDES = 100


class Proof(Struct, frozen=True):
    """What was checked, and what cannot be checked yet."""

    entries: int
    rolls: int
    dice: str
    """`proved`, `typed` (real dice: nothing to prove), `sealed` (the seed is shown when the game is over) or `partly`
    (the game moved to another place, and what was rolled before cannot be proved here)."""


def verify(match: Match[P, S, C, E]) -> Proof:
    """Every roll has the faces its seed gives and the result its faces give; `Damaged` names the first that has not."""
    rolls = _rolls(match)
    for n, roll in rolls:
        if not (1 <= roll.ask.count <= MOST_DICE and 2 <= roll.ask.sides <= MOST_SIDES):
            raise Damaged(
                f"entry {n}, roll {roll.number}: nobody rolls {roll.ask.count} dice of {roll.ask.sides} sides"
            )
        try:
            check_answer(roll.ask, roll.faces)
        except Illegal as error:
            raise Damaged(f"entry {n}, roll {roll.number}: {error}") from error
        if roll.result != roll.ask.result(roll.faces):
            raise Damaged(f"entry {n}, roll {roll.number}: the faces do not make {roll.result}")
    return Proof(len(match.entries), len(rolls), _dice_proof(match, rolls))


def _rolls(match: Match[P, S, C, E]) -> list[tuple[int, Roll]]:
    found = [
        (n, h.what)
        for n, entry in enumerate(match.entries)
        if isinstance(entry, Did)
        for h in entry.happened
        if isinstance(h.what, Roll)
    ]
    for expected, (n, roll) in enumerate(found, start=1):
        if roll.number != expected:
            raise Damaged(f"entry {n}: roll {expected} is missing, roll {roll.number} stands in its place")
    return found


def _dice_proof(match: Match[P, S, C, E], rolls: list[tuple[int, Roll]]) -> str:
    dice = match.opened.dice
    if isinstance(dice, Seed):
        key = hashlib.sha256(f"orsha seed {dice.seed}".encode(errors="surrogatepass")).digest()
        _prove(match.opened.game, key, rolls)
        return "proved"
    shown = _shown(match)
    if not isinstance(dice, Commitment):
        if shown is not None:
            raise Damaged("a seed is shown, but the game was opened with real dice")
        return "typed"
    moves = [(n, e.dice) for n, e in enumerate(match.entries) if isinstance(e, Recommitted)]
    last = moves[-1][1] if moves else dice
    if shown is not None:
        if hashlib.sha256(shown).hexdigest() != last.sha256:
            raise Damaged("the seed that was shown is not the one that was committed to")
        since = moves[-1][0] if moves else 0
        _prove(match.opened.game, shown, [(n, r) for n, r in rolls if n >= since])
    if match.result is not None:
        if shown is None:
            raise Damaged("the game is over, and the seed that its dice were committed to is not shown")
        return "partly" if moves else "proved"
    return "sealed"


def _shown(match: Match[P, S, C, E]) -> bytes | None:
    for entry in match.entries:
        if isinstance(entry, Did):
            for happened in entry.happened:
                if isinstance(happened.what, SeedShown):
                    try:
                        return bytes.fromhex(happened.what.seed)
                    except ValueError as error:
                        raise Damaged("the seed that is shown is not written in hexadecimal") from error
    return None


def _prove(game: str, key: bytes, rolls: list[tuple[int, Roll]]) -> None:
    for n, roll in rolls:
        if derive(key, game, roll.number, roll.ask.count, roll.ask.sides) != roll.faces:
            raise Damaged(f"entry {n}, roll {roll.number}: the dice on record are not the ones the seed gives")


class Recorded:
    """Dice that show again what the journal says they showed."""

    def __init__(self, rolls: list[Roll]) -> None:
        self.rolls = list(rolls)

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        if not self.rolls or self.rolls[0].ask != ask:
            raise Damaged(f"the rules now roll {ask.purpose!r} where the journal has another roll")
        faces = self.rolls.pop(0).faces
        check_answer(ask, faces)
        return faces


def redecide(match: Match[P, S, C, E]) -> None:
    """Plays every command again by today's rules with the recorded dice; `Damaged` where it comes out differently."""
    fresh = Match(match.game, match.opened, None)
    for line, entry in zip(match.lines, match.entries, strict=True):
        try:
            if isinstance(entry, Did):
                _check_answers(fresh, line.n, entry)
                _compare(fresh, line.n, entry)
            elif isinstance(entry, Asked):
                _check_question(fresh, line.n, entry)
            fresh.follow(line)
        except OrshaError:
            raise
        except Exception as error:  # a forged entry may lead the rules anywhere
            raise Damaged(f"entry {line.n}: the rules cannot follow it ({error})") from error


def _check_question(fresh: Match[P, S, C, E], n: int, entry: Asked[C]) -> None:
    """A question for real dice is the one that the rules ask after the answers so far."""
    if not isinstance(fresh.opened.dice, Real) or entry.seat not in fresh.seats:
        raise Damaged(f"entry {n}: nobody could be asked for dice there")
    waiting = fresh.position.waiting
    if waiting is not None and (entry.seat, entry.command, entry.answers[:-1]) != (
        waiting.seat,
        waiting.command,
        waiting.answers,
    ):
        raise Damaged(f"entry {n}: the question does not follow the one before it")
    if waiting is None and entry.answers:
        raise Damaged(f"entry {n}: dice are answered that were never asked for")
    try:
        fresh.played(entry.seat, entry.command, Dice(Typed(entry.answers), fresh.position.next_roll))
    except NeedRoll as need:
        if need.ask == entry.ask:
            return
    raise Damaged(f"entry {n}: the rules ask another question there")


def _check_answers(fresh: Match[P, S, C, E], n: int, entry: Did[C, E]) -> None:
    """With real dice every roll was asked for, of the same command, and answered with what is on record."""
    rolls = [h.what.faces for h in entry.happened if isinstance(h.what, Roll)]
    waiting = fresh.position.waiting
    if not isinstance(fresh.opened.dice, Real):
        return
    if (waiting is None) != (not rolls):
        raise Damaged(f"entry {n}: its dice were never asked for, or a question was passed over")
    if waiting is not None and (entry.seat, entry.command) != (waiting.seat, waiting.command):
        raise Damaged(f"entry {n}: it is not the command that the dice were asked for")
    if waiting is not None and tuple(rolls[:-1]) != waiting.answers:
        raise Damaged(f"entry {n}: the dice differ from those that were answered")


def _compare(fresh: Match[P, S, C, E], n: int, entry: Did[C, E]) -> None:
    dice = Dice(Recorded([h.what for h in entry.happened if isinstance(h.what, Roll)]), fresh.position.next_roll)
    try:
        happened = fresh.happened(fresh.played(entry.seat, entry.command, dice)[0])
    except OrshaError as error:
        raise Damaged(f"entry {n}: {entry.seat}'s command is not what the rules allow: {error}") from error
    kept = [h for h in entry.happened if not isinstance(h.what, SeedShown)]
    for k, (now, then) in enumerate(zip(happened, kept, strict=False), start=1):
        if now != then:
            raise Damaged(f"entry {n}, event {k}: the rules give {told(fresh.game, now.what)!r}")
    if len(happened) != len(kept):
        raise Damaged(f"entry {n}: the rules give {len(happened)} events, the journal has {len(kept)}")
