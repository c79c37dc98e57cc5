"""What the enemy sees of what is set up unseen: "?" counters, and nothing of who is hidden (001 CG10, 7.5226)."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.commands import Placed
from orsha.campaign.game import Campaign
from orsha.campaign.state import Asset
from orsha.campaign.steps import recon
from orsha.campaign.telling import Telling
from orsha.campaign.zones import rest
from orsha.hexmap.map import hex_map
from orsha.kernel import Dice
from orsha.paper.campaign_maps import campaign_layers
from tests.campaign.stage import Stage, crew, gun, squad
from tests.campaign.steps.setting import begun, place

DUMMY = Asset("g9", "M1", "dummy concealment counter", since="23AM")


def set_up() -> Stage:
    """A concealed squad in X38, a hidden gun in P39, a dummy in P38, a squad in sight in P37."""
    pieces = (squad("g1"), squad("g2"), crew("g3"), gun("g4", by="g3"))
    stage = begun(*pieces, german={"assets": [DUMMY]}, russian={"cpp": 2})
    where = (Placed("g1", "X38", "concealed"), Placed("g2", "P37"), Placed("g3", "P39", "hidden"), Placed("g9", "P38"))
    return place(stage, "german", *where)


def test_cg10_concealed_stacks_and_dummies_are_seen_as_question_marks_and_hidden_ones_not() -> None:
    stage = set_up()
    view = Campaign().view(stage.state, "russian")
    assert view.covered == {"german": ("P38", "X38")} and view.sides["german"].box.sealed
    assert "german ? counters lie in P38, X38" in stage.log


def test_what_is_beneath_stays_unseen() -> None:
    seen = set_up().seen_by("russian")
    assert b'"g2"' in seen and not any(id in seen for id in (b'"g1"', b'"g3"', b'"g4"', b'"g9"'))


def test_the_map_shows_a_question_mark_and_to_its_own_side_the_men() -> None:
    state = set_up().state
    labels = {
        side: {str(one.hex): one.label for one in campaign_layers(hex_map(), Campaign().view(state, side)).units}
        for side in ("german", "russian")
    }
    assert labels["russian"] == {"P37": "4-6-7", "P38": "?", "X38": "?"}
    assert labels["german"]["X38"] == "4-6-7" and labels["german"]["P38"] == "?"


def test_7_5226_the_russians_know_where_the_question_marks_are_when_they_look() -> None:
    stage = set_up()
    line = replace(stage.state.roster[-1], recon=2)
    told = Telling(replace(stage.state, roster=(*stage.state.roster[:-1], line), waiting=()), Dice(stage.source))
    recon.ask_where(told)
    choices = told.state.asked["russian"].shown.choices
    assert choices["P38"] == "hex P38, a ? is there" and choices["P39"] == "hex P39"


def test_a_question_mark_keeps_the_enemy_out_of_its_hex() -> None:
    stage = begun(squad("r1"), date="23PM", control={"P30": "russian", "P31": "russian"})
    fronts = {**stage.state.fronts, "russian": s.Front(("P30", "P31"))}
    state = replace(stage.state, fronts=fronts, covered={"german": ("P31",)})
    assert rest(state, "russian").hexes("r1") == {"P30"}


def test_undo_stops_at_what_the_enemy_was_shown() -> None:
    assert {ev.Shown, ev.Covered, ev.BattleBegan} <= set(Campaign.reveals)


def test_note_m_the_centre_of_a_bombardment_is_shown_and_not_taken_back() -> None:
    aimed = Asset("r9", "B1", "Bombardment", hexes=("P20",), since="23AM")
    stage = begun(russian={"assets": [aimed]})
    place(stage, "russian", Placed("r9", "P20"))
    stage.answer("russian", "P21")
    struck = [event for event in stage.events if isinstance(event, Campaign.reveals)]
    assert any(isinstance(event, ev.Shown) and "within 5 of P21" in event.text for event in struck)
