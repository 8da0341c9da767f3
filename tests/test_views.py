"""What the figures, words and widgets show, against counts that go slot by slot."""

import re
from xml.etree import ElementTree

import numpy as np
import panel as pn
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from independent import FREE, USED, WASTED, naming, rows_of_blocks, rows_of_pages

from kvpage import Hook, Predict, SideBySide, WasteByLength
from kvpage.drawing.slot_layout import Mark
from kvpage.lesson.words import ratio

NAMES = "ABCDEFGH"
DRAWN = {Mark.FREE, Mark.USED, Mark.WASTED, Mark.TURNED_AWAY}
CELLS = DRAWN | {Mark.REACH}

some_lengths = st.lists(st.integers(0, 32), min_size=1, max_size=8)
blocks = st.integers(1, 32)
pages = st.integers(1, 16)


def every_workload(test):
    return settings(deadline=None)(given(some_lengths, blocks, pages)(test))


def few_workloads(test):
    """Try fewer where a figure is made for each."""
    return settings(deadline=None, max_examples=25)(given(some_lengths, blocks, pages)(test))


class Side:
    """One side of the comparison, counted slot by slot."""

    def __init__(self, lengths, rows, unit, cache):
        self.lengths, self.rows, self.unit, self.cache = lengths, rows, unit, cache
        self.held = [row.count(USED) for row in rows]
        self.wasted = [row.count(WASTED) for row in rows]
        self.turned_away = [lengths[i] - self.held[i] for i in range(len(rows))]
        self.units = [len(range(0, len(row), unit)) for row in rows]
        self.n_slots = sum(map(len, rows))
        self.free = cache - self.n_slots

    def cells(self):
        """List the kind of every slot of every row, and of the free slots under -1."""
        cells = {}
        for i, row in enumerate(self.rows):
            drawn = row + [Mark.TURNED_AWAY] * self.turned_away[i]
            beyond = min(self.unit, max(0, 32 - len(drawn)))
            cells[i] = drawn + [Mark.REACH] * beyond
        return cells | ({-1: [FREE] * self.free} if self.free else {})


def both_sides(lengths, block_size, page_size):
    in_blocks, in_pages = rows_of_blocks(lengths, block_size), rows_of_pages(lengths, page_size)
    cache = max(len(lengths) * block_size, sum(map(len, in_pages)))
    return (
        Side(lengths, in_blocks, block_size, cache),
        Side(lengths, in_pages, page_size, cache),
    )


@pytest.fixture(scope="module")
def side_by_side():
    return SideBySide()


def set_to(view, lengths, block_size, page_size):
    """Set all parameters of a view and return what its two sides should show."""
    view.param.update(lengths=lengths, block_size=block_size, page_size=page_size)
    return both_sides(lengths, block_size, page_size)


def state(view):
    """Everything that a reader could see or set."""
    grids = view.reserve_grid, view.paged_grid
    return [
        list(view.lengths),
        (view.block_size, view.page_size),
        (view.lengths_input.value, view.block_slider.value, view.page_slider.value),
        [{name: list(column) for name, column in grid.source.data.items()} for grid in grids],
        [label(grid) for grid in grids],
        [pane.object for pane in panes(view)],
    ]


def panes(view):
    return [view.comparison, view.reserve_words, view.paged_words, view.table]


def marks(grid):
    columns = {name: np.asarray(column).tolist() for name, column in grid.source.data.items()}
    return [dict(zip(columns, mark, strict=True)) for mark in zip(*columns.values(), strict=True)]


def cells(grid):
    """List the kind of every slot of every row; the slots must be numbered from 0."""
    rows = {}
    for mark in marks(grid):
        if mark["kind"] in CELLS:
            row = rows.setdefault(mark["row"], [])
            assert mark["slot"] == len(row)
            row.append(mark["kind"])
    return rows


def label(grid):
    return grid.figure.html_attributes["aria-label"]


def tree(pane):
    return ElementTree.fromstring(f"<div>{pane.object}</div>")


def text(element):
    return " ".join("".join(element.itertext()).split())


def items(pane, name):
    return [text(item) for item in tree(pane).findall(f".//ul[@class='{name}']/li")]


