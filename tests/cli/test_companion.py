"""The companion: its questions and answers without a screen, and the screen itself with a pilot."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from orsha.cli.companion import drawing, guidance, panel, rosters
from orsha.cli.companion.app import Companion
from orsha.cli.companion.opening import Continue, NewGame, Opening
from orsha.cli.companion.overlays import Cover, Page
from orsha.cli.companion.prompt import Mistyped
from orsha.cli.companion.session import Session
from orsha.cli.companion.start_screen import StartScreen
from orsha.cli.companion.table_screen import TableScreen
from orsha.cli.companion.widgets import Line, PromptPanel
from orsha.kernel import BadData, Illegal, Unknown, redecide, verify
from orsha.kernel.store import Store
from orsha.tabletop.mission.library import missions
from orsha.tabletop.mission.state import Setup, Unit

RIFLES = tuple(Unit(f"Rifles {n}", 10, 3) for n in range(1, 9))
GRENADIERS = (
    Unit("Company HQ", 5, 2, commander=True),
    Unit("Howitzers", 15, 4, "gun", artillery=True),
    Unit("Tigers", 30, 2, "tank", front_armour=9),
    *(Unit(f"Grenadiers {n}", 10, 5) for n in range(1, 6)),
)


def with_store(tmp_path: Path, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with await Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
            return await work(store)

    return asyncio.run(run())


def new(slug: str | None, *, own_dice: bool = True, **changes: Any) -> NewGame:
    usual: dict[str, Any] = {
        "mission": slug,
        "attacker": "allied",
        "forces": {"allied": RIFLES, "axis": GRENADIERS},
        "real": True,
    }
    return NewGame(Setup(**{**usual, **changes}), "a game", own_dice)


class Guide:
    """Two people who answer by what the lines say."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def prompt(self) -> Any:
        return self.session.prompt

    def labels(self) -> list[str]:
        return [choice.label for choice in self.prompt.choices]

    async def say(self, *starts: str) -> None:
        """Picks, one prompt after the other, the line that starts so."""
        for start in starts:
            found = [n for n, label in enumerate(self.labels()) if label.startswith(start)]
            assert found, f"{start!r} is not among {self.labels()} of {self.prompt.words}"
            await self.session.answer(found[0])

    async def type(self, *texts: str) -> None:
        for text in texts:
            assert self.prompt.form == "line", self.prompt
            await self.session.answer(text)

    async def enter(self, times: int = 1) -> None:
        """Presses Enter: the default of a menu, no ticks, the default line."""
        for _ in range(times):
            given: Any = {"menu": self.prompt.default, "several": (), "line": ""}[self.prompt.form]
            await self.session.answer(given)

    async def until(self, words: str, dice: str = "1") -> None:
        """Enter after Enter, and the same face on every die, until these words are asked."""
        for _ in range(300):
            if any(words in line for line in (self.prompt.title, *self.prompt.words)):
                return
            waiting = self.session.match.position.waiting
            await (self.type(" ".join(dice for _ in range(waiting.ask.count))) if waiting else self.enter())
        raise AssertionError(f"{words!r} was never asked; now: {self.prompt}")

    def state(self) -> Any:
        return self.session.table


# -- rosters


def test_a_unit_is_typed_in_a_few_words_all_optional() -> None:
    assert rosters.parse("T-34 company 12 tank 5", 1) == Unit("T-34 company", 12, 5, "tank")
    assert rosters.parse("1st Rifles 20 9", 1) == Unit("1st Rifles", 20, 9)
    assert rosters.parse("Howitzers 10 gun 4 artillery", 1) == Unit("Howitzers", 10, 4, "gun", artillery=True)
    assert rosters.parse("Tiger 30 armour=9", 1) == Unit("Tiger", 30, 1, "tank", front_armour=9)
    assert rosters.parse("Sniper 3 sniper", 1) == Unit("Sniper", 3, 1, independent=True, sniper=True)
    assert rosters.parse("Scouts", 3) == Unit("Scouts", rosters.UNSAID)
    assert rosters.parse("12 tank", 3) == Unit("Unit 3", 12, 1, "tank")


