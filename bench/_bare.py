"""The baseline: a bare Flask view that returns the same bytes with the same compression."""

import json
import os
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, request
from flask_compress import Compress
from flask_compress.flask_compress import DictCache


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Serve the bodies in the environment variable `BODIES` (JSON: path -> [media type, body in base 64]); POST bodies are read.

    A static page is compressed once, as in Tally; a response to a POST is compressed each time.
    """
    bodies: dict[str, Any] = json.loads(os.environ["BODIES"])
    app = Flask(__name__, static_folder=None)
    app.config.from_mapping(config)
    app.config.update(COMPRESS_ALGORITHM=["br", "gzip"], COMPRESS_BR_MODE=1, COMPRESS_BR_LEVEL=5)
    if not any(path.startswith("/api/") for path in bodies):
        app.config.update(COMPRESS_CACHE_BACKEND=DictCache, COMPRESS_CACHE_KEY=lambda request: request.path)
    Compress(app)

    @app.route("/<path:path>", methods=["GET", "POST"])
    def page(path: str) -> Response:
        request.get_data()
        kind, body = bodies[f"/{path}"]
        return Response(b64decode(body), mimetype=kind)

    return app
