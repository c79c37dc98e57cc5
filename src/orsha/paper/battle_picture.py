"""A battle at one moment as a picture: the table, both sides' teams on it, and where every unit is. Plain SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import ceil, cos, hypot, pi, sin
from pathlib import Path

from msgspec.structs import replace

from orsha.kernel import OrshaError, counted
from orsha.paper import battle_counters as signs
from orsha.paper import battle_table, ink, press
from orsha.paper.battle_arrivals import areas, coming
from orsha.paper.battle_counters import Counter
from orsha.paper.battle_off import firing, off_table_svg
from orsha.paper.battle_river import boat_sign, river_svg
from orsha.paper.battle_rooms import fight_sign, fights_svg, floor_by_floor, floor_sign, rooms_svg, shifted, smaller
from orsha.paper.battle_table import MARGIN, TITLE, Frame, Picture
from orsha.paper.ink import COLOUR, GOLD, GREY, INK, Box, Label, Point
from orsha.paper.places import Spot, arrange, crosses
from orsha.tabletop.game import facts, obstacles, words
from orsha.tabletop.game.batteries import marker
from orsha.tabletop.game.events import Asked, Fired, Shelled
from orsha.tabletop.game.leading_out import gained_zones
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.format import HoldObjective
from orsha.tabletop.mission.ground import mission_of, side_of, zone_of
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table import MIL, base

NAME = 2.3
"""The size of a unit's name on the table."""
KICKER = 3.0
"""How much room the line above the title takes."""
ROW = 6.6
HEAD = 6.0
GOAL = "goal"
NEAR = 2.2
FAR = (0.8, NEAR, 5.0, 9.0, 13.0, 18.0)
"""How far a name may stand from its unit."""
CHOICES = 40
SIGNS = 9.0
LINE = 5.4
COLUMNS = 4
GONE = {"lost": "destroyed", "withdrawn": "withdrawn"}
ELSEWHERE = {
    "roster": "not placed yet",
    "table": "not on the table now",
    "reserve": "in reserve",
    "ambush": "in ambush",
    "off-table": "off the table",
    **GONE,
}


class Scene:
    """A battle's state, ready to be drawn."""

    def __init__(self, state: BattleState, frame: Frame) -> None:
        self.state, self.frame = state, frame
        self.counters = [self.counter(id) for id, team in state.teams.items() if team.aboard is None]
        self.labels = _labels(self)

    def side(self, seat: Seat) -> Side:
        return side_of(self.state.mission, seat)

    def counter(self, team: str) -> Counter:
        state, its, sheet = self.state, self.state.teams[team], facts.sheet(self.state, team)
        unit = state.units[sheet.unit]
        shape = base(sheet.base)
        kind = "lorry" if sheet.base == "truck" else sheet.card.kind
        return Counter(
            team,
            sheet.unit,
            number(sheet.unit),
            self.side(sheet.seat),
            kind,
            shifted(its, self.frame.at((its.x, its.y)), self.frame),
            shape.half_width / MIL * self.frame.scale * smaller(its),
            shape.half_length / MIL * self.frame.scale * smaller(its),
            its.facing,
            unit.leader == team,
            team in state.commanders.values(),
            unit.pinned,
            its.bailed_out,
            its.foxholes,
            its.smoked,
            len(facts.passengers(state, team)),
        )


def number(unit: str) -> str:
    """A unit's number in its force, as its counters carry it."""
    return unit.rpartition(" ")[2]


def headline(state: BattleState) -> str:
    """Which mission, whose turn and step; or who won."""
    mission = state.mission
    name = mission_of(mission).file.name if mission.mission else "A battle"
    if mission.over:
        return f"{name}: {mission.winner or 'nobody'} has won"
    if mission.active is None or mission.stage == "setup":
        return f"{name}: the set-up"
    step = words.STEP_NAMES.get(state.step, "Assault Step" if state.step == "assault" else "")
    turn = f"{name}: {mission.active}'s turn {mission.turns.get(mission.active, 0)}"
    return f"{turn}, {step}" if step else turn


