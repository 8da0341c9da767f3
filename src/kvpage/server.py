"""The rules by which `kvpage.serving.simulate` serves requests, one step after another."""

from array import array
from bisect import bisect_right
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from kvpage.live import Units

__all__ = ["Line", "Moment", "Recorder", "Server"]


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
    units: Units
    running: tuple[tuple[int, int], ...] = ()
    """Running requests and their shifts, in order of admission."""
    returning: tuple[tuple[int, int], ...] = ()
    """Preempted requests and the tokens they need room for, the front of the queue last."""
    started: int = 0
    """How many of the line were admitted, or admitted and preempted."""
    preempted: bool = False
    """Whether a sequence was preempted in this step."""


class Server:
    """The rules of `simulate`, and the state that they lead to.

    Only steps in which something happens besides writing are gone through. In between, each
    running sequence has one token more in every step: its *shift* is its tokens minus the step.
    A shift also tells when the sequence starts a unit: in the steps that are ``1 - shift`` modulo
    the unit.
    """

    def __init__(self, line: Line, unit: int, moment: Moment) -> None:
        self._line = line
        self._unit = unit
        self.step = moment.step
        self.units = moment.units.copy()
        self.running: dict[int, int] = {}  # the shifts, in order of admission
        self.returning = list(moment.returning)  # the front of the queue last
        self.started = moment.started
        self.joined = bisect_right(line.arrivals, moment.step)
        self.preempted = moment.preempted
        # by step modulo the unit: who starts a unit then, in order of admission
        self._starters: dict[int, dict[int, None]] = {}
        # a heap: the step from which on a sequence is gone, its number in order of admission, it
        self._leaving: list[tuple[float, int, int]] = [(inf, 0, -1)]
        self._admissions = 0
        self._shifts = 0
        # for each step gone through: it, running, waiting, sum of shifts, free units
        self.rows = array("q")
        for request, shift in moment.running:
            self._run(request, shift)

    def moment(self) -> Moment:
        """Return what `Server` needs to go on from here."""
        running, returning = tuple(self.running.items()), tuple(self.returning)
        units = self.units.copy()
        return Moment(self.step, units, running, returning, self.started, self.preempted)

    def next_step(self) -> float:
        """Return the next step to go through, infinity if nothing will happen any more."""
        soonest = self.step + 1
        if self.preempted or soonest % self._unit in self._starters:
            return soonest
        step = min(self._leaving[0][0], self._line.arrivals[self.joined])
        for residue in self._starters:
            start = soonest + (residue - soonest) % self._unit
            if start < step:
                step = start
        return step

    def go_through(self, step: int) -> None:
        """Let those go that finished before this step, then schedule, write and sample in it."""
        self.step = step
        while self._leaving[0][0] == step:
            request = heappop(self._leaving)[-1]
            if request in self.running and self._gone_from(request) == step:
                self._finish(request)
        arrivals = self._line.arrivals
        while arrivals[self.joined] == step:
            self.joined += 1
        self.preempted = False
        starters = self._starters.get(step % self._unit, ())
        if len(starters) <= len(self.units.free):
            self.units.take_one_each(starters)
        else:
            self._make_room(list(starters))
        if not self.preempted:
            self._admit_waiting()
        n_waiting = len(self.returning) + self.joined - self.started
        n_free = len(self.units.free)
        self.rows.extend((step, len(self.running), n_waiting, self._shifts, n_free))

    def _make_room(self, starters: list[int]) -> None:
        for request in starters:
            while request in self.running and not self.units.free:
                self._preempt(next(reversed(self.running)))
            if request not in self.running:
                break
            self.units.take(request, 1)

    def _admit_waiting(self) -> None:
        while self.returning or self.started < self.joined:
            if self.returning:
                request, n_tokens = self.returning[-1]
            else:
                request = self._line.order[self.started]
                n_tokens = self._line.prompt[request]
            n_units = -(-n_tokens // self._unit)
            if n_units > len(self.units.free):
                break
            if self.returning:
                self.returning.pop()
            else:
                self.started += 1
            self.units.take(request, n_units)
            self._run(request, n_tokens - self.step)

    def _run(self, request: int, shift: int) -> None:
        self.running[request] = shift
        self._shifts += shift
        self._starters.setdefault((1 - shift) % self._unit, {})[request] = None
        heappush(self._leaving, (self._gone_from(request), self._admissions, request))
        self._admissions += 1

    def _gone_from(self, request: int) -> int:
        """Return the first step in which a running sequence, left to itself, has gone."""
        return self._line.total[request] - self.running[request] + 1

    def _preempt(self, request: int) -> None:
        shift = self._stop(request)
        self.returning.append((request, self.step + shift))
        self.preempted = True

    def _finish(self, request: int) -> None:
        self._stop(request)

    def _stop(self, request: int) -> int:
        shift = self.running.pop(request)
        self._shifts -= shift
        residue = (1 - shift) % self._unit
        del self._starters[residue][request]
        if not self._starters[residue]:
            del self._starters[residue]
        self.units.give_back(request)
        return shift


class Recorder(Server):
    """A server that starts with an empty cache and writes down what becomes of each request."""

    def __init__(self, line: Line, unit: int, units: Units) -> None:
        super().__init__(line, unit, Moment(step=-1, units=units))
        n = len(line.total)
        self.admitted, self.finished = array("q", [-1]) * n, array("q", [-1]) * n
        self.preemptions, self.recomputed = array("q", [0]) * n, array("q", [0]) * n

    def _run(self, request: int, shift: int) -> None:
        super()._run(request, shift)
        if self.admitted[request] < 0:
            self.admitted[request] = self.step

    def _preempt(self, request: int) -> None:
        super()._preempt(request)
        self.preemptions[request] += 1
        self.recomputed[request] += self.returning[-1][1] - 1

    def _finish(self, request: int) -> None:
        super()._finish(request)
        self.finished[request] = self.step - 1
