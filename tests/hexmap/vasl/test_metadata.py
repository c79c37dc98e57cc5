"""What a board says of itself, in XML or in the legacy data file; and XML that means harm."""

from __future__ import annotations

import pytest

from orsha.hexmap.vasl.markup import DEEPEST, ELEMENTS
from orsha.hexmap.vasl.metadata import Sides, parse_legacy, parse_metadata
from orsha.kernel import BadData
from tests.hexmap.vasl.making import frugal, metadata

BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))


class TestMetadata:
    def test_every_fact_of_the_root(self) -> None:
        told = parse_metadata(metadata(33, 10, altHexGrain="FALSE", HexGridConfig="Normal"))
        assert (told.name, told.version, told.version_date, told.author) == ("Test", "1.2", "May 2024", "us")
        assert (told.width, told.height, told.has_hills, told.legacy) == (33, 10, True, False)
        assert (told.a1_x, told.a1_y, told.hex_width, told.hex_height) == (0, 32, 56, 64)
        assert (told.picture, told.grid_config, told.alternate_grain) == ("bdTest.png", "Normal", False)

    def test_what_is_not_said_is_none(self) -> None:
        told = parse_metadata(b"<boardMetadata/>")
        assert not any((told.name, told.version, told.width, told.a1_x, told.has_hills))
        assert told.a1_x is None and told.slopes is None

    def test_buildings_slopes_and_the_like(self) -> None:
        inside = """
            <buildingTypes><buildingType hexName="P8" buildingTypeName="Stone Building, 1 Level"/></buildingTypes>
            <slopes><slope hex="G2" hexsides="54"/></slopes>
            <rrembankments><rrembankment hex="E1" hexsides="12"/></rrembankments>
            <partialorchards><partialorchard hex="JJ1" hexsides="21"/></partialorchards>
            <overlaySSRules><overlaySSRule name="NoRoads" image="x.gif"/></overlaySSRules>
            <colors><color name="a"/><color name="b"/></colors>"""
        told = parse_metadata(metadata(3, 3, inside))
        assert [(one.hex, one.name) for one in told.buildings] == [("P8", "Stone Building, 1 Level")]
        assert told.slopes == (Sides("G2", (4, 5)),) and told.embankments == (Sides("E1", (1, 2)),)
        assert told.partial_orchards == (Sides("JJ1", (1, 2)),)
        assert told.special_rules == ("NoRoads",) and told.colours == 2 and not told.doubts

    def test_an_empty_list_of_slopes_is_not_a_missing_one(self) -> None:
        assert parse_metadata(metadata(3, 3, "<slopes></slopes>")).slopes == ()
        assert parse_metadata(metadata(3, 3)).slopes is None

    def test_a_slope_along_a_seventh_side_is_left_out_and_that_is_said(self) -> None:
        told = parse_metadata(metadata(3, 3, '<slopes><slope hex="A1" hexsides="06"/><slope hexsides="1"/></slopes>'))
        assert told.slopes == () and len(told.doubts) == 2 and "sides are 0 to 5" in told.doubts[0]

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("width", "-1"),
            ("width", "2.5"),
            ("height", "1e9"),
            ("height", "9" * 5000),
            ("hexWidth", "nan"),
            ("hexHeight", "0"),
            ("hexHeight", "inf"),
            ("A1CenterX", "ten"),
            ("A1CenterY", "9999999"),
            ("hasHills", "maybe"),
        ],
    )
    def test_a_number_that_cannot_be_is_refused_with_what_was_expected(self, key: str, value: str) -> None:
        with pytest.raises(BadData, match=f"{key} is .*expected") as told:
            parse_metadata(metadata(3, 3, **{key: value}))
        assert len(str(told.value)) < 300


class TestHostileXml:
    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (f'<!DOCTYPE x [<!ENTITY a0 "lol">{BOMB}]><boardMetadata name="&a9;"/>'.encode(), "document type"),
            (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><boardMetadata/>', "document type"),
            (b'<!DOCTYPE x [<!ENTITY e SYSTEM "/etc/passwd">]><boardMetadata>&e;</boardMetadata>', "document type"),
            (b"<boardMetadata>&e;</boardMetadata>", "no XML"),
            (b"<boardMetadata>", "no XML"),
            (b"", "no XML"),
            (b"\xff\xfe\x00", "no XML"),
            (b'<?xml version="1.0" encoding="nonsense"?><boardMetadata/>', "no XML|encoding"),
            (b'<?xml version="1.0" encoding="idna"?><boardMetadata/>', "no XML|encoding"),
            (b"<other/>", "its root is not boardMetadata"),
            (b"<a>" * 100_000, f"more than {DEEPEST} deep"),
            (b"<boardMetadata>" + b"<a/>" * (ELEMENTS + 1) + b"</boardMetadata>", "20,000 elements"),
            (b" " * 4_000_001, "longer than"),
        ],
        ids=[
            "bomb",
            "external",
            "inclusion",
            "entity",
            "open",
            "empty",
            "bytes",
            "name",
            "idna",
            "root",
            "deep",
            "many",
            "long",
        ],
    )
    def test_it_is_refused_with_a_line(self, data: bytes, why: str) -> None:
        with pytest.raises(BadData, match=why) as told:
            parse_metadata(data, "bdX/BoardMetadata.xml")
        frugal(lambda: parse_metadata(data))
        assert told.value.line >= 0 and "BoardMetadata.xml" in told.value.file


class TestLegacy:
    def test_keys_and_values_and_notes(self) -> None:
        told = parse_legacy(b"dy 193.53\r\ndx 168.72\ny0 97\nsnapscale 2\nversion 5.0\nSept 2008\nTomR\n\n", "a")
        assert (told.name, told.legacy, told.version) == ("a", True, "5.0")
        assert (told.hex_width, told.hex_height, told.a1_x, told.a1_y) == (168.72, 193.53, None, 97)
        assert told.notes == ("Sept 2008", "TomR") and told.slopes is None and told.width is None

    def test_the_alternate_grain(self) -> None:
        assert parse_legacy(b"alternate true", "PBR").alternate_grain

    @pytest.mark.parametrize("line", [b"dx wide", b"dy -3", b"x0 1e400", b"alternate perhaps"])
    def test_a_value_that_cannot_be_is_refused(self, line: bytes) -> None:
        with pytest.raises(BadData, match="is expected"):
            parse_legacy(line, "a")

    def test_any_bytes_are_at_worst_notes(self) -> None:
        assert parse_legacy(bytes(range(256)) * 20, "a").version is None
