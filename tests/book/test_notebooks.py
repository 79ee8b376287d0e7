"""The notebooks as files.

nbval compares their outputs cell by cell (see pyproject.toml). Here: that it bites, and that each notebook is
normalized, describes its pictures, and is free of traces of the machine.
"""

from __future__ import annotations

import ast
import builtins
import copy
import json
import re
import statistics
import subprocess
import symtable
import sys
from functools import cache
from pathlib import Path

import pytest

from book_pages import CHAPTERS, IMPORTS_PAGES, has
from book_pages import NOTEBOOKS as NAMES
from evalbook.teaching import examples
from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools import notebooks as tool
from evalbook_tools.minutes import STATED
from evalbook_tools.records import records

ROOT = tool.ROOT


def name_of(path: Path) -> str:
    """The name of a page, as _toc.yml has it."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


NOTEBOOKS, CHAPTER_FILES = ([ROOT / f"{name}.ipynb" for name in names] for names in (NAMES, CHAPTERS))
each_notebook, each_chapter = (
    pytest.mark.parametrize("path", paths, ids=name_of) for paths in (NOTEBOOKS, CHAPTER_FILES)
)


NO_SET_UP = {"book/intro", "book/slips"}


@cache
def cells_of(path) -> list:
    """The cells of a notebook, which no test changes."""
    return tool.read(path).cells


def code_cells(path):
    return [cell for cell in cells_of(path) if cell.cell_type == "code"]


def tags(cell) -> set[str]:
    return set(cell.metadata.get("tags", []))


def svg(cell) -> str | None:
    for output in cell.outputs:
        if "image/svg+xml" in output.get("data", {}):
            return output.data["image/svg+xml"]
    return None


def outputs_text(cell) -> str:
    """All text that a cell shows, and the records of its questions."""
    return "\n".join(json.dumps([output.get("text"), output.get("data")]) for output in cell.outputs)


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 2


def test_what_a_chapter_lacks_is_said_with_its_name():
    with pytest.raises(AssertionError, match="book/curves/draft: no bet; see CONTRIBUTING, A chapter"):
        has("book/curves/draft", [], "no bet")


# ---------------------------------------------------------------- nbval bites


def run_nbval(folder: Path) -> subprocess.CompletedProcess:
    """Compare all notebooks of a folder."""
    sanitize = ROOT / "tests" / "book" / "nbval_sanitize.cfg"
    options = f"--nbval --nbval-current-env -q -p no:cacheprovider -p no:xdist --color=no -c {folder / 'none.ini'}"
    (folder / "none.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", *options.split(), f"--nbval-sanitize-with={sanitize}", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def change_number(notebook) -> None:
    """Raise the last digit of the first number that is printed."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if re.search(r"\d\.\d", output.get("text", "")):
                output.text = re.sub(r"(\d\.\d*)(\d)", lambda m: m[1] + str((int(m[2]) + 1) % 10), output.text, count=1)
                return
    raise LookupError("no number is printed")


