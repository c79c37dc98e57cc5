"""Small saved games for tests: a few counters on the campaign's board, in piles.

game = Table().pile("P20", squad(), weapon("LMG")).bin(squad()).save()
"""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from orsha.hexmap.grid import parse
from orsha.hexmap.vasl.saves import BIN, Geometry, Piece, PlacedBoard, Save, Stack, encode, layout
from orsha.hexmap.vasl.saves.commands import Boards, Command, Logged, Other, Property
from orsha.hexmap.vasl.saves.pieces import Trait, add_of
from orsha.hexmap.vasl.saves.save import Line

ORSHA = Geometry(56.241379, 64.442307, 10.0, 42.0, 1652, 3404)
BOARDS = (PlacedBoard(0, 0, "OtOBFP", None, ("VER", "1.0", "")),)
MAP = "Main Map"
GERMAN, RUSSIAN = "hans", "ivan"
"""The two players' passwords."""


def layer(names: str, level: int, called: str = "", pictures: str = "") -> Trait:
    """A trait that names; a negative level is off."""
    return Trait(f"emb2;;2;;;2;;;2;;;;0;false;0;0;{pictures};{names};true;{called};;;false;;1;1;true;;;", str(level))


def counter(
    name: str,
    nation: str = "",
    *layers: Trait,
    hidden: str = "null",
    concealed: str = "null",
    label: str = "",
    gpid: str = "1",
    picture: str = "",
    more: tuple[Trait, ...] = (),
) -> Piece:
    """A counter as VASL's are: hiding, concealment, a label, layers, the piece itself."""
    conceal = [Trait(f"conceal;C;{nation}/{nation}qmark;{nation};;", f"{concealed};")] if nation else []
    traits = [
        Trait("PROP;Owner;false,0,100,false;:77\\,650:P\\,$PlayerName$;", "somebody"),
        Trait("hide;72,130;HIP;;player:;0.3", hidden),
        *conceal,
        *more,
        Trait("label;76,130;Label;10;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;", label),
        *layers,
        Trait(f"piece;K;D;{picture};{name}", f"{MAP};0;0;{gpid}"),
    ]
    return Piece("new", tuple(traits))


def squad(name: str = "4-6-7 1sq", nation: str = "ge", broken: bool = False, **more: str) -> Piece:
    """A squad whose counter could also be its half-squad."""
    layers = (
        layer("broken +", -1),
        layer("2-4-7 1hs", -1),
        layer("broken +", 1 if broken else -1, "BRK"),
        layer(f"4-6-8 Esq,{name}", 2),
    )
    return counter("4-6-8 Esq", nation, layer("Fanatic +", -1, "FAN"), *layers, **more)  # type: ignore[arg-type]


def half(nation: str = "ge", broken: bool = False) -> Piece:
    """The same counter, turned to its half-squad."""
    sides = (
        layer("broken +", 1 if broken else -1),
        layer("2-4-7 1hs", 1),
        layer("broken +", -1),
        layer("4-6-7 1sq", 1),
    )
    return counter("4-6-8 Esq", nation, *sides)


def leader(name: str = "9-1", nation: str = "ge", wounded: bool = False, **more: str) -> Piece:
    layers = (layer("Wnd +", 1 if wounded else -1), layer("broken +", -1, "BRK"), layer(f"8-0,{name}", 2))
    return counter("geLDR", nation, *layers, **more)  # type: ignore[arg-type]


def weapon(name: str = "LMG", nation: str = "ge", malf: bool = False, dm: bool = False, **more: str) -> Piece:
    layers = (layer("malf +,malf +", 1 if malf else -1, "BRK"), layer(",dm +", 2 if dm else 1))
    return counter(name, nation, *layers, **more)  # type: ignore[arg-type]


def tank(
    name: str = "StuG IIIG (L)", nation: str = "ge", immobilized: bool = False, gun: int = 1, **more: str
) -> Piece:
    layers = (layer(",", 2 if immobilized else 1, "Immoblized"), layer(",,", gun, "MA Malf"), layer("+ BU,+ CE", 1))
    return counter(name, nation, *layers, layer("+ vca3,+ vca4", 1), **more)  # type: ignore[arg-type]


def mark(owner: str, nation: str = "ge") -> Piece:
    """A question mark."""
    own = Trait(f"concealment;{owner};{nation}", "")
    return Piece(
        "new", (Trait("hide;72,130;HIP", "null"), own, Trait(f"piece;K;D;{nation}/{nation}qmark;?", f"{MAP};0;0;"))
    )


def plain(name: str, *layers: Trait, **more: str) -> Piece:
    """A counter of no nation: a work, a sign, a marker."""
    return counter(name, "", *layers, **more)  # type: ignore[arg-type]


def trail(points: list[tuple[int, int]], gpid: str = "280", label: str = "") -> Piece:
    """A perimeter as players draw it."""
    where = ";".join(f"{x},{y}" for x, y in points)
    step = Trait(
        "footprint;84,130;Trail;true;true;27;255,64,64;255,64,64;50;33;60;60;0.0", f"true;{MAP};{len(points)};{where}"
    )
    return counter("Red Trail", "", gpid=gpid, label=label, more=(step,))


class Table:
    """A saved game in the making."""

    def __init__(self, boards: tuple[PlacedBoard, ...] = BOARDS, edge: int = 400) -> None:
        self.boards, self.edge = boards, edge
        self.layout = layout(boards, {"OtOBFP": ORSHA}, edge)
        self.ids = (str(1_600_000_000_000 + n) for n in count())
        self.added: list[Piece | Stack] = []
        self.last: list[Command] = []

    def place(self, hex: str) -> tuple[int, int]:
        found = self.layout.position("OtOBFP", parse(hex))
        assert found is not None, hex
        return found

    def pile(self, hex: str, *pieces: Piece) -> Table:
        return self.put(MAP, *self.place(hex), *pieces)

    def bin(self, *pieces: Piece) -> Table:
        return self.put(BIN, 100, 100, *pieces)

    def put(self, map: str, x: int, y: int, *pieces: Piece) -> Table:
        placed = [replace(one, id=next(self.ids)).at(map, x, y) for one in pieces]
        self.added += [*placed, Stack(next(self.ids), map, x, y, tuple(one.id for one in placed), ("@@2",))]
        return self

    def property(self, name: str, value: str) -> Table:
        self.last.append(Property(name, value, BIN))
        return self

    def save(self, *logged: Command) -> Save:
        lines = [Line(0, Other("begin_save")), Line(1, Other("")), Line(1, Other(""))]
        lines += [Line(2, add_of(one)) for one in self.added]
        lines += [Line(1, Boards(self.boards)), *(Line(1, one) for one in self.last), Line(1, Other("end_save"))]
        lines += [Line(1, Logged(one)) for one in logged]
        return Save(tuple(lines), 0x5A)

    def bytes(self) -> bytes:
        return encode(self.save())
