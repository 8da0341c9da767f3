"""What the live allocators do: sequences come, grow and go, and their units with them.

A unit is what is handed out at a time: a block of `NaiveAllocator`, a page of `PagedAllocator`.
Units count from 0; unit u is the slots from ``u * unit`` on. `kvpage.allocators` has the same two
schemes as pure functions of the lengths at one moment.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kvpage.cache.block_pool import BlockPool
from kvpage.cache.slots import CacheFull, SlotState
from kvpage.cache.validation import Counts, at_least, counted, fits_int64, shown

__all__ = ["Allocator"]


class Allocator(ABC):
    """What both live allocators do; they differ in the units that a sequence needs.

    A call either does all it was asked or raises and changes nothing. If there is more than one
    reason to refuse, the first of these is raised: `TypeError` or `ValueError` for a bad value,
    `KeyError` for a name that is not live, `ValueError` for one that is in use,
    `SequenceTooLong`, `CacheFull`.

    A name may be anything hashable. What the properties return is a copy.
    """

    unit_name: ClassVar[str]

    def __init__(self, n_slots: int, unit: int) -> None:
        self._n_slots = fits_int64(at_least(0, n_slots, "n_slots", "slot"), "n_slots")
        name = f"{self.unit_name}_size"
        self._unit = fits_int64(at_least(1, unit, name, "slot"), name)
        self._pool = BlockPool(self.n_units)
        self._lengths: dict[Hashable, int] = {}

    @abstractmethod
    def units_for(self, n_tokens: int) -> int:
        """BlockPool that a sequence of so many tokens holds."""

    @property
    def n_slots(self) -> int:
        """Slots in the cache."""
        return self._n_slots

    @property
    def unit(self) -> int:
        """Slots handed out at a time."""
        return self._unit

    @property
    def n_units(self) -> int:
        """Whole units in the cache, free or held."""
        return self._n_slots // self._unit

    @property
    def n_unusable(self) -> int:
        """Slots beyond the last whole unit, which are never handed out."""
        return self._n_slots % self._unit

    @property
    def names(self) -> list[Hashable]:
        """The live sequences in order of allocation."""
        return list(self._lengths)

    @property
    def lengths(self) -> dict[Hashable, int]:
        """The tokens of each live sequence, in order of allocation."""
        return dict(self._lengths)

    @property
    def free_list(self) -> list[int]:
        """The free units in the order in which they will be handed out."""
        return self._pool.free[::-1]

    @property
    def n_free(self) -> int:
        """BlockPool that nobody holds."""
        return len(self._pool.free)

    def allocate(self, name: Hashable, n_tokens: int) -> None:
        """Let a new sequence in, with room for its first tokens, and write them.

        Parameters
        ----------
        name : hashable
            What the sequence is called while it lives.
        n_tokens : int
            Tokens, 0 or more. Without a token a sequence holds no page, but a whole block.

        Raises
        ------
        TypeError
            If `name` cannot be hashed or `n_tokens` is not a whole number.
        ValueError
            If `n_tokens` is negative or `name` is in use.
        SequenceTooLong
            If the tokens are more than a block holds.
        CacheFull
            If fewer units are free than are needed.
        """
        _check_hashable(name)
        n_tokens = at_least(0, n_tokens, "n_tokens", "token")
        if name in self._lengths:
            tokens = counted(self._lengths[name], "token")
            raise ValueError(
                f"{shown(name)} is in use by a sequence of {tokens}; "
                "append to it, free it or take another name"
            )
        self._hold(name, n_tokens)

    def append(self, name: Hashable, n_tokens: int = 1) -> None:
        """Write further tokens of a sequence; a page is taken for a token that starts one.

        Parameters
        ----------
        name : hashable
            A live sequence.
        n_tokens : int, default 1
            Tokens, 1 or more.

        Raises
        ------
        TypeError
            If `name` cannot be hashed or `n_tokens` is not a whole number.
        ValueError
            If `n_tokens` is below 1.
        KeyError
            If no live sequence has this name.
        SequenceTooLong
            If the sequence would have more tokens than a block holds.
        CacheFull
            If fewer units are free than are needed.
        """
        _check_hashable(name)
        n_tokens = at_least(1, n_tokens, "n_tokens", "token")
        self._check_live(name)
        self._hold(name, self._lengths[name] + n_tokens)

    def free(self, name: Hashable) -> None:
        """Let a sequence go; its units return to the front of the free list, the last foremost.

        Parameters
        ----------
        name : hashable
            A live sequence.

        Raises
        ------
        TypeError
            If `name` cannot be hashed.
        KeyError
            If no live sequence has this name.
        """
        self._check_live(name)
        self._pool.give_back(name)
        del self._lengths[name]

    def table(self, name: Hashable) -> list[int]:
        """Return the units that a sequence holds, in logical order.

        Parameters
        ----------
        name : hashable
            A live sequence.

        Raises
        ------
        TypeError
            If `name` cannot be hashed.
        KeyError
            If no live sequence has this name.
        """
        self._check_live(name)
        return self._pool.tables[name].copy()

    def owner(self) -> Counts:
        """Return who holds each slot.

        Returns
        -------
        ndarray of int64, shape (n_slots,)
            Indices into `names`, -1 where nobody holds the slot.
        """
        slots = np.full(self._n_slots, -1, dtype=np.int64)
        units = self._by_unit(slots)
        for index, table in enumerate(self._pool.tables.values()):
            units[table] = index
        return slots

    def state(self) -> NDArray[np.uint8]:
        """Return what each slot is doing.

        Returns
        -------
        ndarray of uint8, shape (n_slots,)
            `SlotState` codes.
        """
        slots = np.full(self._n_slots, SlotState.FREE, dtype=np.uint8)
        units = self._by_unit(slots)
        for name, table in self._pool.tables.items():
            n_full, n_last = divmod(self._lengths[name], self._unit)
            units[table] = SlotState.WASTED
            units[table[:n_full]] = SlotState.USED
            units[table[n_full : n_full + 1], :n_last] = SlotState.USED
        return slots

    def copy(self) -> Self:
        """Return an allocator in the same state that changes independently of this one."""
        return self.holding(self._pool.copy(), self._lengths)

    def holding(self, pool: BlockPool, lengths: dict[Hashable, int]) -> Self:
        """Return an allocator of the same size that holds these sequences in units of this pool."""
        other = copy.copy(self)
        other._pool = pool
        other._lengths = dict(lengths)
        return other

    def _hold(self, name: Hashable, n_tokens: int) -> None:
        held = len(self._pool.tables.get(name, ()))
        needed = self.units_for(n_tokens) - held
        if needed > self.n_free:
            units = counted(needed, f"{'more ' if held else ''}{self.unit_name}")
            raise CacheFull(
                f"{shown(name)} needs {units} for {counted(n_tokens, 'token')}, "
                f"but {self.n_free} of {self.n_units} are free; free a sequence first"
            )
        self._pool.take(name, needed)
        self._lengths[name] = n_tokens

    def _check_live(self, name: Hashable) -> None:
        _check_hashable(name)
        if name not in self._lengths:
            raise KeyError(f"no sequence is called {shown(name)}; live are {shown(self.names)}")

    def _by_unit(self, slots: NDArray[Any]) -> NDArray[Any]:
        """View the usable slots as rows of units."""
        return slots[: self.n_units * self._unit].reshape(self.n_units, self._unit)


def _check_hashable(name: Any) -> None:
    try:
        hash(name)
    except TypeError:
        raise TypeError(
            f"name is {shown(name)}, a {type(name).__name__}, which cannot be hashed; "
            "give a name that can, as a text or a number"
        ) from None
