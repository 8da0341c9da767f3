"""Served or as a file, the lesson answers the same to whatever a reader does."""

import random
from urllib.parse import quote

import pytest
from exported import drawn, exported, opened
from helpers import (
    FIGURES,
    REACH,
    TURNED_AWAY,
    USED,
    WASTED,
    button,
    click_slot,
    complaint,
    entries,
    eventually,
    field,
    marks,
    slider,
    slider_value,
)
from playwright.sync_api import expect

READ = """figures => {
    const all = root => [...root.querySelectorAll("*")].flatMap(element =>
        [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])])
    const seen = all(document.body).filter(element => element.checkVisibility())
    const single = value => typeof value == "number" ? Math.fround(value) : value
    const data = name => {
        const named = Bokeh.documents[0].get_model_by_name(name)
        return (named.renderers ? named : named.children[0]).renderers[0].data_source.data
    }
    const attribute = name =>
        [name, seen.filter(e => e.hasAttribute(name)).map(e => e.getAttribute(name))]
    const states = ["pressed", "disabled", "invalid", "valuenow", "valuemin", "valuemax"]
    return {
        title: document.title,
        theme: document.documentElement.dataset.theme,
        text: document.body.innerText,
        inShadows: seen.filter(e => e.parentNode instanceof ShadowRoot).map(e => e.innerText),
        ...Object.fromEntries(
            ["label", "valuetext", ...states].map(name => attribute(`aria-${name}`))),
        ...Object.fromEntries(figures.map(name => [
            name,
            Object.entries(data(name)).map(([column, values]) => [column, ...values].map(single)),
        ])),
        fields: seen.filter(e => e.localName == "input").map(e => e.value.replace(/^.*[?#]/, "")),
        complaint: document.querySelector("#complaint").textContent,
    }
}"""

BAD_TEXTS = [
    "",
    "1,,4",
    "two",
    "-1",
    "1.5",
    "٣",
    "33",
    "1,2,3,4,5,6,7,8,9",
    "<img src=x onerror=alert(1)>",
    "x" * 10_000,
]
GOOD_TEXTS = ["3, 9", "1;4;7", " 5,0 ", "007", "6 " * 8, "0", "32, 31,2", "1, 2, 3,4,5,6,7,8"]
ADDRESSES = [
    "block=33&lengths=3,9",
    "page=two&lengths=3,,9",
    "scheme=both&theme=pink&block=7",
    "blok=5&constructor=1&scheme=paged",
    "lengths=" + quote("<script>alert(1)</script>"),
    "lengths=" + "9" * 400,
    "theme=dark&lengths=0,32&block=32&page=16",
    "block=%FF&page=%D9%A3",
    "lengths=29,2,3,1,2,1&block=8&page=4&scheme=paged",
]


def says(page):
    """List the states that the parts of a page say they show."""
    return page.locator("[data-shows]").evaluate_all("parts => parts.map(p => p.dataset.shows)")


def differences(one, other):
    """Give what differs of two readings, or [] if nothing does."""
    first, second = one.evaluate(READ, FIGURES), other.evaluate(READ, FIGURES)
    return [(part, first[part], second[part]) for part in first if first[part] != second[part]]


class Hosts:
    """The served lesson and the file, which are given the same to do."""

    def __init__(self, served, file):
        self.served, self.file = served, file
        self.done = 0

    def both(self, act):
        """Do something that changes no state to both."""
        for page in (self.served, self.file):
            act(page)
        self.agree()

    def change(self, act):
        """Do something that changes the state to both."""
        before = says(self.file)
        act(self.file)
        eventually(lambda: says(self.file) != before and len(set(says(self.file)[-3:])), 1)
        act(self.served)
        eventually(lambda: says(self.served), says(self.file))
        self.agree()

    def agree(self):
        self.done += 1
        eventually(lambda: differences(self.served, self.file), [])


@pytest.fixture
def hosts(page, lesson, faults):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    other = page.context.new_page()
    other.on("pageerror", lambda error: faults.append(f"file: {error}"))
    other.on("console", lambda m: m.type == "error" and faults.append(f"file: {m.text}"))
    return Hosts(lesson(), opened(other, exported()))


def type_text(text, key):
    def act(page):
        field(page).fill(text)
        field(page).press(key)

    return act


def press_a_button(hosts, chance):
    """Press one of the buttons that change the sequences, the sizes or the scheme."""
    choice = hosts.file.locator(
        "#side-by-side :is(.rows, .presets) button:visible:not([aria-disabled=true])"
        ":not([aria-pressed=true]), .switch button[aria-pressed=false]"
    )
    names = choice.evaluate_all("all => all.map(b => b.getAttribute('aria-label') ?? b.innerText)")
    at_the_example = says(hosts.file)[-1] == "1,4,2 4 2"
    name = chance.choice([n for n in names if n != "Back to the example" or not at_the_example])
    hosts.change(lambda page: button(page, name).click())


