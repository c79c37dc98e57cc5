"""Dice: one interface, three sources, every roll on the record.

A decision asks `Dice` for rolls; `Dice` asks its source for faces and keeps each roll as an
event. The sources are *seeded* (repeatable), *committed* (the hash of a secret is shown at the start
and the secret at the end) and *typed* (people throw real dice and say what they show).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, Protocol

from msgspec import Struct

from orsha.kernel.errors import Illegal

How = Literal["sum", "each", "read"]
ROLLED = "kernel: a roll's answer"
BLOCK = 64
"""What SHA-256 reads at once, in bytes."""


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """One named number added to a roll."""

    name: str
    value: int


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that is to be made: what for, by whom, with which dice."""

    purpose: str
    who: str
    count: int
    sides: int = 6
    how: How = "sum"
    modifiers: tuple[Modifier, ...] = ()
    needed: int | None = None
    seen_by: tuple[str, ...] | None = None
    again_of: int | None = None
    chart: str | None = None
    """The chart it is read on: with the modifiers that gives the odds at the moment of the roll."""

    def result(self, faces: Sequence[int]) -> int:
        """Sum of the dice, number of dice that succeed, or dice read as digits; modifiers added."""
        extra = sum([m.value for m in self.modifiers]) if self.modifiers else 0
        if self.how == "sum":
            return sum(faces) + extra
        if self.how == "read":
            return int("".join(str(f) for f in faces)) + extra
        least = (self.needed or 0) - extra
        return sum([face >= least for face in faces])


class Roll(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="roll"):
    """A roll that was made: an event like any other. `again_of` names the roll it repeats."""

    number: int
    ask: Ask
    faces: tuple[int, ...]
    result: int

    @property
    def passed(self) -> bool:
        """Whether a test on the sum reached its number."""
        return self.ask.needed is None or self.result >= self.ask.needed

    def words(self) -> str:
        if self.ask.count and not self.faces:
            return "a secret roll"
        shown = ", ".join(map(str, self.faces))
        extra = "".join(f" {m.value:+d} {m.name}" for m in self.ask.modifiers)
        need = f", needing {self.ask.needed}+" if self.ask.needed is not None else ""
        again = f" (again, roll {self.ask.again_of})" if self.ask.again_of is not None else ""
        what = {"sum": "makes", "read": "reads", "each": "gives"}[self.ask.how]
        tail = f"{self.result} of {len(self.faces)}" if self.ask.how == "each" else str(self.result)
        return f"{self.ask.who} rolls {self.ask.purpose}{again}: {shown}{extra}{need} {what} {tail}"


class SeedShown(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="seed-shown"):
    """The secret seed of committed dice, published when the game is over."""

    seed: str

    def words(self) -> str:
        return f"the dice's seed was {self.seed}"


class NeedRoll(Exception):
    """Real dice must be thrown before the decision can go on."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.purpose)
        self.ask = ask


class Source(Protocol):
    def faces(self, number: int, ask: Ask) -> tuple[int, ...]: ...


def derive(key: bytes, game: str, number: int, count: int, sides: int) -> tuple[int, ...]:
    """The faces of one roll, from nothing but a key, the game's name and the roll's number: the bytes of HMAC-SHA-256
    of these, block after block, without those that would favour a face."""
    (inner, outer), (face_of, uneven) = _keyed(key), _faces(sides)
    faces = b""
    block = 0
    while len(faces) < count:
        text, mac = inner.copy(), outer.copy()
        text.update(f"{game}/{number}/{block}".encode())
        mac.update(text.digest())
        faces += mac.digest().translate(face_of, uneven)
        block += 1
    return tuple(faces[:count])


@lru_cache(maxsize=16)
def _keyed(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The two hashes of HMAC (RFC 2104) with the key in them, to be copied: a game rolls hundreds of times with the
    same one, and `hmac` takes four times as long."""
    full = (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in full)) for pad in (0x36, 0x5C))
    return inner, outer


