"""Paper is light whatever the screen is, and the key that prints waits for the figures."""

import re
import zlib

import pytest
from exported import exported, opened
from helpers import all_drawn
from playwright.sync_api import expect

from kvpage.drawing.style import tokens

IMAGE = re.compile(rb"<<([^>]*?/Subtype /Image.*?)>>\s*stream\r?\n", re.S)
HUES = ("seq-a", "seq-b", "seq-c")
PRINT_AT_ONCE = """
window.print = () => { window.printedWhen = document.documentElement.dataset.ready }
new MutationObserver(() => {
    const { begun, ready } = document.documentElement.dataset
    if (begun === undefined || ready !== undefined || window.pressed) return
    window.pressed = new KeyboardEvent("keydown", { key: "p", ctrlKey: true, cancelable: true })
    dispatchEvent(window.pressed)
}).observe(document, { subtree: true, attributeFilter: ["data-begun"] })
"""


def printed_colours(pdf):
    """List the colours in the images of a file that Chromium printed."""
    colours = set()
    for image in IMAGE.finditer(pdf):
        if b"/DeviceGray" not in image[1]:
            length = int(re.search(rb"/Length (\d+)", image[1])[1])
            points = zlib.decompress(pdf[image.end() : image.end() + length])
            colours |= {points[at : at + 3].hex() for at in range(0, len(points), 3)}
    return colours


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_paper_is_light_and_the_screen_stays_as_it_was(page, theme):
    all_drawn(opened(page, exported(), f"#theme={theme}"))
    printed = printed_colours(page.pdf())
    assert {tokens("light")[hue].removeprefix("#") for hue in HUES} <= printed
    assert not {tokens("dark")[hue].removeprefix("#") for hue in HUES} & printed
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_the_key_that_prints_waits_for_the_figures(page):
    page.add_init_script(PRINT_AT_ONCE)
    all_drawn(opened(page, exported()))
    page.wait_for_function("'printedWhen' in window")
    assert page.evaluate("[pressed.defaultPrevented, printedWhen]") == [True, ""]


def test_paper_says_what_was_not_yet_drawn(page):
    unfinished = page.get_by_text("still being drawn")
    all_drawn(opened(page, exported()))
    page.emulate_media(media="print")
    expect(unfinished).to_be_hidden()
    page.evaluate("delete document.documentElement.dataset.ready")
    expect(unfinished).to_be_visible()
