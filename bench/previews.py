"""CPU time and size of the preview image: the best of a few tries per worked example, and the maximum over all examples."""

import re
import time
from html import unescape
from urllib.parse import urlencode

from app import create_app
from scorers.querystring import sheet_to_query
from scorers.registry import games
from scorers.sheet import load_sheet

TRIES = 5


def main() -> None:
    """Print one line for all examples."""
    client = create_app({}).test_client()
    milliseconds, sizes = [], []
    for game in games():
        for example in game.examples.values():
            query = urlencode(sheet_to_query(load_sheet(game, dict(example.sheet))))
            match = re.search(
                r'og:image" content="http://localhost([^"]*)"', client.get(f"/en/{game.slug}/score?{query}").text
            )
            if not match:
                continue
            times = []
            for _ in range(TRIES):
                begin = time.process_time()
                answer = client.get(unescape(match[1]))
                times.append(1000 * (time.process_time() - begin))
            milliseconds.append(min(times))
            sizes.append(len(answer.data) / 1024)
    figures = f"at most {max(milliseconds):.0f} ms of CPU time (aim 50) and {max(sizes):.0f} KB (aim 100)"
    print(f"previews: {len(milliseconds)} images, {figures}")


if __name__ == "__main__":
    main()
