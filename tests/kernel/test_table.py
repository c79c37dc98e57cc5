"""Charts: what they roll, why, with which odds; and every mistake in a chart file found with its line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.kernel import BadData, Charts, Dice, Illegal, Typed, Unknown, loads_facts, loads_tables
from orsha.kernel.table import Table
from tests.kernel.tiny import BARRAGE

FACTS = loads_facts(
    """
[facts]
rain = { kind = "flag", means = "it rains" }
losses = { kind = "number", means = "points lost" }
"""
)
CHART = """\
name = "mud"
title = "Mud"
source = "nowhere 1.2"
dice = "1d6"

[[rows]]
to = 2
result = "deep"
notes = ["a"]

[[rows]]
from = 3
to = 5
result = "soft"

[[rows]]
from = 6
result = "dry"

[[modifiers]]
when = "rain"
fact = "rain"
value = -1

[[modifiers]]
when = "for each full 20 points lost beyond 5"
fact = "losses"
value = 2
per = 20
less = 5

[footnotes]
a = "no wheels"
"""


def mud(text: str = CHART) -> Table:
    return loads_tables(text, FACTS, "mud.toml")[0]


def test_a_roll_adds_the_modifiers_that_the_facts_grant_and_says_which() -> None:
    outcome = mud().roll(Dice(Typed([(3,)])), "red", {"rain": True, "losses": 24})
    assert [(m.name, m.value) for m in outcome.roll.ask.modifiers] == [("rain", -1)]
    assert outcome.result == "deep" and outcome.row.notes == ("a",)
    assert [m.value for m in mud().explain({"losses": 45})] == [4]


def test_odds_are_exact_and_follow_the_modifiers() -> None:
    assert mud().odds().as_dict() == {"deep": Fraction(1, 3), "soft": Fraction(1, 2), "dry": Fraction(1, 6)}
    assert mud().odds_given({"rain": True, "losses": 5}).as_dict() == mud().odds(-1).as_dict()
    assert mud().odds(-9).as_dict() == {"deep": 1}


def test_n_stands_for_the_final_roll() -> None:
    open_row = '[[rows]]\nresult = "{n} men"\n'
    table = mud(CHART[: CHART.index("[[rows]]")] + open_row)
    assert table.result(9) == "9 men"
    assert len(table.odds().weights) == 6


def test_a_chart_is_printed_for_the_terminal_and_as_markdown() -> None:
    assert "≤ 2  deep (a)" in mud().terminal() and "(a) no wheels" in mud().terminal()
    assert "| 3–5 | soft |" in mud().markdown() and "Source: nowhere 1.2" in mud().markdown()


def test_a_secret_chart_is_seen_by_its_roller_only() -> None:
    secret = mud(CHART.replace('dice = "1d6"', 'dice = "1d6"\nsecret = true'))
    assert secret.roll(Dice(Typed([(3,)])), "red", {"losses": 0}).roll.ask.seen_by == ("red",)


def test_columns_share_what_is_printed_once() -> None:
    two = CHART.replace('dice = "1d6"', 'dice = "1d6"\ncolumns = ["foot", "wheels"]')
    for result in ("deep", "soft", "dry"):
        two = two.replace(f'result = "{result}"', f'result = {{ foot = "{result}", wheels = "stuck in {result}" }}')
    two = two.replace('fact = "rain"', 'fact = "rain"\nonly = ["wheels"]')
    foot, wheels = loads_tables(two, FACTS)
    assert (foot.name, foot.result(6), len(foot.modifiers)) == ("mud-foot", "dry", 1)
    assert (wheels.name, wheels.result(6), len(wheels.modifiers)) == ("mud-wheels", "stuck in dry", 2)


def test_a_fact_that_the_chart_does_not_use_or_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(Unknown, match="no fact on the chart mud called 'snow'"):
        mud().explain({"snow": True, "losses": 0})
    with pytest.raises(Illegal, match="losses takes a number"):
        mud().explain({"losses": True})
    with pytest.raises(Illegal, match="rain takes yes or no"):
        mud().explain({"rain": 2, "losses": 0})
    with pytest.raises(Illegal, match="cannot be rolled without losses"):
        mud().explain({"rain": True})


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("from = 3", "from = 2", 11, "overlaps"),
        ("from = 3", "from = 4", 12, "gap between 2 and 4"),
        ("from = 6", "from = 7", 17, "gap between 5 and 7"),
        ("to = 2\n", "from = 1\nto = 2\n", 7, "nothing covers rolls under 1"),
        ("from = 6", "from = 6\nto = 9", 18, "nothing covers rolls over 9"),
        ("from = 3\nto = 5", "from = 5\nto = 3", 12, "runs backwards"),
        ('fact = "rain"', 'fact = "snow"', 22, "unknown fact 'snow'"),
        ("value = -1", "value = 0", 23, "changes nothing"),
        ("value = -1", "value = -1\nper = 3", 20, "is a yes or no"),
        ("value = -1", 'value = "a lot"', 23, "must be a whole number, not a text"),
        ('notes = ["a"]', 'notes = ["b"]', 9, "no footnote 'b'"),
        ('source = "nowhere 1.2"\n', "", 1, "the key 'source' is missing"),
        ('title = "Mud"', 'title = "Mud"\ncolour = "brown"', 3, "unknown key 'colour'"),
        ('result = "soft"', 'result = { foot = "x" }', 14, "unknown column 'foot'"),
        ('dice = "1d6"', 'dice = "1d6"\ncolumns = ["foot"]', 9, "give a result for each"),
        ("per = 20", "per = 0", 29, "1 or more"),
        ('dice = "1d6"', 'dice = "9d9"', 4, "cannot be"),
        ("[[rows]]\nto = 2", "[[rows\nto = 2", 6, "is not TOML"),
    ],
)
def test_a_mistake_in_a_chart_file_is_found_with_its_line(old: str, new: str, line: int, why: str) -> None:
    assert old in CHART
    with pytest.raises(BadData) as bad:
        mud(CHART.replace(old, new, 1))
    assert (bad.value.file, bad.value.line) == ("mud.toml", line), str(bad.value)
    assert why in bad.value.why


def test_an_unknown_chart_is_answered_with_near_names() -> None:
    with pytest.raises(Unknown, match="did you mean barrage"):
        Charts([BARRAGE])["barage"]
