"""The preview image of a result."""

from flask import Blueprint, Response

from scorers.house import house_rules
from scorers.registry import game as find_game
from web.common.view_traits import unlisted
from web.result.preview_image import answer_png, draw_preview
from web.sheet.request import require_valid_form

blueprint = Blueprint("result", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/preview.png")
@unlisted
def preview(lang: str, slug: str) -> Response:
    """Return the preview image of a result."""
    game = find_game(slug)
    form = require_valid_form(game)
    return answer_png(
        draw_preview(game.score(form.named_sheet), form.sheet.players, by_house_rules=bool(house_rules(form.sheet)))
    )
