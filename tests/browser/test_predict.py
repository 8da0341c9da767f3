"""Section 5: a question, an answer, a reply; and a picture that stays closed until it may open."""

import html
import json
import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from either import SURPLUS, marks_of, said, shows
from exported import MODEL, exported, opened
from helpers import button, entries, eventually, image
from playwright.sync_api import expect
from test_access import RULES
from test_truth import READ_TABLE, in_pages, reserved

from kvpage import quiz

NAME, USED, WASTED = 6, 1, 2
CARRIED = 100
ENTER_TOO_MANY = 500
"""Milliseconds in which another Enter belongs to the answer."""
LETTERS = "ABCDEFGH"
ALONE = "only=predict"
KINDS = {
    kind: next(
        (level, seed)
        for level in range(1, 6)
        for seed in range(2, 100)
        if quiz.in_turn(level, seed).kind == kind
    )
    for kind in (
        *("page_waste", "block_waste", "pages_held", "fragmentation", "free_slots"),
        *("next_pages", "next_waste", "which_page", "which_length"),
    )
}

EVERYTHING = """() => {
    const found = []
    const look = node => {
        if (["SCRIPT", "STYLE"].includes(node.nodeName))
            return
        if (node.nodeType == Node.TEXT_NODE)
            found.push(node.textContent)
        for (const { value } of node.attributes ?? [])
            found.push(value)
        if (node.nodeName == "INPUT")
            found.push(node.value)
        for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes])
            look(child)
    }
    look(document.documentElement)
    const texts = value => typeof value == "string" ? [value]
        : Array.isArray(value) || ArrayBuffer.isView(value) ? [...value].flatMap(texts)
        : value instanceof Map ? texts([...value.values()])
        : value && [Object.prototype, null].includes(Object.getPrototypeOf(value))
            ? texts(Object.values(value))
        : []
    const models = Bokeh.documents
        .flatMap(all => [...all._all_models.values()])
        .flatMap(model => texts(Object.values(model.attributes)))
    const storage = [localStorage, sessionStorage].map(each => JSON.stringify(each))
    const rest = [document.title, document.cookie, location.href, JSON.stringify(history.state)]
    return [...found, ...models, ...storage, ...rest].join("\\n")
}"""
VERDICT = f"""() => {{
    const {{ level, seed, tries }} = JSON.parse(({MODEL})("turn").value)
    return [level, seed, tries, ({MODEL})("verdict").value]
}}"""
NO_STORAGE = """
    const refuse = { get() { throw new DOMException("no storage", "SecurityError") } }
    Object.defineProperty(window, "localStorage", refuse)
    Object.defineProperty(window, "sessionStorage", refuse)
"""
HOW_FAR_BELOW = """() => {
    const [field, complaint] = ["answer-field", "answer-complaint"].map(
        id => document.getElementById(id).getBoundingClientRect().top)
    return complaint - field
}"""
"""How far the complaint is below the field, in one go: the page may scroll between two looks."""
BAD_LINKS = {
    "level=6&question=2": "question=2",
    "level=0": "",
    "level=two&question=-1": "",
    "question=1.5": "",
}
"""Links to questions that there are not, and what can be understood of each."""
NO_ANSWERS = [
    "",
    "   ",
    "two",
    "1.5",
    "-1",
    "−1",
    "2.0",
    "1e1",
    "0x2",
    "+2",
    "2 3",
    "٢",
    "２",
    "²",
    "9" * 400,
    "x" * 10_000,
    "<img src=x onerror=alert(1)>",
    "<b>2</b>",
]


def answer_field(page):
    return page.get_by_role("textbox", name="Your answer")


def complaint(page):
    return page.locator("#answer-complaint")


def reply(page):
    return page.locator("#predict .reply")


def in_words(page):
    """Read all of the section's words that are in sight."""
    return flat(" ".join(page.locator("#predict [data-shows]:visible").all_inner_texts()))


def asked(page):
    return page.locator("#predict .asked")


def turned(page, level, seed, tries, outcome):
    """Wait until all of section 5 shows this."""
    told = "wrong" if outcome == "again" else outcome
    state = f"{level} {seed} {','.join(map(str, tries))} {told}"
    eventually(lambda: set(shows(page, "#predict")), {state})
    expect(page.locator("#predict")).to_have_attribute("data-outcome", outcome)
    eventually(lambda: page.evaluate(VERDICT), [level, seed, list(tries), told])


