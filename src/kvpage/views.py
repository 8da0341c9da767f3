"""The figures of the lesson, by name.

Each has its parameters, its widgets, its picture and its words. A change travels one way: widget →
parameter → allocation → marks → one assignment to the figure's source; the same allocation gives
every number that the words say.
"""

from kvpage.figures.admission import WhoGetsIn
from kvpage.figures.block_tables import WherePagesLive
from kvpage.figures.controls import EXAMPLE, LIMITS
from kvpage.figures.hook import GUESSES, SCHEMES, Hook
from kvpage.figures.predict import Predict
from kvpage.figures.side_by_side import SideBySide
from kvpage.figures.waste_by_length import WasteByLength

__all__ = [
    "EXAMPLE",
    "GUESSES",
    "LIMITS",
    "SCHEMES",
    "Hook",
    "Predict",
    "SideBySide",
    "WasteByLength",
    "WherePagesLive",
    "WhoGetsIn",
]
