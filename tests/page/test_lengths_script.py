"""What the page's lengths field reads and refuses, against what a notebook's does."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scripts import Scripts

from kvpage.lesson.lengths import read_lengths

READ = """text => {
    try { return readLengths(text) } catch (error) { return error.message }
}"""

pieces = st.integers(0, 40).map(str) | st.text(",; \t\n0123456789-−+.e[]()ax٣<{}", max_size=4)
between = st.sampled_from([",", ";", " ", ", ", " ; ", "\t", "\n"])


@pytest.fixture(scope="module")
def scripts():
    return Scripts("lengths.js")


def read(text):
    try:
        return read_lengths(text, most=8, longest=32)
    except ValueError as refused:
        return str(refused)


@settings(deadline=None, max_examples=1000)
@given(
    st.lists(st.tuples(pieces, between), max_size=10).map(lambda all_: "".join(map("".join, all_)))
)
@example("")
@example("1, 4, 2")
@example("0" * 5000 + "5, 7,")
@example("9" * 5000)
@example("x" * 41)
def test_a_text_is_read_or_refused_in_the_same_words(scripts, text):
    assert scripts(READ, text) == read(text)
