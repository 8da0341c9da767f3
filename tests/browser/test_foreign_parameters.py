"""The address carries what differs from where the page opens, and leaves others' part alone."""

import pytest
from exported import exported
from helpers import button, field, shown, slider
from playwright.sync_api import expect

OTHERS = "utm_source=news%20letter&fbclid=A%2Fb&__proto__=1&forcedownload"


def query(page):
    return page.evaluate("location.search")


def waits(page, part):
    """Wait until the address ends with this."""
    page.wait_for_function("part => location.href.endsWith(part)", arg=part)


def test_the_address_says_what_differs_and_keeps_what_others_added(lesson):
    page = lesson(f"?{OTHERS}&lengths=3,3")
    shown(page, (3, 3))
    expect(page.locator("#note")).to_be_hidden()

    slider(page, "Block size").press("ArrowRight")
    waits(page, f"/?{OTHERS}&lengths=3,3&block=5")
    button(page, "The example").click()
    waits(page, f"/?{OTHERS}")
    shown(page)

    page.go_back()
    shown(page, (3, 3), 5)
    page.go_back()
    shown(page, (3, 3))
    page.go_forward()
    page.go_forward()
    shown(page)
    waits(page, f"/?{OTHERS}")


def test_an_address_without_anything_left_to_say_is_bare(lesson, lesson_url):
    page = lesson("?block=5&page=2&level=1&question=0&time=0#others")
    slider(page, "Block size").press("ArrowLeft")
    waits(page, f"{lesson_url}/#others")
    page.reload()
    shown(page)


def test_a_name_one_letter_off_is_told_once_and_stays(fresh_lesson):
    page = fresh_lesson("?lenghts=3,9&blok=5&Scheme=paged&colour=red")
    for meant in ("lenghts” is nothing this page knows. Was lengths meant", "block", "scheme"):
        expect(page.locator("#note")).to_contain_text(meant)
    expect(page.locator("#note")).not_to_contain_text("colour")
    shown(page)

    button(page, "One token more in A").click()
    waits(page, "/?lenghts=3,9&blok=5&Scheme=paged&colour=red&lengths=2,4,2")
    button(page, "Close this note").click()
    page.go_back()
    shown(page)
    expect(page.locator("#note")).to_be_hidden()


@pytest.fixture(scope="module")
def own_defaults():
    return exported(lengths=(3, 9), block_size=16, sections=("side-by-side", "predict")).as_uri()


def test_a_file_says_what_differs_from_its_own_first_state(page, faults, own_defaults):
    page.goto(f"{own_defaults}?{OTHERS}&block=8#from=mail")
    page.locator("html[data-ready]").wait_for(state="attached")
    shown(page, (3, 9), 8)
    expect(page.locator("#note")).to_be_hidden()

    field(page).fill("1, 4, 2")
    waits(page, "&block=8#from=mail&lengths=1,4,2")
    slider(page, "Block size").press("End")
    button(page, "Copy link").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    assert link == f"{own_defaults}?{OTHERS}#from=mail&lengths=1,4,2&block=32&level=1&question=0"

    slider(page, "Block size").press("Home")
    for _ in range(15):
        slider(page, "Block size").press("ArrowRight")
    field(page).fill("3, 9")
    field(page).press("Enter")
    waits(page, "&block=8#from=mail&block=16")  # else what stands behind the ? would hold
    page.reload()
    shown(page, (3, 9), 16)


def test_a_question_is_told_where_a_bare_address_would_open_on_another(page, faults, own_defaults):
    page.goto(own_defaults)
    page.evaluate("""() => localStorage.setItem(
        "kvpage-progress", JSON.stringify({ level: 2, streak: 0, seed: 7 }))""")
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    slider(page, "Block size").press("ArrowRight")
    waits(page, "#block=17&level=2&question=7")
    page.evaluate("localStorage.removeItem('kvpage-progress')")
    page.reload()
    slider(page, "Block size").press("ArrowLeft")
    waits(page, "#level=2&question=7")