def change_figure(notebook) -> None:
    """Move the first point of the first line in a picture by two points."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and svg(cell):
            for output in cell.outputs:
                picture = output.data["image/svg+xml"]
                changed = re.sub(r'd="M (\d+)', lambda m: f'd="M {int(m[1]) + 2}', picture, count=1)
                assert changed != picture
                output.data["image/svg+xml"] = changed
                return
    raise LookupError("there is no picture")


@pytest.mark.slow
def test_nbval_refuses_one_change_and_accepts_an_unchanged_copy_in_another_folder(tmp_path):
    notebook = tool.read(ROOT / "book" / "curves" / "roc_curve.ipynb")
    first_picture = next(place for place, cell in enumerate(notebook.cells) if cell.cell_type == "code" and svg(cell))
    notebook.cells = notebook.cells[: first_picture + 1]
    for change in (lambda _: None, change_number, change_figure):
        changed = copy.deepcopy(notebook)
        change(changed)
        (tmp_path / f"{change.__name__.strip('<>')}.ipynb").write_text(tool.normalize(changed), "utf-8")
    result = run_nbval(tmp_path)
    failed = re.findall(r"^FAILED (\w+)\.ipynb::", result.stdout, re.MULTILINE)
    assert (result.returncode, sorted(failed)) == (1, ["change_figure", "change_number"]), result.stdout
    differing = re.findall(r"^Cell \d+: Cell outputs differ", result.stdout, re.MULTILINE)
    assert len(set(differing)) == 2, result.stdout  # a set: where CI is set, pytest says all again at the end


# ---------------------------------------------------------------- each notebook as a file


@each_notebook
def test_notebook_is_normalized(path):
    assert path.read_text("utf-8") == tool.normalize(tool.read(path)), "run: make rerun"


@each_notebook
def test_every_code_cell_was_run_without_an_error(path):
    assert not [output.evalue for cell in code_cells(path) for output in cell.outputs if output.output_type == "error"]


@each_notebook
def test_name_starts_with_a_letter(path):
    assert re.fullmatch(r"[a-z][a-z0-9_]*\.ipynb", path.name)


@each_notebook
def test_every_picture_is_described_in_a_sentence(path):
    for cell in code_cells(path):
        if svg(cell) is None:
            continue
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        assert len(alt) >= 60, f"a description of at least a sentence is missing for: {cell.source[:80]}"
        assert alt.rstrip().endswith("."), alt


@each_notebook
def test_pictures_are_svg(path):
    kinds = {kind for cell in code_cells(path) for output in cell.outputs for kind in output.get("data", {})}
    assert not kinds & {"image/png", "image/jpeg"}


@each_notebook
def test_no_output_holds_a_date_or_a_path_of_the_machine(path):
    traces = r"/home/|/root/|/tmp/|/Users/|[A-Z]:\\|site-packages|ipykernel_\d|\d{4}-\d\d-\d\d[ T]\d\d:\d\d|<dc:date>"
    for cell in code_cells(path):
        assert not re.search(traces, outputs_text(cell)), cell.source


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if name_of(path) not in NO_SET_UP], ids=name_of)
def test_the_first_code_cell_sets_the_page_up(path):
    """The landing page, the first of all, asks and draws nothing of its own, and the slips have no code."""
    first = has(name_of(path), code_cells(path), "no code cell")[0]
    has(name_of(path), re.search(IMPORTS_PAGES, first.source, re.MULTILINE), "its first code cell imports no `pages`")


@each_notebook
def test_a_page_imports_modules_of_the_package(path):
    """A curve's `precision` would replace the function of that name."""
    assert not re.search(
        r"^from evalbook\.(?!teaching import)", "\n".join(cell.source for cell in code_cells(path)), re.MULTILINE
    )


@each_notebook
def test_no_imported_name_is_assigned(path):
    tree = ast.parse("\n".join(cell.source for cell in code_cells(path)))
    nodes = list(ast.walk(tree))
    imported = {
        (alias.asname or alias.name).split(".")[0]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert not imported & assigned


FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}


@each_notebook
def test_code_that_the_page_shows_fits_its_column(path):
    for cell in code_cells(path):
        if not tags(cell) & FOLDED:
            lines = cell.source.splitlines()
            assert len(lines) <= 15, cell.source
            assert max(map(len, lines)) <= 78, cell.source


def code_lines(cell) -> int:
    """Lines to read: an import of the package says where a name comes from."""
    return sum(bool(line.strip()) and not line.startswith("from evalbook") for line in cell.source.splitlines())


@each_chapter
def test_at_most_100_lines_of_code_stand_open_before_the_first_exercise(path):
    cells = cells_of(path)
    exercises = [place for place, cell in enumerate(cells) if "{exercise}" in cell.source]
    first = has(name_of(path), exercises, "no exercise")[0]
    shown = [cell for cell in cells[:first] if cell.cell_type == "code" and not tags(cell) & {*FOLDED, "solution"}]
    lines = sum(map(code_lines, shown))
    assert lines <= 100, "fold what only helps, such as a simulation; draw with the words of plots"


