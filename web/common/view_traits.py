"""Decorators that describe a view to the page cache, the language links and the list of pages stored offline."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app

View = TypeVar("View", bound=Callable[..., Any])


def uses_query(view: View) -> View:
    """Decorate a view whose response depends on its query."""
    return _mark(view, "uses_query")


def needs_query(view: View) -> View:
    """Decorate a view that has nothing to show without a query."""
    return _mark(uses_query(view), "needs_query")


def unlisted(view: View) -> View:
    """Decorate a view for programs, which is not a page that a reader would open."""
    return _mark(view, "unlisted")


def has_trait(endpoint: str | None, trait: Callable[..., object]) -> bool:
    """Return whether an endpoint's view has this decorator."""
    return hasattr(current_app.view_functions.get(endpoint or ""), trait.__name__)


def _mark(view: View, trait: str) -> View:
    setattr(view, trait, True)
    return view
