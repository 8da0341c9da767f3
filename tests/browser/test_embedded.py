"""In a frame of somebody else's page the file fits in, and disturbs nothing but itself."""

import functools

import pytest
from exported import click_slot, drawn, exported, site
from helpers import button, complaint, entries, eventually, field, hook_shown, shown, slider
from playwright.sync_api import expect

HOST = """<!doctype html><title>Host</title><link rel="icon" href="data:,"><script>
const posted = []
const frames = document.getElementsByTagName("iframe")
const tell = (number, message) => frames[number].contentWindow.postMessage(message, "*")
addEventListener("message", event => {
    const number = [...frames].findIndex(frame => frame.contentWindow == event.source)
    posted.push([number, event.data])
    if (document.body.className == "fits")
        frames[number].style.height = event.data.height + "px"
})
</script>"""
FRAME = '<iframe src="{}" {} style="border: 0; width: 900px; height: 300px"></iframe>'
SANDBOX = 'sandbox="allow-scripts"'
NONSENSE = [
    None,
    7,
    "dark",
    [],
    {},
    {"type": "kvpage:theme"},
    {"type": "kvpage:theme", "theme": "pink"},
    {"type": "kvpage:theme", "theme": None},
    {"type": "kvpage:theme", "theme": {"dark": 1}},
    {"type": "other:theme", "theme": "dark"},
    {"type": "kvpage:height", "height": 3},
]


@functools.cache
def two_figures():
    """Name the file with two of the lesson's figures."""
    return exported(sections=("hook", "side-by-side")).name


@pytest.fixture
def host(page, faults):
    """Open a page with frames, ``host("1.html", "1.html#block=8")``; give the frames, drawn."""
    with site() as address:

        def open_host(*sources, attributes="", body=""):
            frames = "".join(FRAME.format(source, attributes) for source in sources)
            place = exported().with_name("host.html")
            place.write_text(f'{HOST}<body class="{body}">{frames}')
            page.goto(f"{address}/host.html")
            return [
                drawn(frame.content_frame()) for frame in page.locator("iframe").element_handles()
            ]

        yield open_host


def posted(page, number=0):
    """List the heights that a frame has posted, and check that it posts nothing else."""
    messages = [data for sender, data in page.evaluate("posted") if sender == number]
    assert all(set(data) == {"type", "height"} for data in messages)
    assert {data["type"] for data in messages} <= {"kvpage:height"}
    return [data["height"] for data in messages]


def content_height(frame):
    """Measure what a frame shows, which is higher than the frame itself."""
    return frame.evaluate("Math.ceil(document.documentElement.getBoundingClientRect().height)")


def expect_height_posted(page, frame):
    eventually(lambda: posted(page)[-1:] == [content_height(frame)], True)


def expect_theme(frame, name):
    expect(frame.locator("html")).to_have_attribute("data-theme", name)


@pytest.mark.parametrize("attributes", ["", SANDBOX], ids=["frame", "sandbox"])
def test_the_height_of_what_is_shown_is_posted_whenever_it_changes(host, page, attributes):
    (frame,) = host(exported(sections=("side-by-side",)).name, attributes=attributes)
    expect_height_posted(page, frame)
    heights = [posted(page)[-1]]
    changes = [
        lambda: button(frame, "One long, many short").click(),
        lambda: frame.locator("summary").click(),
        lambda: (field(frame).fill("two"), field(frame).press("Enter")),
        lambda: page.locator("iframe").evaluate("frame => frame.style.width = '400px'"),
    ]
    for change in changes:
        change()
        eventually(lambda: content_height(frame) > heights[-1], True)
        expect_height_posted(page, frame)
        heights.append(posted(page)[-1])
    expect(complaint(frame)).not_to_be_empty()
    assert all(height > 300 for height in heights)


def test_a_host_that_gives_the_height_asked_for_shows_all_and_no_more(host, page):
    (frame,) = host(exported(sections=("side-by-side",)).name, body="fits")

    def surplus():
        return frame.evaluate("document.documentElement.scrollHeight - innerHeight")

    def given():
        return page.locator("iframe").bounding_box()["height"]

    eventually(lambda: (given() == posted(page)[-1], surplus()), (True, 0))
    small = given()
    frame.locator("summary").click()
    eventually(lambda: (given() > small, given() == posted(page)[-1], surplus()), (True, True, 0))
    frame.locator("summary").click()
    eventually(lambda: (given(), surplus()), (small, 0))
    assert len(posted(page)) < 12


