"""The campaign's map put into a saved game of the players': the same pieces come out again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from orsha.campaign.report import MapMarker, Piece, ScenarioReport, Status, WorkMarker
from orsha.campaign.state import Fort
from orsha.campaign.vasl_report import from_save
from orsha.campaign.vasl_writing import Setting, Written, of_campaign, of_report, to_save
from orsha.hexmap.map import hex_map
from orsha.hexmap.vasl.saves import Save, decode, encode, load, position
from orsha.hexmap.vasl.saves.commands import Boards, Remove, parse
from orsha.hexmap.vasl.saves.save import Line
from orsha.kernel import Hidden, OrshaError
from tests.campaign.stage import bare
from tests.hexmap.vasl.saves.tables import (
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
    weapon,
)

# -- a template with one of everything: some on the map, the rest beside it


def box() -> Table:
    """Both players' counters as they lie beside the map before a scenario."""
    table = Table().put(MAP, 60, 60, squad(), squad("5-4-8 AEsq"), half(), leader(), weapon(), weapon("HMG"))
    table.put(MAP, 60, 140, tank(), counter("75L AT PaK 40", "ge", layer("Malf +", -1)), counter("2-2-8 Icr", "ge"))
    table.put(MAP, 60, 220, squad("4-4-7 1sq", "ru"), tank("KV-1S", "ru"), weapon("LMG", "ru"), leader("8-0", "ru"))
    signs = ["Immob.", "Aband.", "Pin", "Wounded", "Encircled"]
    table.put(MAP, 60, 300, *(plain(name) for name in signs))
    mines = plain("Minefield AP", layer("6 FP Minefield,8 FP Minefield", 2))
    return table.put(MAP, 60, 380, plain("Wire"), mines, plain("Blaze"), counter("KV-1S Wreck", "ru"))


def written(template: Table | Save, *pieces: Piece, **more: object) -> Written:
    save = template.save() if isinstance(template, Table) else template
    return to_save(save, Setting(pieces, **more))  # type: ignore[arg-type]


def read(done: Written) -> ScenarioReport:
    """What is in the file that would be written."""
    return from_save(decode(encode(done.save)), "umpire", "23AM", both_agree=True).report


def said(pieces: tuple[Piece, ...]) -> list[str]:
    """Pieces without their ids: what, where, how, and in whose hands."""
    known = {piece.id: piece for piece in pieces}
    lines = []
    for one in pieces:
        with_ = f" with {known[one.held_by].type}" if one.held_by in known else ""
        lines.append(" ".join([one.side, one.kind, one.type, one.hex, *sorted(one.status)]) + with_)
    return sorted(lines)


def piece(id: str, kind: str, type: str, hex: str, *status: Status, by: str | None = None) -> Piece:
    side = "german" if id[0] == "g" else "russian"
    return Piece(id, side, kind, type, hex, status=status, held_by=by)  # type: ignore[arg-type]


EVENING = (
    piece("g1", "squad", "4-6-7", "P20", "broken"), piece("g2", "sw", "LMG", "P20", by="g1"),
    piece("g3", "squad", "4-6-7", "P20"), piece("g4", "sw", "HMG", "P20", "malfunctioned", "dismantled", by="g3"),
    piece("g5", "leader", "9-1", "P20", "wounded"), piece("g6", "squad", "4-6-7", "P20", "fanatic"),
    piece("g7", "half-squad", "2-4-7", "A1", "broken"), piece("g8", "squad", "5-4-8", "DD13", "engineer"),
    piece("g9", "crew", "2-2-8", "Q10"), piece("g10", "gun", "75L (PaK 40)", "Q10", "malfunctioned", by="g9"),
    piece("g11", "vehicle", "StuG IIIG", "R24", "disabled", "immobilized"), piece("g12", "sw", "LMG", "R24"),
    piece("r1", "squad", "4-4-7", "X38"), piece("g13", "sw", "LMG", "X38", "captured", by="r1"),
    piece("r2", "vehicle", "KV-1S", "B0", "abandoned"), piece("r3", "squad", "4-4-7", "B0", "pinned"),
    piece("r4", "squad", "4-4-7", "A53", "encircled"), piece("r5", "squad", "4-4-7", "P20"),
)  # fmt: skip


