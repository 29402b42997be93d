"""Scores that are answered before Flask sees the request: what Flask does around one takes half as long again as the scoring."""

import io
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from wsgiref.types import WSGIEnvironment

from scorers.model import Translate
from scorers.registry import slugs
from scorers.service import score_data
from scorers.sheet import RepeatedKey
from web.compression import SHORTEST, choose_coding, compress
from web.fast_json import read_json, write_json
from web.kept_pages import HeaderList
from web.locale import negotiate_language

_PATH = re.compile(r"/api/v1/games/(\w+)/score", re.ASCII)


def encode_answer(answer: Mapping[str, Any], coding_header: str) -> tuple[HTTPStatus, HeaderList, bytes]:
    """What the API answers to a POST: its status, headers and body, in a coding that the reader takes."""
    body = write_json(answer)
    headers = [("Content-Type", "application/json"), ("Cache-Control", "no-cache"), ("Vary", "Accept-Language, Accept-Encoding")]
    if coding := choose_coding(coding_header) if len(body) >= SHORTEST else "":
        body = compress(body, coding)
        headers.append(("Content-Encoding", coding))
    headers.append(("Content-Length", str(len(body))))
    return HTTPStatus.UNPROCESSABLE_ENTITY if "faults" in answer else HTTPStatus.OK, headers, body


class QuickScores:
    """Answers what nearly all who ask for a score send: a sheet in JSON to an address without a query. All else is the API's."""

    def __init__(self, translators: Mapping[str, Translate]) -> None:
        self._translators = translators
        self._slugs = frozenset(slugs())

    def answer(self, environ: WSGIEnvironment) -> tuple[str, HeaderList, bytes] | None:
        """Status, headers and body; None for what is not answered here, whose body is put back."""
        length = environ.get("CONTENT_LENGTH", "")
        if environ["REQUEST_METHOD"] != "POST" or environ.get("QUERY_STRING") or not length.isdecimal():
            return None
        match = _PATH.fullmatch(environ["PATH_INFO"])
        if not match or match[1] not in self._slugs:
            return None
        body = environ["wsgi.input"].read(int(length))
        data = read_json(body) if body[:1] == b"{" else None
        if not isinstance(data, dict | RepeatedKey):
            environ["wsgi.input"] = io.BytesIO(body)
            return None
        translate = self._translators[negotiate_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))]
        status, headers, body = encode_answer(score_data(match[1], data, translate), environ.get("HTTP_ACCEPT_ENCODING", ""))
        return f"{status.value} {status.phrase}", headers, body
