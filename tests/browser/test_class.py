"""A class: one figure alone, a workload that cannot be changed, pages covered until asked for."""

import itertools
import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from either import said, shows
from exported import SECTIONS, click_slot, exported, opened
from helpers import (
    all_drawn,
    button,
    entries,
    eventually,
    field,
    hook_shown,
    shown,
    slider,
    slider_value,
)
from playwright.sync_api import expect

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
WORKLOAD = "lengths=5,2,7&block=8&page=3"
SLIDERS = (
    "Block size",
    "Page size",
    "Block size, for the curves",
    "Page size, for the curves",
)
TOLD = ("#side-by-side .told", "#claims .told")
LEVEL = "heading => Number(heading.getAttribute('aria-level') ?? heading.localName[1])"


def options(only=None, lock=False, ask=False):
    chosen = {"only": only, "lock": lock and "1", "ask": ask and "1"}
    return "&".join(f"{key}={value}" for key, value in chosen.items() if value)


def sections_in_sight(page):
    return page.locator("main > section:visible").evaluate_all(
        "sections => sections.map(section => section.dataset.section)"
    )


def seen_and_heard(page):
    """Read what is in sight, on screen and in print, and what a screen reader says."""
    texts = []
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        for figure in ("#side-by-side", "#claims"):
            texts.append(page.locator(figure).inner_text())
            texts.append(page.locator(figure).aria_snapshot())
            texts += page.locator(f"{figure} [data-shows]:visible").all_inner_texts()
    page.emulate_media(media="screen")
    return re.sub(r"Page size: \d+", "", "\n".join(texts))


def expect_covered(page, covered):
    expect(page.locator("html")).to_have_attribute("data-ask", "covered" if covered else "told")
    for where in TOLD:
        for part in page.locator(where).all():
            expect(part).to_be_visible(visible=not covered)


COMBINATIONS = [
    *((None, *switches) for switches in itertools.product((False, True), (False, True))),
    *((only, lock, not lock) for only in ("side-by-side", "claims") for lock in (False, True)),
    *((only, True, True) for only in ("side-by-side", "claims", "hook", "rules", "predict")),
    *((only, False, False) for only in ("pages", "serving", "next")),
]


@pytest.mark.parametrize(
    "combinations", [COMBINATIONS[:8], COMBINATIONS[8:]], ids=["some", "others"]
)
def test_one_figure_locked_and_covered_combine(either, combinations):
    for only, lock, ask in combinations:
        page = either.fresh("&".join(filter(None, [WORKLOAD, options(only, lock, ask)])))
        assert sections_in_sight(page) == ([only] if only else list(SECTIONS))
        first = page.get_by_role("heading").first
        assert first.evaluate(LEVEL) == 1
        if only:
            assert page.get_by_role("heading").count() == 1 + 2 * (only == "side-by-side")
        for figure in ("side-by-side", "claims"):
            if only not in (None, figure):
                continue
            expect(page.locator(f"#{figure} .locked")).to_be_visible(visible=lock)
            expect(page.locator(f"#{figure} .uncover")).to_be_visible(visible=ask)
            for part in page.locator(f"#{figure} .told").all():
                expect(part).to_be_visible(visible=not ask)
        if only in (None, "side-by-side"):
            expect(field(page)).to_have_value("5, 2, 7")
            assert (field(page).get_attribute("readonly") is not None) == lock
            shown(page, (5, 2, 7), 8, 3)
        expect(page.locator("#note")).to_be_hidden()


def test_a_bad_choice_is_ignored_with_a_note(either):
    page = either.fresh("only=everything&lock=2&ask=yes")
    expect(page.locator("#note")).to_be_visible()
    for value in ("everything", "2", "yes"):
        expect(page.locator("#note")).to_contain_text(value)
    assert sections_in_sight(page) == list(SECTIONS)
    expect(page.locator(".locked").first).to_be_hidden()
    expect(page.locator(".uncover").first).to_be_hidden()


def press_keys(page, name):
    slider(page, name).evaluate("handle => handle.focus()")
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", "PageUp", "PageDown"):
        page.keyboard.press(key)


def drag_across(page, name):
    handle = slider(page, name)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for to in (x + 80, x - 80):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to, y, steps=5)
        page.mouse.up()
        page.mouse.click(to, y)


def type_into_the_field(page):
    field(page).evaluate("field => field.focus()")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("9, 9")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")


