"""Waste against length: what a sequence of any length wastes in a block and in pages."""

from typing import Any

import panel as pn
import param

from kvpage.drawing.svg import curves_svg
from kvpage.drawing.waste_curves import WasteCurves
from kvpage.figures.controls import LIMITS, Size, Workload, comma_separated, slider
from kvpage.figures.figure import Part, Words, drawn, folded, group
from kvpage.lesson.facts import waste_by_length
from kvpage.lesson.words import say

__all__ = ["WasteByLength"]


class WasteByLength(Workload):
    """What a sequence of any length wastes in a block and in pages.

    Its parameters are those of a `Workload`, whose sequences stand on both curves, and

    Parameters
    ----------
    length : int
        The length that the words speak of, 0 to 32 tokens.
    reach : int
        A length that the axis has to reach in any case, so that it stays while one is dragged.

    Attributes
    ----------
    length_slider : panel.widgets.IntSlider
    reach_input : panel.widgets.IntInput
    curves : WasteCurves
    claims, table : panel.pane.HTML
    """

    section = "claims"
    caption = "Waste against length"
    saved = (*Workload.saved, "length")

    length = Size(default=3, bounds=(0, LIMITS["length"]))
    reach = Size(default=0, bounds=(0, LIMITS["length"]))

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.length_slider = slider(self.param.length, "Length")
        self.reach_input = pn.widgets.IntInput.from_param(self.param.reach)
        self.curves = WasteCurves("waste_curves")
        self.claims, self.table = Words(), Words()
        self._update()

    @param.depends("lengths", "block_size", "page_size", "length", "reach", watch=True)
    def _update(self) -> None:
        lengths = comma_separated(self.lengths)
        said = waste_by_length(
            self.lengths, self.block_size, self.page_size, self.length, self.reach
        )
        said |= {"shows": f"{lengths} {self.block_size} {self.page_size} {self.length}"}
        with self.at_once():
            self.curves.show(said, say("claims.label", said))
            self.claims.object = say("claims.words", said)
            self.table.object = say("claims.table", said)

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "curves_lengths": self.lengths_input,
            "curves_block": self.block_slider,
            "curves_page": self.page_slider,
            "length": self.length_slider,
            "reach": self.reach_input,
            "waste_curves": self.curves.figure,
            "claims": self.claims,
            "claims_table": self.table,
        }

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self._controls(self.length_slider),
            group("stack", drawn(self.curves.plot()), self.claims),
            folded(self.table),
        ]

    def _still(self) -> str:
        return f"{curves_svg(self.curves)}{self.claims.object}"
