"""Wind and set-up (001 7.522): wind, plans, those cut off, all others, works, reconnaissance, bombardments."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign.commands import Answer, Place
from orsha.campaign.events import Points
from orsha.campaign.files import Side
from orsha.campaign.groups import chart, group, note
from orsha.campaign.observers import edge_hexes, kind_of, modules
from orsha.campaign.places import entry_area, facts
from orsha.campaign.placing import ISOLATED, PLANS, REST, SetUp, settle
from orsha.campaign.report import MEN
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import SIDES, CampaignState, Question, Task
from orsha.campaign.steps import recon
from orsha.campaign.steps.putting_down import PEOPLE, may_hide, put_down
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, holder_side, is_isolated, with_status, without
from orsha.campaign.zones import concealing, isolated, plans, rest, returning
from orsha.hexmap.grid import distance, grain, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Command, counted

RULE = "001 7.522"
WIND = "001 7.5221"
SHOWN = "001 CG16"
BOMBARDMENT = "001 Russian note m"
OFF_MAP = "off the map"


def plan(state: CampaignState) -> Iterable[Task]:
    """Germans first at every stage; plans are written down before anybody sets up (notes h and i, footnote 20)."""
    return [
        Task("wind"),
        *(Task("modules", side) for side in SIDES),
        Task("plans"),
        *(Task("isolated", side) for side in SIDES),
        *(Task("rest", side) for side in SIDES),
        Task("works"),
        Task("recon"),
        Task("inspect"),
        Task("bombardments"),
        Task("end"),
    ]


def do(told: Telling, task: Task) -> None:
    _DO[task.what](told, task)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    if isinstance(command, Place):
        _placed(told, task, side, command)
        return
    assert isinstance(command, Answer)
    match task.what:
        case "wind":
            _blow(told, command.chosen[0])
        case "modules":
            _use(told, side, command.chosen)
        case "recon":
            recon.pay(told, command.chosen)
        case "inspect":
            recon.inspect(told, command.chosen)
        case "bombardment":
            _bombard(told, task.about[0], command.chosen[0])


# -- 7.5221: wind


def _wind(told: Telling, task: Task) -> None:
    """The base game's roll is made by the German player, who tells what it gave (ruling B15)."""
    rule = set_up_rules().wind
    if told.state.weather == rule.gusty_weather:
        _blow(told, rule.gusty_wind)
        return
    blowing = [f"{force}, direction {n}" for force in rule.forces for n in range(1, rule.directions + 1)]
    choices = {words: words for words in (rule.calm, *blowing)}
    told.choose("german", WIND, "roll for wind force and direction (base game B25.63, B25.64)", choices, 1, 1)


def _blow(told: Telling, wind: str) -> None:
    state = told.state
    told.tell(ev.SkyChanged(WIND, state.weather, state.ground, wind))
    if wind.startswith(set_up_rules().wind.drifts) and any(one.what == "blaze" for one in state.markers):
        told.say(WIND, "a mild breeze and a blaze: put out drifting smoke now")


# -- CG13: modules


def _modules(told: Telling, task: Task) -> None:
    """No more modules are used in a scenario than the side's limit."""
    assert task.side is not None
    held, most = modules(told.state, task.side), chart(task.side).oba_per_scenario
    if len(held) > most:
        choices = {one.id: f"{one.words} {one.id}, {one.ammunition}" for one in held}
        told.choose(task.side, PLANS, f"which {most} modules are used in this scenario?", choices, most, most)


def _use(told: Telling, side: Side, chosen: tuple[str, ...]) -> None:
    told.say(PLANS, f"in this scenario only these modules are used: {', '.join(chosen)}; the others wait", side)


# -- hexes written down


def _plans(told: Telling, task: Task) -> None:
    for side in SIDES:
        _move_observers(told, side)
        if plans(told.state, side).slots:
            text = "write down hexes of observers, pre-registered hexes and the aim of bombardments"
            told.ask(side, Question(PLANS, text, form="place"))


