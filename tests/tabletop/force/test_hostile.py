"""Files from anybody: refused in a sentence, within a second and 200 MB, whatever is in them."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import msgspec
import pytest

from orsha.kernel import OrshaError
from orsha.tabletop.force import load_force, read_catalogue, read_roster
from orsha.tabletop.force.battlescribe.catalogue import imported
from orsha.tabletop.force.battlescribe.roster import roster_force
from orsha.tabletop.force.battlescribe.xml import MOST_BYTES, MOST_JSON, parse
from tests.tabletop.force.rosters import as_json, as_xml, as_zip
from tests.tabletop.force.test_rosters import german, infantry, weapon

FULL = MOST_BYTES - 100


def zipped(data: bytes, files: int = 1, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for number in range(files):
            archive.writestr("list.ros" if not number else str(number), data if not number else b"")
    return stream.getvalue()


def filled(piece: bytes, before: bytes = b"<roster>", after: bytes = b"</roster>", most: int = FULL) -> bytes:
    """As many of a piece as a file may hold."""
    return before + piece * ((most - len(before) - len(after)) // len(piece)) + after


def laughs() -> bytes:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    return f'<!DOCTYPE r [<!ENTITY l0 "ha">{levels}]><roster name="&l11;">&l11;</roster>'.encode()


def encyclopaedia() -> bytes:
    """A roster whose units have more sizes and weapons than can be compared in a second."""
    lines = [infantry("team"), *(weapon(f"w{n} gun", '4"', "1", "1", "1", "6") for n in range(40))]
    sizes = [{"name": f"{n}x w{n} team", "number": 1} for n in range(1, 60)]
    units = [{"name": f"U{n}", "number": 1, "profiles": lines, "selections": sizes} for n in range(90)]
    formation = {"name": "F", "categories": [{"name": "Formations"}], "selections": units}
    return as_xml({"name": "x", "forces": [{"selections": [formation]}]})[:MOST_BYTES]


HOSTILE = {
    "laughs.ros": laughs(),
    "outside.ros": b'<!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>',
    "parameter.ros": b'<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><roster/>',
    "deep.ros": b"<a>" * 500_000,
    "many.ros": filled(b"<a/>"),
    "attributes.ros": filled(b'<a a="" b="" c="" d=""/>'),
    "one-element.ros": b"<roster " + b" ".join(b'a%d=""' % n for n in range(370_000)) + b"/>",
    "namespaces.ros": b"<roster>" + b"".join(b'<a xmlns:n%d="%d"/>' % (n, n) for n in range(90_000)) + b"</roster>",
    "long-name.ros": b'<roster name="' + b"x" * (FULL - 20) + b'"/>',
    "numbers.ros": filled(b"&#10;"),
    "cdata.ros": filled(b"<![CDATA[x]]>"),
    "comments.ros": filled(b"<!---->"),
    "instructions.ros": filled(b"<?a b?>"),
    "unclosed.ros": b"<roster><![CDATA[" + b"x" * FULL,
    "too-large.ros": b" " * (MOST_BYTES + 1),
    "encoding.ros": b'<?xml version="1.0" encoding="no-such"?><roster/>',
    "utf7.ros": b'<?xml version="1.0" encoding="utf-7"?><roster/>',
    "utf16.ros": "<roster/>".encode("utf-16") * 3,
    "binary.ros": bytes(range(256)) * 100,
    "bomb.rosz": zipped(b"<roster>" + b" " * (100 * 1024 * 1024) + b"</roster>"),
    "many-files.rosz": zipped(b"<roster/>", 40_000),
    "bzip.rosz": zipped(b"<roster/>" + b" " * 1_000_000, method=zipfile.ZIP_BZIP2),
    "torn.rosz": zipped(b"<roster/>" * 100)[:-30],
    "sizes.rosz": zipped(b"<roster/>" * 1000).replace((9000).to_bytes(4, "little"), (90).to_bytes(4, "little")),
    "deep.json": b'{"roster":' + b'{"forces":[' * 200_000,
    "wide.json": filled(b"{},", b'{"roster":{"forces":[', b"{}]}}", MOST_JSON),
    "lists.json": filled(b"[],", b'{"roster":{"forces":[', b"{}]}}", MOST_JSON),
    "digits.json": b'{"roster":{"number":' + b"9" * (MOST_JSON - 40) + b"}}",
    "work.ros": encyclopaedia(),
    "nan.ros": as_xml(german("battlescribe")).replace(b'value="9"', b'value="nan"').replace(b"2.03", b"1e308"),
}  # fmt: skip


def entry(id: str, *links: str) -> str:
    inside = "".join(f'<entryLink targetId="{link}" name="{link}"/>' for link in links)
    return f'<selectionEntry id="{id}" name="{id}" type="unit"><entryLinks>{inside}</entryLinks></selectionEntry>'


def catalogue(*parts: str) -> bytes:
    return f'<catalogue name="x"><sharedSelectionEntries>{"".join(parts)}</sharedSelectionEntries></catalogue>'.encode()


HOSTILE |= {
    "links.cat": catalogue(*(entry(f"e{n}", *[f"e{n + 1}"] * 10) for n in range(40))),
    "circle.cat": catalogue(entry("a", "b"), entry("b", "a")),
    "itself.cat": catalogue(entry("a", "a")),
    "chain.cat": catalogue(*(entry(f"e{n}", f"e{n + 1}") for n in range(5_000))),
    "laughs.cat": laughs().replace(b"roster", b"catalogue"),
    "many.cat": filled(
        b'<selectionEntry id="a" name="1x a"/>', b"<catalogue><selectionEntries>", b"</selectionEntries></catalogue>"
    ),
}  # fmt: skip

JUDGE = """
import re, sys, time
from pathlib import Path
from orsha.kernel import OrshaError
from orsha.tabletop.force import load_force, read_catalogue

