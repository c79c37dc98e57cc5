"""Which ratings and which weapons each named team of a card has.

Catalogues say it only by names: `5x MG42 with Panzerfaust` beside the lines `MG42 team` and `Panzerfaust anti-tank`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from orsha.tabletop.force.battlescribe.fields import LONGEST
from orsha.tabletop.force.battlescribe.labels import alike, clean, key, labels, same
from orsha.tabletop.force.battlescribe.report import Effort, Unread
from orsha.tabletop.force.battlescribe.teams import Named, team
from orsha.tabletop.force.battlescribe.tree import Node, Profile
from orsha.tabletop.force.card import Team

ALIKE = 0.8
CARRIES = ("unit-transport", "transport-attachment", "softskin")

Trail = tuple[Node, ...]
"""From a card down to the entry that names a team."""


def is_transport(node: Node) -> bool:
    """An entry with ratings of its own that carries others."""
    named = Named(node.rules)
    carries = "passengers" in named.numbers or any(slug in CARRIES for slug in named.slugs)
    return bool(node.units()) and (carries or node.units()[0].type == "transport attachment")


def title(node: Node) -> str:
    """An entry's name without its number."""
    named = labels(node.name)
    return named[0].name if named else clean(node.name)


def counted(node: Node) -> bool:
    return bool(labels(node.name))


class Fitting:
    """A card's teams by their names."""

    def __init__(self, card: Node, names: Sequence[str], effort: Effort) -> None:
        self.card = card
        self.effort = effort
        self.names = list(dict.fromkeys(names))
        self.keys = {name: key(name) for name in self.names}
        self.parts = list(_own_parts(card))
        notes = [line.fields.get("notes", "") for node in self.parts for line in node.weapons()]
        self.heavy_in_notes = "heavy-weapon" in Named(notes).slugs
        self.lines = len(notes)
        self.used: set[str] = set()
        """Weapon lines that some team has."""
        self.guessed: dict[str, str] = {}
        """Teams whose line of ratings is called otherwise, though there are several to choose from."""

    def team(self, name: str, trail: Trail, alone: bool = True) -> Team:
        """The team of that name; `alone` where its entry names no other."""
        self.effort.spend(20 + len(self.names) * self.lines)
        profile = self._ratings(name, trail, alone)
        home = next((node for node in self.parts if profile in node.profiles), self.card)
        weapons = self._weapons(name, trail, alone, profile)
        self.used.update(line.name for line in weapons)
        named = Named([rule for node in (*trail, home) for rule in node.rules])
        named.slugs = [slug for slug in named.slugs if slug != "komissar"]
        named.slugs += ["komissar"] if "komis" in name.lower().replace("mm", "m") else []
        if self.heavy_in_notes:
            named.slugs = [slug for slug in named.slugs if slug != "heavy-weapon"]
        made = team(name, profile, weapons, named)
        return made if home is not self.card else _escorted(made)

    def unused(self) -> list[str]:
        """Weapon lines that no team got."""
        lines = {line.name for node in self.parts for line in node.weapons()}
        return sorted(lines - self.used)

    def _ratings(self, name: str, trail: Trail, alone: bool) -> Profile:
        here = trail[-1].units()
        if alone and len(here) == 1:
            return here[0]
        there = [profile for node in trail for profile in node.units()]
        there = there or [profile for node in self.parts for profile in node.units()]
        if not there:
            raise Unread("ratings", "", "there is no line with motivation, skill and the rest")
        best = max(there, key=lambda profile: alike(key(profile.name), key(name)))
        if alike(key(best.name), key(name)) < ALIKE and any(one.fields != best.fields for one in there):
            self.guessed[name] = best.name
        return best

    def _weapons(self, name: str, trail: Trail, alone: bool, profile: Profile) -> list[Profile]:
        there = [line for node in trail for line in node.weapons()]
        there = there or [line for node in self.parts for line in node.weapons()]
        own = list(trail[-1].weapons()) if alone and len(trail) > 1 else []
        own += [line for line in there if line not in own and name in self._owners(line) and self._meant(line, name)]
        own = self._one_gun(name, own)
        common = [line for line in there if line not in own and not self._owners(line) and not _optional(line)]
        if any("no-mg" in _notes(line).slugs for line in own):
            own, common = ([line for line in lines if not _machine_gun(line)] for lines in (own, common))
        main = self.names[0]
        if profile.type in ("infantry unit", "gun unit"):
            if name != main:
                return own or self._weapons(main, trail[:1], False, profile)
            return own + [line for line in common if not own or "limited" in _notes(line).numbers]
        if name != main and self.keys[name].inside != "mg" and all(map(_machine_gun, own + common)):
            own += [line for line in there if main in self._owners(line) and line not in own]
        return sorted(own + common, key=_machine_gun)

    def _meant(self, line: Profile, name: str) -> bool:
        """An optional line is for the team of its whole name only."""
        return not _optional(line) or key(line.name).inside == self.keys[name].inside

    def _one_gun(self, name: str, own: list[Profile]) -> list[Profile]:
        """A tank that has the gun of its name has not the other gun of its card."""
        mine = self.keys[name].inside
        if not any(key(line.name).inside == mine for line in own):
            return own
        return [line for line in own if key(line.name).inside == mine or not _other_gun(line)]

    def _owners(self, line: Profile) -> list[str]:
        """The teams whose weapon this is by its name; none where all may have it."""
        mine = key(line.name)
        exact = [name for name, theirs in self.keys.items() if same(mine, theirs)]
        if any(self.keys[name].inside == mine.inside for name in exact):
            return exact
        based = [name for name, theirs in self.keys.items() if theirs.base == mine.base]
        if based:
            return based
        near = max(self.names, key=lambda name: alike(mine, self.keys[name]))
        return [near] if alike(mine, self.keys[near]) >= ALIKE else []


def _escorted(made: Team) -> Team:
    """Escort Tanks stands at the unit, but is of the escorts, which have their ratings apart; not of its own tanks."""
    return replace(made, rules=tuple(slug for slug in made.rules if slug != "escort-tanks"))


def _notes(line: Profile) -> Named:
    return Named([line.fields.get("notes", "")[:LONGEST]])


def _optional(line: Profile) -> bool:
    """A line that only a team of its name has."""
    return line.name.lower().startswith("optional")


def _other_gun(line: Profile) -> bool:
    """A main gun by its calibre; secondary weapons and machine-guns are none."""
    gun = re.search(r"\d\s*(?:mm|cm|pdr)", key(line.name).inside) is not None
    return gun and not _machine_gun(line) and "secondary-weapon" not in _notes(line).slugs


def _machine_gun(line: Profile) -> bool:
    return "mg" in key(line.name).inside.split() or " mg" in f" {line.name.lower()}"


def _own_parts(node: Node) -> Iterator[Node]:
    """A card's entries, its transports aside."""
    yield node
    for child in node.children:
        if not is_transport(child):
            yield from _own_parts(child)


def transport_team(node: Node) -> Team:
    """The team of a transport's entry."""
    lines = [line for part in node.walk() for line in part.weapons()]
    return team(title(node), node.units()[0], lines, Named([rule for part in node.walk() for rule in part.rules]))
