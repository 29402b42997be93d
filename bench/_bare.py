"""What the application is measured against: a bare Flask view that returns the same bytes, compressed in the same way."""

import json
import os
from base64 import b64decode
from typing import Any

from cachelib import SimpleCache
from flask import Flask, Response, request
from flask_compress import Compress


def compressed() -> Flask:
    """An application without anything in it that compresses as Tally does."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_CACHE_BACKEND=lambda: SimpleCache(threshold=500, default_timeout=0),
        COMPRESS_CACHE_KEY=lambda request: request.path,
    )
    Compress(app)
    return app


def create_app() -> Flask:
    """Serves the bodies in the environment's `BODIES` (JSON: path -> [media type, body in base 64]); a POST's body is read."""
    bodies: dict[str, Any] = json.loads(os.environ["BODIES"])
    app = compressed()
    kept = {path: (kind, b64decode(body)) for path, (kind, body) in bodies.items()}

    @app.route("/<path:path>", methods=["GET", "POST"])
    def bare(path: str) -> Response:
        request.get_data()
        kind, body = kept[f"/{path}"]
        return Response(body, mimetype=kind)

    return app
