"""What a slot of the cache can be doing, and the two ways to be refused one."""

from enum import IntEnum

__all__ = ["CacheFull", "SequenceTooLong", "SlotState"]


class SlotState(IntEnum):
    """What a slot is doing, as the codes of `Allocation.slot_grid` and an allocator's `state`."""

    FREE = 0
    """Nobody's: not allocated."""
    USED = 1
    """Allocated, and holds a token."""
    WASTED = 2
    """Allocated, and holds none."""


class SequenceTooLong(ValueError):
    """A sequence has more tokens than the block that would have to hold it."""


class CacheFull(RuntimeError):
    """A sequence needs more blocks or pages than are free."""
