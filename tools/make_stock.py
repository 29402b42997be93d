"""Make what a start of Tally need not make again, unless it was made of the sources as they are; `make compile` runs this."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from app import create_app
from web.content.sources import FOLDER, digest_sources, is_current
from web.content.stock_maker import write_stock
from web.serving.static_copies import compress_files


def main() -> None:
    """Make the stock and the compressed static files where they are missing or out of date."""
    compress_files()
    if not is_current(FOLDER, digest_sources()):
        write_stock(create_app({}), FOLDER)


if __name__ == "__main__":
    main()
