"""What the pages for teachers say, counted again; and what the reference lists."""

import json
import math
import re
import subprocess
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

import kvpage
from kvpage import NaiveAllocator, PagedAllocator, Requests, naive, paged, simulate
from kvpage.figures.admission import LONGEST
from kvpage.lesson import comparison
from kvpage.lesson.quiz import LEVELS, in_turn
from kvpage.lesson.scenarios import LAST, SCENARIOS, SCHEMES, tell
from kvpage.page.assembling import SECTIONS
from kvpage.serving.workloads import CHOICES, allocators, both
from kvpage.views import EXAMPLE, GUESSES, LIMITS

DOCS = Path(__file__).parents[1] / "docs"
TEACHING = (DOCS / "teaching.md").read_text("utf-8")
LINKS = re.findall(r"`\?([^`]+)`", TEACHING)
FIRST, LATER = TEACHING.split("\n## A second class\n")
SECOND, ASSIGNMENT = LATER.split("\n## On the projector\n")[0].split("\n## An assignment\n")


def steps_of(text):
    return re.findall(r"^### (\S+): .*\n((?:(?!#).*\n)+)", text, re.MULTILINE)


def class_of(text):
    return [
        (minutes, dict(parse_qsl(link)), asked, answer)
        for minutes, step in steps_of(text)
        for link, asked, answer in re.findall(r"> `\?(.+)`\\\n> (.+)\\\n> \*\*(.+)\*\*\n", step)
    ]


