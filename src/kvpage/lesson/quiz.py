"""Questions on pages and blocks: right answers, and a reply to each typical mistake.

Every number comes from an allocation; every sentence stands in ``words/predict.toml``, in the
group ``quiz_`` and the question's kind. Pure, and the same on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count as whole_numbers
from random import Random

from kvpage.allocators import Allocation, naive, paged
from kvpage.cache.validation import whole_number
from kvpage.lesson.facts import Facts, in_a_list, of_side, one_side
from kvpage.lesson.words import say

__all__ = ["FIRST", "LEVELS", "Question", "climb", "in_turn", "question", "sheet"]

LEVELS = 5
IN_A_ROW = 2
"""Right answers at first try, one after the other, that lead one level up."""

PAGE_SIZES = range(2, 17)
ASKED_SIZES = range(2, 9)
"""Page sizes among which ``which_page`` asks for one."""

LONGEST = 31
"""Tokens of the longest sequence; one more still fits the lesson's figures."""

EXAMPLE = paged([1, 4, 2], 2)
"""The example that runs through the lesson, in pages."""

Slips = tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Question:
    """A question on some sequences, with its answer.

    Attributes
    ----------
    kind : str
        What is asked; the group of its sentences is ``quiz_`` and this name.
    lengths : tuple of int
        Tokens of the sequences, before anything that the question lets happen.
    block_size, page_size : int
        Slots of a block and of a page.
    answer : int
        The right number, in `unit_name`.
    slips : tuple of (int, str)
        Wrong numbers, and the name of the reply that each gets.
    """

    kind: str
    lengths: tuple[int, ...]
    block_size: int
    page_size: int
    answer: int
    slips: Slips

    @property
    def unit_name(self) -> str:
        """What the answer counts: ``"slots"``, ``"pages"``, ``"tokens"`` or ``"percent"``."""
        return UNIT_NAMES.get(self.kind, "slots")

    @property
    def text(self) -> str:
        """The question."""
        return self._say("text")

    @property
    def hint(self) -> str:
        """How to work it out, without the answer."""
        return self._say("hint")

    @property
    def explanation(self) -> str:
        """How the answer comes about, for when it may be seen."""
        return self._say("explanation")

    @property
    def mistakes(self) -> dict[int, str]:
        """The reply to each wrong number that is a typical mistake's."""
        return {number: self.reply(number) for number, _ in self.slips}

    def reply(self, number: int) -> str:
        """Say what is to be said to a number: why it is right, how one gets it, or the hint."""
        if number == self.answer:
            return self._say("right")
        name = dict(self.slips).get(number)
        if self.kind == "which_page" and number in ASKED_SIZES:
            wasted = paged(self.lengths, number).n_wasted
            if wasted != self.answer:  # that number would give it away
                return self._say(name or "tried", guess=number, guess_wasted=wasted)
        return self._say(name, guess=number) if name else self.hint

    def layout(self) -> Allocation:
        """Lay out what the answer is about.

        Returns
        -------
        Allocation
            Blocks for ``block_waste``; pages of `answer` slots for ``which_page``; pages with
            one more token in each sequence for ``next_pages`` and ``next_waste``; else pages.
        """
        match self.kind:
            case "block_waste":
                return naive(self.lengths, self.block_size)
            case "which_page":
                return paged(self.lengths, self.answer)
            case "next_pages" | "next_waste":
                return paged([length + 1 for length in self.lengths], self.page_size)
        return paged(self.lengths, self.page_size)

    @property
    def cache(self) -> int:
        """Slots of the cache that the question speaks of, else those that the layout takes."""
        if self.kind in ("fragmentation", "free_slots"):
            return len(self.lengths) * self.block_size
        return self.layout().n_slots

    def facts(self) -> Facts:
        """Count what the sentences may say.

        Returns
        -------
        dict
            What `one_side` of `kvpage.lesson.facts` counts of `layout` in `cache`; the same, under
            ``now_``, of the present lengths in pages of the present size; ``block`` and ``page``
            (their sizes), ``answer``, and ``percent`` (the layout's fragmentation where that is a
            whole number of percent, else 0). A reply has ``guess``, the wrong number, too,
            and for ``which_page`` ``guess_wasted``, the waste in pages of that size.
        """
        layout = self.layout()
        now = one_side(paged(self.lengths, self.page_size), self.cache)
        percent, rest = divmod(100 * layout.n_wasted, layout.n_slots)
        return {
            **one_side(layout, self.cache),
            **of_side("now", now),
            "block": self.block_size,
            "page": self.page_size,
            "answer": self.answer,
            "percent": 0 if rest else percent,
        }

    def _say(self, name: str, **more: int) -> str:
        return say(f"quiz_{self.kind}.{name}", self.facts() | more)


