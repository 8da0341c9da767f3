"""Both allocators against a count that hands out slots one at a time."""

import math
from array import array

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from independent import FREE, USED, WASTED, naming, rows_of_blocks, rows_of_pages

import kvpage
from kvpage import allocators
from kvpage.allocators import Allocation, SequenceTooLong, SlotState, naive, paged

LARGEST = 2**63 - 1

many_lengths = st.lists(st.integers(0, 40), max_size=8)
units = st.integers(1, 50)
both_schemes = pytest.mark.parametrize("scheme", [naive, paged])


def assert_counts_agree(allocation, lengths, unit, rows):
    """Compare everything an allocation reports with the rows counted slot by slot."""
    held = [row.count(USED) for row in rows]
    wasted = [row.count(WASTED) for row in rows]
    slots = sum(held) + sum(wasted)
    widest = max(map(len, rows), default=0)

    assert allocation.unit == unit
    assert allocation.lengths.tolist() == lengths
    assert allocation.held.tolist() == held
    assert allocation.turned_away.tolist() == [
        asked - kept for asked, kept in zip(lengths, held, strict=True)
    ]
    assert allocation.allocated.tolist() == [len(row) for row in rows]
    assert allocation.wasted.tolist() == wasted
    assert allocation.n_tokens == sum(held)
    assert allocation.n_slots == slots
    assert allocation.n_wasted == sum(wasted)
    assert allocation.n_units * unit == slots
    assert allocation.fragmentation == (sum(wasted) / slots if slots else 0.0)
    assert allocation.slot_grid().shape == (len(rows), widest)
    assert allocation.slot_grid().tolist() == [row + [FREE] * (widest - len(row)) for row in rows]


@given(many_lengths, units)
def test_paging_agrees_with_a_slot_by_slot_count(lengths, page_size):
    allocation = paged(lengths, page_size)
    assert allocation.scheme == "paged"
    assert_counts_agree(allocation, lengths, page_size, rows_of_pages(lengths, page_size))


@given(many_lengths, units)
def test_truncated_reserving_agrees_with_a_slot_by_slot_count(lengths, block_size):
    allocation = naive(lengths, block_size, truncate=True)
    assert allocation.scheme == "naive"
    assert_counts_agree(allocation, lengths, block_size, rows_of_blocks(lengths, block_size))


@given(many_lengths, units)
@example([4], 4)
@example([5], 4)
def test_reserving_refuses_exactly_what_does_not_fit(lengths, block_size):
    if all(length <= block_size for length in lengths):
        allocation = naive(lengths, block_size)
        assert_counts_agree(allocation, lengths, block_size, rows_of_blocks(lengths, block_size))
        assert not allocation.turned_away.any()
    else:
        with pytest.raises(SequenceTooLong):
            naive(lengths, block_size)


@given(st.integers(0, 2**61), units | st.integers(1, 2**61))
def test_pages_are_whole_and_the_last_one_is_needed_however_large(length, page_size):
    allocation = paged([length], page_size)
    assert allocation.n_slots % page_size == 0
    assert allocation.n_units == allocation.n_slots // page_size
    assert 0 <= allocation.n_slots - length == allocation.n_wasted < page_size


@given(many_lengths)
def test_pages_of_one_slot_waste_nothing(lengths):
    allocation = paged(lengths, 1)
    assert allocation.n_slots == sum(lengths)
    assert allocation.fragmentation == 0.0


@given(units, units, st.data())
def test_paging_takes_more_than_a_block_exactly_when_the_last_page_juts_out(
    block_size, page_size, data
):
    length = data.draw(st.integers(0, block_size))
    last_page_juts_out = len(rows_of_pages([length], page_size)[0]) > block_size
    takes_more = paged([length], page_size).n_slots > naive([length], block_size).n_slots
    assert takes_more == last_page_juts_out


@given(units, st.integers(1, 6), st.data())
def test_paging_never_takes_more_when_pages_divide_the_block(page_size, pages_in_block, data):
    block_size = page_size * pages_in_block
    lengths = data.draw(st.lists(st.integers(0, block_size), max_size=8))
    assert (paged(lengths, page_size).allocated <= naive(lengths, block_size).allocated).all()


