"""Missions in plain words: the same sentences for the card, the companion and the terminal."""

from __future__ import annotations

from orsha.tabletop.layout import Side
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.library import Mission
from orsha.tabletop.mission.rulebook import rules

CM = 2.5
"""Centimetres to an inch, as the mission packs print them."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SIDE_NOUN = {
    "long": "long table edge",
    "short": "short table edge",
    "quarters": "table quarter",
    "corners": "table corner",
}


def other(side: Side) -> Side:
    return "defender" if side == "attacker" else "attacker"


def number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def inches(n: float) -> str:
    return f'{n:g}"/{n * CM:g} cm'


def plural(n: int, noun: str) -> str:
    return f"{number(n)} {noun}{'' if n == 1 else 's'}"


EDGE_WORDS = (
    ('edge strip and within 1" of', "along the"),
    ('edge strip and (within 1" of', "along the edge (the"),
    ("edge strip and", "along the edge:"),
    ('and within 1" of side edges', "at the side edges"),
)
AREA_WORDS = {
    "attacker-deploy": "the attacker's deployment area",
    "defender-deploy": "the defender's deployment area",
}


def zone_words(mission: Mission, name: str) -> str:
    """A zone as a player would say it: the mission's own words, distances with their unit, other zones spelled out."""
    text = " ".join(_zone_word(mission, word) for word in mission.file.zones[name].split())
    for wordy, plain in EDGE_WORDS:
        text = text.replace(wordy, plain)
    return text


def _zone_word(mission: Mission, word: str) -> str:
    if word.replace(".", "").isdigit():
        return f'{word}"'
    bare = word.strip("()")
    if bare in AREA_WORDS:
        return word.replace(bare, AREA_WORDS[bare])
    if bare in mission.file.zones:
        inner = zone_words(mission, bare)
        return word.replace(bare, f"({inner})" if " or " in inner else inner)
    return word.replace("-", " ")


def step_words(mission: Mission, step: f.SetupStep) -> str:
    """What is to be done in a step, as a sentence."""
    noun = SIDE_NOUN[mission.file.edges]
    match step:
        case f.RollForAttacker():
            return "Both players roll a die; the higher is the attacker."
        case f.PickSide(by):
            return _pick_words(mission, by, noun)
        case f.PickAttackerQuarter():
            return "The attacker picks one of the quarters next to the defender's to attack from."
        case f.PlaceRiver(by, zone, narrowest, widest):
            return (
                f"The {by} lays a deep river, {narrowest:g} to {inches(widest)} wide, from one long edge to the other"
                f" ({zone_words(mission, zone)})."
            )
        case f.Current():
            return "Roll a die for the direction of the current, as the attacker looks at the river."
        case f.Crossings():
            return _crossing_words(mission, step)
        case f.Objectives():
            return _objective_words(mission, step)
        case f.Obstacles():
            return _obstacle_words(mission, step)
        case f.Fortifications(by, points_each, points, of, zone, apart, from_objectives):
            return (
                f"The {by} takes {points_each} points of fortifications for each {points} points of the {of}'s force and places them "
                f"({zone_words(mission, zone)}), {inches(apart)} apart and {inches(from_objectives)} from objectives, "
                "blocking no road, railway or ford, and not in water."
            )
        case f.BoobyTraps(by):
            return (
                f"The {by} may exchange minefields, in secret, for {number(rules().booby_traps.each)} booby traps each."
            )
        case f.ChooseRooms(first):
            return (
                f"The players, the {first} first, choose rooms in turn; each is added to its chooser's deployment area."
            )
        case f.HoldReserves(by):
            sides: tuple[Side, ...] = ("attacker", "defender") if by == "both" else (by,)
            return " ".join(hold_words(mission, side) for side in sides)
        case f.RangedIn(first, sight):
            where = " in sight of their reserves edge (without reserves, their own edge)" if sight else ""
            return f"The players, the {first} first, place a Ranged In marker for each artillery unit not in reserve{where}."
        case f.HoldAmbush(by):
            return f"The {by} may hold one unit in ambush."
        case f.HideSnipers():
            return "Both players, the attacker first, may hold snipers in ambush, as many as they like."
        case f.Recon(by, zone):
            return (
                f"The {by} chooses one unit of nothing but infantry teams and places it ({zone_words(mission, zone)})."
            )
        case f.Deploy():
            return _deploy_words(mission, step)
        case f.Bombard(by, needed, anti_tank, firepower):
            return (
                f"The {by} rolls a die for each enemy team on the table or in ambush, formation commanders and fortifications aside: on {needed}+ it is hit "
                f"by anti-tank {anti_tank}, firepower {firepower}, on top armour, and saves."
            )
        case f.RemoveObjective(by):
            return f"The {by} takes one of the objectives they placed away again."
        case f.Foxholes():
            return "Infantry and gun teams start in foxholes."
        case f.FirstTurn(who):
            return (
                "The attacker has the first turn."
                if who == "attacker"
                else "Both players roll; the higher has the first turn."
            )


