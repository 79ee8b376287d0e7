"""Bring a chapter's bets and exercises into the form that site and working copies read. To be deleted when all are.

``python tools/migrate_questions.py book/curves/auc.ipynb …`` changes what is mechanical, formats and runs the notebook,
and prints what is left for its author:

- the import of `pages` is shown;
- bets and checks get ids, checks get a label made of the answer's name;
- solutions are tagged, begin with ``# Solution``, define other names than the student's, and check nothing.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import notebooks as tool
from nbformat import NotebookNode

IMPORT = "from evalbook import pages"
EXERCISE = re.compile(r"```\{exercise\}\n:label: (\S+)")


def show_import(notebook: NotebookNode) -> None:
    """Put `pages` into the page's own import, or show the cell that has it."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    hidden = next((cell for cell in codes if cell.source == IMPORT), None)
    if hidden is None:
        return
    after = codes[codes.index(hidden) + 1]
    line = re.search(r"^from evalbook import ([\w, ]+)$", after.source, re.MULTILINE)
    if line and not after.metadata.get("tags"):
        names = ", ".join(sorted({*line[1].split(", "), "pages"}))
        after.source = after.source.replace(line[0], f"from evalbook import {names}")
        notebook.cells.remove(hidden)
    else:
        hidden.metadata = {}


def calls(source: str, name: str) -> Iterator[ast.Call]:
    """The calls of pages.<name> in a cell, the last first, so that text can be put in without moving the others."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    found = [node for node in found if ast.unparse(node.func) == f"pages.{name}"]
    yield from sorted(found, key=lambda node: -node.lineno)


def with_keywords(source: str, call: ast.Call, **texts: str) -> str:
    """The source with keywords added to a call that lacks them."""
    missing = {key: text for key, text in texts.items() if key not in {keyword.arg for keyword in call.keywords}}
    lines = source.splitlines(keepends=True)
    last, column = call.end_lineno or 0, call.end_col_offset or 0
    end = sum(len(line) for line in lines[: last - 1]) + len(lines[last - 1].encode()[: column - 1].decode())
    before = source[:end].rstrip().rstrip(",")
    return before + "".join(f', {key}="{text}"' for key, text in missing.items()) + source[end:]


def name_questions(notebook: NotebookNode, chapter: str, report: list[str]) -> None:
    """Ids for bets and checks, labels for checks."""
    label, bets = "", 0
    for cell in notebook.cells:
        label = (EXERCISE.findall(cell.source) or [label])[-1]
        if cell.cell_type != "code" or "solution" in cell.metadata.get("tags", []):
            continue
        for call in calls(cell.source, "bet"):
            bets += 1
            cell.source = with_keywords(cell.source, call, id=f"{chapter}-bet-{bets}")
        checks = list(calls(cell.source, "check"))
        for number, call in zip(range(len(checks), 0, -1), checks, strict=True):
            answer = call.args[0]
            name = answer.id if isinstance(answer, ast.Name) else ""
            if not name:
                report.append(f"{label}: hand in the function, give the right function, and two inputs: on=[…]")
            own = label if len(checks) == 1 else f"{label}-{name.replace('_', '-') or number}"
            words = f"{name.replace('_', ' ').capitalize()}:" if name else "Your function."
            cell.source = with_keywords(cell.source, call, question=words, id=own)
        if "Right, but rounded" in cell.source:
            report.append(f"{label}: drop the mistakes that say 'Right, but rounded'")


def mend_solutions(notebook: NotebookNode) -> None:
    """Tag solutions, name their functions apart from the student's, and let them check nothing."""
    stubs = set()
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        stubs |= set(re.findall(r"^def (\w+)\(.*\): \.\.\.$", cell.source, re.MULTILINE))
        if cell.metadata.get("mystnb", {}).get("code_prompt_show") != "Show the solution":
            continue
        cell.metadata["tags"] = ["hide-cell", "solution"]
        lines = cell.source.splitlines()
        dropped = {
            line
            for node in ast.parse(cell.source).body
            if isinstance(node, ast.Expr) and ast.unparse(node).startswith("pages.check(")
            for line in range(node.lineno, (node.end_lineno or 0) + 1)
        }
        kept = "\n".join(line for number, line in enumerate(lines, 1) if number not in dropped).strip()
        for stub in stubs & set(re.findall(r"^def (\w+)\(", kept, re.MULTILINE)):
            kept = re.sub(rf"\b{stub}\b", f"{stub}_solution", kept)
        cell.source = kept if kept.startswith("# Solution") else f"# Solution\n{kept}"


def left_to_the_author(notebook: NotebookNode) -> Iterator[str]:
    """What a script cannot write."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and EXERCISE.search(cell.source) and "```{solution}" in cell.source:
            label = EXERCISE.findall(cell.source)[-1]
            yield f"{label}: split the cell before the solution; put `my_argument = ...` and a check of three criteria"
        if "solution" in cell.metadata.get("tags", []) and "pages.check" in cell.source:
            yield f"a solution still checks something: {cell.source.splitlines()[1]}"
    labels = [label for cell in notebook.cells for label in EXERCISE.findall(cell.source)]
    source = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    yield from (f"{label}: has no check" for label in labels if f'id="{label}' not in source)


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        notebook = tool.read(path)
        report: list[str] = []
        show_import(notebook)
        mend_solutions(notebook)
        name_questions(notebook, path.stem.replace("_", "-"), report)
        report += left_to_the_author(notebook)
        path.write_text(tool.normalize(notebook), "utf-8")
        subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(path)], check=True)
        tool.rerun(path)
        print(path, *(f"  {line}" for line in report), sep="\n")


if __name__ == "__main__":
    main()