def test_the_median_cell_that_draws_has_at_most_12_lines():
    drawing = [
        (code_lines(cell), path.stem, cell.source[:40]) for path in NOTEBOOKS for cell in code_cells(path) if svg(cell)
    ]
    median = statistics.median(lines for lines, *_ in drawing)
    assert median <= 12, f"the longest: {sorted(drawing, reverse=True)[:20]}"


@each_notebook
def test_random_numbers_are_seeded(path):
    source = "\n".join(cell.source for cell in code_cells(path))
    assert "default_rng()" not in source
    assert not re.search(r"np\.random\.(?!default_rng)", source)


@each_notebook
def test_percent_signs_stand_at_their_numbers(path):
    """As Python prints them; "5 %" may also break at the end of a line."""
    prose = "\n".join(cell.source for cell in cells_of(path) if cell.cell_type == "markdown")
    assert not re.search(r"\d\s%", prose)


# In the book ± is half of a 95% interval (hold_out says so). These words after it would give it another meaning.
OTHER_MEANING = re.compile(
    r"""±["”]?\s+(?:(?:is|as|stands|for|at|most["”]?|holds|larger|of|the|one|two|its)\s+)*(?:standard\s(?:error|deviation)|spread)"""
    r"""|±\s*(?:\{[^}]*\}|\S+)\s+\((?:one\s|two\s)?standard\s(?:error|deviation)"""
)


@pytest.mark.parametrize(
    "said",
    [
        "Behind ± stands the standard error of the simulation.",
        "(± is the spread over the draws)",
        "print the mean ± the standard\ndeviation from file to file",
        'The column "± at most" holds the larger of the two standard errors.',
        "AUC 0.830 ± 0.066 (two standard errors, Hanley–McNeil)",
        'f"{accuracy:.3f} ± {2 * error:.3f} (two standard errors)"',
        "± two standard errors; a random order gets .51",
    ],
)
def test_another_meaning_of_plus_minus_is_found(said):
    assert OTHER_MEANING.search(said)


@each_notebook
def test_plus_minus_is_half_of_an_interval(path):
    for cell in cells_of(path):
        outputs = cell.get("outputs", [])
        shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
        for text in (cell.source, *shown):
            assert not OTHER_MEANING.search(text), cell.id


