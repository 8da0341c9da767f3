"""The lesson's page: its template, what the template needs, and where each figure stands.

One page for two hosts: `app` serves it, `export` writes it into a file.
"""

import json
from collections.abc import Collection
from typing import Any

import panel as pn
from bokeh.models import Model

from kvpage import picture, stage
from kvpage.admission import LONGEST, TITLES, WhoGetsIn, guesses
from kvpage.allocators import naive, paged
from kvpage.controls import EXAMPLE, LIMITS
from kvpage.curves import MARGIN
from kvpage.facts import COMPARED_PAGES, NAMES, SCALES, one_side
from kvpage.loads import CHOICES
from kvpage.page.linking import linked
from kvpage.quiz import IN_A_ROW, LEVELS
from kvpage.recording import recorded as recorded_runs
from kvpage.scenarios import LAST, SCENARIOS
from kvpage.style import page_file
from kvpage.views import Hook, Predict, SideBySide, WasteByLength
from kvpage.where import WherePagesLive, recorded
from kvpage.words import say, templates

__all__ = ["SECTIONS", "TITLE", "parts", "variables"]

TITLE = "kvpage: why a KV cache runs out long before it is full"
SECTIONS = ("hook", "rules", "side-by-side", "claims", "predict", "pages", "serving", "next")
PRESETS = [
    {"title": "The example", "lengths": [1, 4, 2], "block": 4, "page": 2},
    {"title": "One long, many short", "lengths": [29, 2, 3, 1, 2, 1], "block": 32, "page": 4},
    {"title": "All equal", "lengths": [5, 5, 5, 5], "block": 12, "page": 4},
    {"title": "All full", "lengths": [8, 8, 8, 8], "block": 8, "page": 4},
    {"title": "Paging loses", "lengths": [4, 4, 4], "block": 4, "page": 3},
]

Figure = Hook | Predict | SideBySide | WasteByLength | WherePagesLive | WhoGetsIn


def parts(figures: Collection[Figure]) -> dict[str, pn.viewable.Viewable | Model]:
    """List what the template embeds of the figures, by the names that it uses."""
    embedded: dict[str, pn.viewable.Viewable | Model] = {}
    for figure in figures:
        match figure:
            case Hook():
                embedded |= {
                    "scheme": figure.switch,
                    "guess": figure.guesses,
                    "hook_lanes_figure": figure.lanes.figure,
                    "hook_strip_figure": figure.strip.figure,
                    "hook_numbers": figure.numbers,
                    "hook_table": figure.table,
                }
            case SideBySide():
                embedded |= {
                    "lengths": figure.lengths_input,
                    "covered": figure.cover,
                    "block": figure.block_slider,
                    "page": figure.page_slider,
                    "comparison": figure.comparison,
                    "reserve_grid_figure": figure.reserve_grid.figure,
                    "paged_grid_figure": figure.paged_grid.figure,
                    "reserve_words": figure.reserve_words,
                    "paged_words": figure.paged_words,
                    "side_table": figure.table,
                }
            case WasteByLength():
                embedded |= {
                    "curves_lengths": figure.lengths_input,
                    "curves_block": figure.block_slider,
                    "curves_page": figure.page_slider,
                    "length": figure.length_slider,
                    "reach": figure.reach_input,
                    "waste_curves_figure": figure.curves.figure,
                    "claims": figure.claims,
                    "claims_table": figure.table,
                }
            case Predict():
                embedded |= {
                    "turn": figure.turn,
                    "verdict": figure.verdict,
                    "predict_asked": figure.asked,
                    "predict_reply": figure.reply,
                    "predict_grid_figure": figure.grid.figure,
                    "predict_table": figure.table,
                }
            case WherePagesLive():
                embedded |= {
                    "pages_rows_figure": figure.rows.figure,
                    "pages_cache_figure": figure.cache.figure,
                }
            case WhoGetsIn():
                embedded |= {
                    "serving_reserve_figure": figure.grids["reserve"].figure,
                    "serving_paged_figure": figure.grids["paged"].figure,
                    "serving_reserve_slots_figure": figure.slots["reserve"].figure,
                    "serving_paged_slots_figure": figure.slots["paged"].figure,
                    "serving_running_figure": figure.running.figure,
                }
    return embedded


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
        "style": page_file("style.css"),
        "inside": page_file("inside.css"),
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
        "stories": recorded() if "pages" in sections else "",
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
        name: getattr(picture, name)
        for name in ("GAP", "HUES", "LINE_WIDTHS", "SLOT", "UNIT_INSET")
    }
    stages = {
        name: getattr(stage, name)
        for name in ("APART", "BESIDE", "INNER", "LINE", "NUMBER", "SPACE", "WIDTH")
    }
    kinds = {kind.name: int(kind) for kind in picture.Mark}
    return measures | stages | {"kinds": kinds, "MARGIN": MARGIN, "SCALES": SCALES}


def symbol(name: str, index: str = "") -> str:
    """Write a symbol of a formula for use in a sentence, as MathML."""
    letter = f"<mi>{name}</mi>"
    return f"<math>{f'<msub>{letter}<mi>{index}</mi></msub>' if index else letter}</math>"
