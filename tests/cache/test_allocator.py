"""Allocators that live, against a slot-by-slot model, vLLM's own and the pure functions."""

import copy
import json
import math
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from independent import FREE, USED, WASTED, naming, seen

import kvpage
from kvpage import allocators
from kvpage.allocators import (
    CacheFull,
    NaiveAllocator,
    PagedAllocator,
    SequenceTooLong,
    naive,
    paged,
)

SCRIPTS = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("vllm_0_33_0_allocate_append_free.jsonl")
    .read_text("utf-8")
    .splitlines()
]
NAMES = ["A", "B", 3, ("C", 1), None, frozenset()]
both_kinds = pytest.mark.parametrize("kind", [NaiveAllocator, PagedAllocator])


class SlotBySlot:
    """A cache that is a list of slots, each None or the name and the token that it holds."""

    def __init__(self, n_slots, unit, reserves):
        self.unit, self.reserves = unit, reserves
        self.slots = [None] * n_slots
        self.free_units = [u for u in range(n_slots) if (u + 1) * unit <= n_slots]
        self.units_of = {}
        self.tokens_of = {}

    def write(self, name, n_tokens):
        """Write tokens one at a time, taking a unit from the front whenever there is no slot."""
        if name not in self.units_of:
            self.units_of[name], self.tokens_of[name] = [], 0
            if self.reserves:
                self.units_of[name].append(self.free_units.pop(0))
        for _ in range(n_tokens):
            row = self.row(name)
            if all(self.slots[slot] is not None for slot in row):
                self.units_of[name].append(self.free_units.pop(0))
                row = self.row(name)
            slot = next(slot for slot in row if self.slots[slot] is None)
            self.slots[slot] = (name, self.tokens_of[name])
            self.tokens_of[name] += 1

    def drop(self, name):
        for slot in self.row(name):
            self.slots[slot] = None
        for unit in self.units_of.pop(name):
            self.free_units.insert(0, unit)
        del self.tokens_of[name]

    def row(self, name):
        return [
            unit * self.unit + offset for unit in self.units_of[name] for offset in range(self.unit)
        ]

    def refusal(self, name, n_tokens):
        """Return why no so many tokens can be written, found by trying on a copy."""
        trial = copy.deepcopy(self)
        if self.reserves and self.tokens_of.get(name, 0) + n_tokens > self.unit:
            return SequenceTooLong
        try:
            trial.write(name, n_tokens)
        except IndexError:
            return CacheFull
        return None


