"""JSON as bytes: by orjson where it is installed, else, as in the browser, by the standard library, which reads and writes the same."""

from scorers.service import dumps, parse

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]  # this is how its absence is said


def read_json(body: bytes) -> object:
    """JSON as `scorers.service.parse` reads it.

    What orjson writes back as it stood, but for blanks, it has read as it was meant: no key stood there twice, no number was rounded.
    """
    if orjson:
        try:
            data: object = orjson.loads(body)
            if orjson.dumps(data).replace(b" ", b"") == body.replace(b" ", b""):
                return data
        except (orjson.JSONDecodeError, orjson.JSONEncodeError):
            pass
    return parse(body)


def write_json(answer: object) -> bytes:
    """One line of JSON; half a surrogate pair, which is no text, becomes a question mark."""
    if orjson:
        try:
            return orjson.dumps(answer)
        except orjson.JSONEncodeError:
            pass
    return dumps(answer).encode()
