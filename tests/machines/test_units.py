"""The units of deploy/ and docs/, whose lines start the processes of test_faults.py, and the end of those processes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from machines import is_gone, new_machines
from serving import ROOT, environment, wait_until

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


def test_machines_end_with_the_process_that_made_them() -> None:
    """It is killed, and can end nothing itself."""
    making = (
        "import os, pathlib, subprocess, sys, machines\n"
        "with machines.new_machines() as made:\n"
        "    one = subprocess.Popen(['sleep', '1000'], stdout=subprocess.DEVNULL, start_new_session=True)\n"
        "    (made.folder / 'tally-1.pid').write_text(str(one.pid))\n"
        "    print(one.pid, made.folder, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", making], env=environment(PYTHONPATH=str(ROOT / "tests" / "support")),
        stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    pid, folder = done.stdout.split()
    wait_until(lambda: is_gone(int(pid)))
    wait_until(lambda: not Path(folder).exists())
