"""Draw slots: an allocation as rows of a Bokeh figure.

A picture is a table of marks, one for each slot and one for each thing that stands around
the slots. `Picture` lays the marks out on lines, `SlotGrid` shows them with one assignment.
"""

from collections.abc import Container
from enum import IntEnum
from math import ceil
from typing import Any

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

from kvpage.allocators import Allocation, SlotState
from kvpage.facts import NAMES
from kvpage.style import painted, tokens

__all__ = ["Mark", "Picture", "SlotGrid", "line_width"]

LINE_WIDTHS = (10, 16)
HUES = ["seq-a", "seq-b", "seq-c", "seq-d"]
GAP = 0.45
DTYPES = {"kind": np.uint8, "hue": np.uint8, "row": np.int8, "slot": np.int16}


class Mark(IntEnum):
    """What a mark of the picture stands for; the first three are `SlotState` codes."""

    FREE = SlotState.FREE
    USED = SlotState.USED
    WASTED = SlotState.WASTED
    TURNED_AWAY = 3
    """A token that found no slot."""
    REACH = 4
    """Not drawn: a place beyond the row's end where a click makes the sequence longer."""
    UNIT = 5
    """The outline of a block or a page."""
    NAME = 6
    """The letter of a sequence."""
    RING = 7
    """A ring around a slot that is free under one scheme and reserved under the other."""


def line_width(extent: int) -> int:
    """Choose the slots on a line: few and large if rows of `extent` slots fit, else many."""
    return next((width for width in LINE_WIDTHS if extent <= width), LINE_WIDTHS[-1])


def slots_per_line(unit: int, width: int) -> int:
    """Break rows between units, and a unit that is wider than the line into equal parts."""
    return width // unit * unit if unit <= width else ceil(unit / ceil(unit / width))


class Picture:
    """Marks on lines of slots. A slot is 1 wide and 1 high; y counts downwards.

    Parameters
    ----------
    width : int
        Slots on a line.
    margin : float
        Width of the margin left of the lines, for the sequences' letters, in slots.

    Attributes
    ----------
    height : float
        What the lines so far take, gaps included, in slots.
    marks : dict of lists
        The table, by column: ``kind`` (a `Mark`), ``x`` and ``y`` of the centre, ``w`` and
        ``h``, ``text``, ``hue`` (index of the sequence's colour), ``row`` (index of the
        sequence, -1 for none) and ``slot`` (position in the row).
    """

    columns = ("kind", "x", "y", "w", "h", "text", "hue", "row", "slot")

    def __init__(self, width: int, margin: float) -> None:
        self.width = width
        self.margin = margin
        self.height = 0.0
        self.marks: dict[str, list[Any]] = {column: [] for column in self.columns}

    def add_row(
        self, allocation: Allocation, row: int, reach: int = 0, ringed: Container[int] = ()
    ) -> None:
        """Draw one sequence: its letter, its units, its slots and the tokens turned away.

        Parameters
        ----------
        allocation : Allocation
            The layout that has the sequence.
        row : int
            Index of the sequence.
        reach : int
            Slots of the row, drawn or not, that can be clicked.
        ringed : container of int
            Slots to put a ring around.
        """
        unit, name = allocation.unit, NAMES[row]
        held, allocated = int(allocation.held[row]), int(allocation.allocated[row])
        length = int(allocation.lengths[row])
        drawn = max(allocated, length)
        per_line = slots_per_line(unit, self.width)
        lines = max(1, ceil(drawn / per_line))
        spare_lines = max(0, ceil(reach / per_line) - lines)
        top = self.height

        self._add(Mark.NAME, -self.margin / 2, top + 0.5, text=name, row=row)
        across, down = min(unit, per_line), ceil(unit / per_line)
        for first in range(0, allocated, unit):
            line, x = divmod(first, per_line)
            centre = (x + across / 2, top + line + down / 2)
            self._add(Mark.UNIT, *centre, across - 0.06, down - 0.06, row=row, slot=first)
        for slot in range(max(drawn, reach)):
            line, x = divmod(slot, per_line)
            y = line + 0.5 if line < lines else lines + GAP * (line - lines + 0.5) / spare_lines
            text = f"{name}{slot + 1}" if slot < length else ""
            kind = _kind(slot, held, allocated, length)
            self._add(kind, x + 0.5, top + y, text=text, row=row, slot=slot)
            if slot in ringed:
                self._add(Mark.RING, x + 0.5, top + y, 0.94, 0.94, row=row, slot=slot)
        self.height += lines + GAP

    def add_free(self, count: int) -> None:
        """Draw `count` free slots on lines of their own."""
        for slot in range(count):
            line, x = divmod(slot, self.width)
            self._add(Mark.FREE, x + 0.5, self.height + line + 0.5, slot=slot)
        self.height += ceil(count / self.width)

    def add_unit(self, place: int, unit: int) -> None:
        """Draw the outline of a block or page that begins at a place on the present line."""
        self._add(Mark.UNIT, place + unit / 2, self.height + 0.5, unit - 0.06, 0.94)

    def add_slot(self, kind: Mark, place: int, row: int, slot: int, ringed: bool) -> None:
        """Draw one slot of any row at a place on the present line."""
        centre = (place + 0.5, self.height + 0.5)
        text = f"{NAMES[row]}{slot + 1}" if kind == Mark.USED else ""
        self._add(kind, *centre, text=text, row=row, slot=slot)
        if ringed:
            self._add(Mark.RING, *centre, 0.94, 0.94, row=row, slot=slot)

    def _add(
        self, kind: Mark, x: float, y: float, w: float = 0.86, h: float = 0.86,
        text: str = "", row: int = -1, slot: int = -1,
    ) -> None:  # fmt: skip
        mark = (kind, x, y, w, h, text, max(row, 0) % len(HUES), row, slot)
        for column, entry in zip(self.columns, mark, strict=True):
            self.marks[column].append(entry)


def _kind(slot: int, held: int, allocated: int, length: int) -> Mark:
    if slot < held:
        return Mark.USED
    if slot < allocated:
        return Mark.WASTED
    return Mark.TURNED_AWAY if slot < length else Mark.REACH


class SlotGrid:
    """A Bokeh plot that shows a `Picture`.

    Parameters
    ----------
    name : str
        To find the plot by in the browser.

    Attributes
    ----------
    figure : bokeh.models.Plot
    source : bokeh.models.ColumnDataSource
        The marks shown, `Picture.marks` as arrays.
    """

    def __init__(self, name: str) -> None:
        self._marks: dict[str, list[Any]] = {}
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
        self.figure.html_attributes = {"role": "img", "aria-label": label}
        if picture.marks == self._marks:
            return
        self._marks = picture.marks
        self.figure.aspect_ratio = (picture.width + picture.margin) / picture.height
        self.figure.x_range.update(start=-picture.margin, end=picture.width)
        self.figure.y_range.start = picture.height
        self.source.data = {
            column: values if column == "text" else np.array(values, DTYPES.get(column, np.float32))
            for column, values in picture.marks.items()
        }
