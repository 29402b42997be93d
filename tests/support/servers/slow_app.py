"""An application whose answers take as long as their path says, to be served by tests."""

import os
import time
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response

PIECES = [b"x" * 8192] * 4000
"""More than a system buffers of an answer that nobody reads."""


def create_app(config: Mapping[str, object]) -> Flask:
    """Answer `/<seconds>/wait` after so long, and `/large` in many pieces; the file BEGUN says that one such request is under way."""
    app = Flask(__name__, static_folder=None)
    app.config.update(config)
    app.add_url_rule("/healthz", "healthz", dict)

    @app.get("/<float:seconds>/wait")
    def wait(seconds: float) -> str:
        if "BEGUN" in os.environ:
            Path(os.environ["BEGUN"]).touch()
        time.sleep(seconds)
        return "done"

    @app.get("/large")
    def large() -> Response:
        return Response(iter(PIECES))

    return app


if __name__ == "__main__":
    from asgi import AsgiApp
    from web.serving.server import serve

    serve(lambda config: AsgiApp(create_app(config)))
