"""Links of sheets, also short ones and those of version 0: any sheet comes back from its link."""

import base64
import csv
import hashlib
import random
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from proofreader import Proofreader, totals, words
from random_sheets import sheets
from request_work import LINES, check, lines_run, visitor
from shipped import SHIPPED
from werkzeug.datastructures import MultiDict

from scorers.entries import Number, entries_of
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import folder, game, slugs
from scorers.sheet import load_sheet, players_entry, read_sheet
from web.common.http import MAX_QUERY_BYTES
from web.sheet.links import Pairs, pack, unpack


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=20)
@given(data=st.data())
def test_sheet_comes_back_from_its_link(slug: str, data: st.DataObject) -> None:
    check_round_trip(slug, data)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=500)
@given(data=st.data())
def test_many_sheets_come_back_from_their_links(slug: str, data: st.DataObject) -> None:
    check_round_trip(slug, data)


def check_round_trip(slug: str, data: st.DataObject) -> None:
    """A sheet with faults must come back too, because its page shows every entry as it was typed."""
    of = game(slug).sheet
    sheet, faults = read_sheet(of, data.draw(sheets(slug)))
    assert sheet is not None
    query = MultiDict(sheet_to_query(sheet)).to_dict(flat=False)
    again, _ = read_sheet(of, sheet_from_query(of, query))
    assert again == sheet, faults


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=40)
@given(query=st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=2), max_size=6))
def test_any_query_is_read(slug: str, query: dict[str, list[str]]) -> None:
    of = game(slug).sheet
    names = [*entries_of(of), *(f"0.{name}" for name in entries_of(entries_of(of)["players"].of))]
    renamed = {
        (names[len(name) % len(names)] if index % 2 else name): values
        for index, (name, values) in enumerate(query.items())
    }
    read_sheet(of, sheet_from_query(of, renamed))


with Path(__file__).with_name("links_of_version_0.tsv").open(encoding="utf-8", newline="") as table:
    LINKS = [tuple(row.values()) for row in csv.DictReader(table, delimiter="\t")]


@pytest.mark.parametrize(
    ("slug", "expected", "query"), LINKS, ids=[f"{slug} {expected}" for slug, expected, _ in LINKS]
)
def test_link_of_version_0_has_the_same_totals(client: Proofreader, slug: str, expected: str, query: str) -> None:
    page = client.get(f"/en/{slug}/score?{query}")
    assert page.status_code == 200
    assert totals(page) == list(map(int, expected.split()))


def test_offices_sent_by_separate_selects_still_open(client: Proofreader) -> None:
    """Minden: Ann's office and Bo's, further right: Bo controls the city, 2; each has an office in the network, 1."""
    query = "n=2&offices.minden=0&offices.minden=1&offices.minden=&offices.minden="
    page = client.get(f"/en/hansa_teutonica/score?{query}")
    assert totals(page) == [1, 3]


__all__ = ["visitor"]

DICTIONARY_HASHES = {
    "chang_cheng": "ac50fc4096cf5b47",
    "hansa_teutonica": "8d73c7056ec7e80a",
    "honshu": "13d079ff3273c93f",
    "qin": "e9819272de3bdf03",
    "trajan": "71734e747847eb8d",
}
"""Checksums of the preset dictionaries; links that people have kept can be read only with these."""


def example_pairs(slug: str, key: str) -> Pairs:
    """Return the query of an example as pairs."""
    return sheet_to_query(load_sheet(game(slug), dict(game(slug).examples[key].sheet)))


def full_table(slug: str) -> Pairs:
    """Return the query of a sheet with all seats taken and a random but fixed number in every number entry."""
    chance = random.Random(slug)
    players = players_entry(game(slug).sheet)
    numbers = [name for name, entry in entries_of(players.of).items() if isinstance(entry, Number)]
    pairs = [
        ("n", str(players.high)),
        *((f"{seat}.name", name) for seat, name in enumerate(["Ann", "Bo", "小明", "Cy", "Di"][: players.high])),
    ]
    return pairs + [(f"{seat}.{name}", str(chance.randint(0, 12))) for name in numbers for seat in range(players.high)]


