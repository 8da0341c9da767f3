"""Show a picture of slots as a Bokeh plot, with one assignment to its source."""

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    CDSView,
    ColumnDataSource,
    GroupFilter,
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

HUES = ["seq-a", "seq-b", "seq-c", "seq-d"]
DTYPES = {"kind": np.uint8, "hue": np.uint8, "row": np.int8, "slot": np.int16}


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
        hue = transform("hue", LinearColorMapper(low=-0.5, high=len(HUES) - 0.5, palette=["black"]))
        painted(hue.transform, palette=HUES)
        box = {"x": "x", "y": "y", "width": "w", "height": "h", "line_width": 1.5}
        slot = {**box, "border_radius": 4}
        self._show(
            Mark.UNIT,
            painted(Rect(**box, border_radius=7), fill_color="unit", line_color="unit-line"),
        )
        self._show(
            Mark.FREE,
            painted(Rect(**slot, line_dash=[4, 3]), fill_color="free", line_color="free-line"),
        )
        self._show(Mark.USED, Rect(**slot, fill_color=hue, line_color=hue))
        self._show(
            Mark.WASTED,
            painted(
                Rect(**slot, hatch_pattern="/", hatch_scale=12, hatch_weight=1.5),
                fill_color="waste", line_color="waste-line", hatch_color="waste-line",
            ),
        )  # fmt: skip
        self._show(
            Mark.TURNED_AWAY,
            painted(Rect(**slot), fill_color="free", line_color="away-line"),
        )
        self._show(
            Mark.RING,
            painted(Rect(**(slot | {"line_width": 2.5}), fill_color=None), line_color="accent"),
        )
        text = {
            "x": "x",
            "y": "y",
            "text": "text",
            "text_align": "center",
            "text_baseline": "middle",
        }
        text |= {
            "text_font_style": "bold",
            "text_font": value(tokens()["font-num"]),
            "text_font_size": "13px",
        }
        for kind, token, smallest_slot in (
            (Mark.USED, "on-seq", 24),
            (Mark.TURNED_AWAY, "away-line", 24),
            (Mark.NAME, "ink", 0),
        ):
            glyph = painted(Text(**text), text_color=token)
            glyph.tags += [{"from": smallest_slot}]
            self._show(kind, glyph)

    def _show(self, kind: Mark, glyph: Rect | Text) -> None:
        only = CDSView(filter=GroupFilter(column_name="kind", group=int(kind)))
        self.figure.add_glyph(self.source, glyph, view=only)

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
