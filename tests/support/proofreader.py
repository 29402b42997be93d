"""A test client that checks every HTML page it fetches: headings, language, ids, labels and sources."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any
from xml.etree.ElementTree import Comment, Element

import turbohtml
from flask.testing import FlaskClient
from turbohtml.treebuild import parse_into
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

LABELLED = {"input", "select", "textarea"}
REFERENCES = ("for", "aria-describedby", "aria-labelledby", "aria-controls", "list", "form", "popovertarget")
LOADS = {
    "img": "src",
    "script": "src",
    "link": "href",
    "source": "src",
    "iframe": "src",
    "use": "href",
    "form": "action",
    "button": "formaction",
}


HTML = "http://www.w3.org/1999/xhtml"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""Elements that have no end tag."""


class TreeBuilder:
    """Builds the tree of a page; elements of HTML have no namespace."""

    def create_document(self) -> Element:
        return Element("document")

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> None:
        """Leave out what the tree has no place for."""

    def create_element(self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]) -> Element:
        tag = name if namespace == HTML else f"{{{namespace}}}{name}"
        return Element(tag, {key: value or "" for key, value in attrs})

    def create_text(self, data: str) -> str:
        return data

    def create_comment(self, data: str) -> Element:
        return Comment(data)

    def create_pi(self, target: str, data: str) -> None:
        """Leave out what the tree has no place for."""

    def append(self, parent: Element, child: Element | str | None) -> None:
        if isinstance(child, Element):
            parent.append(child)
        elif child and len(parent):
            parent[-1].tail = (parent[-1].tail or "") + child
        elif child:
            parent.text = (parent.text or "") + child


@lru_cache(maxsize=32)
def parse(page: str) -> tuple[Element, tuple[str, ...]]:
    """Return the parsed page and its HTML errors, cached because a page is asked for its parts one by one."""
    document: Element = parse_into(page, TreeBuilder())
    root = next(document.iter("html"))
    errors = [f"line {error.line}: {error.code}" for error in turbohtml.parse(page).errors]
    return root, (*errors, *_check_nesting(page, root))


def _check_nesting(page: str, root: Element) -> Iterator[str]:
    """Yield where a parser builds another tree than is written: no tag is left out, ignored or moved."""
    if not page.startswith("<!doctype html>"):
        yield "line 1: no doctype"
    open_tags: list[str] = []
    written: list[tuple[int, str, int]] = []
    # The tokenizer takes what is within `noscript` for text, as browsers do that have scripts.
    for token in turbohtml.tokenize(page.replace("noscript>", "no-script>")):
        name = (token.tag or "").replace("no-script", "noscript")
        if token.type is turbohtml.TokenType.START_TAG:
            written.append((len(open_tags), name, token.line))
            if name not in VOID and not token.self_closing:
                open_tags.append(name)
        elif token.type is turbohtml.TokenType.END_TAG:
            if open_tags and name == open_tags[-1]:
                open_tags.pop()
            else:
                yield f"line {token.line}: </{name}> ends no {name}"
    yield from (f"<{name}> has no end" for name in open_tags)
    built: list[tuple[int, str]] = []

    def read(element: Element, depth: int) -> None:
        if isinstance(element.tag, str):  # no comment
            built.append((depth, local(element).lower()))
        for child in element:
            read(child, depth + 1)

    read(root, 0)
    differing = [line for (*tag, line), found in zip(written, built, strict=False) if tuple(tag) != found]
    if differing or len(written) != len(built):
        yield f"line {differing[0] if differing else page.count(chr(10)) + 1}: a tag is left out, ignored or moved"


def tree(page: str) -> Element:
    """Return the parsed page."""
    return parse(page)[0]


def words(element: Element) -> str:
    """Return the text of an element with single spaces."""
    return " ".join("".join(element.itertext()).split())