def test_everything_that_stands_on_the_map_comes_out_again() -> None:
    done = written(box(), *EVENING)
    assert (done.missing, done.not_shown) == ((), ())
    assert said(read(done).pieces) == said(EVENING)


def test_with_ids_the_very_same_pieces_come_out() -> None:
    done = to_save(box().save(), Setting(EVENING), ids=True)
    found = {one.id: one for one in read(done).pieces}
    assert found == {one.id: replace(one, status=found[one.id].status) for one in EVENING}


def test_counters_on_the_map_are_moved_and_the_rest_copied() -> None:
    table = box().pile("K33", squad(label="#old"), squad())
    done = written(table, *(piece(f"g{n}", "squad", "4-6-7", "P20") for n in range(3)))
    assert (done.moved, done.copied) == (2, 1)
    assert [one.hex for one in read(done).pieces] == ["P20"] * 3, "and none is left where they were"


def test_what_is_on_the_templates_map_and_not_in_the_campaign_goes() -> None:
    table = box().pile("K33", squad(), plain("Pin"), mark(GERMAN), plain("User-Labeled")).pile("K34", tank())
    left = position(written(table).save).pieces.values()
    assert read(written(table)).pieces == ()
    names = [str(one.name) for one in left if one.place == table.place("K33")]
    assert names == ["User-Labeled"], "what players wrote on the map stays"


def test_the_stock_beside_the_map_stays() -> None:
    before, after = position(box().save()), position(written(box(), *EVENING).save)
    assert set(before.pieces) < set(after.pieces)


def test_what_the_template_has_no_counter_for_is_listed() -> None:
    done = written(box(), piece("r1", "vehicle", "SU-76M", "P20"), piece("g1", "squad", "4-6-7", "P20"))
    assert done.missing == ("russian SU-76M in P20",)
    assert said(read(done).pieces) == ["german squad 4-6-7 P20"]


def test_a_state_without_a_layer_and_without_a_sign_is_listed() -> None:
    done = written(
        box(), piece("r2", "vehicle", "KV-1S", "P20", "stunned"), piece("g1", "leader", "9-1", "P3", "pinned")
    )
    assert done.not_shown == ("KV-1S in P20 is stunned",)


def test_a_prisoner_is_left_to_the_players() -> None:
    guard = piece("r1", "squad", "4-4-7", "P20")
    done = written(box(), guard, piece("g1", "squad", "4-6-7", "P20", "prisoner", by="r1"))
    assert done.not_shown == ("4-6-7 in P20 is a prisoner",) and len(read(done).pieces) == 1


def test_an_engineer_without_an_engineers_counter_is_listed() -> None:
    done = written(box(), piece("g1", "squad", "4-6-7", "P20", "engineer"))
    assert done.not_shown == ("4-6-7 in P20 is engineer",)


# -- works and markers


def test_works_and_markers() -> None:
    works = (WorkMarker("wire", "K33", "german"), WorkMarker("minefield", "S22", "german", ap=8))
    markers = (MapMarker("blaze", "Q10"), MapMarker("burning-wreck", "R26"), MapMarker("wreck", "R25"))
    done = written(box(), works=works, markers=markers)
    assert done.missing == () and {(one.what, one.hex) for one in read(done).markers} == {
        ("blaze", "Q10"), ("burning-wreck", "R26"), ("wreck", "R25"),
    }  # fmt: skip
    asked = from_save(done.save, "umpire", "23AM", both_agree=True).questions
    assert any("wire in K33" in one for one in asked) and any("minefield 8 AP in S22" in one for one in asked)


