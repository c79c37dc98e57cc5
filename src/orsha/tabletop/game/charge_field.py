"""The field of a charge: where everybody stands while teams of one unit go into contact (core 9.1, 9.2; rooms 002)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orsha.tabletop.battle import assault
from orsha.tabletop.game import chain, facts, room_charging, room_contact
from orsha.tabletop.game.approach import stands_on_any
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.contact import (
    Stands,
    boxed,
    gaps_near,
    meets,
    met_by,
    side,
    those_about,
    touch,
)
from orsha.tabletop.game.moving import facing_after
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Bulk, Stand, Walk, walk
from orsha.tabletop.table.kinds import MIL

SLACK = 20
"""Bases may overlap by so little, in mils: what rounding makes of teams side by side."""


class Field:
    """Both sides where they stand while teams of one unit go into contact, one after the other."""

    def __init__(self, state: BattleState, unit: str, counter: bool) -> None:
        self.state, self.unit, self.counter = state, unit, counter
        self.seat = facts.seat_of(unit)
        self.table = facts.ground(state)
        self.enemies = side(state, facts.enemy(self.seat))
        self.own = dict(side(state, self.seat))
        self.city = bool(rooms(state))
        self.touching: room_contact.Touches = lambda one, other: meets(state, one, other)
        """Contact with an enemy,"""
        self.beside: room_contact.Touches = touch
        """and with a friend who is."""
        if self.city:
            fray = None if state.assault is None else state.assault.fray
            self.touching, self.beside = room_contact.touches(state, fray), room_contact.beside(state)
        self.leads = {} if counter else chain.all_in_command(state, unit)
        self.contacted: set[str] = set()
        """Enemies that somebody has gone to already."""
        self.front: set[str] = set()
        """Teams of the unit that touch an enemy and can fight."""
        self._reached: dict[str, list[str]] = {}
        """Whom a team might get to from where it stands now."""
        self._gone: set[str] = set()
        """Teams that went somewhere."""
        self._close: dict[str, list[str]] = {}
        """The enemies that may be in its way,"""
        self._near: Stands | None = None
        """and those that any of the unit might get to."""
        if counter:
            fit = [id for id in facts.teams_of(state, unit) if id in self.own and self._fights(id)]
            self.front = {id for id in fit if self.touches(self.own[id])}

    def _fights(self, team: str) -> bool:
        return facts.acting(self.state.teams[team]) and not assault.must_break_off(facts.card(self.state, team))

    def touches(self, stand: Stand) -> list[str]:
        """The enemies that a team of the unit is in contact with where it stands. Nobody may change the list."""
        if not self.city:
            key = "met", self.seat, stand
            return facts.placed(self.state, key, lambda: met_by(self.state, stand, self.enemies))
        return [id for id, other in self.enemies.items() if self.touching(stand, other)]

    def reach(self, team: str) -> int:
        """How far a team goes, in mils."""
        rules = self.state.setup.moves
        if self.counter:
            return rules.after.contact * MIL
        return assault.charge_reach(self.state.roster.teams[team].card, rules) * MIL

    def within_reach(self, team: str, among: Iterable[str] | None = None) -> list[str]:
        """The enemies that a team might get to, nearest first."""
        found = self._reached.get(team)
        if found is None:
            found = self._reached[team] = self._within_reach(team)
        if among is None:
            return found
        ids = set(among)
        return [id for id in found if id in ids]

    def _within_reach(self, team: str) -> list[str]:
        here, most = self.own[team], self.reach(team)
        if self.city:
            ways = ((room_charging.reach_gap(self, team, id), id) for id in self.enemies)
            return [id for mils, id in sorted(ways) if mils <= most]
        about = self.enemies if team in self._gone else self._about()
        return [id for _, id in sorted(gaps_near(here, about, most))]

    def _about(self) -> Stands:
        """The enemies that any team of the unit might get to that has not gone yet."""
        if self._near is None:
            teams = [id for id in facts.teams_of(self.state, self.unit) if id in self.own]
            rules = self.state.setup.moves
            most = rules.after.contact if self.counter else assault.longest_charge(rules)
            self._near = boxed([self.own[id] for id in teams], self.enemies, most * MIL)
        return self._near

    def walk(self, team: str, way: Sequence[Spot], facing: int | None) -> Walk:
        sheet = facts.sheet(self.state, team)
        friends: list[Bulk] = []
        if sheet.card.kind != "infantry":
            friends = [
                Bulk.about(self.own[id], facts.card(self.state, id).kind != "infantry")
                for id in those_about(self.own[team], self.own, self.reach(team))
                if id != team and self.in_the_open(self.own[id])
            ]
        enemies = facts.bulks(self.state, self.in_its_way(team))
        key = "charged", team, *way, facing, self.counter, *friends
        return facts.kept(
            self.state,
            key,
            lambda: walk(self.table, sheet.mover, way, enemies, friends, charging=True, facing=facing),
        )

    def in_its_way(self, team: str) -> list[str]:
        """The enemies that may be in a team's way from where it stands now. Nobody may change the list."""
        found = self._close.get(team)
        if found is None:
            if self.city:
                found = [id for id, stand in self.enemies.items() if room_contact.outside(self.state, stand)]
            else:
                found = those_about(self.own[team], self.enemies, self.reach(team))
            self._close[team] = found
        return found

    def room(self, team: str, stand: Stand) -> bool:
        """Whether a team that ends there stands on nobody of its own side."""
        friends = [self.own[id] for id in those_about(stand, self.own, 0) if id != team]
        return not stands_on_any(self.table, stand, filter(self.in_the_open, friends), SLACK)

    def in_the_open(self, stand: Stand) -> bool:
        return not self.city or room_contact.outside(self.state, stand)

    def put(self, team: str, stand: Stand) -> None:
        """A team went there."""
        self.own[team] = stand
        self._gone.add(team)
        self._reached.pop(team, None)
        self._close.pop(team, None)
        found = self.touches(stand)
        self.contacted.update(found)
        if found:
            self.front.add(team)

    def go(self, leg: Leg) -> None:
        """A team went a way that was found for it."""
        facing = facing_after(leg, 0) if leg.facing is None else leg.facing
        self.put(leg.team, facts.stand_at(self.state, leg.team, leg.way[-1], facing))
