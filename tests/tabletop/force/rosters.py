"""Writes rosters as BattleScribe and New Recruit do, from what a catalogue offers: a builder for tests."""

from __future__ import annotations

import io
import zipfile
from typing import Any, Literal
from xml.sax.saxutils import quoteattr

import msgspec

from orsha.tabletop.force.battlescribe.options import usual_model
from orsha.tabletop.force.battlescribe.tree import Node, Profile

Flavour = Literal["battlescribe", "new-recruit"]


def chosen(node: Node, pick: int = 0, group: str = "") -> dict[str, Any]:
    """A unit's selection with the `pick`-th of each compulsory choice and no options."""
    inside: list[dict[str, Any]] = []
    for child in node.children:
        if child.kind != "group":
            inside += [chosen(child, pick)] * (child.least if child.least >= 1 else 0)
        elif child.least > 1 or (child.least == 1 and (child.most or 1) > 1):
            usual = usual_model(child)
            assert usual is not None
            inside.append({**chosen(usual, pick, child.name), "number": child.least})
            inside[-1]["costs"] = [{"name": "pts", "value": usual.cost * child.least}]
        elif child.least == 1:
            inside.append(chosen(child.children[pick % len(child.children)], pick, child.name))
    return {
        "name": node.name,
        "number": 1,
        "type": node.type or "upgrade",
        "from": "group" if group else "entry",
        "group": group,
        "costs": [{"name": "pts", "value": node.cost}],
        "categories": [{"name": name, "primary": True} for name in node.categories if name],
        "profiles": [_profile(profile) for profile in node.profiles],
        "rules": [{"name": rule, "hidden": False} for rule in node.rules],
        "selections": inside,
    }


def _profile(profile: Profile) -> dict[str, Any]:
    values = [{"name": name, "$text": text} for name, text in profile.fields.items()]
    return {"name": profile.name, "hidden": False, "typeName": profile.type, "characteristics": values}


def formation(name: str, *units: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "number": 1,
        "type": "unit",
        "from": "entry",
        "categories": [{"name": "Formations", "primary": True}],
        "selections": list(units),
    }


def roster(catalogue: str, *selections: dict[str, Any], flavour: Flavour = "battlescribe") -> dict[str, Any]:
    maker = {"generatedBy": "https://newrecruit.eu"} if flavour == "new-recruit" else {}
    force = {"name": "Standard", "catalogueName": catalogue, "selections": list(selections)}
    limits = [{"name": "pts", "value": 100}]
    return {"name": "A list", "battleScribeVersion": "2.03", **maker, "costLimits": limits, "forces": [force]}


def as_xml(tree: dict[str, Any], flavour: Flavour = "battlescribe") -> bytes:
    body = _element("roster", {**tree, "xmlns": "http://www.battlescribe.net/schema/rosterSchema"}, flavour)
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}\n'.encode()


def _element(name: str, value: dict[str, Any], flavour: Flavour) -> str:
    ours = {"from", "group"} if flavour == "battlescribe" else set()
    plain = {key: item for key, item in value.items() if not isinstance(item, list) and key not in {"$text", *ours}}
    attributes = "".join(f" {key}={quoteattr(_text(item))}" for key, item in plain.items())
    inside = "".join(
        f"<{key}>{''.join(_element(key[:-1], i, flavour) for i in item)}</{key}>"
        for key, item in value.items()
        if isinstance(item, list) and item
    )
    text = str(value.get("$text", "")).replace("&", "&amp;").replace("<", "&lt;")
    return f"<{name}{attributes}>{text}{inside}</{name}>"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_json(tree: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"roster": tree})


def as_zip(data: bytes, name: str = "list.ros") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return stream.getvalue()
