"""Forces that come with the program, ready to play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from orsha.kernel import OrshaError, Unknown
from orsha.kernel.complaints import in_words
from orsha.tabletop.force.checking import legal_force
from orsha.tabletop.force.force import Force
from orsha.tabletop.force.listing import read_list

FOLDER = Path(__file__).parent / "data" / "forces"
ROSTERS = (".ros", ".rosz")


@cache
def ready_forces() -> dict[str, Force]:
    """Every ready force by its name: nation and points, `german-100`."""
    return {file.stem: legal_force(read_list(file)) for file in sorted(FOLDER.glob("*.toml"), key=_order)}


def _order(file: Path) -> tuple[str, int]:
    name, _, points = file.stem.rpartition("-")
    return name, int(points)


def ready_force(name: str) -> Force:
    if name not in ready_forces():
        raise Unknown("ready force", name, list(ready_forces()))
    return ready_forces()[name]


def load_force(file: Path | str) -> Force:
    """A force by the name of a ready one, or from a file: a list in TOML, a roster, or a force saved as JSON.

    A list that breaks a rule is `Illegal`; a roster is taken as its own program allowed it.
    """
    path = Path(file)
    if str(file) in ready_forces() and not path.exists():
        return ready_forces()[str(file)]
    if path.suffix.lower() in ROSTERS:
        from orsha.tabletop.force.battlescribe.roster import read_roster

        return read_roster(path).force
    if path.suffix.lower() == ".json":
        return _saved(path)
    return legal_force(read_list(path))


def _saved(path: Path) -> Force:
    """A force of ours as JSON, or a roster that New Recruit wrote as JSON."""
    from orsha.tabletop.force.battlescribe.roster import is_roster, roster_force
    from orsha.tabletop.force.battlescribe.xml import fetch

    try:
        data = fetch(path)
        if is_roster(data):
            return roster_force(data).force
        return msgspec.json.decode(data, type=Force)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OrshaError(f"{path} is no force: {in_words(error)}") from error
    except OrshaError as error:
        raise OrshaError(f"{path} is no force that can be read: {error}") from error


def save_force(force: Force) -> bytes:
    """A force with all its cards as JSON, to be loaded again."""
    return msgspec.json.format(msgspec.json.encode(force), indent=1)