def answer(page, number):
    answer_field(page).fill(str(number))
    answer_field(page).press("Enter")


def start(either, level, seed):
    return asked_at(either, level, seed), quiz.in_turn(level, seed)


def asked_at(put_back, level, seed):
    """Have a question asked, in a page with nothing but the questions."""
    page = put_back(f"{ALONE}&level={level}&question={seed}")
    turned(page, level, seed, [], "asked")
    return page


def wrong(question):
    """Give a wrong number that is no typical mistake's."""
    return max(question.answer, *question.mistakes) + 50


def go_on(page, level, seed):
    button(page, "Next question").click()
    turned(page, level, seed, [], "asked")


def flat(text):
    return re.sub(r"\s+", " ", text).strip()


def expect_closed(page, question):
    """Compare all that there is to see and hear with what the question itself says."""
    marks = marks_of(page, "predict_grid")
    hidden = question.kind == "which_length"
    assert {mark["kind"] for mark in marks} == ({NAME} if hidden else {NAME, USED})
    held = [[m for m in marks if (m["kind"], m["row"]) == (USED, row)] for row in range(8)]
    if not hidden:
        lengths = [len(tokens) for tokens in held if tokens]
        assert lengths == list(question.lengths)
        for tokens in held:
            lines = {}
            for token in tokens:
                lines.setdefault(token["y"], []).append(token["x"])
            for line in lines.values():
                assert [round(x - line[0], 3) for x in line] == [*range(len(line))]
    label = image(page, "predict_grid").get_attribute("aria-label")
    said_numbers = set(re.findall(r"\d+", question.text)) | {"?"}
    assert set(re.findall(r"\d+", label)) <= said_numbers
    table = page.locator("#predict details table").evaluate(READ_TABLE)
    lengths = ["?"] if hidden else map(str, question.lengths)
    assert table["rows"] == [list(row) for row in zip(LETTERS, lengths, strict=False)]
    assert not re.search(r"\d", table["caption"])
    everything = html.unescape(flat(page.evaluate(EVERYTHING)).replace('\\"', '"'))
    assert given_away(everything, question) == []
    page.emulate_media(media="print")
    printed = in_words(page) + flat(page.locator("body").inner_text())
    page.emulate_media(media="screen")
    assert given_away(printed, question) == []
    assert question.text in printed
    expect(page.locator("#predict .label.open")).to_be_hidden()
    expect(button(page, "Next question")).to_be_hidden()


def given_away(text, question):
    """List the sentences in a text that tell the answer."""
    sentences = [question.explanation, question.reply(question.answer), "The answer is"]
    return [sentence for sentence in sentences if flat(sentence) in text]


def expect_open(page, question, outcome):
    """Recount the picture, the table and the words of an open answer, slot by slot."""
    lengths = [
        length + 1 if question.kind.startswith("next_") else length for length in question.lengths
    ]
    size = question.answer if question.kind == "which_page" else question.page_size
    side = (
        reserved(lengths, question.block_size)
        if question.kind == "block_waste"
        else in_pages(lengths, size)
    )
    marks = marks_of(page, "predict_grid")
    for row, kinds in enumerate(side.rows):
        cells = [m for m in marks if m["row"] == row and m["kind"] in (USED, WASTED)]
        assert [m["kind"] for m in sorted(cells, key=lambda m: m["slot"])] == kinds
    table = page.locator("#predict details table").evaluate(READ_TABLE)
    columns = zip(LETTERS, lengths, side.allocated, side.used, side.wasted, strict=False)
    sums = ("Sum", *(sum(each) for each in (lengths, side.allocated, side.used, side.wasted)))
    assert table["rows"] == [list(map(str, row)) for row in (*columns, sums)]
    text = in_words(page)
    assert flat(question.explanation) in text
    percent = " percent" if question.kind == "fragmentation" else ""
    assert (f"The answer is {question.answer}{percent}." in text) == (outcome != "right")
    label = image(page, "predict_grid").get_attribute("aria-label")
    assert re.search(rf"\b{sum(side.wasted)} wasted", label)
    expect(answer_field(page)).to_be_hidden()
    expect(button(page, "Show me")).to_be_hidden()
    expect(button(page, "Next question")).to_be_visible()


