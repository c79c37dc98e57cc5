"""The parts of the screen: the question with its answers, the map, the side panel."""

from __future__ import annotations

from math import ceil

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Key, Paste
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from orsha.cli.companion import drawing, panel
from orsha.cli.companion.prompt import Given, Prompt
from orsha.cli.companion.session import Logged
from orsha.tabletop.mission.state import State

MOST_WORDS = 0.6
"""How much of the panel words may take; the rest is for the answers."""
NUMBERS = "0123456789 ,"


class Line(Input):
    """A line to type in. Where only numbers are wanted, letters stay keys of the program."""

    numbers_only = False

    async def _on_key(self, event: Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()
            return
        await super()._on_key(event)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        if self.numbers_only and character is not None and character not in NUMBERS:
            return False
        return super().check_consume_key(key, character)

    def _on_paste(self, event: Paste) -> None:
        """Several lines at once are several units."""
        self.insert_text_at_cursor("; ".join(part for part in event.text.splitlines() if part.strip()))
        event.stop()
        event.prevent_default()


class Answers(OptionList):
    """The lines to choose from; with ticks where several may be chosen."""

    DEFAULT_CSS = "Answers, Answers:focus { border: none; padding: 0; height: 1fr; min-height: 3; }"


class PromptPanel(Vertical):
    """Shows a prompt and says what was answered."""

    DEFAULT_CSS = """
    PromptPanel { padding: 0 1; }
    PromptPanel #scroll { height: auto; max-height: 60%; }
    PromptPanel #news { height: auto; color: $text-muted; }
    PromptPanel #ask { height: auto; }
    PromptPanel #error { height: auto; color: $text-error; display: none; }
    PromptPanel Line, PromptPanel Line:focus { border: none; height: 1; margin: 1 0 0 0; background: $boost; }
    """

    class Answered(Message):
        def __init__(self, given: Given) -> None:
            super().__init__()
            self.given = given

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.prompt: Prompt | None = None
        self.ticked: set[int] = set()

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="scroll", can_focus=False):
            yield Static(id="news", markup=False)
            yield Static(id="ask", markup=False)
        yield Static(id="error", markup=False)
        yield Answers(id="answers", markup=False)
        yield Line(id="line")

    def show(self, prompt: Prompt, news: list[Logged], room: tuple[int, int]) -> None:
        """Puts a prompt on the screen, with what has just happened above it; its notes where there is room for them."""
        self.prompt = prompt
        self.ticked = set()
        self.query_one("#news", Static).update(news_text(news))
        self.query_one("#news").display = bool(news)
        self.query_one("#ask", Static).update(ask_text(prompt, fits(prompt, news, room)))
        self.complain("")
        answers, line = self.query_one(Answers), self.query_one(Line)
        typing = prompt.form == "line"
        answers.display, line.display = not typing, typing
        if typing:
            line.value = ""
            line.placeholder = prompt.text or "type here, then Enter"
            line.numbers_only = bool(prompt.text) or prompt.title.endswith("rolls")
            line.focus()
        else:
            answers.clear_options()
            answers.add_options([self._line(index) for index in range(len(prompt.choices))])
            answers.highlighted = prompt.default
            answers.focus()
        self.query_one("#scroll", VerticalScroll).scroll_end(animate=False)

    def complain(self, words: str) -> None:
        """Shows why an answer was refused."""
        error = self.query_one("#error", Static)
        error.update(words)
        error.display = bool(words)

    def _line(self, index: int) -> Text:
        assert self.prompt is not None
        choice = self.prompt.choices[index]
        key = choice.key or (str(index + 1) if index < 9 else " ")
        tick = ""
        if self.prompt.form == "several":
            tick = "[x] " if index in self.ticked else "[ ] "
        return Text.assemble((f" {key} ", "bold"), f" {tick}{choice.label}")

    # -- answering

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._enter(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Answered(event.value))

    def on_key(self, event: Key) -> None:
        """Numbers and letters pick a line at once; space ticks."""
        prompt = self.prompt
        if prompt is None or prompt.form == "line":
            return
        if event.key == "space" and prompt.form == "several":
            self._tick(self.query_one(Answers).highlighted or 0)
        elif (index := self._named(event.character or "")) is not None:
            if prompt.form == "several":
                self._tick(index)
            else:
                self.post_message(self.Answered(index))
        else:
            return
        event.stop()

    def _named(self, character: str) -> int | None:
        assert self.prompt is not None
        choices = self.prompt.choices
        if character and character in "123456789" and int(character) <= len(choices):
            return int(character) - 1
        return next((n for n, choice in enumerate(choices) if choice.key and choice.key == character.lower()), None)

    def _enter(self, index: int) -> None:
        assert self.prompt is not None
        given: Given = tuple(sorted(self.ticked)) if self.prompt.form == "several" else index
        self.post_message(self.Answered(given))

    def _tick(self, index: int) -> None:
        self.ticked ^= {index}
        self.query_one(Answers).replace_option_prompt_at_index(index, self._line(index))


