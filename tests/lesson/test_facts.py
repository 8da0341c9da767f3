"""The numbers that the words say, against a count that goes slot by slot."""

from itertools import groupby

from hypothesis import example, given
from hypothesis import strategies as st
from independent import USED, WASTED, rows_of_blocks, rows_of_pages

from kvpage import naive, paged
from kvpage.lesson.facts import NAMES, both_sides, in_a_list, one_side, slots_in_order, strip_runs

some_lengths = st.lists(st.integers(0, 32), min_size=1, max_size=8)
blocks = st.integers(1, 32)
pages = st.integers(1, 16)


def chosen(facts, expected):
    return {name: facts[name] for name in expected}


def assert_side_agrees(facts, lengths, rows, unit, cache):
    """Compare the sums and every sequence's numbers with rows of slots."""
    held = [row.count(USED) for row in rows]
    wasted = [row.count(WASTED) for row in rows]
    sequences = [
        {
            "name": NAMES[i],
            "length": lengths[i],
            "held": held[i],
            "allocated": len(rows[i]),
            "wasted": wasted[i],
            "turned_away": lengths[i] - held[i],
            "units": len(range(0, len(rows[i]), unit)),
        }
        for i in range(len(rows))
    ]
    sums = {
        "n": len(rows),
        "unit": unit,
        "units": sum(sequence["units"] for sequence in sequences),
        "cache": cache,
        "asked": sum(lengths),
        "tokens": sum(held),
        "allocated": sum(map(len, rows)),
        "wasted": sum(wasted),
        "free": cache - sum(map(len, rows)),
        "turned_away": sum(lengths) - sum(held),
    }
    assert chosen(facts, sums) == sums
    for said, expected in zip(facts["sequences"], sequences, strict=True):
        assert chosen(said, expected) == expected
    assert [cut["name"] for cut in facts["too_long"]] == [
        sequence["name"] for sequence in sequences if sequence["turned_away"]
    ]


@given(some_lengths, blocks, st.integers(0, 40))
def test_blocks_are_counted_slot_by_slot(lengths, block_size, free):
    rows = rows_of_blocks(lengths, block_size)
    cache = sum(map(len, rows)) + free
    facts = one_side(naive(lengths, block_size, truncate=True), cache)
    assert_side_agrees(facts, lengths, rows, block_size, cache)


@given(some_lengths, pages, st.integers(0, 40))
def test_pages_are_counted_slot_by_slot(lengths, page_size, free):
    rows = rows_of_pages(lengths, page_size)
    cache = sum(map(len, rows)) + free
    assert_side_agrees(one_side(paged(lengths, page_size), cache), lengths, rows, page_size, cache)


@given(some_lengths, blocks, pages)
@example([4, 4, 4], 4, 3)
@example([0, 8], 4, 3)
def test_the_verdict_compares_waste_only_where_every_token_has_a_slot(
    lengths, block_size, page_size
):
    in_blocks = rows_of_blocks(lengths, block_size)
    in_pages = rows_of_pages(lengths, page_size)
    cache = max(sum(map(len, in_blocks)), sum(map(len, in_pages)))
    reserve = one_side(naive(lengths, block_size, truncate=True), cache)
    facts = both_sides(reserve, one_side(paged(lengths, page_size), cache))
    reserve_wasted, paged_wasted = (
        sum(row.count(WASTED) for row in rows) for rows in (in_blocks, in_pages)
    )
    cut = max(lengths) > block_size
    verdicts = {
        "fewer": not cut and paged_wasted < reserve_wasted,
        "even": not cut and paged_wasted == reserve_wasted,
        "worse": not cut and paged_wasted > reserve_wasted,
    }
    assert {name: bool(facts[name]) for name in verdicts} == verdicts
    assert facts["longest"] == max(lengths)
    assert (facts["reserve_wasted"], facts["paged_wasted"]) == (reserve_wasted, paged_wasted)
    rows = [
        (row["name"], row["length"], row["reserve_allocated"], row["paged_allocated"])
        for row in facts["rows"]
    ]
    sizes = map(len, in_blocks), map(len, in_pages)
    assert rows == list(zip(NAMES[: len(lengths)], lengths, *sizes, strict=True))


@given(some_lengths, pages, st.integers(0, 40))
def test_every_slot_stands_in_order_and_its_run_is_counted(lengths, page_size, free):
    rows = rows_of_pages(lengths, page_size)
    expected = [
        ("used" if state == USED else "wasted", name, slot)
        for name, row in zip(NAMES, rows, strict=False)
        for slot, state in enumerate(row)
    ] + [("free", "", slot) for slot in range(free)]
    slots = slots_in_order(paged(lengths, page_size), len(expected))
    runs = strip_runs(slots)
    assert slots == expected
    assert [(run["state"], run["name"], run["count"]) for run in runs] == [
        (*run, len(list(same))) for run, same in groupby(slot[:2] for slot in expected)
    ]


@given(st.integers(0, 8))
def test_only_the_ends_of_a_list_are_first_and_last(count):
    items = in_a_list([{"name": name} for name in NAMES[:count]])
    assert "".join(item["name"] for item in items) == NAMES[:count]
    assert [bool(item["first"]) for item in items] == [i == 0 for i in range(count)]
    assert [bool(item["last"]) for item in items] == [i == count - 1 for i in range(count)]
