"""Perplexity and bits per byte: how surprised a language model is by a text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._formula import OfSums, filled, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, or_undefined, ratio

# ---------------------------------------------------------------- perplexity


def _exp(mean: Any) -> Any:
    """e to the mean; infinite where a float cannot hold it."""
    with np.errstate(over="ignore"):
        return np.exp(mean)


@on(OfSums(lambda nll: ([check.surprises(nll)], _exp)))
@with_hints
def perplexity(nll: ArrayLike) -> float:
    r"""Perplexity: how many equally likely tokens would surprise as much as the text did, on average.

    .. math:: PPL = \exp\Bigl(\frac1n \sum_{i=1}^{n} -\ln p_i\Bigr)

    where :math:`p_i` is the probability that the model gave to token i.

    Parameters
    ----------
    nll : array_like of shape (n,)
        The negative log-likelihood of each token, :math:`-\ln p_i`, in nats: at least 0, and infinite for a token that
        the model called impossible.

    Returns
    -------
    float
        At least 1.

    See Also
    --------
    bits_per_byte : comparable between models with different tokens
    evalbook.probabilities.log_loss : the same surprise, of classes
    evalbook.comparison.interval : its confidence interval

    Notes
    -----
    1. Perplexities can be compared only if the tokens are the same. A model of words has fewer and more surprising
       tokens than a model of characters, so its perplexity is far higher, even if it predicts the text better.
    2. If the mean exceeds about 709 nats, or a token was impossible, the perplexity is infinite.
    3. Every token counts the same, so long documents count more.
    4. The tokens of a document belong together. For an interval, draw documents:
       ``interval(perplexity, nll, groups=document)``, with the document of each token.
    5. If your logarithms have base 2, multiply them by ln 2 first. Values down to -1e-6, which come from rounding,
       count as 0.

    References
    ----------
    Jelinek et al., *Perplexity, a measure of the difficulty of speech recognition tasks* (1977).

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import generation
    >>> round(generation.perplexity(-np.log([0.5, 0.25, 0.125])), 6)
    4.0
    """
    return float(_exp(check.surprises(nll).mean()))


# ---------------------------------------------------------------- bits per byte


def _nats_and_bytes(nll: Any, text: Any) -> tuple[FloatArray, FloatArray]:
    """The surprise of each text and its length in bytes; a single text has the surprise of all its tokens."""
    nats = check.surprises(nll)
    if isinstance(text, str):
        return np.array([nats.sum()]), np.array([_bytes(text)])
    return nats, np.array([_bytes(one) for one in check.texts(text, len(nats))])


def _bytes(text: str) -> float:
    return float(len(text.encode("utf-8", "surrogatepass")))


def _bits_per_byte(nll: Any, text: Any, *, zero_division: ZeroDivision = "warn") -> Any:
    def bits(nats: FloatArray, size: FloatArray) -> FloatArray:
        return filled(ratio(nats / math.log(2), size), zero_division)

    if isinstance(text, str):
        raise ValueError(
            "text is a single text, of whose tokens nobody knows the bytes, so they cannot be drawn again; expected "
            "one text per entry of nll, as in interval(bits_per_byte, nll, texts), which draws whole texts"
        )
    return _nats_and_bytes(nll, text), bits


@on(OfSums(_bits_per_byte))
@with_hints
def bits_per_byte(nll: ArrayLike, text: str | Sequence[str], *, zero_division: ZeroDivision = "warn") -> float:
    r"""Bits per byte: how many bits a model needs for a byte of the text (UTF-8).

    .. math:: BPB = \frac{\sum_i -\ln p_i}{\ln 2 \cdot \text{bytes}}

    Parameters
    ----------
    nll : array_like of shape (tokens,) or (texts,)
        The negative log-likelihood in nats, at least 0: of each token of a single text, or of each text as a whole,
        which is the sum over its tokens.
    text : str or list of str
        The text, or one text for each entry of `nll`.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float
        At least 0.

    See Also
    --------
    perplexity : per token
    evalbook.comparison.interval : its confidence interval, for which texts are drawn

    Notes
    -----
    1. The number of tokens does not matter, so models with different tokens can be compared on the same text, if each
       predicts every byte of it. If a model has one token for all unknown words, or turns the text into lower case
       first, its value is too low.
    2. A text without a byte has no value (nan).
    3. A letter beyond ASCII has two to four bytes in UTF-8, and a Chinese one three. Between languages, bits per byte
       cannot be compared.
    4. The bytes of all texts are added before they are divided into the bits, so long texts count more.
    5. If a token was impossible, the value is infinite.

    References
    ----------
    Gao et al., *The Pile: an 800GB dataset of diverse text for language modeling* (2020), section 3.1.

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import generation
    >>> generation.bits_per_byte(-np.log([0.5, 0.25]), "ab cde")  # 3 bits for 6 bytes
    0.5
    >>> generation.bits_per_byte([3 * np.log(2), 9 * np.log(2)], ["ab cde", "评估"])
    1.0
    """
    nats, size = _nats_and_bytes(nll, text)
    value = float(ratio(float(nats.sum()) / math.log(2), float(size.sum())))
    return or_undefined(value, zero_division, "bits_per_byte is undefined, nan: text has no byte")