def test_what_lies_there_already_is_not_laid_twice() -> None:
    table = box().pile("K33", plain("Wire"))
    again = written(written(table, works=(WorkMarker("wire", "K33", "german"),)).save)
    assert sum(str(one.name) == "Wire" for one in position(again.save).pieces.values()) == 2


def test_works_without_a_counter_are_listed() -> None:
    works = (WorkMarker("trench", "K33", "german"), WorkMarker("minefield", "S22", "german", ap=12, at=3))
    assert written(box(), works=works).missing == ("trench in K33", "12 AP minefield in S22", "3 AT minefield in S22")


# -- secrets


def test_what_is_hidden_needs_its_players_name_and_is_never_shown_openly() -> None:
    hidden = piece("g1", "squad", "4-6-7", "P20", "hidden"), piece("g2", "squad", "4-6-7", "P22", "concealed")
    done = written(box(), *hidden, works=(WorkMarker("minefield", "S22", "german", True, 8),))
    assert read(done).pieces == () and len(done.not_shown) == 3
    assert "hidden" in done.not_shown[0] and "concealed" in done.not_shown[1] and "minefield" in done.not_shown[2]


def test_a_template_that_shows_the_player_takes_his_secrets() -> None:
    table = box().pile("K33", squad(concealed=GERMAN), mark(GERMAN)).pile("X38", mark(RUSSIAN, "ru"))
    hidden = (
        piece("g1", "squad", "4-6-7", "P20", "hidden"), piece("g2", "squad", "4-6-7", "P22", "concealed"),
        piece("g3", "sw", "LMG", "P22", by="g2"), piece("r1", "squad", "4-4-7", "R24"),
    )  # fmt: skip
    done = written(table, *hidden)
    assert done.not_shown == () and said(read(done).pieces) == said(hidden)
    theirs = from_save(done.save, "russian", "23AM").report.pieces
    assert said(theirs) == ["german sw LMG P22", "russian squad 4-4-7 R24"]
    assert len(from_save(done.save, "german", "23AM").report.pieces) == 4


def test_the_enemys_hidden_counters_are_no_stock_and_are_not_counted() -> None:
    """Whether the template hides a tank or not, what is told to who writes is the same."""
    open_table, secret = box(), box().pile("K33", tank("SU-76M", "ru", hidden=RUSSIAN))
    wanted = piece("r1", "vehicle", "SU-76M", "P20")
    one, two = written(open_table, wanted), written(secret, wanted)
    assert (one.moved, one.copied, one.missing, one.not_shown) == (two.moved, two.copied, two.missing, two.not_shown)
    assert read(two).pieces == (), "but the old scenario's hidden tank is gone"


# -- where it comes from


def test_a_report_gives_what_is_on_the_map() -> None:
    report = ScenarioReport("23AM", pieces=(*EVENING, piece("r9", "vehicle", "KV-1S", "", "recall-ammo")))
    assert of_report(report).pieces == EVENING


def test_a_campaign_gives_what_a_side_may_see() -> None:
    state = bare()
    own = replace(
        state.sides["german"],
        box=Hidden(
            ("german",), {"g2": piece("g2", "squad", "4-6-7", "P22", "hidden"), "g3": piece("g3", "sw", "LMG", "")}
        ),
        forts=Hidden(("german",), {"g4": Fort("g4", "minefield", "german", "S22", 8, known=False)}),
    )
    sides = {**state.sides, "german": own}
    forts = {"g5": Fort("g5", "wire", "german", "K33"), "g6": Fort("g6", "wire", "german")}
    state = replace(state, sides=sides, pieces={"g1": piece("g1", "squad", "4-6-7", "P20")}, forts=forts)
    seen = of_campaign(state, None)
    assert [one.id for one in seen.pieces] == ["g1"] and [one.what for one in seen.works] == ["wire"]
    ours = of_campaign(state, "german")
    assert [one.id for one in ours.pieces] == ["g1", "g2"]
    assert [(one.what, one.hidden) for one in ours.works] == [("wire", False), ("minefield", True)]


