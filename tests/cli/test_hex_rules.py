"""`orsha hex` and `orsha counter-battery`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.test_desk import orsha as orsha


def test_a_hex_tells_its_rules(orsha: Any) -> None:
    done = orsha("hex", "show", "m23")
    assert done.code == 0 and "culvert" in done.out and "[001 3.6]" in done.out
    assert {"rule", "words"} == set(json.loads(orsha("hex", "show", "M23", "--json").out)[0])
    assert "armour 5" in orsha("hex", "cupola").out


def test_a_step_tells_its_cost(orsha: Any) -> None:
    both = [
        json.loads(orsha("hex", "step", *pair, "--base", 1, "--json").out) for pair in (["U19", "U20"], ["U20", "U19"])
    ]
    assert sorted(one["costs"][0]["cost"] for one in both) == [1, 1.5]
    assert (
        "1.5 MF in all"
        in orsha("hex", "step", "U19", "U20", "--base", 1).out + orsha("hex", "step", "U20", "U19", "--base", 1).out
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("hex", "step", "U19", "U20"), "--base"),
        (("hex", "step", "U19", "P2", "--base", "1"), "no side in common"),
        (("hex", "step", "L23", "M23", "--by", "wagon", "--base", "1", "--into-culvert"), "only infantry"),
        (("hex", "shot", "U19"), "goes to"),
        (("hex", "show", "ZZ99"), "ZZ99"),
        (("counter-battery", "0"), "before the enemy has placed an FFE"),
        (("counter-battery", "2", "--module", "soon"), "a module is a calibre"),
    ],
)
def test_what_is_refused_says_why_and_leaves_with_2(orsha: Any, arguments: tuple[str, ...], says: str) -> None:
    done = orsha(*arguments)
    assert done.code == 2 and says in " ".join(done.err.split())


def test_a_shot_tells_cover_and_fire_lane(orsha: Any) -> None:
    done = orsha("hex", "shot", "T19", "U19", "T25")
    assert done.code == 0 and "[001 1.41]" in done.out and "[001 1.31, 1.42]" in done.out
    assert {"cover", "total", "fire_lane", "fire_lane_reaches"} == set(
        json.loads(orsha("hex", "shot", "T19", "T25", "--json").out)
    )


def test_5_3_a_counter_battery_attack_names_whom_it_may_strike(orsha: Any) -> None:
    seen = set()
    for seed in range(120):
        made = json.loads(
            orsha("counter-battery", 3, "--module", "120:fire", "--module", "80", "--seed", seed, "--json").out
        )
        total, targets = sum(made["faces"]) - 1, [one["name"] for one in made["targets"]]
        wanted = {1: ["80"], 2: ["80"], 3: ["120:fire", "80"], 4: ["80"], 5: ["120:fire"]}
        assert targets == (wanted.get(total, []) if sum(made["faces"]) < 12 else [])
        assert made["effect"] == "own-loss" if sum(made["faces"]) == 12 else made["effect"] != "own-loss"
        seen.add(total)
    assert {2, 3, 4, 5, 11} <= seen
