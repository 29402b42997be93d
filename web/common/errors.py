"""Error responses in the reader's language: HTML pages, and JSON under /api/."""

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from scorers.model import N_
from web.common.languages import translate

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
    if request.path.startswith("/api/"):
        answer = jsonify(faults=[{"path": "", "code": "type" if code == 400 else "request", "message": sentence}])
    else:
        answer = make_response(render_template("error.html", title=title, sentence=sentence, code=code))
    answer.status_code = code
    if (request.view_args or {}).get("lang") is None:
        answer.vary.add("Accept-Language")
    answer.headers.update([header for header in error.get_headers() if header[0] in ("Allow", "Retry-After")])
    return answer
