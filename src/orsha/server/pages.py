"""The built browser part: files with hashed names are kept for good by browsers, the page itself is asked for anew."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from orsha.server.problems import told

ASSETS = "assets"
FOREVER = "public, max-age=31536000, immutable"
ASK_ANEW = "no-cache"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
}
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Orsha</title>
<h1>Orsha</h1><p>The server runs. Its browser part is not built on this machine; <code>make setup</code> builds it.</p>
<p>The API is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""


def add_site(app: FastAPI, folder: Path | None) -> None:
    """Serves a folder with an index.html, or a page that says what is missing."""
    files = {} if folder is None else _files(folder)

    @app.get("/{path:path}", include_in_schema=False)
    async def site(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            return told(404, "there is no such thing on this server")
        found = files.get(path or "index.html")
        if found is not None:
            keep = FOREVER if path.startswith(f"{ASSETS}/") else ASK_ANEW
            return FileResponse(found, media_type=KINDS[found.suffix], headers={"Cache-Control": keep})
        if path and "." in path.rpartition("/")[2]:
            return told(404, "there is no such file on this server")
        page = files.get("index.html")
        if page is None:
            return HTMLResponse(MISSING, headers={"Cache-Control": ASK_ANEW})
        return FileResponse(page, media_type=KINDS[".html"], headers={"Cache-Control": ASK_ANEW})


def _files(folder: Path) -> dict[str, Path]:
    """Every file that is served, by its path: what is not in this list cannot be asked for."""
    found = (file for file in folder.rglob("*") if file.is_file() and file.suffix in KINDS)
    return {file.relative_to(folder).as_posix(): file for file in found}
