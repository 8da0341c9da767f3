"""The lesson's page: its template, what the template needs, and where each figure stands.

One page for two hosts: `app` serves it, `export` writes it into a file.
"""

import json
from collections.abc import Collection
from functools import cache
from typing import Any

from bokeh.core.templates import get_env
from bokeh.embed.util import RenderRoot
from jinja2 import PackageLoader, Template

from kvpage.allocators import naive, paged
from kvpage.drawing import cache_layout, slot_layout
from kvpage.drawing.style import page_file
from kvpage.drawing.waste_curves import MARGIN
from kvpage.figures.admission import LONGEST, TITLES, WhoGetsIn, guesses
from kvpage.figures.block_tables import WherePagesLive
from kvpage.figures.controls import EXAMPLE, LIMITS
from kvpage.figures.figure import Figure
from kvpage.lesson.facts import COMPARED_PAGES, NAMES, SCALES, one_side
from kvpage.lesson.quiz import IN_A_ROW, LEVELS
from kvpage.lesson.scenarios import LAST, SCENARIOS
from kvpage.lesson.words import say, templates
from kvpage.page.documents import documents
from kvpage.page.linking import linked
from kvpage.page.recordings import recorded_runs, recorded_stories
from kvpage.serving.workloads import CHOICES

__all__ = ["SECTIONS", "TITLE", "in_time", "template", "variables"]

TITLE = "kvpage: why a KV cache runs out long before it is full"
SECTIONS = ("hook", "rules", "side-by-side", "claims", "predict", "pages", "serving", "next")
PRESETS = [
    {"title": "The example", "lengths": [1, 4, 2], "block": 4, "page": 2},
    {"title": "One long, many short", "lengths": [29, 2, 3, 1, 2, 1], "block": 32, "page": 4},
    {"title": "All equal", "lengths": [5, 5, 5, 5], "block": 12, "page": 4},
    {"title": "All full", "lengths": [8, 8, 8, 8], "block": 8, "page": 4},
    {"title": "Paging loses", "lengths": [4, 4, 4], "block": 4, "page": 3},
]


@cache
def template() -> Template:
    """Read the page's template, ``lesson.html`` with its sections."""
    return get_env().overlay(loader=PackageLoader("kvpage", "page")).get_template("lesson.html")


@cache
def in_time() -> tuple[list[Figure], dict[str, RenderRoot], str]:
    """Give the figures that show time, and their `documents`: the same for every reader.

    The page plays what Python has recorded, so no reader needs any of their own on the server.
    """
    figures: list[Figure] = [WherePagesLive(), WhoGetsIn()]
    return figures, *documents(figures)


def variables(sections: Collection[str], figures: Collection[Figure]) -> dict[str, Any]:
    """Collect what the template needs beside the figures.

    Parameters
    ----------
    sections : collection of str
        Those of `SECTIONS` that the page has.
    figures : collection of figures
        Those of these sections.
    """
    reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
    pages = paged(EXAMPLE["lengths"], EXAMPLE["page_size"])
    cache = reserve.n_slots
    example, in_pages = one_side(reserve, cache), one_side(pages, cache)
    return {
        "sections": sections,
        "order": SECTIONS,
        "style": page_file("styles/style.css"),
        "inside": page_file("styles/inside.css"),
        "script": linked("page.js"),
        "words": json.dumps(templates(), ensure_ascii=False).replace("</", "<\\/"),
        "limits": json.dumps(_limits()),
        "say": say,
        "symbol": symbol,
        "names": NAMES,
        "levels": LEVELS,
        "presets": PRESETS,
        "example": example,
        "drawing": json.dumps(_drawing()),
        "serving": next((each for each in figures if isinstance(each, WhoGetsIn)), None),
        "serving_choices": {name: (title, CHOICES[name]) for name, title in TITLES.items()},
        "guesses": guesses(),
        "runs": recorded_runs() if "serving" in sections else "",
        "story": next((each for each in figures if isinstance(each, WherePagesLive)), None),
        "scenarios": SCENARIOS,
        "stories": recorded_stories() if "pages" in sections else "",
        "question": example | {"page": pages.unit},
        "worked": {"blocks": [example], "pages": [in_pages]},
    }


def _limits() -> dict[str, Any]:
    """Collect what the reader may choose from."""
    ladder = {"level": LEVELS, "in_a_row": IN_A_ROW}
    return (
        LIMITS
        | ladder
        | {"names": NAMES, "step": LAST, "scenarios": list(SCENARIOS)}
        | {"serving": CHOICES, "time": LONGEST, "compared_pages": COMPARED_PAGES}
    )


def _drawing() -> dict[str, Any]:
    """Collect the measures and the codes that the scripts draw with."""
    measures = {
        name: getattr(slot_layout, name)
        for name in ("GAP", "HUES", "LINE_WIDTHS", "SLOT", "UNIT_INSET")
    }
    stages = {
        name: getattr(cache_layout, name)
        for name in ("APART", "BESIDE", "INNER", "LINE", "NUMBER", "SPACE", "WIDTH")
    }
    kinds = {kind.name: int(kind) for kind in slot_layout.Mark}
    return measures | stages | {"kinds": kinds, "MARGIN": MARGIN, "SCALES": SCALES}


def symbol(name: str, index: str = "") -> str:
    """Write a symbol of a formula for use in a sentence, as MathML."""
    letter = f"<mi>{name}</mi>"
    return f"<math>{f'<msub>{letter}<mi>{index}</mi></msub>' if index else letter}</math>"
