"""A refusal as a problem document (RFC 9457): what was asked, the rule that forbids it, what is allowed instead."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi.responses import Response
from msgspec import Struct

from orsha.kernel import BadData, Conflict, Damaged, Illegal, OrshaError, StoreError, Unknown

JSON = "application/problem+json"
TITLES = {
    400: "that cannot be read",
    401: "a link is needed",
    403: "that is not open to you",
    404: "there is no such thing",
    405: "that cannot be done there",
    409: "the game has moved on",
    413: "that is too large",
    415: "that is not JSON",
    421: "that is not this server",
    422: "a rule forbids it",
    429: "too much at once",
    500: "a mistake of the program",
    503: "not now",
}


class Allowed(Struct, frozen=True):
    """An act that is open instead."""

    act: str
    words: str


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why not. `detail` is one sentence for the person."""

    status: int
    title: str
    detail: str
    type: str = "about:blank"
    rule: str | None = None
    """The rule that forbids it, as the rules' own list names it."""
    allowed: tuple[Allowed, ...] = ()
    """What the seat may do now instead."""
    count: int | None = None
    """Where the game stands: how many entries its journal has."""
    retry: int | None = None
    """Seconds to wait."""


class Refused(Exception):
    """Ends a request with a problem."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        rule: str | None = None,
        allowed: tuple[Allowed, ...] = (),
        count: int | None = None,
        retry: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.problem = Problem(
            status, TITLES.get(status, "no"), detail, rule=rule, allowed=allowed, count=count, retry=retry
        )


def refused(error: OrshaError) -> Refused:
    """What a person is told of an error of the rules, the store or a file."""
    if isinstance(error, Illegal):
        return Refused(422, error.why, rule=error.rule)
    if isinstance(error, Conflict):
        return Refused(409, str(error))
    if isinstance(error, Unknown):
        return Refused(404, str(error))
    if isinstance(error, StoreError):
        # What a database says of itself is for whoever runs the server, not for the players.
        return Refused(503, "the games cannot be reached at the moment; try again", retry=5)
    if isinstance(error, (BadData, Damaged)):
        return Refused(422, str(error))
    return Refused(422, str(error), rule=error.rule)


def answer(problem: Problem) -> Response:
    headers = {"Cache-Control": "no-store"}
    if problem.retry is not None:
        headers["Retry-After"] = str(problem.retry)
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="orsha"'
    return Response(msgspec.json.encode(problem), problem.status, headers, JSON)


def told(status: int, detail: str, **more: Any) -> Response:
    return answer(Refused(status, detail, **more).problem)
