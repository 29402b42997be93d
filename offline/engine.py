"""The bridge from a page's script to Flask (WSGI) in the browser, where it takes the place of asgiref."""

import io
import json
import logging
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from app import create_app

Answer = tuple[int, str, bytes]


def start(origin: str, prefix: str, base: str) -> Callable[[str, str, str, Any], Answer]:
    """Build the application.

    Return a function that handles a request: method, path with query, headers (JSON pairs) and body.

    `origin` is the origin of the pages, `prefix` the path of the site, and `base` the path of this engine's files.
    """
    logging.disable()  # nobody reads the log here, and compiled files have no source lines for tracebacks
    app = create_app({"IN_BROWSER": True, "OFFLINE_BASE": base})
    scheme, host = urlsplit(origin)[:2]
    name, _, port = host.partition(":")
    common = {
        "SCRIPT_NAME": prefix,
        "SERVER_NAME": name,
        "SERVER_PORT": port or {"http": "80", "https": "443"}[scheme],
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": host,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }

    def answer(method: str, url: str, headers: str, body: Any) -> Answer:
        path, _, query = url.partition("?")
        path = path.removeprefix(prefix)
        if path.count("/") > 2:
            path = path.removesuffix("/")  # static hosts append it
        content = body.to_bytes()
        environ = common | {
            "REQUEST_METHOD": method,
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "CONTENT_LENGTH": str(len(content)),
            "wsgi.input": io.BytesIO(content),
        }
        for header, value in json.loads(headers):
            key = header.upper().replace("-", "_")
            if key not in ("ACCEPT_ENCODING", "CONTENT_LENGTH", "HOST"):
                environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        response: list[Any] = []
        parts = app.wsgi_app(environ, lambda status, pairs, exc_info=None: response.extend((int(status[:3]), pairs)))
        return response[0], json.dumps(response[1]), b"".join(parts)

    return answer
