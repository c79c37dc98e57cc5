"""What can go wrong, in words for the person it happens to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

P = ParamSpec("P")


class OrshaError(Exception):
    """A refusal: one plain sentence, and the rule that it rests on where there is one."""

    rule: str | None = None


class Illegal(OrshaError):
    """A command that a rule forbids. Nothing was changed."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} [{rule}]")
        self.rule = rule
        self.why = why


def passes(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check refuses nothing."""
    try:
        check(*args, **kwargs)
    except Illegal:
        return False
    return True


class BadData(OrshaError):
    """A data file that is wrong: which file, which line, and what was expected."""

    def __init__(self, file: Path | str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")
        self.file = str(file)
        self.line = line
        self.why = why


class Unknown(OrshaError):
    """A name that nothing answers to; the sentence lists what would."""

    def __init__(self, what: str, asked: str, known: list[str]) -> None:
        super().__init__(f"there is no {what} called {asked!r}{_hint(asked, known)}")


def _hint(asked: str, known: list[str], most: int = 24, some: int = 12) -> str:
    """Names that are like the one asked for, or have it in them; else all of them, or some where they are many."""
    from difflib import get_close_matches

    near = get_close_matches(asked, known, n=3)
    if not near and asked:
        near = [name for name in known if asked.lower() in name.lower()][:3]
    if not near and len(known) > most:
        return f"; there are {len(known)}, such as {', '.join(known[:some])}"
    return f"; did you mean {', '.join(near or known)}?" if known else ""


class Damaged(OrshaError):
    """A journal or a file that does not add up, with the place where it first differs."""


class Conflict(OrshaError):
    """Somebody else's command came first; look again and decide anew."""


class StoreError(OrshaError):
    """The store cannot be opened or written; the sentence says what to do."""


class Broken(Exception):
    """A game that breaks its own contract: a bug in the rules, never a person's mistake."""
