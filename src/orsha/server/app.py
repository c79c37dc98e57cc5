"""The application: routes, guards, errors as problems, the built browser part, and a house that opens with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from orsha import __version__
from orsha.kernel import OrshaError
from orsha.server import coming_in, desk, forces, linked, routes
from orsha.server.guards import Guard
from orsha.server.house import House
from orsha.server.pages import add_site
from orsha.server.problems import Refused, answer, refused, told
from orsha.server.settings import Settings

LOG = logging.getLogger("orsha.server")


def make_app(settings: Settings | None = None) -> FastAPI:
    """An application that has its own house; several in one process share nothing but the database."""
    settings = settings or Settings()
    house = House(settings)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        house.rooms.on_end = partial(linked.battle_over, house)
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(title="Orsha", version=__version__, lifespan=living, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.house = house
    app.include_router(coming_in.router)
    app.include_router(routes.router)
    app.include_router(desk.router)
    app.include_router(forces.router)
    app.include_router(linked.router)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> dict[str, Any]:
        from orsha.server.schema import described

        return described(app)

    _problems(app)
    add_site(app, settings.folder())
    app.add_middleware(Guard, settings=settings, limiter=house.limiter)
    return app


def _problems(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def on_refused(request: Request, error: Refused) -> Response:
        return answer(error.problem)

    @app.exception_handler(OrshaError)
    async def on_orsha(request: Request, error: OrshaError) -> Response:
        found = refused(error)
        if found.problem.status == 503:
            LOG.error("the store: %s", error)
        return answer(found.problem)

    @app.exception_handler(RequestValidationError)
    async def on_wrong(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = " ".join(str(part) for part in first["loc"][1:])
        return told(400, f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        return told(error.status_code, str(error.detail))

    @app.exception_handler(Exception)
    async def on_bug(request: Request, error: Exception) -> Response:
        LOG.error("a bug", exc_info=error)
        return told(500, "that was a mistake of the program; nothing was changed, and it is in the server's log")
