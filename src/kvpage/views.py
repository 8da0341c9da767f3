"""The figures of the lesson: each has its parameters, its widgets, its picture and its words.

A change travels one way: widget → parameter → `naive` and `paged` → marks → one assignment
to the figure's source; the same allocations give every number that the words say.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import panel as pn
import param

from kvpage.allocators import Allocation, naive, paged
from kvpage.controls import EXAMPLE, LIMITS, Size, Workload, button, choice, comma_separated, slider
from kvpage.counts import whole_number
from kvpage.curves import WasteCurves
from kvpage.facts import (
    NAMES,
    Facts,
    both_sides,
    one_side,
    slots_in_order,
    strip_runs,
    waste_by_length,
)
from kvpage.figure import INSIDE, Figure, Words, drawn, folded, group, text
from kvpage.grid import SlotGrid
from kvpage.picture import Mark, Picture, line_width
from kvpage.quiz import IN_A_ROW, LEVELS, Question, climb, in_turn
from kvpage.still import curves_svg, svg
from kvpage.words import say

__all__ = ["Hook", "Predict", "SideBySide", "WasteByLength"]

SCHEMES = {"Reserve a block": "naive", "Allocate pages": "paged"}
GUESSES = [0, 1, 3, 5]
STRIP = "The whole cache, slot after slot"


class SideBySide(Workload):
    """The same sequences in reserved blocks and in pages, in caches of the same size.

    Its parameters are those of a `Workload`, and

    Parameters
    ----------
    covered : bool
        Whether the pages' layout and numbers are kept back; the tokens alone are shown then.

    Attributes
    ----------
    cover : panel.widgets.Checkbox
    reserve_grid, paged_grid : SlotGrid
    comparison, reserve_words, paged_words, table : panel.pane.HTML
    """

    section = "side-by-side"
    caption = "Blocks and pages, side by side"

    covered = param.Boolean(default=False)

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.cover = pn.widgets.Checkbox.from_param(
            self.param.covered, label="Cover the pages", **INSIDE
        )
        self.reserve_grid, self.paged_grid = SlotGrid("reserve_grid"), SlotGrid("paged_grid")
        self.comparison, self.reserve_words, self.paged_words, self.table = (
            Words() for _ in range(4)
        )
        self._update()

    @param.depends("lengths", "block_size", "page_size", "covered", watch=True)
    def _update(self) -> None:
        reserve = naive(self.lengths, self.block_size, truncate=True)
        pages = paged(self.lengths, self.page_size)
        blocks = len(self.lengths) * self.block_size
        cache = blocks if self.covered else max(blocks, pages.n_slots)
        width = line_width(max(max(_reach(reserve)), max(_reach(pages))))
        lengths = comma_separated(self.lengths)
        shown = {
            "shows": f"{lengths} {self.block_size} {self.page_size}",
            "more": cache - blocks,
            "covered": self.covered,
            "cut_off": int(reserve.turned_away.sum()),
        }
        reserve_facts = one_side(reserve, cache) | shown
        paged_facts = one_side(pages, cache) | shown
        compared = both_sides(reserve_facts, paged_facts) | shown
        with self.at_once():
            self.reserve_grid.show(
                _side(reserve, cache, width), say("reserve.label", reserve_facts)
            )
            if self.covered:
                self.paged_grid.show(
                    _tokens(self.lengths, width), say("side.covered_label", paged_facts)
                )
                self.paged_words.object = say("side.covered_words", paged_facts)
                self.table.object = say("side.covered_table", compared)
            else:
                self.paged_grid.show(_side(pages, cache, width), say("paged.label", paged_facts))
                self.paged_words.object = _numbers("paged", paged_facts)
                self.table.object = say("side.table", compared)
            self.comparison.object = say("side.comparison", compared)
            self.reserve_words.object = _numbers("reserve", reserve_facts)

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self._controls(),
            self.cover,
            group("comparison", self.comparison),
            group(
                "pair",
                *(
                    group("stack", text(name, "subheading"), drawn(grid.plot()), words)
                    for name, grid, words in self._sides()
                ),
            ),
            folded(self.table),
        ]

    def _still(self) -> str:
        sides = "".join(
            f'<div><p class="subheading">{name}</p>{svg(grid)}{words.object}</div>'
            for name, grid, words in self._sides()
        )
        return f'{self.comparison.object}<div class="pair">{sides}</div>'

    def _sides(self) -> list[tuple[str, SlotGrid, Words]]:
        return [
            ("Reserved blocks", self.reserve_grid, self.reserve_words),
            ("Pages", self.paged_grid, self.paged_words),
        ]


class WasteByLength(Workload):
    """What a sequence of any length wastes in a block and in pages.

    Its parameters are those of a `Workload`, whose sequences stand on both curves, and

    Parameters
    ----------
    length : int
        The length that the words speak of, 0 to 32 tokens.
    reach : int
        A length that the axis has to reach in any case, so that it stays while one is dragged.

    Attributes
    ----------
    length_slider : panel.widgets.IntSlider
    reach_input : panel.widgets.IntInput
    curves : WasteCurves
    claims, table : panel.pane.HTML
    """

    section = "claims"
    caption = "Waste against length"
    saved = (*Workload.saved, "length")

    length = Size(default=3, bounds=(0, LIMITS["length"]))
    reach = Size(default=0, bounds=(0, LIMITS["length"]))

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.length_slider = slider(self.param.length, "Length")
        self.reach_input = pn.widgets.IntInput.from_param(self.param.reach)
        self.curves = WasteCurves("waste_curves")
        self.claims, self.table = Words(), Words()
        self._update()

    @param.depends("lengths", "block_size", "page_size", "length", "reach", watch=True)
    def _update(self) -> None:
        lengths = comma_separated(self.lengths)
        said = waste_by_length(
            self.lengths, self.block_size, self.page_size, self.length, self.reach
        )
        said |= {"shows": f"{lengths} {self.block_size} {self.page_size} {self.length}"}
        with self.at_once():
            self.curves.show(said, say("claims.label", said))
            self.claims.object = say("claims.words", said)
            self.table.object = say("claims.table", said)

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self._controls(self.length_slider),
            group("stack", drawn(self.curves.plot()), self.claims),
            folded(self.table),
        ]

    def _still(self) -> str:
        return f"{curves_svg(self.curves)}{self.claims.object}"


class Hook(Figure):
    """The example in one small cache, in blocks or in pages, once the reader has guessed.

    Parameters
    ----------
    scheme : {"naive", "paged"}
        The layout shown. The numbers of pages are kept back until the reader has guessed or
        has looked at them.
    guess : {None, 0, 1, 3, 5}
        How many wasted slots the reader expects pages to leave.

    Attributes
    ----------
    answered : bool
        Whether the numbers of pages are shown.
    switch, guesses : panel.widgets.RadioButtonGroup
    question : panel.Column
        The guess, asked until it is answered.
    lanes, strip : SlotGrid
        A row for each sequence, and the whole cache as one line.
    numbers, table : panel.pane.HTML
    """

    section = "hook"
    caption = "One cache, three sequences"
    saved = ("scheme",)

    scheme = param.Selector(default="naive", objects=SCHEMES)
    guess = param.Selector(default=None, objects=[None, *GUESSES])

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.switch = choice(self.param.scheme, SCHEMES)
        self.guesses = choice(self.param.guess, GUESSES)
        self.lanes, self.strip = SlotGrid("hook_lanes"), SlotGrid("hook_strip")
        self.numbers, self.table = Words(), Words()
        self.question = group("question", text(_question(), "ask"), self.guesses)
        self.answered = False
        self._update()

    @param.depends("scheme", "guess", watch=True)
    def _update(self) -> None:
        self.answered |= self.scheme == "paged" or self.guess is not None
        reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
        pages = paged(EXAMPLE["lengths"], EXAMPLE["page_size"])
        cache = reserve.n_slots
        allocation = reserve if self.scheme == "naive" else pages
        said = one_side(allocation, cache) | {
            "reserve": allocation is reserve,
            "paged": allocation is pages,
            "answered": self.answered,
            "shows": self.scheme,
            "reserve_wasted": reserve.n_wasted,
            "reserve_allocated": reserve.n_slots,
            "paged_wasted": pages.n_wasted,
            "paged_allocated": pages.n_slots,
            "given_back": reserve.n_slots - pages.n_slots,
            "runs": strip_runs(slots_in_order(allocation, cache)),
            "reply": self._reply(pages),
        }
        with self.at_once():
            self.lanes.show(self._lanes(allocation, reserve, pages), say("hook.lanes_label", said))
            self.strip.show(self._strip(allocation, cache, pages), say("hook.strip_label", said))
            self.question.visible = not self.answered
            self.numbers.object = say("hook.numbers", said)
            self.table.object = say("hook.table", said)

    def _reply(self, pages: Allocation) -> str:
        if self.guess is None:
            return ""
        return say(
            "hook.reply",
            {
                "guess": self.guess,
                "wasted": pages.n_wasted,
                "unit": pages.unit,
                "right": self.guess == pages.n_wasted,
                "low": self.guess < pages.n_wasted,
                "high": self.guess > pages.n_wasted,
            },
        )

    def _lanes(self, allocation: Allocation, reserve: Allocation, pages: Allocation) -> Picture:
        picture = Picture(reserve.unit, margin=0.5)
        for row, (kept, reserved) in enumerate(
            zip(pages.allocated, reserve.allocated, strict=True)
        ):
            given_back = range(kept, reserved) if self.answered else ()
            picture.add_row(allocation, row, reach=reserved, ringed=given_back)
        return picture

    def _strip(self, allocation: Allocation, cache: int, pages: Allocation) -> Picture:
        picture = Picture(cache, margin=0.5)
        for unit in range(allocation.n_units):
            picture.add_unit(unit * allocation.unit, allocation.unit)
        for place, (state, name, slot) in enumerate(slots_in_order(allocation, cache)):
            row = NAMES.index(name) if name else -1
            given_back = state == "free" or slot >= pages.allocated[row]
            picture.add_slot(Mark[state.upper()], place, row, slot, self.answered and given_back)
        picture.height += 1
        return picture

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self.switch,
            group(
                "scene",
                drawn(self.lanes.plot()),
                group("stack", self.numbers, self.question),
            ),
            group("stack", text(STRIP, "label"), drawn(self.strip.plot())),
            folded(self.table),
        ]

    def _still(self) -> str:
        return (
            f'<div class="scene">{svg(self.lanes)}<div>{self.numbers.object}</div></div>'
            f'<p class="label">{STRIP}</p>{svg(self.strip)}'
        )


class Predict(Figure):
    """Questions to answer before the picture opens, harder as the reader gets them right.

    Parameters
    ----------
    level : int
        1 to 5.
    seed : int
        Which question of the level, from 0; see `kvpage.quiz.in_turn`.
    streak : int
        Questions answered right at first try, one after the other, since the level began.
    tries : list of int
        The reader's answers to this question so far.
    given_up : bool
        Whether the reader asked to be shown.

    Attributes
    ----------
    question : kvpage.quiz.Question
    outcome : {"asked", "wrong", "right", "missed", "shown"}
        ``"wrong"`` after a first wrong answer, ``"missed"`` after the second. The picture, the
        table and the words hold the answer once it is one of the last three.
    turn : panel.widgets.TextInput
        All parameters as JSON, for the page to read and set.
    verdict : panel.widgets.TextInput
        The outcome, for the page to read.
    grid : SlotGrid
        The tokens of the question or, once it is open, the answer's layout.
    asked, reply, table : panel.pane.HTML
    """

    section = "predict"
    caption = "Predict"
    saved = ("level", "seed")

    level = Size(default=1, bounds=(1, LEVELS))
    seed = Size(default=0, bounds=(0, LIMITS["question"]))
    streak = Size(default=0, bounds=(0, IN_A_ROW - 1))
    tries = param.List(default=[], item_type=int)
    given_up = param.Boolean(default=False)

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.turn = pn.widgets.TextInput()
        self.turn.param.watch(self._read_turn, "value")
        self.verdict = pn.widgets.TextInput()
        self.grid = SlotGrid("predict_grid")
        self.asked, self.reply, self.table = Words(), Words(), Words()
        self._update()

    @property
    def question(self) -> Question:
        """The question that is asked."""
        return in_turn(self.level, self.seed)

    @property
    def outcome(self) -> str:
        """What has become of the question."""
        if self.given_up:
            return "shown"
        if self.question.answer in self.tries:
            return "right"
        return ("asked", "wrong", "missed")[min(2, len(self.tries))]

    @property
    def closed(self) -> bool:
        """Whether the reader may still answer."""
        return self.outcome in ("asked", "wrong")

    def answer(self, number: int) -> None:
        """Answer the question; once it is open, that changes nothing.

        Raises
        ------
        TypeError, ValueError
            If `number` is not a whole number from 0 to 999. It does not count as an answer.
        """
        most = LIMITS["answer"]
        if not 0 <= whole_number(number, "the answer") <= most:
            raise ValueError(f"the answer is {number}; give a whole number from 0 to {most}")
        if self.closed:
            self.tries = [*self.tries, int(number)]

    def show_me(self) -> None:
        """Open the picture without a right answer; once it is open, that changes nothing."""
        self.given_up |= self.closed

    def next(self) -> None:
        """Go on to the next question: one level up after two right at first try.

        While this one may still be answered, that changes nothing.
        """
        if self.closed:
            return
        level, streak = self._next_rung()
        seed = self.seed + 1
        self.param.update(level=level, streak=streak, seed=seed, tries=[], given_up=False)

    def _next_rung(self) -> tuple[int, int]:
        first_try = self.outcome == "right" and len(self.tries) == 1
        return climb(self.level, self.streak, first_try)

    def _read_turn(self, event: param.parameterized.Event) -> None:
        with suppress(ValueError, TypeError):
            self.param.update(**json.loads(event.new))
        event.obj.value = self._turn()

    def _turn(self) -> str:
        names = ("level", "seed", "streak", "tries", "given_up")
        return json.dumps({name: getattr(self, name) for name in names}, separators=(",", ":"))

    @param.depends("level", "seed", "streak", "tries", "given_up", watch=True)
    def _update(self) -> None:
        question, outcome, opened = self.question, self.outcome, not self.closed
        layout = question.layout()
        said = question.facts() | {
            "shows": f"{self.level} {self.seed} {','.join(map(str, self.tries))} {outcome}",
            "level": self.level,
            "levels": LEVELS,
            "streak": self.streak,
            "over": 0,
            "question": question.text,
            "reply": question.reply(self.tries[-1]) if self.tries and not self.given_up else "",
            "right": outcome == "right",
            "open": opened,
            "explanation": question.explanation if opened else "",
            "climbs": opened and self._next_rung()[0] > self.level,
            "unknown": question.kind == "which_length",
            "in_percent": question.unit_name == "percent",
        }
        label = f"{'reserve' if layout.scheme == 'naive' else 'paged'}.label"
        with self.at_once():
            self.turn.value = self._turn()
            self.verdict.value = outcome
            self.grid.show(
                self._picture(),
                say(label if opened else "predict.label", said),
            )
            self.asked.object = say("predict.asked", said)
            self.reply.object = say("predict.reply", said)
            self.table.object = say("predict.table", said)

    def _picture(self) -> Picture:
        question, layout = self.question, self.question.layout()
        width = line_width(int(layout.allocated.max()))
        if self.closed:
            unknown = question.kind == "which_length"
            return _tokens([0] if unknown else question.lengths, width)
        picture = Picture(width, margin=width / 16)
        for row in range(len(layout.lengths)):
            picture.add_row(layout, row)
        picture.add_free(question.cache - layout.n_slots)
        return picture

    def _content(self) -> list[pn.viewable.Viewable]:
        number = pn.widgets.IntInput(label="Your answer", start=0, width=140, **INSIDE)
        buttons = group(
            "buttons",
            button("Answer", lambda: self.answer(number.value)),
            button("Show me", self.show_me),
            button("Next question", self.next),
        )
        return [
            group(
                "pair",
                group("stack", self.asked, number, buttons, self.reply),
                group("stack", drawn(self.grid.plot())),
            ),
            folded(self.table),
        ]

    def _still(self) -> str:
        return f"{self.asked.object}{svg(self.grid)}{self.reply.object}"


def _question() -> str:
    reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
    facts = one_side(reserve, reserve.n_slots) | {"page": EXAMPLE["page_size"]}
    return say("hook.question", facts)


def _numbers(scheme: str, said: Facts) -> str:
    parts = {part: say(f"{scheme}.{part}", said) for part in ("sentence", "lines")}
    return say("side.numbers", said | parts)


def _side(allocation: Allocation, cache: int, width: int) -> Picture:
    picture = Picture(width, margin=width / 16)
    for row, reach in enumerate(_reach(allocation)):
        picture.add_row(allocation, row, reach)
    picture.add_free(cache - allocation.n_slots)
    return picture


def _tokens(lengths: Sequence[int], width: int) -> Picture:
    picture = Picture(width, margin=width / 16)
    for row, length in enumerate(lengths):
        picture.add_tokens(row, length)
    return picture


def _reach(allocation: Allocation) -> list[int]:
    """Count, for each row, the slots that can be clicked: one unit beyond those drawn."""
    drawn = np.maximum(allocation.allocated, allocation.lengths)
    return np.maximum(drawn, np.minimum(drawn + allocation.unit, LIMITS["length"])).tolist()