def test_the_first_two_questions_are_the_fixed_ones_with_their_answers(either):
    page = asked_at(either, 1, 0)
    expect(asked(page)).to_contain_text("Two new sequences, of lengths 3 and 1")
    expect(asked(page)).to_contain_text("pages of 2 slots")
    answer(page, 2)
    turned(page, 1, 0, [2], "right")
    go_on(page, 1, 1)
    expect(asked(page)).to_contain_text("5, 2 and 9 are kept in pages of 4 slots")
    expect(asked(page)).to_contain_text("2 + 1 + 3 pages, so 24 slots")
    answer(page, 8)
    turned(page, 1, 1, [8], "right")


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_question_tells_its_answer_nowhere(in_file, kind):
    level, seed = KINDS[kind]
    page = asked_at(in_file, level, seed)
    question = quiz.in_turn(level, seed)
    expect_closed(page, question)
    answer(page, wrong(question))
    turned(page, level, seed, [wrong(question)], "wrong")
    expect(reply(page)).to_have_text(question.hint)
    expect_closed(page, question)
    button(page, "Show me").click()
    turned(page, level, seed, [wrong(question)], "shown")
    expect_open(page, question, "shown")
    assert "The answer is" in given_away(page.evaluate(EVERYTHING), question)


def test_served_too_neither_page_nor_models_tell_a_closed_answer(lesson):
    page = asked_at(lesson, 5, 2)
    for _ in range(4):
        level, seed, _, _ = page.evaluate(VERDICT)
        question = quiz.in_turn(level, seed)
        turned(page, level, seed, [], "asked")
        expect_closed(page, question)
        answer(page, wrong(question))
        turned(page, level, seed, [wrong(question)], "wrong")
        expect_closed(page, question)
        button(page, "Show me").click()
        turned(page, level, seed, [wrong(question)], "shown")
        expect_open(page, question, "shown")
        assert "The answer is" in given_away(page.evaluate(EVERYTHING), question)
        go_on(page, level, seed + 1)


def test_after_a_wrong_answer_one_can_try_again_and_twice_wrong_opens_the_picture(either):
    page, question = start(either, 2, 3)
    first, second = list(question.mistakes)[:2]
    answer(page, first)
    turned(page, 2, 3, [first], "wrong")
    expect(reply(page)).to_have_text(question.mistakes[first])
    expect(answer_field(page)).to_be_hidden()
    expect(button(page, "Try again")).to_be_focused()
    expect_closed(page, question)
    button(page, "Try again").click()
    turned(page, 2, 3, [first], "again")
    expect(button(page, "Try again")).to_be_hidden()
    expect(answer_field(page)).to_be_enabled(timeout=5_000)
    expect(answer_field(page)).to_be_focused()
    expect(answer_field(page)).to_have_value("")
    expect_closed(page, question)
    answer(page, second)
    turned(page, 2, 3, [first, second], "missed")
    expect(reply(page)).to_have_text(question.mistakes[second])
    expect_open(page, question, "missed")


def test_right_at_the_second_try_opens_the_picture_and_breaks_the_row(either):
    page, question = start(either, 2, 3)
    answer(page, wrong(question))
    button(page, "Try again").click()
    expect(answer_field(page)).to_be_enabled(timeout=5_000)
    answer(page, question.answer)
    turned(page, 2, 3, [wrong(question), question.answer], "right")
    expect_open(page, question, "right")
    go_on(page, 2, 4)
    answer(page, quiz.in_turn(2, 4).answer)
    turned(page, 2, 4, [quiz.in_turn(2, 4).answer], "right")
    go_on(page, 2, 5)


