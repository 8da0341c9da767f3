"""What the scripts of a file answer to a reader, against what the figures do in Python.

Models stand in for Bokeh's: they keep what is set and tell who listens. That Bokeh draws what its
models say is left to the browser's tests.
"""

import json
import random
from itertools import product

import pytest
from scripts import Scripts, workloads

from kvpage.figures.hook import GUESSES
from kvpage.lesson import quiz
from kvpage.page.recordings import recorded_answers
from kvpage.views import Hook, Predict, SideBySide, WasteByLength

SCHEMES = ("naive", "paged")

STAND_IN = """(answers, connect) => {
    const tasks = []
    globalThis.queueMicrotask = task => tasks.push(task)
    const inside = { querySelector: () => ({}) }
    globalThis.Bokeh = { index: { get() {}, find_one: () => ({ shadow_el: inside }) } }
    const part = more => ({ setv(values) { Object.assign(this, values) }, ...more })
    const listeners = new Set(), models = {}
    const model = name => models[name] ??= plot()
    const plot = () => {
        const change = { connect: does => listeners.add(does) }
        const axis = { ticker: {} }
        return part({
            properties: new Proxy({}, { get: () => ({ change }) }),
            x_range: part(), y_range: part(), below: [axis], left: [axis],
            center: ["Grid", "Box", "Span", "Span"].map(type => part({ type })),
            renderers: [{ data_source: part() }],
        })
    }
    globalThis.answered = (given, texts, plots) => {
        for (const [name, values] of Object.entries(given)) Object.assign(model(name), values)
        for (const listener of listeners) listener()
        for (const task of tasks.splice(0)) task()
        return {
            texts: texts.map(name => model(name).text),
            verdict: model("verdict").value,
            plots: plots.map(model).map(plot => ({
                label: plot.html_attributes["aria-label"],
                marks: plot.renderers[0].data_source.data,
                aspect: plot.aspect_ratio,
                span: [plot.x_range.start, plot.x_range.end, plot.y_range.start],
            })),
        }
    }
    eval(connect)(model, readAnswers(answers))
}"""


@pytest.fixture
def answering():
    """Connect what answers for one figure to its stand-ins."""

    def connect(script, function):
        scripts = Scripts("recordings.js", f"figures/{script}.js")
        scripts(STAND_IN, recorded_answers(), function)
        return lambda *given: scripts("answered", *given)

    return connect


def drawn(*grids):
    """Give what plots show of pictures, as `STAND_IN` reads it."""
    return [
        {
            "label": grid.label,
            "marks": grid.picture.marks,
            "aspect": grid.figure.aspect_ratio,
            "span": [grid.figure.x_range.start, grid.figure.x_range.end, grid.figure.y_range.start],
        }
        for grid in grids
    ]


def test_side_by_side_is_answered_as_in_python(answering):
    answer, view, chance = (
        answering("side_by_side", "answerSideBySide"),
        SideBySide(),
        random.Random(1),
    )
    for lengths, block, page in workloads(120):
        covered = chance.random() < 0.2
        given = {
            "lengths": {"value": ",".join(map(str, lengths))},
            "block": {"value": block},
            "page": {"value": page},
            "covered": {"active": covered},
        }
        view.param.update(lengths=lengths, block_size=block, page_size=page, covered=covered)
        words = ["comparison", "reserve_words", "paged_words", "side_table"]
        panes = [view.comparison, view.reserve_words, view.paged_words, view.table]
        assert answer(given, words, ["reserve_grid", "paged_grid"]) == {
            "texts": [pane.object for pane in panes],
            "plots": drawn(view.reserve_grid, view.paged_grid),
        }


def test_waste_by_length_is_answered_as_in_python(answering):
    answer, view, chance = (
        answering("waste_by_length", "answerWasteByLength"),
        WasteByLength(),
        random.Random(2),
    )
    for lengths, block, page in workloads(80):
        length, reach = chance.randint(0, 32), chance.choice([0, chance.randint(0, 32)])
        given = {
            "curves_lengths": {"value": ",".join(map(str, lengths))},
            "curves_block": {"value": block},
            "curves_page": {"value": page},
            "length": {"value": length},
            "reach": {"value": reach},
        }
        view.param.update(
            lengths=lengths, block_size=block, page_size=page, length=length, reach=reach
        )
        found = answer(given, ["claims", "claims_table"], ["waste_curves"])
        assert found["texts"] == [view.claims.object, view.table.object]
        (plot,), figure = found["plots"], view.curves.figure
        assert plot["label"] == view.curves.label
        assert plot["span"] == [figure.x_range.start, figure.x_range.end, figure.y_range.start]


def test_turns_are_answered_as_in_python(answering):
    answer, view, chance = answering("predict", "answerPredict"), Predict(), random.Random(3)
    words = ["predict_asked", "predict_reply", "predict_table"]
    for level, seed in product(range(1, 6), chance.sample(range(100), 25)):
        question = quiz.in_turn(level, seed)
        guesses = [question.answer, *dict(question.slips), chance.randrange(1000)]
        turn = {
            "level": level,
            "seed": seed,
            "streak": chance.randrange(quiz.IN_A_ROW),
            "tries": chance.sample(guesses, chance.randrange(3)),
            "given_up": chance.random() < 0.2,
        }
        view.param.update(**turn)
        assert answer({"turn": {"value": json.dumps(turn)}}, words, ["predict_grid"]) == {
            "texts": [view.asked.object, view.reply.object, view.table.object],
            "plots": drawn(view.grid),
            "verdict": view.outcome,
        }


@pytest.mark.parametrize("guess", [None, *GUESSES])
def test_the_hook_is_answered_as_in_python(answering, guess):
    answer, view = answering("hook", "answerHook"), Hook(guess=guess)
    for scheme in ("naive", "paged", "naive"):
        view.scheme = scheme
        given = {
            "scheme": {"active": SCHEMES.index(scheme)},
            "guess": {"active": None if guess is None else GUESSES.index(guess)},
        }
        assert answer(given, ["hook_numbers", "hook_table"], ["hook_lanes", "hook_strip"]) == {
            "texts": [view.numbers.object, view.table.object],
            "plots": drawn(view.lanes, view.strip),
        }
