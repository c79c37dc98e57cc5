"""A scenario that ended on VASL, as a report: what the file says, what it does not, and what a side may not know."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.campaign.files import DATA
from orsha.campaign.report import Piece, check
from orsha.campaign.vasl_names import NamesFile, check_names, counter_of, meaning, names_file
from orsha.campaign.vasl_report import Reader, VaslReport, from_save
from orsha.hexmap.vasl.saves import Piece as Counter
from orsha.hexmap.vasl.saves import PlacedBoard, load
from orsha.hexmap.vasl.saves.commands import Crop, Move
from orsha.kernel import BadData, OrshaError
from orsha.kernel.data import loads
from tests.hexmap.vasl.saves.tables import (
    BOARDS,
    GERMAN,
    MAP,
    RUSSIAN,
    Table,
    counter,
    half,
    layer,
    leader,
    mark,
    plain,
    squad,
    tank,
    trail,
    weapon,
)


def read(table: Table, reader: Reader = "umpire") -> VaslReport:
    found = from_save(table.save(), reader, "23AM", both_agree=reader == "umpire")
    check(found.report)
    return found


def said(piece: Piece) -> str:
    """A piece in one line: `german squad 4-6-7 P20 broken`."""
    return " ".join([piece.side, piece.kind, piece.type, piece.hex, *piece.status])


def stands(table: Table, reader: Reader = "umpire") -> list[str]:
    return [said(piece) for piece in read(table, reader).report.pieces]


def asks(found: VaslReport, *words: str) -> bool:
    return any(all(word in question for word in words) for question in found.questions)


# -- what stands where, and how it is


def test_men_weapons_and_vehicles_in_their_hexes() -> None:
    table = Table().pile("P20", squad(), weapon("LMG")).pile("R24", tank("T-34 M43", "ru"))
    assert stands(table) == [
        "german squad 4-6-7 P20", "german sw LMG P20", "russian vehicle T-34/M43 R24",
    ]  # fmt: skip


def test_what_is_broken_wounded_malfunctioned_dismantled() -> None:
    pile = (squad(broken=True), half(broken=True), leader(wounded=True), weapon("HMG", malf=True, dm=True))
    table = Table().pile("P20", pile[0]).pile("P21", pile[1]).pile("P22", pile[2]).pile("P23", pile[3])
    assert stands(table) == [
        "german squad 4-6-7 P20 broken", "german half-squad 2-4-7 P21 broken", "german leader 9-1 P22 wounded",
        "german sw HMG P23 malfunctioned dismantled",
    ]  # fmt: skip


def test_layers_of_a_vehicle_that_have_no_name() -> None:
    table = Table().pile("P20", tank(immobilized=True, gun=2)).pile("P21", tank(gun=3))
    assert stands(table) == [
        "german vehicle StuG IIIG P20 malfunctioned immobilized", "german vehicle StuG IIIG P21 disabled",
    ]  # fmt: skip


def test_assault_engineers_are_engineers() -> None:
    assert stands(Table().pile("P20", squad("5-4-8 AEsq"))) == ["german squad 5-4-8 P20 engineer"]


@pytest.mark.parametrize(
    ("nation", "name", "kind", "type"),
    [
        ("ge", "4-6-7 1sq", "squad", "4-6-7"), ("ge", "2-4-7 1hs", "half-squad", "2-4-7"),
        ("ru", "2-2-6 Chs", "half-squad", "2-2-6"), ("ge", "2-2-8 Icr", "crew", "2-2-8"),
        ("ge", "1-2-7 Vcr", "crew", "1-2-7"), ("ge", "4-6-8 Lehr Esq", "squad", "4-6-8"),
        ("ru", "6+1", "leader", "6+1"), ("ge", "9-1 Ldr", "leader", "9-1"), ("ge", "9-1 AL", "armor-leader", "9-1"),
        ("ge", "75L AT PaK 40", "gun", "75L (PaK 40)"), ("ru", "76L ART obr. 39", "gun", "76L (obr. 39)"),
        ("ru", "45LL AT PTP obr. 42", "gun", "45LL"), ("ge", "StuH 42", "vehicle", "StuH-42"),
        ("ru", "T-34 M43", "vehicle", "T-34/M43"), ("ru", "ISU-152", "vehicle", "ISU-152 aamg"),
        ("ru", ".50-cal", "sw", ".50 cal"), ("ge", "Field Phone", "sw", "Field phone"), ("ge", "PSK", "sw", "PSK"),
        ("ge", "MMG Cupola", "vehicle", "MMG Cupola"),
    ],
)  # fmt: skip
def test_names_of_vasl_and_ours(nation: str, name: str, kind: str, type: str) -> None:
    (piece,) = read(Table().pile("P20", counter(name, nation))).report.pieces
    assert (piece.kind, piece.type) == (kind, type)


@pytest.mark.parametrize("name", ["6-5-8 SSsq", "PzKw VIE", "37L AT PaK 35/36", "4-4-8 Esq", "Tiger"])
def test_a_counter_that_the_campaign_does_not_have_is_asked_about(name: str) -> None:
    found = read(Table().pile("P20", counter(name, "ge")))
    assert found.report.pieces == () and asks(found, name, "P20")


def test_a_nation_that_does_not_fight_here_is_asked_about() -> None:
    assert asks(read(Table().pile("P20", counter("4-4-7 1sq", "ro"))), "4-4-7 1sq")


def test_words_that_mean_nothing_are_asked_about() -> None:
    found = read(Table().pile("P20", counter("LMG", "ge", layer("Bewitched +", 1))))
    assert len(found.report.pieces) == 1 and asks(found, "Bewitched")


# -- signs, holders, captors


def test_a_sign_counts_for_the_one_counter_it_can_be_on() -> None:
    table = Table().pile("P20", squad(), tank(), plain("Immob.")).pile("R24", leader(), plain("Wounded"))
    assert stands(table) == [
        "german squad 4-6-7 P20", "german vehicle StuG IIIG P20 immobilized", "german leader 9-1 R24 wounded",
    ]  # fmt: skip


def test_a_sign_on_several_is_asked_about() -> None:
    found = read(Table().pile("P20", tank(), tank(), plain("Aband.")))
    assert asks(found, "Aband.", "P20") and all(not piece.status for piece in found.report.pieces)


def test_signs_of_the_battle_alone_are_passed_over() -> None:
    idle = ["CX", "DM", "Prep Fire", "User-Labeled", "RU Sniper", "GE Acq", "EC", "Smoke grenade +2", "Melee", "2 FP"]
    found = read(Table().pile("P20", *(plain(name) for name in idle)))
    assert not any("What is" in question for question in found.questions)


def test_who_holds_a_weapon_where_only_one_can() -> None:
    held = {piece.type: piece.held_by for piece in read(Table().pile("P20", squad(), weapon())).report.pieces}
    assert held == {"4-6-7": None, "LMG": "v1"}


def test_who_holds_a_weapon_is_asked_where_several_can() -> None:
    found = read(Table().pile("P20", squad(), squad(), weapon()))
    assert asks(found, "Who in P20 has LMG") and not any(piece.held_by for piece in found.report.pieces)


def test_a_weapon_in_the_enemys_hands_alone_is_captured() -> None:
    table = Table().pile("P20", squad("4-4-7 1sq", "ru"), weapon("LMG", "ge"))
    assert "german sw LMG P20 captured" in stands(table)
    assert read(table).report.pieces[1].held_by == "v1"


def test_guns_have_crews_and_armour_leaders_have_vehicles() -> None:
    table = Table().pile("P20", counter("2-2-8 Icr", "ge"), counter("75L AT PaK 40", "ge"))
    table.pile("R24", counter("9-1 AL", "ge"), tank())
    held = {piece.kind: piece.held_by for piece in read(table).report.pieces}
    assert held == {"crew": None, "gun": "v1", "armor-leader": "v4", "vehicle": None}


def test_men_with_a_vehicle_may_ride_on_it() -> None:
    assert asks(read(Table().pile("P20", squad(), tank())), "P20", "carry")


def test_prisoners_are_asked_about() -> None:
    assert asks(
        read(Table().pile("P20", squad(), plain("POW / Unarmed", layer("Prisoner SQ,Prisoner HS", 1)))), "prisoners"
    )


def test_a_piece_on_a_hexside_is_asked_about() -> None:
    table = Table()
    (ax, ay), (bx, by) = table.place("P20"), table.place("P21")
    found = read(table.put(MAP, (ax + bx) // 2, (ay + by) // 2, squad(), counter("Tiger", "ge"), plain("Blaze")))
    assert found.report.pieces == () and asks(found, "4-6-7 1sq", "P20/P21")
    assert found.report.markers == () and asks(found, "Blaze", "P20/P21") and asks(found, "Tiger", "P20/P21")


def test_what_lies_beside_the_map_is_not_in_play() -> None:
    found = read(Table().put(MAP, 50, 50, squad(), squad()))
    assert found.report.pieces == () and asks(found, "Beside the map", "2x 4-6-7 1sq")


def test_other_windows_are_not_looked_into() -> None:
    found = read(Table().put("Private Window", 700, 700, squad()))
    assert found.report.pieces == () and not asks(found, "4-6-7")


# -- works, markers, control


def test_works_do_not_say_whose_they_are() -> None:
    mines = plain("Minefield AP", layer("Minefield", -1), layer("6 FP Minefield,8 FP Minefield", 2))
    found = read(Table().pile("K33", plain("Wire")).pile("K34", plain("Wire"), mines))
    assert asks(found, "Whose is the wire in K33, K34") and asks(found, "minefield 8 AP", "K34")
    assert found.report.works == ()


def test_hidden_works_are_in_no_report_and_not_asked_about() -> None:
    table = Table().pile("K33", plain("Wire", hidden=GERMAN)).pile("P20", squad(hidden=GERMAN))
    for reader in ("german", "russian", "umpire"):
        assert not asks(read(table, reader), "wire")  # type: ignore[arg-type]


def test_markers_on_the_map() -> None:
    table = Table().pile("Q10", plain("Blaze")).pile("R25", counter("StuG IIIG (L) Wreck", "ge"))
    table.pile("R26", counter("KV-1S Wreck", "ru"), plain("Blaze")).pile("R27", plain("Burnt Out Wreck"))
    table.pile("R28", plain("Shellholes"), plain("Rubble", layer("Wood +", 1)))
    found = read(table)
    assert [(one.what, one.hex) for one in found.report.markers] == [
        ("blaze", "Q10"), ("wreck", "R25"), ("burning-wreck", "R26"), ("burnt-out-wreck", "R27"),
        ("rubble", "R28"), ("shellholes", "R28"),
    ]  # fmt: skip
    assert asks(found, "Wrecks", "which vehicles were lost")


def test_control_markers() -> None:
    control = layer("GE Control,RU Control", 1), layer("GE Control,RU Control", 2)
    table = Table().pile("K33", plain("Axis control", control[0])).pile("X38", plain("Axis control", control[1]))
    table.pile("P3", plain("GE Control"), plain("RU Control"))
    found = read(table)
    assert found.report.control == {"german": ("K33",), "russian": ("X38",)}
    assert asks(found, "both sides", "P3")


# -- the bin


def test_what_is_in_the_bin_is_lost() -> None:
    table = Table().bin(squad(), squad(), weapon()).bin(tank("T-34 M43", "ru")).property("AlliedCVP", "6")
    found = read(table)
    assert found.report.casualties["german"].lost == {"4-6-7": 2, "LMG": 1}
    assert found.report.casualties["german"].cvp == 4, "nobody counted: the counters are worth so much"
    assert (found.report.casualties["russian"].cvp, found.report.casualties["russian"].lost) == (6, {"T-34/M43": 1})
    assert asks(found, "bin hold this scenario's losses alone")


def test_points_that_do_not_add_up_are_asked_about() -> None:
    found = read(Table().bin(squad()).property("AxisCVP", "9"))
    assert found.report.casualties["german"].cvp == 9 and asks(found, "9 german casualty points", "worth 2")


def test_a_bin_beyond_all_measure_is_refused() -> None:
    with pytest.raises(OrshaError, match="makes no report"):
        read(Table().bin(*[weapon() for _ in range(1200)]))


# -- perimeters


def test_a_trail_is_a_perimeter() -> None:
    table = Table()
    points = [table.place(hex) for hex in ("P20", "P21", "P21", "Q22")]
    found = read(table.pile("R22", trail(points, "283", "German MLR")))
    (drawn,) = found.perimeters
    assert (drawn.colour, drawn.side, drawn.hexes) == ("blue", "german", ("P20", "P21", "Q22", "R22"))
    found = read(Table().pile("R22", trail(points, "280")))
    assert found.perimeters[0].side is None and asks(found, "red trail")


def test_perimeter_counters_are_a_perimeter() -> None:
    sides = "Allied +,Axis +"
    table = Table().pile("P20", plain("Perimeter", layer(sides, 2))).pile("P22", plain("Perimeter", layer(sides, 2)))
    (laid,) = read(table).perimeters
    assert (laid.side, laid.hexes) == ("german", ("P20", "P22"))


# -- what a save never says


def test_the_date_and_the_turn() -> None:
    save = Table().put(MAP, 60, 60, plain("Phase Track", layer("Axis +", 1), layer("Turn 7 ,Turn 8 ", 2))).save()
    found = from_save(save, "german")
    assert (found.report.date, found.report.turns) == ("23AM", 8) and asks(found, "has no date")
    assert not asks(from_save(save, "german", "24PM"), "has no date")
    early = Table().put(MAP, 60, 60, plain("Phase Track", layer("Turn 1 ", 1))).save()
    assert asks(from_save(early, "german"), "stands at turn 1")
    assert asks(from_save(Table().save(), "german"), "No turn track")


def test_the_rest_is_asked_for_always() -> None:
    assert asks(read(Table()), "exit points", "demolition")


def test_a_log_is_played_to_its_end_first() -> None:
    table = Table().pile("P20", squad())
    x, y = table.place("R24")
    move = Move("1600000000000", MAP, x, y, "null", MAP, 0, 0, "null", "x")
    assert [piece.hex for piece in from_save(table.save(move), "german", "23AM").report.pieces] == ["R24"]


# -- boards


def test_another_board_is_refused() -> None:
    boards = (PlacedBoard(0, 0, "02"), PlacedBoard(0, 1, "r04"))
    with pytest.raises(OrshaError, match=r"played on 02, r04; the campaign's board is OtOBFP"):
        from_save(Table(boards).save(), "german")
    with pytest.raises(OrshaError, match="without a board"):
        from_save(Table(()).save(), "german")


@pytest.mark.parametrize("name", ["OtOBFP", "rOtOBFP"])
@pytest.mark.parametrize("zoom", ["1.0", "2.0"])
@pytest.mark.parametrize("crop", [None, Crop(0, 500, -1, 2000)])
def test_the_board_may_be_turned_zoomed_and_cropped(name: str, zoom: str, crop: Crop | None) -> None:
    table = Table((PlacedBoard(0, 0, name, crop, ("ZOOM", zoom)),))
    assert stands(table.pile("P20", squad()).pile("Q21", leader())) == [
        "german squad 4-6-7 P20",
        "german leader 9-1 Q21",
    ]


def test_an_older_game_with_a_narrow_edge() -> None:
    table = Table(BOARDS, edge=200)
    for hex in ("P20", "R24", "X38"):
        table.pile(hex, squad())
    assert [piece.hex for piece in read(table).report.pieces] == ["P20", "R24", "X38"]


def test_the_campaigns_own_ids_are_read_off_labels() -> None:
    table = Table().pile("P20", squad(label="#g12"), weapon(label="mine")).pile("R24", squad(label="#g12"))
    assert [piece.id for piece in read(table).report.pieces] == ["g12", "v1", "v2"]
    assert read(table).report.pieces[1].held_by == "g12"


# -- secrets


def secret_table() -> Table:
    """Both sides keep something: men, weapons, works, a dummy, and something in the bin."""
    table = Table().pile("P20", squad(), leader("9-2", hidden=GERMAN), weapon("HMG", hidden=GERMAN))
    table.pile("P22", squad("4-6-8 Esq", concealed=GERMAN), weapon("MMG", concealed=GERMAN), mark(GERMAN))
    table.pile("P24", mark(GERMAN), mark(GERMAN), mark(GERMAN))
    table.pile("R24", squad("6-2-8 Esq", "ru", hidden=RUSSIAN), tank("KV-1S", "ru", hidden=RUSSIAN))
    table.pile("R26", squad("5-2-7 1sq", "ru", concealed=RUSSIAN), mark(RUSSIAN, "ru"))
    table.pile("K33", plain("Wire", hidden=GERMAN), plain("Foxhole", hidden=RUSSIAN))
    return table.bin(weapon("PSK", hidden=GERMAN))


GERMAN_SECRETS = ["9-2", "HMG", "4-6-8", "MMG", "PSK"]
RUSSIAN_SECRETS = ["6-2-8", "KV-1S", "5-2-7", "R24"]


def test_a_side_sees_its_own_secrets_and_not_the_other_sides() -> None:
    ours = stands(secret_table(), "german")
    assert ours == [
        "german squad 4-6-7 P20", "german leader 9-2 P20 hidden", "german sw HMG P20 hidden",
        "german squad 4-6-8 P22 concealed", "german sw MMG P22 concealed",
    ]  # fmt: skip
    assert stands(secret_table(), "russian") == [
        "german squad 4-6-7 P20", "russian squad 6-2-8 R24 hidden", "russian vehicle KV-1S R24 hidden",
        "russian squad 5-2-7 R26 concealed",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("reader", "secrets"), [("german", RUSSIAN_SECRETS), ("russian", GERMAN_SECRETS)], ids=["german", "russian"]
)
def test_no_byte_of_what_comes_out_tells_a_secret(reader: Reader, secrets: list[str]) -> None:
    out = msgspec.json.encode(read(secret_table(), reader)).decode()
    for word in [*secrets, GERMAN, RUSSIAN]:
        assert word not in out, word
    everything = msgspec.json.encode(read(secret_table())).decode()
    assert all(word in everything for word in secrets)
    assert GERMAN not in everything and RUSSIAN not in everything, "passwords come out to nobody"


def test_concealed_counters_are_counted_and_dummies_with_them() -> None:
    assert read(secret_table(), "russian").concealed == {"P22": 3, "P24": 3}
    assert read(secret_table(), "german").concealed == {"R26": 2}
    assert read(secret_table()).concealed == {}


def test_a_real_stack_and_a_dummy_cannot_be_told_apart() -> None:
    own = squad("4-4-7 1sq", "ru"), mark(RUSSIAN, "ru")
    real = Table().pile("A1", *own).pile("P20", squad(concealed=GERMAN), weapon(concealed=GERMAN), mark(GERMAN))
    false = Table().pile("A1", *own).pile("P20", mark(GERMAN), mark(GERMAN), mark(GERMAN))
    assert read(real, "russian") == read(false, "russian")


def test_hiding_leaves_no_trace_at_all() -> None:
    """With and without hidden counters, the other side's report is the same to the last question."""
    here = Table().pile("P20", squad()).pile("R24", squad("4-4-7 1sq", "ru"), mark(RUSSIAN, "ru"))
    there = (
        Table()
        .pile("P20", squad(), weapon("HMG", hidden=GERMAN))
        .pile("P21", squad(hidden=GERMAN), plain("Pin", hidden=GERMAN))
    )
    there.pile("K33", plain("Wire", hidden=GERMAN), counter("PzKw VIE", "ge", hidden=GERMAN))
    there.pile("R24", squad("4-4-7 1sq", "ru"), mark(RUSSIAN, "ru"))
    there.bin(squad(hidden=GERMAN))
    there.pile("S20", _kept(trail([there.place("T9"), there.place("T10")]), GERMAN, "hide"))
    assert read(here, "russian") == read(there, "russian")


