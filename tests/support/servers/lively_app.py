"""The application, but phones at a shared sheet are told every moment who is there, for tests that would wait long otherwise."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from asgi import create_asgi_app
from web.serving.server import serve
from web.together.live import events

if __name__ == "__main__":
    events.PRESENCE_SECONDS = 0.2
    serve(create_asgi_app)
