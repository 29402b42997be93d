"""QR codes of a result and its sheet, and chains of codes for long sheets."""

from collections.abc import Iterator
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
import segno
from flask.testing import FlaskClient
from proofreader import Page, Proofreader, words
from qr_reader import SVG, long_query, read_code
from request_work import lines_run, visitor
from shipped import SHIPPED

from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.sheet import load_sheet
from web.result import share
from web.result.share import MAX_CHAIN_CODES, MAX_QR_BYTES, chain_links, draw_code
from web.sheet.links import unpack

__all__ = ["visitor"]

MAX_LINES_OF_CODES = 1_200_000
"""Python lines for a page with two codes of the largest size."""
MAX_LINES_OF_CHAIN = 2_000_000
"""Python lines for the longest chain of codes."""


def read_codes(page: Page) -> Iterator[str]:
    """Return the link in each code of a page."""
    for drawing in page.all(f"{SVG}svg", class_="code"):
        yield read_code(drawing)


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("slug", SHIPPED)
def test_qr_codes_of_every_example_lead_to_result_and_sheet(client: Proofreader, lang: str, slug: str) -> None:
    for example in game(slug).examples.values():
        pairs = sheet_to_query(load_sheet(game(slug), dict(example.sheet)))
        result, sheet = read_codes(client.get(f"/{lang}/{slug}/qr?{urlencode(pairs)}"))
        for link, then in ((result, None), (sheet, ["sheet"])):
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc, parts.path) == ("http", "localhost", f"/{lang}/{slug}/score")
            args = parse_qs(parts.query)
            assert args.pop("to", None) == then
            linked = (
                unpack(args["z"][0], slug)
                if "z" in args
                else [(name, value) for name, values in args.items() for value in values]
            )
            assert sorted(linked or []) == sorted(pairs)
        assert words(client.get(result.removeprefix("http://localhost")).one("h1"))


def test_sheet_to_continue_has_its_code_first(client: Proofreader, lang: str) -> None:
    for query, order in (("n=2&0.left=2&to=sheet", [True, False]), ("n=2&0.left=2", [False, True])):
        page = client.get(f"/{lang}/qin/qr?{query}")
        assert ["to=sheet" in link for link in read_codes(page)] == order
        assert [len(list(folded.iter(f"{SVG}svg"))) for folded in page.all("details", class_="more")] == [1]


@pytest.mark.parametrize(("players", "letters", "count"), [(5, 40, 2), (5, 120, 3), (5, 200, 4)])
def test_long_sheet_is_split_into_several_codes(client: Proofreader, players: int, letters: int, count: int) -> None:
    query = long_query(players, letters)
    links = [urlsplit(link) for link in read_codes(client.get(f"/en/honshu/qr?{query}"))]
    assert {link.path for link in links} == {"/en/honshu/part"}
    args = [{name: value for name, (value,) in parse_qs(link.query).items()} for link in links]
    assert [(one["part"], one["parts"]) for one in args] == [(str(at), str(count)) for at in range(1, count + 1)]
    assert len({one["sum"] for one in args}) == 1
    assert sorted(unpack("".join(one["z"] for one in args), "honshu") or []) == sorted(parse_qsl(query))
    page = client.get(f"{links[0].path}?{links[0].query}")
    assert words(page.one("h1")) == f"Code 1 of {count}"


@pytest.mark.parametrize(
    "query", ["part=0&parts=2", "part=3&parts=2", "part=1&parts=9", "part=x&parts=2", "part=1&parts=2&z=%3Cb%3E", "z=a"]
)
def test_invalid_part_is_refused(client: Proofreader, query: str) -> None:
    assert client.get(f"/en/honshu/part?sum=01234567&{query}").status_code == 400
    assert client.get(f"/en/honshu/part?sum=%22&part=1&parts=2&{query}").status_code == 400


def test_faulty_sheet_has_only_the_sheets_code(client: Proofreader) -> None:
    (sheet,) = read_codes(client.get("/en/qin/qr?n=2&0.name=Ann&0.left=x&to=sheet"))
    page = client.get(sheet.removeprefix("http://localhost"))
    assert {"Ann", "x"} <= {field.get("value") for field in page.all("input")}


def test_too_long_link_has_a_sentence_and_no_code(client: Proofreader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "MAX_CHAIN_CODES", 1)
    page = client.get(f"/en/honshu/qr?{long_query(5, 40)}")
    assert list(read_codes(page)) == []
    assert "too long for a QR code" in page.text


def test_code_has_a_size_that_phones_read_easily() -> None:
    assert draw_code("a" * (MAX_QR_BYTES + 1)) is None
    assert segno.make_qr("a" * MAX_QR_BYTES, error="l", boost_error=False).version == 25
    assert draw_code("a" * MAX_QR_BYTES)


def test_work_for_the_largest_codes_is_bounded(visitor: FlaskClient) -> None:
    lines, _ = lines_run(lambda: [draw_code("aB" * (MAX_QR_BYTES // 2)) for _ in range(2)])
    assert lines <= MAX_LINES_OF_CODES


@pytest.mark.long
def test_work_for_the_longest_chain_is_bounded(visitor: FlaskClient) -> None:
    packed = "aB" * ((MAX_QR_BYTES - 100) * MAX_CHAIN_CODES // 2)
    with visitor.application.test_request_context("/"):
        assert len(chain_links(packed, "en", "honshu")) == MAX_CHAIN_CODES
        assert chain_links(packed + "a" * MAX_QR_BYTES, "en", "honshu") == chain_links("", "en", "honshu") == []
        lines, _ = lines_run(lambda: [draw_code(link) for link in chain_links(packed, "en", "honshu")])
    assert lines <= MAX_LINES_OF_CHAIN
