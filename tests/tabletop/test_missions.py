"""The 21 mission files: what the seeds say, and every mistake in a file found with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely import Point

from orsha.kernel import BadData
from orsha.tabletop.mission import Changes, loads_mission, mission, missions
from orsha.tabletop.mission.change import altered
from orsha.tabletop.mission.format import Objectives, Obstacles, PickSide
from orsha.tabletop.mission.library import MISSIONS

# Read off the seeds a second time: edges, first turn, special rules, reserves, objectives, earliest wins.
N = None
SEEDS = {
    "annihilation": ("long", "roll", ("me", "me"), (N, N), (0, 0), (N, N)),
    "breakthrough": ("quarters", "attacker", ("", "am"), ("flanking delayed 1+", "immediate 60"), (2, 0), (6, 6)),
    "bridgehead": ("long", "attacker", ("", "am"), (N, "deep scattered immediate 60"), (2, 0), (1, 6)),
    "contact": ("long", "attacker", ("", "am"), ("immediate 60", "scattered delayed 60"), (2, 2), (1, 1)),
    "counterattack": ("quarters", "attacker", ("", "am"), (N, "immediate 60"), (1, 1), (6, 6)),
    "dust-up": ("quarters", "roll", ("me", "me"), ("delayed 60", "delayed 60"), (2, 2), (1, 1)),
    "encounter": ("long", "roll", ("me", "me"), ("scattered delayed 60", "scattered delayed 60"), (2, 2), (1, 1)),
    "free-for-all": ("long", "roll", ("me", "me"), (N, N), (2, 2), (1, 1)),
    "hasty-attack": ("long", "attacker", ("", "am"), ("immediate 60", "scattered delayed 60"), (2, 2), (1, 1)),
    "no-retreat": ("short", "attacker", ("", "am"), (N, "deep immediate 60"), (1, 1), (1, 6)),
    "rearguard": ("long", "attacker", ("", "am sw"), (N, N), (2, 0), (1, 9)),
    "onslaught": ("short", "attacker", ("rf pb", "am fd"), (N, "deep immediate fortified 40"), (1, 1), (1, 6)),
    "hammering-the-line": ("short", "attacker", ("", "am"), ("flanking delayed 1+", "immediate deep 60"), (1, 1), (6, 6)),
    "swinging-the-sickle": ("short", "attacker", ("", "am pw"), (N, N), (2, 1), (1, 9)),
    "river-crossing": ("short", "attacker", ("ra", ""), (N, "delayed 60"), (3, 0), (1, 6)),
    "the-crossroads": ("short", "attacker", ("ra", "am"), (N, "immediate deep 60"), (2, 1), (6, 6)),
    "a-foothold": ("short", "attacker", ("ra", "am ra"), (N, "immediate 60"), (1, 1), (1, 6)),
    "the-factory": ("corners", "roll", ("av me", "av me"), ("immediate outpost 40", "immediate outpost 40"), (0, 0), (7, 7)),
    "the-boulevard": ("long", "roll", ("av me", "av me"), (N, N), (2, 2), (1, 1)),
    "two-buildings": ("corners", "attacker", ("av", "av"), ("immediate 60", "immediate outpost 40"), (1, 1), (7, 7)),
    "the-square": ("short", "attacker", ("av", "av"), (N, "delayed scattered outpost 40"), (1, 1), (7, 7)),
}  # fmt: skip
RULES = {
    "me": "meeting-engagement", "am": "ambush", "sw": "strategic-withdrawal", "pw": "phased-withdrawal",
    "rf": "reconnaissance-in-force", "pb": "preliminary-bombardment", "fd": "fortified-defence",
    "ra": "river-assault", "av": "across-the-volga",
}  # fmt: skip
SIDES = ("attacker", "defender")


def test_there_are_21_missions() -> None:
    assert set(missions()) == set(SEEDS) and len(SEEDS) == 21


@pytest.mark.parametrize("slug", sorted(SEEDS))
class TestAgainstTheSeeds:
    def test_edges_table_and_first_turn(self, slug: str) -> None:
        edges, first, *_ = SEEDS[slug]
        file = mission(slug).file
        assert (file.edges, mission(slug).first_turn()) == (edges, first)
        assert file.table == ((36, 24) if file.pack == "city" else (72, 48))

    def test_special_rules(self, slug: str) -> None:
        for side, short in zip(SIDES, SEEDS[slug][2], strict=True):
            assert set(mission(slug).file.special_rules[side]) == {RULES[word] for word in short.split()}  # type: ignore[index]

    def test_reserves(self, slug: str) -> None:
        for side, words in zip(SIDES, SEEDS[slug][3], strict=True):
            reserve = mission(slug).reserve(side)  # type: ignore[arg-type]
            if words is None:
                assert reserve is None
                continue
            *kinds, amount = words.split()
            assert reserve is not None and set(reserve.kinds) == set(kinds)
            assert (f"{reserve.min_units}+" if reserve.share is None else str(reserve.share)) == amount
            first = mission(slug).first_reserve_turn(side)  # type: ignore[arg-type]
            assert first == (3 if "delayed" in kinds else 1)

    def test_objectives_by_each_side(self, slug: str) -> None:
        counts = dict.fromkeys(SIDES, 0)
        for step in mission(slug).file.setup:
            if isinstance(step, Objectives):
                for side in SIDES if step.by == "both" else (step.by,):
                    counts[side] += step.count
        assert tuple(counts.values()) == SEEDS[slug][4]

    def test_earliest_wins(self, slug: str) -> None:
        assert tuple(mission(slug).earliest_win(side) for side in SIDES) == SEEDS[slug][5]  # type: ignore[arg-type]

    def test_zones_are_drawn_on_other_tables_too(self, slug: str) -> None:
        found = mission(slug)
        for size in ((48, 48), (42, 30)) if found.file.pack == "city" else ((84, 48), (96, 60)):
            for name in found.file.zones:
                zone = found.zone(name, found.layout(size))
                assert zone.area > 0 and found.layout(size).table.buffer(1e-6).covers(zone)

    def test_every_step_and_win_has_words_of_its_own(self, slug: str) -> None:
        from orsha.tabletop.mission import words

        found = mission(slug)
        sentences = [words.step_words(found, step) for step in found.file.setup] + words.win_lines(found)
        assert all(sentence.endswith(".") and "None" not in sentence for sentence in sentences)


ZONES = {
    # From the seeds' text, worked out by hand on 72 x 48 (city 36 x 24): the corners of the zone's box.
    ("annihilation", "attacker-deploy"): (0, 36, 72, 48),
    ("bridgehead", "objectives"): (28, 8, 44, 16),
    ("bridgehead", "defender-deploy"): (20, 0, 52, 24),
    ("contact", "attacker-side-objectives"): (8, 40, 64, 48),
    ("contact", "defender-side-objectives"): (8, 0, 64, 12),
    ("hasty-attack", "own-objective"): (8, 8, 64, 12),
    ("breakthrough", "attacker-deploy"): (44, 0, 72, 16),
    ("breakthrough", "objectives"): (8, 24, 36, 40),
    ("encounter", "defender-side-objectives"): (8, 0, 64, 8),
    ("no-retreat", "objectives"): (8, 8, 28, 40),
    ("no-retreat", "attacker-deploy"): (52, 0, 72, 48),
    ("rearguard", "objectives"): (16, 0, 56, 16),
    ("onslaught", "recon"): (48, 0, 52, 48),
    ("onslaught", "defender-deploy"): (0, 0, 36, 48),
    ("onslaught", "defender-reserves"): (0, 0, 16, 48),
    ("onslaught", "attacker-deploy"): (60, 0, 72, 48),
    ("onslaught", "objectives"): (8, 8, 24, 40),
    ("hammering-the-line", "objectives"): (20, 8, 28, 40),
    ("hammering-the-line", "defender-deploy"): (0, 0, 36, 48),
    ("hammering-the-line", "attacker-deploy"): (52, 0, 72, 48),
    ("hammering-the-line", "obstacles"): (0, 0, 52, 48),
    ("hammering-the-line", "defender-reserves"): (0, 0, 1, 48),
    ("hammering-the-line", "attacker-reserves"): (36, 0, 72, 48),
    ("swinging-the-sickle", "attacker-deploy"): (60, 0, 72, 48),
    ("swinging-the-sickle", "defender-deploy"): (0, 0, 44, 48),
    ("swinging-the-sickle", "objective-1"): (28, 8, 36, 40),
    ("swinging-the-sickle", "objective-2"): (12, 8, 20, 40),
    ("swinging-the-sickle", "defender-objective"): (0, 8, 4, 40),
    ("river-crossing", "objectives"): (8, 8, 24, 40),
    ("river-crossing", "attacker-deploy"): (48, 0, 72, 48),
    ("river-crossing", "defender-deploy"): (0, 0, 44, 48),
    ("river-crossing", "river-bed"): (25, 0, 47, 48),
    ("the-crossroads", "defender-objective"): (28, 20, 36, 28),
    ("the-crossroads", "attacker-deploy"): (52, 12, 72, 36),
    ("the-crossroads", "river-bed"): (6, 0, 22, 48),
    ("the-crossroads", "attacker-objectives-or-crossings"): (6, 12, 22, 36),
    ("the-crossroads", "defender-deploy"): (0, 0, 36, 48),
    ("a-foothold", "river-bed"): (6, 0, 22, 48),
    ("a-foothold", "defender-deploy"): (0, 0, 24, 48),
    ("a-foothold", "attacker-deploy"): (44, 0, 60, 48),
    ("a-foothold", "objectives-or-crossings"): (8, 8, 20, 40),
    ("a-foothold", "defender-reserves"): (71, 0, 72, 48),
    ("the-factory", "defender-corner-square"): (0, 0, 12, 12),
    ("the-boulevard", "attacker-side-objective"): (0, 20, 36, 24),
    ("two-buildings", "attacker-deploy"): (20, 12, 36, 24),
    ("two-buildings", "attacker-reserves"): (20, 12, 36, 24),
    ("two-buildings", "defender-corner-square"): (0, 0, 12, 12),
    ("two-buildings", "defender-reserves"): (0, 0, 12, 12),
    ("two-buildings", "defender-deploy"): (0, 0, 24, 22),
    ("the-square", "attacker-deploy"): (25.12, 0, 36, 24),
    ("the-square", "defender-deploy"): (0, 0, 18, 24),
    ("the-square", "defender-left-corner"): (0, 16, 8, 24),
    ("the-square", "defender-edge"): (0, 0, 1, 24),
    ("the-square", "defender-right-corner"): (0, 0, 8, 8),
}  # fmt: skip


@pytest.mark.parametrize(("slug", "zone"), sorted(ZONES))
def test_a_zone_lies_where_the_seed_puts_it(slug: str, zone: str) -> None:
    found = mission(slug)
    bounds = tuple(round(v, 2) for v in found.zone(zone, found.layout()).bounds)
    assert bounds == ZONES[slug, zone]


def test_the_attacker_of_bridgehead_may_come_close_at_the_sides() -> None:
    found = mission("bridgehead")
    zone = found.zone("attacker-deploy", found.layout())
    assert zone.covers(Point(4, 26)) and not zone.covers(Point(20, 26)) and zone.covers(Point(20, 41))


def test_002_the_attacker_of_two_buildings_keeps_six_inches_off_the_first_building() -> None:
    """Within sixteen inches of his short edge; building 1 lies from 16 to 24 and from 6 to 14."""
    found = mission("two-buildings")
    zone = found.zone("attacker-deploy", found.layout())
    assert zone.covers(Point(21, 20.5)) and not zone.covers(Point(21, 19.5)) and not zone.covers(Point(19.9, 23))
    assert zone.covers(Point(30.1, 13)) and not zone.covers(Point(29.9, 13))
    edges = found.zone("attacker-reserves", found.layout())
    assert edges.covers(Point(22, 23.8)) and edges.covers(Point(35.8, 13)) and not edges.covers(Point(33, 18))


def test_002_the_defender_of_two_buildings_has_both_and_the_corner_across() -> None:
    found = mission("two-buildings")
    zone = found.zone("defender-deploy", found.layout())
    inside = [Point(18, 8), Point(23, 13), Point(3, 15), Point(9, 21), Point(1, 1), Point(11.9, 11.9)]
    assert all(zone.covers(spot) for spot in inside)
    assert not any(zone.covers(spot) for spot in (Point(13, 8), Point(11, 13), Point(25, 10)))
    edges = found.zone("defender-reserves", found.layout())
    assert edges.covers(Point(0.2, 11)) and edges.covers(Point(11, 0.2)) and not edges.covers(Point(6, 6))


def test_002_in_the_square_the_half_with_the_building_ends_four_inches_before_its_front() -> None:
    found = mission("the-square")
    layout = found.layout()
    front = max(room.at[2] for room in layout.rooms)
    assert front + 4 == layout.width / 2
    zone = found.zone("defender-deploy", layout)
    assert zone.covers(Point(17.9, 12)) and zone.covers(Point(17.9, 0.1)) and not zone.covers(Point(18.1, 12))
    ours = found.zone("attacker-deploy", layout)
    assert ours.covers(Point(front + 12.1, 12)) and not ours.covers(Point(front + 11.9, 12))


def test_003_who_never_takes_an_objective_is_told_with_every_way_to_win_by_one() -> None:
    from orsha.tabletop.mission import words

    without = {slug for slug, found in missions().items() if words.NEVER_HOLD not in words.win_lines(found)}
    assert without == {"annihilation", "the-factory"}, "where nobody holds anything"


def test_000_what_a_linked_campaign_changes_is_in_the_missions_words() -> None:
    from orsha.tabletop.mission import words

    more = altered(mission("breakthrough"), Changes(extra_reserve_dice={"defender": 1}))
    assert "roll two dice, then one more" in " ".join(words.reserve_words(more, "defender"))
    again = altered(mission("breakthrough"), Changes(reroll_first_success=("attacker",)))
    assert "first success of the game is rolled again" in " ".join(words.reserve_words(again, "attacker"))
    mined = altered(mission("rearguard"), Changes(extra_minefields=1, delay_counters=1))
    lay = next(step for step in mined.file.setup if isinstance(step, Obstacles))
    assert "and one more" in words.step_words(mined, lay)
    assert "They start with one Delay Counter." in words.special_words(mined, "strategic-withdrawal", "defender")


def test_who_picks_the_side() -> None:
    picks = {
        slug: next((s.by for s in m.file.setup if isinstance(s, PickSide)), None) for slug, m in missions().items()
    }
    attackers = {slug for slug, by in picks.items() if by == "attacker"}
    assert attackers == {"annihilation", "dust-up", "encounter", "free-for-all", "the-factory", "the-boulevard"}
    assert {slug for slug, by in picks.items() if by is None} == {"two-buildings", "the-square"}


# -- mistakes


def mutations(text: str) -> list[tuple[int, str, str]]:
    """Each way to spoil one place of a file: its line, what was done, and the spoilt text."""
    lines = text.splitlines()
    spoilt: list[tuple[int, str, str]] = []
    in_zones = False
    for index, line in enumerate(lines):
        if line.startswith("["):
            in_zones = line == "[zones]"
            wrong = line.replace("]", "x]", 1)
            spoilt.append((index, f"header {line}", "\n".join([*lines[:index], wrong, *lines[index + 1 :]])))
            continue
        key, equals, value = line.partition(" = ")
        if not equals or line.startswith("#"):
            continue
        changes = [(f"key {key}", f"{key}x = {value}")] if key != "attacker-reserves" else []
        prose = key in ("name", "about", "source", "terrain", "label")
        for number in [] if prose else re.finditer(r"\d+(\.\d+)?", value):
            for other in ("-1", "9999"):
                changed = value[: number.start()] + other + value[number.end() :]
                changes.append((f"{key}: {number[0]} to {other}", f"{key} = {changed}"))
        if in_zones:
            for word in re.finditer(r"[a-z-]{2,}", value):
                changes.append((f"{key}: {word[0]}", f"{key} = {value[: word.start()]}zzz{value[word.end() :]}"))
        elif not prose:
            for name in re.finditer(r'"([a-z0-9-]+)"', value):
                changes.append((f"{key}: {name[1]}", f'{key} = {value[: name.start()]}"zzz"{value[name.end() :]}'))
        for what, wrong in changes:
            spoilt.append((index, what, "\n".join([*lines[:index], wrong, *lines[index + 1 :]])))
    return spoilt


@pytest.mark.parametrize("slug", sorted(SEEDS))
def test_a_mission_file_spoilt_in_one_place_is_refused_with_its_line(slug: str, tmp_path: Path) -> None:
    from orsha.tabletop.mission import load_mission

    text = (MISSIONS / f"{slug}.toml").read_text()
    file = tmp_path / f"{slug}.toml"
    spoilt = mutations(text)
    assert len(spoilt) > 30
    for index, what, wrong in spoilt:
        file.write_text(wrong)
        try:
            load_mission(file)
        except BadData as bad:
            assert bad.file == str(file) and 1 <= bad.line <= len(text.splitlines()) + 1, what
        else:
            raise AssertionError(f"{slug}, line {index + 1}: {what} was accepted")


@pytest.mark.parametrize(
    ("slug", "old", "new", "why"),
    [
        ("breakthrough", "share = 60", "share = 50", "leave 60 % on the table, not 50"),
        ("onslaught", "share = 40", "share = 60", "leave 40 % on the table"),
        ("contact", '"scattered", "delayed"', '"delayed"', "scattered reserves, and only they"),
        ("breakthrough", 'defender = ["ambush"]', "defender = []", "'ambush' and the set-up step 'ambush' go together"),
        ("river-crossing", 'attacker = ["river-assault"]', "attacker = []", "river-assault and a river go together"),
        ("annihilation", "within 12 of attacker edge", "within 40 of attacker edge", "deployment areas .* overlap"),
        ("dust-up", 'by = "both"\nfirst = "attacker"\n\n', 'by = "attacker"\n\n', "no step holds these reserves back"),
        ("swinging-the-sickle", 'label = "1"\n', "", "no objective labelled '1'"),
        ("rearguard", 'do = "first-turn"\nwho = "attacker"\n', 'do = "foxholes"\n', "who has the first turn"),
        ("the-square", "room = [5, 5]", "room = [5, 6.5]", "rooms are 4 to 6 inches across, not 5 by 6.5"),
        ("two-buildings", "room = [4, 4]", "room = [3.5, 4]", "rooms are 4 to 6 inches across, not 3.5 by 4"),
        ("free-for-all", 'do = "roll-for-attacker"', 'do = "ranged-in"\nfirst = "attacker"', "nobody places Ranged In"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(slug: str, old: str, new: str, why: str) -> None:
    text = (MISSIONS / f"{slug}.toml").read_text()
    assert old in text
    with pytest.raises(BadData, match=why):
        loads_mission(text.replace(old, new, 1), f"{slug}.toml")
