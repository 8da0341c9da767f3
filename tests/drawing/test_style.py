"""Contrast and hues of both themes, computed from the one stylesheet's tokens."""

import re
from itertools import combinations, product

import numpy as np
import pytest
from bokeh.colors import named
from bokeh.models import Rect

from kvpage import Hook, SideBySide
from kvpage.drawing.slot_layout import Mark
from kvpage.drawing.style import page_file, painted, tokens

STYLE, INSIDE = page_file("styles/style.css"), page_file("styles/inside.css")
ROOT, DARK, RULES = re.fullmatch(
    r".*?:root \{(.*?)\}\s*\[data-theme=dark\] \{(.*?)\}(.*)", STYLE, re.DOTALL
).groups()


def declared(block):
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


THEMES = {"light": declared(ROOT), "dark": declared(ROOT) | declared(DARK)}
HUES = ["seq-a", "seq-b", "seq-c", "seq-d"]
MARKS = [*HUES, "waste-line", "free-line", "unit-line", "away-line", "edge", "accent"]
TEXTS = [
    *product(["ink", "muted"], ["paper", "card"]),
    *product(["accent", "waste-line"], ["card"]),
    *product(["on-seq"], HUES),
    ("on-accent", "accent"),
]
# Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB
VISIONS = {
    "normal": np.eye(3),
    "protanope": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranope": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}
# Ottosson 2020
RGB_TO_LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
LMS_TO_OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]

both_themes = pytest.mark.parametrize("theme", THEMES)


def linear(colour):
    red_green_blue = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    dark = red_green_blue <= 0.04045
    return np.where(dark, red_green_blue / 12.92, ((red_green_blue + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """Return the contrast ratio of WCAG 2."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one, other, vision="normal"):
    """Return how far apart two colours are seen, in OKLab."""
    seen = [np.clip(VISIONS[vision] @ linear(colour), 0, 1) for colour in (one, other)]
    labs = [LMS_TO_OKLAB @ np.cbrt(RGB_TO_LMS @ colour) for colour in seen]
    return float(np.linalg.norm(labs[0] - labs[1]))


def test_the_measures_agree_with_known_values():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=1e-3)
    assert distance("#ffffff", "#000000") == pytest.approx(1, abs=1e-3)
    assert distance("#ff0000", "#00ff00") == pytest.approx(0.5198, abs=1e-3)
    assert distance("#808080", "#808080", "protanope") == 0


@both_themes
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_stands_out_from_its_ground(theme, text, ground):
    assert contrast(THEMES[theme][text], THEMES[theme][ground]) >= 4.5


@both_themes
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("ground", ["card", "unit"])
def test_marks_stand_out_from_the_card_and_from_the_unit_around_them(theme, mark, ground):
    assert contrast(THEMES[theme][mark], THEMES[theme][ground]) >= 3


@both_themes
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("one", "other"), [*combinations(HUES, 2)])
def test_sequences_are_told_apart(theme, vision, one, other):
    assert distance(THEMES[theme][one], THEMES[theme][other], vision) >= 0.1


@both_themes
@pytest.mark.parametrize("hue", HUES)
def test_no_sequence_has_the_colour_of_waste(theme, hue):
    assert distance(THEMES[theme][hue], THEMES[theme]["waste-line"]) >= 0.1


@pytest.mark.parametrize(
    "name", ["styles/style.css", "styles/inside.css", "lesson.html", "scripts/page.js"]
)
def test_every_variable_in_use_has_a_value(name):
    used = set(re.findall(r"var\(\s*--([\w-]+)", page_file(name)))
    assert used <= declared(ROOT).keys()
    assert used or not name.endswith(".css")


def test_every_colour_has_a_value_of_its_own_in_the_dark():
    light, dark = declared(ROOT), declared(DARK)
    colours = {name for name, value in light.items() if value.startswith("#")}
    assert dark.keys() == colours
    assert all(re.fullmatch("#[0-9a-f]{6}", dark[name]) for name in colours)


@pytest.mark.parametrize("rules", [RULES, INSIDE], ids=["style", "inside"])
def test_no_colour_is_written_outside_the_tokens(rules):
    values = re.findall(r":\s*([^:;{}]+)[;}]", rules)
    colour = re.compile(
        rf"#[0-9a-f]{{3}}|(?<![\w-])(?:{'|'.join(named.__all__)})(?![\w-])"
        r"|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(",
        re.IGNORECASE,
    )
    assert len(values) > 50
    assert list(filter(colour.search, values)) == []


@both_themes
def test_the_tokens_are_read_as_they_are_written(theme):
    assert tokens(theme) == THEMES[theme]


def test_a_painted_model_has_the_light_values_and_the_names_they_stand_for():
    rect = Rect()
    assert painted(rect, fill_color="waste", line_color="waste-line") is rect
    assert (rect.fill_color, rect.line_color) == (tokens()["waste"], tokens()["waste-line"])
    assert {"paint": {"fill_color": "waste", "line_color": "waste-line"}} in rect.tags


@pytest.mark.parametrize("kind", [SideBySide, Hook])
def test_every_colour_of_a_figure_is_repainted_with_the_theme(kind):
    grids = [part for part in vars(kind()).values() if hasattr(part, "figure")]
    models = {model for grid in grids for r in grid.figure.renderers for model in r.references()}
    tagged = [(model, tag["paint"]) for model in models for tag in model.tags if "paint" in tag]
    for model, properties in tagged:
        for name, token in properties.items():
            value = getattr(model, name)
            names, values = (token, value) if isinstance(token, list) else ([token], [value])
            assert values == [THEMES["light"][each] for each in names]
    palettes = [model.palette for model, properties in tagged if "palette" in properties]
    assert len(grids) == 2
    assert [THEMES["light"][hue] for hue in HUES] in [palette[:4] for palette in palettes]


@pytest.mark.parametrize(
    ("kind", "fill", "line"),
    [
        (Mark.FREE, "none", "none"),
        (Mark.WASTED, "none", "none"),
        (Mark.TURNED_AWAY, "free", "away-line"),
        (Mark.REACH, "none", "none"),
        (Mark.UNIT, "unit", "unit-line"),
        (Mark.NAME, "none", "none"),
        (Mark.RING, "none", "accent"),
    ],
)
def test_each_kind_of_mark_has_its_colours(kind, fill, line):
    boxes = rectangles()[0]
    names = [
        spec.transform.tags[0]["paint"]["palette"][len(HUES) + kind]
        for spec in (boxes.fill_color, boxes.line_color)
    ]
    assert names == [fill, line]


def test_free_is_dashed_and_waste_is_hatched():
    _, free, wasted = rectangles()
    assert free.tags == [{"paint": {"fill_color": "free", "line_color": "free-line"}}]
    assert (free.line_dash, free.hatch_pattern) == ([4, 3], None)
    paint = {"fill_color": "waste", "line_color": "waste-line", "hatch_color": "waste-line"}
    assert wasted.tags == [{"paint": paint}]
    assert (wasted.line_dash, wasted.hatch_pattern) == ([], "/")


def rectangles():
    """Return the glyphs of all marks, of free and of wasted ones, in the order of drawing."""
    renderers = [
        renderer
        for renderer in SideBySide().reserve_grid.figure.renderers
        if isinstance(renderer.glyph, Rect)
    ]
    groups = [getattr(renderer.view.filter, "group", None) for renderer in renderers]
    assert groups == [None, Mark.FREE, Mark.WASTED]
    return [renderer.glyph for renderer in renderers]
