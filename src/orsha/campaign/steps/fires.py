"""Extinguishing flames and blazes (001 7.509): what burned down, what burns on, what was lost in it.

A blaze consumes its hex; a flame goes out or is a blaze when the next scenario begins (7.5094). In buildings and
rubble both destroy what is kept there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from orsha.campaign.counters import vehicle
from orsha.campaign.events import Change, FortsChanged, MarkersSet
from orsha.campaign.files import Side
from orsha.campaign.places import facts, immobile, is_cupola
from orsha.campaign.recovery import flame_becomes_blaze, numbers
from orsha.campaign.report import THINGS, MapMarker, Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.steps.terrain import PLACES, burns_as, has_marker, marked, without_markers
from orsha.campaign.steps.yielding import pass_emptied, victory_blaze
from orsha.campaign.telling import Telling, all_forts, area_of, is_isolated, name
from orsha.hexmap.map import hex_map

RULE = "001 7.509"


def plan(state: CampaignState) -> Iterable[Task]:
    """001 7.5091-7.5095, in that order. What lies in the fire is known now: later the markers are gone."""
    if not marked(state, "flame", "blaze", "burning-wreck"):
        return []
    blazes = terrain_blazes(state)
    flames = [hex for hex in marked(state, "flame") if hex not in blazes]
    rubbled = [hex for hex in blazes if burns_as(state, hex) == "building"]
    burned = [hex for hex in (*blazes, *flames) if burns_as(state, hex) in PLACES]
    tasks = [
        Task("7.5091 wrecks", about=tuple(dict.fromkeys((*blazes, *marked(state, "burning-wreck"))))),
        Task("7.5092 burnt down", about=tuple(hex for hex in blazes if hex not in rubbled)),
        Task("7.5093 buildings", about=tuple(rubbled)),
        *(Task("7.5094 flame", about=(hex,)) for hex in flames),
        Task("7.5094 caught", about=tuple(flames)),
        Task("7.5095 contents", about=tuple(burned)),
        Task("7.5095 wrecks", about=tuple(rubbled)),
        Task("7.5095 confined", about=tuple(burned)),
        Task("7.5093 ground", about=(*blazes, *flames)),
    ]
    return [task for task in tasks if task.about]


def do(told: Telling, task: Task) -> None:
    _DO[task.what](told, task.about)


def terrain_blazes(state: CampaignState) -> list[str]:
    """001 7.5091: hexes ablaze, those with a burning wreck in a building or in rubble among them."""
    wrecks = [hex for hex in marked(state, "burning-wreck") if burns_as(state, hex) in PLACES]
    return sorted({*marked(state, "blaze"), *wrecks})


# -- terrain


def _wrecks(told: Telling, hexes: tuple[str, ...]) -> None:
    """001 7.5091, CG5: burning wrecks, and all wrecks where the terrain blazes, are burnt out."""
    state, blazes = told.state, terrain_blazes(told.state)
    burnt = [one for one in state.markers if one.what == "burning-wreck" or (one.what == "wreck" and one.hex in blazes)]
    if not burnt:
        return
    spread = [hex for hex in blazes if hex not in marked(state, "blaze")]
    text = f"wrecks burn out in {_list(one.hex for one in burnt)}"
    if spread:
        text += f"; the fire has taken hold of {_list(spread)}"
    markers = [replace(one, what="burnt-out-wreck") if one in burnt else one for one in state.markers]
    told.tell(MarkersSet("001 7.5091", text, (*markers, *(MapMarker("blaze", hex) for hex in spread))))
    told.say(
        "001 CG5", "a burnt-out wreck hinders sight as any wreck; it cannot burn, be scrounged or be cleared (D10.4)"
    )


def _burnt_down(told: Telling, hexes: tuple[str, ...]) -> None:
    """001 7.5092: orchards, wooden rubble (and woods and grain, chosen) are open ground; shellholes stay.

    Where nothing can burn the blaze just goes out.
    """
    if not hexes:
        return
    bare = [hex for hex in hexes if burns_as(told.state, hex)]
    out = [hex for hex in hexes if hex not in bare]
    kept = without_markers(told.state.markers, hexes, "blaze", "flame", "rubble")
    burnt = f"burnt down to open ground: {_list(bare)}" if bare else ""
    dead = f"the fire is out in {_list(out)}" if out else ""
    text = "; ".join(part for part in (burnt, dead) if part)
    told.tell(MarkersSet("001 7.5092", text, (*kept, *(MapMarker("open-ground", hex) for hex in bare))))
    _freed(told, hexes)


def _buildings(told: Telling, hexes: tuple[str, ...]) -> None:
    """001 7.5093: a burning building is wooden rubble, and who could set up nowhere else is lost in it."""
    if not hexes:
        return
    kept = without_markers(told.state.markers, hexes, "blaze", "flame")
    text = f"burnt to wooden rubble: the building in {_list(hexes)}"
    told.tell(MarkersSet("001 7.5093", text, (*kept, *(MapMarker("rubble", hex) for hex in hexes))))
    _lose_confined(told, "001 7.5093", hexes)
    _freed(told, hexes)


def _flame(told: Telling, hexes: tuple[str, ...]) -> None:
    """001 7.5094: a die for each flame; a blaze burns until the next reorganization."""
    (hex,) = hexes
    holder = told.state.control.get(hex)
    roller: Side = "russian" if holder == "russian" else "german"
    spreads = flame_becomes_blaze(roller, told.dice, hex)
    kept = without_markers(told.state.markers, hexes, "flame")
    if not spreads:
        told.tell(MarkersSet("001 7.5094", f"the flame in {hex} goes out", kept))
        return
    text = f"the flame in {hex} is a blaze when the next scenario begins"
    told.tell(MarkersSet("001 7.5094", text, (*kept, MapMarker("blaze", hex))))


def _victory_hexes() -> frozenset[str]:
    """001 6, LVP: all victory locations but a bridge's."""
    file = hex_map().file
    return frozenset(file.victory_locations) - {bridge.hex for bridge in file.bridges}


