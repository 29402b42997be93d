"""The preview image of a result."""

import hashlib

from flask import Blueprint, Response, request

from scorers.registry import game as find_game
from web.http import IMMUTABLE
from web.result.preview_image import draw_preview, render_png
from web.sheet.request import require_valid_form
from web.view_traits import unlisted

blueprint = Blueprint("result", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/preview.png")
@unlisted
def preview(lang: str, slug: str) -> Response:
    """Return the preview image; a client that already has it gets a 304 before anything is rendered."""
    game = find_game(slug)
    form = require_valid_form(game)
    drawing = draw_preview(game.score(form.named_sheet), form.sheet.players)
    tag = hashlib.sha256(drawing.encode()).hexdigest()[:20]
    is_current = request.if_none_match.contains(tag)
    answer = Response(status=304) if is_current else Response(render_png(drawing), mimetype="image/png")
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = IMMUTABLE
    return answer
