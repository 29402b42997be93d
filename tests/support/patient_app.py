"""The application, which waits ten minutes for the rest of a request: whoever is answered meanwhile was not kept
waiting for it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import asgi
from web.serving.server import serve

if __name__ == "__main__":
    asgi.MAX_BODY_SECONDS = 600
    serve(asgi.create_asgi_app)
