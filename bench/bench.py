"""Measure what readers wait for, as ratios within one run. ``make bench`` prints the table."""

import gzip
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# A core that is slowed for the sake of old processors would be no measure of numpy.
if os.environ.pop("OPENBLAS_CORETYPE", None) is not None:
    os.environ.pop("OPENBLAS_L2_SIZE", None)
    os.execv(sys.executable, [sys.executable, *sys.argv])

import numpy as np
import panel as pn
import playing
import serving
from bokeh.embed import file_html
from bokeh.layouts import column
from bokeh.models import CustomJS, Slider
from bokeh.resources import INLINE
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright
from table import Row, seconds, show

from kvpage.allocators import naive, paged
from kvpage.app import lesson
from kvpage.standalone import export
from kvpage.views import SideBySide

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from conftest import CHROMIUM_FLAGS, SYSTEM_CHROMIUM

PORT = 5098
ROUNDS = 30

WATCH = """
(() => {
  window.last = window.pressed = 0;
  const canvases = new Set();
  const note = () => { window.last = performance.now(); };
  for (const name of ["fill", "stroke", "fillText", "fillRect", "clearRect"]) {
    const prototype = CanvasRenderingContext2D.prototype, draw = prototype[name];
    prototype[name] = function (...all) {
      if (canvases.has(this.canvas)) note();
      return draw.apply(this, all);
    };
  }
  window.watchShadows = () => {
    const observer = new MutationObserver(note);
    const visit = (node) => {
      for (const canvas of node.querySelectorAll("canvas")) canvases.add(canvas);
      for (const each of node.querySelectorAll("*")) {
        if (!each.shadowRoot) continue;
        observer.observe(each.shadowRoot, { subtree: true, childList: true, characterData: true });
        visit(each.shadowRoot);
      }
    };
    visit(document.querySelector("#side-by-side") ?? document);
    addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
  };
})()
"""
"""Note what is painted and written in the figure of the slider; the curves follow out of sight."""
ARRIVALS = """
window.arrivals = {};
setInterval(() => {
  const switches = [...document.querySelectorAll(".switch [data-root-id] *")];
  const note = (part, holds) => { if (holds) window.arrivals[part] ??= performance.now() / 1000; };
  note("idle", globalThis.Bokeh?.documents.some((each) => each.is_idle));
  note("hook", switches.some((each) => each.shadowRoot?.querySelector("[aria-pressed]")));
  note("begun", "begun" in document.documentElement.dataset);
  note("ready", "ready" in document.documentElement.dataset);
}, 2)
"""
QUIET = "last > pressed && performance.now() - last > 600"


def minimal() -> pn.Column:
    """Make the smallest Panel app that answers a slider with text."""
    slider = pn.widgets.IntSlider(name="Page size", start=1, end=16, value=2)
    return pn.Column(slider, pn.pane.HTML(pn.bind(lambda size: f"<p>{size} slots</p>", slider)))


def bare_page(path: Path) -> None:
    """Write the barest Bokeh page, a slider that repaints cells, with Bokeh's own `file_html`."""
    grid = SideBySide().paged_grid
    pictures = []
    for page_size in (2, 3):
        grid.show(SideBySide(page_size=page_size).paged_grid.picture, "")
        cells = {name: list(values) for name, values in grid.source.data.items()}
        pictures.append([cells, grid.figure.y_range.start, grid.figure.aspect_ratio])
    slider = Slider(start=1, end=16, value=3, title="Page size")
    repaint = CustomJS(
        args={"plot": grid.figure, "source": grid.source, "pictures": pictures},
        code="""
            const [cells, height, aspect_ratio] = pictures[cb_obj.value % 2]
            plot.setv({ aspect_ratio })
            plot.y_range.start = height
            source.data = cells
        """,
    )
    slider.js_on_change("value", repaint)
    page = column(slider, grid.figure, width=484)
    path.write_text(file_html(page, INLINE, "bare"), "utf-8")