def test_points_nobody_typed_are_shared_out_and_names_are_told_apart() -> None:
    units = rosters.priced(rosters.typed("HQ 5; Rifles; Rifles", ()), 100)
    assert [(unit.name, unit.points) for unit in units] == [("HQ", 5), ("Rifles", 48), ("Rifles (2)", 47)]
    assert sum(unit.points for unit in rosters.numbered("Allied", 7, 100)) == 100


def test_a_roster_file_is_strict(tmp_path: Path) -> None:
    file = tmp_path / "force.toml"
    file.write_text('[[units]]\nname = "HQ"\npoints = 5\n\n[[units]]\nname = "Tigers"\npoints = 30\nkind = "tank"\n')
    assert rosters.read_file(str(file)) == (Unit("HQ", 5), Unit("Tigers", 30, kind="tank"))
    file.write_text('[[units]]\nname = "HQ"\npoints = 5\nspeed = 9\n')
    with pytest.raises(BadData, match=r"force.toml:4: unknown key 'speed'"):
        rosters.read_file(str(file))
    file.write_text('[[units]]\nname = "HQ"\npoints = 5\nattached_to = "Nobody"\n')
    with pytest.raises(BadData, match=r"force.toml:4: there is no other unit 'Nobody'"):
        rosters.read_file(str(file))
    with pytest.raises(BadData, match="cannot be read"):
        rosters.read_file(str(tmp_path / "none.toml"))


# -- opening


def test_enter_accepts_every_question_of_a_named_mission() -> None:
    opening = Opening((), "breakthrough")
    for _ in range(6):
        if opening.outcome is None:
            opening.answer(opening.prompt.default if opening.prompt.form == "menu" else "")
    outcome = opening.outcome
    assert isinstance(outcome, NewGame)
    assert outcome.title == "Breakthrough, 100 points" and outcome.own_dice
    assert outcome.setup.real and outcome.setup.attacker is None
    assert [len(force) for force in outcome.setup.forces.values()] == [8, 8]


def test_a_mission_is_chosen_by_name_by_die_or_by_plans_and_esc_goes_back() -> None:
    opening = Opening()
    opening.answer(2)
    assert opening.question() == "fortified"
    opening.answer(1)
    assert opening.question() == "points" and opening.back() and opening.back()
    opening.answer(0)
    assert opening.question() == "mission" and len(opening.prompt.choices) == len(missions())
    assert opening.back()
    opening.answer(1)
    opening.answer("120")
    assert opening.question() == "attacker"
    for given in (0, 1, "3"):
        opening.answer(given)
    opening.answer("HQ 5; Tank company 40 tank 5")
    assert "2 so far, 45 of 120" in opening.prompt.words[0]
    assert opening.back() and len(opening.units) == 1
    opening.answer("")
    outcome = opening.outcome
    assert isinstance(outcome, NewGame) and outcome.setup.choose == "random" and not outcome.own_dice
    assert [len(force) for force in outcome.setup.forces.values()] == [3, 1]


def test_wrong_answers_before_a_game_are_sentences(tmp_path: Path) -> None:
    opening = Opening((), "contact")
    with pytest.raises(Mistyped, match="number from 1 to 1000, not 'many'"):
        opening.answer("many")
    opening.answer("")
    with pytest.raises(Mistyped, match="one of the lines"):
        opening.answer(17)
    opening.answer(0)
    opening.answer(0)
    with pytest.raises(BadData):
        opening.answer(str(tmp_path / "none.toml"))
    with pytest.raises(Mistyped, match="1 to 40"):
        opening.answer("400")
    assert opening.question() == "allied"
    with pytest.raises(Unknown, match="breakthrough"):
        Opening((), "breaktrough")


def test_the_fortified_defender_has_half_the_points() -> None:
    opening = Opening((), "onslaught")
    for given in ("", 0, 0, ""):
        opening.answer(given)
    assert "50 points" in opening.prompt.words[0]
    opening.answer("")
    outcome = opening.outcome
    assert isinstance(outcome, NewGame)
    assert [sum(u.points for u in force) for force in outcome.setup.forces.values()] == [100, 50]


# -- whole games


