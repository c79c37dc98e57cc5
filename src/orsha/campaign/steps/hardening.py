"""Recombining, battle hardening and promotion (001 7.511): what the last battle taught those who lived through it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from orsha.campaign.commands import Answer
from orsha.campaign.counters import better_type, infantry_class
from orsha.campaign.events import Change
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.recovery import hardened_leader, hardened_mmc, leader_rank, numbers
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.armor_leaders import loose_armor_leaders, offer_vehicles, put_aboard
from orsha.campaign.steps.prisoners import before_guard_goes
from orsha.campaign.steps.recombining import recombine
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, an, area_of, everything, is_isolated, name, pieces_of, without
from orsha.kernel import Command

MMC_RULE = "001 7.5112"
LEADER_RULE = "001 7.5113"
ROLL = "roll"


def plan(state: CampaignState) -> Iterable[Task]:
    return [
        *(Task("7.5111 recombine", side) for side in SIDES),
        *(Task(what, side) for side in SIDES for what in ("7.5112 heroes", "7.5113 heroic", "7.5113 leader")),
        *(Task("7.5114 armor leader", side, (one.id,)) for side in SIDES for one in loose_armor_leaders(state, side)),
    ]


def do(told: Telling, task: Task) -> None:
    assert task.side is not None
    _DO[task.what](told, task.side, task.about)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _ANSWERED[task.what](told, side, task.about, command.chosen)


def _recombine(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    recombine(told, side)


def retained(state: CampaignState, side: Side) -> list[Piece]:
    """A side's own men and vehicles, prisoners in enemy hands left out."""
    return [one for one in pieces_of(state, side) if one.side == side and not one.has("prisoner")]


# -- 7.5112: heroes and MMC


def _heroes(told: Telling, side: Side, spent: tuple[str, ...]) -> None:
    """Every hero goes. One who is cut off lets an MMC of his area harden; `spent` have hardened already."""
    hero = _cut_off_hero(told.state, side)
    if hero is None:
        free = [one for one in retained(told.state, side) if one.kind == "hero"]
        for one in free:
            told.remove(MMC_RULE, f"{name(one)} goes; for him an MMC may harden", one.id)
        told.queue(Task("7.5112 mmc", side, (str(len(free)), *spent)))
        return
    choices = _mmc_choices(told.state, side, spent, 1, hero)
    if choices:
        words = f"Which MMC in the area of {name(hero)} hardens for him?"
        told.choose(side, MMC_RULE, words, choices, most=1)
    else:
        _hero_goes(told, side, hero, spent)


def _cut_off_hero(state: CampaignState, side: Side) -> Piece | None:
    return next((one for one in retained(state, side) if one.kind == "hero" and is_isolated(state, one)), None)


