def test_the_lesson_opens_with_the_example(lesson):
    page = lesson()
    assert page.locator("#lengths-field").input_value() == "1, 4, 2"
