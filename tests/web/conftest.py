"""A real server on a free port with its own database, and real Chromium in front of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
SITE = ROOT / "src" / "orsha" / "server" / "site"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
PROJECTOR = {"width": 1920, "height": 1080}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is that serves the built pages; it is stopped at the end."""
    if not (SITE / "index.html").is_file() or not AXE.is_file():
        pytest.fail("the pages are not built: run tools/build-web")
    database = tmp_path_factory.mktemp("web") / "games.db"
    command = [sys.executable, "-m", "orsha", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    if not (ROOT / "src" / "orsha" / "__main__.py").is_file():
        command[:3] = [str(Path(sys.executable).parent / "orsha")]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", said)
        assert found, f"the server did not say where it is: {said!r}"
        yield found[0]
    finally:
        server.terminate()
        server.communicate(timeout=20)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Gone before a worker goes on to other tests: while it lives, Playwright's loop runs in their thread."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("there is no Chromium here: run tools/system-packages, or install it by hand")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield chromium
        chromium.close()


class Person:
    """Somebody with a browser of their own. Whatever their pages complain of fails the test."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.set_default_timeout(20_000)

    def _heard(self, message: Any) -> None:
        # A refusal by the rules is an answer of the server (4xx), which Chromium reports as an error.
        if message.type in ("error", "warning") and "the server responded with a status of" not in message.text:
            self.complaints.append(message.text)

    def goes_to(self, path: str) -> None:
        self.page.goto(f"{self.address}/{path}")
        self.page.locator("h1").first.wait_for()

    def presses(self, name: str, *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def is_asked(self, words: str) -> None:
        self.page.locator("#asked-title", has_text=words).wait_for()


Comes = Callable[..., Person]


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Comes]:
    """Lets somebody come, with a screen of some size, by day or by night."""
    people: list[Person] = []

    def comes(viewport: dict[str, int] = DESK, look: str = "light") -> Person:
        context = browser.new_context(viewport=viewport, color_scheme=look, reduced_motion="reduce")  # type: ignore[arg-type]
        people.append(Person(context, address))
        return people[-1]

    yield comes
    for one in people:
        one.context.close()
    assert [words for one in people for words in one.complaints] == []
    assert {url for one in people for url in one.asked if not url.startswith((one.address, "blob:", "data:"))} == set()
