"""Pages of groups' scorebooks that hold no secret themselves: the stand-in for times offline."""

from flask import Blueprint, render_template

from scorers.registry import games as all_games
from web.page_cache import cached_page
from web.view_traits import unlisted

blueprint = Blueprint("group_pages", __name__)


@blueprint.get("/<lang:lang>/groups/shell")
@cached_page
@unlisted
def shell(lang: str) -> str:
    """Show the page that stands in for a group's scorebook where no server answers; its script draws what the device has."""
    return render_template("groups/shell.html", games=all_games())
