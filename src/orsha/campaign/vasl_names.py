"""What a counter of VASL is in the campaign: a unit, a sign that says how another one is, a work, a marker, nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Literal, NamedTuple

from orsha.campaign.counter_names import STATUSES, names, plain
from orsha.campaign.files import DATA, Side
from orsha.campaign.report import ONLY, Kind, Marker, Status, Work
from orsha.hexmap.vasl.saves import Geometry, Name, Piece
from orsha.kernel.data import Place, Wrong, load
from orsha.kernel.table import Strict

SIDES: tuple[Side, ...] = ("german", "russian")
LONGEST = 80
"""Letters of a name that are looked at and shown."""


# -- the file


class BoardFile(Strict, frozen=True):
    name: str
    map: str
    hex_width: float
    hex_height: float
    a1_x: float
    a1_y: float
    width: int
    height: int

    @property
    def geometry(self) -> Geometry:
        return Geometry(self.hex_width, self.hex_height, self.a1_x, self.a1_y, self.width, self.height)


class Men(Strict, frozen=True):
    kind: Kind
    form: str


class Called(Strict, frozen=True):
    """A counter of the campaign and VASL's names for it."""

    vasl: tuple[str, ...]
    type: str
    status: tuple[Status, ...] = ()


class Forms(Strict, frozen=True):
    """How names are written that say more than what a thing is."""

    ap: str
    at: str
    wreck: str
    prisoners: str
    perimeter: str
    turn: str
    silent: str
    engineers: str
    idle: tuple[str, ...]


class NamesFile(Strict, frozen=True, dict=True):
    source: str
    sides: dict[str, Side]
    cvp: dict[str, Side]
    boards: tuple[BoardFile, ...]
    men: tuple[Men, ...]
    counters: tuple[Called, ...]
    words: dict[str, Status]
    layers: dict[str, dict[str, Status]]
    markers: dict[str, Status]
    works: dict[str, Work]
    map_markers: dict[str, Marker]
    control: dict[str, Side]
    trails: dict[str, str]
    perimeters: dict[str, Side]
    forms: Forms

    @cached_property
    def called(self) -> dict[str, Called]:
        return {plain(name): one for one in self.counters for name in one.vasl}

    @cached_property
    def geometries(self) -> dict[str, Geometry]:
        return {one.name: one.geometry for one in self.boards}


@cache
def names_file() -> NamesFile:
    return load(DATA / "vasl-names.toml", NamesFile, check_names)


def check_names(file: NamesFile) -> None:
    """Every counter is one of the campaign's, no name stands for two, every form can be read."""
    known = {named.type for side in SIDES for named in names(side).values()}
    seen: set[str] = set()
    for index, one in enumerate(file.counters):
        if one.type not in known:
            raise Wrong(("counters", index, "type"), f"the campaign has no counter {one.type!r}")
        for name in one.vasl:
            if plain(name) in seen:
                raise Wrong(("counters", index, "vasl"), f"{name!r} stands there twice")
            seen.add(plain(name))
    forms: list[tuple[Place, str]] = [(("men", index, "form"), one.form) for index, one in enumerate(file.men)]
    forms += [(("forms", name), getattr(file.forms, name)) for name in Forms.__struct_fields__ if name != "idle"]
    forms += [(("forms", "idle"), form) for form in file.forms.idle]
    for place, form in forms:
        try:
            re.compile(form)
        except re.error as error:
            raise Wrong(place, f"{form!r} is no form: {error}") from error


# -- what a counter means


class Unit(NamedTuple):
    """A counter of a side, and the state that it shows."""

    side: Side
    kind: Kind
    type: str
    status: tuple[Status, ...] = ()
    odd: tuple[str, ...] = ()
    """Words on it that mean nothing here."""


class Sign(NamedTuple):
    """A counter that says how another one is."""

    status: Status


class WorkSign(NamedTuple):
    what: Work
    ap: int = 0
    at: int = 0


class MapSign(NamedTuple):
    what: Marker
    wreck: str = ""
    """What a wreck was."""


class ControlSign(NamedTuple):
    side: Side


class PerimeterSign(NamedTuple):
    """A trail, by its colour, or a counter that is laid along a perimeter, by its side."""

    colour: str = ""
    side: Side | None = None


