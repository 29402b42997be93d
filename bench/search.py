"""CPU time per query, in the current library and in one fifty times as large.

The larger library has fifty varied copies of every game: sentences are shuffled between a game's sections, and one word or character in
ten is replaced by another of the same language, so that the copies do not match the same words. The queries are those of the tests,
and the worst known ones: as many words as possible, each in as many sections as possible.
"""

import random
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from search_tables import QUESTIONS, WORDS

from scorers.registry import slugs
from web.common.languages import LANGUAGES
from web.rules.markdown import read_rules, read_terms
from web.rules.model import Rules, Section, Term
from web.search.index import Alias, read_aliases
from web.search.query import MAX_QUERY_CHARACTERS
from web.search.ranking import Library

COPIES = 50
ROUNDS = 9
SHORT = ["a", "the", "p", "scor", "player points", "nowhere", "勝", "的", "分數 玩家", "分"]
WORST = [
    "\ufdfa" * MAX_QUERY_CHARACTERS,
    " ".join("abcdefghijklmnopqrstuvwxyz1234567890"),
    "× " * MAX_QUERY_CHARACTERS,
    "score points player game card tile the of a end turn two place take number most board",
    "scor poin play gam car til boar plac tak mos numb turn roun prov mark",
    "qwertyuiopasd zxcvbnmasdfghj poiuytrewqlkjh mnbvcxzlkjhgfd asdfghjklzxcvb qazwsxedcrfvtg yhnujmikolpqaz",
    "的一是在不了有和人這中大為上個國" * 7,
    "城牆塔樓省份玩家計分遊戲結束平手寶塔村莊商會網絡獎勵標記" * 4,
    "玩家每人可以放一個板塊在圖板上然後計分卡牌行動標記城市",
]
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+")


def vary(rules: Rules, copy: int, words: Sequence[str]) -> Rules:
    """Return a copy of a game's rules with shuffled sentences and replaced words."""
    chance = random.Random(f"{rules.slug} {rules.language} {copy}")
    lines = [line for section in rules.sections for line in section.text.split("\n")]
    chance.shuffle(lines)

    def other(text: str) -> str:
        return WORD.sub(lambda word: chance.choice(words) if chance.random() < 0.1 else word[0], text)

    def section(old: Section) -> Section:
        text = "\n".join(other(lines.pop()) for _ in old.text.split("\n"))
        return replace(old, title=other(old.title), text=text)

    return replace(rules, slug=f"{rules.slug}-{copy}", sections=tuple(map(section, rules.sections)))


def enlarge(
    rules: Mapping[tuple[str, str], Rules], terms: Mapping[str, Sequence[Term]], aliases: Mapping[str, Sequence[Alias]]
) -> tuple[dict[tuple[str, str], Rules], dict[str, Sequence[Term]], dict[str, Sequence[Alias]]]:
    """Return the library with its varied copies."""
    words: dict[str, list[str]] = {}
    for book in rules.values():
        words.setdefault(book.language, []).extend(
            word for section in book.sections for word in WORD.findall(section.text)
        )
    copies = range(1, COPIES)
    new_rules = {
        (f"{slug}-{copy}", tag): vary(book, copy, words[tag]) for copy in copies for (slug, tag), book in rules.items()
    }
    new_terms = {f"{slug}-{copy}": terms[slug] for copy in copies for slug in terms}
    new_aliases = {f"{slug}-{copy}": aliases[slug] for copy in copies for slug in terms}
    return {**rules, **new_rules}, {**terms, **new_terms}, {**aliases, **new_aliases}


def seconds(library: Library, query: str, language: str, game: str) -> list[float]:
    """Return the sorted CPU times of all rounds, including the first."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        library.find(query, language, game)
        times.append(time.process_time() - start)
    return sorted(times)


def main() -> None:
    """Print the number of sections and the median times of the queries for both libraries."""
    rules = {(slug, language): read_rules(slug, language) for slug in slugs() for language in LANGUAGES}
    terms, aliases = {slug: read_terms(slug) for slug in slugs()}, {slug: read_aliases(slug) for slug in slugs()}
    kinds = {
        "queries of the tests": [(query, language, game) for language, game, query, _ in WORDS + QUESTIONS],
        "short": [(query, language, "") for query in SHORT for language in LANGUAGES],
        "worst": [
            (query, language, game) for query in WORST for language in LANGUAGES for game in ("", next(iter(terms)))
        ],
    }
    for name, materials in (("1×", (rules, terms, aliases)), (f"{COPIES}×", enlarge(rules, terms, aliases))):
        start = time.process_time()
        library = Library.of(*materials)
        build = time.process_time() - start
        sections = sum(len(book.sections) for book in materials[0].values())
        print(f"search {name}: {sections} sections, indexed in {build:.2f} s")
        for kind, queries in kinds.items():
            times = sorted((seconds(library, *query)[ROUNDS // 2] * 1000, query[0]) for query in queries)
            slowest, query = times[-1]
            print(
                f"  {kind}: {len(times)} queries, median {times[len(times) // 2][0]:.2f} ms, slowest {slowest:.2f} ms ({query[:40]})"
            )


if __name__ == "__main__":
    main()