def _pick_words(mission: Mission, by: Side, noun: str) -> str:
    if "defender quarters" in mission.file.zones["defender-deploy"]:
        return "The defender picks two diagonally opposite quarters to defend."
    follows = "" if mission.file.attacker_quarter == "adjacent" else f" The {other(by)} takes the opposite one."
    return f"The {by} picks a {noun}.{follows}"


def _crossing_words(mission: Mission, step: f.Crossings) -> str:
    many = (
        f"{number(step.count)} crossings"
        if step.count
        else f"one crossing for each {inches(step.every or 0)} of river or part of it"
    )
    zone = zone_words(mission, step.zone)
    where = "" if zone == "river" else f" ({zone})"
    return (
        f"The players, the {step.first} first, place bridges and fords in turn: {many}{where}, at least "
        f"{inches(step.apart)} apart. They agree on the kind of each, or roll for it."
    )


def _objective_words(mission: Mission, step: f.Objectives) -> str:
    where = f"({zone_words(mission, step.zone)})"
    if step.room:
        where = f"in a room of {step.zone.replace('-rooms', '').replace('-', ' ')}"
    if step.on_crossings:
        where = f"({zone_words(mission, step.on_crossings)}; in the river only on a bridge or at the end of a ford)"
    alone = ", each in a room of its own" if step.alone else ""
    if step.by == "both":
        return f"Both players, the {step.first} first, place {plural(step.count, 'objective')} {where}{alone}."
    label = f"objective {step.label}" if step.label else plural(step.count, "objective")
    return f"The {step.by} places {label} {where}{alone}."


def _obstacle_words(mission: Mission, step: f.Obstacles) -> str:
    noun = "minefield" if step.what == "minefield" else "barbed wire entanglement"
    part = " or part of it" if step.part_counts else ""
    verb = "may place" if step.may else "places"
    extra = mission.changes.extra_minefields if step.what == "minefield" else 0
    more = f", and {number(extra)} more" if extra else ""
    return (
        f"The {step.by} {verb} {plural(step.count, noun)} for each {step.points} points{part} of the {step.of}'s force"
        f"{more} ({zone_words(mission, step.zone)})."
    )


def _deploy_words(mission: Mission, step: f.Deploy) -> str:
    loose = " Teams in buildings may be placed out of command." if step.out_of_command_in_buildings else ""
    if step.by == "both":
        zones = "; ".join(f"{side}: {zone_words(mission, step.zones[side])}" for side in ("attacker", "defender"))
        return f"Both players, the {step.first} first, place a unit in turn ({zones}).{loose}"
    assert step.zone is not None
    clear = f", at least {inches(step.clear_of_enemy)} from every enemy team" if step.clear_of_enemy else ""
    return f"The {step.by} places their units ({zone_words(mission, step.zone)}){clear}.{loose}"


def hold_words(mission: Mission, side: Side) -> str:
    """What a side must hold back."""
    reserve = mission.reserve(side)
    assert reserve is not None
    kinds = " ".join(kind.capitalize() for kind in reserve.kinds)
    if reserve.share is None:
        least = "" if reserve.max_units == reserve.min_units else "at least "
        return f"The {side} holds {least}{plural(reserve.min_units, 'unit')} in {kinds} Reserve."
    return f"The {side} deploys at most {reserve.share} % of their points and holds the rest in {kinds} Reserve."


