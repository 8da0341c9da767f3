"""Questions: every answer recounted slot by slot, and every sentence read for its numbers."""

import dataclasses
import os
import re
import subprocess
import sys
import time
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from independent import USED, WASTED, rows_of_blocks, rows_of_pages

from kvpage.lesson.quiz import FIRST, climb, in_turn, question, sheet
from kvpage.lesson.words import templates
from kvpage.views import EXAMPLE

LEVELS = range(1, 6)
KINDS = {
    1: {"page_waste", "block_waste", "pages_held"},
    2: {"page_waste", "block_waste", "pages_held"},
    3: {"fragmentation", "free_slots"},
    4: {"next_pages", "next_waste"},
    5: {"which_page", "which_length"},
}
DRAWN = {level: [question(level, seed) for seed in range(250)] for level in LEVELS}
EVERY = [*FIRST, *(each for drawn in DRAWN.values() for each in drawn)]


def of_kind(*kinds):
    return [each for each in EVERY if each.kind in kinds]


def count(rows, state):
    return sum(row.count(state) for row in rows)


def slots(rows):
    return sum(map(len, rows))


def rows_now(asked):
    return rows_of_pages(asked.lengths, asked.page_size)


def rows_next(asked):
    return rows_of_pages([length + 1 for length in asked.lengths], asked.page_size)


def pages_started(lengths, page_size):
    """Write token after token, and count the pages that a token started."""
    return sum(1 for length in lengths for written in range(length) if written % page_size == 0)


def recounted(asked):
    """Find the answer from lengths and sizes alone, slot by slot."""
    lengths, page = asked.lengths, asked.page_size
    now, after = rows_now(asked), rows_next(asked)
    match asked.kind:
        case "new_pair" | "last_step" | "page_waste":
            return count(now, WASTED)
        case "block_waste":
            return count(rows_of_blocks(lengths, asked.block_size), WASTED)
        case "pages_held":
            return pages_started(lengths, page)
        case "fragmentation":
            share = count(now, WASTED) / slots(now)
            return next(whole for whole in range(101) if abs(whole / 100 - share) < 1e-9)
        case "free_slots":
            return sum(1 for _ in range(slots(now), len(lengths) * asked.block_size))
        case "next_pages":
            return sum(1 for row in now if WASTED not in row)
        case "next_waste":
            return count(after, WASTED)
        case "which_page":
            waste = {size: count(rows_of_pages(lengths, size), WASTED) for size in range(2, 9)}
            (size,) = [size for size in waste if waste[size] == waste[asked.answer]]
            return size
        case "which_length":
            return count(now, USED)


@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_is_what_counting_slot_by_slot_gives(level):
    drawn = (question(level, seed) for seed in range(1000))
    assert [each for each in drawn if recounted(each) != each.answer] == []


@given(st.sampled_from(LEVELS), st.integers())
def test_any_seed_draws_a_right_question_of_its_level(level, seed):
    asked = question(level, seed)
    assert asked.kind in KINDS[level]
    assert recounted(asked) == asked.answer


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def test_the_lesson_begins_with_its_two_fixed_questions():
    pair, step = FIRST
    assert [recounted(asked) for asked in FIRST] == [asked.answer for asked in FIRST]
    assert (pair.lengths, pair.page_size, pair.answer) == ((3, 1), 2, 2)
    assert set(pair.mistakes) == {0, 1, 3, 4, 6}
    assert (step.lengths, step.page_size, step.answer) == ((5, 2, 9), 4, 8)
    assert set(step.mistakes) == {0, 3, 4, 9, 16}
    assert numbers(step.text) == [5, 2, 9, 4, 2, 1, 3, 24]
    example = rows_of_pages(EXAMPLE["lengths"], EXAMPLE["page_size"])
    assert (pair.answer + count(example, WASTED), "example") in pair.slips


