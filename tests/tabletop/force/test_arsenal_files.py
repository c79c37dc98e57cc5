"""The files that cards stand in are strict: every mistake is told with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.kernel.errors import BadData
from orsha.tabletop.force.arsenal import load_arsenal

FILE = """
nation = "german"
period = "late"
source = "a test"

[weapons]
"5.5cm gun" = { range = 24, rof = [2, 1], anti_tank = 9, firepower = 4 }
"Rocket" = { range = 8, rof = [1, 1], anti_tank = 11, firepower = 5 }

[teams."Shared team"]
class = "infantry"
motivation = 4
skill = { rating = 3, assault = 2 }
hit_on = 3
save = 3
move = [8, 8, 12, 12]
cross = "auto"
weapons = ["Rocket"]

[cards."5.5cm Platoon"]
arm = "anti-tank-guns"
sizes = [
    { teams = { "5.5cm gun" = 2 }, points = 5 },
]
options = [
    { name = "Escort", adds = { "Shared team" = 1 }, points = 1 },
]

[cards."5.5cm Platoon".teams."5.5cm gun"]
class = "gun"
motivation = { rating = 4, last_stand = 3 }
skill = 3
hit_on = 4
save = 3
move = ["-", 2, 4, 4]
cross = 6
weapons = ["5.5cm gun"]
rules = ["gun-shield"]

[cards."Company HQ"]
arm = "infantry"
hq = true
sizes = [
    { teams = { "Shared team" = 2 }, points = 2 },
]

[formations."Company"]
hq = ["Company HQ"]
compulsory = [["5.5cm Platoon"]]

[support]
boxes = [["5.5cm Platoon"]]
"""


def loaded(tmp_path: Path, old: str = "", new: str = "") -> None:
    assert old in FILE
    (tmp_path / "cards.toml").write_text(FILE.replace(old, new, 1) if old else FILE)
    load_arsenal(tmp_path)


def test_the_file_is_fine_as_it_stands(tmp_path: Path) -> None:
    loaded(tmp_path)


MISTAKES = [
    ("range = 24", "range = 24, reach = 2", 7, "5.5cm gun: unknown key 'reach'"),
    ("range = 24, ", "", 7, "5.5cm gun: the key 'range' is missing"),
    ("firepower = 4", "firepower = 7", 7, "6 or less"),
    ("rof = [2, 1]", 'rof = ["-", "-"]', 7, "fires neither halted nor moving"),
    ("firepower = 4", 'firepower = "-"', 7, "both numbers or both dashes"),
    ("rof = [2, 1]", "rof = [20, 1]", 7, "12 or less"),
    ('hit_on = 4\nsave = 3\nmove = ["-"', 'hit_on = 1\nsave = 3\nmove = ["-"', 33, "2 or more"),
    ('move = ["-", 2, 4, 4]', 'move = ["-", 4, 2, 4]', 35, "goes at least as far"),
    ('move = ["-", 2, 4, 4]', 'move = "anywhere"', 35, "aircraft move anywhere"),
    ("cross = 6\n", "", 29, "the key 'cross' is missing"),
    ("save = 3\nmove = [8", "save = 3\narmour = [1, 1, 0]\nmove = [8", 10, "armour or a save, and not both"),
    ("save = 3\nmove = [8", "armour = [1, 1, 0]\nmove = [8", 15, "only tanks have armour"),
    ('rules = ["gun-shield"]', 'rules = ["gun-sheild"]', 38, "'gun-sheild' is not in the glossary"),
    ('rules = ["gun-shield"]', 'rules = ["no-he"]', 38, "is a weapon's, not a team's"),
    ('weapons = ["5.5cm gun"]', 'weapons = ["6cm gun"]', 37, "there is no weapon '6cm gun'"),
    ('{ "5.5cm gun" = 2 }', '{ "6cm gun" = 2 }', 29, "no size or option has its '5.5cm gun'"),
    ('adds = { "Shared team" = 1 }', 'adds = { "Lost team" = 1 }', 20, "there is no team 'Lost team'"),
    ('adds = { "Shared team" = 1 }, ', "", 25, "adds no team and gives no weapon"),
    ("points = 1 }", 'points = 1, most = "half" }', 25, "replaces nothing"),
    ("points = 1 }", 'points = 1, group = "x" }', 25, "the group 'x' has no limit"),
    ('arm = "anti-tank-guns"', 'limits = { x = "Lost" }\narm = "anti-tank-guns"', 21, "no size has the team 'Lost'"),
    ('class = "gun"\n', 'class = "gun"\nlike = "Nobody"\n', 31, "there is no team 'Nobody'"),
    ('class = "gun"\n', 'class = "gun"\nlike = "5.5cm gun"\n', 31, "without end"),
    ("hq = true\n", "", 46, "Company HQ is no headquarters"),
    ('compulsory = [["5.5cm Platoon"]]', 'compulsory = [["6cm Platoon"]]', 47, "there is no card '6cm Platoon'"),
    ('boxes = [["5.5cm Platoon"]]', 'boxes = [["Company HQ"]]', 52, "could come as support"),
    ('arm = "anti-tank-guns"', 'arm = "navy"', 21, "cannot be 'navy'"),
    ('motivation = { rating = 4, last_stand = 3 }', 'motivation = { last_stand = 3 }', 31, "'rating'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "why"), MISTAKES, ids=[m[3][:40] for m in MISTAKES])
def test_a_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, why: str) -> None:
    with pytest.raises(BadData) as told:
        loaded(tmp_path, old, new)
    assert why in str(told.value)
    assert told.value.line == line and told.value.file.endswith("cards.toml"), str(told.value)


def test_nothing_stands_in_a_file_for_nobody(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cards.toml:9: Spare: no team uses it"):
        loaded(
            tmp_path,
            "\n\n[teams.",
            '\n"Spare" = { range = 8, rof = [1, 1], anti_tank = 1, firepower = 6 }\n\n[teams.',
        )


def test_a_name_stands_once_in_all_files(tmp_path: Path) -> None:
    head = 'nation = "german"\nperiod = "late"\nsource = "b"\n[weapons]\n'
    (tmp_path / "more.toml").write_text(head + '"Rocket" = { range = 8, rof = [1, 1], anti_tank = 1, firepower = 6 }\n')
    with pytest.raises(BadData, match=r"more.toml:5: Rocket stands in cards.toml already"):
        loaded(tmp_path)
    (tmp_path / "more.toml").write_text(head.replace("german", "soviet"))
    with pytest.raises(BadData, match="another nation or period"):
        loaded(tmp_path)


def test_an_empty_folder_is_no_arsenal(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="holds no TOML files"):
        load_arsenal(tmp_path)
