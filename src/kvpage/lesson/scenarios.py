"""Small stories of sequences that come, grow, finish and make room, told step by step.

What a step is said to have brought is read from the run: its residencies, its finishes, its
free list.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kvpage.cache.naive import NaiveAllocator
from kvpage.cache.paged import PagedAllocator
from kvpage.lesson.facts import COLOURS, NAMES, Facts, in_a_list
from kvpage.serving.requests import Requests
from kvpage.serving.residency import Residency, residencies
from kvpage.serving.simulation import Run, simulate

__all__ = ["BLOCK", "CACHE", "LAST", "PAGE", "SCENARIOS", "SCHEMES", "Scenario", "tell"]

CACHE, BLOCK, PAGE = 32, 16, 4
"""Slots of the cache, of a block and of a page."""
SCHEMES = ("naive", "paged")
"""A block for each sequence, or pages."""


@dataclass(frozen=True)
class Scenario:
    """Requests that make a story in the small cache.

    Attributes
    ----------
    title : str
    requests : tuple of (int, int, int)
        Step of arrival, prompt and output tokens, one for each sequence: A, B and so on.
    """

    title: str
    requests: tuple[tuple[int, int, int], ...]

    def run(self, scheme: str) -> Run:
        """Serve the requests by one of `SCHEMES`."""
        caches = {"naive": NaiveAllocator(CACHE, BLOCK), "paged": PagedAllocator(CACHE, PAGE)}
        arrival, prompt, output = zip(*self.requests, strict=True)
        return simulate(Requests(arrival, prompt, output), caches[scheme])


SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {
        "growing": Scenario("Growing together", ((0, 3, 13), (0, 2, 12), (1, 5, 6))),
        "reuse": Scenario(
            "Finish and reuse", ((0, 6, 3), (0, 3, 12), (1, 7, 6), (3, 5, 7), (7, 2, 6))
        ),
        "preemption": Scenario("Out of pages", ((0, 6, 11), (1, 6, 11), (2, 2, 7))),
    }
)
"""The stories, by name."""
LAST = 18
"""The first step in which every scenario is over under both schemes."""


def tell(name: str, scheme: str) -> list[Facts]:
    """Say of every step of a scenario what is in the cache and what happened.

    Parameters
    ----------
    name : str
        One of `SCENARIOS`.
    scheme : {"naive", "paged"}

    Returns
    -------
    list of dict
        One for each step from 0 to `LAST`. ``"rows"`` has a dict for every sequence,
        waiting or gone ones included; ``"running"`` those in the cache, in order of admission;
        ``"queue"`` those that wait, in their order; and ``"happened"`` one for everything that
        happened, in the order of the rules of `kvpage.serving.simulate`.
    """
    scenario = SCENARIOS[name]
    story = _Story(scenario.run(scheme))
    return [
        story.facts(step) | {"title": scenario.title, "shows": f"{name} {scheme} {step}"}
        for step in range(LAST + 1)
    ]


class _Story:
    """A run, and where to look things up in it."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.residencies = residencies(run)
        cache = run.at(0)
        self.unit, self.n_units = cache.unit, cache.n_units
        self.paged = isinstance(cache, PagedAllocator)

    def facts(self, step: int) -> Facts:
        rows = [self._row(request, step) for request in range(len(self.run.requests))]
        running = [
            rows[residency.request] for residency in self.residencies if residency.tokens_at(step)
        ]
        queue = [rows[request] for request in self._queue(step)]
        used = sum(row["tokens"] for row in running)
        allocated = sum(row["allocated"] for row in running)
        free_list = self.run.at(step).free_list
        return {
            "step": step,
            "last_step": LAST,
            "pointed": False,
            "paged": self.paged,
            "reserve": not self.paged,
            "unit": self.unit,
            "n_units": self.n_units,
            "n_free": len(free_list),
            "cache": CACHE,
            "used": used,
            "wasted": allocated - used,
            "free": CACHE - allocated,
            "rows": rows,
            "running": in_a_list(running),
            "n_waiting": len(queue),
            "queue": in_a_list(queue),
            "units": [self._unit(number, running, free_list) for number in range(self.n_units)],
            "free_list": in_a_list([{"number": number} for number in free_list]),
            "happened": self._happened(step, rows, running, queue, len(free_list)),
        }

    def _unit(self, number: int, running: list[Facts], free_list: list[int]) -> Facts:
        """Tell what one unit of the cache holds."""
        for row in running:
            if number in row["table"]:
                nth = row["table"].index(number)
                first = nth * self.unit
                tokens = min(self.unit, row["tokens"] - first)
                return {
                    "number": number,
                    "name": row["name"],
                    "row": row["row"],
                    "nth": nth + 1,
                    "of": row["n_pages"],
                    "first_token": first + 1,
                    "last_token": first + tokens,
                    "tokens": tokens,
                    "several": tokens > 1,
                    "empty": self.unit - tokens,
                    "ahead": 0,
                }
        nobody = dict.fromkeys(
            ("nth", "of", "first_token", "last_token", "tokens", "several", "empty"), 0
        )
        return nobody | {
            "number": number,
            "name": "",
            "row": -1,
            "ahead": free_list.index(number),
        }

    def _row(self, request: int, step: int) -> Facts:
        """Tell where a sequence is, what it holds, and what it did in this step."""
        asked, finished = self.run.requests, int(self.run.finished[request])
        residency = next(
            (
                residency
                for residency in self.residencies
                if residency.request == request and residency.tokens_at(step)
            ),
            None,
        )
        tokens, before = (
            (residency.tokens_at(step), residency.tokens_at(step - 1)) if residency else (0, 0)
        )
        table = list(residency.units_at(step, self.unit)) if residency else []
        had = len(residency.units_at(step - 1, self.unit)) if residency else 0
        arrival, prompt = int(asked.arrival[request]), int(asked.prompt[request])
        gone, comes = 0 <= finished < step, bool(tokens and not before)
        return {
            "name": NAMES[request],
            "row": request,
            "hue": COLOURS[request % len(COLOURS)],
            "arrival": arrival,
            "runs": residency is not None,
            "waits": residency is None and not gone and arrival <= step,
            "gone": gone,
            "expected": step < arrival,
            "comes": comes,
            "returns": comes and tokens > prompt,
            "again": self._dropped(request, step) if comes else 0,
            "finishes": step == finished,
            "next_step": step + 1,
            "prompt": prompt,
            "before": before,
            "over": before % self.unit,
            "tokens": tokens,
            "sampled": tokens + 1,
            "slot": table[-1] * self.unit + (tokens - 1) % self.unit if table else 0,
            "first_slot": table[-1] * self.unit if table else 0,
            "last_slot": (table[-1] + 1) * self.unit - 1 if table else 0,
            "number": table[-1] if table else 0,
            "table": table,
            "pages": in_a_list([{"number": number} for number in table]),
            "n_pages": len(table),
            "allocated": len(table) * self.unit,
            "wasted": len(table) * self.unit - tokens,
            "taken": in_a_list([self._taken(number, step) for number in table[had:]]),
            "n_taken": len(table) - had,
        }

    def _dropped(self, request: int, step: int) -> int:
        """Count the tokens that a sequence lost when it was last preempted."""
        before = [
            residency
            for residency in self.residencies
            if residency.request == request and residency.end < step
        ]
        return before[-1].tokens_at(before[-1].end) if before else 0

    def _taken(self, unit: int, step: int) -> Facts:
        """Say whose unit one that is taken in a step was before."""
        before = [
            residency
            for residency in self.residencies
            if unit in residency.units and residency.end < step
        ]
        if not before:
            return {"number": unit, "fresh": True, "giver": "", "given": 0}
        giver = max(before, key=lambda residency: residency.end)
        return {
            "number": unit,
            "fresh": False,
            "giver": NAMES[giver.request],
            "given": giver.end + (int(self.run.finished[giver.request]) != giver.end),
        }

    def _queue(self, step: int) -> list[int]:
        """List who waits, first those that were preempted, the last of them foremost."""
        asked, finished = self.run.requests, self.run.finished
        sent_back = {
            residency.request: (-residency.end, residency.start)
            for residency in self.residencies
            if residency.end < step and residency.end != finished[residency.request]
        }
        waiting = [
            request
            for request in range(len(asked))
            if asked.arrival[request] <= step
            and not 0 <= finished[request] < step
            and not any(
                residency.request == request and residency.tokens_at(step)
                for residency in self.residencies
            )
        ]
        first = sorted((each for each in waiting if each in sent_back), key=sent_back.__getitem__)
        later = (each for each in waiting if each not in sent_back)
        return first + sorted(later, key=lambda each: (asked.arrival[each], each))

    def _happened(
        self,
        step: int,
        rows: list[Facts],
        running: list[Facts],
        queue: list[Facts],
        n_free: int,
    ) -> list[Facts]:
        growing = [row for row in running if not row["comes"]]
        takers = [row for row in growing if row["taken"]]
        stayed = [row for row in growing if not row["taken"]]
        sent_back = [
            residency
            for residency in self.residencies[::-1]
            if residency.end == step - 1 and self.run.finished[residency.request] != residency.end
        ]
        arrived = self.run.requests.arrival
        told: list[tuple[str, Facts]] = [
            ("arrives", row | self._held_up(row, queue, n_free, bool(sent_back)))
            for row in queue
            if arrived[row["row"]] == step
        ]
        told += [
            ("preempted", rows[residency.request] | self._sent_back(residency, takers))
            for residency in sent_back
        ]
        told += [("takes", row) for row in takers]
        told += [("comes_in", row) for row in running if row["comes"]]
        told += [
            ("writes", row | {"writers": in_a_list(stayed), "n_writers": len(stayed)})
            for row in stayed[:1]
        ]
        told += [("leaves", row) for row in running if row["finishes"]]
        kinds = ("arrives", "preempted", "takes", "comes_in", "writes", "leaves")
        nothing = dict.fromkeys(kinds, False) | dict.fromkeys(
            ("dropped", "needed", "n_left", "n_given_back", "n_takers", "n_writers"), 0
        )
        lists = {"writers": [], "given_back": [], "takers": [], "ahead": "", "held_back": False}
        return [nothing | lists | row | {kind: True} for kind, row in told]

    def _held_up(self, row: Facts, queue: list[Facts], n_free: int, preempting: bool) -> Facts:
        """Say why a sequence that has just arrived waits."""
        place = queue.index(row)
        return {
            "ahead": queue[place - 1]["name"] if place else "",
            "held_back": preempting,
            "needed": -(-row["prompt"] // self.unit),
            "n_left": n_free,
        }

    def _sent_back(self, residency: Residency, takers: list[Facts]) -> Facts:
        """Say what a sequence gave up when it was preempted, and for whom."""
        units = [{"number": number} for number in residency.units]
        for_whom = [
            {"name": row["name"]}
            for row in takers
            if any(taken["giver"] == NAMES[residency.request] for taken in row["taken"])
        ]
        return {
            "dropped": residency.tokens_at(residency.end),
            "given_back": in_a_list(units),
            "n_given_back": len(units),
            "takers": in_a_list(for_whom),
            "n_takers": len(for_whom),
        }