def named_in(asked):
    """List the numbers that a question has to name, in order, from a count of its own."""
    lengths, page = list(asked.lengths), asked.page_size
    now = rows_now(asked)
    match asked.kind:
        case "block_waste":
            return [*lengths, asked.block_size]
        case "fragmentation" | "free_slots":
            return [len(lengths) * asked.block_size, *lengths, page]
        case "which_page":
            then = count(rows_of_pages(lengths, asked.answer), WASTED)
            return [*lengths, count(now, WASTED), page, 2, 8, then]
        case "which_length":
            return [pages_started(lengths, page), page, count(now, WASTED)]
        case "last_step":
            held = [pages_started([length], page) for length in lengths]
            return [*lengths, page, *held, slots(now)]
    return [*lengths, page]


def test_a_question_names_the_numbers_it_is_about():
    assert [each for each in EVERY if numbers(each.text) != named_in(each)] == []


def test_the_layout_that_opens_shows_the_answer():
    shown = {
        "block_waste": lambda asked, cache: cache.n_wasted,
        "pages_held": lambda asked, cache: cache.n_units,
        "fragmentation": lambda asked, cache: round(100 * cache.fragmentation, 9),
        "free_slots": lambda asked, cache: len(asked.lengths) * asked.block_size - cache.n_slots,
        "next_pages": lambda asked, cache: (
            cache.n_units - pages_started(asked.lengths, asked.page_size)
        ),
        "which_page": lambda asked, cache: cache.unit,
        "which_length": lambda asked, cache: cache.n_tokens,
    }
    for asked in EVERY:
        of_the_layout = shown.get(asked.kind, lambda asked, cache: cache.n_wasted)
        assert of_the_layout(asked, asked.layout()) == asked.answer, asked


def test_what_the_facts_call_now_is_before_anything_happens():
    for asked in of_kind("next_pages", "next_waste", "which_page"):
        facts, now = asked.facts(), rows_now(asked)
        assert facts["now_wasted"] == count(now, WASTED)
        assert facts["now_allocated"] == slots(now)
        assert [each["length"] for each in facts["now_sequences"]] == list(asked.lengths)


def test_the_percent_is_the_fragmentation_where_that_is_whole():
    for asked in EVERY:
        layout, percent = asked.layout(), asked.facts()["percent"]
        whole = 100 * layout.n_wasted % layout.n_slots == 0
        assert percent == (100 * layout.n_wasted / layout.n_slots if whole else 0)


