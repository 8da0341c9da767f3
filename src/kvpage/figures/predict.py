"""Predict: questions to answer before the picture opens."""

import json
from contextlib import suppress
from typing import Any

import panel as pn
import param

from kvpage.cache.validation import whole_number
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.slot_layout import Picture, line_width, tokens_picture
from kvpage.drawing.svg import svg
from kvpage.figures.controls import LIMITS, Size, button
from kvpage.figures.figure import INSIDE, Figure, Part, Words, drawn, folded, group
from kvpage.lesson.quiz import IN_A_ROW, LEVELS, Question, climb, in_turn, is_open, outcome_of
from kvpage.lesson.words import say

__all__ = ["Predict"]


class Predict(Figure):
    """Questions to answer before the picture opens, harder as the reader gets them right.

    Parameters
    ----------
    level : int
        1 to 5.
    seed : int
        Which question of the level, from 0; see `kvpage.lesson.quiz.in_turn`.
    streak : int
        Questions answered right at first try, one after the other, since the level began.
    tries : list of int
        The reader's answers to this question so far.
    given_up : bool
        Whether the reader asked to be shown.

    Attributes
    ----------
    question : kvpage.lesson.quiz.Question
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
        return outcome_of(self.question.answer, self.tries, self.given_up)

    @property
    def closed(self) -> bool:
        """Whether the reader may still answer."""
        return not is_open(self.outcome)

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
        with suppress(ValueError, TypeError, RecursionError):
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
            return tokens_picture([0] if unknown else question.lengths, width)
        picture = Picture(width, margin=width / 16)
        for row in range(len(layout.lengths)):
            picture.add_row(layout, row)
        picture.add_free(question.cache - layout.n_slots)
        return picture

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "turn": self.turn,
            "verdict": self.verdict,
            "predict_asked": self.asked,
            "predict_reply": self.reply,
            "predict_grid": self.grid.figure,
            "predict_table": self.table,
        }

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
