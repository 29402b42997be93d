"""
An application with a slow answer and a large one, to be served by tests.

STOPPING is how many seconds a server that stops waits for open requests, if not as long as Tally's.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response

PIECES = [b"x" * 8192] * 4000
"""More than a system buffers of an answer that nobody reads."""


def create_app(config: Mapping[str, object]) -> Flask:
    """Answer `/wait`, which makes the file BEGUN, once the named pipe DONE is closed, and `/large` in many pieces."""
    app = Flask(__name__, static_folder=None)
    app.config.update(config)
    app.add_url_rule("/healthz", "healthz", dict)

    @app.get("/wait")
    def wait() -> str:
        Path(os.environ["BEGUN"]).touch()
        Path(os.environ["DONE"]).read_bytes()
        return "done"

    @app.get("/large")
    def large() -> Response:
        return Response(iter(PIECES))

    return app


if __name__ == "__main__":
    from asgi import AsgiApp
    from web.serving import server

    server.MAX_STOPPING_SECONDS = int(os.environ.get("STOPPING", server.MAX_STOPPING_SECONDS))
    server.serve(lambda config: AsgiApp(create_app(config)))
