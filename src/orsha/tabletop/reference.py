"""What players of works, rivers and rooms look up at the table: a page each, its numbers from the rules' own data."""

from __future__ import annotations

from msgspec import Struct

from orsha.kernel import Table, Unknown
from orsha.kernel.odds import total_of
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force import works
from orsha.tabletop.force.words import plus, protection_words, weapon_words
from orsha.tabletop.game.room_plan import rules as room_rules
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.library import Mission
from orsha.tabletop.mission.rulebook import charts
from orsha.tabletop.mission.rulebook import rules as mission_rules
from orsha.tabletop.rivers.boats import DRIFT


class Section(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]


class Rows(Struct, frozen=True):
    """A table: its heads, and its rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Reference(Struct, frozen=True):
    """A page to have at hand."""

    slug: str
    name: str
    about: str
    source: str
    sections: tuple[Section, ...]
    tables: tuple[Rows, ...] = ()

    def words(self) -> str:
        lines = [f"{self.name}  ({self.source})", self.about]
        for section in self.sections:
            lines += ["", section.title, *(f"  - {line}" for line in section.lines)]
        for table in self.tables:
            lines += ["", table.title, *(f"  {'; '.join(row)}" for row in table.rows)]
        return "\n".join(lines)


def references() -> dict[str, Reference]:
    """All pages by name."""
    return {one.slug: one for one in (_works(), _rivers(), _rooms())}


def reference(slug: str) -> Reference:
    known = references()
    if slug not in known:
        raise Unknown("page", slug, list(known))
    return known[slug]


def for_mission(mission: Mission) -> list[Reference]:
    """The pages that a mission needs."""
    file, known = mission.file, references()
    needs = {
        "works": any(isinstance(step, f.Fortifications | f.Obstacles | f.BoobyTraps) for step in file.setup),
        "rivers": any(isinstance(step, f.PlaceRiver) for step in file.setup),
        "rooms": bool(file.buildings),
    }
    return [known[slug] for slug, needed in needs.items() if needed]


# -- works: 000


def _works() -> Reference:
    its = moves()
    mines, gapping = its.mines, its.orders["wire-gapping"]
    sections = (
        Section(
            "Bunkers, nests and turrets",
            (
                "Each is a unit of its own, in no formation: it never moves and takes no orders; destroyed, it counts "
                "as a unit lost for victory points.",
                "It is Concealed and in Bulletproof Cover, and a Firepower test that would destroy a bunker or nest "
                "is passed twice: a success is rolled again.",
                "A bunker is shot at and assaulted only from inside its field of fire, and is not bombarded.",
                "Tanks do not assault bunkers and nests; infantry destroys one that it hits by its own Firepower, "
                "again twice.",
                "An anti-tank bunker may have a defilade wall on one side: nothing is seen through it.",
            ),
        ),
        Section(
            "Minefields",
            (
                f"A team that moves within {mines.within} inches tests its Skill (pioneers {plus(mines.pioneers)}); "
                "who passes goes on.",
                f"Who fails is hit: anti-tank {mines.anti_tank}, firepower {mines.firepower}, on {mines.armour} "
                "armour or against its own save; who lives stops there.",
                f"Clear Minefield, instead of moving: infantry within {mines.within} inches takes one away.",
            ),
        ),
        Section(
            "Booby traps",
            (
                "They are taken in secret instead of minefields, and laid when they are shown, as an ambush is.",
                "They work as minefields do, but only on who steps on them.",
                "Only a team on a trap clears it. If it was laid under that team, the team first rolls to be hit.",
            ),
        ),
        Section(
            "Barbed wire",
            (
                f"Infantry that comes within {its.wire.within} inches tests its Skill, or its number for minefields; "
                "who fails stops at once.",
                "For tanks and guns wire is difficult ground: a Cross Check, and no dash but a terrain dash.",
                f"Wire Gapping, instead of moving, by a leader who is not pinned down: each infantry team within "
                f"{gapping.leader} inches of him may take away a wire within {gapping.marker} inches that it came "
                "into, through its test, in the previous turn.",
            ),
        ),
    )
    rows = tuple(
        (
            card.name,
            str(min(size.points for size in card.sizes)),
            plus(team.hit_on),
            protection_words(team),
            "; ".join(weapon_words(weapon) for weapon in team.weapons),
        )
        for card in works().values()
        for team in [next(iter(card.teams.values()))]
    )
    table = Rows("The works", ("work", "points", "hit on", "protection", "weapons"), rows)
    kinds = [(box, " or ".join(map(_kind, some))) for box, some in fortifications().boxes.items()]
    chart = Rows("The chart: one pick from each box at the most", ("box", "a pick of"), tuple(kinds))
    about = "What a fortified defender puts down, and what is in the attacker's way."
    return Reference(
        "works", "Works and obstacles", about, "000 Fortifications and Obstacles", sections, (chart, table)
    )


def _kind(slug: str) -> str:
    """A kind of fortification as people write it: anti-tank-bunker is an anti-tank bunker."""
    return " ".join(slug.rsplit("-", 1))


# -- rivers: 000


def _rivers() -> Reference:
    its = mission_rules().river_assault
    sections = (
        Section(
            "The river",
            (
                f"Infantry crosses a deep river on foot with a Cross Check of {plus(its.infantry_cross)}; tanks and "
                "guns need a bridge or a ford.",
                "Nobody starts the game or ends a move in the river.",
            ),
        ),
        Section(
            "Assault boats",
            (
                f"{its.boats} boats for each {its.points} points of infantry teams or part of them, {its.passengers} "
                "teams to a boat.",
                "Only units of nothing but infantry use them, and one that fits into all boats needs enough for all "
                "of it.",
            ),
        ),
        Section(
            "Launching",
            (
                f"Its leader begins the Movement Step within {its.next_to} inch of the near bank, and the unit is not "
                "pinned down.",
                f"Boats are put down at the water's edge, side by side, within command of the leader; teams within "
                f"{its.mount_within} inches mount. That is the unit's move.",
                "One die says how far all its boats drift down current. Where others lie, they go on to the next "
                "place that is free for all of them.",
                "In a boat nobody shoots, is shot at, charges or holds anything.",
            ),
        ),
        Section(
            "Off the table",
            (
                f"At the start of each turn units that drifted off come back on {plus(its.arrives_on)}, a die more for "
                "each turn that they have waited and for each further unit.",
            ),
        ),
        Section(
            "Disembarking",
            (
                "In its next turn, by moving from the boat; the way to dry land takes no Cross Check for the river.",
                f"A boat with enemies within {its.shallows} inches may first go back that far into the river.",
                "Who can get off must, before its unit does anything else.",
            ),
        ),
        Section(
            "Returning for more",
            (
                f"At the end of the Movement Step each empty boat across comes back on {plus(its.returns_on)}; else "
                "it is stuck, and tries again.",
            ),
        ),
    )
    tables = (
        _chart(charts()["current-direction"], "it runs"),
        _chart(charts()["river-crossing-type"], "crossing"),
        _chart(charts()[DRIFT], "inches", '"'),
    )
    about = "Getting infantry over a deep river under fire."
    return Reference("rivers", "Rivers and assault boats", about, "000 River Assaults", sections, tables)


def _chart(table: Table, what: str, mark: str = "") -> Rows:
    """A chart as it is printed: the faces of its dice, what comes of them, and how likely that is."""
    chances, totals = table.odds().as_dict(), total_of(table.count).as_dict()
    rows = []
    for row in table.rows:
        faces, said = [total for total in totals if row.holds(total)], str(row.result)
        span = f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else str(faces[0])
        rows.append((span, said.replace("-", " ") + mark, str(chances[said])))
    return Rows(table.title, ("die", what, "chance"), tuple(rows))


# -- rooms: 002


def _rooms() -> Reference:
    its, dice = room_rules(), STANDARD.hits.brutal_in_room_dice
    sections = (
        Section(
            "Rooms",
            (
                f"A room is its ground floor and the floors above it ({its.levels} in all on our tables). Only one "
                "side is in a room.",
                "All distances are measured from the room's edge, not from the teams in it; height does not count.",
                "Rooms that share a wall are adjacent; across a corner they are not.",
                "In Command: the leader's room and those adjacent to it.",
            ),
        ),
        Section(
            "Moving",
            (
                "Infantry goes in and out by openings, and from room to adjacent room; one room in a step.",
                "Nobody moves into a room that the enemy is in, but by assault.",
                "Guns may be placed at an opening and stay there; tanks and large guns stay outside.",
            ),
        ),
        Section(
            "Shooting",
            (
                "Teams in a room see and are seen by its openings; they are always Concealed and in Bulletproof Cover.",
                "Inside a building infantry shoots into adjacent rooms, at no distance, and nobody is mistaken for "
                "another.",
                f"A Brutal weapon that hits in a room hits {'a die' if dice == 1 else f'{dice} dice'} more often, all "
                "in that room.",
            ),
        ),
        Section(
            "Bombardments",
            (
                "Aimed at a room, its template is that room: everybody in it, on every floor, nobody outside. A salvo "
                "takes the adjacent rooms too.",
                "Not at a room that is adjacent to friendly teams.",
                "Artillery may be left off the table, and spots from the edge of its own deployment area.",
            ),
        ),
        Section(
            "Assaults",
            (
                "From inside: name the adjacent rooms that are contested; teams in the rooms next to them fight, each "
                "with those of the rooms that it is next to.",
                "From outside: teams come to an opening, and fight with who is in that room.",
                "A contested room without defenders is won at once: any teams next to it may move in, but those who "
                "counterattack not into a room that the assault came from.",
                f"Who breaks off leaves for an adjacent room that is not contested, or gets {its.break_off:g} inches "
                "clear outside; guns, and infantry on upper floors, are destroyed instead. In a room that it assaulted "
                "from it stays.",
                f"Consolidating: into a contested room from next door, or from within {its.consolidate:g} inches "
                "outside.",
            ),
        ),
    )
    about = "City buildings, fought for room by room."
    return Reference("rooms", "Rooms of city buildings", about, "002 City Buildings", sections)
