"""Which arm of the service a card from a catalogue belongs to, by its teams and weapons."""

from __future__ import annotations

from orsha.tabletop.force.card import Arm, Team

FAR = 60
"""Inches from which on a gun is artillery rather than a company's own gun."""


def arm_of(name: str, team: Team) -> Arm:
    rules = {*team.rules, *(rule for weapon in team.weapons for rule in weapon.rules)}
    if team.kind == "aircraft":
        return "aircraft"
    if "observer" in rules:
        return "observer"
    if team.transport:
        return "transport"
    if rules & {"bunker", "nest"}:
        return "works"
    if any(weapon.fires == "salvo" for weapon in team.weapons):
        return "rockets"
    if "dedicated-aa" in rules:
        return "anti-aircraft"
    if "mortar" in name.lower():
        return "mortars"
    if rules & {"scout", "spearhead"}:
        return "reconnaissance"
    return {"gun": _gun, "tank": _tank, "infantry": _infantry, "aircraft": _infantry}[team.kind](team)


def _gun(team: Team) -> Arm:
    ranges = [weapon.range for weapon in team.weapons if weapon.bombards]
    if ranges:
        return "artillery" if max(ranges) >= FAR else "infantry-guns"
    return "anti-tank-guns"


def _tank(team: Team) -> Arm:
    if not team.weapons:
        return "tanks"
    main = team.weapons[0]
    if main.bombards and team.armour is not None and team.armour.front <= 2:
        return "artillery"
    return "assault-guns" if "forward-firing" in main.rules else "tanks"


def _infantry(team: Team) -> Arm:
    heavy = "heavy-weapon" in team.rules and any((weapon.halted or 0) >= 6 for weapon in team.weapons)
    return "machine-guns" if heavy else "infantry"
