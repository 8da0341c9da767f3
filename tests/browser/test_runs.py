"""The browser reads the recorded runs, and tells of them what Python tells."""

from itertools import product

import pytest
from exported import exported, opened

from kvpage.lead import GUESSES, compared, moments, reply
from kvpage.loads import CHOICES, both
from kvpage.recording import recorded
from kvpage.stays import stays
from kvpage.style import page_file
from kvpage.words import say

SCRIPTS = ("words.js", "state.js", "answers.js", "runs.js")  # the page keeps its own to itself
SERIES = ("running", "waiting", "held", "allocated")
SETTINGS = [*product(*CHOICES.values())]
CHOSEN = SETTINGS[::29]  # 30 of them; of every choice each

TELL = """([settings, guesses, names]) => settings.map(([cache, block, unit, ...asked]) => {
    const reserve = runNamed(["naive", cache, block, ...asked].join(" "))
    const pages = runNamed(["paged", cache, unit, ...asked].join(" "))
    const facts = comparedRuns(reserve, pages), half = Math.floor(facts.paged_finish / 2)
    const told = moment => ["moment", "label"].map(name => say(`serving.${name}`, moment))
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
def told_by_browser(browser):
    """Read the recording in a lesson that is a file; give what it tells of each setting."""
    page = browser.new_page()
    opened(page, exported())
    page.add_script_tag(content="\n".join(map(page_file, SCRIPTS)))
    page.evaluate(
        "async given => { window.runNamed = await readRuns(...given) }", [recorded(), CHOICES]
    )
    answers = page.evaluate(TELL, [CHOSEN, GUESSES, ("question", "words", "table")])
    yield dict(zip(CHOSEN, answers, strict=True))
    page.close()


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
        assert listed == [stay._asdict() | {"units": list(stay.units)} for stay in stays(run)]
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
        *(say(f"serving.{name}", moment) for moment in then for name in ("moment", "label")),
    ]
