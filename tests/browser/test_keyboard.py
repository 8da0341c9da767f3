"""Everything can be reached, seen and done with the keyboard alone."""

import re

import pytest
from helpers import (
    EXAMPLE,
    address,
    button,
    entries,
    eventually,
    field,
    hook_shown,
    pressed,
    shown,
    slider,
    slider_value,
)
from playwright.sync_api import expect

HEADER = ["Copy link", "Dark"]
SWITCH = ["Enlarge: One cache, three sequences", "Reserve a block", "Allocate pages"]
GUESSES = ["0", "1", "3", "5", "Skip, just show me"]
TABLE = ["The same as a table"]
PRESETS = [
    "Enlarge: Blocks and pages, side by side",
    "The example",
    "One long, many short",
    "All equal",
    "All full",
    "Paging loses",
    "Surprise me",
]
SIZES = ["Sequence lengths", "Block size", "Page size"]
STEPS = ["Add a sequence", "Undo", "Back to the example"]
CURVES = [
    "Enlarge: Waste against length",
    "Length",
    "Block size, for the curves",
    "Page size, for the curves",
]
QUESTION = ["Enlarge: Predict", "Your answer", "Answer", "Show me"]

SMALL_CACHE = [
    "Enlarge: A small cache, step by step",
    "Growing together",
    "Finish and reuse",
    "Out of pages",
    "Reserve a block, in the small cache",
    "Allocate pages, in the small cache",
    "Undo, in the small cache",
    *("Restart", "Step back", "Play", "Step on", "Step, the small cache"),
    "Pages of the sequences: the arrow keys go from one to the next",
    "Pages of the cache: the arrow keys go from one to the next",
    *(f"page {number}" for number in range(8)),
]
RUNS = [
    "Enlarge: The same requests, both ways",
    "Undo, in the two caches",
    *("as many", "2 times as many", "4 times as many", "8 times as many"),
    "Skip, show both runs",
]


def rows(letters):
    return [
        name
        for letter in letters
        for name in (
            f"One token fewer in {letter}",
            f"One token more in {letter}",
            f"Remove {letter}",
        )
    ]


EXAMPLE_CONTROLS = [
    *HEADER,
    *SWITCH,
    *GUESSES,
    *TABLE,
    *PRESETS,
    *SIZES,
    *rows("ABC"),
    *STEPS,
    *TABLE,
    *CURVES,
    *TABLE,
    *QUESTION,
    *TABLE,
    *SMALL_CACHE,
    *TABLE,
    *RUNS,
]
FULL_CONTROLS = [
    "Copy link",
    "Light",
    "Close this note",
    *SWITCH,
    *TABLE,
    *PRESETS,
    *SIZES,
    *rows("ABCDEFGH"),
    *STEPS,
    *TABLE,
    *CURVES,
    *TABLE,
    *QUESTION,
    *TABLE,
    *SMALL_CACHE,
    *TABLE,
    *RUNS,
]
FULL = "?lengths=1,2,3,4,5,6,7,8&scheme=paged&theme=dark&blok=1"

FOCUSED = """() => {
    let element = document.activeElement
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const style = getComputedStyle(element)
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent
    return {
        tag: element.localName,
        place: element.className || element.id,
        name: (label ?? element.textContent).trim(),
        outline: style.outlineStyle,
        width: parseFloat(style.outlineWidth),
    }
}"""


def focused(page):
    """Describe the element that has the focus."""
    return page.evaluate(FOCUSED)


def walk(page):
    """Press Tab from the page's start until the focus has left the page again."""
    page.evaluate("document.activeElement.blur()")
    stops = []
    while len(stops) < 200:
        page.keyboard.press("Tab")
        stop = focused(page)
        if stop["tag"] == "body":
            return stops
        stops.append(stop)
    raise AssertionError(f"the focus never leaves the page: {[s['name'] for s in stops[-5:]]}")


def reach(page, name):
    """Press Tab until the control of this name has the focus."""
    for _ in range(100):
        if focused(page)["name"] == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


def use(page, name, *keys):
    """Go to a control with Tab and press keys there."""
    reach(page, name)
    for key in keys:
        page.keyboard.press(key)


def caret(page):
    return field(page).evaluate("input => input.selectionStart")


