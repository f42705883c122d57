"""The system's Chromium, for the tests of pages, and what a stranger would put into one."""

import os
import shutil
from collections.abc import Iterator
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


CONTRAST = """
const luminance = (parts) => {
  const [red, green, blue] = parts.slice(0, 3).map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = parts(getComputedStyle(one).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return luminance(colour);
  }
  return 1;
};
document.querySelectorAll('details').forEach((one) => { one.open = true; });
const shown = [...document.querySelectorAll('main *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
return shown.map((element) => {
  const ink = luminance(parts(getComputedStyle(element).color)), ground = behind(element);
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}).reduce((least, one) => Math.min(least, one), 21);
"""
"""The least contrast of a text with what lies behind it, everything opened."""
