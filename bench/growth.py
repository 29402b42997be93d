"""Start-up time, memory, search and pages by number of games, using copies of an invented game."""

import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
INVENTED = ROOT / "tests" / "support" / "invented_games" / "lanterns"
SHIPPED = len(list((ROOT / "scorers").glob("*/score.py")))
NUMBERS = (SHIPPED, 50, 500)
ROUNDS = 15


def make_games(folder: Path, number: int) -> None:
    """Write copies of the invented game to a folder."""
    for slug in (f"lanterns_{copy}" for copy in range(number)):
        shutil.copytree(INVENTED, folder / slug, ignore=shutil.ignore_patterns("__pycache__"))
        for file in (folder / slug).glob("*.py"):
            text = file.read_text(encoding="utf-8")
            text = text.replace("scorers.lanterns", f"scorers.{slug}").replace('slug="lanterns"', f'slug="{slug}"')
            file.write_text(text, encoding="utf-8")


def measure(folder: str, *, in_lines: bool) -> dict[str, float]:
    """
    Measure the application with the games of a folder added. Needs a process of its own.

    The work of a request is its CPU time in ms, or the number of lines of Python that it executes.
    """
    begin = time.process_time()
    import scorers

    scorers.__path__.append(folder)
    from app import create_app

    app = create_app()
    start = time.process_time() - begin
    client = app.test_client()
    sheet = json.dumps({"players": [{"left": 0}, {"left": 3}]})
    requests: dict[str, Callable[[], Any]] = {
        "first page": lambda: client.get("/en/"),
        "search": lambda: client.get("/en/search?q=lanterns+red"),
        "search in Chinese": lambda: client.get("/zh-Hant/search?q=%E7%87%88%E7%B1%A0"),
        "a filled sheet": lambda: client.get("/en/qin/score?n=2&to=sheet&0.name=Ann"),
        "a score": lambda: client.post("/api/v1/games/qin/score", data=sheet),
        "list of games": lambda: client.get("/api/v1/games"),
    }
    gauge, unit = (_count, "lines") if in_lines else (_time, "ms")
    figures = {f"{what}, {unit}": gauge(request) for what, request in requests.items()}
    return {"start, s": start, **figures, "memory, MB": _peak_memory()}


def _peak_memory() -> float:
    """Return the peak memory of this process in MB. `ru_maxrss` would also count the process that started it."""
    line = next(
        line for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines() if line.startswith("VmHWM")
    )
    return int(line.split()[1]) / 1024


def _time(action: Callable[[], Any]) -> float:
    """Return the CPU time of an action in ms, after a warm-up call."""
    action()
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        action()
        times.append(time.process_time() - begin)
    return 1000 * statistics.median(times)


def _count(action: Callable[[], Any]) -> float:
    """Return the number of lines of Python that an action executes, after a warm-up call."""
    from request_work import lines_run

    action()
    return lines_run(action)[0]


def measure_growth(number: int, *, in_lines: bool = False) -> dict[str, float]:
    """Return the figures for a total number of games."""
    with TemporaryDirectory() as folder:
        make_games(Path(folder), number - SHIPPED)
        command = [sys.executable, __file__, folder, "lines" if in_lines else "ms"]
        path = f"{ROOT}:{ROOT / 'tests' / 'support'}"
        process = subprocess.run(
            command, cwd=ROOT, env={"PYTHONPATH": path, "PATH": ""}, capture_output=True, text=True, check=True
        )
    return dict(json.loads(process.stdout))


def print_table() -> None:
    """Print a column for each number of games."""
    columns = [measure_growth(number) for number in NUMBERS]
    print(f"{'games':24}" + "".join(f"{number:10}" for number in NUMBERS))
    for what in columns[0]:
        print(f"  {what:22}" + "".join(f"{column[what]:10.1f}" for column in columns))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(measure(sys.argv[1], in_lines=sys.argv[2] == "lines")))
    else:
        print_table()