def question(level: int, seed: int) -> Question:
    """Draw a question.

    Its answer and the numbers of its `Question.slips` are all different, and differ from the
    page size and from the number of sequences. Where several sequences are asked about, the
    mistake that the question is there to find does not lead to the right number.

    Parameters
    ----------
    level : int
        1: one sequence; 2: several; 3: fragmentation and free slots; 4: the next token;
        5: which page size, or which length, gives a waste.
    seed : int
        Any whole number; the same one draws the same question, on every machine.

    Returns
    -------
    Question

    Raises
    ------
    TypeError
        If `level` or `seed` is not a whole number.
    ValueError
        If `level` is not from 1 to 5.
    """
    level, seed = _level(level), whole_number(seed, "seed")
    random = Random(f"{level} {seed:x}").random

    def draw(low: int, high: int) -> int:
        return low + int(random() * (high - low + 1))

    kinds = KINDS_OF_LEVEL[level]
    kind, fewest, most = kinds[draw(0, len(kinds) - 1)]
    while True:
        drawn = _fair(kind, _drawn(draw, draw(fewest, most)))
        if drawn:
            return drawn


def in_turn(level: int, seed: int) -> Question:
    """Return the question that the lesson asks at a seed: on level 1, those of `FIRST` first."""
    level, seed = _level(level), whole_number(seed, "seed")
    if level == 1 and 0 <= seed < len(FIRST):
        return FIRST[seed]
    return question(level, seed)


def climb(level: int, streak: int, first_try: bool) -> tuple[int, int]:
    """Return the level, and the right answers in a row on it, after a question is closed.

    Parameters
    ----------
    level, streak : int
        Both before the question.
    first_try : bool
        Whether the first answer to it was the right one.
    """
    if not first_try:
        return level, 0
    if streak + 1 < IN_A_ROW:
        return level, streak + 1
    return min(level + 1, LEVELS), 0


def sheet(level: int, count: int, seed: int, answers: bool) -> str:
    """Write questions of one level, all of them different, as a sheet of homework in Markdown.

    Parameters
    ----------
    level : int
    count : int
        How many.
    seed : int
        Seed of the first one; those of the others follow it.
    answers : bool
        Whether the answers, and how they come about, are to follow the questions.
    """
    drawn = (question(level, each) for each in whole_numbers(seed))
    asked: dict[str, Question] = {}
    while len(asked) < count:
        each = next(drawn)
        asked.setdefault(each.text, each)
    items = [
        {
            "number": number,
            "text": text,
            "unit_name": each.unit_name,
            "answer": each.answer,
            "explanation": each.explanation,
        }
        for number, (text, each) in enumerate(asked.items(), 1)
    ]
    facts = {"level": level, "seed": str(seed), "asked": items}
    return say("quiz_sheet.sheet", facts | {"answers": in_a_list(items) if answers else []})


Draw = Callable[[int, int], int]
"""A whole number from one to another, both included."""


@dataclass(frozen=True)
class _Case:
    """Some sequences, a block size, a page size, and another page size to ask for."""

    lengths: tuple[int, ...]
    block: int
    page: int
    other: int = 0

    @cached_property
    def pages(self) -> Allocation:
        return paged(self.lengths, self.page)

    @cached_property
    def blocks(self) -> Allocation:
        return naive(self.lengths, self.block)

    @cached_property
    def pooled(self) -> Allocation:
        """Lay the tokens out as if sequences shared their pages."""
        return paged([sum(self.lengths)], self.page)

    @cached_property
    def next(self) -> Allocation:
        """Lay the sequences out after each has written one more token."""
        return paged([length + 1 for length in self.lengths], self.page)

    @cached_property
    def next_pooled(self) -> Allocation:
        return paged([sum(self.lengths) + len(self.lengths)], self.page)

    @property
    def cache(self) -> int:
        return len(self.lengths) * self.block


Asked = tuple[int, list[tuple[int, str]]]
"""An answer and its slips, the one that the question is there to find first."""


def _new_pair(case: _Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (case.page - 1, "cap"),
        (pages.n_wasted + EXAMPLE.n_wasted, "example"),
        (case.blocks.n_wasted, "blocks"),
        (pages.n_slots, "allocated"),
    ]


