"""The file's cells, numbers and sentences are those of the allocators, for all that can be set."""

import random
import re
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from xml.etree import ElementTree

import numpy as np
from exported import MODEL
from helpers import FREE, LETTER, OUTLINE, TURNED_AWAY, USED, WASTED

from kvpage import SideBySide, naive, paged

LETTERS = "ABCDEFGH"
LENGTHS, BLOCKS, PAGES = range(33), range(1, 33), range(1, 17)

SET_AND_READ = """async states => {
    const model = MODEL
    const find = (root, selector) => [...root.querySelectorAll("*")].flatMap(element => [
        ...(element.matches(selector) ? [element] : []),
        ...(element.shadowRoot ? find(element.shadowRoot, selector) : []),
    ])
    const figure = document.querySelector("#side-by-side")
    const parts = () => find(figure, "[data-shows]")
    const flat = node => node.textContent.replace(/\\s+/g, " ").trim()
    const data = name => Object.entries(model(name).renderers[0].data_source.data)
    const single = value => typeof value == "number" ? Math.fround(value) : value

    const found = []
    for (const [lengths, block, pageSize] of states) {
        model("lengths").value = lengths.join(", ")
        model("block").value = block
        model("page").value = pageSize
        const expected = `${lengths} ${block} ${pageSize}`
        for (const start = performance.now(); performance.now() < start + 10_000;) {
            if (parts().every(part => part.dataset.shows == expected))
                break
            await new Promise(requestAnimationFrame)
        }
        found.push({
            shows: parts().map(part => part.dataset.shows),
            sentences: [...parts(), ...find(figure, "table")].map(flat),
            meters: find(figure, ".meter i").map(bar => [bar.className, bar.style.flexGrow]),
            labels: find(figure, "[role=img]").map(image => image.getAttribute("aria-label")),
            cells: ["reserve_grid", "paged_grid"].map(name => Object.fromEntries(
                data(name).map(([column, values]) => [column, [...values].map(single)])
            )),
            spans: ["reserve_grid", "paged_grid"].map(model).map(({x_range, y_range}) =>
                [x_range.start, x_range.end, y_range.start, y_range.end]),
        })
    }
    return found
}""".replace("MODEL", MODEL)


def all_pairs():
    """Go through all lengths with each block and each page, eight lengths at a time."""
    return [
        (LENGTHS[start : start + 8], block, PAGES[(block - 1) % 16])
        for start in range(0, 33, 8)
        for block in BLOCKS
    ]


def mixes(count, chance):
    """Draw workloads of every size, with lengths that fill their units, and nearly do."""
    for _ in range(count):
        block, page_size = chance.choice(BLOCKS), chance.choice(PAGES)
        near = [0, 32, block, block - 1, min(block + 1, 32), page_size, 2 * page_size]
        lengths = [
            chance.choice([*near, *chance.choices(LENGTHS, k=9)])
            for _ in range(chance.randint(1, 8))
        ]
        yield lengths, block, page_size


def single(column):
    """List a column, its numbers in single precision."""
    return (column if column.dtype.kind == "U" else column.astype(np.float32)).tolist()


def told(view):
    """Give what the page should say, from what Python's figure says."""
    grids = view.reserve_grid, view.paged_grid
    panes = [view.comparison, view.reserve_words, view.paged_words, view.table]
    objects = [pane.object for pane in panes]
    texts = ["".join(ElementTree.fromstring(f"<p>{html}</p>").itertext()) for html in objects]
    bars = re.findall(r'<i class="(\w+)" style="flex:(\d+)">', "".join(objects))
    return {
        "shows": [re.search('data-shows="(.*?)"', html)[1] for html in objects[:3]],
        "sentences": [" ".join(text.split()) for text in texts],
        "meters": [list(bar) for bar in bars],
        "labels": [grid.figure.html_attributes["aria-label"] for grid in grids],
        "cells": [
            {name: single(np.asarray(column)) for name, column in grid.source.data.items()}
            for grid in grids
        ],
        "spans": [
            [figure.x_range.start, figure.x_range.end, figure.y_range.start, figure.y_range.end]
            for figure in (grid.figure for grid in grids)
        ],
    }


