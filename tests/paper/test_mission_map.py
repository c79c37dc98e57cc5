"""Every mission's map: all its distances are marked, nothing is written over anything else."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from orsha.kernel import OrshaError
from orsha.paper.distances import Distance, distances
from orsha.paper.ink import Arrow, Box, Label, text_width
from orsha.paper.mission_map import draw, map_svg, write_map
from orsha.paper.places import arrange, crosses, spot
from orsha.tabletop.mission.library import mission, missions
from orsha.tabletop.mission.words import inches
from orsha.tabletop.zones import STRIP

every_mission = pytest.mark.parametrize("slug", list(missions()))


def meant(words):
    """The numbers of a zone's words, but for the depth of the strip along the edge."""
    numbers = {float(n) for n in re.findall(r"\b(\d+(?:\.\d+)?) (?:of|from|and \d)", words)}
    numbers |= {float(n) for n in re.findall(r"\band (\d+) from", words)}
    return numbers - {STRIP} if "edge strip" in words else numbers


@every_mission
def test_every_distance_of_the_zones_has_an_arrow_and_a_number(slug):
    drawing = draw(mission(slug))
    shown = {arrow.inches for arrow in drawing.arrows}
    written = {label.lines[0] for label in drawing.labels}
    for name, words in mission(slug).file.zones.items():
        for number in meant(words):
            assert number in shown, f"{name}: {number:g} has no arrow"
            assert inches(number) in written


@every_mission
def test_labels_neither_overlap_nor_leave_the_drawing(slug):
    drawing = draw(mission(slug))
    boxes = [(label.lines, label.box()) for label in drawing.labels]
    for (words, one), (others, other) in combinations(boxes, 2):
        assert not one.overlaps(other), f"{words} lies on {others}"
    for words, box in boxes:
        assert box.inside(drawing.canvas), words


@every_mission
def test_arrows_are_as_long_as_they_say(slug):
    drawing = draw(mission(slug))
    scale = (drawing.table.right - drawing.table.left) / mission(slug).file.table[0]
    for arrow in drawing.arrows:
        (ax, ay), (bx, by) = arrow.start, arrow.end
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(arrow.inches * scale, abs=0.02)


@every_mission
def test_the_svg_is_sound_and_names_both_sides(slug):
    picture = ElementTree.fromstring(map_svg(mission(slug)))
    words = " ".join(picture.itertext())
    assert "Attacker deploys" in words
    assert "Defender deploys" in words
    assert not list(picture.iter("{http://www.w3.org/2000/svg}filter"))


def test_a_table_of_another_size_is_drawn_too():
    drawing = draw(mission("contact"), (96, 48))
    assert drawing.table.right - drawing.table.left == pytest.approx(2 * (drawing.table.bottom - drawing.table.top))


def test_a_zone_made_of_other_zones_has_their_distances():
    zones = {
        "square": "within 12 of attacker long edge",
        "deploy": "square and not factory",
        "ring": "between 4 and 8 from centre",
    }
    assert distances("deploy", zones, frozenset({"factory"})) == [Distance(12, "attacker long edge")]
    assert distances("ring", zones, frozenset()) == [Distance(4, "centre"), Distance(8, "centre")]


def test_a_map_is_svg_only(tmp_path):
    write_map(mission("contact"), tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    with pytest.raises(OrshaError, match="svg"):
        write_map(mission("contact"), tmp_path / "map.gif")


def test_two_labels_that_want_the_same_place_share_it_out():
    here, there = Label(("one",), (10, 10)), Label(("one",), (10, 20))
    first, second = arrange([[spot(here), spot(there, 1)], [spot(here)]], [])
    assert (first.label, second.label) == (there, here)


def test_a_label_keeps_off_an_arrow():
    fixed = spot(Label(("12",), (50, 50)), arrow=Arrow((0, 10), (20, 10), 12, "edge"))
    (placed,) = arrange([[spot(Label(("x",), (10, 10))), spot(Label(("x",), (10, 30)), 5)]], [fixed])
    assert placed.label and placed.label.at == (10, 30)


def test_a_line_and_a_box():
    box = Box(0, 0, 2, 2)
    assert crosses((-1, 1), (3, 1), box)
    assert not crosses((-1, 3), (3, 3), box)
    assert not crosses((3, 0), (5, 2), box)
    assert text_width("mm", 2) > text_width("ii", 2)