def reserve_words(mission: Mission, side: Side) -> list[str]:
    """The reserve rules that bind a side."""
    reserve = mission.reserve(side)
    if reserve is None:
        return []
    numbers = rules().reserves
    first = mission.first_reserve_turn(side) or 1
    lines = [hold_words(mission, side)]
    if "deep" in reserve.kinds:
        lines.append(
            f"Deep: at most {number(numbers.deep_units_on_table)} tank unit with front armour {numbers.deep_front_armour} or more, or one aircraft unit, starts on the table."
        )
    extra = mission.changes.extra_reserve_dice.get(side, 0)
    dice = f"{number(1 + extra)} dice" if extra else "one die"
    lines.append(
        f"From the start of their {ORDINALS[first]} turn they roll {dice}, then one more each turn; each {numbers.needed}+ brings a unit of their choice, which must come on now. "
        f"With {number(numbers.automatic_from_dice)} or more dice and no success, one unit comes anyway."
    )
    if side in mission.changes.reroll_first_success:
        lines.append("Their first success of the game is rolled again.")
    if "scattered" in reserve.kinds:
        places = "; ".join(f"{faces}: {zone_words(mission, zone)}" for faces, zone in reserve.arrive.items())
        lines.append(f"Scattered: a die for each unit says where it comes on ({places}).")
    else:
        lines.append(f"They come on {zone_words(mission, reserve.arrive['any'])}.")
    lines.append(
        "A unit moves on at the start of the Movement Step, ends that move In Command, takes no Movement Order before it is on the table; "
        "attachments come on at the same point, passengers mounted or not."
    )
    return lines


def ambush_words() -> list[str]:
    n = rules().ambush
    return [
        "A unit in ambush counts as on the table, but its place is not said until it is revealed.",
        "It may be placed in the owner's Starting Step: the whole unit in the deployment area, every team within "
        f"{inches(n.command)} of the leader ({inches(n.large_command)} with {number(n.large_tanks)} or more tanks or {number(n.large_teams)} or more teams), "
        f"at least {inches(n.from_enemy_in_sight)} from every enemy team in sight unless terrain conceals it from that team, and at least {inches(n.from_any_enemy)} from all.",
        "It is in foxholes, need not move, and may shoot at its halted rate. Its transport or infantry attachment may wait with it, the infantry then mounted.",
    ]


def sniper_words() -> list[str]:
    """Cards, Sniper's Hide."""
    n = rules().ambush
    return [
        "Snipers wait in ambush besides any unit that the mission permits, and count as on the table.",
        "In the owner's Starting Step each may be placed in the own deployment area or in No Man's Land (all ground but "
        f"the enemy's deployment area), at least {inches(n.from_enemy_in_sight)} from every enemy team in sight unless "
        f"terrain conceals it from that team, and at least {inches(n.from_any_enemy)} from all.",
        "A sniper who comes from reserve may wait in ambush too, and be placed out of it at once or later.",
        "Snipers are always Gone to Ground, and do not count for the Good Spirits of their formation.",
    ]


def rule_title(rule: f.SpecialRule) -> str:
    """A special rule's name, as it heads its words."""
    return rule.replace("-", " ").capitalize().replace("volga", "Volga")


def special_words(mission: Mission, rule: f.SpecialRule, side: Side) -> list[str]:
    """A special rule in our words."""
    match rule:
        case "ambush":
            return ambush_words()
        case "meeting-engagement":
            return [
                "Nobody places Ranged In markers before the game.",
                "In the first player's first turn their aircraft do not arrive, all their teams shoot as if they had moved, and they fire no bombardment. "
                "They may move, dig in, go to ground and assault as usual.",
            ]
        case "strategic-withdrawal" | "phased-withdrawal":
            return _withdrawal_words(mission)
        case "reconnaissance-in-force":
            return ["One unit of nothing but infantry teams deploys ahead of the others."]
        case "fortified-defence":
            force = rules().fortified_defence.force
            return [
                f"The defender's force has {force} % of the attacker's points, besides the fortifications, minefields and wire."
            ]
        case "preliminary-bombardment":
            return ["Before the first turn the attacker rolls for every defending team, as the set-up says."]
        case "river-assault":
            n = rules().river_assault
            return [
                f"Units of nothing but infantry cross by assault boat: {number(n.boats)} boats for each {n.points} points "
                f"of infantry or part of it, {number(n.passengers)} teams to a boat. Tanks and guns need a bridge or a ford.",
                f"Infantry crosses a deep river on foot with a Cross Check of {n.infantry_cross}+. "
                "Nobody starts or ends a move in a river.",
            ]
        case "across-the-volga":
            return [
                "Artillery may be placed off the table, at set-up or on arriving from reserve, and bombards from there; it spots from the edges of its deployment area and cannot be targeted.",
                "Teams on the table fire no artillery or smoke bombardments. A unit with other weapons too may leave its artillery off the table as an attachment, lost with the rest of it.",
                "Artillery off the table does not count for Good Spirits.",
            ]


