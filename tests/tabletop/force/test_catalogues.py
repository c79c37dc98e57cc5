"""The community's catalogues: all load, every card is read or reported, and our cards have their values."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from orsha.kernel import OrshaError
from orsha.tabletop.force import Card, Imported, Team, arsenal, read_catalogue
from orsha.tabletop.force.battlescribe import fields as f
from orsha.tabletop.force.battlescribe.labels import clean, key, labels, same
from orsha.tabletop.force.battlescribe.report import Unread
from orsha.tabletop.force.card import Armour

FILES = {
    "Flames_of_War_v4.gst": 0,
    "Fortifications.cat": 13,
    "LW - Bagration_German.cat": 67,
    "LW - Bagration_Soviet.cat": 65,
    "MW - Eastern Front_German.cat": 66,
    "MW - Eastern Front_Soviet.cat": 68,
}


@cache
def imported(folder: Path, name: str) -> Imported:
    return read_catalogue(folder / name, [folder / "Flames_of_War_v4.gst"])


@pytest.mark.parametrize("name", FILES)
def test_a_catalogue_loads(shared: Path, name: str) -> None:
    found = imported(shared / "data" / "bsdata", name)
    assert len(found.cards) == FILES[name]
    for card in found.cards:
        assert card.sizes and all(
            team.weapons or team.transport or _reported(found, card) for team in card.teams.values()
        )


def _reported(found: Imported, card: Card) -> bool:
    return any(problem.card == card.name for problem in found.problems)


def test_every_entry_with_ratings_is_a_card_or_in_the_report(shared: Path) -> None:
    """Counted independently of the importer: every unit profile's name turns up on a card's team, or is reported."""
    for name in FILES:
        found = imported(shared / "data" / "bsdata", name)
        text = (shared / "data" / "bsdata" / name).read_text()
        entries = set(
            re.findall(
                r'<selectionEntry [^>]*name="([^"]*(?:Platoon|Company|Battery|Troop|Flight|HQ))\s*(?:\[[^"]*)?"', text
            )
        )
        cards = {card.name for card in found.cards} | {problem.card for problem in found.problems}
        formations = {formation.name for formation in found.formations}
        unread = {clean(entry.replace("&amp;", "&")) for entry in entries} - cards - formations
        assert not {entry for entry in unread if not _choice(entry)}, name


def _choice(entry: str) -> bool:
    """Names of entries that only offer other entries, or are the files' own notes."""
    return (
        " or " in entry
        or entry.startswith(("[CC]", "Heavy Anti-tank Support", "Tank-killer Support"))
        or entry in UNMADE
    )


UNMADE = {
    "Armoured Car Company", "Brummbar Assault Tank Company", "Captured T-34 Company", "Fast Company",
    "Ferdinand Tank-hunter Company", "Gebirgsjager Company", "Jager Company", "Panzer Company (RC)", "Pioneer Company",
    "Reconnaissance Company", "SS-Panzer Company", "SS-Panzergrenadier Company", "StuG Company (RC)",
    "189th StuG Battery",
}  # fmt: skip
"""Empty entries that the German mid-war catalogue keeps for later."""


def test_what_could_not_be_read_is_named_with_its_field(shared: Path) -> None:
    folder = shared / "data" / "bsdata"
    german = [problem.words() for problem in imported(folder, "MW - Eastern Front_German.cat").problems]
    assert "Hornisse Tank-Hunter Platoon: skill '3+ / Assaul 5+': the number 5 belongs to nothing" in german
    assert any("Fallschirmjager Platoon': leads to another file" in words for words in german)
    soviet = [problem.words() for problem in imported(folder, "MW - Eastern Front_Soviet.cat").problems]
    assert any(words.startswith("T-34 Tank Battalion HQ: ratings: there is no line") for words in soviet)
    assert not imported(folder, "LW - Bagration_Soviet.cat").problems


def test_formations_come_with_their_boxes(shared: Path) -> None:
    found = imported(shared / "data" / "bsdata", "LW - Bagration_Soviet.cat")
    ours = arsenal("soviet", "late").formations
    for formation in found.formations:
        assert formation.hq == ours[formation.name].hq
        assert formation.compulsory == ours[formation.name].compulsory
        assert formation.optional == ours[formation.name].optional


# -- our own cards against the catalogues

