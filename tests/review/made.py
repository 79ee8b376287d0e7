"""What a review that was made holds, by the names of its checks."""

from __future__ import annotations

from evalbook.review import Finding, Review


def found_by(made: Review) -> list[str]:
    return [finding.check for finding in made.findings]


def the(made: Review, check: str) -> Finding:
    return next(finding for finding in made.findings if finding.check == check)


def why(made: Review, check: str) -> str:
    return dict(made.not_checked)[check]
