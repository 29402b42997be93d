"""Any input gives a result or faults: 200,000 inputs over all games, the same in each run, most of them in the long tests."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from scorers.entries import entries_of
from scorers.registry import game, slugs
from scorers.service import dumps, parse, score_data

INPUTS = 200_000
RUNS = 16
CODES = {"unknown", "missing", "type", "choice", "too_few", "too_many", "impossible"}
ODD = [
    None, True, False, 0, 1, 2, 3, 5, -1, -3, 17, 10**9, 10**30, 1.0, 0.5, 1e308,
    "", " ", "0", "１２", "²", "\ud800", "\x00", "🀄", "a" * 99,
]  # fmt: skip


@cache
def texts(slug: str) -> list[str]:
    """Return the game's examples as JSON text."""
    return [json.dumps(dict(example.sheet)) for example in game(slug).examples.values()]


@cache
def words(slug: str) -> list[str]:
    """Return all keys and values that the game knows."""
    sheet = entries_of(game(slug).sheet)
    texts = {"players", "threat", "walls", *sheet, *entries_of(sheet["players"].of)}
    for kind in (*sheet.values(), *entries_of(sheet["players"].of).values()):
        for known in ("options", "keys"):
            texts |= {str(key) for key in getattr(kind, known, ())}
    return sorted(texts)


def value(chance: random.Random, slug: str, depth: int = 3) -> Any:
    """Return random JSON data, often with keys that the game knows."""
    if depth == 0 or chance.random() < 0.5:
        return chance.choice(ODD) if chance.random() < 0.7 else chance.choice(words(slug))
    if chance.random() < 0.5:
        return [value(chance, slug, depth - 1) for _ in range(chance.randrange(6))]
    return {chance.choice(words(slug)): value(chance, slug, depth - 1) for _ in range(chance.randrange(6))}


def change_data(chance: random.Random, slug: str, data: Any) -> Any:
    """Return the data with one entry replaced, removed or added at any depth."""
    at = data
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        inner = [key for key in keys if isinstance(at[key], dict | list)]
        if not inner or chance.random() < 0.3:
            break
        at = at[chance.choice(inner)]
    if isinstance(at, list):
        at.insert(chance.randrange(len(at) + 1), value(chance, slug, 2))
        return data
    key = chance.choice(words(slug)) if not keys or chance.random() < 0.4 else chance.choice(keys)
    if chance.random() < 0.15:
        at.pop(key, None)
    else:
        at[key] = value(chance, slug, 2)
    return data


def scramble(chance: random.Random, text: str) -> bytes:
    """Return the text with a few bytes changed."""
    raw = bytearray(text.encode())
    for _ in range(chance.randrange(1, 4)):
        raw[chance.randrange(len(raw))] = (
            chance.choice(b'0123456789-.eE"{}[],:null \xff\x00') if chance.random() < 0.9 else chance.randrange(256)
        )
    return bytes(raw)


def inputs(slug: str, run: int) -> Iterator[str | bytes]:
    chance = random.Random(f"{slug} {run}")
    for _ in range(INPUTS // (RUNS * len(slugs())) + 1):
        kind = chance.random()
        if kind < 0.1:
            yield chance.randbytes(chance.randrange(40))
        elif kind < 0.3:
            yield json.dumps(value(chance, slug))
        elif kind < 0.5:
            yield scramble(chance, chance.choice(texts(slug)))
        else:
            data = json.loads(chance.choice(texts(slug)))
            for _ in range(chance.randrange(1, 4)):
                data = change_data(chance, slug, data)
            yield json.dumps(data)


@pytest.mark.parametrize("run", [0, *(pytest.param(run, marks=pytest.mark.long) for run in range(1, RUNS))])
@pytest.mark.parametrize("slug", slugs())
def test_any_data_gives_a_result_or_faults(slug: str, run: int) -> None:
    count = 0
    for text in inputs(slug, run):
        answer = score_data(slug, parse(text))
        if "faults" in answer:
            assert answer["faults"], text
            assert {fault["code"] for fault in answer["faults"]} <= CODES, text
            assert all(fault["message"] for fault in answer["faults"]), text
        else:
            count += 1
            assert all(player["total"] == sum(line["points"] for line in player["lines"]) for player in answer["players"]), text
        assert json.loads(dumps(answer)), text
    assert count
