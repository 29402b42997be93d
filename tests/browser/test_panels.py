"""Parts of a page that are opened: Escape closes each, and none stays over what gets the focus."""

import pytest
from playwright.sync_api import Page
from sheet_page import await_layout
from table_page import NewPhone, open_table

OPENED = "hansa_teutonica/score?n=3&0.prestige=20&1.prestige=30&2.prestige=4&0.cities=2"
PAGES = ("", "qin/rules", "qin/setup", OPENED, f"{OPENED}&to=sheet", OPENED.replace("score", "compare"), "about")
SUMMARIES = """() => {
  const kinds = new Map();
  for (const summary of document.querySelectorAll("summary")) {
    const { parentNode: panel } = summary;
    const isReached = summary.checkVisibility({ visibilityProperty: true }) && !panel.open;
    if (isReached && !kinds.has(panel.className)) kinds.set(panel.className, summary);
  }
  window.panels = [...kinds.values()];
  return [...kinds.keys()];
}"""
"""The classes of what can be opened on a page, and the first of each in `panels`."""
OPEN = """(at) => {
  const { parentNode: panel } = panels[at];
  panel.scrollIntoView({ block: "center" });
  panels[at].focus();
  panels[at].click();
  return panel.open;
}"""
IS_CLOSED = "(at) => !panels[at].parentNode.open && document.activeElement === panels[at]"
LEAVE = """(at) => {
  const { parentNode: panel } = panels[at];
  panels[at].focus();
  [...panel.querySelectorAll("a, input, select, textarea, button, [tabindex='0']")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })).at(-1)?.focus();
}"""
COVERING = """async (at) => {
  await new Promise((done) => setTimeout(done));
  const { activeElement: control } = document;
  const { left, top, width, height } = control.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  const { parentNode: panel } = panels[at];
  return panel.open && panel.contains(over) && !panel.contains(control) ? control.outerHTML.slice(0, 80) : "";
}"""
"""What has the focus, if an open part lies over it."""
FURTHER = 6
"""How many controls after each part are reached with Tab."""


def find_faults(page: Page) -> list[str]:
    """Return a sentence for each part that Escape leaves open or that covers the focus."""
    faults = []
    for at, kind in enumerate(page.evaluate(SUMMARIES)):
        assert page.evaluate(OPEN, at), kind
        page.keyboard.press("Escape")
        if not page.evaluate(IS_CLOSED, at):
            faults.append(f"Escape leaves {kind}")
        page.evaluate(f"(at) => {{ panels[at].parentNode.open = false; ({OPEN})(at); ({LEAVE})(at); }}", at)
        for _ in range(FURTHER):
            page.keyboard.press("Tab")
            if covered := page.evaluate(COVERING, at):
                faults.append(f"{kind} covers {covered}")
                break
        page.evaluate("(at) => { panels[at].parentNode.open = false; }", at)
    return faults


@pytest.mark.short(device="phone")
@pytest.mark.parametrize(("device", "width", "height"), [("phone", 360, 740), ("desktop", 1500, 800)])
def test_panels_close_on_escape_and_cover_no_focus(
    new_phone_at_table: NewPhone, device: str, width: int, height: int
) -> None:
    """On a wide desktop, the rules of a sheet stand beside it."""
    page = new_phone_at_table(device=device)
    page.set_viewport_size({"width": width, "height": height})
    faults = {}
    for path in (*PAGES, open_table(page).removeprefix("/") + "/open"):
        page.goto(f"/en/{path}")
        await_layout(page)
        if found := find_faults(page):
            faults[path] = found
    assert faults == {}