def test_what_is_no_answer_is_complained_about_beside_the_field_and_never_rendered(either):
    page, question = start(either, 1, 4)
    images = page.locator("img").count()
    for text in NO_ANSWERS:
        answer_field(page).fill(text)
        answer_field(page).press("Enter")
        expect(complaint(page)).to_be_visible()
        expect(complaint(page)).not_to_be_empty()
        said_of_it = complaint(page).inner_text()
        assert len(said_of_it) < 300, text
        start_of_it = text.strip()[:20]
        assert not start_of_it or start_of_it in said_of_it
        expect(answer_field(page)).to_have_value(text)
        expect(answer_field(page)).to_have_attribute("aria-invalid", "true")
        expect(answer_field(page)).to_be_focused()
        turned(page, 1, 4, [], "asked")
        assert page.locator("img").count() == images
        assert complaint(page).locator("*").count() == 0
        assert 0 <= page.evaluate(HOW_FAR_BELOW) < 120
    described = answer_field(page).get_attribute("aria-describedby")
    assert described == complaint(page).get_attribute("id")
    expect(complaint(page)).to_have_attribute("role", "alert")
    answer(page, f" {question.answer} ")
    turned(page, 1, 4, [question.answer], "right")
    expect(complaint(page)).to_be_empty()


def test_a_right_answer_entered_twice_counts_once_and_stays_in_sight(either):
    for seed, twice in [(3, enter_twice), (4, click_twice)]:
        page, question = start(either, 2, seed)
        answer_field(page).fill(str(question.answer))
        twice(page)
        turned(page, 2, seed, [question.answer], "right")
        expect_open(page, question, "right")


def test_a_wrong_answer_entered_twice_counts_once(either):
    for seed, twice in [(3, enter_twice), (4, click_twice)]:
        page, question = start(either, 2, seed)
        answer_field(page).fill(str(wrong(question)))
        twice(page)
        expect(page.locator("#predict")).to_have_attribute(
            "data-outcome", re.compile("wrong|again")
        )
        outcome = page.locator("#predict").get_attribute("data-outcome")
        turned(page, 2, seed, [wrong(question)], outcome)
        expect_closed(page, question)


def enter_twice(page):
    for _ in range(2):
        page.keyboard.press("Enter")


def click_twice(page):
    button(page, "Answer").dblclick()


def test_two_right_at_first_try_in_a_row_lead_one_level_up_and_nothing_else_does(in_file):
    page = asked_at(in_file, 2, 6)
    level, streak, seed = 2, 0, 6
    plan = ["right", "shown", "right", "wrong", *["right"] * 8]
    for deed in plan:
        question = quiz.in_turn(level, seed)
        turned(page, level, seed, [], "asked")
        rung = flat(page.locator("#predict .rung").inner_text())
        assert rung == f"Level {level} of 5" + (f", {streak} right in a row" if streak else "")
        expect(asked(page)).to_have_text(question.text)
        if deed == "right":
            answer(page, question.answer)
        else:
            if deed == "wrong":
                answer(page, wrong(question))
            button(page, "Show me").click()
        before = level
        level, streak = quiz.climb(level, streak, deed == "right")
        expect(button(page, "Next question")).to_be_focused()
        assert ("the next question is one level up" in in_words(page)) == (level > before)
        button(page, "Next question").click()
        eventually(lambda: page.evaluate(VERDICT)[0], level)
        seed = page.evaluate(VERDICT)[1]
    assert (level, streak) == (5, 0)


def climbed(page):
    return json.loads(page.evaluate("localStorage['kvpage-progress']"))


def test_progress_survives_a_reload_and_a_new_visit_and_yields_to_a_link(either):
    page = either.fresh(ALONE)
    answer(page, 2)
    turned(page, 1, 0, [2], "right")
    go_on(page, 1, 1)
    page.reload()
    turned(page, 1, 1, [], "asked")
    expect(page.locator("#predict .rung")).to_contain_text("1 right in a row")
    page = either.fresh(ALONE)
    turned(page, 1, 1, [], "asked")
    answer(page, 8)
    turned(page, 1, 1, [8], "right")
    button(page, "Next question").click()
    eventually(lambda: page.evaluate(VERDICT)[0], 2)
    level, seed, _, _ = page.evaluate(VERDICT)
    eventually(lambda: climbed(page), {"level": level, "streak": 0, "seed": seed})
    asked_at(either.fresh, 3, 7)
    page = either.fresh(ALONE)
    turned(page, level, seed, [], "asked")


def test_it_works_where_storage_is_refused(either):
    either.page.add_init_script(NO_STORAGE)
    page = either.fresh(ALONE)
    for seed, right in enumerate((2, 8)):
        turned(page, 1, seed, [], "asked")
        answer(page, right)
        turned(page, 1, seed, [right], "right")
        button(page, "Next question").click()
    eventually(lambda: page.evaluate(VERDICT)[0], 2)


