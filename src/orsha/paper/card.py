"""Mission cards: the table and the set-up on the front, the rules on the back; one by one or all in a booklet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from orsha.paper.card_data import PACKS, CardData, card_data, card_words
from orsha.paper.plan_cards import write_plan_cards
from orsha.paper.press import format_of, paper_size, printed, with_words, written
from orsha.tabletop.mission.library import Mission, missions
from orsha.tabletop.reference import Reference, references

__all__ = ["write_booklet", "write_card", "write_plan_cards", "write_reference"]

TEMPLATE = "card.typ"


class Content(Struct, frozen=True):
    """A line of the booklet's list of contents."""

    name: str
    page: int


class Sheets(Struct, frozen=True):
    """What the template prints: pages for the printer, or front and back side by side in one picture."""

    title: str
    width: float
    height: float
    layout: Literal["pages", "picture", "booklet"]
    cards: tuple[CardData, ...]
    contents: dict[str, tuple[Content, ...]] = {}
    references: tuple[Reference, ...] = ()
    """Pages of their own, behind the cards."""


def write_card(mission: Mission, out: Path, paper: str = "a4") -> None:
    """A mission's card as .pdf (two pages), .svg or .png (front and back side by side)."""
    how = format_of(out, "a card")
    width, height = paper_size(paper)
    card = card_data(mission)
    layout: Literal["pages", "picture"] = "pages" if how == "pdf" else "picture"
    content = printed(TEMPLATE, Sheets(card.name, width, height, layout, (card,)), how)
    if how == "svg":
        content = with_words(content, f"{card.name}: mission card", card_words(card))
    written(out, content)


def write_booklet(out: Path, paper: str = "a4") -> None:
    """Every mission's card in one PDF behind a cover, pack by pack."""
    format_of(out, "a booklet", ("pdf",))
    width, height = paper_size(paper)
    ordered = sorted(missions().values(), key=lambda m: (list(PACKS).index(m.file.pack), m.file.name))
    pages = {mission.slug: 2 + 2 * n for n, mission in enumerate(ordered)}
    contents = {
        title: tuple(Content(m.file.name, pages[m.slug]) for m in ordered if m.file.pack == pack)
        for pack, title in PACKS.items()
    }
    cards = tuple(card_data(mission) for mission in ordered)
    pages_at_hand = tuple(references().values())
    first = 2 + 2 * len(ordered)
    contents["To have at hand"] = tuple(Content(one.name, first + n) for n, one in enumerate(pages_at_hand))
    sheets = Sheets("Orsha: the mission cards", width, height, "booklet", cards, contents, pages_at_hand)
    written(out, printed(TEMPLATE, sheets, "pdf"))


def write_reference(page: Reference, out: Path, paper: str = "a4") -> None:
    """A page to have at hand as .pdf, .svg or .png."""
    how = format_of(out, "a page")
    width, height = paper_size(paper)
    content = printed(TEMPLATE, Sheets(page.name, width, height, "pages", (), {}, (page,)), how)
    if how == "svg":
        content = with_words(content, page.name, page.words())
    written(out, content)
