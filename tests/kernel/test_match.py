"""A running game: deciding, undo, typed dice, replay, old versions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from orsha.kernel import (
    Broken,
    Committed,
    Damaged,
    Dice,
    Game,
    Illegal,
    Match,
    Roll,
    Seeded,
    Story,
    Typed,
    log,
    playthrough,
    redecide,
    sheet,
    verify,
)
from orsha.kernel.journal import Line, link_of
from orsha.kernel.match import position_type
from orsha.kernel.proof import _check_answers
from tests.kernel.tiny import Aim, Fell, Fire, Hide, Pass, Setup, Tiny

GAME = Tiny()
Playing = Match  # a Match of the tiny game


def hidden(dice: object = 0, **setup: int) -> Match:  # type: ignore[type-arg]
    """A tiny game in which red hides in ditch 2 and blue in ditch 5."""
    match = Match.open(GAME, Setup(**setup), name="g", dice=dice)  # type: ignore[arg-type]
    match.do("red", Hide(2))
    match.do("blue", Hide(5))
    return match


def finished(dice: object = 0) -> Match:  # type: ignore[type-arg]
    match = hidden(dice)
    while match.result is None:
        seat = match.state.active
        match.do(seat, Aim(5 if seat == "red" else 1))
        match.do(seat, Fire())
    return match


def test_a_command_that_a_rule_forbids_names_the_rule_and_changes_nothing() -> None:
    match = hidden()
    before = match.position
    with pytest.raises(Illegal) as no:
        match.do("blue", Fire())
    assert no.value.rule == "tiny: turns"
    assert str(no.value) == "it is red's turn [tiny: turns]"
    assert match.position is before


def test_only_a_seat_of_the_game_may_act() -> None:
    with pytest.raises(Illegal, match="the seats are red, blue"):
        hidden().do("green", Pass())


def test_a_finished_game_takes_no_more_commands() -> None:
    match = finished()
    with pytest.raises(Illegal, match="the game is over"):
        match.do("red", Pass())
    assert match.to_act() == ()


def test_several_seats_may_be_asked_at_once() -> None:
    assert Match.open(GAME, Setup()).to_act() == ("red", "blue")


class TestUndo:
    def test_goes_back_to_the_seats_last_decision(self) -> None:
        match = hidden()
        before = match.state
        match.do("red", Aim(3))
        match.do("red", Aim(4))
        match.accept(match.take_back("red"))
        assert match.state.aim == 3
        match.accept(match.take_back("red"))
        assert match.state == before

    def test_never_past_a_die(self) -> None:
        match = hidden(dice=3)
        match.do("red", Aim(1))
        match.do("red", Fire())
        with pytest.raises(Illegal, match="undo stops at a die"):
            match.take_back("red")

    def test_never_past_another_seats_act(self) -> None:
        match = Match.open(GAME, Setup())
        match.do("red", Hide(2))
        match.do("blue", Hide(5))
        with pytest.raises(Illegal):
            match.take_back("red")
        match.accept(match.take_back("blue"))
        with pytest.raises(Illegal):
            match.take_back("red")

    def test_never_past_a_shown_secret(self) -> None:
        class Quiet(Tiny):
            """A tiny game in which firing needs no dice, so that only the shown secret can stop undo."""

            def _fire(self, state, seat, dice):  # type: ignore[no-untyped-def]
                return super()._fire(state, seat, Dice(Typed([(1, 1)])))

        match = Match.open(Quiet(), Setup())
        for seat, command in (("red", Hide(2)), ("blue", Hide(5)), ("red", Aim(5)), ("red", Fire())):
            match.do(seat, command)
        assert match.state.won == "red"
        assert not match.may_undo("red")

    def test_is_itself_on_record_and_replays(self) -> None:
        match = hidden()
        match.do("red", Aim(3))
        match.accept(match.take_back("red"))
        again = Match.replay(GAME, match.lines)
        assert again.position == match.position
        assert log(again, "blue")[-1].words == ("red takes the last decision back",)


class TestTypedDice:
    def test_a_decision_stops_at_the_roll_and_goes_on_with_the_answer(self) -> None:
        match = hidden(Typed())
        match.do("red", Aim(5))
        match.do("red", Fire())
        waiting = match.position.waiting
        assert waiting is not None and waiting.ask.purpose == "Barrage" and waiting.ask.who == "red"
        assert [option.act for option in match.options("red")] == ["answer"]
        assert match.options("blue") == ()
        match.accept(match.answer("red", (1, 2)))
        assert match.result is not None and match.result.winner == "red"

    def test_the_question_is_in_the_journal_so_it_survives_a_restart(self) -> None:
        match = hidden(Typed())
        match.do("red", Aim(5))
        match.do("red", Fire())
        again = Match.replay(GAME, match.lines)
        again.accept(again.answer("red", (1, 2)))
        assert again.result is not None
        assert Match.replay(GAME, again.lines).position == again.position

    def test_only_the_asked_seat_answers_and_nothing_else_is_done_meanwhile(self) -> None:
        match = hidden(Typed())
        match.do("red", Aim(5))
        match.do("red", Fire())
        with pytest.raises(Illegal, match="red's, not blue's"):
            match.answer("blue", (1, 2))
        with pytest.raises(Illegal, match="first red must say"):
            match.act("red", Pass())
        with pytest.raises(Illegal, match="2 dice showing 1 to 6"):
            match.answer("red", (1, 9))

    def test_a_command_may_be_taken_back_before_its_first_die_is_answered(self) -> None:
        match = hidden(Typed())
        match.do("red", Aim(5))
        before = match.state
        match.do("red", Fire())
        assert not match.may_undo("blue")
        match.accept(match.take_back("red"))
        assert match.position.waiting is None and match.state == before
        assert Match.replay(GAME, match.lines).position == match.position

    def test_no_answer_without_a_question(self) -> None:
        with pytest.raises(Illegal, match="no roll is asked for"):
            hidden(Typed()).answer("red", (1, 2))


class TestCommittedDice:
    def test_the_seed_is_shown_at_the_end_and_proves_every_die(self) -> None:
        match = finished(Committed("g"))
        proof = verify(match)
        assert proof.dice == "proved" and proof.rolls > 0
        redecide(match)

    def test_before_the_end_the_seed_is_nowhere_in_what_a_seat_receives(self) -> None:
        source = Committed("g")
        match = hidden(source)
        match.do("red", Aim(1))
        match.do("red", Fire())
        sent = msgspec.json.encode([sheet(match, seat) for seat in ("red", "blue", "")])
        assert source.secret.hex().encode() not in sent
        assert source.commitment.encode() in sent
        assert verify(match).dice == "sealed" or match.result is not None

    def test_a_die_that_the_seed_does_not_give_is_found(self) -> None:
        match = finished(Committed("g"))
        lines = [bytes(line.raw) for line in match.lines]
        first = next(i for i, raw in enumerate(lines) if b'"faces":[' in raw)
        at = lines[first].index(b'"faces":[') + len(b'"faces":[')
        face = lines[first][at : at + 1]
        lines[first] = lines[first][:at] + (b"1" if face != b"1" else b"2") + lines[first][at + 1 :]
        with pytest.raises(Damaged, match=rf"entry {first}, roll 1: the faces do not make"):
            verify(Match.replay(GAME, relinked(lines)))

    def test_another_secret_than_the_committed_one_is_refused(self) -> None:
        match = hidden(Committed("g"))
        with pytest.raises(Damaged, match="not the one that was committed to"):
            Match.replay(GAME, match.lines, secret=b"x" * 32)

    def test_without_the_secret_the_game_can_be_read_but_not_played_on(self) -> None:
        copy = Match.replay(GAME, hidden(Committed("g")).lines)
        with pytest.raises(Illegal, match="has no dice"):
            copy.do("red", Pass())


def relinked(raws: list[bytes]) -> list[Line]:
    """Lines whose links were made anew, as somebody who edits a journal on purpose would."""
    lines: list[Line] = []
    for n, raw in enumerate(raws):
        lines.append(Line(n, link_of(lines[-1].link if lines else "0" * 32, raw), raw))
    return lines


class TestReplay:
    def test_needs_no_dice_and_gives_the_very_state(self) -> None:
        match = finished()
        again = Match.replay(GAME, match.lines)
        assert again.state == match.state and playthrough(again) == playthrough(match)

    def test_from_a_snapshot_gives_the_same(self) -> None:
        match = hidden()
        raw = msgspec.json.encode(match.position)
        match.do("red", Aim(3))
        snapshot = msgspec.json.decode(raw, type=position_type(GAME))
        assert Match.replay(GAME, match.lines, snapshot=snapshot).position == match.position

    def test_an_edited_line_is_found(self) -> None:
        lines = list(finished().lines)
        lines[3] = Line(3, lines[3].link, lines[3].raw.replace(b"5", b"4", 1))
        with pytest.raises(Damaged, match="entry 3 was changed"):
            Match.replay(GAME, lines)

    def test_a_missing_line_is_found(self) -> None:
        lines = list(finished().lines)
        with pytest.raises(Damaged, match="entry 2 is missing"):
            Match.replay(GAME, lines[:2] + lines[3:])

    def test_rules_that_came_to_differ_are_found_at_the_first_event_that_does(self) -> None:
        class Changed(Tiny):
            def apply(self, state, event):  # type: ignore[no-untyped-def]
                after = super().apply(state, event)
                return msgspec.structs.replace(after, turns_left=1) if getattr(after, "aim", None) else after

        with pytest.raises(Damaged, match="entry 3, event 1: the state after it differs"):
            Match.replay(Changed(), finished().lines)

    def test_an_event_that_the_rules_would_not_give_is_found_by_deciding_again(self) -> None:
        class Lenient(Tiny):
            def _check_ditch(self, state, ditch):  # type: ignore[no-untyped-def]
                pass

        match = Match.open(Lenient(), Setup(), name="g")
        match.do("red", Hide(77))
        with pytest.raises(Damaged, match="entry 1: red's command is not what the rules allow"):
            redecide(Match.replay(GAME, match.lines))

    def test_a_journal_of_another_kind_or_without_a_beginning_is_refused(self) -> None:
        with pytest.raises(Damaged, match="empty"):
            Match.replay(GAME, [])
        lines = [line.raw for line in hidden().lines]
        with pytest.raises(Damaged, match="does not begin by opening"):
            Match.replay(GAME, relinked(lines[1:]))


class TestOldVersions:
    def test_a_version_1_journal_is_upgraded_as_it_is_read(self) -> None:
        """Version 1 of the tiny game's `aimed` called the ditch `at` and did not say who aimed."""
        match = hidden()
        match.do("red", Aim(3))
        raws = [line.raw for line in match.lines]
        old = raws[3].replace(b'{"event":"aimed.2","seat":"red","ditch":3}', b'{"event":"aimed","at":3}')
        assert old != raws[3]
        lines = relinked([*raws[:3], old])
        again = Match.replay(GAME, lines)
        assert again.state == match.state
        assert again.lines[3].raw == old, "what was written stays as it was written"

    def test_a_field_that_nobody_knows_is_refused(self) -> None:
        raws = [line.raw for line in hidden().lines]
        bad = raws[1].replace(b'"do":"hide"', b'"do":"hide","colour":1')
        with pytest.raises(Damaged, match="entry 1 cannot be read: Object contains unknown field `colour`"):
            Match.replay(GAME, relinked([raws[0], bad]))

    def test_under_newer_rules_with_another_state_the_links_still_hold(self) -> None:
        class Newer(Tiny):
            version = 2

            def start(self, setup):  # type: ignore[no-untyped-def]
                return msgspec.structs.replace(super().start(setup), last={"nobody": 0})

        match = hidden()
        assert Match.replay(Newer(), match.lines).state.hiding == match.state.hiding

    def test_a_journal_older_than_the_rules_can_read_is_refused_in_a_sentence(self) -> None:
        class Forgetful(Tiny):
            version = 3
            oldest = 2

        with pytest.raises(Damaged, match=r"played by older rules \(version 1\), which this program can no longer"):
            Match.replay(Forgetful(), hidden().lines)


