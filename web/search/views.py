"""The search page."""

from flask import Blueprint, render_template, request

from scorers.registry import games as all_games
from web.common.pages import uses_query
from web.rules.model import rules
from web.search.engine import MAX_QUERY_CHARACTERS, library, shorten_query

blueprint = Blueprint("search", __name__)


@blueprint.get("/<lang:lang>/search")
@uses_query
def search_page(lang: str) -> str:
    """Show what a query finds in the rules of all games, starting with the game that the visitor came from."""
    query, too_long = shorten_query(request.args.get("q", ""))
    titles = {game.slug: rules(game.slug, lang).title for game in all_games()}
    slug = next((slug for slug in titles if slug == request.args.get("game")), "")
    return render_template(
        "search/search.html",
        query=query,
        cut=MAX_QUERY_CHARACTERS if too_long else 0,
        game_slug=slug,
        titles=titles,
        found=library().find(query, lang, slug),
    )
