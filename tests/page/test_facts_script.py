"""The numbers and sentences of the page's scripts against those of Python."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts import Scripts, as_script, workloads

from kvpage import naive, paged
from kvpage.lesson.facts import both_sides, in_a_list, one_side, waste_by_length
from kvpage.lesson.words import fill, ratio
from kvpage.page.recordings import recorded_answers

numbers = st.integers(0, 10**12)
names = st.sampled_from(["count", "one", "none", "letters", "empty"])
lists = st.sampled_from(["items", "nothing"])
words = st.text(string.ascii_letters + " <&\n\"'€𝄞", max_size=6)
leaves = (
    words
    | names.map("{{{}}}".format)
    | st.sampled_from(["{count|slot|slots}", "{one|is|are}", "{none||no }"])
)
"""Templates without a section; further ones stand in sections of their own names."""


def section(name, mark, body):
    return f"{{{mark}{name}}}{body}{{/{name}}}"


def in_sections(bodies):
    return st.builds(section, names | lists, st.sampled_from("#^"), bodies)


templates = st.lists(
    leaves | in_sections(st.lists(leaves, max_size=3).map("".join)), max_size=6
).map("".join)
facts = st.fixed_dictionaries(
    {
        "count": numbers,
        "one": st.just(1),
        "none": st.just(0),
        "letters": words,
        "empty": st.just(""),
        "items": st.lists(st.fixed_dictionaries({"count": numbers, "letters": words}), max_size=3),
        "nothing": st.just([]),
    }
)


@pytest.fixture(scope="module")
def scripts():
    return Scripts("facts.js", "words.js", "recordings.js")


@settings(deadline=None)
@given(template=templates, facts=facts)
def test_a_template_is_filled_alike(scripts, template, facts):
    assert scripts("fill", template, facts) == fill(template, facts)


def test_a_fragmentation_is_printed_alike(scripts):
    pairs = [(wasted, slots) for slots in range(257) for wasted in range(slots + 1)]
    printed = scripts("pairs => pairs.map(pair => ratio(...pair))", pairs)
    assert printed == [ratio(*pair) for pair in pairs]


def test_recorded_allocators_hand_out_what_python_s_do(scripts):
    """All lengths with each block and each page of the page's limits."""
    lengths = list(range(33))
    units = {"naive": range(1, 33), "paged": range(1, 17)}
    for scheme, allocate in (("naive", cut), ("paged", paged)):
        handed = scripts(
            LOOK_UP.format(scheme),
            recorded_answers(),
            lengths,
            [*units[scheme]],
        )
        assert handed == [as_script(allocate(lengths, unit)) for unit in units[scheme]]


def cut(lengths, block_size):
    return naive(lengths, block_size, truncate=True)


LOOK_UP = """(answers, lengths, units) =>
    units.map(unit => readAnswers(answers).{}(lengths, unit))"""
COUNT = """cases => cases.map(([reserve, pages, cache]) => {
    const sides = [reserve, pages].map(side => oneSide(side, cache))
    return [...sides, bothSides(...sides)]
})"""


def test_both_sides_are_counted_alike(scripts):
    cases, expected = [], []
    for lengths, block, page in workloads(2000):
        sides = cut(lengths, block), paged(lengths, page)
        cache = max(side.n_slots for side in sides)
        counted = [one_side(side, cache) for side in sides]
        cases.append((*map(as_script, sides), cache))
        expected.append([*counted, both_sides(*counted)])
    assert scripts(COUNT, cases) == expected


def test_waste_against_length_is_counted_alike(scripts):
    chance = random.Random(5)
    cases = [
        (*workload, chance.randint(0, 32), chance.choice([0, 0, chance.randint(1, 32)]))
        for workload in workloads(1000)
    ]
    counted = scripts(
        "(answers, cases) => cases.map(each => wasteByLength(readAnswers(answers), ...each))",
        recorded_answers(),
        cases,
    )
    assert counted == [waste_by_length(*each) for each in cases]


def test_places_in_a_list_are_told_alike(scripts):
    for n in range(5):
        items = [{"n": at} for at in range(n)]
        assert scripts("inAList", items) == in_a_list(items)
