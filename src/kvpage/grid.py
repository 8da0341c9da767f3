"""Show a picture of slots as a Bokeh plot, with one assignment to its source."""

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

from kvpage.picture import Mark, Picture
from kvpage.style import painted, tokens

__all__ = ["SlotGrid"]

SEQUENCES = ["seq-a", "seq-b", "seq-c", "seq-d"]
"""Tokens of the sequences' colours, in turn; other marks follow in the order of `Mark`."""
FILLS = [*SEQUENCES, "none", "none", "none", "free", "none", "unit", "none", "none"]
LINES = [*SEQUENCES, "none", "none", "none", "away-line", "none", "unit-line", "none", "accent"]
TEXTS = [*["on-seq"] * 4, "none", "none", "none", "away-line", "none", "none", "ink", "none"]
DTYPES = {"kind": np.uint8, "hue": np.uint8, "paint": np.uint8, "row": np.int8, "slot": np.int16}


class SlotGrid:
    """A Bokeh plot that shows a `Picture`.

    Parameters
    ----------
    name : str
        To find the plot by in the browser.

    Attributes
    ----------
    picture : Picture
    label : str
        The same in words.
    figure : bokeh.models.Plot
    source : bokeh.models.ColumnDataSource
        The marks shown, `Picture.marks` as arrays.
    """

    def __init__(self, name: str) -> None:
        self.picture = Picture(width=1, margin=0)
        self.label = ""
        self.source = ColumnDataSource({column: [] for column in Picture.columns})
        self.figure = Plot(
            name=name,
            x_range=Range1d(0, 1),
            y_range=Range1d(1, 0),
            sizing_mode="stretch_width",
            aspect_ratio=1,
            min_border=0,
            toolbar_location=None,
            outline_line_color=None,
            background_fill_color=None,
            border_fill_color=None,
        )

        def only(kind: Mark) -> GroupFilter:
            return GroupFilter(column_name="kind", group=int(kind))

        box = {"x": "x", "y": "y", "width": "w", "height": "h", "border_radius": 4}
        boxes, free = Rect(**box, line_width=1.5), Rect(**box, line_width=1.5, line_dash=[4, 3])
        _paint_marks(boxes, fill_color=FILLS, line_color=LINES)
        painted(free, fill_color="free", line_color="free-line")
        hatched = Rect(**box, line_width=1.5, hatch_pattern="/", hatch_scale=12, hatch_weight=1.5)
        painted(hatched, fill_color="waste", line_color="waste-line", hatch_color="waste-line")
        self._add(boxes, AllIndices())
        self._add(free, only(Mark.FREE))
        self._add(hatched, only(Mark.WASTED))
        names, others = only(Mark.NAME), InversionFilter(operand=only(Mark.NAME))
        for marks, smallest_slot in ((names, 0), (others, 24)):
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
            text.tags = [{"from": smallest_slot}]
            self._add(text, marks)

    def _add(self, glyph: Rect | Text, marks: Filter) -> None:
        self.figure.add_glyph(self.source, glyph, view=CDSView(filter=marks))

    def show(self, picture: Picture, label: str) -> None:
        """Show another picture; one that is shown already is left alone.

        Parameters
        ----------
        picture : Picture
        label : str
            The same in words, for those who do not see it.
        """
        self.label = label
        self.figure.html_attributes = {"role": "img", "aria-label": label}
        if picture.marks == self.picture.marks:
            return
        self.picture = picture
        self.figure.aspect_ratio = (picture.width + picture.margin) / picture.height
        self.figure.x_range.update(start=-picture.margin, end=picture.width)
        self.figure.y_range.start = picture.height
        self.source.data = {
            column: values if column == "text" else np.array(values, DTYPES.get(column, np.float32))
            for column, values in picture.marks.items()
        }


def _paint_marks(glyph: Rect | Text, **properties: list[str]) -> None:
    """Colour each mark by its column ``paint``, an index into lists of tokens."""
    for name, names in properties.items():
        mapper = LinearColorMapper(low=-0.5, high=len(names) - 0.5)
        setattr(glyph, name, transform("paint", painted(mapper, palette=names)))
