"""The figures of many games in plain words, and as tables of text: what every kind of report prints."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.kernel import counted
from orsha.sim.figures import ROLES, SEATS, SIDES, Contender, Contest, Figures, Side, Standing
from orsha.sim.stats import Share, Spread

MOST_NAMED = 5
"""Broken games that are named one by one."""
NONE = "-"


class Sheet(Struct, frozen=True):
    """A table of text; the first column names a row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# -- numbers


def percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def interval(one: Share) -> str:
    return f"{_ends(one)} %"


def mean_of(spread: Spread) -> str:
    return f"{spread.mean:.1f}" if spread.count else NONE


def mean_part(spread: Spread) -> str:
    return percent(spread.mean) if spread.count else NONE


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# -- sentences


def paragraphs(figures: Figures) -> tuple[str, ...]:
    """What was played and what came of it, for somebody who reads no tables."""
    if not figures.whole.games:
        return (_played(figures), *_broken(figures))
    found = [f"{_played(figures)} {_how(figures)}", _who_won(figures)]
    if len(figures.missions) > 1:
        found.append(_missions(figures))
    return (*found, _length_and_losses(figures), *_broken(figures))


def _played(figures: Figures) -> str:
    done = figures.whole.games
    names = [one.name for one in figures.missions]
    missions = listed(names) if len(names) <= MOST_NAMED else f"{len(names)} missions"
    if figures.stopped:
        begun = f"Stopped after {done:,} of {counted(figures.asked, 'game')} of {missions}"
        return f"{begun}: the figures are of those only." if done else f"{begun}: there is nothing to report."
    return f"{counted(done, 'game')} of {missions} {'was' if done == 1 else 'were'} played."


def _how(figures: Figures) -> str:
    attack = {
        "turns": "the sides took turns at attacking",
        "roll": "a roll said who attacked",
        "allied": "the Allied side always attacked",
        "axis": "the Axis side always attacked",
    }[figures.attacker]
    sides = [f"{_of_seat(figures.forces, seat)} ({_of_seat(figures.bots, seat)})" for seat in ("allied", "axis")]
    return f"{' met '.join(sides)} on {counted(figures.tables, 'table')}; {attack}. The seed is {figures.seed}."


def _of_seat(contenders: Sequence[Contender], seat: str) -> str:
    return listed([one.name for one in contenders if one.sides[seat].wins.games])  # type: ignore[index]


def _who_won(figures: Figures) -> str:
    whole = figures.whole
    attacker, defender = whole.sides["attacker"].wins, whole.sides["defender"].wins
    ended = (
        f"{counted(whole.unfinished, 'game')} ({percent(whole.unfinished / whole.games)}) had no winner when the last "
        "turn was over: both sides scored as the loser does"
        if whole.unfinished
        else "every game had a winner"
    )
    return (
        f"The attacker won {percent(attacker.share)} of the games ({100 * figures.confidence:.0f} % interval "
        f"{interval(attacker)}), the defender {percent(defender.share)} ({interval(defender)}); {ended}. "
        f"{_fair(whole)}"
    )


def _fair(contest: Contest) -> str:
    one = contest.decided
    if not one.games:
        return "So nothing can be said about who is favoured."
    told = f"Of the games that were won, the attacker won {percent(one.share)} ({interval(one)})"
    return {
        0: f"{told}: so many games show no advantage for either side.",
        1: f"{told}: the attacker has the better chances.",
        -1: f"{told}: the defender has the better chances.",
    }[one.side_of_even]


def _missions(figures: Figures) -> str:
    for_attacker = [one.name for one in figures.missions if one.decided.side_of_even > 0]
    for_defender = [one.name for one in figures.missions if one.decided.side_of_even < 0]
    chance = (1 - figures.confidence) * len(figures.missions)
    parts = []
    if for_attacker:
        parts.append(f"the attacker is favoured in {listed(for_attacker)}")
    if for_defender:
        parts.append(
            f"the defender in {listed(for_defender)}"
            if parts
            else f"the defender is favoured in {listed(for_defender)}"
        )
    told = "; ".join(parts) if parts else "no mission shows an advantage for either side"
    return (
        f"Mission by mission, {told}. With {len(figures.missions)} missions, {chance:.1f} of them would look "
        "uneven by chance alone though all were even."
    )


