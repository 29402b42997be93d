"""The pinned packages against the known advisories; where these cannot be reached, a line says so and nothing fails."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SECONDS = 120


UNREACHED = "The advisories cannot be reached from here: the packages are not audited."


def judge(packages: list[dict[str, Any]]) -> tuple[list[str], int]:
    """What to say of pip-audit's answer, and 1 where an advisory names a pinned version.

    A package that the advisories do not know counts as not audited: where they cannot be reached, pip-audit may say so of every one.
    """
    omissions = [package["name"] for package in packages if "skip_reason" in package]
    if len(omissions) == len(packages):
        return [UNREACHED], 0
    flaws = [f"{package['name']} {package['version']}: {flaw['id']}" for package in packages for flaw in package.get("vulns", ())]
    unknown = [f"not audited: {', '.join(omissions)}"] if omissions else []
    return [*flaws, *unknown, f"Packages audited: {len(packages) - len(omissions)}, advisories: {len(flaws)}"], int(bool(flaws))


def main() -> int:
    """The exit code of `judge`, which is 0 where nothing could be asked."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
    try:
        process = subprocess.run([*command, "--timeout", "5"], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
        lines, code = judge(json.loads(process.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError):
        lines, code = [UNREACHED], 0
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
