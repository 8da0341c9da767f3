"""The lesson as a file, written once for all tests, and places to open it from."""

import contextlib
import functools
import http.server
import tempfile
import threading
from pathlib import Path
from urllib.parse import parse_qsl

from kvpage import export

SECTIONS = ("hook", "rules", "side-by-side", "next")
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; font-src data:"
)
FOLDER = tempfile.TemporaryDirectory()
FIRST = {"lengths": "1,4,2", "block": "4", "page": "2", "scheme": "naive"}


@functools.cache
def exported(**options):
    """Write the lesson once with these options; give the file."""
    number = len(list(Path(FOLDER.name).iterdir()))
    return export(Path(FOLDER.name, f"{number}.html"), **options)


def opened(page, file, rest=""):
    """Open a file, or an address, anew; give the page, drawn."""
    address = file.as_uri() if isinstance(file, Path) else file
    page.goto("about:blank")
    page.goto(address + rest)
    return drawn(page)


def drawn(page):
    """Wait until the lesson in a page or frame is drawn; give that page or frame."""
    page.locator("html[data-ready]").wait_for(state="attached")
    return page


def behind_hash(page):
    """Read the state out of the address; what it leaves out is the example's."""
    return FIRST | dict(parse_qsl(page.evaluate("location.hash.slice(1)")))


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
