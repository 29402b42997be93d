"""What scripts reckon without a page: a land's notation, a wall's borders and pieces, steps that are undone, and the nearest piece."""

import itertools
import random
from typing import Any

import pytest
from land_page import random_land
from wall_page import SHEET

BOARD = 13
USUAL = [4, 4, 5]
MODULES = {"squares": "games/honshu/squares", "spaces": "games/chang_cheng/spaces", "board": "boards/board", "steps": "common/history"}


@pytest.fixture
def modules(browse: Any) -> Any:
    """Evaluates a function of `modules` and one argument on the sheet of Chang Cheng, whose wall `spaces` is about."""
    page = browse(f"/en/{SHEET}?to=sheet&n=4", device="desktop")
    folder = str(page.locator("script[src$='/sheet.js']").evaluate("script => new URL('..', script.src).href"))
    imports = ", ".join(f"{name}: await import('{folder}{path}.js')" for name, path in MODULES.items())

    def run(function: str, argument: Any = None) -> Any:
        return page.evaluate(f"async (argument) => ({function})({{{imports}}}, argument)", argument)

    return run


# A land's notation


def test_a_lands_text_is_read_and_written_as_it_was_wherever_it_begins(modules: Any) -> None:
    chance = random.Random(8)
    lands = [random_land(chance, chance.randint(1, 66)) for _ in range(400)]
    for corner in ([0, 0], [-7, 12]):
        back = modules("({ squares }, [lands, corner]) => lands.map((land) => squares.write(squares.read(land, corner)))", [lands, corner])
        assert [one["text"] for one in back] == lands
        assert [one["corner"] for one in back] == [corner] * len(lands)


def test_a_typed_land_is_written_without_what_means_nothing(modules: Any) -> None:
    entries = {" F T /\n L ": "F T/L", "F . .": "F", "F . ./. . T .": "F/. . T", ". F": ". F", "": ""}
    assert modules("({ squares }, typed) => typed.map(squares.compact)", list(entries)) == list(entries.values())


def test_a_land_is_the_same_in_whatever_order_its_squares_are_painted(modules: Any) -> None:
    chance = random.Random(7)
    lands = [random_land(chance, 30) for _ in range(100)]
    steps = []
    for land in lands:
        words = [(x, y, word) for y, row in enumerate(land.split("/")) for x, word in enumerate(row.split()) if word != "."]
        chance.shuffle(words)
        steps.append([(x, y, *_tool(word)) for x, y, word in words])
    painted = modules(
        """({ squares }, lands) => lands.map((steps) => {
          const found = new Map();
          for (const [x, y, tool, ink, cube] of steps) {
            const bare = squares.paintWord("", tool, ink, {});
            found.set(squares.key(x, y), cube ? squares.paintWord(bare, "C", "", { P: 1, M: 1 }) : bare);
          }
          return squares.write(found).text;
        })""",
        steps,
    )
    assert painted == lands


def _tool(word: str) -> tuple[str, str, bool]:
    """The tool and the ink that paint a word, and whether a cube goes on it."""
    bare = word.rstrip("*")
    return (bare[0] + bare[2:], bare[1], word != bare) if bare[0] in "PM" else (bare, "", False)


def test_cubes_are_put_on_until_there_is_no_room_and_then_taken_off(modules: Any) -> None:
    cases = [
        (("Pb", {"P": 1}), ["Pb*", "Pb", "Pb*"]),
        (("Mg3", {"M": 2}), ["Mg3*", "Mg3**", "Mg3"]),
        (("Mg3", {"P": 1}), ["Mg3", "Mg3", "Mg3"]),
        (("F", {"P": 1, "M": 1}), ["F", "F", "F"]),
        (("", {"P": 1}), ["", "", ""]),
    ]
    cubes = "({ squares }, cases) => cases.map(([word, room]) => [1, 2, 3].map(() => word = squares.paintWord(word, 'C', '', room)))"
    assert modules(cubes, [case for case, _ in cases]) == [words for _, words in cases]


# A wall's borders and pieces


def test_the_border_that_belongs_there_is_moved(modules: Any) -> None:
    """Each taps some gaps of three boards in turn, and says how the first sizes are then; the others stay as they were."""
    cases = [
        ([3], [3, 5, 5]), ([6], [6, 2, 5]), ([7], [4, 3, 6]), ([3, 9, 6], [6, 3, 4]), ([4, 8], USUAL), ([13], USUAL),
        ([18], [*USUAL, 5, 3, 5]),
    ]  # fmt: skip
    ends = modules(
        "({ spaces }, [sizes, all]) => all.map((gaps) => gaps.reduce(spaces.shiftBorder, sizes))", [USUAL * 3, [g for g, _ in cases]]
    )
    assert ends == [sizes + (USUAL * 3)[len(sizes) :] for _, sizes in cases]


