"""Runs the Python code of pages: ``pages.py PAGE...``, each PAGE a Markdown file or a notebook.

The blocks of a page run in one namespace. A block of ``text`` right after a block of Python, and
text that a notebook keeps of a cell, must be what the code prints; ``--update`` writes it into a
Markdown page. A block that needs duckdb, pyarrow or matplotlib is skipped if that is missing.
"""

import contextlib
import io
import json
import re
import sys
import traceback
from pathlib import Path

OPTIONAL = {"duckdb", "pyarrow", "matplotlib"}
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def blocks(page):
    """Pairs of code and what it prints; None if the page does not show that."""
    text = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        return [match.groups() for match in BLOCK.finditer(text)]
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), printed(cell)) for cell in cells]


def printed(cell):
    kept = [output for output in cell["outputs"] if output.get("name") == "stdout"]
    return "".join(line for output in kept for line in output["text"]) if kept else None


def run(page, update):
    """Runs a page; returns its numbers of blocks and skipped blocks, and the problems."""
    names, skipped, problems, shown = {}, 0, [], []
    pairs = blocks(page)
    for number, (code, expected) in enumerate(pairs, 1):
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(code, f"{page.name}, block {number}", "exec"), names)
        except ModuleNotFoundError as e:
            if str(e.name).partition(".")[0] not in OPTIONAL:
                raise
            skipped += 1
            continue
        except Exception:
            problems.append(f"{page.name}, block {number}:\n{code}\n{traceback.format_exc()}")
            break
        if expected not in (None, out.getvalue()):
            shown.append((code, expected, out.getvalue()))
    if update and page.suffix == ".md":
        text = page.read_text(encoding="utf-8")
        for code, expected, found in shown:
            both = "```python\n{}```\n\n```text\n{}```"
            text = text.replace(both.format(code, expected), both.format(code, found))
        page.write_text(text, encoding="utf-8")
    else:
        problems += [f"{page.name} shows\n{a}but the code prints\n{b}" for _, a, b in shown]
    return len(pairs), skipped, problems


def main(words):
    update = "--update" in words
    failed = False
    for name in words:
        if name == "--update":
            continue
        count, skipped, problems = run(Path(name).resolve(), update)
        print(f"{Path(name).name}: {count} blocks, {skipped} skipped")
        for problem in problems:
            print(problem)
        failed |= bool(problems) or count == 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
