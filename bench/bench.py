"""Measure what readers wait for, as ratios within one run. ``make bench`` prints the table."""

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# A core that is slowed for the sake of old processors would be no measure of numpy.
if os.environ.pop("OPENBLAS_CORETYPE", None) is not None:
    os.environ.pop("OPENBLAS_L2_SIZE", None)
    os.execv(sys.executable, [sys.executable, *sys.argv])

import numpy as np
import panel as pn
from playwright.sync_api import Browser, Page, sync_playwright

from kvpage.allocators import naive, paged
from kvpage.app import lesson

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from conftest import CHROMIUM_FLAGS, SYSTEM_CHROMIUM

PORT = 5098
ROUNDS = 30

WATCH = """
(() => {
  window.last = window.pressed = 0;
  const note = () => { window.last = performance.now(); };
  for (const name of ["fill", "stroke", "fillText", "fillRect", "clearRect"]) {
    const prototype = CanvasRenderingContext2D.prototype, draw = prototype[name];
    prototype[name] = function (...all) { note(); return draw.apply(this, all); };
  }
  window.watchShadows = () => {
    const observer = new MutationObserver(note);
    const visit = (node) => {
      for (const each of node.querySelectorAll("*")) {
        if (!each.shadowRoot) continue;
        observer.observe(each.shadowRoot, { subtree: true, childList: true, characterData: true });
        visit(each.shadowRoot);
      }
    };
    visit(document);
    addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
  };
})()
"""
QUIET = "last > pressed && performance.now() - last > 250"


def minimal() -> pn.Column:
    """Make the smallest Panel app that answers a slider with text."""
    slider = pn.widgets.IntSlider(name="Page size", start=1, end=16, value=2)
    return pn.Column(slider, pn.pane.HTML(pn.bind(lambda size: f"<p>{size} slots</p>", slider)))


def seconds(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def bare_naive(lengths: np.ndarray, block_size: int) -> tuple[int, int]:
    held = lengths.copy()
    allocated = np.full_like(held, block_size)
    wasted = allocated - held
    return allocated.sum(), wasted.sum()


def bare_paged(lengths: np.ndarray, page_size: int) -> tuple[int, int]:
    held = lengths.copy()
    allocated = -(-held // page_size) * page_size
    wasted = allocated - held
    return allocated.sum(), wasted.sum()


def core() -> Iterator[tuple[str, float, float]]:
    """Time the allocators on a million lengths against the bare arithmetic."""
    lengths = np.random.default_rng(0).integers(0, 2048, 1_000_000)
    for ours, bare, unit in ((naive, bare_naive, 2048), (paged, bare_paged, 16)):
        pairs = [
            (
                seconds(lambda f=ours, u=unit: f(lengths, u)),
                seconds(lambda f=bare, u=unit: f(lengths, u)),
            )
            for _ in range(ROUNDS)
        ]
        yield (
            f"{ours.__name__}, 1,000,000 lengths",
            *map(min, zip(*pairs, strict=True)),
        )


@contextmanager
def served() -> Iterator[str]:
    server = pn.serve(
        {"lesson": lesson, "minimal": minimal}, port=PORT, show=False, start=False, verbose=False
    )
    threading.Thread(target=server.io_loop.start, daemon=True).start()
    yield f"http://localhost:{PORT}"
    server.io_loop.add_callback(server.io_loop.stop)


def ready(page: Page) -> None:
    page.locator(".noUi-handle").last.wait_for()
    page.wait_for_function(
        "!document.querySelector('#lengths-field') || 'ready' in document.documentElement.dataset"
    )


def opening(browser: Browser, url: str) -> tuple[float, int]:
    """Open a page in a fresh context; return seconds until it is drawn, and bytes received."""
    context = browser.new_context()
    page = context.new_page()
    sizes = []
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sizes.append(len(frame))),
    )
    taken = seconds(lambda: (page.goto(url), ready(page)))
    context.close()
    return taken, sum(sizes)


def key_to_paint(pages: dict[str, Page]) -> dict[str, float]:
    """Press arrow keys on the page-size slider of each page in turn; return median seconds."""
    taken: dict[str, list[float]] = {name: [] for name in pages}
    for page in pages.values():
        page.evaluate("watchShadows()")
    for turn in range(ROUNDS):
        for name, page in pages.items():
            page.bring_to_front()
            page.locator(".noUi-handle").last.focus()
            page.keyboard.press("ArrowLeft" if turn % 2 else "ArrowRight")
            page.wait_for_function(QUIET)
            taken[name].append(page.evaluate("window.last - window.pressed") / 1000)
    return {name: statistics.median(values) for name, values in taken.items()}


def main() -> None:
    rows = [(name, ours, bare, 1.3) for name, ours, bare in core()]
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SYSTEM_CHROMIUM, args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_init_script(WATCH)
        pages = {}
        for name in ("lesson", "minimal"):
            pages[name] = context.new_page()
            pages[name].goto(f"{url}/{name}")
            ready(pages[name])
        keys = key_to_paint(pages)
        context.close()
        rows.append(("key on the page-size slider to repaint", keys["lesson"], keys["minimal"], 2))
        openings = {name: [opening(browser, f"{url}/{name}") for _ in range(5)] for name in pages}
        drawn = {
            name: statistics.median(taken for taken, _ in each) for name, each in openings.items()
        }
        sizes = {name: each[-1][1] for name, each in openings.items()}
        rows.append(("opening the page to drawn", drawn["lesson"], drawn["minimal"], None))
        browser.close()
    print(f"{'what':44}{'ms':>9}{'against':>10}{'ratio':>8}{'limit':>8}")
    for name, ours, other, limit in rows:
        print(f"{name:44}{ours * 1e3:9.1f}{other * 1e3:10.1f}{ours / other:8.2f}{limit or '':>8}")
    print(f"{'bytes to drawn, websocket included':44}{sizes['lesson']:9,}{sizes['minimal']:10,}")


if __name__ == "__main__":
    main()
