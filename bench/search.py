"""CPU time per query, in the current library and in one fifty times as large.

The larger library has fifty varied copies of every game: sentences are shuffled between a game's sections, and one word
or character in ten is replaced by another of the same language, so that the copies do not match the same words. The
queries are those of the tests, and the worst known ones: as many words as possible, each in as many sections as
possible.
"""

import random
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scorers.registry import slugs
from web.common.languages import LANGUAGES
from web.rules.model import read_rows
from web.search.engine import MAX_QUERY_CHARACTERS, Library
from web.search.topics import Topic, read_topics

COPIES = 50
ROUNDS = 9
TESTS = Path(__file__).parents[1] / "tests" / "web" / "search"
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


def vary(topics: Sequence[Topic], copy: int, words: dict[str, list[str]]) -> list[Topic]:
    """Return a copy of a game's topics with shuffled sentences and replaced words."""
    chance = random.Random(f"{topics[0].slug} {copy}")
    lines = {
        language: [line for topic in topics for line in topic.sections[language].text.split("\n")]
        for language in LANGUAGES
    }
    for several in lines.values():
        chance.shuffle(several)

    def other(text: str, language: str) -> str:
        return WORD.sub(lambda word: chance.choice(words[language]) if chance.random() < 0.1 else word[0], text)

    def vary_topic(topic: Topic) -> Topic:
        sections = {
            language: replace(
                old,
                title=other(old.title, language),
                text="\n".join(other(lines[language].pop(), language) for _ in old.text.split("\n")),
            )
            for language, old in topic.sections.items()
        }
        questions = {language: [other(one, language) for one in asked] for language, asked in topic.questions.items()}
        return replace(topic, slug=f"{topic.slug}-{copy}", sections=sections, questions=questions)

    return list(map(vary_topic, topics))


def enlarge(games: Sequence[Sequence[Topic]]) -> list[Topic]:
    """Return the topics of all games and of their varied copies."""
    words = {
        language: [word for topics in games for topic in topics for word in WORD.findall(topic.sections[language].text)]
        for language in LANGUAGES
    }
    copies = [vary(topics, copy, words) for copy in range(1, COPIES) for topics in games]
    return [topic for topics in (*games, *copies) for topic in topics]


def seconds(library: Library, query: str, language: str, game: str) -> list[float]:
    """Return the sorted CPU times of all rounds, including the first."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        library.find(query, language, game)
        times.append(time.process_time() - start)
    return sorted(times)


def main() -> None:
    """Print the number of topics and the median times of the queries for both libraries."""
    games = [read_topics(slug) for slug in slugs()]
    fresh = [(row["question"], row["language"], row["game"]) for row in read_rows(TESTS / "fresh_questions.tsv")]
    kinds = {
        "questions from a page of the game": fresh,
        "questions from elsewhere": [(query, language, "") for query, language, _ in fresh],
        "short": [(query, language, "") for query in SHORT for language in LANGUAGES],
        "worst": [
            (query, language, game) for query in WORST for language in LANGUAGES for game in ("", games[0][0].slug)
        ],
    }
    for name, topics in (("1×", [topic for game in games for topic in game]), (f"{COPIES}×", enlarge(games))):
        start = time.process_time()
        library = Library(topics)
        build = time.process_time() - start
        print(f"search {name}: {len(topics)} topics, indexed in {build:.2f} s")
        for kind, queries in kinds.items():
            times = sorted((seconds(library, *query)[ROUNDS // 2] * 1000, query[0]) for query in queries)
            slowest, query = times[-1]
            print(
                f"  {kind}: {len(times)} queries, median {times[len(times) // 2][0]:.2f} ms, slowest {slowest:.2f} ms "
                f"({query[:40]})"
            )


if __name__ == "__main__":
    main()
