"""What the book concludes was tried, with the code and the data of now: `make claims` tries it again."""

from __future__ import annotations

import pytest

from evalbook_tools.claims import record, trials

CLAIMS = record.all_claims()
KNOWN = record.read()
each_claim = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)


@each_claim
def test_a_claim_was_tried_as_it_stands(claim):
    assert not record.stale(claim, KNOWN), "run: make claims"


@each_claim
def test_a_claim_holds_as_often_as_it_needs(claim):
    counted = [trials.Counted(**axis) for axis in KNOWN["claims"][claim.id]["axes"]]
    assert not trials.problems(claim, counted)


def test_the_file_holds_no_claim_that_is_gone():
    assert KNOWN["claims"].keys() == {claim.id for claim in CLAIMS}
    now = record.record([])
    assert {part: KNOWN[part] for part in ("fallen", "conclusions")} == {
        part: now[part] for part in ("fallen", "conclusions")
    }, "run: make claims"


@pytest.mark.slow
@each_claim
def test_a_claim_holds_again(claim):
    counted = [trials.tried(claim, axis, watch=False)[0] for axis in (*claim.axes, *claim.limits)]
    assert not trials.problems(claim, counted[: len(claim.axes)])
    assert not record.moved(KNOWN["claims"][claim.id], counted)
