"""Six battle plan cards to cut out: Attack, Manoeuvre and Defend for either player."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from orsha.paper.press import format_of, paper_size, printed, with_words, written
from orsha.tabletop.mission.choosing import plan_attacker, plan_table
from orsha.tabletop.mission.library import missions
from orsha.tabletop.mission.state import PLANS, Plan, Seat

PLAYERS: dict[Seat, str] = {"allied": "#1f5c3f", "axis": "#4a4a55"}
GOOD_FOR: dict[Plan, str] = {
    "attack": "For a force that hits hard and can take a hit: you go straight at them.",
    "manoeuvre": "For a fast force with guns to match: you fight in the open and keep out of the trenches.",
    "defend": "For infantry with good anti-tank guns: you dig in and let them come.",
}


class Against(Struct, frozen=True):
    """What happens when the other player picks a plan."""

    plan: str
    who: str


class PlanCard(Struct, frozen=True):
    player: str
    plan: str
    title: str
    words: str
    colour: str
    against: tuple[Against, ...]


class PlanSheet(Struct, frozen=True):
    width: float
    height: float
    cards: tuple[PlanCard, ...]


def plan_cards() -> tuple[PlanCard, ...]:
    """The six cards, a plan's two side by side."""
    return tuple(
        PlanCard(player, plan, plan.capitalize(), GOOD_FOR[plan], colour, tuple(_against(player, plan)))
        for plan in PLANS
        for player, colour in PLAYERS.items()
    )


def _against(player: Seat, plan: Plan) -> list[Against]:
    found = []
    for other in PLANS:
        pair = (plan, other) if player == "allied" else (other, plan)
        attacker = plan_attacker(*pair)
        who = "roll for it" if attacker is None else "you attack" if attacker == player else "you defend"
        names = [missions()[slug].file.name for slug in plan_table(*pair).odds().weights]
        found.append(Against(other, f"{who}: {', '.join(names)}"))
    return found


def write_plan_cards(out: Path, paper: str = "a4") -> None:
    """The six cards on one sheet with cut marks, as .pdf, .svg or .png."""
    how = format_of(out, "a sheet of plan cards")
    width, height = paper_size(paper)
    cards = plan_cards()
    content = printed("plans.typ", PlanSheet(width, height, cards), how)
    if how == "svg":
        words = "\n".join(f"{card.player} player, {card.title}: {card.words}" for card in cards)
        content = with_words(content, "Orsha: battle plan cards", words)
    written(out, content)
