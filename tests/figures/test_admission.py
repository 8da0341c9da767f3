"""The figure of who gets in, against caches that are looked at step by step."""

import re
from fractions import Fraction
from functools import cache
from html import unescape

import numpy as np
import pytest
from bokeh.document import Document
from bokeh.models import Plot
from panel.widgets import Select

import kvpage
from kvpage.drawing.slot_layout import Mark
from kvpage.lesson.comparison import GUESSES, moments
from kvpage.lesson.words import say
from kvpage.serving.workloads import CHOICES, both

NAMES = tuple(CHOICES)
SETTINGS = [
    (256, 64, 4, "flood", "chat-like", 1),
    (128, 128, 1, "heavy", "mixed", 2),
    (128, 32, 16, "flood", "short", 3),
    (256, 32, 8, "flood", "long", 1),
    (256, 64, 1, "heavy", "long", 2),
    (256, 128, 16, "light", "chat-like", 3),
    (128, 128, 8, "light", "short", 1),
]
REFUSED, FILLED, NO_QUEUE = SETTINGS[3], SETTINGS[4], SETTINGS[5]
SIDES = ("reserve", "paged")
BAD = [
    ("cache", 3),
    ("cache", "256"),
    ("block", "x"),
    ("block", 16),
    ("page", 2),
    ("page", None),
    ("load", "storm"),
    ("mix", "chat"),
    ("draw", 0),
    ("draw", 9),
    ("guess", 3),
    ("guess", "2"),
    ("step", -1),
    ("step", 1.5),
    ("step", "1"),
    ("step", True),
]


def id_of(chosen):
    return " ".join(map(str, chosen))


def chosen_by_name(chosen):
    return dict(zip(NAMES, chosen, strict=True))


@cache
def sides(chosen):
    return dict(zip(SIDES, both(*chosen), strict=True))


@cache
def lasts(chosen):
    """Give the last step of either side in which a sequence finishes."""
    return [int(run.finished.max(initial=0)) for run in sides(chosen).values()]


@pytest.fixture(scope="module")
def figure():
    """Make one figure for all settings: what it shows must not depend on what it showed."""
    return kvpage.WhoGetsIn()


def set_to(figure, chosen, step=0, guess=None):
    figure.param.update(**chosen_by_name(chosen), step=step, guess=guess)
    return figure


