"""What comes from off the map: bombardments, artillery modules, rockets, aircraft, snipers."""

from __future__ import annotations

from orsha.campaign import charts
from orsha.campaign.arriving import GIVEN
from orsha.campaign.battle.fire import armour_hit, strike
from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.situation import Situation
from orsha.campaign.files import Kind, Side
from orsha.campaign.groups import chart, dates, groups, initial, note
from orsha.campaign.isolation import other
from orsha.campaign.observers import kind_of
from orsha.campaign.state import SIDES, Asset
from orsha.hexmap.grid import Hex


def assets(now: Situation, side: Side, *kinds: Kind) -> list[Asset]:
    own = now.state.sides[side].assets.shown
    return [asset for _, asset in sorted(own.items()) if kind_of(side, asset) in kinds]


# -- bombardments


def bombard(now: Situation) -> None:
    """Before the first turn bombardments strike all hexes around their centre, and leave shellholes.

    One that its side has not aimed is kept (001 CG7).
    """
    for side in SIDES:
        for asset in [one for one in assets(now, side, "bombardment") if one.hexes]:
            now.used[side].append(asset.id)
            for hex in now.field.within(now.field.board.hex(asset.hexes[0]), _radius()):
                _bombarded(now, hex)


def _radius() -> int:
    """Russian note m."""
    return int(note("russian", "m").facts["radius"])


def _bombarded(now: Situation, hex: Hex) -> None:
    rule = numbers().artillery
    for side in SIDES:
        for unit in now.of(side, hex):
            unit.clear("hidden")
        strike(now, hex, rule.bombardment, side)
    ground = now.field.board[hex]
    if not ground.has("shellholes", "marsh", "gully", "building-wood") and now.luck.happens(rule.shellholes):
        now.marker("shellholes", hex)
    if ground.has("woods", "orchard", "grain", "building-wood") and now.luck.happens(rule.flames):
        now.marker("flame", hex)


def _densest(now: Situation, side: Side, radius: int, among: list[Hex]) -> Hex | None:
    """Of some hexes the one with most of the enemy around it, and none of one's own."""
    if not among:
        return None
    weights = {hex: sum(max(1, one.weight) for one in now.of(other(side), hex)) for hex in now.places(other(side))}
    own = now.places(side)

    def worth(hex: Hex) -> tuple[int, Hex]:
        around = sum(weight for place, weight in weights.items() if now.field.distance(hex, place) <= radius)
        endangered = sum(now.field.distance(hex, place) <= radius for place in own)
        return around - numbers().artillery.own * endangered, hex

    best = max(among, key=worth)
    return best if worth(best)[0] > 0 else None


# -- artillery modules


class Batteries:
    """A side's modules over a battle: how often each can still fire. No more of them than the rules allow."""

    def __init__(self, now: Situation, side: Side) -> None:
        rule = numbers().artillery
        self.side = side
        self.left: dict[str, int] = {}
        self.modules = assets(now, side, "oba", "rockets")[: chart(side).oba_per_scenario]
        for asset in self.modules:
            rockets = kind_of(side, asset) == "rockets"
            shots = rule.rockets if rockets else rule.missions.get(asset.ammunition or "", 2)
            self.left[asset.id] = shots
        self.counter = assets(now, other(side), "counter-battery")

    def fire(self, now: Situation) -> None:
        rule = numbers().artillery
        for asset in self.modules:
            seen = asset.observer or bool(asset.hexes)
            if self.left[asset.id] <= 0 or not now.luck.happens(rule.observed if seen else rule.contact):
                continue
            near = [hex for hex in now.places(other(self.side)) if _worth_it(now, self.side, hex)]
            target = _densest(now, self.side, rule.radius, near)
            if target is None:
                continue
            self.left[asset.id] -= 1
            silenced = self._silenced(now)
            if asset.id not in now.used[self.side]:
                now.used[self.side].append(asset.id)
            if not silenced:
                _barrage(now, self.side, asset, target)

    def _silenced(self, now: Situation) -> bool:
        """001 5.2: by counter battery, not before a first FFE was placed; it is lost on an original 12 only (5.3c)."""
        if not any(module.id in now.used[self.side] for module in self.modules):
            return False
        lost, printed = now.used[other(self.side)], charts()["counter-battery"]
        for asset in [one for one in self.counter if one.id not in lost]:
            if printed.row(now.luck.two()) is printed.rows[-1]:
                lost.append(asset.id)
            elif now.luck.happens(numbers().artillery.silenced):
                return True
        return False


def _worth_it(now: Situation, side: Side, hex: Hex) -> bool:
    """Enemies that somebody can see and that are not hidden, and that none of one's own stands next to."""
    near = now.nearest(hex, now.places(side))
    visible = any(not one.has("hidden") for one in now.of(other(side), hex))
    return visible and 1 < near <= numbers().artillery.near


def _barrage(now: Situation, side: Side, asset: Asset, target: Hex) -> None:
    rule = numbers().artillery
    caliber = next((one.caliber for one in groups(side) if one.id == asset.group), None)
    power = rule.strength.get(str(caliber), min(rule.strength.values()))
    for hex in now.field.within(target, rule.radius):
        for whose in SIDES:
            strike(now, hex, power, whose)


# -- aircraft and snipers


def fly(now: Situation, side: Side) -> None:
    """Aircraft come once, when the weather lets them; those of the order of battle at once and in any weather."""
    rule, plan = numbers().aircraft, initial().russian.aircraft
    for asset in assets(now, side, "aircraft"):
        given = now.state.date == dates()[0] and asset.since == GIVEN
        there = given and plan is not None and plan.turn <= now.turn <= plan.until_turn
        flies = now.state.weather in rule.flies and asset.id not in now.used[side]
        if not there and not (flies and now.luck.happens(rule.comes)):
            continue
        if asset.id not in now.used[side]:
            now.used[side].append(asset.id)
        _attack_from_the_air(now, side)


def _attack_from_the_air(now: Situation, side: Side) -> None:
    rule = numbers().aircraft
    enemy = other(side)
    tanks = [one for one in now.on_map(enemy) if one.armoured and not one.has("hidden") and one.carriage.speed > 0]
    if tanks and now.luck.happens(rule.hunts):
        if now.luck.happens(rule.hits):
            armour_hit(now, now.luck.pick(tanks), rule.armour)
        return
    seen = [hex for hex in now.places(enemy) if any(not one.has("hidden") for one in now.of(enemy, hex))]
    if seen:
        strike(now, now.luck.pick(seen), rule.strength, enemy)


def snipe(now: Situation, side: Side) -> None:
    """A side's sniper acts on two dice of its SAN or less: he hits a leader, or pins somebody."""
    if now.luck.two() > now.state.sides[side].san:
        return
    own = now.places(side)
    near = numbers().sniper.within
    men = [one for one in now.on_map(other(side)) if one.man and one.hex and now.nearest(one.hex, own) <= near]
    if not men:
        return
    hit = now.luck.pick(men)
    if hit.kind == "leader":
        now.reduce(hit)
    elif hit.able:
        hit.mark("pinned")
