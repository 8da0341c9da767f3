"""The served lesson: the figures, placed in the page. ``panel serve src/kvpage/app.py``."""

import json
import re
from typing import Any

import panel as pn
from bokeh.server.server import Server

from kvpage.allocators import naive, paged
from kvpage.facts import NAMES, one_side
from kvpage.style import page_file
from kvpage.views import EXAMPLE, LIMITS, Hook, SideBySide
from kvpage.words import say, templates

__all__ = ["lesson", "start"]

TITLE = "kvpage: why a KV cache runs out long before it is full"
PRESETS = [
    {"title": "The example", "lengths": [1, 4, 2], "block": 4, "page": 2},
    {"title": "One long, many short", "lengths": [29, 2, 3, 1, 2, 1], "block": 32, "page": 4},
    {"title": "All equal", "lengths": [5, 5, 5, 5], "block": 12, "page": 4},
    {"title": "All full", "lengths": [8, 8, 8, 8], "block": 8, "page": 4},
    {"title": "Paging loses", "lengths": [4, 4, 4], "block": 4, "page": 3},
]


NEEDLESS = re.compile(
    r'<script[^>]* src="[^"]*(bokeh-gl|bokeh-mathjax|es-module-shims|tabulator|luxon)[^"]*"[^>]*>'
    r"\s*</script>"
)


def needed(scripts: str) -> str:
    """Leave out the scripts that Panel brings for parts that the lesson does not have."""
    return NEEDLESS.sub("", scripts)


def symbol(name: str, index: str = "") -> str:
    """Write a symbol of a formula for use in a sentence, as MathML."""
    letter = f"<mi>{name}</mi>"
    return f"<math>{f'<msub>{letter}<mi>{index}</mi></msub>' if index else letter}</math>"


def page_variables() -> dict[str, Any]:
    """Collect what the page's template needs beside the figures."""
    reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
    pages = paged(EXAMPLE["lengths"], EXAMPLE["page_size"])
    cache = reserve.n_slots
    example, in_pages = one_side(reserve, cache), one_side(pages, cache)
    return {
        "style": page_file("style.css"),
        "script": page_file("page.js"),
        "words": json.dumps(templates()["input"], ensure_ascii=False),
        "limits": json.dumps(LIMITS),
        "needed": needed,
        "say": say,
        "symbol": symbol,
        "names": NAMES,
        "presets": PRESETS,
        "example": example,
        "question": example | {"page": pages.unit},
        "worked": {"blocks": [example], "pages": [in_pages]},
    }


def lesson() -> pn.Template:
    """Make the lesson for one reader: figures and state of its own."""
    hook, side = Hook(), SideBySide()
    template = pn.Template(page_file("lesson.html"))
    for name, value in page_variables().items():
        template.add_variable(name, value)
    for name, part in {
        "scheme": hook.switch,
        "guess": hook.guesses,
        "hook_lanes_figure": hook.lanes.figure,
        "hook_strip_figure": hook.strip.figure,
        "hook_numbers": hook.numbers,
        "hook_table": hook.table,
        "lengths": side.lengths_input,
        "block": side.block_slider,
        "page": side.page_slider,
        "comparison": side.comparison,
        "reserve_grid_figure": side.reserve_grid.figure,
        "paged_grid_figure": side.paged_grid.figure,
        "reserve_words": side.reserve_words,
        "paged_words": side.paged_words,
        "side_table": side.table,
    }.items():
        template.add_panel(name, part)
    return template


def start(port: int, address: str, origins: list[str]) -> Server:
    """Listen for browsers; the server's ``run_until_shutdown`` then answers them.

    Parameters
    ----------
    port, address : int, str
        Where to listen.
    origins : list of str
        Hosts, with ports, whose pages may show the lesson, beside the address itself.

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
