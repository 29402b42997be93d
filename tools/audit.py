"""The pinned packages against the known advisories; where these cannot be reached, a line says so and nothing fails."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 120


def main() -> int:
    """1 where an advisory names a pinned version."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
    try:
        run = subprocess.run([*command, "--timeout", "5"], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
        packages = json.loads(run.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError):
        print("The advisories cannot be reached from here: the packages are not audited.")
        return 0
    found = [(package["name"], package["version"], advisory["id"]) for package in packages for advisory in package.get("vulns", ())]
    for name, version, advisory in found:
        print(f"{name} {version}: {advisory}")
    print(f"{len(packages)} packages audited, {len(found)} advisories")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
