"""What stands on a mission card, as plain data for the template."""

from __future__ import annotations

from msgspec import Struct

from orsha.kernel.odds import percent
from orsha.paper.ink import LEADING, Label
from orsha.paper.mission_map import Drawing, draw
from orsha.paper.reserves import TURNS, turn_chances
from orsha.tabletop.layout import Side
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.library import SIDES, Mission
from orsha.tabletop.mission.reserves import arrival_odds
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.words import (
    points_words,
    reserve_words,
    rule_title,
    special_words,
    step_words,
    win_lines,
)

PACKS = {"more-missions": "More Missions", "bagration": "Bagration", "city": "City Fighting"}
TRACK = 9
"""Turns on the turn track."""
MANY = 40
"""More units than any reserve has: the average is that of the dice."""


class MapLabel(Struct, frozen=True):
    """A label of the map, for the template to set."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    leading: float
    turned: bool
    bold: bool
    colour: str


class MapData(Struct, frozen=True):
    svg: str
    width: float
    height: float
    labels: tuple[MapLabel, ...]


class Steps(Struct, frozen=True):
    """Numbered steps under a heading; the count goes on from the heading before."""

    title: str
    start: int
    lines: tuple[str, ...]


class Section(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]


class DiceTurn(Struct, frozen=True):
    turn: str
    dice: str
    now: str
    now_percent: str
    by_now: str
    by_now_percent: str
    mean: str


class DiceTable(Struct, frozen=True):
    title: str
    turns: tuple[DiceTurn, ...]


class TrackBox(Struct, frozen=True):
    turn: int
    notes: tuple[str, ...]


class CardData(Struct, frozen=True):
    """A card's two sides."""

    name: str
    pack: str
    source: str
    about: str
    facts: tuple[str, ...]
    map: MapData
    setup: Steps
    deployment: Steps
    first: Steps
    winning: tuple[str, ...]
    rules: tuple[tuple[Section, ...], tuple[Section, ...]]
    dice: tuple[DiceTable, ...]
    points: tuple[str, ...]
    track: tuple[TrackBox, ...]


def card_data(mission: Mission) -> CardData:
    file = mission.file
    setup, deployment, first = _steps(mission)
    return CardData(
        file.name,
        PACKS[file.pack],
        file.source,
        file.about,
        tuple(f"{line[:1].upper()}{line[1:]}." for line in file.terrain),
        _map_data(draw(mission)),
        setup,
        deployment,
        first,
        tuple(win_lines(mission)),
        _halves(_rules(mission)),
        _dice(mission),
        tuple(points_words()),
        _track(mission),
    )


def card_words(card: CardData) -> str:
    """All the words of a card, one line each."""
    lines = [card.name, card.pack, card.about, *card.facts]
    for steps in (card.setup, card.deployment, card.first):
        lines += [steps.title, *(f"{n}. {line}" for n, line in enumerate(steps.lines, steps.start))]
    lines += ["Winning", *card.winning]
    for column in card.rules:
        for section in column:
            lines += [section.title, *section.lines]
    for table in card.dice:
        lines += [table.title, *(f"turn {t.turn}: {t.dice}, {t.now}, by then {t.by_now}" for t in table.turns)]
    lines += ["Victory points", *card.points, "On the map", *(" ".join(label.lines) for label in card.map.labels)]
    return "\n".join(lines)


def _map_data(drawing: Drawing) -> MapData:
    return MapData(
        drawing.svg(text=False),
        drawing.canvas.right,
        drawing.canvas.bottom,
        tuple(_map_label(label) for label in drawing.labels),
    )


def _map_label(label: Label) -> MapLabel:
    x, y = label.at
    return MapLabel(label.lines, x, y, label.size, label.size * LEADING, label.turned, label.bold, label.colour)


def _steps(mission: Mission) -> tuple[Steps, Steps, Steps]:
    """The set-up in three: laying out the table, deploying, who begins."""
    setup = mission.file.setup
    deploys = (f.Deploy, f.RangedIn, f.HoldAmbush, f.Recon)
    cut = next(n for n, step in enumerate(setup) if isinstance(step, deploys))
    last = next(n for n, step in enumerate(setup) if isinstance(step, f.FirstTurn))

    def part(title: str, low: int, high: int) -> Steps:
        return Steps(title, low + 1, tuple(step_words(mission, step) for step in setup[low:high]))

    return part("Set-up", 0, cut), part("Deployment", cut, last), part("First turn", last, len(setup))


