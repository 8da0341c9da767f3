"""Slots and who holds them: the free list, block tables, and the live allocators of both schemes.

Numpy alone. Nothing here knows of requests, of lengths at one moment (`kvpage.allocators`), or of
the lesson.
"""
