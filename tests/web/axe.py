"""An accessibility scan of a page, by axe."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import AXE

GRAVE = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """What is gravely wrong with a page, one line for each rule, with the first place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    result: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:160]}; {one['nodes'][0]['failureSummary']})"
        for one in result["violations"]
        if one["impact"] in GRAVE
    ]
