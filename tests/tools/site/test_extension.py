"""The site's own Sphinx extension: what each room makes, alone and in a site of one page."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from pygments import highlight
from pygments.lexers import PythonLexer
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from evalbook import plots
from evalbook_tools.site import figures, fonts, formulas, theme
from evalbook_tools.site.columns import in_columns
from evalbook_tools.site.translator import UNASKED, Formatter

COMMENT = re.compile(r"/\*(?s:.*?)\*/|//.*")
CLASS = re.compile(r"\.(-?[a-z][\w-]*)")


def build_page(folder: Path, text: str, *, config: dict[str, Any] | None = None, **options: str) -> tuple[str, str]:
    """The HTML of one page in the look of the book, and the warnings of the build."""
    (folder / "index.md").write_text(text, "utf-8")
    warnings = StringIO()
    settings: dict[str, Any] = {
        "extensions": ["myst_parser", "evalbook_tools.site"],
        "myst_enable_extensions": ["dollarmath", "amsmath"],
        "html_theme": "evalbook",
        "html_math_renderer": "katex",
        "html_theme_options": options,
        "language": "en",
        **(config or {}),
    }
    with docutils_namespace():
        app = Sphinx(folder, None, folder / "out", folder / "trees", "html", settings, status=None, warning=warnings)
        app.build()
    return (folder / "out" / "index.html").read_text("utf-8"), warnings.getvalue()


# ---------------------------------------------------------------- formulas


def test_a_formula_is_html_with_mathml_inside():
    html = formulas.to_html(r"\frac{tp}{tp + fn}")
    assert "<mfrac>" in html
    assert 'class="katex-html" aria-hidden="true"' in html
    assert "katex-display" not in html
    assert "katex-display" in formulas.to_html("x", display=True)


def test_a_wrong_formula_is_named():
    with pytest.raises(formulas.FormulaError, match=r"foo.*Undefined control sequence.*supported"):
        formulas.to_html(r"\foo")


def test_a_sentence_of_markdown_becomes_html():
    html = formulas.markdown_to_html("The *rate* `tp / p` is $x_1$ < 1.")
    assert html.startswith('The <em>rate</em> <code translate="no">tp / p</code> is <span')
    assert "<msub>" in html
    assert html.endswith("&lt; 1.")


def test_a_wrong_formula_is_a_warning_at_its_line(tmp_path):
    _, warnings = build_page(tmp_path, "# Page\n\nIt is $\\foo$.\n")
    assert "index.md:3: WARNING: formula" in warnings


def test_a_borrowed_bet_that_its_chapter_does_not_ask_is_named(tmp_path):
    html, warnings = build_page(tmp_path, "# Page\n\n```{bet} no-such-bet\n:chapter: index\n```\n\nText.\n")
    assert "index.md:3: WARNING: index has no bet 'no-such-bet'" in warnings
    assert "<p>Text.</p>" in html


def test_formulas_of_several_lines_and_numbered_ones(tmp_path):
    text = "# Page\n\n$$\na &= b \\\\\nc &= d\n$$ (eq)\n\n\\begin{align}\na &= b\n\\end{align}\n\nSee {eq}`eq`.\n"
    html, warnings = build_page(tmp_path, text)
    assert not warnings
    assert html.count('class="katex-display"') == 2
    assert '<span class="eqno">(1)' in html


# ---------------------------------------------------------------- fonts and figures


def test_every_font_that_the_style_sheet_names_is_a_file_and_no_other_is():
    sheet = fonts.style_sheet()
    named = re.findall(r"url\(([^)]*)\)", sheet)
    assert sheet.count("@font-face") == len(named) == len(set(named)) >= 15
    assert set(named) == set(fonts.files())
    assert all(font.startswith(b"wOF2") for font in fonts.files().values())
    assert ".katex-display" in sheet


def letters_of(font):
    return {chr(code) for code in TTFont(BytesIO(font)).getBestCmap()}


KATEX_FONTS = [*(formulas.KATEX / "fonts").glob("*.woff2")]


def test_a_font_of_formulas_on_the_site_has_the_letters_of_the_pages(site):
    pages = {*"".join(unescape(path.read_text("utf-8")) for path in site.rglob("*.html"))}
    for path in KATEX_FONTS:
        kept = letters_of((site / "_static" / path.name).read_bytes())
        assert letters_of(path.read_bytes()) & pages <= kept, path.name


def test_the_fonts_of_formulas_on_the_site_have_few_others(site):
    """A sign that looks like a kept one has the same outline, and stays with it."""
    kept = sum((site / "_static" / path.name).stat().st_size for path in KATEX_FONTS)
    assert kept < 0.7 * sum(path.stat().st_size for path in KATEX_FONTS)


def test_a_font_in_which_a_reader_types_has_all_its_letters(site):
    for *_, name in fonts.FACES:
        assert (site / "_static" / f"{name}.woff2").read_bytes() == fonts.files()[f"{name}.woff2"]


def test_each_font_kept_has_its_license():
    kept = {path.name for path in fonts.FONTS.iterdir()}
    licenses = [(fonts.FONTS / name).read_text("utf-8") for name in kept if name.startswith("LICENSE")]
    assert len(licenses) == 3
    assert all("SIL OPEN FONT LICENSE" in text.upper() for text in licenses)
    assert "MIT License" in (formulas.KATEX / "LICENSE").read_text("utf-8")


SVG = (
    '<svg><metadata>x</metadata><style type="text/css">*{{}}</style><text style="{}font-family: Arial">{}</text></svg>'
)


def test_a_figure_gets_the_letters_it_uses():
    few = figures.with_font(SVG.format("", "α ≤ 1"))
    many = figures.with_font(SVG.format("", "abcdefghijklmnopqrstuvwxyz"))
    assert f"font-family: '{figures.FAMILY}'" in few
    assert "metadata" not in few
    assert few.count("@font-face") == 1
    assert len(few) < len(many)


def test_a_figure_gets_the_styles_it_uses():
    svg = figures.with_font(SVG.format("font-style: italic; font-weight: 700; ", "abc"))
    assert svg.count("@font-face") == 3


def test_a_figure_is_changed_once():
    once = figures.figure_for_site(SVG.format("", "abc"))
    assert figures.figure_for_site(once) == once


def test_places_in_a_figure_have_two_digits_and_its_text_keeps_all():
    svg = SVG.format("", "0.12345").replace("<text", '<path d="M 1.23456 -7 L 0.999999 3.5e-05"/><text x="2.5000"', 1)
    drawn = figures.with_font(svg)
    assert '<path d="M 1.23 -7 L 1 3.5e-05"/>' in drawn
    assert '<text x="2.5"' in drawn
    assert ">0.12345<" in drawn


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<g id="patch_1"><use id="a" x="1"/></g>', '<g><use x="1"/></g>'),
        ('<g id="a"><use xlink:href="#a"/><use id="b" clip-path="url(#b)"/></g>',) * 2,
        (f'<g id="{figures.FIGURE}"><use/></g>',) * 2,
        ('<g id="axes_1">\n <g id="patch_1"/>\n</g><use/>', "<use/>"),
        ("<use/>\n  <use/>", "<use/><use/>"),
        ('<path d="M 1 -2 \nL 3.5e-05 4 \nz\n"/>', '<path d="M1 -2L3.5e-05 4z"/>'),
        ("<text>a\n  <tspan>b</tspan>\n <tspan>c</tspan></text>",) * 2,
        ('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "x.dtd">\n<svg/>', "<svg/>"),
    ],
    ids=["names", "names asked for", "name of the figure", "empty groups", "lines", "paths", "words", "doctype"],
)
def test_a_figure_loses_what_is_never_seen(before, after):
    assert figures.without_unseen(before) == after


def drawn(rows, columns, **size):
    """A figure of the book with so many panels, as a notebook keeps it."""
    with plt.rc_context(plots.STYLE):
        panels = np.atleast_1d(plots.panels(rows, columns, titles="Two", **size))
        panels.flat[0].plot([0, 1], [0, 1], "o")
        plots.note(panels.flat[-1], "here", (0.5, 0.5), style="italic")
        plots.note(panels.flat[0], "two\nlines", (0.5, 0.5))
        file = StringIO()
        panels.flat[0].figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


@pytest.mark.parametrize(
    ("rows", "columns", "size", "grown"),
    [(1, 1, {}, 1), (2, 1, {"height": 5}, 1.7), (1, 2, {}, 1.8), (2, 2, {}, 1.5), (2, 3, {}, 1.8), (3, 2, {}, 1)],
    ids=["one", "stacked", "two", "four", "six", "taller than a window"],
)
def test_a_figure_of_several_panels_grows_as_far_as_a_window_is_high(rows, columns, size, grown):
    assert figures.growth(drawn(rows, columns, **size)) == pytest.approx(grown, abs=0.1)


def test_the_words_of_a_figure_that_grows_stay_each_at_its_panel():
    svg = drawn(1, 2)
    stays = figures.with_words_that_stay(svg)
    assert f"--size:{1 / figures.growth(svg):.3f}" in stays
    assert stays.count('class="stays" style') == svg.count('<g id="text_')
    assert '<path class="stays"' in stays
    first = re.search(r'transform-origin: [\d.]+px ([\d.]+)px">\s*<text[^>]* y="([\d.]+)"[^>]*>0.0<', stays)
    assert float(first[1]) < float(first[2])  # a number below its axis comes closer
    inside = re.search(r'transform-origin: ([\d.]+)px [\d.]+px">\s*<text[^>]* x="([\d.]+)"[^>]*>here<', stays)
    assert float(inside[1]) == pytest.approx(float(inside[2]), abs=0.01)
    assert figures.with_words_that_stay(drawn(1, 1)) == drawn(1, 1)


def test_a_wide_figure_is_as_wide_as_text_and_margin_of_the_theme():
    sheet = (theme.THEME / "static" / "book.css").read_text("utf-8")
    widths = [float(re.search(rf"--{name}: ([\d.]+)rem", sheet)[1]) for name in ("measure", "gap", "margin")]
    assert sum(widths) == figures.WIDE
    assert f"max-height: {figures.TALL:g}rem" in sheet


# ---------------------------------------------------------------- output in columns


@pytest.mark.parametrize(
    "text",
    [
        "by hand           0.35\naverage_precision 0.35",
        "group_k_fold 0 0\nk_fold       28 29",
        "n = 2:    1 of   4\nn = 3:    8 of  27",
        "FPR [0.   0.25 1.  ]\nTPR [0.   0.5  1.  ]",
        "rate 0.01: no error\nrate 0.05: no error",
    ],
    ids=["a wide gap", "in the second line", "numbers end together", "arrays", "words of one length"],
)
def test_what_stands_below_each_other_is_a_table(text):
    assert in_columns(text)
    assert in_columns(f"Before it a sentence.\n{text}")


@pytest.mark.parametrize(
    "text",
    [
        "One line  with a gap.",
        "Accuracy 0.95 on 650 images of five writers,\nfrom 0.92 to 0.99 by writer; the other nine\ntrained the model.",
        "Two  gaps that have\nnothing at all to do  with one another.",
    ],
)
def test_sentences_are_no_table(text):
    assert not in_columns(text)


# ---------------------------------------------------------------- pages


REPOSITORY = "https://example.org/group/book"


@pytest.mark.parametrize(
    ("repository", "link"),
    [
        ("", ""),
        (theme.JUPYTER_BOOK, ""),
        (REPOSITORY, f"{REPOSITORY}/issues/new?title=Mistake%20in%3A%20A%20%26%20B"),
        ("https://gitlab.com/a/b/", "https://gitlab.com/a/b/-/issues/new?issue[title]=Mistake%20in%3A%20A%20%26%20B"),
    ],
)
def test_where_a_mistake_is_reported(repository, link):
    assert theme.report_link(repository, "A & B") == link


def test_with_a_repository_the_page_offers_to_report_a_mistake(tmp_path):
    html, _ = build_page(tmp_path, "# The page\n", repository_url=REPOSITORY)
    assert f'<a href="{REPOSITORY}/issues/new?title=Mistake%20in%3A%20The%20page">Report a mistake</a>' in html


def test_a_note_stands_in_the_margin(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\n```{margin}\nA *remark*.\n```\n\nText.\n")
    assert '<aside class="margin" role="note">' in html
    assert "<em>remark</em>" in html


def test_a_dropdown_opens_without_a_script(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\n```{admonition} The answer\n:class: dropdown\nIt is 3.\n```\n")
    assert re.search(r'<details class="[^"]*dropdown[^"]*">\s*<summary>\s*The answer</summary>\s*<p>It is 3.</p>', html)


def test_languages_and_signs_are_marked(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\nThe threshold (阈值) of pₙ is `阈值`.\n")
    assert 'threshold (<span lang="zh">阈值</span>)' in html
    assert "p<sub>n</sub>" in html
    assert 'translate="no">阈值</code>' in html


def test_code_has_elements_for_its_colors_only(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\n```python\nif value == 3: print(value)\n```\n")
    assert '<span class="k">if</span> value == <span class="m">3</span>: <span class="b">print</span>(value)' in html


def test_a_docstring_is_one_element(tmp_path):
    html, _ = build_page(tmp_path, '# Page\n\n```python\ndef area():\n    """One.\n\n    Two.\n    """\n```\n')
    assert re.search('<span class="s">"""One.\n\n    Two.\n    """</span>', html)


def test_strings_of_two_functions_stay_apart():
    """The page of a module puts a box around each function."""
    code = 'def one():\n    """One."""\n"""Two."""\n'
    assert highlight(code, PythonLexer(), Formatter()).count('class="s"') == 2


def test_no_class_is_written_that_nothing_asks_for(site):
    """Each in `UNASKED` is named by no rule and no script, and stands on no page."""
    sources = [path for path in Path(theme.__file__).parents[1].rglob("*") if path.suffix in {".css", ".js"}]
    code = [COMMENT.sub("", path.read_text("utf-8")) for path in sources if "katex" not in path.parts]
    asked = {word for text in code for word in CLASS.findall(text)}
    assert not asked & UNASKED
    written = {
        word
        for page in site.rglob("*.html")
        for words in re.findall(r' class="([^"]*)"', page.read_text("utf-8"))
        for word in words.split()
    }
    assert not written & UNASKED


def test_runs_of_blanks_in_code_are_kept(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\n`a  b c`\n")
    assert ">a&#160; b c</code>" in html


def test_what_goes_further_is_folded_under_its_heading(tmp_path):
    html, warnings = build_page(tmp_path, "# Page\n\n## Further\n\n### A *finding*\n\nText.\n\n## Recap\n\n### Open\n")
    assert not warnings
    fold = '<section id="a-finding"><details class="further"><summary><h3>A <em>finding</em></h3></summary><p>Text.</p>'
    assert fold in html.replace("\n", "")
    assert "<h3>Open" in html
