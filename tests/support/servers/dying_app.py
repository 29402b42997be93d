"""The application, but a worker ends at once after a change is written and before it is answered, as often as FLAG is there."""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from asgi import create_asgi_app
from web.serving.server import serve
from web.together.live.events import Events

publish = Events._publish


def die_or_publish(self: Events, sheet_id: bytes, seq: int) -> None:
    """End this worker, once for each flag."""
    flag = Path(os.environ["FLAG"])
    if flag.exists():
        flag.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    publish(self, sheet_id, seq)


if __name__ == "__main__":
    Events._publish = die_or_publish  # type: ignore[method-assign]
    serve(create_asgi_app)