def _move_observers(told: Telling, side: Side) -> None:
    """An observer whose hex is the enemy's now goes to the nearest that is not."""
    own = edge_hexes(told.state, side)
    moved = []
    for module in modules(told.state, side):
        if module.observer and module.hexes[0] not in own:
            old = parse(module.hexes[0])
            near = min(own, key=lambda hex: (distance(old, parse(hex)), hex))
            moved.append(replace(module, hexes=(near, *module.hexes[1:])))
    if moved:
        change = ev.Change("observers leave hexes that were lost", assets=tuple(moved))
        told.change_in_secret(PLANS, side, change)


# -- 7.5222, 7.5224: pieces and works


def _isolated(told: Telling, task: Task) -> None:
    assert task.side is not None
    offered = isolated(told.state, task.side)
    if offered.pieces or offered.forts:
        text = "set up what is cut off, each piece in its own area; what is not named stays where it is"
        told.ask(task.side, Question(ISOLATED, text, form="place"))
    else:
        _short_of_ammunition(told, task.side)


def _rest(told: Telling, task: Task) -> None:
    assert task.side is not None
    if _can_place(rest(told.state, task.side)):
        text = "set up all that shall begin on the map; what is not named stays off it, to enter or to wait"
        told.ask(task.side, Question(REST, text, form="place"))
    else:
        _after_set_up(told, task.side)


def _can_place(offered: SetUp) -> bool:
    return any(offered.hexes(id) for id in (*offered.pieces, *offered.forts, *offered.slots))


def _placed(told: Telling, task: Task, side: Side, command: Place) -> None:
    build = {"plans": plans, "isolated": isolated, "rest": rest}[task.what]
    offered = build(told.state, side)
    put_down(told, offered, settle(offered, command.placed))
    if task.what == "isolated":
        _short_of_ammunition(told, side)
    elif task.what == "rest":
        _after_set_up(told, side)


def _short_of_ammunition(told: Telling, side: Side) -> None:
    """001 7.5222: units and weapons that set up cut off, but no captured weapons."""
    own = told.state.sides[side].box.shown
    there = [*told.state.pieces.values(), *(one for one in own.values() if one.hex)]
    short = [
        with_status(one, "short-of-ammunition")
        for one in there
        if holder_side(told.state, one) == side
        and is_isolated(told.state, one)
        and one.kind != "armor-leader"
        and one.type not in facts().fleeing.no_weapons
        and not one.has("captured", "prisoner", "short-of-ammunition")
    ]
    if short:
        told.change(ISOLATED, "what is cut off is short of ammunition", *short)


def _after_set_up(told: Telling, side: Side) -> None:
    """What waits off the map, told also where it is nothing, and what the base game must still allow."""
    own = told.state.sides[side]
    waiting = [one for one in own.box.shown.values() if not one.hex]
    text = (
        f"off the map: {counted(len(waiting), 'counter')}; {_entry(told.state, side)}"
        if waiting
        else f"no {side} piece waits"
    )
    told.say("001 CG12", text, side)
    open_ground = [
        one.id
        for one in own.box.shown.values()
        if side == "russian" and one.has("concealed") and not (one.kind in MEN and concealing(told.state, one.hex))
    ]
    if open_ground:
        text = f"concealed where only base game A12.12 can allow it: {', '.join(open_ground)}"
        told.say("001 CG10", text, side)
    if may_hide(side, told.state.date):
        text = f"{own.fpp.shown} {side} FPP are left of those set aside for hiding, and forfeited"
        told.points("001 7.520", side, Points(text, fpp=0))


def _entry(state: CampaignState, side: Side) -> str:
    """001 6, CG12: where they come on, and by when."""
    if side == "russian":
        return "they enter on the east edge, on any turn, or are kept for later"
    by = chart(side).entry.enter_by
    due = f"; they must be in play by turn {by.turn} of {by.date}, or count as CVP" if by else ""
    return f"they enter on the west edge{_north(state)}, or are kept for later{due}"