@pytest.mark.parametrize(
    ("query", "controls"),
    [("", EXAMPLE_CONTROLS), (FULL, FULL_CONTROLS)],
    ids=["the example", "eight sequences, a note and no question"],
)
def test_tab_passes_all_controls_as_they_are_read_and_leaves_the_page(lesson, query, controls):
    page = lesson(query)
    passed = [stop["name"] for stop in walk(page)]
    assert [name for name in passed if name in controls] == controls

    for name in reversed(passed):
        page.keyboard.press("Shift+Tab")
        assert focused(page)["name"] == name


@pytest.mark.parametrize("query", ["", FULL])
def test_the_focus_can_be_seen_wherever_it_is(lesson, query):
    page = lesson(query)
    unseen = [stop for stop in walk(page) if stop["outline"] == "none" or stop["width"] < 1]
    assert unseen == []


@pytest.mark.parametrize("query", ["", FULL])
def test_wherever_the_focus_stops_there_is_a_name(lesson, query):
    page = lesson(query)
    nameless = [stop["place"] for stop in walk(page) if not stop["name"]]
    assert nameless == []


@pytest.mark.parametrize("query", ["", FULL])
def test_every_interactive_element_has_a_name(lesson, query):
    page = lesson(query)
    tree = page.locator("body").aria_snapshot()
    interactive = re.findall(
        r"""- '?(?:button|link|textbox|slider|checkbox|radio|combobox|tab|switch)\b.*""", tree
    )
    assert len(interactive) >= 30
    assert [line for line in interactive if not re.match(r"""- '?[a-z]+ "[^"]+""", line)] == []


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_guess_and_the_switch_work_by_key_and_keep_the_focus(lesson, key):
    page = lesson()
    use(page, "3", key)
    hook_shown(page, "paged")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#hook")).to_contain_text("5 of 12")
    expect(page.locator("#hook")).to_contain_text("1 of 8")
    assert focused(page)["tag"] != "body"

    page.evaluate("document.activeElement.blur()")
    use(page, "Reserve a block", key)
    hook_shown(page, "naive")
    assert focused(page)["name"] == "Reserve a block"


def test_skipping_the_question_works_by_key_and_keeps_the_focus(lesson):
    page = lesson()
    use(page, "Skip, just show me", "Enter")
    hook_shown(page, "paged")
    expect(page.locator("#question")).to_be_hidden()
    assert focused(page)["tag"] != "body"


def test_presets_lengths_sizes_and_rows_work_by_key(lesson):
    page = lesson()
    use(page, "All full", "Space")
    shown(page, (8, 8, 8, 8), 8, 4)
    use(page, "Surprise me", "Enter")
    eventually(lambda: address(page)["lengths"] == "8,8,8,8", False)
    reach(page, "Sequence lengths")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("3, 9")
    use(page, "Block size", "Home", "ArrowRight", "ArrowUp")
    use(page, "Page size", "End", "ArrowLeft", "ArrowDown")
    shown(page, (3, 9), 3, 14)
    use(page, "One token fewer in A", "Enter")
    shown(page, (2, 9), 3, 14)
    use(page, "One token more in B", "Space")
    shown(page, (2, 10), 3, 14)
    use(page, "Add a sequence", "Enter", "Enter")
    shown(page, (2, 10, 1, 1), 3, 14)
    use(page, "Undo", "Enter")
    shown(page, (2, 10, 1), 3, 14)
    use(page, "Back to the example", "Space")
    shown(page)


def test_sliders_know_the_keys_of_sliders(lesson):
    page = lesson("?lengths=4&block=16&page=8")
    for name, largest in (("Block size", 32), ("Page size", 16)):
        handle = slider(page, name)
        for key, value in [
            ("End", largest),
            ("ArrowRight", largest),
            ("ArrowLeft", largest - 1),
            ("Home", 1),
            ("ArrowDown", 1),
            ("ArrowUp", 2),
        ]:
            handle.press(key)
            eventually(lambda name=name: slider_value(page, name), value)
        handle.press("PageUp")
        eventually(lambda name=name: slider_value(page, name) > 3, True)
        handle.press("PageDown")
        eventually(lambda name=name: slider_value(page, name), 2)
        assert focused(page)["name"] == name