class Calls(RuleBasedStateMachine):
    """Any calls in any order, right and wrong ones."""

    @initialize(
        kind=st.sampled_from([NaiveAllocator, PagedAllocator]),
        n_slots=st.integers(0, 40),
        unit=st.integers(1, 9),
    )
    def begin(self, kind, n_slots, unit):
        self.unit = unit
        self.reserves = kind is NaiveAllocator
        self.allocator = kind(n_slots, unit)
        self.model = SlotBySlot(n_slots, unit, self.reserves)

    def expect(self, refusal, call, *arguments):
        before = seen(self.allocator)
        if refusal is None:
            assert call(*arguments) is None
        else:
            with pytest.raises(refusal) as caught:
                call(*arguments)
            assert caught.type is refusal
            assert seen(self.allocator) == before
        return refusal is None

    @rule(name=st.sampled_from(NAMES), n_tokens=st.integers(-1, 20))
    def allocate(self, name, n_tokens):
        if n_tokens < 0 or name in self.model.units_of:
            refusal = ValueError
        else:
            refusal = self.model.refusal(name, n_tokens)
        if self.expect(refusal, self.allocator.allocate, name, n_tokens):
            self.model.write(name, n_tokens)

    @rule(name=st.sampled_from(NAMES), n_tokens=st.integers(0, 12))
    def append(self, name, n_tokens):
        if n_tokens < 1:
            refusal = ValueError
        elif name not in self.model.units_of:
            refusal = KeyError
        else:
            refusal = self.model.refusal(name, n_tokens)
        if self.expect(refusal, self.allocator.append, name, n_tokens):
            self.model.write(name, n_tokens)

    @rule(name=st.sampled_from(NAMES))
    def append_one(self, name):
        live = name in self.model.units_of
        refusal = self.model.refusal(name, 1) if live else KeyError
        if self.expect(refusal, self.allocator.append, name):
            self.model.write(name, 1)

    @rule(name=st.sampled_from(NAMES))
    def free(self, name):
        if self.expect(
            None if name in self.model.units_of else KeyError, self.allocator.free, name
        ):
            self.model.drop(name)

    @invariant()
    def all_that_it_shows_is_what_the_slots_show(self):
        allocator, model = self.allocator, self.model
        names = list(model.units_of)
        assert allocator.names == names
        assert list(allocator.lengths.items()) == list(model.tokens_of.items())
        assert [allocator.table(name) for name in names] == list(model.units_of.values())
        assert allocator.free_list == model.free_units
        owner, state = [-1] * len(model.slots), [FREE] * len(model.slots)
        for index, name in enumerate(names):
            for slot in model.row(name):
                owner[slot] = index
                state[slot] = WASTED if model.slots[slot] is None else USED
        assert allocator.owner().tolist() == owner
        assert allocator.state().tolist() == state

    @invariant()
    def every_slot_is_used_wasted_free_or_unusable(self):
        allocator = self.allocator
        state = allocator.state()
        used, wasted = (state == USED).sum(), (state == WASTED).sum()
        free = allocator.n_free * self.unit
        assert used == sum(allocator.lengths.values())
        assert used + wasted + free + allocator.n_unusable == allocator.n_slots == len(state)
        assert (state == FREE).sum() == free + allocator.n_unusable
        assert allocator.n_unusable < self.unit
        assert allocator.n_free == len(allocator.free_list)

    @invariant()
    def every_unit_is_free_or_has_one_owner(self):
        allocator = self.allocator
        held = [unit for name in allocator.names for unit in allocator.table(name)]
        assert sorted(held + allocator.free_list) == list(range(allocator.n_units))

    @invariant()
    def every_table_has_the_units_that_the_pure_functions_count(self):
        allocator = self.allocator
        lengths = list(allocator.lengths.values())
        layout = (naive if self.reserves else paged)(lengths, self.unit)
        tables = [allocator.table(name) for name in allocator.names]
        assert [len(table) * self.unit for table in tables] == layout.allocated.tolist()
        assert (allocator.state() == WASTED).sum() == layout.n_wasted
        assert allocator.n_units - allocator.n_free == layout.n_units
        for length, table in zip(lengths, tables, strict=True):
            assert len(table) == (1 if self.reserves else math.ceil(length / self.unit))


TestCalls = Calls.TestCase
TestCalls.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


@pytest.mark.parametrize("script", SCRIPTS, ids=count(1))
def test_pages_go_where_vllm_puts_them(script):
    allocator = PagedAllocator(script["num_pages"] * script["page_size"], script["page_size"])
    for (call, *arguments), expected in zip(script["ops"], script["expect"], strict=True):
        done = True
        try:
            getattr(allocator, {"alloc": "allocate"}.get(call, call))(*arguments)
        except CacheFull:
            done = False
        tables = {name: allocator.table(name) for name in allocator.names}
        assert (done, tables, allocator.free_list) == (
            expected["ok"],
            expected["tables"],
            expected["free_list"],
        )


def test_all_forty_scripts_are_run_and_some_of_their_calls_are_refused():
    assert len(SCRIPTS) == 40
    assert any(not answer["ok"] for script in SCRIPTS for answer in script["expect"])


@given(st.lists(st.integers(0, 30), max_size=6), st.integers(1, 30))
def test_the_pure_functions_agree_on_sequences_that_were_let_in_at_once(lengths, unit):
    pages = PagedAllocator(1000, unit)
    for name, length in enumerate(lengths):
        pages.allocate(name, length)
    layout = paged(lengths, unit)
    assert pages.owner().size - (pages.owner() == -1).sum() == layout.n_slots
    assert (pages.state() == USED).sum() == layout.n_tokens

    blocks = NaiveAllocator(1000, unit)
    too_long = [length for length in lengths if length > unit]
    for name, length in enumerate(lengths):
        if length > unit:
            with pytest.raises(SequenceTooLong, match=naming(length, unit)):
                blocks.allocate(name, length)
        else:
            blocks.allocate(name, length)
    if too_long:
        with pytest.raises(SequenceTooLong):
            naive(lengths, unit)
    else:
        assert (blocks.state() == WASTED).sum() == naive(lengths, unit).n_wasted


@given(st.integers(0, 30), st.integers(1, 9), st.data())
def test_tokens_at_once_take_what_they_take_one_at_a_time(first, page_size, data):
    parts = data.draw(st.lists(st.integers(1, 12), max_size=4))
    at_once, singly = PagedAllocator(99, page_size), PagedAllocator(99, page_size)
    at_once.allocate("A", first)
    singly.allocate("A", 0)
    for _ in range(first):
        singly.append("A")
    for part in parts:
        at_once.append("A", part)
        for _ in range(part):
            singly.append("A")
    assert seen(at_once) == seen(singly)


