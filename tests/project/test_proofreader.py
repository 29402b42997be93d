"""The proof-reader finds what it is there to find."""

import pytest
from proofreader import mistakes

GOOD = """<!doctype html>
<html lang="en"><head><title>Qin: rules · Tally</title></head>
<body><a hreflang="zh-Hant" href="/zh-Hant/">中文</a><a hreflang="en" href="/en/">English</a>
<h1>Qin: rules</h1><label for="a">A</label><input id="a" name="a" aria-describedby="b"><p id="b">B</p></body></html>"""


def test_a_good_page_has_no_mistakes() -> None:
    assert mistakes(GOOD, "/en/") == ()


@pytest.mark.parametrize(
    ("before", "after", "mistake"),
    [
        ("</h1>", "</h1><h1>Again</h1>", "2 h1: ['Qin: rules', 'Again']"),
        ("<title>Qin", "<title>Tally", "the title 'Tally: rules · Tally' does not start with the h1 'Qin: rules'"),
        ('lang="en"', 'lang="zh-Hant"', "lang is 'zh-Hant'"),
        ('href="/zh-Hant/"', 'href="/"', "its twin in zh-Hant is '/'"),
        ('id="b"', 'id="a"', "id 'a' is there 2 times"),
        ('describedby="b"', 'describedby="c"', "aria-describedby='c' points nowhere"),
        ('<label for="a">A</label>', "", "input 'a' has no label"),
        ("<p id", '<a href="#z">z</a><p id', "the link #z points nowhere"),
        ("<p id", '<p style="color: red" id', "p has a style of its own"),
        ("<p id", '<p onclick="x()" id', "p has onclick"),
        ("<p id", "<script>x()</script><p id", "script within the page"),
        ("<p id", '<img alt="" src="https://elsewhere.example/a.png"><p id',
        "img loads https://elsewhere.example/a.png"),
        ("<p id", '<h3>Too deep</h3><p id', "h3 follows h1"),
        ("<p id", '<a href="/" aria-label="Back">Score</a><p id', "a shows 'score' and is named 'Back'"),
        ("<p id", '<div role="radiogroup" aria-label="7"><label><input type="radio"></label></div><p id',
        "'7' is a choice of one"),
        ("<p id", '<p aria-hidden="true">Other points</p><p id', "'Other' is read to nobody"),
        ("<p id", '<p class="unseen"><a href="/">Home</a></p><p id', "a 'Home' is hidden, and Tab reaches it"),
        ("</p>", "</i></p>", "line 4: </i> ends no i"),
        ("B</p>", "B", "<p> has no end"),
        ("<p id", "<i>i</p><p id", "line 4: </p> ends no p"),
        ("<p id", '<i a="1" a="2">i</i><p id', "line 4: duplicate-attribute"),
        ("<p id", "<i/>&nosuch;<p id", "line 4: unknown-named-character-reference"),
        ("<p id", "<p><div>in a paragraph</div></p><p id", "line 4: a tag is left out, ignored or moved"),
        ("<p id", "<a href='/en/'><a href='/en/'>twice</a></a><p id", "line 4: a tag is left out, ignored or moved"),
        ("<p id", "<form><form></form></form><p id", "line 4: a tag is left out, ignored or moved"),
        ("<p id", "<table><p>beside cells</p></table><p id", "line 4: a tag is left out, ignored or moved"),
        ("<p id", "<table><tr><td>1</td></tr></table><p id", "line 4: a tag is left out, ignored or moved"),
        ("<!doctype html>", "", "line 1: no doctype"),
    ],
)  # fmt: skip
def test_each_mistake_is_found(before: str, after: str, mistake: str) -> None:
    assert mistake in mistakes(GOOD.replace(before, after), "/en/")