@pytest.mark.parametrize("attributes", ["", SANDBOX], ids=["frame", "sandbox"])
def test_undo_works_and_the_history_of_the_host_does_not_grow(host, page, attributes):
    (frame,) = host(two_figures(), attributes=attributes)
    before = entries(page), page.url
    button(frame, "Skip, just show me").click()
    hook_shown(frame, "paged")
    button(frame, "All full").click()
    shown(frame, (8, 8, 8, 8), 8, 4)
    slider(frame, "Block size").press("End")
    shown(frame, (8, 8, 8, 8), 32, 4)
    click_slot(frame, "paged_grid", 0, 2)
    shown(frame, (3, 8, 8, 8), 32, 4)
    field(frame).fill("3, 9")
    field(frame).press("Enter")
    shown(frame, (3, 9), 32, 4)

    for lengths, block, page_size in [
        ((3, 8, 8, 8), 32, 4),
        ((8, 8, 8, 8), 32, 4),
        ((8, 8, 8, 8), 8, 4),
        ((1, 4, 2), 4, 2),
    ]:
        button(frame, "Undo").click()
        shown(frame, lengths, block, page_size)
    hook_shown(frame, "paged")
    button(frame, "Undo").click()
    hook_shown(frame, "naive")
    expect(button(frame, "Undo")).to_have_attribute("aria-disabled", "true")
    assert (entries(page), page.url) == before


@pytest.mark.parametrize("attributes", ["", SANDBOX], ids=["frame", "sandbox"])
def test_the_host_sets_the_theme_until_the_reader_does(host, page, attributes):
    page.emulate_media(color_scheme="light")
    (frame,) = host(two_figures(), attributes=attributes)
    expect_theme(frame, "light")
    for name in ("dark", "light", "dark"):
        page.evaluate("name => tell(0, {type: 'kvpage:theme', theme: name})", name)
        expect_theme(frame, name)
    for message in NONSENSE:
        page.evaluate("message => tell(0, message)", message)
    button(frame, "All full").click()
    shown(frame, (8, 8, 8, 8), 8, 4)
    expect_theme(frame, "dark")

    button(frame, "Light").click()
    expect_theme(frame, "light")
    page.evaluate("tell(0, {type: 'kvpage:theme', theme: 'dark'})")
    button(frame, "Undo").click()
    shown(frame)
    expect_theme(frame, "light")


def test_the_host_outdoes_the_last_choice_and_that_the_system(host, page):
    page.emulate_media(color_scheme="light")
    (frame,) = host(two_figures())
    button(frame, "Dark").click()
    expect_theme(frame, "dark")
    (frame,) = host(two_figures())
    expect_theme(frame, "dark")
    page.evaluate("tell(0, {type: 'kvpage:theme', theme: 'light'})")
    expect_theme(frame, "light")


@pytest.mark.parametrize("attributes", ["", SANDBOX], ids=["frame", "sandbox"])
def test_frames_on_one_page_leave_each_other_alone(host, page, attributes):
    page.emulate_media(color_scheme="light")
    name = two_figures()
    side = exported(sections=("side-by-side",)).name
    first, second, third = host(name, f"{name}#lengths=3,9&block=16", side, attributes=attributes)

    button(first, "All full").click()
    button(first, "Skip, just show me").click()
    hook_shown(first, "paged")
    button(first, "Dark").click()
    expect_theme(first, "dark")
    button(third, "Paging loses").click()
    shown(third, (4, 4, 4), 4, 3)

    shown(first, (8, 8, 8, 8), 8, 4)
    shown(second, (3, 9), 16, 2)
    hook_shown(second, "naive")
    for frame in (second, third):
        expect_theme(frame, "light")
    page.evaluate("tell(1, {type: 'kvpage:theme', theme: 'dark'})")
    expect_theme(second, "dark")
    expect_theme(third, "light")

    button(third, "Undo").click()
    shown(third)
    button(first, "Undo").click()
    hook_shown(first, "naive")
    button(first, "Undo").click()
    shown(first)
    shown(second, (3, 9), 16, 2)
    expect(button(second, "Undo")).to_have_attribute("aria-disabled", "true")
    assert [len(posted(page, number)) > 0 for number in range(3)] == [True] * 3


def test_a_frame_opens_on_the_state_in_its_address(host):
    (frame,) = host(f"{two_figures()}#lengths=3,9&block=16&page=4&scheme=paged&theme=dark")
    shown(frame, (3, 9), 16, 4)
    hook_shown(frame, "paged")
    expect_theme(frame, "dark")
