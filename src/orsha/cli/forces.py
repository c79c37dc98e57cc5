"""`orsha force list|show|check|build|import`: cards, formations and forces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.output import Json, refuse, show_json, show_rows

if TYPE_CHECKING:
    from orsha.tabletop.force import Card, Checked, Force, ForceList, Imported, UnitChoice
    from orsha.tabletop.force.building import Place

NationName = Literal["soviet", "german"]
PeriodName = Literal["late", "mid"]
Nation = Annotated[NationName | None, typer.Option(help="Of this nation only.")]
Period = Annotated[PeriodName | None, typer.Option(help="Of this period only.")]
Out = Annotated[Path | None, typer.Option(help="The file to write.")]

force = typer.Typer(help="Forces: list cards and ready forces, check and build your own.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(force, name="force")


# -- list and show


@force.command("list")
def list_(
    what: Annotated[
        Literal["forces", "cards", "formations", "rules"], typer.Argument(help="forces, cards, formations or rules.")
    ] = "forces",
    nation: Nation = None,
    period: Period = None,
    arm: Annotated[str | None, typer.Option(help="Cards of this arm only: tanks, infantry, artillery, ...")] = None,
    json: Json = False,
) -> None:
    """List the ready forces, or the cards, formations and special rules that forces are made of."""
    heads, rows = {"forces": _forces, "cards": _cards, "formations": _formations, "rules": _rules}[what](
        nation, period, arm
    )
    if json:
        show_json([dict(zip(heads, row, strict=True)) for row in rows])
    else:
        show_rows(heads, rows)


Rows = tuple[tuple[str, ...], list[tuple[Any, ...]]]


def _forces(nation: str | None, period: str | None, arm: str | None) -> Rows:
    from orsha.tabletop.force import ready_forces

    rows = [
        (slug, f.points, f.limit, f.period, f.nation, len(f.units), f.name)
        for slug, f in ready_forces().items()
        if nation in (None, f.nation) and period in (None, f.period)
    ]
    return ("force", "points", "limit", "period", "nation", "units", "name"), rows


def _cards(nation: str | None, period: str | None, arm: str | None) -> Rows:
    rows = [
        (c.name, c.period, c.nation, c.arm, min(s.points for s in c.sizes), max(s.points for s in c.sizes), c.hq)
        for c in _every_card()
        if nation in (None, c.nation) and period in (None, c.period) and arm in (None, c.arm)
    ]
    return ("card", "period", "nation", "arm", "from", "to", "hq"), rows


def _formations(nation: str | None, period: str | None, arm: str | None) -> Rows:
    from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal

    charts = [chart for p in PERIODS for n in NATIONS for chart in arsenal(n, p).formations.values()]
    rows = [
        (c.name, c.period, c.nation, len(c.compulsory), len(c.optional))
        for c in charts
        if nation in (None, c.nation) and period in (None, c.period)
    ]
    return ("formation", "period", "nation", "compulsory", "optional"), rows


def _rules(nation: str | None, period: str | None, arm: str | None) -> Rows:
    from orsha.tabletop.force import glossary

    rows = [(slug, rule.name, rule.of, rule.enforced, rule.says) for slug, rule in glossary().items()]
    return ("rule", "name", "of", "enforced", "says"), rows


def _every_card() -> list[Card]:
    from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal, works

    own = [card for p in PERIODS for n in NATIONS for card in arsenal(n, p).cards.values()]
    return [*own, *works().values()]


@force.command()
def show(
    name: Annotated[str, typer.Argument(help="A ready force, a file with a force, a card, a formation or a rule.")],
    nation: Nation = None,
    period: Period = None,
    json: Json = False,
) -> None:
    """Show a force with its units, or a card with all its numbers."""
    from orsha.kernel import Unknown
    from orsha.tabletop.force import glossary, load_force, ready_forces

    if name in ready_forces() or Path(name).suffix in (".toml", ".ros", ".rosz", ".json"):
        found = load_force(name)
        show_json(_force_json(found)) if json else typer.echo(found.words())
        return
    if name in glossary():
        rule = glossary()[name]
        show_json(rule) if json else typer.echo(f"{rule.name} ({rule.enforced}): {rule.says}")
        return
    things = _named(name, nation, period)
    if not things:
        known = [*ready_forces(), *(card.name for card in _every_card()), *glossary()]
        raise Unknown("force, card, formation or rule", name, known)
    if json:
        show_json(things[0] if len(things) == 1 else things)
    else:
        typer.echo("\n\n".join(_thing_words(thing) for thing in things))


def _named(name: str, nation: str | None, period: str | None) -> list[Any]:
    """Cards and formations of that name, of every nation and period that was not ruled out."""
    from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal, works

    stocks = [arsenal(n, p) for p in PERIODS for n in NATIONS if nation in (None, n) and period in (None, p)]
    found = [known[name] for stock in stocks for known in (stock.cards, stock.formations) if name in known]
    return found or ([works()[name]] if name in works() and nation is None and period is None else [])


def _thing_words(thing: Any) -> str:
    from orsha.tabletop.force import Card

    if isinstance(thing, Card):
        return thing.words()
    lines = [f"{thing.name}  ({thing.period} {thing.nation} formation)", f"  headquarters: {' or '.join(thing.hq)}"]
    lines += [f"  {n:>2} compulsory: {' or '.join(box)}" for n, box in enumerate(thing.compulsory, start=1)]
    first = len(thing.compulsory) + 1
    lines += [f"  {n:>2} optional: {' or '.join(box)}" for n, box in enumerate(thing.optional, start=first)]
    return "\n".join([*lines, f"  source: {thing.source}"])


def _force_json(found: Force) -> dict[str, Any]:
    return {
        "name": found.name,
        "nation": found.nation,
        "period": found.period,
        "points": found.points,
        "limit": found.limit,
        "formations": [{"name": f.name, "units": [_unit_json(u) for u in f.units]} for f in found.formations],
        "support": [_unit_json(unit) for unit in found.support],
    }


def _unit_json(unit: Any) -> dict[str, Any]:
    teams: dict[str, int] = {}
    for team in unit.teams:
        teams[team.name] = teams.get(team.name, 0) + 1
    return {
        "name": unit.name,
        "card": unit.card.name,
        "points": unit.points,
        "teams": teams,
        "options": unit.options,
        "leader": unit.teams[unit.leader].name,
        "hq": unit.hq,
        "kind": unit.kind,
        "attached_to": unit.attached_to,
    }


# -- check and import


@force.command()
def check(
    file: Annotated[Path, typer.Argument(help="A force file, or a roster (.ros, .rosz, .json).")], json: Json = False
) -> None:
    """Check a force: say what it costs, and explain every rule that it breaks."""
    from orsha.tabletop.force import Checked, check_list, load_force, read_list

    if file.suffix.lower() == ".toml":
        _answer(check_list(read_list(file)), json)
    else:
        _answer(Checked(load_force(file), ()), json)


def _answer(checked: Checked, json: bool) -> None:
    """Says how a check came out; a force that breaks a rule is a refusal."""
    found = checked.force
    said = "; ".join(violation.words() for violation in checked.violations)
    report: dict[str, Any] = {
        "legal": checked.legal,
        "points": found.points if found else None,
        "units": len(found.units) if found else 0,
        "violations": checked.violations,
    }
    if json:
        trouble = {} if checked.legal else {"error": said, "rule": checked.violations[0].rule}
        show_json({**report, **trouble})
    elif found is not None:
        typer.echo(found.words())
    if checked.legal:
        return
    refuse(said, None, False)
    raise typer.Exit(2)


@force.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A catalogue (.cat, .gst) or a roster (.ros, .rosz, .json).")],
    system: Annotated[
        list[Path] | None, typer.Option(help="A file that a catalogue links to, such as the game system. Repeatable.")
    ] = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Read an army builder's file and name every field that could not be read; a roster may be saved as a force."""
    from orsha.kernel.export import save
    from orsha.tabletop.force import read_catalogue, read_roster, save_force

    if file.suffix.lower().rstrip("z") in (".cat", ".gst"):
        _show_catalogue(read_catalogue(file, system or _beside(file)), json)
        return
    roster = read_roster(file)
    if out is not None:
        save(out, save_force(roster.force))
    if json:
        written = None if out is None else str(out)
        show_json({**_force_json(roster.force), "problems": roster.problems, "file": written})
        return
    typer.echo(roster.force.words())
    for problem in roster.problems:
        typer.echo(f"  not read: {problem.words()}")


