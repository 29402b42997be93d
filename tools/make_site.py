"""Write build/site: Tally as a static site. Pages without a query are files.

The others are rendered in the visitor's browser.

BASE_PATH is the path of the site, such as /tally; PUBLIC_URL is the scheme and host before it, for absolute links.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask, render_template, url_for

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from app import create_app  # noqa: E402
from scorers.registry import games  # noqa: E402
from scorers.sheet import players_entry  # noqa: E402
from web.common.http import HEADERS, IMMUTABLE  # noqa: E402
from web.common.languages import LANGUAGES  # noqa: E402
from web.common.pages import has_trait, needs_query  # noqa: E402
from web.common.static_copies import find_files  # noqa: E402
from web.offline.bundle import WORKER_POLICY, Bundle  # noqa: E402
from web.offline.views import drawings, pages  # noqa: E402

SITE = ROOT / "build" / "site"


def write_site(folder: Path, base_path: str = "", public_url: str = "") -> None:
    """Write the whole site to a folder, replacing its content. Needs the bundle that `make offline` builds."""
    app = create_app({"SITE": True, "PUBLIC_URL": public_url})
    bundle: Bundle | None = app.extensions["offline"]
    if bundle is None:
        sys.exit("The site needs the offline bundle: run `make offline` first.")
    app.jinja_env.globals["offline_base"] = base_path + bundle.base
    shutil.rmtree(folder, ignore_errors=True)
    client = app.test_client()

    def write(address: str, name: str = "") -> None:
        """Write the response of an address to the file that a static host serves for it, or to a given file."""
        with app.app_context():  # Flask-Babel caches the language in the current context
            answer = client.get(address.removeprefix(base_path), base_url=f"http://localhost{base_path}/")
        if answer.status_code != 200:
            sys.exit(f"{address} cannot be written: the application answers {answer.status}.")
        path = Path(folder, name or _file_at(address.removeprefix(base_path)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(answer.data)

    with app.test_request_context("/", base_url=f"http://localhost{base_path}/"):
        shells = {lang: url_for("offline.shell", lang=lang) for lang in LANGUAGES}
        for lang in LANGUAGES:
            for address in (shells[lang], *pages(lang)):
                write(address)
        for address, _ in list(drawings()):
            write(address)
        for lang in LANGUAGES:
            for address in _rendered_in_browser(app, lang):
                write(shells[lang], f"{address.removeprefix(base_path)[1:]}/index.html")
        write(shells[next(iter(LANGUAGES))], "404.html")
        write(url_for("offline.service_worker"))
        (folder / "index.html").write_text(render_template("offline/site_root.html"), encoding="utf-8")
        static = Path(folder, url_for("static", filename="").removeprefix(base_path)[1:])
    for name, file in find_files().items():
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, static / name)
    shutil.copytree(bundle.folder, folder / bundle.base[1:])
    (folder / "_headers").write_text(_headers(base_path), encoding="utf-8")


def _file_at(path: str) -> str:
    """Return the file that a static host serves for a path: index.html in the folder of its name."""
    return path[1:] if "." in path.rpartition("/")[2] else f"{path.strip('/')}/index.html"


def _rendered_in_browser(app: Flask, lang: str) -> Iterator[str]:
    """Yield the addresses that the browser renders: those that need a query or redirect to one, and the players'
    columns and codes.
    """
    endpoints = sorted(endpoint for endpoint in app.view_functions if has_trait(endpoint, needs_query))
    for game in games():
        place: dict[str, Any] = {"lang": lang, "slug": game.slug}
        yield from (url_for(endpoint, **place) for endpoint in endpoints)
        yield from (url_for("result.example", key=key, **place) for key in game.examples)
        for number in range(1, players_entry(game.sheet).high + 1):
            yield from (url_for(endpoint, number=number, **place) for endpoint in ("columns.column", "columns.qr"))


def _headers(base_path: str) -> str:
    """Return the `_headers` file. No address matches two rules, since hosts combine rules differently."""
    security = dict(HEADERS)
    lasting = {"Cache-Control": IMMUTABLE}
    rules = {
        **{f"{base_path}/{lang}/*": security for lang in LANGUAGES},
        f"{base_path}/": security,
        f"{base_path}/404.html": security,
        f"{base_path}/sw.js": security | {"Cache-Control": "no-cache"},
        f"{base_path}/static/*": security | lasting,
        f"{base_path}/offline/*": security | lasting | {"Content-Security-Policy": WORKER_POLICY},
    }
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in headers.items())
        for path, headers in rules.items()
    )


if __name__ == "__main__":
    base = os.environ.get("BASE_PATH", "").rstrip("/")
    if base and not base.startswith("/"):
        sys.exit(f"BASE_PATH must begin with a slash, such as /tally, and it is {base!r}.")
    write_site(SITE, base, os.environ.get("PUBLIC_URL", "").rstrip("/"))
    print(f"{SITE.relative_to(ROOT)} holds {sum(1 for file in SITE.rglob('*') if file.is_file())} files.")
