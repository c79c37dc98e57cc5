"""The Orsha map's picture: every hex once, the edge through the outermost hexes, layers where they are asked for."""

import json
import re
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

from orsha.cli import hexes
from orsha.hexmap.grid import Hex, distance, neighbours, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import OrshaError, Unknown
from orsha.paper.hex_layers import LayerFile, named_layers
from orsha.paper.hex_map import Layers, Unit, draw, map_svg, read_layers, write_map
from orsha.paper.hex_shapes import STEP, hex_area, place, rings, smooth_area, ways

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board():
    return hex_map()


@pytest.fixture(scope="module")
def bare(board):
    return map_svg(board, Layers(names="none"))


def about(board, name, far):
    return frozenset(hex for hex in board.ground if distance(hex, parse(name)) <= far)


def ids(svg):
    return [element.get("id") for element in ElementTree.fromstring(svg).iter() if element.get("id")]


def named(svg):
    group = next(g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("id") == "names")
    return [text.text for text in group]


# -- where hexes lie


def test_west_is_left_and_north_is_up(board):
    spot = place(board, 0, 0)
    assert spot.at(parse("P16"))[0] - spot.at(parse("P15"))[0] == pytest.approx(STEP)
    assert spot.at(parse("Q15"))[1] < spot.at(parse("P15"))[1]
    assert spot.side(parse("P15"), 0)[0] < spot.at(parse("P15"))[0]
    assert spot.side(parse("P15"), 3)[0] > spot.at(parse("P15"))[0]


def test_a_side_lies_half_way_to_the_hex_across_it(board):
    spot = place(board, 3, 4)
    for start in map(parse, ("P15", "Q15")):
        for side, across in enumerate(neighbours(start)):
            (ax, ay), (bx, by) = spot.at(start), spot.at(across)
            assert spot.side(start, side) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_the_edge_cuts_the_outermost_hexes_in_half(board):
    spot = place(board, 0, 0)
    assert spot.at(parse("B0"))[0] == pytest.approx(spot.edge.left)
    assert spot.at(parse("A53"))[0] == pytest.approx(spot.edge.right)
    assert spot.at(parse("DD8"))[1] == pytest.approx(spot.edge.top)
    assert spot.at(parse("A33"))[1] == pytest.approx(spot.edge.bottom)


def test_the_outline_of_an_area_goes_round_every_part_and_hole(board):
    spot = place(board, 0, 0)
    ring = about(board, "P20", 1) - {parse("P20")}
    assert sorted(map(len, rings(spot, ring | {parse("D5")}))) == [6, 6, 18]
    assert hex_area(spot, set(ring)).count("Z") == 2
    assert smooth_area(spot, {parse("D5")}).count("Q") == 6


@pytest.mark.parametrize("terrain", ["marsh", "grain", "woods", "peat-bog"])
def test_every_outline_is_closed(board, terrain):
    spot = place(board, 8, 21)
    area = {hex for hex, ground in board.ground.items() if ground.has(terrain)}
    for ring in rings(spot, area):
        for (hex, side), (after, next_side) in pairwise([*ring, ring[0]]):
            assert spot.ends(hex, side)[1] == pytest.approx(spot.ends(after, next_side)[0])


@pytest.mark.parametrize("what", ["road", "rail", "gully"])
def test_what_crosses_a_hexside_does_so_at_its_middle(board, what):
    spot = place(board, 0, 0)
    for hex, ground in board.ground.items():
        sides = getattr(ground, what)
        ends = [end for way in ways(spot, hex, sides) for end in (way.start, way.end)]
        for side in sides:
            assert any(end == pytest.approx(spot.side(hex, side)) for end in ends), f"{what} in {hex}, side {side}"


# -- the bare map


def test_every_hex_is_drawn_once(board, bare):
    group = next(g for g in ElementTree.fromstring(bare).iter(f"{SVG}g") if g.get("id") == "hexes")
    drawn = [path.get("id") for path in group]
    assert sorted(drawn) == sorted(hex.name for hex in board.ground)
    assert len({path.get("d") for path in group}) == len(board.ground)