SPELLING = [
    ("Sd Kfc", "Sd Kfz"),
    ("Brummnär", "Brummbär"),
    ("Horniesse", "Hornisse"),
    ("JU 87", "Ju 87"),
    ("SD Kfz", "Sd Kfz"),
]
CORRECTED = {
    "Hetzer Tank-Hunter Company HQ",  # its tanks are misnamed
    "7.5cm Gun Platoon",  # no direct fire
    "Valentine (Late) Tank Company",  # prices by conditions
    "M3 Lee Tank Company",
    "T-34 Tank Battalion HQ",
    "Panzer III Tank Platoon",
    "Panzer III Company HQ",
    "Panzer III & IV (Late) Mixed Tank Company HQ",  # no weapons
    "Armoured sMG34 Machine-Gun Platoon",  # the wrong weapon
    "StuG (Late) Assault Gun Platoon",
    "Armoured Reconnaissance Platoon",  # transports by conditions
    "Hornisse Tank-Hunter Platoon",
    "Hero SMG Company",  # the flame-thrower's note stands apart
}
"""Cards that differ from the catalogues on purpose; a comment in their files says why, or this does."""


MORTAR_ONCE = {"Rifle Company", "Hero Rifle Company"}
"""The price of a 50mm mortar team stands twice in the mid-war catalogue: at the team and at the link to it."""


def _prices(card: Card) -> set[tuple[str, int]]:
    return {(option.name.lower()[:5], option.points) for option in card.options}


def _same_name(name: str) -> str:
    for wrong, right in SPELLING:
        name = name.replace(wrong, right)
    return re.sub(r"[^a-z0-9]", "", name.lower()).replace("tankhunger", "tankhunterflight")


def _numbers(team: Team) -> object:
    lines = sorted(
        (w.range, w.fires, w.halted or 0, w.moving or 0, w.anti_tank or 0, str(w.firepower)) for w in team.weapons
    )
    return team.kind, team.motivation, team.skill, team.hit_on, team.armour, team.save, team.move, lines


@pytest.mark.parametrize(
    ("nation", "period", "name"),
    [
        ("german", "late", "LW - Bagration_German.cat"),
        ("soviet", "late", "LW - Bagration_Soviet.cat"),
        ("german", "mid", "MW - Eastern Front_German.cat"),
        ("soviet", "mid", "MW - Eastern Front_Soviet.cat"),
    ],
)
def test_our_cards_have_the_catalogues_values(shared: Path, nation: str, period: str, name: str) -> None:
    theirs = {_same_name(card.name): card for card in imported(shared / "data" / "bsdata", name).cards}
    compared = 0
    for card in arsenal(nation, period).cards.values():  # type: ignore[arg-type]
        other = theirs.get(_same_name(card.name)) or theirs.get(_same_name(card.name.replace(" Flight", "")))
        if card.name in CORRECTED or other is None:
            assert card.name in CORRECTED or card.name.startswith("Ju 87"), card.name
            continue
        compared += 1
        ours = sorted((card.fighting(size), size.points) for size in card.sizes)
        assert ours == sorted((other.fighting(size), size.points) for size in other.sizes), card.name
        their_teams = [_numbers(team) for team in other.teams.values()]
        assert all(_numbers(team) in their_teams for team in card.teams.values()), card.name
        if card.name not in MORTAR_ONCE:
            assert _prices(card) == _prices(other), card.name
    assert compared > 50


def test_escort_tanks_is_of_the_escorts_though_it_stands_at_the_unit(shared: Path) -> None:
    cards = imported(shared / "data" / "bsdata", "MW - Eastern Front_German.cat").cards
    escorts = {t.name for card in cards for t in card.teams.values() if "escort-tanks" in t.rules}
    assert escorts == {
        "Panzer III (7.5cm)",
        "Panzer III (Uparmoured)",
        "Panzer III (late 5cm)",
        "Panzer III (late 7.5cm)",
    }


# -- the fields of the profiles


def test_ratings_as_people_type_them() -> None:
    heavy = f.motivation("Confident 4+\n\nHeavy Tank\nCounterattack 3+\n\nNot One Step Back\nLast Stand 3+ ")
    assert (heavy.rating, heavy.counterattack, heavy.last_stand) == (4, 3, 3)
    mounted = f.motivation("4+ Remount 5+ Counterattack 6+ (MA 4+ )")
    assert (mounted.remount, mounted.counterattack, mounted.counterattack_mounted) == (5, 6, 4)
    assert f.skill("3+ Assault 5+ (MA 4+ for 1, 3+ 2 or more)").assault_mounted == (4, 3)
    assert f.skill("5+|Assault 6").assault == 6 and f.motivation("Confident 4+\n\nKomissat 3+").komissar == 3


