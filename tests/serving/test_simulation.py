"""`simulate` against a loop that writes one token at a time through the public methods."""

import copy
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import naming, seen

import kvpage
from kvpage.allocators import CacheFull, NaiveAllocator, PagedAllocator, SequenceTooLong
from kvpage.serving import requests, simulation
from kvpage.serving.requests import Requests
from kvpage.serving.simulation import simulate

STEP_VALUES = ["steps", "running", "waiting", "held", "allocated"]
REQUEST_VALUES = ["admitted", "finished", "preemptions", "recomputed", "refused"]
both_kinds = pytest.mark.parametrize("kind", [NaiveAllocator, PagedAllocator])


def can_ever_fit(allocator, n_tokens):
    """Return whether an empty cache of this size takes so many tokens."""
    if isinstance(allocator, NaiveAllocator):
        empty = NaiveAllocator(allocator.n_slots, allocator.unit)
    else:
        empty = PagedAllocator(allocator.n_slots, allocator.unit)
    try:
        empty.allocate("alone", n_tokens)
    except (SequenceTooLong, CacheFull):
        return False
    return True


def token_at_a_time(arrival, prompt, output, allocator):
    """Serve requests by the rules, one step and one token at a time.

    Return the values that a `Run` stores, and everything that the allocator shows in each step.
    """
    n = len(arrival)
    cache = copy.deepcopy(allocator)
    result = {name: [] for name in STEP_VALUES}
    for name, start in [("admitted", -1), ("finished", -1), ("preemptions", 0), ("recomputed", 0)]:
        result[name] = [start] * n
    result["refused"] = [False] * n
    sampled = [0] * n
    queue, running, caches = [], [], {}
    step, last_arrival = 0, max(arrival, default=-1)
    while step <= last_arrival or queue or running:
        for request in range(n):
            if arrival[request] == step:
                if can_ever_fit(allocator, prompt[request] + output[request] - 1):
                    queue.append(request)
                else:
                    result["refused"][request] = True

        anyone_preempted = False
        for request in list(running):
            while request in running:
                try:
                    cache.append(request)
                    break
                except CacheFull:
                    victim = running.pop()
                    result["preemptions"][victim] += 1
                    result["recomputed"][victim] += cache.lengths[victim]
                    cache.free(victim)
                    queue.insert(0, victim)
                    anyone_preempted = True

        while queue and not anyone_preempted:
            try:
                cache.allocate(queue[0], prompt[queue[0]] + sampled[queue[0]])
            except CacheFull:
                break
            request = queue.pop(0)
            running.append(request)
            if result["admitted"][request] < 0:
                result["admitted"][request] = step

        for request in running:
            sampled[request] += 1
        caches[step] = seen(cache)
        if running or queue:
            result["steps"].append(step)
            result["running"].append(len(running))
            result["waiting"].append(len(queue))
            result["held"].append(sum(cache.lengths.values()))
            result["allocated"].append((cache.n_units - cache.n_free) * cache.unit)

        for request in list(running):
            if sampled[request] == output[request]:
                result["finished"][request] = step
                running.remove(request)
                cache.free(request)
        step += 1
    caches[step] = seen(cache)
    return result, caches


@st.composite
def cases(draw):
    """Draw a cache, not always with its free list in order, and requests that press on it."""
    kind = draw(st.sampled_from([NaiveAllocator, PagedAllocator, PagedAllocator]))
    unit = draw(st.integers(1, 12 if kind is NaiveAllocator else 6))
    allocator = kind(draw(st.integers(0, 40)), unit)
    for name in draw(st.permutations(range(allocator.n_units))) if draw(st.booleans()) else ():
        allocator.allocate(name, 1)
    for name in draw(st.permutations(allocator.names)):
        allocator.free(name)
    n = draw(st.integers(0, 10))
    column = lambda least, most: draw(  # noqa: E731
        st.lists(st.integers(least, most), min_size=n, max_size=n)
    )
    arrival = column(0, draw(st.sampled_from([0, 6, 60])))
    return arrival, column(1, 12), column(1, draw(st.sampled_from([1, 4, 16]))), allocator


