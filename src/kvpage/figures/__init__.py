"""The figures of the lesson, one module each: parameters, widgets, picture and words.

What is on a page around them belongs in `kvpage.page`.
"""
