"""What the reader of data files and messages complains of, in plain words: the one place that knows how it says so."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]
ANY = "..."
"""Some key of a table: the reader does not say which."""

_STEP = re.compile(r"\[(\d+|\.\.\.)\]|\.?([^.\[\]]+)")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys",
    "null": "nothing",
}
_PATTERNS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "a word of small letters and digits, with hyphens between them",
    "^[a-z]$": "one small letter",
    "^[IVGOBFM][1-9]$": "one of the letters I, V, G, O, B, F and M with a digit from 1 to 9",
    "^[0-9]{2}(AM|PM)$": "a day and AM or PM, such as 23AM",
}
_LIMITS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}


def explained(message: str) -> tuple[str, Place]:
    """What is wrong, in words, and where; an unknown key is itself the place, and so is the first item too many."""
    why, _, path = message.partition(" - at `")
    steps = _STEP.findall(path.removeprefix("key in ").rstrip("`").removeprefix("$"))
    place: Place = tuple(int(index) if index.isdigit() else index or name for index, name in steps)
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", why)
    if unknown:
        return f"unknown key {unknown[1]!r}", (*place, unknown[1])
    missing = re.fullmatch(r"Object missing required field `(.+)`", why)
    if missing:
        return f"the key {missing[1]!r} is missing", place
    many = re.fullmatch(r"Expected `array` of length <= (\d+)", why)
    if many:
        return f"{_subject(place)} has at most {many[1]} items", (*place, int(many[1]))
    wanted = _wanted(why)
    return f"{_subject(place)} {wanted}" if wanted else why[:1].lower() + why[1:], place


def in_words(error: Exception) -> str:
    """What is wrong and where, in one line."""
    why, place = explained(str(error))
    where = "".join(f"[{step}]" if isinstance(step, int) or step == ANY else f".{step}" for step in place).lstrip(".")
    return f"{why} (at {where})" if len(place) > 1 else why


def _subject(place: Place) -> str:
    """What a sentence speaks of: a key by its name, or something that stands in it."""
    keys = [step for step in place if isinstance(step, str) and step != ANY]
    if not keys:
        return "it"
    return repr(keys[-1]) if place[-1] == keys[-1] else f"what stands in {keys[-1]!r}"


def _wanted(why: str) -> str | None:
    """What should stand there, and what does; nothing where it is not understood."""
    got = re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", why)
    if got:
        return f"must be {_kinds(got[1])}, not {_kinds(got[2])}"
    limit = re.fullmatch(r"Expected `(int|float)` (>=|<=|>|<) (\S+)", why)
    if limit:
        return f"must be {_KINDS[limit[1]]}, {_LIMITS[limit[2]].format(limit[3].removesuffix('.0'))}"
    pattern = re.fullmatch(r"Expected `str` matching regex (['\"])(.*)\1", why, re.S)
    if pattern:
        return f"must be {_PATTERNS.get(pattern[2], 'written otherwise')}"
    long = re.fullmatch(r"Expected `(\w+)` of length (?:(>=|<=) )?(\d+)(?: to (\d+))?(?:, got (\d+))?", why)
    if long:
        return _length(*long.groups())
    chosen = re.fullmatch(r"Invalid (?:enum )?value (.*)", why, re.S)
    return f"cannot be {chosen[1]}" if chosen else None


def _length(kind: str, sign: str | None, least: str, most: str | None, got: str | None) -> str:
    things = {"str": "letter", "array": "item"}.get(kind, "key")
    few = {">=": "at least ", "<=": "at most "}.get(sign or "", "")
    number = f"{few}{least} to {most}" if most else f"{few}{least}"
    return f"must have {number} {things}{'' if least == '1' and not most else 's'}" + (f", not {got}" if got else "")


def _kinds(told: str) -> str:
    """`int | float | null` as a person says it."""
    found = told.split(" | ")
    if "float" in found and "int" in found:
        found.remove("int")
    return " or ".join(_KINDS.get(one, f"`{one}`") for one in found)
