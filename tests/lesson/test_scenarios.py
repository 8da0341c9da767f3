"""The stories of "Where pages live" against a loop that writes one token at a time."""

import dataclasses
import random
from collections import namedtuple

import numpy as np
import pytest

from kvpage import WherePagesLive
from kvpage.allocators import CacheFull, NaiveAllocator, PagedAllocator, SlotState
from kvpage.drawing.slot_layout import Mark
from kvpage.lesson import scenarios
from kvpage.lesson.facts import NAMES
from kvpage.lesson.scenarios import BLOCK, CACHE, LAST, PAGE, SCENARIOS, tell
from kvpage.lesson.words import say, templates

SCHEMES = ("paged", "naive")
KINDS = ("arrives", "preempted", "takes", "comes_in", "writes", "leaves")
STORIES = [(name, scheme) for name in SCENARIOS for scheme in SCHEMES]
every_story = pytest.mark.parametrize(("name", "scheme"), STORIES)

Step = namedtuple("Step", "tables before tokens queue running free_list owner state happened")
"""What is true in a step: by request, as its index, or by unit or slot; and what happened."""


def empty_cache(scheme):
    return NaiveAllocator(CACHE, BLOCK) if scheme == "naive" else PagedAllocator(CACHE, PAGE)


def token_at_a_time(requests, scheme):
    """Serve requests by the rules, one token at a time; list what is true in each step."""
    cache = empty_cache(scheme)
    everyone = range(len(requests))
    queue, running, steps = [], [], []
    sampled, last_holder, been_in = [0] * len(requests), {}, set()

    def give_back(request, step):
        units = cache.table(request)
        last_holder.update((unit, (NAMES[request], step)) for unit in units)
        cache.free(request)
        return units

    def history_of(units):
        return [(unit, *last_holder.get(unit, ("", 0))) for unit in units]

    for step in range(LAST + 1):
        before = [cache.lengths.get(request, 0) for request in everyone]
        arrived = [request for request in everyone if requests[request][0] == step]
        queue += arrived
        happened, writers = [], []
        for request in list(running):
            had = cache.table(request) if request in running else []
            lost = []
            while request in running:
                try:
                    cache.append(request)
                except CacheFull:
                    victim = running.pop()
                    dropped = cache.lengths[victim]
                    lost.append((victim, dropped, give_back(victim, step)))
                    queue.insert(0, victim)
                else:
                    break
            for victim, *costs in lost:
                happened.append(("preempted", victim, request, *costs))
            if request in running:
                new = cache.table(request)[len(had) :]
                if new:
                    happened.append(("takes", request, before[request] + 1, history_of(new)))
                else:
                    writers.append(request)
        writers = [request for request in writers if request in running]
        held_back = any(kind == "preempted" for kind, *_ in happened)
        while queue and not held_back:
            request = queue[0]
            tokens = requests[request][1] + sampled[request]
            try:
                cache.allocate(request, tokens)
            except CacheFull:
                break
            running.append(queue.pop(0))
            taken = history_of(cache.table(request))
            happened.append(("comes_in", request, tokens, request in been_in, taken))
            been_in.add(request)
        for request in arrived:
            if request in queue:
                place = queue.index(request)
                ahead = NAMES[queue[place - 1]] if place else ""
                happened.append(("arrives", request, ahead, held_back))
        if writers:
            happened.append(("writes", writers))
        for request in running:
            sampled[request] += 1
        owner = [cache.names[at] if at >= 0 else -1 for at in cache.owner()]
        leaving = [request for request in running if sampled[request] == requests[request][2]]
        happened += [("leaves", request, cache.table(request)) for request in leaving]
        tables = [cache.table(r) if r in cache.names else [] for r in everyone]
        tokens = [cache.lengths.get(request, 0) for request in everyone]
        steps.append(
            Step(
                tables, before, tokens, list(queue), list(running),
                cache.free_list, owner, cache.state().tolist(), happened,
            )
        )  # fmt: skip
        for request in leaving:
            running.remove(request)
            give_back(request, step)
    return steps


def recounted(name, scheme):
    """Pair what is told of each step with what the loop finds."""
    told = tell(name, scheme)
    found = token_at_a_time(scenarios.SCENARIOS[name].requests, scheme)
    assert len(told) == len(found) == LAST + 1
    return list(zip(told, found, strict=True))


