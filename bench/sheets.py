"""CPU time to render a filled sheet of each game with the most players, and the page's size before compression."""

import os
import time
from urllib.parse import urlencode

from _tables import tables
from werkzeug.test import EnvironBuilder, run_wsgi_app

from app import create_app
from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.sheet import load_sheet
from web.common.languages import LANGUAGES

ROUNDS = int(os.environ.get("ROUNDS", "60"))


def main() -> None:
    """Print a line for each game, for the slower of both languages: minimum and median time, and the size of the
    page.
    """
    app = create_app({})
    print(f"filled sheet, most players, {ROUNDS} rounds{'ms, lowest':>20}{'median':>10}{'kB':>10}")
    for slug in slugs():
        sheet = load_sheet(game(slug), tables(slug, 1)[0])
        query = urlencode([*sheet_to_query(sheet), ("to", "sheet")])
        columns = [measure_page(app.wsgi_app, f"/{language}/{slug}/score", query) for language in LANGUAGES]
        lowest, median, size = (max(column) for column in zip(*columns, strict=True))
        print(f"  {slug:42}{lowest:10.2f}{median:10.2f}{size / 1000:10.1f}")


def measure_page(app: object, path: str, query: str) -> tuple[float, float, int]:
    """Return minimum and median CPU time in ms of a compressed page, and its uncompressed bytes."""
    times = []
    for _ in range(ROUNDS):
        request = EnvironBuilder(path=path, query_string=query, headers={"Accept-Encoding": "br"}).get_environ()
        start = time.process_time()
        run_wsgi_app(app, request)
        times.append(1000 * (time.process_time() - start))
    body, status, _ = run_wsgi_app(app, EnvironBuilder(path=path, query_string=query).get_environ())
    assert status == "200 OK", status
    return min(times), sorted(times)[ROUNDS // 2], len(b"".join(body))


if __name__ == "__main__":
    main()
