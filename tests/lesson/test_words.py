"""Templates, fractions, and the templates that the page ships."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvpage.lesson.words import fill, ratio, say, templates

numbers = st.integers(0, 10**12)
all_templates = [
    pytest.param(text, id=f"{group}.{name}")
    for group, texts in templates().items()
    for name, text in texts.items()
]


@given(numbers)
def test_a_number_is_printed_with_its_thousands_grouped(number):
    printed = fill("{count}", {"count": number})
    assert re.fullmatch(r"\d{1,3}(,\d{3})*", printed)
    assert int(printed.replace(",", "")) == number


@given(st.text(), st.text())
def test_a_text_stays_as_it_is_whatever_stands_in_it(text, other):
    facts = {"text": text, "other": other}
    assert fill("{text}", facts) == text
    assert fill("{#other}{text}{/other}|{text}", facts).endswith(f"|{text}")


@pytest.mark.parametrize(
    "text", ["{other}", "{#other}x{/other}", "{other|x|y}", r"\1 \g<0>", "<b>"]
)
def test_a_fact_is_never_taken_for_a_place(text):
    facts = {"text": text, "other": 1, "items": [{"text": text}]}
    assert fill("{text}", facts) == text
    assert fill("{#other}{text}{/other}", facts) == text
    assert fill("{#items}{text}{/items}", {**facts, "text": "outer"}) == text


@given(numbers)
def test_one_takes_the_one_word_and_every_other_number_the_other(number):
    filled = fill("{count|slot|slots}", {"count": number})
    assert filled == ("slot" if number == 1 else "slots")
    assert fill("{count|slot|slots}", {"count": 1}) == "slot"


@given(numbers)
def test_a_section_and_its_inverse_are_shown_in_turn(number):
    template = "{#free}some: {free}{/free}{^free}none{/free}"
    expected = f"some: {number:,}" if number else "none"
    assert fill(template, {"free": number}) == expected


@given(st.lists(numbers, max_size=5))
def test_a_list_is_shown_item_by_item_with_the_facts_around_it(lengths):
    facts = {"items": [{"length": length} for length in lengths], "length": 7, "unit": "tokens"}
    filled = fill("{#items}[{length} {unit}]{/items}{^items}nothing{/items} {length}", facts)
    assert filled == ("".join(f"[{n:,} tokens]" for n in lengths) or "nothing") + " 7"


def test_sections_stand_inside_sections():
    template = "{#rows}{^first}, {/first}{name}{#cells}-{count}{/cells}{/rows}"
    rows = [
        {"name": "A", "first": True, "cells": [{"count": 1}, {"count": 2}]},
        {"name": "B", "first": False, "cells": []},
    ]
    assert fill(template, {"rows": rows}) == "A-1-2, B"


@pytest.mark.parametrize(
    "template",
    [
        "{gone}",
        "{gone|slot|slots}",
        "{#gone}x{/gone}",
        "{^gone}x{/gone}",
        "{#here}{gone}{/here}",
        "{#items}{gone}{/items}",
    ],
)
def test_a_missing_fact_is_named(template):
    with pytest.raises(KeyError, match="gone"):
        fill(template, {"here": 1, "items": [{"here": 2}]})


def test_a_template_is_said_by_its_group_and_name():
    assert say("input.too_many", {"count": 9, "limit": 8}) == fill(
        templates()["input"]["too_many"], {"count": 9, "limit": 8}
    )
    with pytest.raises(KeyError, match="no_such_name"):
        say("input.no_such_name", {})


@pytest.mark.parametrize("template", all_templates)
def test_every_place_of_the_shipped_templates_is_well_formed(template):
    place = re.compile(r"\{([#^/]?)(\w+)(?:(?<![#^/])\|[^{}|]*\|[^{}|]*)?\}")
    sections = []
    for sign, name in place.findall(template):
        if sign == "/":
            assert sections.pop() == name
        elif sign:
            assert name not in sections
            sections.append(name)
    assert sections == []
    assert not re.search("[{}]", place.sub("", template))


def half_up(wasted, allocated):
    share = Fraction(wasted, allocated)
    thousandths = math.floor(share * 1000 + Fraction(1, 2))
    sign = "=" if Fraction(thousandths, 1000) == share else "≈"
    return f"{sign} {thousandths // 1000}.{thousandths % 1000:03}"


def test_a_fragmentation_is_rounded_half_up_and_marked_exact_only_if_it_is():
    pairs = [(wasted, allocated) for allocated in range(1, 301) for wasted in range(allocated + 1)]
    assert [pair for pair in pairs if ratio(*pair) != half_up(*pair)] == []


@pytest.mark.parametrize(("wasted", "printed"), [(1, "0.063"), (5, "0.313"), (9, "0.563")])
def test_an_odd_sixteenth_is_rounded_up_where_floats_are_rounded_to_even(wasted, printed):
    assert ratio(wasted, 16) == f"≈ {printed}"
    assert f"{wasted / 16:.3f}" != printed
