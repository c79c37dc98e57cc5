"""docs/rules-coverage.md stays true: every rule of 001 has a row, and what the row names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.reaching import imported, reached

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules-coverage.md"
HOW = {"run", "asked", "told", "not on this map", "nothing to keep"}
COPIED = 8
"""So many words in a row, as the seed has them, are a copy."""


class Row(NamedTuple):
    rule: str
    asks: str
    how: str
    where: str
    tests: str


def rows() -> list[Row]:
    found = []
    campaign, _, _ = PAGE.read_text().partition("## Clause by clause: OtO-S1")
    for line in campaign.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] != "rule" and not set(line) <= set("|-"):
            assert len(cells) == len(Row._fields), f"a row has {len(Row._fields)} cells: {line}"
            found.append(Row(*cells))
    return found


ROWS = rows()


# -- the seed's rules


@pytest.fixture
def seed(shared: Path) -> str:
    [file] = shared.glob("seeds/001_*.txt")
    return file.read_text()


def between(text: str, start: str, end: str) -> str:
    return text[text.index(start) : text.index(end, text.index(start) + 1)]


def rules_of(seed: str) -> set[str]:
    """Every rule of 001 before its solo missions, by the name that its row has."""
    rules = seed[: seed.index("## INDEX")]
    found = set(re.findall(r"^(?:\*\*|#+ )(\d\.\d+)\b", rules, re.M))
    found |= {f"CG{number}" for number in re.findall(r"^\*\*CG(\d+)\.", rules, re.M)}
    return found | _lettered(rules) | _named(rules)


def _lettered(rules: str) -> set[str]:
    """Rules that a letter or a number of their own parts from the paragraph they stand in."""
    parts = {
        "5.3 {}": (r"^\*\(([a-d])\)\*", between(rules, "**5.3**", "## 6.")),
        "CG12{}": (r"^\*\*([ab])\) ", between(rules, "**CG12.", "**CG13.")),
        "7.4 special rule {}": (r"^(\d)\. ", between(rules, "**INITIAL HISTORICAL", "<b>INITIAL GERMAN")),
        "7.502 {}": (r"^- ([a-i])\. ", between(rules, "**7.502", "**7.503")),
        "7.5131 {}": (r"^\*\*([a-d])\) ", between(rules, "**7.5131", "**7.5132")),
        "German note {}": (r"^- (?:\*\*)?([a-z]):", between(rules, "### German RG Notes", "## RUSSIAN REINFORCEMENT")),
        "Russian note {}": (r"^- (?:\*\*)?([a-z]):", between(rules, "### Russian RG Notes", "**7.518")),
        "footnote {}": (r"^\*\*\((\d+)\)", rules[rules.index("## FOOTNOTES") :]),
    }
    return {name.format(one) for name, (form, text) in parts.items() for one in re.findall(form, text, re.M)}


def _named(rules: str) -> set[str]:
    """Definitions, the headings of 7.4, and the charts."""
    definitions = between(rules, "## 6.", "## 7.")
    terms = re.findall(r"^\*\*([^*(<:]+?)\s*(?:\([^)]*\))?\s*(?:<sup>\d+</sup>)?:\*\*", definitions, re.M)
    page = between(rules, "### 7.4 ", "**7.5 ")
    headings = re.findall(r"^\*\*([A-Z -]+):\*\*", page, re.M)
    orders = re.findall(r"^<b>(INITIAL [A-Z]+ OB)</b>", page, re.M)
    charts = re.findall(
        r"^(?:#+ |\*\*)([^*:\n.]*\b(?:TABLE|CHART|ALLOTMENT)(?: AND NOTES)?)(?:\*\*)?$", rules, re.M
    )  # fmt: skip
    special = "INITIAL HISTORICAL SPECIAL RULES"
    return (
        {f"6 {term}".replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for term in terms}
        | {f"7.4 {heading}" for heading in (*headings, *orders) if heading != special}
        | set(charts)
    )


def test_every_rule_of_the_seed_has_a_row(seed: str) -> None:
    missing = rules_of(seed) - {row.rule for row in ROWS}
    assert not missing, sorted(missing)


def test_no_row_is_of_a_rule_that_there_is_not(seed: str) -> None:
    known = rules_of(seed)
    strange = [row.rule for row in ROWS if row.rule not in known and row.rule.split(",")[0] not in known]
    assert not strange


def test_the_seed_is_read_as_it_is_meant(seed: str) -> None:
    found = rules_of(seed)
    some = {"1.54", "5.3 d", "6 LVP", "6 No Man's Land", "CG16", "CG12b", "7.4 special rule 7", "7.502 i", "7.5065",
            "7.51310", "7.5131 c", "7.523", "German note l", "Russian note o", "footnote 20", "RECON TABLE",
            "7.4 INITIAL RUSSIAN OB", "7.4 CG VICTORY CONDITIONS"}  # fmt: skip
    assert some <= found, sorted(some - found)
    counted = Counter(rule.split()[0] for rule in found)
    assert (counted["German"], counted["Russian"], counted["footnote"]) == (12, 15, 20)


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"<[^>]*>|[*`]", "", text).lower())


def test_no_row_copies_the_seed(seed: str) -> None:
    said = words_of(seed)
    runs = {tuple(said[n : n + COPIED]) for n in range(len(said) - COPIED + 1)}
    for row in ROWS:
        own = words_of(row.asks)
        for n in range(len(own) - COPIED + 1):
            assert tuple(own[n : n + COPIED]) not in runs, f"{row.rule}: {' '.join(own[n : n + COPIED])}"


# -- what a row names


@cache
def names_in(file: Path) -> frozenset[str]:
    """Functions and classes of a file, those in a class as Class::name or Class.name."""
    found: set[str] = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
            found |= {f"{node.name}{mark}{name}" for name in inside for mark in ("::", ".")}
    return frozenset(found)


def named_tests(cell: str) -> list[tuple[str, str]]:
    """The tests of a cell: `path::name`; one without a path is in the file of the one before."""
    found: list[tuple[str, str]] = []
    for path, name in re.findall(r"`([\w/.-]*?)::([\w:]+)`", cell):
        found.append((path or found[-1][0], name))
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_a_row_holds(row: Row) -> None:
    kinds = set(row.how.split(", "))
    assert kinds <= HOW, f"how is one of {', '.join(sorted(HOW))}, not {row.how!r}"
    assert row.asks
    if kinds == {"nothing to keep"}:
        assert not row.where and not row.tests, "a rule that asks nothing has no place and no test"
        return
    assert row.where and named_tests(row.tests), "a rule that is kept has a place and a test"
    check_places(row.where)
    check_tests(row.tests)


def check_places(cell: str) -> None:
    for path, name in re.findall(r"`([\w/.-]+)(?::([\w.]+))?`", cell):
        file = ROOT / "src" / "orsha" / path
        assert file.is_file(), f"src/orsha/{path} is not there"
        assert not name or name in names_in(file), f"{path} has no {name}"


def check_tests(cell: str) -> None:
    for path, name in named_tests(cell):
        file = ROOT / "tests" / path
        assert file.is_file(), f"tests/{path} is not there"
        assert name in names_in(file) and "test_" in name, f"{path} has no test {name}"


# -- the miniatures books, clause by clause


class Clause(NamedTuple):
    clause: str
    how: str
    where: str
    tests: str


def clauses(title: str) -> list[Clause]:
    """The rows of one book's table at the end of the page."""
    table = PAGE.read_text().partition(f"## Clause by clause: {title}")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| 00")]
    return [Clause(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]


BOOKS = {"000": clauses("Bagration (000)"), "002": clauses("City Fighting (002)")}
HEADINGS = {
    "000": (
        "Marshes", "Woods and Orchards", "Escarpments", "Gentle Hills", "Brooks", "Lakes",
        "Open Spaces", "Ploughed Fields", "Crop Fields", "Roads", "Haystacks", "Fences and Hedges", "Buildings",
        "Rivers and Fords", "Linked Campaign", "Onslaught", "Fortified Defence", "Fortified Reserves",
        "Reconnaissance In Force", "Preliminary Bombardment", "Minefields", "Booby Traps",
        "Barbed Wire", "Bunker", "Nests", "Defilade Walls", "Fortifications and Obstacles",
        "Anti-tank Bunker", "Gun Nest", "Machine-gun Nests", "Tank Turret Bunker", "Hammering the Line",
        "Swinging the Sickle", "Phased Withdrawal", "Withdrawing Units", "Withdrawing Objectives",
        "River Crossing Operations", "River Assaults", "Determine Current Direction", "Number of Assault Boats",
        "Friendly Bank", "Following Units", "Launching Assault Boats", "Getting Across", "Drift Table",
        "Disembarking", "Returning for More", "Fords", "Bridges", "Number of Crossings", "River Crossing",
        "The Crossroads", "A Foothold",
    ),
    "002": (
        "Terrain in Outskirts Battles", "City Buildings in Outskirts Battles", "Table Size", "Incomplete Buildings",
        "Boulevards", "Tanks and Guns in City Buildings", "Rubble", "City Streets", "Interior Walls & Rooms",
        "Adjacent Rooms", "Upper Levels", "Occupying a Room", "Moving Between Rooms", "Moving Near the Enemy",
        "In Command", "Shooting Into Buildings", "Shooting Out of Buildings", "Shooting in a Building",
        "Bombardments", "Brutal Weapons", "Assaulting from Outside", "Assaulting & Contested Rooms", "In Contact",
        "Defensive Fire", "Clearing Out a Contested Room", "Check If the Assault Is Over",
        "Breaking Off", "Consolidating", "Across the Volga", "Outpost Reserves", "The Factory",
        "The Boulevard", "Two Buildings", "The Square",
    ),
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_every_heading_of_a_book_has_a_row(book: str) -> None:
    named = " ".join(row.clause for row in BOOKS[book]).lower()
    assert not [heading for heading in HEADINGS[book] if heading.lower() not in named]


@pytest.mark.parametrize("row", [row for rows in BOOKS.values() for row in rows], ids=lambda row: row.clause[:60])
def test_a_clause_holds(row: Clause) -> None:
    assert set(row.how.split(", ")) <= HOW, row.how
    if row.how != "nothing to keep":
        assert row.where and named_tests(row.tests), "a clause that is kept has a place and a test"
    check_places(row.where)
    check_tests(row.tests)


def test_no_clause_copies_its_book(shared: Path) -> None:
    for book, rows in BOOKS.items():
        [file] = shared.glob(f"seeds/{book}_*.txt")
        said = words_of(file.read_text())
        runs = {tuple(said[n : n + COPIED]) for n in range(len(said) - COPIED + 1)}
        for row in rows:
            own = words_of(row.clause)
            assert not [n for n in range(len(own) - COPIED + 1) if tuple(own[n : n + COPIED]) in runs], row.clause


def test_no_rule_has_two_rows() -> None:
    twice = [rule for rule, number in Counter(row.rule for row in ROWS).items() if number > 1]
    assert not twice


def test_the_solo_missions_stand_on_the_page() -> None:
    """Their rows are held to the tests by tests/solo/test_clause_page.py."""
    assert "## Clause by clause: OtO-S1" in PAGE.read_text()
    assert "## Clause by clause: OtO-S2" in PAGE.read_text()


# -- what is run is run by the program


def asked_for(cell: str) -> dict[str, bool]:
    """The functions and classes that a cell names, and whether the program itself comes to each."""
    found = re.findall(r"`([\w/.-]+):([\w.]+)`", cell)
    return {f"{path}:{name}": path in imported() and name.split(".")[-1] in reached() for path, name in found}


@pytest.mark.parametrize("row", [*ROWS, *BOOKS["000"], *BOOKS["002"]], ids=lambda row: row[0][:60])
def test_what_the_program_runs_it_comes_to(row: Row | Clause) -> None:
    asked = asked_for(row.where)
    alone = [name for name, used in asked.items() if not used]
    assert not alone, f"nothing in the program asks {', '.join(alone)}"
    if "run" in row.how and asked:
        assert any(asked.values()) or re.search(r"`[\w/-]+\.py`", row.where), "a rule that is run is asked for"
