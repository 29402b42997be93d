"""The baseline of the rules pages: a mkdocs-material site of the same Markdown, served with the same compression."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise
from whitenoise.compress import main as compress

from scorers.registry import folder, slugs
from web.common.languages import LANGUAGES
from web.rules.markdown import NOTES

HEADING = re.compile(r"^\{(#[\w-]+)\}\n(#+ .+)$", re.MULTILINE)
NOTE = re.compile(rf"^::: ({'|'.join(NOTES)})\n(.*?)^:::$", re.MULTILINE | re.DOTALL)


def markdown(text: str) -> str:
    """Convert a rules page to Python-Markdown, with ids after headings and notes as indented admonitions."""
    source = HEADING.sub(r"\2 {\1}", text)
    return NOTE.sub(lambda note: f"!!! {note[1]}\n\n" + re.sub("^(?=.)", "    ", note[2], flags=re.MULTILINE), source)


def build(where: Path) -> Path:
    """Build the site in a folder, with every game in every language; return the folder to serve."""
    pages, site = where / "pages", where / "site"
    for slug in slugs():
        for language in LANGUAGES:
            page = pages / language / slug
            page.mkdir(parents=True)
            text = (folder(slug) / f"rules.{language}.md").read_text(encoding="utf-8")
            (page / "index.md").write_text(markdown(text), encoding="utf-8")
            shutil.copytree(folder(slug) / "diagrams", page / "diagrams")
    (pages / "index.md").write_text("# Rules\n", encoding="utf-8")
    settings = {
        "site_name": "Rules",
        "docs_dir": str(pages),
        "site_dir": str(site),
        "theme": {"name": "material", "font": False},  # the fonts would come from another host
        "markdown_extensions": ["admonition", "attr_list", "tables", "toc"],
    }
    (where / "mkdocs.yml").write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", where / "mkdocs.yml"],
        check=True,
        env=environment,
    )
    return site


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Serve the folder in the environment variable `SITE`, compressed like Tally's static files."""
    app = Flask(__name__, static_folder=None)
    app.config.from_mapping(config)
    compress(["--quiet", os.environ["SITE"]])
    app.wsgi_app = WhiteNoise(app.wsgi_app, os.environ["SITE"], index_file=True)
    return app