def table(pane):
    """Return the rows of a table's body and foot, its cells as text."""
    rows = tree(pane).findall(".//tbody/tr") + tree(pane).findall(".//tfoot/tr")
    return [[text(cell) for cell in row] for row in rows]


def numbers(said):
    return [int(number) for number in re.findall(r"\d+", said)]


def replacements(grid):
    """Return a list that grows by one with every replacement of the grid's data."""
    seen = []
    grid.source.on_change("data", lambda attr, old, new: seen.append(attr))
    return seen


# ---- side by side: figures -------------------------------------------------------------------


@every_workload
@example([1, 4, 2], 4, 2)
@example([4, 4, 4], 4, 3)
@example([32, 0, 9], 8, 16)
def test_every_slot_is_drawn_as_what_it_is(side_by_side, lengths, block_size, page_size):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    assert cells(side_by_side.reserve_grid) == reserve.cells()
    assert cells(side_by_side.paged_grid) == paged.cells()


@every_workload
def test_tokens_and_rows_carry_their_sequences_letter(side_by_side, lengths, block_size, page_size):
    set_to(side_by_side, lengths, block_size, page_size)
    for grid in (side_by_side.reserve_grid, side_by_side.paged_grid):
        for mark in marks(grid):
            if mark["kind"] in {Mark.USED, Mark.TURNED_AWAY}:
                assert mark["text"] == f"{NAMES[mark['row']]}{mark['slot'] + 1}"
            elif mark["kind"] == Mark.NAME:
                assert mark["text"] == NAMES[mark["row"]]
            else:
                assert mark["text"] == ""
            assert mark["row"] == -1 or mark["hue"] == mark["row"] % 4


@every_workload
def test_both_figures_have_one_scale_and_room_for_every_mark(
    side_by_side, lengths, block_size, page_size
):
    set_to(side_by_side, lengths, block_size, page_size)
    scales = set()
    for grid in (side_by_side.reserve_grid, side_by_side.paged_grid):
        x_range, y_range = grid.figure.x_range, grid.figure.y_range
        width, height = x_range.end - x_range.start, y_range.start - y_range.end
        assert grid.figure.aspect_ratio == pytest.approx(width / height)
        for mark in marks(grid):
            assert x_range.start < mark["x"] < x_range.end
            assert y_range.end < mark["y"] < y_range.start
        scales.add((x_range.start, x_range.end))
    assert len(scales) == 1


@every_workload
def test_no_block_is_drawn_around_slots_that_it_does_not_have(
    side_by_side, lengths, block_size, page_size
):
    set_to(side_by_side, lengths, block_size, page_size)
    for grid in (side_by_side.reserve_grid, side_by_side.paged_grid):
        slots = [mark for mark in marks(grid) if mark["kind"] in CELLS - {Mark.REACH}]
        for outline in (mark for mark in marks(grid) if mark["kind"] == Mark.UNIT):
            inside = {
                slot["kind"]
                for slot in slots
                if abs(slot["x"] - outline["x"]) < outline["w"] / 2
                and abs(slot["y"] - outline["y"]) < outline["h"] / 2
            }
            assert inside <= {Mark.USED, Mark.WASTED}


# ---- side by side: words ---------------------------------------------------------------------


@every_workload
def test_legend_and_meter_show_how_the_cache_is_shared_out(
    side_by_side, lengths, block_size, page_size
):
    sides = set_to(side_by_side, lengths, block_size, page_size)
    for pane, side in zip(
        (side_by_side.reserve_words, side_by_side.paged_words), sides, strict=True
    ):
        counts = [sum(side.held), sum(side.wasted), side.free]
        meter = [numbers(part.get("style")) for part in tree(pane).find(".//*[@class='meter']")]
        legend = items(pane, "legend")
        total = legend.pop(3)
        away = sum(side.turned_away)
        assert sum(counts) == side.cache
        assert meter == [[count] for count in counts]
        assert legend == [
            f"{word} {count}"
            for word, count in zip(("used", "wasted", "free"), counts, strict=True)
        ] + [f"turned away {away}"] * (away > 0)
        assert numbers(total) == [side.cache]