def draw(state: BattleState, *, zones: bool = False, note: str = "", events: Iterable[object] = ()) -> Picture:
    """The picture of a battle, with what just happened drawn in, and its mission's zones if they are asked for."""
    if state.table is None:
        raise OrshaError("the table is not laid yet at that moment; look at a later entry")
    title = headline(state)
    under = _table(state, title, zones)
    scene = Scene(state, Frame(state.table.size, (under.width - 2 * MARGIN) / (state.table.size[0] / MIL)))
    edge, deep = off_table_svg(state, under.height, under.width)
    panel, high = _panel(scene, under.height + deep, under.width)
    inside = (
        f'<rect width="{under.width:.2f}" height="{KICKER + 1:.2f}" fill="{ink.PAPER}"/>'
        f'<g transform="translate(0 {KICKER})">{under.inside}{rooms_svg(state, scene.frame)}{_markers(scene)}'
        f"{trail(scene, events)}"
        f"{_lines(scene, goals=False)}{floor_by_floor(state, scene.counters)}{_lines(scene, goals=True)}"
        f"{_names(scene)}{fights_svg(state, scene.frame)}"
        f"{edge}{panel}</g>{_kicker(state, under.width, note)}"
    )
    return Picture(title, under.width, under.height + deep + high + KICKER, inside)


def _table(state: BattleState, title: str, zones: bool) -> Picture:
    """The table itself, with the mission's zones, ground that was gained and where its reserves come on, if they are
    asked for."""
    assert state.table is not None
    table, mission, zone = replace(state.table, name=title), mission_of(state.mission), partial(zone_of, state.mission)
    if not zones:
        return battle_table.draw(table)
    return battle_table.draw(table, {**areas(mission, zone), **gained_zones(state)}, coming(mission, zone))


def _kicker(state: BattleState, width: float, note: str) -> str:
    """Above the title: what is asked now or why it is over, and which moment it is."""
    told = state.mission.why
    if state.asked is not None:
        told = words.told(Asked(state.asked))
    room = width - 2 * MARGIN - ink.text_width(note, 2.8, bold=True) - 8
    rows = signs.words(_cut(told, 2.8, room), (MARGIN, 5.6), 2.8, INK, anchor="start")
    return rows + signs.words(note, (width - MARGIN, 5.6), 2.8, GREY, anchor="end")


def trail(scene: Scene, events: Iterable[object]) -> str:
    """What happened in an entry: ways that were gone, shots, and where shells fell."""
    rows = ""
    for event in events:
        for leg in getattr(event, "legs", ()):
            points = [scene.frame.at(spot) for spot in leg.way]
            rows += signs.way(points, COLOUR[scene.side(facts.seat_of(leg.team))])
        if isinstance(event, Fired):
            known = scene.state.teams
            shots = [(known[one.team], one) for one in event.volleys if one.team in known]
            for team, one in shots:
                rows += signs.shot(scene.frame.at((team.x, team.y)), scene.frame.at(one.spot), one.hits > 0)
        if isinstance(event, Shelled):
            rows += signs.shells(scene.frame.at(event.at), event.inches / 2 * scene.frame.scale)
    return rows


# -- what lies on the table


def _markers(scene: Scene) -> str:
    state, frame = scene.state, scene.frame
    rows = ""
    rings = sorted({win.within for win in mission_of(state.mission).file.win if isinstance(win, HoldObjective)})
    for label, one in state.mission.objectives.items():
        if one.at is not None:
            at = frame.at(one.at)
            near = rings if one.room is None else []
            rows += "".join(signs.reach_ring(at, inches * frame.scale, "#8a6d00") for inches in near)
            rows += signs.objective(at, label)
    for kind, at in _dangers(state):
        rows += {"minefield": signs.minefield, "booby trap": signs.trap}.get(kind, signs.wire)(frame.at(at))
    rows += "".join(signs.cleared(frame.at(at)) for _, at in state.cleared)
    for unit in state.units:
        found = marker(state, unit)
        if found is not None and facts.teams_of(state, unit):
            covers = [one.box() for one in scene.counters]
            rows += signs.ranged_in(frame.at(found), number(unit), scene.side(facts.seat_of(unit)), covers)
    rows += river_svg(state, frame)
    return rows + "".join(signs.screen(frame.at(a), frame.at(b)) for a, b in facts.screens(state))


