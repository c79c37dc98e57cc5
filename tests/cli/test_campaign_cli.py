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
    @pytest.mark.slow
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


def to_placing(orsha: Any, campaign: str, side: str, rule: str) -> None:
    """On with the program's answers until a side is asked to place something by a rule."""
    for _ in range(40):
        state = json.loads(orsha("campaign", "status", campaign, "--side", side, "--json"))["state"]
        asked = state["questions"].get(side, {}).get("value", {})
        if side in state["waiting"] and asked.get("form") == "place" and asked["rule"] == rule:
            return
        orsha("campaign", "bot", campaign, "--side", state["waiting"][0])
    raise AssertionError("nothing to place")


class TestPlacing:
    @pytest.fixture
    def aiming(self, orsha: Any, campaign: str) -> str:
        """The Russians write down hexes: three bombardments, the observer and a hex of a battery of artillery."""
        orsha("campaign", "order", campaign, "--side", "german")
        orsha("campaign", "order", campaign, "B1", "--side", "russian")
        to_placing(orsha, campaign, "russian", "001 CG13")
        return campaign

    def aims(self, orsha: Any, campaign: str) -> list[str]:
        told = orsha("campaign", "status", campaign, "--side", "russian")
        return re.findall(r"(r\d+) \(the aim of", told)

    def test_every_id_that_can_be_placed_is_listed(self, orsha: Any, aiming: str) -> None:
        ids = self.aims(orsha, aiming)
        assert len(ids) >= 2
        listed = orsha("campaign", "pieces", aiming, "--side", "russian")
        assert all(id in listed for id in ids) and "bomb" in listed
        assert not any(id in orsha("campaign", "pieces", aiming, "--side", "german") for id in ids)

    def test_what_is_left_out_is_asked_about_and_a_check_does_nothing(self, orsha: Any, aiming: str) -> None:
        first, *others = self.aims(orsha, aiming)
        before = orsha("campaign", "status", aiming, "--side", "russian", "--json")
        no = orsha("campaign", "place", aiming, f"{first}=P20", "--side", "russian", code=2)
        assert f"would not be written down: {others[0]} the aim of" in no and "add --rest-stays-off" in no
        tried = orsha("campaign", "place", aiming, f"{first}=P20", "--side", "russian", "--check")
        assert "That can be set up: 1 hex." in tried and "would not be written down" in tried
        assert orsha("campaign", "status", aiming, "--side", "russian", "--json") == before
        orsha("campaign", "place", aiming, f"{first}=P20", "--side", "russian", "--rest-stays-off")
        assert orsha("campaign", "status", aiming, "--side", "russian", "--json") != before

    def test_a_file_may_have_comments_and_every_wrong_line_is_named(
        self, orsha: Any, aiming: str, tmp_path: Path
    ) -> None:
        first, *others = self.aims(orsha, aiming)
        file = tmp_path / "plan.txt"
        file.write_text(f"# plan\n\n{first}=P20   # the bridge\nx9=P20\n{others[0]}=ZZ99\n")
        no = orsha("campaign", "place", aiming, f"@{file}", "--side", "russian", code=2)
        assert "line 4: x9 is not among" in no and f"line 5: {others[0]} (the aim" in no and "line 3" not in no
        file.write_text("".join(f"{id}=P20 # there\n" for id in (first, *others)))
        orsha("campaign", "place", aiming, f"@{file}", "--side", "russian")

    def test_an_empty_file_and_an_id_without_a_hex_are_no_answer(self, orsha: Any, aiming: str, tmp_path: Path) -> None:
        first = self.aims(orsha, aiming)[0]
        empty = tmp_path / "empty.txt"
        empty.write_text("# nothing yet\n")
        assert "holds no line" in orsha("campaign", "place", aiming, f"@{empty}", "--side", "russian", code=2)
        assert "holds no line" in orsha("campaign", "fortify", aiming, f"@{empty}", code=2)
        assert "names no hex" in orsha("campaign", "place", aiming, f"{first}=", "--side", "russian", code=2)
        told = orsha("campaign", "place", aiming, f"{first}=P20:nonsense", "--side", "russian", code=2)
        assert "comes open or concealed or hidden, not 'nonsense'" in told
        assert "is no level" in orsha("campaign", "place", aiming, f"{first}=P20/x", "--side", "russian", code=2)

    def test_counters_left_off_the_map_are_counted(self, orsha: Any, aiming: str) -> None:
        to_placing(orsha, aiming, "german", "001 7.5224")
        no = orsha("campaign", "place", aiming, "g1=P20", "--side", "german", code=2)
        assert re.search(r"\d+ counters would stay off the map: .* more; add --rest-stays-off", no)

    def test_a_wrong_command_from_the_right_seat_names_the_one_that_is_wanted(self, orsha: Any, aiming: str) -> None:
        told = orsha("campaign", "answer", aiming, "yes", "--side", "russian", code=2)
        assert "russian cannot do that now, but answers with place" in told
        assert "german has nothing to answer now" in orsha("campaign", "bot", aiming, "--side", "german", code=2)


