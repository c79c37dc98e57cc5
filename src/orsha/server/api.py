"""What goes over the wire: requests, answers and the live channel's messages, as values with one meaning each.

`view`, `options` and `events` are the games' own types; the schema (orsha.server.schema) spells them out kind by kind.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from orsha.kernel import Ask, Option, Result, Told

Token = Annotated[str, Meta(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Title = Annotated[str, Meta(max_length=120)]
Seed = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=64)]
TableSeed = Annotated[int, Meta(ge=0, le=2**53)]
Points = Annotated[int, Meta(ge=1, le=10_000)]
Turns = Annotated[int, Meta(ge=1, le=100)]
Kind = Literal["battle", "mission", "series", "campaign", "solo"]
Choose = Literal["named", "random", "plans"]
Side = Literal["allied", "axis"]


class In(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body: unknown keys are refused."""


# -- how a game begins


class FromSetup(In, frozen=True, tag="setup", tag_field="begin"):
    """A game from its whole set-up, as the kind's own type has it."""

    kind: Kind
    setup: Any = {}


class Battle(In, frozen=True, tag="battle", tag_field="begin"):
    """A battle on the virtual table with ready forces, or forces written out."""

    mission: Name | None = None
    choose: Choose = "named"
    points: Points | None = None
    """What was agreed on, and those of the ready forces where none is named; else the larger force's."""
    forces: dict[Side, Any] = {}
    """A ready force's name (`soviet-100`), or a whole force."""
    attacker: Side | None = None
    seed: TableSeed | None = None
    """The table's seed; without it one is drawn."""
    flavour: Name | None = None
    turns: Turns | None = None
    """After so many turns of each side it is called off."""


class Companion(In, frozen=True, tag="companion", tag_field="begin"):
    """A mission refereed beside a real table."""

    mission: Name | None = None
    choose: Choose = "named"
    points: Points = 100
    attacker: Side | None = None
    forces: dict[Side, Any] = {}
    """A ready force's name, a whole force, or a list of units as the mission's set-up has them."""
    fortified: tuple[Side, ...] = ()
    changes: Any = {}
    turns: Turns | None = None


class Series(In, frozen=True, tag="series", tag_field="begin"):
    """A linked campaign of battles."""

    campaign: Name
    points: Points = 100


class Campaign(In, frozen=True, tag="campaign", tag_field="begin"):
    """On Track to Orsha."""

    balance: Literal["german", "russian"] | None = None


class Solo(In, frozen=True, tag="solo", tag_field="begin"):
    """A solo mission."""

    mission: Name


Begin = FromSetup | Battle | Companion | Series | Campaign | Solo


class DiceOf(In, frozen=True):
    """`committed`: proved when the game is over; `typed`: real ones, asked for; `seeded`: repeatable, for practice."""

    kind: Literal["committed", "typed", "seeded"] = "committed"
    seed: Seed = ""


class NewGame(In, frozen=True):
    """A new game, and who sits where: `mine`, `invite`, or a bot (`bot:staff`, `bot:random`)."""

    begin: Begin
    title: Title = ""
    dice: DiceOf = DiceOf()
    seats: dict[Name, Annotated[str, Meta(pattern=r"^(mine|invite|bot:[a-z]{1,20})$")]] = {}
    """Without it the first seat is mine and invitations are made for the others."""


class Link(Struct, frozen=True):
    """What opens a seat, an invitation or a spectator's place. Whoever has the token is let in."""

    seat: str
    """A seat's name, `watch` for spectators, `host` for who opened the game."""
    token: str
    link: str
    """The address within this server; the token stands after the #, so it is never sent with a request's address."""


class Opened(Struct, frozen=True):
    """A new game and the links to it."""

    game: str
    kind: str
    title: str
    mine: tuple[Link, ...]
    invites: tuple[Link, ...]
    watch: Link
    host: Link


# -- coming in


class Join(In, frozen=True):
    """An invitation is turned into a seat: once, then it is used up."""

    token: Token


class Joined(Struct, frozen=True):
    game: str
    kind: str
    title: str
    link: Link


class Mine(In, frozen=True):
    """The tokens that a browser keeps."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=100)]


class Held(Struct, frozen=True):
    """One of a browser's games. `place` is the number of its token in the list that was sent."""

    place: int
    game: str
    kind: str
    title: str
    role: Literal["seat", "invite", "watch", "host"]
    seat: str | None
    seats: dict[str, Seat]
    to_act: tuple[str, ...]
    mine: bool
    """Whether this seat is asked."""
    count: int
    opened_at: str
    last_at: str | None
    result: Result | None