def _dangers(state: BattleState) -> list[tuple[str, tuple[int, int]]]:
    found: list[tuple[str, tuple[int, int]]] = [
        (kind, at) for kind, spots in obstacles.markers(state).items() for at in spots
    ]
    known = {at for _, at in found}
    more = [one.at for one in state.mission.markers if one.what in ("wire", "barbed-wire") and one.at is not None]
    return found + [("barbed wire", at) for at in more if at not in known and ("barbed wire", at) not in state.cleared]


# -- names on the table


def _labels(scene: Scene) -> list[tuple[Label, Point]]:
    """The names of the units on the table where there is room for them, each with the team that it points to."""
    taken = [one.box().grown(0.7) for one in scene.counters]
    taken += [_about(one.place(0, one.half_long + 1.6), 0.8) for one in scene.counters if one.kind in ("tank", "gun")]
    taken += [_about(scene.frame.at(one.at), 3.2) for one in scene.state.mission.objectives.values() if one.at]
    of_unit: dict[str, list[Counter]] = {}
    for one in scene.counters:
        of_unit.setdefault(one.unit, []).append(one)
    wanted = [(own, _unit_name(scene, own[0])) for own in of_unit.values()]
    wanted += [([one], one.unit) for one in _covered(scene)]
    things = [_free(_choices(scene, own, name), taken) for own, name in wanted]
    placed: list[tuple[Label, Point]] = []
    for chosen in arrange([choices for choices in things if choices], []):
        assert chosen.label is not None and chosen.arrow is not None
        if not any(chosen.label.box().overlaps(other.box()) for other, _ in placed):
            placed.append((chosen.label, chosen.arrow.start))
    return placed


def _free(choices: Iterable[Spot], taken: list[Box]) -> list[Spot]:
    """The best places that nothing lies on; a line across teams makes a place worse."""
    found: list[Spot] = []
    for one in choices:
        box, line = one.box, one.arrow
        assert box is not None and line is not None
        if any(box.overlaps(other) for other in taken):
            continue
        crossed = sum(crosses(line.start, line.end, other) for other in taken)
        found.append(replace(one, cost=one.cost + 5 * crossed))
        if len(found) == CHOICES:
            break
    return found


def _about(at: Point, far: float) -> Box:
    return Box(at[0] - far, at[1] - far, at[0] + far, at[1] + far)


def _unit_name(scene: Scene, one: Counter) -> str:
    return f"{one.number}: {facts.unit_name(scene.state, one.unit)}"


def _covered(scene: Scene) -> list[Counter]:
    """Objectives that teams stand on: they get a name beside them."""
    found = []
    for label, one in scene.state.mission.objectives.items():
        if one.at is not None:
            at = scene.frame.at(one.at)
            if any(other.box().overlaps(_about(at, 1.8)) for other in scene.counters):
                found.append(Counter("", f"objective {label}", label, "attacker", GOAL, at, 3, 3, leader=True))
    return found


def _choices(scene: Scene, own: list[Counter], name: str) -> Iterator[Spot]:
    """The places for a unit's name: about its leader first, then about its other teams, the nearer the better."""
    frame = scene.frame
    table = Box(MARGIN, TITLE + MARGIN, MARGIN + frame.width, TITLE + MARGIN + frame.height).grown(-0.4)
    tries = [(far + (4 if far > NEAR else 0), far, about) for about in own for far in FAR if about.leader or far < 6]
    for cost, far, about in sorted(tries, key=lambda one: one[0] + (0 if one[2].leader else 3)):
        for turn in range(16):
            label = _beside(name, about, far, turn * pi / 8)
            if label.box().inside(table):
                worse = (0 if about.leader else 3) + (0 if turn % 4 == 0 else 0.5)
                yield Spot(label, label.box(), ink.Arrow(about.at, label.at, 0, ""), cost + worse)