def file_arrivals(
    browser: Browser, pages: dict[str, tuple[str, str]]
) -> dict[str, dict[str, float]]:
    """Open files in turn, each until its last part is there; return median seconds by part."""
    seen: dict[str, list[dict[str, float]]] = {name: [] for name in pages}
    for _ in range(9):
        for name, (url, last_part) in pages.items():
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.add_init_script(ARRIVALS)
            page = context.new_page()
            page.goto(url)
            page.wait_for_function(f"arrivals.{last_part}")
            seen[name].append(page.evaluate("arrivals"))
            context.close()
    return {
        name: {part: statistics.median(each[part] for each in arrivals) for part in arrivals[0]}
        for name, arrivals in seen.items()
    }


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


def page_size(page: Page) -> Locator:
    own = page.locator("#side-by-side .noUi-handle")
    return (own if page.locator("#side-by-side").count() else page.locator(".noUi-handle")).last


def ready(page: Page) -> None:
    page_size(page).wait_for()
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
            page_size(page).focus()
            page.keyboard.press("ArrowLeft" if turn % 2 else "ArrowRight")
            page.wait_for_function(QUIET)
            taken[name].append(page.evaluate("window.last - window.pressed") / 1000)
    return {name: statistics.median(values) for name, values in taken.items()}


def open_pages(browser: Browser, urls: dict[str, str]) -> tuple[BrowserContext, dict[str, Page]]:
    """Open pages side by side, watched."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(WATCH)
    pages = {}
    for name, url in urls.items():
        pages[name] = context.new_page()
        pages[name].goto(url)
        ready(pages[name])
    return context, pages


def served_rows(browser: Browser, url: str) -> Iterator[Row]:
    """Measure the served lesson against the minimal Panel app."""
    urls = {name: f"{url}/{name}" for name in ("lesson", "minimal")}
    context, pages = open_pages(browser, urls)
    keys = key_to_paint(pages)
    context.close()
    yield "served: key to repaint", keys["lesson"], keys["minimal"], 2
    openings = {name: [opening(browser, each) for _ in range(5)] for name, each in urls.items()}
    drawn = [statistics.median(taken for taken, _ in openings[name]) for name in urls]
    yield "served: opening to ready", *drawn, None
    yield "served: bytes received", openings["lesson"][0][1], openings["minimal"][0][1], None


def file_rows(browser: Browser, folder: Path) -> Iterator[Row]:
    """Measure the exported lesson against a bare Bokeh page."""
    lesson_file, bare_file = folder / "lesson.html", folder / "bare.html"
    export(lesson_file)
    bare_page(bare_file)
    urls = {"lesson": lesson_file.as_uri(), "bare": bare_file.as_uri()}
    arrivals = file_arrivals(
        browser, {"lesson": (urls["lesson"], "ready"), "bare": (urls["bare"], "idle")}
    )
    bare = arrivals["bare"]["idle"]
    yield "file: opening to hook figure", arrivals["lesson"]["hook"], bare, 1.6
    yield "file: opening to the fold", arrivals["lesson"]["begun"], bare, 2
    yield "file: opening to ready", arrivals["lesson"]["ready"], bare, None
    context, pages = open_pages(browser, urls)
    keys = key_to_paint(pages)
    context.close()
    yield "file: key to repaint", keys["lesson"], keys["bare"], 1.5
    yield "file: bytes", lesson_file.stat().st_size, bare_file.stat().st_size, None
    packed = [len(gzip.compress(path.read_bytes())) for path in (lesson_file, bare_file)]
    yield "file: bytes, gzipped", *packed, None


def main() -> None:
    rows: list[Row] = [(name, ours, bare, 1.3) for name, ours, bare in core()]
    rows += serving.rows()
    with (
        served() as url,
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=SYSTEM_CHROMIUM, args=CHROMIUM_FLAGS)
        rows += served_rows(browser, url)
        rows += file_rows(browser, Path(folder))
        rows += playing.rows(browser, Path(folder))
        browser.close()
    show(rows)


if __name__ == "__main__":
    main()
