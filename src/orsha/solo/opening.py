"""How a mission is set up: its tables, then OtO-S1's ground and forces. OtO-S2's boards are in `boards.py`."""

from __future__ import annotations

from orsha.solo import ground
from orsha.solo import state as s
from orsha.solo.boards import ANSWERED as BOARDS_ANSWERED
from orsha.solo.boards import DO as BOARDS_DO
from orsha.solo.boards import TASKS as BOARD_TASKS
from orsha.solo.files import Company, Gun, Support, Units
from orsha.solo.happenings.arrivals import armour_leader, armour_type
from orsha.solo.happenings.common import Answered, Do
from orsha.solo.leaders import leaders_until
from orsha.solo.state import Figure, Task
from orsha.solo.telling import Telling, counted, listed

FIGURES: dict[Figure, tuple[str, str]] = {
    "san_enemy": ("san_enemy", "The enemy's SAN is {n}."),
    "san_friendly": ("san_friendly", "Your SAN is {n}."),
    "activation": ("activation_number", "The enemy's AC# is {n}."),
    "events_enemy": ("events_enemy", "The enemy's random event numbers are {n}."),
    "events_friendly": ("events_friendly", "Your random event numbers are {n}."),
}
GROUND_TASKS = ("suspects", "guns", "minefields", "wrecks", "friends", "observer", "wreck-status", "ready")


def begin(told: Telling) -> None:
    """The briefing; then, step by step, the sequence that the mission gives."""
    file = told.file
    told.tell(s.PhaseBegan("set-up"))
    told.say("briefing", f"{file.title}: {file.date}. {file.briefing}")
    told.say("prevailing attitude", f"The enemy's prevailing attitude is {file.attitude.title()} {{A2b}}.")
    told.remind("briefing")
    tasks = GROUND_TASKS if file.ground is not None else BOARD_TASKS
    told.queue(*(Task(what) for what in ("figures", *tasks)))


def _figures(told: Telling, task: Task) -> None:
    """The mission tables."""
    for figure, (chart, text) in FIGURES.items():
        result = told.chart(getattr(told.file.charts, chart))
        value = int(result.partition("/")[0])
        told.tell(s.FigureSet(told.rule("mission tables"), text.format(n=result), figure, value))
    if told.file.conditions:
        text = f"Conditions: {told.file.conditions}."
        told.tell(s.Settled(told.rule("MSR 1"), text, conditions=told.file.conditions))


# -- OtO-S1, in the order of its sequence


def _suspects(told: Telling, task: Task) -> None:
    """4.1 cases a, b (with grain) and d, more than two hexes west of the set-up area."""
    rules = ground.ground()
    found: set[str] = set()
    for name in rules.suspect_cases:
        case = getattr(told.book.cases, name)
        found.update(ground.suspects_by(case, rules.case_b_adds if name == "b" else ()))
    places = ground.names(map(ground.board().hex, found))
    mark = " (stand-in)" if any(map(told.book.mark, rules.suspect_cases)) else ""
    text = f"{len(places)} S? are placed by cases a, b and d of 4.1{mark}: {listed(places)}."
    told.place_suspects("S? placement", text, places)
    _objectives(told)


def _objectives(told: Telling) -> None:
    places = ground.victory_places()
    own = [place for place in places if ground.own_at_start(place)]
    objectives = [s.Objective(place, "location", "friendly" if place in own else "enemy") for place in places]
    text = f"VPO: {listed(places)}. Yours from the start, in your set-up area: {listed(own)}."
    told.change("VPO locations", text, objectives=objectives)


def _guns(told: Telling, task: Task) -> None:
    ids = told.new_ids("g", len(told.file.guns))
    pairs = zip(ids, told.file.guns, strict=True)
    units = [s.Unit(id, "gun", gun.what, gun.hex, told.file.attitude, _gun_note(gun)) for id, gun in pairs]
    lines = [f"{unit.what} in {unit.place} ({unit.id}: {unit.note})" for unit in units]
    told.change("additional German units", f"German guns: {'; '.join(lines)}.", units=units)
    assert told.file.guns_may is not None
    told.say("additional German units", told.file.guns_may.waiting)