def local(element: Element) -> str:
    """Return an element's name without its namespace, or "" for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


@cache
def mistakes(page: str, path: str) -> tuple[str, ...]:
    """Return the mistakes in a page served at `path`, a sentence each."""
    return tuple(_mistakes(page, path))


def _mistakes(page: str, path: str) -> Iterator[str]:
    root, html_errors = parse(page)
    yield from html_errors
    elements = [element for element in root.iter() if local(element)]
    yield from _check_headings(root)
    yield from _check_language(root, path)
    yield from _check_ids(elements)
    yield from _check_labels(root, elements)
    yield from _check_names(root)
    yield from _check_hidden(root)
    for element in elements:
        yield from _check_sources(element)


def _check_headings(root: Element) -> Iterator[str]:
    headings = [words(heading) for heading in root.iter("h1")]
    title = words(next(root.iter("title"), Element("title")))
    if len(headings) != 1:
        yield f"{len(headings)} h1: {headings}"
    elif not headings[0] or not title.startswith(headings[0]):
        yield f"the title {title!r} does not start with the h1 {headings[0]!r}"
    levels = [int(local(element)[1]) for element in root.iter() if re.fullmatch("h[1-6]", local(element))]
    yield from (f"h{after} follows h{before}" for before, after in itertools.pairwise(levels) if after > before + 1)


def _check_language(root: Element, path: str) -> Iterator[str]:
    language = path.split("/")[1]
    lang = root.get("lang", "")
    if lang not in ("zh-Hant", "en") or (language in ("zh-Hant", "en") and lang != language):
        yield f"lang is {lang!r}"
    twins = {link.get("hreflang"): link.get("href", "") for link in root.iter("a") if link.get("hreflang")}
    for tag in ("zh-Hant", "en"):
        if not twins.get(tag, "").startswith(f"/{tag}/"):
            yield f"its twin in {tag} is {twins.get(tag)!r}"


def _check_ids(elements: list[Element]) -> Iterator[str]:
    ids = Counter(element.get("id") for element in elements if element.get("id") is not None)
    yield from (f"id {name!r} is there {times} times" for name, times in ids.items() if times > 1 or not name)
    for element in elements:
        for attribute in REFERENCES:
            for target in element.get(attribute, "").split():
                if target not in ids:
                    yield f"{attribute}={target!r} points nowhere"
        link = element.get("href", "")
        if link.startswith("#") and link[1:] not in ids:
            yield f"the link {link} points nowhere"


def _check_labels(root: Element, elements: list[Element]) -> Iterator[str]:
    labels = {label.get("for"): words(label) for label in root.iter("label")}
    controls = {control for label in root.iter("label") if words(label) for control in label.iter()}
    for element in elements:
        name = local(element)
        if name in LABELLED and element.get("type") not in ("hidden", "submit"):
            label = labels.get(element.get("id", "-")) or element.get("aria-label") or element.get("aria-labelledby")
            if not label and element not in controls:
                yield f"{name} {element.get('name')!r} has no label"
        if name in ("a", "button", "summary") and not (
            words(element) or element.get("aria-label") or element.get("aria-labelledby")
        ):
            yield f"{name} {element.attrib} says nothing"
        if name == "img" and element.get("alt") is None:
            yield f"img {element.get('src')!r} has no alt"


def _visible_words(element: Element) -> str:
    """Return the words that an element shows: without those for screen readers only, and without the letters of
    pieces.
    """
    letters = [
        one
        for one in element.iter()
        if one.get("aria-hidden") and all(len(word) <= 2 for text in one.itertext() for word in text.split())
    ]
    unseen = [one for one in element.iter() if "unseen" in one.get("class", "").split()]
    hidden = {part for one in (*letters, *unseen) for part in one.iter()}
    tails = {child: parent for parent in element.iter() for child in parent}
    texts = [one.text or "" for one in element.iter() if one not in hidden and local(one) not in ("svg", "title")]
    texts += [one.tail or "" for one, parent in tails.items() if parent not in hidden]
    return " ".join(re.findall(r"\w+", " ".join(texts).casefold()))


def _check_names(root: Element) -> Iterator[str]:
    """Yield names that lack the words which voice control reads on the page, drawings without a name, and choices of
    one.
    """
    for element in root.iter():
        name, label = local(element), element.get("aria-label")
        if name in ("a", "button", "summary") and label:
            shown = _visible_words(element)
            if shown not in " ".join(re.findall(r"\w+", label.casefold())):
                yield f"{name} shows {shown!r} and is named {label!r}"
        if element.get("role") == "img" and not (label or element.get("aria-labelledby")):
            yield f"{name} {element.attrib} is a drawing without a name"
        if element.get("role") == "radiogroup":
            options = [one for one in element.iter("label") if "none" not in one.get("class", "").split()]
            if len(options) == 1:
                yield f"{label!r} is a choice of one"


REACHED = {"a", "button", "input", "select", "textarea", "summary"}
FOR_THE_EYE = {"key", "dots", "slope", "who"}
"""Classes of what explains a drawing, which screen readers do not get either, and of a headline in large type."""
WORD = re.compile(r"[\u3400-\u9fff]+|[^\W\d_]?[a-z]{2,}")


def _check_hidden(root: Element) -> Iterator[str]:
    """Yield words that only the eye gets, and controls that are hidden from the eye or from screen readers alone."""
    told: list[str] = []
    hidden: list[str] = []

    def read(element: Element, *, is_hidden: bool) -> None:
        name, classes = local(element), set(element.get("class", "").split())
        if name in ("", "head", "script", "template") or (is_hidden and (name == "svg" or classes & FOR_THE_EYE)):
            return
        told.extend(element.get(attribute, "") for attribute in ("aria-label", "alt", "placeholder", "value"))
        texts = hidden if is_hidden else told
        texts.append(element.text or "")
        for child in element:
            read(child, is_hidden=is_hidden or child.get("aria-hidden") == "true")
            texts.append(child.tail or "")

    read(root, is_hidden=False)
    heard = " ".join(told)
    yield from (f"{word!r} is read to nobody" for text in hidden for word in WORD.findall(text) if word not in heard)
    for element in root.iter():
        if element.get("aria-hidden") == "true" or "unseen" in element.get("class", "").split():
            for one in element.iter():
                if local(one) in REACHED and one.get("tabindex") != "-1" and one.get("type") != "hidden":
                    yield f"{local(one)} {words(one)!r} is hidden, and Tab reaches it"


def _check_sources(element: Element) -> Iterator[str]:
    """Yield what the Content-Security-Policy refuses and what is loaded from another host."""
    name = local(element)
    if name == "style" or "style" in element.attrib:
        yield f"{name} has a style of its own"
    if name == "script" and not element.get("src") and element.get("type") != "application/json":
        yield "script within the page"
    yield from (f"{name} has {attribute}" for attribute in element.attrib if attribute.startswith("on"))
    address = element.get(LOADS.get(name, ""), "")
    if re.match(r"(\w+:)?//|data:|javascript:", address) or element.get("href", "").startswith("javascript:"):
        yield f"{name} loads {address}"


def totals(page: "Page") -> list[int]:
    """Return the totals of a result page by seat; its columns are in the order of the ranking."""
    cells = {
        cell.get("class", "").split()[0]: int(words(cell).replace("\N{MINUS SIGN}", "-"))
        for cell in page.one("tr", class_="total").iter("td")
    }
    return [cells[f"seat-{seat}"] for seat in range(len(cells))]


class Page(TestResponse):
    """A response with its parsed HTML."""

    @property
    def html(self) -> Element:
        """Return the parsed page."""
        return tree(self.text)

    @property
    def heading(self) -> str:
        """Return the text of the h1."""
        return words(next(self.html.iter("h1")))

    def all(self, tag: str, /, **attributes: str) -> list[Element]:
        """Return the elements with this tag and these attributes; `class_` must be one of the classes."""
        css_class = attributes.pop("class_", None)
        return [
            element
            for element in self.html.iter(tag)
            if all(element.get(key.replace("_", "-")) == value for key, value in attributes.items())
            and (css_class is None or css_class in element.get("class", "").split())
        ]

    def one(self, tag: str, /, **attributes: str) -> Element:
        """Return the only such element."""
        (element,) = self.all(tag, **attributes)
        return element

    def texts(self, tag: str, /, **attributes: str) -> list[str]:
        """Return the texts of all such elements."""
        return [words(element) for element in self.all(tag, **attributes)]

    def form_data(self) -> MultiDict[str, str]:
        """Return what a browser would send from the first form, without empty and disabled fields."""
        data: MultiDict[str, str] = MultiDict()
        for field in next(next(self.html.iter("main")).iter("form")).iter():
            name, value = field.get("name"), field.get("value", "")
            if field.tag == "select":
                options = [option for option in field.iter("option") if "selected" in option.attrib] or list(
                    field.iter("option")
                )[:1]
                value = options[0].get("value", "")
            elif field.tag == "textarea":
                value = field.text or ""
            elif field.tag != "input" or (field.get("type") in ("checkbox", "radio") and "checked" not in field.attrib):
                continue
            if name and "disabled" not in field.attrib and (value or field.tag == "select"):
                data.add(name, value)
        return data


class Proofreader(FlaskClient):
    """A client that checks every HTML page it fetches."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        kwargs.setdefault("buffered", True)  # read and close static files
        answer = super().open(*args, **kwargs)
        if (
            answer.mimetype == "text/html"
            and not answer.headers.get("Location")
            and not answer.headers.get("Content-Encoding")
        ):
            wrong = (
                mistakes(answer.text, answer.request.path) if answer.request.method != "HEAD" and answer.text else ()
            )
            assert not wrong, f"{answer.request.path}:\n" + "\n".join(wrong)
        return answer
