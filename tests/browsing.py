"""The system's Chromium, for the tests of pages, and what a stranger would put into one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from toolchains import not_run

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

MARKUP = "</code><script>document.title = 'ours no more'</script><img src=x onerror=alert(1)>"
UNSEEN = "abc\x1b[31m\x00\u202edef\u2066"
HOSTILE = MARKUP + UNSEEN + "|" + "`" + "x" * 300


@pytest.fixture(scope="module")
def browser() -> Iterator["WebDriver"]:
    """Return the system's Chromium, without a window."""
    try:
        from selenium import webdriver  # noqa: PLC0415 - an extra
    except ImportError:
        not_run("selenium is not installed: the extra pages has it")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        not_run("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    service = webdriver.ChromeService(executable_path=driver, env=dict(os.environ))
    opened = webdriver.Chrome(options, service)
    yield opened
    opened.quit()


def at_width(browser: "WebDriver", width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def script(name: str) -> str:
    """Return a script for the browser."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
