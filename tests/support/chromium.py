"""The installed Chromium: its headless shell, which is the same engine without a window, takes less of the
processor.
"""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """The path of the first that is installed."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "The browser tests need Chromium: `make test` installs it, or says how."
    return path
