"""Runs a target under atheris: `python -m tests.fuzz.led NAME SECONDS`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory


def main(name: str, seconds: str) -> None:
    os.environ["ORSHA_NUMBA"] = "0"  # what is instrumented cannot be compiled
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["orsha.tabletop", "orsha.kernel.export"]):
        targets = import_module("tests.fuzz.targets")
    with TemporaryDirectory() as folder:
        for number, data in enumerate(targets.TARGETS[name][1]()):
            (Path(folder) / str(number)).write_bytes(data)
        flags = ["fuzz", folder, f"-max_total_time={seconds}", "-max_len=8192"]
        atheris.Setup(flags, lambda data: targets.one(name, data))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
