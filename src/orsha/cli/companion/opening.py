"""Before a game: go on with a kept one, or the few questions that a new one needs. Enter accepts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

from msgspec import Struct

from orsha.cli.companion import rosters
from orsha.cli.companion.naming import seat_name
from orsha.cli.companion.prompt import Choice, Given, Mistyped, Prompt, chosen, line, whole
from orsha.kernel import counted
from orsha.tabletop.mission.library import mission, missions
from orsha.tabletop.mission.shares import defender_points
from orsha.tabletop.mission.state import SEATS, Changes, Seat, Setup, Unit

if TYPE_CHECKING:
    from orsha.kernel.store import Kept

Question = Literal["game", "how", "mission", "fortified", "points", "attacker", "dice", "allied", "axis"]
PACKS = {"more-missions": "More Missions", "bagration": "Bagration", "city": "City"}
MOST_POINTS = 1000


class NewGame(Struct, frozen=True):
    """All that is known when the last question is answered."""

    setup: Setup
    title: str
    own_dice: bool


class Continue(Struct, frozen=True):
    id: str


class Battle(Struct, frozen=True):
    """A battle of a linked campaign: what needs no question because the campaign has settled it."""

    mission: str
    attacker: Seat
    points: int
    changes: Changes
    says: str


class Opening:
    """The questions in order. An answer can be taken back by going back to its question."""

    def __init__(self, kept: Sequence[Kept] = (), slug: str | None = None, battle: Battle | None = None) -> None:
        slug = battle.mission if battle is not None else slug
        if slug is not None:
            mission(slug)
        self.battle = battle
        games = [game for game in kept if game.kind == "mission" and game.result is None]
        self.kept = sorted(games, key=lambda game: game.last_at or "", reverse=True)
        self.slug = slug
        self.answers: dict[Question, object] = {}
        self.units: tuple[Unit, ...] = ()
        """Units typed so far for the force that is asked for."""

    # -- which questions

    def path(self) -> list[Question]:
        """The questions that this game needs, as far as the answers tell."""
        path: list[Question] = ["game"] if self.kept else []
        path += [] if self.slug else ["how"]
        how = self.how()
        path += ["mission"] if how == "named" and self.slug is None else []
        path += ["fortified"] if how == "plans" else []
        if self.battle is None:
            path += ["points"]
            path += ["attacker"] if how != "plans" else []
        return [*path, "dice", "allied", "axis"]

    def how(self) -> str:
        return "named" if self.slug else str(self.answers.get("how", "named"))

    def question(self) -> Question | None:
        return next((question for question in self.path() if question not in self.answers), None)

    @property
    def outcome(self) -> NewGame | Continue | None:
        """What the answers come to; nothing while a question is open."""
        kept = self.answers.get("game")
        if isinstance(kept, str) and kept:
            return Continue(kept)
        return None if self.question() is not None else self._new()

    def _new(self) -> NewGame:
        slug = self._slug()
        setup = Setup(
            choose=cast("Literal['named', 'random', 'plans']", self.how()),
            mission=slug,
            attacker=self._attacker(),
            points=self._points(),
            forces={seat: cast("tuple[Unit, ...]", self.answers[seat]) for seat in SEATS},
            fortified=cast("tuple[Seat, ...]", self.answers.get("fortified", ())),
            real=True,
            changes=self.battle.changes if self.battle is not None else Changes(),
        )
        names = {"random": "A mission by die", "plans": "A mission by battle plans"}
        title = mission(slug).file.name if slug else names[self.how()]
        return NewGame(setup, f"{title}, {setup.points} points", bool(self.answers["dice"]))

    def _slug(self) -> str | None:
        return self.slug or cast("str | None", self.answers.get("mission"))

    def _attacker(self) -> Seat | None:
        return self.battle.attacker if self.battle is not None else cast("Seat | None", self.answers.get("attacker"))

    def _points(self) -> int:
        if self.battle is not None:
            return self.battle.points
        return cast(int, self.answers.get("points", 100))

    def _force_points(self, seat: Seat) -> int:
        """What a force has to spend: a fortified defender has less."""
        slug, attacker = self._slug(), self._attacker()
        fortified = slug is not None and _fortified(slug)
        return defender_points(self._points()) if fortified and attacker not in (None, seat) else self._points()

    # -- the prompt

    @property
    def prompt(self) -> Prompt:
        question = self.question()
        if question == "game":
            return self._ask_game()
        if question == "how":
            return _menu("Which mission?", "How is the mission chosen?", HOWS)
        if question == "mission":
            return _menu("Which mission?", "Choose a mission.", mission_choices())
        if question == "fortified":
            return _menu("Fortified forces", "A force with fortifications must defend. Who has some?", FORTIFIED)
        if question == "points":
            words = "How many points do you play? Enter takes 100."
            return Prompt("Points", (words,), "line", text="100", notes=self._about())
        if question == "attacker":
            return self._ask_attacker()
        if question == "dice":
            says = f"{self.battle.says} " if self.battle is not None and self.battle.says else ""
            return _menu("Dice", f"{says}Whose dice do you roll?", DICE)
        return self._ask_roster(cast(Seat, question))

    def _about(self) -> tuple[str, ...]:
        slug = self._slug()
        return () if slug is None else (f"{mission(slug).file.name}: {mission(slug).file.about}",)

    def _ask_game(self) -> Prompt:
        new = Choice(f"A new game of {mission(self.slug).file.name}" if self.slug else "A new game", "")
        choices = tuple(Choice(_kept_label(game), game.id) for game in self.kept)
        if self.slug is None:
            return _menu("Welcome", "Go on with a game that is kept, or begin a new one.", (*choices, new))
        name = f"{mission(self.slug).file.name},"
        same = next((i for i, game in enumerate(self.kept, start=1) if game.title.startswith(name)), 0)
        prompt = _menu("Welcome", "Begin a new game, or go on with one that is kept.", (new, *choices))
        return Prompt(prompt.title, prompt.words, choices=prompt.choices, default=same)

    def _ask_attacker(self) -> Prompt:
        slug = self._slug()
        if slug is None or not _fortified(slug):
            return _menu("Who attacks?", "Who attacks?", (*ATTACKERS[2:], *ATTACKERS[:2]))
        half = defender_points(self._points())
        words = f"Who attacks? In this mission the defender has {half} points and fortifications."
        return _menu("Who attacks?", words, ATTACKERS)

    def _ask_roster(self, seat: Seat) -> Prompt:
        name = seat_name(seat)
        points = self._force_points(seat)
        words: tuple[str, ...]
        if self.units:
            spent = sum(unit.points for unit in self.units if unit.points > 0)
            so_far = f"{len(self.units)} so far, {spent} of {points} points"
            words = (f"The next unit of {name}; Enter when that is all ({so_far}).",)
        else:
            words = (
                f"The units of {name}, for {points} points. Enter takes {rosters.USUAL} numbered units.",
                f"Or type a unit ({rosters.HOW}: only what you like) and Enter, one after the other;",
                "or how many numbered units you have; or the name of a .toml file with [[units]].",
            )
        notes = (
            *(_unit_line(unit) for unit in self.units),
            "For example: Tank company 25 tank 5 armour=6; Howitzers 10 gun 4 artillery; HQ 5 infantry 2 commander",
            "Esc goes back, Ctrl+Q quits.",
        )
        return Prompt(f"{name}'s force", words, "line", notes=notes, seat=seat)

    # -- the answer

    def answer(self, given: Given) -> None:
        """Takes the answer to the question that is asked, or says what would be one."""
        question = self.question()
        if question is None:
            raise Mistyped("everything is answered")
        prompt = self.prompt
        if question in SEATS:
            self._answer_roster(question, line(prompt, given))
        elif question == "points":
            self.answers[question] = whole(line(prompt, given), 1, MOST_POINTS)
        else:
            self.answers[question] = chosen(prompt, given).value

    def _answer_roster(self, seat: Seat, text: str) -> None:
        points = self._force_points(seat)
        if not text:
            units = rosters.priced(self.units, points) or rosters.numbered(seat_name(seat), rosters.USUAL, points)
        elif text.isdigit() and not self.units:
            units = rosters.numbered(seat_name(seat), whole(text, 1, rosters.MOST), points)
        elif text.lower().endswith(".toml"):
            units = rosters.read_file(text)
        else:
            self.units = rosters.typed(text, self.units)
            return
        self.answers[seat], self.units = units, ()

    def back(self) -> bool:
        """Goes back to the question before; false where there is none."""
        if self.units:
            self.units = self.units[:-1]
            return True
        if not self.answers:
            return False
        self.answers.popitem()
        return True


def _menu(title: str, words: str, choices: Sequence[Choice]) -> Prompt:
    return Prompt(title, (words,), choices=tuple(choices))


HOWS = (
    Choice("By name", "named"),
    Choice("By die: a random mission", "random"),
    Choice("By battle plans, chosen in secret", "plans"),
)
ATTACKERS = (Choice("Allied", "allied"), Choice("Axis", "axis"), Choice("Roll for it", None))
DICE = (
    Choice("Our own dice: we roll and type what they show", True),
    Choice("The program's: committed at the start, checkable at the end", False),
)
FORTIFIED = (
    Choice("Neither force", ()),
    Choice("Allied", ("allied",)),
    Choice("Axis", ("axis",)),
    Choice("Both", SEATS),
)


def mission_choices() -> tuple[Choice, ...]:
    """All missions, by pack."""
    order = sorted(missions().values(), key=lambda each: (list(PACKS).index(each.file.pack), each.file.name))
    return tuple(Choice(f"{each.file.name}  [{PACKS[each.file.pack]}]  {each.file.about}", each.slug) for each in order)


def _fortified(slug: str) -> bool:
    return "fortified-defence" in mission(slug).file.special_rules["defender"]


def _kept_label(game: Kept) -> str:
    when = datetime.fromisoformat(game.last_at or game.opened_at).astimezone()
    return f"Go on with {game.title} (last played {when:%d %b %H:%M}, {game.entries} entries)"


def _unit_line(unit: Unit) -> str:
    points = "points shared out" if unit.points == rosters.UNSAID else f"{unit.points} points"
    return f"{unit.name}: {points}, {unit.kind}, {counted(unit.teams, 'team')}"