FURTHER = re.compile(r"^## Further$.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CELL = "\N{RECORD SEPARATOR}\n"


def core_and_further(path) -> list[tuple[int, int]]:
    """Number of cells and of exercises of a chapter's path, and of what goes further."""
    cells = cells_of(path)
    page = "".join(CELL + (cell.source if cell.cell_type == "markdown" else "") + "\n" for cell in cells)
    parts = [FURTHER.sub("", page), "".join(FURTHER.findall(page))]
    return [(part.count(CELL), part.count("{exercise}")) for part in parts]


@each_chapter
def test_chapter_is_one_sitting(path):
    """By its cells: words are not counted, because what is told in full is read faster than what is told in short."""
    (cells, _), (further_cells, _) = core_and_further(path)
    has(name_of(path), 20 <= cells <= 55, f"{cells} cells before Further; expected 20 to 55 (an exercise has five)")
    has(name_of(path), further_cells <= 30, f"{further_cells} cells in Further; expected at most 30")


@each_chapter
def test_a_chapters_path_has_two_bets_and_two_exercises(path):
    (_, exercises), _ = core_and_further(path)
    has(name_of(path), exercises <= 2, "more than two exercises before Further")
    assert sum("pages.bet(" in cell.source for cell in code_cells(path)) <= 2


@each_chapter
def test_chapter_has_what_every_chapter_has(path):
    cells = cells_of(path)
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    wanted = {
        "no time at its top (*1 to 2 minutes to read, 1 to 2 for the exercises.*)": STATED.search(cells[0].source),
        "no question in bold on the first screen": "**" in cells[0].source and "?" in cells[0].source,
        "no bet": "pages.bet(" in code,
        "no assert that the hand computation and the function agree": "assert " in code,
        "no picture": any(svg(cell) for cell in code_cells(path)),
        "not three to five exercises": 3 <= prose.count("{exercise}") <= 5,
        "no check": "pages.check(" in code,
        "no exercise to argue, with a {solution}": "```{solution}" in prose,
        'more than two boxes "Check the source"': prose.count("Check the source") <= 2,
        'more than one box "Where libraries disagree"': prose.count("Where libraries disagree") <= 1,
        "no recap": re.search(r"^## Recap$", prose, re.MULTILINE),
    }
    missing = [what for what, there in wanted.items() if not there]
    has(name_of(path), not missing, "; ".join(missing))


# ---------------------------------------------------------------- after a whole run


def inner_scopes(table: symtable.SymbolTable):
    for scope in table.get_children():
        yield scope
        yield from inner_scopes(scope)


def names_of(statement: ast.stmt) -> tuple[set[str], set[str], set[str]]:
    """The names of the page that a statement binds, that it reads, and that it reads inside functions only."""
    table = symtable.symtable(ast.unparse(statement), "cell", "exec")
    symbols = table.get_symbols()
    bound = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported() or s.is_namespace()}
    read = {s.get_name() for s in symbols if s.is_referenced()}
    inside = {s.get_name() for scope in inner_scopes(table) for s in scope.get_symbols() if s.is_global()}
    return bound, read, inside


def with_what_they_call(names: set[str], inside: dict[str, set[str]]) -> set[str]:
    """The names, and the names that functions among them read when they are called, and so on."""
    found: set[str] = set()
    while new := names - found:
        found |= new
        names = set().union(*(inside.get(name, set()) for name in new))
    return found


def overwritten_names(cells) -> list[tuple[int, str, int]]:
    """A check, solution or task, a name that it takes from above, and the later cell that gives the name away.

    The answer itself is not meant: who answers runs that cell again.
    """
    bound: list[set[str]] = [set() for _ in cells]
    inside: dict[str, set[str]] = {}
    page, answers, wanted = set(), set(), []
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            task = re.findall(r"`([a-z_]\w*)`", cell.source) if "{exercise}" in cell.source else []
            wanted.append((place, set(task) & page))
            continue
        needed: set[str] = set()
        for statement in ast.parse(cell.source).body:
            names, read, later = names_of(statement)
            needed |= (read | later) - bound[place]
            bound[place] |= names
            inside |= dict.fromkeys(names, later)
            answers |= names if ast.unparse(statement).endswith("...") else set()
        if "pages.check(" in cell.source or "solution" in tags(cell):
            needed = with_what_they_call(needed | bound[place], inside) - bound[place]
            wanted.append((place, needed & page))
        page |= bound[place]
    return [
        (place, name, later)
        for place, names in wanted
        for name in sorted(names - answers)
        for later in range(place + 1, len(cells))
        if name in bound[later]
    ]


@each_notebook
def test_no_cell_overwrites_what_an_earlier_check_reads(path):
    """Who runs the whole page first and then answers gets the names as the last cell left them."""
    assert not overwritten_names(cells_of(path)), "(cell, name, later cell): give the later one another name"


@pytest.mark.parametrize(
    "later, found",
    [
        ("total = 2", [(2, "total", 3)]),
        ("for rate in [1]: pass", [(2, "rate", 3)]),
        ("def bill(): return 3", [(2, "bill", 3)]),
        ("other = [total for total in [1]]", []),
        ("def another(total): rate = total", []),
        ("answer = 3", []),
    ],
)
def test_overwritten_names_are_found(later, found):
    code = ["total, rate = 1, 2\ndef bill(): return rate", "answer = ...", "pages.check(answer, total, bill())", later]
    assert overwritten_names([tool.nbformat.v4.new_code_cell(source) for source in code]) == found


