"""A run told by its residencies: who was in the cache from when to when, and in which units.

Between coming and going a sequence has one token more in every step, so that its residencies are
all that is needed to show the cache at any step.
"""

from typing import NamedTuple

import numpy as np

from kvpage.serving.scheduler import Scheduler
from kvpage.serving.simulation import Run

__all__ = ["Residency", "residencies"]


class Residency(NamedTuple):
    """One sequence in the cache, from its admission until it finished or was preempted."""

    request: int
    start: int
    """The step in which it was admitted."""
    end: int
    """The last step in which it ran."""
    tokens: int
    """What it held in the step `start`, and one more in each step after it."""
    units: tuple[int, ...]
    """What it held in the step `end`, in logical order. A page is taken with its first token."""

    def tokens_at(self, step: int) -> int:
        """Tokens that the sequence holds in a step, 0 before and after it."""
        return self.tokens + step - self.start if self.start <= step <= self.end else 0

    def units_at(self, step: int, unit: int) -> tuple[int, ...]:
        """Units that the sequence holds in a step, in logical order.

        Parameters
        ----------
        step : int
        unit : int
            Slots of a unit.
        """
        return self.units[: -(-self.tokens_at(step) // unit)]


class _Recorder(Scheduler):
    """A server that keeps the block table of every sequence that goes."""

    def _stop(self, request: int) -> int:
        self.tables.append(tuple(self.pool.tables[request]))
        return super()._stop(request)


def residencies(run: Run) -> list[Residency]:
    """List all residencies of a run, in order of admission.

    Parameters
    ----------
    run : Run

    Returns
    -------
    list of Residency
        One for each request that was not refused, and one more for each preemption.
    """
    recorder = _Recorder(run._line, run._allocator.unit, run._moments[0])
    recorder.tables = []
    while recorder.advance():
        pass
    admissions = np.array(recorder.admissions).reshape(-1, 2).tolist()
    departures = np.array(recorder.departures).reshape(-1, 3).tolist()
    gone: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
    for (request, step, tokens), table in zip(departures, recorder.tables, strict=True):
        gone.setdefault(request, []).append((step - 1, tokens, table))
    listed = []
    for request, start in admissions:
        end, tokens, table = gone[request].pop(0)
        listed.append(Residency(request, start, end, tokens - (end - start), table))
    return listed
