"""Cards, units and forces as text for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orsha.tabletop.force.card import Card, Motivation, Move, Option, Skill, Team, Weapon
from orsha.tabletop.force.glossary import glossary

if TYPE_CHECKING:
    from orsha.tabletop.force.force import Force, Unit

SUB_RATINGS = ("counterattack", "last_stand", "rally", "remount", "assault", "tactics", "komissar")


def plus(number: int | str | None) -> str:
    """3 is 3+, auto is auto, nothing is a dash; 6 is written without its plus, as on the cards."""
    if number is None:
        return "-"
    return str(number) if isinstance(number, str) or number == 6 else f"{number}+"


def rule_words(rules: tuple[str, ...]) -> str:
    known = glossary()
    return ", ".join(known[rule].name if rule in known else rule for rule in rules)


def weapon_words(weapon: Weapon) -> str:
    shots = weapon.fires if weapon.fires != "direct" else f"ROF {_shots(weapon.halted)}/{_shots(weapon.moving)}"
    marks = [rule_words(weapon.rules)] if weapon.rules else []
    marks += [f"limited {weapon.limited}"] if weapon.limited else []
    marks += [f"pinned ROF {weapon.pinned_rof}"] if weapon.pinned_rof else []
    marks += [f"assault {plus(weapon.assault)}"] if weapon.assault else []
    strength = "" if weapon.anti_tank is None else f", anti-tank {weapon.anti_tank}, firepower {plus(weapon.firepower)}"
    return f'{weapon.name}: {weapon.range}", {shots}{strength}' + "".join(f", {mark}" for mark in marks)


def _shots(number: int | None) -> str:
    return "-" if number is None else str(number)


def rating_words(rating: Motivation | Skill) -> str:
    subs = [(name, getattr(rating, name, None)) for name in SUB_RATINGS]
    said = [plus(rating.rating), *(f"{name.replace('_', ' ')} {plus(value)}" for name, value in subs if value)]
    mounted = [rating.counterattack_mounted] if isinstance(rating, Motivation) else [*rating.assault_mounted]
    if any(mounted):
        said.append("mounted " + " then ".join(plus(number) for number in mounted))
    return ", ".join(said)


def move_words(move: Move | None) -> str:
    if move is None:
        return "anywhere"
    inches = (move.tactical, move.terrain, move.cross_country, move.road)
    if not any(inches):
        return "never"
    return "/".join("-" if i is None else f'{i}"' for i in inches) + f", cross {plus(move.cross)}"


def protection_words(team: Team) -> str:
    if team.armour is not None:
        return f"armour {team.armour.front}/{team.armour.side}/{team.armour.top}"
    return f"save {plus(team.save)}"


def team_words(team: Team) -> str:
    marks = [rule_words(team.rules)] if team.rules else []
    marks += [f"passengers {team.passengers}"] if team.passengers else []
    lines = [
        f"{team.name} ({team.kind}): motivation {rating_words(team.motivation)}; skill {rating_words(team.skill)};"
        f" hit on {plus(team.hit_on)}; {protection_words(team)}; moves {move_words(team.move)}",
        *([f"  {', '.join(marks)}"] if marks else []),
        *(f"  {weapon_words(weapon)}" for weapon in team.weapons),
    ]
    return "\n".join(lines)


def option_words(option: Option) -> str:
    most = f"up to {option.most} " if option.most != 1 else ""
    price = f"{option.points} point{'' if abs(option.points) == 1 else 's'}{'' if option.most == 1 else ' each'}"
    limits = [f"with {option.size} teams"] if option.size else []
    limits += [f"in place of {option.replaces}"] if option.replaces else []
    return f"{most}{option.name}: {price if option.points else 'free'}" + "".join(f", {limit}" for limit in limits)


def card_words(card: Card) -> str:
    lines = [f"{card.name}  ({card.period} {card.nation}, {card.arm}{', headquarters' if card.hq else ''})"]
    lines += [f"  {size.points:>3}  {size.words()}" for size in card.sizes]
    lines += [f"   +   {option_words(option)}" for option in card.options]
    for team in card.teams.values():
        lines += [f"  {line}" for line in team_words(team).split("\n")]
    return "\n".join([*lines, f"  source: {card.source}"])


def unit_words(unit: Unit) -> str:
    counts: dict[str, int] = {}
    for team in unit.teams:
        counts[team.name] = counts.get(team.name, 0) + 1
    teams = ", ".join(f"{count} {name}" for name, count in counts.items())
    attached = f", with {unit.attached_to}" if unit.attached_to else ""
    return f"{unit.points:>4}  {unit.name}: {teams}{attached}"


def force_words(force: Force) -> str:
    limit = f" of {force.limit}" if force.limit else ""
    lines = [f"{force.name}: {force.period} {force.nation}, {force.points}{limit} points"]
    for formation in force.formations:
        lines.append(f"  {formation.name}")
        lines += [f"  {unit_words(unit)}" for unit in formation.units]
    if force.support:
        lines.append("  support")
        lines += [f"  {unit_words(unit)}" for unit in force.support]
    return "\n".join(lines)
