"""`python3 -m scorers` without site packages or environment variables."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from checkout import copy_scorers

from scorers.__main__ import main
from scorers.po_catalog import load_translator
from scorers.registry import game, slugs
from scorers.service import score_data

TABLE = {"players": [{"name": "Ann", "left": 2}, {"name": "小明", "left": 5}]}
NOTHING: dict[str, str] = {}
HERE: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def _checkout(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Run the commands in a copy that includes the invented games."""
    HERE.append(copy_scorers(tmp_path_factory.mktemp("checkout")))


def run(*words: str, given: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command without site packages (-S) and environment (-E, -s)."""
    command = [sys.executable, "-S", "-E", "-s", "-W", "error", "-m", "scorers", *words]
    text = given.encode() if isinstance(given, str) else given
    return subprocess.run(command, input=text, capture_output=True, check=False, cwd=HERE[-1], env=NOTHING)


def run_here(*words: str, given: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command in this process, which takes a tenth of the time."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        status = main(list(words))
    return subprocess.CompletedProcess(words, status, out.buffer.getvalue(), err.buffer.getvalue())


def lines(process: subprocess.CompletedProcess[bytes]) -> list[Any]:
    """Return the JSON value of each line of output."""
    return [json.loads(line) for line in process.stdout.decode("utf-8").splitlines()]


def test_without_a_game_the_games_are_listed() -> None:
    process = run()
    assert (process.returncode, process.stderr) == (0, b"")
    assert [line.split()[0] for line in process.stdout.decode().splitlines()] == list(slugs())
    assert b"Qin" in process.stdout


def test_one_object_may_span_lines() -> None:
    process = run("qin", given=json.dumps(TABLE, indent=2, ensure_ascii=False))
    assert (process.returncode, process.stderr) == (0, b"")
    assert lines(process) == [score_data("qin", TABLE)]
    assert "小明" in process.stdout.decode("utf-8")


def test_byte_order_mark_and_line_separators_are_accepted() -> None:
    odd = {"players": [{"name": "Ann\u2028\x85Lee"}, {}]}
    text = "\ufeff" + "\r\n".join([json.dumps(odd, ensure_ascii=False), json.dumps(TABLE)])
    process = run("qin", given=text)
    assert (process.returncode, process.stderr) == (0, b"")
    assert [json.loads(line) for line in process.stdout.split(b"\n")[:-1]] == [
        score_data("qin", odd),
        score_data("qin", TABLE),
    ]
    assert run("qin", given="\ufeff" + json.dumps(TABLE, indent=1)).returncode == 0


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_sheets_in_utf_16_are_read_by_their_mark(encoding: str) -> None:
    """Older PowerShells write it."""
    process = run("qin", given=("\ufeff" + json.dumps(TABLE, ensure_ascii=False)).encode(encoding))
    assert (process.returncode, json.loads(process.stdout)) == (0, score_data("qin", TABLE))


def test_bad_line_does_not_stop_the_other_sheets() -> None:
    good = json.dumps(TABLE)
    process = run_here("qin", given=f'{good}\n\nnonsense\n   \n[1]\n{{"players": 3}}\n{good}')
    assert process.returncode == 1
    answers = lines(process)
    assert [sorted(answer) == ["faults"] for answer in answers] == [False, True, True, True, False]
    assert [[(fault["path"], fault["code"]) for fault in answer["faults"]] for answer in answers[1:4]] == [
        [("", "type")],
        [("", "type")],
        [("players", "type")],
    ]
    assert answers[0] == answers[4] == score_data("qin", TABLE)


def test_empty_input_has_no_output() -> None:
    process = run_here("qin", given="\n \n")
    assert (process.returncode, process.stdout, process.stderr) == (0, b"", b"")


def test_invalid_utf_8_is_one_fault() -> None:
    process = run("qin", given=b"\xff\n" + json.dumps(TABLE).encode())
    assert process.returncode == 1
    assert [answer.get("faults", [{}])[0].get("code") for answer in lines(process)] == ["type", None]


def test_lone_surrogate_is_a_fault() -> None:
    process = run_here("qin", given='{"players": [{"\\ud800": 1}, {}]}')
    assert (process.returncode, process.stderr) == (1, b"")
    assert lines(process)[0]["faults"][0]["code"] == "unknown"


def test_variants_are_compared() -> None:
    process = run_here("qin", "--variants", given=json.dumps(TABLE))
    assert process.returncode == 0
    (answer,) = lines(process)
    assert [(column["key"], sorted(set(column) - {"key", "label", "options"})) for column in answer["columns"]] == [
        ("game", ["result"]),
        ("match", ["needs"]),
    ]


def test_table_has_lines_totals_and_ranks() -> None:
    process = run("qin", "--table", given=json.dumps(TABLE))
    assert process.stdout.decode("utf-8").splitlines() == [
        "               Ann  小明",
        "Pagodas built   22    19",
        "Total           22    19",
        "Rank             1     2",
        "",
    ]


def test_faults_are_shown_in_the_table() -> None:
    process = run_here("qin", "--table", given='{"players": [{"left": 25}, {}]}')
    assert process.returncode == 1
    assert process.stdout.decode().startswith("players.0.left: ")


def test_the_language_can_be_chosen() -> None:
    (answer,) = lines(run_here("qin", "--lang", "zh-Hant", given='{"players": []}'))
    chinese = load_translator("zh-Hant")("%(low)s or more are needed: %(label)s")
    assert chinese != "%(low)s or more are needed: %(label)s"
    assert answer["faults"][0]["message"] == chinese % {"label": load_translator("zh-Hant")("Players"), "low": 2}
    table = run_here("qin", "--lang", "zh-Hant", "--table", given=json.dumps(TABLE)).stdout.decode("utf-8")
    assert "Total" not in table


def test_table_has_no_control_characters() -> None:
    table = run_here("qin", "--table", given=json.dumps({"players": [{"name": "\u001b[31mAnn\u0000"}, {}]})).stdout
    assert b"[31mAnn" in table
    assert b"\x1b" not in table
    assert b"\x00" not in table


def test_games_are_listed_with_stdin_closed() -> None:
    process = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -S -m scorers <&-"], cwd=HERE[-1], capture_output=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.count(b"\n") == len(slugs())


def test_number_of_5000_digits_is_too_many() -> None:
    (answer,) = lines(run_here("qin", given='{"players": [{"left": ' + "9" * 5000 + "}, {}]}"))
    assert [(fault["path"], fault["code"]) for fault in answer["faults"]] == [("players.0.left", "too_many")]


@pytest.mark.parametrize("words", [("chess",), ("qin", "--lang", "fr"), ("qin", "--faster"), ("qin", "trajan")])
def test_wrong_usage_has_status_2_and_a_message(words: tuple[str, ...]) -> None:
    process = run(*words, given=json.dumps(TABLE))
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_every_game_answers_with_each_option(
    slug: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    examples = game(slug).examples.values()
    text = "\n".join(json.dumps(dict(example.sheet)) for example in examples)
    for options in ((), ("--variants",), ("--table",), ("--variants", "--table")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        monkeypatch.setattr(sys.stdout, "reconfigure", lambda **_: None, raising=False)
        assert main([slug, "--lang", lang, *options]) == 0
        written = capsys.readouterr().out
        if "--table" in options:
            assert load_translator(lang)("Total") in written
        else:
            assert len(written.splitlines()) == len(examples)


def test_main_answers_like_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdout, "reconfigure", lambda **_: None, raising=False)
    for words, text, status in (
        ((), "", 0),
        (("chess",), "", 2),
        (("qin", "--table"), "{}\n[]", 1),
        (("qin", "--variants", "--table"), "{}", 1),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(list(words)) == status
        assert capsys.readouterr().out == run(*words, given=text).stdout.decode("utf-8")


def test_variants_have_sensitivity_on_request() -> None:
    """3 waiting tiles are 3 points in the second edition only: 50 + 3 against 52; and two more tiles of Bo's would
    have been 54.
    """
    ann, bo = (
        {"name": "Ann", "points": 50, "trajan_tiles": 3, "wild_demand": 0},
        {"points": 52, "trajan_tiles": 0, "wild_demand": 0},
    )
    text = json.dumps({"sensitivity": True, "players": [ann, bo]})
    (answer,) = lines(run_here("trajan", "--variants", given=text))
    assert answer["sensitivity"]["changes"] == [
        {"options": {"waiting_tiles": "none"}, "winners": [1], "totals": [50, 52]}
    ]
    table = run_here("trajan", "--variants", "--table", given=text).stdout.decode("utf-8")
    assert "\nWaiting Trajan tiles score: Nothing (first edition) → 50 : 52\n" in table
    assert "players.1.trajan_tiles 0 → 2: 53 : 54\n" in table
    assert "House rules" not in table
    house = run_here(
        "trajan", "--table", given=json.dumps({"house": {"hand": 2}, "players": [ann | {"hand": 3}, bo]})
    ).stdout.decode("utf-8")
    assert "\nHouse rules: Card in hand 2\n" in house


def test_table_names_what_nobody_has_answered() -> None:
    """Region 2 has no threat tile yet, and no tower stands anywhere."""
    regions = [{"threat": 3, "walls": [2, 1, 0]}, {"walls": [0, 1, 2]}]
    text = json.dumps({"players": [{"track": 8}, {"track": 9}, {"track": 7}], "regions": regions})
    table = run_here("chang_cheng", "--table", given=text).stdout.decode("utf-8")
    assert "\nNot answered: Tower stands in region (Region 1, Region 2), threat (Region 2)\n" in table
    table = run_here("chang_cheng", "--table", "--lang", "zh-Hant", given=text).stdout.decode("utf-8")
    assert "\n還沒填：塔樓所在的蒙古區域（" in table
    whole = run_here("qin", "--table", given=json.dumps({"players": [{"left": 1}, {"left": 2}]})).stdout.decode("utf-8")
    assert "Not answered" not in whole


def test_table_names_the_piece_that_turns_the_game() -> None:
    """Ann 20 + 2 + 1 for Hannover, Bo 18 + 1 in Minden, which is Cleo's.

    Further right in Hannover: 18 + 2 + 2 against 20 + 1.
    """
    players = [{"name": "Ann", "prestige": 20}, {"name": "Bo", "prestige": 18}, {"name": "Cleo", "prestige": 0}]
    offices = {"hannover": [0, None], "minden": [1, 2, None, None]}
    text = json.dumps({"sensitivity": True, "players": players, "offices": offices})
    for lang, words in (("en", "One more office for Bo in Hannover"), ("zh-Hant", "Bo在Hannover 漢諾威多1個商會")):
        table = run_here("hansa_teutonica", "--variants", "--table", "--lang", lang, given=text).stdout.decode("utf-8")
        assert f"\n{words}: 21 : 22 : 3\n" in table


def test_table_says_that_no_interpretation_changes_the_winner() -> None:
    text = json.dumps({"sensitivity": True, "players": [{"left": 3}, {"left": 4}]})
    table = run_here("qin", "--variants", "--table", "--lang", "zh-Hant", given=text).stdout.decode("utf-8")
    assert "各種解讀的獲勝者都相同（試算了1種）。" in table


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_every_game_runs_on_bare_python(slug: str) -> None:
    example = next(iter(game(slug).examples.values()))
    process = run(slug, given=json.dumps(dict(example.sheet)))
    assert (process.returncode, process.stderr) == (0, b"")
    assert [player["total"] for player in lines(process)[0]["players"]] == list(example.totals)