def _hero_answered(told: Telling, side: Side, spent: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    hero = _cut_off_hero(told.state, side)
    assert hero is not None
    for id in chosen:
        told.change(MMC_RULE, *_hardened(told.state, side, everything(told.state)[id], told.fresh_ids(side)))
    _hero_goes(told, side, hero, (*spent, *chosen))


def _hero_goes(told: Telling, side: Side, hero: Piece, spent: tuple[str, ...]) -> None:
    before_guard_goes(told, hero)
    told.remove(MMC_RULE, f"{name(hero)} goes", hero.id)
    told.queue(Task("7.5112 heroes", side, spent))


def _mmc(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    """The secret roll, and one more for each hero who was not cut off, in one question: how many stays secret."""
    heroes, *spent = about
    own = told.state.sides[side]
    inflicted = told.state.sides[other(side)].cvp_last
    count = int(heroes) + hardened_mmc(side, told.dice, won=own.won_last, cvp_inflicted=inflicted)
    choices = _mmc_choices(told.state, side, spent, count) if count else {}
    words = f"Up to {count} MMC harden: which? For elite men or a crew an 8-0 leader joins instead."
    if not choices:
        words = f"No MMC {'is there to harden' if count else 'hardens this time'}: answer with nothing."
    told.choose(side, MMC_RULE, words, choices, most=count)


def _mmc_answered(told: Telling, side: Side, about: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    ids = told.fresh_ids(side)
    _tell(told, MMC_RULE, side, [_hardened(told.state, side, everything(told.state)[id], ids) for id in chosen])


def _tell(told: Telling, rule: str, side: Side, hardened: list[tuple[str, Piece]]) -> None:
    """Who hardened. Off the map it is told in one, also where it is nobody: the other side could count."""
    seen = [(text, piece) for text, piece in hardened if piece.hex]
    for text, piece in seen:
        told.change(rule, text, piece)
    unseen = [one for one in hardened if one not in seen]
    text = "; ".join(text for text, _ in unseen) or f"nobody of the {side} side off the map hardens"
    change = Change(text, tuple(piece for _, piece in unseen))
    told.change_in_secret(rule, side, change)


def _mmc_choices(
    state: CampaignState, side: Side, spent: Iterable[str], count: int, hero: Piece | None = None
) -> dict[str, str]:
    """Who may be named: each MMC once in a reorganization; of those that are all alike no more than could harden."""
    area = area_of(state, hero.hex) if hero else None
    listed: Counter[tuple[object, ...]] = Counter()
    choices: dict[str, str] = {}
    for one in retained(state, side):
        if one.id in spent or not one.mmc or (area is not None and one.hex not in area.hexes):
            continue
        becomes = None if cannot_harden(one) else better_type(one)
        alike = (one.kind, one.type, one.status, one.hex)
        if listed[alike] >= count or not (becomes or cannot_harden(one)):
            continue
        listed[alike] += 1
        instead = f"{name(one)} cannot harden: an {numbers().hardening.instead_of_elite} joins"
        choices[one.id] = f"{name(one)} becomes {an(becomes)}" if becomes else instead
    return choices


def cannot_harden(piece: Piece) -> bool:
    """Elite men and crews: for them a leader joins."""
    return piece.kind == "crew" or infantry_class(piece) == "elite"


def _hardened(state: CampaignState, side: Side, piece: Piece, ids: Iterator[str]) -> tuple[str, Piece]:
    """What is told of an MMC that hardens, and the piece as it now is, or the leader who joins instead."""
    becomes = None if cannot_harden(piece) else better_type(piece)
    if becomes is not None:
        return f"{name(piece)} hardens: {an(becomes)} now", replace(piece, type=becomes)
    hex = piece.hex if is_isolated(state, piece) else ""
    leader = Piece(next(ids), side, "leader", numbers().hardening.instead_of_elite, hex)
    return f"{name(leader)} joins, since {name(piece)} cannot harden", leader


# -- 7.5113: leaders


def _heroic_leaders(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    """Each hardens and is heroic no longer; the best there is only loses that."""
    for one in retained(told.state, side):
        if one.kind == "leader" and one.has("heroic"):
            becomes = better_type(one)
            plain = without(one, "heroic")
            if becomes is None:
                told.change(LEADER_RULE, f"{name(one)} is heroic no longer", plain)
            else:
                text = f"{name(one)} was heroic and hardens: {an(becomes)} now"
                told.change(LEADER_RULE, text, replace(plain, type=becomes))


def _leader(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    """The roll, or an exchange in its place; without a leader to exchange the roll is all there is."""
    offers = {
        type: f"give up the roll: exchange an {type} for {' and '.join(gets)}"
        for type, gets in numbers().leader_exchange.for_.items()
        if _exchanged(told.state, side, type)
    }
    if offers:
        words = "Roll for a leader who hardens, or exchange one?"
        told.choose(side, LEADER_RULE, words, {ROLL: "roll for a leader who hardens", **offers}, least=1, most=1)
    else:
        told.queue(Task("7.5113 roll", side))


def _leader_answered(told: Telling, side: Side, about: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    (choice,) = chosen
    if choice == ROLL:
        told.queue(Task("7.5113 roll", side))
    else:
        _exchange(told, side, choice)


def _exchanged(state: CampaignState, side: Side, type: str) -> Piece | None:
    """A leader who can be exchanged: of this type, unwounded and not cut off."""
    return next(
        (
            one
            for one in retained(state, side)
            if one.kind == "leader" and one.type == type and not one.has("wounded") and not is_isolated(state, one)
        ),
        None,
    )


def _exchange(told: Telling, side: Side, type: str) -> None:
    """He becomes the first of those that he is exchanged for; the others are new."""
    leader = _exchanged(told.state, side, type)
    assert leader is not None
    first, *rest = numbers().leader_exchange.for_[type]
    ids = told.new_ids(side, len(rest))
    new = [Piece(id, side, "leader", one, group=leader.group) for id, one in zip(ids, rest, strict=True)]
    text = f"{name(leader)} is exchanged for {' and '.join((first, *rest))}"
    told.change(LEADER_RULE, text, replace(leader, type=first), *new)


def _leader_roll(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    """The type rolled, or the next lower that there is; a still lower one may always be taken (ruling B22)."""
    able = [one for one in retained(told.state, side) if one.kind == "leader" and better_type(one)]
    if not able:
        told.say(LEADER_RULE, "there is no leader who could harden", side)
        return
    best = hardened_leader(side, told.dice, [one.type for one in able], won=told.state.sides[side].won_last)
    able.sort(key=lambda one: -leader_rank(one.type))
    choices = {
        one.id: f"{name(one)} becomes {an(better_type(one) or '')}"
        for one in able
        if best is not None and leader_rank(one.type) <= leader_rank(best)
    }  # fmt: skip
    words = f"One leader up to {best} may harden: who?"
    if best is None:
        words = "No leader is as low as the one rolled, and none hardens: answer with nothing."
    told.choose(side, LEADER_RULE, words, choices, most=1)


def _leader_hardens(told: Telling, side: Side, about: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    ids = told.fresh_ids(side)
    _tell(told, LEADER_RULE, side, [_hardened(told.state, side, everything(told.state)[id], ids) for id in chosen])


_DO: dict[str, Callable[[Telling, Side, tuple[str, ...]], None]] = {
    "7.5111 recombine": _recombine,
    "7.5112 heroes": _heroes,
    "7.5112 mmc": _mmc,
    "7.5113 heroic": _heroic_leaders,
    "7.5113 leader": _leader,
    "7.5113 roll": _leader_roll,
    "7.5114 armor leader": offer_vehicles,
}
_ANSWERED: dict[str, Callable[[Telling, Side, tuple[str, ...], tuple[str, ...]], None]] = {
    "7.5112 heroes": _hero_answered,
    "7.5112 mmc": _mmc_answered,
    "7.5113 leader": _leader_answered,
    "7.5113 roll": _leader_hardens,
    "7.5114 armor leader": put_aboard,
}
STEP = Step("7.511", "Recombining, battle hardening and promotion", plan, do, answered)
