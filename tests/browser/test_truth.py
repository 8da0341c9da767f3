"""Whatever the reader sets, each thing said and drawn is a count of slots, one at a time."""

import json
import random
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

from helpers import (
    EXAMPLE,
    FREE,
    LETTER,
    OUTLINE,
    REACH,
    TURNED_AWAY,
    USED,
    WASTED,
    button,
    field,
    shown,
    slider,
    slider_value,
)

from kvpage import SideBySide, naive, paged

LETTERS = "ABCDEFGH"
DRAWN = (FREE, USED, WASTED, TURNED_AWAY)
LONGEST = 32
ALONE = "?only=side-by-side"
CORNERS = [
    ((0,), 1, 1),
    ((0,), 32, 16),
    ((0,) * 8, 1, 16),
    ((0,) * 8, 32, 1),
    ((1,), 1, 1),
    ((2, 2), 1, 1),
    ((32,) * 8, 1, 1),
    ((32,) * 8, 1, 16),
    ((32,) * 8, 32, 1),
    ((32,) * 8, 32, 11),
    ((4, 4, 4), 4, 3),
    ((16, 32, 0, 17), 16, 16),
    ((9, 1), 4, 2),
]
SMALL = [
    ((0,), 1, 1),
    ((1,), 1, 1),
    ((1,), 1, 2),
    ((2,), 1, 1),
    ((1, 0), 1, 1),
    ((2, 1), 1, 1),
    ((5,), 4, 1),
    ((1, 1), 2, 2),
    ((0, 0), 2, 1),
]

ONE_AS_MANY = re.compile(
    r"\b1 (?:slots|tokens|pages|blocks|sequences|entries)\b|(?<!of )\b1 (?:are|take|find)\b"
)
MANY_AS_ONE = re.compile(
    r"\b(?!1 )\d+ (?:slot|token|page|block|sequence|entry)\b"
    r"|(?<!of )\b(?!1 )\d+ (?:is|takes|finds)\b"
)

SET_AND_READ = """async states => {
    const model = name => Bokeh.documents[0].get_model_by_name(name)
    const deep = (node, selector) => [...node.querySelectorAll("*")].flatMap(each => [
        ...(each.matches(selector) ? [each] : []),
        ...(each.shadowRoot ? deep(each.shadowRoot, selector) : []),
    ])
    const figure = document.querySelector("#side-by-side")
    const flat = node => node.textContent.replace(/\\s+/g, " ").trim()
    const parts = () => deep(figure, "[data-shows]")
    const host = name => deep(document.querySelector(`#${name}`), "[role=img]")[0]
    const grids = ["reserve_grid", "paged_grid"]
    const sizes = () => grids.flatMap(name => {
        const { x_range, y_range } = model(name), box = host(name).getBoundingClientRect()
        return [box.width / (x_range.end - x_range.start), box.height / y_range.start]
    })
    const spread = () => Math.max(...sizes()) - Math.min(...sizes())
    const until = async holds => {
        for (const start = performance.now(); !holds() && performance.now() < start + 10_000;)
            await new Promise(requestAnimationFrame)
    }
    const words = part => {
        const all = (query, read) => [...part.querySelectorAll(query)].map(read)
        return {
            text: part.localName == "p" ? flat(part) : all("p", flat).join(" "),
            ratio: all(".number", flat),
            meter: all(".meter i", bar => [bar.className, Number(bar.style.flexGrow)]),
            legend: all(".legend li", flat),
            lines: all(".lines li", line => [
                flat(line.querySelector("b")),
                line.querySelector("math").textContent.replace(/\\s/g, ""),
                flat(line.querySelector("span")),
            ]),
        }
    }
    const table = ({ caption, rows }) => ({
        caption: caption.textContent,
        rows: [...rows].filter(row => row.parentNode.localName != "thead")
            .map(row => [...row.cells].map(flat)),
    })
    const picture = name => {
        const { x_range, y_range, renderers: [{ data_source }] } = model(name)
        const columns = Object.entries(data_source.data)
        return {
            label: host(name).getAttribute("aria-label"),
            span: { left: x_range.start, right: x_range.end, bottom: y_range.start },
            columns: Object.fromEntries(columns.map(([name, values]) => [name, [...values]])),
        }
    }
    const handles = () => deep(figure, ".noUi-handle")
    const handle = name => handles().find(each => each.ariaLabel == name)
    const found = []
    for (const [lengths, block, pageSize] of states) {
        if (lengths) {
            const field = document.querySelector("#lengths-field")
            field.value = lengths.join(",")
            for (const type of ["input", "change"])
                field.dispatchEvent(new Event(type, { bubbles: true }))
            model("block").value = block
            model("page").value = pageSize
            const expected = `${lengths} ${block} ${pageSize}`
            await until(() => parts().every(part => part.dataset.shows == expected))
        }
        await until(() => spread() < 0.2)
        found.push({
            shows: parts().map(part => part.dataset.shows),
            words: parts().map(words),
            table: table(deep(figure.querySelector("details"), "table")[0]),
            pictures: grids.map(picture),
            spread: spread(),
            field: document.querySelector("#lengths-field").value,
            rows: [...document.querySelectorAll("#sequences output")].map(flat).filter(Boolean),
            sizes: ["Block size", "Page size"]
                .map(name => +handle(name).getAttribute("aria-valuenow")),
            told: handles().map(each => each.getAttribute("aria-valuetext")),
        })
    }
    return JSON.stringify(found)
}"""
"""Set one state after the other, unless it is null, and read all that is shown of each."""
READ_TABLE = """table => ({
    caption: table.caption.textContent,
    rows: [...table.querySelectorAll("tbody tr, tfoot tr")].map(
        row => [...row.cells].map(cell => cell.textContent.trim())
    ),
})"""


