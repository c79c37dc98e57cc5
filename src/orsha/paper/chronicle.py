"""A campaign's journal as a story for a reader: date by date, step by step, what was rolled, chosen and changed.

Every word passes the kernel's door first, so a story tells a reader no more than the seat's own log does. Decisions
that were taken back are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.commands import CampaignCommand
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState
from orsha.campaign.steps import STEPS
from orsha.campaign.telling import everything
from orsha.campaign.words import casualties
from orsha.kernel import Hidden, Match, OrshaError, Roll, SeedShown, counted, log
from orsha.kernel.game import told
from orsha.kernel.journal import Asked, Did, Undid
from orsha.paper.campaign_data import GAME, MANY, STRANGER, Reader, check_reader, plain, seen

CampaignMatch = Match[CampaignSetup, CampaignState, CampaignCommand, CampaignEvent]
LONG = 2500
"""Letters of a line at most."""
IS = " is "
SAME = 3
"""So many lines that say the same of different pieces become one."""
# Told by other papers, or nothing but the machinery.
SILENT = (ev.StepBegan, ev.Queued, ev.TaskDone, ev.Asked, ev.Ordered, SeedShown)


class Line(Struct, frozen=True):
    """One line of the story: what kind of thing, its rule, its words."""

    kind: str
    rule: str
    words: str


class StepStory(Struct, frozen=True):
    """What happened in a step of the reorganization, as the reader may know."""

    number: str
    title: str
    lines: tuple[Line, ...]
    secret: str = ""
    """How much went on that the reader does not see."""


class DateStory(Struct, frozen=True, kw_only=True):
    """A date: its preparation, its battle, what follows it; and the moments that pictures are drawn of."""

    date: str
    before: tuple[StepStory, ...]
    after: tuple[StepStory, ...]
    began: CampaignState | None
    """As the battle began."""
    fronts: CampaignState | None
    """As the perimeters were last drawn after it."""
    ended: CampaignState
    """At the end of what has happened on this date."""
    lost: dict[Side, tuple[Piece, ...]]
    """What each side lost from first to last, as the reader may know."""
    turns: int | None


class _Moment(Struct, frozen=True):
    """An event as it was, as the reader may see it, and the state after it."""

    event: CampaignEvent | Roll | SeedShown
    seen: CampaignEvent | Roll | SeedShown
    before: CampaignState
    after: CampaignState


def chronicle(match: CampaignMatch, reader: Reader) -> tuple[DateStory, ...]:
    """The story of every date that was reached."""
    check_reader(reader)
    if not match.record:
        raise OrshaError("a campaign's story needs its journal, and this one was played without")
    start = match.game.start(match.opened.setup)
    chapters = _chapters(_moments(match, reader)) or {start.date: []}
    return tuple(_date(date, found, start, reader) for date, found in chapters.items())


def _chapters(moments: Iterator[_Moment]) -> dict[str, list[_Moment]]:
    """Moments by date; the step in which a date begins belongs to it from its own beginning on."""
    chapters: dict[str, list[_Moment]] = {}
    step: list[_Moment] = []
    for moment in moments:
        if isinstance(moment.event, ev.StepBegan):
            _add(chapters, step)
            step = []
        step.append(moment)
    _add(chapters, step)
    return chapters


def _add(chapters: dict[str, list[_Moment]], step: list[_Moment]) -> None:
    if step:
        chapters.setdefault(step[-1].after.date, []).extend(step)


# -- the journal, event by event


def _moments(match: CampaignMatch, reader: Reader) -> Iterator[_Moment]:
    state = match.game.start(match.opened.setup)
    entries = log(match, reader if reader in SIDES else STRANGER)
    for n in _standing(match):
        for k, happened in enumerate(match.entries[n].happened):
            event = happened.what
            after = state if isinstance(event, (Roll, SeedShown)) else match.game.apply(state, event)
            yield _Moment(event, event if reader == "umpire" else entries[n].events[k], state, after)
            state = after


def _standing(match: CampaignMatch) -> list[int]:
    """The entries that were not taken back."""
    kept: list[int] = []
    waiting = False
    for n, entry in enumerate(match.entries):
        if isinstance(entry, Undid):
            if not waiting:
                kept.pop()
            waiting = False
        elif isinstance(entry, Did):
            kept.append(n)
            waiting = False
        elif isinstance(entry, Asked):
            waiting = True
    return kept


# -- a date


def _date(date: str, moments: list[_Moment], start: CampaignState, reader: Reader) -> DateStory:
    battle = next((n for n, one in enumerate(moments) if isinstance(one.event, ev.BattleBegan)), len(moments))
    before, after = moments[: battle + 1], moments[battle + 1 :]
    drawn = [one.after for one in after if isinstance(one.event, ev.FrontsDrawn)]
    filed = [one.event.report.turns for one in after if isinstance(one.event, ev.Filed)]
    return DateStory(
        date=date,
        before=_steps(before),
        after=_steps(after),
        began=seen(moments[battle].after, reader) if battle < len(moments) else None,
        fronts=seen(drawn[-1], reader) if drawn else None,
        ended=seen(moments[-1].after if moments else start, reader),
        lost={side: tuple(piece for one in moments for piece in _lost(one, side)) for side in SIDES},
        turns=filed[-1] if filed else None,
    )


def _lost(moment: _Moment, side: Side) -> tuple[Piece, ...]:
    """Pieces that went for good; what only changed into something else (two halves into a squad) did not."""
    match moment.seen:
        case ev.Adopted() as adopted:
            return casualties(adopted, side)
        case ev.Changed(pieces=pieces, gone=gone):
            return _gone(moment, side, pieces, gone)
        case ev.ChangedInSecret(change=change) if not change.sealed:
            return _gone(moment, side, change.shown.pieces, change.shown.gone)
    return ()


def _gone(moment: _Moment, side: Side, pieces: tuple[Piece, ...], gone: tuple[str, ...]) -> tuple[Piece, ...]:
    was = everything(moment.before)
    if any(piece.id not in was and piece.side == side for piece in pieces):
        return ()
    return tuple(was[id] for id in gone if id in was and was[id].side == side)


# -- steps


def _steps(moments: list[_Moment]) -> tuple[StepStory, ...]:
    """The moments by the step they fell into, in order; between the steps is the battle."""
    found: dict[str, list[_Moment]] = {}
    for moment in moments:
        found.setdefault(moment.after.step, []).append(moment)
    return tuple(_step(number, told_here) for number, told_here in found.items() if number in STEPS)


def _step(number: str, moments: list[_Moment]) -> StepStory:
    lines: list[Line] = []
    asked: dict[Side, s.Question] = {}
    rolls: Counter[str] = Counter()
    for moment in moments:
        event = moment.seen
        if isinstance(event, ev.Asked) and not event.question.sealed:
            asked[event.side] = event.question.shown
        if isinstance(event, Roll) and event.ask.count and not event.faces:
            rolls[event.ask.who] += 1
        elif line := _line(event, asked):
            lines.append(Line(line.kind, "" if line.rule == number else line.rule, line.words))
    secret = ", ".join(f"{who.capitalize()} {counted(n, 'roll')}" for who, n in sorted(rolls.items()))
    return StepStory(number, STEPS[number].title, _together(lines), f"in secret: {secret}" if secret else "")


def _line(event: CampaignEvent | Roll | SeedShown, asked: dict[Side, s.Question]) -> Line | None:
    if isinstance(event, Roll):
        return Line("roll", "", _sentence(event.words()))
    if isinstance(event, ev.Answered):
        return _chosen(event, asked.pop(event.side, None))
    if isinstance(event, SILENT) or _sealed(event) or _recorded(event):
        return None
    words = told(GAME, event)
    private = isinstance(event, (ev.Whispered, ev.ChangedInSecret, ev.PointsChanged))
    return Line("secret" if private else "said", _rule(event), _sentence(words)) if words else None


def _recorded(event: object) -> bool:
    """A line of the purchase record: it is printed as such."""
    return isinstance(event, ev.PointsChanged) and event.points.shown.line is not None


def _sealed(event: object) -> bool:
    secrets = (getattr(event, name, None) for name in ("text", "change", "points"))
    return any(getattr(secret, "sealed", False) for secret in secrets)


def _rule(event: object) -> str:
    rule = getattr(event, "rule", "")
    if isinstance(rule, Hidden):
        rule = "" if rule.sealed else rule.shown
    return rule.removeprefix("001 ") if isinstance(rule, str) else ""


def _chosen(event: ev.Answered, question: s.Question | None) -> Line | None:
    """What a side chose, with the question; orders, works and set-ups are told elsewhere."""
    if event.chosen.sealed or question is None or question.form != "choose":
        return None
    chosen = ", ".join(question.choices.get(key, key) for key in event.chosen.shown) or "nothing"
    return Line("choice", _rule(event), _sentence(f"{event.side} chooses {chosen} ({question.words})"))


def _sentence(words: str) -> str:
    return plain(words[:1].upper() + words[1:], LONG)


def _together(lines: list[Line]) -> tuple[Line, ...]:
    """Lines that say the same one after the other are told in one: with their number, or with all whom they name."""
    found: list[Line] = []
    for _, group in groupby(lines, key=lambda line: (line.kind, line.rule, _tail(line))):
        same = list(group)
        if len(same) >= SAME and _tail(same[0]):
            names = ", ".join(line.words.partition(IS)[0] for line in same)
            found.append(Line(same[0].kind, same[0].rule, plain(f"{names}: each{IS}{_tail(same[0])}", LONG)))
        else:
            found += [_counted(line, len(list(again))) for line, again in groupby(same)]
    return tuple(found)


def _tail(line: Line) -> str:
    """What a line says of whom it names; a roll or a choice is always told by itself."""
    return line.words.partition(IS)[2] if line.kind in ("said", "secret") else ""


def _counted(line: Line, times: int) -> Line:
    return Line(line.kind, line.rule, f"{line.words}{MANY}{times}") if times > 1 else line
