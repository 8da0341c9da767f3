"""Counts that are made without kvpage, and what the tests compare with them."""

import re

FREE, USED, WASTED = range(3)


def rows_of_blocks(lengths, block_size):
    """Give each sequence its block; a token that finds no slot is left out."""
    rows = []
    for length in lengths:
        row = []
        for slot in range(block_size):
            row.append(USED if slot < length else WASTED)
        rows.append(row)
    return rows


def rows_of_pages(lengths, page_size):
    """Give each token a slot of its sequence, with a new page whenever none is left."""
    rows = []
    for length in lengths:
        row = []
        for _ in range(length):
            if WASTED not in row:
                row.extend([WASTED] * page_size)
            row[row.index(WASTED)] = USED
        rows.append(row)
    return rows


def naming(*words):
    """Return a pattern for a message in which each of the words stands by itself."""
    return "".join(
        rf"(?=.*(?<![A-Za-z0-9-]){re.escape(str(word))}(?![A-Za-z0-9]))" for word in words
    )


def seen(allocator):
    """Return everything that an allocator shows."""
    return {
        "names": allocator.names,
        "lengths": allocator.lengths,
        "tables": [allocator.table(name) for name in allocator.names],
        "free_list": allocator.free_list,
        "counts": (allocator.n_free, allocator.n_units, allocator.n_unusable, allocator.n_slots),
        "owner": allocator.owner().tolist(),
        "state": allocator.state().tolist(),
    }
