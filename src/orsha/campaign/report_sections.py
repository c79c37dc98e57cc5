"""A report entered part by part: what a typed line adds to it, what stands there already, how the last goes again.

Every line is checked with the whole report, so that the report holds together after each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign import report_words as words
from orsha.campaign import shorthand
from orsha.campaign.counter_names import either
from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.campaign.report import ScenarioReport, check
from orsha.hexmap.map import HexMap, hex_map
from orsha.kernel import OrshaError
from orsha.kernel.data import Wrong


class Section(Struct, frozen=True):
    """A part of the entry. `add` and `without_last` give the changed report; the latter none if nothing is left."""

    name: str
    asks: str
    help: str
    add: Callable[[ScenarioReport, str], ScenarioReport]
    lines: Callable[[ScenarioReport], Sequence[str]]
    without_last: Callable[[ScenarioReport], ScenarioReport | None]
    once: bool = False
    """One answer and no more."""


def begun(text: str) -> ScenarioReport:
    """The report that a date alone makes."""
    return checked(ScenarioReport(_date(text)))


def added(section: Section, report: ScenarioReport, text: str) -> ScenarioReport:
    return checked(section.add(report, text))


def taken_back(section: Section, report: ScenarioReport) -> ScenarioReport | None:
    """Without the last line, as far as what stands there can tell; none where there is none."""
    left = section.without_last(report)
    return None if left is None else checked(left)


def checked(report: ScenarioReport) -> ScenarioReport:
    try:
        check(report)
    except Wrong as error:
        raise OrshaError(error.why) from error
    return report


def _board(report: ScenarioReport) -> HexMap:
    return hex_map(report.map)


def _nothing(report: ScenarioReport) -> ScenarioReport | None:
    return None


# -- single answers


def _date(text: str) -> str:
    wanted = text.strip().upper()
    if wanted not in dates():
        raise OrshaError(f"{text.strip()!r} is no date of the campaign: {either(dates())}")
    return wanted


def _with_date(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, date=_date(text))


def _with_turns(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, turns=words.parse_turns(text))


def _with_evp(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, evp=words.parse_evp(text))


# -- a side's pieces and works


def _of_side(side: Side) -> Section:
    def add(report: ScenarioReport, text: str) -> ScenarioReport:
        if ":" not in text:
            return replace(report, works=(*report.works, *words.parse_works(text, side, _board(report))))
        line = shorthand.parse(text, side, _board(report))
        taken = {piece.id for piece in report.pieces}
        return replace(report, pieces=(*report.pieces, *shorthand.pieces_of(line, taken)))

    def lines(report: ScenarioReport) -> Sequence[str]:
        pieces = [shorthand.format(line) for line in shorthand.lines_of(report.pieces, side)]
        return [*pieces, *(words.format_work(work) for work in report.works if work.side == side)]

    def without_last(report: ScenarioReport) -> ScenarioReport | None:
        """Works were entered last, as far as one can tell; then the pieces of the last hex."""
        works = [work for work in report.works if work.side == side]
        if works:
            last = len(report.works) - 1 - report.works[::-1].index(works[-1])
            return replace(report, works=report.works[:last] + report.works[last + 1 :])
        own = [piece for piece in report.pieces if shorthand.keeper(piece) == side]
        gone: set[str] = set()
        for piece in reversed(own):
            if (piece.hex, piece.level) != (own[-1].hex, own[-1].level):
                break
            gone.add(piece.id)
        return replace(report, pieces=tuple(one for one in report.pieces if one.id not in gone)) if gone else None

    return Section(side, f"{side} pieces and works", HELP["side"], add, lines, without_last)


# -- lists


def _add_markers(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, markers=(*report.markers, *words.parse_markers(text, _board(report))))


def _less_markers(report: ScenarioReport) -> ScenarioReport | None:
    return replace(report, markers=report.markers[:-1]) if report.markers else None


def _add_removed(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, removed=(*report.removed, *words.parse_removed(text, _board(report))))


def _less_removed(report: ScenarioReport) -> ScenarioReport | None:
    return replace(report, removed=report.removed[:-1]) if report.removed else None


def _add_ft_dc(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, ft_dc=(*report.ft_dc, words.parse_ft_dc(text)))


def _less_ft_dc(report: ScenarioReport) -> ScenarioReport | None:
    return replace(report, ft_dc=report.ft_dc[:-1]) if report.ft_dc else None


# -- by side

BySide = dict[Side, tuple[str, ...]]


def _more(there: BySide, side: Side, new: tuple[str, ...]) -> BySide:
    return {**there, side: tuple(dict.fromkeys((*there.get(side, ()), *new)))}


def _less(there: BySide) -> BySide | None:
    last = next((side for side in reversed(list(there)) if there[side]), None)
    if last is None:
        return None
    shorter = {**there, last: there[last][:-1]}
    return {side: names for side, names in shorter.items() if names}


def _side_lines(there: BySide) -> Sequence[str]:
    return [words.format_of_side(side, names) for side, names in there.items() if names]


def _add_control(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, control=_more(report.control, *words.parse_control(text, _board(report))))


def _less_control(report: ScenarioReport) -> ScenarioReport | None:
    left = _less(report.control)
    return None if left is None else replace(report, control=left)


def _add_used(report: ScenarioReport, text: str) -> ScenarioReport:
    return replace(report, used=_more(report.used, *words.parse_used(text)))


def _less_used(report: ScenarioReport) -> ScenarioReport | None:
    left = _less(report.used)
    return None if left is None else replace(report, used=left)


def _add_casualties(report: ScenarioReport, text: str) -> ScenarioReport:
    """A side's line stands for all it suffered: a second one replaces the first."""
    side, casualties = words.parse_casualties(text)
    return replace(report, casualties={**report.casualties, side: casualties})


