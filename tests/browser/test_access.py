"""The lesson can be read and used with any eyes, fingers, screen and keyboard."""

import contextlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import (
    FIGURES,
    READ_FIGURE,
    USED,
    button,
    complaint,
    eventually,
    field,
    hook_shown,
    image,
    open_tables,
    shown,
    slider,
)
from playwright.sync_api import expect
from test_theme import common_colours, place

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
WIDTHS = [1280, 768, 360, 320]
MOST = "?lengths=32,32,32,32,32,32,32,32&block=32&page=11&blok=1"
SMALLEST_SLOT, SMALLEST_SLOT_WITH_TEXT = 16, 24

MOVING = """() => {
    const found = []
    const look = node => {
        if (node instanceof Element) {
            const style = getComputedStyle(node)
            const durations = style.transitionDuration + style.animationDuration
            if (/[1-9]/.test(durations) || style.scrollBehavior != "auto")
                found.push(`${node.localName}.${node.className}`)
        }
        for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes])
            look(child)
    }
    look(document.documentElement)
    return found
}"""
NAMES = """buttons => buttons.map(
    button => [button.innerText, button.getAttribute("aria-label") ?? button.innerText]
)"""


@pytest.fixture
def open_lesson(browser, lesson_url):
    """Open the lesson in a window of another kind: ``open_lesson("?block=8", has_touch=True)``."""
    with contextlib.ExitStack() as stack:

        def open_in(query="", **window):
            page = stack.enter_context(browser.new_context(**window)).new_page()
            page.goto(f"{lesson_url}/{query}")
            page.locator("html[data-ready]").wait_for(state="attached")
            return page

        yield open_in


def size(width, height=720):
    return {"width": width, "height": height}


def expect_no_violation(page, when):
    violations = Axe().run(page, options=RULES).response["violations"]
    found = [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]]
    assert (when, found) == (when, [])


def enlarge(page, figure):
    page.locator(f"{figure} .enlarge").click()


def overflow(page):
    """Give how far the page, or anything in its figures, reaches beyond the window."""
    return page.evaluate("""() => {
        const inside = document.querySelectorAll("figure, figure *:not(.table *)")
        const edges = [...inside].map(element => element.getBoundingClientRect().right)
        const root = document.documentElement
        return Math.ceil(Math.max(root.scrollWidth, ...edges) - root.clientWidth)
    }""")


def slot_size(page, name):
    figure = page.evaluate(READ_FIGURE, name)
    return image(page, name).bounding_box()["width"] / (figure["right"] - figure["left"])


def has_text_in_its_slots(page, name):
    """Tell whether the middle of the first used slot has more than one colour."""
    left, top, width, height = place(page, name, USED, 0)
    middle = [left + width / 4, top + height / 4, width / 2, height / 2]
    return len(common_colours(page, [middle], share=0)[0]) > 1


def figures_with_wrong_text(page):
    """Name the figures with text in slots too small for it, or none in large enough ones."""
    return [
        name
        for name in FIGURES
        if has_text_in_its_slots(page, name) != (slot_size(page, name) >= SMALLEST_SLOT_WITH_TEXT)
    ]


