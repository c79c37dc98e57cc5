"""Words of the rules as people read them at the head of a page: the rules write the sides' names small."""

from __future__ import annotations

import re

SIDES = re.compile(r"\b(allied|axis|german|russian|soviet)\b(?:'s (?=turn))?")


def spoken(words: str) -> str:
    """A side's name is a name: "axis's turn 2" is "Axis turn 2"."""
    return SIDES.sub(lambda found: found[1].capitalize() + (" " if found[0] != found[1] else ""), words)
