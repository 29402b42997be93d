"""Run the fuzz tests at full length; on success, write their numbers to docs/figures.json."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/fuzz", "tests/web/sync/test_machine.py")
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]


def main() -> int:
    """Run the tests and return their exit status."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "fuzz", *TESTS]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603
    if not code:
        from mutants import record

        from app import create_app
        from tests.fuzz import test_requests, test_scoring

        paths = create_app({}).test_client().get("/api/v1/openapi.json").json["paths"]
        # Operations without a body are left out, since they have fewer cases than examples.
        cases = (
            sum("post" in operations for operations in paths.values())
            * test_requests.EXAMPLES
            * len(test_requests.LANGUAGES)
        )
        record("fuzz", {"inputs": test_scoring.INPUTS, "cases": cases})
    return code


if __name__ == "__main__":
    sys.exit(main())
