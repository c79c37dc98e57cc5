"""Profiles into teams and weapons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from orsha.tabletop.force.battlescribe import fields as f
from orsha.tabletop.force.battlescribe.labels import clean
from orsha.tabletop.force.battlescribe.report import Unread
from orsha.tabletop.force.battlescribe.tree import Profile
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.force.glossary import glossary, rule_named

_NUMBERED = re.compile(r"^(?:.* - )?(passengers|limited|pinned rof|assault)\s*(\d|#)\s*\+?$", re.IGNORECASE)
PASSENGERS = 2
"""Where a list says only that there are passengers."""


class Named:
    """The rules that a text or a list names: slugs, and those with a number."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.slugs: list[str] = []
        self.numbers: dict[str, int] = {}
        self.unknown: list[str] = []
        for text in texts:
            for piece in text.split(","):
                self._take(piece.strip())

    def _take(self, piece: str) -> None:
        numbered = _NUMBERED.match(piece)
        slug = rule_named(piece)
        if numbered:
            number = PASSENGERS if numbered[2] == "#" else int(numbered[2])
            self.numbers.setdefault(numbered[1].lower(), number)
        elif slug is not None:
            if slug not in self.slugs:
                self.slugs.append(slug)
        elif piece and piece.lower() != "salvo":
            self.unknown.append(piece)

    def of(self, what: str) -> tuple[str, ...]:
        return tuple(slug for slug in self.slugs if glossary()[slug].of == what)


def weapon(profile: Profile) -> tuple[Weapon, Named]:
    """A weapon's line, and the rules in its notes: some belong to the team that carries it."""
    said = profile.fields
    named = Named([said.get("notes", "")[: f.LONGEST]])
    halted = said.get("halted rof", "").strip().upper()
    fires = halted.lower() if halted in ("ARTILLERY", "SALVO") else "direct"
    made = Weapon(
        name=clean(profile.name),
        range=f.weapon_range(said.get("range", "")),
        fires=fires,  # type: ignore[arg-type]
        halted=f.shots("halted ROF", halted) if fires == "direct" else None,
        moving=f.shots("moving ROF", said.get("moving rof", "")) if fires == "direct" else None,
        anti_tank=f.anti_tank(said.get("anti-tank", "")),
        firepower=f.firepower(said.get("firepower", "")),
        rules=named.of("weapon"),
        limited=named.numbers.get("limited") or None,
        pinned_rof=named.numbers.get("pinned rof") or None,
        assault=f.rating("notes", str(named.numbers["assault"])) if "assault" in named.numbers else None,
    )
    if fires == "direct" and made.halted is None and made.moving is None:
        raise Unread("halted ROF", halted, "fires neither halted nor moving")
    if (made.anti_tank is None) != (made.firepower is None):
        raise Unread("firepower", said.get("firepower", ""), "goes with an anti-tank number or with none")
    return made, named


def team(name: str, profile: Profile, weapons: Sequence[Profile], rules: Named) -> Team:
    """A team with the ratings of a profile, the weapons it carries and the rules of its unit."""
    said = profile.fields
    kind = f.CLASSES[profile.type]
    own = Named([said.get("notes", "")[: f.LONGEST]])
    read = [weapon(line) for line in weapons]
    slugs = [*rules.of("team"), *own.of("team"), *(slug for _, named in read for slug in named.of("team"))]
    slugs += ["independent"] if "snipers-hide" in slugs else []  # The rule's own words say so.
    arms = tuple(dict.fromkeys(made for made, _ in read))
    skill = f.skill(said.get("skill", ""))
    if arms and arms[0].assault is not None:
        skill = replace(skill, assault=arms[0].assault)
        arms = (replace(arms[0], assault=None), *arms[1:])
    armoured = kind == "tank" and profile.type != "unarmoured tank unit"
    return Team(
        name=name,
        kind=kind,
        motivation=f.motivation(said.get("motivation", "")),
        skill=skill,
        hit_on=f.rating("is hit on", said.get("is hit on", "")),
        move=f.move(said) if kind != "aircraft" else None,
        armour=f.armour(said) if armoured else None,
        save=None if armoured else f.rating("save", said.get("save", "")),
        weapons=arms,
        rules=tuple(dict.fromkeys(slugs)),
        passengers=own.numbers.get("passengers", rules.numbers.get("passengers", 0)),
    )
