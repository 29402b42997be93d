"""What the application is measured against: a bare Flask view that returns the same bytes, compressed in the same way."""

import json
import os
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, request

from web.compression import choose_coding, compress
from web.kept_pages import KeptPage


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Serves the bodies in the environment's `BODIES` (JSON: path -> [media type, body in base 64]); a POST's body is read.

    A page that never changes is compressed once, as Tally's are; an answer to a POST is compressed each time.
    """
    bodies: dict[str, Any] = json.loads(os.environ["BODIES"])
    app = Flask(__name__, static_folder=None)
    app.config.from_mapping(config)
    pages = {path: KeptPage(b64decode(body), kind) for path, (kind, body) in bodies.items()}

    @app.get("/<path:path>")
    def page(path: str) -> Response:
        coding = choose_coding(request.headers.get("Accept-Encoding", ""))
        return Response(pages[f"/{path}"].encode(coding), content_type=pages[f"/{path}"].content_type, headers={"Content-Encoding": coding})

    @app.post("/<path:path>")
    def reply(path: str) -> Response:
        request.get_data()
        coding = choose_coding(request.headers.get("Accept-Encoding", ""))
        body = compress(pages[f"/{path}"].body, coding)
        return Response(body, content_type=pages[f"/{path}"].content_type, headers={"Content-Encoding": coding})

    return app
