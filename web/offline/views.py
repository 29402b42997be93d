"""Tally as an installable application: web manifest, service worker with its list of files to store, and the offline
page.
"""

import zlib
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from werkzeug.routing import Rule
from werkzeug.test import create_environ

from scorers.model import N_, AnyGame
from scorers.registry import games
from web.common.languages import LANGUAGES, translate
from web.common.pages import cached_page, has_trait, needs_query, unlisted
from web.common.static_copies import transfer_sizes
from web.common.static_files import fingerprint, with_imports
from web.common.templates import PAPER
from web.offline.bundle import Bundle
from web.rules.model import stages
from web.sheet.drawings import drawing_address, render_drawing
from web.together import available

blueprint = Blueprint("offline", __name__)
PAGE_BYTES = 5_000
"""Estimated download size of a page, for the size shown to readers; pages are rendered only on request."""
CORE = ("common/style.css", "offline/offline_page.js", "offline/render.js", "offline/engine.js", "common/storage.js")
"""The files that the offline page needs, which are stored first."""
SECRET_SHELLS = {"together": "columns.shell", "groups": "group_entrances.shell"}
"""The shells of pages whose address has a secret, by the part of the address before it."""
SECRET_CORE = (
    "together/together.js", "sheet/sheet.css", "together/column.css", "together/together.css",
    "groups/book_page.js", "groups/groups.css", "sheet/drafts.css", "scorebook/scorebook.css",
)  # fmt: skip
"""What those shells need beside them, without what their scripts import."""
DESCRIPTION = N_(
    "Final scores of modern board games, worked out from the rules, with every step shown, and the rules to look up."
)


@blueprint.get("/<lang:lang>/manifest.webmanifest")
@cached_page
def manifest(lang: str) -> Response:
    """Return the web app manifest in a language."""
    icons = [
        {
            "src": url_for("static", filename=f"icons/{icon}-{side}.png"),
            "sizes": f"{side}x{side}",
            "type": "image/png",
            "purpose": "maskable" if icon == "maskable" else "any",
        }
        for icon in ("icon", "maskable")
        for side in (192, 512)
    ]
    icons.append(
        {"src": url_for("static", filename="icons/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    )
    data = {
        "id": url_for("home.root"),
        "name": "Tally 算分",
        "short_name": "Tally 算分",
        "description": translate(DESCRIPTION),
        "lang": lang,
        "start_url": url_for("home.games", lang=lang),
        "scope": url_for("home.root"),
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "categories": ["games", "utilities"],
        "icons": icons,
    }
    return Response(current_app.json.dumps(data), mimetype="application/manifest+json")


@blueprint.get("/sw.js")
@cached_page
def service_worker() -> Response:
    """Return the service worker; without a bundle, one that removes itself and everything stored."""
    bundle = current_app.extensions["offline"]
    text = (
        render_template("offline/sw.js", stored=_list_stored(bundle))
        if bundle
        else render_template("offline/sw_remove.js")
    )
    return Response(text, mimetype="text/javascript")


@blueprint.get("/<lang:lang>/shell")
@cached_page
@unlisted
def shell(lang: str) -> str:
    """Return the page that replaces any other while offline; its script has the engine render the requested page."""
    if not current_app.jinja_env.globals["offline_base"]:
        abort(404)
    return render_template("offline/offline.html")


def pages(lang: str) -> Iterator[str]:
    """Return the addresses of all pages of a language that need no query."""
    for rule in current_app.url_map.iter_rules():
        if not _is_page(rule):
            continue
        if rule.arguments == {"lang"}:
            yield url_for(rule.endpoint, lang=lang)
        for game in games() if rule.arguments == {"lang", "slug"} else ():
            if _has_page(game, rule.endpoint, lang):
                yield url_for(rule.endpoint, lang=lang, slug=game.slug)
        for game in games() if rule.arguments == {"lang", "slug", "name"} else ():
            yield from (url_for(rule.endpoint, lang=lang, slug=game.slug, name=name) for name in game.calculators)


def _has_page(game: AnyGame, endpoint: str, lang: str) -> bool:
    """Return whether a game has a page; not every game has a set-up in steps or calculators."""
    if endpoint == "rules.setup_page":
        return bool(stages(game.slug, lang))
    return endpoint != "calculators.calculators_page" or bool(game.calculators)


def _is_page(rule: Rule) -> bool:
    """Return whether a rule is a reader's page that needs no query."""
    is_for_readers = not has_trait(rule.endpoint, needs_query) and not has_trait(rule.endpoint, unlisted)
    return "GET" in (rule.methods or ()) and "lang" in rule.arguments and is_for_readers


def drawings() -> Iterator[tuple[str, int]]:
    """Return the addresses of all board drawings, in every language, with their approximate download sizes."""
    for lang in LANGUAGES:
        # An application context of its own is needed too: Flask-Babel caches the language in the current one.
        with (
            current_app.app_context(),
            current_app.request_context(create_environ(f"/{lang}/", f"http://localhost{request.root_path}/")),
        ):
            for game in games():
                for name in game.drawings:
                    svg, _ = render_drawing(game, name, lang)
                    yield drawing_address(game, name), len(zlib.compress(svg.encode()))


def _list_stored(bundle: Bundle) -> dict[str, Any]:
    """Return the service worker's settings: the version, and the addresses to store with their download sizes."""
    root = url_for("home.root")
    own = [(url_for("static", filename=name), size) for name, size in transfer_sizes(fingerprint()).items()]
    return {
        "version": bundle.digest,
        "root": root,
        "site": bool(current_app.config.get("SITE")),
        "shells": _addresses("offline.shell"),
        "secretShells": {
            kind: {lang: url_for(endpoint, lang=lang) for lang in LANGUAGES}
            for kind, endpoint in SECRET_SHELLS.items()
            if available()
        },
        "core": [
            url_for("static", filename=name) for name in with_imports((*CORE, *(SECRET_CORE if available() else ())))
        ],
        "files": [*own, *drawings()]
        + [(f"{root}{bundle.base[1:]}{name}", file.compressed_size, file.size) for name, file in bundle.files.items()],
        "pages": [(address, PAGE_BYTES) for lang in LANGUAGES for address in pages(lang)],
    }


def _addresses(endpoint: str) -> dict[str, str]:
    """Return the addresses of a page by language."""
    return {lang: url_for(endpoint, lang=lang) for lang in LANGUAGES}