def test_reserving_four_slots_for_one_four_and_two_tokens_wastes_five_of_twelve():
    allocation = naive([1, 4, 2], 4)
    assert (allocation.n_slots, allocation.n_wasted, allocation.n_units) == (12, 5, 3)
    assert allocation.fragmentation == 5 / 12


def test_pages_of_two_for_one_four_and_two_tokens_waste_one_of_eight():
    allocation = paged([1, 4, 2], 2)
    assert (allocation.n_slots, allocation.n_wasted, allocation.n_units) == (8, 1, 4)
    assert allocation.fragmentation == 1 / 8


def test_pages_that_do_not_divide_the_block_can_waste_more_than_reserving():
    reserved, in_pages = naive([4, 4, 4], 4), paged([4, 4, 4], 3)
    assert (reserved.n_wasted, reserved.n_slots) == (0, 12)
    assert (in_pages.n_wasted, in_pages.n_slots) == (6, 18)


def test_sequences_do_not_share_a_page():
    assert paged([1, 1], 2).allocated.tolist() == [2, 2]


def test_an_empty_sequence_keeps_its_block_but_takes_no_page():
    assert naive([0, 0], 4).wasted.tolist() == [4, 4]
    assert naive([0, 0], 4).fragmentation == 1.0
    assert paged([0, 0], 4).allocated.tolist() == [0, 0]


def test_truncation_holds_what_fits_and_reports_the_rest():
    allocation = naive([5, 2, 4], 4, truncate=True)
    assert allocation.lengths.tolist() == [5, 2, 4]
    assert allocation.held.tolist() == [4, 2, 4]
    assert allocation.turned_away.tolist() == [1, 0, 0]
    assert allocation.wasted.tolist() == [0, 2, 0]


def test_a_sequence_longer_than_the_block_is_named_with_its_length_and_the_block_size():
    assert issubclass(SequenceTooLong, ValueError)
    with pytest.raises(SequenceTooLong, match=f"{naming(7, 60, 50)}|{naming(8, 77, 50)}"):
        naive([50] * 7 + [60, 77], 50)


def test_slot_states_have_the_documented_codes():
    assert {state.name: state.value for state in SlotState} == {"FREE": 0, "USED": 1, "WASTED": 2}


def test_the_grid_shows_each_row_from_the_left_and_pads_it_with_free_slots():
    allocation = paged([1, 4, 0], 2)
    assert allocation.slot_grid().dtype == np.uint8
    assert allocation.slot_grid().tolist() == [[1, 2, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0]]
    assert allocation.slot_grid(5).tolist() == [[1, 2, 0, 0, 0], [1, 1, 1, 1, 0], [0, 0, 0, 0, 0]]
    assert allocation.slot_grid(width=4).tolist() == allocation.slot_grid().tolist()


def test_a_grid_narrower_than_the_widest_row_is_refused():
    with pytest.raises(ValueError, match=naming(3)):
        paged([1, 4, 0], 2).slot_grid(3)
    with pytest.raises(ValueError, match=naming(0)):
        naive([0], 1).slot_grid(0)
    with pytest.raises(ValueError, match=naming(-1)):
        paged([], 1).slot_grid(-1)


@both_schemes
@pytest.mark.parametrize("nothing", [[], (), range(0), np.array([], dtype=np.uint8)])
def test_no_sequences_take_no_slots(scheme, nothing):
    allocation = scheme(nothing, 4)
    assert_counts_agree(allocation, [], 4, [])
    assert allocation.slot_grid(5).shape == (0, 5)


@both_schemes
@pytest.mark.parametrize("lengths", [[], [0, 3, 4]])
def test_every_report_has_its_documented_type(scheme, lengths):
    allocation = scheme(lengths, 4)
    assert type(allocation) is Allocation
    for name in ["lengths", "held", "turned_away", "allocated", "wasted"]:
        report = getattr(allocation, name)
        assert (report.dtype, report.shape) == (np.int64, (len(lengths),)), name
    for name in ["unit", "n_tokens", "n_slots", "n_wasted", "n_units"]:
        assert type(getattr(allocation, name)) is int, name
    assert type(allocation.fragmentation) is float


