"""The application with the invented games and with frequent presence messages, which tests would otherwise wait for."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import scorers
from asgi import create_asgi_app
from web.serving.server import serve
from web.together.live import events

if __name__ == "__main__":
    scorers.__path__.append(str(Path(__file__).parents[1] / "invented_games"))
    events.PRESENCE_SECONDS = 0.2
    serve(create_asgi_app)