def test_breakthrough_from_set_up_to_points_with_undo_and_a_second_thought(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("breakthrough", attacker=None)))
        assert guide.prompt.words[0] == "Allied rolls a die for who attacks."
        with pytest.raises(Illegal, match="one die showing 1 to 6"):
            await guide.type("7")
        with pytest.raises(Mistyped, match="numbers on the dice"):
            await guide.type("six")
        await guide.type("4", "4", "6", "2")
        assert guide.state().attacker == "allied"
        await guide.say("The lower left", "The upper left", "Placed: Objective 1")
        assert await guide.session.undo() == "Allied's last decision is taken back."
        assert guide.labels() == ["Placed: Objective 1"]
        await guide.enter(2)
        assert "100 points would deploy, 60 may" in guide.prompt.words[1]
        await guide.say("Hold back Tigers", "Hold back Howitzers")
        assert guide.labels()[guide.prompt.default] == "The rest deploys"
        await guide.enter()
        await guide.say("Hold back Rifles 1", "The rest deploys", "In ambush: Grenadiers 1")
        await guide.say("All 5 units are placed", "All 7 units are placed")
        assert any("foxholes" in line.words for line in guide.session.news())
        assert [row.axis for row in panel.rows(guide.state()) if row.name == "ambush"] == ["1 hidden"]
        await guide.until("Axis, the defender")
        assert "In ambush, may appear now: Grenadiers 1." in panel.warnings(guide.state())
        await guide.until("As the turn begins")
        assert "Turn 6: Allied can win by holding an objective." in panel.warnings(guide.state())
        await guide.session.answer((0, 1))
        await guide.say("End the turn")
        await guide.session.answer((0,))
        assert guide.prompt.title == "The end?" and guide.labels()[guide.prompt.default] == "No, go back"
        await guide.say("No, go back")
        assert guide.session.result is None
        await guide.session.answer((0, 1))
        await guide.until("Now that the turn ends")
        await guide.enter()
        await guide.say("Yes, the game is over")
        assert guide.session.result is not None and guide.session.result.points == {"axis": 8, "allied": 1}
        assert "Axis 8" in guide.prompt.words[0]
        redecide(guide.session.match)

    with_store(tmp_path, play)


def test_onslaught_traps_in_secret_fortifications_and_the_bombardment(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("onslaught")))
        await guide.say("The left", "Placed: Objective 1", "Placed: Objective 2")
        assert guide.prompt.secret and guide.prompt.seat == "axis" and guide.prompt.form == "line"
        await guide.type("1")
        assert not any("exchanges" in line.words for line in guide.session.log())
        await guide.say("Take 5 cm anti-tank bunker (8 points)", "Take no more", "Placed: 5 cm anti-tank bunker")
        await guide.say("All 3 minefields are placed", "All 4 barbed wire")
        assert "hold 80 or more points back" in guide.prompt.words[1]
        await guide.say("Hold back Tigers", "Hold back Howitzers", *(f"Hold back Grenadiers {n}" for n in (1, 2, 3, 4)))
        await guide.say("The rest deploys", "No ambush", "All 2 units", "Placed: Rifles 3", "All 7 units")
        assert "rolls a die for preliminary bombardment on Company HQ" in guide.prompt.words[0]
        await guide.type("4", "4 5 6 1 2")
        hits = [line.words for line in guide.session.news() if "bombardment hits" in line.words]
        assert hits == [
            "The bombardment hits Axis Company HQ 1 times",
            "The bombardment hits Axis Grenadiers 5 3 times",
        ]
        await guide.until("booby traps")
        await guide.say("Lay booby traps")
        assert guide.prompt.secret
        await guide.enter()
        assert guide.prompt.words == ("Nothing more is hidden.",)
        await guide.until("Now that the turn ends", dice="5")
        await guide.enter()
        await guide.say("Yes, the game is over")
        assert guide.session.result is not None and guide.session.result.winner == "axis"

    with_store(tmp_path, play)


