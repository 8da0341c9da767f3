"""The lesson as a file, written once for all tests, and places to open it from."""

import contextlib
import functools
import http.server
import tempfile
import threading
from pathlib import Path
from urllib.parse import parse_qsl

from helpers import FIRST, REACH, drag_until, grab

from kvpage import export

SECTIONS = ("hook", "rules", "side-by-side", "claims", "predict", "pages", "serving", "next")
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; font-src data:"
)
FOLDER = tempfile.TemporaryDirectory()
MODEL = "name => Bokeh.documents.map(all => all.get_model_by_name(name)).find(Boolean)"
FIND_SLOT = f"""([name, row, slot]) => {{
    const figure = ({MODEL})(name)
    const data = figure.renderers[0].data_source.data
    const mark = [...data.kind].findIndex((kind, at) =>
        kind <= {REACH} && data.row[at] == row && data.slot[at] == slot)
    const across = figure.x_range.end - figure.x_range.start
    return [(data.x[mark] - figure.x_range.start) / across, data.y[mark] / figure.y_range.start]
}}"""


@functools.cache
def exported(**options):
    """Write the lesson once with these options; give the file."""
    number = len(list(Path(FOLDER.name).iterdir()))
    return export(Path(FOLDER.name, f"{number}.html"), **options)


def opened(page, file, rest=""):
    """Open a file, or an address, anew; give the page once the side by side can be used, too."""
    return drawn(begun(page, file, rest))


def begun(page, file, rest=""):
    """Open a file, or an address, anew; give the page once what is in sight can be used."""
    address = file.as_uri() if isinstance(file, Path) else file
    page.goto("about:blank")
    page.goto(address + rest)
    page.locator("html[data-begun]").wait_for(state="attached")
    return page


def drawn(page):
    """Wait until the figures above the curves can be used; give that page or frame."""
    coming = "section:not([hidden]) > #side-by-side[data-late]"
    page.locator(f"html[data-begun]:not(:has({coming}))").wait_for(state="attached")
    return page


def behind_hash(page):
    """Read the state out of the address; what it leaves out is the example's."""
    return FIRST | dict(parse_qsl(page.evaluate("location.hash.slice(1)")))


def click_slot(page, name, row, slot):
    """Click on a slot of a row of a grid, both counted from 0."""
    across, down = page.evaluate(FIND_SLOT, [name, row, slot])
    grid = page.locator(f"#{name}")
    box = grid.bounding_box()
    grid.click(position={"x": box["width"] * across, "y": box["height"] * down})


def drag(page, name, value):
    """Drag a slider with the mouse until it says this value."""
    _, y = grab(page, name)
    drag_until(page, name, y, value)
    page.mouse.up()


@contextlib.contextmanager
def site(policy=None):
    """Serve the exported files, under a content security policy; give the site's address."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *request):
            super().__init__(*request, directory=FOLDER.name)

        def end_headers(self):
            if policy:
                self.send_header("Content-Security-Policy", policy)
            super().end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("localhost", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