def test_a_page_is_taken_when_a_token_is_written_that_starts_one_and_not_before():
    cache = PagedAllocator(16, 4)
    cache.allocate("A", 7)
    assert cache.table("A") == [0, 1]
    cache.append("A")
    assert cache.table("A") == [0, 1]
    cache.append("A")
    assert cache.table("A") == [0, 1, 2]


def test_without_a_token_a_sequence_holds_a_block_but_no_page():
    blocks, pages = NaiveAllocator(8, 4), PagedAllocator(8, 4)
    blocks.allocate("A", 0)
    pages.allocate("A", 0)
    assert (blocks.table("A"), blocks.n_free) == ([0], 1)
    assert (pages.table("A"), pages.n_free) == ([], 2)
    assert blocks.state().tolist() == [WASTED] * 4 + [FREE] * 4
    assert blocks.names == pages.names == ["A"]


def test_without_a_token_a_sequence_gets_in_when_no_page_is_free_but_no_block():
    blocks, pages = NaiveAllocator(4, 4), PagedAllocator(4, 4)
    blocks.allocate("A", 4)
    pages.allocate("A", 4)
    pages.allocate("B", 0)
    assert pages.names == ["A", "B"]
    with pytest.raises(CacheFull):
        blocks.allocate("B", 0)


def test_slots_beyond_the_last_whole_unit_are_nobodys():
    cache = PagedAllocator(11, 4)
    cache.allocate("A", 8)
    assert (cache.n_units, cache.n_unusable, cache.n_free) == (2, 3, 0)
    assert cache.owner().tolist() == [0] * 8 + [-1] * 3
    assert cache.state().tolist() == [USED] * 8 + [FREE] * 3
    with pytest.raises(CacheFull):
        cache.append("A")


@both_kinds
@pytest.mark.parametrize("n_slots", [0, 3])
def test_a_cache_without_a_whole_unit_has_no_room(kind, n_slots):
    cache = kind(n_slots, 4)
    assert (cache.n_units, cache.n_unusable, cache.free_list) == (0, n_slots, [])
    with pytest.raises(CacheFull):
        cache.allocate("A", 1)
    assert cache.owner().tolist() == [-1] * n_slots


def test_a_block_is_never_outgrown():
    cache = NaiveAllocator(12, 4)
    cache.allocate("A", 3)
    before = seen(cache)
    for call in (lambda: cache.append("A", 2), lambda: cache.allocate("B", 5)):
        with pytest.raises(SequenceTooLong, match=naming(5, 4)):
            call()
        assert seen(cache) == before
    cache.append("A")
    with pytest.raises(SequenceTooLong):
        cache.append("A")


@both_kinds
def test_the_first_applicable_reason_is_the_one_raised(kind):
    cache = kind(8, 4)
    cache.allocate("A", 4)
    cache.allocate("B", 4)
    before = seen(cache)
    too_many = SequenceTooLong if kind is NaiveAllocator else CacheFull
    for refusal, call in [
        (TypeError, lambda: cache.allocate([], 1)),
        (TypeError, lambda: cache.allocate("A", 1.0)),
        (ValueError, lambda: cache.allocate("A", -1)),
        (ValueError, lambda: cache.allocate("A", 99)),
        (too_many, lambda: cache.allocate("C", 99)),
        (CacheFull, lambda: cache.allocate("C", 4)),
        (TypeError, lambda: cache.append({}, 1)),
        (TypeError, lambda: cache.append("C", "1")),
        (ValueError, lambda: cache.append("C", 0)),
        (KeyError, lambda: cache.append("C", 99)),
        (KeyError, lambda: cache.append("C")),
        (too_many, lambda: cache.append("A", 99)),
        (TypeError, lambda: cache.free([])),
        (KeyError, lambda: cache.free("C")),
        (TypeError, lambda: cache.table(set())),
        (KeyError, lambda: cache.table("C")),
    ]:
        with pytest.raises(refusal) as caught:
            call()
        assert caught.type is refusal
        assert seen(cache) == before


def test_a_full_cache_says_what_was_needed_and_what_is_free():
    cache = PagedAllocator(24, 4)
    cache.allocate("A", 13)
    assert issubclass(CacheFull, RuntimeError)
    with pytest.raises(CacheFull, match=naming(5, 2)):
        cache.allocate("B", 17)
    with pytest.raises(CacheFull, match=naming(3, 2)):
        cache.append("A", 12)
    with pytest.raises(KeyError, match="Z"):
        cache.append("Z")
    with pytest.raises(ValueError, match=naming("A", 13)):
        cache.allocate("A", 1)