def test_rearguard_withdraws_counts_and_lasts_to_the_ninth_turn(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("rearguard")))
        await guide.until("Starting Step of Axis's turn 1")
        await guide.say("Yes")
        assert "Axis must withdraw a unit at the start of turn 2." in panel.warnings(guide.state())
        await guide.until("must withdraw a unit with its attachments")
        await guide.say("Tigers")
        assert "Is Tigers in Good Spirits" in guide.prompt.words[0]
        assert guide.session.back() and "Which?" in guide.prompt.words[0]
        await guide.say("Tigers", "No")
        assert [row.axis for row in panel.rows(guide.state()) if row.name == "units lost"] == ["1"]
        await guide.until("Starting Step of Axis's turn 5")
        await guide.until("Starting Step of Axis's turn 8")
        assert any("Axis wins at the start of turn 9" in words for words in panel.warnings(guide.state()))
        assert panel.facts(guide.state())[1].startswith("Delay counters")
        await guide.until("The end?")
        await guide.say("Yes")
        assert guide.session.result is not None and guide.session.result.winner == "axis"

    with_store(tmp_path, play)


def test_when_time_is_up_both_agree_to_stop_and_both_score(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("rearguard")))
        await guide.until("Starting Step of Allied's turn 1")
        await guide.say("Propose to stop")
        assert "proposes to stop" in guide.prompt.words[0] and guide.labels() == ["Yes", "No"]
        await guide.say("No")
        assert "Propose to stop, as when time is up: nobody wins" not in guide.labels()
        await guide.until("Starting Step of Axis's turn 1")
        await guide.say("Propose to stop", "Yes", "Yes, the game is over")
        assert "Nobody wins" in guide.prompt.words[0] and "Allied 1, Axis 1" in guide.prompt.words[0]

    with_store(tmp_path, work)


def test_river_crossing_lays_the_river_and_rolls_for_a_crossing(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("river-crossing")))
        await guide.say("Placed: River")
        await guide.type("5")
        await guide.say("The right")
        assert guide.prompt.words[1] == "Crossing 1 of 2."
        await guide.say("Roll a die")
        await guide.type("6")
        await guide.say("Placed: A ford")
        assert any(fact.startswith("Crossings: ") and "ford" in fact for fact in panel.facts(guide.state()))
        names = [layer.name for layer in drawing.layers(guide.state())]
        assert names == ["Allied", "Axis", "river", "place here"]
        await guide.until("As the turn begins")
        await guide.session.answer((2,))
        await guide.until("Now that the turn ends")
        assert [choice.key for choice in guide.prompt.choices] == ["y", "n"]
        await guide.say("No, none is near", "Yes, the game is over")
        assert guide.session.result is not None and guide.session.result.winner == "allied"

    with_store(tmp_path, play)


def test_the_factory_chooses_rooms_and_deploys_in_turn(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new("the-factory", attacker=None)))
        await guide.type("2", "5")
        assert guide.state().attacker == "axis"
        await guide.until("choose rooms", dice="3")
        await guide.say("Factory, room 3", "Factory, room 5")
        assert guide.state().rooms == {"factory 3": "axis", "factory 5": "allied"}
        await guide.until("place a unit in turn")
        first = guide.prompt.seat
        await guide.enter()
        assert guide.prompt.seat != first
        await guide.until("who has the first turn")
        await guide.type("1", "6")
        assert any(words.startswith("First turn: no aircraft") for words in panel.warnings(guide.state()))
        await guide.until("have teams in factory", dice="2")
        assert [choice.key for choice in guide.prompt.choices] == ["y", "n"]
        await guide.say("Yes", "Yes, the game is over")
        assert guide.session.result is not None

    with_store(tmp_path, play)


def test_battle_plans_are_chosen_in_secret_and_cannot_be_changed_once_seen(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new(None, choose="plans", attacker=None)))
        assert guide.prompt.secret and guide.prompt.seat == "allied"
        await guide.say("Attack")
        assert guide.prompt.secret and guide.prompt.seat == "axis"
        assert not any("ttack" in line.words for line in guide.session.log())
        await guide.say("Defend")
        assert "Battle plans: attack against defend" in guide.prompt.words[0] and not guide.prompt.secret
        with pytest.raises(Illegal, match="both plans are shown"):
            await guide.session.undo()
        await guide.type("5")
        assert guide.state().mission == "rearguard" and guide.state().attacker == "allied"
        with pytest.raises(Illegal, match="undo stops at a die"):
            await guide.session.undo()
        await guide.until("The end?")
        await guide.say("Yes")
        assert guide.session.result is not None

    with_store(tmp_path, play)


