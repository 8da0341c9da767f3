"""Where the page's scripts put marks, and where Python does."""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts import Scripts, as_script

from kvpage import naive, paged
from kvpage.drawing.cache_layout import cache_picture, rows_picture, slots_picture
from kvpage.drawing.slot_layout import LINE_WIDTHS, Mark, Picture, line_width
from kvpage.drawing.timelines import interval, stairs
from kvpage.drawing.waste_curves import _on_both, in_block
from kvpage.lesson.facts import waste_by_length
from kvpage.lesson.scenarios import SCENARIOS, tell
from kvpage.serving.residency import residencies
from kvpage.serving.workloads import both

lengths = st.lists(st.integers(0, 32), min_size=1, max_size=8)
units = st.integers(1, 32)


@pytest.fixture(scope="module")
def scripts():
    return Scripts("cache_layout.js", "timelines.js", "waste_curves.js", "residency.js")


def seen(picture):
    """Give all of a picture as the scripts hand it to a plot."""
    names = ("width", "margin", "height", "marks")
    return {name: getattr(picture, name) for name in names}


DRAW = """(allocation, width, reach, free) => {
    const picture = new Picture(width, width / 16)
    reach.forEach((end, row) => picture.addRow(allocation, row, end))
    picture.addFree(free)
    return picture
}"""


@settings(deadline=None)
@given(lengths, units, st.integers(1, 20), st.integers(0, 9), st.integers(0, 40), st.booleans())
def test_rows_and_free_slots_are_drawn_alike(scripts, lengths, unit, width, reach, free, in_pages):
    allocation = paged(lengths, unit) if in_pages else naive(lengths, unit, truncate=True)
    ends = [max(pair) + reach for pair in zip(allocation.allocated.tolist(), lengths, strict=True)]
    picture = Picture(width, width / 16)
    for row, end in enumerate(ends):
        picture.add_row(allocation, row, end)
    picture.add_free(free)
    assert scripts(DRAW, as_script(allocation), width, ends, free) == seen(picture)


@settings(deadline=None)
@given(lengths, st.sampled_from(LINE_WIDTHS))
def test_tokens_are_drawn_alike(scripts, lengths, width):
    picture = Picture(width, width / 16)
    for row, length in enumerate(lengths):
        picture.add_tokens(row, length)
    assert scripts("tokensPicture", lengths, width) == seen(picture)


def test_a_line_is_as_wide_as_in_python(scripts):
    for extent in range(40):
        assert scripts("lineWidth", extent) == line_width(extent)


@pytest.mark.parametrize(("scenario", "layout"), [*product(SCENARIOS, ("naive", "paged"))])
def test_every_step_of_a_story_is_drawn_alike(scripts, scenario, layout):
    for facts in tell(scenario, layout):
        assert scripts("facts => rowsPicture(facts)", facts) == seen(rows_picture(facts))
        assert scripts("facts => cachePicture(facts)", facts) == seen(cache_picture(facts))


@pytest.mark.parametrize("layout", ["naive", "paged"])
def test_the_frame_around_a_marked_unit_is_all_that_comes_with_it(scripts, layout):
    for facts, name in product(tell("growing", layout), ("rowsPicture", "cachePicture")):
        plain, marked = scripts(name, facts), scripts(name, facts, 0)
        frames = [at for at, kind in enumerate(marked["marks"]["kind"]) if kind == Mark.MARKED]
        outlines = zip(
            *(plain["marks"][column] for column in ("kind", "slot", "x", "y")), strict=True
        )
        around = [place for kind, slot, *place in outlines if (kind, slot) == (Mark.UNIT, 0)]
        assert [[marked["marks"][axis][at] for axis in "xy"] for at in frames] == around
        for column, values in marked["marks"].items():
            others = [value for at, value in enumerate(values) if at not in frames]
            assert others == plain["marks"][column]


@pytest.mark.parametrize(
    "setting",
    [
        (128, 32, 1, "heavy", "short", 1),
        (128, 64, 4, "flood", "chat-like", 2),
        (256, 128, 8, "light", "mixed", 3),
        (256, 64, 16, "flood", "long", 1),
    ],
)
def test_every_slot_of_a_run_s_cache_is_drawn_alike(scripts, setting):
    draw = """(cache, unit, residencies, steps) => {
        const run = new Run(cache, unit, {}, residencies)
        return steps.map(step => slotsPicture(run, step))
    }"""
    for run in both(*setting):
        steps = [0, 1, 2, *range(5, int(run.finished.max()) + 3, 7)]
        drawn = scripts(
            draw, setting[0], run.at(0).unit, [each._asdict() for each in residencies(run)], steps
        )
        assert drawn == [seen(slots_picture(run.at(step))) for step in steps]


@settings(deadline=None)
@given(st.lists(st.integers(0, 300), max_size=20), st.integers(0, 30))
def test_counts_are_stairs_alike(scripts, values, end):
    assert scripts("stairs", values, end) == stairs(values, end)


def test_axes_are_numbered_alike(scripts):
    ends = [*range(1, 1200), 10_000, 123_456]
    assert scripts("ends => ends.map(interval)", ends) == [interval(end) for end in ends]


@settings(deadline=None)
@given(lengths, units, st.integers(1, 16))
def test_sequences_stand_on_both_curves_alike(scripts, lengths, block, page):
    rows = waste_by_length(lengths, block, page, 0)["rows"]
    found = scripts("rows => [rows.map(inBlock), onBoth(rows)]", rows)
    in_blocks = [None if math.isnan(wasted := in_block(row)) else wasted for row in rows]
    assert found == [in_blocks, _on_both(rows)]