def test_a_question_mark_hides_what_lies_under_it_even_where_the_counter_does_not_say_so() -> None:
    found = read(Table().pile("P20", squad(), weapon(), mark(GERMAN)), "russian")
    assert found.report.pieces == () and found.concealed == {"P20": 3}
    assert len(read(Table().pile("P20", squad(), weapon(), mark(GERMAN)), "german").report.pieces) == 2


def test_a_player_who_keeps_counters_of_both_nations_proves_nothing() -> None:
    """What an umpire set up for both, or a captured gun that is hidden again, is shown to neither side."""
    both = Table().pile("P20", squad(hidden="umpire")).pile("R24", squad("4-4-7 1sq", "ru", hidden="umpire"))
    assert stands(both, "german") == [] and stands(both, "russian") == []
    booty = Table().pile("P20", weapon("LMG", "ru", hidden=GERMAN), squad(hidden=GERMAN))
    assert stands(booty, "russian") == []


def test_weapons_alone_do_not_prove_whose_player_hid_them() -> None:
    booty = Table().pile("P20", weapon("LMG", "ru", hidden=GERMAN))
    assert stands(booty, "russian") == []


def test_an_umpire_needs_both_players_leave() -> None:
    with pytest.raises(OrshaError, match="--both-agree"):
        from_save(secret_table().save(), "umpire")
    assert len(from_save(secret_table().save(), "umpire", both_agree=True).report.pieces) == 8


