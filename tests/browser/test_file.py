"""The file is the whole lesson, alone: from a disk, without a network, shut in or on paper."""

import operator
import re
from itertools import accumulate

import pytest
from axe_playwright_python.sync_playwright import Axe
from either import shows
from exported import (
    POLICY,
    SECTIONS,
    behind_hash,
    click_slot,
    drag,
    drawn,
    exported,
    opened,
    site,
)
from helpers import (
    FIRST,
    button,
    complaint,
    entries,
    eventually,
    field,
    hook_shown,
    open_tables,
    pressed,
    shown,
    slider,
    slider_value,
    use_time,
)
from playwright.sync_api import expect

FIGURES = tuple(f"#{name}" for name in SECTIONS)
OTHER = {"light": "dark", "dark": "light"}
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
SURPLUS = """() => {
    const root = document.documentElement
    const edges = [...document.querySelectorAll("figure, figure *:not(.table *)")]
        .map(element => element.getBoundingClientRect().right)
    return Math.ceil(Math.max(root.scrollWidth, ...edges) - root.clientWidth)
}"""

each_file = pytest.mark.parametrize(
    "options",
    [{}, *({"sections": (name,)} for name in SECTIONS)],
    ids=["whole lesson", *SECTIONS],
)


@pytest.fixture
def lesson_file(page, faults):
    """Open the whole lesson: ``lesson_file("#block=8")`` returns the page, drawn."""
    return lambda rest="": opened(page, exported(), rest)


@pytest.fixture
def requests(page):
    """Collect the addresses of all that the page asks for."""
    found = []
    page.on("request", lambda request: found.append(request.url))
    page.on("websocket", lambda socket: found.append(socket.url))
    page.on("worker", lambda worker: found.append(worker.url))
    return found


def theme(page):
    return page.locator("html").get_attribute("data-theme")


def expect_theme(page, name):
    expect(page.locator("html")).to_have_attribute("data-theme", name)
    expect(page.locator("#theme")).to_have_text(OTHER[name].title())


def use_everything(page):
    """Use each control once, and see that it does what it says."""
    expect(page.locator("#hook")).not_to_contain_text("1 of 8")
    button(page, "3").click()
    hook_shown(page, "paged")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#hook [data-shows]").first).to_contain_text("You said 3")
    button(page, "Reserve a block").click()
    hook_shown(page, "naive")
    expect(page.locator("#hook [data-shows]").first).to_contain_text("1 of 8")
    button(page, "Allocate pages").click()
    hook_shown(page, "paged")

    button(page, "One long, many short").click()
    shown(page, (29, 2, 3, 1, 2, 1), 32, 4)
    button(page, "All equal").click()
    shown(page, (5, 5, 5, 5), 12, 4)
    button(page, "All full").click()
    shown(page, (8, 8, 8, 8), 8, 4)
    button(page, "Paging loses").click()
    shown(page, (4, 4, 4), 4, 3)
    assert pressed(page, ".presets") == ["Paging loses"]
    button(page, "Surprise me").click()
    eventually(lambda: pressed(page, ".presets"), [])

    field(page).fill("3, two")
    field(page).press("Enter")
    expect(complaint(page)).to_contain_text("two")
    field(page).fill("3; 9")
    field(page).press("Enter")
    expect(field(page)).to_have_value("3, 9")
    expect(complaint(page)).to_be_empty()
    slider(page, "Block size").press("End")
    slider(page, "Page size").press("End")
    shown(page, (3, 9), 32, 16)
    slider(page, "Block size").press("Home")
    slider(page, "Page size").press("ArrowLeft")
    shown(page, (3, 9), 1, 15)
    button(page, "One token more in A").click()
    shown(page, (4, 9), 1, 15)
    button(page, "One token fewer in B").click()
    shown(page, (4, 8), 1, 15)
    button(page, "Add a sequence").click()
    shown(page, (4, 8, 1), 1, 15)
    button(page, "Remove A").click()
    shown(page, (8, 1), 1, 15)
    click_slot(page, "paged_grid", 1, 4)
    shown(page, (8, 5), 1, 15)
    click_slot(page, "reserve_grid", 0, 7)
    shown(page, (7, 5), 1, 15)
    button(page, "Undo").click()
    shown(page, (8, 5), 1, 15)

    open_tables(page)
    use_time(page)
    expect(page.locator("#side-by-side details td").first).to_have_text("8")
    for enlarge in page.locator(".enlarge").all():
        place = enlarge.bounding_box()["x"]
        enlarge.click()
        eventually(lambda enlarge=enlarge, place=place: enlarge.bounding_box()["x"] > place, True)
        enlarge.press("Escape")
        eventually(lambda enlarge=enlarge: enlarge.bounding_box()["x"], place)
    before = theme(page)
    page.locator("#theme").click()
    expect_theme(page, OTHER[before])
    button(page, "Back to the example").click()
    shown(page)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_without_a_network_everything_works_and_nothing_is_asked_for(
    lesson_file, page, requests, system
):
    page.emulate_media(color_scheme=system)
    page.context.set_offline(True)
    lesson_file()
    expect_theme(page, system)
    use_everything(page)
    page.go_back()
    shown(page, (8, 5), 1, 15)
    asked = [url for url in requests if not url.startswith("data:")]
    assert asked == [exported().as_uri()]


