"""Pictures of a cache in one step: sequences in their order, and where their units are.

``page/scripts/cache_layout.js`` draws them in the same way where a step is a frame.
"""

from math import ceil

from kvpage.cache.allocator import Allocator
from kvpage.drawing.slot_layout import UNIT_INSET, Mark, Picture
from kvpage.lesson.facts import Facts

__all__ = [
    "APART",
    "BESIDE",
    "INNER",
    "LINE",
    "NUMBER",
    "SPACE",
    "WIDTH",
    "cache_picture",
    "rows_picture",
    "slots_picture",
]

LINE = 16
"""Slots on a line."""
APART = 0.2
"""Width of the gap between two units, in slots."""
BESIDE = 0.8
"""Width of the margin for the sequences' letters, in slots."""
INNER = 0.72
"""Side of the ring in a slot that is written, in slots."""
NUMBER, SPACE = 0.55, 0.4
"""Height of the numbers above a line of units, and of the space below, in slots."""
WIDTH = LINE + 3 * APART + 0.06
"""Width of a line, with room for four units and for the last one's outline."""


def rows_picture(facts: Facts) -> Picture:
    """Draw each sequence's units in logical order, every one with its number.

    Parameters
    ----------
    facts : dict
        A step as `kvpage.lesson.scenarios.tell` says it.
    """
    picture = Picture(WIDTH, margin=BESIDE)
    for row in facts["rows"]:
        y = picture.height + NUMBER + 0.5
        picture.add_mark(Mark.NAME, -BESIDE / 2, y, text=row["name"], row=row["row"])
        if not row["runs"]:
            absent = "waits" if row["waits"] else "done" if row["gone"] else "to come"
            picture.add_mark(Mark.NAME, 1.5, y, text=absent, row=row["row"])
        for nth, number in enumerate(row["table"]):
            _add_unit(picture, nth, facts["units"][number], facts)
        picture.height += NUMBER + 1 + SPACE
    return picture


def cache_picture(facts: Facts) -> Picture:
    """Draw the units of the cache in their physical order, every one with its number.

    Parameters
    ----------
    facts : dict
        A step as `kvpage.lesson.scenarios.tell` says it.
    """
    picture = Picture(WIDTH, margin=BESIDE)
    on_a_line = LINE // facts["unit"]
    for unit in facts["units"]:
        nth = unit["number"] % on_a_line
        if unit["number"] and not nth:
            picture.height += NUMBER + 1 + SPACE
        _add_unit(picture, nth, unit, facts)
    picture.height += NUMBER + 1 + SPACE
    return picture


def _add_unit(picture: Picture, nth: int, unit: Facts, facts: Facts) -> None:
    """Draw the nth unit on the present line: its number, its outline and its slots."""
    size, row, number = facts["unit"], unit["row"], unit["number"]
    left, y = nth * (size + APART), picture.height + NUMBER + 0.5
    middle = left + size / 2
    picture.add_mark(Mark.NAME, middle, picture.height + NUMBER / 2, text=str(number), slot=number)
    outline = size - UNIT_INSET, 1 - UNIT_INSET
    picture.add_mark(Mark.UNIT, middle, y, *outline, row=row, slot=number)
    newest = facts["rows"][row] if unit["name"] else {"before": 0}
    for place in range(size):
        token = unit["first_token"] + place
        kind = Mark.FREE
        if unit["name"]:
            kind = Mark.USED if place < unit["tokens"] else Mark.WASTED
        text = f"{unit['name']}{token}" if kind == Mark.USED else ""
        x, slot = left + place + 0.5, number * size + place
        picture.add_mark(kind, x, y, text=text, row=row, slot=slot)
        if kind == Mark.USED and token > newest["before"]:
            picture.add_mark(Mark.WRITTEN, x, y, INNER, INNER, row=row, slot=slot)


def slots_picture(cache: Allocator) -> Picture:
    """Draw every slot of a cache in physical order, with the number of the request that holds it.

    Parameters
    ----------
    cache : Allocator
        One of a run, whose sequences are called by the indices of their requests.
    """
    picture = Picture(LINE, margin=0)
    unit = cache.unit
    across, down = min(unit, LINE), max(1, unit // LINE)
    held = sorted(number for name in cache.names for number in cache.table(name))
    for number in held if unit > 1 else ():
        line, left = divmod(number * unit, LINE)
        centre = left + across / 2, line + down / 2
        picture.add_mark(Mark.UNIT, *centre, across - UNIT_INSET, down - UNIT_INSET, slot=number)
    for slot, (state, holder) in enumerate(zip(cache.state(), cache.owner(), strict=True)):
        line, left = divmod(slot, LINE)
        request = cache.names[holder] if holder >= 0 else -1
        text = str(request + 1) if state == Mark.USED else ""
        picture.add_mark(Mark(state), left + 0.5, line + 0.5, text=text, row=request, slot=slot)
    picture.height = ceil(cache.n_slots / LINE)
    return picture