def news_text(news: list[Logged]) -> Text:
    text = Text()
    for number, line in enumerate(news):
        text.append(("\n" if number else "") + line.words, "bold yellow" if line.roll else "")
    return text


def fits(prompt: Prompt, news: list[Logged], room: tuple[int, int]) -> bool:
    """Whether a prompt's notes fit below its words without pushing the answers away."""
    width, height = max(room[0] - 4, 20), room[1]
    texts = [*(line.words for line in news), *prompt.words, *prompt.notes]
    lines = 1 + sum(ceil(len(words) / width) for words in texts)
    return lines <= height * MOST_WORDS and lines + max(len(prompt.choices), 3) <= height


def ask_text(prompt: Prompt, room_for_notes: bool) -> Text:
    colour = drawing.SEAT_COLOUR.get(prompt.seat)
    text = Text()
    text.append(f" {prompt.title} ", f"bold white on {colour}" if colour else "bold reverse")
    for words in prompt.words:
        text.append("\n" + words, "bold")
    if room_for_notes:
        for words in prompt.notes:
            text.append("\n" + words, "italic dim")
    return text


class MapView(Static):
    """The table to scale, and what its colours mean."""

    def show(self, state: State, columns: int, rows: int) -> None:
        across, _ = drawing.size(state, columns, rows - 1)
        self.display = across > 0
        if not across:
            return
        text = drawing.draw(state, columns, rows - 1)
        text.append("\n")
        legend = drawing.legend(state)
        width = min(max(across, legend.cell_len), columns)
        legend.truncate(width, overflow="ellipsis")
        text.append_text(legend)
        self.styles.width = width + 1
        self.update(text)


class SidePanel(VerticalScroll):
    """Everything that is counted, and what people forget."""

    DEFAULT_CSS = "SidePanel { padding: 0 0 0 1; }"

    def compose(self) -> ComposeResult:
        yield Static(id="counts")
        yield Static(id="warnings", markup=False)

    def show(self, state: State) -> None:
        heads = panel.heads(state)
        table = Table(box=None, padding=(0, 1, 0, 0), expand=False, show_edge=False)
        table.add_column(heads.name, style="dim", no_wrap=True)
        for seat, words in (("allied", heads.allied), ("axis", heads.axis)):
            style = "bold reverse" if state.active == seat else "bold"
            table.add_column(Text(words, style), no_wrap=True)
        for row in panel.rows(state):
            table.add_row(row.name, row.allied, row.axis)
        self.query_one("#counts", Static).update(table)
        text = Text("; ".join(panel.facts(state)))
        for words in panel.warnings(state):
            text.append(("\n" if text.plain else "") + f"! {words}", "bold yellow")
        self.query_one("#warnings", Static).update(text)