def _last_step(case: _Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (case.page - 1, "cap"),
        (_in_last_pages(pages), "last"),
        (len(case.lengths) * (case.page - 1), "every"),
        (pages.n_tokens, "tokens"),
    ]


def _page_waste(case: _Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (_in_last_pages(pages), "last"),
        (case.page - 1, "cap"),
        (pages.n_wasted + case.page * _full(pages), "extra"),
        (len(case.lengths) * (case.page - 1), "every"),
        (int(pages.wasted[-1]), "alone"),
        (pages.n_tokens, "tokens"),
        (pages.n_slots, "allocated"),
        (pages.n_units, "pages"),
    ]


def _block_waste(case: _Case) -> Asked:
    blocks = case.blocks
    return blocks.n_wasted, [
        (0, "none"),
        (naive(case.lengths, max(case.lengths)).n_wasted, "longest"),
        (naive([sum(case.lengths)], case.block, truncate=True).n_wasted, "shared"),
        (int(blocks.wasted[-1]), "alone"),
        (blocks.n_tokens, "tokens"),
        (blocks.n_slots, "allocated"),
    ]


def _pages_held(case: _Case) -> Asked:
    pages = case.pages
    return pages.n_units, [
        (case.pooled.n_units, "pooled"),
        (pages.n_units - len(case.lengths) + _full(pages), "down"),
        (pages.n_units + _full(pages), "extra"),
        (pages.n_tokens, "tokens"),
        (pages.n_slots, "slots"),
        (pages.n_wasted, "wasted"),
    ]


def _fragmentation(case: _Case) -> Asked | None:
    pages = case.pages
    in_the_cache = pages.n_slots <= case.cache and case.cache % case.page == 0
    if not in_the_cache or 100 * pages.n_wasted % pages.n_slots:
        return None
    return _percent(pages.n_wasted, pages.n_slots), [
        (_percent(pages.n_wasted, case.cache), "of_cache"),
        (_percent(pages.n_wasted, pages.n_tokens), "of_tokens"),
        (_percent(case.cache - pages.n_tokens, case.cache), "unused"),
        (_percent(pages.n_tokens, pages.n_slots), "used"),
        (_percent(case.pooled.n_wasted, case.pooled.n_slots), "pooled"),
        (pages.n_wasted, "slots"),
    ]


def _free_slots(case: _Case) -> Asked | None:
    pages = case.pages
    if pages.n_slots > case.cache or case.cache % case.page:
        return None
    free = case.cache - pages.n_slots
    return free, [
        (case.cache - pages.n_tokens, "empty"),
        (case.cache - case.pooled.n_slots, "pooled"),
        (free + case.page * (len(case.lengths) - _full(pages)), "down"),
        (free - case.page * _full(pages), "extra"),
        (pages.n_slots, "allocated"),
        (pages.n_wasted, "wasted"),
    ]


def _next_pages(case: _Case) -> Asked:
    taken = case.next.n_units - case.pages.n_units
    return taken, [
        (_full(case.next), "after"),
        (case.next_pooled.n_units - case.pooled.n_units, "pooled"),
        (case.next.n_units, "held"),
        (case.next.n_slots - case.pages.n_slots, "slots"),
        (len(case.lengths) - taken, "room"),
    ]


def _next_waste(case: _Case) -> Asked:
    wasted = case.next.n_wasted
    return wasted, [
        (case.pages.n_wasted - len(case.lengths), "filled"),
        (case.pages.n_wasted, "now"),
        (wasted + case.next.n_units - case.pages.n_units, "whole"),
        (wasted + case.page * _full(case.next), "early"),
        (case.next_pooled.n_wasted, "pooled"),
    ]


def _which_page(case: _Case) -> Asked | None:
    if case.page not in ASKED_SIZES or case.page == case.other:
        return None
    waste = {size: paged(case.lengths, size).n_wasted for size in ASKED_SIZES}
    wasted = waste.pop(case.other)
    if wasted in waste.values() or wasted == case.other:
        return None
    pooled = [
        (size, "pooled") for size in waste if paged([sum(case.lengths)], size).n_wasted == wasted
    ]
    slips = dict([*((size, "tried") for size in waste), (wasted + 1, "cap"), *pooled])
    telling = [
        (size, name) for size, name in slips.items() if waste.get(size, case.other) != case.other
    ]
    return case.other, telling