class Side:
    """One layout, counted slot by slot."""

    def __init__(self, rows, unit):
        self.rows = rows
        self.unit = unit
        self.used = [row.count(USED) for row in rows]
        self.wasted = [row.count(WASTED) for row in rows]
        self.turned_away = [row.count(TURNED_AWAY) for row in rows]
        self.allocated = [
            used + wasted for used, wasted in zip(self.used, self.wasted, strict=True)
        ]
        self.units = [
            sum(slot % unit == 0 for slot in range(allocated)) for allocated in self.allocated
        ]


def reserved(lengths, block):
    """Lay each sequence out in its block; the tokens after its end are turned away."""
    rows = []
    for length in lengths:
        row = [WASTED] * block
        for token in range(length):
            if token < block:
                row[token] = USED
            else:
                row.append(TURNED_AWAY)
        rows.append(row)
    return Side(rows, block)


def in_pages(lengths, page_size):
    """Give each token a slot of its sequence, with a new page whenever none is left."""
    rows = []
    for length in lengths:
        row = []
        for _ in range(length):
            if WASTED not in row:
                row += [WASTED] * page_size
            row[row.index(WASTED)] = USED
        rows.append(row)
    return Side(rows, page_size)


def assert_core_agrees(side, allocation):
    assert (
        side.used,
        side.turned_away,
        side.allocated,
        side.wasted,
        sum(side.used),
        sum(side.allocated),
        sum(side.wasted),
        sum(side.units),
    ) == (
        allocation.held.tolist(),
        allocation.turned_away.tolist(),
        allocation.allocated.tolist(),
        allocation.wasted.tolist(),
        allocation.n_tokens,
        allocation.n_slots,
        allocation.n_wasted,
        allocation.n_units,
    )


def assert_says(text, facts):
    """Find each fact once, a # standing for each of its numbers, and no number besides."""
    rest = text
    for pattern, *numbers in facts:
        regex = re.compile(re.sub("#", r"(\\d+)", pattern))
        found = regex.search(rest)
        assert found, (pattern, text)
        assert [int(number) for number in found.groups()] == numbers, (pattern, text)
        rest = regex.sub("", rest, count=1)
    assert not re.search(r"\d", rest), (rest, text)


def fragmentation(side):
    """Round to three decimals, half up, and say whether that is all of it."""
    wasted, allocated = sum(side.wasted), sum(side.allocated)
    rounded = (Decimal(wasted) / allocated).quantize(Decimal("0.001"), ROUND_HALF_UP)
    return f"{'=' if Fraction(rounded) == Fraction(wasted, allocated) else '≈'} {rounded}"


def assert_fragmentation(text, side):
    printed = re.findall(r"fragmentation ([=≈] \d\.\d+)", text)
    assert printed == ([fragmentation(side)] if sum(side.allocated) else [])
    return re.sub(r"[=≈] \d\.\d+", "", text)


def wasted_share(side):
    return (
        "# of # (?:is|are) wasted" + ("" if sum(side.allocated) else ": nothing is allocated"),
        sum(side.wasted),
        sum(side.allocated),
    )


