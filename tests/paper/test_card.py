"""Cards, the booklet and the plan cards: every mission, every format, the right number of pages."""

import re
from xml.etree import ElementTree

import pytest

from orsha.kernel import OrshaError
from orsha.paper.card import write_booklet, write_card, write_plan_cards, write_reference
from orsha.paper.card_data import card_data, card_words
from orsha.paper.plan_cards import plan_cards
from orsha.tabletop.mission.library import mission, missions
from orsha.tabletop.reference import references

every_mission = pytest.mark.parametrize("slug", list(missions()))


def pages(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@every_mission
def test_a_card_in_three_formats(slug, tmp_path):
    pdf, svg, png = (tmp_path / f"card.{suffix}" for suffix in ("pdf", "svg", "png"))
    for out in (pdf, svg, png):
        write_card(mission(slug), out)
    assert pages(pdf.read_bytes()) == 2
    assert png.read_bytes().startswith(b"\x89PNG")
    words = " ".join(ElementTree.fromstring(svg.read_text()).itertext())
    assert mission(slug).file.name in words


@every_mission
def test_a_card_on_letter_paper_has_two_pages(slug, tmp_path):
    write_card(mission(slug), tmp_path / "card.pdf", "letter")
    assert pages((tmp_path / "card.pdf").read_bytes()) == 2


@every_mission
def test_a_card_tells_every_step_and_way_to_win_once(slug):
    card = card_data(mission(slug))
    steps = [*card.setup.lines, *card.deployment.lines, *card.first.lines]
    assert len(steps) == len(mission(slug).file.setup)
    assert card.first.start == len(steps)
    words = card_words(card)
    assert "Winning" in words
    assert all(line in words for line in (*steps, *card.winning, *card.points))


def test_reserve_dice_are_told_with_their_exact_odds():
    (attacker, defender) = card_data(mission("contact")).dice
    assert attacker.title == "Reserve dice: the attacker"
    assert [turn.now for turn in attacker.turns[:3]] == ["1/3", "5/9", "1"]
    assert [turn.now for turn in defender.turns[:4]] == ["-", "-", "1/3", "5/9"]


def test_a_rule_that_binds_both_stands_there_once():
    titles = [section.title for column in card_data(mission("the-factory")).rules for section in column]
    assert titles.count("Across the Volga: both players") == 1
    assert "Reserves: both players" in titles


@pytest.mark.parametrize("name", ["card.gif", "card", "card.docx"])
def test_an_unknown_format_is_refused(name, tmp_path):
    with pytest.raises(OrshaError, match=r"can be \.pdf, \.svg, \.png"):
        write_card(mission("contact"), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_an_unknown_paper_is_refused(tmp_path):
    with pytest.raises(OrshaError, match="paper"):
        write_card(mission("contact"), tmp_path / "card.pdf", "a5")


def test_a_folder_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(OrshaError, match="cannot be written"):
        write_card(mission("annihilation"), tmp_path / "nowhere" / "card.pdf")


def test_the_same_card_is_printed_each_time(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        write_card(mission("a-foothold"), tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_booklet_has_a_cover_two_pages_a_mission_and_the_pages_to_have_at_hand(tmp_path):
    write_booklet(tmp_path / "all.pdf")
    assert pages((tmp_path / "all.pdf").read_bytes()) == 1 + 2 * len(missions()) + len(references())
    with pytest.raises(OrshaError, match="booklet"):
        write_booklet(tmp_path / "all.png")


@pytest.mark.parametrize("slug", list(references()))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_page_to_have_at_hand_is_one_page(slug, paper, tmp_path):
    out = tmp_path / "page.pdf"
    write_reference(references()[slug], out, paper)
    assert pages(out.read_bytes()) == 1
    write_reference(references()[slug], tmp_path / "page.svg", paper)
    assert references()[slug].name in (tmp_path / "page.svg").read_text()


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_plan_cards_are_one_sheet(suffix, paper, tmp_path):
    out = tmp_path / f"plans.{suffix}"
    write_plan_cards(out, paper)
    assert out.stat().st_size > 1000
    if suffix == "pdf":
        assert pages(out.read_bytes()) == 1


def test_the_six_plan_cards_mirror_each_other():
    cards = {(card.player, card.plan): card for card in plan_cards()}
    assert len(cards) == 6
    assert cards["allied", "attack"].against == cards["axis", "attack"].against
    assert cards["axis", "defend"].against[0].who.startswith("you defend")
    assert cards["allied", "defend"].against[2].who.startswith("roll for it")
