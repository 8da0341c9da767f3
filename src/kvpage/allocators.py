"""Two ways to lay sequences out in a KV cache, as pure functions on numpy arrays.

`naive` reserves one block of fixed size for each sequence; `paged` hands out fixed-size
pages as a sequence grows. Both return an `Allocation`, from which every number, cell and
sentence of the lesson is read.

All counts are in slots; a slot has room for one token's keys and values.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kvpage.cache.naive import NaiveAllocator
from kvpage.cache.paged import PagedAllocator
from kvpage.cache.slots import CacheFull, SequenceTooLong, SlotState
from kvpage.cache.validation import (
    INT64_MAX,
    Counts,
    all_at_least,
    at_least,
    fits_int64,
    whole_number,
)

__all__ = [
    "Allocation",
    "CacheFull",
    "NaiveAllocator",
    "PagedAllocator",
    "SequenceTooLong",
    "SlotState",
    "naive",
    "paged",
]


@dataclass(frozen=True, eq=False)
class Allocation:
    """How many slots each of n sequences was given, and what became of them.

    Made by `naive` and `paged`. Immutable: the arrays are read-only, and two allocations
    are equal only if they are the same object.

    Attributes
    ----------
    scheme : {"naive", "paged"}
        Which function laid the sequences out.
    unit : int
        Slots handed out at a time: the block size B or the page size P.
    lengths : ndarray of int64, shape (n,)
        Tokens asked for.
    held : ndarray of int64, shape (n,)
        Tokens in the cache, ``lengths - turned_away``.
    turned_away : ndarray of int64, shape (n,)
        Tokens that found no slot; all zero unless `naive` truncated.
    allocated : ndarray of int64, shape (n,)
        Slots handed to each sequence.
    wasted : ndarray of int64, shape (n,)
        Slots handed out that hold no token, ``allocated - held``.
    n_units : int
        Blocks or pages handed out.
    n_tokens : int
        Tokens in the cache, ``sum(held)``.
    n_slots : int
        Slots handed out, ``sum(allocated)``.
    """

    scheme: Literal["naive", "paged"]
    unit: int
    lengths: Counts
    held: Counts
    turned_away: Counts
    allocated: Counts
    wasted: Counts
    n_units: int
    n_tokens: int
    n_slots: int

    @property
    def n_wasted(self) -> int:
        """Slots handed out that hold no token."""
        return self.n_slots - self.n_tokens

    @property
    def fragmentation(self) -> float:
        """Internal fragmentation: wasted slots over allocated ones, 0.0 if there are none."""
        return self.n_wasted / self.n_slots if self.n_slots else 0.0

    def slot_grid(self, width: int | None = None) -> NDArray[np.uint8]:
        """Draw each sequence as a row of slots.

        Parameters
        ----------
        width : int, optional
            Slots in a row; by default those of the widest row.

        Returns
        -------
        ndarray of uint8, shape (n, width)
            `SlotState` codes: a row's tokens, then its wasted slots, then free ones.

        Raises
        ------
        TypeError
            If `width` is not a whole number.
        ValueError
            If `width` is smaller than the widest row.
        """
        widest = int(self.allocated.max(initial=0))
        if width is None:
            width = widest
        elif whole_number(width, "width") < widest:
            raise ValueError(
                f"width is {width}, but the widest row has {widest} slots; give {widest} or more"
            )
        slot = np.arange(width)
        grid = np.full((len(self.lengths), width), SlotState.FREE, dtype=np.uint8)
        grid[slot < self.allocated[:, np.newaxis]] = SlotState.WASTED
        grid[slot < self.held[:, np.newaxis]] = SlotState.USED
        return grid


def naive(lengths: ArrayLike, block_size: int, *, truncate: bool = False) -> Allocation:
    """Reserve one block for every sequence, however long it turns out to be.

    ``allocated_i = block_size``: the contiguous reservation for the longest possible
    sequence that serving systems made before paging (Kwon et al. 2023, "Efficient Memory
    Management for Large Language Model Serving with PagedAttention", section 3.1).

    Parameters
    ----------
    lengths : sequence or array of int, shape (n,)
        Tokens of each sequence, 0 or more.
    block_size : int
        Slots in a block, 1 or more.
    truncate : bool, default False
        Hold what fits of a sequence longer than the block, and report the rest in
        `Allocation.turned_away`.

    Returns
    -------
    Allocation
        With scheme ``"naive"`` and n blocks.

    Raises
    ------
    TypeError
        If a length or `block_size` is not a whole number.
    ValueError
        If a length is negative, `block_size` is below 1, `lengths` is not one-dimensional,
        or a sum does not fit int64.
    SequenceTooLong
        If a sequence is longer than the block and `truncate` is false.

    Examples
    --------
    >>> cache = naive([1, 4, 2], block_size=4)
    >>> cache.n_wasted, cache.n_slots
    (5, 12)
    """
    asked, longest, total = _sequence_lengths(lengths)
    block = _unit(block_size, "block_size")
    n_slots = fits_int64(len(asked) * block, "the sum of allocated slots")
    allocated = np.broadcast_to(np.int64(block), asked.shape)
    if longest <= block:
        held, turned_away = asked, np.broadcast_to(np.int64(0), asked.shape)
    elif truncate:
        held = np.minimum(asked, block)
        turned_away = asked - held
        total = int(held.sum())
    else:
        index = int(np.argmax(asked > block))
        raise SequenceTooLong(
            f"lengths[{index}] is {asked[index]} tokens, but a block has {block} slots; "
            f"give a block_size of at least {longest}, or truncate=True"
        )
    return _allocation("naive", block, asked, held, turned_away, allocated, total, n_slots)


def paged(lengths: ArrayLike, page_size: int) -> Allocation:
    """Give every sequence as many pages as its tokens need, and no more.

    ``allocated_i = ceil(length_i / page_size) * page_size``. A page belongs to one
    sequence, so the waste sits in each sequence's last page and is at most
    ``page_size - 1`` slots (Kwon et al. 2023, section 4.3).

    Parameters
    ----------
    lengths : sequence or array of int, shape (n,)
        Tokens of each sequence, 0 or more.
    page_size : int
        Slots in a page, 1 or more.

    Returns
    -------
    Allocation
        With scheme ``"paged"``; nothing is ever turned away.

    Raises
    ------
    TypeError
        If a length or `page_size` is not a whole number.
    ValueError
        If a length is negative, `page_size` is below 1, `lengths` is not one-dimensional,
        or a sum does not fit int64.

    Examples
    --------
    >>> cache = paged([1, 4, 2], page_size=2)
    >>> cache.n_wasted, cache.n_slots, cache.n_units
    (1, 8, 4)
    """
    held, longest, total = _sequence_lengths(lengths)
    page = _unit(page_size, "page_size")
    if longest <= INT64_MAX - page:
        pages = held + (page - 1)
        pages //= page
    else:
        pages = -(-held // page)
    n_slots = fits_int64(int(pages.sum()) * page, "the sum of allocated slots")
    allocated = np.multiply(pages, page, out=pages)
    turned_away = np.broadcast_to(np.int64(0), held.shape)
    return _allocation("paged", page, held, held, turned_away, allocated, total, n_slots)


def _allocation(
    scheme: Literal["naive", "paged"],
    unit: int,
    lengths: Counts,
    held: Counts,
    turned_away: Counts,
    allocated: Counts,
    n_tokens: int,
    n_slots: int,
) -> Allocation:
    wasted = allocated - held
    for counts in (lengths, held, turned_away, allocated, wasted):
        counts.flags.writeable = False
    return Allocation(
        scheme=scheme,
        unit=unit,
        lengths=lengths,
        held=held,
        turned_away=turned_away,
        allocated=allocated,
        wasted=wasted,
        n_units=n_slots // unit,
        n_tokens=n_tokens,
        n_slots=n_slots,
    )


def _sequence_lengths(lengths: ArrayLike) -> tuple[Counts, int, int]:
    """Copy the lengths into a new int64 array; return it, the longest, and their sum."""
    values = all_at_least(0, lengths, "lengths", "token")
    longest = int(values.max(initial=0))
    if len(values) * longest > INT64_MAX:
        fits_int64(_exact_sum(values), "the sum of lengths")
    counts = np.array(values, dtype=np.int64)
    return counts, longest, int(counts.sum())


def _unit(value: Any, name: str) -> int:
    return fits_int64(at_least(1, value, name, "slot"), name)


def _exact_sum(counts: NDArray[Any]) -> int:
    """Sum counts of any size without wrapping around."""
    if counts.dtype == object:
        return sum(counts.tolist())
    return (int((counts >> 32).sum()) << 32) + int((counts & 0xFFFFFFFF).sum())
