"""A campaign's report: the story of each date, fronts on the map, boxes of the force organizer, for each reader."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from orsha.bots.campaign_auto import play_campaign
from orsha.campaign.commands import Order
from orsha.campaign.events import (
    Adopted,
    Answered,
    Asked,
    BattleBegan,
    Change,
    Changed,
    ChangedInSecret,
    DateBegan,
    Ended,
    Filed,
    FrontsDrawn,
    PointsChanged,
    Said,
    Scored,
    Shown,
    SkyChanged,
    Whispered,
)
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.purchases import Purchase
from orsha.campaign.report import Piece, ScenarioReport
from orsha.campaign.state import Area, CampaignSetup, CampaignState, Front, Question
from orsha.hexmap import hex_map, parse
from orsha.kernel import Ask, Hidden, Match, OrshaError, Roll, Unknown, journal
from orsha.paper.campaign_data import READERS, Reader, hex_ranges, plain, seen
from orsha.paper.campaign_maps import campaign_layers, held_by
from orsha.paper.campaign_report import report_data, write_campaign_report
from orsha.paper.chronicle import CampaignMatch, StepStory, chronicle
from orsha.paper.organizer import organizer
from tests.campaign.stage import Stage, bare, half, leader, squad, sw, tank
from tests.paper.campaigns import began, first_orders, german_afternoon, new_match, pages, spaced, taken_back, told

every_reader = pytest.mark.parametrize("reader", READERS)
GERMAN, RUSSIAN = squad("g900", "P20"), squad("r900", "P30")
SECRET = Roll(7, Ask("secret leaders", "german", 2, seen_by=("german",)), (3, 4), 7)
OPEN = Roll(8, Ask("weather", "german", 2), (6, 5), 11)


def adopted(match: CampaignMatch, *pieces: Piece, lost: dict[Side, tuple[Piece, ...]] | None = None) -> Adopted:
    """The report counts; nothing but pieces changes."""
    control = match.state.control
    return Adopted(pieces=pieces, lost=lost or {}, emptied={}, cleared={}, forts=(), markers=(), control=control)


def whole_date() -> CampaignMatch:
    """The first battle fought, perimeters drawn, a second date begun: told by hand."""
    match = first_orders("I1")
    report = ScenarioReport("23AM", turns=7, pieces=(GERMAN, RUSSIAN))
    told(match, "german", Filed("german", report))
    control = {**match.state.control, "P41": "russian"}
    lost: dict[Side, tuple[Piece, ...]] = {
        "german": (squad("g901", "P21"), squad("g902", "P21"), leader("g903")),
        "russian": (tank("r901"),),
    }
    told(
        match,
        "russian",
        adopted(match, GERMAN, RUSSIAN, lost=lost),
        began("7.502"),
        began("7.503"),
        SECRET,
        Whispered("001 7.5031", "german", Hidden(("german",), "german hides a flag")),
        Scored(4, "german", {"german": 5, "russian": 9}, 3, ("P3", "K33")),
        began("7.505"),
        FrontsDrawn("001 7.505", "the fronts are drawn", match.state.fronts, (Area(("P41", "P42"), "D"),), control),  # type: ignore[arg-type]
        began("7.512"),
        Said("001 7.5121", "the old date ends"),
        DateBegan("23PM"),
        OPEN,
        SkyChanged("001 7.517", "Rain", "Wet"),
    )
    return match


def step(steps: tuple[StepStory, ...], number: str) -> StepStory:
    return next(one for one in steps if one.number == number)


def words(one: StepStory) -> list[str]:
    return [spaced(line.words) for line in one.lines]


# -- the story


def test_a_date_has_its_preparation_its_battle_and_what_follows() -> None:
    first, second = chronicle(whole_date(), None)
    assert [first.date, second.date] == ["23AM", "23PM"]
    assert "7.518" in [one.number for one in first.before] and "7.503" in [one.number for one in first.after]
    assert first.began is not None and first.began.step == "battle"
    assert first.fronts is not None and first.fronts.areas[0].kind == "D"
    assert first.turns == 7 and second.turns is None and second.began is None


def test_7_512_the_step_in_which_a_date_begins_belongs_to_it() -> None:
    first, second = chronicle(whole_date(), None)
    assert "7.512" not in [one.number for one in first.after]
    assert words(step(second.before, "7.512"))[0] == "The old date ends"


def test_rolls_are_told_in_words_between_what_they_led_to() -> None:
    _, second = chronicle(whole_date(), None)
    told_here = step(second.before, "7.512").lines
    assert [line.kind for line in told_here] == ["said", "said", "roll", "said"]
    assert told_here[2].words == "German rolls weather: 6, 5 makes 11"
    assert told_here[0].rule == "7.5121"


def test_a_secret_roll_is_told_to_its_side_and_the_umpire_and_counted_for_others() -> None:
    match = whole_date()
    for reader in ("german", "umpire"):
        found = step(chronicle(match, reader)[0].after, "7.503")
        assert "German rolls secret leaders: 3, 4 makes 7" in words(found) and found.secret == ""
        assert any(line.kind == "secret" and line.words == "German hides a flag" for line in found.lines)
    for reader in ("russian", None):
        found = step(chronicle(match, reader)[0].after, "7.503")
        assert found.secret == "in secret: German 1 roll"
        assert not any("flag" in one or "leaders" in one for one in words(found))


def test_a_choice_is_told_with_its_question_to_who_may_know() -> None:
    match = first_orders()
    question = Question("001 7.5032", "unload the truck?", {"y": "yes, all of it"}, 0, 1)
    told(match, "german", began("7.503"), Asked("german", Hidden(("german",), question)))
    told(match, "german", Answered("german", "001 7.5032", Hidden(("german",), ("y",))))
    assert words(step(chronicle(match, "german")[0].after, "7.503")) == [
        "German chooses yes, all of it (unload the truck?)"
    ]
    assert words(step(chronicle(match, "russian")[0].after, "7.503")) == []


def test_the_same_line_again_and_again_stands_once() -> None:
    match = first_orders()
    told(match, "german", began("7.509"), *(Said("001 7.509", "a fire goes out") for _ in range(3)))
    (line,) = step(chronicle(match, None)[0].after, "7.509").lines
    assert (spaced(line.words), line.rule) == ("A fire goes out × 3", "")


def test_what_happens_to_many_in_the_same_way_is_told_in_one_line() -> None:
    match = first_orders()
    lost = [Said("001 7.51310", f"german LMG g{n} is given up") for n in range(3)]
    told(match, "german", began("7.513"), *lost, Said("001 7.51310", "german MMG g4 is taken apart"))
    assert words(step(chronicle(match, None)[0].after, "7.513")) == [
        "German LMG g0, German LMG g1, German LMG g2: each is given up",
        "German MMG g4 is taken apart",
    ]


def test_two_are_still_told_by_themselves() -> None:
    match = first_orders()
    told(match, "german", began("7.513"), *(Said("x", f"german LMG g{n} is given up") for n in range(2)))
    assert len(words(step(chronicle(match, None)[0].after, "7.513"))) == 2


def test_what_was_taken_back_is_left_out() -> None:
    match = first_orders()
    before = match.state
    told(match, "german", began("7.509"), Said("001 7.509", "a fire goes out"))
    taken_back(match, "german", before)
    told(match, "german", began("7.509"), Said("001 7.509", "a fire burns on"))
    story = chronicle(match, None)[0]
    assert words(step(story.after, "7.509")) == ["A fire burns on"]


def test_taking_back_what_waits_for_real_dice_takes_back_nothing_else() -> None:
    match = first_orders()
    told(match, "german", began("7.509"), Said("001 7.509", "a fire goes out"))
    match.entries.append(journal.Asked("german", Order(()), (), OPEN.ask))
    taken_back(match, "german", match.state)
    assert words(step(chronicle(match, None)[0].after, "7.509")) == ["A fire goes out"]


def test_a_real_undo_leaves_no_trace() -> None:
    match = new_match()
    match.do("german", Order((Purchase("I1"),)))
    match.accept(match.take_back("german"))
    match.do("german", Order((Purchase("V3"),)))
    data = report_data(match, "german")
    assert [row[0] for row in data.dates[0].purchases[0].rows] == ["V3"]
    assert list(map(spaced, data.rosters[0].lines.rows[0])).count("V3 (6)") == 1


def test_losses_are_what_went_and_not_what_was_put_together() -> None:
    match = first_orders()
    two = (half("g910", "P20"), half("g911", "P20"))
    told(match, "german", began("7.504"), Changed("x", "two halves come", two))
    told(match, "german", Changed("x", "a squad is made", (squad("g912", "P20"),), ("g910", "g911")))
    told(match, "german", Changed("x", "the squad is lost", (), ("g912",)))
    assert [piece.id for piece in chronicle(match, None)[0].lost["german"]] == ["g912"]


def test_a_loss_in_a_box_is_its_own_sides_secret() -> None:
    match = first_orders()
    gone = sorted(match.state.sides["german"].box.shown)[0]
    told(match, "german", ChangedInSecret("x", "german", Hidden(("german",), Change("it is gone", (), (gone,)))))
    assert [piece.id for piece in chronicle(match, "german")[0].lost["german"]] == [gone]
    assert chronicle(match, None)[0].lost["german"] == ()


def test_a_match_that_was_not_recorded_has_no_story() -> None:
    match = Match.open(Campaign(), CampaignSetup(), dice=1, record=False)
    with pytest.raises(OrshaError, match="journal"):
        chronicle(match, None)


# -- a date's pages


def test_conditions_and_the_battle_at_a_glance() -> None:
    first, second = report_data(whole_date(), None).dates
    battle = {fact.name: fact.value for fact in first.battle}
    assert battle["won by"] == "the Germans" and battle["turns"] == "7" and battle["Russian exit points"] == "3"
    assert battle["Russian victory locations"] == "2: P3 K33"
    assert {fact.name: fact.value for fact in second.conditions}["weather"] == "Rain"
    assert {fact.name: spaced(fact.value) for fact in first.losses} == {
        "German losses": "4-6-7 × 2, 8-0", "Russian losses": "KV-1S",
    }  # fmt: skip
    assert second.battle == () and second.set_up is None


def test_7_518_purchases_stand_only_on_their_own_sides_pages() -> None:
    match = first_orders("I1", "V3")
    assert report_data(match, None).dates[0].purchases == ()
    assert report_data(match, "russian").dates[0].purchases == ()
    for reader in ("german", "umpire"):
        (form,) = report_data(match, reader).dates[0].purchases[:1]
        bought = {(row[0], row[2]) for row in form.rows}
        assert {("I1", "7"), ("V3", "6")} <= bought
        assert form.note == "66 + 0 CPP, 13 spent, 53 left"


def test_the_set_up_counts_what_a_reader_sees_and_nothing_else() -> None:
    match = new_match()
    boxed = (squad("g904"), squad("g905", "P22", "hidden"), squad("g906"))
    told(
        match,
        "german",
        began("7.522"),
        ChangedInSecret("x", "german", Hidden(("german",), Change("", boxed))),
        Shown("x", "", "german", (squad("g904", "P20"),)),
        BattleBegan("23AM"),
    )
    for reader, count in (
        ("german", ("1", "1", "1")),
        ("umpire", ("1", "1", "1")),
        ("russian", ("1", "?", "?")),
        (None, ("1", "?", "?")),
    ):
        form = report_data(match, reader).dates[0].set_up  # type: ignore[arg-type]
        assert form is not None and form.rows[0][:4] == ("squads", *count)


# -- on the map


def on_front() -> CampaignState:
    state = replace(bare(), pieces={one.id: one for one in (GERMAN, RUSSIAN, sw("g1", "LMG", "P20", by="g900"))})
    fronts = {
        "german": Front(("P1", "P2"), (("P20",),), ("P2",)),
        "russian": Front(("P50", "P51"), (("K10", "K11"),), ("P50",)),
    }
    areas = (
        Area(("P20",), "C", "german", True),
        Area(("K10", "K11"), "A", None, True),
        Area(("T5", "T6"), "D"),
        Area(("V5",), "B"),
    )
    control = {"P1": "german", "P2": "german", "P50": "russian", "T5": "both", "T6": "both"}
    return replace(state, fronts=fronts, areas=areas, control=control)


def test_7_505_both_perimeters_their_pockets_and_front_lines_are_drawn() -> None:
    layers = campaign_layers(hex_map(), on_front())
    assert layers.main == {"german": {parse("P1"), parse("P2")}, "russian": {parse("P50"), parse("P51")}}
    assert layers.pockets["german"] == ({parse("P20")},)
    assert layers.front_line["russian"] == {parse("P50")}


def test_7_5062_an_area_is_its_occupiers_both_sides_its_pockets_owners_or_nobodys() -> None:
    state = on_front()
    assert [held_by(state, area) for area in state.areas] == [("german",), ("russian",), ("german", "russian"), ()]
    layers = campaign_layers(hex_map(), state)
    assert layers.isolated["german"] == ({parse("P20")}, {parse("T5"), parse("T6")})
    assert len(layers.isolated["russian"]) == 2


def test_7_5057_ground_that_nobody_controls_is_no_mans_land() -> None:
    layers = campaign_layers(hex_map(), on_front())
    assert parse("V5") in layers.no_mans_land and parse("T5") not in layers.no_mans_land
    assert parse("T5") in layers.control["german"] & layers.control["russian"]
    assert len(layers.no_mans_land) == len(hex_map().ground) - 5


def test_units_are_drawn_and_the_weapons_they_hold_are_not() -> None:
    assert [(str(unit.hex), unit.label) for unit in campaign_layers(hex_map(), on_front()).units] == [
        ("P20", "4-6-7"),
        ("P30", "4-4-7"),
    ]


def test_a_stack_is_drawn_as_its_first_piece_and_how_many_more() -> None:
    stack = (leader("g1", "P20"), squad("g2", "P20"), tank("g3", "P20"), tank("r1", "P21", type="ISU-122 aamg"))
    both = (squad("g4", "P22"), squad("g5", "P22"), squad("r2", "P22"), squad("r3", "P25", "prisoner", by="g1"))
    state = replace(bare(), pieces={one.id: one for one in (*stack, *both)})
    labels = [(str(unit.hex), unit.side, unit.label) for unit in campaign_layers(hex_map(), state).units]
    assert labels == [
        ("P20", "german", "StuG"),
        ("P20", "german", "+2"),
        ("P21", "russian", "ISU-122"),
        ("P22", "german", "4-6-7 +1"),
        ("P22", "russian", "4-4-7"),
    ]


def test_hidden_units_are_drawn_for_their_own_side_only() -> None:
    state = Stage("7.522", squad("g1")).state
    box = Hidden(("german",), {"g1": squad("g1", "M20", "hidden")})
    state = replace(state, sides={**state.sides, "german": replace(state.sides["german"], box=box)})
    for reader, count in (("german", 1), ("umpire", 1), ("russian", 0), (None, 0)):
        assert len(campaign_layers(hex_map(), seen(state, reader)).units) == count  # type: ignore[arg-type]


def test_7_505_a_battle_that_has_ended_is_drawn_without_the_perimeters_of_before() -> None:
    match = first_orders()
    told(match, "german", Filed("german", ScenarioReport("23AM", pieces=(GERMAN,))))
    told(match, "russian", adopted(match, GERMAN), began("7.503"))
    told(match, "russian", Scored(4, "german", {}, 0, ()))
    before, after = report_data(match, None).dates[0].maps
    assert before.title.endswith("as the battle begins") and "main-german" in before.svg
    assert after.title.endswith("as the battle ended") and "main-german" not in after.svg
    assert "control-german" in after.svg and "4-6-7" in after.svg


def test_isolated_areas_are_listed() -> None:
    form = report_data(whole_date(), None).dates[0].areas
    assert form is not None and form.rows == (("D", "Both", "2: P41–42"),)


# -- the force organizer


def test_7_16_every_piece_is_in_one_box() -> None:
    state = Stage(
        "7.507",
        squad("g1", "P20"),
        squad("g2", group="I1/23PM/1"),
        squad("g3", group="I1/23AM/1"),
        squad("g4", last="P19", group="I1/23PM/1"),
        tank("g5", "", "immobilized"),
        leader("g6", "", "wounded"),
        sw("g7", "HMG", "", "malfunctioned"),
        date="23PM",
    ).state
    boxes = dict(organizer(seen(state, "german"), "german", [squad("g9", type="8-3-8")]).rows)
    assert boxes["on the map"] == "4-6-7"
    assert boxes["reinforcements to enter"] == "4-6-7"
    assert spaced(boxes["retained"]) == "4-6-7 × 2"
    assert boxes["vehicles under repair"] == "StuG IIIG"
    assert boxes["wounded leaders"] == "8-0"
    assert boxes["captured or broken weapons"] == "HMG"
    assert boxes["eliminated"] == "8-3-8"


def test_7_16_fortification_counters_and_artillery_have_their_boxes() -> None:
    boxes = dict(organizer(seen(german_afternoon(), "german"), "german", ()).rows)
    assert boxes["fortification counters"] == "wire"
    assert boxes["artillery and aircraft"] == "100mm+ OBA (Normal ammo; at M31)"


def test_7_16_others_see_the_map_and_the_dead() -> None:
    state = Stage("7.507", squad("g1", "P20"), squad("g2", type="8-3-8")).state
    for reader in ("russian", None):
        form = organizer(seen(state, reader), "german", ())  # type: ignore[arg-type]
        assert [name for name, _ in form.rows] == ["on the map", "eliminated"]


# -- the first page


def test_a_campaign_under_way_says_what_it_waits_for() -> None:
    data = report_data(first_orders(), None)
    assert data.result.startswith("Not over: 23AM, ") and data.about == "what both sides know"
    assert data.need == 20


def test_a_campaign_that_is_over_says_who_won_and_where_the_points_come_from() -> None:
    match = whole_date()
    told(match, "german", Scored(9, "russian", {"german": 60}, 40, ("P3", "K33", "X38")), Ended(2, 0))
    data = report_data(match, None)
    assert data.result == "The Germans win: the Russians have 6 VP and need 20."
    assert [(share.name, share.points) for share in data.shares] == [
        ("victory locations", 3),
        ("German casualties", 3),
        ("exits to the west", 2),
        ("German CPP kept", -2),
    ]


def test_the_end_of_a_campaign_opens_no_secret_by_itself() -> None:
    match = whole_date()
    told(match, "german", Ended(2, 0))
    data = report_data(match, None)
    assert data.records == () and [roster.side for roster in data.rosters] == [""]
    umpire = report_data(match, "umpire")
    assert [record.side for record in umpire.records] == ["german", "russian"] and "both" in umpire.about


# -- who may see it


@every_reader
def test_no_secret_of_another_side_is_in_a_report(reader: Reader) -> None:
    match = whole_date()
    box = {"g950": squad("g950", "M17", "hidden", type="8-3-8")}
    told(
        match,
        "german",
        ChangedInSecret("x", "german", Hidden(("german",), Change("set up in M17", tuple(box.values())))),
    )
    shown = msgspec.json.encode(report_data(match, reader)).decode()
    for secret in ("8-3-8", "set up in M17", "secret leaders", "Rifle Co. I", "german pays 7 CPP"):
        assert (secret.lower() in shown.lower()) == (reader in ("german", "umpire")), secret


@pytest.mark.parametrize("reader", ["german", "russian", None])
def test_a_campaign_between_bots_keeps_every_secret(reader: Reader) -> None:
    """What the other side alone was told, and what its secret dice were for, is nowhere in a report."""
    match = play_campaign(2, dates=1)
    told_to_others = set()
    for entry in match.entries:
        for one in getattr(entry, "happened", ()):
            event = one.what
            if isinstance(event, Roll) and event.ask.seen_by is not None and reader not in event.ask.seen_by:
                told_to_others.add(event.words())
            if isinstance(event, (Whispered, ChangedInSecret, PointsChanged)) and event.side != reader:
                told_to_others.add(match.game.words(event))
    assert len(told_to_others) > 20
    data = report_data(match, reader)
    lines = [line for date in data.dates for one in (*date.before, *date.after) for line in one.lines]
    shown = "\n".join(line.words.lower() for line in lines)
    assert not [one for one in told_to_others if one.lower() in shown]
    assert reader is not None or not any(line.kind in ("secret", "choice") for line in lines)


def test_an_unknown_reader_is_refused() -> None:
    with pytest.raises(Unknown, match="reader"):
        report_data(first_orders(), "polish")  # type: ignore[arg-type]


# -- on paper


@every_reader
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_report_is_printed_for_every_reader(reader: Reader, paper: str, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    write_campaign_report(whole_date(), out, reader, paper)
    # The cover, two dates with two maps, the organizers; then a roster and a record for each side that is open.
    forms = {None: 1, "umpire": 4}.get(reader, 2)
    assert pages(out.read_bytes()) == 6 + forms


@every_reader
def test_a_match_that_is_really_played_can_be_printed_at_any_time(reader: Reader, tmp_path: Path) -> None:
    match = new_match()
    match.do("german", Order((Purchase("I1"), Purchase("O1", {"pre-registered-hex": 1}))))
    match.do("russian", Order((Purchase("V4"),)))
    write_campaign_report(match, tmp_path / "report.pdf", reader)
    assert pages((tmp_path / "report.pdf").read_bytes()) >= 4


def test_a_campaign_that_has_just_begun_can_be_printed(tmp_path: Path) -> None:
    write_campaign_report(new_match(), tmp_path / "report.pdf")
    assert pages((tmp_path / "report.pdf").read_bytes()) == 4


def test_the_same_report_is_printed_each_time(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        write_campaign_report(whole_date(), tmp_path / name, "umpire")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize("type", ["#panic()", "<&>\"'", "a\x00\x1b[31mb", "\ud800", "\u202e", "x" * 500, "$*_`"])
def test_pieces_of_any_name_are_printed_as_they_are(type: str, tmp_path: Path) -> None:
    match = first_orders()
    odd = squad("g940", "P20", type=type)
    told(match, "german", Changed("001 x", f"here comes {type}", (odd,)), Changed("x", "gone", (), ("g940",)))
    told(match, "german", began("7.505"), Changed("001 x", f"again {type}", (replace(odd, id="g941"),)))
    told(match, "german", FrontsDrawn("x", "", match.state.fronts, (), match.state.control))
    write_campaign_report(match, tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").stat().st_size > 1000


def test_hexes_in_a_row_are_named_together() -> None:
    assert hex_ranges(["P12", "B12", "B14", "B13", "C3", "AA1"]) == "B12–14 C3 P12 AA1"


def test_text_that_people_typed_is_cut_and_cleaned() -> None:
    assert plain("a\x00b\u202ec") == "a?b?c"
    assert len(plain("x" * 500)) == 60


def test_a_report_is_a_pdf_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match=r"campaign's report cannot be written as \.png; it can be \.pdf"):
        write_campaign_report(first_orders(), tmp_path / "report.png")