@both_schemes
@pytest.mark.parametrize(
    "container",
    [
        list,
        tuple,
        lambda lengths: array("B", lengths),
        lambda lengths: [np.uint8(length) for length in lengths],
        lambda lengths: np.repeat(lengths, 2)[::2],
        *(
            lambda lengths, dtype=dtype: np.array(lengths, dtype)
            for dtype in ["int8", "uint8", "int16", ">i4", "int64", "uint64", "object"]
        ),
    ],
)
def test_every_kind_of_sequence_counts_alike_without_wrapping_around(scheme, container):
    lengths = [3, 127, 0, 90, 127]
    rows = {naive: rows_of_blocks, paged: rows_of_pages}[scheme](lengths, 300)
    assert_counts_agree(scheme(container(lengths), 300), lengths, 300, rows)


@both_schemes
def test_a_range_of_lengths_counts_like_its_list(scheme):
    assert scheme(range(1, 5), 4).wasted.tolist() == scheme([1, 2, 3, 4], 4).wasted.tolist()


def test_full_bytes_round_up_beyond_a_byte():
    allocation = paged(np.array([255, 129], np.uint8), np.uint8(128))
    assert allocation.allocated.tolist() == [256, 256]
    assert allocation.n_tokens == 384
    assert naive(np.array([200, 200], np.uint8), np.uint8(200)).n_slots == 400


@pytest.mark.parametrize("read_only", [False, True])
@both_schemes
def test_the_callers_array_is_neither_kept_nor_locked(scheme, read_only):
    lengths = np.array([1, 4, 2])
    given_lengths = lengths[:]
    given_lengths.flags.writeable = not read_only
    rows = {naive: rows_of_blocks, paged: rows_of_pages}[scheme]([1, 4, 2], 4)
    allocation = scheme(given_lengths, 4)
    assert given_lengths.flags.writeable is not read_only
    lengths[:] = 3
    assert_counts_agree(allocation, [1, 4, 2], 4, rows)


@pytest.mark.parametrize(
    "lay_out",
    [lambda: naive([1, 4], 4), lambda: naive([6, 2], 4, truncate=True), lambda: paged([1, 4], 4)],
    ids=["naive", "truncated", "paged"],
)
@pytest.mark.parametrize("name", ["lengths", "held", "turned_away", "allocated", "wasted"])
def test_no_array_can_be_written(lay_out, name):
    report = getattr(lay_out(), name)
    before = report.tolist()
    with pytest.raises(ValueError, match="read-only"):
        report[0] = 9
    assert report.tolist() == before


@both_schemes
def test_no_attribute_can_be_replaced(scheme):
    allocation = scheme([1, 4, 2], 4)
    for name in [name for name in dir(allocation) if not name.startswith("_")]:
        with pytest.raises(AttributeError):
            setattr(allocation, name, None)
        assert getattr(allocation, name) is not None


def test_writing_on_a_grid_leaves_the_allocation_as_it_was():
    allocation = paged([1], 2)
    grid = allocation.slot_grid()
    grid[:] = FREE
    assert allocation.slot_grid().tolist() == [[USED, WASTED]]


@both_schemes
def test_only_an_allocation_itself_equals_it(scheme):
    one, other = scheme([1, 2], 4), scheme([1, 2], 4)
    assert one == one
    assert one != other
    assert len({one, other}) == 2


@both_schemes
@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (True, True),
        (np.bool_(True), True),
        (2.0, "2.0"),
        (np.float64(2.0), "2.0"),
        (math.nan, "nan"),
        ("two", "two"),
        (None, None),
    ],
)
def test_what_is_no_whole_number_is_named_with_its_place(scheme, wrong, word):
    with pytest.raises(TypeError, match=naming(word, 7)):
        scheme([1] * 7 + [wrong], 4)
    with pytest.raises(TypeError, match=naming(word, 7)):
        scheme(np.array([1] * 7 + [wrong], dtype=object), 4)
    with pytest.raises(TypeError, match=naming(word, 0)):
        scheme(np.array([wrong, wrong]), 4)
    with pytest.raises(TypeError, match=naming(word)):
        scheme([1], wrong)


