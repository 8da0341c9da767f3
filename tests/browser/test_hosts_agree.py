"""Served or as a file, the lesson answers the same to whatever a reader does."""

import io
import json
import random
from itertools import zip_longest
from urllib.parse import quote

import pytest
from either import sources
from exported import MODEL, click_slot, drag, exported, opened
from helpers import (
    FIGURES,
    REACH,
    TURNED_AWAY,
    USED,
    WASTED,
    all_drawn,
    button,
    complaint,
    eventually,
    field,
    slider,
    slider_value,
)
from PIL import Image, ImageChops
from playwright.sync_api import expect
from test_claims import place_of

from kvpage import quiz

PARTS = ("hook", "side-by-side", "claims", "predict")
FIGURES_OF_PARTS = tuple(f"#{part}" for part in PARTS)
SOURCES = {
    "hook": FIGURES[:2],
    "side-by-side": FIGURES[2:],
    "claims": ("curves", "points", "handle"),
    "predict": ("predict_grid",),
    "pages": ("pages_rows", "pages_cache"),
    "serving": (
        *("serving_reserve", "serving_paged", "serving_running_counts"),
        *("serving_reserve_slots_counts", "serving_paged_slots_counts"),
    ),
}
"""What the figure of a section draws."""
SAYS = """() => {
    const deep = node => [...node.querySelectorAll("*")].flatMap(each => [
        ...(each.dataset?.shows === undefined ? [] : [each.dataset.shows]),
        ...(each.shadowRoot ? deep(each.shadowRoot) : []),
    ])
    const sections = [...document.querySelectorAll("main > section:not([hidden])")]
    return Object.fromEntries(sections.map(each => [each.dataset.section, deep(each)]))
}"""
GO = """address => {
    history.replaceState(history.state, "", address)
    dispatchEvent(new PopStateEvent("popstate"))
}"""
"""Go to another address without a load, as Back and Forward do."""
READ = """figures => {
    const all = root => [...root.querySelectorAll("*")].flatMap(element =>
        [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])])
    const seen = all(document.body).filter(element => element.checkVisibility())
    const single = value => Number.isNaN(value) ? "NaN"
        : typeof value == "number" ? Math.fround(value) : value
    const model = MODEL
    const source = part => part.data ? part : part.renderers[0].data_source
    const columns = name => Object.entries(source(model(name)).data)
    const attribute = name =>
        [name, seen.filter(e => e.hasAttribute(name)).map(e => e.getAttribute(name))]
    const states = ["pressed", "disabled", "invalid", "valuenow", "valuemin", "valuemax"]
    return JSON.stringify({
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
        complaints: [...document.querySelectorAll(".complaint")].map(each => each.textContent),
        ask: [document.documentElement.dataset.ask],
        ...figures.includes("predict_grid") && {
            turn: Object.entries(JSON.parse(model("turn").value)).sort().flat(2),
            verdict: [model("verdict").value],
        },
    })
}""".replace("MODEL", MODEL)

PAINTED = (".lanes", ".strip", "#reserve_grid", "#paged_grid", "#waste_curves", "#predict_grid")
BOXES = """places => places.map(place => {
    const { left, top, right, bottom } = document.querySelector(place).getBoundingClientRect()
    return [left, top + scrollY, right, bottom + scrollY].map(Math.round)
})"""
"""Where these parts stand in the whole page."""
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
    "length=33&level=6&question=-1",
    "only=all&lock=2&ask=yes&length=5",
]
BAD_TO_OPEN = [
    "page=two&lengths=3,,9&scheme=both&theme=pink&block=7&blok=5&constructor=1&length=33&level=6",
    "lengths="
    + quote("<script>alert(1)</script>")
    + "&block=%FF&page=%D9%A3&only=all&lock=2&ask=yes",
    "only=serving&cache=100&blocks=5&load=none&mix=&draw=4&time=1e3&scenario=x&layout=y&step=19",
]
"""All kinds of bad values, to open a page with."""
GOOD_ADDRESSES = [
    "lengths=0,32&block=32&page=16&length=31",
    "lengths=29,2,3,1,2,1&block=8&page=4&scheme=paged",
    "level=3&question=7&lengths=5,2&length=0",
    "level=5&question=99&length=32",
]
GOOD_TO_OPEN = [
    "theme=dark&lock=1&ask=1&lengths=0,32&block=7&page=16&length=31&level=3&question=7",
    "only=side-by-side&lock=1&ask=1&lengths=9,1",
    "only=claims&ask=1&length=9",
    "only=predict&lock=1&level=4",
    "only=pages&scenario=preemption&layout=naive&step=11&lock=1",
    "only=serving&cache=128&blocks=128&pages=16&load=light&mix=short&draw=3&time=40",
]


