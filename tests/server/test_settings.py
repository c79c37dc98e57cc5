"""What a server is told to be."""

from __future__ import annotations

from pathlib import Path

from orsha.server import Settings


def test_a_folder_without_a_page_is_no_browsers_part(tmp_path: Path) -> None:
    assert Settings(site=tmp_path).folder() is None
    (tmp_path / "index.html").write_text("<!doctype html>")
    assert Settings(site=tmp_path).folder() == tmp_path
