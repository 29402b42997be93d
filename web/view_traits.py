"""What a view says of itself, for the page cache, the links between languages and the list of pages that a device stores."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app

View = TypeVar("View", bound=Callable[..., Any])


def uses_query(view: View) -> View:
    """Decorate a view whose answer depends on its query; the others are the same whatever the query."""
    return _mark(view, "uses_query")


def needs_query(view: View) -> View:
    """Decorate a view that has nothing to show without a query."""
    return _mark(uses_query(view), "needs_query")


def unlisted(view: View) -> View:
    """Decorate a view for machines, which is no page that a reader would open."""
    return _mark(view, "unlisted")


def has_trait(endpoint: str | None, trait: Callable[..., object]) -> bool:
    """Whether the view of an endpoint was decorated so."""
    return hasattr(current_app.view_functions.get(endpoint or ""), trait.__name__)


def _mark(view: View, trait: str) -> View:
    setattr(view, trait, True)
    return view