@pytest.mark.parametrize("slug", list(missions()))
def test_every_mission_is_played_to_its_end_by_enter(slug: str, tmp_path: Path) -> None:
    """Enter everywhere, the program's dice: every prompt has words, every picture can be drawn, the journal holds."""

    async def play(store: Store) -> None:
        guide = Guide(await Session.begin(store, new(slug, own_dice=False)))
        session = guide.session
        for _ in range(250):
            if session.result is not None:
                break
            state = guide.state()
            assert guide.prompt.words and all(guide.prompt.words) and guidance.headline(state)
            assert "allied " not in " ".join((*guide.prompt.words, *guide.labels()))
            panel.rows(state), panel.facts(state), panel.warnings(state)
            if guide.prompt.title == "The end?":
                await guide.say("Yes")
            elif "does Axis still have a formation" in guide.prompt.words[-1] and state.turns["axis"] >= 8:
                await guide.say("No, none is left")
            else:
                await guide.enter()
        assert session.result is not None
        assert drawing.draw(guide.state(), 60, 20).plain and drawing.legend(guide.state()).plain
        assert guidance.rule_pages(guide.state())
        assert verify(session.match).dice == "proved"

    with_store(tmp_path, play)


# -- keeping


def test_a_game_goes_on_exactly_where_it_stopped_also_with_a_roll_under_way(tmp_path: Path) -> None:
    async def begin(store: Store) -> str:
        guide = Guide(await Session.begin(store, new("counterattack", attacker=None)))
        await guide.type("5")
        return str(guide.session.match.opened.game)

    game = with_store(tmp_path, begin)

    async def go_on(store: Store) -> None:
        opening = Opening(await store.list(), None)
        opening.answer(0)
        assert opening.outcome == Continue(game)
        guide = Guide(await Session.resume(store, game))
        assert guide.prompt.title == "Axis rolls"
        await guide.type("2")
        assert guide.state().attacker == "allied"

    with_store(tmp_path, go_on)


