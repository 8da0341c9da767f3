"""The runs of the section on who gets in, against counts that go step by step."""

import base64
import math
import zlib
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from kvpage.allocators import NaiveAllocator, PagedAllocator
from kvpage.cache.slots import SlotState
from kvpage.lesson.comparison import GUESSES, compared, moment, moments, of_run, reply, tenths
from kvpage.lesson.words import say
from kvpage.page.recordings import recorded_runs
from kvpage.serving.requests import Requests
from kvpage.serving.simulation import simulate
from kvpage.serving.workloads import CHOICES, Load, Mix, allocators, both, requests

ASKED = list(product(CHOICES["load"], CHOICES["mix"], CHOICES["draw"]))
SOME = list(product(*CHOICES.values()))[::17]


@cache
def sides(*chosen):
    return both(*chosen)


@cache
def said(*chosen):
    return compared(*sides(*chosen))


def ends(asked):
    return asked.prompt + asked.output - 1


def served(side, prompt, output, *, cache=8, arrival=None):
    allocator = NaiveAllocator(cache, 4) if side == "reserve" else PagedAllocator(cache, 2)
    return simulate(Requests(arrival or [0] * len(prompt), prompt, output), allocator)


# ---- what can be chosen ----------------------------------------------------------------------


def test_all_runs_are_few_enough_for_a_file():
    assert len(ASKED) * len(allocators()) <= 800
    assert len({(type(one), one.n_slots, one.unit) for one in allocators()}) == len(allocators())


def test_everything_can_be_drawn_in_lines_of_16_slots():
    for name in ("cache", "block", "page"):
        assert all(size.bit_count() == 1 for size in CHOICES[name])
    assert max(CHOICES["cache"]) <= 256
    assert max(CHOICES["block"]) <= min(CHOICES["cache"])


@pytest.mark.parametrize(("load", "mix", "draw"), ASKED)
def test_requests_are_the_same_each_time_and_fit_the_largest_block(load, mix, draw):
    first, second = requests(load, mix, draw), requests(str(load), str(mix), draw)
    for name in ("arrival", "prompt", "output"):
        assert getattr(first, name).tolist() == getattr(second, name).tolist()
    assert 32 <= len(first) <= 48
    assert first.arrival[0] == 0
    assert (np.diff(first.arrival) >= 0).all()
    assert ends(first).max() <= max(CHOICES["block"])


def test_no_two_draws_or_mixes_have_the_same_lengths_and_all_loads_have():
    lengths = Counter(
        (requests(*asked).prompt.tobytes(), requests(*asked).output.tobytes()) for asked in ASKED
    )
    assert set(lengths.values()) == {len(Load)}


@pytest.mark.parametrize("draw", CHOICES["draw"])
def test_a_mix_has_the_lengths_that_it_is_called_after(draw):
    of = {mix: ends(requests(Load.FLOOD, mix, draw)) for mix in Mix}
    assert of[Mix.SHORT].max() <= min(CHOICES["block"])
    assert set(of[Mix.LONG]) == {64}
    assert set(of[Mix.LONG]) < set(CHOICES["block"])
    longer = of[Mix.MIXED][of[Mix.MIXED] > 32]
    assert 0 < len(longer) < len(of[Mix.MIXED]) / 3
    assert longer.min() > 64
    assert of[Mix.CHAT].max() > 3 * np.median(of[Mix.CHAT])


def test_chat_like_requests_have_the_means_of_sharegpt_a_slot_for_32_tokens():
    many = [requests(Load.FLOOD, Mix.CHAT, draw) for draw in range(1, 90)]
    prompts, outputs = (
        np.concatenate([getattr(each, name) for each in many]) for name in ("prompt", "output")
    )
    assert 32 * prompts.mean() == pytest.approx(161, rel=0.04)
    assert 32 * outputs.mean() == pytest.approx(338, rel=0.04)


@pytest.mark.parametrize(("mix", "draw"), list(product(Mix, CHOICES["draw"])))
def test_a_flood_comes_at_once_and_a_heavy_load_faster_than_blocks_of_64_come_free(mix, draw):
    assert set(requests(Load.FLOOD, mix, draw).arrival) == {0}
    asked = requests(Load.HEAVY, mix, draw)
    assert len(asked) * 0.75 <= asked.arrival[-1] <= len(asked) * 1.25
    for cache_size in CHOICES["cache"]:
        waiting = simulate(asked, NaiveAllocator(cache_size, 64)).waiting
        assert waiting.max() >= 12


