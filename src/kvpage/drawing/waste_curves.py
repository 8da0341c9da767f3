"""Show waste against length as Bokeh plots: what a block leaves empty, and what pages do."""

from math import isnan, nan
from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    BoxAnnotation,
    ColumnDataSource,
    GlyphRenderer,
    Line,
    Plot,
    Range1d,
    Scatter,
    Span,
    Text,
)

from kvpage.drawing.plots import Plots, add_axis
from kvpage.drawing.style import painted, tokens
from kvpage.lesson.facts import Facts

__all__ = ["MARGIN", "WasteCurves", "in_block"]

MARGIN = 0.06
"""What an axis shows beyond either end, as a share of the scale."""


class WasteCurves(Plots):
    """Bokeh plots of the slots wasted at every whole length.

    In a plot the sources are called ``curves`` (``length``, and the slots wasted there in a
    block, ``reserve``, not a number where it has no room, and in pages, ``paged``), ``points``
    (the sequences on both curves: ``length``, ``wasted`` and their letters, ``text``) and
    ``handle`` (one length on both curves, in the same columns).

    Parameters
    ----------
    name : str
        To find the plots by in the browser.

    Attributes
    ----------
    said : dict
        What is shown, as `kvpage.lesson.facts.waste_by_length` counts it.
    """

    def __init__(self, name: str) -> None:
        self.said: Facts = {}
        super().__init__(name)

    def show(self, said: Facts, label: str) -> None:
        """Show other curves; what is shown already is left alone.

        Parameters
        ----------
        said : dict
            As `kvpage.lesson.facts.waste_by_length` counts them.
        label : str
            The same in words, for those who do not see it.
        """
        redraw = said != self.said
        self.said = said
        self._show(label, redraw)

    @classmethod
    def _empty_plot(cls, name: str) -> Plot:
        return _empty_plot(name)

    def _draw(self, plot: Plot) -> None:
        said = self.said
        if not said:
            return
        for end, shown, (axis,) in (
            (said["longest"], plot.x_range, plot.below),
            (said["worst"], plot.y_range, plot.left),
        ):
            shown.update(start=-MARGIN * end, end=(1 + MARGIN) * end)
            axis.ticker.interval = max(1, end // 8)
        rows = said["rows"]
        named = {model.name: model for model in plot.references() if model.name}
        named["no_room"].update(left=said["block"] + 0.5, visible=said["block"] < said["longest"])
        named["bound"].location = said["bound"]
        named["at"].location = said["length"]
        named["curves"].data = {
            "length": np.array([row["length"] for row in rows], np.float32),
            "reserve": np.array([in_block(row) for row in rows], np.float32),
            "paged": np.array([row["paged_wasted"] for row in rows], np.float32),
        }
        named["points"].data = _on_both([row for row in rows if row["names"]])
        named["handle"].data = _on_both([rows[said["length"]]])


def _empty_plot(name: str) -> Plot:
    plot = Plot(
        name=name,
        title=None,
        x_range=Range1d(0, 1),
        y_range=Range1d(0, 1),
        sizing_mode="stretch_width",
        height=320,
        min_border=0,
        min_border_top=6,
        toolbar_location=None,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
    )
    no_room = BoxAnnotation(name="no_room", hatch_pattern="/", hatch_scale=10, level="image")
    bound = Span(name="bound", dimension="width", line_dash=[6, 4], line_width=1.5)
    at = Span(name="at", dimension="height", line_width=3)
    bound.level = at.level = "underlay"
    plot.add_layout(painted(no_room, fill_color="unit", line_color="none", hatch_color="line"))
    plot.add_layout(painted(bound, line_color="paged-line"))
    plot.add_layout(painted(at, line_color="accent"))
    add_axis(plot, "Length, in tokens", "below")
    add_axis(plot, "Wasted slots", "left")

    def add(
        source: ColumnDataSource, glyph: Line | Scatter | Text, **colours: str
    ) -> GlyphRenderer:
        return plot.add_glyph(source, painted(glyph, **colours))

    curves = ColumnDataSource({"length": [], "reserve": [], "paged": []}, name="curves")
    for column, marker, colour, width in (  # the first shows around the second where both meet
        ("reserve", "square", "waste-line", 6),
        ("paged", "circle", "paged-line", 2),
    ):
        at_lengths = {"x": "length", "y": column}
        add(curves, Line(**at_lengths, line_width=width), line_color=colour)
        dots = Scatter(**at_lengths, marker=marker, size=7 + width)
        add(curves, dots, fill_color=colour, line_color="card")
    points = ColumnDataSource({"length": [], "wasted": [], "text": []}, name="points")
    on_both = {"x": "length", "y": "wasted"}
    diamonds = Scatter(**on_both, marker="diamond", size=15, line_width=2)
    add(points, diamonds, fill_color="card", line_color="ink")
    letters = Text(
        **on_both,
        text="text",
        x_offset=9,
        y_offset=-5,
        text_align="left",
        text_baseline="bottom",
        text_font=value(tokens()["font-num"]),
        text_font_style="bold",
    )
    add(points, letters, text_color="ink").tags = [{"from": 18, "most": 14}]
    handle = ColumnDataSource({"length": [], "wasted": [], "text": []}, name="handle")
    rings = Scatter(**on_both, marker="circle", size=22, line_width=3)
    add(handle, rings, fill_color="none", line_color="accent")
    return plot


def in_block(row: Facts) -> float:
    """Slots that a length wastes in a block, not a number where it has no room."""
    return nan if row["turned_away"] else row["reserve_wasted"]


def _on_both(rows: list[Facts]) -> dict[str, list[Any]]:
    """List where these lengths stand: on both curves, or on one if a block has no room."""
    places = [
        (row["length"], wasted, row["names"])
        for row in rows
        for wasted in (in_block(row), row["paged_wasted"])
        if not isnan(wasted)
    ]
    columns = zip(*places, strict=True)
    return {
        name: list(column)
        for name, column in zip(("length", "wasted", "text"), columns, strict=True)
    }
