"""The picture of a table: sound SVG, everything painted, a key that says how each kind is crossed."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.image import imread
from shapely import LineString

from orsha.kernel import OrshaError
from orsha.paper.battle_arrivals import areas, coming
from orsha.paper.battle_ground import AREAS
from orsha.paper.battle_lines import LINES
from orsha.paper.battle_shapes import STRAYS, flowing, rounded
from orsha.paper.battle_table import LAYERS, TOGETHER, Picture, _printed, draw, going_words, write_table
from orsha.paper.press import DOTS
from orsha.tabletop.mission import mission, missions
from orsha.tabletop.table import Feature, Table, tables, terrain
from tests.tabletop.table.builders import Scene, box


@pytest.mark.parametrize("slug", list(tables()))
def test_a_picture_is_sound_plain_and_the_same_every_time(slug: str) -> None:
    text = draw(tables()[slug]).svg()
    root = ElementTree.fromstring(text)
    assert text == draw(tables()[slug]).svg()
    assert "filter" not in text and "nan" not in text
    words = " ".join(root.itertext())
    assert tables()[slug].name in words
    for kind in tables()[slug].kinds:
        assert kind.name in words and going_words(kind) in words
    assert len(text) < 2_000_000


def test_it_is_to_scale() -> None:
    small, large = draw(Scene().table), draw(Table("t", "T", (36000, 24000)))
    assert small.width == 72 * 4 + 18 and large.width == 36 * 4 * 60 / 36 + 18


@pytest.mark.parametrize("slug", list(terrain().kinds))
def test_every_kind_has_a_layer_and_a_painter(slug: str) -> None:
    kind = terrain().kind(slug)
    assert any(slug in layer for layer in LAYERS)
    if "area" in kind.shapes:
        assert slug in AREAS
        feature = Feature(slug, area=((20000, 20000), (26000, 20000), (26000, 26000), (20000, 26000)))
        drawn, empty = draw(Table("t", "T", (48000, 48000), (feature,))), draw(Table("t", "T", (48000, 48000)))
        assert len(drawn.svg()) > len(empty.svg())
    if "line" in kind.shapes:
        assert slug in LINES or slug in TOGETHER or kind.blocks
        feature = Feature(slug, line=((10000, 10000), (20000, 20000), (30000, 20000)))
        assert "nan" not in draw(Table("t", "T", (48000, 48000), (feature,))).svg()


def curve(path: str) -> list[tuple[float, float]]:
    """Points all along a path of lines and cubic curves."""
    found: list[tuple[float, float]] = []
    for letter, told in re.findall(r"([MLC])([^MLCZ]*)", path):
        numbers = [float(one) for one in told.split()]
        spots = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "C":
            spots = [_on(found[-1], *spots, n / 20) for n in range(1, 21)]  # type: ignore[call-arg]
        found += spots
    return found


def _on(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float], t: float):  # type: ignore[no-untyped-def]
    return tuple(
        (1 - t) ** 3 * a[k] + 3 * (1 - t) ** 2 * t * b[k] + 3 * (1 - t) * t * t * c[k] + t**3 * d[k] for k in (0, 1)
    )


@pytest.mark.parametrize(
    "line",
    [
        [(0, 152), (144, 152), (144, 0)],  # a road with a corner
        [(0, 112), (120, 96), (288, 104)],  # the stream of docs/tables.md
        [(0, 0), (100, 0), (0, 10), (100, 10)],  # hairpins
        [(0, 0), (10, 1), (20, 1.5), (30, 1)],
    ],
)
def test_a_smoothed_line_stays_where_the_rules_have_it(line: list[tuple[float, float]]) -> None:
    drawn = LineString(curve(flowing(line)))
    assert drawn.hausdorff_distance(LineString(line).segmentize(0.5)) <= STRAYS + 0.02
    ring = [*line, line[0]]
    assert LineString(curve(rounded(line))).hausdorff_distance(LineString(ring).segmentize(0.5)) <= STRAYS + 0.02
    assert ("C" in flowing(line)) is (line[1] == (10, 1))


def test_a_road_turns_its_corner_where_the_table_has_it() -> None:
    table = Scene().line("road", [(0, 10), (36, 10), (36, 48)]).table
    corner = f"{9 + 36 * 4:.2f} {11 + 9 + (48 - 10) * 4:.2f}"
    assert f"L{corner}L" in draw(table).svg()


def test_a_name_is_written_and_cannot_break_the_picture() -> None:
    table = Scene().area("woods", box(20, 20, 30, 30), name="<Wolf & Co>").table
    assert "<Wolf & Co>" in " ".join(ElementTree.fromstring(draw(table).svg()).itertext())


def test_zones_are_outlined_and_named_side_by_side() -> None:
    contact = mission("contact")
    zones = {name: contact.zone(name, contact.layout()) for name in contact.file.zones}
    text = draw(Scene().table, zones).svg()
    words = " ".join(ElementTree.fromstring(text).itertext())
    assert "#c04a00" in text and all(name.replace("-", " ") in words for name in zones)
    places = re.findall(r'<text (x="[^"]+" y="[^"]+") font-size="2.6" fill="#', text)
    assert len(set(places)) == len(places) == len(zones)


@pytest.mark.parametrize("slug", list(missions()))
def test_where_reserves_come_on_is_drawn_for_both_sides(slug: str) -> None:
    its = mission(slug)
    zone = partial(its.zone, layout=its.layout())
    size = (round(its.layout().width * 1000), round(its.layout().height * 1000))
    words = list(
        ElementTree.fromstring(draw(Table("t", "T", size), areas(its, zone), coming(its, zone)).svg()).itertext()
    )
    for side, reserve in its.file.reserves.items():
        for faces, name in reserve.arrive.items():
            assert f"{side}'s reserves{'' if faces == 'any' else f' on {faces}'}" in words
            assert name.replace("-", " ") not in words
    assert set(areas(its, zone)) <= {name for name in its.file.zones if name.replace("-", " ") in words}


def test_the_edge_of_a_hill_shows_where_something_lies_on_it() -> None:
    bare = Scene().area("hill", box(20, 20, 30, 30))
    assert 'stroke-dasharray="1.4 0.8"' in draw(bare.area("crops", box(25, 25, 35, 35)).table).svg()


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_it_is_written_as_asked(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"t.{suffix}"
    write_table(Scene().area("woods", box(20, 20, 30, 30)).table, out)
    assert out.read_bytes()[:4] in (b"<svg", b"\x89PNG", b"%PDF")


@pytest.mark.parametrize("high", [213.37, 240.11, 266.85])
def test_no_row_of_dots_is_lost_in_a_png(tmp_path: Path, high: float) -> None:
    """Bars of one height all over a picture have the same ink: none is cut, as a row of letters was."""
    bars = [(10 + 3.3 * n, 1.7) for n in range(int((high - 20) / 3.3))]
    drawn = "".join(f'<rect x="10" y="{y:.2f}" width="5" height="{tall}"/>' for y, tall in bars)
    out = tmp_path / "bars.png"
    out.write_bytes(_printed(Picture("bars", 301, high, drawn), "png"))
    ink = 1 - imread(out)[:, int(12 / 25.4 * DOTS), 0]
    dots = [ink[int((y - 0.6) / 25.4 * DOTS) : int((y + tall + 0.6) / 25.4 * DOTS) + 1].sum() for y, tall in bars]
    assert max(dots) - min(dots) < 0.6


def test_nothing_else_is_written(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="cannot be written as .gif"):
        write_table(Scene().table, tmp_path / "t.gif")