def test_a_locked_workload_cannot_be_changed(either):
    page = either(f"{WORKLOAD}&lock=1")
    shown(page, (5, 2, 7), 8, 3)
    before, figures = entries(page), ("#side-by-side", "#claims")
    states = {figure: shows(page, figure) for figure in figures}
    for name in SLIDERS:
        press_keys(page, name)
        drag_across(page, name)
    for grid in ("reserve_grid", "paged_grid"):
        click_slot(page, grid, 0, 0)
        click_slot(page, grid, 1, 2)
    rows = "#side-by-side :is(.presets, .rows) button:visible"
    for each in page.locator(rows).all():
        expect(each).to_have_attribute("aria-disabled", "true")
        each.click(force=True)
        each.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
    type_into_the_field(page)
    expect(page.locator("#complaint")).to_be_empty()
    slider(page, "Length").press("ArrowRight")
    length = slider_value(page, "Length")
    eventually(lambda: set(shows(page, "#claims")), {f"5,2,7 8 3 {length}"})
    slider(page, "Length").press("ArrowLeft")
    for figure in figures:
        eventually(lambda figure=figure: shows(page, figure), states[figure])
    assert field(page).input_value() == "5, 2, 7"
    assert [slider_value(page, name) for name in SLIDERS] == [8, 3, 8, 3]
    assert {key: said(page)[key] for key in ("lengths", "block", "page")} == {
        "lengths": "5,2,7",
        "block": "8",
        "page": "3",
    }
    assert entries(page) == before + 2


def test_locked_controls_say_so_to_who_cannot_see_them(either):
    page = either(f"{WORKLOAD}&lock=1")
    for name in SLIDERS:
        expect(slider(page, name)).to_have_attribute("aria-disabled", "true")
    expect(slider(page, "Length")).not_to_have_attribute("aria-disabled", "true")
    expect(field(page)).not_to_be_editable()


def test_a_lock_leaves_the_length_the_hook_and_the_questions(either):
    page = either.fresh(f"{WORKLOAD}&lock=1&length=3")
    slider(page, "Length").press("End")
    eventually(lambda: set(shows(page, "#claims")), {"5,2,7 8 3 32"})
    button(page, "3").click()
    hook_shown(page, "paged")
    page.locator("#answer-field").fill("2")
    page.locator("#answer-field").press("Enter")
    expect(page.locator("#predict")).to_have_attribute("data-outcome", "right")


def test_covered_pages_are_told_nowhere_until_they_are_asked_for(either):
    told = {}
    for page_size in (3, 5):
        page = either(f"lengths=5,2,7&block=8&page={page_size}&length=6&ask=1")
        expect_covered(page, True)
        told[page_size] = seen_and_heard(page).replace(f"in pages of {page_size}.", "")
    assert told[3] == told[5]
    assert "fragmentation" in told[3]
    assert not re.search(r"Pages? of|pages? of \d|block table", told[3])

    field(page).fill("9, 1")
    field(page).press("Enter")
    eventually(lambda: set(shows(page, "#side-by-side")), {"9,1 8 5"})
    expect_covered(page, True)
    page.locator("#side-by-side .uncover").click()
    expect_covered(page, False)
    eventually(lambda: "fragmentation" in page.locator("#side-by-side").aria_snapshot(), True)
    expect(page.locator("#side-by-side .uncover")).to_have_text("Cover the pages again")
    expect(page.locator("#side-by-side .uncover")).to_be_focused()
    assert "Pages of 5 slots" in seen_and_heard(page)
    page.locator("#side-by-side .uncover").focus()  # on paper there is no button
    page.keyboard.press("Enter")
    expect_covered(page, True)
    expect(page.locator("#side-by-side .uncover")).to_have_text("Show the pages")
    assert not re.search(r"Pages of \d", seen_and_heard(page))
    page.locator("#claims .uncover").click()
    expect_covered(page, False)


def test_uncovering_draws_pages_as_wide_as_when_they_were_never_covered(either):
    widths = []
    for ask in ("", "&ask=1"):
        page = (either.fresh if ask else either)(WORKLOAD + ask)
        if ask:
            page.locator("#side-by-side .uncover").click()
        grids = [page.locator(f"#{name}") for name in ("paged_grid", "waste_curves")]
        eventually(
            lambda grids=grids: all(grid.bounding_box()["height"] > 50 for grid in grids), True
        )
        widths.append([grid.locator("[role=img]").bounding_box()["width"] for grid in grids])
    assert widths[0] == pytest.approx(widths[1], abs=2)


def link_field(page):
    return page.locator("#link input[type=text]")


def options_of(address):
    parts = urlsplit(address)
    return dict(parse_qsl(f"{parts.query}&{parts.fragment}"))


