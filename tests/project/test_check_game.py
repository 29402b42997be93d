"""`make check-game` lists what is wrong in a game's folder, and what is left to do."""

from pathlib import Path

import pytest
from check_game import main
from strings import find_untranslated

from scorers.registry import slugs

ROOT = Path(__file__).parents[2]


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_game_folders_have_no_mistakes(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["--mistakes", slug]), main([slug])] == [0, 0], capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], [""], ["qinn"], ["--mistakes", "qinn"]])
def test_unknown_slug_is_refused_with_those_there_are(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert f"there is no such game; the games are {', '.join(slugs())}. `make game" in capsys.readouterr().err


def test_untranslated_text_names_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "tea_house"
    folder.mkdir()
    (folder / "score.py").write_text('TITLE = N_("Tea House")\nTEXTS = N_("Cups"), N_("Pots")\n', encoding="utf-8")
    catalogue = folder / "zh-Hant.po"
    entries = {"Tea House": "新遊戲", "Cups": "", "Pots": "茶壺"}
    text = "\n".join(f'msgid "{source}"\nmsgstr "{word}"\n' for source, word in entries.items())
    catalogue.write_text(text, encoding="utf-8")
    assert list(find_untranslated(catalogue, folder)) == [
        f"{folder}/score.py:1: 'Tea House' is still translated as 新遊戲 in zh-Hant.po.",
        f"{folder}/score.py:2: 'Cups' has no translation in zh-Hant.po.",
    ]
