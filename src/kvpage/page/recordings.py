"""What Python computed, written so that a file can carry it and the page's scripts can read it.

A page without a server looks up what the allocators say of every setting (`recorded_answers`), and
either page plays the stories (`recorded_stories`) and the runs (`recorded_runs`) that Python
served. ``scripts/recordings.js`` reads them.

All numbers of the runs are bytes. For each load, mix and draw there are the requests and then the
run of each of `kvpage.serving.workloads.allocators`, as its residencies. Requests and residencies
come in columns, behind their number: of the requests the arrivals, prompts and outputs, of the
residencies the request, the start, the steps from start to end, the tokens, the number of units,
and then all units. Arrivals and starts are told as what is added to the one before.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise, product
from typing import Any

from kvpage.allocators import Allocation, naive, paged
from kvpage.figures.controls import LIMITS
from kvpage.figures.hook import GUESSES, Hook
from kvpage.lesson import quiz
from kvpage.lesson.questions import ASKED_SIZES
from kvpage.lesson.scenarios import SCENARIOS, SCHEMES, tell
from kvpage.serving.requests import Requests
from kvpage.serving.residency import Residency, residencies
from kvpage.serving.simulation import simulate
from kvpage.serving.workloads import CHOICES, allocators, requests

__all__ = ["recorded_answers", "recorded_runs", "recorded_stories"]

QUESTIONS = 100
"""Of every level, as many as a file carries."""


@cache
def recorded_stories() -> str:
    """Write all steps of all stories of the small cache as JSON.

    Returns
    -------
    str
        In base64, compressed as by `zlib.compress`.
    """
    told = {name: {scheme: tell(name, scheme) for scheme in SCHEMES} for name in SCENARIOS}
    return _deflated(json.dumps(told, separators=(",", ":")).encode())


@cache
def recorded_runs() -> str:
    """Run everything that can be chosen and write down what happened.

    Returns
    -------
    str
        In base64, compressed as by `zlib.compress`.
    """
    names = product(*(CHOICES[name] for name in ("load", "mix", "draw")))
    columns = chain.from_iterable(_columns(requests(*name)) for name in names)
    return _deflated(b"".join(map(bytes, columns)))


def _columns(asked: Requests) -> Iterator[Sequence[int]]:
    yield [len(asked)]
    yield from (_added(asked.arrival.tolist()), asked.prompt.tolist(), asked.output.tolist())
    for allocator in allocators():
        yield from _residency_columns(residencies(simulate(asked, allocator)))


def _residency_columns(listed: list[Residency]) -> Iterator[Sequence[int]]:
    yield [len(listed)]
    yield [residency.request for residency in listed]
    yield _added([residency.start for residency in listed])
    yield [residency.end - residency.start for residency in listed]
    yield [residency.tokens for residency in listed]
    yield [len(residency.units) for residency in listed]
    for residency in listed:
        yield residency.units


def _added(ascending: list[int]) -> list[int]:
    return [after - before for before, after in pairwise([0, *ascending])]


def _deflated(content: bytes) -> str:
    return b64encode(zlib.compress(content, 9)).decode()


@cache
def recorded_answers() -> dict[str, Any]:
    """Record what the allocators say of every setting, and what the hook shows."""
    lengths = range(LIMITS["length"] + 1)
    return {
        "reserve": [
            _held_and_allocated(naive(lengths, block, truncate=True))
            for block in range(1, LIMITS["block"] + 1)
        ],
        "paged": [
            _held_and_allocated(paged(lengths, page)) for page in range(1, LIMITS["page"] + 1)
        ],
        "hook": _hook_answers(),
        "guesses": GUESSES,
        "quiz": {
            "asked_sizes": list(ASKED_SIZES),
            "first": [_question_columns(question) for question in quiz.FIRST],
            "levels": [
                [_question_columns(quiz.question(level, seed)) for seed in range(QUESTIONS)]
                for level in range(1, quiz.LEVELS + 1)
            ],
        },
    }


def _held_and_allocated(allocation: Allocation) -> list[list[int]]:
    return [allocation.held.tolist(), allocation.allocated.tolist()]


def _question_columns(question: quiz.Question) -> list[Any]:
    """List a question's fields, and its layout where that is not the lengths in its pages."""
    layout, lengths = question.layout(), list(question.lengths)
    laid_out = [layout.scheme, layout.unit, layout.lengths.tolist()]
    usual = laid_out == ["paged", question.page_size, lengths]
    return [*vars(question).values(), question.cache, *([] if usual else laid_out)]


def _hook_answers() -> dict[str, Any]:
    """Record the hook figure's words and pictures by scheme and guess."""
    pictures: dict[str, Any] = {}
    words: dict[str, Any] = {}
    for guess in (None, *GUESSES):
        hook = Hook(guess=guess)
        for scheme in ("naive", "paged", "naive"):
            hook.scheme = scheme
            shown = f"{scheme} {'answered' if hook.answered else 'asked'}"
            pictures[shown] = {
                "hook_lanes": dict(vars(hook.lanes.picture)),
                "hook_strip": dict(vars(hook.strip.picture)),
            }
            words[f"{shown} {'none' if guess is None else guess}"] = {
                "labels": {
                    "hook_lanes": hook.lanes.label,
                    "hook_strip": hook.strip.label,
                },
                "hook_numbers": hook.numbers.object,
                "hook_table": hook.table.object,
            }
    return {"pictures": pictures, "words": words}