def says(page):
    """List the states that the parts of each section in sight say they show."""
    return page.evaluate(SAYS)


def settled(page):
    """Tell whether all parts of each figure show one state, and of two the same one."""
    found = {part: {*states} for part, states in says(page).items() if part in PARTS}
    if any(len(states) != 1 for states in found.values()):
        return False
    if not {"side-by-side", "claims"} <= found.keys():
        return True
    (side,), (claims,) = found["side-by-side"], found["claims"]
    return claims.rsplit(" ", 1)[0] == side


def side_shows(page):
    """Give the state that the side by side shows."""
    (state,) = {*says(page)["side-by-side"]}
    return state


def sources_in_sight(page):
    """Name what the figures of the sections in sight draw."""
    return [source for part in says(page) for source in SOURCES.get(part, ())]


def differences(one, other):
    """Give the pairs of what differs in two pages."""
    names = sources_in_sight(one)
    first, second = (json.loads(page.evaluate(READ, names)) for page in (one, other))
    return [
        (part, *pair)
        for part in first
        for pair in zip_longest(first[part], second[part])
        if pair[0] != pair[1]
    ]


class Hosts:
    """The served lesson and the file, which are given the same to do.

    `served` and `file` give the pages of some options.
    """

    def __init__(self, served, file):
        self.give = served, file
        self.done = 0

    def at(self, options=""):
        """Take both pages at these options."""
        self.served, self.file = (give(options) for give in self.give)
        self.agree()
        return self

    def go(self, options):
        """Have both pages follow an address as Back and Forward do."""
        self.served.evaluate(GO, f"?{options}")
        self.file.evaluate(GO, f"#{options}")
        eventually(lambda: settled(self.file), True)
        self.agree()

    def both(self, act):
        """Do to both what leaves the state as it is."""
        for page in (self.served, self.file):
            act(page)
        self.agree()

    def change(self, act):
        """Do to both what changes the state."""
        before = says(self.file)
        act(self.file)
        eventually(lambda: says(self.file) != before and settled(self.file), True)
        act(self.served)
        self.agree()

    def move(self, act):
        """Do to both what changes what a figure in time says it shows."""
        before = says(self.file)
        act(self.file)
        eventually(lambda: says(self.file) != before, True)
        act(self.served)
        self.agree()

    def agree(self):
        self.done += 1
        eventually(lambda: says(self.served), says(self.file))
        eventually(lambda: differences(self.served, self.file), [])


@pytest.fixture
def hosts(lesson, in_file):
    """Give both hosts, whose pages are put back."""
    return Hosts(lambda options: lesson(f"?{options}"), in_file)


@pytest.fixture
def fresh_hosts(page, lesson_url, faults, new_context):
    """Give both hosts, whose pages are opened anew."""
    permissions = ["clipboard-read", "clipboard-write"]
    page.context.grant_permissions(permissions)
    file = new_context(permissions=permissions).new_page()
    file.on("pageerror", lambda error: faults.append(f"file: {error}"))
    file.on("console", lambda m: m.type == "error" and faults.append(f"file: {m.text}"))
    return Hosts(
        lambda options: all_drawn(opened(page, f"{lesson_url}/?{options}")),
        lambda options: all_drawn(opened(file, exported(), f"#{options}")),
    )


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
    at_the_example = side_shows(hosts.file) == "1,4,2 4 2"
    names = [name for name in named(live) if name != "Back to the example" or not at_the_example]
    name = chance.choice(names)
    hosts.change(lambda page: button(page, name).click())


def named(buttons):
    return buttons.evaluate_all("all => all.map(b => b.getAttribute('aria-label') ?? b.innerText)")


def click_a_slot(hosts, chance):
    name = chance.choice(FIGURES[2:])
    cells = {column: rows for column, *rows in json.loads(hosts.file.evaluate(READ, [name]))[name]}
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


