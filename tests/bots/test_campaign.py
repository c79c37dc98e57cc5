"""The campaign's bot: it buys all it can, sets everything up, answers whatever is asked, and never does wrong."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from orsha.bots.campaign import CampaignBot
from orsha.bots.campaign_answers import POLICIES, answer
from orsha.bots.campaign_buying import order
from orsha.campaign.commands import Agree, Answer, CampaignCommand, Order, Place
from orsha.campaign.domains import AnOrder
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.groups import dates, groups
from orsha.campaign.placing import settle
from orsha.campaign.purchases import bill
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState, Question
from orsha.campaign.zones import set_up_for
from orsha.hexmap import distance, hex_map, parse
from orsha.kernel import Hidden, Match, OneOf, Option, Some
from tests.campaign.stage import Stage, bare, leader, squad

CampaignMatch = Match[CampaignSetup, CampaignState, CampaignCommand, CampaignEvent]


def _opened(seed: int = 1) -> CampaignMatch:
    return Match.open(Campaign(), CampaignSetup(), dice=seed, record=False)


def _before_battle(seed: int = 1) -> tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]]:
    """Both bots up to the first battle, with every view they had and what they did."""
    match, done = _opened(seed), []
    bots = {side: CampaignBot(side, seed) for side in SIDES}
    while match.state.step != "battle":
        side = next(side for side in SIDES if match.options(side))
        view = match.view(side)
        command = bots[side].choose(view, match.options(side))
        assert any(option.accepts(command) for option in match.options(side))
        done.append((side, view, command))
        match.do(side, command)
    return match, done


@pytest.fixture(scope="module")
def begun() -> tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]]:
    return _before_battle()


def test_the_same_seed_makes_it_choose_the_same() -> None:
    match = _opened()
    for side in SIDES:
        one, other = (CampaignBot(side, 5).choose(match.view(side), match.options(side)) for _ in range(2))
        assert one == other


@pytest.mark.parametrize("side", SIDES)
def test_it_spends_its_points(side: Side) -> None:
    """All of them; the Russians keep some to bring the order of battle onto the board (CG12b)."""
    match = _opened()
    command = CampaignBot(side, 1).choose(match.view(side), match.options(side))
    assert isinstance(command, Order)
    own = match.state.sides[side]
    left = bill(side, match.state.date, own.cpp.shown, command.purchases).left
    assert left == (6 if side == "russian" else 0)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("cpp", [20, 22, 25])
def test_on_later_dates_next_to_nothing_is_left(side: Side, cpp: int) -> None:
    """Whatever was bought before, and however many CPP came in."""
    state = bare(dates()[-1])
    own = replace(state.sides[side], cpp=Hidden((side,), cpp))
    view = replace(state, sides={**state.sides, side: own})
    for share in (0, 2, 3):
        bought = {one.id: one.campaign_max * share // 4 for one in groups(side)}
        purchases = order(side, view, AnOrder(side, view.date, cpp, bought).contains)
        assert bill(side, view.date, cpp, purchases, bought).left <= 1


def test_it_sees_only_its_view(begun: tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]]) -> None:
    _, done = begun
    for side, view, _ in done:
        hidden = "german" if side == "russian" else "russian"
        assert view.sides[hidden].box.sealed


def test_no_wish_of_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never falls back on a sample before the first battle."""

    def refused(self: CampaignBot, options: object) -> CampaignCommand:
        raise AssertionError(options)

    monkeypatch.setattr(CampaignBot, "_anything", refused)
    _before_battle(2)


def test_everything_that_can_be_is_set_up(
    begun: tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]],
) -> None:
    match, _ = begun
    for side in SIDES:
        box = match.state.sides[side].box.shown.values()
        waiting = Counter(one.kind for one in box if not one.hex)
        assert not waiting["squad"]
        assert not waiting["crew"]
        assert not waiting["gun"]
    assert not [one for one in match.state.sides["german"].box.shown.values() if not one.hex]


def test_the_germans_defend_in_depth_and_dug_in(
    begun: tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]],
) -> None:
    match, _ = begun
    state = match.state
    men = [one for one in state.sides["german"].box.shown.values() if one.kind in ("squad", "crew") and one.hex]
    locations = [parse(name) for name in hex_map().file.victory_locations]
    assert all(min(distance(parse(one.hex), place) for place in locations) <= 8 for one in men)
    held = {min(locations, key=lambda place: distance(parse(one.hex), place)) for one in men}
    assert len(held) > len(locations) // 2
    dug = {fort.hex for fort in state.forts.values() if fort.what in ("trench", "foxhole", "pillbox")}
    assert sum(one.hex in dug for one in men) > len(men) // 2
    assert {one.has("hidden") for one in state.sides["german"].box.shown.values() if one.kind == "gun"} == {True}