def assert_reserve_words(text, side, cache, lengths):
    facts = []
    if any(side.turned_away):
        short = [name for name, away in zip(LETTERS, side.turned_away, strict=False) if away]
        assert text.index("turned away") < text.index("fragmentation")
        (named,) = re.findall(r"too short for ([A-H](?:(?:, | and )[A-H])*):", text)
        assert re.findall("[A-H]", named) == short
        facts.append(("block of # slots? is too short", side.unit))
        facts.append(("# of # tokens? (?:is|are) turned away", sum(side.turned_away), sum(lengths)))
    facts.append(
        (
            "# blocks? of # slots? takes? # of the # slots?",
            len(lengths),
            side.unit,
            sum(side.allocated),
            cache,
        )
    )
    facts.append(wasted_share(side))
    if cache > sum(side.allocated):
        facts.append((r"# (?:is|are) free\.", cache - sum(side.allocated)))
    assert_says(assert_fragmentation(text, side), facts)


def assert_paged_words(text, side, cache, reserve):
    facts = [
        (
            "# pages? of # slots? takes? # of the # slots?",
            sum(side.units),
            side.unit,
            sum(side.allocated),
            cache,
        ),
        wasted_share(side),
    ]
    more = sum(side.allocated) - sum(reserve.allocated)
    away = sum(reserve.turned_away)
    if more > 0 and away:
        reason = "need # slots? more than the blocks, which turn # tokens? away"
        facts.append((reason, more, away))
    elif more > 0:
        facts.append((r"need # slots? more than the blocks\.", more))
    if any(side.units):
        facts.append(("block tables have # entr(?:y|ies), one for each page", sum(side.units)))
    if cache > sum(side.allocated):
        facts.append(("# (?:is|are) free for someone else", cache - sum(side.allocated)))
    assert_says(assert_fragmentation(text, side), facts)


def assert_comparison(text, reserve, pages, cache, lengths):
    blocks_waste, pages_waste = sum(reserve.wasted), sum(pages.wasted)
    if any(reserve.turned_away):
        assert not re.search("wast|lose|win|better|worse|fewer|save|difference", text), text
        facts = [
            ("# tokens? finds? no room in the blocks", sum(reserve.turned_away)),
            ("A block has to have # slots? to hold them all", max(lengths)),
        ]
    else:
        facts = [("same # tokens?, the same cache of # slots?", sum(lengths), cache)]
        if blocks_waste == pages_waste:
            facts.append(("blocks and pages waste # each", blocks_waste))
        else:
            facts.append(("blocks waste #, pages #", blocks_waste, pages_waste))
        assert ("no difference" in text) == (blocks_waste == pages_waste), text
        assert ("paging loses" in text) == (blocks_waste < pages_waste), text
    assert_says(text, facts)


def assert_picture_in_words(label, side, cache, has_pages):
    facts = []
    for row, name in enumerate(LETTERS[: len(side.rows)]):
        away = side.turned_away[row]
        facts.append(
            (
                f"{name}: "
                + ("# pages?, " if has_pages else "")
                + "# slots?, # used, # wasted"
                + (r", # turned away\." if away else r"\."),
                *([side.units[row]] if has_pages else []),
                side.allocated[row],
                side.used[row],
                side.wasted[row],
                *([away] if away else []),
            )
        )
    facts.append(("^(?:Pages|Reserved blocks) of # slots?", side.unit))
    facts.append(
        (
            "Of # slots? in all, # (?:is|are) used, # wasted, # free"
            + (r", # turned away\." if any(side.turned_away) else r"\."),
            cache,
            sum(side.used),
            sum(side.wasted),
            cache - sum(side.allocated),
            *([sum(side.turned_away)] if any(side.turned_away) else []),
        )
    )
    assert_says(label, facts)


def assert_meter_and_legend(words, side, cache):
    shares = {
        "used": sum(side.used),
        "wasted": sum(side.wasted),
        "free": cache - sum(side.allocated),
    }
    assert dict(words["meter"]) == shares
    away = sum(side.turned_away)
    legend = " ".join(words["legend"])
    facts = [(f"{kind} #", number) for kind, number in shares.items()]
    assert_says(legend, [*facts, *([("turned away #", away)] if away else []), ("of #", cache)])


def held_and_wasted(used, wasted, away=0):
    return f"{used} held, {wasted} wasted" + (f", {away} turned away" if away else "")


