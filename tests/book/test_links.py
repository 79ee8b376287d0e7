"""Links to other sites: threads of repositories, papers, and what `make links` asks of a DOI."""

from __future__ import annotations

import re

import pytest
from test_extension import build_page
from test_site import Article, Links

from book_pages import ROOT, each_page
from evalbook_tools.site import issue_links

MENTION = re.compile(r"(?:[\w./-]*\w)?#\d+")
GITHUB = "https://github.com/"


NOT_PROSE = {"a", "script", "style", "svg", "annotation", *(f"h{level}" for level in range(1, 7))}


class Mentions(Article):
    """What an article says of threads: the links to them, and the mentions in prose that are no links."""

    def __init__(self, text: str) -> None:
        self.linked: list[tuple[str, str]] = []
        self.plain: list[str] = []
        super().__init__(text)

    def handle_data(self, data):
        addresses = [attributes["href"] for tag, attributes in self.open if tag == "a" and attributes.get("href")]
        for mention in MENTION.findall(data):
            if addresses:
                self.linked.append((mention, addresses[0]))
            elif not self.inside() & NOT_PROSE and not self.is_kept():
                self.plain.append(mention)


@each_page
def test_every_mention_of_a_thread_is_a_link_to_it(site, name):
    mentions = Mentions((site / f"{name}.html").read_text("utf-8"))
    assert not mentions.plain
    for mention, address in mentions.linked:
        repository, number = mention.split("#")
        assert re.fullmatch(rf"{GITHUB}[\w.-]+/[\w.-]+/(issues|pull|discussions)/{number}", address), (mention, address)
        assert repository.lower() in address.lower()


def test_a_thread_is_a_link_and_a_number_after_it_too(tmp_path):
    text = "# Page\n\nSee scikit-learn#26864, `x`, *#28509*; pltrdy/rouge#38 and #41.\n\nNothing here.\n"
    html, warnings = build_page(tmp_path, text)
    assert not warnings
    assert dict(Mentions(html).linked) == {
        "scikit-learn#26864": f"{GITHUB}scikit-learn/scikit-learn/issues/26864",
        "#28509": f"{GITHUB}scikit-learn/scikit-learn/issues/28509",
        "pltrdy/rouge#38": f"{GITHUB}pltrdy/rouge/issues/38",
        "#41": f"{GITHUB}pltrdy/rouge/issues/41",
    }


def test_code_headings_and_links_stay_as_they_are(tmp_path):
    text = "# On nltk#1\n\n`nltk#2` and [nltk#3](https://example.org).\n\n```\nnltk#4\n```\n"
    html, warnings = build_page(tmp_path, text)
    assert not warnings
    assert GITHUB not in html


def test_an_unknown_repository_is_a_warning_at_its_line(tmp_path):
    html, warnings = build_page(tmp_path, "# Page\n\nSee scikit-lern#26864.\n")
    assert "index.md:3: WARNING: unknown repository in scikit-lern#26864" in warnings
    assert GITHUB not in html


def test_a_number_with_no_repository_in_its_paragraph_is_a_warning(tmp_path):
    _, warnings = build_page(tmp_path, "# Page\n\nSee nltk#1.\n\nAnd #2.\n")
    assert "index.md:5: WARNING: #2 names no repository" in warnings


def test_no_two_repositories_share_a_name():
    assert len(issue_links.BY_NAME) == 2 * len(issue_links.REPOSITORIES)
    assert sorted(issue_links.REPOSITORIES, key=str.lower) == list(issue_links.REPOSITORIES)


@pytest.mark.parametrize("repository", issue_links.REPOSITORIES)
def test_each_repository_of_the_list_is_named_by_a_page(site, repository):
    pages = (page.read_text("utf-8") for page in (site / "book").rglob("*.html"))
    assert any(f"{GITHUB}{repository}/issues/" in page for page in pages)


# ---------------------------------------------------------------- papers

FIELD = re.compile(r"^  (doi|url) = \{(.*)\},?$", re.MULTILINE)


def entries():
    """The works of the bibliography: their keys, and what is told of each."""
    text = (ROOT / "book" / "bibliography.bib").read_text("utf-8")
    return dict(re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", text, re.MULTILINE | re.DOTALL))


def test_every_work_is_cited_and_every_cited_work_is_there():
    sources = [path for kind in ("*.md", "*.ipynb") for path in (ROOT / "book").rglob(kind)]
    text = " ".join(path.read_text("utf-8") for path in sources)
    cited = {key for keys in re.findall(r"\{cite:[a-z]+\}`([^`]+)`", text) for key in re.split(r",\s*", keys)}
    assert cited == set(entries())


def test_each_doi_and_address_of_a_work_is_a_link(site):
    page = Links((site / "book" / "bibliography.html").read_text("utf-8"))
    fields = [FIELD.search(entry) for entry in entries().values()]
    expected = {issue_links.DOI + found[2] if found[1] == "doi" else found[2] for found in fields if found}
    assert len(expected) >= 100
    assert not expected - {*page.hrefs}


def test_a_doi_is_a_doi():
    for field, value in FIELD.findall((ROOT / "book" / "bibliography.bib").read_text("utf-8")):
        if field == "doi":
            assert re.fullmatch(r"10\.\d{4,5}/\S+", value), value
        else:
            assert value.startswith("https://"), value


# ---------------------------------------------------------------- make links


def test_of_a_doi_the_registry_is_asked():
    asked = issue_links._address_to_check(None, "https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2")
    assert asked == "https://doi.org/api/handles/10.1175/1520-0493%281950%29078%3C0001:VOFEIT%3E2.0.CO%3B2"
    assert issue_links._address_to_check(None, "https://github.com/nltk/nltk/issues/1") is None
