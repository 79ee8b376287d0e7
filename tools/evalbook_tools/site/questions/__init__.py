"""Bets and exercises are answered in the page: the records that `pages` leaves in a notebook become forms.

A bet takes the place of the cell that makes it. An exercise is a unit of several cells: the directive ``{exercise}``, a
cell with the reader's answer still open, the cell that checks it, and the solution (cells tagged `solution`, or the
directive ``{solution}``). On the page the checks become boxes, the open answer is left out where a box replaces it, and
the solution is folded. The scripts beside this file are what a page does with them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer, load_mime_renders
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx_exercise.nodes import is_exercise_node, is_solution_node

from evalbook.teaching.answers import INPUTS_MIME, QUESTION_MIME, SHARED, as_script, refusal
from evalbook_tools.site import assets
from evalbook_tools.site.chinese_and_subscripts import mark_chinese
from evalbook_tools.site.downloads import link_to_copy
from evalbook_tools.site.folds import Fold, Summary
from evalbook_tools.site.formulas import markdown_to_html
from evalbook_tools.site.questions import opening_question

PROGRESS_PAGE = "book/my_progress"
SCRIPTS = ("shared", "reading", "judge", "fold", "bets", "exercises", "progress", "start")
NO_SCENE = re.compile(r"minutes to read|^So the answer")
GLOSS = re.compile(r"\s*\([^()]*[\u3400-\u9fff][^()]*\)")
GAP = re.compile(r"\s+(?=[.,;:](?:\s|$)|\s)")  # where a citation stood
FIGURE = "\ue000"  # where a sentence names a figure, which is not on the other page
POINTING = re.compile(rf"\s*[^.?!]*{FIGURE}.*?[.?!](?=\s|$)", re.DOTALL)
HERE = Path(__file__).parent
Record = dict[str, Any]


class record_node(nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """A question on its way from a notebook's output to its place in the page."""


class due_node(nodes.Element):  # noqa: N801
    """A question that comes back, until all pages are read and it can name its chapter."""


class RecordReader:
    """Where myst-nb meets a record, it keeps it; no other output of that cell is shown."""

    mime_priority_overrides: tuple[()] = ()

    @staticmethod
    def handle_mime(_: NbElementRenderer, data: MimeData, inline: bool) -> list[nodes.Element] | None:
        if inline or data.mime_type not in (QUESTION_MIME, INPUTS_MIME):
            return None
        return [record_node(record=data.content)] if data.mime_type == QUESTION_MIME else []


# ---------------------------------------------------------------- the units of a page


def place_questions(app: Sphinx, document: nodes.document) -> None:
    """Put forms in the place of the cells that left records, and fold the solutions."""
    asked: list[Record] = []
    for kind in ("exercise-content", "solution-content"):  # sphinx-exercise gives one id to all of a page
        contents = [part for part in document.findall(nodes.section) if part["ids"] == [kind]]
        for place, content in enumerate(contents):
            content["ids"] = [f"{kind}-{place}"]
    cells = list(document.findall(_is_cell))
    _name_cells(app.env, [cell for cell in cells if not _records_of(cell)])
    for place, cell in enumerate(cells):
        records = _records_of(cell)
        role = records[0]["role"] if records else ""
        if role == "due":
            cell.parent.replace(cell, [due_node(record=record) for record in records])
        elif role == "bet":
            settled = next((later["ids"][0] for later in cells[place + 1 :] if later["ids"]), None)
            opening = None if asked else opening_question.question_above(cell)
            found = {"see": settled or f"q-{records[0]['id']}", "scene": _scene_of(cell, told=opening is not None)}
            records = [{**record, **found} for record in records]
            _place_bet(cell, records, opening)
        elif role == "exercise":
            label = _place_exercise(cell, records, app.env.docname)
            records = [{**record, "for": label} for record in records]
        asked += records
    for solution in list(document.findall(_is_solution)):
        _fold_solution(solution)
    questions_of(app.env)[app.env.docname] = asked