def _freed(told: Telling, hexes: Iterable[str]) -> None:
    """001 6, LVP: a victory location that a blaze has consumed is the Russians' no longer by the fire alone."""
    for hex in hexes:
        if hex in _victory_hexes():
            told.say("001 6", f"victory location {hex} has burnt down: from now on either side can hold or take it")


# -- what is lost


def _caught(told: Telling, flames: tuple[str, ...]) -> None:
    """001 7.5094: who is confined to a hex that now blazes is lost; an AFV is a burnt-out wreck."""
    burning = [hex for hex in flames if has_marker(told.state, hex, "blaze")]
    _lose_confined(told, "001 7.5094", burning)


def _contents(told: Telling, burned: tuple[str, ...]) -> None:
    """001 7.5095: works and equipment where buildings or rubble burned; entrenchments and pillboxes last."""
    lost = [one for one in told.state.pieces.values() if one.hex in burned and one.kind in (*THINGS, "vehicle")]
    _lose(told, "001 7.5095", lost)
    last = numbers().blaze.works_that_last
    gone = {id for id, fort in all_forts(told.state).items() if fort.hex in burned and fort.what not in last}
    for side in SIDES:
        hidden = [fort for id, fort in told.state.sides[side].forts.shown.items() if id in gone]
        if hidden:
            text = f"lost in the fire: hidden {_list(f'{fort.what} in {fort.hex}' for fort in hidden)}"
            change = Change(text, forts_gone=tuple(fort.id for fort in hidden))
            told.change_in_secret("001 7.5095", side, change)
    seen = [fort for id, fort in told.state.forts.items() if id in gone]
    if seen:
        text = f"lost in the fire: {_list(f'{fort.what} in {fort.hex}' for fort in seen)}"
        told.tell(FortsChanged("001 7.5095", text, gone=tuple(fort.id for fort in seen)))


