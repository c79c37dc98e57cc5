"""What the players must remember because the program does not act for them (`data/reminders.toml`).

reminders("battle", "russian", "23PM") is what binds the Russians in the scenario of 23PM.
"""

from __future__ import annotations

from functools import cache
from string import Formatter

from msgspec.structs import replace

from orsha.campaign.files import DATA, Side
from orsha.campaign.groups import chart, dates, fortifications, initial, note
from orsha.campaign.set_up_rules import set_up_rules
from orsha.kernel.data import Wrong, load
from orsha.kernel.table import Strict


class Reminder(Strict, frozen=True, kw_only=True):
    """A rule in our words, the moments at which it is shown, whom and when it binds."""

    rule: str
    at: tuple[str, ...]
    words: str
    side: Side | None = None
    dates: tuple[str, ...] = ()
    facts: dict[str, int | str] = {}

    def binds(self, side: Side | None, date: str | None) -> bool:
        of_side = side is None or self.side in (None, side)
        return of_side and (date is None or not self.dates or date in self.dates)


class ReminderFile(Strict, frozen=True):
    reminders: tuple[Reminder, ...]


def reminders(step: str, side: Side | None = None, date: str | None = None) -> tuple[Reminder, ...]:
    """What is shown at a step (by its number) or in the battle; of a side what binds it, else of both."""
    return tuple(one for one in every_reminder() if step in one.at and one.binds(side, date))


@cache
def every_reminder() -> tuple[Reminder, ...]:
    file = load(DATA / "reminders.toml", ReminderFile, _check)
    shared = _numbers()
    return tuple(replace(one, words=one.words.format(**{**shared, **one.facts})) for one in file.reminders)


def _check(file: ReminderFile) -> None:
    shared = _numbers()
    for index, one in enumerate(file.reminders):
        named = {name for _, name, _, _ in Formatter().parse(one.words) if name is not None}
        for name in sorted(named - shared.keys() - one.facts.keys()):
            raise Wrong(("reminders", index, "words"), f"there is no number {name!r}")
        for name in sorted(one.facts.keys() - named):
            raise Wrong(("reminders", index, "facts"), f"the words leave out {name!r}")
        for date in one.dates:
            if date not in dates():
                raise Wrong(("reminders", index, "dates"), f"there is no campaign date {date!r}")
        if not one.at:
            raise Wrong(("reminders", index, "at"), "it is shown at no moment")


@cache
def _numbers() -> dict[str, int | str]:
    """Numbers that stand in other files, by the names that the words may use."""
    start, rules, hip = initial(), set_up_rules(), fortifications().hip
    flying, by = start.russian.aircraft, chart("german").entry.enter_by
    return {
        "end_turn": start.game_end.from_turn,
        "end_numbers": ", ".join(map(str, start.game_end.on_die)),
        "line": start.line,
        "air_turn": flying.turn if flying else 0,
        "air_until": flying.until_turn if flying else 0,
        "enter_turn": by.turn if by else 0,
        "from_front": chart("russian").entry.from_front_line or 0,
        "german_oba": chart("german").oba_per_scenario,
        "russian_oba": chart("russian").oba_per_scenario,
        "gun_hexes": rules.guns.hexes,
        "mortar_hexes": rules.guns.mortar_hexes,
        "towed_hexes": rules.guns.towed_hexes,
        "gun_free_on": rules.guns.free_on,
        "hip_percent": hip.squads_percent,
        "hip_shellholes": hip.in_shellholes,
        "smoke_missions": note("russian", "g").facts["smoke_missions"],
        "radius": note("russian", "m").facts["radius"],
    }
