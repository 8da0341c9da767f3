"""Show waste against length as a Bokeh plot: what a block leaves empty, and what pages do."""

from math import isnan, nan
from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    BoxAnnotation,
    ColumnDataSource,
    Grid,
    Line,
    LinearAxis,
    Plot,
    Range1d,
    Scatter,
    SingleIntervalTicker,
    Span,
    Text,
)

from kvpage.facts import Facts
from kvpage.style import painted, tokens

__all__ = ["MARGIN", "WasteCurves"]

MARGIN = 0.06
"""What an axis shows beyond either end, as a share of the scale."""


class WasteCurves:
    """A Bokeh plot of the slots wasted at every whole length, reserved and in pages.

    Parameters
    ----------
    name : str
        To find the plot by in the browser.

    Attributes
    ----------
    label : str
        The same in words.
    figure : bokeh.models.Plot
    curves : bokeh.models.ColumnDataSource
        By ``length``: slots wasted in a block (``reserve``, not a number where the block has no
        room) and in pages (``paged``).
    points : bokeh.models.ColumnDataSource
        The sequences on both curves: ``length``, ``wasted`` and their letters, ``text``.
    handle : bokeh.models.ColumnDataSource
        One length on both curves, in the same columns.
    """

    def __init__(self, name: str) -> None:
        self.label = ""
        self.curves = ColumnDataSource({"length": [], "reserve": [], "paged": []}, name="curves")
        self.points = ColumnDataSource({"length": [], "wasted": [], "text": []}, name="points")
        self.handle = ColumnDataSource({"length": [], "wasted": [], "text": []}, name="handle")
        self.figure = Plot(
            name=name,
            x_range=Range1d(0, 1),
            y_range=Range1d(0, 1),
            sizing_mode="stretch_both",
            min_height=260,
            min_border=0,
            min_border_top=6,
            toolbar_location=None,
            outline_line_color=None,
            background_fill_color=None,
            border_fill_color=None,
        )
        self.bound = Span(dimension="width", line_dash=[6, 4], line_width=1.5, level="underlay")
        self.at = Span(dimension="height", line_width=3, level="underlay")
        self.no_room = BoxAnnotation(hatch_pattern="/", hatch_scale=10, level="image")
        painted(self.bound, line_color="paged-line")
        painted(self.at, line_color="accent")
        painted(self.no_room, fill_color="unit", line_color="none", hatch_color="line")
        for annotation in (self.no_room, self.bound, self.at):
            self.figure.add_layout(annotation)
        self._tickers = [
            self._add_axis("Length, in tokens", "below"),
            self._add_axis("Wasted slots", "left"),
        ]
        self._add_curve("reserve", "square", "waste-line")
        self._add_curve("paged", "circle", "paged-line")
        points = Scatter(x="length", y="wasted", marker="diamond", size=15, line_width=2)
        self._add(self.points, points, fill_color="card", line_color="ink")
        letters = Text(
            x="length",
            y="wasted",
            text="text",
            x_offset=9,
            y_offset=-5,
            text_align="left",
            text_baseline="bottom",
            text_font=value(tokens()["font-num"]),
            text_font_style="bold",
        )
        self._add(self.points, letters, text_color="ink")
        letters.tags = [*letters.tags, {"from": 18, "most": 14}]
        rings = Scatter(x="length", y="wasted", marker="circle", size=22, line_width=3)
        self._add(self.handle, rings, fill_color="none", line_color="accent")

    def _add_axis(self, label: str, place: str) -> SingleIntervalTicker:
        ticker = SingleIntervalTicker(interval=1, num_minor_ticks=0)
        axis = LinearAxis(
            axis_label=label,
            ticker=ticker,
            axis_label_text_font_style="normal",
            axis_label_text_font_size="14px",
            major_label_text_font_size="13px",
            axis_label_text_font=tokens()["font-ui"],
            major_label_text_font=tokens()["font-ui"],
            major_tick_in=0,
            major_tick_line_color=None,
        )
        painted(
            axis,
            axis_label_text_color="muted",
            major_label_text_color="muted",
            axis_line_color="edge",
        )
        self.figure.add_layout(axis, place)
        grid = Grid(dimension=int(place == "left"), ticker=ticker, level="image")
        self.figure.add_layout(painted(grid, grid_line_color="line"))
        return ticker

    def _add_curve(self, column: str, marker: str, colour: str) -> None:
        line = Line(x="length", y=column, line_width=2)
        self._add(self.curves, line, line_color=colour)
        dots = Scatter(x="length", y=column, marker=marker, size=8)
        self._add(self.curves, dots, fill_color=colour, line_color="card")

    def _add(self, source: ColumnDataSource, glyph: Line | Scatter | Text, **colours: str) -> None:
        self.figure.add_glyph(source, painted(glyph, **colours))

    def show(self, said: Facts, label: str) -> None:
        """Show other curves.

        Parameters
        ----------
        said : dict
            As `waste_by_length` counts them.
        label : str
            The same in words, for those who do not see it.
        """
        self.label = label
        self.figure.html_attributes = {"role": "img", "aria-label": label}
        ends = (said["longest"], said["worst"])
        ranges = (self.figure.x_range, self.figure.y_range)
        for end, shown, ticker in zip(ends, ranges, self._tickers, strict=True):
            shown.update(start=-MARGIN * end, end=(1 + MARGIN) * end)
            ticker.interval = max(1, end // 8)
        self.no_room.update(left=said["block"] + 0.5, visible=said["block"] < said["longest"])
        self.bound.location = said["bound"]
        self.at.location = said["length"]
        self.curves.data = {
            "length": np.array([row["length"] for row in said["rows"]], np.float32),
            "reserve": np.array([_in_block(row) for row in said["rows"]], np.float32),
            "paged": np.array([row["paged_wasted"] for row in said["rows"]], np.float32),
        }
        self.points.data = _on_both([row for row in said["rows"] if row["names"]])
        self.handle.data = _on_both([said["rows"][said["length"]]])


def _in_block(row: Facts) -> float:
    return nan if row["turned_away"] else row["reserve_wasted"]


def _on_both(rows: list[Facts]) -> dict[str, list[Any]]:
    """List where these lengths stand: on both curves, or on one if a block has no room."""
    places = [
        (row["length"], wasted, row["names"])
        for row in rows
        for wasted in (_in_block(row), row["paged_wasted"])
        if not isnan(wasted)
    ]
    columns = zip(*places, strict=True)
    return {
        name: list(column)
        for name, column in zip(("length", "wasted", "text"), columns, strict=True)
    }