def _wrecks_under_rubble(told: Telling, rubbled: tuple[str, ...]) -> None:
    """001 7.5095: no wreck is left in a building that has just become rubble."""
    kept = without_markers(told.state.markers, rubbled, "wreck", "burnt-out-wreck")
    if len(kept) < len(told.state.markers):
        hexes = [hex for hex in rubbled if has_marker(told.state, hex, "wreck", "burnt-out-wreck")]
        told.tell(MarkersSet("001 7.5095", f"wrecks are buried under the rubble of {_list(hexes)}", kept))


def _ruins(told: Telling, burned: tuple[str, ...]) -> None:
    """001 7.5095: who could set up only in buildings or rubble where the fire is out now, or still burns, is lost."""
    _lose_confined(told, "001 7.5095", [*burned, *marked(told.state, "blaze")])


def _ground(told: Telling, fires: tuple[str, ...]) -> None:
    """001 7.5093; 6, LVP: who has the ground where the fire left nobody, and victory locations that blaze."""
    pass_emptied(told, fires)
    for hex in fires:
        if hex in _victory_hexes() and has_marker(told.state, hex, "blaze"):
            victory_blaze(told, hex)


_DO: dict[str, Callable[[Telling, tuple[str, ...]], None]] = {
    "7.5091 wrecks": _wrecks,
    "7.5092 burnt down": _burnt_down,
    "7.5093 buildings": _buildings,
    "7.5094 flame": _flame,
    "7.5094 caught": _caught,
    "7.5095 contents": _contents,
    "7.5095 wrecks": _wrecks_under_rubble,
    "7.5095 confined": _ruins,
    "7.5093 ground": _ground,
}


def confined(state: CampaignState, piece: Piece, burning: Iterable[str]) -> bool:
    """An isolated piece in the fire that may set up nowhere else: its whole area burns, or it cannot be moved."""
    there = frozenset(burning)
    area = area_of(state, piece.hex) if is_isolated(state, piece) else None
    if area is None or piece.hex not in there:
        return False
    return there.issuperset(area.hexes) or immovable(state, piece)


def immovable(state: CampaignState, piece: Piece) -> bool:
    """001 7.5071: an immobile vehicle. CG11: a gun in a building, a pillbox or a trench."""
    if piece.kind == "vehicle":
        return immobile(piece) or piece.has("abandoned")
    if piece.kind != "gun" or piece.has("hooked"):
        return False
    works = {fort.what for fort in state.forts.values() if fort.hex == piece.hex}
    return not works.isdisjoint(facts().clearing.guns_stay_in) or burns_as(state, piece.hex) in PLACES


def _lose_confined(told: Telling, rule: str, burning: Iterable[str]) -> None:
    there = list(burning)
    _lose(told, rule, [one for one in told.state.pieces.values() if confined(told.state, one, there)])


def _lose(told: Telling, rule: str, pieces: list[Piece]) -> None:
    """Pieces burn, with the armor leaders in them; an AFV leaves a burnt-out wreck (7.5094; elsewhere chosen)."""
    ids = {one.id for one in pieces}
    aboard = [
        one
        for one in told.state.pieces.values()
        if one.kind == "armor-leader" and one.held_by in ids and one.id not in ids
    ]
    lost = (*pieces, *aboard)
    if lost:
        told.remove(rule, f"lost in the fire: {_list(map(name, lost))}", *(one.id for one in lost))
    left = [one.hex for one in pieces if leaves_wreck(one)]
    if left:
        markers = (*told.state.markers, *(MapMarker("burnt-out-wreck", hex) for hex in left))
        told.tell(MarkersSet(rule, f"burnt-out wrecks are left in {_list(left)}", markers))


def leaves_wreck(piece: Piece) -> bool:
    """001 4.1: a cupola leaves none."""
    return piece.kind == "vehicle" and vehicle(piece.type).afv and not is_cupola(piece)


def _list(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(words))


STEP = Step("7.509", "Extinguishing flames and blazes", plan, do)
