"""The hook asks before it tells, and then shows both layouts of the example."""

import re

import pytest
from helpers import (
    FREE,
    OUTLINE,
    RING,
    USED,
    WASTED,
    button,
    eventually,
    hook_shown,
    image,
    marks,
    pressed,
    shown,
    state,
)
from playwright.sync_api import expect

from kvpage import naive, paged

LENGTHS = [1, 4, 2]
LAYOUTS = {"naive": naive(LENGTHS, 4), "paged": paged(LENGTHS, 2)}
SWITCH = {"naive": "Reserve a block", "paged": "Allocate pages"}
GIVEN_BACK = [
    (row, slot)
    for row, (before, after) in enumerate(
        zip(LAYOUTS["naive"].allocated, LAYOUTS["paged"].allocated, strict=True)
    )
    for slot in range(after, before)
]

READ_ALL_TEXT = """hook => {
    const found = []
    const collect = node => {
        if (node.nodeType == Node.TEXT_NODE) found.push(node.data)
        if (node instanceof HTMLStyleElement) return
        for (const attribute of node.attributes ?? []) found.push(attribute.value)
        for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes])
            collect(child)
    }
    collect(hook)
    return found.join(" ").replace(/\\s+/g, " ")
}"""


def all_text(page):
    """Read all that the hook holds in text and attributes, seen or not."""
    return page.locator("#hook").evaluate(READ_ALL_TEXT)


def switch_to(page, scheme):
    button(page, SWITCH[scheme]).click()
    hook_shown(page, scheme)


def expect_answered(page, scheme):
    """Expect both numbers in sight, no question, and this scheme on."""
    hook_shown(page, scheme)
    expect(page.locator("#question")).to_be_hidden()
    assert pressed(page, ".switch") == [SWITCH[scheme]]
    for number in ("5 of 12", "1 of 8"):
        expect(page.locator("#hook [data-shows]").get_by_text(number, exact=True)).to_be_visible()


def cells(page, name):
    """Give kind, row and text of each slot in reading order."""
    found = [mark for mark in marks(page, name) if mark["kind"] in (FREE, USED, WASTED)]
    found.sort(key=lambda mark: (mark["y"], mark["x"]))
    return [(mark["kind"], mark["row"], mark["text"]) for mark in found]


def cells_of(allocation):
    """Give kind, row and text of the slots that an allocation hands out."""
    expected = []
    for row, name in enumerate("ABC"):
        held = int(allocation.held[row])
        expected += [(USED, row, f"{name}{token + 1}") for token in range(held)]
        expected += [(WASTED, row, "")] * int(allocation.wasted[row])
    return expected


def table(page):
    rows = page.locator("#hook table tbody tr, #hook table tfoot tr")
    return rows.evaluate_all("rows => rows.map(row => [...row.cells].map(c => c.textContent))")


def table_of(allocation):
    columns = [
        LENGTHS,
        allocation.allocated.tolist(),
        allocation.held.tolist(),
        allocation.wasted.tolist(),
    ]
    rows = zip("ABC", *columns, strict=True)
    return [[str(cell) for cell in row] for row in [*rows, ("Sum", *map(sum, columns))]]


def test_nothing_gives_the_answer_away_before_the_first_guess(fresh_lesson):
    page = fresh_lesson("?only=hook")
    hook_shown(page, "naive")
    expect(page.locator("#question")).to_be_visible()
    assert pressed(page, "#hook") == [SWITCH["naive"]]
    assert "5 of 12" in all_text(page)
    told = re.findall(
        r"\b1 of 8\b|\b1 wasted|\bwasted 1\b|\b4 free\b|\bfree 4\b|0\.125|ringed|You said",
        all_text(page),
    )
    assert told == []
    for name in ("hook_lanes", "hook_strip"):
        assert RING not in {mark["kind"] for mark in marks(page, name)}


@pytest.mark.parametrize("guess", [0, 1, 3, 5])
def test_the_reply_repeats_the_guess_and_says_that_1_is_left(fresh_lesson, guess):
    page = fresh_lesson("?only=hook")
    group = page.get_by_role("group", name="Wasted slots left in pages")
    group.get_by_role("button", name=str(guess), exact=True).click()
    expect_answered(page, "paged")
    (reply,) = re.findall(r"You said.*", page.locator("#hook [data-shows]").inner_text())
    assert re.findall(r"\d+", reply)[:2] == [str(guess), "1"]
    assert ("but" in reply) == (guess != 1)