def smaller_than(page, targets, least):
    """List the targets in sight that are smaller than this, in pixels."""
    assert targets.count() > 2
    return [
        (target.get_attribute("aria-label") or target.inner_text(), box["width"], box["height"])
        for target in targets.all()
        if (box := target.bounding_box()) and min(box["width"], box["height"]) < least
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_in_any_state(open_lesson, theme, width):
    page = open_lesson(f"?theme={theme}", viewport=size(width))
    expect_no_violation(page, "fresh")
    button(page, "3").click()
    hook_shown(page, "paged")
    field(page).fill("1, two")
    field(page).press("Enter")
    expect(complaint(page)).not_to_be_empty()
    open_tables(page)
    expect_no_violation(page, "guessed, with a complaint and the tables open")
    field(page).fill("9, 1")
    field(page).press("Enter")
    shown(page, (9, 1))
    expect_no_violation(page, "with tokens turned away")
    enlarge(page, "#side-by-side")
    expect_no_violation(page, "enlarged")


def test_what_a_button_shows_is_part_of_what_it_is_called(open_lesson):
    page = open_lesson(MOST)
    for when in ("fresh", "enlarged"):
        names = page.locator("button:visible").evaluate_all(NAMES)
        strange = [pair for pair in names if re.search("[a-z]", pair[0]) and pair[0] not in pair[1]]
        assert (when, strange) == (when, [])
        enlarge(page, "#side-by-side")


def test_nothing_reaches_beyond_the_side_of_any_window(open_lesson):
    page = open_lesson(MOST)
    open_tables(page)
    for text in (None, "9" * 500, "word" * 500):
        if text:
            field(page).fill(text)
            field(page).press("Enter")
            expect(complaint(page)).not_to_be_empty()
        for width in WIDTHS:
            page.set_viewport_size(size(width))
            eventually(lambda: overflow(page) <= 0, True)


@pytest.mark.parametrize("query", ["", MOST])
def test_slots_stay_large_enough_and_hold_text_only_where_it_can_be_read(open_lesson, query):
    page = open_lesson(query)
    for width in WIDTHS:
        page.set_viewport_size(size(width))
        eventually(lambda: overflow(page) <= 0, True)
        eventually(lambda: figures_with_wrong_text(page), [])
        assert min(slot_size(page, name) for name in FIGURES) >= SMALLEST_SLOT, width


@pytest.mark.parametrize("width", [1280, 320])
def test_targets_are_at_least_24_pixels_wide_and_high(open_lesson, width):
    page = open_lesson(MOST, viewport=size(width))
    kinds = ("button", "[role=slider]", "summary", "input", "a")
    targets = page.locator(", ".join(f"{kind}:visible" for kind in kinds))
    assert smaller_than(page, targets, 24) == []


def test_buttons_are_at_least_44_pixels_wide_and_high_under_a_finger(open_lesson):
    page = open_lesson(MOST, viewport=size(360), has_touch=True, is_mobile=True)
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert smaller_than(page, page.locator("button:visible"), 44) == []


def test_slider_handles_are_at_least_44_pixels_wide_and_high_under_a_finger(open_lesson):
    page = open_lesson(viewport=size(360), has_touch=True, is_mobile=True)
    for name in ("Block size", "Page size"):
        handle = slider(page, name)
        boxes = [handle.bounding_box(), handle.locator("*").first.bounding_box()]
        largest = max((box["width"], box["height"]) for box in boxes)
        assert min(largest) >= 44, (name, largest)


def test_nothing_moves_for_who_wants_less_motion(open_lesson):
    page = open_lesson(reduced_motion="reduce")
    assert page.evaluate(MOVING) == []
    button(page, "Allocate pages").click()
    hook_shown(page, "paged")
    enlarge(page, "#side-by-side")
    assert page.evaluate(MOVING) == []


def test_an_enlarged_figure_fills_the_window_in_two_columns_and_escape_leaves_it(open_lesson):
    page = open_lesson(viewport=size(1280))
    figure = page.locator("#side-by-side")
    before = figure.bounding_box()["width"]
    enlarge(page, "#side-by-side")
    eventually(figure.bounding_box, {"x": 0, "y": 0, **size(1280)})
    reserve, pages = (image(page, name).bounding_box() for name in FIGURES[2:])
    assert reserve["y"] == pages["y"]
    assert reserve["x"] + reserve["width"] < pages["x"]
    field(page).focus()
    page.keyboard.press("Escape")
    eventually(lambda: figure.bounding_box()["width"], before)
    expect(page.locator("#side-by-side .enlarge")).to_be_focused()


@pytest.mark.parametrize("figure", ["#hook", "#side-by-side"])
def test_the_keyboard_stays_in_the_enlarged_figure_until_it_is_closed(open_lesson, figure):
    page = open_lesson()
    enlarge(page, figure)
    focused = (
        "figure => document.activeElement.closest(figure) ? figure : document.activeElement.id"
    )
    visited = []
    for _ in range(40):
        page.keyboard.press("Tab")
        visited.append(page.evaluate(focused, figure))
    assert visited.count(figure) > 5
    assert set(visited) <= {figure, ""}
    for name in ("Copy link", "Dark"):
        assert page.locator("header button", has_text=name).evaluate("b => !!b.closest('[inert]')")
    page.locator(f"{figure} .enlarge").click()
    expect(page.locator(f"{figure} .enlarge")).to_be_focused()
    assert page.locator("[inert]").count() == 0
