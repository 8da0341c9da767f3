"""The residencies of a run rebuild the cache that the run itself rebuilds."""

import random

import pytest

from kvpage.allocators import NaiveAllocator, PagedAllocator
from kvpage.serving.requests import Requests
from kvpage.serving.residency import residencies
from kvpage.serving.simulation import simulate


def random_run(seed):
    chance = random.Random(seed)
    n = chance.randint(1, 25)
    requests = Requests(
        arrival=[chance.randint(0, 40) for _ in range(n)],
        prompt=[chance.randint(1, 9) for _ in range(n)],
        output=[chance.randint(1, 12) for _ in range(n)],
    )
    n_slots = chance.randint(12, 60)
    if seed % 3:
        return simulate(requests, PagedAllocator(n_slots, chance.randint(1, 6)))
    return simulate(requests, NaiveAllocator(n_slots, chance.randint(8, 20)))


@pytest.mark.parametrize("seed", range(60))
def test_the_cache_at_every_step_is_that_of_the_stays(seed):
    run = random_run(seed)
    told = residencies(run)
    for step in range(int(run.steps[-1]) + 3 if len(run.steps) else 3):
        cache = run.at(step)
        here = [residency for residency in told if residency.start <= step <= residency.end]
        assert [residency.request for residency in here] == cache.names
        for residency in here:
            assert residency.tokens_at(step) == cache.lengths[residency.request]
            assert list(residency.units_at(step, cache.unit)) == cache.table(residency.request)


def test_a_preempted_request_has_one_stay_more_for_each_preemption():
    preempted = 0
    for seed in range(60):
        run = random_run(seed)
        told = [residency.request for residency in residencies(run)]
        expected = [
            0 if refused else 1 + preemptions
            for refused, preemptions in zip(run.refused, run.preemptions, strict=True)
        ]
        assert [told.count(request) for request in range(len(run.requests))] == expected
        preempted += int(run.preemptions.sum())
    assert preempted > 10
