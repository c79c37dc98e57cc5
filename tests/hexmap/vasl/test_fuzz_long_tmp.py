"""Broken and forged boards: whatever is in the file, it is read or refused with a sentence, never a crash."""

from __future__ import annotations

import tempfile
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from orsha.hexmap.sight import sight
from orsha.hexmap.vasl import landscape, read_board
from orsha.hexmap.vasl.drawing import draw
from orsha.hexmap.vasl.losdata import parse_losdata
from orsha.hexmap.vasl.metadata import parse_legacy, parse_metadata
from orsha.hexmap.vasl.terrain import parse_catalogue
from orsha.kernel import OrshaError
from tests.hexmap.vasl.making import a_board, catalogue, losdata, metadata, packed, paint

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "vasl" / "boards"
QUICK = settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FEW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

KEYS = ["name", "width", "height", "A1CenterX", "A1CenterY", "hexWidth", "hexHeight", "altHexGrain", "hasHills"]

Changes = list[tuple[int, int]]
changes = st.lists(st.tuples(st.integers(0, 2**32), st.integers(0, 255)), min_size=1, max_size=20)


def changed(data: bytes, places: Changes, keep: float = 1.0) -> bytes:
    """Some bytes replaced, and only the first part kept."""
    found = bytearray(data)
    for place, value in places:
        found[place % len(found)] = value
    return bytes(found[: max(1, int(len(found) * keep))])


def tried(file: Path) -> None:
    """Reads, draws and looks across a board as far as it goes; what does not go says why in one sentence."""
    try:
        board = read_board(file)
        draw(board)
        ground = landscape(board)
        hexes = list(ground.ground)
        sight(ground, hexes[0], hexes[-1])
    except OrshaError as refused:
        assert 10 < len(str(refused)) < 2_000 and "Traceback" not in str(refused)


@cache
def small() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        made = {"C3": "Woods", "D3": "Gully"}
        file = a_board(Path(folder), columns=5, rows=4, ground=made, sides={"B2": {0: "Wall"}})
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def scattered(name: str, content: bytes) -> None:
    """A board whose one part is replaced."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "SharedBoardMetadata.xml").write_bytes(catalogue())
        tried(packed(Path(folder) / "boards" / "bdTest", {**small(), name: content}))


@given(st.binary(max_size=400))
@example(b"PK\x05\x06" + bytes(18))
@QUICK
def test_any_bytes_as_an_archive(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bdX"
        file.write_bytes(data)
        tried(file)


@given(changes, st.floats(0.2, 1))
@QUICK
def test_a_damaged_archive(places: Changes, keep: float) -> None:
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in small().items():
            archive.writestr(name, content)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "SharedBoardMetadata.xml").write_bytes(catalogue())
        file = Path(folder) / "bdTest"
        file.write_bytes(changed(whole.getvalue(), places, keep))
        tried(file)


@given(st.sampled_from(["BoardMetadata.xml", "LOSData", "bdTest.png"]), changes, st.floats(0.2, 1))
@QUICK
def test_a_damaged_part(name: str, places: Changes, keep: float) -> None:
    scattered(name, changed(small()[name], places, keep))


@given(
    st.dictionaries(
        st.sampled_from(KEYS),
        st.one_of(
            st.integers(-(10**6), 10**6).map(str),
            st.floats(width=32).map(str),
            st.sampled_from(["TRUE", "FALSE", "", "x", "8", "1e3"]),
            st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=20),
        ),
    )
)
@QUICK
def test_metadata_that_says_anything(told: dict[str, str]) -> None:
    from xml.sax.saxutils import quoteattr

    attributes = {"boardImageFileName": "bdTest.png"} | told
    root = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
    inside = '<slopes><slope hex="C3" hexsides="3"/></slopes>'
    scattered("BoardMetadata.xml", f"<boardMetadata {root}>{inside}</boardMetadata>".encode())


@given(st.binary(max_size=300))
@QUICK
def test_any_bytes_as_each_part(data: bytes) -> None:
    for parse in (parse_metadata, parse_catalogue, parse_losdata, lambda given: parse_legacy(given, "X")):
        try:
            parse(data)
        except OrshaError as refused:
            assert str(refused)


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=1, max_size=40), st.integers(0, 999))
@FEW
def test_sight_data_with_any_terrain_at_any_level(pixels: list[tuple[int, int]], step: int) -> None:
    painted = paint(5, 4, {}, {}, {})
    for place, value in enumerate(pixels):
        painted[place * (step + 1) % painted.shape[0] :: 7, place::11] = value
    scattered("LOSData", losdata(painted, 5, 4))


@pytest.mark.parametrize("name", ["bd00", "bdBFPC", "bdBFPDW4b", "bdOtOBFP"])
@given(places=changes, keep=st.sampled_from([1.0, 1.0, 0.999, 0.5]))
@FEW
def test_a_real_board_that_was_damaged(name: str, places: Changes, keep: float) -> None:
    if not (SAMPLES / name).is_file():
        pytest.skip("../shared is not here: its boards cannot be damaged")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "SharedBoardMetadata.xml").write_bytes(catalogue())
        file = Path(folder) / name
        file.write_bytes(changed((SAMPLES / name).read_bytes(), places, keep))
        try:
            read_board(file)
        except OrshaError as refused:
            assert 10 < len(str(refused)) < 2_000


def test_the_small_board_itself_is_whole(tmp_path: Path) -> None:
    (tmp_path / "SharedBoardMetadata.xml").write_bytes(catalogue())
    board = read_board(packed(tmp_path / "boards" / "bdTest", small()))
    assert not board.lacks and not board.doubts and draw(board).svg and landscape(board).ground
    assert metadata(5, 4, "<slopes/>") == small()["BoardMetadata.xml"]
