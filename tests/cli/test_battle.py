"""`orsha battle`: a battle between bots is played, saved, told, checked, drawn and weighed."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import orsha as orsha_package
from orsha.bots.battle_auto import play_battle
from orsha.cli import main
from orsha.cli.battle_file import battle_at, read_battle, replayed, story, target_called, unit_called
from orsha.kernel import Damaged, Match, OrshaError, Unknown
from orsha.kernel import export as file_format
from orsha.kernel.game import told as told_in_words
from orsha.kernel.journal import NO_LINK, Line, link_of
from orsha.kinds import game_of
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, events
from orsha.tabletop.game.state import Assault
from orsha.tabletop.mission.state import SEATS

SMALL = ("dust-up", "--points", "50", "--turns", "3", "--seed", "3")
SOURCES = Path(orsha_package.__file__).parent
Said = tuple[int, str, str]
Orsha = Callable[..., Said]


@pytest.fixture
def orsha(capsys: pytest.CaptureFixture[str]) -> Orsha:
    def run(*words: str) -> Said:
        with pytest.raises(SystemExit) as ended:
            main(["battle", *words])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return run


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three turns of a small battle between the staffs, played once."""
    file = tmp_path_factory.mktemp("battle") / "small.orsha"
    with pytest.raises(SystemExit) as ended:
        main(["battle", "auto", *SMALL, "--out", str(file), "--json"])
    assert ended.value.code == 0
    return file


def read(said: Said) -> Any:
    code, out, err = said
    assert (code, err) == (0, "")
    return json.loads(out)


def refused(said: Said, why: str) -> None:
    """One sentence on standard error, nothing else, and the exit status of a refusal."""
    code, out, err = said
    assert code == 2 and out == ""
    assert err.startswith("orsha: ") and err.count("\n") == 1 and "Traceback" not in err
    assert why in err


def entry_of(file: Path, kind: type) -> int:
    """The first entry in which something of a kind happened."""
    lines = read_battle(file)
    match = replayed(file, lines)
    return next(
        n for n, one in enumerate(match.entries) for what in getattr(one, "happened", ()) if isinstance(what.what, kind)
    )


def rewritten(file: Path, n: int, change: Callable[[dict[str, Any]], None], linked: bool) -> bytes:
    """A copy of a file with an entry changed; with all links made anew if the forger is careful."""
    head, lines = file_format.read(file.read_bytes())
    made: list[Line] = []
    for line in lines:
        raw, link = line.raw, line.link
        if line.n == n:
            tree = msgspec.json.decode(raw)
            change(tree)
            raw = msgspec.json.encode(tree)
        if linked:
            link = link_of(made[-1].link if made else NO_LINK, raw)
        made.append(Line(line.n, link, raw))
    return file_format.write(head.kind, head.title, made)


# -- auto


