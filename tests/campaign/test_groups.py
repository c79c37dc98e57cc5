"""Groups, support weapons, history, the initial scenario and prices: every number of the print, typed a second time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from orsha.campaign import charts
from orsha.campaign import groups as book
from orsha.campaign.files import Chance, Side
from orsha.cli import campaign
from orsha.kernel import BadData, Illegal, Unknown

SIDES: tuple[Side, Side] = ("german", "russian")

# Read off seed 001 a second time: id, type, units, CPP, full, depleted, notes, most a date, most a campaign.
GERMAN = """
I1 | Rifle Co. I | 4-6-7 | 7 | 12 | 9 | ce | 2 | 4
I2 | Rifle Co. II | 4-4-7 | 6 | 12 | 9 | ce | 2 | 4
I3 | Pioneer Plt. | 8-3-8 | 6 | 3 | 2 | acde | 2 | 4
I4 | Assault Plt. | 5-4-8 | 4 | 3 | 2 | ace | 2 | 4
I5 | HW Sect. I | HMG x 2 | 2 | - | - | bc | 3 | 6
I6 | HW Sect. II | 81mm MTR x 2 | 3 | - | - | bc | 3 | 6
I7 | HW Sect. III | HMG Cupola, MMG Cupola | 5 | - | - | | 3 | 5
V1 | TD Plt. I | PzJg III/IV | 6 | 3 | 2 | ac | 2 | 4
V2 | TD Plt. II | Marder II | 5 | 3 | 2 | ac | 2 | 4
V3 | AG Plt. I | StuG IIIG | 6 | 3 | 2 | ac | 2 | 4
V4 | AG Plt. II | StuH-42 | 6 | 3 | 2 | ac | 1 | 2
V5 | SP Flk. Sect. I | SdKfz 10/4 | 2 | 2 | 1 | c | 2 | 4
V6 | SP Flk. Sect. II | SdKfz 7/1 | 3 | 2 | 1 | c | 2 | 2
G1 | AT Plt. I | 75L (PaK 40) | 5 | 2 | 1 | bc | 2 | 5
G2 | AA Plt. I | 88L (FlaK 18 o. 36) | 7 | 2 | 1 | bc | 2 | 4
G3 | AA Plt. II | 20L (FlaK 30) | 6 | 2 | 1 | bc | 2 | 3
G4 | AA Plt. III | 20L (FlaK 38) | 3 | 2 | 1 | bc | 2 | 5
G5 | Art. Sect. I | 105L (s K 18) | 5 | 2 | 1 | bc | 1 | 2
G6 | Art. Sect. II | 75* (leIG 18) | 4 | 2 | 1 | bc | 1 | 3
G7 | Art. Sect. III | 150* (sIG 33) | 6 | 2 | 1 | bc | 1 | 2
G8 | Mtr. Sect. I | 120mm (GrW 42) | 4 | 2 | 1 | bc | 1 | 2
O1 | 100mm+ OBA | Battalion ART | 3 | - | - | fg | 2 | 6
O2 | 120mm+ OBA | Battalion ART | 4 | - | - | fg | 1 | 3
O3 | 150mm+ OBA | Regimental ART | 5 | - | - | fg | 1 | 3
O4 | Offboard Observer | | 1 | - | - | h | 2 | 6
O5 | Counter Battery Module | | 5 | - | - | | 1 | 4
F1 | DB Type '42 Stuka | | 1 | - | - | k | 1 | 4
F2 | DB Type '43 Stuka | See OtO Aircraft 12.12 | 1 | - | - | kl | 1 | 2
F3 | FB Type '44 | | 1 | - | - | k | 1 | 2
M1 | 50 FPP | Fortifications | 1 | - | - | i | 5 | 10
M2 | Minefield | | 2 | - | - | ij | 2 | 4
M3 | SAN # Increase | | 2 | - | - | | 1 | 4
"""

RUSSIAN = """
I1 | Rifle Co. | 4-4-7 | 5 | 11 | 8 | ce | 2 | 4
I2 | Guards Rifle Co. | 4-5-8 | 7 | 11 | 8 | ce | 2 | 5
I3 | SMG Co. | 5-2-7 | 4 | 9 | 7 | ce | 1 | 4
I4 | Guards SMG Co. | 6-2-8 | 6 | 9 | 7 | ce | 1 | 4
I5 | Engineer Co. | 6-2-8 | 10 | 8 | 6 | cde | 1 | 4
I6 | HW Sect. I | HMG x 2; .50 cal x 1 | 4 | - | - | bc | 2 | 6
I7 | HW Sect. II | 82mm MTR x 2 | 3 | - | - | bc | 2 | 4
V1 | AG Plt. I | SU-76M | 3 | 2 | 1 | ac | 2 | 5
V2 | AG Plt. II | ISU-122 aamg | 5 | 2 | 1 | ac | 2 | 5
V3 | AG Plt. III | ISU-152 aamg | 5 | 2 | 1 | ac | 2 | 5
V4 | Tank Plt. I | KV-1S | 4 | 2 | 1 | ac | 3 | 5
V5 | Tank Plt. II | PT-34 Mineroller | 6 | 2 | 1 | acj | 3 | 3
V6 | Tank Plt. III | T-34-FT | 6 | 2 | 1 | acj | 2 | 4
V7 | Tank Plt. IV | KV-FT | 5 | 2 | 1 | ack | 2 | 3
V8 | Tank Plt. V | KV-PT Mineroller | 4 | 2 | 1 | ack | 2 | 2
G1 | Art. Sect. I | 76* INF (obr. 27) | 3 | 2 | 1 | bc | 2 | 2
G2 | Art. Sect. II | 76L (obr. 39) | 5 | 2 | 1 | bco | 2 | 2
G3 | Art. Plt. I | 45L/45LL (obr. 32/42) | 4 | 2 | 1 | bclo | 2 | 3
G4 | Mtr. Sect. I | 120mm (PM obr 38) | 5 | 2 | 1 | bc | 1 | 2
O1 | 70mm+ OBA | Battalion Mortars | 3 | - | - | fg | 2 | 8
O2 | 120mm+ OBA | Battalion ART | 4 | - | - | fg | 2 | 8
O3 | 150mm+ OBA | Regimental ART | 5 | - | - | fg | 1 | 3
O4 | 120mm+ Rocket OBA | Battalion ART | 2 | - | - | h | 1 | 2
O5 | 200mm+ Rocket OBA | Regimental ART | 3 | - | - | h | 1 | 2
O6 | Offboard Observer | | 1 | - | - | i | 3 | 12
O7 | Counter Battery Module | | 4 | - | - | | 1 | 4
B1 | Bombardment | | 7 | - | - | m | 2 | 6
F1 | Sturmovik | See OtO Aircraft 12.21 | 1 | - | - | n | 2 | 8
M1 | 50FPP | Fortifications | 1 | - | - | | 2 | 6
M2 | SAN # Increase | | 2 | - | - | | 1 | 4
M3 | Reconnaissance | | 2 | - | - | | 1 | 4
"""


def printed(side: Side) -> list[dict[str, object]]:
    rows = []
    for line in (GERMAN if side == "german" else RUSSIAN).strip().splitlines():
        id, type, units, cpp, full, depleted, notes, date_max, campaign_max = (cell.strip() for cell in line.split("|"))
        rows.append(
            {
                "id": id,
                "type": type,
                "units": units,
                "cpp": int(cpp),
                "full": None if full == "-" else int(full),
                "depleted": None if depleted == "-" else int(depleted),
                "notes": list(notes),
                "date_max": int(date_max),
                "campaign_max": int(campaign_max),
            }
        )
    return rows


def shown(*arguments: str) -> str:
    app = typer.Typer()
    app.callback()(lambda: None)
    campaign.register(app)
    ran = CliRunner().invoke(app, ["groups", *arguments])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.mark.parametrize("side", SIDES)
def test_every_row_is_the_printed_one(side: Side) -> None:
    assert len(book.groups(side)) == (32 if side == "german" else 31)
    rows = json.loads(shown(side, "--json"))
    kept = [{key: row[key] for key in printed(side)[0]} for row in rows]
    assert kept == printed(side)


@pytest.mark.parametrize("side", SIDES)
def test_the_chart_for_people_has_every_group_and_every_note(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    out = shown(side)
    for row in printed(side):
        assert re.search(rf"^ *{row['id']} +{re.escape(str(row['type']))}", out, re.MULTILINE)
    for note in book.chart(side).notes:
        assert f"({note.letter}) {note.means}" in out


def test_7_5185_strength() -> None:
    rifles, sections = book.group("german", "I1"), book.group("german", "I5")
    assert (book.strength(rifles, True), book.strength(rifles, False)) == (12, 9)
    assert book.strength(sections, True) is None and [(u.name, u.count) for u in sections.units] == [("HMG", 2)]


def test_what_a_group_is_can_be_asked_without_reading_its_name() -> None:
    assert [book.group("russian", id).caliber for id in ("O1", "O2", "O3", "O4", "O5")] == [70, 120, 150, 120, 200]
    assert {g.id for g in book.groups("russian") if g.kind == "rockets"} == {"O4", "O5"}
    assert book.group("german", "M1").fpp == book.group("russian", "M1").fpp == 50
    assert {g.id for g in book.groups("german") if "elite" in g.traits} == {"I3", "I4"}
    assert {g.id for g in book.groups("russian") if "elite" in g.traits} == {"I2", "I4", "I5"}
    assert {g.id for g in book.groups("russian") if "kv" in g.traits} == {"V4", "V7", "V8"}
    assert {g.id for g in book.groups("russian") if "mineroller" in g.traits} == {"V5", "V8"}


def test_7_5196_and_7_5197_each_group_with_leaders_has_one_chart_for_them() -> None:
    assert book.leader_chart("german", "I1") == "leader-generation-german"
    assert book.leader_chart("german", "I3") == book.leader_chart("german", "I4") == "platoon-leader"
    assert book.leader_chart("german", "V1") == book.leader_chart("russian", "V8") == "armor-leader"
    assert book.leader_chart("german", "V5") is book.leader_chart("russian", "G1") is None
    named = {book.leader_chart(side, g.id) for side in SIDES for g in book.groups(side)} - {None}
    assert named <= set(charts().names())


class TestNotes:
    def test_both_charts_have_all_their_notes(self) -> None:
        assert "".join(note.letter for note in book.chart("german").notes) == "abcdefghijkl"
        assert "".join(note.letter for note in book.chart("russian").notes) == "abcdefghijklmno"

    @pytest.mark.parametrize(
        ("side", "letter", "facts"),
        [
            ("german", "b", {"crew": "2-2-8"}),
            ("german", "h", {"level": 2, "highest": 3}),
            ("german", "i", {"percent": 20}),
            ("german", "j", {"hexes": 8, "ap": 8, "at": 3}),
            ("russian", "b", {"crew": "2-2-8"}),
            ("russian", "g", {"smoke_missions": 1}),
            ("russian", "i", {"level": 2, "highest": 3}),
            ("russian", "m", {"radius": 5}),
        ],
    )
    def test_numbers_are_facts_and_stand_in_the_words(self, side: Side, letter: str, facts: dict[str, object]) -> None:
        note = book.note(side, letter)
        assert note.facts == facts
        assert all(str(fact) in note.means for fact in facts.values()) and "{" not in note.means

    @pytest.mark.parametrize(
        ("side", "letter", "group", "by_face"),
        [
            ("german", "l", "F2", ["ATCB"] * 2 + ["no ATCB"] * 4),
            ("russian", "j", "V6", ["OT34/ATO-42"] * 4 + ["OT-34(L)"] * 2),
            ("russian", "j", "V5", ["PT-34(L)"] * 4 + ["PT-34"] * 2),
            ("russian", "k", "V7", ["KV-8S"] * 2 + ["KV-8(L)"] * 2 + ["KV-8"] * 2),
            ("russian", "k", "V8", ["KV-1 M41"] * 3 + ["KV-1 M42"] * 3),
            ("russian", "l", "G3", ["45LL"] * 3 + ["45L"] * 3),
            ("russian", "n", "F1", ["ATCB"] * 2 + ["no ATCB"] * 4),
        ],
    )
    def test_dice_that_name_the_model(self, side: Side, letter: str, group: str, by_face: list[str]) -> None:
        (draw,) = [draw for draw in book.note(side, letter).draws if group in draw.groups]
        assert [draw.result(die) for die in range(1, 7)] == by_face


class TestCost:
    def test_every_group_costs_what_is_printed_when_nothing_is_added(self) -> None:
        for side in SIDES:
            for row in printed(side):
                assert book.cost(side, str(row["id"]), "23PM") == row["cpp"]

    def test_note_f_up_to_two_pre_registered_hexes_at_1_cpp(self) -> None:
        assert [book.cost("russian", "O3", "24AM", {"pre-registered-hex": n}) for n in (0, 1, 2)] == [5, 6, 7]
        with pytest.raises(Illegal, match="at most 2 times") as refused:
            book.cost("german", "O1", "24AM", {"pre-registered-hex": 3})
        assert refused.value.rule == "001 German note f"
        with pytest.raises(Illegal, match="cannot be had with the russian O4"):
            book.cost("russian", "O4", "24AM", {"pre-registered-hex": 1})

    def test_notes_h_and_i_an_observer_is_raised_once_for_1_cpp(self) -> None:
        assert book.cost("german", "O4", "23AM", {"raised-observer": 1}) == 2
        assert book.cost("russian", "O6", "23AM", {"raised-observer": 1}) == 2
        with pytest.raises(Illegal):
            book.cost("russian", "O6", "23AM", {"raised-observer": 2})

    def test_note_o_trucks_for_1_cpp(self) -> None:
        assert [book.cost("russian", id, "23AM", {"trucks": 1}) for id in ("G2", "G3")] == [6, 5]
        with pytest.raises(Illegal):
            book.cost("russian", "G1", "23AM", {"trucks": 1})

    def test_cg12a_a_german_group_off_board_costs_1_less_but_not_cupolas_guns_oba_and_fpp(self) -> None:
        assert [book.cost("german", id, "23AM", {"off-board": 1}) for id in ("I1", "I5", "V1")] == [6, 1, 5]
        for id in ("I7", "G1", "O1", "O4", "O5", "M1"):
            with pytest.raises(Illegal, match="CG12a"):
                book.cost("german", id, "23AM", {"off-board": 1})

    def test_cg12b_a_russian_group_on_board_costs_1_more_at_first_and_off_board_1_less_later(self) -> None:
        assert book.cost("russian", "I2", "23AM", {"on-board": 1}) == 8
        assert book.surcharge("russian", "V5", "23AM", {"on-board": 1}) == 1
        assert book.cost("russian", "I2", "23PM", {"off-board": 1}) == 6
        for date, name in (("23PM", "on-board"), ("23AM", "off-board")):
            with pytest.raises(Illegal, match=f"on {date}"):
                book.cost("russian", "I2", date, {name: 1})
        assert [extra.name for extra in book.extras("russian", "G2", "24PM")] == ["trucks", "off-board"]

    def test_ruling_b7_recon_can_be_had_for_1_cpp(self) -> None:
        assert book.cost("russian", "M3", "23AM") == 2
        assert book.cost("russian", "M3", "23AM", {"one-point-recon": 1}) == 1

    def test_names_that_nothing_answers_to(self) -> None:
        with pytest.raises(Unknown, match="no german group called 'B1'"):
            book.cost("german", "B1", "23AM")
        with pytest.raises(Unknown, match="campaign date called '25AM'"):
            book.cost("german", "I1", "25AM")
        with pytest.raises(Unknown, match="german extra called 'trucks'"):
            book.cost("german", "I1", "23AM", {"trucks": 1})


def test_cg12_and_cg13_where_groups_come_on_and_how_many_modules_fire() -> None:
    german, russian = book.chart("german"), book.chart("russian")
    assert (german.oba_per_scenario, russian.oba_per_scenario) == (3, 4)
    assert (german.entry.edge, russian.entry.edge) == ("west", "east")
    assert (german.entry.from_front_line, russian.entry.from_front_line) == (None, 9)
    assert german.entry.enter_by is not None
    assert (german.entry.enter_by.date, german.entry.enter_by.turn) == ("24PM", 2)
    assert russian.entry.enter_by is None


class TestSupportWeapons:
    # Seed 001 7.5192 a second time; "1(3)" is one for sure and one more on a die of 3 or less.
    PRINTED = {
        "german": (
            "LMG MMG PSK FT DC",
            {"I1": "3 1(3) 1 0 0", "I2": "3 1 1 0 0", "I3": "1 0 0 1 2", "I4": "1 0 0 0 1"},
        ),
        "russian": (
            "LMG MMG ATR FT DC 50_MTR",
            {
                "I1": "1 1 1 0 0 1",
                "I2": "2 1 1 0 0 2",
                "I3": "0 0 0 0 1 0",
                "I4": "(3) 0 (3) 0 1 0",
                "I5": "1 0 0 2 5 0",
            },
        ),
    }

    @pytest.mark.parametrize("side", SIDES)
    def test_every_row_is_the_printed_one(self, side: Side) -> None:
        heads, rows = self.PRINTED[side]
        weapons = [head.replace("_", " ") for head in heads.split()]
        assert [group.id for group in book.groups(side) if "e" in group.notes] == list(rows)
        for id, cells in rows.items():
            allotment = book.sw_of(side, id)
            read = [re.fullmatch(r"(\d*)(?:\((\d)\))?", cell) for cell in cells.split()]
            sure = {w: int(m[1]) for w, m in zip(weapons, read, strict=True) if m and m[1] not in ("", "0")}
            on_die = {w: int(m[2]) for w, m in zip(weapons, read, strict=True) if m and m[2]}
            assert (allotment.sure, allotment.on_die) == (sure, on_die), id

    def test_7_5192_the_rules_own_example(self) -> None:
        """Rifle Co. I: full, 3 LMG and 1 MMG and one more on 3; depleted, each on 4 and the other MMG on 2."""
        full = book.sw_received("german", "I1", full=True)
        assert (full.sure["LMG"], full.sure["MMG"], full.chances) == (3, 1, (Chance("MMG", 3),))
        depleted = book.sw_received("german", "I1", full=False)
        assert depleted.sure == {}
        assert [c for c in depleted.chances if c.weapon == "LMG"] == [Chance("LMG", 4)] * 3
        assert [c for c in depleted.chances if c.weapon == "MMG"] == [Chance("MMG", 4), Chance("MMG", 2)]

    def test_ruling_b12_brackets_of_a_depleted_company(self) -> None:
        chances = book.sw_received("russian", "I4", full=False).chances
        assert set(chances) == {Chance("DC", 4), Chance("LMG", 2), Chance("ATR", 2)}

    def test_7_5193_a_depleted_section_rolls_4_or_less_a_weapon_and_keeps_one(self) -> None:
        heavy = book.allotments().heavy_weapons
        assert (heavy.on_die, heavy.at_least) == (4, 1)

    def test_only_infantry_groups_have_an_allotment(self) -> None:
        with pytest.raises(Unknown, match="russian group with support weapons called 'V1'"):
            book.sw_of("russian", "V1")


def test_7_5151_history() -> None:
    assert book.dates() == ("23AM", "23PM", "24AM", "24PM")
    assert [book.history("russian", date) for date in book.dates()] == [-2, 1, -1, 0]
    assert [book.history("german", date) for date in book.dates()] == [-1, 0, 0, 1]
    with pytest.raises(Unknown):
        book.history("german", "22AM")


class TestInitialScenario:
    def test_7_4_german_order_of_battle(self) -> None:
        german = book.initial().german
        assert (german.elr, german.san, german.cpp, german.groups) == (3, 3, 66, {"I1": 1})
        assert german.units == {"HMG Cupola": 2, "SdKfz 10/4": 2}
        assert german.fortifications == {"at-ditch": 5, "wire": 10, "trench": 10}
        assert german.minefields is not None
        assert (german.minefields.hexes, german.minefields.at, german.minefields.ap) == (4, 3, 6)

    def test_7_4_russian_order_of_battle(self) -> None:
        russian = book.initial().russian
        assert (russian.elr, russian.san, russian.cpp) == (4, 3, 68)
        assert russian.groups == {"V5": 3, "V4": 2, "I5": 1, "B1": 2}
        assert russian.units == {"T-34/M43": 4, "GAZ-MM": 6}
        assert russian.aircraft is not None
        aircraft = russian.aircraft
        assert (aircraft.type, aircraft.count, aircraft.turn, aircraft.until_turn) == ("44A GA", 4, 1, 2)

    def test_7_4_special_rules(self) -> None:
        initial = book.initial()
        assert len(initial.rules) == 7
        assert (initial.weather, initial.ground, initial.line) == ("Overcast", "Wet", 42)
        assert initial.armor_leader_rolls == {"T-34/M43": 2}
        assert initial.weather in [row.result for row in charts()["weather"].rows]
        assert initial.ground in [row.result for row in charts()["environmental-conditions"].rows]

    def test_7_4_and_7_31_victory(self) -> None:
        victory = book.initial().victory
        assert (victory.campaign, victory.scenario, victory.initial) == (20, 7, 5)
        assert (victory.balance.russian, victory.balance.german) == (18, 22)
        assert (victory.cvp, victory.evp, victory.most_lvp, victory.german_cpp_left) == (20, 20, 10, -1)

    def test_cg4_and_ruling_b9_game_end(self) -> None:
        end = book.initial().game_end
        assert [end.number(turn) for turn in (5, 6, 7, 8, 9, 10, 11, 14)] == [None, 1, 2, 3, 4, 5, 5, 5]


class TestFortifications:
    def test_7_520_prices(self) -> None:
        assert {(p.id, p.fpp, p.per) for p in book.fortifications().prices} == {
            ("foxhole-1", 1, "each"), ("foxhole-2", 2, "each"), ("foxhole-3", 3, "each"), ("trench", 6, "each"),
            ("at-ditch", 18, "each"), ("ap-mine", 2, "factor"), ("at-mine", 4, "factor"), ("concealment", 1, "each"),
            ("wire", 13, "each"), ("pillbox", 2, "point"),
        }  # fmt: skip

    def test_7_520_15_ditches_in_the_campaign(self) -> None:
        assert {p.id: p.campaign_max for p in book.fortifications().prices if p.campaign_max} == {"at-ditch": 15}

    def test_7_520_hip(self) -> None:
        hip = book.fortifications().hip
        prices = hip.fpp
        assert (prices.cupola, prices.squad, prices.half_squad, prices.crew, prices.smc) == (5, 3, 2, 1, 1)
        assert (hip.in_shellholes, hip.squads_percent) == (2, 10)

    def test_7_520_russians_dig_foxholes_only_and_not_at_first(self) -> None:
        works = book.fortifications()
        assert book.on_sale("russian", "23AM") == ()
        assert [p.id for p in book.on_sale("russian", "23PM")] == ["foxhole-1", "foxhole-2", "foxhole-3"]
        assert book.on_sale("german", "23AM") == works.prices
        with pytest.raises(Unknown, match="fortification called 'moat'"):
            book.price("moat")


LOADERS = {
    "groups-german": book.load_groups,
    "groups-russian": book.load_groups,
    "allotments": book.load_allotments,
    "history": book.load_history,
    "fortifications": book.load_fortifications,
    "initial": book.load_initial,
}


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("groups-german", 'id = "I2"', 'id = "I1"', "two groups I1"),
        ("groups-german", 'id = "I2"', 'id = "I3"', "I3 is out of order after I1"),
        ("groups-german", 'id = "V1"', 'id = "V2"', "V2 is out of order after I7"),
        ("groups-german", 'id = "G1"', 'id = "I8"', "I8 is out of order after V6"),
        ("groups-german", 'id = "I1"', 'id = "X1"', "one of the letters I, V, G"),
        ("groups-german", 'notes = ["a", "c", "d", "e"]', 'notes = ["a", "c", "d", "z"]', "no note 'z'"),
        ("groups-german", 'notes = ["a", "c", "d", "e"]', 'notes = ["a", "c", "e"]', "no group has the note d"),
        ("groups-german", "date_max = 5", "date_max = 11", "11 a date is more than 10 a campaign"),
        ("groups-german", "full = 12", "full = 8", "full strength 8 is less than depleted 9"),
        ("groups-german", "full = 12", "", "squads have both"),
        ("groups-german", "cpp = 7", 'cpp = "7"', "must be a whole number, not a text"),
        ("groups-german", "cpp = 7", "cost = 7", "unknown key 'cost'"),
        ("groups-german", "caliber = 100", "", "caliber"),
        ("groups-german", "fpp = 50", "", "fpp goes with fortifications"),
        ("groups-german", 'units = [{ name = "4-6-7" }]', "units = []", "one kind of unit"),
        ("groups-german", 'notes = ["c", "e"]', 'notes = ["e"]', "note c"),
        ("groups-german", 'units = [{ name = "HMG", count = 2 }]', "units = []", "names its units"),
        ("groups-german", 'type = "{caliber}mm+ OBA"', 'type = "100mm+ OBA"', "leave out {caliber}"),
        ("groups-german", 'means = "A {crew} crew', 'means = "A {gang} crew', "no fact 'gang'"),
        ("groups-german", 'means = "A {crew} crew', 'means = "A {crew crew', "braces"),
        ("groups-german", 'letter = "b"', 'letter = "a"', "a is out of order after a"),
        ("groups-german", 'groups = ["F2"]', 'groups = ["F1"]', "no group with the note l 'F1'"),
        ("groups-german", 'notes = ["f"]', 'notes = ["x"]', "no note 'x'"),
        ("groups-german", 'enter_by = { date = "24PM"', 'enter_by = { date = "25PM"', "no campaign date '25PM'"),
        ("groups-russian", "{ from = 5, result = \"KV-8\" }", "{ from = 4, result = \"KV-8\" }", "a die of 4"),
        ("groups-russian", 'last = "23AM"', 'last = "22AM"', "no campaign date '22AM'"),
        ("groups-russian", 'kinds = ["recon"]', 'kinds = ["minefield"]', "no group can have one-point-recon"),
        ("allotments", 'id = "I4"', 'id = "I9"', "no german group with the note e 'I9'"),
        ("allotments", "DC = 5", "PSK = 5", "no russian support weapon 'PSK'"),
        ("allotments", "MMG = 3 }", "MMG = 7 }", "6 or less"),
        ("allotments", '[[german]]\nid = "I4"\nsure = { LMG = 1, DC = 1 }\n', "", "I1, I2, I3, I4"),
        ("history", 'date = "23PM"', 'date = "24PM"', "24AM is out of order after 24PM"),
        ("fortifications", 'id = "trench"', 'id = "foxhole-1"', "two prices for foxhole-1"),
        ("fortifications", 'may_buy = ["foxhole-1"', 'may_buy = ["foxhole-9"', "no fortification 'foxhole-9'"),
        ("fortifications", 'first = "23PM"', 'first = "23 PM"', "no campaign date '23 PM'"),
        ("initial", "groups = { I1 = 1 }", "groups = { B1 = 1 }", "no german group 'B1'"),
        ("initial", "wire = 10", "moat = 10", "no fortification 'moat'"),
        ("initial", '{ "T-34/M43" = 2 }', '{ "T-35" = 2 }', "no Russian unit 'T-35'"),
        ("initial", "on_die = [1, 2, 3, 4, 5]", "on_die = []", "at least one number"),
        ("initial", 'weather = "Overcast"', 'weather = "Fog"', "cannot be 'Fog'"),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused_with_its_file_and_line(
    name: str, old: str, new: str, why: str, tmp_path: Path
) -> None:
    text = (book.DATA / f"{name}.toml").read_text()
    assert old in text
    at = text.index(old)
    spoilt = tmp_path / f"{name}.toml"
    spoilt.write_text(text[:at] + new + text[at + len(old) :])
    with pytest.raises(BadData) as refused:
        LOADERS[name](spoilt)
    assert why in refused.value.why
    assert refused.value.file == str(spoilt) and refused.value.line > 1


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("groups-german", "cpp = 7", 'cpp = "7"'),
        ("groups-german", "date_max = 5", "date_max = 11"),
        ("groups-russian", 'notes = ["a", "c", "k"]', 'notes = ["a", "c", "z"]'),
        ("groups-german", 'means = "A {crew} crew', 'means = "A {gang} crew'),
        ("allotments", "sure = { LMG = 1, FT = 2, DC = 5 }", "sure = { LMG = 1, FT = 2, DC = 0 }"),
        ("history", "russian = 1", "russian = 12"),
        ("fortifications", "fpp = 13", "fpp = 0"),
        ("initial", "cpp = 68", "cpp = -68"),
    ],
)
def test_the_line_is_the_spoilt_one(name: str, old: str, new: str, tmp_path: Path) -> None:
    text = (book.DATA / f"{name}.toml").read_text()
    spoilt = tmp_path / f"{name}.toml"
    spoilt.write_text(text.replace(old, new, 1))
    with pytest.raises(BadData) as refused:
        LOADERS[name](spoilt)
    assert refused.value.line == text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("name", sorted(LOADERS))
def test_every_data_file_names_its_source(name: str) -> None:
    assert '\nsource = "001 ' in "\n" + (book.DATA / f"{name}.toml").read_text()


def test_no_data_file_is_left_unread() -> None:
    """Every data file is named somewhere in the room's code."""
    code = "".join(file.read_text() for file in Path(book.__file__).parent.rglob("*.py"))
    for file in book.DATA.iterdir():
        assert file.stem in LOADERS or f'"{file.name}"' in code, file.name