@pytest.mark.parametrize(("mix", "draw"), list(product(Mix, CHOICES["draw"])))
def test_under_a_light_load_nobody_waits_where_two_fit(mix, draw):
    asked = requests(Load.LIGHT, mix, draw)
    for allocator in allocators():
        blocks = isinstance(allocator, NaiveAllocator)
        needed = 2 * (allocator.unit if blocks else ends(asked).max() + allocator.unit)
        if allocator.n_slots >= needed:
            run = simulate(asked, allocator)
            assert run.waiting.max(initial=0) == 0
            assert run.running.max(initial=0) <= 2


@pytest.mark.parametrize(("name", "at"), [("load", 3), ("mix", 4)])
def test_what_cannot_be_chosen_is_named(name, at):
    chosen = [*SOME[0]]
    chosen[at] = "no such"
    with pytest.raises(ValueError, match="no such"):
        both(*chosen)


# ---- what the words say ----------------------------------------------------------------------


def counted(run):
    """Count everything in a run by rebuilding its cache in every step."""
    asked, last = run.requests, int(run.finished.max(initial=-1))
    running, waiting, rows = [], [], []
    for step in range(last + 1):
        cache = run.at(step)
        state = cache.state()
        due = [
            i
            for i in range(len(asked))
            if asked.arrival[i] <= step and not run.refused[i] and not 0 <= run.finished[i] < step
        ]
        running.append(len(cache.names))
        waiting.append(len(due) - len(cache.names))
        done = sum(0 <= finish < step for finish in run.finished)
        used, wasted = int((state == 1).sum()), int((state == 2).sum())
        rows.append((running[-1], waiting[-1], done, used, wasted, cache.n_free * cache.unit))
    return running, waiting, rows


@pytest.mark.parametrize("chosen", SOME[::4])
def test_a_run_is_told_as_its_caches_are(chosen):
    for run in sides(*chosen):
        running, waiting, rows = counted(run)
        facts = of_run(run)
        assert facts["sampled"] == sum(running) == run.requests.output[~run.refused].sum()
        assert facts["steps"] == len(running)
        assert facts["average"] == tenths(sum(running), len(running))
        assert facts["most"] == max(running, default=0)
        assert facts["longest_queue"] == max(waiting, default=0)
        assert facts["least_free"] == min((row[-1] for row in rows), default=facts["cache"])
        assert facts["refused"] + facts["served"] == facts["n"] == len(run.requests)
        assert facts["served"] == (run.finished >= 0).sum()
        for step in range(0, len(rows), 7):
            told = moment(run, step)
            assert told.pop("held") == held_at(run, step)
            assert tuple(told.values()) == (*rows[step], run.at(step).n_unusable)


