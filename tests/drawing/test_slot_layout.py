"""Where a picture puts its marks."""

import math
from collections import namedtuple
from itertools import groupby

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kvpage import naive, paged
from kvpage.drawing.slot_layout import Mark, Picture, line_width

MARGIN = 0.5
SLOTS = {Mark.FREE, Mark.USED, Mark.WASTED, Mark.TURNED_AWAY}
Seen = namedtuple("Seen", Picture.columns)

widths = st.integers(1, 20)
units = st.integers(1, 32)
some_lengths = st.lists(st.integers(0, 32), min_size=1, max_size=4)


def cut(lengths, block_size):
    return naive(lengths, block_size, truncate=True)


def drawn(allocation, width, reach=0, free=0):
    """Draw every row, each to be clicked `reach` slots beyond its end, and then free slots."""
    picture = Picture(width, MARGIN)
    for row, end in enumerate(np.maximum(allocation.allocated, allocation.lengths).tolist()):
        picture.add_row(allocation, row, end + reach)
    picture.add_free(free)
    return picture


def seen(picture, kinds=frozenset(Mark)):
    marks = zip(*(picture.marks[column] for column in Picture.columns), strict=True)
    return [mark for mark in map(Seen._make, marks) if mark.kind in kinds]


def lines(marks):
    """Return the slots of each line, line after line."""
    ordered = sorted(marks, key=lambda mark: (mark.y, mark.x))
    return [[mark.slot for mark in line] for _, line in groupby(ordered, lambda mark: mark.y)]


@settings(deadline=None)
@given(some_lengths, units, widths, st.integers(0, 9), st.sampled_from([cut, paged]))
def test_a_line_ends_where_the_next_unit_no_longer_fits(lengths, unit, width, reach, scheme):
    assume(unit <= width)
    picture = drawn(scheme(lengths, unit), width, reach)
    on_a_line = width // unit * unit
    for row in range(len(lengths)):
        slots = [mark for mark in seen(picture, SLOTS | {Mark.REACH}) if mark.row == row]
        for number, line in enumerate(lines(slots)):
            first = number * on_a_line
            assert line == list(range(first, min(first + on_a_line, len(slots))))


@given(widths, st.data())
def test_a_block_wider_than_the_line_is_halved(width, data):
    block_size = data.draw(st.integers(width + 1, 2 * width))
    picture = drawn(cut([data.draw(st.integers(0, block_size))], block_size), width)
    first, second = lines(seen(picture, SLOTS))
    assert first + second == list(range(block_size))
    assert len(first) - len(second) == block_size % 2


def test_every_page_wider_than_the_line_begins_a_line():
    picture = drawn(paged([22], 11), 8)
    assert {0, 11} <= {line[0] for line in lines(seen(picture, SLOTS))}


def covering(first, second):
    """Count the pairs of marks of which one covers the other's place or a part of it."""
    a, b = (np.array([(m.x, m.y, m.w, m.h) for m in marks]) for marks in (first, second))
    apart = abs(a[:, None] - b)
    reach = (a[:, None] + b) / 2
    return int((apart[..., :2] < reach[..., 2:]).all(axis=-1).sum())


@settings(deadline=None)
@given(some_lengths, units, widths, st.integers(0, 40), st.sampled_from([cut, paged]))
def test_slots_lie_apart_and_in_the_picture(lengths, unit, width, free, scheme):
    assume(unit <= width or scheme is cut)
    picture = drawn(scheme(lengths, unit), width, unit, free + 1)
    slots = seen(picture, SLOTS)
    clickable = [mark._replace(w=0, h=0) for mark in seen(picture, {Mark.REACH})]
    assert covering(slots, slots) == len(slots)
    assert covering(clickable, slots) == 0
    assert len({(mark.x, mark.y) for mark in clickable}) == len(clickable)
    for mark in [*slots, *clickable, *seen(picture, {Mark.UNIT})]:
        assert mark.w / 2 <= mark.x <= width - mark.w / 2
        assert mark.h / 2 <= mark.y <= picture.height - mark.h / 2
    for letter in seen(picture, {Mark.NAME}):
        assert -MARGIN < letter.x < 0


@settings(deadline=None)
@given(some_lengths, units, widths, st.sampled_from([cut, paged]))
@example([20], 17, 16, cut)
def test_an_outline_encloses_its_units_slots_and_no_others(lengths, unit, width, scheme):
    assume(unit <= width or scheme is cut)
    allocation = scheme(lengths, unit)
    picture = drawn(allocation, width)
    for outline in seen(picture, {Mark.UNIT}):
        inside = [
            (mark.row, mark.slot)
            for mark in seen(picture, SLOTS)
            if abs(mark.x - outline.x) < outline.w / 2 and abs(mark.y - outline.y) < outline.h / 2
        ]
        assert inside == [(outline.row, outline.slot + slot) for slot in range(unit)]
    assert [(mark.row, mark.slot) for mark in seen(picture, {Mark.UNIT})] == [
        (row, first)
        for row, slots in enumerate(allocation.allocated)
        for first in range(0, slots, unit)
    ]


@settings(deadline=None)
@given(some_lengths, units, st.integers(0, 40), st.sampled_from([cut, paged]))
def test_what_can_be_clicked_beyond_a_row_follows_its_last_slot(lengths, unit, reach, scheme):
    picture = drawn(scheme(lengths, unit), 16, reach)
    for row in range(len(lengths)):
        slots = [mark.slot for mark in seen(picture, SLOTS) if mark.row == row]
        beyond = [mark.slot for mark in seen(picture, {Mark.REACH}) if mark.row == row]
        assert slots + beyond == list(range(len(slots) + reach))


@given(st.sets(st.integers(0, 11)))
def test_a_ring_lies_around_its_slot(ringed):
    picture = Picture(4, MARGIN)
    picture.add_row(paged([5], 3), 0, 12, ringed)
    rings = {mark.slot: mark for mark in seen(picture, {Mark.RING})}
    assert rings.keys() == ringed
    for mark in seen(picture, SLOTS | {Mark.REACH}):
        if mark.slot in ringed:
            ring = rings[mark.slot]
            assert (ring.x, ring.y) == (mark.x, mark.y)
            assert ring.w > mark.w


@given(st.integers(0, 100), widths)
def test_free_slots_fill_line_after_line(count, width):
    picture = drawn(paged([], 1), width, free=count)
    assert [mark.slot for mark in seen(picture, {Mark.FREE})] == list(range(count))
    assert [len(line) for line in lines(seen(picture))][:-1] == [width] * (
        math.ceil(count / width) - 1 if count else 0
    )


@given(st.integers(0, 100))
def test_a_line_has_few_slots_as_long_as_every_row_fits_on_it(extent):
    few, many = line_width(0), line_width(1000)
    assert few < many
    assert line_width(extent) == (few if extent <= few else many)