def test_two_screens_on_one_game_do_not_overwrite_each_other(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        one = Guide(await Session.begin(store, new("encounter", own_dice=False)))
        two = Guide(await Session.resume(store, one.session.match.opened.game))
        await one.enter()
        with pytest.raises(Mistyped, match="open elsewhere"):
            await two.enter()
        assert two.prompt == one.prompt

    with_store(tmp_path, play)


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    """Answers are given in another process that is killed without a word."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    script = (
        "import asyncio, os, signal\n"
        "from orsha.cli.companion.session import Session\n"
        "from orsha.kernel.store import Store\n"
        "from tests.cli.test_companion import Guide, new\n"
        "async def main():\n"
        f"    store = await Store.open({url!r})\n"
        "    guide = Guide(await Session.begin(store, new('breakthrough')))\n"
        "    await guide.enter(3)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -9

    async def look(store: Store) -> None:
        guide = Guide(await Session.resume(store, (await store.list())[0].id))
        assert guide.labels() == ["Placed: Objective 2"]

    with_store(tmp_path, look)


# -- the panel and the map


def test_the_chance_of_a_unit_or_more() -> None:
    assert panel.chance_of_one(1) == Fraction(1, 3)
    assert panel.chance_of_one(2) == Fraction(5, 9)
    assert panel.chance_of_one(3) == 1
    assert panel.chance_of_one(1, first_again=True) == Fraction(1, 9)


def test_the_map_is_to_scale_and_shows_both_areas(tmp_path: Path) -> None:
    async def look(store: Store) -> None:
        session = await Session.begin(store, new("rearguard"))
        state = session.table
        assert drawing.size(state, 72, 40) == (72, 24)
        assert drawing.size(state, 200, 12) == (36, 12)
        squares = drawing.colours(state, 72, 24)
        allied, axis = drawing.SEAT_COLOUR["allied"], drawing.SEAT_COLOUR["axis"]
        assert [row[10] for row in squares] == [allied] * 8 + [drawing.GROUND] * 16 + [axis] * 24

    with_store(tmp_path, look)


# -- the screen


def drive(tmp_path: Path, slug: str | None, script: Callable[[Companion, Any], Awaitable[None]], **size: Any) -> None:
    async def run(store: Store) -> None:
        app = Companion(store, slug)
        async with app.run_test(**{"size": (80, 24), **size}) as pilot:
            await pilot.pause()
            await script(app, pilot)

    with_store(tmp_path, run)


async def press(pilot: Any, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def words_on(app: Companion) -> str:
    """What the question on the screen says."""
    prompt = app.screen.query_one(PromptPanel).prompt
    assert prompt is not None
    return " ".join(prompt.words)


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_the_screen_starts_sets_up_undoes_quits_and_goes_on(tmp_path: Path, size: tuple[int, int]) -> None:
    async def evening(app: Companion, pilot: Any) -> None:
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "1", "5", "0", "enter", "2", "1", "enter", "6", "enter")
        assert isinstance(app.screen, TableScreen)
        assert "picks two diagonally opposite quarters" in words_on(app)
        await press(pilot, "1", "1", "enter")
        assert app.session is not None and list(app.session.table.objectives) == ["1"]
        await press(pilot, "u")
        assert not app.session.table.objectives
        await press(pilot, "enter", "enter", "down", "enter")
        assert len(app.session.news()) == 1 and "Axis unit 2 is held" in app.session.news()[0].words
        await press(pilot, "l")
        assert isinstance(app.screen, Page)
        await press(pilot, "escape", "question_mark")
        assert isinstance(app.screen, Page) and "Victory points" in app.screen.text.plain
        await press(pilot, "escape", "q")
        assert app.return_value == app.session.match.opened.game

    async def next_evening(app: Companion, pilot: Any) -> None:
        assert "Go on with" in str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen) and app.session is not None
        assert app.session.table.units["axis 1"].where == "reserve"

    drive(tmp_path, "breakthrough", evening, size=size)
    drive(tmp_path, None, next_evening, size=size)


def test_the_screen_hides_a_secret_until_its_player_has_the_keyboard(tmp_path: Path) -> None:
    async def choose(app: Companion, pilot: Any) -> None:
        await press(pilot, "3", "enter", "enter", "2", "enter", "enter")
        assert isinstance(app.screen, Cover) and app.screen.seat == "allied"
        await press(pilot, "enter", "1")
        assert isinstance(app.screen, Cover) and app.screen.seat == "axis"
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen) and app.screen.query_one(PromptPanel).prompt is not None
        await press(pilot, "1")
        assert app.session is not None and app.session.table.mission is not None

    drive(tmp_path, None, choose)


def test_the_screen_takes_typed_dice_shows_mistakes_and_leaves_keys_free(tmp_path: Path) -> None:
    async def roll(app: Companion, pilot: Any) -> None:
        await press(pilot, "enter", "1", "1", "enter", "enter")
        assert "Allied rolls a die for who attacks" in words_on(app)
        await press(pilot, "9", "enter")
        error = app.screen.query_one("#error")
        assert error.display and "showing 1 to 6" in str(error.render())
        await press(pilot, "backspace", "5", "enter", "x")
        assert "Axis rolls" in words_on(app) and app.screen.query_one(Line).value == ""
        await press(pilot, "u")
        assert error.display and "past a die" in str(error.render())
        await press(pilot, "2", "enter")
        assert app.session is not None and app.session.table.attacker == "allied"
        await press(pilot, "q")
        assert app.return_value

    drive(tmp_path, "contact", roll)


def test_ticks_and_yes_and_no_on_the_screen(tmp_path: Path) -> None:
    async def finish(app: Companion, pilot: Any) -> None:
        await press(pilot, "enter", "2", "2", "enter", "enter")
        for _ in range(80):
            prompt = app.screen.query_one(PromptPanel).prompt
            if prompt is not None and prompt.form == "several":
                break
            await press(pilot, "enter")
        await press(pilot, "space", "3", "3", "2")
        assert app.screen.query_one(PromptPanel).ticked == {0, 1}
        await press(pilot, "enter")
        assert app.session is not None and len(app.session.table.held) == 2
        await press(pilot, "1", "enter", "y")
        assert app.session.result is not None and app.session.result.winner == "allied"
        await press(pilot, "1")
        assert isinstance(app.screen, StartScreen)

    drive(tmp_path, "river-crossing", finish)


# -- the commands


def test_help_is_quick_and_a_wrong_slug_is_a_sentence() -> None:
    script = (
        "import sys, typer\n"
        "from orsha.cli import play\n"
        "app = typer.Typer()\n"
        "play.register(app)\n"
        "heavy = [name for name in ('textual', 'sqlalchemy', 'shapely') if name in sys.modules]\n"
        "assert not heavy, heavy\n"
        "from orsha.kernel import OrshaError\n"
        "for line in (['companion', 'nonesuch'], ['companion']):\n"
        "    try:\n"
        "        app(args=line, standalone_mode=False)\n"
        "    except OrshaError as error:\n"
        "        sys.stdout.write(f'{error}\\n')\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert ran.returncode == 0, ran.stderr
    wrong, no_terminal = ran.stdout.splitlines()
    assert "there is no mission called 'nonesuch'" in wrong and "run it in one" in no_terminal


def test_the_next_battle_of_a_series_is_played_with_what_the_campaign_changed(tmp_path: Path) -> None:
    from orsha.cli.companion.opening import NewGame, Opening
    from orsha.cli.companion.run import battle_of
    from orsha.kernel import Match
    from orsha.series import Record, SeriesGame, SeriesSetup

    async def play(store: Store) -> None:
        series = Match.open(SeriesGame(), SeriesSetup("bagration-fortified", 75), name="series1")
        await store.add(series, "a campaign")
        await store.keep(series, series.act("soviet", Record("soviet", 0)))
        opening = Opening(await store.list(), None, await battle_of(store, "series1"))
        assert "no ambush" in opening.prompt.words[0] and opening.question() == "dice"
        for _ in range(3):
            opening.answer(0 if opening.prompt.choices else "")
        outcome = opening.outcome
        assert isinstance(outcome, NewGame)
        assert (outcome.setup.mission, outcome.setup.attacker, outcome.setup.points) == (
            "hammering-the-line",
            "allied",
            75,
        )
        assert outcome.setup.changes.no_ambush

    with_store(tmp_path, play)


def test_snipers_are_asked_for_in_any_mission_and_revealed_where_they_may_be(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        sniper = Unit("Sniper", 3, independent=True, sniper=True)
        forces = {"allied": RIFLES, "axis": (*GRENADIERS, sniper)}
        guide = Guide(await Session.begin(store, new("annihilation", own_dice=False, forces=forces)))
        await guide.until("Both players, the attacker first, may hold snipers")
        assert guide.labels() == ["In ambush: Sniper (3 points, infantry)", "The other snipers deploy"]
        assert any("No Man's Land" in note for note in guide.prompt.notes)
        await guide.say("In ambush: Sniper")
        await guide.until("Is it revealed now?")
        assert any("No Man's Land" in note for note in guide.prompt.notes)
        assert guide.labels()[guide.prompt.default] == "Go on"
        await guide.say("Revealed: Sniper")

    with_store(tmp_path, play)


def test_the_help_has_the_pages_that_the_mission_needs(tmp_path: Path) -> None:
    """Works in Onslaught, boats at the river, rooms in the city; nothing of it elsewhere."""
    from orsha.cli.companion.guidance import rule_pages
    from tests.tabletop.builders import begun

    heads = {
        slug: [title for title, _ in rule_pages(begun(slug).state)]
        for slug in ("onslaught", "river-crossing", "the-factory", "contact")
    }
    assert "Works and obstacles: Barbed wire" in heads["onslaught"]
    assert "Rivers and assault boats: Disembarking" in heads["river-crossing"]
    assert "Rooms of city buildings: Assaults" in heads["the-factory"]
    assert not any(":" in title for title in heads["contact"])