def _gun_note(gun: Gun) -> str:
    return f"{gun.crew} crew, AA mode{', concealed' if gun.concealed else ''}, CA {gun.covered_arc}"


def _minefields(told: Telling, task: Task) -> None:
    fields = [s.Minefield(place, anti_tank=True) for place in ground.minefields()]
    told.change("Minefields", f"Known minefields, strength unknown: {listed(ground.minefields())}.", mines=fields)
    told.remind("minefield")


def _wrecks(told: Telling, task: Task) -> None:
    rules = ground.ground()
    words = (
        f"Place up to {rules.wrecks} wrecks outside your set-up area, at most {rules.wrecks_within} hexes from it, "
        "where no enemy is and no two next to each other."
    )
    told.where("MSR 8", words, "wrecks", 0, rules.wrecks)


def _wrecks_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    text = f"Wrecks stand in {listed(chosen)}."
    told.tell(s.WrecksSet(told.rule("MSR 8"), text, dict.fromkeys(chosen, "a wreck")))


def _friends(told: Telling, task: Task) -> None:
    company, support = told.file.company, told.file.support
    assert company is not None
    assert support is not None
    for place in told.file.companies:
        _company(told, company, place.name, f"hexrows {place.rows[0]} to {place.rows[1]}")
    _support(told, support)
    told.say("ELR", f"Elements of the 16th Guards Rifle Division, ELR {told.file.elr['friendly']}.")
    told.remind("set-up")


def _company(told: Telling, company: Company, name: str, where: str) -> None:
    rolled = [Units(told.chart(one.chart, name), one.kind, 1) for one in company.rolled]
    leaders = [Units(leader, "leader", 1) for leader in leaders_until(told, company.leaders, name)]
    units = [*leaders, *company.units, *rolled]
    told.receive("OoB", f"{name}, in {where} of your set-up area: {counted(units)}.", name, units)


def _support(told: Telling, support: Support) -> None:
    dice = range(1, support.armour_dice + 1)
    extra = [Units(armour_type(told, f"AFV {n} of {support.armour_dice}"), "afv", 1) for n in dice]
    leaders: list[Units] = []
    while len(leaders) < support.armour_leaders:
        leader = armour_leader(told, f"armour leader {len(leaders) + 1} of {support.armour_leaders}")
        leaders += [] if leader == "none" else [Units(leader, "armour-leader", 1)]
    units = [*support.units, *extra, *leaders]
    told.receive("armor support", f"Armour: {counted(units)}.", support.group, units)


def _observer(told: Telling, task: Task) -> None:
    line = "-".join(ground.ground().line)
    words = (
        f"Set up on or east of {line}, each company in its hexrows. When all stand: in which hex of the east edge does "
        "your artillery observer look from?"
    )
    told.where("MSR 3", words, "east-edge", 1, 1)


def _observer_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    text = f"Your observer looks from {chosen[0]}, level {ground.ground().observer_level}."
    told.tell(s.Settled(told.rule("MSR 3"), text, observer=chosen[0]))


def _wreck_status(told: Telling, task: Task) -> None:
    status = {place: told.chart("s1-wreck", f"in {place}") for place in told.state.wrecks}
    if status:
        text = f"Wrecks: {'; '.join(f'{place} {what}' for place, what in status.items())}."
        left = {place: what for place, what in status.items() if what != "removed"}
        told.tell(s.WrecksSet(told.rule("MSR 8"), text, left))


def _ready(told: Telling, task: Task) -> None:
    told.tell(s.PhaseBegan("play"))


DO: dict[str, Do] = {
    "figures": _figures,
    "suspects": _suspects,
    "guns": _guns,
    "minefields": _minefields,
    "wrecks": _wrecks,
    "friends": _friends,
    "observer": _observer,
    "wreck-status": _wreck_status,
    "ready": _ready,
    **BOARDS_DO,
}
ANSWERED: dict[str, Answered] = {"wrecks": _wrecks_answered, "observer": _observer_answered, **BOARDS_ANSWERED}