class HeldGames(Struct, frozen=True):
    games: tuple[Held, ...]
    unknown: tuple[int, ...]
    """The places of tokens that open nothing any more."""


class Seat(Struct, frozen=True):
    """Who sits there."""

    by: Literal["person", "invited", "bot", "nobody"]
    bot: str | None = None
    here: bool = False
    """Whether somebody looks at the game from there now."""


# -- a game


class Status(Struct, frozen=True):
    """Where a game stands, for the one who asks."""

    game: str
    kind: str
    title: str
    role: Literal["seat", "watch", "host"]
    seat: str | None
    seats: dict[str, Seat]
    count: int
    """How many entries the journal has: say it back with a command."""
    to_act: tuple[str, ...]
    waiting: Ask | None
    """The roll that real dice are to be thrown for."""
    undo: bool
    result: Result | None
    dice: str
    headline: str
    """Which moment it is, in words."""
    trouble: str | None = None
    """Why a bot does not go on."""


class View(Struct, frozen=True):
    """The game as a seat sees it: the kind's own state with what is hidden sealed."""

    kind: str
    seat: str | None
    count: int
    after: int
    """The entry that it is seen after,"""
    event: int | None
    """and, within it, the event."""
    view: Any


class Offers(Struct, frozen=True):
    """What the asker may do now, with the domain of every parameter as data."""

    count: int
    to_act: tuple[str, ...]
    undo: bool
    waiting: Ask | None
    options: tuple[Option, ...]


class Log(Struct, frozen=True):
    """Entries as the asker may see them."""

    count: int
    since: int
    told: tuple[Told, ...]


class Do(In, frozen=True):
    """A command. `seen` is the count that the asker has looked at: who acts on an old look is told so."""

    command: dict[str, Any]
    seen: Count


class Dice(In, frozen=True):
    """What real dice showed."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=1000)], ...], Meta(max_length=400)]
    seen: Count


class Undo(In, frozen=True):
    seen: Count


class Try(In, frozen=True):
    """A command that is only looked at: may it be given now? Nothing is rolled and nothing happens."""

    command: dict[str, Any]


class Tried(Struct, frozen=True):
    ok: bool
    count: int
    detail: str = ""
    rule: str | None = None


class Done(Struct, frozen=True):
    """What came of it, as the seat may see it."""

    count: int
    told: tuple[Told, ...]


class Auto(Struct, frozen=True):
    """The automatic battle: fought once every person at the game has asked for it."""

    fought: bool
    waits_for: tuple[str, ...]
    count: int


class Exported(In, frozen=True):
    """An open game is given out whole only to all of its seats together: the tokens of the other seats."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=10)] = ()


class Give(In, frozen=True):
    """A seat is given to a bot."""

    bot: Annotated[str, Meta(pattern=r"^[a-z]{1,20}$")]


class Health(Struct, frozen=True):
    ok: bool
    version: str
    database: str
    games: int
    """In memory."""
    channels: int


# -- the live channel


class Hello(In, frozen=True):
    """The first message of a live channel, from the browser. `since`: the count it has; it gets all that came after."""

    token: Token
    since: Count | None = None
    wants: Annotated[tuple[Literal["view", "scene", "offers"], ...], Meta(max_length=3)] = ("scene", "offers")


class Welcome(Struct, frozen=True, tag="welcome", tag_field="live"):
    status: Status


class News(Struct, frozen=True, tag="news", tag_field="live"):
    """What happened: entries as the seat may see them, and how things stand after the last."""

    count: int
    told: tuple[Told, ...]
    result: Result | None
    waiting: Ask | None
    scene: Any = None
    """Its `ground` is null where it is the one that was sent before."""
    view: Any = None
    """Without its `setup` after the first time: that never changes."""


class NowOpen(Struct, frozen=True, tag="offers", tag_field="live"):
    """What may be done now; it follows the news."""

    count: int
    to_act: tuple[str, ...]
    undo: bool
    options: tuple[Option, ...]
    seats: dict[str, Seat]
    trouble: str | None = None


class Seated(Struct, frozen=True, tag="seats", tag_field="live"):
    """Who sits where, and who is here: told at once when that changes, between one entry and the next."""

    seats: dict[str, Seat]


class Gone(Struct, frozen=True, tag="gone", tag_field="live"):
    """The channel ends: the link was withdrawn, or the server stops."""

    why: str


LiveMessage = Welcome | News | NowOpen | Seated | Gone
