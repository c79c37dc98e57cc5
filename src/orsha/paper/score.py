"""A linked campaign's score sheet: battles in order, what each result changes, filled in as far as it was played."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from orsha.paper.press import format_of, paper_size, printed, with_words, written
from orsha.series import SeriesState, linked_campaign, totals
from orsha.series.campaign import POWERS, Stage
from orsha.tabletop.mission import mission, rules


class EffectRow(Struct, frozen=True):
    when: str
    says: str
    holds: bool


class BattleRow(Struct, frozen=True):
    number: int
    mission: str
    attacker: str
    effects: tuple[EffectRow, ...]
    winner: str = ""
    lost: str = ""
    grade: str = ""
    soviet: str = ""
    german: str = ""


class ScoreSheet(Struct, frozen=True):
    width: float
    height: float
    title: str
    about: str
    source: str
    points: str
    battles: tuple[BattleRow, ...]
    soviet: str
    german: str
    winner: str


def score_sheet(state: SeriesState, paper: str = "a4") -> ScoreSheet:
    """What the sheet shows of a series."""
    campaign = linked_campaign(state.setup.campaign)
    width, height = paper_size(paper)
    rows = tuple(_row(state, n, stage) for n, stage in enumerate(campaign.stages))
    sums = totals(state) if state.battles else None
    over = len(state.battles) == len(campaign.stages)
    grades = ", ".join(f"{row.grade} {row.winner}-{row.loser}" for row in rules().victory_points)
    source = f"{campaign.source}. Victory: {grades}. Printed by Orsha."
    winner = (state.battles[-1].winner or "nobody").capitalize() if over else ""
    soviet, german = (str(sums[power]) if sums else "" for power in POWERS)
    points = str(state.setup.points)
    return ScoreSheet(width, height, campaign.name, campaign.about, source, points, rows, soviet, german, winner)


def _row(state: SeriesState, n: int, stage: Stage) -> BattleRow:
    before = state.battles[n - 1] if 0 < n <= len(state.battles) else None
    campaign = linked_campaign(state.setup.campaign)
    now = campaign.effect(n, before.winner, before.grade) if before is not None else None
    effects = tuple(
        EffectRow(f"after a {power} Stunning or Major Victory", effect.says, effect is now)
        for power, effect in (("Soviet", stage.soviet), ("German", stage.german))
        if effect is not None
    )
    attacker = now.attacker if now is not None and now.attacker is not None else stage.attacker
    row = BattleRow(n + 1, mission(stage.mission).file.name, f"the {attacker.capitalize()}s attack", effects)
    if n >= len(state.battles):
        return row
    battle = state.battles[n]
    soviet, german = (str(battle.points.get(power, 0)) for power in POWERS)
    winner = (battle.winner or "nobody").capitalize()
    return BattleRow(n + 1, row.mission, row.attacker, effects, winner, str(battle.lost), battle.grade, soviet, german)


def write_score_sheet(state: SeriesState, out: Path, paper: str = "a4") -> None:
    """The sheet as .pdf, .svg or .png."""
    how = format_of(out, "a score sheet")
    sheet = score_sheet(state, paper)
    content = printed("score.typ", sheet, how)
    if how == "svg":
        words = "\n".join(f"{row.number}. {row.mission}: {row.winner}" for row in sheet.battles)
        content = with_words(content, sheet.title, words)
    written(out, content)
