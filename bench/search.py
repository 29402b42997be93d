"""How long a query takes the processor, in the library as it is and in one fifty times its size.

The larger library holds fifty varied copies of every game: sentences change places between the sections of a game, and one word
or character in ten is another one of the same language, so that the copies are not found by the very same words.
"""

import random
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app import create_app
from web.rules import Rules, Section, Term
from web.search import Library

COPIES = 50
ROUNDS = 9
QUERIES = {
    "zh-Hant": ["勝", "的", "平手", "獎勵標記", "奖励标记", "分數 玩家", "呂貝克", "lub", "城牆 塔樓 區域", "遊戲什麼時候結束"],
    "en": ["a", "the", "tie", "bonus marker", "lub", "scor", "player points", "end of the game", "pagodas left", "nowhere"],
}
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+")


def varied(rules: Rules, copy: int, words: Sequence[str]) -> Rules:
    """A copy of a game's rules with other sentences in its sections and other words in its sentences."""
    chance = random.Random(f"{rules.slug} {rules.language} {copy}")
    lines = [line for section in rules.sections for line in section.text.split("\n")]
    chance.shuffle(lines)

    def other(text: str) -> str:
        return WORD.sub(lambda word: chance.choice(words) if chance.random() < 0.1 else word[0], text)

    def section(old: Section) -> Section:
        text = "\n".join(other(lines.pop()) for _ in old.text.split("\n"))
        return replace(old, title=other(old.title), text=text)

    return replace(rules, slug=f"{rules.slug}-{copy}", sections=tuple(map(section, rules.sections)))


def larger(
    rules: Mapping[tuple[str, str], Rules], terms: Mapping[str, Sequence[Term]]
) -> tuple[dict[tuple[str, str], Rules], dict[str, Sequence[Term]]]:
    """The library with all its varied copies."""
    words: dict[str, list[str]] = {}
    for book in rules.values():
        words.setdefault(book.language, []).extend(word for section in book.sections for word in WORD.findall(section.text))
    copies = range(1, COPIES)
    more = {(f"{slug}-{copy}", tag): varied(book, copy, words[tag]) for copy in copies for (slug, tag), book in rules.items()}
    return {**rules, **more}, {**terms, **{f"{slug}-{copy}": told for copy in copies for slug, told in terms.items()}}


def seconds(library: Library, query: str, language: str, game: str) -> list[float]:
    """How long each of some rounds took the processor, the first included, sorted."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        library.find(query, language, game)
        times.append(time.process_time() - start)
    return sorted(times)


def main() -> None:
    """Print, for both libraries, how many sections they have and what each query takes: the middle of the rounds and the slowest."""
    app = create_app()
    rules, terms = app.extensions["rules"], app.extensions["terms"]
    libraries = {}
    for name, given in (("1×", (rules, terms)), (f"{COPIES}×", larger(rules, terms))):
        start = time.process_time()
        libraries[name] = Library(*given)
        built = time.process_time() - start
        sections = sum(len(book.sections) for book in given[0].values())
        print(f"search {name}: {sections} sections, indexed in {built:.2f} s")
    print(f"{'ms a query, middle (slowest)':32}" + "".join(f"{name:>16}" for name in libraries))
    game = next(iter(terms))
    worst = dict.fromkeys(libraries, 0.0)
    for language, queries in QUERIES.items():
        for query in queries:
            told = ""
            for name, library in libraries.items():
                times = seconds(library, query, language, game)
                worst[name] = max(worst[name], times[ROUNDS // 2])
                told += f"{times[ROUNDS // 2] * 1000:8.2f} ({times[-1] * 1000:5.2f})"
            print(f"{query:{32 - sum(len(letter.encode()) > 2 for letter in query)}}{told}")
    print(f"{'slowest middle':32}" + "".join(f"{value * 1000:8.2f}        " for value in worst.values()))


if __name__ == "__main__":
    main()
