// Compiles Python files below a folder with the very Python that will run them in the browser: node compile.mjs FOLDER
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const found = createRequire(`${process.cwd()}/`).resolve("pyodide/pyodide.mjs");
const { loadPyodide } = await import(pathToFileURL(found));
const python = await loadPyodide({ indexURL: dirname(found) });
python.mountNodeFS("/work", folder);
python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from types import CodeType


def strip(code):
    """Code without its table of line numbers, which is an eighth of it; nobody reads a traceback there."""
    inner = tuple(strip(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


for file in Path("/work").rglob("*.py"):
    shown = file.relative_to("/work").as_posix()
    # Docstrings of scoring are answered by the API; and a dataclass without one would write its own at every start.
    level = 1 if shown.startswith(("own/scorers/", "own/web/")) else 2
    code = compile(file.read_bytes(), shown, "exec", dont_inherit=True, optimize=level)
    file.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(strip(code), bytes(8), False))
    file.unlink()
`);