def test_under_a_policy_that_allows_only_what_is_in_the_file_everything_works(
    page, faults, requests
):
    with site(POLICY) as address:
        file = f"{address}/{exported().name}"
        opened(page, file)
        use_everything(page)
        button(page, "Undo").click()
        shown(page, (8, 5), 1, 15)
    assert [url for url in requests if not url.startswith("data:")] == [file]


def test_in_a_frame_that_may_only_run_scripts_everything_works(page, faults):
    frame = shut_in(page, exported())
    use_everything(frame)
    button(frame, "Undo").click()
    shown(frame, (8, 5), 1, 15)


def shut_in(page, file):
    """Open a file in a sandboxed frame that may run scripts and nothing else."""
    host = file.with_name("sandbox.html")
    host.write_text(
        f'<!doctype html><title>Host</title><iframe sandbox="allow-scripts" src="{file.name}"'
        ' style="border: 0; width: 1200px; height: 700px"></iframe>'
    )
    page.goto(host.as_uri())
    return drawn(page.locator("iframe").element_handle().content_frame())


def test_a_link_that_may_not_be_copied_is_there_selected(page, faults, browser):
    frame = shut_in(page, exported())
    button(frame, "All full").click()
    shown(frame, (8, 8, 8, 8), 8, 4)
    button(frame, "Copy link").click()
    by_hand = frame.locator("input:focus")
    link = by_hand.input_value()
    selected = "input => input.value.slice(input.selectionStart, input.selectionEnd)"
    assert by_hand.evaluate(selected) == link
    assert link.startswith(exported().as_uri() + "#")
    other = opened(browser.new_page(), link)
    shown(other, (8, 8, 8, 8), 8, 4)
    other.close()