def test_a_battle_is_played_and_saved(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    again = tmp_path / "again.orsha"
    told = read(orsha("auto", *SMALL, "--out", str(again), "--json"))
    assert again.read_bytes() == saved.read_bytes(), "the same seed gives the same battle to the byte"
    assert (told["mission"], told["seed"], told["file"]) == ("dust-up", "3", str(again))
    assert told["bots"] == {"allied": "staff", "axis": "staff"} and told["attacker"] in ("allied", "axis")
    assert told["entries"] == len(read_battle(saved)) and told["turns"]["allied"] <= 4
    assert set(told["lost"]) == {"allied", "axis"} and told["teams"]["allied"] > told["teams_lost"]["allied"]


def test_people_are_told_in_sentences(orsha: Orsha) -> None:
    words = ("--points", "50", "--turns", "1", "--seed", "x", "--attacker", "axis", "--bots", "random:staff")
    code, out, err = orsha("auto", "free-for-all", *words)
    assert (code, err) == (0, "")
    assert "free-for-all, seed x; axis attacks: nobody wins: the last turn, 1, is over" in out
    assert "allied: Rifle battalion with tanks; 1 victory point after 1 turn; lost" in out and "of 7 units" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dustup",), "did you mean dust-up"),
        (("contact", "--allied", "sovjet-100"), "did you mean soviet-100"),
        (("contact", "--axis", "/nowhere/force.toml"), "cannot be read"),
        (("contact", "--points", "51"), "no ready soviet force of 51 points"),
        (("contact", "--bots", "staff"), "--bots takes two names"),
        (("contact", "--bots", "staff:clever"), "there is no bot called 'clever'"),
        (("contact", "--attacker", "red"), "there is no side called 'red'"),
        (("contact", "--turns", "0"), "1 to 12 turns, not 0"),
        (("contact", "--turns", "1000000"), "not 1000000"),
        (("contact", "--switch", "fall-back"), "--switch takes a name and a value"),
        (("contact", "--switch", "fall-bak=4"), "did you mean fall-back"),
        (("contact", "--switch", "fall-back=400"), "the switch 'fall-back' is"),
        (("contact", "--switch", "mistaken-target=TRUE"), "is a whole number from 0 to 48, not true"),
        (("contact", "--switch", "bailed-out-commander=4"), "is one of true, false, not 4"),
        (("contact", "--switch", "follow-me-failed=[run]"), 'is one of [], ["shoot"], not ["run"]'),
        (("contact", "--switch", "hedge-going=0.5"), "is one of terrain, difficult, not 0.5"),
        (("contact", "--switch", "current=left"), "change src/orsha/tabletop/charts/current-direction.toml"),
        (("contact", "--table", "crosroads"), "did you mean crossroads"),
        (("onslaught", "--table", "boulevard"), "Onslaught does not fit the table A boulevard in the inner city"),
        (("contact", "--switch", "one-misses=perhaps"), "the switch 'one-misses' is"),
        (("contact", "--out", "/nowhere/b.orsha"), "there is no folder /nowhere"),
        (("contact", "--out", "b.png"), "saved as .orsha"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(orsha: Orsha, words: tuple[str, ...], why: str) -> None:
    refused(orsha("auto", *words), why)


def test_a_refusal_is_json_too(orsha: Orsha) -> None:
    code, out, _ = orsha("auto", "contact", "--switch", "fall-back=400", "--json")
    assert code == 2 and "the switch 'fall-back' is" in json.loads(out)["error"]


def test_switches_are_listed_and_set(orsha: Orsha, tmp_path: Path) -> None:
    listed = {one["name"]: one for one in read(orsha("switches", "--json"))}
    assert listed["fall-back"]["value"] == 2 and listed["mistaken-target"]["file"] == "tabletop/battle/rules.toml"
    assert "fall-back" in orsha("switches")[1]
    file = tmp_path / "b.orsha"
    given = ("fall-back=4", "mistaken-target=0", "break-off-pins=false", "limbering=[]", "good-spirits=or-fewer")
    words = [word for one in given for word in ("--switch", one)]
    assert orsha("auto", "free-for-all", "--points", "50", "--turns", "1", *words, "--out", str(file))[0] == 0
    setup = battle_at(file, 0)[0].state.setup
    assert setup.shooting == {"mistaken-target": 0} and setup.rules.mistaken_target.barred_within == 0
    assert (
        setup.moving["limbering"] == () and setup.moves.stopped.fall_back == 4 and not setup.moves.after.break_off_pins
    )


def test_every_line_of_the_digests_list_is_shown_with_what_it_stands_at(orsha: Orsha) -> None:
    listed = read(orsha("switches", "--json"))
    assert {one["number"] for one in listed} - {None} == set(range(1, 23))
    assert all(one["value"] != "" or '""' in one["choices"] for one in listed)
    fixed = {one["name"]: one for one in listed if not one["choices"]}
    assert (
        fixed["current"]["value"] == "≤ 3: left, ≥ 4: right" and "stunning 8 to 1" in fixed["victory-grades"]["value"]
    )
    assert all((SOURCES / one["file"]).exists() for one in listed)


def test_what_is_listed_may_be_typed(orsha: Orsha) -> None:
    from orsha.cli.battle_switches import settings, switches
    from orsha.kernel.values import as_typed

    for one in switches():
        if one.choices:
            asked = settings([f"{one.name}={as_typed(one.value)}"])
            assert [*asked.shooting.values(), *asked.moving.values(), *asked.terrain.values()] == [one.value]
    for text in ('["shoot"]', "['shoot']", "[shoot]"):
        assert settings([f"follow-me-failed={text}"]).moving == {"follow-me-failed": ("shoot",)}
    assert settings(["bailed-out-commander=False"]).moving == {"bailed-out-commander": False}


def test_a_battle_is_fought_on_a_table_made_by_hand_with_switched_terrain(orsha: Orsha, tmp_path: Path) -> None:
    table, file = tmp_path / "mine.toml", tmp_path / "b.orsha"
    table.write_text(
        'slug = "mine"\nname = "Mine"\nsize = [72, 48]\n[switches]\nhedge-going = "terrain"\n'
        '[[features]]\nkind = "hedge"\nline = [[10, 24], [60, 24]]\n'
    )
    words = ("--points", "50", "--turns", "1", "--table", str(table), "--switch", "dash-clear-needs-sight=yes")
    assert orsha("auto", "free-for-all", *words, "--out", str(file))[0] == 0
    laid = battle_at(file, None)[0].state.table
    assert laid is not None and laid.name == "Mine" and len(laid.features) >= 1
    assert laid.terrain.movement.dash_clear_needs_sight and laid.terrain.kind("hedge").going == "terrain"


# -- log


def test_the_story_is_told_turn_by_turn(saved: Path, orsha: Orsha) -> None:
    code, out, err = orsha("log", str(saved))
    assert (code, err) == (0, "")
    heads = [row for row in out.splitlines() if row and not row.startswith(" ")]
    assert heads[:3] == ["The set-up", "allied's turn 1", "axis's turn 1"] or heads[1:3] == [
        "axis's turn 1",
        "allied's turn 1",
    ]
    assert "deploys" in out and "Movement Step" in out and "rolls" not in out
    assert "rolls" in orsha("log", str(saved), "--rolls")[1]


def test_one_turn_of_both_sides_can_be_told_alone(saved: Path, orsha: Orsha) -> None:
    pages = read(orsha("log", str(saved), "--turn", "2", "--json"))
    assert {(page["turn"], page["of"]) for page in pages} == {(2, "allied"), (2, "axis")}
    every = read(orsha("log", str(saved), "--json"))
    assert [page for page in every if page["turn"] == 2] == pages
    assert {"n", "turn", "of", "by", "words"} == set(every[0])
    assert "The set-up" in orsha("log", str(saved), "--turn", "0")[1]
    refused(orsha("log", str(saved), "--turn", "40"), "there is no turn 40")
    refused(orsha("log", str(saved), "--turn", "-1"), "there is no turn -1")


def test_nothing_of_the_battle_is_left_out_where_everything_is_asked_for(saved: Path) -> None:
    match = replayed(saved, read_battle(saved))
    told = sum(len(page.words) for page in story(match, everything=True))
    events = [one.what for entry in match.entries for one in getattr(entry, "happened", ())]
    silent = sum(not told_in_words(Battle(), event) for event in events)
    headings = sum(type(event).__name__ == "TurnBegan" for event in events)
    assert told == len(events) - silent - headings + 1, "one word more: that the game is opened"


# -- replay


def test_a_saved_battle_holds(saved: Path, orsha: Orsha) -> None:
    found = read(orsha("replay", str(saved), "--check", "--json"))
    assert found["ok"] and found["entries"] == len(read_battle(saved)) and found["dice"] == "proved"
    assert found["events"] > found["entries"] and found["rolls"] > 10
    code, out, _ = orsha("replay", str(saved), "--check")
    assert code == 0 and f"{found['entries']} entries hold" in out and out.count("\n") == 1


def test_a_replay_shows_how_it_stood_turn_by_turn(saved: Path, orsha: Orsha) -> None:
    code, out, _ = orsha("replay", str(saved))
    assert code == 0 and "entries hold" in out
    rows = [row.split()[:2] for row in out.splitlines() if row.split()[:1] and row.split()[0].isdigit()]
    assert [row for row in rows if row[1] in ("allied", "axis")][:2] in (
        [["1", "allied"], ["1", "axis"]],
        [["1", "axis"], ["1", "allied"]],
    )


def test_a_changed_entry_is_named_with_its_file(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    def other(tree: dict[str, Any]) -> None:
        tree["seat"] = "axis" if tree["seat"] == "allied" else "allied"

    bad = tmp_path / "bad.orsha"
    bad.write_bytes(rewritten(saved, 30, other, linked=False))
    refused(orsha("replay", str(bad), "--check"), f"{bad}: entry 30 was changed")


def test_a_forged_state_is_found_though_its_links_hold(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    n = entry_of(saved, events.Marched)
    which = []

    def farther(tree: dict[str, Any]) -> None:
        number, moved = next(
            (number, one["what"])
            for number, one in enumerate(tree["happened"], 1)
            if one["what"].get("event") == "moved"
        )
        moved["legs"][0]["way"][-1][0] += 1000
        which.append(number)

    bad = tmp_path / "bad.orsha"
    bad.write_bytes(rewritten(saved, n, farther, linked=True))
    refused(orsha("replay", str(bad), "--check"), f"{bad}: entry {n}, event {which[0]}: the state after it differs")


def test_a_loaded_die_is_found(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    def luckier(tree: dict[str, Any]) -> None:
        roll = next(one["what"] for one in tree["happened"] if "faces" in one["what"])
        roll["faces"][0] = roll["faces"][0] % 6 + 1

    rolls = next(n for n, line in enumerate(read_battle(saved)) if b'"faces"' in line.raw)
    bad = tmp_path / "bad.orsha"
    bad.write_bytes(rewritten(saved, rolls, luckier, linked=True))
    refused(orsha("replay", str(bad), "--check"), f"entry {rolls}, roll")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[: len(data) // 2], "cut short"),
        (lambda data: b"", "is not an .orsha file"),
        (lambda data: b"\x89PNG\r\n" + data, "is not an .orsha file"),
        (lambda data: data.replace(b'"kind":"battle"', b'"kind":"mission"', 1), "head of the file was changed"),
    ],
)
def test_damaged_files_are_refused_by_every_command(
    saved: Path, orsha: Orsha, tmp_path: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    bad = tmp_path / "bad.orsha"
    bad.write_bytes(damage(saved.read_bytes()))
    for words in (("log",), ("replay",), ("show",), ("odds", "allied-1", "axis-1")):
        refused(orsha(words[0], str(bad), *words[1:]), why)


def test_a_forged_beginning_is_refused_in_a_sentence(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    def stranger(tree: dict[str, Any]) -> None:
        tree["setup"]["forces"]["axis"]["formations"][0]["units"][0]["attached_to"] = "nobody"

    bad = tmp_path / "bad.orsha"
    bad.write_bytes(rewritten(saved, 0, stranger, linked=True))
    refused(orsha("show", str(bad)), "entry 0")


def test_a_battle_of_older_rules_is_refused_in_a_sentence(
    saved: Path, orsha: Orsha, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 wrote "wired" and "cleared" as yes or no: what it holds cannot be brought up to date."""

    def old(tree: dict[str, Any]) -> None:
        tree["version"] = 1

    bad = tmp_path / "old.orsha"
    bad.write_bytes(rewritten(saved, 0, old, linked=True))
    for words in (("log",), ("replay", "--check"), ("show",)):
        refused(orsha(words[0], str(bad), *words[1:]), "played by older rules (version 1)")
    monkeypatch.setattr(Battle, "oldest", 1)
    refused(orsha("replay", str(bad), "--check"), "its states cannot be compared")


def test_a_game_of_another_kind_is_no_battle(orsha: Orsha, tmp_path: Path) -> None:
    from orsha.tabletop.mission import MissionGame, Setup

    match = Match.open(MissionGame(), Setup(mission="contact"), dice=1)
    file = tmp_path / "mission.orsha"
    file.write_bytes(file_format.write("mission", "a mission", match.lines))
    refused(orsha("log", str(file)), "holds a game of the kind 'mission', not a battle")
    refused(orsha("log", str(tmp_path / "none.orsha")), "No such file")
    refused(orsha("log", str(tmp_path)), "it is no file")


def test_the_store_and_verify_know_the_kind(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(game_of("battle"), Battle)
    with pytest.raises(SystemExit) as ended:
        main(["games", "verify", str(saved)])
    assert ended.value.code == 0 and "every event follows from the rules" in capsys.readouterr().out


# -- show


def test_a_moment_is_shown_in_words_and_drawn(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    n, picture = entry_of(saved, events.Fired), tmp_path / "b.svg"
    code, out, _ = orsha("show", str(saved), "--entry", str(n), "--zones", "--out", str(picture))
    assert code == 0 and f"entry {n} of {len(read_battle(saved)) - 1}" in out and "Rifle Company" in out
    words = " ".join(ElementTree.parse(picture).getroot().itertext())
    assert "Shooting Step" in words and "Rifle Company" in words and "attacker deploy" in words


def test_a_moment_as_data_is_in_inches(saved: Path, orsha: Orsha) -> None:
    last = read(orsha("show", str(saved), "--json"))
    assert last["entry"] == last["entries"] - 1 and last["mission"] == "dust-up"
    teams = [team for unit in last["units"] for team in unit["teams"]]
    assert teams and all(-2 <= x <= 74 for x in (team["at"][0] for team in teams))
    match, _ = battle_at(saved, None)
    assert {team["id"] for team in teams} == set(match.state.teams)
    assert len(last["objectives"]) >= 2 and set(last["dangers"]) == {"minefield", "booby trap", "barbed wire"}
    first = read(orsha("show", str(saved), "--entry", "0", "--json"))
    assert first["entry"] == 0 and not any(unit["teams"] for unit in first["units"])


def test_entries_out_of_range_are_refused(saved: Path, orsha: Orsha, tmp_path: Path) -> None:
    last = len(read_battle(saved)) - 1
    for entry in (-1, last + 1, 10**30):
        refused(orsha("show", str(saved), "--entry", str(entry)), f"has the entries 0 to {last}")
    refused(orsha("odds", str(saved), "allied-1", "axis-1", "--entry", str(last + 1)), "there is no entry")
    refused(orsha("show", str(saved), "--entry", "one"), "--entry")
    refused(orsha("show", str(saved), "--entry", "0", "--out", str(tmp_path / "b.png")), "the table is not laid yet")
    refused(orsha("show", str(saved), "--out", str(tmp_path / "b.gif")), "cannot be written as .gif")


# -- odds


def shooters(file: Path) -> tuple[int, events.Fired]:
    """The moment before the first shots of a unit, and those shots."""
    match = replayed(file, read_battle(file))
    for n, entry in enumerate(match.entries):
        for one in getattr(entry, "happened", ()):
            if isinstance(one.what, events.Fired) and one.what.how == "shooting":
                return n - 1, one.what
    raise AssertionError("nobody shot in three turns")


def test_what_a_shot_promises_is_told_exactly_or_named_as_not(saved: Path, orsha: Orsha) -> None:
    n, fired = shooters(saved)
    target = fired.volleys[0].at
    found = read(orsha("odds", str(saved), fired.unit, target, "--entry", str(n), "--json"))
    (shot,) = found["shooting"]
    assert (found["entry"], found["unit"], shot["team"], found["why_no_shot"]) == (n, fired.unit, target, None)
    assert sum(Fraction(share) for share in shot["hits"].values()) == 1
    assert max(map(int, shot["hits"])) <= shot["dice"] and 0 < Fraction(shot["destroyed"]) < 1
    assert isinstance(shot["exact"], bool)
    whole = target.rpartition(".")[0].replace(" ", "-")
    code, out, _ = orsha("odds", str(saved), fired.unit.replace(" ", "-"), whole, "--entry", str(n))
    assert code == 0 and f"shooting at {target}: " in out and ("(exact)" in out or "(about" in out)


def charge(folder: Path) -> tuple[Path, int, Assault]:
    """A battle in which somebody charges: the first of some; and the entry before that."""
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    for seed in range(20):
        setup = BattleSetup(forces, mission="dust-up", seed=seed)
        match, _ = play_battle(setup, dict.fromkeys(SEATS, "staff"), seed, record=True, most_turns=4)
        for n, entry in enumerate(match.entries):
            for one in getattr(entry, "happened", ()):
                if isinstance(one.what, events.Charged):
                    file = folder / "charge.orsha"
                    file.write_bytes(file_format.write("battle", "a charge", list(match.lines)))
                    return file, n - 1, one.what.assault
    raise AssertionError("nobody charged in twenty battles")


def test_what_a_charge_promises_is_told_with_its_tries(tmp_path: Path, orsha: Orsha) -> None:
    file, n, assault = charge(tmp_path)
    asked = [("odds", str(file), assault.unit, foe, "--entry", str(n), "--tries", "50") for foe in assault.defenders]
    told = {words: read(orsha(*words, "--json")) for words in asked}
    words, found = next((words, found) for words, found in told.items() if found["charge"])  # others are drawn in
    assert found["why_no_charge"] is None and 0 <= Fraction(found["charge"]["carries"]) <= 1
    assert found["charge"]["exact"] or (found["charge"]["tries"], found["charge"]["seed"]) == (50, 0)
    assert read(orsha(*words, "--json")) == found
    assert "a charge carries: " in orsha(*words)[1]


def test_who_is_too_far_away_is_told_so(saved: Path, orsha: Orsha) -> None:
    n = entry_of(saved, events.StepBegan)
    match, _ = battle_at(saved, n)
    ours = next(id.rpartition(".")[0] for id in match.state.teams if id.startswith("allied"))
    theirs = next(id.rpartition(".")[0] for id in match.state.teams if id.startswith("axis"))
    found = read(orsha("odds", str(saved), ours, theirs, "--entry", str(n), "--json"))
    assert found["charge"] is None and found["why_no_charge"] == "none of its teams gets into contact"
    assert found["shooting"] or found["why_no_shot"]


def test_odds_are_asked_of_units_that_are_there_against_the_enemy(saved: Path, orsha: Orsha) -> None:
    refused(orsha("odds", str(saved), "allied-1", "allied-2"), "are both allied's")
    refused(orsha("odds", str(saved), "allied-99", "axis-1"), "there is no unit called 'allied 99'")
    refused(orsha("odds", str(saved), "allied-1", "axis-1.99"), "there is no team called 'axis 1.99'")
    refused(orsha("odds", str(saved), "Tigers", "axis-1"), "there is no unit called 'Tigers'")
    refused(orsha("odds", str(saved), "allied-1", "axis-1", "--entry", "0"), "is not on the table after entry 0")
    refused(orsha("odds", str(saved), "allied-1", "axis-1", "--tries", "0"), "tries")


def moving(file: Path) -> tuple[int, str]:
    """A moment at the beginning of a Movement Step, and a unit of the side whose it is."""
    match = replayed(file, read_battle(file))
    for n, entry in enumerate(match.entries):
        for one in getattr(entry, "happened", ()):
            if isinstance(one.what, events.StepBegan) and one.what.step == "movement":
                state = battle_at(file, n)[0].state
                return n, next(u for u in state.units if u.startswith(one.what.seat) and state.units[u].leader)
    raise AssertionError("nobody moved in three turns")


def test_without_an_enemy_the_dice_to_come_are_told(saved: Path, orsha: Orsha) -> None:
    n, unit = moving(saved)
    found = read(orsha("odds", str(saved), unit, "--entry", str(n), "--json"))
    assert (found["entry"], found["unit"], found["bombardment"]) == (n, unit, None)
    for one in found["to_come"]:
        assert one["exact"] and one["rule"] and all(0 <= Fraction(share) <= 1 for share in one["odds"].values())
    code, out, _ = orsha("odds", str(saved), unit, "--entry", str(n))
    assert code == 0 and f"({unit}), after entry {n}:" in out
    assert ("%" in out) == bool(found["to_come"])


def test_what_a_move_promises_is_told_team_by_team(saved: Path, orsha: Orsha) -> None:
    n, unit = moving(saved)
    state = battle_at(saved, n)[0].state
    leader = state.teams[state.units[unit].leader]
    to = f"{leader.x / 1000:.1f},{min(leader.y / 1000 + 3, 46):.1f}"
    found = read(orsha("odds", str(saved), unit, "--to", to, "--entry", str(n), "--json"))
    assert found["exact"] and 0 < Fraction(found["all_through"]) <= 1
    assert all(sum(map(Fraction, one["ends"].values())) == 1 for one in found["teams"])
    refused(orsha("odds", str(saved), unit, "--to", "north"), "--to takes a place in inches")
    refused(orsha("odds", str(saved), unit, "--to", "nan,3"), "--to takes a place in inches")
    refused(orsha("odds", str(saved), unit, "--to", "900,3", "--entry", str(n)), "is not on the table")


def test_units_are_found_by_number_and_by_name(saved: Path) -> None:
    state = battle_at(saved, None)[0].state
    assert unit_called(state, "AXIS-2").id == unit_called(state, "axis 2").id == "axis 2"
    name = state.roster.units["allied 1"].name
    assert unit_called(state, name.upper()).id == "allied 1"
    unit, teams = target_called(state, "axis-1")
    assert unit.id == "axis 1" and all(team.startswith("axis 1.") for team in teams)
    with pytest.raises(Unknown):
        unit_called(state, "axis 1.0")


def test_reading_refuses_with_errors_of_our_own(tmp_path: Path) -> None:
    with pytest.raises(OrshaError):
        read_battle(tmp_path / "none.orsha")
    (tmp_path / "x.orsha").write_text("{}")
    with pytest.raises(Damaged, match="x.orsha"):
        read_battle(tmp_path / "x.orsha")