def press_a_key_on_the_length(hosts, chance):
    at = slider_value(hosts.file, "Length")
    down, up = ["ArrowLeft", "PageDown", "Home"], ["ArrowRight", "PageUp", "End"]
    key = chance.choice((down if at > 0 else []) + (up if at < 32 else []))
    hosts.change(lambda page: slider(page, "Length").press(key))


def click_on_the_curves(hosts, chance):
    at = slider_value(hosts.file, "Length")
    (curves,) = sources(hosts.file, "curves")
    length = chance.choice([each for each in curves["length"] if each != at])
    hosts.change(lambda page: page.mouse.click(*place_of(page, length)))


def type_something_good(hosts, chance):
    now = side_shows(hosts.file).split()[0].split(",")
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
        expect(page.locator("#link")).to_be_visible()
    hosts.both(lambda page: page.keyboard.press("Escape"))


def switch_the_theme(hosts, _):
    hosts.both(lambda page: page.locator("#theme").click())


def enlarge_and_leave(hosts, chance):
    figure = chance.choice(FIGURES_OF_PARTS)
    hosts.both(lambda page: page.locator(f"{figure} .enlarge").click())
    hosts.both(lambda page: page.keyboard.press("Escape"))


def open_or_close_a_table(hosts, chance):
    which = chance.randrange(4)
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
    press_a_key_on_the_length: 4,
    click_on_the_curves: 3,
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


def test_after_each_of_a_hundred_interactions_both_show_the_same(fresh_hosts):
    hosts = fresh_hosts.at()
    chance = random.Random(4)
    hosts.change(lambda page: button(page, "3").click())
    hosts.both(lambda page: page.locator("summary").nth(1).click())
    ways = [way for way, times in WAYS.items() for _ in range(times)]
    for way in chance.sample(ways, len(ways)):
        way(hosts, chance)
    assert hosts.done >= 100


@pytest.mark.parametrize("options", [*BAD_TO_OPEN, *GOOD_TO_OPEN])
def test_both_open_alike_and_complain_alike_whatever_the_address_says(fresh_hosts, options):
    hosts = fresh_hosts.at(options)
    expect(hosts.file.locator("#note")).to_be_visible(visible=options in BAD_TO_OPEN)


def test_both_follow_the_address_alike_and_complain_alike(hosts):
    hosts.at()
    for options in [*BAD_ADDRESSES, *GOOD_ADDRESSES]:
        hosts.go(options)
        expect(hosts.file.locator("#note")).to_be_visible(visible=options in BAD_ADDRESSES)


def answer(number):
    def act(page):
        page.locator("#answer-field").fill(str(number))
        page.locator("#answer-field").press("Enter")

    return act


def press(name):
    return lambda page: button(page, name).click()


def test_both_ask_reply_and_open_alike(hosts):
    chance = random.Random(5)
    for level in (1, 5):
        hosts.at(f"only=predict&level={level}&question=4")
        first, second, third = (quiz.in_turn(level, seed) for seed in (4, 5, 6))
        hosts.change(answer(chance.choice(list(first.mistakes))))
        hosts.change(press("Show me"))
        hosts.change(press("Next question"))
        for text in ("", "two", "9" * 400, "<b>2</b>"):
            hosts.both(answer(text))
            expect(hosts.file.locator("#answer-complaint")).not_to_be_empty()
        hosts.change(answer(second.answer))
        hosts.change(press("Next question"))
        hosts.change(answer(third.answer))
        hosts.change(press("Next question"))
        hosts.change(press("Show me"))
        hosts.change(lambda page: page.go_back())
        hosts.change(lambda page: page.go_forward())


def test_both_let_a_reader_try_again_alike(hosts):
    first = quiz.in_turn(1, 0)
    hosts.at("only=predict")
    hosts.change(answer(6))
    hosts.both(press("Try again"))
    for page in (hosts.served, hosts.file):
        expect(page.locator("#answer-field")).to_be_enabled()
    hosts.change(answer(first.answer))


