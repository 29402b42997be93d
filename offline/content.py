"""Write content that a browser cannot build, or only slowly: rules, the search index, and compiled templates.

`offline/build.py` runs this in a process with a fixed hash seed, so that the same sources give the same bytes.
"""

import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from app import create_app
from web.common.content import CONTENT, FILE
from web.serving.warm_up import read_all_content


def write_content(folder: Path) -> None:
    """Write the content and the templates to the folder of the application's copy."""
    app = create_app({})
    read_all_content()
    content = {key: pickle.dumps(value, protocol=5) for key, value in CONTENT.items()}
    (folder / FILE.name).write_bytes(pickle.dumps(content, protocol=5))
    app.jinja_env.compile_templates(folder / "templates", filter_func=_is_needed, zip=None, ignore_errors=False)


def _is_needed(name: str) -> bool:
    """Return whether a browser may need a template. Pages of groups need a database, which only the server has."""
    return name.endswith((".html", ".js")) and not name.startswith("groups/")


if __name__ == "__main__":
    write_content(Path(sys.argv[1]))