def test_a_copied_link_opens_on_the_same_for_somebody_else(lesson_file, page, browser):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lesson_file("#block=12")
    button(page, "Skip, just show me").click()
    field(page).fill("7, 0, 13")
    field(page).press("Enter")
    shown(page, (7, 0, 13), 12, 2)
    page.locator("#theme").click()
    button(page, "Copy link").click()
    expect(button(page, "Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    address, state = link.split("#")
    assert address == exported().as_uri()
    assert {"lengths=7,0,13", "block=12", "scheme=paged"} <= set(state.split("&"))

    other = opened(browser.new_page(), link)
    shown(other, (7, 0, 13), 12, 2)
    hook_shown(other, "paged")
    expect_theme(other, "dark")
    expect(other.locator("#question")).to_be_hidden()
    expect(other.locator("#note")).to_be_hidden()
    other.close()


def test_no_button_is_dead(lesson_file, page):
    """Press each button of the page anew; all but those that can do nothing change something."""
    what_is_seen = """() => {
        const text = root => [...root.querySelectorAll("*")]
            .filter(element => element.shadowRoot)
            .map(element => text(element.shadowRoot) + element.shadowRoot.textContent).join()
        const boxes = [...document.querySelectorAll("figure")].map(f => f.clientWidth)
        return document.body.innerText + text(document.body) + boxes + document.activeElement.value
    }"""
    address = "#lengths=3,9,5&block=6&page=3"
    lesson_file(address)
    names = page.locator("button:not(.entry):visible").evaluate_all(
        "all => all.map(button => button.getAttribute('aria-label') ?? button.innerText)"
    )
    assert len(names) > 25
    for name in names:
        target = button(page, name)
        if not target.is_visible():
            lesson_file(address)
        if "true" in (target.get_attribute(f"aria-{state}") for state in ("disabled", "pressed")):
            continue
        before = page.evaluate(what_is_seen)
        target.click()
        eventually(lambda before=before: page.evaluate(what_is_seen) != before, True)
        page.keyboard.press("Escape")


def test_the_state_is_behind_the_hash_and_each_gesture_is_one_step_back(lesson_file, page):
    lesson_file()
    first = entries(page)
    steps = [
        lambda: slider(page, "Block size").press("ArrowRight"),
        lambda: drag(page, "Page size", 9),
        lambda: button(page, "Allocate pages").click(),
        lambda: (field(page).fill("3, 0, 9"), field(page).press("Enter")),
        lambda: button(page, "One token more in B").click(),
        lambda: click_slot(page, "paged_grid", 0, 0),
    ]
    changes = [
        {"block": "5"},
        {"page": "9"},
        {"scheme": "paged"},
        {"lengths": "3,0,9"},
        {"lengths": "3,1,9"},
        {"lengths": "1,1,9"},
    ]
    states = list(accumulate(changes, operator.or_, initial=FIRST))
    for number, step in enumerate(steps, 1):
        step()
        eventually(lambda: behind_hash(page), states[number])
        eventually(lambda: entries(page), first + number)
    for state in states[-2::-1]:
        page.go_back()
        expect_all_shown(page, state)
    for state in states[1:]:
        page.go_forward()
        expect_all_shown(page, state)
    button(page, "Undo").click()
    expect_all_shown(page, states[-2])
    page.reload()
    drawn(page)
    expect_all_shown(page, states[-2])
    assert re.search(r"\.html#", page.url)


def expect_all_shown(page, state):
    lengths = [int(length) for length in state["lengths"].split(",")]
    shown(page, lengths, state["block"], state["page"])
    hook_shown(page, state["scheme"])
    eventually(lambda: behind_hash(page), state)
    expect(field(page)).to_have_value(", ".join(map(str, lengths)))
    assert slider_value(page, "Block size") == int(state["block"])
    assert slider_value(page, "Page size") == int(state["page"])


def test_a_held_key_is_one_step_back(lesson_file, page):
    lesson_file("#lengths=3,9")
    first = entries(page)
    slider(page, "Block size").focus()
    for _ in range(8):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    shown(page, (3, 9), 12, 2)
    eventually(lambda: entries(page), first + 1)
    page.go_back()
    shown(page, (3, 9), 4, 2)


def test_an_address_given_to_the_open_file_is_shown(lesson_file, page):
    lesson_file()
    page.goto(exported().as_uri() + "#lengths=3,9&block=16&page=4&scheme=paged")
    shown(page, (3, 9), 16, 4)
    hook_shown(page, "paged")


def test_bad_parts_of_an_address_are_named_and_the_good_ones_apply(lesson_file, page):
    lesson_file("#lengths=3,9&block=33&page=two&scheme=both&theme=pink&blok=5")
    shown(page, (3, 9))
    for named in ("33", "1 to 32", "two", "1 to 16", "both", "pink", "blok"):
        expect(page.locator("#note")).to_contain_text(named)
    expect_theme(page, "light")
    button(page, "Close this note").click()
    expect(page.locator("#note")).to_be_hidden()


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_alone_with_its_heading_and_alive(page, faults, section):
    opened(page, exported(sections=(section,)))
    assert [page.locator(name).count() for name in FIGURES] == [
        int(name == f"#{section}") for name in FIGURES
    ]
    heading = page.get_by_role("heading", level=1)
    title = {
        "hook": "A KV cache runs out long before it is full",
        "rules": "Two ways to hand out slots",
        "side-by-side": "The same sequences, both ways",
        "claims": "How much can go to waste?",
        "predict": "First say, then see",
        "pages": "Scattered, and found again",
        "serving": "Room for more at once",
        "next": "When memory is no longer the wait",
    }
    expect(heading).to_contain_text(title[section])
    page.locator("#theme").click()
    expect_theme(page, "dark")
    if section == "hook":
        button(page, "1").click()
        hook_shown(page, "paged")
        page.go_back()
        hook_shown(page, "naive")
    if section == "side-by-side":
        button(page, "All full").click()
        shown(page, (8, 8, 8, 8), 8, 4)
        button(page, "Undo").click()
        shown(page)
    if section == "claims":
        slider(page, "Length").press("End")
        eventually(lambda: set(shows(page, "#claims")), {"1,4,2 4 2 32"})
        page.go_back()
        eventually(lambda: set(shows(page, "#claims")), {"1,4,2 4 2 3"})
    if section == "predict":
        button(page, "Show me").click()
        expect(page.locator("#predict")).to_have_attribute("data-outcome", "shown")
        button(page, "Next question").click()
        expect(page.locator("#predict")).to_have_attribute("data-outcome", "asked")
        page.go_back()
        eventually(lambda: behind_hash(page)["question"], "0")
    if section == "pages":
        button(page, "Step on").click()
        eventually(lambda: behind_hash(page)["step"], "1")
        page.go_back()
        eventually(lambda: behind_hash(page)["step"], "0")
    if section == "serving":
        button(page, "as many").click()
        button(page, "Step on").click()
        eventually(lambda: behind_hash(page)["time"], "1")
        page.go_back()
        eventually(lambda: behind_hash(page)["time"], "0")


def test_the_sections_that_are_asked_for_stand_in_the_lesson_s_order(page, faults):
    opened(page, exported(sections=("next", "side-by-side", "next")))
    names = page.locator(", ".join(FIGURES)).evaluate_all("all => all.map(element => element.id)")
    assert names == ["side-by-side", "next"]


def test_a_file_starts_as_it_was_asked_to_and_its_addresses_still_say_all(page, faults):
    asked = {"lengths": (3, 9, 5, 1), "block_size": 16, "page_size": 4}
    file = exported(**asked, scheme="paged", theme="dark")
    opened(page, file)
    shown(page, (3, 9, 5, 1), 16, 4)
    hook_shown(page, "paged")
    expect_theme(page, "dark")
    expect(page.locator("#question")).to_be_hidden()
    expect(field(page)).to_have_value("3, 9, 5, 1")
    assert slider_value(page, "Block size") == 16
    assert slider_value(page, "Page size") == 4
    assert pressed(page, ".presets") == []
    assert pressed(page, ".switch") == ["Allocate pages"]
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")

    button(page, "Back to the example").click()
    shown(page)
    button(page, "Reserve a block").click()
    hook_shown(page, "naive")
    page.reload()
    drawn(page)
    shown(page)
    hook_shown(page, "naive")
    page.go_back()
    page.go_back()
    shown(page, (3, 9, 5, 1), 16, 4)
    hook_shown(page, "paged")

    opened(page, file, "#block=8&page=99")
    shown(page, (3, 9, 5, 1), 8, 4)
    expect(page.locator("#note")).to_contain_text("99")


@each_file
def test_axe_finds_nothing_at_any_width_in_any_theme(page, faults, options):
    for name in ("light", "dark"):
        opened(page, exported(**options), f"#theme={name}")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 720})
            eventually(lambda: page.evaluate(SURPLUS) <= 0, True)
            violations = Axe().run(page, options=RULES).response["violations"]
            found = [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]]
            assert (name, width, found) == (name, width, [])


