"""Try the claims, and write what was counted: `make claims`."""

from __future__ import annotations

import argparse
import sys

from evalbook_tools.claims.record import FILE, all_claims, read, record, written
from evalbook_tools.claims.register import REGISTER
from evalbook_tools.claims.trials import all_tried, problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", default="", help="a part or a chapter, such as curves/auc; the others keep their counts"
    )
    arguments = parser.parse_args()
    tried = all_tried(all_claims(arguments.only))
    content = record(tried)
    known = {id: one for id, one in read()["claims"].items() if arguments.only and id in REGISTER.claims}
    content["claims"] = known | content["claims"]
    FILE.write_text(written(content), "utf-8")
    print(f"{len(tried)} claims; {FILE}")
    found = [problem for one in tried for problem in problems(one.claim, one.axes)]
    if found:
        sys.exit("\n".join(["These claims do not hold as they are written:", *found]))


if __name__ == "__main__":
    main()