@both_schemes
@pytest.mark.parametrize("lengths", ["two", None])
def test_text_and_none_are_no_sequence_of_lengths(scheme, lengths):
    with pytest.raises(TypeError, match=naming(lengths)):
        scheme(lengths, 4)


@both_schemes
@pytest.mark.parametrize("container", [tuple, np.array])
@pytest.mark.parametrize("negative", [-1, -3, -(2**63)])
def test_a_negative_length_is_named_with_its_place(scheme, container, negative):
    with pytest.raises(ValueError, match=naming(negative, 7)):
        scheme(container([0] * 7 + [negative]), 4)


@both_schemes
@pytest.mark.parametrize("unit", [0, -3])
def test_a_unit_below_one_is_refused_by_name(scheme, unit):
    with pytest.raises(ValueError, match=naming(unit)):
        scheme([1], unit)


@both_schemes
@pytest.mark.parametrize(
    "lengths",
    [
        5,
        np.array(5),
        [[]],
        [[1, 2], [3, 4]],
        [[1], [2, 3]],
        [1, [2]],
        np.ones((2, 2), int),
        np.ones((0, 3), int),
    ],
    ids=repr,
)
def test_lengths_that_are_not_in_one_row_are_refused(scheme, lengths):
    with pytest.raises(ValueError, match=r"\w \w"):
        scheme(lengths, 4)


@pytest.mark.parametrize(
    "lengths",
    [
        [2**63],
        [5, 10**30],
        np.array([5, 2**64], dtype=object),
        np.array([2**63, 5], np.uint64),
        np.array([LARGEST, LARGEST, 2], np.uint64),
        [5, np.uint64(2**63)],
        [2**62, 2**62],
        np.array([2**62, 2**62]),
    ],
    ids=repr,
)
def test_lengths_whose_sum_leaves_int64_are_refused_with_that_sum(lengths):
    total = sum(int(length) for length in lengths)
    with pytest.raises(ValueError, match=naming(total)):
        paged(lengths, 1)
    with pytest.raises(ValueError, match=naming(total)):
        naive(lengths, 4, truncate=True)


@pytest.mark.parametrize(
    ("lengths", "page_size"),
    [
        ([LARGEST], 1),
        (np.array([LARGEST], np.uint64), 1),
        ([2**62, 2**62 - 1], 1),
        (np.array([2**62, 2**62 - 1]), 1),
        ([LARGEST], LARGEST),
        ([2**63 - 8], 8),
    ],
)
def test_pages_that_only_just_fit_int64_are_counted_exactly(lengths, page_size):
    allocation = paged(lengths, page_size)
    assert allocation.n_slots == allocation.n_tokens == sum(int(length) for length in lengths)
    assert allocation.n_wasted == 0


@pytest.mark.parametrize(
    ("lengths", "page_size"),
    [([LARGEST], 2**62), ([2**62 + 1], 2**62), ([1, 1], 2**62), ([1], 2**63)],
)
def test_pages_that_leave_int64_are_refused(lengths, page_size):
    with pytest.raises(ValueError, match=naming(2**63)):
        paged(lengths, page_size)


def test_blocks_that_only_just_fit_int64_are_counted_exactly():
    seventh = LARGEST // 7
    assert seventh * 7 == LARGEST
    allocation = naive([0] * 6 + [2], seventh)
    assert allocation.n_slots == LARGEST
    assert allocation.n_wasted == LARGEST - 2
    assert naive([LARGEST], 4, truncate=True).turned_away.tolist() == [LARGEST - 4]


@pytest.mark.parametrize(("count", "block_size"), [(1, 2**63), (2, 2**62), (7, LARGEST // 7 + 1)])
def test_blocks_that_leave_int64_are_refused(count, block_size):
    with pytest.raises(ValueError, match=naming(count * block_size)):
        naive([0] * count, block_size)


def test_every_public_name_is_the_same_in_the_package_and_its_module():
    for name in ["Allocation", "SequenceTooLong", "SlotState", "naive", "paged"]:
        assert getattr(kvpage, name) is getattr(allocators, name)
