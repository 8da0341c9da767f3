"""Light and dark: who decides, and that the figures are painted in the theme's colours."""

import base64

import pytest
from helpers import FREE, READ_FIGURE, TURNED_AWAY, USED, WASTED, eventually, image, marks
from playwright.sync_api import expect

OTHER = {"light": "dark", "dark": "light"}
BUTTON_TEXT = {"light": "Dark", "dark": "Light"}

SEEN = {
    ("hook_lanes", USED, 0): ["--seq-a", "--on-seq"],
    ("hook_strip", USED, 2): ["--seq-c", "--on-seq"],
    **{
        (name, USED, row): [f"--seq-{'abcd'[row]}", "--on-seq"]
        for name in ("reserve_grid", "paged_grid")
        for row in range(4)
    },
    ("hook_lanes", WASTED, 0): ["--waste", "--waste-line"],
    ("reserve_grid", WASTED, 0): ["--waste", "--waste-line"],
    ("reserve_grid", TURNED_AWAY, 1): ["--away-line"],
    ("paged_grid", FREE, -1): ["--free"],
}

COMMON_COLOURS = """async ([png, parts, share]) => {
    const picture = new Image()
    picture.src = "data:image/png;base64," + png
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext("2d")
    context.drawImage(picture, 0, 0)
    return parts.map(([left, top, width, height]) => {
        const data = context.getImageData(left, top, width, height).data
        const counts = {}
        for (let i = 0; i < data.length; i += 4) {
            const bytes = [...data.slice(i, i + 3)]
            const name = "#" + bytes.map(byte => byte.toString(16).padStart(2, "0")).join("")
            counts[name] = (counts[name] ?? 0) + 4 / data.length
        }
        return Object.keys(counts).filter(name => counts[name] > share)
    })
}"""


def expect_theme(page, theme):
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("#theme")).to_have_text(BUTTON_TEXT[theme])


def custom_property(page, name):
    return page.evaluate(
        "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()", name
    )


def place(page, name, kind, row):
    """Give the part of the page that the first such mark of a figure fills."""
    mark = next(mark for mark in marks(page, name) if (mark["kind"], mark["row"]) == (kind, row))
    span = page.evaluate(READ_FIGURE, name)
    box = image(page, name).bounding_box()
    slot = box["width"] / (span["right"] - span["left"])
    return [
        box["x"] + (mark["x"] - mark["w"] / 2 - span["left"]) * slot,
        box["y"] + (mark["y"] - mark["h"] / 2) * slot + page.evaluate("scrollY"),
        mark["w"] * slot,
        mark["h"] * slot,
    ]


def common_colours(page, parts, share=0.01):
    """List the colours that fill more than this share, for each part of the page."""
    png = base64.b64encode(page.screenshot(full_page=True)).decode()
    return page.evaluate(COMMON_COLOURS, [png, parts, share])


def missing(page):
    """Name the custom properties whose colours are not seen where they should be."""
    found = common_colours(page, [[2, 300, 20, 20], *(place(page, *mark) for mark in SEEN)])
    return [
        (name, colours)
        for names, colours in zip([["--paper"], *SEEN.values()], found, strict=True)
        for name in names
        if custom_property(page, name) not in colours
    ]


def palette(page):
    names = {name for names in SEEN.values() for name in names} | {"--paper"}
    return {name: custom_property(page, name) for name in names}


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_click_outdoes_the_address_the_address_the_last_choice_and_that_the_system(
    fresh_lesson, page, system
):
    page.emulate_media(color_scheme=system)
    fresh_lesson("?only=next")
    expect_theme(page, system)
    fresh_lesson(f"?only=next&theme={OTHER[system]}")
    expect_theme(page, OTHER[system])
    page.locator("#theme").click()
    expect_theme(page, system)
    page.locator("#theme").click()
    expect_theme(page, OTHER[system])
    page.reload()
    expect_theme(page, OTHER[system])
    fresh_lesson("?only=next")
    expect_theme(page, OTHER[system])
    fresh_lesson(f"?only=next&theme={system}")
    expect_theme(page, system)


def test_a_theme_that_does_not_exist_leaves_the_choice_to_the_system(fresh_lesson, page):
    page.emulate_media(color_scheme="dark")
    fresh_lesson("?only=next&theme=purple")
    expect_theme(page, "dark")


def test_a_click_repaints_the_figures_in_the_other_theme_without_a_request(lesson):
    page = lesson("?lengths=1,6,2,3&block=4&page=2")
    page.emulate_media(color_scheme="light")
    eventually(lambda: missing(page), [])
    light = palette(page)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.locator("#theme").click()
    expect_theme(page, "dark")
    assert [name for name, colour in palette(page).items() if colour == light[name]] == []
    eventually(lambda: missing(page), [])
    page.locator("#theme").click()
    expect_theme(page, "light")
    eventually(lambda: missing(page), [])
    assert palette(page) == light
    assert [url for url in requests if not url.startswith("data:")] == []