def _north(state: CampaignState) -> str:
    """001 6, Entry Area: how far the Germans' part of the north edge reaches on this date."""
    board = hex_map()
    north = [hex for hex in board.edge if board.north(hex)]
    taken = [hex for hex in north if state.control.get(str(hex)) == "russian"]
    own = entry_area(board, "german", state.date, taken).intersection(north)
    return f" or on the north edge from it to {max(own, key=lambda hex: hex.number)}" if own else ""


# -- CG16: works are seen once all are set up


def _works(told: Telling, task: Task) -> None:
    for side in SIDES:
        built = tuple(
            one for one in told.state.sides[side].forts.shown.values() if one.hex and one.what != "minefield"
        )  # fmt: skip
        if built:
            kinds = ", ".join(f"{one.what} {one.hex}" for one in built)
            told.tell(ev.Shown(SHOWN, f"works of the {PEOPLE[side]}: {kinds}", side, forts=built))


# -- 7.5225, 7.5226


def _recon(told: Telling, task: Task) -> None:
    recon.ask_price(told)


def _inspect(told: Telling, task: Task) -> None:
    recon.ask_where(told)


# -- bombardments (note m, footnote 20)


def _bombardments(told: Telling, task: Task) -> None:
    side: Side = "russian"
    held = told.state.sides[side].assets.shown.values()
    aimed = [one.id for one in held if kind_of(side, one) == "bombardment" and one.hexes]
    told.queue(*(Task("bombardment", side, (id,)) for id in aimed))


def _bombardment(told: Telling, task: Task) -> None:
    """The base game's error roll, its extent halved, moves the centre; the player who rolls it tells where to."""
    side: Side = "russian"
    board, aim = hex_map(), parse(told.state.sides[side].assets.shown[task.about[0]].hexes[0])
    strays = [hex for way in range(6) for hex in grain(aim, way, set_up_rules().bombardment.error_hexes)]
    choices = {str(hex): f"hex {hex}" for hex in strays if hex in board}
    if len(choices) < len(strays):
        choices[OFF_MAP] = OFF_MAP
    text = (
        f"a bombardment aimed at {aim}: roll base game C1.31 with the extent halved, fractions up; where is its centre?"
    )
    told.choose(side, BOMBARDMENT, text, choices, 1, 1)


def _bombard(told: Telling, id: str, centre: str) -> None:
    side: Side = "russian"
    asset = told.state.sides[side].assets.shown[id]
    radius = int(note(side, "m").facts["radius"])
    if centre == OFF_MAP:
        told.tell(ev.Shown(BOMBARDMENT, "a bombardment falls off the map and is wasted", side))
        change = ev.Change(f"{asset.words} {id} is wasted", assets_gone=(id,))
    else:
        text = (
            f"a bombardment strikes every hex within {radius} of {centre}, none is spared: resolve base game C1.82 now"
        )
        told.tell(ev.Shown(BOMBARDMENT, text, side))
        change = ev.Change(f"{asset.words} {id} strikes around {centre}", assets=(replace(asset, hexes=(centre,)),))
    told.change_in_secret(BOMBARDMENT, side, change)


# -- the end


def _end(told: Telling, task: Task) -> None:
    for side in SIDES:
        _raise_san(told, side)
        back = [without(one, "recall") for one in told.state.sides[side].box.shown.values() if returning(one)]
        if back:
            told.change("001 7.5131c", "rearmed vehicles wait to enter", *back)


def _raise_san(told: Telling, side: Side) -> None:
    """German M3, Russian M2 (ruling B32): told no earlier than the SAN itself is (7.523)."""
    own = told.state.sides[side]
    more = sum(group(side, one.id).san or 0 for one in own.order.shown)
    if more:
        told.tell(ev.SideChanged("001 7.518", side, own.elr, min(own.san + more, set_up_rules().san.most)))


_DO: dict[str, Callable[[Telling, Task], None]] = {
    "wind": _wind,
    "modules": _modules,
    "plans": _plans,
    "isolated": _isolated,
    "rest": _rest,
    "works": _works,
    "recon": _recon,
    "inspect": _inspect,
    "bombardments": _bombardments,
    "bombardment": _bombardment,
    "end": _end,
}
STEP = Step("7.522", "Wind and set-up", plan, do, answered)