def _beside(name: str, about: Counter, far: float, turn: float) -> Label:
    """A name beside a counter, in some direction, so far from its edge."""
    colour = INK if about.kind == GOAL else COLOUR[about.side]
    label = Label((name,), (0, 0), NAME, bold=True, colour=colour)
    own, box = about.box(), label.box()
    wide = (own.right - own.left + box.right - box.left) / 2 + far
    high = (own.bottom - own.top + box.bottom - box.top) / 2 + far
    c, s = cos(turn), sin(turn)
    stretch = min(wide / abs(c) if abs(c) > 1e-6 else 1e9, high / abs(s) if abs(s) > 1e-6 else 1e9)
    return replace(label, at=(about.at[0] + c * stretch, about.at[1] + s * stretch))


def _lines(scene: Scene, *, goals: bool) -> str:
    """Lines from names to what they name: to teams underneath the counters, to objectives on top of them."""
    rows = ""
    for label, at in scene.labels:
        box = label.box()
        near = (min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom))
        if (label.colour == INK) is goals and hypot(near[0] - at[0], near[1] - at[1]) > 3.5:
            rows += ink.line(near, at, ink.PAPER, 0.9) + ink.line(near, at, label.colour, 0.4)
            rows += signs.dot(at, label.colour) if goals else ""
    return rows


def _names(scene: Scene) -> str:
    plates = "".join(ink.plate(label.box()) for label, _ in scene.labels)
    names = "".join(label.svg() for label, _ in scene.labels)
    return f'<g opacity="0.88">{plates}</g><g text-anchor="middle">{names}</g>'


# -- below the table: every unit, and what the signs mean


