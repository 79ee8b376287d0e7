"""Every Chinese quotation on the pages stands in a passage of the notes, character by character.

The book quotes five study notes, of which it keeps the quoted passages alone (tests/data/quoted_passages.json). A
quotation may differ from its passage only in this:

- punctuation of full width, full stops, white space, bold type, and the marks of LaTeX around letters;
- bullets that the book joins into one sentence: a passage has a line for each, and lines are joined;
- a word in brackets, such as [在], which the book's copy of the note has lost;
- … for what is left out: each piece beside it stands in a passage;
- a formula that a chapter writes without LaTeX (WRITTEN_OUT).

The passages themselves are cleaned of what a crawler left in the notes: formulas that stood there twice or four times,
once as a picture's text, stand there once, and the sounds that were put behind traditional characters are gone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from book_pages import ROOT
from evalbook_tools import notebooks as tool

NOTES = json.loads((ROOT / "tests" / "data" / "quoted_passages.json").read_text("utf-8"))
NO_QUOTATIONS = {"glossary.md", "notes.md"}
"""They have terms and headings."""
PAGES = [
    path
    for path in sorted((ROOT / "book").rglob("*"))
    if path.suffix in (".ipynb", ".md") and path.name not in NO_QUOTATIONS
]
CHINESE = "[\u3400-\u9fff]"
FOLDED = re.compile(r":::\{admonition\} The same in Chinese\n:class: dropdown\n(.+?)\n:::", re.DOTALL)
EQUATION = re.compile(r"\$(?=[^$]*=)[^$]{15,}\$")
RUN = re.compile(rf"{CHINESE}+(?:(?: ?(?:[A-Z]{{2,}}|\d+%?|\$[^$]+\$) ?|[,，、。：]){CHINESE}+)*")
"""Chinese with abbreviations, numbers and commas within."""
LONGEST = 300
FEWEST = 5
"""Chinese characters; fewer are a word, and so are more where the glossary has them."""
LOST_WORD = re.compile(rf"\[{CHINESE}\]")
NOT_COMPARED = re.compile(r"[\s*∗$_{}\\。]+")
ALIKE = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-"})
BREVITY = r"$1 & if\ NMT\_output\_len > referen\_len \\ exp(1-NMT\_output\_len/reference\_len) & otherwise$"
WRITTEN_OUT = {
    "Recall = TP/(TP+FP)": r"$Recall=\dfrac{TP}{TP+FP}$",
    "(P1,R1),…,(Pm,Rm)": r"$(P_1,R_1),(P_2,R_2),\cdots,(P_m,R_m)$",
    r"$BP=1$ if $NMT\_output\_len > referen\_len$, $exp(1-NMT\_output\_len/reference\_len)$ otherwise": BREVITY,
    ": BP = 1 if NMT_output_len > reference_len, exp(1 − NMT_output_len / reference_len) otherwise": f"… {BREVITY}",
    "Bleu = BP ∗ exp(Σ (1/n) ∗ log(pₙ)), n = 1 … N.": r"$Bleu = BP*exp\left ( \sum_{n=1}^{N}*(1/n)*log(p_n)\right )$",
    "Bleu1, Bleu2, Bleu3": "Bleu1、Bleu2、Bleu3",
}
OURS = ("药物不安全", "今天天气", "符号秩检验", "信号检测理论", "惠特尼检验", "平均 ROC 曲线")
"""Examples and terms of the book's own, none of them from the notes."""


@dataclass(frozen=True)
class Quotation:
    page: str
    cell: str
    text: str

    @property
    def unsigned(self) -> str:
        """Without the name of the note at its end."""
        titles = "|".join(re.escape(note["title"]) for note in NOTES.values())
        return re.sub(rf"\s*\((?:{titles})\)$", "", self.text)

    @property
    def pieces(self) -> list[str]:
        """What is compared: the text between two marks of omission."""
        text = self.unsigned
        for written, formula in WRITTEN_OUT.items():
            text = text.replace(written, formula)
        return [plain(piece) for piece in text.split("…") if re.search(CHINESE, piece) or "$" in piece]


def plain(text: str) -> str:
    """A text without the differences that are allowed."""
    return NOT_COMPARED.sub("", unicodedata.normalize("NFKC", LOST_WORD.sub("", text)).translate(ALIKE))


@cache
def passages() -> list[str]:
    """What the notes say, and their names."""
    said = [one["passage"] for note in NOTES.values() for one in note["passages"]]
    return [plain(one) for one in [*said, *(note["title"] for note in NOTES.values())]]