def assert_cells_counted(columns, allocation, cache):
    """Compare the cells of each row with what was allocated to it."""
    cells = Counter(zip(columns["row"], columns["kind"], strict=True))
    expected = {(-1, FREE): cache - allocation.n_slots}
    for row in range(len(allocation.held)):
        expected |= {
            (row, LETTER): 1,
            (row, OUTLINE): allocation.allocated[row] // allocation.unit,
            (row, USED): allocation.held[row],
            (row, WASTED): allocation.wasted[row],
            (row, TURNED_AWAY): allocation.turned_away[row],
        }
    drawn = {FREE, USED, WASTED, TURNED_AWAY, OUTLINE, LETTER}
    found = {place: count for place, count in cells.items() if place[1] in drawn}
    assert found == {place: count for place, count in expected.items() if count}
    texts = [
        text for kind, text in zip(columns["kind"], columns["text"], strict=True) if kind == USED
    ]
    assert texts == [
        f"{LETTERS[row]}{token}"
        for row, held in enumerate(allocation.held)
        for token in range(1, held + 1)
    ]


def assert_label_counts(label, allocation, cache):
    """Find the allocation's counts in the words for a picture, in order, and no others."""
    has_pages = label.startswith("Pages")
    numbers = [allocation.unit]
    for row in range(len(allocation.held)):
        counts = [allocation.allocated[row], allocation.held[row], allocation.wasted[row]]
        numbers += [allocation.allocated[row] // allocation.unit, *counts] if has_pages else counts
        numbers += [allocation.turned_away[row]] if allocation.turned_away[row] else []
    numbers += [cache, allocation.n_tokens, allocation.n_wasted, cache - allocation.n_slots]
    numbers += [allocation.turned_away.sum()] if allocation.turned_away.any() else []
    assert [int(number) for number in re.findall(r"\d+", label)] == numbers


def assert_sentence_counts(sentence, allocation, cache, away):
    """Find the sums, and the fragmentation to three decimals, in the sentence about a side."""
    taken = re.search(r"(\d+) (?:block|page)s? of \d+ slots? takes? (\d+) of the (\d+)", sentence)
    sums = (allocation.n_units, allocation.n_slots, cache)
    assert tuple(map(int, taken.groups())) == sums
    assert re.search(rf"\b{allocation.n_wasted} of {allocation.n_slots} (is|are) wasted", sentence)
    assert [int(count) for count in re.findall(r"(\d+) of \d+ tokens? (?:is|are)", sentence)] == (
        [away] if away else []
    )
    printed = re.findall(r"fragmentation ([=≈]) (\d\.\d{3})\b", sentence)
    if allocation.n_slots:
        exact = Decimal(allocation.n_wasted) / allocation.n_slots
        rounded = exact.quantize(Decimal("0.001"), ROUND_HALF_UP)
        sign = "=" if rounded * allocation.n_slots == allocation.n_wasted else "≈"
        assert printed == [(sign, str(rounded))]
    else:
        assert printed == []


def told_of(view, lengths, block, page_size):
    """Set Python's figure to this; give what the page should say."""
    view.param.update(lengths=list(lengths), block_size=block, page_size=page_size)
    return told(view)


def assert_counted(found, lengths, block, page_size):
    """Compare what is said and drawn with what was allocated."""
    sides = naive(list(lengths), block, truncate=True), paged(list(lengths), page_size)
    cache = max(side.n_slots for side in sides)
    for number, side in enumerate(sides):
        assert_cells_counted(found["cells"][number], side, cache)
        assert_label_counts(found["labels"][number], side, cache)
        away = int(sum(side.turned_away))
        assert_sentence_counts(found["sentences"][1 + number], side, cache, away)


def test_every_length_is_counted_with_every_block_and_every_page():
    states = all_pairs()
    blocks = {(length, block) for lengths, block, _ in states for length in lengths}
    pages = {(length, page_size) for lengths, _, page_size in states for length in lengths}
    assert (len(blocks), len(pages)) == (33 * 32, 33 * 16)
    view = SideBySide()
    for state in states:
        assert_counted(told_of(view, *state), *state)


def test_mixes_of_lengths_blocks_and_pages_are_counted():
    view = SideBySide()
    for state in mixes(150, random.Random(33)):
        assert_counted(told_of(view, *state), *state)


def test_the_file_says_and_draws_what_python_says_and_draws(in_file):
    page = in_file("only=side-by-side")
    page.set_viewport_size({"width": 400, "height": 300})
    view = SideBySide()
    states = [([*lengths], *sizes) for lengths, *sizes in mixes(12, random.Random(34))]
    for state, found in zip(states, page.evaluate(SET_AND_READ, states), strict=True):
        for part, expected in told_of(view, *state).items():
            assert (part, found[part]) == (part, expected)