def test_ids_stand_once_and_nothing_is_filtered(board, bare):
    every = about(board, "P20", 2)
    full = map_svg(board, Layers(control={"german": every}, main={"german": every}, no_mans_land=every))
    for svg in (bare, full):
        assert len(ids(svg)) == len(set(ids(svg)))
        assert "<filter" not in svg and "<image" not in svg and "nan" not in svg


def test_a_hex_tells_what_lies_in_it(bare):
    assert "<title>A10: orchard, shellholes, level 0</title>" in bare


def test_coordinates_stand_at_every_edge(board, bare):
    group = next(g for g in ElementTree.fromstring(bare).iter(f"{SVG}g") if g.get("id") == "coordinates")
    words = [text.text for text in group.iter(f"{SVG}text")]
    assert words.count("A") == words.count("DD") == words.count("P") == 2
    assert words.count("0") == 1 and words.count("53") == 1 and words.count("26") == 2


def test_the_legend_explains_every_terrain(board, bare):
    words = " ".join(ElementTree.fromstring(bare).itertext()).lower()
    for ground in board.ground.values():
        for kind in ground.terrain:
            assert {"open": "level 0", "building-wood": "wooden building"}.get(kind, kind) in words
    for sign in ("level 1", "level −1", "torn up", "culvert", "bridge", "hedge", "slope", "victory location", "40 m"):
        assert sign in words


@pytest.mark.parametrize(("names", "count"), [("all", 1590), ("fifth", 315)])
def test_names_on_demand(board, names, count):
    found = named(map_svg(board, Layers(names=names)))
    assert len(found) == len(set(found))
    wanted = {hex.name for hex in board.ground if names == "all" or hex.number % 5 == 0}
    assert set(found) == wanted
    assert abs(len(found) - count) < 10


def test_no_names(bare):
    assert 'id="names"' not in bare


# -- layers


@pytest.fixture(scope="module")
def layers(board):
    held, pocket, cut = about(board, "P10", 5), about(board, "P30", 2), about(board, "G40", 1)
    return Layers(
        caption="24 June, <evening>",
        control={"german": held, "russian": cut},
        main={"german": held},
        pockets={"german": (pocket,)},
        front_line={"german": about(board, "P10", 5) - about(board, "P10", 4)},
        isolated={"russian": (cut,)},
        no_mans_land=about(board, "W30", 2),
        units=(Unit(parse("P15"), "german", "4-6-7"), Unit(parse("DD0"), "russian", "A & B")),
        highlight={
            "from": frozenset({parse("C40")}),
            "clear": about(board, "C40", 2),
            "blocked": about(board, "C50", 1),
        },
    )


def test_layers_show_and_are_explained(board, bare, layers):
    svg = map_svg(board, layers)
    shown = {"control-german", "control-russian", "main-german", "pocket-german-1", "front-line-german"}
    shown |= {"isolated-russian-1", "no-mans-land", "units", "sight-from", "sight-clear", "sight-blocked"}
    assert shown <= set(ids(svg))
    assert not shown & set(ids(bare))
    words = set(ElementTree.fromstring(svg).itertext())
    assert {"24 June, <evening>", "4-6-7", "A & B", "German pocket", "Russian area, isolated", "No-man's land"} <= words
    assert {"Seen from here", "In sight", "Out of sight"} <= words and "Hindered" not in words
    assert "Russian main perimeter" not in words


def test_an_area_is_as_large_as_its_hexes(board):
    area = about(board, "P20", 1)
    path = re.search(r'id="main-german" d="([^"]*)"', map_svg(board, Layers(main={"german": area})))
    assert path is not None and path[1].count("L") + 1 == 18


def test_a_high_stack_tells_how_many_more(board):
    units = tuple(Unit(parse("K37"), "russian", f"u{n}") for n in range(5))
    words = list(ElementTree.fromstring(map_svg(board, Layers(units=units))).itertext())
    assert {"u0", "u1", "+3"} <= set(words) and "u2" not in words


