"""`make check-game` lists what is wrong in a game's folder, and what is left to do."""

import re
import shutil
from pathlib import Path

import pytest
import untranslated
from check_game import main

from scorers.registry import slugs

ROOT = Path(__file__).parents[2]


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_game_folders_have_no_mistakes(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["--mistakes", slug]), main([slug])] == [0, 0], capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], [""], ["qinn"], ["--mistakes", "qinn"]])
def test_unknown_slug_is_refused_with_those_there_are(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "there is no such game; the games are chang_cheng, hansa_teutonica" in capsys.readouterr().err


def test_untranslated_text_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("translations", "zh_Hant", "LC_MESSAGES", "messages.po")
    (tmp_path / path).parent.mkdir(parents=True)
    shutil.copytree(ROOT / "scorers" / "qin", tmp_path / "scorers" / "qin")
    text = (ROOT / path).read_text(encoding="utf-8")
    for message, translation in (("Pagodas left", '""'), ("Qin", '"新遊戲"')):
        start = text.index(f'msgid "{message}"\n')
        end = text.index("msgstr ", start)
        text = f"{text[:end]}msgstr {translation}{text[text.index(chr(10), end) :]}"
    (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(untranslated, "ROOT", tmp_path)
    lines = (tmp_path / "scorers" / "qin" / "score.py").read_text(encoding="utf-8").splitlines()
    expected = {
        f"scorers/qin/score.py:{number}: {message!r}"
        for message in ("Pagodas left", "Qin")
        for number, line in enumerate(lines, 1)
        if f'N_("{message}")' in line
    }
    found = list(untranslated.find_untranslated("scorers/qin/"))
    assert {re.split(" has no translation| is still translated as 新遊戲", line)[0] for line in found} == expected
    assert all(("'Qin'" in line) == ("is still translated as 新遊戲" in line) for line in found)
