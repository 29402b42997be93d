"""The pages of a group's scorebook. Every step is a plain form."""

from flask import Blueprint

blueprint = Blueprint("groups", __name__)


@blueprint.get("/<lang:lang>/groups/<group:link>")
def book(lang: str, link: str) -> str:
    """The evenings of a group."""
    return ""