def _beside(file: Path) -> list[Path]:
    """The game systems in a catalogue's folder."""
    return sorted(path for path in file.parent.glob("*.gst") if path != file)[:3]


def _show_catalogue(found: Imported, json: bool) -> None:
    if json:
        cards = [card.name for card in found.cards]
        formations = [formation.name for formation in found.formations]
        show_json({"name": found.name, "cards": cards, "formations": formations, "problems": found.problems})
        return
    typer.echo(f"{found.name}: {len(found.cards)} cards and {len(found.formations)} formations read")
    for problem in found.problems:
        typer.echo(f"  not read: {problem.words()}")


# -- build


@force.command()
def build(
    formation: Annotated[str | None, typer.Option(help="A formation; without one the program asks.")] = None,
    unit: Annotated[
        list[str] | None, typer.Option(help="A unit of it: CARD, CARD:SIZE or CARD:SIZE:OPTION=N,... Repeatable.")
    ] = None,
    support: Annotated[list[str] | None, typer.Option(help="A support unit, written likewise. Repeatable.")] = None,
    nation: Annotated[NationName | None, typer.Option(help="The nation.")] = None,
    period: Annotated[PeriodName | None, typer.Option(help="The period; late where nothing is said.")] = None,
    points: Annotated[int | None, typer.Option(min=1, max=1000, help="The points agreed on.")] = None,
    name: Annotated[str, typer.Option(help="What the force is called.")] = "My force",
    from_: Annotated[Path | None, typer.Option("--from", help="A force file to add to.")] = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Build a force: from arguments, on top of a file, or by answering questions."""
    from orsha.kernel import OrshaError
    from orsha.kernel.export import save
    from orsha.tabletop.force import check_list, read_list, write_list
    from orsha.tabletop.force.building import begin, unit_written, with_formation, with_support

    asking = formation is None and from_ is None and not json
    if from_ is not None:
        chosen = read_list(from_)
    elif asking:
        chosen = _asked(begin(name, nation or _ask_nation(), period or _ask_period(), points or _ask_points()))
    elif nation is None:
        raise OrshaError("a force is of a nation: add --nation soviet or --nation german")
    else:
        chosen = begin(name, nation, period or "late", points)
    if formation is not None:
        chosen = with_formation(chosen, formation, tuple(unit_written(chosen, text) for text in unit or []))
    chosen = with_support(chosen, tuple(unit_written(chosen, text) for text in support or []))
    checked = check_list(chosen)
    if out is not None and checked.legal:
        save(out, write_list(chosen).encode())
    _answer(checked, json)
    if out is None and not json:
        typer.echo("\n" + write_list(chosen))


def _ask_nation() -> NationName:
    return "german" if _choose("Which nation", ["soviet", "german"], needed=True) == 1 else "soviet"


def _ask_period() -> PeriodName:
    return "mid" if _choose("Which period", ["late war", "mid war"], needed=True) == 1 else "late"


def _ask_points() -> int | None:
    return _count("How many points were agreed (0 for any number)", 1000) or None


def _asked(chosen: ForceList) -> ForceList:
    """A force built by questions: formations box by box, then support."""
    from orsha.tabletop.force.building import places, spent, stock_of, support_cards, with_formation, with_support

    stock = stock_of(chosen)
    while not chosen.formations or typer.confirm("Another formation?", default=False):
        names = list(stock.formations)
        picked = _choose("Which formation", names, needed=True)
        assert picked is not None
        chart = stock.formation(names[picked])
        units: list[UnitChoice] = []
        for place in places(chart):
            taken = with_formation(chosen, chart.name, tuple(units)) if units else chosen
            typer.echo(f"{spent(taken)} points so far{f' of {chosen.points}' if chosen.points else ''}")
            units += _filled(chosen, place)
        chosen = with_formation(chosen, chart.name, tuple(units))
    while cards := support_cards(chosen):
        typer.echo(f"{spent(chosen)} points so far{f' of {chosen.points}' if chosen.points else ''}")
        picked = _choose("Which support unit", [_priced(card) for card in cards])
        if picked is None:
            break
        chosen = with_support(chosen, (_sized(cards[picked]),))
    return chosen


def _filled(chosen: ForceList, place: Place) -> list[UnitChoice]:
    """What fills a box; nothing for an optional one that was passed over."""
    from orsha.tabletop.force.building import stock_of

    cards = [stock_of(chosen).card(name) for name in place.cards]
    if place.compulsory and len(cards) == 1:
        typer.echo(f"{place.name}: {cards[0].name}")
        return [_sized(cards[0])]
    picked = _choose(f"What fills {place.name}", [_priced(card) for card in cards], needed=place.compulsory)
    return [] if picked is None else [_sized(cards[picked])]


def _priced(card: Card) -> str:
    return f"{card.name} (from {min(size.points for size in card.sizes)} points)"


def _sized(card: Card) -> UnitChoice:
    """A card with its size and options asked for."""
    from orsha.tabletop.force import UnitChoice
    from orsha.tabletop.force.building import option_room, size_key

    sizes = [f"{size.words()} for {size.points} points" for size in card.sizes]
    picked = 0 if len(sizes) == 1 else _choose(f"How many for {card.name}", sizes, needed=True)
    size = card.sizes[picked or 0]
    options: dict[str, int] = {}
    for option, most in option_room(card, size):
        count = _count(f"{option.name} for {option.points} points, up to {most}", most)
        options |= {option.name: count} if count else {}
    return UnitChoice(card.name, size_key(card, size), options)


def _choose(question: str, choices: list[str], needed: bool = False) -> int | None:
    """One of a numbered list, by its number; nothing for an empty answer where that is allowed."""
    for number, choice in enumerate(choices, start=1):
        typer.echo(f"  {number:>2}  {choice}")
    while True:
        answer = typer.prompt(f"{question}?{'' if needed else ' (Enter for none)'}", default="", show_default=False)
        text = str(answer).strip()
        if text.isdecimal() and 1 <= int(text) <= len(choices):
            return int(text) - 1
        if not text and not needed:
            return None
        typer.echo(f"Please type a number from 1 to {len(choices)}.")


def _count(question: str, most: int) -> int:
    while True:
        text = str(typer.prompt(f"  {question}", default="0")).strip()
        if text.isdecimal() and int(text) <= most:
            return int(text)
        typer.echo(f"Please type a number from 0 to {most}.")
