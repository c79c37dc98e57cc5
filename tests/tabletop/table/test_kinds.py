"""Terrain as the documents have it, and the switches for what they leave open."""

from __future__ import annotations

import pytest

from orsha.kernel import BadData, Illegal, Unknown
from orsha.kernel.data import loads
from orsha.tabletop.table import terrain
from orsha.tabletop.table.kinds import HERE, Terrain, _check, switched

CHART = [
    # 000, its list of terrain
    ("marsh", "terrain", "short"),
    ("swamp", "impassable", "short"),
    ("wooded-marsh", "terrain", "tall"),
    ("wooded-swamp", "impassable", "tall"),
    ("woods", "difficult", "tall"),
    ("orchard", "difficult", "tall"),
    ("cliff", "impassable", "flat"),
    ("hill", "terrain", "tall"),
    ("stream", "terrain", "flat"),
    ("pond", "impassable", "flat"),
    ("open", "open", "flat"),
    ("ploughed", "terrain", "flat"),
    ("crops", "terrain", "short"),
    ("haystack", "terrain", "short"),
    ("fence", "terrain", "short"),
    ("hedge", "difficult", "short"),
    ("shallow-river", "difficult", "flat"),
    ("ford", "difficult", "flat"),
    ("rail-bridge", "terrain", "short"),
    ("damaged-bridge", "difficult", "short"),
    ("railway", "terrain", "flat"),
    ("defilade-wall", "impassable", "tall"),
    # 002
    ("rubble", "difficult", "short"),
    ("street", "terrain", "flat"),
    ("steep-hill", "difficult", "tall"),
]


@pytest.mark.parametrize(("slug", "going", "height"), CHART)
def test_terrain_is_crossed_and_stands_as_the_documents_say(slug: str, going: str, height: str) -> None:
    kind = terrain().kind(slug)
    assert {kind.going_for(team) for team in ("infantry", "tank", "gun")} == {going}
    assert kind.height == height


def test_buildings_let_only_infantry_in_and_protect_them() -> None:
    house = terrain().kind("building")
    assert house.impassable_to == ("tank", "gun") and house.going_for("infantry") == "terrain"
    assert house.blocks and "inside" in house.bulletproof


def test_deep_rivers_ask_infantry_for_a_4_and_let_nobody_stop() -> None:
    deep = terrain().kind("deep-river")
    assert deep.cross == {"infantry": 4} and not deep.stop
    assert deep.impassable_to == ("tank", "gun")


def test_amphibious_teams_take_impassable_water_for_difficult_ground() -> None:
    assert terrain().kind("pond").going_for("tank", amphibious=True) == "difficult"
    assert terrain().kind("swamp").going_for("tank", amphibious=True) == "impassable"


def test_rubble_protects_only_those_wholly_in_it_and_streets_cannot_be_dug() -> None:
    assert terrain().kind("rubble").bulletproof == ("wholly-inside",)
    assert not terrain().kind("street").dig_in


def test_002_mamayev_kurgan_is_a_steep_hill_harder_and_higher_than_a_gentle_one() -> None:
    steep, gentle = terrain().kind("steep-hill"), terrain().kind("hill")
    assert "002 Mamayev Kurgan" in steep.source and steep.group == gentle.group == "hill"
    assert steep.rise > gentle.rise and (steep.going, gentle.going) == ("difficult", "terrain")


def test_roads_and_road_bridges_are_roads_and_railways_are_not() -> None:
    roads = {slug for slug, kind in terrain().kinds.items() if kind.road}
    assert roads == {"road", "road-bridge"}


def test_every_kind_names_its_source() -> None:
    for slug, kind in terrain().kinds.items():
        assert kind.source[:3] in ("000", "002", "cor"), slug


@pytest.mark.parametrize(
    "guess",
    [
        "ploughed", "crops", "scrub", "orchard", "hedge", "fence", "low-wall", "bocage", "hill", "steep-hill", "crest",
        "marsh", "crater", "rock", "dash-clear",
    ],
)  # fmt: skip
def test_every_guess_of_the_digest_is_a_switch(guess: str) -> None:
    assert any(name.startswith(guess) for name in terrain().switches), guess


@pytest.mark.parametrize("name", list(terrain().switches))
def test_a_switch_can_be_set_to_each_of_its_choices_and_to_nothing_else(name: str) -> None:
    switch = terrain().switches[name]
    assert terrain().set(name, terrain().default(name)) == terrain()
    values = switch.choices or (switch.least, switch.most)
    changed = {terrain().set(name, value).default(name) for value in values if value is not None}
    assert changed == set(values)
    with pytest.raises(Illegal, match=name):
        terrain().set(name, "sideways" if switch.choices else 99)


def test_a_switch_changes_its_own_kind_only() -> None:
    dry = switched((("orchard-height", "short"), ("see-through-tall", 2)))
    assert dry.kind("orchard").height == "short" and dry.sight.through == 2
    assert dry.kind("woods") == terrain().kind("woods")
    assert terrain().kind("orchard").height == "tall"


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(Unknown, match="did you mean woods"):
        terrain().kind("wods")
    with pytest.raises(Unknown, match="hedge-going"):
        terrain().set("hedge-goin", "terrain")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('going = "open"', 'going = "easy"', "cannot be 'easy'"),
        ('height = "flat"', 'height = "flat"\nblocks = true', "flat ground has no top"),
        ('of = "scrub.going"', 'of = "scrub.smell"', "nothing called 'scrub.smell'"),
        ('choices = ["open", "terrain", "difficult"], why = "the digest guesses"', 'why = "x"', "a switch has choices"),
        ('trees = ["trees", "building"]', 'trees = ["bees"]', "no group 'bees'"),
    ],
)
def test_a_wrong_word_in_the_terrain_is_an_error_with_its_line(old: str, new: str, why: str) -> None:
    text = (HERE / "terrain.toml").read_text()
    assert old in text
    with pytest.raises(BadData, match=r"^terrain:\d+: ") as error:
        loads(text.replace(old, new, 1), Terrain, _check, "terrain")
    assert why.lower() in str(error.value).lower()
