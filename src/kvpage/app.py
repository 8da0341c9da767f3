"""The served lesson: the page, live. ``panel serve src/kvpage/app.py``."""

import re

import panel as pn
from bokeh.document import Document
from bokeh.io import curdoc
from bokeh.server.server import Server
from panel.io.location import Location

from kvpage.drawing.style import page_file
from kvpage.figures.hook import Hook
from kvpage.figures.predict import Predict
from kvpage.figures.side_by_side import SideBySide
from kvpage.figures.waste_by_length import WasteByLength
from kvpage.page.assembling import SCRIPTS, SECTIONS, TITLE, in_time, variables
from kvpage.page.documents import parts

__all__ = ["lesson", "start"]

NEEDLESS = re.compile(
    r'<script[^>]* src="[^"]*(bokeh-gl|bokeh-mathjax|es-module-shims|tabulator|luxon)[^"]*"[^>]*>'
    r"\s*</script>"
)


def needed(tags: str) -> str:
    """Leave out the scripts that Panel brings for parts that the lesson does not have."""
    return NEEDLESS.sub("", tags)


class Page(pn.Template):
    """A template whose document gathers its models once, and not anew for each of its parts."""

    def __repr__(self) -> str:
        # Panel's own tells every part, and is called again for each part that is added.
        return f"{type(self).__name__}({self.name})"

    def server_doc(
        self,
        doc: Document | None = None,
        title: str | None = None,
        location: bool | Location = True,
    ) -> Document:
        """Put the page into a document, by default the current one."""
        document = doc or curdoc()
        with document.models.freeze():
            return super().server_doc(document, title, location)


def lesson() -> pn.Template:
    """Make the lesson for one reader: figures and state of its own."""
    template = Page(page_file("lesson.html"))
    figures = [Hook(), SideBySide(), WasteByLength(), Predict()]
    recorded, late, drawn = in_time()
    page = variables(SECTIONS, (*SCRIPTS, "page.js"), [*figures, *recorded])
    for name, value in (page | {"needed": needed, "late": late, "figures": drawn}).items():
        template.add_variable(name, value)
    for name, part in parts(figures).items():
        template.add_panel(name, part)
    return template


def start(port: int, address: str, origins: list[str]) -> Server:
    """Listen for browsers; the server's ``run_until_shutdown`` then answers them.

    Parameters
    ----------
    port, address : int, str
        Where to listen.
    origins : list of str
        Hosts, with ports, under which browsers reach the lesson, beside the address itself.

    Raises
    ------
    OSError
        If the address cannot be listened on.
    """
    own = {f"{host}:{port}" for host in (address, "localhost", "127.0.0.1")}
    return pn.serve(
        lesson,
        port=port,
        address=address,
        websocket_origin=sorted(own | set(origins)),
        title=TITLE,
        start=False,
        show=False,
        verbose=False,
    )


if pn.state.served:
    lesson().servable(title=TITLE)
