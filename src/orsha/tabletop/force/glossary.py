"""The special rules that cards name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

from orsha.kernel import Unknown
from orsha.kernel.data import Wrong, load
from orsha.tabletop.force.card import Data, Slug

FILE = Path(__file__).parent / "data" / "glossary.toml"


class Rule(Data, frozen=True):
    """A special rule, in one line of our words."""

    name: str
    of: Literal["team", "weapon", "number"]
    """What carries it; a number is a key of its own on the card, such as `passengers`."""
    enforced: Literal["battle", "mission", "numbers", "people"]
    says: str
    spelt: tuple[str, ...] = ()


class GlossaryFile(Data, frozen=True):
    source: str
    rules: dict[Slug, Rule]


def _check(file: GlossaryFile) -> None:
    seen: dict[str, str] = {}
    for slug, rule in file.rules.items():
        if not rule.says.endswith(".") or len(rule.says) > 140:
            raise Wrong(("rules", slug, "says"), "is one sentence of at most 140 characters")
        for spelling in (slug, rule.name, *rule.spelt):
            if seen.setdefault(_plain(spelling), slug) != slug:
                raise Wrong(("rules", slug), f"{spelling!r} is {seen[_plain(spelling)]!r} already")


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@cache
def glossary() -> dict[str, Rule]:
    """Every special rule by its slug."""
    return load(FILE, GlossaryFile, _check).rules


@cache
def _spellings() -> dict[str, str]:
    return {
        _plain(spelling): slug
        for slug, rule in glossary().items()
        for spelling in (slug, rule.name, *rule.spelt)
        if rule.of != "number"
    }


def rule_named(text: str) -> str | None:
    """The slug of a rule as somebody else spelt it, or nothing."""
    return _spellings().get(_plain(text))


def rule(slug: str) -> Rule:
    if slug not in glossary():
        raise Unknown("special rule", slug, list(glossary()))
    return glossary()[slug]
