"""What every page has: the language, the way to its twins, and errors in the reader's language."""

from typing import Any

from flask import Flask, current_app, g, jsonify, make_response, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from scorers.model import N_
from web.languages import LANGUAGES, language, translate, translator
from web.sheet.links import is_broken_link, with_query


def register(app: Flask) -> None:
    """Answer errors with pages, and give every template what it needs."""
    app.register_error_handler(HTTPException, _error)
    app.context_processor(_common_context)


def _error(error: HTTPException) -> Answer:
    """Errors speak the language asked for: pages to people, JSON under /api/."""
    code = error.code or 500
    title, sentence = map(translate, BROKEN_LINK if is_broken_link(error.description) else ERRORS.get(code, ERRORS[400]))
    if request.path.startswith("/api/"):
        answer = jsonify(faults=[{"path": "", "code": "type" if code == 400 else "request", "message": sentence}])
    else:
        answer = make_response(render_template("error.html", title=title, sentence=sentence, code=code))
    answer.status_code = code
    if (request.view_args or {}).get("lang") is None:
        answer.vary.add("Accept-Language")
    if code == 405 and error.get_response().headers.get("Allow"):
        answer.headers["Allow"] = error.get_response().headers["Allow"]
    return answer


def _common_context() -> dict[str, Any]:
    """What every template needs: the language, the way to this page's twins, and texts of the games in this language."""
    site = str(current_app.config.get("PUBLIC_URL") or "").rstrip("/")
    found_again = request.endpoint is not None and not (request.endpoint in WITH_ENTRIES and request.args)
    return {
        "language": language(),
        "languages": LANGUAGES,
        "twin": _twin,
        "tr": translator(),
        "site": site,
        "paper": PAPER,
        "changes_with_query": request.endpoint in WITH_ENTRIES,
        "canonical": request.root_path + request.path if site and found_again else "",
    }


PAPER = {"light": "#f7f2e9", "dark": "#17120d"}
"""The ground of the pages by day and by night, as style.css has it, for the frame around them."""
WITH_ENTRIES = (
    "pages.score",
    "pages.compare",
    "pages.search_page",
    "setup.setup_page",
    "helpers.helper_page",
    "handover.qr",
    "handover.chain_part",
)
"""The pages whose query says something; the others are the same whatever the query."""


def _twin(lang: str) -> str:
    """This page in another language, entries kept."""
    if request.endpoint is None or not (request.view_args or {}).get("lang"):
        return url_for("pages.games", lang=lang)
    twins: dict[str, str] = g.setdefault("twins", {})
    if lang not in twins:
        address = url_for(request.endpoint, **((request.view_args or {}) | {"lang": lang}))
        twins[lang] = with_query(address) if request.endpoint in WITH_ENTRIES else address
    return twins[lang]


_WRONG = N_("Something went wrong")
ERRORS = {
    400: (_WRONG, N_("This is not what we expected. Please send one JSON object.")),
    404: (N_("Not found"), N_("There is no page here. The games are listed on the first page.")),
    405: (N_("Not possible"), N_("This address cannot be used in that way.")),
    413: (_WRONG, N_("That is more than a score sheet can hold. Please send 64 KiB or less.")),
    414: (N_("Too long"), N_("That link is longer than a score sheet can be.")),
    500: (_WRONG, N_("Something went wrong on our side. What you typed is still in the link: please try again.")),
}
"""Status -> the page's title, and what is said."""
BROKEN_LINK = (_WRONG, N_("This link is incomplete or mistyped. Please ask for it again, or scan the code again."))
