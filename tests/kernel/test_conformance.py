"""The conformance kit passes a sound game and catches each kind of broken one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from orsha.kernel import Dice, Hidden, Illegal, Option, Result, Typed, Whole
from orsha.kernel.conformance import Nonconforming, check
from tests.kernel.tiny import Aimed, Fell, Found, Hid, Passed, Setup, State, Tiny, enemy


def test_the_tiny_game_conforms() -> None:
    report = check(Tiny(), Setup(), games=25, seed=11)
    assert report.games == 25
    assert min(report.decisions, report.refusals, report.undone, report.hidden) > 100


def test_set_ups_may_be_drawn_at_random() -> None:
    report = check(Tiny(), lambda rng: Setup(rng.randint(1, 9), rng.randint(1, 9)), games=10, seed=4)
    assert report.games == 10


class OffersTheIllegal(Tiny):
    def options(self, view, seat):  # type: ignore[no-untyped-def]
        options = super().options(view, seat)
        return options and [*options, Option("hide", "hide again", {"ditch": Whole(7, 9)})]


class AllowsTheUnoffered(Tiny):
    def _check_ditch(self, state, ditch):  # type: ignore[no-untyped-def]
        pass


class AnyoneMayPass(Tiny):
    def decide(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
        return super().decide(state, state.active if len(state.hiding) == 2 else seat, command, dice)


class WritesWhileDeciding(Tiny):
    def decide(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
        state.last["scratch"] = state.last.get("scratch", 0) + 1
        return super().decide(state, seat, command, dice)


class WritesIntoTheOldState(Tiny):
    def apply(self, state, event):  # type: ignore[no-untyped-def]
        if isinstance(event, Passed):
            state.last[event.seat] = 0
        return super().apply(state, event)


class ApplyFails(Tiny):
    def apply(self, state, event):  # type: ignore[no-untyped-def]
        if isinstance(event, Fell) and event.how == "miss":
            raise KeyError(event.how)
        return super().apply(state, event)


class ChangesItsMind(Tiny):
    calls = 0

    def decide(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
        ChangesItsMind.calls += 1
        for event in super().decide(state, seat, command, dice):
            yield Aimed(seat, 1 + ChangesItsMind.calls % 2) if isinstance(event, Aimed) else event


class UnfoldsAnotherDitch(Tiny):
    """Says of itself how a decision unfolds, and aims elsewhere than it decided."""

    def unfold(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
        for event, after in super().unfold(state, seat, command, dice):
            if isinstance(event, Aimed):
                event = Aimed(seat, event.ditch % state.ditches + 1)
                after = self.apply(state, event)
            yield event, after


class ForgetsToSeal(Tiny):
    def view(self, state, seat):  # type: ignore[no-untyped-def]
        return state


class TellsInTheLog(Tiny):
    """Hides, and in the same breath says where in an event that hides nothing."""

    def start(self, setup):  # type: ignore[no-untyped-def]
        return msgspec.structs.replace(super().start(setup), ditches=90000)

    def decide(self, state, seat, command, dice):  # type: ignore[no-untyped-def]
        for event in super().decide(state, seat, command, dice):
            yield event
            if isinstance(event, Hid):
                yield Aimed(seat, event.ditch.shown)


class TellsInTheRefusal(Tiny):
    def _check_ditch(self, state, ditch):  # type: ignore[no-untyped-def]
        if not 1 <= ditch <= state.ditches:
            raise Illegal("tiny: ditches", f"not {ditch}, try {[h.value for h in state.hiding.values()]}")


class UndoesAShownSecret(Tiny):
    """Finding the enemy opens its hiding place to all, needs no dice, and is not listed as revealing."""

    reveals = ()

    def _fire(self, state, seat, dice):  # type: ignore[no-untyped-def]
        return super()._fire(state, seat, Dice(Typed([(1, 1)])))

    def apply(self, state, event):  # type: ignore[no-untyped-def]
        after = super().apply(state, event)
        if isinstance(event, Found):
            foe = enemy(event.seat)
            shown = Hidden(("red", "blue"), state.hiding[foe].shown)
            left = state.turns_left - 1
            return msgspec.structs.replace(
                after, hiding={**state.hiding, foe: shown}, won=None, aim=None, active=foe, turns_left=left
            )
        return after


class HasADeadEnd(Tiny):
    def options(self, view, seat):  # type: ignore[no-untyped-def]
        return [] if view.turns_left < 15 else super().options(view, seat)


class NeverEnds(Tiny):
    def result(self, state: State) -> Result | None:
        return None

    def apply(self, state, event):  # type: ignore[no-untyped-def]
        return msgspec.structs.replace(super().apply(state, event), won=None, turns_left=9)


class LosesOnWriting(Tiny):
    def apply(self, state, event):  # type: ignore[no-untyped-def]
        after = super().apply(state, event)
        return msgspec.structs.replace(after, last={k: float(v) for k, v in after.last.items()} | {"x": 0.5})


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (OffersTheIllegal, "is offered .* and refused"),
        (AllowsTheUnoffered, "is not offered .* and it is not refused"),
        (AnyoneMayPass, "is not offered .* and it is not refused"),
        (WritesWhileDeciding, "changed the state"),
        (WritesIntoTheOldState, "changed the state"),
        (ChangesItsMind, "twice gives two different outcomes"),
        (UnfoldsAnotherDitch, "unfolds otherwise than it is decided and applied"),
        (ForgetsToSeal, "receives what is hidden from it"),
        (TellsInTheLog, "hides .* and tells it in the log"),
        (TellsInTheRefusal, "tells (red|blue) a secret"),
        (UndoesAShownSecret, "shows (red|blue) a secret, and may be taken back"),
        (HasADeadEnd, "a dead end"),
        (NeverEnds, "has not ended after 300 decisions"),
    ],
)
def test_a_broken_game_is_caught(broken: Callable[[], Tiny], why: str) -> None:
    with pytest.raises(Nonconforming, match=why):
        check(broken(), Setup(), games=40, seed=2, most=300)


@pytest.mark.parametrize("broken", [ApplyFails, LosesOnWriting])
def test_a_game_that_fails_outright_does_not_pass(broken: Callable[[], Tiny]) -> None:
    with pytest.raises(Exception):  # noqa: B017  whatever the game raises comes through
        check(broken(), Setup(), games=40, seed=2, most=300)


def test_a_failure_shows_the_game_that_led_to_it() -> None:
    with pytest.raises(Nonconforming, match=r"tiny, game 2-0: a dead end.*\n(.*\n)*.*red: \{\"do\":\"hide\""):
        check(HasADeadEnd(), Setup(), games=1, seed=2)


def test_words_that_the_rules_call_their_vocabulary_tell_nothing() -> None:
    class Knows(TellsInTheLog):
        vocabulary = frozenset(map(str, range(90001)))

    assert check(Knows(), Setup(), games=3, seed=1).games == 3