def assert_agree(columns, allocator, draw):
    """Compare a run with the loop: every value, and the cache in every step in any order."""
    before = seen(allocator)
    expected, caches = token_at_a_time(*columns, allocator)
    run = simulate(Requests(*columns), allocator)
    for name in STEP_VALUES + REQUEST_VALUES:
        assert getattr(run, name).tolist() == expected[name], name
    assert sorted(run.reasons) == [i for i, refused in enumerate(expected["refused"]) if refused]
    steps = list(caches)
    for order in (steps, steps[::-1], draw.sample(steps, len(steps))):
        for step in order:
            assert seen(run.at(step)) == caches[step], step
    assert seen(allocator) == before
    return run


@settings(max_examples=250, deadline=None)
@given(cases(), st.randoms())
def test_every_value_and_every_cache_is_that_of_a_token_at_a_time(case, draw):
    *columns, allocator = case
    assert_agree(columns, allocator, draw)


@pytest.mark.parametrize("page_size", [1, 2, 3, 4, 7, 16])
@pytest.mark.parametrize("last_arrival", [0, 60])
def test_where_pages_run_short_every_value_and_every_cache_agrees(page_size, last_arrival):
    draw = random.Random(page_size)
    preempted = 0
    for _ in range(20):
        n = draw.randint(2, 12)
        columns = [
            [draw.randint(low, high) for _ in range(n)]
            for low, high in [(0, last_arrival), (1, 15), (1, 30)]
        ]
        run = assert_agree(columns, PagedAllocator(draw.randint(48, 64), page_size), draw)
        preempted += (run.preemptions > 0).any()
    assert preempted >= 5


@pytest.mark.parametrize("seed", range(4))
def test_a_long_run_agrees_wherever_it_is_looked_at(seed):
    draw = random.Random(seed)
    columns = [
        [draw.randint(low, high) for _ in range(150)] for low, high in [(0, 500), (1, 30), (1, 50)]
    ]
    run = assert_agree(columns, PagedAllocator(160, 4), draw)
    assert (run.preemptions > 1).any()


@settings(deadline=None)
@given(cases())
def test_what_was_never_preempted_finishes_after_as_many_steps_as_it_has_outputs(case):
    *columns, allocator = case
    requests = Requests(*columns)
    run = simulate(requests, allocator)
    undisturbed = ~run.refused & (run.preemptions == 0)
    assert (run.finished[undisturbed] == (run.admitted + requests.output - 1)[undisturbed]).all()
    assert (run.finished >= 0).tolist() == (~run.refused).tolist()
    written = (requests.prompt + requests.output - 1)[~run.refused].sum() + run.recomputed.sum()
    left_over = sum(
        length for t in run.steps for i, length in run.at(t).lengths.items() if run.finished[i] == t
    )
    dropped = run.recomputed.sum()
    assert left_over + dropped == written


@pytest.fixture
def example_run():
    return simulate(Requests([0, 0, 0], [5, 5, 5], [10, 10, 4]), PagedAllocator(24, 4))


def test_the_second_of_three_gives_way_and_returns(example_run):
    run = example_run
    assert run.finished.tolist() == [9, 11, 3]
    assert run.admitted.tolist() == [0, 0, 0]
    assert run.preemptions.tolist() == [0, 1, 0]
    assert run.recomputed.tolist() == [0, 12, 0]
    assert [run.at(t).lengths.get(1) for t in (7, 8, 9, 10, 11)] == [12, None, None, 13, 14]
    assert run.steps.tolist() == list(range(12))
    assert run.running.tolist() == [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]
    assert run.waiting.tolist() == [0] * 8 + [1, 1, 0, 0]
    assert run.held.tolist() == [15, 18, 21, 24, 18, 20, 22, 24, 13, 14, 13, 14]
    assert run.allocated.tolist() == [24] * 8 + [16] * 4


def test_a_cache_is_rebuilt_at_its_step_with_those_that_leave_after_it(example_run):
    cache = example_run.at(3)
    assert type(cache) is PagedAllocator
    assert (cache.n_slots, cache.unit) == (24, 4)
    assert cache.names == [0, 1, 2]
    assert [cache.table(request) for request in cache.names] == [[0, 1], [2, 3], [4, 5]]
    after = example_run.at(4)
    assert [after.table(request) for request in after.names] == [[0, 1, 5], [2, 3, 4]]
    assert (example_run.at(8).table(0), example_run.at(8).free_list) == ([0, 1, 5, 4], [3, 2])


