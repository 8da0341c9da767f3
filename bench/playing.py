"""Measure how many frames a second the section on who gets in plays, against bare Bokeh plots."""

import json
from pathlib import Path

from bokeh.document import Document
from bokeh.embed import file_html
from bokeh.layouts import row
from bokeh.models import CustomJS
from bokeh.resources import INLINE
from playwright.sync_api import Browser
from table import Row

from kvpage.drawing.cache_layout import slots_picture
from kvpage.figures.admission import WhoGetsIn
from kvpage.standalone import export

CHOSEN = {"cache": 256, "block": 128, "page": 16, "load": "flood", "mix": "long"}
SECONDS, ROUNDS = 3, 3
WATCH = """
window.painted = new Set();
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...area) {
  if (this.canvas.isConnected) painted.add(document.timeline.currentTime);
  return clear.apply(this, area);
};
"""
"""Note the frames in which a canvas is painted. Those of Bokeh's patterns are not on the page."""
FRAMES = """seconds => new Promise((resolve) => {
  painted.clear();
  const start = performance.now();
  setTimeout(() => resolve(1000 * painted.size / (performance.now() - start)), 1000 * seconds);
})"""
REPAINT = """
const pictures = PICTURES;
let step = 0;
const frame = () => {
  step += 1;
  sources.forEach((source, side) => {
    source.data = pictures[side][step % pictures[side].length];
  });
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""


def bare_page(path: Path) -> None:
    """Write a Bokeh page that repaints the same cells of both caches in turn, and does no more."""
    figure = WhoGetsIn(**CHOSEN)
    plots, pictures = [], []
    steps = range(0, figure.step_slider.end, 4)
    for side, run in figure.runs.items():
        grid = figure.grids[side]
        plots.append(grid.figure)
        pictures.append([slots_picture(run.at(step)).marks for step in steps])
    repaint = CustomJS(
        args={"sources": [plot.renderers[0].data_source for plot in plots]},
        code=REPAINT.replace("PICTURES", json.dumps(pictures)),
    )
    document = Document()
    document.add_root(row(*plots, width=1000))
    document.js_on_event("document_ready", repaint)
    path.write_text(file_html(document, INLINE, "bare"), "utf-8")


def rows(browser: Browser, folder: Path) -> list[Row]:
    """Play both for some seconds in turn; give the seconds that a frame takes."""
    lesson = export(folder / "playing.html", sections=["serving"], run=CHOSEN)
    bare = folder / "still.html"
    bare_page(bare)
    best = {"lesson": 0.0, "bare": 0.0}
    for _ in range(ROUNDS):
        for name, path in (("lesson", lesson), ("bare", bare)):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(WATCH)
            page.goto(path.as_uri())
            if name == "lesson":
                page.locator("html[data-ready]").wait_for(state="attached")
                page.locator("#serving-skip").click()
                page.locator("#serving .player select").select_option("60")
                page.locator("#serving [data-clock=play]").click()
            else:
                page.wait_for_function("globalThis.Bokeh?.documents.some(each => each.is_idle)")
            best[name] = max(best[name], page.evaluate(FRAMES, SECONDS))
            page.close()
    return [("file: a frame while playing", 1 / best["lesson"], 1 / best["bare"], 1 / 0.9)]
