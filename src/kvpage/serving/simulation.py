"""Requests through an allocator, step by step: first come first served, continuous batching.

A server keeps its cache as full as it can: whenever a sequence has left, the next one comes in.
`simulate` runs the rules for a list of requests and returns a `Run`, which knows every step.
"""

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kvpage.cache.allocator import Allocator
from kvpage.cache.slots import SequenceTooLong
from kvpage.cache.validation import Counts, at_least, counted, shown
from kvpage.serving.requests import Requests
from kvpage.serving.scheduler import Line, Moment, Scheduler

__all__ = ["Run", "simulate"]

# `Run.at` goes through about as many busy steps as this and half the number of units.
_BUSY_STEPS = 64


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What became of requests, and of the cache, in every step. Made by `simulate`; read-only.

    A step is stored if a sequence runs in it; a sequence that waits never waits for an empty cache,
    so what is left out are the steps in which nothing runs and nothing waits. The values of a step
    are taken after its tokens are written and sampled, before those that finished in it leave.
    The arrays of the steps are computed when first asked for.

    Attributes
    ----------
    requests : Requests
        What was asked.
    admitted : ndarray of int64, shape (n,)
        The step in which each request was first admitted, -1 if never.
    finished : ndarray of int64, shape (n,)
        The step in which its last token was sampled, -1 if never.
    preemptions : ndarray of int64, shape (n,)
        How often it was preempted.
    recomputed : ndarray of int64, shape (n,)
        Written tokens that were dropped when it was preempted.
    refused : ndarray of bool, shape (n,)
        Whether it can never fit.
    reasons : mapping of int to str
        Why, for each refused request.
    steps : ndarray of int64, shape (m,)
        The stored steps, ascending.
    running : ndarray of int64, shape (m,)
        Sequences that run in each of them.
    waiting : ndarray of int64, shape (m,)
        Sequences in the queue, preempted ones among them.
    held : ndarray of int64, shape (m,)
        Tokens in the cache.
    allocated : ndarray of int64, shape (m,)
        Slots handed out.
    """

    requests: Requests
    admitted: Counts
    finished: Counts
    preemptions: Counts
    recomputed: Counts
    refused: NDArray[np.bool_]
    reasons: Mapping[int, str]
    _allocator: Allocator
    _line: Line
    _rows: Counts
    _levels: Counts
    _moments: list[Moment]

    @cached_property
    def steps(self) -> Counts:
        """The stored steps, ascending."""
        since, n_running = self._rows[:, 0], self._rows[:, 1]
        n_steps = _steps_in(since, n_running > 0)
        steps = np.repeat(since[:-1] - (np.cumsum(n_steps) - n_steps), n_steps)
        steps += np.arange(len(steps))
        return _read_only(steps)

    @cached_property
    def running(self) -> Counts:
        """Sequences that run in each stored step."""
        return self._from_row(1)

    @cached_property
    def waiting(self) -> Counts:
        """Sequences in the queue in each stored step."""
        return self._from_row(2)

    @cached_property
    def held(self) -> Counts:
        """Tokens in the cache in each stored step."""
        return _read_only(self.steps * self.running + self._from_row(3))

    @cached_property
    def allocated(self) -> Counts:
        """Slots handed out in each stored step."""
        since, n_free = self._levels.T
        n_held = self._allocator.n_units - n_free
        slots = n_held[:-1] * self._allocator.unit
        return _read_only(np.repeat(slots, _steps_in(since, n_held > 0)))

    def at(self, t: int) -> Allocator:
        """Rebuild the whole cache as it was in a step, equally fast for any.

        Parameters
        ----------
        t : int
            A step, 0 or later. In steps that are not stored, and after the last, the cache is
            empty, and its free list is in the order that the run had brought about.

        Returns
        -------
        Allocator
            Of the kind and size that `simulate` was given. The names are the indices of the
            requests, in order of admission. It changes independently of the run.

        Raises
        ------
        TypeError
            If `t` is not a whole number.
        ValueError
            If `t` is negative.
        """
        t = at_least(0, t, "t", "step")
        moment = self._moments[bisect_right(self._moments, t, key=lambda each: each.step) - 1]
        scheduler = Scheduler(self._line, self._allocator.unit, moment)
        while scheduler.advance(t):
            pass
        lengths = {request: t + shift for request, shift in scheduler.running.items()}
        return self._allocator.holding(scheduler.pool, lengths)

    def _from_row(self, column: int) -> Counts:
        since, n_running, values = self._rows[:, 0], self._rows[:, 1], self._rows[:, column]
        return _read_only(np.repeat(values[:-1], _steps_in(since, n_running > 0)))


def simulate(requests: Requests, allocator: Allocator) -> Run:
    """Serve requests from one cache: first come first served, continuous batching.

    In every step, from 0 on:

    1. Arrivals join the queue; one that can never fit is refused, and the run goes on. It cannot
       if its prompt + output - 1 tokens (the last sampled one is never written) are more than a
       block has slots, or need more units than the cache has.
    2. Running sequences, in order of admission, get room for their next token. Where there is
       none, the one admitted last is preempted, until there is room or it is itself the one: all
       its units are freed, and it goes to the front of the queue.
    3. If nobody was preempted in this step, waiting requests are admitted in order while there is
       room for their prompt and the tokens already sampled.
    4. Tokens are written, and each running sequence samples one.
    5. Those with all their tokens leave in order of admission. Their units are free from the
       next step on.

    A request that is never preempted finishes ``output - 1`` steps after it was admitted.

    What is simpler here than in a serving engine: a prompt is written in one step, whatever its
    length (no chunked prefill); a step writes any number of tokens (no token budget) for any number
    of sequences; a step takes an equal time at any batch size; to refuse what can never fit takes
    knowing the length of the output, which an engine does not; a preempted sequence is always
    recomputed, never swapped out; no pages are shared (no prefix caching), and none are kept back
    (no watermark).

    Parameters
    ----------
    requests : Requests
        What arrives when, with how long a prompt and output.
    allocator : NaiveAllocator or PagedAllocator
        An empty cache, which is left untouched: the run works on a copy, and starts with
        the allocator's own free list.

    Returns
    -------
    Run
        Every step, and what became of each request.

    Raises
    ------
    ValueError
        If the allocator holds a sequence.

    Examples
    --------
    >>> from kvpage.allocators import PagedAllocator
    >>> requests = Requests(arrival=[0, 0, 0], prompt=[5, 5, 5], output=[10, 10, 4])
    >>> run = simulate(requests, PagedAllocator(n_slots=24, page_size=4))
    >>> run.finished
    array([ 9, 11,  3])
    >>> run.preemptions, run.recomputed
    (array([0, 1, 0]), array([ 0, 12,  0]))
    >>> run.at(7).lengths
    {0: 12, 1: 12}
    """
    if allocator.names:
        raise ValueError(
            f"the allocator holds {counted(len(allocator.names), 'sequence')}, "
            f"{shown(allocator.names)}; "
            "give an empty one"
        )
    prompt = requests.prompt.tolist()
    total = [p + g - 1 for p, g in zip(prompt, requests.output.tolist(), strict=True)]
    reasons = {
        request: reason
        for request, n_tokens in enumerate(total)
        if (reason := _never_fits(allocator, n_tokens))
    }
    order = [
        request
        for request in np.argsort(requests.arrival, kind="stable").tolist()
        if request not in reasons
    ]
    line = Line(order, [*requests.arrival[order].tolist(), inf], prompt, total)
    start = allocator.copy()
    moments = [Moment(step=-1, pool=start._pool)]
    scheduler = Scheduler(line, start.unit, moments[0])
    span = 2 * (_BUSY_STEPS + start.n_units // 2)
    while scheduler.advance():
        if len(scheduler.levels) > span * len(moments):
            moments.append(scheduler.moment())

    refused = np.zeros(len(requests), dtype=bool)
    refused[list(reasons)] = True
    # Every request that is not refused departs once more often than it is preempted. Where an
    # index is repeated, numpy leaves the last value behind.
    who, when = _log(scheduler.admissions, 2)[::-1].T
    admitted = np.full(len(requests), -1)
    admitted[who] = when
    who, when, n_tokens = _log(scheduler.departures, 3).T
    finished = np.full(len(requests), -1)
    finished[who] = when - 1
    recomputed = np.zeros(len(requests), dtype=np.int64)
    np.add.at(recomputed, who, n_tokens)
    recomputed -= np.where(refused, 0, requests.prompt + requests.output - 1)
    return Run(
        requests=requests,
        admitted=_read_only(admitted),
        finished=_read_only(finished),
        preemptions=_read_only(np.bincount(who, minlength=len(requests)) - ~refused),
        recomputed=_read_only(recomputed),
        refused=_read_only(refused),
        reasons=MappingProxyType(reasons),
        _allocator=start,
        _line=line,
        _rows=_log(scheduler.rows, 4),
        _levels=_log(scheduler.levels, 2),
        _moments=moments,
    )


def _never_fits(allocator: Allocator, n_tokens: int) -> str:
    """Say why a sequence of so many tokens can never be held; nothing if it can."""
    try:
        n_units = allocator.units_for(n_tokens)
    except SequenceTooLong as refusal:
        return str(refusal)
    if n_units > allocator.n_units:
        needed, tokens = counted(n_units, allocator.unit_name), counted(n_tokens, "token")
        verb = "needs" if n_tokens == 1 else "need"
        return f"{tokens} {verb} {needed}, but the cache has {allocator.n_units}"
    return ""


def _steps_in(since: Counts, busy: NDArray[np.bool_]) -> Counts:
    """Count the steps from each row of a log to the next, none where the cache is idle."""
    return np.where(busy[:-1], np.diff(since), 0)


def _log(values: "array[int]", width: int) -> Counts:
    return np.frombuffer(values, dtype=np.int64).reshape(-1, width)


def _read_only(values: NDArray[Any]) -> NDArray[Any]:
    values.flags.writeable = False
    return values
