"""The runs that a page carries, read and told by its scripts as Python tells them."""

import base64
import zlib
from itertools import product

import pytest
from scripts import Scripts

from kvpage.lesson.comparison import GUESSES, compared, moments, reply, tenths
from kvpage.lesson.words import say
from kvpage.page.recordings import recorded_runs
from kvpage.serving.residency import residencies
from kvpage.serving.workloads import CHOICES, both

SERIES = ("running", "waiting", "held", "allocated")
SETTINGS = [*product(*CHOICES.values())]
CHOSEN = SETTINGS[::11]
SAID = ("question", "words", "table")

READ = """(bytes, choices) => { globalThis.runNamed = readRuns(Uint8Array.from(bytes), choices) }"""
TELL = """([cache, block, page, ...asked], guesses, names) => {
    const reserve = runNamed(["naive", cache, block, ...asked].join(" "))
    const paged = runNamed(["paged", cache, page, ...asked].join(" "))
    const facts = compared(reserve, paged), half = Math.floor(facts.paged_finish / 2)
    const steps = [0, half, facts.reserve_finish + facts.paged_finish + 1]
    const guessed = guesses.map(guess => reply(guess, facts, guesses))
    return {
        requests: reserve.requests,
        residencies: [reserve, paged].map(run => run.residencies),
        series: [reserve, paged].map(run => run.series),
        facts,
        moments: steps.map(step => moments(reserve, paged, step)),
        guessed,
        said: names.map(name => say(`serving.${name}`, { ...facts, shows: "" })),
    }
}"""


@pytest.fixture(scope="module")
def scripts():
    """Link the scripts, with the whole recording read."""
    given = Scripts("recordings.js", "comparison.js", "words.js")
    given(READ, [*zlib.decompress(base64.b64decode(recorded_runs()))], CHOICES)
    return given


def by_step(run, name):
    """List a series of a run from step 0 to the last, 0 where nothing is stored."""
    values = dict(zip(run.steps.tolist(), getattr(run, name).tolist(), strict=True))
    return [values.get(step, 0) for step in range(max(values, default=-1) + 1)]


def told(*setting):
    """Tell of a setting what `TELL` tells."""
    sides = both(*setting)
    facts = compared(*sides)
    after = facts["reserve_finish"] + facts["paged_finish"] + 1
    guessed = [reply(guess, facts) for guess in GUESSES]
    return {
        "requests": {
            name: getattr(sides[0].requests, name).tolist()
            for name in ("arrival", "prompt", "output")
        },
        "residencies": [
            [each._asdict() | {"units": list(each.units)} for each in residencies(run)]
            for run in sides
        ],
        "series": [{name: by_step(run, name) for name in SERIES} for run in sides],
        "facts": facts,
        "moments": [moments(*sides, step) for step in (0, facts["paged_finish"] // 2, after)],
        "guessed": guessed,
        "said": [say(f"serving.{name}", facts | {"shows": ""}) for name in SAID],
    }


def test_the_chosen_settings_have_every_choice():
    for at, choices in enumerate(CHOICES.values()):
        assert {setting[at] for setting in CHOSEN} == set(choices)


@pytest.mark.parametrize("setting", CHOSEN, ids=lambda setting: " ".join(map(str, setting)))
def test_a_recorded_run_is_told_as_python_tells_it(scripts, setting):
    found = scripts(TELL, setting, GUESSES, SAID)
    for part, expected in told(*setting).items():
        assert found[part] == expected, part


def test_averages_are_printed_alike(scripts):
    pairs = [*product([*range(130), 12_345, 99_996], [*range(41), 1000])]
    printed = scripts("pairs => pairs.map(pair => tenths(...pair))", pairs)
    assert printed == [tenths(*pair) for pair in pairs]


def test_the_nearest_of_the_guesses_is_found_alike(scripts):
    guesses = (1, 4, 16)  # 2 and 8 are equally near to two of them
    for sampled in range(1, 40):
        facts = {"comparable": True, "reserve_sampled": 1, "paged_sampled": sampled}
        facts |= {"reserve_steps": 1, "paged_steps": 1}
        replies = [scripts("reply", guess, facts, guesses) for guess in guesses]
        (nearest,) = [each["guess"] for each in replies if each["nearest"]]
        assert nearest == (1 if sampled <= 2 else 4 if sampled <= 8 else 16)
