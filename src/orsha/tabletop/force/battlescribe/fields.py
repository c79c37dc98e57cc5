"""The fields of the catalogues' profiles: `Confident 4+ Last Stand 3+`, `24"/60cm`, `ARTILLERY`."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from orsha.tabletop.force.battlescribe.report import Unread
from orsha.tabletop.force.card import Armour, Motivation, Move, Skill, TeamClass

CLASSES: dict[str, TeamClass] = {
    "tank unit": "tank",
    "unarmoured tank unit": "tank",
    "transport attachment": "tank",
    "infantry unit": "infantry",
    "gun unit": "gun",
    "aircraft unit": "aircraft",
}
WEAPON = "weapon"
KEYS = {
    "counterattack": "counterattack",
    "last stand": "last_stand",
    "rally": "rally",
    "remount": "remount",
    "assault": "assault",
    "tactics": "tactics",
}
LONGEST = 200
"""Characters of a field that is no prose."""
NOTHING = ("", "-", "–", "—")

_NUMBER = re.compile(r"([A-Za-z'(>][A-Za-z' (>-]*)?[\s]*(?:(\d)\s*\+|(?<=[a-z])\s+(\d)(?![\d+]))")
_DISTANCE = re.compile(r"^(\d{1,3})\s*(?:\"|''|”|in)?\s*(?:/.*)?$")


def rating(field: str, text: str) -> int:
    """The last number of `Aggressive 3+`, `Gun 4+`, `6`."""
    found = re.fullmatch(r"[A-Za-z' -]*?(\d)\s*\+?", text.strip()[:LONGEST])
    if not found or not 2 <= int(found[1]) <= 6:
        raise Unread(field, text, "is no rating from 2+ to 6")
    return int(found[1])


def motivation(text: str) -> Motivation:
    main, subs, mounted = _ratings("motivation", text)
    for key in ("assault", "tactics"):
        if key in subs:
            raise Unread("motivation", text, f"has a rating for {key}, which belongs under skill")
    return msgspec.convert(
        {"rating": main, **subs, **({"counterattack_mounted": mounted[0]} if mounted else {})}, Motivation
    )


def skill(text: str) -> Skill:
    main, subs, mounted = _ratings("skill", text)
    odd = set(subs) - {"assault", "tactics"}
    if odd:
        raise Unread("skill", text, f"has a rating for {odd.pop()}, which belongs under motivation")
    return Skill(main, subs.get("assault"), subs.get("tactics"), tuple(mounted))


def _ratings(field: str, text: str) -> tuple[int, dict[str, int], list[int]]:
    """The rating, the sub-ratings by name, and those that hold with passengers aboard."""
    if len(text) > LONGEST:
        raise Unread(field, text, "is too long for ratings")
    main: int | None = None
    subs: dict[str, int] = {}
    mounted: list[int] = []
    flat = re.sub(r"\s+", " ", re.sub(r"->", " > ", re.sub(r"[\n|/,;]", " ", text)))
    for label, plus, bare in _NUMBER.findall(flat):
        number = int(plus or bare)
        words = re.sub(r"[^a-z ]", " ", label.lower()).split()
        key = next((KEYS[k] for k in KEYS if " ".join(words).endswith(k)), None)
        if words and words[-1].startswith("kom"):
            key = "komissar"
        if bare and key is None:
            continue
        if not 2 <= number <= 6:
            raise Unread(field, text, f"{number} is no rating from 2+ to 6")
        if key is not None:
            if subs.setdefault(key, number) != number:
                raise Unread(field, text, f"gives {key} two different numbers")
        elif main is None:
            main = number
        elif subs and (label.strip().startswith((">", "(")) or mounted):
            mounted.append(number)
        else:
            raise Unread(field, text, f"the number {number} belongs to nothing")
    if main is None:
        raise Unread(field, text, "has no rating")
    return main, subs, mounted[:2]


def distance(field: str, text: str) -> int | None:
    if text.strip() in NOTHING:
        return None
    found = _DISTANCE.match(text.strip())
    if not found or not 1 <= int(found[1]) <= 60:
        raise Unread(field, text, "is no distance in inches")
    return int(found[1])


def move(fields: dict[str, str]) -> Move | None:
    """How a team moves; nothing for aircraft."""
    if fields.get("tactical", "").strip().upper() == "UNLIMITED":
        return None
    inches = [
        distance(key, fields.get(key, "")) for key in ("tactical", "terrain dash", "cross country dash", "road dash")
    ]
    cross = fields.get("cross", "").strip()
    number = None if cross in NOTHING else _cross(cross)
    if number is None and any(inches):
        raise Unread("cross", cross, "is missing, although the team moves")
    return Move(inches[0], inches[1], inches[2], inches[3], number)


def _cross(text: str) -> int | Literal["auto"]:
    return "auto" if text.upper() == "AUTO" else rating("cross", text)


def armour(fields: dict[str, str]) -> Armour:
    plates = []
    for key in ("armour front", "armour side & rear", "armour top"):
        text = fields.get(key, "").strip()
        if not re.fullmatch(r"\d{1,2}", text) or int(text) > 30:
            raise Unread(key, text, "is no armour from 0 to 30")
        plates.append(int(text))
    return Armour(*plates)


def weapon_range(text: str) -> int:
    if text.strip() in NOTHING:
        return 0
    found = _DISTANCE.match(text.strip())
    if not found or int(found[1]) > 240:
        raise Unread("range", text, "is no range in inches")
    return int(found[1])


def shots(field: str, text: str) -> int | None:
    if text.strip() in NOTHING:
        return None
    if not re.fullmatch(r"\d{1,2}", text.strip()) or not 1 <= int(text) <= 12:
        raise Unread(field, text, "is no number of shots from 1 to 12")
    return int(text)


def firepower(text: str) -> int | Literal["auto"] | None:
    if text.strip() in NOTHING:
        return None
    return "auto" if text.strip().upper() == "AUTO" else rating("firepower", text)


def anti_tank(text: str) -> int | None:
    if text.strip() in NOTHING:
        return None
    if not re.fullmatch(r"\d{1,2}", text.strip()) or int(text) > 30:
        raise Unread("anti-tank", text, "is no number from 0 to 30")
    return int(text)
