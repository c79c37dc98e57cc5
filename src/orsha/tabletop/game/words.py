"""A battle's events in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from orsha.kernel import counted
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.battle.saves import Struck
from orsha.tabletop.game import boat_state as b
from orsha.tabletop.game import events
from orsha.tabletop.game import state as s
from orsha.tabletop.game.events import BattleEvent, Harm, Went
from orsha.tabletop.mission.events import Asking
from orsha.tabletop.mission.report import event_words
from orsha.tabletop.table.kinds import MIL

STEP_NAMES = {"starting": "Starting Step", "movement": "Movement Step", "shooting": "Shooting Step"}
GONE = {
    "destroyed": "destroyed",
    "captured": "captured",
    "left": "off the table again",
    "rear": "sent to the rear",
    "withdrawn": "withdrawn",
    "removed": "lost with its unit",
    "spent": "spent",
}


SHIFTED = ("get out", "take over")
"""What is more than turning, however far it is."""


def told(event: BattleEvent) -> str:
    words = WORDS.get(type(event))
    if words is not None:
        return words(event)
    return event_words(event)  # type: ignore[arg-type]


def at(spot: s.Spot) -> str:
    return f'({spot[0] / MIL:.1f}", {spot[1] / MIL:.1f}")'


def harms(found: Sequence[Harm]) -> str:
    """What became of each hit; the same of a team is told once, with how often."""
    each = Counter(Struck(one.name, one.result, one.condition).words() for one in found)
    return "; ".join(words + (f" ({times} times)" if times > 1 else "") for words, times in each.items())


def table_laid(event: events.TableLaid) -> str:
    return f"the table is {event.table.name}"


def deployed(event: events.Deployed) -> str:
    how = {"set-up": "deploys", "ambush": "springs its ambush", "edge": "comes to the edge of the table"}
    return f"{event.name} {how.get(event.how, 'dives to attack')}"


def marched(event: events.Marched | events.Moved) -> str:
    moved = [leg for leg in event.legs if leg.mils or leg.board or leg.left or leg.into or leg.pace in SHIFTED]
    if not moved and any(leg.way[0] != leg.way[-1] for leg in event.legs):
        return f"{event.name} moves about in its room"
    if not moved:
        return f"{event.name} turns" if event.legs else f"{event.name} stays"
    paces = list(dict.fromkeys(_pace(leg) for leg in moved))
    far = max(leg.mils for leg in moved) / MIL
    said = f"{event.name} {' and '.join(paces)}" + (f" up to {far:.1f} inches" if far else "")
    rooms = list(dict.fromkeys(leg.into for leg in moved if leg.into))
    said += f" into {' and '.join(rooms)}" if rooms else ""
    held = [leg.held for leg in moved if leg.held]
    return said + (f" ({', '.join(dict.fromkeys(held))})" if held else "")


def _pace(leg: Went) -> str:
    if leg.board:
        return "mounts"
    if leg.left:
        return "disembarks" if " boat " in leg.left else "dismounts"
    return {
        "tactical": "moves",
        "road": "dashes by road",
        "terrain": "dashes through terrain",
        "cross-country": "dashes cross-country",
        "order": "moves by order",
        "charge": "charges",
        "fall back": "falls back",
        "break off": "breaks off",
        "consolidate": "consolidates",
        "get out": "gets out",
        "take over": "takes over",
    }[leg.pace]


def ordered(event: events.Ordered) -> str:
    name = moves().order(event.order).name
    said = f"{event.name} is ordered: {name}, " + ("done" if event.passed else "failed")
    return said + (" (foxholes)" if event.foxholes else "") + (" (a marker is cleared)" if event.cleared else "")


def fired(event: events.Fired) -> str:
    verb = {"shooting": "shoots", "defensive": "fires in defence", "flak": "fires at aircraft", "strafing": "strafes"}
    shots, hits = sum(v.shots for v in event.volleys), sum(v.hits for v in event.volleys)
    said = f"{event.name} {verb[event.how]}: {counted(shots, 'shot')}, {counted(hits, 'hit')}"
    return said + (f"; smoke on {counted(len(event.smoked), 'team')}" if event.smoked else "")


def harmed(event: events.Harmed) -> str:
    return harms(event.harms)


def ranged(event: events.Ranged) -> str:
    if not event.attempts and event.ranged_in:
        return f"{event.name} fires at its Ranged In marker {at(event.at)}"
    if not event.ranged_in:
        return f"{event.name} does not range in at {at(event.at)}"
    extra = f", {event.penalty:+d} to hit" if event.penalty else ""
    return f"{event.name} ranges in at {at(event.at)} with attempt {event.attempts}{extra}"


def shelled(event: events.Shelled) -> str:
    under = len(event.hit) + len(event.missed)
    if event.exploded:
        mines = f", {counted(len(event.cleared), 'minefield')} cleared" if event.cleared else ""
        return f"{event.name} explodes {at(event.at)}: {counted(under, 'team')} hit{mines}"
    where = " and ".join(event.rooms) if event.rooms else at(event.at)
    return f"{event.name}'s bombardment falls on {where}: {len(event.hit)} of {counted(under, 'team')} hit"


def charged(event: events.Charged) -> str:
    if event.assault.tank is not None:
        return f"a tank takes control of {event.name}" + (", which drives on" if event.legs else "")
    return f"{event.name} charges with {counted(len(event.legs), 'team')}"


def fought(event: events.Fought) -> str:
    said = f"{event.by} strikes with {counted(len(event.strikers), 'team')}: {counted(event.hits, 'hit')}"
    return said + (f"; {harms(event.harms)}" if event.harms else "")


def tested(event: events.Tested) -> str:
    if event.passed and not event.failed:
        return f"{event.names} may counterattack"
    if event.failed and not event.passed:
        return f"{event.names} must break off"
    return (
        f"of {event.names} {counted(len(event.passed), 'unit')} may counterattack, {len(event.failed)} must break off"
    )


def teams_gone(event: events.TeamsGone) -> str:
    return f"{event.name}: {counted(len(event.teams), 'team')} {GONE[event.how]}"


def commander(event: events.CommanderFell) -> str:
    if event.team is None:
        return f"{event.name} has no commander any more"
    return f"the commander of {event.name} takes over another team"


def asked(event: events.Asked) -> str:
    if event.question is None:
        return ""
    what = {
        "mistake": "may claim a Mistaken Target",
        "flak": "may fire at the aircraft",
        "defend": "may fire in defence",
        "react": "may counterattack or break off",
        "break-off": "must break off",
        "consolidate": "may consolidate",
        "lead-out": "may move what was just put down",
        "take-room": f"may move into {', '.join(event.question.rooms)}",
    }
    return f"{event.question.seat} {what[event.question.kind]}"


def step_began(event: events.StepBegan) -> str:
    if event.step == "none":
        return ""  # the mission says it
    return f"{event.seat}'s {STEP_NAMES.get(event.step, 'Assault Step')}"


def launched(event: b.Launched) -> str:
    off = sum(one.off for one in event.boats)
    said = f"{event.name} crosses in {counted(len(event.boats), 'boat')} and drifts {event.inches} inches"
    return said + (f"; {counted(off, 'boat')} off the table" if off else "")


def boats_returned(event: b.BoatsReturned) -> str:
    back, stuck = counted(len(event.back), "empty boat"), len(event.stuck)
    if not event.back:
        return f"{event.seat}: {counted(stuck, 'empty boat')} stuck on the far bank"
    return f"{event.seat}: {back} back at the near bank" + (f", {stuck} stuck" if stuck else "")


WORDS: dict[type, Callable[[Any], str]] = {
    Asking: lambda e: "",  # the table answers by itself
    events.TableLaid: table_laid,
    events.Deployed: deployed,
    events.LeftOff: lambda e: f"{e.name}: {counted(len(e.teams), 'team')} will fire from off the table",
    events.Built: lambda e: f"{e.seat} builds {e.item}" + (", with a defilade wall" if e.walls else ""),
    events.Shaken: lambda e: f"{e.name} " + ("is Bailed Out in ambush" if e.bailed_out else "is ready again in ambush"),
    events.TrapsLaid: lambda e: f"{e.seat} lays {counted(len(e.at), 'booby trap')}",
    events.FoxholesDug: lambda e: f"{e.name}: {counted(len(e.teams), 'team')} in foxholes",
    events.StepBegan: step_began,
    events.Remounted: lambda e: f"{e.name} " + ("is manned again" if e.active else "stays Bailed Out"),
    events.Rallied: lambda e: f"{e.name} " + ("stays pinned down" if e.pinned else "rallies"),
    events.StoodLast: lambda e: f"{e.name} " + ("breaks and is lost" if e.destroyed else "stands") + f" ({e.why})",
    events.FormationBroken: lambda e: f"{e.name} has too few units left and is destroyed",
    events.TeamsGone: teams_gone,
    events.Led: lambda e: f"{e.name} leads now",
    events.CommanderFell: commander,
    events.Ordered: ordered,
    events.Marched: marched,
    events.Moved: marched,
    events.LedOut: lambda e: f"{e.name} gains ground to deploy on" if e.gains else "",
    events.Fired: fired,
    events.HitsAsked: lambda e: f"{counted(len(e.fire.hits), 'hit')} to save",
    events.Mistook: lambda e: "a Mistaken Target: the hits change places" if e.swapped else "no Mistaken Target",
    events.Harmed: harmed,
    events.PinnedDown: lambda e: f"{e.name} is pinned down: {e.why}",
    events.Ranged: ranged,
    events.Shelled: shelled,
    events.SmokeLaid: lambda e: f"{e.name} lays a smoke screen",
    events.SmokeLifted: lambda e: f"{e.seat}'s smoke lifts",
    events.AircraftCame: lambda e: f"{e.name} " + ("arrives" if e.came else "does not come"),
    events.Charged: charged,
    events.ChargeStopped: lambda e: f"{e.name} is stopped: {e.why}",
    events.Fought: fought,
    events.Tested: tested,
    events.SidesChanged: lambda e: f"{e.name} counterattacks",
    events.RoomCleared: lambda e: (
        f"{e.seat} clears {e.room}" + (f", {counted(len(e.legs), 'team')} move in" if e.legs else "")
    ),
    events.AssaultEnded: lambda e: f"the assault ends: {'stopped by ' if e.why.endswith(' hits') else ''}{e.why}",
    events.Asked: asked,
    b.BoatsCounted: lambda e: f"{e.seat} has {counted(len(e.boats), 'assault boat')}",
    b.Launched: launched,
    b.BoatBacked: lambda e: f"a boat of {e.name} goes back into the shallows",
    b.DriftersRolled: lambda e: f"{e.names} " + ("comes back to the table" if e.back else "is still adrift"),
    b.BoatsReturned: boats_returned,
}