def test_a_log_or_another_board_is_no_template() -> None:
    with pytest.raises(OrshaError, match="a log cannot be the template"):
        to_save(box().save(Remove("1")), Setting())
    with pytest.raises(OrshaError, match="without a board"):
        to_save(Table(()).save(), Setting())


# -- many


KINDS = [
    ("german", "squad", "4-6-7", ("broken", "fanatic", "pinned")), ("german", "leader", "9-1", ("wounded", "broken")),
    ("german", "sw", "HMG", ("malfunctioned", "dismantled")), ("german", "vehicle", "StuG IIIG", ("immobilized",)),
    ("russian", "squad", "4-4-7", ("broken", "encircled")), ("russian", "vehicle", "KV-1S", ("abandoned",)),
]  # fmt: skip


@st.composite
def settings_of_a_map(draw: st.DrawFn) -> tuple[Piece, ...]:
    found: list[Piece] = []
    hexes = [hex.name for hex in sorted(hex_map().ground)]
    for n in range(draw(st.integers(0, 12))):
        side, kind, type, able = draw(st.sampled_from(KINDS))
        status = draw(st.lists(st.sampled_from(able), unique=True, max_size=2))
        hex = draw(st.sampled_from(hexes))
        one = Piece(f"{side[0]}{n}", side, kind, type, hex, status=tuple(status))  # type: ignore[arg-type]
        holders = [man for man in found if man.side == side and man.kind == "squad"]
        if kind == "sw" and holders and draw(st.booleans()):
            holder = draw(st.sampled_from(holders))
            one = replace(one, hex=holder.hex, held_by=holder.id)
        found.append(one)
    return tuple(found)


@given(settings_of_a_map())
@settings(max_examples=40, deadline=None)
def test_any_setting_comes_out_as_it_went_in(pieces: tuple[Piece, ...]) -> None:
    done = written(box(), *pieces)
    assert (done.missing, done.not_shown) == ((), ())
    assert said(read(done).pieces) == said(pieces)


# -- a published game as the template


def test_a_published_game_moved_to_the_campaigns_board(shared: Path) -> None:
    save = load(shared / "data" / "vasl" / "saves" / "hill621.vsav")
    board = parse("bd\t0\t0\tOtOBFP\tVER\t1.0\t")
    lines = tuple(Line(one.level, board) if isinstance(one.command, Boards) else one for one in save.lines)
    pieces = (
        piece("g1", "squad", "4-6-7", "P20", "broken"), piece("g2", "sw", "LMG", "P20", by="g1"),
        piece("g3", "leader", "9-2", "Q10", "wounded"), piece("g4", "sw", "HMG", "R24", "malfunctioned"),
        piece("g5", "crew", "2-2-8", "A1"), piece("g6", "gun", "75L (PaK 40)", "A1", "malfunctioned", by="g5"),
        piece("r1", "squad", "5-2-7", "DD13", "fanatic"), piece("r2", "vehicle", "T-34/M43", "X38"),
        piece("r3", "sw", ".50 cal", "X39", "dismantled"), piece("g7", "vehicle", "SdKfz 7/1", "P3"),
    )  # fmt: skip
    done = to_save(replace(save, lines=lines), Setting(pieces), ids=True)
    assert (done.missing, done.not_shown) == (("german SdKfz 7/1 in P3",), ())
    again = decode(encode(done.save))
    assert again == done.save and again.entries[1:] == save.entries[1:]
    found = from_save(again, "umpire", "23AM", both_agree=True).report
    assert said(found.pieces) == said(pieces[:-1])
    assert {one.id for one in found.pieces} == {one.id for one in pieces[:-1]}
