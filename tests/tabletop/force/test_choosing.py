"""From a card to a unit: sizes, options, teams, leaders and transports."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.tabletop.force import Card, Unit, card
from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal
from orsha.tabletop.force.choosing import fielded, most_of, offered, option_troubles, size_called, size_trouble

GRENADIERS = card("Grenadier Platoon", "german", "late")
STUGS = card("StuG Assault Gun Platoon", "german", "late")
T_34S = card("T-34 Tank Company", "soviet", "late")
SAPPERS = card("Engineer-Sapper Company")
RECON = card("Reconnaissance Platoon", "german", "late")


def unit(found: Card, size: int | str | None = None, **options: int) -> Unit:
    chosen = size_called(found, size)
    assert chosen is not None
    named = {name.replace("_", " "): count for name, count in options.items()}
    return fielded(found, found.name, chosen, named)[0]


def names(fielded_unit: Unit) -> list[str]:
    return [team.name for team in fielded_unit.teams]


def test_a_size_is_called_by_its_number_of_teams() -> None:
    seven = unit(GRENADIERS, 7)
    assert names(seven) == ["MG42 & K98 rifle team"] * 7 and seven.points == 9
    assert len(unit(GRENADIERS).teams) == 5, "without a word it is the smallest"
    assert size_called(GRENADIERS, 6) is None and "5 teams" in size_trouble(GRENADIERS, 6)


def test_sizes_with_as_many_teams_are_written_out() -> None:
    assert size_called(STUGS, 3) is None
    assert "several sizes of 3 teams" in size_trouble(STUGS, 3)
    mixed = unit(STUGS, "2 StuG (7.5cm), 1 StuH (10.5cm)")
    assert names(mixed) == ["StuG (7.5cm)", "StuG (7.5cm)", "StuH (10.5cm)"] and mixed.points == 16


def test_options_add_teams_at_a_price_for_each() -> None:
    platoon = unit(GRENADIERS, 5, sMG42_HMG=2)
    assert names(platoon)[5:] == ["sMG42 HMG team"] * 2 and platoon.points == 7 + 2 * 2
    assert "heavy-weapon" in platoon.teams[-1].rules and platoon.teams[-1].weapons[0].range == 24


def test_half_of_the_tanks_may_be_replaced_and_no_more() -> None:
    size = size_called(T_34S, 7)
    assert size is not None
    upgrade = "T-34 (85mm)"
    assert most_of(T_34S, size, T_34S.options[0]) == 3
    made = fielded(T_34S, "Tanks", size, {upgrade: 3})[0]
    assert names(made).count("T-34 (76mm)") == 4 and names(made).count("T-34 (85mm)") == 3 and made.points == 21 + 6
    assert list(option_troubles(T_34S, size, {upgrade: 4})) == [
        "T-34 (85mm) may be taken 3 times with 7 T-34 (76mm), not 4"
    ]


def test_options_of_a_group_share_a_limit() -> None:
    size = size_called(SAPPERS, 8)
    assert size is not None
    four = {"Maksim HMG": 2, "82mm mortar": 2, "Flame-thrower": 2}
    made = fielded(SAPPERS, "Sappers", size, four)[0]
    assert len(made.teams) == 8 and names(made).count("PPSh SMG team") == 2
    troubles = list(option_troubles(SAPPERS, size, {**four, "PTRD anti-tank rifle": 1}))
    assert troubles == ["of its heavy weapons it may have 6 together, not 7"]


def test_a_limit_may_go_by_another_team() -> None:
    tigers = card("Tiger Heavy Tank Platoon")
    one, two = size_called(tigers, 1), size_called(tigers, 2)
    assert one is not None and two is not None
    escorts = {"Panzer III (7.5cm)": 1, "Panzer III (uparmoured)": 1}
    assert list(option_troubles(tigers, one, escorts)) == ["of its escorts it may have 1 together, not 2"]
    assert list(option_troubles(tigers, two, escorts)) == []


def test_a_weapon_that_is_handed_out_goes_to_the_teams_it_is_for() -> None:
    made = unit(SAPPERS, 15)
    assert all(weapon.name != "Panzerfaust anti-tank" for team in made.teams for weapon in team.weapons)
    size = size_called(SAPPERS, 15)
    assert size is not None
    armed = fielded(SAPPERS, "Sappers", size, {"Panzerfaust anti-tank": 1})[0]
    by_team = {team.name: [weapon.name for weapon in team.weapons] for team in armed.teams}
    assert by_team["PPSh SMG team"] == ["PPSh SMG", "Smoke Pots", "Panzerfaust anti-tank"]
    assert by_team["DP MG team"] == ["DP MG"] and armed.points == 18 + 2


def test_an_option_may_go_with_one_size_only() -> None:
    small, large = size_called(RECON, 5), size_called(RECON, 7)
    assert small is not None and large is not None
    five, seven = (
        next(o for o in offered(RECON, size) if "half-track" in o.name and o.replaces is None)
        for size in (small, large)
    )
    assert (sum(five.adds.values()), five.points) == (5, 4) and (sum(seven.adds.values()), seven.points) == (7, 5)
    platoon, half_tracks = fielded(RECON, "Scouts", large, {seven.name: 1})
    assert platoon.points == 9 + 5 and len(half_tracks.teams) == 7 and half_tracks.attached_to == "Scouts"


def test_what_is_not_on_the_card_is_refused() -> None:
    size = size_called(STUGS, "3 StuG (7.5cm)")
    assert size is not None
    assert list(option_troubles(STUGS, size, {"Wings": 1})) == ["there is no option 'Wings'; the card has none"]


def test_transports_are_an_attachment_but_a_headquarters_keeps_its_own() -> None:
    platoon, carriers = fielded(
        card("Armoured Panzergrenadier Platoon", "german", "late"),
        "First",
        card("Armoured Panzergrenadier Platoon", "german", "late").sizes[0],
        {},
    )
    assert len(platoon.teams) == 5 and platoon.attached_to is None and platoon.points == 11
    assert carriers.name == "First, transports" and len(carriers.teams) == 3 and carriers.points == 0
    hq = card("Armoured Panzergrenadier Company HQ", "german", "late")
    whole = fielded(hq, "HQ", hq.sizes[0], {})
    assert len(whole) == 1 and len(whole[0].teams) == 3 and whole[0].hq and whole[0].kind == "infantry"
    assert whole[0].commander == whole[0].teams[0] and platoon.commander is None


def test_the_leader_is_no_komissar_no_heavy_weapon_and_no_transport() -> None:
    company = unit(card("Rifle Company", "soviet", "late"), 16)
    assert company.teams[company.leader].name == "DP MG & M1891 rifle team"
    guns = unit(card("Maksim Machine-Gun Company"), 3)
    assert guns.leader == 0, "where all carry heavy weapons the first leads"
    transports = card("Sd Kfz 251 Half-Track", "german", "late")
    assert unit(transports).leader == 0


EVERY = [c for n in NATIONS for p in PERIODS for c in arsenal(n, p).cards.values()]


@given(st.data())
def test_any_legal_choice_makes_a_unit_of_as_many_teams_as_it_says(data: st.DataObject) -> None:
    found = data.draw(st.sampled_from(EVERY))
    size = data.draw(st.sampled_from(found.sizes))
    options = {
        option.name: data.draw(st.integers(1, most_of(found, size, option)))
        for option in data.draw(st.lists(st.sampled_from(offered(found, size)), unique_by=id))
    } if offered(found, size) else {}  # fmt: skip
    if list(option_troubles(found, size, options)):
        return
    units = fielded(found, "Unit", size, options)
    by_name = {option.name: option for option in reversed(offered(found, size))}
    added = sum(
        sum(by_name[name].adds.values()) * count for name, count in options.items() if by_name[name].replaces is None
    )
    assert sum(len(made.teams) for made in units) == sum(size.teams.values()) + added
    assert sum(made.points for made in units) == size.points + sum(
        by_name[name].points * count for name, count in options.items()
    )
    assert all(0 <= made.leader < len(made.teams) for made in units)


def test_a_leader_must_be_one_of_the_teams() -> None:
    with pytest.raises(ValueError, match="no team 9"):
        Unit("Odd", GRENADIERS, unit(GRENADIERS).teams, 1, leader=9)