def _length_and_losses(figures: Figures) -> str:
    whole = figures.whole
    attacker, defender = whole.sides["attacker"], whole.sides["defender"]
    turns = (
        f"A game that was won ended in turn {mean_of(whole.turns)} on average, eight of ten of them between turn "
        f"{whole.turns.low:.0f} and turn {whole.turns.high:.0f}. "
        if whole.turns.count
        else ""
    )
    return (
        f"{turns}The attacker lost {mean_part(attacker.units_lost)} of its units and {mean_part(attacker.teams_lost)} "
        f"of its teams, the defender {mean_part(defender.units_lost)} and {mean_part(defender.teams_lost)}. On average "
        f"the attacker scored {mean_of(attacker.points)} victory points and the defender {mean_of(defender.points)}."
    )


def _broken(figures: Figures) -> tuple[str, ...]:
    if not figures.failed:
        return ()
    named = "; ".join(figures.failed[:MOST_NAMED])
    more = len(figures.failed) - MOST_NAMED
    rest = f"; and {more:,} more" if more > 0 else ""
    verb = "was" if len(figures.failed) == 1 else "were"
    games = counted(len(figures.failed), "game")
    return (f"{games} {verb} broken off by a mistake of the program and {verb} not counted: {named}{rest}.",)


# -- tables


def sheets(figures: Figures) -> tuple[Sheet, ...]:
    """All figures as tables: by mission, by side, by force, by bot."""
    contests = (*figures.missions, figures.whole) if len(figures.missions) > 1 else figures.missions
    return (
        Sheet("By mission", _share_heads(ROLES), tuple(_shares(one, ROLES) for one in contests)),
        Sheet("By mission, Allied and Axis", _share_heads(SEATS), tuple(_shares(one, SEATS) for one in contests)),
        Sheet("Length and losses", COSTS, tuple(_costs(one) for one in contests)),
        Sheet("By side", STANDING, tuple(_standing(figures.whole.sides[side]) for side in SIDES)),
        _contenders("By force", figures.forces),
        _contenders("By bot", figures.bots),
    )


COSTS = ("mission", "no winner", "turns", "attacker %", "defender %", "points")
STANDING = ("who", "games", "won %", "interval", "points", "units lost %")


def _number(part: float, known: int) -> str:
    """A part of one as a number under a head that says per cent."""
    return f"{100 * part:.1f}" if known else NONE


def _ends(one: Share) -> str:
    return f"{100 * one.low:.1f}-{100 * one.high:.1f}"


def _share_heads(sides: Sequence[Side]) -> tuple[str, ...]:
    return ("mission", "games", *(head for side in sides for head in (f"{side} %", "interval")))


def _shares(one: Contest, sides: Sequence[Side]) -> tuple[str, ...]:
    won = [one.sides[side].wins for side in sides]
    return (
        one.name,
        f"{one.games:,}",
        *(text for wins in won for text in (_number(wins.share, wins.games), _ends(wins))),
    )


def _costs(one: Contest) -> tuple[str, ...]:
    """Turns with the range of eight games in ten; points the attacker's and the defender's."""
    sides = [one.sides[role] for role in ROLES]
    return (
        one.name,
        f"{one.unfinished:,}",
        f"{mean_of(one.turns)} ({one.turns.low:.0f}-{one.turns.high:.0f})" if one.turns.count else NONE,
        *(_number(side.units_lost.mean, side.units_lost.count) for side in sides),
        ":".join(mean_of(side.points) for side in sides) if one.games else NONE,
    )


def _standing(one: Standing, name: str | None = None) -> tuple[str, ...]:
    return (
        name or one.name,
        f"{one.wins.games:,}",
        _number(one.wins.share, one.wins.games),
        _ends(one.wins),
        mean_of(one.points),
        _number(one.units_lost.mean, one.units_lost.count),
    )


def _contenders(title: str, contenders: Sequence[Contender]) -> Sheet:
    rows: list[tuple[str, ...]] = []
    for one in contenders:
        if one.whole.wins.games:
            rows.append(_standing(one.whole))
        total = sum(one.sides[role].wins.games for role in ROLES)
        parts = [side for side in one.sides.values() if 0 < side.wins.games < total]
        rows += [_standing(side, f"{one.name}, {side.name}") for side in parts]
    return Sheet(title, STANDING, tuple(rows))