def names(items):
    return [item["name"] for item in items]


def letters(requests):
    return [NAMES[request] for request in requests]


def numbers(items):
    return [item["number"] for item in items]


def assert_counts(facts, found):
    """Compare everything that stands in the cache and the queue."""
    assert [numbers(row["pages"]) for row in facts["rows"]] == found.tables
    assert [row["tokens"] for row in facts["rows"]] == found.tokens
    assert names(facts["rows"]) == letters(range(len(found.tables)))
    assert names(facts["queue"]) == letters(found.queue)
    assert names(facts["running"]) == letters(found.running)
    assert numbers(facts["free_list"]) == found.free_list
    counts = [found.state.count(state) for state in (1, 2, 0)]
    assert [facts[name] for name in ("used", "wasted", "free")] == counts
    assert (facts["n_waiting"], len(facts["running"])) == (len(found.queue), len(found.running))
    assert sum(counts) == facts["cache"] == CACHE


def assert_rows(facts, found, requests):
    """Compare what is said of each sequence, and what it does in the step."""
    unit = facts["unit"]
    for at, row in enumerate(facts["rows"]):
        tokens, before, table = found.tokens[at], found.before[at], found.tables[at]
        arrival, prompt, output = requests[at]
        states = [row[state] for state in ("runs", "waits", "gone", "expected")]
        assert sum(map(bool, states)) == 1
        assert bool(row["runs"]) == (at in found.running)
        assert bool(row["waits"]) == (at in found.queue)
        assert bool(row["expected"]) == (facts["step"] < arrival)
        assert (row["arrival"], row["prompt"]) == (arrival, prompt)
        assert (row["n_pages"], row["wasted"]) == (len(table), len(table) * unit - tokens)
        if row["runs"]:
            number, place = table[(tokens - 1) // unit], (tokens - 1) % unit
            first = number * unit
            assert (row["number"], row["slot"]) == (number, first + place)
            assert (row["first_slot"], row["last_slot"]) == (first, first + unit - 1)
            assert row["sampled"] == tokens + 1
            assert bool(row["finishes"]) == (tokens == prompt + output - 1)
            comes = any(event[:2] == ("comes_in", at) for event in found.happened)
            assert bool(row["comes"]) == comes
            if not comes:
                assert (row["before"], row["over"]) == (before, before % unit)
                assert tokens == before + 1
            assert row["n_taken"] == len(row["taken"]) == len(table) - -(-before // unit)
            assert numbers(row["taken"]) == table[len(table) - row["n_taken"] :]


def assert_units(facts, found):
    """Compare what is said of each page or block."""
    unit = facts["unit"]
    assert numbers(facts["units"]) == list(range(CACHE // unit))
    for number, said in enumerate(facts["units"]):
        (holder,) = [at for at, table in enumerate(found.tables) if number in table] or [-1]
        assert said["row"] == holder
        if holder < 0:
            assert not said["name"]
            assert said["ahead"] == found.free_list.index(number)
        else:
            table, tokens = found.tables[holder], found.tokens[holder]
            nth = table.index(number)
            last = min(tokens, (nth + 1) * unit)
            assert said["name"] == NAMES[holder]
            assert (said["nth"], said["of"]) == (nth + 1, len(table))
            assert (said["first_token"], said["last_token"]) == (nth * unit + 1, last)
            assert said["empty"] == (nth + 1) * unit - last
            assert bool(said["several"]) == (last > nth * unit + 1)


def taken_with_history(item):
    """List the units that were taken, who had each last and since when it was free."""
    for taken in item["taken"]:
        assert bool(taken["fresh"]) != bool(taken["giver"])
    return [(taken["number"], taken["giver"], taken["given"]) for taken in item["taken"]]


def claim(item, facts):
    """Read one sentence's facts in the form of the loop's."""
    (kind,) = [kind for kind in KINDS if item[kind]]
    who = NAMES.index(item["name"])
    if kind == "arrives":
        assert_waits_for_a_reason(item, facts)
        return kind, who, item["ahead"], bool(item["held_back"])
    if kind == "preempted":
        takers = [NAMES.index(name) for name in names(item["takers"])]
        assert item["n_given_back"] == len(item["given_back"])
        return kind, who, (takers or [who])[0], item["dropped"], numbers(item["given_back"])
    if kind == "takes":
        assert item["n_taken"] == len(item["taken"])
        return kind, who, item["tokens"], taken_with_history(item)
    if kind == "comes_in":
        taken = taken_with_history(item)
        assert item["n_taken"] == len(taken)
        return kind, who, item["tokens"], bool(item["returns"]), taken
    if kind == "writes":
        writers = [NAMES.index(name) for name in names(item["writers"])]
        assert item["n_writers"] == len(writers)
        return kind, writers
    assert item["n_pages"] == len(item["pages"])
    assert item["next_step"] == facts["step"] + 1
    return kind, who, numbers(item["pages"])


def assert_waits_for_a_reason(item, facts):
    if not item["ahead"] and not item["held_back"]:
        assert item["n_left"] == facts["n_free"] == len(facts["free_list"])
        needed = -(-item["prompt"] // facts["unit"])
        if facts["paged"]:
            assert item["needed"] == needed
        assert needed > facts["n_free"]


def assert_sentences(facts, found):
    """Compare what the sentences say with what happened, and their order with the step's."""
    said = [claim(item, facts) for item in facts["happened"]]
    assert sorted(map(repr, said)) == sorted(map(repr, found.happened))
    order = [max(KINDS.index(kind) - (kind == "takes"), 0) for kind, *_ in said]
    assert order == sorted(order), said


@every_story
def test_every_step_is_that_of_a_token_at_a_time(name, scheme):
    for facts, found in recounted(name, scheme):
        assert facts["shows"] == f"{name} {scheme} {facts['step']}"
        assert (bool(facts["paged"]), bool(facts["reserve"])) == (
            scheme == "paged",
            scheme == "naive",
        )
        assert_counts(facts, found)
        assert_rows(facts, found, SCENARIOS[name].requests)
        assert_units(facts, found)
        assert_sentences(facts, found)


@pytest.mark.parametrize("seed", range(25))
def test_any_other_story_would_be_told_as_truly(seed, monkeypatch):
    chance = random.Random(seed)
    requests = tuple(
        (chance.randint(0, 5), chance.randint(1, 8), chance.randint(1, 9))
        for _ in range(chance.randint(2, 6))
    )
    scheme = chance.choice(("paged", "paged", "naive"))
    drawn = dataclasses.replace(SCENARIOS["growing"], requests=requests)
    monkeypatch.setattr(scenarios, "SCENARIOS", SCENARIOS | {f"drawn {seed}": drawn})
    for facts, found in recounted(f"drawn {seed}", scheme):
        assert_counts(facts, found)
        assert_rows(facts, found, requests)
        assert_units(facts, found)
        assert_sentences(facts, found)
        assert_can_be_said(facts)


def assert_can_be_said(facts):
    """Fill every template of the figure; nothing may be left open."""
    every = {f"pages.{template}" for template in templates()["pages"]}
    assert {"pages.moment", "pages.order", "pages.unit"} <= every
    texts = [say(template, facts) for template in every - {"pages.order", "pages.unit"}]
    texts += [say("pages.order", facts | row) for row in facts["rows"]]
    texts += [say("pages.unit", facts | unit) for unit in facts["units"]]
    for text in texts:
        assert text.strip()
        for flaw in ("undefined", "None", "NaN", "{", "}", "True", "False", "  "):
            assert flaw not in text, text


@every_story
def test_every_template_can_be_filled_at_every_step(name, scheme):
    for facts in tell(name, scheme):
        assert_can_be_said(facts)


@every_story
def test_every_request_is_served_before_the_last_step(name, scheme):
    *_, facts = tell(name, scheme)
    assert facts["step"] == facts["last_step"] == LAST
    assert all(row["gone"] for row in facts["rows"])
    assert facts["free"] == CACHE


def paged_tables(name):
    return [numbers(row["pages"]) for facts in tell(name, "paged") for row in facts["rows"]]


def preempted(name, scheme):
    return [
        item["name"]
        for facts in tell(name, scheme)
        for item in facts["happened"]
        if item["preempted"]
    ]


def test_growing_together_scatters_the_pages_of_a_sequence():
    assert any((np.diff(table) != 1).any() for table in paged_tables("growing") if len(table) > 1)
    assert preempted("growing", "paged") == []


def test_finish_and_reuse_hands_pages_out_again_out_of_order_and_preempts_nobody():
    assert preempted("reuse", "paged") == []
    again = [
        taken["number"]
        for facts in tell("reuse", "paged")
        for row in facts["rows"]
        for taken in row["taken"]
        if taken["giver"]
    ]
    assert len(again) > 2
    assert again != sorted(again)
    assert any(table != sorted(table) for table in paged_tables("reuse"))


def test_out_of_pages_preempts_somebody_who_comes_back():
    (victim,) = preempted("preemption", "paged")
    back = [
        item["name"]
        for facts in tell("preemption", "paged")
        for item in facts["happened"]
        if item["comes_in"] and item["returns"]
    ]
    assert back == [victim]


@pytest.mark.parametrize("name", SCENARIOS)
def test_blocks_preempt_nobody(name):
    assert preempted(name, "naive") == []


def test_of_the_tokens_that_come_back_the_last_sampled_one_is_not_said_to_be_computed_again():
    back = [
        (facts, item)
        for facts in tell("preemption", "paged")
        for item in facts["happened"]
        if item["comes_in"] and item["returns"]
    ]
    for facts, item in back:
        said = say("pages.moment", facts | {"happened": [item]})
        assert f"{item['tokens']} tokens are computed anew" not in said


def drawn_slots(grid):
    """List the slots of a picture in the order drawn: (slot, kind, row, text)."""
    marks = grid.picture.marks
    return [
        (slot, kind, row, text)
        for slot, kind, row, text in zip(
            marks["slot"], marks["kind"], marks["row"], marks["text"], strict=True
        )
        if kind in (Mark.FREE, Mark.USED, Mark.WASTED)
    ]


def slots_written(found, unit):
    """List the slots of all tokens that came into the cache in a step."""
    return sorted(
        table[at // unit] * unit + at % unit
        for table, before, tokens in zip(found.tables, found.before, found.tokens, strict=True)
        for at in range(before, tokens)
    )


def logical_slots(found, unit):
    """List the slots of all sequences in logical order, with what has to stand there."""
    return [
        (
            table[at // unit] * unit + at % unit,
            SlotState.USED if at < tokens else SlotState.WASTED,
            row,
            f"{NAMES[row]}{at + 1}" if at < tokens else "",
        )
        for row, (table, tokens) in enumerate(zip(found.tables, found.tokens, strict=True))
        for at in range(len(table) * unit)
    ]


@every_story
def test_pictures_labels_and_panes_show_exactly_the_slots_of_the_cache(name, scheme):
    figure = WherePagesLive(scenario=name, layout=scheme)
    for facts, found in recounted(name, scheme):
        figure.step = facts["step"]
        unit = facts["unit"]
        expected = logical_slots(found, unit)
        assert drawn_slots(figure.rows) == expected
        texts = {slot: text for slot, _, _, text in expected}
        assert drawn_slots(figure.cache) == [
            (slot, found.state[slot], found.owner[slot], texts.get(slot, ""))
            for slot in range(CACHE)
        ]
        for grid in (figure.rows, figure.cache):
            marks = grid.picture.marks
            rings = [
                slot
                for slot, kind in zip(marks["slot"], marks["kind"], strict=True)
                if kind == Mark.WRITTEN
            ]
            assert sorted(rings) == slots_written(found, unit)
        assert figure.rows.label == say("pages.rows_label", facts)
        assert figure.cache.label == say("pages.cache_label", facts)
        for pane in ("moment", "tables", "table"):
            assert say(f"pages.{pane}", facts) in getattr(figure, pane).object


@pytest.mark.parametrize("option", [{"scenario": "x"}, {"layout": "y"}, {"step": LAST + 1}])
def test_a_figure_refuses_what_is_no_story_no_scheme_and_no_step(option):
    with pytest.raises(ValueError, match=next(iter(option))):
        WherePagesLive(**option)
