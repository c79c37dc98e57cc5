"""A real server on a real port for tests, and people who play through it and keep every byte they were sent."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from orsha.server import Settings, make_app

QUICK = 20.0


class Served:
    """A server in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = make_app(settings)
        self.config = uvicorn.Config(
            self.app,
            port=0,
            access_log=False,
            log_level="error",
            server_header=False,
            ws_per_message_deflate=False,
            lifespan="on",
        )
        self.server = uvicorn.Server(self.config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> Served:
        self.thread.start()
        until = time.monotonic() + QUICK
        while not self.server.started:
            assert self.thread.is_alive() and time.monotonic() < until, "the server does not start"
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.client = httpx.Client(base_url=self.url, timeout=60)
        return self

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(QUICK)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self, begin: dict[str, Any], seats: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
        answer = self.client.post("/api/games", json={"begin": begin, "seats": seats or {}, **more})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def person(self, game: str, token: str) -> Person:
        return Person(self.url, game, token)

    def everybody(self, opened: dict[str, Any]) -> dict[str, Person]:
        """All seats of a game, the invited ones after they have joined."""
        people = {link["seat"]: self.person(opened["game"], link["token"]) for link in opened["mine"]}
        for invite in opened["invites"]:
            joined = self.client.post("/api/join", json={"token": invite["token"]}).json()
            people[invite["seat"]] = self.person(opened["game"], joined["link"]["token"])
        return people

    def watcher(self, opened: dict[str, Any]) -> Person:
        return self.person(opened["game"], opened["watch"]["token"])


class Person:
    """Somebody with a link."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.url, self.game, self.token = url, game, token
        self.client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)
        self.received: list[bytes] = []

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        answer = self.client.get(f"/api/games/{self.game}{path}", params=query)
        self.received.append(answer.content)
        return answer

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        answer = self.client.post(f"/api/games/{self.game}{path}", json=body)
        self.received.append(answer.content)
        return answer

    def options(self) -> dict[str, Any]:
        offers: dict[str, Any] = self.get("/options").json()
        return offers

    def does(self, command: dict[str, Any], seen: int | None = None) -> httpx.Response:
        count = self.get().json()["count"] if seen is None else seen
        return self.post("/commands", {"command": command, "seen": count})

    @contextmanager
    def live(self, since: int | None = None, wants: tuple[str, ...] = ("scene", "offers")) -> Iterator[Channel]:
        with connect(self.url.replace("http", "ws") + "/api/live", max_size=None, compression=None) as socket:
            socket.send(json.dumps({"token": self.token, "since": since, "wants": wants}))
            yield Channel(socket, self.received)


class Channel:
    """A live channel as a person reads it."""

    def __init__(self, socket: ClientConnection, received: list[bytes]) -> None:
        self.socket, self.received = socket, received

    def next(self, timeout: float = QUICK) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text.encode())
        message: dict[str, Any] = json.loads(text)
        return message

    def until(self, live: str, count: int | None = None) -> dict[str, Any]:
        """The next message of a kind, and of a count at least."""
        while True:
            message = self.next()
            assert message["live"] != "gone" or live == "gone", message
            if message["live"] == live and (count is None or message["count"] >= count):
                return message
