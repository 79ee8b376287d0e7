"""The pages in the order of the contents."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx.environment import BuildEnvironment


def in_order(env: BuildEnvironment, page: str) -> Iterator[str]:
    """A page, and all pages below it."""
    yield page
    for name in env.toctree_includes.get(page, []):
        yield from in_order(env, name)
