"""Who gets in: the same requests through blocks and through pages of the same cache."""

from typing import Any

import numpy as np
import panel as pn
import param

from kvpage.drawing.cache_layout import slots_picture
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.svg import svg
from kvpage.drawing.timelines import RunningOverTime, SlotsOverTime
from kvpage.figures.controls import Choice, Size, choice, slider
from kvpage.figures.figure import INSIDE, Figure, Part, Words, drawn, folded, group, text
from kvpage.lesson.comparison import GUESSES, compared, moments, reply
from kvpage.lesson.facts import Facts
from kvpage.lesson.words import say
from kvpage.serving.simulation import Run
from kvpage.serving.workloads import CHOICES, both

__all__ = ["LONGEST", "TITLES", "WhoGetsIn"]

TITLES = {
    "cache": "Slots of the cache",
    "block": "Slots of a block",
    "page": "Slots of a page",
    "load": "Load",
    "mix": "Lengths",
    "draw": "Draw",
}
LONGEST = 999
"""The last step that can be asked for."""
SIDES = ("reserve", "paged")


def _plain(name: str) -> list[int | str]:
    return [str(each) if isinstance(each, str) else each for each in CHOICES[name]]


class WhoGetsIn(Figure):
    """Requests served from blocks and from pages, side by side and under one clock.

    Parameters
    ----------
    cache : {256, 128}
        Slots of the cache.
    block : {64, 32, 128}
        Slots of a block.
    page : {4, 1, 8, 16}
        Slots of a page.
    load : {"flood", "heavy", "light"}
        How fast the requests arrive.
    mix : {"chat-like", "short", "long", "mixed"}
        How many tokens they end with.
    draw : {1, 2, 3}
        Which throw of the dice.
    step : int
        The step that is shown, from 0 to the one after the last finish; a later one is set back.
    guess : {None, 1, 2, 4, 8}
        How many times as many sequences the reader expects paging to run at once.

    Attributes
    ----------
    choices : list of panel.widgets.Select
    step_slider : panel.widgets.IntSlider
    guesses : panel.widgets.RadioButtonGroup
    grids : dict of SlotGrid
        The caches in the step, ``"reserve"`` and ``"paged"``.
    running : RunningOverTime
    slots : dict of SlotsOverTime
    words, reply, moment, table : panel.pane.HTML
    """

    section = "serving"
    caption = "The same requests, both ways"
    saved = ("run",)

    cache = Choice(default=256, objects=_plain("cache"))
    block = Choice(default=64, objects=_plain("block"))
    page = Choice(default=4, objects=_plain("page"))
    load = Choice(default="flood", objects=_plain("load"))
    mix = Choice(default="chat-like", objects=_plain("mix"))
    draw = Choice(default=1, objects=_plain("draw"))
    step = Size(default=0, bounds=(0, LONGEST))
    guess = Choice(default=None, objects=[None, *GUESSES])

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.choices = [
            pn.widgets.Select.from_param(self.param[name], label=title, width=130, **INSIDE)
            for name, title in TITLES.items()
        ]
        self.step_slider = slider(self.param.step, "Step")
        self.guesses = choice(self.param.guess, guesses())
        self.grids = {side: SlotGrid(f"serving_{side}") for side in SIDES}
        self.running = RunningOverTime("serving_running")
        self.slots = {side: SlotsOverTime(f"serving_{side}_slots") for side in SIDES}
        self.words, self.reply, self.moment, self.table = Words(), Words(), Words(), Words()
        self._taken = ""
        self._update()

    def _take_runs(self) -> None:
        self._taken = self.shows
        self.runs = dict(zip(SIDES, both(*(getattr(self, name) for name in CHOICES)), strict=True))
        self.step_slider.end = 1 + max(int(run.finished.max()) for run in self.runs.values())

    @property
    def run(self) -> Facts:
        """What is chosen, by parameter."""
        return {name: getattr(self, name) for name in (*CHOICES, "step")}

    @property
    def facts(self) -> Facts:
        """What the words say of both runs."""
        return compared(*self.runs.values()) | {"shows": self.shows}

    @property
    def shows(self) -> str:
        """The choices, in one line."""
        return " ".join(str(getattr(self, name)) for name in CHOICES)

    @param.depends(*CHOICES, "step", "guess", watch=True)
    def _update(self) -> None:
        if self._taken != self.shows:
            self._take_runs()
        if self.step > self.step_slider.end:
            self.step = self.step_slider.end
            return
        facts = self.facts
        now = moments(*self.runs.values(), self.step)
        most = max(facts["reserve_most"], facts["paged_most"]) + 1
        end = self.step_slider.end
        with self.at_once():
            for side, run in self.runs.items():
                self.grids[side].show(slots_picture(run.at(self.step)), say(f"serving.{side}", now))
                label = say("serving.slots_label", facts | {side: True, **_other(side)})
                counts = _slots(run, end, facts["cache"])
                self.slots[side].show(counts, end, facts["cache"], self.step, label)
            running = {side: _dense(run, run.running, end) for side, run in self.runs.items()}
            label = say("serving.running_label", facts)
            self.running.show(running, end, most, self.step, label)
            self.moment.object = say("serving.moment", now)
            self.words.object = say("serving.words", facts)
            self.reply.object = _reply(self.guess, facts)
            self.table.object = say("serving.now", now) + say("serving.table", facts)

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "serving_reserve": self.grids["reserve"].figure,
            "serving_paged": self.grids["paged"].figure,
            "serving_reserve_slots": self.slots["reserve"].figure,
            "serving_paged_slots": self.slots["paged"].figure,
            "serving_running": self.running.figure,
        }

    def _content(self) -> list[pn.viewable.Viewable]:
        sides = [
            group(
                "stack",
                text(title, "label"),
                drawn(self.grids[side].plot()),
                drawn(self.slots[side].plot()),
            )
            for side, title in zip(SIDES, ("Reserved blocks", "Pages"), strict=True)
        ]
        return [
            group("buttons", *self.choices),
            self.guesses,
            self.reply,
            self.step_slider,
            self.moment,
            group("pair", *sides),
            drawn(self.running.plot()),
            self.words,
            folded(self.table),
        ]

    def _still(self) -> str:
        pictures = "".join(f"<div>{svg(grid)}</div>" for grid in self.grids.values())
        return f'{self.moment.object}<div class="pair">{pictures}</div>{self.words.object}'


def guesses() -> dict[str, int]:
    """List what the reader may expect, by what the buttons say."""
    return {
        say("serving.choice", {"guess": guess, "as_many": guess == 1}): guess for guess in GUESSES
    }


def _reply(guess: int | None, facts: Facts) -> str:
    return "" if guess is None else say("serving.reply", reply(guess, facts))


def _other(side: str) -> Facts:
    return {other: False for other in SIDES if other != side}


def _dense(run: Run, values: np.ndarray, end: int) -> list[int]:
    """Give the counts of every step, those that are not stored among them."""
    counts = np.zeros(end + 1, dtype=np.int64)
    counts[run.steps] = values
    return counts.tolist()


def _slots(run: Run, end: int, cache: int) -> dict[str, list[int]]:
    nothing = [0] * (end + 1)
    return {
        "nothing": nothing,
        "used": _dense(run, run.held, end),
        "allocated": _dense(run, run.allocated, end),
        "cache": [cache] * (end + 1),
    }