for path in sorted(Path(sys.argv[1]).iterdir()):
    start = time.process_time()
    try:
        (read_catalogue if path.suffix == ".cat" else load_force)(path)
        said = "read"
    except OrshaError as error:
        said = str(error)
    print(path.name, time.process_time() - start, said.replace("\\n", " ")[:300], sep="|")
status = Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text() if status.exists() else "")
print(int(peak[1]) / 1024 if peak else 0)
"""


def test_hostile_files_are_refused_within_a_second_and_200_mb(tmp_path: Path) -> None:
    for name, data in HOSTILE.items():
        (tmp_path / name).write_bytes(data)
    done = subprocess.run([sys.executable, "-c", JUDGE, str(tmp_path)], capture_output=True, text=True, check=True)
    *lines, peak = done.stdout.splitlines()
    assert len(lines) == len(HOSTILE)
    for name, seconds, said in (line.split("|", 2) for line in lines):
        assert float(seconds) < 1, f"{name} took {seconds} s"
        assert (said == "read") == (name == "nan.ros") and (said == "read" or name in said), f"{name}: {said}"
    assert float(peak) < 200, f"{peak} MB at the most"


def test_entities_are_never_expanded() -> None:
    for data in (laughs(), b'<!DOCTYPE r [<!ENTITY a "b">]><roster name="&a;"/>', b"<!DOCTYPE r><roster/>"):
        with pytest.raises(OrshaError, match="document type or entities"):
            parse(data)
    with pytest.raises(OrshaError, match="undefined entity"):
        parse(b'<roster name="&nbsp;"/>')


def test_folders_and_devices_are_no_files(tmp_path: Path) -> None:
    for read in (read_roster, read_catalogue, load_force):
        with pytest.raises(OrshaError):
            read(tmp_path)
        with pytest.raises(OrshaError):
            read(Path("/dev/zero"))


ODD = [
    b"",
    b"-1",
    b"0",
    b"99999999999999999999",
    b"nan",
    b"inf",
    b"1e400",
    b"\xff",
    b"&amp;" * 50,
    b"9x " * 60,
    b"((((",
    b"+" * 90,
]


def bent(data: bytes, rng: random.Random) -> bytes:
    """A file with something of it changed: a byte, a piece lost or doubled, a value replaced."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) or 1)
        to = min(len(data), at + rng.randint(1, 200))
        how = rng.randrange(5)
        if how == 0:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif how == 1:
            data = data[:at] + data[to:]
        elif how == 2:
            data = data[:to] + data[at:to] + data[to:]
        else:
            values = list(re.finditer(rb'(?<=")[^"<>]{0,60}(?=")|(?<=>)[^<>"]{1,40}(?=<)', data))
            if values:
                value = rng.choice(values)
                data = data[: value.start()] + rng.choice(ODD) + data[value.end() :]
    return data


@pytest.mark.parametrize("seed", range(8))
def test_bent_rosters_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    whole = [
        as_xml(german("new-recruit"), "new-recruit"),
        as_json(german("new-recruit")),
        as_zip(as_xml(german("battlescribe"))),
    ]
    for _ in range(60):
        data = bent(rng.choice(whole), rng)
        start = time.process_time()
        try:
            force = roster_force(data).force
        except OrshaError as error:
            assert "\n" not in str(error)
        else:
            assert force.points >= 0 and msgspec.json.decode(msgspec.json.encode(force), type=type(force)) == force
        assert time.process_time() - start < 5, "a bound against blow-ups, not a figure"


@pytest.mark.parametrize("seed", range(3))
def test_bent_catalogues_are_read_or_refused(shared: Path, seed: int) -> None:
    rng = random.Random(seed)
    for name in ("Fortifications.cat", "LW - Bagration_German.cat"):
        whole = (shared / "data" / "bsdata" / name).read_bytes()
        for _ in range(4):
            try:
                imported([parse(bent(whole, rng))])
            except OrshaError as error:
                assert "\n" not in str(error)


@pytest.mark.parametrize("seed", range(4))
def test_bent_force_files_are_read_or_refused(tmp_path: Path, seed: int) -> None:
    from orsha.tabletop.force.ready import FOLDER

    rng = random.Random(seed)
    file = tmp_path / "force.toml"
    for path in sorted(FOLDER.glob("*.toml"))[:6]:
        for _ in range(10):
            file.write_bytes(bent(path.read_bytes(), rng))
            try:
                load_force(file)
            except OrshaError as error:
                assert "\n" not in str(error)
