"""``book/claims.json``: what was counted, and what it was counted with."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from evalbook_tools import ROOT
from evalbook_tools.claims.register import REGISTER, Claim
from evalbook_tools.claims.syntax import changed
from evalbook_tools.claims.trials import Counted, Tried

FILE = ROOT / "book" / "claims.json"
FOLDER = ROOT / "tests" / "claims"
SLACK = 0.01
"""On another machine one setting in a hundred may come out otherwise."""
Record = dict[str, Any]


def all_claims(only: str = "") -> list[Claim]:
    """The claims of all chapters' modules, or of those whose names begin so."""
    for path in sorted(FOLDER.glob("*/*.py")):
        importlib.import_module(f"claims.{path.parent.name}.{path.stem}")
    return [claim for _, claim in sorted(REGISTER.claims.items()) if claim.chapter.startswith(only)]


def record(tried: Sequence[Tried]) -> Record:
    """The content of the file."""
    claims = {
        one.claim.id: {
            "chapter": one.claim.chapter,
            "sentence": one.claim.sentence,
            "needs": one.claim.needs,
            "unit": one.claim.unit,
            "between": one.claim.between,
            "axes": [asdict(axis) for axis in one.axes],
            "limits": [asdict(axis) for axis in one.limits],
            "functions": dict(sorted(one.functions.items())),
        }
        for one in tried
    }
    return {
        "claims": claims,
        "fallen": [{"chapter": one.chapter, "sentence": one.sentence, "became": one.became} for one in REGISTER.fallen],
        "conclusions": [{key: value for key, value in asdict(one).items() if value} for one in REGISTER.conclusions],
    }


def written(content: Record) -> str:
    """The text of the file: the claims by their ids, and the settings of each in their own order."""
    in_order = content | {"claims": dict(sorted(content["claims"].items()))}
    return json.dumps(in_order, indent=1, ensure_ascii=False) + "\n"


def read() -> Record:
    """What the file holds; nothing where there is none."""
    nothing: Record = {"claims": {}, "fallen": [], "conclusions": []}
    return nothing | (json.loads(FILE.read_text("utf-8")) if FILE.exists() else {})


def stale(claim: Claim, known: Record) -> str:
    """Why the counts of a claim are not those of its sources; "" where they are."""
    if claim.id not in known["claims"]:
        return f"{claim.id} was never tested"
    one = known["claims"][claim.id]
    said = (claim.chapter, claim.sentence, claim.needs, [axis.what for axis in (*claim.axes, *claim.limits)])
    if said != (one["chapter"], one["sentence"], one["needs"], [axis["what"] for axis in one["axes"] + one["limits"]]):
        return f"{claim.id} says something else than when it was tested"
    files = changed(one["functions"])
    return f"{claim.id} was tested with another {files[0]}" if files else ""


def moved(before: Record, now: Sequence[Counted]) -> list[str]:
    """Axes of a claim whose counts differ from those in the file by more than another machine explains."""
    found = []
    for old, new in zip(before["axes"] + before["limits"], now, strict=True):
        slack = SLACK * max(old["tried"], 1 / SLACK)
        far = abs(old["held"] - new.held) > slack or abs(old["asked"] - new.asked) > slack or old["tried"] != new.tried
        if far:
            found.append(f"over {new.what}: {new.held} of {new.asked}; the file has {old['held']} of {old['asked']}")
    return found
