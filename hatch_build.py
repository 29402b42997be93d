"""What a built Tally holds beside its sources: compiled and compressed files, the offline bundle, and tally.py as its __init__."""

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
        from web.common import catalogs
        from web.offline import sources
        from web.serving import static_copies

        if version == "editable":
            catalogs.main()
            return
        bundle = Path(self.root, "build", "offline")
        if sources.is_current(bundle, sources.digest_sources()):
            build_data["force_include"][str(bundle)] = "build/offline"
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
