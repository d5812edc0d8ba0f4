#!/usr/bin/env python3
# Checks that docs/README.md leads to each page beside it.
#
# usage: index.py DOCS
import os
import re
import sys


def main():
    folder = sys.argv[1]
    pages = {name for name in os.listdir(folder) if name.endswith(".md") and name != "README.md"}
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        linked = set(re.findall(r"\]\((\w+\.md)", file.read()))
    missing = sorted(pages - linked)
    print("\n".join(f"docs/README.md does not lead to {name}" for name in missing) or f"{len(pages)} pages")
    return 1 if missing or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
