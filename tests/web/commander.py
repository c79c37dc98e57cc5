"""A person at the battle's table, who does everything by clicking, as a player would."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.web.conftest import Person

SLOW = 90_000
"""How long a bot may think on a busy machine."""
OVER = re.compile(r" wins$|^Nobody wins")
WAITING = re.compile("Waiting|Loading|Nothing")


def per_cent(words: str) -> int:
    """A chance as the table tells it; less than one per cent is none."""
    return 0 if words.startswith("<") else int(re.sub(r"\D", "", words))


class Commander:
    """Plays a battle through the page; `sees` is told of every moment worth a look."""

    def __init__(self, who: Person, sees: Callable[[str], None] = lambda moment: None) -> None:
        self.who, self.page, self.sees = who, who.page, sees
        self.done: set[str] = set()
        """The kinds of things that were done."""
        self.goal: tuple[float, float] = (0.5, 0.5)
        """Where units go, as shares of the table from its upper left corner."""

    # -- from home to the table

    def begins(self, mission: str, points: int = 50, axis: int | None = None) -> None:
        """With ready forces of so many points; 000 Fortified Defence: the Axis's may have fewer."""
        page = self.page
        self.who.goes_to("")
        page.get_by_role("link", name="The virtual table").first.click()
        page.locator("form").wait_for()
        page.locator("label", has_text=mission).first.click()
        for n, force in enumerate((f"soviet-{points}", f"german-{axis or points}")):
            page.locator("select", has=page.locator(f"option[value='{force}']")).nth(n).select_option(force)
        page.locator("label", has_text="The staff").first.click()
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("#step-title").wait_for()

    # -- looking

    def asked(self) -> str:
        """What is asked of the person, once something is; or who has won."""
        title = self.page.locator("#step-title")
        expect(title).not_to_have_text(WAITING, timeout=SLOW)
        if not OVER.search(title.inner_text()):
            expect(self.page.locator(".steps button:not(.plain), .unit.ready").first).to_be_visible(timeout=SLOW)
        return title.inner_text()

    @property
    def over(self) -> bool:
        return OVER.search(self.page.locator("#step-title").inner_text()) is not None

    @property
    def plan(self) -> Locator:
        return self.page.locator(".plan")

    @property
    def entry(self) -> Locator:
        """How long the game is, below the slider: it changes with everything that is done."""
        return self.page.locator(".foot span").last

    def ready(self, act: str) -> list[str]:
        """The units that may still do something."""
        self.settles()
        rows = self.page.locator(".unit.ready", has=self.page.locator(".acts", has_text=act))
        return rows.locator(".number").all_inner_texts()

    def picks(self, number: str) -> None:
        self.page.locator(".unit.ready", has=self.page.locator(f".number >> text=/^{number}$/")).first.click()
        self.page.locator("#chosen-title").wait_for()

    def settles(self) -> None:
        """Waits until what may be done is known for the game as it stands."""
        expect(self.page.locator(".table")).to_have_attribute("aria-busy", "false", timeout=SLOW)

    # -- doing

    def presses(self, button: Locator) -> None:
        """A button that changes the game: waits until it has."""
        before = self.entry.inner_text()
        button.click()
        expect(self.entry).not_to_have_text(before, timeout=SLOW)

    def confirms(self) -> bool:
        """Does what is planned, if the rules allow it; drops it otherwise."""
        button = self.plan.locator("button.main")
        self.page.locator(".plan .good, .plan .verdict strong, .hint").first.wait_for()
        if button.is_disabled():
            self.sees("forbidden")
            self.drops()
            return False
        self.presses(button)
        return True

    def drops(self) -> None:
        drop = self.plan.get_by_role("button", name="Not this")
        if drop.count():
            drop.click()

    def sets_up(self) -> None:
        """Every step of the set-up, until the first turn has begun."""
        for _ in range(90):
            if "set-up" not in self.asked() or self.over:
                return
            self.sets_one_thing_up()
        raise AssertionError("the set-up comes to no end")

    def sets_one_thing_up(self) -> None:
        page, steps = self.page, self.page.locator(".steps")
        if self.plan.count():
            self.plan.locator(".good, .verdict strong").first.wait_for()
            kind = "put" if "Place objective" in self.plan.inner_text() else "placed"
            self.sees(f"set-up {kind}")
            self.done.add(kind)
            assert self.confirms(), "what the table proposed in the set-up is refused"
            return
        if page.get_by_role("button", name="Put on the table").count():
            page.get_by_role("button", name="Put on the table").click()
            self.plan.wait_for()
            return
        self.sees("set-up question")
        rest = steps.get_by_role("button", name=re.compile("the rest|go on", re.IGNORECASE))
        button = rest.first if rest.count() else steps.locator("button:not(.plain)").first
        if "Place objective" in button.inner_text():
            self.plan.wait_for()  # the table begins it by itself
            return
        self.presses_or_begins(button)

    def presses_or_begins(self, button: Locator) -> None:
        """A button that does something at once, or begins a plan."""
        before = self.entry.inner_text()
        button.click()
        for _ in range(100):
            if self.entry.inner_text() != before or self.plan.count() or self.page.locator(".hint").count():
                return
            if self.page.locator(".opened form").count():
                self.fills()
                return
            self.page.wait_for_timeout(200)
        raise AssertionError("a button of the step did nothing")

    def fills(self) -> None:
        """A small form below a button of the step, as it is proposed or with the first of each list."""
        form = self.page.locator(".opened form")
        for choice in form.locator("select").all():
            if choice.input_value() in ("", "-1"):  # nothing is chosen yet
                choice.select_option(index=1)
        if form.locator("button.main").is_disabled() and form.locator("input[type=checkbox]:enabled").count():
            form.locator("input[type=checkbox]:enabled").first.check()
        expect(form.locator("button.main"), self.page.locator(".steps").inner_text()).to_be_enabled()
        self.presses(form.locator("button.main"))

    def moves(self) -> None:
        """Every unit that can goes toward the goal: by a click on the ground, the first by keys."""
        self.page.locator(".table").scroll_into_view_if_needed()
        tried: set[str] = set()
        while left := [number for number in self.ready("Move") if number not in tried]:
            self.picks(left[0])
            self.sees("reach")
            tried.add(left[0])
            if len(tried) == 1:
                self.by_keys()
            else:
                self.page.get_by_role("button", name="Move", exact=True).first.click()
                self.clicks_ground()
            if self.plan.count():
                self.sees("move planned")
                if self.confirms():
                    self.done.add("moved")

    def by_keys(self) -> None:
        board = self.page.locator("svg.board")
        board.focus()
        board.press("m")
        for _ in range(2):
            with self.page.expect_response(re.compile("/ask$")):
                board.press("ArrowUp")
        self.page.wait_for_timeout(300)

    def clicks_ground(self) -> None:
        """The barest spot about the goal."""
        box = self.page.locator("svg.board .ground .frame").bounding_box()
        assert box is not None
        for dx in (0.0, 0.03, -0.03, 0.06, -0.06, 0.1, -0.1):
            x, y = box["x"] + box["width"] * (self.goal[0] + dx), box["y"] + box["height"] * self.goal[1]
            bare = self.page.evaluate(
                "([x, y]) => !document.elementFromPoint(x, y)?.closest('[data-team],[data-mark]')", [x, y]
            )
            if bare:
                with self.page.expect_response(re.compile("/ask$")):
                    self.page.mouse.click(x, y)
                break
        self.page.wait_for_timeout(400)

    def shoots(self) -> None:
        """Everything that can shoots at what it has the best chance to destroy; batteries bombard."""
        for number in (*self.ready("Shoot"), *self.ready("Bombard")):
            if "Shooting" not in self.asked() or number not in (*self.ready("Shoot"), *self.ready("Bombard")):
                continue
            self.picks(number)
            bombard = self.page.locator(".chosen").get_by_role("button", name="Bombard", exact=True)
            if bombard.count():
                self.bombards(bombard)
                continue
            fire = self.page.locator(".targets").get_by_role("button", name=re.compile("^Fire everything at"))
            self.page.locator(".chosen .targets, .chosen p.small:not(.quiet)").first.wait_for()
            if fire.count():
                self.sees("targets")
                if "split" not in self.done and self.page.locator(".targets .who").count() > 1:
                    self.splits()
                else:
                    self.presses(fire.first)
                self.done.add("shot")

    def splits(self) -> None:
        """One weapon at the second target, the others at the first."""
        self.page.locator(".targets .who").first.click()
        self.plan.locator(".good").first.wait_for()
        for choice in self.plan.locator(".gun select").all():
            values = [one.get_attribute("value") for one in choice.locator("option").all()]
            others = [one for one in values if one and one != choice.input_value()]
            if others:
                choice.select_option(others[0])
                self.done.add("split")
                break
        self.sees("split fire")
        self.confirms()

    def bombards(self, button: Locator) -> None:
        button.click()
        self.page.locator(".plan, .hint").first.wait_for()
        if self.plan.count():
            self.plan.locator(".under, .verdict strong").first.wait_for()
            self.sees("template")
            if self.confirms():
                self.done.add("bombarded")

    def charges(self, at_least: int = 15) -> None:
        """Whoever has a fair chance to carry a charge, in per cent, charges."""
        for number in self.ready("Charge"):
            if "Assault" not in self.asked() or number not in self.ready("Charge"):
                return
            self.picks(number)
            self.page.locator(".chosen .targets").wait_for(timeout=SLOW)
            self.sees("charges")
            best = self.page.locator(".targets .who").first
            if best.count() and per_cent(best.locator("strong").inner_text()) >= at_least:
                best.click()
                self.page.locator(".plan, .hint").first.wait_for()
                if self.plan.count():
                    self.plan.locator(".good, .verdict strong").first.wait_for()
                    self.sees("charge planned")
                    if self.confirms():
                        self.done.add("charged")
                        while not OVER.search(title := self.asked()) and "Your move" not in title:
                            self.answers()

    def answers(self) -> None:
        """A question of the enemy's turn, or of one's own assault: what the table proposes, or the first answer."""
        self.page.wait_for_timeout(300)
        title = self.page.locator("#step-title").inner_text()
        self.sees(f"asked {title}")
        if self.plan.count():
            self.plan.locator(".good, .verdict strong").first.wait_for()
            if self.plan.locator("button.main").is_enabled():
                self.done.add("answered")
                self.confirms()
                return
            self.drops()
        if self.page.get_by_role("button", name="Put on the table").count():
            self.page.get_by_role("button", name="Put on the table").click()
            self.page.locator(".plan, .hint").first.wait_for()
            if self.plan.count():
                return
        buttons = self.page.locator(".steps button:not(.plain)")
        self.presses_or_begins(buttons.last if self.page.locator(".hint").count() else buttons.first)

    def goes_on(self) -> None:
        self.presses(self.page.locator(".steps .ends button").first)

    def plays(self, most: int = 99) -> int:
        """Turns of one's own, so many or to the end, with every question between them."""
        turns = 0
        for _ in range(1000):
            title = self.asked()
            if self.over or turns == most:
                self.sees("end" if self.over else "after the turns")
                return turns
            if title == "Your move: Movement":
                self.moves()
                if self.asked() == title:
                    self.goes_on()
            elif title == "Your move: Shooting":
                self.shoots()
                if self.asked() == title:
                    self.goes_on()
            elif title == "Your move: Assault":
                self.charges()
                if self.asked() == title:
                    self.goes_on()
                    turns += 1
            else:
                self.answers()
        raise AssertionError("the game comes to no end")