def _name_cells(env: BuildEnvironment, cells: list[nodes.Element]) -> None:
    """A cell of code can be linked to by its id in the notebook."""
    if cells:
        notebook = json.loads(Path(env.doc2path(env.docname)).read_text("utf-8"))
        for cell in cells:
            cell["ids"].append(cell_anchor(notebook["cells"][cell["cell_index"]]["id"]))


def cell_anchor(id: str) -> str:
    """What a cell of code is called in the addresses of its page."""
    return f"cell-{id}"


def _scene_of(cell: nodes.Element, *, told: bool) -> str | None:
    """What a bet needs on another page: the paragraph before it, and what the cell above it shows.

    A bet that asks the question of an opening tells the story itself, so it needs no paragraph (opening_question.py).
    None where the cell shows a picture: such a bet is understood in its chapter only.
    """
    before = cell.parent.children[: cell.parent.index(cell)]
    last_bet = max((place for place, part in enumerate(before) if "q-bet" in part.astext()), default=-1)
    paragraphs = [part for part in before[last_bet + 1 :] if isinstance(part, nodes.paragraph)]
    texts = ["".join(_plain(part)) for part in paragraphs if not list(part.findall(nodes.math))]
    telling = [] if told else [text for text in texts if not NO_SCENE.search(text)]
    telling = [GAP.sub("", GLOSS.sub("", POINTING.sub("", text))).strip() for text in telling[-1:]]
    scene = [f"<p>{escape(text)}</p>" for text in telling]
    if before and _is_cell(before[-1]):
        if list(before[-1].findall(_is_picture)):
            return None
        scene += [f'<pre translate="no">{escape(part.astext())}</pre>' for part in before[-1].findall(_is_printed)]
        scene += [_small_table(part) for part in before[-1].findall(nodes.table)]
    return mark_chinese("".join(scene))