@every_workload
def test_a_line_of_the_formula_stands_for_every_sequence(
    side_by_side, lengths, block_size, page_size
):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    for pane, side, formula in (
        (side_by_side.reserve_words, reserve, "B={slots}"),
        (side_by_side.paged_words, paged, "⌈{length}/{unit}⌉·{unit}={slots}"),
    ):
        *lines, last = (line.replace(" ", "") for line in items(pane, "lines"))
        for i, line in enumerate(lines):
            filled = formula.format(length=lengths[i], unit=side.unit, slots=len(side.rows[i]))
            away = f",{side.turned_away[i]}turnedaway" if side.turned_away[i] else ""
            sums = f"{side.held[i]}held,{side.wasted[i]}wasted{away}"
            assert line == NAMES[i] + filled + sums
        assert len(lines) == len(lengths)
        product = f"Sum{sum(side.units)}·{side.unit}={side.n_slots}"
        away = f",{sum(side.turned_away)}turnedaway" if any(side.turned_away) else ""
        assert last == f"{product}{sum(side.held)}held,{sum(side.wasted)}wasted{away}"


@every_workload
@example([0, 0], 4, 2)
def test_the_sentences_say_what_is_wasted_and_what_is_free(
    side_by_side, lengths, block_size, page_size
):
    sides = set_to(side_by_side, lengths, block_size, page_size)
    for pane, side in zip(
        (side_by_side.reserve_words, side_by_side.paged_words), sides, strict=True
    ):
        said = text(tree(pane).findall(".//p")[-1])
        wasted = sum(side.wasted)
        assert f"{wasted} of {side.n_slots}" in said
        assert ("fragmentation" in said) == (side.n_slots > 0)
        if side.n_slots:
            assert f"fragmentation {ratio(wasted, side.n_slots)}" in said
        assert numbers(said)[:2] == [sum(side.units), side.unit]
        assert re.findall(r"(\d+) (?:is|are) free", said) == [str(side.free)] * (side.free > 0)


@every_workload
@example([4, 4, 4], 4, 3)
def test_pages_that_need_more_than_the_blocks_say_by_how_much(
    side_by_side, lengths, block_size, page_size
):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    more = paged.n_slots - reserve.n_slots
    notices = [text(notice) for notice in tree(side_by_side.paged_words).findall(".//p[@class]")]
    away = [sum(reserve.turned_away)] * any(reserve.turned_away)
    assert [numbers(notice) for notice in notices] == [[more, *away]] * (more > 0)


@every_workload
@example([5, 9, 4], 4, 3)
def test_tokens_turned_away_come_before_fragmentation_and_rule_out_a_verdict(
    side_by_side, lengths, block_size, page_size
):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    away = sum(reserve.turned_away)
    notices = tree(side_by_side.reserve_words).findall(".//p[@class]")
    comparison = text(tree(side_by_side.comparison))
    wasted = [sum(reserve.wasted), sum(paged.wasted)]
    if away:
        first = text(tree(side_by_side.reserve_words).find(".//p"))
        cut = [name for name, gone in zip(NAMES, reserve.turned_away, strict=False) if gone]
        assert [text(notice) for notice in notices] == [first]
        assert re.findall(r"\b[A-H]\b", first.removeprefix("A block")) == cut
        assert f"{away} of {sum(lengths)}" in first
        assert numbers(comparison) == [away, max(lengths)]
        assert "waste" not in comparison
    else:
        assert notices == []
        numbers_said = numbers(comparison)
        assert numbers_said[:2] == [sum(lengths), reserve.cache]
        assert numbers_said[2:] == (wasted if wasted[0] != wasted[1] else wasted[:1])
        assert ("paging loses" in comparison) == (wasted[1] > wasted[0])
        assert ("no difference" in comparison) == (wasted[1] == wasted[0])


