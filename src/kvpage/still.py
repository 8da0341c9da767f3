"""Draw a picture of slots as SVG, for a place where no script runs."""

from html import escape

from kvpage.grid import FILLS, LINES, TEXTS, SlotGrid
from kvpage.picture import Mark

__all__ = ["svg"]

HATCH = """<defs><pattern id="hatch" width=".25" height=".25" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect width=".25" height=".25" fill="var(--waste)"/>\
<rect width=".06" height=".25" fill="var(--waste-line)"/></pattern></defs>"""


def svg(grid: SlotGrid) -> str:
    """Draw what a grid shows, coloured by the tokens of ``page/style.css``."""
    picture = grid.picture
    marks = (
        dict(zip(picture.marks, mark, strict=True))
        for mark in zip(*picture.marks.values(), strict=True)
    )
    shapes = "".join(_shape(**mark) for mark in marks if mark["kind"] != Mark.REACH)
    box = f"{-picture.margin} 0 {picture.width + picture.margin} {picture.height}"
    return (
        f'<svg class="still" viewBox="{box}" role="img" aria-label="{escape(grid.label)}"'
        f' stroke-width=".04" font-size=".34" font-weight="bold" text-anchor="middle">'
        f"{HATCH}{shapes}</svg>"
    )


def _shape(
    kind: Mark, x: float, y: float, w: float, h: float, text: str, paint: int, **_: int
) -> str:
    fill, line, dash = f"var(--{FILLS[paint]})", f"var(--{LINES[paint]})", ""
    if kind == Mark.FREE:
        fill, line, dash = "var(--free)", "var(--free-line)", ' stroke-dasharray=".12 .09"'
    elif kind == Mark.WASTED:
        fill, line = "url(#hatch)", "var(--waste-line)"
    box = (
        f'<rect x="{x - w / 2:.3f}" y="{y - h / 2:.3f}" width="{w:.3f}" height="{h:.3f}" rx=".1"'
        f' fill="{fill}" stroke="{line}"{dash}/>'
    )
    word = (
        f'<text x="{x:.3f}" y="{y + 0.12:.3f}" fill="var(--{TEXTS[paint]})"'
        f' font-family="var(--font-num)">{text}</text>'
    )
    return box + (word if text else "")
