"""`orsha campaign ...`: On Track to Orsha from orders to victory, one command a decision."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.games import with_store
from orsha.cli.output import Database, Json, show_json, show_rows

if TYPE_CHECKING:
    from orsha.campaign.commands import CampaignCommand
    from orsha.campaign.files import Side
    from orsha.campaign.report import Piece
    from orsha.campaign.state import CampaignState
    from orsha.kernel import Ask, Match
    from orsha.kernel.sheet import Told
    from orsha.kernel.store import Store

    Playing = Match[Any, Any, Any, Any]

Id = Annotated[str, typer.Argument(help="A campaign's name, or the beginning of it.")]
SideOption = Annotated[Literal["german", "russian"], typer.Option("--side", help="Whose seat this is.")]
Seen = Annotated[
    Literal["german", "russian"] | None, typer.Option("--side", help="Whose eyes; without it, what all may know.")
]
Lines = Annotated[list[str] | None, typer.Argument(help="What is asked for, or @FILE with a line each.")]

campaign = typer.Typer(
    help="On Track to Orsha: a whole campaign, from orders to victory, the battles fought elsewhere.",
    no_args_is_help=True,
)


@campaign.command()
def new(
    balance: Annotated[
        Literal["german", "russian"] | None, typer.Option(help="The side the balance provision helps.")
    ] = None,
    own_dice: Annotated[bool, typer.Option("--own-dice", help="People roll real dice and say what they show.")] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Start a campaign. Its dice are committed to and can be proved at the end, or are real ones."""
    import secrets

    from orsha.campaign.game import Campaign
    from orsha.campaign.state import CampaignSetup
    from orsha.kernel import Committed, Match, Typed

    name = secrets.token_hex(6)
    dice = Typed() if own_dice else Committed(name)
    match: Playing = Match.open(Campaign(), CampaignSetup(balance), name=name, dice=dice)
    with_store(known_folder(database), lambda store: store.add(match, "On Track to Orsha"))
    show_state(match, "", json)


@campaign.command()
def status(id: Id, side: Seen = None, json: Json = False, database: Database = None) -> None:
    """Show where the campaign stands and what is asked, as a side may know it."""
    show_state(load(id, database), side or "", json)


@campaign.command()
def pieces(id: Id, side: Seen = None, json: Json = False, database: Database = None) -> None:
    """List the pieces and works: all on the map, and of one's own side those off it."""
    view = load(id, database).view(side or "")
    found = list(view.pieces.values())
    works = list(view.forts.values())
    if side is not None:
        found += view.sides[side].box.shown.values()
        works += view.sides[side].forts.shown.values()
    if json:
        show_json({"pieces": found, "works": works, "assets": view.sides[side].assets.shown if side else {}})
        return
    rows = [
        (p.id, p.side, p.kind, p.type, _where(p), ", ".join(p.status), p.held_by or "", p.group or "") for p in found
    ]
    rows += [(w.id, w.side, "work", w.what, w.hex or "not placed", _mines(w), "", w.field) for w in works]
    rows += _covered(view, side)
    if side is not None:
        rows += _assets(view, side)
    show_rows(("id", "side", "kind", "type", "hex", "status", "with", "group"), rows)


Row = tuple[str, str, str, str, str, str, str, str]


def _where(piece: Piece) -> str:
    level = "" if piece.level is None else f"/{piece.level}"
    return f"{piece.hex}{level}" if piece.hex else "off the map"


def _mines(work: Any) -> str:
    return f"{work.ap} AP, {work.at} AT" if work.ap or work.at else ""


def _covered(view: CampaignState, side: Side | None) -> list[Row]:
    """The other side's "?" counters: that something is there all can see."""
    return [
        ("?", each, "?", "somebody, or a dummy", hex, "concealed", "", "")
        for each, hexes in view.covered.items()
        if each != side
        for hex in hexes
    ]


def _assets(view: CampaignState, side: Side) -> list[Row]:
    """Artillery, aircraft, bombardments and dummies, by the ids that `place` and a report's `used` take."""
    from orsha.campaign.observers import kind_of
    from orsha.campaign.zones import set_up_for
    from orsha.cli.campaign_words import slot_rows

    assets = view.sides[side].assets.shown
    rows: list[Row] = [
        (one.id, side, kind_of(side, one), one.words, ", ".join(one.hexes) or "no hex", one.ammunition or "", "",
         one.group)
        for one in assets.values()
    ]  # fmt: skip
    if side in view.asked and view.asked[side].shown.form == "place":
        slots = slot_rows(view, set_up_for(view, side))
        rows += [
            (id, side, "to place", words, hex or "no hex", "", "", "") for id, words, hex in slots if id not in assets
        ]
    return rows


