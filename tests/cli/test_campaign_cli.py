"""`orsha campaign ...`: a campaign from the command line, as two people would run it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from orsha.cli import main


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORSHA_DATABASE", f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def orsha(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as stopped:
            main(list(arguments))
        out, err = capsys.readouterr()
        assert stopped.value.code == code, err
        return out if code == 0 else err

    return run


@pytest.fixture
def campaign(orsha: Any) -> str:
    return str(json.loads(orsha("campaign", "new", "--json"))["campaign"])


def to_battle(orsha: Any, campaign: str) -> None:
    for _ in range(40):
        state = json.loads(orsha("campaign", "status", campaign, "--json"))["state"]
        if state["step"] == "battle":
            return
        orsha("campaign", "bot", campaign, "--side", state["waiting"][0])
    raise AssertionError("no battle")


class TestOrders:
    def test_an_order_is_placed_and_kept_from_the_other_side(self, orsha: Any, campaign: str) -> None:
        told = orsha("campaign", "order", campaign, "I1", "V3+off-board", "--side", "german")
        assert "german orders I1, Rifle Co. I; V3, AG Plt. I with 1 off-board" in told and "54 CPP" in told
        other = orsha("campaign", "status", campaign, "--side", "russian")
        assert "I1" not in other and "german has ordered" in other

    def test_what_a_rule_forbids_is_refused_with_its_reason_and_changes_nothing(
        self, orsha: Any, campaign: str
    ) -> None:
        before = orsha("campaign", "status", campaign, "--side", "german", "--json")
        assert "at most 2 I1" in orsha("campaign", "order", campaign, "I1", "I1", "I1", code=2)
        assert "no german group called 'Z9'" in orsha("campaign", "order", campaign, "Z9", code=2)
        assert "costs" in orsha("campaign", "order", campaign, *["G2"] * 2, *["I1"] * 2, *["I2"] * 2, *["V1"] * 2,
                                *["V3"] * 2, *["I3"] * 2, code=2)  # fmt: skip
        assert "can buy no fortifications on 23AM" in orsha(
            "campaign", "order", campaign, "M1", "--side", "russian", code=2
        )
        assert orsha("campaign", "status", campaign, "--side", "german", "--json") == before

    def test_out_of_time_commands_say_what_is_waited_for(self, orsha: Any, campaign: str) -> None:
        assert "step 7.518" in orsha("campaign", "answer", campaign, "yes", code=2)
        assert "no scenario is being fought" in orsha("campaign", "fight", campaign, "--seed", "1", code=2)


class TestAWholeDate:
    def test_from_orders_to_the_next_date(self, orsha: Any, campaign: str, tmp_path: Path) -> None:
        to_battle(orsha, campaign)
        pieces = json.loads(orsha("campaign", "pieces", campaign, "--side", "german", "--json"))
        assert len(pieces["pieces"]) > 30 and pieces["works"]
        assert "is being fought" in orsha("campaign", "status", campaign)
        orsha("campaign", "fight", campaign, "--seed", "7")
        assert "nothing to answer" not in orsha("campaign", "agree", campaign, "--no", "--side", "german")
        orsha("campaign", "fight", campaign, "--seed", "7")
        orsha("campaign", "agree", campaign, "--side", "german")
        to_battle(orsha, campaign)
        state = json.loads(orsha("campaign", "status", campaign, "--json"))["state"]
        assert state["date"] == "23PM" and state["roster"][0]["winner"] in ("german", "russian")
        told = orsha("campaign", "log", campaign, "--side", "russian", "--odds")
        steps = re.findall(r"^ *\d+  (7\.5\d\d) ", told, re.M)
        assert steps == [*[f"7.{n}" for n in range(519, 524)], *[f"7.{n}" for n in range(501, 524)]]
        assert "the odds were" in told
        for kind in ("roster", "record", "report"):
            file = tmp_path / f"{kind}.pdf"
            orsha("campaign", kind, campaign, "--side", "russian", "--out", str(file))
            assert file.read_bytes().startswith(b"%PDF")

    def test_a_report_that_contradicts_itself_is_refused(self, orsha: Any, campaign: str, tmp_path: Path) -> None:
        to_battle(orsha, campaign)
        file = tmp_path / "end.toml"
        cases = {
            'date = "23PM"\n': "the report is of 23PM",
            'date = "23AM"\nmap = "kursk"\n': "no map called 'kursk'",
            'date = "23AM"\n[[pieces]]\nid="a"\nside="german"\nkind="squad"\ntype="4-6-7"\nhex="ZZ99"\n': "ZZ99",
            'date = "23AM"\n[casualties.russian]\ncvp = 9\nlost = { "KV-1S" = 40 }\n': "but the russian side had",
        }
        for text, why in cases.items():
            file.write_text(text)
            assert why in orsha("campaign", "file", campaign, str(file), code=2)
        assert json.loads(orsha("campaign", "status", campaign, "--json"))["state"]["step"] == "battle"


def test_real_dice_are_asked_for_with_their_odds_and_typed_in(orsha: Any) -> None:
    campaign = json.loads(orsha("campaign", "new", "--own-dice", "--json"))["campaign"]
    orsha("campaign", "order", campaign, "--side", "german")
    assert "german has a secret roll to make" in orsha("campaign", "order", campaign, "--side", "russian")
    mine = orsha("campaign", "status", campaign, "--side", "german")
    first = re.search(r"secret roll to make: (.*), one die", mine)
    assert first is not None
    assert "1 to 6" in orsha("campaign", "roll", campaign, "9", "--side", "german", code=2)
    assert "german's, not russian's" in orsha("campaign", "roll", campaign, "3", "--side", "russian", code=2)
    after = orsha("campaign", "roll", campaign, "3", "--side", "german")
    assert first[1] not in after, "another roll, or another question, is waited for"


def test_auto_is_repeatable_and_tells_every_date(orsha: Any) -> None:
    once, again = (orsha("campaign", "auto", "--seed", "5", "--dates", "1", "--json") for _ in range(2))
    assert once == again
    told = json.loads(once)
    [date] = told["dates"]
    assert date["date"] == "23AM" and set(date["cpp"]["german"]) == {"start", "replenished", "spent", "left"}
    assert {"weather", "elr", "san", "groups", "vp", "cvp", "evp"} <= set(date) and told["winner"] is None
