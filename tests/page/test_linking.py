"""Scripts are linked into one: each after what it imports, and nothing that cannot be linked."""

from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from kvpage.page import linking
from kvpage.page.linking import linked

SCRIPTS = Path(linking.__file__).with_name("scripts")


@pytest.fixture
def link(monkeypatch):
    """Link files that are given by name, from ``entry.js`` on."""

    def link(**texts):
        monkeypatch.setattr(linking, "_read", lambda file: texts[file.removesuffix(".js")])
        return linked.__wrapped__("entry.js")

    return link


def test_a_script_stands_after_what_it_imports(link):
    together = link(
        entry='import { two } from "./b.js";\nimport {\n  one,\n} from "./a.js";\nuse(one, two);\n',
        a="export const one = 1;\n",
        b='import { one } from "./a.js";\n\nexport async function two() { return one; }\n',
    )
    assert together == "const one = 1;\n\nasync function two() { return one; }\nuse(one, two);\n"


def test_a_circle_is_named(link):
    with pytest.raises(ValueError, match=r"circle: entry\.js → a\.js → entry\.js"):
        link(
            entry='import { a } from "./a.js";\nexport const b = 1;\n',
            a='import { b } from "./entry.js";\nexport const a = 1;\n',
        )


def test_what_is_imported_has_to_be_exported(link):
    with pytest.raises(ValueError, match=r"entry\.js imports b, not exported by a\.js"):
        link(entry='import { a, b } from "./a.js";\n', a="export let a = 1;\nconst b = 2;\n")


def test_a_name_is_declared_once(link):
    with pytest.raises(ValueError, match=r"a\.js and entry\.js both declare name"):
        link(
            entry='import { a } from "./a.js";\nfunction name() {}\n',
            a="export class a {}\nconst name = 1;\n",
        )


@pytest.mark.parametrize(
    "line",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        'import { a as b } from "./a.js";',
        'import { a } from "a";',
        'import "./a.js";',
        "export default 1;",
        "export { a };",
        'export * from "./a.js";',
    ],
)
def test_other_imports_and_exports_are_refused(link, line):
    with pytest.raises(ValueError, match="cannot be linked"):
        link(entry=f"{line}\n", a="export const a = 1;\n")


def test_every_script_is_linked_into_the_page():
    page = linked("page.js")
    for file in SCRIPTS.rglob("*.js"):
        *_, last = linking._read(str(file.relative_to(SCRIPTS))).strip().splitlines()
        assert last.removeprefix("export ") in page


@pytest.mark.parametrize(
    "name",
    [
        *("address.js", "lengths.js", "words.js", "facts.js", "quiz.js", "recordings.js"),
        *("comparison.js", "slot_layout.js", "cache_layout.js", "timelines.js", "waste_curves.js"),
    ],
)
def test_a_script_of_numbers_and_words_needs_no_page(name):
    with MiniRacer() as context:
        assert context.eval(f"{linked(name)}; 1") == 1


def test_comments_on_lines_of_their_own_are_left_out_and_no_code_is(link):
    together = link(
        entry='/* What it is,\n   in two lines. */\nconst url = "a//b"; // kept\n// left out\n'
        "  /** Left out. */\nconst star = 2 /* kept */ * 3;\n"
    )
    assert together == 'const url = "a//b"; // kept\nconst star = 2 /* kept */ * 3;\n'
