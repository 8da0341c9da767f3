"""Show a run against time as Bokeh plots: how many sequences run, and what the slots do."""

from collections.abc import Mapping, Sequence

import numpy as np
from bokeh.models import (
    ColumnDataSource,
    Line,
    Plot,
    Range1d,
    Span,
    VArea,
)

from kvpage.drawing.plots import Plots, add_axis
from kvpage.drawing.style import painted

__all__ = ["RunningOverTime", "SlotsOverTime"]

SIDES = {"reserve": "waste-line", "paged": "paged-line"}
"""The two schemes and the tokens that their lines are painted with."""


class _OverTime(Plots):
    """Bokeh plots of counts in every step, with a line at the present one.

    Parameters
    ----------
    name : str
        To find the plots by in the browser.
    """

    def __init__(self, name: str) -> None:
        self.columns: dict[str, list[float]] = {}
        self.end = self.most = self.step = 1
        super().__init__(name)

    def show(
        self, counts: Mapping[str, Sequence[int]], end: int, most: int, step: int, label: str
    ) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : mapping of sequences of int
            What the plot draws, by name, in every step from 0.
        end, most : int
            Where the axes of the steps and of the counts end.
        step : int
            The present step.
        label : str
            The same in words, for those who do not see it.
        """
        self.columns = {name: stairs(values, end) for name, values in counts.items()}
        self.columns["step"] = [edge for at in range(end + 1) for edge in (at, at + 1)]
        self.end, self.most, self.step = end, most, step
        self._show(label, redraw=True)

    @classmethod
    def _empty_plot(cls, name: str) -> Plot:
        plot = Plot(
            name=name,
            title=None,
            x_range=Range1d(0, 1),
            y_range=Range1d(0, 1),
            sizing_mode="stretch_width",
            height=cls.height,
            min_border=0,
            min_border_top=6,
            min_border_right=6,
            min_border_left=52,
            toolbar_location=None,
            outline_line_color=None,
            background_fill_color=None,
            border_fill_color=None,
        )
        add_axis(plot, "Step", "below")
        add_axis(plot, cls.counted, "left")
        columns = {column: [] for column in ("step", *cls.names)}
        source = ColumnDataSource(columns, name=f"{name}_counts")
        cls._add_glyphs(plot, source)
        now = Span(name=f"{name}_now", dimension="height", line_width=2)
        plot.add_layout(painted(now, line_color="accent"))
        return plot

    def _draw(self, plot: Plot) -> None:
        if not self.columns:
            return
        for end, shown, (axis,) in (
            (self.end + 1, plot.x_range, plot.below),
            (self.most, plot.y_range, plot.left),
        ):
            shown.end = end
            axis.ticker.interval = interval(end)
        named = {model.name: model for model in plot.references() if model.name}
        named[f"{self.name}_counts"].data = {
            name: np.array(values, np.float32) for name, values in self.columns.items()
        }
        named[f"{self.name}_now"].location = self.step + 0.5

    height: int
    counted: str
    names: tuple[str, ...]

    @classmethod
    def _add_glyphs(cls, plot: Plot, source: ColumnDataSource) -> None:
        """Draw the columns."""
        raise NotImplementedError


class RunningOverTime(_OverTime):
    """Sequences that run in each step, under both schemes."""

    height = 200
    counted = "Running"
    names = tuple(SIDES)

    @classmethod
    def _add_glyphs(cls, plot: Plot, source: ColumnDataSource) -> None:
        for (name, colour), width in zip(SIDES.items(), (5, 2.5), strict=True):
            line = Line(x="step", y=name, line_width=width)
            plot.add_glyph(source, painted(line, line_color=colour))


class SlotsOverTime(_OverTime):
    """Slots that are used, wasted and free in each step, one above the other."""

    height = 170
    counted = "Slots"
    names = ("nothing", "used", "allocated", "cache")

    @classmethod
    def _add_glyphs(cls, plot: Plot, source: ColumnDataSource) -> None:
        areas = (
            VArea(x="step", y1="nothing", y2="used"),
            VArea(x="step", y1="used", y2="allocated", hatch_pattern="/", hatch_scale=10),
            VArea(x="step", y1="allocated", y2="cache"),
        )
        paints: tuple[dict[str, str], ...] = (
            {"fill_color": "ink"},
            {"fill_color": "waste", "hatch_color": "waste-line"},
            {"fill_color": "free"},
        )
        for area, colours in zip(areas, paints, strict=True):
            area.fill_alpha = 1
            plot.add_glyph(source, painted(area, **colours))
        edge = Line(x="step", y="allocated", line_width=1.5)
        plot.add_glyph(source, painted(edge, line_color="waste-line"))


def stairs(values: Sequence[int], end: int) -> list[float]:
    """Give each count for a whole step, from its number to the next; after the last, none."""
    counts = [values[step] if step < len(values) else 0 for step in range(end + 1)]
    return [count for count in counts for _ in range(2)]


def interval(end: int) -> int:
    """Choose how far the numbers of an axis stand apart: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if 6 * times * size >= end:
                return times * size
        size *= 10
