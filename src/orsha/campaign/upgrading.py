"""Journals of older versions, brought up to date event by event.

Version 1 wrote the rule of a secret event for all to read, and one line of the purchase record at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orsha.kernel.game import Upgrade


def _sealed_rule(tag: str) -> Upgrade:
    """The rule is its side's secret; those written between two versions have it sealed already."""

    def upgrade(old: dict[str, Any]) -> dict[str, Any]:
        rule = old["rule"]
        return {**old, "event": tag, "rule": rule if isinstance(rule, dict) else {"to": [old["side"]], "value": rule}}

    return upgrade


def _points(old: dict[str, Any]) -> dict[str, Any]:
    new: dict[str, Any] = _sealed_rule("points-changed-2")(old)
    points = new["points"]["value"]
    if isinstance(points.get("line"), dict):
        points = {**points, "line": [points["line"]]}
    return {**new, "points": {**new["points"], "value": points}}


UPGRADES: Mapping[str, Upgrade] = {
    "answered": _sealed_rule("answered-2"),
    "whispered": _sealed_rule("whispered-2"),
    "changed-in-secret": _sealed_rule("changed-in-secret-2"),
    "points-changed": _points,
}