@every_workload
def test_the_label_says_every_count_of_the_figure(side_by_side, lengths, block_size, page_size):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    for grid, side, first in (
        (side_by_side.reserve_grid, reserve, "Reserved blocks of"),
        (side_by_side.paged_grid, paged, "Pages of"),
    ):
        said = re.findall(r"[^.]+", label(grid))
        assert said[0].startswith(first)
        assert numbers(said[0]) == [side.unit]
        for i, sentence in enumerate(said[1:-1]):
            name, counts = sentence.split(":")
            away = [side.turned_away[i]] if side.turned_away[i] else []
            units = [side.units[i]] if side is paged else []
            slots = [len(side.rows[i]), side.held[i], side.wasted[i]]
            assert name.strip() == NAMES[i]
            assert numbers(counts) == units + slots + away
        assert len(said) == len(lengths) + 2
        away = [sum(side.turned_away)] * any(side.turned_away)
        counts = [side.cache, sum(side.held), sum(side.wasted), side.free]
        assert numbers(said[-1]) == counts + away
        assert grid.figure.html_attributes["role"] == "img"


@every_workload
def test_the_table_has_the_counts_of_both_sides(side_by_side, lengths, block_size, page_size):
    reserve, paged = set_to(side_by_side, lengths, block_size, page_size)
    columns = [
        lengths,
        [len(row) for row in reserve.rows],
        reserve.held,
        reserve.wasted,
        reserve.turned_away,
        paged.units,
        [len(row) for row in paged.rows],
        paged.held,
        paged.wasted,
    ]
    body = [
        [name, *map(str, counts)]
        for name, *counts in zip(NAMES[: len(lengths)], *columns, strict=True)
    ]
    assert table(side_by_side.table) == [*body, ["Sum", *(str(sum(column)) for column in columns)]]


@every_workload
@example([1], 1, 1)
@example([1, 2], 1, 1)
@example([0], 1, 1)
def test_one_thing_is_never_called_by_a_plural(side_by_side, lengths, block_size, page_size):
    set_to(side_by_side, lengths, block_size, page_size)
    said = [text(tree(pane)) for pane in panes(side_by_side)]
    said += [label(side_by_side.reserve_grid), label(side_by_side.paged_grid)]
    one_of_many = r"\b1 (?:slots|pages|blocks|tokens|entries|sequences)\b|(?<!of )\b1 are\b"
    many_of_one = (
        r"\b(?:[02-9]|\d\d+) (?:slot|page|block|token|entry|sequence)\b"
        r"|(?<!of )\b(?:[02-9]|\d\d+) is\b"
    )
    for sentence in said:
        assert re.findall(one_of_many, sentence) == []
        assert re.findall(many_of_one, sentence) == []
        assert not re.search("[{}]", sentence)


@every_workload
def test_every_text_names_the_state_that_it_shows(side_by_side, lengths, block_size, page_size):
    set_to(side_by_side, lengths, block_size, page_size)
    shown = f"{','.join(map(str, lengths))} {block_size} {page_size}"
    for pane in panes(side_by_side)[:3]:
        assert tree(pane)[0].get("data-shows") == shown


# ---- side by side: widgets -------------------------------------------------------------------


@every_workload
def test_widgets_follow_the_parameters(side_by_side, lengths, block_size, page_size):
    set_to(side_by_side, lengths, block_size, page_size)
    assert side_by_side.lengths_input.value.replace(" ", "") == ",".join(map(str, lengths))
    assert side_by_side.block_slider.value == block_size
    assert side_by_side.page_slider.value == page_size


@every_workload
def test_parameters_and_figures_follow_the_widgets(side_by_side, lengths, block_size, page_size):
    side_by_side.lengths_input.value = ",".join(map(str, lengths))
    side_by_side.block_slider.value = block_size
    side_by_side.page_slider.value = page_size
    assert side_by_side.lengths == lengths
    assert (side_by_side.block_size, side_by_side.page_size) == (block_size, page_size)
    reserve, paged = both_sides(lengths, block_size, page_size)
    assert cells(side_by_side.reserve_grid) == reserve.cells()
    assert cells(side_by_side.paged_grid) == paged.cells()


def test_lengths_may_be_written_with_spaces():
    view = SideBySide()
    view.lengths_input.value = " 3 ,  9"
    assert view.lengths == [3, 9]


def test_the_sliders_end_where_the_parameters_do(side_by_side):
    for slider, name in (
        (side_by_side.block_slider, "block_size"),
        (side_by_side.page_slider, "page_size"),
    ):
        assert (slider.start, slider.end) == side_by_side.param[name].bounds