def assert_lines(lines, side, formulas):
    *rows, total = lines
    assert rows == [
        [name, formula, held_and_wasted(used, wasted, away)]
        for name, formula, used, wasted, away in zip(
            LETTERS, formulas, side.used, side.wasted, side.turned_away, strict=False
        )
    ]
    assert total == [
        "Sum",
        f"{sum(side.units)}·{side.unit}={sum(side.allocated)}",
        held_and_wasted(sum(side.used), sum(side.wasted), sum(side.turned_away)),
    ]


def assert_table(table, reserve, pages, lengths):
    columns = [
        lengths,
        reserve.allocated,
        reserve.used,
        reserve.wasted,
        reserve.turned_away,
        pages.units,
        pages.allocated,
        pages.used,
        pages.wasted,
    ]
    rows = [
        [LETTERS[row], *map(str, cells)] for row, cells in enumerate(zip(*columns, strict=True))
    ]
    assert table["rows"] == [*rows, ["Sum", *(str(sum(column)) for column in columns)]]
    assert_says(
        table["caption"],
        [
            (
                "# sequences? in blocks of # and in pages of #",
                len(lengths),
                reserve.unit,
                pages.unit,
            ),
        ],
    )


def marks_of(picture):
    columns = picture["columns"]
    return [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]


def edges(mark):
    return (
        mark["x"] - mark["w"] / 2,
        mark["x"] + mark["w"] / 2,
        mark["y"] - mark["h"] / 2,
        mark["y"] + mark["h"] / 2,
    )


def slots_of(marks, row, *kinds):
    return sorted(
        (mark for mark in marks if mark["row"] == row and mark["kind"] in kinds),
        key=lambda mark: mark["slot"],
    )


def assert_cells(marks, side, cache):
    assert len([mark for mark in marks if mark["kind"] in DRAWN]) == (cache + sum(side.turned_away))
    assert len(slots_of(marks, -1, FREE)) == cache - sum(side.allocated)
    for row, kinds in enumerate(side.rows):
        name = LETTERS[row]
        cells = slots_of(marks, row, *DRAWN)
        assert [cell["kind"] for cell in cells] == kinds
        assert [cell["slot"] for cell in cells] == list(range(len(kinds)))
        assert [cell["text"] for cell in cells if cell["kind"] == USED] == [
            f"{name}{token}" for token in range(1, side.used[row] + 1)
        ]
        assert {cell["text"] for cell in cells if cell["kind"] == WASTED} <= {""}
        assert [cell["slot"] for cell in slots_of(marks, row, REACH)] == list(
            range(len(kinds), min(len(kinds) + side.unit, LONGEST))
        )
        assert [mark["text"] for mark in slots_of(marks, row, LETTER)] == [name]


def assert_outlines_enclose_units(marks, side):
    assert len([mark for mark in marks if mark["kind"] == OUTLINE]) == sum(side.units)
    for row, allocated in enumerate(side.allocated):
        cells = [mark for mark in marks if mark["kind"] in DRAWN]
        enclosed = [
            [
                (cell["row"], cell["slot"])
                for cell in cells
                if left < cell["x"] < right and top < cell["y"] < bottom
            ]
            for left, right, top, bottom in map(edges, slots_of(marks, row, OUTLINE))
        ]
        assert [sorted(unit) for unit in enclosed] == [
            [(row, slot) for slot in range(start, start + side.unit)]
            for start in range(0, allocated, side.unit)
        ]


def assert_cells_lie_apart_inside(span, marks):
    lines = {}
    for mark in marks:
        if mark["kind"] in DRAWN:
            left, right, top, bottom = edges(mark)
            assert span["left"] <= left < right <= span["right"]
            assert 0 <= top < bottom <= span["bottom"]
            lines.setdefault(round(mark["y"], 2), []).append((left, right, top, bottom))
    for line in lines.values():
        assert all(before[1] < after[0] for before, after in pairwise(sorted(line)))
    assert all(
        max(cell[3] for cell in lines[above]) < min(cell[2] for cell in lines[below])
        for above, below in pairwise(sorted(lines))
    )


