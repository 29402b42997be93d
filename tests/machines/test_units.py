"""The units of deploy/ and docs/ as systemd reads them; test_faults.py has processes run by their lines."""

import shutil
import subprocess

import pytest
from machines import new_machines
from serving import environment

pytestmark = pytest.mark.long
UNITS = (
    "tally.service", "tally@8000.service", "tally-backup.service", "tally-backup.timer", "postgresql@15-main.service",
)  # fmt: skip


def test_systemd_finds_nothing_wrong_with_the_units() -> None:
    """Paths of programs and settings are this machine's; the rest is as in the repository."""
    command = shutil.which("systemd-analyze")
    assert command, "systemd-analyze is not there: `make machines` installs it."
    with new_machines() as machines:
        done = subprocess.run(
            [command, "verify", "--man=no", *UNITS], env=environment(SYSTEMD_UNIT_PATH=f"{machines.folder}/units:"),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
