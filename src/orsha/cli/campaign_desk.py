"""`orsha campaign auto|fight|bot|roll|roster|record|report`: what the program plays, rolls and prints of a campaign."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.output import Database, Json, show_json
from orsha.cli.playing import Id, Seen, SideOption, campaign, kept, load, show_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from orsha.bots.campaign_auto import CampaignMatch
    from orsha.campaign.state import CampaignState
    from orsha.cli.playing import Playing


def register(app: typer.Typer) -> None:
    app.add_typer(campaign, name="campaign")


Out = Annotated[Path, typer.Option("--out", help="The file to write: .pdf, .svg or .png.")]
Paper = Annotated[Literal["a3", "a4"], typer.Option(help="The size of the paper.")]
Umpire = Annotated[
    bool, typer.Option("--umpire", help="Show both sides' secrets; not for the players of an open game.")
]


@campaign.command()
def auto(
    seed: Annotated[str, typer.Option("--seed", help="The same seed, the same campaign.")],
    dates: Annotated[int, typer.Option(min=1, max=4, help="How many scenarios are fought.")] = 4,
    balance: Annotated[
        Literal["german", "russian"] | None, typer.Option(help="The side the balance provision helps.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A report of the whole campaign, as a PDF.")] = None,
    json: Json = False,
) -> None:
    """Play a whole campaign by itself: bots buy, set up and answer, and a model of ours fights the scenarios."""
    from orsha.bots.campaign_auto import play_campaign, summary
    from orsha.campaign.state import CampaignSetup

    with Watching(dates) as watching:
        match = play_campaign(seed, dates, setup=CampaignSetup(balance), seen=watching.seen)
    if out is not None:
        from orsha.paper.campaign_report import write_campaign_report

        write_campaign_report(match, out, "umpire")
    found = summary(match)
    if json:
        show_json(found)
        return
    for date in found["dates"]:
        typer.echo(_date_words(date))
    ending = f"the {found['winner'].capitalize()}s win" if found["over"] else "not over"
    typer.echo(f"{ending}: the Russians have {found['vp']} VP and need {found['needed']}")
    if out is not None:
        typer.echo(f"{out}: the report of the campaign")


def _date_words(date: dict[str, Any]) -> str:
    bought = "; ".join(f"{side} {' '.join(groups) or 'nothing'}" for side, groups in date["groups"].items())
    cvp = ", ".join(f"{side} {points}" for side, points in date["cvp"].items())
    held = len(date["lvp"]["russian"])
    return (
        f"{date['date']}  {date['weather']}, {date['ground'].lower()}: bought {bought}\n"
        f"      the {date['winner'].capitalize()}s win; CVP suffered {cvp}; EVP {date['evp']}; "
        f"{held} victory locations Russian; {date['vp']} VP"
    )


class Watching:
    """A bar on standard error while a campaign plays, where there is a terminal to show it."""

    def __init__(self, dates: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.progress = Progress(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())
        self.task = self.progress.add_task("23AM", total=dates)

    def __enter__(self) -> Watching:
        self.progress.start()
        return self

    def __exit__(self, *wrong: object) -> None:
        self.progress.stop()

    def seen(self, state: CampaignState) -> None:
        done = sum(line.winner is not None for line in state.roster)
        self.progress.update(self.task, completed=done, description=f"{state.date}, {state.step}")


@campaign.command()
def fight(
    id: Id,
    seed: Annotated[str, typer.Option("--seed", help="The same seed, the same battle.")],
    side: SideOption = "russian",
    json: Json = False,
    database: Database = None,
) -> None:
    """Let the automatic battle fight this scenario and file its report; the other side must agree."""
    from orsha.campaign.battle import fight as fought
    from orsha.campaign.commands import File
    from orsha.kernel import Illegal

    def act(match: Playing) -> Any:
        if match.state.step != "battle":
            raise Illegal("001 7.5", "no scenario is being fought now")
        return match.act(side, File(fought(match.state, seed)))

    show_state(kept(id, database, act), side, json)


@campaign.command()
def bot(
    id: Id,
    side: SideOption = "german",
    both: Annotated[bool, typer.Option("--both", help="For both sides, up to the next battle.")] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """Let the program act for a side until the other side, or the battle, is waited for."""
    from orsha.bots.campaign import CampaignBot
    from orsha.campaign.state import SIDES
    from orsha.kernel import Illegal

    match = load(id, database)
    players = {each: CampaignBot(each, f"{match.opened.game} {len(match.entries)}") for each in SIDES}
    acted = 0
    while match.state.step != "battle":
        turn = next((each for each in (SIDES if both else (side,)) if match.options(each)), None)
        if turn is None:
            break
        match = kept(id, database, _chosen(players[turn], turn))
        acted += 1
    if not acted:
        raise Illegal("001 7.5", "nobody has anything to answer now" if both else f"{side} has nothing to answer now")
    show_state(match, "" if both else side, json)


def _chosen(player: Any, side: Literal["german", "russian"]) -> Callable[[Playing], Any]:
    """What the program does for a side, unless somebody else was quicker: then there is nothing left to do."""
    from orsha.kernel import Illegal

    def act(match: Playing) -> Any:
        options = match.options(side)
        if not options or match.state.step == "battle":
            raise Illegal("001 7.5", f"somebody has answered for {side} in the meantime; look again")
        return match.act(side, player.choose(match.view(side), options))

    return act


@campaign.command()
def roll(
    id: Id,
    faces: Annotated[list[int], typer.Argument(help="What the dice show, in order.")],
    side: SideOption = "german",
    json: Json = False,
    database: Database = None,
) -> None:
    """Say what real dice showed, in a campaign started with --own-dice."""
    show_state(kept(id, database, lambda match: match.answer(side, faces)), side, json)


@campaign.command()
def undo(id: Id, side: SideOption = "german", json: Json = False, database: Database = None) -> None:
    """Take a side's last decision back: never past a die, a shown secret or the other side's act."""
    show_state(kept(id, database, lambda match: match.take_back(side)), side, json)


@campaign.command()
def roster(
    id: Id, out: Out, side: Seen = None, paper: Paper = "a4", json: Json = False, database: Database = None
) -> None:
    """Print the campaign roster (7.15): a side's own, or what all may know."""
    from orsha.paper.roster import write_roster

    match = load(id, database)
    write_roster(match.view(side or ""), side, out, paper)
    _written(out, "the campaign roster", json)


@campaign.command()
def record(
    id: Id, out: Out, side: SideOption = "german", paper: Paper = "a4", json: Json = False, database: Database = None
) -> None:
    """Print a side's purchase record (7.5189). All of it is that side's secret."""
    from orsha.paper.purchase_record import write_record

    write_record(load(id, database).view(side), side, out, paper)
    _written(out, f"the purchase record of the {side} side", json)


@campaign.command()
def report(
    id: Id,
    out: Out,
    side: Seen = None,
    umpire: Umpire = False,
    paper: Paper = "a4",
    json: Json = False,
    database: Database = None,
) -> None:
    """Print the campaign so far as a PDF: dates, purchases, steps with their rolls, perimeters on the map, rosters."""
    from orsha.paper.campaign_report import write_campaign_report

    match: CampaignMatch = load(id, database)
    write_campaign_report(match, out, "umpire" if umpire else side, paper)
    _written(out, "the report of the campaign", json)


def _written(out: Path, what: str, json: bool) -> None:
    show_json({"file": str(out)}) if json else typer.echo(f"{out}: {what}")
