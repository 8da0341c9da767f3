"""Draw what a figure shows as SVG, for a place where no script runs."""

from html import escape

from kvpage.drawing.slot_grid import FILLS, LINES, TEXTS, SlotGrid
from kvpage.drawing.slot_layout import Mark
from kvpage.drawing.waste_curves import WasteCurves, in_block
from kvpage.lesson.facts import Facts

__all__ = ["curves_svg", "svg"]

HATCH = """<defs><pattern id="hatch" width=".25" height=".25" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect width=".25" height=".25" fill="var(--waste)"/>\
<rect width=".06" height=".25" fill="var(--waste-line)"/></pattern></defs>"""


def svg(grid: SlotGrid) -> str:
    """Draw what a grid shows, coloured by the tokens of ``page/styles/style.css``."""
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


def curves_svg(curves: WasteCurves) -> str:
    """Draw what the curves show, coloured by the tokens of ``page/styles/style.css``."""
    said, rows = curves.said, curves.said["rows"]
    across, down = 600 / said["longest"], 240 / said["worst"]

    def place(row: Facts, wasted: float) -> tuple[float, float]:
        return 40 + row["length"] * across, 260 - wasted * down

    def curve(places: list[tuple[float, float]], colour: str) -> str:
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
        return (
            f'<g fill="var(--{colour})"><polyline points="{line}" fill="none"'
            f' stroke="var(--{colour})" stroke-width="2"/>{dots}</g>'
        )

    in_blocks = [place(row, in_block(row)) for row in rows if not row["turned_away"]]
    in_pages = [place(row, row["paged_wasted"]) for row in rows]
    ends = [(said["longest"], place(rows[-1], 0)), (0, place(rows[0], 0))]
    numbers = "".join(f'<text x="{x:.1f}" y="280">{end}</text>' for end, (x, _) in ends)
    numbers += f'<text x="20" y="{260 - said["worst"] * down + 5:.1f}">{said["worst"]}</text>'
    return (
        f'<svg class="still" viewBox="0 0 660 300" role="img" aria-label="{escape(curves.label)}"'
        f' font-size="14" text-anchor="middle"><g fill="var(--muted)">{numbers}</g>'
        f"{curve(in_blocks, 'waste-line')}{curve(in_pages, 'paged-line')}</svg>"
    )