class TestAgreeing:
    def test_the_other_side_sees_the_report_and_how_to_answer_it(
        self, orsha: Any, campaign: str, tmp_path: Path
    ) -> None:
        to_battle(orsha, campaign)
        file = tmp_path / "end.toml"
        file.write_text(
            'date = "23AM"\n[[pieces]]\nid = "a"\nside = "german"\nkind = "vehicle"\ntype = "Tiger II"\nhex = "P20"\n'
            '[casualties.german]\ncvp = 7\nlost = { "4-6-7" = 2 }\n'
        )
        mine = orsha("campaign", "file", campaign, str(file), "--side", "russian")
        assert "The other side is asked whether that is so" in mine
        told = orsha("campaign", "status", campaign, "--side", "german")
        assert "german P20: vehicle Tiger II" in told and "CVP suffered: german 7: 2x 4-6-7" in told
        assert "of yours on the map before and not there now: " in told and "agree CAMPAIGN --no" in told
        assert "you cannot agree to it: " in told
        assert "agree --no has it filed anew" in orsha("campaign", "agree", campaign, "--side", "german", code=2)


def test_bots_that_run_at_once_end_with_a_sentence(orsha: Any, campaign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one answers between this one's look and its act."""
    from orsha.cli import campaign_desk
    from orsha.cli.playing import kept as quick

    def late(id: str, database: str | None, step: Any) -> Any:
        monkeypatch.setattr(campaign_desk, "kept", quick)
        orsha("campaign", "order", campaign, "--side", "german")
        return quick(id, database, step)

    monkeypatch.setattr(campaign_desk, "kept", late)
    told = orsha("campaign", "bot", campaign, "--side", "german", code=2)
    assert "somebody has answered for german in the meantime" in told


def test_answers_may_be_written_in_any_case_and_refusals_are_short(orsha: Any, campaign: str) -> None:
    orsha("campaign", "order", campaign, "--side", "german")
    orsha("campaign", "order", campaign, "--side", "russian")
    told = orsha("campaign", "answer", campaign, "nonsense", "--side", "russian", code=2)
    assert "'nonsense' is not among the choices" in told and len(told) < 300
    orsha("campaign", "answer", campaign, "v4/ob/2", "--side", "russian")


def test_a_mistyped_folder_of_a_database_is_not_made(orsha: Any, tmp_path: Path) -> None:
    where = tmp_path / "typo" / "games.db"
    assert "there is no folder" in orsha("campaign", "new", "--database", f"sqlite:///{where}", code=2)
    assert not where.parent.exists()


def test_a_roll_that_is_waited_for_comes_before_any_question(orsha: Any) -> None:
    campaign = json.loads(orsha("campaign", "new", "--own-dice", "--json"))["campaign"]
    orsha("campaign", "order", campaign, "--side", "german")
    orsha("campaign", "order", campaign, "--side", "russian")
    told = orsha("campaign", "status", campaign, "--side", "russian")
    assert "german has a secret roll to make" in told and "You are asked" not in told


@pytest.mark.parametrize("kind", ["roster", "record", "report"])
def test_what_is_printed_is_named_as_json_too(orsha: Any, campaign: str, kind: str) -> None:
    assert json.loads(orsha("campaign", kind, campaign, "--out", f"{kind}.pdf", "--json")) == {"file": f"{kind}.pdf"}


def test_a_file_of_lines_that_cannot_be_read_is_refused_in_plain_words(orsha: Any, campaign: str) -> None:
    Path("bytes.txt").write_bytes(b"\xff\xfe")
    for file, why in (("nothing.txt", "No such file or directory"), ("bytes.txt", "it is not UTF-8 text")):
        refused = orsha("campaign", "place", campaign, f"@{file}", code=2)
        assert refused.strip() == f"orsha: {file} cannot be read: {why}"