@pytest.mark.parametrize(
    "text", ["", "brave", "7+", "4+ Assault 3+", "4+ Last Stand 3+ Last Stand 2+", "4+ 3+", "x" * 300]
)
def test_ratings_that_are_none(text: str) -> None:
    with pytest.raises(Unread):
        f.motivation(text)


def test_names_and_what_belongs_together() -> None:
    assert labels("2x StuG (7.5cm) 1x StuH(10.5)") == ((2, "StuG (7.5cm)"), (1, "StuH(10.5)"))
    assert labels("20x PPSh SMG Team and 2x DP MG Teams") == ((20, "PPSh SMG Team"), (2, "DP MG Team"))
    assert labels("Grenadier Platoon") == ()
    assert clean("*[M] 82mm Mortar Company [LS113]") == "82mm Mortar Company"
    assert same(key("Optional: PTRD anti-tank rifle"), key("PTRD AT rifle team"))
    assert same(key("MG42 with Panzerfaust"), key("MG42 team")) and not same(key("T-34 (76mm)"), key("T-34 (85mm)"))


def test_a_file_that_is_no_catalogue(tmp_path: Path) -> None:
    file = tmp_path / "x.cat"
    file.write_text("<roster/>")
    with pytest.raises(OrshaError, match="not a catalogue or a game system"):
        read_catalogue(file)
    with pytest.raises(OrshaError, match="there is no such file"):
        read_catalogue(tmp_path / "none.cat")


# -- units of several kinds of tanks


def test_each_tank_of_a_mixed_unit_has_its_own_ratings(shared: Path) -> None:
    """`1x Dicker Max (10.5)` beside the line `Dicker Max (10.5cm)`, in a unit of another tank."""
    theirs = imported(shared / "data" / "bsdata", "MW - Eastern Front_German.cat").cards
    ours = arsenal("german", "mid").cards.values()
    for cards in (theirs, ours):
        card = next(card for card in cards if card.name == "Sturer Emil Tank-Hunter Platoon")
        emil = next(team for team in card.teams.values() if team.name.startswith("Sturer Emil"))
        max_ = next(team for team in card.teams.values() if team.name.startswith("Dicker Max"))
        assert (emil.armour, emil.motivation.rating, emil.motivation.last_stand) == (Armour(5, 2, 0), 4, 3)
        assert (max_.armour, max_.motivation.rating, max_.motivation.last_stand) == (Armour(3, 2, 0), 3, None)


MIXED = """<catalogue name="x"><sharedSelectionEntries>
 <selectionEntry id="unit" name="Mixed Tank Platoon" type="unit"><profiles>{lines}</profiles>
  <selectionEntryGroups><selectionEntryGroup id="sizes" name="Sizes">
   <constraints><constraint field="selections" scope="parent" value="1" type="min"/>
    <constraint field="selections" scope="parent" value="1" type="max"/></constraints>
   <selectionEntries><selectionEntry id="both" name="2x Tiger &amp; 1x Elefant" type="upgrade"/></selectionEntries>
  </selectionEntryGroup></selectionEntryGroups>
 </selectionEntry></sharedSelectionEntries></catalogue>"""


def _line(name: str, front: int) -> str:
    fields = {
        "Motivation": "3+", "Skill": "3+", "Is Hit On": "4+", "Armour Front": front, "Armour Side & Rear": 4,
        "Armour Top": 1, "Tactical": 10, "Terrain Dash": 12, "Cross Country Dash": 18, "Road Dash": 20, "Cross": "3+",
    }  # fmt: skip
    told = "".join(
        f'<characteristic name="{key.replace("&", "&amp;")}">{value}</characteristic>' for key, value in fields.items()
    )
    return (
        f'<profile id="{name}" name="{name}" typeName="Tank Unit"><characteristics>{told}</characteristics></profile>'
    )


def test_ratings_that_had_to_be_guessed_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "x.cat"
    file.write_text(MIXED.format(lines=_line("Tiger", 9) + _line("Ferdinand", 15)))
    wrong = [problem.words() for problem in read_catalogue(file).problems]
    assert any("Platoon: ratings 'Elefant': no line is called so; those of " in words for words in wrong)
    assert not any("ratings 'Tiger'" in words for words in wrong)
    file.write_text(MIXED.format(lines=_line("Tiger", 9) + _line("Elefant", 15)))
    assert not any("ratings" in problem.words() for problem in read_catalogue(file).problems)
