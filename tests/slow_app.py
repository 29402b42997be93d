"""An application whose answers take as long as their path says, to be served by tests."""

import os
import time
from collections.abc import Mapping
from pathlib import Path

from flask import Flask


def create_app(config: Mapping[str, object]) -> Flask:
    """`/<seconds>/compare` waits before it answers; the end of the path sends it to the thread of the slow requests.

    The file BEGUN says that one is under way.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(config)
    app.add_url_rule("/healthz", "healthz", dict)

    @app.get("/<float:seconds>/compare")
    def compare(seconds: float) -> str:
        if "BEGUN" in os.environ:
            Path(os.environ["BEGUN"]).touch()
        time.sleep(seconds)
        return "done"

    return app


if __name__ == "__main__":
    from web.server import serve

    serve(create_app)