STEPS, CLASS, SECOND_CLASS = steps_of(FIRST), class_of(FIRST), class_of(SECOND)
MISTAKES = {
    minutes: {int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    for minutes, text in STEPS
}


def test_the_homework_is_what_the_command_prints():
    command = "kvpage quiz --level 3 --count 10 --seed 7"
    assert command in TEACHING
    printed = subprocess.run(
        [sys.executable, "-m", *command.split()], capture_output=True, timeout=60, check=True
    )
    assert (DOCS / "homework.md").read_bytes() == printed.stdout


def test_the_questions_of_the_sheet_follow_each_other_in_the_lesson():
    assert "`?only=predict&level=3&question=7`" in TEACHING
    printed = re.findall(r"^\d+\. (.+)", (DOCS / "homework.md").read_text("utf-8"), re.MULTILINE)
    assert printed == [in_turn(3, number).text for number in range(7, 17)]


def within(least, most):
    return lambda text: text.isascii() and text.isdigit() and least <= int(text) <= most


def are_lengths(text):
    lengths = text.split(",")
    return len(lengths) <= LIMITS["sequences"] and all(map(within(0, LIMITS["length"]), lengths))


UNDERSTOOD = {
    "lengths": are_lengths,
    "block": within(1, LIMITS["block"]),
    "page": within(1, LIMITS["page"]),
    "length": within(0, LIMITS["length"]),
    "level": within(1, LEVELS),
    "question": within(0, LIMITS["question"]),
    "scenario": SCENARIOS.__contains__,
    "layout": SCHEMES.__contains__,
    "step": within(0, LAST),
    "cache": [*map(str, CHOICES["cache"])].__contains__,
    "blocks": [*map(str, CHOICES["block"])].__contains__,
    "pages": [*map(str, CHOICES["page"])].__contains__,
    "load": CHOICES["load"].__contains__,
    "mix": CHOICES["mix"].__contains__,
    "draw": [*map(str, CHOICES["draw"])].__contains__,
    "time": within(0, LONGEST),
    "only": SECTIONS.__contains__,
    "lock": "1".__eq__,
    "ask": "1".__eq__,
}


@pytest.mark.parametrize("link", LINKS)
def test_a_link_says_only_what_the_page_understands(link):
    pairs = parse_qsl(link, keep_blank_values=True, strict_parsing=True)
    assert len(dict(pairs)) == len(pairs)
    assert [name for name, text in pairs if not UNDERSTOOD[name](text)] == []


def workload(link):
    """Return the lengths, the block and the page that a link puts before the class."""
    if link["only"] == "predict":
        question = in_turn(int(link["level"]), int(link["question"]))
        return list(question.lengths), question.block_size, question.page_size
    lengths = [int(length) for length in link.get("lengths", "").split(",") if length]
    if link["only"] == "claims":
        lengths = [int(link["length"])]
    block, page = link.get("block"), link.get("page")
    return (
        lengths or EXAMPLE["lengths"],
        int(block or EXAMPLE["block_size"]),
        int(page or EXAMPLE["page_size"]),
    )


def counted(lengths, block, page):
    """Count everything that an answer may state, in the words in which it does."""
    reserve, pages = naive(lengths, block, truncate=True), paged(lengths, page)
    cache = max(len(lengths) * block, pages.n_slots)
    most = paged(range(LIMITS["length"] + 1), page).wasted.max()
    taken = paged([length + 1 for length in lengths], page).n_units - pages.n_units
    return {
        f"{reserve.n_wasted} of {reserve.n_slots} in blocks",
        f"{pages.n_wasted} of {pages.n_slots} in pages",
        f"{reserve.turned_away.sum()} turned away",
        f"{cache - pages.n_slots} free",
        f"{most} at most",
        f"{pages.n_units} entries",
        f"{taken} new {'page' if taken == 1 else 'pages'}",
    }


@pytest.mark.parametrize(("minutes", "link", "asked", "answer"), CLASS)
def test_an_answer_is_what_the_allocators_make_of_its_link(minutes, link, asked, answer):
    assert set(answer.split(", ")) <= counted(*workload(link))


def test_a_question_of_the_page_is_asked_and_answered_as_there():
    questions = [
        (in_turn(int(link["level"]), int(link["question"])), asked, answer)
        for _, link, asked, answer in CLASS
        if link["only"] == "predict"
    ]
    assert len(questions) == 3
    for question, asked, answer in questions:
        numbers = [int(number) for number in re.findall(r"\d+", asked)]
        assert numbers == [*question.lengths, question.page_size]
        assert int(answer.split()[0]) == question.answer


@pytest.mark.parametrize("minutes", MISTAKES)
def test_the_mistakes_to_expect_are_those_that_lead_to_their_numbers(minutes):
    link = next(link for when, link, *_ in CLASS if when == minutes)
    lengths, _, page = workload(link)
    wasted, bound = paged(lengths, page).n_wasted, page - 1
    expected = set()
    match link["only"]:
        case "hook":
            expected = {*GUESSES} - {wasted}
        case "predict":
            expected = {*in_turn(int(link["level"]), int(link["question"])).mistakes}
        case "side-by-side":
            pooled = paged([sum(lengths)], page).n_wasted
            expected = {pooled, bound, len(lengths) * bound} - {wasted}
    assert MISTAKES[minutes] == expected


@pytest.mark.parametrize(("text", "n_links"), [(FIRST, 12), (SECOND, 11)], ids=["first", "second"])
def test_the_steps_of_a_class_follow_each_other_to_the_twentieth_minute(text, n_links):
    starts, ends = zip(
        *(map(int, minutes.split("–")) for minutes, _ in steps_of(text)), strict=True
    )
    assert starts == (0, *ends[:-1])
    assert ends[-1] == 20
    assert len(class_of(text)) == text.count("\n> `?") == n_links


# ---- the second class ------------------------------------------------------------------------


def told_next(link):
    """Collect what an answer may say of what the small cache does after the step of a link."""
    step, (here, other) = int(link["step"]), SCHEMES if link["layout"] == "naive" else SCHEMES[::-1]
    story = tell(link["scenario"], here)
    after, said = story[step + 1], set()
    for row in after["running"]:
        said.add(f"slot {row['slot']}")
        if row["taken"]:
            pages = " and ".join(str(taken["number"]) for taken in row["taken"])
            said.add(f"{row['name']} takes page{'s' * (row['n_taken'] > 1)} {pages}")
    for event in after["happened"]:
        if event["preempted"]:
            said |= {f"{event['name']} gives way", f"{event['dropped']} tokens lost"}
    returns = [(facts, row) for facts in story for row in facts["running"] if row["returns"]]
    for facts, row in returns:
        said |= {f"step {facts['step']}", f"{row['tokens']} tokens"}
    for scheme, words in ((here, "blocks" if here == "naive" else "pages"), (other, "pages")):
        for facts in tell(link["scenario"], scheme):
            ends = [row for row in facts["running"] if row["finishes"] and row["name"] == "C"]
            said |= {f"step {facts['step']} in {words}" for _ in ends}
    return said


def told_of_both(link):
    """Collect what an answer may say of the two runs of a link."""
    names = ("cache", "blocks", "pages", "load", "mix", "draw")
    runs = both(*(int(link[name]) if link[name].isdigit() else link[name] for name in names))
    facts = comparison.compared(*runs)
    then = comparison.moments(*runs, int(link.get("time", 0)))
    return {
        f"{facts['times']} times as many",
        f"{facts['paged_preemptions']} preemptions",
        f"{facts['paged_recomputed']} tokens recomputed",
        f"{facts['paged_least_free']} slots to spare",
        f"{facts['reserve_refused']} turned away",
        f"{then['paged_running']} in pages at step {then['step']}",
    }


@pytest.mark.parametrize(("minutes", "link", "asked", "answer"), SECOND_CLASS)
def test_an_answer_of_the_second_class_is_what_happens_in_its_link(minutes, link, asked, answer):
    told = told_next if link["only"] == "pages" else told_of_both
    assert set(answer.split(", ")) <= told(link)


def asked_in(number):
    return [int(each) for each in re.findall(r"\d+", SECOND_CLASS[number][2])]


def mistakes_in(number):
    """List the numbers of the table of mistakes after a link."""
    step = dict(steps_of(SECOND))[SECOND_CLASS[number][0]]
    return [int(each) for each in re.findall(r"^\| (\d+) \|", step, re.MULTILINE)]


def rows_at(number):
    link = SECOND_CLASS[number][1]
    facts = tell(link["scenario"], link["layout"])[int(link["step"])]
    return facts, {row["name"]: row for row in facts["rows"]}


def test_the_second_class_asks_of_what_its_links_show():
    facts, rows = rows_at(0)
    assert asked_in(0) == [*(rows[name]["tokens"] for name in "ABC"), facts["unit"]]
    assert rows["B"]["table"] == [1]
    later = tell("growing", "paged")[3]
    assert [row["table"] for row in later["rows"]] == [[0, 4], [1, 5], [2, 3]]

    facts, rows = rows_at(1)
    assert [rows[name]["n_pages"] for name in "BE"] == [3, 1]
    assert all(rows[name]["wasted"] == 0 for name in "BE")
    assert rows["D"]["finishes"]
    assert asked_in(1) == rows["D"]["table"]
    assert [each["number"] for each in facts["free_list"]] == [3]

    facts, rows = rows_at(2)
    assert asked_in(2) == [rows["B"]["tokens"], *rows["B"]["table"], 0]
    held, table, page = rows["B"]["tokens"], rows["B"]["table"], facts["unit"]
    first_of_last = table[-1] * page
    right = first_of_last + held % page
    assert mistakes_in(2) == [held, table[0] * page + held, first_of_last, right + 1]

    facts, rows = rows_at(3)
    assert (facts["n_free"], rows["A"]["wasted"], rows["A"]["n_pages"]) == (0, 0, 3)
    assert rows["B"]["tokens"] > rows["C"]["tokens"]
    assert rows["C"]["tokens"] % facts["unit"] == 2
    facts, rows = rows_at(4)
    assert facts["queue"][0]["name"] == "C"
    assert rows["C"]["prompt"] == 2
    assert asked_in(5) == [rows_at(5)[0]["unit"]]


def test_the_second_class_asks_of_what_its_runs_do():
    links = [link for _, link, *_ in SECOND_CLASS[6:]]
    runs = [
        both(
            *(int(link[name]) for name in ("cache", "blocks", "pages")),
            link["load"],
            link["mix"],
            int(link["draw"]),
        )
        for link in links
    ]
    facts = [comparison.compared(*pair) for pair in runs]
    assert links[0]["cache"] == links[0]["blocks"]
    (nearest,) = (
        guess for guess in comparison.GUESSES if comparison.reply(guess, facts[0])["nearest"]
    )
    assert mistakes_in(6) == [guess for guess in comparison.GUESSES if guess != nearest]
    assert asked_in(7) == [facts[1]["paged_most"], facts[1]["reserve_most"]]
    assert 9 * facts[1]["reserve_most"] < facts[1]["paged_most"]
    assert comparison.moments(*runs[1], 34)["paged_waiting"] == 0
    assert asked_in(8) == [facts[2]["longest"]] == [facts[2]["reserve_unit"]]
    assert facts[2]["filled"]
    assert facts[3]["no_queue"]
    assert asked_in(10) == [facts[4]["reserve_finish"], facts[4]["paged_finish"]]


def test_the_assignment_prints_what_stands_under_it():
    blocks = re.findall(r"^```(python|text)\n(.*?)^```", ASSIGNMENT, re.MULTILINE | re.DOTALL)
    assert [kind for kind, _ in blocks] == ["python", "text"] * 4
    known = {}
    for (_, code), (_, text) in zip(blocks[::2], blocks[1::2], strict=True):
        with redirect_stdout(StringIO()) as printed:
            exec(code, known)
        assert printed.getvalue() == text

    filled = Requests([0] * 200, known["prompt"], [129 - prompt for prompt in known["prompt"]])
    pages = simulate(filled, PagedAllocator(1024, 16))
    lead_if_filled = known["average"](pages) / known["average"](
        simulate(filled, NaiveAllocator(1024, 128))
    )
    assert 1.05 < lead_if_filled < 1.92
    assert pages.recomputed.sum() > 2 * 3116


# ---- how it was checked ----------------------------------------------------------------------


def test_the_cases_that_are_told_are_those_that_there_are():
    text = (DOCS / "how-it-was-checked.md").read_text("utf-8")
    tests = Path(__file__).parent
    for path in re.findall(r"`tests/(\S+)`", text):
        assert (tests / path).exists()
    recorded = tests / "cache" / "vllm_0_33_0_allocate_append_free.jsonl"
    scripts = [json.loads(line) for line in recorded.read_text("utf-8").splitlines()]
    answers = [answer for script in scripts for answer in script["expect"]]
    refused = sum(not answer["ok"] for answer in answers)
    assert f"{len(scripts)} scripts with {len(answers)} calls, {refused} of them refused" in text
    pages = [script["page_size"] for script in scripts]
    caches = [script["num_pages"] for script in scripts]
    assert f"pages of {min(pages)} to {max(pages)} slots" in text
    assert f"caches of {min(caches)} to {max(caches)} pages" in text
    settings = math.prod(map(len, CHOICES.values()))
    asked = math.prod(len(CHOICES[name]) for name in ("load", "mix", "draw"))
    runs = asked * len(allocators())
    assert f"{len(range(0, settings, 68))} of {settings} settings" in text
    assert f"the verdict in {len(range(0, settings, 17))} " in text
    assert f"{len(range(0, settings, 11))} of {settings} settings, in which" in text
    assert f"{asked} lists of requests, {runs // 7} of {runs} runs" in text
    assert f"{len(CLASS) + len(SECOND_CLASS)} links" in text


# ---- the reference ---------------------------------------------------------------------------


def test_the_reference_has_every_public_name_and_every_page_is_in_the_contents():
    reference = (DOCS / "api.md").read_text("utf-8")
    for name in kvpage.__all__:
        module = name == "quiz"
        assert re.search(
            rf":: {'kvpage.lesson.' * module}{name}(\(\))?$", reference, re.MULTILINE
        ), name
    for name in re.findall(r"automodule:: (kvpage\.[\w.]+)$", reference, re.MULTILINE):
        assert import_module(name).__doc__
    contents = (DOCS / "index.md").read_text("utf-8")
    for page in DOCS.glob("*.md"):
        assert page.stem == "index" or f"\n{page.stem}\n" in contents
