"""The served lesson: the page, live. ``panel serve src/kvpage/app.py``."""

from functools import cache
from typing import Any

import panel as pn
from bokeh.server.server import Server

from kvpage.figures.hook import Hook
from kvpage.figures.panel_internals import Page, needed
from kvpage.figures.predict import Predict
from kvpage.figures.side_by_side import SideBySide
from kvpage.figures.waste_by_length import WasteByLength
from kvpage.page.assembling import SECTIONS, TITLE, in_time, template, variables
from kvpage.page.documents import parts

__all__ = ["lesson", "start"]


@cache
def _same_for_all() -> dict[str, Any]:
    """Collect what the template needs beside a reader's own figures."""
    recorded, late, drawn = in_time()
    page = variables(SECTIONS, recorded)
    return page | {"needed": needed, "late": late, "figures": drawn}


def lesson() -> Page:
    """Make the lesson for one reader: figures and state of its own."""
    figures = [Hook(), SideBySide(), WasteByLength(), Predict()]
    return Page(template(), parts(figures), _same_for_all())


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
