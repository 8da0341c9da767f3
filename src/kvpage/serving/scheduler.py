"""The rules by which `simulate` serves requests, one step after another."""

from array import array
from bisect import bisect_left, bisect_right, insort
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from kvpage.cache.block_pool import BlockPool

__all__ = ["Line", "Moment", "Scheduler"]


class Line(NamedTuple):
    """The requests that can be served, in order of arrival, and what each comes to."""

    order: list[int]
    """Requests in order of arrival."""
    arrivals: list[float]
    """The step in which each request of `order` arrives, and infinity."""
    prompt: list[int]
    """Tokens that request i brings."""
    total: list[int]
    """Tokens that request i has written when it finishes."""


class Moment(NamedTuple):
    """All that decides how a run goes on after a step."""

    step: int
    pool: BlockPool
    running: tuple[tuple[int, int], ...] = ()
    """Running requests and their shifts, in order of admission."""
    returning: tuple[tuple[int, int], ...] = ()
    """Preempted requests and the tokens they need room for, the front of the queue last."""
    started: int = 0
    """How many of the line were admitted, or admitted and preempted."""


class Scheduler:
    """The rules of `simulate`, and the state that they lead to.

    Only steps in which a sequence comes, goes or finds no room are gone through. In between, each
    running sequence has one token more in every step: its *shift* is its tokens minus the step.
    A shift also tells when the sequence starts a unit: in the steps that are ``1 - shift`` modulo
    the unit, which is its *turn*.

    A preempted sequence has no room before somebody leaves, so that none has to be looked for:
    nothing was free when it was preempted, and of the units that it gave back one was taken, or it
    was itself the one that lacked one.
    """

    def __init__(self, line: Line, unit: int, moment: Moment) -> None:
        self._line = line
        self._unit = unit
        self.step = moment.step
        self.pool = moment.pool.copy()
        self.running: dict[int, int] = {}  # the shifts, in order of admission
        self.returning = list(moment.returning)  # the front of the queue last
        self.started = moment.started
        self.joined = bisect_right(line.arrivals, moment.step)
        # by turn: whose it is, in order of admission
        self._starters: dict[int, dict[int, None]] = {}
        self._turns: list[int] = []  # those that are somebody's, ascending
        # a heap: the step from which on a sequence is gone, its number in order of admission, it
        self._leaving: list[tuple[float, int, int]] = [(inf, 0, -1)]
        self._shifts = 0
        self.admissions = array("q")
        """Requests and the steps in which they were admitted."""
        self.departures = array("q")
        """Requests, the steps from which on they were gone, and the tokens that they had."""
        self.rows = array("q")
        """Steps, and from each on how many run and wait, and the sum of the shifts."""
        self.levels = array("q")
        """Steps, and from each on how many units are free."""
        for request, shift in moment.running:
            self._run(request, shift)

    def moment(self) -> Moment:
        """Return what `Scheduler` needs to go on from here."""
        running, returning = tuple(self.running.items()), tuple(self.returning)
        return Moment(self.step, self.pool.copy(), running, returning, self.started)

    def advance(self, until: float = inf) -> bool:
        """Go through the next step in which a sequence comes, goes or finds no room.

        Return whether there is one up to a certain step. In the steps before it, and if there is
        none up to the last, units are taken as they are started.
        """
        event = min(self._leaving[0][0], self._line.arrivals[self.joined])
        event = self._grow(min(event, until + 1))
        self.step = min(event, until)
        happens = event <= until and event < inf
        if happens:
            self._go_through()
        return happens

    def _grow(self, end: float) -> float:
        """Take units in the steps before the end; return the first without enough of them."""
        turns, starters, free = self._turns, self._starters, self.pool.free
        turn = (self.step + 1) % self._unit
        round_began = self.step + 1 - turn
        index = bisect_left(turns, turn)
        while turns:
            if index == len(turns):
                index, round_began = 0, round_began + self._unit
            step = round_began + turns[index]
            if step >= end:
                break
            due = starters[turns[index]]
            if len(due) > len(free):
                return step
            self.pool.take_one_each(due)
            self.levels.append(step)
            self.levels.append(len(free))
            index += 1
        return end

    def _go_through(self) -> None:
        """Let those go that finished before this step, then schedule, write and sample in it."""
        step, free = self.step, self.pool.free
        while self._leaving[0][0] == step:
            request = heappop(self._leaving)[-1]
            if request in self.running and self._gone_from(request) == step:
                self._stop(request)
        while self._line.arrivals[self.joined] == step:
            self.joined += 1
        due = self._starters.get(step % self._unit, ())
        if len(due) <= len(free):
            self.pool.take_one_each(due)
            self._admit_waiting()
        else:
            self._make_room(tuple(due))
        n_waiting = len(self.returning) + self.joined - self.started
        self.rows.extend((step, len(self.running), n_waiting, self._shifts))
        self.levels.extend((step, len(free)))

    def _make_room(self, due: tuple[int, ...]) -> None:
        for request in due:
            while request in self.running and not self.pool.free:
                self._preempt(next(reversed(self.running)))
            if request not in self.running:
                break
            self.pool.take(request, 1)

    def _admit_waiting(self) -> None:
        while self.returning or self.started < self.joined:
            if self.returning:
                request, n_tokens = self.returning[-1]
            else:
                request = self._line.order[self.started]
                n_tokens = self._line.prompt[request]
            n_units = self._units_for(n_tokens)
            if n_units > len(self.pool.free):
                break
            if self.returning:
                self.returning.pop()
            else:
                self.started += 1
            self.pool.take(request, n_units)
            self._run(request, n_tokens - self.step)

    def _units_for(self, n_tokens: int) -> int:
        return -(-n_tokens // self._unit)

    def _gone_from(self, request: int) -> int:
        """Return the first step in which a running sequence, left to itself, has gone."""
        return self._line.total[request] - self.running[request] + 1

    def _run(self, request: int, shift: int) -> None:
        self.running[request] = shift
        self._shifts += shift
        turn = (1 - shift) % self._unit
        if turn not in self._starters:
            self._starters[turn] = {}
            insort(self._turns, turn)
        self._starters[turn][request] = None
        heappush(self._leaving, (self._gone_from(request), len(self.admissions), request))
        self.admissions.extend((request, self.step))

    def _preempt(self, request: int) -> None:
        n_tokens = self._stop(request)
        self.returning.append((request, n_tokens + 1))

    def _stop(self, request: int) -> int:
        """Free what a sequence holds; return the tokens that it had after the step before."""
        shift = self.running.pop(request)
        self._shifts -= shift
        turn = (1 - shift) % self._unit
        del self._starters[turn][request]
        if not self._starters[turn]:
            del self._starters[turn]
            self._turns.remove(turn)
        self.pool.give_back(request)
        n_tokens = self.step - 1 + shift
        self.departures.extend((request, self.step, n_tokens))
        return n_tokens