def steps_to_look_at(chosen):
    """Choose the first steps, some on the way, those around either end, and the very last."""
    one, other = sorted(lasts(chosen))
    return sorted({0, 1, one // 2, one, one + 1, other // 3, other})


# ---- counted step by step --------------------------------------------------------------------


@cache
def held_at(chosen, side, step):
    """Look at a cache: who is in it, who holds each slot (or -1), and the states of the slots."""
    cached = sides(chosen)[side].at(step)
    names = [int(name) for name in cached.names]
    owners = [names[owner] if owner >= 0 else -1 for owner in cached.owner().tolist()]
    return names, owners, cached.state().tolist()


@cache
def moment_of(chosen, side, step):
    """Count the sequences and slots of a side in a step from its cache and the requests."""
    run = sides(chosen)[side]
    names, _, states = held_at(chosen, side, step)
    running = len(names)
    here = (run.requests.arrival <= step) & ~run.refused
    done = (run.finished >= 0) & (run.finished < step)
    return {
        "running": running,
        "waiting": int((here & ~done).sum()) - running,
        "done": int(done.sum()),
        "used": states.count(Mark.USED),
        "wasted": states.count(Mark.WASTED),
        "free": states.count(Mark.FREE),
        "unusable": 0,
    }


def moments_of(chosen, step):
    """Count both sides in a step."""
    units = dict(zip(SIDES, chosen[1:3], strict=True))
    return {
        "step": step,
        "n": 48,
        "cache": chosen[0],
        **{f"{side}_unit": unit for side, unit in units.items()},
        **{
            f"{side}_{name}": value
            for side in SIDES
            for name, value in moment_of(chosen, side, step).items()
        },
    }


def printed(part, whole, sign=True):
    """Print a quotient to one decimal, half up."""
    value = Fraction(part, whole) if whole else Fraction(0)
    tens = int(value * 10 + Fraction(1, 2))
    text = f"{tens // 10}.{tens % 10}" if whole else "0"
    exact = Fraction(tens, 10) == value
    return ("= " * sign if exact else "≈ ") + text


@cache
def facts_of(chosen):
    """Count everything that the words say, from the caches of every step."""
    runs, facts = sides(chosen), {}
    for side, unit in zip(SIDES, chosen[1:3], strict=True):
        run = runs[side]
        finish = int(run.finished.max(initial=-1))
        told = [moment_of(chosen, side, step) for step in range(finish + 1)]
        total = sum(each["running"] for each in told)
        facts |= {
            f"{side}_unit": unit,
            f"{side}_refused": int(run.refused.sum()),
            f"{side}_served": int((run.finished >= 0).sum()),
            f"{side}_sampled": total,
            f"{side}_steps": len(told),
            f"{side}_average": printed(total, len(told)),
            f"{side}_most": max((each["running"] for each in told), default=0),
            f"{side}_finish": max(finish, 0),
            f"{side}_longest_queue": max((each["waiting"] for each in told), default=0),
            f"{side}_least_free": min((each["free"] for each in told), default=chosen[0]),
            f"{side}_preemptions": int(run.preemptions.sum()),
            f"{side}_recomputed": int(run.recomputed.sum()),
        }
    return facts | overall(chosen, facts)


def overall(chosen, facts):
    """Set the counts of the two sides against each other."""
    asked = sides(chosen)["reserve"].requests
    ends = (asked.prompt + asked.output - 1).tolist()
    comparable = not facts["reserve_refused"] and not facts["paged_refused"]
    over = facts["paged_sampled"] * facts["reserve_steps"]
    under = facts["reserve_sampled"] * facts["paged_steps"]
    times = printed(over, under, sign=False)
    lead = float(times.removeprefix("≈ ")) if comparable else None
    level = lead == 1
    queue = facts["reserve_longest_queue"] or facts["paged_longest_queue"]
    filled = set(ends) == {chosen[1]}
    last = max(facts["reserve_finish"], facts["paged_finish"])
    slow = 2 * asked.arrival.max() > last
    return {
        "n": len(ends),
        "cache": chosen[0],
        "longest": max(ends),
        "mean": printed(sum(ends), len(ends), sign=False),
        "last_arrival": int(asked.arrival.max()),
        "comparable": comparable,
        "times": times,
        "paged_leads": comparable and lead > 1,
        "reserve_leads": comparable and lead < 1,
        "level": level,
        "no_queue": level and not queue,
        "filled": level and bool(queue) and filled,
        "paced": level and bool(queue) and not filled and slow,
        "rows": [moments_of(chosen, step) for step in sorted({k * last // 10 for k in range(11)})],
    }


def slots_of(figure, side):
    """List the marks of the slots of a grid, in the order of the slots."""
    marks = figure.grids[side].picture.marks
    rows = [dict(zip(marks, values, strict=True)) for values in zip(*marks.values(), strict=True)]
    return sorted((row for row in rows if row["kind"] <= Mark.WASTED), key=lambda row: row["slot"])


def units_of(figure, side):
    """List the outlines of a grid: number, middle and size."""
    marks = figure.grids[side].picture.marks
    rows = zip(*(marks[name] for name in ("kind", "slot", "x", "y", "w", "h")), strict=True)
    return [row[1:] for row in rows if row[0] == Mark.UNIT]


def stairs(columns, name):
    """Read a column that holds its value from each step to the next: the value of each step."""
    steps, values = list(columns["step"]), list(columns[name])
    assert steps[0::2] == list(range(len(steps) // 2))
    assert steps[1::2] == [step + 1 for step in steps[0::2]]
    assert values[0::2] == values[1::2]
    return values[0::2]


def dense(run, name, n_steps):
    """List a series of a run from step 0 on, 0 where nothing is stored."""
    values = np.zeros(n_steps, dtype=int)
    values[run.steps] = getattr(run, name)
    return values.tolist()


# ---- parameters ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_refused_by_name_and_leaves_the_figure_as_it_was(figure, name, value):
    set_to(figure, SETTINGS[0], 3, 2)
    before = figure.words.object, figure.reply.object, figure.moment.object
    with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
        kvpage.WhoGetsIn(**{name: value})
    with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
        setattr(figure, name, value)
    assert getattr(figure, name) == {**chosen_by_name(SETTINGS[0]), "step": 3, "guess": 2}[name]
    assert (figure.words.object, figure.reply.object, figure.moment.object) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_value_is_told_what_it_may_be(name):
    with pytest.raises(ValueError, match=name) as refused:
        kvpage.WhoGetsIn(**{name: "no such"})
    for value in CHOICES[name]:
        assert str(value) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"), [("page", True), ("page", 4.0), ("draw", 1.0), ("guess", True)]
)
def test_a_number_that_is_no_whole_number_is_refused_by_name(name, value):
    with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
        kvpage.WhoGetsIn(**{name: value})


def test_it_opens_with_something_to_see_and_no_guess():
    fig = kvpage.WhoGetsIn()
    assert all(getattr(fig, name) in CHOICES[name] for name in NAMES)
    assert (fig.step, fig.guess, fig.reply.object) == (0, None, "")
    assert facts_of(tuple(getattr(fig, name) for name in NAMES))["paged_leads"]


@pytest.mark.parametrize("how", ["made", "set", "with a choice"])
def test_a_step_beyond_the_last_is_brought_back(how):
    chosen = (128, 128, 4, "flood", "short", 1)
    if how == "made":
        fig = kvpage.WhoGetsIn(**chosen_by_name(chosen), step=999)
    else:
        fig = kvpage.WhoGetsIn(**chosen_by_name(chosen))
        fig.param.update(step=999, **{"draw": 2} if how != "set" else {})
        chosen = (*chosen[:-1], fig.draw)
    last = max(lasts(chosen)) + 1  # when all are done
    assert fig.step == last
    assert fig.moment.object == say("serving.moment", moments_of(chosen, last))


def test_a_choice_with_shorter_runs_brings_the_step_back():
    fig = kvpage.WhoGetsIn(cache=128, block=128, page=4, load="light", mix="mixed", step=500)
    assert fig.step == 500
    fig.load = "flood"
    fig.block = 32
    chosen = tuple(getattr(fig, name) for name in NAMES)
    assert fig.step == max(lasts(chosen)) + 1 < 500
    assert f"step {fig.step}:" in fig.grids["paged"].label


# ---- pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", SETTINGS, ids=id_of)
def test_both_grids_and_the_moment_show_and_say_the_caches_of_the_step(figure, chosen):
    for step in steps_to_look_at(chosen):
        set_to(figure, chosen, step)
        facts = moments_of(chosen, step)
        assert figure.moment.object == say("serving.moment", facts)
        for side in SIDES:
            _, owners, states = held_at(chosen, side, step)
            slots = slots_of(figure, side)
            assert [mark["slot"] for mark in slots] == list(range(chosen[0]))
            assert [mark["kind"] for mark in slots] == states
            assert [mark["row"] for mark in slots] == owners
            assert [mark["text"] for mark in slots] == [
                str(owner + 1) if state == Mark.USED else ""
                for owner, state in zip(owners, states, strict=True)
            ]
            assert figure.grids[side].label == say(f"serving.{side}", facts)


@pytest.mark.parametrize("chosen", SETTINGS[:3], ids=id_of)
def test_slots_stand_in_physical_order_and_an_outline_is_around_its_own(figure, chosen):
    set_to(figure, chosen, 4)
    for side, unit in zip(SIDES, chosen[1:3], strict=True):
        places = [(mark["x"], mark["y"]) for mark in slots_of(figure, side)]
        assert places == sorted(places, key=lambda place: place[::-1])
        assert len(set(places)) == chosen[0]
        owners = held_at(chosen, side, 4)[1]
        held = {slot // unit for slot, owner in enumerate(owners) if owner >= 0}
        outlines = units_of(figure, side)
        assert sorted(each[0] for each in outlines) == (sorted(held) if unit > 1 else [])
        for number, x, y, width, height in outlines:
            inside = [
                slot
                for slot, place in enumerate(places)
                if abs(place[0] - x) < width / 2 and abs(place[1] - y) < height / 2
            ]
            assert inside == list(range(number * unit, (number + 1) * unit))


@pytest.mark.parametrize("chosen", SETTINGS[:2], ids=id_of)
def test_backwards_gives_the_same_as_forwards(figure, chosen):
    steps = steps_to_look_at(chosen)
    seen = [
        [(slots_of(set_to(figure, chosen, step), side), units_of(figure, side)) for side in SIDES]
        for step in [*steps, *reversed(steps)]
    ]
    assert seen == seen[::-1]


# ---- charts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", SETTINGS, ids=id_of)
def test_the_charts_have_every_step_of_both_runs_on_one_scale(figure, chosen):
    set_to(figure, chosen)
    n_steps = max(lasts(chosen)) + 1
    for side, run in sides(chosen).items():
        running, held, allocated = (
            dense(run, name, n_steps) for name in ("running", "held", "allocated")
        )
        assert stairs(figure.running.columns, side)[:n_steps] == running
        assert not any(stairs(figure.running.columns, side)[n_steps:])
        columns = figure.slots[side].columns
        assert stairs(columns, "used")[:n_steps] == held
        assert stairs(columns, "allocated")[:n_steps] == allocated
        assert not any(stairs(columns, "allocated")[n_steps:])
        assert set(columns["cache"]) == {chosen[0]}
        assert set(columns["nothing"]) == {0}
    steps = [list(figure.slots[side].columns["step"]) for side in SIDES]
    assert steps[0] == steps[1] == list(figure.running.columns["step"])


@pytest.mark.parametrize("chosen", SETTINGS, ids=id_of)
def test_the_charts_and_the_table_say_the_counts_of_the_steps(figure, chosen):
    set_to(figure, chosen)
    facts = facts_of(chosen)
    assert figure.running.label == say("serving.running_label", facts)
    for side in SIDES:
        which = {name: name == side for name in SIDES}
        assert figure.slots[side].label == say("serving.slots_label", facts | which)
    for step in (0, 1 + facts["paged_finish"] // 2):
        figure.step = step
        now = say("serving.now", moments(*both(*chosen), step))
        table = say("serving.table", facts | {"shows": id_of(chosen)})
        assert figure.table.object == now + table


# ---- words -----------------------------------------------------------------------------------


def assert_says(pane, template, facts, chosen):
    assert pane.object == say(template, facts | {"shows": id_of(chosen)})


@pytest.mark.parametrize("chosen", SETTINGS, ids=id_of)
def test_the_words_say_what_is_counted(figure, chosen):
    set_to(figure, chosen)
    assert_says(figure.words, "serving.words", facts_of(chosen), chosen)


def test_refused_requests_are_said_first_and_neither_side_is_called_better(figure):
    words = set_to(figure, REFUSED).words.object
    assert words.index("turned away") < words.index("In blocks of")
    assert "neither is ahead" in words
    assert not re.search("times as many|no lead|behind", words)
    for guess in GUESSES:
        figure.guess = guess
        assert "no number is right" in figure.reply.object
        assert "nearest" not in figure.reply.object


def test_paging_without_a_lead_says_why(figure):
    words = set_to(figure, FILLED).words.object
    assert "no lead" in words
    assert "as many as a block has slots" in words
    words = set_to(figure, NO_QUEUE).words.object
    assert "no lead" in words
    assert "anybody ever wait" in words


def outcome_of(guess, facts):
    """Set a guess against the counted averages: the nearest is the smallest factor away."""
    over = Fraction(facts["paged_sampled"], facts["paged_steps"] or 1)
    times = over / (Fraction(facts["reserve_sampled"], facts["reserve_steps"] or 1) or 1)
    nearest = min(GUESSES, key=lambda each: max(each / times, times / each) if times else each)
    comparable = facts["comparable"]
    return facts | {
        "guess": guess,
        "as_many": guess == 1,
        "nearest": comparable and guess == nearest,
        "low": comparable and guess < nearest,
        "high": comparable and guess > nearest,
    }


@pytest.mark.parametrize("chosen", SETTINGS, ids=id_of)
def test_the_reply_speaks_to_each_guess(figure, chosen):
    facts = facts_of(chosen)
    for guess in GUESSES:
        set_to(figure, chosen, guess=guess)
        assert figure.reply.object == say("serving.reply", outcome_of(guess, facts))
    figure.guess = None
    assert figure.reply.object == ""


# ---- saved, and in a notebook ----------------------------------------------------------------


def attributes(file):
    """Read what the figure in a saved file opens with."""
    tag = re.search(r'<figure class="card" id="serving"[^>]*>', file.read_text("utf-8"))[0]
    return {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', tag)}


def test_a_saved_file_keeps_the_choices(tmp_path):
    chosen = (128, 32, 16, "heavy", "mixed", 3)
    fig = kvpage.WhoGetsIn(**chosen_by_name(chosen), step=5)
    kept = attributes(fig.save(tmp_path / "runs.html"))
    names = ("cache", "blocks", "pages", "load", "mix", "draw", "time")
    assert [kept[name] for name in names] == [*map(str, chosen), "5"]


@pytest.mark.parametrize("run", [{"cache": 3}, {"load": "storm"}, {"step": -1}])
def test_a_file_of_a_bad_run_is_not_written(tmp_path, run):
    with pytest.raises(ValueError, match=next(iter(run))):
        kvpage.export(tmp_path / "runs.html", sections=["serving"], run=run)
    assert not list(tmp_path.iterdir())


def labels_in(root):
    return {plot.html_attributes["aria-label"] for plot in root.select({"type": Plot})}


def labels_of(figure):
    drawn = (*figure.grids.values(), figure.running, *figure.slots.values())
    return {each.label for each in drawn}


def test_a_notebooks_card_has_the_five_pictures_and_follows():
    fig = kvpage.WhoGetsIn()
    places = [fig.__panel__().get_root(Document()) for _ in range(2)]
    before = labels_of(fig)
    assert len(before) == 5
    fig.param.update(cache=128, block=32, load="heavy", step=7)
    assert not labels_of(fig) & before
    for place in places:
        assert labels_in(place) == labels_of(fig)


def test_a_notebooks_widgets_offer_the_choices_as_the_page_calls_them():
    fig = kvpage.WhoGetsIn()
    selects = list(fig.__panel__().select(Select))
    offered = [list(map(str, each.options)) for each in selects]
    assert offered == [list(map(str, values)) for values in CHOICES.values()]


def test_a_notebooks_widgets_change_the_figure():
    fig = kvpage.WhoGetsIn()
    selects = list(fig.__panel__().select(Select))
    chosen = SETTINGS[1]
    for select, value in zip(selects, chosen, strict=True):
        select.value = value
    assert tuple(getattr(fig, name) for name in NAMES) == chosen
    assert_says(fig.words, "serving.words", facts_of(chosen), chosen)
