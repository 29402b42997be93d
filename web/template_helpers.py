"""The labels, rows and controls of forms as HTML, for templates."""

from flask import Flask, url_for
from markupsafe import Markup, escape

from scorers.model import N_
from web.languages import language, message
from web.rules.model import Rules, Section
from web.sheet.rows import Row
from web.sheet.widgets import ROW_ERRORS, render_cell, render_cells, render_chip, render_control, render_errors, render_steps
from web.template_context import rule_links


def register(app: Flask) -> None:
    """Make these known to the templates."""
    app.jinja_env.globals.update(
        cell=render_cell,
        cells=render_cells,
        steps=render_steps,
        chip=render_chip,
        question=render_row,
        why=render_label,
        control=render_control,
        errors=render_errors,
    )


def render_label(label: str, hint: str, section: Section | None, slug: str, own_help: str = "", hint_id: str = "") -> Markup:
    """The label of a row; tapping it opens its help, else the beginning of its rule, and the way there: in place and without a script."""
    hint_id = f' id="{escape(hint_id)}"' if hint_id else ""
    below = Markup(f'<p class="hint"{hint_id}>{escape(hint)}</p>') if hint else Markup()  # noqa: S704  escaped
    if section is None or not (own_help or section.lead):
        return Markup(f'<span class="why">{escape(label)}</span>{below}')  # noqa: S704  escaped
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in own_help.splitlines()) if own_help else rule_links(section.lead, slug)
    page = url_for("rules.rules_page", lang=language(), slug=slug, _anchor=section.id)
    way = escape(message(IN_THE_RULES, title=section.title))
    return Markup(  # noqa: S704  escaped
        f'<details class="why"><summary>{escape(label)}</summary>\n'
        f'<div class="rule">{paragraphs}<p><a href="{page}">{way}</a></p></div></details>{below}'
    )


def render_row(row: Row, rules: Rules) -> Markup:
    """A row of the sheet: the label that opens its rule, and its cells."""
    first = row.cells[0]
    errors_id = f"{ROW_ERRORS}{row.name}"
    for cell in row.cells if row.errors else ():
        if cell.value:
            cell.described_by = f"{row.hint_id} {errors_id}".strip()
    if row.per_seat:
        looks = " stacked" if row.is_stepped else ""
        cells = f'<div class="cells">{render_steps(row.cells) if row.is_stepped else render_cells(row.cells)}</div>'
    elif first.kind == "owner":
        looks, cells = "", f"{render_control(first)}{render_errors(first)}"
    else:
        looks, cells = " whole", str(render_cell(first))
    label = render_label(row.label, row.hint, rules.by_id.get(row.heading), rules.slug, row.help, row.hint_id)
    errors = Markup('<p class="error" id="{}">{}</p>\n').format(errors_id, " ".join(row.errors)) if row.errors else ""
    looks += " wrong" if row.errors else ""
    return Markup(f'<div class="row{looks}">\n<div class="label">{label}</div>\n{cells}\n{errors}</div>\n')  # noqa: S704  escaped by each


IN_THE_RULES = N_("In the rules: %(title)s")