def test_rules_that_refuse_after_rolling_are_a_bug() -> None:
    class Late(Tiny):
        def _fire(self, state, seat, dice):  # type: ignore[no-untyped-def]
            dice.total("x", seat)
            raise Illegal("late", "too late")

    match = Match.open(Late(), Setup())
    for seat, command in (("red", Hide(2)), ("blue", Hide(5)), ("red", Aim(5))):
        match.do(seat, command)
    with pytest.raises(Broken, match="refused after rolling"):
        match.act("red", Fire())


def test_a_step_is_accepted_once() -> None:
    match = hidden()
    step = match.act("red", Aim(3))
    match.accept(step)
    with pytest.raises(Broken, match="out of order"):
        match.accept(step)


def unfolded(game: Tiny, match: Playing, seat: str, command: Any) -> list[Any]:  # type: ignore[type-arg]
    return [*game.unfold(match.state, seat, command, Dice(Seeded(3), match.position.next_roll))]


def test_a_decision_unfolds_with_the_state_after_each_event_and_its_rolls_before_it() -> None:
    match = hidden(dice=3)
    match.do("red", Aim(1))
    (roll, before), (fell, after) = unfolded(GAME, match, "red", Fire())[:2]
    assert isinstance(roll, Roll) and before is match.state, "a roll changes nothing"
    assert isinstance(fell, Fell) and after == GAME.apply(match.state, fell)
    (only,) = unfolded(GAME, match, "red", Pass())
    assert only[1] == GAME.apply(match.state, only[0])


