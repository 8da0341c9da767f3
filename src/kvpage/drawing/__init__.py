"""From numbers to marks, and from marks to Bokeh plots and SVG.

What a reader can set, and the words beside a plot, belong in `kvpage.figures`.
"""
