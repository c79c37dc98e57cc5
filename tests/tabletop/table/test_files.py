"""Tables as files: read, written, and refused with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.kernel import BadData, Unknown
from orsha.tabletop.table import load_table, loads_table, table, table_text, tables
from orsha.tabletop.table.files import TABLES

HEAD = 'slug = "t"\nname = "T"\nsize = [72, 48]\n'


def features(*parts: str) -> str:
    return HEAD + "".join(f"\n[[features]]\n{part}\n" for part in parts)


def refused(text: str) -> str:
    with pytest.raises(BadData) as error:
        loads_table(text, "t.toml")
    return str(error.value)


HOUSE = 'kind = "building"\narea = [[10, 10], [12, 10], [12, 12], [10, 12]]'


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (features('kind = "wods"\narea = [[0, 0], [1, 0], [1, 1]]'), 6, "did you mean woods"),
        (features('kind = "woods"\narea = [[70, 40], [73, 40], [73, 44]]'), 7, "(73, 40) lies outside the table"),
        (features('kind = "woods"\narea = [[1, 1], [5, 5], [5, 1], [1, 5]]'), 7, "crosses itself near (3.00, 3.00)"),
        (features('kind = "road"\nline = [[1, 1], [9, 1], [9, 1.2], [1, 1.2]]'), 7, "bends too sharply"),
        (features('kind = "woods"\nline = [[1, 1], [5, 5]]'), 7, "is no line"),
        (features('kind = "road"\narea = [[1, 1], [5, 5], [5, 1]]'), 7, "is no area"),
        (features('kind = "woods"'), 5, "needs an 'area' or a 'line'"),
        (features('kind = "woods"\narea = [[1, 1], [5, 5]]'), 7, "three corners"),
        (features('kind = "woods"\narea = [[1, 1], [1, 1], [5, 5], [5, 1]]'), 7, "twice in a row"),
        (features('kind = "woods"\narea = [[1, 1], [5, 5], [3, 3.001]]'), 7, "no area to speak of"),
        (features('kind = "woods"\narea = [[1.00001, 1], [5, 5], [5, 1]]'), 7, "finer than a thousandth"),
        (features('kind = "woods"\nwidth = 3\narea = [[1, 1], [5, 5], [5, 1]]'), 7, "no width"),
        (features('kind = "woods"\nrise = 3\narea = [[1, 1], [5, 5], [5, 1]]'), 7, "no hill"),
        (features('kind = "woods"\ncolour = "red"\narea = [[1, 1], [5, 5], [5, 1]]'), 7, "unknown key 'colour'"),
        (features(HOUSE, HOUSE), 9, "overlaps the building that is feature 1 at (11.00, 11.00)"),
        (features(HOUSE, 'kind = "road"\nline = [[0, 11], [72, 11]]'), 9, "the road overlaps"),
        (features(HOUSE, 'kind = "pond"\narea = [[11, 11], [14, 11], [14, 14]]'), 9, "the pond overlaps"),
        (
            features('kind = "stream"\nline = [[20, 0], [20, 48]]', 'kind = "road"\nline = [[0, 24], [72, 24]]'),
            9,
            "runs into water at (20.00, 24.00): a bridge or a ford is missing",
        ),
        (HEAD + 'ground = "woods"\n', 4, "is no ground; known are open, street"),
        (HEAD + '[switches]\nhedge-going = "wet"\n', 4, "is one of terrain, difficult"),
        (HEAD.replace("72", "7"), 3, "12 or more"),
        (HEAD + "size = 3", 4, "is not TOML"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_with_its_line(text: str, line: int, why: str) -> None:
    said = refused(text)
    assert said.startswith(f"t.toml:{line}: "), said
    assert why in said


def test_a_bridge_or_a_ford_carries_a_road_over_water() -> None:
    stream, road = 'kind = "stream"\nline = [[20, 0], [20, 48]]', 'kind = "road"\nline = [[0, 24], [72, 24]]'
    for kind in ("ford", "road-bridge"):
        assert loads_table(features(stream, road, f'kind = "{kind}"\nline = [[19, 24], [21, 24]]')).features


def test_hostile_tables_are_refused() -> None:
    corners = ", ".join(f"[{n % 70}, {n % 47}]" for n in range(190))
    refused(features(*[f'kind = "woods"\narea = [{corners}]'] * 400))
    refused(features(*['kind = "woods"\narea = [[0, 0], [72, 0], [72, 48], [0, 48]]'] * 490))
    refused(HEAD + "features = [" + "[" * 3000)


def test_a_table_is_the_same_after_writing_and_reading() -> None:
    for one in tables().values():
        assert loads_table(table_text(one)) == one


def test_switches_names_and_numbers_survive_too() -> None:
    text = (
        HEAD + 'ground = "street"\nabout = "a \\"b\\"\\u007f"\n[switches]\nhedge-going = "terrain"\nnear-cover = 1.5\n'
    )
    text += '[[features]]\nkind = "hill"\nname = "Höhe"\nrise = 2.125\narea = [[1, 1], [5, 1], [5, 5]]\n'
    read = loads_table(text)
    assert loads_table(table_text(read)) == read
    assert read.terrain.sight.near == 1.5 and read.terrain.kind("hedge").going == "terrain"
    assert read.features[0].rise == 2125


# -- the tables made by hand


def test_there_is_a_table_for_every_flavour() -> None:
    wanted = {"fields-and-village", "woods-and-hills", "crossroads", "railway-line", "river-country", "town-outskirts"}
    assert wanted <= set(tables())
    assert all(tables()[slug].size == (72000, 48000) for slug in wanted)


@pytest.mark.parametrize("slug", [file.stem for file in sorted(TABLES.glob("*.toml"))])
def test_a_table_made_by_hand_is_what_its_name_says(slug: str) -> None:
    made = load_table(TABLES / f"{slug}.toml")
    kinds = {one.kind for one in made.features}
    shows = {
        "fields-and-village": {"crops", "ploughed", "building", "hedge"},
        "woods-and-hills": {"woods", "hill", "steep-hill", "crest"},
        "crossroads": {"road", "building", "stone-wall"},
        "railway-line": {"railway", "rail-bridge", "stream"},
        "river-country": {"shallow-river", "ford", "road-bridge", "marsh"},
        "town-outskirts": {"street", "rubble", "city-building", "boulevard"},
        "boulevard": {"boulevard", "fountain", "city-building"},
    }
    assert shows[slug] <= kinds
    assert made.about.endswith(".")


def test_tanks_can_get_nearly_everywhere_on_them() -> None:
    from orsha.tabletop.table.generator.maker import open_ground

    for one in tables().values():
        ground = open_ground(one)
        assert max(part.area for part in ground.geoms) > 0.97 * ground.area, one.slug


def test_an_unknown_table_is_refused_with_the_nearest() -> None:
    with pytest.raises(Unknown, match="did you mean crossroads"):
        table("crossroad")


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="is no file"):
        load_table(tmp_path)
