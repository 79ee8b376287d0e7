"""Names of issues and pull requests become links: scikit-learn#26864, or #28509 after it in the same paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

# An issue is named by the whole name of its repository or by the part after the owner.
REPOSITORIES = (
    *("allegro/allRank", "cvangysel/pytrec_eval", "dask/dask-ml", "dmlc/xgboost"),
    *("finite-sample/optimal-classification-cutoffs", "huggingface/evaluate", "Lightning-AI/torchmetrics"),
    *("MaurizioFD/RecSys2019_DeepLearning_Evaluation", "mjpost/sacrebleu", "mlr-org/mlr", "nltk/nltk"),
    *("pltrdy/rouge", "pyg-team/pytorch_geometric", "rasbt/mlxtend", "recommenders-team/recommenders"),
    *("scikit-learn/scikit-learn", "tidymodels/yardstick"),
)
BY_NAME = {name: repository for repository in REPOSITORIES for name in (repository, repository.split("/")[1])}
ISSUE = re.compile(r"((?:[\w.-]+/)?[\w.-]+)?#(\d+)")
NOT_LINKED = (nodes.reference, nodes.title, nodes.literal, nodes.FixedTextElement, nodes.math, nodes.raw)
DOI = "https://doi.org/"

logger = logging.getLogger(__name__)


class LinkIssues(SphinxPostTransform):
    """Each mention becomes a link to GitHub, which leads on where the issue is a pull request."""

    default_priority = 700  # before Sphinx collects the links that it checks

    def run(self, **options: Any) -> None:
        """Link the mentions of each text, block by block."""
        block, repository = None, None
        for text in list(self.document.findall(nodes.Text)):
            if _block(text) is not block:
                block, repository = _block(text), None
            if "#" in text and not _lies_in(text, NOT_LINKED):
                parts, repository = _linked(text, repository)
                text.parent.replace(text, parts)


def _ancestors(node: nodes.Node) -> Iterator[nodes.Node]:
    while (node := node.parent) is not None:
        yield node


def _lies_in(text: nodes.Text, kinds: tuple[type[nodes.Node], ...]) -> bool:
    return any(isinstance(node, kinds) for node in _ancestors(text))


def _block(text: nodes.Text) -> nodes.Node:
    """The paragraph around a text."""
    return next(node for node in _ancestors(text) if not isinstance(node, nodes.Inline))


def _linked(text: nodes.Text, repository: str | None) -> tuple[list[nodes.Node], str | None]:
    """A text with its mentions linked, and the repository that was named last."""
    parts: list[nodes.Node] = []
    end = 0
    for mention in ISSUE.finditer(text):
        name, number = mention.groups()
        if name:
            repository = BY_NAME.get(name)
        if repository is None:
            what = f"unknown repository in {mention[0]}" if name else f"{mention[0]} names no repository"
            logger.warning(
                "%s; evalbook_tools/site/issue_links.py lists those that are known", what, location=text.parent
            )
            continue
        link = nodes.reference("", mention[0], refuri=f"https://github.com/{repository}/issues/{number}")
        parts += [nodes.Text(text[end : mention.start()]), link]
        end = mention.end()
    return [*parts, nodes.Text(text[end:])], repository


def _address_to_check(app: Sphinx, address: str) -> str | None:
    """Publishers turn programs away: of a DOI, ask the registry whether it exists."""
    if address.startswith(DOI):
        return f"{DOI}api/handles/{quote(address.removeprefix(DOI), safe='/:%')}"
    return None


def setup(app: Sphinx) -> None:
    """Link the issues that every page names."""
    app.add_post_transform(LinkIssues)
    app.connect("linkcheck-process-uri", _address_to_check)
