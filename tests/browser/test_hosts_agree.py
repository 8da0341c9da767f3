"""Served or as a file, the lesson answers the same to whatever a reader does."""

import random
from itertools import zip_longest
from urllib.parse import quote

import pytest
from exported import MODEL, click_slot, drag, drawn, exported, opened
from helpers import (
    FIGURES,
    REACH,
    TURNED_AWAY,
    USED,
    WASTED,
    button,
    complaint,
    eventually,
    field,
    slider,
    slider_value,
)
from playwright.sync_api import expect

READ = """figures => {
    const all = root => [...root.querySelectorAll("*")].flatMap(element =>
        [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])])
    const seen = all(document.body).filter(element => element.checkVisibility())
    const single = value => typeof value == "number" ? Math.fround(value) : value
    const model = MODEL
    const columns = name => Object.entries(model(name).renderers[0].data_source.data)
    const attribute = name =>
        [name, seen.filter(e => e.hasAttribute(name)).map(e => e.getAttribute(name))]
    const states = ["pressed", "disabled", "invalid", "valuenow", "valuemin", "valuemax"]
    return {
        page: [document.title, document.documentElement.dataset.theme],
        text: document.body.innerText.split("\\n"),
        inShadows: seen
            .filter(e => e.parentNode instanceof ShadowRoot && e.innerText)
            .map(e => e.innerText),
        ...Object.fromEntries(
            ["label", "valuetext", ...states].map(name => attribute(`aria-${name}`))),
        ...Object.fromEntries(figures.map(name => [
            name,
            columns(name).map(([column, values]) => [column, ...values].map(single)),
        ])),
        fields: seen.filter(e => e.localName == "input").map(e => e.value.replace(/^.*[?#]/, "")),
        complaint: [document.querySelector("#complaint").textContent],
    }
}""".replace("MODEL", MODEL)

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
BAD_ADDRESSES = [
    "block=33&lengths=3,9",
    "page=two&lengths=3,,9",
    "scheme=both&theme=pink&block=7",
    "blok=5&constructor=1&scheme=paged",
    "lengths=" + quote("<script>alert(1)</script>"),
    "lengths=" + "9" * 400,
    "block=%FF&page=%D9%A3",
]
GOOD_ADDRESSES = [
    "theme=dark&lengths=0,32&block=32&page=16",
    "lengths=29,2,3,1,2,1&block=8&page=4&scheme=paged",
]


def says(page):
    """List the states that the parts of a page say they show."""
    return page.locator("[data-shows]").evaluate_all("parts => parts.map(p => p.dataset.shows)")


def differences(one, other):
    """Give the pairs of what differs in two pages."""
    first, second = one.evaluate(READ, FIGURES), other.evaluate(READ, FIGURES)
    return [
        (part, *pair)
        for part in first
        for pair in zip_longest(first[part], second[part])
        if pair[0] != pair[1]
    ]


class Hosts:
    """The served lesson and the file, which are given the same to do."""

    def __init__(self, served, file):
        self.served, self.file = served, file
        self.done = 0

    def both(self, act):
        """Do to both what leaves the state as it is."""
        for page in (self.served, self.file):
            act(page)
        self.agree()

    def change(self, act):
        """Do to both what changes the state."""
        before = says(self.file)
        act(self.file)
        eventually(lambda: (says(self.file) != before, len(set(says(self.file)[-3:]))), (True, 1))
        act(self.served)
        self.agree()

    def agree(self):
        self.done += 1
        eventually(lambda: says(self.served), says(self.file))
        eventually(lambda: differences(self.served, self.file), [])


@pytest.fixture
def hosts(page, lesson, faults, new_context):
    permissions = ["clipboard-read", "clipboard-write"]
    page.context.grant_permissions(permissions)
    file = new_context(permissions=permissions).new_page()
    file.on("pageerror", lambda error: faults.append(f"file: {error}"))
    file.on("console", lambda m: m.type == "error" and faults.append(f"file: {m.text}"))
    return Hosts(lesson(), opened(file, exported()))


def type_text(text, key):
    def act(page):
        field(page).fill(text)
        field(page).press(key)

    return act


def press_a_button(hosts, chance):
    """Press one of the buttons that change the sequences, the sizes or the scheme."""
    live = hosts.file.locator(
        "#side-by-side :is(.rows, .presets) button:visible:not([aria-disabled=true])"
        ":not([aria-pressed=true]), .switch button[aria-pressed=false]"
    )
    at_the_example = says(hosts.file)[-1] == "1,4,2 4 2"
    names = [name for name in named(live) if name != "Back to the example" or not at_the_example]
    name = chance.choice(names)
    hosts.change(lambda page: button(page, name).click())


def named(buttons):
    return buttons.evaluate_all("all => all.map(b => b.getAttribute('aria-label') ?? b.innerText)")


