"""A report as the TOML that a person would write: what is said, and nothing that goes without saying."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from orsha.campaign.report import ScenarioReport

WIDTH = 100


def dumps_report(report: ScenarioReport, *comments: str) -> str:
    """The text of a report's file; reading it gives the same report."""
    fields = _said(report)
    plain: dict[str, Any] = {
        key: fields.pop(key) for key in ("date", "map", "turns", "evp", "removed") if key in fields
    }
    blocks = ["".join(f"# {comment}\n" for comment in comments) + _pairs(plain)]
    for name in ("pieces", "works", "markers", "ft_dc"):
        blocks += [f"[[{name}]]\n{_pairs(one)}" for one in fields.pop(name, ())]
    for name in ("control", "used"):
        blocks += [f"[{name}]\n{_pairs(fields.pop(name))}" for _ in range(name in fields)]
    for side, casualties in fields.pop("casualties", {}).items():
        lost = casualties.pop("lost", {})
        blocks.append(f"[casualties.{side}]\n{_pairs(casualties)}")
        blocks += [f"[casualties.{side}.lost]\n{_pairs(lost)}"] if lost else []
    assert not fields, f"{', '.join(fields)}: not written"
    return "\n".join(blocks)


def _said(value: Struct) -> dict[str, Any]:
    """A value's fields as plain data, without those that are as they would be anyway; the turns always stay."""
    found = {field.name: (getattr(value, field.name), field.default) for field in msgspec.structs.fields(value)}
    return {
        name: _nested(said)
        for name, (said, usual) in found.items()
        if name == "turns" or (said != usual and said not in ((), {}))
    }


def _nested(value: Any) -> Any:
    if isinstance(value, Struct):
        return _said(value)
    if isinstance(value, dict):
        return {key: _nested(one) for key, one in value.items()}
    return [_nested(one) for one in value] if isinstance(value, tuple) else value


def _pairs(values: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in values.items())


def _key(key: str) -> str:
    bare = key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if bare else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    return _array(_value(one) for one in value)


def _array(items: Iterable[str]) -> str:
    """On one line if it is short, else one on each."""
    found = list(items)
    line = f"[{', '.join(found)}]"
    return line if len(line) <= WIDTH else "[\n" + "".join(f"    {one},\n" for one in found) + "]"


def _text(text: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