def held_at(run, step):
    """List who is in the cache, from who owns each of its slots."""
    cache = run.at(step)
    owner, state = cache.owner(), cache.state()
    held = []
    for request in sorted(cache.names):
        (slots,) = np.nonzero(owner == cache.names.index(request))
        used = int((state[slots] == SlotState.USED).sum())
        units = cache.table(request)
        assert sorted(units) == sorted({int(slot) // cache.unit for slot in slots})
        where = {"request": request + 1, "tokens": used, "table": ", ".join(map(str, units))}
        held.append(where | {"wasted": len(slots) - used})
    return held


def test_slots_beyond_the_last_block_are_unusable_and_not_free():
    run = served("reserve", [2], [2], cache=10)
    assert moment(run, 0) == {
        "held": [{"request": 1, "tokens": 2, "table": "0", "wasted": 2}],
        "running": 1,
        "waiting": 0,
        "done": 0,
        "used": 2,
        "wasted": 2,
        "free": 4,
        "unusable": 2,
    }
    assert moment(run, 99)["free"] == 8
    assert moment(run, 99)["done"] == 1
    with pytest.raises(ValueError, match="-1"):
        moment(run, -1)


@pytest.mark.parametrize(
    ("part", "whole", "printed"),
    [
        (5, 2, "= 2.5"),
        (1, 4, "≈ 0.3"),
        (7, 20, "≈ 0.4"),
        (1, 3, "≈ 0.3"),
        (199, 100, "≈ 2.0"),
        (2, 1, "= 2.0"),
        (12345, 1, "= 12,345.0"),
        (0, 7, "= 0.0"),
        (0, 0, "= 0"),
    ],
)
def test_an_average_is_printed_to_one_decimal_half_up(part, whole, printed):
    assert tenths(part, whole) == printed


def test_an_average_ends_with_the_schemes_own_last_finish_and_counts_idle_steps():
    run = served("paged", [1, 1], [2, 2], arrival=[1, 6])
    assert run.steps.tolist() == [1, 2, 6, 7]
    facts = of_run(run)
    assert (facts["sampled"], facts["steps"], facts["average"]) == (4, 8, "= 0.5")


def test_a_run_of_which_all_is_refused_is_0_of_0():
    asked = [3, 3], [9, 9]
    facts = of_run(served("reserve", *asked))
    assert (facts["served"], facts["sampled"], facts["steps"]) == (0, 0, 0)
    assert (facts["average"], facts["finish"], facts["most"]) == ("= 0", 0, 0)
    for cache_size in (8, 12):  # too small for pages, too; large enough for them
        pair = [served(side, *asked, cache=cache_size) for side in ("reserve", "paged")]
        told = compared(*pair)
        assert not told["comparable"]
        assert "0 of 0" in say("serving.words", told | {"shows": ""})


@pytest.mark.parametrize("chosen", SOME)
def test_the_verdict_is_that_of_the_exact_averages(chosen):
    told = said(*chosen)
    verdicts = [told["paged_leads"], told["reserve_leads"], told["level"]]
    refused = told["reserve_refused"]
    assert refused == sum(ends(requests(*chosen[3:])) > chosen[1])
    assert told["paged_refused"] == 0
    assert told["comparable"] == (refused == 0)
    words = say("serving.words", told | {"shows": ""})
    if refused:
        assert verdicts == [False] * 3
        assert words.index("turned away") < words.index("In blocks of")
        assert not any(word in words for word in ("lead", "behind", "times as many"))
        return
    assert sum(verdicts) == 1
    assert told["reserve_sampled"] == told["paged_sampled"]
    times = told["reserve_steps"] / told["paged_steps"]
    assert told["level"] == (0.95 <= times < 1.05)
    assert told["paged_leads"] == (times >= 1.05)
    reasons = [told[name] for name in ("no_queue", "filled", "paced")]
    assert sum(reasons) == told["level"]


def test_fewer_at_once_in_pages_is_said_too():
    # Once the three have grown, two of them are dropped and written anew, one after the other.
    asked = [1, 1, 1], [8, 8, 8]
    blocks = simulate(Requests([0, 0, 0], *asked), NaiveAllocator(24, 8))
    pages = simulate(Requests([0, 0, 0], *asked), PagedAllocator(12, 2))
    told = compared(blocks, pages)
    assert told["reserve_leads"]
    assert "behind" in say("serving.words", told | {"shows": ""})


@pytest.mark.parametrize("part", range(11))
def test_the_table_over_time_goes_from_the_first_step_to_the_last(part):
    chosen = SOME[11]
    reserve, pages = sides(*chosen)
    last = int(max(reserve.finished.max(), pages.finished.max()))
    rows = said(*chosen)["rows"]
    assert rows[part] == moments(reserve, pages, part * last // 10)
    assert len(rows) == 11
    assert said(*chosen)["rows"][-1]["step"] == last


def test_every_sentence_can_be_said_of_every_kind_of_run():
    for chosen in SOME:
        told = said(*chosen) | {"shows": ""}
        for name in ("words", "table", "question"):
            assert "{" not in say(f"serving.{name}", told)
        for name in ("reserve", "paged", "moment"):
            assert "{" not in say(f"serving.{name}", told["rows"][0])
        assert "{" not in say("serving.running_label", told)
        for shown in ({"reserve": True, "paged": False}, {"reserve": False, "paged": True}):
            assert "{" not in say("serving.slots_label", told | shown)
        for guess in GUESSES:
            assert say("serving.reply", reply(guess, told)).startswith("You said ")


# ---- the reader's guess ----------------------------------------------------------------------


def outcome(reserve, pages):
    """Make facts in which pages run pages / reserve times as many."""
    return {
        "comparable": True,
        "paged_sampled": pages,
        "paged_steps": 1,
        "reserve_sampled": reserve,
        "reserve_steps": 1,
    }


@pytest.mark.parametrize("hundredths", range(40, 1300, 7))
def test_the_nearest_guess_is_the_smallest_factor_away(hundredths):
    nearest = min(GUESSES, key=lambda guess: abs(math.log(hundredths / 100 / guess)))
    for guess in GUESSES:
        told = reply(guess, outcome(100, hundredths))
        assert told["nearest"] == (guess == nearest)
        assert told["low"] == (guess < nearest)
        assert told["high"] == (guess > nearest)


def test_of_two_guesses_equally_near_the_fewer_is_the_nearest(monkeypatch):
    monkeypatch.setattr("kvpage.lesson.comparison.GUESSES", (1, 4, 16))
    assert reply(1, outcome(1, 2))["nearest"]
    assert reply(4, outcome(1, 8))["nearest"]
    assert reply(4, outcome(1000, 8001))["low"]


def test_no_guess_is_right_where_the_sides_serve_different_requests():
    told = said(256, 32, 4, Load.FLOOD, Mix.LONG, 1)
    for guess in GUESSES:
        answer = reply(guess, told)
        assert [answer[name] for name in ("nearest", "low", "high")] == [False] * 3
        assert "no number is right" in say("serving.reply", answer)


def test_a_guess_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"3.*1, 2, 4, 8"):
        reply(3, outcome(1, 1))


# ---- the stories that can be found -----------------------------------------------------------


@pytest.mark.parametrize("draw", CHOICES["draw"])
def test_in_a_flood_paging_runs_several_times_as_many_and_pays_with_preemptions(draw):
    told = said(128, 128, 4, Load.FLOOD, Mix.CHAT, draw)
    assert told["paged_steps"] * 6 < told["reserve_steps"]
    assert told["paged_preemptions"] > 5
    assert reply(8, told)["nearest"]


@pytest.mark.parametrize(("load", "draw"), list(product(["heavy", "flood"], CHOICES["draw"])))
def test_paging_loses_its_lead_when_every_request_is_as_long_as_a_block(load, draw):
    for cache_size, page in product(CHOICES["cache"], CHOICES["page"]):
        told = said(cache_size, 64, page, load, Mix.LONG, draw)
        assert told["level"]
        assert told["filled"]
        assert reply(1, told)["nearest"]
        assert reply(2, said(cache_size, 128, page, load, Mix.LONG, draw))["nearest"]
    assert said(256, 64, 1, load, Mix.LONG, draw)["paged_recomputed"] > 0


@pytest.mark.parametrize(("mix", "draw"), list(product(Mix, CHOICES["draw"])))
def test_under_a_light_load_paging_has_no_more_than_room_to_spare(mix, draw):
    told = said(256, 128, 4, Load.LIGHT, mix, draw)
    assert told["level"]
    assert told["no_queue"]
    assert told["reserve_least_free"] == 0
    assert told["paged_least_free"] > 0


# ---- the recording ---------------------------------------------------------------------------


def test_the_recording_rebuilds_every_request_and_every_cache():
    text = recorded_runs()
    assert len(text) <= 230_000
    numbers = iter(zlib.decompress(base64.b64decode(text)))

    def column(n):
        return [next(numbers) for _ in range(n)]

    n_preemptions = 0
    for number, asked in enumerate(ASKED):
        n = next(numbers)
        expected = requests(*asked)
        assert np.cumsum(column(n)).tolist() == expected.arrival.tolist()
        assert column(n) == expected.prompt.tolist()
        assert column(n) == expected.output.tolist()
        for index, allocator in enumerate(allocators()):
            n = next(numbers)
            names, starts = column(n), np.cumsum(column(n))
            ended, tokens, n_units = starts + column(n), column(n), column(n)
            units = [column(each) for each in n_units]
            if (number + index) % 7:
                continue
            run = simulate(expected, allocator)
            n_preemptions += int(run.preemptions.sum())
            for step in run.steps[:: 1 + len(run.steps) // 12]:
                cache = run.at(int(step))
                here = [i for i in range(n) if starts[i] <= step <= ended[i]]
                lengths = {names[i]: tokens[i] + step - starts[i] for i in here}
                assert [names[i] for i in here] == cache.names
                assert lengths == cache.lengths
                for i in here:
                    table = units[i][: -(-lengths[names[i]] // cache.unit)]
                    assert table == cache.table(names[i])
    assert next(numbers, None) is None
    assert n_preemptions > 100
