"""The `tally` command: it serves, and it scores. An installed Tally lies in one folder, and this module makes it importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

USAGE = """usage: tally serve                 serve the pages and the API (HOST, PORT and others are read from the environment)
       tally score [game] [...]    score sheets given as JSON on standard input, as python3 -m scorers does
       tally --version"""
WRONG_USAGE = 2


def main() -> int:
    """Run the command that the arguments name; returns the exit status."""
    match sys.argv[1:]:
        case ["serve"]:
            from asgi import create_asgi_app
            from web.serving.server import serve

            serve(create_asgi_app)
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
