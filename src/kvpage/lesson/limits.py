"""How much a reader may set: the most that figures draw, and that questions and answers go to."""

__all__ = ["LIMITS"]

LIMITS = {
    "sequences": 8,
    "length": 32,
    "block": 32,
    "page": 16,
    "question": 999_999,
    "answer": 999,
}
