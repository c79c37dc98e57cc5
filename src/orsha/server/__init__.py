"""The browser's door: every kind of game over HTTP and one live channel. `make_app` is an ASGI application."""

from orsha.server.app import make_app
from orsha.server.settings import Rate, Rates, Settings

__all__ = ["Rate", "Rates", "Settings", "make_app"]
