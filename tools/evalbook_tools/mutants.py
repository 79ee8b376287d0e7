"""Small faults, drawn at random, that the tests have to find: to see that tests which moved have not lost their bite.

``draw`` prints a list of faults in some files. ``try`` puts them in one by one and runs tests: those that fail have
"killed" the mutant. A list is kept, so that the same faults can be tried again after files and tests have moved: an
entry tells its place by the name of the function and the lines in it, not by a number of a line.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalbook_tools import ROOT

Entry = dict[str, Any]
Function = ast.FunctionDef | ast.AsyncFunctionDef
FEW = 2
"""Mutants of one function, at most, so that they spread."""
PAIRS: list[tuple[Any, Any]] = [(ast.Eq, ast.NotEq), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.In, ast.NotIn)]
PAIRS += [(ast.Is, ast.IsNot), (ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.Div)]
SWAPS = {old: new for pair in PAIRS for old, new in (pair, pair[::-1])}
SWAPS |= {ast.FloorDiv: ast.Div, ast.Mod: ast.Mult, ast.Pow: ast.Mult}
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """All functions and methods by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        yield from functions(child, f"{prefix}{child.name}." if isinstance(child, Function | ast.ClassDef) else prefix)


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and all in it but texts, types, other functions, and `strict`, which hardly a test can tell."""
    if not isinstance(node, Function | ast.ClassDef | ast.JoinedStr) and getattr(node, "arg", "") != "strict":
        yield node
        for child in ast.iter_child_nodes(node):
            if child is not getattr(node, "annotation", None):
                yield from parts(child)


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a part. (Text with an operator is left alone: any test would see that.)"""
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            swapped = [[SWAPS[type(old)]() if old is one else old for old in operators] for one in operators]
            yield from (ast.Compare(left, one, others) for one in swapped)
        case ast.BoolOp(op=old, values=values):
            yield ast.BoolOp(SWAPS[type(old)](), values)
        case ast.BinOp(op=old) | ast.AugAssign(op=old):
            if type(old) in SWAPS and not any(map(is_text, ast.iter_child_nodes(node))):
                other = copy.copy(node)
                other.op = SWAPS[type(old)]()
                yield other
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=int(value)):
            yield ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.Name(id=name) if name in NAMES:
            yield ast.Name(NAMES[name])
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str | bytes)


def changes(function: Function) -> Iterator[tuple[Any, ast.AST]]:
    """The parts of a function, and what each becomes; a condition without an operator gets a `not`."""
    for part in (part for statement in function.body for part in parts(statement)):
        yield from ((part, new) for new in variants(part))
        for test in [part.test] if isinstance(part, ast.If | ast.While | ast.IfExp) else getattr(part, "ifs", []):
            if not isinstance(test, ast.Compare | ast.UnaryOp | ast.Constant):
                yield test, ast.UnaryOp(ast.Not(), test)


def places(lines: list[str], function: Function, before: list[str]) -> list[int]:
    """Where some lines stand in a function."""
    inside = range(function.lineno - 1, function.end_lineno or 0)
    return [place for place in inside if lines[place : place + len(before)] == before]


def mutant(text: str, entry: Entry) -> str | None:
    """The text of a file with a fault of the list; nothing where its place is not found, or no program comes of it."""
    lines, tree, before = text.split("\n"), ast.parse(text), entry["before"].split("\n")
    function = dict(functions(tree)).get(entry["function"])
    found = places(lines, function, before)[entry["occurrence"] - 1 :] if function else []
    if found:
        lines[found[0] : found[0] + len(before)] = entry["after"].split("\n")
        try:
            return "\n".join(lines) if ast.dump(ast.parse("\n".join(lines))) != ast.dump(tree) else None
        except SyntaxError:
            pass
    return None