@both_kinds
@pytest.mark.parametrize("wrong", [True, np.bool_(True), 1.0, np.float64(1), "1", None, [1]])
def test_what_is_no_whole_number_is_named(kind, wrong):
    cache = kind(8, 4)
    cache.allocate("A", 1)
    before = seen(cache)
    shown = "" if wrong == [1] else repr(wrong).removeprefix("np.")
    for call in (
        lambda: cache.allocate("B", wrong),
        lambda: cache.append("A", wrong),
        lambda: kind(wrong, 4),
        lambda: kind(8, wrong),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert shown in str(caught.value)
    assert seen(cache) == before


def test_a_cache_of_less_than_nothing_and_units_of_nothing_are_refused_by_name():
    for kind, unit_name in ((NaiveAllocator, "block_size"), (PagedAllocator, "page_size")):
        with pytest.raises(ValueError, match=naming("n_slots", -1)):
            kind(-1, 4)
        with pytest.raises(ValueError, match=naming(unit_name, 0)):
            kind(8, 0)
        with pytest.raises(ValueError, match=naming(unit_name, 2**63)):
            kind(8, 2**63)
        assert kind(**{"n_slots": 8, unit_name: 3}).n_units == 2


@both_kinds
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64"])
def test_numpys_integers_are_whole_numbers(kind, dtype):
    number = np.dtype(dtype).type
    cache, same = kind(number(120), number(100)), kind(120, 100)
    cache.allocate("A", number(90))
    cache.append("A", number(9))
    same.allocate("A", 90)
    same.append("A", 9)
    assert seen(cache) == seen(same)
    assert type(cache.lengths["A"]) is int
    assert all(type(unit) is int for unit in cache.table("A") + cache.free_list)


@both_kinds
def test_any_number_of_tokens_is_refused_in_the_same_way(kind):
    cache = kind(8, 4)
    refusal = SequenceTooLong if kind is NaiveAllocator else CacheFull
    with pytest.raises(refusal, match=str(10**30)):
        cache.allocate("A", 10**30)


def test_reports_have_their_documented_types():
    cache = PagedAllocator(10, 4)
    cache.allocate("A", 5)
    assert (cache.owner().dtype, cache.owner().shape) == (np.int64, (10,))
    assert (cache.state().dtype, cache.state().shape) == (np.uint8, (10,))
    for name in ("n_free", "n_units", "n_unusable", "n_slots", "unit"):
        assert type(getattr(cache, name)) is int, name


@both_kinds
def test_writing_on_what_is_returned_leaves_the_allocator_as_it_was(kind):
    cache = kind(8, 4)
    cache.allocate("A", 3)
    before = seen(cache)
    cache.names.clear()
    cache.lengths["A"] = 9
    cache.table("A").append(9)
    cache.free_list.clear()
    cache.owner()[:] = 9
    cache.state()[:] = 9
    assert seen(cache) == before
    for name in ("names", "lengths", "free_list", "n_free", "n_units", "n_unusable", "n_slots"):
        with pytest.raises(AttributeError):
            setattr(cache, name, None)


@both_kinds
@pytest.mark.parametrize("copied", [lambda cache: cache.copy(), copy.deepcopy])
def test_a_copy_goes_its_own_way(kind, copied):
    cache = kind(12, 4)
    cache.allocate("A", 3)
    cache.allocate("B", 1)
    cache.free("A")
    before, twin = seen(cache), copied(cache)
    assert seen(twin) == before
    assert type(twin) is kind
    twin.append("B", 3)
    twin.allocate("C", 4)
    twin.free("B")
    assert seen(cache) == before
    assert seen(twin) != before


def test_a_name_that_was_freed_can_be_used_again_and_is_then_the_last():
    cache = PagedAllocator(8, 2)
    cache.allocate("A", 1)
    cache.allocate("B", 1)
    cache.free("A")
    cache.allocate("A", 3)
    assert cache.names == ["B", "A"]
    assert cache.owner().tolist() == [1, 1, 0, 0, 1, 1, -1, -1]


@pytest.mark.parametrize("name", ["CacheFull", "NaiveAllocator", "PagedAllocator"])
def test_the_package_and_the_allocators_offer_the_same(name):
    assert getattr(kvpage, name) is getattr(allocators, name)
    assert name in kvpage.__all__
    assert name in allocators.__all__
