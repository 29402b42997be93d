"""The application with the invented games beside the real ones, as `tally serve` starts it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import scorers
from asgi import create_asgi_app
from web.serving.server import serve

if __name__ == "__main__":
    scorers.__path__.append(str(Path(__file__).parent / "invented_games"))
    serve(create_asgi_app)