@pytest.mark.parametrize("stored", ["", "{", "null", '{"level":9,"streak":-1,"seed":"x"}', "[1]"])
def test_broken_progress_is_no_progress(page, faults, stored):
    stored = json.dumps(stored)
    page.add_init_script(
        f"if (location.protocol == 'file:') localStorage['kvpage-progress'] = {stored}"
    )
    opened(page, exported(), f"#{ALONE}")
    turned(page, 1, 0, [], "asked")
    answer(page, 2)
    turned(page, 1, 0, [2], "right")


def test_back_and_undo_return_to_the_question_before(either):
    page, question = either("level=2&question=3"), quiz.in_turn(2, 3)
    answer(page, question.answer)
    turned(page, 2, 3, [question.answer], "right")
    before = entries(page)
    go_on(page, 2, 4)
    eventually(lambda: (said(page)["level"], said(page)["question"]), ("2", "4"))
    assert entries(page) == before + 1
    page.go_back()
    eventually(lambda: page.evaluate(VERDICT)[:2], [2, 3])
    expect(asked(page)).to_have_text(question.text)
    eventually(lambda: said(page)["question"], "3")
    page.go_forward()
    turned(page, 2, 4, [], "asked")
    expect(asked(page)).to_have_text(quiz.in_turn(2, 4).text)
    button(page, "Undo").click()
    eventually(lambda: page.evaluate(VERDICT)[:2], [2, 3])


def test_a_link_leads_to_a_question_and_a_bad_one_is_ignored_with_a_note(either):
    page, question = start(either, 3, 7)
    expect(asked(page)).to_have_text(question.text)
    expect(page.locator("#note")).to_be_hidden()
    for bad, good in BAD_LINKS.items():
        page = either(f"{ALONE}&{bad}", shows=f"{ALONE}&{good}")
        expect(page.locator("#note")).to_be_visible()
        assert page.evaluate(VERDICT)[:2] == [1, 2 * (good != "")]
    page = either.fresh("&".join((ALONE, *BAD_LINKS)))
    expect(page.locator("#note")).to_be_visible()
    assert page.evaluate(VERDICT)[0] == 1


def test_a_file_carries_a_hundred_questions_of_a_level_then_starts_over_and_says_so(in_file):
    page = asked_at(in_file, 3, CARRIED - 1)
    over = page.locator("#predict").get_by_text("start over")
    question = quiz.in_turn(3, CARRIED - 1)
    expect(asked(page)).to_have_text(question.text)
    expect(over).to_have_count(0)
    button(page, "Show me").click()
    expect_open(page, question, "shown")
    go_on(page, 3, CARRIED)
    expect(asked(page)).to_have_text(quiz.in_turn(3, 0).text)
    expect(over).to_be_visible()
    answer(page, quiz.in_turn(3, 0).answer)
    turned(page, 3, CARRIED, [quiz.in_turn(3, 0).answer], "right")
    page = asked_at(in_file, 5, 3 * CARRIED + 17)
    expect(asked(page)).to_have_text(quiz.in_turn(5, 17).text)
    expect(over).to_be_visible()


def test_a_file_starts_over_on_level_one_with_its_first_questions(in_file):
    page = asked_at(in_file, 1, CARRIED + 1)
    expect(page.locator("#predict").get_by_text("start over")).to_be_visible()
    expect(asked(page)).to_have_text(quiz.in_turn(1, 1).text)


def test_served_the_questions_have_no_end(lesson):
    page = asked_at(lesson, 3, CARRIED + 5)
    expect(asked(page)).to_have_text(quiz.in_turn(3, CARRIED + 5).text)
    expect(page.locator("#predict").get_by_text("start over")).to_have_count(0)