COUNTERS = st.sampled_from([
    squad(), squad("4-4-7 1sq", "ru"), weapon(), weapon("LMG", "ru"), leader(), tank(), tank("KV-1S", "ru"),
    plain("Wire"), plain("Pin"), counter("Tiger", "ge"), plain("Blaze"), plain("Prisoner SQ"),
])  # fmt: skip
SECRET = "SECRET"


def _kept(piece: Counter, owner: str, how: str) -> Counter:
    for at, trait in enumerate(piece.traits):
        if trait.kind == how:
            piece = piece.with_state(at, f"{owner};" if how == "conceal" else owner)
        elif trait.kind == "label":
            piece = piece.with_state(at, SECRET)
        elif trait.kind == "piece":
            piece = piece.with_state(at, trait.state)
    return piece


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["P20", "P21", "R24", "K33"]),
            st.lists(
                st.tuples(COUNTERS, st.sampled_from(["", "hide", "conceal"]), st.booleans()), min_size=1, max_size=5
            ),
        ),
        max_size=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_whatever_the_enemy_hides_the_report_is_as_if_it_were_not_there(
    piles: list[tuple[str, list[tuple[Counter, str, bool]]]],
) -> None:
    """Random tables: what the Germans hid is taken away, and the Russians read the same."""
    anchor = (squad("4-4-7 1sq", "ru"), mark(RUSSIAN, "ru"))
    full, without = Table().pile("A1", *anchor), Table().pile("A1", *anchor)
    full.pile("A3", squad("8-3-8 Esq", hidden=GERMAN))
    for hex, counters in piles:
        shown = []
        every = []
        for one, how, german in counters:
            done = _kept(one, GERMAN if german else RUSSIAN, how) if how == "hide" and german else one
            every.append(done)
            if done is one:
                shown.append(one)
        full.pile(hex, *every)
        if shown:
            without.pile(hex, *shown)
    assert read(full, "russian") == read(without, "russian")


