"""How `orsha campaign` shows what is asked of a seat: the question, what can be placed, a report to agree to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from orsha.campaign.files import Side
    from orsha.campaign.placing import Settled, SetUp
    from orsha.campaign.report import ScenarioReport
    from orsha.campaign.state import CampaignState

FORMS = {
    "order": "orsha campaign order CAMPAIGN GROUP ...",
    "fortify": "orsha campaign fortify CAMPAIGN WORK ...",
    "place": "orsha campaign place CAMPAIGN ID=HEX ... (--check only tries it)",
    "choose": "orsha campaign answer CAMPAIGN KEY ...",
}
SOME = 8


def show_question(view: CampaignState, side: Side) -> None:
    question = view.asked[side].shown
    typer.echo(f"You are asked ({question.rule}): {question.words}")
    for key, words in question.choices.items():
        typer.echo(f"  {key}{': ' + words if words != key else ''}")
    if question.form == "place":
        from orsha.campaign.zones import set_up_for

        for words in placeable(view, set_up_for(view, side)):
            typer.echo(f"  {words}")
    if question.form == "choose":
        few, many = question.least, question.most
        typer.echo(f"Choose {few if few == many else f'{few} to {many}'}: {FORMS['choose']}")
    else:
        typer.echo(f"Answer with: {FORMS[question.form]}")


# -- what can be placed


def slot_rows(view: CampaignState, set_up: SetUp) -> list[tuple[str, str, str]]:
    """Hexes to write down, and dummies: id, words, and the hex as it is now."""
    assets = view.sides[set_up.side].assets.shown
    found = []
    for id, words in set_up.slots.items():
        of, _, part = id.partition("/")
        now = assets[of].hexes[:1] if part in ("", "observer") and of in assets else ()
        found.append((id, words, "".join(now)))
    return found


def placeable(view: CampaignState, set_up: SetUp) -> Iterable[str]:
    """Every id that may be placed, by the ground it may go to; then those that may not, with the reason."""
    named = {id: f"{id} {piece.type}" for id, piece in set_up.pieces.items()}
    named |= {id: f"{id} {fort.what}" for id, fort in set_up.forts.items()}
    named |= {id: f"{id} ({words}{', now ' + hex if hex else ''})" for id, words, hex in slot_rows(view, set_up)}
    zones: dict[str, list[str]] = {}
    for id, words in named.items():
        where = set_up.where.get(id)
        if where is not None and id not in set_up.barred:
            zones.setdefault(f"in {where}" if set_up.hexes(id) else f"nowhere now ({where} is empty)", []).append(words)
    for where, things in zones.items():
        yield f"{where}: {', '.join(things)}"
    reasons: dict[str, list[str]] = {}
    for id, why in set_up.barred.items():
        reasons.setdefault(why, []).append(named[id])
    for why, things in reasons.items():
        yield f"not now, for {why}: {', '.join(things)}"


def left_out_words(set_up: SetUp, left: dict[str, str]) -> str:
    from orsha.campaign.placing import PLANS

    some = ", ".join(f"{id} {words}" for id, words in list(left.items())[:SOME])
    more = f" and {len(left) - SOME} more" if len(left) > SOME else ""
    what = "hex" if set_up.rule == PLANS else "counter"
    many = what if len(left) == 1 else {"hex": "hexes", "counter": "counters"}[what]
    would = "would not be written down" if set_up.rule == PLANS else "would stay off the map"
    return f"{len(left)} {many} {would}: {some}{more}"


def settled_words(settled: Settled) -> str:
    """A placement that would do, counted."""
    from orsha.kernel import counted

    hows = Counter(one.how for one in settled.pieces.values() if one.piece.hex)
    parts = [f"{n} {'in sight' if how == 'open' else how}" for how, n in hows.items()]
    parts += [counted(len(settled.forts), "work")] if settled.forts else []
    parts += [counted(len(settled.slots), "hex", "hexes")] if settled.slots else []
    price = f"; hiding costs {settled.fpp} FPP" if settled.fpp else ""
    return f"That can be set up: {', '.join(parts) or 'nothing'}{price}."


# -- a report to agree to


def show_filed(view: CampaignState, seat: str) -> None:
    """What a filed report says, and how the other side answers it."""
    report, by = view.filed, view.filed_by
    if report is None or by is None:
        return
    typer.echo(f"The {by} side says that the scenario of {report.date} ended like this:")
    for words in filed_words(report):
        typer.echo(f"  {words}")
    if seat == by:
        typer.echo("The other side is asked whether that is so.")
    elif seat in view.sides:
        for words in _mine(view, report, seat):
            typer.echo(f"  {words}")
        typer.echo(
            "Answer with: orsha campaign agree CAMPAIGN, or orsha campaign agree CAMPAIGN --no to have it filed anew"
        )


def filed_words(report: ScenarioReport) -> Iterable[str]:
    from orsha.campaign.report_words import format_casualties
    from orsha.campaign.shorthand import format, lines_of
    from orsha.campaign.state import SIDES

    yield f"{report.turns} turns, {report.evp} EVP" + (
        f"; the {report.concedes.capitalize()}s concede" if report.concedes else ""
    )
    for side in SIDES:
        for line in lines_of(report.pieces, side):
            yield f"{side} {format(line)}"
    for side, casualties in report.casualties.items():
        yield f"CVP suffered: {format_casualties(side, casualties)}"
    if report.evp and not report.exited:
        yield f"nobody is named who left by the west edge for {report.evp} EVP"
    more: tuple[tuple[str, Iterable[Any]], ...] = (
        ("left by the west edge", (f"{n}x {type}" for type, n in report.exited.items())),
        ("works", (f"{one.what} {one.hex} ({one.side})" for one in report.works)),
        ("markers", (f"{one.what} {one.hex}" for one in report.markers)),
        ("gone", report.removed),
        *((f"{side} control", names) for side, names in report.control.items()),
        *((f"{side} artillery and aircraft used up", ids) for side, ids in report.used.items()),
        ("FT and DC out of play", (f"{one.side} {one.type} on a {one.roll}" for one in report.ft_dc)),
    )
    for what, things in more:
        words = ", ".join(things)
        if words:
            yield f"{what}: {words}"


def _mine(view: CampaignState, report: ScenarioReport, side: Side) -> Iterable[str]:
    """What of one's own stood on the map and is not in the report, and why one could not agree."""
    from orsha.campaign.filing import check_filed, own_forces
    from orsha.kernel import Illegal

    own = own_forces(view, side)
    stood = Counter(piece.type for piece in own.pieces if piece.hex)
    gone = stood - Counter(piece.type for piece in report.pieces if piece.side == side)
    words = ", ".join(f"{n}x {type}" for type, n in gone.items())
    yield f"of yours on the map before and not there now: {words or 'nothing'}"
    try:
        check_filed(report, view.date, side, own)
    except Illegal as error:
        yield f"you cannot agree to it: {error.why}"