@pytest.mark.parametrize(
    "change",
    [
        lambda view: setattr(view, "lengths", [3, 2]),
        lambda view: setattr(view, "block_size", 16),
        lambda view: setattr(view, "page_size", 3),
        lambda view: setattr(view, "page_size", 5),
        lambda view: setattr(view, "lengths", [1, 4, 2]),
        lambda view: setattr(view.lengths_input, "value", "5,2,9"),
        lambda view: setattr(view.block_slider, "value", 10),
        lambda view: view.param.update(lengths=[7], block_size=8, page_size=3),
    ],
)
def test_a_change_replaces_the_data_of_every_figure_that_it_changes_once(change):
    view = SideBySide()
    grids = view.reserve_grid, view.paged_grid
    seen = [replacements(grid) for grid in grids]
    before = [marks(grid) for grid in grids]
    change(view)
    changed = [marks(grid) != shown for grid, shown in zip(grids, before, strict=True)]
    assert [len(events) for events in seen] == changed


@pytest.mark.parametrize(
    ("name", "wrong", "word"),
    [
        ("lengths", [40], 40),
        ("lengths", [1, 33], 33),
        ("lengths", [], 0),
        ("lengths", [1] * 9, 9),
        ("lengths", [-1], -1),
        ("lengths", [True], True),
        ("lengths", [2.0], "2.0"),
        ("lengths", ["1"], "'1'"),
        ("block_size", 0, 0),
        ("block_size", 33, 33),
        ("block_size", True, True),
        ("block_size", 4.5, "4.5"),
        ("page_size", 0, 0),
        ("page_size", 17, 17),
        ("page_size", False, False),
    ],
)
class TestABadValue:
    def test_is_named(self, name, wrong, word):
        with pytest.raises((ValueError, TypeError), match=naming(word)):
            setattr(SideBySide(), name, wrong)

    def test_leaves_everything_as_it_was(self, name, wrong, word):
        view = SideBySide(lengths=[3, 9], block_size=16, page_size=4)
        before = state(view)
        with pytest.raises((ValueError, TypeError)):
            setattr(view, name, wrong)
        assert state(view) == before

    def test_is_no_value_to_begin_with(self, name, wrong, word):
        with pytest.raises((ValueError, TypeError)):
            SideBySide(**{name: wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        *["", " ", ",", "x", "3,,9", "40", "-1", "2.0", "True", "[3", "<b>3</b>"],
        *["+3", "1_0", "٣", "9" * 5000, "1,1,1,1,1,1,1,1,1"],
    ],
    ids=lambda wrong: ascii(wrong[:20]),
)
def test_a_bad_text_stays_to_be_mended_and_leaves_everything_else_as_it_was(wrong):
    view = SideBySide(lengths=[3, 9], block_size=16, page_size=4)
    before = state(view)
    view.lengths_input.value = wrong
    view.block_size = 15
    assert view.lengths_input.value == wrong
    assert len(text(tree(view.complaint)).split()) > 5
    view.lengths_input.value = "3, 9"
    view.block_size = 16
    assert (state(view), view.complaint.object) == (before, "")


def test_lengths_set_from_python_replace_a_bad_text():
    view = SideBySide()
    view.lengths_input.value = "x"
    view.lengths = [3, 9]
    assert (view.lengths_input.value, view.complaint.object) == ("3,9", "")


def test_a_view_goes_on_after_a_bad_value():
    view = SideBySide()
    for name, wrong in (("lengths", [40]), ("block_size", True), ("page_size", 17)):
        with pytest.raises((ValueError, TypeError)):
            setattr(view, name, wrong)
    view.page_size = 3
    assert cells(view.paged_grid) == both_sides([1, 4, 2], 4, 3)[1].cells()


def test_two_views_share_nothing():
    lengths = [3, 9]
    one, other = SideBySide(lengths=lengths), SideBySide(lengths=lengths)
    fresh = SideBySide()
    before = state(other), state(fresh)
    one.param.update(lengths=[5], block_size=9, page_size=3)
    SideBySide().lengths.append(9)
    lengths.append(9)
    assert (state(other), state(fresh)) == before
    assert SideBySide().lengths == [1, 4, 2]