def _less_casualties(report: ScenarioReport) -> ScenarioReport | None:
    if not report.casualties:
        return None
    return replace(report, casualties=dict(list(report.casualties.items())[:-1]))


HELP = {
    "side": """\
One hex a line:  P20: 3x 4-6-7, LMG, 9-1 wounded, HMG malfunctioned, StuG IIIG immobilized
  3x           so many of them
  4-6-7, 467   a counter by its name, or so much of it that no other fits (StuG, PaK 40)
  wounded      its state, three letters are enough if no other begins so; also broken, mal, imm, abandoned, ...
  prisoner 4-4-7, captured LMG   the enemy's, in this side's hands
  hero, crew, al 9-1, vehicle Tiger   a kind first: al is an armour leader, and any name may follow
  4-6-7 +LMG +DC   who holds what; otherwise guns go to crews, weapons to MMC, armour leaders to vehicles, in order
  LMG dropped      nobody holds it
  4-6-7 #g12       that very counter of the campaign
  B32/-1: ...      on the floor of a gully;   off: T-34 recall-ammo   off the map
Works:  wire K33 K34   trench P20   minefield S22 8AP 3AT   minefield S23 6AP hidden""",
    "date": "The date of the scenario that was fought.",
    "turns": "How many game turns were played.",
    "markers": "A marker and its hexes: blaze Q10, wreck R25 R26; " + either(words.MARKERS) + ".",
    "removed": "Works and markers that were there before and are gone: wire K33 K34. What is not named stays.",
    "control": "Hexes whose control changed, under who has them now: russian: X38, K33. Edge hexes, strategic and "
    "victory locations matter most.",
    "casualties": "Casualty points that a side suffered, and what it lost: german 12: 4x 4-6-7, LMG. A second line of "
    "a side replaces its first.",
    "evp": "Exit points that the Russians earned by leaving over the west edge.",
    "ft-dc": "Flamethrowers and demolition charges that left play, their owner, and the unmodified effects roll that "
    "he made (7.5134): FT russian 9. Those lost in another way are gone and need no line.",
    "used": "Ids of artillery modules that placed a fire for effect and of aircraft that came (CG7): german: g31, g32.",
}

SECTIONS: tuple[Section, ...] = (
    Section("date", "date", HELP["date"], _with_date, lambda report: [report.date], _nothing, once=True),
    Section(
        "turns", "turns played", HELP["turns"], _with_turns, lambda report: [str(report.turns)], _nothing, once=True
    ),
    *(_of_side(side) for side in words.SIDES),
    Section(
        "markers",
        "markers on the map",
        HELP["markers"],
        _add_markers,
        lambda report: list(map(words.format_marker, report.markers)),
        _less_markers,
    ),
    Section("removed", "works and markers gone", HELP["removed"], _add_removed, lambda r: r.removed, _less_removed),
    Section(
        "control", "control", HELP["control"], _add_control, lambda report: _side_lines(report.control), _less_control
    ),
    Section(
        "casualties",
        "casualties",
        HELP["casualties"],
        _add_casualties,
        lambda report: [words.format_casualties(side, one) for side, one in report.casualties.items()],
        _less_casualties,
    ),
    Section("evp", "exit points", HELP["evp"], _with_evp, lambda report: [str(report.evp)], _nothing, once=True),
    Section(
        "ft-dc",
        "FT and DC that left play",
        HELP["ft-dc"],
        _add_ft_dc,
        lambda report: list(map(words.format_ft_dc, report.ft_dc)),
        _less_ft_dc,
    ),
    Section("used", "artillery and aircraft used", HELP["used"], _add_used, lambda r: _side_lines(r.used), _less_used),
)


def place_of(name: str) -> int:
    """Where a section stands in the order they are asked."""
    known = [section.name for section in SECTIONS]
    if name not in known:
        raise OrshaError(f"{name!r} is no part of a report: {either(known)}")
    return known.index(name)
