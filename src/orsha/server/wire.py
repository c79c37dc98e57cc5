"""JSON in and out: bodies decoded strictly into their types, answers encoded, and both described for the schema."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Path, Request
from fastapi.responses import Response

from orsha.kernel.complaints import in_words
from orsha.server.problems import Refused

T = TypeVar("T")
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="A game's name.")]
DEEP = 200
"""How deeply a body may be nested."""


async def body(request: Request, kind: type[T]) -> T:
    """A request's body as its type, or a sentence about the first thing that is wrong with it."""
    data = await request.body()
    try:
        if data.count(b"[") + data.count(b"{") > DEEP and _depth(data) > DEEP:
            raise Refused(400, f"the body is nested more than {DEEP} deep")
        return msgspec.json.decode(data or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise Refused(400, f"the body is not what is asked for here: {in_words(error)}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, f"the body is no JSON: {in_words(error)}") from error


def _depth(data: bytes) -> int:
    deepest = depth = 0
    text = quoted = False
    for byte in data:
        if text:
            if quoted:
                quoted = False
            elif byte == 0x5C:
                quoted = True
            elif byte == 0x22:
                text = False
        elif byte == 0x22:
            text = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def reply(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def describes(
    answer: type,
    *,
    body: type | None = None,
    link: bool = True,
    status: int = 200,
    kind: str = "application/json",
    takes: str | None = None,
) -> dict[str, Any]:
    """What a route takes and gives, for the schema."""
    extra: dict[str, Any] = {"security": [{"link": []}] if link else []}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body)}}}
    if takes is not None:
        extra["requestBody"] = {"required": True, "content": {takes: {"schema": {"type": "string"}}}}
    content = ref(answer) if kind == "application/json" else {"type": "string"}
    return {
        "status_code": status,
        "response_class": Response,
        "responses": {
            status: {
                "description": (answer.__doc__ or "").strip().split("\n")[0],
                "content": {kind: {"schema": content}},
            }
        },
        "openapi_extra": extra,
    }


def ref(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