def test_a_hex_that_is_not_on_the_map_is_refused(board):
    with pytest.raises(OrshaError, match="no hex A60"):
        draw(board, Layers(no_mans_land=frozenset({Hex(0, 60)})))
    with pytest.raises(OrshaError, match="no hex A0"):
        named_layers(board, LayerFile(units=(("A0", "german", "x"),)))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"contorl": {}}',
        '{"control": {"polish": []}}',
        '{"units": [["P15", "german", "a\\u0000"]]}',
        '{"units": [["P15", "german"]]}',
        '{"highlight": {"seen": ["P15"]}}',
        '{"main": ["P15"]}',
    ],
)
def test_a_file_that_holds_no_layers_is_refused(board, tmp_path, content):
    file = tmp_path / "layers.json"
    file.write_text(content)
    with pytest.raises(OrshaError, match="holds no layers"):
        read_layers(board, file)


# -- files


def test_svg_at_its_own_size_and_on_paper(board, layers, tmp_path):
    began = time.perf_counter()
    write_map(board, tmp_path / "map.svg", layers=layers)
    assert time.perf_counter() - began < 2
    write_map(board, tmp_path / "a4.svg", layers=layers, paper="A4")
    for name, most in (("map.svg", 420.0), ("a4.svg", 297.0)):
        head = (tmp_path / name).read_text()[:300]
        wide = re.search(r'width="([\d.]+)mm"', head)
        assert wide is not None and most * 0.9 < float(wide[1]) <= most
        assert (tmp_path / name).stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("paper", "points"), [("a3", (1190.5, 841.9)), ("letter", (792.0, 612.0)), (None, (841.9, 595.3))]
)
def test_pdf_lies_across_its_sheet(board, tmp_path, paper, points):
    out = tmp_path / "map.pdf"
    write_map(board, out, layers=Layers(), paper=paper)
    content = out.read_bytes()
    assert content.startswith(b"%PDF") and len(content) < 3_000_000
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", content)
    assert box is not None and (float(box[1]), float(box[2])) == pytest.approx(points, abs=0.2)


def test_png(board, layers, tmp_path):
    out = tmp_path / "map.png"
    write_map(board, out, layers=layers)
    content = out.read_bytes()
    assert content.startswith(b"\x89PNG") and 3000 < int.from_bytes(content[16:20], "big") < 3400


def test_other_formats_and_papers_are_refused(board, tmp_path):
    with pytest.raises(OrshaError, match=r"\.svg"):
        write_map(board, tmp_path / "map.gif", layers=Layers())
    with pytest.raises(Unknown, match="a3"):
        write_map(board, tmp_path / "map.pdf", layers=Layers(), paper="a33")
    with pytest.raises(OrshaError, match="cannot be written"):
        write_map(board, tmp_path / "none" / "map.svg", layers=Layers())


# -- the command


@pytest.fixture(scope="module")
def app():
    made = typer.Typer()
    made.callback()(lambda: None)
    hexes.register(made)
    return made


def run(app, *words):
    return CliRunner().invoke(app, ["map", *map(str, words)])


def test_the_command_writes_a_file_and_says_which(app, tmp_path):
    out, given = tmp_path / "map.svg", tmp_path / "layers.json"
    given.write_text(json.dumps({"main": {"german": ["P10", "P11"]}, "units": [["P10", "german", "4-6-7"]]}))
    done = run(app, "--out", out, "--names", "all", "--paper", "a4", "--layers", given, "--json")
    assert done.exit_code == 0 and json.loads(done.stdout) == {"file": str(out)}
    assert {"main-german", "units", "names"} <= set(ids(out.read_text()))


def test_the_command_refuses_in_a_sentence(app, tmp_path):
    given = tmp_path / "layers.json"
    given.write_text('{"no_mans_land": ["ZZ9"]}')
    for words, sentence in (
        (("--layers", given), "no hex ZZ9"),
        (("--layers", tmp_path / "none.json"), "cannot be read"),
    ):
        done = run(app, "--out", tmp_path / "map.svg", *words)
        assert isinstance(done.exception, OrshaError) and sentence in str(done.exception)
    assert not (tmp_path / "map.svg").exists()
