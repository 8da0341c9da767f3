"""One drawing in many plots, since a Bokeh plot can be in one document only."""

from functools import cache
from weakref import WeakSet

from bokeh.models import Grid, LinearAxis, Plot, SingleIntervalTicker

from kvpage.drawing.bokeh_internals import Mould
from kvpage.drawing.style import painted, tokens

__all__ = ["Plots", "add_axis"]


class Plots:
    """Bokeh plots that show the same: one for each place where it is seen.

    Parameters
    ----------
    name : str
        To find the plots by in the browser.

    Attributes
    ----------
    label : str
        What they show, in words.
    figure : bokeh.models.Plot
        The first plot.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.label = ""
        self._plots: WeakSet[Plot] = WeakSet()
        self.figure = self.plot()

    def plot(self) -> Plot:
        """Make a further plot.

        Returns
        -------
        bokeh.models.Plot
            It shows what the others do for as long as something holds on to it.
        """
        plot = _mould(type(self), self.name).cast()
        self._draw(plot)
        plot.html_attributes = self._in_words()
        self._plots.add(plot)
        return plot

    def _show(self, label: str, redraw: bool) -> None:
        """Say what the plots show now and, if it is something else, draw it."""
        self.label = label
        for plot in self._plots:
            plot.html_attributes = self._in_words()
            if redraw:
                self._draw(plot)

    def _in_words(self) -> dict[str, str]:
        return {"role": "img", "aria-label": self.label}

    @classmethod
    def _empty_plot(cls, name: str) -> Plot:
        """Make a plot that shows nothing yet."""
        raise NotImplementedError

    def _draw(self, plot: Plot) -> None:
        """Draw what is to be shown, if there is anything."""
        raise NotImplementedError


@cache
def _mould(kind: type[Plots], name: str) -> Mould:
    return Mould(kind._empty_plot(name))


def add_axis(plot: Plot, label: str, place: str) -> None:
    """Give a plot an axis, ``"below"`` or ``"left"``, with a line at each of its numbers."""
    ticker = SingleIntervalTicker(interval=1, num_minor_ticks=0)
    axis = LinearAxis(
        axis_label=label,
        ticker=ticker,
        axis_label_text_font_style="normal",
        axis_label_text_font=tokens()["font-ui"],
        major_label_text_font=tokens()["font-ui"],
        major_tick_in=0,
        major_tick_line_color=None,
    )
    writing = {"axis_label_text_color": "muted", "major_label_text_color": "muted"}
    plot.add_layout(painted(axis, axis_line_color="edge", **writing), place)
    grid = Grid(dimension=int(place == "left"), ticker=ticker, level="image")
    plot.add_layout(painted(grid, grid_line_color="line"))
