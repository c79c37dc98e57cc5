"""What happened in a campaign, in words, as the reader may see it."""

from __future__ import annotations

from typing import get_args

from orsha.campaign import charts
from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.counter_names import shorthand
from orsha.campaign.counters import counters
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.groups import dates, group
from orsha.campaign.purchases import Purchase
from orsha.campaign.report import Kind, Marker, Piece, Status, Work
from orsha.campaign.steps import STEPS
from orsha.hexmap.map import hex_map
from orsha.kernel import counted


def words(event: CampaignEvent) -> str:
    match event:
        case ev.StepBegan(step):
            return f"{step} {STEPS[step].title}"
        case ev.Queued() | ev.TaskDone():
            return ""
        case ev.Asked(side, question):
            return (
                f"{side} is asked"
                if question.sealed
                else f"{side} is asked ({question.shown.rule}): {question.shown.words}"
            )
        case ev.Answered(side, _, chosen):
            return (
                f"{side} has answered"
                if chosen.sealed
                else f"{side} answers{': ' + ', '.join(chosen.shown) if chosen.shown else ''}"
            )
        case ev.Whispered(_, _, text):
            return "" if text.sealed else text.shown
        case ev.ChangedInSecret(_, _, change):
            return "" if change.sealed else change.shown.text
        case ev.Covered(_, side, hexes):
            return f"{side} ? counters lie in {', '.join(hexes)}" if hexes else f"no {side} ? counter lies on the map"
        case ev.SideChanged(_, side, elr, san):
            return f"{side}: ELR {elr}, SAN {san}"
        case ev.PointsChanged(_, _, points):
            return "" if points.sealed else points.shown.text
        case ev.Ordered(side, order):
            if order.sealed:
                return f"{side} has ordered"
            return f"{side} orders {'; '.join(purchase_words(side, one) for one in order.shown) or 'nothing'}"
        case ev.DateBegan(date):
            return f"the date is {date}"
        case ev.SkyChanged(_, weather, ground, wind):
            return f"{weather}, ground {ground.lower()}{f', {wind}' if wind else ''}"
        case ev.ReconBought(locations):
            return f"the Russians may reconnoitre {counted(locations, 'location')}"
        case ev.BattleBegan(date):
            return f"the scenario of {date} begins"
        case ev.Filed(side, report):
            left = counted(len(report.pieces), "piece")
            return f"{side} files the end of the scenario of {report.date}, {left} on the map"
        case ev.Rejected(side):
            return f"{side} does not agree to the report"
        case ev.Adopted(pieces, lost):
            count = ", ".join(f"{side} {len(casualties(event, side))}" for side in lost)
            west = f"; left by the west edge: {len(event.exited)}" if event.exited else ""
            return f"the report counts: {counted(len(pieces), 'piece')} on the map; lost: {count}{west}"
        case ev.CvpCounted(_, side, points):
            return f"{side} suffers {points} more CVP"
        case ev.Scored(vp, winner, cvp, evp, lvp):
            suffered = ", ".join(f"{side} {points}" for side, points in cvp.items())
            return (
                f"CVP suffered: {suffered}; EVP {evp}; the Russians control {', '.join(lvp) or 'no victory location'}; "
                f"the {winner.capitalize()}s win the scenario; the Russians have {vp} VP"
            )
        case ev.Ended(left, never, conceded):
            if conceded is not None:
                return f"the {conceded.capitalize()}s concede; the campaign is over"
            late = f"; Germans that never came count {never} CVP" if never else ""
            return f"the campaign is over; the Germans have {left} CPP left{late}"
        case _:
            return event.text


def casualties(event: ev.Adopted, side: Side) -> tuple[Piece, ...]:
    """What a side lost in a scenario; who left by the west edge for points is no casualty (B42)."""
    return tuple(piece for piece in event.lost.get(side, ()) if piece.id not in event.exited)


def purchase_words(side: Side, purchase: Purchase) -> str:
    more = f" with {', '.join(f'{n} {name}' for name, n in purchase.extras.items())}" if purchase.extras else ""
    return f"{purchase.id}, {group(side, purchase.id).type}{more}"


def vocabulary() -> frozenset[str]:
    """The rules' own words that pieces, works and orders are described with."""
    file = counters()
    types = [weapon.type for weapon in file.weapons]
    types += [gun.type for gun in file.guns]
    types += [vehicle.type for vehicle in file.vehicles]
    types += [type for one in file.infantry for type in (one.squad, one.half)]
    literals = (Kind, Status, Marker, Work, s.Form)
    words = (word for literal in literals for word in get_args(literal))
    men = (*shorthand().crews, *shorthand().heroes, *file.leaders.ladder, *file.leaders.better)
    return frozenset((*types, *words, *men, *dates(), *charts().names(), *(str(hex) for hex in hex_map().ground)))
