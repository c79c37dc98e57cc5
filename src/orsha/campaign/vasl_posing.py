"""A counter of VASL in another state: broken, malfunctioned, dismantled and so on, by the layers that it has for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orsha.campaign.report import Status
from orsha.campaign.vasl_names import names_file, read_words
from orsha.hexmap.vasl.saves import Piece
from orsha.hexmap.vasl.saves.pieces import NOBODY, Layer

_LABEL = "TextLabel"


def posed(piece: Piece, wanted: Iterable[Status]) -> tuple[Piece, list[Status]]:
    """The counter in a state, and what of that state no layer of it can show."""
    for layer in piece.layers:
        if layer.on and _says(layer).get(layer.level):
            piece = _set(piece, layer, _silent_level(layer))
    unshown: list[Status] = []
    for status in wanted:
        place = _layer_for(piece, status)
        if place is None:
            unshown.append(status)
        else:
            piece = _set(piece, *place)
    return piece, unshown


def _says(layer: Layer) -> Mapping[int, Status]:
    """What each level of a layer says of a counter: by the word that it puts to the name, or by what it is called."""
    called = {int(level): status for level, status in names_file().layers.get(layer.called, {}).items()}
    worded: dict[int, Status] = {}
    for level, name in enumerate(layer.names, 1):
        if name.strip().endswith("+") or name.startswith("+"):
            said, _ = read_words([name.strip().strip("+")])
            worded.update({level: said[0]} if said else {})
    return worded or called


def _silent_level(layer: Layer) -> int:
    """The level that says nothing, negative where the layer has to be switched off for it."""
    says = _says(layer)
    silent = [level for level in range(1, len(layer.names) + 1) if level not in says and not layer.name_of(level)]
    return silent[0] if silent else -layer.level


def _layer_for(piece: Piece, status: Status) -> tuple[Layer, int] | None:
    """The layer that shows a status, and its level: of several the one nearest to what names the counter now."""
    layers = piece.layers
    naming = [at for at, layer in enumerate(layers) if layer.on and _replaces(layer)]
    for layer in layers[naming[-1] + 1 if naming else 0 :]:
        says = _says(layer)
        levels = [level for level, said in says.items() if said == status]
        if levels:
            return layer, layer.level if layer.level in levels else levels[0]
    return None


def _replaces(layer: Layer) -> bool:
    name = layer.name_of(layer.level)
    return bool(name) and not name.strip().endswith("+") and not name.startswith("+")


def _set(piece: Piece, layer: Layer, level: int) -> Piece:
    _, mark, rest = piece.traits[layer.at].state.partition(";")
    return piece.with_state(layer.at, f"{level}{mark}{rest}")


def kept_by(piece: Piece, *, hidden: str | None, concealed: str | None) -> Piece | None:
    """The counter hidden or concealed by a player, or open; none where it cannot be kept from anybody."""
    done = {"hide": hidden is None, "conceal": concealed is None}
    for at, trait in enumerate(piece.traits):
        if trait.kind == "hide":
            piece = piece.with_state(at, hidden or NOBODY[1])
        elif trait.kind == "conceal":
            piece = piece.with_state(at, f"{concealed or NOBODY[1]};")
        done[trait.kind] = True
    return piece if done["hide"] and done["conceal"] else None


def labelled(piece: Piece, text: str) -> Piece:
    """The counter with a label on it, and without any other that players wrote on it before."""
    first = True
    for at, trait in enumerate(piece.traits):
        if trait.kind == "label" and _LABEL in trait.type and trait.type.split(";")[2:3] == ["Label"]:
            piece = piece.with_state(at, text if first else "")
            first = False
    return piece