def leftovers(cells) -> list[tuple[str, str]]:
    """The cells that read what the last turn of an earlier cell's loop left in a name that the loop alone has bound."""
    left: set[str] = set()
    found = []
    for cell in cells:
        begun, of_loops = set(), set()
        for statement in ast.parse(cell.source).body:
            bound, read, later = names_of(statement)
            loop = isinstance(statement, ast.For | ast.While)
            found += [(cell.id, name) for name in sorted((read | later) & left - (bound if loop else set()))]
            of_loops = of_loops | (bound - begun) if loop else of_loops - bound
            begun |= set() if loop else bound
            left -= bound
        left |= of_loops
    return found


@each_notebook
def test_no_cell_reads_what_a_loop_has_left(path):
    """The last of five seeds is none that the page has told of: a line to report once stood on it."""
    assert not leftovers(code_cells(path)), "(cell, name): compute it again, or keep what the loop found in a list"


@pytest.mark.parametrize(
    ("first", "later", "found"),
    [
        ("for seed in range(5): unseen = seed", "print(unseen)", ["unseen"]),
        ("for seed in range(5): unseen = seed", "print([unseen + seed for seed in (1, 2)])", ["unseen"]),
        ("for seed in range(5): unseen = seed", "unseen = 0\nprint(unseen)", []),
        ("for seed in range(5): unseen = seed", "for seed in range(3): print(seed)", []),
        ("for seed in range(5): unseen = seed\nunseen = 0", "print(unseen)", []),
        ("total = 0\nfor n in range(5): total += n", "print(total)", []),
        ("rows = []\nfor n in range(5): rows.append(n)", "print(rows)", []),
    ],
)
def test_what_a_loop_has_left_is_found(first, later, found):
    cells = [tool.nbformat.v4.new_code_cell(source) for source in (first, later)]
    assert leftovers(cells) == [(cells[1].id, name) for name in found]


# ---------------------------------------------------------------- what the page shows is enough to run it

IN_ORDER = ast.Module | ast.For | ast.While | ast.If | ast.With | ast.Try
LOCAL = (
    ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.ExceptHandler
    | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
)  # fmt: skip


def shown_cells(cells) -> list[int]:
    """The cells whose code the page shows or unfolds (evalbook_tools.site.questions).

    A bet and a check become forms, and with a check that is answered in the page the open answer above it goes, too.
    """
    shown, in_exercise = [], []
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            in_exercise = [] if "```{exercise}" in cell.source else in_exercise
        elif asked := records(cell):
            if all(record["role"] == "exercise" and record["kind"] != "code" for record in asked):
                shown = [one for one in shown if one not in in_exercise]
        elif not tags(cell) & {"remove-input", "remove-cell"}:
            shown.append(place)
            in_exercise += [] if "solution" in tags(cell) else [place]
    return shown


def one_by_one(node):
    """What runs one after the other: statements, with loops and conditions taken apart."""
    if isinstance(node, IN_ORDER):
        for child in ast.iter_child_nodes(node):
            yield from one_by_one(child)
    else:
        yield node


def defined(node) -> set[str]:
    """The names that a piece of code defines around it."""
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Name(ctx=ast.Store()):
            return {node.id}
        case ast.alias():
            return {node.asname or node.name.partition(".")[0]}
        case ast.arg():
            return {node.arg}
        case _ if isinstance(node, LOCAL):
            return set()
    return set().union(*map(defined, ast.iter_child_nodes(node)))


def used(node) -> set[str]:
    """The names that a piece of code takes from around it: not its parameters, nor what its functions define."""
    names = set().union(*map(used, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
        names |= {node.id}
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        names |= {node.target.id}
    elif isinstance(node, LOCAL):
        names -= set().union(*map(defined, ast.iter_child_nodes(node)), {getattr(node, "name", None)})
        first = [one.iter for one in getattr(node, "generators", [])[:1]]  # looked up outside, as default values are
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)] if hasattr(node, "args") else []
        names |= set().union(*map(used, [*first, *defaults]))
    return names


