"""Missions, picks, shares and series on the command line, to the contract."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.test_cli import orsha

__all__ = ["orsha"]

SLUGS = [
    "annihilation",
    "breakthrough",
    "bridgehead",
    "contact",
    "counterattack",
    "dust-up",
    "encounter",
    "free-for-all",
    "hasty-attack",
    "no-retreat",
    "rearguard",
    "onslaught",
    "hammering-the-line",
    "swinging-the-sickle",
    "river-crossing",
    "the-crossroads",
    "a-foothold",
    "the-factory",
    "the-boulevard",
    "two-buildings",
    "the-square",
]
KEYS = {
    "slug", "name", "pack", "table", "edges", "first_turn", "special_rules", "reserves", "objectives", "earliest_win"
}  # fmt: skip


def test_21_missions_each_with_all_keys(orsha: Any) -> None:
    listed = orsha("missions", "--json").json
    assert {mission["slug"] for mission in listed} == set(SLUGS) and len(listed) == 21
    for mission in listed:
        assert set(mission) >= KEYS
        assert set(mission["special_rules"]) == set(mission["reserves"]) == {"attacker", "defender"}
        for reserve in mission["reserves"].values():
            assert reserve is None or {"kinds", "share", "min_units", "first_turn"} <= set(reserve)
        assert all(objective["by"] in ("attacker", "defender") for objective in mission["objectives"])
    assert orsha("mission", "show", "contact", "--json").json in listed
    no_retreat = orsha("mission", "show", "no-retreat", "--json").json["objectives"]
    assert [(o["by"], o["count"]) for o in no_retreat] == [("defender", 1), ("attacker", 1)]


@pytest.mark.parametrize("slug", SLUGS)
def test_zones_name_all_that_objectives_and_reserves_use(orsha: Any, slug: str) -> None:
    shown = orsha("mission", "show", slug, "--json").json
    for table in ((), ("--table", "48x48" if shown["pack"] == "city" else "96x60")):
        zones = orsha("mission", "zones", slug, *table, "--json").json
        assert {"attacker-deploy", "defender-deploy", *(o["in"] for o in shown["objectives"])} <= set(zones)
        for zone in zones.values():
            assert zone["area"] > 0 and all(len(ring) >= 3 for ring in zone["polygons"])
            assert zone["area"] == pytest.approx(sum(map(shoelace, zone["polygons"])), rel=1e-3)


def shoelace(ring: list[list[float]]) -> float:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def test_a_mission_is_shown_in_words(orsha: Any) -> None:
    shown = orsha("mission", "show", "rearguard").out
    assert "Set-up" in shown and "Strategic withdrawal (defender)" in shown and "ninth turn" in shown


@pytest.mark.parametrize("width", [80, 100, 160])
@pytest.mark.parametrize("command", [("mission", "list"), ("groups", "german"), ("battle", "switches")])
def test_a_list_is_cut_off_nowhere(orsha: Any, monkeypatch: Any, width: int, command: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shown = orsha(*command)
    assert shown.code == 0 and "\u2026" not in shown.out


def test_mission_list_is_missions(orsha: Any) -> None:
    assert orsha("mission", "list", "--json").json == orsha("missions", "--json").json


def test_pick(orsha: Any) -> None:
    assert orsha("pick", "--random", "--die", "4", "--json").json["mission"] == "dust-up"
    chosen = orsha("pick", "--allied", "manoeuvre", "--axis", "attack", "--die", "2", "--json").json
    assert (chosen["mission"], chosen["attacker"]) == ("contact", "axis")
    even = ("pick", "--allied", "attack", "--axis", "attack", "--die", "6", "--json")
    assert orsha(*even).json["attacker"] == "roll"
    assert orsha(*even, "--roll-off", "axis").json["attacker"] == "axis"
    assert (
        orsha("pick", "--random", "--seed", "3", "--json").out == orsha("pick", "--random", "--seed", "3", "--json").out
    )
    assert len(orsha("pick", "--odds", "--json").json) == 9


def test_share(orsha: Any) -> None:
    assert orsha("share", "125", "--rule", "onslaught", "--json").json["defender"] == 62
    assert orsha("share", "80", "--rule", "reserves", "--json").json["on_table"] == 48


def test_reserves_are_planned_exactly(orsha: Any) -> None:
    turns = orsha("reserves", "breakthrough", "--units", "2", "--turns", "3", "--json").json
    assert turns[0]["arrived"] == {"0": "2/3", "1": "1/3", "2": "0"}
    delayed = orsha("reserves", "breakthrough", "--side", "attacker", "--units", "2", "--turns", "3", "--json").json
    assert delayed[1]["arrived"]["0"] == "1"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("mission", "show", "breakthru"), "did you mean breakthrough"),
        (("mission", "zones", "contact", "--table", "huge"), "a table is given as 72x48"),
        (("mission", "zones", "contact", "--table", "\u0667\u0662x48"), "a table is given as 72x48"),
        (("mission", "zones", "contact", "--table", "7_2x48"), "a table is given as 72x48"),
        (("mission", "zones", "contact", "--table", "nanx48"), "a table is given as 72x48"),
        (("mission", "zones", "contact", "--table", "5x5"), "12 to 240 inches"),
        (("mission", "zones", "contact", "--table", "72x24"), "does not fit that table"),
        (("pick", "--random", "--allied", "attack"), "either with --random"),
        (("pick", "--allied", "attack"), "give --allied and --axis"),
        (("pick", "--random", "--die", "7"), "--die"),
        (("share", "0", "--rule", "reserves"), "1 to 10000 points"),
        (("reserves", "annihilation"), "has no reserves"),
        (("series", "new", "kursk"), "did you mean bagration-fortified, river-assault"),
        (("series", "status", "nothing"), "no game called"),
    ],
)
def test_refused_with_a_sentence(orsha: Any, arguments: tuple[str, ...], sentence: str) -> None:
    refused = orsha(*arguments, "--json")
    assert refused.code == 2 and sentence in refused.json["error"]


def test_a_series_from_beginning_to_end(orsha: Any) -> None:
    id = orsha("series", "new", "bagration-fortified", "--json").json["series"]
    assert orsha("series", "next", id, "--json").json["mission"] == "onslaught"
    orsha("series", "record", id, "--winner", "soviet", "--lost", "1")
    coming = orsha("series", "next", id, "--json").json
    assert coming["changes"]["no_ambush"] is True
    assert "no ambush" in orsha("series", "status", id[:6]).out
    for _ in range(4):
        orsha("series", "record", id, "--winner", "german", "--lost", "2")
    status = orsha("series", "status", id, "--json").json
    assert status["over"] and status["winner"] == "german" and status["next"] is None
    assert orsha("games", "verify", id).code == 0
    assert orsha("series", "record", id, "--winner", "nobody").code == 2


def test_a_winner_whose_losses_are_not_said_has_not_won_at_no_cost(orsha: Any) -> None:
    """003 Victory Points: the winner's losses decide between Stunning, Major and Minor."""
    orsha("series", "new", "river-assault")
    refused = orsha("series", "record", "--winner", "soviet", "--german-lost", "4", "--json")
    assert refused.code == 2 and refused.json["rule"] == "003 Victory Points" and "--lost" in refused.json["error"]
    for wrong in (("soviet", "--lost", "1", "--soviet-lost", "5"), ("nobody", "--lost", "3")):
        assert orsha("series", "record", "--winner", *wrong).code == 2
    assert orsha("series", "status", "--json").json["battles"] == [], "nothing is changed by a refusal"
    [battle] = orsha("series", "record", "--winner", "soviet", "--soviet-lost", "5", "--json").json["battles"]
    assert (battle["lost"], battle["grade"]) == (5, "minor")


def test_the_only_series_under_way_needs_no_name(orsha: Any) -> None:
    assert "begin one with" in orsha("series", "next").err
    first = orsha("series", "new", "river-assault", "--json").json["series"]
    assert orsha("series", "next", "--json").json["mission"] == "the-crossroads"
    second = orsha("series", "new", "bagration-fortified", "--json").json["series"]
    several = orsha("series", "next")
    assert several.code == 2 and first in several.err and second in several.err
    for _ in range(5):
        orsha("series", "record", first, "--winner", "nobody")
    assert orsha("series", "status", "--json").json["series"] == second, "the other is over"