def assert_told(found, lengths, block, page_size):
    """Compare all words and pictures of a figure with the count of its slots."""
    assert set(found["shows"]) == {f"{','.join(map(str, lengths))} {block} {page_size}"}
    reserve, pages = reserved(lengths, block), in_pages(lengths, page_size)
    assert_core_agrees(reserve, naive(list(lengths), block, truncate=True))
    assert_core_agrees(pages, paged(list(lengths), page_size))
    cache = max(sum(reserve.allocated), sum(pages.allocated))

    comparison, reserve_words, paged_words = found["words"]
    assert_comparison(comparison["text"], reserve, pages, cache, lengths)
    assert_reserve_words(reserve_words["text"], reserve, cache, lengths)
    assert_paged_words(paged_words["text"], pages, cache, reserve)
    assert_meter_and_legend(reserve_words, reserve, cache)
    assert_meter_and_legend(paged_words, pages, cache)
    assert_lines(reserve_words["lines"], reserve, [f"B={block}"] * len(lengths))
    assert_lines(
        paged_words["lines"],
        pages,
        [
            f"⌈{length}/{page_size}⌉·{page_size}={allocated}"
            for length, allocated in zip(lengths, pages.allocated, strict=True)
        ],
    )
    assert_table(found["table"], reserve, pages, lengths)
    for picture, side in zip(found["pictures"], (reserve, pages), strict=True):
        marks = marks_of(picture)
        assert_cells(marks, side, cache)
        assert_cells_lie_apart_inside(picture["span"], marks)
        assert_outlines_enclose_units(marks, side)
        assert_picture_in_words(picture["label"], side, cache, has_pages=side is pages)


def assert_all_true(found, lengths, block, page_size):
    """Compare all that is read of the page with the count of its slots."""
    assert_told(found, lengths, block, page_size)
    assert found["spread"] < 0.2, "a slot is larger than another"
    assert found["field"] == ", ".join(map(str, lengths))
    assert found["rows"] == [str(length) for length in lengths]
    assert found["sizes"] == [block, page_size]


def set_and_read(page, states):
    """Set one state after the other; read all that is shown of each."""
    return json.loads(page.evaluate(SET_AND_READ, states))


def read_now(page, lengths, block, page_size):
    """Read all that is shown once this is shown."""
    shown(page, lengths, block, page_size)
    (found,) = set_and_read(page, [[None, None, None]])
    return found


def words_of(html):
    """Read the words of a side out of its HTML, as they are read in a page."""
    part = ElementTree.fromstring(html)
    lines = part.findall("ul[@class='lines']/li")
    return {
        "text": flat(part) if part.tag == "p" else " ".join(map(flat, part.iterfind("p"))),
        "meter": [
            (bar.get("class"), int(bar.get("style").removeprefix("flex:")))
            for bar in part.iterfind("div[@class='meter']/i")
        ],
        "legend": [flat(item) for item in part.iterfind("ul[@class='legend']/li")],
        "lines": [
            [flat(line.find("b")), flat(line.find("math")), flat(line.find("span"))]
            for line in lines
        ],
    }


def flat(element):
    return " ".join("".join(element.itertext()).split())


def told_in_python(view):
    """Read of Python's figure what `SET_AND_READ` reads of a page."""
    words = [pane.object for pane in (view.comparison, view.reserve_words, view.paged_words)]
    table = ElementTree.fromstring(view.table.object)
    return {
        "shows": [ElementTree.fromstring(html).get("data-shows") for html in words],
        "words": [words_of(html) for html in words],
        "table": {
            "caption": flat(table.find("caption")),
            "rows": [
                [flat(cell) for cell in row]
                for part in ("tbody", "tfoot")
                for row in table.iterfind(f"{part}/tr")
            ],
        },
        "pictures": [
            {
                "label": grid.figure.html_attributes["aria-label"],
                "span": {
                    "left": grid.figure.x_range.start,
                    "right": grid.figure.x_range.end,
                    "bottom": grid.figure.y_range.start,
                },
                "columns": grid.source.data,
            }
            for grid in (view.reserve_grid, view.paged_grid)
        ],
    }


def slide(page, name, value):
    """Move a slider with the keyboard, in big steps while the way is long."""
    handle = slider(page, name)
    handle.focus()
    while distance := value - slider_value(page, name):
        up, down = ("PageUp", "PageDown") if abs(distance) > 5 else ("ArrowRight", "ArrowLeft")
        handle.press(up if distance > 0 else down)


def type_lengths(page, lengths):
    field(page).fill(",".join(map(str, lengths)))
    field(page).press("Enter")


def set_all(page, chance, lengths, block, page_size):
    moves = [
        lambda: type_lengths(page, lengths),
        lambda: slide(page, "Block size", block),
        lambda: slide(page, "Page size", page_size),
    ]
    for move in chance.sample(moves, 3):
        move()