def click_a_slot(hosts, chance):
    name = chance.choice(FIGURES[2:])
    slots = [
        (mark["row"], mark["slot"])
        for mark in marks(hosts.file, name)
        if mark["kind"] in (USED, WASTED, TURNED_AWAY, REACH)
    ]
    row, position = chance.choice(slots)
    hosts.change(lambda page: click_slot(page, name, row, position))


def press_a_key_on_a_slider(hosts, chance):
    name, last = chance.choice([("Block size", 32), ("Page size", 16)])
    at = slider_value(hosts.file, name)
    down, up = ["ArrowLeft", "PageDown", "Home"], ["ArrowRight", "PageUp", "End"]
    key = chance.choice((down if at > 1 else []) + (up if at < last else []))
    hosts.change(lambda page: slider(page, name).press(key))


def drag_a_slider(hosts, chance):
    name, last = chance.choice([("Block size", 32), ("Page size", 16)])
    across = 60 if slider_value(hosts.file, name) < last / 2 else -60

    def drag(page):
        handle = slider(page, name)
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + across, y, steps=3)
        page.mouse.up()

    hosts.change(drag)


def type_something_good(hosts, chance):
    now = says(hosts.file)[-1].split()[0]
    texts = [text for text in GOOD_TEXTS if normal(text) != now]
    hosts.change(type_text(chance.choice(texts), chance.choice(["Enter", "Tab"])))


def normal(text):
    return ",".join(str(int(length)) for length in text.replace(",", " ").replace(";", " ").split())


def go_back_and_forward(hosts, chance):
    press_a_button(hosts, chance)
    hosts.change(lambda page: page.go_back())
    hosts.change(lambda page: page.go_forward())


def undo(hosts, chance):
    press_a_button(hosts, chance)
    hosts.change(lambda page: button(page, "Undo").click())


def copy_the_link(hosts, _):
    hosts.both(lambda page: button(page, "Copy link").click())
    for page in (hosts.served, hosts.file):
        expect(button(page, "Copy link")).to_be_visible(timeout=20_000)


def switch_the_theme(hosts, _):
    hosts.both(lambda page: page.locator("#theme").click())


def enlarge_and_leave(hosts, chance):
    figure = chance.choice(["#hook", "#side-by-side"])
    hosts.both(lambda page: page.locator(f"{figure} .enlarge").click())
    hosts.both(lambda page: page.keyboard.press("Escape"))


def open_or_close_a_table(hosts, chance):
    which = chance.randrange(2)
    hosts.both(lambda page: page.locator("summary").nth(which).click())


def press_what_can_do_nothing(hosts, _):
    dead = hosts.file.locator("button[aria-disabled=true]:visible")
    names = dead.evaluate_all("all => all.map(b => b.getAttribute('aria-label') ?? b.innerText)")
    for name in names[:2]:
        hosts.both(lambda page, name=name: button(page, name).click(force=True))


WAYS = {
    press_a_button: 28,
    click_a_slot: 14,
    press_a_key_on_a_slider: 14,
    drag_a_slider: 4,
    type_something_good: 9,
    undo: 5,
    go_back_and_forward: 4,
    copy_the_link: 1,
    switch_the_theme: 3,
    enlarge_and_leave: 3,
    open_or_close_a_table: 4,
    press_what_can_do_nothing: 4,
}


def test_after_each_of_a_hundred_interactions_both_show_the_same(hosts):
    chance = random.Random(4)
    hosts.agree()
    hosts.change(lambda page: button(page, "3").click())
    hosts.both(lambda page: page.locator("summary").nth(1).click())
    ways = [way for way, times in WAYS.items() for _ in range(times)]
    chance.shuffle(ways)
    for way in ways:
        way(hosts, chance)
    assert hosts.done >= 100
    assert entries(hosts.file) > 20


def test_whatever_is_wrong_in_the_field_both_complain_and_recover_alike(hosts):
    for number, text in enumerate(BAD_TEXTS):
        hosts.both(lambda page, text=text: field(page).fill(text))
        key = ("Enter", "Tab")[number % 2]
        hosts.both(lambda page, key=key: field(page).press(key))
        for page in (hosts.served, hosts.file):
            expect(complaint(page)).not_to_be_empty()
        hosts.change(lambda page: slider(page, "Block size").press("ArrowRight"))
        hosts.change(type_text(GOOD_TEXTS[number % 2], "Enter"))


def test_both_open_alike_on_any_address_and_complain_alike_of_it(hosts, lesson_url):
    for address in ADDRESSES:
        hosts.served.goto(f"{lesson_url}/?{address}")
        drawn(hosts.served)
        opened(hosts.file, exported(), f"#{address}")
        eventually(lambda: says(hosts.served), says(hosts.file))
        hosts.agree()