@pytest.mark.parametrize("name", ["Skip, just show me", SWITCH["paged"]])
def test_who_does_not_guess_is_shown_pages_without_a_reply(fresh_lesson, name):
    page = fresh_lesson("?only=hook")
    button(page, name).click()
    expect_answered(page, "paged")
    assert "You said" not in all_text(page)


def test_an_address_with_pages_opens_on_pages_and_asks_nothing(fresh_lesson):
    page = fresh_lesson("?only=hook&scheme=paged")
    expect_answered(page, "paged")
    assert "You said" not in all_text(page)


def test_both_numbers_and_the_reply_stay_whichever_layout_is_on(fresh_lesson):
    page = fresh_lesson("?only=hook")
    button(page, "3").click()
    for scheme in ("paged", "naive", "paged", "naive"):
        switch_to(page, scheme)
        expect_answered(page, scheme)
        assert "You said 3" in page.locator("#hook [data-shows]").inner_text()


def test_every_slot_of_the_hook_is_a_slot_of_the_core_whatever_else_is_shown(lesson):
    page = lesson("?lengths=3,9&block=16&page=3")
    for scheme in ("naive", "paged", "naive"):
        switch_to(page, scheme)
        allocation = LAYOUTS[scheme]
        free = [(FREE, -1, "")] * (12 - allocation.n_slots)
        eventually(lambda: cells(page, "hook_lanes"), cells_of(allocation))
        eventually(lambda: cells(page, "hook_strip"), cells_of(allocation) + free)
        assert len(cells(page, "hook_strip")) == 12
        for name in ("hook_lanes", "hook_strip"):
            outlines = [mark for mark in marks(page, name) if mark["kind"] == OUTLINE]
            assert len(outlines) == allocation.n_units
        eventually(lambda: table(page), table_of(allocation))


def test_the_ringed_slots_are_those_that_pages_give_back(lesson):
    page = lesson("?only=hook&scheme=paged")
    assert len(GIVEN_BACK) == 4
    for scheme in ("paged", "naive"):
        switch_to(page, scheme)
        rings = [mark for mark in marks(page, "hook_lanes") if mark["kind"] == RING]
        assert [(ring["row"], ring["slot"]) for ring in rings] == GIVEN_BACK
        strip = marks(page, "hook_strip")
        at = {mark["x"]: mark for mark in strip if mark["kind"] in (FREE, USED, WASTED)}
        ringed = [at[mark["x"]] for mark in strip if mark["kind"] == RING]
        if scheme == "naive":
            assert [(slot["row"], slot["slot"]) for slot in ringed] == GIVEN_BACK
        else:
            assert [slot["kind"] for slot in ringed] == [FREE] * 4


def test_the_words_of_the_figures_count_the_slots_of_each_sequence(lesson):
    page = lesson("?only=hook")
    for scheme in ("naive", "paged"):
        switch_to(page, scheme)
        allocation = LAYOUTS[scheme]
        lanes = image(page, "hook_lanes").get_attribute("aria-label")
        assert re.findall(
            r"([A-C]): (?:\d+ pages?, )?(\d+) slots, (\d+) used, (\d+) wasted", lanes
        ) == [
            (name, *map(str, counts))
            for name, *counts in zip(
                "ABC", allocation.allocated, allocation.held, allocation.wasted, strict=True
            )
        ]
        strip = image(page, "hook_strip").get_attribute("aria-label")
        assert "of 12 slots" in strip
        in_order = re.findall(r"(\d+) (?:(used|wasted) by ([A-C])|free)", strip)
        expected = [
            (str(count), kind, name)
            for name, held, wasted in zip("ABC", allocation.held, allocation.wasted, strict=True)
            for count, kind in ((held, "used"), (wasted, "wasted"))
            if count
        ]
        free = 12 - allocation.n_slots
        assert in_order == expected + [(str(free), "", "")] * (free > 0)


def test_the_switch_leaves_the_side_by_side_alone(lesson):
    page = lesson("?lengths=3,9&block=16&page=3")
    before = state(page)
    beside = ("field", "block", "page", "presets", "rows", "table")
    for scheme in ("paged", "naive", "paged"):
        switch_to(page, scheme)
        shown(page, (3, 9), 16, 3)
        after = state(page)
        assert [after[part] for part in beside] == [before[part] for part in beside]
        assert after["figures"][2:] == before["figures"][2:]
        assert after["words"][-3:] == before["words"][-3:]