def test_what_is_done_to_a_rebuilt_cache_leaves_the_run_as_it_was(example_run):
    before = seen(example_run.at(6))
    cache = example_run.at(6)
    for name in cache.names:
        cache.free(name)
    cache.allocate("another", 24)
    assert seen(example_run.at(6)) == before


def test_the_cache_is_empty_before_between_and_after_requests():
    run = simulate(Requests([3, 50], [5, 1], [2, 1]), PagedAllocator(8, 4))
    assert run.steps.tolist() == [3, 4, 50]
    assert [run.at(t).lengths for t in (0, 2, 3, 4, 5, 49, 50, 51, 10**30)] == [
        {},
        {},
        {0: 5},
        {0: 6},
        {},
        {},
        {1: 1},
        {},
        {},
    ]
    assert run.at(0).free_list == [0, 1]
    assert run.at(20).free_list == [1, 0]
    assert run.at(50).table(1) == [1]


@pytest.mark.parametrize(("t", "refusal"), [(-1, ValueError), (1.0, TypeError), (True, TypeError)])
def test_a_time_that_is_no_step_is_refused_by_name(example_run, t, refusal):
    with pytest.raises(refusal, match=naming(t)):
        example_run.at(t)


def test_numpys_integers_are_steps(example_run):
    assert seen(example_run.at(example_run.steps[7])) == seen(example_run.at(7))
    assert seen(example_run.at(np.uint8(7))) == seen(example_run.at(7))


def test_ties_are_broken_by_index_and_the_order_of_arrival_counts_before_it():
    run = simulate(Requests([1, 0, 1, 0], [4] * 4, [2] * 4), NaiveAllocator(8, 8))
    assert run.admitted.tolist() == [4, 0, 6, 2]


def test_who_does_not_fit_yet_holds_up_those_behind():
    run = simulate(Requests([0, 0, 0], [3, 5, 1], [3, 1, 1]), PagedAllocator(8, 2))
    assert run.admitted.tolist() == [0, 3, 3]


def test_units_of_those_that_finish_are_free_from_the_next_step():
    run = simulate(Requests([0, 0], [4, 4], [1, 1]), PagedAllocator(4, 4))
    assert run.finished.tolist() == [0, 1]
    assert run.allocated.tolist() == [4, 4]


def test_in_a_step_with_a_preemption_nobody_is_admitted():
    requests = Requests([0, 0, 3], [4, 4, 1], [6, 6, 1])
    run = simulate(requests, PagedAllocator(12, 4))
    assert run.at(1).lengths == {0: 5}
    assert run.preemptions.tolist() == [0, 1, 0]
    assert run.at(1).n_free == 1
    assert run.waiting.tolist()[1] == 1


def test_the_last_sampled_token_is_never_written():
    run = simulate(Requests([0], [3], [6]), PagedAllocator(8, 4))
    assert run.finished.tolist() == [5]
    assert run.at(5).lengths == {0: 8}
    assert not run.refused.any()


@pytest.mark.parametrize(
    ("allocator", "numbers"),
    [
        (PagedAllocator(8, 4), (9, 3, 2)),
        (PagedAllocator(11, 4), (9, 3, 2)),
        (NaiveAllocator(80, 8), (9, 8)),
        (NaiveAllocator(8, 9), (9, 1, 0)),
    ],
    ids=["pages", "unusable slots", "block", "no block"],
)
def test_who_can_never_fit_is_refused_with_a_reason_and_the_run_goes_on(allocator, numbers):
    run = simulate(Requests([0, 0, 7, 1], [3, 2, 2, 1], [7, 8, 1, 1]), allocator)
    assert run.refused.tolist()[:2] == [True, True]
    assert (run.admitted[:2].tolist(), run.finished[:2].tolist()) == ([-1, -1], [-1, -1])
    for request in (0, 1):
        assert all(str(number) in run.reasons[request] for number in numbers)
    served = [] if allocator.n_units == 0 else [1, 7]
    assert run.steps.tolist() == served
    assert sorted(run.reasons) == ([0, 1] if served else [0, 1, 2, 3])


def test_who_only_just_fits_is_served():
    for allocator in (PagedAllocator(8, 4), PagedAllocator(11, 4), NaiveAllocator(8, 8)):
        run = simulate(Requests([0, 0], [1, 8], [8, 1]), allocator)
        assert not run.refused.any()
        assert run.finished.tolist() == [7, 8]