@pytest.mark.parametrize("kind", [SideBySide, Hook])
def test_a_view_shows_all_its_parts(kind):
    view = kind()
    parts = [part for part in vars(view).values() if isinstance(part, pn.viewable.Viewable)]
    shown = pn.panel(view).select()
    assert len(parts) >= 4
    assert [part for part in parts if part not in shown] == []


# ---- the hook --------------------------------------------------------------------------------

LENGTHS, BLOCK, PAGE = [1, 4, 2], 4, 2
RESERVE, PAGED = both_sides(LENGTHS, BLOCK, PAGE)
GIVEN_BACK = {
    (i, slot) for i in range(3) for slot in range(len(PAGED.rows[i]), len(RESERVE.rows[i]))
}
answers = pytest.mark.parametrize("answer", [{"guess": 3}, {"guess": 1}, {"scheme": "paged"}])
schemes = pytest.mark.parametrize(("scheme", "side"), [("naive", RESERVE), ("paged", PAGED)])


def rings(grid):
    return {(mark["row"], mark["slot"]) for mark in marks(grid) if mark["kind"] == Mark.RING}


def everything_said(hook):
    said = [text(tree(pane)) for pane in (hook.numbers, hook.table)]
    said += [label(grid) for grid in (hook.lanes, hook.strip)]
    said += [mark["text"] for grid in (hook.lanes, hook.strip) for mark in marks(grid)]
    return " ".join(said)


def test_before_an_answer_nothing_gives_it_away():
    hook = Hook()
    said = everything_said(hook)
    assert "5 of 12" in said
    assert "1 of 8" not in said
    assert "pages" not in said.lower()
    assert rings(hook.lanes) == rings(hook.strip) == set()
    assert tree(hook.numbers).find(".//*[@class='reply']") is None


@answers
@pytest.mark.parametrize("scheme", ["naive", "paged"])
def test_after_an_answer_both_numbers_stay_in_sight(answer, scheme):
    hook = Hook()
    hook.param.update(**answer)
    hook.scheme = scheme
    scores = tree(hook.numbers).find(".//*[@class='score']")
    now = [text(score.find("b")) for score in scores.findall("span[@class='now']")]
    assert [text(score) for score in scores.findall("span/b")] == ["5 of 12", "1 of 8"]
    assert now == ["5 of 12" if scheme == "naive" else "1 of 8"]
    assert tree(hook.numbers)[0].get("data-shows") == scheme


@answers
@schemes
def test_what_pages_give_back_is_ringed(answer, scheme, side):
    hook = Hook()
    hook.param.update(**answer)
    hook.scheme = scheme
    freed = {(-1, slot) for slot in range(len(GIVEN_BACK))}
    assert rings(hook.lanes) == GIVEN_BACK
    assert rings(hook.strip) == (GIVEN_BACK if scheme == "naive" else freed)
    assert numbers(re.search(r"\d+ ringed", everything_said(hook))[0]) == [len(GIVEN_BACK)]


@pytest.mark.parametrize("guess", [0, 1, 3, 5])
def test_the_reply_takes_up_the_guess(guess):
    hook = Hook(guess=guess)
    reply = text(tree(hook.numbers).find(".//*[@class='reply']"))
    assert numbers(reply)[:2] == [guess, 1]
    assert ("only" in reply) == (guess > 1)
    assert ("belongs to one sequence" in reply) == (guess < 1)


def test_looking_without_a_guess_gets_no_reply():
    assert tree(Hook(scheme="paged").numbers).find(".//*[@class='reply']") is None


@schemes
def test_lanes_and_strip_show_every_slot_of_the_cache(scheme, side):
    hook = Hook(scheme=scheme)
    rows = dict(enumerate(side.rows))
    free = {-1: [FREE] * side.free} if side.free else {}
    in_order = [kind for row in [*side.rows, *free.values()] for kind in row]
    strip = sorted(
        (mark["y"], mark["x"], mark["kind"]) for mark in marks(hook.strip) if mark["kind"] in CELLS
    )
    lanes = cells(hook.lanes)
    assert {i: [kind for kind in lanes[i] if kind in DRAWN] for i in lanes} == rows
    assert cells(hook.strip) == rows | free
    assert [kind for _, _, kind in strip] == in_order
    assert [x for _, x, _ in strip] == [slot + 0.5 for slot in range(12)]


