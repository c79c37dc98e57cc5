"""Files that want to hurt: as large, deep and twisted as the limits let them be, and beyond."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

from orsha.hexmap.vasl.saves import cipher, tokens
from orsha.hexmap.vasl.saves.save import GAME, MOST_ADDED

ROOM = 9_900_000
"""Letters of text that fit into a saved game."""


def wrapped(body: str, key: int = 0x41) -> bytes:
    text = f"begin_save\x1b{body}\x1bbd\t0\t0\tOtOBFP\tVER\t1.0\t\x1bend_save"
    return _zip(cipher.encipher(text, key))


def _zip(game: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(zipfile.ZipInfo(GAME), game, zipfile.ZIP_DEFLATED, 1)
    return stream.getvalue()


def _chain(depth: int, link: str = "x") -> str:
    return tokens.chain([*[link] * (depth - 1), "piece;K;D;;n"])


def _state(depth: int, link: str = "") -> str:
    return tokens.chain([*[link] * (depth - 1), "Main Map;500;500;1"])


def _repeated(unit: Callable[[int], str], most: int = tokens.MOST_COMMANDS - 100) -> str:
    parts: list[str] = []
    size = 0
    while size < ROOM and len(parts) < most:
        parts.append(unit(len(parts)))
        size += len(parts[-1]) + 1
    return "\x1b".join(parts[:-1])


def _add(n: int, type: str, state: str) -> str:
    return tokens.join(["+", str(n), type, state], "/")


def _layered(n: int, layers: int) -> str:
    """A counter that all its layers name, and whose question marks lie on it."""
    layer = "emb2;;2;;;2;;;2;;;;0;false;0;0;ge/a,ge/b;broken +,+ x;true;MA Malf;;;false;;1"
    traits = ["hide;72;HIP", "conceal;C;ge/geqmark;ge;;", *[layer] * layers, "piece;K;D;;4-6-7 1sq"]
    states = ["ivan", "hans;", *["1"] * layers, f"Main Map;{400 + n % 1600};{400 + n % 3400};1"]
    return _add(n, tokens.chain(traits), tokens.chain(states))


def _trail() -> str:
    state = tokens.chain(["true;Main Map;9999999" + ";500,500" * 19_000, "Main Map;500;500;280"])
    return _add(1, tokens.chain(["footprint;x", "piece;K;D;;n"]), state)


def _bomb() -> bytes:
    return _zip(b"0" * 100_000_000)


def _many_entries() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for n in range(20_000):
            archive.writestr(zipfile.ZipInfo(f"{n}"), b"")
    return stream.getvalue()


def monsters() -> dict[str, Callable[[], bytes]]:
    deep = _chain(399)
    lain = ";".join(str(n) for n in range(15_000))
    return {
        "bomb": _bomb,
        "many entries": _many_entries,
        "escapes": lambda: wrapped("\x1b" * ROOM),
        "slashes": lambda: wrapped("+/1/" + "/" * ROOM),
        "backslashes": lambda: wrapped("+/1/" + "\\" * ROOM),
        "backslashes before a tab": lambda: wrapped("+/1/" + "\\" * (ROOM - 2) + "\t/x"),
        "tabs": lambda: wrapped("+/1/" + "\t" * (ROOM - 10) + "/x"),
        "boards": lambda: wrapped("bd\t" * (ROOM // 3)),
        "board words": lambda: wrapped("bd\t0\t0\tx" + "\t1" * (ROOM // 2 - 10)),
        "deep pieces": lambda: wrapped(_repeated(lambda n: _add(n, deep, _state(399)))),
        "small pieces": lambda: wrapped(_repeated(lambda n: _add(n, _chain(6), _state(6)))),
        "pieces": lambda: wrapped(_repeated(lambda n: _add(n, _chain(18), _state(18)), MOST_ADDED)),
        "traits": lambda: wrapped(_repeated(lambda n: _add(n, _chain(30, ""), _state(30)), MOST_ADDED)),
        "quoted traits": lambda: wrapped(_repeated(lambda n: _add(n, _chain(150, "'"), _state(150, "'")))),
        "changes": lambda: wrapped(_add(1, deep, _state(399)) + "\x1b" + _repeated(lambda n: "D/1/x")),
        "moves": lambda: wrapped(
            _add(1, deep, _state(399) + ";x" * 15_000) + "\x1b" + _repeated(lambda n: f"M/1/m/{n}/1/2/m/1/1/u/p")
        ),
        "stacks that steal": lambda: wrapped(_repeated(lambda n: f"+/s{n % 9}/stack/m;1;1;{lain}")),
        "wide letters": lambda: wrapped("NOTES\t\N{GRINNING FACE}" + "x" * (ROOM - 100)),
        "layers": lambda: wrapped(_repeated(lambda n: _layered(n, 9), MOST_ADDED)),
        "counters": lambda: wrapped(_repeated(lambda n: _layered(n, 12), 1_990)),
        "names": lambda: wrapped(_add(1, "piece;K;D;;" + "n" * (ROOM - 100), "Main Map;500;500;1")),
        "trail": lambda: wrapped(_trail()),
    }  # fmt: skip


if __name__ == "__main__":
    import sys
    import time
    from pathlib import Path

    from orsha.campaign.vasl_report import from_save
    from orsha.hexmap.vasl.saves import load
    from orsha.kernel import OrshaError

    started = time.process_time()
    try:
        from_save(load(Path(sys.argv[1])), "russian")
        said = "read"
    except OrshaError as error:
        said = str(error)
    spent = time.process_time() - started
    most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    sys.stdout.write(f"{spent:.3f}\n{int(most.split()[1]) // 1024}\n{said}\n")
