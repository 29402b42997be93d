"""
Random positions on the map of Hansa Teutonica: from the map into the link, from the link into a sheet, and back onto the map.

All are written by the page and read by the loader; one in six is opened again as a page and drawn.
"""

import random
from typing import Any

import pytest
from positions import entries

from scorers.hansa_teutonica.map import CITIES, LARGE
from scorers.hansa_teutonica.score import ANNEXES, COELLEN_SPACES

ON_BOARD = True

SHEET = "hansa_teutonica/score"
OPENED_AGAIN = 6


@pytest.mark.long
def test_random_positions_come_back_from_the_link_as_they_were(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=5", device="desktop")
    page.locator("#map [role=button]").first.wait_for(state="attached")  # the map is fetched when its board is opened
    chance = random.Random(4)
    positions = [_position(chance) for _ in range(340)]
    links, wrong = page.evaluate(
        """async ([positions, again]) => {
          const get = window.fetch;
          window.fetch = () => new Promise(() => {});  // no scores: they are not what is looked at here
          history.replaceState = () => {};  // browsers take a few hundred at once, no more; the link to the other language is kept as well
          const picks = (root) => [7, 8, 9, 11].map((space) => root.getElementById(`f-coellen.${space}`)).map((group) => ({
            name: group.id.slice(2), matches: () => false,
            get value() { return group.querySelector(":checked").value; },
            set value(seat) { group.querySelector(`[value="${seat}"]`).checked = true; },
          }));
          const boxes = (root) => [...root.querySelectorAll(".as-list input.slots"), ...picks(root)];
          const numbers = (row) => row.replace(/[A-E]/g, (letter) => "ABCDE".indexOf(letter)).replace(/-+$/, "");
          const read = (root) => Object.fromEntries(boxes(root).map((one) => [one.name, numbers(one.value)]).filter(([, row]) => row));
          const fill = (rows) => {
            for (const one of boxes(document)) {
              const row = rows[one.name] ?? "";
              one.value = one.matches(".slots") ? row.replace(/\\d/g, (seat) => "ABCDE"[seat]) : row;
            }
            for (const kind of ["input", "change"]) boxes(document)[0].dispatchEvent(new Event(kind, { bubbles: true }));
          };
          const drawn = () => [...document.querySelectorAll("#map [role=button].taken > text")].map((one) => one.textContent).join("");
          const laid = positions.map(({ rows }) => {
            fill(rows);
            return { link: document.querySelector("[data-twin]").search, seen: drawn() };
          });
          const wrong = [];
          for (const [i, { rows, pieces }] of positions.entries()) {
            const { link, seen } = laid[i];
            if (seen.length !== pieces) wrong.push(link);
            if (i % again) continue;
            const sheet = new DOMParser().parseFromString(await (await get(link)).text(), "text/html");
            fill({});
            const cleared = drawn();
            fill(read(sheet));
            const same = JSON.stringify(read(sheet)) === JSON.stringify(read(document)) && drawn() === seen;
            const whole = Object.entries(rows).every(([name, row]) => read(document)[name] === row);
            if (!same || !whole || cleared) wrong.push(link);
          }
          return [laid.map(({ link }) => link), wrong];
        }""",
        [positions, OPENED_AGAIN],
    )
    assert wrong == []
    for link, position in zip(links, positions, strict=True):
        assert position["rows"] == {name: row.rstrip("-") for name, row in entries("hansa_teutonica", link).items() if "." in name}


def _position(chance: random.Random) -> dict[str, Any]:
    """Offices from the left in some cities, annexes in some of these, and owners of special spaces, as rows of seats; and their number."""
    rows: dict[str, str] = {}
    occupied = chance.sample(sorted(CITIES), chance.randint(1, len(CITIES)))
    for city in occupied:
        rows[f"offices.{city}"] = "".join(str(chance.randrange(5)) for _ in range(chance.randint(1, len(CITIES[city].offices[LARGE]))))
    for city in chance.choices(occupied, k=chance.randint(0, ANNEXES["2009"])):
        rows[f"annexes.{city}"] = rows.get(f"annexes.{city}", "") + str(chance.randrange(5))
    rows |= {f"coellen.{value}": str(chance.randrange(5)) for value in COELLEN_SPACES if chance.random() < 0.5}
    return {"rows": rows, "pieces": sum(map(len, rows.values()))}
