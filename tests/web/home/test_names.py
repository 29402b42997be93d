"""Names written from right to left, or with characters that steer the text: wherever they are seen they stand apart in a `<bdi>`."""

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree.ElementTree import Element

import pytest
from proofreader import Proofreader

UNSEEN = ("script", "option", "textarea", "title")


def holders(element: Element, name: str) -> Iterator[str]:
    """The elements whose own text holds the name; of a `<bdi>`, only that it holds just the name is well."""
    texts = [element.text, *(child.tail for child in element)]
    for text in texts:
        if name in (text or ""):
            yield "bdi" if element.tag == "bdi" and texts == [name] else f"{element.tag}: {text}"
    for child in element:
        if child.tag not in UNSEEN and "unseen" not in child.get("class", "").split():
            yield from holders(child, name)


@pytest.mark.parametrize(
    ("entry", "host"),
    [("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d4"), ("\u202eQuilp", "Quilp"), ("Qu\x07il\u200fp\x1b", "Quilp")],
    ids=["Hebrew", "override", "control characters"],
)
@pytest.mark.parametrize("page", ["score?to=sheet&", "score?", "compare?"], ids=["sheet", "result", "comparison"])
def test_name_is_isolated_from_the_text_around_it(client: Proofreader, lang: str, page: str, entry: str, host: str) -> None:
    """The second player of the whole wall gains by two cards, which the comparison tells by name. Steering characters are left out."""
    example = client.get(f"/{lang}/chang_cheng/example/whole_wall").headers["Location"].partition("?")[2]
    assert "1.name=Bo&" in example
    answer = client.get(f"/{lang}/chang_cheng/{page}{example.replace('1.name=Bo&', f'1.name={quote(entry)}&')}")
    assert answer.status_code == 200
    assert set(holders(answer.one("main"), host)) == {"bdi"}
    assert entry == host or entry not in answer.text
