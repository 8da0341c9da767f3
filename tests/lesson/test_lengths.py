"""Reading lengths that someone typed; browser/test_notebook_page.py/ compares with the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvpage.lesson.lengths import read_lengths

separators = st.sampled_from([",", ";", " ", ", ", " ; ", "\t", "\n", "\r\n", ",\n  "])
brackets = st.sampled_from(["", "[]", "()", "{}"])


@given(st.lists(st.integers(0, 32), min_size=1, max_size=8), separators, brackets)
def test_what_was_written_is_read(lengths, separator, around):
    opening, closing = around[:1], around[1:]
    text = f" {opening} {separator.join(map(str, lengths))}{separator} {closing}\n"
    assert read_lengths(text, most=8, longest=32) == lengths


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["1, 4, 2"]),
        ("1,,4", ["missing"]),
        (";1", ["missing"]),
        ("1, two", ["two", "whole number"]),
        ("-1", ["-1", "below 0"]),
        ("1.5", ["1.5", "whole number"]),
        ("4 33", ["33", "0 to 32"]),
        ("9" * 5000, ["9" * 40 + "…", "0 to 32"]),
        ("1 " * 9, ["9 sequences", "8"]),
        ("[]", ["1, 4, 2"]),
        ("(,1)", ["missing"]),
        ("[1, 4", ["[1", "whole number"]),
        ("[1, 4)", ["[1", "whole number"]),
        ("[[1], [4]]", ["[1]", "whole number"]),
        ("[1], [4]", ["1]", "whole number"]),
        ("]1[", ["]1[", "whole number"]),
    ],
    ids=lambda text: text[:9] if isinstance(text, str) else None,
)
def test_what_cannot_be_read_is_said(text, words):
    with pytest.raises(ValueError, match=r"\.$") as refused:
        read_lengths(text, most=8, longest=32)
    assert [word for word in words if word not in str(refused.value)] == []


def test_zeros_in_front_and_a_comma_at_the_end_do_no_harm():
    assert read_lengths("0" * 5000 + "5, 7,", most=8, longest=32) == [5, 7]