@each_file
def test_nothing_reaches_beyond_the_side_of_a_window(page, faults, options):
    opened(page, exported(**options), "#lengths=32,32,32,32,32,32,32,32&block=32&page=11&blok=1")
    open_tables(page)
    for width in (1280, 768, 360, 320):
        page.set_viewport_size({"width": width, "height": 720})
        eventually(lambda: page.evaluate(SURPLUS) <= 0, True)


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("mark", ["?", "#"])
def test_a_click_outdoes_the_address_that_the_last_choice_and_that_the_system(
    lesson_file, page, system, mark
):
    page.emulate_media(color_scheme=system)
    lesson_file()
    expect_theme(page, system)
    lesson_file(f"{mark}theme={OTHER[system]}")
    expect_theme(page, OTHER[system])
    page.locator("#theme").click()
    expect_theme(page, system)
    page.locator("#theme").click()
    expect_theme(page, OTHER[system])
    page.reload()
    drawn(page)
    expect_theme(page, OTHER[system])
    another = page.context.new_page()
    another.emulate_media(color_scheme=system)
    opened(another, exported())
    expect_theme(another, OTHER[system])
    opened(another, exported(), f"{mark}theme={system}")
    expect_theme(another, system)


def test_the_address_outdoes_the_theme_of_the_file_and_that_the_last_choice(lesson_file, page):
    lesson_file()
    page.locator("#theme").click()
    expect_theme(page, "dark")
    light = exported(theme="light")
    opened(page, light)
    expect_theme(page, "light")
    opened(page, light, "#theme=dark")
    expect_theme(page, "dark")
    opened(page, light, "?theme=dark")
    expect_theme(page, "dark")
    page.locator("#theme").click()
    expect_theme(page, "light")


def to_paper(page):
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


def test_what_can_only_be_pressed_is_not_printed(lesson_file, page):
    to_paper(lesson_file())
    for part in ("h1", "#hook", "#rules", "#reserve_grid", "#paged_grid", "#next"):
        expect(page.locator(part)).to_be_visible()
    left = page.locator(":is(button:not(.entry), summary, #question):visible")
    assert [part.text_content() for part in left.all()] == []


def test_paper_has_the_layout_of_the_screen_scaled(lesson_file, page):
    lesson_file("#lengths=3,9,5&block=6")
    screen = boxes(page)
    to_paper(page)
    paper = boxes(page)
    scale = paper["#side-by-side"]["width"] / screen["#side-by-side"]["width"]
    assert scale < 0.75
    for place, box in screen.items():
        assert paper[place]["width"] == pytest.approx(box["width"] * scale, abs=2)
    for place in ("#reserve_grid", "#paged_grid", ".lanes"):
        assert paper[place]["height"] == pytest.approx(screen[place]["height"] * scale, abs=2)
    assert paper["#reserve_grid"]["y"] == pytest.approx(paper["#paged_grid"]["y"], abs=1)

    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    eventually(lambda: boxes(page), screen)


def boxes(page):
    places = ("#hook", ".lanes", "#side-by-side", "#reserve_grid", "#paged_grid")
    return {place: page.locator(place).bounding_box() for place in places}
