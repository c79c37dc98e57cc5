"""Spoilt files and commands are refused in a sentence: honest ones mangled, and fuzzing led by coverage."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, one

EVERY = sorted(TARGETS)


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> bytes:
    """An honest file with a few bytes changed, cut out, doubled or put in."""
    data = bytearray(draw(st.sampled_from(TARGETS[name][1]())))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        far = draw(st.integers(0, 40))
        act = draw(st.sampled_from(("cut", "double", "put", "change")))
        if act == "cut":
            del data[at : at + far]
        elif act == "double":
            data[at:at] = data[at : at + far]
        elif act == "put":
            data[at:at] = draw(
                st.sampled_from((b"-1", b"1e999", b"999999999999", b"null", b"[", b"\x00", b"\xff", b"<x>"))
            )
        elif data:
            data[min(at, len(data) - 1)] = draw(st.integers(0, 255))
    return bytes(data)


@pytest.mark.parametrize("name", EVERY)
def test_honest_ones_are_read(name: str) -> None:
    for data in TARGETS[name][1]():
        one(name, data)


@pytest.mark.parametrize("name", EVERY)
def test_spoilt_ones_are_refused_in_a_sentence(name: str) -> None:
    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(data=spoilt(name))
    def spoil(data: bytes) -> None:
        one(name, data)

    spoil()


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_a_fuzzer_led_by_coverage_finds_nothing(name: str) -> None:
    if find_spec("atheris") is None:
        pytest.skip("atheris is not installed: pip install -e .[fuzz]")
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.led", name, "40"], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
