"""Lay an allocation's slots out on lines, as a table of marks that a plot can show.

``page/scripts/slot_layout.js`` lays them out in the same way where there is no Python.
"""

from collections.abc import Container, Sequence
from enum import IntEnum
from math import ceil
from typing import Any

from kvpage.allocators import Allocation, SlotState
from kvpage.lesson.facts import COLOURS, NAMES

__all__ = [
    "GAP",
    "HUES",
    "LINE_WIDTHS",
    "RING",
    "SLOT",
    "UNIT_INSET",
    "Mark",
    "Picture",
    "line_width",
    "tokens_picture",
]

LINE_WIDTHS = (10, 16)
"""Slots on a line: few and large, or many and small."""
HUES = len(COLOURS)
"""Colours that the sequences take in turn."""
GAP = 0.45
"""Height of the gap below a row, in slots."""
SLOT, RING, UNIT_INSET = 0.86, 0.94, 0.06
"""Side of a slot as drawn, of a ring, and what a unit's outline leaves free, in slots."""


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
    """The letter of a sequence, or the number of a unit."""
    RING = 7
    """A ring around a slot: free under one scheme and reserved under the other."""
    MARKED = 8
    """A frame around the unit that the reader looks at."""
    WRITTEN = 9
    """A ring around a token that is written in this step."""


def line_width(extent: int) -> int:
    """Choose the slots on a line: few and large if rows of `extent` slots fit, else many."""
    return next((width for width in LINE_WIDTHS if extent <= width), LINE_WIDTHS[-1])


class _Places:
    """Where the slots of a row stand: rows break between units.

    A unit that is wider than a line stands on lines of its own, broken into equal parts.
    """

    def __init__(self, unit: int, width: int) -> None:
        self.unit = unit
        self.down = ceil(unit / width)
        self.across = ceil(unit / self.down)
        self.units_per_line = max(1, width // unit)

    def __call__(self, slot: int) -> tuple[int, int]:
        """Return the line and the column of a slot."""
        nth, within = divmod(slot, self.unit)
        if self.down > 1:
            line, x = divmod(within, self.across)
            return nth * self.down + line, x
        line, unit_on_line = divmod(nth, self.units_per_line)
        return line, unit_on_line * self.unit + within

    def lines(self, slots: int) -> int:
        """Count the lines that so many slots take."""
        return self(slots - 1)[0] + 1 if slots else 0


class Picture:
    """Marks on lines of slots. A slot is 1 wide and 1 high; y counts downwards.

    Parameters
    ----------
    width : float
        Slots on a line.
    margin : float
        Width of the margin left of the lines, for the sequences' letters, in slots.

    Attributes
    ----------
    height : float
        What the lines so far take, gaps included, in slots.
    marks : dict of lists
        The table, by column: ``kind`` (a `Mark`), ``x`` and ``y`` of the centre, ``w`` and
        ``h``, ``text``, ``hue`` (index of the sequence's colour), ``paint`` (that of a used slot,
        else `HUES` + kind), ``row`` (index of the sequence, -1 for none) and ``slot``
        (position in the row).
    """

    columns = ("kind", "x", "y", "w", "h", "text", "hue", "paint", "row", "slot")

    def __init__(self, width: float, margin: float) -> None:
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
        place = _Places(unit, self.width)
        lines = max(1, place.lines(drawn))
        spare_lines = max(0, place.lines(reach) - lines)
        top = self.height

        self.add_mark(Mark.NAME, -self.margin / 2, top + 0.5, text=name, row=row)
        size = (place.across - UNIT_INSET, place.down - UNIT_INSET)
        for first in range(0, allocated, unit):
            line, x = place(first)
            centre = (x + place.across / 2, top + line + place.down / 2)
            self.add_mark(Mark.UNIT, *centre, *size, row=row, slot=first)
        for slot in range(max(drawn, reach)):
            line, x = place(slot)
            spare = line - lines + 0.5
            y = line + 0.5 if spare < 0 else lines + GAP * spare / spare_lines
            text = f"{name}{slot + 1}" if slot < length else ""
            kind = _kind(slot, held, allocated, length)
            self.add_mark(kind, x + 0.5, top + y, text=text, row=row, slot=slot)
            if slot in ringed:
                self.add_mark(Mark.RING, x + 0.5, top + y, RING, RING, row=row, slot=slot)
        self.height += lines + GAP

    def add_tokens(self, row: int, count: int) -> None:
        """Draw one sequence as its letter and its tokens, wherever their slots may be."""
        name = NAMES[row]
        self.add_mark(Mark.NAME, -self.margin / 2, self.height + 0.5, text=name, row=row)
        for slot in range(count):
            line, x = divmod(slot, self.width)
            centre = (x + 0.5, self.height + line + 0.5)
            self.add_mark(Mark.USED, *centre, text=f"{name}{slot + 1}", row=row, slot=slot)
        self.height += max(1, ceil(count / self.width)) + GAP

    def add_free(self, count: int) -> None:
        """Draw `count` free slots on lines of their own."""
        for slot in range(count):
            line, x = divmod(slot, self.width)
            self.add_mark(Mark.FREE, x + 0.5, self.height + line + 0.5, slot=slot)
        self.height += ceil(count / self.width)

    def add_unit(self, place: int, unit: int) -> None:
        """Draw the outline of a block or page that begins at a place on the present line."""
        side = 1 - UNIT_INSET
        self.add_mark(Mark.UNIT, place + unit / 2, self.height + 0.5, unit - UNIT_INSET, side)

    def add_slot(self, kind: Mark, place: int, row: int, slot: int, ringed: bool) -> None:
        """Draw one slot of any row at a place on the present line."""
        centre = (place + 0.5, self.height + 0.5)
        text = f"{NAMES[row]}{slot + 1}" if kind == Mark.USED else ""
        self.add_mark(kind, *centre, text=text, row=row, slot=slot)
        if ringed:
            self.add_mark(Mark.RING, *centre, RING, RING, row=row, slot=slot)

    def add_mark(
        self, kind: Mark, x: float, y: float, w: float = SLOT, h: float = SLOT,
        text: str = "", row: int = -1, slot: int = -1,
    ) -> None:  # fmt: skip
        """Draw one mark; see the columns of `marks`."""
        hue = max(row, 0) % HUES
        paint = hue if kind == Mark.USED else HUES + kind
        mark = (kind, x, y, w, h, text, hue, paint, row, slot)
        for column, entry in zip(self.columns, mark, strict=True):
            self.marks[column].append(entry)


def _kind(slot: int, held: int, allocated: int, length: int) -> Mark:
    if slot < held:
        return Mark.USED
    if slot < allocated:
        return Mark.WASTED
    return Mark.TURNED_AWAY if slot < length else Mark.REACH


def tokens_picture(lengths: Sequence[int], width: int) -> Picture:
    """Draw sequences as their tokens alone, laid out in nothing."""
    picture = Picture(width, margin=width / 16)
    for row, length in enumerate(lengths):
        picture.add_tokens(row, length)
    return picture