def test_both_cover_and_uncover_the_pages_alike_and_copy_the_same_link(hosts):
    hosts.at("ask=1&lock=1&lengths=5,2,7")
    for figure in ("#side-by-side", "#claims"):
        for _ in range(2):
            hosts.both(lambda page, figure=figure: page.locator(f"{figure} .uncover").click())
    hosts.change(lambda page: slider(page, "Length").press("End"))
    hosts.both(lambda page: page.locator("#copy-link").click())
    hosts.both(lambda page: page.locator("#link-only").select_option("claims"))
    hosts.both(lambda page: page.locator("#link-lock").uncheck())
    hosts.both(lambda page: page.locator("#link-ask").uncheck())
    hosts.both(lambda page: page.keyboard.press("Escape"))


def run_the_clock(hosts, figure, chance, times):
    """Press what moves the clock of a figure, as often as is said."""
    clock = f"{figure} .player"
    at = hosts.file.locator(f"{clock} input")
    for _ in range(times):
        step, last = int(at.input_value()), int(at.get_attribute("max"))
        back, on = ["ArrowLeft", "PageDown", "Home"], ["ArrowRight", "PageUp", "End"]
        key = chance.choice((back if step > 0 else []) + (on if step < last else []))
        hosts.move(lambda page, key=key: page.locator(f"{clock} input").press(key))
        names = ["back", "restart"] * (at.input_value() != "0")
        names += ["on"] * (at.input_value() != str(last))
        name = chance.choice(names)
        hosts.move(lambda page, name=name: page.locator(f"{clock} [data-clock={name}]").click())


def test_both_tell_the_stories_of_the_small_cache_alike(hosts):
    chance = random.Random(6)
    hosts.at("only=pages&scenario=reuse&step=9")
    assert len(sources_in_sight(hosts.served)) == 2
    for story, layout in (("growing", "naive"), ("preemption", "paged"), ("reuse", "naive")):
        hosts.move(lambda page, story=story: page.locator(f"[data-story={story}]").click())
        hosts.move(lambda page, name=layout: page.locator(f"[data-layout-of={name}]").click())
        run_the_clock(hosts, "#pages", chance, 2)
        entry = chance.randrange(hosts.file.locator("#pages-tables .entry").count())
        hosts.both(lambda page, nth=entry: page.locator("#pages-tables .entry").nth(nth).click())
    hosts.move(lambda page: page.go_back())
    hosts.move(lambda page: page.go_forward())
    hosts.move(lambda page: page.locator("#pages [data-undo]").click())


def test_both_let_the_same_requests_in(hosts):
    chance = random.Random(7)
    hosts.at("only=serving&load=heavy&time=12")
    assert len(sources_in_sight(hosts.served)) == 5
    hosts.both(lambda page: page.locator("#serving [data-guess]").nth(2).click())
    chosen = {"cache": "128", "blocks": "32", "pages": "1", "load": "flood", "mix": "long"}
    for name, value in chosen.items():
        choice = f"#serving [data-choice={name}]"
        hosts.move(lambda page, at=choice, value=value: page.locator(at).select_option(value))
        run_the_clock(hosts, "#serving", chance, 1)
    hosts.move(lambda page: page.go_back())
    hosts.move(lambda page: page.go_forward())
    hosts.move(lambda page: page.locator("#serving [data-undo]").click())


def pictures(page):
    """Give the pictures of all figures that are painted, as they stand in the whole page."""
    whole = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    return [whole.crop(box) for box in page.evaluate(BOXES, PAINTED)]


def alike(one, other):
    """Tell whether no two pixels differ by more than the last bit.

    The served page has the marks' places in single precision, the file in double.
    """
    if one.size != other.size:
        return False
    return all(most <= 1 for _, most in ImageChops.difference(one, other).getextrema())


def test_both_paint_the_same_figures_in_light_and_in_dark(fresh_hosts):
    hosts = fresh_hosts.at()

    def paint_the_same():
        eventually(
            lambda: all(map(alike, pictures(hosts.served), pictures(hosts.file))), True, seconds=30
        )
        return pictures(hosts.file)

    light = paint_the_same()
    hosts.change(lambda page: button(page, "Allocate pages").click())
    hosts.change(type_text("9, 0, 3, 12", "Enter"))
    paint_the_same()
    hosts.both(lambda page: page.emulate_media(color_scheme="dark"))
    paint_the_same()
    hosts.change(lambda page: button(page, "Back to the example").click())
    hosts.change(lambda page: button(page, "Reserve a block").click())
    dark = paint_the_same()
    assert not any(map(alike, light, dark))