@campaign.command()
def order(
    id: Id,
    groups: Annotated[list[str] | None, typer.Argument(help="Groups, as I1 or V1+off-board.")] = None,
    side: SideOption = "german",
    json: Json = False,
    database: Database = None,
) -> None:
    """Place a side's order for the date, in secret. With nothing named it buys nothing (7.518)."""
    from orsha.campaign.commands import Order
    from orsha.campaign.purchases import Purchase

    def parsed(text: str) -> Purchase:
        group, *having = text.split("+")
        return Purchase(group, {name: having.count(name) for name in having})

    from orsha.cli.campaign_lines import texts

    _act(id, side, Order(tuple(parsed(text) for text in texts(groups))), json, database)


@campaign.command()
def fortify(
    id: Id, works: Lines = None, side: SideOption = "german", json: Json = False, database: Database = None
) -> None:
    """Spend FPP: trench, wire*2, ap-mine*6, pillbox:1+3+5 and so on (7.520)."""
    from orsha.campaign.commands import Fortify
    from orsha.cli import campaign_lines as typed

    _act(id, side, Fortify(tuple(map(typed.works, typed.lines(works)))), json, database)


@campaign.command()
def place(
    id: Id,
    placed: Lines = None,
    side: SideOption = "german",
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether that can be set up; nothing is done.")
    ] = False,
    rest_stays_off: Annotated[
        bool, typer.Option("--rest-stays-off", help="What is not named shall stay off the map.")
    ] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Set up, all at once: g12=P20, g13=P20:hidden, g14=P20:concealed:g13 (with g13), g15=K33/-1 (a level)."""
    from orsha.campaign.commands import Place
    from orsha.cli import campaign_lines as typed
    from orsha.kernel import Illegal

    given = typed.lines(placed)
    found = typed.placed(given)

    def tried(match: Playing) -> tuple[str, str]:
        """How it comes out, and what is left out; refused where it is no set-up at all."""
        from orsha.campaign.placing import settle
        from orsha.campaign.unplaced import left_out
        from orsha.campaign.zones import set_up_for
        from orsha.cli.campaign_words import left_out_words, settled_words

        view = match.view(side)
        if side not in view.asked or view.asked[side].shown.form != "place":
            match.act(side, Place(tuple(found)))
        set_up = set_up_for(view, side)
        typed.check_placed(set_up, given, found)
        settled = settle(set_up, found)
        left = left_out(view, set_up, settled)
        words = left_out_words(set_up, left) if left else ""
        if words and not rest_stays_off and not check:
            raise Illegal(set_up.rule, f"{words}; add --rest-stays-off if that is meant")
        return settled_words(settled), words

    def act(match: Playing) -> Any:
        tried(match)
        return match.act(side, Place(tuple(found)))

    if not check:
        show_state(kept(id, database, act), side, json)
        return
    fine, left = tried(load(id, database))
    if json:
        show_json({"ok": True, "words": fine, "left": left})
    else:
        typer.echo(f"{fine}\n{left}." if left else fine)


@campaign.command()
def answer(
    id: Id, chosen: Lines = None, side: SideOption = "german", json: Json = False, database: Database = None
) -> None:
    """Answer what a side is asked, by the keys of the choices; with nothing named, none of them."""
    from orsha.campaign.commands import Answer
    from orsha.cli.campaign_lines import texts

    named = texts(chosen)

    def act(match: Playing) -> Any:
        asked = match.view(side).asked
        keys = {key.lower(): key for key in asked[side].shown.choices} if side in asked else {}
        return match.act(side, Answer(tuple(keys.get(text.lower(), text) for text in named)))

    show_state(kept(id, database, act), side, json)


@campaign.command()
def file(
    id: Id,
    report: Annotated[Path, typer.Argument(help="The scenario's report, .toml or .json.")],
    side: SideOption = "russian",
    json: Json = False,
    database: Database = None,
) -> None:
    """File how the scenario ended; the other side must agree."""
    from orsha.campaign.commands import File
    from orsha.campaign.report import load_report

    _act(id, side, File(load_report(report)), json, database)


@campaign.command()
def agree(
    id: Id,
    yes: Annotated[bool, typer.Option("--yes/--no", help="Whether that is how it ended.")] = True,
    side: SideOption = "german",
    json: Json = False,
    database: Database = None,
) -> None:
    """Agree to the scenario's end as it was filed, or not. With agreement the reorganization begins."""
    from orsha.campaign.commands import Agree

    _act(id, side, Agree(yes), json, database)


@campaign.command()
def rules(id: Id, side: Seen = None, json: Json = False, database: Database = None) -> None:
    """Show what a side must remember now: rules that the program cannot act on for it (CG1-CG16, notes, 7.5223)."""
    from orsha.campaign.groups import dates, initial
    from orsha.campaign.reminders import reminders

    state = load(id, database).view(side or "")
    found = [(one.rule, one.words) for one in reminders(state.step, side, state.date)]
    if state.date == dates()[0]:
        found += [("001 7.4", words) for words in initial().rules]
    if json:
        show_json([{"rule": rule, "words": words} for rule, words in found])
        return
    for rule, words in found:
        typer.echo(f"{rule}: {words}")


