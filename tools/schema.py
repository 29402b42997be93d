"""Write docs/scorebook.schema.json from web/groups/openapi.py."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from web.groups.openapi import SCOREBOOK_SCHEMA

FILE = Path(__file__).parents[1] / "docs" / "scorebook.schema.json"


def write_schema() -> str:
    """Return the file's text."""
    return json.dumps(SCOREBOOK_SCHEMA, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(write_schema(), encoding="utf-8")
