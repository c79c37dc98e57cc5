"""Schemathesis over the whole API: no bug, no answer that the document does not know. Only where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from hypothesis import HealthCheck, settings  # noqa: E402

from orsha.server import Settings  # noqa: E402
from orsha.server.schema import text  # noqa: E402
from tests.server.serving import Person, Served  # noqa: E402

BEGIN = {"begin": "battle", "mission": "dust-up", "points": 50, "seed": 3}
schema = schemathesis.openapi.from_dict(__import__("json").loads(text()))
checks = (schemathesis.checks.not_a_server_error,)


@schemathesis.serializer("application/x-ndjson")  # type: ignore[untyped-decorator,unused-ignore]
def lines(context: Any, value: Any) -> bytes:
    """A game's file is text; whatever is made up for it goes as it is."""
    return str(value).encode(errors="replace")


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, Person]]:
    """A seat at a battle, and one at a campaign's desk."""
    file = tmp_path_factory.mktemp("schemathesis") / "games.db"
    served = Served(Settings(database=f"sqlite:///{file}", rates=None)).start()
    battle, campaign = served.open(BEGIN), served.open({"begin": "campaign"})
    yield served.everybody(battle)["allied"], served.everybody(campaign)["german"]
    served.stop()


@pytest.mark.slow
@schema.parametrize()  # type: ignore[untyped-decorator,unused-ignore]
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_finds_a_bug(seats: tuple[Person, Person], case: Any) -> None:
    who = seats[case.path.endswith(("/desk", "/auto"))]
    if "game" in case.path_parameters:
        case.path_parameters["game"] = who.game
    response = case.call(base_url=who.url, headers={"Authorization": f"Bearer {who.token}"})
    case.validate_response(response, checks=checks)
    if response.status_code >= 400:
        assert response.headers["content-type"][0].startswith("application/problem+json") or response.content == b""
