"""Questions on pages and blocks: right answers, and a reply to each typical mistake.

Every number comes from an allocation; every sentence stands in ``words/predict.toml``, in the
group ``quiz_`` and the question's kind. Pure, and the same on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as whole_numbers
from random import Random

from kvpage.allocators import Allocation, naive, paged
from kvpage.cache.validation import whole_number
from kvpage.lesson.facts import Facts, in_a_list, of_side, one_side
from kvpage.lesson.questions import ASKED_SIZES, KINDS, UNIT_NAMES, Case, drawn
from kvpage.lesson.words import say

__all__ = [
    "FIRST",
    "LEVELS",
    "Question",
    "climb",
    "in_turn",
    "is_open",
    "outcome_of",
    "question",
    "sheet",
]

LEVELS = 5
IN_A_ROW = 2
"""Right answers at first try, one after the other, that lead one level up."""

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
        fair = _fair(kind, drawn(draw, draw(fewest, most)))
        if fair:
            return fair


def in_turn(level: int, seed: int) -> Question:
    """Return the question that the lesson asks at a seed: on level 1, those of `FIRST` first."""
    level, seed = _level(level), whole_number(seed, "seed")
    if level == 1 and 0 <= seed < len(FIRST):
        return FIRST[seed]
    return question(level, seed)


def outcome_of(answer: int, tries: Sequence[int], given_up: bool) -> str:
    """Say what has become of a question.

    Parameters
    ----------
    answer : int
        The right one.
    tries : sequence of int
        The reader's answers so far.
    given_up : bool
        Whether the reader asked to be shown.

    Returns
    -------
    {"asked", "wrong", "right", "missed", "shown"}
        ``"wrong"`` after a first wrong answer, ``"missed"`` after the second.
    """
    if given_up:
        return "shown"
    if answer in tries:
        return "right"
    return ("asked", "wrong", "missed")[min(2, len(tries))]


def is_open(outcome: str) -> bool:
    """Tell whether the answer may be seen, and no further one is taken."""
    return outcome in ("right", "missed", "shown")


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
    questions = (question(level, each) for each in whole_numbers(seed))
    asked: dict[str, Question] = {}
    while len(asked) < count:
        each = next(questions)
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


def _fair(kind: str, case: Case) -> Question | None:
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


def _fixed(kind: str, case: Case) -> Question:
    answer, slips = KINDS[kind](case)
    return Question(kind, case.lengths, case.block, case.page, answer, tuple(slips))


def _level(level: int) -> int:
    level = whole_number(level, "level")
    if level not in KINDS_OF_LEVEL:
        raise ValueError(f"level is {level}; give a whole number from 1 to {LEVELS}")
    return level


FIRST = (
    _fixed("new_pair", Case((3, 1), 4, 2)),
    _fixed("last_step", Case((5, 2, 9), 12, 4)),
)
"""The questions that the lesson begins with."""
