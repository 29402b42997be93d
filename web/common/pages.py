"""Pages: what their views tell of themselves, the cache of those that do not depend on the visitor, and error pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from scorers.model import N_
from web.common.languages import translate

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


P = ParamSpec("P")


def cached_page(view: Callable[P, Any]) -> Callable[P, Response]:
    """Decorate a view whose page depends only on its path and query, so that each path is rendered once.

    A view that uses the query is cached only for requests without one.
    """

    @wraps(view)
    def answer(*args: P.args, **values: P.kwargs) -> Response:
        if request.query_string and has_trait(request.endpoint, uses_query):
            return make_response(view(*args, **values))
        pages: dict[str, tuple[bytes, str]] = current_app.extensions.setdefault("page_cache", {})
        key = f"{request.root_path}{request.path}"
        if key not in pages:
            page = make_response(view(*args, **values))
            if page.status_code != 200:
                return page
            pages[key] = page.get_data(), page.mimetype or ""
        g.cached_page = key
        body, mimetype = pages[key]
        return Response(body, mimetype=mimetype)

    return answer


def cache_key() -> str:
    """Return the cache key of the current response, or "" if it is not a cached page."""
    return str(g.get("cached_page", ""))


_WRONG = N_("Something went wrong")
ERRORS = {
    400: (_WRONG, N_("This is not what we expected. Please send one JSON object.")),
    403: (_WRONG, N_("A page of another site may not do this.")),
    404: (N_("Not found"), N_("There is no page here. The games are listed on the first page.")),
    405: (N_("Not possible"), N_("This address cannot be used in that way.")),
    413: (_WRONG, N_("That is more than a score sheet can hold. Please send 64 KiB or less.")),
    414: (N_("Too long"), N_("That link is longer than a score sheet can be.")),
    415: (_WRONG, N_("Please send JSON, and say so with Content-Type: application/json.")),
    500: (_WRONG, N_("Something went wrong on our side. What you typed is still in the link: please try again.")),
}
"""Status -> page title and message."""


def register(app: Flask) -> None:
    """Register the handler for HTTP errors."""
    app.register_error_handler(HTTPException, _error)


def _error(error: HTTPException) -> Response:
    """Return the response to a failed request."""
    code = error.code or 500
    title, sentence = map(translate, ERRORS.get(code, ERRORS[400]))
    if isinstance(error.description, N_):
        sentence = translate(error.description)
    own_title = getattr(error, "title", "")  # of a fault that is none of the server's, so that its number says nothing
    if request.path.startswith("/api/"):
        answer = jsonify(faults=[{"path": "", "code": "type" if code == 400 else "request", "message": sentence}])
    else:
        answer = make_response(
            render_template(
                "error.html", title=translate(own_title) or title, sentence=sentence, code="" if own_title else code
            )
        )
    answer.status_code = code
    if (request.view_args or {}).get("lang") is None:
        answer.vary.add("Accept-Language")
    answer.headers.update([header for header in error.get_headers() if header[0] in ("Allow", "Retry-After")])
    return answer
