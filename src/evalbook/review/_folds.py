"""The review of differences over folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._undefined import no_warning
from evalbook.comparison import TTest, corrected_t_test
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._words import p_text, with_signs


class FoldTests(NamedTuple):
    """The t-test of differences over folds, plain and corrected."""

    n: int
    alike: bool
    """Whether all differences are equal, but for rounding: they show no spread, by which a test could measure them."""
    test_share: float
    plain: TTest
    corrected: TTest


def uncorrected_t_test(tests: FoldTests) -> Outcome:
    """Whether only the plain t-test finds a difference: its p-value is below 0.05, the corrected one is not.

    It cannot see which of the two tests a report used, or whether the folds shared a choice, such as a setting.
    """
    if tests.alike:
        return "it needs differences that are not all equal, because equal ones show no spread"
    plain, corrected = tests.plain.p_value, tests.corrected.p_value
    if not plain < 0.05 <= corrected:
        return None
    message = (
        f"A plain t-test over the {tests.n} folds gives {p_text(plain)}, but the corrected test gives "
        f"{p_text(corrected)}. The folds share training samples, so the plain interval, {tests.plain.low:+.3g} to "
        f"{tests.plain.high:+.3g}, is too narrow. Report the corrected interval, {tests.corrected.low:+.3g} to "
        f"{tests.corrected.high:+.3g}, which includes 0."
    )
    evidence = {"plain": plain, "corrected": corrected}
    return Finding("uncorrected_t_test", "warning", corrected, message, "comparison/folds_and_seeds", evidence)


def folds(differences: ArrayLike, *, test_share: float, ignore: Mapping[str, str] | Sequence[str] = ()) -> Review:
    r"""Review a comparison of two training recipes over folds: the corrected interval and p-value.

    .. math:: t = \frac{\bar d}{\sqrt{\bigl(\frac1J + \frac{\rho}{1 - \rho}\bigr)\, s^2}}, \qquad df = J - 1

    The only check is `uncorrected_t_test`.

    Parameters
    ----------
    differences : array_like of shape (J,)
        The score of recipe b minus the score of recipe a, for each of the J folds of all repetitions: at least two
        differences.
    test_share : float
        The share of the samples in each test set, at least 0 and below 1: 0.1 for ten folds.
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    evalbook.comparison.corrected_t_test : the corrected test itself
    classification : review the predictions of one model

    Notes
    -----
    1. If all differences are equal, as may happen with two folds, they show no spread against which a test could
       measure their mean. There is then no interval and no p-value, and the line says so.
    2. The finding says that the plain test would mislead. It does not say that it was used.

    References
    ----------
    Nadeau and Bengio, *Inference for the generalization error* (2003).

    Examples
    --------
    >>> from evalbook import review
    >>> found = review.folds([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2)
    >>> print(found.line)
    b − a +0.016, 95% interval -0.005 to +0.037 (corrected t-test, 5 folds, test share 0.2), p = 0.1
    >>> [finding.check for finding in found.findings]
    ['uncorrected_t_test']
    """
    each = check.sizes(differences, "differences")
    with no_warning(), np.errstate(all="ignore"):
        corrected, plain = (corrected_t_test(each, test_share=share) for share in (test_share, 0))
    alike = bool(np.ptp(each) <= 1e-9 * np.abs(each).max())
    tests = FoldTests(len(each), alike, float(test_share), plain, corrected)
    return make_review(tests, _line, CHECKS, ignore)


def _line(tests: FoldTests) -> str:
    found = tests.corrected
    if tests.alike:
        told = f"b − a {found.value + 0.0:+.3g} in each of {tests.n} folds"
        return f"{told}: no interval and no p-value, because equal differences show no spread"
    how = f"(corrected t-test, {tests.n} folds, test share {tests.test_share:.2g})"
    value, low, high = with_signs(found.value, found.low, found.high)
    return f"b − a {value}, 95% interval {low} to {high} {how}, {p_text(found.p_value)}"


CHECKS = checks_of("folds", uncorrected_t_test)