def unseen_names(cells) -> list[tuple[str, list[str]]]:
    """Cells that the page shows, with the names that they use and that no such cell has defined by then."""
    page, found = set(dir(builtins)), []
    for place in shown_cells(cells):
        missing, when_called = set(), set()
        for piece in one_by_one(ast.parse(cells[place].source)):
            (when_called if isinstance(piece, ast.FunctionDef) else missing).update(used(piece) - page)
            page |= defined(piece)
        if missing := missing | (when_called - page):
            found.append((cells[place].id, sorted(missing)))
    return found


@each_notebook
def test_code_that_the_page_shows_uses_only_what_it_shows(path):
    """A solution, too: who types what stands on the page can run it, and sees how the answer is computed."""
    unseen = unseen_names(cells_of(path))
    assert not unseen, (
        "(cell, names): the page puts a form in place of the code that defines them; define them in sight"
    )


@pytest.mark.parametrize(
    "code, missing",
    [
        ("print(hidden)", ["hidden"]),
        ("hidden.sum()", ["hidden"]),
        ("hidden += 1", ["hidden"]),
        ("for n in seen: hidden += n", ["hidden"]),
        ("hidden[0] = seen", ["hidden"]),
        ("def f(a=hidden): return a", ["hidden"]),
        ("def f(): return hidden", ["hidden"]),
        ("def f(): return later\nlater = f", []),
        ("[hidden for n in seen]", ["hidden"]),
        ("[n for hidden in [1]]", ["n"]),
        ("print([n for n in seen], n)", ["n"]),
        ("f'{hidden:.{seen}f}'", ["hidden"]),
        ("hidden = seen\nhidden += 1", []),
        ("[hidden for row in seen for hidden in row]", []),
        ("{k: v for k, v in {}.items()}", []),
        ("max(seen, key=lambda hidden, *more, **named: (hidden, more, named))", []),
        ("def f(hidden):\n    n = hidden\n    return [n, f]", []),
        ("for hidden, (n, *_) in seen: print(hidden, n)", []),
        ("with seen as hidden: print(hidden)", []),
        ("try: seen\nexcept ValueError as hidden: print(hidden)", []),
        ("import os.path as hidden, math\nhidden, math", []),
        ("class Hidden(object):\n    n = 1\n    def f(self): return self.hidden", []),
        ("if (hidden := seen): print(hidden)", []),
        ("solved", ["solved"]),
        ("answer", ["answer"]),
    ],
)
def test_names_that_a_page_hides_are_found(code, missing):
    new = tool.nbformat.v4
    record = {
        "output_type": "display_data",
        "metadata": {},
        "data": {QUESTION_MIME: {"role": "exercise", "kind": "number"}},
    }
    exercise = [
        new.new_markdown_cell("```{exercise}\n```"),
        new.new_code_cell("answer = ..."),
        new.new_code_cell("hidden = solved = 1", outputs=[record]),
    ]
    cells = [new.new_code_cell("seen = 1"), *exercise, new.new_code_cell(code)]
    assert [names for _, names in unseen_names(cells)] == [missing] * bool(missing)


# ---------------------------------------------------------------- the cast


def test_the_case_says_where_the_rival_comes_from_as_the_clinic_does_and_two_models_leads_there():
    note = " ".join(examples.clinic.__doc__.split())
    story = note[note.index("Compactness is one of 28") : note.index(" References ----")]
    case, two_models = (
        "".join("".join(cell["source"]) for cell in cells_of(ROOT / "book" / "comparison" / f"{name}.ipynb"))
        for name in ("case", "two_models")
    )
    assert story in case
    assert "after twelve measurements had been tried on another split. The [case](case.ipynb)" in two_models
