"""The `tally` command, for serving and scoring. Makes the packages beside it importable in an installed Tally."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

USAGE = """usage: tally serve                 serve the pages and the API (HOST, PORT and others configure it)
       tally develop               serve to this machine, and show an edited file at the next reload
       tally score [game] [...]    score JSON sheets from standard input, like python3 -m scorers
       tally --version"""
WRONG_USAGE = 2


def main() -> int:
    """Run the command line and return the exit status."""
    match sys.argv[1:]:
        case ["serve"]:
            from asgi import create_asgi_app
            from web.serving.server import serve

            serve(create_asgi_app)
            return 0
        case ["develop"]:
            from app import create_app
            from web.serving.develop import develop

            develop(create_app)
            return 0
        case ["score", *arguments]:
            from scorers.__main__ import main as score

            return score(arguments)
        case ["--version"]:
            from scorers._version import __version__

            print(f"Tally {__version__}")
            return 0
        case ["--help" | "-h"]:
            print(USAGE)
            return 0
    print(USAGE, file=sys.stderr)
    return WRONG_USAGE


if __name__ == "__main__":
    sys.exit(main())
