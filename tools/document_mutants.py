"""Mutation testing of documents: break `web/sync` or `web/together` in one place at a time, and run its tests; each
mutant must be killed.

    python tools/document_mutants.py [NUMBER …]     all mutants, or those of these numbers

The mutants are chosen by hand: each breaks something that docs/documents.md promises. Those that only PostgreSQL shows
need its commands, as `make postgres` installs them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("test_merge.py", "test_store.py", "test_room.py", "test_machine.py", "test_two_servers.py")
TOGETHER = ("test_codes.py", "test_fields.py", "test_shared.py")
COPIED = ("sync", "together")
MUTANTS = (
    ("merge.py", "if change.n > state.kept:", "if True:", "a repeated change is taken again"),
    (
        "merge.py",
        "state.kept = change.n",
        "state.kept = max(state.kept, change.n, *(one.n for one in changes))",
        "kept runs ahead of what was taken",
    ),
    ("merge.py", "key=lambda one: one.n)", "key=lambda one: -one.n)", "a device's changes in another order"),
    ("merge.py", "change.base if change.base <= seen else 0", "change.base", "a base beyond the document counts"),
    ("merge.py", "old.seq <= change.base", "old.seq < change.base", "what was seen is not overruled"),
    ("merge.py", " or old.device == device", "", "a device cannot correct itself"),
    ("merge.py", "typed >= min(old.typed, now)", "typed > min(old.typed, now)", "of equal times the first stands"),
    ("merge.py", "typed >= min(old.typed, now)", "typed >= old.typed", "a clock that is set back stops changes"),
    ("merge.py", "typed >= min(old.typed, now)", "True", "the last to arrive stands"),
    ("merge.py", "max(change.age, 0.0)", "change.age", "a negative age is the future"),
    ("merge.py", ", min(state.created, now))", ", -1e300)", "something is typed before the document was opened"),
    ("merge.py", "typed = max(typed, old.typed) if old else typed", "pass", "a knowing change is dated too early"),
    ("merge.py", "old._replace(typed=max(old.typed, typed))", "old", "the same value again does not count"),
    (
        "merge.py",
        "if old and old.value == change.value:",
        "if (old.value if old else None) == change.value:",
        "clearing what is blank leaves no trace",
    ),
    ("merge.py", "if stands:\n", "if True:\n", "what lost is shown"),
    ("merge.py", "(old.value is None if is_first_come else ", "(", "a seat is taken unseen"),
    (
        "merge.py",
        "replaced = old.seq if old and stands and not knows else None",
        "replaced = None",
        "who was replaced unseen is not told",
    ),
    ("store.py", "counts_base=start == request.since", "counts_base=True", "a base of another history counts"),
    (
        "store.py",
        "return request.since if request.since <= head and mark and request.mark == write_mark(head, mark) else 0",
        "return request.since",
        "another history is not noticed",
    ),
    (
        "store.py",
        "return request.since if request.since <= head and mark and request.mark == write_mark(head, mark) else 0",
        "return request.since if request.since <= row.seq else 0",
        "a history is known by its length only",
    ),
    (
        "store.py",
        "return Answer(start, seq, write_mark(state.seq, mark), page",
        "return Answer(start, seq, write_mark(seq, mark), page",
        "a page in the middle names its own place in the history",
    ),
    ("store.py", "if state.kept > before:", "if log:", "kept of what changed nothing is not written"),
    (
        "store.py",
        "if log and (size > kind.limits.max_log_bytes or state.seq > kind.limits.max_log_rows):",
        "if False:",
        "there is no limit",
    ),
    ("store.py", "if not row.writes:\n            raise", "if False:\n            raise", "a link that reads writes"),
    (
        "store.py",
        'update(sql.log_rows).where(past).values(value=None, who="")',
        "delete(sql.log_rows).where(past)",
        "a purge forgets marks",
    ),
    (
        "store.py",
        "stood = dict(state.values)\n            log = apply_changes(state, phone",
        "stood = state.values\n            log = apply_changes(state, phone",
        "what stands is not written",
    ),
    ("store.py", "if max(one.n for one in incoming) > before + "
                 "limits.MAX_AHEAD:", "if False:", "a number far ahead counts"),
    ("store.py", "(pages - free) * size", "pages * size", "freed room is no room"),
    (
        "store.py",
        "if counted is None:",
        "if False:",
        "on PostgreSQL a request that comes twice at once counts twice",
    ),
    ("statements.py", "LOCK = FIND.with_for_update(of=documents)", "LOCK = FIND",
    "on PostgreSQL nobody waits for a commit"),
    (
        "statements.py",
        'CHANGED = _VALUE.where(values.c.seq > bindparam("since"))',
        'CHANGED = _VALUE.where(values.c.seq > bindparam("since") + 1)',
        "one change is passed over",
    ),
    ("answers.py", 'return self.device.partition(".")[0]', "return self.device", "a reloaded page is another phone"),
    ("answers.py", "return page, max(one.seq for one in "
                   "page.values()), True", "return page, seq, True", "a page says that it is all"),
    ("links.py", 'f"{document_id}:{device}"', "device", "a phone has the same handle everywhere"),
    ("links.py", "return encode(digest)[:HANDLE_CHARACTERS] if device "
                 "else \"\"", "return device", "a device's secret is told"),
    ("together/kind.py", "if (reveal := values.get(", "if False and (reveal := values.get(",
     "a code outlives the reveal"),
    (
        "together/fields.py",
        "max(stated, count_needed_seats(slug, fields), bounds.low)",
        "max(stated, bounds.low)",
        "a seat that is held is dropped",
    ),
    ("together/fields.py", "row.get(at, EMPTY_SPACE) for at in range(max(row) + 1)", "row[at] for at in sorted(row)",
     "a wall closes its gaps"),
    (
        "together/shared.py",
        "if texts != stood.get(name, []) and",
        "if texts != shared.fields.get(name, []) and",
        "a form takes back what others typed since its page was made",
    ),
    ("together/shared.py", "(stood.get(name) or not is_default(slug, name, texts))", "True",
     "a form makes choices that nobody made"),
)  # fmt: skip
"""The file, the text in it, what takes its place, and what is wrong then."""


def main() -> None:
    """Print each mutant, and by which test it was killed; exit 1 if one is alive."""
    chosen, alive = [int(number) for number in sys.argv[1:]] or range(1, len(MUTANTS) + 1), 0
    for number in chosen:
        file, old, new, meaning = MUTANTS[number - 1]
        with tempfile.TemporaryDirectory() as folder:
            changed = _copy(Path(folder)) / "web" / (file if "/" in file else f"sync/{file}")
            text = changed.read_text(encoding="utf-8")
            if text.count(old) != 1:
                sys.exit(f"{number}: {old!r} is {text.count(old)} times in {file}")
            changed.write_text(text.replace(old, new), encoding="utf-8")
            killer = _find_killer(folder, file)
        alive += not killer
        print(f"{number:2} {'killed' if killer else 'ALIVE '} {meaning}: {killer or '-'}", flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} killed")
    sys.exit(1 if alive else 0)


def _copy(folder: Path) -> Path:
    """Copy the package and the tests, and link the rest of the repository beside them."""
    ignored = shutil.ignore_patterns("__pycache__", "browser", "js", "node_modules")
    for entry in ROOT.iterdir():
        if entry.name == "tests":
            shutil.copytree(entry, folder / "tests", ignore=ignored)
        elif entry.name == "pyproject.toml":
            shutil.copy(entry, folder)
        elif entry.name != "web" and not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    (folder / "web").mkdir()
    for entry in (ROOT / "web").iterdir():
        if entry.name in COPIED:
            shutil.copytree(entry, folder / "web" / entry.name, ignore=ignored)
        elif entry.name != "__pycache__":
            (folder / "web" / entry.name).symlink_to(entry)
    return folder


def _find_killer(folder: str, file: str) -> str:
    """Run the tests against a mutant; return the name of the first that fails."""
    runs = (("not long", TOGETHER),) if "/" in file else (("not long", TESTS), ("long", (TESTS[-1],)))
    for marks, names in runs:
        tests = [f"tests/web/{'together' if '/' in file else 'sync'}/{name}" for name in names]
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", marks, *tests]
        environment = os.environ | {"PYTHONPATH": folder}
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
        if run.returncode > 1:
            sys.exit(run.stdout[-2000:] + run.stderr[-2000:])
        failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR")) and "::" in line]
        if failed:
            return failed[0].partition(" - ")[0].partition("::")[2]
    return ""


if __name__ == "__main__":
    main()
