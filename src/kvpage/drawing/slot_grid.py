"""Show a picture of slots as Bokeh plots, with one assignment to the source of each."""

from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    AllIndices,
    CDSView,
    ColumnDataSource,
    Filter,
    GroupFilter,
    InversionFilter,
    LinearColorMapper,
    Plot,
    Range1d,
    Rect,
    Text,
)
from bokeh.transform import transform

from kvpage.drawing.plots import Plots
from kvpage.drawing.slot_layout import Mark, Picture
from kvpage.drawing.style import painted, tokens

__all__ = ["SlotGrid"]

SEQUENCES = ["seq-a", "seq-b", "seq-c", "seq-d"]
"""Tokens of the sequences' colours, in turn; other marks follow in the order of `Mark`."""
FILLS = [*SEQUENCES, *["none"] * 3, "free", "none", "unit", "none", "none", "accent", "none"]
LINES = [
    *SEQUENCES,
    *["none"] * 3,
    *("away-line", "none", "unit-line", "none", "accent", "none", "on-seq"),
]
TEXTS = [*["on-seq"] * 4, *["none"] * 3, "away-line", "none", "none", "ink", *["none"] * 3]
DTYPES = {"kind": np.uint8, "hue": np.uint8, "paint": np.uint8, "row": np.int8, "slot": np.int16}


class SlotGrid(Plots):
    """Bokeh plots that show one `Picture`.

    Parameters
    ----------
    name : str
        To find the plots by in the browser.

    Attributes
    ----------
    picture : Picture
    source : bokeh.models.ColumnDataSource
        The marks that the first plot shows, `Picture.marks` as arrays.
    """

    def __init__(self, name: str) -> None:
        self.picture = Picture(width=1, margin=0)
        super().__init__(name)
        self.source = self.figure.renderers[0].data_source

    def show(self, picture: Picture, label: str) -> None:
        """Show another picture; one that is shown already is left alone.

        Parameters
        ----------
        picture : Picture
        label : str
            The same in words, for those who do not see it.
        """
        redraw = picture.marks != self.picture.marks
        if redraw:
            self.picture = picture
        self._show(label, redraw)

    @classmethod
    def _empty_plot(cls, name: str) -> Plot:
        return _empty_plot(name)

    def _draw(self, plot: Plot) -> None:
        picture = self.picture
        if not picture.height:
            return
        plot.aspect_ratio = (picture.width + picture.margin) / picture.height
        plot.x_range.update(start=-picture.margin, end=picture.width)
        plot.y_range.start = picture.height
        plot.renderers[0].data_source.data = {
            column: values if column == "text" else np.array(values, DTYPES.get(column, np.float32))
            for column, values in picture.marks.items()
        }


def _empty_plot(name: str) -> Plot:
    source = ColumnDataSource({column: [] for column in Picture.columns})
    plot = Plot(
        name=name,
        title=None,
        x_range=Range1d(0, 1),
        y_range=Range1d(1, 0),
        sizing_mode="stretch_width",
        aspect_ratio=1,
        min_border=0,
        min_border_left=1,  # Bokeh leaves the outermost pixels as they were
        min_border_top=1,
        toolbar_location=None,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
    )

    def add(glyph: Rect | Text, marks: Filter, **options: Any) -> None:
        plot.add_glyph(source, glyph, view=CDSView(filter=marks), **options)

    box = {"x": "x", "y": "y", "width": "w", "height": "h", "border_radius": 4}
    boxes, free = Rect(**box, line_width=1.5), Rect(**box, line_width=1.5, line_dash=[4, 3])
    _paint_marks(boxes, fill_color=FILLS, line_color=LINES)
    painted(free, fill_color="free", line_color="free-line")
    hatched = Rect(**box, line_width=1.5, hatch_pattern="/", hatch_scale=12, hatch_weight=1.5)
    painted(hatched, fill_color="waste", line_color="waste-line", hatch_color="waste-line")
    add(boxes, AllIndices())
    add(free, _only(Mark.FREE))
    add(hatched, _only(Mark.WASTED))
    text = Text(
        x="x",
        y="y",
        text="text",
        text_align="center",
        text_baseline="middle",
        text_font=value(tokens()["font-num"]),
        text_font_style="bold",
    )
    _paint_marks(text, text_color=TEXTS)
    names = _only(Mark.NAME)
    add(text, names, tags=[{"from": 0}])
    add(text, InversionFilter(operand=names), tags=[{"from": 24}])
    return plot


def _only(kind: Mark) -> GroupFilter:
    return GroupFilter(column_name="kind", group=int(kind))


def _paint_marks(glyph: Rect | Text, **properties: list[str]) -> None:
    """Colour each mark by its column ``paint``, an index into lists of tokens."""
    for name, names in properties.items():
        mapper = LinearColorMapper(low=-0.5, high=len(names) - 0.5)
        setattr(glyph, name, transform("paint", painted(mapper, palette=names)))