def press_a_button(page, chance, lengths):
    """Change one sequence with one of its buttons; return the lengths there should be."""
    row = chance.randrange(len(lengths))
    before, length, after = lengths[:row], lengths[row], lengths[row + 1 :]
    ways = {}
    if length < LONGEST:
        ways[f"One token more in {LETTERS[row]}"] = (*before, length + 1, *after)
    if length > 0:
        ways[f"One token fewer in {LETTERS[row]}"] = (*before, length - 1, *after)
    if len(lengths) > 1:
        ways[f"Remove {LETTERS[row]}"] = (*before, *after)
    if len(lengths) < len(LETTERS):
        ways["Add a sequence"] = (*lengths, 1)
    name = chance.choice(list(ways))
    button(page, name).click()
    return ways[name]


def draw_length(chance, block, page_size):
    """Draw a length, as often as not one at which something changes."""
    edges = [0, LONGEST, block - 1, block, page_size, page_size + 1, 2 * page_size]
    return chance.choice([chance.choice(edges), chance.randint(0, LONGEST)])


def sample(chance, rounds):
    """Draw states; in each round each block, each page and each number of sequences comes up."""
    states = []
    for _ in range(rounds):
        blocks = chance.sample(range(1, 33), 32)
        page_sizes = chance.sample([*range(1, 17)] * 2, 32)
        counts = chance.sample([*range(1, 9)] * 4, 32)
        for block, page_size, count in zip(blocks, page_sizes, counts, strict=True):
            lengths = tuple(draw_length(chance, block, page_size) for _ in range(count))
            states.append((lengths, block, page_size))
    return states


def test_everything_said_and_drawn_is_the_count_of_slots_one_at_a_time():
    view = SideBySide()
    sizes = [((LONGEST, 3, 18, 0), size, min(size, 16)) for size in range(1, LONGEST + 1)]
    for lengths, block, page_size in [*CORNERS, *sizes, *sample(random.Random(20), 4)]:
        view.param.update(lengths=list(lengths), block_size=block, page_size=page_size)
        assert_told(told_in_python(view), lengths, block, page_size)


def test_everything_shown_is_the_count_of_slots_one_at_a_time(lesson):
    page = lesson(ALONE)
    assert_all_true(read_now(page, EXAMPLE, 4, 2), EXAMPLE, 4, 2)
    states = [*CORNERS, *sample(random.Random(21), 1)]
    for state, found in zip(states, set_and_read(page, states), strict=True):
        assert_all_true(found, *state)


def test_it_is_the_count_of_slots_whichever_way_it_is_set(lesson):
    chance = random.Random(22)
    for lengths, block, page_size in sample(chance, 1)[:4]:
        listed = ",".join(map(str, lengths))
        page = lesson(f"{ALONE}&lengths={listed}&block={block}&page={page_size}")
        assert_all_true(read_now(page, lengths, block, page_size), lengths, block, page_size)
        lengths, block, page_size = chance.choice(CORNERS)
        set_all(page, chance, lengths, block, page_size)
        assert_all_true(read_now(page, lengths, block, page_size), lengths, block, page_size)
        for _ in range(3):
            lengths = press_a_button(page, chance, lengths)
            found = read_now(page, lengths, block, page_size)
            assert_all_true(found, lengths, block, page_size)


def test_one_of_a_thing_is_singular_and_any_other_number_is_plural(lesson):
    found = set_and_read(lesson(ALONE), SMALL)
    texts = [
        text
        for (lengths, block, page_size), each in zip(SMALL, found, strict=True)
        for text in (
            *(words["text"] for words in each["words"]),
            *(" ".join(words["legend"]) for words in each["words"]),
            *(" ".join(line[-1] for line in words["lines"]) for words in each["words"]),
            each["table"]["caption"],
            *(picture["label"] for picture in each["pictures"]),
            *each["told"],
        )
        if each["sizes"] == [block, page_size]
    ]
    assert len(texts) == 14 * len(SMALL)
    assert [t for t in texts if ONE_AS_MANY.search(t) or MANY_AS_ONE.search(t)] == []


def test_fragmentation_is_rounded_half_up_and_says_whether_it_was(lesson):
    states = [((1, 4, 2), 4, 2), ((5,), 8, 2), ((15,), 16, 2), ((0,), 7, 2), ((7,), 7, 2)]
    found = set_and_read(lesson(ALONE), states)
    printed = {
        f"{sum(lengths)} in {len(lengths) * block}": each["words"][1]["ratio"][0]
        for (lengths, block, _), each in zip(states, found, strict=True)
    }
    assert printed == {
        "7 in 12": "≈ 0.417",
        "5 in 8": "= 0.375",
        "15 in 16": "≈ 0.063",
        "0 in 7": "= 1.000",
        "7 in 7": "= 0.000",
    }