def test_the_keyboard_is_enough_and_focus_goes_to_what_is_next(either):
    page, question = start(either, 2, 3)
    page.locator("#predict .enlarge").focus()
    page.keyboard.press("Tab")
    expect(answer_field(page)).to_be_focused()
    page.keyboard.type(str(wrong(question)))
    page.keyboard.press("Enter")
    turned(page, 2, 3, [wrong(question)], "wrong")
    expect(button(page, "Try again")).to_be_focused()
    page.keyboard.press("Tab")
    expect(button(page, "Show me")).to_be_focused()
    page.keyboard.press("Space")
    turned(page, 2, 3, [wrong(question)], "shown")
    expect(button(page, "Next question")).to_be_focused()
    opened_at = page.evaluate("performance.now()")
    eventually(lambda: page.evaluate("performance.now()") > opened_at + ENTER_TOO_MANY, True)
    page.keyboard.press("Enter")
    turned(page, 2, 4, [], "asked")
    expect(answer_field(page)).to_be_focused()
    page.keyboard.type(str(quiz.in_turn(2, 4).answer))
    page.keyboard.press("Tab")
    expect(button(page, "Answer")).to_be_focused()
    page.keyboard.press("Space")
    turned(page, 2, 4, [quiz.in_turn(2, 4).answer], "right")
    expect(button(page, "Next question")).to_be_focused()


def test_the_question_and_the_reply_are_in_live_regions(either):
    page, question = start(either, 2, 3)
    answer(page, wrong(question))
    turned(page, 2, 3, [wrong(question)], "wrong")
    for part in (asked(page), reply(page)):
        live = """part => {
            for (let at = part; at; at = at.parentNode ?? at.host)
                if (at.ariaLive)
                    return at.ariaLive
        }"""
        assert part.evaluate(live) == "polite"


@pytest.mark.parametrize("level", range(1, 6))
def test_questions_are_asked_answered_and_explained_as_the_quiz_has_them(in_file, level):
    seed = 10 * level
    page = asked_at(in_file, level, seed)
    question = quiz.in_turn(level, seed)
    expect(asked(page)).to_have_text(question.text)
    number = random.Random(level).choice(list(question.mistakes))
    answer(page, number)
    turned(page, level, seed, [number], "wrong")
    expect(reply(page)).to_have_text(flat(question.reply(number)))
    expect_closed(page, question)
    button(page, "Show me").click()
    turned(page, level, seed, [number], "shown")
    go_on(page, level, seed + 1)
    question = quiz.in_turn(level, seed + 1)
    answer(page, question.answer)
    turned(page, level, seed + 1, [question.answer], "right")
    expect(reply(page)).to_have_text(flat(question.reply(question.answer)))
    expect_open(page, question, "right")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(in_file, theme):
    page = asked_at(in_file, 2, 3)
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    question = quiz.in_turn(2, 3)

    def expect_no_violation(when):
        violations = Axe().run(page, context="#predict", options=RULES).response["violations"]
        found = [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]]
        assert (when, found) == (when, [])

    expect_no_violation("asked")
    answer(page, "two")
    expect(complaint(page)).not_to_be_empty()
    expect_no_violation("with a complaint")
    answer(page, wrong(question))
    turned(page, 2, 3, [wrong(question)], "wrong")
    expect_no_violation("wrong")
    button(page, "Show me").click()
    turned(page, 2, 3, [wrong(question)], "shown")
    page.locator("#predict summary").click()
    expect_no_violation("open")


def test_nothing_reaches_beyond_the_side_of_a_narrow_window(in_file):
    question = quiz.in_turn(*KINDS["next_waste"])
    page = asked_at(in_file, *KINDS["next_waste"])
    page.locator("#predict summary").click()
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 700})
        eventually(lambda: page.evaluate(SURPLUS) <= 0, True)
    page.set_viewport_size({"width": 320, "height": 700})
    answer(page, "9" * 400)
    expect(complaint(page)).not_to_be_empty()
    eventually(lambda: page.evaluate(SURPLUS) <= 0, True)
    assert answer_field(page).bounding_box()["width"] > 60
    answer(page, wrong(question))
    button(page, "Show me").click()
    expect(button(page, "Next question")).to_be_visible()
    eventually(lambda: page.evaluate(SURPLUS) <= 0, True)


def test_a_file_of_the_questions_alone_works(page, faults):
    page = opened(page, exported(sections=("predict",)))
    assert page.locator("main > section").count() == 1
    answer(page, 6)
    turned(page, 1, 0, [6], "wrong")
    button(page, "Show me").click()
    turned(page, 1, 0, [6], "shown")
    expect_open(page, quiz.in_turn(1, 0), "shown")
    go_on(page, 1, 1)
    page.go_back()
    eventually(lambda: page.evaluate(VERDICT)[:2], [1, 0])
