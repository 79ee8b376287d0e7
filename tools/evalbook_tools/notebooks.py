"""Bring the book's notebooks into one form, so that a diff shows only what changed.

``make rerun`` executes every notebook and stores its outputs; name notebooks to run only those:
``python -m evalbook_tools.notebooks rerun book/curves/auc.ipynb``. ``normalize`` alone keeps the outputs as they are.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from evalbook_tools import ROOT, minutes
from evalbook_tools.contents import chapter_numbers

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
HEADING = re.compile(r"^##? (.+)$", re.MULTILINE)
KEPT_CELL_METADATA = {"tags", "mystnb", "nbgrader", "evalbook", "evalbook_alone", "evalbook_percent"}
# What the page folds away, JupyterLab does too: the answer of a bet, a solution.
FOLDED = {
    "hide-input": {"source_hidden": True},
    "remove-input": {"source_hidden": True},
    "hide-cell": {"source_hidden": True, "outputs_hidden": True},
    "hide-output": {"outputs_hidden": True},
}


def notebooks() -> list[Path]:
    """Every notebook in the folder of the book, drafts among them, in the order of the folders."""
    return sorted(path for path in (ROOT / "book").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def chapters() -> list[Path]:
    """The notebooks that the contents number, in the order of the book; a draft is none of them."""
    return [ROOT / f"{name}.ipynb" for name in chapter_numbers()]


def read(path: Path) -> NotebookNode:
    """A notebook in the current format."""
    return nbformat.read(path, as_version=4)


def title(path: Path) -> str:
    """What the first heading of a notebook says."""
    texts = (cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    return next(match[1] for text in texts if (match := TITLE.search(text)))


def headings(path: Path) -> list[str]:
    """The headings of a notebook that its page lists in the margin: the title and the sections."""
    texts = (cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    return [found for text in texts for found in HEADING.findall(text)]


def normalize(notebook: NotebookNode) -> str:
    """The notebook's text: its minutes, outputs without metadata, cells counted from 1, no trace of who ran it."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.cells[0].source = minutes.stated(notebook.cells[0].source, notebook.cells)
    notebook.nbformat_minor = 5
    count = 0
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in KEPT_CELL_METADATA}
        for tag in FOLDED.keys() & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = cell.metadata.get("jupyter", {}) | FOLDED[tag]
        cell.source = cell.source.rstrip()
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            cell.outputs = _joined(cell.outputs)
            for output in cell.outputs:
                if "metadata" in output:
                    output.metadata = {}
                if "execution_count" in output:
                    output.execution_count = count
    return nbformat.writes(notebook).rstrip() + "\n"


def _joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs, with what one cell printed in one piece: a busy machine may deliver it in several."""
    joined: list[NotebookNode] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def executed(path: Path) -> NotebookNode:
    """A notebook, run in its own folder from top to bottom."""
    notebook = read(path)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    return notebook


def rerun(path: Path) -> None:
    """Execute a notebook and store the outputs."""
    path.write_text(normalize(executed(path)), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=["rerun", "normalize"])
    parser.add_argument("notebook", nargs="*", type=Path, help="default: all")
    arguments = parser.parse_args()
    for path in arguments.notebook or notebooks():
        print(path)
        if arguments.action == "rerun":
            rerun(path)
        else:
            path.write_text(normalize(read(path)), "utf-8")


if __name__ == "__main__":
    main()