@lru_cache(maxsize=256)
def _faces(sides: int) -> tuple[bytes, bytes]:
    """What face each byte shows, and the bytes that show none, so that all faces are as likely."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


class Seeded:
    """Repeatable dice: the same seed and game give the same rolls on every machine."""

    def __init__(self, seed: int | str, game: str = "") -> None:
        self.key = hashlib.sha256(f"orsha seed {seed}".encode(errors="surrogatepass")).digest()
        self.game = game

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        return derive(self.key, self.game, number, ask.count, ask.sides)


class Committed:
    """Dice that both players can check afterwards: SHA-256 of the secret first, the secret at the end."""

    def __init__(self, game: str, secret: bytes | None = None) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else secret
        self.game = game

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        return derive(self.secret, self.game, number, ask.count, ask.sides)


class Typed:
    """Dice that people throw. Answers come in the order of the questions; the next one is asked for."""

    def __init__(self, answers: Iterable[tuple[int, ...]] = ()) -> None:
        self.answers = list(answers)

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        if not self.answers:
            raise NeedRoll(ask)
        faces = self.answers.pop(0)
        check_answer(ask, faces)
        return faces


def check_answer(ask: Ask, faces: Sequence[int]) -> None:
    """What people say their dice showed must be what such dice can show."""
    if len(faces) != ask.count or any(not 1 <= f <= ask.sides for f in faces):
        dice = "one die" if ask.count == 1 else f"{ask.count} dice"
        raise Illegal(
            ROLLED,
            f"{ask.purpose} takes {dice} showing 1 to {ask.sides}, not {', '.join(map(str, faces)) or 'nothing'}",
        )


class Dice:
    """What a decision rolls with. Keeps every roll, in order, numbered within the game."""

    def __init__(self, source: Source, first: int = 1) -> None:
        self.source = source
        self.next = first
        self.rolls: list[Roll] = []
        self.told_by_rules = False
        """Set by rules that put each roll among their events themselves: they decide all before they tell any."""

    def roll(self, ask: Ask) -> Roll:
        faces = self.source.faces(self.next, ask)
        roll = Roll(self.next, ask, faces, ask.result(faces))
        self.next += 1
        self.rolls.append(roll)
        return roll

    def total(
        self,
        purpose: str,
        who: str,
        count: int = 1,
        *,
        sides: int = 6,
        modifiers: tuple[Modifier, ...] = (),
        needed: int | None = None,
        seen_by: tuple[str, ...] | None = None,
    ) -> Roll:
        """One die, or the sum of several; with `needed` a test."""
        return self.roll(Ask(purpose, who, count, sides, "sum", modifiers, needed, seen_by))

    def read(self, purpose: str, who: str, count: int = 2, *, seen_by: tuple[str, ...] | None = None) -> Roll:
        """Dice read as digits, the first one first: 11 to 66."""
        return self.roll(Ask(purpose, who, count, 6, "read", seen_by=seen_by))

    def each(
        self,
        purpose: str,
        who: str,
        count: int,
        needed: int,
        *,
        modifiers: tuple[Modifier, ...] = (),
        seen_by: tuple[str, ...] | None = None,
    ) -> int:
        """How many of the dice succeed."""
        return sum(self.which(purpose, who, count, needed, modifiers=modifiers, seen_by=seen_by))

    def which(
        self,
        purpose: str,
        who: str,
        count: int,
        needed: int,
        *,
        modifiers: tuple[Modifier, ...] = (),
        seen_by: tuple[str, ...] | None = None,
    ) -> tuple[bool, ...]:
        """Which of the dice succeed. A 7+ is a 6 and then 5+, an 8+ a 6 and then another 6; above that none can."""
        need = needed - sum([m.value for m in modifiers])
        if count == 0 or need > 8:
            return (False,) * count
        if need <= 6:
            ask = Ask(purpose, who, count, 6, "each", modifiers, needed, seen_by)
            return tuple([face >= need for face in self.roll(ask).faces])
        first = self.roll(Ask(f"{purpose}, {need}+: sixes", who, count, 6, "each", (), 6, seen_by))
        if not first.result:
            return (False,) * count
        second = Ask(f"{purpose}, {need}+: again", who, first.result, 6, "each", (), need - 2, seen_by, first.number)
        again = iter(self.roll(second).faces)
        return tuple([face == 6 and next(again) >= need - 2 for face in first.faces])

    def again(self, roll: Roll, count: int | None = None) -> Roll:
        """Throws a roll, or some of its dice, once more; the new faces stand."""
        old = roll.ask
        return self.roll(
            Ask(
                old.purpose,
                old.who,
                old.count if count is None else count,
                old.sides,
                old.how,
                old.modifiers,
                old.needed,
                old.seen_by,
                roll.number,
            )
        )