SLIPS = {
    "pooled": {
        "page_waste": lambda asked: count(pooled(asked), WASTED),
        "pages_held": lambda asked: pages_started([sum(asked.lengths)], asked.page_size),
        "free_slots": lambda asked: cache_of(asked) - slots(pooled(asked)),
        "next_waste": lambda asked: count(pooled(asked, len(asked.lengths)), WASTED),
        "next_pages": lambda asked: (
            (slots(pooled(asked, len(asked.lengths))) - slots(pooled(asked))) // asked.page_size
        ),
    },
    "tokens": dict.fromkeys(
        ["page_waste", "block_waste", "pages_held"], lambda asked: sum(asked.lengths)
    ),
    "last": {
        "page_waste": lambda asked: sum(
            row[-asked.page_size :].count(USED) for row in rows_now(asked)
        ),
    },
    "extra": {
        "page_waste": lambda asked: count(rows_eager(asked), WASTED),
        "pages_held": lambda asked: slots(rows_eager(asked)) // asked.page_size,
        "free_slots": lambda asked: cache_of(asked) - slots(rows_eager(asked)),
    },
    "down": {
        "pages_held": lambda asked: sum(length // asked.page_size for length in asked.lengths),
        "free_slots": lambda asked: (
            cache_of(asked)
            - sum(length // asked.page_size * asked.page_size for length in asked.lengths)
        ),
    },
    "empty": {"free_slots": lambda asked: cache_of(asked) - sum(asked.lengths)},
    "unused": {
        "fragmentation": lambda asked: half_up(
            cache_of(asked) - sum(asked.lengths), cache_of(asked)
        )
    },
    "of_cache": {
        "fragmentation": lambda asked: half_up(count(rows_now(asked), WASTED), cache_of(asked))
    },
    "of_tokens": {
        "fragmentation": lambda asked: half_up(count(rows_now(asked), WASTED), sum(asked.lengths))
    },
    "after": {"next_pages": lambda asked: sum(1 for row in rows_next(asked) if WASTED not in row)},
    "room": {"next_pages": lambda asked: sum(1 for row in rows_now(asked) if WASTED in row)},
    "now": {"next_waste": lambda asked: count(rows_now(asked), WASTED)},
    "early": {"next_waste": lambda asked: count(rows_eager(asked, 1), WASTED)},
    "longest": {
        "block_waste": lambda asked: sum(max(asked.lengths) - length for length in asked.lengths)
    },
    "alone": {
        "page_waste": lambda asked: rows_now(asked)[-1].count(WASTED),
        "block_waste": lambda asked: asked.block_size - asked.lengths[-1],
    },
}


def cache_of(asked):
    return len(asked.lengths) * asked.block_size


def pooled(asked, more=0):
    return rows_of_pages([sum(asked.lengths) + more], asked.page_size)


def rows_eager(asked, more=0):
    """Lay out pages as if a sequence took the next one as soon as its last is full."""
    rows = rows_of_pages([length + more for length in asked.lengths], asked.page_size)
    return [row if WASTED in row else row + [WASTED] * asked.page_size for row in rows]


def half_up(part, whole):
    return int(100 * part / whole + 0.5 + 1e-9)


@pytest.mark.parametrize("name", SLIPS)
def test_a_mistake_leads_to_the_number_it_is_said_to_lead_to(name):
    for kind, made in SLIPS[name].items():
        found = [
            (number, asked)
            for asked in of_kind(kind)
            for number, slip in asked.slips
            if slip == name
        ]
        assert found, kind
        assert [asked for number, asked in found if number != made(asked)] == []


def test_right_and_wrong_numbers_are_all_different_and_none_is_the_page_size_or_the_count():
    for asked in EVERY[2:]:
        keyed = [asked.answer, *(number for number, _ in asked.slips)]
        assert len(set(keyed)) == len(keyed) >= 3, asked
        assert not {asked.page_size, len(asked.lengths)} & set(keyed), asked
        assert min(keyed) >= 0, asked


def test_the_numbers_are_ones_that_the_page_can_show():
    for asked in EVERY:
        assert 1 <= len(asked.lengths) <= 5
        assert min(asked.lengths) >= 1
        assert max(asked.layout().lengths) <= 32
        assert 2 <= asked.page_size <= 16
        assert 1 <= asked.block_size <= 32
        assert all(type(each) is int for each in [*asked.lengths, asked.answer])


def test_one_sequence_at_first_and_then_several():
    assert {len(asked.lengths) for asked in DRAWN[1]} == {1}
    for level in (2, 3, 4):
        assert {len(asked.lengths) for asked in DRAWN[level]} == {2, 3, 4, 5}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_asks_all_of_its_kinds_and_hardly_repeats_itself(level):
    kinds = [asked.kind for asked in DRAWN[level][:200]]
    assert set(kinds) == KINDS[level]
    assert min(map(kinds.count, KINDS[level])) >= 40
    assert len({asked.text for asked in DRAWN[level][:200]}) >= 180


def test_sequences_often_just_fill_their_pages():
    lengths = [
        length % asked.page_size == 0
        for asked in of_kind("page_waste", "pages_held", "free_slots", "next_pages", "next_waste")
        for length in asked.lengths
    ]
    assert sum(lengths) / len(lengths) > 0.2


@cache
def mistakes_of(asked):
    return asked.mistakes


def sentences(asked):
    return [asked.text, asked.hint, asked.explanation, *said_while_closed(asked)]


def said_while_closed(asked):
    return [asked.hint, *mistakes_of(asked).values()]


def test_every_sentence_is_filled_and_well_spaced():
    for asked in EVERY:
        for sentence in [*sentences(asked), asked.reply(asked.answer)]:
            assert re.fullmatch(r"[A-Z\d].*[.?]", sentence), sentence
            assert not re.search(r"[{}|<>*_]|  | [.,;:]", sentence), sentence
            assert not re.search(r"(?<!\+ )(?<!and )\b1 (slots|tokens|pages|are|have)\b", sentence)
            assert not re.search(r"\b[02-9] (slot|token|page|sequence)\b", sentence)


def test_nothing_said_while_the_answer_is_closed_gives_it_away():
    for asked in EVERY:
        given = numbers(asked.text)
        if asked.answer not in given:
            for sentence in said_while_closed(asked):
                assert asked.answer not in numbers(sentence), sentence


def test_a_reply_names_the_number_it_replies_to():
    unnamed = {"none"}
    for asked in EVERY:
        for number, name in asked.slips:
            assert name in unnamed or number in numbers(mistakes_of(asked)[number])


def test_each_mistake_has_a_reply_of_its_own_and_any_other_number_the_hint():
    for asked in EVERY:
        keyed = {asked.answer, *mistakes_of(asked)}
        replies = {*mistakes_of(asked).values(), asked.reply(asked.answer)}
        assert len(replies) == len(keyed)
        assert asked.hint not in replies
        others = {-1, asked.page_size, 1000} - keyed
        if asked.kind == "which_page":
            others -= {*range(2, 9)}
        assert {asked.reply(number) for number in others} == {asked.hint}


def test_a_wrong_page_size_is_told_what_it_would_waste():
    for asked in of_kind("which_page"):
        sizes = {*mistakes_of(asked), asked.page_size, len(asked.lengths)} - {asked.answer}
        for number in sizes:
            reply = asked.reply(number)
            waste = count(rows_of_pages(asked.lengths, number), WASTED)
            assert (waste in numbers(reply)) == (waste != asked.answer), reply


def test_the_explanation_ends_at_the_answer():
    for asked in EVERY:
        assert asked.answer in numbers(asked.explanation), asked.explanation


def test_every_sentence_in_store_is_said():
    said = {asked.kind: {"text", "hint", "right", "explanation"} for asked in EVERY}
    for asked in EVERY:
        said[asked.kind] |= {name for _, name in asked.slips}
    stored = {
        group.removeprefix("quiz_"): set(texts)
        for group, texts in templates().items()
        if group.removeprefix("quiz_") in said
    }
    assert stored == said


def test_the_unit_is_what_the_question_asks_for():
    for asked in EVERY:
        if asked.kind not in ("which_page", "last_step"):
            assert re.search(rf"(many|in) (of the \w+ )?{asked.unit_name}", asked.text)
    assert {asked.unit_name for asked in EVERY} == {"slots", "pages", "tokens", "percent"}


def test_a_question_cannot_be_changed_and_its_mistakes_are_the_caller_s():
    asked = question(2, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        asked.answer = 0
    before = asked.mistakes
    asked.mistakes.clear()
    assert asked.mistakes == before != {}
    assert {asked: 1}[question(2, 3)] == 1


SEEDS = [0, 7, -7, 10**5000, -(10**5000)]
PRINTED = """
from kvpage.lesson.quiz import question
for level in range(1, 6):
    for seed in [0, 7, -7, 10**5000, -(10**5000)]:
        print(question(level, seed), question(level, seed).mistakes)
"""


def test_the_same_question_is_drawn_in_any_process():
    here = [
        f"{question(level, seed)} {question(level, seed).mistakes}"
        for level in LEVELS
        for seed in SEEDS
    ]
    for hashes in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        there = subprocess.run(
            [sys.executable, "-c", PRINTED], env=environment, capture_output=True, text=True
        )
        assert there.stdout.splitlines() == here, there.stderr


def test_a_seed_draws_what_it_drew_before():
    held, length = question(1, 7), question(5, -1)
    assert (held.kind, held.lengths, held.page_size) == ("pages_held", (18,), 10)
    assert (length.kind, length.lengths, length.page_size) == ("which_length", (25,), 14)


def test_a_number_of_numpy_s_is_as_good_as_python_s():
    for number in (np.int64(3), np.uint8(3)):
        assert question(number, number) == question(3, 3)


@pytest.mark.parametrize("ask", [question, in_turn])
@pytest.mark.parametrize("level", [0, 6, -1, 10**30])
def test_a_level_there_is_not_is_named(ask, level):
    with pytest.raises(ValueError, match=rf"level is {level}; .* 1 to 5"):
        ask(level, 0)


@pytest.mark.parametrize("ask", [question, in_turn])
@pytest.mark.parametrize("value", [True, 1.0, "1", None, np.bool_(True), np.float64(2)], ids=repr)
def test_what_is_no_whole_number_is_named(ask, value):
    with pytest.raises(TypeError, match=rf"^level is {re.escape(repr(value))}, "):
        ask(value, 0)
    with pytest.raises(TypeError, match=rf"^seed is {re.escape(repr(value))}, "):
        ask(1, value)


def test_the_fixed_questions_come_first_in_turn_and_on_level_1_only():
    assert (in_turn(1, 0), in_turn(1, np.int64(1))) == FIRST
    turns = [(1, 2), (1, -1), (2, 0), (2, 1), (5, 1)]
    assert [in_turn(*turn) for turn in turns] == [question(*turn) for turn in turns]


def test_two_right_at_first_try_in_a_row_lead_one_level_up():
    level, streak, levels = 1, 0, []
    for right in [True, True, True, False, True, True] + 5 * [True, True]:
        level, streak = climb(level, streak, right)
        levels.append((level, streak))
    assert levels[:6] == [(1, 1), (2, 0), (2, 1), (2, 0), (2, 1), (3, 0)]
    assert levels[6:] == [(3, 1), (4, 0), (4, 1), (5, 0), *3 * [(5, 1), (5, 0)]]


def test_a_question_is_drawn_quickly():
    start = time.perf_counter()
    for level in LEVELS:
        for seed in range(1000, 1200):
            question(level, seed)
    assert (time.perf_counter() - start) / 1000 < 0.01


def items(markdown):
    """Read the numbered items: number, and the paragraphs that belong to it."""
    found = re.findall(r"^(\d+)\. (.+)\n((?:\n {5}.+\n)*)", markdown, re.MULTILINE)
    return [(int(number), first, rest.split()) for number, first, rest in found]


@pytest.mark.parametrize("level", LEVELS)
def test_a_sheet_has_its_questions_in_order_and_the_answers_after_them(level):
    asked = [question(level, seed) for seed in range(7, 12)]
    plain, solved = sheet(level, 5, 7, False), sheet(level, 5, 7, True)
    assert [item[:2] for item in items(plain)] == [
        (number, each.text) for number, each in enumerate(asked, 1)
    ]
    assert [item[2][-1] for item in items(plain)] == [each.unit_name for each in asked]
    assert solved.startswith(plain)
    heading, *_ = solved[len(plain) :].strip().splitlines()
    assert heading == "## Answers"
    assert [item[:2] for item in items(solved[len(plain) :])] == [
        (number, f"**{each.answer}** ({each.unit_name}). {each.explanation}")
        for number, each in enumerate(asked, 1)
    ]


def test_a_sheet_is_good_markdown():
    for answers in (False, True):
        lines = sheet(1, 120, 0, answers).splitlines()
        assert [line for line in lines if line.startswith("# ")] == lines[:1]
        assert sheet(1, 120, 0, answers).endswith("\n")
        for before, line in pairwise(lines):
            assert not (before and line), "blocks are set apart by an empty line"


def test_no_question_stands_twice_on_a_sheet():
    texts = [text for _, text, _ in items(sheet(1, 200, 0, False))]
    assert len(texts) == len(set(texts)) == 200
