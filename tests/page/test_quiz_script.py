"""The questions of a file, all that are recorded, against the quiz."""

import random
from itertools import product

import pytest
from scripts import Scripts

from kvpage.lesson import quiz
from kvpage.page.recordings import recorded_answers

RECORDED = 100

ASK = """(answers, level, seeds, guesses) => {
    const read = readAnswers(answers)
    return seeds.map((seed, at) => {
        const question = inTurn(read, level, seed)
        const { kind, lengths, answer, cache, layout, text, hint, explanation } = question
        return {
            kind, lengths, answer, cache, text, hint, explanation,
            facts: question.facts(),
            replies: guesses[at].map(guess => question.reply(guess)),
            laidOut: [layout.scheme, layout.unit, layout.lengths],
        }
    })
}"""


@pytest.fixture(scope="module")
def scripts():
    return Scripts("quiz.js", "recordings.js")


@pytest.mark.parametrize("level", range(1, quiz.LEVELS + 1))
def test_every_recorded_question_is_asked_replied_to_and_explained_as_in_python(scripts, level):
    chance = random.Random(level)
    asked = [quiz.in_turn(level, seed) for seed in range(RECORDED)]
    guesses = [
        [each.answer, *dict(each.slips), *range(2, 9), *chance.choices(range(1000), k=3)]
        for each in asked
    ]
    found = scripts(ASK, recorded_answers(), level, [*range(RECORDED)], guesses)
    for each, numbers, told in zip(asked, guesses, found, strict=True):
        layout = each.layout()
        assert told == {
            "kind": each.kind,
            "lengths": list(each.lengths),
            "answer": each.answer,
            "cache": each.cache,
            "text": each.text,
            "hint": each.hint,
            "explanation": each.explanation,
            "facts": each.facts(),
            "replies": [each.reply(number) for number in numbers],
            "laidOut": [layout.scheme, layout.unit, layout.lengths.tolist()],
        }


def test_past_the_last_recorded_question_they_come_again(scripts):
    ask = "(answers, level, seed) => inTurn(readAnswers(answers), level, seed).text"
    for level, seed in product((1, 4), (0, 1, 2, 99)):
        expected = quiz.in_turn(level, seed).text
        assert scripts(ask, recorded_answers(), level, seed + 300) == expected


def test_an_answer_comes_to_the_same(scripts):
    answers = [[], [1], [2], [2, 1], [2, 3], [3, 2, 1]]
    for tries, given_up in product(answers, (False, True)):
        outcome = quiz.outcome_of(1, tries, given_up)
        assert scripts("outcomeOf", 1, tries, given_up) == outcome
        assert scripts("isOpen", outcome) == quiz.is_open(outcome)


def test_the_ladder_is_climbed_alike(scripts):
    rungs = product(range(1, quiz.LEVELS + 1), range(quiz.IN_A_ROW), (False, True))
    for level, streak, first_try in rungs:
        rung = scripts("climb", level, streak, first_try)
        assert (rung["level"], rung["streak"]) == quiz.climb(level, streak, first_try)
