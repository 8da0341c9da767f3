"""The page that both hosts show: its sections, styles and scripts, and what fills them.

No allocation and no sentence with a number is made here; the hosts are `kvpage.app` and
`kvpage.standalone`.
"""