def _rules(mission: Mission) -> list[Section]:
    """The special rules and the reserves, each once, with who is bound by it."""
    found: list[Section] = []
    special = mission.file.special_rules
    for rule in dict.fromkeys(rule for side in SIDES for rule in special[side]):
        bound = [side for side in SIDES if rule in special[side]]
        who = "both players" if len(bound) == 2 else f"the {bound[0]}"
        found.append(Section(f"{rule_title(rule)}: {who}", tuple(special_words(mission, rule, bound[0]))))
    return [*found, *_reserve_rules(mission)]


def _reserve_rules(mission: Mission) -> list[Section]:
    lines: dict[Side, list[str]] = {side: reserve_words(mission, side) for side in SIDES if mission.reserve(side)}
    if len(lines) < 2:
        return [Section(f"Reserves: the {side}", tuple(mine)) for side, mine in lines.items()]
    common = tuple(line for line in lines["attacker"] if line in lines["defender"])
    own = [
        Section(f"Reserves: the {side}", tuple(line for line in mine if line not in common))
        for side, mine in lines.items()
    ]
    return [*own, Section("Reserves: both players", common)] if common else own


def _halves(sections: list[Section]) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """The sections in two columns of about the same length, in order."""
    length = [sum(len(line) + 30 for line in section.lines) + 60 for section in sections]
    cut = min(range(len(sections) + 1), key=lambda n: (abs(sum(length[:n]) - sum(length[n:])), -n))
    return tuple(sections[:cut]), tuple(sections[cut:])


def _dice(mission: Mission) -> tuple[DiceTable, ...]:
    """The reserve dice of each side, or of both where they are the same."""
    first = {side: mission.first_reserve_turn(side) for side in SIDES if mission.reserve(side)}
    found = []
    for turn in sorted({turn for turn in first.values() if turn}):
        sides = [side for side in SIDES if first.get(side) == turn]
        who = "both players" if len(sides) == 2 else f"the {sides[0]}"
        found.append(DiceTable(f"Reserve dice: {who}", tuple(_dice_turns(turn))))
    return tuple(found)


def _dice_turns(first: int) -> list[DiceTurn]:
    return [
        DiceTurn(
            str(c.turn),
            str(c.dice) if c.dice else "-",
            f"{c.now}" if c.dice else "-",
            percent(c.now) if c.dice else "",
            f"{c.by_now}" if c.dice else "-",
            percent(c.by_now) if c.dice else "",
            f"{float(arrived.mean()):.1f}" if c.dice else "-",
        )
        for c, arrived in zip(turn_chances(first, TURNS), arrival_odds(MANY, first, TURNS), strict=True)
    ]


def _track(mission: Mission) -> tuple[TrackBox, ...]:
    """What begins or falls due in which turn."""
    notes: dict[int, list[str]] = {turn: [] for turn in range(1, TRACK + 1)}
    _note(notes, {side: mission.first_reserve_turn(side) for side in SIDES}, "reserves: {}")
    if {"strategic-withdrawal", "phased-withdrawal"} & set(mission.file.special_rules["defender"]):
        notes[rules().withdrawal.from_turn].append("withdrawal begins")
        for label, turn in mission.file.withdrawal.removes.items():
            notes[turn].append(f"objective {label} goes")
    _note(notes, {side: mission.earliest_win(side) for side in SIDES}, "{} may win")
    return tuple(TrackBox(turn, tuple(here)) for turn, here in notes.items())


def _note(notes: dict[int, list[str]], turns: dict[Side, int | None], words: str) -> None:
    """A note in each side's turn, or one for both."""
    for turn in {turn for turn in turns.values() if turn}:
        sides = [side for side in SIDES if turns[side] == turn]
        notes[turn].append(words.format("both" if len(sides) == 2 else sides[0]))
