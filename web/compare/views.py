"""The comparison page."""

from collections.abc import Sequence

from flask import Blueprint, render_template
from markupsafe import Markup

from scorers.model import AnyGame
from scorers.registry import game as find_game
from scorers.service import compare_data
from scorers.sheet import locate
from web.compare.comparison import compare_columns
from web.languages import message, translate, translator
from web.result.headline import isolate_name
from web.sheet.links import link_under, sheet_link
from web.sheet.request import require_valid_form
from web.sheet.rows import LABEL_OF_SEAT
from web.view_traits import needs_query

blueprint = Blueprint("compare", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/compare")
@needs_query
def compare(lang: str, slug: str) -> str:
    """Show the sheet's results under every named variant, or under the chosen ones."""
    game = find_game(slug)
    form = require_valid_form(game)
    keys = [variant.key for variant in game.variants]
    variants = [key for key in form.query.getlist("variants") if key in keys]
    players = [player | {"name": name} for player, name in zip(form.sheet_data["players"], form.names, strict=True)]
    columns = compare_data(slug, form.sheet_data | {"players": players}, translator())["columns"]
    shown_columns, base = compare_columns(columns, variants or keys, form.sheet, game)
    return render_template(
        "compare/compare.html",
        game=game,
        columns=shown_columns,
        base=base,
        chosen=variants,
        link=sheet_link(form.sheet),
        names=form.names,
        players=form.sheet.players,
        link_under=link_under,
        entry_label=lambda path: _label_entry(game, form.names, path),
    )


def _label_entry(game: AnyGame, names: Sequence[str], path: str) -> str:
    """Label an entry with its round or region and the player's name: "Ann: Lakes"."""
    where = locate(game.sheet, path)
    label = translate(where.label)
    if where.record:
        record_name = where.record.translated(translate)
        label = message(LABEL_OF_SEAT, name=record_name, label=label)
    return label if where.seat is None else Markup(translate(LABEL_OF_SEAT)) % {"name": isolate_name(names[where.seat]), "label": label}  # noqa: S704
