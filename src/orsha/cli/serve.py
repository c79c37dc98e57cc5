"""`orsha serve`, `orsha play` and `orsha link`: the browser's table and desk, and a lost link made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli.output import Database, Json, show_json

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from orsha.server import Settings

HERE = "127.0.0.1"
PORT = 8000
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")]
Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in the network in.")]
SWITCH = 0.0005
"""Seconds after which a bot that thinks lets others have the processor."""


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)
    app.command("play")(play)
    app.command("link")(link)


def serve(
    host: Host = HERE,
    port: Port = PORT,
    database: Database = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A name that the server answers to, such as club.example. Repeatable.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="An address that a proxy shows it under, such as https://club.example. Repeatable."),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Write a line for every request, without any token.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve; several need PostgreSQL.")] = 1,
) -> None:
    """Serve the browser's table and desk until it is stopped."""
    run(settings(host, database, name or [], origin or []), host, port, log=log, workers=workers)


def play(port: Port = PORT, database: Database = None) -> None:
    """Play in the browser: serve on this machine, and open a browser on it."""
    run(settings(HERE, database, [], []), HERE, free_port(port), opened=open_browser)


def settings(host: str, database: str | None, names: list[str], origins: list[str]) -> Settings:
    """What the server is told. On this machine alone it answers to this machine's names; else to numbers and names."""
    from orsha.kernel import OrshaError

    try:
        from orsha.server import Settings
    except ImportError as error:
        raise OrshaError(f"the server's parts are not installed ({error.name}): pip install 'orsha[server]'") from error
    from orsha.server.settings import LOOPBACK

    hosts = LOOPBACK if host in ("localhost", "127.0.0.1", "::1") else (*LOOPBACK, "*", host.lower())
    more = tuple(name.lower() for name in names) + tuple(_host_of(origin) for origin in origins)
    return Settings(database=database, hosts=(*hosts, *more), origins=tuple(origins), tidy=True)


def _host_of(origin: str) -> str:
    from urllib.parse import urlsplit

    from orsha.kernel import OrshaError

    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise OrshaError(f"{origin!r} is no origin: it is given as https://club.example")
    return parts.hostname.lower()


def free_port(port: int) -> int:
    """The port, or any other where something listens there already."""
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HERE, port))
        except OSError:
            return 0
    return port


def open_browser(address: str) -> None:
    import webbrowser

    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return


def run(
    settings: Settings,
    host: str,
    port: int,
    *,
    log: bool = False,
    opened: Callable[[str], None] | None = None,
    workers: int = 1,
) -> None:
    """Listens, says where, and serves until it is told to stop."""
    import logging
    import sys

    from orsha.server import running

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s", stream=sys.stderr)
    if log:
        logging.getLogger("orsha.access").setLevel(logging.INFO)
    sys.setswitchinterval(SWITCH)
    listener = _listener(host, port)
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"

    def ready() -> None:
        typer.echo(f"Orsha is at {address} (Ctrl-C stops it; every game is kept)")
        sys.stdout.flush()
        if opened is not None:
            opened(address)

    try:
        if workers == 1:
            running.one(settings, listener, ready)
        else:
            running.many(settings, listener, workers, ready)
    finally:
        listener.close()


def _listener(host: str, port: int) -> socket.socket:
    import socket

    from orsha.kernel import OrshaError

    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or error
        raise OrshaError(f"nothing can listen at {host}, port {port}: {why}; choose another with --port") from error
    listener.listen(512)
    listener.set_inheritable(False)
    return listener


def link(
    game: Annotated[str, typer.Argument(help="A game's name, or the beginning of it.")],
    seat: Annotated[str, typer.Argument(help="A seat of it, or watch for spectators.")],
    address: Annotated[str, typer.Option(help="Where the server is.")] = f"http://{HERE}:{PORT}",
    json: Json = False,
    database: Database = None,
) -> None:
    """Make a seat's link anew, for somebody who has lost it. The old link opens nothing any more."""
    from orsha.cli.games import with_store
    from orsha.kernel import Unknown
    from orsha.kernel.store import Store
    from orsha.kinds import game_of

    async def made(store: Store) -> tuple[str, str]:
        kept = await store.find(game)
        match = await store.load(game_of(kept.kind), kept.id)
        if seat != "watch" and seat not in match.seats:
            raise Unknown("seat in this game", seat, [*match.seats, "watch"])
        return kept.id, await store.issue(kept.id, "@watch" if seat == "watch" else seat)

    id, token = with_store(database, made)
    found = f"{address.rstrip('/')}/#/{'watch' if seat == 'watch' else 'game'}/{token}"
    if json:
        show_json({"game": id, "seat": seat, "link": found})
    else:
        typer.echo(f"{found}\nWhoever has this link plays {seat}; the one before it opens nothing any more.")
