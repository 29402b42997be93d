"""The home page in each language, the redirect to it, and the health check."""

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorers.registry import games as all_games
from web.common.languages import negotiate_language
from web.common.pages import cached_page
from web.together import available

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def root() -> ResponseReturnValue:
    """Redirect to the visitor's preferred language."""
    answer = redirect(url_for("home.games", lang=negotiate_language(request.headers.get("Accept-Language", ""))))
    answer.vary.add("Accept-Language")
    return answer


@blueprint.get("/healthz")
def healthz() -> Response:
    """Answer a health check."""
    return jsonify(status="ok")


@blueprint.get("/<lang:lang>/")
@cached_page
def games(lang: str) -> str:
    """Show all games."""
    join_address = url_for("together.enter_code", lang=lang) if available() else ""
    return render_template("home/home.html", games=all_games(), join_address=join_address)
