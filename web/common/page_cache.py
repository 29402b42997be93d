"""Cache of pages that do not depend on the visitor."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from flask import Response, current_app, g, make_response, request

from web.common.view_traits import has_trait, uses_query

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
