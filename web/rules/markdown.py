"""Reading each game's rules (Markdown) and glossary (TSV) from its folder."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.attrs import attrs_block_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from scorers.model import N_, DeclarationError
from scorers.po_catalog import load_translator
from scorers.registry import folder
from web.common.languages import LANGUAGES
from web.common.text import fold
from web.rules.model import Rules, Section, Term, read_table

NOTES = {"disputed": N_("Sources differ"), "example": N_("Example"), "note": N_("Note")}
"""Kind of note -> its heading."""
_NO_BREAK = re.compile(r"(?<=[□○])(?=\w)|(?<=\d–)(?=\d)")
"""Places where no line may break: between an office's shape and its ink, and within a range."""
_FIGURE = re.compile(r"<td>((?:[+−]?\d|½)[\d–⁄/.+\u2060]*)</td>")
"""A table cell that holds a number, which is set in the numerals' typeface."""
_TRACK = re.compile(r"<td>((?:\d+|[A-Z])(?: (?:\d+|[A-Z])){2,})\b")
"""A table cell that begins with the spaces of a track, each of which is drawn as a box."""


def alphabetical(term: Term, language: str) -> bytes | str:
    """Return a term's sort key. Big5 orders Chinese characters by stroke count, as book indexes in Taiwan do."""
    name = term.names[language]
    return name.encode("big5", "replace") if language == "zh-Hant" else fold(name)


@cache
def _markdown() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False}).enable("table")
    md.use(attrs_block_plugin, allowed=("id",)).use(front_matter_plugin)
    for note in NOTES:
        md.use(container_plugin, note, render=_note)
    md.add_render_rule("table_open", _table_open)
    md.add_render_rule("table_close", _table_close)
    return md


def _note(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: Mapping[str, str]) -> str:
    if tokens[at].nesting != 1:
        return "</aside>\n"
    kind = tokens[at].type.split("_")[1]
    return f'<aside class="note {kind}"><p class="kind">{load_translator(env["language"])(NOTES[kind])}</p>\n'


def _table_open(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    return '<div class="scroll"><table>\n'


def _table_close(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    return "</table></div>\n"


def read_rules(slug: str, language: str) -> Rules:
    """Read a game's rules in a language.

    Raises DeclarationError, with a sentence that names the file, if they are invalid.
    """
    md, where = _markdown(), folder(slug)
    file = where / f"rules.{language}.md"
    if not file.exists():
        raise DeclarationError(f"{file}: this file is missing; every game has its rules in every language.")
    tokens = md.parse(file.read_text(encoding="utf-8"))
    header = dict(line.split(": ", 1) for line in tokens[0].content.splitlines() if ": " in line) if tokens else {}
    if lacking := [key for key in ("title", "edition", "changed") if key not in header]:
        raise DeclarationError(f"{file}: the front matter between the lines --- lacks {', '.join(lacking)}.")
    sections = tuple(_section(md, where, language, *piece) for piece in _cut(tokens[1:]))
    by_id = {section.id: section for section in sections}
    return Rules(slug, language, header["title"], header["edition"], _date(file, header["changed"]), sections, by_id)


def _date(file: Path, text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise DeclarationError(f"{file}: changed must be a date such as 2026-01-31, not {text!r}.") from None


def _cut(tokens: Sequence[Token]) -> Iterator[tuple[Token, str, list[Token]]]:
    """Split a page at its headings: the heading's token, its text, and the tokens up to the next heading."""
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        yield tokens[start], tokens[start + 1].content, list(tokens[start + 3 : end])


def _section(md: MarkdownIt, where: Path, language: str, heading: Token, title: str, tokens: list[Token]) -> Section:
    _insert_figures(tokens, where)
    body = str(md.renderer.render(tokens, md.options, {"language": language}))
    lead = re.search("<p>.*?</p>", body, re.DOTALL)
    return Section(
        id=str(heading.attrGet("id") or ""),
        level=int(heading.tag[1]),
        title=title,
        body=Markup(_draw_figures(_NO_BREAK.sub("\u2060", body))),  # noqa: S704  raw HTML is off; the drawings are our own
        lead=Markup(lead[0] if lead else ""),  # noqa: S704
        text=_plain(body),
    )


def _draw_figures(body: str) -> str:
    """Mark up the numbers in tables, and the spaces of tracks.

    >>> _draw_figures("<td>10+</td><td>3 5 C (all)</td>")
    '<td class="figure">10+</td><td><span class="track"><i>3</i> <i>5</i> <i>C</i></span> (all)</td>'
    """
    body = _FIGURE.sub(r'<td class="figure">\1</td>', body)
    return _TRACK.sub(_draw_track, body)


def _draw_track(match: re.Match[str]) -> str:
    spaces = re.sub(r"\w+", r"<i>\g<0></i>", match[1])
    return f'<td><span class="track">{spaces}</span>'


def _insert_figures(tokens: list[Token], where: Path) -> None:
    """Replace each paragraph that holds only an image, which is three tokens, by a figure."""
    for at in reversed(range(len(tokens))):
        match tokens[at].children:
            case [Token(type="image") as image]:
                figure = _figure(where, str(image.attrGet("src")), image.content)
                tokens[at - 1 : at + 2] = [Token("html_block", "", 0, content=figure)]


def _figure(where: Path, source: str, caption: str) -> str:
    """Return a diagram as inline SVG, so that it takes the page's colours, with its caption."""
    drawing = re.sub(
        r"<\?xml.*?\?>|<!--.*?-->", "", (where / source).read_text(encoding="utf-8"), flags=re.DOTALL
    ).strip()
    drawing = drawing.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
    return f"<figure>{drawing}<figcaption>{html.escape(caption)}</figcaption></figure>\n"


def _plain(body: str) -> str:
    """Return a section's plain text for the search: a line per block, cells separated by dots."""
    markup = re.sub(r"<svg.*?</svg>", "", body.replace("\n", " "))
    markup = re.sub(r"</t[dh]>\s*<t[dh][^>]*>", " · ", markup)
    markup = re.sub(r"</(p|li|tr|h\d|figcaption|div|aside)>|<[ou]l>", "\n", markup)
    words = html.unescape(re.sub(r"<[^>]+>", "", markup))
    return "\n".join(line for line in (" ".join(row.split()) for row in words.splitlines()) if line)


def read_terms(slug: str) -> tuple[Term, ...]:
    """Read a game's glossary, which is optional."""
    return tuple(
        Term(row["id"], {language: row[language] for language in LANGUAGES}, row["printed"] or "", row["rule"])
        for row in read_table(slug, "terms.tsv")
    )
