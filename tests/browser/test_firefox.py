"""Firefox, where there is one: every kind of control does there what it does in Chromium."""

from itertools import zip_longest

import pytest
from exported import FIND_SLOT
from firefox import FIREFOX, firefox
from helpers import eventually

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox here")

DEEP = """
    const deep = (node, selector) => [...node.querySelectorAll("*")].flatMap(each => [
        ...(each.matches(selector) ? [each] : []),
        ...(each.shadowRoot ? deep(each.shadowRoot, selector) : []),
    ])
    const visible = each => each.checkVisibility({ visibilityProperty: true })
"""
READY = "() => document.documentElement.dataset.ready === ''"
PLACE = f"""([selector, text]) => {{
    {DEEP}
    const found = deep(document, selector).find(each =>
        visible(each) && (text === null || each.textContent.trim() === text))
    found.scrollIntoView({{ block: "center", behavior: "instant" }})
    const {{ x, y, width, height }} = found.getBoundingClientRect()
    return [x, y, width, height]
}}"""
FOCUS = f"selector => {{ {DEEP} deep(document, selector).find(visible).focus() }}"
WORDS = f"""() => {{
    {DEEP}
    const flat = node => node.textContent.replace(/\\s+/g, " ").trim()
    const texts = "[data-shows], output, .said, .complaint, .clock, .question p, summary, " +
        "#pages-queue, #pages-unit, .enlarge, .uncover, #theme, #note span"
    const values = "input, select, #link input"
    return {{
        texts: deep(document, texts).filter(visible).map(flat),
        pictures: deep(document, "[role=img]").map(each => each.ariaLabel),
        sliders: deep(document, "[role=slider]").map(each => each.getAttribute("aria-valuetext")
            ?? each.getAttribute("aria-valuenow")),
        pressed: deep(document, "[aria-pressed=true], .bk-active").map(flat),
        values: deep(document, values).map(each => each.checked || each.value),
        outcome: [document.querySelector("#predict").dataset.outcome],
        theme: [document.documentElement.dataset.theme],
        tables: deep(document, "details[open] td").map(flat),
        address: [location.search + location.hash],
    }}
}}"""


class Chromium:
    """A page of Playwright's, as `firefox.FirefoxPage`."""

    def __init__(self, page):
        self.page = page
        self.evaluate = page.evaluate

    def drag(self, *stops):
        for at, (x, y) in enumerate(stops):
            self.page.mouse.move(round(x), round(y))
            if not at:
                self.page.mouse.down()
        self.page.mouse.up()

    def type(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture(scope="module")
def fox():
    with firefox() as page:
        yield page


def click(page, selector, text=None, at=(0.5, 0.5)):
    x, y, width, height = page.evaluate(PLACE, [selector, text])
    page.drag((x + width * at[0], y + height * at[1]))


def drag(page, selector, *across):
    """Drag over these shares of the width of what is there, and beyond, within the window."""
    x, y, width, height = page.evaluate(PLACE, [selector, None])
    page.drag(*((max(1, x + width * share), y + height / 2) for share in across))


def press(page, selector, *keys):
    page.evaluate(FOCUS, selector)
    page.type(*keys)


def type_into(page, selector, text):
    press(page, selector, "Control+a", *text, "Enter")


def labelled(name):
    return f'[aria-label="{name}"]'


MOVES = {
    "a guess": lambda page: click(page, ".guesses .bk-btn, .bk-btn", "3"),
    "the switch": lambda page: click(page, ".bk-btn", "Reserve a block"),
    "a list": lambda page: type_into(page, "#lengths-field", "3, 0, 9"),
    "a list that cannot be read": lambda page: type_into(page, "#lengths-field", "3, x"),
    "a preset": lambda page: click(page, ".presets button", "All full"),
    "a surprise": lambda page: click(page, "#surprise"),
    "a row's button": lambda page: click(page, labelled("One token more in B")),
    "a slider by key": lambda page: press(page, labelled("Page size"), "ArrowRight"),
    "a slider to its end": lambda page: press(page, labelled("Block size"), "End"),
    "a slider by mouse": lambda page: drag(page, labelled("Block size"), 0.5, -5, -50),
    "a slot": lambda page: click(
        page, "#paged_grid", at=page.evaluate(FIND_SLOT, ["paged_grid", 0, 6])
    ),
    "Undo": lambda page: click(page, "#undo"),
    "a length on the curves": lambda page: drag(page, "#waste_curves", 0.3, 0.5, -0.1),
    "an answer": lambda page: type_into(page, "#answer-field", "2"),
    "no answer": lambda page: click(page, "#try-again, #next-question"),
    "a story": lambda page: click(page, "[data-story]", "Out of pages"),
    "a step": lambda page: click(page, "#pages [data-clock=on]"),
    "a step by key": lambda page: press(page, "#pages .player input", "ArrowRight"),
    "a page": lambda page: click(page, "#pages-tables .entry"),
    "both runs": lambda page: click(page, "#serving-skip"),
    "a choice": lambda page: press(page, "#serving [data-choice=mix]", "ArrowUp"),
    "a run's end": lambda page: press(page, "#serving .player input", "End"),
    "a table": lambda page: click(page, "#serving summary"),
    "Back": lambda page: page.evaluate("() => history.back()"),
    "Forward": lambda page: page.evaluate("() => history.forward()"),
    "the theme": lambda page: click(page, "#theme"),
    "the link": lambda page: click(page, "#copy-link"),
    "a figure enlarged": lambda page: click(page, "#side-by-side .enlarge"),
}


def test_every_kind_of_control_says_in_firefox_what_it_says_in_chromium(either, fox):
    chromium = Chromium(either.fresh())
    fox.goto(either.start)
    eventually(lambda: fox.evaluate(READY), True, seconds=60)
    eventually(lambda: fox.evaluate(WORDS), chromium.evaluate(WORDS))
    for name, move in MOVES.items():
        before = chromium.evaluate(WORDS)
        for page in (chromium, fox):
            move(page)
        expect_change(name, chromium, before)
        expect_alike(name, fox, chromium)
    assert fox.faults == []


def expect_change(name, page, before):
    """Wait until a page says something else than before."""
    eventually(lambda: (name, page.evaluate(WORDS) != before), (name, True))


def expect_alike(name, fox, chromium):
    """Wait until both browsers say the same."""

    def unlike():
        both = fox.evaluate(WORDS), chromium.evaluate(WORDS)
        return {
            part: [two for two in zip_longest(*parts) if two[0] != two[1]]
            for part, parts in ((part, [each[part] for each in both]) for part in both[0])
            if parts[0] != parts[1]
        }

    eventually(lambda: (name, unlike()), (name, {}))
