"""What a server is told when it starts: where games are kept, who may speak to it, and how much of it at once."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

HERE = Path(__file__).parent
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
BUILT = (HERE / "site", HERE.parents[2] / "web" / "dist")
"""Where the browser's part lies once it is built: in the package, or beside the source."""


class Rate(Struct, frozen=True):
    """So many at once, and so many more each minute."""

    burst: int
    minute: float


class Rates(Struct, frozen=True):
    """How often one address may do what."""

    asks: Rate = Rate(300, 3000)
    """Requests of any kind."""
    acts: Rate = Rate(120, 1200)
    """Commands, trials and questions to the rules."""
    opens: Rate = Rate(20, 20)
    """New games."""
    joins: Rate = Rate(60, 60)
    """Live channels and invitations."""
    misses: Rate = Rate(30, 30)
    """Links that open nothing: after these an address is told to wait."""


class Settings(Struct, frozen=True):
    """All of it has a default that is right on a laptop."""

    database: str | None = None
    hosts: tuple[str, ...] = LOOPBACK
    """The names that it answers to; none: to any. A page elsewhere that points its own name here is refused."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may speak to it, such as https://club.example."""
    rates: Rates | None = Rates()
    body: int = 1_000_000
    """Bytes of a request, at most."""
    file: int = 16_000_000
    """Bytes of a game's file that is taken in, at most."""
    message: int = 4_096
    """Bytes of a message that comes in over a live channel, at most."""
    site: Path | None = None
    poll: float = 1.0
    """How often, in seconds, the journals of games that are looked at are compared with the store."""
    orphan: float = 4.0
    """After how many seconds a bot's move that no process makes is made by this one."""
    rooms: int = 400
    """How many games are kept in memory while nobody looks at them."""
    channels: int = 2000
    """Live channels at once."""
    threads: int = 4
    tidy: bool = False
    """Whether the process is the server's own, so that its collecting of garbage may be arranged for short pauses."""

    def folder(self) -> Path | None:
        """The built browser part, if there is one."""
        tries = (self.site,) if self.site is not None else BUILT
        return next((one for one in tries if one is not None and (one / "index.html").is_file()), None)
