"""Requests through an allocator, step by step, and what is known of a run.

Numpy alone. What is said of a run belongs in `kvpage.lesson`.
"""
