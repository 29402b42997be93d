"""Build hook: adds compiled translations, compressed static files, the offline bundle, and tally.py as the package's
__init__.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Runs when hatchling builds a wheel or installs this folder in editable mode."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the translations in place and add the compressed static files. Paths are within the package."""
        sys.path.insert(0, self.root)
        from web.common import static_copies
        from web.offline import sources

        _compile_translations(Path(self.root, "translations"))
        if version == "editable":
            return
        bundle = Path(self.root, "build", "offline")
        if sources.is_current(bundle, sources.digest_sources()):
            build_data["force_include"][str(bundle)] = "build/offline"
        static_copies.compress_files()
        build_data["force_include"][str(static_copies.BUILT)] = "build/static"
        for file in ("pyproject.toml", "docs/figures.json", "offline/package.json"):
            if Path(self.root, file).exists():
                build_data["force_include"][str(Path(self.root, file))] = file
        build_data["force_include"][str(Path(self.root, "tally.py"))] = "__init__.py"
        build_data["force_include"][str(Path(self.root, "scorers", "py.typed"))] = "py.typed"


def _compile_translations(folder: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in folder.glob("*/LC_MESSAGES/messages.po"):
        with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(texts, locale=source.parts[-3]))
