"""Median time from a tap on a board to updated totals on the screen, with a local server."""

import os
import statistics
from urllib.parse import urlencode

from _browser import chromium, served_here

TAPS = int(os.environ.get("TAPS", "60"))
LAND = (
    ". T Pb A T T Py/. L Pb T Mb3 Mn2 F/. F T F Py T A/. Pg T T L Pg F/Pg F T T L L A Pn T/"
    "Mg4 T T T T L L T F/A T Mg2 T T T T/Py F F T F F A/. . . T T Pn My3"
)
"""The land of the rulebook's worked example without its cubes."""
BOARDS = {
    "chang_cheng": (
        f"?to=sheet&n=3&wall={'+'.join('ABC' * 13)}&china={'+'.join('445' * 3)}&mongol={'+'.join('445' * 3)}&threats=0",
        (),
        "#wall .region",
    ),
    "hansa_teutonica": ("?to=sheet&n=5", (), "#map .office:not(.taken)"),
    "honshu": (
        "?to=sheet&n=5&" + urlencode({f"{seat}.map": LAND for seat in range(5)}),
        ('.modes [data-value="paint"]', '.palette [data-value="C"]'),
        '[role=gridcell][data-kind="P"]',
    ),
}
"""Game -> initial sheet, element to choose first, and elements to tap, which change the score."""
TAP = """([targets, taps]) => new Promise((report) => {
  const form = document.getElementById("sheet");
  const times = [];
  let begun;
  const tap = () => {
    const open = [...document.querySelectorAll(targets)];
    open[0].scrollIntoView({ block: "center" });
    const box = open[0].getBoundingClientRect();
    const at = { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    begun = performance.now();
    for (const kind of ["pointerdown", "pointerup"]) open[0].dispatchEvent(new PointerEvent(kind, at));
    open[0].dispatchEvent(new MouseEvent("click", at));
  };
  form.addEventListener("scored", () => requestAnimationFrame(() => setTimeout(() => {
    times.push(performance.now() - begun);
    if (times.length < taps) setTimeout(tap, 20);
    else report(times);
  })));
  tap();
})"""
"""Taps the targets one after the other, each after the totals of the previous tap have been painted."""


def main() -> None:
    """Print a line for each board."""
    with served_here() as address, chromium() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        for slug, (query, choices, targets) in BOARDS.items():
            page.goto(f"{address}/en/{slug}/score{query}#board")
            for choice in choices:
                page.click(choice)
            page.wait_for_selector(targets)
            times = page.evaluate(TAP, [targets, TAPS])
            print(f"{slug}: {statistics.median(times):.0f} ms from a tap to new totals (median of {len(times)})")


if __name__ == "__main__":
    main()