def click_a_slot(hosts, chance):
    name = chance.choice(FIGURES[2:])
    cells = {column: rows for column, *rows in hosts.file.evaluate(READ, FIGURES)[name]}
    places = zip(cells["kind"], cells["row"], cells["slot"], strict=True)
    kinds = (USED, WASTED, TURNED_AWAY, REACH)
    row, slot = chance.choice([place for kind, *place in places if kind in kinds])
    hosts.change(lambda page: click_slot(page, name, row, slot))


def press_a_key_on_a_slider(hosts, chance):
    name, last = chance.choice([("Block size", 32), ("Page size", 16)])
    at = slider_value(hosts.file, name)
    down, up = ["ArrowLeft", "PageDown", "Home"], ["ArrowRight", "PageUp", "End"]
    key = chance.choice((down if at > 1 else []) + (up if at < last else []))
    hosts.change(lambda page: slider(page, name).press(key))


def drag_a_slider(hosts, chance):
    name, last = chance.choice([("Block size", 32), ("Page size", 16)])
    value = chance.choice(
        [2, last - 1] if slider_value(hosts.file, name) == last // 2 else [last // 2]
    )
    hosts.change(lambda page: drag(page, name, value))


def type_something_good(hosts, chance):
    now = says(hosts.file)[-1].split()[0].split(",")
    texts = [text for text in GOOD_TEXTS if lengths_in(text) != list(map(int, now))]
    hosts.change(type_text(chance.choice(texts), chance.choice(["Enter", "Tab"])))


def lengths_in(text):
    return [int(length) for length in text.replace(",", " ").replace(";", " ").split()]


def type_something_bad(hosts, chance):
    """Type what cannot be understood, move a slider under it, and mend it."""
    text, key = chance.choice(BAD_TEXTS), chance.choice(["Enter", "Tab"])

    def complains(page):
        type_text(text, key)(page)
        expect(complaint(page)).not_to_be_empty()

    hosts.both(complains)
    press_a_key_on_a_slider(hosts, chance)
    type_something_good(hosts, chance)


def undo(hosts, chance):
    press_a_button(hosts, chance)
    hosts.change(lambda page: button(page, "Undo").click())


def go_back_and_forward(hosts, chance):
    press_a_button(hosts, chance)
    hosts.change(lambda page: page.go_back())
    hosts.change(lambda page: page.go_forward())


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


def press_what_can_do_nothing(hosts, chance):
    button_row = hosts.file.locator("#side-by-side button[aria-disabled=true]:visible")
    if names := named(button_row):
        name = chance.choice(names)
        hosts.both(lambda page: button(page, name).click(force=True))


WAYS = {
    press_a_button: 20,
    click_a_slot: 10,
    press_a_key_on_a_slider: 8,
    drag_a_slider: 3,
    type_something_good: 4,
    type_something_bad: 9,
    undo: 3,
    go_back_and_forward: 3,
    copy_the_link: 1,
    switch_the_theme: 2,
    enlarge_and_leave: 2,
    open_or_close_a_table: 3,
    press_what_can_do_nothing: 4,
}


def test_after_each_of_a_hundred_interactions_both_show_the_same(hosts):
    chance = random.Random(4)
    hosts.agree()
    hosts.change(lambda page: button(page, "3").click())
    hosts.both(lambda page: page.locator("summary").nth(1).click())
    ways = [way for way, times in WAYS.items() for _ in range(times)]
    for way in chance.sample(ways, len(ways)):
        way(hosts, chance)
    assert hosts.done >= 100


@pytest.mark.parametrize("addresses", [BAD_ADDRESSES, GOOD_ADDRESSES], ids=["bad", "good"])
def test_both_open_alike_and_complain_alike_whatever_the_address_says(hosts, lesson_url, addresses):
    for address in addresses:
        hosts.served.goto(f"{lesson_url}/?{address}")
        drawn(hosts.served)
        opened(hosts.file, exported(), f"#{address}")
        hosts.agree()
        expect(hosts.file.locator("#note")).to_be_visible(visible=addresses is BAD_ADDRESSES)


def test_both_paint_the_same_figures_in_light_and_in_dark(hosts):
    places = (".lanes", ".strip", "#reserve_grid", "#paged_grid")

    def pictures(page):
        return [page.locator(place).screenshot() for place in places]

    def paint_the_same():
        eventually(lambda: pictures(hosts.served) == pictures(hosts.file), True)
        return pictures(hosts.file)

    light = paint_the_same()
    hosts.change(lambda page: button(page, "Allocate pages").click())
    hosts.change(type_text("9, 0, 3, 12", "Enter"))
    paint_the_same()
    switch_the_theme(hosts, None)
    paint_the_same()
    hosts.change(lambda page: button(page, "Back to the example").click())
    hosts.change(lambda page: button(page, "Reserve a block").click())
    dark = paint_the_same()
    assert all(one != other for one, other in zip(light, dark, strict=True))
