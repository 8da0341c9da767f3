"""The lesson can be read and used with any eyes, fingers, screen and keyboard."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from exported import opened
from helpers import (
    FIGURES,
    READ_FIGURE,
    USED,
    all_drawn,
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
    "resultTypes": ["violations"],
}
WIDTHS = [1280, 768, 360, 320]
LONGEST = "lengths=32,32,32,32,32,32,32,32&block=32&page=11"
MOST = f"{LONGEST}&length=99"
"""The most that can be shown, and a note on what cannot."""
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
SMALLER = """(targets, least) => targets
    .map(target => [target, target.getBoundingClientRect()])
    .filter(([_, { width, height }]) => Math.min(width, height) < least)
    .map(([target, { width, height }]) =>
        [target.getAttribute("aria-label") ?? target.innerText, width, height])"""
NAMES = """buttons => buttons.map(
    button => [button.innerText, button.getAttribute("aria-label") ?? button.innerText]
)"""


@pytest.fixture
def most(lesson):
    """Give the lesson with the most that it shows."""
    return lesson(MOST, shows=LONGEST)


@pytest.fixture(scope="module")
def under_a_finger(browser, lesson_url):
    """Open the lesson with the most that it shows on a phone."""
    kind = {"viewport": size(360), "has_touch": True, "is_mobile": True}
    with browser.new_context(**kind) as context:
        yield all_drawn(opened(context.new_page(), f"{lesson_url}/?{MOST}"))


def size(width, height=720):
    return {"width": width, "height": height}


def expect_no_violation_in_either_theme(page, when, *parts):
    """Look at the page, or at some of its parts, as it is and in the other theme."""
    for _ in range(2):
        context = {"include": [[part] for part in parts]} if parts else None
        violations = Axe().run(page, context, RULES).response["violations"]
        found = [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]]
        theme = page.locator("html").get_attribute("data-theme")
        assert (when, theme, found) == (when, theme, [])
        page.locator("#theme").dispatch_event("click")  # even while it is inert


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


def middle_of_a_slot(page, name):
    """Give the middle of the first used slot of a figure."""
    left, top, width, height = place(page, name, USED, 0)
    return [left + width / 4, top + height / 4, width / 2, height / 2]


def figures_with_wrong_text(page, names):
    """Name those of the figures with text in too small slots, or none in large enough ones."""
    middles = [middle_of_a_slot(page, name) for name in names]
    return [
        name
        for name, colours in zip(names, common_colours(page, middles, share=0), strict=True)
        if (len(colours) > 1) != (slot_size(page, name) >= SMALLEST_SLOT_WITH_TEXT)
    ]


def smaller_than(page, targets, least):
    """List the targets in sight that are smaller than this, in pixels."""
    assert targets.count() > 2
    return targets.evaluate_all(SMALLER, least)


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_in_any_state(fresh_lesson, width):
    page = all_drawn(fresh_lesson())
    page.set_viewport_size(size(width))
    expect_no_violation_in_either_theme(page, "fresh")
    button(page, "3").click()
    hook_shown(page, "paged")
    field(page).fill("1, two")
    field(page).press("Enter")
    expect(complaint(page)).not_to_be_empty()
    open_tables(page)
    expect_no_violation_in_either_theme(page, "guessed, with a complaint and the tables open")
    field(page).fill("9, 1")
    field(page).press("Enter")
    shown(page, (9, 1))
    expect_no_violation_in_either_theme(page, "with tokens turned away", "#side-by-side", "#claims")
    enlarge(page, "#side-by-side")
    expect_no_violation_in_either_theme(page, "enlarged")


def test_what_a_button_shows_is_part_of_what_it_is_called(most):
    for when in ("fresh", "enlarged"):
        names = most.locator("button:visible").evaluate_all(NAMES)
        strange = [pair for pair in names if re.search("[a-z]", pair[0]) and pair[0] not in pair[1]]
        assert (when, strange) == (when, [])
        enlarge(most, "#side-by-side")


def test_nothing_reaches_beyond_the_side_of_any_window(most):
    page = most
    open_tables(page)
    for text in (None, "9" * 500, "word" * 500):
        if text:
            field(page).fill(text)
            field(page).press("Enter")
            expect(complaint(page)).not_to_be_empty()
        for width in WIDTHS:
            page.set_viewport_size(size(width))
            eventually(lambda: overflow(page) <= 0, True)


@pytest.mark.parametrize(
    ("options", "figures"),
    [("", FIGURES), (f"only=side-by-side&{LONGEST}", FIGURES[2:])],
    ids=["example", "longest"],
)
def test_slots_stay_large_enough_and_hold_text_only_where_it_can_be_read(lesson, options, figures):
    page = lesson(options)
    for width in WIDTHS:
        page.set_viewport_size(size(width))
        eventually(lambda: overflow(page) <= 0, True)
        eventually(lambda: figures_with_wrong_text(page, figures), [])
        assert min(slot_size(page, name) for name in figures) >= SMALLEST_SLOT, width


@pytest.mark.parametrize("width", [1280, 320])
def test_targets_are_at_least_24_pixels_wide_and_high(most, width):
    most.set_viewport_size(size(width))
    kinds = ("button", "[role=slider]", "summary", "input", "a")
    targets = most.locator(", ".join(f"{kind}:visible" for kind in kinds))
    eventually(lambda: smaller_than(most, targets, 24), [])


def test_buttons_are_at_least_44_pixels_wide_and_high_under_a_finger(under_a_finger):
    page = under_a_finger
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert smaller_than(page, page.locator("button:visible"), 44) == []


def test_slider_handles_are_at_least_44_pixels_wide_and_high_under_a_finger(under_a_finger):
    for name in ("Block size", "Page size"):
        handle = slider(under_a_finger, name)
        boxes = [handle.bounding_box(), handle.locator("*").first.bounding_box()]
        largest = max((box["width"], box["height"]) for box in boxes)
        assert min(largest) >= 44, (name, largest)


def test_nothing_moves_for_who_wants_less_motion(lesson):
    page = lesson()
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == []
    button(page, "Allocate pages").click()
    hook_shown(page, "paged")
    enlarge(page, "#side-by-side")
    assert page.evaluate(MOVING) == []


def test_an_enlarged_figure_fills_the_window_in_two_columns_and_escape_leaves_it(lesson):
    page = lesson()
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
def test_the_keyboard_stays_in_the_enlarged_figure_until_it_is_closed(lesson, figure):
    page = lesson()
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
