"""Scores per second in one process, next to a plain Flask view that only calls `score_json`."""

import json
import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from _tables import tables
from flask import Flask, Response, request
from werkzeug.test import EnvironBuilder, run_wsgi_app

from app import create_app
from scorers.registry import slugs
from scorers.service import score_json

ROUNDS, REQUESTS = int(os.environ.get("ROUNDS", "15")), 40


def create_plain_app() -> Flask:
    """Build the plain view."""
    app = Flask(__name__, static_folder=None)

    @app.post("/api/v1/games/<slug>/score")
    def score(slug: str) -> Response:
        return Response(score_json(slug, request.get_data()), mimetype="application/json")

    return app


def measure(app: Callable[..., Any], slug: str, bodies: list[bytes]) -> float:
    """Return requests per second of CPU time."""
    environs = [
        EnvironBuilder(f"/api/v1/games/{slug}/score", method="POST", data=body).get_environ() for body in bodies
    ]
    start = time.process_time()
    for environ in environs:
        _, status, _ = run_wsgi_app(app, environ)
        assert status == "200 OK", status
    return len(environs) / (time.process_time() - start)


def main() -> None:
    """Print a line for each game: the median of the rounds, and the lowest and median ratio."""
    ours, plain = create_app({}).wsgi_app, create_plain_app().wsgi_app
    print(
        f"scores a second, most players, {ROUNDS} alternating rounds{'ratio, lowest':>15}{'median':>8}{'Tally':>8}{'plain':>8}"
    )
    for slug in slugs():
        bodies = [json.dumps(sheet).encode() for sheet in tables(slug, REQUESTS)]
        both = [(measure(ours, slug, bodies), measure(plain, slug, bodies)) for _ in range(ROUNDS)]
        ratios = sorted(one / other for one, other in both)
        here, there = (median(column) for column in zip(*both, strict=True))
        print(f"  {slug:58}{ratios[0]:8.2f}{median(ratios):8.2f}{here:8.0f}{there:8.0f}")


if __name__ == "__main__":
    main()
