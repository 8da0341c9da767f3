"""A real server and a real Chromium for the tests that need them."""

import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import pytest
from either import HOSTS, Either
from exported import exported
from kept import Kept

FAILED = pytest.StashKey[bool]()
DISABLED = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch"),
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
)
"""What Playwright switches off, and pages of the browser's own that load with each of ours."""
CHROMIUM_FLAGS = [
    f"--disable-features={','.join(DISABLED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SYSTEM_CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    own = {"executable_path": SYSTEM_CHROMIUM} if SYSTEM_CHROMIUM else {}
    return {**browser_type_launch_args, **own, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Scroll at once, not smoothly: nothing has to wait, and a position is what it stays."""
    return {**browser_context_args, "reduced_motion": "reduce"}


@contextlib.contextmanager
def served(*command):
    """Run a command that serves on a port given as its last argument; yield the address."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    url = f"http://localhost:{port}"
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *command, "--port", str(port)], stdout=log, stderr=log
        )
        try:
            deadline = time.monotonic() + 90
            while True:
                with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=60):
                    break
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.1)
                    log.seek(0)
                    raise RuntimeError(f"{command} stopped: {log.read()}")
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{command} does not answer at {url}")
            yield url
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(scope="session")
def lesson_url():
    """Address of a served lesson."""
    with served("kvpage", "serve") as url:
        yield url


@pytest.fixture
def faults(page):
    """Collect what the browser complains about; the test fails if there is anything."""
    found = []
    page.on("console", lambda m: m.type == "error" and found.append(f"console: {m.text}"))
    page.on("pageerror", lambda error: found.append(f"page: {error}"))
    yield found
    assert found == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def kept_pages(browser, browser_context_args):
    """Keep pages for the tests of this run."""
    return Kept(browser, browser_context_args)


@pytest.fixture
def kept(kept_pages, request):
    """Put kept pages back: ``kept("http://…/?", "block=8")``; see `Kept.at`."""
    used = {}

    def at(start, options="", shows=None):
        page = kept_pages.at(start, options, shows)
        used[page] = page.faults
        return page

    yield at
    found = [fault for faults in used.values() for fault in faults]
    if found or request.node.stash[FAILED]:
        for page in used:
            kept_pages.forget(page)
    assert found == []


@pytest.fixture
def lesson(kept, lesson_url):
    """Put the served lesson back: ``lesson("?block=8")`` returns the page, all drawn."""
    return lambda query="", **told: kept(f"{lesson_url}/?", query.removeprefix("?"), **told)


@pytest.fixture
def in_file(kept):
    """Put the lesson in a file back: ``in_file("block=8")`` returns the page, all drawn."""
    return lambda options="", **told: kept(f"{exported().as_uri()}#", options, **told)


@pytest.fixture
def fresh_lesson(page, lesson_url, faults):
    """Open the served lesson anew: ``fresh_lesson("?block=8")`` returns the page, begun."""

    def open_lesson(query=""):
        page.goto(f"{lesson_url}/{query}")
        page.locator("html[data-begun]").wait_for(state="attached")
        return page

    return open_lesson


@pytest.fixture(params=HOSTS)
def either(request):
    """Put the lesson back in either host: ``either("block=8")``; see `Either`."""
    return Either(request)
