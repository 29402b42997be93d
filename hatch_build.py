"""What a built Tally holds beside its sources: compiled and compressed files, what `make` made, and tally.py as its __init__."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Runs when hatchling builds a wheel, or installs this folder to be edited."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile translations, compress static files; a folder to be edited gets the former in place. Paths are within the package."""
        sys.path.insert(0, self.root)
        from web import catalogs
        from web.serving import static_copies

        if version == "editable":
            catalogs.main()
            return
        for folder in ("stock", "offline"):
            if self._is_current(folder):
                build_data["force_include"][str(Path(self.root, "build", folder))] = f"build/{folder}"
        static_copies.compress_files()
        build_data["force_include"][str(static_copies.BUILT)] = "build/static"
        for file in ("pyproject.toml", "docs/figures.json", "offline/package.json"):
            if Path(self.root, file).exists():
                build_data["force_include"][str(Path(self.root, file))] = file
        self._catalogs = tempfile.TemporaryDirectory()
        build_data["force_include"][str(Path(self.root, "tally.py"))] = "__init__.py"
        build_data["force_include"][str(Path(self.root, "scorers", "py.typed"))] = "py.typed"
        for source in catalogs.TRANSLATIONS.glob(catalogs.SOURCES):
            locale = source.parts[-3]
            catalog = Path(self._catalogs.name, f"{locale}.mo")
            catalog.write_bytes(catalogs.compile_catalog(source))
            build_data["force_include"][str(catalog)] = f"translations/{locale}/LC_MESSAGES/messages.mo"

    def _is_current(self, folder: str) -> bool:
        """Whether the stock, or the bundle for work offline, is there and was made of these sources: an installed Tally has it too."""
        from web.content.sources import digest_sources, is_current

        return is_current(Path(self.root, "build", folder), digest_sources())
