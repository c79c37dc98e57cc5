"""What people type for a campaign: lines from the arguments or from a file, works, places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from orsha.kernel import OrshaError

if TYPE_CHECKING:
    from orsha.campaign.commands import Placed, Works
    from orsha.campaign.placing import SetUp

HOWS = ("open", "concealed", "hidden")
SHAPES = "g12=P20, g12=K33/-1, g13=P20:hidden or g14=P20:concealed:g13"


class Line(NamedTuple):
    """Something typed, and where it stands if that was in a file."""

    text: str
    where: str = ""

    def wrong(self, why: str) -> str:
        return f"{self.where}: {why}" if self.where else why


def lines(given: list[str] | None) -> list[Line]:
    """The arguments; for @FILE its lines without the empty ones and without comments, which begin with a #."""
    found: list[Line] = []
    for text in given or []:
        found += _from_file(text[1:]) if text.startswith("@") else [Line(text)]
    return found


def _from_file(file: str) -> list[Line]:
    try:
        read = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise OrshaError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OrshaError(f"{file} cannot be read: it is not UTF-8 text") from error
    bare = [(n, re.sub(r"(^|\s)#.*", "", text).strip()) for n, text in enumerate(read, start=1)]
    found = [Line(text, f"{file}, line {n}") for n, text in bare if text]
    if not found:
        raise OrshaError(f"{file} holds no line, and that is no answer: to name nothing leave the file out")
    return found


def texts(given: list[str] | None) -> list[str]:
    return [line.text for line in lines(given)]


def works(line: Line) -> Works:
    from orsha.campaign.commands import Works

    what, _, numbers = line.text.partition(":")
    what, _, count = what.partition("*")
    values = tuple(_number(part, line) for part in numbers.split("+")) if numbers else None
    return Works(what, _number(count, line) if count else 1, values)  # type: ignore[arg-type]


def _number(text: str, line: Line) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise OrshaError(line.wrong(f"{line.text!r}: {text!r} is no number"))
    return int(text)


def placed(given: list[Line]) -> list[Placed]:
    """Every line as a place; all that are none are named at once."""
    found, wrong = [], []
    for line in given:
        try:
            found.append(_placed(line))
        except OrshaError as error:
            wrong.append(str(error))
    if wrong:
        raise OrshaError("; ".join(wrong))
    return found


def _placed(line: Line) -> Placed:
    from orsha.campaign.commands import Placed

    id, _, where = line.text.partition("=")
    place, *rest = where.split(":")
    hex, slash, level = place.partition("/")
    how, held_by = (*rest, "", "")[:2]
    if len(rest) > 2 or not id:
        raise OrshaError(line.wrong(f"{line.text!r} is no place, as {SHAPES} are"))
    if not hex:
        raise OrshaError(line.wrong(f"{line.text!r} names no hex; what is not named at all stays off the map"))
    if how and how not in HOWS:
        raise OrshaError(line.wrong(f"{line.text!r}: after the hex comes {' or '.join(HOWS)}, not {how!r}"))
    return Placed(id, hex.upper(), how or "open", held_by or None, _level(level, line) if slash else None)  # type: ignore[arg-type]


def _level(text: str, line: Line) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 2:
        raise OrshaError(line.wrong(f"{line.text!r}: {text!r} is no level, as 0 or -1 is"))
    return int(text)


def check_placed(set_up: SetUp, given: list[Line], found: list[Placed]) -> None:
    """Refuses a placement with every line that is wrong by itself, or with the first rule that all of it breaks."""
    from orsha.campaign.unplaced import faults
    from orsha.kernel import Illegal

    wrong = faults(set_up, found)
    if wrong:
        words = [given[n].wrong(error.why) if n >= 0 else error.why for n, error in wrong.items()]
        raise Illegal(next(iter(wrong.values())).rule or set_up.rule, "; ".join(words))
