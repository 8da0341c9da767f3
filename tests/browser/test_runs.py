"""The browser reads the recorded runs, and tells of them what Python tells."""

from itertools import product

import pytest
from exported import exported, opened

from kvpage.drawing.style import page_file
from kvpage.lesson.comparison import GUESSES, compared, moments, reply, tenths
from kvpage.lesson.words import say
from kvpage.page.recordings import recorded_runs
from kvpage.serving.residency import residencies
from kvpage.serving.workloads import CHOICES, both

SCRIPTS = ("words.js", "state.js", "runs.js")  # the page keeps its own to itself
SERIES = ("running", "waiting", "held", "allocated")
SETTINGS = [*product(*CHOICES.values())]
CHOSEN = SETTINGS[::29]  # 30 of them; of every choice each

TELL = """([settings, guesses, names]) => settings.map(([cache, block, unit, ...asked]) => {
    const reserve = runNamed(["naive", cache, block, ...asked].join(" "))
    const pages = runNamed(["paged", cache, unit, ...asked].join(" "))
    const facts = comparedRuns(reserve, pages), half = Math.floor(facts.paged_finish / 2)
    const told = moment =>
        ["moment", "reserve", "paged"].map(name => say(`serving.${name}`, moment))
    const steps = [half, facts.reserve_finish + facts.paged_finish + 1]
    const moments = steps.map(step => momentsOfRuns(reserve, pages, step))
    return {
        requests: reserve.requests,
        stays: [reserve, pages].map(run => run.stays),
        series: [reserve, pages].map(seriesOf),
        facts,
        moments,
        guessed: guesses.map(guess => replyToGuess(guess, facts, guesses)),
        said: [
            ...names.map(name => say(`serving.${name}`, { ...facts, shows: "" })),
            ...guesses.map(guess => say("serving.reply", replyToGuess(guess, facts, guesses))),
            ...moments.flatMap(told),
        ],
    }
})"""


@pytest.fixture(scope="module")
def reading(browser):
    """Open a lesson that is a file, with the recording read."""
    page = browser.new_page()
    opened(page, exported())
    page.add_script_tag(content="\n".join(map(page_file, SCRIPTS)))
    page.evaluate(
        "async given => { window.runNamed = await readRuns(...given) }", [recorded_runs(), CHOICES]
    )
    yield page
    page.close()


@pytest.fixture(scope="module")
def told_by_browser(reading):
    """Give what the browser tells of each setting."""
    answers = reading.evaluate(TELL, [CHOSEN, GUESSES, ("question", "words", "table")])
    return dict(zip(CHOSEN, answers, strict=True))


def by_step(run, name):
    """List a series of a run from step 0 to the last, 0 where nothing is stored."""
    values = dict(zip(run.steps.tolist(), getattr(run, name).tolist(), strict=True))
    return [values.get(step, 0) for step in range(max(values, default=-1) + 1)]


def test_the_chosen_settings_have_every_choice():
    for at, choices in enumerate(CHOICES.values()):
        assert {setting[at] for setting in CHOSEN} == set(choices)


@pytest.mark.parametrize("setting", CHOSEN, ids=lambda setting: " ".join(map(str, setting)))
def test_the_browser_tells_of_a_recorded_run_what_python_tells(told_by_browser, setting):
    told, sides = told_by_browser[setting], both(*setting)
    for name, values in told["requests"].items():
        assert values == getattr(sides[0].requests, name).tolist()
    for run, listed, series in zip(sides, told["stays"], told["series"], strict=True):
        assert listed == [
            residency._asdict() | {"units": list(residency.units)} for residency in residencies(run)
        ]
        assert series == {name: by_step(run, name) for name in SERIES}
    facts = compared(*sides)
    assert told["facts"] == facts
    guessed = [reply(guess, facts) for guess in GUESSES]
    assert told["guessed"] == guessed
    after = facts["reserve_finish"] + facts["paged_finish"] + 1
    then = [moments(*sides, step) for step in (facts["paged_finish"] // 2, after)]
    assert told["moments"] == then
    assert told["said"] == [
        *(say(f"serving.{name}", facts | {"shows": ""}) for name in ("question", "words", "table")),
        *(say("serving.reply", each) for each in guessed),
        *(
            say(f"serving.{name}", moment)
            for moment in then
            for name in ("moment", "reserve", "paged")
        ),
    ]


def test_the_browser_prints_averages_and_takes_guesses_as_python_does(reading):
    pairs = [*product([*range(130), 12_345, 99_996], [*range(41), 1000])]
    printed = reading.evaluate("pairs => pairs.map(pair => tenths(...pair))", pairs)
    assert printed == [tenths(*pair) for pair in pairs]
    guesses = (1, 4, 16)  # 2 and 8 are equally near to two of them
    for sampled in range(1, 40):
        facts = {"comparable": True, "reserve_sampled": 1, "paged_sampled": sampled}
        facts |= {"reserve_steps": 1, "paged_steps": 1}
        nearest = reading.evaluate(
            "([facts, guesses]) => guesses.find(one => replyToGuess(one, facts, guesses).nearest)",
            [facts, guesses],
        )
        assert nearest == (1 if sampled <= 2 else 4 if sampled <= 8 else 16)