def test_the_theme_the_note_and_the_table_work_by_key(lesson):
    page = lesson("?blok=1")
    use(page, "Dark", "Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert focused(page)["name"] == "Light"
    use(page, "Close this note", "Enter")
    expect(page.locator("#note")).to_be_hidden()
    use(page, "Back to the example")
    use(page, "The same as a table", "Enter")
    expect(page.locator("#side-by-side table")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#side-by-side table")).to_be_hidden()


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("Enlarge: One cache, three sequences", "#hook"),
        ("Enlarge: Blocks and pages, side by side", "#side-by-side"),
    ],
)
def test_a_figure_is_enlarged_by_key_and_escape_puts_it_back(lesson, name, figure):
    page = lesson()

    def width():
        return page.locator(figure).bounding_box()["width"]

    before = width()
    use(page, name, "Enter")
    eventually(lambda: width() > before, True)
    page.keyboard.press("Tab")
    assert page.locator(f"{figure} :focus").count() > 0

    page.keyboard.press("Escape")
    eventually(width, before)
    assert page.locator(f"{figure} :focus").count() > 0
    assert walk(page)


def test_the_lengths_are_changed_by_key_in_an_enlarged_figure(lesson):
    page = lesson()
    use(page, "Enlarge: Blocks and pages, side by side", "Enter")
    use(page, "Block size", "ArrowRight")
    shown(page, EXAMPLE, 5, 2)
    use(page, "One token more in C", "Enter")
    shown(page, (1, 4, 3), 5, 2)
    page.keyboard.press("Escape")
    shown(page, (1, 4, 3), 5, 2)


def test_arrows_act_on_the_control_in_focus_and_on_nothing_else(lesson):
    page = lesson("?lengths=5,2&block=8&page=4")
    length = entries(page)
    arrows = ("ArrowRight", "ArrowUp", "PageUp", "End", "ArrowLeft", "ArrowDown", "Home")
    page.evaluate("document.activeElement.blur()")
    for key in arrows:
        page.keyboard.press(key)
    for name in ("Dark", "5", "All full", "One token more in A", "Remove B", "Undo"):
        button(page, name).focus()
        for key in arrows:
            page.keyboard.press(key)
    assert pressed(page, ".guesses") == []
    assert pressed(page, ".switch") == ["Reserve a block"]

    field(page).focus()
    page.keyboard.press("Home")
    assert caret(page) == 0
    page.keyboard.press("ArrowRight")
    assert caret(page) == 1
    page.keyboard.press("End")
    assert caret(page) == len("5, 2")

    slider(page, "Page size").press("ArrowUp")
    shown(page, (5, 2), 8, 5)
    eventually(lambda: entries(page), length + 1)
    slider(page, "Block size").press("ArrowDown")
    shown(page, (5, 2), 7, 5)
    eventually(lambda: entries(page), length + 2)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_focus_stays_among_the_rows_when_rows_are_removed(lesson):
    page = lesson("?lengths=5,2,7,3")
    for name, lengths in [
        ("Remove B", (5, 7, 3)),
        ("Remove C", (5, 7)),
        ("Remove B", (5,)),
    ]:
        use(page, name, "Enter")
        shown(page, lengths)
        assert page.locator(".rows :focus").count() == 1
        expect(page.locator(".rows :focus")).to_be_visible()

    expect(button(page, "Remove A")).to_have_attribute("aria-disabled", "true")
    use(page, "Remove A", "Enter")
    use(page, "One token more in A", "Enter")
    shown(page, (6,))


def test_a_button_that_can_do_nothing_keeps_the_focus_and_does_nothing(lesson):
    page = lesson("?lengths=1,31,1,1,1,1,1")
    for name, lengths in [
        ("One token fewer in A", (0, 31, 1, 1, 1, 1, 1)),
        ("One token more in B", (0, 32, 1, 1, 1, 1, 1)),
        ("Add a sequence", (0, 32, 1, 1, 1, 1, 1, 1)),
    ]:
        use(page, name, "Enter")
        shown(page, lengths)
        expect(button(page, name)).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Enter")
        assert focused(page)["name"] == name

    use(page, "Undo", "Enter")
    shown(page, (0, 32, 1, 1, 1, 1, 1))
    page.keyboard.press("Enter")
    shown(page, (0, 31, 1, 1, 1, 1, 1))
    page.keyboard.press("Enter")
    shown(page, (1, 31, 1, 1, 1, 1, 1))
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    assert focused(page)["name"] == "Undo"
