"""The served lesson: the page, live. ``panel serve src/kvpage/app.py``."""

from functools import cache
from typing import Any

import panel as pn
from bokeh.core.templates import get_env
from bokeh.server.server import Server
from jinja2 import Template

from kvpage.drawing.style import page_file
from kvpage.figures.hook import Hook
from kvpage.figures.panel_internals import Page, needed
from kvpage.figures.predict import Predict
from kvpage.figures.side_by_side import SideBySide
from kvpage.figures.waste_by_length import WasteByLength
from kvpage.page.assembling import SCRIPTS, SECTIONS, TITLE, in_time, variables
from kvpage.page.documents import parts

__all__ = ["lesson", "start"]


@cache
def _same_for_all() -> tuple[Template, dict[str, Any]]:
    """Give the template, compiled, and what it needs beside a reader's own figures."""
    recorded, late, drawn = in_time()
    page = variables(SECTIONS, (*SCRIPTS, "page.js"), recorded)
    template = get_env().from_string(page_file("lesson.html"))
    return template, page | {"needed": needed, "late": late, "figures": drawn}


def lesson() -> Page:
    """Make the lesson for one reader: figures and state of its own."""
    template, page = _same_for_all()
    return Page(template, parts([Hook(), SideBySide(), WasteByLength(), Predict()]), page)


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
