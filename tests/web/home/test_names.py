"""Names in right-to-left scripts or with control characters are isolated in a `<bdi>`."""

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree.ElementTree import Element

import pytest
from proofreader import Proofreader

INVISIBLE = ("script", "option", "textarea", "title")


def find_holders(element: Element, name: str) -> Iterator[str]:
    """Yield "bdi" for a `<bdi>` with just the name, and the tag and text of other elements with the name."""
    texts = [element.text, *(child.tail for child in element)]
    for text in texts:
        if name in (text or ""):
            yield "bdi" if element.tag == "bdi" and texts == [name] else f"{element.tag}: {text}"
    for child in element:
        if child.tag not in INVISIBLE and "unseen" not in child.get("class", "").split():
            yield from find_holders(child, name)


@pytest.mark.parametrize(
    ("entry", "host"),
    [("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d4"), ("\u202eQuilp", "Quilp"), ("Qu\x07il\u200fp\x1b", "Quilp")],
    ids=["Hebrew", "override", "control characters"],
)
@pytest.mark.parametrize("page", ["score?to=sheet&", "score?", "compare?"], ids=["sheet", "result", "comparison"])
def test_name_is_isolated_from_the_text_around_it(
    client: Proofreader, lang: str, page: str, entry: str, host: str
) -> None:
    """The comparison names the second player of this example. Control characters are dropped."""
    example = client.get(f"/{lang}/chang_cheng/example/whole_wall").headers["Location"].partition("?")[2]
    assert "1.name=Bo&" in example
    answer = client.get(f"/{lang}/chang_cheng/{page}{example.replace('1.name=Bo&', f'1.name={quote(entry)}&')}")
    assert answer.status_code == 200
    assert set(find_holders(answer.one("main"), host)) == {"bdi"}
    assert entry == host or entry not in answer.text