def test_one_border_is_moved_and_no_other_wherever_they_stand(modules: Any) -> None:
    chance = random.Random(9)
    cases = []
    for boards in (3, 4):
        for _ in range(300):
            spaces = boards * BOARD
            borders = [0, *sorted(chance.sample(range(1, spaces), boards * 3 - 1)), spaces]
            cases.append([[right - left for left, right in itertools.pairwise(borders)], chance.randrange(1, spaces)])
    results = modules("({ spaces }, cases) => cases.map(([sizes, at]) => spaces.shiftBorder(sizes, at))", cases)
    for (sizes, at), moved in zip(cases, results, strict=True):
        before, after = (set(itertools.accumulate(one)) for one in (sizes, moved))
        assert len(moved) == len(sizes)
        assert min(moved) > 0
        assert at in after
        assert len(after - before) == len(before - after) == (at not in before)


def test_double_walls_come_and_go_as_a_whole(modules: Any) -> None:
    chance = random.Random(10)
    runs = []
    for _ in range(100):
        steps = [[chance.choice(["A", "Bt", "n", "x", "Ad", "Bd", "Cd"]), chance.randrange(BOARD - 1)] for _ in range(20)]
        runs.append(steps)
    walls = modules(
        """({ spaces }, [runs, size]) => runs.map((steps) => {
          const wall = Array(size).fill(".");
          return steps.map(([piece, at]) => { spaces.put(wall, piece, at); return wall.join(" "); });
        })""",
        [runs, BOARD],
    )
    for steps, views in zip(runs, walls, strict=True):
        for (piece, at), wall in zip(steps, (one.split() for one in views), strict=True):
            assert wall[at] == piece
            assert len(wall) == BOARD
            for half in ("Ad", "Bd", "Cd"):
                for is_half, run in itertools.groupby(wall, half.__eq__):
                    assert not is_half or len(list(run)) % 2 == 0, (wall, piece, at)


# Steps


def test_steps_are_undone_and_done_again_as_they_were(modules: Any) -> None:
    """Any walk of changes, undo and redo, beside two stacks that are kept here; every so often a page comes anew."""
    chance = random.Random(11)
    walk = [chance.choice(["undo", "redo", "mark 0", "mark 1", "mark 2", "anew"]) for _ in range(400)]
    states = modules(
        """({ steps }, walk) => {
          const sheet = new URLSearchParams();
          let all = steps.stepsOf({ at: "" });
          return walk.map((step, i) => {
            const [kind, at] = step.split(" ");
            if (kind === "mark") {
              const now = new URLSearchParams(all.at);
              if (i % 3) now.set(at, i);
              else now.delete(at);
              now.sort();
              all.mark(String(now));
            } else if (kind === "anew") all = steps.stepsOf(structuredClone(all.state));
            else all[kind]();
            return [all.at, all.canUndo, all.canRedo];
          });
        }""",
        walk,
    )
    past: list[dict[str, int]] = []
    future: list[dict[str, int]] = []
    now: dict[str, int] = {}
    for i, step in enumerate(walk):
        kind, _, at = step.partition(" ")
        after = {name: value for name, value in (now | {at: i}).items() if i % 3 or name != at} if kind == "mark" else now
        if after != now:
            past.append(now)
            future.clear()
            now = after
        elif kind == "undo" and past:
            future.append(now)
            now = past.pop()
        elif kind == "redo" and future:
            past.append(now)
            now = future.pop()
        assert states[i] == ["&".join(f"{name}={now[name]}" for name in sorted(now)), bool(past), bool(future)], walk[: i + 1]


def test_what_is_typed_into_one_cell_is_one_step_until_it_is_left(modules: Any) -> None:
    states = modules(
        """({ steps }) => {
          const all = steps.stepsOf({ at: "" });
          all.mark("a=1", "a");
          all.mark("a=12", "a");
          all.pause();
          all.mark("a=123", "a");
          all.mark("a=123&b=1", "b");
          all.mark("a=123", "b");
          const found = [];
          for (; all.canUndo; all.undo()) found.push(all.at);
          return found;
        }"""
    )
    assert states == ["a=123", "a=12"]


def test_of_many_steps_the_last_two_hundred_are_kept(modules: Any) -> None:
    count = """({ steps }) => {
      const all = steps.stepsOf({ at: "" });
      for (let i = 1; i <= 500; i += 1) all.mark(`a=${i}`);
      let undone = 0;
      for (; all.canUndo; undone += 1) all.undo();
      return [undone, all.at];
    }"""
    assert modules(count) == [200, "a=300"]


def test_the_nearest_piece_in_an_arrows_direction_is_found_by_where_it_is_seen(modules: Any) -> None:
    """A cross of five, and one far aside: from the middle each arrow leads to its arm, and from an arm on there is nothing."""
    results = modules(
        """({ board }) => {
          const places = {
            middle: [100, 100], ArrowLeft: [50, 100], ArrowRight: [150, 100], ArrowUp: [100, 50], ArrowDown: [100, 150], far: [160, 10],
          };
          const box = ([x, y]) => ({ x, y, width: 10, height: 10 });
          const targets = Object.entries(places).map(([id, place]) => ({ id, getBoundingClientRect: () => box(place) }));
          const to = (from, key) => board.nearest(targets.find(({ id }) => id === from), targets, key)?.id;
          const keys = Object.keys(places).filter((key) => key.startsWith("Arrow"));
          return [keys.map((key) => to("middle", key) === key), to("ArrowLeft", "ArrowLeft") ?? null, to("middle", "Home") ?? null];
        }"""
    )
    assert results == [[True] * 4, None, None]