def _is_picture(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("mime_type") in ("text/html", "image/svg+xml")


def _is_printed(node: nodes.Node) -> bool:
    return isinstance(node, nodes.literal_block) and "stream" in node["classes"]


def _small_table(table: nodes.table) -> str:
    rows = [[escape(entry.astext()) for entry in row.findall(nodes.entry)] for row in table.findall(nodes.row)]
    head, *body = ["".join(f"<td>{text}</td>" for text in row) for row in rows]
    return f"<table><tr>{head.replace('td>', 'th>')}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"


def _plain(part: nodes.Node) -> Iterator[str]:
    """The text of a paragraph without its citations; a sentence that points at a figure is marked."""
    if isinstance(part, nodes.Text):
        yield part.astext()
    elif isinstance(part, addnodes.pending_xref) and part.get("reftype") == "numref":
        yield FIGURE
    elif not (isinstance(part, addnodes.pending_xref) and part.get("refdomain") == "cite"):
        for child in part.children:
            yield from _plain(child)


def _records_of(cell: nodes.Element) -> list[Record]:
    return [node["record"] for node in cell.findall(record_node)]


def _place_bet(cell: nodes.Element, records: list[Record], question: nodes.strong | None) -> None:
    if question is None:
        cell.replace_self(raw("\n".join(map(bet_form, records))))
    else:
        before, after = _around_question(records[0])
        cell.replace_self(nodes.container("", raw(before), opening_question.move_down(question, cell), raw(after)))


def _place_exercise(cell: nodes.Element, records: list[Record], docname: str) -> str:
    """Put the boxes in place of the cell; the label of their exercise."""
    label, stubs = _exercise_of(cell)
    if all(record["kind"] != "code" for record in records):
        for stub in stubs:
            stub.parent.remove(stub)
    cell.replace_self(raw("\n".join(exercise_form(record, label, docname) for record in records)))
    return label


def _exercise_of(node: nodes.Element) -> tuple[str, list[nodes.Element]]:
    """The label of the exercise that a node belongs to, and the cells between the two."""
    between: list[nodes.Element] = []
    siblings = node.parent.children
    for sibling in reversed(siblings[: siblings.index(node)]):
        if is_exercise_node(sibling):
            return sibling["label"], between
        if _is_cell(sibling) and not _is_solution(sibling):
            between.append(sibling)
    return "", []


def _fold_solution(solution: nodes.Element) -> None:
    """The directive folds by itself, and takes in the cell above or below it; another cell is folded here.

    The class says whose solution it is.
    """
    classes = ["q-solution", f"q-for-{_exercise_of(solution)[0]}"]
    above = solution.parent.children[solution.parent.index(solution) - 1]
    if is_solution_node(solution):
        solution["classes"] += [name for name in ["dropdown", *classes] if name not in solution["classes"]]
        if isinstance(above, Fold) and classes[-1] in above["classes"]:
            solution.parent.remove(above)
            above[-1]["ids"] += above["ids"]
            solution.insert(1, above[-1])  # below the title
        return
    solution.attributes.pop("hide_mode", None)  # myst-nb's own fold
    if is_solution_node(above):
        solution.parent.remove(solution)
        above.append(solution)
    else:
        fold = Fold("", Summary("", solution.get("prompt_show") or "Show the solution"), classes=["solution", *classes])
        solution.replace_self(fold)  # which takes the cell's name
        solution["ids"] = []
        fold.append(solution)


def _is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _is_solution(node: nodes.Node) -> bool:
    return is_solution_node(node) or (_is_cell(node) and "tag_solution" in node["classes"])


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


# ---------------------------------------------------------------- forms


def said_to(record: Record) -> dict[str, str]:
    """What is said to each choice, as HTML, in the order of the choices."""
    said = {record["right"]: f"<b>Right.</b> {markdown_to_html(record['why'])}"}
    said |= {
        one["answer"]: f"<b>{refusal(one, markdown_to_html)}</b> {markdown_to_html(one['text'])}"
        for one in record["mistakes"]
    }
    return {choice: said[choice] for choice in record["choices"]}


def bet_form(record: Record, page: str = "") -> str:
    """The question, and each choice with what to say to it: without a script, all of it can be read.

    On another page than its own, a bet names its own: there the script files the answer, and it folds nothing here.
    """
    before, after = _around_question(record, page)
    return f"{before}{markdown_to_html(record['question'])}{after}"


def _around_question(record: Record, page: str = "") -> tuple[str, str]:
    """What comes before the question of a bet, and what comes after it."""
    own = f' data-page="{escape(page)}"' if page else ""
    name = escape(record["id"])
    choices = "\n".join(
        f"<li{' data-right' if choice == record['right'] else ''}>"
        f'<button type="button" value="{escape(choice)}">{markdown_to_html(choice)}</button>'
        f'<div class="q-feedback">{said}</div></li>'
        for choice, said in said_to(record).items()
    )
    return (
        f'<form class="q-bet" id="q-{name}"{own}>\n<p class="q-asked" id="q-{name}-asked">',
        f'</p>\n<ul class="q-choices" aria-labelledby="q-{name}-asked">\n{choices}\n</ul>\n</form>',
    )


def exercise_form(record: Record, label: str, docname: str) -> str:
    """A box for the answer, by the kind of the exercise; the script judges what is put in."""
    name = f"q-{escape(record['id'])}"
    asked = markdown_to_html(record["question"] or "Your answer:")
    parts = {"code": _code_parts, "argument": _argument_parts, "choice": _choice_parts}
    form = parts.get(record["kind"], _text_parts)(record, name, asked, docname)
    return (
        f'<form class="q-exercise" id="{name}" data-for="{escape(label)}" novalidate>\n{form}\n'
        f'<script type="application/json">{_for_script(record)}</script>\n</form>'
    )


SAID = '<p class="q-said" role="status"></p>'


def _text_parts(record: Record, name: str, asked: str, _: str) -> str:
    return (
        f'<label for="{name}-answer">{asked}</label>\n<p class="q-line"><input type="text" id="{name}-answer" '
        f'autocomplete="off" spellcheck="false"> <button>Check</button></p>\n{SAID}'
    )


def _choice_parts(record: Record, name: str, asked: str, _: str) -> str:
    choices = "\n".join(
        f'<label><input type="radio" name="{name}" value="{escape(choice)}"> {markdown_to_html(choice)}</label>'
        for choice in record["choices"]
    )
    return f"<fieldset><legend>{asked}</legend>\n{choices}\n</fieldset>\n<p><button>Check</button></p>\n{SAID}"


def _argument_parts(record: Record, name: str, asked: str, _: str) -> str:
    criteria = "\n".join(
        f'<label><input type="checkbox"> {markdown_to_html(criterion)}</label>' for criterion in record["right"]
    )
    return (
        f'<label for="{name}-answer">{asked}</label>\n<textarea id="{name}-answer" rows="4"></textarea>\n'
        f'<p><button>Compare with the solution</button></p>\n{SAID}\n<div class="q-criteria">{criteria}</div>'
    )


def _code_parts(record: Record, name: str, asked: str, docname: str) -> str:
    copy = link_to_copy("../" * docname.count("/"), docname, f"{docname.rpartition('/')[2]}.ipynb")
    return (
        f"<p>You answer this question in code, in the notebook {copy}."
        f'</p>\n<p><label><input type="checkbox"> I have solved it</label></p>{SAID if record.get("why") else ""}'
    )


def _for_script(record: Record) -> str:
    """What the script needs of a record, its texts as HTML."""
    mistakes = [{**one, "text": markdown_to_html(one["text"])} for one in record["mistakes"]]
    kept: Record = {name: record[name] for name in ("id", "kind", "question", "right", "choices") if name in record}
    needed = {**kept, "mistakes": mistakes, "hint": markdown_to_html(record.get("hint", ""))}
    if "why" in record:
        needed["why"] = markdown_to_html(record["why"])
    return json.dumps(needed, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ---------------------------------------------------------------- what the pages load


def questions_of(env: BuildEnvironment) -> dict[str, list[Record]]:
    """The questions of each page."""
    if not hasattr(env, "evalbook_questions"):
        env.evalbook_questions = {}  # type: ignore[attr-defined]
    return env.evalbook_questions  # type: ignore[attr-defined, no-any-return]


def forget_page(_: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """A page is read anew."""
    questions_of(env).pop(docname, None)


def add_assets(app: Sphinx, pagename: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The script and the style sheet, where there are questions, and on the landing page, which borrows one."""
    questions = questions_of(app.env)
    if pagename == app.config.root_doc or questions.get(pagename):
        app.add_js_file("questions.js")
        app.add_css_file("questions.css")


def asked_of(records: list[Record]) -> dict[str, list[Any]]:
    """The ids of a page's bets, and for each exercise those of its boxes."""
    boxes: dict[str, list[str]] = {}
    for record in records:
        if record["role"] == "exercise":
            boxes.setdefault(record["for"], []).append(record["id"])
    bets = [record["id"] for record in records if record["role"] == "bet"]
    return {"bets": bets, "exercises": list(boxes.values())}


def write_assets(app: Sphinx) -> None:
    """One script and one style sheet for the whole site."""
    data = as_script({"PROGRESS_PAGE": PROGRESS_PAGE, **SHARED})
    assets.write_script(app, "questions.js", data, *((HERE / f"{name}.js").read_text("utf-8") for name in SCRIPTS))
    assets.write(app, "questions.css", (HERE / "questions.css").read_text("utf-8"))


def setup(app: Sphinx) -> None:
    """Read records, place forms, load the script."""
    if RecordReader not in load_mime_renders():
        load_mime_renders().append(RecordReader)
    app.connect("builder-inited", write_assets)
    app.connect("doctree-read", place_questions)
    app.connect("env-purge-doc", forget_page)
    app.connect("html-page-context", add_assets)
