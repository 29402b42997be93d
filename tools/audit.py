"""Check the pinned packages for known vulnerabilities. Offline, print a line and succeed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TIMEOUT_SECONDS = 120
UNREACHED = "The advisory database cannot be reached: the packages were not audited."


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


def main() -> int:
    """Run pip-audit and return the exit status, which is 0 if it could not be run."""
    options = ["--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json", "--timeout", "5"]
    command = [sys.executable, "-m", "pip_audit", *options]
    try:
        process = subprocess.run(  # noqa: S603
            command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
        )
        lines, code = judge(json.loads(process.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError):
        lines, code = [UNREACHED], 0
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