@cache
def words() -> set[str]:
    """The glossary's Chinese terms."""
    return set(re.findall(f"{CHINESE}{{2,}}", (ROOT / "book" / "glossary.md").read_text("utf-8")))


def quotations(page: str, cell: str, source: str) -> Iterator[Quotation]:
    """The folded Chinese, a paragraph each, long formulas in quoted lines, and Chinese within the English text."""
    for folded in FOLDED.findall(source):
        yield from (Quotation(page, cell, paragraph) for paragraph in folded.split("\n\n"))
    for line in re.findall("^> .+$", source, re.MULTILINE):
        yield from (Quotation(page, cell, formula) for formula in EQUATION.findall(line))
    for run in RUN.findall(FOLDED.sub("", source)):
        known = any(run in word for word in words()) or any(ours in run for ours in OURS)
        if len(re.findall(CHINESE, run)) >= FEWEST and not known:
            yield Quotation(page, cell, run)


def misquoted(one: Quotation) -> list[str]:
    """Its pieces that stand in no passage."""
    return [piece for piece in one.pieces if not any(piece in passage for passage in passages())]


def sources(path: Path) -> Iterator[tuple[str, str]]:
    """The cells of a notebook, code among them, with their ids; or a page."""
    if path.suffix == ".md":
        yield "", path.read_text("utf-8")
    else:
        yield from ((cell.id, cell.source) for cell in tool.read(path).cells)


QUOTATIONS = [
    quotation
    for path in PAGES
    for cell, source in sources(path)
    for quotation in quotations(str(path.relative_to(ROOT / "book")), cell, source)
]
each_quotation = pytest.mark.parametrize("one", QUOTATIONS, ids=lambda one: f"{one.page}:{one.cell}:{one.text[:8]}")


@each_quotation
def test_a_quotation_stands_in_a_passage(one):
    assert not misquoted(one)


@each_quotation
def test_a_quotation_with_another_character_is_refused(one):
    letters = [*re.finditer(CHINESE, LOST_WORD.sub("___", one.unsigned))] or [*re.finditer("[A-Za-z]", one.text)]
    places = [found.start() for found in letters]
    spoiled = [replace(one, text=f"{one.text[:at]}囗{one.text[at + 1 :]}") for at in places]
    assert spoiled and all(map(misquoted, spoiled))


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("RMSLE 关注的是预测误差的比例", False),
        ("而RMSLE 关注的是预测误差的比例", True),
        ("RMSLE 关注的是误差的比例", True),
        ("RMSLE 关注的是 … 的比例", False),
        ("RMSLE 关注的是预测误差[的]比例", True),
        ("例如 the [在] reference1 中出现2次", False),
        ("查准率很高,几乎为1。查全率很低", False),
        ("查全率很低,查准率很高", True),
        ("$cost_{norm}=P(+)(FNR-FPR)-FPR$", False),
        ("$cost_{norm}=P(+)(FNR-FPR)+FPR$", True),
        ("AUC 对于均匀采样不敏感 (性能度量)", False),
    ],
)
def test_what_is_compared(said, refused):
    assert bool(misquoted(Quotation("", "", said))) == refused


def test_folded_and_running_chinese_is_found():
    folded = ":::{admonition} The same in Chinese\n:class: dropdown\n一\n\n二\n:::"
    quoted = r"> The recall is $Recall=\dfrac{TP}{TP+FN}$, and $Q=1$."
    text = f"It is said (用户的个数), and **{{term}}`accuracy`** (准确率).\n\n{quoted}\n\n{folded}\n"
    found = quotations("page", "cell", text)
    assert [one.text for one in found] == ["一", "二", r"$Recall=\dfrac{TP}{TP+FN}$", "用户的个数"]


@pytest.mark.parametrize("allowed", [*WRITTEN_OUT, *OURS])
def test_an_exception_is_needed(allowed):
    assert any(allowed in source for path in PAGES for _, source in sources(path))


@pytest.mark.parametrize("name", NOTES)
def test_the_passages_of_a_note_are_short_and_quoted_and_say_where_they_stand(name):
    pieces = [piece for one in QUOTATIONS for piece in one.pieces]
    for kept in NOTES[name]["passages"]:
        assert kept["heading"] or name == "the note without a title"
        assert len(kept["passage"]) <= LONGEST
        assert any(piece in plain(kept["passage"]) for piece in pieces), kept["passage"]
