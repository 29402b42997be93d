"""Check the pinned packages for known vulnerabilities.

Without advisories, say loudly that nothing was checked, and succeed; in CI, fail where they could have been read.
"""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TIMEOUT_SECONDS = 120
UNREACHED = "NOT AUDITED: the advisory database cannot be reached. Nothing is known of the packages' vulnerabilities."
ADVISORIES = "https://pypi.org/pypi/pip/25.0/json"
"""What pip-audit reads, here for a version that stays; mirrors that only serve packages do not have it."""


def judge(packages: list[dict[str, Any]]) -> tuple[list[str], int]:
    """Return the report of pip-audit's answer, and 1 if a pinned version is vulnerable, else 0.

    A skipped package counts as not audited; without network access, pip-audit may skip them all.
    """
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if len(skipped) == len(packages):
        return [UNREACHED], 0
    flaws = [
        f"{package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    unknown = [f"not audited: {', '.join(skipped)}"] if skipped else []
    audited = f"Packages audited: {len(packages) - len(skipped)}, advisories: {len(flaws)}"
    return [*flaws, *unknown, audited], int(bool(flaws))


def could_ask() -> bool:
    """Return whether advisories can be read, so that an audit that did not happen is a fault."""
    try:
        with urllib.request.urlopen(ADVISORIES, timeout=10):
            return True
    except OSError:
        return False


def main() -> int:
    """Run pip-audit and return the exit status: 0 if it could not be run, but in CI only without advisories."""
    options = ["--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json", "--timeout", "5"]
    command = [sys.executable, "-m", "pip_audit", *options]
    try:
        process = subprocess.run(  # noqa: S603
            command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
        )
        lines, code = judge(json.loads(process.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError):
        lines, code = [UNREACHED], 0
    if UNREACHED in lines:
        code = int(bool(os.environ.get("CI")) and could_ask())
        frame = "*" * len(UNREACHED)
        lines = [frame, *lines, frame]
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