@schemes
def test_the_labels_of_the_hook_count_lanes_and_runs(scheme, side):
    hook = Hook(scheme=scheme)
    lanes = [(len(row), side.held[i], side.wasted[i]) for i, row in enumerate(side.rows)]
    if scheme == "paged":
        lanes = [(slots // side.unit, slots, *rest) for slots, *rest in lanes]
    runs = [
        (count, state, NAMES[i])
        for i in range(3)
        for count, state in ((side.held[i], "used"), (side.wasted[i], "wasted"))
        if count
    ]
    said = re.findall(r"(\d+) (used|wasted) by ([A-C])", label(hook.strip))
    said_of_lanes = [side.unit, *(n for lane in lanes for n in lane)]
    assert numbers(label(hook.lanes)) == said_of_lanes
    assert [(int(count), state, name) for count, state, name in said] == runs
    assert re.findall(r"(\d+) free", label(hook.strip)) == [str(side.free)] * (side.free > 0)


@schemes
def test_the_table_and_the_legend_of_the_hook_count_the_layout_shown(scheme, side):
    hook = Hook(scheme=scheme)
    columns = LENGTHS, [len(row) for row in side.rows], side.held, side.wasted
    body = [[name, *map(str, counts)] for name, *counts in zip("ABC", *columns, strict=True)]
    used, wasted = sum(side.held), sum(side.wasted)
    legend = " ".join(items(hook.numbers, "legend"))
    assert table(hook.table) == [*body, ["Sum", *(str(sum(column)) for column in columns)]]
    assert legend == f"used {used} wasted {wasted} free {side.free} of 12 slots"


def test_switch_and_guesses_are_linked_both_ways():
    hook = Hook()
    hook.switch.value = "paged"
    hook.guesses.value = 5
    assert (hook.scheme, hook.guess) == ("paged", 5)
    hook.param.update(scheme="naive", guess=0)
    assert (hook.switch.value, hook.guesses.value) == ("naive", 0)
    assert list(hook.switch.options) == ["Reserve a block", "Allocate pages"]
    assert hook.guesses.options == [0, 1, 3, 5]


@pytest.mark.parametrize(("name", "wrong"), [("guess", 2), ("guess", "1"), ("scheme", "both")])
def test_what_the_hook_does_not_offer_is_refused_by_name(name, wrong):
    hook = Hook()
    with pytest.raises(ValueError, match=naming(wrong)):
        setattr(hook, name, wrong)
    assert (hook.scheme, hook.guess) == ("naive", None)
    assert "1 of 8" not in everything_said(hook)


def test_two_hooks_share_nothing():
    one, other = Hook(), Hook()
    one.param.update(scheme="paged", guess=3)
    assert (other.scheme, other.guess) == ("naive", None)
    assert "1 of 8" not in everything_said(other)


# -- covered pages ----------------------------------------------------------------------------


@few_workloads
def test_covered_pages_say_nothing_that_depends_on_the_page_size(lengths, block_size, page_size):
    def said(page):
        view = SideBySide(lengths=lengths, block_size=block_size, page_size=page, covered=True)
        parts = [view.comparison, view.reserve_words, view.paged_words, view.table]
        words = [re.sub(r'data-shows="[^"]*"', "", part.object) for part in parts]
        marks = [
            {
                name: column
                for name, column in grid.picture.marks.items()
                if name in ("kind", "text")
            }
            for grid in (view.reserve_grid, view.paged_grid)
        ]
        return [part.replace(f"in pages of {page}.", "") for part in words], marks

    one = 1 + page_size % 16
    (words, (blocks, tokens)), (others, (other_blocks, other_tokens)) = said(page_size), said(one)
    assert words == others
    assert tokens == other_tokens
    letters = [
        f"{NAMES[row]}{slot + 1}" for row, each in enumerate(lengths) for slot in range(each)
    ]
    assert sorted(tokens["text"]) == sorted([*letters, *NAMES[: len(lengths)]])
    drawn = [
        [kind for kind in each["kind"] if kind != Mark.REACH] for each in (blocks, other_blocks)
    ]
    assert drawn[0] == drawn[1]


# -- waste against length ---------------------------------------------------------------------


@few_workloads
def test_the_curves_are_what_a_slot_by_slot_count_gives(lengths, block_size, page_size):
    view = WasteByLength(lengths=lengths, block_size=block_size, page_size=page_size)
    curves = view.curves.figure.select_one({"name": "curves"}).data
    points = view.curves.figure.select_one({"name": "points"}).data
    on_curves = set()
    for length, reserve, in_pages in zip(*curves.values(), strict=True):
        (row,) = rows_of_pages([int(length)], page_size)
        assert in_pages == row.count(WASTED)
        assert np.isnan(reserve) if length > block_size else reserve == block_size - length
        names = "".join(
            name for name, other in zip(NAMES, lengths, strict=False) if length == other
        )
        on_curves |= {(length, wasted, names) for wasted in (reserve, in_pages) if names}
    assert list(curves["length"]) == list(range(len(curves["length"])))
    assert set(zip(*points.values(), strict=True)) == {
        place for place in on_curves if not np.isnan(place[1])
    }
    assert max(lengths) <= curves["length"][-1]


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 32), blocks, pages)
def test_the_words_of_a_length_say_what_it_wastes_and_what_its_table_costs(length, block, page):
    view = WasteByLength(length=length, block_size=block, page_size=page)
    (row,) = rows_of_pages([length], page)
    words = re.sub(r"<[^>]+>", " ", view.claims.object)
    if length > block:
        assert f"{length - block} {'is' if length - block == 1 else 'are'} turned away" in words
    else:
        assert f"{block - length} of the block’s {block}" in words
    if length:
        assert f"{row.count(WASTED)} of {len(row)} slot" in words
    for size, wasted, entries in re.findall(
        r'<th scope="row">(\d+)</th><td>(\d+)</td><td><span>(\d+)</span>', view.claims.object
    ):
        (row,) = rows_of_pages([length], int(size))
        assert (int(wasted), int(entries)) == (row.count(WASTED), len(row) // int(size))


# -- questions --------------------------------------------------------------------------------


def question_said(view):
    marks = view.grid.picture.marks
    words = [view.asked.object, view.reply.object, view.table.object, view.grid.label]
    return " ".join([*words, view.turn.value]), set(marks["kind"])


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 5), st.integers(0, 400), st.integers(0, 999))
def test_a_question_opens_once_it_is_right_or_wrong_twice_and_not_before(level, seed, number):
    view = Predict(level=level, seed=seed)
    question = view.question
    explanation = re.sub(r"\s+", " ", question.explanation)
    for nth in range(3):
        words, kinds = question_said(view)
        assert view.closed == (explanation not in re.sub(r"\s+", " ", words))
        assert view.closed == (kinds <= {Mark.NAME, Mark.USED})
        if not view.closed:
            assert view.outcome == ("right" if number == question.answer else "missed")
            assert nth == (1 if number == question.answer else 2)
            break
        view.answer(number)
    before = state_of(view)
    view.answer(question.answer)
    view.show_me()
    assert state_of(view) == before


def state_of(view):
    return view.turn.value, view.verdict.value, view.outcome, question_said(view)


def test_two_right_at_first_try_lead_one_level_up_and_a_second_try_does_not_count():
    view = Predict()
    levels = []
    for first in (True, True, True, False, True, True):
        if not first:
            view.answer(view.question.answer + 1)
        view.answer(view.question.answer)
        levels.append(view.level)
        view.next()
    assert levels == [1, 1, 2, 2, 2, 2]
    assert (view.level, view.streak, view.seed) == (3, 0, 6)


@pytest.mark.parametrize(
    "rubbish",
    ["", "[]", "{", '{"level":6}', '{"tries":["<b>"]}', '{"seed":-1}', '{"name":"x","level":true}'],
)
def test_a_turn_that_is_none_leaves_the_question_as_it_is(rubbish):
    view = Predict(level=2, seed=3)
    before = state_of(view)
    view.turn.value = rubbish
    assert state_of(view) == before