def test_the_russians_mass_before_the_front(
    begun: tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]],
) -> None:
    match, _ = begun
    men = [one for one in match.state.pieces.values() if one.side == "russian" and one.kind == "squad"]
    assert len(men) > 40
    assert Counter(one.hex for one in men).most_common(1)[0][1] == 3
    assert all(42 <= parse(one.hex).number <= 50 for one in men)


def test_placements_are_legal_as_they_are(
    begun: tuple[CampaignMatch, list[tuple[Side, CampaignState, CampaignCommand]]],
) -> None:
    _, done = begun
    placed = [(side, view, command) for side, view, command in done if isinstance(command, Place)]
    assert placed
    for side, view, command in placed:
        settle(set_up_for(view, side), command.placed)


# -- answers


def _ask(question: Question, *pieces: Piece) -> tuple[str, ...]:
    return answer(Stage("7.501", *pieces).state, "german", question, random.Random(1))


def test_cg13_its_observers_watch_for_a_module_each_and_the_others_have_radios() -> None:
    keys = ("g1 phone", "g2 phone", "g1 g8", "g1 g9", "g2 g8", "g2 g9", "g3 g8", "g3 g9")
    question = Question("001 CG13", "who calls the fire?", {key: key for key in keys}, 0, len(keys))
    assert answer(bare(), "german", question, random.Random(1)) == ("g1 g8", "g2 g9")


def test_it_gives_as_many_answers_as_are_asked_for() -> None:
    state = bare()
    for rule in (*POLICIES, "7.999"):
        for least, most in ((0, 0), (0, 2), (1, 1), (2, 3), (4, 4)):
            question = Question(f"001 {rule}", "which?", {key: key for key in "abcd"}, least, most)
            chosen = answer(state, "german", question, random.Random(1))
            assert least <= len(chosen) <= most
            assert len(set(chosen)) == len(chosen)
            assert set(chosen) <= set("abcd")


def test_by_itself_it_gives_nothing_up() -> None:
    """7.5058 and 7.5072: the largest perimeter, and nothing is eliminated; 7.51310: only what helps."""
    for rule in ("001 7.5058", "001 7.5072", "001 7.514"):
        assert _ask(Question(rule, "which?", {"eliminate g1": "g1"}, 0, 1)) == ()
    weapons = {"eliminate g1": "", "assemble g2": "", "dismantle g3": ""}
    assert _ask(Question("001 7.51310", "which?", weapons, 0, 3)) == ("assemble g2",)


def test_squads_harden_before_half_squads_and_the_worse_before_the_better() -> None:
    men = [squad("g1", type="4-6-7"), squad("g2", type="4-4-7"), squad("g3", type="4-3-6")]
    asked = Question("001 7.5112", "which?", {"g1": "", "g2": "", "g3": ""}, 0, 2)
    assert _ask(asked, *men) == ("g3", "g2")


def test_the_best_leader_hardens() -> None:
    leaders = [leader("g1", type="7-0"), leader("g2", type="8-1"), leader("g3", type="8-0")]
    assert _ask(Question("001 7.5113", "who?", {"g1": "", "g2": "", "g3": ""}, 0, 1), *leaders) == ("g2",)
    assert _ask(Question("001 7.5113", "or?", {"8-0": "", "roll": ""}, 1, 1), *leaders) == ("roll",)


def test_in_melee_the_stronger_wins_mostly_but_not_always() -> None:
    men = [squad(f"g{n}", "P20") for n in (1, 2, 3)]
    asked = Question("001 7.501", "which units are eliminated?", dict.fromkeys(("g1", "g2", "g3", "r1"), ""), 0, 4)
    state = Stage("7.501", *men, squad("r1", "P20")).state
    fallen = Counter(answer(state, "russian", asked, random.Random(seed)) for seed in range(100))
    assert set(fallen) == {("g1", "g2", "g3"), ("r1",)}
    assert fallen[("r1",)] > 60


def test_they_escape_when_their_own_lines_are_near() -> None:
    near = Question("001 7.5063", "who tries to escape?", {"P20/0": "men in P20: g1", "P40/0": "men in P40: g2"}, 0, 2)
    stage = Stage("7.501", squad("g1", "P20"), squad("g2", "P40"), control={"P22": "german", "P41": "russian"})
    assert answer(stage.state, "german", near, random.Random(1)) == ("P20/0",)


def test_it_agrees_to_a_report_that_holds() -> None:
    """What it may not agree to, it rejects."""
    bot, view = CampaignBot("german", 1), _opened().view("german")
    assert bot.choose(view, [Option("agree", "?", {"yes": OneOf((True, False))})]) == Agree(True)
    assert bot.choose(view, [Option("agree", "?", {"yes": OneOf((False,))})]) == Agree(False)


def test_what_it_has_no_wish_for_is_sampled() -> None:
    bot, view = CampaignBot("german", 1), _opened().view("german")
    command = bot.choose(view, [Option("answer", "?", {"chosen": Some(("a", "b"), 2, 2)})])
    assert isinstance(command, Answer)
    assert set(command.chosen) == {"a", "b"}
