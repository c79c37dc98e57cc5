"""`orsha report enter FILE`: a scenario's end, asked for line by line. The file is written after every answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from orsha.campaign.report import ScenarioReport
    from orsha.campaign.report_sections import Section

FINISHED = "finished"
_NEXT = re.compile(r"^# next: (\S+)$", re.MULTILINE)


def enter(
    file: Annotated[Path, typer.Argument(help="The report to write, .toml; one that was begun is gone on with.")],
    start: Annotated[str, typer.Option("--from", help="Go to a part: date, german, control and so on.")] = "",
) -> None:
    """Enter a scenario's report line by line; every line is checked at once."""
    from orsha.campaign.report_sections import SECTIONS, place_of

    entry = Entry.opened(file)
    at = place_of(start or entry.next) if start or entry.next != FINISHED else len(SECTIONS)
    if entry.report is None:
        at = 0
    typer.echo("One line at a time. ? explains, back takes the last line away, done goes on.")
    try:
        while at < len(SECTIONS):
            at = max(0, at + entry.ask(SECTIONS[at]))
            entry.save(SECTIONS[at].name if at < len(SECTIONS) else FINISHED)
    except typer.Abort as stop:
        raise entry.stopped() from stop
    _close(file, entry.report)


def _close(file: Path, report: ScenarioReport | None) -> None:
    from collections import Counter

    assert report is not None
    kinds = Counter(f"{piece.side} {piece.kind}" for piece in report.pieces)
    there = ", ".join(f"{n} {what}" for what, n in kinds.items()) or "no pieces"
    typer.echo(f"{file} is the report of {report.date}: {there}. To change it, start again with --from and a part.")


class Entry:
    """A report on its way into a file."""

    def __init__(self, file: Path, report: ScenarioReport | None, next: str) -> None:
        self.file, self.report, self.next = file, report, next
        self.before: list[tuple[str, ScenarioReport]] = []
        """What the report was before each line of this sitting, and the part the line belongs to."""

    @classmethod
    def opened(cls, file: Path) -> Entry:
        """Where the last sitting stopped; a file that was written by hand is gone through from its second part on."""
        from orsha.campaign.report import load_report
        from orsha.kernel import OrshaError

        if file.suffix.lower() != ".toml":
            raise OrshaError(f"a report is entered into a .toml file, not {file.name!r}")
        if not file.exists():
            return cls(file, None, "date")
        report = load_report(file)
        found = _NEXT.search(file.read_text("utf-8"))
        if found is None:
            typer.echo(f"{file} was not made here: its numbers are kept, its comments are not.")
        return cls(file, report, found[1] if found else "turns")

    def save(self, next: str) -> None:
        """All at once, so that a crash leaves the old file or the new one."""
        from orsha.campaign.report_writing import dumps_report
        from orsha.kernel import OrshaError

        if self.report is None:
            return
        self.next = next
        how = f"orsha report enter {self.file.name}" + (" goes on with it" if next != FINISHED else " changes it")
        beside = self.file.with_name(f".{self.file.name}.new")
        try:
            beside.write_text(dumps_report(self.report, how, f"next: {next}"), "utf-8")
            beside.replace(self.file)
        except OSError as error:
            raise OrshaError(f"{self.file} cannot be written: {error.strerror}") from error

    def stopped(self) -> Exception:
        from orsha.kernel import OrshaError

        typer.echo()
        kept = f"{self.file} keeps what was entered; start again with it to go on" if self.report else "nothing is kept"
        return OrshaError(f"stopped: {kept}")

    def ask(self, section: Section) -> int:
        """Asks for a part's lines; 1 goes on to the next part, -1 back to the one before."""
        typer.echo(f"\n{section.asks[:1].upper()}{section.asks[1:]}")
        if self.report is not None:
            for line in section.lines(self.report):
                typer.echo(f"  {line}")
        while True:
            text = str(typer.prompt(section.name, default="", show_default=False, prompt_suffix="> ")).strip()
            move = self.take(section, text)
            if move:
                return move

    def take(self, section: Section, text: str) -> int:
        """What a typed line does; 0 stays in the part."""
        match text.lower():
            case "":
                return 0
            case "?" | "help":
                typer.echo(section.help)
                return 0
            case "back":
                return self.back(section)
            case "done" if self.report is not None:
                return 1
            case "done":
                typer.echo("  The date comes first.")
                return 0
            case _:
                return self.add(section, text)

    def add(self, section: Section, text: str) -> int:
        from orsha.campaign.report_sections import added, begun
        from orsha.kernel import OrshaError

        old = self.report
        try:
            new = begun(text) if old is None else added(section, old, text)
        except OrshaError as error:
            typer.echo(f"  No: {error}")
            return 0
        if old is not None:
            self.before.append((section.name, old))
            _echo(old, new)
        self.report = new
        self.save(section.name)
        return int(section.once)

    def back(self, section: Section) -> int:
        """The last line of this part goes; without one, back to the part before."""
        from orsha.campaign.report_sections import taken_back
        from orsha.kernel import OrshaError

        if self.report is None or section.once:
            return -1
        if self.before and self.before[-1][0] == section.name:
            self.report = self.before.pop()[1]
        else:
            try:
                left = taken_back(section, self.report)
            except OrshaError as error:
                typer.echo(f"  No: {error}")
                return 0
            if left is None:
                return -1
            self.report = left
        self.save(section.name)
        left_there = section.lines(self.report)
        typer.echo(f"  Taken back. Last now: {left_there[-1]}" if left_there else "  Taken back. Nothing is left here.")
        return 0


def _echo(old: ScenarioReport, new: ScenarioReport) -> None:
    """How a line of counters was understood, and who got what."""
    from orsha.kernel import counted

    fresh = new.pieces[len(old.pieces) :]
    if not fresh:
        return
    by_id = {piece.id: piece for piece in fresh}
    held = [f"{one.type} with {by_id[one.held_by].type} {one.held_by}" for one in fresh if one.held_by in by_id]
    typer.echo(
        f"  {counted(len(fresh), 'counter')} in {fresh[0].hex or 'no hex'}" + (f": {', '.join(held)}" if held else "")
    )
