"""Where pages live: a small cache while sequences come, grow, finish and make room."""

from functools import cache
from typing import Any

import panel as pn
import param

from kvpage.drawing.cache_layout import cache_picture, rows_picture
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.svg import svg
from kvpage.figures.controls import Size, choice, slider
from kvpage.figures.figure import Figure, Part, Words, drawn, folded, group, text
from kvpage.lesson.facts import Facts
from kvpage.lesson.scenarios import LAST, SCENARIOS, tell
from kvpage.lesson.words import say

__all__ = ["LAYOUTS", "WherePagesLive"]

LAYOUTS = {"Reserve a block": "naive", "Allocate pages": "paged"}
ROWS, TABLES, CACHE = "The sequences, each in its own order", "Block tables", "The cache"


class WherePagesLive(Figure):
    """The logical order of sequences, their block tables and the cache, in one step of a story.

    Parameters
    ----------
    scenario : {"growing", "reuse", "preemption"}
        Which sequences come when; see `kvpage.lesson.scenarios.SCENARIOS`.
    layout : {"paged", "naive"}
        Whether they get pages or reserved blocks.
    step : int
        0 to 18.

    Attributes
    ----------
    scenario_choice, layout_choice : panel.widgets.RadioButtonGroup
    step_slider : panel.widgets.IntSlider
    rows, cache : SlotGrid
        The sequences in logical order, and the units of the cache in physical order.
    moment, tables, table : panel.pane.HTML
    """

    section = "pages"
    caption = "A small cache, step by step"
    saved = ("scenario", "layout", "step")

    scenario = param.Selector(default="growing", objects=list(SCENARIOS))
    layout = param.Selector(default="paged", objects=LAYOUTS)
    step = Size(default=0, bounds=(0, LAST))

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        titles = {scenario.title: name for name, scenario in SCENARIOS.items()}
        self.scenario_choice = choice(self.param.scenario, titles)
        self.layout_choice = choice(self.param.layout, LAYOUTS)
        self.step_slider = slider(self.param.step, "Step")
        self.rows, self.cache = SlotGrid("pages_rows"), SlotGrid("pages_cache")
        self.moment, self.tables, self.table = Words(), Words(), Words()
        self._update()

    @property
    def facts(self) -> Facts:
        """What the step is said to have brought."""
        return _told(self.scenario, self.layout)[self.step]

    @param.depends("scenario", "layout", "step", watch=True)
    def _update(self) -> None:
        facts = self.facts
        with self.at_once():
            self.rows.show(rows_picture(facts), say("pages.rows_label", facts))
            self.cache.show(cache_picture(facts), say("pages.cache_label", facts))
            self.moment.object = say("pages.moment", facts) + say("pages.counts", facts)
            self.tables.object = say("pages.tables", facts) + say("pages.queue", facts)
            self.table.object = say("pages.table", facts)

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "pages_rows": self.rows.figure,
            "pages_cache": self.cache.figure,
        }

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            group("buttons", self.scenario_choice, self.layout_choice),
            self.step_slider,
            self.moment,
            group(
                "pair",
                group("stack", text(ROWS, "label"), drawn(self.rows.plot())),
                group(
                    "stack",
                    text(CACHE, "label"),
                    drawn(self.cache.plot()),
                    text(TABLES, "label"),
                    self.tables,
                ),
            ),
            folded(self.table),
        ]

    def _still(self) -> str:
        return (
            f'{self.moment.object}<div class="pair"><div>{svg(self.rows)}</div>'
            f"<div>{svg(self.cache)}{self.tables.object}</div></div>"
        )


@cache
def _told(scenario: str, layout: str) -> list[Facts]:
    return tell(scenario, layout)
