"""What a page tells screen readers: the texts that appear in its live regions, in order."""

from pathlib import Path

from playwright.sync_api import Page

RECORDER = Path(__file__).with_suffix(".js").read_text("utf-8").replace("export ", "")
START = f"() => {{ {RECORDER} window.said = recordLiveRegions(document); }}"
TAKE = "() => window.said.splice(0)"


def record_live_regions(page: Page) -> None:
    """Begin to record on this page."""
    page.evaluate(START)


def take_said(page: Page) -> list[str]:
    """Return what was said since the last call, or since recording began."""
    return page.evaluate(TAKE)  # type: ignore[no-any-return]
