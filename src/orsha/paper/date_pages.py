"""The pages of one date in a campaign's report: conditions, purchases, set-up, battle, steps, fronts on the map."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.groups import group, history
from orsha.campaign.report import Kind, Piece
from orsha.campaign.state import SIDES, Area, CampaignState, RecordLine, RosterLine
from orsha.paper.campaign_data import (
    NONE_YET,
    SPACE,
    Column,
    Form,
    Reader,
    counted,
    date_words,
    hex_ranges,
    known,
    record_lines,
    sides_open_to,
    signed,
    types_of,
)
from orsha.paper.campaign_maps import MapPage, map_page
from orsha.paper.chronicle import DateStory, StepStory

KINDS: dict[str, tuple[Kind, ...]] = {
    "squads": ("squad",),
    "half-squads": ("half-squad",),
    "crews": ("crew",),
    "leaders and heroes": ("leader", "hero"),
    "armour leaders": ("armor-leader",),
    "vehicles": ("vehicle",),
    "guns": ("gun",),
    "support weapons": ("sw",),
}


class Fact(Struct, frozen=True):
    """Something to know at a glance."""

    name: str
    value: str


class DatePages(Struct, frozen=True):
    """A date as the template prints it."""

    date: str
    words: str
    conditions: tuple[Fact, ...]
    purchases: tuple[Form, ...]
    set_up: Form | None
    battle: tuple[Fact, ...]
    losses: tuple[Fact, ...]
    before: tuple[StepStory, ...]
    after: tuple[StepStory, ...]
    idle: str
    """Steps in which nothing happened that the reader may know."""
    areas: Form | None
    maps: tuple[MapPage, ...]


def date_pages(story: DateStory, reader: Reader) -> DatePages:
    line = next((one for one in story.ended.roster if one.date == story.date), None)
    scored = line is not None and line.winner is not None
    idle = [one.number for one in (*story.before, *story.after) if not _tells(one)]
    return DatePages(
        story.date,
        date_words(story.date),
        tuple(_conditions(story, line, reader)),
        tuple(form for side in sides_open_to(reader) if (form := _purchases(story.ended, side, story.date)).rows),
        _set_up(story.began) if story.began is not None else None,
        tuple(_battle(story, line)) if line is not None and scored else (),
        tuple(_losses(story)),
        tuple(filter(_tells, story.before)),
        tuple(filter(_tells, story.after)),
        f"Nothing to tell of {', '.join(idle)}." if idle else "",
        _areas((story.fronts or story.ended).areas) if story.fronts else None,
        tuple(_maps(story, scored)),
    )


def _tells(step: StepStory) -> bool:
    return bool(step.lines or step.secret)


# -- conditions


def _conditions(story: DateStory, line: RosterLine | None, reader: Reader) -> Iterable[Fact]:
    state = story.began or story.ended
    if line is not None:
        yield Fact("weather", line.weather)
        yield Fact("ground", line.ground)
        yield Fact("wind", line.wind or NONE_YET)
    for side in SIDES:
        own = state.sides[side]
        yield Fact(f"{side.capitalize()} ELR, SAN", f"{own.elr}, {own.san}")
    if open_sides := sides_open_to(reader):
        yield Fact("historical DRM", ", ".join(signed(history(side, story.date)) for side in open_sides))
    if line is not None and line.recon is not None:
        yield Fact("reconnaissance", f"{line.recon} locations")


# -- purchases and arrivals


def _purchases(state: CampaignState, side: Side, date: str) -> Form:
    """What a side bought and what came of it (7.518, 7.519)."""
    columns = (
        Column("ID", 0.6),
        Column("group", 2.1, middle=False),
        Column("CPP", 0.85),
        Column("strength", 1.1),
        Column("units and weapons", 4.2, middle=False),
        Column("leaders", 1.6, middle=False),
        Column("with it", 1.9, middle=False),
    )
    rows = tuple(_purchase(side, line) for line in record_lines(state, side) if line.date == date)
    return Form(f"{side.capitalize()} purchases and arrivals", columns, rows, _money(state, side, date))


def _purchase(side: Side, line: RecordLine) -> tuple[str, ...]:
    got = line.received
    price = str(line.cpp) if line.number else f"OB{SPACE}+{line.cpp}" if line.cpp else "OB"
    extras = ", ".join(f"{name.replace('-', ' ')}{f' ({n})' if n > 1 else ''}" for name, n in line.extras.items())
    head = (line.group, group(side, line.group).type, price)
    if got is None:
        return (*head, "", "not rolled in yet", "", extras)
    strong = (got.ammunition or "").split()[:1] or [{True: "full", False: "depleted", None: ""}[got.full]]
    return (*head, strong[0].lower(), counted({**got.units, **got.weapons}), ", ".join(got.leaders), extras)


def _money(state: CampaignState, side: Side, date: str) -> str:
    for one in state.sides[side].columns.shown:
        if one.date == date:
            return f"{one.start} + {one.replenished} CPP, {one.spent + one.recon} spent, {one.left} left"
    return ""


# -- set-up


def _set_up(view: CampaignState) -> Form:
    """How much stands where as the battle begins; of what a reader cannot see there is no count."""
    columns = [Column("pieces", 1.6, middle=False)]
    cells: list[list[str]] = [[name] for name in KINDS]
    for side in SIDES:
        over = side.capitalize()
        columns += [Column(head, 1.0, over) for head in ("in sight", "unseen", "off the map")]
        boxed = known(view.sides[side].box)
        seen = [piece for piece in view.pieces.values() if piece.side == side]
        for row, kinds in zip(cells, KINDS.values(), strict=True):
            row.append(_count(seen, kinds))
            if boxed is None:
                row += ["?", "?"]
            else:
                row.append(_count((one for one in boxed.values() if one.hex), kinds))
                row.append(_count((one for one in boxed.values() if not one.hex), kinds))
    unknown = any(view.sides[side].box.sealed for side in SIDES)
    return Form(
        "The set-up", tuple(columns), tuple(map(tuple, cells)), "?: the reader does not know" if unknown else ""
    )


def _count(pieces: Iterable[Piece], kinds: tuple[Kind, ...]) -> str:
    number = sum(piece.kind in kinds for piece in pieces)
    return str(number) if number else NONE_YET


# -- the battle


def _battle(story: DateStory, line: RosterLine) -> Iterable[Fact]:
    yield Fact("won by", f"the {(line.winner or '').capitalize()}s")
    if story.turns is not None:
        yield Fact("turns", str(story.turns))
    for side in SIDES:
        yield Fact(f"{side.capitalize()} CVP suffered", str(line.cvp.get(side, 0)))
    yield Fact("Russian exit points", str(line.evp))
    yield Fact("Russian victory locations", f"{len(line.lvp)}{': ' + ' '.join(line.lvp) if line.lvp else ''}")
    yield Fact("Russian VP so far", str(line.vp))


def _losses(story: DateStory) -> Iterable[Fact]:
    for side in SIDES:
        if story.lost[side]:
            yield Fact(f"{side.capitalize()} losses", types_of(story.lost[side]))


# -- fronts


def _areas(areas: tuple[Area, ...]) -> Form | None:
    """001 7.506: every isolated area by type, holder and hexes."""
    if not areas:
        return None
    columns = (Column("type", 0.5), Column("held by", 1.0), Column("hexes", 6.0, middle=False))
    rows = []
    for area in areas:
        holder = "both" if area.kind == "D" else (area.occupier or "nobody")
        pocket = ", a pocket" if area.pocket else ""
        rows.append((area.kind, f"{holder.capitalize()}{pocket}", f"{len(area.hexes)}: {hex_ranges(area.hexes)}"))
    return Form("Isolated areas", columns, tuple(rows))


def _maps(story: DateStory, fought: bool) -> Iterable[MapPage]:
    """As the battle began, and as it ended: with the perimeters drawn after it, if they are."""
    when = f"{story.date}, {date_words(story.date)}"
    if story.began is not None:
        yield map_page(story.began, f"{when}: as the battle begins")
    if story.fronts is not None:
        yield map_page(story.fronts, f"{when}: perimeters after the battle")
    elif fought:
        yield map_page(story.ended, f"{when}: as the battle ended", fronts=False)
