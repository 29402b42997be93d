"""The application with the invented games, frequent presence messages, and workers that die on request.

Once the file that FLAG names is there, the next worker that has written a change dies before it answers.
"""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import asgi
import scorers
from web.serving.server import serve
from web.sync import events, notices
from web.sync.answers import Answer

publish = events.Events._publish


def die_or_publish(self: events.Events, document_id: str, answer: Answer) -> None:
    """Kill this worker if the flag is there, and take the flag away."""
    flag = os.environ.get("FLAG")
    if flag and Path(flag).exists():
        Path(flag).unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    publish(self, document_id, answer)


if __name__ == "__main__":
    scorers.__path__.append(str(Path(__file__).with_name("invented_games")))
    events.PRESENCE_SECONDS = 0.2
    notices.NOTE_SECONDS = 0.1
    events.Events._publish = die_or_publish  # type: ignore[method-assign]
    asgi.read_all_content = lambda: None  # type: ignore[assignment]  # what is asked for is read then
    serve(asgi.create_asgi_app)