def pack_bytes(text: bytes) -> str:
    """Pack any bytes as a `z` of version 0."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = (zlib.crc32(text) & 0xFFFF).to_bytes(2) + packer.compress(text) + packer.flush()
    return "0" + base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
@given(data=st.data())
@settings(max_examples=10)
def test_sheet_comes_back_from_its_short_link(slug: str, data: st.DataObject) -> None:
    sheet, _ = read_sheet(game(slug).sheet, data.draw(sheets(slug)))
    pairs = sheet_to_query(sheet)
    if text := pack(pairs, slug):
        assert unpack(text, slug) == pairs


def random_lands() -> Pairs:
    """Return five lands of seven rows and eight columns of random but fixed squares."""
    chance = random.Random(5)
    kinds = ["F", "T", "L", "D", "A", "Pb*", "My2"]
    lands = [" / ".join(" ".join(chance.choice(kinds) for _ in range(8)) for _ in range(7)) for _ in range(5)]
    return [("n", "5"), *((f"{seat}.map", land) for seat, land in enumerate(lands))]


LARGE = [
    *((slug, full_table(slug)) for slug in SHIPPED),
    *(("chang_cheng", example_pairs("chang_cheng", key)) for key in ("whole_wall", "two_players")),
    ("trajan", example_pairs("trajan", "three_players")),
    ("honshu", random_lands()),
]


@pytest.mark.parametrize(("slug", "pairs"), LARGE, ids=[f"{slug} {number}" for number, (slug, _) in enumerate(LARGE)])
def test_link_of_a_full_sheet_shrinks_by_forty_percent(slug: str, pairs: Pairs) -> None:
    assert len(f"z={pack(pairs, slug)}") <= 0.6 * len(urlencode(pairs))


def test_preset_dictionaries_never_change() -> None:
    assert {
        slug: hashlib.sha256((folder(slug) / "link_words.txt").read_bytes()).hexdigest()[:16] for slug in SHIPPED
    } == DICTIONARY_HASHES


def test_game_without_a_dictionary_has_short_links(client: Proofreader) -> None:
    pairs = full_table("lanterns")
    text = pack(pairs, "lanterns")
    assert text[0] == "0"
    assert unpack(text, "lanterns") == pairs


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", SHIPPED)
def test_short_link_opens_the_same_result_and_sheet(client: Proofreader, slug: str) -> None:
    pairs = example_pairs(slug, next(iter(game(slug).examples)))
    text = pack(pairs, slug)
    long, short = (client.get(f"/en/{slug}/score?{query}") for query in (urlencode(pairs), f"z={text}"))
    assert words(long.one("table", class_="score-pad")) == words(short.one("table", class_="score-pad"))
    sheet = client.get(f"/en/{slug}/score?z={text}&to=sheet")
    assert sheet.status_code == 200
    assert dict(pairs)["0.name"] in [field.get("value") for field in sheet.all("input")]


@pytest.mark.parametrize("slug", SHIPPED)
def test_examples_come_back_from_their_short_links(slug: str) -> None:
    for key in game(slug).examples:
        pairs = example_pairs(slug, key)
        assert unpack(pack(pairs, slug), slug) == pairs


def test_names_beside_z_override_packed_ones(client: Proofreader) -> None:
    text = pack([("n", "2"), ("0.left", "3"), ("0.name", "Ann")], "qin")
    page = client.get(f"/en/qin/score?z={text}&0.name=Bo&to=sheet")
    assert "Bo" in [field.get("value") for field in page.all("input")]
    assert "Ann" not in [field.get("value") for field in page.all("input")]


def test_comparison_opens_from_a_short_link(client: Proofreader) -> None:
    text = pack(example_pairs("honshu", "blocks"), "honshu")
    assert client.get(f"/en/honshu/compare?z={text}").status_code == 200


GOOD = pack([("n", "2"), ("0.name", "Ann"), ("0.left", "3"), ("1.left", "4")], "qin")
BROKEN: dict[str, str] = {
    "nothing": "",
    "another version": "9" + GOOD[1:],
    "no base64": "1!!!!",
    "letters of no alphabet": "1小明",
    "cut": GOOD[:-4],
    "longer than it was": GOOD + "AAAA",
    "one letter changed": GOOD[:8] + ("A" if GOOD[8] != "A" else "B") + GOOD[9:],
    "with the words of another game": pack([("n", "2"), ("0.map", "F")], "honshu"),
    "a name without a value": pack_bytes(b"n"),
    "bytes that are no text": pack_bytes(b"\xff\xfe\nx"),
    "a megabyte of blanks": pack_bytes(b"\n" * 1_000_000),
    "one more than is read": pack_bytes(b"n\n" + b"2" * MAX_QUERY_BYTES),
    "no compressed data": "0AAAA",
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("page", ["score", "compare"])
def test_broken_short_link_is_400_with_a_sentence(client: Proofreader, lang: str, page: str, what: str) -> None:
    answer = client.get(f"/{lang}/qin/{page}", query_string={"z": BROKEN[what]})
    assert answer.status_code == 400
    sentence = {"en": "This link is incomplete or mistyped", "zh-Hant": "這個連結不完整"}[lang]
    assert sentence in answer.text


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize(
    "text", [b"\n" * 16_000, b"x\ny\n" * 4000, b"n\n999\n" + b"0.name\na\n" * 1600, b"0.left\n" + b"1-" * 8000]
)
@pytest.mark.parametrize("slug", SHIPPED)
def test_work_for_a_short_link_is_bounded(visitor: FlaskClient, slug: str, text: bytes) -> None:
    for page in ("score", "compare"):
        check(*lines_run(lambda page=page: visitor.get(f"/en/{slug}/{page}?z={pack_bytes(text)}")), LINES)


@given(short_text=st.text(max_size=60))
def test_any_text_unpacks_to_pairs_or_none(short_text: str) -> None:
    result: Any = unpack(short_text, "qin")
    assert result is None or all(len(pair) == 2 for pair in result)


@pytest.mark.parametrize("tail", ["。", ".", ")", "」", "%20", "%E3%80%82看", "。）\u00a0"])
@pytest.mark.parametrize(
    "link",
    [
        f"/zh-Hant/together/{'aB-_' * 5}ab",
        f"/en/groups/{'aB-_' * 8}ab",
        f"/en/groups/{'aB-_' * 8}ab/results/abc",
        "/en/qin/score?z=141IDGQHV5ZiXB9PllA-LKWNYTJkCAA",
    ],
)
def test_link_is_opened_without_what_a_text_adds(app: Flask, link: str, tail: str) -> None:
    """Programs link up to the next blank, and Chinese is written without blanks."""
    answer = app.test_client().get(f"{link}{tail}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == link
