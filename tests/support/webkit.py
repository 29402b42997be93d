"""
Phones with Safari's engine: WebKitGTK's MiniBrowser on a screen that nobody sees, driven by Selenium.

They have Safari's cache of pages for the way back, but no touch and no coarse pointer.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import element_to_be_clickable
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from waiting import IDLE

SECONDS = 120
"""Timeout of every wait."""
SIZE = (390, 844)
"""That of an iPhone's screen."""
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }"
"""Lets the window be as narrow: a full screen hides the buttons of the browser, but they would still take their
width.
"""
OF_THE_PAGE = ("csrf_token", "once", "base")
"""Hidden fields that differ each time a page is opened."""
STATE = "[location.href, { ...document.documentElement.dataset }, document.querySelector('main')?.innerText]"
"""What is told of a page that took too long."""
HARMLESS = ("manifest-src",)
"""WebKitGTK does not know this directive of the policy."""


def find_programs() -> tuple[str, str, str]:
    """The driver, the browser, and the screen."""
    browsers = [
        file for folder in ("lib", "libexec") for file in Path("/usr", folder).rglob("webkit2gtk-4.1/MiniBrowser")
    ]
    programs = (shutil.which("WebKitWebDriver"), str(browsers[0]) if browsers else None, shutil.which("Xvfb"))
    assert all(programs), "This test needs WebKitGTK's driver and Xvfb: `make test-long` installs them, or says how."
    return programs  # type: ignore[return-value]


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    reader, writer = os.pipe()
    command = [find_programs()[2], "-displayfd", str(writer), "-screen", "0", "800x900x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader, encoding="ascii") as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb did not start."
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()


class WebKit(WebKitGTK):
    """A phone on which nothing is stored, with its files in a folder, and helpers that wait."""

    def __init__(self, folder: Path, display: str) -> None:
        """Start it."""
        driver, browser, _ = find_programs()
        (folder / "config/gtk-3.0").mkdir(parents=True)
        (folder / "config/gtk-3.0/gtk.css").write_text(NARROW, encoding="utf-8")
        self._log = folder / "log"
        homes = {
            "HOME": "",
            "XDG_RUNTIME_DIR": "",
            "XDG_CONFIG_HOME": "config",
            "XDG_DATA_HOME": "data",
            "XDG_CACHE_HOME": "cache",
        }
        env = {name: str(folder / part) for name, part in homes.items()}
        env |= {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        options = Options()
        options.binary_location = browser
        for argument in ("--automation", "--full-screen", "--enable-write-console-messages-to-stdout=true"):
            options.add_argument(argument)
        super().__init__(options, Service(driver, env=os.environ | env, log_output=str(self._log)))
        self.set_window_size(*SIZE)
        self.set_page_load_timeout(SECONDS)
        self.set_script_timeout(SECONDS)

    def errors(self) -> list[str]:
        """What scripts threw or did not catch, and what the policy refused."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        told = [line for line in lines if "CONSOLE" in line and ("ERROR" in line or "Unhandled" in line)]
        return [line for line in told if not any(text in line for text in HARMLESS)]

    def evaluate(self, expression: str, *arguments: object) -> Any:
        """Return the value of an expression in the page."""
        return self.execute_script(f"return {expression}", *arguments)

    def wait_for(self, expression: str, *arguments: object) -> Any:
        """Wait until an expression is true, and return its value.

        Errors, as while a page is unloaded, count as false.
        """
        wait = WebDriverWait(self, SECONDS, 0.1, ignored_exceptions=[WebDriverException])
        try:
            return wait.until(lambda _: self.evaluate(expression, *arguments))
        except TimeoutException as error:
            error.msg = f"{expression} {arguments}\n{self.evaluate(STATE)}\n{self.errors()}"
            raise

    def wait_until_idle(self) -> None:
        """Wait until nothing is being written to the device or sent to the server."""
        self.wait_for(f"({IDLE})().then(() => true)")

    def click(self, selector: str) -> None:
        """Click on the first element of a selector, once it can be seen."""
        wait = WebDriverWait(self, SECONDS, 0.1, ignored_exceptions=[WebDriverException])
        element = wait.until(element_to_be_clickable((By.CSS_SELECTOR, selector)), selector)
        self.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def type(self, name: str, text: str) -> None:
        """Click on a field, and type."""
        self.click(f'[name="{name}"]')
        self.switch_to.active_element.send_keys(text)

    def entries(self) -> dict[str, str]:
        """Return what a person has entered in the page's form, and what stands there by itself."""
        fields = self.evaluate("Object.fromEntries(new FormData(document.querySelector('form[autocomplete=off]')))")
        return {name: text for name, text in fields.items() if name not in OF_THE_PAGE}

    def visit_and_return(self, address: str) -> None:
        """Visit another page, and go back to this one, which the browser has kept as it was."""
        self.wait_until_idle()
        self.execute_script("window.isKept = true")
        self.get(address)
        self.back()
        self.wait_for("window.isKept === true")