def _which_length(case: _Case) -> Asked | None:
    pages = case.pages
    if pages.n_units == 1 or pages.n_wasted == 0:
        return None
    return pages.n_tokens, [
        (pages.n_slots - case.page + pages.n_wasted, "last"),
        (pages.n_slots, "slots"),
        (pages.n_slots + pages.n_wasted, "added"),
        (pages.n_slots - case.page, "whole"),
        (pages.n_slots - case.page + 1, "least"),
    ]


def _in_last_pages(pages: Allocation) -> int:
    """Count the tokens in the last pages."""
    return len(pages.lengths) * pages.unit - pages.n_wasted


def _full(pages: Allocation) -> int:
    """Count the sequences that just fill their pages."""
    return int((pages.wasted == 0).sum())


def _percent(part: int, whole: int) -> int:
    """Round a share to whole percent, half up."""
    return (200 * part + whole) // (2 * whole)


KINDS: dict[str, Callable[[_Case], Asked | None]] = {
    "new_pair": _new_pair,
    "last_step": _last_step,
    "page_waste": _page_waste,
    "block_waste": _block_waste,
    "pages_held": _pages_held,
    "fragmentation": _fragmentation,
    "free_slots": _free_slots,
    "next_pages": _next_pages,
    "next_waste": _next_waste,
    "which_page": _which_page,
    "which_length": _which_length,
}

UNIT_NAMES = {
    "pages_held": "pages",
    "next_pages": "pages",
    "fragmentation": "percent",
    "which_length": "tokens",
}
"""What a kind's answer counts, if not slots."""

KINDS_OF_LEVEL = {
    1: [("page_waste", 1, 1), ("block_waste", 1, 1), ("pages_held", 1, 1)],
    2: [("page_waste", 2, 5), ("block_waste", 2, 5), ("pages_held", 2, 5)],
    3: [("fragmentation", 2, 5), ("free_slots", 2, 5)],
    4: [("next_pages", 2, 5), ("next_waste", 2, 5)],
    5: [("which_page", 2, 3), ("which_length", 1, 1)],
}
"""The kinds of a level, each with the fewest and the most sequences that it asks about."""


OF_SEVERAL = ("alone", "every", "longest", "pooled", "shared")
"""Slips that take more than one sequence."""


def _drawn(draw: Draw, n: int) -> _Case:
    page = draw(PAGE_SIZES[0], PAGE_SIZES[-1])
    longest = LONGEST if n == 1 else draw(6, LONGEST)
    lengths = []
    for _ in range(n):
        length = draw(1, longest)
        fills_its_pages = length >= page and draw(1, 3) == 1
        lengths.append(length // page * page if fills_its_pages else length)
    block = draw(max(lengths), min(2 * longest, LONGEST + 1))
    return _Case(tuple(lengths), block, page, draw(ASKED_SIZES[0], ASKED_SIZES[-1]))


def _fair(kind: str, case: _Case) -> Question | None:
    """Make a question of a case, or none if it would not tell what a reader knows."""
    n = len(case.lengths)
    asked = KINDS[kind](case)
    if asked is None or len(set(case.lengths)) < n:
        return None
    answer, slips = asked
    finds_its_mistake = n == 1 or slips[0][0] != answer
    slips = tuple(
        (number, name)
        for number, name in slips
        if number >= 0
        and number not in (answer, case.page, n)
        and (n > 1 or name not in OF_SEVERAL)
    )
    names_one_cause = len(dict(slips)) == len(slips)
    given = {case.page, n, *(case.lengths if n == 1 and kind != "which_length" else ())}
    if kind == "block_waste":
        given.add(case.block)
    if answer in given or len(slips) < 2 or not (finds_its_mistake and names_one_cause):
        return None
    return Question(kind, case.lengths, case.block, case.page, answer, slips)


def _fixed(kind: str, case: _Case) -> Question:
    answer, slips = KINDS[kind](case)
    return Question(kind, case.lengths, case.block, case.page, answer, tuple(slips))


def _level(level: int) -> int:
    level = whole_number(level, "level")
    if level not in KINDS_OF_LEVEL:
        raise ValueError(f"level is {level}; give a whole number from 1 to {LEVELS}")
    return level


FIRST = (
    _fixed("new_pair", _Case((3, 1), 4, 2)),
    _fixed("last_step", _Case((5, 2, 9), 12, 4)),
)
"""The questions that the lesson begins with."""