@both_kinds
def test_immense_requests_are_refused_and_late_ones_served(kind):
    run = simulate(
        Requests([0, 0, 2**62], [2**63 - 1, 1, 2], [2**63 - 1, 2**63 - 1, 3]), kind(8, 4)
    )
    assert run.refused.tolist() == [True, True, False]
    assert str(2**64 - 3) in run.reasons[0]
    assert run.steps.tolist() == [2**62 + t for t in range(3)]
    assert run.held.tolist() == [2, 3, 4]
    assert run.at(2**62 + 1).lengths == {2: 3}


@both_kinds
def test_no_requests_make_an_empty_run(kind):
    run = simulate(Requests([], [], []), kind(8, 4))
    for name in STEP_VALUES + REQUEST_VALUES:
        assert getattr(run, name).shape == (0,), name
    assert run.at(0).names == []
    assert run.at(0).free_list == run.at(9).free_list


def test_a_page_of_more_slots_than_there_are_tokens_is_taken_once():
    run = simulate(Requests([0, 5], [3, 3], [200, 1]), PagedAllocator(2 * 10**6, 10**6))
    assert run.steps.tolist() == list(range(200))
    assert set(run.allocated.tolist()) == {10**6, 2 * 10**6}


def test_an_allocator_in_use_is_refused():
    allocator = PagedAllocator(8, 4)
    allocator.allocate("A", 0)
    with pytest.raises(ValueError, match="A"):
        simulate(Requests([0], [1], [1]), allocator)


def test_what_the_caller_does_with_the_allocator_later_does_not_reach_the_run():
    allocator = PagedAllocator(24, 4)
    run = simulate(Requests([0], [5], [9]), allocator)
    before = seen(run.at(4))
    allocator.allocate("A", 20)
    assert seen(run.at(4)) == before


@pytest.mark.parametrize("name", STEP_VALUES + REQUEST_VALUES)
def test_a_run_is_read_only(example_run, name):
    values = getattr(example_run, name)
    before = values.tolist()
    assert values.dtype == (bool if name == "refused" else np.int64)
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 9
    with pytest.raises(AttributeError):
        setattr(example_run, name, values)
    assert getattr(example_run, name).tolist() == before


def test_the_reasons_are_read_only(example_run):
    with pytest.raises(TypeError):
        example_run.reasons[0] = "so"


@pytest.mark.parametrize("place", range(3))
def test_requests_are_copied_as_int64_and_read_only(place):
    name = ("arrival", "prompt", "output")[place]
    columns = [[1, 2, 3], range(1, 4), np.array([1, 2, 3], np.uint8)]
    given_column = np.array([1, 2, 3])
    columns[place] = given_column
    requests = Requests(*columns)
    given_column[:] = 7
    values = getattr(requests, name)
    assert values.tolist() == [1, 2, 3]
    assert values.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 9
    with pytest.raises(AttributeError):
        setattr(requests, name, [1, 2, 3])
    assert len(requests) == 3


@pytest.mark.parametrize(
    ("name", "wrong", "refusal"),
    [
        ("arrival", -1, ValueError),
        ("prompt", 0, ValueError),
        ("output", 0, ValueError),
        ("output", -7, ValueError),
        ("arrival", 1.0, TypeError),
        ("prompt", True, TypeError),
        ("output", "1", TypeError),
        ("prompt", 2**63, ValueError),
    ],
)
def test_a_request_that_makes_no_sense_is_named_with_its_place(name, wrong, refusal):
    columns = {"arrival": [0, 0, 0], "prompt": [1, 1, 1], "output": [1, 1, 1]}
    columns[name][2] = wrong
    with pytest.raises(refusal) as caught:
        Requests(**columns)
    assert name in str(caught.value)
    assert str(wrong) in str(caught.value)
    if wrong != 2**63:
        assert f"{name}[2]" in str(caught.value)


@pytest.mark.parametrize(
    "columns", [([0], [1, 1], [1]), ([], [1], [1]), (0, 1, 1), ([[0]], [1], [1])]
)
def test_requests_come_in_three_rows_of_one_length(columns):
    with pytest.raises(ValueError, match="arrival"):
        Requests(*columns)


@pytest.mark.parametrize("name", ["Requests", "Run", "simulate"])
def test_the_package_and_its_modules_offer_the_same(name):
    assert getattr(kvpage, name) is getattr(requests if name == "Requests" else simulation, name)
    assert name in kvpage.__all__
