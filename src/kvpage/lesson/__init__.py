"""What the lesson says: every number and every sentence, the stories and the questions.

Numpy alone. How it is drawn belongs in `kvpage.drawing`, where it stands in `kvpage.page`.
"""
