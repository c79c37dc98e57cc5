"""A server for each test that asks for one; no rates are limited unless the test is about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from orsha.server import Settings
from tests.server.serving import Served

Serve = Callable[..., Served]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Reading the whole API takes schemathesis ten seconds, even where its one slow test is not wanted."""
    return True if collection_path.name == "test_schemathesis.py" and config.option.markexpr == "not slow" else None


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers, by default all on the same SQLite file, and stops them again."""
    running: list[Served] = []

    def start(**settings: Any) -> Served:
        told = {"database": f"sqlite:///{tmp_path / 'games.db'}", "rates": None, "poll": 0.2, "orphan": 0.5, **settings}
        running.append(Served(Settings(**told)).start())
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture
def served(serve: Serve) -> Served:
    return serve()
