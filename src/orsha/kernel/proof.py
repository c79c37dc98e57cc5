"""Proof of a finished or running game: its dice, and that every event follows from the rules."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from msgspec import Struct

from orsha.kernel.dice import Ask, Dice, Roll, SeedShown, derive
from orsha.kernel.errors import Damaged, OrshaError
from orsha.kernel.game import Command, Event, told
from orsha.kernel.journal import Commitment, Did, Recommitted, Seed
from orsha.kernel.match import Match

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Proof(Struct, frozen=True):
    """What was checked, and what cannot be checked yet."""

    entries: int
    rolls: int
    dice: str
    """`proved`, `typed` (real dice: nothing to prove) or `sealed` (the seed is shown when the game is over)."""


def verify(match: Match[P, S, C, E]) -> Proof:
    """Every roll has the faces its seed gives and the result its faces give; `Damaged` names the first that has not."""
    rolls = _rolls(match)
    for n, roll in rolls:
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
        key = hashlib.sha256(f"orsha seed {dice.seed}".encode()).digest()
        _prove(match.opened.game, key, rolls)
        return "proved"
    if not isinstance(dice, Commitment):
        return "typed"
    moves = [(n, e.dice) for n, e in enumerate(match.entries) if isinstance(e, Recommitted)]
    shown = _shown(match)
    last = moves[-1][1] if moves else dice
    if shown is not None:
        if hashlib.sha256(shown).hexdigest() != last.sha256:
            raise Damaged("the seed that was shown is not the one that was committed to")
        since = moves[-1][0] if moves else 0
        _prove(match.opened.game, shown, [(n, r) for n, r in rolls if n >= since])
    return "sealed" if shown is None or moves else "proved"


def _shown(match: Match[P, S, C, E]) -> bytes | None:
    for entry in match.entries:
        if isinstance(entry, Did):
            for happened in entry.happened:
                if isinstance(happened.what, SeedShown):
                    return bytes.fromhex(happened.what.seed)
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
        return self.rolls.pop(0).faces


def redecide(match: Match[P, S, C, E]) -> None:
    """Plays every command again by today's rules with the recorded dice; `Damaged` where it comes out differently."""
    fresh = Match(match.game, match.opened, None)
    for line, entry in zip(match.lines, match.entries, strict=True):
        if isinstance(entry, Did):
            _compare(fresh, line.n, entry)
        fresh.follow(line)


def _compare(fresh: Match[P, S, C, E], n: int, entry: Did[C, E]) -> None:
    dice = Dice(Recorded([h.what for h in entry.happened if isinstance(h.what, Roll)]), fresh.position.next_roll)
    try:
        happened, _ = fresh.played(entry.seat, entry.command, dice)
    except OrshaError as error:
        raise Damaged(f"entry {n}: {entry.seat}'s command is not what the rules allow: {error}") from error
    kept = [h for h in entry.happened if not isinstance(h.what, SeedShown)]
    for k, (now, then) in enumerate(zip(happened, kept, strict=False), start=1):
        if now != then:
            raise Damaged(f"entry {n}, event {k}: the rules give {told(fresh.game, now.what)!r}")
    if len(happened) != len(kept):
        raise Damaged(f"entry {n}: the rules give {len(happened)} events, the journal has {len(kept)}")
