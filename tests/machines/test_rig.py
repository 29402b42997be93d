"""The machines of the tests leave nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest
from machines import is_gone
from serving import ROOT, environment, wait_until

pytestmark = pytest.mark.long


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