def _panel(scene: Scene, top: float, width: float) -> tuple[str, float]:
    """Both forces unit by unit, two columns each, and the signs; with how high it is."""
    roster = scene.state.roster
    deep = max(ceil(len(roster.of_seat[seat]) / 2) for seat in SEATS)
    step = (width - 2 * MARGIN) / COLUMNS
    legend, lines = _legend(scene, top + HEAD + deep * ROW + 5, width - MARGIN)
    high = HEAD + deep * ROW + SIGNS + 8 + (lines - 1) * LINE
    rows = f'<rect x="0" y="{top - 0.1:.2f}" width="{width:.2f}" height="{high + 0.1:.2f}" fill="{ink.PAPER}"/>'
    for n, seat in enumerate(SEATS):
        rows += _force(scene, seat, (MARGIN + 2 * n * step, top + 3.4), 2 * step - 4)
        for k, unit in enumerate(roster.of_seat[seat]):
            rows += _unit_row(scene, unit, (MARGIN + (2 * n + k // deep) * step, top + HEAD + k % deep * ROW), step - 3)
    middle = MARGIN + 2 * step - 2
    rows += ink.line((middle, top + 1), (middle, top + HEAD + deep * ROW), GREY, 0.2)
    return rows + legend, high


def _force(scene: Scene, seat: Seat, at: Point, room: float) -> str:
    state = scene.state
    side = scene.side(seat) if state.mission.attacker is not None else None
    told = f"{seat}{f' ({side})' if side else ''}: {state.setup.forces[seat].name}"
    return signs.words(_cut(told, 3, room), at, 3, COLOUR[side] if side else INK, bold=True, anchor="start")


def _unit_row(scene: Scene, unit: str, at: Point, width: float) -> str:
    sheet = facts.unit_sheet(scene.state, unit)
    side = scene.side(sheet.seat)
    left = facts.teams_of(scene.state, unit)
    x, y = at
    chip = Counter("", unit, number(unit), side, "infantry", (x + 2.6, y + 2.6), 2.5, 2.5)
    faint = "" if left or _where(scene.state, unit) not in GONE.values() else ' opacity="0.45"'
    name = signs.words(_cut(sheet.name, 2.6, width - 7), (x + 6.3, y + 2.3), 2.6, INK, bold=True, anchor="start")
    told = signs.words(_cut(standing(scene.state, unit), 2.2, width - 7), (x + 6.3, y + 5.2), 2.2, GREY, anchor="start")
    return f"<g{faint}>{signs.counters_svg([chip])}{name}{told}</g>"


def standing(state: BattleState, unit: str) -> str:
    """How a unit is, in a few words."""
    own = facts.teams_of(state, unit)
    teams = len(facts.unit_sheet(state, unit).teams)
    off = firing(state, unit)
    if not own:
        return f"{counted(off, 'team')} off the table" if off else _where(state, unit)
    found = [f"{len(own)} of {counted(teams, 'team')}", *([f"{off} off the table"] if off else [])]
    found += ["pinned down"] if state.units[unit].pinned else []
    for count, said in (
        (sum(state.teams[id].bailed_out for id in own), "Bailed Out"),
        (sum(state.teams[id].foxholes for id in own), "in foxholes"),
        (sum(state.teams[id].aboard is not None for id in own), "aboard"),
    ):
        found += [f"{count} {said}"] if count else []
    return ", ".join(found) + (", coming on" if state.units[unit].arriving else "")


def _where(state: BattleState, unit: str) -> str:
    its = state.mission.units.get(unit)
    if its is not None and its.where in ("table", "off-table") and facts.unit_sheet(state, unit).flies:
        return "at its airfield"
    return ELSEWHERE[its.where] if its is not None else ELSEWHERE["roster"]


def _legend(scene: Scene, y: float, right: float) -> tuple[str, int]:
    """The signs with their meaning, in a line, or in several where there is no room for all; with how many."""
    rows, x, lines = "", MARGIN + 3, 1
    for sign, told in _meanings(scene, y):
        shift, drawn = sign
        long = shift + ink.text_width(told, 2.4)
        if x + long > right:
            x, lines = MARGIN + 3, lines + 1
        down = (lines - 1) * LINE
        rows += f'<g transform="translate({x:.2f} {down:.2f})">{drawn}</g>'
        rows += signs.words(told, (x + shift, y + down + 0.9), 2.4, INK, anchor="start")
        x += long + 6.5
    return rows, lines


def _meanings(scene: Scene, y: float) -> list[tuple[tuple[float, str], str]]:
    at = (0.0, y)
    dug = Counter("", "", "", "defender", "infantry", at, 1.7, 1.7, foxholes=True)
    found = [
        ((2.5, signs.star(at, "#ffffff", 1.5)), "leader"),
        ((2.7, signs.star(at, GOLD, 1.8)), "commander"),
        ((2.2, signs.pinned(at)), "pinned down"),
        ((2.8, signs.cross(at, 1.5)), "Bailed Out, or cleared"),
        ((3.6, signs.counters_svg([dug])), "in foxholes"),
        ((2.7, signs.riders(at, 2)), "passengers"),
        ((2.7, signs.cloud(at)), "smoke"),
        ((4.2, f'<g transform="translate(0 {y * 0.3:.2f}) scale(0.7)">{signs.objective(at, "1")}</g>'), "objective"),
        ((3.6, signs.ranged_in(at, "", "attacker")), "Ranged In"),
    ]
    kinds = {kind for kind, _ in _dangers(scene.state)}
    found += [((3.6, signs.minefield(at)), "minefield")] if "minefield" in kinds else []
    found += [((2.9, signs.trap(at)), "booby trap")] if "booby trap" in kinds else []
    found += [((5.4, signs.wire(at)), "barbed wire")] if "barbed wire" in kinds else []
    if any(team.level for team in scene.state.teams.values()):
        found.append(((2.7, floor_sign(at, 1)), "upper floor"))
    if scene.state.assault is not None and scene.state.assault.fray is not None:
        found.append(((3.4, fight_sign(at)), "contested room"))
    if scene.state.boats:
        found.append(((2.7, boat_sign(at, (1.0, y), 1.9, COLOUR["attacker"], "1")), "boat"))
    return found


def _cut(text: str, size: float, room: float) -> str:
    """A text as far as there is room for it."""
    if ink.text_width(text, size, bold=True) <= room:
        return text
    while text and ink.text_width(text + "...", size, bold=True) > room:
        text = text[:-1]
    return text.rstrip() + "..."


# -- files


def write_battle(
    state: BattleState, out: Path, *, zones: bool = False, note: str = "", events: Iterable[object] = ()
) -> None:
    """The picture as .svg, .png or .pdf by the file's name."""
    how = press.format_of(out, "a battle")
    picture = draw(state, zones=zones, note=note, events=events)
    press.written(out, picture.svg().encode() if how == "svg" else battle_table._printed(picture, how))