def test_copy_link_offers_the_options_and_the_link_keeps_them(either):
    context = either.page.context
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = either.fresh(f"{WORKLOAD}&length=6")
    all_drawn(page)  # what is not yet there has no part in the link
    expect(page.locator("#link")).to_be_hidden()
    page.locator("#copy-link").click()
    expect(page.locator("#link")).to_be_visible()

    def copied():
        return page.evaluate("navigator.clipboard.readText()")

    eventually(copied, link_field(page).input_value())
    plain = options_of(copied())
    assert plain.items() >= {"lengths": "5,2,7", "block": "8", "page": "3", "length": "6"}.items()
    assert not {"only", "lock", "ask"} & plain.keys()

    page.locator("#link-only").select_option("side-by-side")
    page.locator("#link-lock").check()
    page.locator("#link-ask").check()
    chosen = {"lock": "1", "ask": "1"}
    asking = {"level": "1", "question": "0"}
    assert plain.items() >= asking.items()
    alone = dict(plain.items() - asking.items()) | chosen | {"only": "side-by-side"}
    eventually(lambda: options_of(link_field(page).input_value()), alone)
    eventually(copied, link_field(page).input_value())
    assert sections_in_sight(page) == list(SECTIONS)

    other = opened(context.new_page(), copied())
    assert sections_in_sight(other) == ["side-by-side"]
    expect(other.locator("#side-by-side .locked")).to_be_visible()
    expect(other.locator("#side-by-side .uncover")).to_be_visible()
    expect(field(other)).to_have_value("5, 2, 7")
    other.locator("#copy-link").click()
    expect(other.locator("#link-only")).to_have_value("side-by-side")
    expect(other.locator("#link-lock")).to_be_checked()
    expect(other.locator("#link-ask")).to_be_checked()
    eventually(lambda: options_of(link_field(other).input_value()), alone)
    other.close()

    page.locator("#link-only").select_option("predict")
    with_question = plain | chosen | {"only": "predict"}
    eventually(lambda: options_of(link_field(page).input_value()), with_question)
    page.locator("#link-lock").uncheck()
    page.locator("#link-ask").uncheck()
    page.locator("#link-only").select_option("")
    eventually(lambda: options_of(link_field(page).input_value()), plain)


def test_the_link_opens_and_closes_with_the_keyboard(either):
    page = either()
    copy = page.locator("#copy-link")
    copy.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#link")).to_be_visible()
    link_field(page).focus()
    page.keyboard.press("Escape")
    expect(page.locator("#link")).to_be_hidden()
    expect(copy).to_be_focused()
    copy.click()
    expect(page.locator("#link")).to_be_visible()
    button(page, "Close").click()
    expect(page.locator("#link")).to_be_hidden()
    expect(copy).to_be_focused()


def test_the_link_stands_selected_where_the_clipboard_is_refused(either):
    either.page.add_init_script(
        "if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject(1)"
    )
    page = either.fresh(WORKLOAD)
    page.locator("#copy-link").click()
    expect(link_field(page)).to_be_visible()
    selected = """input => input == document.activeElement
        && input.value.slice(input.selectionStart, input.selectionEnd) == input.value"""
    eventually(lambda: link_field(page).evaluate(selected), True)


def test_axe_finds_nothing(either):
    page = either(f"{WORKLOAD}&lock=1&ask=1")
    page.locator("#copy-link").click()
    for when in ("covered", "uncovered"):
        violations = Axe().run(page, options=RULES).response["violations"]
        found = [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]]
        assert (when, found) == (when, [])
        page.locator("#side-by-side .uncover").click()
    page = either(f"{WORKLOAD}&only=side-by-side&lock=1&ask=1")
    violations = Axe().run(page, options=RULES).response["violations"]
    assert [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]] == []


def test_nothing_reaches_beyond_the_side_of_a_narrow_window(either):
    page = either(f"{WORKLOAD}&lock=1&ask=1")
    page.set_viewport_size({"width": 320, "height": 700})
    page.locator("#copy-link").click()
    surplus = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    eventually(lambda: page.evaluate(surplus), 0)
    box = page.locator("#link").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


SNAPSHOTS = """addEventListener("DOMContentLoaded", () => {
    const figure = document.querySelector("#side-by-side")
    if (!figure) return
    const canvases = node => [...node.querySelectorAll("*")].flatMap(each =>
        each.localName == "canvas" ? each : each.shadowRoot ? canvases(each.shadowRoot) : [])
    const grid = figure.querySelector("#paged_grid")
    window.painted = () => canvases(grid).map(each => each.toDataURL())
    window.snapshots = []
    new MutationObserver(() => snapshots.push(painted()))
        .observe(figure, { attributeFilter: ["data-late"] })
})"""


def test_in_a_file_pages_that_are_asked_for_come_into_sight_covered(page, faults):
    page.add_init_script(SNAPSHOTS)
    all_drawn(opened(page, exported(), f"#{WORKLOAD}&ask=1"))
    (first,) = page.evaluate("snapshots")
    assert len(first) > 0
    assert first == page.evaluate("painted()")
    page.locator(".uncover").first.click()
    eventually(lambda: page.evaluate("painted()") != first, True)