def mutants(path: Path) -> Iterator[Entry]:
    """All mutants of a file."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    for name, function in dict(functions(ast.parse(text))).items():
        for part, new in changes(function):
            first, before = part.lineno - 1, lines[part.lineno - 1 : part.end_lineno]
            ends = before[0].encode()[: part.col_offset], before[-1].encode()[part.end_col_offset :]
            entry = {"file": path.relative_to(ROOT).as_posix(), "function": name, "before": "\n".join(before)}
            entry["after"] = ast.unparse(new).join(end.decode() for end in ends)
            entry |= {"occurrence": sum(place <= first for place in places(lines, function, before))}
            if mutant(text, entry):
                yield entry


def draw(sources: list[str], seed: int, number: int) -> list[Entry]:
    """Some of all mutants, no more than a few of a function, in the order of files and lines."""
    named = [ROOT / name for name in sources]
    if missing := [one for one in named if not one.exists()]:
        raise SystemExit(f"not found: {', '.join(map(str, missing))}")
    paths = sorted({path for one in named for path in ([one] if one.is_file() else one.rglob("*.py"))})
    found = [entry for path in paths for entry in mutants(path)]
    drawn: Counter[tuple[str, str]] = Counter()
    chosen = []
    for place in random.Random(seed).sample(range(len(found)), len(found)):
        function = found[place]["file"], found[place]["function"]
        drawn[function] += 1
        if drawn[function] <= FEW:
            chosen.append(place)
    return [{"number": at, **found[place]} for at, place in enumerate(sorted(chosen[:number]), start=1)]


def longest(prefixes: dict[str, Any], path: str) -> str:
    """The longest of the prefixes that a path begins with."""
    return max((prefix for prefix in prefixes if path.startswith(prefix)), key=len, default="")


class Trial:
    """The files, the tests of each, and the command that runs them."""

    def __init__(self, args: argparse.Namespace, command: list[str]) -> None:
        self.root, self.seconds, self.command = Path(args.root).resolve(), args.seconds, command
        self.moved = {"": "", **dict(one.split("=", 1) for one in args.moved)}
        self.tests: dict[str, list[str]] = json.loads(args.tests.read_text("utf-8")) if args.tests else {"": []}
        self.passed: set[str] = set()

    def row(self, entry: Entry) -> Entry:
        """What became of a mutant. The file is as before in the end. (But after SIGKILL look at `git diff`.)"""
        old = longest(self.moved, entry["file"])
        file = self.moved[old] + entry["file"].removeprefix(old)
        row = {"number": entry["number"], "file": file, "function": entry["function"], "killed": "not found"}
        path = self.root / file
        original = path.read_bytes() if path.is_file() else b""
        changed = mutant(original.decode(), entry)
        if changed is None:
            return row
        rooms = [room for room in dict.fromkeys([longest(self.tests, file), ""]) if room in self.tests]
        for room in {*rooms} - self.passed:
            if (tried := self.run(room))["killed"]:
                raise SystemExit(f"the tests of {room!r} should pass without a mutant: {tried['said']}")
            self.passed.add(room)
        begun, tried = time.monotonic(), {}
        try:
            write(path, changed.encode())
            for room in rooms:
                tried = tried if tried.get("killed") else self.run(room)
        finally:
            write(path, original)
        return row | tried | {"seconds": round(time.monotonic() - begun, 1)}

    def run(self, room: str) -> Entry:
        """Whether the tests of a room fail, and what they say of it."""
        command = [part for one in self.command for part in (self.tests[room] if one == "{tests}" else [one])]
        with tempfile.TemporaryFile() as out:
            program = subprocess.Popen(command, cwd=self.root, stdout=out, stderr=out, start_new_session=True)
            try:
                killed: bool | str = program.wait(self.seconds) != 0
            except subprocess.TimeoutExpired:
                killed = "timeout"
            finally:
                if program.poll() is None:
                    os.killpg(program.pid, signal.SIGKILL)
                    program.wait()
            out.seek(0)
            lines = out.read().decode(errors="replace").splitlines()
        said = [line for line in lines if line.startswith(("FAILED", "ERROR"))] or lines or [""]
        return {"killed": killed, "said": said[-1][:300]}


def write(path: Path, text: bytes) -> None:
    """Write a file, and remove what Python compiled of it: two changes within a second look the same to it."""
    path.write_bytes(text)
    Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)


def attempt(args: argparse.Namespace, command: list[str]) -> None:
    """Try the mutants of a list, and write after each what became of it."""
    known = json.loads(args.resume.read_text("utf-8")) if args.resume and args.resume.exists() else []
    rows: dict[int, Entry] = {row["number"]: row for row in known}
    trial = Trial(args, command)
    for entry in json.loads(args.list.read_text("utf-8")):
        if entry["number"] not in rows and entry["number"] in (args.only or [entry["number"]]):
            rows[entry["number"]] = trial.row(entry)
            print(*rows[entry["number"]].values(), flush=True)
            args.out.write_text(json.dumps([rows[number] for number in sorted(rows)], indent=2) + "\n", "utf-8")
    print(dict(Counter(str(row["killed"]) for row in rows.values())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="what")
    drawn = commands.add_parser("draw", help="print a list of mutants")
    drawn.add_argument("sources", nargs="+", metavar="FILE_OR_FOLDER")
    drawn.add_argument("--seed", type=int, required=True)
    drawn.add_argument("--number", type=int, required=True)
    tried = commands.add_parser("try", help="try a list; after --: the command, in which {tests} stands for the tests")
    tried.add_argument("list", type=Path)
    tried.add_argument("--only", type=int, nargs="+", help="their numbers")
    tried.add_argument("--out", type=Path, required=True, help="the results")
    tried.add_argument("--resume", type=Path, help="earlier results, which are kept")
    tried.add_argument("--root", default=ROOT, help="the folder in which files are changed and the command runs")
    tried.add_argument("--moved", action="append", default=[], metavar="OLD=NEW", help="the new place of a prefix")
    tried.add_argument("--tests", type=Path, help='JSON: prefix of a file (as moved) -> tests; "": for survivors')
    tried.add_argument("--seconds", type=float, default=600, help="the longest time of the command")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    args = parser.parse_args(sys.argv[1:cut])
    if args.what == "draw":
        print(json.dumps(draw(args.sources, args.seed, args.number), indent=2, ensure_ascii=False))
    else:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # files are restored then, too
        attempt(args, sys.argv[cut + 1 :])


if __name__ == "__main__":
    main()
