"""What stands before every request: whom it is for, where it comes from, how large and how often, and the log.

Plain ASGI, so that nothing of a live channel is held back. The log has a method, a path and a number: never a query,
a header or a body, and tokens are in none of those that are written.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orsha.server.problems import told
from orsha.server.settings import Rate, Settings

LOG = logging.getLogger("orsha.access")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
IMPORT = "/api/import"
FILES = (IMPORT, "/api/library/force")
"""Where whole files are sent."""
SAFE = ("GET", "HEAD", "OPTIONS")
ACTS = ("commands", "dice", "undo", "try", "ask", "auto", "export")
MOST_BUCKETS = 20_000


class Limiter:
    """Buckets that fill by the minute, one for each address and kind of request."""

    def __init__(self) -> None:
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, key: tuple[str, str], rate: Rate) -> int:
        """Takes one; gives the seconds to wait where there is none, else 0."""
        now = time.monotonic()
        left, then = self.buckets.pop(key, (float(rate.burst), now))
        left = min(float(rate.burst), left + (now - then) * rate.minute / 60)
        if left < 1:
            self.buckets[key] = (left, now)
            return max(1, round((1 - left) * 60 / rate.minute + 0.5))
        self.buckets[key] = (left - 1, now)
        while len(self.buckets) > MOST_BUCKETS:
            self.buckets.popitem(last=False)
        return 0


class TooLarge(Exception):
    """A body that goes on beyond the limit."""


class Guard:
    """The application with all of that before it."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter) -> None:
        self.app, self.settings, self.limiter = app, settings, limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1][:120]})
                LOG.info("LIVE %s %d", scope["path"], refusal[0])
                return
            LOG.info("LIVE %s", scope["path"])
            await self.app(scope, receive, send)
            return
        dressed = self._dressed(scope, send)
        if refusal is not None:
            status, why, retry = refusal
            await told(status, why, retry=retry)(scope, receive, dressed)
            return
        started = [False]

        async def noting(message: Message) -> None:
            started[0] = started[0] or message["type"] == "http.response.start"
            await dressed(message)

        try:
            await self.app(scope, self._limited(receive, self._most(scope["path"])), noting)
        except TooLarge:
            if not started[0]:
                await told(413, self._too_large(scope["path"]))(scope, receive, dressed)

    # -- may it come in

    def _refusal(self, scope: Scope) -> tuple[int, str, int | None] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._known_host(host):
            return 421, "this server does not answer to that name", None
        retry = self._wait(scope)
        if retry:
            return 429, f"that was too much at once; try again in {retry} seconds", retry
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site", "same-origin")
            if not self._known_origin(origin, host) or site not in ("same-origin", "none"):
                return 403, "a page of another site may not speak to this server", None
        if scope["type"] == "http" and scope["method"] not in SAFE:
            return self._body_refusal(headers, scope["path"])
        return None

    def _most(self, path: str) -> int:
        return self.settings.file if path in FILES else self.settings.body

    def _body_refusal(self, headers: dict[bytes, str], path: str) -> tuple[int, str, int | None] | None:
        length = headers.get(b"content-length", "0")
        if not length.isdigit():
            return 400, "the request does not say its length as a number", None
        if int(length) > self._most(path):
            return 413, self._too_large(path), None
        kind = headers.get(b"content-type", "").split(";")[0].strip().lower()
        known = ("application/json", "application/x-ndjson") if path == IMPORT else ("application/json",)
        if kind not in known and (length != "0" or b"transfer-encoding" in headers):
            return 415, "a request's body is JSON here: send it as application/json", None
        return None

    def _too_large(self, path: str) -> str:
        return f"a request may have {self._most(path)} bytes here; this one has more"

    def _known_host(self, host: str) -> bool:
        if not self.settings.hosts:
            return True
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        return name.lower() in self.settings.hosts or ("*" in self.settings.hosts and _numeric(name))

    def _known_origin(self, origin: str | None, host: str) -> bool:
        """Programs send none; a page's must be this server's own, or one that was named."""
        if origin is None:
            return True
        if origin in self.settings.origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    def _wait(self, scope: Scope) -> int:
        rates = self.settings.rates
        if rates is None:
            return 0
        address = _address(scope)
        wait = self.limiter.wait(("asks", address), rates.asks)
        path = scope["path"]
        if wait or (scope["type"] == "http" and scope["method"] in SAFE):
            return wait
        if path in ("/api/games", *FILES) or path.endswith("/battles"):
            return self.limiter.wait(("opens", address), rates.opens)
        if path == "/api/join" or scope["type"] == "websocket":
            return self.limiter.wait(("joins", address), rates.joins)
        if path.rpartition("/")[2] in ACTS:
            return self.limiter.wait(("acts", address), rates.acts)
        return 0

    # -- what goes in and out

    def _limited(self, receive: Receive, most: int) -> Receive:
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooLarge
            return message

        return limited

    def _dressed(self, scope: Scope, send: Send) -> Send:
        began = time.perf_counter()

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in known)]
                if scope["path"].startswith("/api/") and b"cache-control" not in known:
                    message["headers"].append((b"cache-control", b"no-store"))
                spent = (time.perf_counter() - began) * 1000
                LOG.info("%s %s %d %.1f ms", scope["method"], _printable(scope["path"]), message["status"], spent)
            await send(message)

        return dressed


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _printable(path: str) -> str:
    """A path for the log: of hostile ones only what can be printed, and not without end."""
    return "".join(letter if letter.isprintable() else "?" for letter in path[:200])


def _numeric(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