def test_a_story_keeps_the_states_that_it_went_through() -> None:
    class Told(Tiny):
        """Tells its decisions with a story, and of how they unfold the same."""

        def story(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
            story = Story(state, self.apply, dice)
            for event in super().decide(state, seat, command, dice):
                story.tell(event)
            dice.total("and another, that nothing follows from", seat)
            return story

        def decide(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
            return self.story(state, seat, command, dice).events

        def unfold(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
            return self.story(state, seat, command, dice).told

    game, match = Told(), hidden(dice=3)
    match.do("red", Aim(1))
    for command in (Fire(), Pass(), Aim(4)):
        told = unfolded(game, match, "red", command)
        assert told == [*Game.unfold(game, match.state, "red", command, Dice(Seeded(3), match.position.next_roll))]
        assert isinstance(told[-1][0], Roll) and told[-1][1] is told[-2][1]


def test_a_match_that_is_not_recorded_keeps_no_journal_and_takes_nothing_back() -> None:
    match = Match.open(GAME, Setup(), name="g", dice=3, record=False)
    recorded = hidden(dice=3)
    for seat, command in (("red", Hide(2)), ("blue", Hide(5))):
        match.do(seat, command)
    for one in (match, recorded):
        one.do("red", Aim(3))
    assert match.state == recorded.state and match.position.count == recorded.position.count
    assert not match.lines and not match.entries and not match.position.undo
    assert recorded.may_undo("red") and not match.may_undo("red")


def test_the_playthrough_of_a_whole_game_reads_line_by_line() -> None:
    text = playthrough(finished()).splitlines()
    assert text[0] == "game tiny, rules version 1, seats red, blue"
    assert text[3] == '   1 red: {"do":"hide","ditch":2}'
    assert text[4].endswith("red hides in ditch 2")
    assert text[-1].startswith("winner: ")


class TestForgeries:
    """What somebody who edits a journal and makes its links anew cannot slip past the proof."""

    def typed_game(self) -> list[bytes]:
        match = hidden(Typed())
        match.do("red", Aim(5))
        match.do("red", Fire())
        match.accept(match.answer("red", (4, 4)))
        return [line.raw for line in match.lines]

    def refused(self, raws: list[bytes], why: str) -> None:
        with pytest.raises(Damaged, match=why):
            match = Match.replay(GAME, relinked(raws))
            redecide(match)
            verify(match)

    def test_the_honest_game_holds(self) -> None:
        match = Match.replay(GAME, relinked(self.typed_game()))
        redecide(match)
        assert verify(match).dice == "typed"

    def test_dice_that_no_dice_show(self) -> None:
        raws = self.typed_game()
        raws[-1] = raws[-1].replace(b'"faces":[4,4]', b'"faces":[9,-1]')
        self.refused(raws, "2 dice showing 1 to 6")

    def test_a_question_that_was_never_asked_or_was_left_out(self) -> None:
        raws = self.typed_game()
        self.refused([*raws[:-2], raws[-1]], "never asked for")
        changed = raws[-2].replace(b'"sides":6', b'"sides":100')
        assert changed != raws[-2]
        self.refused([*raws[:-2], changed, raws[-1]], "the rules ask another question")

    def test_dice_asked_for_one_command_and_told_of_another(self) -> None:
        raws = self.typed_game()
        other = raws[-2].replace(b'"seat":"red"', b'"seat":"blue"', 1)
        assert other != raws[-2]
        with pytest.raises(Damaged, match="entry 5: it is not the command that the dice were asked for"):
            _check_answers(self.before_the_answer([*raws[:-2], other]), 5, self.answered())

    def test_dice_that_differ_from_those_that_were_answered(self) -> None:
        again = self.typed_game()[-2].replace(b'"answers":[]', b'"answers":[[1,1]]')
        with pytest.raises(Damaged, match="entry 5: the dice differ from those that were answered"):
            _check_answers(self.before_the_answer([*self.typed_game()[:-2], again]), 5, self.answered())

    def before_the_answer(self, raws: list[bytes]) -> Any:
        return Match.replay(GAME, relinked(raws))

    def answered(self) -> Any:
        return Match.replay(GAME, relinked(self.typed_game())).entries[-1]

    def test_a_second_beginning(self) -> None:
        raws = [line.raw for line in hidden().lines]
        self.refused([*raws, raws[0]], "entry 3 opens the game a second time")

    def test_an_undo_by_another_seat_or_past_a_die(self) -> None:
        match = hidden()
        match.do("red", Aim(3))
        match.accept(match.take_back("red"))
        raws = [line.raw for line in match.lines]
        raws[-1] = raws[-1].replace(b'"seat":"red"', b'"seat":"blue"')
        self.refused(raws, "cannot be taken back")

    def test_a_finished_game_whose_seed_is_withheld(self) -> None:
        match = finished(Committed("g"))
        raws = [line.raw for line in match.lines]
        start = raws[-1].index(b',{"what":{"event":"seed-shown"')
        raws[-1] = raws[-1][:start] + b"]}"
        self.refused(raws, "seed that its dice were committed to is not shown")

    def test_dice_of_too_many_sides_are_refused_at_once(self) -> None:
        raws = [line.raw.replace(b'"sides":6', b'"sides":300') for line in finished().lines]
        with pytest.raises(Damaged):
            verify(Match.replay(GAME, relinked(raws)))

    def test_a_name_that_is_a_path(self) -> None:
        raws = [line.raw for line in hidden().lines]
        raws[0] = raws[0].replace(b'"game":"g"', b'"game":"../g"')
        self.refused(raws, "no proper name")

    def test_newer_rules_than_the_programs(self) -> None:
        raws = [line.raw for line in hidden().lines]
        raws[0] = raws[0].replace(b'"version":1', b'"version":9')
        self.refused(raws, "newer rules")
