"""Trim the bundle: drop standard library modules that are never imported, and Babel's data of other languages."""

import pickle
from pathlib import Path
from typing import Any

_UNUSED = (
    "__hello__ __phello__ _ast_unparse _pydatetime _pyio _pyrepl antigravity argparse asyncio.__main__ "
    "asyncio.proactor_events "
    "asyncio.tools asyncio.windows_events asyncio.windows_utils bdb cProfile click._termui_impl click._winconsole "
    "click.shell_completion click.testing cmd colorsys compileall concurrent.futures.process "
    "concurrent.interpreters configparser "
    "ctypes curses dbm doctest email._header_value_parser email.contentmanager email.generator "
    "email.headerregistry email.mime "
    "email.policy ensurepip filecmp fileinput flask.testing flask.views flask_wtf.file fractions ftplib "
    "getopt graphlib html.parser "
    "http.cookiejar http.cookies idlelib imaplib jinja2.ext_tests jinja2.meta jinja2.nativetypes "
    "jinja2.sandbox json.tool "
    "logging.config logging.handlers _markupbase mailbox modulefinder multiprocessing netrc nturl2path "
    "optparse pathlib.types pdb "
    "pickletools plistlib poplib profile pstats pty py_compile pyclbr pydoc pyodide.console "
    "pytz.reference rlcompleter runpy sched "
    "segno.cli segno.helpers shelve smtplib sqlite3.__main__ sqlite3.dump statistics symtable "
    "sysconfig.__main__ tabnanny tarfile this "
    "timeit tomllib trace tracemalloc tty turtle unittest urllib.robotparser venv wave webbrowser "
    "werkzeug._reloader werkzeug.debug "
    "werkzeug.middleware.http_proxy werkzeug.middleware.lint werkzeug.middleware.profiler "
    "werkzeug.middleware.shared_data "
    "werkzeug.testapp wsgiref.handlers wsgiref.headers wsgiref.simple_server wsgiref.util "
    "wsgiref.validate wtforms.csrf.session xml.dom "
    "xml.etree xml.parsers xml.sax.expatreader xmlrpc zipapp zipfile.__main__"
)
UNUSED = frozenset(_UNUSED.split())
"""Unused modules and packages."""
_UNICODE = "utf_8 utf_8_sig utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le"
ENCODINGS = frozenset(["__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", *_UNICODE.split()])
"""Encodings of host names, archive names and JSON."""
LOCALES = ("root", "en", "zh", "zh_Hant")
_UNUSED_DATA = (
    "compact_currency_formats compact_decimal_formats compound_unit_patterns currency_formats "
    "currency_names currency_names_plural "
    "currency_symbols date_fields datetime_skeletons interval_formats languages meta_zones scripts "
    "territories time_zones "
    "unit_display_names unit_patterns variants all_currencies currency_fractions territory_currencies "
    "territory_languages "
    "territory_zones windows_zone_mapping zone_aliases zone_territories"
)
UNUSED_DATA = frozenset(_UNUSED_DATA.split())
"""Unused kinds of locale data."""


def is_used(name: str) -> bool:
    """Return whether a library file is kept, by its path within the archive."""
    parts = name.removesuffix(".py").split("/")
    if parts[0] == "encodings" and parts[-1] not in ENCODINGS:
        return False
    return name.endswith(".py") and UNUSED.isdisjoint(".".join(parts[:length]) for length in range(1, len(parts) + 1))


def trim_locales(babel: Path) -> None:
    """Reduce a copy of Babel to the data of our languages."""
    for file in (babel / "locale-data").glob("*.dat"):
        if file.stem in LOCALES:
            _write(file, {kind: {} if kind in UNUSED_DATA else data for kind, data in _read(file).items()})
        else:
            file.unlink()
    common = {kind: {} if kind in UNUSED_DATA else data for kind, data in _read(babel / "global.dat").items()}
    common["likely_subtags"] = {
        tag: full for tag, full in common["likely_subtags"].items() if tag.partition("_")[0] in LOCALES
    }
    _write(babel / "global.dat", common)


def _read(file: Path) -> dict[str, Any]:
    return dict(pickle.loads(file.read_bytes()))  # noqa: S301  Babel's own


def _write(file: Path, data: dict[str, Any]) -> None:
    file.write_bytes(pickle.dumps(data, protocol=2))
