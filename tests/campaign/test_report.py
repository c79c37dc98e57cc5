"""The scenario's report: read, and every contradiction named with what was expected."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.campaign.report import ScenarioReport, check, load_report, loads_report
from orsha.kernel import BadData
from orsha.kernel.data import Wrong

REPORT = """\
date = "23AM"
turns = 7
evp = 4

[[pieces]]
id = "a1"
side = "german"
kind = "squad"
type = "4-6-7"
hex = "P20"
status = ["broken"]

[[pieces]]
id = "a2"
side = "german"
kind = "sw"
type = "LMG"
hex = "P20"
held_by = "a1"
status = ["malfunctioned"]

[[pieces]]
id = "b1"
side = "russian"
kind = "vehicle"
type = "KV-1S"
hex = "R24"
status = ["immobilized"]

[[pieces]]
id = "b2"
side = "russian"
kind = "leader"
type = "9-1"
hex = "P20"
status = ["prisoner", "wounded"]
held_by = "a1"

[[works]]
what = "minefield"
hex = "S22"
side = "german"
ap = 8
at = 3

[[markers]]
what = "wreck"
hex = "R25"

[control]
german = ["P3", "K33"]
russian = ["X38"]

[casualties.german]
cvp = 12
lost = { "4-6-7" = 4 }
"""


def test_a_report_is_read_from_toml_and_from_json(tmp_path: Path) -> None:
    report = loads_report(REPORT)
    assert len(report.pieces) == 4 and report.casualties["german"].cvp == 12
    toml, json = tmp_path / "r.toml", tmp_path / "r.json"
    toml.write_text(REPORT)
    json.write_bytes(msgspec.json.encode(report))
    assert load_report(toml) == load_report(json) == report


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('id = "a2"', 'id = "a1"', 14, "'a1' stands in two places"),
        ('hex = "R24"', 'hex = "R99"', 27, "there is no hex R99"),
        ('hex = "R24"', 'hex = "R24"\nlevel = 3', 28, "R24 has the levels 0, not 3"),
        ('date = "23AM"', 'date = "25AM"', 1, "'25AM' is no date"),
        ('date = "23AM"', 'date = "23AM"\nmap = "minsk"', 2, "no map called 'minsk'"),
        (
            'status = ["immobilized"]',
            'status = ["wounded"]',
            28,
            "a vehicle cannot be wounded; that is for leader, hero",
        ),
        ('held_by = "a1"\nstatus = ["malfunctioned"]', 'held_by = "zz"', 19, "who is not in the report"),
        ('type = "LMG"\nhex = "P20"', 'type = "LMG"\nhex = "P21"', 18, "'a2' is in P21 and its holder 'a1' in P20"),
        ('status = ["prisoner", "wounded"]\nheld_by = "a1"', 'status = ["prisoner"]', 30, "needs a guard"),
        ("ap = 8\nat = 3\n", "", 39, "a minefield with mines"),
        ('russian = ["X38"]', 'russian = ["K33"]', 52, "K33 is controlled by both sides"),
        ('kind = "squad"', 'kind = "platoon"', 8, "cannot be"),
        ("turns = 7", "turns = 7\ncolour = 1", 3, "unknown key 'colour'"),
        ("cvp = 12", "cvp = -1", 55, "0 or more"),
    ],
)
def test_a_contradiction_is_named_with_its_line(old: str, new: str, line: int, why: str) -> None:
    assert old in REPORT
    with pytest.raises(BadData, match=why) as bad:
        loads_report(REPORT.replace(old, new, 1), "r.toml")
    assert bad.value.line == line


@pytest.mark.parametrize("hex", ["R04", " R24", "R\u0662\u0664"])
def test_a_hex_that_a_report_spells_otherwise_than_the_map_is_refused(hex: str) -> None:
    """It would be kept as it stands, and no unit there would be found by the map's name for it."""
    with pytest.raises(BadData, match="is no hex: a hex is named like P15"):
        loads_report(REPORT.replace('hex = "R24"', f'hex = "{hex}"'))


def test_a_unit_in_a_gully_is_on_its_floor_or_on_the_ground() -> None:
    text = REPORT.replace('hex = "R24"', 'hex = "B32"\nlevel = -1')
    assert loads_report(text).pieces[2].level == -1
    with pytest.raises(BadData, match="B32 has the levels -1, 0, not -2"):
        loads_report(text.replace("level = -1", "level = -2"))


def test_more_casualties_than_men_are_refused() -> None:
    report = loads_report(REPORT)
    check(report, Counter({("german", "4-6-7"): 5}))
    with pytest.raises(Wrong, match="4 4-6-7 are lost and 1 are left, but the german side had 4"):
        check(report, Counter({("german", "4-6-7"): 4}))


def test_an_enemys_weapon_must_be_marked_as_captured() -> None:
    text = REPORT.replace('id = "a2"\nside = "german"', 'id = "a2"\nside = "russian"')
    with pytest.raises(BadData, match="held by the enemy and not marked as captured"):
        loads_report(text)
    loads_report(text.replace('status = ["malfunctioned"]', 'status = ["malfunctioned", "captured"]'))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"date": 5}', b"\xff", b'{"date":"23AM","pieces":[{}]}'])
def test_a_broken_json_report_is_a_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "r.json"
    file.write_bytes(data)
    with pytest.raises(BadData):
        load_report(file)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(REPORT) - 1), st.text(max_size=3))
def test_no_change_makes_it_fail_in_any_other_way(at: int, patch: str) -> None:
    try:
        report = loads_report(REPORT[:at] + patch + REPORT[at + 1 :])
    except BadData:
        return
    assert isinstance(report, ScenarioReport)


def test_the_report_in_the_players_page_holds() -> None:
    import re

    page = (Path(__file__).parents[2] / "docs" / "campaign.md").read_text()
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    assert len(loads_report(example).pieces) == 2


def test_the_page_on_the_campaign_lists_every_word_of_a_report() -> None:
    from pathlib import Path
    from typing import get_args

    from orsha.campaign.report import Marker, Status, Work

    page = (Path(__file__).parents[2] / "docs" / "campaign.md").read_text(encoding="utf-8")
    for word in (*get_args(Status), *get_args(Marker), *get_args(Work)):
        assert word in page, word