class Plain(NamedTuple):
    """A question mark, prisoners, the turn track, what the campaign needs nothing of, and what is not known."""

    what: Literal["mark", "prisoners", "turn", "idle", "unknown"]
    number: int = 0


Meaning = Unit | Sign | WorkSign | MapSign | ControlSign | PerimeterSign | Plain


def side_of(piece: Piece) -> Side | None:
    return names_file().sides.get(piece.nation or "")


def meaning(piece: Piece) -> Meaning:
    """What a counter is; the first of the file's answers that fits."""
    file = names_file()
    if piece.is_mark:
        return Plain("mark")
    if piece.gpid in file.trails:
        return PerimeterSign(file.trails[piece.gpid])
    name, side = piece.name, side_of(piece)
    base = name.base.strip()[:LONGEST]
    # A picture's folder is also on signs of a nation, which are no units: control markers, snipers.
    found = _sign(file, name, base)
    if found is None and side is not None:
        found = _unit(piece, name, base, side)
    if found is None and any(re.fullmatch(form, base) for form in file.forms.idle):
        found = Plain("idle")
    return found or Plain("unknown")


def _sign(file: NamesFile, name: Name, base: str) -> Meaning | None:
    if base in file.control:
        return ControlSign(file.control[base])
    if base in file.markers:
        return Sign(file.markers[base])
    if base in file.works:
        return WorkSign(file.works[base])
    if base in file.map_markers:
        return MapSign(file.map_markers[base])
    return _formed(file, name, base)


def _formed(file: NamesFile, name: Name, base: str) -> Meaning | None:
    forms = file.forms
    if found := re.fullmatch(forms.ap, base):
        return WorkSign("minefield", ap=int(found[1]))
    if found := re.fullmatch(forms.at, base):
        return WorkSign("minefield", at=int(found[1]))
    if found := re.fullmatch(forms.wreck, base):
        return MapSign("wreck", found[1])
    if found := re.fullmatch(forms.turn, base):
        return Plain("turn", int(found[1]))
    if re.fullmatch(forms.prisoners, base):
        return Plain("prisoners")
    if re.fullmatch(forms.perimeter, base):
        sides = [file.perimeters[word] for word in name.words if word in file.perimeters]
        return PerimeterSign("", sides[0] if sides else None)
    return None


class Counted(NamedTuple):
    kind: Kind
    type: str
    status: tuple[Status, ...] = ()


def counter_of(side: Side, base: str) -> Counted | None:
    """The campaign's counter that a side's VASL counter is; none where the campaign has no such one."""
    file = names_file()
    called = file.called.get(plain(base))
    own = names(side).get(plain(called.type)) if called else None
    if called is not None and own is not None:
        return Counted(own.kind, own.type, called.status)
    known = {(named.kind, named.type) for named in names(side).values()}
    for men in file.men:
        found = re.fullmatch(men.form, base)
        if found:
            ranked = "leader" if men.kind == "armor-leader" else men.kind
            return Counted(men.kind, found[1]) if (ranked, found[1]) in known else None
    same = names(side).get(plain(base))
    return Counted(same.kind, same.type) if same is not None else None


def _unit(piece: Piece, name: Name, base: str, side: Side) -> Unit | None:
    found = counter_of(side, base)
    if found is None:
        return None
    said, odd = read_words(name.words)
    if re.fullmatch(names_file().forms.engineers, base):
        said.append("engineer")
    said += [
        status
        for layer in piece.layers
        if layer.on and (status := names_file().layers.get(layer.called, {}).get(str(layer.level)))
    ]
    fitting = {one for one in (*found.status, *said) if found.kind in ONLY.get(one, (found.kind,))}
    return Unit(side, found.kind, found.type, tuple(sorted(fitting, key=STATUSES.index)), tuple(odd))


def read_words(words: Iterable[str]) -> tuple[list[Status], list[str]]:
    """The statuses that words before and behind a name say, and the words that say nothing known."""
    file = names_file()
    status, odd = [], []
    for word in words:
        word = word.strip()[:LONGEST]
        if word.lower() in file.words:
            status.append(file.words[word.lower()])
        elif not re.fullmatch(file.forms.silent, word):
            odd.append(word)
    return status, odd


def shown(text: str) -> str:
    """What stands in a file, for a person's eyes: short, and without what a terminal might obey."""
    return "".join(c if c.isprintable() else "?" for c in text.strip()[:LONGEST])
