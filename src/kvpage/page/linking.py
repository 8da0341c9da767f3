"""Link the page's scripts: a file and all that it imports, written as one script.

The files under ``page/scripts`` are modules by the syntax of JavaScript, of which they use
little: ``import { a, b } from "./file.js";`` and ``export`` before a declaration.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files

__all__ = ["linked"]

IMPORT = re.compile(r'^import \{(\s*\w+(?:,\s*\w+)*,?\s*)\} from "(\.[\w./]+\.js)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.M)
EXPORTED = re.compile(r"^export (?:(?:async )?function\*?|class|const|let) ([^=;({]+)", re.M)
DECLARED = re.compile(r"^(?:(?:async )?function\*?|class|const|let) (\w+)", re.M)
COMMENT = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.M | re.S)
NOT_LINKED = re.compile(r"^\s*(?:import|export)\b.*", re.M)


@cache
def linked(*entries: str) -> str:
    """Write scripts and what they import as one script for one scope.

    Parameters
    ----------
    *entries : str
        Their paths below ``page/scripts``, as ``"page.js"``.

    Returns
    -------
    str
        All files, each after those that it imports, without imports and exports, and without the
        comments that stand on lines of their own: they are for those who read the files.

    Raises
    ------
    ValueError
        If a file imports or exports in any other way than the two, imports what is not
        exported, or itself through others, or declares a name that another file declares.
    """
    texts: dict[str, str] = {}
    for entry in entries:
        _take(entry, texts, [])
    owners: dict[str, str] = {}
    for file, text in texts.items():
        for name in DECLARED.findall(text):
            if owners.setdefault(name, file) != file:
                raise ValueError(f"{owners[name]} and {file} both declare {name}")
    return "".join(texts.values())


def _take(file: str, texts: dict[str, str], importers: list[str]) -> None:
    """Add a file to the texts, after all that it imports."""
    if file in importers:
        raise ValueError(f"scripts import in a circle: {' → '.join([*importers, file])}")
    if file in texts:
        return
    text = _read(file)
    for names, path in IMPORT.findall(text):
        imported = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        _take(imported, texts, [*importers, file])
        exported = set(re.findall(r"\w+", " ".join(EXPORTED.findall(_read(imported)))))
        if missing := set(re.findall(r"\w+", names)) - exported:
            raise ValueError(f"{file} imports {', '.join(missing)}, not exported by {imported}")
    text = EXPORT.sub("", IMPORT.sub("", text))
    if strange := NOT_LINKED.search(text):
        raise ValueError(
            f"{file}: {strange[0].strip()!r} cannot be linked; write"
            ' import { a, b } from "./file.js"; or export before a declaration'
        )
    texts[file] = COMMENT.sub("", text)


def _read(file: str) -> str:
    return files("kvpage").joinpath("page", "scripts", file).read_text("utf-8")
