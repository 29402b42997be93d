"""Size and largest contentful paint of rules pages, next to a mkdocs-material site of the same Markdown.

Every visit has an empty cache, the screen of a phone, and Lighthouse's throttling of network and CPU for phones.
"""

import statistics
import tempfile
from itertools import product
from pathlib import Path

from _browser import chromium
from _handbook import build
from _load import serve
from playwright.sync_api import Browser

from scorers.registry import slugs
from web.common.languages import LANGUAGES

ROUNDS = 3
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 675_840 / 8}
"""Lighthouse's slow 4G: round trip in milliseconds, bytes per second."""
SLOWER_PROCESSOR = 4
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true });
})"""
"""Returns the largest contentful paint in milliseconds."""


def visit(browser: Browser, address: str) -> tuple[int, int, float]:
    """Measure a first visit: bytes of the page, bytes of everything it loads, and the largest contentful paint."""
    with browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True) as context:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        kinds: dict[str, str] = {}
        sizes: dict[str, float] = {}
        wire.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
        wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", SLOW)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_PROCESSOR})
        page.goto(address, wait_until="networkidle")
        paint = page.evaluate(PAINTED)
        document = sum(size for request, size in sizes.items() if kinds[request] == "Document")
        return round(document), round(sum(sizes.values())), paint


def median_visits(browser: Browser, addresses: list[str]) -> list[tuple[float, ...]]:
    """Return the median visit of each address. Visits alternate, so that other load on the machine affects all addresses."""
    rounds = [[visit(browser, address) for address in addresses] for _ in range(ROUNDS)]
    return [tuple(map(statistics.median, zip(*visits, strict=True))) for visits in zip(*rounds, strict=True)]


def main() -> None:
    """Print a line for each page."""
    with tempfile.TemporaryDirectory() as folder:
        site = build(Path(folder))
        with (
            serve("app:create_app") as ours,
            serve("_handbook:create_app", SITE=str(site)) as handbook,
            chromium() as browser,
        ):
            sites = {
                "Tally": f"http://127.0.0.1:{ours}/{{language}}/{{slug}}/rules",
                "mkdocs-material": f"http://127.0.0.1:{handbook}/{{language}}/{{slug}}/",
            }
            print(
                f"{'rules pages, first visit on slow 4G':36}"
                + "".join(f"{name + ': KB page, all, LCP ms':>40}" for name in sites)
            )
            shares = []
            for slug, language in product(slugs(), LANGUAGES):
                addresses = [site.format(slug=slug, language=language) for site in sites.values()]
                one, other = median_visits(browser, addresses)
                figures = "".join(
                    f"{page / 1000:20.1f}{every / 1000:10.1f}{paint:10.0f}" for page, every, paint in (one, other)
                )
                print(f"  {slug + ' ' + language:34}{figures}")
                shares.append([mine / theirs for mine, theirs in zip(one, other, strict=True)])
            for what, share in zip(
                ("page's bytes", "bytes of all it loads", "largest contentful paint"),
                zip(*shares, strict=True),
                strict=True,
            ):
                print(
                    f"  {what}: {statistics.median(share):.2f} of mkdocs-material's, {min(share):.2f} to {max(share):.2f}"
                )


if __name__ == "__main__":
    main()
