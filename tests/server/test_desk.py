"""The campaign's desk: what the rules say before anything is decided, from what the asker may see."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Person, Served


def asks(who: Person, question: dict[str, Any]) -> dict[str, Any]:
    answer = who.client.post(f"/api/games/{who.game}/desk", json={"question": question})
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()["answer"]
    return said


def refused(who: Person, question: dict[str, Any]) -> dict[str, Any]:
    answer = who.client.post(f"/api/games/{who.game}/desk", json={"question": question})
    assert answer.status_code >= 400, answer.text
    said: dict[str, Any] = answer.json()
    return said


def campaign(served: Served) -> tuple[dict[str, Person], Person]:
    opened = served.open({"begin": "campaign"}, {"german": "mine", "russian": "mine"})
    return served.everybody(opened), served.watcher(opened)


def test_the_chart_has_prices_maxima_and_what_to_expect(served: Served) -> None:
    people, watcher = campaign(served)
    chart = asks(people["german"], {"ask": "chart", "side": "german"})
    i1 = next(group for group in chart["groups"] if group["id"] == "I1")
    assert (i1["cpp"], i1["full"], i1["depleted"], i1["date_max"], i1["campaign_max"]) == (7, 12, 9, 2, 4)
    assert i1["outlook"]["full"] == 1  # on the first date everything comes whole
    assert abs(sum(i1["outlook"]["leaders"].values()) - 1) < 1e-9
    assert chart["works_limit"] > 0
    assert {price["id"] for price in chart["prices"]} >= {"trench", "ap-mine", "pillbox", "hip"}
    # What may go into works would tell how many points there are.
    assert asks(people["russian"], {"ask": "chart", "side": "german"})["works_limit"] is None
    assert asks(watcher, {"ask": "chart", "side": "german"})["works_limit"] is None


def test_odds_are_exact_and_an_unknown_chart_is_named(served: Served) -> None:
    people, _ = campaign(served)
    odds = asks(people["russian"], {"ask": "odds", "chart": "rg-strength", "modifier": 1})["results"]
    assert odds["Full strength"][0] == "7/12"
    assert "no chart called 'luck'" in refused(people["russian"], {"ask": "odds", "chart": "luck"})["detail"]


def test_the_staff_proposes_an_order_that_the_rules_take(served: Served) -> None:
    people, watcher = campaign(served)
    command = asks(people["german"], {"ask": "propose"})["command"]
    assert command["do"] == "order" and command["purchases"]
    tried = people["german"].client.post(f"/api/games/{people['german'].game}/try", json={"command": command}).json()
    assert tried["ok"], tried
    assert refused(watcher, {"ask": "propose"})["status"] == 403


def test_papers_show_a_side_its_own_and_everybody_the_rest(served: Served) -> None:
    people, watcher = campaign(served)
    own = asks(people["german"], {"ask": "papers"})["papers"]
    assert [paper["name"] for paper in own] == ["roster", "works", "record"]
    assert "for the German player only" in own[0]["about"]
    assert [paper["name"] for paper in asks(watcher, {"ask": "papers"})["papers"]] == ["roster", "works"]
    for paper in own:
        assert all(len(row) == len(paper["columns"]) for row in paper["rows"])


def test_a_report_is_checked_with_the_place_of_what_is_wrong(served: Served) -> None:
    german = campaign(served)[0]["german"]
    piece = {"id": "x", "side": "german", "kind": "squad", "type": "4-6-7", "hex": "ZZ1"}
    wrong = asks(german, {"ask": "report", "report": {"date": "23AM", "pieces": [piece]}})["faults"]
    assert wrong[0]["at"] == ["pieces", "0", "hex"]
    wrong = asks(german, {"ask": "report", "report": {"date": "23AM", "pieces": [{**piece, "kind": "sqad"}]}})["faults"]
    assert wrong[0]["at"] == ["pieces", "0", "kind"]
    wrong = asks(german, {"ask": "report", "report": {"date": "23AM", "turns": 3}})["faults"]
    assert wrong[0]["at"] == ["turns"]
    assert asks(german, {"ask": "report", "report": {"date": "23AM"}})["faults"] == []


def test_a_report_is_read_from_a_file(served: Served) -> None:
    german = campaign(served)[0]["german"]
    read = asks(german, {"ask": "read", "name": "end.toml", "text": 'date = "23AM"\nevp = 3\n'})
    assert read["report"]["evp"] == 3 and read["questions"] == []
    assert refused(german, {"ask": "read", "name": "end.toml", "text": 'date = "23AM"\nevpp = 3\n'})["detail"] == (
        "end.toml:2: unknown key 'evpp'"
    )
    assert ".vsav" in refused(german, {"ask": "read", "name": "end.exe", "text": ""})["detail"]
    assert refused(german, {"ask": "read", "name": "end.vsav", "save": "bm90IGEgemlw"})["status"] == 422
    assert refused(german, {"ask": "read", "name": "end.json", "text": "[" * 100_000})["status"] == 422


def test_a_set_up_is_looked_at_only_when_there_is_one(served: Served) -> None:
    german = campaign(served)[0]["german"]
    assert refused(german, {"ask": "set-up", "placed": []})["rule"] == "001 7.522"
    assert "there is no hex ZZ9" in refused(german, {"ask": "perimeter", "left_out": ["ZZ9"]})["detail"]


def test_such_questions_are_for_campaigns(served: Served) -> None:
    opened = served.open({"begin": "solo", "mission": "s1"})
    who = served.person(opened["game"], opened["mine"][0]["token"])
    assert "campaigns" in refused(who, {"ask": "papers"})["detail"]


def test_the_printed_map_comes_layer_by_layer(served: Served) -> None:
    paint = served.client.get("/api/library/map").json()
    assert set(paint["parts"]) >= {"levels", "terrain", "roads", "rail", "slopes"}
    assert "style=" not in "".join(paint["parts"].values())  # the pages' content policy forbids it


def test_a_saved_game_of_vasl_is_read_and_keeps_the_other_sides_secrets(served: Served) -> None:
    from base64 import b64encode

    from tests.campaign.test_vasl_report import GERMAN_SECRETS, RUSSIAN_SECRETS, secret_table

    people, watcher = campaign(served)
    question = {"ask": "read", "name": "Evening.VSAV", "save": b64encode(secret_table().bytes()).decode()}
    own = asks(people["german"], question)
    assert [(one["type"], one["hex"]) for one in own["report"]["pieces"]][:2] == [("4-6-7", "P20"), ("9-2", "P20")]
    assert own["report"]["date"] == "23AM" and own["questions"] and own["concealed"]
    for seat, secrets in (("german", RUSSIAN_SECRETS), ("russian", GERMAN_SECRETS)):
        said = people[seat].post("/desk", {"question": question}).text
        assert not [word for word in secrets if word in said], seat
    assert refused(watcher, question)["status"] == 403


def test_hexes_with_several_levels_say_so(served: Served) -> None:
    german = campaign(served)[0]["german"]
    hexes = {one["hex"]: one for one in german.get("/scene").json()["scene"]["ground"]["hexes"]}
    several = {name: one["levels"] for name, one in hexes.items() if "levels" in one}
    assert several and all(len(levels) > 1 and sorted(levels) == levels for levels in several.values())
    name, levels = next(iter(several.items()))
    piece = {"id": "x", "side": "german", "kind": "squad", "type": "4-6-7", "hex": name}
    for level, wrong in ((levels[0], False), (levels[-1] + 1, True)):
        report = {"date": "23AM", "pieces": [{**piece, "level": level}]}
        faults = asks(german, {"ask": "report", "report": report})["faults"]
        assert any(one["at"][-1:] == ["level"] for one in faults) == wrong