# -- the file of names


def test_every_name_of_the_file_means_what_it_says() -> None:
    file = names_file()
    for one in file.counters:
        for name in one.vasl:
            found = [counter for side in ("german", "russian") if (counter := counter_of(side, name))]
            assert found and all((counter.type, counter.status) == (one.type, one.status) for counter in found)
    for name, status in file.markers.items():
        assert meaning(plain(name)) == (status,)
    for form in file.forms.idle:
        assert form


def test_a_wrong_file_of_names_is_told_where() -> None:
    text = (DATA / "vasl-names.toml").read_text()
    with pytest.raises(BadData, match="the campaign has no counter 'Tiger'"):
        loads(text.replace('type = "45LL"', 'type = "Tiger"'), NamesFile, check_names, "names.toml")
    with pytest.raises(BadData, match="stands there twice"):
        loads(text.replace('"76L ART obr. 39"', '"75L AT PaK 40"'), NamesFile, check_names, "names.toml")
    with pytest.raises(BadData, match="is no form"):
        loads(text.replace("turn = 'Turn", "turn = '(Turn"), NamesFile, check_names, "names.toml")


# -- published games


def test_published_games_are_on_other_boards(shared: Path) -> None:
    for file in (shared / "data" / "vasl" / "saves").iterdir():
        with pytest.raises(OrshaError, match="the campaign's board is OtOBFP"):
            from_save(load(file), "russian")
