"""What the pages for teachers say, counted again."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from kvpage import naive, paged
from kvpage.lesson import SECTIONS
from kvpage.quiz import LEVELS, in_turn
from kvpage.views import EXAMPLE, GUESSES, LIMITS

DOCS = Path(__file__).parents[1] / "docs"
TEACHING = (DOCS / "teaching.md").read_text("utf-8")
LINKS = re.findall(r"`\?([^`]+)`", TEACHING)


STEPS = re.findall(r"^### (\S+): .*\n((?:(?!#).*\n)+)", TEACHING, re.MULTILINE)
CLASS = [
    (minutes, dict(parse_qsl(link)), asked, answer)
    for minutes, text in STEPS
    for link, asked, answer in re.findall(r"> `\?(.+)`\\\n> (.+)\\\n> \*\*(.+)\*\*\n", text)
]
MISTAKES = {
    minutes: {int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    for minutes, text in STEPS
}


def test_the_homework_is_what_the_command_prints():
    command = "kvpage quiz --level 3 --count 10 --seed 7"
    assert command in TEACHING
    printed = subprocess.run(
        [sys.executable, "-m", *command.split()], capture_output=True, timeout=60, check=True
    )
    assert (DOCS / "homework.md").read_bytes() == printed.stdout


def test_the_questions_of_the_sheet_follow_each_other_in_the_lesson():
    assert "`?only=predict&level=3&question=7`" in TEACHING
    printed = re.findall(r"^\d+\. (.+)", (DOCS / "homework.md").read_text("utf-8"), re.MULTILINE)
    assert printed == [in_turn(3, number).text for number in range(7, 17)]


def within(least, most):
    return lambda text: text.isascii() and text.isdigit() and least <= int(text) <= most


def are_lengths(text):
    lengths = text.split(",")
    return len(lengths) <= LIMITS["sequences"] and all(map(within(0, LIMITS["length"]), lengths))


UNDERSTOOD = {
    "lengths": are_lengths,
    "block": within(1, LIMITS["block"]),
    "page": within(1, LIMITS["page"]),
    "length": within(0, LIMITS["length"]),
    "level": within(1, LEVELS),
    "question": within(0, LIMITS["question"]),
    "only": SECTIONS.__contains__,
    "lock": "1".__eq__,
    "ask": "1".__eq__,
}


@pytest.mark.parametrize("link", LINKS)
def test_a_link_says_only_what_the_page_understands(link):
    pairs = parse_qsl(link, keep_blank_values=True, strict_parsing=True)
    assert len(dict(pairs)) == len(pairs)
    assert [name for name, text in pairs if not UNDERSTOOD[name](text)] == []


def workload(link):
    """Return the lengths, the block and the page that a link puts before the class."""
    if link["only"] == "predict":
        question = in_turn(int(link["level"]), int(link["question"]))
        return list(question.lengths), question.block_size, question.page_size
    lengths = [int(length) for length in link.get("lengths", "").split(",") if length]
    if link["only"] == "claims":
        lengths = [int(link["length"])]
    block, page = link.get("block"), link.get("page")
    return (
        lengths or EXAMPLE["lengths"],
        int(block or EXAMPLE["block_size"]),
        int(page or EXAMPLE["page_size"]),
    )


def counted(lengths, block, page):
    """Count everything that an answer may state, in the words in which it does."""
    reserve, pages = naive(lengths, block, truncate=True), paged(lengths, page)
    cache = max(len(lengths) * block, pages.n_slots)
    most = paged(range(LIMITS["length"] + 1), page).wasted.max()
    taken = paged([length + 1 for length in lengths], page).n_units - pages.n_units
    return {
        f"{reserve.n_wasted} of {reserve.n_slots} in blocks",
        f"{pages.n_wasted} of {pages.n_slots} in pages",
        f"{reserve.turned_away.sum()} turned away",
        f"{cache - pages.n_slots} free",
        f"{most} at most",
        f"{pages.n_units} entries",
        f"{taken} new {'page' if taken == 1 else 'pages'}",
    }


@pytest.mark.parametrize(("minutes", "link", "asked", "answer"), CLASS)
def test_an_answer_is_what_the_allocators_make_of_its_link(minutes, link, asked, answer):
    assert set(answer.split(", ")) <= counted(*workload(link))


def test_a_question_of_the_page_is_asked_and_answered_as_there():
    questions = [
        (in_turn(int(link["level"]), int(link["question"])), asked, answer)
        for _, link, asked, answer in CLASS
        if link["only"] == "predict"
    ]
    assert len(questions) == 3
    for question, asked, answer in questions:
        numbers = [int(number) for number in re.findall(r"\d+", asked)]
        assert numbers == [*question.lengths, question.page_size]
        assert int(answer.split()[0]) == question.answer


@pytest.mark.parametrize("minutes", MISTAKES)
def test_the_mistakes_to_expect_are_those_that_lead_to_their_numbers(minutes):
    link = next(link for when, link, *_ in CLASS if when == minutes)
    lengths, _, page = workload(link)
    wasted, bound = paged(lengths, page).n_wasted, page - 1
    expected = set()
    match link["only"]:
        case "hook":
            expected = {*GUESSES} - {wasted}
        case "predict":
            expected = {*in_turn(int(link["level"]), int(link["question"])).mistakes}
        case "side-by-side":
            pooled = paged([sum(lengths)], page).n_wasted
            expected = {pooled, bound, len(lengths) * bound} - {wasted}
    assert MISTAKES[minutes] == expected


def test_the_steps_of_the_class_follow_each_other_to_the_twentieth_minute():
    starts, ends = zip(*(map(int, minutes.split("–")) for minutes, _ in STEPS), strict=True)
    assert starts == (0, *ends[:-1])
    assert ends[-1] == 20
    assert len(CLASS) == TEACHING.count("\n> `?") == 12