@campaign.command()
def log(
    id: Id,
    side: Seen = None,
    odds: Annotated[
        bool, typer.Option("--odds", help="With every roll on a chart, the chance of each result.")
    ] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Tell the campaign's whole story, as a side may know it."""
    from orsha.kernel import log as told_to

    match = load(id, database)
    lines = [(told.n, words) for told in told_to(match, side or "") for words in _told(match, told, odds)]
    if json:
        show_json([{"entry": n, "words": words} for n, words in lines])
        return
    for n, words in lines:
        typer.echo(f"{n:4d}  {words}")


def _told(match: Playing, told: Told, odds: bool) -> list[str]:
    from orsha.kernel import Roll
    from orsha.kernel.game import told as in_words

    if not odds:
        return list(told.words)
    found = []
    for event in told.events:
        found += [words for words in (in_words(match.game, event),) if words]
        if isinstance(event, Roll) and event.faces and event.ask.chart:
            found.append(f"    the odds were {odds_words(event.ask)}")
    return found or list(told.words)


def _dice(ask: Ask) -> str:
    return "one die" if ask.count == 1 else f"{ask.count} dice"


def odds_words(ask: Ask) -> str:
    """The chance of every result at the moment of the roll."""
    from orsha.campaign import charts

    assert ask.chart is not None
    chances = charts()[ask.chart].odds(sum(modifier.value for modifier in ask.modifiers)).as_dict()
    return ", ".join(f"{result} {chance}" for result, chance in chances.items())


# -- loading, acting, showing


def _act(id: str, side: Side, command: CampaignCommand, json: bool, database: str | None) -> None:
    show_state(kept(id, database, lambda match: match.act(side, command)), side, json)


def known_folder(database: str | None) -> str | None:
    """A database that is named lies in a folder that is there: a mistyped one is not made."""
    from orsha.kernel import OrshaError

    file = Path((database or "").removeprefix("sqlite:///"))
    if database is not None and database.startswith("sqlite:///") and not file.parent.is_dir():
        raise OrshaError(f"there is no folder {file.parent} for --database; make it first, or look for a mistake in it")
    return database


def kept(id: str, database: str | None, step: Callable[[Playing], Any]) -> Playing:
    async def work(store: Store) -> Playing:
        match = await _load(store, id)
        await store.keep(match, step(match))
        return match

    return with_store(known_folder(database), work)


def load(id: str, database: str | None) -> Playing:
    return with_store(known_folder(database), lambda store: _load(store, id))


async def _load(store: Store, id: str) -> Playing:
    from orsha.campaign.game import Campaign
    from orsha.kernel import OrshaError

    kept = await store.find(id)
    if kept.kind != Campaign.kind:
        raise OrshaError(f"the game {kept.id} is a {kept.kind}, no campaign")
    return await store.load(Campaign(), kept.id)


def show_state(match: Playing, seat: str, json: bool) -> None:
    from orsha.campaign.game import doing
    from orsha.campaign.victory import victory_points
    from orsha.cli.campaign_words import show_filed, show_question
    from orsha.kernel import counted
    from orsha.kernel import log as told_to

    state = match.view(seat)
    if json:
        show_json({"campaign": match.opened.game, "state": state, "vp": victory_points(state), "result": match.result})
        return
    typer.echo(f"On Track to Orsha ({match.opened.game}): {state.date}; {state.weather}, {state.ground.lower()}")
    for side, own in state.sides.items():
        secret = "" if own.cpp.sealed else f", {own.cpp.shown} CPP, {counted(len(own.box.shown), 'piece')} to itself"
        typer.echo(f"  {side}: ELR {own.elr}, SAN {own.san}{secret}")
    typer.echo(f"  the Russians have {victory_points(state)} VP; {doing(state)}")
    for words in [words for told in told_to(match, seat)[-1:] for words in told.words][-12:]:
        typer.echo(f"  - {words}")
    ask = match.position.waiting.ask if match.position.waiting is not None else None
    if ask is not None and ask.seen_by is None:
        typer.echo(f"{ask.who} rolls {_dice(ask)} for {ask.purpose}: orsha campaign roll CAMPAIGN FACES ...")
        if ask.chart:
            typer.echo(f"  the odds: {odds_words(ask)}")
    elif ask is not None:
        mine = f": {ask.purpose}, {_dice(ask)}" if seat == ask.who else ""
        typer.echo(f"{ask.who} has a secret roll to make{mine}")
    asked = ask is None and seat in state.asked
    if asked:
        show_question(state, seat)  # type: ignore[arg-type]
    if state.step == "agree":
        show_filed(state, seat)
    if state.step == "battle" or (asked and state.asked[seat].shown.form != "choose"):
        typer.echo("What you must remember now: orsha campaign rules CAMPAIGN --side SIDE")
    if match.result is not None:
        winner = "nobody wins" if match.result.winner is None else f"the {match.result.winner.capitalize()}s win"
        typer.echo(f"Over: {winner}; {match.result.why}.")
