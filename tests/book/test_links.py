"""Links to other sites: threads of repositories, papers, and the tool behind `make links`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import links
import pytest
from evalbook_site import threads
from test_extension import build_page

from book_pages import ROOT, each_page

MENTION = re.compile(r"(?:[\w./-]*\w)?#\d+")
GITHUB = "https://github.com/"


VOID = {"img", "br", "input", "hr", "path", "meta", "link", "source", "wbr"}
NOT_PROSE = {"a", "script", "style", "svg", "annotation", *(f"h{level}" for level in range(1, 7))}


class Mentions(HTMLParser):
    """What an article says of threads: the links to them, and the mentions in prose that are no links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.linked: list[tuple[str, str]] = []
        self.plain: list[str] = []
        self.feed(text[text.index("<article>") : text.index("</article>")])

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        prose = not {tag for tag, _ in self.open} & NOT_PROSE
        code = any(attributes.get("translate") == "no" for _, attributes in self.open)
        addresses = [attributes["href"] for tag, attributes in self.open if tag == "a" and attributes.get("href")]
        for mention in MENTION.findall(data):
            if addresses:
                self.linked.append((mention, addresses[0]))
            elif prose and not code:
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
    assert len(threads.BY_NAME) == 2 * len(threads.REPOSITORIES)
    assert sorted(threads.REPOSITORIES, key=str.lower) == list(threads.REPOSITORIES)


@pytest.mark.parametrize("repository", threads.REPOSITORIES)
def test_each_repository_of_the_list_is_named_by_a_page(site, repository):
    pages = (page.read_text("utf-8") for page in (site / "book").rglob("*.html"))
    assert any(f"{GITHUB}{repository}/issues/" in page for page in pages)


# ---------------------------------------------------------------- papers

FIELD = re.compile(r"^  (doi|url) = \{(.*)\},?$", re.MULTILINE)


class Hrefs(HTMLParser):
    """What a page links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hrefs: set[str | None] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.hrefs.add(dict(attrs).get("href"))


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
    page = Hrefs((site / "book" / "bibliography.html").read_text("utf-8"))
    fields = [FIELD.search(entry) for entry in entries().values()]
    expected = {threads.DOI + found[2] if found[1] == "doi" else found[2] for found in fields if found}
    assert len(expected) >= 100
    assert not expected - page.hrefs


def test_a_doi_is_a_doi():
    for field, value in FIELD.findall((ROOT / "book" / "bibliography.bib").read_text("utf-8")):
        if field == "doi":
            assert re.fullmatch(r"10\.\d{4,5}/\S+", value), value
        else:
            assert value.startswith("https://"), value


# ---------------------------------------------------------------- make links


def test_of_a_doi_the_registry_is_asked():
    asked = threads._address_to_check(None, "https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2")
    assert asked == "https://doi.org/api/handles/10.1175/1520-0493%281950%29078%3C0001:VOFEIT%3E2.0.CO%3B2"
    assert threads._address_to_check(None, "https://github.com/nltk/nltk/issues/1") is None


def test_broken_links_are_named_with_their_place():
    line = {"filename": "book/intro.ipynb", "lineno": 3, "code": 0, "info": ""}
    lines = [
        json.dumps({**line, "uri": "https://example.org/", "status": "working"}),
        json.dumps(
            {**line, "uri": "https://example.org/gone", "lineno": 290005, "status": "broken", "info": "404 Not Found"}
        ),
        json.dumps({**line, "uri": "glossary.html", "status": "local"}),
    ]
    text, good = links.report(links.read("\n".join(lines)))
    assert text == (
        "book/intro.ipynb, cell 29: https://example.org/gone\n    404 Not Found\n2 links to other sites, 1 broken"
    )
    assert not good
    assert links.report(links.read(lines[0])) == ("1 links to other sites, 0 broken", True)


def test_with_no_network_one_line_says_so():
    nowhere = "http://127.0.0.1:9"
    command = [sys.executable, str(ROOT / "tools" / "links.py")]
    environment = {**os.environ, "https_proxy": nowhere, "HTTPS_PROXY": nowhere, "no_proxy": "", "NO_PROXY": ""}
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert result.returncode == 1
    assert re.fullmatch(r"evalbook: no network here .*were not checked\n", result.stderr)
    assert not result.stdout
