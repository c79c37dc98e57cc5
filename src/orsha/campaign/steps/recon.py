"""Reconnaissance (001 7.5225, 7.5226; ruling B7): the Russians buy it, roll for it, and look into German hexes."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign import charts
from orsha.campaign import events as ev
from orsha.campaign.events import Points, ReconBought
from orsha.campaign.files import Side
from orsha.campaign.groups import groups
from orsha.campaign.report import Piece
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import Asset, CampaignState, Fort
from orsha.campaign.steps.putting_down import show_covered
from orsha.campaign.telling import Telling, name, with_status, without
from orsha.campaign.works import DUMMY_WORDS
from orsha.campaign.zones import concealing
from orsha.hexmap.grid import parse
from orsha.hexmap.map import hex_map
from orsha.kernel import counted

BUYING, LOOKING = "001 7.5225", "001 7.5226"
RUSSIAN: Side = "russian"
CHEAP = "one-point-recon"
NOTHING = "0"


def ask_price(told: Telling) -> None:
    """A reconnaissance that was ordered (M3) is rolled for now; else the CPP that are left may still buy one.

    The Russians are asked even if none is left: that is their secret (7.518).
    """
    ordered = _ordered(told.state)
    if ordered is not None:
        _roll(told, ordered)
        return
    left = told.state.sides[RUSSIAN].cpp.shown
    open_to = {price: f"{price} CPP" for price in set_up_rules().recon.prices if int(price) <= left}
    if open_to:
        choices = {NOTHING: "no reconnaissance", **open_to}
        told.choose(RUSSIAN, BUYING, f"how much do you spend on reconnaissance? You have {left} CPP", choices, 1, 1)
    else:
        told.choose(RUSSIAN, BUYING, "you have no CPP left for reconnaissance: answer with nothing", {})


def _ordered(state: CampaignState) -> bool | None:
    """Whether the order of the date has one, and whether at the price that earns the bonus."""
    kinds = {one.id for one in groups(RUSSIAN) if one.kind == "recon"}
    found = next((one for one in state.sides[RUSSIAN].order.shown if one.id in kinds), None)
    return None if found is None else not found.extras.get(CHEAP)


def pay(told: Telling, answer: tuple[str, ...]) -> None:
    chosen = answer[0] if answer else NOTHING
    if chosen == NOTHING:
        return
    own, price = told.state.sides[RUSSIAN], int(chosen)
    *before, line = own.columns.shown
    text = f"the Russians pay {price} CPP for reconnaissance"
    paid = replace(line, recon=line.recon + price)
    told.points(BUYING, RUSSIAN, Points(text, cpp=own.cpp.shown - price, columns=(*before, paid)))
    _roll(told, set_up_rules().recon.prices[chosen])


def _roll(told: Telling, bonus: bool) -> None:
    facts = {"two_cpp_on_recon": bonus, "morning": told.state.date.endswith("AM"), "russian": True}
    locations = int(charts()["recon"].roll(told.dice, RUSSIAN, facts).result)
    told.tell(ReconBought(locations))


def locations(state: CampaignState) -> int:
    """How many hexes may be looked into on this date."""
    line = next((one for one in state.roster if one.date == state.date), None)
    return (line.recon or 0) if line else 0


def in_reach(state: CampaignState) -> list[str]:
    """Hexes that are not the Russians' alone, so many hexes or less from one that is theirs."""
    board = hex_map()
    own = {parse(hex) for hex, holder in state.control.items() if holder in (RUSSIAN, "both")}
    seen, edge = set(own), set(own)
    for _ in range(set_up_rules().recon.reach):
        edge = {near for hex in edge for near in board.neighbours(hex)} - seen
        seen |= edge
    return [str(hex) for hex in sorted(seen) if state.control.get(str(hex)) != RUSSIAN]


def ask_where(told: Telling) -> None:
    most = locations(told.state)
    covered = told.state.covered.get("german", ())
    choices = {hex: f"hex {hex}{', a ? is there' if hex in covered else ''}" for hex in in_reach(told.state)}
    if not most:
        return
    if choices:
        told.choose(RUSSIAN, LOOKING, f"into which hexes do you look? Up to {most}", choices, 0, most)


def inspect(told: Telling, hexes: tuple[str, ...]) -> None:
    """001 7.5226: hidden units are found and seen; mines are found, their kind and strength are not told."""
    if not hexes:
        return
    told.tell(ev.Shown(LOOKING, f"the Russians look into {', '.join(hexes)}", "german"))
    for hex in hexes:
        _look(told, hex)
    show_covered(told, LOOKING, "german")


def _look(told: Telling, hex: str) -> None:
    own = told.state.sides["german"]
    there = [one for one in own.box.shown.values() if one.hex == hex]
    dummies = [one for one in own.assets.shown.values() if one.words == DUMMY_WORDS and hex in one.hexes]
    mines = [one for one in own.forts.shown.values() if one.hex == hex and one.what == "minefield"]
    told.say(LOOKING, f"{hex}: {_found(there, len(dummies))}", RUSSIAN)
    if concealing(told.state, hex):
        _cover(told, hex, there)
    else:
        _uncover(told, hex, there, dummies)
    if mines:
        _find_mines(told, hex, mines)


def _cover(told: Telling, hex: str, there: list[Piece]) -> None:
    """In concealment terrain stacks take their counters back, whoever sees them; what was hidden has one now."""
    covered = tuple(with_status(without(one, "hidden"), "concealed") for one in there if one.has("hidden"))
    if covered:
        told.change(LOOKING, f"found in {hex} and no longer hidden: {', '.join(map(name, covered))}", *covered)


def _uncover(told: Telling, hex: str, there: list[Piece], dummies: list[Asset]) -> None:
    """Elsewhere they do not: who was looked at stands open, and dummies are gone."""
    if there:
        shown = tuple(without(one, "hidden", "concealed") for one in there)
        told.tell(
            ev.Shown(LOOKING, f"{counted(len(shown), 'counter')} in {hex} without cover, seen now", "german", shown)
        )
    if dummies:
        change = ev.Change(f"the dummies in {hex} are seen through", assets_gone=tuple(one.id for one in dummies))
        told.change_in_secret(LOOKING, "german", change)


def _found(pieces: list[Piece], dummies: int) -> str:
    if pieces:
        return ", ".join(f"{one.type} ({one.kind})" for one in pieces)
    return "nothing but dummies" if dummies else "nobody unseen is there"


def _find_mines(told: Telling, hex: str, mines: list[Fort]) -> None:
    """They are known now and stay in their side's own list, which keeps their strength."""
    known = tuple(replace(one, known=True) for one in mines)
    change = ev.Change(f"the mines in {hex} are found", forts=known)
    told.change_in_secret(LOOKING, "german", change)
    told.say(LOOKING, f"mines are found in {hex}: of what kind and how strong is not told")