def _withdrawal_words(mission: Mission) -> list[str]:
    out, numbers = mission.file.withdrawal, rules().withdrawal
    lines = [
        f"At the start of each of the defender's turns from turn {number(numbers.from_turn)} on, after victory is checked, count their units on the table (not attachments, not independent teams) and Delay Counters. "
        f"With {number(numbers.units)} or more one unit and its attachments withdraw and all counters go; with fewer a counter is added.",
        "A unit that withdraws while not in Good Spirits counts as destroyed.",
    ]
    if mission.changes.delay_counters:
        lines.append(f"They start with {plural(mission.changes.delay_counters, 'Delay Counter')}.")
    lines += [
        f"Objective {label} is removed at the start of the defender's {ORDINALS[turn]} turn."
        for label, turn in out.removes.items()
    ]
    return lines


def win_words(mission: Mission, win: f.WinClause) -> str:
    """A way to win, as a sentence."""
    who = "A player" if win.who == "both" else f"The {win.who}"
    teams = "tank, infantry or gun team"
    match win:
        case f.HoldObjective(_, within, which, also, from_turn):
            since = f" on or after turn {number(from_turn)}" if from_turn > 1 else ""
            what = {
                "any": "an objective",
                "enemy-side": f"an objective {_enemy_ground(mission)}",
                "own-placed": "an objective they placed",
                "placed-by-defender": "the objective the defender placed",
            }[which]
            more = " and one of those the attacker placed" if also else ""
            return f"{who} wins if they start their turn{since} with a {teams} within {inches(within)} of {what}{more} and end it with no enemy {teams} within {inches(within)} of {'them' if also else 'it'}."
        case f.KeepAway(_, within, from_turn, which):
            what = "the objectives" if which == "any" else "the objectives the attacker placed"
            return f"{who} wins if they end a turn on or after turn {number(from_turn)} with no enemy {teams} within {inches(within)} of {what}."
        case f.LastOut(_, turn):
            return f"{who} wins at the start of their {ORDINALS[turn]} turn, after formations are checked."
        case f.TakeBuildings(_, from_turn, buildings):
            what = "the building" if len(buildings) == 1 else "both buildings"
            return f"{who} wins if they end their turn {number(from_turn)} or later with teams in {what} and no enemy team in any."
        case f.HoldRoom(_, from_turn):
            return f"{who} wins if they end their turn {number(from_turn)} or later holding a room with an objective."


def _enemy_ground(mission: Mission) -> str:
    return "in the enemy's quarter" if mission.file.edges == "quarters" else "on the enemy's side of the table"


NEVER_HOLD = (
    "Bailed Out tanks, transports, independent teams, aircraft and teams that dashed this turn neither hold an "
    "objective nor keep the enemy from it."
)
"""003 Taking Objectives, ruling A4."""


def win_lines(mission: Mission) -> list[str]:
    early = mission.file.no_win_before
    before = [f"Nobody wins before turn {number(early)}."] if early else []
    wins = [win_words(mission, win) for win in mission.file.win]
    held = any(isinstance(win, (f.HoldObjective, f.HoldRoom)) for win in mission.file.win)
    return [*before, *wins, "A player wins if the enemy has no formation left.", *([NEVER_HOLD] if held else [])]


def points_words() -> list[str]:
    """Victory points by what the winner lost."""
    lines = []
    low = 0
    for row in rules().victory_points:
        lost = (
            f"{low}-{row.lost}"
            if row.lost is not None and low < row.lost
            else f"{row.lost if row.lost is not None else f'{low} or more'}"
        )
        lines.append(f"winner lost {lost} units: {row.winner}-{row.loser} ({row.grade})")
        low = (row.lost or 0) + 1
    return lines
